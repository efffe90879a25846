"""What is done later: at the next end step, at end of combat, when something happens (CR 603.7)."""

from __future__ import annotations

from typing import Literal

import msgspec

from judgecall.cards.abilities import (
    Delayed,
    Event,
    ExileAndReturn,
    Filter,
    Move,
    Named,
    PutOntoBattlefield,
)
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production


@production("clause", "<w:later> , <e:effect> and <f:effect>")
def _both_later(w: Event, e: Effects, f: Effects) -> Effects | None:
    """ "At the beginning of the next end step, you lose 1 life and return ~ to your hand": both then."""
    return (Delayed(w, (*e, *f)),)


@production("clause", "<w:later> , <e:effect>")
def _later(e: Effects, w: Event) -> Effects:
    return (Delayed(w, e),)


_TARGETED: dict[str, Literal["any", "opponent"]] = {"target_player": "any", "target_opponent": "opponent"}


@production("clause", "<e:effect> <w:later>")
def _done_later(e: Effects, w: Event) -> Effects:
    """ "Exile it. Return it to the battlefield at …": exiled now, and returned then."""
    first = e[0]
    of = getattr(first, "of", None)
    if len(e) == 1 and isinstance(of, Filter) and of.target and not isinstance(first, ExileAndReturn):
        # "Destroy target blocking creature at end of combat": the target is chosen now (CR 601.2c).
        return (Named("choose", of=of), Delayed(w, (msgspec.structs.replace(first, of=Filter(ref="earlier")),)))
    if len(e) == 1 and getattr(first, "who", "") in _TARGETED and of is None:
        # "Target player draws a card at the beginning of the next turn's upkeep": so is the player.
        player = Filter(types=("player",), controller=_TARGETED[first.who], target=True)  # type: ignore[union-attr]
        return (Named("choose", of=player), Delayed(w, (msgspec.structs.replace(first, who="that_player"),)))
    if not isinstance(first, ExileAndReturn):
        return (Delayed(w, e),)
    back = PutOntoBattlefield(
        Filter(ref="earlier"), transformed=first.transformed, tapped=first.tapped, under=first.under
    )
    return (Move(first.of, "exile"), Delayed(w, (back, *e[1:])))


@production("later", "at end of combat")
def _end_of_combat() -> Event:
    return Event("end_of_combat", whose="each")


@production("later", "at the beginning of the next end step", "at the beginning of the next turn 's end step")
def _next_end_step() -> Event:
    return Event("beginning_of_end_step", whose="each")


@production("later", "at the beginning of the next upkeep")
def _next_any_upkeep() -> Event:
    return Event("beginning_of_upkeep", whose="each")


@production("later", "at the beginning of your next upkeep")
def _next_upkeep() -> Event:
    return Event("beginning_of_upkeep")


@production("later", "at the beginning of the next turn 's upkeep")
def _next_turns_upkeep() -> Event:
    return Event("beginning_of_upkeep", whose="each")


@production("later", "at the beginning of your next end step")
def _your_next_end_step() -> Event:
    return Event("beginning_of_end_step")


@production("sentence", "When <e:event> this turn , <r:row>")
def _once_this_turn(e: Event, r: Effects) -> Effects:
    return (Delayed(e, r, until_end_of_turn=True),)


@production("sentence", "until end of turn , <w:trigger_word> , <r:row>", "<w:trigger_word> this turn , <r:row>")
def _until(w: Event, r: Effects) -> Effects:
    return (Delayed(w, r, each_time=True, until_end_of_turn=True),)
