"""What a step of a derivation rests on, beyond the rules that were run within its own.

A conclusion and what it follows from are often steps of rules that run one after the other: damage is assigned, then marked,
then lethal. Which steps a conclusion follows from is the same wherever it is drawn, so it is written here, once a pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

Roles = tuple[tuple[str, str], ...]
"""Which argument of the conclusion is which argument of its ground."""


class Step(Protocol):
    """A step, as far as it matters here."""

    @property
    def code(self) -> str:
        """Which sentence of the catalogue it is."""
        ...

    @property
    def args(self) -> tuple[tuple[str, str], ...]:
        """What fills the sentence."""
        ...


_ITSELF: Roles = (("object", "object"),)
_STRUCK: Roles = (("object", "target"),)
_DEALT: Roles = (("source", "source"), ("target", "target"))
_LOST: Roles = (("source", "source"), ("player", "target"))
_BY_ATTACKER: Roles = (("source", "attacker"), ("target", "blocker"))
_BY_BLOCKER: Roles = (("source", "blocker"), ("target", "attacker"))
_ASSIGNED = ("assigns_to_blocker", "blocker_assigns", "divides_to")
_TO_PLAYER = ("assigns_to_attacked", "assigns_past_blockers", "tramples_over", "divides_to")

GROUNDS: Mapping[str, tuple[tuple[str, Roles], ...]] = {
    # combat damage (CR 510, 120.3, 704.5g-h)
    "assigns_to_blocker": (("takes_block", _BY_ATTACKER),),
    "divides_to": (("takes_block", _BY_ATTACKER),),
    "blocker_assigns": (("takes_block", _BY_BLOCKER),),
    "assigns_to_attacked": (("unblocked_attacker", (("source", "attacker"),)),),
    "damage_marked": (*((code, _DEALT) for code in _ASSIGNED), ("strikes_in_first_step", (("source", "object"),))),
    "damage_lethal": (("damage_marked", _STRUCK),),
    "damage_not_lethal": (("damage_marked", _STRUCK),),
    "deathtouch_destroys": (("damage_marked", (("object", "target"), ("source", "source"))),),
    "dies_of_damage": (("damage_lethal", _ITSELF),),
    "dies_of_deathtouch": (("deathtouch_destroys", _ITSELF),),
    "lives_damage": (("damage_not_lethal", _ITSELF),),
    "indestructible_survives": (("damage_lethal", _ITSELF), ("deathtouch_destroys", _ITSELF)),
    "player_loses_life": tuple((code, _LOST) for code in _TO_PLAYER),
    "lifelink_gains": (
        ("player_loses_life", (("source", "source"),)),
        ("damage_marked", (("source", "source"),)),
    ),
    "life_gained_is": (("lifelink_gains", ()),),
    "left_over_for_player": (
        ("tramples_over", (("object", "source"),)),
        ("player_loses_life", (("object", "source"),)),
    ),
    # mana (CR 106)
    "ability_adds": (("tapped_for_mana", _ITSELF), ("intrinsic_mana", _ITSELF), ("counted", _ITSELF)),
    "multiplied": (("ability_adds", _ITSELF),),
    "trigger_adds": (
        ("triggers_once", (("object", "object"), ("land", "land"))),
        ("is_triggered_mana_ability", _ITSELF),
    ),
    "triggers_once": (("tapped_for_mana", (("land", "object"),)),),
    "undefined_type": (("no_type_defined", _ITSELF),),
    "lands_give": (("could_produce", ()), ("costs_ignored", ())),
    # tapping and summoning sickness (CR 107.5, 302.6)
    "summoning_sick": (("came_this_turn", _ITSELF),),
    "cannot_pay_tap": (("summoning_sick", _ITSELF),),
    "can_pay_tap": (("untapped", _ITSELF), ("controlled_since_turn_began", _ITSELF)),
    # triggers (CR 603.4)
    "does_not_trigger": (("false_as_triggers", _ITSELF),),
    "true_both_times": (("true_as_triggers", _ITSELF), ("true_as_resolves", _ITSELF)),
    # faces (CR 712)
    "enters_front_up": (("new_object", _ITSELF), ("front_in_zone", _ITSELF)),
    "enters_back_up": (("new_object", _ITSELF),),
    # X (CR 107.3)
    "enters_with_x": (("entering_x_is_spell_x", _ITSELF),),
    "size_counters": (("enters_with_x", (("object", "object"), ("kind", "counter"))),),
    "enters_with_no_x": (("no_spell_so_x_is_0", _ITSELF),),
    # requirements (CR 509.1c)
    "leaving_out_obeys_fewer": (("must_be_blocked", ()), ("all_able_must_block", ())),
    "obeys_the_most": (("must_be_blocked", ()), ("all_able_must_block", ())),
}
"""By the code of a conclusion: the codes of what it follows from, and which of their arguments have to be the same."""


def grounds_of(code: str, args: Mapping[str, str], steps: Sequence[Step]) -> Iterator[int]:
    """The indexes of the steps made so far that a conclusion follows from."""
    known = GROUNDS.get(code, ())
    if not known:
        return
    for index, step in enumerate(steps):
        filled = dict(step.args)
        for ground, roles in known:
            if step.code == ground and all(args.get(mine) == filled.get(its) for mine, its in roles):
                yield index
                break
