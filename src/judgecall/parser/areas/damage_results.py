"""Questions about what damage leaves behind: life totals, the size of a creature afterwards, poison, life gained, trades."""

from __future__ import annotations

from typing import Literal

from judgecall.parser.areas.combat_sides import OTHER
from judgecall.parser.areas.damage_referring import Referring
from judgecall.parser.areas.meetings import asks_who_wins
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Query

_AFTERWARDS = frozenset({"after", "afterwards", "afterward", "now", "left", "then", "later", "up", "with"})
_LIFE_TALK = frozenset({"what", "where", "which", "how", "low", "at", "on", "to", "be", "is", "are", "am", "does", "do", "did", "will", "would", "end", "ends",
                        "ended", "up", "down", "finish", "finishes", "left", "with", "sitting", "sit", "life", "total", "so", "and", "then", "ok", "his",
                        "my", "their", "have", "has", "go", "goes", "drop", "drops", "fall", "falls", "land", "that", "this", "all", "he",
                        "she", "they", "i", "after", "now", "afterwards", "afterward", "the", "combat", "damage", "attack", "dust", "settles", "when",
                        "much", "how much", "still", "life total", "her", "opponent", "opp", "player", "me", "him", "them", "what is", "s", "'s"})  # fmt: skip
_LIFE_SAYING = frozenset({"life", "life total", "at", "on", "end", "ends", "finish", "finishes", "left", "total", "to"})
_SIZE_TALK = frozenset({"what", "which", "how", "much", "power", "toughness", "is", "are", "does", "do", "has", "have", "will", "would", "be", "it", "its", "his",
                        "my", "the", "'s", "end", "combat", "damage", "that", "this", "all", "of", "so", "and", "at", "still", "how much", "how big", "size"}) | _AFTERWARDS  # fmt: skip

_WHO_WINS = frozenset({"who", "which", "one", "win", "wins", "would", "or", "and", "of", "the", "two", "vs", "versus", "against", "so", "here"})  # fmt: skip


