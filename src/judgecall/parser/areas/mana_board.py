"""The board of a question about mana: whose lands, how many, what counters and choices, and what else was said of it.

In such questions players list cards ("reflecting pool + city of brass, opp on a mountain"); a thing whose owner nobody said is
the asker's own.
"""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Ability, Activated, AddMana, Amount, Cost, Filter, MultiplyMana, Static
from judgecall.parser.areas.mana_cards import ManaFacts, of_card, of_mention
from judgecall.parser.board import Board
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk
from judgecall.scenario.model import GameObject, Player, Scenario

_LIST = frozenset({",", "and", "+", "plus", "a", "an", "the", "also", "just", "only", "both", "one", "single", "some", "&", "nothing", "but",
                   "my", "his", "another", "lone", "own", "untapped", "/", "or"})  # fmt: skip
_HEADS = frozenset({"are", "is", ":", "=", "i", "on", "left", "in", "was", "were"})
_CHOOSING = frozenset({"named", "naming", "names", "set", "chose", "chosen", "choosing", "picked", "choose", "called", "imprinted", "imprinting",
                       "imprint", "imprints", "exiled", "exiling", "pick", "picking", "calling"})  # fmt: skip
_NONE = frozenset({"no", "zero", "0", "without", "none"})
_LANDS_ONLY = ("my only lands", "only lands i", "my one land", "my only land", "no other lands", "no other land", "only other land", "nothing but", "nothing else",
               "that is all", "that is it", "all the lands", "no other permanents", "only land i", "nothing except", "rest are", "his only land",
               "his only lands", "only have", "only has", "only lands", "no lands other than", "no other mana", "just those", "only lands are",
               "no actual", "anything else")  # fmt: skip
_EVERYBODY = ("on the table", "anywhere", "on the battlefield", "between us", "in the game", "in play")
_ORDINARY = frozenset({"Plains", "Island", "Swamp", "Mountain", "Forest"})


