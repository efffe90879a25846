"""Creatures that assign no combat damage for something else, and tokens and players that are bound in combat (CR 510.1c)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    Amount,
    Condition,
    CreateTokens,
    DamageRule,
    Delayed,
    DoesntUntap,
    Event,
    Filter,
    ForceAttack,
    Grant,
    Keyword,
    Lasting,
    May,
    Named,
)
from judgecall.cards.compile.clauses import done_by
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields, top_of_graveyard
from judgecall.cards.compile.subjects import this_turn, with_subject
from judgecall.cards.compile.this_combat import turn_or_combat

_YOU = Filter(types=("player",), controller="you")
_OPPONENTS = Filter(types=("player",), controller="opponent")

# ------------------------------------------------------------------ no combat damage


@production("unblocked_row", "<r:row>", "<r:paid>")
def _unblocked_row(r: Effects) -> Effects:
    return r


@production("sentence", "this turn , when target <c:core> attacks and isn't blocked , <r:unblocked_row>")
def _when_target_unblocked(c: Fields, r: Effects) -> Effects:
    event = Event("attacks_unblocked", of=Filter(**c, target=True), whose="each")
    return (Delayed(event, r, until_end_of_turn=True),)


@production("paid", "any player may <e:effect> . If a player does , <r:row>")
def _any_player_may(e: Effects, r: Effects) -> Effects:
    return (May(done_by(e, "any_player") + r, who="any_player"),)


@production(
    "static_clause",
    "If ~ is unblocked , you may have it assign its combat damage to a creature defending player controls",
)
def _to_a_creature() -> Effects:
    return (DamageRule(Filter(this=True), "assign_to_defenders_creature_if_unblocked", optional=True),)


@production("turn_clause", "<k:all_damage> would be dealt by <g:group> other than target <c:core> this turn")
def _others_deal_none(k: bool, g: Filter, c: Fields) -> Effects:
    others = msgspec.structs.replace(g, state=(*g.state, "other_than_target"))
    rule = DamageRule(others, "prevent_all_by", combat_only=k, until_end_of_turn=True)
    return Named("choose", of=Filter(**c, target=True)), rule


@turn_or_combat(
    "clause", "the next time <o:chosen> would deal combat damage to <t:struck> this (turn|combat) , prevent that damage"
)
def _next_time_target(o: Filter, t: tuple[Filter, str]) -> Effects:
    return (DamageRule(t[0], "prevent_next_from", combat_only=True, by=o, players=t[1], until_end_of_turn=True),)


@production("struck", "one or more players")
def _players() -> tuple[Filter, str]:
    return Filter(types=("none",)), "each_player"


for _phrase, _state in (
    ("the exiled card", "shares_color_with_exiled"),
    ("the mana spent on this activation cost", "shares_color_with_mana_spent"),
):
    production("source_of_damage", f"a source of your choice that shares a color with {_phrase}")(
        lambda s=_state: Filter(state=(s,))
    )


@production("condition", "it shares a color with that permanent")
def _shares_color() -> Condition:
    return Condition("other", counter="it shares a color with the chosen permanent")


# ------------------------------------------------------------------ untapping


@production("effect", "<o:object> doesn't untap during its controller 's next two untap steps")
def _twice(o: Filter) -> Effects:
    return (Named("doesnt_untap_twice", of=o),)


@production(
    "effect",
    "<a:group> and <b:group> (doesn't|don't) untap during (its controller 's|their controllers ') next untap step*",
)
def _both_stay_tapped(a: Filter, b: Filter) -> Effects:
    return tuple(DoesntUntap(o, next_only=True) for o in (a, b))


# ------------------------------------------------------------------ each opponent's own attackers


@production(
    "effect",
    "for each opponent , [you] create <k:tokens> that attack* that (opponent|player) this turn if able",
)
def _attackers_for_each(k: CreateTokens) -> Effects | None:
    if k.amount.per:
        return None
    made = msgspec.structs.replace(k, amount=Amount(per="count", of=_OPPONENTS, times=k.amount.base))
    return made, ForceAttack(Filter(ref="earlier"), until_end_of_turn=True, whom="that_opponent")


@production("effect", "choose <n:int> target players")
def _choose_players(n: int) -> Effects:
    return (Named("choose", of=Filter(types=("player",), target=True, count=n)),)


@production("effect", "choose an opponent at random that ~ didn't attack during your last combat")
def _random_opponent() -> Effects:
    return (Named("choose_opponent_at_random:not_attacked_last"),)


@production("condition", "you can't choose an opponent this way")
def _none_to_choose() -> Condition:
    return Condition("other", counter="no opponent could be chosen")


# ------------------------------------------------------------------ a player for a while


@production(
    "effect",
    "until your next turn , your life total can't change and you gain <k:keyword_row>",
)
def _life_total_stays(k: tuple[Keyword, ...]) -> Effects:
    return (Lasting((Named("life_total_cant_change"), Grant(_YOU, k)), until="your_next_turn"),)


@production("effect", "until end of turn , your life total can't change , and <o:group> <p:predicates>")
def _life_total_stays_this_turn(o: Filter, p: Effects) -> Effects | None:
    rest = this_turn(with_subject(p, o))
    return None if rest is None else (Lasting((Named("life_total_cant_change"),), until="this_turn"), *rest)


# ------------------------------------------------------------------ descriptions and costs


@production("some", "the top <c:kind_of_card> of defending player 's graveyard")
def _top_of_theirs(c: Fields) -> Filter:
    return top_of_graveyard(c, "defending")


production("quality", "(that was|that were) cast this turn")(lambda: {"state": ("cast_this_turn",)})


@production("cost_part", "Unattach <o:this>")
def _unattach(o: Filter) -> Fields:
    return {"other": ("unattach" if o.this else "unattach what grants this",)}


@production("cost_part", "Put a card from your hand on top of your library")
def _hand_to_library() -> Fields:
    return {"other": ("put a card from your hand on top of your library",)}


@production("effect", "<w:player> shuffles their graveyard into their library")
def _graveyard_shuffled(w: str) -> Effects:
    return (Named(f"shuffle_graveyard:{w}"),)


@production("effect", "<o:object> <p:predicates> until end of combat")
def _until_end_of_combat(o: Filter, p: Effects) -> Effects:
    return (Lasting(with_subject(p, o), until="end_of_combat"),)
