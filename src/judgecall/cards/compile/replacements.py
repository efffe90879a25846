"""How an object enters, and other replacement effects (CR 614)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Ability, Amount, Condition, EnterAsCopy, Filter, Named, PutCounters, Replacement
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields
from judgecall.cards.compile.references import kinds_of_reference


@production("entering", "~ enters", "it enters")
def _this_enters() -> str | None:
    return "this"


@production("replacement", "<:entering> tapped")
def _enters_tapped() -> Replacement:
    return Replacement("enters_tapped")


@production("replacement", "<f:group> enter* tapped")
def _others_enter_tapped(f: Filter) -> Replacement:
    return Replacement("enters_tapped", of=f)


@production("replacement", "<:entering> tapped unless <c:conditions>")
def _enters_tapped_unless(c: Condition) -> Replacement:
    return Replacement("enters_tapped", condition=c, unless=True)


@production("replacement", "As ~ enters , you may <p:enter_price> . If you don't , it enters tapped")
def _shock_land(p: str) -> Replacement:
    return Replacement("enters_tapped", condition=Condition("other", counter=p), unless=True)


@production("enter_price", "pay <n:int> life")
def _pay_life(n: int) -> str:
    return f"paid {n} life"


@production("enter_price", "reveal (a|an) <c:kind_of_card> from your hand")
def _reveal(c: Fields) -> str:
    return "revealed a card"


@production(
    "replacement",
    "<:entering> with <n:number> <k:counter_kind> counter* on (it|him|her) [<e:each>]",
    "<:entering> with <n:number> additional <k:counter_kind> counter* on (it|him|her) [<e:each>]",
)
def _enters_with(n: Amount, k: str, e: Amount | None = None) -> Replacement | None:
    if e is not None:
        if n.per is not None or e.base or e.times != 1:
            return None
        n = msgspec.structs.replace(e, times=n.base)
    return Replacement("enters_with_counters", effects=(PutCounters(Filter(this=True), k, n),))


@production(
    "replacement",
    "<:entering> with a number of <k:counter_kind> counters on (it|him|her) equal to <q:quantity>",
    "<:entering> with a number of additional <k:counter_kind> counters on (it|him|her) equal to <q:quantity>",
)
def _enters_with_equal(k: str, q: Amount) -> Replacement:
    return Replacement("enters_with_counters", effects=(PutCounters(Filter(this=True), k, q),))


@production("replacement", "<:entering> with X <k:counter_kind> counters on (it|him|her) , where X is <q:quantity>")
def _enters_with_x(k: str, q: Amount) -> Replacement:
    return Replacement("enters_with_counters", effects=(PutCounters(Filter(this=True), k, q),))


@production("replacement", "<:entering> tapped with <n:number> <k:counter_kind> counter* on (it|him|her)")
def _enters_tapped_with(n: Amount, k: str) -> Replacement:
    counters = PutCounters(Filter(this=True), k, n)
    return Replacement("enters_with_counters", effects=(counters, Named("enters_tapped")))


@production("conditional", "If <c:conditions> , <r:replacement>", "<r:replacement> if <c:conditions>")
def _if(c: Condition, r: Replacement) -> Replacement | None:
    if r.what == "enters_as_copy" and "that" in kinds_of_reference(c):
        return None  # "… as a copy of any creature, except it has flying if that creature doesn't": a part of the exceptions
    return msgspec.structs.replace(r, condition=c) if r.condition is None else None


@production(
    "extra_counters",
    "it enters with an additional <n:number> <k:counter_kind> counter* on (it|him|her)",
    "it enters with <n:number> additional <k:counter_kind> counter* on (it|him|her)",
    "it enters with an additional <k:counter_kind> counter on (it|him|her)",
)
def _extra(k: str, n: Amount | None = None) -> PutCounters:
    return PutCounters(Filter(this=True), k, n or Amount(base=1))


@production("replacement_pair", "<r:replacement> . If <c:conditions> , <x:extra_counters>")
def _and_more_if(r: Replacement, c: Condition, x: PutCounters) -> tuple[Replacement, ...]:
    """Apocalypse Hydra: the same object enters with more counters still."""
    return (r, Replacement("enters_with_counters", effects=(x,), condition=c))


@production(
    "replacement_pair",
    "<r:replacement> . If <c:conditions> , it enters with <n:number> <k:counter_kind> counter* on (it|him|her) instead",
)
def _instead_if(r: Replacement, c: Condition, n: Amount, k: str) -> tuple[Replacement, ...] | None:
    if r.condition is not None:
        return None
    instead = Replacement("enters_with_counters", effects=(PutCounters(Filter(this=True), k, n),), condition=c)
    return (msgspec.structs.replace(r, condition=c, unless=True), instead)


@production("replacement_pair", "<r:replacement> and with <n:number> <k:counter_kind> counter* on (it|him|her)")
def _and_with(r: Replacement, n: Amount, k: str) -> tuple[Replacement, ...]:
    return (r, Replacement("enters_with_counters", effects=(PutCounters(Filter(this=True), k, n),)))


@production(
    "replacement_pair",
    "<r:replacement> . As it enters , choose <w:choice>",
    "<r:replacement> . As ~ enters , choose <w:choice>",
)
def _and_choose(r: Replacement, w: str) -> tuple[Replacement, ...]:
    return (r, Replacement("enters_choosing", choose=w))


@production("replacement", "<:entering> transformed")
def _enters_transformed() -> Replacement:
    return Replacement("enters_transformed")


@production("replacement", "<:entering> prepared")
def _enters_prepared() -> Replacement:
    return Replacement("enters_prepared")


@production(
    "replacement",
    "Each <o:other_word> <c:core> enters with an additional <k:counter_kind> counter on (it|him|her)",
    "each <c:core> enters with an additional <k:counter_kind> counter on (it|him|her)",
)
def _others_enter_with(c: Fields, k: str, o: bool = False) -> Replacement:
    put = PutCounters(Filter(ref="event"), k)
    return Replacement("enters_with_counters", of=Filter(**(c | {"other": True} if o else c)), effects=(put,))


# ------------------------------------------------------------------ choosing and copying


for _phrase, _choice in (
    ("a color", "color"), ("a creature type", "type"), ("a basic land type", "basic_land_type"), ("an opponent", "opponent"),
    ("a player", "player"), ("a card name", "name"), ("a nonland card name", "name:nonland"), ("a card type", "card_type"),
    ("odd or even", "odd_or_even"), ("a creature card name", "name:creature"), ("a color other than white", "color_but_not_W"),
    ("two colors", "two_colors"), ("a color other than black", "color_but_not_B"),
    ("a color other than blue", "color_but_not_U"), ("a color other than red", "color_but_not_R"),
    ("a color other than green", "color_but_not_G"), ("a land type", "land_type"), ("a number", "number"),
):  # fmt: skip
    production("choice", _phrase)(lambda w=_choice: w)


@production("replacement", "As ~ enters , choose <w:choice>")
def _enters_choosing(w: str) -> Replacement:
    return Replacement("enters_choosing", choose=w)


@production(
    "replacement",
    "You may have ~ enter as a copy of <o:copied>",
    "As ~ enters , you may have it become a copy of <o:copied>",
)
def _clone(o: Filter) -> Replacement:
    return Replacement("enters_as_copy", effects=(EnterAsCopy(o),), optional=True)


@production("copied", "(any|a|an) <c:core>")
def _copied(c: Fields) -> Filter:
    return Filter(**c)


@production("replacement", "You may have ~ enter tapped as a copy of <o:copied>")
def _tapped_clone(o: Filter) -> Replacement:
    return Replacement("enters_as_copy", effects=(EnterAsCopy(o), Named("enters_tapped")), optional=True)


@production("exception", "it 's (a|an) [<s:subtypes>] [<t:types>] in addition to its other [creature] types")
def _typed(s: tuple[str, ...] = (), t: tuple[str, ...] = ()) -> Fields | None:
    return {"except_types": t, "except_subtypes": s} if s or t else None


@production("exception", "it has <g:granted>", "has <g:granted>")
def _with_abilities(g: tuple[Ability, ...]) -> Fields:
    return {"except_abilities": g}


@production("exception", "it isn't legendary")
def _not_legendary() -> Fields:
    return {"not_legendary": True}


@production("exceptions", "<x:exception>", "<x:exception> (and|, and|,) <rest:exceptions>")
def _exceptions(x: Fields, rest: Fields | None = None) -> Fields | None:
    rest = dict(rest or {})
    other = (*x.get("except_other", ()), *rest.pop("except_other", ()))
    if set(x) & set(rest):
        return None
    return {**x, **rest, "except_other": other} if other else x | rest


@production("replacement", "You may have ~ enter as a copy of <o:copied> , except <x:exceptions>")
def _changed_clone(o: Filter, x: Fields) -> Replacement:
    return Replacement("enters_as_copy", effects=(EnterAsCopy(o, **x),), optional=True)


# ------------------------------------------------------------------ graveyards and counters


@production(
    "replacement",
    "If ~ would be put into a graveyard from anywhere , exile it instead",
)
def _exile_instead() -> Replacement:
    return Replacement("exile_instead_of_graveyard")


@production("replacement", "If <o:watched> would die , exile it instead")
def _others_exiled(o: Filter) -> Replacement:
    return Replacement("exile_instead_of_graveyard", of=o)


@production(
    "replacement",
    "If ~ would be put into a graveyard from anywhere , (reveal ~ and shuffle it into its owner 's library instead|shuffle it into its owner 's library instead)",
)
def _shuffled_instead() -> Replacement:
    return Replacement("shuffle_instead_of_graveyard")


@production(
    "replacement",
    "If one or more +1/+1 counters would be put on <o:watched> , that many plus <n:int> +1/+1 counters are put on it instead",
)
def _more_counters(o: Filter, n: int) -> Replacement:
    return Replacement("more_counters", of=o, n=n)


@production(
    "replacement",
    "If one or more +1/+1 counters would be put on <o:watched> , twice that many +1/+1 counters are put on (it|that permanent|that creature) instead",
)
def _double_some(o: Filter) -> Replacement:
    return Replacement("double_counters", of=o, effects=(PutCounters(o, "+1/+1"),))


@production(
    "replacement",
    "If one or more counters would be put on <o:watched> , twice that many (counters|of each of those kinds of counters) are put on (it|that permanent|that creature) instead",
    "If an effect would put one or more counters on <o:watched> , it puts twice that many of those counters on that permanent instead",
)
def _double_all(o: Filter) -> Replacement:
    return Replacement("double_counters", of=o, effects=(PutCounters(o, "any"),))


@production("replacement_line", "<r:replacement> [.]", "<r:conditional> [.]")
def _one(r: Replacement) -> tuple[Replacement, ...]:
    return (r,)


@production("replacement_line", "<r:replacement_pair> [.]")
def _two(r: tuple[Replacement, ...]) -> tuple[Replacement, ...]:
    return r
