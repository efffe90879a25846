"""The story of a question about triggers or double-faced cards: the board, what happens in which order, and what was said
of life totals, lands, powers and the like. What is asked stands apart (`zones`).
"""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Card
from judgecall.parser.areas.zones import Zone, zones
from judgecall.parser.board import Board
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.phrases import Finder, Match
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event, GameObject, Player, Query, Scenario, Step

_LEAVES = {"kill": "destroyed", "die": "dies", "sacrifice": "sacrificed", "bounce": "bounced", "exile": "exiled"}
_BURN = {"bolt": 3, "bolts": 3, "bolted": 3, "shock": 2, "shocks": 2, "shocked": 2}
_SIZED = {"giant growth": (3, 3), "giant growths": (3, 3), "giant growthed": (3, 3)}
_STEPS: dict[str, Step] = {"before_attack": "beginning_of_combat", "upkeep": "upkeep", "end_step": "end_step"}
_QUANTITIES = ("exactly", "only", "just", "about", "sitting", "still", "at", "on", "with", "now", "have", "am")


class Story:
    """What a question tells, as objects, players, facts and events in the order told."""

    def __init__(self, talk: Talk, context: Scenario | None = None) -> None:
        self.talk = talk
        self.find = Finder(talk)
        self.board = Board(talk, context)
        self.zones = zones(talk)
        self.used: set[int] = set()
        self.doubts = 0.0
        self.timeline: list[tuple[int, Event]] = []
        self.facts: dict[str, str] = {}
        self.players: dict[str, Player] = {"you": Player("you"), "opp": Player("opp")}
        self.active: str | None = None
        self.passed: set[int] = set()
        """Mentions (by start) that stand for nothing on the board: results, examples, quoted text."""

    # ------------------------------------------------------------ words

    def asked(self, i: int) -> Zone | None:
        """The zone that word i stands in, if it is part of what is asked."""
        return next((z for z in self.zones if z.start <= i < z.end), None)

    def told(self, *patterns: str) -> list[Match]:
        """Matches outside what is asked."""
        return [m for m in self.find.all(*patterns) if self.asked(m.start) is None]

    def within(self, zone: Zone, *patterns: str) -> list[Match]:
        """Matches inside a zone."""
        return self.find.all(*patterns, start=zone.start, end=zone.end)

    def use(self, *matches: Match | Mention | Zone) -> None:
        """Mark words as explained."""
        for match in matches:
            self.used |= set(range(match.start, match.end))

    def use_words(self, zone: Zone | Match, *lowers: str) -> None:
        """Mark these words of a stretch as explained."""
        self.used |= {i for i in range(zone.start, zone.end) if self.talk.lowers[i] in lowers}

    # ------------------------------------------------------------ objects

    def card(self, id: str) -> Card | None:
        """The facts of the card of an object."""
        name = self.board.objects[id].card
        return self.talk.cards.get(name) if name else None

    def id(self, mention: Mention, owner: str | None = None) -> str | None:
        """What a mention stands for; "he" and "her" may be a creature here."""
        if mention.start in self.passed:
            return None
        if mention.head == "player":
            if mention.article != "pronoun":
                return None
            mention = msgspec.structs.replace(mention, head="pronoun", text="it")
        if mention.subtypes == ["Bear"] and mention.power is None and not mention.cards and mention.is_object:
            # What players call a bear is a 2/2.
            mention.power, mention.toughness = 2, 2
        found = self.board.get(mention, owner=owner)
        if found is not None:
            self.use(mention)
        return found

    def group(self, mentions: list[Mention]) -> tuple[tuple[str, ...], int | None]:
        """The objects of some mentions, and how many of a group it is ("one of my three guys", "one of them")."""
        taken: int | None = None
        ids: list[str] = []
        for n, mention in enumerate(mentions):
            if mention.head == "some" and self.talk.lowers[mention.end - 1] == "of" and n + 1 < len(mentions):
                taken = mention.count
                self.use(mention)
                continue
            if mention.head in {"some"} or (mention.text.split()[:2] == ["one", "of"] and mention.plural):
                whole = self._whole(mention)
                if whole is not None:
                    self.use(mention)
                    taken = mention.count or 1
                    ids.append(whole)
                    continue
                alike = self._alike(mention)
                if alike is not None:
                    self.use(mention)
                    ids.append(alike)
                    continue
                if mention.head == "some":
                    continue
                mention = msgspec.structs.replace(mention, count=None)
                taken = 1
            if (
                mention.is_object
                and not mention.described
                and (mention.article in {"a", "an", "last"} or mention.count == 1)
            ):
                whole = self._whole(mention)
                if whole is not None and (self.board.objects[whole].count or 0) > 1:
                    self.use(mention)
                    taken = 1
                    ids.append(whole)
                    continue
            id = self.id(mention)
            if id is not None and id not in ids:
                ids.append(id)
        return tuple(ids), taken

    def _whole(self, mention: Mention) -> str | None:
        """The group that "one of my lands", "one of them", "a land" is taken out of."""
        for id in reversed(self.board.spoken):
            thing = self.board.objects[id]
            if (thing.count or 2) < 2 or thing.zone != "battlefield":
                continue
            if mention.owner and thing.controller not in {mention.owner, None}:
                continue
            if mention.types and not set(mention.types) & set(thing.types):
                continue
            if mention.subtypes and not set(mention.subtypes) & set(thing.subtypes):
                continue
            if mention.power is not None and mention.power != thing.power:
                continue
            return id
        return None

    def _alike(self, mention: Mention) -> str | None:
        """ "one of the 2/2s" where each was told of by itself."""
        if mention.power is None:
            return None
        return next((i for i in reversed(self.board.spoken) if self.board.objects[i].power == mention.power
                     and self.board.objects[i].toughness == mention.toughness), None)  # fmt: skip

    def none_of(self, mention: Mention) -> None:
        """ "no creatures": a number of the player, not an object."""
        who = mention.owner if mention.owner in self.players else "you"
        field = "lands" if mention.head == "land" else "creatures"
        self.players[who] = msgspec.structs.replace(self.players[who], **{field: 0})
        self.passed.add(mention.start)
        self.use(mention)

    def create(self, thing: GameObject) -> str:
        """An object that no mention stands for."""
        return self.board.create(thing)

    # ------------------------------------------------------------ events

    def add(self, at: int, event: Event) -> None:
        """Put an event into the story at word `at`."""
        self.timeline.append((at, event))

    def events(self) -> tuple[Event, ...]:
        """The events in the order told."""
        return tuple(e for _, e in sorted(self.timeline, key=lambda pair: pair[0]))

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
        for match in self.told("ORD n:land v:cast", "ORD n:land"):
            if any(o.types == ("land",) for o in self.board.objects.values()):
                continue
            self.use(match)
            self.create(GameObject("lands", said="lands", types=("land",), count=match.numbers[0], controller="you"))

    def before(self, at: int, *kinds: str) -> bool:
        """Whether such an event was told before word `at`."""
        return any(i < at and e.kind in kinds for i, e in self.timeline)

    def read_clauses(self) -> None:
        """The clauses that tell what happened, as events."""
        for clause in self.talk.clauses:
            if self.asked(clause.verb) is None and not self.is_noun(clause):
                self.clause(clause)

    def is_noun(self, clause: Clause) -> bool:
        """ "the trigger", "on the stack", "4 lands", "a +1/+1 counter": the word stands for a thing here."""
        word = self.talk.words[clause.verb]
        before = self.talk.lowers[clause.verb - 1] if clause.verb else ""
        if word.is_("noun", "trigger"):
            return word.lower in {"trigger", "triggers"} and (
                before not in {"it", "not", "does", "will", "still", "to", "did", "would", "she", "he"}
                or word.lower == "triggers"
                and before == "my"
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
                or word.is_("this_turn")
                and word.lower in {"this turn", "just"}
                or word.is_("still")
            ):
                self.used.add(i)
        for mention in [*clause.subject, *clause.by]:
            if mention.head == "player":
                self.use(mention)

    def _when(self, clause: Clause) -> dict[str, object]:
        """In response or not, and in which step."""
        common: dict[str, object] = {}
        if clause.verb in self._responses() or self._responds_before(clause):
            common["in_response"] = True
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
            and not any(m.head == "player" and m.article != "pronoun" for m in clause.subject)
        ):
            chosen = [m for m in clause.subject if m.head != "player" or m.article == "pronoun"]
            return chosen or clause.object
        chosen = [m for m in clause.object if m.head != "player" or m.article == "pronoun"]
        if chosen:
            return chosen
        return [m for m in [*clause.on, *clause.into] if m.head != "player"]

    def _leaving(self, clause: Clause) -> bool:
        how = next((h for f, h in _LEAVES.items() if clause.frame == f), None)
        if how is None:
            return False
        ids, n = self.group(self.patients(clause))
        if not ids:
            ids, n = self._some_of_group(clause)
        if not ids:
            return False
        self.add(clause.verb, Event("leave", ids, how=how, n=n, **self._when(clause)))  # type: ignore[arg-type]
        return True

    def _some_of_group(self, clause: Clause) -> tuple[tuple[str, ...], int | None]:
        """ "smashes one so I have two": the number alone stands for some of the group."""
        nxt = clause.verb + 1
        if nxt >= len(self.talk.words) or self.talk.words[nxt].kind != "number":
            return (), None
        group = next((i for i in reversed(self.board.spoken) if (self.board.objects[i].count or 1) > 1), None)
        if group is None:
            return (), None
        self.used.add(nxt)
        return (group,), self.talk.words[nxt].value[0]

    def _burning(self, clause: Clause) -> bool:
        lower = self.talk.words[clause.verb].lower
        if lower not in _BURN or clause.frame != "deal":
            return False
        hit = [m for m in clause.object if m.head == "player" and m.article != "pronoun"]
        when = self._when(clause)
        if hit:
            self.use(*hit)
            self.add(clause.verb, Event("damage", (hit[0].player,), n=_BURN[lower], **when))  # type: ignore[arg-type]
            return True
        ids, n = self.group(self.patients(clause))
        if not ids:
            return False
        thing = self.board.objects[ids[0]]
        size = thing.toughness
        if size is None:
            # What is burnt in such a story is meant to die.
            self.doubts += 0.2
        if size is None or size <= _BURN[lower]:
            self.add(clause.verb, Event("leave", ids, how="dies", n=n, **when))  # type: ignore[arg-type]
        else:
            self.add(clause.verb, Event("damage", ids, n=_BURN[lower], **when))  # type: ignore[arg-type]
        return True

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

    def _sizes(self, clause: Clause) -> bool:
        if not set(clause.frames) & {"pump", "shrink", "get", "produce", "put", "have", "counter"}:
            return False
        change = next((i for i in range(clause.start, clause.end) if self.talk.words[i].kind == "change"), None)
        lower = self.talk.words[clause.verb].lower
        targets = [
            m
            for m in [*clause.on, *clause.object, *clause.other.get("to", [])]
            if m.head != "player" or m.article == "pronoun"
        ]
        if not targets:
            targets = [m for m in clause.subject if m.head != "player"][-1:]
        counter = (
            change is not None
            and change + 1 < len(self.talk.words)
            and self.talk.words[change + 1].is_("noun", "counter")
        )
        if change is None and lower not in _SIZED:
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
                    )  # type: ignore[arg-type]
                    return True
            return False
        power, toughness = self.talk.words[change].value if change is not None else _SIZED[lower]
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
            )  # type: ignore[arg-type]
            return True
        self.add(clause.verb, Event("modify", ids, power=power, toughness=toughness, **self._when(clause)))  # type: ignore[arg-type]
        return True

    def _other(self, clause: Clause) -> bool:
        when = self._when(clause)
        if clause.frame == "animate":
            ids, _ = self.group(self.patients(clause))
            if ids:
                self.add(clause.verb, Event("animate", ids, **when))  # type: ignore[arg-type]
            return bool(ids)
        if clause.frame == "crew":
            crewed, _ = self.group(self.patients(clause))
            by, _ = self.group(
                [m for m in [*clause.with_, *clause.subject] if m.head != "player" and m not in self.patients(clause)]
            )
            if crewed:
                self.add(clause.verb, Event("crew", by, crewed, **when))  # type: ignore[arg-type]
            return bool(crewed)
        if clause.frame == "counter" and clause.object:
            ids, _ = self.group(self.patients(clause)[:1])
            if ids:
                self.use(*clause.object)
                self.add(clause.verb, Event("counter_spell", ids, **when))  # type: ignore[arg-type]
            return bool(ids)
        if clause.frame == "steal":
            ids, _ = self.group(self.patients(clause))
            taker = next((m.player for m in clause.subject if m.head == "player"), "opp")
            if ids:
                self.add(clause.verb, Event("control", ids, (taker,), **when))  # type: ignore[arg-type]
            return bool(ids)
        return False

    # ------------------------------------------------------------ quantities

    def read_quantities(self) -> None:
        """Life totals, numbers of lands, creatures, artifacts, cards in graveyard or hand, spells of the last turn."""
        self._life()
        self.kept_life()
        self._spells()
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
            if (
                self.asked(mention.start)
                or mention.zone != "graveyard"
                or mention.head != "card"
                or mention.count is None
                or mention.cards
            ):
                continue
            self.facts["graveyard"] = str(mention.count)
            self.passed.add(mention.start)
            self.use(mention)

    def _life(self) -> None:
        said = False
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
            if "life" not in what and not self.talk.has("noun", "life"):
                continue
            if before is not None and (
                before.is_("verb", "get", "lose", "pay", "take") or before.lower in {"gain", "or"}
            ):
                continue
            if said:
                continue
            who = "opp" if match.mentions and match.mentions[0].player == "opp" else "you"
            self.players[who] = msgspec.structs.replace(self.players[who], life=match.numbers[0])
            self.use(match)
            said = True
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
            kind = "gain_life" if verb.is_("verb", "get") and not verb.is_("verb", "lose") else "lose_life"
            who = self._who_before(match.start)
            step = next(
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
            )  # type: ignore[arg-type]
            self.use(match)
            if step is not None:
                self.used |= {i for i in range(match.end, match.end + 2) if self.talk.words[i].is_("moment")}
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
            if burn is None or card is None or card.name not in {"Lightning Bolt", "Shock"} or self.asked(match.start):
                continue
            n = 3 if card.name == "Lightning Bolt" else 2
            self.passed.add(named.start)  # type: ignore[union-attr]
            self.use(match, named)  # type: ignore[arg-type]
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

    def _same_size(self, match: Match) -> None:
        """"it was 3 power the whole time": no more than its card says."""
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
            "N n:spell ~ v:cast? ~ s:last_turn",
            "nobody|no ~ v:cast ~ n:spell? ~ s:last_turn",
            "v:cast N n:spell ~ s:last_turn",
            "n:spell ~ v:cast ~ s:last_turn",
            "v:cast nothing|anything ~ s:last_turn",
            "v:cast a n:spell ~ s:last_turn",
        ):
            words = self.talk.lowers[match.start : match.end]
            number = (
                str(match.numbers[0])
                if match.numbers
                else "0"
                if {"nobody", "no", "nothing", "anything"} & set(words)
                else "1"
            )
            self.use(match)
        for mention in self.talk.mentions:
            if (
                mention.head == "spell"
                and mention.count is not None
                and self._near_last_turn(mention)
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

    def _near_last_turn(self, mention: Mention) -> bool:
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
