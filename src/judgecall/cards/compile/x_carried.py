"""X that one sentence says and another uses, and X where a payment or a condition stands between them (CR 107.3, 608.2c)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    Amount,
    CantAttack,
    Condition,
    Cost,
    Event,
    Filter,
    IfDo,
    May,
    Named,
    Static,
)
from judgecall.cards.compile.clauses import where_x
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.defined_x import paying
from judgecall.cards.compile.doings import by_player
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.statics import where_x_holds
from judgecall.cards.compile.this_combat import this_combat
from judgecall.cards.compile.x_left import has_stray_x

# ------------------------------------------------------------------ in one sentence


@production("row", "<c:row_x> , where X is <q:quantity> , and <r:row>")
def _and_more(c: Effects, q: Amount, r: Effects) -> Effects | None:
    found = where_x(c, q)
    return None if found is None or has_stray_x(r) else found + r


@production("row", "<c:row_x> where X is <q:quantity>")
def _after_quote(c: Effects, q: Amount) -> Effects | None:
    """The comma stands inside the quotation marks: 'tokens with "~ can't block," where X is …'."""
    return where_x(c, q) if has_stray_x(c) else None


# ------------------------------------------------------------------ payments


@production("paid", "you may <c:cost> , where X is <q:quantity> . If you don't , <r:row>")
def _may_pay_or(c: Cost, q: Amount, r: Effects) -> Effects:
    return paying(c, q, otherwise=r)


@production(
    "paid",
    "(that player|that opponent) may <c:cost> , where X is <q:quantity> . If (they|that player) (don't|doesn't) , <r:cant_attack_you>",
    "(that player|that opponent) may <c:cost> , where X is <q:quantity> . If (they|that player) (don't|doesn't) , <r:row>",
)
def _they_may_pay_or(c: Cost, q: Amount, r: Effects) -> Effects:
    return paying(c, q, otherwise=r, who="that_player")


@production("cant_attack_you", "they can't attack you this combat")
def _cant_attack_you() -> Effects:
    """ "They" is the player: none of that player's creatures can."""
    theirs = Filter(types=("creature",), controller="that_player")
    return this_combat((CantAttack(theirs, whom="you"),))


@production("paid", "you may <c:cost> . If you do , <r:row> . X can't be greater than <q:quantity>")
def _may_pay_at_most(c: Cost, r: Effects, q: Amount) -> Effects | None:
    return (May(r, cost=c), Named("x_cant_be_greater", amount=q)) if "{X}" in c.mana else None


@production("sentence", "<r:row> if <c:conditions> . Otherwise , <p:paid>")
def _otherwise_pay(r: Effects, c: Condition, p: Effects) -> Effects:
    return (IfDo(c, r, p),)


@production("condition", "this is the first or second time this ability has resolved this turn")
def _first_or_second() -> Condition:
    return Condition("other", n=2, compare="<=", counter="times this ability resolved this turn")


@production(
    "sentence",
    "target opponent may have you <e:effect> . If (that player|they) (doesn't|don't) , <r:row>",
)
def _opponent_chooses(e: Effects, r: Effects) -> Effects:
    chosen = Filter(types=("player",), controller="opponent", target=True)
    return (Named("choose", of=chosen), May(e, otherwise=r, who="that_player"))


# ------------------------------------------------------------------ while something is true


@production("static_line", "As long as <d:conditions> , <s:static_defined> [.]")
def _while_defined(d: Condition, s: Static) -> Static:
    return msgspec.structs.replace(s, condition=d)


@production("static_defined", "<c:static_clauses> , where X is <q:quantity>")
def _static_defined(c: Effects, q: Amount) -> Static | None:
    return where_x_holds(c, q)


# ------------------------------------------------------------------ what X is asked about


@production("sentence", "[if <c:conditions> ,] you may choose a player . They <a:acting>")
def _chosen_player(a: Effects, c: Condition | None = None) -> Effects:
    """Only a player who was chosen does it."""
    done = May((Named("choose_player"), *by_player(a, "that_player")))
    return (done,) if c is None else (IfDo(c, (done,)),)


@production("condition", "X is <n:digits>")
def _x_exactly(n: int) -> Condition:
    return Condition("other", compare="=", n=n, counter="X")


@production("clause", "also <e:effect>")
def _also(e: Effects) -> Effects | None:
    """ "Also put a counter on each other creature": other than what the sentence before was about, so not read."""
    return None if any(isinstance(of := getattr(x, "of", None), Filter) and of.other for x in e) else e


@production("effect", "do all of the above")
def _all_above() -> Effects:
    return (Named("do_all_of_the_above"),)


@production("sentence", "if (that player|they|its controller) (doesn't|don't) , <r:row>")
def _if_they_dont(r: Effects) -> Effects:
    """Of what the sentence before lets them pay or do."""
    return (IfDo(Condition("other", counter="did so"), (), r),)


@production("later", "at the beginning of your next (first|precombat) main phase")
def _next_first_main() -> Event:
    return Event("beginning_of_main")


@production("later", "at the beginning of your next main phase")
def _next_main() -> Event:
    return Event("beginning_of_next_main")
