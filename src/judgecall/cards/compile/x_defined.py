"""X that the text defines or limits, and numbers of times (CR 107.3)."""

from __future__ import annotations

from typing import Any

from judgecall.cards.abilities import (
    Activated,
    Amount,
    Condition,
    Cost,
    Damage,
    Draw,
    Filter,
    MayCast,
    Modes,
    ModifyPT,
    Named,
    SetPT,
)
from judgecall.cards.compile.amounts import times
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields
from judgecall.cards.compile.references import has_reference
from judgecall.cards.compile.words import COLOR_WORDS
from judgecall.cards.compile.x_left import replace_x


@production("activated", "<c:cost> : <b:body> X is <q:quantity_of_x> [.]")
def _x_defined(c: Cost, b: Effects, q: Amount) -> Activated | None:
    """The X to be paid is no choice then: the engine asks whether it is what the text says."""
    if "{X}" not in c.mana:
        return None
    found = replace_x(b, q)
    if found == b and has_reference(q):
        return None  # "that card", which isn't spoken of before the effects: a number that the game tells
    # Where no effect uses X, what it is stands beside them: the cost has it.
    said = () if found != b else (Named("x_is", amount=q),)
    return Activated(c, (*said, *found), condition=Condition("other", counter="X is what its text says"))


@production("quantity_of_x", "<q:quantity>")
def _quantity_of_x(q: Amount) -> Amount:
    return q


@production("quantity_of_x", "[<t:twice>] the mana value of (that card|the exiled card|that spell)")
def _value_of_that(t: int = 1) -> Amount:
    return Amount(per="history", counter="the mana value of that card", times=t)


production("twice", "twice")(lambda: 2)


@production("quantity_of_x", "the number of cards in an opponent 's hand")
def _their_hand() -> Amount:
    return Amount(per="history", counter="cards in an opponent's hand")


@production("restriction", "Spend only <k:color> mana on X")
def _only_color(k: str) -> dict[str, Any]:
    return {"condition": Condition("other", counter=f"X is paid with {COLOR_WORDS[k]} mana only")}


@production("effect", "this ability can't be copied and X can't be 0")
def _not_copied() -> Effects:
    return (Named("x_cant_be_0"), Named("cant_be_copied"))


for _stat in ("power", "toughness", "power or toughness"):
    for _words, _code in (("X or less", "at_most"), ("X or greater", "at_least"), ("X", "equal_to")):
        production("quality", f"with {_stat} {_words}")(
            lambda s=_stat, c=_code: {"state": (f"{s.replace(' ', '_')}_{c}_x",)}
        )


@production("effect", "<e:each> , <o:object> get* <p:pt> until end of turn")
def _each_first(e: Amount, o: Filter, p: tuple[str, str]) -> Effects | None:
    if "X" in "".join(p) or not (o.this or o.attached or o.ref or o.target):
        return None
    power, toughness = (times(e, int(n)) if int(n) else Amount() for n in p)
    if power is None or toughness is None:
        return None
    return (ModifyPT(o, power, toughness, until_end_of_turn=True),)


@production("each", "for each counter removed")
def _each_removed() -> Amount:
    return Amount(per="history", counter="counters removed this way")


@production("effect", "investigate (X|<n:int>) times")
def _repeatedly(n: int = 0) -> Effects:
    return (Named("investigate", amount=Amount(base=n) if n else Amount(per="x")),)


@production("effect", "repeat this process (once|<n:int> times)")
def _repeat(n: int = 0) -> Effects:
    return (Named("repeat_process", amount=Amount(base=n) if n else Amount(base=1)),)


@production("chosen", "each of X target <c:core>")
def _each_of_x(c: Fields) -> Filter:
    return Filter(**c, target=True, count_x=True)


@production("effect", "<o:this> endures <n:number>")
def _endures(o: Filter, n: Amount) -> Effects:
    return (Named("endure", amount=n),)


@production(
    "effect",
    "cast (<o:just_one>|any number of) <c:core> from among cards [<y:you_own>] exiled with ~ [<q:within_x>] without paying (its|their) mana cost*",
)
def _cast_exiled(c: Fields, q: str = "", o: bool = False, y: Fields | None = None) -> Effects | None:
    if c.get("zone") != "stack":
        return None
    c = c | (y or {})
    how_many = {"count": 1} if o else {"count": 99, "up_to": True}
    return (_from_exile(c | how_many | ({"state": (*c.get("state", ()), q)} if q else {}), free=True),)


