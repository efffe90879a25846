"""What makes a reading of a combat none: a creature nobody knows, sides that can't be, permanents that nobody placed."""

from __future__ import annotations

from judgecall.cards.abilities import ForceBlock, Static
from judgecall.parser.areas.attacks import favours_its_controller, hinders_attacks_on_you, limits_blocks
from judgecall.parser.areas.combat_told import CombatTold
from judgecall.parser.clauses import Clause
from judgecall.scenario.model import GameObject, Query


class CombatDoubts(CombatTold):
    """Tells when a reading must not be ruled on."""

    def _unknown_fighter(self) -> bool:
        """Whether a word that nobody knows stands where a verb of combat has who attacks or blocks, or what is blocked."""
        for clause in self.talk.clauses:
            if not set(clause.frames) & {"attack", "block", "no_block"}:
                continue
            after = clause.verb + 1
            while after < len(self.talk.words) and self.talk.lowers[after] in {"a", "an", "the", "my", "his", "your"}:
                after += 1
            led = after > clause.verb + 1 and self.talk.inside(after) is None
            if led and self.talk.lowers[after + 1 : after + 2] == ["one"]:
                return True  # "block the plain one": which of them isn't understood
            for i in (clause.verb - 1, after):
                if 0 <= i < len(self.talk.words) and self._is_unknown_name(i, clause):
                    return True
        return False

    def _stands_in_for_told(self) -> bool:
        """Whether a creature was supposed although one was told of that has no part in the combat: it may be that one."""
        asked = {i for q in self.queries for i in (*q.subject, *q.target)}
        part = {*self.attackers, *self.blockers, *asked, *(i for e in self.events for i in (*e.subject, *e.target))}
        made = [self.board.objects[s] for s in self.supposed if s in part]
        for id, thing in self.board.objects.items():
            creature = "creature" in thing.types or self._card_is_creature(thing)
            if id in part or not creature or thing.zone != "battlefield":
                continue
            if any(thing.controller and thing.controller == m.controller for m in made):
                return True
            if thing.card is None and any((thing.controller == self.side) == bool(m.attacking) for m in made):
                return True
        return False

    def _stands_aside(self) -> bool:
        """ "a wall and yet some creature": nobody's, of which nothing is known but that it is there: it was one of the fighters."""
        asked = {i for q in self.queries for i in (*q.subject, *q.target)}
        part = {*self.attackers, *self.blockers, *asked, *(i for e in self.events for i in (*e.subject, *e.target))}
        loose = [o for i, o in self.board.objects.items() if i not in part and o.card is None and o.controller is None]
        bare = [o for o in loose if o.types == ("creature",) and o.count == 1 and o.power is None]
        return any(not (o.subtypes or o.abilities or o.tapped is not None) for o in bare) and bool(self.blocks)

    def _says_nothing_of_them(self) -> bool:
        """ "does his guy have to block my guy": one creature and another, of which nothing is told, not even by others."""
        query = self.queries[0]
        things = [self.board.objects[i] for i in (*query.subject, *query.target)]
        return (
            query.kind == "must_block"
            and bool(query.subject and query.target)
            and len(things) == len(self.board.objects)
            and all(t.count == 1 and t.controller and t.card is None and t.power is None for t in things)
            and not any(t.abilities or t.subtypes or t.without or t.colors for t in things)
            and all(e.kind == "attack" for e in self.events)
            and not set(self.supposed) & {t.id for t in things}
        )

    def _loose_aura(self) -> bool:
        """Whether an Aura is there that the reading put on nothing: what it does to whom decides."""
        auras = [o for o in self.board.objects.values() if o.card and o.attached_to is None and o.zone == "battlefield"]
        auras = [o for o in auras if self._is_aura(o)]
        handled = {i for e in self.events for i in e.subject}
        creatures = [i for i, o in self.board.objects.items() if "creature" in o.types or self._card_is_creature(o)]
        return any(o.id not in handled for o in auras) and len(creatures) > 1

    def _lure_stays_out(self) -> bool:
        """Whether a creature of the attacking side that has to be blocked was told of and isn't among the attackers."""
        return bool(self.attackers) and any(
            isinstance(a, Static) and any(isinstance(e, ForceBlock) and e.attacker is not None for e in a.effects)
            for i, o in self.board.objects.items()
            if i not in self.attackers and o.controller in {self.side, None}
            for a in o.abilities
        )

    def _is_aura(self, thing: GameObject) -> bool:
        card = self.talk.cards.get(thing.card) if thing.card else None
        return card is not None and "Aura" in card.faces[0].subtypes

    def _blocks_own(self, query: Query) -> bool:
        """Whether a creature would block one of its own side: the sides were read wrong."""
        if query.kind == "can_be_blocked":
            blockers, attackers = query.target, query.subject
        elif query.kind in {"can_block", "must_block", "block_legal", "how_many_block", "who_chooses_blocks"}:
            blockers, attackers = query.subject, query.target
        else:
            return False
        objects = self.board.objects
        sides = [{objects[i].controller for i in ids if i in objects} for ids in (blockers, attackers)]
        return bool((sides[0] & sides[1]) - {None})

    def _leaves_sides_open(self) -> bool:
        """Whether a permanent bears on combat by who controls it, and nobody said who does."""
        said = (w for i, w in enumerate(self.talk.words) if i not in self.used and not w.used)
        if any(w.lower in {"control", "controls"} for w in said):
            return True
        fighting = {*self.attackers, *self.blockers}
        gone = {i for e in self.events if e.kind in {"leave", "sacrifice"} for i in e.subject}
        for thing in list(self.board.objects.values()):
            card = self.talk.cards.get(thing.card) if thing.card else None
            if card is None or thing.controller is not None or thing.attached_to or thing.id in fighting:
                continue
            if hinders_attacks_on_you(card):
                self.board.change(thing.id, controller=self.block_owner or "opp")
            elif self.side == "opp" and favours_its_controller(card) and thing.id not in gone:
                return True  # of one's own attackers it is one's own; beside the opponent's it could be either's
        return False

    def _unknown_beside_card(self) -> bool:
        """ "Windborn Muse and propaganda": a word that nobody knows, told in one breath with a card, may be one too."""
        joined = {"and", "+", "&", "or", "plus"}
        for i, word in enumerate(self.talk.words):
            unknown = word.kind == "word" and not word.senses and not word.used and i not in self.used
            if not unknown or self.talk.tags[i] not in {"NOUN", "PROPN", "X"} or self.talk.inside(i) is not None:
                continue
            after = i > 1 and self.talk.lowers[i - 1] in joined and self.talk.words[i - 2].kind == "card"
            before = self.talk.lowers[i + 1 : i + 2] and self.talk.lowers[i + 1] in joined
            if after or (before and i + 2 < len(self.talk.words) and self.talk.words[i + 2].kind == "card"):
                return True
        return False

    def _is_unknown_name(self, i: int, clause: Clause) -> bool:
        word = self.talk.words[i]
        return (
            word.kind == "word"
            and word.sentence == clause.sentence
            and not word.senses
            and not word.used
            and i not in self.used
            and self.talk.inside(i) is None
            and self.talk.tags[i] in {"NOUN", "PROPN", "X"}
        )

    def _idle_sources(self, query: Query, blockers: tuple[str, ...]) -> tuple[str, ...]:
        """Creatures of the defending player that were named only for what their text does: they are among all that can block."""
        whole = bool(blockers) and all(self.board.objects[i].card is None for i in blockers)
        plural = sum(self.board.objects[i].count or 2 for i in blockers) > 1
        if query.kind not in {"how_many_block", "may_not_block"} or query.bound != "exactly" or not (whole and plural):
            return ()
        return tuple(
            id
            for id, thing in self.board.objects.items()
            if thing.card and id not in self.attackers and id not in blockers and thing.attached_to is None
            and thing.controller in {self.block_owner, None} and thing.zone == "battlefield"
            and (card := self.talk.cards.get(thing.card)) is not None and "creature" in card.faces[0].types and limits_blocks(card)
        )  # fmt: skip
