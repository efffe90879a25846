"""Acts of players on the cards that they hold or were shown, copies made, control given away (CR 701, 707)."""

from __future__ import annotations

from judgecall.cards.abilities import (
    Ability,
    Amount,
    CantDo,
    Comparison,
    Condition,
    CopySpell,
    CostChange,
    Draw,
    Event,
    Filter,
    IfDo,
    Life,
    Modes,
    Move,
    Named,
    PutCounters,
    PutOntoBattlefield,
    Replacement,
    Static,
)
from judgecall.cards.compile.amounts import ENTERED, times
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields, merge
from judgecall.cards.compile.references import has_reference

_EARLIER = Filter(ref="earlier")


@production(
    "effect",
    "<o:before> 's activated abilities can't be activated this turn",
    "its activated abilities can't be activated this turn",
)
def _not_activated(o: Filter = _EARLIER) -> Effects:
    return (CantDo(o, "activate", until_end_of_turn=True),)


@production(
    "effect",
    "each copy targets a different one of (those creatures|them|those permanents|those permanents and players)",
)
def _copies_target() -> Effects:
    return (Named("copies_target_one_each"),)


@production("effect", "copy <o:chosen> <t:times_of>")
def _copy_times(o: Filter, t: int) -> Effects:
    return (CopySpell(o, Amount(base=t)),)


production("times_of", "twice")(lambda: 2)
production("times_of", "<n:int> times")(lambda n: n)


@production("effect", "put your choice of (a|an) <c:counter_list> counter on <o:object>")
def _choice_of_counters(c: tuple[str, ...], o: Filter) -> Effects | None:
    return (PutCounters(o, " or ".join(c)),) if len(c) > 1 else None


@production("effect", "repeat this process <n:number> more times")
def _repeat_more(n: Amount) -> Effects:
    return (Named("repeat_process", amount=n),)


@production("effect", "harness ~")
def _harness() -> Effects:
    return (Named("harness"),)


@production("effect", "collect evidence <n:digits>")
def _evidence(n: int) -> Effects:
    return (Named("collect_evidence", amount=Amount(base=n)),)


@production("replacement_line", "<r:replacement> . <c:static_clauses> [.]")
def _choice_and_static(r: Replacement, c: Effects) -> tuple[Ability, ...] | None:
    """ "As ~ enters, choose a color. All Slivers have protection from the chosen color." """
    return (r, Static(c)) if r.what == "enters_choosing" and not has_reference(c) else None


@production("event", "you create (a|<m:one_or_more>) <c:core>")
def _creates(c: Fields, m: bool = False) -> Event | None:
    return Event("creates_such_tokens", of=Filter(**c), one_or_more=m) if "token" in c.get("state", ()) else None


@production("event", "you play a land from exile or cast a spell from exile")
def _from_exile() -> Event:
    return Event("plays_from_exile", of=Filter(types=("card",), zone="exile"))


@production("event", "an opponent activates an ability that isn't a mana ability")
def _opponent_activates() -> Event:
    return Event("activates_nonmana_ability", whose="opponent")


@production("effect", "draw cards equal to the number of cards in your hand plus <n:int>")
def _hand_plus(n: int) -> Effects:
    return (Draw(Amount(per="hand", base=n)),)


@production("effect", "have no maximum hand size for the rest of the game")
def _no_maximum() -> Effects:
    return (Named("no_maximum_hand_size"),)


@production(
    "effect",
    "put any number of cards from your hand on the bottom of your library , then draw that many cards [plus <n:int>]",
)
def _redraw(n: int = 0) -> Effects:
    return (Named("hand_to_bottom:any_number"), Draw(Amount(per="that_much", base=n)))


for _whose in ("player", "opponent"):
    production("effect", f"exile the top card of each {_whose} 's library")(
        lambda w=_whose: (Named(f"exile_top_of_each_{w}"),)
    )


@production("effect", "put any number of <c:kind_of_card> from your hand onto the battlefield [<t:tapped>]")
def _any_from_hand(c: Fields, t: bool = False) -> Effects:
    of = Filter(**(c | {"zone": "hand", "controller": "you"}), count=99, up_to=True)
    return (PutOntoBattlefield(of, tapped=t),)


@production("static_clause", "<c:core> your opponents cast with mana value <b:bound> cost <m:mana_cost> more to cast")
def _dear(c: Fields, b: tuple[Comparison, int], m: str) -> Effects | None:
    if c.get("zone") != "stack":
        return None
    return (CostChange(Filter(**(c | {"controller": "opponent", "mana_value": b})), m, increase=True),)


