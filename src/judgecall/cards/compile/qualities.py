"""What stands after the noun: "you control with flying", "in your graveyard"."""

from __future__ import annotations

from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields, merge

# ------------------------------------------------------------------ after the noun


@production("whose", "you control")
def _yours() -> Fields:
    return {"controller": "you"}


@production("whose", "you own")
def _owned() -> Fields:
    return {"controller": "you", "owned": True}


@production("whose", "(an opponent|your opponents|opponents|each opponent) control*", "you don't control")
def _theirs() -> Fields:
    return {"controller": "opponent"}


@production("whose", "defending player controls", "the defending player controls")
def _defenders() -> Fields:
    return {"controller": "defending"}


for _who in ("player", "opponent"):
    production("whose", f"target {_who} controls")(lambda w=_who: {"controller": f"target_{w}"})


@production(
    "whose",
    "(that player|its controller|they|that opponent) control*",
)
def _that_players() -> Fields:
    return {"controller": "that_player"}


@production("whose", "that player or that planeswalker 's controller controls")
def _targets_or_controllers() -> Fields:
    return {"controller": "target_player_or_its_controller"}


@production("quality", "<w:whose>")
def _whose(w: Fields) -> Fields:
    return w


@production(
    "quality",
    "with <k:keyword_name>",
    "with <k:keyword_name> or <j:keyword_name>",
    "with <k:keyword_name> and/or <j:keyword_name>",
)
def _with(k: str, j: str = "") -> Fields:
    return {"keywords": (k, j) if j else (k,)}


@production("quality", "without <k:keyword_name>", "without <k:keyword_name> or <j:keyword_name>")
def _without(k: str, j: str = "") -> Fields:
    return {"without_keywords": (k, j) if j else (k,)}


@production("quality", "on the battlefield")
def _on_the_battlefield() -> Fields:
    return {"zone": "battlefield"}


@production("quality", "blocking ~", "that 's blocking ~", "that are blocking ~")
def _blocking_this() -> Fields:
    return {"state": ("blocking_this",)}


@production("quality", "blocking it", "that 's blocking it", "that are blocking it")
def _blocking_it() -> Fields:
    return {"state": ("blocking_it",)}


@production("quality", "blocked by ~", "~ 's blocking")
def _blocked_by_this() -> Fields:
    return {"state": ("blocked_by_this",)}


@production("quality", "blocked by it", "it 's blocking", "it blocks")
def _blocked_by_it() -> Fields:
    return {"state": ("blocked_by_it",)}


@production("quality", "that was dealt damage this turn", "that were dealt damage this turn", "dealt damage this turn")
def _damaged() -> Fields:
    return {"state": ("damaged_this_turn",)}


@production("quality", "that attacked this turn")
def _attacked() -> Fields:
    return {"state": ("attacked_this_turn",)}


@production("quality", "with no abilities")
def _no_abilities() -> Fields:
    return {"state": ("no_abilities",)}


@production("quality", "of the creature type of your choice", "of the type of your choice")
def _type_of_choice() -> Fields:
    return {"chosen": "your_choice_type"}


@production("quality", "of the color of your choice")
def _color_of_choice() -> Fields:
    return {"chosen": "your_choice_color"}


@production("bound", "<n:digits> or less", "<n:digits> or fewer")
def _at_most(n: int) -> tuple[str, int]:
    return ("<=", n)


@production("bound", "<n:digits> or greater", "<n:digits> or more")
def _at_least(n: int) -> tuple[str, int]:
    return (">=", n)


@production("bound", "<n:digits>")
def _exactly(n: int) -> tuple[str, int]:
    return ("=", n)


@production("bound", "greater than <n:digits>")
def _more_than(n: int) -> tuple[str, int]:
    return (">", n)


@production("bound", "less than <n:digits>")
def _less_than(n: int) -> tuple[str, int]:
    return ("<", n)


for _stat in ("power", "toughness", "power_or_toughness", "mana_value"):
    production("quality", f"with {_stat.replace('_', ' ')} <b:bound>")(lambda b, s=_stat: {s: b})


@production("quality", "with greater power")
def _greater_power() -> Fields:
    return {"power_vs_this": ">"}


@production(
    "quality",
    "with lesser power",
    "with power less than (~|its|this creature) ['s] power",
    "with power less than its power",
)
def _lesser_power() -> Fields:
    return {"power_vs_this": "<"}


