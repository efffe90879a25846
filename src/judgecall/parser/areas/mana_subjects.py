"""What an asking part of a question about mana is about: the source named in it, "it", what was tapped, or the only one there is."""

from __future__ import annotations

from judgecall.cards.abilities import Activated, AddMana
from judgecall.parser.areas.mana_features import Features
from judgecall.parser.areas.mana_parts import Part
from judgecall.parser.mentions import Mention


class Subjects(Features):
    """Finds the objects that a part asks about."""

    def maker(self, part: Part) -> tuple[str, ...]:
        """What a part asks about: the source of mana named in it, or what "it" is, or what was tapped, or the only one there is."""
        if self._names_another(part):
            return ()
        for m in self.in_part(part):
            if m.head == "pronoun":
                found = self.pronoun(m, part)
                if found:
                    self.used |= set(range(m.start, m.end))
                    return found
                continue
            if m.start in self.not_things or m.start in self.b.skip:
                continue
            id = self.id(m)
            if (
                id is not None
                and self.b.facts_of_id(id).makes
                and not self._is_condition(m, part)
                and id not in self.payments()
            ):
                return self.with_list(m)
        return self.default(part)

    def _names_another(self, part: Part) -> bool:
        """ "how much does the tender make": the card that is to make the mana is named, and isn't known to make any."""
        made = [c for c in self.talk.clauses if c.frame == "produce" and part.start <= c.verb < part.end]
        named = [m for c in made for m in c.subject if m.cards and m.start >= part.start and self.id(m) is not None]
        return any(not self.b.facts_of(m).makes and m.start not in self.b.skip for m in named)

    def _is_condition(self, m: Mention, part: Part) -> bool:
        """ "… if I own a wastes", "… off the Cataracts", "… with two forests": it isn't what is asked about."""
        lowers = self.talk.lowers
        j = m.start - 1
        while j >= part.start and (lowers[j] in {"i", "my", "a", "an", "the", "have", "own", "control", "only", "he", "opp", "and", ",", "+", "has", "controls", "also"}
                                   or self.talk.words[j].kind == "number" or self.talk.inside(j) is not None):  # fmt: skip
            j -= 1
        return (
            j >= part.start
            and lowers[j]
            in {
                "if",
                "off",
                "with",
                "when",
                "from",
                "while",
                "because",
                "since",
                "under",
                "using",
                "vs",
                "against",
                "before",
            }
            and not (
                lowers[j] in {"from", "off", "when", "if", "with"}
                and not any(
                    self.b.facts_of(n).makes
                    for n in self.in_part(part)
                    if n.is_object and n is not m and n.start not in self.not_things
                )
            )
        )

    def payments(self) -> set[str]:
        """What pays for something else: "paying its 1 with a Wastes"."""
        found: set[str] = set()
        for m in self.b.things():
            row = self.talk.lowers[max(0, m.start - 6) : m.start]
            if (
                "with" in row[-3:]
                and any(self.talk.words[k].is_("verb", "pay") for k in range(max(0, m.start - 6), m.start))
                and self.id(m)
            ):
                found.add(self.id(m) or "")
                self.used |= {
                    k for k in range(max(0, m.start - 6), m.start) if self.talk.words[k].kind in {"number", "mana"}
                }
        return found

    def with_list(self, m: Mention) -> tuple[str, ...]:
        """A mention's object, with those of the list that it begins ("tapping a forest and a plains")."""
        ids: list[str] = []
        for one in self.b.run_from(m) if m in self.b.things() else [m]:
            id = self.id(one)
            if id is not None and self.b.facts_of_id(id).makes and id not in ids:
                ids.append(id)
        return tuple(ids)

    def pronoun(self, m: Mention, part: Part) -> tuple[str, ...]:
        """What "it", "mine" or "they" is: what was tapped, or the last source of mana of that player."""
        if m.text in {"that", "this"} and not self.tapped:
            return ()
        agent = m.owner or part.agent or None
        tapped = self.tapped_ids()
        if tapped and m.owner is None:
            return tapped
        copies = [i for i in self.makers(agent) if self.b.facts_of_id(i).copies]
        if len(copies) == 1:
            return (copies[0],)
        before = [
            n
            for n in self.b.things()
            if n.start < m.start and self.id(n) and self.b.facts_of(n).makes and self.id(n) not in self.b.held
        ]
        for n in before:
            # "Urza's Tower only made 1 although I have a Power Plant, it …": the one that was said to make mana.
            if n.sentence == m.sentence and self._does_something(n):
                return (self.id(n) or "",)
        named = {
            self.id(n) or ""
            for n in before
            if n.cards and not self.b.is_basic(self.id(n) or "") and n.owner in {agent, "you"}
        }
        giving = {i for i in named if self.b.facts_of_id(i).gives_types}
        if len(named - giving) == 1 and agent != "opp":
            return (next(iter(named - giving)),)  # "my Coffers, and I have Urborg, how much does it make"
        if len(named) == 1 and agent != "opp":
            return (next(iter(named)),)  # "Nimbus Maze with an Island out, what can it make"
        for n in reversed(before):
            thing = self.b.board.objects[self.id(n) or ""]
            if agent is None or thing.controller in {agent, None}:
                return (thing.id,)
        return (self.id(before[-1]) or "",) if before else ()

    def _does_something(self, m: Mention) -> bool:
        j = m.end
        while j < len(self.talk.lowers) and self.talk.lowers[j] in {
            "only",
            "just",
            "still",
            "never",
            "always",
            "did",
            "does",
            "not",
        }:
            j += 1
        return j < len(self.talk.words) and self.talk.words[j].is_("verb", "produce")

    def _costs_mana(self, id: str) -> bool:
        card = self.talk.cards.get(self.b.board.objects[id].card or "")
        abilities = [a for face in (card.faces if card else ()) for a in face.abilities if isinstance(a, Activated)]
        return any(a.cost.mana and any(isinstance(e, AddMana) for e in a.effects) for a in abilities)

    def tapped_ids(self) -> tuple[str, ...]:
        """The objects that were said to be tapped for mana."""
        found: list[str] = []
        for m in self.tapped:
            if m.head == "pronoun":
                copies = [i for i in self.makers(m.owner or "you") if self.b.facts_of_id(i).copies]
                before = [n for n in self.b.things() if n.start < m.start and self.id(n) and self.b.facts_of(n).makes]
                last = [self.id(n) or "" for n in before][-1:]
                found += [i for i in (copies if len(copies) == 1 else last) if i not in found]
                continue
            id = self.id(m)
            if id is not None and id not in found and self.b.facts_of_id(id).makes:
                found.append(id)
        return tuple(found)

    def makers(self, owner: str | None = None) -> list[str]:
        """The sources of mana on the board, a player's if one is given."""
        return [
            id for id, thing in self.b.board.objects.items()
            if self.b.facts_of_id(id).makes and thing.count != 0 and id not in self.b.held and (owner is None or thing.controller in {owner, None})
        ]  # fmt: skip

    def default(self, part: Part) -> tuple[str, ...]:
        """What is asked about when nothing is named: what was tapped, the one that copies others, the only source there is."""
        tapped = self.tapped_ids()
        if tapped:
            return tapped
        mine = self.makers(part.agent or "you")
        if not mine and part.agent is None:
            mine = self.makers("opp")  # everything that was spoken of is the opponent's
        copies = [i for i in mine if self.b.facts_of_id(i).copies]
        if len(copies) == 1:
            return (copies[0],)
        if len(mine) == 1:
            return (mine[0],)
        named = [i for i in mine if self.b.board.objects[i].card and not self.b.is_basic(i)]
        if len(named) == 1:
            return (named[0],)
        leads = [
            m for m in self.b.things()
            if self.id(m) in named and m.end < len(self.talk.lowers) and self.talk.lowers[m.end] in {"with", "under", "and"}
        ]  # fmt: skip
        if leads and len(leads) < len(named) and self.talk.lowers[leads[0].end] != "and":
            return (self.id(leads[0]) or "",)  # "Elvish Archdruid with three Llanowar Elves: how much mana?"
        if self.has(part, "total") and mine and not any(self._costs_mana(i) for i in mine):
            return tuple(mine)
        every = self.makers()
        return (every[0],) if len(every) == 1 else ()

    def whole_side(self, part: Part) -> str | None:
        """ "my lands", "his lands": everything that player has, no single source being named."""
        for m in self.in_part(part):
            if (
                m.head == "land"
                and not m.subtypes
                and not m.cards
                and m.owner in {"you", "opp"}
                and m.count is None
                and m.start not in self.b.skip
            ):
                self.used |= set(range(m.start, m.end))
                return m.owner
        return None

    def first_with(self, what: str, part: Part | None = None) -> str | None:
        """The object that does this about mana (rewards, multiplies …): one named in the part first."""
        named = [self.id(m) for m in self.in_part(part)] if part is not None else []
        for id in [*named, *self.b.board.objects]:
            if id and id in self.b.board.objects and getattr(self.b.facts_of_id(id), what):
                return id
        return None

    def others(self, source: str) -> tuple[str, ...]:
        """The one source of mana beside this."""
        found = [i for i in self.makers() if i != source]
        return (found[0],) if len(found) == 1 else ()

    def subject_of(self, part: Part, names: list[int]) -> tuple[str, ...]:
        """What "is it a Swamp" is about: the first thing or pronoun of the part that is no type's name."""
        for m in self.in_part(part):
            if m.start in names or m.start in self.not_things:
                continue
            if m.head == "pronoun":
                if m.text in {"that", "this", "itself"} and len(self.in_part(part)) > 1 + len(names):
                    continue
                before = [n for n in self.b.things() if n.start < m.start and self.id(n) and self.b.facts_of(n).makes]
                if before:
                    return (self.id(before[-1]) or "",)
                continue
            id = self.id(m)
            if id is not None and self.b.facts_of_id(id).makes:
                return (id,)
        return self.default(part)
