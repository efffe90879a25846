"""Turns of phrase that readers pass over although a case may hang on them: they block a ruling where the scenario shows
that their meaning did not go into it.
"""

from __future__ import annotations

from itertools import pairwise

from rapidfuzz.distance import OSA

from judgecall.cards.abilities import ForceAttack, Keyword, Static
from judgecall.parser.advice import asks_advice
from judgecall.parser.fights_read import changed_aside, never_fought, own_blocks
from judgecall.parser.gapping import whole_questions
from judgecall.parser.halves import unread_half
from judgecall.parser.lexicon import inflect
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.parser.used_abilities import anothers_ability, left_short, lost_payment, lost_uses
from judgecall.scenario.asked import ACTING, BLOCKING, FIGHTING
from judgecall.scenario.model import GameObject

_PART = frozenset({"them", "which", "whom"})
_ENDS = frozenset({",", ".", "?", "!", ";", ":"})
_ASKING = frozenset({"how", "so", "if", "for", "until", "till", "to"})
"""What opens a question, besides words that ask by themselves; "wait for", "wait until" and "wait to" take nothing back."""
_ASKED_BY = ("modal_can", "whether", "which", "who", "how_many", "how_much")
_VERDICT = frozenset({"ruling", "call", "verdict", "result", "outcome", "'s"})
"""What "what's the …" asks for, besides talk: the ruling itself."""
_SLIPS = 2
"""So many letters wrong in a word of a card's name are a slip of spelling."""
_GIVING = frozenset(form for verb in ("give", "hand", "donate", "trade", "gift") for form, _ in inflect(verb))
_HARM = frozenset({"it", "him", "her", "them", "that", "being", "getting"}) | {
    form for verb in ("die", "lose", "trade", "take", "kill") for form, _ in inflect(verb) if form.endswith("ing")
}
"""What "without" goes on to where something is to come through unharmed: "without dying", "without it dying", "without getting killed"."""
_WHILE_UNTAPPED = BLOCKING | {"can_attack", "must_attack"}
_UNDER = {"control": "under", "side": "on"}
_LONG_AGO = frozenset({"last turn", "the turn before", "a turn ago", "previous turn", "on a previous turn"})


def passed_over(best: Candidate, talk: Talk) -> list[str]:
    """Words of such phrases that the scenario doesn't bear out."""
    found: list[str] = [
        *_two_turns(best, talk),
        *own_blocks(best),
        *changed_aside(best),
        *never_fought(best),
        *unread_half(best, talk),
        *_unread_part(best, talk),
        *_corrected(talk),
        *asks_advice(talk),
        *_unread_exception(best, talk),
        *_unharmed(best, talk),
        *_counted_as_entering(best, talk),
        *_any_one(best),
        *_unasked_creature(best, talk),
        *_night_lost(best, talk),
        *_kind_not_asked(best, talk),
        *_other_caster(best, talk),
        *_mana_short(best, talk),
        *lost_uses(best, talk),
        *lost_payment(best, talk),
        *anothers_ability(best),
        *left_short(best, talk),
    ]
    for i, word in enumerate(talk.words):
        if _unknown(i, best, talk):
            found.append(word.text)
        elif word.lower in {"control", "controlled", "side"}:
            found += _other_side(i, best, talk)
        elif _their_step(i, talk) and _hangs_on_turn(best):
            found.append(word.lower)
        elif word.lower in _PART and _is_part(i, talk) and not _split(best):
            found.append(f"{talk.lowers[i - 2]} of {word.lower}")
        elif word.is_("negation") and i in best.used and _noun_after_left(i, best, talk):
            found.append(talk.lowers[i + 1])
        elif (
            (
                i not in best.used
                and not word.used
                and (word.lower in _LONG_AGO or (word.lower in {"cast", "casts", "casting"} and _cast_unknown(i, talk)))
            )
            or (word.lower in _GIVING and _handed_over(i, talk) and not _changes_control(best))
            or (_told_tapped(i, talk) and _tapping_lost(best))
            or (_blinked_now(i, talk) and _blink_lost(best))
            or (_keeps_back(i, talk) and _attack_not_asked(best))
            or (i not in best.used and _unknown_state(i, talk))
        ):
            found.append(word.lower)
    return found


