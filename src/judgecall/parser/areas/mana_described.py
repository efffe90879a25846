"""Sources of mana that have no name: a class of cards ("a triome"), or a thing told by what it does ("an elf that taps for green")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.cards.abilities import Ability, Activated, AddMana, Amount, Cost, Filter, MultiplyMana, Static

if TYPE_CHECKING:
    from judgecall.parser.areas.mana_board import ManaBoard

_ENDS = frozenset({",", ".", "?", ";", ")", "and"})
_WHERE = (
    ["on", "my", "side"],
    ["on", "my", "board"],
    ["under", "my", "control"],
    ["on", "his", "side"],
    ["on", "my", "battlefield"],
)


def open_color_abilities(rows: list[list[str]]) -> tuple[Ability, ...]:
    """The mana abilities of a class of cards as the lexicon writes them: cost, then what is added ("?": a colour left open)."""
    found: list[Ability] = []
    for cost, mana in rows:
        symbols = cost.replace("{T}", "").replace("S", "")
        paid = Cost(
            mana=symbols, tap="{T}" in cost, sacrifice=(Amount(base=1), Filter(this=True)) if "S" in cost else None
        )
        if set(mana) == {"?"}:
            adds = AddMana(("chosen_color",), Amount(base=len(mana)))
        elif mana == "*":
            adds = AddMana(("any_color",))
        else:
            adds = AddMana((mana,))
        found.append(Activated(paid, (adds,)))
    return tuple(found)


def read_described(b: ManaBoard) -> None:
    """Give the things without names the abilities that the question tells of."""
    for m in b.things():
        id = b.board.of_mention.get(m.start)
        if id is None or m.cards:
            continue
        start = m.end
        if b.talk.lowers[start : start + 3] in _WHERE:
            start += 3
        if b.talk.lowers[start : start + 1] not in (["that"], ["which"], ["who"]):
            unknown = m.head in {"enchantment", "artifact", "planeswalker", "permanent"} and not m.land_class
            b.confused = b.confused or (unknown and m.count in {None, 1} and not m.plural)
            continue
        stop = next((k for k in range(start, len(b.talk.words)) if b.talk.lowers[k] in _ENDS), len(b.talk.words))
        span = range(start, min(stop, start + 14))
        if any(h.start == m.start and aura.start in span for aura, h in b.talk.attached):
            continue  # "an Island that has Overgrowth on it": which Aura is on it, and no ability of its own
        if (card := b.board.objects[id].card) is not None:
            # "Mana Reflection, the enchantment that doubles …": the card has its ability once.
            b.confused = b.confused or not _multiplies_as_told(b, card, span)
            continue
        if m.text.startswith("the ") and any(_multiplies(b, o.cards[0]) for o in b.things() if len(o.cards) == 1):
            b.confused = True  # the card again, or another of the kind
            continue
        if not (_multiplier(b, id, span) or _maker(b, id, span)) and m.head != "creature":
            b.confused = b.confused or b.talk.lowers[start + 1] not in {"is", "are", "was"}


def _multiplier(b: ManaBoard, id: str, span: range) -> bool:
    """ "… that doubles the mana of my lands"."""
    row = [b.talk.lowers[i] for i in span]
    times = _times_told(row)
    of = {"permanents": "permanent", "permanent": "permanent", "lands": "land", "land": "land"}
    what = next((of[w] for w in row if w in of), None)
    if what is None or not times:
        return False
    b.board.change(id, abilities=(Static((MultiplyMana(Filter(types=(what,), controller="you"), times),)),))
    _take_out(b, span)
    return True


def _times_told(row: list[str]) -> int:
    """How many times as much mana these words tell of; 0 where they tell of none."""
    if {"triple", "triples", "tripled", "thrice"} & set(row) or "three times" in " ".join(row):
        return 3
    return 2 if {"twice", "double", "doubles", "doubled"} & set(row) else 0


def _multiplies(b: ManaBoard, name: str) -> set[int]:
    """By how much the card's own abilities multiply mana; empty where they don't."""
    card = b.talk.cards.get(name)
    found = [a for face in card.faces for a in face.abilities if isinstance(a, Static)] if card is not None else []
    return {e.times for a in found for e in a.effects if isinstance(e, MultiplyMana)}


def _multiplies_as_told(b: ManaBoard, name: str, span: range) -> bool:
    """Whether the words say again how much more mana the card's own ability makes of it; they are then explained."""
    if _multiplies(b, name) != {_times_told([b.talk.lowers[i] for i in span])}:
        return False
    _take_out(b, span)
    return True


def _take_out(b: ManaBoard, span: range) -> None:
    """These words tell of an ability: what they name is nothing on the battlefield."""
    b.use(span)
    for other in b.things():
        if other.start in span:
            b.skip.add(other.start)
            b.forget(other)


def _maker(b: ManaBoard, id: str, span: range) -> bool:
    """ "… that taps for green equal to its own power", "… that makes two colorless"."""
    words = [b.talk.words[i] for i in span]
    row = [w.lower for w in words]
    text = " ".join(row)
    if len(words) < 2 or not words[1].is_("verb", "produce", "tap"):
        return False
    letter = next((s.value for w in words for s in w.senses if s.kind == "color"), None)
    letter = letter or next((w.mana.replace("{", "").replace("}", "") for w in words if w.kind == "mana"), None)
    n = next((w.value[0] for w in words if w.kind == "number"), 1)
    amount = Amount(base=n)
    if "equal to its own power" in text or "equal to its power" in text:
        amount = Amount(per="power", of=Filter(this=True))
        b.use(i for i in span if b.talk.lowers[i] in {"equal", "power", "own", "its"})
        _power_said(b, id)
    elif {"each", "every", "per", "equal", "or", "if"} & set(row):
        b.confused = True  # an amount or a choice that hangs on something else
        return True
    option = letter or ("any_color" if "any color" in text else "")
    if not option or (letter and n > 1 and len(letter) > 1):
        return False
    ability: Ability = Activated(Cost(tap=True), (AddMana((option,), amount),))
    b.board.change(id, abilities=(*b.board.objects[id].abilities, ability))
    b.use(
        i
        for i, w in zip(span, words, strict=True)
        if w.is_("verb", "produce", "tap") or w.is_("color") or w.kind in {"number", "mana"} or w.is_("noun")
    )
    return True


def any_land(b: ManaBoard, id: str) -> None:
    """A land of which only that it is a land was said, where it is asked how much it makes: one mana of some type."""
    thing = b.board.objects[id]
    if thing.types == ("land",) and not (thing.card or thing.subtypes or thing.abilities):
        b.board.change(id, abilities=open_color_abilities([["{T}", "?"]]))


def _power_said(b: ManaBoard, id: str) -> None:
    for i, lower in enumerate(b.talk.lowers):
        if lower != "power" or b.talk.lowers[i - 1] not in {"its", "his", "s"}:
            continue
        near = range(i + 1, min(i + 4, len(b.talk.words)))
        n = next((j for j in near if b.talk.words[j].kind == "number"), None)
        if n is not None and b.board.objects[id].power is None:
            b.board.change(id, power=b.talk.words[n].value[0])
            b.use([i, n])
