"""Questions about mana after it was made, and about what making it costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.cards.abilities import Filter
from judgecall.parser.areas.mana_parts import Part, letters_in
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import GameObject, Query

if TYPE_CHECKING:
    from judgecall.parser.areas.mana_asks import Asker

_GONE = (
    "lose",
    "empty",
    "empties",
    "drain",
    "drains",
    "disappear",
    "disappears",
    "vanish",
    "gone",
    "go away",
    "goes away",
    "wasted",
    "emptied",
    "lost",
)
_STAYS = ("still there", "stay", "stays", "remain", "remains", "keep", "kept", "carry over", "carries over", "still have", "still use", "use it", "use that", "spend it", "save", "still float", "still floating",
          "last", "persist", "around", "hold")  # fmt: skip
_PASSING = ("combat", "next phase", "next step", "phases", "steps", "between phases", "second main", "main 2", "main phase 2", "main phase two", "later in the turn", "next main phase", "end of turn", "next turn", "end step", "end of the turn",
            "phase to phase", "step to step", "postcombat", "draw step", "upkeep", "main phase", "turn ends", "phase ends", "step ends", "turns", "next main",
            "attack", "attackers", "attack step", "end of phase", "end of the phase", "end of step", "into my main")  # fmt: skip


_NO_SPELL = frozenset({"equip", "equips", "equipping", "level", "leveling", "levelling", "crew", "crewing", "cycle", "cycling", "ward", "unearth",
                       "unearthing", "ninjutsu", "morph", "regenerate", "regenerating", "kicker", "kick", "fortify", "reconfigure", "upkeep", "attack",
                       "tax", "monstrosity", "outlast", "encore", "scavenge", "adapt"})  # fmt: skip
"""Words that tell of a cost which isn't a spell's: what stands beside them is no spell that the mana casts."""


def ask_cost(a: Asker, part: Part) -> list[Query] | None:
    """ "do i pay life", "do i need to have the 5 mana for cataracts", "do i have to remove a counter"."""
    must = a.has(part, "modal_must") or a.says(part, "need") or a.has(part, "whether") or a.says(part, "cost me")
    paying = a.has(part, "verb", "pay", "lose", "remove", "sacrifice") or a.says(
        part, "have to have", "need", "need to", "cost", "costs", "take off", "remove", "has to have"
    )
    if (
        not must
        or not paying
        or a.has(part, "how_much")
        or (a.has(part, "modal_can") and not a.has(part, "modal_must"))
    ):
        return None
    kind = ""
    if a.has(part, "noun", "life"):
        kind = "life"
    elif a.says(part, "counter", "counters"):
        kind = "counters"
    elif a.has(part, "verb", "sacrifice"):
        kind = "sacrifice"
    elif a.has(part, "noun", "mana") and a.has(part, "modal_must"):
        kind = "mana"
    if not kind:
        return None
    copies = [i for i in a.makers() if a.b.facts_of_id(i).copies]
    named = [a.id(m) for m in a.in_part(part) if a.id(m) and a.b.facts_of(m).makes]
    subject = copies[0] if len(copies) == 1 else named[0] if named else next(iter(a.default(part)), None)
    if subject is None:
        return None
    others = tuple(i for i in a.makers() if i != subject)
    a.use_numbers(part)
    _, where = letters_in(a.talk, part.start, part.end)
    a.used |= where
    a.use_verbs(part, "pay", "lose", "remove", "sacrifice", "have", "produce", "copy", "tap", "activate", "get", "take")
    a.use_verbs(Part(0, part.end), "copy", "tap", "produce")
    a.use_nouns(part, "life", "counter", "mana")
    a.use_kinds(part, "modal_must")
    a.used |= {i for i in range(part.start, part.end) if a.talk.lowers[i] in {"before", "need", "life"}}
    return [Query("must_pay_cost", (subject,), others[:1], value=kind, inverse=a.negated_claim(part))]


def ask_rider(a: Asker, part: Part) -> list[Query] | None:
    """ "is the elf uncounterable": does the mana carry what its maker's own mana would."""
    safe = a.says(
        part, "uncounterable", "can not be countered", "cant be countered", "immune to counterspells", "counterproof"
    )
    countered = not safe and any(
        a.talk.words[i].is_("verb", "counter") and a.talk.lowers[i] in {"counter", "countered", "counters"}
        for i in range(part.start, part.end)
    )
    if not safe and not countered:
        return None
    makers = [m for m in a.b.things() if a.id(m) and a.b.facts_of(m).makes]
    holder = next((m for m in makers if m.cards and a.has_rider(m)), None)
    if holder is None:
        return None
    copying = [i for i in a.tapped_ids() if a.b.facts_of_id(i).copies]
    used = None if copying else _mana_from(a)  # "if I tap Reflecting Pool using Cavern's colour": the Pool makes it
    subject = a.id(used) if used is not None else (copying or a.tapped_ids() or (a.id(holder),))[0]
    if subject is None:
        return None
    whole = Part(0, len(a.talk.words))
    a.use_verbs(whole, "counter", "cast", "activate", "produce", "tap", "have")
    a.use_kinds(part, "negation")
    a.used |= {i for i, w in enumerate(a.talk.lowers) if w in {"uncounterable", "counterspell", "counterproof"}}
    _, where = letters_in(a.talk, 0, len(a.talk.words))
    a.used |= where
    spell = [m for m in a.talk.mentions if m.head == "creature" or m.head == "spell"]
    for m in spell:
        a.used |= set(range(m.start, m.end))
        if not m.cards:
            a.b.forget(m)
    a.used |= {i for i, w in enumerate(a.talk.lowers) if w == "untapped"}
    target = a.id(holder)
    return [Query("mana_rider", (subject,), (target,) if target and target != subject else (), inverse=countered)]


