"""Spells and abilities on the stack that are countered or copied (CR 701.6, 707.10)."""

from __future__ import annotations

from judgecall.cards.abilities import Amount, Condition, CopySpell, CounterSpell, Filter, IfDo, Move
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

_ONE = Amount(base=1)


@production("on_stack", "target <k:ability_kind> [<w:whose>]")
def _ability(k: tuple[str, ...], w: Fields | None = None) -> Filter:
    return Filter(types=k, zone="stack", target=True, **(w or {}))


@production("ability_kind", "activated ability")
def _activated() -> tuple[str, ...]:
    return ("activated_ability",)


@production("ability_kind", "triggered ability")
def _triggered() -> tuple[str, ...]:
    return ("triggered_ability",)


@production("ability_kind", "activated or triggered ability")
def _either_ability() -> tuple[str, ...]:
    return ("activated_ability", "triggered_ability")


@production("on_stack", "target spell , activated ability , or triggered ability")
def _anything() -> Filter:
    return Filter(types=("spell", "activated_ability", "triggered_ability"), zone="stack", target=True)


@production("effect", "counter <o:on_stack>")
def _counter_ability(o: Filter) -> Effects:
    return (CounterSpell(o),)


@production("effect", "counter <o:on_stack> unless its controller pays <m:mana_cost>")
def _counter_ability_unless(o: Filter, m: str) -> Effects:
    return (CounterSpell(o, unless_paid=m),)


@production(
    "effect",
    "counter <o:object> unless its controller pays <m:mana_cost> <e:each>",
    "counter <o:object> unless its controller pays X , where X is <q:quantity>",
)
def _counter_unless_each(o: Filter, m: str = "{1}", e: Amount | None = None, q: Amount | None = None) -> Effects:
    return (CounterSpell(o, unless_paid=m, times=e or q or _ONE),)


@production("effect", "counter <o:object> unless its controller pays {X} , where X is <q:quantity>")
def _counter_unless_x(o: Filter, q: Amount) -> Effects:
    return (CounterSpell(o, unless_paid="{1}", times=q),)


@production("effect", "counter <o:chosen> if it was kicked")
def _counter_if_kicked(o: Filter) -> Effects:
    """The spell that it targets: not this one."""
    return (CounterSpell(o, only_if=Filter(zone="stack", state=("kicked",))),)


@production(
    "effect", "counter <o:chosen> if it ('s|is) <a:adjectives>", "counter <o:chosen> if it ('s|is) (a|an) <n:noun>"
)
def _counter_if(o: Filter, a: Fields | None = None, n: Fields | None = None) -> Effects:
    return (CounterSpell(o, only_if=Filter(**((a or n or {}) | {"zone": "stack"}))),)


@production(
    "effect",
    "destroy <o:chosen> if it ('s|is) <a:adjectives>",
    "return <b:chosen> to its owner 's hand if it ('s|is) <a:adjectives>",
)
def _moved_if(a: Fields, o: Filter | None = None, b: Filter | None = None) -> Effects | None:
    what = o or b
    if what is None:
        return None
    is_a = Condition("is", of=Filter(target=True), is_a=Filter(**a))
    return (IfDo(is_a, (Move(what, "destroy" if o else "hand"),)),)


@production("copied_once", "copy <o:on_stack>")
def _copy_ability(o: Filter) -> Effects:
    return (CopySpell(o),)


@production("effect", "copy <o:before> for each <c:core>", "copy <o:before> <n:times_word>")
def _copy_times(o: Filter, c: Fields | None = None, n: int = 1) -> Effects:
    return (CopySpell(o, Amount(per="count", of=Filter(**c)) if c is not None else Amount(base=n)),)


@production("times_word", "twice")
def _twice() -> int:
    return 2


@production("times_word", "three times")
def _thrice() -> int:
    return 3
