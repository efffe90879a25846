"""What is said of the rules in a question by the client, a friend or the player: no facts, unless the question is whether it is right."""

from __future__ import annotations

from judgecall.parser.areas.tap_asks import ASKING, TapAsker
from judgecall.parser.areas.tap_story import TapStory
from judgecall.parser.clauses import Clause

_SAYERS = frozenset({"client", "app", "xmage", "forge", "arena", "mtga", "mtgo", "game", "program", "friend", "buddy", "judge", "it", "opp",
                     "opponent", "he", "she", "they", "my opponent", "my friend", "my buddy", "guy", "someone", "table"})  # fmt: skip
_SAYING = frozenset({"says", "said", "say", "claims", "claiming", "claimed", "insists", "insisted", "told", "argues", "argued", "thinks",
                     "thought", "saying", "tells"})  # fmt: skip
_BELIEVING = frozenset({"thought", "think", "believe", "believed", "figured", "assumed", "guess"})
_REASONS = (
    "PRON is|was not? being|even? summoned", "PRON|ANY is|was not summoned", "so? why would|does|do|should PRON v:need haste", "why would|does PRON need haste",
    "PRON was|is a n:land not a creature when|then PRON? v:enter", "i did not summon anything|OBJ|PRON", "there was|is no creature spell",
    "PRON was|is a|just? n:land not a creature", "its|it|this is? a n:land", "i did not v:cast anything",
    "there was|is no creature spell at? all?", "no creature spell", "not a creature spell",
    "it was not a creature when it entered", "or is|are PRON summoning sick|sick",
    "or is|are|does PRON still? sick", "or not", "not 100 sure", "not sure", "yes / no", "yes or no", "no tricks", "not 100 % sure",
    "PRON will not let PL", "will not let PL", "does not let PL", "would not let PL", "yes|no ?",
)  # fmt: skip


_WISHES = frozenset(
    {
        "want",
        "wanted",
        "wanna",
        "plan",
        "planned",
        "planning",
        "like",
        "going",
        "gonna",
        "trying",
        "tried",
        "try",
        "intend",
        "hoping",
    }
)
_LEGAL = {"is the activation legal", "is that legal", "is it legal", "is this legal", "is that allowed", "is it allowed", "is this allowed", "is that possible",
          "is that ok", "is that okay", "is this ok", "does that work", "does this work", "does it work", "can i", "can i do that", "can i do this", "may i",
          "is that fine", "am i allowed to", "is that activation legal", "legal", "allowed"}  # fmt: skip


