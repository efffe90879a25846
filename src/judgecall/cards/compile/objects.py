"""Descriptions of objects: "another target nonblack creature you control with flying" (CR 109, 115)."""

from __future__ import annotations

from typing import Any

from judgecall.cards.abilities import Filter
from judgecall.cards.compile.grammar import production

Fields = dict[str, Any]


def merge(*parts: Fields) -> Fields | None:
    """One description from several; None if they contradict each other."""
    whole: Fields = {}
    for part in parts:
        for name, value in part.items():
            if name not in whole:
                whole[name] = value
            elif isinstance(value, tuple) and isinstance(whole[name], tuple) and name in _ADDITIVE:
                whole[name] = whole[name] + tuple(v for v in value if v not in whole[name])
            elif whole[name] != value:
                return None
    return whole


_ADDITIVE = frozenset(
    (
        "state", "not_types", "not_subtypes", "not_colors", "supertypes", "not_supertypes", "keywords",
        "without_keywords", "and_types",
    )
)  # fmt: skip

# ------------------------------------------------------------------ before the noun


@production("adjective", "<c:colorish>", "<a:color> (and|or|and/or) <c:color>", "<a:color> , <b:color> , (and|or) <c:color>")
def _colors(c: str, a: str = "", b: str = "") -> Fields:
    return {"colors": tuple(x for x in (a, b, c) if x)}


@production("adjective", "<c:noncolor>")
def _not_color(c: str) -> Fields:
    return {"not_colors": (c,)}


@production("adjective", "<t:nontype>")
def _not_type(t: str) -> Fields:
    return {"not_types": (t,)}


@production("adjective", "<s:nonsubtype>")
def _not_subtype(s: str) -> Fields:
    return {"not_subtypes": (s,)}


@production("adjective", "<s:supertype>")
def _supertype(s: str) -> Fields:
    return {"supertypes": (s,)}


@production("adjective", "<s:nonsupertype>")
def _not_supertype(s: str) -> Fields:
    return {"not_supertypes": (s,)}


for _state, _words in {
    "tapped": "tapped", "untapped": "untapped", "attacking": "attacking", "blocking": "blocking", "blocked": "blocked",
    "unblocked": "unblocked", "modified": "modified", "renowned": "renowned", "monstrous": "monstrous", "saddled": "saddled", "suspected": "suspected", "nontoken": "nontoken", "token": "token",
    "face_down": "face-down", "transformed": "transformed", "commander": "commander", "enchanted": "enchanted", "equipped": "equipped",
}.items():  # fmt: skip
    production("adjective", _words)(lambda s=_state: {"state": (s,)})


@production("adjective", "attacking or blocking", "blocking or attacking")
def _in_combat() -> Fields:
    return {"alternatives": (Filter(state=("attacking",)), Filter(state=("blocking",)))}


@production("adjective", "other")
def _other() -> Fields:
    return {"other": True}


@production("adjective", "outlaw")
def _outlaw() -> Fields:
    """Assassin, Mercenary, Pirate, Rogue or Warlock (CR 700.12)."""
    return {"subtypes": ("Assassin", "Mercenary", "Pirate", "Rogue", "Warlock")}


@production("adjective", "historic")
def _historic() -> Fields:
    """Artifact, legendary or Saga (CR 700.6)."""
    return {
        "alternatives": (Filter(types=("artifact",)), Filter(supertypes=("legendary",)), Filter(subtypes=("Saga",)))
    }


@production("adjectives", "<a:adjective>", "<a:adjective> [,] <rest:adjectives>")
def _adjectives(a: Fields, rest: Fields | None = None) -> Fields | None:
    return merge(a, rest or {})


# ------------------------------------------------------------------ the noun


@production("plain_noun", "<types:type+>")
def _typed(types: tuple[str, ...]) -> Fields:
    return {"types": types}


