"""The one-line position notation: the FEN of this game.

    opp: wall=Wall of Glare 0/5 | you: skulk=Persistent Nightmare/back, bear 2/2 [first strike] t x3
    ; block wall>skulk @declare_blockers ; ? can_block wall>skulk

(one line; broken here). Segments stand between semicolons:

    you: object, object | opp: object   the objects, grouped by who controls them ("?" when nobody said)
    players you life=20, opp            the players, when they are not just you and one opponent
    turn you @declare_blockers          whose turn it is, and the step
    facts night=yes                     named facts
    about skulk                         what a follow-up spoke of last, where that is not what is asked
    block wall+bear>skulk @declare_blockers after     an event: kind, subjects, targets, fields
    ? can_block wall>skulk negated      a query: kind, subjects, targets, fields

An object starts with its id, `id=Card Name`, or just `Card Name` when the id follows from the name. After it, in any order:
`2/2`, `t` (tapped), `x3` (three of them; `x?` for some), `[flying, crew 3, -haste]` (abilities it has and hasn't),
`{+1/+1: 2}` (counters), and `field=value` for every other field; a field that is true is just named. Lists are joined by
`+`, text with odd characters goes in double quotes as in JSON, and an ability that is more than a keyword is its compact
JSON in quotes. Printing a scenario and reading it gives the same scenario.
"""

from __future__ import annotations

import json
import re
from typing import Any, get_args

import msgspec

from judgecall.cards.abilities import Ability, Keyword
from judgecall.corpus.passages import slug
from judgecall.scenario.line import LineReader, atom, field_values, fields_of, read_field
from judgecall.scenario.model import STEPS, Event, EventKind, GameObject, Part, Player, Query, QueryKind, Scenario

_NAME_WORD = re.compile(r"(?:[^\W\d_]+(?:['’-][^\W\d_]+)*['’]?|//)(?=[\s,;|/\[{]|$)")
_NAME = re.compile(rf"(?:{_NAME_WORD.pattern})(?: (?:{_NAME_WORD.pattern}))*")
_SIZE = re.compile(r"([+-]?\d+|\?)/([+-]?\d+|\?)(?![\w/])")
_COUNT = re.compile(r"x(-?\d+|\?)(?![\w=])")
_FACE = re.compile(r"/(front|back)\b")
_KEYWORD = re.compile(r"([^\W\d_][^\W\d_]*(?: [^\W\d_]+)*)(?: (-?\d+))?(?=\s*(?:[,\]]|$))")
_COUNTER_KIND = re.compile(r"[\w+/-]+(?: [\w+/-]+)*")
_FLAGS = frozenset(["t", *fields_of(GameObject)])
_EVENT_KINDS: tuple[str, ...] = get_args(EventKind)
_QUERY_KINDS: tuple[str, ...] = get_args(QueryKind)
_DEFAULT_PLAYERS = Scenario().players


# ---------------------------------------------------------------- printing


def to_line(scenario: Scenario) -> str:
    """The scenario in one line, every field of it."""
    segments: list[str] = []
    board = _board(scenario.objects)
    if board:
        segments.append(board)
    if scenario.players != _DEFAULT_PLAYERS:
        players = ", ".join(" ".join([atom(p.id), *field_values(p, skip=("id",))]) for p in scenario.players)
        segments.append(f"players {players}".rstrip())
    if scenario.active is not None or scenario.at is not None:
        who = [] if scenario.active is None else [atom(scenario.active)]
        segments.append(" ".join(["turn", *who, *([f"@{scenario.at}"] if scenario.at else [])]))
    if scenario.facts:
        segments.append("facts " + ", ".join(f"{atom(name)}={atom(value)}" for name, value in scenario.facts))
    if scenario.topic is not None:
        segments.append(f"about {atom(scenario.topic)}")
    segments.extend(_event(event) for event in scenario.events)
    segments.extend("? " + query_line(query) for query in scenario.queries)
    return " ; ".join(segments)


def query_line(query: Query) -> str:
    """One query as the notation writes it, without the question mark."""
    words = [query.kind, *_roles(query)]
    if query.at is not None:
        words.append(f"@{query.at}")
    words.extend(field_values(query, skip=("kind", "subject", "target", "at")))
    return " ".join(words)


