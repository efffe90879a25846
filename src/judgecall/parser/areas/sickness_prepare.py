"""What is set right in the own copy of a talk before a question about sickness or tap costs is read from it."""

from __future__ import annotations

from judgecall.cards.abilities import Keyword
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk

_CREWING = frozenset({"crew", "saddle"})


def prepare(talk: Talk) -> set[int]:
    """Set clauses right; returns the words that only repeat what a card says (its crew number, its size, its abilities)."""
    _newcomers(talk)
    _animated_by_player(talk)
    _works_with(talk)
    _told_behind_and(talk)
    _convoking(talk)
    known = _by_tapping(talk) | _phased(talk) | _crew_numbers(talk) | _printed_sizes(talk) | _printed_keywords(talk)
    _subjects_before_brackets(talk)
    return known


def _newcomers(talk: Talk) -> None:
    """ "my new bear", "a brand new Serra Angel": it came this turn, where nothing else is told."""
    for m in talk.mentions:
        said = {w.lower for w in talk.words[m.start : m.end] if w.kind == "word"}
        if m.is_object and m.since is None and said & {"new", "newly", "fresh", "freshly"}:
            m.since = "this_turn"
        behind = talk.lowers[m.end : m.end + 2]
        if m.is_object and m.since is None and behind in (["from", "this turn"], ["of", "this turn"]):
            m.since = "this_turn"


def _by_tapping(talk: Talk) -> set[int]:
    """ "crew the Copter by tapping my Bear": what is tapped for it, and no ability of the Bear (CR 702.122a)."""
    found: set[int] = set()
    for crew, tap in zip(talk.clauses, talk.clauses[1:], strict=False):
        how = talk.lowers[tap.verb - 1 : tap.verb + 1]
        if crew.frame in _CREWING and how == ["by", "tapping"] and crew.sentence == tap.sentence and not crew.with_:
            crew.with_ = list(tap.object)
            found |= {tap.verb - 1, tap.verb}
    talk.clauses = [c for c in talk.clauses if c.verb not in found]
    return found


def _phased(talk: Talk) -> set[int]:
    """ "my creature phased in this turn": it never left its controller's control (CR 702.26d)."""
    found: set[int] = set()
    for m in talk.mentions:
        lead = m.end + (talk.lowers[m.end : m.end + 1] in (["just"], ["has"], ["had"]))
        words = talk.lowers[lead : lead + 2]
        if not m.is_object or words not in (["phased", "in"], ["phases", "in"], ["phased", "back"], ["phased", "out"]):
            continue
        m.since = m.since or "before_turn"
        end = lead + 2
        while end < len(talk.words) and (talk.lowers[end] in {"in", "back", "and"} or talk.words[end].is_("this_turn")):
            end += 1
        found |= set(range(m.end, end))
    return found


def _told_behind_and(talk: Talk) -> None:
    """ "my creature got haste and was cast this turn": the verb goes on with what is told, it asks nothing."""
    for clause in talk.clauses:
        before = talk.lowers[max(0, clause.verb - 2) : clause.verb]
        if (
            clause.question
            and clause.passive
            and before in (["and", "was"], ["but", "was"], ["and", "were"], ["but", "were"])
        ):
            clause.question = False


def _animated_by_player(talk: Talk) -> None:
    """ "I animated Mutavault the turn I played it": what a player did, and no word for how it stands."""
    for m in talk.mentions:
        who = next((p for p in talk.mentions if p.end == m.start and p.head == "player"), None)
        if who is None or talk.lowers[m.start] != "animated" or not m.cards or m.end - m.start < 2:
            continue
        verb = m.start
        m.start, m.animated = verb + 1, None
        m.text = m.text.removeprefix("animated ")
        made = Clause(
            "animate",
            verb,
            who.start,
            m.end,
            form="ed",
            subject=[who],
            object=[m],
            sentence=m.sentence,
            frames=("animate",),
        )
        talk.clauses = sorted([*talk.clauses, made], key=lambda c: c.verb)


def _convoking(talk: Talk) -> None:
    """ "can a summoning sick creature convoke?": what it does, and no ability that it has."""
    for m in talk.mentions:
        lead = m.start - 1
        if (
            m.end - m.start < 2
            or talk.lowers[m.end - 1] != "convoke"
            or lead < 0
            or not talk.words[lead].is_("modal_can")
        ):
            continue
        m.end -= 1
        m.text = m.text.removesuffix(" convoke")
        m.keywords = [k for k in m.keywords if k != "convoke"]
        m.told = [k for k in m.told if k != "convoke"]
        made = Clause(
            "convoke",
            m.end,
            lead,
            m.end + 1,
            form="base",
            subject=[m],
            modal="can",
            question=True,
            sentence=m.sentence,
            frames=("convoke",),
        )
        talk.clauses = sorted([*talk.clauses, made], key=lambda c: c.verb)


