"""Questions about day and night themselves: whether it becomes night or day, by what was cast in whose turn."""

from __future__ import annotations

from judgecall.parser.areas.story import Story
from judgecall.parser.areas.zones import Zone
from judgecall.parser.clauses import Clause
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Query, Scenario

_DAYLIGHT = frozenset({"day", "night", "daytime", "nighttime"})
_BECOMING = ("become|becomes|turn|turns|go|goes|switch|switches|be|get|gets|is|stay|stays|change|changes ~ to|back? ~ to? "
             "day|night|daytime|nighttime")  # fmt: skip
_SPELLS = frozenset({"spell", "instant", "sorcery", "creature", "artifact", "enchantment"})
_ANYBODY = frozenset({"someone", "somebody", "anyone", "anybody", "player", "a player", "active player"})
_AT_ONCE = frozenset({"right away", "immediately", "instantly", "at once", "right now", "straight away", "now"})


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """Readings of the question as one about day and night."""
    del context
    if not set(talk.lowers) & _DAYLIGHT:
        return []
    candidate = DaylightReader(talk).read()
    return [candidate] if candidate is not None else []


class DaylightReader:
    """Finds what is asked of day and night, which it is, and how many spells the last turn's player cast."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.story = Story(talk)

    def read(self) -> Candidate | None:
        """The reading, if the question asks whether it becomes or is day or night."""
        story = self.story
        queries: list[Query] = []
        for zone in story.zones:
            query = self._asked(zone)
            if query is not None and query not in queries:
                queries.append(query)
        if len(queries) != 1:
            return None
        tell_daylight(story)
        spells = turn_spells(story)
        if spells is not None:
            story.facts["spells_cast_last_turn"] = str(spells)
        return Candidate(story.scenario(queries), "daylight", story.used, story.doubts)

    def _asked(self, zone: Zone) -> Query | None:
        found = self.story.within(zone, f"PRON {_BECOMING}", f"does|will|would|is|do PRON {_BECOMING}", _BECOMING)
        if not found or self.talk.lowers[zone.start] in {"what", "which", "how", "how many", "where"}:
            return None
        words = self.talk.lowers[found[0].start : found[0].end]
        value = "night" if set(words) & {"night", "nighttime"} else "day"
        self.story.use(*found)
        inside = range(zone.start, zone.end)
        self.story.used |= {
            i
            for i in inside
            if self.talk.words[i].is_("whether")
            or self.talk.words[i].is_("still")
            or self.talk.words[i].is_("moment")
            or self.talk.lowers[i]
            in {"it", "turn", "next", "his", "my", "their", "opponent", "the", "beginning", "then"}
            or self.talk.lowers[i] in _AT_ONCE
        }
        at_once = any(self.talk.lowers[i] in _AT_ONCE - {"now"} for i in inside)
        denied = [i for i in inside if self.talk.words[i].is_("negation")]
        if denied and denied[0] > zone.start + 2:
            return None
        self.story.used |= set(denied)
        return Query("is_daylight", value=value, n=0 if at_once else None, negated=bool(denied))


def tell_daylight(story: Story) -> None:
    """ "it's night", "at night", "its day already": which it is as the story begins."""
    talk = story.talk
    for match in story.told(
        "PRON is|'s ~ day|night ~ already|now?", "is|its|was|still ~ day|night", "at night", "during day|night", "day|night ~ right now",
        "already day|night",
    ):  # fmt: skip
        words = talk.lowers[match.start : match.end]
        if any(talk.words[i].is_("negation") for i in range(max(0, match.start - 1), match.end)):
            continue
        story.facts["night" if "night" in words else "day"] = "yes"
        story.use(match)


def turn_spells(story: Story) -> int | None:
    """How many spells the player whose turn it was cast in it, as told clause by clause; None: nobody said."""
    told: list[tuple[str, str | None, int]] = []
    for clause in story.talk.clauses:
        number = _cast_in(story, clause)
        if number is None or story.asked(clause.verb) is not None:
            continue
        whose = _whose_turn(story, clause)
        caster = next((m.player for m in clause.subject if m.head == "player" and m.player), None) or "you"
        if whose is not None and _somebody(story, clause):
            caster = whose  # "someone casts two spells on their own turn"
        told.append((caster, whose, number))
        story.used.add(clause.verb)
    turns = {whose or caster for caster, whose, _ in told}
    named = {whose for _, whose, _ in told if whose is not None}
    if len(turns) > 1 and len(named) != 1:
        for clause in story.talk.clauses:
            story.used.discard(clause.verb)  # spells of several turns: which of them was the last isn't clear
        return None
    owner = next(iter(named or turns), None)
    counts = [n for caster, _, n in told if caster == owner]
    return sum(counts) if counts else None


def _somebody(story: Story, clause: Clause) -> bool:
    """Whether it is anybody who cast: then the turn told of is that player's own."""
    return any(lower in _ANYBODY for lower in story.talk.lowers[max(0, clause.verb - 3) : clause.verb])


def _cast_in(story: Story, clause: Clause) -> int | None:
    """How many spells a clause says were cast; None where it says no such thing."""
    talk = story.talk
    if "cast" not in {clause.frame, *clause.frames}:
        return None
    near = range(clause.verb, min(clause.end, clause.verb + 5))
    nothing = [i for i in near if talk.lowers[i] in {"nothing", "anything", "none", "no", "zero", "spell", "spells"}]
    none = any(talk.lowers[i] in {"nothing", "none", "no", "zero"} for i in near) or clause.negated
    who = [m for m in clause.subject if m.head == "player"]
    nobody = any(w in {"nobody", "noone", "no_one"} for w in talk.lowers[clause.start : clause.verb])
    if none or nobody:
        if not nothing and not nobody and not clause.object:
            return None
        if any(m.cards for m in clause.object):
            return None
        story.used |= set(nothing)
        story.used |= {i for i in range(clause.start, clause.end) if talk.words[i].is_("negation")}
        story.use(*who, *[m for m in clause.object if m.head in {"spell", "some"}])
        _use_turn(story, clause)
        return 0
    total = 0
    for mention in clause.object:
        if mention.cards or mention.head in _SPELLS:
            if mention.count is None:
                return None
            total += mention.count
            story.use(mention)
        elif mention.head == "some" and mention.count:
            total += mention.count
            story.use(mention)
    if not total:
        return None
    story.use(*who)
    _use_turn(story, clause)
    return total


def _turn_words(story: Story, clause: Clause) -> list[int]:
    talk = story.talk
    first = next((i for i in range(clause.verb, -1, -1) if talk.words[i].sentence != clause.sentence), -1) + 1
    return [
        i
        for i in range(max(first, clause.verb - 8), min(len(talk.words), clause.end + 4))
        if talk.words[i].sentence == clause.sentence and (talk.words[i].is_("moment") or "turn" in talk.lowers[i])
    ]


def _use_turn(story: Story, clause: Clause) -> None:
    story.used |= set(_turn_words(story, clause))


def _whose_turn(story: Story, clause: Clause) -> str | None:
    """Whose turn a clause names: "on my turn", "during his own turn"; None where it names none."""
    talk = story.talk
    for i in _turn_words(story, clause):
        lower = talk.lowers[i]
        before = " ".join(talk.lowers[max(0, i - 2) : i + 1])
        if talk.words[i].is_("moment", "opponents_turn") or any(
            w in before.split() for w in ("his", "her", "their", "opponent", "opp")
        ):
            return "opp"
        if talk.words[i].is_("moment", "your_turn") or "my" in before.split() or lower == "on my turn":
            return "you"
    return None
