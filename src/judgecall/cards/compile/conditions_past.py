"""Conditions on what happened this turn, how a spell was cast, and how players compare (CR 603.4, 608.2c).

Nothing in a game state keeps most of these: the engine asks for the fact, under the name that the condition gives it.
"""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Comparison, Condition, Filter
from judgecall.cards.compile.conditions import fact
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

# ------------------------------------------------------------------ this turn


@production("did", "you've <v:past_verb>", "you <v:past_verb>")
def _you_did(v: str) -> str:
    return f"you {v}"


@production("did", "an opponent [has] <v:past_verb>")
def _opponent_did(v: str) -> str:
    return f"an opponent {v}"


for _verb in (
    "sacrificed", "discarded", "cast", "drawn", "drew", "played", "created", "put", "activated", "attacked with", "exiled",
    "cycled", "milled", "tapped", "crewed", "saddled", "visited", "unlocked",
):  # fmt: skip
    production("past_verb", _verb)(lambda v=_verb: v)


@production("done_to", "(a|an) <c:done_thing>")
def _one_thing(c: Filter) -> tuple[int, Filter]:
    return 1, c


@production("done_to", "another <c:done_thing>")
def _another_thing(c: Filter) -> tuple[int, Filter]:
    """One beside this: of two with this among them it couldn't be told whether this was cast at all, or already."""
    return 1, msgspec.structs.replace(c, other=True)


@production("done_to", "<n:int> or more <c:done_thing>")
def _several_things(n: int, c: Filter) -> tuple[int, Filter] | None:
    return (n, c) if n > 1 else None


@production("done_thing", "<c:core>", "<k:kind_of_card>")
def _thing(c: Fields | None = None, k: Fields | None = None) -> Filter:
    return Filter(**(c or k or {}))


@production("condition", "<d:did> <t:done_to> this turn")
def _did_this_turn(d: str, t: tuple[int, Filter]) -> Condition:
    another = " another" if t[1].other else ""
    return Condition("other", counter=f"{d}{another} this turn", of=t[1], n=t[0])


@production("condition", "you haven't <v:past_verb> (a|an) <c:done_thing> this turn")
def _did_not(v: str, c: Filter) -> Condition:
    return Condition("other", counter=f"you {v} this turn", of=c, negated=True)


@production(
    "condition",
    "(a|an) <c:core> entered under your control this turn",
    "you had (a|an) <c:core> enter under your control this turn",
)
def _entered(c: Fields) -> Condition:
    return Condition("other", counter="entered under your control this turn", of=Filter(**c))


@production(
    "condition",
    "another <c:core> entered under your control this turn",
    "you had another <c:core> enter under your control this turn",
)
def _another_entered(c: Fields) -> Condition:
    of = Filter(**(c | {"other": True}))
    return Condition("other", counter="another entered under your control this turn", of=of)


@production("condition", "<n:int> or more <c:core> entered under your control this turn")
def _several_entered(c: Fields, n: int) -> Condition:
    return Condition("other", counter="entered under your control this turn", of=Filter(**c), n=n)


@production("condition", "<n:int> or more creatures died this turn")
def _several_died(n: int) -> Condition:
    return Condition("other", counter="creatures died this turn", n=n)


@production("condition", "<n:int> or more creatures died under your control this turn")
def _several_of_yours_died(n: int) -> Condition:
    return Condition("other", counter="creatures of yours died this turn", n=n)


@production("condition", "(a|an|<o:another>) <c:core> died this turn")
def _one_died(c: Fields, o: bool = False) -> Condition | None:
    of = Filter(**(c | {"other": True} if o else c))
    return Condition("other", counter="died this turn", of=of) if of != Filter(types=("creature",)) else None


@production("condition", "you attacked with <n:int> or more <c:core> this turn")
def _attacked_with(n: int, c: Fields) -> Condition:
    return Condition("other", counter="attacked with this turn", of=Filter(**c), n=n)


@production("condition", "you attacked with creatures with total power <n:digits> or greater this combat")
def _attacked_with_power(n: int) -> Condition:
    return Condition("other", counter="attacked with total power this combat", n=n)


@production(
    "condition",
    "an opponent lost <n:digits> or more life this turn",
    "an opponent has lost <n:digits> or more life this turn",
)
def _lost_much(n: int) -> Condition:
    return Condition("other", counter="opponent lost life this turn", n=n)


@production("condition", "this ability has been activated <n:int> or more times this turn")
def _activated(n: int) -> Condition:
    return Condition("other", counter="times this ability was activated this turn", n=n)


