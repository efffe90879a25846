"""What becomes a creature of a size that is counted, or is still what it was (CR 205.1b, 613.4b)."""

from __future__ import annotations

from judgecall.cards.abilities import Ability, Amount, Filter, Grant, Named, SetPT, Static
from judgecall.cards.compile.characteristics import become, keeping_types
from judgecall.cards.compile.combat import HERE, Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

_X = Amount(per="x")


@production(
    "still_so",
    "(It|He|She) 's still (a land|an artifact|a planeswalker|a creature|a Vehicle)",
    "They're still (lands|artifacts|planeswalkers|creatures)",
)
def _still_so() -> bool:
    return True


@production("effect", "<:still_so>")
def _still() -> Effects:
    return (Named("keeps_types"),)


@production("static_line", "<c:static_clauses> . <:still_so> [.]")
def _static_still(c: Effects) -> Static | None:
    kept = keeping_types(c)
    return None if kept == c else Static(kept)


# ------------------------------------------------------------------ X/X


@production(
    "kind_of_creature",
    "[(a|an)] X/X [<c:colors>] [<s:subtypes>] <t:types>",
)
def _kind(t: tuple[str, ...], c: tuple[str, ...] = (), s: tuple[str, ...] = ()) -> Fields:
    return {"types": t, "subtypes": s, "colors": c}


@production(
    "predicate",
    "(is|are|become|becomes) <k:kind_of_creature> [with <g:granted>] [<i:addition>]",
)
def _sized_by_x(k: Fields, g: tuple[Ability, ...] = (), i: str = "") -> Effects:
    added: Effects = (Grant(HERE, g),) if g else ()
    return (*become(k, i=i), SetPT(HERE, _X, _X), *added)


@production("predicate", "(has|have) base toughness <n:digits>")
def _base_toughness(n: int) -> Effects:
    return (SetPT(HERE, Amount(per="printed"), Amount(base=n)),)


# ------------------------------------------------------------------ the one that was chosen


@production("before", "the (creature|artifact|permanent|token)")
def _the_one() -> Filter:
    return Filter(ref="that")


@production("effect", "<o:object> (gain|gains) that ability until end of turn")
def _that_ability(o: Filter) -> Effects:
    return (Named("gains_chosen_ability", of=o),)
