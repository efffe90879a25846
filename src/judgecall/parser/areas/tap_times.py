"""When something came: this turn, before it began, on the opponent's turn; numbered turns, and steps that are no new turn."""

from __future__ import annotations

from judgecall.parser.clauses import Clause
from judgecall.parser.phrases import Finder
from judgecall.parser.talk import Talk

_BEFORE = (
    "last|previous turn", "on|since|during|in OWN? last|previous turn", "on|since a previous turn", "since turn N", "N turn|turns ago",
    "a? couple|few|several|many of? turns ago", "turns ago", "a turn ago", "for N|several|many|some|multiple turn|turns", "for N turn|turns",
    "for a? couple|few|several|number of? turns", "for turns|ages", "for a while", "since|at|from the? beginning|start of the|my|this? turn|game",
    "since yesterday", "all game", "the turn before", "before this turn", "since the|my turn began|started", "since before this turn",
)  # fmt: skip
_OPPS = ("on|in|during opp 's turn", "on|in|during his|their|opps turn", "on|in|during the opponent|opponents turn", "opps end step|turn",
         "on|at|during opp 's end step|turn", "end of opps turn", "his|their end step|turn", "end of his|their turn")  # fmt: skip
_EXTRA_WORDS = frozenset({"another", "extra", "additional", "second", "bonus", "new"})
_EXTRA_STEPS = {"beginning": "beginning phase", "upkeep": "upkeep", "upkeeps": "upkeep", "untap": "untap step", "draw": "draw step",
                "combat": "combat phase", "main": "main phase", "phase": "phase", "combats": "combat phase", "untaps": "untap step"}  # fmt: skip
_OF_STEPS = frozenset({"untap", "draw", "have", "get", "produce", "trigger", "deal", "take"})


class Times:
    """The times that a question names, and which clause each belongs to."""

    def __init__(self, talk: Talk, find: Finder) -> None:
        self.talk = talk
        self.used: set[int] = set()
        self.last_told = "this_turn"
        """When the last thing told happened: what follows it without a time of its own happened then, too."""
        self.before: dict[int, set[int]] = {}
        self.opps: dict[int, set[int]] = {}
        self.turns: dict[int, tuple[int, set[int]]] = {}
        for match in find.all(*_BEFORE):
            self.before[match.start] = match.words
        for match in find.all(*_OPPS):
            self.opps[match.start] = match.words
        for i, word in enumerate(talk.words):
            if (
                word.is_("player", "opp")
                and talk.lowers[i + 1 : i + 2] == ["'s"]
                and " ".join(talk.lowers[i + 2 : i + 4]).startswith(("turn", "end step", "end turn"))
            ):
                lead = i - 1 if i and talk.lowers[i - 1] in {"on", "in", "during", "at"} else i
                self.opps[lead] = set(range(lead, i + 3))
            if (
                word.lower in {"my turn", "this turn", "turn"}
                and i > 2
                and {"start", "beginning"} & set(talk.lowers[i - 4 : i])
                and "of" in talk.lowers[i - 2 : i]
            ):
                # "it was there at the start of my turn"
                first = next(j for j in range(i - 4, i) if talk.lowers[j] in {"start", "beginning"})
                self.before[first] = (
                    set(range(first - 2, i + 1)) if talk.lowers[first - 1] == "the" else set(range(first, i + 1))
                )
            inside = talk.inside(i)
            if word.is_("last_turn") and inside is not None and inside.is_object and word.lower == "old":
                if inside.since is None:
                    inside.since = "before_turn"  # "an old elf": its own time, not that of the verb
            elif word.is_("last_turn"):
                self.before[i] = {i}
            elif word.is_("moment", "opponents_turn"):
                self.opps[i] = {i}
        for match in find.all("on|from|since? turn N", "on|from|since? my? ORD turn", "t N"):
            if match.numbers and not self._is_time(match.start):
                self.turns[match.start] = (match.numbers[-1], match.words)
        self.extra: str = ""
        self.extra_words: set[int] = set()
        self._find_extra()

    def _is_time(self, i: int) -> bool:
        return any(i in words for words in (*self.before.values(), *self.opps.values()))

    @property
    def latest_turn(self) -> int | None:
        """The turn that the question is set in, where turns are numbered."""
        return max((n for n, _ in self.turns.values()), default=None)

    def _find_extra(self) -> None:
        for i, lower in enumerate(self.talk.lowers):
            if lower not in _EXTRA_WORDS:
                continue
            for j in range(i + 1, min(i + 4, len(self.talk.lowers))):
                what = self.talk.lowers[j]
                if what in _EXTRA_STEPS or self.talk.words[j].is_("moment", "upkeep"):
                    self.extra = _EXTRA_STEPS.get(what, "upkeep")
                    sentence = self.talk.words[i].sentence
                    self.extra_words |= set(range(i, j + 1))
                    for k, word in enumerate(self.talk.words):
                        if (
                            word.sentence == sentence
                            and (
                                word.is_("verb", *_OF_STEPS)
                                or word.is_("moment")
                                or (word.kind == "number" and k < j and i - k < 3)
                            )
                        ) or (
                            word.sentence == sentence and word.lower in {"step", "phase", "w", "untaps", "untapping"}
                        ):
                            self.extra_words.add(k)
                    break

    def of(self, clause: Clause, *, default: str) -> str:
        """When what a clause tells happened: this_turn, before_turn or opps_turn; the default where it says nothing.

        A time stands in the clause itself, or before its first word in the sentence.
        """
        lead = self.talk.lowers[max(0, clause.verb - 5) : clause.verb]
        if "turn" in lead and "after" in lead[lead.index("turn") :]:
            # "the turn after i cast it": the question is about that turn.
            self.used |= set(range(clause.verb - len(lead) + lead.index("turn"), clause.verb))
            return "before_turn"
        first = min((c.verb for c in self.talk.clauses if c.sentence == clause.sentence), default=clause.verb)
        start = clause.start if clause.verb != first else self._sentence_start(clause.verb)
        found = self._between(start, clause.end, clause.verb)
        if found:
            self.last_told = found
            return found
        if default:
            self.last_told = default
        return default

    def _between(self, start: int, end: int, verb: int) -> str:
        """The time told nearest behind the verb, else before it: "stole it last turn and I got it back this turn" has two."""
        told = [(i, "before_turn", words) for i, words in self.before.items()]
        told += [(i, "opps_turn", words) for i, words in self.opps.items()]
        told += [
            (i, "this_turn" if n == self.latest_turn else "before_turn", words) for i, (n, words) in self.turns.items()
        ]
        taken = {i for _, _, words in told for i in words}
        told += [(i, "this_turn", {i}) for i, w in enumerate(self.talk.words) if w.is_("this_turn") and i not in taken]
        inside = sorted((t for t in told if start <= t[0] < end), key=lambda t: (t[0] < verb, abs(t[0] - verb)))
        if not inside:
            return ""
        _, when, words = inside[0]
        self.used |= words
        return when

    def _sentence_start(self, i: int) -> int:
        while i > 0 and self.talk.words[i - 1].sentence == self.talk.words[i].sentence:
            i -= 1
        return i


def is_arrival(phrase: str) -> bool:
    """ "the turn it comes in", "turn i cast it": a phrase that tells when something came, not just a time."""
    words = phrase.split()
    return (
        "turn" in words[:2]
        and len(words) > 2
        and words[0] in {"the", "turn", "same"}
        and words[-1] != "turn"
        and words[1] != "same"
    )
