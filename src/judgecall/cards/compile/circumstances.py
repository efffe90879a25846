"""Conditions on how something came about: counters that were on it, mana spent, firsts of a turn (CR 603.4, 608.2h).

Most are facts that only the scenario can tell: kind `other`, named in `counter`, `of` the object it is about.
"""

from __future__ import annotations

from judgecall.cards.abilities import Condition, Filter
from judgecall.cards.compile.conditions import condition, fact
from judgecall.cards.compile.deeds import described, fact_of_one, unless_this
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

production("one_object", "they")(lambda: Filter(ref="earlier"))

# ------------------------------------------------------------------ how it was cast or came

condition("(it|they|he|she) (isn't|aren't|wasn't) a mana ability", kind="other", counter="mana ability", negated=True)
for _name, _phrases in {
    "web-slinging cost paid": ("(it|~|he|she|they) (was|were) cast using web-slinging",),
    "Ring-bearer other than this": ("you chose a creature other than ~ as your Ring-bearer",),
    "your team gained life this turn": ("your team gained life this turn",),
    "guessed right": ("you guessed correctly for a card named ~",),
    "nothing dealt combat damage to you since your last turn": (
        "you haven't been dealt combat damage since your last turn",
    ),
    "no opponent cast a spell since your last turn": ("no opponent cast a spell since your last turn ended",),
    "drew a card last turn": ("you drew a card last turn",),
    "you planeswalked to this this turn": ("you planeswalked to ~ this turn",),
    "monarch as the turn began": ("you were the monarch as the turn began",),
    "you didn't take the first turn": ("you didn't go first this game",),
    "they attacked you or a planeswalker you control": ("they attacked you and/or a planeswalker you control",),
    "activated a loyalty ability this turn": ("you activated a loyalty ability of a planeswalker this turn",),
}.items():
    fact(_name, *_phrases)


@production("condition", "you've completed <n:proper_name>", "you <h:have_not> completed <n:proper_name>")
def _completed(n: str, h: bool = False) -> Condition:
    return Condition("other", counter=f"completed {n}", negated=h)


production("have_not", "haven't")(lambda: True)
fact(
    "activated a loyalty ability this turn",
    "you didn't activate a loyalty ability of a planeswalker this turn",
    negated=True,
)


@production("condition", "(he|she|they) (was|were) cast")
def _was_cast() -> Condition:
    return Condition("was_cast")


@production("condition", "none of them were cast or no mana was spent to cast them")
def _none_cast() -> Condition:
    return Condition("other", counter="one of them was cast and mana was spent to cast it", negated=True)


@production("condition", "<m:mana_letters> wasn't spent to cast (it|~)")
def _symbols_not_spent(m: str) -> Condition | None:
    return Condition("mana_spent", n=len(m), colors=m[0], negated=True) if len(set(m)) == 1 else None


@production("condition", "<n:int> or more mana from creatures was spent to cast (it|~|that spell)")
def _creature_mana(n: int) -> Condition:
    return Condition("other", n=n, counter="mana from creatures spent on it")


@production("condition", "<n:int> or more colors of mana were spent to cast (it|~)")
def _colors_spent(n: int) -> Condition:
    return Condition("other", n=n, counter="colors of mana spent on it")


@production("condition", "at least <n:int> mana of the same color was spent to cast (it|~)")
def _same_color(n: int) -> Condition:
    return Condition("other", n=n, counter="mana of one color spent on it")


@production("condition", "(it|~) was the <n:ordinal> spell you cast this turn")
def _which_spell(n: int) -> Condition:
    return Condition("other", n=n, compare="=", counter="which of your spells this turn it was")


@production(
    "condition",
    "it 's the <n:ordinal> <c:core> you've cast this turn",
    "it 's the <n:ordinal> <c:core> you cast this turn",
)
def _which_of_these(n: int, c: Fields) -> Condition | None:
    of = Filter(**c)
    said = f"which of your {described(of)} spells this turn it is"
    return Condition("other", n=n, compare="=", counter=said, of=of) if of.zone == "stack" else None


@production("condition", "it (wasn't|isn't) the first land you played this turn")
def _not_first_land() -> Condition:
    return Condition("other", counter="first land you played this turn", negated=True)


@production(
    "condition",
    "the amount of mana spent to cast (it|that spell) was less than its mana value",
)
def _cast_cheaply() -> Condition:
    return Condition("other", counter="less mana was spent on it than its mana value")


@production("condition", "the amount of mana spent to cast (it|that spell) (is|was) greater than ~ 's power")
def _cast_dearly() -> Condition:
    return Condition("other", counter="more mana was spent on it than this object's power")


