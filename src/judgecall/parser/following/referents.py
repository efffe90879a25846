"""Which object of the scenario before a follow-up speaks of: "it", "mine", "his guy", "the 4/4", "them"."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from judgecall.cards.abilities import Card, Keyword
from judgecall.parser.mention import Mention
from judgecall.parser.terms import ability
from judgecall.scenario.model import GameObject, Scenario
from judgecall.scenario.names import noun_of

Cards = Callable[[str], Card | None]

_MANY = frozenset({"they", "them", "those", "these", "both", "all", "ones"})
_EVASION = frozenset({"skulk", "menace", "shadow", "fear", "intimidate", "horsemanship", "trample", "unblockable"})
"""Abilities that decide something only for a creature that attacks."""
_HOLDING = frozenset({"reach"})
"""Abilities that decide something only for a creature that blocks."""


class Unclear(Exception):
    """More than one object fits equally: the player chooses."""

    def __init__(self, ids: tuple[str, ...]) -> None:
        super().__init__(", ".join(ids))
        self.ids = ids
        self.mention: Mention | None = None
        """The words that were unclear, where they are known."""


class Referents:
    """Resolves the mentions of a follow-up to objects of the scenario before.

    Args:
        scenario: the one that the follow-up goes on from, with what was changed in it already.
        cards: the facts of a card by its name.
    """

    def __init__(self, scenario: Scenario, cards: Cards) -> None:
        self.scenario = scenario
        self._cards = cards
        self.things = {thing.id: thing for thing in scenario.objects if thing.zone != "nowhere" and thing.count != 0}
        self.attackers, self.blockers = _fighters(scenario)

    # ------------------------------------------------------------ kinds

    def types_of(self, thing: GameObject) -> frozenset[str]:
        """Its types: stated, or printed on its card."""
        if thing.types:
            return frozenset({*thing.types, *(["creature"] if thing.animated else [])})
        card = self._cards(thing.card or thing.copy_of or "")
        if card is None:
            return frozenset({"creature"} if thing.power is not None else ())
        face = card.faces[-1 if thing.face == "back" else 0]
        return frozenset({*face.types, *(["creature"] if thing.animated else [])})

    def is_creature(self, thing: GameObject) -> bool:
        """Whether it is a creature as far as the question or its card says."""
        return "creature" in self.types_of(thing)

    def has(self, thing: GameObject, term: str) -> bool:
        """Whether it has the ability that a term of the lexicon names, by what was said of it or by its card."""
        if term in thing.without:
            return False
        told = ability(term)
        card = self._cards(thing.card or thing.copy_of or "")
        printed = [a for face in card.faces for a in face.abilities] if card is not None else []
        return told in thing.abilities or any(
            isinstance(a, Keyword) and a.name == term for a in (*thing.abilities, *printed)
        )

    # ------------------------------------------------------------ salience

    def focus(self) -> tuple[str, ...]:
        """What the question before was about: the subject of what it asked, and what was changed last."""
        last = self.scenario.queries[-1] if self.scenario.queries else None
        asked = [id for id in (last.subject if last is not None else ()) if id in self.things]
        if not asked:
            asked = [id for id in self.things if id in self.attackers]
        topic = self.scenario.topic
        if topic in self.things:
            asked = [topic, *(id for id in asked if id != topic)]
        return tuple(asked or self.things)

    def resolve(
        self, mention: Mention, *, like: Callable[[GameObject], bool] | None = None, terms: Iterable[str] = ()
    ) -> tuple[str, ...]:
        """The ids that a mention stands for; empty when nothing fits.

        Args:
            like: what is told of it can be told only of such objects ("loses flying": of what has it).
            terms: abilities that it is told to have, each of which may be one of attackers or of blockers only.

        Raises:
            Unclear: more than one thing fits equally.
        """
        fits = [id for id, thing in self.things.items() if self.fits(mention, thing)]
        if like is not None:
            fits = [id for id in fits if like(self.things[id])]
        for told, side in ((_EVASION, self.attackers), (_HOLDING, self.blockers)):
            if set(terms) & told:
                fits = [id for id in fits if id in side] or fits
        if mention.head == "some":
            return self._group(mention, fits)
        if mention.plural and mention.head == "pronoun":
            return self._several(mention, fits)
        return self._one(mention, fits)

    def topic_of(
        self, *, like: Callable[[GameObject], bool] | None = None, terms: Iterable[str] = ()
    ) -> tuple[str, ...]:
        """What is meant where nothing is named ("with haste?", "without flying?").

        Raises:
            Unclear: more than one thing fits equally.
        """
        return self.resolve(Mention(0, 0, "pronoun", text="it"), like=like, terms=terms)

    def _one(self, mention: Mention, fits: list[str]) -> tuple[str, ...]:
        if len(fits) <= 1:
            return tuple(fits)
        if not mention.described:
            # What is not described is told by what was asked about; "his guy" is one that fights.
            near = [id for id in self.focus() if id in fits]
            fighting = [id for id in fits if id in self.attackers | self.blockers]
            fits = near or fighting or fits
        if len(fits) > 1:
            raise Unclear(tuple(fits))
        return tuple(fits)

    def _group(self, mention: Mention, fits: list[str]) -> tuple[str, ...]:
        """ "one of them": the group that so many are a part of, and never the one thing that the question was about."""
        groups = [id for id in fits if (self.things[id].count or 2) > (mention.count or 1)]
        near = [id for id in groups if id in self.focus()]
        found = near if len(near) == 1 else groups
        if len(found) > 1 or (not found and len(fits) > 1):
            raise Unclear(tuple(found or fits))
        return tuple(found)

    def _several(self, mention: Mention, fits: list[str]) -> tuple[str, ...]:
        if mention.text == "both":
            fighting = [id for id in self.things if id in self.attackers | self.blockers]
            return tuple(fighting) if len(fighting) == 2 else ()
        groups = [id for id in fits if self.things[id].count != 1]
        near = [id for id in groups if id in self.focus()] or groups
        if len(near) == 1:
            return tuple(near)
        if len(near) > 1:
            raise Unclear(tuple(near))
        asked = [id for id in self.focus() if id in fits]
        sides = {self.things[id].controller for id in asked or fits}
        if len(asked or fits) > 1 and len(sides) == 1:
            return tuple(asked or fits)
        return ()

    # ------------------------------------------------------------ fitting

    def fits(self, mention: Mention, thing: GameObject) -> bool:
        """Whether a mention's words can be said of a thing."""
        if mention.owner is not None and thing.controller not in {mention.owner, None}:
            return False
        if mention.head == "pronoun":
            words = set(mention.text.split())
            if words & {"he", "him", "she", "her"} and not self.is_creature(thing):
                return False
            return mention.plural or bool(words & _MANY) or thing.count == 1
        if mention.cards:
            return thing.card in mention.cards or thing.copy_of in mention.cards
        if mention.head == "attacker" or mention.role == "attacking":
            if thing.id not in self.attackers:
                return False
        elif (mention.head == "blocker" or mention.role == "blocking") and thing.id not in self.blockers:
            return False
        return self._described(mention, thing)

    def _described(self, mention: Mention, thing: GameObject) -> bool:
        types = self.types_of(thing)
        head = {"attacker": "creature", "blocker": "creature", "token": "creature", "vehicle": "artifact"}.get(
            mention.head, mention.head
        )
        if head in {"creature", "land", "artifact", "enchantment", "planeswalker"} and head not in types:
            return False
        if mention.power is not None and (thing.power, thing.toughness) != (mention.power, mention.toughness):
            return False
        if mention.count is not None and mention.count > (thing.count or mention.count):
            return False
        if mention.tapped is not None and bool(thing.tapped) != mention.tapped:
            return False
        if mention.colors and not mention.told and set(mention.colors) != set(thing.colors or ()):
            return False
        if not all(self.has(thing, term) for term in mention.keywords if term not in mention.told):
            return False
        card = self._cards(thing.card or "")
        printed = {s for face in card.faces for s in face.subtypes} if card is not None else set()
        return not mention.subtypes or set(mention.subtypes) <= {*thing.subtypes, *printed}


def _fighters(scenario: Scenario) -> tuple[frozenset[str], frozenset[str]]:
    """What attacks, and what blocks or is asked whether it blocks."""
    attackers = {id for e in scenario.events if e.kind == "attack" for id in e.subject}
    attackers |= {o.id for o in scenario.objects if o.attacking}
    blockers = {id for e in scenario.events if e.kind == "block" for id in e.subject}
    blockers |= {o.id for o in scenario.objects if o.blocking}
    for query in scenario.queries:
        if query.kind in {"can_block", "must_block", "may_not_block"}:
            blockers |= set(query.subject)
        elif query.kind == "can_be_blocked":
            blockers |= set(query.target)
    return frozenset(attackers), frozenset(blockers - attackers)


def called(thing: GameObject, others: Iterable[GameObject]) -> str | None:
    """Words by which a player can speak of one thing: "my 3/3"; None where they would fit another as well."""
    owner = {"you": "my", "opp": "his"}.get(thing.controller or "", "the")
    noun = noun_of(thing)
    alike = [o for o in others if o.id != thing.id and noun_of(o) == noun and o.controller == thing.controller]
    return None if alike else f"{owner} {noun}"
