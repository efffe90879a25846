"""Whole declarations of blockers in one breath: "two on the unicorn and one on the wurm, is that legal?"."""

from __future__ import annotations

import msgspec

from judgecall.parser.areas.combat_scene import CombatScene
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.parser.words import Word
from judgecall.scenario.model import Event, GameObject, Query, Scenario

_ORDINALS = {"first": 0, "1st": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "4th": 3}
_LETTERS = {"a": 0, "b": 1, "c": 2, "d": 3}
_DETERMINERS = frozenset({"the", "my", "his", "her", "their", "your", "that", "this", "those", "these", "same", "big", "him", "number", "#",
                          "only", "nr"})  # fmt: skip
_GROUP_NOUNS = frozenset({"of", "them", "untapped", "vanilla", "those", "these", "his", "my", "their", "the", "more", "single",
                          "able", "possible"})  # fmt: skip
_BEFORE_LINK = frozenset({"just", "only", "then", "to", "go", "goes", "going", "both", "all", "is", "are", "also", "each", "together", "each goes",
                          "chumps"})  # fmt: skip


class _Group(msgspec.Struct):
    """Who blocks: so many, all that are left, or certain ones."""

    number: int | None = None
    rest: bool = False
    labels: tuple[int, ...] = ()
    nouns: tuple[int, ...] = ()
    end: int = 0


class _Pair(msgspec.Struct):
    """A group and the words of what it blocks; no group: nothing blocks it."""

    group: _Group | None
    start: int
    target: int
    end: int
    verb: bool = False
    """Said with "block": both of a group may then block both of two attackers."""


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """The reading of a question that tells a whole declaration and asks whether it is legal."""
    if context is not None:
        return []
    reader = DeclarationReader(talk)
    candidate = reader.read()
    return [candidate] if candidate is not None else []


