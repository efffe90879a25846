"""Clauses: what is said to happen, by whom and to what, and how it is asked.

A clause has one predicate (a frame of the lexicon) with its roles. Roles are found by
position, with spaCy's parse as evidence where position leaves a choice: the small model misreads
lower-case talk, so it never overrules a role that only one mention can fill.
"""

from __future__ import annotations

from itertools import pairwise

import msgspec

from judgecall.parser.attributes import GIVING
from judgecall.parser.mentions import Mention
from judgecall.parser.words import Word

_BREAKS = frozenset({",", ";", ":", "(", ")", "and", "but", "then", "so", "when", "if", "because", "while", "before", "after",
                     "or", "where", "since", "whenever", "-", "–", "—", "as", "plus", "though", "once", "until", "."})  # fmt: skip
_PREPOSITIONS = frozenset({"with", "by", "on", "at", "into", "for", "to", "from", "of", "off", "in", "onto", "against", "over",
                           "through", "in response", "instead of", "as", "using", "via", "under"})  # fmt: skip
_AUXILIARY = frozenset({"does", "do", "did", "is", "are", "was", "were", "has", "have", "had", "will", "would", "should", "am",
                        "be", "been", "being", "get", "gets", "got", "getting"})  # fmt: skip
_ASKING = frozenset({"does", "do", "did", "is", "are", "will", "would", "should", "can", "could", "may", "was", "were", "am", "must",
                     "has", "have"})  # fmt: skip


class Clause(msgspec.Struct):
    """One predicate with its roles.

    `frame` is the lexicon's (attack, block, die …), or "be" for a state. `subject`, `object` and `with_` are mentions
    in order; `by` is the agent of a passive. `modal` is can, must or ""; `wh` is who, which, how_many, how_much or "".
    """

    frame: str
    verb: int
    start: int
    end: int
    form: str = ""
    count: int = 0
    passive: bool = False
    subject: list[Mention] = msgspec.field(default_factory=list)
    object: list[Mention] = msgspec.field(default_factory=list)
    by: list[Mention] = msgspec.field(default_factory=list)
    with_: list[Mention] = msgspec.field(default_factory=list)
    on: list[Mention] = msgspec.field(default_factory=list)
    into: list[Mention] = msgspec.field(default_factory=list)
    other: dict[str, list[Mention]] = msgspec.field(default_factory=dict)
    modal: str = ""
    should: bool = False
    """"mine should survive": what the player believes, which is a question as well."""
    wh: str = ""
    bound: str = ""
    negated: bool = False
    question: bool = False
    conditional: bool = False
    relative: bool = False
    """"creatures that could block": it describes its subject and asks nothing."""
    caused: bool = False
    """"does Lure make it block": another clause's subject brings it about."""
    kept_from: bool = False
    """"keeps fliers from blocking": it doesn't happen."""
    moment: str = ""
    in_response: bool = False
    this_turn: bool = False
    sentence: int = 0
    frames: tuple[str, ...] = ()
    """All frames that the verb's word can mean."""

    def lists(self) -> list[list[Mention]]:
        """The list of each role, to change what is in it."""
        return [self.subject, self.object, self.by, self.with_, self.on, self.into, *self.other.values()]

    def roles(self) -> list[Mention]:
        """Every mention it has, in text order."""
        return sorted((m for role in self.lists() for m in role), key=lambda m: m.start)


