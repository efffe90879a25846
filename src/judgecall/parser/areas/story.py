"""The story of a question about triggers or double-faced cards: the board, what happens in which order, and what was said
of life totals, lands, powers and the like. What is asked stands apart (`zones`).
"""

from __future__ import annotations

from typing import Any

import msgspec

from judgecall.parser.areas.card_verbs import burns_for
from judgecall.parser.areas.spells_last_turn import most_by_one
from judgecall.parser.areas.story_events import StoryEvents
from judgecall.parser.mentions import Mention
from judgecall.parser.phrases import Match
from judgecall.scenario.model import Event, EventKind, GameObject, Query, Scenario


class Story(StoryEvents):
    """What a question tells, as objects, players, facts and events in the order told."""

    def land_drops(self) -> None:
        """ "seventh land drop", "my 7th land": so many lands."""
        for match in self.told("v:cast ~ OWN? ORD n:land v:cast?"):
            self.use(match)
            self.create(
                GameObject("lands", said="lands", types=("land",), count=match.numbers[0] - 1, controller="you")
            )
            new = self.create(GameObject("land", said="land", types=("land",), controller="you", zone="hand"))
            self.add(match.start, Event("play_land", (new,)))
            for clause in self.talk.clauses:
                if match.start <= clause.verb < match.end:
                    clause.frame, clause.frames = "told", ()
            return
        for match in self.told("v:cast ~ OWN? ORD BARE", "OWN? ORD BARE v:enter"):
            land = match.mentions[-1]
            if land.head != "land" or not land.subtypes:
                continue
            self.use(match)
            told = any(
                m.head == "land" and (m.count or 0) > 1 and m.subtypes == land.subtypes for m in self.talk.mentions
            )
            kind = tuple(land.subtypes)
            if not told:
                self.create(GameObject(
                    "lands", said=f"{kind[0]}s", types=("land",), subtypes=kind, count=match.numbers[0] - 1, controller="you"
                ))  # fmt: skip
            new = self.create(
                GameObject("land", said=kind[0], types=("land",), subtypes=kind, controller="you", zone="hand")
            )
            self.add(match.start, Event("play_land", (new,)))
            self.passed.add(land.start)
            for clause in self.talk.clauses:
                if match.start <= clause.verb < match.end:
                    clause.frame, clause.frames = "told", ()
        for match in self.told("ORD n:land v:cast", "ORD n:land v:enter", "ORD n:land"):
            if any(o.types == ("land",) for o in self.board.objects.values()):
                continue
            self.use(match)
            self.create(
                GameObject("lands", said="lands", types=("land",), count=match.numbers[0] - 1, controller="you")
            )
            new = self.create(GameObject("land", said="land", types=("land",), controller="you", zone="hand"))
            self.add(match.start, Event("play_land", (new,)))
            self.passed |= {m.start for m in self.talk.mentions if match.start <= m.start < match.end}
            for clause in self.talk.clauses:
                if match.start <= clause.verb < match.end:
                    clause.frame, clause.frames = "told", ()

    # ------------------------------------------------------------ quantities

    def read_quantities(self) -> None:
        """Life totals, numbers of lands, creatures, artifacts, cards in graveyard or hand, spells of the last turn."""
        self._life()
        self.kept_life()
        self._spells()
        self._their_lands()
        self._chosen_x()
        for match in self.told("first turn of ~ game", "turn one|1 of ~ game"):
            if match.numbers in {(), (1,)}:
                self.facts["first_turn"] = "yes"
                self.use(match)
        for match in self.told("PRON ~ N n:power", "PRON ~ BARE ~ whole time", "PRON ~ BARE"):
            self._same_size(match)
        for match in self.told(
            "with nothing on ~ PRON", "nothing_else v:trigger", "nothing v:trigger", "with N n:counter ~ on? PRON?"
        ):
            if match.numbers in {(), (0,)}:
                self.use(match)
        for match in self.told("N n:card in|with ~ OWN? n:graveyard", "N in ~ OWN? n:graveyard"):
            self.facts["graveyard"] = str(match.numbers[0])
            self.use(match)
        for mention in self.talk.mentions:
            stands = self.talk.lowers[mention.start - 1] in {"with", "having", "if"} if mention.start else False
            if (
                (self.asked(mention.start) and not stands)
                or mention.zone != "graveyard"
                or mention.head != "card"
                or mention.count is None
                or mention.cards
            ):
                continue
            self.facts["graveyard"] = str(mention.count)
            self.passed.add(mention.start)
            self.use(mention)

    def _their_lands(self) -> None:
        """ "he has 5 lands and i control 3", "4 lands to my 3": a number of lands, the noun being left out."""
        for match in self.told("YOU v:have ~ only? N", "OPP v:have ~ only? N", "to|vs|against OWN N"):
            at = match.end - 1
            sentence = self.talk.words[at].sentence
            before = [m for m in self.talk.mentions if m.end <= match.start and m.sentence == sentence and m.is_object]
            stands_alone = self.talk.inside(at) is None and (
                at + 1 == len(self.talk.words)
                or self.talk.words[at + 1].kind == "mark"
                or self.talk.words[at + 1].sentence != sentence
                or self.talk.lowers[at + 1] in {"so", "and", "but"}
            )
            if not before or before[-1].head != "land" or before[-1].count is None or not stands_alone:
                continue
            who = match.mentions[0].player if match.mentions else self._whose(match.start + 1)
            if who not in {"you", "opp"} or who == before[-1].owner:
                continue
            of = before[-1].subtypes
            self.create(
                GameObject(
                    "lands", said="lands", types=("land",), subtypes=tuple(of), count=match.numbers[0], controller=who
                )
            )
            self.use(match)

    def _whose(self, i: int) -> str | None:
        return next((s.value for s in self.talk.words[i].senses if s.kind == "player"), None)

    def turning_back(self, id: str) -> None:
        """ "it flips back to human at upkeep": what turns back, and hasn't turned over in the story, has its back face up."""
        thing = self.board.objects[id]
        card = self.card(id)
        back = any(w.is_("verb", "transform") and "back" in w.lower.split() for w in self.talk.words)
        turned = any(
            e.kind in {"transform", "trigger", "cast", "activate", "blink", "return", "enter"} for _, e in self.timeline
        )
        if back and not turned and thing.face is None and card is not None and len(card.faces) > 1:
            self.board.change(id, face="back")

    def _chosen_x(self) -> None:
        """ "cast for X=6": the number chosen for the spell that was named before it (CR 107.3)."""
        for i, word in enumerate(self.talk.words):
            if word.kind != "xis":
                continue
            named = [m for m in self.talk.mentions if m.cards and m.start < i and m.sentence == word.sentence]
            id = self.board.of_mention.get(named[-1].start) if named else None
            card = self.card(id) if id is not None else None
            if id is not None and card is not None and "{X}" in (card.faces[0].mana_cost or ""):
                self.board.change(id, x=word.value[0])
                self.used.add(i)

    def _life(self) -> None:
        said: set[str] = set()
        for match in self.told(
            "OPP ~ have|has|at|on ~ exactly? N n:life",
            "exactly? N n:life",
            "at N n:life",
            "life total ~ N",
            "at N",
            "n:life ~ is N",
        ):
            what = self.talk.lowers[match.start : match.end]
            before = self.talk.words[match.start - 1] if match.start else None
            if "life" not in what and not self.talk.has("noun", "life") and not self._looks_at_life():
                continue
            if before is not None and (
                before.is_("verb", "get", "lose", "pay", "take") or before.lower in {"gain", "or"}
            ):
                continue
            if before is not None and before.lower in {"then", "plus", "another", "for", "by"}:
                continue  # "gained 3 life and then 2 life"
            if before is not None and before.lower == "and" and self._life_changed_before(match.start):
                continue
            told = match.mentions[0].player if match.mentions else None
            # "he is at 40", "he has … and 40 life"
            who = told if told in {"you", "opp"} else self._who_before(match.start)
            if who in said:
                continue
            self.players[who] = msgspec.structs.replace(self.players[who], life=match.numbers[0])
            self.use(match)
            said.add(who)
        for match in self.told(
            "v:get ~ N n:life",
            "v:lose ~ N n:life",
            "v:pay ~ N n:life",
            "v:get a n:life",
            "v:lose a n:life",
            "v:get n:life",
            "v:lose n:life",
        ):
            verb = self.talk.words[match.start]
            if match.numbers == (0,):
                continue  # "gained no life"
            kind: EventKind = "gain_life" if verb.is_("verb", "get") and not verb.is_("verb", "lose") else "lose_life"
            who = self._who_before(match.start)
            step: Any = next(
                (
                    self.talk.lexicon.moments[s.value].get("step")
                    for w in self.talk.words[match.end : match.end + 2]
                    for s in w.senses
                    if s.kind == "moment"
                ),
                None,
            )
            self.add(
                match.start,
                Event(
                    kind,
                    (who,),
                    n=match.numbers[0] if match.numbers else 1,
                    at=step,
                    in_response=self._responding(match.start),
                ),
            )
            self.use(match)
            if step is not None:
                self.used |= {i for i in range(match.end, match.end + 2) if self.talk.words[i].is_("moment")}
        self._more_life()
        self._gained_too()
        for match in self.find.all("s:to_player"):
            burn = next(
                (
                    c
                    for c in self.talk.clauses
                    if c.verb < match.start < c.verb + 9 and c.sentence == self.talk.words[match.start].sentence
                ),
                None,
            )
            named = next(
                (m for m in self.talk.mentions if m.cards and m.end <= match.start and match.start - m.end < 3), None
            )
            card = self.talk.card(named) if named else None
            n = burns_for(card) if card is not None else None
            if burn is None or named is None or n is None or self.asked(match.start):
                continue
            self.passed.add(named.start)
            self.use(match, named)
            self.used.add(burn.verb)
            self.add(
                match.start,
                Event(
                    "damage",
                    ("you" if "my" in match_words(self, match) or "me" in match_words(self, match) else "opp",),
                    n=n,
                    in_response=True,
                ),
            )

    def _life_changed_before(self, i: int) -> bool:
        """ "gained 3 life and 2 life": the number behind "and" is no total there."""
        words = [w for w in self.talk.words[:i] if w.sentence == self.talk.words[i].sentence]
        return any(w.lower.startswith(("gain", "lose", "lost", "pay", "paid")) for w in words)

    def _gained_too(self) -> None:
        """ "I lost 1 life but gained 3": the second number is of life too."""
        for match in self.told(
            "v:lose ~ N n:life but|and|then ~ gained|gain|gains N", "v:get ~ N n:life but|and|then ~ lost|lose N"
        ):
            last = match.end - 1
            noun = self.talk.words[match.end] if match.end < len(self.talk.words) else None
            if noun is not None and noun.is_("noun") and noun.sentence == self.talk.words[last].sentence:
                continue
            verb = next(i for i in range(last, match.start, -1) if self.talk.words[i].is_("verb", "get", "lose"))
            kind: EventKind = "lose_life" if self.talk.words[verb].is_("verb", "lose") else "gain_life"
            self.add(verb, Event(kind, (self._who_before(verb),), n=match.numbers[-1]))
            self.use(match)

    def _more_life(self) -> None:
        """ "gained 3 life and then 2 life", "gained 3 from one thing and 2 from another": as often as told."""
        last = max(
            ((at, e) for at, e in self.timeline if e.kind == "gain_life"), key=lambda pair: pair[0], default=None
        )
        self.use(*(self.told("from ~ one ~ thing|source|spell|card") if last is not None else ()))
        for match in self.told(
            "and|plus then|another|again? N more? n:life",
            "then N more? n:life",
            "and|plus|then N ~ from ~ another|other thing|source|spell|card?",
        ):
            if (
                last is None
                or match.start <= last[0]
                or self.talk.words[match.start].sentence != self.talk.words[last[0]].sentence
            ):
                continue
            self.add(match.start, msgspec.structs.replace(last[1], n=match.numbers[0]))
            self.use(match)
        if last is None and self.talk.has("verb", "get", "gain"):
            for match in self.told(
                "gained|gain|gains N from ~ one ~ thing|source|spell? ~ and ~ N from ~ another|other"
            ):
                for number in match.numbers:
                    self.add(match.start, Event("gain_life", ("you",), n=number))
                self.use(match)

    def _same_size(self, match: Match) -> None:
        """ "it was 3 power the whole time": no more than its card says."""
        power = match.numbers[0] if match.numbers else match.mentions[-1].power
        size = match.mentions[-1] if not match.numbers else None
        if power is None or (size is not None and size.toughness is not None) or not self.board.spoken:
            return
        for id in reversed(self.board.spoken):
            card = self.card(id)
            if card is not None and card.faces[0].power == str(power):
                self.use(match)
                if size is not None:
                    self.passed.add(size.start)
                return

    def kept_life(self) -> None:
        """ "didn't lose any life this turn", "lost no life"."""
        for match in self.told(
            "not ~ v:lose ~ n:life", "v:lose no n:life", "not been dealt damage", "v:lose none|nothing", "not ~ v:lose"
        ):
            self.facts["lost_life_this_turn"] = "no"
            self.use(match)
        for match in self.told("gained|gain|gains no n:life", "not ~ gained|gain ~ n:life", "gained|gain nothing|none"):
            self.facts["gained_life_this_turn"] = "no"
            self.use(match)

    def _who_before(self, i: int) -> str:
        for mention in reversed(self.talk.mentions):
            if mention.end <= i and mention.head == "player" and mention.sentence == self.talk.words[i].sentence:
                return mention.player if mention.player in {"you", "opp"} else "you"
        return "you"

    def _responding(self, i: int) -> bool:
        near = self.talk.words[max(0, i - 8) : i + 6]
        return any(w.is_("in_response") and w.sentence == self.talk.words[i].sentence for w in near)

    def _spells(self) -> None:
        number: str | None = None
        for match in self.told(
            "nobody|no_one|noone ~ v:cast ~ OBJ ~ s:last_turn",
            "nobody|no_one|noone ~ v:cast ~ s:last_turn",
            "s:last_turn ,? ~ nobody|no_one|noone ~ v:cast ~ OBJ|anything?",
            "s:last_turn ,? ~ nobody|no_one|noone ~ v:cast ~ anything|n:spell?",
        ):
            if any(m.head not in {"spell", "card", "some"} or m.cards for m in match.mentions):
                continue
            number = "0"
            self.passed |= {m.start for m in match.mentions}
            self.use(match)
        for match in self.told(
            "N n:spell ~ v:cast? ~ s:last_turn",
            "nobody|no ~ v:cast ~ n:spell? ~ s:last_turn",
            "v:cast N n:spell ~ s:last_turn",
            "n:spell ~ v:cast ~ s:last_turn",
            "v:cast nothing|anything ~ s:last_turn",
            "v:cast a n:spell ~ s:last_turn",
        ):
            if number is not None:
                break
            words = self.talk.lowers[match.start : match.end]
            number = (
                str(match.numbers[0])
                if match.numbers
                else "0"
                if {"nobody", "no", "nothing", "anything"} & set(words)
                else "1"
            )
            self.use(match)
        most = most_by_one(self)
        if most is not None:
            self.facts["spells_cast_last_turn"] = str(most)
            return
        number = number or self._none_this_turn()
        for mention in self.talk.mentions:
            if (
                mention.head == "spell"
                and mention.start not in self.passed
                and mention.count is not None
                and self.near_last_turn(mention)
                and self.asked(mention.start) is None
            ):
                number = str(mention.count)
                self.passed.add(mention.start)
                self.use(mention)
                self.used |= {
                    i
                    for i in range(mention.start - 3, mention.end + 5)
                    if 0 <= i < len(self.talk.words)
                    and (self.talk.words[i].is_("last_turn") or self.talk.words[i].is_("verb", "cast"))
                }
        if number is not None:
            self.facts["spells_cast_last_turn"] = number

    def _none_this_turn(self) -> str | None:
        """ "nobody casts a spell this turn, is it night next turn": seen from the next turn it was the last one."""
        if not self.talk.says("next turn", "the next turn", "next upkeep"):
            return None
        for match in self.told(
            "nobody|no_one|noone ~ v:cast ~ n:spell|anything s:this_turn",
            "v:cast no|nothing ~ n:spell? ~ s:this_turn",
            "no n:spell ~ v:cast ~ s:this_turn",
        ):
            self.passed |= {m.start for m in match.mentions}
            self.use(match)
            return "0"
        return None

    def near_last_turn(self, mention: Mention) -> bool:
        """Whether last turn is spoken of beside it."""
        return any(w.is_("last_turn") for w in self.talk.words[max(0, mention.start - 6) : mention.end + 5])

    # ------------------------------------------------------------ result

    def scenario(self, queries: list[Query]) -> Scenario:
        """The scenario that the story amounts to."""
        return Scenario(
            tuple(self.board.objects.values()), tuple(self.players.values()), self.events(), tuple(queries),
            active=self.active, facts=tuple(self.facts.items()),
        )  # fmt: skip


def match_words(story: Story, match: Match) -> set[str]:
    """The single words of a match."""
    return {part for lower in story.talk.lowers[match.start : match.end] for part in lower.split()}
