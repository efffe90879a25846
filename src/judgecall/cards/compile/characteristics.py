"""Power and toughness, abilities, types and colours of objects (CR 613)."""

from __future__ import annotations

from typing import Any

import msgspec

from judgecall.cards.abilities import (
    Ability,
    Amount,
    AnyEffect,
    Become,
    Filter,
    Grant,
    IfDo,
    Keyword,
    Lasting,
    LoseAbilities,
    May,
    ModifyPT,
    SetPT,
    Unread,
)
from judgecall.cards.compile.amounts import signed, times
from judgecall.cards.compile.combat import HERE, Effects
from judgecall.cards.compile.grammar import production, word_rule
from judgecall.cards.compile.nouns import Fields
from judgecall.cards.compile.text import Word

# ------------------------------------------------------------------ power and toughness (CR 613.4)


@production("predicate", "get* <p:pt>", "get* an additional <p:pt>")
def _get(p: tuple[str, str]) -> Effects:
    return (ModifyPT(HERE, signed(p[0]), signed(p[1])),)


@production("predicate", "get* <p:pt> <e:each>", "get* an additional <p:pt> <e:each>")
def _get_each(p: tuple[str, str], e: Amount) -> Effects | None:
    if "X" in "".join(p):
        return None
    power, toughness = (times(e, int(n)) if int(n) else Amount() for n in p)
    return None if power is None or toughness is None else (ModifyPT(HERE, power, toughness),)


def _base(text: str) -> Amount | None:
    return Amount(per="x") if text == "X" else Amount(base=int(text)) if text.isdigit() else None


@production("predicate", "(has|have) base power and toughness <p:base_pt>")
def _base_pt(p: tuple[str, str]) -> Effects | None:
    power, toughness = _base(p[0]), _base(p[1])
    return (SetPT(HERE, power, toughness),) if power and toughness else None


@production("static_clause", "~ 's power and toughness are each equal to <q:quantity>")
def _star_star(q: Amount) -> Effects:
    return (SetPT(Filter(this=True), q, q, defining=True),)


@production("static_clause", "~ 's power is equal to <q:quantity>")
def _star_power(q: Amount) -> Effects:
    return (SetPT(Filter(this=True), q, Amount(per="printed"), defining=True),)


@production("static_clause", "~ 's toughness is equal to <q:quantity>")
def _star_toughness(q: Amount) -> Effects:
    return (SetPT(Filter(this=True), Amount(per="printed"), q, defining=True),)


@production("static_clause", "~ 's power is equal to <q:quantity> and its toughness is equal to <r:quantity>")
def _tarmogoyf(q: Amount, r: Amount) -> Effects:
    return (SetPT(Filter(this=True), q, r, defining=True),)


@production("quantity", "the number of card types among cards in all graveyards")
def _types_in_graveyards() -> Amount:
    return Amount(per="card_types", of=Filter(types=("card",), zone="graveyard"))


@production("quantity", "that number plus <n:digits>")
def _that_number(n: int) -> Amount:
    return Amount(base=n, per="that_much")


# ------------------------------------------------------------------ abilities (CR 613.1f)

_READ_QUOTE: list[Any] = []


def on_quote(reader: Any) -> None:
    """Tell this module how a quoted ability is compiled (lines.py does, which needs this module first)."""
    _READ_QUOTE.append(reader)


@word_rule("quoted_ability")
def _quoted(word: Word) -> tuple[Ability, ...] | None:
    if word.low != '"':
        return None
    found: tuple[Ability, ...] = _READ_QUOTE[0](word.text)
    return None if any(isinstance(ability, Unread) for ability in found) or not found else found


@production("granted", "<k:keyword_row>")
def _granted_keywords(k: tuple[Keyword, ...]) -> tuple[Ability, ...]:
    return k


@production(
    "granted",
    "<q:quoted_ability>",
    "<q:quoted_ability> and <r:quoted_ability>",
    "<q:quoted_ability> , <r:quoted_ability>",
)
def _granted_quote(q: tuple[Ability, ...], r: tuple[Ability, ...] = ()) -> tuple[Ability, ...]:
    return q + r


@production("granted", "<k:keyword_row> [,] and <q:quoted_ability>", "<k:keyword_row> , <q:quoted_ability>")
def _granted_both(k: tuple[Keyword, ...], q: tuple[Ability, ...]) -> tuple[Ability, ...]:
    return k + q


@production("predicate", "(has|have|gain|gains) <g:granted>")
def _has(g: tuple[Ability, ...]) -> Effects:
    return (Grant(HERE, g),)


@production("predicate", "lose* all [other] abilities")
def _lose_all() -> Effects:
    return (LoseAbilities(HERE),)


@production("predicate", "lose* <k:keyword_names>")
def _lose(k: tuple[str, ...]) -> Effects:
    return (LoseAbilities(HERE, keywords=k),)


@production(
    "predicate",
    "can't have or gain <k:keyword_name>",
    "loses <k:keyword_name> and can't have or gain <:keyword_name>",
    "lose <k:keyword_name> and can't have or gain <:keyword_name>",
)
def _cant_have(k: str) -> Effects:
    return (LoseAbilities(HERE, keywords=(k,), cant_have=True),)


# ------------------------------------------------------------------ types and colours (CR 613.1d-e)


