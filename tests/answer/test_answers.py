"""From a scenario to an answer: sentences, sources, statuses and what-ifs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import msgspec
import pytest

from judgecall.answer.ask import LIMIT, Judge
from judgecall.answer.json_form import Source, to_data, to_json
from judgecall.answer.messages import Catalogue, FactText, catalogue, fill
from judgecall.answer.quote import CitationError, check
from judgecall.answer.sentence import Wording, simplified
from judgecall.answer.sources import sources_of
from judgecall.cards.abilities import Card
from judgecall.corpus.library import Leads
from judgecall.corpus.passages import Passage
from judgecall.engine import judge as engine_judge
from judgecall.engine.derivation import REGISTRY, DerivedStep, rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import Judgement
from judgecall.engine.state import State
from judgecall.engine.verdicts import (
    Decision,
    Depends,
    ManaTypes,
    NoRuling,
    Number,
    Objects,
    Outcome,
    Verdict,
    YesNo,
)
from judgecall.scenario.errors import Ambiguous, Unreadable
from judgecall.scenario.model import Query, Scenario
from judgecall.scenario.names import Name
from judgecall.scenario.notation import from_line

SKULK = Passage(
    "702.118b",
    "Rule 702.118b (Skulk)",
    "A creature with skulk can’t be blocked by creatures with greater power.",
    marks={"default": "greater power"},
)
RULING = Passage(
    "startled-awake-3",
    "Startled Awake // Persistent Nightmare ruling",
    "Skulk matters only as blockers are chosen. The rest.",
    card="Startled Awake // Persistent Nightmare",
    marks={"default": "Skulk matters only as blockers are chosen"},
    rules=("702.118b",),
)
CATALOGUE = Catalogue(
    steps={"skulk_forbids": "{blocker} {blocker:has|have} power {n}, greater than that of {attacker}"},
    facts={"has_haste": FactText("{object} {object:has|have} no haste", "{object} has haste", "{object} has no haste")},
    verdicts={
        "can_block.yes": "{subject} can block {target}",
        "can_block.no": "{subject} can't block {target}",
        "how_many_die.number": "{bound_word} {n} {n:creature dies|creatures die}",
        "could_produce.set": "{subject} could produce {set}",
    },
    outcomes={"stays_in_exile": "{object} stays in exile"},
)


class Texts:
    """A library of two passages."""

    rules_date = "2026-04-17"
    notice = ""
    passages = {p.id: p for p in (SKULK, RULING)}  # noqa: RUF012

    def passage(self, id: str) -> Passage | None:
        return self.passages.get(id)

    def rule(self, number: str) -> Passage | None:
        return self.passages.get(number)

    def rulings(self, card: str) -> list[Passage]:
        return [RULING] if card in (RULING.card or "").split(" // ") else []

    def rules_under(self, number: str) -> list[Passage]:
        return [p for id, p in self.passages.items() if id.startswith(number)]

    def rules_called(self, name: str) -> list[str]:
        return ["702.118"] if name.lower() == "skulk" else []

    def term(self, term: str) -> Passage | None:
        return None

    def governing_cards(self) -> dict[str, list[str]]:
        return {}

    def governing_queries(self) -> dict[str, list[str]]:
        return {}

    def nearest(
        self,
        text: str,
        cards: Sequence[str] = (),
        rules: Sequence[str] = (),
        limit: int = 5,
        leads: Leads | None = None,
    ) -> list[Passage]:
        return [SKULK] if text else []


class Cards:
    def get(self, name: str) -> Card | None:
        return None


class Read(msgspec.Struct):
    scenario: Scenario
    used: tuple[str, ...] = ()
    not_understood: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    blocking: tuple[str, ...] = ()
    goes_on: bool = False


class Reader:
    """Reads questions that are lines of the position notation."""

    def read(self, question: str, context: Scenario | None) -> Read:
        if question == "which one":
            raise Ambiguous("ambiguous_card", ("Wall of Glare", "Wall of [b]Air[/b]"), name="wall")
        if question == "gibberish":
            raise Unreadable("leftover_concept", words="gibber")
        if question == "crash":
            raise RuntimeError("a defect")
        board, _, left = question.partition(" leaving ")
        return Read(from_line(board), not_understood=("um",), blocking=(left,) if left else ())


@pytest.fixture
def judge() -> Judge:
    return Judge(Texts(), Cards(), Reader())


@pytest.fixture
def skulk_rule(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An engine with one rule, whatever the real one holds."""

    @rule("702.118b", "startled-awake-3")
    def skulk(state: State, query: Query) -> Verdict:
        """Skulk."""
        if query.value == "crash":
            raise KeyError("a defect")
        if query.value == "unread":
            raise CannotRule("unknown_card", card="Wall of [b]Air[/b]")
        if query.value == "open":
            return YesNo(state.facts.ask("has_haste", object="@skulk"))
        state.facts.assume("has_haste", object="@wall")
        state.d.step("skulk_forbids", blocker="@wall", attacker="@skulk", n=5)
        return YesNo(False)

    import judgecall.engine.everything  # noqa: F401  (before the registry is put aside)

    monkeypatch.setattr(engine_judge, "ANSWERERS", {"can_block": skulk})
    monkeypatch.setattr("judgecall.answer.ask.catalogue", lambda: merged())
    yield
    REGISTRY.pop(next(name for name in REGISTRY if name.endswith("skulk_rule.<locals>.skulk")))


