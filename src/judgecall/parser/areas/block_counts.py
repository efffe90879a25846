"""Questions for a number of blocks: how many blockers on one attacker, how many attackers one creature may block."""

from __future__ import annotations

from judgecall.cards.abilities import BlockAdditional, Static
from judgecall.parser.areas.block_groups import BlockGroups
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Query, QueryKind

PLENTY = 6
"""More creatures than any card needs to be blocked by."""


class BlockCounts(BlockGroups):
    """Finds what a question wants counted."""

    _wanted: Clause | None = None
    """A question for one of the attackers, "which guy can it block"."""

    def counts_attackers(self, clause: Clause, blockers: tuple[str, ...], attackers: tuple[str, ...]) -> bool:
        """ "how many of his attackers can I block", with more blockers than attackers: it counts no blockers."""
        first = next((m for m in self.talk.mentions if m.start >= clause.start), None)
        of_them = first is not None and first.start < clause.verb and self._may_be_attackers(first, clause)
        if not of_them or clause.passive or not any(m.head == "player" for m in clause.subject):
            return False
        mine = blockers or self.r.creatures_of(self.r.block_owner)
        if any(self._blocks_more(i) for i in mine):
            return True  # two Foriysian Interceptors can block four
        number = sum(self.r.board.objects[i].count or PLENTY for i in mine)
        return number > sum(self.r.board.objects[i].count or 1 for i in attackers)

    def _may_be_attackers(self, mention: Mention, clause: Clause) -> bool:
        """ "how many of them", "the most attackers", "how many creatures can I block": what is counted is blocked."""
        bare = mention.head == "creature" and mention.plural and not mention.described and not mention.owner
        return mention.head in {"pronoun", "attacker"} or (bare and not clause.object and not clause.with_)

    def _blocks_more(self, id: str) -> bool:
        """Whether it may block more than one attacker, by its card or by what is told of it (CR 509.1a)."""
        thing = self.r.board.objects[id]
        card = self.talk.cards.get(thing.card) if thing.card else None
        printed = card.faces[0].abilities if card is not None else ()
        statics = [a for a in (*printed, *thing.abilities) if isinstance(a, Static)]
        return any(isinstance(e, BlockAdditional) for a in statics for e in a.effects)

    def ask_number_of_blockers(self, clause: Clause) -> None:
        """ "how many blockers can I put on it"."""
        self.r.use(clause, *clause.roles())
        attackers = self.r.objects(
            [m for m in [*clause.on, *clause.object] if m.head not in {"blocker", "player"}], "attacker"
        )
        self.r.queries.append(
            Query("how_many_block", (), attackers, bound="at_most" if clause.modal == "can" else "exactly")
        )

    def asks_bound_on(self, clause: Clause) -> bool:
        """ "what's the most he can put on it", "the least he can put in front of it": a number of blockers."""
        bound = clause.bound or next(
            (k for i in range(clause.start, clause.verb) for k in ("most", "least") if self.talk.words[i].is_(k)), ""
        )
        if not bound or not clause.modal or clause.passive:
            return False
        onto = [m for m in (*clause.on, *clause.other.get("of", []), *clause.object) if m.head != "player"]
        attackers = self.r.objects(onto, "attacker", tuple(self.r.blockers)) or tuple(self.r.attackers)
        if not attackers:
            return False
        self.r.use(clause, *clause.subject, *onto)
        self.r.use_where(lambda w: w.is_("most") or w.is_("least"))
        self.r.used |= {i for i in range(clause.start, clause.verb) if self.talk.words[i].is_("which")}
        self.r.queries.append(
            Query("how_many_block", (), attackers, bound="at_most" if bound == "most" else "at_least")
        )
        return True

    def asks_attackers_of_one(self, clause: Clause) -> bool:
        """ "how many attackers can Palace Guard block", "max attackers blocked": how many one creature may block at once."""
        roles = [*clause.subject, *clause.object, *clause.by]
        counted = [m for m in roles if m.head == "attacker" and m.plural and not m.described and m.count is None]
        behind = self.talk.words[clause.verb : counted[0].start] if len(counted) == 1 else []
        many = [i for i, w in enumerate(behind, clause.verb) if w.is_("how_many")]  # "it can block how many attackers"
        if (
            len(counted) != 1
            or clause.modal == "must"
            or not (clause.wh == "how_many" or clause.bound == "most" or many)
        ):
            return False
        others = [m for m in self.talk.mentions if m.is_object and m is not counted[0]]
        if len(others) != 1 or not others[0].cards or any(m in others for m in counted) or self.r.attackers:
            return False
        blockers = self.r.objects(others, "blocker")
        if not blockers:
            return False
        self.r.use(clause, *roles)
        self.r.used |= set(many)
        self.r.queries.append(Query("how_many_block", blockers, (), bound="at_most"))
        return True

    def asks_capacity(self) -> bool:
        """ "Two-Headed Giant of Foriys can block two attackers, right?": whether one creature may block so many at once."""
        for i, word in enumerate(self.talk.words):
            several = word.is_("keyword", "blocks additional") and " two " in f" {word.lower} "
            about = next((m for m in self.talk.mentions if m.end == i and m.is_object), None)
            if not several or about is None or not about.cards or self.talk.has("modal_must"):
                continue
            if self.talk.clauses or any(m is not about and m.is_object for m in self.talk.mentions):
                return False
            self.r.side = {"you": "opp", "opp": "you"}.get(about.owner or "you")
            blockers = self.r.objects([about], "blocker")
            attackers = (self.r.some_attacker(), self.r.some_attacker())
            self.r.used.add(i)
            self.r.use_where(lambda w: w.is_("legal"))
            self.r.queries.append(Query("can_block", blockers, attackers))
            return True
        return False

    def listed_blockers(self, clause: Clause) -> tuple[str, ...]:
        """ "which of these can block it: a black 1/1, a red 2/2?": the creatures that are listed behind the question."""
        colon = next((i for i in range(clause.verb, len(self.talk.words)) if self.talk.lowers[i] == ":"), None)
        if colon is None or self.talk.words[colon].sentence != clause.sentence:
            return ()
        found, end = [], colon + 1
        for m in self.talk.mentions:
            if m.start <= colon or m.sentence != clause.sentence:
                continue
            gap = set(self.talk.lowers[end : m.start])
            if not gap <= {",", "or", "and"} or not m.is_object or m.plural or m.owner == self.r.attack_owner:
                return ()
            found.append(m)
            end = m.end
        if self.talk.lowers[end : end + 1] not in ([], ["?"], ["."]):
            return ()
        return self.r.objects(found, "blocker", tuple(self.r.attackers))

    def put_what_is_asked_behind(self, clause: Clause) -> None:
        """ "which guy can it block": what is asked for stands in front, and is what would be blocked."""
        counted = clause.subject[0] if len(clause.subject) > 1 and not clause.object else None
        many = (clause.wh == "how_many" or bool(clause.bound)) and clause.modal == "can" and not clause.passive
        fronted = counted is not None and counted.head == "attacker" and counted.plural and not counted.described
        if many and fronted and counted is not None and self.r.attackers:
            clause.subject = clause.subject[1:]  # "the most attackers I can block"
            self.r.used |= set(range(counted.start, counted.end))
            return
        if clause.wh != "which" or clause.modal != "can" or clause.passive or clause.object or len(clause.subject) < 2:
            return
        asked, *doers = clause.subject
        between = self.talk.words[asked.end : doers[0].start]
        led = asked.start > 0 and self.talk.words[asked.start - 1].is_("which")
        if (
            asked.head == "player"
            or not (led or asked.head == "attacker")
            or not any(w.is_("modal_can") for w in between)
        ):
            return
        clause.subject = doers
        if len(self.r.attackers) < 2:
            self.r.unplaced = True  # of which creatures one is wanted, isn't plain
            return
        self.r.used |= set(range(asked.start, asked.end))
        self._wanted = clause

    def which_attackers(self, clause: Clause) -> bool:
        """ "which can I block?": of the attackers, as a player blocks."""
        doer = any(m.head == "player" for m in clause.subject)
        others = [m for m in clause.subject if m.head != "player"]
        if clause is self._wanted:
            return True
        things = [m for m in [*clause.object, *clause.with_] if m.head != "player"]
        plain = all(m.head == "pronoun" or (m.plural and not m.described) for m in others)
        return (
            clause.wh == "which" and clause.modal == "can" and doer and plain and not clause.passive and not things
            and len(self.r.attackers) > 1
        )  # fmt: skip

    def ask_each_attacker(self) -> None:
        """A query for each attacker: whether what could block it may."""
        known = self.r.creatures_of(self.r.block_owner) or (self.r.some_blocker(),)
        kind: QueryKind = "can_block" if len(known) == 1 else "can_be_blocked"
        for id in self.r.attackers:
            pair = (known, (id,)) if kind == "can_block" else ((id,), known)
            self.r.queries.append(Query(kind, *pair))

    @staticmethod
    def any_of_theirs(clause: Clause) -> bool:
        """ "which of his creatures can block it": all that were told of, and not the last of them."""
        return all(
            m.plural and not m.described and m.count is None for m in (clause.by if clause.passive else clause.subject)
        )
