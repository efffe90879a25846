"""Choices that a resolving ability makes: a colour, one of some abilities, one of two sizes (CR 608.2d)."""

from __future__ import annotations

from judgecall.cards.abilities import AnyEffect, Filter, Grant, Keyword, Modes, ModifyPT, Named, PutCounters
from judgecall.cards.compile.amounts import signed
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.subjects import this_turn, with_subject


@production("effect", "choose <w:choice>")
def _choose(w: str) -> Effects:
    return (Named(f"choose_{w}"),)


@production("effect", "choose <w:choice> at random")
def _choose_at_random(w: str) -> Effects:
    return (Named(f"choose_{w}_at_random"),)


@production("effect", "choose <o:chosen>")
def _choose_target(o: Filter) -> Effects:
    """The targets are chosen here; the sentences after it say what happens to them."""
    return (Named("choose", of=o),)


@production("from_what", "that color")
def _from_that_color() -> Filter:
    return Filter(chosen="color")


@production("quality", "of that color")
def _of_that_color() -> dict[str, str]:
    return {"chosen": "color"}


@production("quality", "of that type")
def _of_that_type() -> dict[str, str]:
    return {"chosen": "type"}


@production("from_what", "(a|the) color of its controller 's choice")
def _from_their_choice() -> Filter:
    return Filter(chosen="their_choice_color")


@production("from_what", "a color of your choice")
def _from_your_choice() -> Filter:
    return Filter(chosen="your_choice_color")


# ------------------------------------------------------------------ one of several


@production("one_keyword", "<k:keyword>")
def _one_keyword(k: Keyword) -> Keyword:
    return k


@production(
    "one_of_keywords",
    "your choice of <k:one_keyword+>",
)
def _one_of(k: tuple[Keyword, ...]) -> tuple[Keyword, ...] | None:
    return k if len(k) > 1 else None


@production(
    "one_of_keywords", "<a:one_keyword> or <b:one_keyword>", "<a:one_keyword> , <c:one_keyword> , or <b:one_keyword>"
)
def _either(a: Keyword, b: Keyword, c: Keyword | None = None) -> tuple[Keyword, ...]:
    return (a, b) if c is None else (a, c, b)


def _one_each(o: Filter, k: tuple[Keyword, ...], before: Effects = ()) -> Effects:
    """One mode for each ability: the choice is made as it resolves."""
    granted: tuple[tuple[AnyEffect, ...], ...] = tuple((Grant(o, (one,), until_end_of_turn=True),) for one in k)
    return (*before, Modes(granted))


@production(
    "effect",
    "<o:object> (gain|gains) <k:one_of_keywords> until end of turn",
    "until end of turn , <o:object> (gain|gains) <k:one_of_keywords>",
    "<o:object> each gain <k:one_of_keywords> until end of turn",
)
def _gains_one(o: Filter, k: tuple[Keyword, ...]) -> Effects:
    return _one_each(o, k)


@production(
    "effect",
    "<o:object> <p:predicates> and (gain|gains) <k:one_of_keywords> until end of turn",
    "until end of turn , <o:object> <p:predicates> and (gain|gains) <k:one_of_keywords>",
)
def _also_gains_one(o: Filter, p: Effects, k: tuple[Keyword, ...]) -> Effects | None:
    done = this_turn(with_subject(p, o))
    if done is None:
        return None
    of = o if o.this or o.attached or o.ref else Filter(ref="that" if o.target else "earlier")
    return _one_each(of, k, done)


@production(
    "effect",
    "<o:object> get* <p:pt> or <q:pt> until end of turn",
    "<o:object> get* your choice of <p:pt> or <q:pt> until end of turn",
)
def _one_size(o: Filter, p: tuple[str, str], q: tuple[str, str]) -> Effects:
    return (Modes(tuple((ModifyPT(o, signed(a), signed(b), until_end_of_turn=True),) for a, b in (p, q))),)


@production(
    "effect", "put your choice of (a|an) <k:counter_kind> counter or (a|an) <j:counter_kind> counter on <o:object>"
)
def _one_counter(o: Filter, k: str, j: str) -> Effects:
    return (Modes(tuple((PutCounters(o, kind),) for kind in (k, j))),)
