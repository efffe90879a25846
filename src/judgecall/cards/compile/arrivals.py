"""What is done as an object enters or transforms, and the rarer ways to enter with counters or as a copy (CR 614.1c-e, 707)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    Ability,
    Amount,
    Condition,
    EnterAsCopy,
    Filter,
    MayCast,
    Move,
    Named,
    PutCounters,
    Replacement,
    Static,
)
from judgecall.cards.compile.amounts import times
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

_ONE = Amount(base=1)
_THIS = Filter(this=True)

# ------------------------------------------------------------------ done as it enters

AS_IT_ENTERS = "as_it_enters"
"""The engine doesn't follow what is done then: it refuses what depends on such an object."""


@production("as_it_enters", "As ~ enters , <a:arrival_act>")
def _as_it_enters(a: Effects) -> Replacement:
    return Replacement(AS_IT_ENTERS, effects=a)


@production("as_it_enters", "As ~ enters , you may <a:arrival_act>")
def _may_as_it_enters(a: Effects) -> Replacement:
    return Replacement(AS_IT_ENTERS, effects=a, optional=True)


@production("arrival_act", "<e:effect>", "<e:effect> and <f:effect>")
def _effect(e: Effects, f: Effects = ()) -> Effects | None:
    return None if any(isinstance(x, Named) and x.action.startswith("choose_") for x in e) else e + f


for _verb in ("sacrifice", "exile", "discard", "reveal", "return", "put", "remove"):
    production("arrival_verb", _verb)(lambda v=_verb: v)


@production(
    "arrival_act",
    "<v:arrival_verb> (any number of|up to X|X|<n:int>) [other] <c:core>",
    "<v:arrival_verb> (any number of|up to X|X|<n:int>|a|an) [other] <c:kind_of_card> from (your hand|your graveyard|graveyards)",
    "<v:arrival_verb> any number of <c:kind_of_card>",
)
def _any_number(v: str, c: Fields, n: int = 0) -> Effects:
    return (Named(f"{v}_as_it_enters", of=Filter(**c), amount=Amount(base=n)),)


@production(
    "arrival_act",
    "remove all counters from (all permanents|any number of artifacts , creatures , and enchantments)",
)
def _remove_counters() -> Effects:
    return (Named("remove_as_it_enters"),)


@production("arrival_act", "return (a|an) <c:core> to its owner 's hand")
def _return_one(c: Fields) -> Effects:
    return (Named("return_as_it_enters", of=Filter(**c)),)


@production("arrival_act", "put <n:int> cards your opponents own from exile into their owners ' graveyards")
def _process(n: int) -> Effects:
    return (Move(Filter(types=("card",), controller="opponent", zone="exile", count=n), "graveyard"),)


@production("arrival_act", "roll a six-sided die")
def _roll() -> Effects:
    return (Named("roll_d6"),)


@production("arrival_act", "roll <n:number> (six-sided dice|d6)")
def _roll_some(n: Amount) -> Effects:
    return (Named("roll_d6", amount=n),)


@production("replacement_pair", "<a:as_it_enters> . <r:replacement>")
def _then_enters(a: Replacement, r: Replacement) -> tuple[Replacement, ...]:
    return (a, r)


@production("replacement_pair", "As ~ enters , choose <w:choice> . <r:replacement>")
def _chosen_then_enters(w: str, r: Replacement) -> tuple[Replacement, ...]:
    return (Replacement("enters_choosing", choose=w), r)


@production(
    "replacement_pair",
    "<a:as_it_enters> . If you do , <r:replacement>",
    "<a:as_it_enters> . If you do or if <c:conditions> , <r:replacement>",
)
def _if_done_enters(a: Replacement, r: Replacement, c: Condition | None = None) -> tuple[Replacement, ...] | None:
    if r.condition is not None:
        return None
    done = Condition("other", counter="did so as it entered")
    return a, msgspec.structs.replace(r, condition=done if c is None else Condition("any", parts=(done, c)))


