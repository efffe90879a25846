"""Effects that create tokens (CR 111)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    Ability,
    Amount,
    CreateTokens,
    Filter,
)
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

_ONE = Amount(base=1)

# ------------------------------------------------------------------ tokens (CR 111)


@production(
    "token_kind",
    "[<p:base_pt>] [<l:legendary>] [<c:colors>] [<s:subtypes>] <t:types> token*",
    "[<p:base_pt>] [<l:legendary>] [<c:colors>] <s:subtypes> token*",
    "<l:legendary> <p:base_pt> [<c:colors>] [<s:subtypes>] <t:types> token*",
)
def _token_kind(
    p: tuple[str, str] | None = None,
    l: str = "",  # noqa: E741
    c: tuple[str, ...] = (),
    s: tuple[str, ...] = (),
    t: tuple[str, ...] = (),
) -> Fields | None:
    fields: Fields = {"colors": tuple(x for x in c if x != "colorless"), "subtypes": s, "types": t}
    if l:
        fields["supertypes"] = (l,)
    if p is not None:
        if p == ("X", "X"):
            fields["size"] = Amount(per="x")
        elif p[0] == "X" and p[1].isdigit():
            fields |= {"size": Amount(per="x"), "toughness": int(p[1])}
        elif p[0].isdigit() and p[1].isdigit():
            fields |= {"power": int(p[0]), "toughness": int(p[1])}
        else:
            return None
    elif t or set(s) - _PREDEFINED:
        return None
    else:
        fields |= {"types": ("enchantment",) if s == ("Shard",) else ("artifact",)}
    return fields


_PREDEFINED = frozenset(
    (
        "Treasure",
        "Food",
        "Clue",
        "Blood",
        "Gold",
        "Map",
        "Powerstone",
        "Junk",
        "Lander",
        "Mutagen",
        "Vibranium",
        "Shard",
    )
)


@production("subtypes", "<s:subtype>", "<s:subtype> <rest:subtypes>")
def _subtypes(s: str, rest: tuple[str, ...] = ()) -> tuple[str, ...]:
    return (s, *rest)


@production("legendary", "legendary")
def _legendary() -> str:
    return "legendary"


@production("legendary", "snow")
def _snow() -> str:
    return "snow"


@production(
    "tokens",
    "<n:number> [<t:tapped>] <k:token_kind>",
    "<n:number> [<t:tapped>] <k:token_kind> with <g:granted>",
    "<n:number> [<t:tapped>] <k:token_kind> named <m:proper_name> [with <g:granted>]",
    "<n:number> [<t:tapped>] <k:token_kind> with <g:granted> named <m:proper_name>",
)
def _tokens(n: Amount, k: Fields, t: bool = False, g: tuple[Ability, ...] = (), m: str = "") -> CreateTokens:
    return CreateTokens(n, m, abilities=g, tapped=t, **k)


@production("effect", "create <k:tokens>", "<w:player> create* <k:tokens>", "create <k:tokens> and <l:tokens>")
def _create(k: CreateTokens, w: str = "you", l: CreateTokens | None = None) -> Effects:  # noqa: E741
    made = msgspec.structs.replace(k, who=w)
    return (made,) if l is None else (made, l)


@production("effect", "create <k:tokens> <e:each>")
def _create_each(k: CreateTokens, e: Amount) -> Effects | None:
    if k.amount != _ONE or k.abilities:
        return None
    return (msgspec.structs.replace(k, amount=e),)


@production(
    "effect", "create <k:tokens> that 's tapped and attacking", "create <k:tokens> that are tapped and attacking"
)
def _create_attacking(k: CreateTokens) -> Effects:
    return (msgspec.structs.replace(k, tapped=True, attacking=True),)


@production(
    "effect",
    "create a number of <k:token_kind> equal to <n:quantity>",
    "create a number of <k:token_kind> with <g:granted> equal to <n:quantity>",
)
def _create_equal(k: Fields, n: Amount, g: tuple[Ability, ...] = ()) -> Effects:
    return (CreateTokens(n, abilities=g, **k),)


@production("effect", "create a token that 's a copy of <o:object>")
def _create_copy(o: Filter) -> Effects | None:
    return (CreateTokens(copy_of=o),)


@production(
    "effect",
    "create (a|<n:int>) token* that ('s a copy|are copies) of <o:object> , except (it has|they have) <g:granted>",
)
def _create_changed_copy(o: Filter, g: tuple[Ability, ...], n: int = 1) -> Effects:
    return (CreateTokens(Amount(base=n), copy_of=o, abilities=g),)


@production("effect", "create a tapped token that 's a copy of <o:object>")
def _create_tapped_copy(o: Filter) -> Effects:
    return (CreateTokens(copy_of=o, tapped=True),)


@production("effect", "create a tapped and attacking token that 's a copy of <o:object>")
def _create_attacking_copy(o: Filter) -> Effects:
    return (CreateTokens(copy_of=o, tapped=True, attacking=True),)