def open_color_abilities(rows: list[list[str]]) -> tuple[Ability, ...]:
    """The mana abilities of a class of cards as the lexicon writes them: cost, then what is added ("?": a colour left open)."""
    found: list[Ability] = []
    for cost, mana in rows:
        symbols = cost.replace("{T}", "").replace("S", "")
        paid = Cost(mana=symbols, tap="{T}" in cost, sacrifice=(Amount(base=1), Filter(this=True)) if "S" in cost else None)
        if set(mana) == {"?"}:
            adds = AddMana(("chosen_color",), Amount(base=len(mana)))
        elif mana == "*":
            adds = AddMana(("any_color",))
        else:
            adds = AddMana((mana,))
        found.append(Activated(paid, (adds,)))
    return tuple(found)


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
        self.confused = False
        """Something was said of the board that has no place on it."""
        if context is not None:
            self.players.update({p.id: p for p in context.players})
            self.facts.update(dict(context.facts))
        self.refer_back()
        self.own()

    # ------------------------------------------------------------- mentions

    def facts_of(self, mention: Mention) -> ManaFacts:
        """What a mention's thing does about mana."""
        if mention.start in self.board.of_mention:
            return self.facts_of_id(self.board.of_mention[mention.start])
        return of_mention(self.talk, mention)

    def facts_of_id(self, id: str) -> ManaFacts:
        """What an object does about mana."""
        thing = self.board.objects[id]
        if thing.card:
            return of_card(self.talk.cards.get(thing.card))
        makes = "land" in thing.types or any(isinstance(a, Activated) for a in thing.abilities)
        return ManaFacts(makes=makes, multiplies=any(isinstance(a, Static) for a in thing.abilities))

    def things(self) -> list[Mention]:
        """The mentions that stand for objects."""
        return [m for m in self.talk.mentions if m.is_object and m.start not in self.skip]

    def refer_back(self) -> None:
        """"the signet" after Gruul Signet, "the gate" after Mystic Gate, "the myr" after Leaden Myr: the card spoken of before."""
        named: list[Mention] = []
        for m in self.talk.mentions:
            if m.cards:
                named.append(m)
                continue
            if not m.is_object or m.count not in {None, 1} or m.power is not None:
                continue
            words = [w for w in self.talk.lowers[m.start : m.end] if w not in {"the", "my", "that", "this", "his", "a", "an"}]
            if len(words) != 1 or m.article in {"a", "an", "another"} or (words[0].capitalize() in _ORDINARY):
                continue
            first = [n for n in named if words[0] in n.cards[0].lower().replace(",", "").split()]
            if first and len({n.cards for n in first}) == 1:
                m.cards, m.head, m.subtypes, m.types, m.land_class = first[0].cards, "card", [], [], ""

    # --------------------------------------------------------------- owners

    def own(self) -> None:
        """Say whose everything is: by a lead ("opp on …", "his side: …"), by who taps it, by its neighbours, else the asker's."""
        self._list_heads()
        self._each()
        self._leads()
        self._agents()
        for run in self.runs():
            owners = [m.owner for m in run if m.owner]
            if owners and len(set(owners)) == 1:
                for m in run:
                    m.owner = m.owner or owners[0]
        seen: set[tuple[str, ...]] = set()
        for m in self.things():
            key = m.cards or ((self.talk.lowers[m.end - 1],) if m.article in {"the", "that", "this", "those", "these", ""} else (str(m.start),))
            if m.owner is None and key not in seen and not (m.article in {"the", "that", "those"} and not m.cards):
                m.owner = "you"
            seen.add(key)

    def runs(self) -> list[list[Mention]]:
        """Lists of things: mentions with nothing but commas, "and" and articles between them."""
        found: list[list[Mention]] = []
        for m in self.things():
            if found and found[-1][-1].sentence == m.sentence:
                gap = self.talk.lowers[found[-1][-1].end : m.start]
                if gap and all(w in _LIST or w.isdigit() for w in gap):
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

    def _list_heads(self) -> None:
        """"my only lands are …", "my board: …", "only lands i own are …": the head of a list is no thing of its own."""
        for m in self.talk.mentions:
            if m.head not in {"land", "permanent", "creature", "artifact"} or m.cards or m.subtypes or m.power is not None or m.land_class:
                continue
            after = self.talk.lowers[m.end] if m.end < len(self.talk.lowers) else ""
            before = self.talk.lowers[m.start - 1] if m.start else ""
            lead = self.talk.lowers[m.start : m.end]
            listed = m.end + 1 < len(self.talk.words) and any(n.start in range(m.end + 1, m.end + 5) and (n.cards or n.subtypes or n.land_class) for n in self.talk.mentions)
            owning = after in {"i", "he", "they", "opp"} and {"are", "is"} & set(self.talk.lowers[m.end : m.end + 5])
            if (after in {":", "are", "is", "="} and listed and not self._asks_before(m.start)) or owning:
                self.skip.add(m.start)
                self.use(range(m.start, m.end + 4 if owning else m.end + 1))
            elif {"only", "other", "all", "untapped"} & set(lead) and not m.count or before in {"are", "is", "was", "as"} and "only" in lead:
                self.skip.add(m.start)
                self.use(range(m.start, m.end))
            elif m.head == "land" and before == "as" and m.owner:
                self.skip.add(m.start)
                self.use(range(m.start, m.end))

    def _asks_before(self, i: int) -> bool:
        return i > 0 and self.talk.lowers[i - 1] in {"is", "are", "do", "does", "can"}

    def _each(self) -> None:
        """"we each have nothing but X", "me and my opponent both control X": one for each player."""
        for clause in self.talk.clauses:
            if clause.frame != "have" or clause.question:
                continue
            lead = " ".join(self.talk.lowers[max(clause.start - 6, 0) : clause.verb])
            players = {m.player for m in self.talk.mentions if m.head == "player" and clause.verb - 8 <= m.start < clause.verb and m.sentence == clause.sentence}
            both = "both players" in lead or "we each" in lead or "both of us" in lead or "we both" in lead or "each of us" in lead
            if both or ("each" in lead or "both" in lead) and {"you", "opp"} <= players:
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
            if led and ({"on", "with", ":"} & set(led) or led[-1] in {"has", "runs", "controls", "plays", "having", "running", "playing"}):
                self._own_list(j, m.player)
        for i, word in enumerate(self.talk.words):
            # "opps lands: mountain and a desert", "his side: two forests"
            if word.lower in {":", "is", "are"} and i >= 1:
                lead = self.talk.words[max(0, i - 3) : i]
                whose = next((s.value for w in lead for s in w.senses if s.kind == "player" and s.form in {"possessive", "subject"}), None)
                if whose and (word.lower == ":" or {"lands", "land", "board", "side", "field", "manabase"} & {w.lower for w in lead}):
                    self._own_list(i + 1, whose)

    def _own_list(self, j: int, owner: str) -> None:
        lowers = self.talk.lowers
        for m in self.things():
            if m.start < j:
                continue
            if m.sentence != self.talk.words[min(j, len(lowers) - 1)].sentence or not all(w in _LIST or w.isdigit() for w in lowers[j : m.start]):
                break
            m.owner = m.owner or owner
            j = m.end

    def _agents(self) -> None:
        """"opp taps a basic mountain": what somebody taps is theirs."""
        for clause in self.talk.clauses:
            if not {"tap", "activate", "produce", "sacrifice"} & set(clause.frames) or clause.passive:
                continue
            agent = next((m.player for m in clause.subject if m.head == "player" and m.player in {"you", "opp"}), None)
            if agent is None:
                continue
            for m in clause.object:
                if m.is_object and m.owner is None and not m.cards:
                    m.owner = agent
                elif m.is_object and m.owner is None and not any(n.cards == m.cards and n.start < m.start for n in self.talk.mentions):
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
        if follower is not None and follower.kind == "number" and follower.lower.startswith("x") != follower.lower.endswith("x") and mention.count is None:
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

    def _none_of(self, mention: Mention) -> None:
        """"no creatures", "no swamps of mine": a count of nothing."""
        who = mention.owner if mention.owner in self.players else "you"
        player = self.players[who or "you"]
        if mention.head == "creature" and not mention.subtypes and mention.power is None:
            self.players[player.id] = msgspec.structs.replace(player, creatures=0)
        elif mention.head == "land":
            self.players[player.id] = msgspec.structs.replace(player, only_named=True)
        elif mention.head != "card":
            return
        self.use(range(mention.start, mention.end))

    def finish(self) -> None:
        """Read what is said of the things on the board: counters, choices, taps, "nothing else", lands played, mana in the pool."""
        self.used |= self.board.attach()
        self._attach_more()
        self._counters()
        self._choices()
        self._only()
        self._land_drops()
        self._pool()
        self._described()

    def _attach_more(self) -> None:
        """"forest with wild growth and utopia sprawl on it": the second Aura is where the first one is."""
        for aura, host in self.talk.attached:
            for m in self.run_from(aura)[1:]:
                id, on = self.board.of_mention.get(m.start), self.board.of_mention.get(host.start)
                card = self.talk.card(m)
                if id and on and id != on and card and "Aura" in card.faces[0].subtypes and self.board.objects[id].attached_to is None:
                    self.board.change(id, attached_to=on)

    def _before(self, i: int, wanted: str = "") -> str | None:
        """The thing spoken of last before word i in its sentence, else the last one that makes mana."""
        near = [m for m in self.things() if m.start < i and m.start in self.board.of_mention]
        for m in reversed(near):
            if m.sentence == self.talk.words[i].sentence and (self.facts_of(m).makes or not wanted) and (m.cards or m.head in {"land", "creature", "artifact"}):
                return self.board.of_mention[m.start]
        for m in reversed(near):
            if self.facts_of(m).makes:
                return self.board.of_mention[m.start]
        return None

    def _counters(self) -> None:
        lowers = self.talk.lowers
        for i, lower in enumerate(lowers):
            if lower == "counterless":
                nxt = next((m for m in self.things() if m.start > i or m.start <= i < m.end), None)
                id = self.board.of_mention.get(nxt.start) if nxt else None
                if id:
                    self._set_counters(id, self.facts_of_id(id).counters or "charge", 0)
                    self.use([i])
            if lower not in {"counter", "counters"} or i == 0 or self.talk.inside(i) is not None:
                continue
            j, kind = i - 1, ""
            if lowers[j] in {"charge", "luck", "storage", "loyalty", "depletion", "mining", "charge", "time", "page"} or self.talk.words[j].kind == "change":
                kind = lowers[j] if self.talk.words[j].kind != "change" else "{:+d}/{:+d}".format(*self.talk.words[j].value)
                j -= 1
            n = self.talk.words[j].value[0] if self.talk.words[j].kind == "number" else 0 if lowers[j] in _NONE else 1 if lowers[j] in {"the", "a", "an"} else None
            if n is None and lowers[j] == "its" and lowers[j - 1] in {"has", "had"}:
                n = 1
            id = self._before(i, "makes")
            if n is None or id is None or (not kind and not self.facts_of_id(id).counters):
                continue
            self._set_counters(id, kind or self.facts_of_id(id).counters, n)
            self.use(range(j, i + 1))

    def _set_counters(self, id: str, kind: str, n: int) -> None:
        held = dict(self.board.objects[id].counters)
        self.board.change(id, counters=tuple({**held, kind: n}.items()))

    def _choices(self) -> None:
        """"Cavern naming Elf", "Gauntlet of Power set to red", "imprinted my snow-covered forest"."""
        for i, lower in enumerate(self.talk.lowers):
            if lower not in _CHOOSING or self.talk.inside(i) is not None:
                continue
            sentence = self.talk.words[i].sentence
            holders = [m for m in self.things() if m.cards and (self.facts_of(m).chooses or "imprint" in lower) and m.sentence == sentence]
            holder = next((m for m in reversed(holders) if m.start < i), holders[0] if holders else None)
            if holder is None:
                continue
            id = self.board.of_mention.get(holder.start)
            for j in range(i + 1, min(i + 4, len(self.talk.words))):
                word, inside = self.talk.words[j], self.talk.inside(j)
                value = None
                if (color := word.sense("color")) is not None and color.value != "C":
                    value = color.value
                elif word.kind == "mana" and word.mana.strip("{}") in "WUBRG":
                    value = word.mana.strip("{}")
                elif "imprint" in lower and inside is not None and inside.cards:
                    value = inside.cards[0]
                elif (kind := word.sense("subtype")) is not None:
                    value = kind.value
                if value and id:
                    self.board.change(id, chosen=value)
                    self.use(range(i, j + 1))
                    break

    def skip_choices(self) -> None:
        """Mentions that only name what was chosen ("naming elf", "imprinted my forest") are no things on the board."""
        for i, lower in enumerate(self.talk.lowers):
            if lower in _CHOOSING and self.talk.inside(i) is None:
                sentence = self.talk.words[i].sentence
                if not any(m.cards and (self.facts_of(m).chooses or "imprint" in lower) and m.sentence == sentence for m in self.things()):
                    continue
                for j in range(i + 1, min(i + 4, len(self.talk.words))):
                    m = self.talk.inside(j)
                    if m is not None and m.head != "player":
                        if m.subtypes or ("imprint" in lower and m.cards):
                            self.skip.add(m.start)
                            self.use(range(m.start, m.end))
                        break

    def _only(self) -> None:
        """"nothing else", "my only lands": that player has nothing more that matters."""
        for phrase in _LANDS_ONLY:
            at = self.talk.where(phrase)
            if at is None:
                continue
            sentence = self.talk.words[at].sentence
            everybody = any(f" {p} " in self.talk.joined for p in _EVERYBODY) and phrase in {"that is all", "all the lands", "nothing else", "anything else"}
            owners = {m.owner for m in self.things() if m.sentence == sentence and m.owner} or {"you"}
            near = [m.owner for m in self.things() if m.sentence == sentence and m.owner and m.start >= at]
            for who in ("you", "opp") if everybody or len(owners) > 1 and not near else (near[:1] or [*owners]):
                if who in self.players:
                    self.players[who] = msgspec.structs.replace(self.players[who], only_named=True)
            self.use(range(at, at + len(phrase.split())))

    def _land_drops(self) -> None:
        """"haven't played a land this turn", "already made my land drop"."""
        for i, lower in enumerate(self.talk.lowers):
            if lower not in {"played", "play", "drop", "dropped"}:
                continue
            near = self.talk.lowers[max(0, i - 4) : i + 6]
            if not {"land", "lands"} & set(near) or not ("this turn" in near or "yet" in near or "already" in near):
                continue
            land = next((m for m in self.talk.mentions if m.head == "land" and not m.subtypes and i - 2 <= m.start <= i + 3), None)
            negative = bool({"not", "never", "no"} & set(near[:6]))
            self.facts["lands_played_this_turn"] = "0" if negative else "1"
            start = max(0, i - 3)
            self.use(k for k in range(start, min(i + 6, len(self.talk.words))) if self.talk.lowers[k] in {"not", "never", "no", "played", "play", "drop", "a", "land", "yet", "this turn", "already", "have"})
            if land is not None:
                self.use(range(land.start, land.end))

    def _pool(self) -> None:
        """"RRRGG floating", "three red and two green floating in my pool"."""
        floating = self.talk.where("floating") or self.talk.where("unspent") or self.talk.where("in my mana pool") or self.talk.where("in pool")
        if floating is None:
            return
        sentence = self.talk.words[floating].sentence
        letters = ""
        told: set[int] = set()
        for i, word in enumerate(self.talk.words):
            if word.sentence != sentence or i in self.used:
                continue
            color = word.sense("color")
            if color is not None and i and self.talk.words[i - 1].kind == "number":
                letters += color.value * self.talk.words[i - 1].value[0]
                told |= {i - 1, i}
            elif word.kind == "mana" and set(word.mana) <= set("{}WUBRGC"):
                letters += word.mana.replace("{", "").replace("}", "")
                told.add(i)
        asked = any(self.talk.words[i].is_("how_much") or self.talk.words[i].is_("how_many") for i in range(len(self.talk.words)) if self.talk.words[i].sentence == sentence)
        if letters and not asked:
            self.facts["mana_pool"] = letters
            self.use(told)

    def _described(self) -> None:
        """Things told by what they do: "an elf that taps for green equal to its own power", "a land that taps for two colorless"."""
        for m in self.things():
            id = self.board.of_mention.get(m.start)
            if id is None or m.cards or m.end >= len(self.talk.words) or self.talk.lowers[m.end] not in {"that", "which", "who", "with"}:
                continue
            row = self.talk.lowers[m.end : m.end + 14]
            text = " ".join(row)
            words = self.talk.words
            if {"permanents", "lands", "land", "permanent"} & set(row) and ("twice" in row or "double" in row or "doubles" in row or "triple" in row or "three times" in text):
                of = Filter(types=("permanent",) if {"permanent", "permanents"} & set(row) else ("land",), controller="you")
                times = 3 if "triple" in row or "three times" in text or "triples" in row else 2
                self.board.change(id, abilities=(Static((MultiplyMana(of, times),)),))
                self.use(range(m.end, min(m.end + 14, len(words))))
                for other in self.things():
                    if m.end <= other.start < m.end + 14:
                        self.skip.add(other.start)
                        self.board.objects.pop(self.board.of_mention.pop(other.start, ""), None)
                continue
            if not words[m.end + 1].is_("verb", "produce", "tap"):
                continue
            letter = next((s.value for w in words[m.end + 1 : m.end + 6] for s in w.senses if s.kind == "color"), None)
            letter = letter or next((w.mana.strip("{}") for w in words[m.end + 1 : m.end + 5] if w.kind == "mana"), None)
            n = next((w.value[0] for w in words[m.end + 1 : m.end + 5] if w.kind == "number"), None)
            amount = Amount(base=n or 1)
            end = m.end + 5
            if "equal to its own power" in text or "equal to its power" in text:
                amount = Amount(per="power", of=Filter(this=True))
                end = m.end + row.index("power") + 1
            option = letter if letter else "any_color" if "any color" in text else ""
            if not option or len(option) > 1 and option != "any_color":
                self.confused = True
                continue
            self.board.change(id, abilities=(*self.board.objects[id].abilities, Activated(Cost(tap=True), (AddMana((option,), amount),))))
            self.use(k for k in range(m.end, min(end, len(words))) if words[k].is_("verb", "produce", "tap") or words[k].is_("color") or words[k].kind in {"number", "mana"}
                     or words[k].is_("noun") or self.talk.lowers[k] in {"that", "equal", "to", "its", "own", "power"})  # fmt: skip
            self._power_said(id)

    def _power_said(self, id: str) -> None:
        for i, lower in enumerate(self.talk.lowers):
            if lower == "power" and self.talk.lowers[i - 1] in {"its", "his", "s"}:
                n = next((j for j in range(i + 1, min(i + 4, len(self.talk.words))) if self.talk.words[j].kind == "number"), None)
                if n is not None and self.board.objects[id].power is None:
                    self.board.change(id, power=self.talk.words[n].value[0])
                    self.use([i, n])

    def use(self, indices) -> None:  # type: ignore[no-untyped-def]
        """Mark words as explained."""
        self.used |= {i for i in indices if 0 <= i < len(self.talk.words)}

    def is_creature(self, id: str) -> bool:
        """Whether an object is a creature, by its card or as stated."""
        return self._has_type(id, "creature")

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
