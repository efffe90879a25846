"""What a follow-up changes: read from left to right, each change as soon as it is told.

Every word must be used by a change or be empty talk: what is left names itself in the refusal.
"""

from __future__ import annotations

from collections.abc import Callable

from judgecall.cards.abilities import Keyword
from judgecall.parser.following.belongings import MORE, Belongings
from judgecall.parser.following.happened import Happened
from judgecall.parser.following.scene import Scene
from judgecall.parser.following.times import Times
from judgecall.parser.following.told import BE, KEPT
from judgecall.parser.mention import Mention
from judgecall.parser.words import Word
from judgecall.scenario.model import Event, GameObject

_GAIN = frozenset({"gets", "gains", "gained", "gain", "get"})
_HAVE = frozenset({"has", "have", "had", "having", "got", "control", "controls", "controlled", *_GAIN})
_LOSE = frozenset({"loses", "lost", "lose", "losing"})
_HELPING = frozenset({"does", "do", "did", "would", "will", "could", "can", "has", "have", "had", "been"})
_LEADS = frozenset({"and", "but", "or", "so", "now", "then", "ok", "okay", "same", "board", "thing", "question", "scenario", "situation", "setup",
                    "what", "how", "about", "if", "instead", "suppose", "say", "assume", "assuming", "imagine", "once", "when", "also", "too",
                    "just", "only", "actually", "already", "still", "there", "here", "out", "in", "play", "a", "an", "the", "this", "that",
                    "time", "as", "well", "case", "be", "was", "were", "would", "hmm", "again", "other way round", "way", "round", "other",
                    "even", "while", "as well", "let", "us", "lets", "it", "though", "really", "maybe", "anyway", "please", "thanks"})  # fmt: skip
"""Words that only lead from the question before to the change, or that tell nothing by themselves."""
_ASIDES = (
    ["on", "top", "of", "that"], ["on", "top", "of", "it"], ["the", "whole", "time"], ["the", "entire", "time"], ["all", "the", "time"], ["all", "along"],
    ["from", "the", "start"], ["from", "the", "beginning"], ["to", "begin", "with"], ["for", "the", "sake", "of", "argument"],
)  # fmt: skip
"""What is said besides of a change and changes nothing about it."""
_NOT = frozenset({"not", "never", "no longer", "isn't", "no"})
_ACTS = {
    ("can_activate", "mana"): ("tap", "produce", "activate"), ("can_activate", ""): ("activate",), ("can_attack", ""): ("attack",),
    ("can_block", ""): ("block",), ("must_block", ""): ("block",), ("must_attack", ""): ("attack",), ("dies", ""): ("die",),
    ("survives", ""): ("survive",), ("both_die", ""): ("die",), ("is_countered", ""): ("counter",), ("triggers", ""): ("trigger",),
}  # fmt: skip
"""Verbs that say again what a query asks, by its kind and value."""


