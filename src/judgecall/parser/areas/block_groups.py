"""Groups of blockers: "one elf on the wurm and two on each wolf", and what is a part of a group told before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Event

if TYPE_CHECKING:
    from judgecall.parser.areas.combat import CombatReader


class BlockGroups:
    """Declares blocks by groups on the board that a CombatReader has built."""

    def __init__(self, reader: CombatReader) -> None:
        self.r = reader
        self.talk = reader.talk

    def assignments(self) -> bool:
        """ "one elf on the wurm and two on each wolf", with "put" or without: a declaration, group by group."""
        if not self.r.attackers or self.asks_number():
            return False
        made = False
        for first, second in zip(self.talk.mentions, self.talk.mentions[1:], strict=False):
            gap = [
                w
                for w in self.talk.lowers[first.end : second.start]
                if w not in {"of", "them", "both", "all", "just", "only"}
            ]
            if gap not in (["on"], ["onto"]) or first.head not in {"some", "creature", "token", "blocker", "card"}:
                continue
            if second.head not in {"creature", "token", "card", "pronoun", "attacker"}:
                continue
            attackers = tuple(
                i
                for i in self.r.board.ids([second], role="attacker", avoid=tuple(self.r.blockers))
                if i in self.r.attackers
            )
            group = self._group_for(first) or (self._new_blockers(first, attackers) if attackers else None)
            if not attackers or group is None or first.start in self.r.paired:
                continue
            n = first.count or (
                self.r.board.objects[group].count
                if "all" in self.talk.lowers[max(0, first.start - 2) : first.end]
                else None
            )
            how = (
                "each"
                if second.article in {"each", "both"} or "each" in self.talk.lowers[first.end : second.start + 1]
                else ""
            )
            self.r.events.append(Event("block", (group,), attackers, n=n, how=how))
            self.r.blocks.append(((group,), attackers))
            self.r.used |= set(range(first.start, second.end))
            self.r.used |= {
                i
                for i in range(max(0, first.start - 3), first.start)
                if self.talk.words[i].is_("verb", "put") or self.talk.lowers[i] == "all"
            }
            made = True
        return made

    def asks_number(self) -> bool:
        """ "max number of blockers on the wurm": a number of blockers is asked, and none is told of."""
        how_many = self.talk.has("most") or self.talk.has("least") or self.talk.has("how_many")
        return how_many and any(m.head == "blocker" and m.count is None for m in self.talk.mentions)

    def _group_for(self, mention: Mention) -> str | None:
        """The group of blockers that a part is taken from ("two soldiers" of the four)."""
        for id in self.r.board.objects:
            thing = self.r.board.objects[id]
            theirs = thing.controller is not None and thing.controller == self.r.attack_owner
            if id in self.r.attackers or theirs or not self.r.board.can_fight(thing):
                continue
            if mention.subtypes and not set(mention.subtypes) <= set(thing.subtypes):
                continue
            if (thing.count or 0) >= (mention.count or 1):
                return id
        return None

    def _new_blockers(self, mention: Mention, attackers: tuple[str, ...]) -> str | None:
        """ "all four soldiers on the bear": creatures that nothing was said of before are the other side's."""
        plain = mention.head in {"creature", "token"} and (mention.subtypes or mention.power is not None)
        if not plain or (mention.owner and mention.owner == self.r.attack_owner) or not self.talk.has("legal"):
            return None
        blockers = self.r.objects([mention], "blocker", attackers)
        return blockers[0] if len(blockers) == 1 and blockers[0] not in attackers else None

    def part_of_assignment(self, mention: Mention) -> bool:
        """ "two soldiers on the bear": no new creatures, when a group of soldiers was spoken of before."""
        after = self.talk.lowers[mention.end : mention.end + 1]
        return (
            bool(after)
            and after[0] in {"on", "onto"}
            and bool(mention.count)
            and bool(self.r.attackers)
            and self._group_for(mention) is not None
        )
