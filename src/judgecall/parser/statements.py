"""What a question states of its mentions beyond their own words: whose they are, what is attached to what, how many of a
group are tapped.

Players set the board in many shapes ("I have …", "my board: …", "on my side", "opp's lands are …"); each shape here only adds
facts to mentions, whatever the question is about.
"""

from __future__ import annotations

from judgecall.cards.abilities import Unread
from judgecall.parser.asides import drop_asides, held_beside_life, legendary_as_printed, none_real, owned_behind
from judgecall.parser.beliefs import drop_beliefs
from judgecall.parser.clauses import Clause
from judgecall.parser.mentions import Mention
from judgecall.parser.permitted import tell_permitted
from judgecall.parser.resized import drop_resized
from judgecall.parser.restated import drop_restated
from judgecall.parser.retold import drop_retold
from judgecall.parser.talk import Talk
from judgecall.parser.told_behind import join_behind
from judgecall.parser.told_twice import drop_heading, is_list_gap, tell_fronted, tell_turned

_MINE = (
    "on my side",
    "on my board",
    "on my battlefield",
    "of mine",
    "on my team",
    "under my control",
    "i have out",
    "i control",
    "i have",
    "i got",
    "i own",
    "for me",
)
_THERE = frozenset({"is", "out", "in play", "there", "sitting", "sits", "also", "already"})
_SIDES = frozenset({"side", "board", "field", "battlefield", "team", "control"})
_THEIRS = (
    "on his side",
    "on their side",
    "on opps side",
    "on the other side",
    "on his board",
    "across the table",
    "on their board",
    "he has",
    "he controls",
    "opp has",
    "they have",
    "they control",
    "opp controls",
    "my opponent has",
    "my opponent controls",
    "that my opponent controls",
    "that the opponent controls",
    "that opp controls",
    "that he controls",
    "that they control",
)
_ATTACHING = frozenset({"on", "enchanting", "attached", "equipping"})
_WEARING = frozenset({"with", "wearing", "carrying", "wielding", "has", "enchanted", "equipped", "holding"})


def state(talk: Talk) -> None:
    """Add to the talk's mentions what the question states of them."""
    drop_asides(talk)
    join_behind(talk)
    _reminders(talk)
    drop_restated(talk)
    drop_resized(talk)
    drop_retold(talk)
    _headings(talk)
    _only_creature(talk)
    _only_these(talk)
    _none_of_it(talk)
    _owners_by_clause(talk)
    _owners_by_phrase(talk)
    _owners_of_player(talk)
    owned_behind(talk)
    held_beside_life(talk)
    _colors(talk)
    _life_totals(talk)
    _attachments(talk)
    _not_any(talk)
    tell_fronted(talk)
    tell_turned(talk)
    none_real(talk)
    legendary_as_printed(talk)
    tell_permitted(talk)
    drop_heading(talk)
    drop_beliefs(talk)


def _not_any(talk: Talk) -> None:
    """ "my opponent doesn't have any lands", "opp doesn't control swamps", "I don't have a Swamp": none of them."""
    for clause in talk.clauses:
        if clause.frame != "have" or not clause.negated or clause.question or clause.modal:
            continue
        if _player(clause.subject) is None:
            continue
        denials = [i for i in range(clause.start, clause.verb) if talk.words[i].is_("negation")]
        lacking = [m for m in clause.object if m.head == "land" and m.count is None and not m.cards]
        if len(denials) != 1 or not lacking or not all(m.plural or m.article in {"any", "a", "an"} for m in lacking):
            continue
        for mention in lacking:
            mention.count = 0
        talk.words[denials[0]].used = True


def _reminders(talk: Talk) -> None:
    """ "Phyrexian Colossus (needs 3+ blockers)": brackets behind a card that say again what is printed on it.

    Only for a card whose every line is known: what the brackets say adds nothing to it then.
    """
    for mention in list(talk.mentions):
        if not mention.cards or mention.end >= len(talk.words) or talk.lowers[mention.end] != "(":
            continue
        close = next(
            (k for k in range(mention.end + 1, min(mention.end + 16, len(talk.words))) if talk.lowers[k] == ")"), None
        )
        card = talk.card(mention)
        if close is None or card is None or any(isinstance(a, Unread) for face in card.faces for a in face.abilities):
            continue
        inner = talk.words[mention.end + 1 : close]
        if not any(
            w.is_("verb") or w.is_("keyword") or w.lower.startswith(("need", "give", "make", "let", "can"))
            for w in inner
        ):
            continue
        if any(
            w.kind in {"size", "xis", "change"} or w.lower in {"tapped", "sick"} or w.is_("this_turn") for w in inner
        ):
            continue
        talk.use(range(mention.end + 1, close))
        talk.forget(range(mention.end + 1, close))