def _corrected(talk: Talk) -> list[str]:
    """ "… wait, opp has those", "no wait, it's a 3/3": what was told before is taken back, and nobody reads how much of it."""
    for i, word in enumerate(talk.words):
        after = next((w for w in talk.words[i + 1 :] if w.kind != "mark"), None)
        asks = after is None or after.lower in _ASKING or any(after.is_(kind) for kind in _ASKED_BY)
        breaks = i > 1 and (talk.words[i - 1].kind == "mark" or talk.lowers[i - 1] in {"no", "oh", "ah", "but"})
        if breaks and word.lower in {"wait", "scratch", "correction", "oops"} and not asks:
            return [word.lower]
    return []


def _unknown(i: int, best: Candidate, talk: Talk) -> bool:
    """ "my 2/2 skuk": a word that is no English and no word of the game; it may be a slip for one that decides."""
    word = talk.words[i]
    if not word.unknown or not word.lower.replace("'", "").isalpha():
        return False
    if talk.inside(i) is not None:
        return bool(talk.lexicon.near(word.lower))  # "my blck 2/2": no name of a creature
    if i in best.used:
        return False
    beside = [m for m in talk.mentions if m.cards and (m.end == i or m.start == i + 1)]
    parts = {part.lower() for m in beside for name in m.cards for part in name.split()}
    return not any(OSA.distance(part, word.lower) <= _SLIPS for part in parts)  # "Nyxbloom ancinet"


def _night_lost(best: Candidate, talk: Talk) -> list[str]:
    """ "its night. my tavern ruffian attacks, …": which side of a card with daybound is up hangs on it (CR 702.145)."""
    if any(name in {"night", "day", "daylight"} for name, _ in best.scenario.facts):
        return []
    told = next(
        (
            i for i, lower in enumerate(talk.lowers)
            if lower in {"night", "nighttime"} and {"it", "its", "is", "'s", "at", "still", "already", "during"} & set(talk.lowers[max(i - 2, 0) : i])
        ),
        None,
    )  # fmt: skip
    cards = [talk.cards.get(o.card) for o in best.scenario.objects if o.card and o.face is None]
    bound = any(
        isinstance(a, Keyword) and a.name == "daybound"
        for c in cards
        if c is not None
        for f in c.faces
        for a in f.abilities
    )
    described = any(getattr(a, "name", "") == "daybound" for o in best.scenario.objects for a in o.abilities)
    return [talk.lowers[told]] if told is not None and (bound or described) else []


def _kind_not_asked(best: Candidate, talk: Talk) -> list[str]:
    """ "Voltaic Key untaps my rock - mana ability?": what kind of ability it is, in a reading that asks whether it can be activated."""
    queries = best.scenario.queries
    asked = talk.says("mana ability ?", "a mana ability") and not talk.says("mana ability of", "a mana ability of")
    only = bool(queries) and all(q.kind in ACTING and q.value != "mana" for q in queries)
    return ["mana ability"] if asked and only else []


def _other_caster(best: Candidate, talk: Talk) -> list[str]:
    """ "I use Selvala, can he bolt her in response?": what he may cast, in a reading that asks whether I can cast what I used."""
    queries = best.scenario.queries
    if not queries or any(q.kind != "can_cast" for q in queries):
        return []
    owners = {o.controller for o in best.scenario.objects for q in queries if o.id in q.subject}
    for i, word in enumerate(talk.words[:-1]):
        who = talk.words[i + 1].sense("player")
        if word.is_("modal_can") and who is not None and who.form != "possessive" and who.value in {"you", "opp"}:
            other = (owners == {"you"} and who.value == "opp") or (owners == {"opp"} and who.value == "you")
            return [talk.lowers[i + 1]] if other else []
    return []


def _mana_short(best: Candidate, talk: Talk) -> list[str]:
    """ "can I cast it as the Bridge if I only have GG": what the player can pay, in a reading that asks only which face may be played."""
    queries = best.scenario.queries
    if not queries or any(q.kind != "can_play_face" for q in queries):
        return []
    costs = {"for", "pay", "paying", "paid", "cost", "costs", "(", "costing", "is"}
    return [
        word.lower
        for i, word in enumerate(talk.words)
        if (word.kind == "mana" or word.is_("noun", "mana")) and i and not costs & set(talk.lowers[max(0, i - 2) : i])
    ]


def _any_one(best: Candidate) -> list[str]:
    """ "he kills one of my creatures": which of several that differ was not told, and the reading took one of them."""
    things = {o.id: o for o in best.scenario.objects}
    for event in best.scenario.events:
        if event.n is None or event.kind not in {"leave", "sacrifice", "destroy"}:
            continue
        taken = [things[id] for id in event.subject if id in things]
        for one in taken:
            beside = [
                o for o in things.values() if o.id != one.id and o.controller == one.controller and o.zone == one.zone
            ]
            if one.count == event.n and any(_facts(o) != _facts(one) for o in beside if o.card is None):
                return ["one of" if event.n == 1 else f"{event.n} of"]
    return []


