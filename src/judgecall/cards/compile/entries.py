"""More on how objects enter and on events that are replaced: draws, life gained, tokens (CR 614)."""

from __future__ import annotations

from typing import Any

import msgspec

from judgecall.cards.abilities import (
    Ability,
    Amount,
    Condition,
    CreateTokens,
    EnterAsCopy,
    Filter,
    Grant,
    Lasting,
    Named,
    PutCounters,
    Replacement,
    Static,
)
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

# ------------------------------------------------------------------ counters and abilities it enters with


@production(
    "replacement_line",
    "If <c:conditions> , <r:replacement> and with <g:granted> [.]",
)
def _enters_with_ability(c: Condition, r: Replacement, g: tuple[Ability, ...]) -> tuple[Any, ...] | None:
    """ "If it was kicked, it enters with two +1/+1 counters on it and with flying": it has that as long as it was kicked."""
    if r.condition is not None:
        return None
    return (msgspec.structs.replace(r, condition=c), Static((Grant(Filter(this=True), g),), condition=c))


@production("counter_choice", "(a|an) <k:counter_kind> counter or (a|an) <j:counter_kind> counter")
def _one_of_two(k: str, j: str) -> str:
    return f"{k} or {j}"


@production("replacement", "<:entering> with your choice of <c:counter_choice> on (it|him|her)")
def _choice_of_counters(c: str) -> Replacement:
    return Replacement("enters_with_counters", effects=(PutCounters(Filter(this=True), c),))


@production("effect", "put your choice of <c:counter_choice> on <o:object>")
def _put_choice(c: str, o: Filter) -> Effects:
    return (PutCounters(o, c),)


@production(
    "replacement",
    "<:entering> with <n:number> <k:counter_kind> counter* and <m:number> <j:counter_kind> counter* on (it|him|her)",
)
def _two_kinds(n: Amount, k: str, m: Amount, j: str) -> Replacement:
    return Replacement(
        "enters_with_counters", effects=(PutCounters(Filter(this=True), k, n), PutCounters(Filter(this=True), j, m))
    )


@production("conditional", "<r:replacement> unless <c:conditions>")
def _unless(c: Condition, r: Replacement) -> Replacement | None:
    if r.what != "enters_with_counters" or r.condition is not None:
        return None
    return msgspec.structs.replace(r, condition=c, unless=True)


@production(
    "effect",
    "<o:before> enters with <n:number> [additional] <k:counter_kind> counter* on (it|them)",
    "<o:before> enters with an additional <k:counter_kind> counter on (it|them)",
)
def _will_enter_with(o: Filter, k: str, n: Amount | None = None) -> Effects:
    return (Named(f"will_enter_with:{k}", amount=n or Amount(base=1), of=o),)


@production("effect", "this turn , <o:group> enters with an additional <k:counter_kind> counter on it")
def _this_turn_enter_with(o: Filter, k: str) -> Effects:
    return (Lasting((Named(f"will_enter_with:{k}", of=o),), until="this_turn"),)


# ------------------------------------------------------------------ copies


@production("exception", "(it|he|she) 's <p:fixed_pt>")
def _sized(p: tuple[int, int]) -> Fields:
    return {"power": p[0], "toughness": p[1]}


@production(
    "exception",
    "(it|he|she) 's (a|an) <p:fixed_pt> [<c:colors>] [<s:subtypes>] [<t:types>] in addition to (its|his|her) other [<w:color_word>] [creature] types",
)
def _sized_typed(
    p: tuple[int, int], c: tuple[str, ...] = (), s: tuple[str, ...] = (), t: tuple[str, ...] = (), w: str = ""
) -> Fields | None:
    if c and w:
        return None  # beside its other colours there is no word for: a colour given is its only one (CR 707.9b)
    return {**_sized(p), "colors": c, "except_subtypes": s, "except_types": t}


@production("exception", "(its|his|her) name is ~")
def _own_name() -> Fields:
    return {"own_name": True}


@production("exception", "it 's an artifact")
def _is_artifact() -> Fields:
    """Nothing is said of other types beside that one (CR 205.1a)."""
    return {"except_types": ("artifact",), "except_other": ("no other card types",)}


@production(
    "exception",
    "it enters with <n:number> additional <k:counter_kind> counter* on it",
    "it enters with an additional <k:counter_kind> counter on it",
)
def _with_counter(k: str, n: Amount | None = None) -> Fields:
    return {"counters": (n or Amount(base=1), k)}


@production("exception", "it has ~ 's other abilities")
def _own_abilities() -> Fields:
    return {"own_abilities": True}


@production("replacement", "You may have ~ enter tapped as a copy of <o:copied> , except <x:exceptions>")
def _tapped_changed_clone(o: Filter, x: Fields) -> Replacement:
    return Replacement("enters_as_copy", effects=(EnterAsCopy(o, **x), Named("enters_tapped")), optional=True)


@production("copied", "another <c:core>")
def _copied_other(c: Fields) -> Filter:
    return Filter(**(c | {"other": True}))


def token_copy(
    of: Filter, changes: Fields, number: Amount, *, tapped: bool = False, who: str = "you"
) -> CreateTokens | None:
    """Tokens that are copies, with what is excepted."""
    known = {"power", "toughness", "colors", "except_subtypes", "except_types", "except_abilities", "not_legendary"}
    if set(changes) - known:
        return None
    return CreateTokens(
        number, copy_of=of, tapped=tapped, who=who, power=changes.get("power"), toughness=changes.get("toughness"),
        colors=changes.get("colors", ()), subtypes=changes.get("except_subtypes", ()), types=changes.get("except_types", ()),
        abilities=changes.get("except_abilities", ()), not_legendary=changes.get("not_legendary", False),
    )  # fmt: skip


