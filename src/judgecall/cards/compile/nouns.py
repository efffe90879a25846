"""The noun of a description and what stands before it: "other tapped nonblack creature" (CR 205)."""

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


def top_of_graveyard(c: Fields, whose: str) -> Filter:
    """ "The top creature card": the uppermost of those, which other cards may lie on (CR 404.2)."""
    state = "on_top" if c.get("types") == ("card",) and set(c) == {"types"} else "uppermost_of_these"
    return Filter(**(c | {"zone": "graveyard", "controller": whose, "state": (*c.get("state", ()), state)}), count=1)


# ------------------------------------------------------------------ before the noun


@production(
    "adjective", "<c:colorish>", "<a:color> (and|or|and/or) <c:color>", "<a:color> , <b:color> , (and|or) <c:color>"
)
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
    "face_down": "face-down", "transformed": "transformed", "commander": "commander",
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


@production("plain_noun", "enchanted <t:plural_type>")
def _enchanted_ones(t: str) -> Fields:
    """Only the plural: "enchanted creature" is the one that this Aura is attached to."""
    return {"types": (t,), "state": ("enchanted",)}


@production("plain_noun", "equipped <t:plural_type>")
def _equipped_ones(t: str) -> Fields:
    return {"types": (t,), "state": ("equipped",)}


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
