"""Events of a question about damage: abilities gained and lost between the steps, regeneration, fights, divisions that were made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from judgecall.cards.abilities import Damage, Grant, Keyword, ModifyPT, Move, Regenerate, SpellAbility
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Event, GameObject, Query, Step

if TYPE_CHECKING:
    from judgecall.parser.areas.combat_damage import DamageReader

_STRIKES = frozenset({"first strike", "double strike", "deathtouch", "trample", "lifelink", "indestructible", "flying"})
_THROWN = frozenset({"threw", "throws", "throw", "put", "puts", "jumped", "jumps", "stepped", "steps", "chucked", "chucks", "tossed", "stuck",
                     "placed", "sent", "moved", "slid"})  # fmt: skip
_OTHER = {"you": "opp", "opp": "you"}
_BURN = {"bolt": 3, "shock": 2, "ping": 1, "burn": 0, "zap": 0}
"""What the verbs that are named for a spell deal; 0 where the number must be said."""


class DamageEvents:
    """Turns clauses into events that only questions about damage need; other events are those of any area."""

    def __init__(self, reader: DamageReader) -> None:
        self.r = reader
        self.talk = reader.talk
        self._moment: tuple[Step | None, bool] = (None, False)
        self._read = 0

    # ---------------------------------------------------------- clauses

    def clause(self, clause: Clause) -> bool:
        """Read a clause as an event; tells whether it was one."""
        self._moment = self._step(clause)
        if clause.frame == "trigger" and self._moment[0] is not None and not clause.question:
            self._spread_moment(clause)
            return True
        if self._change_of_ability(clause) or self._burns(clause) or self._ninjutsu(clause):
            return True
        if clause.frame == "regenerate" and not clause.question and clause.modal != "can":
            return self._regenerates(clause)
        if clause.frame == "fight":
            return self._fights(clause)
        if self._assigned(clause) or self._connects(clause) or self._told_result(clause) or self._tramples_told(clause):
            return True
        return False

    def _step(self, clause: Clause) -> tuple[Step | None, bool]:
        return self.talk.step_of(clause)

    def _spread_moment(self, clause: Clause) -> None:
        """ "After first strike damage happens I pump it": the moment belongs to what follows."""
        self.r.use(clause)
        for other in self.talk.clauses:
            if other.sentence == clause.sentence and other.verb > clause.verb and not other.moment:
                other.moment = clause.moment

    def _add(self, event: Event) -> None:
        step, after = self._moment
        if event.at is None and step is not None:
            event = msgspec.structs.replace(event, at=step, after=after)
        self.r.events.append(self.r._timed(event))

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

    def _change_of_ability(self, clause: Clause) -> bool:
        """ "I give it double strike", "loses it between the steps", "lost first strike"."""
        loses = "lose" in clause.frames
        if not (loses or set(clause.frames) & {"produce", "get", "force"}) or clause.question or clause.wh:
            return False
        terms = self._terms(clause)
        if not terms and loses and any(m.head == "pronoun" for m in clause.object):
            last = [
                (i, s.value)
                for i, w in enumerate(self.talk.words[: clause.verb])
                for s in w.senses
                if s.kind == "keyword" and s.value in _STRIKES
            ]
            terms = last[-1:]
        if not terms and clause.frame == "produce":
            terms = self._given_at_the_end(clause)
        if not terms or not all(t in _STRIKES or t.isalpha() for _, t in terms):
            return False
        things = [
            m
            for m in ([*clause.object, *clause.other.get("to", [])] if not loses else clause.subject)
            if m.head != "player"
        ]
        if not things:
            things = [m for m in [*clause.subject, *clause.object] if m.head != "player"]
        if loses and any(m.head == "pronoun" for m in clause.object):
            self.r.used |= {m.start for m in clause.object}
        ids = self.r.board.ids(things) or tuple(self.r.board.spoken[-1:])
        if not ids:
            return False
        self.r.use(clause, *things, *[m for m in clause.subject if m.head == "player"])
        self.r.used |= {i for i, _ in terms}
        if loses:
            self._lost(ids, [t for _, t in terms])
        else:
            self._add(Event("gain", ids, abilities=tuple(Keyword(t) for _, t in terms)))
        if "change" in {self.talk.words[i].kind for i in range(clause.verb, clause.end)}:
            for i in range(clause.verb, clause.end):
                word = self.talk.words[i]
                if word.kind == "change":
                    self._add(Event("modify", ids, power=word.value[0], toughness=word.value[1]))
                    self.r.used.add(i)
        return True

    def _given_at_the_end(self, clause: Clause) -> list[tuple[int, str]]:
        """ "I gave my 3/3 first strike": the ability that ends the words for the creature is what it is given."""
        for m in clause.object:
            i = m.end - 1
            term = next((s.value for s in self.talk.words[i].senses if s.kind == "keyword"), None)
            if term in m.keywords and self.talk.words[i - 1].kind in {"size", "card"} and not clause.subject[:0]:
                m.keywords.remove(term)
                return [(i, term)]
        return []

    def _lost(self, ids: tuple[str, ...], terms: list[str]) -> None:
        """What it lost it had before."""
        for id in ids:
            thing = self.r.board.objects[id]
            new = [Keyword(t) for t in terms if Keyword(t) not in thing.abilities and thing.card is None]
            if new:
                self.r.board.change(id, abilities=(*thing.abilities, *new))
        for term in terms:
            self._add(Event("lose", ids, value=term))

    def _regenerates(self, clause: Clause) -> bool:
        players = [m for m in clause.subject if m.head == "player"]
        things = [m for m in [*clause.object, *clause.subject] if m.head != "player"]
        ids = self.r.board.ids(things)
        if not ids and players:
            ids = self.r.side_of(players[0].player)[:1]
        if not ids:
            return False
        self.r.use(clause, *players, *things)
        self._add(Event("regenerate", ids))
        return True

    def _fights(self, clause: Clause) -> bool:
        """ "my 2/2 fights his 3/3", "win a fight vs a 3/3"; "fought in combat" is combat."""
        mine = [m for m in clause.subject if m.head != "player"]
        theirs = [
            m for m in [*clause.object, *clause.with_, *clause.into, *clause.on] if m.head != "player" and m not in mine
        ]
        if not mine:
            mine = [
                m for m in self.talk.mentions if m.is_object and m.end <= clause.verb and not self.r.told.is_spell(m)
            ][-1:]
        if not theirs:
            theirs = [
                m for m in self.talk.mentions if m.is_object and m.start > clause.verb and m.sentence == clause.sentence
            ][:1]
        in_combat = self.talk.says("in combat")
        if in_combat and theirs and mine and self._blocks_it(clause, mine, theirs):
            return True
        if in_combat and theirs and (mine or self.r.board.spoken):
            attackers = self.r.objects(mine, "attacker") if mine else tuple(self.r.board.spoken[-1:])
            blockers = (
                self.r.objects(
                    theirs,
                    "blocker",
                )
                if theirs
                else ()
            )
            self.r.use(clause, *mine, *theirs)
            self.r.declare(blockers, attackers)
            return True
        side = next((m.owner for m in mine if m.owner), None) or _OTHER.get(
            next((m.owner for m in theirs if m.owner), None) or "opp", "you"
        )
        first, second = self.r.board.ids(mine, owner=side), self.r.board.ids(theirs, owner=_OTHER[side])
        second = tuple(i for i in second if i not in first)
        if not first or not second:
            return False
        self.r.use(clause, *mine, *theirs)
        self.r.use_where(lambda w: w.lower in {"win", "wins", "vs", "versus", "against"})
        self._add(Event("fight", first, second))
        asked = (
            clause.question
            or clause.should
            or any(
                self.talk.words[i].sentence == clause.sentence and self.talk.lowers[i] == "?"
                for i in range(clause.verb, len(self.talk.words))
            )
        )
        if asked and self.talk.says("win", "wins", "win the", "beat", "beats"):
            self._helped(clause, first)
            self.r.queries.append(Query("dies", second, value="only"))
        return True

    def _helped(self, clause: Clause, ids: tuple[str, ...]) -> None:
        """ "does double strike help my 2/2 win a fight": it has it."""
        for i in range(clause.verb):
            if self.talk.words[i].sentence != clause.sentence or self.talk.inside(i) is not None:
                continue
            for term in (s.value for s in self.talk.words[i].senses if s.kind == "keyword" and s.form == "is"):
                self.r.used.add(i)
                for id in ids:
                    thing = self.r.board.objects[id]
                    self.r.board.change(id, abilities=(*thing.abilities, Keyword(term)))

    def _blocks_it(self, clause: Clause, mine: list[Mention], theirs: list[Mention]) -> bool:
        """ "my 2/1 blocking, fought a 3 power guy": the attacker that it blocks is told only now."""
        ids = self.r.board.ids(mine)
        made = [
            a
            for blockers, attackers in self.r.blocks
            if set(ids) <= set(blockers)
            for a in attackers
            if self.r.board.objects[a].said == "creature"
        ]
        if len(made) != 1:
            return False
        self.r.board.objects.pop(made[0])
        self.r.board.spoken.remove(made[0])
        self.r.attackers.remove(made[0])
        self.r.blocks = []
        self.r.events = [e for e in self.r.events if e.kind != "block"]
        attackers = self.r.objects(theirs, "attacker", ids)
        self.r.use(clause, *mine, *theirs)
        self.r.declare(ids, attackers)
        return True

    def _assigned(self, clause: Clause) -> bool:
        """ "I put 2 on the bear and 2 on face", told: the division that was made."""
        if (
            not set(clause.frames) & {"put", "assign", "trample_over"}
            or clause.question
            or clause.modal
            or clause.should
        ):
            return False
        shares = shares_in(self.r, clause.verb + 1, self._end(clause))
        source = self.r.attackers[0] if len(self.r.attackers) == 1 else None
        if not shares or source is None:
            return False
        self.r.use(clause, *[m for m in clause.subject if m.head == "player"])
        for n, target, words in shares:
            self.r.used |= words
            self.r.events.append(Event("damage", (target,), n=n, by=source, how="assigned"))
        return True

    def _end(self, clause: Clause) -> int:
        nxt = next((c for c in self.talk.clauses if c.verb > clause.verb and c.sentence == clause.sentence), None)
        if nxt is not None:
            return nxt.verb
        return max(i for i, w in enumerate(self.talk.words) if w.sentence == clause.sentence) + 1

    def _connects(self, clause: Clause) -> bool:
        """ "both connect", "connected": told, they are unblocked attackers."""
        if clause.frame == "deal" and not clause.question and clause.by and self.talk.lowers[clause.verb] == "hit":
            attackers = [m for m in clause.by if m.is_object]
            hurt = next((m.player for m in clause.subject if m.head == "player"), None)
            if attackers and hurt in _OTHER:
                self.r.side = _OTHER[hurt]
                self.r.use(clause, *clause.subject, *attackers)
                self.r.objects(attackers, "attacker")
                return True
        if clause.frame != "deal" or clause.question or clause.should or self.talk.words[clause.verb].lower.split()[0] not in {
            "connect", "connects", "connected", "connecting"
        }:  # fmt: skip
            return False
        things = [m for m in clause.subject if m.head != "player"]
        if not things:
            return False
        self.r.use(clause, *things)
        self.r.objects(things, "attacker")
        self.r.use_where(lambda w: w.lower in {"both", "all"})
        return True

    def _told_result(self, clause: Clause) -> bool:
        """ "kills it with the first hit", "first strike damage kills": what the damage did, which is worked out anyway."""
        if clause.frame != "kill" or clause.question or clause.modal or clause.wh or not self.r.blocks:
            return False
        by_damage = any(
            self.talk.lowers[i] in {"hit", "first hit", "first strike damage", "damage", "first strike", "first"}
            for i in range(clause.start, clause.end)
        )
        things = [m for m in clause.subject if m.head != "player"]
        ids = self.r.board.ids(things)
        fighters = set(self.r.attackers) | set(self.r.blockers)
        if not (by_damage and (not ids or set(ids) <= fighters)):
            return False
        self.r.use(clause, *things, *clause.object)
        for i in range(clause.start, clause.end):
            if self.talk.lowers[i] in {"hit", "first", "damage", "first strike", "strike", "first hit"}:
                self.r.used.add(i)
        return True

    def _tramples_told(self, clause: Clause) -> bool:
        """ "my 6/6 tramples nobody": an attacker, and what it does is worked out."""
        things = [m for m in clause.subject if m.is_object]
        span = range(clause.verb, clause.end)
        if clause.frame != "trample_over" or clause.question or clause.modal or clause.wh or clause.bound or not things:
            return False
        if any(self.talk.words[i].kind == "number" for i in span) or self.r.last_asks(clause):
            return False
        self.r.use(clause, *things)
        self.r.side = self.r.side or things[0].owner
        self.r.objects(things, "attacker")
        return True

    # ---------------------------------------------------------- no clause of their own

    def before_clauses(self) -> None:
        """Attackers that are called unblocked, wherever the word stands."""
        self._in_front_of()
        self._effect_blocks()
        self._spells_on()

    def advance(self, before: int) -> None:
        """Read what stands before a word and is no clause: who is called unblocked."""
        for i in range(self._read, before):
            if self.talk.lowers[i] == "unblocked":
                self.r.described(i)
                self._unblocked(i)
        self._read = max(self._read, before)

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
        actor = next((m.player for m in clause.subject if m.head == "player" and m.player in _OTHER), None)
        if actor is None or clause.passive:
            return
        whose = self._kind_of(clause)
        if not whose:
            return
        for m in (*clause.object, *clause.on):
            if m.head == "pronoun" and m.owner is None:
                m.owner = actor if whose == "own" else _OTHER[actor]

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

    def _unblocked(self, i: int) -> None:
        asked = self.talk.lowers[i - 2 : i] and self.talk.lowers[i - 1] in {"become", "becomes"}
        inside = self.talk.inside(i)
        named = inside if inside is not None else self._last_creature(i)
        if asked or named is None:
            return
        self.r.used.add(i)
        self.r.side = self.r.side or named.owner or "you"
        group = [named]
        several = self.talk.lowers[i - 1] in {"both", "all"} or self.talk.lowers[i - 2 : i] == ["both", "are"]
        if several or self.talk.lowers[i - 1] == "are":
            earlier = [
                m for m in self.talk.mentions if m.end <= named.start and m.is_object and m.sentence == named.sentence
            ]
            if earlier and self.talk.lowers[earlier[-1].end : named.start] in (["and"], [","], [",", "and"]):
                group = [earlier[-1], named]
        if several and len(group) < 2 and not named.plural:
            self.r.doubtful = True
        self.r.objects(group, "attacker")

    def _last_creature(self, i: int) -> Mention | None:
        for m in reversed(self.talk.mentions):
            if (
                m.end <= i
                and m.is_object
                and m.head in {"creature", "card", "token", "attacker"}
                and not self.r.is_walker(m)
            ):
                return m
        return next((m for m in self.talk.mentions if m.start > i and m.head in {"creature", "card", "token"}), None)

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
                or self.talk.lowers[first.end : second.start] != ["on"]
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
                spell, target = self.r.board.get(first, owner="you"), self.r.board.get(second)
                if spell is None or target is None:
                    continue
                self.r.board.change(spell, zone="stack")
                events = [Event("cast", (spell,), (target,))]
            if events:
                self.r.used |= set(range(first.start, second.end))
                self.r.events += events
                for other in self.talk.clauses:
                    if any(m is first for m in other.subject):
                        other.subject = [second if m is first else m for m in other.subject]

    def after_clauses(self) -> None:
        """Roles that no verb gave: "blocker got sacced, my 6/6 has no trample": the blocker blocked the one attacker there is."""
        if self.r.blocks or any(e.kind in {"block", "becomes_blocked", "fight"} for e in self.r.events):
            return
        spoken = [i for i, thing in self.r.board.objects.items() if "blocker" in thing.said.split() or thing.blocking]
        blockers = tuple(i for i in dict.fromkeys([*self.r.blockers, *spoken]) if i not in self.r.attackers)
        others = [i for i, thing in self.r.board.objects.items() if i not in blockers and self.r.creature_like(thing)]
        attackers = tuple(self.r.attackers) or (tuple(others) if len(others) == 1 else ())
        if blockers and len(attackers) == 1:
            if attackers[0] not in self.r.attackers:
                self.r.attackers.append(attackers[0])
            self.r.blockers += [i for i in blockers if i not in self.r.blockers]
            self.r.declare(blockers, attackers)

    def complete_attack(self, clause: Clause) -> None:
        """ "Thrasta has trample, attacking a walker": who attacks stands before a comma."""
        clause.object = [m for m in clause.object if m.text not in {"that", "which"}]
        if clause.subject or clause.with_ or clause.form != "ing" or clause.question:
            return
        named = next((m for m in reversed(self.talk.mentions) if m.end <= clause.verb and m.sentence == clause.sentence and m.is_object and not (
            self.r.is_walker(m))), None)  # fmt: skip
        if named is not None:
            clause.subject = [named]

    def _in_front_of(self) -> None:
        """ "threw a chump in front of my 4/4": a block, with the verb in two pieces."""
        i = self.talk.where("in front of", "in the way of")
        if i is None:
            i = next(
                (k for k in range(len(self.talk.words) - 2) if self.talk.lowers[k : k + 3] == ["in", "front", "of"]),
                None,
            )
        if i is None:
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

    def _ninjutsu(self, clause: Clause) -> bool:
        """ "I ninjutsu'd X in for my unblocked guy": X is attacking in its stead."""
        if clause.frame != "ninjutsu" or clause.question:
            return False
        cards = [m for m in clause.object if m.cards]
        swapped = [m for m in [*clause.other.get("for", []), *clause.other.get("in", [])] if m.is_object]
        if not cards:
            return False
        self.r.use(clause, *clause.roles())
        left = [i for i in self.r.board.ids(swapped[:1]) if self.r.creature_like(self.r.board.objects[i])]
        if not left:
            left = [
                self.r.board.create(
                    GameObject("attacker", said="unblocked creature", types=("creature",), controller="you")
                )
            ]
        self.r.attackers += [i for i in left if i not in self.r.attackers]
        self._add(Event("leave", tuple(left[:1]), how="bounced"))
        new = self.r.board.ids(cards[:1], owner="you")
        for id in new:
            self.r.board.change(id, zone="hand")
        self._add(Event("enter", new, how="ninjutsu"))
        return True

    def nobody_blocks(self, clause: Clause) -> bool:
        """ "nobody blocked it": no block was declared."""
        lead = self.talk.lowers[max(0, clause.verb - 2) : clause.verb]
        if clause.question or clause.passive or not {"nobody", "nothing", "noone", "no one", "none"} & set(lead):
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
        if not ids and not lead & {"nobody", "nothing"}:
            return False
        for id in ids:
            thing = self.r.board.objects[id]
            self.r.board.change(id, without=(*thing.without, *(t for _, t in terms)))
        self.r.use(clause, *clause.subject)
        self.r.used |= {i for i, _ in terms}
        return True

    def _burns(self, clause: Clause) -> bool:
        """ "I shocked his 3/3 for 2": damage of a spell or ability that everybody calls by its amount."""
        if clause.frame != "deal" or clause.question or clause.should or not clause.object:
            return False
        spoken = self.talk.words[clause.verb].lower.split()[0]
        known = next((n for word, n in _BURN.items() if spoken.startswith(word)), None)
        if known is None:
            return False
        span = range(clause.verb + 1, clause.end)
        number = next(
            (i for i in span if self.talk.words[i].kind == "number" and self.talk.lowers[i - 1] == "for"), None
        )
        if known == 0 and number is None:
            return False
        self.whose(clause)
        ids = self.r.board.ids([m for m in clause.object if m.head != "player"][:1])
        if not ids:
            return False
        self.r.use(clause, *clause.object[:1], *[m for m in clause.subject if m.head == "player"])
        if number is not None:
            self.r.used |= {
                number,
                *(i for i in (number + 1,) if i < len(self.talk.words) and self.talk.words[i].is_("noun", "damage")),
            }
        self._add(Event("damage", ids, n=self.talk.words[number].value[0] if number is not None else known))
        return True


def shares_in(reader: DamageReader, start: int, end: int) -> list[tuple[int, str, set[int]]]:
    """ "2 on the bear and 2 on face": how much for whom, with the words that say it; empty when it isn't all understood."""
    talk = reader.talk
    found: list[tuple[int, str, set[int]]] = []
    i = start
    while i < end:
        word = talk.words[i]
        if word.kind != "number":
            i += 1
            continue
        j = i + 1
        while j < end and (
            (talk.lowers[j] in {"on", "to", "damage", "in", "at", "of", "it"} and talk.inside(j) is None)
            or talk.words[j].is_("noun", "damage")
        ):
            j += 1
        if j < len(talk.words) and (talk.words[j].is_("to_player") or talk.words[j - 1].is_("to_player")):
            found.append((word.value[0], reader.defender, set(range(i, j + 1))))
            i = j + 1
            continue
        mention = talk.inside(j) if j < len(talk.words) else None
        if mention is None:
            return []
        if mention.head == "player":
            found.append((word.value[0], reader.defender, set(range(i, mention.end))))
        else:
            id = reader.board.get(mention, avoid=tuple(reader.attackers))
            if id is None:
                return []
            found.append((word.value[0], id, set(range(i, mention.end))))
        i = mention.end
    return found
