"""The course of the turn up to a declaration, and after it (CR 508, 509).

Events are carried out in the order of the scenario. What happens before blockers are declared counts for the
declaration; what happens after it doesn't undo it (CR 509.1h).
"""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import ForceBlock, Keyword
from judgecall.engine.animation import no_longer_animated
from judgecall.engine.attacking_keywords import grow_by_attacking
from judgecall.engine.characteristics import condition_holds, has, matches
from judgecall.engine.combat import effects
from judgecall.engine.combat.effects import Forced, Lasting, Resolution
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import NOT_PERMANENT, Permanent, State
from judgecall.engine.timeline import become_copy
from judgecall.scenario.model import STEPS, Event

_ARRIVALS = frozenset({"enter", "return", "play_land", "cast"})
_AFTER_BLOCKS = STEPS.index("declare_blockers")
_ATTACKERS = STEPS.index("declare_attackers")


def blocks_declared_at(events: tuple[Event, ...]) -> int:
    """The index of the first event that comes after, or is, the declaration of blockers."""
    for index, event in enumerate(events):
        if event.kind in {"block", "no_block"}:
            return index
        if event.at is not None and STEPS.index(event.at) >= _AFTER_BLOCKS:
            # Players get priority in that step only once blockers have been declared (CR 509.2).
            return index
    return len(events)


def attacks_declared_at(events: tuple[Event, ...]) -> int:
    """The index of the first event that comes after, or is, the declaration of attackers."""
    for index, event in enumerate(events):
        if event.kind in {"attack", "block", "no_block"}:
            return index
        if event.at is not None and (STEPS.index(event.at), event.after) > (_ATTACKERS, False):
            return index
    return len(events)


