"""Conditions: after "if", "as long as", "only if", "unless" (CR 603.4, 602.5b, 604.2)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Comparison, Condition, Filter
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields


def condition(*phrases: str, **fields: object) -> None:
    """Phrases that always mean the same condition."""
    value = Condition(**fields)  # type: ignore[arg-type]
    production("condition", *phrases)(lambda: value)


def fact(name: str, *phrases: str, negated: bool = False) -> None:
    """Phrases that always mean the same fact, or that it isn't so, which only the scenario can tell: kind `other`."""
    condition(*phrases, kind="other", counter=name, negated=negated)


# ------------------------------------------------------------------ what is controlled


@production("controls", "you control")
def _you() -> str:
    return "you"


@production("controls", "(an opponent|any opponent) controls")
def _opponent() -> str:
    return "opponent"


@production("controls", "defending player controls")
def _defending() -> str:
    return "defending"


@production("controls", "(that player|they) control*")
def _that_player() -> str:
    return "that_player"


@production(
    "condition",
    "<w:controls> (a|an) <c:core>",
    "<w:controls> <n:int> or more <c:core>",
    "<w:controls> at least <n:int> <c:core>",
)
def _control(w: str, c: Fields, n: int = 1) -> Condition:
    return Condition("control", of=Filter(**c), n=n, who=w)


@production(
    "condition",
    "<w:controls> (another|an other) <c:core>",
    "<w:controls> <n:int> or more other <c:core>",
    "<w:controls> at least <n:int> other <c:core>",
)
def _control_other(w: str, c: Fields, n: int = 1) -> Condition:
    return Condition("control", of=Filter(**(c | {"other": True})), n=n, who=w)


@production(
    "condition", "<w:controls> no <c:core>", "you don't control (a|an) <c:core>", "<w:controls> no other <d:core>"
)
def _control_none(c: Fields | None = None, w: str = "you", d: Fields | None = None) -> Condition:
    fields = c if c is not None else (d or {}) | {"other": True}
    return Condition("control", of=Filter(**fields), compare="=", n=0, who=w)


@production("condition", "<w:controls> exactly <n:int> <c:core>")
def _control_exactly(w: str, c: Fields, n: int) -> Condition:
    return Condition("control", of=Filter(**c), compare="=", n=n, who=w)


@production("condition", "<w:controls> <n:int> or fewer <c:core>")
def _control_at_most(w: str, c: Fields, n: int) -> Condition:
    return Condition("control", of=Filter(**c), compare="<=", n=n, who=w)


@production("condition", "<w:controls> <n:int> or fewer other <c:core>")
def _control_at_most_other(w: str, c: Fields, n: int) -> Condition:
    return Condition("control", of=Filter(**(c | {"other": True})), compare="<=", n=n, who=w)


@production("condition", "<w:controls> (a|an) <c:core> or (a|an) <d:core>")
def _control_either(w: str, c: Fields, d: Fields) -> Condition:
    return Condition("control", of=Filter(alternatives=(Filter(**c), Filter(**d))), who=w)


@production("condition", "you control three or more creatures with different powers")
def _coven() -> Condition:
    """Coven (CR 207.2c)."""
    return Condition("coven", n=3)


@production(
    "condition",
    "there (is|are) <n:int> or more <c:core> on the battlefield",
    "there is (a|an) <c:core> on the battlefield",
    "(a|an) <c:core> is on the battlefield",
)
def _on_battlefield(c: Fields, n: int = 1) -> Condition:
    return Condition("on_battlefield", of=Filter(**c), n=n)


@production(
    "condition",
    "no <c:core> are on the battlefield",
    "there are no <c:core> on the battlefield",
    "no <c:core> is on the battlefield",
)
def _none_on_battlefield(c: Fields) -> Condition:
    return Condition("on_battlefield", of=Filter(**c), compare="=", n=0)


@production(
    "condition",
    "an opponent controls more lands than you",
    "an opponent controls more lands",
)
def _more_lands() -> Condition:
    return Condition("opponent_more_lands")


@production("condition", "that player controls more lands than you")
def _that_player_more_lands() -> Condition:
    return Condition("opponent_more_lands", who="that_player")


# ------------------------------------------------------------------ numbers of a player


@production("comparison", "<n:digits> or more", "at least <n:digits>", "<n:int> or more", "<n:digits> or greater")
def _or_more(n: int) -> tuple[Comparison, int]:
    return (">=", n)


@production("comparison", "<n:digits> or less", "<n:int> or fewer", "<n:int> or less")
def _or_less(n: int) -> tuple[Comparison, int]:
    return ("<=", n)


