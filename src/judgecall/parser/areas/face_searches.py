"""Ways to a double-faced card that look at it outside the battlefield: searching a library for it, casting it for free."""

from __future__ import annotations

from judgecall.cards.abilities import Keyword
from judgecall.parser.areas.face_card_questions import FaceCardAsker
from judgecall.parser.areas.zones import Zone
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Query

_SEARCHING = frozenset({"fetch", "fetches", "fetching", "fetched", "find", "finds", "search", "searches", "tutor", "tutors", "get", "gets", "grab", "grabs",
                        "fetchable", "fetch up", "search up", "search for", "tutor for", "search out", "pull", "pulls", "go get", "tutor up", "dig up", "hit", "hits"})  # fmt: skip
_AROUND = frozenset({"with", "off", "using", "through", "for", "from", "library", "deck", "my", "it", "the", "a", "an", "to", "out", "of", "up", "be", "i", "crack",
                     "cracking", "sac", "via", "by", "then", "go", "land", "card", "as", "into", "play", "hand", "in"})  # fmt: skip
_REASON = frozenset({"because", "since", "cause", "cuz", "as", "its", "it", "the", "is", "back", "side", "other", "face", "half", "flip", "front", "of", "a", "an",
                     "land", "though", "even", "that", "has", "on", "being", "card", "and", "'s"})  # fmt: skip


class FaceSearcher(FaceCardAsker):
    """Questions about a card that is in a library or was just found there."""

    def _searched(self, zone: Zone) -> Query | None:
        """ "can I fetch X with Y", "Sylvan Scrying, can it find X because its back is a land", "Y for X: ok?"."""
        if self.r.card is None or self.story.timeline:
            return None
        tools = [m for m in self.talk.mentions if m.cards and len(m.cards) == 1 and self._searches(m)]
        if len(tools) != 1:
            return None
        tool = tools[0]
        asked = set(self.talk.lowers[zone.start : zone.end])
        between = self._tool_for_subject(tool)
        if not between and not (asked & _SEARCHING and self._subject_in_zone(zone)):
            return None
        if asked & {"what", "which", "how", "how many", "tapped", "untapped", "where"}:
            return None
        id = self.story.id(tool, owner="you")
        if id is None:
            return None
        self.story.use(tool)
        span = range(min(tool.start, zone.start), zone.end)
        self.story.used |= {
            i for i in span if self.talk.lowers[i] in _SEARCHING | _AROUND or self.talk.words[i].is_("legal")
        }
        self._use_reason()
        self.story.board.change(self.r.subject, zone="library", face=None)
        self.r.about_faces = True
        return Query("may_find", (self.r.subject,), (id,))

    def _searches(self, mention: Mention) -> bool:
        card = self.talk.card(mention)
        if card is None or card.name == (self.r.card.name if self.r.card else ""):
            return False
        effects = (e for f in card.faces for a in f.abilities for e in getattr(a, "effects", ()))
        return any(str(getattr(e, "action", "")).startswith("search_to_") for e in effects)

    def _tool_for_subject(self, tool: Mention) -> bool:
        """ "Evolving Wilds for a Brightclimb Pathway"."""
        after = self.talk.lowers[tool.end : tool.end + 2]
        following = next((m for m in self.talk.mentions if m.start >= tool.end), None)
        return after[:1] == ["for"] and following is not None and self.r.is_subject(following)

    def _subject_in_zone(self, zone: Zone) -> bool:
        return any(
            (zone.start <= m.start < zone.end and m.cards and self.r.is_subject(m)) or (m.head == "pronoun" and zone.start <= m.start < zone.end)
            for m in self.talk.mentions
        )  # fmt: skip

    def _use_reason(self) -> None:
        """ "because the back of it is a land": what its faces show anyway."""
        lead = next((i for i, w in enumerate(self.talk.lowers) if w in {"because", "since", "cause", "cuz"}), None)
        card = self.r.card
        if lead is None or card is None or not any("land" in f.types for f in card.faces):
            return
        for i in range(lead, len(self.talk.words)):
            if self.talk.lowers[i] not in _REASON and not self.talk.words[i].is_(
                "noun", "back", "front", "side", "land"
            ):
                if self.talk.words[i].kind != "mark":
                    return
                break
            self.story.used.add(i)
        self.story.passed |= {
            m.start for m in self.talk.mentions if m.start >= lead and m.head == "land" and not m.cards
        }

    # ------------------------------------------------------------ cast for free

    def _free_cast(self, zone: Zone) -> None:
        """ "cascade off Bloodbraid Elf hits Valki", "discover 3 into …": what lets it be cast, as a fact and a source."""
        words = self.talk.words
        for i, word in enumerate(words):
            if (
                word.lower in {"discover", "discovers", "discovered"}
                and i + 1 < len(words)
                and words[i + 1].kind == "number"
            ):
                self.story.facts["free_cast"] = str(words[i + 1].value[0])
                self._use_finding(i, i + 2)
            elif word.is_("keyword", "cascade") or word.lower in {"cascade", "cascades", "cascaded", "cascading"}:
                self.story.facts["free_cast"] = "cascade"
                self._use_finding(i, i + 1)

    def _use_finding(self, start: int, end: int) -> None:
        finding = {
            "hits",
            "hit",
            "into",
            "off",
            "of",
            "from",
            "reveals",
            "reveal",
            "finds",
            "find",
            "flips",
            "i",
            "a",
            "my",
            "with",
            "the",
            "on",
        }
        near = range(max(0, start - 4), min(len(self.talk.words), end + 6))
        self.story.used |= set(range(start, end)) | {i for i in near if self.talk.lowers[i] in finding}

    def cascading(self) -> tuple[str, ...]:
        """The object with cascade, if a card that has it is named."""
        for mention in self.talk.mentions:
            card = self.talk.card(mention) if mention.cards else None
            if card is None or self.r.is_subject(mention):
                continue
            if any(isinstance(a, Keyword) and a.name == "cascade" for f in card.faces for a in f.abilities):
                id = self.story.id(mention, owner="you")
                if id is not None:
                    return (id,)
        return ()
