"""A stop before what is asked: players leave it out, and a sentence that runs on may be read in two ways."""

from __future__ import annotations

import re

_AUX = r"(?:does|do|did|will|would|can|could|should|doesn't|don't|won't|can't)"
_WHO = r"(?:the|my|his|her|their|its|an?|it|he|she|they|i|we|that|this|those|these|opp|opponent|mine|both|all|one|any|player|your)"
_HOW = r"how (?:much|many|big)\b"
_RUNS_ON = re.compile(
    rf"(?<![.,;:?!()\-]) (?=(?:{_AUX} {_WHO}\b|{_HOW}|(?:is|are) (?:it|he|she|they|that)\b|what happens|what(?:'s|s| is)\b|which (?:one|face|side)\b|who (?:dies|wins|survives)\b))",
    re.IGNORECASE,
)
_COMMA = re.compile(
    rf",\s+(?=(?:and |then |so )?(?:{_AUX} {_WHO}\b|(?:is|are) (?:it|he|she|they|that)\b|{_HOW}|what\b|whats\b|which\b|who\b|where\b))",
    re.IGNORECASE,
)
_OPEN = frozenset(
    {"what", "which", "who", "how", "where", "why", "whats", "what's", "does", "do", "did", "will", "would", "can", "could", "should", "may", "is", "are"}
)  # fmt: skip
_HOLDS = frozenset(
    {"when", "that", "and", "or", "but", "then", "so", "if", "as", "than", "to", "of", "about", "on", "in", "with", "for", "by", "not", "now",
     "at", "whether", "me", "sure", "know", "tell"}
)  # fmt: skip


def with_a_stop(question: str) -> str:
    """The question with a stop before the last thing that it asks, where none stands; the same text where one does."""
    commas = list(_COMMA.finditer(question))
    runs = [m for m in _RUNS_ON.finditer(question) if _breaks(question[: m.start()])]
    places = [*commas, *runs]
    if not places:
        return question
    last = max(places, key=lambda m: m.start())
    return f"{question[: last.start()]}. {question[last.end() :]}"


def _breaks(before: str) -> bool:
    """Whether what stands before may end there: it says something, and hasn't begun to ask yet."""
    part = re.split(r"[.,;:?!()]", before)[-1].lower().split()
    return len(part) > 2 and part[-1] not in _HOLDS and not _OPEN & {part[0], *part[1:]}
