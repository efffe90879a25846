"""How many creatures can attack, or what so many cost, under what taxes and limits attacks: "7 lands, how many can I send?" """

from __future__ import annotations

from judgecall.cards.abilities import BlockLimit
from judgecall.parser.areas.attacks import statics, taxes_attacks
from judgecall.parser.areas.combat_sides import OTHER
from judgecall.parser.board import Board
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import GameObject, Player, Query, Scenario

_SENDING = frozenset(
    {"send", "sending", "swing", "swing with", "attack", "attack with", "send in", "sent", "throw", "get in"}
)
_SIDES = {"my": "you", "his": "opp", "her": "opp", "their": "opp", "opp": "opp", "opps": "opp"}
_FREE = frozenset({"number", "of", "the", "total", "many", "creatures", "guys", "dudes", "attackers", "up to", "at once", "at", "once", "altogether",
                   "each turn", "per turn", "this turn", "with", "in", "it", "them", "what is", "what", "then", "in total", "cost", "costs", "does",
                   "mana", "still"})  # fmt: skip
_COST = frozenset({"cost", "costs", "pay", "paying", "need", "needed"})
_READY = frozenset({"untapped", "available", "open", "free"})
"""What lands, mana or the source of a tax are said to be, and are taken to be anyway."""


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """The reading of a question for the number of attackers or for what they cost."""
    if context is not None:
        return []
    candidate = CountReader(talk).read()
    return [candidate] if candidate is not None else []


