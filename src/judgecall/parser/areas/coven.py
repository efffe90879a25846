"""Questions about coven as such: whether these creatures are three with different powers, and what counts.

Creatures come as lists of sizes in any shape ("2/2 2/3 3/3", "two bears and a 3/3", "power 1, 2 and 2", "A) … B) …"); what
happens to them on the way (counters, pumps, deaths) changes the board before it is looked at.
"""

from __future__ import annotations

from judgecall.cards.abilities import Triggered
from judgecall.parser.areas.story import Story
from judgecall.parser.areas.zones import Zone
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event, GameObject, Query, Scenario

_NOT_A_CHECK = frozenset({"trigger", "triggers", "stack", "resolves", "resolve", "draw", "ability"})
_COUNT_WORDS = frozenset(
    {"count", "counts", "toward", "towards", "for", "as", "coven", "to", "in", "with", "check", "power", "powers", "of"}
)
_ACTIVE = frozenset(
    {"active", "on", "met", "online", "turned on", "enabled", "satisfied", "live", "work", "works", "enough", "up"}
)


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """Readings of the question as one about coven as such."""
    about = talk.has("noun", "coven") or _different_powers(talk)
    if not about:
        return []
    candidate = CovenReader(talk, context).read()
    return [candidate] if candidate is not None else []


def _different_powers(talk: Talk) -> bool:
    return any(
        w.is_("noun", "power") and set(talk.lowers[max(0, i - 2) : i]) & {"different", "distinct", "differing"}
        for i, w in enumerate(talk.words)
    )


