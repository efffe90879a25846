"""What is asked of an ability: that it triggers, how often, that it resolves, or that one of its effects happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.cards.abilities import (
    Activated,
    CreateTokens,
    Damage,
    Draw,
    Filter,
    IfDo,
    Life,
    ModifyPT,
    PutCounters,
    SpellAbility,
    Static,
    Triggered,
    Unread,
)
from judgecall.parser.areas.asked_gifts import drawn, named_so, wins_the_game
from judgecall.parser.areas.asked_keywords import evolves, keyword_trigger
from judgecall.parser.areas.asked_moves import (
    comes_back,
    effects_within,
    finds_a_card,
    happens_to_host,
    surely_affects,
)
from judgecall.parser.areas.zones import Zone
from judgecall.parser.phrases import Match
from judgecall.scenario.model import QueryKind

if TYPE_CHECKING:
    from judgecall.parser.areas.triggers import TriggerReader

Modification = tuple[int, int] | None
Asked = tuple[QueryKind, str, int | None]

_EFFECTS = (
    ("draw", ("v:draw ~ a? n:card", "v:draw PL? ~ OBJ", "n:card v:draw", "OBJ v:draw", "v:draw", "get ~ n:card")),
    ("life", ("v:get ~ N? n:life", "v:get ~ a? n:life", "n:life")),
    ("tokens", ("OBJ ~ made", "the? ~ n:token", "v:produce PL? ~ OBJ", "v:get ~ BARE")),
    ("counters", ("CH n:counter", "n:counter")),
    ("", ("CH", "the bonus|buff|pump|boost|trample|haste", "k:trample|haste|hexproof|lifelink|flying|indestructible|menace|vigilance|deathtouch", "bonus|buff|boost|pump")),
    ("win", ("win ~ n:game?", "win_the_game", "win ~ s:this_turn", "win")),
    ("exile", ("OBJ? v:exile ~ OBJ?",)),
    ("destroy", ("v:kill ~ OBJ",)),
    ("damage", ("v:deal ~ N ~ n:damage", "v:deal ~ n:damage", "v:deal ~ N", "N n:damage")),
)  # fmt: skip
_RESOLVES = (
    "v:resolve",
    "resolves|resolve|fizzle|fizzles",
    "do|does|doing ~ OWN? thing|stuff|anything|something|its",
    "do ~ its thing",
    "v:trigger",
    "happen|happens|work|works",
    "effect",
)
_TRIGGER_DOES = (
    "n:trigger ~ v:resolve",
    "n:trigger ~ resolves|resolve|fizzle|fizzles",
    "n:trigger ~ do|does ~ OWN? thing|stuff|anything|something",
)
"""What is asked of the trigger, and not whether there is one."""
_TAIL = frozenset({"still", "this turn", "this combat", "that turn", "when", "that", "resolves", "does", "do", "will", "now", "even", "again", "at", "combat", "turn",
                   "with", "effect", "on", "resolution", "if", "then", "and", "or", "ability", "its", "the", "off", "her", "it", "&"})  # fmt: skip


_NUMBERS = frozenset({"how_many_triggers", "number_of_counters", "power"})
_OPEN = frozenset({"what", "whats", "which", "who", "how", "where", "when", "why"})


def _asks_for_more(reader: TriggerReader, zone: Zone) -> bool:
    """ "what life is he on when all has resolved", "how big is the token": no yes or no answers that."""
    opening = range(zone.start, min(zone.end, zone.start + 3))
    words = reader.talk.words
    return any(
        words[i].is_("how_many") or words[i].is_("how_much") or words[i].lower.split()[0] in _OPEN for i in opening[:1]
    ) or any(words[i].is_("how_many") or words[i].is_("how_much") for i in range(zone.start, zone.end))


def effect_asked(reader: TriggerReader, zone: Zone) -> Asked | None:
    """The query of one zone, with its words marked; None when nothing in it is understood."""
    story = reader.story
    asked = _asked(reader, zone)
    if asked is None or (asked[0] not in _NUMBERS and _asks_for_more(reader, zone)):
        return None
    for i in range(zone.start, zone.end):
        word = reader.talk.words[i]
        if (
            word.is_("whether")
            or word.is_("modal_can")
            or word.is_("still")
            or word.is_("this_turn")
            or word.lower in _TAIL
            or word.is_("moment")
        ):
            story.used.add(i)
        inside = reader.talk.inside(i)
        if inside is not None and (
            inside.head in {"player", "pronoun"} or story.board.of_mention.get(inside.start) == reader.source
        ):
            story.use(inside)
        if inside is not None and inside.head == "creature" and inside.owner == "you" and not inside.described:
            story.use(inside)
    return asked


def _asked(reader: TriggerReader, zone: Zone) -> Asked | None:
    story = reader.story
    if any(zone.start <= m.start < zone.end and m.transformed is not None for m in reader.talk.mentions):
        return None  # which face is up is for the reader of faces
    how_many = story.within(
        zone, "s:how_many ~ times ~ v:trigger", "s:how_many ~ n:trigger", "how often ~ v:trigger", "s:how_many ~ times"
    )
    if how_many:
        story.use(*how_many)
        story.use(*story.within(zone, "v:trigger"))
        return "how_many_triggers", "", None
    counted = story.within(zone, "s:how_many ~ CH? n:counter ~ on ~ ANY", "s:how_many ~ CH? n:counter")
    if counted:
        story.use(counted[-1])
        if (
            any(not _is_source(reader, m.start) for m in counted[-1].mentions)
            or not _has_effect(reader, "counters")
            or reader.talk.has("noun", "mana")
            or any(w.kind == "xis" for w in reader.talk.words)
            or not reader.story.timeline
        ):
            return None
        return "number_of_counters", "", None
    if story.within(zone, "s:how_many|how_much"):
        return None
    sized = story.within(zone, "n:power ~ of? ~ ANY", "ANY 's n:power", "n:power|toughness of? ~ ANY")
    if sized and sized[-1].mentions:
        return _size(reader, sized[-1])
    if keyword_trigger(reader, zone):
        return "triggers", "", None
    if _activates(reader, zone):
        return "condition_true", "coven", None
    if _permission(reader, zone):
        return "condition_true", "coven", None
    turns = story.within(zone, "v:transform ~ into|to ~ ANY", "v:transform ~ N?", "v:transform")
    if turns:
        story.use(turns[-1])
        return "transforms", "", None
    if story.within(
        zone, "v:have ~ k:haste|trample|flying|hexproof|lifelink|indestructible|menace|vigilance|deathtouch"
    ):
        return None  # what it has all the time
    triggers = story.within(zone, "v:trigger", "n:coven v:trigger", "n:trigger")
    if not triggers and finds_a_card(reader, zone):
        return reader.kinds(), "", None
    if not triggers and comes_back(reader, zone):
        return _does(reader, "return")
    for value, patterns in _EFFECTS:
        found = [m for m in story.within(zone, *patterns) if not _is_source(reader, m.start)]
        if value == "draw" and not found:
            found = drawn(reader, zone)
        if not found:
            continue
        if (
            value == "tokens"
            and any(m.plural for f in found for m in f.mentions)
            and reader.talk.words[zone.start].is_("whether") is False
        ):
            return None  # "zombies made?" asks how many
        if (
            triggers
            and value in {"draw", ""}
            and triggers[0].start < found[-1].start
            and not _effect_is_asked(reader, zone)
        ):
            break
        if not _has_effect(reader, value):
            return None
        if not _so_much(reader, zone, value, found):
            return None
        if value == "exile" and not happens_to_host(reader, zone):
            return None
        if value in {"destroy", "exile", "damage"} and not surely_affects(reader, zone, value):
            return None
        sizes = [c for f in found for c in f.changes]
        if sizes and value == "":
            branch = _branch(reader, sizes[0])
            if branch is None:
                return None
            if branch:
                story.use(*found)
                return "condition_true", branch, None
        story.use(*found)
        if value == "" and reader.activated():
            return "ability_resolves", "", None
        return _does(reader, value)
    if triggers and story.within(zone, *_TRIGGER_DOES):
        story.use(*triggers)
    elif triggers:
        story.use(*triggers)
        _purpose(reader, zone, triggers[-1].end)
        flash = [c for c in reader.talk.clauses if c.frame == "cast" and zone.start <= c.verb < triggers[0].start]
        for clause in flash:
            reader._arrival(clause)
            story.used.add(clause.verb)
        if story.before(10_000, "trigger", "activate") and not flash and _still(reader, zone):
            return reader.kinds(), "", None
        return "triggers", reader.value, None
    resolves = story.within(zone, *_RESOLVES)
    if resolves:
        story.use(*resolves)
        story.use_words(zone, "stuff", "thing", "anything", "something", "resolution", "ability")
        return reader.kinds(), "", None
    if zone.marked and _only_source(reader, zone):
        return "triggers", "", None
    if zone.marked and _names_token(reader, zone):
        return _does(reader, "tokens")
    return None


def _names_token(reader: TriggerReader, zone: Zone) -> bool:
    """ "horse at end step?": nothing but the token that its ability makes."""
    card = reader.card()
    mentions = [m for m in reader.talk.mentions if zone.start <= m.start < zone.end]
    if card is None or len(mentions) != 1 or mentions[0].cards or mentions[0].owner or mentions[0].count == 0:
        return False
    one = mentions[0]
    made = [
        e for f in card.faces for a in f.abilities if isinstance(a, Triggered) for x in a.effects for e in effects_within(x, (CreateTokens,))
    ]  # fmt: skip
    named = bool(one.subtypes) and any(set(one.subtypes) <= set(getattr(e, "subtypes", ())) for e in made)
    rest = [
        i
        for i in range(zone.start, zone.end)
        if not one.start <= i < one.end and reader.talk.words[i].kind != "mark"
        and not (reader.talk.words[i].is_("moment") or reader.talk.words[i].is_("filler") or reader.talk.words[i].is_("this_turn"))
    ]  # fmt: skip
    if not named or rest:
        return False
    reader.story.use(one)
    return True


_MEANS: dict[str, tuple[type[Draw | Life | CreateTokens | PutCounters | Damage], ...]] = {
    "draw": (Draw,),
    "life": (Life,),
    "tokens": (CreateTokens,),
    "counters": (PutCounters,),
    "damage": (Damage,),
}
_CONCEPTS = {
    "draw": {"cards"},
    "life": {"life"},
    "tokens": {"tokens"},
    "counters": {"counters"},
    "exile": {"zone_change"},
    "destroy": {"destroy", "zone_change"},
    "damage": {"damage"},
}


def _size(reader: TriggerReader, match: Match) -> Asked | None:
    """ "final power of my 1/1?": how big a creature is in the end."""
    id = reader.story.id(match.mentions[-1])
    if id is None:
        return None
    reader.story.use(match)
    reader.story.use_words(match, "final", "power", "toughness")
    reader.about = id
    return "power", "", None


def _has_effect(reader: TriggerReader, value: str) -> bool:
    """Whether an ability of the card (read or not) does such a thing at all."""
    card = reader.card()
    if card is not None and value == "win":
        return wins_the_game(card)
    if card is None or value not in _MEANS:
        return True
    if value == "counters" and evolves(card):
        return True
    for face in card.faces:
        for ability in face.abilities:
            if isinstance(ability, Unread):
                if not ability.concepts or _CONCEPTS[value] & set(ability.concepts):
                    return True
            elif isinstance(ability, Triggered | Activated | SpellAbility) and any(
                effects_within(e, _MEANS[value]) for e in ability.effects
            ):
                return True
    return False


def _so_much(reader: TriggerReader, zone: Zone, value: str, found: list[Match]) -> bool:
    """Whether the card does as much as is asked about ("do i draw two cards", "do i get two wolves"), as far as it is read."""
    card = reader.card()
    if card is None or value not in _MEANS or any(isinstance(a, Unread) for f in card.faces for a in f.abilities):
        return True
    effects = [
        e
        for f in card.faces
        for a in f.abilities
        for x in getattr(a, "effects", ())
        for e in effects_within(x, _MEANS[value])
    ]
    gains = any(reader.talk.lowers[i].startswith("gain") for i in range(zone.start, zone.end))
    if value == "tokens" and not named_so(found, effects):
        return False
    if value == "life" and gains:
        effects = [e for e in effects if getattr(e, "gain", True)]
    if value == "draw":
        effects = [e for e in effects if not getattr(e, "discard", False)]
    asked = {n for f in found for n in f.numbers} | {
        m.count for f in found for m in f.mentions if m.is_object and (m.count or 1) > 1
    }
    if value == "counters" and evolves(card):
        effects.append(PutCounters(Filter(this=True), "+1/+1"))
    amounts = [e.amount for e in effects]
    return bool(effects) and (
        not asked or any(a.per is not None for a in amounts) or asked <= {a.base for a in amounts}
    )


def _branch(reader: TriggerReader, change: tuple[int, int]) -> str | None:
    """Which of a card's effects a size is: "" where it has but that one, a condition where it comes "instead"; None: none of them."""
    card = reader.card()
    if card is None or any(isinstance(a, Unread) for f in card.faces for a in f.abilities):
        return ""
    plain: list[Modification] = []
    instead: list[tuple[Modification, str]] = []
    for ability in (a for f in card.faces for a in f.abilities):
        for effect in getattr(ability, "effects", ()):
            if isinstance(effect, IfDo) and effect.instead:
                instead += [
                    (c, effect.condition.kind if effect.condition else "") for e in effect.effects for c in _changes(e)
                ]
            else:
                plain += _changes(effect)
        plain += [c for e in getattr(ability, "static", ()) for c in _changes(e)]
    if not plain and not instead:
        return ""
    if not instead:
        return "" if change in plain or None in plain else None
    return "coven" if (change, "coven") in instead and change not in plain else None