def _only_creature(talk: Talk) -> None:
    """ "Kharn … he's my only creature": no second creature, but that there is no other."""
    for mention in list(talk.mentions):
        words = mention.text.split()
        lead = talk.lowers[mention.start - 1] if mention.start else ""
        if (
            "only" in words
            and mention.owner in {"you", "opp"}
            and not mention.described
            and lead in {"is", "'s", "are"}
        ):
            talk.only.add(mention.owner)
            talk.mentions.remove(mention)
            for word in talk.words[mention.start : mention.end]:
                word.used = True


def _only_these(talk: Talk) -> None:
    """ "I only have a bear", "opp has nothing but two walls", "my only lands are …"."""
    for clause in talk.clauses:
        owner = _player(clause.subject)
        if clause.frame != "have" or owner is None or clause.question:
            continue
        near = talk.lowers[max(clause.start, clause.verb - 2) : clause.verb + 3]
        if "only" in near or "just" in near or ("nothing" in near and "but" in near):
            talk.only.add(owner)


def _none_of_it(talk: Talk) -> None:
    """ "I have a swamp, opp has none": the same kind of thing, none of it, on the other side."""
    for clause in talk.clauses:
        owner = _player(clause.subject)
        if clause.frame != "have" or owner is None:
            continue
        for i in range(clause.verb + 1, min(clause.verb + 3, len(talk.words))):
            if talk.lowers[i] not in {"none", "nothing", "no"} or talk.inside(i) is not None:
                continue
            kind = next(
                (m for m in reversed(talk.mentions) if m.end <= clause.verb and m.head == "land" and m.subtypes), None
            )
            if kind is not None:
                talk.mentions.append(Mention(i, i + 1, kind.head, talk.lowers[i], owner, count=0, subtypes=list(kind.subtypes),
                                             sentence=clause.sentence))  # fmt: skip
    talk.mentions.sort(key=lambda m: m.start)


def _owners_by_clause(talk: Talk) -> None:
    """ "I have a forest and two bears", "opp controls nothing but an Orchard": the list after the verb is that player's."""
    for clause in talk.clauses:
        runs = clause.frame == "cast" and bool(clause.object) and all(m.head == "land" for m in clause.object)
        if (clause.frame != "have" and not runs) or (clause.question and clause.wh):
            continue
        owner = _player(clause.subject)
        if owner is None:
            continue
        for mention in clause.object + clause.other.get("of", []):
            _own(mention, owner)
        for mention in _list_after(talk, clause):
            _own(mention, owner)


def _player(mentions: list[Mention]) -> str | None:
    # "besides him I have four elves": who has them is the one named as a subject
    for mention in sorted(mentions, key=lambda m: m.article == "pronoun"):
        if mention.head == "player" and mention.player in {"you", "opp"}:
            return mention.player
    return None


def _own(mention: Mention, owner: str) -> None:
    if mention.owner is None and mention.head not in {"player", "pronoun", "spell", "ability", "trigger"}:
        mention.owner = owner


def _list_after(talk: Talk, clause: Clause) -> list[Mention]:
    """Mentions that go on the list after a verb: only commas, "and" and counts stand between them."""
    found: list[Mention] = []
    position = clause.verb
    for mention in talk.mentions:
        if mention.start <= clause.verb or mention.sentence != clause.sentence:
            continue
        gap = talk.lowers[position + 1 : mention.start] if not found else talk.lowers[found[-1].end : mention.start]
        if mention.head == "player" or not all(is_list_gap(w) for w in gap):
            break
        follows = talk.words[mention.end] if mention.end < len(talk.words) else None
        if mention.told or (
            follows is not None and follows.is_("verb") and not follows.is_("verb", "enchant") and found
        ):
            break
        found.append(mention)
    return found


def _owners_by_phrase(talk: Talk) -> None:
    """ "my board: …", "opp's lands are …", "X on my side"."""
    for i, lower in enumerate(talk.lowers):
        if lower not in {":", "is", "are", "-", "="} or i == 0:
            continue
        lead = talk.lowers[max(0, i - 4) : i]
        owner = _lead_owner(talk, max(0, i - 4), i)
        if owner is None or not set(lead) & {
            "board",
            "side",
            "lands",
            "land",
            "field",
            "battlefield",
            "creatures",
            "guys",
            "permanents",
            "team",
            "manabase",
            "mana base",
        }:
            continue
        if talk.lowers[max(0, i - 5)] in {"is", "are"}:
            continue
        previous = i + 1
        for mention in talk.mentions:
            if mention.start < i or mention.sentence != talk.words[i].sentence:
                continue
            gap = talk.lowers[previous : mention.start]
            if mention.head == "player" or not all(is_list_gap(w) for w in gap):
                break
            _own(mention, owner)
            previous = mention.end
    for mention in talk.mentions:
        start = max((m.end for m in talk.mentions if m.end <= mention.start), default=0)
        before = " " + " ".join(w for w in talk.lowers[max(start, mention.start - 7) : mention.start]) + " "
        if any(f" {p} " in before for p in _THEIRS):
            _own(mention, "opp")
        elif any(f" {p} " in before for p in _MINE):
            _own(mention, "you")
        after = " ".join(talk.lowers[mention.end : mention.end + 5]) + " "
        if any(after.startswith(p + " ") for p in _MINE):
            _own(mention, "you")
        elif any(after.startswith(p + " ") for p in _THEIRS):
            _own(mention, "opp")
        elif (owner := _side_behind(talk, mention)) is not None:
            _own(mention, owner)


