"""The board of a question about mana: whose lands, how many, what counters and choices, and what else was said of it.

In such questions players list cards ("reflecting pool + city of brass, opp on a mountain"); a thing whose owner nobody said is
the asker's own.
"""

from __future__ import annotations

import re

import msgspec

from judgecall.cards.abilities import Activated, Static
from judgecall.parser.areas.mana_cards import ManaFacts, of_card, of_mention
from judgecall.parser.areas.mana_described import open_color_abilities
from judgecall.parser.areas.mana_parts import asked_for
from judgecall.parser.board import Board
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk
from judgecall.scenario.model import GameObject, Player, Scenario

_LIST = frozenset({",", "and", "+", "plus", "a", "an", "the", "also", "just", "only", "both", "one", "single", "some", "&", "nothing", "but",
                   "my", "his", "another", "lone", "own", "untapped", "/", "or"})  # fmt: skip
_ORDINARY = frozenset({"Plains", "Island", "Swamp", "Mountain", "Forest"})


class ManaBoard:
    """Puts a question's things on the board, with their owners, and remembers which words said so."""

    def __init__(self, talk: Talk, context: Scenario | None) -> None:
        self.talk = talk
        self.board = Board(talk, context)
        self.used: set[int] = set()
        self.facts: dict[str, str] = {}
        self.players: dict[str, Player] = {p: Player(p) for p in ("you", "opp")}
        self.skip: set[int] = set()
        """Starts of mentions that stand for no object of their own."""
        self.both: set[int] = set()
        """Starts of mentions that each player has one of."""
        self.counted_out: set[str] = set()
        """Groups that things named on their own have been taken out of."""
        self.held: set[str] = set()
        """Things that were named only as some of a count ("4 creatures including two Llanowar Elves")."""
        self.confused = False
        """Something was said of the board that has no place on it."""
        if context is not None:
            self.players.update({p.id: p for p in context.players})
            self.facts.update(dict(context.facts))
        self.said_owner = {m.start for m in talk.mentions if m.owner}
        """Starts of mentions whose owner the question says, not the convention."""
        self.refer_back()
        self.own()
        self._apart_in_lists()
        self._unknown_things()
        self._unknown_in_lists()
        self._summed_up()

    # ------------------------------------------------------------- mentions

    def facts_of(self, mention: Mention) -> ManaFacts:
        """What a mention's thing does about mana."""
        if mention.start in self.board.of_mention:
            return self.facts_of_id(self.board.of_mention[mention.start])
        return of_mention(self.talk, mention)

    def facts_of_id(self, id: str) -> ManaFacts:
        """What an object does about mana."""
        thing = self.board.objects[id]
        if thing.card or thing.copy_of:
            return of_card(self.talk.cards.get(thing.card or thing.copy_of or ""))
        makes = "land" in thing.types or any(isinstance(a, Activated) for a in thing.abilities)
        return ManaFacts(makes=makes, multiplies=any(isinstance(a, Static) for a in thing.abilities))

    def things(self) -> list[Mention]:
        """The mentions that stand for objects."""
        return [m for m in self.talk.mentions if m.is_object and m.start not in self.skip]

    def refer_back(self) -> None:
        """ "the signet" after Gruul Signet, "the gate" after Mystic Gate, "the myr" after Leaden Myr: the card spoken of before."""
        named: list[Mention] = []
        for m in self.talk.mentions:
            if len(m.cards) > 1:
                fit = [c for c in m.cards if of_card(self.talk.cards.get(c)).matters]
                m.cards = (
                    (fit[0],) if len(fit) == 1 else m.cards
                )  # of those called so, the one that has to do with mana
            if m.cards:
                named.append(m)
                continue
            if not m.is_object or m.count not in {None, 1} or m.power is not None:
                continue
            words = [
                w for w in self.talk.lowers[m.start : m.end] if w not in {"the", "my", "that", "this", "his", "a", "an"}
            ]
            if len(words) != 1 or m.article in {"a", "an", "another"} or (words[0].capitalize() in _ORDINARY):
                continue
            first = [n for n in named if words[0] in n.cards[0].lower().replace(",", "").split()]
            if first and len({n.cards for n in first}) == 1:
                m.cards, m.head, m.subtypes, m.types, m.land_class = first[0].cards, "card", [], [], ""

    def _apart_in_lists(self) -> None:
        """ "Hallowed Fountain, Plains": what is listed is another thing than what was listed before, though that is a Plains too."""
        seen: set[tuple[str, ...]] = set()
        for run in self.runs():
            names = [tuple(m.subtypes) for m in run if m.subtypes and not m.cards]
            for m in run if len(run) > 1 else []:
                if m.subtypes and not m.cards and m.article == "" and not m.count and tuple(m.subtypes) not in seen:
                    m.article = "a"
            seen |= set(names)

    def _unknown_in_lists(self) -> None:
        """ "Urza's Mine, gorblax and Karoo": something in a list of cards that was not recognised."""
        words = self.talk.words
        for m in self.things():
            if not m.cards or m.end + 1 >= len(words) or words[m.end].lower not in {",", "and", "+"}:
                continue
            word = words[m.end + 1]
            loose = self.talk.inside(m.end + 1) is None and word.kind == "word" and not word.senses
            follows = words[m.end + 2].lower if m.end + 2 < len(words) else ","
            if (
                loose
                and self.talk.tags[m.end + 1] in {"NOUN", "PROPN"}
                and follows in {",", "and", "+", "on", "out", "in play", "on board"}
            ):
                self.confused = True

    def _summed_up(self) -> None:
        """ "2 creatures and a Nyxbloom Ancient (so 3 creatures)": a number that counts again what was listed."""
        for m in self.things():
            lead = self.talk.lowers[m.start - 1] if m.start else ""
            self.confused = self.confused or (bool(m.count) and not m.cards and lead in {"so", "total"})

    def _unknown_things(self) -> None:
        """ "he only has two exotic orchids": what somebody has, and no thing that was recognised."""
        for clause in self.talk.clauses:
            if clause.frame != "have" or clause.question or not any(m.head == "player" for m in clause.subject):
                continue
            row = range(clause.verb + 1, min(clause.end, clause.verb + 7))
            if (
                clause.verb
                and self.talk.lowers[clause.verb - 1] in {"and", "but"}
                and any(m.is_object and m.end >= clause.verb - 4 and m.end < clause.verb for m in self.talk.mentions)
            ):
                continue  # "a Vivid Crag that's tapped and has …": the thing has it, not the player
            if any((m := self.talk.inside(i)) is not None and m.is_object for i in row):
                continue
            if {"counter", "counters", "no counters", "mana"} & {
                self.talk.lowers[i] for i in row if i < len(self.talk.words)
            }:
                continue
            for i in row:
                word = self.talk.words[i]
                if word.kind == "mark":
                    break
                if word.kind == "word" and not word.senses and self.talk.tags[i] in {"NOUN", "PROPN", "ADJ"}:
                    self.confused = True

    # --------------------------------------------------------------- owners

    def own(self) -> None:
        """Say whose everything is: by a lead ("opp on …", "his side: …"), by who taps it, by its neighbours, else the asker's."""
        self._list_heads()
        self._named_behind()
        self._each()
        self._sides()
        self._leads()
        self._agents()
        for run in self.runs():
            owners = [m.owner for m in run if m.owner]
            behind = run[0].owner is None and owners[:1] == [
                "opp"
            ]  # "5 lands and opp's Sphere": only what follows is theirs
            if owners and len(set(owners)) == 1 and not behind:
                for m in run:
                    m.owner = m.owner or owners[0]
        self._same_on_both_sides()
        self._belonging_with()
        unsaid = self._whose_is_unsaid()
        seen: set[tuple[str, ...]] = set()
        for m in self.things():
            key = m.cards or (
                (self.talk.lowers[m.end - 1],)
                if m.article in {"the", "that", "this", "those", "these", ""}
                else (str(m.start),)
            )
            if (
                m.owner is None
                and (key not in seen or m.article == "a")
                and not (m.article in {"the", "that", "those"} and not m.cards)
            ):
                known = self.facts_of(m)
                helps = known.for_its_player and not (known.makes or known.watches_opponents)
                if unsaid and m.cards and helps:
                    self.facts["owners_unsaid"] = "yes"
                    continue
                m.owner = "you"
            seen.add(key)

    def _belonging_with(self) -> None:
        """ "his Gaea's Cradle with 4 creatures out": what is counted behind a card is that card's player's."""
        last: Mention | None = None
        for m in self.things():
            gap = self.talk.lowers[last.end : m.start] if last is not None else []
            if (
                last is not None
                and last.cards
                and last.owner == "opp"
                and m.owner is None
                and not m.cards
                and (m.count or m.plural)
                and last.sentence == m.sentence
                and "with" in gap
                and set(gap) <= {"with", "out", "and", "his", "their", ","}
            ):
                m.owner = last.owner
            last = m

    def _whose_is_unsaid(self) -> bool:
        """ "Mana Reflection is out and he taps a Forest": only the opponent is spoken of, and what is out is anybody's."""
        players = {s.value for w in self.talk.words for s in w.senses if s.kind == "player"}
        return "opp" in players and "you" not in players

    def _same_on_both_sides(self) -> None:
        """ "my Reflecting Pool …, opp has Reflecting Pool …: what can Reflecting Pool make": the asker's own is meant."""
        owned: dict[tuple[str, ...], set[str]] = {}
        for m in self.things():
            if m.owner is None and m.cards and owned.get(m.cards) == {"you", "opp"}:
                m.owner = "you"
            elif m.owner and m.cards:
                owned.setdefault(m.cards, set()).add(m.owner)

    def runs(self) -> list[list[Mention]]:
        """Lists of things: mentions with nothing but commas, "and" and articles between them."""
        found: list[list[Mention]] = []
        for m in self.things():
            if found and found[-1][-1].sentence == m.sentence:
                gap = self.talk.lowers[found[-1][-1].end : m.start]
                bare = not (m.cards or found[-1][-1].cards) and bool(m.subtypes and found[-1][-1].subtypes)
                if (
                    (gap or bare)  # "Island Island Island" lists three
                    and all(w in _LIST or w.isdigit() for w in gap)
                    and not ("," in gap and asked_for(self.talk, m.end))
                ):
                    found[-1].append(m)
                    continue
            found.append([m])
        return found

    def run_from(self, mention: Mention) -> list[Mention]:
        """The list that a mention begins or is in, from it on."""
        for run in self.runs():
            if mention in run:
                return run[run.index(mention) :]
        return [mention]

    def _sides(self) -> None:
        """ "Mana Reflection is on opponent's side", "a forest on my board": whose side it stands on."""
        lowers = self.talk.lowers
        for m in self.things():
            behind = (
                self.talk.words[m.end + 1].sense("player")
                if lowers[m.end : m.end + 1] == ["("] and m.end + 2 < len(lowers)
                else None
            )
            if behind is not None and lowers[m.end + 2] == ")" and behind.value in {"you", "opp"}:
                # "Exotic Orchard (mine) and Reflecting Pool (his)"
                m.owner = behind.value
                self.said_owner.add(m.start)
                self.use(range(m.end, m.end + 3))
                continue
            j = m.end
            while j < len(lowers) and lowers[j] in {"is", "are", "was", "were", "both", "out"}:
                j += 1
            if lowers[j : j + 1] != ["on"] or j + 2 >= len(lowers):
                continue
            whose = next(
                (s.value for w in self.talk.words[j + 1 : j + 4] for s in w.senses if s.kind == "player"), None
            )
            if whose in {"you", "opp"} and {"side", "board", "field", "battlefield"} & set(lowers[j + 1 : j + 5]):
                m.owner = whose
                self.said_owner.add(m.start)
                rest = " ".join(lowers[j + 2 : j + 7])
                if re.search(r" and (mine|theirs|hers|(my|his|their) (side|board|own))\b", rest):
                    self.both.add(m.start)
                    m.owner, m.count = "you", m.count or 1

    def _list_heads(self) -> None:
        """ "my only lands are …", "my board: …", "only lands i own are …": the head of a list is no thing of its own."""
        for m in self.talk.mentions:
            if (
                m.head not in {"land", "permanent", "creature", "artifact"}
                or m.cards
                or m.subtypes
                or m.power is not None
                or m.land_class
            ):
                continue
            after = self.talk.lowers[m.end] if m.end < len(self.talk.lowers) else ""
            before = self.talk.lowers[m.start - 1] if m.start else ""
            lead = self.talk.lowers[m.start : m.end]
            listed = m.end + 1 < len(self.talk.words) and any(
                n.start in range(m.end + 1, m.end + 5) and (n.cards or n.subtypes or n.land_class)
                for n in self.talk.mentions
            )
            owning = after in {"i", "he", "they", "opp"} and {"are", "is"} & set(self.talk.lowers[m.end : m.end + 5])
            if (after in {":", "are", "is", "="} and listed and not self._asks_before(m.start)) or owning:
                self.skip.add(m.start)
                self.use(range(m.start, m.end + 4 if owning else m.end + 1))
                self._listed_as(m)
            elif (
                (
                    {"only", "other", "all", "untapped"} & set(lead)
                    and (not m.count or (m.count == 1 and "only" in lead))
                )
                or (before in {"are", "is", "was", "as"} and "only" in lead)
            ) or (m.head == "land" and before == "as" and m.owner):
                self.skip.add(m.start)
                self.use(range(m.start, m.end))

    def _listed_as(self, head: Mention) -> None:
        """ "opp's lands are all Plains": what is listed is whose the head of the list is, and "all" of it."""
        first = next((n for n in self.talk.mentions if head.end < n.start < head.end + 5), None)
        if first is None or head.owner not in self.players:
            return
        first.owner = first.owner or head.owner
        between = self.talk.lowers[head.end : first.start]
        if head.head == "land" and "all" in between:
            self.players[head.owner] = msgspec.structs.replace(self.players[head.owner], only_named=True)

    def _named_behind(self) -> None:
        """ "how much does my rock make: Thran Dynamo with Mana Reflection": what it is called stands behind the colon."""
        for i, lower in enumerate(self.talk.lowers):
            nxt = next((m for m in self.talk.mentions if m.start == i + 1 and m.cards), None) if lower == ":" else None
            plain = [
                m
                for m in self.talk.mentions
                if m.end <= i and m.sentence == self.talk.words[i].sentence and m.is_object
            ]
            if (
                nxt is None
                or len(plain) != 1
                or plain[0].cards
                or plain[0].plural
                or plain[0].subtypes
                or plain[0].power is not None
            ):
                continue
            self.skip.add(plain[0].start)
            self.use(range(plain[0].start, plain[0].end))

    def _asks_before(self, i: int) -> bool:
        return i > 0 and self.talk.lowers[i - 1] in {"is", "are", "do", "does", "can"}

    def _each(self) -> None:
        """ "we each have nothing but X", "me and my opponent both control X": one for each player."""
        for clause in self.talk.clauses:
            if clause.frame != "have" or clause.question:
                continue
            lead = " ".join(self.talk.lowers[max(clause.start - 6, 0) : clause.verb])
            players = {
                m.player
                for m in self.talk.mentions
                if m.head == "player" and clause.verb - 8 <= m.start < clause.verb and m.sentence == clause.sentence
            }
            both = (
                "both players" in lead
                or "we each" in lead
                or "both of us" in lead
                or "we both" in lead
                or "each of us" in lead
            )
            if both or (("each" in lead or "both" in lead) and {"you", "opp"} <= players):
                for m in self.things():
                    if m.start > clause.verb and m.sentence == clause.sentence and m.start < clause.end:
                        self.both.add(m.start)
                        m.owner, m.count = "you", m.count or 1

    def _leads(self) -> None:
        lowers = self.talk.lowers
        for m in self.talk.mentions:
            if m.head != "player" or m.player not in {"you", "opp"}:
                continue
            j = m.end
            while j < len(lowers) and lowers[j] in {"is", "are", "am", "was", "on", "with", "has", "had", ":", "only", "just", "also", "sitting", "running", "playing",
                                                    "who", "runs", "plays", "being", "controls", "having"}:  # fmt: skip
                j += 1
            led = lowers[m.end : j]
            if led and (
                {"on", "with", ":"} & set(led)
                or led[-1] in {"has", "runs", "controls", "plays", "having", "running", "playing"}
            ):
                self._own_list(j, m.player)
        for i, word in enumerate(self.talk.words):
            # "opps lands: mountain and a desert", "his side: two forests"
            if word.lower in {":", "is", "are"} and i >= 1:
                lead = self.talk.words[max(0, i - 3) : i]
                whose = next(
                    (
                        s.value
                        for w in lead
                        for s in w.senses
                        if s.kind == "player" and s.form in {"possessive", "subject"}
                    ),
                    None,
                )
                if whose and (
                    word.lower == ":"
                    or {"lands", "land", "board", "side", "field", "manabase"} & {w.lower for w in lead}
                ):
                    self._own_list(i + 1, whose)

    def _own_list(self, j: int, owner: str) -> None:
        lowers = self.talk.lowers
        for m in self.things():
            if m.start < j:
                continue
            gap = [w for w in lowers[j : m.start] if not (w in {"with", "has"} and m.count == 0)]
            if m.sentence != self.talk.words[min(j, len(lowers) - 1)].sentence or not all(
                w in _LIST or w.isdigit() for w in gap
            ):
                break
            if "," in gap and asked_for(self.talk, m.end):
                break
            m.owner = m.owner or owner
            j = m.end

    def _agents(self) -> None:
        """ "opp taps a basic mountain": what somebody taps is theirs."""
        for clause in self.talk.clauses:
            if not {"tap", "activate", "produce", "sacrifice"} & set(clause.frames) or clause.passive:
                continue
            agent = next((m.player for m in clause.subject if m.head == "player" and m.player in {"you", "opp"}), None)
            if agent is None:
                continue
            for m in clause.object:
                if (m.is_object and m.owner is None and not m.cards) or (
                    m.is_object
                    and m.owner is None
                    and not any(n.cards == m.cards and n.start < m.start for n in self.talk.mentions)
                ):
                    m.owner = agent

    # ---------------------------------------------------------------- state

    def place(self, mention: Mention) -> str | None:
        """Put what a mention stands for on the board, with what its own words and those beside it say."""
        if mention.start in self.skip:
            return None
        if mention.count == 0:
            self._none_of(mention)
            return None
        follower = self.talk.words[mention.end] if mention.end < len(self.talk.words) else None
        if (
            follower is not None
            and follower.kind == "number"
            and follower.lower.startswith("x") != follower.lower.endswith("x")
            and mention.count is None
        ):
            mention.count = follower.value[0]
            self.use([mention.end])
        id = self.board.get(mention, owner=None)
        if id is None:
            return None
        self.use(range(mention.start, mention.end))
        if mention.land_class:
            entry = self.talk.lexicon.mana_classes[mention.land_class]
            self.board.change(id, types=(mention.head,), abilities=open_color_abilities(entry["abilities"]))
        if mention.start in self.both and f"{id}-opp" not in self.board.objects:
            thing = self.board.objects[id]
            self.board.objects[f"{id}-opp"] = msgspec.structs.replace(thing, id=f"{id}-opp", controller="opp")
        return id

    def forget(self, mention: Mention) -> None:
        """Take a mention's object off the board, if nothing else was said of it."""
        id = self.board.of_mention.pop(mention.start, None)
        if id is not None and id not in self.board.of_mention.values():
            self.board.objects.pop(id, None)

    def _none_of(self, mention: Mention) -> None:
        """ "no creatures", "no swamps of mine": a count of nothing."""
        who = mention.owner if mention.owner in self.players else "you"
        player = self.players[who or "you"]
        if mention.head == "creature" and not mention.subtypes and mention.power is None:
            self.players[player.id] = msgspec.structs.replace(player, creatures=0)
        elif mention.head == "land":
            self.players[player.id] = msgspec.structs.replace(player, only_named=True)
        elif mention.head != "card":
            return
        self.use(range(mention.start, mention.end))

    def use(self, indices) -> None:  # type: ignore[no-untyped-def]
        """Mark words as explained."""
        self.used |= {i for i in indices if 0 <= i < len(self.talk.words)}

    def is_creature(self, id: str) -> bool:
        """Whether an object is a creature, by its card or as stated."""
        return self._has_type(id, "creature")

    def is_basic(self, id: str) -> bool:
        """Whether an object is a basic land."""
        thing = self.board.objects[id]
        card = self.talk.cards.get(thing.card) if thing.card else None
        return "basic" in thing.supertypes or (card is not None and "basic" in card.faces[0].supertypes)

    def is_land(self, id: str) -> bool:
        """Whether an object is a land, by its card or as stated."""
        return self._has_type(id, "land")

    def _has_type(self, id: str, kind: str) -> bool:
        thing = self.board.objects[id]
        card = self.talk.cards.get(thing.card) if thing.card else None
        return kind in thing.types or (card is not None and kind in card.faces[0].types)

    def objects(self) -> tuple[GameObject, ...]:
        """Everything on the board."""
        return tuple(self.board.objects.values())
