"""Damage that is made more or less, dealt elsewhere or prevented, from sources that an effect describes (CR 614-615)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Amount, Damage, DamageRule, Filter, Named
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields
from judgecall.cards.compile.this_combat import turn_or_combat

_ANYTHING = Filter()


# ------------------------------------------------------------------ whose sources


@production("any_source", "a source", "any source")
def _any_source() -> Filter:
    return _ANYTHING


@production("any_source", "(a|an) <c:colorish> source", "(a|an) <a:colorish> or <c:colorish> source")
def _colored(c: str, a: str = "") -> Filter:
    return Filter(colors=(a, c) if a else (c,))


@production("any_source", "(a|an) <t:type> source", "(a|an) <s:subtype> source")
def _typed(t: str = "", s: str = "") -> Filter:
    return Filter(types=(t,)) if t else Filter(subtypes=(s,))


@production("source_of_damage", "<f:any_source> [of your choice]")
def _source(f: Filter) -> Filter:
    return f


@production("source_of_damage", "<f:any_source> of the chosen color")
def _chosen_source(f: Filter) -> Filter | None:
    return Filter(chosen="color") if f == _ANYTHING else None


@production("source_of_damage", "(a|an) <c:core> of your choice", "<o:watched>")
def _object(c: Fields | None = None, o: Filter | None = None) -> Filter:
    return o if o is not None else Filter(**(c or {}))


@production("source_of_damage", "<f:any_source> <w:whose>")
def _their_source(f: Filter, w: Fields) -> Filter:
    return Filter(types=f.types, subtypes=f.subtypes, colors=f.colors, **w)


@production("source_of_damage", "another source <w:whose>")
def _another_source(w: Fields) -> Filter:
    return Filter(other=True, **w)


# ------------------------------------------------------------------ to whom


@production("struck", "you")
def _you() -> tuple[Filter, str]:
    return Filter(types=("none",)), "you"


@production("struck", "an opponent")
def _opponent() -> tuple[Filter, str]:
    return Filter(types=("none",)), "opponent"


@production("struck", "a player")
def _player() -> tuple[Filter, str]:
    return Filter(types=("none",)), "each_player"


@production("struck", "an opponent or a permanent an opponent controls")
def _opponent_or_theirs() -> tuple[Filter, str]:
    return Filter(types=("permanent",), controller="opponent"), "opponent"


@production("struck", "you or a <c:core>")
def _you_or(c: Fields) -> tuple[Filter, str]:
    return Filter(**c), "you"


@production("struck", "any target")
def _any_target() -> tuple[Filter, str]:
    return Filter(target=True), "any_target"


@production("struck", "a permanent or player")
def _anything() -> tuple[Filter, str]:
    return _ANYTHING, "each_player"


@production("struck", "<o:watched>")
def _struck_object(o: Filter) -> tuple[Filter, str]:
    return o, ""


@production("kind_of_damage", "combat")
def _combat() -> str:
    return "combat"


@production("kind_of_damage", "noncombat")
def _noncombat() -> str:
    return "noncombat"


@production("repeated_target", "to (that player|you|that permanent or player|that permanent|that creature|them|~|it)")
def _repeated() -> bool:
    return True


def _rule(name: str, s: Filter, t: tuple[Filter, str], k: str, n: int) -> DamageRule:
    """What is dealt damage is `of`, and what deals it `by`."""
    return DamageRule(t[0], name, by=s, players=t[1], combat_only=k == "combat", noncombat_only=k == "noncombat", n=n)


@production(
    "static_clause",
    "If <s:source_of_damage> would deal [<k:kind_of_damage>] damage to <t:struck> , it deals that much damage plus <n:digits> [<:repeated_target>] instead",
)
def _plus(s: Filter, t: tuple[Filter, str], n: int, k: str = "") -> Effects:
    return (_rule("plus", s, t, k, n),)


def _multiplied(name: str, s: Filter, t: tuple[Filter, str], k: str) -> DamageRule:
    """Whatever is dealt the damage, only its source counts; else both do."""
    if t == (_ANYTHING, "each_player") and k != "noncombat":
        return DamageRule(s, name.removesuffix("_to_from"), combat_only=k == "combat")
    return _rule(name, s, t, k, 0)


for _times, _name in (("double", "double_to_from"), ("triple", "triple_to_from")):
    production(
        "static_clause",
        f"If <s:source_of_damage> would deal [<k:kind_of_damage>] damage to <t:struck> , it deals {_times} that damage [<:repeated_target>] instead",
        f"If <s:source_of_damage> would deal [<k:kind_of_damage>] damage to <t:struck> , that source deals {_times} that damage [<:repeated_target>] instead",
    )(lambda s, t, k="", name=_name: (_multiplied(name, s, t, k),))


@production(
    "static_clause",
    "If <s:source_of_damage> would deal [<k:kind_of_damage>] damage to <t:struck> , prevent <n:int> of that damage",
)
def _less(s: Filter, t: tuple[Filter, str], n: int, k: str = "") -> Effects:
    return (_rule("minus", s, t, k, n),)


@production(
    "static_clause",
    "If <s:source_of_damage> would deal [<k:kind_of_damage>] damage to <t:struck> , prevent that damage",
)
def _none(s: Filter, t: tuple[Filter, str], k: str = "") -> Effects:
    return (_rule("prevent", s, t, k, 0),)


@production(
    "static_clause",
    "If noncombat damage would be dealt to <o:watched> , prevent that damage",
    "Prevent all noncombat damage that would be dealt to <g:subject>",
)
def _no_noncombat(o: Filter | None = None, g: Filter | None = None) -> Effects:
    return (DamageRule(o or g or _ANYTHING, "prevent", noncombat_only=True),)


# ------------------------------------------------------------------ the next time, and this turn


@production(
    "effect",
    "the next time <s:source_of_damage> would deal [<k:kind_of_damage>] damage to <t:struck> this turn , prevent that damage",
    "the next time <s:source_of_damage> would deal [<k:kind_of_damage>] damage this turn , prevent that damage",
)
def _next_time(s: Filter, t: tuple[Filter, str] = (_ANYTHING, "each_player"), k: str = "") -> Effects:
    return (_this_turn(_rule("prevent_next_from", s, t, k, 0)),)


def _this_turn(rule: DamageRule) -> DamageRule:
    return msgspec.structs.replace(rule, until_end_of_turn=True)


@production(
    "effect",
    "prevent all [<k:kind_of_damage>] damage <s:source_of_damage> would deal to <t:struck> this turn",
    "prevent all [<k:kind_of_damage>] damage <s:source_of_damage> would deal this turn",
    "prevent all [<k:kind_of_damage>] damage that would be dealt to <t:struck> this turn by <s:source_of_damage>",
    "prevent all [<k:kind_of_damage>] damage that would be dealt this turn by <s:source_of_damage>",
)
def _all_from(s: Filter, t: tuple[Filter, str] = (_ANYTHING, "each_player"), k: str = "") -> Effects | None:
    if s.this or s.attached:
        return None
    return (_this_turn(_rule("prevent_from_one", s, t, k, 0)),)


@production(
    "effect",
    "prevent the next <n:number> damage that <s:source_of_damage> would deal to <t:struck> this turn",
    "prevent the next <n:number> damage that would be dealt to <t:struck> this turn by <s:source_of_damage>",
)
def _next_from(n: Amount, s: Filter, t: tuple[Filter, str]) -> Effects | None:
    return None if n.per is not None else (_this_turn(_rule("prevent_next_from", s, t, "", n.base)),)


@production(
    "sentence",
    "<e:effect> . (The|That) damage can't be prevented",
    "<e:effect> . Damage dealt this way can't be prevented",
    "<e:effect> and the damage can't be prevented",
)
def _unpreventable(e: Effects) -> Effects | None:
    """The rule stands before the damage, so that it is in force as that is dealt."""
    rule = DamageRule(Filter(this=True), "cant_be_prevented", until_end_of_turn=True)
    return (rule, *e) if isinstance(e[0], Damage) else None


@production("static_clause", "Combat damage can't be prevented")
def _combat_unpreventable() -> Effects:
    return (DamageRule(_ANYTHING, "cant_be_prevented", combat_only=True),)


@production("effect", "excess damage is dealt to (that creature 's controller|its controller) instead")
def _excess() -> Effects:
    return (Named("excess_damage_to_controller"),)


@production("effect", "if a creature would die this turn , exile it instead")
def _exile_instead() -> Effects:
    return (Named("exile_if_it_would_die_this_turn", of=Filter(types=("creature",))),)


# ------------------------------------------------------------------ assigning combat damage (CR 510.1)


@production(
    "static_clause",
    "For each <c:core> , you may have that creature assign its combat damage as though it weren't blocked",
    "You may have <g:group> assign their combat damage as though they weren't blocked",
)
def _each_unblocked(c: Fields | None = None, g: Filter | None = None) -> Effects:
    return (DamageRule(g or Filter(**(c or {})), "as_though_unblocked", optional=True),)


@production(
    "static_clause",
    "<a:attached> 's controller may have it assign its combat damage as though it weren't blocked",
)
def _controller_may(a: Filter) -> Effects:
    return (DamageRule(a, "as_though_unblocked", optional=True),)


@production(
    "effect",
    "have <o:object> assign (its|their) combat damage this turn as though (it|they) weren't blocked",
)
def _unblocked_this_turn(o: Filter) -> Effects:
    return (DamageRule(o, "as_though_unblocked", until_end_of_turn=True, optional=True),)


@production("effect", "<o:object> assign* (its|their) combat damage this turn as though (it|they) weren't blocked")
def _all_past_blockers(o: Filter) -> Effects:
    """Nobody may assign it to the blockers then."""
    return (DamageRule(o, "unblocked_without_choice", until_end_of_turn=True),)


@turn_or_combat("clause", "have <o:object> assign no combat damage this (turn|combat)")
def _assigns_none(o: Filter) -> Effects:
    return (DamageRule(o, "no_combat_damage", until_end_of_turn=True),)
