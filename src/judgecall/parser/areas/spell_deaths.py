"""Whether a spell kills a creature, with no combat told of: "does Lightning Bolt kill his 3/3", "he casts Murder on my
indestructible 4/4, does it die", "does my bear survive Pyroclasm".

One instant or sorcery, one creature, one question. Every word must be one of these or talk that says nothing, so that nothing
else that was told is passed over.
"""

from __future__ import annotations

from judgecall.cards.abilities import Amount, Card, Damage, Filter, Keyword, ModifyPT, Move, PutCounters, SpellAbility
from judgecall.parser.areas.combat_sides import OTHER
from judgecall.parser.board import Board
from judgecall.parser.lexicon import inflect
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.parser.words import Word
from judgecall.scenario.model import Event, GameObject, Query, Scenario

_BY_VERB = {form: name for verb, name in (("bolt", "Lightning Bolt"), ("shock", "Shock"), ("murder", "Murder"), ("dismember", "Dismember"))
            for form in (verb, *(f for f, _ in inflect(verb)))}  # fmt: skip
"""Spells whose names are verbs as well, by each form of the verb."""
_DIES = frozenset({"die", "kill", "destroy"})
_SHIELDS = frozenset({"hexproof", "shroud", "protection"})
_LINKS = frozenset({
    "does", "do", "did", "will", "would", "is", "'s", "are", "can", "could", "a", "an", "the", "on", "onto", "at", "to", "with", "for", "by", "from",
    "and", "if", "when", "my", "his", "their", "her", "opp", "opponent", "i", "he", "she", "they", "it", "be", "enough", "of", "then", "or", "or not",
    "not", "vs", "against", "targeting", "targets", "target", "that", "this", "has", "have", "which", "just", "so", "=", "control", "controls", "me",
    "after", "all", "its", "resolves", "actually", "still", "up", "one", "wondering", "mine", "big", "got", "there",
})  # fmt: skip
_TELLING = ("cast", "enchant", "spell", "have", "get", "target", "put", "use", "throw", "play", "deal")
_AGAINST = frozenset({"in response", "counter", "regenerate", "protect"})


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """The reading of a question about what becomes of a creature that a spell is cast on."""
    if context is not None:
        return []
    candidate = SpellDeathReader(talk).read()
    return [candidate] if candidate is not None else []


def can_kill(card: Card) -> bool:
    """Whether all that a card does as a spell is what a creature can die of, or what it can't be killed without."""
    spells = [a for a in card.faces[0].abilities if isinstance(a, SpellAbility)]
    effects = [e for a in spells for e in a.effects]
    deadly = [
        e for e in effects
        if isinstance(e, Damage)
        or (isinstance(e, Move) and e.how == "destroy")
        or (isinstance(e, PutCounters) and e.counter == "-1/-1")
        or (isinstance(e, ModifyPT) and (e.toughness.base < 0 or e.toughness.times < 0))
    ]  # fmt: skip
    ways = {a.name for a in card.faces[0].abilities if isinstance(a, Keyword)} & {
        "overload",
        "kicker",
        "escalate",
        "spree",
    }
    return bool(deadly) and not ways


def aims(card: Card) -> bool:
    """Whether it has a target."""
    effects = [e for a in card.faces[0].abilities if isinstance(a, SpellAbility) for e in a.effects]
    return any(
        (isinstance(of := getattr(e, "of", None), Filter) and of.target)
        or (isinstance(e, Damage) and of is None and e.players == "any_target")
        for e in effects
    )


def uses_x(card: Card) -> bool:
    """Whether an X is chosen for it, in its mana cost or another ("pay X life")."""
    effects = [e for a in card.faces[0].abilities if isinstance(a, SpellAbility) for e in a.effects]
    amounts = [getattr(e, field, None) for e in effects for field in ("amount", "power", "toughness")]
    return "{X}" in (card.faces[0].mana_cost or "") or any(isinstance(a, Amount) and a.per == "x" for a in amounts)


