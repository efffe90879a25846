"""Questions about combat: who may block or attack what, who must, who dies, how much damage gets where."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from judgecall.cards.abilities import CantBlock, Filter, Static
from judgecall.parser.areas.attacks import (
    AttackAsker,
    favours_its_controller,
    hinders_attacks_on_you,
    limits_blocks,
    taxes_attacks,
)
from judgecall.parser.areas.blocks import BlockAsker
from judgecall.parser.board import Board
from judgecall.parser.clauses import Clause
from judgecall.parser.happenings import Happenings
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.parser.terms import ability
from judgecall.parser.words import Word
from judgecall.scenario.model import Event, GameObject, Player, Query, QueryKind, Scenario, Step

_COMBAT_TERMS = frozenset({"trample", "deathtouch", "first strike", "double strike", "lure", "menace", "skulk", "must be blocked",
                           "attacks if able", "blocks if able", "unblockable", "cant attack alone", "cant block alone"})  # fmt: skip
_LISTING = frozenset(
    {":", ",", "and", "are", "is", "all", "only", "just", "plus", "a", "an", "one", "-", "+", "regular", "the"}
)
_OTHER = {"you": "opp", "opp": "you"}


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """Readings of the question as one about combat."""
    told = {s.value for w in talk.words for s in w.senses if s.kind == "keyword"}
    concerned = (
        any(set(c.frames) & {"attack", "block", "no_block"} for c in talk.clauses)
        or any(m.head in {"attacker", "blocker"} or m.role for m in talk.mentions)
        or bool(told & _COMBAT_TERMS)
        or (context is not None and any(e.kind in {"attack", "block"} for e in context.events))
    )
    if not concerned:
        return []
    reader = CombatReader(talk, context)
    candidate = reader.read()
    return [candidate] if candidate is not None else []


class CombatReader:
    """Builds one scenario of attacks, blocks and what happens around them, and the queries about it."""

    def __init__(self, talk: Talk, context: Scenario | None) -> None:
        self.talk = talk
        self.board = Board(talk, context)
        self.happenings = Happenings(talk, self.board)
        self.blocked = BlockAsker(self)
        self.attacking = AttackAsker(self)
        self.events: list[Event] = list(context.events) if context is not None else []
        self.queries: list[Query] = []
        self.used: set[int] = set()
        self.doubts = 0.0
        self.attackers: list[str] = [i for e in self.events if e.kind == "attack" for i in e.subject]
        self.blockers: list[str] = [i for e in self.events if e.kind == "block" for i in e.subject]
        self.blocks: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
        self.refused: tuple[tuple[str, ...], tuple[str, ...]] | None = None
        """Blocks that were not declared: who refused to block whom."""
        self.attacked: tuple[str, ...] = ()
        """The planeswalker that is attacked, if one is."""
        self.supposed: list[str] = []
        """Creatures that nobody spoke of, made because a block needs two sides."""
        self.in_clause = {m.start for c in talk.clauses for m in c.roles() if c.frame != "keyword"}
        self.players: dict[str, Player] = {p.id: p for p in context.players} if context is not None else {}

    # -------------------------------------------------------------- whole

    def read(self) -> Candidate | None:
        self.side = self._attacker_side()
        self.used |= self.board.attach()
        self.versus()
        self._power_changes()
        for clause in self.talk.clauses:
            self._described_only(clause.verb)
            self._clause(clause)
        self._described_only(len(self.talk.words))
        self._left_over()
        self._loose_terms()
        self._listed_lands()
        self.blocked.more_of_the_same()
        if not self.queries and self.blocked.assignments():
            self.queries.append(Query("block_legal"))
            self.use_where(lambda w: w.is_("legal") or w.is_("verb", "put") or w.is_("modal_can"))
        if self.queries or not self.attacking.tails():
            self.blocked.tails()
        self.use_where(lambda w: w.lower == "untapped" or w.is_("still"))
        if (
            not self.queries
            or self._unknown_fighter()
            or self._stands_in_for_told()
            or self._says_nothing_of_them()
            or self._loose_aura()
            or self._leaves_sides_open()
        ):
            return None
        self._finish_roles()
        self.queries = [self._filled(q) for q in self.queries]
        if any(self._blocks_own(q) for q in self.queries):
            return None
        events = self._declared() + self.events
        events.sort(key=_order)
        objects = tuple(self.board.objects.values())
        self._mana_told()
        players = [self._player(p) for p in ("you", "opp")]
        scenario = Scenario(objects, tuple(players), tuple(events), tuple(self.queries), active=self.side)
        return Candidate(scenario, "combat", self.used | self.happenings.used, self.doubts,
                         tuple(self.board.guessed), tuple(self.board.ambiguous))  # fmt: skip

    def _mana_told(self) -> None:
        """ "I have no mana", "opponent has 3 mana open": how much a player could pay."""
        for i, word in enumerate(self.talk.words):
            if word.lower != "mana" or i == 0 or self.talk.inside(i) is not None:
                continue
            lead = self.talk.words[i - 1]
            n = lead.value[0] if lead.kind == "number" else 0 if lead.lower in {"no", "zero"} else None
            who = [m for m in self.talk.mentions if m.head == "player" and m.end <= i and m.sentence == word.sentence]
            has = {"have", "has", "got", "with"} & set(self.talk.lowers[max(0, i - 4) : i])
            if n is not None and who and has and who[-1].player in _OTHER:
                id = who[-1].player
                self.players[id] = msgspec.structs.replace(self.players.get(id, Player(id)), mana=n)
                self.used |= {i - 1, i}

    def _player(self, id: str) -> Player:
        """A player with what the question says of life totals and of having nothing else."""
        player = self.players.get(id, Player(id))
        if id in self.talk.life:
            player = msgspec.structs.replace(player, life=self.talk.life[id])
        if id in self.talk.only:
            player = msgspec.structs.replace(player, only_named=True)
        return player

    def _attacker_side(self) -> str | None:
        """Whose creatures attack, as far as the words tell."""
        for clause in self.talk.clauses:
            players = [m.player for m in clause.subject if m.head == "player"]
            owners = [m.owner for m in clause.subject if m.owner]
            if clause.frame == "attack" and clause.passive and players:
                return _OTHER.get(players[0], "opp")
            if "attack" in clause.frames and clause.frame == "attack":
                attacked = [m for m in [*clause.object, *clause.on, *clause.into] if self._can_be_attacked(m)]
                if attacked and attacked[0].owner in _OTHER and clause.subject:
                    return _OTHER[attacked[0].owner or ""]
                for who in (*players, *owners, *(m.owner for m in [*clause.object, *clause.with_] if m.owner)):
                    if who in _OTHER:
                        return who
                if any(m.head == "player" and m.player == "you" for m in [*clause.into, *clause.object]):
                    return "opp"
                if any(m.head == "player" and m.player == "opp" for m in [*clause.into, *clause.object]):
                    return "you"
            if clause.frame in {"block", "no_block"}:
                if clause.passive:
                    for m in [*clause.subject, *clause.by]:
                        if m.owner or m.head == "player":
                            who = m.owner or m.player
                            if who in _OTHER:
                                return who if m in clause.subject else _OTHER[who]
                else:
                    for who in (*players, *owners, *(m.owner for m in clause.with_ if m.owner)):
                        if who in _OTHER:
                            return _OTHER[who]
                    for m in clause.object:
                        if m.owner:
                            return m.owner
        if any(
            c.frame == "attack" and not c.passive and not c.subject and not c.question and (c.with_ or c.object)
            for c in self.talk.clauses
        ):
            return "you"  # "swung with the horse": who tells it did it
        for m in self.talk.mentions:
            if m.head == "attacker" and m.owner:
                return m.owner
            if m.head == "blocker" and m.owner in _OTHER:
                return _OTHER[m.owner]
        attacks = [c for c in self.talk.clauses if c.frame == "attack" and not c.passive]
        if attacks and not any(m.owner or m.head == "player" for c in attacks for m in c.roles()):
            # "Juggernaut attacks, I only have a wall back": who tells what is there to block defends.
            fighting = {m.start for c in attacks for m in c.roles()}
            for clause in self.talk.clauses:
                who = next((m.player for m in clause.subject if m.head == "player" and m.player in _OTHER), None)
                kept = [m for m in clause.object if m.is_object and m.head != "land" and m.start not in fighting]
                kept = [m for m in kept if m.head in {"creature", "token", "blocker"} or self._names_creature(m)]
                if clause.frame == "have" and not clause.question and who and kept:
                    return _OTHER[who]
        attackers = {m.start for c in attacks for m in [*c.subject, *c.object, *c.with_]}
        attackers |= {m.start for m in self.talk.mentions if m.head == "attacker" or m.role == "attacking"}
        for m in self.talk.mentions:
            if m.owner in _OTHER and m.is_object and m.head != "land" and taxes_attacks(self.talk.card(m)):
                return _OTHER[m.owner]
        told = [m for c in attacks for m in c.subject if m.is_object and m.described and m.owner is None]
        if told and any(set(c.frames) & {"block"} for c in self.talk.clauses):
            for m in self.talk.mentions:
                # "Kird Ape attacks, my bear is untapped. can it block": whose creature is another one, that side blocks.
                other = m.owner in _OTHER and m.start not in attackers
                other = other and bool(m.cards or m.subtypes or m.power is not None)
                other = other and (m.head in {"creature", "token", "blocker"} or self._names_creature(m))
                if other and not any(set(m.cards) & set(t.cards) or set(m.subtypes) & self._subtypes(t) for t in told):
                    return _OTHER[m.owner or ""]
        for m in self.talk.mentions:
            if m.owner in _OTHER and m.is_object and m.head != "land":
                # Creatures that are introduced with an owner beside an attacker without one are the other side's.
                introduced = m.article in {"a", "an"} or m.count is not None
                return _OTHER[m.owner] if attackers and introduced and m.start not in attackers else m.owner
        return None

    def _can_be_attacked(self, mention: Mention) -> bool:
        return mention.head == "planeswalker" or self._is_planeswalker(mention)

    def _subtypes(self, mention: Mention) -> set[str]:
        card = self.talk.card(mention) if mention.cards else None
        printed = {s for face in card.faces for s in face.subtypes} if card is not None else set()
        return {*mention.subtypes, *printed}

    def _names_creature(self, mention: Mention) -> bool:
        card = self.talk.card(mention) if mention.cards else None
        return card is not None and "creature" in card.faces[0].types

    def _unknown_fighter(self) -> bool:
        """Whether a word that nobody knows stands where a verb of combat has who attacks or blocks, or what is blocked."""
        for clause in self.talk.clauses:
            if not set(clause.frames) & {"attack", "block", "no_block"}:
                continue
            after = clause.verb + 1
            while after < len(self.talk.words) and self.talk.lowers[after] in {"a", "an", "the", "my", "his", "your"}:
                after += 1
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

    def _is_aura(self, thing: GameObject) -> bool:
        card = self.talk.cards.get(thing.card) if thing.card else None
        return card is not None and "Aura" in card.faces[0].subtypes

    def _blocks_own(self, query: Query) -> bool:
        """Whether a creature would block one of its own side: the sides were read wrong."""
        if query.kind == "can_be_blocked":
            blockers, attackers = query.target, query.subject
        elif query.kind in {"can_block", "must_block", "block_legal"}:
            blockers, attackers = query.subject, query.target
        else:
            return False
        objects = self.board.objects
        sides = [{objects[i].controller for i in ids if i in objects} for ids in (blockers, attackers)]
        return bool((sides[0] & sides[1]) - {None})

    def _leaves_sides_open(self) -> bool:
        """Whether a permanent bears on combat by who controls it, and nobody said who does."""
        if any(w.lower in {"control", "controls"} and i not in self.used for i, w in enumerate(self.talk.words)):
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

    @property
    def attack_owner(self) -> str | None:
        return self.side

    @property
    def block_owner(self) -> str | None:
        return _OTHER.get(self.side or "")

    # ------------------------------------------------------------- clauses

    def _clause(self, clause: Clause) -> None:
        if clause.verb in self.used:
            return  # explained as part of another question ("which one it blocks")
        arriving = self.talk.words[clause.verb].lower in {"coming in", "comes in"} and self._blocks_are_asked()
        if clause.frame == "attack" or (clause.frame == "enter" and arriving):
            self._attack(clause)  # "a skulk is coming in, can my 4/4 block it"
        elif (
            clause.frame in {"put", "enchant", "declare"}
            and clause.wh == "how_many"
            and any(m.head == "blocker" for m in clause.roles())
        ):
            self.blocked.ask_number_of_blockers(clause)
        elif clause.frame == "declare" and any(m.head in {"blocker", "attacker"} for m in clause.roles()):
            self._declares(clause)
        elif clause.frame in {"block", "no_block"} or (clause.frame == "stop" and self.attackers):
            self._block(clause)
        elif clause.frame == "put" and (clause.on or clause.object) and self.attackers:
            return
        elif clause.frame == "have" or self._got(clause):
            self._has(clause)
        elif self.blocked.asks_status(clause):
            return
        elif clause.frame in {"choose", "force"} or clause.wh == "who":
            self.blocked.ask_choice(clause)
        elif not clause.question:
            self.events += [self._timed(e) for e in self.happenings.of(clause)]

    def _timed(self, event: Event) -> Event:
        """An event told after a declaration happened after it, unless its step was said."""
        if event.at is not None:
            return event
        if self.blocks or any(e.kind == "block" for e in self.events):
            return msgspec.structs.replace(event, at="declare_blockers", after=True)
        return event

    def use(self, clause: Clause, *mentions: Mention) -> None:
        self.used.add(clause.verb)
        for i in range(clause.start, clause.end):
            word = self.talk.words[i]
            if (
                word.is_("modal_can")
                or word.is_("modal_must")
                or word.is_("whether")
                or word.is_("moment")
                or word.is_("still")
                or word.is_("how_many")
                or word.is_("how_much")
                or word.is_("who")
                or word.is_("most")
                or word.is_("least")
                or word.is_("negation")
            ):
                self.used.add(i)
        for mention in mentions:
            self.used |= set(range(mention.start, mention.end))

    def objects(self, mentions: list[Mention], role: str, avoid: tuple[str, ...] = ()) -> tuple[str, ...]:
        owner = self.attack_owner if role == "attacker" else self.block_owner
        things = [m for m in mentions if m.head != "player"]
        ids = tuple(
            i
            for i in (*self._all_told(things, owner), *self.board.ids(things, owner=owner, role=role, avoid=avoid))
            if self.board.can_fight(self.board.objects[i])
        )
        for m in things:
            self.used |= set(range(m.start, m.end))
        mine = self.attackers if role == "attacker" else self.blockers
        for id in ids:
            if id not in mine:
                mine.append(id)
            self.board.change(id, **({"attacking": True} if role == "attacker" else {"blocking": True}))
        return ids

    def _all_told(self, mentions: list[Mention], owner: str | None) -> tuple[str, ...]:
        """ "his two guys" after two creatures of his were named one by one: those; the mention is taken out of the list."""
        for mention in mentions:
            words = set(mention.text.split()[:2])
            bare = mention.head == "creature" and not (mention.cards or mention.keywords or mention.colors)
            bare = (
                bare and mention.power is None and not mention.subtypes and mention.start not in self.board.of_mention
            )
            if not (
                bare
                and mention.plural
                and mention.count
                and words & {"his", "her", "their", "my", "the", "both", "those"}
            ):
                continue
            side = mention.owner or owner
            whose = {side, "defender"} if side == self.block_owner else {side}
            told = [i for who in whose for i in self.creatures_of(who)]
            told = told if len(told) == mention.count else [*told, *self.creatures_of(None)]
            if len(told) == mention.count and all(self.board.objects[i].count == 1 for i in told):
                mentions.remove(mention)
                self.used |= set(range(mention.start, mention.end))
                return tuple(told)
        return ()

    def _attack(self, clause: Clause) -> None:
        players = [m for m in clause.subject if m.head == "player"]
        things = [m for m in clause.subject if m.head != "player"]
        if clause.passive:
            things = [m for m in clause.by if m.head != "player"]
        others = [m for m in [*clause.object, *clause.on] if m.head != "player"]
        chosen = (
            things or [m for m in clause.with_ if m.head != "player"] or [m for m in others if m.head != "planeswalker"]
        )
        walkers = [m for m in [*others, *clause.into] if m.head == "planeswalker" or self._is_planeswalker(m)]
        self.attacked = self.board.ids(walkers, owner=_OTHER.get(self.side or "")) or self.attacked
        chosen = [m for m in chosen if m not in walkers]
        for m in others:
            if (
                m.cards
                and m not in chosen
                and m not in walkers
                and self.board.get(m, owner=_OTHER.get(self.side or ""))
            ):
                self.used |= set(range(m.start, m.end))  # "attacking into two Propagandas"
        self.use(clause, *players, *[m for m in clause.into + clause.object if m.head == "player"])
        asked = (clause.question or clause.modal in {"can", "must"}) and not clause.conditional
        ids = self.objects(chosen, "attacker") if not asked else self._fighters(chosen)
        for m in chosen:
            self.used |= set(range(m.start, m.end))
        if not asked and not ids and not chosen and not walkers:
            ids = self._free((), _OTHER.get(self.side or ""), "attacker")  # "I cast Lure on my bear and attacked"
        if asked and ids:
            kind: QueryKind = "must_attack" if clause.modal == "must" else "can_attack"
            self.queries.append(Query(kind, ids, negated=clause.negated))

    def _blocks_are_asked(self) -> bool:
        return any(c.frame == "block" and (c.question or c.modal) for c in self.talk.clauses)

    def _fighters(self, mentions: list[Mention]) -> tuple[str, ...]:
        """What an attack that is only asked about would be with; nothing is declared yet."""
        ids = self.board.ids(mentions, owner=self.attack_owner, role="attacker")
        for id in ids:
            if id not in self.attackers:
                self.board.change(id, attacking=None)
        return tuple(i for i in ids if self.board.can_fight(self.board.objects[i]))

    def _is_planeswalker(self, mention: Mention) -> bool:
        card = self.talk.card(mention) if mention.cards else None
        return card is not None and "planeswalker" in card.faces[0].types

    def _block(self, clause: Clause) -> None:
        if not clause.passive and not clause.with_ and clause.object and self._he_is_a_creature():
            clause.subject = [
                msgspec.structs.replace(m, head="pronoun") if m.article == "pronoun" else m for m in clause.subject
            ]
        players = [m for m in [*clause.subject, *clause.by] if m.head == "player"]
        self.use(clause, *players)
        if clause.kept_from or clause.caused:
            self._restates_card(clause)
            self.blocked.asks_effect(clause)
            return
        if self._is_lure(clause):
            return
        if clause.relative and clause.modal == "can" and not clause.object and not clause.passive:
            self._told_of_blocking(clause)
            return
        asked = self._asks(clause)
        if clause.passive:
            blocked, blocking = clause.subject, [*clause.by, *clause.with_]
        else:
            things = [m for m in clause.subject if m.head != "player"]
            blocked = [*clause.object, *clause.on] if clause.frame == "block" else []
            blocking = (
                things + (clause.with_ if not things or not players else [])
                if things or not clause.with_
                else clause.with_
            )
        if not blocked and not blocking and not clause.subject and self.attackers and self.blockers and not asked:
            # "block allowed?": the block as a thing, with both sides told before
            self.declare(tuple(self.blockers), tuple(self.attackers))
            return
        blocking = [m for m in blocking if not self._means_all(m, clause)]
        attackers, blockers = self._both(blocked, blocking)
        if not attackers:
            attackers = tuple(i for i in self.attackers if i not in blockers)
            if (
                len(attackers) > 1
                and not self._asks(clause)
                and not self.talk.says(
                    "block all", "blocks all", "blocked all", "block both", "blocks both", "block them all"
                )
            ):
                self.doubts += 3.0
            attackers = attackers or self._free(blockers, self.block_owner, "attacker")
        if not blockers and not self.blockers and not asked and not clause.negated and not players:
            blockers = self._free(attackers, self.attack_owner, "blocker")
        about = attackers if clause.passive else blockers
        self.board.topic = about[0] if len(about) == 1 and clause.subject else None
        if clause.count and len(blockers) <= 1:
            blockers = self._several_blockers(blockers, clause.count)
        if asked:
            self.blocked.ask_block(clause, blockers, attackers)
        elif clause.passive and clause.negated and self.blocks and self.talk.says("no longer", "anymore", "any more"):
            self.use_where(lambda w: w.lower in {"longer", "anymore", "any", "more"})
            self.queries.append(Query("is_unblocked", attackers))
        elif clause.frame == "no_block" or clause.negated:
            self.refused = (blockers, attackers)
            if not any(set(c.frames) & {"block"} and c is not clause for c in self.talk.clauses):
                self.events.append(Event("no_block", blockers))
        elif not blockers and attackers and not self.blocks and self._asks_to_block(clause):
            self.blocked.ask_block(clause, blockers, attackers)  # "I only have a wall back. block?"
        elif blockers or attackers:
            self.declare(blockers or (self.some_blocker(),), attackers)

    def _told_of_blocking(self, clause: Clause) -> None:
        """ "three guys that can block", "a Rat that can't block": no block, and nothing asked."""
        for mention in clause.subject:
            id = self.board.get(mention, owner=self.block_owner) if mention.is_object else None
            if id is not None and clause.negated:
                cant = Static((CantBlock(of=Filter(this=True)),))
                self.board.change(id, abilities=(*self.board.objects[id].abilities, cant))
        self.use(clause, *clause.subject)

    def _asks_to_block(self, clause: Clause) -> bool:
        """ "block?", with nothing before it: whether the defending player may."""
        after = self.talk.lowers[clause.verb + 1 : clause.verb + 2]
        bare = not clause.subject and not clause.passive and clause.form in {"base", "noun"}
        return (
            bare
            and after in (["?"], ["possible"], ["legal"], ["ok"], ["okay"], ["allowed"], ["fine"])
            and self.talk.lowers[clause.verb - 1] in {".", ",", "?", "-", ";", ":"}
        )

    def _restates_card(self, clause: Clause) -> None:
        """ "Bower Passage keeps fliers from blocking": says again what the card does; the card itself is on the board."""
        cards = [m for m in clause.subject if m.cards]
        if clause.kept_from and cards:
            self.board.ids(cards)
            self.use(clause, *clause.subject, *clause.object)

    def _he_is_a_creature(self) -> bool:
        """ "he" and "him" are the opponent, unless no opponent was spoken of and one creature was."""
        if any(m.head == "player" and m.player == "opp" and m.article != "pronoun" for m in self.talk.mentions):
            return False
        if any(m.owner == "opp" for m in self.talk.mentions):
            return False
        return len([i for i in self.board.objects if i not in self.attackers]) == 1

    def _asks(self, clause: Clause) -> bool:
        """A modal without inversion asks only when nothing else in the question does."""
        if clause.question or clause.wh or clause.bound:
            return True
        wishes = clause.form == "base" and {"wants", "want", "trying", "tries", "try"} & set(
            self.talk.lowers[clause.start : clause.verb]
        )
        if not (clause.modal or wishes) or clause.conditional or clause.relative:
            return False
        if wishes and self.talk.has("legal"):
            return False
        return not any(c.question or c.wh for c in self.talk.clauses)

    def _is_lure(self, clause: Clause) -> bool:
        """ "all able creatures block it", "everything able has to block it": a requirement, told, not a declaration."""
        words = self.talk.lowers[clause.start : clause.verb]
        if clause.question or not (
            {"all", "every", "everything", "everyone", "each"} & set(words) and ("able" in words or "able to" in words)
        ):
            return False
        targets = self.board.ids([m for m in clause.object if m.head != "player"])
        for id in targets:
            thing = self.board.objects[id]
            self.board.change(id, abilities=(*thing.abilities, ability("lure")))
        self.use(clause, *clause.roles())
        self.used |= set(range(clause.start, clause.verb))
        return bool(targets)

    def _means_all(self, mention: Mention, clause: Clause) -> bool:
        """ "how many creatures can block it": any of that side's, when some were spoken of."""
        if not (mention.plural and not mention.described and mention.owner is None and mention.count is None):
            return False
        if mention.head not in {"creature", "blocker"} or not (
            clause.wh == "how_many" or mention.article in {"all", "any"}
        ):
            return False
        self.used |= set(range(mention.start, mention.end))
        return bool(self.creatures_of(self.block_owner))

    def _declares(self, clause: Clause) -> None:
        """ "declares it as a blocker"."""
        roles = {m.head for m in clause.roles()}
        things = [m for m in clause.object if m.head not in {"blocker", "attacker", "player"}]
        self.use(clause, *clause.roles())
        if "blocker" in roles:
            blockers = self.objects(things, "blocker", tuple(self.attackers))
            if blockers:
                self.declare(blockers, tuple(self.attackers))
        else:
            self.objects(things, "attacker")

    def _both(self, blocked: list[Mention], blocking: list[Mention]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Both roles of a block; what has a description of its own is resolved before a pronoun is."""
        pronoun_first = any(m.head == "pronoun" for m in blocking) and not any(m.head == "pronoun" for m in blocked)
        if pronoun_first and not blocked:
            known = tuple(i for i, o in self.board.objects.items() if o.attacking) or tuple(self.attackers)
            return known, self.objects(blocking, "blocker", known)
        if pronoun_first:
            attackers = self.objects(blocked, "attacker")
            return attackers, self.objects(blocking, "blocker", attackers)
        blockers = self.objects(blocking, "blocker")
        attackers = self.objects(blocked, "attacker", (*blockers, *self.blockers))
        return tuple(i for i in attackers if i not in blockers), blockers

    def _free(self, taken: tuple[str, ...], not_of: str | None, role: str) -> tuple[str, ...]:
        """The creature last spoken of that can play a role: not taken, and not of the other side."""
        mine = self.attackers if role == "attacker" else self.blockers
        theirs = self.blockers if role == "attacker" else self.attackers
        for id in reversed(self.board.spoken):
            thing = self.board.objects[id]
            if id in taken or id in theirs or (not_of and thing.controller == not_of):
                continue
            if "creature" in thing.types or self._card_is_creature(thing):
                mine.append(id)
                return (id,)
        return ()

    def _several_blockers(self, blockers: tuple[str, ...], n: int) -> tuple[str, ...]:
        if not blockers:
            return (
                self.board.create(
                    GameObject("blocker", said="creature", types=("creature",), controller=self.block_owner, count=n)
                ),
            )
        if self.board.objects[blockers[0]].count in {1, None}:
            self.board.change(blockers[0], count=n)
        return blockers

    def some_blocker(self) -> str:
        made = self.board.create(
            GameObject("blocker", said="creature", types=("creature",), controller=self.block_owner, blocking=True)
        )
        self.supposed.append(made)
        self.blockers.append(made)
        self.doubts += 0.5
        return made

    def some_attacker(self) -> str:
        made = self.board.create(
            GameObject("attacker", said="creature", types=("creature",), controller=self.attack_owner, attacking=True)
        )
        self.supposed.append(made)
        self.attackers.append(made)
        self.doubts += 0.5
        return made

    def declare(self, blockers: tuple[str, ...], attackers: tuple[str, ...]) -> None:
        attackers = attackers or tuple(self.attackers[:1]) or (self.some_attacker(),)
        self.blocks.append((blockers, attackers))
        for attacker in attackers:
            self.events.append(Event("block", blockers, (attacker,)))

    def last_asks(self, clause: Clause) -> bool:
        """A bare verb at the end of a question ("knight die?")."""
        for i in range(clause.verb, min(clause.verb + 5, len(self.talk.words))):
            if self.talk.words[i].sentence == clause.sentence and self.talk.words[i].lower == "?":
                return clause.form in {"base", "noun", "s"}
        return False

    def things(self, clause: Clause) -> list[Mention]:
        """The objects that a clause is about; "he dies" and "does he get through" are about a creature."""
        return [
            msgspec.structs.replace(m, head="pronoun") if m.head == "player" and m.article == "pronoun" else m
            for m in clause.subject if m.head != "player" or m.article == "pronoun"
        ]  # fmt: skip

    def _got(self, clause: Clause) -> bool:
        """ "I got two untapped creatures": has them."""
        word = self.talk.words[clause.verb]
        plain = word.lower in {"got", "gots"} and not clause.passive and not clause.modal and not clause.question
        return plain and bool(clause.object) and all(m.is_object and m.head != "card" for m in clause.object)

    def _has(self, clause: Clause) -> None:
        """ "he has 4 soldiers", "I have a swamp", "opp has none"."""
        players = [m.player for m in clause.subject if m.head == "player"]
        if not players and not clause.question:
            # "two of my attackers both have lure": the creatures are there; the loose terms tell what they have.
            for m in clause.subject:
                if m.head == "attacker":
                    self.objects([m], "attacker")
                elif m.is_object:
                    self.board.get(m)
            self.use(clause, *clause.subject)
        if not players or clause.question:
            return
        for m in clause.object:
            if m.is_object:
                self.board.get(m, owner=players[0])
                self.used |= set(range(m.start, m.end))
        named = [m for m in clause.subject if m.cards]
        if len(named) == 1 and not clause.object:
            # "Reckless Cohort is the only creature I have": one thing, said twice.
            self.board.get(named[0], owner=players[0])
            rest = [m for m in clause.subject if m.is_object and m is not named[0]]
            if any("only" in m.text.split() for m in rest):
                self.talk.only.add(players[0])
        self.use(clause, *clause.subject)

    def _described_only(self, before: int) -> None:
        """Mentions in no clause, as far as they stand before a word: "menace attacker. his two 1/1s …"."""
        for m in self.talk.mentions:
            if m.start >= before:
                break
            if self.blocked.part_of_assignment(m):
                continue
            if self._states_limit(m) or self._all_told([m], None):
                continue
            if m.head == "some" and m.start not in self.board.of_mention and self._tapped_part(m):
                continue
            if m.start in self.in_clause:
                continue
            if m.start in self.board.of_mention or not m.is_object or m.head in {"spell", "ability", "trigger"}:
                continue
            role = (
                "attacker" if m.head == "attacker" or "lure" in m.keywords else "blocker" if m.head == "blocker" else ""
            )
            owner = self.attack_owner if role == "attacker" else self.block_owner if role == "blocker" else None
            id = self.board.get(m, owner=owner, role=role)
            if id is not None:
                self.used |= set(range(m.start, m.end))
                if role == "attacker" and id not in self.attackers:
                    self.attackers.append(id)
                if role == "blocker" and id not in self.blockers:
                    self.blockers.append(id)

    def _states_limit(self, mention: Mention) -> bool:
        """ "one attacker and one blocker max": what a card on the board allows, no creature of its own."""
        if mention.head not in {"attacker", "blocker"} or mention.count is None or mention.described:
            return False
        ahead = self.talk.words[mention.end : mention.end + 5]
        here = [w for w in ahead if w.sentence == mention.sentence and w.lower != ","]
        behind = self.talk.words[max(0, mention.start - 2) : mention.start]
        limited = any(w.is_("most") or w.lower in {"max", "maximum", "each", "total"} for w in [*here, *behind])
        if limited and any(limits_blocks(self.talk.card(m)) for m in self.talk.mentions if m.cards):
            self.used |= set(range(mention.start, mention.end))
            self.use_where(lambda w: w.lower in {"max", "maximum"})
            return True
        return False

    def _listed_lands(self) -> None:
        """ "my lands are Mountains", "these lands: a Plains, Breeding Pool": the list is what the lands are."""
        for whole in self.talk.mentions:
            group = self.board.of_mention.get(whole.start)
            if group is None or whole.head != "land" or whole.described or not whole.plural:
                continue
            end, owner, listed = whole.end, self.board.objects[group].controller, 0
            for m in self.talk.mentions:
                gap = self.talk.lowers[end : m.start]
                id = self.board.of_mention.get(m.start)
                if m.start < whole.end or m.sentence != whole.sentence or not set(gap) <= _LISTING or id is None:
                    continue
                if "land" not in self.board.objects[id].types and not self._names_land(m):
                    break
                if self.board.objects[id].controller is None:
                    self.board.change(id, controller=owner)
                self.used |= set(range(m.start, m.end)) | set(range(whole.start, whole.end))
                end, listed = m.end, listed + 1
            if listed:
                del self.board.objects[group]
                self.board.spoken = [i for i in self.board.spoken if i != group]

    def _names_land(self, mention: Mention) -> bool:
        card = self.talk.card(mention) if mention.cards else None
        return card is not None and "land" in card.faces[0].types

    def _left_over(self) -> None:
        """Creatures that only stand in clauses nobody had a use for ("two attackers that both say …")."""
        for m in self.talk.mentions:
            if m.start in self.board.of_mention or not m.is_object or m.head not in {"attacker", "blocker"}:
                continue
            if self._states_limit(m):
                continue
            if m.described or m.count:
                self.objects([m], m.head)

    def _power_changes(self) -> None:
        """ "its power drops from 3 to 1 before blocks": the power it has as blockers are declared."""
        for i, lower in enumerate(self.talk.lowers):
            if lower != "power" or self.talk.inside(i) is not None:
                continue
            numbers: dict[str, int] = {}
            if i > 1 and self.talk.words[i - 1].kind == "number" and self.talk.lowers[i - 2] == "to":
                numbers["to"] = self.talk.words[i - 1].value[0]  # "shrunk it to 0 power"
            for j in range(i + 1, min(i + 8, len(self.talk.words) - 1)):
                if self.talk.lowers[j] in {"from", "to"} and self.talk.words[j + 1].kind == "number":
                    numbers[self.talk.lowers[j]] = self.talk.words[j + 1].value[0]
                    self.used |= {j, j + 1}
            about = next(
                (m for m in reversed(self.talk.mentions) if m.end <= i and i - m.end <= 3 and m.head != "player"), None
            )
            if "to" not in numbers or about is None:
                continue
            id = self.board.get(about, owner=self.attack_owner)
            if id is None:
                continue
            moment = next((w.sense("moment").value for w in self.talk.words[i : i + 12] if w.is_("moment")), "")  # type: ignore[union-attr]
            entry = self.talk.lexicon.moments.get(moment, {})
            if "from" in numbers:
                self.board.change(id, power=numbers["from"])
            self.events.append(
                Event("set_pt", (id,), power=numbers["to"], at=entry.get("step"), after=bool(entry.get("after", False)))
            )  # type: ignore[arg-type]
            self.used |= set(range(about.start, i + 2))
            self.use_where(lambda w: w.is_("moment"))

    def _tapped_part(self, mention: Mention) -> bool:
        """ "four of them are untapped and one is tapped": part of a group stands another way."""
        after = self.talk.lowers[mention.end : mention.end + 3]
        while after and after[0] in {"is", "are", "was", "were", "already", "left"}:
            after.pop(0)
        if not after or after[0] not in {"tapped", "untapped"}:
            return False
        self.used |= set(range(mention.start, mention.end + 3))
        if after[0] == "tapped":
            id = self.board.get(mention, owner=self.block_owner)
            if id is not None:
                self.board.change(id, tapped=True)
        return True

    def _loose_terms(self) -> None:
        """Abilities told apart from the creature: "all three say must be blocked if able", "attacker has menace"."""
        for i, word in enumerate(self.talk.words):
            sense = next((s for s in word.senses if s.kind == "keyword" and s.form == "is"), None)
            if sense is None or i in self.used or self.talk.inside(i) is not None or word.is_("verb"):
                continue
            by_player = i > 0 and self.talk.words[i - 1].is_("player") and sense.value == "lure"  # "if I lured it"
            asked = self.in_question(i) or any(
                c.question and c.start <= i < c.end and c.frame not in {"block"} for c in self.talk.clauses
            )
            if asked and not by_player and not self._in_brackets(i):
                continue
            targets = self._bearers(i)
            if not targets:
                continue
            self.used.add(i)
            self.used |= {
                j
                for j in range(max(0, i - 6), i)
                if self.talk.words[j].kind == "number" and self.talk.inside(j) is None
            }
            for id in targets:
                thing = self.board.objects[id]
                if ability(sense.value) not in thing.abilities:
                    self.board.change(id, abilities=(*thing.abilities, ability(sense.value)))

    def in_question(self, i: int) -> bool:
        """Whether word i stands in a part of a sentence that begins with "is", "does", "can" …"""
        j = i
        while (
            j > 0
            and self.talk.lowers[j - 1] not in {",", ".", ";", "?", ":", "!"}
            and self.talk.words[j - 1].sentence == self.talk.words[i].sentence
        ):
            j -= 1
        return self.talk.lowers[j] in {
            "is",
            "are",
            "does",
            "do",
            "can",
            "will",
            "would",
            "should",
            "did",
            "may",
            "must",
        }

    def _in_brackets(self, i: int) -> bool:
        opened = [self.talk.lowers[j] for j in range(i) if self.talk.lowers[j] in {"(", ")"}]
        return bool(opened) and opened[-1] == "("

    def _bearers(self, i: int) -> tuple[str, ...]:
        """Which objects a loose ability belongs to."""
        if i + 1 < len(self.talk.words) and self.talk.lowers[i + 1] in {"on", "onto"}:
            host = next((m for m in self.talk.mentions if m.start == i + 2 and m.head != "player"), None)
            if host is not None:
                self.used |= set(range(host.start, host.end))
                return self.board.ids([host], owner=self.attack_owner)
        if i and self.talk.words[i - 1].is_("player") and (i + 1 < len(self.talk.words)):
            # "I lured my 7/7"
            host = next((m for m in self.talk.mentions if m.start == i + 1 and m.head != "player"), None)
            if host is not None:
                self.used |= set(range(host.start, host.end))
                return self.board.ids([host], owner=self.attack_owner)
        j = i - 1
        while j >= 0 and self.talk.words[j].sentence == self.talk.words[i].sentence and i - j < 10:
            mention = self.talk.inside(j)
            if self.talk.lowers[j] in {"all", "everything", "both", "each"} and (
                mention is None or not mention.described
            ):
                named = [
                    m
                    for m in self.talk.mentions
                    if m.end <= j and m.sentence == self.talk.words[i].sentence and m.is_object
                ]
                return tuple(self.attackers) or self.board.ids(named[-2:] if self.talk.lowers[j] == "both" else named)
            if mention is not None and mention.head != "player":
                return self.board.ids([mention])
            j -= 1
        return ()

    def _filled(self, query: Query) -> Query:
        """A query whose roles were left open is about all the creatures that can play them."""
        if query.kind in {
            "can_block",
            "must_block",
            "may_not_block",
            "how_many_block",
            "block_legal",
            "who_chooses_blocks",
        }:
            blockers = query.subject or tuple(self.blockers) or self.creatures_of(self.block_owner)
            if not blockers and query.kind in {"must_block", "may_not_block"}:
                blockers = (self.some_blocker(),)
                self.board.change(blockers[0], count=None, controller=self.block_owner)
            attackers = (
                query.target
                or tuple(self.attackers)
                or tuple(i for i in self.creatures_of(self.side) if i not in blockers)
            )
            return msgspec.structs.replace(query, subject=blockers, target=attackers)
        if query.kind == "can_be_blocked" and not query.target:
            return msgspec.structs.replace(query, target=self.creatures_of(self.block_owner))
        return query

    def creatures_of(self, player: str | None) -> tuple[str, ...]:
        return tuple(
            id
            for id, thing in self.board.objects.items()
            if thing.controller == player
            and ("creature" in thing.types or (thing.card and self._card_is_creature(thing)))
        )

    def idle(self, attackers: tuple[str, ...]) -> tuple[str, ...]:
        """The creatures that could block for the defending player, as far as the question tells of any."""
        told = [*self.creatures_of(self.block_owner), *self.creatures_of(None)]
        gone = {i for e in self.events if e.kind in {"leave", "sacrifice"} for i in e.subject}
        taken = {*attackers, *self.attackers, *gone}
        return tuple(i for i in told if i not in taken and not self.board.objects[i].attacking)

    def _card_is_creature(self, thing: GameObject) -> bool:
        card = self.talk.cards.get(thing.card) if thing.card else None
        return card is not None and any("creature" in f.types for f in card.faces)

    def use_where(self, test: Callable[[Word], bool]) -> None:
        """Mark the words that pass a test as explained."""
        self.used |= {i for i, word in enumerate(self.talk.words) if test(word)}

    @property
    def defender(self) -> str:
        """The defending player."""
        return self.block_owner or "opp"

    def versus(self) -> None:
        """ "a 3/3 vs a deathtouch 2/2", "a 6/6 trampler into an 1/4": two creatures meet, with no word for the block."""
        if (
            self.blocks
            or any(e.kind == "block" for e in self.events)
            or any(c.frame == "block" for c in self.talk.clauses)
        ):
            only_players = True
        else:
            only_players = False
        for i, word in enumerate(self.talk.words):
            if word.lower not in {"vs", "versus", "against", "into", "v", "meets", "hits", "fights", "facing"}:
                continue
            before = next(
                (m for m in reversed(self.talk.mentions) if m.end <= i and m.is_object and i - m.end <= 2), None
            )
            after = next((m for m in self.talk.mentions if m.start > i and m.is_object and m.start - i <= 2), None)
            if before is not None and after is None and word.lower in {"into", "at", "vs", "against"}:
                self._into_player(before, i)
                continue
            if before is None or after is None or only_players:
                continue
            if after.role == "attacking" or self.talk.lowers[after.end : after.end + 1] in (["attacking"], ["attacks"]):
                before, after = after, before  # "my Recluse vs his Angel attacking"
                self.side = before.owner or self.side
            if before.head == "land" or after.head == "land" or before.head == "blocker" or after.head == "attacker":
                continue
            self.side = self.side or "you"
            attackers = self.objects([before], "attacker")
            blockers = self.objects([after], "blocker", attackers)
            if attackers and blockers:
                self.used.add(i)
                self.declare(blockers, attackers)
                return

    def _into_player(self, mention: Mention, i: int) -> None:
        """ "a 5/5 into an opponent with two walls": an attack without the word."""
        player = next((m for m in self.talk.mentions if m.start > i and m.head == "player" and m.start - i <= 3), None)
        if player is None or self.attackers or mention.head == "land":
            return
        self.side = _OTHER.get(player.player, "you")
        self.objects([mention], "attacker")
        self.used.add(i)

    # ------------------------------------------------------------ finishing

    def _finish_roles(self) -> None:
        side = self.side or "you"
        for id, thing in self.board.objects.items():
            if thing.controller == "defender":
                self.board.change(id, controller=_OTHER[side])
        for id in self.attackers:
            if self.board.objects[id].controller is None:
                self.board.change(id, controller=side)
        for id in self.blockers:
            if self.board.objects[id].controller is None:
                self.board.change(id, controller=_OTHER[side])
        self.side = side

    def _declared(self) -> list[Event]:
        known = {i for e in self.events if e.kind == "attack" for i in e.subject}
        new = tuple(i for i in self.attackers if i not in known)
        return [Event("attack", new, self.attacked)] if new else []


_STEP_OF: dict[str, Step] = {"attack": "declare_attackers", "block": "declare_blockers", "no_block": "declare_blockers"}


def _order(event: Event) -> tuple[int, int]:
    from judgecall.scenario.model import STEPS

    step = event.at or _STEP_OF.get(event.kind)
    place = STEPS.index(step) if step else STEPS.index("declare_attackers") if event.kind != "attack" else 0
    if event.at is None and event.kind not in _STEP_OF:
        return place - 1, 1
    return place, 1 if event.after or event.kind not in _STEP_OF else 0
