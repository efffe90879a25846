"""What players have in a follow-up: "he has two of them", "with one more Swamp", "I also have a 4/4", "without Propaganda"."""

from __future__ import annotations

import msgspec

from judgecall.parser.following.referents import Unclear
from judgecall.parser.following.told import Told
from judgecall.parser.mention import Mention
from judgecall.scenario.model import GameObject

MORE = frozenset({"more", "extra", "additional", "further"})
_ALSO = frozenset({"also", "too", "as well", "besides", "well"})
_ALONE = frozenset({"only", "just"})
_BEFORE_NUMBER = frozenset({"only", "just", "a", "an", "the", "also", "at", "least"})
_PERMANENT = frozenset({"creature", "land", "artifact", "enchantment", "planeswalker"})
_NOUNS = {"lands": "lands", "land": "lands", "mana": "mana", "life": "life"}


class Belongings(Told):
    """Reads changes to what there is, and to how much of it."""

    def _held(self, i: int, has: bool, owner: str | None) -> int:
        """What is had, or not had, from word i on; returns where it ends, `i - 1` or less when nothing was understood."""
        alone = self._lower(i) in _ALONE
        j = self._past(i, _BEFORE_NUMBER)
        n, k = self._number(j), j
        if (
            n is not None
            and self._lower(j + 1) in _NOUNS
            and (end := self._amount(n, self._lower(j + 1), owner, i, j + 2)) > i
        ):
            return end
        if n is not None and self._mention(j) is None:
            k = j + 1
            if self._lower(k) in MORE:
                return self._more(n, k + 1, owner, i)
            if self._lower(k) in _NOUNS:
                return self._amount(n, self._lower(k), owner, i, k + 1)
            return (k if self._so_many(n, owner) else i - 1) if self._ends(k) else i - 1
        if self._lower(j) in {"another", *MORE}:
            mention = self._mention(j) or self._mention(j + 1)
            return self._more(1, mention.start, owner, i) if mention is not None else i - 1
        mention = self._mention(j) or self._mention(i) or (self._mention_over(j) if j > i else None)
        if mention is None:
            return i - 1
        if mention.head == "some":
            return mention.end if self._so_many(mention.count or 0, owner) else i - 1
        if self._lower(mention.start) in {"them", "those", "it", "that"} and not has:
            return mention.end if self._none_of(mention) else i - 1
        if not mention.is_object:
            return i - 1
        out = self._out(mention.end)
        if self._like_asked(mention) and has and owner is None and out == mention.end:
            return i - 1  # whether it is there besides, or in the place of what was asked about
        also = bool(_ALSO & {*self.talk.lowers[max(0, i - 3) : i], *self.talk.lowers[mention.end : mention.end + 3]})
        return out if self._have(mention, has, owner or mention.owner, also, alone) else i - 1

    def _out(self, i: int) -> int:
        """Past "out", "in play", "on the battlefield", "on it" behind something that is there."""
        j = self._past(i, {"out", "on", "in", "the", "play", "battlefield", "board", "table"})
        attached = (
            self._lower(i) == "on"
            and self._lower(i + 1) == "it"
            and any(o.attached_to for o in self.scene.scenario.objects)
        )
        return i + 2 if attached else j if self._ends(j) else i

    def _like_asked(self, mention: Mention) -> bool:
        """Whether a card is of the kind of the one that was asked about."""
        asked = self.scene.scenario.queries[-1].subject if self.scene.scenario.queries else ()
        things = [thing for id, thing in self.scene.refs.things.items() if id in asked and thing.card is not None]
        if not mention.cards or not things or things[0].card in mention.cards or mention.count is not None:
            return False
        made = self.scene.make(mention, None)
        spells = {"instant", "sorcery"}
        types = self.scene.refs.types_of(made)
        return bool(types & self.scene.refs.types_of(things[0])) or bool(types & spells)

    def _none_of(self, mention: Mention) -> bool:
        """ "without them": what there were several of, or what was told of last, is not there."""
        plural = self._lower(mention.start) in {"them", "those"}
        fits = [t for t in self.scene.refs.things.values() if plural == (t.count != 1)]
        fits = [t for t in fits if t.id == self.scene.scenario.topic] or fits
        if len(fits) != 1:
            return False
        self._count(fits[0], 0)
        return True

    def _amount(self, n: int, noun: str, owner: str | None, i: int, end: int) -> int:
        """ "8 lands", "6 mana", "5 life"."""
        field = _NOUNS[noun]
        stated = [p.id for p in self.scene.scenario.players if getattr(p, field) is not None]
        who = owner if owner in {"you", "opp"} else stated[0] if len(stated) == 1 else None
        if who is None or (not stated and field != "life"):
            return i - 1
        self.scene.player(who, field, n)
        return end

    def _more(self, n: int, i: int, owner: str | None, start: int) -> int:
        """ "one more Swamp", "another Forest": as many as before and n more; the first of its kind where there was none."""
        mention = self._mention(i)
        if mention is None or not mention.is_object:
            return start - 1
        alike = self._alike(msgspec.structs.replace(mention, count=None), owner or mention.owner)
        fighting = self.scene.refs.attackers | self.scene.refs.blockers
        if any(thing.id in fighting for thing in alike):
            return start - 1  # whether it joins the fight isn't said
        alike = [thing for thing in alike if thing.card is None] or alike
        if len(alike) == 1 and alike[0].count is not None:
            self._count(alike[0], alike[0].count + n)
        elif not alike:
            self.scene.add(msgspec.structs.replace(mention, count=n), owner or mention.owner or "you")
        else:
            return start - 1
        return mention.end

    def _alike(self, mention: Mention, owner: str | None) -> list[GameObject]:
        """The things that a mention's words could be said of."""
        asked = msgspec.structs.replace(mention, owner=owner or mention.owner, plural=False)
        refs = self.scene.refs
        return [thing for thing in refs.things.values() if refs.fits(asked, thing)]

    def _count(self, thing: GameObject, n: int) -> None:
        if n == 0:
            if thing.card is None or not self.scene.remove(thing.id):
                self.scene.set(thing.id, count=0)
            return
        self.scene.state(thing.id, "count", str(n))

    def _so_many(self, n: int, owner: str | None) -> bool:
        """ "and with two of them?", "what if he has only one": the group that was told of has another number."""
        things = [o for o in self.scene.scenario.objects if owner is None or o.controller in {owner, None}]
        groups = [thing for thing in things if thing.count != 1]
        if not groups:
            asked = [thing for thing in things if thing.id in self.scene.refs.focus()]
            groups = things if len(things) == 1 else asked
        if len(groups) > 1:
            near = [thing for thing in groups if thing.id in self.scene.refs.focus()]
            groups = near if len(near) == 1 else groups
        if len(groups) != 1:
            return False
        self._count(groups[0], n)
        return True

    def _have(self, mention: Mention, has: bool, owner: str | None, also: bool, alone: bool) -> bool:
        """A thing is there, is not, or is there in place of another."""
        none = not has or mention.count == 0
        same = self._alike(msgspec.structs.replace(mention, count=None), owner)
        if none:
            if len(same) != 1:
                return False
            self._count(same[0], 0)
            return True
        if same and not also and (mention.cards or mention.count is not None) and len(same) == 1:
            self._count(same[0], mention.count or 1)
            return True
        stands = None if also else self._stands_for(mention, owner, alone)
        if stands is not None:
            self.scene.swap(stands, mention)
            return True
        if owner is None and not mention.cards:
            return False
        self.scene.add(mention, owner or "you")
        return True

    def _stands_for(self, mention: Mention, owner: str | None, alone: bool) -> str | None:
        """What a new thing takes the place of: the one fighter of that side, or the only one of its kind if nothing else is left."""
        refs = self.scene.refs
        made = self.scene.make(mention, owner)
        own = [thing for thing in refs.things.values() if owner is None or thing.controller in {owner, None}]
        if refs.is_creature(made):
            sides = {"attacker": refs.attackers, "blocker": refs.blockers}.get(
                mention.head, refs.attackers | refs.blockers
            )
            fighting = [thing for thing in own if thing.id in sides]
            if len(fighting) > 1:
                raise Unclear(tuple(thing.id for thing in fighting))
            if fighting:
                return fighting[0].id
        kind = [
            thing
            for thing in own
            if refs.types_of(thing) & refs.types_of(made) and (thing.card is None or thing.card != made.card)
        ]
        instead = alone or "instead" in self.talk.lowers
        if instead and len(kind) == 1:
            return kind[0].id
        asked = [thing for thing in kind if thing.id not in refs.focus()]
        if instead and len(asked) == 1:
            return asked[0].id
        return None

    # ------------------------------------------------------------ bare things

    def _bare(self, i: int) -> int:
        """ "and a 4/4?", "what about Llanowar Elves?", "and mine?": another thing in the place of one like it."""
        mention = self._mention(i)
        if mention is None or mention.head == "player" or not self._ends(mention.end):
            return i
        if mention.head == "some":
            return mention.end if self._so_many(mention.count or 0, mention.owner) else i
        lead = self._lower(i - 1)
        if not mention.is_object or (
            (mention.article in {"the", "that", "this"} or mention.owner) and self._alike(mention, None)
        ):
            return mention.end if self._turn_to(mention) else i
        if mention.head in {"creature", "attacker", "blocker"} and not mention.described and not mention.types:
            return i
        place = self._place(mention, lead)
        if place is None:
            return i
        self.scene.swap(place, mention)
        self.used |= {i - 1} if lead in {"against", "by", "vs", "versus"} else set()
        return mention.end

    def _turn_to(self, mention: Mention) -> bool:
        """ "and mine?", "how about his?": the same is asked of another thing."""
        try:
            ids = self.scene.refs.resolve(mention)
        except Unclear as unclear:
            unclear.mention = mention
            raise
        queries = self.scene.scenario.queries
        if len(ids) != 1 or not queries:
            return False
        last = queries[-1]
        if ids == last.subject:
            return True
        if len(last.subject) != 1 or last.target:
            return False
        self.scene.ask((*queries[:-1], msgspec.structs.replace(last, subject=ids)))
        self.scene.changed = True
        return True

    def _place(self, mention: Mention, lead: str) -> str | None:
        """What a new thing takes the place of: the thing most like it, what was asked about first.

        Raises:
            Unclear: two things are equally like it.
        """
        refs = self.scene.refs
        made = self.scene.make(mention, None)
        asked = self.scene.scenario.queries[-1].subject if self.scene.scenario.queries else ()
        scored: list[tuple[int, str]] = []
        for id, thing in refs.things.items():
            if mention.owner and thing.controller not in {mention.owner, None}:
                continue
            types, new = refs.types_of(thing), refs.types_of(made)
            if not types & new and not (id in asked and made.card and types <= _PERMANENT and new <= _PERMANENT):
                continue
            score = 2 * bool(types & new) + 2 * ((thing.power is None) == (made.power is None)) + 2 * (id in asked)
            score += 3 * ((types, thing.card is None) == (new, made.card is None))
            if not mention.owner and not mention.cards and thing.controller == "opp" and refs.attackers | refs.blockers:
                score += 3  # "can my 2/2 block a 3/3? and a 4/4?"
            if (lead == "by" and id in refs.blockers) or (lead == "against" and id not in asked):
                score += 3
            scored.append((score, id))
        if not scored:
            return None
        best = max(score for score, _ in scored)
        fits = [id for score, id in scored if score == best]
        if len(fits) > 1:
            raise Unclear(tuple(fits))
        return fits[0]
