"""The judge: a question in, an answer out. The command line and the app use nothing else."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from judgecall.answer.choice import with_choice
from judgecall.answer.json_form import Answer, Fact, Part, Reason, Source, Status, StepForm, Supposed, VerdictForm
from judgecall.answer.leads import leads
from judgecall.answer.messages import catalogue
from judgecall.answer.quote import CitationError, quoted
from judgecall.answer.sentence import Wording
from judgecall.answer.sources import Texts, nearest_to, sources_of
from judgecall.answer.stops import with_a_stop
from judgecall.answer.texts import TEXT_KINDS, look_up
from judgecall.engine.facts import Assumption
from judgecall.engine.judge import Judgement
from judgecall.engine.state import CardFacts
from judgecall.engine.verdicts import Depends, NoRuling
from judgecall.scenario.english import reading
from judgecall.scenario.errors import WHICH_THING, Ambiguous, QuestionError
from judgecall.scenario.model import Query, Scenario
from judgecall.scenario.names import Name, listed
from judgecall.scenario.notation import from_line, query_line, to_line
from judgecall.scenario.stated import restated

LIMIT = 4_000
"""How many characters of a question are read."""
_MOST_TRIED = 4
"""Of how many cards with one short name it is tried whether they give one ruling."""
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffd]")
_LOG = logging.getLogger(__name__)


class Reading(Protocol):
    """What the parser makes of a question."""

    @property
    def scenario(self) -> Scenario:
        """What was read."""
        ...

    @property
    def not_understood(self) -> tuple[str, ...]:
        """Words that play no part in the reading."""
        ...

    @property
    def cards(self) -> tuple[str, ...]:
        """Full names of the cards in the question."""
        ...

    @property
    def terms(self) -> tuple[str, ...]:
        """Terms of the rules in the question."""
        ...

    @property
    def blocking(self) -> tuple[str, ...]:
        """Left-over words that name a game concept: with any of them there is no ruling."""
        ...

    @property
    def goes_on(self) -> bool:
        """It can be meant only as going on from the question before."""
        ...


class Reader(Protocol):
    """The parser, as the answer room sees it."""

    def read(self, question: str, context: Scenario | None) -> Reading:
        """Read a question; `context` is the scenario of the question before it."""
        ...


class Judge:
    """Answers questions.

    Args:
        library: the source text.
        store: the facts about cards.
        reader: the parser.
        loader: makes the parser when the first question comes, if none is given (see `opening.open_judge`).
    """

    def __init__(
        self,
        library: Texts,
        store: CardFacts,
        reader: Reader | None = None,
        loader: Callable[[], Reader] | None = None,
    ) -> None:
        self.library = library
        self.store = store
        self._reader = reader
        self._loader = loader

    @property
    def reader(self) -> Reader:
        """The parser, loaded when it is first needed (that takes a second or two)."""
        if self._reader is None:
            if self._loader is None:
                raise ValueError("this judge was made without a parser: use opening.open_judge")
            self._reader = self._loader()
        return self._reader

    # ---------------------------------------------------------------- asking

    def ask(self, question: str, context: Scenario | None = None, id: Any = None) -> Answer:
        """Answer a question; never raises for anything that a question can hold.

        Args:
            question: in the player's words.
            context: the scenario of the question before it, which this one may go on from.
            id: comes back with the answer.
        """
        text = clean(question)
        blank = Answer(question=question, status="no_ruling", id=id, rules_date=self.library.rules_date)
        refusal = _refusal(question, text)
        if refusal is not None:
            return self._refused(blank, *refusal)
        try:
            read = self.reader.read(text, context)
        except QuestionError as error:
            choices = error.choices if isinstance(error, Ambiguous) else ()
            agreed = self._same_for_all(text, choices) if error.code == "which_card" and context is None else None
            if agreed is not None:
                return msgspec.structs.replace(agreed, question=question, id=id)
            blank = msgspec.structs.replace(blank, cards=error.cards, goes_on=error.code == WHICH_THING)
            return self._refused(blank, error.code, dict(error.args_), choices, text)
        except Exception as error:
            _LOG.debug("the parser failed", exc_info=error)
            return self._refused(blank, "internal_error", {"problem": type(error).__name__}, text=text)
        blank = msgspec.structs.replace(
            blank,
            not_understood=tuple(read.not_understood),
            cards=tuple(read.cards),
            terms=tuple(read.terms),
            goes_on=read.goes_on,
        )
        if read.blocking and any(query.kind not in TEXT_KINDS for query in read.scenario.queries):
            return self._refused(
                self._with_reading(read.scenario, blank),
                "leftover_concept",
                {"words": listed(read.blocking)},
                text=text,
            )
        ruled = self.rule(read.scenario, blank, text)
        if context is None and ruled.status != "no_ruling" and self._otherwise(with_a_stop(text), text, ruled):
            return self._refused(blank, "read_two_ways", {}, text=text)
        return ruled

    def _otherwise(self, stopped: str, text: str, ruled: Answer) -> bool:
        """Whether the question with a stop before what it asks is read so that the ruling is another one."""
        if stopped == text:
            return False
        try:
            read = self.reader.read(stopped, None)
        except Exception as error:
            _LOG.debug("unread with a stop", exc_info=error)
            return False
        if read.blocking or read.scenario == ruled.scenario:
            return False
        other = self.rule(read.scenario, Answer(question=stopped, status="no_ruling"), stopped)
        return other.status != "no_ruling" and _said(other) != _said(ruled)

    def _same_for_all(self, text: str, choices: Sequence[str]) -> Answer | None:
        """The answer to a question with a name that several cards share, if it is the same whichever of them is meant."""
        if not 2 <= len(choices) <= _MOST_TRIED:
            return None
        tried = []
        for chosen in choices:
            asked = with_choice(text, choices, chosen)
            try:
                self.reader.read(asked, None)
            except QuestionError:
                return None  # which it is, is not the only thing that isn't plain
            tried.append(self.ask(asked))
            first = [(part.query.split()[0], part.verdict) for part in tried[0].answers]
            same = [(part.query.split()[0], part.verdict) for part in tried[-1].answers] == first
            if tried[-1].status != "answered" or not same:
                return None
        note = Wording(Scenario(), catalogue()).reason_of("same_for_all", {"choices": Name(listed(choices))})
        return msgspec.structs.replace(tried[0], understood=f"{tried[0].understood} {note}".strip())

    def context_of(self, earlier: Sequence[str]) -> Scenario | None:
        """The scenario that a row of questions leaves behind, each going on from the one before where it does.

        A question that can't be read, or of which words of the game were left aside, leaves none: a follow-up would rule
        without them.
        """
        context: Scenario | None = None
        for question in earlier:
            context = basis(self.ask(question, context))
        return context

    def ask_position(self, line: str, id: Any = None) -> Answer:
        """Answer the queries of a line in the position notation."""
        blank = Answer(question=line, status="no_ruling", id=id, rules_date=self.library.rules_date)
        refusal = _refusal(line, line)
        if refusal is not None:
            return self._refused(blank, *refusal)
        try:
            scenario = from_line(line)
        except QuestionError as error:
            return self._refused(blank, error.code, dict(error.args_), text=line)
        return self.rule(scenario, blank, line)

    def what_if(self, answer: Answer, key: str, holds: bool | None = None) -> Answer:
        """The same question with one fact the other way round (or as `holds` says).

        Args:
            answer: an answer that was given before.
            key: of one of its assumed or open facts.
            holds: which way the fact is to fall; by default the other way than now.

        Raises:
            ValueError: the answer rests on no scenario, or not on this fact.
        """
        if answer.scenario is None:
            raise ValueError("this answer rests on no scenario")
        known = [*answer.assumed, *answer.open, *(one.fact for one in answer.supposed)]
        fact = next((fact for fact in known if fact.key == key), None)
        if fact is None:
            raise ValueError(f"this answer does not rest on {key!r}")
        stated = dict(answer.scenario.facts)
        if holds is None:
            holds = stated.get(key) == "no"
        stated |= dict.fromkeys((key, *fact.also), "yes" if holds else "no")
        others = tuple(one for one in answer.supposed if one.fact.key != key)
        scenario = msgspec.structs.replace(answer.scenario, facts=tuple(stated.items()))
        blank = msgspec.structs.replace(answer, supposed=(*others, Supposed(fact, holds)))
        return self.rule(scenario, blank, answer.question)

    def varied(self, asked: Answer, changes: Mapping[str, str], supposed: Sequence[Supposed] = ()) -> Answer:
        """The same question with facts that it stated stated otherwise, and facts that it left open settled.

        Args:
            asked: the answer to the question as it was asked.
            changes: new values of stated facts, by their keys (see `scenario.stated`).
            supposed: which way facts fall that were assumed or open.

        Raises:
            ValueError: the answer rests on no scenario, or the question states no such fact.
        """
        if asked.scenario is None:
            raise ValueError("this answer rests on no scenario")
        scenario = restated(asked.scenario, changes)
        facts = dict(scenario.facts)
        for one in supposed:
            facts |= dict.fromkeys((one.fact.key, *one.fact.also), "yes" if one.holds else "no")
        scenario = msgspec.structs.replace(scenario, facts=tuple(facts.items()))
        blank = msgspec.structs.replace(asked, supposed=tuple(supposed), reason=None, nearest=())
        return self.rule(scenario, blank, asked.question)

    # ---------------------------------------------------------------- ruling

    def rule(self, scenario: Scenario, blank: Answer, text: str) -> Answer:
        """Rule on a scenario; `blank` is the answer as far as it is known from the question alone."""
        blank = self._with_reading(scenario, blank)
        try:
            return self._ruled(scenario, blank, text)
        except CitationError as error:
            # A quote that is not in the corpus must not be shown, and a ruling without its proof neither.
            return self._refused(blank, "bad_citation", {"problem": str(error)})

    def _with_reading(self, scenario: Scenario, blank: Answer) -> Answer:
        """The answer with how the question was read; what was supposed in what-ifs is put in the catalogue's words."""
        settled = {key for one in blank.supposed for key in (one.fact.key, *one.fact.also)}
        facts = tuple((key, value) for key, value in scenario.facts if key not in settled)
        plain = reading(msgspec.structs.replace(scenario, facts=facts))
        understood = " ".join([plain, *(one.text for one in blank.supposed)]).strip()
        return msgspec.structs.replace(blank, scenario=scenario, understood=understood, position=to_line(scenario))

    def _ruled(self, scenario: Scenario, blank: Answer, text: str) -> Answer:
        wording = Wording(scenario, catalogue())
        if not scenario.queries:
            return self._refused(blank, "no_question", {}, text=text)
        parts: list[Part] = []
        judgements: list[Judgement] = []
        for query in scenario.queries:
            if query.kind in TEXT_KINDS:
                part, judgement = self._text_part(scenario, query, wording)
            else:
                judgement = self._judge(scenario, query)
                part = self._part(scenario, judgement, wording)
            parts.append(part)
            judgements.append(judgement)
        # A part after one without a ruling could be taken for the answer to the other: only those before it are given.
        ruled = next((i for i, part in enumerate(parts) if part.verdict.kind == "no_ruling"), len(parts))
        status, reason = _status(judgements[: max(ruled, 1)], wording)
        failed = tuple(part.text for part in parts if status != "no_ruling" and part.verdict.kind == "no_ruling")
        cards = blank.cards or tuple(dict.fromkeys(t.card for t in scenario.objects if t.card))
        return msgspec.structs.replace(
            blank,
            status=status,
            answers=tuple(parts[:ruled]),
            reason=reason,
            not_understood=(*(w for w in blank.not_understood if w not in failed), *failed),
            assumed=_facts([fact for j in judgements[:ruled] for fact in j.assumed], wording),
            open=_open(judgements[:ruled], wording),
            nearest=self._nearest(text, cards, blank) if status == "no_ruling" else (),
        )

    def _judge(self, scenario: Scenario, query: Query) -> Judgement:
        from judgecall.engine import everything  # noqa: F401  (fills the registries)
        from judgecall.engine.judge import judge

        try:
            return judge(msgspec.structs.replace(scenario, queries=(query,)), self.store)[0]
        except Exception as error:
            # A defect of ours must cost this one ruling, and not the session or the rest of a batch.
            _LOG.debug("the engine failed on %s", to_line(scenario), exc_info=error)
            return Judgement(query, NoRuling("internal_error", (("problem", type(error).__name__),)), (), ())

    def _part(self, scenario: Scenario, judgement: Judgement, wording: Wording) -> Part:
        steps = tuple(StepForm(s.rule, wording.step(s), s.because) for s in wording.merged(judgement.steps))
        return Part(
            query=query_line(judgement.query),
            verdict=wording.form(judgement.verdict),
            text=wording.sentence(judgement),
            steps=steps,
            sources=sources_of(judgement.steps, scenario, self.library),
        )

    def _text_part(self, scenario: Scenario, query: Query, wording: Wording) -> tuple[Part, Judgement]:
        found = look_up(query, scenario, self.library)
        line = query_line(query)
        if isinstance(found, NoRuling):
            judgement = Judgement(query, found, (), ())
            return Part(line, VerdictForm("no_ruling", None), wording.sentence(judgement)), judgement
        sources = tuple(quoted(passage, self.library) for passage in found.passages)
        judgement = Judgement(query, found.verdict, (), ())
        return Part(line, found.form, found.text, (), sources), judgement

    # --------------------------------------------------------------- no ruling

    def _refused(
        self,
        blank: Answer,
        code: str,
        args: dict[str, str],
        choices: Sequence[str] = (),
        text: str = "",
    ) -> Answer:
        wording = Wording(blank.scenario or Scenario(), catalogue())
        fields = {name: Name(value) for name, value in args.items()}
        if choices:
            fields["choices"] = Name(listed(choices, "or"))
        reason = Reason(code, wording.reason_of(code, fields), tuple(choices))
        nearest = self._nearest(text, (*blank.cards, *choices), blank)
        return msgspec.structs.replace(
            blank, status="no_ruling", answers=(), assumed=(), open=(), reason=reason, nearest=nearest
        )

    def _nearest(self, text: str, cards: Sequence[str], blank: Answer) -> tuple[Source, ...]:
        if not text.strip():
            return ()
        queries = blank.scenario.queries if blank.scenario else ()
        found = leads(self.library, self.store, cards, queries)
        return nearest_to(" ".join([text, *blank.terms])[: 2 * LIMIT], self.library, cards, found)