def _casts_it(a: Asker, part: Part) -> bool:
    """Whether what a part says is cast is only "it"."""
    cast = [c for c in a.talk.clauses if c.frame == "cast" and part.start <= c.verb < part.end]
    return bool(cast) and all(c.object and all(m.head == "pronoun" for m in c.object) for c in cast)


def _mana_from(a: Asker) -> Mention | None:
    """ "using green from my reflecting pool": what made the mana that was spent."""
    for m in a.b.things():
        if not a.id(m) or not a.b.facts_of(m).makes or not m.start:
            continue
        if a.talk.lowers[m.start - 1] in {"from", "off", "with", "using", "via"}:
            return m
    return None


def ask_spend(a: Asker, part: Part) -> list[Query] | None:
    """ "am i allowed to cast Doom Blade with it", "Embercat mana on a 2 mana dinosaur ok?"."""
    restricted = _restriction(a, part)
    if restricted is not None:
        return restricted
    if any(a.talk.lowers[i].startswith("trigger") for i in range(part.start, part.end)):
        return None  # "Zaxara: trigger when I cast Krasis?": what casting does, not what pays for it
    if a.somebody_died():
        return None  # it is asked whether a dead creature can be tapped at all
    cue = a.has(part, "verb", "spend", "pay") or a.says(
        part,
        "mana on",
        "mana for",
        "work for",
        "works for",
        "usable for",
        "usable on",
        "with it",
        "with that",
        "with that mana",
        "with the mana",
        "off it",
        "mana to",
        "mana into",
    )
    words = a.talk.words[part.start : part.end]
    casting = any(w.is_("verb", "cast", "activate") and not w.is_("noun", "land") for w in words)
    if casting and not cue and _casts_it(a, part):
        return None  # "the turn i flash it in": what makes the mana is itself what is cast
    if (not cue and not casting) or a.has(part, "how_much") or a.has(part, "how_many") or a.has(part, "which"):
        return None
    named = _spent_source(a, part)
    subject = named or next(iter(a.makers("you")), None)
    if subject is None:
        return None
    target = _spell(a, part, subject)
    if target is None:
        return None

    if named is None or _all_listed(a, part, target):
        return None
    a.use_verbs(Part(0, part.end), "spend", "cast", "activate", "pay", "tap", "produce")
    a.use_kinds(part, "negation")
    value = a.tapped_for if len(a.tapped_for) == 1 else ""
    letters, where = letters_in(a.talk, 0, part.end)
    a.used |= where
    if not value and len(set(letters)) == 1 and letters != "any_color":
        value = letters[0]
    a.used |= {
        i
        for i in range(part.start, part.end - 1)
        if a.talk.words[i].kind == "number" and a.talk.words[i + 1].is_("noun", "mana")
    }
    value = _on_ability(a, part, target) or value
    _restrictions_restated(a, part)
    return [Query("may_spend", (subject,), (target,), value=value, inverse=a.negated_claim(part))]


