"""Where X is defined by the sentence that pays it, or is limited (CR 107.3, 118.12)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Amount, Cost, Filter, Grant, Keyword, May, Modes, Move, Named, Static
from judgecall.cards.compile.asked import unless_one_does
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.doings import by_player
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.searches_for_x import defined
from judgecall.cards.compile.x_left import replace_x, still_x


def paying(cost: Cost, q: Amount, done: Effects = (), otherwise: Effects = (), who: str = "you") -> Effects:
    """A payment of X: where X is an amount of mana, what it is is said beside."""
    paid = replace_x((May(done, cost=cost, otherwise=otherwise, who=who),), q)
    return (Named("x_is", amount=q), *paid) if "{X}" in cost.mana or still_x(paid) else paid


@production("paid", "you may <c:cost> , where X is <q:quantity> . (If|When) you do , <r:row>")
def _may_pay(c: Cost, q: Amount, r: Effects) -> Effects:
    return paying(c, q, r)


@production("paid", "you may <e:effect> , where X is <q:quantity> . (If|When) you do , <r:row>")
def _may_do(e: Effects, q: Amount, r: Effects) -> Effects:
    return defined((May(e + r),), q)


@production(
    "paid",
    "<e:effect> unless (its controller|that player|they) (pays|pay) <c:cost> , where X is <q:quantity>",
)
def _unless_they_pay(e: Effects, c: Cost, q: Amount) -> Effects:
    return paying(c, q, otherwise=e, who="that_player")


@production("paid", "<e:effect> unless (that player|they) <a:acting> or <b:acting>")
def _unless_they_do_either(e: Effects, a: Effects, b: Effects) -> Effects | None:
    if any(isinstance(effect, Move) and effect.of.other for effect in a + b):
        return None  # "another permanent": beside one that was named before
    done = by_player(a, "that_player"), by_player(b, "that_player")
    return (unless_one_does(e, (Modes(done),)),)


# ------------------------------------------------------------------ keywords


@production("keywords_line", "<k:keyword> . X can't be 0 [.]")
def _not_for_nothing(k: Keyword) -> tuple[Keyword, ...] | None:
    """The limit is on what is paid for the keyword."""
    if k.full_cost is not None or "{X}" not in k.cost:
        return None
    return (msgspec.structs.replace(k, full_cost=Cost(mana=k.cost, other=("X can't be 0",))),)


@production("static_line", "<k:keyword> , where X is <q:quantity> [.]")
def _numbered_by(k: Keyword, q: Amount) -> Static | None:
    """ "Mobilize X, where X is …": the ability it has, and what its X is."""
    return Static((Named("x_is", amount=q), Grant(Filter(this=True), (k,)))) if "X" in k.cost else None
