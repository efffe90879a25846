"""Loose talk around summoning sickness: what stands there, when it came, haste or none, told without a verb."""

from __future__ import annotations

from judgecall.cards.abilities import Keyword
from judgecall.parser.areas.sickness_general import General
from judgecall.parser.areas.sickness_prepare import by_itself
from judgecall.parser.areas.tap_times import is_arrival
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Event, Query

_STANDING = frozenset({"in play", "out", "on board", "down", "around", "online", "out there", "on the battlefield", "on my side", "on their side",
                       "in", "untapped", "on"})  # fmt: skip
_PLACING = frozenset(
    {"is", "are", "was", "were", "been", "has", "have", "already", "now", "the", "my", "also", "here", "there", "just"}
)
_OPP_TURN = ("on|during your|my opponents|opponent 's turn", "on|during his|their|opps turn")

_LETTING = frozenset(
    ["make", "makes", "let", "lets", "allow", "allows", "help", "helps", "enough", "mean", "means", "gives", "give"]
)


class Loose(General):
    """What stands around the clauses."""

    def before(self) -> None:
        """States and questions that are read before the clauses: what a name was chosen for, general questions about sickness."""
        self._attached()
        self._thieves()
        self._named()
        self._stops()
        self._with_sickness()
        self._must_be_tapped()
        self._about_cure()
        self._sickness_in_general()
        self._moments()

    def _attached(self) -> None:
        """Auras and Equipment that are on something, told with or without a verb."""
        for aura, host in self.talk.attached:
            if aura.end <= host.start:
                self.story.use_between(aura.end, host.start)
        self.story.used |= self.story.board.attach()
        for m in self.talk.mentions:
            # "lightning greaves on him"
            worn = self.talk.lowers[m.end : m.end + 2]
            if not self.story.has_subtype(m, {"Equipment", "Aura"}) or worn not in (
                ["on", "him"],
                ["on", "it"],
                ["on", "her"],
            ):
                continue
            hosts = [h for h in self.talk.mentions if h.end <= m.start and h.is_object and h.head != "pronoun"]
            hosts = [h for h in hosts if not self.story.has_subtype(h, {"Equipment", "Aura"})]
            if len({h.cards for h in hosts}) != 1 or m.start in self.story.board.of_mention:
                continue
            wearer, gear = self.story.id(hosts[-1]), self.story.id(m, "you")
            if wearer is not None and gear is not None:
                self.story.board.change(gear, attached_to=wearer)
                self.story.board.spoken.remove(gear)
                self.story.board.spoken.insert(0, gear)
                self.story.used |= {m.end, m.end + 1}

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

    def _moments(self) -> None:
        for match in self.story.find.all("it is|was still? his|their|opps turn still?", "still his|their|opps turn"):
            self.story.used |= match.words
        for match in self.story.find.all(*_OPP_TURN):
            if any(match.start in words for words in self.story.times.opps.values()):
                continue
            self.story.use(match)
        asked = [c for c in self.talk.clauses if c.question or c.modal == "can"]
        for i, words in list(self.story.times.opps.items()):
            if any(c.verb < i < c.end and c.frame not in {"cast", "enter", "steal"} for c in asked):
                self.story.times.opps.pop(i)
                self.story.used |= words
                self.active = "opp"

    def becoming(self, upto: int) -> None:
        """ "turn it into a 1/1 flyer", "it becomes a 2/2 creature": a creature now, without a card's own word for it."""
        for match in self.story.find.all(
            "turn|turned|turns|turning ANY into BARE",
            "turn|turned|turns|turning OBJ into BARE",
            "become|becomes|became BARE",
            "make|makes|made PRON a BARE",
        ):
            made = match.mentions[-1]
            if match.start >= upto or made.start in self.story.passed or made.head not in {"creature", "token"}:
                continue
            self.story.passed.add(made.start)
            ids = self.story.ids(list(match.mentions[:-1])) or self.story.topic_ids()
            maker = self.talk.inside(match.start - 1) if match.start else None
            if maker is not None and maker.cards and maker.start not in self.story.board.of_mention:
                self.story.use(maker)  # what does it changes nothing else
                self.story.passed.add(maker.start)
            if ids:
                self.story.used |= match.words
                self.story.events.append(Event("animate", ids))

    def jailed(self, upto: int) -> None:
        """ "my lion was stuck under hixus": away until it comes back."""
        for match in self.story.find.all(
            "OBJ was|is|has been? stuck|exiled|trapped|imprisoned|locked|jailed|held|hidden under|by|with|beneath|in|away CARD",
            "OBJ was|is stuck|trapped|locked|held under|beneath CARD",
        ):
            if match.start < upto and match.mentions[0].start not in self.story.board.of_mention:
                self.story.ids(list(match.mentions))
                self.story.used |= match.words
                self.heard |= {c.verb for c in self.talk.clauses if c.verb in match.words}
                for i, words in self.story.times.before.items():
                    if i - match.end <= 1:
                        self.story.times.used |= words

    def after(self) -> None:
        """Things told without a clause: what is in play, haste or none, tapped already, when it came."""
        self.standing(len(self.talk.words))
        self._worn()
        self._loose_times()
        self._loose_haste()
        self._loose_state()
        self._numbering()
        self._conditions()
        self._other_keywords()
        self._headings()
        self._right_away()
        self._sick_too()
        self._though_sick()
        self._beside_the_point()
        self.story.used |= {i for i, word in enumerate(self.talk.words) if word.is_("legal")}

    def _worn(self) -> None:
        """ "Swiftfoot Boots equipped to my fresh Archdruid": what is on what, told without a verb of its own."""
        board = self.story.board
        for worn, host in self.talk.attached:
            id, on = board.of_mention.get(worn.start), board.of_mention.get(host.start)
            if host.head == "pronoun" and (on is None or on == id):
                focus = [i for i in self._focus() if i != id and "creature" in self.story.types(i)]
                on = focus[0] if len(focus) == 1 else None
            if on is None or host.head == "player" or worn.start in self.story.passed:
                continue
            id = id or self.story.id(worn, board.objects[on].controller or "you")
            if id is None or id == on or board.objects[id].attached_to is not None:
                continue
            board.change(id, attached_to=on, since=None)
            first, last = sorted((worn, host), key=lambda m: m.start)
            self.story.used |= set(range(first.end, last.start))
            self.story.use(worn)

    def _right_away(self) -> None:
        """ "and wanted to attack with it right away": now, of what is asked about now."""
        fresh = any(self.story.board.objects[i].since == "this_turn" for q in self.asker.queries for i in q.subject)
        asked = {c.verb for c in self.talk.clauses} & (self.story.used | self.heard_words)
        for i, word in enumerate(self.talk.words):
            near = any(c.start <= i < c.end and c.verb in asked for c in self.talk.clauses)
            if word.lower in {"right away", "immediately", "same turn", "the same turn", "just"} and (fresh or near):
                self.story.used.add(i)

    def _sick_too(self) -> None:
        """ "is it summoning sick? and can it attack?": both are asked."""
        for match in self.story.find.all("is|are ANY still? summoning_sick|sick|summon_sick"):
            words = [i for i in match.words if i in self.story.used | self.heard_words]
            sick = match.end - 1
            if not self.asker.queries or sick in words or self.talk.lowers[match.end : match.end + 1] != ["?"]:
                continue
            ids = self._focus()
            first = min((c.verb for c in self.talk.clauses if c.question or c.modal == "can"), default=0)
            query = Query("has_summoning_sickness", ids[:1])
            self.asker.queries.insert(0 if match.start < first else len(self.asker.queries), query)
            self.story.used |= match.words

    def _though_sick(self) -> None:
        """ "…, even though it's summoning sick": told of what is asked about, which came this turn then."""
        for match in self.story.find.all(
            "though|if|while|because|since|despite|but|and PRON is|are still? summoning_sick|sick|summon_sick",
            "despite|with|through PRON? summoning_sickness",
        ):
            asked = {id for q in self.asker.queries for id in q.subject}
            if len(asked) != 1 or match.words & self.story.used >= set(range(match.end - 1, match.end)):
                continue
            thing = self.story.board.objects.get(next(iter(asked)))
            if thing is None or thing.since == "before_turn":
                continue
            self.story.board.change(thing.id, since="this_turn")
            self.story.used |= match.words

    def _headings(self) -> None:
        """ "Opposition question.": a card named with nothing said of it, which the question then speaks of."""
        cards = {o.card for o in self.story.board.objects.values() if o.card}
        for m in self.talk.mentions:
            alone = not any(c.sentence == m.sentence for c in self.talk.clauses)
            if m.cards and len(m.cards) == 1 and m.cards[0] in cards and alone and not m.described:
                self.story.use(m)

    def _beside_the_point(self) -> None:
        """ "my commander Krenko", "a loyalty ability": words that change nothing here."""
        kinds = {k for q in self.asker.queries for i in q.subject for k in self.story.types(i)}
        for i, word in enumerate(self.talk.words[:-1]):
            inside = self.talk.inside(i + 1) or self.talk.inside(i + 2) if i + 2 < len(self.talk.words) else None
            if (word.lower == "commander" and inside is not None and inside.cards) or (
                word.lower == "loyalty" and "planeswalker" in kinds
            ):
                self.story.used.add(i)

    def standing(self, upto: int) -> None:
        """Put the permanents that are told of without a verb, up to a word, on the board."""
        for m in self.talk.mentions:
            if m.start >= upto:
                break
            if (
                not m.is_object
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
            if not m.cards:
                if stands and self.talk.lowers[m.end : m.end + 1] and self.talk.lowers[m.end] in _PLACING:
                    self.story.id(m)
                continue
            if (
                (
                    after[:1]
                    and (
                        after[0] in _STANDING - {"in", "on"}
                        or (stands and after[0] == "on")
                        or after[:2]
                        in (
                            ["on", "board"],
                            ["on", "battlefield"],
                            ["on", "table"],
                            ["in", "play"],
                            ["on", "his"],
                            ["on", "their"],
                        )
                    )
                )
                or (
                    before in {"with", "under", "running"}
                    and any(c.question for c in self.talk.clauses)
                    and not any(m in c.with_ for c in self.talk.clauses)
                )
                or (before == "from" and m.start > 1 and self.talk.inside(m.start - 2) is not None)
                or self._under_heading(m)
                or by_itself(self.talk, m)
            ):
                self.story.id(m)

    def _under_heading(self, m: Mention) -> bool:
        """ "On board untapped: Lush Portico, Gilded Goose and Samwise": a list behind a heading that says where it is."""
        colon = next((i for i in range(m.start - 1, -1, -1) if self.talk.lowers[i] == ":"), None)
        if colon is None or self.talk.words[colon].sentence != m.sentence:
            return False
        heading = self.talk.lowers[max(0, colon - 4) : colon]
        return bool({"board", "on board", "battlefield", "in play", "field", "side"} & set(heading)) and not {
            "hand",
            "graveyard",
        } & set(heading)

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
        for i, word in enumerate(self.talk.words[:-1]):
            beside = self.talk.inside(i - 1) if i else None
            if (
                word.lower in {"this turn", "fresh", "just now"}
                and i not in self.story.used
                and beside is not None
                and beside.is_object
                and self.talk.words[i + 1].kind == "mark"
                and (beside.start == 0 or self.talk.words[beside.start - 1].kind == "mark")
            ):
                # "hermit druid this turn, …"
                self._set_before(i, {i}, "this_turn")
        for i, word in enumerate(self.talk.words):
            if word.is_("this_turn") and is_arrival(word.lower) and i not in self.story.used:
                self._set_before(i, {i}, "this_turn")

    def _set_before(self, i: int, words: set[int], when: str) -> None:
        """The thing that a time stands beside: the last one before it in its sentence, or the one after "turn i drop"."""
        sentence = self.talk.words[i].sentence
        own = self.talk.inside(i)
        if own is not None and own.is_object:
            # "an old elf": its own word.
            for id in self.story.ids([own]):
                if self.story.board.objects[id].since in {None, when}:
                    self.story.came((id,), when)
                    self.story.used |= words
            return
        before = [
            m
            for m in self.talk.mentions
            if m.end <= i and m.sentence == sentence and (m.is_object or m.head == "pronoun")
        ]
        if is_arrival(self.talk.lowers[i]) and len(before) > 1 and self.talk.lowers[before[-1].start - 1] == "by":
            before.pop()  # "a vehicle crewed by my 3/3 attack the turn it came in": the vehicle came
        behind = [m for m in self.talk.mentions if m.start == max(words) + 1 and m.is_object]
        last = self.talk.lowers[max(words)]
        chosen = (
            behind
            if (behind and not last.endswith(("it", "in", "cast", "down", "enters"))) or not before
            else before[-1:]
        )
        ids = self.story.ids(chosen)
        if not ids:
            ids = self.story.topic_ids()
        if any(self.story.board.objects[id].since is not None for id in ids):
            if all(self.story.board.objects[id].since == when for id in ids):
                self.story.used |= words  # told twice
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
        """ "morbid is on": what an ability asks of the turn."""
        for i, word in enumerate(self.talk.words):
            if word.lower == "morbid":
                self.story.facts["creature_died_this_turn"] = "yes"
                self.story.used |= {i} | {
                    j
                    for j in range(i, min(i + 3, len(self.talk.words)))
                    if self.talk.lowers[j] in {"is", "on", "active"}
                }
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
                or sense.value == "convoke"
                or i in self.story.used | self.heard_words
                or self.talk.inside(i) is not None
            ):
                continue
            after = self.talk.lowers[i + 1 : i + 3]
            if _LETTING & set(after):
                for id in self._focus() or (self.newcomer(i),):
                    self.story.events.append(Event("gain", (id,), abilities=(Keyword(sense.value),)))
                self.story.used.add(i)
                self.story.used |= {c.verb for c in self.talk.clauses if i < c.verb <= i + 2}
