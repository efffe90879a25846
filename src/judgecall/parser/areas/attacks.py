"""Questions about attacking: what it costs, whether a player has to pay, whom a creature may or must attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.cards.abilities import (
    BlockAdditional,
    BlockLimit,
    CanBlockAsThough,
    CantAttack,
    CantBeBlocked,
    CantBlock,
    Card,
    CombatTax,
    DamageRule,
    Filter,
    ForceAttack,
    Grant,
    Static,
)
from judgecall.scenario.model import Query

if TYPE_CHECKING:
    from judgecall.parser.areas.combat import CombatReader

_COSTS = (
    "costs",
    "cost",
    "how much do i pay",
    "how much do i have to pay",
    "how much mana",
    "pay how much",
    "how much for",
)

_STAYING = frozenset({"home", "back", "as", "a", "blocker", "untapped", "stay home", "stay back", "hold back"})


def statics(card: Card | None) -> list[Static]:
    """The static abilities of a card, on any of its faces."""
    faces = card.faces if card is not None else ()
    return [a for face in faces for a in face.abilities if isinstance(a, Static)]


def taxes_attacks(card: Card | None) -> bool:
    """Whether a card makes attackers cost something, as Propaganda does (CR 508.1g)."""
    return any(isinstance(e, CombatTax) and e.attack for a in statics(card) for e in a.effects)


def limits_blocks(card: Card | None) -> bool:
    """Whether a card says how many creatures may attack or block at most, as Silent Arbiter does."""
    return any(isinstance(e, BlockLimit) for a in statics(card) for e in a.effects)


def hinders_attacks_on_you(card: Card) -> bool:
    """Whether a card keeps creatures from attacking its controller, or makes that cost something."""
    return any(
        (isinstance(e, CombatTax | CantAttack) and e.whom in {"you", "you_or_yours"})
        or (isinstance(e, BlockLimit) and e.attack and e.who == "you")
        for a in statics(card)
        for e in a.effects
    )


_OF_COMBAT = (
    CantAttack,
    CantBeBlocked,
    CantBlock,
    ForceAttack,
    BlockAdditional,
    CanBlockAsThough,
    Grant,
    CombatTax,
    DamageRule,
)


def favours_its_controller(card: Card) -> bool:
    """Whether what a card does to attacks and blocks is about creatures of its controller, or of that player's opponents."""
    for static in statics(card):
        for effect in static.effects:
            of = getattr(effect, "of", None)
            if isinstance(effect, _OF_COMBAT) and isinstance(of, Filter) and of.controller in {"you", "opponent"}:
                return True
    return False


class AttackAsker:
    """Finds what a question asks about attacks and their costs, for the combat that a CombatReader has built."""

    def __init__(self, reader: CombatReader) -> None:
        self.r = reader
        self.talk = reader.talk

    def tails(self) -> bool:
        """ "costs?", "do I have to pay?", "may I pay and attack": tells whether it found a question."""
        if self.talk.has("noun", "life") or self._counted_in():
            return False  # a tax that is paid with life is not a number of mana
        taxed = self._taxes()
        if not taxed:
            return False
        for id in taxed:
            # What taxes attacks stands on the side that is attacked.
            if self.r.board.objects[id].controller is None:
                self.r.board.change(id, controller=self.r.block_owner or "opp")
        attackers = tuple(self.r.attackers) or self.r.creatures_of(self.r.side)
        if not attackers:
            return False
        if self.talk.says(*_COSTS):
            self._use({"costs", "cost", "pay", "how much", "how much mana", "mana", "have to", "total", "in total"})
            self.r.queries.append(Query("attack_cost", attackers))
            return True
        if self._must_pay():
            self._use({"pay", "have to", "plenty", "mana"})
            self.r.queries.append(Query("must_attack", attackers))
            return True
        return False

    def asks_to_stay(self) -> bool:
        """ "can I hold it back as a blocker", "may I keep Juggernaut home": whether it may be left out of the attack."""
        lowers = self.talk.lowers
        for i, lower in enumerate(lowers):
            if lower not in {"hold", "keep", "leave", "stay", "hold back", "stay home", "stay back"}:
                continue
            ahead = lowers[i : i + 6]
            home = " " in lower or bool({"home", "back", "untapped"} & set(ahead))
            lead = [w for w in self.talk.words[max(0, i - 4) : i] if w.sentence == self.talk.words[i].sentence]
            if not home or not any(w.is_("modal_can") for w in lead) or any(w.is_("negation") for w in lead):
                continue
            near = [m for m in self.talk.mentions if i - 4 <= m.start <= i + 3 and m.head not in {"player", "blocker"}]
            ids = self.r.board.ids(near, owner=self.r.attack_owner) if near else self.r.creatures_of(self.r.side)
            ids = ids or self.r.creatures_of(None)
            if len(ids) != 1 or self.r.attackers:
                return False
            self.r.used |= {k for k in range(max(0, i - 4), min(i + 6, len(lowers)))
                            if self.talk.words[k].is_("modal_can") or lowers[k] in _STAYING or k == i}  # fmt: skip
            for m in near:
                self.r.used |= set(range(m.start, m.end))
            self.r.queries.append(Query("must_attack", ids, inverse=True))
            return True
        return False

    def _counted_in(self) -> bool:
        """ "Sphere of Safety with 3 enchantments total": whether the Sphere is one of them isn't plain."""
        groups = [
            o
            for o in self.r.board.objects.values()
            if o.card is None and "creature" not in o.types and "land" not in o.types
        ]
        return any((o.count or 2) > 1 for o in groups) and (
            any(o.controller is None for o in groups)
            or self.talk.says("total", "in total", "altogether", "counting", "including")
        )

    def _taxes(self) -> list[str]:
        return [
            id for id, thing in self.r.board.objects.items() if thing.card and taxes_attacks(self.talk.cards.get(thing.card))
        ]  # fmt: skip

    def _must_pay(self) -> bool:
        asks = any(w.lower == "?" for w in self.talk.words)
        return asks and self.talk.has("modal_must") and self.talk.has("verb", "pay")

    def _use(self, words: set[str]) -> None:
        self.r.use_where(lambda w: w.lower in words or w.is_("verb", "pay") or w.is_("how_much"))
