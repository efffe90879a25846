"""The board: objects that the question's mentions stand for, each mention resolved to one of them or a new one."""

from __future__ import annotations

import re
from itertools import pairwise

import msgspec

from judgecall.cards.abilities import Ability
from judgecall.parser.leaders import stands_beside
from judgecall.parser.mentions import LAND_TYPES, Mention
from judgecall.parser.same_things import same_things
from judgecall.parser.talk import Talk
from judgecall.parser.terms import ability, protection
from judgecall.scenario.model import GameObject, Scenario

_TYPE_HEADS = {"creature": "creature", "attacker": "creature", "blocker": "creature", "land": "land", "artifact": "artifact",
               "enchantment": "enchantment", "planeswalker": "planeswalker", "vehicle": "artifact", "aura": "enchantment",
               "equipment": "artifact"}  # fmt: skip

_OWN_TYPES = frozenset({"planeswalker", "enchantment"})
"""Nouns that stand for nothing but objects of that type."""


_EVERY = frozenset({"all", "everything", "everyone"})
_BEGINS_TOLD = frozenset({"has", "have", "had", "attacks", "blocks", "must", "gets", "gains"})
"""Verbs that begin what is told of a creature in a mention of it ("creature attacks each turn if able")."""
_AS_A_REASON = (["because", "of"], ["thanks", "to"], ["due", "to"])


