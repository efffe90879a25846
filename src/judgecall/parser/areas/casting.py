"""Questions about paying for a spell: can it be cast with what there is, how much does it cost, how great can X be (CR 601.2f-h).

What there is to pay with and what changes costs is put on a board as in questions about mana; the spell that is asked about is held.
"""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import CantDo, Card, CostChange, Keyword, Static, Unread
from judgecall.parser.areas.casting_asks import AFFORDING, CASTABLE, GREATEST, Asked
from judgecall.parser.areas.casting_told import Told
from judgecall.parser.areas.mana_board import ManaBoard
from judgecall.parser.areas.mana_copies import read_copies
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event, Scenario, Zone

_OF_COSTS = frozenset(
    {
        "cost",
        "costs",
        "pay",
        "paying",
        "cast",
        "castable",
        "need",
        "kicked",
        "kick",
        "hardcast",
        "casting",
        "commander",
        "enough",
    }
)
_LEADS = frozenset(
    {
        "a",
        "an",
        "the",
        "my",
        "his",
        "for",
        "this",
        "that",
        "one",
        "of",
        "on",
        "kicked",
        "unkicked",
        "opp",
        "'s",
        "their",
    }
)
_BEFORE = frozenset(
    {"cast", "casts", "casting", "play", "playing", "afford", "kick", "kicking", "hardcast", "hard cast"}
)
_PAYING = frozenset({"pay", "paying", "cost", "costs", "enough", "mana", "price", "need", "afford"})
_WITHOUT = frozenset({"without", "unless", "instead", "free", "cascade", "discover", "splice", "cycle", "cycling", "hellbent", "ability", "abilities",
                      "activate", "equip", "each turn", "attack", "block", "blink", "graveyard", "exile", "library", "flash", "copy"})  # fmt: skip
"""Words of what is beyond this."""
_OTHER_WAYS = ("evok", "overload", "dash", "foret", "suspend", "escap", "emerg", "spectacle", "surge", "prowl", "blitz", "warp", "unearth", "embalm",
               "eternali", "bestow", "madness", "miracle", "morph", "disguise", "cleav", "mutat", "encore", "adventur", "aftermath", "jump-start",
               "retrac", "disturb", "harmoni", "plot", "prototyp", "replicat", "buyback", "entwin", "striv", "conspir", "offspring", "squad", "bargain",
               "casualty", "assist", "target")  # fmt: skip
"""How the words for other ways to cast it, or for additional costs, begin."""
_INSTEAD = frozenset({"convoke", "improvise", "delve"})
_PRESENT = 1.0


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """Readings of the question as one about paying for a spell."""
    if context is not None or not _speaks_of_casting(talk) or _of_its_mana(talk):
        return []
    found = Casting(talk).read()
    return [found] if found is not None else []


def _speaks_of_casting(talk: Talk) -> bool:
    words = set(talk.lowers)
    asks = words & (CASTABLE | AFFORDING | {"cost", "costs", "casting", "enough", "paying", "mana"}) or talk.has(
        "how_much"
    )
    return (bool(asks) or ("x" in words and bool(words & GREATEST))) and any(m.cards for m in talk.mentions)


def _of_its_mana(talk: Talk) -> bool:
    """ "with mana from Ancient Ziggurat", "can a red creature pay for …": what one thing may pay for, not whether all is enough."""
    if talk.says("'s mana", "mana from", "mana of", "that mana", "the mana from", "mana off", "spend"):
        return True
    for i, word in enumerate(talk.words):
        before = talk.inside(i - 1) if i and word.is_("noun", "mana") else None
        if before is not None and before.cards:
            return True  # "Ancient Ziggurat's mana"
    paying = [c for c in talk.clauses if c.frame in {"pay", "tap", "use", "produce"} and c.question]
    return any(m.is_object and m.head != "land" for c in paying for m in c.subject)


