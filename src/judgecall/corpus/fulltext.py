"""Full text by SQLite's FTS5: how a player's words become a search, and the index over the shipped corpus."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable

from judgecall.corpus.passages import Passage

TOKENIZER = "porter unicode61 remove_diacritics 2"
"""How FTS5 cuts and stems words, in the shipped index and in an imported database."""

_FILLER = """a about after again all am an and any are as at be been being but by can cant could did do does doesnt dont for
    from get gets go goes got had has have he her him his how i if ill im in is isnt it its just let like many me mine
    my no not now of off ok on or our out right rule rules ruling same say says she should so some still than that
    thats the their them then there they thing this to too us use was we what whats when which while who why will with
    would yeah yes you your magic mtg card cards guy guys dude opponent opp opps someone person player players really
    actually question work works working happen happens"""
FILLER = frozenset(_FILLER.split())
"""Words of a question that say nothing about which rule governs it."""

_WORD = re.compile(r"[a-z0-9]+(?:/[a-z0-9]+)?|\+\d|-\d")


def content_words(text: str) -> list[str]:
    """The words of a text that are worth searching for, in order, lower case, without repeats.

    Apostrophes are dropped inside words ("can't" is filler as "cant"). When nothing but filler is there,
    the filler itself is returned, so that a search for "the" still looks for something.
    """
    plain = text.lower().replace("’", "'").replace("'s ", " ").replace("'", "")
    words = [word.replace("/", " ") for word in _WORD.findall(plain)]
    kept = [part for word in words for part in word.split() if part not in FILLER]
    return list(dict.fromkeys(kept or [part for word in words for part in word.split()]))


def quoted(word: str) -> str:
    """A word or phrase as an FTS5 string, safe whatever it holds."""
    return '"' + word.replace('"', '""') + '"'


class ShippedIndex:
    """An in-memory FTS5 index over passages, best match first (bm25; titles and players' words weigh more)."""

    def __init__(self, passages: Iterable[Passage], words: dict[str, str]) -> None:
        self._ids: list[str] = []
        self._connection = sqlite3.connect(":memory:", check_same_thread=False)
        self._connection.execute(
            f"CREATE VIRTUAL TABLE passages USING fts5(title, body, words, content='', tokenize='{TOKENIZER}')"
        )
        rows = []
        for number, passage in enumerate(passages):
            self._ids.append(passage.id)
            rows.append((number, passage.title, passage.text, words.get(passage.id, "")))
        self._connection.executemany("INSERT INTO passages(rowid, title, body, words) VALUES (?, ?, ?, ?)", rows)

    def search(self, text: str, limit: int) -> list[str]:
        """Ids of the passages that best match any of the words of the text."""
        words = content_words(text)[:40]
        if not words:
            return []
        match = " OR ".join(quoted(word) for word in words)
        found = self._connection.execute(
            "SELECT rowid FROM passages WHERE passages MATCH ? ORDER BY bm25(passages, 4.0, 1.0, 3.0) LIMIT ?",
            (match, limit),
        )
        return [self._ids[row[0]] for row in found]
