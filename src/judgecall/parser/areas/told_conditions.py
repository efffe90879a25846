"""What a question says outright of a condition: "only two different powers", "so I'm down to six", "it was true again"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.parser.phrases import Match

if TYPE_CHECKING:
    from judgecall.parser.areas.triggers import TriggerReader


class ToldConditions:
    """Reads statements about whether a condition holds, and when."""

    def __init__(self, reader: TriggerReader) -> None:
        self.reader = reader
        self.story = reader.story
        self.talk = reader.talk

    def read(self) -> None:
        """All of them."""
        self._powers()
        self._coven()
        self._truth()
        self._results()
        self._biggest()
        self._more_lands()

    def _more_lands(self) -> None:
        """ "the opponent has more lands", "I have fewer lands", "same number of lands": what Land Tax looks at."""
        card = self.reader.card()
        abilities = [a for f in (card.faces if card else ()) for a in f.abilities]
        if not any(getattr(getattr(a, "condition", None), "kind", "") == "opponent_more_lands" for a in abilities):
            return
        lowers = self.talk.lowers
        for i, lower in enumerate(lowers[:-1]):
            if lower in {"same", "equal"} and "lands" in lowers[i : i + 5]:
                self.story.facts["opponent_more_lands"] = "no"
                self.story.used |= set(range(i, lowers.index("lands", i) + 1))
            if lower not in {"more", "fewer", "less"} or lowers[i + 1] not in {"lands", "land"}:
                continue
            near = [w.sense("player") for w in self.talk.words[max(0, i - 4) : i]]
            who = next((s.value for s in reversed(near) if s is not None and s.form != "possessive"), None)
            denied = any(w.is_("negation") for w in self.talk.words[max(0, i - 4) : i])
            if who in {"you", "opp"} and not denied:
                self.story.facts["opponent_more_lands"] = "yes" if (who == "opp") == (lower == "more") else "no"
                self.story.used |= {i, i + 1}

    def _biggest(self) -> None:
        """ "it's not the biggest": what the sizes say already, or what only matters as the ability resolves."""
        for match in self.story.told(
            "not ~ biggest ~ OBJ?", "not ~ biggest", "as ~ biggest ~ OBJ?", "not ~ biggest ~ OBJ? when PRON v:enter"
        ):
            entering = [i for _, e in self.story.timeline if e.kind == "enter" for i in e.subject]
            sizes = {i: o.power for i, o in self.story.board.objects.items() if o.power is not None}
            own = [sizes[i] for i in entering if i in sizes]
            denied = "not" in self.talk.lowers[match.start : match.end]
            others = [p for i, p in sizes.items() if i not in entering]
            if own and others and (max(others) > max(own)) != denied:
                continue
            self.story.use(match)

    def _after_events(self, at: int) -> bool:
        """Whether it is told after something happened (to the board), so that it speaks of the moment of resolution."""
        return self.story.before(
            at,
            "leave",
            "enter",
            "modify",
            "damage",
            "sacrifice",
            "animate",
            "set_pt",
            "counters",
            "gain_life",
            "lose_life",
        )

    def _powers(self) -> None:
        """ "only two different powers", "three creatures with different powers", "two powers left"."""
        for match in self.story.told(
            "only? N different|distinct n:power",
            "N OBJ with different n:power",
            "OBJ ~ with different n:power",
            "N powers left?",
            "N different n:power left",
        ):
            number = match.numbers[0] if match.numbers else next((m.count for m in match.mentions if m.count), None)
            if number is None:
                continue
            moment = "on_resolution" if self._after_events(match.start) else "at_trigger"
            self.story.facts[f"different_powers_{moment}"] = str(number)
            self.story.use(match)
            self._use_before(match)

    def _use_before(self, match: Match) -> None:
        """Words that only lead to the number: "so i only got", "and now it is just"."""
        for i in range(max(0, match.start - 6), match.start):
            word = self.talk.words[i]
            if word.sentence == self.talk.words[match.start].sentence and (
                word.is_("verb", "have", "get")
                or word.is_("player")
                or word.is_("still")
                or word.lower in {"only", "so", "just", "now", "left", "got"}
            ):
                self.story.used.add(i)

    def _coven(self) -> None:
        """ "I had coven", "with coven on", "no coven"."""
        for match in self.story.told(
            "no n:coven", "not ~ v:have? n:coven", "without n:coven", "v:lose OWN? n:coven", "n:coven ~ gone|lost|off"
        ):
            if not self._after_events(match.start):
                self.story.facts.setdefault("condition_at_trigger", "no")
            if not self.story.timeline or self._after_events(match.start):
                self.story.facts["condition_on_resolution"] = "no"
            self.story.use(match)
        for match in self.story.told(
            "v:have n:coven", "with n:coven ~ on|active", "with n:coven", "n:coven ~ on|active|met"
        ):
            if any(self.talk.words[i].is_("negation") for i in range(max(0, match.start - 3), match.start)):
                continue
            key = "condition_on_resolution" if self._after_events(match.start) else "condition_at_trigger"
            self.story.facts.setdefault(key, "yes")
            self.story.use(match)

    def _truth(self) -> None:
        """ "it was true when it triggered, then stopped being true, then was true again before it resolved"."""
        true = self.story.told(
            "not ~ true|met|satisfied|fulfilled",
            "true|met|satisfied|fulfilled",
            "false|untrue",
            "stopped ~ being true",
            "no longer true",
        )
        for match in true:
            words = self.talk.lowers[match.start : match.end]
            value = "no" if {"not", "false", "untrue", "stopped", "longer"} & set(words) else "yes"
            near = " ".join(self.talk.lowers[match.end : match.end + 5])
            sentence = self.talk.words[match.start].sentence
            later = (
                any("resol" in w.lower and w.sentence == sentence for w in self.talk.words[match.end : match.end + 6])
                or "again" in near
            )
            first = (
                any(w in near for w in ("trigger", "happened", "occurred", "went off", "event"))
                and "while" not in near
                and "when" in near
            )
            self.story.use(match)
            if first:
                self.story.facts["condition_at_trigger"] = value
            elif later:
                self.story.facts["condition_on_resolution"] = value
            elif "while" in near or "moment" in near or "stack" in near:
                self.story.facts.setdefault("condition_between", value)
        if (
            self.story.facts.pop("condition_between", None) == "no"
            and "condition_on_resolution" not in self.story.facts
        ):
            self.story.facts.pop("condition_at_trigger", None)
        if true and self.story.facts.get("condition_at_trigger") and not self.story.before(10_000, "trigger"):
            from judgecall.scenario.model import Event

            self.story.add(true[0].start, Event("trigger", (self.reader.source,)))

    # ------------------------------------------------------------ results that only repeat what was told

    def _results(self) -> None:
        for match in self.story.told(
            "so|now|leaving|making ~ YOU? ~ v:have? v:get? ~ at|on|to? ~ N left?",
            "YOU ~ at|on ~ N",
            "N left",
            "s:still ~ N",
            "leaving ~ PRON? ~ with|at|on N",
            "so N",
            "so|now|then ~ YOU? ~ N to|each|vs|apiece N?",
            "YOU ~ v:have ~ N",
            "PRON ~ just? N and N",
            "YOU ~ v:have ~ BARE total?",
            "PRON ~ CH?",
        ):
            numbers = match.numbers or tuple(m.count for m in match.mentions if m.count and m.is_object)
            if not numbers or not self._after_events(match.start):
                continue
            if self._fits(numbers):
                self.story.use(match)
                self.story.use(*match.mentions)
        for match in self.story.told(
            "making|making_it|to|into ~ PRON? ~ BARE", "PRON 's BARE", "PRON ~ BARE s:still?", "so ~ PRON 's? ~ BARE ~"
        ):
            size = match.mentions[-1]
            if size.power is None or (
                not self._after_events(match.start) and not self.story.before(match.start, "trigger")
            ):
                continue
            if self._size_results(size.power):
                self.story.passed.add(size.start)
                self.story.use(match)
                self._forget(size.start)

    def _forget(self, start: int) -> None:
        """An object that a result was first taken for is none."""
        id = self.story.board.of_mention.pop(start, None)
        if id is not None and id in self.story.board.objects and id not in self.story.board.of_mention.values():
            del self.story.board.objects[id]
            self.story.board.spoken = [i for i in self.story.board.spoken if i != id]

    def _size_results(self, power: int) -> bool:
        """Whether a size that is told as a result is what the events make of something."""
        for _, event in self.story.timeline:
            for id in event.subject:
                thing = self.story.board.objects.get(id)
                base = thing.power if thing is not None else None
                if base is None and thing is not None and thing.card is not None:
                    card = self.story.card(id)
                    printed = card.faces[0].power if card else None
                    base = int(printed) if printed is not None and printed.lstrip("-").isdigit() else None
                if base is None:
                    continue
                if event.kind == "modify" and base + (event.power or 0) == power:
                    return True
                if event.kind == "counters" and base + (event.n or 1) == power:
                    return True
            if event.kind == "trigger" and event.target:
                thing = self.story.board.objects.get(event.target[0])
                if thing is not None and thing.power is not None and thing.power + 1 == power:
                    return True
        return False

    def _lands_left(self) -> list[int]:
        """How many lands each player who is said to have several has after what was told."""
        found: dict[str, int] = {}
        for id, thing in self.story.board.objects.items():
            if thing.types == ("land",) and thing.count and thing.controller:
                lost = sum(
                    e.n or thing.count
                    for _, e in self.story.timeline
                    if id in e.subject and e.kind in {"leave", "sacrifice"}
                )
                found[thing.controller] = found.get(thing.controller, 0) + thing.count - lost
        return list(found.values())

    def _fits(self, numbers: tuple[int, ...]) -> bool:
        """Whether the numbers told as a result are what the events leave."""
        story = self.story
        left = list(numbers)
        if len(left) == 2 and sorted(left) == sorted(self._lands_left()):
            return True
        life = story.players["you"].life
        if life is not None:
            for _, event in story.timeline:
                if "you" in event.subject:
                    life += (
                        -(event.n or 0)
                        if event.kind in {"damage", "lose_life"}
                        else (event.n or 0)
                        if event.kind == "gain_life"
                        else 0
                    )
            if life in left:
                return True
        gone: dict[str, int] = {}
        for _, event in story.timeline:
            if event.kind in {"leave", "sacrifice"}:
                for id in event.subject:
                    gone[id] = gone.get(id, 0) + (event.n or story.board.objects[id].count or 1)
        for id, n in gone.items():
            count = story.board.objects[id].count or 0
            of_type = sum(
                (o.count or 1)
                for i, o in story.board.objects.items()
                if set(o.types) & set(story.board.objects[id].types) and i != self.reader.source
            )
            if count - n in left or of_type - n in left:
                return True
            if story.board.objects[id].count == 1 and "creature" in story.board.objects[id].types and max(left) < 3:
                self.story.facts.setdefault("different_powers_on_resolution", str(max(left)))
                return True
        powers = sorted(o.power for i, o in story.board.objects.items() if o.power is not None and i not in gone)
        return sorted(left) == powers
