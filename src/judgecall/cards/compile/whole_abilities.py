"""The shapes of whole abilities: activated with their restrictions, triggered, of a spell, chapters (CR 113.3)."""

from __future__ import annotations

from typing import Any

import msgspec

from judgecall.cards.abilities import (
    Activated,
    Amount,
    AnyEffect,
    Condition,
    Cost,
    Event,
    IfDo,
    May,
    Named,
    SpellAbility,
    Triggered,
)
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.walking import mapped, others_in_spell


@production(
    "restriction",
    "Activate [~] only as a sorcery",
    "Activate only any time you could cast a sorcery",
    "Activate ~ only any time you could cast a sorcery",
    "Activate this ability only any time you could cast a sorcery",
)
def _sorcery() -> dict[str, Any]:
    return {"sorcery_timing": True}


@production("restriction", "Activate [this ability] only once each turn")
def _once() -> dict[str, Any]:
    return {"once_each_turn": True}


@production("restriction", "Activate [this ability] only if <c:conditions>")
def _only_if(c: Condition) -> dict[str, Any]:
    return {"condition": c}


@production("restriction", "Activate [this ability] only during your turn")
def _your_turn() -> dict[str, Any]:
    return {"condition": Condition("your_turn")}


@production(
    "restriction",
    "Activate only during your turn , before attackers are declared",
    "Activate ~ only during your turn , before attackers are declared",
)
def _before_attackers() -> dict[str, Any]:
    return {"condition": Condition("other", counter="your turn before attackers are declared")}


@production("restriction", "Activate only once")
def _once_ever() -> dict[str, Any]:
    return {"condition": Condition("other", counter="not activated before")}


@production("restriction", "Activate [this ability] only during your upkeep")
def _your_upkeep() -> dict[str, Any]:
    return {"condition": Condition("other", counter="your upkeep")}


@production(
    "restriction",
    "Activate [this ability] only as a sorcery and only once each turn",
)
def _sorcery_once_each_turn() -> dict[str, Any]:
    return {"sorcery_timing": True, "once_each_turn": True}


@production("restriction", "Activate only as a sorcery and only once")
def _sorcery_once() -> dict[str, Any]:
    return {"sorcery_timing": True, "condition": Condition("other", counter="not activated before")}


@production("restriction", "Activate only during your turn and only once each turn")
def _your_turn_once() -> dict[str, Any]:
    return {"condition": Condition("your_turn"), "once_each_turn": True}


@production(
    "restriction",
    "Activate only if <c:conditions> and only as a sorcery",
    "Activate only as a sorcery and only if <c:conditions>",
)
def _sorcery_if(c: Condition) -> dict[str, Any]:
    return {"sorcery_timing": True, "condition": c}


@production("restriction", "Activate only if <c:conditions> and only once each turn")
def _once_if(c: Condition) -> dict[str, Any]:
    return {"once_each_turn": True, "condition": c}


@production(
    "restriction",
    "Activate [this ability] no more than <n:int> times each turn",
    "Activate [this ability] no more than twice each turn",
)
def _few_times(n: int = 2) -> dict[str, Any]:
    return {"condition": Condition("other", counter=f"activated fewer than {n} times this turn")}


@production(
    "restriction",
    "Activate [this ability] only <b:before_or_after> <w:spend_words>",
)
def _only_before(b: str, w: str) -> dict[str, Any]:
    return {"condition": Condition("other", counter=f"{b}: {w}")}


production("before_or_after", "before")(lambda: "before")
production("before_or_after", "after")(lambda: "after")


@production("restriction", "Activate [~] only as an instant")
def _as_instant() -> dict[str, Any]:
    return {"condition": Condition("other", counter="any time you could cast an instant")}


@production("restriction", "Activate [this ability] only during <w:spend_words>")
def _only_during(w: str) -> dict[str, Any] | None:
    if "only once" in w:
        return None  # how often is a limit of its own
    return {"condition": Condition("other", counter=f"during {w}")}


@production("restriction", "Activate only during <w:spend_words> [,] and only once each turn")
def _only_during_once(w: str) -> dict[str, Any] | None:
    during = {"your upkeep": "your upkeep"}.get(w, f"during {w}")
    return {"condition": Condition("other", counter=during.removesuffix(" ,")), "once_each_turn": True}


@production(
    "restriction",
    "Activate only if <c:conditions> and only during your turn",
    "Activate only during your turn and only if <c:conditions>",
)
def _if_your_turn(c: Condition) -> dict[str, Any]:
    return {"condition": Condition("all", parts=(c, Condition("your_turn")))}


@production("restriction", "Activate only once each turn and only if <c:conditions>")
def _once_and_if(c: Condition) -> dict[str, Any]:
    return {"once_each_turn": True, "condition": c}


@production("restriction", "Activate only once and only if <c:conditions>")
def _once_ever_if(c: Condition) -> dict[str, Any]:
    return {"condition": Condition("all", parts=(c, Condition("other", counter="not activated before")))}


@production(
    "restriction",
    "This ability costs <m:mana_cost> <h:less_or_more> to activate <e:each>",
    "This ability costs <m:mana_cost> <h:less_or_more> to activate if <c:conditions>",
    "This ability costs <m:mana_cost> <h:less_or_more> to activate if it targets <w:spend_words>",
    "This ability costs <m:mana_cost> <h:less_or_more> to activate <y:on_your_turn>",
    "This ability costs <x:x_mana> <h:less_or_more> to activate , where X is <e:quantity>",
)
def _other_cost(
    h: str,
    m: str = "",
    x: str = "",
    w: str = "",
    e: Amount | None = None,
    c: Condition | None = None,
    y: Condition | None = None,
) -> dict[str, Any]:
    """Its cost alone doesn't tell then what must be paid (CR 601.2f): the engine asks."""
    says = f"costs_{h}_to_activate:{m or x}" + (f" if it targets {w}" if w else "")
    change: AnyEffect = Named(says, amount=e or Amount(base=1))
    when = (c and mapped(c, _of_ability)) or y
    return {
        "condition": Condition("other", counter="it costs something else to activate"),
        "effects": (IfDo(when, (change,)) if when is not None else change,),
    }