class Course:
    """Carries out events on the state."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.lasting = Lasting()
        self._not_yet_here()

    def _not_yet_here(self) -> None:
        """An object that enters during the scenario isn't on the battlefield before it does."""
        seen: set[str] = set()
        for event in self.state.scenario.events:
            for id in event.subject:
                if id in seen or id not in self.state.groups:
                    continue
                if event.kind in _ARRIVALS and event.how not in {"last_turn", "before_turn", "opponents_turn"}:
                    for one in self.state.group(id):
                        if one.zone == "battlefield" and one.thing.since != "before_turn":
                            one.zone = "nowhere"
                if event.kind in _ARRIVALS | {"leave", "sacrifice"}:
                    seen.add(id)

    def run(self, events: tuple[Event, ...]) -> None:
        """Carry out these events in order."""
        for event in events:
            self.apply(event)

    def _members(self, ids: tuple[str, ...]) -> list[Permanent]:
        return [one for id in ids if id in self.state.groups for one in self.state.group(id)]

    def apply(self, event: Event) -> None:
        """Carry out one event.

        Raises:
            CannotRule: it can't be told what it does.
        """
        subjects = self._members(event.subject)
        targets = self._members(event.target)
        match event.kind:
            case "cast" | "resolve":
                self._spell(event, subjects, targets)
            case "activate":
                for one in subjects:
                    if targets and has(self.state, one, "equip") and event.value in {"", "equip"}:
                        one.thing = msgspec.structs.replace(one.thing, attached_to=targets[0].thing.id)
                        continue
                    ability = effects.chosen_ability(self.state, one, event.value)
                    if ability is not None:
                        Resolution(self.state, self.lasting, one, targets, targets, event.n).run(ability.effects)
            case "trigger":
                for one in subjects:
                    self._trigger(one, targets)
            case "enter" | "return" | "play_land":
                for one in subjects:
                    one.zone = "battlefield"
            case "copy":
                for one in subjects:
                    one.zone = "battlefield"
                    if targets and one.thing.copy_of is None:
                        become_copy(self.state, one, targets[0])
            case "leave" | "sacrifice":
                for one in subjects:
                    effects.move(self.state, one, event.how or "dies")
                    if one.zone != "battlefield":
                        for other in no_longer_animated(self.state, one):
                            effects.leave_combat(self.state, other)
            case "blink":
                for one in subjects:
                    effects.leave_combat(self.state, one)
                    one.changes, one.gained, one.lost, one.counters = [], [], set(), {}
                    one.tapped, one.damage, one.since = False, 0, "this_turn"
                    one.new_object += 1
                    self.lasting.forget(one)
            case "attack":
                for one in subjects:
                    one.attacking = event.target[0] if event.target else ""
            case "crew":
                for one in subjects:
                    one.tapped = True
                for one in targets:
                    one.animated = True
            case "control":
                for one in subjects:
                    effects.leave_combat(self.state, one)
                    one.controller = event.target[0] if event.target else event.by
                    one.since = "this_turn"
            case _:
                for one in subjects:
                    self._change(event, one)

    def _change(self, event: Event, one: Permanent) -> None:
        match event.kind:
            case "modify":
                one.changes.append((event.power or 0, event.toughness or 0))
            case "set_pt":
                one.base = (event.power, event.toughness)
            case "counters":
                kind = event.value or "+1/+1"
                one.counters[kind] = one.counters.get(kind, 0) + (1 if event.n is None else event.n)
            case "gain":
                one.gained.extend(event.abilities)
                one.lost -= {a.name for a in event.abilities if isinstance(a, Keyword)}
            case "lose":
                names = {a.name for a in event.abilities if isinstance(a, Keyword)} or {event.value or "all"}
                one.lost |= names
                one.gained = [a for a in one.gained if not (isinstance(a, Keyword) and a.name in names)]
                if "all" in names:
                    one.gained = []
            case "tap":
                one.tapped = True
            case "untap":
                one.tapped = False
            case "tap_for_mana":
                one.tapped = True
            case "animate":
                one.animated = True
                if event.power is not None or event.toughness is not None:
                    one.base = (event.power, event.toughness)
                one.gained.extend(event.abilities)
            case "transform":
                if one.card is not None and len(one.card.faces) > 1:
                    one.face_index = 1 - one.face_index
            case "damage":
                effects.damage(self.state, one, event.n or 0)
            case "remove_from_combat":
                effects.leave_combat(self.state, one)
            case "becomes_blocked":
                one.blocked = True
            case _:
                return

    def _spell(self, event: Event, subjects: list[Permanent], targets: list[Permanent]) -> None:
        for one in subjects:
            resolves_later = event.kind == "cast" and any(
                (e.kind == "resolve" and one.thing.id in e.subject)
                or (e.kind == "counter_spell" and one.thing.id in e.subject)
                for e in self.state.scenario.events
            )
            if resolves_later:
                continue
            face = one.face
            permanent = not set(one.thing.types if face is None else face.types) & NOT_PERMANENT
            if permanent and (event.kind == "cast" or one.zone != "battlefield"):
                one.zone = "battlefield"
                if targets and one.thing.attached_to is None and face is not None and "Aura" in face.subtypes:
                    one.thing = msgspec.structs.replace(one.thing, attached_to=targets[0].id)
            elif permanent:
                self._trigger(one, targets)
            else:
                done = effects.spell_effects(self.state, one)
                Resolution(self.state, self.lasting, one, targets, targets, event.n).run(done)

    def _trigger(self, one: Permanent, targets: list[Permanent]) -> None:
        if targets and has(self.state, one, "provoke"):
            self.provoke(one, targets)
            return
        found = effects.triggered(self.state, one)
        if len(found) > 1:
            raise CannotRule("which_combat_ability", object=one.ref)
        for ability in found:
            Resolution(self.state, self.lasting, one, targets, targets).run_triggered(ability)

    def provoke(self, one: Permanent, targets: list[Permanent]) -> None:
        """CR 702.39a: the target untaps and blocks the provoking creature this combat if able."""
        for target in targets:
            target.tapped = False
        self.lasting.forced.append(Forced(one.id, frozenset({one.id}), frozenset(t.id for t in targets)))

    def attack_triggers(self, attackers: list[Permanent]) -> None:
        """Abilities that trigger on attacking resolve before blockers are declared (CR 508.1m, 508.2b)."""
        for source in list(self.state.in_play()):
            self._attack_trigger(source, attackers)
        grow_by_attacking(self.state, attackers)

    def _attack_trigger(self, ability_of: Permanent, attackers: list[Permanent]) -> None:
        already = {id for e in self.state.events("trigger") for id in e.subject}
        if ability_of.thing.id in already:
            return
        for ability in effects.triggered(self.state, ability_of, "attacks"):
            of = ability.event.of
            about = [
                a for a in attackers if (a is ability_of if of is None else matches(self.state, a, of, ability_of))
            ]
            if not about or ability.optional or ability.cost is not None or _targets(ability.effects):
                continue
            if not all(
                condition_holds(self.state, asked, ability_of)
                for asked in (ability.event.only_while, ability.condition)
                if asked is not None
            ):
                continue
            Resolution(self.state, self.lasting, ability_of, [], about).run_triggered(ability)


def _targets(done: tuple[object, ...]) -> bool:
    for effect in done:
        filters = [getattr(effect, name, None) for name in ("of", "attacker", "blockers", "by")]
        if any(f is not None and getattr(f, "target", False) for f in filters):
            return True
        if isinstance(effect, ForceBlock) and effect.attacker is None and effect.blockers is None:
            return True
    return False
