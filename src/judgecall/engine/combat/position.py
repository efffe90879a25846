"""Who attacks whom, and who could block, as the scenario and the query have it (CR 506.2, 508.1, 509.1a)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Ability, Activated, SpellAbility, Static, Triggered, Unread
from judgecall.engine.characteristics import has, is_creature, subtypes_of
from judgecall.engine.combat.course import Course, blocks_declared_at
from judgecall.engine.combat.effects import reaches_combat
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import NOT_PERMANENT, Permanent, State
from judgecall.scenario.model import Event, GameObject, Query

_ATTACKER_IN_TARGET = frozenset({
    "can_block", "must_block", "block_legal", "may_not_block", "how_many_block", "who_chooses_blocks", "requirements_obeyed",
})  # fmt: skip
_ATTACKER_IN_SUBJECT = frozenset({"can_be_blocked", "is_blocked", "is_unblocked", "still_attacking"})
_BLOCKER_IN_SUBJECT = frozenset(
    {"can_block", "must_block", "how_many_block", "block_legal", "may_not_block", "who_chooses_blocks"}
)
_LATER_TRIGGERS = frozenset({
    "blocks", "becomes_blocked", "attacks_unblocked", "combat_damage_player", "combat_damage", "deals_damage", "dealt_damage",
    "dies", "end_of_combat", "beginning_of_end_step", "beginning_of_upkeep", "beginning_of_draw_step", "enters", "leaves",
    "casts", "becomes_target", "tapped_for_mana", "mana_added", "landfall", "draws", "discards", "gains_life", "loses_life", "sacrifices",
})  # fmt: skip


class Anyone(Permanent):
    """A creature that the question doesn't name: it stands for any."""

    @property
    def ref(self) -> str:
        """It is no object of the scenario, so that it can only be named as what it is."""
        return "a creature"


