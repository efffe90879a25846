"""Descriptions, conditions and numbers that stand beside many kinds of effects (CR 109, 603.4, 607)."""

from __future__ import annotations

from judgecall.cards.abilities import (
    Ability,
    Amount,
    Comparison,
    Condition,
    Filter,
)
from judgecall.cards.compile.conditions import fact
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields


@production(
    "before",
    "(the|those|each|each of the|each of those) token* created this way",
    "the copy",
    "the copies",
    "the duplicate",
)
def _made() -> Filter:
    return Filter(ref="that")


@production("before", "the <s:subtype> token*", "those <s:subtype> tokens")
def _made_of_type(s: str) -> Filter:
    return Filter(ref="that")


@production("exception", "(it|he|she) 's (a|an) <p:fixed_pt> [<c:colors>] <s:subtypes> [<t:types>]")
def _only_such(p: tuple[int, int], s: tuple[str, ...], c: tuple[str, ...] = (), t: tuple[str, ...] = ()) -> Fields:
    """Without "in addition": no creature types but these."""
    return {
        "power": p[0], "toughness": p[1], "colors": tuple(x for x in c if x != "colorless"),
        "except_types": t, "except_subtypes": s, "except_other": ("no other creature types",),
    }  # fmt: skip


@production(
    "granted",
    "<q:quoted_ability> and <k:keyword_row>",
    "<k:keyword_row> , <q:quoted_ability> [,] and <r:quoted_ability>",
)
def _quote_and_keywords(
    k: tuple[Ability, ...], q: tuple[Ability, ...], r: tuple[Ability, ...] = ()
) -> tuple[Ability, ...]:
    return k + q + r if r else q + k


@production("keyword_names", "<k:keyword_name> , <rest:keyword_names_more>")
def _many_names(k: str, rest: tuple[str, ...]) -> tuple[str, ...]:
    return (k, *rest)


@production(
    "keyword_names_more", "<k:keyword_name> , <rest:keyword_names_more>", "<k:keyword_name> , and <j:keyword_name>"
)
def _more_names(k: str, j: str = "", rest: tuple[str, ...] = ()) -> tuple[str, ...]:
    return (k, j) if j else (k, *rest)


@production(
    "quality",
    "(with|that have|that has) <a:keyword_name> , <b:keyword_name> , (or|and/or) <d:keyword_name>",
    "(with|that have|that has) <a:keyword_name> , <b:keyword_name> , <c:keyword_name> , (or|and/or) <d:keyword_name>",
)
def _any_keyword(a: str, b: str, d: str, c: str = "") -> Fields:
    return {"keywords": tuple(k for k in (a, b, c, d) if k)}


@production(
    "quality",
    "(that doesn't have|that don't have|without) <a:keyword_name> , <b:keyword_name> , or <d:keyword_name>",
    "(that doesn't have|that don't have|without) <a:keyword_name> , <b:keyword_name> , <c:keyword_name> , or <d:keyword_name>",
)
def _no_keyword(a: str, b: str, d: str, c: str = "") -> Fields:
    return {"without_keywords": tuple(k for k in (a, b, c, d) if k)}


@production("quality", "(that 's|that are) (a|an) <a:subtype> , (a|an) <b:subtype> , or (a|an) <c:subtype>")
def _one_of_three(a: str, b: str, c: str) -> Fields:
    return {"subtypes": (a, b, c)}


for _stat in ("power", "toughness"):
    production("quality", f"with base {_stat} <b:bound>")(lambda b, s=_stat: {"state": (f"base_{s} {b[0]} {b[1]}",)})
production("quality", "with base power and toughness <p:base_pt>")(lambda p: {"state": (f"base_pt {p[0]}/{p[1]}",)})
production("quality", "with total power and toughness <b:bound>")(
    lambda b: {"state": (f"total_power_and_toughness {b[0]} {b[1]}",)}
)
for _stat, _code in (("power", "power"), ("toughness", "toughness")):
    production("quality", f"with total {_stat} <b:bound>")(lambda b, s=_code: {"state": (f"total_{s} {b[0]} {b[1]}",)})
    production("quality", f"with total {_stat} X or less")(lambda s=_code: {"state": (f"total_{s}_at_most_x",)})
for _words, _op in (("less than X", "<"), ("greater than X", ">")):
    production("quality", f"with mana value {_words}")(lambda o=_op: {"mana_value_of": (o, Amount(per="x"))})

for _name, _phrase in (
    ("it was cast for its warp cost", "(that creature|it) was cast for its warp cost"),
    ("it exploited that creature", "it exploited that creature"),
    ("visited an Attraction this turn", "you've visited an attraction this turn"),
    ("they aren't attacking you", "they aren't attacking you"),
):
    fact(_name, _phrase)


@production("condition", "~ is in the command zone or on the battlefield")
def _here_or_command() -> Condition:
    return Condition(
        "any", parts=(Condition("in_zone", counter="command"), Condition("in_zone", counter="battlefield"))
    )


@production("condition", "you have <n:int> or more unspent mana")
def _unspent(n: int) -> Condition:
    return Condition("other", n=n, counter="unspent mana")


@production("condition", "(those creatures|they) have total power <b:bound>")
def _their_power(b: tuple[Comparison, int]) -> Condition:
    return Condition("other", compare=b[0], n=b[1], counter="the total power of those creatures")


@production("each", "for each differently named dungeon you've completed")
def _each_dungeon() -> Amount:
    return Amount(per="history", counter="differently named dungeons completed")


@production("exception", "its starting loyalty is <n:digits>")
def _loyalty(n: int) -> Fields:
    return {"except_other": (f"starting loyalty {n}",)}


for _letter in "CWUBRG":
    production("quality", f"that could produce {{{_letter}}}")(lambda m=_letter: {"state": (f"could_produce_{m}",)})


@production("quality", "(that is|that 's) <a:adjective> or could produce <m:mana_letter>")
def _such_or_produces(a: Fields, m: str) -> Fields:
    return {"alternatives": (Filter(**a), Filter(state=(f"could_produce_{m}",)))}


@production("mana_quality", "of any type that land could produce")
def _of_paid_land() -> Fields:
    return {"options": ("any_type_could",), "among": Filter(types=("land",), ref="cost")}


@production("from_what", "Ring-bearers")
def _ring_bearers() -> Filter:
    return Filter(state=("ring_bearer",))


for _name, _phrase in (
    ("that player tapped no nonland permanent this turn", "that player didn't tap any nonland permanents that turn"),
    ("no other creature has greater power", "no other creature has greater power"),
    ("three or more cards exiled with it", "three or more cards have been exiled with ~"),
    ("harnessed", "~ is harnessed"),
):
    fact(_name, _phrase)


@production("quality", "that (are|is) enchanted or equipped")
def _enchanted_or_equipped() -> Fields:
    return {"alternatives": (Filter(state=("enchanted",)), Filter(state=("equipped",)))}


@production("each", "for each 1 life your opponents have lost this turn")
def _life_lost_each() -> Amount:
    return Amount(per="history", counter="life your opponents lost this turn")


@production("chosen", "target <p:fixed_pt> <c:core>")
def _target_of_size(p: tuple[int, int], c: Fields) -> Filter | None:
    if "power" in c or "toughness" in c:
        return None
    return Filter(**(c | {"power": ("=", p[0]), "toughness": ("=", p[1])}), target=True)