class CovenReader:
    """Builds the creatures, what happens to them, and the queries."""

    def __init__(self, talk: Talk, context: Scenario | None) -> None:
        self.talk = talk
        self.story = Story(talk, context)
        self.queries: list[Query] = []

    def read(self) -> Candidate | None:
        """The reading, if this is a question of the kind."""
        parts = self._parts()
        counted = None if parts else self._counts_for()
        if parts:
            self._groups(parts)
        elif counted is not None:
            self.queries.append(counted)
        elif self._asks_check():
            self._board()
            self.queries.append(Query("condition_true", value="coven", who=self._whose(), negated=self._denied()))
        if not self.queries:
            return None
        self._finish()
        story = self.story
        # Only powers are looked at: that toughness is the same changes nothing. (Whether it counts is another question.)
        story.used |= {
            i
            for i, w in enumerate(self.talk.words)
            if w.is_("noun", "toughness") and {"same", "equal", "identical"} & set(self.talk.lowers[i + 1 : i + 6])
        }
        return Candidate(
            story.scenario(self.queries),
            "coven",
            story.used,
            story.doubts,
            tuple(story.board.guessed),
            tuple(story.board.ambiguous),
        )

    # ------------------------------------------------------------ what is asked

    def _asks_check(self) -> bool:
        """ "coven?", "do i have coven", "do those count as three different powers", "is coven on"."""
        for zone in self.story.zones:
            words = self.talk.lowers[zone.start : zone.end]
            named = [i for i in range(zone.start, zone.end) if self.talk.words[i].is_("noun", "coven")]
            powers = self.story.within(zone, "N? different|distinct n:power", "N? ~ OBJ with different n:power")
            if (
                words[0] in {"what", "whats", "how", "why"}
                or not (named or powers)
                or (set(words) & _NOT_A_CHECK and not set(words) & {"active", "met"})
            ):
                continue
            if self._source_of_trigger() or self._asks_of_toughness(zone):
                return False
            self.story.used |= set(named)
            self.story.use(*powers)
            self.story.use_words(
                zone,
                *_ACTIVE,
                *_COUNT_WORDS,
                "share",
                "same",
                "some",
                "even",
                "though",
                "right",
                "legal",
                "now",
                "have",
                "still",
                "check",
            )
            self._use_denial(zone)
            for i in range(zone.start, zone.end):
                if (
                    self.talk.words[i].is_("whether")
                    or self.talk.words[i].is_("still")
                    or self.talk.words[i].is_("legal")
                ):
                    self.story.used.add(i)
            return True
        return False

    def _asks_of_toughness(self, zone: Zone) -> bool:
        """ "does toughness count for coven": a question about the rule, not about these creatures."""
        words = self.talk.lowers
        return any(
            self.talk.words[i].is_("noun", "toughness")
            and not {"same", "equal", "identical"} & set(words[max(0, i - 3) : i + 6])
            for i in range(zone.start, zone.end)
        )

    def _source_of_trigger(self) -> bool:
        """A named card whose own coven ability the question is about belongs to the reader of triggers, unless only its size matters."""
        for mention in self.talk.mentions:
            card = self.talk.card(mention) if mention.cards else None
            if (
                card is not None
                and any(isinstance(a, Triggered) for f in card.faces for a in f.abilities)
                and self.talk.has("noun", "trigger")
            ):
                return True
        return False

    def _denied(self) -> bool:
        return any(
            w.is_("negation") and z.start <= i < z.end for z in self.story.zones for i, w in enumerate(self.talk.words)
        )

    def _use_denial(self, zone: Zone) -> None:
        """ "shouldn't that be coven", "that's not coven, is it": a "not" that only tells what the player expects."""
        words = self.talk.lowers
        tag = (
            words[zone.start : zone.end][-2:] == ["is", "it"]
            or words[zone.end : zone.end + 3][:2] == ["is", "it"]
            or "is it" in self.talk.joined[-12:]
        )
        for i in range(zone.start, zone.end):
            if words[i] == "not" and (
                (words[i - 1] in {"should", "would", "does", "do"} and i - 1 == zone.start) or tag
            ):
                self.story.used.add(i)

    def _counts_for(self) -> Query | None:
        """ "does an uncrewed copter count for coven", "can the coven creature count itself", "do his creatures count toward mine"."""
        for zone in self.story.zones:
            verbs = self.story.within(
                zone,
                "v:count",
                "be ~ one of ~ N",
                "be ~ one of",
                "PRON n:creature? for",
                "n:coven ~ v:count",
                "part of|toward|towards n:coven",
                "part of|toward|towards OWN n:coven",
            )
            if not verbs or not any(self.talk.words[i].is_("noun", "coven") for i in range(len(self.talk.words))):
                continue
            things = [
                m for m in self.talk.mentions if zone.start <= m.start < zone.end and m.head not in {"player", "some"}
            ]
            if any(m.text == "itself" for m in things) or self.story.within(zone, "its own n:coven", "himself|herself"):
                return self._itself(zone, things)
            things = [m for m in things if m.is_object]
            if len(things) != 1 or (things[0].count or 1) > 1:
                continue
            one = things[0]
            if one.power is not None and one.owner != "opp" and len(self._sizes()) > 1:
                continue
            id = self.story.id(one)
            if id is None or any(w.is_("negation") for w in self.talk.words[zone.start : zone.end]):
                continue
            self._use_zone(zone)
            return Query("counts_for", (id,), value="coven", who="you")
        return None

    def _itself(self, zone: Zone, things: list[Mention]) -> Query | None:
        thing = next((m for m in things if m.is_object), None) or next((m for m in self.talk.mentions if m.cards), None)
        if thing is None:
            return None
        id = self.story.id(thing, owner="you")
        if id is None:
            return None
        self.story.use(*[m for m in self.talk.mentions if zone.start <= m.start < zone.end])
        self._use_zone(zone)
        return Query("counts_for", (id,), value="coven", who="you")

    def _use_zone(self, zone: Zone) -> None:
        for i in range(zone.start, zone.end):
            word = self.talk.words[i]
            if (
                word.is_("verb", "count")
                or word.is_("noun", "coven", "power")
                or word.is_("modal_can")
                or word.is_("whether")
                or word.lower in ({"toward", "towards", "as", "three", "one", "3", "part", "creatures"})
                or word.is_("still")
            ):
                self.story.used.add(i)

    # ------------------------------------------------------------ the creatures

    def _sizes(self) -> list[Mention]:
        return [m for m in self.talk.mentions if m.is_object and m.power is not None]

    def _parts(self) -> list[list[Mention]]:
        """Lists marked "A)", "B)" or told one to a sentence with a question mark each."""
        marks = [i for i in range(len(self.talk.words) - 1)
                 if self.talk.lowers[i + 1] in {")", ":", "."} and ((len(self.talk.lowers[i]) == 1 and self.talk.lowers[i] in "abcdefgh") or self.talk.lowers[i] in {"1", "2", "3", "4", "5"})
                 and (i == 0 or self.talk.lowers[i - 1] in {":", ",", ".", "?", ";", "(", "-"} or self._size_ends(i))]  # fmt: skip
        labels = [self.talk.lowers[i] for i in marks]
        if len(marks) >= 2 and labels in ([*"abcdefgh"][: len(labels)], [*"12345"][: len(labels)]):
            ends = [*marks[1:], len(self.talk.words)]
            for i in marks:
                self.story.used |= {i, i + 1}
            return [[m for m in self._sizes() if start < m.start < end] for start, end in zip(marks, ends, strict=True)]
        asked = sorted({self.talk.words[i].sentence for i, lower in enumerate(self.talk.lowers) if lower == "?"})
        groups = [[m for m in self._sizes() if m.sentence == s] for s in asked]
        groups = [g for g in groups if sum(m.count or 1 for m in g) >= 2]
        return groups if len(groups) >= 2 else []

    def _whose(self) -> str:
        """Whose creatures are looked at: the opponent's where nobody else is spoken of ("does he have coven")."""
        players = {s.value for w in self.talk.words for s in w.senses if s.kind == "player"}
        return "opp" if "opp" in players and "you" not in players else "you"

    def _size_ends(self, i: int) -> bool:
        before = self.talk.inside(i - 1)
        return before is not None and before.power is not None

    def _groups(self, parts: list[list[Mention]]) -> None:
        """A query for each list, by its own creatures alone."""
        for mentions in parts:
            ids: list[str] = []
            for mention in mentions:
                for _ in range(mention.count or 1):
                    ids.append(self.story.create(GameObject(
                        "creature", said=f"{mention.power}/{mention.toughness}", types=("creature",), power=mention.power, toughness=mention.toughness,
                        controller=mention.owner,
                    )))  # fmt: skip
                self.story.use(mention)
            if len(ids) < 2:
                self.queries = []
                return
            self.queries.append(Query("condition_true", tuple(ids), value="coven", who="you"))
        self.story.used |= {
            i for i, w in enumerate(self.talk.words) if w.is_("noun", "coven") or w.lower in {"check", "which"}
        }

    def _board(self) -> None:
        """All creatures spoken of, and what happens to them."""
        story = self.story
        creatures(story)
        for clause in self.talk.clauses:
            if not story.is_noun(clause) and clause.frame not in {"count"}:
                story.clause(clause)
        story.read_quantities()

    def _finish(self) -> None:
        story = self.story
        for i, word in enumerate(self.talk.words):
            named = word.lower in {"different", "coven", "distinct"} or word.is_("noun", "coven")
            if named and story.asked(i):
                story.used.add(i)


