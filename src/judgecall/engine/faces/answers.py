"""Answers about double-faced cards."""

from __future__ import annotations

from judgecall.cards.abilities import Activated, Keyword, Triggered, Unread
from judgecall.engine.characteristics import COLOUR_OF, abilities_of, colors_known, colors_of, types_of
from judgecall.engine.derivation import rule
from judgecall.engine.faces.daylight import bound, daylight_may_turn, daylight_turned_it_not, daylight_turns
from judgecall.engine.faces.double_faced import called, face_name, is_double_faced, shown_face, side
from judgecall.engine.faces.entering import put_onto_battlefield, token_is_gone
from judgecall.engine.faces.playing import cascades_into, discovers, may_play_face, modal_land_isnt_cast
from judgecall.engine.faces.transforming import may_transform
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.state import Permanent, State
from judgecall.engine.timeline import leave_battlefield
from judgecall.engine.triggers.instructions import follow, moves_faces
from judgecall.engine.triggers.meant import activated_meant
from judgecall.engine.triggers.run import Run
from judgecall.engine.triggers.waiting import Waiting
from judgecall.engine.verdicts import Outcome, Verdict, YesNo
from judgecall.scenario.model import Query

_MOVES = frozenset({"blink", "return", "enter", "leave", "sacrifice", "cast", "activate", "transform", "trigger", "play_land",
                    "copy", "resolve", "damage"})  # fmt: skip
_SIDES = {"front": 0, "back": 1}


def _subject(state: State, query: Query) -> Permanent:
    for id in (*query.subject, *query.target):
        if id in state.permanents:
            return state.permanents[id]
    raise CannotRule("no_subject")


def _run(state: State, one: Permanent, *, begin_awaited: bool = False) -> Run:
    """Carry out the events; an ability that would turn or move it and that waits only for a trigger is met on the way."""
    run = Run(state, [one], begin_awaited=begin_awaited)
    run.all()
    return run


def _follow_through(state: State, one: Permanent, run: Run) -> None:
    """A face question about an object to which nothing happens yet: its own way of coming back or turning is what is meant."""
    if any(e.kind in _MOVES and _about(e.subject, e.target, one) for e in state.scenario.events) or run.items:
        return
    activated = activated_meant(state, one, "transform")
    if isinstance(activated, Activated) and moves_faces(activated.effects):
        item = Waiting(one, activated, "activated", value="transform", stated=True)
        follow(state, item, activated.effects)


def _about(subject: tuple[str, ...], target: tuple[str, ...], one: Permanent) -> bool:
    return one.thing.id in (*subject, *target) or one.id in (*subject, *target) or not subject


# ------------------------------------------------------------------ transforming


@answers("transforms")
def transforms(state: State, query: Query) -> Verdict:
    """Whether it transforms (value: into which side; n: how often)."""
    one = _subject(state, query)
    start = one.transformed_count
    if not is_double_faced(state, one) or not _could_turn(state, one):
        return YesNo(may_transform(state, one))
    began_as = one.face_index
    run = _run(state, one, begin_awaited=True)
    turned = one.transformed_count - start
    if not turned:
        _refuse_unread_turning(run, one)
        turned += daylight_turns(state, one)
    wanted = query.n or 1
    if query.value in _SIDES:
        return YesNo(ends_on(state, one, _SIDES[query.value]))
    if turned >= wanted:
        return YesNo(True)
    moved = one.new_object > 0
    told = one in state.history.told_to_transform or any(i.source is one for i in (*run.items, *run.failed))
    if moved and one.zone == "battlefield" and one.face_index != began_as and one.face_index == 1:
        return YesNo(True)
    if told or moved:
        return YesNo(False)
    if not any(e.kind in {"cast", "activate"} for e in state.scenario.events) and daylight_may_turn(state, one):
        return YesNo(True)
    with state.d.muted():
        possible = may_transform(state, one, by_daybound=True)
    if not possible:
        return YesNo(may_transform(state, one, by_daybound=True))
    if bound(state, one):
        return YesNo(daylight_turned_it_not(state, one))
    if (
        any(e.kind in {"cast", "activate"} for e in state.scenario.events)
        or one.card is not None
        or state.facts.stated(f"modal {one.ref}") == "yes"
    ):
        state.guard("transform")
        _refuse_own_way(state, one, run)
        return YesNo(nothing_turns_it(state, one))
    raise CannotRule("no_instruction_to_transform", object=one.ref)


