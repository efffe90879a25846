"""What was done "this way", earlier in the same ability (CR 608.2c)."""

from __future__ import annotations

from typing import Any

import msgspec

from judgecall.cards.abilities import Amount, Condition, Filter, IfDo
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.deeds import described
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields
from judgecall.cards.compile.walking import mapped

_WAYS = ("destroyed", "discarded", "exiled", "sacrificed", "milled", "returned", "revealed", "tapped", "countered", "drawn",
         "put into a graveyard", "put into your graveyard", "put onto the battlefield", "untapped", "chosen", "cast", "created",
         "returned to your hand", "shuffled into your library", "put into your hand", "removed")  # fmt: skip
for _way in _WAYS:
    production("done_way", f"{_way} this way")(lambda w=_way: w)


@production("each", "for each <c:core> <w:done_way>", "for each <c:kind_of_card> <w:done_way>")
def _each_done(c: Fields, w: str) -> Amount:
    return Amount(per=f"{w} this way", of=Filter(**c))


@production("each", "for each card you <v:past_way>", "for each <c:core> you <v:past_way>")
def _each_you_did(v: str, c: Fields | None = None) -> Amount:
    return Amount(per=f"{v} this way", of=Filter(**(c or {"types": ("card",)})))


for _verb in ("discarded", "exiled", "sacrificed", "milled", "revealed", "tapped", "drew"):
    production("past_way", f"{_verb} this way")(lambda v=_verb: v)


@production(
    "quantity",
    "the number of <c:core> <w:done_way>",
    "the number of <c:kind_of_card> <w:done_way>",
    "the number of <c:core> you <w:past_way>",
    "the number of <c:kind_of_card> you <w:past_way>",
)
def _number_done(c: Fields, w: str) -> Amount:
    return Amount(per=f"{w} this way", of=Filter(**c))


@production("quantity", "the total amount of life lost this way", "the life you lost this way")
def _life_lost() -> Amount:
    return Amount(per="life lost this way")


@production("quantity", "that excess damage")
def _excess() -> Amount:
    return Amount(per="that excess damage")


@production(
    "condition",
    "(a|an) <c:core> (is|was) <w:done_way>",
    "(a|an) <c:kind_of_card> (is|was) <w:done_way>",
    "<n:int> or more <c:core> (are|were) <w:done_way>",
    "<n:int> or more <c:kind_of_card> (are|were) <w:done_way>",
    "one or more <c:core> (are|were) <w:done_way>",
    "one or more <c:kind_of_card> (are|were) <w:done_way>",
)
def _was_done(c: Fields, w: str, n: int = 1) -> Condition:
    of = Filter(**c)
    return Condition("other", of=of, n=n, counter=f"{described(of)} {w} this way")


@production("condition", "no <c:core> (are|were) <w:done_way>", "no <c:kind_of_card> (are|were) <w:done_way>")
def _none_was_done(c: Fields, w: str) -> Condition:
    of = Filter(**c)
    return Condition("other", of=of, counter=f"{described(of)} {w} this way", negated=True)


@production("condition", "that creature (was|is) destroyed this way")
def _it_was() -> Condition:
    return Condition("other", counter="did so")


@production("condition", "that spell (is|was) countered this way")
def _it_was_countered() -> Condition:
    """No plain "did so": after "counter it unless they pay" that would be the opposite of "if they do"."""
    return Condition("other", counter="countered this way")


@production(
    "condition",
    "you (sacrificed|discarded|exiled) (a|an) <c:core> this way",
    "you (sacrificed|discarded|exiled|revealed|milled) (a|an) <c:kind_of_card> this way",
    "you (sacrifice|discard|exile) (a|an) <c:core> this way",
    "you (sacrifice|discard|exile|reveal|mill) (a|an) <c:kind_of_card> this way",
)
def _you_did(c: Fields) -> Condition:
    of = Filter(**c)
    return Condition("other", of=of, counter=f"you did so with {described(of)} this way")


@production("condition", "excess damage was dealt to a creature this way")
def _excess_dealt() -> Condition:
    return Condition("other", counter="excess damage dealt this way")


@production(
    "sentence",
    "when (a|an|one or more) <c:core> (is|are) <w:done_way> , <r:row>",
    "when (a|an|one or more) <c:kind_of_card> (is|are) <w:done_way> , <r:row>",
)
def _reflexive(c: Fields, w: str, r: Effects) -> Effects:
    """A reflexive trigger (CR 603.12). "That many" in it are those that this was done to."""
    of = Filter(**c)

    def so_many(item: Any) -> Any:
        many = isinstance(item, Amount) and item.per == "that_much"
        return msgspec.structs.replace(item, per=f"{w} this way", of=of) if many else item

    r = mapped(r, so_many)
    return (IfDo(Condition("other", of=of, counter=f"{described(of)} {w} this way"), r),)


@production(
    "sentence",
    "when you (sacrifice|<d:discard_word>|exile) (a|an|one or more) <c:core> this way , <r:row>",
    "when you (sacrifice|<d:discard_word>|exile|reveal|mill) (a|an|one or more) <c:kind_of_card> this way , <r:row>",
)
def _reflexive_deed(c: Fields, r: Effects, d: bool = False) -> Effects:
    of = Filter(**c)
    if d:
        r = mapped(r, _of_that_discarded)
    return (IfDo(Condition("other", of=of, counter=f"you did so with {described(of)} this way"), r),)


production("discard_word", "discard")(lambda: True)


def _of_that_discarded(item: Any) -> Any:
    """ "When you discard a nonland card this way, … that card's mana value": whatever was done to another card since."""
    one = (
        isinstance(item, Amount)
        and item.per == "mana_value"
        and item.of is not None
        and item.of.ref in ("earlier", "that")
    )
    if not one:
        return item
    return msgspec.structs.replace(item, per="history", of=None, counter="mana value of what was discarded")