@production("replacement_line", "As ~ transforms into ~ , <e:effect> [.]")
def _as_it_transforms(e: Effects) -> tuple[Replacement, ...]:
    return (Replacement("as_it_transforms", effects=e),)


# ------------------------------------------------------------------ the counters

production("entering", "(he|she|they) enter*")(lambda: "this")
production("quantity", "the total of those results")(
    lambda: Amount(per="history", counter="the total of those results")
)


@production("each", "for each (card|creature card|<c:core>) (revealed|exiled|sacrificed|discarded) this way")
def _each_done(c: Fields | None = None) -> Amount:
    return Amount(per="history", counter="done as it entered")


@production("each", "for each counter removed this way")
def _each_removed() -> Amount:
    return Amount(per="history", counter="counters removed this way")


for _name, _phrase in (
    ("pairs of green mana spent", "for each {G} {G} spent to cast (it|~)"),
    ("mana from an artifact spent on what enters", "for each mana from an artifact source spent to cast it"),
    ("lands that entered this turn", "for each land that entered under your control this turn"),
    (
        "different mana costs of nonland cards in your graveyard",
        "for each different mana cost among nonland cards in your graveyard",
    ),
    (
        "times you cast a commander from the command zone",
        "for each time you've cast a commander from the command zone this game",
    ),
    ("times it regenerated this turn", "for each time (it|~) regenerated this turn"),
    ("damage dealt to you this turn", "for each 1 damage dealt to you this turn"),
    ("chosen colors it is", "for each of the chosen colors it is"),
):
    production("each", _phrase)(lambda n=_name: Amount(per="history", counter=n))

for _name, _phrase in (
    ("the most creatures that one player controls", "the greatest number of creatures a player controls"),
    ("the most cards one opponent drew this turn", "the greatest number of cards an opponent has drawn this turn"),
    ("turns you have begun since it was foretold", "the number of turns you've begun since it was foretold"),
    ("counters it had", "the number of counters it had on it"),
    ("mana value of what was revealed", "the total mana value of all cards revealed this way"),
    ("cards drawn beyond the first", "the number of cards you've drawn this turn minus one"),
):  # fmt: skip
    production("quantity", _phrase)(lambda n=_name: Amount(per="history", counter=n))


@production("quantity", "the (greatest|highest) power among <g:group> and creature cards in your graveyard")
def _power_here_and_there(g: Filter) -> Amount:
    return Amount(per="history", of=g, counter="greatest power among these and creature cards in your graveyard")


@production("each", "for each <c:core> you already control")
def _each_already(c: Fields) -> Amount | None:
    return Amount(per="count", of=Filter(**(c | {"controller": "you"}))) if "zone" not in c else None


@production("more_counters", "[plus|and] (a|an) [additional] <k:counter_kind> counter on (it|him|her) <e:each>")
def _more(k: str, e: Amount) -> PutCounters:
    return PutCounters(_THIS, k, e)


@production("replacement", "<r:counters_first> (plus|and) <m:more_counters>")
def _and_more(r: Replacement, m: PutCounters) -> Replacement:
    return msgspec.structs.replace(r, effects=(*r.effects, m))


@production(
    "counters_first",
    "<:entering> with <n:number> <k:counter_kind> counter* on (it|him|her) [<e:each>]",
)
def _first(n: Amount, k: str, e: Amount | None = None) -> Replacement | None:
    if e is not None:
        if n.per is not None or (total := times(e, n.base)) is None:
            return None
        n = total
    return Replacement("enters_with_counters", effects=(PutCounters(_THIS, k, n),))


@production("counter_row", "(a|an) <k:counter_kind> counter")
def _row_one(k: str) -> tuple[str, ...]:
    return (k,)


@production("counter_row", "(a|an) <k:counter_kind> counter (,|and|, and) <rest:counter_row>")
def _row_more(k: str, rest: tuple[str, ...]) -> tuple[str, ...]:
    return (k, *rest)


