"""Abilities and counters that depend on a choice, on what was sacrificed or on each of some objects (CR 608.2d)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    Ability,
    Amount,
    CanBlockAsThough,
    Condition,
    CreateTokens,
    DamageRule,
    Delayed,
    Filter,
    ForceBlock,
    Grant,
    IfDo,
    Keyword,
    Lasting,
    Modes,
    Named,
    PutCounters,
    PutOntoBattlefield,
    Static,
    TapOrUntap,
    Triggered,
)
from judgecall.cards.abilities import Event as Awaited
from judgecall.cards.compile.combat import HERE, Effects
from judgecall.cards.compile.conditions import fact
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.moments import once_for_all
from judgecall.cards.compile.nouns import Fields, top_of_graveyard
from judgecall.cards.compile.subjects import with_subject

_ONE = Amount(base=1)
_EARLIER = Filter(ref="earlier")

# ------------------------------------------------------------------ an ability that is chosen


@production(
    "sentence",
    "choose <k:one_of_keywords> [<r:by_chance>] . <o:object> (gain|gains) that ability until end of turn",
)
def _chosen_ability(k: tuple[Keyword, ...], o: Filter, r: bool = False) -> Effects:
    rows = tuple((Grant(o, (one,), until_end_of_turn=True),) for one in k)
    return (Modes(rows, limit="at_random" if r else ""),)


production("by_chance", "at random")(lambda: True)


@production("row_if", "<r:row> if <c:conditions>")
def _row_if(r: Effects, c: Condition) -> Effects:
    return (IfDo(c, r),)


@production("sentence", "<a:row_if> , and <b:row_if>")
def _two_ifs(a: Effects, b: Effects) -> Effects:
    return a + b


@production("predicate_while", "<p:predicate> as long as <c:condition>")
def _predicate_while(p: Effects, c: Condition) -> tuple[Effects, Condition]:
    return p, c


@production("static_pair", "<s:subject> <first:predicate_while> , <rest:predicates_while> [.]")
def _each_while(
    s: Filter, first: tuple[Effects, Condition], rest: tuple[tuple[Effects, Condition], ...]
) -> tuple[Static, ...]:
    """ "Gets +0/+2 as long as you control a Plains, has flying as long as …": each for itself."""
    return tuple(Static(with_subject(p, s), condition=c) for p, c in (first, *rest))


@production("predicates_while", "<p:predicate_while>", "<p:predicate_while> , [and] <rest:predicates_while>")
def _more_while(
    p: tuple[Effects, Condition], rest: tuple[tuple[Effects, Condition], ...] = ()
) -> tuple[tuple[Effects, Condition], ...]:
    return (p, *rest)


@production("static_line", "During your turn , as long as <d:conditions> , <c:static_clauses> [.]")
def _in_your_turn_while(d: Condition, c: Effects) -> Static:
    return Static(c, condition=Condition("all", parts=(Condition("your_turn"), d)))


# ------------------------------------------------------------------ what was sacrificed, and each of some


@production("condition", "the sacrificed (creature|permanent|artifact) was (a|an) <a:pure_core>")
def _sacrificed_was(a: Fields) -> Condition:
    return Condition("is", of=Filter(ref="cost"), is_a=Filter(**a))


@production(
    "effect",
    "for each of (them|those creatures|those artifacts|those permanents|those tokens) , create a token that 's a copy of (it|that creature|that artifact|that permanent|that token) [, except (it has|they have) <g:granted>]",
)
def _copy_of_each_of_them(g: tuple[Ability, ...] = ()) -> Effects:
    return (CreateTokens(Amount(per="count", of=_EARLIER), abilities=g, copy_of=Filter(ref="set")),)


@production("effect", "create <k:tokens> <e:each>")
def _tokens_with_keywords(k: CreateTokens, e: Amount) -> Effects | None:
    if k.amount != _ONE or not k.abilities or not all(isinstance(a, Keyword) for a in k.abilities):
        return None
    return (msgspec.structs.replace(k, amount=e),)


@production(
    "effect",
    "<o:effect_moved> with (a|an) <k:counter_kind> counter and (a|an) <j:counter_kind> counter on (it|them)",
)
def _two_counters(o: Effects, k: str, j: str) -> Effects:
    return (*o, PutCounters(_EARLIER, k), PutCounters(_EARLIER, j))


@production("effect", "untap and goad <o:object>")
def _untap_and_goad(o: Filter) -> Effects:
    return (TapOrUntap(o, untap=True), Named("goad", of=_EARLIER if o.target else o))


@production("effect", "put <o:some> onto the battlefield tapped and attacking")
def _put_attacking(o: Filter) -> Effects:
    return (PutOntoBattlefield(o, tapped=True), Named("enters_attacking", of=_EARLIER))


# ------------------------------------------------------------------ descriptions


for _phrase, _state in (
    ("nonattacking", "not_attacking"),
    ("nonblocking", "not_blocking"),
    ("stickered", "stickered"),
):
    production("adjective", _phrase)(lambda s=_state: {"state": (s,)})

for _phrase, _state in (
    ("attached to (that creature|that permanent)", "attached_to_it"),
    ("that targets you", "targets_you"),
    ("blocking (it|that creature)", "blocking_it"),
    ("attacking the last chosen player", "attacking_chosen_player"),
    ("attacking the same player or planeswalker", "attacking_the_same"),
    ("enchanted by Auras you control", "enchanted_by_yours"),
    ("that are enchanted by Auras you control", "enchanted_by_yours"),
    ("but don't own", "not_owned_by_you"),
    ("with the highest mana value", "highest_mana_value"),
    ("with mana value of the chosen quality", "mana_value_of_chosen_quality"),
    ("with mana value of that quality", "mana_value_of_chosen_quality"),
    ("with toxic", "with_toxic"),
    ("with the greatest power", "greatest_power"),
):
    production("quality", _phrase)(lambda s=_state: {"state": (s,)})


@production("some", "the top <c:kind_of_card> of your graveyard")
def _top_of_graveyard(c: Fields) -> Filter:
    return top_of_graveyard(c, "you")


@production("chosen", "two target <c:core> that share a creature type")
def _two_sharing(c: Fields) -> Filter:
    return Filter(**(c | {"state": ("sharing_a_creature_type",)}), target=True, count=2)


_THE_COPY = Filter(types=("spell",), zone="stack", state=("the_copy",))


@production("effect", "the copy gains <g:granted>")
def _copy_gains(g: tuple[Ability, ...]) -> Effects:
    return (Lasting((Grant(_THE_COPY, g),)),)


@production("sentence", "if (the copy is|it 's) a permanent spell , (it|the copy) gains <g:granted>")
def _permanent_copy_gains(g: tuple[Ability, ...]) -> Effects:
    return (IfDo(Condition("other", counter="the copy is a permanent spell"), (Lasting((Grant(_THE_COPY, g),)),)),)


# ------------------------------------------------------------------ conditions


for _phrase, _fact in (
    ("you cast a creature spell this way", "cast a creature spell this way"),
    ("~ is your Ring-bearer", "this is your Ring-bearer"),
    ("it devoured a creature", "this devoured a creature"),
    ("defending player has a rad counter", "defending player has a rad counter"),
    ("defending player has two or fewer cards in hand", "defending player has two or fewer cards in hand"),
    ("a player has no cards in hand", "a player has no cards in hand"),
    ("it attacked a battle this turn", "this attacked a battle this turn"),
    ("you own a card in exile", "you own a card in exile"),
    ("you own a card in exile that has an Adventure", "you own a card in exile that has an Adventure"),
    ("you have one or more emblems", "you have an emblem"),
    ("its controller controls no other creatures", "its controller controls no other creatures"),
    ("your life total is greater than your starting life total", "your life is above your starting life"),
    (
        "your life total is at least 10 greater than your starting life total",
        "your life is 10 above your starting life",
    ),
    (
        "an opponent 's life total is less than half their starting life total",
        "an opponent is below half of their starting life",
    ),
    ("it has an even number of counters on it", "this has an even number of counters"),
    ("two or more players have lost the game", "two players have lost"),
):
    fact(_fact, _phrase)


production("condition", "it 's nighttime")(lambda: Condition("night"))


@production("condition", "there are <n:int> or more <k:counter_kind> counters among <g:group>")
def _counters_among(n: int, k: str, g: Filter) -> Condition:
    return Condition("other", of=g, n=n, counter=f"{k} counters among them")


# ------------------------------------------------------------------ costs, and when


@production("cost_part", "Discard a card at random")
def _discard_at_random() -> Fields:
    return {"discard": (_ONE, Filter(types=("card",), zone="hand", controller="you")), "other": ("at random",)}


@production("triggered_twice", "<e:trigger_word> or <f:trigger_word> , <b:body>")
def _either_trigger(e: Awaited, f: Awaited, b: Effects) -> tuple[Triggered, ...]:
    """ "When ~ enters or at the beginning of your upkeep": the same for both."""
    return tuple(Triggered(event, b) for event in (e, f))


@production("sentence", "this turn , whenever <e:event> , <r:row>")
def _this_turn_whenever(e: Awaited, r: Effects) -> Effects:
    return (Delayed(once_for_all(e), r, each_time=True, until_end_of_turn=True),)


# ------------------------------------------------------------------ combat


@production("static_clause", "<s:subject> <p:predicates> , and all creatures able to block it do so")
def _and_lure(s: Filter, p: Effects) -> Effects | None:
    return None if s.ref else (*with_subject(p, s), ForceBlock(attacker=s))


@production(
    "effect", "prevent all combat damage that would be dealt this turn by <a:before> and each creature blocking it"
)
def _by_it_and_blockers(a: Filter) -> Effects:
    blockers = Filter(types=("creature",), state=("blocking_it",))
    return tuple(DamageRule(o, "prevent_all_by", combat_only=True, until_end_of_turn=True) for o in (a, blockers))


@production("predicate", "can attack as though (it|they) had haste")
def _attack_as_though_haste() -> Effects:
    return (CanBlockAsThough(HERE, "haste"),)
