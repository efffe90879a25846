"""Sizes that a question tells a second time, after what changed them: "my 2/2 with a +1/+1 counter, so it's a 3/3 now".

The second size is no second creature. It is only dropped where the first one and the changes told between them come to it; or
the creature had no size yet, and then the first one is worked out backwards. One that doesn't come out is left as a size that
nobody used, which blocks a ruling.
"""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Keyword, ModifyPT
from judgecall.parser.happenings import SPELL_WORDS
from judgecall.parser.mentions import Mention
from judgecall.parser.spell_effects import effects_on
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event

Size = tuple[int, int]
_LEADS = frozenset({"so", "making it", "makes it", "made it", "make it", "making", "makes", "now", "becomes", "became", "which", "turning it", "is",
                    "for", "to", "effectively", "basically"})  # fmt: skip
_BETWEEN = frozenset({"it", "is", "its", "he", "she", "that", "they", "are", "was", "now", "a", "an", "up", "be", "effectively", "basically", "now it is",
                      "makes", "into", "him", "her", "total", "currently", "actually", "really", "the", "guy", "'s", "thats",
                      "has", "only", "just"})  # fmt: skip
_ANNOUNCING = frozenset(
    {
        "so",
        "making it",
        "makes it",
        "made it",
        "make it",
        "making",
        "makes",
        "becomes",
        "became",
        "now",
        "which",
        "into",
    }
)


class _Outcome(msgspec.Struct):
    """A size that was come to, or only its power ("so it has 1 power")."""

    start: int
    end: int
    sentence: int
    power: int
    toughness: int | None = None
    mention: Mention | None = None


def drop_resized(talk: Talk) -> None:
    """Take out of the talk the sizes that only sum up what was told of a creature before."""
    for told in _outcomes(talk):
        start = _announced(talk, told)
        bearer = _bearer(talk, told, start) if start is not None else None
        if start is None or bearer is None:
            continue
        change = _changes(talk, bearer, start)
        known = _known_size(talk, bearer)
        itself = change == (0, 0) and talk.lowers[bearer.end : told.start] in (["is"], ["is", "a"])
        if change is None or itself:  # "Champion of Lambholt is a 4/4 now" tells its size for the first time
            continue
        if known is not None:
            after = (known[0] + change[0], known[1] + change[1])
            if told.power == after[0] and told.toughness in {None, after[1]} and _has_them(talk, bearer, told):
                _take_out(talk, start, told, bearer)
            elif change != (0, 0):
                talk.forget(range(told.start, told.end))
        elif told.toughness is not None and change != (0, 0) and _has_them(talk, bearer, told):
            bearer.power, bearer.toughness = told.power - change[0], told.toughness - change[1]
            _take_out(talk, start, told, bearer)


def _outcomes(talk: Talk) -> list[_Outcome]:
    """Everything that may be the size which a change came to."""
    found = [
        _Outcome(m.start, m.end, m.sentence, m.power, m.toughness, m)
        for m in talk.mentions
        if m.power is not None and m.toughness is not None and _is_bare_size(talk, m)
    ]
    for i, word in enumerate(talk.words):
        if word.kind == "number" and talk.lowers[i + 1 : i + 2] == ["power"] and talk.inside(i) is None:
            found.append(_Outcome(i, i + 2, word.sentence, word.value[0]))
    return found


def _is_bare_size(talk: Talk, mention: Mention) -> bool:
    """Whether it says a size and at most keywords ("so it's a 4/4 skulk")."""
    return (
        mention.head == "creature"
        and mention.owner is None
        and all(
            w.kind == "size" or w.lower in {"a", "an"} or w.is_("keyword")
            for w in talk.words[mention.start : mention.end]
        )
    )


def _has_them(talk: Talk, bearer: Mention, told: _Outcome) -> bool:
    """Whether the keywords told with the size are known: printed on the creature, or told before."""
    card = talk.card(bearer) if bearer.cards else None
    printed = {a.name for face in card.faces for a in face.abilities if isinstance(a, Keyword)} if card else set()
    known = printed | {s.value for w in talk.words[: told.start] for s in w.senses if s.kind == "keyword"}
    return told.mention is None or set(told.mention.keywords) <= known


def _announced(talk: Talk, told: _Outcome) -> int | None:
    """Where the words begin that announce the size as one come to: "so it's now a", "making it a"; None when none do."""
    i = told.start
    while i > 0 and talk.words[i - 1].sentence == told.sentence and talk.lowers[i - 1] in _BETWEEN | _LEADS:
        i -= 1
    said = set(talk.lowers[i : told.start])
    after = talk.lowers[told.end : told.end + 1]
    now = after == ["now"] and bool(said & {"is", "its", "'s", "thats"})
    return i if said & _ANNOUNCING or now else None