def _refuse_own_way(state: State, one: Permanent, run: Run) -> None:
    """An ability of its own would turn it over, and whether it was used or what it waits for happened isn't told.

    Raises:
        CannotRule: it has such an ability.
    """
    used = any(one.thing.id in e.subject for e in state.events("activate"))
    for ability in abilities_of(state, one):
        if isinstance(ability, Activated) and moves_faces(ability.effects) and not used:
            raise CannotRule("no_instruction_to_transform", object=one.ref)
        if isinstance(ability, Triggered) and moves_faces(ability.effects):
            of = ability.event.of
            elsewhere = of is not None and not of.this and of.attached
            if elsewhere or not run.seen:
                raise CannotRule("no_instruction_to_transform", object=one.ref)


def _refuse_unread_turning(run: Run, one: Permanent) -> None:
    """An ability of its own that resolved and could not be read may have been what turns it over."""
    for item in run.items:
        if item.source is not one or not isinstance(item.ability, Unread) or not item.did("unread"):
            continue
        if not item.ability.concepts or {"transform", "zone_change"} & set(item.ability.concepts):
            raise CannotRule("unread_line", object=one.ref, concepts="transform")


def _could_turn(state: State, one: Permanent) -> bool:
    """Tried without steps: events may still change what it is (a copy, a new object), so only a plain position is cut short."""
    if any(
        e.kind in {"blink", "leave", "return", "cast", "lose", "copy", "trigger", "enter", "step"}
        for e in state.scenario.events
    ):
        return True
    if one.zone != "battlefield":
        return True
    with state.d.muted():
        return may_transform(state, one, by_daybound=_only_daylight(state))


def _only_daylight(state: State) -> bool:
    return not any(e.kind in {"cast", "transform", "activate"} and e.by != "daybound" for e in state.scenario.events)


@rule("701.27a")
def ends_on(state: State, one: Permanent, index: int) -> bool:
    """Which face is up after everything."""
    state.d.step(f"{side(one.face_index)}_is_up", object=one.ref, **called(one))
    return one.zone == "battlefield" and one.face_index == index


@rule("712.9")
def nothing_turns_it(state: State, one: Permanent) -> bool:
    """A permanent transforms only if a spell, ability or rule tells it to."""
    state.d.step("nothing_transforms_it", object=one.ref)
    return False


# ------------------------------------------------------------------ where it is and which face is up


@answers("face_after")
def face_after(state: State, query: Query) -> Verdict:
    """Where it is after the events, and which face is up."""
    one = _subject(state, query)
    run = _run(state, one)
    _follow_through(state, one, run)
    _refuse_unread_turning(run, one)
    daylight_turns(state, one)
    name = face_name(one)
    args: tuple[tuple[str, str], ...] = (("object", one.ref), *((("name", name),) if name else ()))
    if one.zone == "battlefield":
        if one.is_copy and one.card is not None:
            return Outcome("is_copy_of_face", (("object", one.ref), ("name", name)))
        if not is_double_faced(state, one):
            return Outcome("enters_as_itself", (("object", one.ref),))
        verb = "enters" if one.new_object or one in state.history.entered else "shows"
        tail = "" if name else "_unnamed"
        return Outcome(f"{verb}_{side(one.face_index)}{tail}", args)
    if one.zone == "stack":
        return Outcome(f"on_stack_{side(one.face_index)}" + ("" if name else "_unnamed"), args)
    return Outcome(f"stays_in_{one.zone}", (("object", one.ref),))


