"""What a question about paying for a spell asks: whether it can be cast, how much it costs, how great X can be."""

from __future__ import annotations

from judgecall.cards.abilities import Card
from judgecall.parser.areas.casting_told import Told
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Query

GREATEST = frozenset({"highest", "biggest", "greatest", "largest", "max", "maximum", "most", "big", "high", "large"})
CASTABLE = frozenset({"castable", "playable", "affordable", "castible"})
AFFORDING = frozenset({"afford", "cast", "play", "pay", "kick"})
AGREEING = frozenset({"right", "correct", "true", "legit", "legal", "accurate"})
MAKING = frozenset({"get", "gets", "make", "makes", "add", "adds", "produce", "produces", "give", "gives", "net", "left", "float", "floating",
                     "remaining", "remains", "back", "leftover", "save", "saves", "generate", "generates", "refund"})  # fmt: skip
"""Words of questions for mana that is made or left, not for what a spell costs."""


class Asked:
    """What is asked of one spell.

    Args:
        bare: nothing is on the board that bears on it.
    """

    def __init__(self, talk: Talk, card: Card, told: Told, *, bare: bool) -> None:
        self.talk = talk
        self.card = card
        self.told = told
        self.bare = bare
        self.used: set[int] = set()

    def query(self) -> Query | None:
        """The query, without its subject."""
        talk = self.talk
        x_cost = "{X}" in self.card.faces[0].mana_cost
        used = {
            i
            for i, w in enumerate(talk.words)
            if w.is_("verb", "cast", "have", "pay", "spend", "play")
            or w.lower in AFFORDING | CASTABLE | {"enough", "cost", "costs", "total", "need", "take", "takes", "does"}
        }
        asks_x = next(
            (i for i, w in enumerate(talk.lowers) if w == "x" and GREATEST & set(talk.lowers[max(0, i - 4) : i])), None
        )
        if asks_x is not None:
            self.used |= used | set(range(max(0, asks_x - 3), asks_x + 1))
            plain = self.bare and not self.told.changes  # for so much mana: that is a question about X alone
            return Query("max_x") if x_cost and self.told.x is None and not plain else None
        amount = self._asks_amount()
        if amount is not None:
            self.used |= used | {amount}
            self.used |= {i for i, w in enumerate(talk.words) if w.is_("noun", "mana") or w.is_("total")}
            return Query("total_cost", n=self.told.x)
        if not self._asks_whether(used):
            return None
        self.used |= used | {i for i, w in enumerate(talk.words) if w.is_("noun", "mana")}
        return Query("can_cast", n=self.told.x, inverse=self._denied())

    def _asks_amount(self) -> int | None:
        """Where "how much" or "what does … cost" asks for the mana it takes; None where something else is asked."""
        talk = self.talk
        causes = {i for first, _ in self.told.changes for i in range(max(0, first - 5), first)}
        if any(lower in MAKING and i not in causes for i, lower in enumerate(talk.lowers)):
            return None
        for i, word in enumerate(talk.words):
            if word.is_("how_much") or word.is_("how_many"):
                after = set(talk.lowers[i + 1 : i + 3])
                return (
                    i if not after & {"damage", "life", "cards", "counters", "tokens", "x", "turns", "times"} else None
                )
            if word.is_("total") and talk.lowers[i + 1 : i + 2] in (["mana"], ["cost"]):
                return i
            if word.lower == "what" and {"cost", "costs", "price", "pay"} & set(talk.lowers[i + 1 : i + 12]):
                return i
        return None

    def _asks_whether(self, verbs: set[int]) -> bool:
        talk = self.talk
        if set(talk.lowers) & CASTABLE or self._enough():
            return True
        if set(talk.lowers) & MAKING:
            return False
        if not any(w.is_("verb", "cast", "pay", "play") or w.lower in AFFORDING for w in talk.words):
            return False
        last_verb = next((i for i in range(len(talk.words) - 1, -1, -1) if talk.words[i].is_("verb", "cast")), None)
        if last_verb and talk.words[last_verb - 1].kind == "mark" and last_verb >= len(talk.words) - 4:
            return True  # "Mana Confluence and one Island, cast Remand"
        can = any(w.is_("modal_can") or w.lower in {"able", "allowed"} for w in talk.words)
        last = talk.words[-1].lower == "?"
        return bool(verbs) and (can or last)

    def _enough(self) -> bool:
        """ "enough mana for …", "is that enough to cast …"."""
        i = next((i for i, lower in enumerate(self.talk.lowers) if lower == "enough"), None)
        if i is None:
            return False
        if self.talk.lowers[i + 1 : i + 2] in (["for"], ["to"]) and not self.bare:
            return True
        near = self.talk.words[max(0, i - 3) : i + 5]
        return any(w.is_("noun", "mana", "land") or w.is_("verb", "cast", "pay") or w.lower in AFFORDING for w in near)

    def _denied(self) -> bool:
        """ "i can't cast it, right?": the negative is what is asked; a bare report that it can't be cast is doubted."""
        talk = self.talk
        nots = [i for i, w in enumerate(talk.words) if w.is_("negation") and i and (
            talk.words[i - 1].is_("modal_can") or talk.lowers[i - 1] in {"is", "do", "does", "am"})]  # fmt: skip
        self.used |= set(nots)
        tail = set(talk.lowers[-4:])
        return len(nots) == 1 and bool(tail & AGREEING) and "not" not in tail