def basis(answer: Answer) -> Scenario | None:
    """The scenario of an answer that a follow-up may go on from."""
    aside = answer.reason is not None and answer.reason.code == "leftover_concept"
    return None if aside else answer.scenario


def _said(answer: Answer) -> list[tuple[str, str, bool]]:
    """What an answer's parts say, for comparing two."""
    return [(part.verdict.kind, str(part.verdict.value), bool(part.verdict.conditions)) for part in answer.answers]


def clean(question: str) -> str:
    """The question without control characters and halves of characters, its white space made plain."""
    return " ".join(_CONTROL.sub(" ", question).split())


def _refusal(question: str, text: str) -> tuple[str, dict[str, str]] | None:
    """Why a text is not even given to the parser: (reason, what fills it)."""
    if len(question) > LIMIT:
        return "too_long", {"limit": f"{LIMIT:,}"}
    junk = len(_CONTROL.findall(question))
    if junk and junk * 3 > len(question):
        return "not_text", {}
    if not text.strip():
        return "empty", {}
    if not any(character.isalnum() for character in text):
        return "not_text", {}
    return None


def _status(judgements: Sequence[Judgement], wording: Wording) -> tuple[Status, Reason | None]:
    refusals = [j.verdict for j in judgements if isinstance(j.verdict, NoRuling)]
    if len(refusals) == len(judgements):
        first = refusals[0]
        return "no_ruling", Reason(first.reason, wording.reason(first.reason, first.args))
    if any(isinstance(j.verdict, Depends) for j in judgements):
        return "depends", None
    return "answered", None


def _facts(facts: Sequence[Assumption], wording: Wording) -> tuple[Fact, ...]:
    """The facts as they are shown; the same fact about alike objects ("the four 1/1s are untapped") is shown once."""
    alike: dict[Assumption, list[str]] = {}
    for fact in facts:
        keys = alike.setdefault(wording.of_the_group(fact), [])
        if fact.key not in keys:
            keys.append(fact.key)
    return tuple(
        Fact(
            keys[0],
            wording.assumption(f),
            wording.fact(f.code, f.args, True),
            wording.fact(f.code, f.args, False),
            tuple(keys[1:]),
        )
        for f, keys in alike.items()
    )


def _open(judgements: Sequence[Judgement], wording: Wording) -> tuple[Fact, ...]:
    facts: dict[str, Fact] = {}
    for judgement in judgements:
        if isinstance(judgement.verdict, Depends):
            for decisions, _ in judgement.verdict.branches:
                for decision in decisions:
                    key = Assumption(decision.code, decision.args).key
                    so, not_so = (wording.fact(decision.code, decision.args, holds) for holds in (True, False))
                    facts.setdefault(key, Fact(key, so, so, not_so))
    return tuple(facts.values())
