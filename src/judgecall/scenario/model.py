"""The scenario: what the parser hands to the engine.

Objects, players, events in order, and queries. `None` always means "nobody
said": the engine decides whether a convention covers it (an assumption), or
whether it is unknown and may decide the answer. The engine never sees the
question's text.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from judgecall.cards.abilities import Ability, Filter

Zone = Literal["battlefield", "hand", "graveyard", "exile", "stack", "library", "command", "nowhere"]
Step = Literal[
    "upkeep", "draw", "main", "beginning_of_combat", "declare_attackers", "declare_blockers", "first_strike_damage",
    "combat_damage", "end_of_combat", "main2", "end_step", "cleanup",
]  # fmt: skip
STEPS: tuple[Step, ...] = (
    "upkeep", "draw", "main", "beginning_of_combat", "declare_attackers", "declare_blockers", "first_strike_damage",
    "combat_damage", "end_of_combat", "main2", "end_step", "cleanup",
)  # fmt: skip


class Part(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base of the parts of a scenario."""


class Player(Part, frozen=True, omit_defaults=True):
    """A player. `you` is the one who asks, `opp` the opponent; more are `opp2`, `opp3`."""

    id: str
    life: int | None = None
    mana: int | None = None
    """How much mana the player could pay (untapped lands), if said."""
    lands: int | None = None
    """How many lands the player controls, where only the number was said."""
    creatures: int | None = None
    """How many creatures, where only the number was said."""
    hand: int | None = None
    only_named: bool = False
    """The question said that this player controls nothing else that matters."""


class GameObject(Part, frozen=True, omit_defaults=True):
    """A card, permanent, token or spell, or `count` alike ones.

    Fields that a card's own facts already give (power, keywords) are filled only when the question
    states them; the engine puts the two together, the question's statement winning.
    """

    id: str
    """Unique, lower case, letters digits and hyphens: "skulk", "bear-2"."""
    said: str = ""
    """How the player called it, without article: "1/1 skulk", "Ochran Assassin"."""
    card: str | None = None
    """Full card name as in the card facts ("Startled Awake // Persistent Nightmare")."""
    face: Literal["front", "back"] | None = None
    """Which face is up; None: the one that the zone gives it (CR 712.8a)."""
    controller: str | None = None
    """A player's id; None: nobody said."""
    count: int | None = 1
    """How many such objects; None: some number that was not said."""
    zone: Zone = "battlefield"
    power: int | None = None
    toughness: int | None = None
    types: tuple[str, ...] = ()
    """creature, land, … as stated or plain from the words ("my 2/2" is a creature)."""
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    colors: tuple[str, ...] | None = None
    """Letters of WUBRG; () is colorless; None is not said."""
    abilities: tuple[Ability, ...] = ()
    """Abilities that the question says it has, beyond those of its card: Keyword("menace"), a must-be-blocked Static."""
    without: tuple[str, ...] = ()
    """Keywords that the question says it doesn't have ("no haste"); "all" for a vanilla creature."""
    tapped: bool | None = None
    since: Literal["before_turn", "this_turn"] | None = None
    """When its controller's control of it began, against that player's most recent turn (CR 302.6)."""
    counters: tuple[tuple[str, int], ...] = ()
    """(kind, how many): ("+1/+1", 2)."""
    damage: int | None = None
    """Damage already marked on it this turn."""
    x: int | None = None
    """The value of X chosen for the spell it is or was."""
    was_cast: bool | None = None
    """False: it became this without being cast (returned, copied, put onto the battlefield)."""
    token: bool | None = None
    copy_of: str | None = None
    """Full name of the card it is a copy of."""
    copy_of_face: Literal["front", "back"] | None = None
    attached_to: str | None = None
    """The id of the object it enchants or equips."""
    chosen: str | None = None
    """The colour (letter), type or name that was chosen for it."""
    animated: bool | None = None
    """True: a Vehicle that is crewed or a land that is animated (a creature now); False: said not to be."""
    loyalty: int | None = None
    mana_cost: str | None = None
    """"{X}{X}{G}" for a card that has no name in the question."""
    mana_value: int | None = None
    legs: int | None = None
    """Legs of the figure in the art, seen or known (Jermane)."""
    figures: tuple[int, ...] = ()
    """Legs of each figure in the art that matches what the card represents, if there are several."""
    other_figures: tuple[int, ...] = ()
    """Legs of figures in the art that aren't what the card represents (an elk beside a Tarmogoyf); 0: nobody said."""
    attacking: bool | None = None
    blocking: bool | None = None


