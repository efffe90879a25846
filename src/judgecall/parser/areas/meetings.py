"""Two creatures that meet with no word for who attacks: "Wall of Stone vs a 3/3, can it block?"."""

from __future__ import annotations

from judgecall.cards.abilities import Activated, Keyword, Triggered
from judgecall.parser.areas.combat_sides import OTHER, CombatSides
from judgecall.parser.clauses import Clause
from judgecall.parser.lexicon import inflect
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk

_MEETING = frozenset({"kill", "beat", "die", "survive", "have"})
"""What is asked or told of two creatures without a word of how they meet."""

_EVASION = frozenset({"flying", "shadow", "horsemanship", "skulk", "fear", "intimidate", "menace", "unblockable"})
"""With one of these a creature that meets another is taken to block it, since the other might not be able to."""

_KILLS = frozenset(form for verb in ("kill", "beat", "defeat", "take out", "take down") for form, _ in inflect(verb))
_OUTLASTS = (["survive"], ["survives"], ["die", "to"], ["dies", "to"])
_WINS = frozenset(form for verb in ("win", "lose") for form, _ in inflect(verb))


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


def asks_who_wins(talk: Talk) -> bool:
    """ "who wins, my 3/3 or his 2/2?"."""
    return bool({"who", "which"} & set(talk.lowers)) and any(lower in _WINS for lower in talk.lowers)


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
            into = (
                word.is_("verb", "attack")
                and word.lower.endswith(" into")
                and self.talk.has("verb", "survive", "die", "kill")
            )
            if (
                word.lower not in {"vs", "versus", "against", "into", "v", "meets", "hits", "fights", "facing"}
                and not into
            ):
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

    def killing(self) -> None:
        """ "does my 3/3 kill his 2/2?", "who wins, my 3/3 or his 2/2?": the first attacks, the other blocks, unless it stays home."""
        things = [m for m in self.talk.mentions if m.is_object and m.head != "pronoun"]
        swung = self._swung_with(things)
        told = any(c.frame not in _MEETING and c not in swung for c in self.talk.clauses)
        if (
            self.attackers
            or self.blocks
            or self.events
            or told
            or len(things) != 2
            or not all(self._only_fights(m) for m in things)
        ):
            return
        first, second = things
        if swung:
            self._attacked_and_met(first, second)
            return
        gap = range(first.end, second.start)
        kills = [i for i in gap if self.talk.lowers[i] in _KILLS]
        compared = len(gap) == 1 and self.talk.lowers[first.end] in {"or", "and"}
        met = kills == list(gap) or self.talk.lowers[gap.start : gap.stop] in _OUTLASTS
        met = met and bool(gap) and first.sentence == second.sentence
        if (compared and asks_who_wins(self.talk)) or met:
            self._meet(first, second)

    def _swung_with(self, things: list[Mention]) -> list[Clause]:
        """ "if I attack with my 3/3 will his 4/4 kill it": attacks told of the one that the other is asked to kill."""
        kills = [c for c in self.talk.clauses if c.frame == "kill" and c.question and c.subject == things[1:]]
        swung = [c for c in self.talk.clauses if c.frame == "attack" and not c.question and not c.negated]
        told = [m for c in swung for m in c.roles() if m.is_object]
        return swung if kills and told == things[:1] else []

    def _attacked_and_met(self, attacking: Mention, blocking: Mention) -> None:
        self.side = attacking.owner if attacking.owner in OTHER else OTHER.get(blocking.owner or "", "you")
        attackers = self.objects([attacking], "attacker")
        blockers = self.objects([blocking], "blocker", attackers)
        if attackers and blockers:
            self.declare(blockers, attackers)

    def _meet(self, first: Mention, second: Mention) -> None:
        if second.count not in {None, 1}:
            return
        if first.count not in {None, 1}:
            first, second = second, first  # "would two 2/2s kill a 4/4": two block one
        elif self._would_block(first) and not self._would_block(second):
            first, second = second, first
        self._attacked_and_met(first, second)

    def cannot_meet(self) -> bool:
        """Whether the one taken to block might not be able to (CR 509.1b): then it isn't said that it does."""
        if len(self.attackers) != 1 or not self.blockers:
            return False
        own, theirs = self._keywords(self.attackers[0]), [self._keywords(i) for i in self.blockers]
        alone = len(theirs) == 1 and self.board.objects[self.blockers[0]].count in {None, 1}
        return (
            bool(own & {"fear", "intimidate", "unblockable", "skulk"})
            or ("menace" in own and alone)
            or any("shadow" in (own ^ blocking) for blocking in theirs)
            or ("horsemanship" in own and any("horsemanship" not in blocking for blocking in theirs))
            or ("flying" in own and any(not blocking & {"flying", "reach"} for blocking in theirs))
        )

    def _keywords(self, id: str) -> set[str]:
        thing = self.board.objects[id]
        card = self.talk.cards.get(thing.card) if thing.card else None
        printed = card.faces[0].abilities if card is not None else ()
        return {getattr(a, "name", "") for a in (*thing.abilities, *printed)}

    def _would_block(self, mention: Mention) -> bool:
        """Whether it is likelier that it blocks: it has defender, or evasion that might keep the other from blocking it."""
        card = self.talk.card(mention) if mention.cards else None
        own = {a.name for a in card.faces[0].abilities if isinstance(a, Keyword)} if card is not None else set()
        return stays_home(self.talk, mention) or bool(_EVASION & {*own, *mention.keywords})

    def _only_fights(self, mention: Mention) -> bool:
        """A creature of which nothing is known that would kill in another way than in combat."""
        if mention.head in {"land", "player", "planeswalker"}:
            return False
        card = self.talk.card(mention) if mention.cards else None
        if card is None:
            return mention.power is not None
        face = card.faces[0]
        acts = any(isinstance(a, Activated | Triggered) for a in face.abilities)
        return "creature" in face.types and not acts

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
