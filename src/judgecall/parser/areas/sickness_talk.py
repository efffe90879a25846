"""Loose talk around summoning sickness: who says what, reasons that change nothing, states told without a verb, and questions
with no verb of their own ("llanowar elves the turn its cast, G?").
"""

from __future__ import annotations

from judgecall.cards.abilities import CantDo, Keyword, Static
from judgecall.parser.areas.tap_asks import TapAsker, is_arrival
from judgecall.parser.areas.tap_story import TapStory
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Event, Query

_SAYERS = frozenset({"client", "app", "xmage", "forge", "arena", "mtga", "mtgo", "game", "program", "friend", "buddy", "judge", "it", "opp",
                     "opponent", "he", "she", "they", "my opponent", "my friend", "my buddy", "guy", "someone", "table"})  # fmt: skip
_SAYING = frozenset({"says", "said", "say", "claims", "claiming", "claimed", "insists", "insisted", "told", "argues", "argued", "thinks",
                     "thought", "saying", "tells"})  # fmt: skip
_BELIEVING = frozenset({"thought", "think", "believe", "believed", "figured", "assumed", "guess"})
_REASONS = (
    "PRON is|was not? being|even? summoned", "PRON|ANY is|was not summoned", "so? why would|does|do|should PRON v:need haste", "why would|does PRON need haste",
    "PRON was|is a n:land not a creature when|then PRON? v:enter", "i did not summon anything|OBJ|PRON", "there was|is no creature spell",
    "PRON was|is a|just? n:land not a creature", "its|it|this is? a n:land", "i did not v:cast anything", "i did not summon it",
    "i did not summon BARE", "there was|is no creature spell at? all?", "no creature spell", "not a creature spell",
    "it was not a creature when it entered", "even though PL can not v:tap|produce PRON for? its own mana", "or is|are PRON summoning sick|sick",
    "or is|are|does PRON still? sick", "or not", "not 100 sure", "not sure", "yes / no", "yes or no", "no tricks", "not 100 % sure",
    "PRON will not let PL", "will not let PL", "does not let PL", "would not let PL", "yes|no ?",
)  # fmt: skip
_STANDING = frozenset({"in play", "out", "on board", "down", "around", "online", "out there", "on the battlefield", "on my side", "on their side",
                       "in", "untapped", "on"})  # fmt: skip
_PLACING = frozenset(
    {"is", "are", "was", "were", "been", "has", "have", "already", "now", "the", "my", "also", "here", "there", "just"}
)
_OPP_TURN = ("on|during your|my opponents|opponent 's turn", "on|during his|their|opps turn")