production("you_own", "you own")(lambda: {"controller": "you", "owned": True})


@production("within_x", "with total mana value X or less")
def _within_x() -> str:
    return "total_mana_value_at_most_x"


@production("cast_from", "<c:core> from among cards you own exiled with ~")
def _permitted_exiled(c: Fields) -> MayCast | None:
    return _from_exile(c | {"controller": "you", "owned": True}) if c.get("zone") == "stack" else None


def _from_exile(c: Fields, *, free: bool = False) -> MayCast:
    state = (*c.get("state", ()), "exiled_with_this")
    return MayCast(Filter(**(c | {"zone": "exile", "state": state})), free=free)


@production("quantity", "X plus <n:int>")
def _x_plus(n: int) -> Amount:
    return Amount(per="x", base=n)


@production("activated", "<c:cost> : choose <n:how_many> . <r:restriction> . <m:modes>")
def _modes_with_restriction(c: Cost, n: tuple[int, int], r: dict[str, Any], m: tuple[Effects, ...]) -> Activated:
    chosen = Modes(m, at_least=n[0], at_most=min(n[1], len(m)))
    return Activated(c, (chosen, *r.get("effects", ())), **{name: r[name] for name in r if name != "effects"})


@production("chance_number", "(cards|damage) chosen at random (between|from) 0 (and|to) X")
def _by_chance() -> Amount:
    return Amount(per="history", counter="a number from 0 to X chosen at random")


@production("effect", "draw a number of <n:chance_number>")
def _draw_by_chance(n: Amount) -> Effects:
    return (Draw(n),)


@production("effect", "~ deals an amount of <n:chance_number> to <d:damaged>")
def _damage_by_chance(n: Amount, d: tuple[Filter | None, str]) -> Effects:
    return (Damage(d[0], n, d[1]),)


@production("effect", "~ deals <a:half_damage> to <d:damaged> , and <b:half_damage> to <e:damaged>")
def _halves(a: Amount, d: tuple[Filter | None, str], b: Amount, e: tuple[Filter | None, str]) -> Effects:
    return Damage(d[0], a, d[1]), Damage(e[0], b, e[1])


production("half_damage", "half X damage , rounded down ,", "half X damage , rounded down")(
    lambda: Amount(per="x", half="down")
)
production("half_damage", "half X damage , rounded up ,", "half X damage , rounded up")(
    lambda: Amount(per="x", half="up")
)


@production("chosen", "target permanent or suspended card")
def _or_suspended() -> Filter:
    suspended = Filter(types=("card",), zone="exile", state=("suspended",))
    return Filter(alternatives=(Filter(types=("permanent",)), suspended), target=True)


@production("chosen", "target permanent with a <k:counter_kind> counter on it or suspended card")
def _counted_or_suspended(k: str) -> Filter:
    suspended = Filter(types=("card",), zone="exile", state=("suspended",))
    return Filter(alternatives=(Filter(types=("permanent",), counters=k), suspended), target=True)


@production("quantity", "the highest number you noted for cards named ~")
def _noted() -> Amount:
    return Amount(per="history", counter="the highest number you noted for cards with its name")


@production("effect", "have the base power and toughness of <o:object> become equal to <q:quantity> until end of turn")
def _sizes_become(o: Filter, q: Amount) -> Effects:
    return (SetPT(o, q, q, until_end_of_turn=True),)


@production("effect", "have <o:object> 's base power and toughness become <p:fixed_pt> until end of turn")
def _size_becomes(o: Filter, p: tuple[int, int]) -> Effects:
    return (SetPT(o, Amount(base=p[0]), Amount(base=p[1]), until_end_of_turn=True),)


@production("found", "put (it|that card) onto the battlefield with <n:int> additional <k:counter_kind> counter* on it")
def _found_with_counters(n: int, k: str) -> str:
    return f"battlefield_with_counters:{n} {k}"


@production("effect", "<w:player> reveals <n:number> cards from their hand")
def _reveals(w: str, n: Amount) -> Effects:
    return (Named(f"reveals_from_hand:{w}", amount=n),)


@production("effect", "<w:player> reveals <n:number> cards from their hand at random")
def _reveals_at_random(w: str, n: Amount) -> Effects:
    return (Named(f"reveals_from_hand_at_random:{w}", amount=n),)
