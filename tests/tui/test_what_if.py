"""What-ifs: facts turn in place, the ruling follows, and what changed is shown."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot
from textual.widgets import Static

from judgecall.answer.json_form import Answer, Part, StepForm, Supposed, VerdictForm
from judgecall.tui.app import JudgecallApp
from judgecall.tui.block import Block, _answer
from judgecall.tui.exchange import Exchange, WhatIf
from judgecall.tui.facts import FactList, KeywordList
from judgecall.tui.what_if import changed

from .conftest import asked, drive, notices, settled
from .fakes import POWER, SKULK, UNTAPPED, FakeBackend

QUESTION = "can my bear block a skulk?"


def shown(app: JudgecallApp) -> str:
    return "\n".join(str(each.render()) for each in app.conversation.query(Static))


def rows(app: JudgecallApp) -> list[str]:
    return [row.text for row in app.conversation.query_one(FactList).rows]


async def on_fact(pilot: Pilot[Any], text: str) -> FactList:
    """Go to a fact in the list."""
    app = pilot.app
    assert isinstance(app, JudgecallApp)
    facts = app.conversation.query_one(FactList)
    facts.focus()
    facts.highlighted = rows(app).index(text)
    await pilot.pause()
    return facts


def test_every_stated_assumed_and_deciding_fact_can_be_turned(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, QUESTION)
        assert rows(app) == [
            "your bear has more power",
            "your bear has less power",
            "Your 2/2 bear: 2/2",
            "Your 2/2 bear: untapped",
            "The opponent's 1/1 skulk: 1/1",
            "The opponent's 1/1 skulk: skulk",
            "Your bear is untapped.",
        ]

    drive(app, script)


def test_an_assumed_fact_that_is_turned_stays_in_its_place(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, QUESTION)
        before = rows(app)
        facts = await on_fact(pilot, "Your bear is untapped.")
        at = facts.highlighted
        await pilot.press("space")
        await settled(pilot)
        # What decides is open no more; what follows keeps its order.
        assert rows(app) == [*before[2:-1], "your bear is tapped"]
        await pilot.press("space")
        await settled(pilot)
        assert rows(app) == before
        focused = app.focused
        assert isinstance(focused, FactList)
        assert focused.highlighted == at

    drive(app, script)


def test_a_stated_fact_turns_in_place_and_what_changed_is_shown(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, QUESTION)
        await on_fact(pilot, "Your 2/2 bear: untapped")
        await pilot.press("space")
        await settled(pilot)

        assert backend.varied_with == [({"bear tapped": "yes"}, ())]
        assert len(app.conversation.query(Block)) == 1
        text = shown(app)
        assert "◇ What if your 2/2 bear: tapped?" in text
        assert " YES  Yes, if so." in text
        assert "≠ As asked it was: DEPENDS" in text
        assert "+ 509.1b  Then it is yes." in text
        assert "Your 2/2 bear: tapped (asked: untapped)" in rows(app)
        # The keys stay on the fact, so it can be turned back at once.
        focused = app.focused
        assert isinstance(focused, FactList)
        assert focused.highlighted is not None
        assert focused.rows[focused.highlighted].key == "bear tapped"

        await pilot.press("space")
        await settled(pilot)
        assert "What if your 2/2" not in shown(app)
        assert " DEPENDS " in shown(app)

    drive(app, script)


def test_sizes_go_up_and_down(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, QUESTION)
        await on_fact(pilot, "Your 2/2 bear: 2/2")
        await pilot.press("right")
        await settled(pilot)
        assert backend.varied_with[-1] == ({"bear size": "3/3"}, ())
        await pilot.press("left")
        await settled(pilot)
        await pilot.press("left")
        await settled(pilot)
        assert backend.varied_with[-1] == ({"bear size": "1/1"}, ())
        answer = app.conversation.exchanges[0].answer
        assert answer is not None
        assert answer.scenario is not None
        assert (answer.scenario.objects[0].power, answer.scenario.objects[0].toughness) == (1, 1)

    drive(app, script)


def test_a_keyword_is_taken_and_another_given(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, QUESTION)
        await on_fact(pilot, "The opponent's 1/1 skulk: skulk")
        await pilot.press("enter")
        await settled(pilot)
        assert backend.varied_with[-1] == ({"skulk keyword skulk": "no"}, ())
        await pilot.press("end", "enter")
        await settled(pilot)
        keywords = app.focused
        assert isinstance(keywords, KeywordList)
        keywords.highlighted = next(i for i, fact in enumerate(keywords.facts) if fact.key == "bear keyword haste")
        await pilot.press("enter")
        await settled(pilot)
        assert backend.varied_with[-1][0] == {"skulk keyword skulk": "no", "bear keyword haste": "yes"}
        assert "Your 2/2 bear: haste (asked: no haste)" in rows(app)

    drive(app, script)


def test_an_assumed_fact_turns_and_turns_back(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "five guys block")
        await on_fact(pilot, UNTAPPED.text)
        await pilot.press("enter")
        await settled(pilot)
        assert backend.varied_with[-1] == ({}, (Supposed(UNTAPPED, False),))
        assert "◇ What if your bear is tapped?" in shown(app)
        assert " NO  No, if so." in shown(app)
        await pilot.press("enter")
        await settled(pilot)
        assert not app.conversation.exchanges[0].what_if
        assert " AT MOST 1 " in shown(app)

    drive(app, script)


def test_what_decides_is_settled_by_one_key(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, QUESTION)
        await pilot.press("tab", "2")
        await settled(pilot)
        assert backend.varied_with == [({}, (Supposed(POWER, False),))]
        assert "◇ What if your bear has less power?" in shown(app)
        # And with the other value of it, in place.
        await on_fact(pilot, "your bear has less power")
        await pilot.press("space")
        await settled(pilot)
        assert backend.varied_with[-1] == ({}, (Supposed(POWER, True),))

    drive(app, script)


def test_one_key_goes_back_to_what_was_asked(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, QUESTION)
        for fact in ("Your 2/2 bear: 2/2", "Your 2/2 bear: untapped"):
            await on_fact(pilot, fact)
            await pilot.press("space")
            await settled(pilot)
        assert len(app.conversation.exchanges[0].what_if.stated) == 2
        await pilot.press("ctrl+z")
        await settled(pilot)
        assert not app.conversation.exchanges[0].what_if
        assert " DEPENDS " in shown(app)

    drive(app, script)


def test_a_follow_up_goes_on_from_what_is_supposed(app: JudgecallApp, backend: FakeBackend) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, QUESTION)
        await on_fact(pilot, "Your 2/2 bear: 2/2")
        await pilot.press("space")
        await settled(pilot)
        await asked(pilot, "same but bigger")
        context = backend.asked[-1][1]
        assert context is not None
        assert context != SKULK
        assert context.objects[0].power == 3

    drive(app, script)


def test_what_can_not_be_supposed_is_told_and_the_answer_stays(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, QUESTION)
        exchange = app.conversation.exchanges[0]
        exchange.what_if.stated["crash"] = "yes"
        await on_fact(pilot, "Your 2/2 bear: 2/2")
        await pilot.press("space")
        await settled(pilot)
        assert any("can't be supposed" in notice for notice in notices(app))
        assert exchange.answer is exchange.asked

    drive(app, script)


def test_no_what_if_is_offered_where_the_question_was_not_read_whole(app: JudgecallApp) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await asked(pilot, "blood moon and urborg?")
        assert not app.conversation.query(FactList)

    drive(app, script)


def answer_by(*steps: tuple[str, str], word: str = "no") -> Answer:
    part = Part("q", VerdictForm("yes_no", word), "It is so.", tuple(StepForm(*step) for step in steps))
    return Answer("q", "answered", (part,), rules_date="2026-04-17")


def test_a_step_in_other_words_is_no_step_that_went_and_another_that_came() -> None:
    asked = answer_by(("509.1h", "Five bears block it."), ("702.2b", "It has deathtouch."), ("510.1c", "It deals 1."))
    now = answer_by(("509.1h", "Six bears block it."), ("702.2b", "Nothing destroys it."), ("510.1c", "It deals 1."))
    found = changed(asked, now)
    assert [(was.text, is_now.text) for was, is_now in found.reworded] == [
        ("Five bears block it.", "Six bears block it.")
    ]
    assert [step.text for step in found.gone] == ["It has deathtouch."]
    assert [step.text for step in found.new] == ["Nothing destroys it."]
    assert not found.verdicts
    assert found.before == found.after == ["NO: It is so."]


def test_a_ruling_that_stays_is_not_said_twice() -> None:
    asked = answer_by(("509.1h", "Five bears block it."))
    exchange = Exchange("q", asked=asked, answer=answer_by(("509.1h", "Six bears block it.")))
    exchange.what_if = WhatIf({"bears number": "6"})
    assert "= The ruling stays the same." in said_of(exchange)
    exchange.answer = answer_by(("702.2b", "Nothing destroys it."))
    assert "= The ruling stays the same, by other steps." in said_of(exchange)
    exchange.answer = answer_by(("702.2b", "Nothing destroys it."), word="yes")
    assert "≠ As asked it was: NO: It is so." in said_of(exchange)


def said_of(exchange: Exchange) -> str:
    return "\n".join(str(line) for line in _answer(exchange))
