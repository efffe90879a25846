"""What a question tells of a combat outside its attacks and blocks: what players have, descriptions, loose abilities, sizes."""

from __future__ import annotations

import msgspec

from judgecall.parser.areas.attacks import limits_blocks
from judgecall.parser.areas.blocks import BlockAsker
from judgecall.parser.areas.combat_scene import lets_block_more
from judgecall.parser.areas.combat_sides import OTHER
from judgecall.parser.areas.meetings import Meetings
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.terms import ability, under_condition
from judgecall.scenario.model import Event, Player

_LISTING = frozenset(
    {":", ",", "and", "are", "is", "all", "only", "just", "plus", "a", "an", "one", "-", "+", "regular", "the"}
)


_STATUSES = frozenset({"monstrous", "renowned", "threshold", "suspected", "saddled"})


class CombatTold(Meetings):
    """Reads the statements of a question about combat."""

    blocked: BlockAsker

    def _mana_told(self) -> None:
        """ "I have no mana", "opponent has 3 mana open": how much a player could pay."""
        for i, word in enumerate(self.talk.words):
            if word.lower != "mana" or i == 0 or self.talk.inside(i) is not None:
                continue
            lead = self.talk.words[i - 1]
            n = lead.value[0] if lead.kind == "number" else 0 if lead.lower in {"no", "zero"} else None
            who = [m for m in self.talk.mentions if m.head == "player" and m.end <= i and m.sentence == word.sentence]
            has = {"have", "has", "got", "with"} & set(self.talk.lowers[max(0, i - 4) : i])
            if n is not None and who and has and who[-1].player in OTHER:
                id = who[-1].player
                self.players[id] = msgspec.structs.replace(self.players.get(id, Player(id)), mana=n)
                self.used |= {i - 1, i}

    def _restates_ability(self, clause: Clause) -> bool:
        """ "Palace Guard can block any number. …, can it block them all": what its card says, and no block."""
        cards = [self.talk.card(m) for m in clause.subject if m.cards]
        later = any(c.verb > clause.verb and c.frame == "block" and c.question for c in self.talk.clauses)
        return later and bool(cards) and all(lets_block_more(card) for card in cards)

    def _got(self, clause: Clause) -> bool:
        """ "I got two untapped creatures": has them."""
        word = self.talk.words[clause.verb]
        if (
            clause.frame == "cast"
            and word.lower in {"plays", "play", "runs", "run"}
            and clause.object
            and clause.subject
        ):
            # "a player who only plays Islands"
            return all(m.head == "land" for m in clause.object) and not clause.modal and not clause.question
        plain = word.lower in {"got", "gots"} and not clause.passive and not clause.modal and not clause.question
        return plain and bool(clause.object) and all(m.is_object and m.head != "card" for m in clause.object)

    def _arrives(self, clause: Clause) -> bool:
        """Put the creatures that somebody cast on the board, with whether that was this turn (CR 302.6)."""
        cast = self._cast_in(clause)
        if not cast:
            return False
        for i in range(clause.start, clause.end):
            word = self.talk.words[i]
            now = word.is_("this_turn") or word.lower == "just"
            if now or word.is_("last_turn"):
                self.used.add(i)
                for mention, who in cast:
                    id = self.board.get(mention, owner=who)
                    if id is not None:
                        self.board.change(id, since="this_turn" if now else "before_turn")
        self.board.ids([m for m, _ in cast], owner=cast[0][1])
        self.use(clause, *clause.roles())
        return True

    def _states_rule(self, clause: Clause) -> bool:
        """ "it can only be blocked by fliers", beside a block that is told of: a rule, and no block."""
        told = clause.passive and clause.modal == "can" and not clause.question and bool(clause.by)
        limited = "only" in self.talk.lowers[clause.start : clause.by[0].start] if told else False
        others = [c for c in self.talk.clauses if c is not clause and c.frame in {"block", "put"}]
        return limited and all(m.plural and m.count is None and not m.owner for m in clause.by) and bool(others)

    def _sick_told(self) -> None:
        """ "my Juggernaut is summoning sick", "it came in this turn": since when its controller has had it."""
        for m in self.talk.mentions:
            id = self.board.of_mention.get(m.start)
            rest = self.talk.words[m.end : m.end + 4]
            while rest and rest[0].lower in {"is", "are", "still", "was"}:
                rest = rest[1:]
            sick = bool(rest) and rest[0].lower in {"summoning sick", "summon sick", "sick"}
            came = len(rest) > 1 and rest[0].is_("verb", "enter") and rest[1].lower == "this turn"
            if id is None or not (sick or came) or self.in_question(m.start):
                continue
            self.board.change(id, since="this_turn")
            last = rest[1] if came else rest[0]
            self.used |= {
                i for i in range(m.end, m.end + 4) if i < len(self.talk.words) and self.talk.words[i].end <= last.end
            }
        alone = list(self.board.objects) if len(self.board.objects) == 1 else []
        for i, lower in enumerate(self.talk.lowers):
            # "my creature must attack, but it's sick": with one thing told of, it can be no other.
            if alone and lower in {"summoning sick", "summon sick"} and i not in self.used and not self.in_question(i):
                self.board.change(alone[0], since="this_turn")
                self.used.add(i)

    def _status_told(self) -> tuple[tuple[str, str], ...]:
        """ "monstrous", "isn't renowned", "threshold is on": states that no rule of combat knows, by their names."""
        found: dict[str, str] = {}
        for i, lower in enumerate(self.talk.lowers):
            if lower not in _STATUSES:
                continue
            lead = self.talk.words[max(0, i - 2) : i]
            denied = [w for w in lead if w.is_("negation")]
            if found.get(lower, "no" if denied else "yes") != ("no" if denied else "yes"):
                return ()
            asked = {"if", "when", "is", "are"} & {w.lower for w in lead[:1]} and not denied and self.in_question(i)
            if asked:
                continue
            found[lower] = "no" if denied else "yes"
            self.used |= {i, *(j for j in range(max(0, i - 2), i) if self.talk.words[j].is_("negation"))}
        return tuple(found.items())

    def _illegal_asked(self) -> None:
        """ "he chumped my unblockable guy. that's illegal, right?": the claim that it is not legal."""
        denied = [i for i, w in enumerate(self.talk.lowers) if w in {"illegal", "unlawful"}]
        if not denied or not self.queries:
            return
        plain = len(self.queries) == 1 and self.queries[0].kind == "block_legal" and not self.queries[0].inverse
        if len(denied) > 1 or not plain or any(c.question and c.modal for c in self.talk.clauses):
            self.unplaced = True
            return
        near = range(max(0, denied[0] - 3), denied[0])
        self.used |= {denied[0], *(i for i in near if self.talk.words[i].is_("negation"))}
        self.queries = [msgspec.structs.replace(self.queries[0], inverse=True)]

    def _alternatives(self) -> None:
        """ "with two creatures instead of one": the number that it isn't adds nothing to the one that it is."""
        for i, lower in enumerate(self.talk.lowers):
            if lower not in {"instead of", "rather than"}:
                continue
            j = i + 1
            while self.talk.lowers[j : j + 1] and self.talk.lowers[j] in {"just", "only", "with"}:
                j += 1
            told = any(m.count and m.count > 1 and m.end <= i for m in self.talk.mentions)
            if told and j < len(self.talk.words) and self.talk.words[j].kind == "number":
                self.used |= set(range(i, j + 1))

    def _told_blocked(self) -> None:
        """ "I give my blocked guy flying", "he declared his block, a 3/3 on my bear": a block told without its verb."""
        told = [c for c in self.talk.clauses if not c.question and not c.modal]
        blocking = any(set(c.frames) & {"block"} and c.roles() for c in told)
        if not blocking and any(w.is_("moment", "after_blocks") and "no block" in w.lower for w in self.talk.words):
            self.events.append(Event("no_block"))
            self.use_where(lambda w: w.is_("moment", "after_blocks"))
        for mention in self.talk.mentions:
            if mention.role == "blocked" and mention.count in {None, 1} and not mention.plural and not blocking:
                self.side = self.side or mention.owner
                attackers = self.objects([mention], "attacker")
                self.declare((self.some_blocker(),), attackers)
                return
        for clause in self.talk.clauses:
            ahead = self.talk.lowers[clause.verb + 1 : clause.verb + 4]
            if clause.frame != "declare" or clause.question or not {"block", "blocks"} & set(ahead):
                continue
            behind = [m for m in self.talk.mentions if m.start > clause.verb and m.sentence == clause.sentence]
            things = [m for m in behind if m.is_object and m.head != "blocker"]
            if len(things) == 2 and self.talk.lowers[things[0].end : things[1].start] == ["on"]:
                who = next((m.player for m in clause.subject if m.head == "player" and m.player in OTHER), None)
                self.side = OTHER.get(who or "", self.side) or things[1].owner or "you"
                attackers = self.objects([things[1]], "attacker")
                blockers = self.objects([things[0]], "blocker", attackers)
                if attackers and blockers:
                    self.use(clause, *clause.subject)
                    self.used |= set(range(clause.verb, things[1].end))
                    self.paired.add(things[0].start)
                    self.declare(blockers, attackers)
                return

    def _has(self, clause: Clause) -> None:
        """ "he has 4 soldiers", "I have a swamp", "opp has none"."""
        players = [m.player for m in clause.subject if m.head == "player"]
        if not players and not clause.question:
            # "two of my attackers both have lure": the creatures are there; the loose terms tell what they have.
            for m in clause.subject:
                if m.head == "attacker":
                    self.objects([m], "attacker")
                elif m.is_object or m.head == "some":
                    self.board.get(m)  # "one has menace": of what was told of before, and not of what comes later
            self.use(clause, *clause.subject)
        if not players or clause.question:
            return
        if players[0] == "player":  # "attacks a player who only plays Islands"
            players = ["defender"]
            if "only" in self.talk.lowers[max(0, clause.verb - 2) : clause.verb + 3]:
                self.talk.only.add("defender")
        for m in clause.object:
            if m.is_object:
                self.board.get(m, owner=players[0])
                self.used |= set(range(m.start, m.end))
        last = max(clause.object, key=lambda m: m.start, default=None)
        for m in self.talk.mentions:
            # "I have a Rat and a bear": the verb's object goes on.
            if last is None or m.start < last.end:
                continue
            if m.start in self.in_clause or m.head not in {"creature", "token", "card"} or m.article not in {"a", "an"}:
                break
            gap = [w for w in self.talk.lowers[last.end : m.start] if w not in {"that", "can", "not", "block"}]
            if m.owner or gap not in (["and"], [","], ["plus"], [",", "and"]):
                break
            self.board.get(m, owner=players[0])
            self.used |= set(range(m.start, m.end))
            last = m
        named = [m for m in clause.subject if m.cards]
        if len(named) == 1 and not clause.object:
            # "Reckless Cohort is the only creature I have": one thing, said twice.
            self.board.get(named[0], owner=players[0])
            rest = [m for m in clause.subject if m.is_object and m is not named[0]]
            if any("only" in m.text.split() for m in rest):
                self.talk.only.add(players[0])
        self.use(clause, *clause.subject)

    def _is_lure(self, clause: Clause) -> bool:
        """ "all able creatures block it", "everything able has to block it": a requirement, told, not a declaration."""
        words = self.talk.lowers[clause.start : clause.verb]
        if clause.question or not (
            {"all", "every", "everything", "everyone", "each"} & set(words) and ("able" in words or "able to" in words)
        ):
            return False
        targets = self.board.ids([m for m in clause.object if m.head != "player"])
        for id in targets:
            thing = self.board.objects[id]
            self.board.change(id, abilities=(*thing.abilities, ability("lure")))
        self.use(clause, *clause.roles())
        self.used |= set(range(clause.start, clause.verb))
        return bool(targets)

    def _described_only(self, before: int) -> None:
        """Mentions in no clause, as far as they stand before a word: "menace attacker. his two 1/1s …"."""
        for m in self.talk.mentions:
            if m.start >= before:
                break
            if self.blocked.part_of_assignment(m):
                continue
            if self._states_limit(m) or self._all_told([m], None):
                continue
            if m.head == "some" and m.start not in self.board.of_mention and self._tapped_part(m):
                continue
            if m.head == "some" and m.start and self.talk.lowers[m.start - 1] == "other" and self.board.parted(m):
                self.used |= set(range(m.start - 1, m.end))  # "one is tapped, the other two are good to go"
                continue
            if m.start in self.in_clause:
                continue
            if m.start in self.board.of_mention or not m.is_object or m.head in {"spell", "ability", "trigger"}:
                continue
            role = (
                "attacker" if m.head == "attacker" or "lure" in m.keywords else "blocker" if m.head == "blocker" else ""
            )
            owner = self.attack_owner if role == "attacker" else self.block_owner if role == "blocker" else None
            id = self.board.get(m, owner=owner, role=role)
            if id is not None:
                self.used |= set(range(m.start, m.end))
                if role == "attacker" and id not in self.attackers:
                    self.attackers.append(id)
                if role == "blocker" and id not in self.blockers:
                    self.blockers.append(id)

    def _states_limit(self, mention: Mention) -> bool:
        """ "one attacker and one blocker max": what a card on the board allows, no creature of its own."""
        if mention.head not in {"attacker", "blocker"} or mention.count is None or mention.described:
            return False
        ahead = self.talk.words[mention.end : mention.end + 5]
        here = [w for w in ahead if w.sentence == mention.sentence and w.lower != ","]
        behind = self.talk.words[max(0, mention.start - 2) : mention.start]
        limited = any(w.is_("most") or w.lower in {"max", "maximum", "each", "total"} for w in [*here, *behind])
        if limited and any(limits_blocks(self.talk.card(m)) for m in self.talk.mentions if m.cards):
            self.used |= set(range(mention.start, mention.end))
            self.use_where(lambda w: w.lower in {"max", "maximum"})
            return True
        return False

    def _listed_lands(self) -> None:
        """ "my lands are Mountains", "these lands: a Plains, Breeding Pool": the list is what the lands are."""
        for whole in self.talk.mentions:
            group = self.board.of_mention.get(whole.start)
            if group is None or whole.head != "land" or whole.described or not whole.plural:
                continue
            end, owner, listed = whole.end, self.board.objects[group].controller, 0
            for m in self.talk.mentions:
                gap = self.talk.lowers[end : m.start]
                id = self.board.of_mention.get(m.start)
                if m.start < whole.end or m.sentence != whole.sentence or not set(gap) <= _LISTING or id is None:
                    continue
                if "land" not in self.board.objects[id].types and not self._names_land(m):
                    break
                if self.board.objects[id].controller is None:
                    self.board.change(id, controller=owner)
                self.used |= set(range(m.start, m.end)) | set(range(whole.start, whole.end))
                end, listed = m.end, listed + 1
            if listed:
                del self.board.objects[group]
                self.board.spoken = [i for i in self.board.spoken if i != group]

    def _left_over(self) -> None:
        """Creatures that only stand in clauses nobody had a use for ("two attackers that both say …")."""
        for m in self.talk.mentions:
            if m.start in self.board.of_mention or not m.is_object or m.head not in {"attacker", "blocker"}:
                continue
            if self._states_limit(m):
                continue
            if m.described or m.count:
                self.objects([m], m.head)

    def _power_changes(self) -> None:
        """ "its power drops from 3 to 1 before blocks": the power it has as blockers are declared."""
        for i, lower in enumerate(self.talk.lowers):
            if lower != "power" or self.talk.inside(i) is not None:
                continue
            numbers: dict[str, int] = {}
            if i > 1 and self.talk.words[i - 1].kind == "number" and self.talk.lowers[i - 2] == "to":
                numbers["to"] = self.talk.words[i - 1].value[0]  # "shrunk it to 0 power"
            for j in range(i + 1, min(i + 8, len(self.talk.words) - 1)):
                if self.talk.lowers[j] in {"from", "to"} and self.talk.words[j + 1].kind == "number":
                    numbers[self.talk.lowers[j]] = self.talk.words[j + 1].value[0]
                    self.used |= {j, j + 1}
            about = next(
                (m for m in reversed(self.talk.mentions) if m.end <= i and i - m.end <= 3 and m.head != "player"), None
            )
            if "to" not in numbers or about is None:
                continue
            id = self.board.get(about, owner=self.attack_owner)
            if id is None:
                continue
            moment = next((w.sense("moment").value for w in self.talk.words[i : i + 12] if w.is_("moment")), "")  # type: ignore[union-attr]
            entry = self.talk.lexicon.moments.get(moment, {})
            if "from" in numbers:
                self.board.change(id, power=numbers["from"])
            event = Event("set_pt", (id,), power=numbers["to"], after=bool(entry.get("after", False)))
            self.events.append(msgspec.structs.replace(event, at=entry.get("step")))
            self.used |= set(range(about.start, i + 2))
            self.use_where(lambda w: w.is_("moment"))

    def _tapped_part(self, mention: Mention) -> bool:
        """ "four of them are untapped and one is tapped": part of a group stands another way."""
        after = self.talk.lowers[mention.end : mention.end + 3]
        while after and after[0] in {"is", "are", "was", "were", "already", "left"}:
            after.pop(0)
        if not after or after[0] not in {"tapped", "untapped"}:
            return False
        self.used |= set(range(mention.start, mention.end + 3))
        if after[0] == "tapped":
            id = self.board.get(mention, owner=self.block_owner)
            if id is not None:
                self.board.change(id, tapped=True)
        return True

    def _loose_terms(self) -> None:
        """Abilities told apart from the creature: "all three say must be blocked if able", "attacker has menace"."""
        for i, word in enumerate(self.talk.words):
            sense = next((s for s in word.senses if s.kind == "keyword" and s.form == "is"), None)
            if sense is None or i in self.used or self.talk.inside(i) is not None or word.is_("verb"):
                continue
            by_player = i > 0 and self.talk.words[i - 1].is_("player") and sense.value == "lure"  # "if I lured it"
            asked = self.in_question(i) or any(
                c.question and c.start <= i < c.end and c.frame not in {"block"} for c in self.talk.clauses
            )
            if asked and not by_player and not self._in_brackets(i):
                continue
            targets = self._bearers(i)
            if not targets:
                continue
            self.used.add(i)
            self.used |= {
                j
                for j in range(max(0, i - 6), i)
                if self.talk.words[j].kind == "number" and self.talk.inside(j) is None
            }
            for id in targets:
                thing = self.board.objects[id]
                told = ability(sense.value)
                if told not in thing.abilities and not under_condition(self.talk.cards.get(thing.card or ""), told):
                    self.board.change(id, abilities=(*thing.abilities, told))

    def in_question(self, i: int) -> bool:
        """Whether word i stands in a part of a sentence that begins with "is", "does", "can" …"""
        j = i
        while (
            j > 0
            and self.talk.lowers[j - 1] not in {",", ".", ";", "?", ":", "!", "if", "though"}
            and self.talk.words[j - 1].sentence == self.talk.words[i].sentence
        ):
            j -= 1
        return self.talk.lowers[j] in {
            "is",
            "are",
            "does",
            "do",
            "can",
            "will",
            "would",
            "should",
            "did",
            "may",
            "must",
        }

    def _in_brackets(self, i: int) -> bool:
        opened = [self.talk.lowers[j] for j in range(i) if self.talk.lowers[j] in {"(", ")"}]
        return bool(opened) and opened[-1] == "("

    def _bearers(self, i: int) -> tuple[str, ...]:
        """Which objects a loose ability belongs to."""
        if i + 1 < len(self.talk.words) and self.talk.lowers[i + 1] in {"on", "onto"}:
            host = next((m for m in self.talk.mentions if m.start == i + 2 and m.head != "player"), None)
            if host is not None:
                self.used |= set(range(host.start, host.end))
                return self.board.ids([host], owner=self.attack_owner)
        if i and self.talk.words[i - 1].is_("player") and (i + 1 < len(self.talk.words)):
            # "I lured my 7/7"
            host = next((m for m in self.talk.mentions if m.start == i + 1 and m.head != "player"), None)
            if host is not None:
                self.used |= set(range(host.start, host.end))
                return self.board.ids([host], owner=self.attack_owner)
        j = i - 1
        while j >= 0 and self.talk.words[j].sentence == self.talk.words[i].sentence and i - j < 10:
            mention = self.talk.inside(j)
            if self.talk.lowers[j] in {"all", "everything", "both", "each"} and (
                mention is None or not mention.described
            ):
                named = [
                    m
                    for m in self.talk.mentions
                    if m.end <= j and m.sentence == self.talk.words[i].sentence and m.is_object
                ]
                return tuple(self.attackers) or self.board.ids(named[-2:] if self.talk.lowers[j] == "both" else named)
            if mention is not None and mention.head != "player":
                return self.board.ids([mention])
            j -= 1
        return ()