@production(
    "condition",
    "one or more of them entered from <z:from_zone> or was cast from <:from_zone>",
    "(they|it) entered or were cast from <z:from_zone>",
)
def _came_from(z: str) -> Condition:
    return Condition("other", counter=f"one came from {z} or was cast from there")


# ------------------------------------------------------------------ what its event was the first of


@production(
    "condition",
    "it 's the first time (that creature|that permanent|it) has become tapped this turn",
)
def _first_tapped() -> Condition:
    return Condition("other", counter="it is the first time this turn that it becomes tapped")


@production(
    "condition",
    "it 's the first time [<k:counter_kind>] counters have been put on (that creature|that permanent|it) this turn",
)
def _first_counters(k: str = "any") -> Condition:
    return Condition("other", counter=f"it is the first time this turn that {k} counters are put on it")


@production("condition", "it 's the first end step of the turn")
def _first_end_step() -> Condition:
    return Condition("other", counter="it is the first end step of the turn")


@production("condition", "its the first combat phase of the turn")
def _first_of_turn() -> Condition:
    """A slip in print for "it's"."""
    return Condition("other", counter="first combat phase")


# ------------------------------------------------------------------ one object beside another


@production("condition", "<f:one_object> has greater power or toughness than ~")
def _bigger(f: Filter) -> Condition:
    return Condition("other", of=f, counter="its power or its toughness is greater than this object's")


@production("condition", "its power is greater than ~ 's power or its toughness is greater than ~ 's toughness")
def _bigger_too() -> Condition:
    return _bigger(Filter(ref="earlier"))


@production("condition", "<f:one_object> had power greater than ~ 's power")
def _was_stronger(f: Filter) -> Condition:
    return Condition("other", of=f, counter="its power was greater than this object's")


@production("condition", "<f:one_object> (is|'s) <p:fixed_pt>")
def _is_size(f: Filter, p: tuple[int, int]) -> Condition:
    return Condition("is", of=f, is_a=Filter(power=("=", p[0]), toughness=("=", p[1])))


@production(
    "condition",
    "<f:one_object> 's power was different from its base power",
    "its power was different from its base power",
)
def _changed_power(f: Filter | None = None) -> Condition:
    return Condition("other", of=f or Filter(ref="earlier"), counter="its power differs from its base power")


@production(
    "condition", "<f:one_object> 's toughness was less than <n:digits>", "its toughness was less than <n:digits>"
)
def _toughness_below(n: int, f: Filter | None = None) -> Condition:
    return Condition("toughness", of=f or Filter(ref="earlier"), compare="<", n=n)


@production("condition", "<f:one_object> doesn't have the same name as another <c:core> or <:kind_in_graveyard>")
def _new_name(f: Filter, c: Fields) -> Condition:
    return Condition(
        "other", of=f, counter="its name is that of another one of yours or in your graveyard", negated=True
    )


@production("kind_in_graveyard", "(a|an) <c:kind_of_card> in your graveyard")
def _kind_in_graveyard(c: Fields) -> Filter:
    return Filter(**(c | {"zone": "graveyard", "controller": "you"}))


@production("condition", "(it|that spell) shares a card type with the exiled card")
def _shares_with_exiled() -> Condition:
    return Condition("other", counter="it shares a card type with the exiled card")


@production("condition", "it has the same name as one of the cards exiled with ~")
def _named_like_exiled() -> Condition:
    return Condition("other", counter="it has the name of a card exiled with this")


@production("condition", "<f:one_object> is attached to (a|an) <c:core>")
def _attached_to(c: Fields, f: Filter) -> Condition:
    return Condition(
        "other",
        of=unless_this(f),
        is_a=Filter(**c),
        counter="what it is attached to is such a one",
    )


@production("condition", "<f:one_object> (is|was) enchanted by <n:int> or more Auras")
def _many_auras(f: Filter, n: int) -> Condition:
    return Condition("other", of=unless_this(f), n=n, counter="Auras attached to it")


@production("condition", "(a|an) <c:core> you controlled was attached to it")
def _had_attached(c: Fields) -> Condition:
    of = Filter(**c)
    return Condition("other", of=of, counter=f"{described(of)} of yours was attached to it")


@production("condition", "<f:one_object> is (a|an) <c:core> with the greatest power among <g:group>")
def _is_greatest(f: Filter, c: Fields, g: Filter) -> Condition:
    return Condition("other", of=unless_this(f), counter="it has the greatest power among creatures")