def _on_ability(a: Asker, part: Part, target: str) -> str:
    """ "to equip Bonesplitter", "to activate Ballista": an ability of the target is paid for, and it isn't cast; else empty."""
    card = a.talk.cards.get(a.b.board.objects[target].card or "")
    equipment = card is not None and "Equipment" in card.faces[0].subtypes
    words = range(part.start, part.end)
    equip = equipment and any(a.talk.lowers[i] in {"equip", "equipping", "equips"} for i in words)
    named = [m for m in a.in_part(part) if a.id(m) == target]
    activated = any(
        c.frame == "activate" and any(m in c.object for m in named) for c in a.talk.clauses if c.verb in words
    ) or any(w.is_("noun", "ability") for m in named for w in a.talk.words[m.end : m.end + 2])
    if not equip and not activated:
        return ""
    a.use_nouns(part, "ability")
    a.used |= {i for i in words if equip and a.talk.lowers[i] in {"equip", "equipping", "equips"}}
    a.b.board.change(target, zone="battlefield", attached_to=None)
    return "equip" if equip else "activate"


def _restriction(a: Asker, part: Part) -> list[Query] | None:
    """ "can the Pool's mana only be spent on multicolored spells": whether what copies a type has the restriction of the other."""
    whole = Part(part.start, part.end) if part.checked or a.has(part, "verb", "spend") else Part(0, part.end)
    only = a.says(
        whole,
        "only be spent",
        "only be used",
        "only spend",
        "only use",
        "restriction",
        "restricted",
        "restrictions",
        "limited to",
    )
    copies = [i for i in a.makers() if a.b.facts_of_id(i).copies]
    if not only or len(copies) != 1 or not part.asks:
        return None
    limited = [i for i in a.makers() if i not in copies and a.b.facts_of_id(i).restricted]
    named = {a.id(m) for m in a.in_part(whole)} | set(a.tapped_ids())
    if len(limited) != 1 or not (copies[0] in named or not named - {None}):
        return None
    if any(
        m.cards and (i := a.id(m)) is not None and i not in {copies[0], limited[0]} and not a.b.is_land(i)
        for m in a.b.things()
    ):
        return None  # a spell is named: whether that one may be paid for is asked
    a.use_verbs(whole, "spend", "cast", "use", "activate", "pay", "tap", "have")
    a.used |= {
        i
        for i in range(whole.start, whole.end)
        if a.talk.lowers[i] in {"restriction", "restricted", "restrictions", "limited", "used", "multicolored", "same"}
    }
    for m in a.in_part(whole):
        if m.is_object and not m.cards:
            a.b.forget(m)
            a.used |= set(range(m.start, m.end))
    a.use_nouns(whole, "spell", "creature", "artifact", "mana")
    return [Query("mana_rider", (copies[0],), (limited[0],), value="restriction", inverse=a.negated_claim(part))]