def _changes(effect: object) -> list[Modification]:
    """The changes of size in an effect; None where one isn't a plain number."""
    if isinstance(effect, ModifyPT):
        known = effect.power.per is None and effect.toughness.per is None and not effect.power.counter
        return [(effect.power.base, effect.toughness.base) if known else None]
    if isinstance(effect, PutCounters):
        return [None]
    inner = (*getattr(effect, "effects", ()), *getattr(effect, "otherwise", ()))
    return [c for e in inner for c in _changes(e)]


def _purpose(reader: TriggerReader, zone: Zone, start: int) -> None:
    """ "will it trigger, so that I draw a card": what the player wants it for."""
    words = reader.talk.lowers
    if start < zone.end and words[start] in {"so", "to"}:
        for i in range(start, zone.end):
            word = reader.talk.words[i]
            if word.is_("verb", "pump", "draw", "get") or word.is_("in_response") or word.is_("modal_can"):
                reader.story.used.add(i)


def _still(reader: TriggerReader, zone: Zone) -> bool:
    """ "ability still goes off?": what is asked about is already on the stack."""
    return any(reader.talk.words[i].is_("still") for i in range(zone.start, zone.end)) or reader.activated()


def _effect_is_asked(reader: TriggerReader, zone: Zone) -> bool:
    """Whether the verb behind the auxiliary is the effect's, not "trigger"."""
    first = next((c for c in reader.talk.clauses if zone.start <= c.verb < zone.end), None)
    return first is not None and first.frame not in {"trigger"}


