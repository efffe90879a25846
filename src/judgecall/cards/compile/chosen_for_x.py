"""X objects, or as many as X: targets, what is chosen as it resolves, and bounds on all of them together (CR 107.3, 601.2c)."""

from __future__ import annotations

from judgecall.cards.abilities import Amount, Damage, Filter, Modes, Move, Named, PutOntoBattlefield
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields, merge

# ------------------------------------------------------------------ how many


@production("chosen", "[<e:each_of>] X other target <c:core>", "[<e:each_of>] <u:up_to_x> other target <c:core>")
def _x_others(c: Fields, e: bool = False, u: bool = False) -> Filter | None:
    fields = merge(c, {"other": True})
    return None if fields is None else Filter(**fields, target=True, count_x=True, up_to=u)


production("each_of", "each of")(lambda: True)
production("up_to_x", "up to X")(lambda: True)


@production("some", "X <c:core>")
def _some_x(c: Fields) -> Filter:
    """Chosen as it resolves."""
    return Filter(**c, count_x=True)


@production("some", "up to X <c:core>")
def _up_to_x_elsewhere(c: Fields) -> Filter | None:
    return Filter(**c, count_x=True, up_to=True) if c.get("zone", "battlefield") != "battlefield" else None


@production("chance_card", "X <c:kind_of_card> at random from your graveyard")
def _x_by_chance(c: Fields) -> Filter:
    return Filter(**(c | {"zone": "graveyard", "controller": "you"}), count_x=True, chosen_by="chance")


@production("effect", "seek X <c:kind_of_card>")
def _seek(c: Fields) -> Effects:
    return (Named("seek", amount=Amount(per="x"), of=Filter(**(c | {"zone": "library"}))),)


@production("chosen", "up to X other target <c:core> from the battlefield and/or <d:kind_of_card> from graveyards")
def _here_or_in_graveyards(c: Fields, d: Fields) -> Filter:
    there = Filter(**(d | {"zone": "graveyard"}))
    return Filter(alternatives=(Filter(**c), there), target=True, other=True, count_x=True, up_to=True)


@production("modal", "choose up to X — <m:modes>")
def _up_to_x_modes(m: tuple[Effects, ...]) -> Effects:
    return (Modes(m, at_least=0, at_most=len(m), limit="up_to_x"),)


# ------------------------------------------------------------------ bounds on all of them together


production("quality", "without mana abilities")(lambda: {"state": ("no_mana_abilities",)})


@production("any_number_elsewhere", "any number of [<o:other_word>] <c:core>")
def _any_number_elsewhere(c: Fields, o: bool = False) -> Filter | None:
    if c.get("zone") != "graveyard":
        return None
    return Filter(**(c | {"other": True} if o else c), count=99, up_to=True)


@production(
    "effect",
    "return <o:any_number_elsewhere> to the battlefield",
    "return <o:any_number_elsewhere> to your <h:hand_word>",
)
def _return_any_number(o: Filter, h: bool = False) -> Effects:
    return (Move(o, "hand"),) if h else (PutOntoBattlefield(o),)


production("hand_word", "hand")(lambda: True)


@production("effect", "return from your graveyard to the battlefield any number of target <c:kind_of_card>")
def _return_targets(c: Fields) -> Effects:
    of = Filter(**(c | {"zone": "graveyard", "controller": "you"}), target=True, count=99, up_to=True)
    return (PutOntoBattlefield(of),)


@production("core", "<a:pure_core> (or|and/or) <b:pure_core> card* [<q:qualities>] <p:place> [<r:qualities>]")
def _either_elsewhere(
    a: Fields, b: Fields, p: Fields, q: Fields | None = None, r: Fields | None = None
) -> Fields | None:
    """ "Artifact or non-Aura enchantment card from your graveyard": at least one has an adjective of its own."""
    if all(set(row) == {"types"} for row in (a, b)) or all(set(row) == {"subtypes"} for row in (a, b)):
        return None
    return merge({"alternatives": (Filter(**a), Filter(**b))}, q or {}, p, r or {})


# ------------------------------------------------------------------ those of them


@production("before", "[each of] those (creatures|permanents|lands|artifacts) <q:narrowing>")
def _those_with(q: Fields) -> Filter:
    return Filter(**(q | {"ref": "that"}))


@production("narrowing", "with <k:keyword_name>")
def _with_keyword(k: str) -> Fields:
    return {"keywords": (k,)}


@production("narrowing", "you don't control")
def _not_yours() -> Fields:
    return {"controller": "opponent"}


@production("effect", "each of those creatures deals damage equal to its power to <d:damaged>")
def _each_bites(d: tuple[Filter | None, str]) -> Effects | None:
    if d[0] is not None and d[0].ref:
        return None  # "… to that creature": which was named before those creatures were
    return (Damage(d[0], Amount(per="power", of=Filter(ref="set")), d[1], source=Filter(ref="that")),)


@production("effect", "<s:chosen> deals <n:number> damage to <d:damaged> and <m:number> damage to itself")
def _bites_and_itself(s: Filter, n: Amount, d: tuple[Filter | None, str], m: Amount) -> Effects | None:
    if not s.target or s.count or s.count_x:
        return None
    that = Filter(ref="that")
    return Named("choose", of=s), Damage(d[0], n, d[1], source=that), Damage(that, m, source=that)


@production("distributed", "it and any number of <c:core>")
def _it_and_others(c: Fields) -> Filter:
    return Filter(alternatives=(Filter(ref="earlier"), Filter(**c)), count=99, up_to=True)
