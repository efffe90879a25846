"""Events: clauses that change the board, in any area (pump, kill, gain, lose, enter, cast, transform, tap …)."""

from __future__ import annotations

import msgspec

from judgecall.parser.board import Board
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.spell_effects import effects_on
from judgecall.parser.talk import Talk
from judgecall.parser.terms import ability, protection
from judgecall.scenario.model import Event, EventKind

_LEAVE = {"kill": "destroyed", "sacrifice": "sacrificed", "bounce": "bounced", "exile": "exiled"}
SPELL_WORDS = {"giant growth": (3, 3), "giant growths": (3, 3)}


BURN = {
    "bolt": 3,
    "bolts": 3,
    "bolted": 3,
    "bolting": 3,
    "shock": 2,
    "shocks": 2,
    "shocked": 2,
    "shocking": 2,
    "ping": 1,
    "pings": 1,
    "pinged": 1,
    "pinging": 1,
}
"""How much damage a burn spell's name means as a verb."""
_GIVES = frozenset({"give", "gives", "gave", "giving"})
_NOW = Event("step")
_CHANGING = frozenset({"pump", "shrink", "get", "produce", "cast", "activate", "deal", "have", "kill"})


def _made(base: Event, kind: EventKind, subject: tuple[str, ...], **fields: object) -> list[Event]:
    """The event with these fields, in a list; none without a subject."""
    return [msgspec.structs.replace(base, kind=kind, subject=subject, **fields)] if subject else []


