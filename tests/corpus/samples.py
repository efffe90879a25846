"""Small bulk files for the tests, in our own words, in each of the forms that the importer reads."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

RULES_TEXT = """\
Sample Rules of a Game

These rules are effective as of February 7, 2031.

Contents

1. Game Concepts
100. General
509. Declare Blockers Step
702. Keyword Abilities

Glossary

Credits

1. Game Concepts

100. General

100.1. A first rule of this sample. See rule 509.

509. Declare Blockers Step

509.1. The sample's blockers are declared first.
509.1a A sample blocker is untapped.
Example: An untapped goat may block.
Example: A tapped goat may not.
509.1b Sample restrictions are obeyed.
     A second paragraph of the same rule.

509.2. The sample goes on.

7. More

702. Keyword Abilities

702.2. Deathtouch

702.2a Sample deathtouch is a keyword.

702.20. Vigilance

702.20a Sample vigilance does not tap.

Glossary

Deathtouch
A sample keyword. See rule 702.2, “Deathtouch.”

Goat
1. An animal.
2. A sample creature. See rule 509.1a.

Credits

Sample people made this.
"""

CARDS = [
    {"name": "Test Goat", "mana_cost": "{1}{G}", "type_line": "Creature — Goat", "oracle_text": "Menace", "power": "2",
     "toughness": "2", "oracle_id": "aaaa", "layout": "normal"},
    {"name": "Day Goat // Night Goat", "oracle_id": "bbbb", "layout": "transform", "card_faces": [
        {"name": "Day Goat", "mana_cost": "{G}", "type_line": "Creature — Goat", "oracle_text": "Daybound"},
        {"name": "Night Goat", "type_line": "Creature — Goat", "oracle_text": "Nightbound"}]},
    {"name": "Goat Token", "layout": "token", "oracle_id": "cccc"},
    {"name": "Wild Goat Herd", "layout": "normal", "oracle_id": "dddd", "oracle_text": ""},
]  # fmt: skip

RULINGS = [
    {"object": "ruling", "oracle_id": "aaaa", "source": "wotc", "published_at": "2030-02-01", "comment": "Newer ruling."},
    {"object": "ruling", "oracle_id": "aaaa", "source": "scryfall", "published_at": "2029-02-01", "comment": "A goat."},
    {"object": "ruling", "oracle_id": "bbbb", "source": "wotc", "published_at": "2030-02-01", "comment": "It turns over."},
    {"object": "ruling", "oracle_id": "zzzz", "source": "wotc", "published_at": "2030-02-01", "comment": "Of no card."},
]  # fmt: skip


def write(path: Path, content: str | bytes, zipped: bool = False) -> Path:
    """Write a file, gzipped if asked."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    path.write_bytes(gzip.compress(data) if zipped else data)
    return path


def rules_file(folder: Path) -> Path:
    """The sample rules as they are published: with a byte order mark and Windows line ends."""
    return write(folder / "rules.txt", b"\xef\xbb\xbf" + RULES_TEXT.replace("\n", "\r\n").encode("utf-8"))


def scryfall_cards(folder: Path) -> Path:
    """The sample cards in Scryfall's form: an array, one object a line."""
    lines = ",\n".join(json.dumps(card) for card in CARDS)
    return write(folder / "oracle-cards.json", f"[\n{lines}\n]\n")


def scryfall_rulings(folder: Path) -> Path:
    """The sample rulings in Scryfall's form."""
    return write(folder / "rulings.json", json.dumps(RULINGS))


def mtgjson_cards(folder: Path) -> Path:
    """Two cards in the form of MTGJSON's AtomicCards, with a ruling inside."""
    ruling = {"date": "2030-02-01", "text": "It turns over."}
    goat = {"name": "Test Goat", "manaCost": "{1}{G}", "type": "Creature — Goat", "text": "Menace", "power": "2"}
    faces = [
        {"name": "Day Goat // Night Goat", "faceName": "Day Goat", "type": "Creature — Goat", "layout": "transform",
         "rulings": [ruling]},
        {"name": "Day Goat // Night Goat", "faceName": "Night Goat", "type": "Creature — Goat", "rulings": [ruling]},
    ]  # fmt: skip
    whole = {"meta": {"date": "2030-01-01", "version": "5"}, "data": {"Test Goat": [goat], faces[0]["name"]: faces}}
    return write(folder / "AtomicCards.json", json.dumps(whole))


def shared_cards(folder: Path) -> Path:
    """The sample cards one object a line, gzipped."""
    lines = [{("faces" if key == "card_faces" else key): value for key, value in card.items()} for card in CARDS]
    return write(folder / "cards.jsonl.gz", "\n".join(map(json.dumps, lines)) + "\n", zipped=True)


def shared_rulings(folder: Path) -> Path:
    """The sample rulings one object a line, by card name, gzipped."""
    rows = [{"card": "Test Goat", "date": "2029-02-01", "text": "A goat.", "source": "x"}]
    return write(folder / "rulings.jsonl.gz", "\n".join(map(json.dumps, rows)), zipped=True)