@production("replacement", "<:entering> with <k:counter_row> on (it|him|her)")
def _several_kinds(k: tuple[str, ...]) -> Replacement | None:
    if len(k) < 2:
        return None
    return Replacement("enters_with_counters", effects=tuple(PutCounters(_THIS, kind) for kind in k))


@production("counter_list", "<k:counter_kind>")
def _list_one(k: str) -> tuple[str, ...]:
    return (k,)


@production("counter_list", "<k:counter_kind> , <rest:counter_list>", "<k:counter_kind> , (and|or) <rest:counter_list>")
def _list_more(k: str, rest: tuple[str, ...]) -> tuple[str, ...]:
    return (k, *rest)


@production(
    "replacement",
    "<:entering> with your choice of (a|an) <c:counter_list> counter on (it|him|her)",
    "<:entering> with your choice of <n:int> different counters on (it|him|her) from among <c:counter_list>",
)
def _choice(c: tuple[str, ...], n: int = 1) -> Replacement | None:
    if len(c) < 2:
        return None
    kind = ("different ones of " if n > 1 else "") + " or ".join(c)
    return Replacement("enters_with_counters", effects=(PutCounters(_THIS, kind, Amount(base=n)),))


@production("effect", "put your choice of a counter from among <c:counter_list> on <o:object>")
def _put_choice(c: tuple[str, ...], o: Filter) -> Effects | None:
    return (PutCounters(o, " or ".join(c)),) if len(c) > 1 else None


@production(
    "replacement_pair", "<r:replacement> . (It|~) escapes with <n:number> <k:counter_kind> counter* on it instead"
)
def _escapes_with(r: Replacement, n: Amount, k: str) -> tuple[Replacement, ...] | None:
    if r.condition is not None or r.what != "enters_with_counters":
        return None
    escaped = Condition("other", counter="its escape cost was paid")
    more = Replacement("enters_with_counters", effects=(PutCounters(_THIS, k, n),), condition=escaped)
    return msgspec.structs.replace(r, condition=escaped, unless=True), more


@production("replacement_pair", "<r:replacement> . If <c:conditions> , <t:replacement>")
def _and_if(r: Replacement, c: Condition, t: Replacement) -> tuple[Replacement, ...] | None:
    """ "… equal to three minus X. If X is 2 or less, it enters tapped"."""
    return (r, msgspec.structs.replace(t, condition=c)) if t.what == "enters_tapped" and t.condition is None else None


# ------------------------------------------------------------------ how others enter


@production("others_entering", "each other <c:core> enters")
def _each_other(c: Fields) -> Filter:
    return Filter(**(c | {"other": True}))


@production("others_entering", "each <c:core> enters", "other <o:core> enter")
def _each(c: Fields | None = None, o: Fields | None = None) -> Filter:
    return Filter(**c) if c is not None else Filter(**((o or {}) | {"other": True}))


def _others(of: Filter, counter: str, amount: Amount, condition: Condition | None = None) -> Replacement:
    put = PutCounters(Filter(ref="event"), counter, amount)
    return Replacement("enters_with_counters", of=of, effects=(put,), condition=condition)


@production(
    "replacement",
    "<o:others_entering> with an additional <k:counter_kind> counter on (it|them) <e:each>",
    "<o:others_entering> with a number of additional <k:counter_kind> counters on (it|them) equal to <e:quantity>",
    "<o:others_entering> with (an additional X|X additional) <k:counter_kind> counters on (it|them) , where X is <e:quantity>",
    "<o:others_entering> with <e:number> additional <k:counter_kind> counters on (it|them)",
)
def _others_with(o: Filter, k: str, e: Amount) -> Replacement:
    return _others(o, k, e)


@production(
    "replacement_line",
    "As long as <d:conditions> , <o:others_entering> with an additional <k:counter_kind> counter on (it|them) [.]",
)
def _others_while(d: Condition, o: Filter, k: str) -> tuple[Replacement, ...]:
    return (_others(o, k, _ONE, d),)


