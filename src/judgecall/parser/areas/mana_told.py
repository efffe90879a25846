"""What is said of the things on a board about mana: counters, choices, "nothing else", lands played, mana in the pool."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Card, PutCounters, Replacement, Unread
from judgecall.parser.areas.mana_board import ManaBoard
from judgecall.parser.areas.mana_choices import CHOOSING, imprinted_before
from judgecall.parser.areas.mana_counts import Counts
from judgecall.parser.mentions import Mention
from judgecall.parser.phrases import TIMES

_NONE = frozenset({"no", "zero", "0", "without", "none"})
_KICKS = frozenset({"kicked", "kick", "kicks", "kickers", "kicker", "multikicked", "multikicker", "multikick"})
_LANDS_ONLY = ("my only lands", "only lands i", "my one land", "my only land", "no other lands", "no other land", "only other land", "nothing but", "nothing else",
               "that is all", "that is it", "all the lands", "no other permanents", "only land i", "nothing except", "rest are", "his only land",
               "his only lands", "only have", "only has", "only lands", "no lands other than", "no other mana", "just those", "only lands are",
               "anything else")  # fmt: skip
_EVERYBODY = ("on the table", "anywhere", "on the battlefield", "between us", "in the game", "in play")


class Told:
    """Reads what a question says of the things that a ManaBoard has placed."""

    def __init__(self, board: ManaBoard) -> None:
        self.b = board
        self.talk = board.talk

    def read(self) -> None:
        """Read what is said of the things on the board: counters, choices, taps, "nothing else", lands played, mana in the pool."""
        self.b.used |= self.b.board.attach()
        self._attach_more()
        self._counters()
        self._kicks()
        Counts(self.b).read()
        self._not_sick()
        self._just_played()
        self._devotion()
        self._choices()
        self._only()
        self._land_drops()
        self._pool()
        self._too_early()

    def _attach_more(self) -> None:
        """ "forest with wild growth and utopia sprawl on it": the second Aura is where the first one is."""
        for aura, host in self.talk.attached:
            for m in self.b.run_from(aura)[1:]:
                id, on = self.b.board.of_mention.get(m.start), self.b.board.of_mention.get(host.start)
                card = self.talk.card(m)
                if (
                    id
                    and on
                    and id != on
                    and card
                    and "Aura" in card.faces[0].subtypes
                    and self.b.board.objects[id].attached_to is None
                ):
                    self.b.board.change(id, attached_to=on)

    def _before(self, i: int, wanted: str = "") -> str | None:
        """The thing spoken of last before word i in its sentence, else the last one that makes mana."""
        near = [m for m in self.b.things() if m.start < i and m.start in self.b.board.of_mention]
        for m in reversed(near):
            if (
                m.sentence == self.talk.words[i].sentence
                and (self.b.facts_of(m).makes or not wanted)
                and (m.cards or m.head in {"land", "creature", "artifact"})
            ):
                return self.b.board.of_mention[m.start]
        for m in reversed(near):
            if self.b.facts_of(m).makes:
                return self.b.board.of_mention[m.start]
        return None

    def _counters(self) -> None:
        lowers = self.talk.lowers
        for i, lower in enumerate(lowers):
            if lower == "counterless":
                nxt = next((m for m in self.b.things() if m.start > i or m.start <= i < m.end), None)
                id = self.b.board.of_mention.get(nxt.start) if nxt else None
                if id:
                    self._set_counters(id, self.b.facts_of_id(id).counters or "charge", 0)
                    self.b.use([i])
            if lower == "no counters" and (id := self._before(i, "makes")) and self.b.facts_of_id(id).counters:
                self._set_counters(id, self.b.facts_of_id(id).counters, 0)
                self.b.use([i])
            if lower not in {"counter", "counters"} or i == 0 or self.talk.inside(i) is not None:
                continue
            j, kind = i - 1, ""
            if (
                lowers[j] in {"charge", "luck", "storage", "loyalty", "depletion", "mining", "time", "page"}
                or self.talk.words[j].kind == "change"
            ):
                kind = (
                    lowers[j]
                    if self.talk.words[j].kind != "change"
                    else "{:+d}/{:+d}".format(*self.talk.words[j].value)
                )
                j -= 1
            n = (
                self.talk.words[j].value[0]
                if self.talk.words[j].kind == "number"
                else 0
                if lowers[j] in _NONE
                else 1
                if lowers[j] in {"the", "a", "an"}
                else None
            )
            if n is None and lowers[j] == "its" and lowers[j - 1] in {"has", "had"}:
                n = 1
            if n == 1 and j and lowers[j - 1] in {"without", "no"}:
                n, j = 0, j - 1
            id = self._before(i, "makes")
            if n is None or id is None or (not kind and not self.b.facts_of_id(id).counters):
                continue
            self._set_counters(id, kind or self.b.facts_of_id(id).counters, n)
            self.b.use(range(j, i + 1))

    def _kicks(self) -> None:
        """ "kicked twice", "with three kickers", "kicked it 2 times": a counter for each, where its card says so."""
        lowers, words = self.talk.lowers, self.talk.words
        for i, lower in enumerate(lowers):
            if lower not in _KICKS:
                continue
            near = [
                j
                for j in range(max(0, i - 1), min(i + 6, len(words)))
                if words[j].sentence == words[i].sentence and j != i
            ]
            counted = [
                j
                for j in near
                if lowers[j] in TIMES
                or (words[j].kind == "number" and (j == i - 1 or lowers[j + 1 : j + 2] in (["times"], ["x"])))
            ]
            fits = [
                id
                for id, thing in self.b.board.objects.items()
                if (card := self.talk.cards.get(thing.card or "")) is not None and self._for_kicks(card)
            ]
            if len(counted) != 1 or len(fits) != 1:
                continue
            if self._counters_changed():
                self.b.confused = True
                continue
            at = counted[0]
            n = TIMES[lowers[at]] if lowers[at] in TIMES else words[at].value[0]
            kind = self._for_kicks(self.talk.cards.get(self.b.board.objects[fits[0]].card or ""))
            self._set_counters(fits[0], kind, n)
            self.b.use([i, at, *([at + 1] if lowers[at + 1 : at + 2] in (["times"], ["x"]) else [])])

    def _counters_changed(self) -> bool:
        """Whether something there changes how many counters are put on things (Doubling Season, Vorinclex)."""
        cards = [self.talk.card(m) for m in self.talk.mentions if m.cards]
        return any(
            (isinstance(a, Replacement) and a.what in {"more_counters", "double_counters"})
            or (isinstance(a, Unread) and a.shape == "replacement" and "counters" in a.concepts)
            for card in cards
            if card is not None
            for a in card.faces[0].abilities
        )

    @staticmethod
    def _for_kicks(card: Card | None) -> str:
        """The kind of counter that it enters with for each time it was kicked."""
        for ability in card.faces[0].abilities if card is not None else ():
            for effect in ability.effects if isinstance(ability, Replacement) else ():
                if isinstance(effect, PutCounters) and effect.amount.per == "times_kicked":
                    return effect.counter
        return ""

    def _devotion(self) -> None:
        """ "my devotion to green is 7", "with a green devotion of 5", "7 devotion to green"."""
        for i, word in enumerate(self.talk.words):
            if word.lower != "devotion" or self.talk.inside(i) is not None:
                continue
            colors = [
                j
                for j in (i - 1, i + 1, i + 2, i + 3)
                if 0 <= j < len(self.talk.words) and self.talk.words[j].is_("color")
            ]
            if len(colors) != 1:
                continue
            end = max(i, colors[0]) + 1
            j = end
            while j < len(self.talk.words) and self.talk.lowers[j] in {
                "is",
                "of",
                "at",
                "=",
                "equal",
                "to",
                "was",
                "currently",
                ":",
            }:
                j += 1
            start = min(i, colors[0])
            found = next(
                (
                    k
                    for k in (j, start - 1, i + 1)
                    if 0 <= k < len(self.talk.words) and self.talk.words[k].kind == "number"
                ),
                None,
            )
            sense = self.talk.words[colors[0]].sense("color")
            if found is None or sense is None:
                continue
            self.b.facts[f"devotion_{sense.value}"] = str(self.talk.words[found].value[0])
            self.b.use([*range(start, end), found])

    def _not_sick(self) -> None:
        """ "she isn't summoning sick", "he's been there a while", "no summoning sickness": it came under control before."""
        for i, word in enumerate(self.talk.words):
            sick = word.lower in {"sick", "summoning sick", "summon sick", "summoning sickness"}
            row = range(max(0, i - 2), i)
            denied = next((j for j in row if self.talk.words[j].is_("negation")), None)
            if not (sick and denied is not None) and not word.is_("last_turn"):
                continue
            id = next((self.b.board.of_mention[m.start] for m in reversed(self.b.things())
                       if m.start < i and m.start in self.b.board.of_mention and m.cards and self.b.is_creature(self.b.board.of_mention[m.start])), None)  # fmt: skip
            if id is not None:
                self.b.board.change(id, since="before_turn")
                self.b.use([i] if denied is None or not sick else [i, denied])

    def _just_played(self) -> None:
        """ "I play a Forest. can I tap it": a land that came this turn is sick where something makes it a creature (CR 302.6)."""
        if self.talk.has("last_turn") or self.talk.says("next turn"):
            return
        for clause in self.talk.clauses:
            if self.talk.lowers[clause.verb] not in {"play", "played", "drop", "dropped"} or clause.negated:
                continue
            for m in clause.object:
                id = self.b.board.of_mention.get(m.start)
                if id is not None and self.b.is_land(id) and self.b.board.objects[id].since is None:
                    self.b.board.change(id, since="this_turn")

    def _set_counters(self, id: str, kind: str, n: int) -> None:
        held = dict(self.b.board.objects[id].counters)
        self.b.board.change(id, counters=tuple({**held, kind: n}.items()))

    def _choices(self) -> None:
        """ "Cavern naming Elf", "Gauntlet of Power set to red", "imprinted my snow-covered forest"."""
        for i, lower in enumerate(self.talk.lowers):
            if lower not in CHOOSING or self.talk.inside(i) is not None:
                continue
            sentence = self.talk.words[i].sentence
            holders = [
                m
                for m in self.b.things()
                if m.cards and (self.b.facts_of(m).chooses or "imprint" in lower) and m.sentence == sentence
            ]
            holders = [m for m in holders if self.b.facts_of(m).chooses] or holders
            holder = next((m for m in reversed(holders) if m.start < i), holders[0] if holders else None)
            if holder is None:
                continue
            id = self.b.board.of_mention.get(holder.start)
            ahead = range(i + 1, min(i + 4, len(self.talk.words)))
            behind = range(i - 1, max(holder.end - 1, i - 4), -1)
            for j in behind if imprinted_before(self.b, i) is not None else ahead:
                word, inside = self.talk.words[j], self.talk.inside(j)
                value = None
                if (color := word.sense("color")) is not None and color.value != "C":
                    value = color.value
                elif word.kind == "mana" and word.mana.strip("{}") in "WUBRG":
                    value = word.mana.strip("{}")
                elif "imprint" in lower and inside is not None and inside.cards:
                    value = self._imprinted(holder, inside)
                elif (kind := word.sense("subtype")) is not None:
                    value = kind.value
                if value and id:
                    self.b.board.change(id, chosen=value)
                    self.b.use(range(min(i, j), max(i, j) + 1))
                    break

    def _imprinted(self, holder: Mention, card: Mention) -> str | None:
        """The name of the card that is exiled; for one whose mana hangs on it (Chrome Mox), its colour if it has one."""
        facts = self.talk.card(card)
        if not self.b.facts_of(holder).makes:
            return card.cards[0]
        return facts.faces[0].colors if facts is not None and len(facts.faces[0].colors) == 1 else None

    def _too_early(self) -> None:
        """ "before Mana Reflection resolves I tap …": when it was is more than this reader knows."""
        for i, word in enumerate(self.talk.words):
            if not word.is_("before"):
                continue
            row = [w for w in self.talk.words[i + 1 : i + 7] if w.sentence == word.sentence]
            if any(
                w.is_("verb", "resolve", "enter", "cast", "die", "kill", "exile", "bounce", "sacrifice") for w in row
            ):
                self.b.confused = True

    def _only(self) -> None:
        """ "nothing else", "my only lands": that player has nothing more that matters."""
        for phrase in _LANDS_ONLY:
            at = self.talk.where(phrase)
            if at is None:
                continue
            sentence = self.talk.words[at].sentence
            everybody = any(f" {p} " in self.talk.joined for p in _EVERYBODY) and phrase in {
                "that is all",
                "all the lands",
                "nothing else",
                "anything else",
            }
            owners = {m.owner for m in self.b.things() if m.sentence == sentence and m.owner} or {"you"}
            near = [m.owner for m in self.b.things() if m.sentence == sentence and m.owner and m.start >= at]
            for who in ("you", "opp") if everybody or (len(owners) > 1 and not near) else (near[:1] or [*owners]):
                if who in self.b.players:
                    self.b.players[who] = msgspec.structs.replace(self.b.players[who], only_named=True)
            self.b.use(range(at, at + len(phrase.split())))

    def _land_drops(self) -> None:
        """ "haven't played a land this turn", "already made my land drop"."""
        for i, lower in enumerate(self.talk.lowers):
            if lower not in {"played", "play", "drop", "dropped"}:
                continue
            near = self.talk.lowers[max(0, i - 4) : i + 6]
            if not {"land", "lands"} & set(near) or not (
                {"this turn", "yet", "already"} & set(near) or {"have", "has", "did"} & set(near[:5])
            ):
                continue
            land = next(
                (m for m in self.talk.mentions if m.head == "land" and not m.subtypes and i - 2 <= m.start <= i + 3),
                None,
            )
            negative = bool({"not", "never", "no"} & set(near[:6]))
            self.b.facts["lands_played_this_turn"] = "0" if negative else "1"
            start = max(0, i - 3)
            self.b.use(
                k
                for k in range(start, min(i + 6, len(self.talk.words)))
                if self.talk.lowers[k]
                in {"not", "never", "no", "played", "play", "drop", "a", "land", "yet", "this turn", "already", "have"}
            )
            if land is not None:
                self.b.use(range(land.start, land.end))
                self.b.forget(land)

    def _pool(self) -> None:
        """ "RRRGG floating", "three red and two green floating in my pool"."""
        floating = (
            self.talk.where("floating")
            or self.talk.where("unspent")
            or self.talk.where("in my mana pool")
            or self.talk.where("in pool")
        )
        if floating is None:
            return
        sentence = self.talk.words[floating].sentence
        letters = ""
        told: set[int] = set()
        for i, word in enumerate(self.talk.words):
            if word.sentence != sentence or i in self.b.used:
                continue
            if word.is_("how_much") or word.is_("how_many"):
                letters, told = "", set()  # what is asked comes after, or was asked before
            color = word.sense("color")
            if color is not None and i and self.talk.words[i - 1].kind == "number":
                letters += color.value * self.talk.words[i - 1].value[0]
                told |= {i - 1, i}
            elif word.kind == "mana" and set(word.mana) <= set("{}WUBRGC"):
                letters += word.mana.replace("{", "").replace("}", "")
                told.add(i)
        asked = any(
            self.talk.words[i].is_("how_much") or self.talk.words[i].is_("how_many")
            for i in range(len(self.talk.words))
            if self.talk.words[i].sentence == sentence
        )
        near = bool(told) and 0 < floating - max(told) <= 2
        if letters and (near or not asked):
            self.b.facts["mana_pool"] = letters
            self.b.use(told)
