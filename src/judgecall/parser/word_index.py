"""Where in a question which words and senses stand, looked up once."""

from __future__ import annotations

from collections.abc import Sequence

from judgecall.parser.words import Word


class WordIndex:
    """The places of words by how they are spelled and by what they may mean."""

    def __init__(self, words: Sequence[Word]) -> None:
        self.spelled: dict[str, list[int]] = {}
        self.meant: dict[tuple[str, str], list[int]] = {}
        self.kinds: dict[str, list[int]] = {}
        self.found: dict[str, frozenset[int]] = {}
        """Places of the elements of patterns that were looked up already."""
        for i, word in enumerate(words):
            self.spelled.setdefault(word.lower.replace(" ", "_"), []).append(i)
            for sense in word.senses:
                self.meant.setdefault((sense.kind, sense.value), []).append(i)
                self.kinds.setdefault(sense.kind, []).append(i)

    def has(self, kind: str, *values: str) -> bool:
        """Whether any word has such a sense."""
        return any((kind, v) in self.meant for v in values) if values else kind in self.kinds
