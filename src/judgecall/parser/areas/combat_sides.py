"""The two sides of a combat: whose creatures attack, what each creature mentioned is in it, and what is declared."""

from __future__ import annotations

from collections.abc import Callable

from judgecall.cards.abilities import Card
from judgecall.parser.areas.attacks import taxes_attacks
from judgecall.parser.board import Board
from judgecall.parser.clauses import Clause
from judgecall.parser.happenings import Happenings
from judgecall.parser.leaders import leads
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk
from judgecall.parser.words import Word
from judgecall.scenario.model import Event, GameObject, Player, Query, Scenario

OTHER = {"you": "opp", "opp": "you"}
LURED = frozenset({"lure", "must be blocked"})
"""Abilities of which anything is said only of attackers."""
_LATE = frozenset({"declare_blockers", "first_strike_damage", "combat_damage", "end_of_combat", "main2", "end_step"})


def told_of_late_step(talk: Talk) -> bool:
    """Whether a step is told of in which blockers were declared already: what happened then forces no block (CR 509.1c)."""
    late = [name for name, entry in talk.lexicon.moments.items() if entry.get("step") in _LATE]
    return talk.has("moment", *late)


class CombatSides:
    """The board of a combat with its attackers and blockers; what is asked about it is read elsewhere."""

    side: str | None
    """Whose creatures attack."""

    def __init__(self, talk: Talk, context: Scenario | None) -> None:
        self.talk = talk
        self.board = Board(talk, context)
        self.happenings = Happenings(talk, self.board)
        self.events: list[Event] = list(context.events) if context is not None else []
        self.queries: list[Query] = []
        self.used: set[int] = set()
        self.doubts = 0.0
        self.attackers: list[str] = [i for e in self.events if e.kind == "attack" for i in e.subject]
        self.blockers: list[str] = [i for e in self.events if e.kind == "block" for i in e.subject]
        self.blocks: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
        self.refused: tuple[tuple[str, ...], tuple[str, ...]] | None = None
        """Blocks that were not declared: who refused to block whom."""
        self.paired: set[int] = set()
        """Where blockers were told whose block is declared already."""
        self.attacked: tuple[str, ...] = ()
        """The planeswalker that is attacked, if one is."""
        self.unplaced = False
        """Something was told that no place was found for: nothing is ruled on."""
        self.supposed: list[str] = []
        """Creatures that nobody spoke of, made because a block needs two sides."""
        self.in_clause = {m.start for c in talk.clauses for m in c.roles() if c.frame != "keyword"}
        self.players: dict[str, Player] = {p.id: p for p in context.players} if context is not None else {}
        self.cast_by = {m.start: who for c in talk.clauses for m, who in self._cast_in(c)}
        """Who cast the creatures that are told of as cast, by where they are named."""

    def _cast_in(self, clause: Clause) -> list[tuple[Mention, str]]:
        """ "I just cast Grizzly Bears", "he played a 3/3": creatures, with who has them since."""
        told = not (clause.question or clause.passive or clause.modal or clause.negated or clause.conditional)
        who = next((m.player for m in clause.subject if m.head == "player" and m.player in OTHER), None)
        if clause.frame != "cast" or not told or who is None:
            return []
        things = [m for m in clause.object if m.owner is None and not m.zone]
        return [
            (m, who) for m in things if self._names_creature(m) or (m.head in {"creature", "token"} and m.described)
        ]

    def _attacker_side(self) -> str | None:
        """Whose creatures attack, as far as the words tell."""
        for i, lower in enumerate(self.talk.lowers):
            if lower in {"unblockable", "blockable"} and self.talk.lowers[i + 1 : i + 2] == ["for"]:
                faced = self.talk.inside(i + 2)
                if faced is not None and faced.head == "player" and faced.player in OTHER:
                    return OTHER[faced.player or ""]  # "is it unblockable for me?"
        for clause in self.talk.clauses:
            players = [m.player for m in clause.subject if m.head == "player"]
            owners = [m.owner for m in clause.subject if m.owner]
            if clause.frame == "attack" and clause.passive and players:
                return OTHER.get(players[0], "opp")
            if clause.frame == "attack":
                attacked = [m for m in [*clause.object, *clause.on, *clause.into] if self._can_be_attacked(m)]
                if attacked and attacked[0].owner in OTHER and clause.subject:
                    return OTHER[attacked[0].owner or ""]
                for who in (*players, *owners, *(m.owner for m in [*clause.object, *clause.with_] if m.owner)):
                    if who in OTHER:
                        return who
                known = (
                    self._told_with_owner(clause.subject) or self._creature_told(clause) if not clause.passive else None
                )
                if known is not None:
                    return known
                if any(m.head == "player" and m.player == "you" for m in [*clause.into, *clause.object]):
                    return "opp"
                if any(m.head == "player" and m.player == "opp" for m in [*clause.into, *clause.object]):
                    return "you"
            if clause.frame in {"block", "no_block"}:
                if clause.passive:
                    for m in [*clause.subject, *clause.by]:
                        if m.owner or m.head == "player":
                            side = m.owner or m.player
                            if side in OTHER:
                                return side if m in clause.subject else OTHER[side]
                else:
                    for m in clause.subject:
                        # "my giant … can the giant block": the one that was told of with its owner.
                        same = [
                            t for t in self.talk.mentions
                            if t.start < m.start and t.owner in OTHER and not m.owner and m.article == "the"
                            and (set(t.cards) & set(m.cards) or set(t.subtypes) & set(m.subtypes))
                        ]  # fmt: skip
                        if same:
                            return OTHER[same[-1].owner or ""]
                    for who in (*players, *owners, *(m.owner for m in clause.with_ if m.owner)):
                        if who in OTHER:
                            return OTHER[who]
                    chosen_from = self._chosen_from(clause)
                    if chosen_from is not None:
                        return OTHER[chosen_from]
                    for m in clause.object:
                        if m.owner or (m.head == "player" and m.player in OTHER):
                            return m.owner or m.player  # "can his wall block me"
                    holder = self._blocker_told(clause)
                    if holder is not None:
                        return OTHER[holder]
        if any(
            c.frame == "attack" and not c.passive and not c.subject and not c.question and (c.with_ or c.object)
            for c in self.talk.clauses
        ):
            return "you"  # "swung with the horse": who tells it did it
        for m in self.talk.mentions:
            if m.head == "attacker" and m.owner:
                return m.owner
            if m.head == "blocker" and m.owner in OTHER:
                return OTHER[m.owner]
        attacks = [c for c in self.talk.clauses if c.frame == "attack" and not c.passive]
        told_of = [c for c in attacks if not c.question]
        if told_of and not any(m.owner or m.head == "player" for c in attacks for m in c.roles()):
            # "Juggernaut attacks, I only have a wall back": who tells what is there to block defends.
            fighting = {m.start for c in attacks for m in c.roles()}
            for clause in self.talk.clauses:
                haver = next((m.player for m in clause.subject if m.head == "player" and m.player in OTHER), None)
                kept = [m for m in clause.object if m.is_object and m.head != "land" and m.start not in fighting]
                kept = [m for m in kept if m.head in {"creature", "token", "blocker"} or self._names_creature(m)]
                if clause.frame == "have" and not clause.question and haver and kept:
                    return OTHER[haver]
        attackers = {m.start for c in attacks for m in [*c.subject, *c.object, *c.with_]}
        attackers |= {m.start for m in self._told_to_be_blocked()}
        attackers |= {
            m.start
            for m in self.talk.mentions
            if m.head == "attacker" or m.role == "attacking" or LURED & set(m.keywords)
        }
        for m in self.talk.mentions:
            if m.owner in OTHER and m.is_object and m.head != "land" and taxes_attacks(self.talk.card(m)):
                return OTHER[m.owner]
        told = [m for c in attacks for m in c.subject if m.is_object and m.described and m.owner is None]
        if told and any(set(c.frames) & {"block", "choose"} for c in self.talk.clauses):
            for m in self.talk.mentions:
                # "Kird Ape attacks, my bear is untapped. can it block": whose creature is another one, that side blocks.
                other = m.owner in OTHER and m.start not in attackers
                other = other and bool(m.cards or m.subtypes or m.power is not None or m.tapped is False)
                other = other and (m.head in {"creature", "token", "blocker"} or self._names_creature(m))
                if other and not any(set(m.cards) & set(t.cards) or set(m.subtypes) & self._subtypes(t) for t in told):
                    return OTHER[m.owner or ""]
        for m in self.talk.mentions:
            if m.owner in OTHER and m.is_object and m.head != "land":
                # Creatures that are introduced with an owner beside an attacker without one are the other side's.
                introduced = m.article in {"a", "an"} or m.count is not None
                return OTHER[m.owner] if attackers and introduced and m.start not in attackers else m.owner
        return None

    def _told_to_be_blocked(self) -> list[Mention]:
        """ "Gaea's Protector must be blocked if able. he has three guys": attackers, when nothing is said to attack."""
        if any(c.frame == "attack" for c in self.talk.clauses):
            return []
        return [
            m
            for m in self.talk.mentions
            if m.is_object
            and m.head in {"card", "creature", "token"}
            and m.end < len(self.talk.words)
            and self.talk.words[m.end].is_("keyword", *LURED)
            and self.talk.inside(m.end) is None
            and not (m.start and self.talk.words[m.start - 1].is_("whether"))
        ]

    def _chosen_from(self, clause: Clause) -> str | None:
        """ "Skulk guy, opp has a 2/2 and a 3/3. which can block?": whose the creatures are of which some may block one."""
        asked = clause.wh == "which" and clause.modal == "can" and not clause.negated
        if not asked or any(c.frame == "attack" for c in self.talk.clauses):
            return None
        told = [
            m
            for m in self.talk.mentions
            if m.is_object and (m.power is not None or self._names_creature(m) or m.head == "creature")
        ]
        told = [m for m in told if m.described or m.cards]
        groups: dict[str | None, int] = {}
        for m in told:
            owner = m.owner or self._had_by(m)
            groups[owner] = groups.get(owner, 0) + (m.count or 1)
        several = [who for who, n in groups.items() if n > 1]
        alone = [who for who, n in groups.items() if n == 1]
        return several[0] if len(several) == len(alone) == 1 and several[0] in OTHER else None

    def _had_by(self, mention: Mention) -> str | None:
        """Who is said to have it."""
        for clause in self.talk.clauses:
            if clause.frame == "have" and any(m is mention for m in clause.object):
                return next((m.player for m in clause.subject if m.head == "player" and m.player in OTHER), None)
        return None

    def _blocker_told(self, clause: Clause) -> str | None:
        """ "my bear has reach. can it block a flyer?": whose the creature is that was told of just before."""
        it = next((m for m in clause.subject if m.head == "pronoun" and m.owner is None and not m.plural), None)
        before = [m for m in self.talk.mentions if it is not None and m.end <= it.start and m.is_object]
        attack = {m.start for c in self.talk.clauses if c.frame == "attack" for m in c.roles()}
        owner = before[-1].owner or self.cast_by.get(before[-1].start) if before else None
        if owner not in OTHER or before[-1].start in attack or before[-1].head == "land":
            return None
        return owner

    def _creature_told(self, clause: Clause) -> str | None:
        """ "Kulrath Knight is on his side, my creature has a counter. can it attack": whose the creature told of last is."""
        it = next((m for m in clause.subject if m.head == "pronoun"), None)
        before = [m for m in self.talk.mentions if it is not None and m.end <= it.start and m.is_object]
        creature = bool(before) and (before[-1].head in {"creature", "token"} or self._names_creature(before[-1]))
        return self._blocker_told(clause) if creature else None

    def _told_with_owner(self, mentions: list[Mention]) -> str | None:
        """ "I have a 3/3 and a 2/2. can the 2/2 attack": whose the creature is that was told of before."""
        for m in mentions:
            if m.article not in {"the", "that"} or not m.is_object or (m.power is None and not m.subtypes):
                continue
            for t in self.talk.mentions:
                alike = (t.power, t.toughness) == (m.power, m.toughness) and set(m.subtypes) <= set(t.subtypes)
                if t.start < m.start and t.owner in OTHER and alike:
                    return t.owner
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

    @property
    def attack_owner(self) -> str | None:
        return self.side

    @property
    def block_owner(self) -> str | None:
        return OTHER.get(self.side or "")

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

    def take_parts(self) -> None:
        """A part of a group that attacks ("one of them has flying") attacks as well."""
        self.attackers += [i for i, o in self.board.objects.items() if o.attacking and i not in self.attackers]

    def _all_told(self, mentions: list[Mention], owner: str | None) -> tuple[str, ...]:
        """ "his two guys" after two creatures of his were named one by one: those; the mention is taken out of the list."""
        for mention in mentions:
            words = set(mention.text.split()[:2])
            bare = mention.head == "creature" and not (mention.cards or mention.keywords or mention.colors)
            bare = (
                bare and mention.power is None and not mention.subtypes and mention.start not in self.board.of_mention
            )
            whole = self.talk.lowers[mention.start - 1 : mention.start] == ["all"] or mention.count == 2
            all_of = mention.head == "some" and (mention.count or 0) > 1 and whole
            if not all_of and not (
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
            told = self.told_blockers(n)
            if told:
                return told
            return (
                self.board.create(
                    GameObject("blocker", said="creature", types=("creature",), controller=self.block_owner, count=n)
                ),
            )
        if self.board.objects[blockers[0]].count in {1, None}:
            self.board.change(blockers[0], count=n)
        return blockers

    def told_blockers(self, n: int) -> tuple[str, ...]:
        """ "i have a 1/1 deathtouch, … if i block": the creatures that were told of, if there are just as many."""
        able = [
            id
            for id in self.creatures_of(self.block_owner)
            if id not in (*self.attackers, *self.blockers)
            and not self.board.objects[id].attacking
            and not self.board.objects[id].tapped
            and (self.board.objects[id].power is not None or self.board.objects[id].card)
        ]
        counts = [self.board.objects[id].count for id in able]
        if None in counts or sum(count or 0 for count in counts) != n:
            self.unplaced = self.unplaced or bool(able)
            return ()
        for id in able:
            self.blockers.append(id)
            self.board.change(id, blocking=True)
        return tuple(able)

    def some_blocker(self) -> str:
        told = self.told_blockers(1)
        if told:
            return told[0]
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

    def _names_land(self, mention: Mention) -> bool:
        card = self.talk.card(mention) if mention.cards else None
        return card is not None and "land" in card.faces[0].types

    def creatures_of(self, player: str | None) -> tuple[str, ...]:
        return tuple(
            id
            for id, thing in self.board.objects.items()
            if thing.controller == player
            and ("creature" in thing.types or (thing.card and self._card_is_creature(thing)))
        )

    def listed(self, mention: Mention) -> list[Mention]:
        """ "two creatures attack: a menace 2/2 and a plain 3/3": the creatures that the number stands for, if they follow."""
        if mention.head not in {"creature", "attacker"} or mention.described or not mention.count or mention.count < 2:
            return [mention]
        colon = next(
            (i for i in range(mention.end, len(self.talk.words)) if self.talk.lowers[i] == ":"
             and self.talk.words[i].sentence == mention.sentence), None)  # fmt: skip
        if colon is None:
            return [mention]
        after = [m for m in self.talk.mentions if m.start > colon and m.sentence == mention.sentence and m.is_object]
        if len(after) != mention.count or any(m.count not in {1, None} or m.plural or m.owner for m in after):
            self.unplaced = True
            return [mention]
        self.used |= set(range(mention.start, mention.end))
        return after

    def idle(self, attackers: tuple[str, ...]) -> tuple[str, ...]:
        """The creatures that could block for the defending player, as far as the question tells of any."""
        owned, unowned = self.creatures_of(self.block_owner), self.creatures_of(None)
        unowned = tuple(i for i in unowned if not leads(self.card_of(i)))
        loose = [i for i in unowned if not self.board.objects[i].card and i not in {*attackers, *self.attackers}]
        if any(i not in attackers for i in owned) and any(not self.board.objects[i].attacking for i in loose):
            self.unplaced = True
        told = [*owned, *unowned]
        gone = {i for e in self.events if e.kind in {"leave", "sacrifice"} for i in e.subject}
        taken = {*attackers, *self.attackers, *gone}
        return tuple(i for i in told if i not in taken and not self.board.objects[i].attacking)

    def _card_is_creature(self, thing: GameObject) -> bool:
        card = self.talk.cards.get(thing.card) if thing.card else None
        return card is not None and any("creature" in f.types for f in card.faces)

    def card_of(self, id: str) -> Card | None:
        """The facts of an object's card."""
        name = self.board.objects[id].card
        return self.talk.cards.get(name) if name else None

    def use_where(self, test: Callable[[Word], bool]) -> None:
        """Mark the words that pass a test as explained."""
        self.used |= {i for i, word in enumerate(self.talk.words) if test(word)}

    @property
    def defender(self) -> str:
        """The defending player."""
        return self.block_owner or "opp"