def _board(objects: tuple[GameObject, ...]) -> str:
    groups: list[tuple[str | None, list[str]]] = []
    for thing in objects:
        if not groups or groups[-1][0] != thing.controller:
            groups.append((thing.controller, []))
        groups[-1][1].append(_object(thing))
    return " | ".join(f"{'?' if who is None else atom(who)}: {', '.join(things)}" for who, things in groups)


def _object(thing: GameObject) -> str:
    words = [_head(thing)]
    if thing.power is not None or thing.toughness is not None:
        words.append(_size(thing.power, thing.toughness))
    if thing.count != 1:
        words.append("x?" if thing.count is None else f"x{thing.count}")
    if thing.abilities or thing.without:
        words.append(_bracket(thing.abilities, thing.without))
    if thing.tapped:
        words.append("t")
    if thing.counters:
        words.append("{" + ", ".join(f"{_counter(kind)}: {n}" for kind, n in thing.counters) + "}")
    done = ["id", "card", "controller", "power", "toughness", "count", "abilities", "without", "counters"]
    if thing.card is not None:
        done.append("face")
    if thing.tapped:
        done.append("tapped")
    return " ".join([*words, *field_values(thing, skip=tuple(done))])


def _head(thing: GameObject) -> str:
    if thing.card is None:
        plain = atom(thing.id)
        return plain if not plain.startswith('"') and not plain[0].isupper() else f"{json.dumps(thing.id)}=?"
    simple = _NAME.fullmatch(thing.card) and not any(word in _FLAGS for word in thing.card.split(" ")[1:])
    name = thing.card if simple else json.dumps(thing.card)
    face = f"/{thing.face}" if thing.face else ""
    if slug(thing.card) == thing.id and (not simple or thing.card[0].isupper()):
        return name + face
    return f"{atom(thing.id)}={name}{face}"


def _size(power: int | None, toughness: int | None, sign: str = "") -> str:
    return "/".join("?" if n is None else format(n, sign + "d") for n in (power, toughness))


def _counter(kind: str) -> str:
    return kind if _COUNTER_KIND.fullmatch(kind) else json.dumps(kind)


def _bracket(abilities: tuple[Ability, ...], without: tuple[str, ...]) -> str:
    return "[" + ", ".join([*map(_ability, abilities), *(f"-{atom(name, spaces=True)}" for name in without)]) + "]"


def _ability(ability: Ability) -> str:
    if isinstance(ability, Keyword) and not ability.cost and ability.of is None:
        words = ability.name if ability.n is None else f"{ability.name} {ability.n}"
        plain = _KEYWORD.match(words + "]")
        if plain and plain.group(1) == ability.name and plain.end() == len(words):
            return words
    return json.dumps(json.dumps(msgspec.to_builtins(ability), separators=(",", ":")))


def _roles(part: Event | Query) -> list[str]:
    aimed = ">" + "+".join(map(atom, part.target)) if part.target else ""
    subjects = [json.dumps(id) if id in fields_of(type(part)) else atom(id) for id in part.subject]
    return ["+".join(subjects) + aimed] if subjects or aimed else []


def _event(event: Event) -> str:
    words: list[str] = [event.kind, *_roles(event)]
    if event.power is not None or event.toughness is not None:
        words.append(_size(event.power, event.toughness, "+" if event.kind == "modify" else ""))
    if event.abilities:
        words.append(_bracket(event.abilities, ()))
    if event.at is not None:
        words.append(f"@{event.at}")
    done = ("kind", "subject", "target", "power", "toughness", "abilities", "at")
    return " ".join([*words, *field_values(event, skip=done)])


# ----------------------------------------------------------------- reading


def from_line(text: str) -> Scenario:
    """The scenario that a line of the notation says.

    Raises:
        Unreadable: the line isn't well-formed; the error says what is wrong, where, and what to write instead.
        Impossible: two objects have the same id.
    """
    reader = LineReader(text)
    made: dict[str, Any] = {"objects": [], "events": [], "queries": []}
    while not reader.at_end():
        _read_segment(reader, made)
        if not reader.at_end():
            reader.expect(";", "a semicolon between two parts of the line")
    rows: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in made.items()}
    scenario = Scenario(**rows)
    _check(reader, scenario)
    return scenario


