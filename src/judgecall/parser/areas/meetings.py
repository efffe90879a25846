"""Two creatures that meet with no word for who attacks: "Wall of Stone vs a 3/3, can it block?"."""

from __future__ import annotations

from judgecall.cards.abilities import Keyword
from judgecall.parser.areas.combat_sides import OTHER, CombatSides
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk


def asks_if_it_blocks(talk: Talk) -> bool:
    """ "can it block?", which leaves open which of the two it is."""
    return any(
        c.frame == "block"
        and c.modal == "can"
        and not c.passive
        and not c.object
        and any(m.head == "pronoun" for m in c.subject)
        for c in talk.clauses
    )


def stays_home(talk: Talk, mention: Mention) -> bool:
    """Whether it is a creature with defender (CR 702.3b), which is there to block."""
    card = talk.card(mention) if mention.cards else None
    own = card.faces[0].abilities if card is not None else ()
    return any(isinstance(a, Keyword) and a.name == "defender" for a in own) or "Wall" in mention.subtypes


def joined_with(talk: Talk, first: Mention) -> list[Mention]:
    """ "vs a 5/5 and a 2/2": the creature that is named and those of a list that goes on with it."""
    found = [first]
    for mention in talk.mentions:
        if mention.start < found[-1].end or mention.sentence != first.sentence:
            continue
        gap = talk.lowers[found[-1].end : mention.start]
        follows = talk.words[mention.end] if mention.end < len(talk.words) else None
        acts = follows is not None and follows.kind != "mark" and follows.lower not in {"and", "or"}
        if gap not in (["and"], [","], [",", "and"]) or mention.power is None or acts:
            break
        found.append(mention)
    return found


class Meetings(CombatSides):
    """Places two creatures that meet."""

    def versus(self) -> None:
        """ "a 3/3 vs a deathtouch 2/2", "a 6/6 trampler into an 1/4": two creatures meet, with no word for the block."""
        if (
            self.blocks
            or any(e.kind == "block" for e in self.events)
            or any(c.frame == "block" for c in self.talk.clauses)
        ):
            only_players = True
        else:
            only_players = False
        for i, word in enumerate(self.talk.words):
            if word.lower not in {"vs", "versus", "against", "into", "v", "meets", "hits", "fights", "facing"}:
                continue
            before = next(
                (m for m in reversed(self.talk.mentions) if m.end <= i and m.is_object and i - m.end <= 2), None
            )
            after = next((m for m in self.talk.mentions if m.start > i and m.is_object and m.start - i <= 2), None)
            if before is not None and after is None and word.lower in {"into", "at", "vs", "against"}:
                self._into_player(before, i)
                continue
            meets = word.lower in {"vs", "versus", "against", "v", "facing"} and asks_if_it_blocks(self.talk)
            if before is not None and after is not None and meets:
                self._blocks_what_it_meets(before, after)
                self.used.add(i)
                return
            if before is None or after is None or only_players:
                continue
            if after.role == "attacking" or self.talk.lowers[after.end : after.end + 1] in (["attacking"], ["attacks"]):
                before, after = after, before  # "my Recluse vs his Angel attacking"
                self.side = before.owner or self.side
            if before.head == "land" or after.head == "land" or before.head == "blocker" or after.head == "attacker":
                continue
            self.side = self.side or "you"
            attackers = self.objects([before], "attacker")
            blockers = self.objects(joined_with(self.talk, after), "blocker", attackers)
            if attackers and blockers:
                self.used.add(i)
                self.declare(blockers, attackers)
                return

    def _blocks_what_it_meets(self, first: Mention, second: Mention) -> None:
        """ "my wall vs a shadow creature, can it block?": what is told of first, if it is plain that it stays at home or is somebody's."""
        if first.head == "attacker":
            first, second = second, first
        plain = first.owner in OTHER or "attacker" in {first.head, second.head} or stays_home(self.talk, first)
        if not plain:
            self.unplaced = True
            return
        self.side = OTHER[first.owner or "you"]
        attackers = self.objects([second], "attacker")
        self.objects([first], "blocker", attackers)

    def _into_player(self, mention: Mention, i: int) -> None:
        """ "a 5/5 into an opponent with two walls": an attack without the word."""
        player = next((m for m in self.talk.mentions if m.start > i and m.head == "player" and m.start - i <= 3), None)
        if player is None or self.attackers or mention.head == "land":
            return
        self.side = OTHER.get(player.player, "you")
        self.objects([mention], "attacker")
        self.used.add(i)
