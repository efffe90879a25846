"""Which query a part of a question about mana asks, by its features: first what has words of its own, then amounts and types."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from judgecall.cards.abilities import CounterSpell, Move, Triggered
from judgecall.parser.areas.mana_amounts import ask_alternatives, ask_amount, ask_can, ask_types
from judgecall.parser.areas.mana_cards import inside
from judgecall.parser.areas.mana_hurt import ask_hurt
from judgecall.parser.areas.mana_multiplied import ask_doubled
from judgecall.parser.areas.mana_parts import Part, letters_in
from judgecall.parser.areas.mana_rewards import ask_trigger, hosts
from judgecall.parser.areas.mana_spending import ask_cost, ask_remains, ask_rider, ask_spend
from judgecall.scenario.model import Event, Query

if TYPE_CHECKING:
    from judgecall.parser.areas.mana_asks import Asker

Ask = Callable[["Asker", Part], list[Query] | None]


def _taps_in_response(a: Asker, part: Part) -> bool:
    """ "he taps his elves in response": making mana is the response, and not what somebody would respond to."""
    words = a.talk.words
    for i in range(part.start, part.end):
        if words[i].is_("in_response"):
            before = next((words[j] for j in range(i - 1, part.start - 1, -1) if words[j].is_("verb")), None)
            return before is not None and before.is_("verb", "tap", "produce", "activate")
    return False


def _countering_abilities(a: Asker, part: Part) -> set[int]:
    """Where a card that counters triggered abilities is named, be it as a verb ("he stifled it", "Disallow the trigger")."""
    found: set[int] = set()
    for i in range(part.start, part.end):
        word = a.talk.words[i]
        cards = (a.talk.cards.get(name) for name in word.cards or (word.lower, word.lower.removesuffix("d")))
        effects = (e for card in cards if card is not None for e in inside(card.faces[0].abilities))
        if any(isinstance(e, CounterSpell) and "triggered_ability" in e.of.types for e in effects):
            found.add(i)
    return found


def ask_respond(a: Asker, part: Part) -> list[Query] | None:
    """ "can opp respond to me tapping a land", "can i respond to the spirit trigger", "does it use the stack"."""
    if _taps_in_response(a, part):
        return None
    countering = _countering_abilities(a, part)
    countered = a.has(part, "noun", "trigger") and (bool(countering) or a.has(part, "verb", "counter"))
    verb = a.has(part, "verb", "respond") or a.has(part, "in_response") or countered
    stack = a.has(part, "noun", "stack") and a.says(part, "use", "uses", "using", "go", "goes", "the stack")
    if not (verb or stack) or a.says(part, "mana ability"):
        return None
    subject = _any_card(a, part) or _just_used(a, part)
    value = ""
    if a.has(part, "noun", "trigger"):
        value = "trigger"
        subject = subject or _only_trigger(a)
        if not subject:
            return None
        _responses(a, part)
    elif a.says(part, "enters", "comes in", "etb", "enter"):
        value = "enters"
    elif subject and (a.has(part, "noun", "mana") or a.has(part, "verb", "sacrifice", "tap", "produce")):
        value = "mana"
    elif not subject and not ((a.has(part, "verb", "tap") or a.tapped) and (a.talk.has("noun", "mana", "land"))):
        return None
    a.use_kinds(part, "in_response")
    a.use_verbs(part, "respond", "counter", "tap", "sacrifice", "use", "go", "trigger", "activate", "enter", "produce")
    a.use_nouns(part, "stack", "trigger", "land")
    card = a.b.talk.cards.get(a.b.board.objects[subject[0]].card or "") if subject else None
    if card is not None and any(isinstance(e, Move) and e.how == "exile" for e in inside(card.faces[0].abilities)):
        a.use_verbs(part, "exile")  # what its ability does
    a.used |= countering
    use_ability_word(a, subject)
    if not subject:
        value = "mana"
    inverse = a.negated_claim(part)
    return [Query("can_respond", subject[:1], value=value, inverse=inverse)]


def _only_trigger(a: Asker) -> tuple[str, ...]:
    """The one card of the question that has a triggered ability."""
    found: list[str] = []
    for m in a.b.things():
        card, id = a.talk.card(m) if m.cards else None, a.id(m)
        if id and id not in found and card and any(isinstance(x, Triggered) for x in card.faces[0].abilities):
            found.append(id)
    return (found[0],) if len(found) == 1 else ()


def _responses(a: Asker, part: Part) -> None:
    """ "can he respond, eg bolt the snake": what he would do then doesn't change whether he can."""
    start = next((i for i in range(part.start, part.end) if a.talk.words[i].is_("verb", "respond")), part.end)
    for i in range(start, part.end):
        inside = a.talk.inside(i)
        if (a.talk.words[i].is_("verb", "deal", "kill", "counter", "bounce", "exile") and inside is None) or (
            inside is not None
            and inside.is_object
            and not inside.cards
            and inside.article in {"the", "that", "my", "his"}
        ):
            a.used.add(i)


