"""Conditions about what players and objects did: "you've cast a noncreature spell this turn" (CR 608.2h).

The rules look back over the turn for these; only the scenario can tell, so each is a condition of kind `other` whose
`counter` names the fact in our own words and whose `of` says which objects it is about.
"""

from __future__ import annotations

from collections.abc import Iterable

from judgecall.cards.abilities import Comparison, Condition, Filter
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields
from judgecall.cards.compile.words import COLOR_WORDS


def _any_of(words: Iterable[str]) -> list[str]:
    found = " or ".join(words)
    return [found] if found else []


def described(of: Filter) -> str:
    """An object's description in a few words, for the name of a fact."""
    words = [*of.state, *(f"non{t}" for t in of.not_types), *(f"non-{t}" for t in of.not_subtypes)]
    words += [*of.supertypes, *_any_of(COLOR_WORDS.get(c, c) for c in of.colors), *_any_of(of.subtypes)]
    words += [*of.and_types, *_any_of(of.types)]
    for name in ("power", "toughness", "mana_value"):
        bound = getattr(of, name)
        if bound:
            words += ["with", name.replace("_", " "), *(str(part) for part in bound)]
    if of.names:
        words += ["named", *of.names]
    if of.alternatives:
        words.append(" or ".join(described(other) for other in of.alternatives))
    return ("another " if of.other else "") + (" ".join(words) or "object")


# ------------------------------------------------------------------ when


@production("when", "this turn")
def _this_turn() -> str:
    return "this turn"


@production("when", "this combat")
def _this_combat() -> str:
    return "this combat"


@production("when", "last turn")
def _last_turn() -> str:
    return "last turn"


@production("when", "during (their|your|its controller 's) last turn")
def _their_last_turn() -> str:
    return "during that player's last turn"


@production("when", "this game")
def _this_game() -> str:
    return "this game"


# ------------------------------------------------------------------ what a player did


@production("doer", "you", "you've")
def _you() -> str:
    return "you"


@production("doer", "(an|any) opponent [has]", "one or more opponents [have]", "an opponent 's")
def _opponent() -> str:
    return "opponent"


@production("doer", "(that player|they|that opponent) [has|have]", "they've")
def _that_player() -> str:
    return "that player"


@production("doer", "a player [has]")
def _a_player() -> str:
    return "a player"


@production("doer", "defending player")
def _defending() -> str:
    return "defending player"


@production("not_doer", "you (didn't|haven't)")
def _you_not() -> str:
    return "you"


@production("not_doer", "(that player|they) (didn't|hasn't|haven't)")
def _they_not() -> str:
    return "that player"


@production("not_doer", "an opponent (didn't|hasn't)")
def _opponent_not() -> str:
    return "opponent"


Some = tuple[str, Filter | None, int]


@production("how_many_of", "(a|an) <c:core>", "(a|an) <c:kind_of_card>")
def _one_of(c: Fields) -> tuple[Filter, int]:
    return Filter(**c), 1


@production("how_many_of", "<n:int> or more <c:core>", "one or more <c:core>", "<n:int> or more <c:kind_of_card>")
def _several_of(c: Fields, n: int = 1) -> tuple[Filter, int]:
    return Filter(**c), n


@production("how_many_of", "<n:int> or more other <c:core>", "one or more other <c:core>", "another <c:core>")
def _several_others(c: Fields, n: int = 1) -> tuple[Filter, int]:
    return Filter(**(c | {"other": True})), n


for _verb, _past in {
    "cast": "cast", "play": "played", "sacrifice": "sacrificed", "discard": "discarded", "draw": "drew", "cycle": "cycled",
    "create": "created", "attack with": "attacked with", "activate": "activated", "reveal": "revealed", "mill": "milled",
}.items():  # fmt: skip
    _forms = f"({_past}|drawn)" if _verb == "draw" else _past
    production("deed", f"{_forms} <s:how_many_of>")(lambda s, v=_past: (v, s[0], s[1]))
    production("deed_base", f"({_verb}|{_past}) <s:how_many_of>")(lambda s, v=_past: (v, s[0], s[1]))