def _all_listed(a: Asker, part: Part, target: str) -> bool:
    """Whether a named spell is to be paid with several things that were listed: no restriction of one of them is asked about."""
    mine = [i for i in a.makers("you") if i != target]
    rewarded = any(a.b.facts_of_id(i).rewards for i in a.b.board.objects if i != target)
    several = sum(a.b.board.objects[i].count or 2 for i in mine) > 1 or len(mine) > 1 or rewarded
    plain = not any(a.b.facts_of_id(i).restricted or a.b.facts_of_id(i).copies for i in mine)
    asked = a.says(Part(0, part.end), "mana from", "mana of", "that mana", "the mana", "mana on", "spend", "with it")
    return several and plain and not asked and a.talk.cards.get(a.b.board.objects[target].card or "") is not None


def _spent_source(a: Asker, part: Part) -> str | None:
    for m in a.in_part(part):
        id = a.id(m)
        if id is not None and a.b.facts_of_id(id).makes:
            return id
    tapped = a.tapped_ids()
    if tapped:
        return tapped[0]
    found = a.makers("you")
    return found[0] if len(found) == 1 else None


def _spell(a: Asker, part: Part, subject: str) -> str | None:
    """What the mana is spent on: a card that isn't what made it, or a spell that is only described ("an elf", "a noncreature spell")."""
    for m in a.in_part(part):
        if m.head in {"pronoun", "player"} or a.id(m) == subject or m.start in a.b.skip:
            continue
        if m.cards:
            id = a.id(m)
            lead = a.talk.words[m.start - 1] if m.start else None
            spent_on = lead is not None and (
                lead.is_("verb", "cast")
                or (
                    lead.lower in {"on", "for", "into", "toward", "towards"}
                    and not a.b.is_land(id or "")
                    and m.start > subject_at(a, subject)
                )
            )
            if id is not None and a.b.facts_of_id(id).matters and not spent_on:
                continue
            if id is not None and not a.b.is_land(id):
                a.b.board.change(id, zone="hand")
                return id
            continue
        types = tuple(t for t in m.types if t not in {"land"}) or (
            ("creature",) if m.head == "creature" or m.subtypes else ()
        )
        if m.head == "land" or (not types and m.head not in {"spell", "instant", "sorcery"}):
            continue
        if m.head in {"instant", "sorcery"}:
            types = (m.head,)
        if not types or _costs_else(a, part, m):
            a.b.confused = (
                True  # "a spell": nothing says of what kind; "equipping a sword to my bear": the bear isn't cast
            )
            return None
        a.b.forget(m)
        value = _value_before(a, m)
        thing = GameObject(m.text.replace(" ", "-"), said=m.text, controller="you", zone="hand", types=types, subtypes=tuple(m.subtypes), mana_value=value,
                           power=m.power, toughness=m.toughness, colors=tuple(m.colors) or None)  # fmt: skip
        a.used |= set(range(m.start, m.end))
        return a.b.board.create(thing)
    return None


def _costs_else(a: Asker, part: Part, m: Mention) -> bool:
    """Whether what is paid isn't the cost of the spell: "equipping a sword to my bear", "my elf's ability"."""
    owned = {"ability", "abilities"} & set(a.talk.lowers[m.end : m.end + 3])
    return bool(owned) or any(a.talk.lowers[i] in _NO_SPELL for i in range(part.start, part.end))


def subject_at(a: Asker, subject: str) -> int:
    """Where what makes the mana is first named."""
    return min((m.start for m in a.b.things() if a.id(m) == subject), default=0)


def _value_before(a: Asker, m: Mention) -> int | None:
    """ "a 2 mana dinosaur", "a four drop elf"."""
    j = m.start - 1
    if (
        j > 0
        and (a.talk.words[j].is_("noun", "mana", "mana_value") or a.talk.lowers[j] in {"drop", "cmc"})
        and a.talk.words[j - 1].kind == "number"
    ):
        a.used |= {j, j - 1}
        return a.talk.words[j - 1].value[0]
    return None


def _restrictions_restated(a: Asker, part: Part) -> None:
    """ "he says I can only use it on elf creatures since thats what the cavern says": a belief about the card, not a fact."""
    for other in a.parts:
        if other is part or not other.opinion:
            continue
        for m in a.in_part(other):
            if not m.cards and m.head == "creature":
                a.used |= set(range(m.start, m.end))
                if m.start in a.b.board.of_mention and not any(
                    n.start != m.start and a.id(n) == a.id(m) for n in a.b.things()
                ):
                    a.b.forget(m)