class CountReader:
    """The creatures of one player, what taxes or limits their attacks, and the mana there is."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.words = talk.words
        self.lowers = talk.lowers
        self.board = Board(talk)
        self.used: set[int] = set()

    def read(self) -> Candidate | None:
        """The candidate; None when it isn't such a question."""
        sources = [m for m in self.talk.mentions if m.is_object and self._bears_on_attacks(m)]
        zone = self._zone()
        if not sources or zone is None:
            return None
        counting = any(self.words[i].is_("how_many") or self.words[i].is_("most") for i in zone)
        cost = (
            not counting
            and any(self.words[i].is_("how_much") for i in zone)
            and (bool(_COST & self._said(zone)) or any(self.words[i].is_("modal_must") for i in zone))
        )
        cost = cost and any("tax" not in self.lowers[i] for i in zone)
        if not counting and not cost:
            return None
        side = self._attacker(zone, sources)
        if side is None or not self._place(sources, side, zone):
            return None
        mine = self._creatures(side, zone)
        if not mine:
            return None
        mana = self._mana()
        if mana is False or any(o.card and o.id in mine for o in self.board.objects.values() if o.count is None):
            return None
        self.used |= {
            i
            for i in zone
            if self.lowers[i] in _FREE
            or self.lowers[i] in _SENDING
            or self.words[i].is_("how_many")
            or self.words[i].is_("how_much")
            or self.words[i].is_("most")
            or self.words[i].is_("modal_can")
            or (cost and self.lowers[i] in _COST)
            or self.words[i].is_("verb", "attack", "pay", "put")
            or (cost and self.words[i].is_("modal_must"))
        }
        self.used |= {i for i, w in enumerate(self.lowers) if w in _READY}
        if cost:
            query = Query("attack_cost", mine)
        else:
            query = Query("how_many_attack", mine, bound="at_most")
        players = tuple(Player(p, mana=None if p != side or mana is True else mana) for p in ("you", "opp"))
        scenario = Scenario(tuple(self.board.objects.values()), players, (), (query,), active=side)
        return Candidate(scenario, "combat", self.used, 0.0, tuple(self.board.guessed), tuple(self.board.ambiguous))

    def _bears_on_attacks(self, mention: Mention) -> bool:
        card = self.talk.card(mention) if len(mention.cards) == 1 else None
        limits = any(isinstance(e, BlockLimit) and e.attack for a in statics(card) for e in a.effects)
        return limits or taxes_attacks(card)

    def _said(self, zone: range) -> set[str]:
        return {self.lowers[i] for i in zone}

    def _zone(self) -> range | None:
        """The words of the question: from "how many" to its end, if it is about attacking."""
        start = next(
            (i for i, w in enumerate(self.words) if w.is_("how_many") or w.is_("how_much") or w.is_("most")), None
        )
        if start is None:
            return None
        while start > 0 and self.lowers[start - 1] in {"what is", "what", "is", "the"}:
            start -= 1
        end = start
        while end < len(self.words) and self.lowers[end] not in {"?", "."}:
            end += 1
        if any(w.lower == "?" for w in self.words[end + 1 :]):
            return None
        zone = range(start, end)
        if any(w.is_("verb", "block") or w.is_("negation") for w in self.words[start:end]):
            return None
        attacks = any(
            self.words[i].is_("verb", "attack") or self.lowers[i] in {*_SENDING, "attacker", "attackers"} for i in zone
        )
        return zone if attacks else None

    # ---------------------------------------------------------------- sides

    def _owner(self, mention: Mention) -> str | None:
        """Whose it is: his word before it, the one who has it, or "on his side" behind it."""
        if mention.owner in OTHER:
            return mention.owner
        for clause in self.talk.clauses:
            if clause.frame == "have" and any(m is mention for m in clause.object):
                who = next((m.player for m in clause.subject if m.head == "player" and m.player in OTHER), None)
                if who is not None:
                    return who
        ahead = self.lowers[mention.end : mention.end + 6]
        for k, lower in enumerate(ahead):
            if lower in {".", ",", ";", "?"}:
                break
            sided = ahead[k + 1 : k + 2] in (["side"], ["board"], ["battlefield"], ["field"])
            if lower in _SIDES and sided:
                self.used |= {mention.end + k, mention.end + k + 1}
                return _SIDES[lower]
        return None

    def _attacker(self, zone: range, sources: list[Mention]) -> str | None:
        """Who attacks."""
        for clause in self.talk.clauses:
            if clause.frame == "attack" and clause.verb in zone and not clause.passive:
                doers = [m for m in clause.subject if m.head == "player" and not self._of_them(m)]
                who = next((m.player for m in doers if m.player in OTHER), None)
                if who is not None:
                    return who
                whose = next((m.owner for m in clause.subject if m.owner in OTHER), None)
                if whose is not None:
                    return whose
                hit = next((m.player for m in clause.object if m.head == "player" and m.player in OTHER), None)
                if hit is not None:
                    return OTHER[hit]
        inside = [
            m.player for m in self.talk.mentions
            if m.head == "player" and m.start in zone and m.player in OTHER and not self._of_them(m)
        ]  # fmt: skip
        if inside:
            return inside[0]
        owners = {self._owner(m) for m in sources} & set(OTHER)
        return OTHER[owners.pop() or ""] if len(owners) == 1 else None

    def _place(self, sources: list[Mention], side: str, zone: range) -> bool:
        """Put everything that is told of on its side; False when it can't be told."""
        listed = [m for m in sources if self._owner(m) is None]
        for mention in self.talk.mentions:
            span = range(mention.start, mention.end)
            if mention.head in {"player", "pronoun"} or self._of_them(mention):
                continue
            if mention in sources:
                card = self.talk.card(mention)
                each = card is not None and self._limits_everyone(mention)
                owner = self._owner(mention) or (None if each else OTHER[side])
                if (mention in listed and len(listed) != len(sources)) or (not each and owner != OTHER[side]):
                    return False
                id = self.board.get(mention, owner=owner)
                self.used |= set(span)
                if id is None:
                    return False
            elif mention.head == "land" and mention.count is not None and not mention.cards:
                if self._owner(mention) not in {None, side} or mention.tapped or mention.subtypes:
                    return False
            elif mention.head in {"creature", "attacker", "token"} or (mention.cards and self._is_creature(mention)):
                if self._owner(mention) not in {None, side}:
                    return False
            elif mention.head == "some" and mention.start in zone:
                continue
            else:
                return False
        return True

    def _of_them(self, mention: Mention) -> bool:
        """ "how many of them can attack": the creatures, whoever "them" might be elsewhere."""
        before = self.words[mention.start - 1] if mention.start else None
        of_them = before is not None and before.is_("how_many") and mention.text in {"them", "those", "these"}
        if of_them:
            self.used.add(mention.start)
        return of_them

    def _limits_everyone(self, mention: Mention) -> bool:
        card = self.talk.card(mention)
        effects = [e for a in statics(card) for e in a.effects]
        return all(isinstance(e, BlockLimit) and e.who == "each" for e in effects) and bool(effects)

    def _is_creature(self, mention: Mention) -> bool:
        card = self.talk.card(mention)
        return card is not None and "creature" in card.faces[0].types

    def _creatures(self, side: str, zone: range) -> tuple[str, ...]:
        """The creatures that could attack; some, when the question tells of none in particular."""
        found: list[str] = []
        for mention in self.talk.mentions:
            if not mention.is_object or self._bears_on_attacks(mention) or mention.head == "land":
                continue
            asked = mention.start in zone and not mention.described and mention.count is None
            if asked and mention.owner in {None, side}:
                self.used |= set(range(mention.start, mention.end))
                continue
            if mention.tapped:
                return ()
            id = self.board.get(mention, owner=side)
            if id is None:
                return ()
            self.used |= set(range(mention.start, mention.end))
            if id not in found:
                found.append(id)
        if not found:
            found.append(
                self.board.create(
                    GameObject("creatures", said="creatures", types=("creature",), controller=side, count=None)
                )
            )
        return tuple(found)

    def _mana(self) -> int | bool:
        """How much mana the attacking player has; True when nobody said, False when it can't be told."""
        told: set[int] = set()
        for mention in self.talk.mentions:
            if mention.head == "land" and not mention.cards and mention.count is not None:
                told.add(mention.count)
                self.used |= set(range(mention.start, mention.end))
        for i, word in enumerate(self.words):
            if word.lower != "mana" or not i or self.talk.inside(i) is not None:
                continue
            if self.words[i - 1].kind == "number" and not (i > 1 and self.words[i - 2].is_("verb", "pay")):
                told.add(self.words[i - 1].value[0])
                self.used |= {i - 1, i}
            elif self.lowers[i - 1] == "no":
                told.add(0)
                self.used |= {i - 1, i}
        for i in range(len(self.words) - 1):
            if self.lowers[i : i + 2] == ["tapped", "out"]:
                told.add(0)
                self.used |= {i, i + 1}
        if len(told) > 1:
            return False
        return told.pop() if told else True