class Loose:
    """What stands around the clauses."""

    def __init__(self, story: TapStory, asker: TapAsker) -> None:
        self.story = story
        self.asker = asker
        self.talk = story.talk
        self.heard: set[int] = set()
        """Verbs of what somebody claims: neither told nor asked."""
        self.heard_words: set[int] = set()
        self.answered: set[int] = set()
        """Verbs of clauses that a question of its own kind was read from."""
        self.active: str | None = None

    # ------------------------------------------------------------ claims

    def hearsay(self) -> None:
        """What the client, a friend or the opponent says of the rules, and reasons that change nothing."""
        for i, word in enumerate(self.talk.words[:-1]):
            lead = [w for w in self.talk.words[max(0, i - 12) : i] if w.sentence == word.sentence]
            sayer = {w.lower for w in lead[-2:]} & _SAYERS or any(
                w.is_("player", "opp") for w in lead if "but" in {x.lower for x in lead} or w in lead[-2:]
            )
            believes = any(w.lower == "i" for w in lead[-3:]) and word.lower in _BELIEVING and self._asked_elsewhere(word.sentence)
            if (word.lower in _SAYING and sayer or believes) and not self._asks_inside(i):
                self._claim(i)
        for match in self.story.find.all(*_REASONS):
            words = match.words
            self.heard |= {c.verb for c in self.talk.clauses if c.verb in words}
            self.heard_words |= {i for i in words if self.talk.words[i].kind != "card"}

    def _claim(self, i: int) -> None:
        """The words of a claim, to the end of its part of the sentence; things that it names still stand on the board."""
        for j in range(i, len(self.talk.words)):
            word = self.talk.words[j]
            if word.lower == "so" and "not" in self.talk.lowers[j : j + 5]:
                self.heard_words.add(j)
                continue
            if (
                word.sentence != self.talk.words[i].sentence
                or word.lower in {"but", "so", ".", "?", "!", "can", "and"}
                and j > i
                and (word.lower not in {"can", "and"} or self._starts_question(j))
            ):
                return
            inside = self.talk.inside(j)
            if word.kind != "card" and not (inside is not None and inside.cards):
                self.heard_words.add(j)
            if any(c.verb == j for c in self.talk.clauses):
                self.heard.add(j)

    def _starts_question(self, j: int) -> bool:
        nxt = self.talk.inside(j + 1)
        if self.talk.lowers[j] == "can":
            before = self.talk.inside(j - 1)
            return nxt is not None and before is None
        return j + 1 < len(self.talk.lowers) and self.talk.lowers[j + 1] in {"can", "is", "now", "i", "does"}

    def _asked_elsewhere(self, sentence: int) -> bool:
        """Whether another sentence asks: then this one is only what the player believed."""
        return any(w.lower == "?" and w.sentence != sentence for w in self.talk.words)

    def _asks_inside(self, i: int) -> bool:
        return False

    # ------------------------------------------------------------ before

    def before(self) -> None:
        """States and questions that are read before the clauses: what a name was chosen for, general questions about sickness."""
        self._attached()
        self._thieves()
        self._named()
        self._stops()
        self._with_sickness()
        self._must_be_tapped()
        self._sickness_in_general()
        self._moments()

    def _attached(self) -> None:
        """Auras and Equipment that are on something, told with or without a verb."""
        for aura, host in self.talk.attached:
            if aura.end <= host.start:
                self.story.use_between(aura.end, host.start)
        self.story.used |= self.story.board.attach()

    def _thieves(self) -> None:
        """ "control magic'd his guy", "act of treason on his dragon": the card that takes control as a verb, or with none."""
        for m in self.talk.mentions:
            if not m.cards or not self.story.steals(self.talk.card(m)):
                continue
            target = next((t for t in self.talk.mentions if m.end <= t.start <= m.end + 1 and t.is_object), None)
            if target is None or self.talk.lowers[m.end : target.start] not in ([], ["on"]):
                continue
            ids = self.story.ids([target], "opp")
            self.story.use(m)
            self.story.passed.add(m.start)
            end = target.end + 3
            before = any(target.end <= i < end for i in self.story.times.before)
            self.story.stolen(ids, self.story.put_spell(m.cards[0], ids), "before_turn" if before else "this_turn")
            self.story.used |= {
                i
                for i in range(m.end, min(end, len(self.talk.words)))
                if self.talk.words[i].is_("this_turn") or self.talk.lowers[i] == "on"
            }

    def _stops(self) -> None:
        """ "does X stop its tap ability": asked of the thing that would be stopped."""
        for i, word in enumerate(self.talk.words):
            if word.lower not in {
                "stop",
                "stops",
                "prevent",
                "prevents",
                "shut",
                "shuts",
                "hit",
                "affect",
            } or not self._starts_asking(i):
                continue
            if not any(o.chosen for o in self.story.board.objects.values()):
                continue
            query = self.asker.stops(i)
            if query is not None:
                self.asker.queries.append(query)
                self.answered |= {c.verb for c in self.talk.clauses if c.sentence == word.sentence}
                self.story.used.add(i)
            return

    def _starts_asking(self, i: int) -> bool:
        sentence = self.talk.words[i].sentence
        return any(
            w.lower in {"does", "will", "would", "do", "did"} for w in self.talk.words[:i] if w.sentence == sentence
        )

    def _moments(self) -> None:
        for match in self.story.find.all(*_OPP_TURN):
            if any(match.start in words for words in self.story.times.opps.values()):
                continue
            self.story.use(match)
        asked = [c for c in self.talk.clauses if c.question]
        for i, word in enumerate(self.talk.words):
            if word.is_("moment", "opponents_turn") and any(c.start <= i <= c.end for c in asked):
                self.story.times.opps.pop(i, None)
                self.story.used.add(i)
                self.active = "opp"

    def _named(self) -> None:
        """ "pithing needle on devoted druid", "needle naming devoted druid"."""
        for match in self.story.find.all("CARD on|naming|names|named|set on|to? CARD", "CARD set|is|was on|to CARD"):
            first, second = match.mentions[:2]
            if not self._stops_named(first):
                continue
            needle, named = self.story.id(first, "opp"), self.story.id(second, "you")
            if needle and named:
                card = self.story.card(named)
                self.story.board.change(needle, chosen=card.name if card else "")
                self.story.used |= match.words

    def _stops_named(self, mention: Mention) -> bool:
        card = self.talk.card(mention)
        return card is not None and any(
            isinstance(e, CantDo) and e.of.chosen == "name"
            for a in card.faces[0].abilities
            if isinstance(a, Static)
            for e in a.effects
        )

    def _with_sickness(self) -> None:
        """ "a creature with summoning sickness"."""
        for match in self.story.find.all(
            "OBJ with|has|have summoning sickness", "OBJ that|which is|are|has|have? summoning sick|sickness|sick"
        ):
            mention = match.mentions[0]
            if self.talk.lowers[mention.start - 1 : mention.start] in (["do"], ["does"]):
                continue
            mention.since = "this_turn"
            self.story.used |= match.words

    def _must_be_tapped(self) -> None:
        """ "do i need the creature to be tapped to use a {Q} ability"."""
        symbol = next((i for i, w in enumerate(self.talk.words) if w.mana == "{Q}"), None)
        if symbol is None:
            symbol = self.talk.where("untap symbol")
        needs = self.story.find.first(
            "s:modal_must|modal_can PRON|OBJ? already? be? already? tapped",
            "need PRON|OBJ to be already? tapped",
            "s:modal_must ~ be already? tapped",
            "need|needs ~ OBJ ~ tapped",
            "OBJ s:modal_must be tapped",
        )
        if (
            symbol is None
            or needs is None
            or not ({"need", "needs"} & set(self.talk.lowers) or any(w.is_("modal_must") for w in self.talk.words))
        ):
            return
        things = [m for m in self.talk.mentions if m.is_object and m.head not in {"ability"}]
        ids = self.story.ids(things[:1]) or (self.story.board.create(_creature()),)
        self.story.used |= needs.words | {symbol}
        self.answered |= {c.verb for c in self.talk.clauses}
        self.story.used |= {c.verb for c in self.talk.clauses}
        for i, w in enumerate(self.talk.words):
            if (
                w.lower in {"symbol", "ability", "abilities", "cost"}
                or w.is_("modal_must")
                or w.lower in {"need", "needs"}
            ):
                self.story.used.add(i)
        self.asker.queries.append(Query("must_be_tapped", ids[:1]))

    def _sickness_in_general(self) -> None:
        """ "does summoning sickness stop blocking", "does the untap symbol care about summoning sickness"."""
        word = next(
            (i for i, w in enumerate(self.talk.words) if w.lower == "summoning sickness" and i not in self.story.used),
            None,
        )
        if word is None or any(m.cards for m in self.talk.mentions):
            return
        verbs = {"affect", "affects", "stop", "stops", "matter", "matters", "care", "cares", "prevent", "prevents", "keep", "keeps", "apply", "applies",
                 "ignore", "ignores", "hurt", "restrict", "restricts"}  # fmt: skip
        verb = next((i for i, w in enumerate(self.talk.words) if w.lower in verbs), None)
        if verb is None or self.talk.words[verb].sentence != self.talk.words[word].sentence:
            return
        value = self._stopped_thing()
        if value is None:
            return
        self.story.used |= {word, verb}
        self.answered |= {c.verb for c in self.talk.clauses}
        self.story.used |= {c.verb for c in self.talk.clauses}
        self.asker.queries.append(
            Query("sickness_stops", value=value, inverse=self.talk.lowers[verb].startswith("ignore"))
        )

    def _stopped_thing(self) -> str | None:
        found: set[str] = set()
        for i, w in enumerate(self.talk.words):
            value = ("untap" if w.mana == "{Q}" or w.lower in {"untap", "untapping"} else "tap" if w.mana == "{T}" or w.lower in {"tap", "tapping"} else
                     next((f for f in ("attack", "block", "crew", "convoke") if w.is_("verb", f)), "") or ("convoke" if w.is_("keyword", "convoke") else ""))  # fmt: skip
            if value:
                found.add(value)
                self.story.used.add(i)
            elif w.lower in {"symbol", "symbols", "ability", "abilities", "cost", "costs"}:
                self.story.used.add(i)
        if found in ({"untap"}, {"tap"}, {"attack"}, {"block"}, {"crew"}, {"convoke"}):
            return found.pop()
        return "convoke" if found == {"tap", "convoke"} else "crew" if found == {"tap", "crew"} else None

    def becoming(self, upto: int) -> None:
        """"turn it into a 1/1 flyer", "it becomes a 2/2 creature": a creature now, without a card's own word for it."""
        for match in self.story.find.all("turn|turned|turns|turning ANY into BARE", "become|becomes|became BARE", "make|makes|made PRON a BARE"):
            made = match.mentions[-1]
            if match.start >= upto or made.start in self.story.passed or made.head not in {"creature", "token"}:
                continue
            self.story.passed.add(made.start)
            ids = self.story.ids(list(match.mentions[:-1])) or self.story.topic_ids()
            if ids:
                self.story.used |= match.words
                self.story.events.append(Event("animate", ids))

    def jailed(self, upto: int) -> None:
        """"my lion was stuck under hixus": away until it comes back."""
        for match in self.story.find.all("OBJ was|is|has been? stuck|exiled|trapped|imprisoned|locked|jailed|held|hidden under|by|with|beneath|in|away CARD",
                                         "OBJ was|is stuck|trapped|locked|held under|beneath CARD"):
            if match.start < upto and match.mentions[0].start not in self.story.board.of_mention:
                self.story.ids(list(match.mentions))
                self.story.used |= match.words
                self.heard |= {c.verb for c in self.talk.clauses if c.verb in match.words}
                for i, words in self.story.times.before.items():
                    if i - match.end <= 1:
                        self.story.times.used |= words

    # ------------------------------------------------------------ after

    def after(self) -> None:
        """Things told without a clause: what is in play, haste or none, tapped already, when it came."""
        self.standing(len(self.talk.words))
        self._loose_times()
        self._loose_haste()
        self._loose_state()
        self._numbering()
        self._conditions()
        self._other_keywords()
        for i, word in enumerate(self.talk.words):
            if word.is_("legal") or word.lower in {"tapped", "untapped"} and i in self.story.used:
                self.story.used.add(i)

    def standing(self, upto: int) -> None:
        """Put the permanents that are told of without a verb, up to a word, on the board."""
        for m in self.talk.mentions:
            if m.start >= upto:
                break
            if (
                not m.cards
                or self.story.is_spell_card(m)
                or m.start in self.story.board.of_mention
                or m.start in self.story.passed
            ):
                continue
            after = [w for w in self.talk.lowers[m.end : m.end + 4] if w not in _PLACING]
            before = self.talk.lowers[m.start - 1] if m.start else ""
            stands = any(m.end <= i <= m.end + 6 for i in self.story.times.before) or any(
                m.end <= i <= m.end + 6 for i in self.story.times.turns
            )
            if after[:1] and (
                after[0] in _STANDING - {"in", "on"}
                or (stands and after[0] == "on")
                or after[:2] in (["on", "board"], ["on", "battlefield"], ["on", "table"], ["in", "play"], ["on", "his"], ["on", "their"])
            ):
                self.story.id(m)
            elif before in {"with", "under", "running"} and any(c.question for c in self.talk.clauses):
                self.story.id(m)
            elif before == "from" and m.start > 1 and self.talk.inside(m.start - 2) is not None:
                self.story.id(m)

    def _loose_times(self) -> None:
        """ "inkmoth been out since last turn", "llanowar elves the turn its cast": a time with no verb that tells it."""
        times = self.story.times
        for i, words in sorted(times.before.items()):
            if not words <= times.used | self.story.used:
                self._set_before(i, words, "before_turn")
        for i, (n, words) in sorted(times.turns.items()):
            if not words <= times.used | self.story.used and n != times.latest_turn:
                self._set_before(i, words, "before_turn")
            elif n == times.latest_turn:
                self.story.used |= words
        for i, word in enumerate(self.talk.words):
            if word.is_("this_turn") and is_arrival(word.lower) and i not in self.story.used:
                self._set_before(i, {i}, "this_turn")

    def _set_before(self, i: int, words: set[int], when: str) -> None:
        """The thing that a time stands beside: the last one before it in its sentence, or the one after "turn i drop"."""
        sentence = self.talk.words[i].sentence
        before = [
            m
            for m in self.talk.mentions
            if m.end <= i and m.sentence == sentence and (m.is_object or m.head == "pronoun")
        ]
        behind = [m for m in self.talk.mentions if m.start == max(words) + 1 and m.is_object]
        last = self.talk.lowers[max(words)]
        chosen = (
            behind
            if behind and not last.endswith(("it", "in", "cast", "down", "enters")) or not before
            else before[-1:]
        )
        ids = self.story.ids(chosen)
        if not ids:
            ids = self.story.topic_ids()
        if any(self.story.board.objects[id].since is not None for id in ids):
            return
        self.story.came(ids, when)
        self.story.used |= words
        self.story.told = True

    def _loose_haste(self) -> None:
        for i, word in enumerate(self.talk.words):
            if (
                not word.is_("keyword", "haste")
                or i in self.story.used | self.heard_words
                or self.talk.inside(i) is not None
            ):
                continue
            lead = range(max(0, i - 4), i)
            ids = self._focus()
            if ids and all(self._hasty(id) for id in ids):
                self.story.used.add(i)
                continue
            if any(
                self.talk.words[j].is_("negation") or self.talk.lowers[j] in {"nothing", "without", "no"} for j in lead
            ):
                self.story.without_haste(ids)
                self.story.used |= {i} | {
                    j
                    for j in lead
                    if self.talk.words[j].is_("negation")
                    or self.talk.lowers[j] in {"nothing", "gives", "give", "giving"}
                }
                self.story.used |= {
                    c.verb for c in self.talk.clauses if c.verb in lead and c.frame in {"produce", "have", "get"}
                }
            elif (
                any(
                    self.talk.lowers[j] in {"with", "has", "have", "gains", "given", "and", "from", "gets"}
                    for j in lead
                )
                and ids
            ):
                self.story.events.append(Event("gain", ids, abilities=(Keyword("haste"),)))
                self.story.used.add(i)

    def _hasty(self, id: str) -> bool:
        thing = self.story.board.objects[id]
        told = any(isinstance(a, Keyword) and a.name == "haste" for a in thing.abilities)
        return told or any(isinstance(a, Keyword) and a.name == "haste" for e in self.story.events if e.kind == "gain" and id in e.subject
                           for a in e.abilities)  # fmt: skip

    def _focus(self) -> tuple[str, ...]:
        """What the question is about: the subjects of its queries."""
        return tuple(dict.fromkeys(i for q in self.asker.queries for i in q.subject)) or self.story.topic_ids()

    def _loose_state(self) -> None:
        """ "it's tapped already", "come in TAPPED"."""
        for i, word in enumerate(self.talk.words):
            if word.lower not in {"tapped", "untapped"} or i in self.story.used or self.talk.inside(i) is not None:
                continue
            lead = self.talk.lowers[max(0, i - 4) : i]
            if not {"is", "are", "in", "enter", "enters", "got", "already", "was", "were", "come"} & set(lead):
                continue
            ids = self._focus()
            for id in ids:
                self.story.board.change(id, tapped=word.lower == "tapped")
            self.story.used.add(i)

    def _conditions(self) -> None:
        """"morbid is on": what an ability asks of the turn."""
        for i, word in enumerate(self.talk.words):
            if word.lower == "morbid":
                self.story.facts["creature_died_this_turn"] = "yes"
                self.story.used |= {i} | {j for j in range(i, min(i + 3, len(self.talk.words))) if self.talk.lowers[j] in {"is", "on", "active"}}
        crewed = any(e.kind == "crew" and e.subject for e in self.story.events)
        for m in self.talk.mentions:
            if m.head == "creature" and m.count == 0 and not m.described and crewed:
                self.story.use(m)  # what crews came later

    def _numbering(self) -> None:
        """ "1) … 2) …", "got two questions": numbers that count the questions."""
        for i, word in enumerate(self.talk.words[:-1]):
            after = self.talk.lowers[i + 1]
            if word.kind == "number" and (
                after in {")", "questions", "things", "parts"} and (after != ")" or not self._bracketed(i))
            ):
                self.story.used.add(i)
        if self.story.times.extra:
            for match in self.story.find.all("during|in|on? N of? those|these|them|that"):
                self.story.used |= match.words

    def _bracketed(self, i: int) -> bool:
        return "(" in self.talk.lowers[max(0, i - 6) : i]

    def _other_keywords(self) -> None:
        """ "does vigilance let a fresh creature attack": another ability that is thought to help."""
        for i, word in enumerate(self.talk.words):
            sense = next((s for s in word.senses if s.kind == "keyword" and s.form == "is"), None)
            if (
                sense is None
                or sense.value in {"haste", "convoke"}
                or i in self.story.used | self.heard_words
                or self.talk.inside(i) is not None
            ):
                continue
            after = self.talk.lowers[i + 1 : i + 3]
            if {
                "make",
                "makes",
                "let",
                "lets",
                "allow",
                "allows",
                "help",
                "helps",
                "enough",
                "mean",
                "means",
                "gives",
                "give",
            } & set(after):
                for id in self._focus():
                    self.story.events.append(Event("gain", (id,), abilities=(Keyword(sense.value),)))
                self.story.used.add(i)
                self.story.used |= {c.verb for c in self.talk.clauses if i < c.verb <= i + 2}

    # ------------------------------------------------------------ tail

    def _cured(self, sick: int) -> bool:
        """"does another untap step cure summoning sickness on him": whether it is gone."""
        cures = {"cure", "cures", "fix", "fixes", "remove", "removes", "lose", "loses", "reset", "resets", "end", "ends", "lift", "lifts", "clear", "clears"}
        verb = next((i for i in range(max(0, sick - 3), sick) if self.talk.lowers[i] in cures or self.talk.lowers[i : i + 3] == ["get", "rid", "of"]), None)
        if verb is None:
            return False
        behind = [m for m in self.talk.mentions if sick < m.start <= sick + 2]
        ids = self.story.ids([m for m in behind if m.head != "player"])
        if not ids and behind:
            self.story.use(*behind)
        ids = ids or tuple(i for i in self.story.topic_ids())
        if not ids:
            return False
        self.story.used |= {verb, sick}
        self.asker.queries.append(Query("has_summoning_sickness", ids, inverse=True))
        return True

    def tail(self) -> None:
        """Questions with no verb: "llanowar elves the turn its cast, G?", "is it?"."""
        mana = next(
            (i for i, w in enumerate(self.talk.words) if w.kind == "mana" and w.mana not in {"{Q}", "{T}"}), None
        )
        sick = next(
            (
                i
                for i, w in enumerate(self.talk.words)
                if w.lower in {"summoning sick", "summoning sickness", "sick", "summon sick"}
            ),
            None,
        )
        asked = any(w.lower == "?" for w in self.talk.words)
        starts = self.talk.lowers[:1] in (["is"], ["are"], ["does"], ["do"])
        if not asked and not starts:
            return
        if sick is not None and self._cured(sick):
            return
        if starts and sick is not None and self.talk.words[sick].sentence == 0:
            # "is goblin guide summoning sick the turn it comes in"
            subject = next((m for m in self.talk.mentions if m.start <= 2 and m.is_object), None)
            ids = self.story.ids([subject]) if subject is not None else ()
            if ids:
                self.story.used.add(sick)
                self.asker.queries.append(Query("has_summoning_sickness", ids))
            return
        if mana is not None and self.story.told:
            ids = tuple(i for i in self.story.topic_ids() if self.story.has_tap_ability(i))
            if ids:
                self.story.used.add(mana)
                self.asker.queries.append(Query("can_activate", ids, value="mana"))
        elif sick is not None and sick not in self.heard_words or sick is not None and self.talk.lowers[-3:] == ["is", "it", "?"]:
            ids = self.story.topic_ids()
            if ids:
                self.story.used.add(sick)
                self.asker.queries.append(Query("has_summoning_sickness", ids))


def _creature():  # type: ignore[no-untyped-def]
    from judgecall.scenario.model import GameObject

    return GameObject("creature", said="creature", types=("creature",), controller="you")
