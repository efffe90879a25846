"""Effects that somebody makes an object do: "you may have it gain flying", "any player may have ~ deal 3 damage to them"."""

from __future__ import annotations

from judgecall.cards.abilities import Amount, Condition, Damage, Filter, Lasting
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.subjects import this_turn, with_subject


@production(
    "effect",
    "have <o:object> <p:predicates> until end of turn",
    "have <o:object> each <p:predicates> until end of turn",
)
def _have(o: Filter, p: Effects) -> Effects | None:
    return this_turn(with_subject(p, o))


@production("effect", "have <o:object> <p:predicates> this turn")
def _have_this_turn(o: Filter, p: Effects) -> Effects | None:
    return this_turn(with_subject(p, o))


@production("effect", "<o:object> also <p:predicates> until end of turn", "<o:object> also <p:predicates> this turn")
def _also(o: Filter, p: Effects) -> Effects | None:
    return this_turn(with_subject(p, o))


@production("effect", "<o:object> perpetually <p:predicates>")
def _perpetually(o: Filter, p: Effects) -> Effects | None:
    return (Lasting(with_subject(p, o), until="perpetually"),)


@production("effect", "<o:object> perpetually <p:predicates> and perpetually <q:predicates>")
def _perpetually_both(o: Filter, p: Effects, q: Effects) -> Effects:
    return (Lasting(with_subject(p + q, o), until="perpetually"),)


@production("effect", "<o:object> <p:predicates> for as long as <c:lasting_condition>")
def _as_long_as(o: Filter, p: Effects, c: Condition) -> Effects | None:
    return (Lasting(with_subject(p, o), until="as_long_as", condition=c),)


@production("effect", "for as long as <c:lasting_condition> , <o:object> <p:predicates>")
def _as_long_as_first(o: Filter, p: Effects, c: Condition) -> Effects | None:
    return _as_long_as(o, p, c)


@production("lasting_condition", "<c:conditions>")
def _condition(c: Condition) -> Condition:
    return c


@production("lasting_condition", "you control ~")
def _you_control_this() -> Condition:
    return Condition("control", of=Filter(this=True))


@production("lasting_condition", "~ remains on the battlefield")
def _remains() -> Condition:
    return Condition("in_zone", counter="battlefield")


@production("lasting_condition", "~ remains tapped")
def _remains_tapped() -> Condition:
    return Condition("tapped")


@production(
    "lasting_condition", "(it|that creature|that permanent|that land) (has|had) (a|an) <k:counter_kind> counter on it"
)
def _has_counter(k: str) -> Condition:
    return Condition("counters", of=Filter(ref="earlier"), counter=k)


@production("lasting_condition", "you control that (creature|permanent|artifact|land)")
def _you_control_that() -> Condition:
    return Condition("other", counter="you control it")


@production(
    "lasting_condition", "that (creature|permanent) remains on the battlefield", "it remains on the battlefield"
)
def _that_remains() -> Condition:
    return Condition("other", counter="it remains on the battlefield")


# ------------------------------------------------------------------ and it deals damage


@production(
    "effect",
    "<o:object> <p:predicates> until end of turn and deals <n:number> damage to <d:damaged>",
)
def _and_deals(o: Filter, p: Effects, n: Amount, d: tuple[Filter | None, str]) -> Effects | None:
    done = this_turn(with_subject(p, o))
    if done is None or not (o.this or o.attached or o.ref):
        return None
    return (*done, Damage(d[0], n, d[1], source=None if o.this else o))


@production("effect", "<o:this> deals <n:number> damage to <d:damaged> and <p:predicates> until end of turn")
def _deals_and(o: Filter, n: Amount, d: tuple[Filter | None, str], p: Effects) -> Effects | None:
    done = this_turn(with_subject(p, o))
    return None if done is None else (Damage(d[0], n, d[1]), *done)
