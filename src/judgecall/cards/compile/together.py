"""Effects on several objects that are named apart: two targets, a target and what is like it, this and another (CR 608.2)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    Amount,
    CanBlockAsThough,
    CantBeBlocked,
    CantBlock,
    Condition,
    Damage,
    Filter,
    ForceAttack,
    ForceBlock,
    Grant,
    IfDo,
    Keyword,
    Lasting,
    Modes,
    Move,
    Named,
)
from judgecall.cards.compile.combat import HERE, Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields, merge
from judgecall.cards.compile.subjects import this_turn, with_subject
from judgecall.cards.compile.this_combat import turn_or_combat

# ------------------------------------------------------------------ two of them


@production("one_of_two", "<f:this>", "<f:attached>", "<f:before>", "<f:chosen>", "<f:group>")
def _one_of_two(f: Filter) -> Filter:
    return f


def _each(effects: Effects, *objects: Filter) -> Effects | None:
    """The same for each of the objects."""
    done: Effects = ()
    for one in objects:
        part = this_turn(with_subject(effects, one))
        if part is None:
            return None
        done += part
    return done


@production(
    "effect",
    "<a:one_of_two> and <b:one_of_two> [each] <p:predicates> until end of turn",
    "<a:one_of_two> and <b:one_of_two> [each] <p:predicates> this turn",
    "until end of turn , <a:one_of_two> and <b:one_of_two> [each] <p:predicates>",
)
def _both(a: Filter, b: Filter, p: Effects) -> Effects | None:
    if not (a.this or a.attached or a.target or a.ref) or "earlier" in (a.ref, b.ref):
        return None
    return _each(p, a, _beside(a, b))


def _beside(a: Filter, b: Filter) -> Filter:
    """ "Other creatures" beside a target are other than that, which a filter on this object doesn't say."""
    if not (b.other and (a.target or a.attached)):
        return b
    than = "other_than_target" if a.target else "other_than_attached"
    return msgspec.structs.replace(b, other=False, state=(*b.state, than))


@production("effect", "<a:one_of_two> and <b:one_of_two> [each] <q:turn_predicate>")
def _both_this_turn(a: Filter, b: Filter, q: Effects) -> Effects | None:
    return _both(a, b, q)


@production(
    "effect",
    "until end of turn , <a:object> <p:predicates> and <b:object> <q:predicates>",
    "until end of turn , <a:object> <p:predicates> , and <b:object> <q:predicates>",
)
def _one_each(a: Filter, p: Effects, b: Filter, q: Effects) -> Effects | None:
    if "earlier" in (a.ref, b.ref):
        return None
    first, second = _each(p, a), _each(q, _beside(a, b))
    return None if first is None or second is None else first + second


@production("like_it", "target <c:core> and each other <d:core> that shares a color with it")
def _like_it(c: Fields, d: Fields) -> tuple[Filter, Filter] | None:
    """Radiance: the second also has to share a colour with the first."""
    also = merge(d, {"state": ("other_than_target", "shares_color_with_target")})
    return None if also is None else (Filter(**c, target=True), Filter(**also))


@production(
    "effect",
    "<t:like_it> <p:predicates> until end of turn",
    "until end of turn , <t:like_it> <p:predicates>",
)
def _radiance(t: tuple[Filter, Filter], p: Effects) -> Effects | None:
    return _each(p, *t)


@production("effect", "<:deals> <n:number> damage to <t:like_it>")
def _radiance_damage(n: Amount, t: tuple[Filter, Filter]) -> Effects:
    return tuple(Damage(f, n) for f in t)


# ------------------------------------------------------------------ players


@production("player_subject", "you")
def _you() -> Filter:
    return Filter(types=("player",), controller="you")


@production("player_subject", "target player")
def _target_player() -> Filter:
    return Filter(types=("player",), target=True)


@production(
    "effect",
    "<w:player_subject> (gain|gains) <k:keyword_row> until end of turn",
)
def _player_gains(w: Filter, k: tuple[Keyword, ...]) -> Effects:
    return (Grant(w, k, until_end_of_turn=True),)


@production(
    "effect",
    "<w:player_subject> (gain|gains) <k:keyword_row> until your next turn",
    "until your next turn , <w:player_subject> (gain|gains) <k:keyword_row>",
)
def _player_gains_longer(w: Filter, k: tuple[Keyword, ...]) -> Effects:
    return (Lasting((Grant(w, k),), until="your_next_turn"),)


@production("effect", "<w:player_subject> and <o:object> [each] (gain|gains) <k:keyword_row> until end of turn")
def _player_and(w: Filter, o: Filter, k: tuple[Keyword, ...]) -> Effects:
    return (Grant(w, k, until_end_of_turn=True), Grant(o, k, until_end_of_turn=True))