def _counted_as_entering(best: Candidate, talk: Talk) -> list[str]:
    """ "does flipping it count as entering": asked is what the event is, in a reading that asks something else."""
    if any(query.kind in {"triggers", "how_many_triggers", "condition_true"} for query in best.scenario.queries):
        return []
    for i, word in enumerate(talk.words):
        counts = word.is_("verb", "count") or word.lower in {"treated", "considered", "seen"}
        if counts and any(later.is_("verb", "enter") for later in talk.words[i + 1 : i + 7]):
            return [word.lower]
    return []


def _unasked_creature(best: Candidate, talk: Talk) -> list[str]:
    """ "can the 2/2 block? what about a 3/3?": the same of another creature, which no query is about."""
    if not any(query.kind in BLOCKING | FIGHTING for query in best.scenario.queries):
        return []
    asked = {id for query in best.scenario.queries for id in (*query.subject, *query.target)}
    for mention in whole_questions(talk):
        named = {o.id for o in best.scenario.objects if o.card is not None and o.card in mention.cards}
        if (mention.cards and not named & asked) or (not mention.cards and len(best.scenario.queries) < 2):
            return [mention.text]
    sizes = {(o.power, o.toughness) for o in best.scenario.objects if o.id in asked}
    for mention in talk.mentions:
        if mention.power is None or mention.cards or talk.lowers[mention.end : mention.end + 1] != ["?"]:
            continue
        i = mention.start
        while i > 0 and talk.words[i - 1].kind != "mark":
            i -= 1
        lead = talk.words[i : mention.start]
        whole = i > 0 and talk.lowers[i - 1] == "?" and all(w.is_("filler") or w.is_("modal_can") for w in lead)
        if whole and (mention.power, mention.toughness) not in sizes:
            return [mention.text]
    return []


def _unread_exception(best: Candidate, talk: Talk) -> list[str]:
    """ "… unless I control another Ally": an exception of which not every word was read."""
    for i, word in enumerate(talk.words):
        if word.lower != "unless" or i in best.used or talk.inside(i) is not None:
            continue
        end = next((k for k in range(i, len(talk.words)) if talk.words[k].kind == "mark"), len(talk.words))
        told = [k for k in range(i + 1, end) if not talk.words[k].is_("filler") and not talk.words[k].is_("player")]
        if any(k not in best.used and not talk.words[k].used for k in told):
            return [word.lower]
    return []


def _unharmed(best: Candidate, talk: Talk) -> list[str]:
    """ "… without losing it": a second thing asked for that no reader took; those that were read ask whether one survives."""
    if any(query.kind == "survives" for query in best.scenario.queries):
        return []
    return [
        f"without {after.lower}"
        for i, (word, after) in enumerate(pairwise(talk.words))
        if word.lower in {"without", "w/o"} and after.lower in _HARM and talk.inside(i) is None
    ]


def _unread_part(best: Candidate, talk: Talk) -> list[str]:
    """ "…, what are their sizes after": a further question of which nothing was read."""
    marks = [i for i, word in enumerate(talk.words) if word.kind == "mark" and word.lower in _ENDS]
    for start in (0, *(i + 1 for i in marks)):
        first = start + (talk.lowers[start : start + 1] in (["and"], ["then"], ["so"]))
        end = next((i for i in marks if i > first), len(talk.words))
        named = any(talk.words[i].is_("noun", "damage", "excess") for i in range(first, end))
        bare = named and talk.lowers[end : end + 1] == ["?"]  # "…, damage?"
        if talk.lowers[first : first + 1] not in (["what"], ["which"]) and not bare:
            continue
        saying = [i for i in range(first + 1, end) if not (talk.words[i].is_("filler") or talk.lowers[i] in _VERDICT)]
        if saying and not any(i in best.used or talk.words[i].used for i in saying):
            return [talk.lowers[first]]
    return []


def _handed_over(i: int, talk: Talk) -> bool:
    """ "gives me his 5/5": something changes hands, unlike in "gives me trample" or "gives it +1/+1"."""
    receiver = talk.words[i + 1].sense("player") if i + 2 < len(talk.words) else None
    if receiver is None or receiver.form == "possessive":
        return False
    given = talk.inside(i + 2) or talk.inside(min(i + 3, len(talk.words) - 1))
    return given is not None and given.is_object and bool(given.owner or given.cards or given.power is not None)


