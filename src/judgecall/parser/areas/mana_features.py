"""What an asking part of a question about mana says: its senses, phrases and negations, and the words it explains."""

from __future__ import annotations

from judgecall.cards.abilities import AddMana
from judgecall.parser.areas.mana_board import ManaBoard
from judgecall.parser.areas.mana_cards import inside
from judgecall.parser.areas.mana_parts import Part
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk
from judgecall.parser.words import AUXILIARY
from judgecall.scenario.model import Event


class Features:
    """What the words of a part say, whatever they ask; and which words have been explained."""

    def __init__(self, talk: Talk, board: ManaBoard) -> None:
        self.talk = talk
        self.b = board
        self.used: set[int] = set()
        self.events: list[Event] = []
        self.doubts = 0.0
        self.parts: list[Part] = []
        self.not_things: set[int] = set()
        self.tapped: list[Mention] = []
        """What somebody is said to tap for mana, in order."""
        self.tapped_for = ""

    def in_part(self, part: Part) -> list[Mention]:
        """The mentions of a part in order."""
        return [m for m in self.talk.mentions if part.start <= m.start < part.end and m.head != "player"]

    def id(self, mention: Mention) -> str | None:
        """The object of a mention that was put on the board."""
        return self.b.board.of_mention.get(mention.start)

    def has(self, part: Part, kind: str, *values: str) -> bool:
        """Whether a word of the part, outside card names, has such a sense."""
        return any(self.talk.words[i].is_(kind, *values) for i in range(part.start, part.end))

    def says(self, part: Part, *phrases: str) -> bool:
        """Whether one of these phrases stands in the part."""
        text = " " + " ".join(self.talk.lowers[part.start : part.end]) + " "
        return any(f" {p} " in text for p in phrases)

    def use_verbs(self, part: Part, *frames: str) -> None:
        """Mark the part's verbs of these frames as explained."""
        self.used |= {i for i in range(part.start, part.end) if self.talk.words[i].is_("verb", *frames)}

    def use_nouns(self, part: Part, *nouns: str) -> None:
        """Mark the part's nouns as explained."""
        self.used |= {i for i in range(part.start, part.end) if self.talk.words[i].is_("noun", *nouns)}

    def use_kinds(self, part: Part, *kinds: str) -> None:
        """Mark the part's words with senses of these kinds as explained."""
        self.used |= {i for i in range(part.start, part.end) if any(s.kind in kinds for s in self.talk.words[i].senses)}

    def use_numbers(self, part: Part) -> None:
        """Mark the part's numbers as explained."""
        self.used |= {i for i in range(part.start, part.end) if self.talk.words[i].kind == "number"}

    def negated_head(self, part: Part) -> bool:
        """ "can't it make blue?": the player expects yes; the question is the same."""
        lowers = self.talk.lowers
        return (
            lowers[part.start] in AUXILIARY
            and part.start + 1 < part.end
            and lowers[part.start + 1] == "not"
            and self._use(part.start + 1)
        )

    def negated_claim(self, part: Part) -> bool:
        """ "so it can't make blue?": what is asked is the negative."""
        if self.negated_head(part):
            return False
        for i in range(part.start, part.end):
            if (
                self.talk.lowers[i] == "not"
                and i
                and not self.talk.words[i].used  # "although I don't have a Swamp"
                and (self.talk.words[i - 1].is_("modal_can") or self.talk.lowers[i - 1] in AUXILIARY)
            ):
                return self._use(i)
        return False

    def _use(self, i: int) -> bool:
        self.used.add(i)
        return True

    def has_after_amount(self, part: Part) -> bool:
        """ "how much green", "how many G", "amount of red", "total green": the type is what is counted."""
        for i in range(part.start, part.end):
            word = self.talk.words[i]
            if word.is_("how_much") or word.is_("how_many") or word.is_("total"):
                for k in range(i + 1, min(i + 3, part.end)):
                    if self.talk.words[k].sense("color") is not None or self.talk.words[k].kind == "mana":
                        return True
        return False

    def only_letters(self, part: Part) -> bool:
        """ "can it make only green": another question than whether it can make green."""
        for i in range(part.start, part.end - 1):
            if self.talk.lowers[i] == "only" and (
                self.talk.words[i + 1].sense("color") or self.talk.lowers[i + 1] == "for"
            ):
                return True
        return False

    def keyword(self, m: Mention, name: str) -> bool:
        """Whether a named card has this keyword."""
        card = self.talk.card(m)
        return card is not None and any(getattr(x, "name", "") == name for x in card.faces[0].abilities)

    def has_rider(self, m: Mention) -> bool:
        """Whether the mana of a named card does something more when it is spent."""
        card = self.talk.card(m)
        return card is not None and any(
            isinstance(p, AddMana) and (p.rider or "countered" in p.spend_only)
            for ability in card.faces[0].abilities
            for p in inside(ability)
        )
