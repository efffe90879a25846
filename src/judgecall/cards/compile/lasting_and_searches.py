"""Durations of rarer kinds, keywords that cards elsewhere gain, and what other players search for (CR 611.2, 701.23, 702)."""

from __future__ import annotations

from judgecall.cards.abilities import (
    Amount,
    Become,
    CantDo,
    Condition,
    Cost,
    CreateTokens,
    Event,
    Filter,
    Grant,
    Keyword,
    Lasting,
    May,
    Named,
    PutCounters,
    SetPT,
)
from judgecall.cards.compile.asked import unless_one_does
from judgecall.cards.compile.characteristics import keeps_types
from judgecall.cards.compile.combat import HERE, Effects
from judgecall.cards.compile.deeds import described
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.moments import plain_event
from judgecall.cards.compile.nouns import Fields
from judgecall.cards.compile.subjects import this_turn, with_subject

_EARLIER = Filter(ref="earlier")


def _told(c: Fields) -> str:
    """A description with whose it is, for the name of a state."""
    of = Filter(**c)
    return described(of) if of.controller == "any" else f"{described(of)} of {of.controller}"


# ------------------------------------------------------------------ durations


@production("effect", "<o:object> <p:predicates> until ~ leaves the battlefield")
def _until_this_leaves(o: Filter, p: Effects) -> Effects:
    here = Condition("in_zone", counter="battlefield")
    return (Lasting(with_subject(p, o), until="as_long_as", condition=here),)


@production("effect", "until your next upkeep , <o:object> <p:predicates>")
def _until_upkeep(o: Filter, p: Effects) -> Effects:
    return (Lasting(with_subject(p, o), until="your_next_upkeep"),)


production("impulse_until", "until the beginning of your next upkeep")(lambda: "next_upkeep")


@production(
    "effect",
    "<o:object> becomes <n:new_type> with power and toughness each equal to its mana value until end of turn",
    "until end of turn , <o:object> becomes <n:new_type> with power and toughness each equal to its mana value",
)
def _as_large_as_its_cost(o: Filter, n: Fields) -> Effects | None:
    if n.get("power") is not None:
        return None
    single = o.this or o.attached or o.ref
    size = Amount(per="mana_value", of=o if single else _EARLIER if o.target else Filter(ref="set"))
    return this_turn(with_subject((Become(HERE, **n, in_addition=keeps_types(n)), SetPT(HERE, size, size)), o))


@production(
    "effect",
    "~ loses this ability and becomes an Aura enchantment with enchant creature . Attach it to target creature . You may pay <m:mana_cost> to end this effect",
)
def _licid(m: str) -> Effects:
    host = Filter(types=("creature",), target=True)
    return Named(f"becomes_aura:until {m} is paid", of=Filter(this=True)), Named("attach", of=host)


for _word in ("flashback", "embalm", "eternalize", "encore", "unearth"):
    production(
        "effect",
        f"<o:object> (gains|gain) {_word} until end of turn . The {_word} cost is equal to its mana cost",
        f"<o:object> (gains|gain) {_word} until end of turn . The {_word} costs are equal to their mana costs",
    )(lambda o, w=_word: (Grant(o, (Keyword(w, full_cost=Cost(other=("its mana cost",))),), until_end_of_turn=True),))


@production("static_clause", "Its activated abilities can't be activated [<m:unless_mana>]")
def _its_abilities(m: bool = False) -> Effects:
    return (CantDo(_EARLIER, "activate", except_mana=m),)


# ------------------------------------------------------------------ searches of others

for _tapped in ("", " tapped"):
    production(
        "effect",
        f"(its controller|that land 's controller|that permanent 's controller|that player) may search their library for a basic land card , put (it|that card) onto the battlefield{_tapped} , then shuffle",
    )(
        lambda t=_tapped: (
            May(
                (
                    Named(
                        f"search_to_battlefield{t.replace(' ', '_')}:its_controller",
                        of=Filter(types=("land",), supertypes=("basic",), zone="library", count=1),
                    ),
                ),
                who="that_player",
            ),
        )
    )


@production("found", "put one onto the battlefield [<t:tapped>] and the other into your hand")
def _split(t: bool = False) -> str:
    return "battlefield_tapped_and_hand" if t else "battlefield_and_hand"


# ------------------------------------------------------------------ costs and payments