class Happenings:
    """Turns clauses into events on a board."""

    def __init__(self, talk: Talk, board: Board) -> None:
        self.talk = talk
        self.board = board
        self.used: set[int] = set()

    def of(self, clause: Clause) -> list[Event]:
        """The events that a clause states; empty when it states none that this area-free reader knows."""
        events = self._by_frame(clause)
        if events:
            self.used |= set(range(clause.start, clause.end)) & self._words_of(clause)
        return events

    def _words_of(self, clause: Clause) -> set[int]:
        words = {clause.verb}
        for mention in clause.roles():
            words |= set(range(mention.start, mention.end))
        for i in range(clause.start, clause.end):
            word = self.talk.words[i]
            if word.kind == "change" or word.is_("moment") or word.is_("in_response") or word.is_("filler"):
                words.add(i)
        return words

    def _by_frame(self, clause: Clause) -> list[Event]:
        if self._names_the_pump(clause):
            return []
        step, after = self.talk.step_of(clause)
        base = Event("step", at=step, after=after, in_response=clause.in_response)
        return self._changes(clause, base) or self._moves(clause, base) or self.spell_on(clause, base)

    def _changes(self, clause: Clause, base: Event) -> list[Event]:
        """Changes of size and of abilities: "+2/+0", "gave it flying", "lost first strike"."""
        change = self._change_in(clause)
        frames = set(clause.frames or (clause.frame,))
        if change is None and clause.frame == "pump":
            change = SPELL_WORDS.get(self.talk.words[clause.verb].lower)
        if change is not None and clause.frame == "shrink" and self._says_to_what(clause):
            self.used.add(clause.verb)
            return []  # "shrunk it to 0 power, with a -2/-0 Aura": the size it came to is told already
        if change is not None and frames & _CHANGING:
            return _made(base, "modify", self._affected(clause), power=change[0], toughness=change[1])
        given = self._protection_given(clause, base)
        if given:
            return given
        if clause.frame in {"get", "produce", "lose"} or "get" in frames:
            terms = self._terms_in(clause)
            if terms and clause.frame == "lose":
                return _made(base, "lose", self._affected(clause), value=terms[0])
            if terms:
                return _made(base, "gain", self._affected(clause), abilities=tuple(ability(t) for t in terms))
        return []

    def _protection_given(self, clause: Clause, base: Event) -> list[Event]:
        """ "I use Mother of Runes to give my 2/2 protection from red": what it is given, and nothing that it had before."""
        things = [m for m in clause.object if m.is_object]
        if clause.frame != "produce" or clause.question or clause.negated or clause.modal or len(things) != 1:
            return []
        thing = things[0]
        if self.talk.lowers[clause.verb] not in _GIVES or not thing.protection or thing.start in self.board.of_mention:
            return []
        gained = tuple(protection(quality) for quality in thing.protection)
        bare = msgspec.structs.replace(thing, protection=[])
        by = None
        for told in self.talk.clauses:
            giver = told.object[0] if told.frame == "activate" and len(told.object) == 1 else None
            if giver is not None and giver.cards and self.talk.lowers[giver.end : clause.verb] == ["to"]:
                by = self.board.get(giver, owner=next((m.player for m in told.subject if m.head == "player"), None))
                self.used |= {told.verb, *range(giver.start, clause.verb)}
        ids = self.board.ids([bare], avoid=(by,) if by is not None and not thing.cards else ())
        return _made(base, "gain", ids, abilities=gained, by=by)

    def _names_the_pump(self, clause: Clause) -> bool:
        """ "my 2/2 pumped with giant growth": the spell that is a verb of its own says how, right behind or behind the creature."""
        if clause.frame != "pump" or self.talk.words[clause.verb].lower in SPELL_WORDS:
            return False
        after = [
            c for c in self.talk.clauses if c.frame == "pump" and c.verb > clause.verb and c.sentence == clause.sentence
        ]
        if not after or self.talk.words[after[0].verb].lower not in SPELL_WORDS:
            return False
        between = range(clause.verb + 1, after[0].verb)
        lead = after[0].verb - 1
        if self.talk.lowers[lead] not in {"with", "by"} or any(
            self.talk.inside(i) is None for i in between if i != lead
        ):
            return False
        self.used |= {clause.verb, lead}
        return True

    def _says_to_what(self, clause: Clause) -> bool:
        lowers = self.talk.lowers[clause.verb : clause.end]
        return any(lowers[k] == "to" and "power" in lowers[k : k + 3] for k in range(len(lowers)))

    def _moves(self, clause: Clause, base: Event) -> list[Event]:
        """Things that leave, turn over, change hands, tap or untap."""
        if clause.frame in _LEAVE and not self._by_ability(clause):
            return _made(base, "leave", self._patient(clause), how=_LEAVE[clause.frame])
        burn = BURN.get(self.talk.words[clause.verb].lower)
        if burn is not None and clause.frame == "deal":
            hit = self.board.ids(
                [m for m in (clause.subject if clause.passive else clause.object) if m.head != "player"]
            )
            return _made(base, "damage", hit, n=burn)
        if clause.question:
            return []
        if clause.frame == "die":
            return _made(base, "leave", self.board.ids(clause.subject), how="dies")
        if clause.frame == "blink" and not self._by_ability(clause):
            return _made(base, "blink", self._patient(clause))
        if clause.frame == "transform":
            return _made(base, "transform", self._patient(clause))
        if clause.frame == "steal":
            if any(m.head == "player" and m.player == "opp" for m in clause.subject):
                return []  # whether and when it came back isn't read here
            stolen = self.board.ids([m for m in clause.object if m.head != "player"], owner="opp")
            return _made(base, "control", stolen, target=("you",))
        if clause.frame == "regenerate":
            return _made(base, "regenerate", self._patient(clause) or self.board.ids(clause.subject))
        if clause.frame in {"tap", "untap"} and not clause.modal:
            return self._taps(clause, base)
        return []

    def _by_ability(self, clause: Clause) -> bool:
        """ "deathtouch kills it": what damage brings about, and nothing that somebody does."""
        lead = self.talk.words[clause.verb - 1] if clause.verb else None
        return lead is not None and lead.is_("keyword") and self.talk.inside(clause.verb - 1) is None

    def _taps(self, clause: Clause, base: Event) -> list[Event]:
        target = self._patient(clause)
        if clause.passive and target and not clause.by and not clause.in_response:
            # "my bear is tapped" is how it stands, not something that happens now.
            for id in target:
                self.board.change(id, tapped=clause.frame == "tap")
            self.used |= self._words_of(clause)
            return []
        return _made(base, "tap" if clause.frame == "tap" else "untap", target)

    def spell_on(self, clause: Clause, base: Event = _NOW) -> list[Event]:
        """ "I cast Giant Growth on it", "opp Giant Growths his blocker"."""
        if clause.question or clause.frame not in {"cast", "activate", "enchant", "deal", "spell", "put", "pump"}:
            return []
        named = next((m for m in [*clause.object, *clause.with_, *clause.subject] if m.cards), None)
        card = self.talk.card(named) if named else None
        if clause.frame == "spell":
            named, card = None, self.talk.cards.get(self.talk.words[clause.verb].cards[0])
        if card is None or not {"instant", "sorcery"} & set(card.faces[0].types):
            return []
        targets = [*clause.on, *clause.into, *clause.other.get("to", []), *clause.object]
        if (clause.passive and clause.frame == "spell") or (clause.frame == "pump" and not targets):
            targets = list(clause.subject)  # "blighted agent pumped with Giant Growth"
        ids = self.board.ids([m for m in targets if m is not named and m.head != "player"])
        if not ids:
            return []
        events = effects_on(card, ids, base)
        if named and events:
            self.used |= set(range(named.start, named.end))
        return events

    def _patient(self, clause: Clause) -> tuple[str, ...]:
        mentions = clause.subject if clause.passive else [m for m in clause.object if m.head != "player"]
        if clause.passive and not mentions:
            mentions = clause.object
        if not mentions and not clause.passive and clause.frame in {"transform", "tap", "untap", "regenerate"}:
            mentions = [m for m in clause.subject if m.head != "player"]
        doers = (
            ()
            if clause.passive
            else tuple(
                i for m in clause.subject if m.head != "player" for i in self.board.ids([m]) if m not in mentions
            )
        )
        return self.board.ids([m for m in mentions if m.head != "player"], avoid=doers)

    def _affected(self, clause: Clause) -> tuple[str, ...]:
        """Whom a change in size or abilities is for: "I gave it +2/+0", "it gets +2/+0", "giant growth on the bear"."""
        objects = [m for m in [*clause.on, *clause.object, *clause.other.get("to", [])] if m.head != "player"]
        things = [m for m in clause.subject if m.head != "player"]
        chosen = objects or things
        if clause.passive or (clause.frame == "get" and things):
            chosen = things or objects
        chosen = [m for m in chosen if not self._is_spell(m)] or chosen
        doer = next((m.player for m in clause.subject if m.head == "player" and m.player in {"you", "opp"}), None)
        helped = doer if clause.frame != "shrink" and all(m.head == "pronoun" for m in chosen) else None
        found = self.board.ids(chosen[:1] if len(chosen) == 1 else chosen[:2], owner=helped)
        if found:
            return found
        return tuple(self.board.spoken[-1:])

    def _is_spell(self, mention: Mention) -> bool:
        card = self.talk.card(mention)
        return card is not None and bool({"instant", "sorcery", "enchantment"} & set(card.faces[0].types))

    def _change_in(self, clause: Clause) -> tuple[int, int] | None:
        for i in range(clause.verb, clause.end):
            word = self.talk.words[i]
            if word.kind == "change" and not (
                i + 1 < len(self.talk.words) and self.talk.words[i + 1].lower in {"counter", "counters"}
            ):
                self.used.add(i)
                return word.value[0], word.value[1]
        return None

    def _terms_in(self, clause: Clause) -> list[str]:
        found: list[str] = []
        for i in range(clause.verb + 1, clause.end):
            word = self.talk.words[i]
            inside = self.talk.inside(i)
            if inside is not None and inside.head not in {"pronoun"}:
                continue
            for sense in word.senses:
                if sense.kind == "keyword" and sense.form == "is":
                    found.append(sense.value)
                    self.used.add(i)
                    break
        return found