def _check(reader: LineReader, scenario: Scenario) -> None:
    ids = [thing.id for thing in scenario.objects]
    for id in ids:
        if ids.count(id) > 1:
            raise reader.impossible("same_id", name=id)


def _read_segment(reader: LineReader, made: dict[str, Any]) -> None:
    if reader.looking_at(r"(?:\?|\"(?:[^\"\\]|\\.)*\"|[\w#'’.-]+)\s*:"):
        _read_board(reader, made)
    elif reader.take("?"):
        made["queries"].append(_read_query(reader))
    elif reader.word("players"):
        made["players"] = _read_players(reader)
    elif reader.word("turn"):
        if not reader.looking_at(r"@|;|$"):
            made["active"] = reader.atom("the player whose turn it is, as in: turn you @main")
        if reader.take("@"):
            made["at"] = reader.choice(STEPS, "a step")
    elif reader.word("about"):
        made["topic"] = reader.atom("the id of what was spoken of last, as in: about bear")
    elif reader.word("facts"):
        made["facts"] = [_read_fact(reader)]
        while reader.take(","):
            made["facts"].append(_read_fact(reader))
    else:
        made["events"].append(_read_event(reader))


def _read_fact(reader: LineReader) -> tuple[str, str]:
    name = reader.atom("the name of a fact, as in: facts night=yes")
    reader.expect("=", "an equals sign and a value, as in: facts night=yes")
    return name, reader.value("a value, as in: facts night=yes")


def _read_players(reader: LineReader) -> tuple[Player, ...]:
    players: list[Player] = []
    while not reader.looking_at(r";|$"):
        fields: dict[str, Any] = {"id": reader.atom("a player, as in: players you life=20, opp")}
        while not reader.looking_at(r"[,;]|$"):
            read_field(reader, Player, fields)
        players.append(Player(**fields))
        if not reader.take(","):
            break
    return tuple(players)


def _read_board(reader: LineReader, made: dict[str, Any]) -> None:
    while True:
        controller = None if reader.take("?") else reader.atom("a player and a colon, as in: you: bear 2/2")
        reader.expect(":", "a colon after the player, as in: you: bear 2/2")
        while True:
            made["objects"].append(_read_object(reader, controller))
            if not reader.take(","):
                break
        if not reader.take("|"):
            return


def _read_object(reader: LineReader, controller: str | None) -> GameObject:
    fields: dict[str, Any] = {"controller": controller}
    _read_head(reader, fields)
    while not reader.looking_at(r"[,;|]|$"):
        if size := reader.match(_SIZE):
            _put(reader, fields, "power", _number(size.group(1)))
            _put(reader, fields, "toughness", _number(size.group(2)))
        elif count := reader.match(_COUNT):
            _put(reader, fields, "count", _number(count.group(1)))
        elif reader.take("["):
            abilities, without = _read_bracket(reader)
            _put(reader, fields, "abilities", abilities)
            _put(reader, fields, "without", without)
        elif reader.take("{"):
            _put(reader, fields, "counters", _read_counters(reader))
        elif reader.word("t"):
            _put(reader, fields, "tapped", True)
        else:
            read_field(reader, GameObject, fields, skip=("id", "card", "controller", "counters", "abilities"))
    return GameObject(**fields)


def _put(reader: LineReader, fields: dict[str, Any], name: str, value: object) -> None:
    if name in fields:
        raise reader.error(f"a second value for {name}", "say it once")
    fields[name] = value


def _number(text: str) -> int | None:
    return None if text == "?" else int(text)


def _read_head(reader: LineReader, fields: dict[str, Any]) -> None:
    what = "an object: its id, id=Card Name, or the card's name"
    if reader.looking_at(r"\"(?:[^\"\\]|\\.)*\"\s*=") or (
        not reader.looking_at(r"\"") and (reader.looking_at(r"[\w#'’.-]+\s*=") or not _starts_with_capital(reader))
    ):
        fields["id"] = reader.atom(what)
        if not reader.take("=") or reader.take("?"):
            return
        fields["card"] = _read_name(reader)
    else:
        fields["card"] = _read_name(reader)
        fields["id"] = slug(fields["card"])
    if face := reader.match(_FACE):
        fields["face"] = face.group(1)


