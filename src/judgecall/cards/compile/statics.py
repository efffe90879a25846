"""Static abilities: other lasting effects, and how their clauses are joined (CR 604)."""

from __future__ import annotations

from typing import Any

import msgspec

from judgecall.cards.abilities import (
    AlternativeCost,
    Amount,
    AsThoughHaste,
    Become,
    BlockLimit,
    CantDo,
    Condition,
    Cost,
    CostChange,
    DamageRule,
    DoesntUntap,
    Filter,
    ForceAttack,
    GainControl,
    Grant,
    Keyword,
    MayCast,
    ModifyPT,
    Named,
    Static,
)
from judgecall.cards.compile.combat import HERE, Effects
from judgecall.cards.compile.conditions import negate
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields
from judgecall.cards.compile.subjects import PAIR, counts_beside_unknown, with_subject
from judgecall.cards.compile.this_combat import turn_or_combat
from judgecall.cards.compile.x_left import has_granted_x, replace_x, still_x

# ------------------------------------------------------------------ other lasting effects


@production(
    "predicate",
    "(doesn't|don't) untap during (its|their|your) (controller 's|controllers '|) untap step*",
    "(doesn't|don't) untap during (your|its controller 's|their controllers ') untap step*",
)
def _doesnt_untap() -> Effects:
    return (DoesntUntap(HERE),)


@production(
    "predicate",
    "(doesn't|don't) untap during (its controller 's|their controllers '|your|their controller 's) next untap step*",
)
def _doesnt_untap_next() -> Effects:
    return (DoesntUntap(HERE, next_only=True),)


@production("static_clause", "You control enchanted (creature|permanent|land|artifact|planeswalker|Equipment)")
def _control_attached() -> Effects:
    return (GainControl(Filter(attached=True), while_attached=True),)


@production("predicate", "can't be regenerated")
def _no_regeneration() -> Effects:
    return (CantDo(HERE, "be_regenerated"),)


@production("predicate", "can't be countered")
def _uncounterable() -> Effects:
    return (CantDo(HERE, "be_countered"),)


@production("predicate", "can't be the target of spells or abilities your opponents control")
def _opponents_cant_target() -> Effects:
    return (CantDo(HERE, "be_targeted_by", who="opponent"),)


@production("predicate", "can't be the target of spells or abilities")
def _cant_be_targeted() -> Effects:
    return (CantDo(HERE, "be_targeted_by", who="any"),)


@production("predicate", "can't be sacrificed")
def _cant_be_sacrificed() -> Effects:
    return (CantDo(HERE, "be_sacrificed"),)


@production("predicate", "can't transform")
def _cant_transform() -> Effects:
    return (CantDo(HERE, "transform"),)


@production("predicate", "(is|are) goaded")
def _goaded() -> Effects:
    return (ForceAttack(HERE, goad=True),)


@production("predicate", "(isn't|aren't) <t:types>", "isn't a <t:types>")
def _is_no_longer(t: tuple[str, ...]) -> Effects:
    return (Become(HERE, loses_types=t, in_addition=True),)


for _does, _verbs in (("crews", "crews Vehicles"), ("saddles_and_crews", "saddles Mounts and crews Vehicles")):
    production("predicate", f"{_verbs} as though its power were <n:digits> greater")(
        lambda n, d=_does: (Named(f"{d}_with_more_power", amount=Amount(base=n), of=HERE),)
    )
    production("predicate", f"{_verbs} using its toughness rather than its power")(
        lambda d=_does: (Named(f"{d}_with_toughness", of=HERE),)
    )


@production("static_clause", "You have <k:keyword_row>")
def _you_have(k: tuple[Keyword, ...]) -> Effects:
    return (Grant(Filter(types=("player",), controller="you"), k),)


@production("alternative", "You may pay <m:mana_cost> rather than pay ~ 's mana cost")
def _pay_instead(m: str) -> Effects:
    return (AlternativeCost(Cost(mana=m)),)


@production("alternative", "You may <c:cost> rather than pay ~ 's mana cost")
def _do_instead(c: Cost) -> Effects:
    return (AlternativeCost(c),)


@production("alternative", "You may cast ~ without paying its mana cost")
def _free() -> Effects:
    return (AlternativeCost(Cost()),)


@production("static_clause", "<a:alternative>")
def _alternative(a: Effects) -> Effects:
    return a


@production("static_clause", "~ costs <m:mana_cost> less to cast if it targets <o:targeted>")
def _cheaper_on(m: str, o: Filter) -> Effects:
    return (CostChange(Filter(this=True, zone="stack"), m, if_targets=o),)


@production("targeted", "(a|an) <c:core>")
def _targeted(c: Fields) -> Filter:
    return Filter(**c)


@production("subject", "both creatures")
def _paired() -> Filter:
    return PAIR


@production("subject", "~ and <a:attached>")
def _this_and_attached(a: Filter) -> Filter:
    return Filter(alternatives=(Filter(this=True), a))


