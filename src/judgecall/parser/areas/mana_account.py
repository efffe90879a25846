"""Which words a reading about mana explains beside those of its queries: opinions, reports, what a card's own text says."""

from __future__ import annotations

from judgecall.cards.abilities import Activated
from judgecall.parser.areas.mana_parts import Part
from judgecall.parser.areas.mana_subjects import Subjects
from judgecall.scenario.model import Event, Query

_MUSING = frozenset(
    {
        "think",
        "know",
        "ask",
        "sure",
        "notice",
        "realize",
        "realise",
        "understand",
        "matter",
        "thinking",
        "expect",
        "care",
        "mind",
    }
)
_LOOSE = frozenset(
    {
        "modal_can",
        "which",
        "how_many",
        "how_much",
        "total",
        "legal",
        "still",
        "whether",
        "who",
        "this_turn",
        "modal_must",
    }
)
_TOLD = frozenset(
    {
        "have",
        "tap",
        "activate",
        "get",
        "produce",
        "put",
        "enchant",
        "say",
        "enter",
        "choose",
        "cast",
        "sacrifice",
        "resolve",
        "take",
        "stay",
        "pay",
        "copy",
    }
)


class Account(Subjects):
    """Marks the words that say nothing about the board."""

    def somebody_died(self) -> bool:
        """Whether a source of mana is said to die: then it is asked whether it can be tapped at all."""
        for clause in self.talk.clauses:
            if clause.frame != "die" or clause.question:
                continue
            ids = [
                self.id(m) or "" if m.head != "pronoun" else (self.pronoun(m, Part(0, m.end)) or ("",))[0]
                for m in clause.subject
            ]
            if any(id and self.b.facts_of_id(id).makes for id in ids):
                return True
        return False

    def deaths(self, subject: tuple[str, ...]) -> None:
        """ "the myr dies, then i tap it": it left before it is used; how the fight went no longer matters."""
        for clause in self.talk.clauses:
            if clause.frame != "die" or clause.question:
                continue
            for m in clause.subject:
                id = self.id(m) if m.head != "pronoun" else (self.pronoun(m, Part(0, m.end)) or ("",))[0]
                if id and id in subject:
                    self.events.append(Event("leave", (id,), how="dies"))
                    self.used.add(clause.verb)
                    self.use_verbs(Part(0, len(self.talk.words)), "attack", "block", "pay", "trigger", "die")
                    self.use_nouns(Part(0, len(self.talk.words)), "attacker", "blocker")
                    self.used |= {  # how much mana is wanted for what doesn't matter: nothing can be tapped
                        i
                        for i, w in enumerate(self.talk.words)
                        if w.kind == "number"
                        and (
                            self.talk.lowers[i + 1 : i + 2] in (["mana"], ["th"])
                            or self.talk.words[i - 1].is_("verb", "pay")
                        )
                    }
                    return

    def restated(self, part: Part, subject: tuple[str, ...]) -> None:
        """ "its ability exiles a land card for mana", "thats nine guys": what only says again what the board shows."""
        lowers = self.talk.lowers
        for m in self.in_part(part):
            if (
                m.start >= 2
                and lowers[m.start - 1] == "is"
                and lowers[m.start - 2] == "that"
                and m.count is not None
                and not m.cards
            ):
                self.b.forget(m)
                self.used |= set(range(m.start, m.end))
        shown = {self.b.board.objects[i].card for i in subject}
        for clause in self.talk.clauses:
            if clause.frame == "exile" and any(m.cards and m.cards[0] in shown for m in clause.subject):
                self.used.add(clause.verb)
                for m in clause.object:
                    self.b.forget(m)
                    self.used |= set(range(m.start, m.end))

    def settle_reports(self) -> None:
        """Numbers of what a client gave or a friend expects are opinions, wherever they stand."""
        for part in self.parts:
            if part.opinion:
                self._opinion(part)

    def gone(self) -> None:
        """ "Urborg just died": a thing that isn't asked about left before."""
        for clause in self.talk.clauses:
            if clause.frame != "die" or clause.question or clause.conditional:
                continue
            for m in clause.subject:
                id = self.id(m) if m.is_object and m.cards else None
                if id is not None and not any(id in e.subject for e in self.events):
                    self.events.insert(0, Event("leave", (id,), how="dies"))
                    self.used.add(clause.verb)

    def _account(self, queries: list[Query]) -> None:
        """Mark what every reading about mana explains: little words of asking, verbs of having and tapping, who says what."""
        amounts = any(q.kind in {"mana_amount", "can_produce", "could_produce"} for q in queries)
        for i, word in enumerate(self.talk.words):
            if any(s.kind in _LOOSE for s in word.senses) or word.is_(
                "noun", "mana", "color", "type", "symbol", "ability"
            ):
                if (
                    not word.is_("modal_must")
                    or any(p.start <= i < p.end and not p.asks for p in self.parts)
                    or any(q.kind == "must_pay_cost" for q in queries)
                ):
                    self.used.add(i)
            elif word.is_("verb") and word.is_("verb", *_TOLD) and self.talk.inside(i) is None:
                self.used.add(i)
        for part in self.parts:
            if part.opinion and amounts:
                self._opinion(part)
        self._little_things(amounts)

    def _little_things(self, amounts: bool) -> None:
        """Words that say nothing about the board: "(1)", "one time", "no mine yet", "i did not think of it", what a card's text says."""
        words, lowers = self.talk.words, self.talk.lowers
        for i, word in enumerate(words):
            after = lowers[i + 1] if i + 1 < len(lowers) else ""
            before = lowers[i - 1] if i else ""
            if (
                (word.kind == "number" and ((before == "(" and after == ")") or after == "th"))
                or (
                    word.kind == "number"
                    and word.value[0] == 1
                    and after in {"time", "tap", "go", "of", "activation", "use"}
                )
                or (word.is_("negation") and (words[i + 1].is_("filler") and after in _MUSING if after else False))
            ):
                self.used.add(i)
            elif word.lower == "no" and "yet" in lowers[i + 1 : i + 4]:
                self.used |= {i, i + 1}
            elif amounts and word.is_("verb", "double") and self.talk.inside(i) is None and self._multiplied_by_board():
                self.used.add(i)  # what the card that stands there does is known
            elif (
                (word.lower in {"untapped", "open"} and before in {"lands", "land"})
                or (word.kind == "number" and amounts and self._reported(i))
                or (
                    word.kind == "number"
                    and before in {"the", "its"}
                    and i >= 2
                    and words[i - 2].is_("verb", "pay")
                    and self._own_price(word.value[0])
                )
                or word.lower in {"floating", "list", "name"}
                or (
                    word.lower == "wiped"
                    and any(m.count == 0 and m.sentence == word.sentence for m in self.talk.mentions)
                )
            ):
                self.used.add(i)
        if not amounts:
            return
        for part in self.parts:
            if not part.asks:
                self._card_text(part)
        opened = None
        for i, lower in enumerate(lowers):
            if lower == "(":
                opened = i
            elif lower == ")" and opened is not None:
                self._card_text(Part(opened, i))
                opened = None

    def _multiplied_by_board(self) -> bool:
        """Whether something on the board changes how much mana comes out, so that "it doubles it" is said of that."""
        return any(self.first_with(k) is not None for k in ("multiplies", "rewards"))

    def _reported(self, i: int) -> bool:
        """ "and only had 3 mana in pool", "it only made 1": what came out in the end, as some client or player counted it."""
        part = next((p for p in self.parts if p.start <= i < p.end), None)
        if part is None or part.asks:
            return False
        j = i - 1
        while j >= part.start and self.talk.lowers[j] in {"only", "just", "like", "exactly"}:
            j -= 1
        said = self.talk.lowers[j] in {
            "had",
            "made",
            "got",
            "gave",
            "gives",
            "seeing",
            "see",
            "saw",
            "shows",
            "showed",
            "says",
            "floating",
        }
        return (
            j >= part.start
            and said
            and self.says(
                part, "only", "just", "client", "arena", "mtgo", "xmage", "forge", "game", "mana in pool", "even though"
            )
        )

    def _own_price(self, n: int) -> bool:
        """Whether this is what a mana ability on the board costs."""
        for id in self.makers():
            card = self.talk.cards.get(self.b.board.objects[id].card or "")
            costs = [
                a.cost.mana for face in (card.faces if card else ()) for a in face.abilities if isinstance(a, Activated)
            ]
            if any(f"{{{n}}}" in cost for cost in costs):
                return True
        return False

    def _card_text(self, part: Part) -> None:
        """ "Cataracts has that 5: five mana ability", "which has {1},{T}: …", "pool just spits out W": what a named card does is known."""
        makes = (
            self.has(part, "verb", "produce")
            or self.has(part, "noun", "ability")
            or any(self.talk.words[i].kind == "mana" for i in range(part.start, part.end))
        )
        before = [m for m in self.talk.mentions if m.start < part.end and m.cards]
        costs = self.says(part, "pay", "cost", "costs") and self.has(part, "noun", "mana")
        nothing = self.says(
            part, "nothing of mine", "nothing i have", "none of my lands", "nothing else", "nothing on my side"
        )
        if not (makes or costs) or not (before or nothing):
            return
        if any(
            m.is_object and not m.cards and self.id(m) is not None and not self.b.facts_of(m).makes
            for m in self.in_part(part)
        ):
            return
        for i in range(part.start, part.end):
            word = self.talk.words[i]
            inside = self.talk.inside(i)
            if inside is not None and inside.is_object:
                continue
            if (
                word.kind in {"number", "mana"}
                or word.sense("color")
                or word.is_("negation")
                or word.is_("verb", "spend", "pay", "cost", *_TOLD)
            ):
                self.used.add(i)

    def _opinion(self, part: Part) -> None:
        """What somebody says or some client did ("my friend thinks it makes 18", "im only seeing 2") is not a fact of the game."""
        for m in self.in_part(part):
            if m.is_object and self.id(m) is None and m.start not in self.not_things:
                return
        for i in range(part.start, part.end):
            word = self.talk.words[i]
            if (
                word.kind in {"number", "mana"}
                or word.sense("color")
                or word.is_("negation")
                or word.is_("noun")
                or word.is_("verb", "double", *_TOLD)
            ):
                self.used.add(i)