class Casting:
    """Reads one question about paying for one spell."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.b = ManaBoard(talk, None)
        self.used: set[int] = set()

    def read(self) -> Candidate | None:
        """The reading, if everything that bears on the cost has its place in it."""
        spell = self._spell()
        if spell is None or self._beyond():
            return None
        card = self.talk.card(spell)
        if card is None or len(card.faces) > 1 or "land" in card.faces[0].types or not card.faces[0].mana_cost:
            return None
        self._choose_names(card)
        told = Told(self.talk, self.b, spell, card)
        if not self._place(spell, card, told) or not told.read():
            return None
        asking = Asked(self.talk, card, told, bare=not self.b.board.objects)
        asked = asking.query()
        if asked is None:
            return None
        id = self._spell_id(spell, told)
        query = msgspec.structs.replace(asked, subject=(id,))
        if query.kind == "total_cost" and any(k in _INSTEAD for k in _keywords(card)):
            return None
        if query.kind == "can_cast" and not self._means_told(told):
            return None
        if query.kind != "total_cost":
            self._all_there_is(told)
        plain = {i for i, w in enumerate(self.talk.words) if w.is_("modal_can") or w.is_("filler")}
        used = self.used | self.b.used | told.used | asking.used | plain
        players = tuple(self.b.players[p] for p in ("you", "opp"))
        events = (Event("cast", (id,), in_response=True),) if told.in_response else ()
        scenario = Scenario(
            self.b.objects(), players, events, (query,), told.active, told.at, facts=tuple(told.facts.items())
        )
        return Candidate(
            scenario, "casting", used, -_PRESENT, tuple(self.b.board.guessed), tuple(self.b.board.ambiguous)
        )

    def _beyond(self) -> bool:
        """Whether it speaks of another cost or another way to cast it, which nothing here follows."""
        for i, lower in enumerate(self.talk.lowers):
            inside = self.talk.inside(i)
            if inside is not None and inside.cards:
                continue
            back = lower == "flash" and self.talk.lowers[i + 1 : i + 2] == ["back"]
            if (lower in _WITHOUT and not back) or lower.startswith(_OTHER_WAYS):
                return True
        return False

    # ------------------------------------------------------------------ which spell

    def _spell(self) -> Mention | None:
        """The one card that is said to be cast, or whose cost is asked; None where it isn't plain which."""
        named = [m for m in self.talk.mentions if m.cards and self._may_be_cast(m)]
        led = [m for m in named if self._is_cast(m)]
        if not led:
            led = [
                m
                for m in named
                if (self._only_a_spell(m) and set(self.talk.lowers) & _OF_COSTS)
                or any(w.startswith("commander") for w in self.talk.lowers)
            ]
        if not led and (set(self.talk.lowers) & _OF_COSTS or self._cost_is_changed()):
            # "Frogmite with one artifact out, how much does it cost": the one thing that has no other part in it
            led = [m for m in named if not self.b.facts_of(m).makes and not self._changes_costs(m)]
        return led[0] if led and len({m.cards for m in led}) == 1 else None

    def _cost_is_changed(self) -> bool:
        """Whether X was said, or something that changes costs is there."""
        return any(w.kind == "xis" for w in self.talk.words) or any(
            self._changes_costs(m) for m in self.talk.mentions if m.cards
        )

    def _may_be_cast(self, m: Mention) -> bool:
        card = self.talk.card(m)
        return card is not None and "land" not in card.faces[0].types and m.owner != "opp"

    def _only_a_spell(self, m: Mention) -> bool:
        card = self.talk.card(m)
        return card is not None and bool({"instant", "sorcery"} & set(card.faces[0].types))

    def _is_cast(self, m: Mention) -> bool:
        """ "cast Divination", "pay for my Ponder", "Terminate castable", "does a Bolt cost"."""
        after = self.talk.lowers[m.end : m.end + 3]
        if after[:1] and (after[0] in CASTABLE or (after[0] in {"cost", "costs", "costing"} and not _changes(after))):
            return True
        if after[:2] in (["is", "castable"], ["be", "cast"], ["is", "playable"]) or after[1:3] == ["be", "cast"]:
            return True
        j = m.start - 1
        if self.talk.lowers[m.start] == "kicked":
            return True
        while j >= 0 and (self.talk.lowers[j] in _LEADS - {"for", "of"} or self.talk.words[j].kind == "xis"):
            j -= 1
        if j < 0:
            return False
        if self.talk.lowers[j] in _BEFORE:
            return not self._cast_before(j)
        priced = any(w.is_("how_much") for w in self.talk.words[max(0, j - 2) : j])
        if priced and self.talk.lowers[j] in {"is", "for"}:
            return True
        near = set(self.talk.lowers[max(0, j - 6) : j])
        return self.talk.lowers[j] in {"for", "of", "on"} and bool(near & (_PAYING | GREATEST))

    def _cast_before(self, verb: int) -> bool:
        """ "llanowar elves i cast this turn": told of what is there already."""
        return any(w.is_("this_turn") and not w.is_("filler") for w in self.talk.words[verb + 1 : verb + 4])

    def _spell_id(self, spell: Mention, told: Told) -> str:
        id = self.b.place(spell)
        assert id is not None
        for m in self.talk.mentions:
            if m is not spell and (m.cards == spell.cards):
                self.b.place(m)
        caster = (
            "opp"
            if any(
                c.frame == "cast" and any(m.player == "opp" for m in c.subject) and spell in c.object
                for c in self.talk.clauses
            )
            else "you"
        )
        zone: Zone = "command" if "commander_casts" in told.facts else "graveyard" if told.from_graveyard else "hand"
        self.b.board.change(id, zone=zone, controller=caster, x=told.x)
        return id

    # ------------------------------------------------------------------ the board

    def _choose_names(self, card: Card) -> None:
        """ "thalia": of several cards called so those first that have to do with what a spell costs; which is meant, the player tells."""
        for m in self.talk.mentions:
            if len(m.cards) > 1:
                fit = [c for c in m.cards if self._bears_on_it(msgspec.structs.replace(m, cards=(c,)), card)]
                m.cards = (*fit, *(c for c in m.cards if c not in fit))

    def _place(self, spell: Mention, card: Card, told: Told) -> bool:
        """Put everything else that was told of on the board; False where something has no part in paying."""
        self._count_lists()
        for m in self.b.things():
            vague = bool(told.changes) and m.article in {"some", "a", "an"} and not (m.cards or m.subtypes or m.power)
            if vague and m.head in {"enchantment", "artifact", "permanent", "creature", "planeswalker"}:
                told.used |= set(range(m.start, m.end))  # "because of some enchantment": what it does is told
                continue
            if m.start in told.skipped or m.cards == spell.cards or m.head == "spell":
                continue
            if m.head == "land" and not (m.cards or m.subtypes or m.land_class or m.colors):
                if not self._number_of_lands(m):
                    return False
                continue
            bears = (
                self._bears_on_it(m, card)
                if m.cards
                else m.land_class or m.head == "land" or self._pays_instead(m, card)
            )
            if not bears or (self.b.place(m) is None and m.count != 0):
                return False
        read_copies(self.b)
        several = any(o.count is None for o in self.b.board.objects.values())
        listed = any(self.b.is_land(i) and o.controller != "opp" for i, o in self.b.board.objects.items())
        counted = self.b.players["you"].lands is not None or self.b.players["you"].mana is not None
        return (
            not (self.b.confused or several or (listed and counted)) and self._times_told(spell) and self._tapped_told()
        )

    def _count_lists(self) -> None:
        """ "Forest, Forest, Plains": the same name twice in a list is two of them; in two lists it is the same again."""
        said: dict[tuple[str, ...], Mention] = {}
        for run in self.b.runs():
            first: dict[tuple[str, ...], Mention] = {}
            for m in run:
                key = m.cards or tuple(s.removesuffix("s") for s in m.subtypes)
                if not key or m.article in {"the", "that", "this"} or m.count == 0:
                    continue
                before = first.setdefault(key, m)
                if before is not m and before.tapped == m.tapped and before.owner == m.owner:
                    before.count = (before.count or 1) + (m.count or 1)
                    self._leave_out(m)
            for key, m in first.items():
                before = said.setdefault(key, m)
                if (
                    before is not m
                    and {before.owner, m.owner} != {"you", "opp"}
                    and before.tapped == m.tapped
                    and not m.cards
                ):
                    self.b.confused = self.b.confused or (m.count or before.count) != before.count
                    self._leave_out(m)

    def _leave_out(self, m: Mention) -> None:
        self.b.skip.add(m.start)
        self.used |= set(range(m.start, m.end))

    def _number_of_lands(self, m: Mention) -> bool:
        who = m.owner or "you"
        if m.count is None or who not in self.b.players:
            return False
        self.used |= set(range(m.start, m.end))
        if m.tapped is not True:
            player = self.b.players[who]
            self.b.players[who] = msgspec.structs.replace(player, lands=(player.lands or 0) + m.count)
        return True

    def _bears_on_it(self, m: Mention, card: Card) -> bool:
        """Whether a named card makes mana, changes costs or keeps spells from being cast."""
        return self._changes_costs(m) or self.b.facts_of(m).makes or self._pays_instead(m, card)

    def _changes_costs(self, m: Mention) -> bool:
        """Whether a named card changes what spells cost, or keeps them from being cast."""
        other = self.talk.card(m)
        for ability in other.faces[0].abilities if other is not None else ():
            if isinstance(ability, Unread) and "cost" in ability.concepts and ability.shape == "static":
                return True
            if isinstance(ability, Static) and any(
                (isinstance(e, CostChange) and not e.of.this) or (isinstance(e, CantDo) and e.what == "be_cast")
                for e in ability.effects
            ):
                return True
        return False

    def _pays_instead(self, m: Mention, card: Card) -> bool:
        """Whether it can be tapped for the spell, or makes it cost less by being there."""
        other = self.talk.card(m)
        types = set(other.faces[0].types) if other is not None else {m.head, *m.types}
        keywords = _keywords(card)
        return ("convoke" in keywords and "creature" in types) or (
            "artifact" in types and bool(keywords & {"improvise", "affinity"})
        )

    def _means_told(self, told: Told) -> bool:
        """Whether anything was told of that may pay for it or change its cost."""
        you = self.b.players["you"]
        return you.lands is not None or you.mana is not None or bool(told.changes) or bool(self.b.board.objects)

    def _times_told(self, spell: Mention) -> bool:
        """ "llanowar elves i cast this turn": when a permanent came."""
        for i, word in enumerate(self.talk.words):
            if not word.is_("this_turn") or word.is_("filler") or self.talk.inside(i) is not None:
                continue
            before = [m for m in self.talk.mentions if m.end <= i and m.is_object and m.sentence == word.sentence]
            if not before:
                return False
            self.used.add(i)
            id = self.b.board.of_mention.get(before[-1].start)
            if before[-1].cards == spell.cards:
                continue
            if id is None:
                return False
            self.b.board.change(id, since="this_turn")
        return True

    def _tapped_told(self) -> bool:
        """Whether what is said to be tapped is so on the board."""
        for i, word in enumerate(self.talk.words):
            if word.lower == "untapped":
                self.used.add(i)
                continue
            if word.lower == "tapped" and self._said_tapped(i):
                continue
            asked = word.lower == "tap" and any(self.talk.words[k].is_("modal_can") for k in range(max(0, i - 3), i))
            if word.is_("verb", "tap", "untap") and i not in self.b.used | self.used and not asked:
                return False
        return True

    def _said_tapped(self, i: int) -> bool:
        """ "trinisphere is tapped": said of what stands before it."""
        j = i
        while j and self.talk.lowers[j - 1] in {"is", "are", "was", "currently", "already"}:
            j -= 1
        m = self.talk.inside(j - 1) if j else None
        id = self.b.board.of_mention.get(m.start) if m is not None else None
        if id is None or any(w.is_("negation") for w in self.talk.words[j:i]):
            return False
        self.b.board.change(id, tapped=True)
        self.used.add(i)
        return True

    def _all_there_is(self, told: Told) -> None:
        """ "off one mountain", "with just two islands": what is named is what there is to pay with."""
        makers = [
            m for m in self.b.things()
            if (id := self.b.board.of_mention.get(m.start)) is not None
            and self.b.board.objects[id].controller != "opp" and self.b.facts_of(m).makes
        ]  # fmt: skip
        led = any(m.start and set(self.talk.lowers[max(0, m.start - 2) : m.start]) & {"off", "with", "using", "from", "just", "only"}
                  for m in makers)  # fmt: skip
        if makers and (led or told.nothing_else):
            self.b.players["you"] = msgspec.structs.replace(self.b.players["you"], only_named=True)


def _changes(after: list[str]) -> bool:
    """ "costs 1 more": what something else does to a cost, not what is asked."""
    return bool({"more", "less"} & set(after))


def _keywords(card: Card) -> set[str]:
    return {a.name for a in card.faces[0].abilities if isinstance(a, Keyword)}