class SpellDeathReader:
    """Builds the casting of the one spell, and the question whether the one creature dies."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.words = talk.words
        self.board = Board(talk)
        self.used: set[int] = set()

    def read(self) -> Candidate | None:
        """The reading; None where anything else is told or asked."""
        found = self._spell()
        asks = [i for i, w in enumerate(self.words) if self._asks_death(i, w, found[0] if found else -1)]
        if found is None or len(asks) != 1:
            return None
        at, name = found
        card = self.talk.cards.get(name)
        if card is None or not {"instant", "sorcery"} & set(card.faces[0].types) or not can_kill(card):
            return None
        spell = next((m for m in self.talk.mentions if m.start <= at < m.end), None)
        creature = self._creature(spell)
        if creature is None or not self._asked_so(asks[0], at):
            return None
        ids = self.board.ids([m for m in self.talk.mentions if m is not spell and m.head != "player"])
        if len(ids) != 1 or self.board.unplain or self.board.objects[ids[0]].count not in (1, None):
            return None
        caster, owner = self._sides(at, spell, creature)
        x = self._x(at, card)
        if not self._all_told(at, asks[0]) or caster is False or (x is None and uses_x(card)):
            return None
        if owner is not None:
            self.board.change(ids[0], controller=owner)
        if not isinstance(caster, str) and self._is_shielded(ids[0]):
            return None  # whose spell it is decides, and nobody said
        id = self.board.create(
            GameObject(
                name, said=name, card=name, zone="stack", controller=caster if isinstance(caster, str) else None, x=x
            )
        )
        survive = self.words[asks[0]].is_("verb", "survive")
        query = Query("survives" if survive else "dies", ids)
        scenario = Scenario(
            tuple(self.board.objects.values()),
            events=(Event("cast", (id,), ids if aims(card) else (), n=x),),
            queries=(query,),
        )
        return Candidate(scenario, "damage", self.used, -2.0, tuple(self.board.guessed), tuple(self.board.ambiguous))

    def _spell(self) -> tuple[int, str] | None:
        """Where the one spell is named, and its name; a verb that is a spell's name too where no card is."""
        named: list[tuple[int, str]] = []
        for i, word in enumerate(self.words):
            if word.kind != "card" or len(word.cards) != 1:
                continue
            card = self.talk.cards.get(word.cards[0])
            if card is not None and len(card.faces) == 1 and {"instant", "sorcery"} & set(card.faces[0].types):
                named.append((i, card.name))
        if not named:
            named = [(i, _BY_VERB[w.lower]) for i, w in enumerate(self.words) if w.lower in _BY_VERB]
        return named[0] if len(named) == 1 else None

    def _asks_death(self, i: int, word: Word, spell: int) -> bool:
        return i != spell and (word.is_("verb", "survive") or word.is_("verb", *_DIES))

    def _creature(self, spell: Mention | None) -> Mention | None:
        """The first mention of the creature: a card that is one, or a creature by its words."""
        things = [m for m in self.talk.mentions if m is not spell and m.is_object]
        if not things or any(m.plural or (m.count or 1) != 1 or m.role or m.zone for m in things):
            return None
        for m in things:
            card = self.talk.card(m) if m.cards else None
            if m.head not in {"creature", "token", "card"} or (
                card is not None and "creature" not in card.faces[0].types
            ):
                return None
            if m.head == "card" and card is None:
                return None
        return things[0]

    def _asked_so(self, ask: int, at: int) -> bool:
        """The killing is asked about, not told: a question word before it, or it ends what is said."""
        sentence = self.words[ask].sentence
        before = [w for w in self.words[:ask] if w.sentence == sentence]
        if any(w.is_("negation") for w in self.words) or any(w.is_("which", "who") for w in before):
            return False
        openers = {"does", "do", "did", "will", "would", "can", "could", "is", "enough", "if", "are"}
        ends = all(w.kind == "mark" or w.lower in {"or not", "right", "then"} for w in self.words[ask + 1 :])
        return bool(openers & {w.lower for w in before}) or ends

    def _sides(self, at: int, spell: Mention | None, creature: Mention) -> tuple[str | bool | None, str | None]:
        """Whose spell and whose creature it is; False for the spell where what is said of it doesn't fit together."""
        owner = creature.owner if creature.owner in OTHER else None
        told: set[str] = set()
        if spell is not None and spell.owner in OTHER:
            told.add(spell.owner or "")
        for clause in self.talk.clauses:
            doer = next((m.player for m in clause.subject if m.head == "player" and m.player in OTHER), None)
            names_it = clause.verb == at or any(spell is not None and m is spell for m in clause.roles())
            if doer is not None and names_it:
                told.add(doer)
        if len(told) > 1:
            return False, owner
        return (told.pop() if told else OTHER.get(owner or "")), owner

    def _is_shielded(self, id: str) -> bool:
        thing = self.board.objects[id]
        card = self.talk.cards.get(thing.card) if thing.card else None
        abilities = [*thing.abilities, *(card.faces[0].abilities if card else ())]
        return any(isinstance(a, Keyword) and a.name in _SHIELDS - {"protection", "shroud"} for a in abilities)

    def _x(self, at: int, card: Card) -> int | None:
        """ "X=3 Fireball", "Fireball with X = 3", "a Fireball for 4"."""
        if not uses_x(card):
            return None
        told = [(i, w.value[0]) for i, w in enumerate(self.words) if w.kind == "xis" and w.value]
        told += [
            (i, w.value[0]) for i, w in enumerate(self.words)
            if w.kind == "number" and w.value and self.talk.lowers[i - 1] == "for" and self.talk.inside(i) is None and 0 < i - at <= 2
        ]  # fmt: skip
        if len(told) != 1:
            return None
        self.used.add(told[0][0])
        return told[0][1]

    def _all_told(self, at: int, ask: int) -> bool:
        """Whether every word has its place; they are marked as used."""
        for i, word in enumerate(self.words):
            held = self.talk.inside(i)
            place = held is not None and held.head != "player"
            verb = word.is_("verb", *_TELLING) and not word.is_("verb", "attack", "block")
            plain = word.kind == "mark" or word.lower in _LINKS or word.is_("filler") or word.is_("player")
            if i in {at, ask} or i in self.used or place or verb or plain:
                if not (word.is_("filler") or word.kind == "mark") or place:
                    self.used.add(i)
                continue
            return False
        return not any(self.words[i].lower in _AGAINST for i in self.used)
