"""Questions about how much mana, of which types, and whether a certain type can be made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.parser.areas.mana_described import any_land
from judgecall.parser.areas.mana_parts import Part, letters_in
from judgecall.scenario.model import Event, Query

if TYPE_CHECKING:
    from judgecall.parser.areas.mana_asks import Asker

_NOT_MANA = frozenset({"damage", "life", "legs", "power", "toughness", "counter", "card"})
_NET = ("net", "netting", "profit", "up on mana", "ahead", "after paying")
_TYPES = ("type", "color")


def ask_alternatives(a: Asker, part: Part) -> list[Query] | None:
    """ "is it B or BB": one tap, two amounts of one type."""
    runs = [a.talk.words[i] for i in range(part.start, part.end) if a.talk.words[i].kind == "mana"]
    sizes = {len(w.mana) for w in runs}
    if len(runs) < 2 or len(sizes) < 2 or len({frozenset(w.mana) for w in runs}) != 1:
        return None
    subject = a.maker(part)
    if len(subject) != 1:
        return None
    _, where = letters_in(a.talk, part.start, part.end)
    a.used |= where
    return [Query("could_produce", subject, value="alternatives")]


def ask_amount(a: Asker, part: Part) -> list[Query] | None:
    """ "how much mana do I get", "how many G", "total mana?", "what do I net", "should give me 6, right?"."""
    asked = a.has(part, "how_much") or a.has(part, "how_many") or a.has(part, "total") or a.says(part, *_NET)
    number = next(
        (
            i
            for i in range(part.start, part.end)
            if a.talk.words[i].kind == "number" and a.talk.inside(i) is None and a.talk.lowers[i + 1 : i + 2] != ["th"]
        ),
        None,
    )
    equals = a.says(part, "= ?")
    claimed = (
        number is not None
        and (part.checked or a.has(part, "legal") or a.says(part, "should", "supposed", "supposed to", "would"))
        and not a.has(part, "which")
    )
    concluded = (
        number is not None
        and not a.has(part, "modal_can")
        and not part.opinion
        and (a.talk.words[number - 1].is_("verb", "produce", "get"))
    )
    claimed = claimed or (
        concluded and not a.has(part, "which") and a.talk.lowers[part.start] not in {"does", "do", "did", "is", "can"}
    )
    bare = (
        a.has(part, "which")
        and a.says(part, "get", "i get", "do i get", "get out of", "come out of")
        and not a.has(part, "noun", "mana", "type", "color")
        and not a.says(part, "can", "could", "tap for")
        and (any(a.first_with(k) for k in ("multiplies", "rewards")))
    )
    if not (asked or equals or claimed or bare):
        return None
    if (a.has(part, "how_many") and not _counts_mana(a, part)) or (
        a.has(part, "noun", *_NOT_MANA) and not a.has(part, "noun", "mana")
    ):
        return None
    if a.says(part, "cost", "costs") or (
        a.has(part, "verb", "pay", "spend") and not a.has(part, "verb", "produce", "tap", "get")
    ):
        return None  # "how much mana did I pay"
    whose = a.whole_side(part)
    subject = () if whose else a.maker(part)
    if not subject and not whose:
        return None
    for id in subject:
        any_land(a.b, id)
        _was_tapped_now(a, id)
    letters, where = letters_in(a.talk, part.start, part.end, a.b.used)
    a.used |= where
    a.negated_head(part)
    value = _counted(a, part, letters, subject)
    if a.says(part, *_NET):
        value = "net"
        a.used |= {i for i in range(part.start, part.end) if a.talk.lowers[i] in _NET}
        a.doubts += 0.2
    if number is not None and (claimed or a.has(part, "total") or a.has(part, "how_much")):
        for i in range(part.start, part.end):
            held = a.talk.inside(i)
            if a.talk.words[i].kind == "number" and (held is None or held.head == "some"):
                a.used.add(i)
    bound = "at_most" if any(a.talk.words[i].is_("most") for i in range(part.start, part.end)) else "exactly"
    if bound == "at_most":
        a.use_kinds(part, "most")
    _sacrificed(a, subject)
    a.use_kinds(part, "total", "how_much", "how_many")
    a.restated(Part(0, len(a.talk.words)), subject)
    a.settle_reports()
    who = "opp" if part.agent == "opp" and (not subject or a.b.board.objects[subject[0]].controller == "opp") else whose
    return [Query("mana_amount", subject, value=value, bound=bound, who=who)]  # type: ignore[arg-type]


def _was_tapped_now(a: Asker, id: str) -> None:
    """ "Tapped Forest and Mountain, how much mana": tapped for the mana that is asked about, not before."""
    for m in a.b.things():
        first = (
            m.start == 0
            or a.talk.words[m.start - 1].sentence != m.sentence
            or a.talk.lowers[m.start - 1] in {"just", "then", "and", "so"}
        )
        if a.id(m) == id and a.talk.lowers[m.start] == "tapped" and first:
            a.b.board.change(id, tapped=None)


def _counts_mana(a: Asker, part: Part) -> bool:
    """ "how many mana", "how many G": what is counted is mana and not lands or counters."""
    at = next(i for i in range(part.start, part.end) if a.talk.words[i].is_("how_many"))
    for i in range(at + 1, min(at + 4, part.end)):
        word = a.talk.words[i]
        if word.is_("noun", "mana", "symbol") or word.kind == "mana" or word.sense("color"):
            return True
    return False


def _counted(a: Asker, part: Part, letters: str, subject: tuple[str, ...]) -> str:
    """Which mana is counted: of one type if the question says "how much green", else what the tap is for where that changes the amount."""
    if letters == "any_color":
        return ""
    if letters and a.has_after_amount(part):
        return letters[0] if len(set(letters)) == 1 else letters
    wanted = letters or a.tapped_for
    if not wanted or wanted == "any_color":
        return ""
    devotion = any(a.b.facts_of_id(i).by_devotion for i in subject)
    return wanted if devotion or len(wanted) > 1 else ""


def _sacrificed(a: Asker, subject: tuple[str, ...]) -> None:
    """ "i tap-sac Havenwood Battleground": the ability that costs a sacrifice is the one used."""
    for clause in a.talk.clauses:
        if clause.frame != "sacrifice" or clause.question:
            continue
        for m in clause.object or clause.subject:
            id = a.id(m) if m.head != "pronoun" else (a.tapped_ids() or ("",))[-1]
            if id and id in subject:
                event = Event("sacrifice", (id,))
                if event not in a.events:
                    a.events.append(event)
                a.used.add(clause.verb)


def ask_types(a: Asker, part: Part) -> list[Query] | None:
    """ "what can the pool tap for", "which colors could my orchard make", "what types?", "list every type of mana …"."""
    bare = not a.has(part, "verb") and not any(m.is_object for m in a.in_part(part)) and part.end - part.start <= 4
    wh = (
        bare
        or a.has(part, "which")
        or a.talk.lowers[part.start] in {"list", "name"}
        or a.says(part, "every type", "all the colors", "all types")
    )
    about = (
        a.has(part, "noun", *_TYPES, "mana")
        or a.has(part, "verb", "produce")
        or a.says(part, "pick", "choose", "tap for", "get", "good for")
        or (
            a.has(part, "verb", "tap")
            and a.talk.lowers[part.end - 1 if a.talk.words[part.end - 1].kind != "mark" else part.end - 2] == "for"
        )
    )
    out = a.says(part, "come out", "comes out", "coming out", "out of it", "out of that", "spit out", "spits out")
    if wh and out and not about:
        about = _one_or_replaced(a, a.maker(part))
    if not wh or not about or a.has(part, "how_much") or a.has(part, "how_many"):
        return None
    if a.has(part, "noun", *_NOT_MANA) or a.says(part, "spend", "cast", "cost"):
        return None
    whose = a.whole_side(part)
    subject = () if whose else a.maker(part)
    if not subject and not whose:
        return None
    a.use_verbs(part, "produce", "tap", "choose", "get")
    a.restated(Part(0, len(a.talk.words)), subject)
    a.settle_reports()
    return [Query("could_produce", subject, who=whose)]


def _one_or_replaced(a: Asker, subject: tuple[str, ...]) -> bool:
    """ "what comes out of it" is about types where something on the board replaces them, or where one mana is all there is."""
    if not subject:
        return False
    if a.first_with("substitutes") is not None:
        return True
    return not any(a.first_with(k) for k in ("multiplies", "rewards")) and all(
        a.b.is_land(i) and a.b.is_basic(i) for i in subject
    )


def ask_can(a: Asker, part: Part) -> list[Query] | None:
    """ "can X make black", "can i tap X for B", "the game gave me colorless from it, correct?"."""
    letters, where = letters_in(a.talk, part.start, part.end)
    verb = a.has(part, "verb", "produce", "tap", "get", "sacrifice", "activate") or a.says(
        part, "for", "make", "give", "off"
    )
    anything = a.says(
        part,
        "do anything",
        "make anything",
        "make any mana",
        "make mana",
        "tap for mana",
        "produce mana",
        "produce anything",
        "for mana",
        "tap for anything",
        "any mana",
        "get mana",
    )
    anything = anything or (a.has(part, "verb", "tap") and a.has(part, "noun", "mana") and a.says(part, "for"))
    if (not letters and not anything) or (letters and not verb) or a.has(part, "who"):
        return None
    if a.has(part, "noun", *_NOT_MANA) or a.says(part, "spend"):
        return None
    made = a.has(part, "verb", "produce", "tap", "get", "sacrifice", "activate") or a.says(part, "make", "give", "off")
    if not made and any(
        a.talk.lowers[i] in {"cast", "play", "casting", "playing"} for i in range(part.start, part.end)
    ):
        return None  # "can I cast it for WUBRG": what it costs, and not what it makes
    whose = a.whole_side(part)
    subject = () if whose else a.maker(part)
    if not subject and not whose:
        return None
    theirs = bool(subject) and all(a.b.board.objects[i].controller == "opp" for i in subject)
    if theirs and part.agent == "you" and a.has(part, "verb", "get") and not a.has(part, "verb", "tap", "produce"):
        return None  # "opp taps a Swamp, do I get B": who gets it is asked, and not what his land can make
    a.deaths(subject)
    dead = any(e.kind == "leave" for e in a.events)
    arrived = a.talk.has("this_turn") and any(
        a.talk.words[i].is_("verb", "cast", "enter") for i in range(len(a.talk.words))
    )
    if arrived and any(a.b.is_creature(i) for i in subject):
        return None
    if not letters and not dead and any(a.b.board.objects[i].card is not None and a.b.is_creature(i) for i in subject):
        return None  # whether a creature may be tapped now is a question of summoning sickness
    a.used |= where
    _given_up(a, subject)
    a.use_verbs(part, "produce", "tap", "get", "sacrifice", "activate")
    a.restated(Part(0, len(a.talk.words)), subject)
    a.settle_reports()
    inverse = a.negated_claim(part)
    if len(letters) > 1 and letters != "any_color" and a.says(part, "or"):
        return [Query("could_produce", subject, who=whose)]
    if a.says(part, "only") and a.only_letters(part):
        return None
    n = 2 if a.says(part, "both") and a.has(part, "verb", "sacrifice") and a.has(part, "verb", "tap") else None
    queries = [Query("can_produce", subject, value=" ".join(letters) if letters != "any_color" else letters, n=n, who=whose, inverse=inverse,
                     negated=a.negated_head(part))]  # fmt: skip
    if letters == "any_color" and a.says(part, "should"):
        queries.append(Query("could_produce", subject, who=whose))
    return queries


def _given_up(a: Asker, subject: tuple[str, ...]) -> None:
    """ "sac River of Tears to Squandered Resources": what is sacrificed for the mana."""
    for clause in a.talk.clauses:
        if clause.frame != "sacrifice":
            continue
        for m in clause.object:
            id = a.id(m)
            if id is not None and id not in subject:
                a.events.append(Event("sacrifice", (id,)))
                a.used.add(clause.verb)
