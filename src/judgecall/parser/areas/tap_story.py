"""The story of a question about summoning sickness or tap costs: what there is, when it came, how it stands now.

What is asked stands in `tap_asks`; words are marked as explained only where their meaning went into the board.
"""

from __future__ import annotations

import re

import msgspec

from judgecall.cards.abilities import (
    Activated,
    Card,
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
from judgecall.scenario.model import Event, GameObject, Player, Scenario

_ARRIVING = frozenset({"cast", "enter", "fetch"})
_ARRIVING_VERBS = frozenset({"resolved", "resolves", "arrived", "landed"})
_THIEVES = {
    "threaten": "Threaten",
    "act of treason": "Act of Treason",
    "control magic": "Control Magic",
    "mind control": "Mind Control",
}
_NOT_PERMANENT = frozenset({"instant", "sorcery"})


class TapStory:
    """What a question tells, as objects and events in the order told."""

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
        self.facts: dict[str, str] = dict(context.facts) if context is not None else {}
        self.skipped: set[int] = set()
        """Verbs that belong to what another clause told."""
        self.passed: set[int] = set()
        """Mentions (by start) that stand for nothing on the board."""

    # ------------------------------------------------------------ words

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

    # ------------------------------------------------------------ objects

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
        """Whether it has an ability that is paid for by tapping other permanents (Heritage Druid, Springleaf Drum)."""
        return any(
            isinstance(a, Activated | Unread) and a.cost is not None and a.cost.tap_objects is not None
            for a in self.abilities(id)
        )

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
            for a in card.faces[0].abilities if isinstance(a, SpellAbility | Static | Triggered) for e in a.effects
        )  # fmt: skip

    def is_spell_card(self, mention: Mention) -> bool:
        """Whether it names an instant or sorcery."""
        card = self.talk.card(mention) if mention.cards else None
        return card is not None and bool(_NOT_PERMANENT & set(card.faces[0].types))

    def id(self, mention: Mention, owner: str | None = None) -> str | None:
        """What a mention stands for; "he" and "him" are the creature that was spoken of, if it can't be a player."""
        if mention.start in self.passed:
            return None
        if mention.head == "player":
            if mention.text not in {"he", "him", "they", "them"} or not self.board.spoken:
                return None
            mention = msgspec.structs.replace(mention, head="pronoun")
        found = self.board.get(mention, owner=owner)
        if found is None and mention.head == "pronoun":
            found = self._antecedent(mention)
        if found is not None:
            self.use(mention)
        return found

    def _antecedent(self, pronoun: Mention) -> str | None:
        """The thing before a pronoun that no verb put on the board ("Master of Waves has pro red. Can I tap it?")."""
        before = [
            m
            for m in self.talk.mentions
            if m.end <= pronoun.start and m.is_object and m.start not in self.passed and not self.is_spell_card(m)
        ]
        return self.id(before[-1]) if before else None

    def ids(self, mentions: list[Mention], owner: str | None = None) -> tuple[str, ...]:
        """What several mentions stand for, each once."""
        found: list[str] = []
        for mention in mentions:
            if mention.head == "pronoun" and mention.plural:
                found += [i for i in self.board.ids([mention]) if i not in found]
                self.use(mention)
                continue
            id = self.id(mention, owner)
            if id is not None and id not in found:
                found.append(id)
        return tuple(found)

    def things(self, mentions: list[Mention]) -> list[Mention]:
        """The mentions that can stand for objects."""
        return [m for m in mentions if m.head not in {"player", "ability", "trigger"} and m.start not in self.passed]

    # ------------------------------------------------------------ roles

    def patients(self, clause: Clause) -> list[Mention]:
        """What a verb is done to: "the guy i cast", "cast a bear", "a bear was cast", "the bear came down"."""
        things = self.things(clause.subject)
        relative = self.before_player(clause)
        if relative:
            return relative
        objects = self._own_objects(clause)
        if clause.passive and things:
            return things
        if any(m.head == "player" for m in clause.subject):
            return objects
        return objects if objects and not things else things if not objects or clause.frame == "enter" else objects

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
        """ "a creature i just cast": the thing that stands right before the one who does it."""
        things = self.things(clause.subject)
        player = next((m for m in reversed(clause.subject) if m.head == "player"), None)
        if player is None:
            return []
        if any(player.start < c.verb < clause.verb for c in self.talk.clauses):
            return []
        last = next((m for m in reversed(things) if m.end <= player.start), None)
        if last is None or any(w not in {"that", "which"} for w in self.talk.lowers[last.end : player.start]):
            return []
        listed = [last]
        for m in reversed(things[: things.index(last)]):
            if self.talk.lowers[m.end : listed[0].start] in (["and"], [","], ["+"], ["plus"]):
                listed.insert(0, m)
            else:
                break
        return listed

    def owner(self, clause: Clause) -> str | None:
        """Which player does it."""
        who = next((m for m in clause.subject if m.head == "player" and m.player in {"you", "opp"}), None)
        if who is None:
            return None
        return who.player

    # ------------------------------------------------------------ telling

    def tell(self, clause: Clause) -> bool:
        """Put what a clause tells on the board; False if it tells nothing known."""
        if clause.frame in {"tap", "untap", "attack", "activate"} and self._wished(clause):
            return False
        if "without" in self.talk.lowers[max(0, clause.verb - 1) : clause.verb]:
            clause.negated = True
            self.used.add(clause.verb - 1)
        done = (
            self._extra(clause) or self._returns(clause) or self._arrives(clause) or self._steals(clause) or self._crews(clause)
            or self._animates(clause) or self._taps(clause) or self._attacks(clause) or self._leaves(clause) or self._has(clause)
            or self._pays(clause)
            or self._gains(clause) or self._blinks(clause) or self._attaches(clause)
        )  # fmt: skip
        if done:
            self.use(clause)
            self.told = True
            self.use_kinds(clause.start, clause.end, "this_turn", "last_turn", "moment", "conditional", "in_response")
        return done

    def _wished(self, clause: Clause) -> bool:
        """ "i'd love to untap it", "wanted to attack with it", "opponent let me attack": nothing that is told to have happened."""
        before = self.talk.lowers[max(0, clause.verb - 2) : clause.verb]
        wished = bool(before) and (before[-1] == "to" or "let" in before or "lets" in before)
        if wished and clause.frame in {"attack", "tap", "untap"}:
            self.use(clause)
            self.ids(self.things(clause.object))
        return wished

    def _extra(self, clause: Clause) -> bool:
        """ "gives me another beginning phase", "I untap, have an upkeep and draw": a step or phase more, no new turn."""
        if clause.verb not in self.times.extra_words:
            return False
        for m in self.things(clause.subject):
            # What gives the step changes nothing else.
            self.use(m)
            self.passed.add(m.start)
        return True

    def came(self, ids: tuple[str, ...], when: str) -> None:
        """Set when control of these began: this_turn, before_turn, or opps_turn (left to what is asked)."""
        for id in ids:
            if when == "opps_turn":
                self.flash_on_opps_turn.append(id)
            else:
                self.board.change(id, since=when)

    def _arrives(self, clause: Clause) -> bool:
        made = bool({"produce", "get", "have"} & set(clause.frames)) and self._makes(clause)
        if not (clause.frame in _ARRIVING or made or self.talk.lowers[clause.verb] in _ARRIVING_VERBS):
            return False
        if clause.negated and not made:
            return False
        mentions = self.things(clause.object) if made else self.patients(clause)
        spells = [m for m in mentions if self.is_spell_card(m)]
        for spell in spells:
            self.use(spell)
            self.passed.add(spell.start)
        mentions = [m for m in mentions if m not in spells]
        if spells and not mentions:
            return self._spell_steals(clause, spells[0]) or True
        if clause.frame == "enter" or clause.passive:
            mentions = mentions + self.things(clause.with_)
        for m in clause.other.get("as", []):
            if m.head == "land":
                self.passed.add(m.start)
                self.use(m)
        ids = self.ids(mentions, self.owner(clause) if clause.frame != "enter" else None)
        if not ids:
            ids = self.topic_ids() if not mentions else ()
        if not ids:
            return False
        for m in self.things(
            [*clause.with_, *clause.other.get("from", []), *clause.other.get("off", []), *clause.other.get("via", [])]
        ):
            if self.is_spell_card(m) or m.cards and (made or clause.frame == "fetch" and m.start not in self.board.of_mention):
                self.use(m)
                self.passed.add(m.start)
        self.came(ids, self.times.of(clause, default="this_turn"))
        self._enters_tapped(clause, ids)
        return True

    def _makes(self, clause: Clause) -> bool:
        """ "make two spirits", "get the two mice": tokens that an effect makes."""
        return any(
            m.head in {"token", "creature"} and (m.subtypes or m.head == "token" or m.power is not None)
            for m in clause.object
        ) and (clause.frame != "have")

    def _enters_tapped(self, clause: Clause, ids: tuple[str, ...]) -> None:
        for i in range(clause.verb + 1, min(clause.verb + 3, len(self.talk.words))):
            if self.talk.lowers[i] in {"tapped", "untapped"}:
                self.used.add(i)
                for id in ids:
                    self.board.change(id, tapped=self.talk.lowers[i] == "tapped")

    def _returns(self, clause: Clause) -> bool:
        if clause.frame != "return" or clause.question:
            return False
        active = any(m.head == "player" for m in clause.subject) and not clause.passive
        ids = self.ids(self.patients(clause) if active else self.subject_before(clause)) or self.topic_ids()
        if not ids:
            return False
        to_me = any(m.head == "player" and m.player == "you" for m in clause.other.get("to", []))
        to_me = to_me or bool(self.find.all("to me", "to my side", "under my control"))
        stolen = any(e.kind == "control" for e in self.events)
        when = self.times.of(clause, default=self.times.last_told)
        if when in {"opps_turn", "before_turn"}:
            # What opponents took came back before this turn began.
            self.events = [e for e in self.events if not (e.kind == "control" and set(e.subject) & set(ids))]
            self.came(ids, "before_turn")
        elif stolen or (to_me and "battlefield" not in self.talk.lowers[clause.verb : clause.end]):
            self.events = [e for e in self.events if not (e.kind == "control" and set(e.subject) & set(ids))]
            self.came(ids, "this_turn")
        else:
            self.events.append(Event("return", ids))
        self.use_kinds(clause.verb, clause.end, "to_player")
        return True

    def _pays(self, clause: Clause) -> bool:
        """"paid the 1 to animate it": what the ability cost."""
        if clause.frame != "pay" or clause.question or clause.negated:
            return False
        near = range(clause.verb + 1, min(clause.verb + 4, len(self.talk.words)))
        self.used |= {i for i in near if self.talk.words[i].kind in {"number", "mana"} or self.talk.words[i].is_("noun", "mana")}
        return True

    def _blinks(self, clause: Clause) -> bool:
        if clause.frame != "blink" or clause.question:
            return False
        ids = self.ids(self.patients(clause)) or self.topic_ids()
        if not ids:
            return False
        if self.times.of(clause, default="this_turn") == "this_turn":
            self.events.append(Event("blink", ids))
        else:
            self.came(ids, self.times.of(clause, default="this_turn"))
        for m in self.things([*clause.with_, *clause.subject]):
            if m.cards:
                self.use(m)
        return True

    def _steals(self, clause: Clause) -> bool:
        card_verb = clause.frame == "spell" and self.steals(self.talk.cards.get(self.talk.words[clause.verb].cards[0]))
        if clause.frame != "steal" and not card_verb or clause.negated:
            return False
        thief = self.owner(clause) or "you"
        targets = [m for m in self.things([*clause.object, *clause.on]) if not self.is_spell_card(m)]
        if clause.passive:
            targets = self.things(clause.subject)
            thief = next((m.player for m in clause.by if m.head == "player"), thief)
        for i in range(clause.verb + 1, len(self.talk.words) - 1):
            if self.talk.lowers[i] in {"steal", "control", "stealing"} and self.talk.lowers[i + 1] in {"effect", "spell", "card", "magic", "type"}:
                self.used |= {i, i + 1}
                self.skipped.add(i)
        ids = self.ids(targets, {"you": "opp", "opp": "you"}[thief])
        if not ids:
            return False
        by = self._thief(clause, ids) if thief == "you" else None
        ends = [c.end for c in self.talk.clauses if c.verb in self.skipped and c.sentence == clause.sentence]
        when = self.times.of(msgspec.structs.replace(clause, end=max([clause.end, *ends])), default="this_turn")
        if thief == "opp":
            # Only what comes of it matters: it is told when it comes back.
            self.events.append(Event("control", ids, ("opp",)))
            self.times.last_told = when
            return True
        self.stolen(ids, by, when)
        return True

    def stolen(self, ids: tuple[str, ...], by: str | None, when: str) -> None:
        """You take control of these."""
        if when == "before_turn":
            self.came(ids, "before_turn")
            for id in ids:
                self.board.change(id, controller="you")
            return
        for id in ids:
            if self.board.objects[id].controller == "you":
                self.board.change(id, controller="opp")
        self.events.append(Event("control", ids, ("you",), by=by))

    def _spell_steals(self, clause: Clause, spell: Mention) -> bool:
        """ "cast Act of Treason on his dragon"."""
        if not self.steals(self.talk.card(spell)):
            return False
        ids = self.ids(self.things([*clause.on, *[m for m in clause.object if m is not spell]]), "opp")
        if not ids:
            return False
        self.stolen(ids, self.put_spell(spell.cards[0], ids), self.times.of(clause, default="this_turn"))
        return True

    def _thief(self, clause: Clause, ids: tuple[str, ...]) -> str | None:
        """The card that takes control, named by the verb or beside it."""
        word = self.talk.words[clause.verb]
        name = word.cards[0] if word.cards else None
        for verb, card in _THIEVES.items():
            if re.match(rf"{verb.rstrip('e')}(e|ed|ing|s|'d|d)*$", word.lower):
                name = card
        for i in range(clause.verb + 1, min(clause.verb + 9, len(self.talk.words))):
            if self.talk.lowers[i] in _THIEVES and self.talk.words[i].sentence == clause.sentence:
                self.used.add(i)
                self.skipped.add(i)
                name = _THIEVES[self.talk.lowers[i]]
        named = next((m for m in self.things([*clause.with_, *clause.other.get("via", []), *clause.other.get("using", []), *clause.subject,
                                              *clause.other.get("from", []), *clause.other.get("off", [])]) if m.cards), None)  # fmt: skip
        if named is not None and named.start not in self.board.of_mention and self.steals(self.talk.card(named)):
            name = named.cards[0]
            self.use(named)
            self.passed.add(named.start)
        return self.put_spell(name, ids) if name else None

    def put_spell(self, name: str, ids: tuple[str, ...]) -> str | None:
        """The card that took control: an Aura stays on what it took, a spell has done its work."""
        card = self.talk.cards.get(name)
        if card is None:
            return None
        known = next((i for i, o in self.board.objects.items() if o.card == card.name), None)
        if known is not None:
            return known
        stays = not _NOT_PERMANENT & set(card.faces[0].types)
        spoken = list(self.board.spoken)
        made = self.board.create(
            GameObject(self.board.fresh_id(card.name), said=card.name, card=card.name, controller="you",
                       zone="battlefield" if stays else "graveyard",
                       attached_to=ids[0] if "Aura" in card.faces[0].subtypes else None)
        )  # fmt: skip
        self.board.spoken = [*[s for s in spoken if s != made]]
        return made

    def _crews(self, clause: Clause) -> bool:
        if clause.frame != "crew":
            return False
        if clause.negated:
            # "I'm not crewing it": it stays what it is.
            for id in self.ids(self.patients(clause)) or self.topic_ids():
                if self.is_vehicle(id):
                    self.board.change(id, animated=False)
            self.use_kinds(clause.start, clause.verb, "negation")
            return True
        crew, vehicle = self.crew_roles(clause)
        if vehicle is None:
            return False
        self.events.append(Event("crew", crew, (vehicle,), in_response=clause.in_response))
        return True

    def crew_roles(self, clause: Clause) -> tuple[tuple[str, ...], str | None]:
        """Who crews, and what is crewed."""
        objects = self.things(clause.subject if clause.passive else clause.object)
        doers = self.things([*clause.with_, *clause.by, *clause.other.get("using", []), *clause.other.get("to", [])])
        passive = clause.passive or (clause.form == "ed" and not objects and not any(m.head == "player" for m in clause.subject))
        if passive and not clause.passive:
            objects = self.things(clause.subject)
        elif not passive:
            doers = [*doers, *self.things(clause.subject)]
        payers = self.ids(doers) or (self.creature_he(clause) if not clause.passive else ())
        pronouns = [m for m in objects if m.head == "pronoun"]
        others = self.ids([m for m in objects if m not in pronouns])
        for m in pronouns:
            fits = next((i for i in reversed(self.board.spoken) if self.is_vehicle(i) and i not in payers), None)
            if fits is not None:
                self.board.of_mention[m.start] = fits
                self.use(m)
                others = (*others, fits)
        payers = tuple(i for i in payers if i not in others)
        vehicle = next((i for i in others if self.is_vehicle(i)), None) or next(iter(others), None)
        if vehicle is None:
            vehicle = next((i for i in reversed(self.board.spoken) if self.is_vehicle(i) and i not in payers), None)
        return payers, vehicle

    def creature_he(self, clause: Clause) -> tuple[str, ...]:
        """ "he" for a creature: where no opponent was spoken of and a creature was."""
        he = next((m for m in clause.subject if m.head == "player" and m.text in {"he", "him", "they", "them"}), None)
        if he is None or any(
            m.owner == "opp" or m.player == "opp" and m.article != "pronoun" for m in self.talk.mentions
        ):
            return ()
        fits = [i for i in reversed(self.board.spoken) if "creature" in self.types(i)]
        return tuple(fits[:1])

    def _animates(self, clause: Clause) -> bool:
        if clause.frame != "animate" or clause.question and not clause.conditional:
            return False
        ids = self.ids(self.patients(clause))
        if not ids:
            ids = tuple(
                i
                for i in self.topic_ids()
                if "land" in self.types(i) or self.is_vehicle(i) or "artifact" in self.types(i)
            )
        if not ids:
            return False
        if clause.negated:
            for id in ids:
                self.board.change(id, animated=False)
            self.use_kinds(clause.start, clause.verb, "negation")
            return True
        for i in range(clause.verb + 1, min(clause.verb + 4, len(self.talk.words))):
            if self.talk.words[i].kind in {"number", "mana"} and self.talk.lowers[i - 1] == "for":
                self.used.add(i)  # what the ability costs
        self.events.append(Event("animate", ids))
        return True

    def _taps(self, clause: Clause) -> bool:
        if clause.frame not in {"tap", "untap"} or clause.question or clause.modal or clause.negated:
            return False
        if clause.form in {"base", "ing"} and not any(m.head == "player" for m in clause.subject):
            return False
        mentions = self.patients(clause)
        state = clause.form == "ed" and not any(m.head == "player" for m in clause.subject)
        ids = self.ids(mentions) or (self.topic_ids() if state else ())
        if not ids:
            return False
        if state:
            for id in ids:
                self.board.change(id, tapped=clause.frame == "tap")
            for m in clause.by:
                if m.head in {"spell", "ability", "player", "trigger"} or (m.owner == "opp" and not m.cards):
                    self.use(m)
        else:
            self.events.append(Event(clause.frame, ids))  # type: ignore[arg-type]
        return True

    def _attacks(self, clause: Clause) -> bool:
        if clause.frame != "attack" or clause.question or clause.modal or clause.negated:
            return False
        if clause.form in {"base", "ing"} and not clause.subject:
            return False
        ids = self.ids(self.things([*clause.subject, *clause.with_]) or self.things(clause.object)) or self.topic_ids()
        if not ids:
            return False
        self.events.append(Event("attack", ids))
        return True

    def _leaves(self, clause: Clause) -> bool:
        how = {
            "kill": "destroyed",
            "bounce": "bounced",
            "exile": "exiled",
            "sacrifice": "sacrificed",
            "die": "dies",
        }.get(clause.frame)
        if how is None or clause.question or clause.modal or clause.negated:
            return False
        ids = self.ids(self.patients(clause))
        if not ids:
            return False
        self.events.append(Event("leave", ids, how=how))
        return True

    def _has(self, clause: Clause) -> bool:
        """ "I have Thousand-Year Elixir and a bear": what there is."""
        if clause.frame != "have" or clause.question and clause.wh:
            return False
        owner = self.owner(clause)
        mentions = self.before_player(clause) or self.things(clause.object)
        if not mentions or owner is None:
            return False
        ids = self.ids([m for m in mentions if not self.is_spell_card(m)], owner)
        when = self.times.of(clause, default="")
        if when:
            self.came(ids, when)
        return bool(ids)

    def _gains(self, clause: Clause) -> bool:
        """ "it gains haste", "gave it haste": what has haste without its card saying so."""
        if not {"get", "produce", "have", "lose"} & set(clause.frames) or clause.question:
            return False
        near = range(clause.verb + 1, min(clause.end, len(self.talk.words)))
        haste = next((i for i in near if self.talk.words[i].is_("keyword", "haste")), None)
        if haste is None:
            return False
        givers = [i for i in self.ids(self.things(clause.subject)) if self.gives_haste(i)]
        self.used.add(haste)
        if givers and clause.frame != "lose":
            return True
        ids = self.ids([m for m in self.things([*clause.object, *clause.on]) if "haste" not in m.keywords]) or self.ids(
            self.things(clause.subject)
        )
        ids = ids or self.topic_ids()
        if clause.negated or any(self.talk.words[i].is_("negation") for i in range(clause.start, haste)):
            self.use_kinds(clause.start, haste, "negation")
            self.without_haste(ids)
        elif clause.frame == "lose":
            self.events.append(Event("lose", ids, value="haste"))
        else:
            self.events.append(Event("gain", ids, abilities=(Keyword("haste"),)))
        return bool(ids)

    def without_haste(self, ids: tuple[str, ...]) -> None:
        """The question says that these haven't haste."""
        for id in ids:
            thing = self.board.objects[id]
            if "haste" not in thing.without:
                self.board.change(id, without=(*thing.without, "haste"))

    def _attaches(self, clause: Clause) -> bool:
        """ "paradise mantle moved onto a creature", "equip it with boots"."""
        if clause.frame != "enchant" or clause.question:
            return False
        named = [
            m for m in clause.roles() if m.cards and {"Aura", "Equipment"} & set(self.talk.card(m).faces[0].subtypes)
        ]  # type: ignore[union-attr]
        hosts = [m for m in self.things(clause.roles()) if m not in named]
        if len(named) != 1 or not hosts:
            return False
        worn, on = self.id(named[0], "you"), self.id(hosts[0])
        if worn is None or on is None or worn == on:
            return False
        self.board.change(worn, attached_to=on)
        return True

    # ------------------------------------------------------------ topic

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
