"""Questions about combat damage: the combat is read as other questions about it are, and then what its damage does is asked."""

from __future__ import annotations

import msgspec

from judgecall.parser.areas.combat import CombatReader, _order
from judgecall.parser.areas.combat_sides import OTHER
from judgecall.parser.areas.damage_asks import Asks
from judgecall.parser.areas.damage_events import DamageEvents
from judgecall.parser.areas.damage_general import general
from judgecall.parser.areas.damage_repeated import Repeated
from judgecall.parser.areas.damage_told import Told
from judgecall.parser.areas.meetings import asks_who_wins
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event, GameObject, Player, Scenario

_KEYWORDS = ("trample", "deathtouch", "first strike", "double strike", "lifelink", "banding", "indestructible")
_KINDS = frozenset({"dies", "survives", "both_die", "how_many_die", "which_die", "deals_damage", "damage_to_player", "damage_dealt", "may_assign",
                    "must_assign_lethal", "can_regenerate", "gets_priority", "who_assigns", "excess_damage", "life_gained", "life_lost",
                    "life_total", "destroys", "triggers_on_damage", "power", "toughness", "number_of_counters"})  # fmt: skip


def concerns(talk: Talk) -> bool:
    """Whether the question has anything to do with combat damage, or damage at all."""
    if any(
        w.is_("moment", "between_damage")
        or w.is_("keyword", *_KEYWORDS)
        or w.is_("noun", "damage", "excess")
        or w.is_("to_player")
        for w in talk.words
    ):
        return True
    fighting = any(w.is_("verb", "attack", "block", "no_block", "fight", "deal") for w in talk.words) or talk.says(
        "unblocked"
    )
    return fighting or (
        (any(w.is_("verb", "die", "survive", "kill", "beat") for w in talk.words) or asks_who_wins(talk))
        and any(m.power is not None or m.cards for m in talk.mentions)
    )


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """Readings of the question as one about damage."""
    if not concerns(talk) and not (context is not None and any(e.kind in {"attack", "block"} for e in context.events)):
        return []
    candidate = DamageReader(_own(talk), context).read()
    return [candidate] if candidate is not None else []


def _own(talk: Talk) -> Talk:
    """The talk with mentions and clauses that this reading may change."""
    copies = {
        id(m): msgspec.structs.replace(m, keywords=list(m.keywords), colors=list(m.colors)) for m in talk.mentions
    }

    def same(mentions: list[Mention]) -> list[Mention]:
        return [copies.get(id(m), m) for m in mentions]

    clauses = [
        msgspec.structs.replace(
            c, subject=same(c.subject), object=same(c.object), by=same(c.by), with_=same(c.with_), on=same(c.on), into=same(c.into),
            other={k: same(v) for k, v in c.other.items()},
        )
        for c in talk.clauses
    ]  # fmt: skip
    own = Talk(
        talk.text, talk.words, [copies[id(m)] for m in talk.mentions], clauses, talk.lexicon, talk.cards, talk.tags
    )
    own.attached = [(copies.get(id(a), a), copies.get(id(b), b)) for a, b in talk.attached]
    return own


