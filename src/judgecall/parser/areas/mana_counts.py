"""Counts that hold things named on their own as well: "3 elves counting her", "four creatures in total", "Priest included"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.parser.mentions import Mention

if TYPE_CHECKING:
    from judgecall.parser.areas.mana_board import ManaBoard

_HOLDING = frozenset({"including", "counting", "incl", "inc", "include", "includes", "count"})
_HELD = frozenset({"included", "counted", "including"})
_BESIDE = frozenset({"excluding", "besides"})
_TOTAL = frozenset({"total", "altogether", "overall"})
_PLACES = frozenset({"on", "the", "in", "my", "our", "battlefield", "board", "play", "in play", "on board", "out", "side", "field", "i", "control", "have",
                     "under", "table"})  # fmt: skip


class Counts:
    """Takes what is named on its own out of the counts that are said to hold it."""

    def __init__(self, board: ManaBoard) -> None:
        self.b = board
        self.talk = board.talk

    def read(self) -> None:
        """Read every such phrase of the question."""
        for i, lower in enumerate(self.talk.lowers):
            inside = self.talk.inside(i)
            if inside is not None and inside.cards:
                continue
            if lower in _HOLDING and (i == 0 or self.talk.lowers[i - 1] not in {"is", "does", "do", "it", "they"}):
                self._holding(i)
            elif lower in _HELD and i not in self.b.used:
                self._held(i)
            elif lower in _BESIDE or (
                lower in {"other", "aside", "apart"} and self.talk.lowers[i + 1 : i + 2] in (["than"], ["from"])
            ):
                self._beside(i)
        for m in self._groups():
            self._total(m)

    # ------------------------------------------------------------- phrases

    def _holding(self, i: int) -> None:
        """ "3 elves counting her", "including him I have six elves", "not counting the Priest"."""
        held = self._named_after(i)
        if not held:
            return
        denied = i > 0 and self.talk.words[i - 1].is_("negation")
        group = self._group_before(i) or self._group_after(held[-1].end)
        if group is None:
            return
        words = {i, *(j for m in held for j in range(m.start, m.end))}
        if denied:
            self.b.use(words | {i - 1})
        else:
            self._take_out(group, held, words)

    def _held(self, i: int) -> None:
        """ "4 elves (channeler included)", "Priest of Titania included": the thing stands before the word."""
        before = next((m for m in reversed(self.talk.mentions) if m.end == i), None)
        if before is None or (before.head == "player" and before.text not in {"her", "him", "he", "she"}):
            return
        group = self._group_before(before.start) or self._group_after(i)
        if group is not None and group is not before:
            self._take_out(group, [before], {i, *range(before.start, before.end)})

    def _beside(self, i: int) -> None:
        """ "four elves besides her": the count is of the others, as it would be anyway."""
        held = self._named_after(i + 1 if self.talk.lowers[i] in {"other", "aside", "apart"} else i)
        if held and self._group_before(i) is not None:
            self.b.use([i, i + 1, *(j for m in held for j in range(m.start, m.end))])

    def _total(self, group: Mention) -> None:
        """ "5 elves in total on the battlefield": everything named that is an Elf is one of the five."""
        lowers = self.talk.lowers
        j = group.end
        while j < len(lowers) and lowers[j] in _PLACES:
            j += 1
        after = j < len(lowers) and lowers[j] in _TOTAL and self.talk.words[j].sentence == group.sentence
        before = lowers[max(0, group.start - 2) : group.start] == ["total", "of"]
        if not (after or before) or self._asked(group.start):
            return
        held = [
            m
            for m in self.b.things()
            if m is not group and m.start in self.b.board.of_mention and self._fits(m, group) and (m.cards or m.count)
        ]
        if held:
            self._take_out(group, held, {j} if after else {group.start - 2, group.start - 1})

    def _asked(self, i: int) -> bool:
        row = self.talk.words[max(0, i - 4) : i]
        return any(w.is_("how_much") or w.is_("how_many") for w in row)

    # -------------------------------------------------------------- things

    def _groups(self) -> list[Mention]:
        return [
            m
            for m in self.b.things()
            if m.count and not m.cards and m.start in self.b.board.of_mention and m.head in {"creature", "land", "artifact", "permanent", "enchantment"}
        ]  # fmt: skip

    def _group_before(self, i: int) -> Mention | None:
        sentence = self.talk.words[i].sentence
        return next((m for m in reversed(self._groups()) if m.end <= i and m.sentence == sentence), None)

    def _group_after(self, i: int) -> Mention | None:
        if i >= len(self.talk.words):
            return None
        sentence = self.talk.words[i].sentence
        return next((m for m in self._groups() if m.start >= i and m.sentence == sentence), None)

    def _named_after(self, i: int) -> list[Mention]:
        """The list of things behind a word."""
        found: list[Mention] = []
        position = i + 1
        for m in self.talk.mentions:
            if m.start < position:
                continue
            if not all(
                w in {",", "and", "the", "my", "a", "an", "itself", "&", "+"}
                for w in self.talk.lowers[position : m.start]
            ):
                break
            if found and self.talk.lowers[position : m.start] in ([","], []):
                break  # "5 creatures counting the druid, Cradle is out": the comma ends it
            found.append(m)
            position = m.end
        return found

    def _resolved(self, m: Mention, group: Mention) -> Mention | None:
        """The thing that "her" or "itself" is: the last one named that the group could hold."""
        pronoun = m.head == "pronoun" or (m.head == "player" and m.text in {"her", "him", "he", "she", "it"})
        if not pronoun:
            return m
        named = [n for n in self.b.things() if n.cards and n is not group and n.start in self.b.board.of_mention]
        fits = [n for n in named if self._fits(n, group)]
        ids = dict.fromkeys(self.b.board.of_mention[n.start] for n in fits)
        return fits[-1] if len(ids) == 1 else None

    def _fits(self, m: Mention, group: Mention) -> bool:
        """Whether a thing is of the kind that the group counts."""
        id, of = self.b.board.of_mention.get(m.start), self.b.board.of_mention.get(group.start)
        if id is None or of is None or id == of:
            return False
        thing, whole = self.b.board.objects[id], self.b.board.objects[of]
        if thing.controller != whole.controller:
            return False
        card = self.talk.cards.get(thing.card) if thing.card else None
        types = set(thing.types) | (set(card.faces[0].types) if card else set())
        subtypes = set(thing.subtypes) | (set(card.faces[0].subtypes) if card else set())
        changeling = card is not None and any(getattr(a, "name", "") == "changeling" for a in card.faces[0].abilities)
        kind = {"permanent": types or {"permanent"}}.get(group.head, {group.head})
        return bool(kind & types) and (set(whole.subtypes) <= subtypes or changeling)

    def _take_out(self, group: Mention, held: list[Mention], words: set[int]) -> None:
        """Make the group what is left when those that are named on their own are taken out of it."""
        named: dict[str, int | None] = {}
        for m in held:
            thing = self._resolved(m, group)
            if thing is None or not self._fits(thing, group):
                self.b.confused = True
                return
            id = self.b.board.of_mention[thing.start]
            named[id] = self.b.board.objects[id].count
        of = self.b.board.of_mention[group.start]
        whole = self.b.board.objects[of].count
        parts = list(named.values())
        taken = sum(n for n in parts if n is not None)
        if whole is None or None in parts or taken > whole or of in self._done:
            self.b.confused = self.b.confused or of not in self._done
            self.b.use(words)
            return
        self._done.add(of)
        if self.talk.lowers[min(words)] in _HOLDING:
            self.b.held |= {i for i in named if self._named_only_here(i, held)}
        self.b.use(words)
        if taken == whole:
            self.b.forget(group)
        else:
            self.b.board.change(of, count=whole - taken)

    def _named_only_here(self, id: str, held: list[Mention]) -> bool:
        """Whether a thing is spoken of nowhere but in the count that holds it."""
        return all(m in held for m in self.b.things() if self.b.board.of_mention.get(m.start) == id)

    @property
    def _done(self) -> set[str]:
        return self.b.counted_out