for _verb, _past, _what in (
    ("gain life", "gained life", "gained life"), ("lose life", "lost life", "lost life"),
    ("attack", "attacked", "attacked"), ("scry", "scried", "scried"), ("surveil", "surveilled", "surveilled"),
    ("roll a die", "rolled a die", "rolled a die"), ("descend", "descended", "descended"),
    ("gain or lose life", "gained or lost life", "gained or lost life"),
    ("gain and lose life", "gained and lost life", "gained and lost life"),
    ("cast a spell from your hand", "cast a spell from your hand", "cast a spell from your hand"),
    ("play a card from exile", "played a card from exile", "played a card from exile"),
    ("put a counter on a creature", "put a counter on a creature", "put a counter on a creature"),
    ("search your library", "searched your library", "searched your library"),
    ("add mana with this ability", "added mana with this ability", "added mana with this ability"),
    ("put a counter on a permanent", "put a counter on a permanent", "put a counter on a permanent"),
    ("put one or more counters on a creature", "put one or more counters on a creature", "put a counter on a creature"),
    ("attack with a creature", "attacked with a creature", "attacked with a creature"),
    ("collect evidence", "collected evidence", "collected evidence"),
    ("complete a dungeon", "completed a dungeon", "completed a dungeon"),
):  # fmt: skip
    production("deed", _past)(lambda w=_what: (w, None, 1))
    production("deed_base", _verb, _past)(lambda w=_what: (w, None, 1))


@production("deed", "gained <n:digits> or more life")
def _gained_so_much(n: int) -> Some:
    return "gained life", None, n


@production("deed", "lost <n:digits> or more life")
def _lost_so_much(n: int) -> Some:
    return "lost life", None, n


@production("deed", "(was|were|been) dealt <n:digits> or more damage", "(was|were|been) dealt damage")
def _dealt(n: int = 1) -> Some:
    return "was dealt damage", None, n


@production("deed", "(was|were|been) dealt combat damage")
def _dealt_combat() -> Some:
    return "was dealt combat damage", None, 1


@production("deed", "had <s:how_many_of> enter under (your|their) control")
def _had_enter(s: tuple[Filter, int]) -> Some:
    return "had enter under their control", s[0], s[1]


def _fact(who: str, deed: Some, when: str, *, negated: bool = False) -> Condition:
    verb, of, n = deed
    said = f"{who} {verb} {described(of)} {when}" if of else f"{who} {verb} {when}"
    return Condition("other", of=of, n=n, counter=said, negated=negated)


@production("condition", "<w:doer> <d:deed> <t:when>")
def _did(w: str, d: Some, t: str) -> Condition:
    return _fact(w, d, t)


@production("condition", "<w:not_doer> <d:deed_base> <t:when>")
def _did_not(w: str, d: Some, t: str) -> Condition:
    return _fact(w, d, t, negated=True)


@production("condition", "no opponent <d:deed> <t:when>")
def _nobody_did(d: Some, t: str) -> Condition:
    return _fact("opponent", d, t, negated=True)


# ------------------------------------------------------------------ what objects did


@production("under_whose", "under your control")
def _under_you() -> str:
    return " under your control"


@production("under_whose", "under an opponent 's control")
def _under_opponent() -> str:
    return " under an opponent's control"


@production("befell", "entered", "entered the battlefield")
def _entered() -> str:
    return "entered"


@production("befell", "died")
def _died() -> str:
    return "died"


@production("befell", "left the battlefield")
def _left() -> str:
    return "left the battlefield"


@production("befell", "attacked")
def _attacked() -> str:
    return "attacked"


@production("befell", "(was|were) put into a graveyard from the battlefield")
def _to_graveyard() -> str:
    return "went from the battlefield to a graveyard"


@production("befell", "(was|were) put into your graveyard from the battlefield")
def _to_your_graveyard() -> str:
    return "went from the battlefield to your graveyard"


@production("befell", "left your graveyard")
def _left_graveyard() -> str:
    return "left your graveyard"


@production("befell", "(was|were) put into your graveyard from anywhere")
def _into_graveyard() -> str:
    return "was put into your graveyard"


@production("befell", "(was|were) put into exile", "(was|were) exiled")
def _into_exile() -> str:
    return "was put into exile"


@production("befell", "(was|were) dealt damage")
def _was_dealt() -> str:
    return "was dealt damage"


@production(
    "condition",
    "<s:how_many_of> <b:befell> [<u:under_whose>] <t:when>",
    "<s:how_many_of> <b:befell> <t:when> <u:under_whose>",
    "<s:how_many_of> <b:befell> <t:when> from anywhere",
)
def _befell(s: tuple[Filter, int], b: str, t: str, u: str = "") -> Condition:
    return Condition("other", of=s[0], n=s[1], counter=f"{described(s[0])} {b}{u} {t}")


@production("condition", "no <c:core> <b:befell> [<u:under_whose>] <t:when>")
def _befell_none(c: Fields, b: str, t: str, u: str = "") -> Condition:
    of = Filter(**c)
    return Condition("other", of=of, counter=f"{described(of)} {b}{u} {t}", negated=True)