def merged() -> Catalogue:
    from judgecall.answer.messages import catalogue

    shipped = catalogue()
    return Catalogue(
        {**shipped.steps, **CATALOGUE.steps},
        {**shipped.facts, **CATALOGUE.facts},
        {**shipped.verdicts, **CATALOGUE.verdicts},
        {**shipped.outcomes, **CATALOGUE.outcomes},
        shipped.reasons,
    )


BOARD = "opp: wall 5/5 | you: skulk 1/1 [skulk] ; ? can_block wall>skulk"


@pytest.mark.usefixtures("skulk_rule")
class TestTheJudge:
    def test_an_answer(self, judge: Judge) -> None:
        answer = judge.ask(BOARD, id="q-1")
        assert (answer.status, answer.id) == ("answered", "q-1")
        (part,) = answer.answers
        assert part.text == (
            "No: the opponent's 5/5 can't block your 1/1 with skulk, because the opponent's 5/5 has power 5, greater than "
            "that of your 1/1 with skulk."
        )
        assert part.verdict.value == "no"
        assert [(step.rule, step.because) for step in part.steps] == [("702.118b", ())]
        assert [source.id for source in part.sources] == ["startled-awake-3", "702.118b"]
        start, end = part.sources[0].marked[0]
        assert part.sources[0].text[start:end] == "Skulk matters only as blockers are chosen"
        assert [fact.text for fact in answer.assumed] == ["The opponent's 5/5 has no haste."]
        assert answer.not_understood == ("um",)
        assert answer.position == BOARD
        assert answer.understood.startswith("The opponent controls a 5/5. You control a 1/1 with skulk.")
        assert answer.nearest == ()
        assert answer.rules_date == "2026-04-17"

    def test_a_premise_that_was_wrong_is_named(self, judge: Judge) -> None:
        assert judge.ask(BOARD + " negated").answers[0].text.startswith("That's right: the opponent's 5/5 can't block")

    def test_it_depends(self, judge: Judge) -> None:
        answer = judge.ask(BOARD + " value=open")
        assert answer.status == "depends"
        (part,) = answer.answers
        assert part.text == (
            "It depends on whether your 1/1 with skulk has haste: if so, the opponent's 5/5 can block your 1/1 with skulk; "
            "if not, the opponent's 5/5 can't block your 1/1 with skulk."
        )
        assert (part.verdict.kind, part.verdict.value) == ("yes_no", "depends")
        assert [case.value for case in part.verdict.conditions] == ["yes", "no"]
        (fact,) = answer.open
        decided = judge.what_if(answer, fact.key, True)
        assert (decided.status, decided.answers[0].verdict.value) == ("answered", "yes")
        assert "You suppose that your 1/1 with skulk has haste." in decided.understood

    def test_what_if_turns_an_assumption_round_and_back(self, judge: Judge) -> None:
        answer = judge.ask(BOARD)
        other = judge.what_if(answer, answer.assumed[0].key)
        assert other.assumed == ()
        assert "You suppose that the opponent's 5/5 has no haste." in other.understood
        assert dict(judge.what_if(other, answer.assumed[0].key).scenario.facts) == {"has_haste @wall": "yes"}  # type: ignore[union-attr]

    def test_one_part_without_a_ruling(self, judge: Judge) -> None:
        """Parts are given in order up to the first without a ruling, which is named; none after it can be mistaken for it."""
        answer = judge.ask(BOARD + " ; ? can_block wall>skulk value=unread ; ? can_block wall>skulk")
        assert answer.status == "answered"
        assert [part.verdict.kind for part in answer.answers] == ["yes_no"]
        assert "I know no card called “Wall of [b]Air[/b]”." in answer.not_understood
        assert answer.reason is None

    @pytest.mark.parametrize(
        ("question", "code"),
        [
            ("which one", "ambiguous_card"),
            ("gibberish", "leftover_concept"),
            ("crash", "internal_error"),
            (BOARD + " leaving ward", "leftover_concept"),
            (BOARD + " value=crash", "internal_error"),
            (BOARD + " value=unread", "unknown_card"),
            ("you: bear 2/2 ; ? is_blocked bear", "no_rule_for_query"),
            ("you: bear 2/2", "no_question"),
        ],
    )
    def test_no_ruling_says_why_and_shows_the_nearest(self, judge: Judge, question: str, code: str) -> None:
        answer = judge.ask(question)
        assert answer.status == "no_ruling"
        assert answer.reason is not None
        assert answer.reason.code == code
        assert answer.reason.text.endswith(".")
        assert "{" not in answer.reason.text
        assert [source.id for source in answer.nearest] == ["702.118b"]

    def test_choices_are_offered(self, judge: Judge) -> None:
        reason = judge.ask("which one").reason
        assert reason is not None
        assert reason.choices == ("Wall of Glare", "Wall of [b]Air[/b]")
        assert "Wall of Glare or Wall of [b]Air[/b]" in reason.text

    def test_text_queries_need_no_engine(self, judge: Judge) -> None:
        definition, rulings, text = judge.ask("? definition value=skulk ; ? rulings value=\"Startled Awake\" ; ? rule_text value=702.118b").answers  # fmt: skip
        assert (definition.verdict.kind, definition.verdict.value) == ("definition", SKULK.text)
        assert (rulings.verdict.kind, rulings.verdict.value) == ("rulings", [RULING.text])
        assert text.sources[0].id == "702.118b"
        assert judge.ask("? definition value=flanking").reason.code == "unknown_term"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("", "empty"),
        (" \n\t ", "empty"),
        ("\x00\x01\x02", "not_text"),
        ("\udcff\udcfe\udcfdab", "not_text"),
        ("?!…", "not_text"),
        ("can it block? " * 8_000, "too_long"),
        ("x" * (LIMIT + 1), "too_long"),
    ],
)
def test_what_is_no_question(judge: Judge, question: str, code: str) -> None:
    answer = judge.ask(question)
    assert answer.status == "no_ruling"
    assert answer.reason is not None
    assert answer.reason.code == code
    assert json.loads(to_json(answer))["reason"]["code"] == code