def _changes_control(best: Candidate) -> bool:
    return any(event.kind == "control" for event in best.scenario.events)


def _unknown_state(i: int, talk: Talk) -> bool:
    """ "my pacified creature": what was done to it, in a word that nobody knows."""
    word = talk.words[i]
    if word.kind == "word" and not word.senses and word.lower.endswith("walk") and len(word.lower) > 4:
        return True  # a landwalk that nobody knows
    if word.lower == "snow" and talk.lowers[i + 1 : i + 2] and talk.lowers[i + 1].endswith("walk"):
        return True  # "snow swampwalk" looks at other lands
    plain = word.lower in {"unblocked", "untapped", "unnamed", "mentioned", "aforementioned", "uncrewed"}
    if (
        word.kind != "word"
        or word.senses
        or word.used
        or plain
        or not word.lower.endswith("ed")
        or i + 1 >= len(talk.words)
    ):
        return False
    after = talk.words[i + 1]
    inside = talk.inside(i + 1)
    return inside is not None and inside.is_object and (after.is_("noun", "creature") or after.is_("subtype"))


def _told_tapped(i: int, talk: Talk) -> bool:
    """ "that I tapped for mana": what a player did, and no "tapped creature" or "can be tapped"."""
    return i > 0 and talk.lowers[i].startswith("tapped") and talk.words[i - 1].sense("player") is not None


def _blinked_now(i: int, talk: Talk) -> bool:
    word = talk.words[i]
    return word.is_("verb", "blink") and any(w.sentence == word.sentence and w.is_("this_turn") for w in talk.words)


def _two_turns(best: Candidate, talk: Talk) -> list[str]:
    """ "attacked on my turn … on his turn": what happened on one turn and is asked of the next, read as one combat."""
    if best.area == "turns" or not any(query.kind in BLOCKING for query in best.scenario.queries):
        return []
    mine, theirs = (
        next((w.lower for w in talk.words if w.is_("moment", name)), None) for name in ("my_turn", "opponents_turn")
    )
    spelled = talk.says("opponent 's turn", "my opponent 's turn", "opp 's turn", "my opp 's turn")
    # "my creature attacked this turn. can it block on his turn?"
    before = any(c.frame == "attack" and (c.form == "ed" or c.modal == "can") for c in talk.clauses)
    return [theirs or "turn"] if (mine or before) and (theirs or spelled) else []


def _keeps_back(i: int, talk: Talk) -> bool:
    """ "he wants to keep it back to block"."""
    ahead = talk.lowers[i + 1 : i + 5]
    return talk.lowers[i] in {"keep", "keeps", "hold", "holds", "keeping", "holding"} and bool(
        {"back", "home"} & set(ahead)
    )


def _attack_not_asked(best: Candidate) -> bool:
    """Whether a creature that has to attack is told of, in a reading that asks only how it blocks."""
    forced = any(
        isinstance(e, ForceAttack)
        for thing in best.scenario.objects
        for a in thing.abilities
        if isinstance(a, Static)
        for e in a.effects
    )
    return forced and not any(query.kind == "must_attack" for query in best.scenario.queries)


def _tapping_lost(best: Candidate) -> bool:
    """ "that I tapped for mana": whether nothing is tapped in a reading that asks what untapped creatures may do."""
    scenario = best.scenario
    if not any(query.kind in _WHILE_UNTAPPED for query in scenario.queries):
        return False
    taps = any(event.kind in {"tap", "activate", "cast"} for event in scenario.events)
    return not taps and not any(thing.tapped for thing in scenario.objects)


def _blink_lost(best: Candidate) -> bool:
    """Whether nothing left the battlefield in a reading that asks what a new object may do (CR 400.7)."""
    scenario = best.scenario
    if not any(query.kind in _WHILE_UNTAPPED or query.kind in ACTING for query in scenario.queries):
        return False
    moved = any(event.kind in {"leave", "enter", "cast", "blink"} for event in scenario.events)
    return not moved and not any(thing.since == "this_turn" for thing in scenario.objects)


def _their_step(i: int, talk: Talk) -> bool:
    """ "at my opponent's end step", "his upkeep": a step of another player's turn."""
    sense = talk.words[i].sense("player")
    if sense is None or sense.value != "opp":
        return False
    rest = talk.words[i + 1 : i + 3]
    if rest and rest[0].lower == "'s":
        rest = rest[1:]
    elif sense.form != "possessive":
        return False
    return bool(rest) and (rest[0].is_("moment") or rest[0].is_("noun", "turn", "combat", "step"))