@production("subject", "<a:group> and <b:group>")
def _two_groups(a: Filter, b: Filter) -> Filter | None:
    if a.alternatives or b.alternatives:
        return None
    if a.controller == "any" and b.controller != "any":
        # "Artifact creatures and Vehicles you control [with mana value 4 or greater]": what follows both is said of both,
        # and so is what stands before both: "other nontoken Elves and Vehicles you control".
        value = a.mana_value or b.mana_value
        a = msgspec.structs.replace(a, controller=b.controller, mana_value=value)
        b = msgspec.structs.replace(
            b, other=a.other or b.other, state=a.state if a.state == ("nontoken",) and not b.state else b.state
        )
    return Filter(alternatives=(a, b))


@production("static_clause", "The same is true for <:same_elsewhere>")
def _same_elsewhere() -> Effects:
    return (Named("also_off_the_battlefield"),)


@production(
    "same_elsewhere",
    "(creature|permanent) spells you control and (creature|nonland|permanent) cards you own that aren't on the battlefield",
    "spells you control and nonland cards you own that aren't on the battlefield",
)
def _elsewhere() -> bool:
    return True


@production("static_clause", "Cards in graveyards can't be the targets of spells or abilities")
def _graveyards_untargetable() -> Effects:
    return (CantDo(Filter(types=("card",), zone="graveyard"), "be_targeted_by", who="any"),)


@production("static_clause", "~ can't be countered and the damage can't be prevented", "the damage can't be prevented")
def _banefire() -> Effects:
    return (CantDo(Filter(this=True), "be_countered"), DamageRule(Filter(this=True), "cant_be_prevented"))


@production("static_clause", "~ costs <m:mana_cost> more to cast for each target beyond the first")
def _costs_per_target(m: str) -> Effects:
    return (CostChange(Filter(this=True, zone="stack"), m, increase=True, per=Amount(per="targets", base=-1)),)


@production("static_clause", "You may cast spells from your hand without paying their mana costs")
def _omniscience() -> Effects:
    return (MayCast(Filter(types=("spell",), zone="hand", controller="you"), free=True),)


@production("static_clause", "<w:limited> can't <v:limited_how> with more than <n:int> creature* each combat")
def _limited(w: str, v: bool, n: int) -> Effects:
    return (BlockLimit(n, who=w, attack=v),)


@turn_or_combat("clause", "<w:limited> can't <v:limited_how> with more than <n:int> creature* this (turn|combat)")
def _limited_turn(w: str, v: bool, n: int) -> Effects:
    return (BlockLimit(n, who=w, attack=v, until_end_of_turn=True),)


@production("limited", "each opponent")
def _each_opponent() -> str:
    return "opponent"


@production("limited", "each player")
def _each_player() -> str:
    return "each"


@production("limited_how", "attack")
def _by_attacking() -> bool:
    return True


@production("limited_how", "block")
def _by_blocking() -> bool:
    return False


@production("turn_clause", "Players can't gain life this turn")
def _no_life_this_turn() -> Effects:
    return (CantDo(Filter(), "gain_life", who="each", until_end_of_turn=True),)


@production("static_clause", "This effect doesn't remove ~")
def _keeps_attached() -> Effects:
    return (Named("keeps_this_attached"),)


@production(
    "static_line",
    "If it's neither day nor night , it becomes day as ~ enters [.]",
    "If it 's neither day nor night , it becomes day as ~ enters [.]",
)
def _becomes_day() -> Static:
    return Static((Named("becomes_day_as_this_enters"),), Condition("neither_day_nor_night"))


@production("predicate", "can't crew Vehicles")
def _cant_crew() -> Effects:
    return (CantDo(HERE, "crew"),)


@production(
    "static_clause",
    "<s:subject> 's activated abilities can't be activated [<m:unless_mana>]",
    "Activated abilities of <s:subject> can't be activated [<m:unless_mana>]",
)
def _no_activation(s: Filter, m: bool = False) -> Effects:
    return (CantDo(s, "activate", except_mana=m),)


@production("unless_mana", "unless they're mana abilities")
def _unless_mana() -> bool:
    return True


@production(
    "static_clause",
    "<s:subject> <p:predicates> , and (its|their) activated abilities can't be activated [<m:unless_mana>]",
)
def _arrested(s: Filter, p: Effects, m: bool = False) -> Effects:
    return (*with_subject(p, s), CantDo(s, "activate", except_mana=m))


@production(
    "static_clause",
    "You may activate abilities of <o:group> as though those creatures had haste",
    "You may activate abilities of <o:group> as though they had haste",
)
def _as_though_haste(o: Filter) -> Effects:
    return (AsThoughHaste(o),)


for _phrase, _what, _who in (
    ("Players can't gain life", "gain_life", "each"),
    ("Your opponents can't gain life", "gain_life", "opponent"),
    ("You can't gain life", "gain_life", "you"),
    ("Permanents can't be sacrificed", "be_sacrificed", ""),
):
    production("static_clause", _phrase)(lambda w=_what, p=_who: (CantDo(Filter(), w, who=p),))


# ------------------------------------------------------------------ joining


