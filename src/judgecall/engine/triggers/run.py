"""Running a scenario: its events in order, with what triggers and what waits on the stack (CR 603.3, 608.1).

An event that is said to be in response, and every event after "the trigger is on the stack", happens before what waits
resolves; any other event finds the stack empty.
"""

from __future__ import annotations

from judgecall.cards.abilities import AnyEffect, SpellAbility, Triggered, Unread
from judgecall.engine.characteristics import abilities_of
from judgecall.engine.derivation import rule
from judgecall.engine.faces.craft import craft, pay_for_craft
from judgecall.engine.faces.double_faced import is_instant_or_sorcery
from judgecall.engine.faces.entering import resolve_permanent_spell
from judgecall.engine.faces.meld import meld, melds_into
from judgecall.engine.faces.playing import cast_transformed
from judgecall.engine.state import Permanent, State
from judgecall.engine.timeline import apply, begin, leave_battlefield, subjects
from judgecall.engine.triggers.instructions import all_targets_illegal, follow, transform_by_own_ability
from judgecall.engine.triggers.intervening_if import (
    triggers_with_condition,
    true_as_activated,
    true_as_it_resolves,
)
from judgecall.engine.triggers.matching import (
    STEP_TRIGGERS,
    Happening,
    happening_of_transform,
    is_awaited,
    triggered_abilities,
)
from judgecall.engine.triggers.meant import activated_meant, triggered_meant
from judgecall.engine.triggers.once_for_all import OnceForAll
from judgecall.engine.triggers.put_on_stack import announced_x, copied_ability, delayed_trigger, whole_text
from judgecall.engine.triggers.waiting import TRANSFORM_WORDS, Waiting
from judgecall.engine.x.enters_with import enter_with_counters
from judgecall.scenario.model import STEPS, Event, Step


