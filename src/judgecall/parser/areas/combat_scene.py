"""The combat that a question sets up: who attacks, who could block, and the spells that were cast on the attackers.

Only for readers of whole declarations: it refuses where it isn't plain on which side a creature is.
"""

from __future__ import annotations

from judgecall.cards.abilities import BlockAdditional, Card, Keyword, Static
from judgecall.parser.areas.combat_sides import LURED, OTHER, told_of_late_step
from judgecall.parser.board import Board
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.talk import Talk
from judgecall.parser.terms import ability
from judgecall.parser.words import Word
from judgecall.scenario.model import Event, GameObject, Player, Query, Scenario

_ONTO = frozenset({"on", "onto", "at", "targeting", "to", "my", "his", "their", "a", "an", "the", "your", "some"})
_SIDED = ("controller='you'", "controller='opponent'")
_MOST = 20
"""More creatures than anybody tells one by one."""


class CombatScene:
    """Attackers and possible blockers, each creature by itself.

    Args:
        talk: the question.
        asking: indices of the words that belong to what is asked, which set nothing up.
        blocked: creature types of what the asked declaration has blocked.
        blocking: creature types of its blockers.
        lured_first: who has to be blocked is placed before the others, as nothing else tells that it attacks.
    """

    def __init__(
        self,
        talk: Talk,
        asking: set[int],
        blocked: frozenset[str] = frozenset(),
        blocking: frozenset[str] = frozenset(),
        *,
        lured_first: bool = False,
    ) -> None:
        self.talk = talk
        self.asking = asking
        self.roles = (blocked - blocking, blocking - blocked)
        """Creature types that what is asked has as blocked, and as blocking."""
        self.board = Board(talk)
        self.attackers: list[str] = []
        self.pool: list[str] = []
        self.events: list[Event] = []
        self.used: set[int] = set()
        self.side = "you"
        self._headed: set[int] = set()
        self._lured_first = lured_first

    def build(self) -> bool:
        """Read the set-up; False when it can't be told who does what."""
        if told_of_late_step(self.talk):
            return False  # it may have happened when blockers were declared already
        self.side = self._side()
        self.used |= self.board.attach()
        spells = self._spells()
        taken = {m.start for _, _, m in spells}
        mentions = list(self.talk.mentions)
        if self._lured_first:
            self._headed |= self._told_lured()
            mentions.sort(key=lambda m: not self._surely_attacks(m))
        for mention in mentions:
            if mention.start in self.asking or not mention.is_object or mention.head in {"spell", "ability", "trigger"}:
                continue
            if mention.head == "card" and not mention.cards and not mention.described:
                self.used |= set(range(mention.start, mention.end))  # "thanks to a card"
                continue
            if not self._place(mention, mention.start in taken):
                return False
        for word, name, mention in spells:
            if not self._cast(word, name, mention):
                return False
        for clause in self.talk.clauses:
            bare = not any(m.is_object for m in clause.roles()) and not clause.negated and not clause.passive
            if clause.frame == "attack" and bare and clause.verb not in self.asking and self.attackers:
                self.used.add(clause.verb)  # "I cast it on my bear and attack"
        self._loose_keywords()
        self.attackers = self._single(self.attackers)
        self.pool = self._single(self.pool)
        return True

    def scenario(self, blocks: list[Event], queries: list[Query]) -> Scenario:
        """The scenario with these blocks and questions."""
        for id in self.attackers:
            self.board.change(id, controller=self.side, attacking=True)
        for id in self.pool:
            self.board.change(id, controller=OTHER[self.side])
        attack = Event("attack", tuple(self.attackers))
        players = tuple(
            Player(p, life=self.talk.life.get(p), only_named=p in self.talk.only) for p in ("you", "opp")
        )  # fmt: skip
        # Spells that make a creature be blocked are cast before blockers are declared, whenever that is told.
        return Scenario(
            tuple(self.board.objects.values()),
            players,
            (attack, *self.events, *blocks),
            tuple(queries),
            active=self.side,
        )

    # ---------------------------------------------------------------- sides

    def _side(self) -> str:
        for clause in self.talk.clauses:
            if clause.frame == "attack" and clause.verb not in self.asking:
                who = _doer(clause)
                if who:
                    return who
        for mention in self.talk.mentions:
            if mention.start in self.asking or mention.owner not in OTHER:
                continue
            if mention.head == "attacker" or LURED & set(mention.keywords):
                return mention.owner
            if mention.head == "blocker":
                return OTHER[mention.owner]
        for clause in self.talk.clauses:
            # "two bears attack. I have three soldiers": who tells what is there to block defends.
            who = next((m.player for m in clause.subject if m.head == "player" and m.player in OTHER), None)
            kept = any(m.head in {"creature", "token", "blocker"} and m.count for m in clause.object)
            if clause.frame == "have" and clause.verb not in self.asking and who and kept:
                return OTHER[who]
        for mention in self.talk.mentions:
            holder = self._holder(mention)
            if holder is not None and lets_block_more(self.talk.card(mention)):
                return OTHER[holder]
        return "you"

    def _surely_attacks(self, mention: Mention) -> bool:
        """Whether its own words, or those behind it, make it one of the attackers."""
        lured = bool(LURED & set(mention.keywords)) and not self._nameless(mention)
        return mention.start in self._headed or lured or mention.role == "attacking"

    def _told_lured(self) -> set[int]:
        """ "3 guys, all must be blocked if able": where creatures stand of which that is said apart."""
        found: set[int] = set()
        for i, word in enumerate(self.talk.words):
            if not word.is_("keyword", *LURED) or self.talk.inside(i) is not None:
                continue
            before = [m for m in self.talk.mentions if m.end <= i and m.is_object and m.sentence == word.sentence]
            if before and i - before[-1].end <= 3:
                found.add(before[-1].start)
        return found

    def _place(self, mention: Mention, enchanted: bool) -> bool:
        """Give a mention its place in the combat; False when it has none that can be told."""
        card = self.talk.card(mention) if mention.cards else None
        if card is not None and {"instant", "sorcery"} & set(card.faces[0].types):
            return True  # with its target, or left over
        if card is not None and "creature" not in card.faces[0].types:
            return self._source(mention)
        if mention.head not in {"creature", "attacker", "blocker", "token", "card"}:
            return False
        if self._heads_list(mention):
            return True
        if mention.keywords and self.attackers and self._nameless(mention):
            return self._of_all(mention)
        known = set(self.board.objects)
        id = self.board.get(mention)
        if id is None:
            return False
        self.used |= set(range(mention.start, mention.end))
        if id in self.attackers or id in self.pool:
            return True
        points_back = self.talk.lowers[mention.start] in {"the", "that", "this"}  # and no "one that must be blocked"
        if points_back and not mention.cards and id not in known and self.attackers:
            return False  # one that was spoken of before, by words that nobody used for it
        if (
            mention.start in self._headed
            or self._attacks(mention)
            or self._by_type(mention, 0)
            or enchanted
            or mention.head == "attacker"
            or LURED & set(mention.keywords)
            or mention.role == "attacking"
        ):
            self.attackers.append(id)
            return mention.count is not None or not mention.plural
        if mention.head == "blocker" or self._by_type(mention, 1) or self._holder(mention) == OTHER[self.side]:
            self.pool.append(id)
            return mention.count is not None or not mention.plural
        if mention.head in {"creature", "token"} and mention.count and self.attackers and not self._holder(mention):
            self.pool.append(id)  # "(a lured wolf, three elves)"
            return True
        return False

    def _nameless(self, mention: Mention) -> bool:
        """ "all three must be blocked if able": no creature is named by it."""
        span = self.talk.words[mention.start : mention.end]
        named = any(
            w.is_("noun") or w.is_("subtype") or w.kind in {"card", "size"} or w.lower in {"one", "ones"} for w in span
        )
        return not named and mention.head == "creature"

    def _of_all(self, mention: Mention) -> bool:
        """Give all attackers what is told of all of them; False when it isn't plain that it is all."""
        total = len(self._single_count())
        whole = bool({"all", "both", "each"} & set(self.talk.lowers[max(0, mention.start - 1) : mention.end]))
        if not whole or mention.count not in {None, total} or not self.attackers or self.pool:
            return False
        for id in self.attackers:
            for term in mention.keywords:
                self._grant(id, term)
        self.used |= set(range(mention.start, mention.end))
        return True

    def _by_type(self, mention: Mention, role: int) -> bool:
        owner = self.side if role == 0 else OTHER[self.side]
        return bool(set(mention.subtypes) & self.roles[role]) and mention.owner in {None, owner}

    def _heads_list(self, mention: Mention) -> bool:
        """ "three guys: a bear wearing Lure, and two zombies": the number is that of the list."""
        if mention.end >= len(self.talk.words) or self.talk.lowers[mention.end] != ":" or not mention.count:
            return False
        if mention.described or not self._attacks(mention):
            return False
        auras = {id(a) for a, _ in self.talk.attached}
        listed = [
            m for m in self.talk.mentions
            if m.start > mention.end and m.sentence == mention.sentence and m.is_object and id(m) not in auras
        ]  # fmt: skip
        total = 0
        for thing in listed:
            total += thing.count or 1
            self._headed.add(thing.start)
            if total >= mention.count:
                break
        self.used |= set(range(mention.start, mention.end))
        return total == mention.count

    def _source(self, mention: Mention) -> bool:
        card, owner = self.talk.card(mention), self._holder(mention)
        if owner is None and card is not None and mention.start not in {a.start for a, _ in self.talk.attached}:
            if lets_block_more(card):
                owner = OTHER[self.side]  # whoever blocks more has it
            elif takes_sides(card):
                return False  # it makes a difference whose it is
        id = self.board.get(mention, owner=owner)
        if id is None:
            return False
        self.used |= set(range(mention.start, mention.end))
        return True

    def _holder(self, mention: Mention) -> str | None:
        if mention.owner in OTHER:
            return mention.owner
        for clause in self.talk.clauses:
            if clause.frame == "have" and any(m is mention for m in clause.object):
                return next((m.player for m in clause.subject if m.head == "player" and m.player in OTHER), None)
        return None

    def _attacks(self, mention: Mention) -> bool:
        for clause in self.talk.clauses:
            if clause.frame != "attack" or clause.verb in self.asking or clause.passive or clause.negated:
                continue
            roles = [*clause.subject, *clause.object, *clause.with_]
            worn = [a for a, host in self.talk.attached if host is mention]  # "swings with Madcap Skills on his bear"
            if any(m is mention or m in worn or self._means(m, mention) for m in roles):
                self.used.add(clause.verb)
                return True
        before = self.talk.words[mention.start - 1] if mention.start else None
        if before is not None and before.lower in {"and", "+", "plus", "&", ","}:
            # "a menace guy …, plus a plain 2/2": goes on with the attackers.
            previous = next((m for m in reversed(self.talk.mentions) if m.end <= mention.start), None)
            if previous is not None and previous.sentence == mention.sentence and mention.owner in {None, self.side}:
                listed = self.board.of_mention.get(previous.start) in self.attackers
                gap = self.talk.lowers[previous.end : mention.start]
                return listed and len(gap) <= 2 and before.lower != ","
        after = self.talk.lowers[mention.end : mention.end + 2]
        return bool(after) and after[0] == "attacking" and mention.owner != OTHER[self.side]

    def _means(self, pronoun: Mention, mention: Mention) -> bool:
        """ "I attacked with just him": the creature that was spoken of last before."""
        if pronoun.text not in {"him", "it", "her"} or (pronoun.head == "player" and pronoun.article != "pronoun"):
            return False
        before = [m for m in self.talk.mentions if m.end <= pronoun.start and m.is_object]
        return bool(before) and before[-1] is mention and mention.count in {None, 1} and not mention.plural

    def _single(self, ids: list[str]) -> list[str]:
        """Each creature of a group by itself."""
        found: list[str] = []
        for id in ids:
            count = self.board.objects[id].count or 1
            for _ in range(min(count, _MOST) - 1):
                found.append(self.board.split(id, 1))
            found.append(id)
        return found

    # --------------------------------------------------------------- spells

    def _spells(self) -> list[tuple[int, str, Mention]]:
        """The spells that the question says were cast on a creature: index of the word, card name, the creature."""
        found: list[tuple[int, str, Mention]] = []
        for i, word in enumerate(self.talk.words):
            if i in self.asking:
                continue
            name = self._spell_name(word)
            if name is None:
                continue
            target = next((m for m in self.talk.mentions if m.end > i + 1 and not self._is_player(m)), None)
            if target is None or target.sentence != word.sentence:
                continue
            gap = self.talk.lowers[i + 1 : target.start]
            if set(gap) <= _ONTO and len(gap) <= 2:
                found.append((i, name, target))
        return found

    def _is_player(self, mention: Mention) -> bool:
        """Whether it is a player and no creature: "on him" is about what attacks, as nobody targets a player so."""
        him = mention.article == "pronoun" and self.talk.lowers[max(0, mention.start - 1) : mention.start] == ["on"]
        return mention.head == "player" and not him

    def _spell_name(self, word: Word) -> str | None:
        """The instant or sorcery that a word names, as a participle too ("an Enlarged Elvish Mystic")."""
        names = word.cards
        if word.kind == "word" and word.lower.endswith("ed") and not word.senses:
            names = (word.lower[:-1].title(), word.lower[:-2].title())
        for name in names:
            card = self.talk.cards.get(name)
            if card is not None and {"instant", "sorcery"} & set(card.faces[0].types) and len(word.cards) <= 1:
                return card.name
        return None

    def _cast(self, word: int, name: str, mention: Mention) -> bool:
        if mention.head == "player":
            target: str | None = self.attackers[0] if len(self.attackers) == 1 else None
        else:
            target = self.board.get(mention)
        if target is None or (self.board.objects[target].count or 1) > 1:
            return False
        spell = self.board.create(GameObject(name, said=name, card=name, controller=self.side, zone="stack"))
        self.events.append(Event("cast", (spell,), (target,), at="declare_attackers", after=True))
        self.used |= {word, *range(mention.start, mention.end)}
        for j in range(max(0, word - 2), word):
            if self.talk.words[j].is_("verb", "cast", "activate", "put"):
                self.used.add(j)
        return True

    @property
    def enchanted(self) -> bool:
        """Whether a spell was cast on an attacker, or one has to be blocked."""
        wanted = {ability(t) for t in LURED}
        return bool(self.events) or any(wanted & set(self.board.objects[i].abilities) for i in self.attackers)

    # ------------------------------------------------------------- keywords

    def _loose_keywords(self) -> None:
        """ "all three must be blocked if able": an ability told of every attacker."""
        for i, word in enumerate(self.talk.words):
            sense = next((s for s in word.senses if s.kind == "keyword" and s.form == "is"), None)
            if sense is None or i in self.asking or i in self.used or self.talk.inside(i) is not None:
                continue
            lead = self.talk.lowers[max(0, i - 6) : i]
            printed = all(self._has(self.board.objects[a], self._card_of(a), sense.value) for a in self.attackers)
            if self.attackers and printed and lead[-1:] in (["has"], ["have"]):
                self.used.add(i)  # "and he has menace himself": as printed
                continue
            if not {"all", "both", "each"} & set(lead) or sense.value not in {*LURED, "menace"}:
                continue
            for id in self.attackers:
                self._grant(id, sense.value)
            self.used.add(i)
            self.used |= {
                j for j in range(max(0, i - 6), i)
                if self.talk.words[j].kind == "number" and self.talk.words[j].value[0] == len(self._single_count())
            }  # fmt: skip

    def _card_of(self, id: str) -> Card | None:
        name = self.board.objects[id].card
        return self.talk.cards.get(name) if name else None

    def _single_count(self) -> list[str]:
        return [i for i in self.attackers for _ in range(self.board.objects[i].count or 1)]

    def _grant(self, id: str, term: str) -> None:
        thing = self.board.objects[id]
        if ability(term) not in thing.abilities:
            self.board.change(id, abilities=(*thing.abilities, ability(term)))

    # ------------------------------------------------------------ telling apart

    def fits(self, word: Word, id: str) -> bool | None:
        """Whether a word describes a creature; None when it says nothing that tells creatures apart."""
        thing = self.board.objects[id]
        card = self.talk.cards.get(thing.card) if thing.card else None
        if word.kind == "size":
            return (thing.power, thing.toughness) == word.value
        if word.kind == "card":
            return thing.card in word.cards
        if word.is_("subtype"):
            wanted = {s.value for s in word.senses if s.kind == "subtype"}
            return bool(wanted & (set(thing.subtypes) | _printed(card))) or word.lower in thing.said.lower()
        if word.is_("keyword"):
            return any(self._has(thing, card, s.value) for s in word.senses if s.kind == "keyword")
        if word.is_("noun", "creature", "attacker", "blocker", "token") or word.lower in {"one", "ones"}:
            return None
        names = f"{thing.card or ''} {thing.said}".lower().replace(",", " ").split()
        return word.lower in names

    def _has(self, thing: GameObject, card: Card | None, term: str) -> bool:
        printed = card.faces[0].abilities if card is not None else ()
        return any(
            a == ability(term) or (isinstance(a, Keyword) and a.name == term) for a in (*thing.abilities, *printed)
        )


def takes_sides(card: Card) -> bool:
    """Whether what a card does goes by who controls it."""
    return any(side in str(a) for side in _SIDED for a in card.faces[0].abilities)


def lets_block_more(card: Card | None) -> bool:
    """Whether it lets creatures block additional attackers: what only a defending player has a use for (CR 509.1a)."""
    abilities = card.faces[0].abilities if card is not None else ()
    return any(isinstance(e, BlockAdditional) for a in abilities if isinstance(a, Static) for e in a.effects)


def _printed(card: Card | None) -> set[str]:
    return {s for face in card.faces for s in face.subtypes} if card is not None else set()


def _doer(clause: Clause) -> str | None:
    """Whose creatures attack in an attack clause."""
    players = [m.player for m in clause.subject if m.head == "player" and m.player in OTHER]
    owners = [m.owner for m in [*clause.subject, *clause.with_, *clause.object] if m.owner in OTHER]
    if clause.passive:
        return OTHER[players[0]] if players else None
    if players:
        return players[0]
    if owners:
        return owners[0]
    hit = next((m.player for m in [*clause.into, *clause.object] if m.head == "player" and m.player in OTHER), None)
    return OTHER[hit] if hit else None
