"""Questions about combat: who may block or attack what, who must, who dies, how much damage gets where."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import CantBlock, Filter, Static
from judgecall.parser.areas.attacks import AttackAsker
from judgecall.parser.areas.blocks import BlockAsker
from judgecall.parser.areas.combat_doubts import CombatDoubts
from judgecall.parser.areas.combat_sides import OTHER
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import STEPS, Event, Player, Query, QueryKind, Scenario, Step

_COMBAT_TERMS = frozenset({"trample", "deathtouch", "first strike", "double strike", "lure", "menace", "skulk", "must be blocked",
                           "attacks if able", "blocks if able", "blocks additional", "unblockable", "cant attack alone", "cant block alone"})  # fmt: skip


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """Readings of the question as one about combat."""
    told = {s.value for w in talk.words for s in w.senses if s.kind == "keyword"}
    concerned = (
        any(set(c.frames) & {"attack", "block", "no_block"} for c in talk.clauses)
        or bool(set(talk.lowers) & {"unblocked", "blockable"})
        or any(m.head in {"attacker", "blocker"} or m.role for m in talk.mentions)
        or bool(told & _COMBAT_TERMS)
        or (context is not None and any(e.kind in {"attack", "block"} for e in context.events))
    )
    if not concerned:
        return []
    reader = CombatReader(talk, context)
    candidate = reader.read()
    return [candidate] if candidate is not None else []


class CombatReader(CombatDoubts):
    """Builds one scenario of attacks, blocks and what happens around them, and the queries about it."""

    def __init__(self, talk: Talk, context: Scenario | None) -> None:
        super().__init__(talk, context)
        self.blocked = BlockAsker(self)
        self.attacking = AttackAsker(self)

    def read(self) -> Candidate | None:
        self.side = self._attacker_side()
        self._who_enchanted()
        self.used |= self.board.attach()
        self.versus()
        self._told_blocked()
        for mention in self._told_to_be_blocked():
            self.objects([mention], "attacker")
        self._power_changes()
        for clause in self.talk.clauses:
            self._described_only(clause.verb)
            self._clause(clause)
        self._described_only(len(self.talk.words))
        self._left_over()
        self._loose_terms()
        self.take_parts()
        self._listed_lands()
        self.blocked.more_of_the_same()
        if not self.queries and self.blocked.assignments():
            self.queries.append(Query("block_legal"))
            self.use_where(lambda w: w.is_("legal") or w.is_("verb", "put") or w.is_("modal_can"))
        if self.queries or not (self.attacking.asks_to_stay() or self.attacking.tails()):
            self.blocked.tails()
            self.blocked.more_of_the_same()
        self.use_where(lambda w: w.lower == "untapped" or w.is_("still"))
        self._alternatives()
        self._sick_told()
        self._illegal_asked()
        if (
            not self.queries
            or self._unknown_fighter()
            or self._stands_in_for_told()
            or self._stands_aside()
            or self._says_nothing_of_them()
            or self._loose_aura()
            or self._leaves_sides_open()
            or self._death_asked()
            or self._dangling()
            or self._lure_stays_out()
            or self._unknown_beside_card()
            or self.unplaced
            or self.board.unplain
        ):
            return None
        self._finish_roles()
        self.queries = [self._filled(q) for q in self.queries]
        if any(self._blocks_own(q) for q in self.queries):
            return None
        self._not_had_before()
        events = self._declared() + self._whole_blocks()
        events.sort(key=_order)
        objects = tuple(self.board.objects.values())
        self._mana_told()
        players = [self._player(p) for p in ("you", "opp")]
        facts = self._status_told()
        scenario = Scenario(objects, tuple(players), tuple(events), tuple(self.queries), active=self.side, facts=facts)
        return Candidate(scenario, "combat", self.used | self.happenings.used, self.doubts,
                         tuple(self.board.guessed), tuple(self.board.ambiguous))  # fmt: skip

    def _who_enchanted(self) -> None:
        """ "he enchants my bear with Vow of Lightning": the Aura is his."""
        for aura, _ in self.talk.attached:
            for clause in self.talk.clauses:
                who = [m.player for m in clause.subject if m.head == "player" and m.player in OTHER]
                if who and not clause.question and any(m is aura for m in clause.roles()):
                    self.board.get(aura, owner=who[0])

    def _player(self, id: str) -> Player:
        """A player with what the question says of life totals and of having nothing else."""
        player = self.players.get(id, Player(id))
        if id in self.talk.life:
            player = msgspec.structs.replace(player, life=self.talk.life[id])
        if id in self.talk.only or ("defender" in self.talk.only and id == OTHER[self.side or "you"]):
            player = msgspec.structs.replace(player, only_named=True)
        return player

    def _clause(self, clause: Clause) -> None:
        if clause.verb in self.used:
            return  # explained as part of another question ("which one it blocks")
        arriving = self.talk.words[clause.verb].lower in {"coming in", "comes in"} and self._blocks_are_asked()
        if clause.frame == "attack" or (clause.frame == "enter" and arriving):
            self._attack(clause)  # "a skulk is coming in, can my 4/4 block it"
        elif (
            clause.frame in {"put", "enchant", "declare"}
            and clause.wh == "how_many"
            and any(m.head == "blocker" for m in clause.roles())
        ):
            self.blocked.ask_number_of_blockers(clause)
        elif clause.frame == "declare" and any(m.head in {"blocker", "attacker"} for m in clause.roles()):
            self._declares(clause)
        elif clause.frame in {"block", "no_block"} or (clause.frame == "stop" and self.attackers):
            self._block(clause)
        elif (clause.frame in {"put", "enchant"} and self.blocked.asks_bound_on(clause)) or (
            clause.frame == "put" and (clause.on or clause.object) and self.attackers
        ):
            return
        elif clause.frame == "have" or self._got(clause):
            self._has(clause)
        elif self.blocked.asks_status(clause) or self._arrives(clause):
            return
        elif clause.frame in {"choose", "force"} or clause.wh == "who":
            self.blocked.ask_choice(clause)
        elif not clause.question:
            if clause.frame == "say":  # "my attacker says it must be blocked": it is there, whatever it says
                self.objects([m for m in clause.subject if m.head == "attacker"], "attacker")
            happened = [self._timed(e) for e in self.happenings.of(clause)]
            self.board.gone |= {i for e in happened if e.kind in {"leave", "sacrifice"} for i in e.subject}
            self.events += happened

    def _timed(self, event: Event) -> Event:
        """An event told after a declaration happened after it, unless its step was said."""
        if event.at is not None:
            return event
        if self.blocks or any(e.kind == "block" for e in self.events):
            return msgspec.structs.replace(event, at="declare_blockers", after=True)
        return event

    def _attack(self, clause: Clause) -> None:
        players = [m for m in clause.subject if m.head == "player"]
        things = [m for m in clause.subject if m.head != "player"]
        if clause.passive:
            things = [m for m in clause.by if m.head != "player"]
        others = [m for m in [*clause.object, *clause.on] if m.head != "player"]
        chosen = (
            things or [m for m in clause.with_ if m.head != "player"] or [m for m in others if m.head != "planeswalker"]
        )
        walkers = [m for m in [*others, *clause.into] if m.head == "planeswalker" or self._is_planeswalker(m)]
        if things and not clause.passive and not players:
            # "okk attacks with a 5/5": both do.
            beside = [*clause.with_, *(clause.object if self.talk.lowers[clause.verb].endswith(" with") else [])]
            chosen = [*things, *(m for m in beside if m.head in {"creature", "token"} or self._names_creature(m))]
        if things and "into" in self.talk.words[clause.verb].lower.split() and not clause.passive:
            met = [m for m in others if m not in walkers and not m.cards and m.head in {"creature", "token", "blocker"}]
            self.side = self.side or "you"
            for m in met:  # "a lured 3/3 attacks into four 1/1s"
                self.board.get(m, owner=self.block_owner)
                self.used |= set(range(m.start, m.end))
        self.attacked = self.board.ids(walkers, owner=OTHER.get(self.side or "")) or self.attacked
        if any(m.owner is not None and m.owner in {self.side, *(p.player for p in players)} for m in walkers):
            self.unplaced = True  # nobody attacks a planeswalker of his own
        chosen = [listed for m in chosen if m not in walkers for listed in self.listed(m)]
        if clause.negated and not clause.question and clause.modal and any(c.question for c in self.talk.clauses):
            self.unplaced = True  # "my bear can't attack", told before something else is asked
        for m in others:
            if m.cards and m not in chosen and m not in walkers and self.board.get(m, owner=OTHER.get(self.side or "")):
                self.used |= set(range(m.start, m.end))  # "attacking into two Propagandas"
        self.use(clause, *players, *[m for m in clause.into + clause.object if m.head == "player"])
        asked = (clause.question or clause.modal in {"can", "must"}) and not clause.conditional
        ids = self.objects(chosen, "attacker") if not asked else self._fighters(chosen)
        for m in chosen:
            self.used |= set(range(m.start, m.end))
        if not asked and not ids and not chosen and not walkers:
            ids = self._free((), OTHER.get(self.side or ""), "attacker")  # "I cast Lure on my bear and attacked"
        if clause.relative and clause.modal == "must":
            self.unplaced = True  # "my creature that must attack": told of it, and not asked
        if asked and ids and (clause.bound or clause.wh in {"how_many", "how_much"}):
            self.unplaced = True  # a number of attackers is read by who knows what limits it
        elif asked and ids:
            kind: QueryKind = "must_attack" if clause.modal == "must" else "can_attack"
            if clause.negated and kind == "can_attack" and not self.blocked.denies_ability(clause):
                self.queries.append(Query("must_attack", ids, inverse=True))  # "can he choose to not attack with it"
            else:
                self.queries.append(Query(kind, ids, negated=clause.negated))

    def _blocks_are_asked(self) -> bool:
        return any(c.frame == "block" and (c.question or c.modal) for c in self.talk.clauses)

    def _block(self, clause: Clause) -> None:
        if not clause.passive and not clause.with_ and clause.object and self._he_is_a_creature():
            clause.subject = [
                msgspec.structs.replace(m, head="pronoun") if m.article == "pronoun" else m for m in clause.subject
            ]
        players = [m for m in [*clause.subject, *clause.by] if m.head == "player"]
        if not clause.passive and clause.frame == "block" and any(m.player == self.side for m in players):
            self.unplaced = True  # "can I attack with it and block next turn": nobody blocks his own attackers
        self.use(clause, *players)
        if clause.kept_from or clause.caused:
            self._restates_card(clause)
            self.blocked.asks_effect(clause)
            return
        if self._is_lure(clause):
            return
        able = clause.relative or (not clause.question and self._restates_ability(clause))
        if able and clause.modal == "can" and not clause.object and not clause.passive:
            self._told_of_blocking(clause)
            return
        if self._states_rule(clause):
            self.board.ids([m for m in clause.subject if m.cards])
            return
        asked = self._asks(clause)
        if not asked and self._is_purpose(clause):
            return
        its = [m.text == "it" for m in (*clause.subject, *clause.object)]
        if asked and self.cast_by and not self.attackers and len(its) == 2 and all(its):
            self.unplaced = True  # "I cast a 1/1, he has a 2/2. can it block it": which of them blocks
        self.blocked.put_what_is_asked_behind(clause)
        if asked and self.blocked.asks_attackers_of_one(clause):
            return
        if self._states_inability(clause, asked):
            self._told_of_blocking(clause)
            return
        if clause.passive:
            blocked, blocking = clause.subject, [*clause.by, *clause.with_]
        else:
            things = [m for m in clause.subject if m.head != "player"]
            blocked = [*clause.object, *clause.on] if clause.frame == "block" else []
            blocking = (
                things + (clause.with_ if not things or not players else [])
                if things or not clause.with_
                else clause.with_
            )
        if not blocked and not blocking and not clause.subject and self.attackers and self.blockers and not asked:
            # "block allowed?": the block as a thing, with both sides told before
            self.declare(tuple(self.blockers), tuple(self.attackers))
            return
        blocking = [m for m in blocking if not self._means_all(m, clause)]
        attackers, blockers = self._both(blocked, blocking)
        if not attackers and not self.attackers and any(m.head == "player" for m in clause.object):
            mine = [i for i in self.creatures_of(self.side) if i not in blockers]
            if len(mine) == 1:  # "I got a 1/1 skulk. can his wall block me"
                attackers = (mine[0],)
                self.attackers.append(mine[0])
                self.board.change(mine[0], attacking=True)
                self.use(clause, *clause.object)
        if not attackers:
            attackers = tuple(i for i in self.attackers if i not in blockers)
            if (
                len(attackers) > 1
                and not self._asks(clause)
                and not self.talk.says(
                    "block all", "blocks all", "blocked all", "block both", "blocks both", "block them all"
                )
            ):
                self.doubts += 3.0
            attackers = attackers or self._free(blockers, self.block_owner, "attacker")
        if not blockers and not self.blockers and not asked and not clause.negated and not players:
            blockers = self._free(attackers, self.attack_owner, "blocker")
        about = attackers if clause.passive else blockers
        self.board.topic = about[0] if len(about) == 1 and clause.subject else None
        if clause.count and len(blockers) <= 1:
            blockers = self._several_blockers(blockers, clause.count)
        if asked:
            self.blocked.ask_block(clause, blockers, attackers)
        elif clause.passive and clause.negated and self.blocks and self.talk.says("no longer", "anymore", "any more"):
            self.use_where(lambda w: w.lower in {"longer", "anymore", "any", "more"})
            self.queries.append(Query("is_unblocked", attackers))
        elif clause.frame == "no_block" or clause.negated:
            self.refused = (blockers, attackers)
            if not any(set(c.frames) & {"block"} and c is not clause for c in self.talk.clauses):
                self.events.append(Event("no_block", blockers))
        elif not blockers and attackers and not self.blocks and self._asks_to_block(clause):
            self.blocked.ask_block(clause, blockers, attackers)  # "I only have a wall back. block?"
        elif blockers or attackers:
            self.declare(blockers or (self.some_blocker(),), attackers)

    def _is_purpose(self, clause: Clause) -> bool:
        """ "I animate Mutavault to block. … can it block?": what it was meant for, where the block itself is asked about later."""
        meant = (
            clause.form == "base" and self.talk.lowers[clause.verb - 1] == "to" and not (clause.with_ or clause.object)
        )
        later = [c for c in self.talk.clauses if c.verb > clause.verb and c.frame == "block" and c.modal == "can"]
        return meant and any(c.question for c in later)

    def _states_inability(self, clause: Clause, asked: bool) -> bool:
        """ "my 2/2 can't block." before what is asked: told, not asked."""
        told = clause.negated and clause.modal == "can" and not clause.passive and not clause.object and not asked
        return told and bool(clause.subject) and all(m.is_object for m in clause.subject)

    def _told_of_blocking(self, clause: Clause) -> None:
        """ "three guys that can block", "a Rat that can't block": no block, and nothing asked."""
        for mention in clause.subject:
            id = self.board.get(mention, owner=self.block_owner) if mention.is_object else None
            if id is not None and clause.negated:
                cant = Static((CantBlock(of=Filter(this=True)),))
                self.board.change(id, abilities=(*self.board.objects[id].abilities, cant))
        self.use(clause, *clause.subject)

    def _asks_to_block(self, clause: Clause) -> bool:
        """ "block?", with nothing before it: whether the defending player may."""
        after = self.talk.lowers[clause.verb + 1 : clause.verb + 2]
        bare = not clause.subject and not clause.passive and clause.form in {"base", "noun"}
        return (
            bare
            and after in (["?"], ["possible"], ["legal"], ["ok"], ["okay"], ["allowed"], ["fine"])
            and self.talk.lowers[clause.verb - 1] in {".", ",", "?", "-", ";", ":"}
        )

    def _restates_card(self, clause: Clause) -> None:
        """ "Bower Passage keeps fliers from blocking": says again what the card does; the card itself is on the board."""
        cards = [m for m in clause.subject if m.cards]
        if clause.kept_from and cards:
            self.board.ids(cards)
            self.use(clause, *clause.subject, *clause.object)

    def _he_is_a_creature(self) -> bool:
        """ "he" and "him" are the opponent, unless no opponent was spoken of and one creature was."""
        if any(m.head == "player" and m.player == "opp" and m.article != "pronoun" for m in self.talk.mentions):
            return False
        if any(m.owner == "opp" for m in self.talk.mentions):
            return False
        return len([i for i in self.board.objects if i not in self.attackers]) == 1

    def _asks(self, clause: Clause) -> bool:
        """A modal without inversion asks only when nothing else in the question does."""
        if clause.question or clause.wh or clause.bound:
            return True
        wishes = clause.form == "base" and {"wants", "want", "trying", "tries", "try"} & set(
            self.talk.lowers[clause.start : clause.verb]
        )
        if not (clause.modal or wishes) or clause.conditional or clause.relative:
            return False
        if wishes and self.talk.has("legal"):
            return False
        return not any(c.question or c.wh for c in self.talk.clauses)

    def _means_all(self, mention: Mention, clause: Clause) -> bool:
        """ "how many creatures can block it": any of that side's, when some were spoken of."""
        owned = mention.owner is not None and mention.owner != self.block_owner
        if not mention.plural or mention.described or owned or mention.count is not None or mention.tapped is not None:
            return False
        if mention.owner is not None and len(self.creatures_of(self.block_owner)) < 2:
            return False
        if mention.head not in {"creature", "blocker"} or not (
            clause.wh == "how_many" or mention.article in {"all", "any"}
        ):
            return False
        self.used |= set(range(mention.start, mention.end))
        return bool(self.creatures_of(self.block_owner))

    def _declares(self, clause: Clause) -> None:
        """ "declares it as a blocker"."""
        roles = {m.head for m in clause.roles()}
        things = [m for m in clause.object if m.head not in {"blocker", "attacker", "player"}]
        self.use(clause, *clause.roles())
        if "blocker" in roles:
            blockers = self.objects(things, "blocker", tuple(self.attackers))
            if blockers:
                self.declare(blockers, tuple(self.attackers))
        else:
            self.objects(things, "attacker")

    def last_asks(self, clause: Clause) -> bool:
        """A bare verb at the end of a question ("knight die?")."""
        for i in range(clause.verb, min(clause.verb + 5, len(self.talk.words))):
            if self.talk.words[i].sentence == clause.sentence and self.talk.words[i].lower == "?":
                return clause.form in {"base", "noun", "s"}
        return False

    def things(self, clause: Clause) -> list[Mention]:
        """The objects that a clause is about; "he dies" and "does he get through" are about a creature."""
        return [
            msgspec.structs.replace(m, head="pronoun") if m.head == "player" and m.article == "pronoun" else m
            for m in clause.subject if m.head != "player" or m.article == "pronoun"
        ]  # fmt: skip

    def _filled(self, query: Query) -> Query:
        """A query whose roles were left open is about all the creatures that can play them."""
        if query.kind == "how_many_block" and query.bound == "at_most" and not query.target and not self.attackers:
            return query  # how many attackers one creature may block
        if query.kind in {
            "can_block",
            "must_block",
            "may_not_block",
            "how_many_block",
            "block_legal",
            "who_chooses_blocks",
        }:
            blockers = query.subject or tuple(self.blockers) or self.creatures_of(self.block_owner)
            blockers += self._idle_sources(query, blockers)
            if not blockers and query.kind in {"must_block", "may_not_block"}:
                blockers = (self.some_blocker(),)
                self.board.change(blockers[0], count=None, controller=self.block_owner)
            attackers = (
                query.target
                or tuple(self.attackers)
                or tuple(i for i in self.creatures_of(self.side) if i not in blockers)
            )
            return msgspec.structs.replace(query, subject=blockers, target=attackers)
        if query.kind == "can_be_blocked" and not query.target:
            return msgspec.structs.replace(query, target=self.creatures_of(self.block_owner))
        return query

    def _finish_roles(self) -> None:
        side = self._side_of_attackers() or self.side or "you"
        if side != (self.side or "you"):
            self.queries = [
                msgspec.structs.replace(q, who=OTHER[side]) if q.kind == "damage_to_player" and q.who == side else q
                for q in self.queries
            ]
        for id, thing in self.board.objects.items():
            if thing.controller in {"defender", "attacker"}:
                self.board.change(id, controller=OTHER[side] if thing.controller == "defender" else side)
        for id in self.attackers:
            if self.board.objects[id].controller is None:
                self.board.change(id, controller=side)
        for id in self.blockers:
            if self.board.objects[id].controller is None:
                self.board.change(id, controller=OTHER[side])
        self.side = side

    def _dangling(self) -> bool:
        """ "can he block it with a 2/2?" with nothing before that "it" could be: no creature is made up for it."""
        for clause in self.talk.clauses:
            blocked = clause.subject if clause.passive else clause.object
            roles = [id(m) for m in clause.roles()]
            for m in blocked if clause.frame == "block" else []:
                if m.head != "pronoun" or m.text not in {"it", "that"} or m.start in self.board.of_mention:
                    continue
                if not any(o.is_object and o.start < m.start and id(o) not in roles for o in self.talk.mentions):
                    return True
        return False

    def _death_asked(self) -> bool:
        """ "…, sabertooth dead?": a death that is asked about has not happened, and no block is asked about then."""
        last = next((c for c in reversed(self.talk.clauses) if c.frame != "have"), None)
        if last is None or last.frame not in {"die", "survive"} or last.conditional:
            return False
        asked = [i for i in range(last.verb, len(self.talk.words)) if self.talk.words[i].kind != "mark"]
        return self.talk.lowers[-1] == "?" and asked == [last.verb]

    def _side_of_attackers(self) -> str | None:
        """Whose the attackers were told to be, if that is one player who doesn't block: that player is active (CR 508.1a)."""
        if any(e.kind == "control" for e in self.events):
            return None
        attacking = {c for i in self.attackers if (c := self.board.objects[i].controller) in OTHER}
        blocking = {c for i in self.blockers if (c := self.board.objects[i].controller) in OTHER}
        return attacking.pop() if len(attacking) == 1 and not attacking & blocking else None

    def _not_had_before(self) -> None:
        """ "…, then my 2/2 gains menace": what an event gives a creature it doesn't have from the start, unless it was told apart."""
        for event in (e for e in self.events if e.kind == "gain"):
            for id in event.subject:
                own = [m for m in self.talk.mentions if self.board.of_mention.get(m.start) == id]
                told = {term for m in own for term in m.keywords if term not in m.told}
                thing = self.board.objects[id]
                kept = tuple(a for a in thing.abilities if a not in event.abilities or getattr(a, "name", "") in told)
                if kept != thing.abilities:
                    self.board.change(id, abilities=kept)

    def _whole_blocks(self) -> list[Event]:
        """The events, those of whom something is told after the block among the blockers again ("two 2/2s block, i kill one of them")."""
        declared = {i for e in self.events if e.kind == "block" for i in e.subject}
        events: list[Event] = []
        for event in self.events:
            parts = [p for i in event.subject for p in self.board.taken_out.get(i, ())] if event.kind == "block" else []
            more = tuple(p for p in parts if p not in declared and self.board.objects[p].blocking)
            n = event.n and event.n + sum(self.board.objects[p].count or 1 for p in more)
            events.append(msgspec.structs.replace(event, subject=(*event.subject, *more), n=n))
        return events

    def _declared(self) -> list[Event]:
        known = {i for e in self.events if e.kind == "attack" for i in e.subject}
        new = tuple(i for i in self.attackers if i not in known)
        return [Event("attack", new, self.attacked)] if new else []


_STEP_OF: dict[str, Step] = {"attack": "declare_attackers", "block": "declare_blockers", "no_block": "declare_blockers"}


def _order(event: Event) -> tuple[int, int]:
    step = event.at or _STEP_OF.get(event.kind)
    place = STEPS.index(step) if step else STEPS.index("declare_attackers") if event.kind != "attack" else 0
    if event.at is None and event.kind not in _STEP_OF:
        return place - 1, 1
    return place, 1 if event.after or event.kind not in _STEP_OF else 0
