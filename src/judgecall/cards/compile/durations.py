"""Effects with a duration that a resolving ability makes (CR 611.2)."""

from __future__ import annotations

from typing import Any

import msgspec

from judgecall.cards.abilities import (
    Ability,
    Amount,
    Become,
    CreateTokens,
    Draw,
    Emblem,
    Filter,
    ForceBlock,
    Grant,
    Lasting,
    Life,
    LoseAbilities,
    Mill,
    ModifyPT,
    Move,
    Named,
    RemoveCounters,
)
from judgecall.cards.compile.amounts import times
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields
from judgecall.cards.compile.subjects import counts_beside_unknown, this_turn, with_subject
from judgecall.cards.compile.this_combat import this_combat, turn_or_combat

# ------------------------------------------------------------------ lasting effects that a resolving ability makes


@production(
    "effect", "<o:object> <p:predicates> until your next turn", "until your next turn , <o:object> <p:predicates>"
)
def _until_your_next_turn(o: Filter, p: Effects) -> Effects:
    return (Lasting(with_subject(p, o), until="your_next_turn"),)


@production("effect", "<o:object> <p:predicates>")
def _for_good(o: Filter, p: Effects) -> Effects | None:
    """No duration is given: only changes of what the object is are written so."""
    lasting = any(isinstance(effect, (Become, LoseAbilities)) for effect in p)
    return (Lasting(with_subject(p, o)),) if lasting and not o.attached else None


@production("effect", "<o:object> becomes blocked")
def _becomes_blocked(o: Filter) -> Effects | None:
    return (Named("becomes_blocked", of=o),) if o.target or o.ref else None


@production(
    "effect",
    "look at the top card of your library",
    "reveal the top card of your library",
    "reveal that card",
    "reveal it",
)
def _look() -> Effects:
    return (Named("reveal_top"),)


@production("effect", "remove all of them", "remove those counters", "remove all of them from it")
def _remove_them() -> Effects:
    return (RemoveCounters(Filter(ref="earlier"), "that_kind", Amount(per="all")),)


@production("effect", "X can't be 0")
def _x_not_zero() -> Effects:
    return (Named("x_cant_be_0"),)


@production("effect", "create <m:proper_name> , a <k:token_kind> [with <g:granted>]")
def _create_named(m: str, k: Fields, g: tuple[Ability, ...] = ()) -> Effects:
    return (CreateTokens(name=m, abilities=g, **k),)


@production(
    "effect",
    "<o:object> <p:predicates> until end of turn",
    "<o:object> <p:predicates> this turn",
    "until end of turn , <o:object> <p:predicates>",
    "this turn , <o:object> <p:predicates>",
)
def _until_end_of_turn(o: Filter, p: Effects) -> Effects | None:
    return this_turn(with_subject(p, o))


@production("effect", "remove <o:object> from combat")
def _remove_from_combat(o: Filter) -> Effects:
    return (Named("remove_from_combat", of=o),)


@production(
    "effect",
    "<o:object> <p:predicates> until end of turn and <q:predicates> this turn",
    "until end of turn , <o:object> <p:predicates> and <q:predicates> this turn",
)
def _two_durations(o: Filter, p: Effects, q: Effects) -> Effects | None:
    return this_turn(with_subject(p + q, o))


@production(
    "effect",
    "<o:object> <p:predicates> until end of turn and <q:turn_predicate>",
    "until end of turn , <o:object> <p:predicates> and <q:turn_predicate>",
)
def _and_this_turn(o: Filter, p: Effects, q: Effects) -> Effects | None:
    return this_turn(with_subject(p + q, o))


@production("effect", "<o:object> <q:turn_predicate>", "have <o:object> <q:turn_predicate>")
def _this_turn_only(o: Filter, q: Effects) -> Effects | None:
    return this_turn(with_subject(q, o))


@production("effect", "<o:object> <p:predicates> until end of turn and <q:combat_predicate>")
def _and_this_combat(o: Filter, p: Effects, q: Effects) -> Effects | None:
    rest = this_turn(with_subject(p, o))
    return None if rest is None else (*rest, *this_combat(with_subject(q, o)))


@production("effect", "<o:object> <q:combat_predicate>", "have <o:object> <q:combat_predicate>")
def _this_combat_only(o: Filter, q: Effects) -> Effects:
    return this_combat(with_subject(q, o))


@turn_or_combat("clause", "have <b:object> block <a:one_attacker> this (turn|combat) if able")
def _have_block(a: Filter, b: Filter) -> Effects:
    return (ForceBlock(attacker=a, blockers=b, until_end_of_turn=True),)


@production(
    "effect",
    "if <o:before> would die this turn , exile it instead",
    "if that creature or planeswalker would die this turn , exile it instead",
)
def _exile_if_dies(o: Filter | None = None) -> Effects:
    return (Named("exile_if_it_would_die_this_turn", of=o or Filter(ref="that")),)


