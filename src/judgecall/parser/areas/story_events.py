"""What happens in a story: clauses as events (dying, burning, hitting, pumping, animating, countering)."""

from __future__ import annotations

from typing import Any

from judgecall.parser.areas.card_verbs import burns_for, does
from judgecall.parser.areas.story_board import StoryBoard
from judgecall.parser.clauses import Clause
from judgecall.parser.happenings import BURN, SPELL_WORDS
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Event

RESIZING = frozenset({"modify", "counters", "set_pt", "transform", "damage"})
LEAVES = {"kill": "destroyed", "die": "dies", "sacrifice": "sacrificed", "bounce": "bounced", "exile": "exiled"}
"""How a permanent leaves, by the frame of the verb."""


class StoryEvents(StoryBoard):
    """A story whose clauses are read as events."""

    def is_noun(self, clause: Clause) -> bool:
        """ "the trigger", "on the stack", "4 lands", "a +1/+1 counter": the word stands for a thing here."""
        word = self.talk.words[clause.verb]
        before = self.talk.lowers[clause.verb - 1] if clause.verb else ""
        if word.is_("noun", "trigger"):
            return word.lower in {"trigger", "triggers"} and (
                before not in {"it", "not", "does", "will", "still", "to", "did", "would", "she", "he"}
                or (word.lower == "triggers" and before == "my")
            )
        return word.is_("noun", "stack", "land", "counter") and (
            before in {"the", "on", "counter", "a", "as"} or self._counts(clause.verb - 1)
        )

    def _counts(self, i: int) -> bool:
        return i >= 0 and (
            self.talk.words[i].kind in {"number", "change"}
            or self.talk.lowers[i] in {"many", "fewer", "more", "+", "my"}
        )

    def clause(self, clause: Clause) -> bool:
        """One clause that tells something: its event, if it is one that is known."""
        if clause.negated and clause.frame not in {"have"}:
            return False
        done = (
            self._leaving(clause)
            or self._counter_laid(clause)
            or self._burning(clause)
            or self._hitting(clause)
            or self._sizes(clause)
            or self._other(clause)
        )
        if done:
            self.used.add(clause.verb)
            self._use_around(clause)
        return done

    def _use_around(self, clause: Clause) -> None:
        for i in range(clause.start, clause.end):
            word = self.talk.words[i]
            if (
                word.is_("in_response")
                or (word.is_("this_turn") and word.lower in {"this turn", "just"})
                or word.is_("still")
            ):
                self.used.add(i)
        for mention in [*clause.subject, *clause.by]:
            if mention.head == "player":
                self.use(mention)

    def _when(self, clause: Clause) -> dict[str, Any]:
        """In response or not, and in which step."""
        common: dict[str, Any] = {}
        responses = self._responses()
        # What is flashed in after a response was made in response too: the ability is still waiting.
        flashed = self.talk.lowers[clause.verb].startswith("flash") and any(verb < clause.verb for verb in responses)
        if clause.verb in responses or flashed or self._responds_before(clause):
            common["in_response"] = True
        for match in self.find.all(
            "before PRON resolves|resolve", "before ~ n:trigger|ability resolves", start=clause.verb, end=clause.end
        ):
            if self.talk.words[match.start].sentence == clause.sentence:
                common["in_response"] = True
                self.use(match)
        step, _ = self.talk.step_of(clause)
        if step is not None and self.asked(clause.verb) is None:
            before = self.talk.lowers[max(0, self._moment_at(clause) - 2) : self._moment_at(clause)]
            common["at"] = (
                {"end_step": "main2", "upkeep": None, "beginning_of_combat": "main"}.get(step)
                if "before" in before
                else step
            )
            self.used.add(self._moment_at(clause))
        return common

    def _responses(self) -> set[int]:
        """The verbs of what is done in response: "in response" opens a clause, or closes it."""
        found: set[int] = set()
        for i, word in enumerate(self.talk.words):
            if not word.is_("in_response"):
                continue
            sentence = [
                c
                for c in self.talk.clauses
                if c.sentence == word.sentence and not self.is_noun(c) and c.frame != "told"
            ]
            after = [c.verb for c in sentence if c.verb > i]
            before = [c.verb for c in sentence if c.verb < i]
            opens = (
                i == 0
                or self.talk.words[i - 1].sentence != word.sentence
                or self.talk.lowers[i - 1] in {",", "and", "then", "but", ":", "-", "so"}
            )
            if opens and after:
                found.add(after[0])
                found |= {c.verb for c in sentence if c.verb > after[0] and c.in_response and not c.question}
            elif before:
                found.add(before[-1])
            elif after:
                found.add(after[0])
        return found

    def _moment_at(self, clause: Clause) -> int:
        for i in range(max(0, clause.start - 1), clause.end):
            if self.talk.words[i].is_("moment", clause.moment):
                return i
        return clause.verb

    def _responds_before(self, clause: Clause) -> bool:
        return any(
            c.frame == "respond" and c.verb < clause.verb and c.sentence == clause.sentence for c in self.talk.clauses
        )

    def patients(self, clause: Clause) -> list[Mention]:
        """Whom it is done to."""
        if clause.frame in {"die"}:
            return [m for m in clause.subject if m.head != "player" or m.article == "pronoun"]
        if clause.passive or (
            clause.form == "ed"
            and not clause.object
            and not any(m.head == "player" and (m.article != "pronoun" or m.text == "they") for m in clause.subject)
        ):
            chosen = [m for m in clause.subject if m.head != "player" or m.article == "pronoun"]
            return chosen or clause.object
        chosen = [m for m in clause.object if m.head != "player" or m.article == "pronoun"]
        if chosen:
            return chosen
        return [m for m in [*clause.on, *clause.into] if m.head != "player"]

    def _leaving(self, clause: Clause) -> bool:
        how = next((h for f, h in LEAVES.items() if clause.frame == f), None)
        if how is None:
            return False
        one = self._one_of_power(clause)
        ids, n = ((one,), None) if one is not None else self.group(self.patients(clause))
        if not ids:
            ids, n = self._some_of_group(clause)
        if not ids:
            return False
        self._cause(clause)
        ids = (*ids, *self.together(clause, ids))
        self.add(clause.verb, Event("leave", ids, how=how, n=n, **self._when(clause)))
        return True

    def together(self, clause: Clause, ids: tuple[str, ...]) -> tuple[str, ...]:
        """ "dies together with three other creatures": they leave in the same event."""
        if clause.frame not in {"die", "kill", "sacrifice"}:
            return ()
        for match in self.find.all(
            "together with ~ OBJ",
            "along with ~ OBJ",
            "alongside ~ OBJ",
            "with ~ OBJ",
            "at ~ same time as ~ OBJ",
            start=clause.verb + 1,
        ):
            near = match.start <= clause.verb + 2 and self.talk.words[match.start].sentence == clause.sentence
            between = clause.verb + 1 == match.start or match.mentions[0] not in clause.object
            if near and between and self.asked(match.start) is None and "counter" not in match.mentions[0].text:
                extra, _ = self.group(list(match.mentions))
                self.use(match)
                return tuple(i for i in extra if i not in ids)
        return ()

    def _one_of_power(self, clause: Clause) -> str | None:
        """ "they killed the 4", "the 2 dies": the creature told of by its power alone."""
        words, lowers = self.talk.words, self.talk.lowers
        after, before = clause.verb + 1, clause.verb - 1
        while before > 0 and lowers[before] in {"gets", "got", "is", "was"}:
            before -= 1
        if after + 1 < len(words) and lowers[after] in {"the", "my"} and words[after + 1].kind == "number":
            at = after + 1
        elif before > 0 and words[before].kind == "number" and lowers[before - 1] in {"the", "my"}:
            at = before
        else:
            return None
        if at + 1 < len(words) and at + 1 != clause.verb and self.talk.inside(at + 1) is not None:
            return None
        power = words[at].value[0]
        alike = [i for i, o in self.board.objects.items() if o.power == power and o.zone == "battlefield"]
        if len(alike) != 1:
            return None
        self.used |= {at - 1, at}
        return alike[0]

    def _some_of_group(self, clause: Clause) -> tuple[tuple[str, ...], int | None]:
        """ "smashes one so I have two": the number alone stands for some of the group."""
        nxt = clause.verb + 1
        if nxt >= len(self.talk.words) or self.talk.words[nxt].kind != "number":
            nxt = clause.verb - 1  # "in response one is destroyed"
            told = clause.passive or clause.frame == "die" or self.talk.lowers[clause.verb].startswith(("is ", "gets "))
            while nxt > 0 and self.talk.lowers[nxt] in {"is", "gets", "got", "was"}:
                nxt -= 1
            if not told or nxt < 0 or self.talk.words[nxt].kind != "number":
                return (), None
        group = next((i for i in reversed(self.board.spoken) if (self.board.objects[i].count or 1) > 1), None)
        if group is None:
            return (), None
        self.used.add(nxt)
        return (group,), self.talk.words[nxt].value[0]

    def _burning(self, clause: Clause) -> bool:
        lower = self.talk.words[clause.verb].lower
        if clause.frame == "deal" and self._burnt_down(clause):
            return True
        if lower not in BURN or clause.frame != "deal":
            return False
        if any(m.head == "player" and (m.article != "pronoun" or self._looks_at_life()) for m in clause.object):
            return self.burns(clause.verb, clause.object, BURN[lower], self._when(clause))
        hit = self.patients(clause)
        if not hit:
            ids, n = self._some_of_group(clause)  # "he bolts one"
            return self._burns_them(clause.verb, ids, n, BURN[lower], self._when(clause))
        return self.burns(clause.verb, hit, BURN[lower], self._when(clause))

    def _burnt_down(self, clause: Clause) -> bool:
        """ "he burns me to 38", "drains me down to 39": what is left of a life total that was told."""
        player = next((m for m in clause.object if m.head == "player" and m.player in self.players), None)
        words = self.talk.words
        totals = [
            words[i].value[0]
            for i in range(clause.verb - 1)
            if words[i].kind == "number" and (words[i + 1].is_("noun", "life") or (i and words[i - 1].lower == "at"))
        ]
        if player is None or player.player is None or len(totals) != 1:
            return False
        life = totals[0]
        i = player.end + (self.talk.lowers[player.end : player.end + 1] == ["down"])
        number = self.talk.words[i + 1] if i + 1 < len(self.talk.words) else None
        if self.talk.lowers[i] != "to" or number is None or number.kind != "number" or number.value[0] >= life:
            return False
        self.used |= {*range(player.start, i + 2)}
        self.add(clause.verb, Event("lose_life", (player.player,), n=life - number.value[0], **self._when(clause)))
        return True

    def burns(self, at: int, hit: list[Mention], amount: int, when: dict[str, Any]) -> bool:
        """So much damage to a player, or to creatures: those die of it unless they are known to be tougher."""
        him = self._looks_at_life()  # "I bolt him", where a card looks at life totals
        player = next((m for m in hit if m.head == "player" and (him or m.article != "pronoun")), None)
        if player is not None and player.player is not None:
            self.use(player)
            self.add(at, Event("damage", (player.player,), n=amount, **when))
            return True
        ids, n = self.group(hit)
        return self._burns_them(at, ids, n, amount, when)

    def _burns_them(self, at: int, ids: tuple[str, ...], n: int | None, amount: int, when: dict[str, Any]) -> bool:
        if not ids:
            return False
        size = self._toughness(ids[0])
        if size is None:
            # What is burnt in such a story is meant to die.
            self.doubts += 0.2
        if size is None or size <= amount:
            self.add(at, Event("leave", ids, how="dies", n=n, **when))
        else:
            self.add(at, Event("damage", ids, n=amount, **when))
        return True

    def _toughness(self, id: str) -> int | None:
        """As told, else as printed on its card where nothing is told that might change it."""
        thing = self.board.objects[id]
        card = self.card(id)
        printed = card.faces[1 if thing.face == "back" and len(card.faces) > 1 else 0].toughness if card else None
        plain = not thing.counters and not any(e.kind in RESIZING for _, e in self.timeline)
        return int(printed) if thing.toughness is None and plain and printed and printed.isdigit() else thing.toughness

    def _hitting(self, clause: Clause) -> bool:
        """ "unblocked lion hits me": combat damage to a player."""
        player = next((m for m in clause.object if m.head == "player" and m.article != "pronoun"), None)
        things = [m for m in clause.subject if m.head != "player"]
        connects = (
            self.talk.words[clause.verb].lower in {"connects", "connect", "connected", "hits", "hit"}
            and not clause.object
        )
        if clause.frame != "deal" or not things or (player is None and not connects):
            return False
        if player is None:
            ids, _ = self.group(things[:1])
            foe = "you" if ids and self.board.objects[ids[0]].controller == "opp" else "opp"
            if not ids:
                return False
            self.board.change(ids[0], attacking=True)
            self.add(
                clause.verb,
                Event(
                    "damage", (foe,), by=ids[0], n=self.board.objects[ids[0]].power, at="combat_damage", how="combat"
                ),
            )
            self.used |= {
                i for i in range(clause.start, clause.end) if self.talk.lowers[i] in {"unblocked", "combat", "damage"}
            }
            return True
        ids, _ = self.group(things[:1])
        if not ids:
            return False
        self.use(player)
        self.board.change(
            ids[0],
            attacking=True,
            controller=self.board.objects[ids[0]].controller or ("opp" if player.player == "you" else "you"),
        )
        self.add(clause.verb, Event("damage", (player.player,), by=ids[0], at="combat_damage", how="combat"))
        return True

    def _had(self, i: int) -> bool:
        """Whether the change of size at word i is one of the counters that a creature is described with."""
        inside = self.talk.inside(i)
        return inside is not None and bool(inside.counters)

    def _counter_laid(self, clause: Clause) -> bool:
        """ "a -1/-1 counter is put on it": said of the counter, not of who puts it."""
        i = clause.verb - 1
        while i > 0 and self.talk.lowers[i] in {"is", "was", "gets", "got", "are", "then", "later"}:
            i -= 1
        if i < 1 or clause.frame not in {"enchant", "put"} or not self.talk.words[i].is_("noun", "counter"):
            return False
        change = self.talk.words[i - 1]
        ids, n = self.group([*clause.on, *clause.object][:1])
        if change.kind != "change" or not ids or n is not None:
            return False
        before = self.talk.words[i - 2] if i > 1 else None
        count = before.value[0] if before is not None and before.kind == "number" else 1
        power, toughness = change.value
        self.used |= {i - 1, i}
        self.add(clause.verb, Event("counters", ids, n=count, value=f"{power:+d}/{toughness:+d}", **self._when(clause)))
        return True

    def _cause(self, clause: Clause) -> None:
        """ "dies to a bolt", "dies from murder": what it died of, where that is all there is to it."""
        if clause.frame != "die":
            return
        i = clause.verb + 1
        if i >= len(self.talk.words) or self.talk.lowers[i] not in {"to", "from"}:
            return
        end = i + 1
        while end < len(self.talk.words) and self.talk.lowers[end] in {"a", "an", "the", "his", "my", "some"}:
            end += 1
        word = self.talk.words[end] if end < len(self.talk.words) else None
        if word is None:
            return
        card = self.talk.cards.get(word.cards[0]) if word.cards else None
        kills = word.is_("verb", "kill") or word.lower in BURN or (card is not None and does(card) == "destroyed")
        if not kills:
            return
        self.used |= set(range(i, end + 1))
        self.passed |= {m.start for m in self.talk.mentions if i <= m.start <= end}
        for later in self.talk.clauses:
            if later.verb == end:
                later.frame, later.frames = "told", ()

    def _sizes(self, clause: Clause) -> bool:
        if not set(clause.frames) & {"pump", "shrink", "get", "produce", "put", "have", "counter"}:
            return False
        change = next(
            (i for i in range(clause.start, clause.end) if self.talk.words[i].kind == "change" and not self._had(i)),
            None,
        )
        lower = self.talk.words[clause.verb].lower
        targets = [
            m
            for m in [*clause.on, *clause.object, *clause.other.get("to", [])]
            if m.head != "player" or m.article == "pronoun"
        ]
        if not targets:
            targets = [m for m in clause.subject if m.head != "player"][-1:]
        if "anthem" in self.talk.lowers[clause.start : clause.verb]:
            self.doubts += 9.0  # it changes all the creatures of a player, which isn't followed
            return False
        counter = (
            change is not None
            and change + 1 < len(self.talk.words)
            and self.talk.words[change + 1].is_("noun", "counter")
        )
        if change is None and lower not in SPELL_WORDS:
            grown = [
                m for m in [*clause.other.get("to", []), *clause.into] if m.power is not None and m.head == "creature"
            ]
            if clause.frame == "pump" and grown and len(targets) > 1:
                self.passed.add(grown[0].start)
                ids, _ = self.group([m for m in targets if m is not grown[0]])
                if ids:
                    self.use(grown[0])
                    self.add(
                        clause.verb,
                        Event("set_pt", ids, power=grown[0].power, toughness=grown[0].toughness, **self._when(clause)),
                    )
                    return True
            return False
        power, toughness = self.talk.words[change].value if change is not None else SPELL_WORDS[lower]
        ids, n = self.group(targets[:2])
        if not ids:
            return False
        if n is not None:
            ids = (self.board.split(ids[0], n),)
        if change is not None:
            self.used.add(change)
        if counter and change is not None:
            self.used.add(change + 1)
            count = self.talk.words[change - 1].value[0] if self.talk.words[change - 1].kind == "number" else 1
            self.add(
                clause.verb, Event("counters", ids, n=count, value=f"{power:+d}/{toughness:+d}", **self._when(clause))
            )
            return True
        self.add(clause.verb, Event("modify", ids, power=power, toughness=toughness, **self._when(clause)))
        return True

    def _other(self, clause: Clause) -> bool:
        when = self._when(clause)
        if clause.frame == "spell" and self.talk.words[clause.verb].cards:
            # "opponent doom blades my 5/5"
            card = self.talk.cards.get(self.talk.words[clause.verb].cards[0])
            how = does(card) if card is not None and len(clause.object) == 1 else ""
            amount = burns_for(card) if card is not None else None
            if amount is not None and clause.object:
                return self.burns(clause.verb, clause.object[:1], amount, when)
            ids, n = self.group(clause.object) if how else ((), None)
            if ids:
                self.add(clause.verb, Event("leave", ids, how=how, n=n, **when))
            return bool(ids)
        if clause.frame == "animate":
            ids, _ = self.group(self.patients(clause))
            if ids:
                self.add(clause.verb, Event("animate", ids, **when))
            return bool(ids)
        if clause.frame == "crew":
            crewed, _ = self.group(self.patients(clause))
            by, _ = self.group(
                [m for m in [*clause.with_, *clause.subject] if m.head != "player" and m not in self.patients(clause)]
            )
            if crewed:
                self.add(clause.verb, Event("crew", by, crewed, **when))
            return bool(crewed)
        if clause.frame == "counter" and clause.object:
            ids, _ = self.group(self.patients(clause)[:1])
            if ids:
                self.use(*clause.object)
                self.add(clause.verb, Event("counter_spell", ids, **when))
            return bool(ids)
        if clause.frame == "steal":
            ids, _ = self.group(self.patients(clause))
            taker = next((m.player for m in clause.subject if m.head == "player"), "opp")
            if ids:
                self.add(clause.verb, Event("control", ids, (taker,), **when))
            return bool(ids)
        return False