@production("comparison", "exactly <n:int>")
def _exactly(n: int) -> tuple[Comparison, int]:
    return ("=", n)


@production("haver", "you have")
def _you_have() -> str:
    return "you"


@production("haver", "an opponent has", "(any|one) opponent has")
def _opponent_has() -> str:
    return "opponent"


@production("haver", "(that player|they) (has|have)", "that player has", "they have")
def _they_have() -> str:
    return "that_player"


@production("condition", "<h:haver> <c:comparison> life", "<o:your_or_their> life total is <c:comparison>")
def _life(c: tuple[Comparison, int], h: str = "you", o: str = "") -> Condition:
    who = o or h
    return Condition("opponent_life" if who == "opponent" else "life", compare=c[0], n=c[1], who=who)


@production("your_or_their", "your")
def _your() -> str:
    return "you"


@production("condition", "<h:haver> <c:comparison> cards in (hand|their hand|your hand)")
def _hand(h: str, c: tuple[Comparison, int]) -> Condition:
    return Condition("cards_in_hand", compare=c[0], n=c[1], who=h)


@production("condition", "<h:haver> no cards in (hand|their hand|your hand)")
def _no_hand(h: str) -> Condition:
    return Condition("cards_in_hand", compare="=", n=0, who=h)


@production(
    "condition",
    "there are <c:comparison> <k:kind_of_card> in your graveyard",
    "you have <c:comparison> <k:kind_of_card> in your graveyard",
)
def _graveyard(c: tuple[Comparison, int], k: Fields) -> Condition:
    return Condition("graveyard", of=Filter(**(k | {"zone": "graveyard", "controller": "you"})), compare=c[0], n=c[1])


@production(
    "condition", "there is (a|an) <k:kind_of_card> in your graveyard", "(a|an) <k:kind_of_card> is in your graveyard"
)
def _in_graveyard(k: Fields) -> Condition:
    return Condition("graveyard", of=Filter(**(k | {"zone": "graveyard", "controller": "you"})))


condition("there are four or more card types among cards in your graveyard", kind="delirium", n=4)
condition(
    "seven or more cards are in your graveyard",
    "there are seven or more cards in your graveyard",
    kind="threshold",
    n=7,
)


@production(
    "condition",
    "your devotion to <c:color> is <n:comparison>",
    "your devotion to <a:color> and <c:color> is <n:comparison>",
)
def _devotion(c: str, n: tuple[Comparison, int], a: str = "") -> Condition:
    return Condition("devotion", colors=a + c, compare=n[0], n=n[1])


@production(
    "condition",
    "your devotion to <c:color> is less than <n:int>",
    "your devotion to <a:color> and <c:color> is less than <n:int>",
)
def _devotion_less(c: str, n: int, a: str = "") -> Condition:
    return Condition("devotion", colors=a + c, compare="<", n=n)


# ------------------------------------------------------------------ the turn and the past

condition("it 's your turn", "it is your turn", kind="your_turn")
condition("it 's not your turn", "it isn't your turn", kind="not_your_turn")
condition("no spells were cast last turn", kind="no_spells_last_turn")
condition("a player cast two or more spells last turn", kind="spells_cast_last_turn", n=2)
condition("a creature died this turn", kind="died_this_turn")
condition("you attacked this turn", "you attacked with a creature this turn", kind="attacked_this_turn")
condition("you gained life this turn", "you've gained life this turn", kind="gained_life")
condition("an opponent lost life this turn", kind="lost_life", who="opponent")
# Damage is no life loss: with infect it is dealt and no life is lost (CR 120.3), and life is lost without it.
fact("an opponent was dealt damage this turn", "an opponent was dealt damage this turn")
condition("you lost life this turn", kind="lost_life", who="you")
condition("no player lost life this turn", kind="no_life_lost")
condition("it 's night", "it is night", kind="night")
condition("it 's day", "it is day", kind="day")
condition("it 's neither day nor night", kind="neither_day_nor_night")
condition("you have the city 's blessing", kind="other", counter="city's blessing")
condition("you're the monarch", kind="other", counter="monarch")
condition("you have the initiative", kind="other", counter="initiative")
condition("you have max speed", kind="other", counter="max speed")
condition("you've completed a dungeon", kind="other", counter="completed dungeon")


@production(
    "condition", "you gained <n:digits> or more life this turn", "you've gained <n:digits> or more life this turn"
)
def _gained(n: int) -> Condition:
    return Condition("gained_life", n=n)


