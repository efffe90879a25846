"""The position of a question about X: which spells and permanents there are, what X was chosen, what happened to them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from judgecall.parser.areas.face_subject import names_back
from judgecall.parser.areas.x_beliefs import Stretches
from judgecall.parser.areas.x_cards import roles
from judgecall.parser.areas.x_things import SUPPORT, Thing
from judgecall.parser.mentions import Mention
from judgecall.parser.phrases import Match
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event, GameObject, Player

_AGAIN = frozenset({"second", "2nd", "another", "other", "new"})
_CARD_TYPES = frozenset({"creature", "artifact", "enchantment", "planeswalker", "instant", "sorcery", "land"})
_COST_COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G", "colorless": "C"}


class Position(Stretches):
    """Reads the things and what the question says of them; `used` collects the words that went into them."""

    def __init__(self, talk: Talk) -> None:
        super().__init__(talk)
        self.things: list[Thing] = []
        self.players: dict[str, Player] = {"you": Player("you"), "opp": Player("opp")}
        self.ambiguous: list[tuple[str, ...]] = []
        self.guessed: list[str] = []
        self.claims: list[tuple[int, int]] = []
        """Values of X that somebody only believes, with the word where they stand."""
        self.mana: tuple[int, str, int] | None = None
        """Mana that was put into a spell: how much, mana_for_x or mana_total, at which word."""
        self.free_at: int | None = None
        self.revealed: Thing | int | None = None
        self._cards()
        self._described_spells()
        self._described_values()
        self._back_faces()
        self._copiers()

    # ------------------------------------------------------------ things

    def add(self, thing: Thing, start: int, end: int) -> Thing:
        """Put a thing into the position; its id is made fresh."""
        base = (
            re.sub(r"[^a-z0-9]+", "-", (thing.object.said or thing.object.id).lower()).strip("-")[:24].strip("-")
            or "spell"
        )
        id, n = base, 2
        while any(t.id == id for t in self.things):
            id, n = f"{base}-{n}", n + 1
        thing.set(id=id)
        thing.spans.append((start, end))
        self.things.append(thing)
        return thing

    def by_id(self, id: str) -> Thing | None:
        """The thing with this id."""
        return next((t for t in self.things if t.id == id), None)

    def at(self, i: int) -> Thing | None:
        """The thing that the words at i name."""
        return next((t for t in self.things for a, b in t.spans if a <= i < b), None)

    def _cards(self) -> None:
        for mention in self.talk.mentions:
            if mention.cards:
                self._card(mention)
        for mention in self.talk.mentions:
            if mention.head == "creature" and not mention.cards and mention.subtypes and mention.power is None:
                self._alias(mention)

    def _another(self, mention: Mention, known: Thing) -> bool:
        """A card named again that is another one: the other player's, or one that is cast while the first is out."""
        owner = known.object.controller
        if mention.owner and owner and mention.owner != owner:
            return True
        caster = self._caster(known) if "chalice" in known.roles and mention.owner and not owner else None
        if caster is not None and caster != mention.owner:
            known.set(controller=caster)  # "my opponent casts Chalice with my Chalice on 2"
            return True
        verb = next(
            (i for i in (mention.start - 1, mention.start - 2) if i >= 0 and self.talk.words[i].is_("verb", "cast")),
            None,
        )
        out = self.lower(known.spans[0][1]) in {"on", "at", "is", "out", "with"} and known.object.x is None
        return "chalice" in known.roles and verb is not None and verb > known.first and out

    def who_casts(self, thing: Thing) -> str | None:
        """Who casts it: the subject of the verb, or the player spoken of last before it ("opp has Scales and casts Hangarback")."""
        for clause in self.talk.clauses:
            named = any(a <= m.start < b for m in clause.object for a, b in thing.spans)
            if clause.frame != "cast" or not named or clause.passive:
                continue
            sentence = self.talk.words[clause.verb].sentence
            before = [m for m in self.talk.mentions if m.end <= clause.verb and m.sentence == sentence]
            who = [m.player for m in [*before, *clause.subject] if m.head == "player" and m.player in {"you", "opp"}]
            return who[-1] if who else None
        return None

    def _caster(self, thing: Thing) -> str | None:
        """Who is said to cast it, right before its name."""
        verb = thing.first - 1
        if verb < 1 or not self.talk.words[verb].is_("verb", "cast"):
            return None
        who = self.talk.inside(verb - 1)
        return who.player if who is not None and who.player in {"you", "opp"} else None

    def _alias(self, mention: Mention) -> None:
        """ "the hydra" after Mistcutter Hydra: a card that was named, by its type."""
        for thing in reversed(self.things):
            if thing.card is None or thing.first > mention.start:
                continue
            if set(mention.subtypes) <= set(thing.card.faces[0].subtypes):
                thing.spans.append((mention.start, mention.end))
                self.use(mention)
                return

    def _card(self, mention: Mention) -> None:
        card = self.talk.card(mention)
        if card is None:
            return
        if len(mention.cards) > 1:
            self.ambiguous.append(mention.cards)
        if mention.guessed:
            self.guessed.append(card.name)
        before = {self.lower(i) for i in range(mention.start - 2, mention.start)} | set(mention.text.split()[:2])
        same = [t for t in reversed(self.things) if t.card is not None and t.card.name == card.name]
        known = next(
            (t for t in same if mention.owner and t.object.controller == mention.owner), same[0] if same else None
        )
        if (
            known is not None
            and before & _AGAIN
            and not (before & {"other"} and len([t for t in self.things if t.card is card]) > 1)
        ):
            self.used |= {i for i in range(mention.start - 2, mention.start) if self.lower(i) in _AGAIN}
            known = None
        if known is not None and self._another(mention, known):
            known = None
        if known is None:
            thing = Thing(GameObject("card", said=card.faces[0].name, card=card.name, controller=mention.owner,
                                     count=mention.count if mention.count is not None else 1), card, roles(card))  # fmt: skip
            known = self.add(thing, mention.start, mention.end)
        else:
            known.spans.append((mention.start, mention.end))
            if known.object.controller is None and mention.owner:
                known.set(controller=mention.owner)
        if (
            mention.x is not None
            and (known.has_x or "sweeper" in known.roles)
            and known.object.x is None
            and not self.believed(mention.start)
        ):
            known.set(x=mention.x)
        for kind, n in mention.counters.items():
            known.set(counters=((kind, n),))
        if mention.face or mention.transformed:
            known.set(face="back")
        if mention.text.endswith((" token", " tokens")):
            known.set(token=True, zone="battlefield")
        if mention.zone and mention.zone != "battlefield":
            known.set(zone=mention.zone)
        self.use(mention)

    def _described_spells(self) -> None:
        """Spells without a name: "a {X}{X}{G} spell", "my x spell", "a sorcery with X=4", "burn spell costs X and one red"."""
        for i, word in enumerate(self.talk.words):
            if word.kind == "mana" and word.mana.count("{X}") and word.mana:
                self._cost_at(i, word.mana, {i})
        for mention in self.talk.mentions:
            if mention.cards or mention.head not in {"spell", "instant", "sorcery"}:
                continue
            span = range(mention.start - 2, mention.end + 1)
            near_x = [i for i in span if self.lower(i) == "x" and i >= mention.start - 2]
            cost = self._stated_cost(mention.end)
            if cost is None and not near_x and mention.x is None and self.talk.has("noun", "mana_value"):
                cost = self._stated_cost(mention.end, without_x=True)
            if (
                self.at(mention.start) is not None
                or not (near_x or mention.x is not None or cost is not None)
                or mention.plural
            ):
                continue
            if any(t.card is None for t in self.things):
                continue
            if {"is", "its", "'s", "being", "as"} & {self.lower(mention.start - 1)} and any(
                t.has_x and t.first < mention.start for t in self.things
            ):
                self.use(mention)  # "it's an X spell": said of the card that was named
                continue
            types = tuple(t for t in mention.types if t in {"instant", "sorcery", "creature", "artifact"})
            if cost is not None:
                self.used |= cost[1]
            self.used |= set(near_x) if not any(self.talk.words[i].kind == "xis" for i in near_x) else set()
            thing = Thing(GameObject("spell", said="X spell", mana_cost=cost[0] if cost else None, types=types, zone="stack", x=mention.x,
                                     controller=mention.owner), None, frozenset({"x"}))  # fmt: skip
            self.add(thing, mention.start, mention.end)
            self.use(mention)

    def _described_values(self) -> None:
        """ "a creature with mana value 4", "a 3 cmc artifact", "a three drop": of what is found or hit only its mana value is said."""
        if not self.supporters("finder", "taker", "by_value", "sweeper", "recursion", "counterspell", "chalice"):
            return
        for mention in self.talk.mentions:
            kinds = tuple(t for t in (*mention.types, mention.head) if t in _CARD_TYPES)
            if (
                mention.cards
                or self.at(mention.start) is not None
                or not (kinds or mention.head in {"card", "spell", "permanent"})
            ):
                continue
            match = next(
                (
                    m
                    for m in self.find.all(
                        "with|of ~ n:mana_value ~ N", "that has ~ n:mana_value N", "with N n:mana_value"
                    )
                    if m.start == mention.end
                ),
                None,
            )
            after = self.talk.words[match.end].lower if match is not None and match.end < len(self.talk.words) else ""
            if match is None or after == "or" or mention.plural or mention.count not in {None, 1}:
                continue
            thing = GameObject("card", said=mention.text.removeprefix("a ").removeprefix("an "), types=tuple(dict.fromkeys(kinds)),
                               mana_value=match.numbers[0], controller=mention.owner, colors=tuple(mention.colors) or None)  # fmt: skip
            self.add(Thing(thing, None, frozenset()), mention.start, mention.end)
            self.use(mention, match)

        if not self.supporters("finder", "taker"):
            return
        for match in self.find.all("a|any|another|his|my|their N drop"):
            thing = GameObject("card", said=f"{match.numbers[0]}-drop", mana_value=match.numbers[0])
            self.add(Thing(thing, None, frozenset()), match.start, match.end)
            self.use(match)

    def _stated_cost(self, i: int, *, without_x: bool = False) -> tuple[str, set[int]] | None:
        """ "costs X and one red", "that costs X plus 2", "that costs 2G", "costs two and a green": a mana cost in words or symbols."""
        if self.lower(i) in {"that", "which"}:
            i += 1
        opens = self.lower(i + 1) in {"x", "{x}"}
        if self.lower(i) not in {"costs", "cost", "costing", "for", "is"} or not (
            opens or (without_x and self.lower(i).startswith("cost"))
        ):
            return None
        used, cost, count = ({i, i + 1}, "{X}", 1) if opens else ({i}, "", 1)
        j = i + 2 if opens else i + 1
        while j < len(self.talk.words):
            word = self.talk.words[j]
            if word.lower in {"and", "plus", "+", "a"}:
                pass
            elif word.kind == "number":
                count = word.value[0]
                if self.lower(j + 1) not in _COST_COLORS:
                    cost += f"{{{count}}}"
                    count = 1
            elif word.lower in _COST_COLORS:
                cost += f"{{{_COST_COLORS[word.lower]}}}" * count
                count = 1
            elif word.lower == "x":
                cost += "{X}"
            elif word.kind == "mana":
                cost += word.mana
            else:
                break
            used.add(j)
            j += 1
        while j - 1 in used and self.lower(j - 1) in {"and", "plus", "a"}:
            used.discard(j - 1)
            j -= 1
        return (cost, used) if cost else None

    def _cost_at(self, i: int, cost: str, used: set[int]) -> None:
        """A mana cost with {X} that stands with a card (its own) or with a spell that has no name."""
        owner = self.at(i - 1) or next((t for t in self.things if t.card is not None and t.has_x and "{X}" in cost and (
            t.card.faces[0].mana_cost.startswith(cost) and abs(t.spans[-1][1] - i) < 6)), None)  # fmt: skip
        if owner is not None and owner.card is not None:
            printed = sorted(re.findall(r"\{[^}]+\}", owner.card.faces[0].mana_cost))
            stated = sorted(re.findall(r"\{[^}]+\}", cost))
            if printed == stated or "".join(stated) == "{X}" * cost.count("{X}") == "{X}" * owner.card.faces[
                0
            ].mana_cost.count("{X}"):
                self.used |= used | {j for j in (i + 1, i + 2) if self.lower(j) == "cost"}
            return
        if any(t.card is None for t in self.things):
            return
        mention = next(
            (
                m
                for m in self.talk.mentions
                if m.head in {"spell", "card", "creature", "instant", "sorcery", "artifact"}
                and not m.cards
                and abs(m.start - i) <= 3
            ),
            None,
        )
        start, end = (min(i, mention.start), max(i + 1, mention.end)) if mention is not None else (i, i + 1)
        types = tuple(
            t for t in (mention.types if mention else ()) if t in {"instant", "sorcery", "creature", "artifact"}
        )
        self.add(Thing(GameObject("spell", said="X spell", mana_cost=cost, zone="stack", types=types, x=mention.x if mention else None), None,
                       frozenset({"x"})), start, end)  # fmt: skip
        self.used |= set(range(start, end)) | {
            j for j in range(i - 2, i + 3) if self.lower(j) in {"cost", "costs", "has"}
        }

    def _copiers(self) -> None:
        """ "a clone of my Endless One", "a token that's a copy of …", "clever impersonator … as a copy of the Defenders"."""
        for match in self.find.all("clone|clones|copy|metamorph|token ~ s:which? that|which? is? ~ on|of|copying|copied|copies ~ OWN? N? n:counter? OBJ",
                                   "CARD v:copy ~ OBJ", "CARD ~ as|into a copy of ~ OBJ", "clone v:copy ~ OBJ", "clone that v:copy ~ OBJ",
                                   "n:token ~ that ~ a copy of ~ OBJ", "clone ~ OBJ", "as a copy of ~ OBJ", "clone|clones|copies|copied|cloned PRON", "clones|cloned ~ OBJ",
                                   "v:copy ~ OBJ with ~ clone|metamorph|CARD", "v:copy ~ OBJ with ~ CARD"):  # fmt: skip
            self._copier(match)
        for match in self.find.all(
            "get|gets|got|is|was|be v:copy by ~ clone|clones|metamorph", "get|gets|got|is|was|be v:copy by ~ CARD"
        ):
            self._copied_by(match)

    def _copied_by(self, match: Match) -> None:
        """ "Endless One with X=5 gets copied by Clone": what copies it stands behind."""
        copier = self.at(match.mentions[0].start) if match.mentions else None
        original = self.spoken(match.start, avoid=(copier,) if copier is not None else ())
        if original is None or original.card is None or "copy" in original.roles:
            return
        if not original.permanent:
            if copier is not None and "spell_copier" in copier.roles:
                self.spell_copy(original, match.start)
                copier.roles = copier.roles | {"explained"}
                self.use(match)
            return
        if copier is not None:
            if "clone" not in copier.roles:
                return
            copier.set(card=None, copy_of=original.card.name, copy_of_face=original.object.face)
            copier.card, copier.roles = None, frozenset({"copy"})
        else:
            thing = GameObject("clone", said="clone", copy_of=original.card.name, copy_of_face=original.object.face)
            self.add(Thing(thing, None, frozenset({"copy"})), match.end - 1, match.end)
        self.use(match)

    def _copier(self, match: Match) -> None:
        last = match.mentions[-1]
        behind_with = len(match.mentions) > 1 and "with" in [self.lower(i) for i in range(match.start, match.end)]
        if behind_with:
            # "I copied it with my clone", but "I clone it with Hardened Scales out"
            named = self.at(last.start)
            if named is None or "clone" not in named.roles:
                match = msgspec.structs.replace(match, end=match.mentions[0].end, mentions=match.mentions[:1])
            last = match.mentions[0]
        original = self.spoken(match.start) if last.head == "pronoun" else self.at(last.start)
        if original is not None and original.card is not None and not original.permanent:
            if last.head != "pronoun":
                self.spell_copy(original, match.start)
                self.use(match)
            return
        if original is None and self._with_x(last):
            self.add(Thing(GameObject("token", said="token" if "token" in self.lower(match.start) else "copy", token=True, types=("creature",)), None,
                                  frozenset({"copy"})), match.start, match.start + 1)  # fmt: skip
            self.use(match, last)
            self.used |= {
                i
                for i in range(last.end, last.end + 6)
                if self.lower(i) in {"with", "x", "in", "its", "the", "cost", "mana cost"}
            }
            return
        if original is None or original.card is None or "clone" in original.roles:
            return
        others = [m for m in match.mentions if m is not last]
        copier = self.at(others[0].start) if others else None
        if copier is None:
            copier = next((t for t in self.things if "clone" in t.roles), None)
        named_back = last.head != "pronoun" and names_back(self.talk, last)
        back: Any = "back" if named_back else original.object.face
        if copier is not None and copier is not original:
            copier.set(card=None, copy_of=original.card.name, copy_of_face=back)
            copier.card, copier.roles = None, frozenset({"copy"})
        else:
            token = "token" in [self.lower(i) for i in range(match.start, match.end)]
            said = "token" if token else "clone"
            self.add(Thing(GameObject(said, said=said, copy_of=original.card.name, copy_of_face=back, token=token or None),
                                  None, frozenset({"copy"})), match.start, match.start + 1)  # fmt: skip
        self.use(match)

    def spell_copy(self, original: Thing, i: int) -> None:
        """A copy of a spell on the stack, spoken of at word i."""
        original.set(zone="stack")
        copy_ = Thing(
            GameObject("copy", said="copy", zone="stack", types=original.object.types, controller="you"),
            None,
            frozenset({"copy", "spell_copy"}),
        )
        self.add(copy_, i, i + 1)
        copy_.events.append(Event("copy", (copy_.id,), (original.id,)))

    def _back_faces(self) -> None:
        """ "delver already flipped into the 3/2 flyer", "Tibalt, Cosmic Impostor": a card whose other side is meant or has come up."""
        for one in self.things:
            named = [m for m in self.talk.mentions if m.cards and any(a <= m.start < b for a, b in one.spans)]
            double = one.card is not None and len(one.card.faces) > 1 and one.object.face is None
            if double and named and all(names_back(self.talk, m) for m in named):
                one.set(face="back")
        for match in self.find.all(
            "CARD ~ v:transform into|to OBJ",
            "CARD ~ v:transform",
            "CARD ~ on ~ n:back",
            "CARD ~ n:back up?",
            "CARD ( n:back )",
        ):
            thing = self.at(match.mentions[0].start)
            if thing is None or thing.card is None or len(thing.card.faces) < 2 or self.asked(match.start) is not None:
                continue
            back = thing.card.faces[1]
            if len(match.mentions) > 1:
                told = match.mentions[1]
                if told.power is not None and (str(told.power), str(told.toughness)) != (back.power, back.toughness):
                    continue
            thing.set(face="back")
            self.use(match)

    def _with_x(self, mention: Mention) -> bool:
        """ "a creature with X in its cost", "an X creature"."""
        return (
            mention.is_object
            and not mention.cards
            and "x" in [self.lower(i) for i in range(mention.start - 1, mention.end + 3)]
        )

    # ------------------------------------------------------------ references

    def spoken(self, i: int, *, avoid: tuple[Thing, ...] = ()) -> Thing | None:
        """What "it" at word i stands for: the thing with X named last before it, else the last that is no supporter."""
        before = [t for t in self.things if t not in avoid and t.first < i]
        before.sort(key=lambda t: max(a for a, _ in t.spans if a < i))
        tests: tuple[Callable[[Thing], bool], ...] = (
            lambda t: "copy" in t.roles,
            lambda t: t.has_x and not t.roles & SUPPORT,
            lambda t: t.has_x,
            lambda t: not t.roles & SUPPORT,
        )
        for fits in tests:
            found = [t for t in before if fits(t)]
            if found:
                return found[-1]
        return before[-1] if before else None

    def supporters(self, *kinds: str) -> list[Thing]:
        """Things that play one of these parts."""
        return [t for t in self.things if t.roles & set(kinds)]