@production("quality", "with power greater than ~ 's power", "with power greater than its power")
def _greater_than_this() -> Fields:
    return {"power_vs_this": ">"}


@production("quality", "with power less than or equal to (~ 's|its) power")
def _at_most_this() -> Fields:
    return {"power_vs_this": "<="}


@production("quality", "with power greater than or equal to (~ 's|its) power")
def _at_least_this() -> Fields:
    return {"power_vs_this": ">="}


@production("quality", "with (a|an) <k:counter_kind> counter on (it|them)", "with <k:counter_kind> counters on them")
def _with_counter(k: str) -> Fields:
    return {"counters": k}


@production("quality", "with (a counter|one or more counters|counters) on (it|them)")
def _with_any_counter() -> Fields:
    return {"counters": "any"}


@production("quality", "named <n:proper_name>")
def _named(n: str) -> Fields:
    return {"names": (n,)}


production("one_name", "~")(lambda: "~")
production("one_name", "<n:proper_name>")(lambda n: n)


@production("quality", "named <a:one_name> , <b:one_name> , (and|or) <c:one_name>")
def _named_one_of(a: str, b: str, c: str) -> Fields:
    return {"names": (a, b, c)}


@production("quality", "named ~")
def _named_this() -> Fields:
    return {"names": ("~",)}


for _kind in ("color", "type"):
    production("quality", f"of the chosen {_kind}", f"of the chosen {_kind}s")(lambda k=_kind: {"chosen": k})
production("quality", "with the chosen name", "with the same name as the exiled card")(lambda: {"chosen": "name"})


@production("quality", "(that 's|that are|that is) <a:adjectives>")
def _thats(a: Fields) -> Fields:
    return a


@production("quality", "that (isn't|aren't) <a:adjective>")
def _thats_not(a: Fields) -> Fields | None:
    if set(a) == {"colors"}:
        return {"not_colors": a["colors"]}
    if set(a) == {"supertypes"}:
        return {"not_supertypes": a["supertypes"]}
    if a.get("state") == ("token",):
        return {"state": ("nontoken",)}
    return None


@production("quality", "(that 's|that are|that is) (a|an) <n:noun>", "that are <n:noun>")
def _thats_a(n: Fields) -> Fields:
    return n


@production("quality", "(that isn't|that aren't|that 's not) [(a|an)] <n:noun>")
def _thats_not_a(n: Fields) -> Fields | None:
    if set(n) == {"types"} and n["types"] != ("permanent",):
        return {"not_types": n["types"]}
    return {"not_subtypes": n["subtypes"]} if set(n) == {"subtypes"} else None


@production("quality", "other than ~", "except ~")
def _other_than_this() -> Fields:
    return {"other": True}


@production("quality", "(that 's|that are) one or more colors")
def _any_colors() -> Fields:
    return {"colors": ("W", "U", "B", "R", "G")}


@production("quality", "(that 's|that are) (a|an) <s:subtype> or (a|an) <t:subtype>")
def _thats_either(s: str, t: str) -> Fields:
    return {"subtypes": (s, t)}


@production("quality", "other than <s:subtype+>")
def _other_than(s: tuple[str, ...]) -> Fields:
    return {"not_subtypes": s}


@production("quality", "that entered this turn")
def _entered() -> Fields:
    return {"state": ("entered_this_turn",)}


@production("quality", "that 's enchanted", "that are enchanted")
def _thats_enchanted() -> Fields:
    return {"state": ("enchanted",)}


@production("qualities", "<q:quality>", "<q:quality> <rest:qualities>", "<q:quality> and <rest:qualities>")
def _qualities(q: Fields, rest: Fields | None = None) -> Fields | None:
    return merge(q, rest or {})


for _phrase, _fields in (
    ("(in|from) your graveyard", {"zone": "graveyard", "controller": "you"}),
    ("(in|from) (a|any|all) graveyard*", {"zone": "graveyard"}),
    ("(in|from) (an opponent 's|opponents ') graveyard*", {"zone": "graveyard", "controller": "opponent"}),
    ("(in|from) your hand", {"zone": "hand", "controller": "you"}),
    ("you own in exile", {"zone": "exile", "controller": "you"}),
    ("in exile", {"zone": "exile"}),
):
    production("place", _phrase)(lambda f=_fields: f)
