"""Events: clauses that change the board, in any area (pump, kill, gain, lose, enter, cast, transform, tap …)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    CantBeBlocked,
    CantBlock,
    Damage,
    Filter,
    ForceBlock,
    GainControl,
    Grant,
    ModifyPT,
    Move,
    PutCounters,
    SpellAbility,
    Static,
)
from judgecall.parser.board import Board
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk
from judgecall.parser.terms import ability
from judgecall.scenario.model import Event

_LEAVE = {"kill": "destroyed", "sacrifice": "sacrificed", "bounce": "bounced", "exile": "exiled"}
_SPELL_WORDS = {"giant growth": (3, 3), "giant growths": (3, 3)}
_DAMAGE_WORDS = {"bolt": 3, "bolts": 3, "bolted": 3, "shock": 2, "shocks": 2, "shocked": 2}


def _of_this(effect: ForceBlock | CantBeBlocked | CantBlock) -> ForceBlock | CantBeBlocked | CantBlock:
    """The effect as an ability of its target: what was a target is now the object itself."""
    this = Filter(this=True)
    if isinstance(effect, ForceBlock):
        if effect.attacker is not None and (effect.attacker.target or effect.attacker.this):
            return msgspec.structs.replace(effect, attacker=this)
        return msgspec.structs.replace(effect, blockers=this)
    return msgspec.structs.replace(effect, of=this)


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
        step, after = self.talk.step_of(clause)
        common = {"at": step, "after": after, "in_response": clause.in_response}
        change = self._change_in(clause)
        frames = clause.frames or (clause.frame,)
        if {"pump", "shrink", "get", "produce", "cast", "activate", "deal", "have", "kill"} & set(frames) and change is not None:
            target = self._affected(clause)
            if target:
                return [Event("modify", target, power=change[0], toughness=change[1], **common)]  # type: ignore[arg-type]
        if clause.frame == "pump" and self.talk.words[clause.verb].lower in _SPELL_WORDS:
            target = self._affected(clause)
            power, toughness = _SPELL_WORDS[self.talk.words[clause.verb].lower]
            return [Event("modify", target, power=power, toughness=toughness, **common)] if target else []  # type: ignore[arg-type]
        for frame, how in _LEAVE.items():
            if frame in frames and clause.frame == frame:
                target = self._patient(clause)
                return [Event("leave", target, how=how, **common)] if target else []  # type: ignore[arg-type]
        if clause.frame == "die" and not clause.question:
            target = self.board.ids(clause.subject)
            return [Event("leave", target, how="dies", **common)] if target else []  # type: ignore[arg-type]
        if clause.frame in {"get", "produce", "lose"} or "get" in frames:
            terms = self._terms_in(clause)
            if terms:
                kind = "lose" if clause.frame == "lose" else "gain"
                target = self._affected(clause)
                if target and kind == "gain":
                    return [Event("gain", target, abilities=tuple(ability(t) for t in terms), **common)]  # type: ignore[arg-type]
                if target:
                    return [Event("lose", target, value=terms[0], **common)]  # type: ignore[arg-type]
        if clause.frame == "transform" and not clause.question:
            target = self._patient(clause)
            return [Event("transform", target, **common)] if target else []  # type: ignore[arg-type]
        if clause.frame == "steal" and not clause.question:
            target = self.board.ids([m for m in clause.object if m.head != "player"], owner="opp")
            return [Event("control", target, ("you",), **common)] if target else []  # type: ignore[arg-type]
        if clause.frame in {"tap", "untap"} and not clause.question and not clause.modal:
            target = self._patient(clause)
            if clause.passive and target and not clause.by and not clause.in_response:
                # "my bear is tapped" is how it stands, not something that happens now.
                for id in target:
                    self.board.change(id, tapped=clause.frame == "tap")
                self.used |= self._words_of(clause)
                return []
            return [Event(clause.frame, target, **common)] if target else []  # type: ignore[arg-type]
        if clause.frame == "regenerate" and not clause.question:
            target = self._patient(clause) or self.board.ids(clause.subject)
            return [Event("regenerate", target, **common)] if target else []  # type: ignore[arg-type]
        if clause.frame in {"cast", "activate", "enchant", "deal", "spell", "put"} and not clause.question:
            return self._spell_on(clause, common)
        return []

    def _spell_on(self, clause: Clause, common: dict[str, object]) -> list[Event]:
        """"I cast Giant Growth on it": what the card's compiled effects do to the target."""
        named = next((m for m in [*clause.object, *clause.with_, *clause.subject] if m.cards), None)
        card = self.talk.card(named) if named else None
        if clause.frame == "spell":
            named, card = None, self.talk.cards.get(self.talk.words[clause.verb].cards[0])
        if card is None or not {"instant", "sorcery"} & set(card.faces[0].types):
            return []
        targets = [m for m in [*clause.on, *clause.into, *clause.other.get("to", []), *clause.object] if m is not named and m.head != "player"]
        ids = self.board.ids(targets)
        if not ids:
            return []
        self.used |= set(range(named.start, named.end)) if named else set()
        events: list[Event] = []
        for spell in card.faces[0].abilities:
            if not isinstance(spell, SpellAbility):
                return []
            for effect in spell.effects:
                if isinstance(effect, ModifyPT) and effect.power.per is None:
                    events.append(Event("modify", ids, power=effect.power.base, toughness=effect.toughness.base, **common))  # type: ignore[arg-type]
                elif isinstance(effect, Grant):
                    events.append(Event("gain", ids, abilities=effect.abilities, **common))  # type: ignore[arg-type]
                elif isinstance(effect, Damage) and effect.amount.per is None:
                    events.append(Event("damage", ids, n=effect.amount.base, **common))  # type: ignore[arg-type]
                elif isinstance(effect, Move):
                    events.append(Event("leave", ids, how=effect.how, **common))  # type: ignore[arg-type]
                elif isinstance(effect, PutCounters) and effect.amount.per is None:
                    events.append(Event("counters", ids, n=effect.amount.base, value=effect.counter, **common))  # type: ignore[arg-type]
                elif isinstance(effect, ForceBlock | CantBeBlocked | CantBlock):
                    events.append(Event("gain", ids, abilities=(Static((_of_this(effect),)),), **common))  # type: ignore[arg-type]
                elif isinstance(effect, GainControl):
                    events.append(Event("control", ids, ("you",), **common))  # type: ignore[arg-type]
                else:
                    return []
        return events

    def _patient(self, clause: Clause) -> tuple[str, ...]:
        mentions = clause.subject if clause.passive else [m for m in clause.object if m.head != "player"]
        if clause.passive and not mentions:
            mentions = clause.object
        if not mentions and not clause.passive and clause.frame in {"transform", "tap", "untap", "regenerate"}:
            mentions = [m for m in clause.subject if m.head != "player"]
        doers = () if clause.passive else tuple(
            i for m in clause.subject if m.head != "player" for i in self.board.ids([m]) if m not in mentions
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
        found = self.board.ids(chosen[:1] if len(chosen) == 1 else chosen[:2])
        if found:
            return found
        return tuple(self.board.spoken[-1:])

    def _is_spell(self, mention: Mention) -> bool:
        card = self.talk.card(mention)
        return card is not None and bool({"instant", "sorcery", "enchantment"} & set(card.faces[0].types))

    def _change_in(self, clause: Clause) -> tuple[int, int] | None:
        for i in range(clause.verb, clause.end):
            word = self.talk.words[i]
            if word.kind == "change" and not (i + 1 < len(self.talk.words) and self.talk.words[i + 1].lower in {"counter", "counters"}):
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