@production("static_clause", "You and <g:group> have <k:keyword_row>")
def _you_and_yours(g: Filter, k: tuple[Keyword, ...]) -> Effects:
    return (Grant(Filter(types=("player",), controller="you"), k), Grant(g, k))


# ------------------------------------------------------------------ protection


@production("from_what", "mana value <b:bound>")
def _mana_value(b: tuple[str, int]) -> Filter:
    return Filter(mana_value=b)  # type: ignore[arg-type]


@production("from_what", "the last chosen color")
def _last_color() -> Filter:
    return Filter(chosen="color")


@production(
    "effect",
    "<o:object> (gains|gain) protection from <w:from_what> or from the color of your choice until end of turn",
)
def _one_protection(o: Filter, w: Filter) -> Effects:
    choice = (w, Filter(chosen="your_choice_color"))
    return (Modes(tuple((Grant(o, (Keyword("protection", of=f),), until_end_of_turn=True),) for f in choice)),)


@production(
    "static_clause",
    "This effect doesn't remove <:kept_attached>",
)
def _doesnt_remove() -> Effects:
    return (Named("keeps_attached"),)


@production(
    "kept_attached",
    "Auras [already attached to (it|those artifacts)]",
    "(Auras|Equipment|Auras and Equipment) [you control] that are already attached to it",
)
def _kept() -> bool:
    return True


# ------------------------------------------------------------------ combat


@production("predicate", "can't block or be blocked by <b:blockers>")
def _neither_blocks(b: Filter) -> Effects:
    return CantBlock(HERE, attackers=b), CantBeBlocked(HERE, by=b)


@turn_or_combat("predicate", "attack* or block* this (turn|combat) if able")
def _attacks_or_blocks() -> Effects:
    return ForceAttack(HERE), ForceBlock(blockers=HERE)


@production(
    "turn_predicate", "can't be blocked this turn by <b:blockers>", "can't be blocked by <b:blockers> this turn"
)
def _not_by_this_turn(b: Filter) -> Effects:
    return (CantBeBlocked(HERE, by=b),)


@production("quality", "with toughness greater than (its|their) power")
def _tough() -> Fields:
    return {"state": ("toughness_over_power",)}


@production("adjective", "goaded")
def _goaded() -> Fields:
    return {"state": ("goaded",)}


for _whose, _phrase in (
    ("enchanted_player", "enchanted player controls"),
    ("active_player", "the active player controls"),
    ("monarch", "the monarch controls"),
    ("your_team", "your team controls"),
    ("chosen_player", "the chosen player controls"),
):
    production("whose", _phrase)(lambda w=_whose: {"controller": w})


for _word, _phrase in (
    ("dealt_damage_this_turn", "that dealt damage this turn"),
    ("dealt_damage_to_you_this_turn", "that dealt damage to you this turn"),
    ("blocked_this_turn", "that blocked this turn"),
    ("attacked_or_blocked_this_turn", "that attacked or blocked this turn"),
    ("didnt_attack_this_turn", "that didn't attack this turn"),
    ("with_abilities", "with abilities"),
    ("no_counters", "with no counters on (it|them)"),
    ("blocking_or_blocked_by_this", "blocking or blocked by ~"),
    ("blocking_or_blocked_by_this", "blocking or blocked by it"),
    ("named_like_this", "with the same name as ~"),
    ("one_one", "with base power and toughness 1/1"),
    ("has_adventure", "that has an Adventure"),
    ("attacking_you", "attacking you"),
    ("attacking_you", "that 's attacking you"),
):
    production("quality", _phrase)(lambda w=_word: {"state": (w,)})


# ------------------------------------------------------------------ damage by others


@production(
    "effect",
    "<s:chosen> deals damage equal to its toughness to <d:damaged>",
    "<s:that_one> deals damage equal to its toughness to <d:damaged>",
    "<s:attached> deals damage equal to its toughness to <d:damaged>",
)
def _bites_by_toughness(s: Filter, d: tuple[Filter | None, str]) -> Effects:
    return (Damage(d[0], Amount(per="toughness", of=s), d[1], source=s),)


@production("effect", "<s:attached> deals damage equal to its power to <d:damaged>")
def _attached_bites(s: Filter, d: tuple[Filter | None, str]) -> Effects:
    return (Damage(d[0], Amount(per="power", of=s), d[1], source=s),)


@production("effect", "<s:chosen> deals <n:number> damage to <d:damaged>")
def _chosen_deals(s: Filter, n: Amount, d: tuple[Filter | None, str]) -> Effects:
    return (Damage(d[0], n, d[1], source=s),)


@production(
    "effect",
    "<s:chosen> deals damage to itself equal to its power",
    "<s:that_one> deals damage to itself equal to its power",
)
def _bites_itself(s: Filter) -> Effects:
    itself = Filter(ref="that")
    bite = Damage(itself, Amount(per="power", of=itself), source=itself)
    return (Named("choose", of=s), bite) if s.target else (bite,)