def _bearer(talk: Talk, told: _Outcome, start: int) -> Mention | None:
    """The creature whose size it is: the last one before it with a size, a card or an owner, in this sentence or the one before."""
    for earlier in reversed(talk.mentions):
        if earlier.end > start or earlier.head not in {"creature", "card", "attacker", "blocker", "token"}:
            continue
        if earlier.sentence < told.sentence - 1 or not _may_have_a_size(talk, earlier):
            continue
        if earlier.end < len(talk.words) and talk.lowers[earlier.end : earlier.end + 1] == ["is"]:
            return earlier
        of = [m for m in talk.mentions if m.end <= earlier.start and talk.lowers[m.end : earlier.start] == ["is"]]
        return of[-1] if of and of[-1].is_object and of[-1].power is None else earlier
    return None


def _may_have_a_size(talk: Talk, mention: Mention) -> bool:
    card = talk.card(mention) if mention.cards else None
    if card is not None:
        return "creature" in card.faces[0].types
    return mention.count in {1, None} and not mention.plural


def _known_size(talk: Talk, bearer: Mention) -> Size | None:
    """Its size before the changes: told of it ("Rhino is 4/4", "my 2/2"), or printed."""
    if bearer.power is not None and bearer.toughness is not None:
        return bearer.power, bearer.toughness
    for said in talk.mentions:
        if said.start >= bearer.end and talk.lowers[bearer.end : said.start] in (["is"], ["is", "a"], [","]):
            if said.power is not None and said.toughness is not None:
                return said.power, said.toughness
            break
    card = talk.card(bearer) if bearer.cards else None
    face = card.faces[0] if card is not None else None
    if face is None or not (face.power or "").isdigit() or not (face.toughness or "").isdigit():
        return None
    return int(face.power or 0), int(face.toughness or 0)


def _changes(talk: Talk, bearer: Mention, end: int) -> Size | None:
    """All that is told to change the size from the bearer up to word `end`; None when a spell or a card there isn't plain."""
    power = toughness = 0
    told = set(range(bearer.start, bearer.end))
    for kind, n in bearer.counters.items():
        parts = [p for p in kind.split("/") if p.lstrip("+-").isdigit()]
        if len(parts) == 2:
            power, toughness = power + n * int(parts[0]), toughness + n * int(parts[1])
    for i in range(_told_from(talk, bearer), end):
        word = talk.words[i]
        if i in told:
            continue
        if word.kind == "change":
            times = _times(talk, i)
            power, toughness = power + times * word.value[0], toughness + times * word.value[1]
        elif word.lower in SPELL_WORDS and word.kind != "card":
            power, toughness = power + SPELL_WORDS[word.lower][0], toughness + SPELL_WORDS[word.lower][1]
        elif word.kind == "card":
            change = _of_card(talk, word.cards)
            if change is None:
                return None
            power, toughness = power + change[0], toughness + change[1]
    return power, toughness


def _told_from(talk: Talk, bearer: Mention) -> int:
    """Where the telling of its changes begins: at the verb that they are made with ("I cast Giant Growth on my bear"), or at it."""
    done = (c for c in talk.clauses if c.verb < bearer.start and c.sentence == bearer.sentence)
    return max((c.verb for c in done if any(m is bearer for m in c.roles())), default=bearer.start)


def _times(talk: Talk, i: int) -> int:
    """ "two +1/+1 counters": how many times the change at word i is made."""
    before = talk.words[i - 1] if i else None
    counters = talk.lowers[i + 1 : i + 2] and talk.lowers[i + 1].startswith("counter")
    return before.value[0] if counters and before is not None and before.kind == "number" else 1


def _of_card(talk: Talk, names: tuple[str, ...]) -> Size | None:
    """What a named spell, Aura, Equipment or lord adds to one creature."""
    card = talk.cards.get(names[0]) if len(names) == 1 else None
    if card is None:
        return None
    events = effects_on(card, ("it",), Event("step"))
    sizes = [(e.power or 0, e.toughness or 0) for e in events if e.kind == "modify"]
    sizes += [(e.n or 1, e.n or 1) for e in events if e.kind == "counters" and e.value == "+1/+1"]
    if not events:
        effects = [e for a in card.faces[0].abilities for e in getattr(a, "effects", ()) if isinstance(e, ModifyPT)]
        if len(effects) != 1 or effects[0].power.per is not None or effects[0].toughness.per is not None:
            return None
        sizes = [(effects[0].power.base, effects[0].toughness.base)]
    return (sum(p for p, _ in sizes), sum(t for _, t in sizes)) if sizes else None


def _take_out(talk: Talk, start: int, told: _Outcome, bearer: Mention) -> None:
    """Forget the size and the words that announce it, and clauses of theirs ("making it"); the bearer stands in its place."""
    end = told.end + (1 if talk.lowers[told.end : told.end + 1] == ["now"] else 0)
    talk.use(range(start, end))
    for clause in talk.clauses:
        led = any(m is told.mention for m in clause.subject)
        if (led or (not clause.subject and clause.verb in {end, end + 1})) and bearer not in clause.subject:
            clause.subject.append(bearer)  # "so it's a 5/5, blocks a 4/4"
    talk.forget(range(start, end))
