"""Effects that many activated abilities share: several targets at once, control while tapped, cards milled or exiled (CR 602, 701)."""

from __future__ import annotations

from judgecall.cards.abilities import (
    Amount,
    CantDo,
    Condition,
    CreateTokens,
    DamageRule,
    Draw,
    Event,
    Filter,
    Lasting,
    May,
    Move,
    Named,
    PutOntoBattlefield,
    SetPT,
)
from judgecall.cards.compile.clauses import where_x
from judgecall.cards.compile.combat import HERE, Effects
from judgecall.cards.compile.deeds import described
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields, merge
from judgecall.cards.compile.quantities import total

_COST = Filter(ref="cost")

# ------------------------------------------------------------------ several objects at once

for _verb in ("destroy", "exile"):
    production("effect", f"{_verb} <a:chosen> , <b:chosen> , and <c:chosen>")(
        lambda a, b, c, v=_verb: tuple(Move(o, v) for o in (a, b, c))
    )


@production(
    "effect",
    "return (<a:this>|<a:chosen>) and <b:chosen> to their owners ' hands",
    "return <a:this> and <b:chosen> to their owner 's hand",
)
def _both_to_hands(a: Filter, b: Filter) -> Effects:
    return Move(a, "hand"), Move(b, "hand")


@production("core", "<a:pure_core> and/or <b:pure_core> [<q:qualities>]")
def _and_or(a: Fields, b: Fields, q: Fields | None = None) -> Fields | None:
    rows = (a, b)
    if all(set(row) == {"types"} for row in rows) or all(set(row) == {"subtypes"} for row in rows):
        return None
    return merge({"alternatives": tuple(Filter(**row) for row in rows)}, q or {})


@production("row", "<c:row_x> , where X is <q:quantity> , (then|and) <r:row_x>")
def _where_x_then(c: Effects, q: Amount, r: Effects) -> Effects | None:
    return where_x(c + r, q)


# ------------------------------------------------------------------ costs


@production("cost_part", "Sacrifice <a:some> , <b:some> , and <c:some>", "Sacrifice <a:some> and <b:some>")
def _sacrifice_several(a: Filter, b: Filter, c: Filter | None = None) -> Fields:
    words = " and ".join(f"{one.count or 1} {described(one)}" for one in (a, b, c) if one is not None)
    return {"other": (f"sacrifice {words}",)}


@production("cost_part", "Sacrifice ~ and <b:some>")
def _sacrifice_this_and(b: Filter) -> Fields:
    return {"sacrifice": (Amount(base=1), Filter(this=True)), "other": (f"sacrifice {b.count or 1} {described(b)}",)}


@production("cost_part", "Sacrifice (a|an) <c:core> or discard (a|an) <d:kind_of_card>")
def _sacrifice_or_discard(c: Fields, d: Fields) -> Fields:
    return {"other": (f"sacrifice {described(Filter(**c))} or discard {described(Filter(**d))}",)}


@production("cards_in_hand", "(a|an) <c:kind_of_card> or (a|an) <d:kind_of_card>")
def _either_card(c: Fields, d: Fields) -> tuple[Amount, Filter]:
    kinds = tuple(Filter(**k) for k in (c, d))
    return Amount(base=1), Filter(zone="hand", controller="you", alternatives=kinds)


# ------------------------------------------------------------------ abilities on the stack


@production(
    "on_stack",
    "target <k:ability_kind> [<w:whose>] from (a|an) <c:adjective> source",
    "target <k:ability_kind> [<w:whose>] from (a|an) <t:type> source",
)
def _ability_from(k: tuple[str, ...], w: Fields | None = None, c: Fields | None = None, t: str = "") -> Filter:
    kind: Fields = c or {"types": (t,)}
    source = described(Filter(**kind))
    fields: Fields = {"types": k, "zone": "stack", "state": (f"from {source} source",)} | (w or {})
    return Filter(**fields, target=True)


# ------------------------------------------------------------------ while something lasts


@production("lasting_condition", "you control ~ and ~ remains tapped")
def _mine_and_tapped() -> Condition:
    return Condition("all", parts=(Condition("control", of=Filter(this=True)), Condition("tapped")))


