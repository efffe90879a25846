"""What a question about X asks: each part that asks, told apart by the words that only such a question has."""

from __future__ import annotations

from itertools import pairwise

from judgecall.parser.areas.x_yes_no import COUNTERED, Ask, YesNoAsks
from judgecall.parser.areas.zones import Zone

_TAGS = frozenset({"right", "correct", "legal", "true", "allowed", "ok", "okay", "valid", "possible", "legit"})
_POWER_WORDS = frozenset({"size", "stats", "p/t", "large", "strong"})


_ANY_VERBS = frozenset({"have", "get", "enter", "produce", "cast", "pay", "choose", "force", "count", "trigger", "resolve", "put", "say", "spend",
                        "return", "work", "need"})  # fmt: skip
_VERBS: dict[str, frozenset[str]] = {
    "countered": frozenset({"counter", "catch", "deal", "get", "take", "steal", "kill", "exile", "target", "stay"}),
    "counterable": frozenset({"counter", "catch"}),
    "target": frozenset({"target", "return", "kill", "exile", "bounce", "counter", "deal"}),
    "affects": frozenset({"die", "survive", "stay", "kill", "exile", "bounce", "deal", "take", "target", "catch"}),
    "swept": frozenset({"kill", "die", "survive", "exile", "bounce", "deal", "stay"}),
    "found": frozenset({"find", "fetch", "steal", "return", "target"}),
    "alive": frozenset({"die", "survive", "stay", "kill"}),
    "amount": frozenset({"deal", "lose", "take", "draw", "transform"}),
    "counters": frozenset({"stay"}), "x": frozenset({"copy"}), "needed_x": frozenset({"copy", "bounce", "target", "transform", "kill"}),
    "taken": frozenset({"take", "steal", "discard", "find", "exile", "target", "draw"}),
    "cascade": frozenset(), "both": frozenset({"draw"}), "cast": frozenset({"activate", "stop", "prevent", "forbid"}),
}  # fmt: skip