@production("event", "another <c:core> enters under your control")
def _another_enters(c: Fields) -> Event:
    return Event("enters", of=Filter(**(c | {"controller": "you", "other": True})))


@production("effect", "exile target card from a graveyard that was put there this turn")
def _fresh() -> Effects:
    of = Filter(types=("card",), zone="graveyard", target=True, state=("put_there_this_turn",))
    return (Move(of, "exile"),)


@production(
    "effect", "return (<n:int>|up to <u:int>) target <c:kind_of_card> from an opponent 's graveyard to their hand"
)
def _return_theirs(c: Fields, n: int = 0, u: int = 0) -> Effects | None:
    fields = merge(c, {"zone": "graveyard", "controller": "opponent", "state": ("one_graveyard",)})
    return None if fields is None else (Move(Filter(**fields, target=True, count=n or u, up_to=bool(u)), "hand"),)


@production("effect", "return target <c:kind_of_card> from an opponent 's graveyard to their hand")
def _return_one_of_theirs(c: Fields) -> Effects:
    return (Move(Filter(**(c | {"zone": "graveyard", "controller": "opponent"}), target=True), "hand"),)


@production("effect", "<e:each> , you gain <n:number> life", "gain <n:number> life <e:each>")
def _life_each(e: Amount, n: Amount) -> Effects | None:
    total = times(e, n.base) if n.per is None else None
    return (Life(total),) if total is not None else None


@production(
    "effect", "cast spells this turn as though they had flash", "you may cast spells this turn as though they had flash"
)
def _flash_turn() -> Effects:
    return (Named("spells_have_flash_this_turn"),)


@production("effect", "draw <n:int> cards , then discard <m:int> of them")
def _draw_discard(n: int, m: int) -> Effects:
    return (Draw(Amount(base=n)), Named("discard_of_them", amount=Amount(base=m)))


@production("effect", "put your commander into your hand from the command zone")
def _commander_to_hand() -> Effects:
    return (Named("commander_to_hand"),)


@production("effect", "the player to your <w:side> gains control of ~")
def _neighbour(w: str) -> Effects:
    return (Named(f"gains_control:player_to_your_{w}", of=Filter(this=True)),)


production("side", "right")(lambda: "right")
production("side", "left")(lambda: "left")


@production("effect", "<w:player> gains control of <o:this>")
def _given_away(w: str, o: Filter) -> Effects:
    return (Named(f"gains_control:{w}", of=o),)


@production("static_line", "Your opponents can't cast spells during your turn [.]")
def _silent_in_your_turn() -> Static:
    of = Filter(types=("spell",), zone="stack")
    return Static((CantDo(of, "cast_spells", who="opponent"),), condition=Condition("your_turn"))


@production("effect", "your opponents can't cast spells this turn")
def _silenced() -> Effects:
    return (CantDo(Filter(types=("spell",), zone="stack"), "cast_spells", who="opponent", until_end_of_turn=True),)


@production("event", "you cast an instant , sorcery , or <s:subtype> spell")
def _casts_one_of(s: str) -> Event:
    kinds = (Filter(types=("instant", "sorcery")), Filter(subtypes=(s,)))
    return Event("casts", of=Filter(types=("spell",), zone="stack", alternatives=kinds))


@production("event", "an opponent attacks one or more planeswalkers you control")
def _planeswalkers_attacked() -> Event:
    return Event("attacks_planeswalkers_of_yours", whose="opponent")


@production("impulse_until", "for as long as you control ~")
def _while_controlled() -> str:
    return "while_you_control_this"


@production("quality", "that entered under your control this turn")
def _entered_under_you() -> Fields:
    return {"state": (ENTERED,)}


@production("sentence", "<e:row> . If you can't , <r:row>")
def _where_impossible(e: Effects, r: Effects) -> Effects:
    return (*e, IfDo(Condition("other", counter="did so"), (), r))


@production("modal", "choose one that hasn't been chosen and <c:clause> — <m:modes>")
def _modes_and(c: Effects, m: tuple[Effects, ...]) -> Effects:
    return (Modes(m, limit="not_chosen_before"), *c)


@production("modal", "choose one and <c:clause> . <m:modes>")
def _one_mode_and(c: Effects, m: tuple[Effects, ...]) -> Effects:
    return (Modes(m), *c)
