"""The abilities of cards, in the terms of the Comprehensive Rules.

This is the vocabulary that the compiler writes and the engine reads. It holds
facts only: no sentence of rules text is kept. Every struct is frozen, has a
`kind` tag in its JSON form, and leaves its defaults out, so a card is one short
line.

Mana types are the letters W U B R G C (CR 106.1b); a mana cost is written with
symbols in braces, as in "{2}{U}{U}" (CR 107.4).
"""

from __future__ import annotations

from typing import Literal, Union

import msgspec

Controller = Literal[
    "any", "you", "opponent", "attached", "defending", "target_player", "target_opponent", "that_player", "enchanted_player", "active_player", "monarch",
    "your_team", "chosen_player", "target_player_or_its_controller",
]  # fmt: skip
"""Whose objects: `attached` is the controller of the enchanted or equipped object; `that_player` one spoken of before;
`target_player_or_its_controller` the player that is the target, or the controller of the planeswalker that is."""

Comparison = Literal[">=", "<=", "=", ">", "<", "!="]


class Term(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base of every part of an ability that has no kind of its own."""


class Filter(Term, frozen=True, omit_defaults=True):
    """Which objects an ability talks about. Empty means every object.

    Within one field the entries are alternatives (any of); the fields all have
    to hold. `this` is the object the ability is on, `attached` the one that an
    Aura or Equipment is attached to (CR 301.5, 303.4).
    """

    types: tuple[str, ...] = ()
    """creature, land, artifact, enchantment, planeswalker, battle, instant, sorcery, permanent, spell, card; on the stack
    also activated_ability, triggered_ability"""
    not_types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    """With a capital, as on the type line: Goblin, Island, Aura."""
    not_subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    """basic, legendary, snow"""
    not_supertypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    """W U B R G, `colorless`, `monocolored` or `multicolored`"""
    not_colors: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    without_keywords: tuple[str, ...] = ()
    power: tuple[Comparison, int] | None = None
    toughness: tuple[Comparison, int] | None = None
    power_or_toughness: tuple[Comparison, int] | None = None
    mana_value: tuple[Comparison, int] | None = None
    mana_value_of: tuple[Comparison, Amount] | None = None
    """Its mana value compared with a number that varies: the charge counters on this (Chalice of the Void), X (Repeal)."""
    power_of: tuple[Comparison, Amount] | None = None
    toughness_of: tuple[Comparison, Amount] | None = None
    """Its power or toughness compared with a number that varies."""
    power_vs_this: Comparison | None = None
    """Its power compared with the power of this object, the one that the ability is on: `>` is "with greater power"."""
    controller: Controller = "any"
    state: tuple[str, ...] = ()
    """All of: tapped, untapped, attacking, blocking, blocked, unblocked, token, nontoken, face_down,
    transformed, enchanted, equipped, modified, commander, entered_this_turn, all_colors, blocking_this and blocked_by_this (this object),
    blocking_it and blocked_by_it (the object that the effect or the event is about, or that paid the cost), attached_to_this, attached_to_event_by (what `ref` calls so), other_than_attached (not the enchanted or equipped creature),
    greatest_power (among those that the description otherwise fits), greatest_power_of_all (among all creatures), attacking_alone, damaged_this_turn, attacked_this_turn"""
    counters: str | None = None
    """It has a counter of this kind on it ("+1/+1", "any")."""
    zone: str = "battlefield"
    """battlefield, graveyard, hand, exile, stack, library, command"""
    this: bool = False
    attached: bool = False
    other: bool = False
    """Not this object ("another", "other"). Counted in the condition of a triggered ability, nor the object of the event.
    Where the words mean other than something else, a state says so: other_than_it, other_than_target, other_than_attached."""
    target: bool = False
    """Chosen as a target (CR 115.1)."""
    count: int | None = None
    """How many are chosen; None is all that fit (or one for a target)."""
    up_to: bool = False
    at_least_one: bool = False
    """From one to `count` are chosen; in a cost of any number, no fewer than one. In the `by` of an event: it triggers once for all of them ("blocked by one or more creatures")."""
    count_x: bool = False
    """X are chosen."""
    chosen: str | None = None
    """color, type, name: the quality chosen as this object entered (CR 607.2d); a name also that of the card exiled with it."""
    legs: tuple[Comparison, int] | None = None
    """Legs in the art of the printing (playtest cards)."""
    and_types: tuple[str, ...] = ()
    """Types that it has all of: an "artifact creature" is types=("creature",), and_types=("artifact",)."""
    alternatives: tuple[Filter, ...] = ()
    """It fits at least one of these, beside all the other fields: "creature or Vehicle". One that has a zone of its own, other than the
    battlefield, is looked for there and not in this `zone`: "creatures on the battlefield and/or creature cards from graveyards"."""
    ref: Literal["", "event", "event_by", "earlier", "cost", "set", "granter", "that"] = ""
    """An object spoken of before: the one of the trigger's `event`, or the other one in it (`event_by`: the creature it blocked or damaged); the one that an `earlier` effect of this ability chose,
    moved or made; the one that paid the `cost`; or, inside a group effect, each member of the `set` ("where X is its power").
    `granter` is the object that granted this ability. With a ref the other fields only narrow it down."""
    chosen_by: str = ""
    """Who chooses it, if not you: "each opponent sacrifices a creature"."""
    owned: bool = False
    """`controller` says who owns it, not who controls it ("you own"). Off the battlefield and the stack that is always so."""
    shares: str = ""
    """It shares this with what `ref` or this object is: name, creature_type, color, card_type."""


class Amount(Term, frozen=True, omit_defaults=True):
    """A number that an ability uses.

    `base` alone is a fixed number. `per` names what is counted and `of` which objects:
    x, count (objects in `of`), power, toughness (of the object in `of`), devotion (colour letters in
    `colors`, CR 700.5), colors_spent (sunburst, converge), counters (of kind `counter` on `of`), greatest_power,
    life, hand, that_much, all (counters), targets, mana_spent, times_kicked, died_this_turn, experience, unspent (mana of `colors`), card_types,
    printed (the printed value stays), hand_that_player, colors_among, basic_land_types, mana_value, attackers, x_spell,
    attached_to_it (of kind `counter`: "Aura", "Aura or Equipment"), other_spells_cast (this turn), as_it_was_cast (what `parts` came to as the spell was cast).
    The value is base + times * what was counted.
    """

    base: int = 0
    per: str | None = None
    of: Filter | None = None
    times: int = 1
    counter: str | None = None
    colors: str = ""
    half: Literal["", "up", "down"] = ""
    parts: tuple[Amount, ...] = ()
    """For `sum`: what it is the sum of. `history` is a number that only the course of the game tells, named by `counter`."""


class Cost(Term, frozen=True, omit_defaults=True):
    """What must be paid (CR 118, 602.1a)."""

    mana: str = ""
    tap: bool = False
    """The {T} symbol (CR 107.5)."""
    untap: bool = False
    """The {Q} symbol (CR 107.6)."""
    loyalty: int | None = None
    loyalty_x: bool = False
    tap_objects: tuple[Amount, Filter] | None = None
    """Tap this many untapped objects, as Heritage Druid does: no {T} symbol."""
    sacrifice: tuple[Amount, Filter] | None = None
    """Sacrifice; a filter with `this` is the object itself."""
    life: Amount | None = None
    discard: tuple[Amount, Filter] | None = None
    exile: tuple[Amount, Filter] | None = None
    return_to_hand: tuple[Amount, Filter] | None = None
    put_counters: tuple[Amount, str] | None = None
    remove_counters: tuple[Amount, str] | None = None
    energy: Amount | None = None
    other: tuple[str, ...] = ()
    """Costs of other kinds, each named by one word of the rules: reveal, mill, exert."""


class Condition(Term, frozen=True, omit_defaults=True):
    """Something that is true or false in a game state.

    kind: control (count of `of` compared with `n`), coven (three creatures you control whose powers all
    differ, CR 207.2c), life (yours), opponent_life, cards_in_hand, graveyard (count of `of` in your graveyard),
    spells_cast_last_turn, no_spells_last_turn, no_spells_this_turn, died_this_turn (morbid), attacked_this_turn (raid), gained_life, lost_life, night, day,
    counters (kind `counter` on this), tapped, untapped, attacking, blocking, equipped, enchanted,
    transformed, your_turn, not_your_turn, mana_spent, kicked, devotion, in_zone (this in zone `counter`),
    power (of this), entered_this_turn, was_cast, lands_played, opponent_controls, monstrous, opponent_more_lands,
    no_life_lost, target_mana_value (of what the ability targets), threshold, delirium, hand_empty, untap_step, drawn, x_at_least, on_battlefield, other.
    `who` is whose: you, opponent, each, defending, that_player (the one spoken of), controller (of what this is attached to).
    For the kinds about one object's own state, `of` is that object; None is the object the ability is on.
    `was_cast` with `counter` says from which zone; `other` names in `counter` a fact that has no kind of its own.
    """

    kind: str
    of: Filter | None = None
    compare: Comparison = ">="
    n: int = 1
    who: str = "you"
    counter: str | None = None
    colors: str = ""
    negated: bool = False
    is_a: Filter | None = None
    """For kind `is`: the object `of` fits this description."""
    parts: tuple[Condition, ...] = ()
    """For kinds `all` and `any`: the conditions that are joined. Other kinds beside those above: toughness, in_combat (attacking or
    blocking), spells_cast_this_turn, renowned, suspected, saddled, modified, paired, neither_day_nor_night."""


# ---------------------------------------------------------------- effects


class Effect(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="kind"):
    """What a spell or ability does as it resolves, or what a static ability does all the time."""


class AddMana(Effect, frozen=True, omit_defaults=True, tag="add_mana"):
    """Add mana (CR 106.4, 605). Each option in `options` is one choice.

    An option is either symbols ("GG", "C") or one of the names
    `any_color`; `any_combination` (each mana of any colour); `any_type_yours`, `any_color_yours`
    (that a land you control could produce); `any_type_opponents`, `any_color_opponents`; `any_color_identity`;
    `chosen_color`; `any_color_among` (colours among the objects in `among`); `any_type_produced` (the types the triggering
    permanent produced, CR 106.12a); `same_type` (each type of mana already in the pool, for Doubling Cube).
    `any_combination:RG` restricts the combination to those colours.
    `amount` multiplies: "{G} for each creature you control" is options ("G",) with amount per count.
    `who` is you, or the controller of the tapped permanent (`its_controller`), or that player.
    """

    options: tuple[str, ...]
    amount: Amount = Amount(base=1)
    among: Filter | None = None
    spend_only: str = ""
    """What the mana may be spent on, in a few words of ours ("creature spells"); empty for anything (CR 106.6)."""
    rider: str = ""
    """What else happens when it is spent ("can't be countered"); empty for nothing."""
    who: Literal["you", "its_controller", "that_player", "target_player"] = "you"
    keep: bool = False
    """The mana doesn't empty as steps and phases end."""


class ModifyPT(Effect, frozen=True, omit_defaults=True, tag="modify_pt"):
    """+N/+M (CR 613.4c)."""

    of: Filter
    power: Amount = Amount()
    toughness: Amount = Amount()
    until_end_of_turn: bool = False


class SetPT(Effect, frozen=True, omit_defaults=True, tag="set_pt"):
    """Base power and toughness become these (CR 613.4b), or for a */* creature are defined by them (CR 613.4a)."""

    of: Filter
    power: Amount = Amount()
    toughness: Amount = Amount()
    until_end_of_turn: bool = False
    defining: bool = False


class Grant(Effect, frozen=True, omit_defaults=True, tag="grant"):
    """The objects have these abilities (CR 613.1f)."""

    of: Filter
    abilities: tuple[Ability, ...]
    until_end_of_turn: bool = False


class LoseAbilities(Effect, frozen=True, omit_defaults=True, tag="lose_abilities"):
    """The objects lose these keywords (and can't have them, if `cant_have`); all abilities if none is named."""

    of: Filter
    keywords: tuple[str, ...] = ()
    cant_have: bool = False
    until_end_of_turn: bool = False


class Become(Effect, frozen=True, omit_defaults=True, tag="become"):
    """The objects become, or are in addition, these types (CR 613.1d), perhaps with a base power and toughness."""

    of: Filter
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    """`every_creature_type`, `every_basic_land_type` and `chosen` are allowed beside real ones."""
    colors: tuple[str, ...] = ()
    in_addition: bool = False
    loses_types: tuple[str, ...] = ()
    """It isn't of these types any more ("isn't a creature")."""
    power: int | None = None
    toughness: int | None = None
    abilities: tuple[Ability, ...] = ()
    until_end_of_turn: bool = False


class PutCounters(Effect, frozen=True, omit_defaults=True, tag="put_counters"):
    of: Filter
    counter: str
    amount: Amount = Amount(base=1)


class RemoveCounters(Effect, frozen=True, omit_defaults=True, tag="remove_counters"):
    of: Filter
    counter: str
    amount: Amount = Amount(base=1)


class Transform(Effect, frozen=True, omit_defaults=True, tag="transform"):
    """Turn over (CR 701.27)."""

    of: Filter


class ExileAndReturn(Effect, frozen=True, omit_defaults=True, tag="exile_and_return"):
    """Exile, then return to the battlefield (at once or at the next end step), perhaps transformed (CR 712.14)."""

    of: Filter
    transformed: bool = False
    delayed: bool = False
    under: Literal["owner", "you"] = "owner"
    tapped: bool = False


class PutOntoBattlefield(Effect, frozen=True, omit_defaults=True, tag="put_onto_battlefield"):
    """Put from another zone onto the battlefield."""

    of: Filter
    transformed: bool = False
    tapped: bool = False
    under: Literal["owner", "you"] = "you"


class Move(Effect, frozen=True, omit_defaults=True, tag="move"):
    """Any other zone change: destroy (CR 701.8), exile, sacrifice, return to hand, put in graveyard or library."""

    of: Filter
    how: Literal["destroy", "exile", "exile_until_leaves", "sacrifice", "hand", "graveyard", "library", "shuffle"]
    no_regeneration: bool = False
    optional: bool = False


class ForceBlock(Effect, frozen=True, omit_defaults=True, tag="force_block"):
    """A requirement on blocks (CR 509.1c).

    `blockers` able to block `attacker` do so. With `at_least` 1 it is "must be blocked if able"; None is all of them (Lure).
    With no attacker it is "blocks each combat if able".
    """

    attacker: Filter | None = None
    blockers: Filter | None = None
    at_least: int | None = None
    at_most: int | None = None
    until_end_of_turn: bool = False


class ForceAttack(Effect, frozen=True, omit_defaults=True, tag="force_attack"):
    """A requirement on attacks (CR 508.1d): attacks each combat if able. `goad` adds "a player other than you"."""

    of: Filter
    goad: bool = False
    until_end_of_turn: bool = False
    whom: str = ""
    if_attacks: Filter | None = None
    """Only if one of these attacks."""
    any_of_them: bool = False
    """One of them at least, not each: "must attack with at least one creature"."""


class CantBeBlocked(Effect, frozen=True, omit_defaults=True, tag="cant_be_blocked"):
    """An evasion restriction (CR 509.1b) on attackers `of`.

    With no other field it can't be blocked at all. `by`: not by these. `except_by`: only by these. `fewer_than`: not by
    fewer creatures than this. `more_than`: not by more. `unless_all`: unless all creatures the defending player controls block.
    """

    of: Filter
    by: Filter | None = None
    except_by: Filter | None = None
    fewer_than: int | None = None
    more_than: int | None = None
    unless_all: bool = False
    until_end_of_turn: bool = False


class CantBlock(Effect, frozen=True, omit_defaults=True, tag="cant_block"):
    """A restriction on blockers `of`. `attackers`: these only. `only`: it can block only these. `alone`: not alone."""

    of: Filter
    attackers: Filter | None = None
    only: Filter | None = None
    alone: bool = False
    unless_greater_power_blocks: bool = False
    until_end_of_turn: bool = False
    unless_others_block: int | None = None
    """Unless at least so many other creatures block."""


class CantAttack(Effect, frozen=True, omit_defaults=True, tag="cant_attack"):
    """A restriction on attackers `of` (CR 508.1c). `whom`: "you" if only that player, "you_or_yours" with
    your planeswalkers, "owner" its owner and that player's planeswalkers; `unless` holds what would allow it."""

    of: Filter
    alone: bool = False
    unless: Condition | None = None
    unless_greater_power_attacks: bool = False
    whom: str = ""
    until_end_of_turn: bool = False
    unless_others_attack: int | None = None
    """Unless at least so many other creatures attack."""


class BlockLimit(Effect, frozen=True, omit_defaults=True, tag="block_limit"):
    """No more than `at_most` creatures can block each combat; `who` says whose creatures. With `attack`, no more can attack
    each combat, or (`who` is you) no more can attack you."""

    at_most: int
    who: str = "each"
    attack: bool = False
    until_end_of_turn: bool = False


class BlockAdditional(Effect, frozen=True, omit_defaults=True, tag="block_additional"):
    """Can block an additional creature; None is any number (CR 509.1a)."""

    of: Filter
    n: int | None = 1
    until_end_of_turn: bool = False


class CanBlockAsThough(Effect, frozen=True, omit_defaults=True, tag="can_block_as_though"):
    """Can block as though it were untapped, or as though the attacker lacked a keyword; can attack as though no defender, or haste."""

    of: Filter
    what: Literal["untapped", "no_shadow", "no_flying", "no_defender", "no_landwalk", "reach", "haste"]
    until_end_of_turn: bool = False
    landwalk: str = ""
    """For no_landwalk: only this one ("islandwalk"); `of` is then the attackers."""


class CombatTax(Effect, frozen=True, omit_defaults=True, tag="combat_tax"):
    """Creatures `of` can't attack (or block) unless their controller pays for each one (CR 508.1g-h, 509.1d)."""

    of: Filter
    cost: Cost
    per: Amount = Amount(base=1)
    attack: bool = True
    block: bool = False
    whom: str = ""
    """Only attacks on "you", on "you_or_yours" (you and your planeswalkers) or on "your_planeswalkers" are taxed."""
    attackers: Filter | None = None
    """Only blocking these is taxed."""
    until_end_of_turn: bool = False


class DamageRule(Effect, frozen=True, omit_defaults=True, tag="damage_rule"):
    """How combat damage is assigned or counted.

    rule: by_toughness (assigns damage equal to toughness), by_toughness_if_greater, lethal_by_power (lethal damage is determined by
    power), as_though_unblocked, double, triple (damage by these), double_to, triple_to (damage dealt to these), prevent_all_to,
    prevent_all_by, prevent_combat_by, cant_be_prevented, no_combat_damage, divide_freely (the defending player divides),
    unblocked_without_choice (none of it can be assigned to the blockers).
    """

    of: Filter
    rule: str
    until_end_of_turn: bool = False
    combat_only: bool = False
    by: Filter | None = None
    """For the rules prevent_to_from and prevent_to_players: only damage from these sources."""
    players: str = ""
    """For the rule prevent_to_players: damage to these players (you, each_player), and to the objects `of` if it names any."""
    optional: bool = False
    """ "You may have it assign its combat damage as though …"."""
    noncombat_only: bool = False
    n: int = 0
    """For the rules plus and minus (damage from `by` to `of` and `players`): how much; for prevent_next_from how much at most, if not
    all of it. Beside those there are prevent, double_to_from, triple_to_from and prevent_from_one, and plus_x and minus_x, whose X a Named
    x_is says; the engine works none of these out."""


class AsThoughHaste(Effect, frozen=True, omit_defaults=True, tag="as_though_haste"):
    """Abilities of these may be activated as though they had haste (CR 702.10c)."""

    of: Filter


class MultiplyMana(Effect, frozen=True, omit_defaults=True, tag="multiply_mana"):
    """If one of `of` is tapped for mana, it produces this many times as much (CR 106.12b)."""

    of: Filter
    times: int
    until_end_of_turn: bool = False


class SubstituteMana(Effect, frozen=True, omit_defaults=True, tag="substitute_mana"):
    """If one of `of` is tapped for mana, it produces something else instead (CR 106.12b).

    `options` as in AddMana; `keep_amount`: the same amount of the other type, else exactly what `options` says.
    `if_amount`: only if it would produce at least that much.
    """

    of: Filter
    options: tuple[str, ...]
    keep_amount: bool = False
    if_amount: int | None = None
    until_end_of_turn: bool = False


class Regenerate(Effect, frozen=True, omit_defaults=True, tag="regenerate"):
    of: Filter


class Damage(Effect, frozen=True, omit_defaults=True, tag="damage"):
    """Deals damage. `of` is what is damaged: a filter with a target, or "any_target" in `players`."""

    of: Filter | None = None
    amount: Amount = Amount(base=1)
    players: str = ""
    """any_target, any_other_target, target_player, each_opponent, each_player, its_controller, you, target_opponent, that_player,
    target_player_or_planeswalker, target_opponent_or_planeswalker, defending_player, controller_of_source (of what dealt the damage
    that is spoken of), controller_of_spell (that targeted this), event_by_controller (of the other object in the event), chosen_player;
    `divided`: among the targets `of` as you choose,
    `divided_evenly`: among the objects `of`, rounded down"""
    source: Filter | None = None
    """What deals it, if not the object the ability is on."""


class Life(Effect, frozen=True, omit_defaults=True, tag="life"):
    """Gain (positive) or lose (negative `times`) life."""

    amount: Amount
    gain: bool = True
    who: str = "you"


class Draw(Effect, frozen=True, omit_defaults=True, tag="draw"):
    amount: Amount = Amount(base=1)
    who: str = "you"
    discard: bool = False
    """Discard instead of draw."""
    optional: bool = False
    at_random: bool = False
    next_upkeep: bool = False
    """At the beginning of the next turn's upkeep."""


class Mill(Effect, frozen=True, omit_defaults=True, tag="mill"):
    amount: Amount
    who: str = "you"


class CreateTokens(Effect, frozen=True, omit_defaults=True, tag="create_tokens"):
    amount: Amount = Amount(base=1)
    name: str = ""
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    power: int | None = None
    toughness: int | None = None
    abilities: tuple[Ability, ...] = ()
    tapped: bool = False
    copy_of: Filter | None = None
    attacking: bool = False
    who: str = "you"
    supertypes: tuple[str, ...] = ()
    size: Amount | None = None
    """Both power and toughness, where they are no fixed number (an X/X token); the power alone, if `toughness` is given (X/1)."""
    not_legendary: bool = False
    """For copies: except that they aren't legendary. With `copy_of` the types, colours, size and abilities are exceptions too."""


class TapOrUntap(Effect, frozen=True, omit_defaults=True, tag="tap_or_untap"):
    of: Filter
    untap: bool = False


class DoesntUntap(Effect, frozen=True, omit_defaults=True, tag="doesnt_untap"):
    """Doesn't untap during its controller's (next) untap step (CR 502.3)."""

    of: Filter
    next_only: bool = False


class GainControl(Effect, frozen=True, omit_defaults=True, tag="gain_control"):
    of: Filter
    until_end_of_turn: bool = False
    while_attached: bool = False


class CounterSpell(Effect, frozen=True, omit_defaults=True, tag="counter_spell"):
    of: Filter
    unless_paid: str = ""
    times: Amount = Amount(base=1)
    """How often that must be paid: "{1} for each …"."""
    only_if: Filter | None = None
    """It is countered only if it is one of these: no part of what may be targeted ("counter target spell if it's blue")."""


class CopySpell(Effect, frozen=True, omit_defaults=True, tag="copy_spell"):
    of: Filter
    amount: Amount = Amount(base=1)


class EnterAsCopy(Effect, frozen=True, omit_defaults=True, tag="enter_as_copy"):
    """Enters as a copy (CR 706), except for what is added: types, subtypes, abilities; `not_legendary`."""

    of: Filter
    except_types: tuple[str, ...] = ()
    except_subtypes: tuple[str, ...] = ()
    except_abilities: tuple[Ability, ...] = ()
    not_legendary: bool = False
    power: int | None = None
    toughness: int | None = None
    colors: tuple[str, ...] = ()
    own_name: bool = False
    """It keeps this card's own name."""
    own_abilities: bool = False
    """It has this card's own other abilities too."""
    counters: tuple[Amount, str] | None = None
    """It enters with these counters on it."""
    except_other: tuple[str, ...] = ()
    """Other exceptions, in a few words of ours; the engine refuses such a copy."""


class DoubleX(Effect, frozen=True, omit_defaults=True, tag="double_x"):
    """Double the value of X of the spell (for a permanent spell)."""

    of: Filter


class MayCast(Effect, frozen=True, omit_defaults=True, tag="may_cast"):
    """You may cast (or play) a card from somewhere, perhaps without paying its mana cost (CR 118.9, 601.3)."""

    of: Filter
    free: bool = False
    once_each_turn: bool = False
    until: str = ""
    """How long a resolved effect allows it: this_turn, next_turn (to its end), your_next_turn (to its beginning),
    your_next_end_step, while_exiled; empty for good or at once."""


class Meld(Effect, frozen=True, omit_defaults=True, tag="meld"):
    into: str


class Named(Effect, frozen=True, omit_defaults=True, tag="named"):
    """An effect that the rules name with one keyword action and that needs nothing else:
    scry, surveil, proliferate, investigate, win, shuffle, search_land, reveal, cascade, goad, fight, explore, monstrosity.
    """

    action: str
    amount: Amount = Amount(base=1)
    of: Filter | None = None


class Modes(Effect, frozen=True, omit_defaults=True, tag="modes"):
    """Choose some of these (CR 700.2): at least and at most so many; each mode is a row of effects."""

    modes: tuple[tuple[AnyEffect, ...], ...]
    at_least: int = 1
    at_most: int = 1
    more_if: Condition | None = None
    """More than one only if this is true."""
    repeated: bool = False
    """The same mode may be chosen more than once."""
    limit: str = ""
    """What else is said of the choice: different_players (each mode targets another one), not_chosen_before, not_chosen_this_turn,
    at_random, up_to_x (no more than X, which the effect before says), x_of_them
    (X modes, whatever `at_least` and `at_most` say)."""


class May(Effect, frozen=True, omit_defaults=True, tag="may"):
    """You may do this, perhaps by paying `cost` (CR 118.12): if so `effects`, if not `otherwise`. `who` is you, that_player,
    any_player or any_opponent; with each_player, each_opponent or each_other_player each of them may, and "that player" in it is the one who is asked."""

    effects: tuple[AnyEffect, ...]
    cost: Cost | None = None
    otherwise: tuple[AnyEffect, ...] = ()
    who: str = "you"


class IfDo(Effect, frozen=True, omit_defaults=True, tag="if"):
    """If the condition is true on resolution (CR 608.2c), `effects`, else `otherwise`."""

    condition: Condition
    effects: tuple[AnyEffect, ...]
    otherwise: tuple[AnyEffect, ...] = ()
    instead: bool = False
    """If true, this happens instead of what the spell's line before says."""


class Delayed(Effect, frozen=True, omit_defaults=True, tag="delayed"):
    """A delayed triggered ability (CR 603.7): when the event happens, the effects.

    Once, unless `each_time`; never after this turn if `until_end_of_turn`.
    """

    event: Event
    effects: tuple[AnyEffect, ...]
    each_time: bool = False
    until_end_of_turn: bool = False


class Lasting(Effect, frozen=True, omit_defaults=True, tag="lasting"):
    """These effects last `until` your_next_turn, this_turn, end_of_combat, perpetually, `as_long_as` the condition is true, or forever
    ("" : no duration is given); during `their_next_turn` or `their_next_combat` phase (of the player spoken of) they only begin then."""

    effects: tuple[AnyEffect, ...]
    until: str = ""
    condition: Condition | None = None


class Emblem(Effect, frozen=True, omit_defaults=True, tag="emblem"):
    """You get an emblem with these abilities (CR 114)."""

    abilities: tuple[Ability, ...]


class CostChange(Effect, frozen=True, omit_defaults=True, tag="cost_change"):
    """Spells `of` (this spell, if `of` has `this`) cost more or less mana to cast (CR 601.2f). `increase` False is less.

    With `floor` a spell that would cost less than `mana` costs that much.
    """

    of: Filter
    mana: str
    increase: bool = False
    floor: bool = False
    per: Amount = Amount(base=1)
    if_targets: Filter | None = None
    """Only if the spell targets one of these."""


class AdditionalCost(Effect, frozen=True, omit_defaults=True, tag="additional_cost"):
    """An additional cost to cast this spell (CR 118.8)."""

    cost: Cost


class AlternativeCost(Effect, frozen=True, omit_defaults=True, tag="alternative_cost"):
    """You may pay this rather than the mana cost of this spell (CR 118.9); an empty cost is free."""

    cost: Cost


class CantDo(Effect, frozen=True, omit_defaults=True, tag="cant_do"):
    """Something else that can't be done. what: be_countered, be_regenerated, activate (abilities of these; with a chosen name in any
    zone), be_targeted_by (spells or
    abilities of `who`), activate_with_tap (those with {T} in their costs), be_sacrificed, have_counters, gain_life, cast_spells, attach, transform, untap, draw, crew."""

    of: Filter
    what: str
    who: str = ""
    until_end_of_turn: bool = False
    except_mana: bool = False


# --------------------------------------------------------------- abilities


class Keyword(
    msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="kind", tag="keyword"
):
    """A keyword ability (CR 702), by its name in lower case: flying, first strike, landwalk, protection, crew."""

    name: str
    n: int | None = None
    """Its number: crew 3, annihilator 2, bushido 1."""
    cost: str = ""
    """Its mana cost: disturb {1}{W}. "X" without braces is its number, where that varies: "annihilator X" has no `n`."""
    of: Filter | None = None
    """Its quality: protection from red is Filter(colors=("R",)); islandwalk is landwalk with Filter(subtypes=("Island",));
    nonbasic landwalk Filter(not_supertypes=("basic",)); hexproof from black; affinity for artifacts; enchant creature."""
    pt: str = ""
    """The power and toughness that prototype gives: "3/3"."""
    full_cost: Cost | None = None
    """Its cost where it is more than mana: "Ward—Pay 3 life." `cost` then has the mana in it."""


class Activated(
    msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="kind", tag="activated"
):
    """An activated ability (CR 602). It is a mana ability if CR 605.1a says so: the engine decides."""

    cost: Cost
    effects: tuple[AnyEffect, ...]
    sorcery_timing: bool = False
    condition: Condition | None = None
    """Activate only if this is true (CR 602.5b)."""
    once_each_turn: bool = False
    zone: str = "battlefield"
    any_player: bool = False


MANA_EVENTS = frozenset({"tapped_for_mana", "mana_added"})
"""What a triggered mana ability waits for: that something is tapped for mana (CR 106.12), or that an ability adds mana at all."""


class Event(Term, frozen=True, omit_defaults=True):
    """What a triggered ability waits for (CR 603.2).

    what: enters, dies, leaves, attacks, blocks, becomes_blocked, attacks_unblocked, tapped_for_mana, mana_added, tapped, untapped,
    combat_damage_player, combat_damage, deals_damage, dealt_damage, beginning_of_upkeep, beginning_of_combat,
    beginning_of_end_step, beginning_of_draw_step, beginning_of_main, casts, transforms, becomes_target, gains_life, loses_life, draws,
    discards, sacrifices, turned_face_up, end_of_combat, landfall, played, attack_with, cycles, crews.
    `mana`: for tapped_for_mana, only this type. `whose`: you, opponent, each.
    """

    what: str
    of: Filter | None = None
    whose: str = "you"
    mana: str = ""
    into: str = ""
    """For `transforms`: the name of the face."""
    by: Filter | None = None
    numbers: tuple[int, ...] = ()
    """For `chapter`: the chapters of a Saga (CR 714.2)."""
    at_least: int = 1
    """For attack_with: how many must attack."""
    or_what: tuple[str, ...] = ()
    """Other events that trigger it as well: "enters or attacks". Kinds beside those above are named after their words
    (attacks_you, becomes_target_opponent, damage_player, casts_second, counters_put, mutates, …)."""
    counter: str | None = None
    only_while: Condition | None = None
    """It triggers only if this is true as the event happens, and isn't asked again ("attacks while saddled")."""
    when: str = ""
    """Only then: your_turn, not_your_turn, first_each_turn (the first time each turn), your_main_phase, combat, monarch,
    exiled (while this card is), your_end_step, your_draw_step."""
    one_or_more: bool = False
    """It triggers once however many `of` it happens to at one time (CR 603.2c): "whenever one or more creatures die"."""


class Triggered(
    msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="kind", tag="triggered"
):
    """A triggered ability (CR 603). `condition` is its intervening if (CR 603.4)."""

    event: Event
    effects: tuple[AnyEffect, ...]
    condition: Condition | None = None
    resolution_condition: Condition | None = None
    """An "if" inside the effect: checked only on resolution (CR 608.2c), on the last of the effects."""
    optional: bool = False
    cost: Cost | None = None
    """"You may pay … if you do"."""
    ability_word: str = ""
    once_each_turn: bool = False


class Static(
    msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="kind", tag="static"
):
    """A static ability (CR 604): the effects hold while the condition does."""

    effects: tuple[AnyEffect, ...]
    condition: Condition | None = None


class Replacement(
    msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="kind", tag="replacement"
):
    """An effect on how an object enters, or another replacement effect (CR 614).

    what: as_it_enters and as_it_transforms (what is done then, which the engine doesn't follow),
    enters_with_counters (effects hold PutCounters), enters_tapped, enters_transformed, enters_as_copy, enters_choosing
    (`choose` says what), exile_instead_of_graveyard, more_counters (Hardened Scales: `n` more), double_counters, mana, prevent_damage.
    `of` is what it applies to; None is this object itself. To exile instead: with `of` only from the battlefield (as it would die),
    with None from anywhere.
    """

    what: str
    of: Filter | None = None
    effects: tuple[AnyEffect, ...] = ()
    condition: Condition | None = None
    choose: str = ""
    n: int = 0
    unless: bool = False
    """The condition says when it does NOT apply ("unless you control …")."""
    optional: bool = False
    """ "You may have it enter as a copy"."""


class SpellAbility(
    msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="kind", tag="spell"
):
    """What an instant or sorcery does (CR 113.3a)."""

    effects: tuple[AnyEffect, ...]
    condition: Condition | None = None


class Unread(
    msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="kind", tag="unread"
):
    """A line of rules text that could not be compiled whole.

    The engine must not rule on anything that such a line could change: `concepts` names what it touches, as
    far as that can be told from words alone (mana, block, attack, damage, power_toughness, counters, x, transform, copy, layers,
    cost, control, zone_change, evasion, untap, trigger), and `shape` what sort of ability it is.
    """

    shape: Literal["activated", "triggered", "static", "spell", "replacement"]
    concepts: tuple[str, ...] = ()
    cost: Cost | None = None
    """The cost of an activated ability whose effect was not read: enough to say whether it can be activated."""
    event: Event | None = None
    """The event of a triggered ability whose effect was not read."""
    condition: Condition | None = None
    sorcery_timing: bool = False


Ability = Union[Keyword, Activated, Triggered, Static, Replacement, SpellAbility, Unread]

AnyEffect = Union[
    AddMana, ModifyPT, SetPT, Grant, LoseAbilities, Become, PutCounters, RemoveCounters, Transform, ExileAndReturn,
    PutOntoBattlefield, Move, ForceBlock, ForceAttack, CantBeBlocked, CantBlock, CantAttack, BlockLimit, BlockAdditional,
    CanBlockAsThough, CombatTax, DamageRule, AsThoughHaste, MultiplyMana, SubstituteMana, Regenerate, Damage, Life, Draw, Mill,
    CreateTokens, TapOrUntap, DoesntUntap, GainControl, CounterSpell, CopySpell, EnterAsCopy, DoubleX, MayCast, Meld, Named,
    Modes, May, IfDo, Delayed, Lasting, Emblem, CostChange, AdditionalCost, AlternativeCost, CantDo,
]  # fmt: skip


class Face(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One face of a card (CR 200, 712). Power and toughness are text because they may be "*" or "1+*"."""

    name: str
    mana_cost: str = ""
    """"" for no mana cost."""
    supertypes: tuple[str, ...] = ()
    """lower case: basic, legendary, snow"""
    types: tuple[str, ...] = ()
    """lower case: creature, land"""
    subtypes: tuple[str, ...] = ()
    """with a capital: Elf, Island"""
    colors: str = ""
    """letters in WUBRG order"""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    abilities: tuple[Ability, ...] = ()


class Card(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A card. `layout` is Scryfall's word: normal, transform, modal_dfc, split, adventure, flip, meld, saga, token…"""

    name: str
    """As printed, both faces for a double-faced card: "Startled Awake // Persistent Nightmare"."""
    faces: tuple[Face, ...]
    layout: str = "normal"
    legs: int | None = None
    """Legs of the creature the card represents, where it is known for every printing (Jermane's rulings)."""
