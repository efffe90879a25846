"""What happens besides in a follow-up: declared blocks, pumps, deaths, what is crewed and what is enchanted."""

from __future__ import annotations

import msgspec

from judgecall.parser.board import Board
from judgecall.parser.clauses import Clause
from judgecall.parser.following.fights import declare
from judgecall.parser.following.referents import Unclear
from judgecall.parser.following.told import BE, Told
from judgecall.parser.happenings import Happenings
from judgecall.parser.mention import Mention
from judgecall.scenario.model import Event


class Happened(Told):
    """Reads the clauses of a follow-up that tell of something that happens."""

    def _clauses_told(self, start: int) -> None:
        """What happens besides: declared blocks, pumps, deaths, spells."""
        for aura, host in self.talk.attached:
            if start <= aura.start < self.end:
                self._attached(aura, host)
        for clause in self.talk.clauses:
            if not start <= clause.verb < self.end or clause.question or clause.verb in self.used:
                continue
            words = declare(self.scene, clause) or self._gone(clause) or self._crewed(clause)
            self.used |= words
            if words or not self._event_told(clause):
                continue
            happenings = Happenings(self.talk, self._board_for(clause))
            made = happenings.of(clause)
            if made and all(self._known(id) for e in made for id in (*e.subject, *e.target)):
                self.scene.happens(made)
                helping = {clause.verb - 1} if self.talk.words[clause.verb - 1].is_("verb", "cast") else set()
                self.used |= happenings.used | {clause.verb} | helping
                self.used |= {i for m in clause.roles() for i in range(m.start, m.end)}

    def _attached(self, aura: Mention, host: Mention) -> None:
        """ "it's enchanted with Pacifism", "he puts Arrest on it": what is put on something (CR 303.4, 301.5)."""
        clause = next((c for c in self.talk.clauses if aura in c.roles()), None)
        ids = self._of(host)
        if len(ids) != 1 or (clause is not None and (clause.negated or clause.question)):
            return
        there = [o.id for o in self.scene.scenario.objects if o.card in aura.cards and o.attached_to == ids[0]]
        known = there or [o.id for o in self.scene.scenario.objects if o.card in aura.cards and not o.attached_to]
        if there and aura.count is not None:
            self.scene.state(there[0], "count", str(aura.count))
        id = known[0] if len(known) == 1 else self.scene.add(aura, aura.owner)
        self.scene.set(id, attached_to=ids[0])
        self.scene.about(ids[0])
        told = [*(clause.roles() if clause is not None else []), aura, host]
        self.used |= {i for m in told for i in range(m.start, m.end)} | ({clause.verb} if clause is not None else set())
        first, last = min(m.start for m in told) - 1, max(m.end for m in told)
        small = {"is", "was", "with", "on", "by", "has", "had", "have", "to", "enchanted", "equipped", "wearing"}
        self.used |= {i for i in range(first, last) if self.talk.lowers[i] in small}

    def _gone(self, clause: Clause) -> set[int]:
        """ "what if Pacifism leaves": what only had its effect is no longer there."""
        if clause.frame not in {"leave", "kill", "die", "exile", "bounce", "sacrifice"} or clause.negated:
            return set()
        named = [m for m in ([*clause.subject, *clause.object]) if m.is_object]
        ids = self._of(named[-1]) if named else ()
        if len(ids) != 1 or self.scene.refs.is_creature(self.scene.thing(ids[0])) or not self.scene.remove(ids[0]):
            return set()
        return {
            clause.verb,
            *range(named[-1].start, named[-1].end),
            *(m.start for m in clause.roles() if m.head == "player"),
        }

    def _crewed(self, clause: Clause) -> set[int]:
        """ "if I crew it first": a Vehicle becomes a creature (CR 702.122a)."""
        named = [m for m in ([*clause.object, *(clause.subject if clause.passive else [])]) if m.head != "player"]
        if clause.frame not in {"crew", "animate"} or clause.negated or len(named) > 1 or clause.with_ or clause.by:
            return set()
        ids = self._of(named[0] if named else None)
        if len(ids) != 1:
            return set()
        self.scene.set(ids[0], animated=None)
        crews = clause.frame == "crew"
        self.scene.happens([Event("crew", (), ids) if crews else Event("animate", ids)])
        small = {
            i
            for i in range(clause.start, self.end)
            if self.talk.lowers[i] in {"first", "i", "he", "on", "turn"} or self.talk.words[i].is_("this_turn")
        }
        return {clause.verb, *small, *(i for m in clause.roles() for i in range(m.start, m.end))}

    def _event_told(self, clause: Clause) -> bool:
        """Whether a clause tells of something that happens, and not of how things are."""
        before = self.talk.lowers[max(0, clause.verb - 3) : clause.verb]
        if any(
            self._lower(i + 1) in {"counter", "counters"} and self.talk.words[i].kind == "change"
            for i in range(clause.verb, self.end - 1)
        ):
            return False
        state = bool(BE & set(before)) and clause.frame in {"tap", "untap"}
        keyword = clause.frame in {"get", "lose"} and not any(
            self.talk.words[i].kind == "change" for i in range(clause.verb, self.end)
        )
        return (
            clause.frame not in {"have", "block", "no_block", "attack"}
            and not state
            and not keyword
            and not clause.negated
        )

    def _board_for(self, clause: Clause) -> Board:
        """A board on which the clause's mentions are already told which things they are."""
        for mention in clause.roles():
            if mention.head == "some":
                self._of(mention)  # taken out of its group before the board is laid out
        board = Board(self.talk, self.scene.scenario)
        for mention in clause.roles():
            if mention.head == "player" or mention.start in board.of_mention:
                continue
            if mention.cards and not any(thing.card in mention.cards for thing in self.scene.scenario.objects):
                continue
            try:
                ids = self._helped(clause, mention) or self._of(mention)
            except Unclear as unclear:
                unclear.mention = mention
                raise
            if len(ids) == 1:
                board.of_mention[mention.start] = ids[0]
        return board

    def _helped(self, clause: Clause, mention: Mention) -> tuple[str, ...]:
        """Players help their own: "if I give it +1/+1" is about the creature of mine that fights, whatever was asked before."""
        who = next((m.player for m in clause.subject if m.head == "player" and m.player in {"you", "opp"}), None)
        helps = bool({"pump", "get", "produce", "cast", "give"} & set(clause.frames or (clause.frame,)))
        if who is None or not helps or mention.head != "pronoun" or mention.owner is not None:
            return ()
        return self.scene.refs.resolve(msgspec.structs.replace(mention, owner=who))
