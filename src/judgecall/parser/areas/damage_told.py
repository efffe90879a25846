"""What a question about damage tells apart from its verbs: damage already marked, loyalty, sizes in a list, beliefs, reminders."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from judgecall.parser.areas.damage_marks import Marks
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import GameObject

if TYPE_CHECKING:
    from judgecall.parser.areas.combat_damage import DamageReader

_LIST_MARKS = frozenset({",", "and", "/", "&"})


class Told(Marks):
    """Reads facts that stand beside the mentions they are about, and remembers which words said so."""

    def __init__(self, reader: DamageReader) -> None:
        super().__init__(reader)
        self._totals: list[tuple[Mention, str, int]] = []
        self._all_in: list[tuple[Mention, Mention]] = []
        """Creatures whose size was told with what is attached to them."""
        self._spreads: list[tuple[Mention, str, list[int]]] = []

    def of_mentions(self) -> None:
        """Put what the words say of mentions into them, before the board is made of them."""
        self._moments_first()
        self._lacking()
        self._undone()
        self._reflexives()
        self._blockers_listed()
        self._slang_sizes()
        self._lone_sizes()
        self._bare_powers()
        self._both_of_them()
        self._size_with_attached()
        self._totals_of_groups()
        self._sizes_in_a_list()
        self._loyalty()
        self._marked_damage()
        self._left_over()
        self._life()

    def _moments_first(self) -> None:
        """ "before damage, he bounces it": the moment that opens a sentence is that of its first clause."""
        for i, word in enumerate(self.talk.words):
            if not word.is_("moment"):
                continue
            opens = (
                i == 0
                or self.talk.words[i - 1].sentence != word.sentence
                or self.talk.lowers[i - 1] in {",", "then", "and", "but"}
            )
            later = [c for c in self.talk.clauses if c.verb > i and c.sentence == word.sentence]
            if (
                opens
                and later
                and not later[0].moment
                and not any(c.verb < i and c.end > i and c.moment for c in self.talk.clauses)
            ):
                later[0].moment = word.sense("moment").value  # type: ignore[union-attr]
                self._use(i)

    def _lacking(self) -> None:
        """ "(no trample)", "no first strike around": what the creature just spoken of hasn't got, or nobody has."""
        for i, word in enumerate(self.talk.words[:-1]):
            nxt = self.talk.words[i + 1]
            terms = [s.value for s in nxt.senses if s.kind == "keyword"]
            if word.lower not in {"no", "without"} or not terms or self.talk.inside(i) is not None:
                continue
            self._use(i, i + 1)
            after = self.talk.lowers[i + 2 : i + 3]
            bearer = self._before(i)
            if after and after[0] in {"around", "anywhere", "involved", "here"}:
                self._use(i + 2)
            elif bearer is not None and bearer.sentence == word.sentence:
                bearer.without.append(terms[0])
            for clause in [c for c in self.talk.clauses if c.verb == i + 1]:
                self.talk.clauses.remove(clause)

    def _undone(self) -> None:
        """ "without pumping it", "he doesn't pump": what nobody did changes nothing."""
        for clause in list(self.talk.clauses):
            lead = self.talk.lowers[clause.verb - 1] if clause.verb else ""
            denied = clause.negated and not clause.passive and not clause.modal
            if clause.frame != "pump" or clause.question or not (lead == "without" or denied):
                continue
            if any(w.kind == "change" for w in self.talk.words[clause.verb : clause.end]):
                continue
            self._use(clause.verb, *(i for i in range(clause.start, clause.verb) if self.talk.words[i].is_("negation")))
            if lead == "without":
                self._use(clause.verb - 1)
            self.talk.clauses.remove(clause)

    def _reflexives(self) -> None:
        """ "the player himself": no creature."""
        for first, second in zip(list(self.talk.mentions), list(self.talk.mentions)[1:], strict=False):
            if (
                second.text in {"himself", "myself", "herself", "themselves"}
                and first.head == "player"
                and first.end == second.start
            ):
                self._drop(second)
                self._use(second.start)

    def _blockers_listed(self) -> None:
        """ "two blockers on my wurm: a 2/2 and a 1/4": each of them blocks it."""
        for first, second in zip(list(self.talk.mentions), list(self.talk.mentions)[1:], strict=False):
            if (
                first.head != "blocker"
                or not second.is_object
                or self.talk.lowers[first.end : second.start]
                not in (["on"], ["for"], ["of"], ["blocking"], ["in", "front", "of"])
            ):
                continue
            group = [first]
            if second.end < len(self.talk.words) and self.talk.lowers[second.end] in {":", "(", "-", ","}:
                listed = self.listed_from(second.end + 1)
                if listed and (
                    first.count == len(listed) or (first.count is None and self.talk.lowers[second.end] != ",")
                ):
                    group = listed
                    self._drop(first)
                    self._use(*range(first.start, first.end))
            if not second.described and second.owner is None:
                continue
            verb = first.end
            self._use(verb)
            self.talk.clauses = [
                c
                for c in self.talk.clauses
                if c.verb != verb and not (c.frame in {"die"} and set(map(id, group)) & set(map(id, c.subject)))
            ]
            self.talk.clauses.insert(0, Clause("block", verb, first.start, max(m.end for m in (*group, second)), "ed", passive=True, subject=[second],
                                               by=group, sentence=first.sentence, frames=("block",)))  # fmt: skip
            for i in range(max(m.end for m in group), len(self.talk.words)):
                if self.talk.words[i].sentence != first.sentence:
                    break
                if self.talk.lowers[i] in {"dead", "want"}:
                    self._use(i)
            return

    def listed_from(self, i: int) -> list[Mention]:
        found: list[Mention] = []
        for m in self.talk.mentions:
            if m.start < i or not m.is_object:
                continue
            gap = self.talk.lowers[i : m.start]
            if not all(w in {",", "and", "plus", "or", "a", "an", "&"} for w in gap):
                break
            found.append(m)
            i = m.end
        return found

    def _slang_sizes(self) -> None:
        """A "bear" is a 2/2 to players, unless a card or a size says otherwise, or a card that is a Bear was named before."""
        for m in self.talk.mentions:
            if m.subtypes != ["Bear"] or m.power is not None or m.cards or self._sized_next(m):
                continue
            earlier = [self.talk.card(e) for e in self.talk.mentions if e.start < m.start and e.cards]
            if not any("Bear" in face.subtypes for card in earlier if card is not None for face in card.faces):
                m.power, m.toughness = 2, 2

    def _sized_next(self, m: Mention) -> bool:
        return any(w.kind == "size" for w in self.talk.words[m.end : m.end + 4])

    def _both_of_them(self) -> None:
        """ "both creatures are in the graveyard": the two that were spoken of, no new ones."""
        for m in list(self.talk.mentions):
            bare = m.head in {"creature", "token"} and not m.described and m.owner is None
            if bare and (m.article == "both" or (m.article == "all" and m.count is None)):
                earlier = [e for e in self.talk.mentions if e.start < m.start and e.is_object and e.head != "land"]
                if earlier:
                    self._drop(m)
                    self._use(*range(m.start, m.end))

    def _lone_sizes(self) -> None:
        """ "…, 3 power, unblocked": the power of the creature just spoken of."""
        for m in list(self.talk.mentions):
            words = m.text.split()
            alone = (m.toughness is None and words[1:] == ["power"]) or (m.toughness is not None and len(words) == 1)
            alone = alone or (m.toughness is not None and len(words) == 2 and words[0] in {"all", "each", "both"})
            if m.head != "creature" or m.power is None or not alone or self._worth(m.start + 1) is not None:
                continue
            if m.toughness is not None and (
                self.talk.lowers[m.start - 1] not in {",", "("}
                or (m.end < len(self.talk.words) and self.talk.lowers[m.end] not in {",", ")", ".", ";"})
            ):
                continue
            bearer = self._before(m.start)
            if (
                bearer is not None
                and bearer.power is None
                and bearer.head in {"creature", "card"}
                and not self.is_spell(bearer)
                and (m.toughness is None or bearer.end == m.start - 1)
            ):
                bearer.power = m.power
                bearer.toughness = m.toughness if m.toughness is not None else bearer.toughness
                self._use(*range(m.start, m.end))
                self._drop(m)

    def is_spell(self, mention: Mention) -> bool:
        card = self.talk.card(mention)
        return card is not None and bool({"instant", "sorcery"} & set(card.faces[0].types))

    def _bare_powers(self) -> None:
        """ "…, 3 power, unblocked": a number and "power" by themselves, of the creature just spoken of."""
        for i, word in enumerate(self.talk.words[:-1]):
            if (
                word.kind != "number"
                or self.talk.lowers[i + 1] != "power"
                or self.talk.inside(i) is not None
                or self.talk.lowers[i + 2 : i + 3] == ["worth"]
            ):
                continue
            bearer = self._before(i)
            if (
                bearer is not None
                and bearer.power is None
                and bearer.head in {"creature", "card"}
                and not self.is_spell(bearer)
            ):
                bearer.power = word.value[0]
                self._use(i, i + 1)

    def _worth(self, i: int) -> Mention | None:
        """ "power worth of first strikers" at word i: the group whose power that is in all."""
        if self.talk.lowers[i : i + 3] != ["power", "worth", "of"]:
            return None
        return next((g for g in self.talk.mentions if i + 3 <= g.start <= i + 4), None)

    def _size_with_attached(self) -> None:
        """ "my 3/3 carrying a Bonesplitter (so 5/3)": the size told last is the creature's, all in."""
        for worn, host in self.talk.attached:
            if worn.power is None or host.head == "player":
                continue
            card = self.talk.card(worn)
            if card is None or "creature" in card.faces[0].types:
                continue
            if host.power is not None:
                self._all_in.append((host, worn))
            host.power, host.toughness = worn.power, worn.toughness
            host.keywords += [k for k in worn.keywords if k not in host.keywords]
            worn.power = worn.toughness = None
            worn.keywords = []

    def _totals_of_groups(self) -> None:
        for i, word in enumerate(self.talk.words[:-1]):
            group = self._worth(i + 1) if word.kind == "number" else None
            if group is None:
                continue
            self._totals.append((group, "total_power", word.value[0]))
            group.plural = True
            group.count = group.count or 2
            self._use(*range(i, i + 4))
            for m in [
                m for m in self.talk.mentions if m.start <= i < m.end and m is not group and m.power == word.value[0]
            ]:
                self._drop(m, group)
            for clause in self.talk.clauses:
                if any(m is group for m in clause.other.get("of", [])):
                    clause.other["of"] = [m for m in clause.other["of"] if m is not group]
                    clause.with_.append(group)
        for i, lower in enumerate(self.talk.lowers):
            if lower not in {"power", "powers", "toughness"}:
                continue
            span = range(max(0, i - 3), min(len(self.talk.words), i + 5))
            summed = [
                j
                for j in span
                if self.talk.lowers[j]
                in {
                    "adds up to",
                    "add up to",
                    "adding up to",
                    "combined",
                    "total",
                    "totaling",
                    "totalling",
                    "altogether",
                }
            ]
            inside = [
                j
                for j in span
                if self.talk.words[j].kind == "number"
                and ((within := self.talk.inside(j)) is None or within.head == "some")
            ]
            number = min(inside, key=lambda j: abs(j - i), default=None)
            group = self._before(i, plural=True)
            if summed and number is not None and group is not None:
                self._totals.append(
                    (group, f"total_{'power' if lower != 'toughness' else lower}", self.talk.words[number].value[0])
                )
                self._use(i, number, *summed, *(j for j in span if self.talk.lowers[j] in {"whose", "of"}))

    def _sizes_in_a_list(self) -> None:
        """ "three fatties, toughness 8, 10 and 6"; "with 2, 3 and 4 power"."""
        for i, lower in enumerate(self.talk.lowers):
            if lower not in {"toughness", "power", "toughnesses", "powers"}:
                continue
            found = self._numbers(i + 1, 1) or self._numbers(i - 1, -1)
            group = self._before(min([i, *found]), plural=True) if len(found) >= 2 else None
            if group is None or group.count not in {None, len(found)}:
                continue
            group.count = len(found)
            self._spreads.append(
                (
                    group,
                    lower.removesuffix("es").removesuffix("powers") or "power",
                    [self.talk.words[j].value[0] for j in sorted(found)],
                )
            )
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

    def settle(self) -> list[tuple[str, str]]:
        """Divide groups whose members' sizes were listed; the facts about groups in all."""
        for mention, which, sizes in self._spreads:
            id = self.r.board.get(mention)
            if id is not None:
                self._divide(id, which, sizes)
        facts: list[tuple[str, str]] = []
        for host, worn in self._all_in:
            ids = self.r.board.get(host), self.r.board.get(worn)
            facts.append((f"size_without_attached @{ids[0]} @{ids[1]}", "no"))
        for mention, name, n in self._totals:
            id = self.r.board.get(mention)
            if id is not None:
                facts.append((f"{name} {id}", str(n)))
        return facts

    def _divide(self, id: str, which: str, sizes: list[int]) -> None:
        thing = self.r.board.objects.pop(id)
        made: list[str] = []
        for n in sizes:
            part: GameObject = msgspec.structs.replace(
                thing, count=1, **{"toughness" if which.startswith("tough") else "power": n}
            )
            made.append(self.r.board.create(part))
        self.r.replace(id, tuple(made))
