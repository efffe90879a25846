"""What was told in short or on the way and got lost in a reading, such as an ability that was used: it blocks a ruling."""

from __future__ import annotations

from judgecall.parser.lexicon import inflect
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.asked import ACTING, BLOCKING, FIGHTING

_USING = frozenset(form for verb in ("use", "activate") for form, _ in inflect(verb))
_OF_MANA = frozenset({"mana_amount", "could_produce", "can_produce", "may_spend", "mana_trigger"})
_ASKED = ACTING | BLOCKING | FIGHTING | _OF_MANA
_OPENING = frozenset({"do", "does", "did", "may", "could", "should", "would", "will"})


def lost_uses(best: Candidate, talk: Talk) -> list[str]:
    """ "I use Harvest Mage and tap Ancient Tomb": what was used, where the reading has it only lying there."""
    scenario = best.scenario
    if not any(query.kind in _ASKED for query in scenario.queries):
        return []
    busy = {id for e in scenario.events for id in (*e.subject, *e.target, e.by or "")}
    busy |= {id for q in scenario.queries for id in (*q.subject, *q.target)}
    busy |= {o.id for o in scenario.objects if o.attached_to is not None}
    for i, word in enumerate(talk.words):
        if word.lower not in _USING or not _told(i, talk) or _with_its_time(i, talk):
            continue
        used = talk.inside(i + 1) or talk.inside(min(i + 2, len(talk.words) - 1))
        if used is None or not used.cards:
            continue
        there = [o for o in scenario.objects if o.card in used.cards]
        if there and not any(o.id in busy for o in there):
            return [word.lower]
    return []


def _with_its_time(i: int, talk: Talk) -> bool:
    """ "after blockers were declared I used it": a reader that knows when it was leaves out what came too late."""
    sentence = talk.words[i].sentence
    return any(w.sentence == sentence and (w.is_("moment") or w.lower in {"after", "once"}) for w in talk.words)


def _told(i: int, talk: Talk) -> bool:
    """ "I use", "my opponent activates": it happened, unlike in "can I use"."""
    if i == 0 or talk.words[i - 1].sense("player") is None:
        return False
    before = [talk.words[j] for j in range(max(0, i - 3), i - 1)]
    return not any(w.is_("modal_can") or w.lower in _OPENING for w in before)


def anothers_ability(best: Candidate) -> list[str]:
    """My mana spent on an ability of an opponent's permanent: what was told of that ability was something else."""
    owner = {o.id: o.controller for o in best.scenario.objects}
    for query in best.scenario.queries:
        if query.kind != "may_spend" or query.value != "activate":
            continue
        sides = {owner.get(id) for id in (*query.subject, *query.target)} - {None}
        if len(sides) > 1:
            return ["mana"]
    return []


def left_short(best: Candidate, talk: Talk) -> list[str]:
    """ "I control a Swamp but my opponent doesn't": what is not said again of the other player, which nobody reads."""
    for i, word in enumerate(talk.words[2:-1], 2):
        cut = word.is_("negation") and talk.lowers[i - 1] in {"does", "do", "did"} and talk.words[i + 1].kind == "mark"
        who = i - 2
        if cut and talk.words[who].sense("player") is not None and who not in best.used and not talk.words[who].used:
            return [f"{talk.lowers[who]} {talk.lowers[i - 1]} {word.lower}"]
    return []


def lost_payment(best: Candidate, talk: Talk) -> list[str]:
    """ "do I draw off Rhystic Study if he pays?": what is paid decides what the ability does, and no event tells of it."""
    scenario = best.scenario
    if not scenario.queries or any(q.kind not in {"resolves_with_effect", "triggers"} for q in scenario.queries):
        return []
    if any(e.kind in {"activate", "cast", "lose_life"} for e in scenario.events):
        return []
    return [talk.lowers[c.verb] for c in talk.clauses if c.frame == "pay" and talk.inside(c.verb) is None][:1]
