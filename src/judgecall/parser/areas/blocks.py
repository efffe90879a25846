"""Questions about blocks: may this block that, must it, how many, who chooses, is it blocked, is the declaration legal."""

from __future__ import annotations

from typing import Literal

import msgspec

from judgecall.parser.areas.block_counts import PLENTY
from judgecall.parser.areas.block_states import BlockStates
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.terms import ability
from judgecall.scenario.model import GameObject, Query

QUANTITIES = frozenset({"all", "any", "anything", "everything", "some", "rest", "most", "full"})
"""Words that make "does … get through" a question about damage, and not about a creature."""
_OF_DAMAGE = frozenset({"deal", "take", "kill", "lose", "assign"})
"""What an unblocked creature does is asked by these, and not whether it is unblocked."""


class BlockAsker(BlockStates):
    """Finds what a question asks about blocks, for the combat that a CombatReader has built."""

    def ask_block(self, clause: Clause, blockers: tuple[str, ...], attackers: tuple[str, ...]) -> None:
        if (
            clause.wh == "how_many"
            and clause.modal == "must"
            and any(self.talk.lowers[i].startswith("need") for i in range(clause.start, clause.verb))
        ):
            # "how many does he need to block it" is the fewest that can, not how many have to.
            enough = GameObject(
                "creatures", said="creatures", types=("creature",), controller=self.r.block_owner, count=PLENTY
            )
            blockers = (*self.r.creatures_of(self.r.block_owner), self.r.board.create(enough))
            self.r.queries.append(Query("how_many_block", blockers, attackers, bound="at_least"))
        elif (clause.wh == "how_many" or clause.bound) and self.counts_attackers(clause, blockers, attackers):
            self.r.unplaced = True
        elif clause.wh == "how_many" or clause.bound:
            bound: Literal["exactly", "at_most", "at_least"] = (
                "at_least"
                if clause.bound == "least"
                else "at_most"
                if clause.modal == "can" or clause.bound == "most"
                else "exactly"
            )
            self.r.queries.append(Query("how_many_block", blockers, attackers, bound=bound))
        elif clause.wh == "who":
            if not clause.modal:  # "who can block it?" asks for creatures
                self.r.queries.append(Query("who_chooses_blocks", blockers, attackers))
        elif self.which_attackers(clause):
            self.ask_each_attacker()
        elif clause.wh == "which" and clause.modal == "can" and (listed := self.listed_blockers(clause)):
            self.r.queries += [Query("can_block", (id,), attackers) for id in listed]
        elif (
            clause.wh == "which"
            and (not blockers or self.any_of_theirs(clause))
            and clause.modal == "can"
            and (clause.object or clause.passive or not any(m.head == "player" for m in clause.subject))
            and self.r.creatures_of(self.r.block_owner)
        ):
            told = [i for i in self.r.creatures_of(self.r.block_owner) if self.r.board.objects[i].count is not None]
            self.r.queries += [Query("can_block", (id,), attackers) for id in told]
            self.r.used |= {
                i + 1
                for i in range(clause.start, clause.verb)
                if self.talk.words[i].is_("which") and self.talk.lowers[i + 1] in {"one", "ones"}
            }
        elif clause.wh == "which" and any(m.head == "player" for m in clause.subject) and not clause.passive:
            self.r.unplaced = True  # of which group one is wanted, isn't plain
        elif clause.frame == "no_block" or (
            clause.negated and clause.modal == "can" and not self.denies_ability(clause)
        ):
            self.r.queries.append(Query("may_not_block", blockers, attackers))
        elif clause.modal == "must" and not attackers and self._may_be_forced(clause):
            self.r.unplaced = True  # "can it be forced to block": by what, isn't told
        elif clause.modal == "must":
            self.r.queries.append(Query("must_block", blockers, attackers))
        elif clause.passive and self._standing(clause):
            self.r.queries.append(Query("is_blocked", attackers))
        elif clause.passive and not blockers:
            self.r.queries.append(Query("can_be_blocked", attackers, tuple(self.r.blockers)))
        elif (blockers and attackers) or blockers or attackers:
            attackers = self._each(attackers, clause)
            before = self.talk.lowers[max(0, clause.verb - 8) : clause.verb]
            if len(blockers) > 1 and attackers and ("either" in before or "any" in before):
                self.r.used |= {
                    i for i in range(max(0, clause.verb - 8), clause.verb) if self.talk.lowers[i] in {"either", "any"}
                }
                self.r.queries.append(Query("can_be_blocked", attackers, blockers))
                return
            if not blockers and not self.r.blocks and not self.r.blockers:
                known = self.r.idle(attackers)
                blockers = known if len(known) == 1 else ()
            if self._shared_out(clause, blockers, attackers):
                self.r.queries.append(Query("can_be_blocked", attackers, blockers))
            elif self.r.blocks or len(blockers) > 1 or any((self.r.board.objects[b].count or 1) > 1 for b in blockers):
                self.r.declare(blockers or tuple(self.r.blockers) or (self.r.some_blocker(),), attackers)
                self.r.queries.append(Query("block_legal", blockers, attackers))
            else:
                attackers = attackers or (self.r.some_attacker(),)
                known = () if blockers else self.r.idle(attackers)
                if len(known) > 1:
                    self.r.queries.append(Query("can_be_blocked", attackers, known))
                    return
                blockers = blockers or known or (self.r.some_blocker(),)
                self.r.queries.append(Query("can_block", blockers, attackers))
        else:
            self.r.queries.append(Query("can_block", (self.r.some_blocker(),), (self.r.some_attacker(),)))

    def _shared_out(self, clause: Clause, blockers: tuple[str, ...], attackers: tuple[str, ...]) -> bool:
        """ "can my two 1/1s block both": each attacker by some of them, not each of them by all."""
        many = [sum(self.r.board.objects[id].count or 2 for id in ids) > 1 for ids in (blockers, attackers)]
        each = any(m.article == "each" or m.text.startswith("each") for m in clause.subject)
        return all(many) and clause.modal == "can" and not clause.negated and not each and not self.r.blocks

    def _may_be_forced(self, clause: Clause) -> bool:
        """ "can it be forced to block": whether anything could make it."""
        words = self.talk.words[max(0, clause.start - 6) : clause.verb]
        return any(w.is_("modal_can") for w in words) and any("forced" in w.lower or w.lower == "made" for w in words)

    def denies_ability(self, clause: Clause) -> bool:
        """ "Goblin Spy can't block?", "can't he block": about being able to, where "can he just not block" is about a choice."""
        for i in range(clause.start, clause.verb):
            if self.talk.words[i].is_("modal_can"):
                return i + 1 < clause.verb and self.talk.words[i + 1].is_("negation") and not self._chooses(i)
        return False

    def _chooses(self, i: int) -> bool:
        """ "can not block", with who does it told before "can" or nowhere, in two words and as a question: "can I not block"."""
        if self.talk.lowers[i].endswith(" to"):
            return True  # "is it possible to not block"
        return self.talk.words[i].text.lower() == "can" and self.talk.words[i].end + 1 == self.talk.words[i + 1].start

    def _each(self, attackers: tuple[str, ...], clause: Clause) -> tuple[str, ...]:
        """ "block two attackers", "block both": each of a group by itself, since one creature is to block them all."""
        words = self.talk.lowers[clause.verb : clause.end + 1]
        counted = any(m.count and m.count > 1 for m in clause.object) or "both" in words or "all" in words
        if not counted or clause.passive:
            return attackers
        found: list[str] = []
        for id in attackers:
            for _ in range(min((self.r.board.objects[id].count or 1), PLENTY) - 1):
                found.append(self.r.board.split(id, 1))
            found.append(id)
        self.r.attackers += [i for i in found if i not in self.r.attackers]
        for id in found:
            self.r.board.change(id, attacking=True)
        return tuple(found)

    def _standing(self, clause: Clause) -> bool:
        """ "is it still blocked?": about the combat as it stands, not about whether it may be."""
        i = clause.verb
        lead = self.talk.lowers[max(0, i - 4) : i]
        declared = bool(self.r.blocks) or any(e.kind == "block" or e.at == "declare_blockers" for e in self.r.events)
        return clause.modal == "" and declared and bool({"is", "still", "now"} & set(lead))

    def asks_status(self, clause: Clause) -> bool:
        """ "does my guy become unblocked", "does he get through", "does it count as unblocked"."""
        if not (clause.question or self.r.last_asks(clause)):
            return False
        words = [self.talk.words[i] for i in range(clause.start, clause.end)]
        word = next((w.lower for w in words if w.lower in {"unblocked", "blocked", "blockable", "unblockable"}), "")
        through = (
            "trample_over" in clause.frames
            and clause.wh == ""
            and clause.frame == "trample_over"
            and not any(w.is_("noun", "damage", "excess") or w.lower in QUANTITIES for w in words)
            and not clause.bound
            and not clause.modal
        )
        if (not word and not through) or clause.wh in {"how_much", "how_many"} or clause.frame in _OF_DAMAGE:
            return False  # "my unblocked 4/4 …, how much does he take" is about damage
        things = self.r.board.ids(self.r.things(clause), avoid=tuple(self.r.blockers)) or tuple(self.r.attackers[:1])
        if not things:
            return False
        if through and not self.r.blocks and all(e.kind == "attack" for e in self.r.events) and not self.r.refused:
            return False  # nobody has said yet whether it is blocked: that is the defending player's choice
        self.r.use(clause, *clause.subject)
        self.r.use_where(lambda w: w.lower in {"unblocked", "blocked", "become", "becomes"} or w.is_("still"))
        if word in {"unblockable", "blockable"} and not self.r.blocks:
            self.r.queries.append(Query("can_be_blocked", things, inverse=word == "unblockable"))
            return True
        self.r.queries.append(Query("is_blocked" if word == "blocked" else "is_unblocked", things))
        return True

    def ask_choice(self, clause: Clause) -> None:
        """ "who decides which blocks which", "may I pick which one the bear takes"."""
        if not set(clause.frames) & {"choose"}:
            return
        players = [m.player for m in clause.subject if m.head == "player" and m.player in {"you", "opp", "defender"}]
        own = [m for m in clause.subject if m.is_object and m.owner in {"you", "opp"} and m.count in {None, 1}]
        if not players and len(own) == 1 and clause.modal == "can":
            # "is my bear free to choose": who controls it does.
            self.r.objects(own, "blocker", tuple(self.r.attackers))
            players = [own[0].owner or ""]
        if clause.modal == "must" and clause.wh != "who":
            self.r.unplaced = True  # "do I have to pick one"
            return
        who = None
        if clause.wh != "who" and players and (clause.question or clause.modal):
            who = self.r.defender if players[0] == "defender" else players[0]
        elif clause.wh != "who":
            return
        self.r.use(clause, *clause.roles())
        for i in range(clause.verb, self._end_of_choice(clause)):
            word = self.talk.words[i]
            if word.is_("which") or word.is_("verb", "block", "take") or word.kind == "number":
                self.r.used.add(i)
            if word.is_("subtype") and self.talk.words[i - 1].is_("which"):
                self.r.used.add(i)  # "which blocks which elf"
        attackers = self._chosen_for(clause, len(self.talk.words))
        self.r.queries.append(Query("who_chooses_blocks", tuple(self.r.blockers), attackers, who=who))

    def _chosen_for(self, clause: Clause, end: int) -> tuple[str, ...]:
        """ "who chooses which creature blocks my must-be-blocked guy": the attacker that it is about."""
        behind = [m for m in self.talk.mentions if clause.verb < m.start < end and m.is_object]
        told = [m for m in behind if m.keywords or m.cards or m.power is not None]
        if self.r.attackers or len(told) != 1 or told[0].start not in self.r.in_clause:
            return ()  # all of them, with the parts of groups that are told of later
        after = next((c for c in self.talk.clauses if c.frame == "block" and any(m is told[0] for m in c.object)), None)
        return self.r.objects(told, "attacker") if after is not None else ()

    def _end_of_choice(self, clause: Clause) -> int:
        """ "who decides which of his guys blocks which elf": the verb behind it is part of what is chosen."""
        after = next((c for c in self.talk.clauses if c.verb > clause.verb and c.sentence == clause.sentence), None)
        end = after.end if after is not None and after.frame == "block" and clause.wh == "who" else clause.end + 1
        return min(end, len(self.talk.words))

    def more_of_the_same(self) -> None:
        """ "… blocked by a 2/3? by a 4/4 too?": the same question with another creature."""
        first = self.r.queries[-1] if self.r.queries else None
        by = [
            m
            for m in self.talk.mentions
            if (m.start and self.talk.lowers[m.start - 1] in {"by", "or"} and self._sentence_is_short(m))
            or self._is_all_that_is_asked(m)
        ]
        if first is None:
            last = self.talk.clauses[-1] if self.talk.clauses else None
            if last is None or last.frame != "block" or not last.passive or len(self.r.blocks) != 1 or not by:
                return
            blockers, attackers = self.r.blocks.pop()
            self.r.events = [e for e in self.r.events if e.kind != "block"]
            first = Query("can_block", blockers, attackers)
            self.r.queries.append(first)
        alone = first.kind == "block_legal" and len(self.r.blocks) == 1 and len(first.subject) == len(first.target) == 1
        if alone and any(self._is_all_that_is_asked(m) for m in by):
            # "… wants to chump with a 1/1. legal? what about a 3/3?": each may block by itself.
            self.r.blocks.pop()
            self.r.events = [e for e in self.r.events if e.kind != "block"]
            first = self.r.queries[-1] = msgspec.structs.replace(first, kind="can_block")
        if first.kind != "can_block":
            return
        for m in by:
            id = self.r.board.get(m, owner=self.r.block_owner, role="blocker")
            if id is not None and not any(id in q.subject for q in self.r.queries):
                self.r.used |= set(range(m.start, m.end))
                led = self.talk.words[m.start - 1]
                self.r.used |= {m.start - 1} if led.lower in {"by", "or"} or led.is_("modal_can") else set()
                self.r.queries.append(msgspec.structs.replace(first, subject=(id,)))

    def _is_all_that_is_asked(self, mention: Mention) -> bool:
        """ "can a white 2/2 block it? what about a blue one?": nothing but another creature and a question mark."""
        again = mention.article == "the" and mention.start > 0 and self.talk.words[mention.start - 1].is_("modal_can")
        ours = mention.owner == self.r.block_owner and mention.count in {None, 1} and not mention.plural
        told = mention.article in {"a", "an", "another"} and not mention.owner
        if not (told or again or ours) or not mention.described:
            return False
        if self.talk.lowers[mention.end : mention.end + 1] != ["?"] or "?" not in self.talk.lowers[: mention.start]:
            return False
        i = mention.start
        while i > 0 and self.talk.words[i - 1].kind != "mark":
            i -= 1
        lead = self.talk.words[i : mention.start]
        plain = all((w.is_("filler") or w.is_("modal_can")) and not w.is_("negation") for w in lead)
        return self.talk.lowers[i - 1] in {"?", ","} and plain

    def _sentence_is_short(self, mention: Mention) -> bool:
        sentence = self.talk.words[mention.start].sentence
        return (
            not any(c.sentence == sentence for c in self.talk.clauses)
            and mention.start - 2 < sum(1 for w in self.talk.words if w.sentence < sentence) + 1
        )

    def asks_effect(self, clause: Clause) -> None:
        """ "does lure make tapped creatures block": what a keyword on an attacker requires of a blocker."""
        term = next(
            (
                s.value
                for w in self.talk.words[max(0, clause.start - 4) : clause.verb]
                for s in w.senses
                if s.kind == "keyword"
            ),
            None,
        )
        if not clause.caused or term not in {"lure", "must be blocked"} or self.r.attackers:
            return
        blockers = self.r.objects([m for m in clause.subject if m.head != "player"], "blocker")
        if not blockers:
            return
        attacker = GameObject(
            "attacker", said="creature", types=("creature",), abilities=(ability(term),), attacking=True
        )
        id = self.r.board.create(attacker)
        self.r.attackers.append(id)
        self.r.use(clause, *clause.subject)
        self.r.use_where(lambda w: w.is_("keyword", term) or w.is_("verb", "produce", "force"))
        self.r.queries.append(Query("must_block", blockers, (id,)))

    def tails(self) -> None:
        """ "… legal?", "block still good?", "who dies?", "max damage to the dome?" with no verb of their own."""
        if self.r.queries or self._asks_must_be_blocked() or self._asks_adjective() or self.asks_capacity():
            return
        self._on_each_other()
        self.r.versus()
        legal = [i for i, w in enumerate(self.talk.words) if w.is_("legal") or w.lower in {"illegal", "unlawful"}]
        if self._asks_legal_blocker(legal):
            return
        asked = any(w.lower == "?" for w in self.talk.words) or bool(legal)
        if (self.talk.has("most") or self.talk.has("least")) and (
            self.talk.has("noun", "blocker") or self.talk.has("verb", "block")
        ):
            self.r.queries.append(Query("how_many_block", tuple(self.r.blockers), tuple(self.r.attackers),
                                      bound="at_most" if self.talk.has("most") else "at_least"))  # fmt: skip
            self.r.use_where(
                lambda w: (
                    w.is_("most")
                    or w.is_("least")
                    or w.is_("noun", "blocker")
                    or w.lower in {"number of", "number", "on"}
                )
            )
            for m in self.talk.mentions:
                if self.r.board.of_mention.get(m.start) in self.r.attackers or m.head == "blocker":
                    self.r.used |= set(range(m.start, m.end))
            return
        if not asked:
            return
        if self._asks_if_still("blocked") or self._block_still_stands():
            self.r.queries.append(Query("is_blocked", tuple(self.r.attackers[:1])))
        elif any(w.is_("keyword", "unblockable") and self.r.in_question(i) for i, w in enumerate(self.talk.words)):
            self.r.use_where(lambda w: w.is_("keyword", "unblockable"))
            self.r.queries.append(Query("can_be_blocked", tuple(self.r.attackers[:1]), inverse=True))
        elif self._asks_if_still("unblocked") or self.talk.says("gets through"):
            self.r.queries.append(Query("is_unblocked", tuple(self.r.attackers[:1])))
        elif self.r.refused is not None and legal:
            self.r.used |= set(legal)
            self.r.queries.append(Query("may_not_block", *self.r.refused))
        elif self.r.blocks and (legal or self._block_is_last()):
            self.r.used |= set(legal)
            self.r.queries.append(Query("block_legal", *self.r.blocks[-1]))
        elif self.r.attackers and legal and not self._somebody_else(min(legal)):
            self.r.used |= set(legal)
            self.r.queries.append(Query("can_attack", tuple(self.r.attackers)))

    def _somebody_else(self, ok: int) -> bool:
        """Whether what is to be legal is about blocking, or about anything but the attack: "all four soldiers on the bear ok?"."""
        if self.talk.has("noun", "blocker") or self.talk.has("verb", "block"):
            return True
        near = [
            m for m in self.talk.mentions if m.is_object and m.end <= ok and m.sentence == self.talk.words[ok].sentence
        ]
        return any(self.r.board.of_mention.get(m.start) not in self.r.attackers for m in near if not m.cards)

    def _asks_legal_blocker(self, legal: list[int]) -> bool:
        """ "is my Savannah Lions a legal blocker?", "would a 3/3 be a legal block"."""
        for i in legal:
            after = self.talk.words[i + 1] if i + 1 < len(self.talk.words) else None
            if after is None or not (after.is_("noun", "blocker") or after.is_("verb", "block")):
                continue
            about = [
                m for m in self.talk.mentions
                if m.end <= i and m.sentence == self.talk.words[i].sentence and m.is_object and m.head != "blocker"
            ]  # fmt: skip
            led = bool(about) and self.talk.lowers[about[-1].start - 1] in {"is", "would", "are", "be"}
            if not led or not self.r.attackers or i - about[-1].end > 3:
                return False
            blockers = self.r.objects([about[-1]], "blocker", tuple(self.r.attackers))
            if not blockers:
                return False
            if about[-1].owner in {"you", "opp"}:
                self.r.side = "opp" if about[-1].owner == "you" else "you"
                for id in self.r.attackers:
                    self.r.board.change(id, controller=self.r.side)
            self.r.used |= {i, i + 1}
            self.r.queries.append(Query("can_block", blockers, tuple(self.r.attackers)))
            return True
        return False

    def _on_each_other(self) -> None:
        """ "two 1/1 tokens on a menace 5/5, legal block?": blockers on an attacker, without a verb."""
        if self.r.blocks or any(c.frame in {"block", "attack"} and c.subject for c in self.talk.clauses):
            return
        for first, second in zip(self.talk.mentions, self.talk.mentions[1:], strict=False):
            gap = self.talk.lowers[first.end : second.start]
            if (
                gap == ["on"]
                and first.head in {"creature", "token", "card"}
                and second.head in {"creature", "token", "card"}
                and self.talk.says("block", "blocks", "legal block")
            ):
                self.r.side = self.r.side or "you"
                attackers = self.r.objects([second], "attacker")
                blockers = self.r.objects([first], "blocker", attackers)
                if attackers and blockers:
                    self.r.use_where(lambda w: w.is_("verb", "block"))
                    self.r.declare(blockers, attackers)
                    return

    def _says_nothing(self, sentence: int) -> bool:
        """Whether a sentence only asks ("ok?", "right?"), and for nothing that has a word of its own ("my life after?")."""
        return all(
            w.kind == "mark" or w.is_("filler") or w.is_("legal") or w.is_("whether")
            for w in self.talk.words
            if w.sentence == sentence
        )

    def _block_is_last(self) -> bool:
        """The block itself is the question: "1/1 skulk blocked by a 1/1?"."""
        last = max((i for i, w in enumerate(self.talk.words) if w.lower == "?"), default=None)
        if not self.talk.clauses:
            return False
        clause = self.talk.clauses[-1]
        return (
            last is not None
            and (
                self.talk.words[last].sentence == clause.sentence or self._says_nothing(self.talk.words[last].sentence)
            )
            and clause.frame == "block"
            and not any(self.talk.lowers[i] == "," for i in range(clause.verb, last))
        )