@production("plain_noun", "<first:type> <last:type>", "<nontoken:type> <first:type> <last:type>")
def _both_types(first: str, last: str, nontoken: str = "") -> Fields | None:
    if "permanent" in (first, nontoken) or first == last:
        return None
    return {"types": (last,), "and_types": (first,) if not nontoken else (nontoken, first)}


@production("plain_noun", "<subtypes:subtype+>")
def _subtyped(subtypes: tuple[str, ...]) -> Fields:
    return {"subtypes": subtypes}


@production("plain_noun", "<subtypes:subtype+> <types:type>", "<subtypes:subtype+> <first:type> <types:type>")
def _subtyped_type(subtypes: tuple[str, ...], types: str, first: str = "") -> Fields:
    fields: Fields = {"subtypes": subtypes, "types": (types,)}
    return fields | {"and_types": (first,)} if first else fields


@production("plain_noun", "<a:type> (or|and) <b:subtype>", "<b:subtype> (or|and) <a:type>")
def _type_or_subtype(a: str, b: str) -> Fields:
    return {"alternatives": (Filter(types=(a,)), Filter(subtypes=(b,)))}


@production("plain_noun", "outlaw*")
def _outlaws() -> Fields:
    return _outlaw()


@production("noun", "<n:plain_noun>")
def _noun(n: Fields) -> Fields:
    return n


@production("noun", "token*", "<inner:plain_noun> token*")
def _token(inner: Fields | None = None) -> Fields | None:
    return merge(inner or {}, {"state": ("token",)})


@production("noun", "commander*")
def _commander() -> Fields:
    return {"state": ("commander",)}


@production("noun", "permanent*")
def _permanent() -> Fields:
    return {"types": ("permanent",)}


@production("noun_elsewhere", "card*", "<inner:noun> card*")
def _card(inner: Fields | None = None) -> Fields:
    return dict(inner) if inner else {"types": ("card",)}


@production("noun_spell", "spell*", "<inner:noun> spell*")
def _spell(inner: Fields | None = None) -> Fields | None:
    if inner is None:
        return {"types": ("spell",), "zone": "stack"}
    return merge(inner, {"zone": "stack"})


@production("noun_spell", "<t:type> (and|or) <u:type> spell*")
def _two_spells(t: str, u: str) -> Fields:
    return {"types": (t, u), "zone": "stack"}


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


@production("whose", "(target player|target opponent) controls")
def _target_players() -> Fields:
    return {"controller": "target_player"}


@production("whose", "(that player|its controller|they|that opponent) control*", "that player or that planeswalker 's controller controls")
def _that_players() -> Fields:
    return {"controller": "that_player"}


@production("quality", "<w:whose>")
def _whose(w: Fields) -> Fields:
    return w


@production("quality", "with <k:keyword_name>", "with <k:keyword_name> or <j:keyword_name>", "with <k:keyword_name> and/or <j:keyword_name>")
def _with(k: str, j: str = "") -> Fields:
    return {"keywords": (k, j) if j else (k,)}


@production("quality", "without <k:keyword_name>", "without <k:keyword_name> or <j:keyword_name>")
def _without(k: str, j: str = "") -> Fields:
    return {"without_keywords": (k, j) if j else (k,)}


@production("quality", "on the battlefield")
def _on_the_battlefield() -> Fields:
    return {"zone": "battlefield"}


@production("quality", "blocking (~|it)", "that 's blocking (~|it)", "that are blocking (~|it)")
def _blocking_this() -> Fields:
    return {"state": ("blocking_this",)}


@production("quality", "blocked by (~|it)", "(~|it) 's blocking", "it blocks")
def _blocked_by_this() -> Fields:
    return {"state": ("blocked_by_this",)}


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


@production("quality", "with lesser power", "with power less than (~|its|this creature) ['s] power", "with power less than its power")
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


@production("quality", "named ~")
def _named_this() -> Fields:
    return {"names": ("~",)}


for _kind in ("color", "type"):
    production("quality", f"of the chosen {_kind}", f"of the chosen {_kind}s")(lambda k=_kind: {"chosen": k})