def _of_ability(item: Any) -> Any:
    """ "If it targets …": the ability does, not a spell."""
    said = (item.counter or "") if isinstance(item, Condition) else ""
    if not said.startswith("that spell targets "):
        return item
    return msgspec.structs.replace(item, counter=said.replace("that spell", "this ability"))


production("less_or_more", "less")(lambda: "less")
production("less_or_more", "more")(lambda: "more")
production("on_your_turn", "during your turn")(lambda: Condition("your_turn"))
production("x_mana", "{X}")(lambda: "{1}")


@production("restriction", "Any player may activate this ability")
def _any_player() -> dict[str, Any]:
    return {"any_player": True}


@production(
    "activated",
    "<c:cost> : <b:body>",
    "<c:cost> : <b:body> <r:restriction> [.]",
    "<c:cost> : <b:body> <r:restriction> . <q:restriction> [.]",
)
def _activated(c: Cost, b: Effects, r: dict[str, Any] | None = None, q: dict[str, Any] | None = None) -> Activated:
    limits = {**(r or {}), **(q or {})}
    b = (*b, *limits.pop("effects", ()))
    if r and q and "condition" in r and "condition" in q:
        limits["condition"] = Condition("all", parts=(r["condition"], q["condition"]))
    return Activated(c, b, **limits)


@production("triggered", "<e:trigger_word> , [if <c:conditions> ,] <b:body> [<l:trigger_limit>]")
def _triggered(e: Event, b: Effects, c: Condition | None = None, l: str = "") -> Triggered:  # noqa: E741
    return _tidy(_limited(Triggered(e, b, condition=c), l))


@production("trigger_limit", "This ability triggers only once each turn [.]")
def _limit() -> str:
    return "triggers_once"


def _limited(t: Triggered, limit: str) -> Triggered:
    """ "Do this only once each turn" still lets it trigger where it wasn't done (CR 603.2h)."""
    if limit != "done_once":
        return msgspec.structs.replace(t, once_each_turn=bool(limit))
    asked = Condition("other", counter="not done yet this turn")
    old = t.event.only_while
    both = asked if old is None else Condition("all", parts=(old, asked))
    return msgspec.structs.replace(t, event=msgspec.structs.replace(t.event, only_while=both))


@production(
    "triggered_twice", "<e:trigger_word> and <f:trigger_word> , [if <c:conditions> ,] <b:body> [<l:trigger_limit>]"
)
def _triggered_twice(
    e: Event,
    f: Event,
    b: Effects,
    c: Condition | None = None,
    l: str = "",  # noqa: E741
) -> tuple[Triggered, ...] | None:
    """ "At the beginning of your upkeep and whenever …": two abilities. What counts both together isn't read: a limit, how often it resolved."""
    if l or _counts_resolutions(b):
        return None
    return tuple(_tidy(_limited(Triggered(event, b, condition=c), l)) for event in (e, f))


@production("triggered", "When <c:conditions> , if <d:conditions> , <b:body>")
def _state_triggered_if(c: Condition, d: Condition, b: Effects) -> Triggered:
    """Its intervening if is asked before it triggers, too: else it would trigger again and again (CR 603.4)."""
    return Triggered(Event("state"), b, condition=Condition("all", parts=(c, d)))


def _counts_resolutions(b: Effects) -> bool:
    found: list[bool] = []

    def look(item: Any) -> Any:
        found.append("this ability resolved" in str(getattr(item, "counter", "")))
        return item

    mapped(b, look)
    return any(found)


@production("triggered", "When <c:conditions> , <b:body>")
def _state_triggered(c: Condition, b: Effects) -> Triggered:
    """A state trigger (CR 603.8): its event is the condition itself."""
    return Triggered(Event("state"), b, condition=c)


def _tidy(t: Triggered) -> Triggered:
    """Bring "you may …" and a last "if …" to the fields that a triggered ability has for them."""
    if len(t.effects) == 1 and isinstance(t.effects[0], May):
        may = t.effects[0]
        if may.who == "you" and not may.otherwise:
            return msgspec.structs.replace(t, effects=may.effects, optional=True, cost=may.cost)
    last = t.effects[-1]
    if isinstance(last, IfDo) and not last.otherwise and not last.instead:
        rows = (*t.effects[:-1], *last.effects) if len(last.effects) == 1 else None
        if rows:
            return msgspec.structs.replace(t, effects=rows, resolution_condition=last.condition)
    return t


@production("spell", "<b:body>")
def _spell(b: Effects) -> SpellAbility:
    return SpellAbility(others_in_spell(b))


_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7}

for _numeral, _number in _ROMAN.items():
    production("chapter", _numeral)(lambda n=_number: n)


@production("triggered", "<n:chapters> — [<:mode_name> —] <b:body>")
def _chapter(n: tuple[int, ...], b: Effects) -> Triggered:
    return _tidy(Triggered(Event("chapter", numbers=n), b))


@production("chapters", "<n:chapter>", "<n:chapter> , <rest:chapters>")
def _chapters(n: int, rest: tuple[int, ...] = ()) -> tuple[int, ...]:
    return (n, *rest)
