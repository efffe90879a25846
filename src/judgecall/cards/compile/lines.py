"""Compile a line of rules text, or all the text of a face, to abilities."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import msgspec

from judgecall.cards.abilities import (
    Ability,
    Activated,
    AnyEffect,
    Condition,
    DoesntUntap,
    Event,
    Filter,
    Grant,
    Keyword,
    ModifyPT,
    Replacement,
    SpellAbility,
    Static,
    Triggered,
    Unread,
)
from judgecall.cards.compile import (  # noqa: F401 - each adds its productions to the grammar
    actions,
    amounts,
    animated,
    casting,
    characteristics,
    choices,
    clauses,
    combat,
    combat_costs,
    combat_demands,
    conditions,
    conditions_past,
    costs,
    costs_and_x,
    damage,
    damage_changes,
    damage_prevented,
    damage_withheld,
    deeds,
    digging,
    doings,
    done_later,
    durations,
    entries,
    granted_by_choice,
    having,
    instead,
    keywords,
    mana,
    modal,
    moments,
    moves,
    multiplied,
    nouns,
    objects,
    occasions,
    of_each_player,
    prevention,
    protections,
    qualities,
    quantities,
    replacements,
    same_for,
    sentences_joined,
    stack,
    standings,
    statics,
    tallies,
    this_way,
    together,
    token_making,
    triggers,
    whole_abilities,
    words,
)
from judgecall.cards.compile.grammar import GRAMMAR
from judgecall.cards.compile.heads_of_abilities import PREFIXES
from judgecall.cards.compile.level_lines import compile_level, compile_priced_modes, is_level_head
from judgecall.cards.compile.others import other_targets, other_than_event
from judgecall.cards.compile.references import (
    after_paying,
    fill,
    has_reference,
    kinds_of_reference,
    leans_on_line_before,
    mapped,
    settle,
    settle_trigger,
)
from judgecall.cards.compile.subjects import PAIR
from judgecall.cards.compile.taken import asked_of_exiled, exiled_for, sacrificed_by
from judgecall.cards.compile.text import (
    ABILITY_WORDS,
    Word,
    call_self,
    cut_ability_word,
    logical_lines,
    modern,
    own_names,
    words_of,
)
from judgecall.cards.compile.unread import unread
from judgecall.cards.compile.walking import fighting_this
from judgecall.cards.compile.x_left import has_stray_x

# isort: split
# After the others: where both read a line, the plainer reading comes first.
from judgecall.cards.compile import (  # noqa: F401 - each adds its productions to the grammar
    acts,
    arrivals,
    cards_by_number,
    chance_and_energy,
    chosen_numbers,
    circumstances,
    copies,
    damage_shared_out,
    descriptions_more,
    done_so_often,
    events_of_players,
    for_each,
    handovers,
    happenings,
    lasting_and_searches,
    library_cards,
    mana_shapes,
    numbers_counted,
    player_deeds,
    returns,
    seen_cards,
    sizes_changed,
    spells_changed,
    spells_this_turn,
    standing_of_players,
    tapped_for,
    x_carried,
    x_chosen,
    x_costs,
    x_defined,
    x_numbers,
)

# isort: split
# Rarer still, mostly about X.
from judgecall.cards.compile import (  # noqa: F401 - each adds its productions to the grammar
    cards_from_the_top,
    cards_shown,
    chosen_for_x,
    counted_for_x,
    damage_moved,
    deeds_of_many,
    defined_x,
    halves_and_sizes,
    rarer_events,
    searches_for_x,
    several_times,
)

_THIS = Filter(this=True)
_TRIGGER = ("when", "whenever", "at")


def compile_face_text(text: str, name: str, spell: bool = False, legendary: bool = False) -> tuple[Ability, ...]:
    """All abilities of a face, in the order of its lines.

    Args:
        text: The Oracle text.
        name: The face's name, so that the text can speak of it.
        spell: The face is an instant or a sorcery, so a plain sentence is what it does.
        legendary: It may be called by a short name.
    """
    names = own_names(name, legendary)
    found: list[Ability] = []
    for line in logical_lines(text):
        plain = modern(line)
        compiled = compile_line(call_self(plain, names), spell)
        if any(isinstance(ability, Unread) for ability in compiled) and name in plain:
            # A name that is an ordinary word ("Exile", "Regeneration") may not be meant here.
            again = compile_line(call_self(plain, []), spell)
            compiled = compiled if any(isinstance(ability, Unread) for ability in again) else again
        found.extend(compiled)
    return mapped(tuple(found), lambda item: _named_after(item, name), granted=True)  # type: ignore[no-any-return]


def _named_after(item: Any, name: str) -> Any:
    """The card's own name where a line speaks of objects with that name, or of turning into it."""
    if isinstance(item, Filter) and "~" in item.names:
        return msgspec.structs.replace(item, names=tuple(name if n == "~" else n for n in item.names))
    if isinstance(item, Event) and item.into == "~":
        return msgspec.structs.replace(item, into=name)
    return item