production("quality", "with the chosen name")(lambda: {"chosen": "name"})


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


# ------------------------------------------------------------------ the whole phrase


@production("core", "[<a:adjectives>] <n:noun> [<q:qualities>]")
def _core(n: Fields, a: Fields | None = None, q: Fields | None = None) -> Fields | None:
    return merge(a or {}, n, q or {})


@production("core", "[<a:adjectives>] <n:noun_elsewhere> [<q:qualities>] <p:place> [<r:qualities>]")
def _core_elsewhere(
    n: Fields, p: Fields, a: Fields | None = None, q: Fields | None = None, r: Fields | None = None
) -> Fields | None:
    return merge(a or {}, n, q or {}, p, r or {})


@production("core", "[<a:adjectives>] <n:noun_spell> [<q:qualities>]")
def _core_spell(n: Fields, a: Fields | None = None, q: Fields | None = None) -> Fields | None:
    return merge(a or {}, n, q or {})


@production("core", "<a:pure_core> or <b:pure_core> [<q:qualities>]", "<a:pure_core> , <c:pure_core> , or <b:pure_core> [<q:qualities>]")
def _either_core(a: Fields, b: Fields, c: Fields | None = None, q: Fields | None = None) -> Fields | None:
    """ "nonblack creature or land": at least one has an adjective of its own, else the noun list reads it."""
    rows = [row for row in (a, c, b) if row]
    if all(set(row) == {"types"} for row in rows) or all(set(row) == {"subtypes"} for row in rows):
        return None
    return merge({"alternatives": tuple(Filter(**row) for row in rows)}, q or {})


@production("pure_core", "[<a:adjective>] <n:noun>")
def _pure_core(n: Fields, a: Fields | None = None) -> Fields | None:
    return merge(a or {}, n)


@production("core", "spell or <b:pure_core> [<q:qualities>]", "spell , <c:pure_core> , or <b:pure_core> [<q:qualities>]")
def _spell_or(b: Fields, c: Fields | None = None, q: Fields | None = None) -> Fields | None:
    rows = [{"types": ("spell",), "zone": "stack"}, *(row for row in (c, b) if row)]
    return merge({"alternatives": tuple(Filter(**row) for row in rows)}, q or {})


@production("kind_of_card", "[<a:adjectives>] <n:noun_elsewhere> [<q:qualities>]")
def _kind_of_card(n: Fields, a: Fields | None = None, q: Fields | None = None) -> Fields | None:
    """A card described without its zone."""
    return merge(a or {}, n, q or {})


@production("group", "<c:core>")
def _group(c: Fields) -> Filter:
    return Filter(**c)


@production("group", "all <c:core>", "each <c:core>", "each of <c:core>")
def _all(c: Fields) -> Filter:
    return Filter(**c)


@production("group", "each other <c:core>", "all other <c:core>")
def _each_other(c: Fields) -> Filter | None:
    fields = merge(c, {"other": True})
    return Filter(**fields) if fields else None


@production("group", "~ and <c:core>", "~ and each <c:core>")
def _this_and(c: Fields) -> Filter | None:
    if not c.get("other"):
        return None
    rest = {k: v for k, v in c.items() if k != "other"}
    return Filter(alternatives=(Filter(this=True), Filter(**rest)))


@production("chosen", "target <c:core>")
def _target(c: Fields) -> Filter:
    return Filter(**c, target=True)


@production("chosen", "another target <c:core>")
def _another_target(c: Fields) -> Filter | None:
    fields = merge(c, {"other": True})
    return Filter(**fields, target=True) if fields else None


@production("chosen", "<n:int> [<o:other_word>] target <c:core>", "up to <u:int> [<o:other_word>] target <c:core>")
def _targets(c: Fields, n: int | None = None, u: int | None = None, o: bool = False) -> Filter | None:
    fields = merge(c, {"other": True}) if o else c
    return None if fields is None else Filter(**fields, target=True, count=n or u, up_to=u is not None)


@production("other_word", "other")
def _other_word() -> bool:
    return True


