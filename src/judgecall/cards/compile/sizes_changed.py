"""Sizes switched and doubled, colours and land types of choice, and two subjects with one duration (CR 613)."""

from __future__ import annotations

from judgecall.cards.abilities import (
    Amount,
    Become,
    CantDo,
    Damage,
    Filter,
    Grant,
    Keyword,
    Lasting,
    ModifyPT,
    Named,
    SetPT,
)
from judgecall.cards.compile.combat import HERE, Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.subjects import this_turn, with_subject

_EARLIER = Filter(ref="earlier")


@production("effect", "switch <o:object> 's power and toughness until end of turn")
def _switch(o: Filter) -> Effects:
    return (Named("switch_pt:until_end_of_turn", of=o),)


@production("effect", "switch the power and toughness of <o:object> until end of turn")
def _switch_of(o: Filter) -> Effects:
    return (Named("switch_pt:until_end_of_turn", of=o),)


@production("effect", "<o:object> becomes the basic land type of your choice until end of turn")
def _land_type(o: Filter) -> Effects:
    return (Become(o, subtypes=("chosen",), until_end_of_turn=True),)


@production("effect", "<o:object> (becomes|become) the color of your choice until end of turn")
def _color(o: Filter) -> Effects:
    return (Become(o, colors=("chosen",), until_end_of_turn=True),)


@production("effect", "<o:object> (becomes|become) the creature type of your choice until end of turn")
def _creature_type(o: Filter) -> Effects:
    return (Named("becomes_creature_type_of_choice:until_end_of_turn", of=o),)


@production("effect", "<o:before> has base power and toughness <p:fixed_pt>")
def _base_size(o: Filter, p: tuple[int, int]) -> Effects:
    return (Lasting((SetPT(o, Amount(base=p[0]), Amount(base=p[1])),)),)


@production(
    "effect",
    "<o:object> <p:predicates> and <s:object> <q:predicates> until end of turn",
    "until end of turn , <o:object> <p:predicates> and <s:object> <q:predicates>",
)
def _two_subjects(o: Filter, p: Effects, s: Filter, q: Effects) -> Effects | None:
    if s.ref:
        return None  # "and it gains": what a production for one subject reads
    return this_turn(with_subject(p, o) + with_subject(q, s))


@production("static_clause", "<s:subject> is indestructible", "<s:subject> are indestructible")
def _indestructible(s: Filter) -> Effects:
    return (Grant(s, (Keyword("indestructible"),)),)


@production("predicate", "can't be enchanted [by <o:other_auras>]")
def _not_enchanted(o: bool = False) -> Effects:
    return (CantDo(HERE, "be_enchanted_by_others" if o else "be_enchanted"),)


production("other_auras", "other Auras")(lambda: True)


@production("static_clause", "<a:static_clause_first> , and <b:static_clause>")
def _two_clauses(a: Effects, b: Effects) -> Effects:
    return a + b


@production("static_clause_first", "<s:subject> <p:predicate>")
def _first_clause(s: Filter, p: Effects) -> Effects | None:
    return None if s.ref else with_subject(p, s)


@production("effect", "double the number of counters on <o:object>")
def _double_all(o: Filter) -> Effects:
    return (Named("double_each_counter", of=o),)


def _doubled(o: Filter, stats: tuple[str, ...]) -> Effects:
    single = o.this or o.attached or o.ref
    of = o if single else _EARLIER if o.target else Filter(ref="set")
    power, toughness = (Amount(per=s, of=of) if s in stats else Amount() for s in ("power", "toughness"))
    return (ModifyPT(o, power, toughness, until_end_of_turn=True),)


def _doubled_and(o: Filter, b: Filter, p: Effects, stats: tuple[str, ...]) -> Effects | None:
    more = this_turn(with_subject(p, b))
    return None if more is None else _doubled(o, stats) + more


for _stats, _words in (
    (("power",), "power"),
    (("toughness",), "toughness"),
    (("power", "toughness"), "power and toughness"),
):
    production(
        "effect",
        f"double <o:object> 's {_words} until end of turn",
        f"double the {_words} of <o:object> until end of turn",
    )(lambda o, s=_stats: _doubled(o, s))
    production(
        "effect",
        f"double (its|his|her|their) {_words} until end of turn",
    )(lambda s=_stats: _doubled(_EARLIER, s))

    production(
        "sentence",
        f"until end of turn , double <o:object> 's {_words} [and <b:before> <p:predicates>]",
        f"until end of turn , double the {_words} of <o:object> [and <b:before> <p:predicates>]",
        f"until end of turn , double (its|his|her|their) {_words} [and <b:before> <p:predicates>]",
    )(lambda o=_EARLIER, b=_EARLIER, p=(), s=_stats: _doubled_and(o, b, p, s))


@production("effect", "<o:before> deals <n:number> damage to <d:damaged>")
def _that_deals(o: Filter, n: Amount, d: tuple[Filter | None, str]) -> Effects | None:
    return (Damage(d[0], n, d[1], source=o),) if o.ref == "that" else None
