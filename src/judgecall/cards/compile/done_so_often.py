"""What is done so often or as large as X says, to what is on the battlefield, and the events of it (CR 107.3, 701)."""

from __future__ import annotations

from judgecall.cards.abilities import (
    Activated,
    AddMana,
    Amount,
    Condition,
    Cost,
    CreateTokens,
    Event,
    Filter,
    May,
    Modes,
    ModifyPT,
    Named,
    SetPT,
    Static,
)
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.deeds import described, fact_of_one
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.moments import at_once, plain_event
from judgecall.cards.compile.nouns import Fields
from judgecall.cards.compile.subjects import this_turn, with_subject
from judgecall.cards.compile.triggers import several
from judgecall.cards.compile.words import COLOR_WORDS
from judgecall.cards.compile.x_left import replace_x

_EARLIER = Filter(ref="earlier")
_X = Amount(per="x")

# ------------------------------------------------------------------ events

plain_event("puts_sticker_on_this", "you", "you put a sticker on ~")
at_once("opponents_attacked", "one or more of your opponents are attacked", whose="each")
several(("enters", "attacks"), "enter or attack")


@production("event", "(a|an|<m:one_or_more>) <c:kind_of_card> are milled")
def _milled(c: Fields, m: bool = False) -> Event:
    return Event("cards_milled", of=Filter(**(c | {"zone": "graveyard"})), whose="each", one_or_more=m)


@production("event", "the final chapter ability of <o:watched> resolves")
def _last_chapter(o: Filter) -> Event:
    return Event("final_chapter_resolves", of=o)


@production("event", "<o:watched> becomes saddled [<f:first_time>]")
def _saddled(o: Filter, f: bool = False) -> Event:
    return Event("saddled", of=o, when="first_each_turn" if f else "")


production("first_time", "for the first time each turn")(lambda: True)
fact_of_one(
    "has the greatest power among creatures",
    "has the greatest power or is tied for greatest power among creatures on the battlefield",
)


# ------------------------------------------------------------------ keyword actions, so often


@production("effect", "<o:object> connives <n:number>")
def _connives(o: Filter, n: Amount) -> Effects:
    return (Named("connive", amount=n, of=o),)


@production("effect", "proliferate (X|<n:int>) times")
def _proliferate(n: int = 0) -> Effects:
    return (Named("proliferate", amount=Amount(base=n) if n else _X),)


@production("effect", "<o:chosen> become blocked")
def _become_blocked(o: Filter) -> Effects:
    return (Named("becomes_blocked", of=o),)


@production("effect", "attach <a:chosen> to it", "attach <a:chosen> to <t:this>", "attach <a:chosen> to <t:itself>")
def _attach(a: Filter, t: Filter = _EARLIER) -> Effects:
    """What it is attached to is what was spoken of before the Equipment was."""
    return Named("choose_to_attach", of=a), Named("attach:chosen", of=t)


production("itself", "him", "her")(lambda: Filter(this=True))


@production(
    "effect",
    "create <n:number> tokens that are copies of <o:object> and that are tapped and attacking",
)
def _attacking_copies(n: Amount, o: Filter) -> Effects:
    return (CreateTokens(n, copy_of=o, tapped=True, attacking=True),)


@production("effect", "create a number of tapped <k:token_kind> equal to <n:quantity>")
def _tapped_tokens(k: Fields, n: Amount) -> Effects:
    return (CreateTokens(n, tapped=True, **k),)


@production("tokens", "<n:number> X/X creature token* of the chosen color and type")
def _chosen_tokens(n: Amount) -> CreateTokens:
    return CreateTokens(n, types=("creature",), subtypes=("chosen",), colors=("chosen",), size=_X)


# ------------------------------------------------------------------ sizes


@production("effect", "have the base power and toughness of <o:object> become X/X until end of turn")
def _base_becomes_x(o: Filter) -> Effects:
    return (SetPT(o, _X, _X, until_end_of_turn=True),)


