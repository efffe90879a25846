"""What changed hands or went away and came back: thefts, blinks, returns; each sets since when its controller has it."""

from __future__ import annotations

import re

import msgspec

from judgecall.cards.abilities import GainControl, SpellAbility
from judgecall.parser.areas.tap_board import NOT_PERMANENT, TapBoard
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Event, GameObject

_GIVING = frozenset({"gave", "gives", "given", "donates", "donated", "hands", "handed"})
_ENDING = re.compile(r"(?:'d|ed|ing|e?s|d)$")
"""What is put to a card's name that is used as a verb ("control magic'd", "threatened")."""


class Thefts(TapBoard):
    """Tells how control of things began."""

    def came(self, ids: tuple[str, ...], when: str) -> None:
        """Set when control of these began: this_turn, before_turn, or opps_turn (left to what is asked)."""
        for id in ids:
            if when == "opps_turn":
                self.flash_on_opps_turn.append(id)
            else:
                self.board.change(id, since=when)
                # What came back after it had left is there: that it left is over.
                self.events = [e for e in self.events if not (e.kind == "leave" and e.subject == (id,))]

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

    def _given(self, clause: Clause) -> bool:
        """ "my opponent gave me his Serra Angel with Donate": control of it begins then."""
        if clause.question or clause.negated or self.talk.lowers[clause.verb] not in _GIVING:
            return False
        takers = {m.player for m in [*clause.object, *clause.other.get("to", [])] if m.head == "player"}
        givers = {m.player for m in clause.subject if m.head == "player"}
        given = [m for m in self.things(clause.object) if m.head != "player" and not self.is_spell_card(m)]
        to_me = bool(self.find.all("to me", "me back", "to my side")) or "you" in takers
        if "opp" not in givers or not to_me or len(given) != 1 or given[0].keywords:
            return False
        ids = self.ids(given, "opp")
        if not ids:
            return False
        by = None
        for m in self.things(
            [*clause.with_, *clause.other.get("via", []), *clause.other.get("using", []), *clause.other.get("off", [])]
        ):
            if m.cards:
                self.use(m)
                self.passed.add(m.start)
                by = self.put_spell(m.cards[0], ids) if self.steals(self.talk.card(m)) else None
        self.use_kinds(clause.verb, clause.end, "to_player")
        for m in clause.object:
            if m.head == "player":
                self.used |= set(range(m.start, m.end))
        self.stolen(ids, by, self.times.of(clause, default="this_turn"))
        return True

    def _steals(self, clause: Clause) -> bool:
        card_verb = clause.frame == "spell" and self.steals(self.talk.cards.get(self.talk.words[clause.verb].cards[0]))
        if ("steal" not in clause.frames and not card_verb) or clause.negated or clause.question:
            return False
        thief = self.owner(clause) or "you"
        targets = [m for m in self.things([*clause.object, *clause.on]) if not self.is_spell_card(m)]
        if clause.passive:
            targets = self.things(clause.subject)
            thief = next((m.player for m in clause.by if m.head == "player"), thief)
        for i in range(clause.verb + 1, len(self.talk.words) - 1):
            if self.talk.lowers[i] in {"steal", "control", "stealing"} and self.talk.lowers[i + 1] in {
                "effect",
                "spell",
                "card",
                "magic",
                "type",
            }:
                self.used |= {i, i + 1}
                self.skipped.add(i)
        ids = self.ids(targets, {"you": "opp", "opp": "you"}[thief])
        if not ids:
            return False
        by = self._thief(clause, ids) if thief == "you" else None
        for m in self.things(clause.subject):
            if m.cards and m.start not in self.board.of_mention and m.start not in self.passed:
                self.use(m)  # "Sower of Temptation took his Tarmogoyf"
                self.passed.add(m.start)
                by = by or self.put_spell(m.cards[0], ids)
        self._thief_ahead(clause)
        ends = [c.end for c in self.talk.clauses if c.verb in self.skipped and c.sentence == clause.sentence]
        when = self.times.of(msgspec.structs.replace(clause, end=max([clause.end, *ends])), default="this_turn")
        if thief == "opp" and self._came_back_before(clause, when):
            self.came(ids, "before_turn")  # it came back when that turn ended
            return True
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
        name = self._thief_ahead(clause) or self._thief_verb(clause.verb) or name
        named = next((m for m in self.things([*clause.with_, *clause.other.get("via", []), *clause.other.get("using", []), *clause.subject,
                                              *clause.other.get("from", []), *clause.other.get("off", [])]) if m.cards), None)  # fmt: skip
        if named is not None and named.start not in self.board.of_mention and self.steals(self.talk.card(named)):
            name = named.cards[0]
            self.use(named)
            self.passed.add(named.start)
        return self.put_spell(name, ids) if name else None

    def _until_end_of_turn(self, clause: Clause) -> bool:
        """Whether what takes control does so only until the turn ends (Threaten, Act of Treason)."""
        words = range(clause.verb, min(clause.verb + 9, len(self.talk.words)))
        names = [c for i in words for c in self.talk.words[i].cards]
        names += [name for i in words if (name := self._thief_verb(i)) is not None]
        cards = [self.talk.cards.get(n) for n in names]
        found = any(
            isinstance(e, GainControl) and e.until_end_of_turn
            for c in cards if c is not None for a in c.faces[0].abilities if isinstance(a, SpellAbility) for e in a.effects
        )  # fmt: skip
        if found:
            for m in self.things([*clause.with_, *clause.other.get("via", [])]):
                self.use(m)
                self.passed.add(m.start)
        return found

    def _came_back_before(self, clause: Clause, when: str) -> bool:
        """An opponent takes it only until the turn ends, and did so in that opponent's turn: said so, or it is my turn now."""
        mine = self.talk.has("moment", "my_turn") or self.talk.says("my turn", "my next turn")
        return (when == "opps_turn" or (mine and not self._told_this_turn(clause))) and self._until_end_of_turn(clause)

    def _told_this_turn(self, clause: Clause) -> bool:
        return any(w.is_("this_turn") for w in self.talk.words[clause.start : clause.end])

    def _thief_ahead(self, clause: Clause) -> str | None:
        """ "stole it with mind control", "took it with act of treason": a card that was read as a verb."""
        for i in range(clause.verb + 1, min(clause.verb + 9, len(self.talk.words))):
            name = self._thief_verb(i) if self.talk.words[i].sentence == clause.sentence else None
            if name is not None:
                self.used.add(i)
                self.skipped.add(i)
                return name
        return None

    def _thief_verb(self, i: int) -> str | None:
        """The card that takes control whose name is the verb at word i ("threatened", "mind control")."""
        if not self.talk.words[i].is_("verb", "steal"):
            return None
        said = self.talk.lowers[i]
        cards = (self.talk.cards.get(name) for name in (said, _ENDING.sub("", said)))
        return next((card.name for card in cards if card is not None and self.steals(card)), None)

    def put_spell(self, name: str, ids: tuple[str, ...]) -> str | None:
        """The card that took control: an Aura stays on what it took, a spell has done its work."""
        card = self.talk.cards.get(name)
        if card is None:
            return None
        known = next((i for i, o in self.board.objects.items() if o.card == card.name), None)
        if known is not None:
            return known
        stays = not NOT_PERMANENT & set(card.faces[0].types)
        spoken = list(self.board.spoken)
        made = self.board.create(
            GameObject(self.board.fresh_id(card.name), said=card.name, card=card.name, controller="you",
                       zone="battlefield" if stays else "graveyard",
                       attached_to=ids[0] if "Aura" in card.faces[0].subtypes else None)
        )  # fmt: skip
        self.board.spoken = [*[s for s in spoken if s != made]]
        return made