def test_the_json_has_what_the_design_promises(judge: Judge) -> None:
    data = to_data(judge.ask("you: bear 2/2", id=7))
    assert list(data) == [
        "id", "question", "status", "answers", "understood", "position", "assumed", "not_understood", "reason", "nearest",
        "rules_date",
    ]  # fmt: skip
    assert data["nearest"][0].keys() == {"id", "title", "text", "marked", "summary"}


def wording(line: str = "you: skulk 1/1 | opp: guys 1/1 x3, wall 0/5") -> Wording:
    return Wording(from_line(line), CATALOGUE)


def say(verdict: Verdict, query: Query, steps: tuple[DerivedStep, ...] = ()) -> str:
    return wording().sentence(Judgement(query, verdict, steps, ()))


def test_sentences_of_every_kind_of_verdict() -> None:
    dying = Query("how_many_die", ("guys",))
    assert say(Number(1), dying) == "Exactly 1 creature dies."
    assert say(Number(2, "at_most"), dying) == "At most 2 creatures die."
    producing = Query("could_produce", ("skulk",))
    assert say(ManaTypes(("R", "U")), producing) == "Your 1/1 could produce blue or red."
    assert say(ManaTypes(()), producing) == "Your 1/1 could produce no mana."
    assert say(ManaTypes(("BB", "B"), any_one=False), producing) == "Your 1/1 could produce B or BB."
    assert say(Outcome("stays_in_exile", (("object", "@skulk"),)), Query("face_after")) == "Your 1/1 stays in exile."
    assert say(NoRuling("odd_code", (("object", "@skulk"),)), dying) == "Odd code (your 1/1)."
    assert say(YesNo(True), Query("dies", ("wall",))) == "Yes: the answer to whether the opponent's 0/5 dies is yes."


