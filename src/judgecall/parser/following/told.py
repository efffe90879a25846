"""Look-ups in a follow-up's words: what stands where, and which things of the scenario it is said of."""

from __future__ import annotations

from collections.abc import Callable

from judgecall.parser.following.referents import Unclear
from judgecall.parser.following.scene import Scene
from judgecall.parser.mention import Mention
from judgecall.scenario.model import GameObject

BE = frozenset({"am", "is", "'s", "are", "was", "were", "be", "being", "becomes", "became", "stays", "comes", "came"})
KEPT = frozenset({"same", "again", "instead", "too", "also", "just", "only", "already", "still", "actually", "now", "really", "even", "a", "an",
                  "currently", "as", "well", "been", "there", "the", "to", "all", "of", "kind"})  # fmt: skip
"""Small words between a subject and what is said of it."""


class Told:
    """A follow-up's words and the scenario that they change.

    Args:
        scene: the scenario that is changed.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.talk = scene.talk
        self.used: set[int] = set()
        self.end = len(self.talk.words)
        self.subject: Mention | None = None
        """What was spoken of last in the follow-up, for "… and was tapped"."""
        self._parts: dict[int, str] = {}
        """What was taken out of a group, by where "one of them" stands."""

    # ------------------------------------------------------------- look-ups

    def _lower(self, i: int) -> str:
        return self.talk.lowers[i] if 0 <= i < len(self.talk.lowers) else ""

    def _number(self, i: int) -> int | None:
        word = self.talk.words[i] if 0 <= i < self.end else None
        if word is not None and word.lower == "none":
            return 0
        return word.value[0] if word is not None and word.kind == "number" else None

    def _mention(self, i: int) -> Mention | None:
        """The mention that begins at this word."""
        return next((m for m in self.talk.mentions if m.start == i and m.end <= self.end), None)

    def _mention_over(self, i: int) -> Mention | None:
        """The mention that this word stands in, its article having been passed."""
        found = self.talk.inside(i)
        return (
            found
            if found is not None and found.start < i and set(self.talk.lowers[found.start : i]) <= {"a", "an", "the"}
            else None
        )

    def _past(self, i: int, words: set[str] | frozenset[str]) -> int:
        """The first word from here that is none of these."""
        while i < self.end and self.talk.lowers[i] in words and self.talk.inside(i) is None:
            i += 1
        return i

    def _terms(self, i: int) -> tuple[list[str], int]:
        """The abilities that are listed from here, and where the list ends."""
        found: list[str] = []
        end = j = i
        while j < self.end:
            word = self.talk.words[j]
            sense = next((s for s in word.senses if s.kind == "keyword" and s.form == "is"), None)
            if sense is not None and self._mention(j) is None:
                found.append(sense.value)
                end = j = j + 1
            elif found and word.lower in {"and", ",", "or"}:
                j += 1
            else:
                break
        return found, end

    def _colors(self, i: int) -> tuple[list[str], int]:
        found: list[str] = []
        while i < self.end and (sense := self.talk.words[i].sense("color")) is not None:
            found += [sense.value] if sense.value in "WUBRG" else []
            i += 1
        return found, i

    def _known(self, id: str) -> bool:
        return any(thing.id == id for thing in self.scene.scenario.objects) or id in {"you", "opp"}

    def _ends(self, i: int) -> bool:
        return i >= self.end or self._lower(i) in {"?", ".", ",", "instead", "then", "of", "now", "and", "on", "left"}

    # ------------------------------------------------------------- resolving

    def _of(
        self,
        mention: Mention | None,
        like: Callable[[GameObject], bool] | None = None,
        terms: list[str] | tuple[str, ...] = (),
    ) -> tuple[str, ...]:
        """The ids that a subject stands for, or what is meant where none is named.

        Raises:
            Unclear: more than one thing fits; the words are kept for the choice.
        """
        try:
            refs = self.scene.refs
            mention = mention if mention is not None else self.subject
            if mention is None:
                return refs.topic_of(like=like, terms=terms)
            if mention.start in self._parts and mention.head == "some":
                return (self._parts[mention.start],)
            found = refs.resolve(mention, like=like, terms=terms)
            if mention.head == "some" and len(found) == 1:
                part = self.scene.split(found[0], mention.count or 1)
                if part is None:
                    return ()
                self._parts[mention.start] = part
                return (part,)
            return found
        except Unclear as unclear:
            unclear.mention = mention
            raise