_EITHER_COST = re.compile(r"^((?:\{[^}]+\},? ?)+) or ((?:\{[^}]+\},? ?)+): (.+)$")


@lru_cache(maxsize=65536)
def compile_line(line: str, spell: bool = False) -> tuple[Ability, ...]:
    """The abilities in one prepared line: "~" for the object itself, no reminder text, modern wording.

    A line is compiled whole, or it is one `Unread` that keeps what can be told.
    """
    for prefix, change in PREFIXES.items():
        if line.startswith(prefix):
            return tuple(change(ability) for ability in compile_line(line[len(prefix) :], spell))
    if is_level_head(line):
        level = compile_level(line, compile_line)
        return level if level is not None else (unread(words_of(line)),)
    priced = compile_priced_modes(line, _mode)
    if priced is not None:
        return priced
    word, rest = cut_ability_word(line)
    either = _EITHER_COST.match(rest)
    if either:
        # "{3}, {T} or {R}, {T}: …": the same effect at two costs is two ways to activate it.
        return compile_line(f"{either[1]}: {either[3]}") + compile_line(f"{either[2]}: {either[3]}")
    tokens = words_of(rest)
    if not tokens:
        return ()
    for read in _order(tokens, spell):
        found = read(tokens)
        if found is not None and not ("where X is" in rest and "{X}" not in rest and has_stray_x(found)):
            return tuple(_with_word(ability, word) for ability in found)
    pair = None if spell else _two_abilities(rest)
    if pair is not None:
        return pair
    whole = unread(tokens)
    if whole.shape == "spell" and not spell:
        # A permanent does nothing as it resolves: "Each creature gets +1/+1 for …" holds all the time.
        whole = msgspec.structs.replace(whole, shape="static")
    return (whole,)


_LEANS_BACK = re.compile(
    r"(?i)\b(it|its|it's|he|his|him|she|her|they|they're|their|them|that|those|this|these|otherwise|also|instead|do|does|"
    r"don't|doesn't|such|same|ability|either|rest|others?|x|chosen)\b"
)
"""Words by which a sentence may lean on the one before it."""


def _two_abilities(line: str) -> tuple[Ability, ...] | None:
    """A line of two sentences that are an ability each: neither speaks of what the other does (CR 113.2c)."""
    for match in re.finditer(r"\. (?=[A-Z~])", line):
        first, second = line[: match.start() + 1], line[match.end() :]
        if '"' in line or "•" in line or ":" in line or " — " in line or _LEANS_BACK.search(second):
            return None
        if first.startswith(("When", "At ")) or re.search(r"(?i)\b(target|choose)\b", first):
            return None
        both = (compile_line(first), compile_line(second))
        kinds = (Static, Keyword, Replacement, Triggered)
        if all(row and all(isinstance(ability, kinds) for ability in row) for row in both):
            return both[0] + both[1]
    return None


def _order(tokens: list[Word], spell: bool) -> list[Any]:
    first = tokens[0].low
    if spell and [token.low for token in tokens[:3]] == ["when", "you", "do"]:
        return [_spell]
    if first in _TRIGGER:
        # "Whenever a creature attacks this turn, …" is what a spell sets up.
        return [_triggered, _static, _spell] if spell else [_triggered, _static]
    if any(token.low == ":" for token in tokens):
        return [_activated, _keywords, _static]
    if any(token.low == "•" for token in tokens):
        return [_spell, _triggered] if spell else [_triggered]
    return [_keywords, _replacement, _static, _spell] if spell else [_keywords, _replacement, _static, _triggered]


