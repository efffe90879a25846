"""Descriptions of objects: "another target nonblack creature you control with flying" (CR 109, 115)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Filter
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields, merge

# ------------------------------------------------------------------ the whole phrase


_OF_CREATURES = frozenset(
    ("keywords", "power", "toughness", "power_or_toughness", "power_of", "toughness_of", "power_vs_this")
)


@production("core", "[<a:adjectives>] <n:noun> [<q:qualities>]")
def _core(n: Fields, a: Fields | None = None, q: Fields | None = None) -> Fields | None:
    kinds = n.get("types", ())
    own = {name: value for name, value in (q or {}).items() if name in _OF_CREATURES}
    if own and len(kinds) > 1 and kinds[-1] == "creature" and set(n) == {"types"}:
        # "Artifact, enchantment, or creature with flying", "with power 4 or greater": only creatures have it.
        such = Filter(types=("creature",), **own)
        others = {name: value for name, value in (q or {}).items() if name not in own}
        return merge(a or {}, {"alternatives": (Filter(types=kinds[:-1]), such)}, others)
    return merge(a or {}, n, q or {})


@production("core", "[<a:adjectives>] <n:noun_elsewhere> [<q:qualities>] <p:place> [<r:qualities>]")
def _core_elsewhere(
    n: Fields, p: Fields, a: Fields | None = None, q: Fields | None = None, r: Fields | None = None
) -> Fields | None:
    return merge(a or {}, n, q or {}, p, r or {})


@production("core", "[<a:adjectives>] <n:noun_spell> [<q:qualities>]")
def _core_spell(n: Fields, a: Fields | None = None, q: Fields | None = None) -> Fields | None:
    return merge(a or {}, n, q or {})


@production(
    "core",
    "<a:pure_core> or <b:pure_core> [<q:qualities>]",
    "<a:pure_core> , <c:pure_core> , or <b:pure_core> [<q:qualities>]",
)
def _either_core(a: Fields, b: Fields, c: Fields | None = None, q: Fields | None = None) -> Fields | None:
    """ "nonblack creature or land": at least one has an adjective of its own, else the noun list reads it."""
    rows = [row for row in (a, c, b) if row]
    if a.get("state") == _NONTOKEN:
        # "Nontoken artifact creature or Vehicle": neither may be a token.
        rows = [merge(row, {"state": _NONTOKEN}) or row for row in rows]
    if all(set(row) == {"types"} for row in rows) or all(set(row) == {"subtypes"} for row in rows):
        return None
    return merge({"alternatives": tuple(Filter(**row) for row in rows)}, q or {})


_NONTOKEN = ("nontoken",)


@production("pure_core", "[<a:adjective>] <n:noun>")
def _pure_core(n: Fields, a: Fields | None = None) -> Fields | None:
    return merge(a or {}, n)


@production(
    "core", "spell or <b:pure_core> [<q:qualities>]", "spell , <c:pure_core> , or <b:pure_core> [<q:qualities>]"
)
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
    if "state" in rest:
        # "~ and each other creature with the same name as it": as this object.
        rest["state"] = tuple("named_like_this" if state == "named_like_it" else state for state in rest["state"])
    return Filter(alternatives=(Filter(this=True), Filter(**rest)))


@production("chosen", "target <c:core>")
def _target(c: Fields) -> Filter:
    return Filter(**c, target=True)


@production("chosen", "target enchanted <c:core>")
def _target_enchanted(c: Fields) -> Filter | None:
    either = c.get("alternatives", ())
    if len(either) == 2 and either[0].types == either[1].types != ():
        # "Enchanted creature or enchantment creature": the noun is said again, so the adjective is the first one's.
        first = msgspec.structs.replace(either[0], state=("enchanted", *either[0].state))
        return Filter(**(c | {"alternatives": (first, either[1])}), target=True)
    fields = merge(c, {"state": ("enchanted",)})
    return Filter(**fields, target=True) if fields else None


@production("chosen", "target equipped <c:core>")
def _target_equipped(c: Fields) -> Filter | None:
    fields = merge(c, {"state": ("equipped",)})
    return Filter(**fields, target=True) if fields else None


@production("chosen", "another target <c:core>")
def _another_target(c: Fields) -> Filter | None:
    fields = merge(c, {"other": True})
    return Filter(**fields, target=True) if fields else None


@production(
    "chosen",
    "<n:int> target <k:kind_of_card> from an opponent 's graveyard",
    "up to <u:int> target <k:kind_of_card> from an opponent 's graveyard",
)
def _from_one_opponent(k: Fields, n: int | None = None, u: int | None = None) -> Filter | None:
    """All of them from the graveyard of one and the same opponent."""
    if (n or u) == 1:  # "up to one"
        return None
    fields = merge(k, {"zone": "graveyard", "controller": "opponent", "state": ("one_graveyard",)})
    return None if fields is None else Filter(**fields, target=True, count=n or u, up_to=u is not None)


@production("chosen", "<n:int> [<o:other_word>] target <c:core>", "up to <u:int> [<o:other_word>] target <c:core>")
def _targets(c: Fields, n: int | None = None, u: int | None = None, o: bool = False) -> Filter | None:
    fields = merge(c, {"other": True}) if o else c
    return None if fields is None else Filter(**fields, target=True, count=n or u, up_to=u is not None)


@production("other_word", "other")
def _other_word() -> bool:
    return True


@production(
    "chosen",
    "each of up to <u:int> [<o:other_word>] target <c:core>",
    "each of <n:int> [<o:other_word>] target <c:core>",
)
def _each_target(c: Fields, n: int | None = None, u: int | None = None, o: bool = False) -> Filter | None:
    return _targets(c, n, u, o)


@production("chosen", "one or two target <c:core>", "each of one or two target <c:core>")
def _one_or_two_targets(c: Fields) -> Filter:
    return Filter(**c, target=True, count=2, at_least_one=True)


@production("chosen", "X target <c:core>")
def _x_targets(c: Fields) -> Filter:
    return Filter(**c, target=True, count_x=True)


@production("chosen", "up to X target <c:core>", "each of up to X target <c:core>")
def _up_to_x_targets(c: Fields) -> Filter:
    return Filter(**c, target=True, count_x=True, up_to=True)


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


@production(
    "attached",
    "(enchanted|equipped|fortified) (creature|permanent|land|artifact|planeswalker|enchantment|Vehicle|Equipment)",
)
def _attached() -> Filter:
    return Filter(attached=True)


@production("attached", "enchanted <s:subtype>")
def _attached_subtype(s: str) -> Filter:
    return Filter(attached=True)


@production("before", "that spell")
def _that_spell() -> Filter:
    return Filter(ref="that", zone="stack")


@production("before", "that (creature|permanent|artifact|token|enchantment|planeswalker|Equipment|Vehicle|Aura)")
def _that() -> Filter:
    """ "that creature": never the object that speaks."""
    return Filter(ref="that")


@production("before", "that card")
def _that_card() -> Filter:
    """Its type stays until it is settled: a token may have been made since, which is no card."""
    return Filter(ref="that", types=("card",))


@production("before", "that land")
def _that_land() -> Filter:
    """Its type stays until it is settled: a creature may have been named since the land was."""
    return Filter(ref="that", types=("land",))


@production("before", "it", "them", "the token")
def _before() -> Filter:
    """What was spoken of before; which that is gets settled once the whole ability is read."""
    return Filter(ref="earlier")


@production("before", "he", "she", "him", "her")
def _this_one() -> Filter:
    """Cards call by these words only the character that they are themselves, whatever was named since."""
    return Filter(this=True)


@production("before", "they", "the tokens", "each of them")
def _before_many() -> Filter:
    return Filter(ref="earlier")


@production("before", "[each of] those creatures that didn't attack this turn")
def _those_idle() -> Filter:
    return Filter(ref="that", state=("didnt_attack_this_turn",))


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


@production("watched", "(a|an|any) <c:core>", "<m:one_or_more> <c:core>")
def _watched_any(c: Fields, m: bool = False) -> Filter:
    return Filter(**(c | {"at_least_one": m}))


@production("watched", "another <c:core>", "<m:one_or_more> other <c:core>")
def _watched_other(c: Fields, m: bool = False) -> Filter | None:
    fields = merge(c, {"other": True})
    return Filter(**(fields | {"at_least_one": m})) if fields else None


@production("watched", "~ or another <c:core>", "~ or <m:one_or_more> other <c:core>")
def _watched_this_or(c: Fields, m: bool = False) -> Filter:
    return Filter(alternatives=(Filter(this=True), Filter(**c)), at_least_one=m)


@production("one_or_more", "one or more")
def _one_or_more() -> bool:
    """Of an event: it counts once for all that it happens to at one time (CR 603.2c)."""
    return True


@production("before", "that <s:subtype>")
def _that_subtype(s: str) -> Filter:
    """ "destroy that Wall"."""
    return Filter(ref="that")


@production("before", "the exiled card", "the exiled cards", "the exiled creature")
def _exiled() -> Filter:
    return Filter(ref="earlier", zone="exile")