class ClauseReader:
    """Finds the clauses of a question.

    Args:
        words: the question's words, phrases merged.
        mentions: its mentions.
        heads: for each word the index of its head in spaCy's parse, or None.
        labels: for each word its dependency label.
    """

    def __init__(
        self,
        words: list[Word],
        mentions: list[Mention],
        heads: list[int] | None = None,
        labels: list[str] | None = None,
    ) -> None:
        self.words = words
        self.mentions = mentions
        self.heads = heads
        self.labels = labels
        self._verb_at: set[int] = set()
        self._inside = {i: m for m in mentions for i in range(m.start, m.end)}

    def read(self) -> list[Clause]:
        """The clauses in text order, with roles filled."""
        verbs = self._verbs()
        self._verb_at = {i for i, _ in verbs}
        clauses: list[Clause] = []
        for n, (i, frames) in enumerate(verbs):
            sentence = self.words[i].sentence
            before = (
                verbs[n - 1][0]
                if n and self.words[verbs[n - 1][0]].sentence == sentence
                else self._sentence_start(i) - 1
            )
            after = (
                verbs[n + 1][0]
                if n + 1 < len(verbs) and self.words[verbs[n + 1][0]].sentence == sentence
                else self._sentence_end(i)
            )
            clauses.append(self._clause(i, frames, before, after))
        self._share(clauses)
        return clauses

    # ------------------------------------------------------------ verbs

    def _verbs(self) -> list[tuple[int, tuple[str, ...]]]:
        found: list[tuple[int, tuple[str, ...]]] = []
        for i, word in enumerate(self.words):
            if word.spell and i not in self._inside:
                found.append((i, ("spell",)))
                continue
            if word.kind != "word" or i in self._inside:
                continue
            frames = tuple(dict.fromkeys(s.value for s in word.senses if s.kind == "verb"))
            does = next((s for s in word.senses if s.kind == "keyword" and s.form == "does"), None)
            if does is not None:
                found.append((i, (f"keyword:{does.value}",)))
                continue
            if not frames:
                continue
            if self._is_auxiliary(i) or self._is_noun_here(i):
                continue
            found.append((i, frames))
        return found

    def _is_auxiliary(self, i: int) -> bool:
        """ "does", "has to", "got blocked": a helper of the verb that follows."""
        word = self.words[i]
        if word.is_("verb", "choose") and self._chooses_to(i):
            return True
        if word.lower not in {"have", "has", "had", "get", "gets", "got", "getting", "take", "make", "makes"}:
            return False
        j = i + 1
        while j < len(self.words) and self.words[j].lower in {"to", "not", "just", "already", "been", "also", "only"}:
            j += 1
        if j >= len(self.words):
            return False
        nxt = self.words[j]
        participle = nxt.is_("verb") and any(s.kind == "verb" and s.form == "ed" for s in nxt.senses)
        return (participle or nxt.cast_on) and j not in self._inside

    def _chooses_to(self, i: int) -> bool:
        """ "may he choose not to block": what may be chosen is the verb that follows."""
        j = i + 1
        while j < len(self.words) and self.words[j].lower == "not":
            j += 1
        to = j < len(self.words) and self.words[j].lower == "to"
        while to and j + 2 < len(self.words) and self.words[j + 1].lower == "not":
            j += 1  # "choose to not block"
        return to and j + 1 < len(self.words) and self.words[j + 1].is_("verb")

    def _is_noun_here(self, i: int) -> bool:
        """ "the block", "my attack", "no blocks": the verb's word used as a noun."""
        before = self.words[i - 1].lower if i else ""
        word = self.words[i]
        if word.lower in {"block", "attack", "blocks", "attacks"} and before in {
            "the",
            "a",
            "his",
            "that",
            "this",
            "single",
            "my",
            "one",
            "legal",
        }:
            named = self._inside.get(i - 1)
            return (
                named is None or not named.is_object or named.end != i or named.start == i - 1
            )  # "a 5/5 of his attacks"
        if word.lower == "trample" and before in {
            "has",
            "have",
            "had",
            "having",
            "with",
            "gains",
            "gain",
            "gained",
            "no",
            "without",
            "gets",
            "got",
        }:
            return True  # the ability
        given = self._inside.get(i - 1)
        if (
            word.lower == "trample"
            and given is not None
            and given.start
            and self.words[given.start - 1].lower in GIVING
        ):
            return True  # "give my creature trample"
        if word.lower == "counter" and before in {
            "a",
            "the",
            "one",
            "+1/+1",
            "charge",
            "another",
            "luck",
            "-1/-1",
            "loyalty",
            "many",
        }:
            return True
        if word.lower in {"counter", "counters"} and i and self.words[i - 1].kind == "change":
            return True  # "two +1/+1 counters"
        return word.lower in {"like", "off"} or (
            word.lower in {"land", "play", "control"} and before in {"in", "a", "my", "under", "the", "into"}
        )

    def _sentence_start(self, i: int) -> int:
        while i > 0 and self.words[i - 1].sentence == self.words[i].sentence:
            i -= 1
        return i

    def _sentence_end(self, i: int) -> int:
        while i < len(self.words) - 1 and self.words[i + 1].sentence == self.words[i].sentence:
            i += 1
        return i + 1

    # ------------------------------------------------------------ roles

    def _clause(self, i: int, frames: tuple[str, ...], before: int, after: int) -> Clause:
        word = self.words[i]
        sense = next((s for s in word.senses if s.kind == "verb"), None)
        clause = Clause(frames[0], i, before + 1, after, sense.form if sense else "s", sense.count if sense else 0,
                        sentence=word.sentence, frames=frames)  # fmt: skip
        start = self._left_edge(i, before)
        self._read_left(clause, start, i)
        clause.passive = self._is_passive(i, start)
        lead = self.words[i - 1].lower if i else ""
        clause.kept_from = clause.form == "ing" and lead == "from"
        clause.relative = any(
            self.words[j].lower in {"that", "which", "who"} and (j - 1) in self._inside and j not in self._inside
            for j in range(max(start, before + 1), i)
        ) or (
            start - 1 > before
            and self.words[start - 1].lower in {"that", "which", "who"}
            and (start - 2) in self._inside
        )
        self._read_right(clause, i, after)
        if clause.passive and clause.form == "ed" and not clause.subject:
            self._reduced_relative(clause, i, max(before, i - 6))
        return clause

    def _left_edge(self, i: int, before: int) -> int:
        """Where this verb's own part of the sentence begins: after the last break that leaves it a subject."""
        edge = before + 1
        for j in range(i - 1, before, -1):
            if j in self._inside:
                continue
            if self._starts_question(j):
                edge = j
                break
            if self.words[j].lower in _BREAKS and not self._joins_mentions(j):
                edge = j + 1
                break
        return edge

    def _joins_mentions(self, j: int) -> bool:
        """ "my bear and two zombies", "a 3/5, a 4/4 and a 2/2": a break between two mentions of one list."""
        lower = self.words[j].lower
        if lower not in {"and", ",", "or", "plus", "+"} or (j - 1) not in self._inside:
            return False
        nxt = j + 1
        if lower == "," and nxt < len(self.words) and self.words[nxt].lower in {"and", "or", "plus"}:
            nxt += 1
        follower = self._inside.get(nxt)
        if follower is None or follower.head == "player" or self._inside[j - 1].head == "player":
            return False
        if self._begins_a_clause(follower, j):
            return False
        if lower != "," or nxt == j + 2:
            return True
        after = self.words[follower.end].lower if follower.end < len(self.words) else ""
        return after in {"and", "or", "plus", "+"} or (after == "," and self._joins_mentions(follower.end))

    def _begins_a_clause(self, mention: Mention, j: int) -> bool:
        """ "… attacks with a 2/2 and my only creature is tapped": what follows the object is the subject of its own verb."""
        start = self._sentence_start(j)
        if not any(k in self._verb_at for k in range(start, j)):
            return False
        return mention.end < len(self.words) and (
            mention.end in self._verb_at
            or self.words[mention.end].lower in {"is", "are", "was", "were", "has", "have", "can", "does"}
        )

    def _player_at(self, j: int) -> bool:
        mention = self._inside.get(j)
        return mention is not None and mention.head == "player"

    def _read_left(self, clause: Clause, start: int, i: int) -> None:
        seen: set[int] = set()
        preposition = ""
        for j in range(start, i):
            word = self.words[j]
            mention = self._inside.get(j)
            if mention is not None:
                if mention.start not in seen:
                    seen.add(mention.start)
                    if (
                        preposition in {"on", "of", "in", "with", "for", "to", "at", "from", "off", "by"}
                        and clause.subject
                    ):
                        clause.other.setdefault(preposition, []).append(mention)
                    else:
                        clause.subject.append(mention)
                preposition = ""
                continue
            if word.lower in _PREPOSITIONS:
                preposition = word.lower
            self._operator(clause, word, j)
        self._operators_before(clause, start)

    def _operators_before(self, clause: Clause, start: int) -> None:
        j = start - 1
        if j >= 0 and self.words[j].sentence == clause.sentence:
            lower = self.words[j].lower
            if lower in {"if", "when", "whenever", "once", "while", "because", "since"}:
                clause.conditional = lower in {"if", "when", "whenever", "once"}
            if lower in {"before", "after"}:
                clause.moment = clause.moment or lower

    def _operator(self, clause: Clause, word: Word, j: int) -> None:
        for sense in word.senses:
            if sense.kind == "modal_can":
                clause.modal = clause.modal or "can"
            elif sense.kind == "modal_must":
                clause.modal = "must"
            elif sense.kind in {"who", "which"}:
                clause.wh = clause.wh or sense.kind
            elif sense.kind in {"how_many", "how_much"}:
                clause.wh = sense.kind
            elif sense.kind in {"most", "least"}:
                clause.bound = sense.kind
            elif sense.kind == "negation" and word.lower in {
                "not",
                "never",
                "no",
                "nobody",
                "nothing",
                "none",
                "no one",
                "neither",
            }:
                clause.negated = not clause.negated
            elif sense.kind == "in_response":
                clause.in_response = True
            elif sense.kind == "this_turn":
                clause.this_turn = True
            elif sense.kind == "moment":
                clause.moment = sense.value
            elif sense.kind == "conditional" and word.lower == "if":
                clause.conditional = True
        if word.lower in {"should", "would", "shouldn't"}:
            clause.should = True
        if word.lower in _ASKING and not clause.question and self._asks(j):
            clause.question = True

    def _starts_question(self, j: int) -> bool:
        """ "… blocked by a 3/3 does it die": the auxiliary begins the question, with no mark before it."""
        if self.words[j].lower not in _ASKING or j == 0 or (j + 1) not in self._inside or not self._asks(j):
            return False
        k = j - 1
        while k >= 0 and self.words[k].sentence == self.words[j].sentence and self.words[k].lower not in _BREAKS:
            if any(self.words[k].is_(kind) for kind in ("how_much", "how_many", "which", "who", "most", "total")):
                return False  # "how much damage does it deal": it began before
            k -= 1
        return True

    def _asks(self, j: int) -> bool:
        """An auxiliary that stands before its subject asks."""
        nxt = j + 1
        while nxt < len(self.words) and self.words[nxt].lower in {
            "not",
            "even",
            "just",
            "only",
            "still",
            "also",
            "both",
            "-",
            "it",
        }:
            if nxt in self._inside:
                return True
            nxt += 1
        previous = self.words[j - 1].lower if j else ""
        behind_verb = bool(j) and self.words[j - 1].is_("verb") and self.words[j - 1].sentence == self.words[j].sentence
        if behind_verb and nxt < len(self.words) and self.words[nxt].is_("verb") and nxt not in self._inside:
            return False  # "my 2/2 pumped with giant growth is blocked by …": its subject went before
        if previous in {"that", "which", "who"} and (j - 2) in self._inside:
            return False
        if (j - 1) in self._inside and previous not in {"?", ".", ","}:
            return self._turns_to_ask(j)
        if previous in {"but", "and"} and self.words[j + 1 : j + 2] and self.words[j + 1].lower == "not":
            # "he has a bear but does not block.": goes on with whoever stands before.
            stop = next((w.lower for w in self.words[nxt:] if w.kind == "mark"), "")
            if nxt not in self._inside and stop != "?":
                return False
        return nxt in self._inside or (nxt < len(self.words) and self.words[nxt].is_("verb"))

    def _turns_to_ask(self, j: int) -> bool:
        """ "if I block a 3/3 with my 2/2 does mine die": what stands before was told of another verb, and another subject follows."""
        before, subject = self._inside[j - 1], self._inside.get(j + 1)
        if subject is None or before.start == 0 or subject.end >= len(self.words):
            return False
        lead = self.words[before.start - 1]
        told = lead.is_("verb") or lead.lower in {"with", "by", "into", "against"}
        return told and self.words[subject.end].is_("verb") and not self.words[j].lower.startswith("is")

    def _is_passive(self, i: int, start: int) -> bool:
        word = self.words[i]
        if word.lower == "got" and self.words[i - 1].lower == "is" and self._object_right(i):
            return False  # "he's got four 1/1s"
        if not word.cast_on and not any(s.kind == "verb" and s.form == "ed" for s in word.senses):
            return False
        j = i - 1
        while j >= start and (self.words[j].lower in {"not", "even", "already", "just", "only", "still", "both", "also", "really", "now", "all"}
                              or self.words[j].is_("still") or self.words[j].is_("this_turn")):  # fmt: skip
            j -= 1
        if j >= start and self.words[j].lower in {"be", "been", "being", "is", "are", "was", "were", "get", "gets", "got", "getting", "am",
                                                   "be able to be"}:  # fmt: skip
            return True
        if any(
            w.lower in {"is", "are", "was", "were", "be"}
            for k, w in enumerate(self.words[start:i], start)
            if k not in self._inside
        ) and (not self._object_right(i)):
            return True
        if i + 1 < len(self.words) and self.words[i + 1].lower == "by":
            return True
        return (
            (i - 1) in self._inside
            and not self._player_at(i - 1)
            and not self._object_right(i)
            and self._needs_object(i)
        )

    def _needs_object(self, i: int) -> bool:
        return self.words[i].is_(
            "verb", "kill", "exile", "bounce", "blink", "tap", "sacrifice", "counter", "steal", "animate", "copy"
        )

    def _object_right(self, i: int) -> bool:
        j = i + 1
        return j in self._inside and self.words[j].sentence == self.words[i].sentence

    def _read_right(self, clause: Clause, i: int, after: int) -> None:
        seen: set[int] = set()
        preposition = ""
        broken = crossed = False
        for j in range(i + 1, after):
            word = self.words[j]
            mention = self._inside.get(j)
            if mention is not None:
                if mention.start in seen:
                    continue
                seen.add(mention.start)
                if broken and (crossed or not clause_open(clause, preposition)):
                    crossed = crossed or mention.head == "player"
                    continue
                self._place(clause, preposition, mention)
                continue
            if word.lower in _PREPOSITIONS:
                preposition = word.lower
                # "… attack, he's at 3 with one 1/1": what he has is no part of the attack.
                broken = broken and (crossed or word.lower not in {"with", "by"})
            elif (word.lower in _BREAKS and not self._joins_mentions(j)) or self._starts_question(j):
                if word.lower in {"before", "after"} and not clause.moment:
                    clause.moment = ""
                broken = True
                preposition = ""
            if not broken:
                for sense in word.senses:
                    if sense.kind == "moment":
                        clause.moment = clause.moment or sense.value
                    elif sense.kind == "this_turn":
                        clause.this_turn = True
                    elif sense.kind == "in_response":
                        clause.in_response = True
                    elif sense.kind in {"how_many", "how_much"} and clause.wh == "":
                        clause.wh = ""
            elif word.is_("in_response"):
                clause.in_response = True
            elif word.is_("moment") and not clause.moment and j < after - 1:
                clause.moment = word.sense("moment").value  # type: ignore[union-attr]

    def _joins_in(self, clause: Clause, mention: Mention) -> bool:
        """ "Okk attacks together with a 5/5", "attacks alongside it": what does the same."""
        lead = [w.lower for w in self.words[max(0, mention.start - 2) : mention.start]]
        beside = lead[-1:] == ["alongside"] or (lead[-1:] == ["with"] and lead[:1] in (["together"], ["along"]))
        acts = "attack" in clause.frames and any(m.is_object for m in clause.subject)
        return beside and acts and mention.is_object

    def _place(self, clause: Clause, preposition: str, mention: Mention) -> None:
        if self._joins_in(clause, mention):
            clause.subject.append(mention)
        elif preposition == "with":
            clause.with_.append(mention)
        elif preposition == "by":
            clause.by.append(mention)
            clause.passive = clause.passive or clause.form == "ed"
        elif preposition in {"on", "onto"}:
            clause.on.append(mention)
        elif preposition in {"into", "at", "against"}:
            clause.into.append(mention)
        elif preposition:
            clause.other.setdefault(preposition, []).append(mention)
        else:
            clause.object.append(mention)

    def _reduced_relative(self, clause: Clause, i: int, before: int) -> None:
        j = i - 1
        while (
            j > before
            and j not in self._inside
            and self.words[j].lower
            in {
                "is",
                "was",
                "got",
                "gets",
                "get",
                "been",
                "being",
                "be",
                "just",
                "already",
                "then",
                ",",
                "(",
                ")",
                "and",
                "-",
            }
        ):
            j -= 1
        crossed = {w.lower for w in self.words[j + 1 : i]}
        goes_on = bool(crossed & {"and", "then"} and crossed & _AUXILIARY) and before in self._verb_at
        if goes_on and self.words[before].sentence == self.words[i].sentence:
            return  # "his 2/2 blocks my 3/3 and then gets bolted": what the verb before it is about
        mention = self._inside.get(j)
        if mention is not None and mention.head != "player":
            clause.subject.append(mention)

    # ------------------------------------------------------------ sharing

    def _told_before(self, clause: Clause) -> Mention | None:
        """ "my 3/3 has a counter on it and blocks …": who blocks is what was said to have something."""
        j = clause.verb - 1
        while j > 0 and self.words[j].lower in {"and", ",", "then"}:
            j -= 1
        mention = self._inside.get(j)
        has = mention is not None and mention.is_object and {"has", "have", "had"} & set(mention.text.split())
        return mention if has and j < clause.verb - 1 and mention is not None else None

    def _share(self, clauses: list[Clause]) -> None:
        """A verb with nothing before it takes the subject of the verb before it in the sentence ("attacks and deals …")."""
        for clause in clauses:
            if not clause.subject and not clause.question and clause.form in {"s", "ed", "base"}:
                told = self._told_before(clause)
                clause.subject = [told] if told is not None and told.sentence == clause.sentence else []
        for previous, clause in pairwise(clauses):
            if previous.sentence != clause.sentence:
                continue
            if (
                previous.in_response
                and not (clause.question or clause.moment or clause.conditional)
                and {"cast", "enter", "put", "return"} & set(clause.frames)
                and {"and", "but"} & {w.lower for w in self.words[previous.verb : clause.verb]}
            ):
                # "with the trigger on the stack he bounces my 1/1 but I flash in a 5/5": still before it resolves
                clause.in_response = True
            if (
                set(previous.frames) & {"produce", "force"}
                and clause.form in {"base", "ed"}
                and not {"after", "when", "once", "before"} & {w.lower for w in self.words[previous.verb : clause.verb]}
                and not (clause.passive and clause.by)  # "I give it trample and it's blocked by …" tells a block
                and any(m.start > previous.verb and m.end <= clause.verb for m in [*previous.object, *clause.subject])
            ):
                clause.caused = True
            self._unwrap(previous, clause)
            if not clause.subject and previous.subject and clause.form != "ing" and not clause.wh:
                clause.subject = list(previous.subject)
            if not clause.subject and clause.form == "ing" and not clause.passive:
                # "a 1/1 attacking me", "white knight blocking a fear creature": the mention just before.
                mention = self._inside.get(clause.verb - 1)
                if mention is not None and mention.head != "player":
                    clause.subject = [mention]
                elif previous.subject and not any(m.head == "player" for m in previous.subject):
                    clause.subject = list(previous.subject)
            if (
                previous.question
                and clause.form in {"base", "ed"}
                and not clause.question
                and previous.end >= clause.verb
            ):
                clause.question = clause.question or (
                    not clause.conditional and previous.frame in {"have", "get", "force"}
                )

    def _unwrap(self, wearing: Clause, clause: Clause) -> None:
        """ "can a creature enchanted with Pacifism block": who blocks is the creature, and the block is what is asked."""
        worn = [m for m in clause.subject if m.start > wearing.verb]
        bare = self.words[wearing.verb].lower in {"enchanted", "equipped"} and self.words[wearing.verb - 1].lower not in {
            "is", "are", "was", "be"
        }  # fmt: skip
        if not bare or len(worn) != 1 or worn != clause.subject or not wearing.subject or not worn[0].cards:
            return
        clause.subject = list(wearing.subject)
        if wearing.question or wearing.modal:
            clause.question, clause.modal = wearing.question, clause.modal or wearing.modal
            wearing.question, wearing.modal = False, ""


def clause_open(clause: Clause, preposition: str) -> bool:
    """After a break only an agent or an instrument still belongs to the verb."""
    return preposition in {"with", "by"} and not clause.with_ and not clause.by
