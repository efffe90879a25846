"""Attacks that cost something, with one opponent or two: who is forced to attack or pay, and whom one may attack (CR 508.1c-j)."""

from __future__ import annotations

from judgecall.cards.abilities import CantAttack, CombatTax, ForceAttack
from judgecall.parser.areas.attacks import statics, taxes_attacks
from judgecall.parser.board import Board
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.parser.terms import ability
from judgecall.scenario.model import Player, Query, Scenario

_NAMES = frozenset({"a", "b", "c", "1", "2", "3"})
_SEATS = frozenset({"player", "opponent", "opp", "ai", "guy"})
_KEEPING = frozenset(
    {"keep", "home", "hold", "back", "stay", "stays", "as", "a", "blocker", "rather", "refuse", "skip", "sit"}
)
_FREE = frozenset({"free", "untaxed", "open", "undefended"})
_ABILITIES = frozenset({"attacks if able", "cant attack alone"})


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """The reading of a question about attacking somebody whom it costs to attack."""
    if context is not None:
        return []
    candidate = DemandReader(talk).read()
    return [candidate] if candidate is not None else []


class DemandReader:
    """One creature (or some), what taxes its attacks, and what is asked of it."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.words = talk.words
        self.lowers = talk.lowers
        self.board = Board(talk)
        self.used: set[int] = set()
        self.taxed: str | None = None
        self.seats: dict[str, str] = {}
        """Which player of the scenario each name stands for."""

    def read(self) -> Candidate | None:
        """The candidate; None when it isn't such a question."""
        taxes = [m for m in self.talk.mentions if m.is_object and self._taxes(m)]
        if not taxes or len({m.cards for m in taxes}) != 1:
            return None
        start = self._question()
        if start is None:
            return None
        self.used |= self.board.attach()
        subjects = self._subjects(taxes)
        if not subjects or not self._seat(taxes, start):
            return None
        mana = self._mana()
        if mana is False or not self._told(subjects):
            return None
        query = self._query(tuple(subjects), start)
        if query is None or (mana is True and query.kind == "must_attack" and query.target == ("opp2",)):
            return None  # who can pay may attack the other one instead: that wasn't said
        others = sorted({p for p in self.seats.values() if p != "you"} | {"opp"})
        players = (Player("you", mana=None if mana is True else mana), *(Player(p) for p in others))
        scenario = Scenario(tuple(self.board.objects.values()), players, (), (query,), active="you")
        return Candidate(scenario, "combat", self.used, 0.0, tuple(self.board.guessed), tuple(self.board.ambiguous))

    def _taxes(self, mention: Mention) -> bool:
        return taxes_attacks(self.talk.card(mention)) if len(mention.cards) == 1 else False

    def _question(self) -> int | None:
        """Where the last question begins."""
        marks = [i for i, w in enumerate(self.words) if w.lower == "?"]
        end = marks[-1] if marks else len(self.words) - 1
        start = end
        while start > 0 and self.words[start - 1].sentence == self.words[end].sentence:
            start -= 1
        if len(marks) > 1 or end < len(self.words) - 2:
            return None
        return start

    # ------------------------------------------------------------- objects

    def _subjects(self, taxes: list[Mention]) -> list[str]:
        """The creatures that are to attack; none when one can't be placed."""
        found: list[str] = []
        for mention in self.talk.mentions:
            if not mention.is_object or mention.head in {"spell", "ability", "land", "blocker"}:
                continue
            card = self.talk.card(mention) if mention.cards else None
            if mention in taxes:
                on = next((h for a, h in self.talk.attached if a is mention), None)
                id = self.board.get(mention, owner=None if on is not None else "opp")
                if id is None or (on is None and self.board.objects[id].controller != "opp"):
                    return []
                self.used |= set(range(mention.start, mention.end))
                continue
            if card is not None and "creature" not in card.faces[0].types:
                return []
            if mention.owner not in {None, "you"} or (mention.plural and mention.count is None):
                return []
            id = self.board.get(mention, owner="you")
            if id is None:
                return []
            self.used |= set(range(mention.start, mention.end))
            if id not in found:
                found.append(id)
        return found if len(found) == 1 or all(self.board.objects[i].card for i in found) else []

    def _told(self, subjects: list[str]) -> bool:
        """ "my juggernaut has to attack each combat if able": an ability told apart from the creature it is of."""
        for i, word in enumerate(self.words):
            sense = next((s for s in word.senses if s.kind == "keyword" and s.form == "is"), None)
            if sense is None or i in self.used or self.talk.inside(i) is not None or sense.value not in _ABILITIES:
                continue
            before = next((m for m in reversed(self.talk.mentions) if m.end <= i), None)
            if before is None or before.sentence != word.sentence or i - before.end > 2:
                return False
            id = self.board.of_mention.get(before.start)
            if id not in subjects:
                return False
            thing = self.board.objects[id]
            if thing.card is None and ability(sense.value) not in thing.abilities:
                self.board.change(id, abilities=(*thing.abilities, ability(sense.value)))
            if thing.card is not None and not self._has(thing.card, sense.value):
                return False  # an effect that wasn't told of makes it so, or the player is wrong about the card
            self.used.add(i)
        return True

    def _has(self, name: str, term: str) -> bool:
        wanted = ForceAttack if term == "attacks if able" else CantAttack
        return any(isinstance(e, wanted) for a in statics(self.talk.cards.get(name)) for e in a.effects)

    # -------------------------------------------------------------- players

    def _seat(self, taxes: list[Mention], start: int) -> bool:
        """Tell the opponents apart; False when their places can't be told."""
        named = [(i, self.lowers[i + 1]) for i in range(len(self.words) - 1)
                 if self.lowers[i] in _SEATS and self.lowers[i + 1] in _NAMES and self.talk.inside(i + 1) is None]  # fmt: skip
        for i in range(len(self.words) - 2):
            if self.lowers[i] == "one" and self.lowers[i + 1] in _SEATS:
                named.append((i, "one"))
            if self.lowers[i : i + 2] == ["the", "other"] and self.lowers[i + 2] in {"one", *_SEATS} and i < start:
                named.append((i, "other"))
        named.sort()
        starts = {m.start for m in taxes}
        first = min(starts)
        holder = next((key for i, key in reversed(named) if i < first), None)
        keys = list(dict.fromkeys(key for _, key in named))
        several = bool(keys) or self.talk.says(
            "multiplayer", "three player", "3 player", "four player", "4 player", "commander"
        )
        if not several:
            self.seats = {"": "opp"}
            for i in range(len(self.words) - 2):
                if self.lowers[i] == "player" and self.lowers[i + 1] in {"with", "that", "who"} and i + 2 in starts:
                    self.used |= {i, i + 1}  # "send them both at the player with propaganda"
                    self.used |= {k for k in range(max(0, i - 5), i) if self.lowers[k] in {"send", "sending", "swing"}}
            return True
        if holder is None or len(keys) != 2:
            return False
        self.taxed = holder
        self.seats = {key: "opp" if key == holder else "opp2" for key in keys}
        for i, _ in named:
            self.used |= {i, i + 1, i + 2} if self.lowers[i] == "the" else {i, i + 1}
        return self._nothing(start)

    def _nothing(self, start: int) -> bool:
        """ "player B has nothing", "has no tax effects": the other one is free to attack; it must be said."""
        for i in range(start):
            if (
                self.words[i].is_("negation")
                and i
                and ("has" in self.lowers[max(0, i - 3) : i] or "have" in self.lowers[max(0, i - 3) : i])
            ):
                ahead = self.lowers[i : i + 4]
                if {"but", "except"} & set(ahead) or any(w.kind == "card" for w in self.words[i : i + 4]):
                    return False
                if self.lowers[i] == "nothing" or {"tax", "taxes", "protection", "effect", "effects"} & set(ahead):
                    self.used |= {
                        j for j in range(i, min(i + 4, start)) if self.words[j].sentence == self.words[i].sentence
                    }
                    return True
        return any(w in _FREE for w in self.lowers)

    def _whom(self, start: int) -> tuple[str, ...] | None:
        """The player that the question has attacked; () for none in particular, None when it can't be told."""
        if self.taxed is None:
            return ()
        found: list[str] = []
        end = len(self.words)
        for i in range(start, end):
            if self.lowers[i] in {"instead of", "rather than"}:
                self.used |= {k for k in range(i, end) if self.words[k].kind != "card"}
                break
            after = self.lowers[i + 1] if i + 1 < end else ""
            if self.lowers[i] in _SEATS and after in self.seats:
                found.append(self.seats[after])
                self.used |= {i, i + 1}
            elif self.words[i].kind == "card" and after in _SEATS:
                found.append("opp")
                self.used |= {i, i + 1}
            elif self.lowers[i] in _FREE and after in {"one", *_SEATS}:
                found.append("opp2")
                self.used |= {i, i + 1}
        return tuple(found) if len(set(found)) <= 1 else None

    # ------------------------------------------------------------ the question

    def _query(self, subjects: tuple[str, ...], start: int) -> Query | None:
        region = range(start, len(self.words))
        must = [i for i in region if self.words[i].is_("modal_must") or self.lowers[i] == "forced"]
        can = [i for i in region if self.words[i].is_("modal_can")]
        attack = [i for i in region if self.words[i].is_("verb", "attack")]
        pay = [i for i in region if self.words[i].is_("verb", "pay")]
        if any(self.words[i].is_("how_much") or self.words[i].is_("how_many") for i in region):
            return None
        denied = any(self.words[i].is_("negation") for i in region)
        whom = self._whom(start)
        if denied or whom is None or not self._price(start):
            return None
        target = whom[:1]
        self.used |= {i for i in region if self.words[i].is_("concept", "tax")}
        if must and not can and (pay or attack):
            self.used |= {*must, *attack, *pay}
            return Query("must_attack", subjects, target or (("opp",) if self.taxed and pay else ()))
        if can and not must and attack:
            self.used |= {*can, *attack, *pay}
            if self.taxed is not None and not target:
                return None
            return Query("can_attack", subjects, target or ("opp",))
        before = [i for i in range(start) if self.words[i].sentence >= self.words[start].sentence - 1]
        home = [i for i in (*before, *region) if self.lowers[i] in {"home", "back"}]
        if (
            can
            and not must
            and home
            and any(self.lowers[i] in {"keep", "hold", "stay", "leave"} for i in (*before, *region))
        ):
            around = [i for i in (*before, *region) if self.lowers[i] in _KEEPING]
            if any(self.words[i].is_("verb") and i not in can and i not in around for i in region):
                return None
            self.used |= {*can, *around}
            return Query("must_attack", subjects, inverse=True)
        return None

    def _price(self, start: int) -> bool:
        """ "pay 3 every turn": a number said with "pay" has to be the tax."""
        for i in range(start, len(self.words)):
            word = self.words[i]
            if word.kind != "number" or i in self.used:
                continue
            costs = {
                e.cost.mana for t in self.board.objects.values() if t.card
                for a in statics(self.talk.cards.get(t.card)) for e in a.effects if isinstance(e, CombatTax)
            }  # fmt: skip
            paid = self.words[i - 1].is_("verb", "pay") or (
                self.lowers[i - 1] == "the" and i > 1 and self.words[i - 2].is_("verb", "pay")
            )
            if not paid or costs != {f"{{{word.value[0]}}}"}:
                return False
            self.used.add(i)
        return True

    def _mana(self) -> int | bool:
        """How much mana there is to pay; True when nobody said, False when it can't be told."""
        told: int | bool = True
        for i in range(len(self.words)):
            ahead = self.lowers[i : i + 4]
            if ahead[:2] == ["tapped", "out"]:
                told = 0
                self.used |= {i, i + 1}
            elif self.words[i].kind == "number" and "mana" in ahead[1:3] and not self.words[i - 1].is_("verb", "pay"):
                if told is not True and told != self.words[i].value[0]:
                    return False
                told = self.words[i].value[0]
                self.used |= {i, i + ahead.index("mana")}
            elif self.lowers[i] == "no" and ahead[1:2] == ["mana"]:
                told = 0
                self.used |= {i, i + 1}
        return told