@production("condition", "you've cast <n:comparison> spells this turn")
def _cast(n: tuple[Comparison, int]) -> Condition:
    return Condition("spells_cast_this_turn", compare=n[0], n=n[1])


@production("condition", "you've cast another spell this turn")
def _cast_another() -> Condition:
    """Beside this one, which isn't cast yet where it is asked for its cost."""
    return Condition("spells_cast_this_turn", of=Filter(types=("spell",), zone="stack", other=True))


# ------------------------------------------------------------------ an object's own state


@production("one_object", "<f:this>", "<f:attached>", "<f:before>")
def _one_object(f: Filter) -> Filter:
    return f


for _state in (
    "tapped", "untapped", "attacking", "blocking", "equipped", "enchanted", "monstrous", "renowned", "suspected",
    "saddled", "modified", "paired",
):  # fmt: skip
    production("condition", f"<f:one_object> (is|'s) {_state}")(lambda f, s=_state: Condition(s, of=_own(f)))
    production("condition", f"<f:one_object> (isn't|is not|'s not) {_state}")(
        lambda f, s=_state: Condition(s, of=_own(f), negated=True)
    )


def _own(f: Filter) -> Filter | None:
    """`of` is left out where the condition is about the object the ability is on."""
    return None if f == Filter(this=True) else f


@production("condition", "<f:one_object> (is|'s) attacking alone")
def _attacking_alone(f: Filter) -> Condition:
    return Condition("attacking_alone", of=_own(f))


@production("condition", "<f:one_object> (is|'s|was) attacking or blocking")
def _in_combat(f: Filter) -> Condition:
    return Condition("in_combat", of=_own(f))


@production(
    "condition", "<f:one_object> (is|'s|was) [(a|an)] <a:pure_core>", "<f:one_object> (is|'s|was) <j:adjectives>"
)
def _is(f: Filter, a: Fields | None = None, j: Fields | None = None) -> Condition | None:
    """What an object is ("enchanted creature is black"): the description is in `is_a`."""
    fields = a if a is not None else j or {}
    if "state" in fields:
        return None
    return Condition("is", of=f, is_a=Filter(**fields))


@production("condition", "<f:one_object> (isn't|wasn't|'s not) [(a|an)] <a:pure_core>")
def _is_not(f: Filter, a: Fields) -> Condition:
    return Condition("is", of=f, is_a=Filter(**a), negated=True)


@production("condition", "<f:one_object> has <k:keyword_name>", "<f:one_object> had <k:keyword_name>")
def _has_keyword(f: Filter, k: str) -> Condition:
    return Condition("is", of=f, is_a=Filter(keywords=(k,)))


@production(
    "condition",
    "<f:one_object> (has|have) (a|an) <k:counter_kind> counter on (it|him|her)",
    "<f:one_object> had (a|an) <k:counter_kind> counter on (it|him|her)",
    "<f:one_object> (has|had) <n:int> or more <k:counter_kind> counters on (it|him|her)",
    "there (is|are) <n:int> or more <k:counter_kind> counters on <f:one_object>",
)
def _counters(f: Filter, k: str, n: int = 1) -> Condition:
    return Condition("counters", of=_own(f), counter=k, n=n)


@production(
    "condition",
    "<f:one_object> has no <k:counter_kind> counters on (it|him|her)",
    "<f:one_object> had no <k:counter_kind> counters on (it|him|her)",
    "there are no <k:counter_kind> counters on <f:one_object>",
    "<f:one_object> doesn't have (a|an) <k:counter_kind> counter on (it|him|her)",
)
def _no_counters(f: Filter, k: str) -> Condition:
    return Condition("counters", of=_own(f), counter=k, compare="=", n=0)


@production(
    "condition",
    "<f:one_object> has a counter on (it|him|her)",
    "<f:one_object> has one or more counters on (it|him|her)",
)
def _any_counter(f: Filter) -> Condition:
    return Condition("counters", of=_own(f), counter="any")


@production(
    "condition",
    "<f:one_object> 's power is <c:comparison>",
    "its power is <c:comparison>",
    "<f:one_object> has power <c:comparison>",
)
def _power(c: tuple[Comparison, int], f: Filter | None = None) -> Condition:
    return Condition("power", of=_own(f or Filter(ref="earlier")), compare=c[0], n=c[1])


@production("condition", "<f:one_object> 's toughness is <c:comparison>", "its toughness is <c:comparison>")
def _toughness(c: tuple[Comparison, int], f: Filter | None = None) -> Condition:
    return Condition("toughness", of=_own(f or Filter(ref="earlier")), compare=c[0], n=c[1])


