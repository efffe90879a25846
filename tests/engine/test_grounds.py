"""What steps rest on: conclusions are linked to the steps that they follow from, and to no others."""

from __future__ import annotations

from judgecall.answer.messages import catalogue
from judgecall.cards.store import CardStore
from judgecall.engine import everything as everything
from judgecall.engine.derivation import DerivedStep
from judgecall.engine.grounds import GROUNDS, grounds_of
from judgecall.engine.judge import judge
from judgecall.scenario.notation import from_line


def _links(line: str) -> set[tuple[str, str]]:
    """The codes of each step with those of the steps that it rests on."""
    (judgement,) = judge(from_line(line), CardStore())
    steps = judgement.steps
    assert all(b < i for i, step in enumerate(steps) for b in step.because)
    return {(step.code, steps[b].code) for step in steps for b in step.because}


def test_every_code_is_in_the_catalogue() -> None:
    """A slip in a code would silently link nothing."""
    codes = {*GROUNDS, *(ground for grounds in GROUNDS.values() for ground, _ in grounds)}
    assert codes <= set(catalogue().steps)


def test_death_rests_on_damage_and_damage_on_the_block() -> None:
    """The whole chain from the block to the death (CR 510.1d, 120.3e, 704.5g)."""
    found = _links("you: bear 2/2 | opp: ogre 3/3 ; turn you ; attack bear ; block ogre>bear ; ? dies bear")
    assert {
        ("dies_of_damage", "damage_lethal"),
        ("damage_lethal", "damage_marked"),
        ("damage_marked", "blocker_assigns"),
        ("blocker_assigns", "takes_block"),
    } <= found


def test_life_gained_rests_on_the_damage_of_its_source() -> None:
    """Lifelink's chain (CR 120.3f)."""
    found = _links("you: cleric 2/2 [lifelink] ; turn you ; attack cleric ; no_block ; ? life_gained cleric")
    assert {("life_gained_is", "lifelink_gains"), ("lifelink_gains", "player_loses_life")} <= found


def test_a_size_rests_on_its_parts() -> None:
    """The base, counters, a static effect, and one until end of turn (CR 208, 613.4)."""
    found = _links("you: angel=Serra Angel {+1/+1: 2}, Glorious Anthem ; modify angel +3/+3 ; ? power angel")
    parts = {"base_size", "size_counters", "size_static", "size_effect"}
    assert {("power_is", part) for part in parts} <= found
    assert ("power_is", "power_is") not in found


def test_the_counters_of_a_size_rest_on_the_x_they_entered_with() -> None:
    """The whole chain from the X that was chosen to the power (CR 107.3m, 614.1c)."""
    found = _links('you: lord="Mikaeus, the Lunarch" x=3 zone=hand ; cast lord n=3 ; ? power lord')
    assert {("power_is", "size_counters"), ("size_counters", "enters_with_x")} <= found


def test_a_size_that_was_told_rests_on_nothing() -> None:
    """The number of the question is no reason for itself; a later counter is one."""
    assert not _links("you: bear 2/2 ; ? power bear")
    found = _links('you: bear 2/2 ; counters bear n=1 value="+1/+1" ; ? toughness bear')
    assert {("toughness_is", "size_told"), ("toughness_is", "size_counters")} <= found


def test_what_is_about_another_object_is_no_ground() -> None:
    """The damage that a creature deals is not why it dies."""
    steps = [
        DerivedStep("120.3e", "damage_marked", (("source", "@a"), ("target", "@b"), ("n", "2"))),
        DerivedStep("120.3e", "damage_marked", (("source", "@b"), ("target", "@a"), ("n", "3"))),
    ]
    assert list(grounds_of("damage_lethal", {"object": "@a"}, steps)) == [1]
    assert list(grounds_of("menace_needs_two", {"attacker": "@a"}, steps)) == []