class Position:
    """The combat at the moment before blockers are declared.

    Args:
        state: the state; the events up to the declaration are carried out on it.
        query: what is asked, which may say who attacks and who blocks when no event does.
    """

    def __init__(self, state: State, query: Query) -> None:
        self.state = state
        self.query = query
        events = state.scenario.events
        self.declared_at = blocks_declared_at(events)
        self._attacker_ids = self._ids_attacking(query, events)
        self._blocker_ids = self._ids_blocking(query, events)
        self._assign_players()
        self.course = Course(state)
        unnamed = [] if self._attacker_ids else self._other_sides_creatures()
        self._attach(unnamed)
        self.course.run(tuple(e for e in events[: self.declared_at]))
        self.attackers = [p for id in self._attacker_ids for p in state.group(id) if p.zone == "battlefield"]
        self.attackers += [p for p in unnamed if p.zone == "battlefield"]
        self._provoke_if_asked()
        for one in self.attackers:
            self._be_creature(one)
            if one.attacking is None:
                one.attacking = ""
        self.course.attack_triggers(self.attackers)
        for id in self._blocker_ids:
            for one in state.group(id):
                self._be_creature(one)
        with state.unchanging():
            self.blockers = self._possible_blockers()
        self._guard()

    def _possible_blockers(self) -> list[Permanent]:
        """The creatures of the players who are attacked."""
        attacking = {id(a) for a in self.attackers}
        attacked = {self.defender_of(a) for a in self.attackers}
        return [
            p
            for p in self.state.in_play()
            if id(p) not in attacking and is_creature(self.state, p) and self.state.controller(p) in attacked
        ]

    # ------------------------------------------------------------ roles

    def _known(self, ids: tuple[str, ...]) -> list[str]:
        return [id for id in ids if id in self.state.groups]

    def _ids_attacking(self, query: Query, events: tuple[Event, ...]) -> list[str]:
        found: dict[str, None] = {}
        for event in events:
            if event.kind == "attack":
                found.update(dict.fromkeys(self._known(event.subject)))
            if event.kind == "block":
                found.update(dict.fromkeys(self._known(event.target)))
        for thing in self.state.scenario.objects:
            if thing.attacking:
                found[thing.id] = None
        if query.kind in _ATTACKER_IN_TARGET:
            found.update(dict.fromkeys(self._known(query.target)))
        if query.kind in _ATTACKER_IN_SUBJECT:
            found.update(dict.fromkeys(self._known(query.subject)))
        blocking = {id for e in events if e.kind == "block" for id in e.subject}
        return [id for id in found if id not in blocking]

    def _ids_blocking(self, query: Query, events: tuple[Event, ...]) -> list[str]:
        found: dict[str, None] = {}
        for event in events:
            if event.kind == "block":
                found.update(dict.fromkeys(self._known(event.subject)))
        for thing in self.state.scenario.objects:
            if thing.blocking:
                found[thing.id] = None
        if query.kind in _BLOCKER_IN_SUBJECT:
            found.update(dict.fromkeys(self._known(query.subject)))
        if query.kind == "can_be_blocked":
            found.update(dict.fromkeys(self._known(query.target)))
        return [id for id in found if id not in self._attacker_ids]

    def _assign_players(self) -> None:
        """When the question doesn't say whose creatures they are, attackers and blockers are on different sides."""
        groups = self.state.groups
        attacking = [p for id in self._attacker_ids for p in groups[id]]
        blocking = [p for id in self._blocker_ids for p in groups[id]]
        attacker = next((p.controller for p in attacking if p.controller), None)
        blocker = next((p.controller for p in blocking if p.controller and p.controller != attacker), None)
        if attacker is None:
            attacker = self.state.scenario.active
        if attacker is None and blocker is not None:
            attacker = self.state.opponents(blocker)[0]
        if attacker is None:
            attacker = "you" if self.query.who in {None, "opp"} else "opp"
        if blocker is None:
            blocker = self.state.opponents(attacker)[0]
        self.attacking_player, self.defending_player = attacker, blocker
        for one in attacking:
            one.controller = one.controller or attacker
        for one in blocking:
            one.controller = one.controller or blocker

    def _other_sides_creatures(self) -> list[Permanent]:
        """With no attacker named: the attacking side's creatures, or a creature with no qualities at all."""
        found = [
            p
            for p in self.state.in_play()
            if p.thing.id not in self._blocker_ids
            and p.controller == self.attacking_player
            and is_creature(self.state, p)
        ]
        if found:
            return found
        one = Anyone(GameObject("attacker", types=("creature",), controller=self.attacking_player), None)
        self.state.permanents[one.id] = one
        self.state.groups[one.id] = [one]
        return [one]

    def _be_creature(self, one: Permanent) -> None:
        if one.card is None and not one.thing.types:
            one.thing = msgspec.structs.replace(one.thing, types=("creature",))

    def _attach(self, unnamed: list[Permanent]) -> None:
        """An Aura or Equipment that is on nobody in the question is on the one creature of its side that fights."""
        attacking = [p for id in self._attacker_ids for p in self.state.group(id)] or unnamed
        blocking = [p for id in self._blocker_ids for p in self.state.group(id)]
        for one in list(self.state.in_play()):
            if one.thing.attached_to is not None or not {"Aura", "Equipment"} & subtypes_of(self.state, one):
                continue
            if any(one.thing.id in e.subject and e.target for e in self.state.scenario.events):
                continue
            theirs = one.controller not in {None, self.attacking_player} and len(blocking) == 1
            hosts = blocking if theirs else attacking
            if len(hosts) == 1:
                self.state.facts.assume("attached_to_attacker", object=one.ref, attacker=hosts[0].ref)
                one.thing = msgspec.structs.replace(one.thing, attached_to=hosts[0].id)
            elif one.face is not None and says_combat(one.face.abilities):
                raise CannotRule("unattached", object=one.ref)

    def _provoke_if_asked(self) -> None:
        """A question whether a creature must block a creature with provoke supposes that it was the target."""
        if self.query.kind not in {"must_block", "block_legal", "may_not_block", "can_block"}:
            return
        done = {f.source for f in self.course.lasting.forced}
        subjects = [p for id in self._known(self.query.subject) for p in self.state.group(id)]
        subjects = [p for p in subjects if p not in self.attackers]
        with self.state.unchanging():
            provoking = [a for a in self.attackers if a.id not in done and has(self.state, a, "provoke")]
        for one in provoking:
            if len(subjects) != 1:
                continue
            if self.query.kind == "must_block" or (subjects[0].tapped and one.thing.id in self.query.target):
                self.state.facts.assume("provoked", object=one.ref, other=subjects[0].ref)
                self.course.provoke(one, subjects)

    def defender_of(self, attacker: Permanent) -> str:
        """The defending player: whom it attacks, or whose planeswalker (CR 508.5)."""
        whom = attacker.attacking
        if whom and whom in self.state.groups and self.state.group(whom):
            return self.state.controller(self.state.group(whom)[0])
        if whom:
            return whom
        mine = attacker.controller or self.attacking_player
        return self.defending_player if self.defending_player != mine else self.state.opponents(mine)[0]

    def add_anyone(self, attacker: Permanent) -> Permanent:
        """A creature of the defending player of which nothing is known, for questions that name none."""
        one = Anyone(GameObject("blocker", types=("creature",), controller=self.defender_of(attacker)), None)
        self.state.permanents[one.id] = one
        self.state.groups[one.id] = [one]
        self.blockers.append(one)
        if self.state.memo is not None:
            self.state.memo.clear()
        return one

    # ------------------------------------------------------------ what was not read

    def _guard(self) -> None:
        """Refuse when a line that was not read could bear on the declaration."""
        refuse_unread(self.state, self.declared_at, frozenset({"block", "evasion"}))
        fighting = {*self.attackers, *self.blockers}
        hosts = {p.id for p in fighting}
        near = [p for p in self.state.in_play() if p in fighting or p.thing.attached_to in hosts]
        with self.state.unchanging():
            sizes = any(has(self.state, a, "skulk") for a in self.attackers)
        concepts = {"keyword"} | ({"power_toughness", "layers"} if sizes else set())
        refuse_unread(self.state, self.declared_at, frozenset(concepts), among=near)