def _with_word(ability: Ability, word: str) -> Ability:
    if word in ABILITY_WORDS and isinstance(ability, Triggered):
        return msgspec.structs.replace(ability, ability_word=word)
    return ability


def _keywords(tokens: list[Word]) -> tuple[Ability, ...] | None:
    found: tuple[Ability, ...] | None = GRAMMAR.read("keywords_line", tokens)
    return found


def _replacement(tokens: list[Word]) -> tuple[Ability, ...] | None:
    found: tuple[Replacement, ...] | None = GRAMMAR.read("replacement_line", tokens)
    return None if found is None else mapped(found, lambda item: fill(item, _THIS))


def _static(tokens: list[Word]) -> tuple[Ability, ...] | None:
    one: Static | None = GRAMMAR.read("static_line", tokens)
    found: tuple[Static, ...] | None = (one,) if one is not None else GRAMMAR.read("static_pair", tokens)
    if found is None or any(isinstance(e, DoesntUntap) and e.next_only for row in found for e in row.effects):
        return None  # "… doesn't untap during its controller's next untap step" is something that is done once
    found = tuple(msgspec.structs.replace(item, effects=fighting_this(item.effects)) for item in found)
    if has_reference(found):
        about = next((about for about in map(_subjects, found) if about is not None), None) or _each_of_group(found)
        if about is None:
            return None
        found = mapped(found, lambda item: fill(item, about))
    return found


def _subjects(found: Static) -> Filter | None:
    """What "it" means in a static ability: its one subject, if that is a single object."""
    for effect in found.effects:
        of = getattr(effect, "of", None) or getattr(effect, "attacker", None)
        if isinstance(of, Filter) and (of.this or of.attached):
            return of
        by = getattr(effect, "by", None)
        if isinstance(by, Filter) and by.power_vs_this:
            return _THIS
    condition = found.condition
    if condition is not None and condition.kind == "paired" and "that" in kinds_of_reference(found):
        return PAIR
    parts: tuple[Condition, ...] = (condition, *condition.parts) if condition else ()
    for part in parts:
        if part.of is not None and (part.of.this or part.of.attached):
            return part.of
        if part.of is None and (part.kind in _OWN_STATE or (part.counter or "").startswith("this is ")):
            return _THIS
    return None


def _each_of_group(found: tuple[Static, ...]) -> Filter | None:
    """ "Each creature you control gets +1/+1 for each counter on it": "it" is each one of the group."""
    groups = {
        msgspec.json.encode(effect.of)
        for row in found
        for effect in row.effects
        if isinstance(effect, ModifyPT | Grant)
    }
    every = sum(len(row.effects) for row in found)
    plain = all(isinstance(e, ModifyPT | Grant) and not e.of.ref for row in found for e in row.effects)
    return (
        Filter(ref="set") if plain and every and len(groups) == 1 and "that" not in kinds_of_reference(found) else None
    )


_OWN_STATE = frozenset(
    ("tapped", "untapped", "attacking", "blocking", "equipped", "enchanted", "counters", "power", "toughness", "monstrous",
     "entered_this_turn", "in_zone", "in_combat", "renowned", "saddled", "modified", "paired", "kicked", "was_cast")
)  # fmt: skip