class Asks(YesNoAsks):
    """Finds what is asked in a position."""

    def read(self) -> list[Ask]:
        """The asks in text order; empty when nothing that is asked is about X, mana values or counters."""
        found: list[Ask] = []
        for zone in self._zones():
            ask = self._in(zone.start, zone.end)
            if ask is None and self._only_a_tag(zone):
                ask = self._of_belief(zone)
            if ask is not None:
                if (
                    found
                    and (found[-1].kind, found[-1].value) == (ask.kind, ask.value)
                    and found[-1].end >= ask.start - 1
                    and ask.kind not in {"countered"}
                ):
                    continue
                found.append(ask)
        if not found and not any(self._asks_plainly(z) for z in self.p.zones):
            sentences = sorted({w.sentence for w in self.talk.words})
            for n in reversed(sentences):
                at = [i for i, w in enumerate(self.talk.words) if w.sentence == n]
                ask = self._in(at[0], at[-1] + 1, belief=any(self._only_a_tag(z) for z in self.p.zones))
                if ask is not None:
                    return [ask]
        return found

    def _asks_plainly(self, zone: Zone) -> bool:
        """Whether a part is a question in form, so that what it asks stands in it and nowhere else."""
        word = self.talk.words[zone.start]
        return not self._only_a_tag(zone) and (
            word.is_("whether") or word.is_("modal_can") or word.is_("which") or word.lower.startswith("how")
        )

    def _zones(self) -> list[Zone]:
        """The parts that ask; "how many counters" and "does it enter with" are one."""
        merged: list[Zone] = []
        for zone in self.p.zones:
            last = merged[-1] if merged else None
            if (
                last is not None
                and last.end >= zone.start
                and self.talk.words[last.start].sentence == self.talk.words[zone.start].sentence
                and (zone.start - last.start <= 6 and self.talk.lowers[zone.start - 1] not in {"and", "?"})
            ):
                merged[-1] = Zone(last.start, zone.end, zone.marked)
            else:
                merged += self._and_more(zone)
        # what leads in belongs to the question too: "how many counters" may stand before the auxiliary
        return [Zone(self._lead(z), z.end, z.marked) for z in merged]

    def _and_more(self, zone: Zone) -> list[Zone]:
        """ "how many counters and how big": each question word behind "and" begins a part of its own."""
        cuts = [
            i for i in range(zone.start + 2, zone.end - 1)
            if self.talk.lowers[i - 1] == "and" and any(self.talk.words[i].is_(k) for k in ("how_many", "how_much", "which"))
        ]  # fmt: skip
        edges = [zone.start, *cuts, zone.end]
        return [Zone(a, b, zone.marked) for a, b in pairwise(edges)]

    def _lead(self, zone: Zone) -> int:
        i = zone.start
        if self.talk.words[i].is_("how_many") or self.talk.words[i].is_("how_much"):
            return i
        while i > 0 and self.talk.words[i - 1].sentence == self.talk.words[zone.start].sentence and zone.start - i < 7:
            word = self.talk.words[i - 1]
            if word.lower == ")" and "(" in self.talk.lowers[max(0, i - 5) : i]:
                i = next(j for j in range(i - 1, -1, -1) if self.talk.lowers[j] == "(")
                continue
            if word.kind == "mark" and word.lower not in {"'s"}:
                break
            i -= 1
            if (
                word.is_("how_many")
                or word.is_("how_much")
                or word.lower in {"what", "which", "highest", "biggest"}
                or (word.is_("noun", "mana_value") and self.talk.lowers[zone.start : zone.start + 2] == ["is", "what"])
            ):
                return i
        return zone.start

    def _only_a_tag(self, zone: Zone) -> bool:
        """ "is it?", "is he right?", "that cant be right?": a question about what was said before."""
        said = [i for i in range(zone.start, zone.end) if self.talk.words[i].kind != "mark"]
        return all(
            self.talk.lowers[i] in _TAGS | {"is", "it", "that", "he", "so", "can", "be", "am", "i", "was", "this", "not", "does", "actually", "really", "she", "they", "are", "who"}
            or self.talk.words[i].is_("legal") or self.talk.words[i].is_("filler") for i in said
        )  # fmt: skip

    def _of_belief(self, zone: Zone) -> Ask | None:
        """What somebody believes, or what was said to happen, that the question asks the truth of."""
        for a, b in reversed(self.p.beliefs):
            ask = self._in(a, b, belief=True)
            if ask is not None:
                self._use_zone(zone)
                return ask
        for i in range(zone.start - 1, -1, -1):
            ask = None
            if self.talk.words[i].is_("verb", *COUNTERED) or self.talk.lowers[i] in {"eaten", "countered"}:
                start = next(
                    j
                    for j in range(i, -1, -1)
                    if j == 0 or self.talk.words[j - 1].sentence != self.talk.words[i].sentence
                )
                ask = self._in(start, i + 1, belief=True)
            if ask is not None:
                self._use_zone(zone)
                ask.negated = self._negated(zone.start, zone.end)
                return ask
        return None

    def _use_zone(self, zone: Zone) -> None:
        self.p.used |= set(range(zone.start, zone.end))

    # ------------------------------------------------------------ one part

    def _in(self, start: int, end: int, *, belief: bool = False) -> Ask | None:
        words = self.talk.words[start:end]
        lowers = {w.lower for w in words}
        nouns = {s.value for w in words for s in w.senses if s.kind == "noun"}
        frames = {
            s.value for i, w in enumerate(words, start) for s in w.senses if s.kind == "verb" and not self._is_thing(i)
        }
        number = None if belief else self._number(words, start, end, lowers, nouns, frames)
        kind = number or self._yes_no(start, end, lowers, nouns, frames, belief)
        if kind is None:
            return None
        ask = kind
        ask.start, ask.end = start, end
        ask.negated = ask.negated or self._negated(start, end)
        self._mark(ask)
        return ask

    def _number(self, words, start: int, end: int, lowers: set[str], nouns: set[str], frames: set[str]) -> Ask | None:  # type: ignore[no-untyped-def]
        many = any(w.is_("how_many") for w in words)
        much = any(w.is_("how_much") for w in words) or (
            "how" in lowers and bool({"high", "big", "large", "much"} & lowers)
        )
        lowers = lowers | {part for lower in lowers for part in lower.split()}
        what = bool(lowers & {"what", "which"})
        most = any(w.is_("most") for w in words) or ("how" in lowers and bool({"high", "large", "big"} & lowers))
        has_x = "x" in nouns or any(w.kind == "xis" for w in words)
        if has_x and most and ("x" in nouns) and self._max(words, start):
            return Ask("max_x", start, end)
        if (many or much) and (
            ("mana" in nouns and (has_x or frames & {"pay", "spend"} or lowers & {"need", "cost", "costs"}))
            or (has_x and lowers & {"cost", "costs"})
        ):
            total = bool({"total", "altogether", "whole", "all"} & lowers) or not any(w.is_("noun", "x") for w in words)
            return Ask("cost", start, end, value="total" if total else "")
        told_x = any(t.object.x is not None for i in range(start, end) if (t := self.p.at(i)) is not None)
        summed = bool(lowers & {"total", "altogether"}) and "mana" in nouns and not frames & {"have", "get", "produce"}
        if summed and (has_x or told_x):
            return Ask("cost", start, end, value="total")
        told_any = told_x or any(t.object.x is not None for t in self.p.things)
        if told_any and (
            (lowers & {"total cost", "cost", "costs"} and (what or "total" in lowers))
            or (much and "pay" in frames and "life" not in nouns)
        ):
            return Ask("cost", start, end, value="total")
        if (
            lowers & {"total cost", "cost", "costs"}
            and (what or "total" in lowers)
            and any(w.kind == "xis" for w in words)
        ):
            return Ask("cost", start, end, value="total")
        said = [w for w in words if w.kind != "mark"]
        if len(said) == 1 and said[0].lower == "counters" and "?" in lowers:
            return Ask("counters", start, end)  # "… for X=3. counters?"
        if (many or "number" in lowers) and "counter" in nouns and (many or what or "same" not in lowers):
            return Ask("counters", start, end)
        if many and ({"token", "creature"} & nouns or any(w.is_("subtype") for w in words)):
            return Ask("amount", start, end, value="tokens")
        if many and "card" in nouns:
            return Ask("amount", start, end, value="cards")
        if (much and "damage" in nouns) or (many and "damage" in nouns):
            return Ask("amount", start, end, value="damage")
        if "life" in nouns and (much or many or "lost" in lowers or "loss" in lowers):
            return Ask(
                "amount",
                start,
                end,
                value="life_lost"
                if "lose" in frames
                or lowers & {"lost", "drain", "drains", "drained"}
                or "pay" in frames
                or "take" in frames
                else "life",
            )
        if lowers & {"how big", "how large"} or (what and (lowers & _POWER_WORDS or nouns & {"power", "toughness"})):
            return Ask(
                "size", start, end, value="toughness" if "toughness" in nouns and "power" not in nouns else "power"
            )
        if (
            "mana_value" in nouns
            and not self._bound_number(start, end)
            and (what or len(words) <= 6 or not lowers & {"is", "does", "can"})
        ):
            return Ask("mana_value", start, end)
        if what and lowers & {"number", "value"} and lowers & {"cascade", "discover"}:
            return Ask("mana_value", start, end)
        if has_x and (
            what
            or "how_much" in {s.kind for w in words for s in w.senses}
            or (lowers & {"number", "value"} and "?" in lowers and len(words) < 6)
        ):
            needed = bool(
                lowers & {"need", "needs", "choose", "pick", "required"}
                or "need" in frames
                or "choose" in frames
                or any(w.is_("modal_must") for w in words)
            )
            by_x = any(t.has_x and t.object.x is None for t in self.p.supporters("remover"))
            if needed and not by_x:
                return None
            needed = needed or (by_x and any(not t.has_x and t.roles - {"remover"} == t.roles for t in self.p.things))
            return Ask("needed_x" if needed else "x", start, end)
        return None

    def _max(self, words, start: int) -> bool:  # type: ignore[no-untyped-def]
        most = next(
            (i for i, w in enumerate(words, start) if w.is_("most") or w.lower in {"high", "large", "big"}), start
        )
        x = next((i for i, w in enumerate(words, start) if w.is_("noun", "x")), most)
        return abs(x - most) <= 6

    # ------------------------------------------------------------ words

    def _mark(self, ask: Ask) -> None:
        """The words of the part that asks are explained, but for names, numbers and negations that the ask has no place for."""
        for i in range(ask.start, ask.end):
            word = self.talk.words[i]
            if word.kind in {"card", "size", "change", "xis", "mana"} and i not in self.p.used:
                if word.kind == "change" and self.p.lower(i + 1) in {"counter", "counters"}:
                    self.p.used.add(i)
                continue
            if ask.kind == "both" and word.kind == "number":
                self.p.used.add(i)
            if word.kind == "number" and not (ask.n is not None and word.value[0] == ask.n):
                continue
            if word.is_("concept") and word.lower not in {"cascade", "discover", "search", "tutor"}:
                continue
            if (
                word.is_("in_response")
                or word.is_("moment")
                or (word.is_("keyword") and word.lower not in {"cascade", "save", "saves"})
            ):
                continue
            frames = {s.value for s in word.senses if s.kind == "verb"}
            if word.lower.startswith(("come", "coming")) or (
                word.lower in {"clone", "copy", "copied"}
                and any("copy" in t.roles or t.object.token for t in self.p.things)
            ):
                self.p.used.add(i)
                continue
            if (
                frames
                and not frames & _VERBS.get(ask.kind, frozenset()) | frames & _ANY_VERBS
                and not word.is_("filler")
                and not self._is_thing(i)
            ):
                continue
            self.p.used.add(i)
