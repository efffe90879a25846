"""Questions about summoning sickness, {T} and {Q}, and tapping things for costs (crew, convoke, Heritage Druid)."""

from __future__ import annotations

import copy

import msgspec

from judgecall.cards.abilities import Keyword
from judgecall.parser.areas.convoke_asks import ConvokeAsks
from judgecall.parser.areas.sickness_prepare import prepare
from judgecall.parser.areas.sickness_talk import Loose
from judgecall.parser.areas.tap_asks import ASKING, SETTING, TapAsker
from judgecall.parser.areas.tap_board import deals_by_tapping, forbids_abilities
from judgecall.parser.areas.tap_story import TapStory
from judgecall.parser.clauses import Clause, ClauseReader
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event, Scenario

_FRAMES = frozenset(
    {"tap", "untap", "crew", "saddle", "convoke", "animate", "activate", "steal", "blink", "return", "cast", "enter"}
)


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """Readings of the question as one about when something came, or what is tapped for a cost."""
    if not _concerned(talk, context):
        return []
    candidate = SicknessReader(_own_copy(talk, context), context).read()
    return [candidate] if candidate is not None else []


def _own_copy(talk: Talk, context: Scenario | None) -> Talk:
    """The talk with mentions and clauses that may be changed here; one word of a name of the last scenario names it again."""
    mine = copy.copy(talk)
    mine.mentions = [msgspec.structs.replace(m) for m in talk.mentions]
    if context is None:
        mine.mentions = talk.mentions
        mine.clauses = [msgspec.structs.replace(c) for c in talk.clauses]
        return mine
    for i, word in enumerate(talk.words):
        if word.kind != "word" or word.senses or len(word.lower) < 4 or talk.inside(i) is not None:
            continue
        named = {o.card for o in context.objects if o.card and word.lower in o.card.lower().replace(",", "").split()}
        if len(named) == 1:
            start = i - 1 if i and talk.lowers[i - 1] in {"the", "my", "his"} else i
            text = " ".join(talk.lowers[start : i + 1])
            mine.mentions.append(Mention(start, i + 1, "card", text=text, cards=tuple(named), sentence=word.sentence))
    mine.mentions.sort(key=lambda m: m.start)
    mine.clauses = ClauseReader(talk.words, mine.mentions).read()
    return mine


def _concerned(talk: Talk, context: Scenario | None) -> bool:
    sick = {"summoning sickness", "summoning sick", "summon sick"}
    about = any(w.lower in sick for w in talk.words) and not any(m.cards or m.power is not None for m in talk.mentions)
    if any(set(c.frames) & {"block", "no_block"} for c in talk.clauses) and not about:
        return False
    if any(
        w.is_("which") and talk.words[i + 1 : i + 2] and talk.words[i + 1].is_("noun", "color", "type")
        for i, w in enumerate(talk.words)
    ):
        return False  # what colour is asked, not whether it may be tapped
    cue = (
        any(set(c.frames) & _FRAMES for c in talk.clauses)
        or talk.has("this_turn")
        or talk.has("last_turn")
        or talk.has("keyword", "haste", "convoke")
    )
    cue = cue or any(forbids_abilities(talk.card(m)) for m in talk.mentions if m.cards)
    may_ping = any(c.frame == "deal" and c.modal == "can" for c in talk.clauses) and any(
        deals_by_tapping(talk.card(m)) for m in talk.mentions if m.cards
    )
    cue = cue or may_ping or any(w.kind == "mana" and w.mana in {"{T}", "{Q}"} for w in talk.words)
    return cue or context is not None


