"""What a question about X asks with yes or no for an answer, told apart by the words that only such a question has."""

from __future__ import annotations

import msgspec

from judgecall.parser.areas.x_position import Position

COUNTERED = frozenset({"counter", "catch"})
"""Verbs that say of a spell that it is countered."""
_AT_ALL = frozenset({"counterable", "uncounterable"})
_LOOSE_COUNTERED = frozenset({"deal", "get", "take", "steal", "kill", "exile"})
_LIVES = frozenset({"survive", "stay"})
_BACK = frozenset({"return"})


_BEFORE_NUMBER = frozenset(
    [
        "is",
        "of",
        "be",
        "would",
        "=",
        "just",
        "still",
        "only",
        "was",
        "really",
        "equal",
        "to",
        "as",
        "on",
        "the",
        "stack",
        "battlefield",
        "in",
        "play",
    ]
) | {"in play"}


class Ask(msgspec.Struct):
    """One thing that is asked: its kind, the words that ask it, and how."""

    kind: str
    start: int
    end: int
    n: int | None = None
    bound: str = "exactly"
    negated: bool = False
    inverse: bool = False
    value: str = ""


class YesNoAsks:
    """Finds what is asked in a part of a question whose answer is yes or no."""

    def __init__(self, position: Position) -> None:
        self.p = position
        self.talk = position.talk

    def _gets_a_thing(self, start: int, end: int) -> bool:
        """ "does push get his goyf": what is got is there already; "do i get a hydra" asks for something else."""
        got = [m for m in self.talk.mentions if start <= m.start < end and m.head != "player"]
        return any(m.head == "pronoun" or self.p.at(m.start) is not None for m in got)

    def _yes_no(
        self, start: int, end: int, lowers: set[str], nouns: set[str], frames: set[str], belief: bool
    ) -> Ask | None:
        p = self.p
        foes = p.supporters("chalice", "counterspell") or self._nameless_counterspell()
        if len(p.things) == 1 and p.things[0].has_x and "chalice" in p.things[0].roles:
            foes = False  # it is itself the spell that is asked about
        if foes and ("choose" in frames or ("trigger" in frames and self._negated(start, end))):
            return None
        if foes and "too" in lowers and lowers & {"big", "large", "expensive", "high", "much"}:
            return Ask("countered", start, end, inverse=True)
        number = self._counters_said(start, end)
        if number is not None and not self._is_thing_asked():
            return Ask("counters", start, end, n=number)
        if p.supporters("sweeper") and frames & {"kill", "die", "survive", "exile", "bounce", "deal", "stay"}:
            return Ask("swept", start, end, inverse=bool(frames & {"survive", "stay"}))
        if p.supporters("finder") and (
            frames & {"get", "put", "steal", "return", "target", "find", "fetch"}
            or lowers & {"find", "search", "tutor", "grab", "finds", "for"}
        ):
            return Ask("found", start, end)
        if p.supporters("taker") and (
            frames & {"take", "choose", "get", "steal", "discard", "find", "exile"}
            or lowers & {"take", "grab", "pick", "choose", "snag", "hit", "strip", "discard", "make", "nab"}
        ):
            return Ask("taken", start, end)
        if (
            p.supporters("forbidder")
            and not foes
            and lowers & {"stop", "stops", "prevent", "prevents", "lock", "locks", "shut", "shuts", "hose", "hoses"}
        ):
            return Ask("cast", start, end, inverse=True)
        if self._removal(start, end, frames):
            return Ask("affects", start, end)
        x = self._x_asked(start, end)
        if x is not None:
            return Ask("x", start, end, n=x)
        if (
            p.free_at is not None
            and "pay" in frames
            and "x" in nouns
            and any(w.is_("modal_can") for w in self.talk.words[start:end])
        ):
            return Ask("normal_cost", start, end)
        if (
            "choose" in frames
            and any(w.kind == "xis" for w in self.talk.words[start:end])
            and any(w.is_("modal_can") for w in self.talk.words[start:end])
        ):
            return Ask("cast", start, end)
        casts = self._casts(start, end) or bool(
            lowers & {"work", "works", "recast", "replay", "castable"} and p.supporters("permission")
        )
        if (
            casts
            and not belief
            and (p.supporters("permission") or not foes)
            and not (p.supporters("x_watcher", "granter") and lowers & {"trigger", "cascade"})
        ):
            if lowers & {"normally", "normal"} and lowers & {"pay", "paying"}:
                return Ask("normal_cost", start, end)
            return Ask("cast", start, end)
        if foes and (frames & COUNTERED or lowers & {"countered", "eaten", "counterable"}):
            return Ask("countered", start, end)
        if not foes and lowers & {"uncounterable"} and "countered" in lowers:
            return None  # "is it uncounterable or can it be countered": yes would say nothing
        if not foes and (
            (frames & {"counter"} and lowers & {"counter"} and self._casts_against(start, end))
            or lowers & _AT_ALL
            or ("countered" in lowers and any(w.is_("modal_can") for w in self.talk.words[start:end]))
        ):
            return Ask("counterable", start, end, inverse=bool(lowers & {"uncounterable"}))
        if "counter" in nouns and "card" in nouns and lowers & {"and", "both", "plus"} and p.supporters("either"):
            return Ask("both", start, end)
        if p.supporters("granter") and lowers & {"cascade"}:
            return Ask("cascade", start, end)
        if p.supporters("x_watcher") and not p.supporters("doubler") and frames & {"trigger"}:
            return Ask("watcher", start, end)
        if frames & {"target"} or {"target"} & lowers:
            return Ask("target", start, end)
        if foes and (
            lowers & {"safe", "resolve", "resolves", "dodge", "dodges", "immune", "okay", "stick"}
            or (frames & {"resolve"} and not frames & {"cast"})
            or {"through"} & lowers
        ):
            return Ask("countered", start, end, inverse=True)
        if (
            foes
            and any(p.at(i) in p.supporters("counterspell", "chalice") for i in range(start, end))
            and not (casts or frames & {"die"})
        ):
            return Ask("countered", start, end)
        if foes and frames & _LOOSE_COUNTERED:
            return Ask("countered", start, end)
        if p.supporters("recursion") and (
            frames & _BACK or lowers & {"grab", "bring", "get", "fetch", "reanimate", "recur", "rebuy"}
        ):
            return Ask("target", start, end)
        hits = frames & {"kill", "bounce", "exile", "destroy", "deal", "get", "take", "counter", "catch"}
        if p.supporters("remover") and hits and not p.supporters("exiler"):
            return Ask("affects", start, end) if hits - {"get", "take"} or self._gets_a_thing(start, end) else None
        if (
            any("remover" in t.roles and "spell" in t.roles for i in range(start, end) if (t := p.at(i)) is not None)
            and not casts
        ):
            return Ask("affects", start, end)
        if "x" in nouns or any(w.kind == "xis" for w in self.talk.words[start:end]):
            claim = next((n for at, n in p.claims if start <= at < end), None)
            if claim is not None:
                return Ask("x", start, end, n=claim)
        bound = self._bound_number(start, end)
        if bound is not None:
            return Ask("mana_value", start, end, n=bound[0], bound=bound[1])
        if lowers & {"pay", "paying"} and lowers & {"normally", "normal"} and not belief:
            return Ask("normal_cost", start, end)
        removal = [
            t for t in p.supporters("by_value") if {"remover", "spell"} <= t.roles and "counterspell" not in t.roles
        ]
        if removal and frames & {"die", "survive", "stay"} and not any(t.events for t in p.things):
            return Ask("affects", start, end, inverse=bool(frames & {"survive", "stay"}))
        if frames & {"die"} or lowers & {"dead", "dies"}:
            return Ask("alive", start, end, inverse=True)
        if frames & _LIVES or lowers & {"save", "saves", "survive", "survives", "live", "lives"}:
            return Ask("alive", start, end)
        return None

    def _casts_against(self, start: int, end: int) -> bool:
        """ "can my opponent counter my Banefire": a player would, by whatever means."""
        verb = next((i for i in range(start, end) if self.talk.lowers[i] == "counter" and not self._is_thing(i)), None)
        opens = any(w.is_("modal_can") for w in self.talk.words[start:end])
        return (
            verb is not None
            and opens
            and any(m.head == "player" and m.player == "opp" and start <= m.start < verb for m in self.talk.mentions)
        )

    def _casts(self, start: int, end: int) -> bool:
        """ "can I cast it", "allowed to recast it"; not "a Ballista cast for X=2"."""
        words = self.talk.words[start:end]
        if not any(
            w.is_("modal_can") or w.is_("legal") or w.lower in {"let", "lets", "allow", "allows"} for w in words
        ):
            return False
        for i in range(start, end):
            if not self.talk.words[i].is_("verb", "cast") or self._is_thing(i):
                continue
            if self.talk.words[i].lower == "casting":
                return True
            before = self.talk.words[i - 1] if i else None
            if (
                before is not None
                and before.lower not in {"is", "was", "were", "been", "are", "being", "got", "a", "the"}
                and (
                    before.is_("modal_can")
                    or before.is_("player")
                    or (before.is_("filler") and self.p.at(i - 1) is None)
                    or before.is_("this_turn")
                )
            ):
                return True
        return False

    def _counters_said(self, start: int, end: int) -> int | None:
        """ "does it come back with five counters": a number of counters that is asked about."""
        words = self.talk.words
        for i in range(start, end - 1):
            j = i + 2 if words[i + 1].kind == "change" else i + 1
            if (
                words[i].kind == "number"
                and j < end
                and words[j].is_("noun", "counter")
                and i not in self.p.used - self._in_beliefs()
            ):
                return words[i].value[0]
        return None

    def _in_beliefs(self) -> set[int]:
        return {i for a, b in self.p.beliefs for i in range(a, b)}

    def _is_thing_asked(self) -> bool:
        """The counters belong to a Chalice or to the "and a card" of another ask."""
        return bool(self.p.supporters("chalice", "either")) or not any(
            t.permanent or t.object.copy_of for t in self.p.things
        )

    def _removal(self, start: int, end: int, frames: set[str]) -> bool:
        """ "can Abrupt Decay destroy Chalice": removal that goes by mana value, named where it is asked about."""
        named = [t for i in range(start, end) if (t := self.p.at(i)) is not None]
        by_value = [t for t in named if {"remover", "by_value"} <= t.roles and "counterspell" not in t.roles]
        return (
            bool(by_value)
            and bool(frames & {"kill", "exile", "bounce"})
            and "counter" not in frames
            and not any(t.events for t in self.p.things)
        )

    def _x_asked(self, start: int, end: int) -> int | None:
        """ "is X 0 then", "would X be 3": a value of X that is asked about."""
        for match in self.p.find.all(
            "is|be|was|would|has|have ~ n:x ~ N", "n:x be ~ N", "n:x = N", "is|was|does n:x ~ N"
        ):
            if start <= match.start < end and self.p.asked(match.start) is not None:
                return match.numbers[0]
        for i in range(start, end):
            if self.talk.words[i].kind == "xis" and self.p.lower(i - 1) in {"is", "would", "does"}:
                return self.talk.words[i].value[0]
        return None

    def _nameless_counterspell(self) -> bool:
        return any(w.lower in {"counterspell", "counter spell", "counterspells"} for w in self.talk.words)

    def _is_thing(self, i: int) -> bool:
        """A noun that could be a verb: "counters" behind a number, "the stack"."""
        word = self.talk.words[i]
        if word.lower in {"counters", "tokens", "lands"} and word.is_("noun"):
            before = self.p.lower(i - 1)
            return before not in {"chalice", "that", "it", "he", "which"}
        return word.lower in {"stack", "land", "token"} or (
            word.lower == "counter" and self.p.lower(i - 1) in {"single", "a", "charge", "+1/+1"}
        )

    def _negated(self, start: int, end: int) -> bool:
        return any(w.lower in {"not", "never"} for w in self.talk.words[start:end])

    def _bound_number(self, start: int, end: int) -> tuple[int, str] | None:
        """ "mana value 3 or less", "cmc 0", "is its cmc 4": the number that a mana value is compared with."""
        for i in range(start, end):
            if not self.talk.words[i].is_("noun", "mana_value"):
                continue
            j = i + 1
            while j < end and (self.talk.lowers[j] in _BEFORE_NUMBER or self.p.at(j) is not None):
                j += 1
            if j < end and self.talk.words[j].kind == "number":
                after = self.p.lower(j + 2) if self.p.lower(j + 1) == "or" else ""
                bound = (
                    "at_most"
                    if after in {"less", "lower", "fewer"}
                    else "at_least"
                    if after in {"more", "greater", "higher"}
                    else "exactly"
                )
                return self.talk.words[j].value[0], bound
        return None