def _activated(tokens: list[Word]) -> tuple[Ability, ...] | None:
    found: Activated | None = GRAMMAR.read("activated", tokens)
    if found is None:
        return None
    effects = sacrificed_by(exiled_for(found.effects, found.cost), found.cost)
    settled = settle(effects, *after_paying(found.cost))
    settled = settled and other_targets(settled)
    if settled is None or "that" in kinds_of_reference(settled):
        return None
    kept = all(part is None or not part[1].this for part in (found.cost.sacrifice, found.cost.exile))
    found = msgspec.structs.replace(found, effects=fighting_this(settled) if kept else settled)
    if found.cost.loyalty is not None or found.cost.loyalty_x:
        found = msgspec.structs.replace(found, effects=mapped(found.effects, _dealt_to_planeswalker))
    if found.condition is not None:
        found = msgspec.structs.replace(found, condition=mapped(found.condition, lambda item: fill(item, _THIS)))
    asked = found.condition
    if asked is not None and asked.kind == "any" and any(part.kind == "in_zone" for part in asked.parts):
        return None  # "Activate only if ~ is on the battlefield or in the command zone": there is one zone only to say it of
    return (msgspec.structs.replace(found, zone=_zone(found)),)


def _dealt_to_planeswalker(item: Any) -> Any:
    """ "Whenever a creature deals combat damage to ~", said by a loyalty ability: to a planeswalker, no creature."""
    if not isinstance(item, Event) or item.by != _THIS or not item.what.endswith("damage_creature"):
        return item
    return msgspec.structs.replace(item, what=item.what.replace("damage_creature", "damage_planeswalker"))


def _zone(ability: Activated) -> str:
    """Where the ability can be activated: on the battlefield unless its cost or effect says otherwise (CR 113.6)."""
    if (ability.cost.discard and ability.cost.discard[1].this) or costs.REVEALED_FROM_HAND in ability.cost.other:
        return "hand"
    asked = ability.condition
    if asked is not None and asked.kind == "in_zone" and asked.of is None and not asked.negated and asked.counter:
        return asked.counter  # "Activate only if ~ is in your graveyard"
    if asked is not None and asked.counter == "is suspended" and asked.of is None and not asked.negated:
        return "exile"  # only a card in exile is suspended (CR 702.62b)
    exiled = ability.cost.exile
    if exiled and exiled[1].this and exiled[1].zone != "battlefield":
        return exiled[1].zone
    for effect in ability.effects:
        of = getattr(effect, "of", None)
        if isinstance(of, Filter) and of.this and of.zone == "graveyard":
            return "graveyard"
    return "battlefield"


def _triggered(tokens: list[Word]) -> tuple[Ability, ...] | None:
    one: Triggered | None = GRAMMAR.read("triggered", tokens)
    found: tuple[Triggered, ...] | None = (one,) if one is not None else GRAMMAR.read("triggered_twice", tokens)
    settled = tuple(_other(settle_trigger(item)) for item in found or ())
    return tuple(item for item in settled if item is not None) if settled and None not in settled else None


def _other(t: Triggered | None) -> Triggered | None:
    """What it is that "other" is other than."""
    effects = t and other_targets(t.effects)
    return other_than_event(msgspec.structs.replace(t, effects=effects)) if t and effects is not None else None


def _spell(tokens: list[Word]) -> tuple[Ability, ...] | None:
    found: SpellAbility | None = GRAMMAR.read("spell", tokens)
    if found is None:
        return None
    effects = sacrificed_by(exiled_for(asked_of_exiled(found.effects), None))
    settled = settle(effects, None)
    if (settled is None or "that" in kinds_of_reference(settled)) and leans_on_line_before(effects[0]):
        before = Filter(ref="earlier")
        settled = settle(effects, before, before)
    if settled is None or "that" in kinds_of_reference(settled):
        return None
    # A spell is none of the permanents it speaks of: "another target creature" is another than the first target.
    return (msgspec.structs.replace(found, effects=other_targets(settled) or settled),)


_QUOTE_INSIDE = re.compile(r"(?<!\w)'((?:[^'\"]|(?<=\w)'s\b|(?<=~)'s\b)*[.,!])'")
"""An ability quoted inside a quoted ability: in single quotation marks."""


def _mode(text: str) -> tuple[AnyEffect, ...] | None:
    """What one mode of a spell does."""
    found = compile_line(text, True)
    return found[0].effects if len(found) == 1 and isinstance(found[0], SpellAbility) else None


def _quoted_ability(text: str) -> tuple[Ability, ...]:
    return compile_line(_QUOTE_INSIDE.sub(r'"\1"', text.removesuffix(",")))


characteristics.on_quote(_quoted_ability)
