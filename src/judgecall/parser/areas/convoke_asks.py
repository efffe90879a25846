"""Whether a spell can be paid for with convoke and what there is, with which X at most, and how much mana dorks make."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Activated, AddMana, Cost
from judgecall.parser.areas.tap_asks import TapAsker
from judgecall.parser.areas.tap_story import TapStory
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Query

_GREATEST = frozenset(
    {"highest", "biggest", "greatest", "largest", "max", "maximum", "most", "the highest", "the max", "the most"}
)
_ALL_THERE_IS = (
    "nothing else",
    "only",
    "just",
    "no other",
    "thats it",
    "that is it",
    "no more",
    "thats all",
    "that is all",
    "and nothing else",
)


class ConvokeAsks:
    """Questions about paying for a whole spell, or how much mana there is, in front of creatures that may be sick."""

    def __init__(self, story: TapStory, asker: TapAsker) -> None:
        self.story = story
        self.asker = asker
        self.talk = story.talk
        self.spell = next((m for m in story.talk.mentions if asker.convoke_card(m)), None)
        self.verb = next((i for i, w in enumerate(story.talk.words) if w.spell and self._convokes(w.cards)), None)

    def _convokes(self, cards: tuple[str, ...]) -> bool:
        mention = Mention(0, 1, "card", cards=cards)
        return self.asker.convoke_card(mention)

    # ---------------------------------------------------------- greatest X

    def asks_greatest(self) -> set[int]:
        """The words that ask for the greatest X of a spell with convoke; none if nothing does."""
        if self.spell is None and self.verb is None:
            return set()
        x = next((i for i, w in enumerate(self.talk.words) if w.lower == "x" and self._asked_x(i)), None)
        return set() if x is None else {x} | {i for i in range(max(0, x - 4), x) if self.talk.lowers[i] in _GREATEST}

    def _asked_x(self, i: int) -> bool:
        near = set(self.talk.lowers[max(0, i - 4) : i])
        return bool(near & _GREATEST or ({"big", "high", "large"} & near and {"how"} & near))

    def greatest(self) -> bool:
        """The greatest X, from the board that was told."""
        words = self.asks_greatest()
        spell = self._spell_id()
        if not words or spell is None:
            return False
        self.story.used |= words
        self._everything()
        self.asker.queries.append(Query("max_x", (spell,)))
        for i, w in enumerate(self.talk.words):
            if w.lower == "untapped" or (w.is_("verb", "cast") and w.sentence == self.talk.words[min(words)].sentence):
                self.story.used.add(i)
        return True

    def _spell_id(self) -> str | None:
        if self.spell is not None:
            found = self.asker.spell_ids([self.spell])
            return found[0] if found else None
        if self.verb is None:
            return None
        word = self.talk.words[self.verb]
        mention = Mention(self.verb, self.verb + 1, "card", text=word.lower, cards=word.cards)
        found = self.asker.spell_ids([mention])
        return found[0] if found else None

    def _everything(self) -> None:
        """What was listed is all that there is to pay with, if that was said."""
        if self.talk.says(*_ALL_THERE_IS):
            self.story.players["you"] = msgspec.structs.replace(self.story.players["you"], only_named=True)

    # ---------------------------------------------------------- can it be cast

    def cast(self, clause: Clause) -> Query | None:
        """ "can i cast Conclave Tribunal with convoke": with the permanents that were listed."""
        named = [m for m in clause.object if self.asker.convoke_card(m)]
        payers = self.story.ids(
            [m for m in self.story.things([*clause.with_, *clause.other.get("using", [])]) if m not in named]
        )
        spell = self.asker.spell_ids(named)
        others = [o for o in self.story.board.objects.values() if o.zone == "battlefield"]
        if not spell or not others:
            return None
        self._everything()
        for i, w in enumerate(self.talk.words):
            if w.is_("keyword", "convoke") or w.lower in {"convoke", "convoking"}:
                self.story.used.add(i)
        return Query("can_cast", spell, payers)

    # ---------------------------------------------------------- how much mana

    def amount(self, clause: Clause) -> Query | None:
        """ "what do my druids add up to this turn": of all the creatures that were told of, sick ones too."""
        if clause.wh not in {"how_much", "how_many"} or not any(
            w.is_("noun", "mana") for w in self.talk.words[clause.start : clause.end]
        ):
            return None
        self.story.ids(self.story.things([*clause.other.get("from", []), *clause.other.get("off", []), *clause.with_]))
        ids = tuple(i for i, o in self.story.board.objects.items() if o.zone == "battlefield" and self._makes_mana(i))
        if not ids or not any(self.story.board.objects[i].since for i in ids):
            return None
        self.story.used |= {
            i
            for i in range(clause.start, clause.end)
            if self.talk.words[i].is_("noun", "mana") or self.talk.words[i].is_("how_much")
        }
        return Query("mana_amount", ids)

    def _makes_mana(self, id: str) -> bool:
        thing = self.story.board.objects[id]
        if any(isinstance(a, Activated) for a in thing.abilities):
            return True
        return any(
            isinstance(a, Activated) and any(isinstance(e, AddMana) for e in a.effects)
            for a in self.story.abilities(id)
        )

    def described(self) -> None:
        """ "elves that tap for a single green each": a mana ability of creatures that have no name."""
        for match in self.story.find.all("BARE that v:produce|tap"):
            mention = match.mentions[0]
            verb = match.end - 1
            ahead = range(verb + 1, min(verb + 6, len(self.talk.words)))
            letters = [s.value for i in ahead for s in self.talk.words[i].senses if s.kind == "color"]
            letters += [self.talk.words[i].mana.strip("{}") for i in ahead if self.talk.words[i].kind == "mana"]
            if len(letters) != 1:
                continue
            id = self.story.id(mention)
            if id is None:
                continue
            made = Activated(Cost(tap=True), (AddMana((letters[0],)),))
            thing = self.story.board.objects[id]
            self.story.board.change(id, abilities=(*thing.abilities, made), types=thing.types or ("creature",))
            self.story.used |= match.words | set(ahead)
            self.story.skipped.add(verb)
