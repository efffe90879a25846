"""What happens to the things in a question about X: how they are cast, what comes back, what is revealed or copied."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Keyword
from judgecall.parser.areas.x_position import Position
from judgecall.parser.areas.x_things import Thing
from judgecall.parser.clauses import Clause
from judgecall.scenario.model import Event, GameObject

_COPY_WORDS = frozenset({"copy", "target", "instant", "sorcery", "effects", "effect", "one", "spell", "or"})
_FREE_WORDS = frozenset(
    {"free", "cascade", "cascaded", "cascading", "discover", "discovered", "discovering", "discovers", "cascades"}
)


class XHappenings:
    """Reads what happens in one question into its position."""

    def __init__(self, position: Position) -> None:
        self.p = position
        self.talk = position.talk
        self.find = position.find

    def read(self) -> None:
        """Everything, in an order in which later steps can build on earlier ones."""
        self._free()
        self._flashback()
        self._lands()
        self._revealed()
        self._happenings()
        self._explain_blinkers()
        self._spell_copies()
        self._copied_by_card()
        self._sizes_before()

    # ------------------------------------------------------------ ways to cast

    def _free(self) -> None:
        """Cast without paying its mana cost: said so, or by cascade, discover, Omniscience and the like."""
        for i, word in enumerate(self.talk.words):
            lower = word.lower
            granted = any("granter" in t.roles for t in self.p.things)
            if (
                (lower == "free" and self.p.lower(i - 1) in {"for", "it", "my", "a", "the", "", ",", "i", "if"})
                or (lower in _FREE_WORDS - {"free"} and not granted)
                or (lower == "without" and self.p.lower(i + 1) == "paying")
            ):
                if lower.startswith(("cascade", "discover")) and not self._finds(i):
                    continue
                self.p.free_at = i if self.p.free_at is None else self.p.free_at
                if lower.startswith("discover") and self.p.lower(i + 1).isdigit():
                    self.p.used.add(i + 1)
                self.p.used |= {j for j in (i + 1,) if self.p.lower(j) in {"hits", "hit", "finds", "reveals", "into"}}
                self.p.used |= {i} | (
                    {i + 1, i + 2, i + 3, i + 4} & set(range(len(self.talk.words))) if lower == "without" else set()
                )
        for thing in self.p.supporters("cascades"):
            if self.p.free_at is not None and "granter" not in thing.roles:
                thing.roles = thing.roles | {"explained"}
        for thing in self.p.supporters("permission"):
            if thing.card is not None and any(
                getattr(e, "free", False) for a in thing.card.faces[0].abilities for e in getattr(a, "effects", ())
            ):
                self.p.free_at = thing.first if self.p.free_at is None else self.p.free_at
                thing.roles = thing.roles - {"permission"} | {"freely"}

    def _finds(self, i: int) -> bool:
        """The keyword brought the spell about ("cascade into", "off cascade", "when cascade says i may cast")."""
        near = [self.p.lower(j) for j in (i - 2, i - 1, i + 1, i + 2)]
        return bool(
            set(near)
            & {
                "into",
                "off",
                "hit",
                "hits",
                "from",
                "via",
                "with",
                "through",
                "finds",
                "reveals",
                "says",
                "by",
                "lets",
                "of",
            }
        ) or self.talk.words[i].lower.endswith(("d", "ing"))

    def _flashback(self) -> None:
        """Flashback from the graveyard: the cost paid is another one, X is what was chosen or discarded."""
        for i, word in enumerate(self.talk.words):
            if word.lower in {"flashback", "flashbacked", "flashbacking"} or (
                word.is_("verb", "cast") and word.lower.startswith("flash")
            ):
                thing = next((t for t in reversed(self.p.things) if t.card and t.card.name != "Flashback" and any(
                    isinstance(a, Keyword) and a.name == "flashback" for a in t.card.faces[0].abilities)), None)  # fmt: skip
                if thing is None or thing.card is None:
                    continue
                self.p.things = [t for t in self.p.things if t.card is None or t.card.name != "Flashback"]
                thing.set(zone="stack")
                self.p.used.add(i)
                discards = any(
                    "discard" in str(a) and "per='x'" in str(a)
                    for a in thing.card.faces[0].abilities
                    if isinstance(a, Keyword)
                )
                for match in self.find.all(
                    "discard|discarding|discarded|pitching|pitch ~ like? N n:card",
                    "v:discard ~ like? N n:card",
                    "discard|discarding|pitching N",
                    "discard|discarding ~ like N",
                ):
                    if discards and (thing.object.x is None or thing.object.x == match.numbers[0]):
                        thing.set(x=match.numbers[0])
                        self.p.use(match)
                for match in self.find.all("v:pay"):
                    cost = match.end
                    if cost < len(self.talk.words) and self.talk.words[cost].kind == "mana":
                        self.p.used |= {match.start, cost}

    def _lands(self) -> None:
        for match in self.find.all(
            "v:have ~ like|about? N ~ n:land",
            "with ~ N ~ n:land",
            "N n:land ~ untapped?",
            "only ~ v:have ~ N n:land v:untap",
        ):
            if self.p.asked(match.start) is not None and self.talk.lowers[match.start] != "with":
                continue
            numbers = match.numbers or tuple(
                m.count for m in self.talk.mentions if match.start <= m.start < match.end and m.count is not None
            )
            if numbers:
                self.p.players["you"] = msgspec.structs.replace(self.p.players["you"], lands=numbers[0])
                self.p.use(match)
                self.p.used |= {
                    i
                    for i in (match.end, match.end + 1)
                    if i < len(self.talk.words) and self.talk.words[i].is_("verb", "untap")
                }

    def _revealed(self) -> None:
        """What Counterbalance, Dark Confidant and the like turn up: a card that is named, a land, a card of some mana value."""
        for source in self.p.supporters("chalice", "reveals"):
            if source.card is None or (
                "revealed_mana_value" not in str(source.card.faces[0].abilities) and "reveals" not in source.roles
            ):
                continue
            if "chalice" in source.roles:
                self._turned_up(source)
            else:
                for clause in self.talk.clauses:
                    # "Yuriko connected": what its trigger waits for
                    if (
                        clause.frame == "deal"
                        and not clause.negated
                        and any(self.p.at(m.start) is source for m in clause.subject)
                    ):
                        self.p.used.add(clause.verb)
                for match in self.find.all(
                    "v:transform", "reveal|reveals|revealed|revealing|shows|showing|flips|hits|hit|turns"
                ):
                    self.p.use(match)

    def _turned_up(self, source: Thing) -> None:
        for match in self.find.all("v:transform|reveal|show|put|have ~ n:land", "reveals|revealed|reveal|flips|shows|showing|shown|spins|has|have|turns|puts ~ OBJ", "n:land on top", "top ~ n:card? is ~ n:land", "top ~ n:card? is ~ OBJ", "reveals ~ N drop",
                                   "v:transform ~ N drop", "reveals|flips|shows|has ~ ANY with ~ n:mana_value N", "revealing ~ OBJ", "top ~ is OBJ",
                                   "reveals|flips|shows ~ N n:mana_value ~ n:card?", "n:mana_value N n:card?", "N n:mana_value n:card?", "N n:mana n:card", "N drop"):  # fmt: skip
            if self.p.believed(match.start) and not any(
                self.p.lower(i) in {"reveals", "flips", "shows"} for i in range(match.start, match.end)
            ):
                continue
            named = match.mentions[-1] if match.mentions else None
            if match.numbers and not (named and named.cards):
                self.p.revealed = match.numbers[0]
            elif named is not None and named.cards:
                thing = self.p.at(named.start)
                if thing is None or thing is source or (thing.has_x and thing.object.x is not None):
                    continue
                thing.set(zone="library", controller=source.object.controller or "opp")
                thing.roles = frozenset({"revealed"})
                self.p.revealed = thing
            elif (
                (named is not None and named.head == "land")
                or self.talk.words[match.end - 1].is_("noun", "land")
                or "land" in self.talk.lowers[match.start : match.end]
            ):
                if isinstance(self.p.revealed, Thing):
                    continue
                thing = Thing(
                    GameObject(
                        "land",
                        said="land",
                        types=("land",),
                        zone="library",
                        controller=source.object.controller or "opp",
                    ),
                    None,
                    frozenset({"revealed"}),
                )
                self.p.revealed = self.p.add(thing, match.start, match.end)
            else:
                continue
            self.p.use(match)

    # ------------------------------------------------------------ happenings

    def _happenings(self) -> None:
        for clause in self.talk.clauses:
            frames = set(clause.frames or (clause.frame,))
            if (
                frames & {"exile", "return"}
                and self.talk.says("an effect that", "effect that", "something that")
                and any(t.events for t in self.p.things)
            ):
                self.p.used.add(clause.verb)
            elif frames & {"blink"}:
                self._moves(clause.verb, [*clause.object, *clause.subject], "blink")
            elif frames & {"return"} and not clause.negated:
                self._moves(clause.verb, [*clause.subject, *clause.object], "return")
        self._left_before()
        self._exilers()
        for match in self.find.all("put ~ ANY ~ into|onto ~ n:battlefield", "put ~ into|onto ~ n:battlefield", "v:return ~ from ~ OWN? n:graveyard", "onto ~ n:battlefield",
                                   "cheat ~ ANY ~ into n:battlefield", "off|with|via ~ aether? vial"):  # fmt: skip
            thing = self.p.spoken(match.end)
            if thing is not None and thing.permanent and not self.p.supporters("recursion"):
                if not thing.events:
                    thing.events.append(Event("return", (thing.id,)))
                self.p.use(match)
        for match in self.find.all("off|with|via|using|by|from ~ CARD"):
            source = self.p.at(match.mentions[0].start)
            if source is None or "putter" not in source.roles or ("recursion" in source.roles and source.permanent):
                continue
            thing = self.p.spoken(match.end, avoid=(source,))
            if thing is not None and thing.permanent and not thing.events:
                thing.events.append(Event("return", (thing.id,)))
        for source in self.p.supporters("putter"):
            if (
                source.card is not None
                and "put_counters" not in str(source.card.faces[0].abilities)
                and any(t.events for t in self.p.things)
            ):
                source.roles = source.roles | {"explained"}

    def _left_before(self) -> None:
        """ "it got countered and then reanimated": how the card got where it comes back from doesn't matter (CR 400.7)."""
        for clause in self.talk.clauses:
            gone = set(clause.frames or (clause.frame,)) & {"counter", "die", "kill", "sacrifice", "discard"}
            if not gone or self.p.asked(clause.verb) is not None or self.talk.words[clause.verb].is_("noun"):
                continue
            who = clause.subject if clause.passive or "die" in gone else clause.object
            things = [t for m in who if (t := self.p.at(m.start)) is not None]
            if things and all(any(e.kind == "return" for e in t.events) for t in things):
                self.p.used.add(clause.verb)

    def _explain_blinkers(self) -> None:
        """What blinked or put it there has done its part."""
        for source in self.p.supporters("blinker"):
            if any(e.kind == "blink" for t in self.p.things for e in t.events):
                source.roles = source.roles | {"explained"}

    def _sizes_before(self) -> None:
        """ "so it was a 5/5": what it was before it left and came back, or was copied."""
        if not any(t.events or t.object.copy_of for t in self.p.things):
            return
        for match in self.find.all("was|is ~ BARE", "as ~ BARE", "were ~ BARE", "my|a BARE"):
            told = match.mentions[0]
            if told.power is not None and not told.keywords and self.p.asked(match.start) is None and not told.plural:
                self.p.use(match)

    def _exilers(self) -> None:
        """A card that exiles until it leaves: what it held comes back as it goes."""
        for source in self.p.supporters("exiler"):
            held = next(
                (t for t in self.p.things if t is not source and t.permanent and not t.roles & {"exiler"}), None
            )
            gone = any(
                set(c.frames or (c.frame,)) & {"kill", "bounce", "exile", "blink", "sacrifice", "die"}
                for c in self.talk.clauses
                if self.p.asked(c.verb) is None
                or any(self.p.at(m.start) is source for m in [*c.subject, *c.object] if c.passive or m in c.object)
            )
            back = held is not None and bool(held.events)
            if held is None or not (gone or back):
                continue
            source.roles = source.roles | {"done"}
            if not back:
                held.events.append(Event("return", (held.id,)))
            for clause in self.talk.clauses:
                if (
                    set(clause.frames or (clause.frame,))
                    & {"kill", "die", "bounce", "exile", "blink", "have", "enchant", "put", "sacrifice"}
                    and self.p.asked(clause.verb) is None
                ):
                    self.p.used.add(clause.verb)
                    self._use_things(clause, source, held)

    def _use_things(self, clause: Clause, source: Thing, held: Thing) -> None:
        for mention in clause.roles():
            if mention.head != "player" and (not mention.cards or self.p.at(mention.start) in (source, held)):
                self.p.use(mention)

    def _moves(self, verb: int, mentions: list, kind: str) -> None:  # type: ignore[type-arg]
        if kind == "return" and self.p.supporters("recursion"):
            return
        thing: Thing | None = None
        for mention in mentions:
            if mention.head == "player" and mention.article != "pronoun":
                continue
            thing = self.p.at(mention.start)
            if thing is None and mention.head in {"pronoun", "creature", "player"}:
                thing = self.p.spoken(mention.start)
            if thing is not None and thing.permanent and not thing.roles & {"exiler"}:
                break
            thing = None
        thing = thing or self.p.spoken(verb)
        if thing is None or not thing.permanent:
            return
        if not any(e.kind in {"blink", "return"} for e in thing.events):
            thing.events.append(Event(kind, (thing.id,)))  # type: ignore[arg-type]
        self.p.used.add(verb)

    def _copied_by_card(self) -> None:
        """ "I Reverberate it", "Double Major on my own Hydra spell": what a card that copies spells has copied."""
        copiers = self.p.supporters("spell_copier")
        originals = [t for t in self.p.things if t.has_x and "spell_copier" not in t.roles]
        if len(copiers) != 1 or len(originals) != 1:
            return
        copier, original = copiers[0], originals[0]
        copier.roles = copier.roles | {"explained"}
        if any("copy" in t.roles for t in self.p.things):
            return
        self.p.spell_copy(original, copier.first)
        self.p.used |= {
            i
            for i, w in enumerate(self.talk.words)
            if w.is_("verb", "copy") or w.lower in {"copy", "copies", "copied", "copying"}
        }
        if self.p.lower(copier.first - 1) in {"opp", "opponent", "he", "she"}:
            self.p.things[-1].set(controller="opp")
        self.p.used |= {
            i
            for i, w in enumerate(self.talk.lowers)
            if w in {"own", "token", "on the stack", "stack"} or self.talk.words[i].is_("noun", "token")
        }

    def _spell_copies(self) -> None:
        """ "I forked it", "copied with twincast": a copy of the spell on the stack."""
        for clause in self.talk.clauses:
            if "copy" not in (clause.frames or (clause.frame,)) or clause.form not in {"ed", "base", "s", "ing"}:
                continue
            if any("copy" in t.roles for t in self.p.things) or self.p.supporters("clone", "doubler"):
                continue
            word = self.talk.words[clause.verb].lower
            as_spell = self.talk.says(
                "on the stack", "on stack", "copied the spell", "copies the spell", "copy the spell"
            )
            original = next(
                (t for t in self.p.things if t.has_x and (t.card is None or not t.permanent or as_spell)), None
            )
            if original is None or (
                word in {"copy"}
                and self.p.lower(clause.verb - 1) in {"the", "a", "those", "that"}
                and not original.object.x
            ):
                continue
            self.p.spell_copy(original, clause.verb)
            for i, other in enumerate(self.talk.words):
                told = (
                    other.sentence == self.talk.words[clause.verb].sentence
                    and i > clause.verb
                    and other.lower in _COPY_WORDS
                )
                if told or (other.is_("verb", "copy") and other.lower not in {"copy", "clone"}):
                    self.p.used.add(i)
            self.p.used.add(clause.verb)
            return