@production("predicates", "each <p:predicate>", "<p:predicate>", "<p:predicate> (, [and]|and) <rest:predicates>")
def _predicates(p: Effects, rest: Effects = ()) -> Effects:
    return p + rest


@production("static_clause", "<s:subject> <p:predicates>")
def _clause(s: Filter, p: Effects) -> Effects | None:
    return with_subject(p, s)


@production("static_clause", "<m:mana_static>")
def _mana_static(m: Any) -> Effects:
    return (m,)


@production(
    "static_clauses",
    "<c:static_clause>",
    "<c:static_clause> and <rest:static_clauses>",
    "<c:static_clause> . <rest:static_clauses>",
)
def _clauses(c: Effects, rest: Effects = ()) -> Effects:
    return c + rest


@production("static_line", "<c:static_clauses> [.]")
def _plain(c: Effects) -> Static:
    return Static(c)


@production(
    "static_line",
    "As long as <d:conditions> , <c:static_clauses> [.]",
    "<c:static_clauses> as long as <d:conditions> [.]",
    "If <d:conditions> , <c:static_clauses> [.]",
    "<c:static_clauses> if <d:conditions> [.]",
    "During your turn , <c:static_clauses> [.]",
    "<c:static_clauses> during your turn [.]",
)
def _while(c: Effects, d: Condition | None = None) -> Static:
    return Static(c, condition=d or Condition("your_turn"))


@production(
    "static_pair",
    "As long as <d:conditions> , <c:static_clauses> . Otherwise , <e:static_clauses> [.]",
    "<c:static_clauses> as long as <d:conditions> . Otherwise , <e:static_clauses> [.]",
    "During your turn , <c:static_clauses> . Otherwise , <e:static_clauses> [.]",
    "<c:static_clauses> during your turn . Otherwise , <e:static_clauses> [.]",
)
def _otherwise(c: Effects, e: Effects, d: Condition | None = None) -> tuple[Static, ...]:
    """One of two holds: the second while the condition isn't true."""
    asked = d or Condition("your_turn")
    return Static(c, condition=asked), Static(e, condition=negate(asked))


@production(
    "static_pair",
    "<c:static_clauses> . (It|They) <q:predicates> instead as long as <d:conditions> [.]",
    "<c:static_clauses> . As long as <d:conditions> , it <q:predicates> instead [.]",
)
def _instead(c: Effects, q: Effects, d: Condition) -> tuple[Static, ...] | None:
    if len(c) != 1 or len(q) != 1 or type(c[0]) is not type(q[0]) or not isinstance(c[0], ModifyPT):
        return None
    return Static(c, condition=negate(d)), Static(with_subject(q, c[0].of), condition=d)


@production(
    "static_pair",
    "<c:static_clauses> . As long as <d:conditions> , <e:static_clauses> [.]",
    "<c:static_clauses> . <e:static_clauses> as long as <d:conditions> [.]",
)
def _and_more_while(c: Effects, e: Effects, d: Condition) -> tuple[Static, ...]:
    return Static(c), Static(e, condition=d)


@production("static_pair", "<c:static_clauses> and , as long as <d:conditions> , <p:predicates> [.]")
def _part_while(c: Effects, d: Condition, p: Effects) -> tuple[Static, ...] | None:
    of = getattr(c[-1], "of", None)
    if not isinstance(of, Filter) or not (of.this or of.attached):
        return None
    return Static(c), Static(with_subject(p, of), condition=d)


@production("static_line", "<c:static_clauses> , where X is <q:quantity> [.]")
def where_x_holds(c: Effects, q: Amount) -> Static | None:
    if has_granted_x(c):
        return None
    found: Effects = ()
    for effect in replace_x(c, q):
        if isinstance(effect, CostChange) and "{X}" in effect.mana:
            # Spells that cost {X} less: {1} for each of what X counts.
            if effect.mana != "{X}" or effect.per != Amount(base=1):
                return None
            effect = msgspec.structs.replace(effect, mana="{1}", per=q)
        found += (effect,)
    if any(counts_beside_unknown((e,), e.of) for e in found if isinstance(e, ModifyPT)):
        return None
    return Static((Named("x_is", amount=q), *found) if still_x(found) else found)


@production("static_line", "During turns other than yours , <c:static_clauses> [.]")
def _while_not_your_turn(c: Effects) -> Static:
    return Static(c, condition=Condition("not_your_turn"))


@production("static_line", "<c:static_clauses> unless <d:conditions> [.]")
def _unless(c: Effects, d: Condition) -> Static:
    return Static(c, condition=negate(d))


for _when in (
    "during combat", "during combat before blockers are declared", "during combat after blockers are declared",
    "during the declare blockers step", "before the combat damage step", "after combat", "before attackers are declared",
    "before combat", "during an opponent 's turn", "during your turn", "during your upkeep",
    "during the declare attackers step and only if you've been attacked this step",
    "during combat on an opponent 's turn", "during the declare attackers step",
):  # fmt: skip
    production("static_clause", f"Cast ~ only {_when}")(lambda w=_when: (Named(f"cast_only:{w}"),))
