"""Attackers that are called unblocked or are let through, in words that are no clause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.parser.board import is_rest
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Query

if TYPE_CHECKING:
    from judgecall.parser.areas.combat_damage import DamageReader


class Unblocked:
    """Finds who isn't blocked."""

    def __init__(self, reader: DamageReader) -> None:
        self.r = reader
        self.talk = reader.talk
        self._read = 0

    def advance(self, before: int) -> None:
        """Read what stands before a word and is no clause: who is called unblocked, and who is let through."""
        for i in range(self._read, before):
            if self.talk.lowers[i] == "through":
                self._let_through(i)
            if self.talk.lowers[i] == "unblocked":
                self.r.described(i)
                self._unblocked(i)
        self._read = max(self._read, before)

    def _is_it_unblocked(self, i: int) -> bool:
        """ "is it unblocked?": asked, not told."""
        part = i
        while part > 0 and self.talk.lowers[part - 1] not in {",", ".", ";", "?", ":"}:
            part -= 1
        marked = next((w.lower for w in self.talk.words[i:] if w.lower in {",", ".", ";", "?"}), "")
        return self.talk.lowers[part] in {"is", "are", "does", "will"} and marked == "?" and self.talk.inside(i) is None

    def _unblocked(self, i: int) -> None:
        asked = self.talk.lowers[i - 2 : i] and self.talk.lowers[i - 1] in {"become", "becomes"}
        inside = self.talk.inside(i)
        other = next((m for m in self.talk.mentions if m.end in {i - 1, i} and is_rest(m)), None)
        if other is not None:
            ids = self.r.board.ids([other], role="attacker")
            blocked = {a for _, attackers in self.r.blocks for a in attackers}
            self.r.doubtful = self.r.doubtful or not set(ids) <= set(self.r.attackers) - blocked
            self.r.used |= {i, *range(other.start, other.end)}
            return
        named = inside if inside is not None else self._last_creature(i)
        if asked or named is None:
            return
        if self._is_it_unblocked(i):
            ids = self.r.board.ids([named]) if named.is_object else ()
            known = tuple(j for j in ids if j in self.r.attackers) or tuple(self.r.attackers[:1])
            if known:
                self.r.used.add(i)
                self.r.queries.append(Query("is_unblocked", known))
            return
        self.r.used.add(i)
        self.r.side = self.r.side or named.owner or "you"
        group = [named]
        several = self.talk.lowers[i - 1] in {"both", "all"} or self.talk.lowers[i - 2 : i] == ["both", "are"]
        if several or self.talk.lowers[i - 1] == "are":
            earlier = [
                m for m in self.talk.mentions if m.end <= named.start and m.is_object and m.sentence == named.sentence
            ]
            if earlier and self.talk.lowers[earlier[-1].end : named.start] in (["and"], [","], [",", "and"]):
                group = [earlier[-1], named]
        if several and len(group) < 2 and not named.plural:
            self.r.doubtful = True
        self.r.objects(group, "attacker")
        self.r.known_unblocked = True

    def _let_through(self, i: int) -> None:
        """ "lets the 2/2 through": that attacker isn't blocked."""
        named = next((m for m in self.talk.mentions if m.end == i and m.head != "player"), None)
        lead = named.start - 1 if named is not None else 0
        if named is None or self.talk.lowers[lead] not in {"let", "lets", "letting"}:
            return
        ids = self.r.board.ids([named]) if is_rest(named) else self.r.objects([named], "attacker")
        blocked = {a for _, attackers in self.r.blocks for a in attackers}
        if not ids or not set(ids) <= set(self.r.attackers) - blocked:
            self.r.doubtful = True
            return
        self.r.used |= {lead, i, *range(named.start, named.end)}

    def _last_creature(self, i: int) -> Mention | None:
        for m in reversed(self.talk.mentions):
            if (
                m.end <= i
                and m.is_object
                and m.head in {"creature", "card", "token", "attacker"}
                and not self.r.is_walker(m)
                and not self._never_fights(m)
            ):
                return m
        return next((m for m in self.talk.mentions if m.start > i and m.head in {"creature", "card", "token"}), None)

    def _never_fights(self, mention: Mention) -> bool:
        """ "fencing ace with rancor, unblocked": the Aura is no attacker."""
        card = self.talk.card(mention)
        return card is not None and not any(
            {"creature", "land"} & set(f.types) or "Vehicle" in f.subtypes for f in card.faces
        )