EventKind = Literal[
    "attack",  # subject attack; target: player or planeswalker id (or none)
    "block",  # subject block target (one attacker)
    "no_block",  # subject (or the whole defending player, when empty) declare no block
    "cast",  # subject is cast, n = X chosen
    "resolve",  # subject (spell, or the ability of subject) resolves
    "counter_spell",  # subject is countered
    "enter",  # subject enters the battlefield
    "leave",  # subject leaves the battlefield (how: dies, destroyed, exiled, bounced, sacrificed)
    "modify",  # subject gets +n/+m: power, toughness
    "set_pt",  # subject's base power and toughness become power/toughness
    "counters",  # n counters of kind `value` put on subject (negative: removed)
    "gain",  # subject gains abilities
    "lose",  # subject loses abilities (by keyword name in `value`, empty = all)
    "tap",
    "untap",
    "activate",  # an ability of subject is activated; `value` says which if it matters
    "tap_for_mana",  # subject's mana ability with {T} is activated
    "animate",  # subject becomes a creature
    "crew",  # target (Vehicle) is crewed by subject
    "transform",  # subject is told to transform
    "blink",  # subject is exiled and returned; how="transformed" if so told
    "return",  # subject is put or returned onto the battlefield from where it is; how="transformed"
    "damage",  # source deals n damage to subject
    "fight",  # subject fights target
    "regenerate",  # a regeneration shield is made for subject
    "control",  # target player gains control of subject; how="end of turn" and the like
    "trigger",  # subject's triggered ability triggers (is on the stack)
    "lose_life",
    "gain_life",  # subject player, n
    "becomes_blocked",  # an effect makes subject blocked
    "remove_from_combat",
    "sacrifice",
    "copy",  # subject becomes or is created as a copy of target
    "play_land",
    "step",  # the step named in `at` begins
    "extra_step",  # an extra step or phase `value` happens
]


class Event(Part, frozen=True, omit_defaults=True):
    """Something that happens. The order in the scenario is the order in the game."""

    kind: EventKind
    subject: tuple[str, ...] = ()
    target: tuple[str, ...] = ()
    at: Step | None = None
    """The step it happens in, if said ("after blocks" is declare_blockers)."""
    after: bool = False
    """In that step, after its turn-based action (blockers have been declared, damage has been dealt)."""
    in_response: bool = False
    """With the trigger or spell of the event before it still on the stack."""
    n: int | None = None
    power: int | None = None
    toughness: int | None = None
    abilities: tuple[Ability, ...] = ()
    value: str = ""
    how: str = ""
    by: str | None = None
    """Who does it: a player's id, or the object that causes it."""


