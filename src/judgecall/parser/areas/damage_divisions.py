"""Questions about how combat damage may be divided, and by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.parser.areas.damage_referring import Referring
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Event, Query

if TYPE_CHECKING:
    from judgecall.parser.areas.combat_damage import DamageReader


class Divisions(Referring):
    """Finds questions about the division of damage."""

    def _who_divides(self, clause: Clause) -> bool:
        """ "do I pick how its damage is split", "who decides how the damage is assigned"."""
        later = [c for c in self.talk.clauses if c.sentence == clause.sentence and c.verb > clause.verb]
        splits = (
            "assign" in clause.frames
            or any("assign" in c.frames for c in later)
            or self.talk.says("damage is dealt", "damage goes")
        )
        if not splits or not (set(clause.frames) & {"choose", "assign"}) or not (clause.question or clause.wh == "who"):
            return False
        if clause.wh == "how_much":
            return False
        if clause.modal or any(self.talk.words[i].kind == "number" for i in range(clause.start, len(self.talk.words))):
            return False
        words = self.talk.lowers[clause.start :]
        if "choose" in clause.frames and "how" not in words and clause.wh != "who":
            return False
        source = [
            m
            for c in [clause, *later]
            for m in c.roles()
            if m.head != "player" and self.r.board.get(m) in self.r.attackers
        ]
        ids = self.r.board.ids(source[:1]) or tuple(self.r.attackers[:1])
        if not ids:
            return False
        for c in [clause, *later]:
            self.r.use(c, *c.roles())
            self.talk.clauses.remove(c) if c is not clause else None
        self.r.used |= {
            i
            for i, w in enumerate(self.talk.words)
            if w.sentence == clause.sentence and (w.is_("noun", "damage") or w.lower in {"how", "split"})
        }
        return self._add(Query("who_assigns", ids, who=self._player(clause)))

    def _division(self, clause: Clause) -> bool:
        """ "can I put all of its damage on one", "2 and 2 on them", "do I have to assign lethal to all"."""
        if not set(clause.frames) & {"assign", "put", "deal", "trample_over"} or not (
            clause.question or clause.modal or clause.should
        ):
            return False
        self._met(clause)
        attackers = tuple(self.r.attackers[:1])
        if not attackers or not self.r.blocks:
            return False
        span = range(clause.start, max(i for i, w in enumerate(self.talk.words) if w.sentence == clause.sentence) + 1)
        words = [self.talk.words[i] for i in span]
        lowers = {w.lower for w in words}
        lethal = {"lethal", "full", "toughness"} & lowers
        if (
            clause.modal == "must"
            and (lethal or "assign" in clause.frames)
            and not any(
                self.talk.words[i].kind == "number" and self.talk.lowers[i] != "one" for i in span if i > clause.verb
            )
        ):
            self.r.use(clause, *clause.roles())
            self.r.used |= {i for i in span if self.talk.lowers[i] in {"lethal", "full", "all", "each", "toughness", "damage", "before", "even", "one", "first", "second", "trample", "goes",
                                                                       "nothing", "blocker", "blockers", "tramples", "if"} or self.talk.words[i].is_("to_player")
                            or self.talk.words[i].is_("keyword", "trample")}  # fmt: skip
            nothing = {"nothing", "not"} & lowers
            value = (
                "full_toughness"
                if "toughness" in lowers
                else "before_player"
                if any(w.is_("to_player") or w.is_("verb", "trample_over") for w in words) and not nothing
                else ""
            )
            return self._add(Query("must_assign_lethal", attackers, tuple(self.r.blockers), value=value))
        if clause.modal != "can":
            return False
        return self._may(clause, attackers)

    def _met(self, clause: Clause) -> None:
        """ "can my 6/6 trampler put it all on the blocker": a block of which no more is told than that it is there."""
        source = [m for m in clause.subject if m.is_object]
        blocker = [m for m in (*clause.on, *clause.object, *clause.other.get("to", [])) if m.head == "blocker"]
        if self.r.blocks or self.r.attackers or len(source) != 1 or len(blocker) != 1 or clause.modal != "can":
            return
        if any(c.frame == "block" for c in self.talk.clauses):
            return
        attackers = self.r.objects(source, "attacker")
        self.r.declare(self.r.objects(blocker, "blocker", attackers), attackers)

    def ordered(self) -> bool:
        """ "do I have to kill the first blocker before I put damage on the second?": lethal damage in order (CR 510.1c)."""
        for clause in self.talk.clauses:
            later = next((c for c in self.talk.clauses if c.verb > clause.verb and c.sentence == clause.sentence), None)
            if clause.modal != "must" or later is None or not clause.question:
                continue
            span = range(clause.verb, len(self.talk.words))
            words = {self.talk.lowers[i] for i in span if self.talk.words[i].sentence == clause.sentence}
            told = set(clause.frames) & {"kill", "assign", "deal", "put"} and set(later.frames) & {
                "assign",
                "put",
                "deal",
            }
            if not told or "before" not in words or "first" not in words:
                continue
            if (
                not words & {"second", "next", "other", "others", "rest"}
                or len(self.r.attackers) != 1
                or not self.r.blocks
            ):
                continue
            inside = [m for m in self.talk.mentions if m.sentence == clause.sentence]
            self.r.used |= {i for i in span if self.talk.words[i].sentence == clause.sentence and (
                self.talk.lowers[i] in {"first", "second", "next", "before", "lethal"} or self.talk.words[i].is_("noun", "damage", "blocker"))}  # fmt: skip
            self.r.use(clause, *inside)
            self.r.use(later, *inside)
            return self._add(Query("must_assign_lethal", tuple(self.r.attackers), tuple(self.r.blockers)))
        return False

    def _may(self, clause: Clause, attackers: tuple[str, ...]) -> bool:
        end = max(i for i, w in enumerate(self.talk.words) if w.sentence == clause.sentence) + 1
        source = attackers[0]
        targets = [m for m in self.talk.mentions if clause.verb < m.start < end and m.head != "player"]
        targets = [m for m in targets if m.head != "some" or (m.count == 1 and m.text.endswith(("them", "those")))]
        rest = [
            i for i in range(clause.verb, end) if self.talk.lowers[i] in {"rest", "remainder", "excess", "leftover"}
        ]
        if (
            rest
            and any(self.talk.words[i].is_("to_player") for i in range(rest[0], end))
            and not any(self.talk.words[i].kind == "number" for i in range(clause.verb, end))
        ):
            self.r.use(clause, *clause.roles())
            self.r.used |= {
                i
                for i in range(rest[0], end)
                if self.talk.words[i].is_("to_player") or self.talk.words[i].is_("noun", "damage", "excess")
            }
            return self._add(Query("may_assign", attackers, (self.r.defender,), value="rest_to_player"))
        whole = [i for i in range(clause.verb, end) if self.talk.lowers[i] in {"all", "everything"}]
        numbers = [i for i in range(clause.verb, end) if self.talk.words[i].kind == "number" and self._is_share(i)]
        meant = {i for m in targets if m.head == "some" for i in range(m.start, m.end)}
        if whole and len(numbers := [i for i in numbers if i not in meant]) <= 1:
            ids = self._target_of(targets, attackers)
            if not ids or (self.r.board.objects[ids[0]].count or 1) > 1:
                return False
            if numbers and self.talk.words[numbers[0]].value[0] != self._power(source):
                return False
            self.r.use(clause, *clause.roles(), *targets)
            self.r.used |= {*whole, *numbers} | {
                i for i in range(clause.verb, end) if self.talk.words[i].is_("noun", "damage")
            }
            return self._add(Query("may_assign", attackers, ids, value="all"))
        if not numbers:
            return False
        values = [self.talk.words[i].value[0] for i in numbers]
        if (
            len(values) == 1
            and {"each", "apiece"} & set(self.talk.lowers[numbers[0] : end])
            and not any(self.talk.words[i].is_("to_player") for i in range(clause.verb, end))
        ):
            self.r.use(clause, *clause.roles(), *targets)
            self.r.used |= {*numbers} | {
                i for i in range(clause.verb, end) if self.talk.words[i].is_("noun", "damage", "blocker")
            }
            return self._add(Query("may_assign", attackers, tuple(self.r.blockers), n=values[0]))
        shares = shares_in(self.r, clause.verb + 1, end)
        if len(shares) == len(numbers):
            return self._stated_shares(clause, source, shares, end)
        last = (
            targets[-1:]
            if targets
            else [
                m for m in self.talk.mentions if m.start > numbers[-1] and m.player == "opp" and m.article == "pronoun"
            ]
        )
        blockers = tuple(self.r.blockers)
        if len(values) >= 2 and sum(self.r.board.objects[b].count or 1 for b in blockers) == len(values) and last:
            self.r.use(clause, *clause.roles(), *last)
            self.r.used |= set(numbers)
            if len(set(values)) == 1:
                return self._add(Query("may_assign", attackers, blockers, n=values[0]))
            if len(blockers) == len(values):
                return self._stated(attackers, list(zip(values, blockers, strict=True)))
        return False

    def _target_of(self, targets: list[Mention], attackers: tuple[str, ...]) -> tuple[str, ...]:
        """The one creature that damage is put on: the one called so, or the one that the words fit, or any one of a group."""
        for m in reversed(targets):
            last = m.text.split()[-1]
            called = [i for i in self.r.blockers if last in self.r.board.objects[i].said.split()]
            if len(called) == 1 and not m.described and self.r.board.objects[called[0]].count == 1:
                return (called[0],)
            if not m.described and m.owner is None and m.count == 1 and self._group() is not None:
                return (self._one_of(self._group() or "", m),)
            id = self.r.board.get(m, avoid=attackers, role="blocker")
            if id is not None and id not in attackers:
                self.r.doubtful = self.r.doubtful or id not in self.r.blockers
                return (id,)
        return ()

    def _group(self) -> str | None:
        """The one group of alike blockers, if the blockers are such a group."""
        group = self.r.blockers[0] if len(self.r.blockers) == 1 else None
        return group if group is not None and (self.r.board.objects[group].count or 0) > 1 else None

    def _one_of(self, group: str, mention: Mention) -> str:
        """ "one chump", "one of them": any one of the group, told apart from the rest."""
        one = self.r.board.split(group, 1)
        self.r.board.of_mention[mention.start] = one
        self.r.replace(group, (group, one))
        return one

    def _stated_shares(self, clause: Clause, source: str, shares: list[tuple[int, str, set[int]]], end: int) -> bool:
        self.r.use(clause, *[m for m in clause.subject if m.head == "player"])
        for _, _, words in shares:
            self.r.used |= words
        self.r.used |= {i for i in range(clause.verb, end) if self.talk.words[i].is_("noun", "damage")}
        return self._stated((source,), [(n, target) for n, target, _ in shares])

    def _stated(self, attackers: tuple[str, ...], shares: list[tuple[int, str]]) -> bool:
        """Different shares: stated as a division, and asked whether it may be made."""
        if len(shares) == 1:
            return self._add(Query("may_assign", attackers, (shares[0][1],), n=shares[0][0]))
        for n, target in shares:
            self.r.events.append(Event("damage", (target,), n=n, by=attackers[0], how="assigned"))
        return self._add(Query("may_assign", attackers))

    def _is_share(self, i: int) -> bool:
        mention = self.talk.inside(i)
        return mention is None or mention.head == "some"


def shares_in(reader: DamageReader, start: int, end: int) -> list[tuple[int, str, set[int]]]:
    """ "2 on the bear and 2 on face": how much for whom, with the words that say it; empty when it isn't all understood."""
    talk = reader.talk
    found: list[tuple[int, str, set[int]]] = []
    i = start
    while i < end:
        word = talk.words[i]
        if word.kind != "number":
            i += 1
            continue
        j = i + 1
        while j < end and (
            (talk.lowers[j] in {"on", "to", "damage", "in", "at", "of", "it"} and talk.inside(j) is None)
            or talk.words[j].is_("noun", "damage")
        ):
            j += 1
        if j < len(talk.words) and (talk.words[j].is_("to_player") or talk.words[j - 1].is_("to_player")):
            found.append((word.value[0], reader.defender, set(range(i, j + 1))))
            i = j + 1
            continue
        mention = talk.inside(j) if j < len(talk.words) else None
        if mention is None:
            return []
        if mention.head == "player":
            found.append((word.value[0], reader.defender, set(range(i, mention.end))))
        else:
            id = reader.board.get(mention, avoid=tuple(reader.attackers))
            if id is None:
                return []
            found.append((word.value[0], id, set(range(i, mention.end))))
        i = mention.end
    return found