def _side_behind(talk: Talk, mention: Mention) -> str | None:
    """ "… is out on my opponents side": whose side it is that is named behind something."""
    i = mention.end
    while i < len(talk.words) and talk.lowers[i] in _THERE:
        i += 1
    if not mention.is_object or talk.lowers[i : i + 1] not in (["on"], ["under"]):
        return None
    i, owner = i + 1, None
    while i < len(talk.words) and ((who := talk.words[i].sense("player")) is not None or talk.lowers[i] == "'s"):
        owner = who.value if who is not None else owner
        i += 1
    return owner if i < len(talk.words) and talk.lowers[i] in _SIDES else None


def _headings(talk: Talk) -> None:
    """ "My lands: three Forests and a Mountain": the heading is no thing of its own, and owns what follows."""
    for mention in list(talk.mentions):
        if (
            mention.end >= len(talk.words)
            or talk.lowers[mention.end] not in {":", "="}
            or mention.described
            or mention.count
        ):
            continue
        if (
            not mention.is_object
            or not (mention.plural or mention.head in {"land", "creature"})
            or mention.owner not in {"you", "opp"}
        ):
            continue
        talk.mentions.remove(mention)
        for word in talk.words[mention.start : mention.end]:
            word.used = True
        position = mention.end + 1
        for other in talk.mentions:
            if other.start < position or other.sentence != mention.sentence:
                continue
            if other.head == "player" or not all(is_list_gap(w) for w in talk.lowers[position : other.start]):
                break
            _own(other, mention.owner)
            if mention.tapped is not None and other.tapped is None:
                other.tapped = mention.tapped
            position = other.end


def _owners_of_player(talk: Talk) -> None:
    """ "vs a player with no swamps", "an opponent on two Wastes": the list belongs to the player before it."""
    for mention in talk.mentions:
        if mention.head != "player":
            continue
        owner = {"you": "you", "opp": "opp", "player": "opp", "defender": "opp"}.get(mention.player)
        i = mention.end
        before = talk.lowers[mention.start - 1] if mention.start else ""
        if mention.player == "you" or not (
            before in {"vs", "against", "versus", "into", "facing", "at"} or "player" in mention.text
        ):
            continue
        if owner is None or i >= len(talk.words) or talk.lowers[i] not in {"with", "on", "running", "playing"}:
            continue
        position = i + 1
        for other in talk.mentions:
            if other.start <= i or other.sentence != mention.sentence:
                continue
            if other.head == "player" or not all(is_list_gap(w) for w in talk.lowers[position : other.start]):
                break
            _own(other, owner)
            position = other.end


def _colors(talk: Talk) -> None:
    """ "my 4/4 is black", "the token's red and white"."""
    for mention in talk.mentions:
        i = mention.end
        if mention.told and talk.lowers[i : i + 1] == ["and"]:
            i += 1  # "has intimidate and is red"
        if (
            not mention.is_object
            or mention.head == "land"
            or i + 1 >= len(talk.words)
            or talk.lowers[i] not in {"is", "are", "'s"}
        ):
            continue
        if mention.start and talk.lowers[mention.start - 1] in {"is", "are"}:
            continue
        found: list[str] = []
        j = i + 1
        while j < len(talk.words) and (talk.words[j].sense("color") is not None or (found and talk.lowers[j] == "and")):
            sense = talk.words[j].sense("color")
            if sense is not None and sense.value != "C":
                found.append(sense.value)
            elif sense is not None:
                mention.colorless = True
            j += 1
        if mention.colorless and not found and j == i + 2 and talk.inside(i + 1) is None:
            talk.use(range(i + 1, j))
        if found and talk.inside(i + 1) is None and (j >= len(talk.words) or talk.inside(j) is None):
            mention.colors += [c for c in found if c not in mention.colors]
            for word in talk.words[i + 1 : j]:
                word.used = True


