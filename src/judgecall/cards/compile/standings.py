"""Conditions on how things stand: more than another player, whose turn, how it was cast (CR 601.2, 603.4)."""

from __future__ import annotations

from judgecall.cards.abilities import Comparison, Condition, Filter
from judgecall.cards.compile.conditions import condition, fact
from judgecall.cards.compile.deeds import described, unless_this
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

for _fact, _phrases in {
    "it is the first turn of the game": ("it 's the first turn of the game",),
    "there is a monarch": ("there is a monarch",),
    "an opponent is the monarch": ("an opponent is the monarch",),
    "the defending player is poisoned": ("defending player is poisoned",),
    "you are the defending player": ("you're the defending player",),
    "sneak cost paid": ("(his|her) sneak cost was paid",),
    "its ninjutsu cost was paid": ("its ninjutsu cost was paid",),
    "its blitz cost was paid": ("its blitz cost was paid", "~ 's blitz cost was paid"),
    "its warp cost was paid": ("its warp cost was paid",),
    "its bestow cost was paid": ("its bestow cost was paid",),
    "its entwine cost was paid": ("its entwine cost was paid",),
    "its buyback cost was paid": ("its buyback cost was paid", "the buyback cost was paid"),
    "its escape cost was paid": ("its escape cost was paid", "it escaped", "~ escaped"),
    "its flashback cost was paid": ("its flashback cost was paid",),
    "cast using teamwork": ("it was cast using teamwork",),
    "it was cast from the graveyard": ("it was cast using flashback",),
    "it was unearthed": ("it was unearthed",),
    "cast from anywhere other than your hand": ("you cast ~ from anywhere other than your hand",),
    "won the flip": ("you win the coin flip",),
    "creature mana spent": ("mana from a creature was spent to cast it",),
    "snow mana spent": ("{S} was spent to cast it",),
    "damage from noncombat source": ("noncombat damage was dealt to an opponent this turn",),
    "the Ring has tempted you": ("the Ring has tempted you this game",),
}.items():  # fmt: skip
    fact(_fact, *_phrases)

fact("it is the first turn of the game", "it 's not the first turn of the game", negated=True)
fact("additional cost paid", "its additional cost wasn't paid", negated=True)
fact("the gift was promised", "the gift wasn't promised", negated=True)


@production("condition", "no mana was spent to cast <f:one_object>")
def _no_mana_spent(f: Filter) -> Condition:
    return Condition("other", of=unless_this(f), counter="no mana spent")


fact("colored mana spent", "no colored mana was spent to cast it", negated=True)
condition("~ wasn't kicked", "it wasn't kicked", kind="kicked", negated=True)
fact("that player's turn", "it 's (that player 's|their) turn")
fact("that player's turn", "it 's not that player 's turn", "it isn't their turn", negated=True)
condition("it 's an opponent 's turn", kind="not_your_turn")


@production("condition", "(it|~) was kicked with its <m:mana_cost> kicker")
def _kicked_with(m: str) -> Condition:
    return Condition("other", counter=f"kicked with {m}")


# ------------------------------------------------------------------ more than another


@production("rival", "(an|any) opponent")
def _an_opponent() -> str:
    return "an opponent"


@production("rival", "each opponent")
def _each_opponent() -> str:
    return "each opponent"


@production("rival", "that player", "they")
def _that_player() -> str:
    return "that player"


@production("rival", "defending player")
def _defending() -> str:
    return "defending player"


@production("rival", "a player")
def _a_player() -> str:
    return "a player"


@production("rival", "each other player")
def _each_other() -> str:
    return "each other player"


@production("riches", "life")
def _life() -> str:
    return "life"


@production("riches", "cards in (hand|their hand|your hand)")
def _cards() -> str:
    return "cards in hand"


@production("condition", "<r:rival> has (more|<l:less_word>) <w:riches> than <o:than_whom>")
def _has_more(r: str, w: str, o: str, l: str = "more") -> Condition:  # noqa: E741
    return Condition("other", counter=f"{r} has {l} {w} than {o}")


@production("condition", "you have (more|<l:less_word>) <w:riches> than <o:rival>")
def _you_have_more(w: str, o: str, l: str = "more") -> Condition:  # noqa: E741
    return Condition("other", counter=f"you have {l} {w} than {o}")


@production("less_word", "less", "fewer")
def _less() -> str:
    return "less"


@production("than_whom", "you")
def _than_you() -> str:
    return "you"


@production("than_whom", "each other player")
def _than_others() -> str:
    return "each other player"