@production(
    "condition", "<f:one_object> (has|had|'s) mana value <c:comparison>", "its mana value (is|was) <c:comparison>"
)
def _mana_value(c: tuple[Comparison, int], f: Filter | None = None) -> Condition:
    return Condition("is", of=f or Filter(ref="earlier"), is_a=Filter(mana_value=c))


@production(
    "condition", "<f:one_object> 's power is greater than ~ 's", "<f:one_object> 's power is greater than ~ 's power"
)
def _stronger(f: Filter) -> Condition:
    return Condition("is", of=f, is_a=Filter(power_vs_this=">"))


@production("condition", "(it|that card) ('s|is) (a|an) <k:kind_of_card>")
def _is_card(k: Fields) -> Condition:
    return Condition("is", of=Filter(ref="earlier"), is_a=Filter(**k))


@production("condition", "(it|that card) (isn't|'s not) (a|an) <k:kind_of_card>")
def _is_not_card(k: Fields) -> Condition:
    return Condition("is", of=Filter(ref="earlier"), is_a=Filter(**k), negated=True)


@production("condition", "you control (a|an) <c:core> and (a|an) <d:core>")
def _control_both(c: Fields, d: Fields) -> Condition:
    parts = tuple(Condition("control", of=Filter(**row)) for row in (c, d))
    return Condition("all", parts=parts)


@production("condition", "<f:one_object> is paired with (another creature|a creature with soulbond)")
def _paired(f: Filter) -> Condition:
    return Condition("paired", of=_own(f))


@production("condition", "<f:one_object> has (<n:int> or fewer) <k:counter_kind> counters on (it|him|her)")
def _few_counters(f: Filter, n: int, k: str) -> Condition:
    return Condition("counters", of=_own(f), counter=k, compare="<=", n=n)


for _way in ("revealed", "milled", "discarded"):
    production("condition", f"an instant or sorcery card (is|was) {_way} this way")(
        lambda w=_way: Condition("other", counter=f"instant or sorcery card {w} this way")
    )


@production("condition", "<f:one_object> 's toughness is greater than its power")
def _tougher(f: Filter) -> Condition:
    return Condition("toughness_over_power", of=_own(f))


@production("condition", "<f:one_object> entered this turn")
def _entered(f: Filter) -> Condition:
    return Condition("entered_this_turn", of=_own(f))


condition("~ was kicked", "it was kicked", kind="kicked")
condition("its kicker cost was paid", "it was kicked with its kicker", kind="kicked")
condition("you cast it", "it was cast", "~ was cast", "you cast ~", kind="was_cast")
condition(
    "you didn't cast it from your hand", "it wasn't cast from your hand", kind="was_cast", counter="hand", negated=True
)
condition("you didn't lose life this turn", kind="lost_life", who="you", negated=True)
condition("it wasn't cast", kind="was_cast", negated=True)
condition("you cast it from your hand", "you cast ~ from your hand", kind="was_cast", counter="hand")
condition(
    "you cast it from your graveyard",
    "it was cast from your graveyard",
    "~ was cast from your graveyard",
    "it was cast from a graveyard",
    "~ was cast from a graveyard",
    kind="was_cast",
    counter="graveyard",
)
condition("its evoke cost was paid", kind="other", counter="evoked")
condition("its dash cost was paid", kind="other", counter="dashed")
condition("its surge cost was paid", "~ 's surge cost was paid", kind="other", counter="surged")
condition("its spectacle cost was paid", "~ 's spectacle cost was paid", kind="other", counter="spectacle")
condition("this spell was bargained", "~ was bargained", "it was bargained", kind="other", counter="bargained")
condition("the gift was promised", kind="other", counter="gift promised")
condition("evidence was collected", kind="other", counter="evidence collected")
condition("~ is in your graveyard", kind="in_zone", counter="graveyard")
condition("~ is in your hand", kind="in_zone", counter="hand")
condition("~ is in exile", kind="in_zone", counter="exile")
condition("~ is on the battlefield", kind="in_zone", counter="battlefield")
condition("~ is in the command zone", kind="in_zone", counter="command")


@production("condition", "X is <n:digits> or more", "X is at least <n:digits>")
def _x_at_least(n: int) -> Condition:
    return Condition("x_at_least", n=n)


@production("condition", "(at least <n:int> mana|<n:int> or more mana) (was|were) spent to cast (it|~)")
def _mana_spent(n: int) -> Condition:
    return Condition("mana_spent", n=n)