@production("effect", "its activated abilities can't be activated for as long as it remains tapped")
def _not_while_tapped() -> Effects:
    of = Filter(ref="earlier")
    return (Lasting((CantDo(of, "activate"),), until="as_long_as", condition=Condition("tapped", of=of)),)


@production("predicate", "has base power <n:digits>")
def _base_power(n: int) -> Effects:
    return (SetPT(HERE, Amount(base=n), Amount(per="printed")),)


# ------------------------------------------------------------------ cards


@production("effect", "put (a|an) <c:kind_of_card> milled this way <w:taken_to>")
def _milled(c: Fields, w: str) -> Effects:
    return (Named(f"put_from_among:{w}", of=Filter(**(c | {"zone": "milled", "count": 1}))),)


@production("effect", "exile <o:before> face down")
def _face_down(o: Filter) -> Effects:
    return Move(o, "exile"), Named("face_down_in_exile")


@production("effect", "exile (a|an|<n:int>) card* from your hand")
def _from_hand(n: int = 1) -> Effects:
    of = Filter(types=("card",), zone="hand", controller="you", count=n)
    return (Named("exile_from_hand", amount=Amount(base=n), of=of),)


@production("effect", "exile (a|an|<n:int>) card* from your hand face down")
def _from_hand_face_down(n: int = 1) -> Effects:
    return (*_from_hand(n), Named("face_down_in_exile"))


@production("effect", "you may look at (it|that card|them|those cards) for as long as (it remains|they remain) exiled")
def _look() -> Effects:
    return (Named("look_at_exiled"),)


@production("sought", "(a|an) <c:kind_of_card> and (a|an) <d:kind_of_card>")
def _both(c: Fields, d: Fields) -> Filter:
    kinds = tuple(Filter(**k) for k in (c, d))
    return Filter(alternatives=kinds, zone="library", controller="you", count=2, state=("one_of_each",))


@production("effect", "shuffle any number of cards from your hand into your library , then draw that many cards")
def _redraw() -> Effects:
    return Named("shuffle_hand:any_number"), Draw(Amount(per="that_much"))


# ------------------------------------------------------------------ descriptions and numbers


@production("quality", "not named ~")
def _not_named() -> Fields:
    return {"state": ("not_named_as_this",)}


@production("quality", "not named <n:proper_name>")
def _not_called(n: str) -> Fields:
    return {"state": (f"not named {n}",)}


@production("quality", "(that 's|that are) attacking alone")
def _alone() -> Fields:
    return {"state": ("attacking_alone",)}


@production("quality", "(that 's|that are) (a|an) <a:type> , <b:type> , or <c:type>")
def _one_of_types(a: str, b: str, c: str) -> Fields:
    return {"alternatives": tuple(Filter(types=(t,)) for t in (a, b, c))}


@production("quantity", "the number of differently named <o:group>")
def _names(o: Filter) -> Amount:
    return Amount(per="history", of=o, counter="different names among them")


@production("quantity", "the greatest number of cards a player discarded this way")
def _most_discarded() -> Amount:
    return Amount(per="history", counter="most cards one player discarded this way")


@production("quantity", "the number of cards in your hand minus <n:int>")
def _hand_less(n: int) -> Amount | None:
    return total(Amount(per="hand"), Amount(base=-n))


@production("condition", "<w:controls> (a|an) <a:pure_core> , (a|an) <b:pure_core> , or (a|an) <c:pure_core>")
def _one_of_three(w: str, a: Fields, b: Fields, c: Fields) -> Condition:
    return Condition("control", of=Filter(alternatives=tuple(Filter(**k) for k in (a, b, c))), who=w)


@production("condition", "the sacrificed (creature|permanent|artifact) was <a:adjective>")
def _sacrificed_was(a: Fields) -> Condition:
    return Condition("is", of=_COST, is_a=Filter(**a))


# ------------------------------------------------------------------ others