def use_ability_word(a: Asker, subject: tuple[str, ...]) -> bool:
    """ "the landfall trigger": the ability word that names a triggered ability of the card."""
    for id in subject:
        card = a.talk.cards.get(a.b.board.objects[id].card or "")
        words = {
            x.ability_word
            for f in (card.faces if card else ())
            for x in f.abilities
            if isinstance(x, Triggered) and x.ability_word
        }
        named = {i for i, lower in enumerate(a.talk.lowers) if lower in words}
        a.used |= named
        if named:
            a.use_nouns(Part(0, len(a.talk.words)), "trigger")
            if "landfall" in words:
                a.use_verbs(Part(0, len(a.talk.words)), "fetch")  # "I play a fetch": the land that it triggers on
            return True
    return False


def _any_card(a: Asker, part: Part) -> tuple[str, ...]:
    """The card that a part speaks of, whether it makes mana or not; "it" is the last one."""
    for m in a.in_part(part):
        id = a.id(m)
        if id is not None and (m.cards or m.land_class):
            return (id,)
    for m in a.in_part(part):
        if m.head == "pronoun":
            before = [n for n in a.b.things() if n.start < m.start and a.id(n) and n.cards]
            if before:
                return (a.id(before[-1]) or "",)
    return ()


def _just_used(a: Asker, part: Part) -> tuple[str, ...]:
    """ "I sacrifice Lotus Petal for mana, can he respond": the one thing that was tapped or sacrificed for mana just before."""
    used = [
        m
        for c in a.talk.clauses
        if c.verb < part.start and c.frame in {"sacrifice", "tap", "activate"} and not c.question and not c.negated
        for m in c.object
        if m.is_object and m.head != "land"
    ]
    ids = {a.id(m) or "" for m in used}
    return tuple(ids) if len(ids) == 1 and "" not in ids else ()


def _acting(a: Asker, part: Part) -> tuple[str, ...]:
    """ "Voltaic Key untaps my Sol Ring - mana ability?": the card that does what was told just before, which isn't its making mana."""
    before = [
        c for c in a.talk.clauses if c.verb < part.start and c.frame in {"untap", "exile", "draw", "search", "destroy"}
    ]
    ids = [a.id(m) for m in before[-1].subject if m.cards and a.id(m)] if before else []
    if len(ids) != 1:
        return ()
    a.used.add(before[-1].verb)
    return (ids[0] or "",)