@answers("returns")
def returns(state: State, query: Query) -> Verdict:
    """Whether it comes back to the battlefield (value: as which face)."""
    one = _subject(state, query)
    run = _run(state, one)
    _follow_through(state, one, run)
    _refuse_unread_turning(run, one)
    if token_is_gone(state, one):
        return YesNo(False)
    back = one.zone == "battlefield" and (one.new_object > 0 or one.thing.zone != "battlefield")
    tried = any(e.kind in {"blink", "return"} and one.thing.id in e.subject for e in state.scenario.events)
    if not back and not tried and not any(i.source is one for i in (*run.items, *run.failed)):
        if one.zone == "battlefield" or one.last is None:
            raise CannotRule("never_left", object=one.ref)
        _no_way_back(state, one)
    if back and query.value:
        return YesNo(_is_value(state, one, query.value))
    return YesNo(back)


def _no_way_back(state: State, one: Permanent) -> None:
    """It left, and none of the abilities that it had then brings it back."""
    if one.last is not None and any(isinstance(a, Unread) and _may_be_about_leaving(a) for a in one.last.abilities):
        raise CannotRule("unread_line", object=one.ref, concepts="zone_change")
    no_such_ability(state, one)


def _may_be_about_leaving(ability: Unread) -> bool:
    if ability.shape != "triggered":
        return False
    return ability.event is None or bool({"dies", "leaves"} & {ability.event.what, *ability.event.or_what})


@rule("712.8e")
def no_such_ability(state: State, one: Permanent) -> None:
    """It has only the abilities of the face that was up: none of them returns it."""
    state.d.step("nothing_returns_it", object=one.ref)


@answers("stays_in_exile")
def stays_in_exile(state: State, query: Query) -> Verdict:
    """Whether it is in exile after everything."""
    one = _subject(state, query)
    run = _run(state, one)
    _follow_through(state, one, run)
    return YesNo(one.zone == "exile")


@answers("enters_as_face")
def enters_as_face(state: State, query: Query) -> Verdict:
    """Whether it is the face `value` (front, back, a name or a type) that enters or that the copy shows."""
    one = _subject(state, query)
    run = _run(state, one)
    _follow_through(state, one, run)
    if (
        one.zone == "battlefield"
        and one.thing.face is None
        and not one.is_copy
        and not _moved(state, one)
        and not run.items
    ):
        one.zone = "hand"  # nothing is told but that it comes in
    if one.zone != "battlefield" and one.zone != "stack":
        if one.new_object or any(e.kind in _MOVES for e in state.scenario.events):
            return YesNo(False)
        put_onto_battlefield(state, one)
    return YesNo(one.zone in {"battlefield", "stack"} and _is_value(state, one, query.value or "back"))


def _unknown_face(one: Permanent) -> bool:
    raise CannotRule("unknown_face", object=one.ref)


def _is_value(state: State, one: Permanent, value: str) -> bool:
    if value in _SIDES:
        if value == "back" and not is_double_faced(state, one):
            return False
        return one.face_index == _SIDES[value]
    face = one.face
    words = {w.lower() for w in types_of(state, one)}
    if face is not None:
        words |= {face.name.lower(), *(w.lower() for w in (*face.types, *face.subtypes, *face.supertypes))}
        words.add(face.name.lower().split(",")[0])
    words |= {w.lower() for w in one.thing.subtypes}
    if value in COLOUR_OF:
        return COLOUR_OF[value] in colors_of(state, one) if colors_known(one) else _unknown_face(one)
    words |= {a.name for a in abilities_of(state, one) if isinstance(a, Keyword)}
    if value.lower() in words:
        return True
    if face is None and not words:
        raise CannotRule("unknown_face", object=one.ref)
    return False


@answers("has_face_characteristics")
def has_face_characteristics(state: State, query: Query) -> Verdict:
    """Whether it is a `value` (front, back, a name, a card type or subtype) in the zone where it is after the events."""
    one = _subject(state, query)
    _run(state, one)
    if state.facts.stated("night") or state.facts.stated("day") or state.facts.stated("daylight"):
        daylight_turns(state, one)
    shown_face(state, one)
    return YesNo(_is_value(state, one, query.value or "back"))