class DeclarationReader:
    """Finds groups of blockers with what each blocks, and builds the combat around them."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.words = talk.words

    def read(self) -> Candidate | None:
        """The candidate; None when the question isn't such a declaration."""
        pairs = self._pairs()
        made = [p for p in pairs if p.group is not None]
        if not made:
            return None
        asked = self._asked(pairs)
        if asked is None:
            return None
        inside = {i for p in pairs for i in range(p.start, p.end)}
        blocked = frozenset(s for p in pairs for k in range(p.target, p.end) for s in self._types(k))
        blocking = frozenset(s for p in made if p.group for k in p.group.nouns for s in self._types(k))
        scene = CombatScene(self.talk, inside, blocked, blocking)
        if not scene.build():
            return None
        shared = any(w.lower in {"each", "both"} for p in made for w in self.words[p.target : p.end])
        if len(pairs) < 2 and not ((scene.enchanted or shared) and len(scene.attackers) > 1):
            return None  # a single block: the reader of combat knows more of those
        self._supply(scene, pairs)
        if not scene.attackers:
            return None
        events = self._declare(scene, pairs)
        if events is None:
            return None
        # A reader of single blocks has less of it, though it may take more of the words as its own.
        sure = -4.0 if len(pairs) > 1 else 0.0
        scenario = scene.scenario(events, [Query("block_legal", inverse=self.inverse)])
        used = scene.used | inside | asked
        return Candidate(scenario, "combat", used, sure, tuple(scene.board.guessed), tuple(scene.board.ambiguous))

    def _types(self, i: int) -> set[str]:
        return {s.value for s in self.words[i].senses if s.kind == "subtype"}

    # --------------------------------------------------------------- asking

    def _asked(self, pairs: list[_Pair]) -> set[int] | None:
        """The words that ask whether it is legal; None when nothing does."""
        self.inverse = False
        first = pairs[0].start
        found: set[int] = set()
        for i, word in enumerate(self.words):
            if word.used:
                continue
            if word.is_("legal"):
                found.add(i)
            if word.is_("modal_can") and (i < first or self.words[i].sentence > self.words[pairs[-1].start].sentence):
                found.add(i)
        denied = [i for i, w in enumerate(self.words) if w.lower in {"illegal", "unlawful", "forbidden"} and not w.used]
        if denied and (len(found) > 1 or len(denied) > 1 or max([*found, -1]) < denied[0]):
            if any(self.words[i].is_("legal") for i in found):
                return None
            self.inverse = True
            found |= set(denied)
        if any((w.is_("modal_must") or w.is_("how_many") or w.is_("who")) and not w.used for w in self.words):
            return None
        for i in range(max(0, first - 4), first):
            if self.words[i].is_("verb", "put", "declare", "want", "assign", "block"):
                found.add(i)
        marked = any(w.lower == "?" and w.sentence == self.words[pairs[-1].start].sentence for w in self.words)
        return found if found or marked else None

    # -------------------------------------------------------------- parsing

    def _pairs(self) -> list[_Pair]:
        pairs: list[_Pair] = []
        i = 0
        while i < len(self.words):
            pair = self._pair(i) or self._several(i) or self._left_out(i)
            if pair is not None:
                pairs.append(pair)
                i = max(pair.end, i + 1)
            else:
                i += 1
        return pairs

    def _pair(self, i: int) -> _Pair | None:
        group = self._group(i)
        if group is None:
            return None
        j = group.end
        while j < len(self.words) and self.words[j].lower in _BEFORE_LINK:
            j += 1
        if j >= len(self.words):
            return None
        link = self.words[j]
        if link.lower in {"on", "onto"} or (link.is_("verb", "block") and link.lower not in {"blocked", "unblocked"}):
            end = self._target_end(j + 1)
            if end is not None:
                return _Pair(group, i, j + 1, end, link.is_("verb", "block"))
        return None

    def _group(self, i: int) -> _Group | None:
        """Who blocks, in words that begin at i."""
        words = self.words
        j = i
        group = _Group()
        if words[j].lower == "the" and j + 1 < len(words):
            j += 1
        if words[j].lower in {"other", "rest", "remaining", "others", "last", "third", "fourth", "another"}:
            group.rest = words[j].lower in {"other", "rest", "remaining", "others"}
            group.number = None if group.rest else 1
            j += 1
            if j < len(words) and words[j].kind == "number":
                group.number = words[j].value[0]
                j += 1
        elif words[j].lower in {"all", "both", "everybody", "everyone"}:
            group.rest = True
            group.number = 2 if words[j].lower == "both" else None
            j += 1
            if j < len(words) and words[j].kind == "number":
                group.number = words[j].value[0]
                j += 1
        elif words[j].kind == "number" and words[j].value[0] > 0:
            group.number = words[j].value[0]
            j += 1
            if j < len(words) and words[j].lower == "other":
                j += 1
        elif self._label(j) is not None and words[j].lower != "a":
            group.labels = (self._label(j) or 0,)
            j += 1
        elif words[j].is_("subtype") or words[j].is_("noun", "creature", "token", "blocker"):
            label = self._label(j + 1)
            if label is None:
                return None
            group.labels, group.nouns = (label,), (j,)
            j += 2
        else:
            return None
        while j < len(words) and not group.labels and self._is_group_noun(words[j]):
            if words[j].is_("subtype"):
                group.nouns = (*group.nouns, j)
            j += 1
        if group.number is None and not group.rest and not group.labels:
            return None
        group.end = j
        return group

    def _is_group_noun(self, word: Word) -> bool:
        return word.lower in _GROUP_NOUNS or word.is_("subtype") or word.is_("noun", "creature", "token", "blocker")

    def _label(self, i: int) -> int | None:
        """ "soldier A", "soldier 2": which of several alike."""
        if i >= len(self.words):
            return None
        word = self.words[i]
        if word.kind == "number":
            return word.value[0] - 1 if 0 < word.value[0] <= 9 else None
        return _LETTERS.get(word.lower)

    def _several(self, i: int) -> _Pair | None:
        """ "double-block the first": so many blockers on one attacker."""
        number = {"double": 2, "doubles": 2, "triple": 3, "gang": None}.get(self.words[i].lower)
        j = i + 1
        joined = self.words[i].lower.replace("-", " ").split()
        if len(joined) == 2 and joined[1].startswith("block") and joined[0] in {"double", "triple"}:
            number, j = {"double": 2, "triple": 3}[joined[0]], i + 1
        elif number is None or j >= len(self.words) or not self.words[j].is_("verb", "block"):
            return None
        else:
            j += 1
        end = self._target_end(j)
        return _Pair(_Group(number=number), i, j, end) if end is not None else None

    def _left_out(self, i: int) -> _Pair | None:
        """ "leave the menace one unblocked", "other zombie unblocked"."""
        j = i
        if self.words[j].is_("verb", "leave") or self.words[j].lower in {"leaving", "leaves", "leave"}:
            j += 1
        elif self.words[j].lower in {"nothing", "none", "nobody"} and self.words[j + 1 : j + 2]:
            if self.words[j + 1].lower not in {"on", "onto"}:
                return None
            end = self._target_end(j + 2)
            return _Pair(None, i, j + 2, end) if end is not None else None
        elif self.words[j].lower not in {"other", "the", "third", "second"}:
            return None
        end = self._target_end(j)
        if end is None or end >= len(self.words):
            return None
        k = end
        while k < len(self.words) and self.words[k].lower in {
            "is",
            "are",
            "stays",
            "goes",
            "completely",
            "left",
            "totally",
        }:
            k += 1
        if k < len(self.words) and self.words[k].lower == "unblocked":
            return _Pair(None, i, j, k + 1)
        return None

    def _target_end(self, i: int) -> int | None:
        """Where the words for what is blocked end; None when there are none."""
        j = i
        named = False
        while j < len(self.words):
            word = self.words[j]
            if (
                self._is_target_noun(word)
                or word.lower in {"each", "both", "other", "another"}
                or word.lower in _ORDINALS
            ):
                named = True
            elif (
                named
                and word.kind == "number"
                and self._label(j) is not None
                and self._is_target_noun(self.words[j - 1])
            ):
                pass
            elif (
                word.lower in {"and", "&"}
                and named
                and self._label(j + 1) is not None
                and self.words[j - 1].kind == "number"
            ):
                j += 1
                if j + 1 < len(self.words) and (
                    self._is_target_noun(self.words[j + 1]) or self.words[j + 1].lower in {"on", "onto"}
                ):
                    return j - 1
            elif word.lower in _DETERMINERS and not named:
                pass
            elif word.kind == "number" and j and self.words[j - 1].lower in {"number", "#", "nr"}:
                named = True
            else:
                break
            j += 1
        return j if named else None

    def _is_target_noun(self, word: Word) -> bool:
        if word.is_("verb") and word.lower in {"block", "blocks"}:
            return False
        return (
            word.kind in {"card", "size"}
            or word.is_("subtype")
            or word.is_("keyword", "menace", "lure", "flying", "trample", "deathtouch")
            or word.is_("noun", "creature", "attacker", "token")
            or word.lower in {"one", "ones"}
            or word.lower in self._names
        )

    @property
    def _names(self) -> set[str]:
        """The words of the names of cards that the question names in full."""
        found: set[str] = set()
        for word in self.words:
            for name in word.cards:
                found |= {w for w in name.lower().replace(",", " ").split() if len(w) > 3}
        return found

    # ------------------------------------------------------------ declaring

    def _supply(self, scene: CombatScene, pairs: list[_Pair]) -> None:
        """ "soldier A blocks goblin 1 …": the labels tell how many there are when nothing else does."""
        groups = [p.group for p in pairs if p.group]
        if not scene.pool:
            labels = [n for g in groups for n in g.labels]
            nouns = {s for g in groups for k in g.nouns for s in self._types(k)}
            scene.pool = self._labelled(scene, labels, nouns)
        if not scene.attackers:
            spans = [range(p.target, p.end) for p in pairs]
            marks = [self._label(k) for span in spans for k in span if self.words[k].kind == "number"]
            nouns = {s for span in spans for k in span for s in self._types(k)}
            scene.attackers = self._labelled(scene, [n for n in marks if n is not None], nouns)

    def _labelled(self, scene: CombatScene, labels: list[int], nouns: set[str]) -> list[str]:
        if not labels or len(nouns) > 1:
            return []
        name = next(iter(nouns), "creature").lower()
        thing = GameObject(name, said=name, types=("creature",), subtypes=tuple(nouns))
        return [scene.board.create(thing) for _ in range(max(labels) + 1)]

    def _declare(self, scene: CombatScene, pairs: list[_Pair]) -> list[Event] | None:
        """The block events, one for each blocker; None when a part can't be told."""
        events: list[Event] = []
        free = list(scene.pool)
        last: list[str] = []
        seen: list[str] = []
        for pair in pairs:
            targets = self._targets(scene, pair, last, seen)
            if not targets:
                return None
            last = targets
            seen += targets
            if pair.group is None:
                continue
            each = any(self.words[k].lower in {"each", "both"} for k in range(pair.target, pair.end))
            group = pair.group
            if not self._right_kind(scene, group):
                return None
            if group.labels:
                if max(group.labels) >= len(scene.pool):
                    return None
                chosen = [scene.pool[n] for n in group.labels]
                free = [f for f in free if f not in chosen]
                events += [Event("block", (c,), (t,)) for c in chosen for t in targets]
                continue
            shares = targets if each else targets[:1]
            if len(targets) > 1 and not each:
                return None
            number = len(free) if group.number is None else group.number
            whole = group.rest and group.number in {None, 2} and len(free) == number and len(targets) > 1
            if whole and pair.verb and any(self.words[k].lower == "both" for k in range(pair.target, pair.end)):
                events += [
                    Event("block", (c,), (t,)) for c in free for t in targets
                ]  # "both soldiers block both goblins"
                free = []
                continue
            if group.rest and group.number is not None and number * len(shares) != len(free):
                return None
            if number * len(shares) > len(free) or number == 0:
                return None
            for target in shares:
                events += [Event("block", (c,), (target,)) for c in free[:number]]
                free = free[number:]
        return events

    def _right_kind(self, scene: CombatScene, group: _Group) -> bool:
        """Whether the blockers left are what the group is called, and alike, so that it doesn't matter which."""
        things = [scene.board.objects[i] for i in scene.pool]
        alike = {msgspec.structs.replace(t, id="", said="") for t in things}
        if len(alike) > 1 and not (group.rest and group.number is None):
            return False
        return all(scene.fits(self.words[k], i) for k in group.nouns for i in scene.pool)

    def _targets(self, scene: CombatScene, pair: _Pair, last: list[str], seen: list[str]) -> list[str]:
        """The attackers that the words of a target stand for."""
        words = self.words[pair.target : pair.end]
        found = list(scene.attackers)
        numbers: list[int] = []
        for n, word in enumerate(words):
            if (word.kind == "number" and word.lower != "one") or (word.lower == "one" and n == 0):
                numbers.append(word.value[0] - 1)
                continue
            if word.lower in _ORDINALS:
                numbers.append(_ORDINALS[word.lower])
                continue
            if word.lower in _DETERMINERS or word.lower in {
                "each",
                "both",
                "other",
                "another",
                "and",
                "&",
                "unblocked",
            }:
                continue
            told = [scene.fits(word, i) for i in found]
            if all(t is None for t in told):
                continue
            found = [i for i, t in zip(found, told, strict=True) if t is not False]
        lowers = {w.lower for w in words}
        if "same" in lowers:
            return [i for i in found if i in last][:1] or found[:1] if len(self._alike(scene, found)) == 1 else []
        if lowers & {"other", "another"}:
            left = [i for i in found if i not in seen]
            return left[:1] if len(self._alike(scene, left)) == 1 else []
        if numbers:
            return [found[n] for n in numbers] if max(numbers) < len(found) else []
        if lowers & {"each", "both"}:
            return found
        if len(found) > 1 and len(self._alike(scene, found)) == 1 and not seen:
            return found[:1]
        return found if len(found) == 1 else []

    def _alike(self, scene: CombatScene, ids: list[str]) -> set[GameObject]:
        return {msgspec.structs.replace(scene.board.objects[i], id="", said="") for i in ids}