def _is_source(reader: TriggerReader, i: int) -> bool:
    inside = reader.talk.inside(i)
    return inside is not None and bool(inside.cards)


def _only_source(reader: TriggerReader, zone: Zone) -> bool:
    """ "demonic rising?": nothing but the card's name."""
    words = [i for i in range(zone.start, zone.end) if reader.talk.words[i].kind != "mark"]
    return bool(words) and all(
        (m := reader.talk.inside(i)) is not None and reader.story.board.of_mention.get(m.start) == reader.source
        for i in words
    )


def _does(reader: TriggerReader, value: str) -> Asked:
    if reader.activated() and not value:
        return "ability_resolves", "", None
    return "resolves_with_effect", value, None


def _activates(reader: TriggerReader, zone: Zone) -> bool:
    """ "can i activate it with a 1/1 and a 2/2": whether the condition for activating is met."""
    card = reader.card()
    match = next(
        (
            m
            for m in reader.story.within(zone, "v:activate ~ ANY", "v:activate")
            if reader.talk.words[zone.start].is_("modal_can")
        ),
        None,
    )
    if match is None or card is None or any(e.kind == "activate" for _, e in reader.story.timeline):
        return False
    coven = [
        a
        for f in card.faces
        for a in f.abilities
        if isinstance(a, Activated) and a.condition is not None and a.condition.kind == "coven"
    ]
    if len(coven) != 1 or coven[0].cost.tap or coven[0].cost.untap:
        return False
    reader.story.use(match)
    for i in range(zone.start, zone.end):
        after = reader.talk.words[i + 1] if i + 1 < zone.end else None
        if reader.talk.words[i].is_("noun", "ability") or (after is not None and after.is_("noun", "ability")):
            reader.story.used.add(i)  # "its transform ability": the only one that it has
    return True


def _permission(reader: TriggerReader, zone: Zone) -> bool:
    """ "can i cast a creature off the top": what a static ability allows only while its condition is true."""
    story = reader.story
    match = next(
        iter(story.within(zone, "v:cast ~ OBJ ~ off|from ~ top", "v:cast ~ OBJ ~ off|from ~ of? ~ OWN? n:library")),
        None,
    )
    card = reader.card()
    if match is None or card is None:
        return False
    if not any(
        isinstance(a, Static) and a.condition is not None and a.condition.kind == "coven"
        for f in card.faces
        for a in f.abilities
    ):
        return False
    story.use(match)
    story.use_words(zone, "top", "of", "my", "library", "libary", "off", "from")
    story.used |= {i for i in range(zone.start, zone.end) if reader.talk.words[i].is_("noun", "library")}
    return True