@production(
    "condition",
    "(at least <n:int> <c:color> mana|<n:int> or more <c:color> mana|<c:color> mana) (was|were) spent to cast (it|~)",
)
def _color_spent(c: str, n: int = 1) -> Condition:
    return Condition("mana_spent", n=n, colors=c)


@production("condition", "<m:mana_letters> was spent to cast (it|~)")
def _symbols_spent(m: str) -> Condition | None:
    return Condition("mana_spent", n=len(m), colors=m[0]) if len(set(m)) == 1 else None


@production("conditions", "<c:condition>")
def _single(c: Condition) -> Condition:
    return c


@production("conditions", "<a:condition> and [if] <b:condition>")
def _both(a: Condition, b: Condition) -> Condition:
    return Condition("all", parts=(a, b))


@production("conditions", "<a:condition> or [if] <b:condition>")
def _either(a: Condition, b: Condition) -> Condition:
    return Condition("any", parts=(a, b))


def negate(c: Condition) -> Condition:
    """The condition turned around ("unless")."""
    return msgspec.structs.replace(c, negated=not c.negated)


for _phrases, _fact in (
    (("you descended this turn",), "descended this turn"),
    (("an artifact entered under your control this turn",), "artifact entered under your control this turn"),
    (("you've drawn two or more cards this turn", "you drew two or more cards this turn"), "drew two cards this turn"),
    (("you didn't attack with a creature this turn",), "you attacked with no creature this turn"),
    (("a creature died under your control this turn",), "creature of yours died this turn"),
    (("you control your commander",), "controls commander"),
    (("an opponent has eight or more cards in their graveyard",), "opponent has eight cards in graveyard"),
    (("you've cast an instant or sorcery spell this turn",), "cast instant or sorcery this turn"),
    (("you have two or more opponents",), "two opponents"),
    (("it 's your main phase",), "your main phase"),
    (("you haven't completed a dungeon",), "no completed dungeon"),
    (("you have a full party",), "full party"),
    (("you committed a crime this turn",), "committed a crime this turn"),
    (("you've committed a crime this turn",), "committed a crime this turn"),
    (("a permanent left the battlefield under your control this turn", "a permanent you controlled left the battlefield this turn"), "permanent of yours left this turn"),
    (("you played a land this turn",), "played a land this turn"),
    (("two or more nonland permanents entered under your control this turn",), "two nonland permanents entered under your control this turn"),
    (("you've sacrificed a permanent this turn", "you sacrificed a permanent this turn"), "sacrificed a permanent this turn"),
    (("it was a creature",), "was a creature"),
    (("you have an enduring story",), "enduring story"),
):  # fmt: skip
    condition(*_phrases, kind="other", counter=_fact)


@production("condition", "it wasn't cast or no mana was spent to cast it")
def _free() -> Condition:
    return Condition("any", parts=(Condition("was_cast", negated=True), Condition("other", counter="no mana spent")))


@production("condition", "a player has <c:comparison> life")
def _any_player_life(c: tuple[Comparison, int]) -> Condition:
    """One of the players is enough."""
    return Condition("other", counter=f"a player has {c[0]} {c[1]} life")


@production("condition", "an opponent controls <n:int> or more <c:core>")
def _opponent_controls(n: int, c: Fields) -> Condition:
    return Condition("control", of=Filter(**c), n=n, who="opponent")


@production("condition", "your opponents control <n:int> or more <c:core>")
def _opponents_control(n: int, c: Fields) -> Condition | None:
    """All of them together: what is on the battlefield and not yours."""
    return (
        None if "controller" in c else Condition("on_battlefield", of=Filter(**(c | {"controller": "opponent"})), n=n)
    )


for _time in ("turn", "combat"):
    production("condition", f"<f:one_object> attacked or blocked this {_time}")(
        lambda f, t=_time: Condition("other", of=_own(f), counter=f"attacked or blocked this {t}")
    )


@production("condition", "<f:one_object> didn't attack this turn")
def _did_not_attack(f: Filter) -> Condition:
    return Condition("other", of=_own(f), counter="attacked this turn", negated=True)


@production("condition", "<f:one_object> attacked this turn")
def _did_attack(f: Filter) -> Condition:
    return Condition("other", of=_own(f), counter="attacked this turn")


@production("condition", "<f:one_object> dealt damage to an opponent this turn")
def _dealt_damage(f: Filter) -> Condition:
    return Condition("other", of=_own(f), counter="damaged an opponent this turn")