@production("condition", "<f:one_object> has exactly <n:int> <k:counter_kind> counter* on (it|him|her)")
def _exactly(f: Filter, n: int, k: str) -> Condition:
    return Condition("counters", of=unless_this(f), counter=k, compare="=", n=n)


@production("condition", "<f:one_object> (has|have|had) <k:counter_kind> counters on (it|him|her)")
def _some_counters(f: Filter, k: str) -> Condition:
    return Condition("counters", of=unless_this(f), counter=k)


@production("condition", "<f:one_object> had <n:int> or more counters on (it|him|her)")
def _many_counters(f: Filter, n: int) -> Condition:
    return Condition("other", of=unless_this(f), n=n, counter="counters of any kind on it")


fact_of_one("was declared as an attacker", "isn't being declared as an attacker", negated=True)
fact_of_one("had to attack this combat", "had to attack this combat")
fact_of_one("had one target", "has a single target")
fact_of_one("targets only this", "targets only ~")
fact_of_one(
    "was put onto the battlefield with this ability", "wasn't put onto the battlefield with this ability", negated=True
)
fact_of_one(
    "attacked or came under your control this turn", "didn't attack or come under your control this turn", negated=True
)
fact_of_one("came under your control this turn", "came under your control this turn")
fact_of_one(
    "dealt combat damage to a creature this turn", "didn't deal combat damage to a creature this turn", negated=True
)
fact_of_one("started the turn untapped", "started the turn untapped")
fact_of_one("was crewed by exactly two creatures", "was crewed by exactly two creatures")
fact_of_one("is your Ring-bearer", "is your Ring-bearer")
fact_of_one("enlisted a creature this combat", "enlisted a creature this combat")
fact_of_one("was a token", "was a token")
fact_of_one("was blocking", "wasn't blocking", negated=True)
fact_of_one("attacks the player with the most life or one of those tied for it", "is attacking the player with the most life or tied for most life",
        "'s attacking the player with the most life or tied for most life")  # fmt: skip


@production("condition", "<f:one_object> were (a|an) <c:core>")
def _were(f: Filter, c: Fields) -> Condition:
    return Condition("is", of=f, is_a=Filter(**c))


@production("condition", "<f:one_object> targets <o:targeted_by>")
def _targets(f: Filter, o: Filter) -> Condition:
    return Condition("other", of=o, counter=f"that spell targets {described(o)}")


for _keyword in ("madness", "mutate", "suspend", "flashback", "foretell"):
    fact_of_one(f"it has {_keyword}", f"(has|have|had) {_keyword}")


@production("condition", "<n:digits> or more damage was dealt to (it|~) this turn")
def _damage_taken(n: int) -> Condition:
    return Condition("other", n=n, counter="damage dealt to it this turn")


@production("condition", "<f:one_object> has dealt <n:digits> or more damage to that player this turn")
def _damage_given(f: Filter, n: int) -> Condition:
    return Condition("other", of=unless_this(f), n=n, counter="damage it dealt to that player this turn")


@production("condition", "<f:one_object> has dealt <n:digits> or more damage this turn")
def _damage_done(f: Filter, n: int) -> Condition:
    return Condition("other", of=unless_this(f), n=n, counter="damage it dealt this turn")


@production("condition", "<f:one_object> is exiled with (a|an) <k:counter_kind> counter on it")
def _exiled_with_counter(f: Filter, k: str) -> Condition:
    return Condition("other", of=unless_this(f), counter=f"it is in exile with a {k} counter on it")


@production("condition", "there are no more <k:counter_kind> counters on <f:one_object>")
def _no_more(f: Filter, k: str) -> Condition:
    return Condition("counters", of=unless_this(f), counter=k, compare="=", n=0)


for _where in ("directly above", "above"):

    @production("condition", f"~ is in your graveyard with (a|<n:int> or more) creature card* {_where} it")
    def _below_creatures(n: int = 1, w: str = _where) -> Condition:
        asked = Condition("other", n=n, counter=f"creature cards {w} it in the graveyard")
        return Condition("all", parts=(Condition("in_zone", counter="graveyard"), asked))


@production("condition", "~ is the only creature card in your graveyard")
def _only_creature_card() -> Condition:
    return Condition("all", parts=(
        Condition("in_zone", counter="graveyard"), Condition("other", counter="it is the only creature card in your graveyard"),
    ))  # fmt: skip


@production("condition", "~ is in your graveyard or on the battlefield")
def _there_or_here() -> Condition:
    return Condition(
        "any", parts=(Condition("in_zone", counter="graveyard"), Condition("in_zone", counter="battlefield"))
    )