def _life_totals(talk: Talk) -> None:
    """ "I'm at 6", "opp is on 40 life"."""
    for i in range(len(talk.words) - 2):
        if (
            talk.lowers[i] in {"am", "is", "are", "m"}
            and talk.lowers[i + 1] in {"at", "on"}
            and talk.words[i + 2].kind == "number"
        ):
            after = talk.lowers[i + 3] if i + 3 < len(talk.words) else ""
            who = talk.inside(i - 1) if i else None
            if (
                who is not None
                and who.head == "player"
                and who.player in {"you", "opp"}
                and after not in {"loyalty", "power", "lands", "counters"}
            ):
                talk.life[who.player] = talk.words[i + 2].value[0]
                talk.words[i + 2].used = True


def _lead_owner(talk: Talk, start: int, end: int) -> str | None:
    for j in range(end - 1, start - 1, -1):
        for sense in talk.words[j].senses:
            if sense.kind == "player" and (sense.form == "possessive" or (j + 1 < end and talk.lowers[j + 1] == "'s")):
                return sense.value
    return None


def _attachments(talk: Talk) -> None:
    """ "Wild Growth on my Forest", "Forest with Wild Growth": which Aura or Equipment is on what."""
    attachable = [m for m in talk.mentions if _attaches(talk, m)]
    for aura in attachable:
        after, before = _host_after(talk, aura), _host_before(talk, aura)
        host = after or before or _given_by(talk, aura)
        if after is not None and after.head == "pronoun" and before is not None:
            host = before  # "my 3/3 has Rancor on it"
            talk.use(range(aura.end, after.end))
        if host is not None:
            talk.attached.append((aura, host))
    for clause in talk.clauses:
        if clause.frame not in {"enchant", "put", "cast"} or (clause.question and not clause.wh):
            continue
        things = [*clause.object, *clause.subject, *clause.with_]
        aura_ = next((m for m in things if m in attachable), None)
        if aura_ is None or any(a is aura_ for a, _ in talk.attached):
            continue
        hosts = [
            m
            for m in [*clause.on, *clause.other.get("to", []), *clause.object, *clause.subject]
            if m is not aura_ and m.head not in {"player"}
        ]
        if hosts:
            talk.attached.append((aura_, hosts[0]))
            if talk.words[clause.verb].is_("verb", "enchant"):
                talk.use([clause.verb])  # "I equipped it with Greaves": said by where they are


def _given_by(talk: Talk, aura: Mention) -> Mention | None:
    """ "Cloak of Mists makes my bear unblockable": an Aura or Equipment does so only for what it is on."""
    host = next((m for m in talk.mentions if m.start >= aura.end), None)
    gap = talk.words[aura.end : host.start] if host is not None else []
    if host is None or len(gap) != 1 or gap[0].lower not in {"makes", "gives", "made", "gave"} or host.plural:
        return None
    if not host.is_object or host.head == "player" or aura.sentence != host.sentence:
        return None
    term = talk.words[host.end - 1] if host.keywords else talk.words[host.end] if host.end < len(talk.words) else None
    if term is None or not term.is_("keyword"):
        return None
    host.keywords = []
    end = max(host.end, next(i for i, w in enumerate(talk.words) if w is term) + 1)
    talk.use(range(aura.end, end))
    talk.clauses[:] = [c for c in talk.clauses if not aura.end <= c.verb < end]
    return host


def _attaches(talk: Talk, mention: Mention) -> bool:
    card = talk.card(mention) if mention.cards else None
    return card is not None and bool({"Aura", "Equipment"} & set(card.faces[0].subtypes))


def _host_after(talk: Talk, aura: Mention) -> Mention | None:
    nxt = next((m for m in talk.mentions if m.start >= aura.end), None)
    if nxt is None or nxt.head == "player":
        return None
    gap = talk.lowers[aura.end : nxt.start]
    if (gap and gap[0] in _ATTACHING and len(gap) <= 2) or gap in (
        ["is", "on"],
        ["attached", "to"],
        ["equipped", "to"],
        ["equipped", "on"],
        ["is", "attached", "to"],
        ["is", "equipped", "to"],
        ["moved", "onto"],
        ["onto"],
        ["put", "on"],
    ):
        return nxt
    return None


def _host_before(talk: Talk, aura: Mention) -> Mention | None:
    previous = next((m for m in reversed(talk.mentions) if m.end <= aura.start), None)
    if previous is None or previous.head in {"player", "pronoun"}:
        return None
    gap = talk.lowers[previous.end : aura.start]
    gap = gap[1:] if gap[:1] in (["that"], ["which"]) else gap  # "an Island that has Overgrowth on it"
    gap = gap[1:] if gap[:1] == ["is"] and gap[1:2] != ["on"] else gap  # "is wearing a Collar"
    if gap and gap[0] in _WEARING and len(gap) <= 3 and not any(w in {",", "and"} for w in gap):
        return previous
    return None
