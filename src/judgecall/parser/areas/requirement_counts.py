"""How many requirements a declaration of blockers can obey: "how many of the requirements can three soldiers obey at most?" (CR 509.1c)."""

from __future__ import annotations

from judgecall.parser.areas.combat_scene import CombatScene
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Query, Scenario

_NAMES = frozenset({"requirement", "requirements"})
_OBEYING = frozenset({"obey", "obeyed", "obeys", "satisfy", "satisfied", "satisfies", "fulfill", "fulfilled", "fulfil", "meet", "met", "possible",
                      "possibly", "followed", "follow", "honored", "honor", "maximum", "maximum number", "number", "number of", "of", "the", "total"})  # fmt: skip


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """The reading of a question that counts requirements."""
    named = [i for i, lower in enumerate(talk.lowers) if lower in _NAMES]
    if context is not None or not named:
        return []
    sentence = talk.words[named[-1]].sentence
    held = {i for m in talk.mentions if m.is_object for i in range(m.start, m.end)}
    part = [i for i, w in enumerate(talk.words) if w.sentence == sentence and i not in held]
    counts = any(talk.words[i].is_("how_many") or talk.words[i].is_("most") for i in part)
    if not counts or any(talk.words[i].is_("least") or talk.words[i].is_("negation") for i in part):
        return []
    scene = CombatScene(talk, set(part), lured_first=True)
    if not scene.build() or not scene.pool or not scene.enchanted:
        return []
    asking = {
        i
        for i in part
        if (w := talk.words[i]).lower in _NAMES | _OBEYING
        or w.is_("how_many")
        or w.is_("most")
        or w.is_("modal_can")
        or w.is_("verb", "block", "get")
        or (w.kind == "number" and any(k in _NAMES for k in talk.lowers[i + 1 : i + 3]))
    }
    query = Query("requirements_obeyed", tuple(scene.pool), tuple(scene.attackers), bound="at_most")
    scenario = scene.scenario([], [query])
    used = scene.used | asking
    return [Candidate(scenario, "combat", used, 0.0, tuple(scene.board.guessed), tuple(scene.board.ambiguous))]
