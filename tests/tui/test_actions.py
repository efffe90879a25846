"""One list of actions makes bindings, footer, palette and help."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot
from textual.widgets import Static

from judgecall.tui.actions import ACTIONS, PLACES, Place, key_names
from judgecall.tui.app import JudgecallApp
from judgecall.tui.conversation import ConversationScreen
from judgecall.tui.help import HelpScreen, keys_of
from judgecall.tui.look_up import LookUpScreen
from judgecall.tui.passage import PassageView
from judgecall.tui.steps import StepTree

from .conftest import drive, settled

OWNERS: dict[Place, type] = {
    "anywhere": JudgecallApp,
    "conversation": ConversationScreen,
    "details": StepTree,
    "look-up": LookUpScreen,
    "text": PassageView,
}


def test_every_action_has_its_method_and_an_id_of_its_own() -> None:
    ids = [action.id for action in ACTIONS]
    assert len(set(ids)) == len(ids)
    for action in ACTIONS:
        if action.name:
            assert hasattr(OWNERS[action.place], f"action_{action.name.partition('(')[0]}"), action.id


def test_help_names_every_key() -> None:
    for place in PLACES:
        here = [action for action in ACTIONS if action.place == place and action.keys]
        assert keys_of(place).row_count == len(here)
    assert key_names("f2,ctrl+l") == "F2 or Ctrl+l"
    assert key_names("Y") == "Y"


def test_help_opens_and_closes(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        assert any("computes" in str(each.render()) for each in app.screen.query(Static))
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, ConversationScreen)

    drive(app, script)


def test_the_palette_offers_what_applies_on_the_screen_and_runs_it(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        here = {command.title: command for command in app.get_system_commands(app.screen)}
        assert "Copy: answer" in here
        assert "Look-up: go back" not in here
        here["Details: show or hide"].callback()
        await pilot.pause()
        assert app.conversation.has_class("-no-details")
        here["Look up: card, rule, term or phrase"].callback()
        await settled(pilot)
        there = {command.title for command in app.get_system_commands(app.screen)}
        assert "Look-up: go back" in there
        assert "Copy: answer" not in there

    drive(app, script)
