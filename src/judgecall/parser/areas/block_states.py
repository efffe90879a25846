"""Questions for a state: is it unblocked, blockable, still blocked, and does it have to be blocked."""

from __future__ import annotations

from judgecall.parser.areas.block_counts import BlockCounts
from judgecall.scenario.model import Query

_STAYING = frozenset(
    {"stay", "stays", "remain", "remains", "become", "becomes", "count", "counts", "count as", "counts as", "now"}
)


class BlockStates(BlockCounts):
    """Finds what a question asks of one creature's state."""

    def _asks_adjective(self) -> bool:
        """ "is my creature unblocked now?", "is a 4/4 with fear blockable by a black 2/2": a state asked without a verb."""
        for i, word in enumerate(self.talk.words):
            alone = self.talk.lowers[i - 1 : i] in (["."], [","]) and self.talk.lowers[i + 1 : i + 2] == ["?"]
            if word.lower not in {"unblocked", "blockable", "unblockable"} or not (self.r.in_question(i) or alone):
                continue
            inside = self.talk.inside(i)
            if inside is not None and inside.start < i:
                continue
            about = next(
                (
                    m
                    for m in reversed(self.talk.mentions)
                    if m.end <= i and i - m.end <= 3 and m.head != "player" and m.sentence == word.sentence
                ),
                None,
            )
            subject = (
                self.r.objects([about], "attacker", tuple(self.r.blockers))
                if about is not None
                else tuple(self.r.attackers[:1]) or self._sole_creature()
            )
            if not subject:
                continue
            self.r.used.add(i)
            by = next(
                (
                    m
                    for m in self.talk.mentions
                    if m.start == i + 2 and self.talk.lowers[i + 1] in {"by", "for"} and m.head != "player"
                ),
                None,
            )
            if word.lower == "unblocked":
                self.r.use_where(lambda w: w.lower in {"become", "becomes", "became"})
                self.r.queries.append(Query("is_unblocked", subject))
            elif by is not None:
                blockers = self.r.objects([by], "blocker", subject)
                self.r.queries.append(Query("can_block", blockers, subject, inverse=word.lower == "unblockable"))
            else:
                self.r.queries.append(Query("can_be_blocked", subject, inverse=word.lower == "unblockable"))
            return True
        return False

    def _sole_creature(self) -> tuple[str, ...]:
        """ "swampwalk creature, he has a Swamp. blockable?": what attacks, when it is the only creature that was told of."""
        told = [
            i for i, thing in self.r.board.objects.items()
            if "creature" in thing.types or (thing.card and self.r._card_is_creature(thing))
        ]  # fmt: skip
        if len(told) == 1:
            self.r.attackers.append(told[0])
            self.r.board.change(told[0], attacking=True)
        return tuple(told) if len(told) == 1 else ()

    def _asks_must_be_blocked(self) -> bool:
        """ "does Guttersnipe have to be blocked?": the term itself is the question."""
        for i, word in enumerate(self.talk.words):
            if (
                word.is_("keyword", "must be blocked")
                and self.talk.inside(i) is None
                and i not in self.r.used
                and self.r.in_question(i)
            ):
                self.r.used.add(i)
                attackers = (
                    tuple(self.r.attackers)
                    or self.r.creatures_of(self.r.side or "you")
                    or tuple(self.r.board.objects)[:1]
                )
                self.r.queries.append(Query("must_block", (), attackers))
                return True
        return False

    def _asks_if_still(self, state: str) -> bool:
        """ "still blocked?", "does it become unblocked": a word for the state, led by one that tells of staying or turning so."""
        return any(
            lower == state and any(w.is_("still") or w.lower in _STAYING for w in self.talk.words[max(0, i - 2) : i])
            for i, lower in enumerate(self.talk.lowers)
        )

    def _block_still_stands(self) -> bool:
        """ "block still good?": the block as a thing, and whether it is so still."""
        words = self.talk.words
        for i in range(len(words) - 2):
            if words[i].is_("verb", "block") and words[i + 1].is_("still") and words[i + 2].is_("legal"):
                self.r.used |= {i, i + 1, i + 2}
                return True
        return False