def says_combat(abilities: tuple[Ability, ...]) -> bool:
    """Whether abilities that the question states bear on declarations: they stand in for a line that was not read."""
    return any(isinstance(a, Static | Triggered | Activated) and reaches_combat(a.effects) for a in abilities)


_CHANGES_CREATURES = frozenset({
    "block", "evasion", "attack", "power_toughness", "counters", "damage", "zone_change", "control", "layers", "keyword",
    "targets", "transform", "copy", "untap",
})  # fmt: skip


def refuse_unread(state: State, before: int, concepts: frozenset[str], among: list[Permanent] | None = None) -> None:
    """Refuse when a line that was not read could bear on a declaration made after the first `before` events.

    A static line counts while it is on the battlefield, an activated ability or a spell only if it was used, a triggered
    one unless it triggers on something that comes later. A line is covered where the question itself says what it does.

    Raises:
        CannotRule: there is such a line.
    """
    events = state.scenario.events
    done = {"activate", "trigger", "cast", "resolve"}
    used_before = {id for e in events[:before] if e.kind in done for id in e.subject}
    used = {id for e in events if e.kind in done for id in e.subject}
    stated = [t for t in state.scenario.objects if says_combat(t.abilities)]
    told = any(says_combat(e.abilities) or e.kind == "becomes_blocked" for e in events)
    for one in state.permanents.values() if among is None else among:
        if "all" in one.lost:
            continue
        spell = one.face is not None and bool(set(one.face.types) & NOT_PERMANENT)
        for ability in state.printed_abilities(one):
            if isinstance(ability, SpellAbility):
                waiting = one.zone in {"hand", "library", "graveyard", "exile"}
                if (
                    reaches_combat(ability.effects)
                    and one.thing.id not in used
                    and not waiting
                    and not (stated or told)
                ):
                    raise CannotRule("spell_not_cast", object=one.ref)
                continue
            if not isinstance(ability, Unread):
                continue
            if spell or ability.shape in {"activated", "spell"}:
                touches = not ability.concepts or _CHANGES_CREATURES & set(ability.concepts)
                if touches and one.thing.id in used_before and not (stated or told):
                    raise CannotRule("unread_line", object=one.ref, concepts=", ".join(sorted(concepts)))
                continue
            if ability.concepts and not concepts & set(ability.concepts):
                continue
            if among is not None and ability.shape == "triggered" and one.thing.id not in used_before:
                continue
            if one.zone != "battlefield" or one.thing in stated:
                continue
            if ability.shape == "triggered" and one.thing.id not in used_before:
                if ability.event is not None and ability.event.what in _LATER_TRIGGERS:
                    continue
                if ability.event is not None and ability.event.what == "attacks" and told:
                    continue
            raise CannotRule("unread_line", object=one.ref, concepts=", ".join(sorted(concepts)))
