"""What a question about mana asks: each asking part of it becomes a query by its features."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Activated, AddMana
from judgecall.parser.areas.mana_board import ManaBoard
from judgecall.parser.areas.mana_cards import inside
from judgecall.parser.areas.mana_parts import Part, letters_in, parts_of
from judgecall.parser.areas.mana_rules import RULE_ASKS
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event, Query, Scenario

_AUXILIARY = frozenset(
    {"does", "do", "did", "is", "are", "can", "could", "will", "would", "should", "may", "was", "were", "must", "am"}
)
_MUSING = frozenset(
    {
        "think",
        "know",
        "ask",
        "sure",
        "notice",
        "realize",
        "realise",
        "understand",
        "matter",
        "thinking",
        "expect",
        "care",
        "mind",
    }
)
_LOOSE = frozenset(
    {
        "modal_can",
        "which",
        "how_many",
        "how_much",
        "total",
        "legal",
        "still",
        "whether",
        "who",
        "this_turn",
        "modal_must",
    }
)
_TOLD = frozenset(
    {
        "have",
        "tap",
        "activate",
        "get",
        "produce",
        "put",
        "enchant",
        "say",
        "enter",
        "choose",
        "cast",
        "sacrifice",
        "resolve",
        "take",
        "stay",
        "pay",
        "copy",
    }
)


class Asker:
    """Finds the queries of a question about mana.

    `prepare` runs before the board is made: it tells which mentions are no things on the board.
    """

    def __init__(self, talk: Talk, board: ManaBoard) -> None:
        self.talk = talk
        self.b = board
        self.used: set[int] = set()
        self.events: list[Event] = []
        self.doubts = 0.0
        self.parts: list[Part] = []
        self.not_things: set[int] = set()
        self.tapped: list[Mention] = []
        """What somebody is said to tap for mana, in order."""
        self.tapped_for = ""

    # -------------------------------------------------------------- prepare

    def prepare(self) -> None:
        """Cut the question into parts; find what is tapped and the mentions that stand for no thing."""
        self.parts = parts_of(self.talk)
        for m in self.talk.mentions:
            if (m.head == "land" and m.subtypes and m.start and self._is_type_name(m)) or (m.head in {"spell", "card", "ability", "instant", "sorcery"} and not m.cards):
                self.not_things.add(m.start)
            elif m.head == "card" and m.owner == "you" and self.talk.lowers[m.start - 1] == "in" and "pool" in m.text:
                self.not_things.add(m.start)  # "floating in my pool" is no Reflecting Pool
                self.used |= set(range(m.start - 1, m.end))
            elif (
                m.head in {"permanent", "land"}
                and not m.subtypes
                and not m.cards
                and m.start not in self.b.said_owner
                and m.count is None
                and not self._somebody_taps(m)
                and m.article in {"a", "any", "", "the"}
            ):
                self.not_things.add(m.start)  # "tapping a land", "a nonland permanent": any such thing
        for part in self.parts:
            for m in self.in_part(part):
                if (
                    part.asks
                    and m.head == "land"
                    and m.owner
                    and not m.subtypes
                    and not m.cards
                    and not m.land_class
                    and m.count is None
                    and m.text.endswith("lands")
                ):
                    self.not_things.add(m.start)  # "what can my lands make": all that player has
        self._story_of_taps()

    def _somebody_taps(self, m: Mention) -> bool:
        """"opponent taps a land for mana": one that stands on the board, and not any land."""
        return any(
            c.frame == "tap" and m in c.object and any(p.head == "player" and p.player == "opp" for p in c.subject)
            for c in self.talk.clauses
        )

    def _is_type_name(self, m: Mention) -> bool:
        """ "counts as an Island and a Swamp", "is it a Forest": the name of a land type."""
        j = m.start - 1
        lowers = self.talk.lowers
        if (
            (self.talk.words[j].is_("verb", "count")
            and "as" in lowers[j])
            or lowers[j] in {"as", "considered", "type", "types"}
        ):
            return True
        if lowers[j] in {"and", "or", ","}:
            previous = next((n for n in self.talk.mentions if n.end == j), None)
            return previous is not None and previous.start in self.not_things
        follows = lowers[m.end] if m.end < len(lowers) else ""
        if follows in {"type", "types"}:
            return True
        part = next((p for p in self.parts if p.asks and p.start <= m.start < p.end), None)
        if (
            part is None
            or lowers[part.start] not in {"is", "are"}
            or m.start in self.b.said_owner
            or m.article not in {"a", "an", ""}
        ):
            return False
        previous = next((n for n in reversed(self.talk.mentions) if part.start <= n.start and n.end <= m.start), None)
        gap = {"also", "still", "considered", "really", "actually", "actual", "technically", "both", "even", "now", "counted", "as"}
        return previous is not None and previous.head != "player" and set(lowers[previous.end : m.start]) <= gap

    def _story_of_taps(self) -> None:
        """ "I tap X", "tapping X for G", "use Mystic Gate for WU", "run a mana through a signet": what is used for mana."""
        lowers = self.talk.lowers
        for i, word in enumerate(self.talk.words):
            inside = self.talk.inside(i)
            if inside is not None and inside.cards:
                continue
            is_tap = word.is_("verb", "tap", "activate", "sacrifice") or lowers[i] in {
                "through",
                "tapping",
                "crack",
                "run",
            }
            if not is_tap or word.is_("moment"):
                continue
            if word.is_("verb", "tap") and set(lowers[i + 1 : i + 3]) & {"both", "all", "everything"} and self._everything(i):
                continue
            nxt = next((m for m in self.talk.mentions if m.start > i), None)
            if nxt is None or nxt.sentence != word.sentence or nxt.head == "player":
                continue
            if word.is_("verb", "sacrifice") and (other := self._fed_to(nxt)) is not None:
                nxt = other  # "sac River of Tears to Squandered Resources": what makes the mana is the second
                self.tapped.append(nxt)
                continue
            gap = lowers[i + 1 : nxt.start]
            if not all(
                w
                in {
                    "just",
                    "the",
                    "-",
                    "sac",
                    "and",
                    "sacrifice",
                    "a",
                    "both",
                    "only",
                    "of",
                    "down",
                    ",",
                    "mana",
                    "through",
                }
                for w in gap
            ):
                continue
            run = [nxt]
            position = nxt
            for more in [m for m in self.talk.mentions if m.start > nxt.start]:
                between = lowers[position.end : more.start]
                if (
                    more.sentence != nxt.sentence
                    or more.head in {"player"}
                    or not between
                    or not all(w in {",", "and", "+", "a", "an", "my"} for w in between)
                ):
                    break
                follows = self.talk.words[more.end] if more.end < len(self.talk.words) else None
                if follows is not None and (
                    (follows.is_("verb")
                    and not follows.is_("verb", "produce", "tap"))
                    or follows.lower in {"is", "are", "has", "out"}
                ):
                    break
                run.append(more)
                position = more
            self.tapped += [m for m in run if m not in self.tapped]
            tail = position.end
            if tail < len(lowers) and lowers[tail] == "for":
                found, where = letters_in(self.talk, tail, min(tail + 3, len(lowers)))
                if found:
                    self.tapped_for = found
                    self.used |= where | {tail}

    def _everything(self, i: int) -> bool:
        """"sol ring and mana vault, i tap both": the list before it, or the one that follows a colon."""
        runs = [[m for m in run if self.b.facts_of(m).makes] for run in self.b.runs()]
        before = [r for r in runs if len(r) > 1 and r[-1].start < i]
        after = [r for r in runs if len(r) > 1 and r[0].start > i]
        nxt = self.talk.inside(i + 2)
        if nxt is not None and nxt.is_object and nxt.described:
            return False
        chosen = before[-1] if before else after[0] if after else []
        self.tapped += [m for m in chosen if m not in self.tapped]
        self.used |= {k for k in range(i, min(i + 3, len(self.talk.words))) if self.talk.words[k].kind == "number"}
        return bool(chosen)

    def _fed_to(self, given: Mention) -> Mention | None:
        if given.end < len(self.talk.lowers) and self.talk.lowers[given.end] == "to":
            return next((m for m in self.talk.mentions if m.start == given.end + 1 and m.cards), None)
        return None

    # ------------------------------------------------------------------ ask

    def ask(self, context: Scenario | None) -> list[Query]:
        """The queries, one for each part that asks something."""
        queries: list[Query] = []
        asking = [p for p in self.parts if p.asks]
        for part in asking:
            for query in self._of_part(part):
                if query not in queries:
                    queries.append(query)
        if not queries:
            for part in reversed([p for p in self.parts if not p.asks]):
                queries = self._of_part(part)
                if queries:
                    break
        if not queries and context is not None:
            queries = self._again(context)
        if queries:
            self._account(queries)
        return queries

    def _again(self, context: Scenario) -> list[Query]:
        """A follow-up to the last question: the same with other things on the board, or about another type."""
        letters, where = letters_in(self.talk, 0, len(self.talk.words))
        found = []
        for query in context.queries:
            if query.kind == "can_produce" and letters:
                self.used |= where
                found.append(msgspec.structs.replace(query, value=letters))
            elif query.kind in {"could_produce", "mana_amount", "can_produce"}:
                found.append(query)
        return found

    def _of_part(self, part: Part) -> list[Query]:
        for ask in RULE_ASKS:
            found = ask(self, part)
            if found is not None:
                return found
        return []

    # --------------------------------------------------------------- things

    def in_part(self, part: Part) -> list[Mention]:
        """The mentions of a part in order."""
        return [m for m in self.talk.mentions if part.start <= m.start < part.end and m.head != "player"]

    def id(self, mention: Mention) -> str | None:
        """The object of a mention that was put on the board."""
        return self.b.board.of_mention.get(mention.start)

    def maker(self, part: Part) -> tuple[str, ...]:
        """What a part asks about: the source of mana named in it, or what "it" is, or what was tapped, or the only one there is."""
        for m in self.in_part(part):
            if m.head == "pronoun":
                found = self.pronoun(m, part)
                if found:
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
        before = [n for n in self.b.things() if n.start < m.start and self.id(n) and self.b.facts_of(n).makes]
        for n in before:
            # "Urza's Tower only made 1 although I have a Power Plant, it …": the one that was said to make mana.
            if n.sentence == m.sentence and self._does_something(n):
                return (self.id(n) or "",)
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
            if self.b.facts_of_id(id).makes and thing.count != 0 and (owner is None or thing.controller in {owner, None})
        ]  # fmt: skip

    def default(self, part: Part) -> tuple[str, ...]:
        """What is asked about when nothing is named: what was tapped, the one that copies others, the only source there is."""
        tapped = self.tapped_ids()
        if tapped:
            return tapped
        mine = self.makers(part.agent or "you")
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

    # ------------------------------------------------------------- features

    def has(self, part: Part, kind: str, *values: str) -> bool:
        """Whether a word of the part, outside card names, has such a sense."""
        return any(self.talk.words[i].is_(kind, *values) for i in range(part.start, part.end))

    def says(self, part: Part, *phrases: str) -> bool:
        """Whether one of these phrases stands in the part."""
        text = " " + " ".join(self.talk.lowers[part.start : part.end]) + " "
        return any(f" {p} " in text for p in phrases)

    def use_verbs(self, part: Part, *frames: str) -> None:
        """Mark the part's verbs of these frames as explained."""
        self.used |= {i for i in range(part.start, part.end) if self.talk.words[i].is_("verb", *frames)}

    def use_nouns(self, part: Part, *nouns: str) -> None:
        """Mark the part's nouns as explained."""
        self.used |= {i for i in range(part.start, part.end) if self.talk.words[i].is_("noun", *nouns)}

    def use_kinds(self, part: Part, *kinds: str) -> None:
        """Mark the part's words with senses of these kinds as explained."""
        self.used |= {i for i in range(part.start, part.end) if any(s.kind in kinds for s in self.talk.words[i].senses)}

    def use_numbers(self, part: Part) -> None:
        """Mark the part's numbers as explained."""
        self.used |= {i for i in range(part.start, part.end) if self.talk.words[i].kind == "number"}

    def negated_head(self, part: Part) -> bool:
        """ "can't it make blue?": the player expects yes; the question is the same."""
        lowers = self.talk.lowers
        return (
            lowers[part.start] in _AUXILIARY
            and part.start + 1 < part.end
            and lowers[part.start + 1] == "not"
            and self._use(part.start + 1)
        )

    def negated_claim(self, part: Part) -> bool:
        """ "so it can't make blue?": what is asked is the negative."""
        if self.negated_head(part):
            return False
        for i in range(part.start, part.end):
            if (
                self.talk.lowers[i] == "not"
                and i
                and (self.talk.words[i - 1].is_("modal_can") or self.talk.lowers[i - 1] in _AUXILIARY)
            ):
                return self._use(i)
        return False

    def _use(self, i: int) -> bool:
        self.used.add(i)
        return True

    def has_after_amount(self, part: Part) -> bool:
        """ "how much green", "how many G", "amount of red", "total green": the type is what is counted."""
        for i in range(part.start, part.end):
            word = self.talk.words[i]
            if word.is_("how_much") or word.is_("how_many") or word.is_("total"):
                for k in range(i + 1, min(i + 3, part.end)):
                    if self.talk.words[k].sense("color") is not None or self.talk.words[k].kind == "mana":
                        return True
        return False

    def only_letters(self, part: Part) -> bool:
        """ "can it make only green": another question than whether it can make green."""
        for i in range(part.start, part.end - 1):
            if self.talk.lowers[i] == "only" and (
                self.talk.words[i + 1].sense("color") or self.talk.lowers[i + 1] == "for"
            ):
                return True
        return False

    def keyword(self, m: Mention, name: str) -> bool:
        """Whether a named card has this keyword."""
        card = self.talk.card(m)
        return card is not None and any(getattr(x, "name", "") == name for x in card.faces[0].abilities)

    def has_rider(self, m: Mention) -> bool:
        """Whether the mana of a named card does something more when it is spent."""
        card = self.talk.card(m)
        return card is not None and any(
            isinstance(p, AddMana) and (p.rider or "countered" in p.spend_only)
            for ability in card.faces[0].abilities
            for p in inside(ability)
        )

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

    def deaths(self, subject: tuple[str, ...]) -> None:
        """ "the myr dies, then i tap it": it left before it is used; how the fight went no longer matters."""
        for clause in self.talk.clauses:
            if clause.frame != "die" or clause.question:
                continue
            for m in clause.subject:
                id = self.id(m) if m.head != "pronoun" else (self.pronoun(m, Part(0, m.end)) or ("",))[0]
                if id and id in subject:
                    self.events.append(Event("leave", (id,), how="dies"))
                    self.used.add(clause.verb)
                    self.use_verbs(Part(0, len(self.talk.words)), "attack", "block", "pay", "trigger", "die")
                    self.use_nouns(Part(0, len(self.talk.words)), "attacker", "blocker")
                    return

    def restated(self, part: Part, subject: tuple[str, ...]) -> None:
        """ "its ability exiles a land card for mana", "thats nine guys": what only says again what the board shows."""
        lowers = self.talk.lowers
        for m in self.in_part(part):
            if (
                m.start >= 2
                and lowers[m.start - 1] == "is"
                and lowers[m.start - 2] == "that"
                and m.count is not None
                and not m.cards
            ):
                self.b.forget(m)
                self.used |= set(range(m.start, m.end))
        shown = {self.b.board.objects[i].card for i in subject}
        for clause in self.talk.clauses:
            if clause.frame == "exile" and any(m.cards and m.cards[0] in shown for m in clause.subject):
                self.used.add(clause.verb)
                for m in clause.object:
                    self.b.forget(m)
                    self.used |= set(range(m.start, m.end))

    def settle_reports(self) -> None:
        """Numbers of what a client gave or a friend expects are opinions, wherever they stand."""
        for part in self.parts:
            if part.opinion:
                self._opinion(part)

    # -------------------------------------------------------------- account

    def _account(self, queries: list[Query]) -> None:
        """Mark what every reading about mana explains: little words of asking, verbs of having and tapping, who says what."""
        amounts = any(q.kind in {"mana_amount", "can_produce", "could_produce"} for q in queries)
        for i, word in enumerate(self.talk.words):
            if any(s.kind in _LOOSE for s in word.senses) or word.is_(
                "noun", "mana", "color", "type", "symbol", "ability"
            ):
                if (
                    not word.is_("modal_must")
                    or any(p.start <= i < p.end and not p.asks for p in self.parts)
                    or any(q.kind == "must_pay_cost" for q in queries)
                ):
                    self.used.add(i)
            elif word.is_("verb") and word.is_("verb", *_TOLD) and self.talk.inside(i) is None:
                self.used.add(i)
        for part in self.parts:
            if part.opinion and amounts:
                self._opinion(part)
        self._little_things(amounts)

    def _little_things(self, amounts: bool) -> None:
        """Words that say nothing about the board: "(1)", "one time", "no mine yet", "i did not think of it", what a card's text says."""
        words, lowers = self.talk.words, self.talk.lowers
        for i, word in enumerate(words):
            after = lowers[i + 1] if i + 1 < len(lowers) else ""
            before = lowers[i - 1] if i else ""
            if (word.kind == "number" and (before == "(" and after == ")" or after == "th")) or (
                word.kind == "number"
                and word.value[0] == 1
                and after in {"time", "tap", "go", "of", "activation", "use"}
            ) or (word.is_("negation") and (words[i + 1].is_("filler") and after in _MUSING if after else False)):
                self.used.add(i)
            elif word.lower == "no" and "yet" in lowers[i + 1 : i + 4]:
                self.used |= {i, i + 1}
            elif (word.lower in {"untapped", "open"} and before in {"lands", "land"}) or (word.kind == "number" and amounts and self._reported(i)) or (
                word.kind == "number"
                and before in {"the", "its"}
                and i >= 2
                and words[i - 2].is_("verb", "pay")
                and self._own_price(word.value[0])
            ) or word.lower in {"floating", "list", "name"} or (word.lower == "wiped" and any(
                m.count == 0 and m.sentence == word.sentence for m in self.talk.mentions
            )):
                self.used.add(i)
        if not amounts:
            return
        for part in self.parts:
            if not part.asks:
                self._card_text(part)
        opened = None
        for i, lower in enumerate(lowers):
            if lower == "(":
                opened = i
            elif lower == ")" and opened is not None:
                self._card_text(Part(opened, i))
                opened = None

    def _reported(self, i: int) -> bool:
        """ "and only had 3 mana in pool", "it only made 1": what came out in the end, as some client or player counted it."""
        part = next((p for p in self.parts if p.start <= i < p.end), None)
        if part is None or part.asks:
            return False
        j = i - 1
        while j >= part.start and self.talk.lowers[j] in {"only", "just", "like", "exactly"}:
            j -= 1
        said = self.talk.lowers[j] in {
            "had",
            "made",
            "got",
            "gave",
            "gives",
            "seeing",
            "see",
            "saw",
            "shows",
            "showed",
            "says",
            "floating",
        }
        return (
            j >= part.start
            and said
            and self.says(
                part, "only", "just", "client", "arena", "mtgo", "xmage", "forge", "game", "mana in pool", "even though"
            )
        )

    def _own_price(self, n: int) -> bool:
        """Whether this is what a mana ability on the board costs."""
        for id in self.makers():
            card = self.talk.cards.get(self.b.board.objects[id].card or "")
            costs = [
                a.cost.mana for face in (card.faces if card else ()) for a in face.abilities if isinstance(a, Activated)
            ]
            if any(f"{{{n}}}" in cost for cost in costs):
                return True
        return False

    def _card_text(self, part: Part) -> None:
        """ "Cataracts has that 5: five mana ability", "which has {1},{T}: …", "pool just spits out W": what a named card does is known."""
        makes = (
            self.has(part, "verb", "produce")
            or self.has(part, "noun", "ability")
            or any(self.talk.words[i].kind == "mana" for i in range(part.start, part.end))
        )
        before = [m for m in self.talk.mentions if m.start < part.end and m.cards]
        costs = self.says(part, "pay", "cost", "costs") and self.has(part, "noun", "mana")
        nothing = self.says(
            part, "nothing of mine", "nothing i have", "none of my lands", "nothing else", "nothing on my side"
        )
        if not (makes or costs) or not (before or nothing):
            return
        if any(
            m.is_object and not m.cards and self.id(m) is not None and not self.b.facts_of(m).makes
            for m in self.in_part(part)
        ):
            return
        for i in range(part.start, part.end):
            word = self.talk.words[i]
            inside = self.talk.inside(i)
            if inside is not None and inside.is_object:
                continue
            if (
                word.kind in {"number", "mana"}
                or word.sense("color")
                or word.is_("negation")
                or word.is_("verb", "spend", "pay", "cost", *_TOLD)
            ):
                self.used.add(i)

    def _opinion(self, part: Part) -> None:
        """What somebody says or some client did ("my friend thinks it makes 18", "im only seeing 2") is not a fact of the game."""
        for m in self.in_part(part):
            if m.is_object and self.id(m) is None and m.start not in self.not_things:
                return
        for i in range(part.start, part.end):
            word = self.talk.words[i]
            if (
                word.kind in {"number", "mana"}
                or word.sense("color")
                or word.is_("negation")
                or word.is_("noun")
                or word.is_("verb", "double", *_TOLD)
            ):
                self.used.add(i)
