"""Power and toughness, and the other numbers that abilities use (CR 107.1, 208, 613.4)."""

from __future__ import annotations

from typing import NamedTuple

from judgecall.cards.abilities import Amount, Become, Filter, ModifyPT, PutCounters, Replacement, SetPT, Static
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State
from judgecall.engine.unspent import unspent_mana


@rule("613.4c")
def power_of(state: State, one: Permanent) -> int | None:
    """Power: base value, then counters and +N/+M effects (CR 208, 613.4). None when nobody knows. May be negative (CR 107.1b)."""
    return size_of(state, one, 0)


@rule("613.4c")
def toughness_of(state: State, one: Permanent) -> int | None:
    """Toughness, like `power_of`."""
    return size_of(state, one, 1)


def size_of(state: State, one: Permanent, which: int) -> int | None:
    """Power (0) or toughness (1), with no rule noted.

    Raises:
        CannotRule: two effects set it and nobody said which is later (CR 613.7), or one asks for the size it changes.
    """
    return state.remembered(("size", one.id, which), lambda: _open_size(state, one, which))


def _open_size(state: State, one: Permanent, which: int) -> int | None:
    key = (which, f"size of {one.id}")
    if key in state.conditions_open:
        raise CannotRule("layers", object=one.ref)
    state.conditions_open.add(key)
    try:
        return _size(state, one, which)
    finally:
        state.conditions_open.discard(key)


class Part(NamedTuple):
    """What a power or toughness is made of: its base, or something that adds to it."""

    code: str
    """base_size (printed or shown), size_told, size_set; size_counters, size_effect, size_static."""
    n: int
    """What it is or adds; may be negative."""
    source: str = ""
    """The permanent whose effect it is."""
    kind: str = ""
    """The kind of counter."""
    number: int = 0
    """How many counters."""


def parts_of_size(state: State, one: Permanent, which: int) -> list[Part]:
    """What its power (0) or toughness (1) is made of now, the base first; nothing when nobody knows."""
    parts: list[Part] = []
    with state.d.muted():
        total = _size(state, one, which, parts)
    return [] if total is None else [*parts[:1], *(p for p in parts[1:] if p.n)]


def _size(state: State, one: Permanent, which: int, parts: list[Part] | None = None) -> int | None:
    """The sum of its parts, which are added to `parts` in the order of CR 613.4."""
    parts = [] if parts is None else parts
    stated = (one.thing.power, one.thing.toughness)[which]
    base: int | None = stated
    resolved = one.base is not None and one.base[which] is not None
    if one.base is not None and resolved:
        base = one.base[which]
    elif base is None:
        base = _printed_size(state, one, which)
    setters = _setters(state, one, which)
    if None in setters:
        return None
    if len(set(setters) | ({base} if resolved else set())) > 1:
        raise CannotRule("layers", object=one.ref)
    if setters:
        base = setters[0]
    if base is None:
        for _, _, effect in now.type_effects(state, one):
            if isinstance(effect, Become) and effect.power is not None:
                base = (effect.power, effect.toughness)[which]
    if base is None:
        return None
    told = stated is not None and base == stated
    parts.append(Part("size_set" if setters or resolved else "size_told" if told else "base_size", base))
    counters = one.counters
    if stated is not None and _counters_in_stated(state, one, which):
        inside = dict(one.thing.counters)
        counters = {kind: n - inside.get(kind, 0) for kind, n in counters.items()}
    if parts[0].code == "base_size":
        entered_with = _entered_with(state, one)
        if entered_with is None:
            return None
        counters = {**entered_with, **counters}
    parts += [Part("size_counters", n, kind=kind, number=k) for kind, k, n in _counter_parts(counters, which)]
    parts += [Part("size_effect", change[which]) for change in one.changes]
    if stated is not None:
        parts += [*_from_attached(state, one, which), *_from_others(state, one, which)]
        return sum(p.n for p in parts)
    for source, _, effect in now.statics(state, ModifyPT):
        if isinstance(effect, ModifyPT) and now.matches(state, one, effect.of, source, printed_only=True):
            extra = amount_of(state, (effect.power, effect.toughness)[which], source)
            if extra is None:
                return None
            parts.append(Part("size_static", extra, source=source.ref))
    return sum(p.n for p in parts)


_CHANGES_COUNTERS = frozenset(
    {
        "counters",
        "enter",
        "cast",
        "resolve",
        "return",
        "blink",
        "copy",
        "activate",
        "trigger",
        "transform",
        "tap_for_mana",
    }
)