def test_a_last_step_that_says_the_ruling_again_gives_what_it_rests_on() -> None:
    """The parts of a size, where "the power is 4" would be no reason for "the power is 4"."""
    scenario = from_line("you: bear 2/2 ; modify bear +2/+2 ; ? power bear")
    steps = (
        DerivedStep("208.4", "size_told", (("object", "@bear"), ("which", "power"), ("n", "2"))),
        DerivedStep("613.4c", "size_effect", (("object", "@bear"), ("which", "power"), ("by", "+2"))),
        DerivedStep("613.4c", "power_is", (("object", "@bear"), ("value", "4")), (0, 1)),
    )
    told = Wording(scenario, catalogue()).sentence(Judgement(scenario.queries[0], Number(4), steps, ()))

    assert told.startswith("The power of your 2/2 is 4, because ")
    assert "is 2 to begin with" in told
    assert "by +2" in told
    alone = (msgspec.structs.replace(steps[2], because=()),)
    bare = Wording(scenario, catalogue()).sentence(Judgement(scenario.queries[0], Number(4), alone, ()))
    assert "because" not in bare


def test_forms_of_every_kind_of_verdict() -> None:
    words = wording()
    assert words.form(ManaTypes(("C", "G", "W"))).value == ["W", "G", "C"]
    assert words.form(Objects(("guys", "guys#2", "guys#3", "wall"))).value == [
        "the opponent's three 1/1s",
        "the opponent's 0/5",
    ]
    assert words.form(Objects(("guys#2",))).value == ["the second of the opponent's three 1/1s"]
    assert words.form(Number(3, "at_least")).bound == "at_least"
    assert words.form(Outcome("stays_in_exile", (("object", "@skulk"),))).value == "your 1/1 stays in exile"


def test_facts_that_make_no_difference_are_left_out() -> None:
    def branch(a: bool, b: bool, value: bool) -> tuple[tuple[Decision, ...], Verdict]:
        return (Decision("a", (), a), Decision("b", (), b)), YesNo(value)

    verdict = Depends((branch(True, True, True), branch(True, False, True), branch(False, True, False), branch(False, False, False)))  # fmt: skip
    assert simplified(verdict) == [
        ((Decision("a", (), True),), YesNo(True)),
        ((Decision("a", (), False),), YesNo(False)),
    ]


def test_templates() -> None:
    assert fill("{T}: {a} {a:is|are} {n} {n:card|cards}[ for {b}]{{x}}", {"a": Name("two", plural=True), "n": 1}) == "{T}: two are 1 card{x}"  # fmt: skip
    assert fill("{a}", {"a": "{b} [markup]"}) == "{b} [markup]"


def test_rulings_on_cards_of_the_scenario_come_first() -> None:
    step = DerivedStep("702.118b", "x", passages=("startled-awake-3",))
    other_rule = msgspec.structs.replace(step, rule="509.1b")
    here = Scenario(objects=from_line('you: "Startled Awake // Persistent Nightmare"').objects)
    assert [s.id for s in sources_of([other_rule], here, Texts())] == ["startled-awake-3"]
    assert [s.id for s in sources_of([step], Scenario(), Texts())] == ["startled-awake-3", "702.118b"]


def test_a_quote_that_is_not_in_the_corpus_is_refused() -> None:
    check(Source("702.118b", "", SKULK.text, ((0, 10),)), Texts())
    for bad in (
        Source("702.118b", "", SKULK.text + " And more."),
        Source("999.9", "", SKULK.text),
        Source("702.118b", "", SKULK.text, ((5, 500),)),
        Source("702.118b", "", SKULK.text, ((7, 3),)),
    ):
        with pytest.raises(CitationError):
            check(bad, Texts())


def test_steps_about_alike_objects_are_one_step() -> None:
    guys = [f"@guys{n}" for n in ("", "#2", "#3")]
    steps = [DerivedStep("1.1", "blocks", (("object", guy), ("n", "1"))) for guy in guys]
    last = DerivedStep("2.1", "so", (("object", "@wall"),), because=(0, 1, 2))
    words = wording()
    first, second = words.merged([*steps, last])
    assert words.names.of(dict(first.args)["object"]) == "the opponent's three 1/1s"
    assert (second.code, second.because) == ("so", (0,))
    assert len(words.merged([*steps[:2], last])) == 3
