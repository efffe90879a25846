"""The spells and permanents that a question about X names, and the talk with a mention for each name of a card."""

from __future__ import annotations

from copy import copy
from typing import Any

import msgspec

from judgecall.cards.abilities import Card
from judgecall.parser.areas.x_cards import roles
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event, GameObject

SUPPORT = frozenset({"chalice", "counterspell", "permission", "recursion", "doubler", "counter_changer", "freely", "sweeper", "finder", "reveals", "x_watcher",
                     "exiler", "granter", "clone", "cascades", "taker", "forbidder", "spell_copier"})  # fmt: skip
"""Roles of cards that do something to the spell that is asked about."""


class Thing(msgspec.Struct, eq=False):
    """One spell or permanent, where the question names it, and the facts of its card."""

    object: GameObject
    card: Card | None = None
    roles: frozenset[str] = frozenset()
    spans: list[tuple[int, int]] = msgspec.field(default_factory=list)
    events: list[Event] = msgspec.field(default_factory=list)

    @property
    def id(self) -> str:
        """Its id in the scenario."""
        return self.object.id

    @property
    def first(self) -> int:
        """The first word that names it."""
        return self.spans[0][0]

    @property
    def has_x(self) -> bool:
        """Whether there is an {X} in its mana cost, as far as is known."""
        return "x" in self.roles

    @property
    def permanent(self) -> bool:
        """Whether it is a card that stays on the battlefield."""
        return self.card is not None and not {"instant", "sorcery"} & set(self.card.faces[0].types)

    def set(self, **fields: Any) -> None:
        """Set fields of its object."""
        self.object = msgspec.structs.replace(self.object, **fields)


def with_all_names(talk: Talk) -> Talk:
    """The talk with a mention for every name of a card: those that players use as verbs ("can he mental misstep it"), and
    those that are ordinary words ("repeal", "endless one") where the question is about such a card anyway.
    """
    found: list[Mention] = []
    i = 0
    while i < len(talk.words):
        word = talk.words[i]
        inside = talk.inside(i)
        if word.kind == "card" and inside is None:
            found.append(
                Mention(i, i + 1, "card", word.lower, cards=word.cards, guessed=word.guessed, sentence=word.sentence)
            )
        elif word.kind == "word" and (inside is None or inside.head in {"some", "pronoun"} or not inside.cards):
            for n in (3, 2, 1):
                card = _plainly(talk, i, n)
                if card is not None:
                    owner = (
                        next(
                            (
                                s.value
                                for s in talk.words[i - 1].senses
                                if s.kind == "player" and s.form == "possessive"
                            ),
                            None,
                        )
                        if i
                        else None
                    )
                    found.append(
                        Mention(
                            i,
                            i + n,
                            "card",
                            " ".join(talk.lowers[i : i + n]),
                            owner,
                            cards=(card.name,),
                            sentence=word.sentence,
                        )
                    )
                    i += n - 1
                    break
        i += 1
    whole = copy(talk)
    taken = {j for m in found for j in range(m.start, m.end)}
    whole.mentions = sorted(
        [m for m in talk.mentions if not taken & set(range(m.start, m.end))] + found, key=lambda m: m.start
    )
    return whole


def _plainly(talk: Talk, i: int, n: int) -> Card | None:
    run = talk.words[i : i + n]
    if (
        len(run) < n
        or any(w.kind not in {"word", "number"} for w in run)
        or (n == 1 and (run[0].senses or len(run[0].lower) < 5))
    ):
        return None
    text = " ".join(w.lower for w in run)
    card = talk.cards.get(text)
    if card is None or text not in card.name.lower().split(" // ") or not roles(card) & ({"x", "by_value"} | SUPPORT):
        return None
    return card
