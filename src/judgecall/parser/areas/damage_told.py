"""What a question about damage tells apart from its verbs: damage already marked, loyalty, sizes in a list, beliefs, reminders."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk
from judgecall.scenario.model import GameObject

if TYPE_CHECKING:
    from judgecall.parser.areas.combat_damage import DamageReader

_BELIEVING = frozenset({"say", "says", "said", "claims", "claim", "insists", "insist", "thinks", "think", "thought", "thinking", "expected",
                        "figured", "worried", "argues", "believes", "told", "tells", "swears", "assumed", "reckons", "heard"})  # fmt: skip
_ON_IT = frozenset({"marked", "on", "already", "from", "earlier", "before", "this", "taken", "dealt"})
_BEARING = frozenset({"with", "has", "have", "had", "got", "carrying", "took", "taken", "takes", "suffered", "already"})
_LIST_MARKS = frozenset({",", "and", "/", "&"})


class Told:
    """Reads facts that stand beside the mentions they are about, and remembers which words said so."""

    def __init__(self, reader: DamageReader) -> None:
        self.r = reader
        self.talk: Talk = reader.talk
        self._totals: list[tuple[Mention, str, int]] = []
        self._spreads: list[tuple[Mention, str, list[int]]] = []
        self._beliefs: set[int] = set()

    # ---------------------------------------------------------- before the board is made

    def of_mentions(self) -> None:
        """Put what the words say of mentions into them, before the board is made of them."""
        self._lone_sizes()
        self._totals_of_groups()
        self._sizes_in_a_list()
        self._loyalty()
        self._marked_damage()
        self._reminders()
        self._find_beliefs()

    def _use(self, *indices: int) -> None:
        self.r.used |= set(indices)

    def _before(self, i: int, *, plural: bool = False, walker: bool = False) -> Mention | None:
        """The nearest object mention that ends before word i."""
        for m in reversed(self.talk.mentions):
            if m.end > i or m.head in {"player", "pronoun", "spell", "ability", "trigger"}:
                continue
            if plural and not (m.plural or (m.count or 0) > 1) or walker and not self.r.is_walker(m):
                continue
            return m
        return None

    def _drop(self, mention: Mention) -> None:
        """A mention that is no object of its own."""
        self.talk.mentions.remove(mention)
        for clause in self.talk.clauses:
            for roles in (clause.subject, clause.object, clause.by, clause.with_, clause.on, clause.into, *clause.other.values()):
                if mention in roles:
                    roles.remove(mention)

    def _lone_sizes(self) -> None:
        """"…, 3 power, unblocked": the power of the creature just spoken of."""
        for m in list(self.talk.mentions):
            if m.head != "creature" or m.power is None or m.toughness is not None or m.text.split()[1:] != ["power"] or m.end - m.start != 2:
                continue
            if self._worth_of(m) is not None:
                continue
            bearer = self._before(m.start)
            if bearer is not None and bearer.power is None and bearer.head in {"creature", "card"}:
                bearer.power = m.power
                self._use(m.start, m.start + 1)
                self._drop(m)

    def _worth_of(self, m: Mention) -> Mention | None:
        """"5 power worth of first strikers": the group whose power that is in all."""
        if self.talk.lowers[m.end : m.end + 2] != ["worth", "of"]:
            return None
        return next((g for g in self.talk.mentions if g.start >= m.end + 2 and g.start <= m.end + 3), None)

    def _totals_of_groups(self) -> None:
        for m in list(self.talk.mentions):
            group = self._worth_of(m) if m.power is not None and m.toughness is None else None
            if group is not None and m.power is not None:
                self._totals.append((group, "total_power", m.power))
                group.plural = True
                group.count = group.count or 2
                self._use(*range(m.start, m.end + 2))
                self._drop(m)
        for i, lower in enumerate(self.talk.lowers):
            if lower not in {"power", "powers", "toughness"}:
                continue
            span = range(max(0, i - 3), min(len(self.talk.words), i + 5))
            summed = [j for j in span if self.talk.lowers[j] in {"adds up to", "add up to", "adding up to", "combined", "total", "totaling", "totalling", "altogether"}]
            number = next((j for j in span if self.talk.words[j].kind == "number"), None)
            group = self._before(i, plural=True)
            if summed and number is not None and group is not None:
                self._totals.append((group, f"total_{'power' if lower != 'toughness' else lower}", self.talk.words[number].value[0]))
                self._use(i, number, *summed, *(j for j in span if self.talk.lowers[j] in {"whose", "of"}))

    def _sizes_in_a_list(self) -> None:
        """"three fatties, toughness 8, 10 and 6"; "with 2, 3 and 4 power"."""
        for i, lower in enumerate(self.talk.lowers):
            if lower not in {"toughness", "power", "toughnesses", "powers"}:
                continue
            found = self._numbers(i + 1, 1) or self._numbers(i - 1, -1)
            group = self._before(min([i, *found]), plural=True) if len(found) >= 2 else None
            if group is None or group.count not in {None, len(found)}:
                continue
            group.count = len(found)
            self._spreads.append((group, lower.removesuffix("es").removesuffix("powers") or "power", [self.talk.words[j].value[0] for j in sorted(found)]))
            self._use(i, *found)
            for m in [m for m in self.talk.mentions if any(m.start <= j < m.end for j in found) and m is not group]:
                self._drop(m)

    def _numbers(self, i: int, step: int) -> list[int]:
        found: list[int] = []
        while 0 <= i < len(self.talk.words):
            if self.talk.words[i].kind == "number":
                found.append(i)
            elif self.talk.lowers[i] not in _LIST_MARKS | ({"of", ":"} if not found else set()):
                break
            i += step
        return found

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
        """"a 2/2 with 1 damage marked", "has 2 damage from earlier", "already took 2"."""
        for i, word in enumerate(self.talk.words):
            if word.kind != "number":
                continue
            damage = i + 1 < len(self.talk.words) and self.talk.words[i + 1].is_("noun", "damage")
            before = self.talk.lowers[max(0, i - 3) : i]
            after = self.talk.lowers[i + 2 : i + 5] if damage else self.talk.lowers[i + 1 : i + 3]
            took = bool({"took", "taken", "suffered"} & set(before))
            borne = bool(_BEARING & set(before)) and damage
            lies = bool({"marked", "already", "earlier"} & set(after)) or after[:2] in (["on", "it"], ["on", "him"], ["on", "them"])
            if not (lies and damage or took and ("already" in before or lies) or borne and not took and self._is_bearing(i)):
                continue
            bearer = self._before(i)
            asked = any(c.question and c.start <= i < c.end for c in self.talk.clauses)
            if bearer is None or bearer.head not in {"creature", "card", "attacker", "blocker", "token"} or (asked and not lies):
                continue
            bearer.damage = word.value[0]
            self._use(i, i + 1, *(j for j in range(max(0, i - 3), min(i + 7, len(self.talk.words))) if self.talk.lowers[j] in _ON_IT | _BEARING))
            for m in [m for m in self.talk.mentions if m.start == i]:
                self._drop(m)
            for clause in [c for c in self.talk.clauses if i - 3 <= c.verb < i and c.frame in {"have", "take", "steal", "get"}]:
                self.talk.clauses.remove(clause)

    def _is_bearing(self, i: int) -> bool:
        """"with 1 damage", "has 2 damage": right before the number, and no "deal" about it."""
        near = self.talk.lowers[max(0, i - 2) : i]
        return bool({"with", "has", "have", "had", "carrying"} & set(near))

    def _reminders(self) -> None:
        """In brackets after a card, or in a sentence about it, what the card says anyway: that adds nothing."""
        for m in self.talk.mentions:
            card = self.talk.card(m)
            if card is None or m.end >= len(self.talk.words) or self.talk.lowers[m.end] != "(":
                continue
            close = next((j for j in range(m.end, len(self.talk.words)) if self.talk.lowers[j] == ")"), None)
            if close is not None and self._card_says(card, range(m.end + 1, close)):
                self._use(*range(m.end, close + 1))

    def restates(self, clause: Clause) -> bool:
        """"so my instants have deathtouch" beside the card that says so."""
        if clause.question or clause.frame not in {"have", "deal", "get", "produce"}:
            return False
        span = range(clause.start, clause.end)
        if not any(self.talk.words[i].is_("keyword") or self.talk.words[i].kind == "number" for i in span):
            return False
        for m in self.talk.mentions:
            card = self.talk.card(m)
            if card is not None and m.sentence == clause.sentence and self._card_says(card, span) and "instant" in " ".join(self.talk.lowers[i] for i in span):
                self._use(*span)
                return True
        return False

    def _card_says(self, card: Any, span: Iterable[int]) -> bool:
        """Whether every keyword and number among these words is in what the card's abilities are compiled to."""
        text = set(_leaves(msgspec.to_builtins(card)))
        for i in span:
            word = self.talk.words[i]
            if word.kind in {"size", "card", "xis"}:
                return False
            if word.kind == "change" and not set(word.value) <= text:
                return False
            if word.kind == "number" and word.value[0] not in text:
                return False
            terms = [s.value for s in word.senses if s.kind == "keyword"]
            if terms and not set(terms) & text:
                return False
        return True

    # ---------------------------------------------------------- beliefs

    def _find_beliefs(self) -> None:
        """Sentences that only tell what somebody thinks or says, while another one asks."""
        sentences = sorted({w.sentence for w in self.talk.words})
        for sentence in sentences[:-1]:
            span = [i for i, w in enumerate(self.talk.words) if w.sentence == sentence]
            opening = [self.talk.lowers[i] for i in span[:5]]
            if not (_BELIEVING & set(opening) or opening[:2] in (["my", "thought"], ["my", "thinking"]) or "back in the day" in " ".join(opening)):
                continue
            if self.talk.lowers[span[-1]] == "?" or not self._nothing_new(span):
                continue
            self._beliefs.add(sentence)
            self._use(*span)

    def _nothing_new(self, span: list[int]) -> bool:
        """No card, size or keyword in these words that the rest of the question hasn't got."""
        rest = [w for i, w in enumerate(self.talk.words) if i not in set(span)]
        for i in span:
            word = self.talk.words[i]
            if word.kind in {"size", "change", "xis"} and word.value not in [w.value for w in rest]:
                return False
            if word.kind == "card" and not any(set(word.cards) & set(w.cards) for w in rest):
                return False
            terms = [s.value for s in word.senses if s.kind == "keyword"]
            if terms and not any(w.is_("keyword", *terms) for w in rest):
                return False
        return True

    def is_belief(self, clause: Clause) -> bool:
        """Whether the clause is what somebody thinks, which sets nothing."""
        return clause.sentence in self._beliefs

    # ---------------------------------------------------------- once the board is made

    def settle(self) -> list[tuple[str, str]]:
        """Divide groups whose members' sizes were listed; the facts about groups in all."""
        for mention, which, sizes in self._spreads:
            id = self.r.board.get(mention)
            if id is not None:
                self._divide(id, which, sizes)
        facts: list[tuple[str, str]] = []
        for mention, name, n in self._totals:
            id = self.r.board.get(mention)
            if id is not None:
                facts.append((f"{name} {id}", str(n)))
        return facts

    def _divide(self, id: str, which: str, sizes: list[int]) -> None:
        thing = self.r.board.objects.pop(id)
        made: list[str] = []
        for n in sizes:
            part: GameObject = msgspec.structs.replace(thing, count=1, **{"toughness" if which.startswith("tough") else "power": n})
            made.append(self.r.board.create(part))
        self.r.replace(id, tuple(made))


def _leaves(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from _leaves(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _leaves(inner)
    else:
        yield value