def _starts_with_capital(reader: LineReader) -> bool:
    return reader.rest()[:1].isupper()


def _read_name(reader: LineReader) -> str:
    if reader.looking_at(r"\""):
        return reader.atom("a card's name")
    words: list[str] = []
    while (found := reader.peek(_NAME_WORD)) and not (words and found.group() in _FLAGS):
        reader.match(_NAME_WORD)
        words.append(found.group())
    if not words:
        raise reader.error(reader.found(), "write a card's name (in double quotes if it has odd characters)")
    return " ".join(words)


def _read_bracket(reader: LineReader) -> tuple[tuple[Ability, ...], tuple[str, ...]]:
    abilities: list[Ability] = []
    without: list[str] = []
    while not reader.take("]"):
        if reader.take("-"):
            without.append(reader.atom("the keyword it hasn't, as in: [-haste]", spaces=True))
        elif reader.looking_at(r"\""):
            abilities.append(reader.json(Ability, "an ability as JSON in double quotes"))
        elif found := reader.match(_KEYWORD):
            name, n = found.groups()
            abilities.append(Keyword(name) if n is None else Keyword(name, int(n)))
        else:
            raise reader.error(reader.found(), "write keywords between the brackets, as in: [flying, crew 3, -haste]")
        if not reader.looking_at(r"\]"):
            reader.expect(",", "a comma or a closing bracket")
    return tuple(abilities), tuple(without)


def _read_counters(reader: LineReader) -> tuple[tuple[str, int], ...]:
    counters: list[tuple[str, int]] = []
    while not reader.take("}"):
        if found := reader.match(_COUNTER_KIND):
            kind = found.group()
        else:
            kind = reader.atom("a kind of counter, as in: {+1/+1: 2}")
        reader.expect(":", "a colon and how many, as in: {+1/+1: 2}")
        counters.append((kind, reader.integer("how many counters, as in: {+1/+1: 2}")))
        if not reader.looking_at(r"\}"):
            reader.expect(",", "a comma or a closing brace")
    return tuple(counters)


def _read_roles(reader: LineReader, fields: dict[str, Any], part: type[Part]) -> None:
    def row(what: str) -> tuple[str, ...]:
        names = [reader.atom(what)]
        while reader.take_close("+"):
            names.append(reader.atom(what))
        return tuple(names)

    if reader.looking_at(r">"):
        pass
    elif reader.looking_at(r"\"|[\w#'’.-]+") and not _is_field(reader, part):
        fields["subject"] = row("the id of an object or player")
    if reader.take(">"):
        fields["target"] = row("the id of an object or player after >")


def _is_field(reader: LineReader, part: type[Part]) -> bool:
    """Whether a field comes, and not an id: an id that is spelt like a field is printed in quotes."""
    if reader.looking_at(r"\w+="):
        return True
    if reader.peek(_SIZE):
        return True
    word = reader.peek(re.compile(r"\w+(?![\w#'’.+>-])"))
    return word is not None and word.group() in fields_of(part)


def _read_event(reader: LineReader) -> Event:
    kind = reader.choice(_EVENT_KINDS, "an event, or a query after a question mark")
    fields: dict[str, Any] = {"kind": kind}
    _read_roles(reader, fields, Event)
    while not reader.looking_at(r";|$"):
        if size := reader.match(_SIZE):
            _put(reader, fields, "power", _number(size.group(1)))
            _put(reader, fields, "toughness", _number(size.group(2)))
        elif reader.take("["):
            _put(reader, fields, "abilities", _read_bracket(reader)[0])
        elif reader.take("@"):
            _put(reader, fields, "at", reader.choice(STEPS, "a step"))
        else:
            read_field(reader, Event, fields, skip=("kind", "subject", "target", "abilities"))
    return Event(**fields)


def _read_query(reader: LineReader) -> Query:
    fields: dict[str, Any] = {"kind": reader.choice(_QUERY_KINDS, "a kind of query")}
    _read_roles(reader, fields, Query)
    while not reader.looking_at(r";|$"):
        if reader.take("@"):
            _put(reader, fields, "at", reader.choice(STEPS, "a step"))
        else:
            read_field(reader, Query, fields, skip=("kind", "subject", "target"))
    return Query(**fields)
