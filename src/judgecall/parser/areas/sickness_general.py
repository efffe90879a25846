"""Questions with no verb of their own, and questions about the summoning sickness rule as such."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import CantDo, Keyword, Static
from judgecall.parser.areas.ability_asks import creature
from judgecall.parser.areas.hearsay import Hearsay
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Query

_CURES = frozenset(
    [
        "rid",
        "cure",
        "cures",
        "fix",
        "fixes",
        "remove",
        "removes",
        "lose",
        "loses",
        "reset",
        "resets",
        "end",
        "ends",
        "lift",
        "lifts",
        "clear",
        "clears",
    ]
)
_TELLING = frozenset(
    {
        "says",
        "said",
        "claims",
        "claimed",
        "thinks",
        "thought",
        "insists",
        "if",
        "whether",
        "does",
        "do",
        "is",
        "are",
        "think",
        "because",
        "that",
        "told",
    }
)


class General(Hearsay):
    """What is asked apart from what clauses ask."""

    def _with_sickness(self) -> None:
        """ "a creature with summoning sickness"."""
        for match in self.story.find.all(
            "OBJ with|has|have summoning sickness",
            "OBJ that|which is|are|has|have? summoning_sick|sick",
            "OBJ that|which|who? has|have summoning_sickness",
        ):
            mention = match.mentions[0]
            if self.talk.lowers[mention.start - 1 : mention.start] in (["do"], ["does"]):
                continue
            mention.since = "this_turn"
            self.story.used |= match.words
        for match in self.story.find.all("OBJ is|are still? summoning_sick|summon_sick|sick"):
            mention = match.mentions[0]
            lead = set(self.talk.lowers[max(0, mention.start - 3) : mention.start])
            if lead & _TELLING or mention.since is not None or self.talk.lowers[match.end : match.end + 1] == ["?"]:
                continue
            mention.since = "this_turn"  # "my Llanowar Elves is sick, …": so it is told
            self.story.used |= match.words

    def _must_be_tapped(self) -> None:
        """ "can {Q} be paid with an untapped creature"."""
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
        ids = self.story.ids(things[:1]) or (self.story.board.create(creature()),)
        self.story.used |= needs.words | {symbol}
        self._answer(symbol)
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
        if self._told_sick_blocks():
            return
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
        value = self._stopped_thing(self.talk.words[word].sentence)
        if value is None:
            return
        self.story.used |= {word, verb}
        self._answer(word)
        self.asker.queries.append(
            Query("sickness_stops", value=value, inverse=self.talk.lowers[verb].startswith("ignore"))
        )

    def _told_sick_blocks(self) -> bool:
        """ "my creature is summoning sick, can it block": asked of the rule, where nothing more is known of the creature."""
        asked = [c for c in self.talk.clauses if c.frame == "block" and c.modal == "can" and not c.object]
        if len(asked) != 1 or len(self.talk.clauses) != 1 or any(m.cards or m.described for m in self.talk.mentions):
            return False
        told = [m for m in self.talk.mentions if m.is_object and m.since == "this_turn"]
        if len(told) != 1 or any(w.is_("negation") for w in self.talk.words):
            return False
        self.story.use(*told, asked[0], *asked[0].subject)
        self._answer(asked[0].verb)
        self.asker.queries.append(Query("sickness_stops", value="block", inverse=True))
        return True

    def _about_cure(self) -> None:
        """The clauses of a sentence that asks whether something cures summoning sickness ask nothing else."""
        for i, w in enumerate(self.talk.words):
            if w.lower == "summoning sickness" and any(self.talk.lowers[j] in _CURES for j in range(max(0, i - 3), i)):
                lead = [x for x in self.talk.words[:i] if x.sentence == w.sentence]
                if lead and lead[0].lower in {"does", "do", "will", "would", "can", "did"}:
                    self.answered |= {c.verb for c in self.talk.clauses if c.sentence == w.sentence}

    def _answer(self, i: int) -> None:
        """The clauses of word i's sentence are what is asked."""
        verbs = {c.verb for c in self.talk.clauses if c.sentence == self.talk.words[i].sentence}
        self.answered |= verbs
        self.story.used |= verbs

    def _stopped_thing(self, sentence: int) -> str | None:
        found: set[str] = set()
        for i, w in enumerate(self.talk.words):
            if w.sentence != sentence:
                continue
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

    def _cured(self, sick: int) -> bool:
        """ "does another untap step cure summoning sickness on him": whether it is gone."""
        verb = next(
            (
                i
                for i in range(max(0, sick - 3), sick)
                if self.talk.lowers[i] in _CURES or self.talk.lowers[i : i + 3] == ["get", "rid", "of"]
            ),
            None,
        )
        if verb is None:
            return False
        behind = [m for m in self.talk.mentions if sick < m.start <= sick + 2]
        ids = self.story.ids([m for m in behind if m.head != "player"])
        if not ids and behind:
            self.story.use(*behind)
        given = next(
            (i for i in range(verb) if self.talk.words[i].is_("keyword") and self.talk.inside(i) is None), None
        )
        if not ids and (given is not None or self.story.times.extra) and not self.story.board.objects:
            ids = (self.newcomer(given),)
        before = [
            m
            for m in self.talk.mentions
            if m.sentence == self.talk.words[sick].sentence and m.end <= sick and m.head == "creature"
        ]
        if before and not ids:
            ids = self.story.ids(before[:1])
            others = [
                m
                for m in self.talk.mentions
                if m.sentence == before[0].sentence and m.cards and self.talk.lowers[m.start - 1] in {"with", "by"}
            ]
            self.story.use(*others)
            self.story.used |= {
                c.verb for c in self.talk.clauses if c.frame == "untap" and c.sentence == before[0].sentence
            }
        ids = ids or self.story.topic_ids()
        if not ids:
            return False
        self.story.used |= {verb, sick} | {
            i for i in range(max(0, verb - 1), verb + 2) if self.talk.lowers[i] in {"get", "rid", "of", "gets"}
        }
        for id in ids:
            if self.story.board.objects[id].since is None and not any(id in e.subject for e in self.story.events):
                self.story.board.change(id, since="this_turn")  # that it is sick goes without saying
        self.asker.queries.append(Query("has_summoning_sickness", ids, inverse=True))
        return True

    def newcomer(self, keyword: int | None) -> str:
        """A creature that came this turn, with the ability that word names: what a question about the rule is put to."""
        thing = msgspec.structs.replace(creature(), since="this_turn")
        if keyword is not None:
            sense = self.talk.words[keyword].sense("keyword")
            assert sense is not None
            thing = msgspec.structs.replace(
                thing, said=f"creature with {sense.value}", abilities=(Keyword(sense.value),)
            )
            self.story.used.add(keyword)
        return self.story.board.create(thing)

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
        if mana is None:
            mana = next(
                (
                    i
                    for i, w in enumerate(self.talk.words)
                    if w.is_("noun", "mana") and "?" in self.talk.lowers[i : i + 5]
                ),
                None,
            )
        if mana is not None and self.story.told:
            ids = tuple(i for i in self.story.topic_ids() if self.story.has_tap_ability(i))
            if ids:
                self.story.used |= {mana} | {
                    i for i, w in enumerate(self.talk.words) if w.is_("this_turn") and w.lower == "this turn"
                }
                self.asker.queries.append(Query("can_activate", ids, value="mana"))
        elif (sick is not None and sick not in self.heard_words and self.talk.inside(sick) is None) or (
            sick is not None and self.talk.lowers[-3:] == ["is", "it", "?"]
        ):
            ids = self.story.topic_ids()
            if ids:
                self.story.used.add(sick)
                self.asker.queries.append(Query("has_summoning_sickness", ids))

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
