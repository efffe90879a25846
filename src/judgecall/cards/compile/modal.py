"""Modes: "Choose one —", with the words that name them and what allows more of them (CR 700.2)."""

from __future__ import annotations

from judgecall.cards.abilities import Condition, Modes
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production, word_rule
from judgecall.cards.compile.text import Word


@production("how_many", "one")
def _one() -> tuple[int, int]:
    return 1, 1


@production("how_many", "two")
def _two() -> tuple[int, int]:
    return 2, 2


@production("how_many", "three")
def _three() -> tuple[int, int]:
    return 3, 3


@production("how_many", "one or both")
def _one_or_both() -> tuple[int, int]:
    return 1, 2


@production("how_many", "one or more")
def _one_or_more() -> tuple[int, int]:
    return 1, 99


@production("how_many", "any number")
def _any_number() -> tuple[int, int]:
    """None of them, too."""
    return 0, 99


@production("how_many", "up to <n:int>")
def _up_to(n: int) -> tuple[int, int]:
    return 0, n


@word_rule("name_of_mode")
def _name_of_mode(word: Word) -> str | None:
    plain = word.text.replace("'", "").replace("-", "").replace("!", "")
    return word.text if plain.isalpha() or word.low in ("'s", "'", ",", "!", "?") else None


@production("mode_name", "<w:name_of_mode>", "<w:name_of_mode> <rest:mode_name>")
def _mode_name(w: str, rest: int = 0) -> int | None:
    """A flavour word before a dash (CR 207.2d): it starts with a capital and is short."""
    if not rest and not w[0].isupper():
        return None
    return rest + 1 if rest < 6 else None


@production("modes", "• [<:mode_name> —] <s:sentences> [.]", "• [<:mode_name> —] <s:sentences> [.] <rest:modes>")
def _modes(s: Effects, rest: tuple[Effects, ...] = ()) -> tuple[Effects, ...]:
    return (s, *rest)


@production("modal", "choose <n:how_many> — <m:modes>", "choose <n:how_many> . <m:modes>")
def _modal(n: tuple[int, int], m: tuple[Effects, ...]) -> Effects:
    return (Modes(m, at_least=n[0], at_most=min(n[1], len(m))),)


@production(
    "modal",
    "choose one . If <c:conditions> , you may choose both [instead] . <m:modes>",
    "choose one . If <c:conditions> , you may choose any number instead . <m:modes>",
)
def _more_if(c: Condition, m: tuple[Effects, ...]) -> Effects:
    return (Modes(m, at_least=1, at_most=len(m), more_if=c),)


@production("modal", "choose one . If <c:conditions> , choose both instead . <m:modes>")
def _both_if(c: Condition, m: tuple[Effects, ...]) -> Effects:
    return (Modes(m, at_least=1, at_most=len(m), more_if=c, limit="all_then"),)


@production("modal", "choose <n:how_many> . You may choose the same mode more than once . <m:modes>")
def _repeated(n: tuple[int, int], m: tuple[Effects, ...]) -> Effects:
    return (Modes(m, at_least=n[0], at_most=n[1], repeated=True),)


@production("modal", "choose <n:how_many> . Each mode must target a different player . <m:modes>")
def _different_players(n: tuple[int, int], m: tuple[Effects, ...]) -> Effects:
    return (Modes(m, at_least=n[0], at_most=min(n[1], len(m)), limit="different_players"),)


for _limit, _phrase in {
    "not_chosen_before": "that hasn't been chosen",
    "not_chosen_this_turn": "that hasn't been chosen this turn",
    "at_random": "at random",
}.items():
    production("modal", f"choose one {_phrase} — <m:modes>")(lambda m, w=_limit: (Modes(m, limit=w),))