@production("paid", "<e:effect> unless (its controller|that player|they) (pays|pay) <n:number> life")
def _unless_life(e: Effects, n: Amount) -> Effects:
    return (unless_one_does(e, cost=Cost(life=n)),)


@production("condition", "the discarded card was (a|an) <c:kind_of_card>")
def _discarded_was(c: Fields) -> Condition:
    return Condition("is", of=Filter(ref="cost"), is_a=Filter(**c))


# ------------------------------------------------------------------ descriptions and numbers


@production("quality", "attached to (a|an) <c:core>")
def _attached_to(c: Fields) -> Fields:
    return {"state": (f"attached to {_told(c)}",)}


@production("quality", "that targets (a|an|one or more) <c:core>")
def _targeting(c: Fields) -> Fields:
    return {"state": (f"targets {_told(c)}",)}


@production("quality", "that wasn't cast")
def _not_cast() -> Fields:
    return {"state": ("not_cast",)}


@production("plain_noun", "Urza 's <t:type>")
def _urzas(t: str) -> Fields:
    return {"types": (t,), "subtypes": ("Urza's",)}


@production("each", "for each different power among <o:group>")
def _different_powers(o: Filter) -> Amount:
    return Amount(per="history", of=o, counter="different powers among them")


@production("each", "for each <m:mana_symbol> spent to cast (it|~)")
def _each_spent(m: str) -> Amount:
    return Amount(per="history", counter=f"{m} spent to cast it")


@production("quantity", "the mana value of that spell")
def _spell_value() -> Amount:
    return Amount(per="history", counter="the mana value of that spell")


@production("before", "that Mount or Vehicle")
def _mount_or_vehicle() -> Filter:
    return Filter(ref="that")


# ------------------------------------------------------------------ others

plain_event("rolls_planar_die", "you", "you roll the planar die")


@production("event", "~ specializes from any zone")
def _specializes() -> Event:
    return Event("specializes_anywhere", of=Filter(this=True))


@production("effect", "roll the planar die")
def _planar_die() -> Effects:
    return (Named("roll_planar_die"),)


@production("effect", "only the chosen creatures can attack during that combat phase")
def _only_chosen() -> Effects:
    return (Named("only_the_chosen_can_attack"),)


@production("effect", "exchange control of <o:chosen>")
def _exchange(o: Filter) -> Effects:
    return (Named("exchange_control", of=o),)


@production("effect", "put <c:counter_choice> on <o:object>")
def _either_counter(c: str, o: Filter) -> Effects:
    return (PutCounters(o, c),)


@production("effect", "the next spell you cast this turn can't be countered")
def _next_uncounterable() -> Effects:
    return (Named("next_spell_has:cant_be_countered", of=Filter(types=("spell",), zone="stack")),)


@production("tokens", "<n:number> <p:fixed_pt> creature token* of the chosen color and type")
def _chosen_tokens(n: Amount, p: tuple[int, int]) -> CreateTokens:
    return CreateTokens(n, types=("creature",), subtypes=("chosen",), colors=("chosen",), power=p[0], toughness=p[1])


@production("effect", "cast <c:core> this turn as though they had flash")
def _flash(c: Fields) -> Effects | None:
    return (Named("spells_have_flash_this_turn", of=Filter(**c)),) if c.get("zone") == "stack" else None


@production("player_act", "reveal* their hand*")
def _act_reveal() -> Effects:
    return (Named("reveals_hand:?"),)


@production("predicate", "is (a|an) <n:new_type> with <k:granted> and it loses all other card types")
def _only_that(n: Fields, k: tuple[Keyword, ...]) -> Effects:
    return (Become(HERE, **n, abilities=k),)


@production("keyword_names_more", "protection , <rest:keyword_names_more>")
def _protection_too(rest: tuple[str, ...]) -> tuple[str, ...]:
    return ("protection", *rest)


@production("keyword_names_more", "<k:keyword_name> , and ward")
def _and_ward(k: str) -> tuple[str, ...]:
    return (k, "ward")


@production("taken_to", "onto the battlefield tapped and attacking")
def _attacking() -> str:
    return "battlefield_tapped_and_attacking"


production("rest", "the rest of the cards")(lambda: True)


@production("effect", "unattach (a|an) <c:core> from (a|an) <d:core>")
def _unattach_some(c: Fields, d: Fields) -> Effects:
    return (Named(f"attach:off {described(Filter(**c))}", of=Filter(**d, count=1)),)