@production("clause", "until end of turn , you may have <o:object> <p:predicates>")
def _may_have_for_a_while(o: Filter, p: Effects) -> Effects | None:
    done = this_turn(with_subject(p, o))
    return None if done is None else (May(done),)


@production("x_and_y", "X is the exiled creature card 's power and Y is its toughness")
def _exiled_sizes() -> tuple[Amount, Amount]:
    power, toughness = (Amount(per="history", counter=f"{s} of what was exiled") for s in ("power", "toughness"))
    return power, toughness


@production("effect", "<o:object> gets +X / + Y until end of turn , where <q:x_and_y>")
def _x_and_y_this_turn(o: Filter, q: tuple[Amount, Amount]) -> Effects:
    return (ModifyPT(o, *q, until_end_of_turn=True),)


@production("static_line", "<o:subject> gets +X / + Y , where <q:x_and_y> [.]")
def _x_and_y(o: Filter, q: tuple[Amount, Amount]) -> Static:
    return Static((ModifyPT(o, *q),))


# ------------------------------------------------------------------ mana


@production("add_what", "X <a:mana_letter> or X <b:mana_letter>")
def _either_color(a: str, b: str) -> Fields:
    return {"options": (a, b), "amount": _X}


@production("mana_effect", "Add X <a:mana_letter> or X <b:mana_letter> , where X is <q:quantity>")
def _either_color_so_much(a: str, b: str, q: Amount) -> AddMana:
    return AddMana((a, b), q)


# ------------------------------------------------------------------ modes


@production("modal", "choose <n:how_many> . X is <q:quantity> . <m:modes>")
def _modes_with_x(n: tuple[int, int], q: Amount, m: tuple[Effects, ...]) -> Effects:
    return replace_x((Modes(m, at_least=n[0], at_most=min(n[1], len(m))),), q)


@production("modal", "choose up to X , where X is <q:quantity> — <m:modes>")
def _up_to_x_modes(q: Amount, m: tuple[Effects, ...]) -> Effects:
    return Named("x_is", amount=q), Modes(m, at_least=0, at_most=len(m), limit="up_to_x")


@production("adjective", "modal")
def _modal() -> Fields:
    return {"state": ("modal",)}


@production("quantity", "the number of times you chose a mode for that spell")
def _modes_chosen() -> Amount:
    return Amount(per="history", counter="modes chosen for that spell")


@production(
    "modes_paid_in",
    "• <s:sentences> . Spend only <k:color> mana on X [.]",
    "• <s:sentences> . Spend only <k:color> mana on X . <rest:modes_paid_in>",
)
def _modes_paid_in(
    s: Effects, k: str, rest: tuple[str, tuple[Effects, ...]] = ("", ())
) -> tuple[str, tuple[Effects, ...]] | None:
    return (k, (s, *rest[1])) if rest[0] in ("", k) else None


@production("activated", "<c:cost> : choose <n:how_many> — <m:modes_paid_in>")
def _modes_for_one_color(c: Cost, n: tuple[int, int], m: tuple[str, tuple[Effects, ...]]) -> Activated:
    """Whichever mode is chosen, X is paid so."""
    paid = Condition("other", counter=f"X is paid with {COLOR_WORDS[m[0]]} mana only")
    return Activated(c, (Modes(m[1], at_least=n[0], at_most=min(n[1], len(m[1]))),), condition=paid)


# ------------------------------------------------------------------ what was sacrificed


@production("cost_part", "Sacrifice ~ and any number of <c:core>")
def _sacrifice_with_others(c: Fields) -> Fields:
    return {
        "sacrifice": (Amount(base=1), Filter(this=True)),
        "other": (f"sacrifice any number of {described(Filter(**c))}",),
    }


@production("effect", "exile ~ and those (creature|artifact) cards")
def _exile_with_those() -> Effects:
    return (Named("exile_what_was_sacrificed"),)