for _name, _phrases in {
    "lost life this turn": ("you've lost life this turn",),
    "gained or lost life this turn": ("you gained or lost life this turn", "you've gained or lost life this turn"),
    "opponent gained life this turn": ("an opponent gained life this turn",),
    "no creature attacked this turn": ("no creatures attacked this turn",),
    "card left your graveyard this turn": ("a card left your graveyard this turn", "one or more cards left your graveyard this turn"),
    "nonland permanent left the battlefield or spell warped this turn": ("a nonland permanent left the battlefield this turn or a spell was warped this turn",),
    "descended this turn": ("you've descended this turn",),
    "creature card into your graveyard this turn": ("a creature card was put into your graveyard from anywhere this turn",),
    "no opponent cast a spell this turn": ("no opponent has cast a spell this turn", "no opponents cast spells this turn"),
    "attacked this combat": ("~ attacked this combat",),
    "turned face up this turn": ("~ was turned face up this turn", "it was turned face up this turn"),
    "you put +1/+1 counters on this this turn": ("you've put one or more +1/+1 counters on ~ this turn",),
    "you put +1/+1 counters on a creature this turn": ("you've put one or more +1/+1 counters on a creature this turn",),
    "you put a counter on a creature this turn": ("you put a counter on a creature this turn",),
    "first combat phase": ("it 's the first combat phase of the turn",),
    # how it was cast
    "tribute paid": ("tribute was paid",),
    "cast using teamwork": ("~ was cast using teamwork",),
    "cast during your main phase": ("you cast ~ during your main phase", "you cast it during your main phase"),
    "cast from exile": ("~ was cast from exile", "it was cast from exile", "you cast it from exile"),
    "cast from anywhere other than your hand": ("you cast it from anywhere other than your hand", "it was cast from anywhere other than your hand", "~ was cast from anywhere other than your hand"),
    "foretold": ("~ was foretold", "it was foretold"),
    "additional cost paid": ("~ 's additional cost was paid", "its additional cost was paid"),
    "madness cost paid": ("~ 's madness cost was paid", "its madness cost was paid"),
    "prowl cost paid": ("its prowl cost was paid", "~ 's prowl cost was paid"),
    "sneak cost paid": ("its sneak cost was paid", "~ 's sneak cost was paid"),
    "mana from a Treasure was spent": ("mana from a Treasure was spent to cast it", "mana from a Treasure was spent to cast ~"),
    "mana from a Treasure was spent on this activation": ("mana from a Treasure was spent to activate this ability",),
    "Dragon revealed or controlled": ("you revealed a Dragon card or controlled a Dragon as you cast ~",),
    "controlled a commander as you cast this": ("you control a commander as you cast ~",),
    "it was kicked": ("that spell was kicked",),
    "Hero beheld": ("a Hero was beheld",),
    "Dragon beheld": ("a Dragon was beheld",),
    # how it came out
    "won the flip": ("you win the flip", "you win a flip"),
    "lost the flip": ("you lose the flip",),
    "won the clash": ("you win", "you won"),
    "excess damage dealt this way": ("excess damage was dealt this way", "excess damage was dealt to that creature this way"),
    "searched your library": ("you search your library this way",),
    "creature card exiled this way": ("a creature card is exiled this way", "a creature card was exiled this way"),
    "land card milled this way": ("a land card was milled this way",),
    "creature card milled this way": ("a creature card was milled this way",),
    "dies this way": ("that creature dies this way", "it dies this way"),
    # the state of a player
    "no monarch": ("there is no monarch",),
    "not their turn": ("it 's not their turn", "it isn't that player 's turn"),
    "poisoned (corrupted)": ("an opponent has three or more poison counters",),
    "your life is at most half your starting life": ("your life total is less than or equal to half your starting life total",),
    "library top is a creature card": ("the top card of your library is a creature card",),
    "library top is a land card": ("the top card of your library is a land card",),
    "library top is black": ("the top card of your library is black",),
    "no cards in your library": ("there are no cards in your library", "your library has no cards in it"),
    "no cards in your graveyard": ("there are no cards in your graveyard", "your graveyard has no cards in it"),
    "five mana values in your graveyard": ("there are five or more mana values among cards in your graveyard",),
    "starting player": ("you were the starting player",),
    "controls enchanted creature": ("you control enchanted creature", "you control equipped creature", "you control enchanted permanent"),
}.items():  # fmt: skip
    fact(_name, *_phrases)


for _name, _phrase in (
    ("tribute paid", "tribute wasn't paid"),
    ("starting player", "you weren't the starting player"),
    ("additional cost paid", "~ 's additional cost wasn't paid"),
):
    fact(_name, _phrase, negated=True)


# ------------------------------------------------------------------ comparing players

for _subject, _who in (("an opponent", "opponent"), ("you", "you"), ("no opponent", "no opponent"), ("defending player", "defending player"), ("a player", "a player"), ("that player", "that player")):  # fmt: skip
    for _what in ("cards in hand", "life", "cards in their hand"):
        production(
            "condition",
            f"{_subject} (has|have) more {_what} than <w:compared_with>",
        )(lambda w, s=_subject, t=_what: Condition("other", counter=f"{s}: more {t} than {w}"))


