"""When and where in a follow-up: "next turn", "on his turn", "what if it's night", "in my hand"."""

from __future__ import annotations

from judgecall.parser.following.told import BE, KEPT, Told

_ZONES = frozenset({"hand", "graveyard", "exile", "library", "battlefield", "stack"})


class Times(Told):
    """Reads changes of the turn, of how long things have been there, and of where they are."""

    def _daylight(self, i: int) -> int:
        """ "it's day", "at night"."""
        j = self._past(i, {"it"} | BE | KEPT | {"at", "during"})
        if self._lower(j) not in {"day", "night"} or (
            j + 1 < self.end and self._lower(j + 1) not in {"?", "now", "instead", ","}
        ):
            return i
        word = self._lower(j)
        self.scene.fact(word, "yes", {"day": "night", "night": "day"}[word], "daylight")
        return j + 1

    def _turn(self, i: int) -> int:
        """ "on his turn", "next turn"."""
        j = self._past(i, {"on", "during", "it", "about", "the", "in"} | BE)
        word = self.talk.words[j] if j < self.end else None
        if word is None:
            return i
        if (self._lower(j) == "next" and self._lower(j + 1) == "turn") or word.lower == "next turn":
            return self._next_turn(i, j + (1 if word.lower == "next turn" else 2))
        whose = word.sense("player")
        possessive = whose is not None and whose.form == "possessive"
        moment = {"my_turn": "you", "opponents_turn": "opp"}.get(
            next((s.value for s in word.senses if s.kind == "moment"), "")
        )
        if moment is None and possessive and whose is not None and self._lower(j + 1) == "turn":
            moment, j = whose.value, j + 1
        if moment not in {"you", "opp"} or any(e.kind in {"attack", "block"} for e in self.scene.scenario.events):
            return i
        self.scene.turn(moment)
        return j + 1

    def _next_turn(self, i: int, end: int) -> int:
        """By then everything has been there since the turn began (CR 302.6); what is tapped or happened is too much to tell."""
        new = [thing for thing in self.scene.scenario.objects if thing.since == "this_turn"]
        happened = any(e.kind != "step" for e in self.scene.scenario.events)
        if not new or happened or any(thing.tapped for thing in self.scene.scenario.objects):
            return i
        for thing in new:
            self.scene.state(thing.id, "since", "no")
        return end

    def _when(self, i: int) -> int:
        """ "last turn", "this turn": when what was asked about came."""
        word = self.talk.words[i]
        since = (
            "no"
            if word.is_("last_turn")
            else "yes"
            if word.is_("this_turn") and word.lower not in {"just", "right away"}
            else ""
        )
        if not since:
            return i
        for id in self.scene.refs.topic_of(like=lambda thing: thing.zone == "battlefield"):
            self.scene.state(id, "since", since)
            return i + 1
        return i

    def _where(self, i: int) -> int:
        """ "in my hand", "on the battlefield"."""
        zone, end = self._zone(i)
        if zone is None:
            return i
        for id in self.scene.refs.topic_of():
            self.scene.set(id, zone=zone)
            return end
        return i

    def _zone(self, i: int) -> tuple[str | None, int]:
        if self._lower(i) not in {"in", "on", "from"}:
            return None, i
        j = self._past(i + 1, {"my", "his", "the", "your", "their"})
        sense = self.talk.words[j].sense("noun") if j < self.end else None
        return (sense.value, j + 1) if sense is not None and sense.value in _ZONES else (None, i)