class Changes(Belongings, Times, Happened):
    """Reads the changes that stand in a stretch of the follow-up."""

    def read(self, start: int, end: int) -> None:
        """Read words `start` to `end`.

        Raises:
            Unclear: a change could be meant for more than one thing.
        """
        self.end = end
        self._clauses_told(start)
        i = start
        while i < end:
            if i in self.used:
                i += 1
                continue
            for attempt in self._attempts:
                found = attempt(i)
                if found > i:
                    self.used |= set(range(i, found))
                    i = found
                    break
            else:
                if self.talk.words[i].kind == "mark" or self.talk.lowers[i] in _LEADS:
                    self.used.add(i)
                i += 1

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self._attempts: tuple[Callable[[int], int], ...] = (
            self._aside, self._x, self._same_act, self._seat, self._daylight, self._turn, self._with, self._there, self._told, self._predicated, self._bare, self._keyword,
            self._when, self._where,
        )  # fmt: skip

    # ------------------------------------------------------------- fragments

    def _aside(self, i: int) -> int:
        """ "what if it has deathtouch on top of that"."""
        return next((i + len(words) for words in _ASIDES if self.talk.lowers[i : i + len(words)] == words), i)

    def _x(self, i: int) -> int:
        """ "X=3", "X is 5", "with X=2"."""
        j = self._past(i, {"with", "for", "at", "when", "where"})
        if j >= self.end:
            return i
        word = self.talk.words[j]
        if self._lower(i) == "for" and word.kind == "number" and self._ends(j + 1):
            told = [thing.id for thing in self.scene.scenario.objects if thing.x is not None]  # "and for 7?"
            return j + 1 if len(told) == 1 and self._set_x(word.value[0]) else i
        if word.kind == "xis":
            return j + 1 if self._set_x(word.value[0]) else i
        if (
            word.lower == "x"
            and self._lower(j + 1) in {"is", "was", "were", "equals", "of"}
            and self._number(j + 2) is not None
        ):
            return j + 3 if self._set_x(self._number(j + 2) or 0) else i
        return i

    def _same_act(self, i: int) -> int:
        """ "… then tap for mana?": what was asked before, said again."""
        asked = self.scene.scenario.queries[-1:]
        acts = _ACTS.get((asked[0].kind, asked[0].value), ()) if asked else ()
        return i + 1 if acts and self.talk.words[i].is_("verb", *acts) and self._ends(i + 1) else i

    def _set_x(self, n: int) -> bool:
        asked = self.scene.scenario.queries
        told = [thing.id for thing in self.scene.scenario.objects if thing.x is not None]
        (id,) = told if len(told) == 1 else (None,)
        counted = [q for q in asked if q.n is not None]
        if id is None and not counted:
            ids = self.scene.refs.focus()
            id = ids[0] if len(ids) == 1 else None
        if id is None and not counted:
            return False
        if id is not None:
            was = self.scene.thing(id).x
            self.scene.state(id, "x", str(n))
            counted = [q for q in counted if q.n == was and id in q.subject]
        self.scene.renumber(counted, n)
        return True

    def _seat(self, i: int) -> int:
        """ "he is at 5 (life)", "at 3 life", "with Chalice on 4"."""
        mention = self._mention(self._past(i, {"with"}))
        if mention is not None and mention.is_object and mention.cards:
            return self._set_on(mention, i)
        j, who = (mention.end, mention.player) if mention is not None and mention.head == "player" else (i, None)
        j = self._past(j, BE | KEPT) if who is not None else j
        if self._lower(j) not in {"at", "on"} or (n := self._number(j + 1)) is None:
            return i
        told = self._lower(j + 2) == "life"
        stated = [p.id for p in self.scene.scenario.players if p.life is not None]
        who = who if who in {"you", "opp"} else stated[0] if len(stated) == 1 and who is None else None
        if who is None or not (told or who in stated or self._about_life()):
            return i
        self.scene.player(who, "life", n)
        return j + 3 if told else j + 2

    def _set_on(self, mention: Mention, i: int) -> int:
        """ "Chalice (is) on 4": how many counters it has, of the one kind that was told of it."""
        j = self._past(mention.end, BE | KEPT)
        n = self._number(j + 1) if self._lower(j) in {"on", "at"} else None
        ids = self._of(mention) if n is not None and self._ends(j + 2) else ()
        known = dict(self.scene.thing(ids[0]).counters) if len(ids) == 1 else {}
        if n is None or len(known) != 1:
            return i
        self.scene.counters(ids[0], next(iter(known)), n)
        return j + 2

    def _about_life(self) -> bool:
        return any(q.kind in {"life_total", "life_lost", "life_gained"} for q in self.scene.scenario.queries)

    # --------------------------------------------------------- what it is like

    def _keyword(self, i: int) -> int:
        """ "flying?", "no flying": an ability alone."""
        no = self._lower(i) in _NOT
        terms, end = self._terms(i + 1 if no else i)
        return end if terms and self._give_all(None, terms, not no) else i

    def _with(self, i: int) -> int:
        """ "with haste", "without first strike", "with deathtouch on my 2/2", "with two Mana Reflections", "without the anthem"."""
        lower = self._lower(i)
        if lower not in {"with", "without", "w/", "w/o"}:
            return i
        has = lower in {"with", "w/"}
        j = self._past(i + 1, {"no", "any"}) if not has else i + 1
        if has and self._lower(j) == "no":
            has, j = False, j + 1
        terms, end = self._terms(j)
        if terms:
            on, after = self._bearer(end)
            return (after if on is not None else end) if self._give_all(on, terms, has) else i
        if self._lower(i - 1) == "same" and has:
            return self._bare(j) if self._mention(j) is not None else i
        return self._held(j, has, None)

    def _bearer(self, i: int) -> tuple[Mention | None, int]:
        """ "… on my 2/2", "… for his"."""
        mention = self._mention(i + 1) if self._lower(i) in {"on", "for"} else None
        return (mention, mention.end) if mention is not None and mention.head != "player" else (None, i)

    def _there(self, i: int) -> int:
        """ "there are only two of them", "there is no Forest"."""
        j = self._past(i, {"there"})
        k = self._past(j, BE)
        if i == j or j == k:
            return i
        negated = self._lower(k) in _NOT and self._mention(k) is None
        return self._held(k + negated, not negated, None)

    def _told(self, i: int) -> int:
        """ "my guy had flying", read as one phrase."""
        mention = self._mention(i)
        if mention is None or not mention.told:
            return i
        return mention.end if self._give_all(mention, list(mention.told), True) else i

    def _predicated(self, i: int) -> int:
        """A subject with what is told of it: "it had reach", "the 4/4 is tapped", "it lost flying", "he has a Swamp"."""
        subject = self._mention(i) or self._both(i)
        j = subject.end if subject is not None else i
        if subject is None and self._lower(i) not in BE | _HAVE | _LOSE | _HELPING | _NOT:
            return i
        if subject is None and self.subject is None and self._lower(i) not in {"is", "are"}:
            return i
        subject = subject or self.subject
        negated = False
        verb = ""
        while (
            j < self.end
            and self._mention(j) is None
            and (self._lower(j) in _HELPING | _NOT | BE | _HAVE | _LOSE or (verb == "" and self._lower(j) in KEPT))
        ):
            lower = self._lower(j)
            if lower in _NOT:
                negated = True
            elif lower in BE:
                verb = "be"
            elif lower in _LOSE:
                verb = "lose"
            elif lower in _HAVE:
                verb = "get" if lower in _GAIN else "have"
            j += 1
        entered = j < self.end and self.talk.words[j].is_("verb", "enter") and self._mention(j) is None
        if entered and verb in {"", "have", "get"}:
            k = self._past(j + 1, KEPT | {"in", "down", "under", "my", "his", "control"})
            just = "just" in self.talk.lowers[i:j]
            since = self._adjective(self.talk.words[k], negated) if k < self.end else None
            if just and (since is None or since[0] != "since"):
                k, since = j, ("since", "yes")
            if since is not None and since[0] == "since":
                for id in self._of(subject):
                    self.scene.state(id, *since)
                    return k + 1
        if not verb:
            return i
        self.subject = subject
        return self._said_of(subject, verb, negated, i, j)

    def _both(self, i: int) -> Mention | None:
        """ "what if both have first strike": the two that fight."""
        fighting = self.scene.refs.attackers | self.scene.refs.blockers
        if self._lower(i) != "both" or len(fighting) != 2 or self.talk.inside(i) is not None:
            return None
        return Mention(i, i + 1, "pronoun", text="both", plural=True)

    def _said_of(self, subject: Mention | None, verb: str, negated: bool, i: int, j: int) -> int:
        if subject is not None and subject.head == "player":
            things = self.talk.lowers[subject.start] in {"they", "them"} and (
                verb not in {"have", "get"} or bool(self._terms(j)[0])
            )
            if not things and verb == "have" and not negated and self._has_life(subject, j):
                return j + 1 + (self._lower(j + 1) == "life")
            if not things:
                return self._held(j, not negated, subject.player) if verb in {"have", "get"} else i
            self.subject = subject = Mention(subject.start, subject.end, "pronoun", text="they", plural=True)
        terms, end = self._terms(self._past(j, KEPT))
        if terms:
            has = (verb != "lose") != negated
            alone = has and "only" in self.talk.lowers[i:end]
            if alone and not self._take_others(subject, terms):
                return i
            return end if self._give_all(subject, terms, has) else i
        if verb in {"have", "get"}:
            return self._carries(subject, i, j, more=verb == "get")
        return self._is(subject, negated, i, j) if verb == "be" else i

    def _carries(self, subject: Mention | None, i: int, j: int, *, more: bool) -> int:
        """ "Chalice has 4 counters", "it has 4 power"; with `more` "it gets two +1/+1 counters", put on it besides."""
        j = self._past(j, {"only", "just"})
        one = self._lower(j) in {"a", "an", "another"} and self.talk.words[min(j + 1, self.end - 1)].kind == "change"
        n = 1 if one else self._number(j)
        if n is None:
            return i
        k = j + 1
        more = more or self._lower(j) == "another" or self._lower(k) in MORE
        k += self._lower(k) in MORE
        kind = self.talk.words[k].lower if k < self.end and self.talk.words[k].kind == "change" else ""
        if kind or (self._lower(k + 1) in {"counter", "counters"} and self._lower(k) not in {"power", "toughness"}):
            kind, k = kind or self._lower(k), k + 1
        if self._lower(k) in {"counter", "counters"}:
            for id in self._of(subject):
                known = dict(self.scene.thing(id).counters)
                if not kind and len(known) != 1:
                    return i
                kind = kind or next(iter(known))
                if more and "/" in kind:  # its size was told without them
                    self.scene.happens([Event("counters", (id,), n=n, value=kind)])
                else:
                    self.scene.counters(id, kind, n + (known.get(kind, 0) if more else 0))
                return k + 3 if self._lower(k + 1) == "on" and self._lower(k + 2) in {"it", "him", "them"} else k + 1
        if self._lower(k) in {"power", "toughness"}:
            for id in self._of(subject):
                self.scene.state(id, self._lower(k), str(n))
                return k + 1
        return i

    def _is(self, subject: Mention | None, negated: bool, i: int, j: int) -> int:
        """What something is said to be: tapped, red, a 3/3, in a graveyard, new, there since last turn."""
        j = self._past(j, KEPT - {"been", "there"})
        word = self.talk.words[j] if j < self.end else None
        if word is None:
            return i
        told = self._adjective(word, negated)
        if told is not None:
            what, value = told
            for id in self._of(subject, lambda thing: thing.zone == "battlefield"):
                self.scene.state(id, what, value)
            return j + 1 if self._of(subject) else i
        zone, end = self._zone(j)
        if zone is not None and not negated:
            for id in self._of(subject):
                self.scene.set(id, zone=zone)
            return end
        owner = word.sense("player")
        if owner is not None and owner.value in {"you", "opp"} and owner.form == "possessive" and not negated:
            ids = self._of(subject)  # "what if the Reflection was his": whose it is
            if self._mention(j) is None and len(ids) == 1 and self._ends(j + 1):
                self.scene.set(ids[0], controller=owner.value)
                return j + 1
        colors, end = self._colors(j)
        if colors and not negated:
            said = Mention(j, end, "creature", colors=colors)
            following = self._mention(j)
            said, end = (following, following.end) if following is not None else (said, end)
            return self._describe(subject, said, i, end)
        mention = self._mention(j) or self._mention_over(j)
        if mention is not None and mention.is_object and not negated:
            return self._describe(subject, mention, i, mention.end)
        return i

    def _adjective(self, word: Word, negated: bool) -> tuple[str, str] | None:
        """The fact that one word states of something, by its name in `scenario.stated`."""
        if word.lower in {"tapped", "untapped"}:
            return "tapped", "yes" if (word.lower == "tapped") != negated else "no"
        if word.lower in {"summoning sick", "summon sick", "sick", "new"} or (
            word.is_("this_turn") and word.lower != "just"
        ):
            return "since", "no" if negated else "yes"
        if word.is_("last_turn") and not negated:
            return "since", "no"
        return None

    def _describe(self, subject: Mention | None, said: Mention, i: int, end: int) -> int:
        pointing = subject is None or subject.head == "pronoun"
        ids = self._of(subject, self._of_its_kind(said)) if said.cards and pointing else self._of(subject)
        if len(ids) != 1:
            return i
        types = self.scene.refs.types_of(self.scene.thing(ids[0]))
        another = said.head == "land" and self.scene.thing(ids[0]).card is not None and "land" not in types
        if said.cards or another:  # "what if it was a Forest", of a Sol Ring
            self.scene.swap(ids[0], said)
        else:
            self.scene.describe(ids[0], said)
        return end

    def _of_its_kind(self, said: Mention) -> Callable[[GameObject], bool]:
        """ "what if it was Nyxbloom Ancient instead": it takes the place of Mana Reflection, not of the land that is tapped."""
        card = self.talk.card(said)
        types = set(card.faces[0].types) if card is not None else set()
        return lambda thing: not types or bool(types & self.scene.refs.types_of(thing))

    def _has_life(self, subject: Mention, j: int) -> bool:
        """ "and if I have 44?": a life total, where one was told and nothing that is counted."""
        n = self._number(j)
        players = [p for p in self.scene.scenario.players if p.id == subject.player and p.life is not None]
        counted = any((thing.count or 2) > 1 for thing in self.scene.scenario.objects)
        told = self._lower(j + 1) == "life"
        if n is None or not players or (counted and not told) or not (told or self._ends(j + 1)):
            return False
        self.scene.player(players[0].id, "life", n)
        return True

    def _take_others(self, subject: Mention | None, terms: list[str]) -> bool:
        """ "what if it only has first strike": none of the other keywords that were told of it; of a card, which of its own are left isn't told."""
        ids = self._of(subject)
        for id in ids:
            thing = self.scene.thing(id)
            if thing.card is not None:
                return False
            for told in thing.abilities:
                if isinstance(told, Keyword) and told.of is None and told.name not in terms:
                    self.scene.give(id, told.name, False)
        return bool(ids)

    def _give_all(self, to: Mention | None, terms: list[str], has: bool) -> bool:
        refs = self.scene.refs

        def like(thing: GameObject) -> bool:
            holds = any(refs.has(thing, term) for term in terms)
            return (
                thing.zone == "battlefield" and (not holds if has else holds) and (refs.is_creature(thing) or not has)
            )

        ids = self._of(to, like, terms if has else ())
        if not ids:
            # Told of what has it already, or has it not: nothing changes, and that is no failure to understand.
            return bool(self._of(to))
        for id in ids:
            for term in terms:
                self.scene.give(id, term, has)
        return True