class Board:
    """Objects in the order they were first spoken of.

    Args:
        talk: the question.
        context: the last scenario, for a follow-up question: its objects can be spoken of again.
    """

    def __init__(self, talk: Talk, context: Scenario | None = None) -> None:
        self.talk = talk
        self.objects: dict[str, GameObject] = {}
        self.spoken: list[str] = []
        """Ids in the order they were last spoken of."""
        self.of_mention: dict[int, str] = {}
        self.article: dict[str, str] = {}
        self.ambiguous: list[tuple[str, ...]] = []
        self.guessed: list[str] = []
        self.gone: set[str] = set()
        """Objects that left: "my merfolk" is none of them."""
        self.unplain = False
        """Which creature "the other one" is could not be told."""
        self.topic: str | None = None
        """What the last clause was about: "it" is the subject of "X is blocked by Y", not the Y."""
        self._parts: list[str] = []
        """Groups that parts were taken out of ("one has flying"): "the other" is the rest of the last."""
        self._beside: set[str] = set()
        """Objects that were only spoken of as another one beside what the talk is about: what is asked of "it" is asked of none of them."""
        self._whole: dict[str, str] = {}
        self.taken_out: dict[str, list[str]] = {}
        """The parts that were taken out of a group, by the group's id."""
        """The group that a part was taken out of: both belong to one player."""
        self._same_as = same_things(talk)
        if context is not None:
            for thing in context.objects:
                self.objects[thing.id] = thing
                self.spoken.append(thing.id)
        for name in talk.told:
            self.create(GameObject(name, said=name, card=name))

    def attach(self) -> set[int]:
        """Set what is attached to what; the words that say so are returned as explained."""
        used: set[int] = set()
        for aura, host in self.talk.attached:
            if host.head == "some" and (group := self._group_before(host)) is not None:
                self.get(group)  # "two creatures, one of them enchanted with Pacifism": one out of that group
            on = self.get(host)
            worn = self.get(aura, owner=self.objects[on].controller if on else None)
            if on is not None and worn is not None and on != worn:
                self.change(worn, attached_to=on)
                for m in (aura, host):
                    used |= set(range(m.start, m.end))
        return used

    def _group_before(self, part: Mention) -> Mention | None:
        """The group that was told of last in the same sentence."""
        before = [m for m in self.talk.mentions if m.end <= part.start and m.sentence == part.sentence and m.is_object]
        return before[-1] if before and before[-1].plural else None

    # ---------------------------------------------------------- resolving

    def get(
        self, mention: Mention, *, owner: str | None = None, role: str = "", avoid: tuple[str, ...] = ()
    ) -> str | None:
        """The id of what a mention stands for; an object that was not spoken of before is made.

        Returns None for a pronoun with nothing to stand for, and for players.
        """
        if mention.start in self.of_mention:
            id = self.of_mention[mention.start]
            self._own(id, owner)
            return id
        if mention.head == "player":
            return None
        first = self._same_as.get(mention.start)
        if first is not None:
            same = self.get(first, owner=owner, role=role, avoid=avoid)
            if same is not None:
                self.of_mention[mention.start] = same
                self._merge(same, mention)
                return same
        if is_rest(mention):
            found = self._other(mention, role, avoid)
        elif mention.head == "pronoun":
            found = self._pronoun(mention, avoid, role, owner)
        elif mention.head == "some":
            found = self._some(mention, owner, role, avoid)
        else:
            found = self._part_of(mention, role, avoid) or self._one_alike(mention, avoid)
            found = found or self._one_with(mention, owner) or self._one_of_own(mention, owner, role, avoid)
            found = found or self._one_attacker(mention)
            found = found or self._known(mention, role, avoid, owner)
            if found is None:
                self.unplain = self.unplain or self._is_of_the_other_side(mention, role)
                found = self.make(mention, owner, role)
                if mention.article == "another" and not mention.cards and mention.power is None:
                    self._beside.add(found)
            else:
                self._merge(found, mention)
        if found is not None:
            self.of_mention[mention.start] = found
            self._say(found)
            self._own(found, mention.owner or owner)
        return found

    def said_of(self, mention: Mention) -> Mention | None:
        """The mention that this one says more of ("the blocker is a 3/3"), if it only does that."""
        return self._same_as.get(mention.start)

    def ids(
        self, mentions: list[Mention], *, owner: str | None = None, role: str = "", avoid: tuple[str, ...] = ()
    ) -> tuple[str, ...]:
        """The ids that several mentions stand for, in order, each once."""
        found: list[str] = []
        parts = self._parts_of(mentions, owner)
        for mention in mentions:
            if mention.start in parts:
                found += [i for i in parts[mention.start] if i not in found]
                continue
            if is_rest(mention) and mention.plural:
                found += [i for i in self._rest(mention, role, avoid) if i not in found]
                continue
            if (
                mention.head == "pronoun"
                and mention.plural
                and mention.text.split()[0] in {"they", "them", "those", "these", "the", "both", *_EVERY}
            ):
                every = self._every(mention, owner, role, avoid) if mention.text.split()[0] in _EVERY else []
                told = self._whole_counted(mention) or every or self._plural_antecedent(avoid, owner)
                many = [i for i in told if i not in found]
                found += many
                continue
            group = self._group_of(mention) if self._inserted(mention) else None
            if group is not None:
                found += [i for m in (group, mention) if (i := self.get(m, owner=owner, role=role)) and i not in found]
                continue
            many = self._reunited(mention, owner)
            if many:
                found += [i for i in many if i not in found]
                continue
            # "my 3/3 trample and my 3/3": what is told of together is never one and the same.
            apart = (*avoid, *found) if mention.is_object and not mention.cards else avoid
            id = self.get(mention, owner=owner, role=role, avoid=apart)
            if id is not None and id not in found:
                found.append(id)
        return tuple(found)

    def _whole_counted(self, mention: Mention) -> list[str]:
        """ "two creatures, one of them tapped. How many of them …": all of the one group that something was taken out of."""
        lead = self.talk.lowers[mention.start - 1] if mention.start else ""
        if lead != "how many of" or len(self.taken_out) != 1:
            return []
        return [i for whole, parts in self.taken_out.items() for i in (whole, *parts)]

    def _reunited(self, mention: Mention, owner: str | None) -> list[str]:
        """ "both my blockers", "the three creatures": all parts of a group that some were taken out of by what they have."""
        if not mention.plural or mention.cards or mention.part or mention.article in {"another", "other"}:
            return []
        any_number = msgspec.structs.replace(mention, count=None)
        for whole, parts in self.taken_out.items():
            all_of_it = [whole, *parts]
            n = sum(self.objects[i].count or 0 for i in all_of_it)
            if mention.count in {n, None} and all(self._fits(any_number, self.objects[i], "") for i in all_of_it):
                return all_of_it
        return []

    def _parts_of(self, mentions: list[Mention], owner: str | None) -> dict[int, tuple[str, ...]]:
        """ "two of my four creatures": so many of the group that is named behind them, which is no one by itself."""
        found: dict[int, tuple[str, ...]] = {}
        for part, whole in pairwise(mentions):
            if part.head != "some" or part.end != whole.start or self.talk.lowers[part.end - 1] != "of":
                continue
            group = self.get(whole, owner=owner)
            if group is None or not whole.count or (part.count or 1) >= (self.objects[group].count or 0):
                continue
            id = self.split(group, part.count or 1)
            self.of_mention[part.start] = id
            found |= {part.start: (id,), whole.start: ()}
        return found

    def _say(self, id: str) -> None:
        if id in self.spoken:
            self.spoken.remove(id)
        self.spoken.append(id)

    def _own(self, id: str, owner: str | None) -> None:
        if owner and self.objects[id].controller is None:
            self.change(id, controller=owner)
            whole = self._whole.get(id, id)
            if whole != id:
                self._own(whole, owner)

    def change(self, id: str, **fields: object) -> None:
        """Set fields of an object."""
        self.objects[id] = msgspec.structs.replace(self.objects[id], **fields)

    def _pronoun(self, mention: Mention, avoid: tuple[str, ...], role: str, side: str | None) -> str | None:
        """What "it" stands for: the last thing spoken of that fits, one already in that role first."""
        fits = [
            id
            for id in reversed(self.spoken)
            if id not in avoid and self._pronoun_fits(mention, self.objects[id], role)
        ]
        fits = [id for id in fits if id not in self._causes()] or fits
        if mention.owner:
            fits = [id for id in fits if self.objects[id].controller == mention.owner] or fits
        if mention.text in {"she", "he", "her", "him"}:  # "Elesh Norn blocks my 5/5, does she die"
            fits = [id for id in fits if self.is_a_person(self.objects[id])] or fits
        if mention.text == "it":  # "a 4/4 with two 2/2s, … kill it"
            fits = [id for id in fits if (self.objects[id].count or 2) == 1] or fits
        if any(c.question and mention in c.subject for c in self.talk.clauses):
            fits.sort(key=self._beside.__contains__)
        if not role and self.topic in fits and mention.text in {"it", "itself"}:
            return self.topic
        if role:
            in_role = [
                id for id in fits if (self.objects[id].attacking if role == "attacker" else self.objects[id].blocking)
            ]
            on_side = [id for id in fits if side is None or self.objects[id].controller in {side, None}]
            fits = in_role or on_side or fits
        elif side is not None:
            fits = [id for id in fits if self.objects[id].controller in {side, None}] or fits
        return fits[0] if fits else None

    def is_a_person(self, thing: GameObject) -> bool:
        """Whether it is a legendary creature, which has a name of its own."""
        card = self.talk.cards.get(thing.card) if thing.card else None
        return card is not None and "legendary" in card.faces[0].supertypes and "creature" in card.faces[0].types

    def _causes(self) -> set[str]:
        """ "my wall can attack because of Arcades. can a flyer block it": what is only named as the reason for something."""
        lowers = self.talk.lowers
        named = {start: lowers[max(start - 2, 0) : start] for start in self.of_mention}
        causes = {self.of_mention[start] for start, before in named.items() if before in _AS_A_REASON}
        return causes - {id for start, id in self.of_mention.items() if named[start] not in _AS_A_REASON}

    def _pronoun_fits(self, mention: Mention, thing: GameObject, role: str) -> bool:
        if thing.count == 0 or (mention.owner and thing.controller not in {mention.owner, None}):
            return False
        if role in {"attacker", "blocker"} and not self.can_fight(thing):
            return False
        return not (mention.text in {"he", "him", "she", "her", "himself"} and "land" in thing.types)

    def can_fight(self, thing: GameObject) -> bool:
        """Whether it can be an attacker or a blocker at all, by its card (Vehicles and lands that animate can)."""
        if (
            thing.card is None
            and "creature" not in thing.types
            and (self._is_land(thing) or ("planeswalker" in thing.types and not thing.animated))
        ):
            return False
        card = self.talk.cards.get(thing.card) if thing.card else None
        if card is None or thing.animated:
            return True
        return any("creature" in f.types or "Vehicle" in f.subtypes or "land" in f.types for f in card.faces)

    def _groups(self, mention: Mention, role: str) -> list[list[str]]:
        """The creatures that "the other one" may be left of: those of one side that fight, in the order they were last spoken of."""
        able = [i for i in self.spoken if not self._is_land(self.objects[i]) and self.can_fight(self.objects[i])]
        able = [i for i in able if mention.owner in {None, self.objects[i].controller}]
        attackers = [i for i in able if self.objects[i].attacking]
        blockers = [i for i in able if self.objects[i].blocking]
        if role:
            return [attackers if role == "attacker" else blockers]
        return [attackers, blockers] if attackers or blockers else [able]

    def _other(self, mention: Mention, role: str, avoid: tuple[str, ...]) -> str | None:
        """ "the other one": of two creatures of a side the one that was not spoken of last; None where it isn't plain which."""
        pairs = [g for g in self._groups(mention, role) if len(g) == 2 and all(self.objects[i].count == 1 for i in g)]
        if len(pairs) != 1 or pairs[0][0] in avoid:
            self.unplain = True
            return None
        return pairs[0][0]

    def _rest(self, mention: Mention, role: str, avoid: tuple[str, ...]) -> list[str]:
        """ "the others": of three or more creatures of a side all but the one that was spoken of last."""
        groups = [g for g in self._groups(mention, role) if len(g) > 2]
        own = [i for i, o in self.objects.items() if o.controller == mention.owner and self.can_fight(o)]
        if not groups and mention.owner and len(own) <= 1 and len(mention.text.split()) > 2:
            # "Champion of Lambholt … my other attackers": some more, that nobody has told of
            more = GameObject(
                "creatures", said="other creatures", types=("creature",), controller=mention.owner, count=None
            )
            loose = [i for i in self.spoken if self.objects[i].controller is None and self.can_fight(self.objects[i])]
            last = loose[-1] if loose else None
            if last is not None and not own:
                self._own(last, mention.owner)  # beside which they are the others
            made = self.create(msgspec.structs.replace(more, attacking=True if role == "attacker" else None))
            self.of_mention[mention.start] = made
            return [made]
        if len(groups) != 1 or set(groups[0][:-1]) & set(avoid):
            self.unplain = True
            return []
        for id in groups[0][:-1]:
            self._say(id)
        self.of_mention[mention.start] = groups[0][0]
        return groups[0][:-1]

    def parted(self, mention: Mention) -> bool:
        """Whether "the other two" are just what is left of a group that a part was taken out of."""
        return bool(self._parts) and self.objects[self._parts[-1]].count == mention.count

    def _some(self, mention: Mention, owner: str | None, role: str, avoid: tuple[str, ...]) -> str:
        """ "one of them", "with two": taken out of the group last spoken of; a group of its own when there is none."""
        n = mention.count or 1
        if mention.start and self.talk.lowers[mention.start - 1] in {"other", "rest"} and self._parts:
            rest = self._parts[-1]
            if (self.objects[rest].count or 0) == n:
                return rest
        for id in reversed(self.spoken):
            thing = self.objects[id]
            if (
                id in avoid
                or (owner and thing.controller not in {owner, None})
                or (thing.count or 0) < n
                or self._is_land(thing)
            ):
                continue
            if (thing.count or 0) == n and n == 1 and not role:
                continue
            self._parts.append(id)
            self._own(id, owner)
            return self.split(id, n)
        return self.create(GameObject("creature", said="creature", types=("creature",), controller=owner, count=n))

    def _every(self, mention: Mention, owner: str | None, role: str, avoid: tuple[str, ...]) -> list[str]:
        """ "I block with all": every creature of that player's that was told of."""
        mine = [
            id
            for id, thing in self.objects.items()
            if owner and id not in avoid and thing.controller == owner and thing.count != 0 and not thing.tapped
            and self.can_fight(thing) and not self._is_land(thing)
        ]  # fmt: skip
        if role == "attacker":
            mine = [id for id in mine if self.objects[id].attacking] or mine
        if (
            mention.text.startswith("all of")
            and len(mine) > 1
            and any((self.objects[id].count or 2) > 1 for id in mine)
        ):
            self.unplain = True  # all of the group that was told of last, or all there are
        return mine if len(mine) > 1 else []

    def _plural_antecedent(self, avoid: tuple[str, ...], owner: str | None = None) -> list[str]:
        mine = [
            i
            for i in self.spoken
            if owner and i not in avoid and self.objects[i].controller == owner and not self._is_land(self.objects[i])
        ]
        if len(mine) == 2 and all(self.objects[i].count == 1 for i in mine):
            return mine  # "I got a 2/2 and a 1/1. can both of them block it"
        for id in reversed(self.spoken):
            if id not in avoid and (self.objects[id].count or 2) > 1:
                return [id]
        recent = [id for id in self.spoken if id not in avoid]
        return recent[-2:] if len(recent) >= 2 else recent

    def _part_of(self, mention: Mention, role: str, avoid: tuple[str, ...]) -> str | None:
        """ "two of the 2/2s": so many of a group that was told of before."""
        words = mention.text.split()
        fighter = mention.head in {"attacker", "blocker"}  # "one of the blockers"
        if mention.count is None or words[1:2] != ["of"] or not (mention.described or fighter):
            return None
        alike = msgspec.structs.replace(mention, count=None)
        for id in reversed(self.spoken):
            count = self.objects[id].count
            if count and count > mention.count and id not in avoid and self._fits(alike, self.objects[id], role):
                return self.split(id, mention.count)
        return None

    def _one_attacker(self, mention: Mention) -> str | None:
        """ "all three on one attacker", after two of them were told of: one of those."""
        if mention.head != "attacker" or mention.count != 1 or mention.described or mention.article not in {"", "one"}:
            return None
        groups = [i for i in self.spoken if self.objects[i].attacking and (self.objects[i].count or 1) > 1]
        alone = len([i for i, o in self.objects.items() if o.attacking]) == 1
        return self.split(groups[0], 1) if len(groups) == 1 and alone else None

    def _is_of_the_other_side(self, mention: Mention, role: str) -> bool:
        """ "the wurm", where the one wurm that was told of plays the other part: who does what was not understood."""
        if (
            mention.article not in {"the", "that"}
            or mention.cards
            or not (mention.subtypes or mention.power is not None)
        ):
            return False
        return bool(role) and any(self._fits(mention, thing, "") for thing in self.objects.values())

    def _one_alike(self, mention: Mention, avoid: tuple[str, ...]) -> str | None:
        """ "two 3/3s block, i bolt a 3/3": what something happens to is one of those that were told of."""
        happens = any(c.frame in _HAPPENS and mention in [*c.object, *c.subject, *c.on] for c in self.talk.clauses)
        if mention.power is None or (mention.count or 1) > 1 or mention.owner or mention.cards or not happens:
            return None
        any_number = msgspec.structs.replace(mention, count=None)
        alike = [i for i in self.spoken if i not in avoid and self._fits(any_number, self.objects[i], "")]
        if len(alike) == 1 and (self.objects[alike[0]].count or 0) > 1:
            return self.split(alike[0], 1)
        return None

    def _one_of_own(self, mention: Mention, owner: str | None, role: str, avoid: tuple[str, ...]) -> str | None:
        """ "i have two 3/3s with deathtouch …, i block with a 3/3": one of those, as the player was said to have no other."""
        side = mention.owner or owner
        if (
            not role
            or side is None
            or mention.power is None
            or mention.cards
            or mention.plural
            or (mention.count or 1) > 1
        ):
            return None
        if mention.article not in {"a", "an", "one", ""}:
            return None
        alike = msgspec.structs.replace(mention, count=None)
        groups = [
            id
            for id in self.spoken
            if id not in avoid and self.objects[id].controller == side and self._fits(alike, self.objects[id], role)
        ]
        return self.split(groups[0], 1) if len(groups) == 1 and (self.objects[groups[0]].count or 0) > 1 else None

    def _one_with(self, mention: Mention, owner: str | None) -> str | None:
        """ "two 3/3s, one with first strike": one of the group that was told of just before, or so many."""
        before = self._group_of(mention)
        if before is None:
            return None
        inserted = self._inserted(mention)
        group = self.get(before, owner=owner) if inserted else self.of_mention.get(before.start)
        n = mention.count or 1
        if group is None or (self.objects[group].count or 0) <= n:
            return None
        beside = self.talk.lowers[before.end : mention.start] in ([], [","], ["and"], [",", "and"], ["but"], ["("])
        together = any(before in c.roles() and mention in c.roles() for c in self.talk.clauses)  # both do what is told
        apart = (
            self.talk.lowers[mention.start - 1] in {",", "(", "-"} and before.sentence == mention.sentence
        )  # "… attack me, one with flying"
        loose = apart and not any(mention in c.roles() for c in self.talk.clauses)
        return self.split(group, n) if inserted or (beside and together) or loose else None

    def _group_of(self, mention: Mention) -> Mention | None:
        """The group that "one with reach" is a part of."""
        told = [m for m in self.talk.mentions if m.end <= mention.start and m.head != "player"]
        return told[-1] if mention.part and told else None

    def _inserted(self, mention: Mention) -> bool:
        """ "my two guys, one with reach, block": what is told is told of all of the group."""
        before = self._group_of(mention)
        return (
            before is not None
            and self.talk.lowers[before.end : mention.start] in ([], [","], ["("])
            and any(mention in c.roles() for c in self.talk.clauses)
            and not any(before in c.roles() for c in self.talk.clauses)
        )

    def _known(self, mention: Mention, role: str, avoid: tuple[str, ...], owner: str | None = None) -> str | None:
        """An object spoken of before that a description fits, if the description points back."""
        if (
            mention.article in {"another", "other", "a", "an"} and not mention.cards
        ) or " other " in f" {mention.text} ":
            return None
        if mention.cards:
            for id in reversed(self.spoken):
                thing = self.objects[id]
                if (
                    thing.card in mention.cards
                    and mention.article not in {"another"}
                    and (mention.owner is None or thing.controller in {mention.owner, None})
                    and not (mention.article in {"a", "an"} and mention.count is None and "second" in mention.text)
                ):
                    if mention.count is not None and 0 < mention.count < (thing.count or 0):
                        return self.split(id, mention.count)  # "two Coffers, I tap one Coffers"
                    return id
            return None
        definite = mention.article in {"the", "that", "this", "those", "these", "same", "both", "each"} or (
            mention.count is None and (mention.owner is not None or mention.article == "")
        )
        if not definite:
            return None
        fits = [
            id
            for id in reversed(self.spoken)
            if id not in avoid
            and not (mention.owner and self.objects[id].controller not in {mention.owner, None})
            and self._fits(mention, self.objects[id], role)
        ]
        # "the black guy" is the one that was called black, before one of which no colour was told.
        fits = [id for id in fits if mention.colors and self.objects[id].colors] or fits
        # "the merfolk" is the one that was called a merfolk, before a card that happens to be one.
        called = [id for id in fits if set(mention.subtypes) <= set(self.objects[id].subtypes)]
        if mention.subtypes and not called:
            fits = [id for id in fits if id not in self.gone]
        # Both sides may have a 2/2: the one that is blocked is the one that attacks.
        placed = [id for id in called or fits if role and owner and self.objects[id].controller == owner]
        return next(iter(placed or called or fits), None)

    def _fits(self, mention: Mention, thing: GameObject, role: str) -> bool:
        if mention.power is not None and (thing.power, thing.toughness) != (mention.power, mention.toughness):
            return False
        if mention.count is not None and mention.count != thing.count:
            return False
        if mention.tapped is not None and thing.tapped is not None and mention.tapped != thing.tapped:
            return False
        names = {a.name for a in thing.abilities if hasattr(a, "name")}
        said = thing.said.lower()
        for term in mention.keywords:
            if term in mention.told:
                continue
            if term not in names and term not in said:
                return False
        if mention.colors and thing.colors is not None and not set(mention.colors) <= set(thing.colors):
            return False
        if mention.subtypes:
            facts = self.talk.cards.get(thing.card) if thing.card else None
            printed = {s for face in facts.faces for s in face.subtypes} if facts else set()
            if stands_beside(mention, thing, facts):
                return False
            if not set(mention.subtypes) <= set(thing.subtypes) | printed and not any(
                s.lower() in said for s in mention.subtypes
            ):
                return False
        if (
            thing.count == 0
            or (mention.head == "attacker" and not thing.attacking)
            or (mention.head == "blocker" and not thing.blocking)
        ):
            return False
        others = any(o.token for o in self.objects.values())
        if mention.head == "token" and not thing.token and (others or (thing.card and not thing.copy_of)):
            return False
        if mention.head == "vehicle" and "vehicle" not in said and not self._is_vehicle(thing):
            return False
        if mention.head == "land" and "land" not in thing.types and not self._is_land(thing):
            return False
        if mention.head in _OWN_TYPES and mention.head not in {*thing.types, *self._printed_types(thing)}:
            return False
        if mention.head in {"creature", "attacker", "blocker"} and (
            "land" in thing.types and "creature" not in thing.types
        ):
            return False
        if mention.head in {"creature", "attacker", "blocker"} and not mention.described and not self.can_fight(thing):
            return False
        if (role == "attacker" and thing.blocking) or (role == "blocker" and thing.attacking):
            return False
        bare = not mention.described
        if bare and mention.head == "creature" and stands_beside(mention, thing, self.talk.cards.get(thing.card or "")):
            return False
        if bare and mention.owner is None and mention.head == "creature" and mention.article == "":
            return False
        return not (
            bare
            and mention.owner
            and thing.controller is None
            and (mention.count is not None or thing.attacking or thing.abilities)
        )

    def _is_vehicle(self, thing: GameObject) -> bool:
        facts = self.talk.cards.get(thing.card) if thing.card else None
        return facts is not None and "Vehicle" in facts.faces[0].subtypes

    def _printed_types(self, thing: GameObject) -> set[str]:
        facts = self.talk.cards.get(thing.card) if thing.card else None
        return {t for face in facts.faces for t in face.types} if facts is not None else set()

    def _is_land(self, thing: GameObject) -> bool:
        if "land" in thing.types:
            return "creature" not in thing.types
        facts = self.talk.cards.get(thing.card) if thing.card else None
        return facts is not None and "land" in facts.faces[0].types

    def _merge(self, id: str, mention: Mention) -> None:
        """Add what a second mention says of an object."""
        thing = self.objects[id]
        fields: dict[str, object] = {}
        if mention.tapped is not None and thing.tapped is None:
            fields["tapped"] = mention.tapped
        if mention.since and thing.since is None:
            fields["since"] = mention.since
        if mention.owner and thing.controller is None:
            fields["controller"] = mention.owner
        if mention.x is not None and thing.x is None:
            fields["x"] = mention.x
        if mention.power is not None and thing.power is None:
            fields["power"], fields["toughness"] = mention.power, mention.toughness
        if mention.cards and thing.card is None and "creature" in thing.types and len(mention.cards) == 1:
            fields["card"], fields["said"], fields["types"] = mention.cards[0], said_of(mention), ()
        if mention.subtypes and not thing.subtypes and thing.card is None:
            fields["subtypes"] = tuple(mention.subtypes)
        if (mention.colors or mention.colorless) and thing.colors is None:
            fields["colors"] = tuple(mention.colors)
        if mention.counters and not thing.counters:
            fields["counters"] = tuple(mention.counters.items())
        if mention.damage and not thing.damage:
            fields["damage"] = mention.damage
        if mention.loyalty is not None and thing.loyalty is None:
            fields["loyalty"] = mention.loyalty
        new = [a for a in abilities_of(mention) if a not in thing.abilities]
        if new:
            fields["abilities"] = (*thing.abilities, *new)
        if fields:
            self.change(id, **fields)

    # ---------------------------------------------------------- making

    def make(self, mention: Mention, owner: str | None, role: str) -> str:
        """The id of a new object that a mention describes."""
        said = said_of(mention)
        id = self.fresh_id(said or mention.head or "object")
        types = tuple(
            dict.fromkeys(
                [
                    *mention.types,
                    *([_TYPE_HEADS[mention.head]] if mention.head in _TYPE_HEADS and not mention.types else []),
                ]
            )
        )
        if mention.head == "token" and not types:
            types = ("creature",)
        if mention.head == "creature" and mention.cards:
            types = ()
        card = mention.cards[0] if mention.cards else None
        if len(mention.cards) > 1:
            self.ambiguous.append(mention.cards)
        if mention.guessed and card:
            self.guessed.append(card)
        count: int | None = mention.count
        if count is None:
            several = mention.plural or mention.article == "every"
            count = None if several and mention.head not in {"card"} and mention.article not in {"both"} else 1
        subtypes = tuple(s for s in mention.subtypes)
        subtypes = tuple(self.talk.lexicon.animal_type.get(s, s) for s in subtypes)
        if mention.land_class == "treasure":
            subtypes = (*subtypes, "Treasure")
        supertypes: tuple[str, ...] = ()
        if subtypes and all(s in LAND_TYPES for s in subtypes):
            types = ("land",)
            if len(subtypes) == 1 and subtypes[0] in {"Plains", "Island", "Swamp", "Mountain", "Forest"}:
                supertypes = ("basic",)
        thing = GameObject(
            id=id,
            said=said,
            card=card,
            face=_face(mention, self.talk, card),
            controller=mention.owner or owner,
            count=count,
            power=mention.power,
            toughness=mention.toughness,
            types=types,
            subtypes=subtypes,
            supertypes=supertypes,
            colors=tuple(mention.colors) if mention.colors else () if mention.colorless else None,
            abilities=abilities_of(mention),
            without=("all",) if mention.vanilla and not mention.cards else tuple(mention.without),
            tapped=mention.tapped,
            since=mention.since,  # type: ignore[arg-type]
            counters=tuple(mention.counters.items()),
            damage=mention.damage,
            x=mention.x,
            token=True if mention.head == "token" or (mention.cards and "token" in mention.text.split()) else None,
            animated=mention.animated,
            legs=mention.legs,
            loyalty=mention.loyalty,
            chosen=mention.chosen,
            attacking=True if role == "attacker" or mention.head == "attacker" or mention.role == "attacking" else None,
            blocking=True if role == "blocker" or mention.head == "blocker" or mention.role == "blocking" else None,
        )
        if mention.zone:
            thing = msgspec.structs.replace(thing, zone=mention.zone)
        self.objects[id] = thing
        return id

    def fresh_id(self, text: str) -> str:
        """An id made of words, not yet used."""
        base = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:24].strip("-") or "object"
        id, n = base, 2
        while id in self.objects:
            id, n = f"{base}-{n}", n + 1
        return id

    def split(self, id: str, n: int) -> str:
        """Take `n` out of a group ("two of the four soldiers") and give them an id of their own.

        The group itself is returned when it has no more than that.
        """
        thing = self.objects[id]
        if thing.count is None or thing.count <= n:
            return id
        self.change(id, count=thing.count - n)
        part = self.create(msgspec.structs.replace(thing, count=n))
        self.taken_out.setdefault(id, []).append(part)
        return part

    def create(self, thing: GameObject) -> str:
        """Add an object that no mention stands for; its id is made fresh."""
        id = self.fresh_id(thing.id)
        self.objects[id] = msgspec.structs.replace(thing, id=id)
        self._say(id)
        return id