@production("effect", "if (a|an) <c:core> dealt damage this way would die this turn , exile it instead")
def _exile_if_damaged_dies(c: Fields) -> Effects:
    return (Named("exile_if_it_would_die_this_turn", of=Filter(**(c | {"state": ("damaged_this_way",)}))),)


@production("effect", "amass <s:subtype> <n:number>")
def _amass(s: str, n: Amount) -> Effects:
    return (Named(f"amass {s}", amount=n),)


@production("player_act", "draw* <n:number> card*")
def _act_draw(n: Amount) -> Effects:
    return (Draw(n, who="?"),)


@production("player_act", "discard* <n:number> card*")
def _act_discard(n: Amount) -> Effects:
    return (Draw(n, who="?", discard=True),)


@production("player_act", "lose* <n:number> life", "lose* life equal to <n:quantity>")
def _act_lose(n: Amount) -> Effects:
    return (Life(n, gain=False, who="?"),)


@production("player_act", "gain* <n:number> life")
def _act_gain(n: Amount) -> Effects:
    return (Life(n, who="?"),)


@production("player_act", "mill* <n:number> card*")
def _act_mill(n: Amount) -> Effects:
    return (Mill(n, who="?"),)


@production("player_act", "create* <k:tokens>")
def _act_create(k: CreateTokens) -> Effects:
    return (msgspec.structs.replace(k, who="?"),)


@production("player_act", "sacrifice* <o:some> [of their choice]")
def _act_sacrifice(o: Filter) -> Effects:
    return (Move(msgspec.structs.replace(o, chosen_by="?"), "sacrifice"),)


@production("effect", "<o:object> get* <p:pt> until end of turn <e:each>")
def _pump_each(o: Filter, p: tuple[str, str], e: Amount) -> Effects | None:
    if "X" in "".join(p):
        return None
    power, toughness = (times(e, int(n)) if int(n) else Amount() for n in p)
    if power is None or toughness is None:
        return None
    effects = (ModifyPT(o, power, toughness, until_end_of_turn=True),)
    return None if counts_beside_unknown(effects, o) else effects


@production(
    "effect",
    "you get an emblem with <q:quoted_ability>",
    "you get an emblem with <q:quoted_ability> and <r:quoted_ability>",
)
def _emblem(q: tuple[Ability, ...], r: tuple[Ability, ...] = ()) -> Effects:
    return (Emblem(q + r),)


@production(
    "effect",
    "create <k:tokens> . (It has|They have) <g:granted>",
)
def _create_with(k: CreateTokens, g: tuple[Ability, ...]) -> Effects | None:
    return None if k.abilities else (msgspec.structs.replace(k, abilities=g),)


@production(
    "effect",
    "create <k:tokens> . (It gains|They gain|That token gains|Those tokens gain) <g:granted> until end of turn",
)
def _create_gaining(k: CreateTokens, g: tuple[Ability, ...]) -> Effects:
    return (k, Grant(Filter(ref="earlier"), g, until_end_of_turn=True))


@production("effect", "<m:mana_turn>")
def _mana_turn(m: Any) -> Effects:
    return (m,)


@production("effect", "<c:turn_clause>")
def _turn_clause(c: Effects) -> Effects:
    return c


@production("effect", "<c:combat_clause>")
def _combat_clause(c: Effects) -> Effects:
    return this_combat(c)


@production("effect", "<m:mana_effect>")
def _mana(m: Any) -> Effects:
    return (m,)


@production("effect", "prevent the next <n:number> damage that would be dealt to <d:damaged> this turn")
def _prevent(n: Amount, d: tuple[Filter | None, str]) -> Effects:
    of, players = d
    if players == "any_target":
        of = Filter(types=("creature", "planeswalker", "battle"), target=True)
    return (Named(f"prevent_next:{players}" if players else "prevent_next", amount=n, of=of),)


@production(
    "effect", "<o:object> each <p:predicates> until end of turn", "until end of turn , <o:object> each <p:predicates>"
)
def _each_until_end_of_turn(o: Filter, p: Effects) -> Effects | None:
    return this_turn(with_subject(p, o))


@production("effect", "<o:before> (gains|gain|has|have) <g:granted>")
def _gains_for_good(o: Filter, g: tuple[Ability, ...]) -> Effects:
    """ "That creature gains haste": no end is given."""
    return (Lasting((Grant(o, g),)),)


@production("effect", "<o:object> <p:predicates> this combat", "until end of combat , <o:object> <p:predicates>")
def _this_combat(o: Filter, p: Effects) -> Effects | None:
    return (Lasting(with_subject(p, o), until="end_of_combat"),)
