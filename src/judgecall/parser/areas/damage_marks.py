"""Numbers told beside what they belong to: damage already marked, loyalty, life totals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.parser.happenings import BURN
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Player

if TYPE_CHECKING:
    from judgecall.parser.areas.combat_damage import DamageReader

_ON_IT = frozenset({"marked", "on", "already", "from", "earlier", "before", "this", "taken", "dealt"})
_BEARING = frozenset({"with", "has", "have", "had", "got", "carrying", "took", "taken", "takes", "suffered", "already"})


class Marks:
    """Puts told numbers into the mentions and players they belong to."""

    def __init__(self, reader: DamageReader) -> None:
        self.r = reader
        self.talk: Talk = reader.talk

    def _use(self, *indices: int) -> None:
        self.r.used |= set(indices)

    def _before(self, i: int, *, plural: bool = False, walker: bool = False) -> Mention | None:
        """The nearest object mention that ends before word i."""
        for m in reversed(self.talk.mentions):
            if m.end > i or m.head in {"player", "pronoun", "spell", "ability", "trigger"}:
                continue
            if (plural and not (m.plural or (m.count or 0) > 1)) or (walker and not self.r.is_walker(m)):
                continue
            return m
        return None

    def _drop(self, mention: Mention, instead: Mention | None = None) -> None:
        """A mention that is no object of its own, or that another stands for."""
        self.talk.mentions.remove(mention)
        for clause in self.talk.clauses:
            for roles in clause.lists():
                for i in [i for i, m in enumerate(roles) if m is mention]:
                    roles[i : i + 1] = [instead] if instead is not None else []

    def _left_over(self) -> None:
        """ "I've got 3 left over": worked out by the player, not told."""
        for i, word in enumerate(self.talk.words[:-1]):
            if (
                word.kind == "number"
                and self.talk.lowers[i + 1] in {"left", "left over", "extra", "leftover"}
                and self.talk.inside(i) is None
            ):
                self._use(i, i + 1)

    def _life(self) -> None:
        """ "opponent at 3 life", "I'm at 5": a player's life total."""
        for i, word in enumerate(self.talk.words):
            if word.kind != "number" or i == 0:
                continue
            named = i + 1 < len(self.talk.words) and self.talk.words[i + 1].is_("noun", "life")
            lead = self.talk.lowers[max(0, i - 3) : i]
            if not (
                ({"at", "on", "has", "have", "with"} & set(lead) and named)
                or (lead[-1:] == ["at"] and self._after_player(i))
            ) or {"gain", "gains", "lose", "loses", "pay"} & set(lead):
                continue
            player = next(
                (
                    m
                    for m in reversed(self.talk.mentions)
                    if m.end <= i and m.head == "player" and m.player in {"you", "opp"}
                ),
                None,
            )
            if (
                player is None
                or i - player.end > 4
                or any(self.talk.words[j].is_("noun", "loyalty") for j in (i + 1,) if j < len(self.talk.words))
            ):
                continue
            self.r.players[player.player] = Player(player.player, life=word.value[0])
            self._use(i, *((i + 1,) if named else ()))
            for m in [m for m in self.talk.mentions if m.start == i]:
                self._drop(m)

    def _after_player(self, i: int) -> bool:
        player = next((m for m in reversed(self.talk.mentions) if m.end <= i), None)
        ends = i + 1 >= len(self.talk.words) or self.talk.lowers[i + 1] in {",", ".", "?", "and", ")", "so", "life"}
        return (
            ends
            and player is not None
            and player.head == "player"
            and all(w in {"at", "is", "are", "am", "was", "'s"} for w in self.talk.lowers[player.end : i])
        )

    def _loyalty(self) -> None:
        for i, word in enumerate(self.talk.words):
            if not word.is_("noun", "loyalty"):
                continue
            number = next((j for j in (i - 1, i + 1, i + 2, i + 3) if 0 <= j < len(self.talk.words) and self.talk.words[j].kind == "number" and (
                j < i or all(w in {"is", "of", "at", ":", "counters", "counter", "now", "="} for w in self.talk.lowers[i + 1 : j])
            )), None)  # fmt: skip
            walker = self._before(i, walker=True) or next((m for m in self.talk.mentions if self.r.is_walker(m)), None)
            if number is not None and walker is not None:
                walker.loyalty = self.talk.words[number].value[0]
                self._use(i, number, number - 1)

    def _marked_damage(self) -> None:
        """ "a 2/2 with 1 damage marked", "has 2 damage from earlier", "already took 2"."""
        for i, word in enumerate(self.talk.words):
            if word.kind != "number":
                continue
            damage = i + 1 < len(self.talk.words) and self.talk.words[i + 1].is_("noun", "damage")
            before = self.talk.lowers[max(0, i - 3) : i]
            after = self.talk.lowers[i + 2 : i + 5] if damage else self.talk.lowers[i + 1 : i + 3]
            took = bool({"took", "taken", "suffered"} & set(before))
            takes = bool({"takes", "take"} & set(before)) and self.talk.lowers[i + 1 : i + 2] == ["from"]
            borne = bool(_BEARING & set(before)) and damage
            later = {"marked", "already", "earlier", "earlier this turn", "this turn"} & set(
                self.talk.lowers[i + 1 : i + 8]
            )
            lies = (
                bool({"marked", "already", "earlier"} & set(after))
                or (took and damage and bool(later))
                or after[:2]
                in (
                    ["on", "it"],
                    ["on", "him"],
                    ["on", "them"],
                )
            )
            if not (
                (lies and damage)
                or (took and ("already" in before or lies))
                or ((took or takes) and self._dealt_by_spell(i + 1))
                or (borne and not took and self._is_bearing(i))
            ):
                continue
            bearer = self._before(i) or self._bearer_after(i)
            asked = any(c.question and c.start <= i < c.end for c in self.talk.clauses)
            if (
                bearer is None
                or bearer.head not in {"creature", "card", "attacker", "blocker", "token"}
                or (asked and not lies)
            ):
                continue
            bearer.damage = word.value[0]
            self._from_what(i + 2)
            self._from_what(i + 1)
            self._use(
                i,
                i + 1,
                *(
                    j
                    for j in range(max(0, i - 3), min(i + 7, len(self.talk.words)))
                    if self.talk.lowers[j] in _ON_IT | _BEARING
                ),
            )
            for m in [m for m in self.talk.mentions if m.start == i]:
                self._drop(m)
            for clause in [
                c for c in self.talk.clauses if i - 3 <= c.verb < i and c.frame in {"have", "take", "steal", "get"}
            ]:
                self.talk.clauses.remove(clause)
                self.r.in_clause -= {m.start for m in clause.roles()}

    def _dealt_by_spell(self, i: int) -> bool:
        """ "took 3 from a bolt": what dealt it is no creature, and the damage is done before the combat."""
        j = i + 1
        while j < len(self.talk.words) and self.talk.lowers[j] in {"a", "an", "the", "my", "his", "that"}:
            j += 1
        word = self.talk.words[j] if j < len(self.talk.words) else None
        spell = word is not None and (word.spell or word.lower in BURN)
        early = {"before combat", "earlier", "precombat", "main phase", "pre combat", "main"} & set(
            self.talk.lowers[j : j + 4]
        )
        return self.talk.lowers[i : i + 1] == ["from"] and spell and bool(early)

    def _bearer_after(self, i: int) -> Mention | None:
        """ "with 3 damage already on it, will my 5/5 survive": it is named after."""
        opens = self.talk.lowers[i - 1 : i] == ["with"] and (
            i < 2 or self.talk.words[i - 2].sentence != self.talk.words[i].sentence
        )
        later = [
            m for m in self.talk.mentions if m.start > i and m.is_object and m.sentence == self.talk.words[i].sentence
        ]
        return later[0] if opens and later else None

    def _from_what(self, i: int) -> None:
        """ "took 2 damage from a shock earlier": what dealt it is over."""
        if self.talk.lowers[i : i + 1] != ["from"]:
            return
        j = i + 1
        while j < len(self.talk.words) and self.talk.lowers[j] in {"a", "an", "the", "my", "his", "that"}:
            j += 1
        if j < len(self.talk.words) and (self.talk.words[j].is_("verb", "deal") or self.talk.words[j].kind == "card"):
            self._use(*range(i, j + 1))
            self.talk.clauses = [c for c in self.talk.clauses if c.verb != j]
            for m in [m for m in self.talk.mentions if m.start <= j < m.end and m.cards]:
                self._drop(m)

    def _is_bearing(self, i: int) -> bool:
        """ "with 1 damage", "has 2 damage": right before the number, and no "deal" about it."""
        near = self.talk.lowers[max(0, i - 2) : i]
        return bool({"with", "has", "have", "had", "carrying"} & set(near))