QueryKind = Literal[
    # combat: declaring blockers (CR 509)
    "can_block",           # may subject block target?
    "can_be_blocked",      # may subject be blocked at all (by anything given; by target if there is one)?
    "block_legal",         # is the declaration in the scenario's block events legal?
    "must_block",          # does subject have to block (target)?
    "may_not_block",       # may the defending player declare no block at all (or leave subject out)?
    "how_many_block",      # how many creatures block target: bound says at most / at least / exactly (have to)
    "who_chooses_blocks",  # who decides which attacker each creature blocks: outcome
    "requirements_obeyed", # how many blocking requirements can be obeyed at most
    "is_blocked",          # is subject blocked (still, or now)?
    "is_unblocked",        # is / does it become unblocked?
    # attacking (CR 508)
    "can_attack", "must_attack", "attack_cost",
    "how_many_attack",     # how many of subject can attack (target) at most
    "taps_to_attack",      # does subject become tapped as it is declared as an attacker?
    "still_attacking",     # is it still an attacking creature (in combat)?
    # combat damage (CR 510)
    "dies", "survives",
    "both_die",            # do all of subject die?
    "how_many_die",        # of subject
    "which_die",           # set of object labels; value only: is it subject and nothing else?
    "deals_damage",        # does subject deal (combat) damage (again, in the step `at`)?
    "damage_to_player",    # number; bound at_most for "how much can trample over"
    "damage_dealt",        # number: by subject (to target)
    "may_assign",          # may its controller assign n damage to target (and the rest to the player)?
    "must_assign_lethal",  # must subject's controller assign lethal damage to every blocker? value: "" at all; before_player: before any
                           # goes to the player; full_toughness: is that as much as their toughness?
    "can_regenerate",      # does regenerating subject save it?
    "gets_priority",       # do players get priority (a chance to act) in the step `at`?
    "who_assigns",         # outcome
    "excess_damage", "life_gained", "life_lost", "life_total",
    "destroys",            # does source's damage destroy subject?
    "triggers_on_damage",  # does subject's combat-damage trigger happen?
    # mana (CR 106, 605)
    "could_produce",       # set of types that subject could produce / makes
    "can_produce",         # may subject make a mana of type `value` (W U B R G C or "any_color")?
    "mana_amount",         # number: mana from tapping subject once (all of it, triggers too); value: only this type
    "is_mana_ability",     # is subject's ability (in `value` if said) a mana ability?
    "can_respond",         # may a player respond to it?
    "is_doubled",          # does the multiplier in the scenario apply to subject?
    "mana_trigger",        # does target's tapped-for-mana trigger happen when subject is tapped?
    "mana_remains",        # is unspent mana still there after the step or phase ends?
    "may_spend",           # may mana made by subject be spent on casting target (`value` activate, equip: on its ability)?
    "counts_as_type",      # is subject a land (object) of subtype `value`?
    "who_gets_mana",       # who adds the mana of target's trigger when subject is tapped for mana: outcome
    "untaps",              # does subject, tapped for mana, untap during its controller's next untap step?
    "mana_rider",          # does subject's mana carry the rider of target's own mana ("can't be countered")?
    "hurts_when_tapped",   # does subject deal damage to its controller as it is tapped (for mana of type `value`)?
    "damage_when_tapped",  # how much: number
    "must_pay_cost",       # must a cost of kind `value` (life, mana, counters, sacrifice) be paid to use subject's mana ability?
    # costs, {T} and {Q} (CR 107.5-6, 302.6)
    "can_activate",        # may subject's activated ability be activated? value: tap, untap, mana, or which one
    "can_pay_with",        # may subject be tapped for the cost of target (crew, convoke, Heritage Druid, Springleaf Drum)?
    "has_summoning_sickness",
    "sickness_stops",      # does summoning sickness keep a creature from `value` (attack, tap, untap, block, convoke, crew, other)?
    "must_be_tapped",      # does subject have to be tapped already to pay for {Q}?
    "can_cast",            # may subject be cast (with X = n, at sorcery time, by the permission of target)?
    "max_x",               # greatest X
    "cost_of_x",           # mana that the X symbols cost
    "total_cost",          # how much mana casting subject takes in all (with X = n)
    # X and mana value (CR 107.3, 202.3)
    "mana_value", "value_of_x", "number_of_counters",
    "amount",              # how much subject does: value damage, tokens, life, cards, counters; X and the like put in
    "does_both",           # does subject's ability do both what it does "if" and what it does "otherwise"?
    "found_mana_value",    # what mana value may a card have that subject's search finds, target being sacrificed for it?
    "is_countered",        # does target (Chalice of the Void, a counterspell) counter subject?
    "legal_target",        # is subject a legal target for target?
    "affects",             # does the spell or ability of target do its thing to subject (legal target, and its own "if")?
    "power", "toughness",
    "enters_alive",        # does it survive entering (0/0)?
    # triggers and conditions (CR 603)
    "condition_true",      # is target's condition (or the one in value: coven, metalcraft, …) met now? several subjects: by these alone
    "counts_for",          # does subject count toward the condition in value (coven)?
    "triggers",            # does subject's ability trigger?
    "resolves_with_effect",# does the ability of subject do its thing on resolution?
    "ability_resolves",    # does the activated ability still resolve?
    "how_many_triggers",
    # faces (CR 712)
    "face_after",          # outcome: where subject is and which face is up after the events
    "transforms",          # does it transform (flip)?
    "returns",             # does it come back to the battlefield?
    "stays_in_exile",
    "enters_as_face",      # is it the back face (value: front/back) that enters?
    "can_play_face",       # may the face `value` (front/back) be played or cast from its zone?
    "has_face_characteristics",  # is it still a <value> in the zone?
    "goes_to_graveyard", "can_turn_face_down",
    "keeps",               # does subject still have, as it was, what value names: counters, damage, tapped, attacking, attached, effects, object?
    "may_find",            # may the search of target find subject in the library?
    "is_daylight",         # is it `value` (day, night) once the next turn has begun? n = 0: does that change before it begins?
    # legs
    "legs_ok",             # does subject have four or more legs?
    "number_of_legs",      # how many legs does subject have?
    # text
    "definition",          # what does the term in `value` mean?
    "rulings",             # the rulings on subject's card
    "rule_text",           # the text of rule `value`
]  # fmt: skip


class Query(Part, frozen=True, omit_defaults=True):
    """A question about the scenario, always put as the positive claim; the answer room turns it round."""

    kind: QueryKind
    subject: tuple[str, ...] = ()
    target: tuple[str, ...] = ()
    n: int | None = None
    value: str = ""
    at: Step | None = None
    bound: Literal["exactly", "at_most", "at_least"] = "exactly"
    who: str | None = None
    """The player it is about, if that matters."""
    of: Filter | None = None
    inverse: bool = False
    """The claim is that it is NOT so ("is it unblockable?" is can_be_blocked, inverse): yes and no change places."""
    negated: bool = False
    """The player put the claim in the negative, or expects the opposite: only the wording of the answer depends on it."""


class Scenario(Part, frozen=True, omit_defaults=True):
    """A position, what happens in it, and what is asked."""

    objects: tuple[GameObject, ...] = ()
    players: tuple[Player, ...] = (Player("you"), Player("opp"))
    events: tuple[Event, ...] = ()
    queries: tuple[Query, ...] = ()
    active: str | None = None
    """Whose turn it is; None: nobody said."""
    at: Step | None = None
    """The step the position is in."""
    facts: tuple[tuple[str, str], ...] = ()
    """Anything else that was stated, by a name the rules use: ("night", "yes"), ("spells_cast_last_turn", "1"),
    ("lands_played_this_turn", "0"), ("creature_died_this_turn", "yes")."""
    topic: str | None = None
    """What a follow-up spoke of last, where that isn't what is asked about: another "it" may mean either."""

    def object(self, id: str) -> GameObject:
        """The object with this id.

        Raises:
            KeyError: there is none.
        """
        for thing in self.objects:
            if thing.id == id:
                return thing
        raise KeyError(id)