@production(
    "effect", "create (a|<n:int>) token* that ('s a copy|are copies) of the sacrificed (creature|artifact|permanent)"
)
def _copies_of_sacrificed(n: int = 1) -> Effects:
    return (CreateTokens(Amount(base=n), copy_of=_COST),)


@production("tokens", "<n:number> <k:token_kind> that 's <c:colors>", "<n:number> <k:token_kind> that are <c:colors>")
def _colored_tokens(n: Amount, k: Fields, c: tuple[str, ...]) -> CreateTokens | None:
    return None if k.get("colors") else CreateTokens(n, **(k | {"colors": tuple(x for x in c if x != "colorless")}))


@production("effect", "proliferate twice")
def _twice() -> Effects:
    return (Named("proliferate", amount=Amount(base=2)),)


@production("effect", "target creature loses all creature types until end of turn")
def _no_types() -> Effects:
    return (Named("loses_creature_types:until_end_of_turn", of=Filter(types=("creature",), target=True)),)


@production("effect", "choose a creature type other than <s:subtype>")
def _type_but(s: str) -> Effects:
    return (Named(f"choose_type:not {s}"),)


@production("effect", "<o:object> becomes that type until end of turn")
def _that_type(o: Filter) -> Effects:
    return (Named("becomes_that_type:until_end_of_turn", of=o),)


@production("effect", "each player gains control of all <c:core> they own")
def _home(c: Fields) -> Effects:
    return (Named("gains_control:owner", of=Filter(**c)),)


@production("effect", "exchange life totals with <w:player>")
def _life_totals(w: str) -> Effects:
    return (Named(f"exchange_life_totals:{w}"),)


@production("effect", "lock or unlock a door of <o:chosen>")
def _door(o: Filter) -> Effects:
    return (Named("lock_or_unlock", of=o),)


@production("effect", "<o:object> becomes saddled until end of turn")
def _saddled(o: Filter) -> Effects:
    return (Named("saddled", of=o),)


@production(
    "effect", "the next time a source of your choice would deal damage to <d:damaged> this turn , prevent that damage"
)
def _one_source(d: tuple[Filter | None, str]) -> Effects:
    of = d[0] or Filter(types=("none",))
    return (DamageRule(of, "prevent_next_from", until_end_of_turn=True, by=Filter(), players=d[1]),)


# ------------------------------------------------------------------ tokens, steps and places


@production("step_event", "your combat on your turn")
def _combat() -> Event:
    return Event("beginning_of_combat")


@production("effect", "choose (a|an) <c:core> at random")
def _by_chance(c: Fields) -> Effects:
    return (Named("choose", of=Filter(**c, count=1, chosen_by="chance")),)


@production("effect", "return <o:chance_card> to the battlefield")
def _chance_back(o: Filter) -> Effects:
    return (PutOntoBattlefield(o),)


@production("effect", "attach (a|an) <c:core> to <o:before>")
def _attach_some(c: Fields, o: Filter) -> Effects:
    whose = " you control" if c.get("controller") == "you" else ""
    return (Named(f"attach_some:{described(Filter(**c))}{whose}", of=o),)


@production("event", "<o:watched> deals damage to an opponent or battle")
def _hits(o: Filter) -> Event:
    return Event("damage_opponent_or_battle", of=o)


@production("place", "(in|from) your hand or graveyard")
def _hand_or_graveyard() -> Fields:
    return {"zone": "hand or graveyard", "controller": "you"}


@production("effect", "put (a|an) <c:kind_of_card> from it onto the battlefield under your control")
def _from_their_hand(c: Fields) -> Effects:
    of = Filter(**(c | {"zone": "hand", "controller": "that_player"}), count=1)
    return (PutOntoBattlefield(of),)


@production("quantity", "~ 's loyalty")
def _loyalty() -> Amount:
    return Amount(per="counters", of=Filter(this=True), counter="loyalty")


@production("event", "combat damage is dealt to you")
def _hurt() -> Event:
    return Event("combat_damage_to_you")


@production("effect", "you may choose a nonland card from it")
def _choose_from_hand() -> Effects:
    return (May((Named("choose_card_from_hand:nonland"),)),)