class DamageReader(CombatReader):
    """Builds one scenario of a combat, a fight or a spell that deals damage, and the queries about it."""

    def __init__(self, talk: Talk, context: Scenario | None) -> None:
        super().__init__(talk, context)
        self.told = Told(self)
        self.repeated = Repeated(self)
        self.asks = Asks(self)
        self.told_events = DamageEvents(self)
        self.replaced: dict[str, tuple[str, ...]] = {}
        self.known_unblocked = False
        """Attackers were called unblocked: blockers have been declared by then."""
        self.met = False
        """Two creatures meet, and nobody told of a block."""
        self.doubtful = False
        """Something decisive was not understood: no reading."""

    def read(self) -> Candidate | None:
        """The reading, or None when the question asks nothing about damage."""
        rule_in_general = general(self.talk)
        if rule_in_general is not None:
            return rule_in_general
        self.told.of_mentions()
        self.repeated.find()
        self.side = (
            self._attacker_side()
            if self.side_told()
            else self._side_by_damage() or self._side_by_size() or self._attacker_side()
        )
        self.used |= self.board.attach()
        self.told_events.before_clauses()
        self.meet()
        self.told_events.descriptions()
        for clause in self._in_order():
            if self.repeated.is_belief(clause) or clause not in self.talk.clauses:
                continue
            self.told_events.advance(clause.verb)
            self._described_only(clause.verb)
            self._spoken_before(clause)
            if self.repeated.restates(clause):
                continue
            self._clause(clause)
        self.told_events.advance(len(self.talk.words))
        self._described_only(len(self.talk.words))
        self._loose_terms()
        self.told_events.after_clauses()
        self.asks.rest()
        if self.doubtful or self.board.unplain or not self.queries or not any(q.kind in _KINDS for q in self.queries):
            return None
        facts = self.told.settle()
        self.use_where(lambda w: w.is_("still") or w.is_("legal"))
        self._right_sides()
        self._finish_roles()
        self.asks.finish()
        if self.doubtful or self._leaves_sides_open() or (self.met and self.cannot_meet()):
            return None
        self._not_had_before()
        events = self._declared() + self._whole_blocks()
        events.sort(key=_order)
        players = [self.players.get(p, Player(p)) for p in ("you", "opp")]
        scenario = Scenario(
            tuple(self.board.objects.values()), tuple(players), tuple(self._renamed(e) for e in events), tuple(self.queries),
            active=self.side, facts=tuple(facts),
        )  # fmt: skip
        scenario = msgspec.structs.replace(scenario, queries=tuple(
            msgspec.structs.replace(q, subject=self._now(q.subject), target=self._now(q.target)) for q in scenario.queries
        ))  # fmt: skip
        return Candidate(
            scenario,
            "damage",
            self.used | self.happenings.used,
            self.doubts,
            tuple(self.board.guessed),
            tuple(self.board.ambiguous),
        )

    def _spoken_before(self, clause: Clause) -> None:
        """A clause that is read before its turn can speak of what stands before it."""
        if clause.frame not in {"attack", "block", "fight"}:
            return
        for c in self.talk.clauses:
            if c.sentence == clause.sentence and c.verb < clause.verb and (c.question or c.bound or c.wh):
                for m in c.roles():
                    named = c.frame in {"kill", "deal"} and m.described and m.head not in {"blocker", "attacker"}
                    if m.is_object and (m.owner or named) and m.end <= clause.verb:
                        self.board.get(m)

    def _in_order(self) -> list[Clause]:
        """The clauses, what is told of the combat in a sentence before what is asked in it ("can I …, if it's blocked by …")."""
        told = {"attack", "block", "fight"}

        def place(item: tuple[int, Clause]) -> tuple[int, int, int]:
            n, clause = item
            asks = clause.question or clause.modal == "can"
            first = (
                clause.frame in told
                and not clause.question
                and not clause.modal
                and any(
                    c.sentence == clause.sentence
                    and c.verb < clause.verb
                    and (c.question or c.bound or c.wh)
                    and c.frame in {"assign", "put", "deal", "kill"}
                    for c in self.talk.clauses
                )
            )
            return clause.sentence, 0 if first and not asks else 1, n

        return [c for _, c in sorted(enumerate(self.talk.clauses), key=place)]

    def side_told(self) -> bool:
        """Whether an attack or a block says whose creatures attack."""
        for clause in self.talk.clauses:
            if clause.frame in {"attack", "block", "no_block"} and any(
                m.head == "player" or m.owner for m in clause.roles()
            ):
                return True
        return any(m.head in {"attacker", "blocker"} and m.owner for m in self.talk.mentions)

    def _side_by_damage(self) -> str | None:
        """ "how much do I take", "damage to his face": who is dealt the damage is attacked."""
        for clause in self.talk.clauses:
            if (
                "take" in clause.frames
                and clause.subject
                and clause.subject[-1].head == "player"
                and clause.subject[-1].player in OTHER
            ):
                return OTHER[clause.subject[-1].player]
            if clause.frame == "lose" and clause.wh == "how_much" and clause.subject:
                loser = clause.subject[-1].player
                if loser in OTHER and not clause.object:
                    return OTHER[loser]
            hit = [m.player for m in clause.object if m.head == "player" and m.player in OTHER]
            if (
                clause.frame == "deal"
                and not clause.passive
                and len(hit) == 1
                and any(m.is_object for m in clause.subject)
            ):
                return OTHER[hit[0]]
        for word in self.talk.words:
            if word.is_("to_player") and set(word.lower.split()) & {"his", "their", "him", "opp", "opponent"}:
                return "you"
            if word.is_("to_player") and set(word.lower.split()) & {"my", "me"}:
                return "opp"
        return None

    def _right_sides(self) -> None:
        """ "my 2/1 blocking, fought a 3 power guy": what my creature blocks is the opponent's, whoever was thought to attack."""
        owned = {self.board.of_mention[m.start]: m.owner for m in self.talk.mentions
                 if m.owner in OTHER and m.start in self.board.of_mention}  # fmt: skip
        for blockers, attackers in self.blocks:
            owners = {owned[i] for i in blockers if i in owned}
            if len(owners) != 1 or any(i in owned for i in attackers):
                continue
            side = OTHER[owners.pop()]
            self.side = side
            for id in attackers:
                self.board.change(id, controller=side)

    def _side_by_size(self) -> str | None:
        """ "a 2/2 blocks an 8/8. does my 2/2 survive": whose it is is told only in what is asked."""
        for clause in self.talk.clauses:
            if clause.frame != "block" or clause.question:
                continue
            blocked = clause.subject if clause.passive else clause.object
            blocking = [*clause.by, *clause.with_] if clause.passive else clause.subject
            sizes = [(m.power, m.toughness) for m in (*blocked, *blocking) if m.power is not None]
            if len(set(sizes)) != len(sizes):
                return None
            for m in self.talk.mentions:
                if m.owner not in OTHER or m.power is None or m.start < clause.verb or m in (*blocked, *blocking):
                    continue
                for group, attacks in ((blocked, True), (blocking, False)):
                    if any((b.power, b.toughness) == (m.power, m.toughness) for b in group):
                        return m.owner if attacks else OTHER[m.owner]
        return None

    # ------------------------------------------------------------- clauses

    def _clause(self, clause: Clause) -> None:
        if self.told_events.clause(clause) or self.asks.clause(clause):
            return
        if clause.frame == "attack":
            self.told_events.complete_attack(clause)
            met = self.told_events.met_blockers(clause)
            self._attack(clause)
            if met:
                self.declare(self.objects(met, "blocker", tuple(self.attackers)), tuple(self.attackers[-1:]))
        elif clause.frame in {"block", "no_block"}:
            self.told_events.own_blocker(clause)
            if not self.told_events.nobody_blocks(clause) and not self.told_events.no_blocks(clause):
                self._block(clause)
        elif clause.frame in {"have", "get"} and not clause.question:
            if self._changes_size(clause):
                self._add_changes(clause)
            elif not self.told_events.lacks(clause):
                self._has_out(clause)
        elif not clause.question and not clause.should:
            self.told_events.whose(clause)
            happened = self.happenings.of(clause)
            if happened or not self.told_events.cast_on(clause):
                self.events += [self._timed(e) for e in self.told_events.sourced(clause, happened)]

    def _changes_size(self, clause: Clause) -> bool:
        """ "the 0/1 gets +0/+5": no counter, and no ability that is there all the time."""
        ends = range(clause.verb + 1, clause.end)
        change = next((i for i in ends if self.talk.words[i].kind == "change" and self.talk.inside(i) is None), None)
        if (
            change is None
            or clause.wh
            or clause.should
            or clause.modal
            or not any(m.is_object or m.head == "pronoun" for m in clause.subject)
        ):
            return False
        return not any(w.startswith("counter") for w in self.talk.lowers[change + 1 : change + 2])

    def _add_changes(self, clause: Clause) -> None:
        """ "opp shocks my 2/2 that has +1/+1": what a creature that is hurt has is told behind, and it has had it before."""
        found = [self._timed(e) for e in self.happenings.of(clause)]
        changed = {id for e in found for id in e.subject}
        hurt = next((n for n, e in enumerate(self.events) if e.kind == "damage" and set(e.subject) & changed), None)
        behind = clause.frame == "have" and self.talk.lowers[clause.verb - 1] in {"that", "which"}
        at = hurt if hurt is not None and behind else len(self.events)
        self.events[at:at] = found

    def _has_out(self, clause: Clause) -> None:
        """What a player has, who need not be named: "Got this 50/50 elf with trample"."""
        if not clause.subject and not clause.question:
            for m in clause.object:
                if m.is_object:
                    self.board.get(m, owner="you")
                    self.used |= set(range(m.start, m.end))
            self.use(clause)
            return
        self._has(clause)

    # ------------------------------------------------------------- parts that its pieces use

    def told_of_changes(self) -> bool:
        """Whether a size was changed by anything that was told, so that a power as it was told is no longer the power."""
        return any(e.kind in {"modify", "set_pt", "counters", "cast"} for e in self.events) or bool(self.talk.attached)

    def _timed(self, event: Event) -> Event:
        """An event told after the attack or the blocks happened then, unless its step was said."""
        declared = self.blocks or self.known_unblocked or any(e.kind in {"block", "no_block"} for e in self.events)
        if event.at is None and (
            declared or (self.attackers and event.kind in {"leave", "gain", "lose", "modify", "remove_from_combat"})
        ):
            return msgspec.structs.replace(event, at="declare_blockers", after=True)
        return super()._timed(event)

    def declare(self, blockers: tuple[str, ...], attackers: tuple[str, ...]) -> None:
        """ "he blocks two of them": as many blockers, where nobody said what they are; one that is described can't block two."""
        walkers = tuple(i for i in blockers if self._is_no_creature(i))
        if walkers:  # "it hits my planeswalker": that is attacked, and blocks nothing
            self.attacked = self.attacked or walkers
            self.blockers = [i for i in self.blockers if i not in walkers]
            for id in walkers:
                self.board.change(id, blocking=False)
            blockers = tuple(i for i in blockers if i not in walkers)
            if not blockers:
                return
        super().declare(blockers, attackers)
        blockers, attackers = self.blocks[-1]
        counts = [self.board.objects[i].count for i in attackers]
        total = sum(n or 0 for n in counts)
        if total < 2 or None in counts or len(blockers) != 1:
            return
        thing = self.board.objects[blockers[0]]
        if thing.said in {"creature", "creatures"} and thing.power is None and thing.count in {1, None}:
            self.board.change(blockers[0], count=total)
        elif thing.count == 1 and len(attackers) == 1:
            self.doubtful = True

    def _is_no_creature(self, id: str) -> bool:
        """A planeswalker that was called nothing else."""
        thing, card = self.board.objects[id], self.card_of(id)
        types = card.faces[0].types if card is not None else thing.types
        return "planeswalker" in types and "creature" not in {*types, *thing.types} and not thing.animated

    def described(self, before: int) -> None:
        """Make the objects of mentions in no clause that stand before a word."""
        self._described_only(before)

    def is_walker(self, mention: Mention) -> bool:
        """Whether a mention is a planeswalker."""
        return mention.head == "planeswalker" or self._is_planeswalker(mention)

    def side_of(self, player: str) -> tuple[str, ...]:
        """That player's creatures in this combat."""
        return tuple(self.attackers if player == (self.side or "you") else self.blockers)

    def creature_like(self, thing: GameObject) -> bool:
        """Whether it is a creature, as far as words and card tell."""
        return "creature" in thing.types or bool(thing.card and self._card_is_creature(thing))

    def meet(self) -> None:
        """ "a 3/3 vs a deathtouch 2/2": two creatures meet in combat with no word for the block, unless they fight."""
        if not self.talk.has("verb", "fight"):
            self.versus()
            self.killing()
            self.met = bool(self.blocks)

    def replace(self, id: str, parts: tuple[str, ...]) -> None:
        """A group has been divided: events and queries name its parts from now on."""
        self.replaced[id] = parts
        for mine in (self.attackers, self.blockers):
            if id in mine:
                at = mine.index(id)
                mine[at : at + 1] = parts

    def _now(self, ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(part for id in ids for part in self.replaced.get(id, (id,)))

    def _renamed(self, event: Event) -> Event:
        return msgspec.structs.replace(event, subject=self._now(event.subject), target=self._now(event.target))