def _entered_with(state: State, one: Permanent) -> dict[str, int] | None:
    """The counters that a permanent of which nobody told any has by its own text ("Triskelion" is there with three).

    What happens to its counters in the scenario, and so also how it enters, is followed elsewhere. None: nobody knows how
    many they are.
    """
    if one.zone != "battlefield" or one.face is None or one.counters or one.thing.counters or one.thing.x is not None:
        return {}
    if any(e.kind in _CHANGES_COUNTERS and one.thing.id in e.subject for e in state.scenario.events):
        return {}
    found: dict[str, int] = {}
    for ability in one.face.abilities:
        if not isinstance(ability, Replacement) or ability.what != "enters_with_counters":
            continue
        if ability.of is not None and not ability.of.this:
            continue
        for effect in ability.effects:
            if not isinstance(effect, PutCounters) or "/" not in effect.counter:
                continue
            if effect.amount.per is not None or ability.condition is not None:
                return None
            found[effect.counter] = found.get(effect.counter, 0) + effect.amount.base
    return found if found and state.facts.assume("counters_it_entered_with", object=one.ref) else {}


def _from_attached(state: State, one: Permanent, which: int) -> list[Part]:
    """What Auras and Equipment add to a size that was stated: "my 2/2 with Bonesplitter" is called by its size without it.

    Only a size that differs from the printed one has them in it already ("Serra Angel, 6/6 with Bonesplitter").
    """
    printed = None if one.face is None else (one.face.power, one.face.toughness)[which]
    if one.thing.card is not None and printed != str((one.thing.power, one.thing.toughness)[which]):
        return []
    found: list[Part] = []
    for source, _, effect in now.statics(state, ModifyPT):
        if not isinstance(effect, ModifyPT) or not effect.of.attached or source.thing.attached_to != one.thing.id:
            continue
        extra = amount_of(state, (effect.power, effect.toughness)[which], source)
        if extra and state.facts.assume("size_without_attached", object=one.ref, source=source.ref):
            found.append(Part("size_static", extra, source=source.ref))
    return found


def _from_others(state: State, one: Permanent, which: int) -> list[Part]:
    """What other permanents ("I have Glorious Anthem, my 2/2 attacks") add to a size that was stated.

    A named creature told with its printed size is told without them, one with another size is told as it is now. A
    nameless one may be either, so that it is asked where anything hangs on it.
    """
    printed = None if one.face is None else (one.face.power, one.face.toughness)[which]
    if one.thing.card is not None and printed != str((one.thing.power, one.thing.toughness)[which]):
        return []
    found: list[Part] = []
    for source, _, effect in now.statics(state, ModifyPT):
        if not isinstance(effect, ModifyPT) or effect.of.attached or source is one or source.thing.card is None:
            continue
        if not now.matches(state, one, effect.of, source, printed_only=True):
            continue
        extra = amount_of(state, (effect.power, effect.toughness)[which], source)
        known = state.facts.ask if one.thing.card is None else state.facts.assume
        if extra and known("size_without_effect", source=source.ref):
            found.append(Part("size_static", extra, source=source.ref))
    return found


def _counters_in_stated(state: State, one: Permanent, which: int) -> int:
    """What the counters told with a stated size add to it, where the size has them in it already.

    "A 2/2 with a +1/+1 counter" is called by its size without the counter, and "Walking Ballista, 3/3 with three counters"
    with them: its printed size is another. A nameless 3/3 with three counters may be either.
    """
    first = _from_counters(dict(one.thing.counters), which)
    size = (one.thing.power, one.thing.toughness)
    if not first:
        return 0
    if one.thing.card is not None:
        printed = None if one.face is None else (one.face.power, one.face.toughness)[which]
        return 0 if printed == str(size[which]) else first
    whole = size == (first, first)
    known = state.facts.ask if whole else state.facts.assume
    return 0 if known("size_without_counters", object=one.ref) else first


def _from_counters(counters: dict[str, int], which: int) -> int:
    """What counters add: +1/+1, -1/-1, and rarer ones such as -0/-1 (CR 122.1a)."""
    return sum(n for _, _, n in _counter_parts(counters, which))


def _counter_parts(counters: dict[str, int], which: int) -> list[tuple[str, int, int]]:
    """By kind of counter: how many there are, and what they add in all."""
    found: list[tuple[str, int, int]] = []
    for kind, number in counters.items():
        halves = kind.split("/")
        if len(halves) == 2 and all(p[:1] in {"+", "-"} and p[1:].isdigit() for p in halves):
            found.append((kind, number, number * int(halves[which])))
    return found


