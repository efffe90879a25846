"""Keyword actions done several times, or X of them (CR 107.3, 701)."""

from __future__ import annotations

from judgecall.cards.abilities import Amount, Filter, Named
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production

production("how_often", "X times")(lambda: Amount(per="x"))
production("how_often", "<n:int> times")(lambda n: Amount(base=n))
production("how_often", "twice")(lambda: Amount(base=2))

for _phrase, _action in (
    ("populate", "populate"),
    ("proliferate", "proliferate"),
    ("manifest dread", "manifest_dread"),
):
    production("effect", f"{_phrase} <t:how_often>")(lambda t, a=_action: (Named(a, amount=t),))


@production("effect", "investigate <t:how_often>")
def _investigate(t: Amount) -> Effects | None:
    return (Named("investigate", amount=t),) if t.base != 2 else None


@production("effect", "<o:object> explores <t:how_often>")
def _explores(o: Filter, t: Amount) -> Effects | None:
    return (Named("explore", amount=t, of=o),) if o.this or o.target or o.ref else None


@production("effect", "incubate <n:number> <t:how_often>")
def _incubates(n: Amount, t: Amount) -> Effects:
    return Named("incubate", amount=n), Named("so_many_times", amount=t)


@production("effect", "repeat the following process <t:how_often>")
def _process(t: Amount) -> Effects:
    return (Named("repeat_following_process", amount=t),)
