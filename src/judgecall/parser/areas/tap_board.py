"""The board of a question about summoning sickness or tap costs: what mentions stand for, what their cards can do, and the roles of clauses."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    Activated,
    CantDo,
    Card,
    Damage,
    GainControl,
    Grant,
    Keyword,
    SpellAbility,
    Static,
    Triggered,
    Unread,
)
from judgecall.parser.areas.tap_times import Times
from judgecall.parser.board import Board
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.phrases import Finder, Match
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event, Player, Scenario

NOT_PERMANENT = frozenset({"instant", "sorcery"})


def forbids_abilities(card: Card | None) -> bool:
    """Whether it keeps abilities from being activated (Cursed Totem, Pithing Needle)."""
    return card is not None and any(
        isinstance(e, CantDo) and e.what == "activate"
        for a in card.faces[0].abilities
        if isinstance(a, Static)
        for e in a.effects
    )


def taps_others(card: Card | None) -> bool:
    """Whether it has an ability that is paid for by tapping other permanents (Heritage Druid, Springleaf Drum)."""
    return card is not None and any(
        isinstance(a, Activated | Unread) and a.cost is not None and a.cost.tap_objects is not None
        for a in card.faces[0].abilities
    )


def deals_by_tapping(card: Card | None) -> bool:
    """Whether it has an ability with {T} in its cost that deals damage (Prodigal Sorcerer)."""
    return card is not None and any(
        isinstance(a, Activated) and a.cost.tap and any(isinstance(e, Damage) for e in a.effects)
        for a in card.faces[0].abilities
    )


class TapBoard:
    """What a question speaks of, as objects."""

    def __init__(self, talk: Talk, context: Scenario | None = None) -> None:
        self.talk = talk
        self.find = Finder(talk)
        self.board = Board(talk, context)
        self.times = Times(talk, self.find)
        self.used: set[int] = set()
        self.doubts = 0.0
        self.events: list[Event] = list(context.events) if context is not None else []
        self.players: dict[str, Player] = {p.id: p for p in context.players} if context is not None else {
            "you": Player("you"), "opp": Player("opp"),
        }  # fmt: skip
        self.told = bool(context)
        """Whether anything was said of when something came, or how it stands."""
        self.flash_on_opps_turn: list[str] = []
        self.haste_for_all = False
        """Something gives haste to all your creatures."""
        self.facts: dict[str, str] = dict(context.facts) if context is not None else {}
        self.skipped: set[int] = set()
        """Verbs that belong to what another clause told."""
        self.passed: set[int] = set()
        """Mentions (by start) that stand for nothing on the board."""

    def use(self, *stretches: Match | Mention | Clause) -> None:
        """Mark the words of a stretch as explained; of a clause, its verb and the players that do it."""
        for stretch in stretches:
            if isinstance(stretch, Clause):
                self.used.add(stretch.verb)
                for m in [*stretch.subject, *stretch.by]:
                    if m.head == "player":
                        self.used |= set(range(m.start, m.end))
            else:
                self.used |= set(range(stretch.start, stretch.end))

    def use_kinds(self, start: int, end: int, *kinds: str) -> None:
        """Mark the words of these kinds between two places as explained."""
        for i in range(max(0, start), min(end, len(self.talk.words))):
            if any(self.talk.words[i].is_(k) for k in kinds):
                self.used.add(i)

    def use_between(self, start: int, end: int) -> None:
        """Mark every word between two places as explained."""
        self.used |= set(range(start, end))

    def card(self, id: str) -> Card | None:
        """The facts of an object's card."""
        name = self.board.objects[id].card
        return self.talk.cards.get(name) if name else None

    def types(self, id: str) -> set[str]:
        """Its types, printed or told."""
        card = self.card(id)
        thing = self.board.objects[id]
        printed = set(card.faces[0].types) if card else set()
        return printed | set(thing.types)

    def is_vehicle(self, id: str) -> bool:
        """Whether it is a Vehicle."""
        card = self.card(id)
        thing = self.board.objects[id]
        return (
            (card is not None and "Vehicle" in card.faces[0].subtypes)
            or "vehicle" in thing.said
            or "Vehicle" in thing.subtypes
        )

    def abilities(self, id: str) -> list[object]:
        """The printed abilities of its card's front face."""
        card = self.card(id)
        return list(card.faces[0].abilities) if card else []

    def taps_others(self, id: str) -> bool:
        """Whether its card has an ability that is paid for by tapping other permanents."""
        return taps_others(self.card(id))

    def has_tap_ability(self, id: str) -> bool:
        """Whether it has an activated ability with {T} or {Q} in its cost."""
        return any(
            isinstance(a, Activated | Unread) and a.cost is not None and (a.cost.tap or a.cost.untap)
            for a in self.abilities(id)
        )

    def gives_haste(self, id: str) -> bool:
        """Whether its card, as long as it is there, gives haste to others."""
        return any(
            isinstance(e, Grant) and any(isinstance(k, Keyword) and k.name == "haste" for k in e.abilities)
            for a in self.abilities(id) if isinstance(a, Static) for e in a.effects
        )  # fmt: skip

    def steals(self, card: Card | None) -> bool:
        """Whether a card takes control of things."""
        return card is not None and any(
            isinstance(e, GainControl)
            for a in card.faces[0].abilities if isinstance(a, SpellAbility | Static | Triggered | Activated) for e in a.effects
        )  # fmt: skip

    def is_spell_card(self, mention: Mention) -> bool:
        """Whether it names an instant or sorcery."""
        card = self.talk.card(mention) if mention.cards else None
        return card is not None and bool(NOT_PERMANENT & set(card.faces[0].types))

    def has_subtype(self, mention: Mention, subtypes: set[str]) -> bool:
        """Whether it names a card with one of these subtypes."""
        card = self.talk.card(mention) if mention.cards else None
        return card is not None and bool(subtypes & set(card.faces[0].subtypes))

    def id(self, mention: Mention, owner: str | None = None, avoid: tuple[str, ...] = ()) -> str | None:
        """What a mention stands for; "he" and "him" are the creature that was spoken of, if it can't be a player."""
        if mention.start in self.passed:
            return None
        if mention.head == "player":
            if mention.text not in {"he", "him", "they", "them"} or not self.board.spoken:
                return None
            mention = msgspec.structs.replace(mention, head="pronoun")
        named = self._by_name_word(mention)
        if named is not None:
            self.board.of_mention[mention.start] = named
            self.use(mention)
            return named
        if mention.head == "some":
            # "3 elves, one of them …": the group first, if no verb put it on the board.
            group = [m for m in self.talk.mentions if m.end <= mention.start and m.is_object and (m.count or 0) > 1]
            if group and group[-1].start not in self.board.of_mention and group[-1].start not in self.passed:
                self.id(group[-1])
        found = self.board.get(mention, owner=owner, avoid=avoid)
        if found is None and mention.head == "pronoun":
            found = self._antecedent(mention)
        if found is not None and mention.head == "pronoun" and self._only_there(found):
            # "I cast my elf and have Fervor out, can it attack": what is there for others is never tapped.
            self.board.of_mention.pop(mention.start, None)
            found = self.board.get(mention, owner=owner, avoid=(*avoid, found)) or found
        if found is not None:
            self.use(mention)
        return found

    def _only_there(self, id: str) -> bool:
        thing = self.board.objects[id]
        card = self.talk.cards.get(thing.card) if thing.card else None
        if card is None or thing.animated:
            return False
        face = card.faces[0]
        plain = face.types == ("enchantment",) and not any(isinstance(a, Activated) for a in face.abilities)
        return plain or bool({"Aura", "Equipment"} & set(face.subtypes) and "creature" not in face.types)

    def _by_name_word(self, mention: Mention) -> str | None:
        """ "the Sentinel", after Jaspera Sentinel was named: a kind that is a word of one card's name."""
        if (
            len(mention.cards) > 1
            or (mention.cards and " " in mention.cards[0])
            or mention.article not in {"the", "that", "this"}
            or mention.plural
            or mention.start in self.board.of_mention
        ):
            return None
        word = mention.text.split()[-1].removesuffix("'s")
        if len(mention.text.split()) > 2 or word in {"creature", "land", "token", "vehicle", "artifact"}:
            return None
        known = {o.card: i for i, o in self.board.objects.items() if o.card}
        if mention.cards and mention.cards[0] in known:
            return None
        fits = [i for card, i in known.items() if word in card.lower().replace(",", "").split(" // ")[0].split()]
        said = [o for o in self.board.objects.values() if not o.card and word in o.said.lower().split()]
        return fits[0] if len(fits) == 1 and not said else None

    def _antecedent(self, pronoun: Mention) -> str | None:
        """The thing before a pronoun that no verb put on the board ("Master of Waves has pro red. Can I tap it?")."""
        before = [
            m
            for m in self.talk.mentions
            if m.end <= pronoun.start and m.is_object and m.start not in self.passed and not self.is_spell_card(m)
        ]
        return self.id(before[-1]) if before else None

    def ids(self, mentions: list[Mention], owner: str | None = None, avoid: tuple[str, ...] = ()) -> tuple[str, ...]:
        """What several mentions stand for, each once."""
        found: list[str] = []
        for mention in mentions:
            if mention.head == "some" and (mention.count or 0) > 1 and mention.start not in self.passed:
                # "the three of them": the things that were listed, where they are as many.
                listed = [i for i in self.board.spoken if self.board.objects[i].zone == "battlefield"]
                if sum(self.board.objects[i].count or 1 for i in listed) == mention.count:
                    self.use(mention)
                    found += [i for i in listed if i not in found]
                    continue
            if mention.head == "pronoun" and mention.plural:
                found += [i for i in self.board.ids([mention]) if i not in found]
                self.use(mention)
                continue
            id = self.id(mention, owner, avoid)
            if id is not None and id not in found:
                found.append(id)
        return tuple(found)

    def things(self, mentions: list[Mention]) -> list[Mention]:
        """The mentions that can stand for objects."""
        return [m for m in mentions if m.head not in {"player", "ability", "trigger"} and m.start not in self.passed]

    def patients(self, clause: Clause) -> list[Mention]:
        """What a verb is done to: "the guy i cast", "cast a bear", "a bear was cast", "the bear came down"."""
        things = self.things(clause.subject)
        antecedent = self._before_that(clause)
        if antecedent:
            return antecedent
        relative = self.before_player(clause)
        if relative:
            return relative
        objects = self._own_objects(clause)
        if clause.passive and things:
            return things
        if clause.frame == "enter" and any(m.head == "player" for m in clause.subject):
            # Players don't enter: "he" is a creature.
            he = [m for m in clause.subject if m.head == "player" and m.text in {"he", "she", "they"}]
            fits = [i for i in reversed(self.board.spoken) if "creature" in self.types(i) or self.card(i) is None]
            named = [m for m in things if not m.cards or "creature" in self._printed(m)]
            if he and not named and fits:
                pronoun = msgspec.structs.replace(he[-1], head="pronoun")
                self.board.of_mention[pronoun.start] = fits[0]
                return [pronoun]
            return named or things or objects
        if any(m.head == "player" for m in clause.subject):
            return objects
        return objects if objects and not things else things if not objects or clause.frame == "enter" else objects

    def _before_that(self, clause: Clause) -> list[Mention]:
        """ "crew Copter with a creature that came down this turn": what stands right before "that"."""
        lead = clause.verb - 1
        while lead > 0 and (
            self.talk.words[lead].is_("this_turn") or self.talk.lowers[lead] in {"just", "only", "has", "have"}
        ):
            lead -= 1
        if lead < 1 or self.talk.lowers[lead] not in {"that", "which", "who"}:
            return []
        return [m for m in self.talk.mentions if m.end == lead and m.is_object and m.start not in self.passed]

    def _printed(self, mention: Mention) -> tuple[str, ...]:
        """The types that the card of a mention has."""
        card = self.talk.card(mention)
        return card.faces[0].types if card is not None else ()

    def _own_objects(self, clause: Clause) -> list[Mention]:
        """Its objects without the one that the next verb begins with ("i bounced the hixus and my lion came back")."""
        later = next((c for c in self.talk.clauses if c.verb > clause.verb and c.sentence == clause.sentence), None)
        if later is None or len(clause.object) < 2:
            return self.things(clause.object)
        return [m for m in self.things(clause.object) if m.end != later.verb]

    def subject_before(self, clause: Clause) -> list[Mention]:
        """The thing right before a verb, where the clause's subject was taken from the verb before it."""
        near = [m for m in self.talk.mentions if m.end == clause.verb and m.head != "player"]
        return near or self.things(clause.subject)

    def before_player(self, clause: Clause) -> list[Mention]:
        """ "a creature i just cast", "on the bear i cast": the thing that stands right before the one who does it."""
        before = [m for m in self.talk.mentions if m.end <= clause.verb and m.sentence == clause.sentence]
        player = next((m for m in reversed(before) if m.head == "player"), None)
        if player is None or any(player.start < c.verb < clause.verb for c in self.talk.clauses):
            return []
        listed: list[Mention] = []
        start = player.start
        for m in reversed(before[: before.index(player)]):
            gap = self.talk.lowers[m.end : start]
            joins = {"that", "which"} if not listed else {"and", ",", "+", "plus"}
            if m.head in {"player", "pronoun", "ability", "trigger"} or m.start in self.passed or not set(gap) <= joins:
                break
            if listed and not gap:
                break
            listed.insert(0, m)
            start = m.start
            if m.head == "some":
                break
        return listed

    def owner(self, clause: Clause) -> str | None:
        """Which player does it."""
        who = next((m for m in clause.subject if m.head == "player" and m.player in {"you", "opp"}), None)
        if who is None:
            return None
        return who.player

    def creature_he(self, clause: Clause) -> tuple[str, ...]:
        """ "he" for a creature: where no opponent was spoken of and a creature was."""
        he = next((m for m in clause.subject if m.head == "player" and m.text in {"he", "him", "they", "them"}), None)
        if he is None or any(
            m.owner == "opp" or (m.player == "opp" and m.article != "pronoun") for m in self.talk.mentions
        ):
            return ()
        fits = [i for i in reversed(self.board.spoken) if "creature" in self.types(i)]
        return tuple(fits[:1])

    def topic_ids(self) -> tuple[str, ...]:
        """What was spoken of last, or the first thing that is spoken of at all."""
        if self.board.spoken:
            return (self.board.spoken[-1],)
        first = next(
            (m for m in self.talk.mentions if m.is_object and m.start not in self.passed and not self.is_spell_card(m)),
            None,
        )
        made = self.id(first) if first is not None else None
        return (made,) if made else ()
