"""Sizes that a question tells a second time, after what changed them: "my 2/2 with a +1/+1 counter, so it's a 3/3 now".

The second size is no second creature. It is only dropped where the first one and the changes told between them come to it; or
the creature had no size yet, and then the first one is worked out backwards.
"""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import ModifyPT
from judgecall.parser.mentions import Mention
from judgecall.parser.spell_effects import effects_on
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event

Size = tuple[int, int]
_LEADS = frozenset({"so", "making it", "makes it", "made it", "make it", "making", "makes", "now", "becomes", "became", "which", "turning it", "is",
                    "for", "to", "effectively", "basically"})  # fmt: skip
_BETWEEN = frozenset({"it", "is", "its", "he", "she", "that", "they", "are", "was", "now", "a", "an", "up", "be", "effectively", "basically", "now it is",
                      "makes", "into", "him", "her", "total", "currently", "actually", "really", "the", "guy", "'s", "thats"})  # fmt: skip
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


def drop_resized(talk: Talk) -> None:
    """Take out of the talk the sizes that only sum up what was told of a creature before."""
    for mention in list(talk.mentions):
        if not _is_bare_size(mention):
            continue
        start = _announced(talk, mention)
        bearer = _bearer(talk, mention, start) if start is not None else None
        if start is None or bearer is None:
            continue
        size = (mention.power or 0, mention.toughness or 0)
        change = _changes(talk, bearer, start)
        known = _known_size(talk, bearer)
        itself = change == (0, 0) and talk.lowers[bearer.end : mention.start] in (["is"], ["is", "a"])
        if change is None or itself:  # "Champion of Lambholt is a 4/4 now" tells its size for the first time
            continue
        if known is not None and (known[0] + change[0], known[1] + change[1]) == size:
            _take_out(talk, start, mention, bearer)
        elif known is None and change != (0, 0):
            bearer.power, bearer.toughness = size[0] - change[0], size[1] - change[1]
            _take_out(talk, start, mention, bearer)


def _is_bare_size(mention: Mention) -> bool:
    words = [w for w in mention.text.split() if w not in {"a", "an"}]
    return (
        mention.head == "creature"
        and mention.power is not None
        and mention.toughness is not None
        and mention.owner is None
        and len(words) == 1
    )


def _announced(talk: Talk, mention: Mention) -> int | None:
    """Where the words begin that announce the size as one come to: "so it's now a", "making it a"; None when none do."""
    i = mention.start
    while i > 0 and talk.words[i - 1].sentence == mention.sentence and talk.lowers[i - 1] in _BETWEEN | _LEADS:
        i -= 1
    said = set(talk.lowers[i : mention.start])
    after = talk.lowers[mention.end : mention.end + 1]
    now = after == ["now"] and bool(said & {"is", "its", "'s", "thats"})
    return i if said & _ANNOUNCING or now else None


def _bearer(talk: Talk, mention: Mention, start: int) -> Mention | None:
    """The creature whose size it is: the last one before it with a size, a card or an owner, in this sentence or the one before."""
    for earlier in reversed(talk.mentions):
        if earlier.end > start or earlier.head not in {"creature", "card", "attacker", "blocker", "token"}:
            continue
        if earlier.sentence < mention.sentence - 1 or not _may_have_a_size(talk, earlier):
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
    for i in range(bearer.start, end):
        word = talk.words[i]
        if i in told:
            continue
        if word.kind == "change":
            times = _times(talk, i)
            power, toughness = power + times * word.value[0], toughness + times * word.value[1]
        elif word.kind == "card":
            change = _of_card(talk, word.cards)
            if change is None:
                return None
            power, toughness = power + change[0], toughness + change[1]
    return power, toughness


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


def _take_out(talk: Talk, start: int, mention: Mention, bearer: Mention) -> None:
    """Forget the mention and the words that announce it, and clauses of theirs ("making it"); the bearer stands in its place."""
    end = mention.end + (1 if talk.lowers[mention.end : mention.end + 1] == ["now"] else 0)
    talk.use(range(start, end))
    gone = [m for m in talk.mentions if start <= m.start < end]
    talk.mentions[:] = [m for m in talk.mentions if m not in gone]
    talk.clauses[:] = [c for c in talk.clauses if not start <= c.verb < end]
    ids = {id(m) for m in gone}
    for n, clause in enumerate(talk.clauses):
        follows = any(m is mention for m in clause.subject) or (not clause.subject and clause.verb in {end, end + 1})
        kept = {
            name: [m for m in getattr(clause, name) if id(m) not in ids]
            for name in ("subject", "object", "by", "with_", "on", "into")
        }
        other = {name: [m for m in mentions if id(m) not in ids] for name, mentions in clause.other.items()}
        if follows and bearer not in kept["subject"]:
            kept["subject"].append(bearer)  # "so it's a 5/5, blocks a 4/4"
        talk.clauses[n] = msgspec.structs.replace(clause, **kept, other=other)
