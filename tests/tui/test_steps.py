"""The steps as a tree that folds."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from judgecall.answer.json_form import StepForm
from judgecall.tui.app import JudgecallApp
from judgecall.tui.details import Details
from judgecall.tui.steps import FIRST, StepTree

from .conftest import asked, drive


def test_many_steps_are_shown_when_they_are_wanted() -> None:
    steps = [StepForm("509.1h", f"Step {n}.", (n - 1,) if n else ()) for n in range(20)]
    tree = StepTree(steps)

    assert [step.text for step in tree.shown] == [f"Step {n}." for n in range(19, 19 - FIRST, -1)]

    tree.all_wanted = True
    tree.folded = {10}
    tree._fill()

    assert [step.text for step in tree.shown] == [f"Step {n}." for n in range(19, 9, -1)]


async def steps_of(pilot: Pilot[Any], app: JudgecallApp) -> StepTree:
    """The steps of an answer, with the focus: 702.2b on 510.1c on 509.1h."""
    await asked(pilot, "five guys block")
    steps = app.conversation.query_one(Details).query_one(StepTree)
    steps.focus()
    await pilot.pause()
    return steps


def shown(steps: StepTree) -> list[str]:
    return [step.rule for step in steps.shown]


def test_left_and_right_fold_and_unfold_and_go_up(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        steps = await steps_of(pilot, app)
        await pilot.press("down", "down")
        assert steps.highlighted == 2
        await pilot.press("left")
        assert (steps.highlighted, len(shown(steps))) == (1, 3)
        await pilot.press("left")
        assert (steps.highlighted, shown(steps)) == (1, ["702.2b", "510.1c"])
        await pilot.press("right", "right")
        assert shown(steps) == ["702.2b", "510.1c", "509.1h"]
        await pilot.press("left", "left", "left")
        assert (steps.highlighted, shown(steps)) == (0, ["702.2b"])

    drive(app, script)


def test_only_what_decided_is_shown_and_all_again(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        steps = await steps_of(pilot, app)
        await pilot.press("d")
        assert steps.only_deciding
        assert shown(steps) == ["702.2b"]
        await pilot.press("d")
        assert shown(steps) == ["702.2b", "510.1c", "509.1h"]

    drive(app, script)


def test_what_was_left_out_is_among_what_decided() -> None:
    """Every step that no other rests on, however many there are."""
    tree = StepTree([StepForm("509.1h", f"Step {n}.") for n in range(FIRST + 5)])
    tree.action_only_deciding()
    assert len(tree.shown) == FIRST + 5
