"""What is said of the things in a question about X: the X chosen, mana paid, counters on them, and what happened."""

from __future__ import annotations

from judgecall.cards.abilities import Filter, Keyword
from judgecall.parser.areas.x_cards import counter_compared
from judgecall.parser.areas.x_happenings import XHappenings
from judgecall.parser.areas.x_position import Position
from judgecall.parser.areas.x_things import Thing
from judgecall.parser.phrases import Match
from judgecall.scenario.model import GameObject

_INSTEAD = frozenset(
    {"miracle", "overload", "evoke", "dash", "spectacle", "surge", "madness", "flashback", "emerge", "blitz"}
)
"""Costs that are paid instead of a mana cost, and that turn the spell into nothing else."""
_SET_OFF = frozenset({"pop", "pops", "popped", "popping", "crack", "cracks", "cracked", "cracking", "sac", "sacs", "sacced", "blow", "blows", "blew",
                      "detonate", "detonates", "fire", "fires", "trigger", "use", "uses", "used", "activate"})  # fmt: skip


def read_facts(position: Position) -> None:
    """Add to the position what the question says of its things."""
    Facts(position).read()


class Facts:
    """Reads the facts of one question into its position."""

    def __init__(self, position: Position) -> None:
        self.p = position
        self.talk = position.talk
        self.find = position.find

    def read(self) -> None:
        """Everything, in an order in which later steps can build on earlier ones."""
        self._x_said()
        self._x_by_payment()
        self._chalice_counters()
        self._counters_on()
        XHappenings(self.p).read()
        self._asides()

    # ------------------------------------------------------------ what decides nothing

    def _asides(self) -> None:
        """Words that decide nothing in such a question: the number of players, how long it has been, the text of a card told again."""
        for match in self.find.all(
            "N n:player game?", "N n:player", "for N n:turn", "N n:turn later|ago", "been ~ PL for N n:turn",
            "first|second one", "the first|second one",
        ):  # fmt: skip
            self.p.use(match)
        for match in self.find.all(
            "v:get|produce ~ BARE",
            "hoping for N more? BARE",
            "for N more BARE",
            "e|eg g|. CARD",
            "e g CARD",
            "e . g . CARD",
            "example CARD",
        ):
            told = match.mentions[-1]
            thing = self.p.at(told.start)
            if thing is not None:
                thing.roles = frozenset({"example"})
            elif (
                self.p.asked(match.start) is None
                and told.power is None
                and not told.keywords
                and (told.subtypes or told.head == "creature")
            ):
                # what it made before
                self.p.use(match)
        for i, word in enumerate(self.talk.words):
            # how a card came to hand is of no account
            if word.is_("verb", "draw") and self.p.asked(i) is None:
                self.p.used.add(i)
            if word.lower in {"blow", "blows", "blew"} and "up" in [self.p.lower(j) for j in range(i + 1, i + 4)]:
                self.p.used.add(i)
        for sweeper in self.p.supporters("sweeper"):
            self._set_off(sweeper)
        for thing in self.p.supporters("permission", "taker", "forbidder", "counterspell"):
            self._told_again(thing)
        for thing in self.p.supporters("chalice"):
            self._told_again(thing)
        if any(
            t.card and any(isinstance(a, Keyword) and a.name == "sunburst" for a in t.card.faces[0].abilities)
            for t in self.p.things
        ):
            for match in self.find.all(
                "~ N? sunburst n:counter", "get|have ~ N sunburst n:counter", "with ~ N n:counter"
            ):
                self.p.use(match)
                self.p.used |= set(range(match.start - 3, match.end))
        for match in self.find.all("v:pay"):
            if self.talk.words[match.end : match.end + 1] and self.talk.words[match.end].kind == "mana":
                self.p.used |= {match.start, match.end}
        if self.p.supporters("chalice", "counterspell", "remover") or self.talk.has("noun", "mana_value"):
            for match in self.find.all(
                "kicked|multikicked ~ once|twice|thrice",
                "kicked|multikicked ~ N times|x",
                "with ~ N kicks|kickers",
                "kicker ~ N",
                "kicked",
            ):
                self.p.use(match)  # what was paid besides is no part of a mana value (CR 202.3)
                self._how_often(match.end)
            self._other_costs()

    def _how_often(self, start: int) -> None:
        """ "kicked Joraga Warcaller three times": how often, behind what was kicked."""
        inside = self.talk.inside(start) if start < len(self.talk.words) else None
        end = inside.end if inside is not None else start
        times = self.talk.lowers[end : end + 2]
        if times[:1] and times[0] in {"once", "twice", "thrice"}:
            self.p.used.add(end)
        elif len(times) == 2 and self.talk.words[end].kind == "number" and times[1] in {"time", "times"}:
            self.p.used |= {end, end + 1}

    def _other_costs(self) -> None:
        """ "for its miracle cost", "pay 7 mana for it": what is paid instead of the mana cost doesn't change it (CR 118.9c)."""
        if any(w.lower in {"free", "morph", "disguise", "prototype", "foretold", "bestow"} for w in self.talk.words):
            return
        for i, word in enumerate(self.talk.words):
            after = self.talk.words[i + 1 : i + 2]
            if word.lower in _INSTEAD and after and after[0].is_("noun", "cost"):
                self.p.used |= {i, i + 1}
            elif (
                word.is_("verb", "pay")
                and len(self.talk.words) > i + 2
                and self.talk.words[i + 1].kind == "number"
                and self.talk.words[i + 2].is_("noun", "mana")
                and self.talk.lowers[i + 3 : i + 5] == ["for", "it"]
            ):
                self.p.used |= set(range(i, i + 5))

    def _set_off(self, sweeper: Thing) -> None:
        """ "if I pop the bomb", "I crack it", "sac it": the sweeper is used, whatever word says so."""
        names = set(sweeper.card.faces[0].name.lower().replace(",", "").split()) if sweeper.card is not None else set()
        for i, word in enumerate(self.talk.words):
            if (
                not (word.is_("verb", "sacrifice", "activate", "use") or word.lower in _SET_OFF)
                or self.talk.inside(i) is not None
            ):
                continue
            j = i + 1
            while self.p.lower(j) in {"the", "my", "his", "that", "off", "up"}:
                j += 1
            before = [t for t in self.p.things if t.first < i]
            last = max(before, key=lambda t: max(a for a, _ in t.spans if a < i), default=None)
            if (
                self.p.at(j) is sweeper
                or self.p.lower(j) in names
                or (self.p.lower(j) in {"it", "this"} and last is sweeper)
            ):
                self.p.used |= set(range(i, j + 1))

    def _told_again(self, thing: Thing) -> None:
        """ "lets me cast a cheap permanent once a turn": what the card says, if it says the same."""
        if thing.card is None:
            return
        bounds = {
            wanted.mana_value
            for a in thing.card.faces[0].abilities
            for e in getattr(a, "effects", ())
            if isinstance(wanted := getattr(e, "of", None), Filter)
        }
        for match in self.find.all(
            "n:mana_value ~ N or less|lower|fewer", "n:mana_value ~ N or more|greater|higher", "n:mana_value N"
        ):
            words = set(self.talk.lowers[match.start : match.end])
            op = "<=" if words & {"less", "lower", "fewer"} else ">=" if words & {"more", "greater", "higher"} else "="
            if (op, match.numbers[0]) not in bounds:
                continue
            self.p.use(match)
            for i in range(match.start - 1, max(-1, match.start - 9), -1):
                word = self.talk.words[i]
                if word.kind == "card" or word.sentence != self.talk.words[match.start].sentence:
                    break
                if (
                    word.is_("noun")
                    or word.is_("verb", "cast")
                    or word.kind == "number"
                    or word.is_("filler")
                    or word.is_("player")
                ):
                    self.p.used.add(i)

    # ------------------------------------------------------------ X

    def _x_said(self) -> None:
        for i, word in enumerate(self.talk.words):
            if word.kind == "xis":
                self._x_at(i, i + 1, word.value[0])
        for match in self.find.all("n:x is|was|of|being|equals|equal|= ~ N", "n:x ~ v:choose as N", "n:x to be N", "N for|as n:x", "n:x set to N",
                                   "v:cast ~ CARD for|at N", "CARD for N", "N as ~ OWN? n:x", "v:cast PRON for N", "v:cast for N"):  # fmt: skip
            by_number = not any(self.talk.words[i].is_("noun", "x") for i in range(match.start, match.end))
            after = self.talk.words[match.end] if match.end < len(self.talk.words) else None
            if by_number and ((after is not None and after.is_("noun")) or self._not_an_x(match)):
                continue
            if not by_number or match.end - 1 not in self.p.used:
                self._x_at(match.start, match.end, match.numbers[0])

    def _not_an_x(self, match: Match) -> bool:
        """ "chalice for 2" may be so; "bolt for 3" is not about X."""
        named = match.mentions[0] if match.mentions else None
        thing = self.p.at(named.start) if named is not None and named.cards else self.p.spoken(match.start)
        if (
            named is None
            and thing is not None
            and thing.card is not None
            and thing.card.faces[0].mana_cost.count("{X}") != 1
        ):
            return True  # "a walker which he cast for 4": four mana, or X = 4
        return thing is None or not thing.has_x

    def _x_at(self, start: int, end: int, n: int) -> None:
        inside = self.talk.inside(start)
        if self._only_a_claim(start) or (
            self.p.believed(start)
            and self.p.lower(start - 1) in {"has", "is", "have", "says", "that", "claims", "because", "cause", "since"}
        ):
            self.p.claims.append((start, n))
            if self.p.asked(start) is None and any(t.object.x == n for t in self.p.things):
                self.p.used |= set(range(start, end))  # "I cast it for 5, so X is 5": it only says it again
            return
        thing = self._whose_x(start, inside.start if inside is not None and inside.cards else None)
        if thing is None:
            # a spell that nobody named
            thing = self.p.add(
                Thing(GameObject("spell", said="X spell", zone="stack"), None, frozenset({"x"})), start, end
            )
        elif thing.object.x is not None and thing.object.x != n:
            if self._agrees(thing, n) and self.talk.words[start].kind != "xis":
                self.p.used |= set(range(start, end))  # "cast for 6 with X=4": what it cost
                return
            self.p.claims.append((start, n))
            return
        thing.set(x=n)
        self.p.used |= set(range(start, end)) | {
            j for j in (start - 1, start - 2) if self.p.lower(j) in {"for", "with", "at", "where", "so"}
        }

    def _only_a_claim(self, i: int) -> bool:
        """ "is it X=0?", "so X=0", "because X is zero": a value that is asked about or concluded, not told."""
        before = [self.p.lower(j) for j in range(max(0, i - 4), i)]
        if before and before[-1] in {"so", "then", "because"} and any(t.object.x is not None for t in self.p.things):
            return True
        return ("is" in before[-1:] and self.p.asked(i) is not None) or (
            before[-1:] in (["has"], ["have"]) and self.p.asked(i) is not None
        )

    def _whose_x(self, i: int, named: int | None) -> Thing | None:
        if (
            named is not None
            and (thing := self.p.at(named)) is not None
            and (thing.has_x or thing.object.x is not None)
        ):
            return thing
        sentence = self.talk.words[i].sentence
        before = [
            t
            for t in self.p.things
            if t.has_x and any(a < i and self.talk.words[a].sentence == sentence for a, _ in t.spans)
        ]
        if before:
            # "chalice on 1, ballista for X=2": the nearest before it
            return max(before, key=lambda t: max(a for a, _ in t.spans if a < i))
        spoken = [t for t in self.p.things if t.has_x and not t.roles & {"chalice"}] or [
            t for t in self.p.things if t.has_x
        ]
        earlier = [t for t in spoken if t.first < i]
        return (earlier or spoken or [None])[-1]  # type: ignore[list-item]

    def _x_by_payment(self) -> None:
        """ "I put 10 mana into the X's", "paying 3 mana for its X", "8 mana into Ballista", "I have 7 mana", "paid 6"."""
        for match in self.find.all("N n:mana ~ into|in|for|on ~ OWN? n:x 's?", "v:pay N for ~ OWN? n:x", "N n:mana into ~ ANY", "N n:mana for|on ~ CARD",
                                   "v:pay N", "v:tap ~ N n:mana", "v:tap ~ N n:land", "v:have ~ N n:mana", "with N n:mana", "N n:mana", "v:pay N n:life as|for ~ OWN? n:x", "N n:mana total"):  # fmt: skip
            if match.start in self.p.used and self.talk.words[match.start].kind == "number":
                continue
            words = set(self.talk.lowers[match.start : match.end])
            in_x = any(self.talk.words[i].is_("noun", "x") for i in range(match.start, match.end))
            n = match.numbers[0]
            thing = self.p.spoken(match.end)
            if self._cost_in_numbers(match):
                continue
            if "life" in words and thing is not None:
                thing.set(x=thing.object.x if thing.object.x is not None else n)
                self.p.use(match)
            elif thing is not None and thing.object.x is not None:
                if self._agrees(thing, n):
                    self.p.use(match)
            elif self.p.mana is None or self.p.mana[1] != "mana_for_x":
                self.p.mana = (n, "mana_for_x" if in_x else "mana_total", match.start)
                self.p.use(match)

    def _cost_in_numbers(self, match: Match) -> bool:
        zone = self.p.asked(match.start)
        return zone is not None and self.talk.lowers[match.start] in {"need", "costs"}

    def _agrees(self, thing: Thing, n: int) -> bool:
        """Mana that was paid goes with the X that was said."""
        cost = thing.object.mana_cost or (thing.card.faces[0].mana_cost if thing.card else "")
        count = cost.count("{X}")
        fixed = sum(int(s) if s.isdigit() else 1 for s in cost.replace("{X}", "").replace("}", "").split("{") if s)
        x = thing.object.x or 0
        return n in {count * x, count * x + fixed}

    # ------------------------------------------------------------ counters

    def _chalice_counters(self) -> None:
        """ "chalice on 2", "chalice with a single counter on it", "chalice at one", "1 chalice"."""
        for thing in self.p.supporters("chalice", "sweeper"):
            kind = counter_compared(thing.card) if thing.card is not None else None
            if thing.object.counters or kind is None:
                continue
            for _, end in thing.spans:
                n, used = self._number_after(end)
                told = self.talk.words[end + 1 : end + 2]
                if (
                    n is None
                    and self.p.lower(end) == "for"
                    and told
                    and told[0].kind == "number"
                    and "sweeper" not in thing.roles
                ):
                    n, used = told[0].value[0], {end, end + 1}
                if n is not None:
                    thing.set(counters=((kind, n),), x=None)
                    self.p.used |= used
                    break

    def _number_after(self, i: int) -> tuple[int | None, set[int]]:
        words = self.talk.words
        used: set[int] = set()
        j = i
        if (
            self.p.lower(i) in {"with", "has"}
            and self.p.lower(i + 1) in {"no", "zero"}
            and self.p.lower(i + 2) in {"counters", "charge"}
        ):
            return 0, {i, i + 1, i + 2, i + 3} & set(range(len(words)))
        if self.p.lower(i) in {"with", "has"} and self.p.lower(i + 1) == "no counters":
            return 0, {i, i + 1}
        while j < len(words) and words[j].lower in {"sitting", "sits", "sat", "stands", "there", "is", "set", "out", "already", "in_play", "in play", "on board", "on the board", "down",
                                                    "a", "single", "currently", "stuck", "his", "board", "ticked", "of", "the", "void", "and", "has",
                                                    "@", "up", "on", "at", "to", "battlefield", "play", "with", "charge", "in", "exactly", "only"}:  # fmt: skip
            if words[j].lower == "single":
                used.add(j)
                if self.p.lower(j + 1) in {"counter", "charge"}:
                    return 1, used | {j + 1, j + 2} & set(range(len(words)))
            used.add(j)
            j += 1
            if j - i > 6:
                return None, set()
        if (
            j < len(words)
            and words[j].kind == "number"
            and {self.p.lower(k) for k in used} & {"on", "at", "with", "to", "@", "has", "of"}
        ):
            after = j + 1
            if self.p.lower(after) in {"charge"}:
                after += 1
            if self.p.lower(after) in {"counter", "counters"}:
                return words[j].value[0], used | set(range(j, after + 1))
            if after < len(words) and (
                (words[after].is_("noun") and words[after].lower not in {"spell"}) or words[after].kind == "card"
            ):
                return None, set()
            return words[j].value[0], used | {j}
        return None, set()

    def _counters_on(self) -> None:
        """ "my 5 counter endless one", "ballista with 4 counters on it", "it had 5 before"."""
        for match in self.find.all("N CH? n:counter ~ CARD", "CARD ~ with|has|had N CH? n:counter", "PRON ~ have|has|had N CH? n:counter", "with N CH? n:counter ~ PRON?",
                                   "PRON had N before", "it had N", "N CH? n:counter on PRON"):  # fmt: skip
            if self.p.asked(match.start) is not None and self.p.lower(match.start) != "n":
                zone = self.p.asked(match.start)
                if zone is not None and not any(m.cards for m in match.mentions):
                    continue
            if match.start in self.p.used and self.talk.words[match.start].kind == "number":
                continue
            named = next((m for m in match.mentions if m.cards), None)
            thing = self.p.at(named.start) if named else self.p.spoken(match.start)
            if thing is None or self.p.believed(match.start):
                continue
            if thing.roles & {"chalice", "sweeper"} or thing.object.copy_of:
                continue
            thing.set(counters=(("+1/+1", match.numbers[0]),))
            self.p.use(match)
