"""What things are called in answers: nothing goes by an id, and no two things by one name."""

from __future__ import annotations

from judgecall.scenario.model import GameObject, Scenario
from judgecall.scenario.names import names_in, plural_of


def _called(*things: GameObject) -> list[str]:
    names = names_in(Scenario(things))
    return [str(names.of(thing.id)) for thing in things]


def test_things_of_one_name_are_told_apart_by_how_they_are() -> None:
    fresh = GameObject("caravan", card="Cultivator's Caravan", controller="you")
    crewed = GameObject("caravan-2", card="Cultivator's Caravan", controller="you", animated=True)
    assert _called(fresh, crewed) == ["your Cultivator's Caravan", "your Cultivator's Caravan (as a creature)"]


def test_things_that_do_not_differ_are_counted() -> None:
    pair = [GameObject(id, said="soldier", types=("creature",), controller="opp") for id in ("soldier", "soldier-2")]
    assert _called(*pair) == ["the opponent's soldier (the first one)", "the opponent's soldier (the second one)"]


def test_plurals_that_are_told_as_such_stay() -> None:
    assert [plural_of(noun) for noun in ("summoning sick mice", "goblins", "1/1", "Wall of Glare", "Sphinx")] == [
        "summoning sick mice",
        "goblins",
        "1/1s",
        "Walls of Glare",
        "Sphinxes",
    ]
