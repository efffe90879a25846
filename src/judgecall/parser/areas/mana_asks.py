"""What a question about mana asks: each asking part of it becomes a query by its features."""

from __future__ import annotations

import msgspec

from judgecall.parser.areas.mana_account import Account
from judgecall.parser.areas.mana_parts import Part, letters_in, parts_of
from judgecall.parser.areas.mana_rules import RULE_ASKS
from judgecall.parser.areas.mana_tapped import with_other_taps
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Query, Scenario


class Asker(Account):
    """Finds the queries of a question about mana.

    `prepare` runs before the board is made: it tells which mentions are no things on the board.
    """

    def prepare(self) -> None:
        """Cut the question into parts; find what is tapped and the mentions that stand for no thing."""
        self.parts = parts_of(self.talk)
        for m in self.talk.mentions:
            if (m.head == "land" and m.subtypes and m.start and self._is_type_name(m)) or (
                m.head in {"spell", "card", "ability", "instant", "sorcery"} and not m.cards
            ):
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
        """ "opponent taps a land for mana": one that stands on the board, and not any land."""
        return any(
            c.frame == "tap" and m in c.object and any(p.head == "player" and p.player == "opp" for p in c.subject)
            for c in self.talk.clauses
        )

    def _is_type_name(self, m: Mention) -> bool:
        """ "counts as an Island and a Swamp", "is it a Forest": the name of a land type."""
        j = m.start - 1
        lowers = self.talk.lowers
        if (self.talk.words[j].is_("verb", "count") and "as" in lowers[j]) or lowers[j] in {
            "as",
            "considered",
            "type",
            "types",
        }:
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
        gap = {
            "also",
            "still",
            "considered",
            "really",
            "actually",
            "actual",
            "technically",
            "both",
            "even",
            "now",
            "counted",
            "as",
        }
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
            if (
                word.is_("verb", "tap")
                and set(lowers[i + 1 : i + 3]) & {"both", "all", "everything"}
                and self._everything(i)
            ):
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
                    (follows.is_("verb") and not follows.is_("verb", "produce", "tap"))
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
        """ "sol ring and mana vault, i tap both": the list before it, or the one that follows a colon."""
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

    def ask(self, context: Scenario | None) -> list[Query]:
        """The queries, one for each part that asks something."""
        queries: list[Query] = []
        asking = [p for p in self.parts if p.asks]
        unread = False
        for part in asking:
            found = self._of_part(part)
            if not found and any(
                c.frame == "tap" and c.form != "ed" and part.start <= c.verb < part.end for c in self.talk.clauses
            ):
                unread = True  # "When I tap mine, do I?": half an answer would pass for the whole
            for query in found:
                if query in queries or self._other_way_round(part, query, queries):
                    continue
                if query.kind == "mana_amount":
                    # "coffers makes 3 right? how much black from coffers": one thing asked twice
                    queries = [q for q in queries if not (q.kind == query.kind and q.subject == query.subject and self._same_count(q, query))]  # fmt: skip
                queries.append(query)
        if queries and unread:
            return []
        if not queries:
            for part in reversed([p for p in self.parts if not p.asks]):
                queries = self._of_part(part)
                if queries:
                    break
        if not queries and context is not None:
            queries = self._again(context)
        if "twice" in self.talk.lowers and self.talk.lowers.index("twice") not in self.used | self.b.used:
            return []  # used more than once: nobody counts that here
        queries = with_other_taps(self, queries)
        if queries:
            self.gone()
            self._account(queries)
        return queries

    def _other_way_round(self, part: Part, query: Query, queries: list[Query]) -> bool:
        """ "can he respond, or is it a mana ability": the second is the first one's opposite, and no question of its own."""
        kinds = {"is_mana_ability", "can_respond"}
        lead = self.talk.lowers[max(0, part.start - 2) : part.start + 1]
        other = any(q.kind in kinds and q.kind != query.kind for q in queries)
        if query.kind not in kinds or not other or "or" not in lead:
            return False
        self.use_kinds(part, "negation")
        return True

    def _same_count(self, first: Query, second: Query) -> bool:
        """Whether two amounts count the same mana: one says of which type, and the source makes no other."""
        return "" in {first.value, second.value} and not {"net"} & {first.value, second.value}

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