def _works_with(talk: Talk) -> None:
    """ "does convoke work with creatures that came down this turn": whether they may be tapped for it."""
    for clause in list(talk.clauses):
        if (
            clause.frame not in {"convoke", "crew"}
            or clause.roles()
            or talk.lowers[clause.verb + 1 : clause.verb + 2] not in (["work"], ["works"])
        ):
            continue
        works = next((c for c in talk.clauses if c.verb == clause.verb + 1), None)
        if works is not None and works.with_:
            clause.with_ = works.with_
            clause.question = True
            talk.clauses = [c for c in talk.clauses if c is not works]


def _subjects_before_brackets(talk: Talk) -> None:
    """ "Speedway Fanatic (old) crews it": who does it stands before the brackets."""
    for clause in talk.clauses:
        before = clause.verb - 1
        if clause.subject or before < 2 or talk.lowers[before] != ")" or clause.form not in {"s", "ed"}:
            continue
        opening = next((i for i in range(before - 1, max(-1, before - 10), -1) if talk.lowers[i] == "("), None)
        if opening is None:
            continue
        clause.subject = [m for m in talk.mentions if m.end == opening and m.head != "player"]


def _crew_numbers(talk: Talk) -> set[int]:
    """ "(crew 4)", "crew 3 on Bomat Bazaar Barge", "its own crew 6": a number that a card has, no verb."""
    known: set[int] = set()
    for i, word in enumerate(talk.words[:-1]):
        number = talk.words[i + 1]
        if word.lower not in _CREWING or number.kind != "number" or talk.inside(i + 1) is not None:
            continue
        if i and (talk.words[i - 1].is_("modal_can") or talk.lowers[i - 1] == "to"):
            continue
        printed = {
            a.n
            for m in talk.mentions
            if m.cards and (card := talk.card(m)) is not None
            for face in card.faces
            for a in face.abilities
            if isinstance(a, Keyword) and a.name == word.lower
        }
        try:
            told = int(number.lower)
        except ValueError:
            continue
        talk.clauses = [c for c in talk.clauses if c.verb != i]
        if printed == {told}:
            known |= {i, i + 1}
    return known


def _described(talk: Talk, mention: Mention) -> Mention | None:
    """The card that "it's a 7/11", "he's a 0/6 creature" says more of: the last one, or the only one."""
    cards = [m for m in talk.mentions if m.cards and (card := talk.card(m)) is not None and card.faces[0].power]
    before = [m for m in cards if m.end <= mention.start]
    names = {m.cards for m in cards}
    if len(names) == 1 and before:
        return before[-1]
    fits = [m for m in before if _size(talk, m) == (mention.power, mention.toughness)]
    return fits[-1] if len({m.cards for m in fits}) == 1 else None


def _size(talk: Talk, mention: Mention) -> tuple[int, int] | None:
    card = talk.card(mention)
    if card is None:
        return None
    power, toughness = str(card.faces[0].power), str(card.faces[0].toughness)
    return (int(power), int(toughness)) if power.isdigit() and toughness.isdigit() else None


def _printed_sizes(talk: Talk) -> set[int]:
    """ "he's a 0/6", said of a card that is one."""
    known: set[int] = set()
    for m in list(talk.mentions):
        lead = talk.lowers[max(0, m.start - 3) : m.start]
        stated = bool({"'s", "is", "its", "hes", "shes"} & set(lead)) or lead[-1:] == ["("]
        if m.cards or m.power is None or m.subtypes or m.keywords or m.owner or not stated:
            continue
        card = _described(talk, m)
        if card is None or _size(talk, card) != (m.power, m.toughness):
            continue
        known |= set(range(m.start, m.end))
        known |= {i for i in range(max(0, m.start - 3), m.start) if talk.lowers[i] in {"he", "she", "it", "its", "is"}}
        talk.mentions = [x for x in talk.mentions if x is not m]
        for clause in talk.clauses:
            clause.subject = [x for x in clause.subject if x.start != m.start]
            clause.object = [x for x in clause.object if x.start != m.start]
    return known


def _printed_keywords(talk: Talk) -> set[int]:
    """ "has vigilance", said of a card that has it."""
    known: set[int] = set()
    for i, word in enumerate(talk.words):
        sense = word.sense("keyword")
        if sense is None or sense.value in {"haste", "convoke"} or talk.inside(i) is not None:
            continue
        lead = talk.lowers[max(0, i - 3) : i]
        if not ({"has", "with", "having", "have"} & set(lead) or lead[-1:] in ([","], ["."], ["("])):
            continue
        if {"no", "not", "without", "lost", "gains"} & set(lead):
            continue
        cards = {m.cards for m in talk.mentions if m.cards and m.end <= i}
        if len(cards) != 1:
            continue
        card = talk.cards.get(next(iter(cards))[0])
        if card is not None and any(isinstance(a, Keyword) and a.name == sense.value for a in card.faces[0].abilities):
            known.add(i)
    return known


def by_itself(talk: Talk, m: Mention) -> bool:
    """ "Cryptolith Rite. I made a token …": a permanent that is a sentence of its own is there."""
    begins = m.start == 0 or talk.lowers[m.start - 1] in {".", "!"}
    return begins and talk.lowers[m.end : m.end + 1] in (["."], ["!"]) and m.end + 1 < len(talk.lowers)
