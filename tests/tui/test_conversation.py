"""The conversation screen: asking, waiting, following up, what-ifs, moving, copying and exporting."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from textual.events import Key, Paste
from textual.pilot import Pilot
from textual.widgets import Static

from judgecall.tui.app import JudgecallApp
from judgecall.tui.block import Block, choices_of
from judgecall.tui.details import Details
from judgecall.tui.exchange import Exchange
from judgecall.tui.look_up import LookUpScreen
from judgecall.tui.passage import PassageView
from judgecall.tui.question_input import LIMIT, QuestionInput
from judgecall.tui.reader import ReaderScreen
from judgecall.tui.steps import StepTree
from judgecall.tui.welcome import EXAMPLES, Welcome

from .conftest import SMALL, TINY, an_app, asked, drive, notices, settled
from .fakes import HOSTILE, RULE, FakeBackend, board


def exchanges(app: JudgecallApp) -> list[Exchange]:
    return app.conversation.exchanges


def said(app: JudgecallApp) -> str:
    """Everything that the conversation and the details say."""
    shown = [str(each.render()) for each in app.conversation.query(Static)]
    return "\n".join(shown)


def test_a_question_gets_its_answer_with_the_verdict_as_a_word(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "does a tapped bear block?", "can my bear block a skulk?", "five guys block", "gibberish")
        text = said(app)

        assert " NO  A tapped creature can't block." in text
        assert " DEPENDS  It depends on" in text
        assert " AT MOST 1  At most 1 die." in text
        assert " NO RULING  I could not read this question." in text

    drive(app, script)


def test_questions_asked_before_loading_wait_and_are_answered_in_order() -> None:
    ready = threading.Event()
    backend = FakeBackend(ready)
    app = an_app(backend)

    async def script(pilot: Pilot[Any]) -> None:
        box = app.conversation.query_one(QuestionInput)
        for question in ("five guys block", "same but bigger"):
            box.text = question
            await pilot.press("enter")
        await pilot.pause()
        assert "loading" in said(app)
        assert [one.waiting for one in exchanges(app)] == [True, True]
        assert backend.asked == []

        ready.set()
        await settled(pilot)
        await settled(pilot)

        assert backend.asked[0] == ("five guys block", None)
        # The second goes on from the first, although the first had no answer when it was asked.
        assert backend.asked[-1] == ("same but bigger", board("assassin"))
        assert [one.waiting for one in exchanges(app)] == [False, False]
        assert "rules of 2026-04-17" in said(app)

    try:
        drive(app, script)
    finally:
        ready.set()


def test_when_loading_fails_the_app_says_so_and_look_up_still_works() -> None:
    app = an_app(FakeBackend(broken="No English model is installed."))

    async def script(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        await asked(pilot, "five guys block")
        assert "No English model is installed." in exchanges(app)[0].problem
        assert any("No English model" in notice for notice in notices(app))
        await pilot.press("f2", *"assassin", "enter")
        await settled(pilot)
        await settled(pilot)
        assert isinstance(app.screen, ReaderScreen)
        assert app.screen.query(PassageView)

    drive(app, script)


def test_a_follow_up_goes_on_from_the_selected_answer(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block", "does a tapped bear block?")
        await pilot.press("alt+up", "alt+up")
        await asked(pilot, "same but i gave it +2/+0, most I can kill?")

        assert backend.asked[-1] == ("same but i gave it +2/+0, most I can kill?", board("assassin"))
        assert " AT MOST 3 " in said(app)
        assert exchanges(app)[-1].goes_on

    drive(app, script)


def test_no_follow_up_goes_on_from_a_reading_that_left_words_aside(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "blood moon and urborg?", "same but bigger")
        assert backend.asked[-1] == ("same but bigger", None)

    drive(app, script)


def test_what_a_term_means_does_not_come_between(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block", "what is deathtouch?", "same but bigger")
        assert backend.asked[-1] == ("same but bigger", board("assassin"))
        assert "goes on from “five guys block”" in said(app)

    drive(app, script)


def test_where_alone_and_following_differ_the_player_chooses(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block", "both ways?")
        last = exchanges(app)[-1]
        assert last.answer is None
        assert not last.waiting
        assert "WHICH ONE" in said(app)
        # The keys choose at once: nothing else was being typed.
        await pilot.press("2")
        await settled(pilot)
        assert last.answer is not None
        assert last.goes_on
        assert " AT MOST 4 " in said(app)

    drive(app, script)


def test_behind_a_question_that_was_not_read_the_player_says_what_a_follow_up_goes_on_from(
    app: JudgecallApp, backend: FakeBackend
) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block", "gibberish")
        box = app.conversation.query_one(QuestionInput)
        assert str(box.border_title) == "a follow-up may go on from: five guys block"
        await asked(pilot, "same but bigger")
        last = exchanges(app)[-1]
        assert last.answer is None
        text = "\n".join(str(one) for one in choices_of(last))
        assert "By itself: it can't be read." in text
        assert "Going on from “five guys block”: Ochran Assassin gets +2/+0." in text
        await pilot.press("2")
        await settled(pilot)
        assert backend.asked[-1] == ("same but bigger", board("assassin"))
        assert last.goes_on
        assert "goes on from “five guys block”" in said(app)
        # That is what the next one surely goes on from.
        assert str(box.border_title) == "follow-ups go on from: same but bigger"

    drive(app, script)


def test_what_was_not_read_as_a_follow_up_either_offers_nothing(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block", "gibberish", "more gibberish")
        assert exchanges(app)[-1].answer is not None
        assert not exchanges(app)[-1].both_ways

    drive(app, script)


def test_a_refusal_shows_the_nearest_rule_at_once(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "gibberish")
        text = said(app)
        assert " NO RULING " in text
        assert f"Nearest: {RULE.title}  {RULE.text}" in text

    drive(app, script, size=TINY)


def test_choosing_a_card_asks_again_with_its_full_name(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "can liliana attack?")
        assert "WHICH ONE" in said(app)
        await pilot.press("1")
        await settled(pilot)
        assert backend.asked[-1][0] == "can Liliana of the Veil attack?"
        assert app.conversation.query_one(QuestionInput).has_focus

    drive(app, script)


def test_markup_and_control_characters_in_names_are_shown_as_they_are(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "can [Hans] attack? [/bold]")
        text = said(app)
        assert "[bold]Hans[/bold]" in text
        assert "[/x]" in text
        assert "\x1b" not in text
        assert HOSTILE.replace("\x1b", "�") in text

    drive(app, script)


def test_the_deciding_words_are_marked_exactly(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block")
        view = app.conversation.query(PassageView).first()
        shown = view.render()
        marked = [shown.plain[span.start : span.end] for span in shown.spans if "underline" in str(span.style)]
        assert marked == view.marked_words == ["a source with deathtouch must deal damage "]
        assert "2018-10-05" in view.heading

    drive(app, script)


def test_the_details_show_reading_facts_steps_and_sources(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block")
        details = app.conversation.query_one(Details)
        heads = [str(head.render()) for head in details.query(".head").results(Static)]
        assert [head.partition(" (")[0] for head in heads] == [
            "I read your question as",
            "What if?",
            "Steps",
            "Sources",
        ]
        steps = details.query_one(StepTree)
        assert [step.rule for step in steps.shown] == ["702.2b", "510.1c", "509.1h"]
        steps.focus()
        await pilot.press("space")
        assert [step.rule for step in steps.shown] == ["702.2b"]
        await pilot.press("enter")
        assert len(steps.shown) == 3
        await pilot.press("o")
        await settled(pilot)
        assert isinstance(app.screen, ReaderScreen)
        assert app.screen.page is not None
        assert app.screen.page.request.query == "rule:702.2b"

    drive(app, script)


def test_up_and_down_recall_questions_and_keep_what_was_being_typed(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block", "does a tapped bear block?")
        box = app.conversation.query_one(QuestionInput)
        await pilot.press(*"new")
        await pilot.press("up")
        assert box.text == "does a tapped bear block?"
        await pilot.press("up", "up")
        assert box.text == "five guys block"
        await pilot.press("down", "down")
        assert box.text == "new"

    drive(app, script)


def test_keys_that_come_right_after_enter_begin_a_new_question(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        box = app.conversation.query_one(QuestionInput)
        for key in (*"ab", "enter", *"cd", "enter"):
            box.post_message(Key(key, key if len(key) == 1 else None))
        await settled(pilot)
        await settled(pilot)
        assert [question for question, _ in backend.asked] == ["ab", "cd"]

    drive(app, script)


@pytest.mark.parametrize("size", [(20, 6), (40, 10), (99, 24), (100, 24), (300, 80)])
def test_any_size_of_terminal_will_do(app: JudgecallApp, size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block", "can my bear block a skulk?")
        await pilot.press("f3", "f1", "escape", "f2", *"assassin", "enter")
        await settled(pilot)
        assert exchanges(app)[1].answer is not None

    drive(app, script, size)


def test_a_crash_behind_the_app_costs_one_answer(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "crash", "five guys block")
        assert "ZeroDivisionError" in exchanges(app)[0].problem
        assert " AT MOST 1 " in said(app)

    drive(app, script)


@pytest.mark.parametrize("text", ["", "   "])
def test_nothing_typed_is_told_and_not_asked(app: JudgecallApp, backend: FakeBackend, text: str) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, text)
        assert backend.asked == []
        assert any("no question" in notice for notice in notices(app))

    drive(app, script)


def test_pasting_too_much_is_told_and_left_out(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        box = app.conversation.query_one(QuestionInput)
        box.post_message(Paste("x" * 100_000))
        await pilot.pause()
        assert box.text == ""
        assert any("100,000" in notice and f"{LIMIT:,}" in notice for notice in notices(app))

    drive(app, script)


def test_pasted_lines_and_control_characters_become_one_plain_line(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        box = app.conversation.query_one(QuestionInput)
        box.post_message(Paste("five guys\n\tblock \x1b[31mred\x00"))
        await pilot.pause()
        assert box.text == "five guys block �[31mred�"

    drive(app, script)


def test_an_answer_takes_no_keys_from_who_types_on(app: JudgecallApp, backend: FakeBackend) -> None:
    backend.ready = threading.Event()

    async def script(pilot: Pilot[Any]) -> None:
        app.conversation.query_one(QuestionInput).text = "can liliana attack?"
        await pilot.press("enter", *"2/2")
        backend.ready.set()
        await settled(pilot)
        await settled(pilot)
        await pilot.press("1")
        assert app.conversation.query_one(QuestionInput).text == "2/21"

    try:
        drive(app, script, SMALL)
    finally:
        backend.ready.set()


def test_a_resize_in_mid_answer_changes_nothing_but_the_layout(app: JudgecallApp, backend: FakeBackend) -> None:
    backend.ready = threading.Event()

    async def script(pilot: Pilot[Any]) -> None:
        app.conversation.query_one(QuestionInput).text = "five guys block"
        await pilot.press("enter")
        await pilot.resize_terminal(60, 20)
        backend.ready.set()
        await pilot.resize_terminal(150, 40)
        await settled(pilot)
        await pilot.resize_terminal(60, 20)
        await settled(pilot)
        assert " AT MOST 1  At most 1 die." in said(app)
        assert app.conversation.has_class("-narrow")

    try:
        drive(app, script, SMALL)
    finally:
        backend.ready.set()


@pytest.mark.parametrize(("typed", "query"), [("Ochran Assassin", "Ochran Assassin"), ("702.2b", "702.2b")])
def test_a_name_or_a_number_alone_is_read_and_not_asked(
    app: JudgecallApp, backend: FakeBackend, typed: str, query: str
) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block", typed)
        await settled(pilot)
        assert isinstance(app.screen, ReaderScreen)
        assert app.screen.page is not None
        assert app.screen.page.request.query == query
        assert [one.question for one in exchanges(app)] == ["five guys block"]
        assert len(app.conversation.query(Block)) == 1
        await pilot.press("escape")
        assert app.conversation.selected is exchanges(app)[0]

    drive(app, script)


def test_an_example_can_be_asked(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        app.conversation.query_one("#examples").focus()
        await pilot.press("enter")
        await settled(pilot)
        assert backend.asked[0][0] == EXAMPLES[0]
        assert not app.conversation.query_one(Welcome).display

    drive(app, script)


def test_a_new_conversation_forgets_the_scenario(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block")
        await pilot.press("ctrl+n")
        await pilot.pause()
        assert not app.conversation.query(Block)
        assert app.conversation.query_one(Welcome).display
        await asked(pilot, "same but bigger")
        assert not app.conversation.query_one(Welcome).display
        assert backend.asked[-1] == ("same but bigger", None)
        assert exchanges(app)[0].answer is not None

    drive(app, script)


def test_a_slash_behind_nothing_but_blanks_looks_up(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await pilot.press("space", "slash")
        assert isinstance(app.screen, LookUpScreen)

    drive(app, script)


def test_a_name_looked_up_first_leaves_the_beginning_there(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "Ochran Assassin")
        assert isinstance(app.screen, ReaderScreen)
        await pilot.press("escape")
        assert app.screen is app.conversation
        assert app.conversation.query_one(Welcome).display

    drive(app, script)
