"""What a spell or an ability did before blocks or attacks are declared, and what a creature may or must do then:
"he cast Incite on my giant, does it have to attack?", "Heelcutter's trigger targets my wall, can it block?"."""

from __future__ import annotations

from judgecall.cards.abilities import (
    Activated,
    AnyEffect,
    CantAttack,
    CantBlock,
    ForceAttack,
    ForceBlock,
    SpellAbility,
    Triggered,
)
from judgecall.parser.areas.combat_sides import OTHER, told_of_late_step
from judgecall.parser.board import Board
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event, GameObject, Query, Scenario

_DOING = (
    "cast",
    "activate",
    "target",
    "choose",
    "trigger",
    "resolve",
    "put",
    "use",
    "hit",
    "pay",
    "attack",
    "enter",
    "exert",
)
_GAP = frozenset({"on", "onto", "targeting", "targets", "target", "targeted", "at", "with", "to", "'s", "ability", "trigger", "its", "the", "my", "his",
                  "and", "it", "used", "use", "uses", "activated", "exerted", "exert", "i", "picks", "picked", "chose", "choosing", "told", "tells",
                  "to block it", ",", "is", "was", "so", "puts", "put", "effect", "aimed", "resolves", "resolved", "landfall", "by", "got", "hit"})  # fmt: skip
_HOME = frozenset({"home", "back", "untapped"})
_KEEPING = frozenset({"keep", "hold", "stay", "leave", "stays", "stayed", "sit", "as", "a", "blocker", "just"})

Doing = SpellAbility | Activated | Triggered


def read(talk: Talk, context: Scenario | None) -> list[Candidate]:
    """The reading of a question about what an effect makes a creature do in combat, or keeps it from."""
    if context is not None or told_of_late_step(talk):
        return []
    candidate = EffectReader(talk).read()
    return [candidate] if candidate is not None else []


def _bears(effect: AnyEffect, verb: str) -> bool:
    """Whether an effect is about attacking, or about blocking, in a way that the target itself has to obey."""
    if verb == "attack":
        return isinstance(effect, ForceAttack | CantAttack)
    return isinstance(effect, CantBlock) or (
        isinstance(effect, ForceBlock) and effect.blockers is not None and effect.blockers.target
    )


def _target(effect: AnyEffect) -> bool:
    of = effect.blockers if isinstance(effect, ForceBlock) else getattr(effect, "of", None)
    return of is not None and of.target