def _setters(state: State, one: Permanent, which: int) -> list[int | None]:
    """What static effects set its base power or toughness to (CR 613.4b)."""
    found: list[int | None] = []
    for source, _, effect in now.statics(state, SetPT):
        if isinstance(effect, SetPT) and not effect.defining:
            amount = (effect.power, effect.toughness)[which]
            if amount.per != "printed" and now.matches(state, one, effect.of, source, printed_only=True):
                found.append(amount_of(state, amount, source))
    if (one.thing.power, one.thing.toughness)[which] is None:
        for _, ability, effect in now.type_effects(state, one):
            if isinstance(effect, Become) and ability not in one.gained:
                size = (effect.power, effect.toughness)[which]
                if size is not None:
                    found.append(size)
    return found


def _printed_size(state: State, one: Permanent, which: int) -> int | None:
    face = one.face
    text = None if face is None else (face.power, face.toughness)[which]
    if text is None:
        return None
    try:
        return int(text)
    except ValueError:
        pass
    for ability in state.printed_abilities(one):
        if isinstance(ability, Static):
            for effect in ability.effects:
                if isinstance(effect, SetPT) and effect.defining:
                    return amount_of(state, (effect.power, effect.toughness)[which], one)
    return None


def amount_of(state: State, amount: Amount, source: Permanent, x: int | None = None) -> int | None:
    """The number an ability uses, or None when it can't be told (CR 107.1, 107.3)."""
    if amount.per is None:
        return amount.base
    counted: int | None = None
    if amount.per == "sum":
        numbers = [amount_of(state, part, source, x) for part in amount.parts]
        counted = None if not numbers or None in numbers else sum(n for n in numbers if n is not None)
    elif amount.per == "x":
        counted = x if x is not None else source.thing.x
    elif amount.per == "count" and amount.of is not None:
        told = _cards_in_hand(state, amount.of, source)
        if told is not None:
            return amount.base + amount.times * told
        if amount.of.zone != "battlefield" and all(p.zone != amount.of.zone for p in state.permanents.values()):
            # Nobody said what lies in that zone, which is not the same as nothing.
            return None
        counted = sum(1 for p in state.permanents.values() if now.matches(state, p, amount.of, source))
    elif amount.per in {"power", "toughness"}:
        subject = _amount_subject(state, amount, source)
        counted = None if subject is None else size_of(state, subject, 0 if amount.per == "power" else 1)
    elif amount.per == "counters":
        subject = _amount_subject(state, amount, source)
        counted = None if subject is None else subject.counters.get(amount.counter or "+1/+1", 0)
    elif amount.per == "attached_to_it":
        subject = _amount_subject(state, amount, source)
        kinds = set((amount.counter or "").split(" or "))
        counted = None if subject is None else sum(
            1 for p in state.in_play() if p.thing.attached_to == subject.thing.id and kinds & set(now.subtypes_of(state, p))
        )  # fmt: skip
    elif amount.per == "hand":
        counted = state.player(state.controller(source)).hand
    elif amount.per == "life":
        counted = state.player(state.controller(source)).life
    elif amount.per == "unspent":
        counted = unspent_mana(state, state.controller(source), amount.colors)
    if counted is None:
        return None
    value = amount.base + amount.times * counted
    if amount.half:
        value = -(-value // 2) if amount.half == "up" else value // 2
    return value


def _cards_in_hand(state: State, of: Filter, source: Permanent) -> int | None:
    """How many cards a player was said to have in hand, where just that is counted."""
    if of != Filter(types=("card",), controller=of.controller, zone="hand") or of.controller not in {"you", "opponent"}:
        return None
    you = state.controller(source)
    player = you if of.controller == "you" else state.opponents(you)[0]
    if any(o.count == 0 and o.zone == "hand" and o.controller == player for o in state.scenario.objects):
        return 0
    return state.player(player).hand


def _amount_subject(state: State, amount: Amount, source: Permanent) -> Permanent | None:
    if amount.of is None or amount.of.this:
        return source
    if amount.of.attached and amount.of.zone != "battlefield":
        raise CannotRule("unknown_reference", object=source.ref)
    if amount.of.attached:
        return now.attached_to(state, source)
    found = [p for p in state.permanents.values() if now.matches(state, p, amount.of, source)]
    return found[0] if len(found) == 1 else None


# The two ask each other; at the end, so that either may be imported first.
from judgecall.engine import characteristics as now  # noqa: E402
