"""Effects that deal damage and change life totals (CR 119-120)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    Amount,
    Damage,
    Filter,
    Life,
    Named,
)
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

# ------------------------------------------------------------------ damage and life (CR 119-120)


@production("damaged", "any target")
def _any_target() -> tuple[Filter | None, str]:
    return None, "any_target"


@production("damaged", "any other target")
def _any_other_target() -> tuple[Filter | None, str]:
    return None, "any_other_target"


@production("damaged", "<w:player>")
def _damaged_player(w: str) -> tuple[Filter | None, str]:
    return None, w


@production("damaged", "<o:object>")
def _damaged_object(o: Filter) -> tuple[Filter | None, str]:
    return o, ""


@production("damaged", "target player or planeswalker")
def _player_or_planeswalker() -> tuple[Filter | None, str]:
    return None, "target_player_or_planeswalker"


@production("damaged", "target opponent or planeswalker")
def _opponent_or_planeswalker() -> tuple[Filter | None, str]:
    return None, "target_opponent_or_planeswalker"


@production("damaged", "<o:group> and <w:player>", "<w:player> and <o:group>")
def _both_damaged(o: Filter, w: str) -> tuple[Filter | None, str] | None:
    if o.controller == "that_player" and w in ("each_player", "each_opponent"):
        # "Each opponent and each creature they control": of each of those players.
        o = msgspec.structs.replace(o, controller="opponent" if w == "each_opponent" else "any")
    return (o, w) if w in ("each_player", "each_opponent", "you") else None


@production("deals", "~ deal*")
def _deals() -> str | None:
    return "this"


@production("deals", "(it|he|she) deal*")
def _it_deals() -> Filter:
    return Filter(ref="earlier")


def _source(s: str | Filter) -> Filter | None:
    return s if isinstance(s, Filter) else None


@production(
    "effect",
    "<s:deals> <n:number> damage to them",
    "<s:deals> damage equal to <n:quantity> to them",
    "<s:deals> damage to them equal to <n:quantity>",
)
def _damage_to_them(s: str | Filter, n: Amount) -> Effects:
    """To the player of the event, or to the objects that were named before: settled with the other references."""
    return (Damage(Filter(ref="earlier"), n, "them", source=_source(s)),)


@production(
    "effect",
    "<s:deals> <n:number> damage to <d:damaged>",
    "<s:deals> damage equal to <n:quantity> to <d:damaged>",
    "<s:deals> damage to <d:damaged> equal to <n:quantity>",
)
def _damage(s: str | Filter, n: Amount, d: tuple[Filter | None, str]) -> Effects:
    return (Damage(d[0], n, d[1], source=_source(s)),)


@production("effect", "<s:deals> <n:number> damage to <d:damaged> and <m:number> damage to <e:damaged>")
def _two_damages(
    s: str | Filter, n: Amount, d: tuple[Filter | None, str], m: Amount, e: tuple[Filter | None, str]
) -> Effects:
    return (Damage(d[0], n, d[1], source=_source(s)), Damage(e[0], m, e[1], source=_source(s)))


@production("effect", "<s:deals> <n:number> damage divided as you choose among <o:divided>")
def _divided(s: str | Filter, n: Amount, o: Filter) -> Effects:
    return (Damage(o, n, "divided", source=_source(s)),)


@production("at_most", "one or two")
def _one_or_two() -> int:
    return 2


@production("at_most", "one , two , or three")
def _one_to_three() -> int:
    return 3


@production("at_most", "any number of")
def _any_number_of() -> int:
    return 99


@production("divided", "one or more targets", "one or more target <c:core>")
def _divided_among_some(c: Fields | None = None) -> Filter:
    return Filter(**(c or {}), at_least_one=True, target=True, count=99)


@production("divided", "<n:at_most> targets", "<n:at_most> target <c:core>")
def _divided_targets(n: int, c: Fields | None = None) -> Filter:
    return Filter(**(c or {}), up_to=n == 99, at_least_one=n != 99, target=True, count=n)


@production(
    "effect",
    "<s:chosen> deals damage equal to its power to <d:damaged>",
    "<s:that_one> deals damage equal to its power to <d:damaged>",
)
def _bite(s: Filter, d: tuple[Filter | None, str]) -> Effects:
    return (Damage(d[0], Amount(per="power", of=s), d[1], source=s),)


@production("that_one", "that creature", "that permanent", "that artifact")
def _that_one() -> Filter:
    return Filter(ref="that")


@production(
    "effect",
    "<s:that_one> deals <n:number> damage to <d:damaged>",
    "<s:attached> deals <n:number> damage to <d:damaged>",
)
def _other_damage(s: Filter, n: Amount, d: tuple[Filter | None, str]) -> Effects:
    return (Damage(d[0], n, d[1], source=s),)


@production("effect", "have <s:before> deal damage equal to its power to <d:damaged>")
def _have_it_bite(s: Filter, d: tuple[Filter | None, str]) -> Effects:
    return (Damage(d[0], Amount(per="power", of=s), d[1], source=s),)


@production("effect", "have <s:deals> <n:number> damage to <d:damaged>")
def _have_it_deal(s: str | Filter, n: Amount, d: tuple[Filter | None, str]) -> Effects:
    return (Damage(d[0], n, d[1], source=_source(s)),)


@production("effect", "<a:object> fights <b:object>", "<a:object> fight each other")
def _fight(a: Filter, b: Filter | None = None) -> Effects:
    return (Named("fight", of=a if b is None else Filter(alternatives=(a, b))),)


@production("effect", "<w:player> gain* <n:number> life", "<w:player> gain* life equal to <n:quantity>")
def _gain(w: str, n: Amount) -> Effects:
    return (Life(n, who=w),)


@production("effect", "<w:player> lose* <n:number> life", "<w:player> lose* life equal to <n:quantity>")
def _lose(w: str, n: Amount) -> Effects:
    return (Life(n, gain=False, who=w),)


@production("effect", "gain <n:number> life")
def _gain_plain(n: Amount) -> Effects:
    return (Life(n),)


@production("effect", "lose <n:number> life")
def _lose_plain(n: Amount) -> Effects:
    return (Life(n, gain=False),)


@production("effect", "<w:player> gain* <n:number> life <e:each>", "<w:player> lose* <l:number> life <e:each>")
def _life_each(w: str, e: Amount, n: Amount | None = None, l: Amount | None = None) -> Effects | None:  # noqa: E741
    number = n or l
    if number is None or number.per is not None or e.base or e.times != 1:
        return None
    return (Life(msgspec.structs.replace(e, times=number.base), gain=n is not None, who=w),)


@production("damaged", "<a:group> and <b:group>")
def _two_groups_damaged(a: Filter, b: Filter) -> tuple[Filter | None, str] | None:
    return None if a.alternatives or b.alternatives else (Filter(alternatives=(a, b)), "")
