"""The compiler on single lines: what a good line means, and that a bad one is not read."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judgecall.cards.abilities import Ability, Activated, Keyword, Static, Triggered, Unread
from judgecall.cards.compile.lines import compile_face_text, compile_line

FILES = [
    tomllib.loads((Path(__file__).parent / name).read_text("utf-8"))
    for name in (
        "lines.toml",
        "combat_lines.toml",
        "meant_one_lines.toml",
        "arrival_lines.toml",
        "demand_lines.toml",
        "level_lines.toml",
        "referred_lines.toml",
        "counted_lines.toml",
        "x_number_lines.toml",
        "x_said_lines.toml",
        "at_once_lines.toml",
        "traced_lines.toml",
        "told_apart_lines.toml",
        "scope_lines.toml",
        "outcome_lines.toml",
        "other_lines.toml",
        "said_of_whom_lines.toml",
        "belonging_lines.toml",
        "only_where_done_lines.toml",
    )
]
LINES: dict[str, list[dict[str, Any]]] = {
    kind: [case for file in FILES for case in file[kind]] for kind in ("good", "bad")
}


@pytest.mark.parametrize("case", LINES["good"], ids=lambda case: case["text"][:60])
def test_a_good_line_means_what_the_file_says(case: dict[str, Any]) -> None:
    expected = msgspec.convert(json.loads(case["means"]), tuple[Ability, ...])

    assert compile_line(case["text"], case.get("spell", False)) == expected


@pytest.mark.parametrize("case", LINES["bad"], ids=lambda case: case["text"][:60])
@pytest.mark.parametrize("spell", [False, True])
def test_a_bad_line_is_not_read_in_part(case: dict[str, Any], spell: bool) -> None:
    (ability,) = compile_line(case["text"], spell)

    assert isinstance(ability, Unread)


def test_an_unread_activated_ability_keeps_its_cost() -> None:
    (ability,) = compile_line("{2}, {T}: Juggle target creature.")

    assert isinstance(ability, Unread)
    assert ability.shape == "activated"
    assert ability.cost is not None
    assert (ability.cost.mana, ability.cost.tap) == ("{2}", True)
    assert "targets" in ability.concepts


def test_an_unread_trigger_keeps_its_event_and_condition() -> None:
    (ability,) = compile_line("Whenever ~ attacks, if you have 30 or more life, juggle.")

    assert isinstance(ability, Unread)
    assert ability.event is not None
    assert ability.event.what == "attacks"
    assert ability.condition is not None
    assert ability.condition.n == 30


def test_reminder_text_is_no_ability() -> None:
    assert compile_face_text("({T}: Add {G}.)", "Forest") == ()


def test_a_card_may_call_itself_by_its_short_name() -> None:
    full = compile_face_text("Flying\nWhenever Mina attacks, Mina gets +1/+0 until end of turn.", "Mina, the Swift")
    plain = compile_face_text(
        "Flying\nWhenever Mina, the Swift attacks, it gets +1/+0 until end of turn.", "Mina, the Swift"
    )

    assert full == plain
    assert not any(isinstance(ability, Unread) for ability in full)


def test_older_wordings_mean_the_same() -> None:
    old = compile_line_of("When Oak enters the battlefield, add {G} to your mana pool.")
    new = compile_line_of("When this creature enters, add {G}.")

    assert old == new


def compile_line_of(text: str) -> tuple[Ability, ...]:
    """A line as it stands on a creature called Oak."""
    return compile_face_text(text, "Oak")


def test_the_ability_word_is_kept_and_means_nothing() -> None:
    text = "At the beginning of combat on your turn, if you control three or more creatures with different powers, draw a card."
    (with_word,) = compile_line(f"Coven — {text}")
    (without,) = compile_line(text)

    assert isinstance(with_word, Triggered)
    assert with_word.ability_word == "coven"
    assert msgspec.structs.replace(with_word, ability_word="") == without


def test_what_holds_at_a_level_only_is_not_read_as_always() -> None:
    level_up, *levels = compile_face_text(
        "Level up {1}\nLEVEL 1-4\n2/2\nFlying\nLEVEL 5+\n4/4\nFlying, trample", "Climber"
    )

    assert isinstance(level_up, Keyword)
    assert [type(ability).__name__ for ability in levels] == ["Static"] * 5
    assert all(isinstance(ability, Static) and ability.condition is not None for ability in levels)


def test_what_holds_from_so_many_charge_counters_on_is_not_read() -> None:
    abilities = compile_face_text("Station\nSTATION 4+\nFlying\n3/5", "Hulk")

    assert [type(ability).__name__ for ability in abilities] == ["Keyword", "Unread"]


def test_modes_are_joined_to_their_header() -> None:
    abilities = compile_face_text("Choose one —\n• Draw a card.\n• You gain 3 life.", "Crossroad", spell=True)

    assert len(abilities) == 1
    assert not isinstance(abilities[0], Unread)


def test_that_creature_is_never_the_one_that_speaks() -> None:
    (ability,) = compile_line("Whenever ~ blocks a creature, tap that creature.")

    assert isinstance(ability, Triggered)
    (effect,) = ability.effects
    assert effect.of.ref == "event_by"  # type: ignore[union-attr]


def test_an_ability_activated_from_the_graveyard_says_so() -> None:
    (ability,) = compile_line("{2}{B}, Exile ~ from your graveyard: Draw a card.")

    assert isinstance(ability, Activated)
    assert ability.zone == "graveyard"


def test_a_sentence_that_its_source_breaks_is_one_line() -> None:
    text = "Whenever you cast a spell,\nchoose one — \n• Draw a card.\n• You gain 3 life."
    assert compile_face_text(text, "Oak") == compile_face_text(text.replace(",\n", ", "), "Oak")
    assert isinstance(compile_face_text("Choose one —\n• Draw a card.\n• You gain 3 life.", "Oak")[0], Unread)