class EffectReader:
    """One source, its target if it has one, and one question about attacking or blocking."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.words = talk.words
        self.board = Board(talk)
        self.used: set[int] = set()

    def read(self) -> Candidate | None:
        """The candidate; None when it isn't such a question."""
        asked = self._asked()
        if asked is None:
            return None
        clause, verb, start = asked
        found = [(m, d) for m in self.talk.mentions if m.start < start and (d := self._deed(m, verb)) is not None]
        if len({m.cards for m, _ in found}) != 1:
            return None
        source, deed = found[0]
        effect = next(e for e in deed.effects if _bears(e, verb))
        target = self._told_target(source, start, verb) if _target(effect) else None
        if _target(effect) and target is None:
            return None
        side = self._side(source, target, clause)
        if side is None:
            return None
        subjects = self._subjects(clause, target, side, start)
        if subjects is None:
            return None
        id = self.board.get(source, owner=side if not isinstance(deed, SpellAbility) else None)
        victim = self.board.get(target) if target is not None else None
        if id is None or (target is not None and victim is None):
            return None
        self.board.change(id, controller=side)
        if isinstance(deed, SpellAbility):
            self.board.change(id, zone="stack")
        self.used |= set(range(source.start, source.end))
        mine = subjects or ((victim,) if victim is not None else ())
        if not mine:
            return None
        owner = self.board.objects[mine[0]].controller
        active = owner if verb == "attack" else OTHER.get(owner or "")
        if active is None or (
            isinstance(deed, Triggered) and deed.event.what in {"attacks", "exerts"} and active != side
        ):
            return None
        lineup = self._lineup(source, id, mine, active, clause) if verb == "block" else ()
        if lineup is None or not self._placed(source, target, start):
            return None
        query = self._query(clause, verb, mine, lineup, start)
        if query is None:
            return None
        done = Event(
            "cast" if isinstance(deed, SpellAbility) else "activate" if isinstance(deed, Activated) else "trigger",
            (id,), (victim,) if victim is not None else (),
            value="force_attack" if isinstance(effect, ForceAttack) and isinstance(deed, Activated) else "",
        )  # fmt: skip
        attack = [Event("attack", lineup)] if lineup else []
        triggers = isinstance(deed, Triggered)
        events = (*attack, done) if triggers else (done, *attack)
        scenario = Scenario(
            tuple(self.board.objects.values()), events=tuple(events), queries=(query,), active=active,
        )  # fmt: skip
        self.used |= {
            i for i, w in enumerate(self.words)
            if isinstance(deed, Triggered) and deed.ability_word and w.lower == deed.ability_word
        }  # fmt: skip
        self._use_around(start, verb)
        return Candidate(scenario, "combat", self.used, -3.0, tuple(self.board.guessed), tuple(self.board.ambiguous))

    # ------------------------------------------------------------ the question

    def _asked(self) -> tuple[Clause | None, str, int] | None:
        """The clause that asks, whether it is about attacking or blocking, and where it begins."""
        if len([w for w in self.words if w.lower == "?"]) > 1 or self.talk.has("how_many") or self.talk.has("how_much"):
            return None
        clauses = [c for c in self.talk.clauses if c.frame in {"attack", "block", "no_block"} and not c.relative]
        home = next((i for i in range(len(self.words) - 1, -1, -1) if self.words[i].lower in _HOME), None)
        last = clauses[-1] if clauses else None
        if last is not None and (last.question or last.modal) and (home is None or last.verb > home):
            start = last.verb
            while (
                start > 0
                and self.words[start - 1].sentence == last.sentence
                and self.words[start - 1].lower not in {",", "."}
            ):
                start -= 1
            return (last, "attack" if last.frame == "attack" else "block", start) if start > 0 else None
        if home is None:
            return None
        start = home
        while (
            start > 0
            and self.words[start - 1].sentence == self.words[home].sentence
            and self.words[start - 1].lower != ","
        ):
            start -= 1
        can = any(self.words[i].is_("modal_can") for i in range(start, home))
        return (None, "attack", start) if can and start > 0 else None

    def _deed(self, mention: Mention, verb: str) -> Doing | None:
        """The one ability of a card that does such a thing when it is cast, activated or triggers."""
        card = self.talk.card(mention) if len(mention.cards) == 1 else None
        if card is None:
            return None
        deeds = [
            a for a in card.faces[0].abilities
            if isinstance(a, SpellAbility | Activated | Triggered) and any(_bears(e, verb) for e in a.effects)
        ]  # fmt: skip
        return deeds[0] if len(deeds) == 1 else None

    def _query(
        self, clause: Clause | None, verb: str, mine: tuple[str, ...], lineup: tuple[str, ...], start: int
    ) -> Query | None:
        region = range(start, len(self.words))
        can = [i for i in region if self.words[i].is_("modal_can")]
        must = [i for i in region if self.words[i].is_("modal_must")]
        denied = [i for i in region if self.words[i].is_("negation")]
        legal = [i for i in region if self.words[i].is_("legal")]
        if legal or (can and must) or not (can or must):
            return None
        self.used |= {*can, *must, *denied}
        if clause is None:
            self.used |= {i for i in region if self.words[i].lower in _HOME | _KEEPING}
            return None if denied else Query("must_attack", mine, inverse=True)
        self.used.add(clause.verb)
        refused = clause.frame == "no_block" or (bool(denied) and bool(can) and denied[0] > can[0])
        if verb == "attack":
            if must:
                return None if denied else Query("must_attack", mine)
            return (
                Query("must_attack", mine, inverse=True) if refused else None if denied else Query("can_attack", mine)
            )
        if must:
            return None if denied else Query("must_block", mine, lineup[:1] if len(lineup) == 1 else ())
        if refused:
            return Query("may_not_block", mine, lineup)
        named = [m for m in clause.object if m.is_object]
        hit = self.board.ids(named) if named else lineup
        if denied or not hit or not set(hit) <= set(lineup):
            return None
        return Query("can_block", mine, hit[:1] if len(hit) == 1 else ())

    # ---------------------------------------------------------------- roles

    def _told_target(self, source: Mention, start: int, verb: str) -> Mention | None:
        """What it was used on: the next thing in the same sentence, or the one thing before it."""
        for mention in self.talk.mentions:
            if mention.start < source.end or mention.head in {"player", "pronoun", "ability", "trigger"}:
                continue
            if mention.start >= start or mention.sentence != source.sentence or not mention.is_object:
                break
            gap = self.words[source.end : mention.start]
            if not all(w.lower in _GAP or w.is_("verb", *_DOING) or w.is_("player") or w.kind == "mana" for w in gap):
                return None
            self.used |= set(range(source.end, mention.start))
            return mention
        before = [
            m for m in self.talk.mentions
            if m.end <= source.start and m.is_object and m.sentence == source.sentence and not self._deed(m, verb)
        ]  # fmt: skip
        if len(before) != 1 or before[0].plural:
            return None
        gap = self.words[before[0].end : source.start]
        passive = {"by", "with"} & {w.lower for w in gap}
        if not passive or not all(w.lower in _GAP or w.is_("verb", *_DOING) for w in gap):
            return None
        self.used |= set(range(before[0].end, source.start))
        return before[0]

    def _side(self, source: Mention, target: Mention | None, clause: Clause | None) -> str | None:
        """Who has the source, or cast it."""
        for told in self.talk.clauses:
            if any(m is source for m in [*told.object, *told.with_, *told.on]) and told.frame in {*_DOING, "have"}:
                who = next((m.player for m in told.subject if m.head == "player" and m.player in OTHER), None)
                if who is not None:
                    return who
        if source.owner in OTHER:
            return source.owner
        if target is not None and target.owner in OTHER:
            return OTHER[target.owner]
        asked = [m.owner for m in (clause.subject if clause else ()) if m.owner in OTHER]
        return OTHER[asked[0] or ""] if asked else None

    def _subjects(self, clause: Clause | None, target: Mention | None, side: str, start: int) -> tuple[str, ...] | None:
        """Whom the question is about; () for the target itself, None when it can't be told."""
        victim = self.board.get(target, owner=target.owner or OTHER[side]) if target is not None else None
        if target is not None:
            self.used |= set(range(target.start, target.end))
        near = [m for m in self.talk.mentions if m.start >= start]
        roles = [*clause.subject, *clause.with_] if clause is not None else near
        found: list[str] = []
        for mention in roles:
            if mention.head == "player" and mention.article != "pronoun":
                continue
            if mention.head in {"player", "pronoun"}:
                if victim is not None:
                    found.append(victim)
                    self.used |= set(range(mention.start, mention.end))
                    continue
                others = [m for m in self.talk.mentions if m.end <= start and m.is_object and self._creature(m)]
                if len(others) != 1:
                    if mention.head == "player":
                        continue
                    return None
                mention = others[0]
            if not self._creature(mention):
                return None
            id = self.board.get(mention, owner=mention.owner or (OTHER[side] if victim is None else None))
            if id is None or (
                mention.article in {"the", "that"} and not mention.cards and victim is not None and id != victim
            ):
                return None
            self.used |= set(range(mention.start, mention.end))
            found.append(id)
        if not found and victim is None:
            others = [m for m in self.talk.mentions if m.end <= start and self._creature(m) and m.is_object]
            others = [m for m in others if not any(self._deed(m, v) for v in ("attack", "block"))]
            if len(others) != 1:
                return None
            found = [i for m in others if (i := self.board.get(m, owner=OTHER[side])) is not None]
            self.used |= {k for m in others for k in range(m.start, m.end)}
        return tuple(dict.fromkeys(found))

    def _creature(self, mention: Mention) -> bool:
        card = self.talk.card(mention) if mention.cards else None
        if card is not None:
            return "creature" in card.faces[0].types
        return mention.head in {"creature", "token", "blocker", "attacker"}

    def _lineup(
        self, source: Mention, id: str, mine: tuple[str, ...], active: str, clause: Clause | None
    ) -> tuple[str, ...] | None:
        """Who attacks; None when a creature on the wrong side is said to."""
        found: list[str] = []
        for told in self.talk.clauses:
            if told.frame != "attack" or told is clause or told.negated:
                continue
            self.used.add(told.verb)
            for mention in [*told.subject, *told.object, *told.with_]:
                if mention.head == "player" or not self._creature(mention):
                    continue
                one = id if mention is source else self.board.get(mention, owner=active)
                if one is None or one in mine:
                    return None
                self.used |= set(range(mention.start, mention.end))
                found.append(one)
        for mention in clause.object if clause is not None else ():
            one = self.board.get(mention, owner=active, avoid=mine) if mention.is_object else None
            if one is not None and one not in mine:
                self.used |= set(range(mention.start, mention.end))
                found.append(one)
        if not found:
            found.append(self.board.create(GameObject("attacker", said="attacker", types=("creature",))))
        for one in found:
            if self.board.objects[one].controller not in {active, None}:
                return None
            self.board.change(one, controller=active, attacking=True)
        return tuple(dict.fromkeys(found))

    def _placed(self, source: Mention, target: Mention | None, start: int) -> bool:
        """Whether every thing that was told of has its place."""
        for mention in self.talk.mentions:
            if not mention.is_object or mention in (source, target) or mention.head in {"ability", "trigger"}:
                continue
            if all(i in self.used for i in range(mention.start, mention.end)):
                continue
            if mention.cards and mention.cards == source.cards and mention.article in {"the", "that", "his", "my"}:
                self.used |= set(range(mention.start, mention.end))  # "the basilisk stayed home"
                continue
            plain = not mention.described and mention.head in {"creature", "attacker", "blocker"}
            if plain and mention.start < start and mention.article in {"all", "each", "every"}:
                self.used |= set(range(mention.start, mention.end))
                continue
            return False
        return True

    def _use_around(self, start: int, verb: str) -> None:
        """The verbs that told of it, and what is said again of what it does."""
        for i, word in enumerate(self.words):
            if i < start and word.is_("verb", *_DOING) and not word.is_("verb", "attack"):
                self.used.add(i)
            if word.is_("this_turn") and word.lower in {"this turn", "this combat"}:
                self.used.add(i)
            if word.is_("keyword", "attacks if able", "blocks if able") and i < start:
                self.used.add(i)
            if word.lower in {"untapped", "only", "lone"}:
                self.used.add(i)
        for clause in self.talk.clauses:
            if clause.frame == "stay_home" and clause.verb < start:
                self.used |= {clause.verb}
            if clause.verb < start and not clause.negated and clause.frame == verb and clause.verb not in self.used:
                told = clause.verb + 1 < len(self.words) and self.words[clause.verb + 1].is_("this_turn")
                if told or self.words[clause.verb - 1].lower == "to":
                    self.used.add(clause.verb)  # "so that all creatures attack this turn": what the effect does