@answers("can_play_face")
def can_play_face(state: State, query: Query) -> Verdict:
    """Whether the face `value` may be played or cast from the zone where the card is."""
    one = _subject(state, query)
    if any(e.kind in {"leave", "return", "blink", "cast", "enter", "sacrifice"} for e in state.scenario.events):
        _run(state, one)
    index = _face_named(one, query.value or "back")
    allowed = may_play_face(state, one, index)
    if (
        allowed
        and state.facts.stated("as_spell") == "yes"
        and one.card is not None
        and "land" in one.card.faces[index].types
    ):
        return YesNo(modal_land_isnt_cast(state, one))
    free = state.facts.stated("free_cast")
    if free is None or not allowed:
        return YesNo(allowed)
    face = one.card.faces[index] if one.card is not None else None
    if face is not None and "land" in face.types:
        return YesNo(modal_land_isnt_cast(state, one))
    if free == "cascade":
        source = next((state.permanents[id] for id in query.target if id in state.permanents), None)
        return YesNo(cascades_into(state, one, index, source))
    return YesNo(discovers(state, one, index, int(free)))


def _face_named(one: Permanent, value: str) -> int:
    if value in _SIDES:
        return _SIDES[value]
    card = one.card
    if card is not None:
        for index, face in enumerate(card.faces):
            if value.lower() in {face.name.lower(), face.name.lower().split(",")[0]}:
                return index
        for index, face in enumerate(card.faces):
            if value.lower() in face.types:
                return index
    return 1


# ------------------------------------------------------------------ graveyard, face down


@answers("goes_to_graveyard")
def goes_to_graveyard(state: State, query: Query) -> Verdict:
    """Whether it is put into a graveyard: as it dies, or as a Saga that is finished."""
    one = _subject(state, query)
    run = _run(state, one)
    _follow_through(state, one, run)
    if one.zone == "battlefield" and (query.value.lower() in {"saga", "sacrifice"} or _has_saga_face(one)):
        return YesNo(finished_saga(state, one))
    if one.zone == "battlefield" and not _moved(state, one):
        leave_battlefield(state, one, "graveyard")
    if one in state.history.died:
        return YesNo(put_into_graveyard(state, one))
    return YesNo(False)


def _has_saga_face(one: Permanent) -> bool:
    faces = one.card.faces if one.card else ()
    return "Saga" in one.thing.subtypes or any("Saga" in face.subtypes for face in faces)


def _moved(state: State, one: Permanent) -> bool:
    return one in state.history.left or one in state.history.entered


@rule("714.4")
def finished_saga(state: State, one: Permanent) -> bool:
    """A Saga with all its chapters done is sacrificed; a permanent whose face up isn't a Saga is none."""
    face = shown_face(state, one)
    subtypes = face.subtypes if face is not None else one.thing.subtypes if one.face_index == 0 else ()
    if "Saga" not in subtypes:
        state.d.step("not_a_saga", object=one.ref, **called(one))
        return False
    lore = one.counters.get("lore")
    if lore is None:
        finished = state.facts.ask("saga_finished", object=one.ref)
    else:
        chapters = [n for a in (face.abilities if face else ()) if isinstance(a, Triggered) for n in a.event.numbers]
        if not chapters:
            raise CannotRule("unread_line", object=one.ref, concepts="chapter")
        finished = lore >= max(chapters)
    state.d.step("saga_sacrificed" if finished else "saga_unfinished", object=one.ref)
    return finished


@rule("700.4")
def put_into_graveyard(state: State, one: Permanent) -> bool:
    """What dies is put into its owner's graveyard from the battlefield."""
    state.d.step("dies_to_graveyard", object=one.ref)
    return True


@answers("can_turn_face_down")
def can_turn_face_down(state: State, query: Query) -> Verdict:
    """Whether a permanent can be turned face down."""
    return YesNo(turn_face_down(state, _subject(state, query)))


@rule("712.16")
def turn_face_down(state: State, one: Permanent) -> bool:
    """A double-faced permanent can't be turned face down; an effect that tries does nothing."""
    unnamed = one.card is None and one.thing.face is None and not one.is_copy
    if (unnamed and state.facts.ask("double_faced", object=one.ref)) or (not unnamed and is_double_faced(state, one)):
        state.d.step("never_face_down", object=one.ref)
        return False
    state.d.step("single_faced_can", object=one.ref)
    return True