_HAPPENS = frozenset(
    {
        "kill",
        "die",
        "destroy",
        "sacrifice",
        "bounce",
        "exile",
        "pump",
        "shrink",
        "deal",
        "tap",
        "blink",
        "leave",
        "steal",
    }
)


def is_rest(mention: Mention) -> bool:
    """ "the other one", "the others": not what was spoken of last, but what is left beside it."""
    return mention.head == "pronoun" and bool({"other", "others"} & set(mention.text.split()))


def said_of(mention: Mention) -> str:
    """How the player called it, without article, owner and number."""
    words = mention.text.split()
    skip = {"a", "an", "the", "my", "his", "their", "our", "your", "this", "that", "these", "those", "opp", "opponent", "opponents",
            "opps", "'s", "two", "three", "four", "five", "six", "seven", "both", "another", "each", "one", "single", "lone", "her",
            "any", "some", "only", "all", "of", "ai", "enemy", "opposing", "its"}  # fmt: skip
    terms = {*" ".join(mention.keywords).split(), "+", "and", "&", "/", ",", "plus"}
    if "on" in words and set(words[: words.index("on")]) <= terms:
        words = words[words.index("on") + 1 :]  # "trample on a 5/5" is called a 5/5
    while words and (words[0] in skip or words[0].isdigit()):
        words.pop(0)
    if mention.cards:
        return mention.cards[0].split(" // ")[0] if mention.face != "back" else mention.cards[0].split(" // ")[-1]
    told = next(
        (i for i, word in enumerate(words) if i and (word in _BEGINS_TOLD or words[i : i + 2] in ([",", "both"], [",", "each"], [",", "all"]))),
        len(words),
    )  # fmt: skip
    return " ".join(words[:told])  # "creature has menace" is called a creature


def abilities_of(mention: Mention) -> tuple[Ability, ...]:
    """The abilities that a mention states."""
    found = [ability(term) for term in dict.fromkeys(mention.keywords)]
    found += [protection(q) for q in mention.protection]
    return tuple(found)


def _face(mention: Mention, talk: Talk, card: str | None):  # type: ignore[no-untyped-def]
    if mention.face:
        return mention.face
    if mention.transformed is not None:
        return "back" if mention.transformed else "front"
    if card and " // " in card:
        spoken = talk.words[mention.start : mention.end]
        name = next((w.text.lower() for w in spoken if w.kind == "card"), "")
        back = card.split(" // ")[1].lower()
        front = card.split(" // ")[0].lower()
        if name == back and name != front:
            return "back"
    return None
