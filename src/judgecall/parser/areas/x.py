"""Questions about X: its value, mana values and what counters a spell by them, counters from X, what may be cast for which X."""

from __future__ import annotations

from judgecall.parser.areas.x_again import asks_again, once_more
from judgecall.parser.areas.x_answers import Answerer
from judgecall.parser.areas.x_asks import Asks
from judgecall.parser.areas.x_cards import plain_lord, roles
from judgecall.parser.areas.x_facts import read_facts
from judgecall.parser.areas.x_position import Position
from judgecall.parser.areas.x_things import Thing
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import GameObject, Query, Scenario

_DECIDING = frozenset({"unless", "forget", "forgot", "forgets", "missed", "miss", "misses"})
"""Words that turn what would happen round, whatever else was read."""
_LATER = ("upkeep", "end_step", "after_damage", "after_blocks", "between_damage", "before_blocks")
"""Moments by which more may have happened to a permanent than its entering."""
_PREFERRED = -0.2
"""What speaks of X or names a card that goes by mana value is more likely to be about that than about anything else."""


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """Readings of the question as one about X, mana values or counters."""
    del context
    position = Position(talk)
    if not _about(position.talk):
        return []
    if not position.things and not talk.has("noun", "x"):
        return []
    read_facts(position)
    asks = Asks(position).read()
    if not asks:
        return []
    queries: list[Query] = []
    others: list[GameObject] = []
    for ask in asks:
        if queries and asks_again(position, ask):
            again = once_more(position, ask, queries[-1])
            if again is None:
                return []
            queries.append(again[0])
            others.append(again[1])
            continue
        query = Answerer(position, ask).query()
        if query is None:
            return []
        queries.append(query)
    made = any(t.roles & {"copy", "clone"} or t.object.token for t in position.things)
    if any(q.kind == "mana_value" for q in queries) and {"token", "tokens"} & set(talk.lowers) and not made:
        return []  # the value of a token that a card makes isn't the card's own
    things = [t for t in position.things if "done" not in t.roles]
    _leave_bystanders(position, things, queries)
    _use_plain_telling(position)
    if _something_happens(position, queries):
        return []
    events = tuple(e for t in things for e in t.events)
    objects = (*(t.object for t in things), *others)
    scenario = Scenario(objects, tuple(position.players.values()), events, tuple(queries))
    return [Candidate(scenario, "x", position.used, _PREFERRED, tuple(position.guessed), tuple(position.ambiguous))]


def _about(talk: Talk) -> bool:
    """Whether anything in it belongs here at all: an X, a mana value, a counterspell, counters on a card with X."""
    if any(
        w.kind == "xis" or w.is_("noun", "x", "mana_value") or (w.kind == "mana" and "{X}" in w.mana)
        for w in talk.words
    ):
        return True
    if any(w.lower in {"counterspell", "cascade", "cascaded", "discover", "discovered"} for w in talk.words):
        return True
    cards = [card for m in talk.mentions if m.cards and (card := talk.card(m)) is not None]
    return any(
        "{X}" in c.faces[0].mana_cost
        or roles(c) & {"chalice", "reveals", "by_value", "x_watcher", "sweeper", "finder", "taker", "forbidder"}
        for c in cards
    )


def _something_happens(position: Position, queries: list[Query]) -> bool:
    """Whether something is told that this reading has no place for and that may decide: damage, theft, something in response."""
    talk = position.talk
    if set(talk.lowers) & _DECIDING:
        return True
    later = {q.kind for q in queries} & {"number_of_counters", "power", "toughness", "enters_alive"}
    for i, word in enumerate(talk.words):
        if i in position.used or talk.inside(i) is not None or word.is_("filler"):
            continue
        if (word.is_("verb", "deal", "steal", "return", "enchant", "activate") and not word.is_("noun")) or word.is_(
            "in_response"
        ):
            return True
        if later and word.is_("moment", *_LATER):
            return True
    return False


def _use_plain_telling(position: Position) -> None:
    """Who casts and pays is in the scenario once the rest is: "I cast …", "he has …"."""
    talk = position.talk
    for mention in talk.mentions:
        if mention.head == "player" and mention.player in {"you", "opp"}:
            position.use(mention)
    for i, word in enumerate(talk.words):
        if (word.is_("verb", "cast", "pay", "have") and talk.inside(i) is None) or word.is_("noun", "x"):
            position.used.add(i)


def _leave_bystanders(position: Position, things: list[Thing], queries: list[Query]) -> None:
    """A card that neither the query nor a rule looked at is not explained: what it does may decide."""
    asked = {id for q in queries for id in (*q.subject, *q.target)} | {
        id for t in things for e in t.events for id in (*e.subject, *e.target)
    }
    sizes = {q.kind for q in queries} <= {"enters_alive", "power", "toughness"}
    counts = sizes or {q.kind for q in queries} <= {"number_of_counters", "value_of_x", "amount"}
    for thing in things:
        if (
            thing.roles & {"freely", "explained", "example"}
            or thing.id in asked
            or "revealed" in thing.roles
            or thing.card is None
        ):
            continue
        if (counts and thing.roles & {"counter_changer", "doubler"}) or (sizes and plain_lord(thing.card)):
            continue
        if any(t.object.copy_of == thing.card.name for t in things):
            continue
        position.used -= {i for a, b in thing.spans for i in range(a, b)}