def ask_mana_ability(a: Asker, part: Part) -> list[Query] | None:
    """ "is that a mana ability", "may I use it in the middle of casting"."""
    while_paying = a.says(
        part,
        "while paying",
        "while casting",
        "mid cast",
        "during casting",
        "while i am paying",
        "while i pay",
        "in the middle of casting",
    )
    if (not a.says(part, "mana ability", "mana abilities") and not while_paying) or a.somebody_died():
        return None
    if a.says(part, "usable", "useable", "available", "active", "turned on", "online", "switched on"):
        return None  # whether it can be used now, not what kind of ability it is
    subject = _any_card(a, part) or _acting(a, part) or a.maker(part)
    if not subject:
        cards = [m for m in a.b.things() if m.cards and a.id(m)]
        subject = (a.id(cards[-1]) or "",) if len(cards) == 1 else ()
    if not subject:
        return None
    whole = Part(0, part.end)
    value = ""
    if a.says(
        whole,
        "tap an untapped creature",
        "taps a creature",
        "tap a creature",
        "tapping a creature",
        "untapped creature",
    ):
        value = "tap_creature"
    elif a.says(whole, "comes in", "enters", "etb", "when it enters", "come in", "enter"):
        value = "enters"
    elif a.has(whole, "verb", "sacrifice"):
        value = "sacrifice"
    elif a.has(part, "noun", "trigger") or use_ability_word(a, subject):
        value = "trigger"
    elif a.has(part, "noun", "loyalty") or a.says(part, "plus ability", "loyalty ability") or _loyalty_cost(a, subject):
        value = "loyalty"
    a.use_kinds(whole, "negation") if a.says(part, "no stack", "can not be responded") else None
    a.use_verbs(
        whole,
        "tap",
        "enter",
        "sacrifice",
        "produce",
        "respond",
        "count",
        "activate",
        "pay",
        "get",
        "trigger",
        "resolve",
        "use",
        "cast",
        "exile",
    )
    a.use_nouns(whole, "ability", "stack", "trigger", "loyalty", "spell", "creature", "land", "symbol")
    for m in a.in_part(whole):
        if m.head in {"creature", "spell", "land"} and not m.cards and not m.described and value == "tap_creature":
            a.b.forget(m)
            a.used |= set(range(m.start, m.end))
    return [
        Query(
            "is_mana_ability",
            subject[:1],
            value=value,
            inverse=a.negated_claim(part)
            and not a.says(part, "no stack", "can not be responded")
            and not _only_responding_denied(a, part),
        )
    ]


def _only_responding_denied(a: Asker, part: Part) -> bool:
    """ "so it's a mana ability and you can't respond": what is denied is an answer to it, and not what it is."""
    denied = [i for i in range(part.start, part.end) if a.talk.words[i].is_("negation")]
    return bool(denied) and all(any(w.is_("verb", "respond") for w in a.talk.words[i : i + 3]) for i in denied)


def _loyalty_cost(a: Asker, subject: tuple[str, ...]) -> bool:
    """ "Xenagos's +1", "is Sarkhan's -3 a mana ability": a planeswalker's ability by its cost."""
    for m in a.b.things():
        card = a.talk.card(m)
        if a.id(m) not in subject or card is None or "planeswalker" not in card.faces[0].types:
            continue
        behind = a.talk.words[m.end : m.end + 2]
        if len(behind) == 2 and behind[0].lower in {"+", "-", "\u2212"} and behind[1].kind == "number":
            a.used |= {m.end, m.end + 1}
            return True
        if behind and behind[0].lower[0] in {"+", "-"} and behind[0].lower[1:].isdigit():
            a.used.add(m.end)
            return True
    return False


def ask_untap(a: Asker, part: Part) -> list[Query] | None:
    """ "do those lands untap on his next untap step"."""
    cue = any(
        s.kind == "verb" and s.value == "untap" and s.form in {"base", "s"}
        for i in range(part.start, part.end)
        for s in a.talk.words[i].senses
    )
    if (
        not cue
        or a.has(part, "verb", "produce")
        or not (a.says(part, "step", "next turn", "normally", "as normal", "untap step") or a.first_with("multiplies"))
    ):
        return None
    subject = a.tapped_ids() or a.maker(part)
    if not subject:
        return None
    a.events.append(Event("tap_for_mana", subject))
    a.use_verbs(Part(0, part.end), "untap", "tap")
    a.use_kinds(Part(0, part.end), "moment")
    a.use_nouns(part, "step", "turn", "land")
    for m in a.in_part(part):
        if m.head == "land":
            a.used |= set(range(m.start, m.end))
    return [Query("untaps", subject, inverse=a.negated_claim(part))]


