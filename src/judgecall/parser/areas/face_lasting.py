"""What is asked to last as a double-faced permanent turns over: counters, damage, what is attached, tapped, attacking."""

from __future__ import annotations

from judgecall.parser.areas.face_searches import FaceSearcher
from judgecall.parser.areas.zones import Zone
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Event, Query

_KEEPING = frozenset({"keep", "keeps", "kept", "retain", "retains", "stay", "stays", "stayed", "remain", "remains", "still", "carry over", "carries over",
                      "persist", "persists", "there", "continue", "continues", "last", "lasts", "same"})  # fmt: skip
_LOSING = frozenset({"lose", "loses", "lost", "fall", "falls", "fell", "fall off", "falls off", "go away", "goes away", "gone", "disappear", "disappears",
                     "vanish", "removed", "heal", "heals", "healed", "wear off", "wears off", "reset", "resets", "untap", "untaps", "unattached", "new", "different",
                     "leave", "leaves", "dropped", "drop", "drops"})  # fmt: skip
_THINGS = {"counter": "counters", "counters": "counters", "damage": "damage", "aura": "attached", "auras": "attached", "equipment": "attached",
           "enchanted": "attached", "equipped": "attached", "attached": "attached", "tapped": "tapped", "untap": "tapped", "untaps": "tapped", "untapped": "tapped",
           "attacking": "attacking", "combat": "attacking", "object": "object", "permanent": "object"}  # fmt: skip
_SMALL = frozenset({"on", "it", "its", "off", "marked", "in", "the", "from", "all", "any", "does", "do", "will", "to", "be", "is", "become", "becomes", "a", "over",
                    "back", "away", "then", "when", "if", "after", "once", "that", "was"})  # fmt: skip


class FaceLasting(FaceSearcher):
    """Questions whether what was so before is so after."""

    def _lasts(self, zone: Zone) -> Query | None:
        """ "does it keep its counters", "does the aura fall off when it flips", "stays tapped?", "is it a new object"."""
        words = range(zone.start, zone.end)
        lowers = self.talk.lowers
        if {"what", "which", "how", "how many", "how much", "where", "power", "toughness"} & set(
            lowers[zone.start : zone.end]
        ):
            return None
        keeping = [i for i in words if lowers[i] in _KEEPING]
        losing = [i for i in words if lowers[i] in _LOSING]
        named = [i for i in words if lowers[i] in _THINGS]
        cards = [m for m in self.talk.mentions if zone.start <= m.start < zone.end and m.cards and self._attachable(m)]
        kinds = {_THINGS[lowers[i]] for i in named} | ({"attached"} if cards else set())
        if kinds > {"object"}:
            kinds -= {"object"}
        if len(kinds) != 1 or not (keeping or losing) or (kinds == {"object"} and not self._turning(zone)):
            return None
        kind = kinds.pop()
        moved = any(e.kind in {"transform", "blink", "return", "leave"} for _, e in self.story.timeline)
        if not moved and not self._turning(zone):
            return None
        if not moved:
            self.story.add(zone.start, Event("transform", (self.r.subject,)))
        denied = [i for i in words if self.talk.words[i].is_("negation")]
        lost = bool(losing) and not (kind == "tapped" and not {"untap", "untaps"} & {lowers[i] for i in losing})
        self.r.about_faces = True
        self.story.use(*cards)
        for m in cards:
            self.story.passed.add(m.start)
        self.story.used |= {*keeping, *losing, *named, *denied}
        self.story.used |= {
            i
            for i in words
            if lowers[i] in _SMALL or self.talk.words[i].is_("verb", "transform") or self.talk.words[i].kind == "change"
        }
        return Query("keeps", (self.r.subject,), value=kind, inverse=lost != bool(denied))

    def _attachable(self, mention: Mention) -> bool:
        card = self.talk.card(mention)
        return card is not None and bool({"Aura", "Equipment"} & set(card.faces[0].subtypes))

    def _turning(self, zone: Zone) -> bool:
        """Whether the question itself says that it turns over: "when it flips"."""
        sentence = self.talk.words[zone.start].sentence
        return any(w.is_("verb", "transform") and w.sentence == sentence for w in self.talk.words)

    def _sick(self, zone: Zone) -> Query | None:
        """ "does flipping make it summoning sick": turning over is no new object."""
        match = self.story.within(zone, "summoning_sick", "sick", "summoning_sickness")
        if not match or not any(e.kind == "transform" for _, e in self.story.timeline):
            return None
        self.story.use(*match)
        for i in range(zone.start, zone.end):
            word = self.talk.words[i]
            if (
                word.is_("verb", "transform", "survive", "attack")
                or word.is_("negation")
                or word.lower in {"so", "like", "that", "make it", "make"}
            ):
                self.story.used.add(i)
        self.story.used |= {i for i, lower in enumerate(self.talk.lowers) if lower in {"precombat", "become"}}
        if any(w.is_("last_turn") for w in self.talk.words):
            self.story.board.change(self.r.subject, since="before_turn")
            self.story.used |= {i for i, w in enumerate(self.talk.words) if w.is_("last_turn")}
        self.r.about_faces = True
        return self._query("has_summoning_sickness")