class Hearsay:
    """Claims and reasons, which change nothing on the board."""

    def __init__(self, story: TapStory, asker: TapAsker) -> None:
        self.story = story
        self.asker = asker
        self.talk = story.talk
        self.heard: set[int] = set()
        """Verbs of what somebody claims: neither told nor asked."""
        self.heard_words: set[int] = set()
        self.answered: set[int] = set()
        """Verbs of clauses that a question of its own kind was read from."""
        self.active: str | None = None

    def hearsay(self) -> None:
        """What the client, a friend or the opponent says of the rules, and reasons that change nothing."""
        for i, word in enumerate(self.talk.words[:-1]):
            lead = [w for w in self.talk.words[max(0, i - 12) : i] if w.sentence == word.sentence]
            sayer = {w.lower for w in lead[-2:]} & _SAYERS or any(
                w.is_("player", "opp") for w in lead if "but" in {x.lower for x in lead} or w in lead[-2:]
            )
            believes = (
                any(w.lower == "i" for w in lead[-3:])
                and word.lower in _BELIEVING
                and self._asked_elsewhere(word.sentence)
            )
            if (word.lower in _SAYING and sayer) or believes:
                self._claim(i)
        for match in self.story.find.all(*_REASONS):
            words = match.words
            self.heard |= {c.verb for c in self.talk.clauses if c.verb in words}
            self.heard_words |= {i for i in words if self.talk.words[i].kind != "card"}

    def _claim(self, i: int) -> None:
        """The words of a claim, to the end of its part of the sentence; things that it names still stand on the board."""
        for j in range(i, len(self.talk.words)):
            word = self.talk.words[j]
            if word.lower == "so" and "not" in self.talk.lowers[j : j + 5]:
                self.heard_words.add(j)
                continue
            if word.sentence != self.talk.words[i].sentence or (
                word.lower in {"but", "so", ".", "?", "!", "can", "and"}
                and j > i
                and (word.lower not in {"can", "and"} or self._starts_question(j))
            ):
                return
            inside = self.talk.inside(j)
            if word.kind != "card" and not (inside is not None and inside.cards):
                self.heard_words.add(j)
            if any(c.verb == j for c in self.talk.clauses):
                self.heard.add(j)

    def _starts_question(self, j: int) -> bool:
        nxt = self.talk.inside(j + 1)
        if self.talk.lowers[j] == "can":
            before = self.talk.inside(j - 1)
            return nxt is not None and before is None
        return j + 1 < len(self.talk.lowers) and self.talk.lowers[j + 1] in {"can", "is", "now", "i", "does"}

    def _asked_elsewhere(self, sentence: int) -> bool:
        """Whether another sentence asks: then this one is only what the player believed."""
        return any(w.lower == "?" and w.sentence != sentence for w in self.talk.words)

    def doubted(self, clauses: list[Clause]) -> tuple[Clause, bool] | None:
        """ "my friend says it can attack. is he right?", "opp says my mice can't crew. can they?": the claim that is asked about.

        Returns the clause and whether the answer is the other way round than that of the positive claim.
        """
        if any(c.question and c.verb not in self.heard for c in clauses):
            return None
        claim = next(
            (
                c
                for c in reversed(clauses)
                if c.frame in ASKING and ((c.verb in self.heard and c.modal == "can") or self._not_let(c))
            ),
            None,
        )
        if claim is None:
            return self._planned(clauses)
        plain = self._tail_words(
            {
                "can it",
                "can they",
                "can i",
                "can he",
                "can she",
                "is it possible",
                "can that",
                "am i allowed to",
                "is that allowed",
                "is it allowed",
                "is it legal",
                "is that legal",
                "may i",
            }
        )
        right = self._tail_words({"is he right", "is she right", "is that right", "is this right", "is that true", "is that correct", "is it right",
                                  "is this correct", "is this true", "are they right", "right", "correct", "true"})  # fmt: skip
        wrong = self._tail_words(
            {"is he wrong", "is she wrong", "is that wrong", "is it wrong", "wrong", "bug", "is that a bug", "bugged"}
        )
        if not (plain or right or wrong):
            return self._planned(clauses)
        turned = not plain and (claim.negated if right else not claim.negated)
        return claim, turned

    def _planned(self, clauses: list[Clause]) -> tuple[Clause, bool] | None:
        """ "I wanna tap the priest and both spirits. Is the activation legal?": what somebody wants to do, asked afterwards."""
        plans = [
            c
            for c in clauses
            if c.frame in ASKING
            and c.verb not in self.heard
            and not c.negated
            and _WISHES & set(self.talk.lowers[max(0, c.verb - 3) : c.verb])
        ]
        if not plans or not self._tail_words(_LEGAL):
            return None
        purpose = [c for c in plans if any(d is not c and d.verb < c.verb and d.sentence == c.sentence for d in plans)]
        return (plans[-1] if not purpose else plans[0]), False

    def _not_let(self, clause: Clause) -> bool:
        """ "xmage won't let me tap it"."""
        return "let" in self.talk.lowers[max(0, clause.verb - 3) : clause.verb]

    def _tail_words(self, phrases: set[str]) -> bool:
        """Whether the question ends in one of these."""
        marks = [i for i, w in enumerate(self.talk.words) if w.lower == "?"]
        if not marks:
            return False
        ahead = " ".join(w for w in self.talk.lowers[max(0, marks[-1] - 5) : marks[-1]])
        told = (p for p in phrases if ahead == p or ahead.endswith((f" {p}", f", {p}")))
        found = max(told, key=len, default=None)  # the longest, since a set has no order
        if found is None:
            return False
        self.story.used |= set(range(max(0, marks[-1] - len(found.split())), marks[-1]))
        return True
