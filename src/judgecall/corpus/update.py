"""Updating: fetch the current rules, cards and rulings, then import them in one step."""

from __future__ import annotations

import re
import urllib.parse
from pathlib import Path

import msgspec

from judgecall.corpus.database import FILE_NAME, DamagedDatabase, ImportedText
from judgecall.corpus.download import Connection, DownloadFailed, Progress
from judgecall.corpus.folders import data_folder_for
from judgecall.corpus.importer import ImportFailed, ImportReport, import_data

RULES_PAGE = "https://magic.wizards.com/en/rules"
BULK_DATA = "https://api.scryfall.com/bulk-data"

_STATE_FILE = "update.json"
_RULES_LINK = re.compile(r"""https?://[^"'<>\s]+?\.txt|(?<=["'])(?:https?:/)?/[^"'<>\n]+?\.txt""")
"""An address may have spaces in it where it stands in quotes."""
_LEAST = {"rules": 100_000, "cards": 1_000_000, "rulings": 100_000}
"""Sizes in bytes below which a download can't be the whole thing."""

_JSON_TYPES = ("application/json", "application/octet-stream", "application/gzip", "application/x-gzip")
_TEXT_TYPES = ("text/plain", "application/octet-stream")


class UpdateFailed(Exception):
    """Nothing was changed. The message says why, for a person."""


class UpdateReport(msgspec.Struct, frozen=True):
    """What an update did: `fetched` and `current` name kinds ("rules", "cards", "rulings").

    `imported` is None when everything was current already.
    """

    fetched: tuple[str, ...]
    current: tuple[str, ...]
    imported: ImportReport | None


class _Source(msgspec.Struct, frozen=True):
    """Where a kind of data lies, and a stamp that changes when it does."""

    url: str
    stamp: str
    types: tuple[str, ...]


class _BulkItem(msgspec.Struct):
    type: str
    download_uri: str
    updated_at: str = ""


class _BulkList(msgspec.Struct):
    data: list[_BulkItem]


def update(
    *,
    data_folder: Path | None = None,
    rules_page: str = RULES_PAGE,
    bulk_data: str = BULK_DATA,
    connection: Connection | None = None,
    progress: Progress | None = None,
    force: bool = False,
    least: dict[str, int] | None = None,
) -> UpdateReport:
    """Fetch what has changed since the last update, and import it.

    Files are fetched whole before anything is imported, and an interrupted download goes on next time. `force`
    fetches everything again. `least` overrides the sizes that downloads must have, for tests.

    Raises:
        UpdateFailed: no network, a server in trouble, or files that are not what they should be.
    """
    folder = data_folder_for(data_folder)
    talk = connection or Connection()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        sources = {"rules": _rules_source(talk, rules_page), **_bulk_sources(talk, bulk_data)}
        known = {} if force else _still_there(folder / FILE_NAME, _read_state(folder))
        wanted = {kind: source for kind, source in sources.items() if known.get(kind) != source.stamp}
        if not wanted:
            return UpdateReport((), tuple(sources), None)
        downloads = folder / "downloads"
        downloads.mkdir(exist_ok=True)
        files: dict[str, Path] = {}
        for kind, source in wanted.items():
            files[kind] = downloads / kind
            talk.fetch(source.url, files[kind], source.types, {**_LEAST, **(least or {})}[kind], kind, progress)
        report = import_data(
            files.get("rules"), files.get("cards"), files.get("rulings"), data_folder=folder, progress=progress
        )
        stamps = {**known, **{kind: source.stamp for kind, source in wanted.items()}}
        (folder / _STATE_FILE).write_bytes(msgspec.json.encode(stamps))
        for path in files.values():
            path.unlink(missing_ok=True)
    except (DownloadFailed, ImportFailed) as error:
        raise UpdateFailed(str(error)) from error
    except OSError as error:
        raise UpdateFailed(f"{error.strerror or error} ({error.filename or folder})") from error
    return UpdateReport(tuple(wanted), tuple(kind for kind in sources if kind not in wanted), report)


def _rules_source(talk: Connection, page: str) -> _Source:
    """The text file that the rules page links to."""
    html = talk.read(page, ("text/html",)).decode("utf-8", errors="replace")
    links = [link for link in _RULES_LINK.findall(html) if "rules" in link.lower()]
    if not links:
        raise DownloadFailed(f"The rules page {page} links to no text file of the rules any more.")
    # A page may spell spaces out in its links, which an address can't have.
    url = urllib.parse.quote(urllib.parse.urljoin(page, links[0]), safe=":/%?=&")
    return _Source(url, url, _TEXT_TYPES)


def _bulk_sources(talk: Connection, address: str) -> dict[str, _Source]:
    """Scryfall's files of cards and rulings."""
    try:
        listed = msgspec.json.decode(talk.read(address, ("application/json",)), type=_BulkList)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise DownloadFailed(f"The list of bulk data at {address} is not what it used to be ({error}).") from error
    by_type = {item.type: item for item in listed.data}
    found: dict[str, _Source] = {}
    for kind, type in (("cards", "oracle_cards"), ("rulings", "rulings")):
        item = by_type.get(type)
        if not item:
            raise DownloadFailed(f"The list of bulk data at {address} has no {type} any more.")
        found[kind] = _Source(item.download_uri, item.updated_at or item.download_uri, _JSON_TYPES)
    return found


def _still_there(path: Path, stamps: dict[str, str]) -> dict[str, str]:
    """Of the stamps of what was fetched, those of kinds that the database still holds; none if it is damaged."""
    try:
        text = ImportedText(path)
    except (DamagedDatabase, OSError):
        return {}
    try:
        text.verify()
        held = {} if text.rebuilt else text.counts()
    except DamagedDatabase:
        return {}
    finally:
        text.close()
    return {kind: stamp for kind, stamp in stamps.items() if held.get(kind)}


def _read_state(folder: Path) -> dict[str, str]:
    """Stamps of what was fetched last; none when they can't be read, so that everything is fetched."""
    try:
        return msgspec.json.decode((folder / _STATE_FILE).read_bytes(), type=dict[str, str])
    except (OSError, msgspec.DecodeError):
        return {}