def _hangs_on_turn(best: Candidate) -> bool:
    """Whether whose turn it is decides, and the scenario doesn't say that it is the opponent's."""
    scenario = best.scenario
    if scenario.active == "opp" or any(e.how for e in scenario.events):
        return False
    kinds = {q.kind for q in scenario.queries}
    sick = {o.id for o in scenario.objects if o.since == "this_turn"}
    return "triggers" in kinds or any(q.kind in ACTING and sick & set(q.subject) for q in scenario.queries)


def _other_side(i: int, best: Candidate, talk: Talk) -> list[str]:
    """ "under my opponent's control", "controlled by my opponent": the card before it must be that player's."""
    lowers = talk.lowers
    if lowers[i] in _UNDER:
        start = next((j for j in range(i - 1, max(i - 4, -1), -1) if lowers[j] == _UNDER[lowers[i]]), None)
        near = range(start + 1, i) if start is not None else range(0)
    else:
        near = range(i + 2, min(i + 4, len(lowers))) if lowers[i + 1 : i + 2] == ["by"] else range(0)
        start = i
    # Of "my opponent's" the last word tells who it is.
    who = next((s.value for j in reversed(near) if (s := talk.words[j].sense("player")) is not None), None)
    if start is None or who not in {"you", "opp"}:
        return []
    name = next((w for w in reversed(talk.words[:start]) if w.kind == "card"), None)
    if name is None or name.sentence != talk.words[i].sentence:
        return []
    things = [o for o in best.scenario.objects if o.card in name.cards or o.copy_of in name.cards]
    return [] if not things or any(_is_of(o, who, best) for o in things) else [talk.words[i].lower]


def _is_of(thing: GameObject, who: str, best: Candidate) -> bool:
    if any(e.kind == "control" and thing.id in e.subject for e in best.scenario.events):
        return True
    return thing.controller is None or (thing.controller == "you") == (who == "you")


def _is_part(i: int, talk: Talk) -> bool:
    """ "one of them", "two of which": part of a group is told of apart from the rest."""
    if i < 2 or talk.lowers[i - 1] != "of" or talk.words[i - 2].kind != "number":
        return False
    return i < 3 or talk.lowers[i - 3] not in {"the", "all"}  # "the two of them" is all of the group


def _split(best: Candidate) -> bool:
    """Whether the scenario tells creatures of one player apart by what they are or do, where that could matter."""
    if not any(q.kind in ACTING | FIGHTING for q in best.scenario.queries):
        return True
    if any(e.n is not None for e in best.scenario.events):
        return True
    unnamed = [o for o in best.scenario.objects if o.card is None]
    fights = {id for e in best.scenario.events if e.kind == "block" for id in (*e.subject, *e.target)}
    # "blocked by two 2/2s, i kill one of them": both fight, and something else happens to one
    met = {
        id
        for e in best.scenario.events
        if e.kind not in {"attack", "block", "no_block"}
        for id in (*e.subject, *e.target)
    }
    met |= {o.attached_to for o in best.scenario.objects if o.attached_to}  # "one of them enchanted with Pacifism"
    shares = {id for q in best.scenario.queries if q.kind == "may_assign" for id in q.target}
    if any(a.id in shares and b.id not in shares and a.said == b.said for a in unnamed for b in unnamed):
        return True  # "can I put all of it on one of them?"
    return any(
        a.controller == b.controller
        and (_facts(a) != _facts(b) or (a.id in fights) != (b.id in fights) or (a.id in met) != (b.id in met))
        for a in unnamed
        for b in unnamed
    )


def _facts(thing: GameObject) -> tuple[object, ...]:
    return (
        thing.tapped,
        thing.abilities,
        thing.without,
        thing.since,
        thing.counters,
        thing.power,
        thing.toughness,
        thing.damage,
    )


def _noun_after_left(i: int, best: Candidate, talk: Talk) -> bool:
    """ "no mana": the negation went into the scenario, and what it denies did not."""
    if i + 1 >= len(talk.words) or i + 1 in best.used or talk.words[i + 1].used:
        return False
    return talk.words[i + 1].is_("noun", "mana", "land", "life", "creature", "hand", "artifact", "counter")


def _cast_unknown(i: int, talk: Talk) -> bool:
    """ "fog was cast": nobody knows what."""
    sentence = talk.words[i].sentence
    return talk.tags[i] == "VERB" and not any(m.sentence == sentence and m.is_object for m in talk.mentions)
