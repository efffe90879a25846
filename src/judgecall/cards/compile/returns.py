"""Objects that leave and come back: with what, attached to what, when; and objects that turn into others (CR 603.6e, 707, 712)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    Amount,
    Become,
    Condition,
    Cost,
    Delayed,
    EnterAsCopy,
    Event,
    ExileAndReturn,
    Filter,
    IfDo,
    Lasting,
    May,
    Move,
    Named,
    PutCounters,
    PutOntoBattlefield,
    SetPT,
)
from judgecall.cards.compile.characteristics import keeps_types
from judgecall.cards.compile.combat import HERE, Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields, merge
from judgecall.cards.compile.subjects import this_turn, with_subject

_EARLIER = Filter(ref="earlier")
_EXILED_WITH_THIS: Fields = {"zone": "exile", "state": ("exiled_with_this",)}

# ------------------------------------------------------------------ what comes back, and how


@production(
    "returned",
    "(return|put) <o:object> (to|onto) the battlefield [<t:tapped>] [and] [<x:transformed>] [<u:under>] [<y:tapped>]",
)
def _returned(o: Filter, t: bool = False, x: bool = False, u: str = "", y: bool = False) -> PutOntoBattlefield | None:
    if t and y:
        return None
    return PutOntoBattlefield(o, transformed=x, tapped=t or y, under="owner" if u == "owner" else "you")


@production("effect", "<r:returned> attached to <o:attach_host>")
def _attached(r: PutOntoBattlefield, o: Filter) -> Effects | None:
    if r.of.ref and o.ref in ("earlier", "that"):
        return None  # not to itself: which object is meant was named before the card was
    if not r.of.this and (not r.of.ref or o.ref in ("earlier", "that")):
        # "Put an Aura card from your hand onto the battlefield attached to it": the card enters so, and `attach` is about this.
        return (Named("will_be_attached", of=o), r)
    return (r, Named("attach", of=o))


@production("attach_host", "<f:chosen>", "<f:before>", "<f:this>")
def _host(f: Filter) -> Filter:
    return f


@production("attach_host", "target opponent")
def _opponent_host() -> Filter:
    return Filter(types=("player",), controller="opponent", target=True)


@production("attach_host", "a creature you control")
def _host_of_yours() -> Filter:
    return Filter(types=("creature",), controller="you", count=1)


@production("attach_host", "a player")
def _some_player() -> Filter:
    return Filter(types=("player",), count=1)


@production("effect", "<r:returned>")
def _tapped_last(r: PutOntoBattlefield) -> Effects | None:
    return (r,) if r.tapped else None


@production(
    "effect",
    "<r:returned> <s:special>",
    "<r:returned> face down <u:under>",
)
def _special(r: PutOntoBattlefield, s: str = "face_down", u: str = "") -> Effects:
    under = "owner" if u == "owner" else r.under
    return (msgspec.structs.replace(r, under=under), Named(f"enters:{s}"))


@production(
    "effect",
    "exile <o:object> , then return <b:before> to the battlefield [<u:under>] <s:special>",
    "exile <o:object> . Return <b:before> to the battlefield [<u:under>] <s:special>",
    "exile <o:object> , then return <b:before> to the battlefield face down <u:under>",
    "exile <o:object> . Return <b:before> to the battlefield face down <u:under>",
)
def _blink_specially(o: Filter, b: Filter, s: str = "face_down", u: str = "owner") -> Effects:
    return (ExileAndReturn(o, under="you" if u == "you" else "owner"), Named(f"enters:{s}"))


for _name, _phrase in {
    "tapped_and_attacking": "tapped and attacking",
    "attacking": "attacking",
    "face_down": "face down",
    "under_an_opponent": "under an opponent 's control",
}.items():
    production("special", _phrase)(lambda n=_name: n)


for _step in ("end step", "upkeep"):
    production("later", f"at the beginning of (that player 's|their) next {_step}")(
        lambda s=_step: Event(f"beginning_of_their_next_{s.replace(' ', '_')}", whose="that_player")
    )


@production("later", "at the beginning of the next combat")
def _next_combat() -> Event:
    return Event("beginning_of_next_combat", whose="each")


@production("later", "at the beginning of the declare attackers step on your next turn")
def _next_declaration() -> Event:
    return Event("beginning_of_next_declare_attackers")


@production("later", "when ~ leaves the battlefield")
def _when_it_leaves() -> Event:
    return Event("leaves", of=Filter(this=True))


@production("clause", "<w:later> , you may <c:cost> . If you don't , <r:row>")
def _later_unless(w: Event, c: Cost, r: Effects) -> Effects:
    return (Delayed(w, (May((), cost=c, otherwise=r),)),)


@production("returned_with", "with <n:number> [additional] <k:counter_kind> counter* on (it|them|him|her)")
def _with(n: Amount, k: str) -> tuple[PutCounters, ...]:
    return (PutCounters(_EARLIER, k, n),)


@production(
    "returned_with",
    "with (a|an) <k:counter_kind> counter and (a|an) <j:counter_kind> counter on (it|them)",
)
def _with_two(k: str, j: str) -> tuple[PutCounters, ...]:
    return PutCounters(_EARLIER, k), PutCounters(_EARLIER, j)


@production("effect", "<r:returned> <w:returned_with>")
def _returned_with(r: PutOntoBattlefield, w: tuple[PutCounters, ...]) -> Effects:
    return (r, *w)


@production(
    "object",
    "any number of [<o:other_word>] <c:core>",
)
def _any_number(c: Fields, o: bool = False) -> Filter | None:
    """Chosen as it resolves, without targets."""
    if c.get("zone", "battlefield") != "battlefield":
        return None
    return Filter(**(c | {"other": True} if o else c), count=99, up_to=True)


@production(
    "before", "(the|those) (exiled|returned) (creatures|permanents|cards|lands)", "that exiled card", "the first card"
)
def _those() -> Filter:
    return _EARLIER


@production("before", "all cards exiled with (it|~)")
def _all_exiled() -> Filter:
    return Filter(types=("card",), zone="exile", state=("exiled_with_this",))


@production(
    "before",
    "the other cards exiled this way",
    "all other <c:kind_of_card> exiled with ~",
    "each other card exiled with ~",
)
def _others_exiled(c: Fields | None = None) -> Filter:
    return Filter(**((c or {"types": ("card",)}) | {"zone": "exile", "state": ("exiled_with_this", "other_than_it")}))


@production("quality", "exiled with (~|it)")
def _exiled_with() -> Fields:
    return {"zone": "exile", "state": ("exiled_with_this",)}


@production("exile_object", "(a|an|<n:int>) <c:kind_of_card> exiled with (~|it) [<q:qualities>]")
def _exiled_card(c: Fields, n: int = 1, q: Fields | None = None) -> Filter | None:
    fields = merge(c, _EXILED_WITH_THIS, q or {})
    return None if fields is None else Filter(**fields, count=n)


@production("exile_object", "target <c:kind_of_card> exiled with (~|it)")
def _exiled_target(c: Fields) -> Filter:
    return Filter(**(c | _EXILED_WITH_THIS), target=True)


@production(
    "effect",
    "put <o:exile_object> into its owner 's graveyard",
    "put <o:before> into its owner 's graveyard",
)
def _exiled_to_graveyard(o: Filter) -> Effects:
    return (Move(o, "graveyard"),)


@production(
    "effect", "exile <o:object> and <p:object> , then return <b:before> to the battlefield [<t:tapped>] [<u:under>]"
)
def _blink_two(o: Filter, p: Filter, b: Filter, t: bool = False, u: str = "owner") -> Effects | None:
    if "exiled_with_this" in b.state:
        return None
    return tuple(ExileAndReturn(one, tapped=t, under="you" if u == "you" else "owner") for one in (o, p))


@production("effect", "exile <o:object> and <p:object>")
def _exile_two(o: Filter, p: Filter) -> Effects | None:
    return (Move(o, "exile"), Move(p, "exile")) if (o.target or o.this) and (p.target or p.count) else None


@production("effect", "exile <o:object> and all Auras attached to (it|that creature)")
def _exile_with_auras(o: Filter) -> Effects:
    return (Move(o, "exile"), Named("exile_attached", of=Filter(subtypes=("Aura",))))


@production("condition", "(it|that creature|that permanent|that card) (entered|enters) under your control")
def _entered_yours() -> Condition:
    return Condition("is", of=_EARLIER, is_a=Filter(controller="you"))


@production(
    "condition",
    "(it|that permanent|that card) (entered|enters) as (a|an) <c:core>",
    "(a|an) <c:core> (entered|enters) this way",
)
def _entered_as(c: Fields) -> Condition:
    """What was put onto the battlefield may be something else there than it was, or be one of several kinds."""
    return Condition("is", of=_EARLIER, is_a=Filter(**c))


@production("condition", "you controlled it", "you controlled that (creature|permanent)")
def _controlled() -> Condition:
    return Condition("other", counter="you controlled it")


@production(
    "effect", "<o:before> (enters|enter) with an additional <k:counter_kind> counter on it if it 's (a|an) <c:core>"
)
def _enters_with_if(o: Filter, k: str, c: Fields) -> Effects:
    is_one = Condition("is", of=o, is_a=Filter(**c))
    return (IfDo(is_one, (Named(f"will_enter_with:{k}", of=o),)),)


# ------------------------------------------------------------------ counters that move on


@production(
    "effect",
    "put (those|its|their) counters on <o:object>",
)
def _put_those(o: Filter) -> Effects:
    return (Named("move_all_counters", of=_EARLIER), Named("onto", of=o))


@production("effect", "put the same number and kind of counters on <o:object>")
def _put_as_many(o: Filter) -> Effects:
    """ "Whenever you put counters on a creature, …": as many as were put there just then, not all that it has."""
    return (Named("counters_as_just_put"), Named("onto", of=o))


@production("effect", "put the same number of each kind of counter on <o:object>")
def _put_as_many_as_here(o: Filter) -> Effects:
    """ "If ~ has counters on it, put the same number of each kind of counter on that creature"."""
    return (Named("as_many_of_each_counter", of=Filter(this=True)), Named("onto", of=o))


@production("effect", "put that number of <k:counter_kind> counters on <o:object>")
def _put_that_number(k: str, o: Filter) -> Effects:
    return (PutCounters(o, k, Amount(per="that_much")),)


@production("effect", "distribute up to <n:number> <k:counter_kind> counters among any number of other target <c:core>")
def _distribute_up_to(n: Amount, k: str, c: Fields) -> Effects:
    among = Filter(**(c | {"other": True}), target=True, count=99, up_to=True)
    return (Named(f"up_to_so_many_counters:{k}", amount=n, of=among), Named("distributed"))


@production("effect", "put up to <n:number> <k:counter_kind> counters on <o:object>")
def _up_to(n: Amount, o: Filter, k: str) -> Effects:
    return (Named(f"up_to_so_many_counters:{k}", amount=n, of=o),)


@production("effect", "remove up to <n:number> [<k:counter_kind>] counters from <o:object>")
def _remove_up_to(n: Amount, o: Filter, k: str = "any") -> Effects:
    return (Named(f"up_to_so_many_counters:removed:{k}", amount=n, of=o),)


@production(
    "effect", "this ability can't cause the total number of <k:counter_kind> counters on ~ to be greater than <n:int>"
)
def _no_more_than(k: str, n: int) -> Effects:
    return (Named(f"up_to_so_many_counters_in_all:{k}", amount=Amount(base=n)),)


@production("effect", "remove them")
def _remove_them() -> Effects:
    return (Named("remove_those_counters"),)


@production("effect", "unattach <o:this>")
def _unattach(o: Filter) -> Effects:
    return (Named("attach:off", of=o),)


@production("effect", "attach (it|~) to <o:attach_host>", "attach <a:chosen> to <o:chosen>")
def _attach(o: Filter, a: Filter | None = None) -> Effects:
    """Something else than this object is chosen first."""
    return (Named("attach", of=o),) if a is None else (Named("choose", of=a), Named("attach:chosen", of=o))


# ------------------------------------------------------------------ turning into something else


@production("predicate", "(gain|gains|have|has) all creature types")
def _all_types() -> Effects:
    return (Become(HERE, subtypes=("every_creature_type",), in_addition=True),)


@production("effect", "<o:object> becomes <n:new_type> with power and toughness each equal to <q:stack_quantity>")
def _becomes_equal(o: Filter, n: Fields, q: Amount) -> Effects:
    return (Lasting(with_subject((Become(HERE, **n, in_addition=keeps_types(n)), SetPT(HERE, q, q)), o)),)


@production("stack_quantity", "that spell 's mana value", "the mana value of that spell")
def _spell_value() -> Amount:
    return Amount(per="history", counter="the mana value of that spell")


@production(
    "effect",
    "<o:object> (becomes|become) a copy of <p:object> [<u:copied_until>]",
    "<o:object> (becomes|become) a copy of <p:object> [<u:copied_until>] , except <x:exceptions>",
    "<o:object> (becomes|become) copies of <p:before> <u:copied_until>",
)
def _becomes_copy(o: Filter, p: Filter, x: Fields | None = None, u: str = "") -> Effects:
    return (Named("becomes_copy" + u, of=o), EnterAsCopy(p, **(x or {})))


production("copied_until", "until end of turn")(lambda: ":until_end_of_turn")
production("copied_until", "until the next end step")(lambda: ":until_next_end_step")


production("exception", "[it has] this ability", "it has <g:granted> and this ability")(
    lambda g=(): {"except_other": ("this ability",), **({"except_abilities": g} if g else {})}
)


@production(
    "effect",
    "until end of turn , <o:object> <p:predicates> and <q:predicates>",
)
def _until_end_of_turn(o: Filter, p: Effects, q: Effects) -> Effects | None:
    return this_turn(with_subject(p + q, o))


# ------------------------------------------------------------------ which objects


for _phrase, _name in {
    "with mana value less than or equal to the amount of life you gained this turn": "mana_value_at_most_life_gained",
    "with mana value less than or equal to (~ 's|its) power": "mana_value_at_most_this_power",
    "with mana value less than or equal to the number of counters removed this way": "mana_value_at_most_counters_removed",
    "whose controller was dealt combat damage by ~ this turn": "controller_dealt_combat_damage_by_this_this_turn",
    "that (saddled|crewed) it this turn": "crewed_this",
    "with cycling abilities": "has_cycling",
    "with (a kicker|kicker) ability": "has_kicker",
    "with (a basic land type|basic land types)": "has_basic_land_type",
    "that could be enchanted by it": "can_be_enchanted",
}.items():
    production("quality", _phrase)(lambda n=_name: {"state": (n,)})


@production("quality", "with fewer than X <k:counter_kind> counters on it")
def _fewer_counters(k: str) -> Fields:
    return {"state": (f"fewer_{k}_counters_than_x",)}


@production(
    "quality", "that has (a|an) <k:counter_kind> counter on it", "that have (a|an) <k:counter_kind> counter on them"
)
def _has_counter(k: str) -> Fields:
    return {"counters": k}


@production("quality", "except for <s:subtype+>")
def _except_for(s: tuple[str, ...]) -> Fields:
    return {"not_subtypes": s}


@production("quality", "except for <s:subtype+> , and <t:type>")
def _except_for_type(s: tuple[str, ...], t: str) -> Fields:
    return {"not_subtypes": s, "not_types": (t,)}


@production("quality", "with total mana value <b:bound>")
def _total(b: tuple[str, int]) -> Fields:
    return {"state": (f"total_mana_value {b[0]} {b[1]}",)}


@production("quality", "with total power <b:bound>")
def _total_power(b: tuple[str, int]) -> Fields:
    return {"state": (f"total_power {b[0]} {b[1]}",)}
