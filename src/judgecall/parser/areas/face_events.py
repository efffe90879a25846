"""What is told of a double-faced card: how it stands, and what happens to it in which order."""

from __future__ import annotations

from typing import Any

import msgspec

from judgecall.cards.abilities import Activated, Card, SpellAbility
from judgecall.parser.areas.face_spells import flickers, transforms_target
from judgecall.parser.areas.face_state import FaceState
from judgecall.parser.areas.story_events import LEAVES
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.scenario.model import Event, GameObject


class FaceEvents(FaceState):
    """Reads what happens to the subject."""

    # ------------------------------------------------------------ what happens

    def _clause(self, clause: Clause) -> None:
        if clause.frame == "animate" and self._subject_in([*clause.subject, *clause.object]):
            self.story.add(clause.verb, Event("animate", (self.subject,)))
            self.story.use(
                *[m for m in [*clause.into, *clause.object, *clause.other.get("into", [])] if m.head == "creature"]
            )
            self.story.used.add(clause.verb)
            self.story.passed |= {m.start for m in clause.into}
            return
        if self._hearsay(clause) or self._copies_triggers(clause):
            self.story.used.add(clause.verb)
            return
        done = (
            self._attacking(clause)
            or self._turning(clause)
            or self._moving(clause)
            or self._casting(clause)
            or self._by_card(clause)
        )
        if not done and clause.frame in {"put", "have", "get", "pump"}:
            self.story.clause(clause)
            return
        if done:
            self.story.used.add(clause.verb)
            self.story._use_around(clause)

    def _attacking(self, clause: Clause) -> bool:
        """ "I attack with three creatures", "the galleon attacked": what attack triggers look for."""
        if clause.frame != "attack" or clause.negated or clause.modal or clause.conditional:
            return False
        if not any(m.head == "player" for m in clause.subject) and self._subject_in(clause.subject):
            self.story.add(clause.verb, Event("attack", (self.subject,), **self.story._when(clause)))
            return True
        attackers = [m for m in [*clause.object, *clause.with_] if m.is_object and not m.cards]
        yours = any(m.head == "player" and m.player == "you" for m in clause.subject)
        if not yours or not attackers or any(m.count is None and m.plural for m in attackers):
            return False
        ids, taken = self.story.group(attackers)
        if not ids or taken is not None:
            return False
        for id in ids:
            self.story.board.change(id, controller="you")
        self.story.use(*[m for m in clause.subject if m.head == "player"])
        self.story.add(clause.verb, Event("attack", ids, **self.story._when(clause)))
        return True

    def _hearsay(self, clause: Clause) -> bool:
        """ "my opponent says it flips and then flips back": what somebody believes, not what happened."""
        said = [
            c for c in self.talk.clauses if c.frame == "say" and c.verb < clause.verb and c.sentence == clause.sentence
        ]
        says = [i for i, w in enumerate(self.talk.lowers) if w in {"says", "said", "claims", "thinks", "insists"} and i < clause.verb
                and self.talk.words[i].sentence == clause.sentence]  # fmt: skip
        return bool(said or says)

    def _copies_triggers(self, clause: Clause) -> bool:
        """ "something copying my triggers": that it triggers twice is told by itself."""
        if clause.frame != "copy":
            return False
        near = self.talk.words[clause.verb : clause.verb + 4]
        return any(w.is_("noun", "trigger") for w in near)

    def _subject_in(self, mentions: list[Mention]) -> bool:
        if not mentions and self._alone:
            return True  # "blinked, comes back as what?": nothing else is spoken of
        hit = next((m for m in mentions if self.is_subject(m)), None)
        if hit is not None:
            thing = self.story.board.objects[self.subject]
            moved = any(self.subject in e.subject for _, e in self.story.timeline)
            if not hit.cards and hit.subtypes and thing.face is None and not moved and thing.zone == "battlefield":
                # "the nightmare gets blinked": the face that is called so is up.
                face = self.names_face(hit)
                if face == "back":
                    self.story.board.change(self.subject, face=face)
            self.story.use(hit)
        return hit is not None

    @property
    def _alone(self) -> bool:
        """Whether the subject is the only object that is spoken of."""
        return not any(m.is_object and m.start not in self.story.passed and not self.is_subject(m) and m not in self.results
                       for m in self.talk.mentions if self.story.asked(m.start) is None)  # fmt: skip

    def _turning(self, clause: Clause) -> bool:
        if clause.frame == "transform":
            if clause.should or self._intended(clause):
                return True
            if self.talk.lowers[max(0, clause.verb - 2) : clause.verb] in (
                ["set", "to"],
                ["about", "to"],
                ["supposed", "to"],
                ["due", "to"],
            ):
                # "avacyn is set to flip next upkeep": what will turn it over waits already.
                self.story.used |= set(range(clause.verb - 2, clause.verb))
                self.story.used |= {
                    i
                    for i in range(clause.verb, clause.end)
                    if self.talk.words[i].is_("moment") or self.talk.lowers[i] == "next"
                }
                if self._subject_in([*clause.object, *clause.subject]):
                    self.story.add(clause.verb, Event("trigger", (self.subject,), value="transform"))
                    self.about_faces = True
                return True
            before = self.talk.words[clause.verb + 1] if clause.verb + 1 < len(self.talk.words) else None
            if before is not None and before.is_("noun", "trigger", "ability"):
                return True
            if any(m.cards and not self.is_subject(m) for m in clause.subject) and any(
                m.plural and m.subtypes for m in clause.object
            ):
                self.story.use(*clause.object)  # "moonmist which transforms all humans": what the card does anyway
                return True
            if not self._subject_in([*clause.object, *clause.subject]):
                return False
            self.about_faces = True
            self.story.use(*self._named_results(clause.verb, 5))
            self.story.add(
                clause.verb,
                Event(
                    "transform",
                    (self.subject,),
                    n=2 if self.talk.lowers[clause.verb + 1 : clause.verb + 2] == ["twice"] else None,
                    **self.story._when(clause),
                ),
            )
            return True
        if clause.frame == "blink":
            if not self._subject_in([*clause.object, *clause.on, *clause.subject]):
                return False
            self.about_faces = True
            spell = next(
                (
                    m
                    for m in [*clause.by, *clause.with_, *clause.other.get("using", []), *clause.object]
                    if m.cards and not self.is_subject(m)
                ),
                None,
            )
            if spell is not None:
                self.story.passed.add(spell.start)
                self.story.use(spell)
            self.story.add(clause.verb, Event("blink", (self.subject,), **self.story._when(clause)))
            return True
        return False

    def _intended(self, clause: Clause) -> bool:
        """ "I pay 4UBR to flip it", "put it onto the battlefield transformed": said of an ability that was told already."""
        before = self.talk.lowers[clause.verb - 1] if clause.verb else ""
        return (
            before in {"to", "battlefield", "and", "it", "wants"}
            and self.story.before(clause.verb, "activate", "trigger", "step")
            and clause.form in {"base", "ed"}
        )

    def _named_results(self, at: int, reach: int) -> list[Mention]:
        """Descriptions of a face that stand just behind word `at` ("into the 13/13")."""
        found = [
            m
            for m in self.talk.mentions
            if at < m.start < at + reach and m.head not in {"player", "pronoun"} and self.names_face(m)
        ]
        for mention in found:
            self.story.passed.add(mention.start)
        return found

    def _moving(self, clause: Clause) -> bool:
        when = self.story._when(clause)
        if clause.frame == "leave":
            # "so she leaves and comes right back": said of what was told already
            return self.story.before(clause.verb, "blink", "leave")
        if clause.frame in LEAVES:
            patients = self.story.patients(clause)
            if not self._subject_in(patients):
                return self.story._leaving(clause)
            others, _ = self.story.group([m for m in patients if m.is_object and not self.is_subject(m)])
            others = (*others, *self.story.together(clause, (self.subject, *others)))
            self.story.add(clause.verb, Event("leave", (self.subject, *others), how=LEAVES[clause.frame], **when))
            return True
        if clause.frame == "counter" and self._subject_in(self.story.patients(clause)):
            told = next((i for i, w in enumerate(self.talk.words[: clause.verb]) if w.is_("keyword", "disturb")), None)
            if told is not None and not self.story.before(10_000, "cast"):
                self._disturb(told)  # "disturb it, and it gets countered"
            if not self.story.before(10_000, "cast"):
                return False
            self.story.add(clause.verb, Event("counter_spell", (self.subject,), **when))
            return True
        if clause.frame == "return":
            if not self._subject_in([*clause.object, *clause.subject]):
                return False
            return self._comes_back(clause, when)
        if clause.frame == "enter" and self._subject_in(clause.subject):
            if clause.other.get("as") and self.story.timeline:
                self.story.use(*clause.other["as"])  # what some client made of it
                return True
            if self.story.board.objects[self.subject].copy_of is not None and not self.story.timeline:
                return True  # it came in as the copy that it is
            self.story.add(clause.verb, Event("enter", (self.subject,), **when))
            return True
        return False

    def _comes_back(self, clause: Clause, when: dict[str, Any]) -> bool:
        """Told that it came back: by disturb, by its own ability, or by what was told before; "as X" is a claim, or a chapter's doing."""
        story = self.story
        if any(self.talk.words[i].is_("keyword", "disturb") for i in range(clause.verb, clause.end)):
            self._disturb(clause.verb)
            return True
        own = [m for m in story.find.all("with|by|using|via|through its own? n:ability") if m.start >= clause.verb]
        if own and own[0].start < clause.end:
            story.use(own[0])
            self._own_ability(clause)
            return True
        if self._exiled_and_back(clause):
            return True
        if self._put_back(clause, when):
            return True
        if story.before(clause.verb, "cast", "blink", "leave", "activate", "return"):
            # What some client made of it.
            story.use(*clause.other.get("as", []), *self._named_results(clause.verb, 6))
            story.used |= {
                i
                for i in range(clause.verb, clause.end)
                if self.talk.words[i].is_("noun", "front", "back", "side", "graveyard")
            }
            return True
        as_ = [m for m in clause.other.get("as", []) if self.names_face(m) == "back"]
        if as_:
            story.use(*as_)
            story.add(clause.verb, Event("blink", (self.subject,), how="transformed", **when))
            return True
        story.board.change(self.subject, zone="graveyard")
        story.add(clause.verb, Event("return", (self.subject,), **when))
        return True

    def _put_back(self, clause: Clause, when: dict[str, Any]) -> bool:
        """ "it dies and i reanimate it": somebody puts what is in a graveyard onto the battlefield."""
        story = self.story
        last = max(
            ((at, e) for at, e in story.timeline if at < clause.verb and self.subject in e.subject),
            key=lambda pair: pair[0],
            default=None,
        )
        dead = (
            last is not None
            and last[1].kind in {"leave", "sacrifice"}
            and last[1].how in {"dies", "destroyed", "sacrificed", ""}
        )
        actor = next((m for m in clause.subject if not self.is_subject(m) or m.text in {"they", "he", "she"}), None)
        if not dead or actor is None or not clause.object or self.talk.lowers[clause.verb] in {"bounce", "bounced"}:
            return False
        if any(self.talk.words[i].is_("noun", "hand") for i in range(clause.verb, clause.end)):
            return False
        near = self._same_sentence(clause, 9)
        turned = [i for i in near if self.talk.lowers[i] in {"transformed", "flipped"}]
        story.used |= set(turned)
        for other in self.talk.clauses:
            if other.verb in turned:
                other.frame, other.frames = "told", ()
        story.add(clause.verb, Event("return", (self.subject,), how="transformed" if turned else "", **when))
        return True

    def _same_sentence(self, clause: Clause, reach: int) -> list[int]:
        """The words from the verb on that still tell of it."""
        end = min(max(clause.end, clause.verb + reach), len(self.talk.words))
        return [
            i
            for i in range(clause.verb, end)
            if self.talk.words[i].sentence == clause.sentence and self.story.asked(i) is None
        ]

    def _exiled_and_back(self, clause: Clause) -> bool:
        """ "an effect exiles it and returns it transformed": one effect does both."""
        story = self.story
        left = next(
            (
                (at, e)
                for at, e in reversed(story.timeline)
                if e.kind == "leave" and self.subject in e.subject and at < clause.verb
            ),
            None,
        )
        if left is None or left[1].how != "exiled" or self.talk.words[left[0]].sentence != clause.sentence:
            return False
        near = self._same_sentence(clause, 9)
        turned = [i for i in near if self.talk.lowers[i] in {"transformed", "flipped"}]
        for other in self.talk.clauses:
            if other.verb in turned:
                other.frame, other.frames = "told", ()
        story.used |= set(turned)
        story.timeline.remove(left)
        how = "transformed" if turned else ""
        story.add(left[0], msgspec.structs.replace(left[1], kind="blink", how=how))
        self.about_faces = True
        return True

    def _disturb(self, at: int) -> None:
        self.about_faces = True
        self.story.used |= {
            i for i, w in enumerate(self.talk.words) if w.is_("keyword", "disturb") or w.lower in {"via", "disturbed"}
        }
        if not self.story.before(10_000, "cast"):
            self.story.board.change(self.subject, zone="graveyard", face=None)
            self.story.add(at, Event("cast", (self.subject,), how="disturb"))

    def _casting(self, clause: Clause) -> bool:
        # "he cast two spells": the one who casts something is a player, whatever else "he" may be
        cast = (
            clause.subject if clause.passive or not clause.object else [m for m in clause.subject if m.head != "player"]
        )
        if clause.frame == "cast" and "resolve" not in clause.frames and self._subject_in([*clause.object[:1], *cast]):
            near = self.talk.words[clause.verb : clause.end]
            if any(w.is_("keyword", "disturb") for w in near):
                self._disturb(clause.verb)
                return True
            if any(w.is_("in_response") for w in near):
                return False
            if self.talk.lowers[clause.verb] in {"playing", "running"}:
                return True
            self.story.board.change(self.subject, zone="hand")
            self.story.add(clause.verb, Event("enter", (self.subject,), **self.story._when(clause)))
            return True
        if clause.frame == "cast" and any(
            w.is_("noun", "side", "front", "back") for w in self.talk.words[clause.verb : clause.end]
        ):
            self.story.used |= {
                i for i in range(clause.verb, clause.end) if self.talk.lowers[i] in {"one", "side", "first"}
            }
            return True  # "after i play one side": it is on the battlefield
        if clause.frame == "pay":
            self._own_ability(clause)
            return True
        if clause.frame == "activate" and self._subject_in(clause.object):
            self._own_ability(clause)
            return True
        thing = self.story.board.objects[self.subject]
        if clause.frame == "draw" and thing.face == "back" and "loot" in self.talk.words[clause.verb].lower:
            return True  # "flipped by looting": what turned it over
        if (
            clause.frame == "draw"
            and self.story.board.objects[self.subject].copy_of
            and "loot" in self.talk.words[clause.verb].lower
        ):
            self._own_ability(clause)
            return True
        return False

    def _own_ability(self, clause: Clause) -> None:
        """ "i pay 3UU", "i loot with it": its own ability, the one that turns it over or brings it back."""
        self.story.used |= {
            i
            for i in range(clause.verb, clause.end)
            if self.talk.words[i].kind in {"mana"} or self.talk.lowers[i] in {"3uu", "cost"}
        }
        self.story.used |= {
            i
            for i in range(clause.verb, min(clause.verb + 4, len(self.talk.words)))
            if any(c.isdigit() for c in self.talk.lowers[i])
        }
        own = [a for f in (self.card.faces if self.card else ()) for a in f.abilities if isinstance(a, Activated)]
        if own and all(a.zone == "graveyard" for a in own) and self.story.board.objects[self.subject].copy_of is None:
            self.story.board.change(self.subject, zone="graveyard", face=None)
        if not any(e.kind == "activate" and self.subject in e.subject for _, e in self.story.timeline):
            value = "transform" if self.story.board.objects[self.subject].copy_of else ""
            self.story.add(clause.verb, Event("activate", (self.subject,), value=value))

    def _by_card(self, clause: Clause) -> bool:
        """A spell or permanent that does something to it: Cloudshift, Eldrazi Displacer, Moonmist, Snakeform."""
        tool = next(
            (
                m
                for m in [*clause.object, *clause.with_, *clause.subject]
                if m.cards and not self.is_subject(m) and m not in self.results
            ),
            None,
        )
        if clause.frame not in {"activate", "cast", "spell"}:
            return False
        if clause.frame == "spell":
            card = self.talk.cards.get(self.talk.words[clause.verb].cards[0])
            hit = self._subject_in([*clause.object, *clause.on])
        else:
            card = self.talk.card(tool) if tool is not None else None
            hit = self._subject_in([*clause.on, *clause.other.get("to", []), *clause.object])
        if card is None:
            return False
        told = any(
            e.kind == "blink" and self.talk.words[at].sentence == clause.sentence for at, e in self.story.timeline
        )
        used_for_it = tool is not None or self.talk.lowers[clause.verb - 1] in {"with", "using", "via", "off"}
        if (
            told
            and used_for_it
            and any(flickers(e) for f in card.faces for a in f.abilities for e in getattr(a, "effects", ()))
        ):
            if tool is not None:
                self.story.passed.add(tool.start)
                self.story.use(tool)  # "blinks her using Eldrazi Displacer": what it was done with
            self.story.used.add(clause.verb)  # "blink it with cloudshift"
            return True
        if tool is not None:
            self.story.use(tool)
            self.story.passed.add(tool.start)
        return self.apply_card(card, clause.verb, hit, self.story._when(clause))

    def apply_card(self, card: Card, at: int, targeted: bool, when: dict[str, Any]) -> bool:
        """What a card does to the subject."""
        story = self.story
        if {"instant", "sorcery"} & set(card.faces[0].types):
            if not any(isinstance(a, SpellAbility) for a in card.faces[0].abilities):
                return False
            targeted = targeted or transforms_target(card)
            spell = story.create(GameObject("spell", said=card.name, card=card.name, controller="you", zone="hand"))
            story.add(at, Event("cast", (spell,), (self.subject,) if targeted else (), **when))
            self.about_faces = True
            return True
        if targeted and any(flickers(e) for f in card.faces for a in f.abilities for e in getattr(a, "effects", ())):
            story.add(at, Event("blink", (self.subject,), **when))
            self.about_faces = True
            return True
        return False
