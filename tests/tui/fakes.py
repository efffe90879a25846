"""A backend with fixed answers, so that tests of the app need no corpus, no engine and no parser."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from judgecall.answer.json_form import (
    Answer,
    ConditionForm,
    Fact,
    Part,
    Reason,
    Source,
    StepForm,
    Supposed,
    VerdictForm,
)
from judgecall.answer.lookup import ChoiceForm, FaceForm, Found, Group
from judgecall.answer.suggest import Hit
from judgecall.cards.abilities import Keyword
from judgecall.scenario.english import reading
from judgecall.scenario.model import GameObject, Query, Scenario
from judgecall.scenario.notation import to_line
from judgecall.scenario.stated import can_gain, restated, stated_facts
from judgecall.tui.backend import Direct, Imported, ImportProblem, Origin, Origins, Progress
from judgecall.tui.exchange import Facts

DATE = "2026-04-17"
HOSTILE = "Ach! [bold]Hans[/bold], Run!\x1b[31m"
"""A card name with markup and a control sequence in it."""

DEATHTOUCH = Source(
    "ochran-assassin-1",
    "Ochran Assassin ruling",
    "Remember that a source with deathtouch must deal damage to a creature for that creature to be destroyed.",
    ((14, 56),),
)
RULE = Source(
    "702.2b", "Rule 702.2b (Deathtouch)", "See rule 704.5h, and section 510 too. Not 12.5 or 1702.2b.", (), True
)
UNTAPPED = Fact("untapped @bear", "Your bear is untapped.", "your bear is untapped", "your bear is tapped")
POWER = Fact("power @bear", "your bear has more power", "your bear has more power", "your bear has less power")


HITS = (
    Hit("card", "Ochran Assassin", "Creature", "card:Ochran Assassin"),
    Hit("term", "deathtouch", "A keyword.", "term:deathtouch"),
    Hit("rule", "Rule 702.2b (Deathtouch)", RULE.text, "rule:702.2b", "702.2b"),
    Hit("ruling", "Ochran Assassin ruling", DEATHTOUCH.text, "card:Ochran Assassin", DEATHTOUCH.id),
)
SKULK = Scenario(
    (
        GameObject("bear", "my bear", controller="you", types=("creature",), power=2, toughness=2, tapped=False),
        GameObject("skulk", "1/1 skulk", controller="opp", types=("creature",), abilities=(Keyword("skulk"),), power=1, toughness=1),
    ),
    queries=(Query("can_block", ("bear",), ("skulk",)),),
)  # fmt: skip
"""A position that states sizes, a keyword and that something is untapped."""


def board(*names: str) -> Scenario:
    """A scenario that is told apart by its objects."""
    return Scenario(tuple(GameObject(name, name) for name in names))


def refused(question: str, code: str, text: str, **more: Any) -> Answer:
    """No ruling."""
    return Answer(
        question,
        "no_ruling",
        reason=Reason(code, text, more.pop("choices", ())),
        nearest=(RULE,),
        rules_date=DATE,
        **more,
    )


def dies(question: str, n: int, scenario: Scenario, understood: str) -> Answer:
    """An answer with a number, steps, sources and a fact."""
    part = Part(
        f"how_many_die {n}",
        VerdictForm("number", n, "at_most"),
        f"At most {n} die.",
        (
            StepForm("509.1h", "Five creatures block."),
            StepForm("510.1c", "Ochran Assassin assigns its damage among them.", (0,)),
            StepForm("702.2b", f"Damage by deathtouch destroys {n} of them.", (1,)),
        ),
        (DEATHTOUCH, RULE),
    )
    return Answer(
        question,
        "answered",
        (part,),
        understood=understood,
        position=f"{n} die",
        assumed=(UNTAPPED,),
        rules_date=DATE,
        scenario=scenario,
    )


class FakeBackend:
    """Knows a few questions by a word in them.

    Args:
        ready: set when loading may finish; without it loading takes no time.
        broken: what loading fails with.
    """

    def __init__(self, ready: threading.Event | None = None, broken: str = "") -> None:
        self.ready = ready
        self.broken = broken
        self.asked: list[tuple[str, Scenario | None]] = []
        self.looked_up: list[str] = []
        self.typed: list[str] = []
        self.varied_with: list[tuple[dict[str, str], tuple[Supposed, ...]]] = []
        self.imported = False
        self.import_began = threading.Event()
        self.import_may_end = threading.Event()

    def load(self) -> str:
        if self.ready is not None:
            self.ready.wait(10)
        if self.broken:
            raise RuntimeError(self.broken)
        return DATE

    def notice(self) -> str:
        return ""

    def ask(self, question: str, context: Scenario | None) -> Answer:
        self.asked.append((question, context))
        if "crash" in question:
            raise ZeroDivisionError("division by zero")
        if "same" in question:
            if context is None:
                return refused(question, "no_reading", "I could not read this question.")
            return dies(question, 3, board("assassin", "pump"), "Ochran Assassin gets +2/+0.")
        if "both" in question:
            n = 1 if context is None else 4
            return dies(question, n, board("both"), "By itself." if context is None else "With the board before.")
        if "liliana" in question and "Veil" not in question:
            choices = ("Liliana of the Veil", "Liliana, the Last Hope")
            return refused(question, "which_card", "More than one card could be meant.", choices=choices)
        if "Hans" in question:
            text = f"Yes: {HOSTILE} attacks."
            part = Part(
                "can_attack hans", VerdictForm("yes_no", "yes"), text, (StepForm("508.1", text),), (DEATHTOUCH,)
            )
            return Answer(question, "answered", (part,), understood=text, not_understood=("[/x]",), rules_date=DATE)
        if "skulk" in question:
            verdict = VerdictForm(
                "yes_no",
                "depends",
                conditions=(
                    ConditionForm("your bear has more power", "no"),
                    ConditionForm("your bear has less power", "yes"),
                ),
            )
            part = Part("can_block bear", verdict, "It depends on whether your bear has more power.", (), (RULE,))
            return Answer(
                question,
                "depends",
                (part,),
                understood="Your bear may block.",
                assumed=(UNTAPPED,),
                open=(POWER,),
                rules_date=DATE,
                scenario=SKULK,
            )
        if "tapped" in question:
            part = Part(
                "must_block bear", VerdictForm("yes_no", "no"), "No: a tapped creature can't block.", (), (RULE,)
            )
            return Answer(
                question, "answered", (part,), understood="A bear is tapped.", rules_date=DATE, scenario=board("bear")
            )
        if "blood moon" in question:
            return refused(
                question,
                "leftover_concept",
                "I could not place: Urborg.",
                understood="Blood Moon is there.",
                not_understood=("Urborg",),
                scenario=board("moon"),
            )
        if "what is" in question:
            part = Part(
                "definition deathtouch", VerdictForm("definition", "702.2"), "Rule 702.2b: see there.", (), (RULE,)
            )
            return Answer(question, "answered", (part,), rules_date=DATE, scenario=Scenario())
        if "five" in question:
            return dies(question, 1, board("assassin"), "Five creatures block Ochran Assassin.")
        return refused(question, "no_reading", "I could not read this question.")

    def close(self) -> None:
        self.import_may_end.set()
        if self.ready is not None:
            self.ready.set()

    def seems_full(self) -> bool:
        return self.imported

    def full(self) -> bool:
        return self.imported

    def direct(self, question: str) -> Direct | None:
        if question in {"Ochran Assassin", "702.2b"}:
            return Direct(question, self.look_up(question))
        return None

    def facts(self, answer: Answer) -> Facts:
        if answer.scenario is None:
            return Facts()
        return Facts(stated_facts(answer.scenario), can_gain(answer.scenario, lambda card: True))

    def varied(self, asked: Answer, changes: Mapping[str, str], supposed: Sequence[Supposed]) -> Answer:
        self.varied_with.append((dict(changes), tuple(supposed)))
        if "crash" in changes:
            raise ValueError("nothing is stated under 'crash'")
        assert asked.scenario is not None
        scenario = restated(asked.scenario, changes)
        so = all(one.holds for one in supposed) and "no" not in changes.values()
        word = "yes" if so else "no"
        step = StepForm("509.1b", f"Then it is {word}.")
        part = Part("what_if", VerdictForm("yes_no", word), f"{word.capitalize()}, if so.", (step,), (RULE,))
        settled = {one.fact.key for one in supposed}
        return msgspec.structs.replace(
            asked,
            status="answered",
            answers=(part,),
            assumed=tuple(fact for fact in asked.assumed if fact.key not in settled),
            open=(),
            supposed=tuple(supposed),
            understood=reading(scenario),
            position=to_line(scenario),
            scenario=scenario,
        )

    def look_up(self, text: str) -> Found:
        self.looked_up.append(text)
        if text == "crash":
            raise ZeroDivisionError("division by zero")
        if text.startswith("card:") or "assassin" in text.lower():
            face = FaceForm("Ochran Assassin", "{1}{B}{G}", "Creature — Elf Assassin", "1/1", ("deathtouch",), 1)
            return Found(text, "card", "Ochran Assassin", "", (face,), (Group("Rulings", (DEATHTOUCH,)),), (), DATE)
        number = text.partition(":")[2] or text
        if number[:3].isdigit():
            source = Source(number, f"Rule {number}", f"This is {number}. See rule 509.1b.")
            return Found(text, "rule", f"Rule {number}", "", (), (Group("A section", (source,)),), (), DATE)
        if text == "flash":
            choices = (ChoiceForm("card", "Flash", "card:Flash"), ChoiceForm("term", "flash", "term:flash"))
            return Found(text, "choices", text, "", (), (), choices, DATE)
        return Found(
            text, "nothing", text, f"Nothing was found for “{text}”.", (), (Group("Nearest", (RULE,)),), (), DATE
        )

    def suggest(self, typed: str) -> list[Hit]:
        self.typed.append(typed)
        if typed == "crash":
            raise ZeroDivisionError("division by zero")
        return [hit for hit in HITS if typed.strip() and typed.lower() in f"{hit.title} {hit.text}".lower()]

    def import_texts(self, folder: Path | None, progress: Progress) -> Imported:
        self.import_began.set()
        progress("rules", 30, 100)
        self.import_may_end.wait(10)
        if folder is not None and folder.name == "nothing":
            raise ImportProblem(f"{folder.name} has none of the files.")
        progress("rulings", 100, 100)
        self.imported = True
        return Imported("Imported: 3 rules of 2026-06-19, 1 terms, 2 cards, 1 rulings.", "2026-06-19")

    def origins(self, sources: Iterable[Source]) -> Origins:
        known = {
            DEATHTOUCH.id: Origin("2018-10-05", "card:Ochran Assassin"),
            RULE.id: Origin("", RULE.id),
        }
        return {source.id: known.get(source.id, Origin("", source.id)) for source in sources}