for _who in ("you", "each opponent", "an opponent", "each other player", "that player", "attacking player", "defending player", "each of your opponents"):  # fmt: skip
    production("compared_with", _who)(lambda w=_who: w)


@production("condition", "<w:more_controller> control* more <c:core> than <v:compared_with>")
def _more_objects(w: str, c: Fields, v: str) -> Condition | None:
    if c.get("types") == ("land",) and len(c) == 1 and v == "you":
        return None
    return Condition("other", counter=f"{w} controls more than {v}", of=Filter(**c))


for _who in ("you", "an opponent", "that player", "defending player", "the active player"):
    production("more_controller", _who)(lambda w=_who: w)


# ------------------------------------------------------------------ the state of objects


@production("condition", "creatures you control have total power <n:digits> or greater")
def _total_power(n: int) -> Condition:
    return Condition(
        "other", counter="formidable" if n == 8 else f"creatures you control have total power {n} or greater"
    )


@production("condition", "your opponents control no <c:core>", "no opponent controls (a|an) <c:core>")
def _opponents_none(c: Fields) -> Condition:
    """None of them: "an opponent controls no creature" is true of one of them already."""
    return Condition("control", of=Filter(**c), who="opponent", negated=True)


@production("condition", "<f:one_object> (is|was) blocked")
def _blocked(f: Filter) -> Condition:
    return Condition("other", of=f, counter="is blocked")


@production("condition", "<n:int> or more creatures are blocking (it|~)")
def _blocked_by_many(n: int) -> Condition:
    return Condition("other", counter="creatures blocking it", n=n)


@production("condition", "<f:one_object> ('s|is|was) (a|an) <c:core>", "<f:one_object> ('s|is|was) <s:supertype>")
def _is(f: Filter, c: Fields | None = None, s: str = "") -> Condition | None:
    fields = c if c is not None else {"supertypes": (s,)}
    return None if "state" in fields else Condition("is", of=f, is_a=Filter(**fields))


@production(
    "condition", "<f:one_object> (has|had) toxic", "<f:one_object> (has|had) <k:keyword_name> or <j:keyword_name>"
)
def _has_either(f: Filter, k: str = "toxic", j: str = "") -> Condition:
    return Condition("is", of=f, is_a=Filter(keywords=(k, j) if j else (k,)))


@production(
    "condition",
    "<f:one_object> (has|had) (counters|one or more counters|a counter) on it",
)
def _counters(f: Filter) -> Condition:
    return Condition("counters", of=f, counter="any")


@production("condition", "<f:one_object> has <n:int> or more counters on it")
def _many_counters(f: Filter, n: int) -> Condition:
    return Condition("other", of=f, counter="counters of any kind on it", n=n)


@production("condition", "there (is|are) exactly <n:int> <k:counter_kind> counter* on <f:one_object>")
def _exact_counters(f: Filter, k: str, n: int) -> Condition:
    return Condition("counters", of=f, counter=k, compare="=", n=n)


@production("condition", "you control exactly one creature")
def _one_creature() -> Condition:
    return Condition("control", of=Filter(types=("creature",)), compare="=", n=1)


@production("condition", "you control <n:int> or more <c:core> and <m:int> or more <d:core>")
def _control_two(n: int, c: Fields, m: int, d: Fields) -> Condition:
    return Condition(
        "all", parts=(Condition("control", of=Filter(**c), n=n), Condition("control", of=Filter(**d), n=m))
    )


@production("condition", "you control (a|an) <c:core> and/or (a|an) <d:core>")
def _control_either(c: Fields, d: Fields) -> Condition:
    return Condition("control", of=Filter(alternatives=(Filter(**c), Filter(**d))))


@production("condition", "you control another <c:core> or (a|an) <d:core>")
def _control_another_or(c: Fields, d: Fields) -> Condition:
    other = Condition("control", of=Filter(**(c | {"other": True})))
    return Condition("any", parts=(other, Condition("control", of=Filter(**d))))


@production("condition", "there are <c:comparison> cards in exile")
def _in_exile(c: tuple[Comparison, int]) -> Condition:
    return Condition("other", counter="cards in exile", compare=c[0], n=c[1])


@production("condition", "<n:int> or more mana was spent to cast that spell")
def _mana_on_that(n: int) -> Condition:
    return Condition("other", counter="mana spent on that spell", n=n)


for _what, _shared in (
    ("creature type", "creature_type"),
    ("color", "color"),
    ("name", "name"),
    ("card type", "card_type"),
):
    production("condition", f"<a:one_object> shares a {_what} with <f:one_object>")(
        lambda a, f, w=_shared: Condition("is", of=a, is_a=Filter(shares=w)) if f.this else None
    )
