"""What a question about paying for a spell tells beside the board: X, kicks, how often a commander was cast, mana, what costs more."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Card, CostChange, Filter, Keyword, Static
from judgecall.parser.areas.mana_board import ManaBoard
from judgecall.parser.mentions import Mention
from judgecall.parser.phrases import ORDINALS, TIMES
from judgecall.parser.talk import Talk
from judgecall.scenario.model import GameObject, Step

_NOTHING_ELSE = ("nothing else", "no other lands", "thats it", "that is it", "all i have", "only lands", "thats all", "that is all", "only have",
                 "nothing more", "only got", "and no more", "all i got")  # fmt: skip
_FLASHED = frozenset({"flashback", "flash back", "flashed back", "flashing back", "flashes back", "flashbacked"})
_KICKS = frozenset({"kicked", "kicker", "kick", "kicking"})
_KINDS = frozenset({"instant", "sorcery", "creature", "artifact", "enchantment", "planeswalker"})


class Told:
    """Reads what is told, and keeps the words that it explains."""

    def __init__(self, talk: Talk, board: ManaBoard, spell: Mention, card: Card) -> None:
        self.talk = talk
        self.b = board
        self.spell = spell
        self.card = card
        self.used: set[int] = set()
        self.skipped: set[int] = set()
        self.facts: dict[str, str] = {}
        self.x: int | None = spell.x
        self.nothing_else = talk.says(*_NOTHING_ELSE)
        self.from_graveyard = False
        self.active: str | None = None
        self.at: Step | None = None
        self.in_response = False
        self.changes: list[tuple[int, int]] = []
        """Where "costs 1 more" stands: its first and its last word."""
        self._find_changes()

    def read(self) -> bool:
        """Whether everything of these kinds was understood."""
        told = (
            self._read_x,
            self._read_flashback,
            self._read_kick,
            self._read_commander,
            self._read_changes,
            self._read_mana,
            self._read_when,
            self._read_once,
        )
        return all(read() for read in told)

    # ------------------------------------------------------------------ X, kicker, commander

    def _read_x(self) -> bool:
        said = [(i, w) for i, w in enumerate(self.talk.words) if w.kind == "xis"]
        values = {w.value[0] for _, w in said} | ({self.x} if self.x is not None else set())
        if len(values) > 1 or (values and "{X}" not in self.card.faces[0].mana_cost):
            return False
        self.x = values.pop() if values else None
        self.used |= {i for i, _ in said}
        return True

    def _read_flashback(self) -> bool:
        """ "flash back Faithless Looting": cast from the graveyard, for a cost that is mana alone."""
        said = {i for i, w in enumerate(self.talk.words) if w.is_("keyword", "flashback") or w.lower in _FLASHED}
        said |= {
            i + k
            for i, w in enumerate(self.talk.lowers[:-1])
            if w in {"flash", "flashing"} and self.talk.lowers[i + 1] == "back"
            for k in (0, 1)
        }
        if not said:
            return True
        found = [a for a in self.card.faces[0].abilities if isinstance(a, Keyword) and a.name == "flashback"]
        if len(found) != 1 or found[0].full_cost is not None or not found[0].cost:
            return False
        self.from_graveyard = True
        self.used |= said
        return True

    def _read_kick(self) -> bool:
        at = [i for i, lower in enumerate(self.talk.lowers) if lower in _KICKS and not self._named(i)]
        if not at:
            return not any(w in {"multikicker", "multikicked"} for w in self.talk.lowers)
        kicker = [
            a for a in self.card.faces[0].abilities if isinstance(a, Keyword) and a.name in {"kicker", "multikicker"}
        ]
        near = self.talk.lowers[max(0, at[0] - 3) : at[0]]
        if len(kicker) != 1 or {"not", "without", "no"} & set(near):
            return False
        times = self._times_after(at[0])
        if times is None:
            self.facts["kicked"] = "yes"
        else:
            self.facts["times_kicked"] = str(times)
        self.used |= set(at)
        return True

    def _times_after(self, i: int) -> int | None:
        """ "twice", "3 times" within the next words."""
        for j in range(i + 1, min(i + 5, len(self.talk.words))):
            if self.talk.lowers[j] in TIMES:
                self.used.add(j)
                return TIMES[self.talk.lowers[j]]
            if self.talk.words[j].kind == "number" and self.talk.lowers[j + 1 : j + 2] in (["times"], ["time"], ["x"]):
                self.used |= {j, j + 1}
                return self.talk.words[j].value[0]
        return None

    def _read_commander(self) -> bool:
        said = {i for i, w in enumerate(self.talk.lowers) if w.startswith("commander") or w == "command zone"}
        if not said:
            return True
        if not self._is_commander():
            return False
        self.used |= said
        for i, lower in enumerate(self.talk.lowers):
            if lower in ORDINALS and self.talk.lowers[i + 1 : i + 2] == ["time"]:
                self.facts["commander_casts"] = str(ORDINALS[lower] - 1)
                self.used |= {i, i + 1}
                return True
            if self.talk.words[i].is_("verb", "cast") or lower in {"casted", "casts"}:
                times = self._times_after(i)
                if times is not None:
                    self.facts["commander_casts"] = str(times)
                    self.used.add(i)
                    return True
        return False

    def _is_commander(self) -> bool:
        """Whether it is the spell asked about that is called a commander, and the only one."""
        cards = [m for m in self.talk.mentions if m.cards and m.owner != "opp"]
        face = self.card.faces[0]
        could = "legendary" in face.supertypes or "commander" in face.name.lower()
        return could and len({m.cards for m in cards}) == 1

    # ------------------------------------------------------------------ what costs more or less

    def _find_changes(self) -> None:
        for i, lower in enumerate(self.talk.lowers):
            if lower not in {"cost", "costs", "costing"} or i + 2 >= len(self.talk.words):
                continue
            j = i + 1
            amount = self.talk.words[j]
            end = j + 1
            if self.talk.words[end].is_("noun", "mana") or self.talk.lowers[end] == "generic":
                end += 1
            numeric = amount.kind == "number" or (amount.kind == "mana" and amount.mana.strip("{}").isdigit())
            if numeric and end < len(self.talk.words) and self.talk.lowers[end] in {"more", "less"}:
                self.changes.append((i, end))
                before = [m for m in self.talk.mentions if m.end <= i and m.sentence == self.talk.words[i].sentence]
                if before and before[-1].head in {"spell", "instant", "sorcery", "creature"} and not before[-1].cards:
                    self.skipped.add(before[-1].start)

    def _read_changes(self) -> bool:
        for first, last in self.changes:
            word = self.talk.words[first + 1]
            n = word.value[0] if word.kind == "number" else int(word.mana.strip("{}"))
            effect = self._change(first, n, more=self.talk.lowers[last] == "more")
            if effect is None:
                return False
            self.used |= set(range(first, last + 1))
            if not self._restates(first, effect):
                self._add(effect)
        return True

    def _change(self, first: int, n: int, *, more: bool) -> CostChange | None:
        """The change that is told before word `first`: of which spells, of whose."""
        before = [m for m in self.talk.mentions if m.end <= first and first - m.end < 3 and m.is_object]
        if not before or before[-1].start not in self.skipped:
            return None
        m = before[-1]
        types = tuple(t for t in m.types if t in _KINDS) or ((m.head,) if m.head in _KINDS else ())
        lead = self.talk.lowers[max(0, m.start - 1) : m.end]
        negative = any(w in {"noncreature", "nonartifact", "non"} for w in lead)
        if (negative and types != ("creature",)) or m.subtypes or m.power is not None:
            return None
        kinds = {"not_types": types, "types": ("spell",)} if negative else {"types": types or ("spell",)}
        if m.owner == "opp":
            return None
        self.used |= set(range(max(0, m.start - 1), m.end))
        of = Filter(zone="stack", controller="you" if m.owner == "you" else "any", colors=tuple(m.colors), **kinds)  # type: ignore[arg-type]
        return CostChange(of, f"{{{n}}}", increase=more)

    def _restates(self, first: int, effect: CostChange) -> bool:
        """Whether a card named in the same sentence does just that."""
        sentence = self.talk.words[first].sentence
        for m in self.talk.mentions:
            card = self.talk.card(m) if m.cards and m.sentence == sentence else None
            for ability in card.faces[0].abilities if card is not None else ():
                if isinstance(ability, Static) and any(
                    isinstance(e, CostChange) and e.increase == effect.increase for e in ability.effects
                ):
                    return True
        return False

    def _add(self, effect: CostChange) -> None:
        self.b.board.create(
            GameObject(
                "effect", said="effect", controller="you", types=("enchantment",), abilities=(Static((effect,)),)
            )
        )

    # ------------------------------------------------------------------ when, and how often

    def _read_when(self) -> bool:
        """ "on his turn", "in my upkeep", "in response": what isn't cast at instant speed hangs on it (CR 117.1a, 307.1)."""
        face = self.card.faces[0]
        timeless = "instant" in face.types or any(isinstance(a, Keyword) and a.name == "flash" for a in face.abilities)
        for i, word in enumerate(self.talk.words):
            if self._named(i):
                continue
            sense = word.sense("moment")
            said = self.talk.lexicon.moments[sense.value] if sense is not None else {}
            if word.is_("in_response"):
                self.in_response = not timeless
            elif said.get("active") or self._turn_of(i):
                self.active = None if timeless else str(said.get("active") or self._turn_of(i))
            elif said.get("step") in {"upkeep", "end_step"}:
                self.at = None if timeless else said["step"]  # type: ignore[assignment]
            elif (sense is None or "main" in word.lower) and not word.is_("noun", "combat"):
                continue
            elif not timeless:
                return False
            if not timeless and self._when_else(i):
                return False
            self.used.add(i)
        return True

    def _when_else(self, i: int) -> bool:
        """ "he cast Thalia on his turn": when something else happened, which isn't when the spell is cast."""
        told = [c for c in self.talk.clauses if c.verb < i < c.end and not c.question and c.frame != "have"]
        return any(self.spell not in c.object for c in told)

    def _turn_of(self, i: int) -> str:
        """Whose turn is spelled out at word i ("opponent 's turn", "their turn"); empty where none is."""
        sense = self.talk.words[i].sense("player")
        rest = self.talk.lowers[i + 1 : i + 3]
        owns = sense is not None and (sense.form == "possessive" or rest[:1] == ["'s"])
        return sense.value if sense is not None and owns and "turn" in rest else ""

    def _read_once(self) -> bool:
        """ "castable twice? … once then": whether one spell is asked about in the end; for several nothing adds up the mana."""
        self.used |= {i for i, w in enumerate(self.talk.words) if w.lower == "once"}
        said = [
            TIMES.get(w.lower, w.value[0] if w.kind == "number" else 0)
            for i, w in enumerate(self.talk.words)
            if w.lower in TIMES or (w.kind == "number" and self.talk.lowers[i + 1 : i + 2] == ["times"])
        ]
        counted = self.facts.keys() & {"times_kicked", "commander_casts"}
        return (self.spell.count or 1) == 1 and (bool(counted) or said[-1:] in ([], [1]))

    # ------------------------------------------------------------------ mana

    def _read_mana(self) -> bool:
        """ "with 4 mana", "I have six open mana": how much there is; the mana cost said again is no mana to pay with."""
        found: list[int] = []
        for i, word in enumerate(self.talk.words):
            if word.kind == "mana" and not self._named(i):
                if word.mana.upper() != self.card.faces[0].mana_cost:
                    return False
                self.used.add(i)
            elif word.kind == "number" and i not in self.used and self.talk.inside(i) is None:
                j = i + 1
                while self.talk.lowers[j : j + 1] and self.talk.lowers[j] in {"open", "available", "untapped", "total"}:
                    j += 1
                if j < len(self.talk.words) and self.talk.words[j].is_("noun", "mana"):
                    if self.talk.lowers[j + 1 : j + 2] in (["spell"], ["more"], ["less"], ["rock"], ["dork"]):
                        return False
                    found.append(word.value[0])
                    self.used |= set(range(i, j + 1))
        if len(found) > 1 or (found and self.b.players["you"].lands is not None):
            return False
        if found:
            self.b.players["you"] = msgspec.structs.replace(self.b.players["you"], mana=found[0])
        return True

    def _named(self, i: int) -> bool:
        inside = self.talk.inside(i)
        return inside is not None and bool(inside.cards)