def creatures(story: Story, *, arrivals: bool = True) -> None:
    """Every creature that is described, as an object; sizes in a row are each another creature.

    Args:
        arrivals: with those that come in only in the course of the story.
    """
    talk = story.talk
    bare_powers(story)
    previous: Mention | None = None
    for n, mention in enumerate(talk.mentions):
        if mention.start in story.passed or mention.start in story.board.of_mention:
            continue
        if mention.head == "some" and _has_counter(story, mention, n):
            continue
        if (
            mention.count == 0
            and mention.head in {"creature", "land"}
            and not mention.described
            and story.asked(mention.start) is None
        ):
            story.none_of(mention)
            continue
        would_come = "token" in mention.text and mention.owner != "you"
        if (
            not arrivals
            and story.asked(mention.start) is not None
            and (mention.article in {"a", "an"} or would_come)
            and (mention.power is None and not mention.cards)
        ):
            if would_come:
                story.use(mention)
            continue  # what the player would get
        if mention.head == "land" and not (mention.count or 0) > 1:
            continue
        if not mention.is_object or mention.head in {"spell", "sorcery", "instant", "ability", "trigger"}:
            continue
        if mention.power is None and not (
            mention.cards or mention.types or mention.subtypes or mention.owner or mention.land_class == "treasure"
        ):
            continue
        in_row = (
            previous is not None
            and previous.power is not None
            and mention.power is not None
            and _joined(talk, previous, mention)
        )
        if in_row and not mention.cards:
            mention.article = "another"
        previous = mention
        if _in_clause(talk, mention) or (not arrivals and not mention.cards and _arrives(talk, mention)):
            continue
        if (mention.cards and _is_spell(talk, mention)) or (not arrivals and _came_before(talk, mention)):
            continue
        story.id(mention)