@production(
    "effect",
    "<s:group> deal* damage equal to (its|their) power to <d:damaged>",
    "<s:chosen> each deal damage equal to their power to <d:damaged>",
)
def _all_bite(s: Filter, d: tuple[Filter | None, str]) -> Effects:
    return (Damage(d[0], Amount(per="power", of=Filter(ref="set")), d[1], source=s),)


@production("damaged", "that permanent or player", "that creature or player", "that planeswalker or player")
def _that_one_or_player() -> tuple[Filter | None, str]:
    return Filter(ref="that"), ""


@production("damaged", "<a:damaged_one> and <b:damaged_one>", "<a:damaged_one> , <c:damaged_one> , and <b:damaged_one>")
def _several_damaged(a: Fields, b: Fields, c: Fields | None = None) -> tuple[Filter | None, str]:
    rows = [row for row in (a, c, b) if row]
    return Filter(alternatives=tuple(Filter(**row) for row in rows)), ""


@production("damaged_one", "each <c:core>")
def _each_core(c: Fields) -> Fields:
    return c


@production("damaged_one", "each other <c:core>")
def _each_other_core(c: Fields) -> Fields | None:
    return merge(c, {"other": True})


@production("damaged", "each of up to <n:int> [<o:other_word>] target*")
def _each_of_up_to(n: int, o: bool = False) -> tuple[Filter | None, str]:
    return Filter(target=True, count=n, up_to=True, other=o), ""


@production("damaged", "each of <n:int> [<o:other_word>] target*")
def _each_of_targets(n: int, o: bool = False) -> tuple[Filter | None, str]:
    return Filter(target=True, count=n, other=o), ""


@production("damaged", "each of one or two targets")
def _each_of_one_or_two() -> tuple[Filter | None, str]:
    return Filter(target=True, count=2, at_least_one=True), ""


for _who, _phrase in (
    ("each_other_opponent", "each other opponent"),
    ("attacked_player", "the player or planeswalker (that creature|it) is attacking"),
    ("attacked_player", "the player or planeswalker it 's attacking"),
    ("enchanted_player", "enchanted player"),
    ("its_controller", "the controller"),
    ("monarch", "the monarch"),
    ("its_owner", "that (creature|permanent) 's owner"),
    ("each_player_not_you", "each player other than you"),
    ("active_player", "the active player"),
    ("target_controller", "target (spell|creature|land|permanent) 's controller"),
):
    production("player", _phrase)(lambda w=_who: w)


@production(
    "sentence",
    "~ deals <n:number> damage instead if <c:conditions>",
    "if <c:conditions> , ~ deals <n:number> damage instead",
    "~ deals <n:number> damage to that (creature|permanent or player|creature or player) instead if <c:conditions>",
    "if <c:conditions> , instead ~ deals <n:number> damage to that (creature|permanent or player|creature or player)",
    "if <c:conditions> , ~ deals <n:number> damage to that (creature|permanent or player|creature or player) instead",
)
def _more_damage_line(n: Amount, c: Condition) -> Effects:
    """On a line of its own: more damage to what the line before chose."""
    return (IfDo(c, (Damage(Filter(ref="earlier"), n),), instead=True),)


for _who in ("target_player", "target_opponent"):
    production("damaged_player", _who.replace("_", " "))(lambda w=_who: w)
    production("damaged_player", f"{_who.replace('_', ' ')} or planeswalker")(lambda w=_who: f"{w}_or_planeswalker")


@production("damaged", "<w:damaged_player> and each <c:core>")
def _player_and_theirs(w: str, c: Fields) -> tuple[Filter | None, str] | None:
    """ "Target player and each creature they control"."""
    if c.get("controller") not in ("that_player", "target_player_or_its_controller"):
        return None
    theirs = "target_player_or_its_controller" if w.endswith("_or_planeswalker") else w
    return Filter(**(c | {"controller": theirs})), w


@production("effect", "destroy <a:group> and <b:group>")
def _destroy_both(a: Filter, b: Filter) -> Effects:
    return Move(a, "destroy"), Move(b, "destroy")


@production("turn_predicate", "can attack this turn as though it didn't have defender")
def _attacks_despite_defender() -> Effects:
    return (CanBlockAsThough(HERE, "no_defender"),)


# ------------------------------------------------------------------ what follows


for _action, _phrases in {
    "roll_d6": ("roll a d6",),
    "skips_next_untap": ("you skip your next untap step", "skip your next untap step"),
    "skips_next_draw": ("you skip your next draw step", "skip your next draw step"),
    "skips_next_combat": ("you skip your next combat phase",),
    "they_skip_untap": ("that player skips their next untap step",),
}.items():
    production("effect", *_phrases)(lambda a=_action: (Named(a),))


@production(
    "effect",
    "there is an additional combat phase after this phase",
    "after this combat phase , there is an additional combat phase",
)
def _more_combat() -> Effects:
    return (Named("additional_combat"),)
