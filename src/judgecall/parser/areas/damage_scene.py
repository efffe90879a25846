"""The combat as a question about damage tells it: who is unblocked, whose a pronoun is, blocks with no verb of their own."""

from __future__ import annotations

from judgecall.cards.abilities import Damage, Grant, ModifyPT, Move, Regenerate, SpellAbility
from judgecall.parser.areas.combat_sides import OTHER
from judgecall.parser.areas.damage_unblocked import Unblocked
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Event

_THROWN = frozenset({"threw", "throws", "throw", "put", "puts", "jumped", "jumps", "stepped", "steps", "chucked", "chucks", "tossed", "stuck",
                     "placed", "sent", "moved", "slid"})  # fmt: skip

_TOGETHER = (["next", "to"], ["together", "with"], ["along", "with"], ["side by side", "with"])


class Scene(Unblocked):
    """Completes the combat that the clauses tell."""

    def before_clauses(self) -> None:
        """Attackers that are called unblocked, wherever the word stands."""
        self._in_front_of()
        self._blocker_is()
        self._split_subjects()
        self._effect_blocks()
        self._spells_on()
        for mention in [m for m in self.talk.mentions if m.role == "attacking" and m.is_object]:
            self.r.objects([mention], "attacker")  # "two attackers, a 3/3 and a 2/2"

    def descriptions(self) -> None:
        """ "a 3/3 trampler blocked by a 2/2 deal …", "attacks and is chump blocked by …": a block told, within what is asked."""
        for clause in self.talk.clauses:
            bare = (
                clause.frame == "block"
                and not clause.passive
                and not (clause.object or clause.by or clause.with_ or clause.on)
            )
            if bare and clause.form == "ed" and "unblocked" in self.talk.lowers[: clause.verb]:
                clause.passive = True  # "two unblocked and one 2/2 blocked"
            if clause.frame == "block" and clause.passive and clause.question and self._goes_on(clause):
                clause.question = False
            if (
                clause.frame != "block"
                or not clause.passive
                or not (clause.by or clause.with_)
                or not (clause.question or clause.modal)
            ):
                continue
            later = [c for c in self.talk.clauses if c.verb > clause.verb]
            aux = [w for w in self.talk.lowers[clause.start : clause.verb] if w in {"be", "get"}]
            same = next((c for c in later if c.sentence == clause.sentence), None)
            if clause.modal and not aux and same is not None and same.form == "base":
                same.modal, same.question = same.modal or clause.modal, True
                same.subject = same.subject or list(clause.subject)
                clause.modal, clause.question = "", False
            elif (
                not clause.modal
                and not clause.wh
                and self.talk.lowers[clause.start - 1 : clause.start]
                and (
                    "and" in self.talk.lowers[max(0, clause.start - 1) : clause.verb]
                    or (
                        clause.form == "ed"
                        and later
                        and "is" in self.talk.lowers[clause.start : clause.verb]
                        and self.talk.lowers[clause.start] not in {"is", "are"}
                    )
                )
            ):
                clause.question = False

    def _goes_on(self, clause: Clause) -> bool:
        """ "attacks and isn't blocked.": told on, with the subject of the verb before it."""
        lead = [w for w in self.talk.lowers[clause.start : clause.verb] if w not in {"also", "then"}]
        while lead and lead[0] not in {"and", "but"}:
            lead.pop(0)
        stop = next((w.lower for w in self.talk.words[clause.verb :] if w.lower in {".", ",", ";", "?"}), "")
        return lead[1:2] in (["is"], ["are"], ["was"], ["were"]) and stop != "?"

    def own_blocker(self, clause: Clause) -> None:
        """ "he has a 1/1 …, blocks my 4/4", "I regenerate my 2/2 and block a 5/5": the player's creature just spoken of blocks."""
        players = [m.player for m in clause.subject if m.head == "player" and m.player in OTHER]
        if (
            len(players) != 1
            or len(clause.subject) != 1
            or clause.passive
            or clause.with_
            or clause.negated
            or not clause.object
        ):
            return
        if clause.question or clause.modal or clause.frame != "block":
            return
        mine = [
            m for m in self.talk.mentions
            if m.is_object and m.end <= clause.verb and m.sentence == clause.sentence and m.owner == players[0] and m.head in {"creature", "card", "token"}
            and not self.r.told.is_spell(m)
        ]  # fmt: skip
        if len(mine) == 1:
            clause.subject = [mine[0]]
            self.r.side = self.r.side or OTHER[players[0]]

    def no_blocks(self, clause: Clause) -> bool:
        """ "no blocks", "he doesn't block": nothing is blocked, whoever is named before it."""
        told = clause.frame == "no_block" or (
            clause.negated and not clause.passive and not clause.modal and not [m for m in clause.object if m.is_object]
        )
        if not told or clause.question or clause.modal or clause.with_:
            return False
        self.r.use(clause, *[m for m in clause.subject if m.head == "player" and m.start >= clause.start])
        self.r.events.append(Event("no_block"))
        return True

    def whose(self, clause: Clause) -> None:
        """ "he sacrifices it": his own; "I Lightning Bolt it": the opponent's; "I Giant Growth it": my own."""
        actor = next((m.player for m in clause.subject if m.head == "player" and m.player in OTHER), None)
        if actor is None or clause.passive:
            return
        whose = self._kind_of(clause)
        if not whose:
            return
        for m in (*clause.object, *clause.on):
            if m.head == "pronoun" and m.owner is None:
                m.owner = actor if whose == "own" else OTHER[actor]

    def _kind_of(self, clause: Clause) -> str:
        if clause.frame in {"sacrifice", "pump", "regenerate"}:
            return "own"
        if clause.frame in {"kill", "exile", "deal", "shrink"}:
            return "other"
        word = self.talk.words[clause.verb]
        names = word.cards or next((m.cards for m in clause.roles() if m.cards), ())
        card = self.talk.cards.get(names[0]) if names else None
        if (
            card is None
            or clause.frame not in {"spell", "cast", "activate", "put"}
            or not {"instant", "sorcery"} & set(card.faces[0].types)
        ):
            return ""
        effects = [e for a in card.faces[0].abilities if isinstance(a, SpellAbility) for e in a.effects]
        if any(isinstance(e, Damage | Move) for e in effects):
            return "other"
        if any(
            (isinstance(e, ModifyPT) and e.power.base >= 0 and e.toughness.base >= 0)
            or isinstance(e, Grant | Regenerate)
            for e in effects
        ):
            return "own"
        return "other" if any(isinstance(e, ModifyPT) for e in effects) else ""

    def _split_subjects(self) -> None:
        """ "… with a 3/3 and a 2/2 can I kill both": the list belongs to the verb before it."""
        for previous, clause in zip(self.talk.clauses, self.talk.clauses[1:], strict=False):
            things = [m for m in clause.subject if m.head != "player"]
            player = next((m for m in clause.subject if m.head == "player"), None)
            if player is None or not things or things[-1].end > player.start or previous.sentence != clause.sentence:
                continue
            between = self.talk.words[things[-1].end : player.start]
            if not any(w.is_("modal_can") or w.is_("whether") for w in between) or previous.verb > things[0].start:
                continue
            roles = previous.with_ or previous.by or previous.object
            if roles and set(self.talk.lowers[roles[-1].end : things[0].start]) <= {"and", ",", "plus"}:
                roles += [m for m in things if m.start >= roles[-1].end]
                clause.subject = [m for m in clause.subject if m not in things]

    def _effect_blocks(self) -> None:
        """ "becomes blocked with zero actual blockers": blocked by an effect, with nothing that blocks it."""
        i = self.talk.where("becomes blocked", "become blocked", "becomes", "became blocked")
        if i is None or (
            not any(w in {"blocked"} for w in self.talk.lowers[i : i + 3]) and "blocked" not in self.talk.lowers[i]
        ):
            return
        nobody = self.talk.where("zero", "no", "without", "nothing", "nobody")
        blocker = next((j for j in range(len(self.talk.words)) if self.talk.words[j].is_("noun", "blocker")), None)
        named = self._last_creature(i)
        if nobody is None or blocker is None or named is None:
            return
        self.r.side = self.r.side or named.owner or "you"
        ids = self.r.objects([named], "attacker")
        self.r.used |= {i, i + 1, nobody, blocker, *range(nobody, blocker + 1)}
        for clause in [c for c in self.talk.clauses if i <= c.verb <= blocker and c.frame in {"block", "no_block"}]:
            self.talk.clauses.remove(clause)
        for m in [m for m in self.talk.mentions if m.head == "blocker" and nobody <= m.start <= blocker]:
            self.talk.mentions.remove(m)
        self.r.events.append(Event("becomes_blocked", ids, at="declare_blockers", after=True))

    def _spells_on(self) -> None:
        """ "Survive the Night on my 2/1": a spell on a creature, with no verb."""
        for first, second in zip(self.talk.mentions, self.talk.mentions[1:], strict=False):
            card = self.talk.card(first)
            if (
                card is None
                or not {"instant", "sorcery"} & set(card.faces[0].types)
                or not self._cast_at(first, second)
            ):
                continue
            if any(first in c.roles() for c in self.talk.clauses if c.frame in {"cast", "put", "activate", "enchant"}):
                continue
            clause = Clause(
                "cast",
                first.start,
                first.start,
                second.end,
                object=[first],
                on=[second],
                frames=("cast",),
                sentence=first.sentence,
            )
            events = self.r.happenings.spell_on(clause)
            if not events:
                spell = self.r.board.get(first, owner="you")
                target = self.r.board.get(second, avoid=(spell,) if spell else ())
                if spell is None or target is None:
                    continue
                self.r.board.change(spell, zone="stack")
                events = [Event("cast", (spell,), (target,))]
            else:
                events = self.r.told_events.sourced(clause, events)
            if events:
                self.r.used |= set(range(first.start, second.end))
                self.r.events += events
                for other in self.talk.clauses:
                    if any(m is first for m in other.subject):
                        other.subject = [second if m is first else m for m in other.subject]

    def _cast_at(self, spell: Mention, target: Mention) -> bool:
        """ "Shock on a 2/2"; "flame spill, 2/2 with 1 damage marked", where the sentence has no verb at all."""
        gap = self.talk.lowers[spell.end : target.start]
        verbs = any(c.sentence == spell.sentence for c in self.talk.clauses)
        return gap in (["on"], ["targeting"], ["into"]) or (gap == [","] and not verbs and target.power is not None)

    def after_clauses(self) -> None:
        """Roles that no verb gave: "blocker got sacced, my 6/6 has no trample": the blocker blocked the one attacker there is."""
        if self.r.blocks or any(e.kind in {"block", "becomes_blocked", "fight"} for e in self.r.events):
            return
        spoken = [i for i, thing in self.r.board.objects.items() if "blocker" in thing.said.split() or thing.blocking]
        blockers = tuple(i for i in dict.fromkeys([*self.r.blockers, *spoken]) if i not in self.r.attackers)
        others = [i for i, thing in self.r.board.objects.items() if i not in blockers and self.r.creature_like(thing)]
        attackers = tuple(self.r.attackers) or (tuple(others) if len(others) == 1 else ())
        if (
            not blockers
            and not self.r.attackers
            and len(others) == 1
            and any(e.kind == "no_block" for e in self.r.events)
        ):
            self.r.attackers += others  # "4/4 double striker, no blocks": who else would attack
        dealing = {i for q in self.r.queries if q.kind == "deals_damage" for i in q.subject}
        if len(blockers) == 1 and set(blockers) == dealing and not attackers and not others:
            attackers = (self.r.some_attacker(),)  # "my blocker got tapped, does it still deal damage"
        if blockers and len(attackers) == 1:
            if attackers[0] not in self.r.attackers:
                self.r.attackers.append(attackers[0])
            self.r.blockers += [i for i in blockers if i not in self.r.blockers]
            self.r.declare(blockers, attackers)

    def complete_attack(self, clause: Clause) -> None:
        """ "Thrasta has trample, attacking a walker": who attacks stands before a comma."""
        clause.object = [m for m in clause.object if m.text not in {"that", "which"}]
        colon = next(
            (i for i in range(clause.verb, len(self.talk.words)) if self.talk.lowers[i] in {":", "?", "."}), None
        )
        if colon is not None and self.talk.lowers[colon] == ":" and not clause.question:
            clause.with_ += self.r.told.listed_from(colon + 1)  # "I swing with everything: a 2/2 and a 3/3"
            clause.other.pop("with", None)
        for m in [m for role in (clause.object, *clause.other.values()) for m in role if m.is_object]:
            lead = self.talk.lowers[max(0, m.start - 2) : m.start]
            if clause.subject and (lead[-1:] in (["alongside"], ["beside"]) or lead in _TOGETHER):
                clause.subject.append(m)
                clause.object = [o for o in clause.object if o is not m]
        if clause.subject or clause.with_ or clause.form != "ing" or clause.question:
            return
        named = next((m for m in reversed(self.talk.mentions) if m.end <= clause.verb and m.sentence == clause.sentence and m.is_object and not (
            self.r.is_walker(m))), None)  # fmt: skip
        if named is not None:
            clause.subject = [named]

    def _is_fighter(self, mention: Mention) -> bool:
        card = self.talk.card(mention) if mention.cards else None
        return mention.power is not None or (card is not None and "creature" in card.faces[0].types)

    def met_blockers(self, clause: Clause) -> list[Mention]:
        """ "attacks into a 2/2 blocker": what is called a blocker blocks it."""
        single = len([m for m in clause.subject if m.is_object]) == 1
        met = [m for m in (*clause.object, *clause.into) if m.head == "blocker" and m.described]
        into = "into" in self.talk.lowers[clause.verb].split()
        if into and not met and not any(c.frame == "block" for c in self.talk.clauses):
            # "my 3/3 attacks into his 4/4. does it die?": the one creature that it meets.
            met = [m for m in clause.object if m.count in {None, 1} and not m.plural and self._is_fighter(m)]
            met = met if len(met) == 1 else []
        if not single or clause.question or clause.modal or clause.conditional:
            return []
        clause.object = [m for m in clause.object if m not in met]
        clause.into = [m for m in clause.into if m not in met]
        return met

    def _in_front_of(self) -> None:
        """ "threw a chump in front of my 4/4": a block, with the verb in two pieces."""
        i = self.talk.where("in front of", "in the way of")
        if i is None:
            i = next(
                (k for k in range(len(self.talk.words) - 2) if self.talk.lowers[k : k + 3] == ["in", "front", "of"]),
                None,
            )
        if i is None:
            self._in_its_way()
            return
        width = 1 if " " in self.talk.lowers[i] else 3
        before = next((m for m in reversed(self.talk.mentions) if m.end <= i and m.is_object), None)
        after = next(
            (m for m in self.talk.mentions if m.start >= i + width and (m.is_object or m.head == "pronoun")), None
        )
        verb = next((j for j in range(i - 1, -1, -1) if self.talk.lowers[j] in _THROWN), None)
        if before is None or after is None or verb is None or before.start < verb or after.start > i + width + 1:
            return
        player = next(
            (
                m
                for m in reversed(self.talk.mentions)
                if m.head == "player" and m.end <= verb and m.sentence == before.sentence
            ),
            None,
        )
        self.r.used |= {verb, *range(i, i + width)}
        clauses = [c for c in self.talk.clauses if c.verb not in {verb, *range(i, i + width)}]
        made = Clause("block", verb, player.start if player else verb, after.end, "ed", subject=[player] if player else [], object=[after],
                      with_=[before], sentence=before.sentence, frames=("block",))  # fmt: skip
        self.talk.clauses = sorted([*clauses, made], key=lambda c: c.verb)
        self.r.in_clause = {m.start for c in self.talk.clauses for m in c.roles() if c.frame != "keyword"}

    def _blocker_is(self) -> None:
        """ "only blocker is Typhoid Rats": what the blocker is blocks, when no block is told of."""
        if any(c.frame in {"block", "no_block", "fight"} for c in self.talk.clauses):
            return
        for first, second in zip(self.talk.mentions, self.talk.mentions[1:], strict=False):
            copula = self.talk.lowers[first.end : second.start]
            if (
                first.head != "blocker"
                or copula not in (["is"], ["was"], ["are"], ["being"], [":"])
                or not second.is_object
            ):
                continue
            attacker = next((m for m in reversed(self.talk.mentions) if m.end <= first.start and m.is_object), None)
            if attacker is None or second.head in {"pronoun", "blocker"}:
                return
            self.r.used |= set(range(first.start, second.start))
            self.talk.mentions.remove(first)
            made = Clause("block", first.end, first.start, second.end, "s", object=[attacker], with_=[second],
                          sentence=second.sentence, frames=("block",))  # fmt: skip
            second.owner = second.owner or first.owner
            self.talk.clauses = sorted([*self.talk.clauses, made], key=lambda c: c.verb)
            self.r.in_clause = {m.start for c in self.talk.clauses for m in c.roles() if c.frame != "keyword"}
            return

    def _in_its_way(self) -> None:
        """ "they put two saprolings in its way": a block of the creature spoken of before."""
        lowers = self.talk.lowers
        ways = (["in", "its", "way"], ["in", "his", "way"], ["in", "the", "way"])
        i = next((k for k in range(len(lowers) - 2) if lowers[k : k + 3] in ways), None)
        if i is None:
            return
        before = next((m for m in reversed(self.talk.mentions) if m.end <= i and m.is_object), None)
        verb = next((j for j in range(i - 1, -1, -1) if lowers[j] in _THROWN), None)
        if before is None or verb is None or before.start < verb:
            return
        target = next((m for m in reversed(self.talk.mentions) if m.end <= verb and m.is_object), None)
        player = next((m for m in reversed(self.talk.mentions) if m.end <= verb and m.head == "player"), None)
        if target is None:
            return
        listed = [m for m in self.talk.mentions if verb < m.start < i and m.is_object]
        self.r.used |= {verb, i, i + 1, i + 2}
        clauses = [c for c in self.talk.clauses if c.verb != verb]
        made = Clause("block", verb, verb, i + 3, "ed", subject=[player] if player and player.end == verb else [], object=[target],
                      with_=listed, sentence=before.sentence, frames=("block",))  # fmt: skip
        self.talk.clauses = sorted([*clauses, made], key=lambda c: c.verb)
        self.r.in_clause = {m.start for c in self.talk.clauses for m in c.roles() if c.frame != "keyword"}

    def nobody_blocks(self, clause: Clause) -> bool:
        """ "nobody blocked it": no block was declared."""
        lead = self.talk.lowers[max(0, clause.verb - 2) : clause.verb]
        after = self.talk.lowers[clause.verb + 1 : clause.verb + 2]
        if (
            clause.question
            or clause.passive
            or not {"nobody", "nothing", "noone", "no one", "none", "neither"} & {*lead, *after}
        ):
            return False
        self.r.use(clause)
        self.r.objects([m for m in clause.object if m.head != "player"], "attacker")
        self.r.events.append(Event("no_block"))
        return True

    def lacks(self, clause: Clause) -> bool:
        """ "it doesn't have first strike", "nobody has first strike": what it is said not to have."""
        terms = self._terms(clause)
        lead = set(self.talk.lowers[clause.start : clause.verb])
        if not terms or clause.question or not (clause.negated or lead & {"nobody", "nothing"}):
            return False
        ids = self.r.board.ids([m for m in clause.subject if m.head != "player"])
        who = next((m.player for m in clause.subject if m.head == "player" and m.player in OTHER), None)
        ids = ids or (self.r.side_of(who) if who is not None else ())  # "I don't have trample"
        if not ids and not lead & {"nobody", "nothing"}:
            return False
        for id in ids:
            thing = self.r.board.objects[id]
            self.r.board.change(id, without=(*thing.without, *(t for _, t in terms)))
        self.r.use(clause, *clause.subject)
        self.r.used |= {i for i, _ in terms}
        return True

    def _terms(self, clause: Clause) -> list[tuple[int, str]]:
        found = []
        for i in range(clause.verb + 1, clause.end):
            mention = self.talk.inside(i)
            if (
                mention is not None
                and mention.head not in {"pronoun"}
                and mention.described
                and (mention.power is not None or mention.cards)
            ):
                continue
            term = next((s.value for s in self.talk.words[i].senses if s.kind == "keyword" and s.form == "is"), None)
            if term is not None:
                found.append((i, term))
        return found