def _joined(talk: Talk, first: Mention, second: Mention) -> bool:
    gap = talk.lowers[first.end : second.start]
    return all(w in {",", "and", "+", "&", "/", "plus", "or", "a", "my", "another"} for w in gap)


def _in_clause(talk: Talk, mention: Mention) -> bool:
    """What something happens to is made as its clause is read, so that "my 2/2" is the one that was told of."""
    return any(
        mention in c.roles() and c.frame in {"kill", "die", "sacrifice", "bounce", "exile", "pump", "shrink", "animate", "crew", "deal"}
        and mention.article not in {"a", "an", "another"} and (mention.count in {None, 1})
        for c in talk.clauses
    )  # fmt: skip


def _came_before(talk: Talk, mention: Mention) -> bool:
    """ "the bears" after "bears enters": the one that came in, told of again."""
    if mention.article not in {"the", "that", "this"} or mention.cards or mention.power is not None:
        return False
    kinds = set(mention.subtypes)
    earlier = (m for m in talk.mentions if m.end <= mention.start and m.head == mention.head and not m.cards)
    return bool(kinds) and any(set(m.subtypes) == kinds and _arrives(talk, m) for m in earlier)


def _arrives(talk: Talk, mention: Mention) -> bool:
    """A creature that is cast or comes in: another one than those on the board."""
    arriving = any(
        set(c.frames) & {"cast", "enter"} and (mention in c.object[:1] or (not c.object and mention in c.subject[-1:]))
        for c in talk.clauses
    )
    if arriving:
        mention.article = "another"
    return arriving


def _is_spell(talk: Talk, mention: Mention) -> bool:
    card = talk.card(mention)
    return card is not None and bool({"instant", "sorcery"} & set(card.faces[0].types))


def _has_counter(story: Story, mention: Mention, n: int) -> bool:
    """ "two 1/1s but one has a +1/+1 counter", "one of them with a -1/-1 counter": one of the group just told of."""
    match = next(
        (
            m
            for m in story.find.all(
                "PRON v:have|get ~ N? CH n:counter ~", "PRON with ~ N? CH n:counter ~", "PRON v:get|have ~ CH"
            )
            if m.start == mention.start
        ),
        None,
    )
    group = next((i for i in reversed(story.board.spoken) if (story.board.objects[i].count or 1) > 1), None)
    if match is None or group is None:
        return False
    id = story.board.split(group, mention.count or 1)
    power, toughness = match.changes[0]
    counter = any(story.talk.words[i].is_("noun", "counter") for i in match.words)
    thing = story.board.objects[id]
    if counter:
        n_counters = match.numbers[0] if match.numbers else 1
        story.add(match.start, Event("counters", (id,), n=n_counters, value=f"{power:+d}/{toughness:+d}"))
    elif thing.power is not None and thing.toughness is not None:
        story.board.change(id, power=thing.power + power, toughness=thing.toughness + toughness)
    story.board.of_mention[mention.start] = id
    story.use(match)
    for clause in story.talk.clauses:
        if match.start <= clause.verb < match.end:
            # The clause is told; it must not happen a second time.
            clause.frame, clause.frames = "told", ()
    return True


def bare_powers(story: Story) -> list[str]:
    """ "my powers are 1, 2 and 3", "creatures with power 2, 2 and 3": a creature for each number."""
    talk = story.talk
    found: list[str] = []
    lead = "n:power ~ on? OWN? side|board|team|field? ~ :? "
    for match in story.find.all(
        lead + "N ,? and? N ,? and? N ,? and? N", lead + "N ,? and? N ,? and? N", lead + "N ,? and? N", lead + "N , N"
    ):
        if found or (match.end < len(talk.words) and talk.words[match.end].is_("noun", "power")):
            continue
        owner = "you"
        before = talk.words[max(0, match.start - 2) : match.start]
        if any(s.kind == "player" and s.value == "opp" for w in before for s in w.senses):
            owner = "opp"
        story.use(match)
        for mention in talk.mentions:
            if match.start <= mention.start < match.end:
                story.passed.add(mention.start)
        for number in match.numbers:
            found.append(
                story.create(
                    GameObject(
                        "creature",
                        said=f"creature with power {number}",
                        types=("creature",),
                        power=number,
                        controller=owner,
                    )
                )
            )
    return found