class SicknessReader:
    """Reads one question: what is told and what is asked, clause by clause in the order of the text."""

    def __init__(self, talk: Talk, context: Scenario | None) -> None:
        self.talk = talk
        self.context = context
        self.story = TapStory(talk, context)
        self.asker = TapAsker(self.story)
        self.loose = Loose(self.story, self.asker)
        self.paying = ConvokeAsks(self.story, self.asker)
        self.waits: set[int] = set()
        """Verbs of what one may have to wait with: yes to that is no to doing it now."""

    def read(self) -> Candidate | None:
        """The reading, or None where nothing is asked that is understood here."""
        story, asker = self.story, self.asker
        story.used |= prepare(self.talk)
        self.loose.hearsay()
        self.loose.before()
        self.paying.described()
        greatest = bool(self.paying.asks_greatest())
        enough = asker.enough() if self.context is None else None
        if enough is not None:
            asker.queries.append(enough)
            return self._candidate()
        claimed = self.loose.doubted(self.talk.clauses)
        if claimed is not None:
            self.loose.heard.discard(claimed[0].verb)
        clauses = [c for c in self.talk.clauses if c.verb not in self.loose.heard]
        asks = {claimed[0].verb} if claimed is not None else self._asks(clauses)
        done: set[int] = set()
        for n, clause in enumerate(clauses):
            if clause.verb in self.loose.answered | asker.consumed | story.skipped:
                continue
            if clause.verb in asks:
                self._around(clause.verb)
                if greatest:
                    continue
                if not self._ask(clause):
                    return None
                done.add(clause.verb)
                if clause.frame == "crew" and any(c.verb in asks and c.frame == "attack" for c in clauses[n + 1 :]):
                    self._crewed()
                continue
            self._around(clause.verb)
            earlier = list(story.events)
            told = story.tell(clause)
            if told and clause.conditional and done and any(c.verb in asks for c in clauses[n + 1 :]):
                asker.split_off(earlier)
        self._around(len(self.talk.words))
        self.loose.after()
        if greatest and not self.paying.greatest():
            return None
        if not asker.queries:
            self.loose.tail()
        if not asker.queries and self.context is not None:
            self._asked_before(self.context)
        if not self._next_turn() or any(e.kind == "control" and "opp" in e.target for e in story.events):
            return None
        if not asker.queries or self._untold(clauses) or self._nameless(clauses, asks):
            return None
        if all(q.kind == "can_attack" for q in asker.queries) and not self._when_matters():
            return None  # attacking, with nothing told of when it came: combat's question
        if self._next_turn_of_theirs():
            return None
        if self._tapped_then_attacks():
            return None
        if any(w.mana in {"{T}", "{Q}"} and i not in story.used for i, w in enumerate(self.talk.words)):
            return None  # what is asked is about that symbol
        if claimed is not None and claimed[1]:
            asker.queries = [msgspec.structs.replace(q, inverse=not q.inverse) for q in asker.queries]
        return self._candidate()

    def _nameless(self, clauses: list[Clause], asks: set[int]) -> bool:
        """A noun that nobody knows in what is asked may be the very thing that it is about ("a crewed caravan")."""
        sentences = {c.sentence for c in clauses if c.verb in asks}
        if self.context is not None:
            sentences = {w.sentence for w in self.talk.words}
        known = self.story.used | self.loose.heard_words
        return any(
            word.sentence in sentences
            and self.talk.tags[i] in {"NOUN", "PROPN"}
            and word.kind == "word"
            and not word.senses
            and word.lower not in {"speed", "basic"}
            and i not in known
            and self.talk.inside(i) is None
            for i, word in enumerate(self.talk.words)
        )

    def _ask(self, clause: Clause) -> bool:
        """One clause that asks, as a query."""
        query = self.paying.cast(clause) if clause.frame == "cast" else self.paying.amount(clause)
        if query is None:
            done = self.asker.ask(clause)
            if done and clause.verb in self.waits:
                last = self.asker.queries.pop()
                self.asker.queries.append(msgspec.structs.replace(last, inverse=not last.inverse))
            return done
        self.asker.queries.append(query)
        self.asker.use_asked(clause)
        return True

    def _crewed(self) -> None:
        """ "can i crew it? can it then attack?": what is asked then is asked of it as crewed."""
        before = list(self.story.events)
        if self.asker.queries and self.asker.queries[-1].target:
            vehicle = self.asker.queries[-1].target[0]
            self.story.events.append(Event("crew", self.asker.queries[-1].subject, (vehicle,)))
            self.asker.split_off(before)
            self.story.board.spoken.remove(vehicle)
            self.story.board.spoken.append(vehicle)

    def _asked_before(self, context: Scenario) -> None:
        """ "and if i crew it first?", "same but it came last turn": the last question with what is told now."""
        kinds = {"can_attack", "can_activate", "can_pay_with", "has_summoning_sickness"}
        changed = tuple(self.story.events) != context.events or any(
            o.id in self.story.board.objects and self.story.board.objects[o.id] != o for o in context.objects
        )
        if changed and context.queries and all(q.kind in kinds for q in context.queries):
            self.asker.queries = list(context.queries)

    def _when_matters(self) -> bool:
        """Whether anything was told that bears on summoning sickness."""
        story = self.story
        things = [story.board.objects[i] for q in self.asker.queries for i in q.subject]
        told = any(t.since or t.without or t.tapped is not None or t.animated is not None for t in things)
        hasty = any(isinstance(a, Keyword) and a.name == "haste" for t in things for a in t.abilities)
        changed = {"control", "return", "blink", "gain", "lose", "crew", "animate"}
        told = told or bool(story.flash_on_opps_turn)
        return bool(told or hasty or self.waits or story.times.extra or any(e.kind in changed for e in story.events))

    def _next_turn(self) -> bool:
        """ "can it attack next turn": by then it has been there since the turn began. False where that is told of something else."""
        marks = list(
            self.story.find.all(
                "on|during? my? next turn", "on|during? the next|following turn", "the turn after that?", "by next turn"
            )
        )
        marks = [m for m in marks if not m.words <= self.story.times.used]
        whose = {"his", "their", "her", "'s", "opponents", "opps", "opponent"}
        if any(self.talk.lowers[j] in whose for m in marks for j in range(max(0, m.start - 1), m.start + 1)):
            return False  # an opponent's next turn: what came on mine is still sick
        if not marks:
            return True
        if len(self.asker.queries) != 1 or self.asker.queries[0].kind not in {"can_attack", "can_activate"}:
            return False
        for id in self.asker.queries[0].subject:
            if self.story.board.objects[id].controller != "opp":
                self.story.board.change(id, since="before_turn")
        for m in marks:
            self.story.used |= m.words
        return True

    def _tapped_then_attacks(self) -> bool:
        """ "can I tap it for Springleaf Drum and then attack with it": two things that one creature can't do in this order."""
        tapped = {
            i for q in self.asker.queries if q.kind in {"can_pay_with", "can_activate"} for i in (*q.subject, *q.target)
        }
        attacks = any(q.kind == "can_attack" and tapped & set(q.subject) for q in self.asker.queries)
        return attacks and bool({"then", "after"} & set(self.talk.lowers))

    def _next_turn_of_theirs(self) -> bool:
        """ "on his own turn right after, can it attack": another turn than the one it came on."""
        theirs = any(
            self.story.board.objects[i].controller == "opp"
            and (self.story.board.objects[i].since is not None or i in self.story.flash_on_opps_turn)
            for q in self.asker.queries
            for i in q.subject
        )
        return theirs and (
            self.loose.active == "opp"
            or bool(self.story.flash_on_opps_turn)
            or self.talk.has("moment", "opponents_turn")
            or self.talk.says(
                "his own turn",
                "their own turn",
                "his next turn",
                "their next turn",
                "his turn",
                "their turn",
                "opponents turn",
                "opps turn",
            )
        )

    def _around(self, upto: int) -> None:
        """What is told without a verb, up to a word."""
        self.loose.standing(upto)
        self.loose.becoming(upto)
        self.loose.jailed(upto)

    def _untold(self, clauses: list[Clause]) -> bool:
        """Something happened that has no place in the reading and that may be what decides."""
        return any(
            c.verb not in self.story.used | self.loose.heard_words
            and c.frame in {"steal", "return", "blink", "enter", "animate", "crew", "copy"}
            for c in clauses
        )

    # ------------------------------------------------------------ asked?

    def _asks(self, clauses: list[Clause]) -> set[int]:
        """Which clauses ask (their verbs)."""
        found: set[int] = set()
        handed: int | None = None
        for clause in clauses:
            # "can a creature i cast this turn crew …?": the question goes past what only describes its subject.
            if self._describes(clause) and (clause.question or clause.modal == "can" or handed == clause.sentence):
                handed = clause.sentence
            elif self._is_asked(clause) or (
                handed == clause.sentence
                and clause.frame in ASKING | {"enchant"}
                and (clause.form == "base" or (clause.form == "ed" and self.talk.lowers[clause.verb - 1] == "be"))
            ):
                found.add(clause.verb)
                handed = None
        for n, clause in enumerate(clauses):
            # "can i crew it and attack?": the first makes ready, the second is asked.
            if clause.verb not in found:
                continue
            later = next((c for c in clauses[n + 1 :] if c.sentence == clause.sentence and c.frame in ASKING), None)
            if later is not None and later.verb not in found and self._goes_on(clause, later):
                found.add(later.verb)
                if clause.frame in SETTING or (clause.frame == "activate" and later.frame != "activate"):
                    found.discard(clause.verb)
                    clause.question = False
                    clause.modal = ""
        found |= self._waiting(clauses)
        if found or self.loose.answered:
            return found
        bare = [c for c in clauses if c.frame in ASKING and not c.negated and not c.conditional and not c.relative]
        questions = [c for c in bare if self._ends_asking(c.sentence)]
        last = (questions or bare)[-1:] if bare else []
        if last and clauses.index(last[0]) and "to" in self.talk.lowers[last[0].verb - 1 : last[0].verb]:
            # "tap to destroy target creature": the first verb asks, the second says what for.
            earlier = clauses[clauses.index(last[0]) - 1]
            last = [earlier] if earlier in bare and earlier.sentence == last[0].sentence else last
        if last and last[0].form in {"base", "ing", "s", "noun"} and not self._told_by(last[0]):
            return {last[0].verb}
        return set()

    def _waiting(self, clauses: list[Clause]) -> set[int]:
        """ "do i have to wait a turn to attack with it": asked of the verb behind it, the other way round."""
        for i, word in enumerate(self.talk.words):
            if word.lower not in {"wait", "need", "needs"} or not (
                "do" in self.talk.lowers[:i] or "does" in self.talk.lowers[:i]
            ):
                continue
            haste = [
                j for j in range(i, min(i + 3, len(self.talk.words))) if self.talk.words[j].is_("keyword", "haste")
            ]
            if word.lower == "wait" or haste:
                later = next(
                    (c for c in clauses if c.verb > i and c.sentence == word.sentence and c.frame in ASKING), None
                )
                if later is None:
                    continue
                self.waits.add(later.verb)
                self.story.used |= {i, *haste} | {
                    j for j in range(max(0, i - 2), i) if self.talk.words[j].is_("modal_must")
                }
                self.story.used |= {
                    j
                    for j in range(i, later.verb)
                    if self.talk.lowers[j] in {"before", "a", "turn", "until", "next", "my"}
                }
                later.conditional = False
                return {later.verb}
        return set()

    def _told_by(self, clause: Clause) -> bool:
        """A statement of what somebody did, not a question in few words."""
        return any(m.head == "player" for m in clause.subject) and not self._ends_asking(clause.sentence)

    def _is_asked(self, clause: Clause) -> bool:
        if clause.conditional or clause.relative or clause.frame in {"choose", "say", "force"}:
            return False
        if self._leads_with_turn(clause) or self._describes(clause) or self._state(clause):
            return False
        if clause.question or self._opens_question(clause):
            return True
        return clause.modal == "can" and (
            self._ends_asking(clause.sentence) or not any(w.lower == "?" for w in self.talk.words)
        )

    def _opens_question(self, clause: Clause) -> bool:
        """ "can it then attack?": the sentence begins with the word that asks, and this is its first verb."""
        first = next(c for c in self.talk.clauses if c.sentence == clause.sentence)
        lead = [w for w in self.talk.words[: clause.verb] if w.sentence == clause.sentence]
        return first is clause and bool(lead) and lead[0].is_("modal_can") and clause.frame in ASKING

    def _describes(self, clause: Clause) -> bool:
        """ "a creature i cast this turn", "a creature that came in": it says which, and asks nothing."""
        if clause.frame in {"have", "cast", "steal", "crew", "animate", "blink"} and self.story.before_player(clause):
            return True
        later = next((c for c in self.talk.clauses if c.verb > clause.verb and c.sentence == clause.sentence), None)
        beside = self.talk.inside(clause.verb - 1) if clause.verb else None
        if clause.frame == "cast" and beside is not None and beside.is_object and not clause.object:
            # "can a soulmender cast this turn use its ability": what was cast
            return later is not None and later.frame in ASKING and later.verb > clause.verb + 1
        if (
            clause.frame == "crew"
            and clause.form == "ed"
            and later is not None
            and any(
                c.frame == "attack" and c.verb > clause.verb and c.sentence == clause.sentence
                for c in self.talk.clauses
            )
            and clause.verb
            and ((beside := self.talk.inside(clause.verb - 1)) is not None and beside.is_object)
        ):
            return True
        if (
            clause.frame in {"produce", "cast", "steal", "fetch"}
            and (clause.passive or (clause.form == "ed" and not clause.object))
            and later is not None
            and later.frame in ASKING
            and "can" in {later.modal, clause.modal}
        ):
            return True
        lead = clause.verb - 1
        while lead > 0 and (
            self.talk.words[lead].is_("this_turn")
            or self.talk.lowers[lead] in {"has", "have", "was", "is", "are", "were", "just", "only"}
        ):
            lead -= 1
        return (
            lead > 0 and self.talk.lowers[lead] in {"that", "which", "who"} and self.talk.inside(lead - 1) is not None
        )

    def _state(self, clause: Clause) -> bool:
        """ "it just came in and is tapped": how it stands, not a question."""
        return (
            clause.frame in {"tap", "untap"}
            and clause.passive
            and not clause.modal
            and not self._ends_asking(clause.sentence)
        )

    def _leads_with_turn(self, clause: Clause) -> bool:
        """ "the turn i cast it", "creature i played": when something came, not a question."""
        return (
            clause.frame in {"cast", "enter"}
            and clause.modal == ""
            and "turn" in self.talk.lowers[max(0, clause.verb - 4) : clause.verb]
        )

    def _ends_asking(self, sentence: int) -> bool:
        marks = [w.lower for w in self.talk.words if w.sentence == sentence and w.kind == "mark"]
        return "?" in marks

    def _goes_on(self, clause: Clause, later: Clause) -> bool:
        """Whether the second verb goes on with the question of the first: "and", "then", "to" between them, no new question."""
        gap = self.talk.lowers[clause.verb + 1 : later.verb]
        joined = bool({"and", "then"} & set(gap)) or (
            "to" in gap and clause.frame == "activate" and later.frame in {"crew", "convoke", "pay"}
        )
        return (
            joined
            and "?" not in gap
            and later.form == "base"
            and "cause" not in gap
            and not {"even", "if", "but", "or"} & set(gap)
        )

    # ------------------------------------------------------------ result

    def _payer_of(self, id: str) -> str | None:
        """Who controls what this one is asked to pay for: only that player's creatures could (CR 702.122a)."""
        paid = (q.target for q in self.asker.queries if q.kind == "can_pay_with" and id in q.subject)
        owners = {
            self.story.board.objects[one].controller for ids in paid for one in ids if one in self.story.board.objects
        }
        return owners.pop() if len(owners) == 1 else None

    def _candidate(self) -> Candidate | None:
        story, asker = self.story, self.asker
        if not self._settle_turns():
            return None
        for id, thing in list(story.board.objects.items()):
            if thing.controller is None:
                story.board.change(id, controller=self._payer_of(id) or "you")
        if self._when_matters() or any(q.value == "tap_objects" for q in asker.queries):
            # What was told of when something came is in the reading, so readings that have no place for it explain less.
            story.doubts -= 1.0
        story.used |= story.times.used | story.times.extra_words
        touched = {self.talk.words[i].sentence for i in story.used}
        story.used |= {
            i
            for i, w in enumerate(self.talk.words)
            if w.sentence in touched and (w.kind == "mark" or w.is_("filler")) and not w.is_("negation")
        }
        if story.haste_for_all:
            hasty = tuple(
                o.id for o in story.board.objects.values() if o.controller == "you" and "creature" in story.types(o.id)
            )
            story.events.append(Event("gain", hasty, abilities=(Keyword("haste"),)))
        taken = {i for e in story.events if e.kind == "control" and "you" in e.target for i in e.subject}
        asker.queries = [
            msgspec.structs.replace(q, who="you") if q.kind == "can_attack" and taken & set(q.subject) else q
            for q in asker.queries
        ]
        events = tuple(story.events)
        if story.times.extra:
            events = (*events, Event("extra_step", value=story.times.extra))
        scenario = Scenario(
            tuple(story.board.objects.values()),
            tuple(story.players.values()),
            events,
            tuple(asker.queries),
            active=self.loose.active,
            facts=tuple(story.facts.items()),
        )
        return Candidate(scenario, "sickness", story.used | self.loose.heard_words, story.doubts, tuple(story.board.guessed),
                         tuple(story.board.ambiguous))  # fmt: skip

    def _settle_turns(self) -> bool:
        """What came on the opponent's turn: before this turn, when the question is about my turn; else this turn still lasts."""
        if not self.story.flash_on_opps_turn:
            return True
        mine = (
            any(q.kind == "can_attack" for q in self.asker.queries)
            or self.talk.has("moment", "my_turn")
            or self.talk.says("my turn", "my next turn", "untap step", "next turn")
        )
        now = self.talk.says(
            "right away", "immediately", "right now", "same turn", "that turn", "the same turn", "right there"
        )
        if mine == now:
            return False
        if now:
            self.loose.active = "opp"
        for id in self.story.flash_on_opps_turn:
            self.story.board.change(id, since="before_turn" if mine else "this_turn")
        for i, word in enumerate(self.talk.words):
            if word.is_("moment", "my_turn"):
                self.story.used.add(i)
        return True
