"""What is only repeated or believed in a question about damage: what a card says anyway, what somebody thinks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk

if TYPE_CHECKING:
    from judgecall.parser.areas.combat_damage import DamageReader

_BELIEVING = frozenset({"say", "says", "said", "claims", "claim", "insists", "insist", "thinks", "think", "thought", "thinking", "expected",
                        "figured", "worried", "argues", "believes", "told", "tells", "swears", "assumed", "reckons", "heard"})  # fmt: skip
_SETTING_OUT = (
    "question about",
    "questions about",
    "let me",
    "back in the day",
    "back then",
    "years ago",
    "under the old rules",
)
"""What opens a question, or tells of rules that are no more."""


class Repeated:
    """Finds words that set nothing: reminders of what a card says, and beliefs. They count as explained."""

    def __init__(self, reader: DamageReader) -> None:
        self.r = reader
        self.talk: Talk = reader.talk
        self._beliefs: set[int] = set()

    def find(self) -> None:
        """Mark reminders and sentences of belief."""
        self._reminders()
        self._prevention()
        self._find_beliefs()

    def _use(self, *indices: int) -> None:
        self.r.used |= set(indices)

    def _reminders(self) -> None:
        """In brackets after a card, or in a sentence about it, what the card says anyway: that adds nothing."""
        for i in [i for i, w in enumerate(self.talk.lowers) if w == "("]:
            close = next((j for j in range(i, len(self.talk.words)) if self.talk.lowers[j] == ")"), None)
            if close is None or any(i < m.start < close and m.described for m in self.talk.mentions):
                continue
            for m in self.talk.mentions:
                card = self.talk.card(m)
                if card is not None and m.end <= i and self._card_says(card, range(i + 1, close)):
                    self._use(*range(i, close + 1))

    def _prevention(self) -> None:
        """ "all damage to him is prevented", "even though damage is prevented": what a card in the question does by itself."""
        i = next((k for k, w in enumerate(self.talk.lowers) if w in {"prevented", "prevents"}), None)
        if i is None:
            return
        cards = [c for m in self.talk.mentions if (c := self.talk.card(m)) is not None]
        shields = [c for c in cards if "prevent_all_to" in set(map(str, _leaves(msgspec.to_builtins(c))))]
        if len(shields) != 1:
            return
        start = i
        said = {
            "is",
            "all",
            "to",
            "him",
            "it",
            "her",
            "that",
            "would",
            "be",
            "dealt",
            "gets",
            "being",
            "any",
            "the",
            "even",
            "though",
            "since",
            "because",
        }
        while start > 0 and (
            self.talk.lowers[start - 1] in said
            or self.talk.words[start - 1].is_("noun", "damage")
            or self.talk.words[start - 1].is_("to_player")
        ):
            start -= 1
        if any(self.talk.words[k].is_("noun", "damage") for k in range(start, i)):
            self._use(*range(start, i + 1))

    def restates(self, clause: Clause) -> bool:
        """ "so my instants have deathtouch", "my team has first strike because of Knighthood": beside the card that says so."""
        if clause.question or clause.frame not in {"have", "deal", "get", "produce"} or clause.negated:
            return False
        span = range(clause.start, self._clause_end(clause))
        if self._own_ability(clause, span):
            return True
        if not any(self.talk.words[i].is_("keyword") or self.talk.words[i].kind == "number" for i in span):
            return False
        if any(self.talk.words[i].is_("moment") for i in span):
            return False
        for m in self.talk.mentions:
            card = self.talk.card(m)
            if (
                card is None
                or m.sentence != clause.sentence
                or not self._says_so(m, clause)
                or not self._card_says(card, span)
            ):
                continue
            if any(o.described and o.power is not None for o in clause.roles() if o is not m):
                continue
            owner = (
                m.owner
                or next((o.owner for o in clause.subject if o.owner), None)
                or next((o.player for o in clause.subject if o.head == "player"), None)
            )
            self.r.board.get(m, owner=owner)
            self._use(*span, *range(m.start, m.end))
            return True
        return False

    def _own_ability(self, clause: Clause, span: range) -> bool:
        """ "Emrakul has protection from colored spells": what the card itself says, and nothing that happens to it."""
        m = next((m for m in clause.subject if m.cards), None)
        card = self.talk.card(m) if m is not None else None
        if card is None or clause.frame != "have" or any(self.talk.words[i].is_("moment") for i in span):
            return False
        printed = {getattr(a, "name", "") for f in card.faces for a in f.abilities}
        spoken = [s.value for i in span for s in self.talk.words[i].senses if s.kind == "keyword"]
        guards = any(self.talk.lowers[i] in {"pro", "protection"} for i in span)
        if not (spoken or guards) or not set(spoken) <= printed or (guards and "protection" not in printed):
            return False
        if any(self.talk.words[i].kind in {"size", "change", "number"} for i in span):
            return False
        self.r.board.get(clause.subject[0])
        self._use(*span)
        return True

    def _clause_end(self, clause: Clause) -> int:
        end = clause.verb + 1
        while (
            end < len(self.talk.words)
            and self.talk.words[end].sentence == clause.sentence
            and self.talk.lowers[end] not in {",", "(", ")", "?"}
        ):
            end += 1
        return end

    def _says_so(self, mention: Mention, clause: Clause) -> bool:
        """The card is named as the reason: "from X", "because of X", "X out so …"."""
        before = " ".join(self.talk.lowers[max(0, mention.start - 3) : mention.start])
        if (
            any(
                before.endswith(p) for p in ("from", "because of", "thanks to", "due to", "from my", "from his", "with")
            )
            and mention.start > clause.verb
        ):
            return True
        return mention.end <= clause.verb and bool(
            {"so", "giving", "gives"} & set(self.talk.lowers[mention.end : clause.verb + 1])
        )

    def _card_says(self, card: Any, span: Iterable[int]) -> bool:
        """Whether every keyword and number among these words is in what the card's abilities are compiled to."""
        text = {0, *_leaves(msgspec.to_builtins(card))}
        for i in span:
            word = self.talk.words[i]
            if word.kind in {"size", "xis"} or (
                word.kind == "card" and not set(word.cards) & {card.name, *(f.name for f in card.faces)}
            ):
                return False
            if word.kind == "change" and not set(word.value) <= text:
                return False
            if word.kind == "number" and word.value[0] not in text:
                return False
            terms = [s.value for s in word.senses if s.kind == "keyword"]
            if terms and not set(terms) & text:
                return False
        return True

    # ---------------------------------------------------------- beliefs

    def _find_beliefs(self) -> None:
        """Sentences that only tell what somebody thinks or says, while another one asks."""
        sentences = sorted({w.sentence for w in self.talk.words})
        for sentence in sentences[:-1]:
            span = [i for i, w in enumerate(self.talk.words) if w.sentence == sentence]
            opening = [self.talk.lowers[i] for i in span[:6]]
            text = f" {' '.join(self.talk.lowers[i] for i in span)} "
            told = _BELIEVING & set(opening) or any(f" {p} " in text for p in _SETTING_OUT)
            if not told:
                continue
            if self.talk.lowers[span[-1]] == "?" or not self._nothing_new(span):
                continue
            self._beliefs.add(sentence)
            self._use(*span)

    def _nothing_new(self, span: list[int]) -> bool:
        """No card, size or keyword in these words that the rest of the question hasn't got."""
        rest = [w for i, w in enumerate(self.talk.words) if i not in set(span)]
        for i in span:
            word = self.talk.words[i]
            if word.kind in {"size", "change", "xis"} and word.value not in [w.value for w in rest]:
                return False
            if word.kind == "card" and not any(set(word.cards) & set(w.cards) for w in rest):
                return False
            terms = [s.value for s in word.senses if s.kind == "keyword"]
            if terms and not any(w.is_("keyword", *terms) for w in rest):
                return False
        return True

    def is_belief(self, clause: Clause) -> bool:
        """Whether the clause is what somebody thinks, which sets nothing."""
        return clause.sentence in self._beliefs


def _leaves(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from _leaves(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _leaves(inner)
    else:
        yield value