class Results(Referring):
    """Finds questions about what is left when the damage has been dealt."""

    def _asked_part(self) -> range:
        """The last part of the question: what follows its last stop."""
        ends = [i for i, w in enumerate(self.talk.words) if w.lower == "?"]
        if not ends or any(w.kind == "word" for w in self.talk.words[ends[-1] + 1 :]):
            ends = []
        start, end = self._last_part(ends)
        while end > start and self.talk.words[end - 1].kind == "mark":
            end -= 1
        return range(start, end)

    def _rest_of(self, part: range, mentions: list[Mention]) -> set[str]:
        """The words of a part that stand in none of these mentions, those that say nothing of the game apart."""
        inside = {i for m in mentions for i in range(m.start, m.end)}
        return {
            self.talk.lowers[i]
            for i in part
            if i not in inside and self.talk.words[i].kind != "mark" and not self.talk.words[i].is_("moment")
        }

    def life_after(self) -> bool:
        """ "what's he at now?", "where do I end up", "how much life does opp have left": a life total."""
        part = self._asked_part()
        players = [m for m in self.talk.mentions if m.head == "player" and m.start in part and m.player in OTHER]
        rest = self._rest_of(part, players)
        whose = {m.player for m in players} or {
            s.value for i in part for s in self.talk.words[i].senses if s.kind == "player" and s.form == "possessive"
        }
        if not whose and len(self.r.players) == 1 and rest <= {"life", "life total", "total", "after", "now"}:
            whose = set(self.r.players)  # "I'm at 20. … life total?"
            if not any(self._is_owned(i) for i in (*self.r.attackers, *self.r.blockers)) and not self.r.side_told():
                self.r.doubtful = True  # who attacks isn't told, so it may be the other one's life that changes
        who = next(iter(whose), "")
        told = len(whose) == 1 and who in self.r.players
        bare = bool(rest & {"life", "life total"}) and self.talk.lowers[part.stop : part.stop + 1] == ["?"]
        asks = bool(rest & {"what", "where", "which", "how", "how much"}) or bare
        if not told or not asks or not rest <= _LIFE_TALK or not rest & _LIFE_SAYING:
            return False
        if not (self.r.attackers or self.r.blocks or self.r.events):
            return False
        self.r.used |= set(part)
        return self._add(Query("life_total", (), who=who))

    def size_after(self) -> bool:
        """ "what power does it have afterwards", "what's its toughness after combat": the size that damage leaves it."""
        part = self._asked_part()
        named = [i for i in part if self.talk.lowers[i] in {"power", "toughness"}]
        things = [m for m in self.talk.mentions if m.start in part and m.head != "player"]
        rest = self._rest_of(part, things)
        later = bool(rest & _AFTERWARDS) or any(self.talk.words[i].is_("moment") for i in part)
        asks = bool(rest & {"what", "which", "how", "how much", "how big"})
        big = not named and any(self.talk.lowers[i] in {"how big", "size"} for i in part)
        if not (big or len(named) == 1) or not later or not asks or not rest <= _SIZE_TALK or len(things) > 1:
            return False
        if not self.r.blocks and not self.r.events:
            return False
        ids = self._ids(things) if things else self._survivor()
        if len(ids) != 1 or ids[0] not in self._at_risk():
            return False
        self.r.used |= set(part)
        for clause in self.talk.clauses:
            things = [m for m in clause.subject if m.head != "player"]
            if clause.frame == "survive" and not clause.question and self.r.board.ids(things) == ids:
                self.r.use(clause, *things)  # told, and borne out by what is worked out
        for kind in ("power", "toughness") if big else (self.talk.lowers[named[0]],):
            self._add(Query("power" if kind == "power" else "toughness", ids, value="after_damage"))
        return True

    def _survivor(self) -> tuple[str, ...]:
        """ "its power": of the creature that was said to survive, if one was."""
        lived = [c for c in self.talk.clauses if c.frame == "survive" and not c.question]
        return self.r.board.ids([m for c in lived for m in c.subject if m.head != "player"])

    def poison(self) -> bool:
        """ "how many poison counters?", "most poison he can get": what a player gets by damage of infect or toxic."""
        part = self._asked_part()
        spoken = [i for i in part if self.talk.lowers[i] in {"poison", "poisons", "poisoned"}]
        poisonous = any(self._has(i, "infect") or self._has(i, "toxic") for i in self.r.attackers)
        amount = any(
            w.is_("how_much") or w.is_("how_many") or w.is_("most") or w.is_("total") for w in self._span(part)
        )
        bare = len(part) == 1 or (len(part) == 2 and self.talk.lowers[part[1]] in {"counters", "damage"})
        if not spoken or not poisonous or not (amount or bare):
            return False
        if any(w.kind == "number" for w in self._span(part)):
            return False
        self._use_amount(part)
        self.r.used |= {*spoken, *(i for i in part if self.talk.words[i].is_("noun", "counter"))}
        most = any(w.is_("most") or w.is_("modal_can") for w in self._span(part))
        bound: Literal["at_most", "exactly"] = "at_most" if most else "exactly"
        return self._add(Query("number_of_counters", (self.r.defender,), value="poison", bound=bound))

    def _span(self, part: range):  # type: ignore[no-untyped-def]
        return [self.talk.words[i] for i in part]

    def _use_amount(self, part: range) -> None:
        self.r.used |= {
            i for i in part
            if self._is_amount_word(i) or self.talk.words[i].is_("modal_can") or self.talk.words[i].is_("how_many")
            or self.talk.words[i].is_("verb", "get", "take", "produce")
        }  # fmt: skip

    def gains(self, clause: Clause) -> bool:
        """ "do I still gain 4", "do I gain any life": whether lifelink gains (that much)."""
        player = self._player(clause)
        if clause.frame != "get" or player is None or clause.wh or clause.bound or not self._asked(clause):
            return False
        span = range(clause.verb, clause.end)
        numbers = [i for i in span if self.talk.words[i].kind == "number"]
        life = any(self.talk.words[i].is_("noun", "life") for i in span)
        word = self.talk.lowers[clause.verb]
        either = self._either(numbers)
        if (len(numbers) > 1 and not either) or not (life or (numbers and word.startswith("gain"))):
            return False
        linked = tuple(i for i in (*self.r.attackers, *self.r.blockers) if self._has(i, "lifelink"))
        if not linked or any(self.r.board.objects[i].controller not in {player, None} for i in linked):
            return False
        self.r.use(clause, *clause.subject)
        self.r.used |= {*numbers, *(i for i in span if self.talk.words[i].is_("noun", "life", "damage"))}
        if either:
            return self._add(Query("life_gained", linked))
        n = self.talk.words[numbers[0]].value[0] if numbers else 1
        return self._add(Query("life_gained", linked, n=n, bound="exactly" if numbers else "at_most"))

    def trades(self, clause: Clause) -> bool:
        """ "does my 3/3 trade with his 4/2", "do they trade?": both die in the combat between them."""
        if clause.frame != "die" or not self.talk.lowers[clause.verb].startswith("trad") or clause.wh:
            return False
        if not self._asked(clause):
            return False
        mine = [m for m in self._things(clause) if m.is_object]
        theirs = [m for m in [*clause.with_, *clause.object] if m.is_object]
        if mine and theirs and not self.r.blocks:
            self.r.side = self.r.side or mine[0].owner or OTHER.get(theirs[0].owner or "", "you")
            attackers = self.r.objects(mine, "attacker")
            blockers = self.r.objects(theirs, "blocker", attackers)
            if not attackers or not blockers:
                return False
            self.r.declare(blockers, attackers)
        if len(self.r.attackers) != 1 or len(self.r.blockers) != 1:
            return False
        ids = self.r.board.ids([*mine, *theirs])
        if not set(ids) <= {*self.r.attackers, *self.r.blockers}:
            return False
        self.r.use(clause, *clause.roles())
        return self._add(Query("both_die", (*self.r.attackers, *self.r.blockers)))

    def loses(self, clause: Clause) -> bool:
        """ "do I lose my 5/5?": whether it dies."""
        things = [m for m in clause.object if m.is_object and m.owner is not None]
        if clause.frame == "lose" and clause.question and not things and self._loses_both(clause):
            return True
        if clause.frame != "lose" or not clause.question or len(things) != 1 or self._player(clause) is None:
            return False
        ids = self._ids(things)
        if len(ids) != 1 or ids[0] not in self._at_risk() or things[0].owner != self._player(clause):
            return False
        self.r.use(clause, *clause.roles())
        return self._add(Query("dies", ids))

    def _loses_both(self, clause: Clause) -> bool:
        """ "do I lose both?": whether the two creatures of that player die."""
        player = self._player(clause)
        mine = self.r.side_of(player) if player is not None else ()
        both = [
            i for i in range(clause.verb, min(clause.verb + 2, len(self.talk.words))) if self.talk.lowers[i] == "both"
        ]
        if not both or sum(self.r.board.objects[i].count or 0 for i in mine) != 2:
            return False
        self.r.use(clause, *clause.roles())
        self.r.used |= set(both)
        return self._add(Query("both_die", mine))

    def lethal(self) -> bool:
        """ "…, opp at 4. lethal?": whether the player who is attacked dies, where that player's life was told."""
        part = self._asked_part()
        spoken = [i for i in part if self.talk.lowers[i] == "lethal"]
        player = self.r.players.get(self.r.defender or "")
        if len(spoken) != 1 or not self.r.attackers or player is None or player.life is None:
            return False
        if self._rest_of(part, []) - {
            "lethal",
            "is",
            "it",
            "that",
            "this",
            "would",
            "be",
            "so",
            "damage",
            "do",
            "does",
            "i",
            "have",
            "he",
        }:
            return False
        self.r.used |= set(part)
        return self._add(Query("dies", (self.r.defender,)))

    def _who_wins(self) -> bool:
        """ "who wins, my 3/3 or his 2/2?": which of the two dies."""
        things = [m for m in self.talk.mentions if m.is_object]
        rest = self._rest_of(range(len(self.talk.words)), things) - _WHO_WINS
        one_each = len(self.r.attackers) == len(self.r.blockers) == 1
        if not asks_who_wins(self.talk) or rest or not one_each:
            return False
        self.r.used |= set(range(len(self.talk.words)))
        return self._add(Query("which_die", (*self.r.attackers, *self.r.blockers)))

    def wins(self) -> bool:
        """ "does my 3/3 win?": the other one dies and it doesn't."""
        if self._who_wins():
            return True
        part = self._asked_part()
        spoken = [i for i in part if self.talk.lowers[i] in {"win", "wins", "beat", "beats", "defeat", "defeats"}]
        things = [m for m in self.talk.mentions if m.start in part and m.is_object]
        fighters = (self.r.attackers, self.r.blockers)
        if len(spoken) != 1 or any(len(side) != 1 for side in fighters):
            return False
        if not things:
            return False
        ids = self._ids(things[:1])
        other = next((b[0] for a, b in (fighters, fighters[::-1]) if a == list(ids)), None)
        rest = self._rest_of(part, things) - {
            "does",
            "do",
            "will",
            "would",
            "the",
            "fight",
            "combat",
            "win",
            "wins",
            "beat",
            "beats",
            "defeat",
            "defeats",
            "against",
            "vs",
            "can",
            "so",
        }
        if other is None or rest or (len(things) > 1 and self.r.board.ids(things[1:]) != (other,)):
            return False
        self.r.used |= set(part)
        return self._add(Query("which_die", (other,), value="only"))
