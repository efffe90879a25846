"""What a search of a library finds (CR 701.23): there a double-faced card is its front face."""

from __future__ import annotations

from collections.abc import Iterable

from judgecall.cards.abilities import AnyEffect, Card, Filter, IfDo, May, Named
from judgecall.engine.characteristics import matches
from judgecall.engine.derivation import rule
from judgecall.engine.faces.double_faced import shown_face
from judgecall.engine.facts import CannotRule
from judgecall.engine.judge import answers
from judgecall.engine.state import Permanent, State
from judgecall.engine.verdicts import Verdict, YesNo
from judgecall.scenario.model import Query


def searches(card: Card) -> list[Filter]:
    """What the effects of a card that search a library look for."""
    return [f for face in card.faces for a in face.abilities for f in _wanted(getattr(a, "effects", ()))]


def _wanted(effects: Iterable[AnyEffect]) -> list[Filter]:
    found: list[Filter] = []
    for effect in effects:
        if isinstance(effect, Named) and effect.action.startswith("search_to_") and effect.of is not None:
            found.append(effect.of)
        elif isinstance(effect, May | IfDo):
            found += _wanted(effect.effects)
    return found


@answers("may_find")
def may_find(state: State, query: Query) -> Verdict:
    """Whether the effect of the target that searches a library may find the subject there."""
    one, source = state.permanents[query.subject[0]], state.permanents[query.target[0]]
    wanted = searches(source.card) if source.card is not None else []
    if len(wanted) != 1:
        raise CannotRule("unread_line", object=source.ref, concepts="search")
    one.zone, one.face_index = "library", 0
    return YesNo(finds(state, one, wanted[0], source))


@rule("701.23a")
def finds(state: State, one: Permanent, wanted: Filter, source: Permanent) -> bool:
    """To search is to find a card that matches the description, by the characteristics that it has in that zone."""
    shown_face(state, one)
    found = matches(state, one, wanted, source, printed_only=True)
    state.d.step("search_finds" if found else "search_finds_not", object=one.ref, source=source.ref)
    return found