@production("replacement_line", "<o:group> enter as a copy of <f:copied_one> [.]")
def _others_as_copy(o: Filter, f: Filter) -> tuple[Replacement, ...] | None:
    return None if o.this else (Replacement("enters_as_copy", of=o, effects=(EnterAsCopy(f),)),)


@production("copied_one", "<f:this>", "<f:attached>")
def _copied_one(f: Filter) -> Filter:
    return f


# ------------------------------------------------------------------ cast from elsewhere, and then


@production(
    "static_line",
    "You may cast <f:cast_from> . If you (do|cast a spell this way) , <:entering_one> enters with <n:number> [additional] <k:counter_kind> counter* on it [.]",
)
def _cast_with(f: MayCast, k: str, n: Amount) -> Static:
    """Only what is cast in this way enters so: there is no event that it could be the object of."""
    return Static((f, Named(f"if_cast_this_way_enters_with:{k}", amount=n)))


@production(
    "static_line",
    "During your turn , you may cast <f:cast_from> . If you (do|cast a spell this way) , <:entering_one> enters with <n:number> [additional] <k:counter_kind> counter* on it [.]",
)
def _cast_with_in_your_turn(f: MayCast, k: str, n: Amount) -> Static:
    return msgspec.structs.replace(_cast_with(f, k, n), condition=Condition("your_turn"))


production("entering_one", "(it|~|that creature|that artifact|that permanent)")(lambda: True)


@production("static_line", "You may cast ~ from your graveyard [.]")
def _castable_from_graveyard() -> Static:
    """On an instant or sorcery too: it works in the graveyard, and is nothing that the spell does (CR 113.6)."""
    return Static((_this_from_graveyard(),))


@production("cast_from", "~ from your graveyard")
def _this_from_graveyard() -> MayCast:
    return MayCast(Filter(this=True, zone="graveyard"))


@production("cast_from", "<s:permitted_spell> <z:permitted_from>")
def _such_from(s: Filter, z: str) -> MayCast:
    return MayCast(msgspec.structs.replace(s, zone=z, controller="you"))


# ------------------------------------------------------------------ copies


@production(
    "quality",
    "that was put there from <z:put_from> this turn",
    "that were put there from <z:put_from> this turn",
)
def _put_there(z: str) -> Fields:
    return {"state": (f"put_there{z}_this_turn",)}


for _from, _zone in {"the battlefield": "_from_battlefield", "your library": "_from_library", "anywhere": ""}.items():
    production("put_from", _from)(lambda z=_zone: z)


@production(
    "exception",
    "(it|he|she) 's (a|an) [<c:colors>] <s:subtypes> [<t:types>] in addition to (its|his|her) other [creature] types",
    "is (a|an) [<s:subtypes>] <t:types> in addition to its other types",
)
def _kind_too(c: tuple[str, ...] = (), s: tuple[str, ...] = (), t: tuple[str, ...] = ()) -> Fields:
    return {"except_subtypes": s, "except_types": t} | ({"colors": c} if c else {})


@production("exception", "(it 's|is) legendary [and snow] in addition to its other types")
def _legendary_too() -> Fields:
    return {"except_other": ("legendary too",)}


@production("exception", "(he|she) has <g:granted>")
def _has(g: tuple[Ability, ...]) -> Fields:
    return {"except_abilities": g}


for _words, _phrase in {
    "its own size": "its power and toughness are equal to ~ 's power and toughness",
    "its own color": "it doesn't copy that creature 's color",
    "no other card types": "(and it|it) loses all other card types",
}.items():
    production("exception", _phrase)(lambda w=_words: {"except_other": (w,)})


@production("replacement", "You may have ~ enters as a copy of <o:copied> , except <x:exceptions>")
def _clone_misprinted(o: Filter, x: Fields) -> Replacement:
    return Replacement("enters_as_copy", effects=(EnterAsCopy(o, **x),), optional=True)