@production(
    "new_type",
    "[(a|an)] [<p:base_pt>] [<c:colors>] [<s:subtypes>] [<t:types>]",
    "[(a|an)] [<p:base_pt>] [<c:colors>] [<s:subtypes>] [<t:types>] with <e:every_type>",
)
def _new_type(
    p: tuple[str, str] | None = None,
    c: tuple[str, ...] = (),
    s: tuple[str, ...] = (),
    t: tuple[str, ...] = (),
    e: tuple[str, ...] = (),
) -> Fields | None:
    s = s + e
    if not (s or t or c):
        return None
    fields: Fields = {"types": t, "subtypes": s, "colors": c}
    if p:
        if not (p[0].isdigit() and p[1].isdigit()):
            return None
        fields |= {"power": int(p[0]), "toughness": int(p[1])}
    return fields


@production("every_type", "all creature types")
def _every_type() -> tuple[str, ...]:
    return ("every_creature_type",)


@production("colors", "<c:colorish>", "<c:colorish> and <d:color>", "<c:colorish> , <d:color> , and <e:color>")
def _colors(c: str, d: str = "", e: str = "") -> tuple[str, ...]:
    return tuple(x for x in (c, d, e) if x)


@production("colors", "all colors")
def _all_colors() -> tuple[str, ...]:
    return ("W", "U", "B", "R", "G")


@production("types", "<t:type>", "<t:type> <u:type>", "<v:type> <t:type> <u:type>")
def _types(t: str, u: str = "", v: str = "") -> tuple[str, ...] | None:
    found = tuple(x for x in (v, t, u) if x)
    return None if "permanent" in found else found


@production(
    "addition",
    "in addition to (its|his|her|their) other [<c:color_word>] [(creature|land)] types",
    "in addition to (its|their) other types and <c:color_word>",
    "in addition to its other <c:color_word>",
)
def _addition(c: str = "types") -> str:
    """What is kept: the types, or the colours too (CR 105.3, 205.1b)."""
    return c


@production("color_word", "colors [and]")
def _color_word() -> str:
    return "colors"


@production(
    "predicate",
    "<:be> <n:new_type> [<i:addition>]",
    "<:be> <n:new_type> with <k:granted> [<i:addition>]",
    "<:be> <n:new_type> <i:still>",
    "<:be> <n:new_type> with <k:granted> <i:still>",
    "<:be> <n:new_type> and (has|have|gains) <k:granted> <i:addition>",
)
def become(n: Fields, k: tuple[Ability, ...] = (), i: str = "") -> Effects:
    """What it becomes, with these abilities; `i` says what it keeps beside ("types", "colors" as well)."""
    whole = Become(HERE, **n, abilities=k, in_addition=bool(i) or keeps_types(n))
    return new_colors(whole) if whole.in_addition and i != "colors" else (whole,)


def new_colors(change: Become) -> tuple[Become, ...]:
    """The types are added, and the colours are new ones: nothing says that it keeps those that it had (CR 105.3)."""
    if not change.colors:
        return (change,)
    colors = Become(change.of, colors=change.colors, until_end_of_turn=change.until_end_of_turn)
    return (msgspec.structs.replace(change, colors=()), colors)


def keeping_types(effects: Effects) -> Effects:
    """The effects with what becomes something else keeping its types: "It's still a land" (CR 205.1b)."""
    changed: list[AnyEffect] = []
    for effect in effects:
        if isinstance(effect, Become):
            kept = msgspec.structs.replace(effect, in_addition=True)
            changed.extend((kept,) if effect.in_addition else new_colors(kept))
            continue
        if isinstance(effect, Lasting | May | IfDo):
            effect = msgspec.structs.replace(effect, effects=keeping_types(effect.effects))
        changed.append(effect)
    return tuple(changed)


def keeps_types(new: Fields) -> bool:
    """What becomes an "artifact creature" keeps its other types without saying so (CR 205.1b)."""
    return tuple(new["types"]) == ("artifact", "creature")


@production("be", "(is|are|become|becomes|'s)")
def _be() -> bool:
    return True


@production("still", "that 's still (a|an) <:type>", "that are still <:type>")
def _still() -> str:
    """It keeps its other types (CR 205.1b)."""
    return "types"


@production(
    "predicate",
    "(is|are|become|becomes) <n:new_type> with base power and toughness <p:fixed_pt> [<i:addition>]",
    "(is|are|become|becomes) <n:new_type> with base power and toughness <p:fixed_pt> and <k:granted> [<i:addition>]",
    "(is|are|become|becomes) <n:new_type> with base power and toughness <p:fixed_pt> <i:still>",
    "(is|are|become|becomes) <n:new_type> with base power and toughness <p:fixed_pt> , <k:granted> [<i:addition>]",
)
def _become_base(n: Fields, p: tuple[int, int], k: tuple[Ability, ...] = (), i: str = "") -> Effects | None:
    return None if "power" in n else become({**n, "power": p[0], "toughness": p[1]}, k, i)


@production("predicate", "(is|are) every creature type")
def _every_creature_type() -> Effects:
    # Its other creature types are among them, and its land and artifact types stay (CR 205.1a).
    return (Become(HERE, subtypes=("every_creature_type",), in_addition=True),)


@production("predicate", "(is|are) every basic land type in addition to (its|their) other types")
def _every_basic_type() -> Effects:
    return (Become(HERE, subtypes=("every_basic_land_type",), in_addition=True),)


@production("predicate", "(is|are) the chosen type [<i:addition>]")
def _chosen_type(i: str = "") -> Effects:
    return (Become(HERE, subtypes=("chosen",), in_addition=bool(i)),)


@production("predicate", "(is|are|becomes|become) the chosen color")
def _chosen_color() -> Effects:
    return (Become(HERE, colors=("chosen",)),)