def ask_type(a: Asker, part: Part) -> list[Query] | None:
    """ "does it count as an Island and a Swamp", "is it a basic land"."""
    names = [m for m in a.in_part(part) if m.start in a.not_things and m.subtypes and m.head == "land"]
    basic = next((i for i in range(part.start, part.end) if a.talk.lowers[i] in {"basic", "nonbasic", "basics"}), None)
    opens = a.talk.lowers[part.start] in {"is", "are", "does", "do", "did", "was", "so"} or part.asks
    if not names and (
        basic is None or not opens or not a.has(part, "whether") or a.has(part, "verb", "tap", "produce", "get")
    ):
        return None
    subject = a.subject_of(part, [n.start for n in names])
    if not subject:
        return None
    if names:
        value = ",".join(s for m in names for s in m.subtypes)
        for m in names:
            a.used |= set(range(m.start, m.end))
    else:
        value = a.talk.lowers[basic].removesuffix("s") if basic is not None else ""
        a.used.add(basic or 0)
    a.use_verbs(part, "count", "tap", "produce", "have", "activate")
    a.use_nouns(part, "land", "type")
    for m in a.in_part(part):
        if m.head == "pronoun":
            a.used |= set(range(m.start, m.end))
    _opinions_about_mana(a, part)
    return [Query("counts_as_type", subject[:1], value=value, inverse=a.negated_claim(part))]


def _opinions_about_mana(a: Asker, part: Part) -> None:
    """ "a Watery Grave makes U or B, so does …", "client gave me zero": what it makes is not asked."""
    for other in a.parts:
        if other is not part and not other.asks:
            _, where = letters_in(a.talk, other.start, other.end)
            a.used |= where
            if other.opinion:
                a.used |= {i for i in range(other.start, other.end) if a.talk.words[i].kind == "number"}


def ask_who(a: Asker, part: Part) -> list[Query] | None:
    """ "who gets the extra mana, me or him"."""
    letters, where = letters_in(a.talk, part.start, part.end, a.b.used)
    if not (a.has(part, "who") or a.says(part, "me or him", "him or me", "me or them")) or not (
        letters or a.has(part, "noun", "mana")
    ):
        return None
    source = a.first_with("rewards")
    subject = hosts(a, source) or a.tapped_ids() or a.maker(part)
    if source is None or not subject:
        return None
    a.use_numbers(part)
    a.use_verbs(part, "get", "produce", "tap", "have", "take")
    a.used |= where
    return [Query("who_gets_mana", subject[:1], (source,))]


def ask_sunburst(a: Asker, part: Part) -> list[Query] | None:
    """ "I pay with an Island and a Swamp, how many counters does it get"."""
    if not a.has(part, "how_many") or not a.says(part, "counters", "counter"):
        return None
    target = next((m for m in a.b.things() if m.cards and a.keyword(m, "sunburst")), None)
    if target is None:
        return None
    id = a.id(target)
    lands = tuple(i for i in a.tapped_ids() if i != id)
    spent = [i for i, w in enumerate(a.talk.words) if w.kind == "mana" and set(w.mana) <= set("{}WUBRGC")]
    if id is None or not (lands or len(spent) == 1):
        return None
    if lands:
        a.events.append(Event("tap_for_mana", lands))
    else:
        a.b.facts["mana_spent"] = a.talk.words[spent[0]].mana.replace("{", "").replace("}", "")
        a.used.add(spent[0])
        lands = tuple(a.b.facts["mana_spent"])
    card = a.talk.card(target)
    n = len(lands) if card is not None and card.faces[0].mana_cost == "{X}" else None
    a.events.append(Event("cast", (id,), n=n))
    a.b.board.change(id, zone="hand")
    a.use_nouns(part, "counter")
    a.use_verbs(Part(0, part.end), "enter", "cast", "tap")
    a.used |= {i for i, w in enumerate(a.talk.lowers) if w in {"sunburst", "charge", "come in with", "comes in with"}}
    return [Query("number_of_counters", (id,))]


RULE_ASKS: tuple[Ask, ...] = (
    ask_mana_ability, ask_respond, ask_hurt, ask_rider, ask_trigger, ask_doubled, ask_cost, ask_spend, ask_untap, ask_remains, ask_type,
    ask_sunburst, ask_who, ask_alternatives, ask_amount, ask_types, ask_can,
)  # fmt: skip
"""Tried in this order; the first that finds its features in a part says what it asks."""