@production("chosen", "each of up to <u:int> [<o:other_word>] target <c:core>", "each of <n:int> [<o:other_word>] target <c:core>")
def _each_target(c: Fields, n: int | None = None, u: int | None = None, o: bool = False) -> Filter | None:
    return _targets(c, n, u, o)


@production("chosen", "one or two target <c:core>", "each of one or two target <c:core>")
def _one_or_two_targets(c: Fields) -> Filter:
    return Filter(**c, target=True, count=2, at_least_one=True)


@production("chosen", "up to X target <c:core>", "X target <c:core>")
def _x_targets(c: Fields) -> Filter:
    return Filter(**c, target=True, count_x=True)


@production("chosen", "any number of target <c:core>")
def _any_targets(c: Fields) -> Filter:
    return Filter(**c, target=True, count=99, up_to=True)


@production("some", "(a|an) <c:core>")
def _one(c: Fields) -> Filter:
    return Filter(**c, count=1)


@production("some", "another <c:core>")
def _another(c: Fields) -> Filter | None:
    fields = merge(c, {"other": True})
    return Filter(**fields, count=1) if fields else None


@production("some", "<n:int> <c:core>")
def _several(n: int, c: Fields) -> Filter | None:
    return Filter(**c, count=n) if n > 1 else None


@production("some", "up to <n:int> <c:core>")
def _up_to(n: int, c: Fields) -> Filter:
    return Filter(**c, count=n, up_to=True)


@production("this", "~")
def _this() -> Filter:
    return Filter(this=True)


@production("this", "~~")
def _granter() -> Filter:
    """The card's own name inside an ability that it grants to another object."""
    return Filter(ref="granter")


@production("attached", "(enchanted|equipped|fortified) (creature|permanent|land|artifact|planeswalker|enchantment|Vehicle|Equipment)")
def _attached() -> Filter:
    return Filter(attached=True)


@production("attached", "enchanted <s:subtype>")
def _attached_subtype(s: str) -> Filter:
    return Filter(attached=True)


@production("before", "that (creature|permanent|card|land|artifact|token|spell|enchantment|planeswalker|Equipment|Vehicle|Aura)")
def _that() -> Filter:
    """ "that creature": never the object that speaks."""
    return Filter(ref="that")


@production("before", "it", "them", "the token", "he", "she", "him", "her")
def _before() -> Filter:
    """What was spoken of before; which that is gets settled once the whole ability is read."""
    return Filter(ref="earlier")


@production("before", "they", "the tokens", "each of them")
def _before_many() -> Filter:
    return Filter(ref="earlier")


@production("before", "[each of] those (creatures|permanents|cards|lands|artifacts|tokens|spells)")
def _those() -> Filter:
    return Filter(ref="that")


@production("object", "<f:this>", "<f:attached>", "<f:before>", "<f:chosen>", "<f:some>", "<f:group>")
def _object(f: Filter) -> Filter:
    return f


@production("object", "~ and <o:attached>")
def _this_and_attached(o: Filter) -> Filter:
    return Filter(alternatives=(Filter(this=True), o))


@production("subject", "<f:this>", "<f:attached>", "<f:before>", "<f:group>")
def _subject(f: Filter) -> Filter:
    """Who a static ability is about: never a target or a choice."""
    return f


# ------------------------------------------------------------------ in a trigger


@production("watched", "<f:this>", "<f:attached>")
def _watched(f: Filter) -> Filter:
    return f


@production("watched", "(a|an|one or more|any) <c:core>")
def _watched_any(c: Fields) -> Filter:
    return Filter(**c)


@production("watched", "(another|one or more other) <c:core>")
def _watched_other(c: Fields) -> Filter | None:
    fields = merge(c, {"other": True})
    return Filter(**fields) if fields else None


@production("watched", "~ or another <c:core>", "~ or (one or more) other <c:core>")
def _watched_this_or(c: Fields) -> Filter:
    return Filter(alternatives=(Filter(this=True), Filter(**c)))