@production("token_word", "(a|<n:number>) token*")
def _how_many(n: Amount | None = None) -> tuple[Amount, bool]:
    return n or Amount(base=1), False


@production("token_word", "(a|<n:number>) tapped token*")
def _how_many_tapped(n: Amount | None = None) -> tuple[Amount, bool]:
    return n or Amount(base=1), True


@production(
    "player_act",
    "create <t:token_word> (that 's a copy|that are copies) of <o:object>",
    "create <t:token_word> (that 's a copy|that are copies) of <o:object> , except <x:exceptions>",
    "create <t:token_word> (that 's a copy|that are copies) of <o:object> , except <y:many_exceptions>",
)
def _token_copies(
    t: tuple[Amount, bool], o: Filter, x: Fields | None = None, y: Fields | None = None
) -> Effects | None:
    made = token_copy(o, x or y or {}, t[0], tapped=t[1], who="?")
    return None if made is None else (made,)


@production(
    "effect",
    "create <t:token_word> (that 's a copy|that are copies) of <o:object>",
    "create <t:token_word> (that 's a copy|that are copies) of <o:object> , except <x:exceptions>",
    "create <t:token_word> (that 's a copy|that are copies) of <o:object> , except <y:many_exceptions>",
)
def _create_copies(
    t: tuple[Amount, bool], o: Filter, x: Fields | None = None, y: Fields | None = None
) -> Effects | None:
    made = token_copy(o, x or y or {}, t[0], tapped=t[1])
    return None if made is None else (made,)


@production("many_exceptions", "they have <g:granted>", "the tokens have <g:granted>", "the token has <g:granted>")
def _they_have(g: tuple[Ability, ...]) -> Fields:
    return {"except_abilities": g}


@production("many_exceptions", "they aren't legendary", "the token isn't legendary", "the tokens aren't legendary")
def _not_legendary() -> Fields:
    return {"not_legendary": True}


@production("many_exceptions", "they're <p:fixed_pt>", "the token 's <p:fixed_pt>")
def _they_are(p: tuple[int, int]) -> Fields:
    return _sized(p)


@production("effect", "create <t:token_count> of those tokens", "create that many of those tokens")
def _more_of_those(t: Amount | None = None) -> Effects:
    return (Named("create_those_tokens", amount=t or Amount(per="that_much")),)


@production("token_count", "<n:number>")
def _token_count(n: Amount) -> Amount:
    return n


# ------------------------------------------------------------------ draws, life and tokens replaced


@production("would_draw", "you would")
def _you_would() -> str:
    return "you"


@production("would_draw", "(a|target) player would")
def _player_would() -> str:
    return "each"


@production("would_draw", "an opponent would")
def _opponent_would() -> str:
    return "opponent"


@production("while_drawing", "while <c:conditions>")
def _while(c: Condition) -> Condition:
    return c


@production(
    "while_drawing",
    "except the first one (you|they) draw in each of (your|their) draw steps",
    "except the first card (you|they) draw in each of (your|their) draw steps",
)
def _not_first() -> Condition:
    return Condition("other", counter="not the first card drawn in that player's draw step")


@production(
    "replacement",
    "If <w:would_draw> draw a card [<c:while_drawing>] , <r:row> instead",
    "If <w:would_draw> draw a card [<c:while_drawing>] , instead <r:row>",
)
def _instead_of_drawing(w: str, r: Effects, c: Condition | None = None) -> Replacement:
    return Replacement(f"draw:{w}", effects=r, condition=c)


@production("replacement", "If <w:would_draw> draw a card [<c:while_drawing>] , you may instead <r:row>")
def _may_instead_of_drawing(w: str, r: Effects, c: Condition | None = None) -> Replacement:
    return Replacement(f"draw:{w}", effects=r, condition=c, optional=True)


@production("effect", "skip that draw", "that player skips that draw")
def _skip() -> Effects:
    return (Named("skip_that_draw"),)


@production(
    "replacement", "If <w:would_draw> gain life , (you|they|that player) gain* that much life plus <n:digits> instead"
)
def _more_life(w: str, n: int) -> Replacement:
    return Replacement(f"life:more:{w}", n=n)


@production("replacement", "If <w:would_draw> gain life , (you|they|that player) gain* twice that much life instead")
def _double_life(w: str) -> Replacement:
    return Replacement(f"life:double:{w}")


@production("replacement", "If <w:would_draw> gain life , that player loses that much life instead")
def _life_turned(w: str) -> Replacement:
    return Replacement(f"life:loses:{w}")


@production(
    "replacement",
    "If (an effect would create one or more tokens under your control|you would create one or more tokens) , (it creates|you create|create) twice that many of those tokens instead",
    "If one or more tokens would be created under your control , twice that many of those tokens are created instead",
)
def _double_tokens() -> Replacement:
    return Replacement("double_tokens", of=Filter(controller="you", state=("token",)))


@production("trigger_limit", "Do this only once each turn [.]")
def _done_once() -> str:
    """It triggers until that was done once in the turn (CR 603.2h)."""
    return "done_once"
