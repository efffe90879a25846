"""What keeps a spell from being cast at all: effects that say it can't be (CR 101.2, 601.3)."""

from __future__ import annotations

from judgecall.cards.abilities import CantDo, Unread
from judgecall.engine.characteristics import statics
from judgecall.engine.derivation import rule
from judgecall.engine.facts import CannotRule
from judgecall.engine.state import Permanent, State
from judgecall.engine.x.symbols import printed_cost, x_symbols
from judgecall.engine.x.targets import fits


@rule("101.2")
def may_not_be_cast(state: State, spell: Permanent, x: int | None) -> bool | None:
    """An effect that says such spells can't be cast takes precedence (CR 101.2); None when nothing says so of any spell.

    Raises:
        CannotRule: a line that may be such an effect was not read, or the effect hangs on the X of a spell not yet cast.
    """
    found: bool | None = None
    for source in state.in_play():
        if source is not spell and any(
            isinstance(a, Unread) and a.shape == "static" and "cast" in a.concepts
            for a in state.printed_abilities(source)
        ):
            raise CannotRule("unread_line", object=source.ref, concepts="cast")
    for source, _, effect in statics(state, CantDo):
        if not isinstance(effect, CantDo) or effect.what != "be_cast" or source is spell:
            continue
        if (
            effect.of.mana_value is not None
            and x is not None
            and x_symbols(printed_cost(spell) or "")
            and spell.thing.x is None
        ):
            raise CannotRule("x_not_said", object=spell.ref)
        if fits(state, spell, effect.of, source, as_spell=True):
            state.d.step("cant_be_cast", object=spell.ref, source=source.ref)
            return True
        found = False
    return found
