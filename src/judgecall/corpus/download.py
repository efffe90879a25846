"""Downloading one file over https: resumed where it broke off, checked before it counts as there."""

from __future__ import annotations

import http.client
import json
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
import zlib
from collections.abc import Callable, Mapping
from http.client import HTTPResponse
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

_CHUNK = 1 << 16
_GZIP = b"\x1f\x8b"
_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})

Progress = Callable[[str, int, int], None]
"""Called with what is being fetched, bytes so far and the size in bytes (0 when it is not known)."""


class DownloadFailed(Exception):
    """A file could not be fetched; the message says why, for a person. What was fetched so far is kept."""


class Connection:
    """How to talk to servers: patience, number of tries, and who we say we are.

    `timeout` and `pause` are seconds; `pause` is waited before each new try, doubled each time.
    """

    def __init__(self, timeout: float = 30.0, attempts: int = 4, pause: float = 1.0) -> None:
        self.timeout = timeout
        self.attempts = attempts
        self.pause = pause

    def read(self, url: str, types: tuple[str, ...], most: int = 8 << 20) -> bytes:
        """The body of a small answer of one of the content types.

        Raises:
            DownloadFailed: no network, an error of the server, the wrong type, or more than `most` bytes.
        """

        def once() -> bytes:
            with self._open(url, {}) as answer:
                _check_type(answer, url, types)
                body = answer.read(most + 1)
            promised = answer.headers.get("Content-Length")
            if promised and len(body) < min(int(promised), most + 1):
                raise _Broken("the answer was cut off")
            if body.startswith(_GZIP):  # some servers pack what nobody asked them to
                body = _unpacked(body, most + 1)
            if len(body) > most:
                raise DownloadFailed(f"{_host(url)} sent far more than was asked for.")
            return body

        return self._retried(url, once)

    def fetch(
        self, url: str, target: Path, types: tuple[str, ...], least: int, what: str, progress: Progress | None = None
    ) -> None:
        """Fetch a file to `target`, which appears only when it is whole.

        A part that an earlier call left behind is continued, if the server still has the same file.
        `least` is the size in bytes below which the file can't be what it should be.

        Raises:
            DownloadFailed: no network, an error of the server, the wrong type, or too small.
        """
        part, seal = target.with_name(target.name + ".part"), target.with_name(target.name + ".part.json")

        def once() -> None:
            start, headers = _resume_point(url, part, seal)
            with self._open_from(url, headers, part) as answer:
                _check_type(answer, url, types)
                resumed = answer.status == 206 and start > 0
                length = answer.headers.get("Content-Length")
                total = (int(length) + (start if resumed else 0)) if length else 0
                if not resumed:
                    tag = answer.headers.get("ETag") or answer.headers.get("Last-Modified") or ""
                    seal.write_text(json.dumps({"url": url, "tag": tag}), encoding="utf-8")
                done = start if resumed else 0
                with part.open("ab" if resumed else "wb") as file:
                    while chunk := answer.read(_CHUNK):
                        file.write(chunk)
                        done += len(chunk)
                        if progress:
                            progress(what, done, total)
            if total and done != total:
                raise _Broken("the file was cut off")
            if done < least:
                part.unlink()
                raise DownloadFailed(f"The file of {what} from {_host(url)} is much too small; nothing was changed.")

        self._retried(url, once)
        seal.unlink(missing_ok=True)
        part.replace(target)

    def _open(self, url: str, headers: Mapping[str, str]) -> HTTPResponse:
        _check_address(url)
        request = urllib.request.Request(url, headers={"User-Agent": user_agent(), "Accept": "*/*", **headers})
        answer: HTTPResponse = urllib.request.urlopen(request, timeout=self.timeout)
        _check_address(answer.geturl())  # a redirect must not lead away from https
        return answer

    def _open_from(self, url: str, headers: Mapping[str, str], part: Path) -> HTTPResponse:
        """Open a file at the point asked for, or at its start when the server has nothing beyond that point."""
        try:
            return self._open(url, headers)
        except urllib.error.HTTPError as error:
            if error.code != 416:
                raise
            error.close()
            part.unlink()
            return self._open(url, {})

    def _retried(self, url: str, once: Callable[[], T]) -> T:
        pause = self.pause
        trouble = ""
        for attempt in range(self.attempts):
            if attempt:
                time.sleep(pause)
                pause *= 2
            try:
                return once()
            except urllib.error.HTTPError as error:
                error.close()
                if error.code < 500 and error.code != 429:
                    raise DownloadFailed(f"{_host(url)} answered {error.code} {error.reason} for {url}.") from error
                trouble = f"{_host(url)} answered {error.code} {error.reason}"
            except (_Broken, http.client.IncompleteRead, TimeoutError, ConnectionResetError) as error:
                slow = isinstance(error, TimeoutError)
                trouble = f"{_host(url)} stopped answering" if slow else f"The connection to {_host(url)} broke off"
            except urllib.error.URLError as error:
                trouble = _network_trouble(url, error)
            except http.client.HTTPException as error:
                trouble = f"{_host(url)} gave an answer that makes no sense ({type(error).__name__})"
        raise DownloadFailed(f"{trouble}. Nothing was changed; try again later.")


def _unpacked(body: bytes, most: int) -> bytes:
    """The first `most` bytes of what a gzipped body holds."""
    try:
        return zlib.decompressobj(wbits=31).decompress(body, most)
    except zlib.error as error:
        raise _Broken("the answer was damaged") from error


class _Broken(Exception):
    """The transfer ended too soon."""


def user_agent() -> str:
    """What we tell servers we are."""
    try:
        return f"Judgecall/{version('judgecall')}"
    except PackageNotFoundError:
        return "Judgecall"


def _resume_point(url: str, part: Path, seal: Path) -> tuple[int, dict[str, str]]:
    """Where to go on, and the headers that ask for it; from the start unless the part is of this very file."""
    try:
        kept = json.loads(seal.read_text(encoding="utf-8"))
        start = part.stat().st_size
    except (OSError, ValueError):
        return 0, {}
    if not (start and isinstance(kept, dict) and kept.get("url") == url and kept.get("tag")):
        return 0, {}
    return start, {"Range": f"bytes={start}-", "If-Range": str(kept["tag"])}


def _check_address(url: str) -> None:
    parts = urllib.parse.urlsplit(url)
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in _LOCAL):
        raise DownloadFailed(f"Only https addresses are used, and this is not one: {url}")


def _check_type(answer: HTTPResponse, url: str, types: tuple[str, ...]) -> None:
    found = answer.headers.get_content_type()
    if found not in types:
        raise DownloadFailed(f"{_host(url)} sent {found} where {types[0]} was expected; nothing was changed.")


def _network_trouble(url: str, error: urllib.error.URLError) -> str:
    if isinstance(error.reason, TimeoutError):
        return f"{_host(url)} does not answer"
    if isinstance(error.reason, ssl.SSLError):
        return f"The secure connection to {_host(url)} failed ({error.reason.reason or 'certificate'})"
    if isinstance(error.reason, OSError):
        return f"There is no connection to {_host(url)} (is this computer online?)"
    return f"The connection to {_host(url)} failed ({error.reason})"


def _host(url: str) -> str:
    return urllib.parse.urlsplit(url).hostname or url
