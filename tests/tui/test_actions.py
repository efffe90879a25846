"""One list of actions makes bindings, footer, palette and help; help is for what has the focus; jump keys."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from judgecall.tui.actions import ACTIONS, PLACES, Place, key_names
from judgecall.tui.app import JudgecallApp
from judgecall.tui.block import Block
from judgecall.tui.conversation import ConversationScreen
from judgecall.tui.facts import FactList
from judgecall.tui.help import HelpScreen, keys_of
from judgecall.tui.history_screen import HistoryScreen
from judgecall.tui.jump import JumpScreen
from judgecall.tui.look_up import LookUpScreen
from judgecall.tui.passage import PassageView
from judgecall.tui.question_input import QuestionInput
from judgecall.tui.reader import ReaderScreen
from judgecall.tui.steps import StepTree

from .conftest import asked, drive, settled

OWNERS: dict[Place, type] = {
    "anywhere": JudgecallApp,
    "question": QuestionInput,
    "conversation": ConversationScreen,
    "facts": FactList,
    "steps": StepTree,
    "text": PassageView,
    "look-up": LookUpScreen,
    "reader": ReaderScreen,
    "history": HistoryScreen,
}


def test_every_action_has_its_method_and_an_id_of_its_own() -> None:
    ids = [action.id for action in ACTIONS]
    assert len(set(ids)) == len(ids)
    for action in ACTIONS:
        assert hasattr(OWNERS[action.place], f"action_{action.name.partition('(')[0]}"), action.id


def test_no_key_means_two_things_in_one_place() -> None:
    for place in PLACES:
        keys = [
            key for action in ACTIONS if action.place in {place, "anywhere"} for key in action.keys.split(",") if key
        ]
        assert len(set(keys)) == len(keys), place


def test_everything_can_be_done_by_keys() -> None:
    assert [action.id for action in ACTIONS if not action.keys] == []


def test_help_names_every_key() -> None:
    for place in PLACES:
        assert keys_of(place).row_count == sum(action.place == place for action in ACTIONS)
    assert key_names("slash,f2,ctrl+l") == "/ or F2 or Ctrl+l"
    assert key_names("Y,alt+shift+y") == "Y or Alt+Shift+y"
    assert key_names("1,2,3,4,5") == "1…5"


def test_bindings_come_from_the_list(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block")
        ids = {action.id for action in ACTIONS}
        for widget in (app.conversation.query_one(FactList), app.conversation.query_one(StepTree)):
            widget.focus()
            await pilot.pause()
            for active in app.active_bindings.values():
                known = active.binding.id is not None and active.binding.id.rpartition("-")[0] in {*ids, "choose"}
                assert (
                    active.node not in (app, app.conversation)
                    or active.binding.id in ids
                    or known
                    or (active.binding.system or active.binding.action.startswith(("app.focus", "screen.")))
                ), active

    drive(app, script)


@pytest.mark.parametrize(
    ("keys", "expected"),
    [((), "Type a question"), (("alt+up",), "A question and its ruling"), (("alt+up", "enter"), "Every fact")],
)
def test_help_is_for_what_has_the_focus(app: JudgecallApp, keys: tuple[str, ...], expected: str) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block")
        await pilot.press(*keys)
        await settled(pilot)
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        assert str(app.screen.query_one("#help-here", Static).render()).startswith(expected)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, ConversationScreen)

    drive(app, script)


def test_the_palette_offers_what_applies_on_the_screen_and_runs_it(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        here = {command.title: command for command in app.get_system_commands(app.screen)}
        assert "Copy: answer" in here
        assert "Reading: back" not in here
        here["Details: show or hide"].callback()
        await pilot.pause()
        assert app.conversation.has_class("-no-details")
        here["Look up: card, rule, term or phrase"].callback()
        await settled(pilot)
        there = {command.title for command in app.get_system_commands(app.screen)}
        assert "Copy: answer" not in there

    drive(app, script)


def test_a_jump_key_goes_where_it_stands(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block", "does a tapped bear block?")
        await pilot.press("ctrl+o")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, JumpScreen)
        key = next(key for key, (widget, _) in screen.targets.items() if isinstance(widget, Block))
        await pilot.press(key)
        await settled(pilot)
        assert isinstance(app.focused, Block)
        assert app.conversation.selected is app.conversation.exchanges[0]
        await pilot.press("ctrl+o", "escape")
        await pilot.pause()
        assert isinstance(app.screen, ConversationScreen)
        assert isinstance(app.focused, Block)

    drive(app, script)


@pytest.mark.parametrize("theme", ["high-contrast", "ansi-dark", "ansi-light", "textual-light"])
def test_every_theme_shows_the_same_words(app: JudgecallApp, theme: str) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        app.theme = theme
        await asked(pilot, "five guys block", "can my bear block a skulk?")
        text = "\n".join(str(each.render()) for each in app.conversation.query(Static))
        assert " DEPENDS " in text
        assert " AT MOST 1 " in text

    drive(app, script)