def ask_remains(a: Asker, part: Part) -> list[Query] | None:
    """ "do I keep this mana until combat", "do i lose floating mana between phases"."""
    mana = (
        a.has(part, "noun", "mana")
        or a.says(part, "floating")
        or any(a.has(p, "noun", "mana") or a.says(p, "floating", "float", "floated", "floats") for p in a.parts)
    )
    left = (a.has(part, "how_much") or a.has(part, "how_many")) and a.says(
        part, "left", "still", "remaining", "remains", "keep", "kept", "there", "still have", "have left"
    )
    gone, stays = a.says(part, *_GONE), a.says(part, *_STAYS) or left
    whole = Part(0, len(a.talk.words))
    passing = a.says(whole, *_PASSING) or a.has(whole, "moment")
    if not mana or not (gone or stays) or not passing:
        return None
    if (a.says(part, "how much") and not left) or a.says(part, "which", "haste"):
        return None
    if left:
        return _amount_left(a, part)
    letters, where = letters_in(a.talk, 0, len(a.talk.words))
    a.used |= where
    subject = a.tapped_ids()
    a.use_verbs(whole, "stay", "tap", "lose", "attack", "get", "spend", "activate", "cast")
    a.use_kinds(whole, "moment")
    a.use_nouns(whole, "step", "combat", "turn", "land", "card")
    steps = {
        i for i, w in enumerate(a.talk.words[:-1]) if w.lower == "draw" and a.talk.words[i + 1].is_("noun", "step")
    }
    a.used |= steps
    a.use_numbers(whole)
    for m in a.talk.mentions:
        if m.head in {"land", "card"} and not m.cards:
            a.used |= set(range(m.start, m.end))
    a.used |= {
        i for i, w in enumerate(a.talk.words) if w.lower in {"empty", "empties", "forgot", "no", *_GONE, *_STAYS}
    }
    a.used |= {
        i for i, w in enumerate(a.talk.words[:-1]) if w.is_("negation") and a.talk.words[i + 1].is_("verb", "spend")
    }
    subject = tuple(i for i in subject if a.b.board.objects[i].card)
    return [Query("mana_remains", subject, value=letters[:1], inverse=bool(gone) != a.negated_claim(part))]


def _amount_left(a: Asker, part: Part) -> list[Query] | None:
    """ "I end my main phase with 3 green floating, how much do I still have in combat": the number that was in the pool, of one colour."""
    letters, where = letters_in(a.talk, 0, len(a.talk.words))
    numbers = [
        i
        for i, w in enumerate(a.talk.words)
        if w.kind == "number" and (a.talk.inside(i) is None or not a.talk.inside(i).cards) and i not in a.b.used  # type: ignore[union-attr]
    ]
    told = a.b.facts.get("mana_pool", "")
    if told:
        floating, count = told[0], len(told)
        if len(set(told)) != 1:
            return None
    elif len(numbers) == 1 and len(set(letters)) == 1 and letters != "any_color":
        floating, count = letters[0], a.talk.words[numbers[0]].value[0]
        a.used.add(numbers[0])
    else:
        return None
    if set(letters) - {floating} and letters != "any_color":
        return None
    asked, _ = letters_in(a.talk, part.start, part.end)
    a.b.facts.pop("mana_pool", None)
    whole = Part(0, len(a.talk.words))
    a.used |= where | {
        i
        for i, w in enumerate(a.talk.words)
        if w.lower in {"floating", "float", "left", "pool", "mana pool", "unspent", "starts"}
    }
    a.use_verbs(whole, "stay", "tap", "attack", "get")
    a.use_kinds(whole, "moment", "how_much", "how_many")
    a.use_nouns(whole, "step", "combat", "turn")
    return [Query("mana_remains", (), n=count, value=floating, of=Filter(colors=(asked[0],)) if asked else None)]