class Run:
    """One run through the events.

    Args:
        state: the state, as the scenario begins.
        watched: the objects whose triggered abilities are looked for; "trigger" events name others themselves.
        trust: whether an ability that the question says triggered is taken to have triggered.
        begin_awaited: whether the step that a watched ability waits for begins at last, where the scenario has none.
        once: … only if nothing that happened before set off any watched ability.
    """

    def __init__(
        self,
        state: State,
        watched: list[Permanent],
        *,
        trust: bool = True,
        begin_awaited: bool = True,
        once: bool = False,
    ) -> None:
        self.state = state
        self.watched = watched
        self.trust = trust
        self.begin_awaited = begin_awaited
        self.once = once
        self.stack: list[Waiting] = []
        self.items: list[Waiting] = []
        """Everything that was ever put on the stack."""
        self.failed: list[Waiting] = []
        """Abilities whose event occurred while their condition was false."""
        self.seen: list[Happening] = []
        self._steps_begun: set[str] = set()
        self._at_once = OnceForAll()
        self.delayed: list[tuple[Step, Waiting, tuple[AnyEffect, ...]]] = []
        """Delayed triggered abilities (CR 603.7): the step they wait for, the ability that made them, what they do."""
        self._held = False
        """The question has put a trigger on the stack: what follows is in response."""
        self._said = {one.thing.id for e in state.scenario.events if e.kind == "trigger" for one in subjects(state, e)}

    # ------------------------------------------------------------ events

    def all(self) -> None:
        """Carry out every event, begin the step that a watched ability waits for, and empty the stack."""
        begin(self.state)
        for event in self.state.scenario.events:
            self.event(event)
        self.resolve_all()
        if self.begin_awaited and not (self.once and (self.items or self.failed)):
            for step in self._awaited_steps():
                self._begin_step(step)
            self.resolve_all()
        for step in list(dict.fromkeys(step for step, _, _ in self.delayed)):
            self._steps_begun.discard(step)
            self._begin_step(step)
        self.resolve_all()

    def event(self, event: Event) -> None:
        """Carry out one event."""
        self._at_once.next_moment()
        self._begin_steps_before(event)
        if event.kind == "step":
            return
        if not (event.in_response or self._held) and event.kind not in {"trigger", "counter_spell", "resolve"}:
            self.resolve_all()
        if event.kind == "trigger":
            self._stated_trigger(event)
        elif event.kind == "resolve":
            self._resolve_named(event)
        elif event.kind == "activate":
            self._activate(event)
        elif event.kind == "cast":
            self._cast(event)
        elif event.kind == "copy" and event.how == "ability":
            self._copy_ability(event)
        else:
            self._plain(event)

    def _plain(self, event: Event) -> None:
        state = self.state
        affected = subjects(state, event)
        before = [one.transformed_count for one in affected]
        zones = [one.zone for one in affected]
        entered, died = len(state.history.entered), len(state.history.died)
        if event.kind == "counter_spell":
            self._counter(event)
        apply(state, event)
        for one, count, zone in zip(affected, before, zones, strict=True):
            if one.transformed_count > count:
                self.happened(happening_of_transform(one))
            if zone == "battlefield" and one in state.history.left and event.kind in {"leave", "sacrifice", "blink"}:
                if one in state.history.died[died:]:
                    self.happened(Happening("dies", one.id))
                else:
                    self.happened(Happening("leaves", one.id))
                if event.kind == "sacrifice" or event.how == "sacrificed":
                    self.happened(Happening("sacrifices", one.id))
        self._entered(state.history.entered[entered:])
        for one in state.history.died[died:]:
            if one not in affected:
                self.happened(Happening("dies", one.id))
        for what, kinds in (
            ("attacks", {"attack"}),
            ("blocks", {"block"}),
            ("tapped", {"tap"}),
            ("untapped", {"untap"}),
        ):
            if event.kind in kinds:
                for one in affected:
                    self.happened(Happening(what, one.id))
        if event.kind == "attack":
            for one in affected[:1]:
                self.happened(Happening("attack_with", player=state.controller(one), n=len(affected)))
        if event.kind in {"gain_life", "lose_life"}:
            for player in event.subject:
                self.happened(Happening("gains_life" if event.kind == "gain_life" else "loses_life", player=player))
        if event.kind == "damage":
            self._damaged(event)
        if event.kind == "counters" and event.value == "lore":
            for one in affected:
                for ability in chapters_reached(self.state, one, event.n or 1):
                    if one in self.watched:
                        self.triggered(Waiting(one, ability, "triggered"))

    def _entered(self, found: list[Permanent]) -> None:
        """Permanents entered at one time: with their counters on them, each sees the others (CR 603.6a)."""
        for one in found:
            enter_with_counters(self.state, one)
        for one in found:
            self.happened(Happening("enters", one.id))

    def _damaged(self, event: Event) -> None:
        source = self.state.permanents.get(event.by or "")
        hit = [id for id in (*event.subject, *event.target) if id not in self.state.groups]
        if source is None and event.subject and event.target and event.subject[0] in self.state.permanents:
            source = self.state.permanents[event.subject[0]]
        if source is None:
            return
        if event.n == 0:
            # No damage is dealt at all, so nothing that waits for damage triggers (CR 120.8).
            self.seen.append(Happening("no_damage", source.id))
            return
        combat = (
            source.attacking is not None
            or source.thing.attacking
            or "combat" in event.how
            or (event.at in {"combat_damage", "first_strike_damage"})
        )
        kinds = ("deals_damage", "damage_player", "damage_opponent") if hit else ("deals_damage",)
        if combat:
            kinds = (*kinds, "combat_damage", *(("combat_damage_player", "combat_damage_opponent") if hit else ()))
        for what in kinds:
            self.happened(Happening(what, source.id, player=hit[0] if hit else ""))

    # ------------------------------------------------------------ steps

    def _awaited_steps(self) -> list[Step]:
        found: list[Step] = []
        for source in self.watched:
            if source.thing.id in self._said:
                continue
            for ability in triggered_abilities(self.state, source):
                step = STEP_TRIGGERS.get(ability.event.what) if ability.event else None
                if step is not None and step not in found and step not in self._steps_begun:
                    found.append(step)
        return found

    def _begin_steps_before(self, event: Event) -> None:
        """Steps begin as the first event in or after them is reached, unless the scenario says when they do."""
        at = event.at or (self.state.scenario.at if not self._steps_begun else None)
        if event.kind == "step":
            if event.at is not None or event.value:
                self._begin_step(event.at or event.value)
            return
        if at is None:
            return
        said = {e.at for e in self.state.scenario.events if e.kind == "step"}
        for step in self._awaited_steps():
            if step not in said and STEPS.index(step) <= STEPS.index(at):
                self._begin_step(step)

    def _begin_step(self, step: str) -> None:
        if step in self._steps_begun:
            return
        self.resolve_all()
        self._steps_begun.add(step)
        begin_step(self.state, self, step)
        for waits_for, maker, effects in list(self.delayed):
            if waits_for == step:
                self.delayed.remove((waits_for, maker, effects))
                self._push(delayed_trigger(self.state, maker, effects))

    # ------------------------------------------------------------ triggering

    def happened(self, happening: Happening) -> None:
        """Look whether a watched ability triggers on it."""
        self.seen.append(happening)
        for source in self.watched:
            if source.thing.id in self._said and not self._also_unsaid(happening):
                continue
            looking_back = happening.what in {"dies", "leaves", "sacrifices"}
            if source.zone not in {"battlefield", "stack"} and not (looking_back and self._just_left(source)):
                continue
            for ability in triggered_abilities(self.state, source, looking_back=looking_back):
                if isinstance(ability, Triggered) and ability.once_each_turn and self._did(source, ability):
                    continue
                awaited = is_awaited(self.state, ability, source, happening)
                if awaited and self._at_once.triggers_again(source, ability, happening):
                    one = self.state.permanents.get(happening.one)
                    self.triggered(Waiting(source, ability, "triggered", event_object=one))

    def _did(self, source: Permanent, ability: Triggered) -> bool:
        """ "This ability triggers only once each turn" (CR 603.2h): the scenario's events are one turn's."""
        return any(item.source is source and item.ability == ability for item in self.items)

    def _also_unsaid(self, happening: Happening) -> bool:
        """An ability that the question put on the stack itself isn't counted again, but other abilities may follow from it."""
        return happening.what == "transforms"

    def _just_left(self, source: Permanent) -> bool:
        return source in self.state.history.left and source.last is not None

    def triggered(self, item: Waiting) -> bool:
        """Its event occurred: it triggers if its condition is true (CR 603.4)."""
        if not triggers_with_condition(self.state, item, trust=self.trust):
            self.failed.append(item)
            return False
        self._push(item)
        return True

    def _push(self, item: Waiting) -> None:
        item.target_objects = [
            (one, one.new_object)
            for id in item.targets
            for one in (
                self.state.groups.get(id) or [self.state.permanents[id]] if id in self.state.permanents else []
            )[:1]
        ]
        self.stack.append(item)
        self.items.append(item)

    def _stated_trigger(self, event: Event) -> None:
        self._held = True
        for source in subjects(self.state, event)[:1]:
            for _ in range(event.n or 1):
                ability = triggered_meant(self.state, source, event, self.seen)
                item = Waiting(
                    source, ability, "triggered", targets=event.target, value=event.value, stated=True,
                    event_object=self._latest(source),
                )  # fmt: skip
                self.triggered(item)

    def _latest(self, source: Permanent) -> Permanent | None:
        """The object of the last thing that happened: "that creature" of a trigger that the question only mentions."""
        for happening in reversed(self.seen):
            if happening.one and happening.one != source.id:
                return self.state.permanents[happening.one]
        return None

    # ------------------------------------------------------------ activating and casting

    def _activate(self, event: Event) -> None:
        for source in subjects(self.state, event)[:1]:
            ability = craft(source) if event.value == "craft" else activated_meant(self.state, source, event.value)
            x = announced_x(self.state, source, ability, event.n)
            for _ in range(1 if x is not None else event.n or 1):
                crafting = event.value == "craft"
                if crafting and not pay_for_craft(self.state, source, subjects_named(self.state, event)):
                    continue
                targets = () if crafting else event.target
                item = Waiting(source, ability, "activated", targets=targets, value=event.value, stated=True)
                item.x = x
                if not true_as_activated(self.state, item):
                    self.failed.append(item)
                    continue
                self._push(item)

    def _copy_ability(self, event: Event) -> None:
        """An ability on the stack is copied: the copy has the same X and the same targets (CR 707.10)."""
        found = subjects_named(self.state, event)
        waiting = [i for i in self.stack if i.source in found and i.kind == "activated"]
        for original in waiting[-1:]:
            for _ in range(event.n or 1):
                self._push(copied_ability(self.state, original))

    def _cast(self, event: Event) -> None:
        apply_back = False
        for spell in subjects(self.state, event):
            if spell.zone == "graveyard" or "disturb" in event.how or "transformed" in event.how:
                apply_back = cast_transformed(self.state, spell, how=event.how)
            elif event.how == "back" or event.value == "back" or spell.thing.face == "back":
                apply_back = True
            apply(self.state, event)
            if apply_back:
                spell.face_index = 1
            ability = whole_text(a for a in abilities_of(self.state, spell) if isinstance(a, SpellAbility))
            item = Waiting(spell, ability, "spell", targets=event.target, stated=True)
            self._push(item)
            self.happened(Happening("casts", spell.id, player=spell.controller or "you"))

    def _counter(self, event: Event) -> None:
        gone = subjects(self.state, event)
        self.stack = [
            i for i in self.stack
            if not (i.source in gone and (i.kind == "spell") == (i.source.zone == "stack"))
        ]  # fmt: skip

    # ------------------------------------------------------------ resolving

    def resolve_all(self) -> None:
        """Resolve what waits, the last first (CR 608.1)."""
        while self.stack:
            self.resolve(self.stack.pop())
        self._at_once.next_moment()
        self._held = False

    def _resolve_named(self, event: Event) -> None:
        found = subjects(self.state, event)
        waiting = [i for i in self.stack if i.source in found]
        if not waiting:
            self.resolve_all()
            apply(self.state, event)
            return
        last = waiting[-1]
        while self.stack:
            item = self.stack.pop()
            self.resolve(item)
            if item is last:
                break
        if not self.stack:
            self._held = False

    def resolve(self, item: Waiting) -> None:
        """Resolve one spell or ability."""
        self._at_once.next_moment()
        item.resolved = True
        state = self.state
        if item.kind == "triggered" and not true_as_it_resolves(state, item):
            return
        if all_targets_illegal(state, item):
            if item.kind == "spell":
                leave_battlefield(state, item.source, "graveyard")
            return
        entered, turned = len(state.history.entered), {p.id: p.transformed_count for p in state.permanents.values()}
        died = len(state.history.died)
        if item.kind == "spell" and not is_instant_or_sorcery(item.source.face):
            if item.source.zone == "stack":
                done = resolve_permanent_spell(state, item.source, back=item.source.face_index == 1)
                item.effects.append(("enter", done))
        elif item.ability is None:
            self._resolve_unread(item)
        elif isinstance(item.ability, Unread):
            if item.value in TRANSFORM_WORDS and ("transform" in item.ability.concepts or item.value == "meld"):
                self._resolve_unread(item)
            else:
                item.effects.append(("unread", True))
        else:
            steps = len(state.d.steps)
            follow(state, item, item.ability.effects)
            self.delayed.extend(
                (STEP_TRIGGERS[e.event.what], item, e.effects) for e in item.later if e.event.what in STEP_TRIGGERS
            )
            item.explained = item.explained or len(state.d.steps) > steps
        if item.kind == "spell" and item.source.zone == "stack":
            leave_battlefield(state, item.source, "graveyard")
        for one in state.permanents.values():
            if one.transformed_count > turned[one.id]:
                self.happened(happening_of_transform(one))
        for one in state.history.died[died:]:
            self.happened(Happening("dies", one.id))
        self._entered(state.history.entered[entered:])

    def _resolve_unread(self, item: Waiting) -> None:
        """An ability that the question doesn't describe: it does its thing, which may be to transform its source."""
        if item.value == "meld":
            item.explained = True
            item.effects.append(("meld", meld(self.state, item.source, melds_into(item.source)) is not None))
        elif item.value in TRANSFORM_WORDS:
            item.effects.append(("transform", transform_by_own_ability(self.state, item, item.source)))
        elif item.kind == "spell":
            item.effects.append(("spell", True))
        else:
            item.effects.append(("effect", True))


def subjects_named(state: State, event: Event) -> list[Permanent]:
    """The objects that an event is aimed at."""
    return [one for id in event.target for one in state.groups.get(id, ())]


@rule("714.2b")
def chapters_reached(state: State, one: Permanent, put: int) -> list[Triggered]:
    """Chapter abilities trigger as lore counters make the Saga reach their numbers, which it had not reached before."""
    now = one.counters.get("lore", 0)
    state.d.step("lore_counters", object=one.ref, n=now)
    return [
        ability
        for ability in triggered_abilities(state, one)
        if isinstance(ability, Triggered)
        and ability.event.what == "chapter"
        and any(now - put < n <= now for n in ability.event.numbers)
    ]


@rule("603.2b")
def begin_step(state: State, run: Run, step: str) -> None:
    """When a step begins, every "at the beginning of" ability of that step triggers: then, and never later in it."""
    for what, begun in STEP_TRIGGERS.items():
        if begun == step:
            run.happened(Happening(what))
