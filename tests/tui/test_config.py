"""The config file: keys and colours, and plain words for what is wrong in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from judgecall.tui.config import Config, read_config
from judgecall.tui.help import HelpScreen
from judgecall.tui.look_up import LookUpScreen
from judgecall.tui.question_input import QuestionInput

from .conftest import Copied, an_app, asked, drive, notices, settled
from .fakes import FakeBackend

THEMES = ("textual-dark", "high-contrast")


def config(tmp_path: Path, text: str) -> Config:
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    return read_config(path, THEMES)


def test_no_file_is_an_empty_one(tmp_path: Path) -> None:
    assert read_config(tmp_path / "none.toml", THEMES).problems == ()


def test_colours_and_keys_are_read(tmp_path: Path) -> None:
    found = config(tmp_path, 'theme = "high-contrast"\n\n[keys]\ncopy = "c"\nlook-up = "slash,f2"\n')
    assert found.problems == ()
    assert found.theme == "high-contrast"
    assert found.keys == {"copy": "c", "look-up": "slash,f2"}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("theme = ", "is not TOML"),
        ('theme = "pink"', "there is no theme “pink”"),
        ("colour = 3", "there is no setting “colour”"),
        ("keys = 3", "keys must be a table"),
        ('[keys]\ncoppy = "c"', "there is no action “coppy”"),
        ("[keys]\ncopy = 3", "the keys of copy must be a text"),
        ('[keys]\ncopy = ""', "the keys of copy must be a text"),
        ('[keys]\ncopy = "ctrl+nonsense"', "there is no key “ctrl+nonsense”"),
        ('[keys]\nhelp = "h"', "“h” is needed for typing"),
        ('[keys]\ndetails = "f7"', "f7 is the key of export-json already; details keeps its own"),
        ('[keys]\ncopy = "f4"', "f4 is the key of history already; copy keeps its own"),
        ('[keys]\nlook-up = "y"', "y is the key of copy already; look-up keeps its own"),
        ('[keys]\nchoose = "a,b"', "choose needs nine keys"),
    ],
)
def test_what_is_wrong_is_said_and_not_used(tmp_path: Path, text: str, problem: str) -> None:
    found = config(tmp_path, text)
    assert [problem in each for each in found.problems] == [True]
    assert found.keys == {}
    assert found.theme == ""


def test_the_sound_lines_of_a_bad_file_hold(tmp_path: Path) -> None:
    found = config(tmp_path, '[keys]\ncopy = "c"\nhelp = "h"\n')
    assert found.keys == {"copy": "c"}
    assert len(found.problems) == 1


def test_keys_of_the_file_work_and_their_old_ones_do_not(tmp_path: Path, backend: FakeBackend, copied: Copied) -> None:
    found = config(tmp_path, '[keys]\ncopy = "c"\nlook-up = "f6"\ndetails = "ctrl+t"\nask = "f10"\n')
    assert found.problems == ()
    app = an_app(backend, config=found)

    async def script(pilot: Pilot[Any]) -> None:
        app.conversation.query_one("#question").focus()
        await pilot.press(*"five", "f10")
        await settled(pilot)
        await pilot.press("alt+up", "c")
        assert copied() == "At most 1 die."
        shown = app.conversation.query_one("#details").display
        await pilot.press("ctrl+t")
        assert app.conversation.query_one("#details").display is not shown
        await pilot.press("f3")
        assert app.conversation.query_one("#details").display is not shown
        await pilot.press("f1")
        assert isinstance(app.screen, HelpScreen)
        assert app.screen.keys["look-up"] == "f6"
        await pilot.press("escape", "f6")
        await settled(pilot)
        assert isinstance(app.screen, LookUpScreen)

    drive(app, script)


def test_problems_are_told_on_start(tmp_path: Path, backend: FakeBackend) -> None:
    app = an_app(backend, config=config(tmp_path, 'theme = "pink"\n[keys]\nhelp = "h"\n'))

    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five")
        assert any("no theme “pink”" in notice for notice in notices(app))
        assert any("needed for typing" in notice for notice in notices(app))

    drive(app, script)


def test_hints_name_the_keys_as_they_are(backend: FakeBackend) -> None:
    app = an_app(backend, config=Config(keys={"look-up": "ctrl+f", "import": "f6", "ask": "ctrl+j"}))

    async def script(pilot: Pilot[Any]) -> None:
        assert (
            str(app.conversation.query_one(QuestionInput).border_subtitle) == "ctrl+j asks · ↑ earlier · ctrl+f look up"
        )
        offer = app.conversation.query_one("#examples", OptionList).get_option_at_index(3)
        assert str(offer.prompt).endswith("(f6)")

    drive(app, script)
