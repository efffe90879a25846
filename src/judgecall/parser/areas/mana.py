"""Questions about mana: what can be made, of which types and how much, what triggers or doubles, whether it uses the stack,
what it may be spent on, and whether it stays.

The question is cut into what it tells and what it asks. What it tells makes the board (mana_board); each thing asked becomes
a query by its features, whatever their order (mana_asks).
"""

from __future__ import annotations

from judgecall.parser.areas.mana_asks import Asker
from judgecall.parser.areas.mana_board import ManaBoard
from judgecall.parser.areas.mana_cards import of_mention
from judgecall.parser.areas.mana_choices import skip_choices
from judgecall.parser.areas.mana_copies import read_copies
from judgecall.parser.areas.mana_described import read_described
from judgecall.parser.areas.mana_spells import read_spells
from judgecall.parser.areas.mana_told import Told
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Query, Scenario

_FIGHTING = frozenset({"attack", "block", "no_block", "trample_over"})
_UNSPENT = (
    "floating",
    "not spend",
    "unspent",
    "unused",
    "carry over",
    "carries over",
    "empty",
    "empties",
    "drain",
    "drains",
)
_ELSEWHERE = ("haste", "summoning sickness", "summoning sick", "summon sick", "crew", "convoke", "the x", "x spell")


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """Readings of the question as one about mana."""
    if not _concerned(talk, context):
        return []
    board = ManaBoard(talk, context)
    skip_choices(board)
    asker = Asker(talk, board)
    asker.prepare()
    for mention in board.things():
        if mention.start not in asker.not_things:
            board.place(mention)
    read_copies(board)
    Told(board).read()
    read_described(board)
    spells = read_spells(board)
    queries = asker.ask(context)
    if not queries or board.confused:
        return []
    used = board.used | asker.used
    fresh = talk.has("this_turn") and any(
        board.is_creature(i) for q in queries for i in q.subject if i in board.board.objects
    )
    if not fresh and (talk.has("noun", "mana") or talk.has("verb", "produce") or talk.has("color")):
        asker.doubts -= 1.0  # nothing is said of when anything came: it is about the mana, not about summoning sickness
    if any(q.kind == "mana_trigger" for q in queries):
        asker.doubts -= 1.0  # what is tapped is named: no question of a trigger whose event is taken to happen
    players = tuple(board.players[p] for p in ("you", "opp"))
    scenario = Scenario(
        board.objects(), players, (*spells, *asker.events), tuple(queries), facts=tuple(board.facts.items()),
    )  # fmt: skip
    return [Candidate(scenario, "mana", used, asker.doubts, tuple(board.board.guessed), tuple(board.board.ambiguous))]


def _concerned(talk: Talk, context: Scenario | None) -> bool:
    """Whether the question speaks of mana at all, and of nothing that another area is for."""
    if (talk.says(*_ELSEWHERE) and not _only_denied(talk) and not _paid_otherwise(talk)) or any(
        k in {"haste", "vigilance"} for m in talk.mentions for k in m.keywords
    ):
        return False
    makers = [m for m in talk.mentions if m.is_object and of_mention(talk, m).matters]
    speaks = talk.has("noun", "mana") or talk.has("verb", "produce") or any(w.kind == "mana" for w in talk.words)
    if any(set(c.frames) & _FIGHTING and c.frame in _FIGHTING for c in talk.clauses) and not (
        (makers and (talk.has("noun", "mana") or talk.says("how many counters", "sunburst")))
        or (talk.has("noun", "mana") and talk.says(*_UNSPENT))
    ):  # fmt: skip
        return False
    if _earlier(context):
        return bool(makers or speaks or talk.has("color"))
    if talk.says("mana ability", "mana abilities") and any(m.cards for m in talk.mentions):
        return True
    if makers and _how_much_of_a_color(talk):
        return True
    return (bool(makers) and (speaks or any(m.cards or m.land_class for m in makers))) or (
        (talk.has("noun", "mana") and (talk.has("verb", "tap", "respond", "produce", "stay", "lose") or talk.says(*_UNSPENT)))
        or (
            (speaks or talk.has("color")) and bool({"float", "floats", "floated", "floating"} & set(talk.lowers))
        )
        or (talk.has("verb", "produce") and talk.says("taps for", "tap for", "taps for mana", "tap for mana"))
    )  # fmt: skip


def _how_much_of_a_color(talk: Talk) -> bool:
    """ "how much blue is that": mana, though nobody says so."""
    asked = (i for i, w in enumerate(talk.words[:-1]) if w.is_("how_much"))
    return any(talk.words[i + 1].is_("color") and talk.inside(i + 1) is None for i in asked)


def _paid_otherwise(talk: Talk) -> bool:
    """ "does tapping Birds for convoke trigger Kinnan": tapped for a cost, and what triggers on tapping for mana is named."""
    rewards = any(of_mention(talk, m).rewards for m in talk.mentions if m.is_object and m.cards)
    return (
        rewards and talk.has("verb", "trigger") and talk.says("convoke", "crew", "improvise") and not talk.says("haste")
    )


def _only_denied(talk: Talk) -> bool:
    """ "how much does she make? she isn't summoning sick": an aside, where an amount is asked."""
    if talk.says(*(p for p in _ELSEWHERE if "sick" not in p)) or not (talk.has("how_much") or talk.has("how_many")):
        return False
    said = [i for i, w in enumerate(talk.words) if "sick" in w.lower and w.is_("this_turn")]
    return bool(said) and all(any(w.is_("negation") for w in talk.words[max(0, i - 2) : i]) for i in said)


def _earlier(context: Scenario | None) -> list[Query]:
    kinds = {"could_produce", "can_produce", "mana_amount"}
    return [q for q in context.queries if q.kind in kinds] if context is not None else []