def unless_this(f: Filter) -> Filter | None:
    """What a condition is about: None stands for the object that the ability is on."""
    return None if f == Filter(this=True) else f


def fact_of_one(said: str, *phrases: str, negated: bool = False) -> None:
    """A fact about one object."""
    production("condition", *(f"<f:one_object> {phrase}" for phrase in phrases))(
        lambda f: Condition("other", of=unless_this(f), counter=said, negated=negated)
    )


fact_of_one("is suspended", "is suspended")
fact_of_one("is exiled", "is exiled")
fact_of_one("was dealt damage this turn", "was dealt damage this turn")
fact_of_one("was dealt excess damage this turn", "was dealt excess damage this turn")
fact_of_one("dealt damage to another creature this turn", "dealt damage to another creature this turn")
fact_of_one("dealt combat damage to a player this turn", "dealt combat damage to a player this turn")
fact_of_one("attacked this combat", "attacked this combat")
fact_of_one("blocked this turn", "blocked this turn")
fact_of_one("blocked this combat", "blocked this combat")
fact_of_one("was sacrificed", "was sacrificed")
fact_of_one("was sacrificed", "wasn't sacrificed", negated=True)
fact_of_one("was unearthed", "was unearthed")
fact_of_one("is still on the battlefield", "is still on the battlefield")
fact_of_one("entered this turn", "didn't enter this turn", negated=True)
fact_of_one("regenerated this turn", "regenerated this turn")
fact_of_one("died", "didn't die", negated=True)
fact_of_one("entered from a graveyard", "entered from a graveyard")
fact_of_one("entered from your graveyard", "entered from your graveyard")
fact_of_one(
    "was cast from outside its owner's hand", "was cast from anywhere other than (your|its owner 's|their) hand"
)
fact_of_one("was kicked twice", "was kicked twice")
fact_of_one("was foretold", "was foretold")
fact_of_one("dealt damage this turn", "dealt damage this turn")
fact_of_one("was blocked this turn", "was blocked this turn")
fact_of_one("was blocked this combat", "was blocked this combat")
fact_of_one("was attacking", "was attacking")
fact_of_one("was blocking", "was blocking")
fact_of_one("is solved", "is solved")
fact_of_one("is on the stack", "is on the stack")


@production("condition", "<f:one_object> (was|is|'s) (enchanted or equipped|equipped or enchanted)")
def _enchanted_or_equipped(f: Filter) -> Condition:
    of = unless_this(f)
    return Condition("any", parts=(Condition("enchanted", of=of), Condition("equipped", of=of)))


@production("condition", "<f:one_object> was equipped")
def _was_equipped(f: Filter) -> Condition:
    return Condition("equipped", of=unless_this(f))


@production("condition", "<f:one_object> was enchanted")
def _was_enchanted(f: Filter) -> Condition:
    return Condition("enchanted", of=unless_this(f))


@production("condition", "<f:one_object> (had|has) no counters on (it|him|her)")
def _had_no_counters(f: Filter) -> Condition:
    return Condition("counters", of=unless_this(f), counter="any", compare="=", n=0)


@production("condition", "<f:one_object> has fewer than <n:int> <k:counter_kind> counters on (it|him|her)")
def _fewer_counters(f: Filter, n: int, k: str) -> Condition:
    return Condition("counters", of=unless_this(f), counter=k, compare="<", n=n)


@production("condition", "there are no counters on <f:one_object>", "<f:one_object> doesn't have any counters on it")
def _no_counters_on(f: Filter) -> Condition:
    return _had_no_counters(f)


@production("condition", "<f:one_object> 's power was <c:comparison>", "its power was <c:comparison>")
def _power_was(c: tuple[Comparison, int], f: Filter | None = None) -> Condition:
    f = f or Filter(ref="earlier")
    return Condition("power", of=unless_this(f), compare=c[0], n=c[1])


@production("condition", "<f:one_object> 's toughness was <c:comparison>", "its toughness was <c:comparison>")
def _toughness_was(c: tuple[Comparison, int], f: Filter | None = None) -> Condition:
    f = f or Filter(ref="earlier")
    return Condition("toughness", of=unless_this(f), compare=c[0], n=c[1])


@production("condition", "<f:one_object> (doesn't have|didn't have) <k:keyword_name>")
def _has_no_keyword(f: Filter, k: str) -> Condition:
    return Condition("is", of=f, is_a=Filter(keywords=(k,)), negated=True)


@production("condition", "(it|that creature|that permanent) (isn't|wasn't|'s not) a token", "they're not a token")
def _no_token() -> Condition:
    return Condition("is", of=Filter(ref="earlier"), is_a=Filter(state=("nontoken",)))
