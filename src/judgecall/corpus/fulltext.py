"""Full text: which words of a question are worth searching for, and ranked search in an imported database (FTS5)."""

from __future__ import annotations

import re
import sqlite3

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


class FullTextSearch:
    """Ranked search in the `passage_text` index of an imported database.

    Ranking every passage that shares any word with a question would read half the index, so candidates are
    gathered in steps: the exact phrase, then all words, then the rarest words; each step is ranked by bm25.
    """

    _BUDGET = 4000
    """At most about this many passages are ranked in the last step."""
    _KEPT = 10_000
    """So many words are kept with their counts."""

    def __init__(self, connection: sqlite3.Connection, size: int) -> None:
        """`connection` is open on the database; `size` is the number of passages in it."""
        self._connection = connection
        self._size = size
        self._counted: dict[str, int] = {}
        self._stemmer = sqlite3.connect(":memory:", check_same_thread=False)
        self._stemmer.executescript(
            f"CREATE VIRTUAL TABLE words USING fts5(word, tokenize='{TOKENIZER}');"
            "CREATE VIRTUAL TABLE stems USING fts5vocab(words, instance);"
        )
        connection.execute("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, passage_text, row)")

    def search(self, text: str, first: int, last: int, limit: int) -> list[int]:
        """Row numbers between `first` and `last` that best match the text, best first."""
        words = content_words(text)[:24]
        if not words or last < first:
            return []
        counted = sorted((self._documents(word), word) for word in words)
        known = [(count, word) for count, word in counted if count]
        found: dict[int, None] = {}
        plain = " ".join(text.split())
        if 1 < len(plain.split()) <= 12:
            self._add(found, quoted(plain), first, last, limit)
        if known and len(found) < limit:
            self._add(found, " AND ".join(quoted(word) for _, word in known), first, last, limit)
        if len(known) > 1 and len(found) < limit:
            total = 0
            rarest: list[str] = []
            for count, word in known:
                total += count
                if rarest and total > self._BUDGET:
                    break
                rarest.append(quoted(word))
            self._add(found, " OR ".join(rarest), first, last, limit)
        return list(found)[:limit]

    def has_all_words(self, text: str, first: int, last: int) -> bool:
        """Whether a passage between the row numbers holds every content word of the text."""
        match = " AND ".join(quoted(word) for word in content_words(text)[:24])
        row = self._connection.execute(
            "SELECT 1 FROM passage_text WHERE passage_text MATCH ? AND rowid BETWEEN ? AND ? LIMIT 1",
            (match, first, last),
        ).fetchone()
        return row is not None

    def _add(self, found: dict[int, None], match: str, first: int, last: int, limit: int) -> None:
        rows = self._connection.execute(
            "SELECT rowid FROM passage_text WHERE passage_text MATCH ? AND rowid BETWEEN ? AND ?"
            " ORDER BY bm25(passage_text, 2.0, 1.0) LIMIT ?",
            (match, first, last, limit),
        )
        for (number,) in rows:
            found.setdefault(number)

    def _documents(self, word: str) -> int:
        """In how many passages the word's stem occurs; kept, because a look-up asks it for each kind of passage."""
        if word not in self._counted:
            if len(self._counted) >= self._KEPT:
                self._counted.clear()
            self._counted[word] = self._count(word)
        return self._counted[word]

    def _count(self, word: str) -> int:
        with self._stemmer:
            self._stemmer.execute("INSERT INTO words VALUES (?)", (word,))
            stems = [row[0] for row in self._stemmer.execute("SELECT term FROM stems")]
            self._stemmer.execute("DELETE FROM words")
        counts = [
            row[0]
            for stem in stems
            for row in self._connection.execute("SELECT doc FROM temp.vocabulary WHERE term = ?", (stem,))
        ]
        return min(counts) if len(counts) == len(stems) and counts else 0