@production("condition", "<r:rival> controls (more|<l:less_word>) <c:core> than <o:than_whom>")
def _controls_more(r: str, c: Fields, o: str, l: str = "more") -> Condition:  # noqa: E741
    of = Filter(**c)
    return Condition("other", of=of, counter=f"{r} controls {l} {described(of)} than {o}")


@production("condition", "you control (more|<l:less_word>) <c:core> than <o:rival>")
def _you_control_more(c: Fields, o: str, l: str = "more") -> Condition:  # noqa: E741
    of = Filter(**c)
    return Condition("other", of=of, counter=f"you control {l} {described(of)} than {o}")


@production("condition", "a player controls no <c:core>")
def _someone_has_none(c: Fields) -> Condition:
    of = Filter(**c)
    return Condition("other", of=of, counter=f"a player controls no {described(of)}")


@production("condition", "<h:haver> fewer than <n:int> cards in hand")
def _few_in_hand(h: str, n: int) -> Condition:
    return Condition("cards_in_hand", compare="<", n=n, who=h)


@production("condition", "you have a card in hand", "you have (one or more) cards in hand")
def _some_in_hand() -> Condition:
    return Condition("cards_in_hand", n=1)


@production("condition", "there 's (a|an) <k:kind_of_card> in your graveyard")
def _theres_in_graveyard(k: Fields) -> Condition:
    return Condition("graveyard", of=Filter(**(k | {"zone": "graveyard", "controller": "you"})))


@production("condition", "there are fewer than <n:int> <k:kind_of_card> in your graveyard")
def _few_in_graveyard(n: int, k: Fields) -> Condition:
    return Condition("graveyard", of=Filter(**(k | {"zone": "graveyard", "controller": "you"})), compare="<", n=n)


@production(
    "condition",
    "<c:comparison> <k:kind_of_card> are in your graveyard",
    "there are <c:comparison> <k:kind_of_card> among cards in your graveyard",
)
def _many_in_graveyard(c: tuple[Comparison, int], k: Fields) -> Condition:
    return Condition("graveyard", of=Filter(**(k | {"zone": "graveyard", "controller": "you"})), compare=c[0], n=c[1])


@production(
    "condition", "<n:int> or more cards have been exiled with ~", "there are <n:int> or more cards exiled with ~"
)
def _exiled_with(n: int) -> Condition:
    return Condition("other", n=n, counter="cards exiled with this")


@production(
    "condition",
    "(there is|there 's) a card exiled with (it|~)",
    "there are cards exiled with (it|~)",
    "a card is exiled with it",
)
def _one_exiled_with() -> Condition:
    return Condition("other", counter="cards exiled with this")


@production("condition", "creatures you control have total toughness <n:digits> or greater")
def _total_toughness(n: int) -> Condition:
    return Condition("other", n=n, counter="total toughness of the creatures you control")


@production("condition", "your life total is (less|lower) than <n:digits>")
def _life_below(n: int) -> Condition:
    return Condition("life", compare="<", n=n)


@production("condition", "your life total is (less|lower) than your starting life total")
def _below_start() -> Condition:
    return Condition("other", counter="your life total is less than your starting life total")


@production("condition", "you have at least <n:digits> life more than your starting life total")
def _above_start(n: int) -> Condition:
    return Condition("other", n=n, counter="life above your starting life total")


@production("condition", "your library has <c:comparison> cards in it", "you have <c:comparison> cards in your library")
def _library(c: tuple[Comparison, int]) -> Condition:
    return Condition("other", compare=c[0], n=c[1], counter="cards in your library")


@production("condition", "<f:one_object> 's power is greater than its base power")
def _above_base(f: Filter) -> Condition:
    return Condition("other", of=unless_this(f), counter="its power is greater than its base power")


@production("condition", "you control (a|an) <c:core> , (a|an) <d:core> , and (a|an) <e:core>")
def _control_three(c: Fields, d: Fields, e: Fields) -> Condition:
    return Condition("all", parts=tuple(Condition("control", of=Filter(**row)) for row in (c, d, e)))


@production("condition", "you both own and control <a:both_owned>")
def _own_and_control(a: tuple[Filter, ...]) -> Condition:
    return Condition("all", parts=tuple(Condition("control", of=one) for one in a))


@production("both_owned", "~ and (a|an) <c:core>")
def _this_and_owned(c: Fields) -> tuple[Filter, ...]:
    return Filter(this=True, owned=True), Filter(**(c | {"controller": "you", "owned": True}))
