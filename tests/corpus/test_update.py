"""The update, against a local server that misbehaves."""

from __future__ import annotations

import gzip
import json
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from judgecall.corpus.database import FILE_NAME
from judgecall.corpus.download import Connection, DownloadFailed
from judgecall.corpus.importer import import_data
from judgecall.corpus.library import open_library
from judgecall.corpus.update import UpdateFailed, update

from . import samples

LEAST = {"rules": 100, "cards": 100, "rulings": 100}
PADDING = b" " * 300_000
"""White space after the cards, so that a transfer can break in the middle."""


class _QuietServer(ThreadingHTTPServer):
    """A server that says nothing when a client has stopped listening."""

    def handle_error(self, *arguments: object) -> None:
        pass


class Site:
    """A server with the sample files, and how each path misbehaves.

    A fault is "cut" (ends half-way), "wrong type", "500", "500 once", "cut once", "slow", "404", "tiny", "packed" (gzipped
    though nobody asked for it), "moved" (a redirect to the same below /new), "whole" (no part is ever sent).
    """

    def __init__(self, folder) -> None:
        self.bodies = {
            "/rules.txt": samples.rules_file(folder).read_bytes(),
            "/cards.json": samples.scryfall_cards(folder).read_bytes() + PADDING,
            "/rulings.json": samples.scryfall_rulings(folder).read_bytes(),
        }
        self.faults: dict[str, str] = {}
        self.asked: Counter[str] = Counter()
        self.ranges: list[str] = []
        self.agents: set[str] = set()
        self.accepted: set[str | None] = set()
        self.stamp = "2031-01-01"
        self.link = "/rules.txt"
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.answer(self)

            def log_message(self, *arguments: object) -> None:
                pass

        self.server = _QuietServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        path = request.path
        self.asked[path] += 1
        self.agents.add(request.headers["User-Agent"])
        self.accepted.add(request.headers["Accept"])
        fault = self.faults.get(path, "")
        if fault.endswith("once"):
            fault = fault.split()[0] if self.asked[path] == 1 else ""
        if fault in ("500", "404"):
            request.send_error(int(fault))
            return
        if fault == "moved":
            request.send_response(302)
            request.send_header("Location", f"/new{path}")
            request.end_headers()
            return
        path = path.removeprefix("/new")
        if path == "/rules":
            page = f'<html><a href="{self.address}{self.link}">The rules as TXT</a></html>'
            body, type = page.encode(), "text/html; charset=utf-8"
        elif path == "/bulk":
            items = [("oracle_cards", "cards"), ("rulings", "rulings"), ("all_cards", "all")]
            listed = [
                {"type": kind, "download_uri": f"{self.address}/{name}.json", "updated_at": self.stamp, "size": 5}
                for kind, name in items
            ]
            body, type = json.dumps({"object": "list", "data": listed}).encode(), "application/json"
        else:
            body = b"{}" if fault == "tiny" else self.bodies[path]
            type = "text/plain" if path.endswith(".txt") else "application/json"
        if fault == "packed":
            body = gzip.compress(body)
        if fault == "slow":
            time.sleep(1.0)
        start = 0
        asked = request.headers.get("Range")
        if asked and request.headers.get("If-Range") == '"one"' and fault != "whole":
            start = int(asked.removeprefix("bytes=").removesuffix("-"))
            self.ranges.append(asked)
            request.send_response(206)
        else:
            request.send_response(200)
        request.send_header("Content-Type", "text/html" if fault == "wrong type" else type)
        request.send_header("Content-Length", str(len(body) - start))
        request.send_header("ETag", '"one"')
        if fault == "packed":
            request.send_header("Content-Encoding", "gzip")
        request.end_headers()
        rest = body[start:]
        request.wfile.write(rest[: len(rest) // 2] if fault == "cut" else rest)


@pytest.fixture
def site(tmp_path):
    served = Site(tmp_path)
    yield served
    served.server.shutdown()
    served.server.server_close()


@pytest.fixture
def run(site, tmp_path):
    """Update from the site into a data folder that holds an older edition of the rules."""
    older = samples.RULES_TEXT.replace("2031", "2030")
    import_data(rules=samples.write(tmp_path / "older.txt", older), data_folder=tmp_path / "data")

    def update_now(**options):
        options.setdefault("connection", Connection(timeout=0.5, attempts=3, pause=0.01))
        return update(
            data_folder=tmp_path / "data",
            rules_page=f"{site.address}/rules",
            bulk_data=f"{site.address}/bulk",
            least=LEAST,
            **options,
        )

    update_now.folder = tmp_path / "data"
    return update_now


def test_an_update_fetches_and_imports_everything(site, run):
    """Rules, cards and rulings are there afterwards, and no download is left lying about."""
    seen = set()
    report = run(progress=lambda what, done, size: seen.add(what))

    assert report.fetched == ("rules", "cards", "rulings")
    assert report.imported is not None
    assert report.imported.rules_date == "2031-02-07"
    assert (report.imported.cards, report.imported.rulings) == (3, 3)
    assert seen == {"rules", "cards", "rulings"}
    assert list((run.folder / "downloads").iterdir()) == []
    assert len(open_library(run.folder).rulings("Test Goat")) == 2


def test_servers_are_told_who_asks(site, run):
    """Scryfall wants a User-Agent of one's own, and an Accept header whatever is in it."""
    run()

    assert None not in site.accepted
    assert len(site.agents) == 1
    assert site.agents.pop().startswith("Judgecall")


def test_what_is_current_is_not_fetched_again(site, run):
    """The second update asks for the lists only; a new stamp or `force` fetches again."""
    run()
    asked = site.asked["/cards.json"]

    assert run().imported is None
    assert site.asked["/cards.json"] == asked

    site.stamp = "2031-02-02"
    assert run().fetched == ("cards", "rulings")
    assert run(force=True).fetched == ("rules", "cards", "rulings")


@pytest.mark.parametrize("noticed", [True, False])
def test_what_was_lost_with_a_damaged_database_is_fetched_again(run, noticed):
    """Stamps of an earlier update say nothing of texts that are gone, whether the damage was mended before or not."""
    run()
    (run.folder / FILE_NAME).write_bytes(b"rubbish")
    if noticed:
        open_library(run.folder)

    assert run().fetched == ("rules", "cards", "rulings")

    assert len(open_library(run.folder).rulings("Test Goat")) == 2


@pytest.mark.parametrize("path", ["/rules", "/bulk", "/rules.txt", "/cards.json", "/rulings.json"])
@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("cut", "broke off"),
        ("wrong type", "sent text/"),
        ("500", "answered 500"),
        ("404", "answered 404"),
        ("slow", "stopped answering|does not answer"),
    ],
)
def test_a_server_in_trouble_changes_nothing(site, run, path, fault, message):
    """The message says what is wrong, and the older edition still works."""
    if (path, fault) == ("/rules", "wrong type"):
        pytest.skip("the rules page is html")
    site.faults[path] = fault
    before = (run.folder / FILE_NAME).read_bytes()

    with pytest.raises(UpdateFailed, match=message):
        run()

    assert (run.folder / FILE_NAME).read_bytes() == before
    assert open_library(run.folder).rules_date == "2030-02-07"


@pytest.mark.parametrize("path", ["/rules.txt", "/cards.json"])
def test_a_file_that_is_much_too_small_is_refused(site, run, path):
    """An error page of two bytes is no data."""
    site.faults[path] = "tiny"

    with pytest.raises(UpdateFailed, match="much too small"):
        run()


def test_a_file_of_the_wrong_form_is_refused(site, run):
    """Rulings where cards should be are noticed before the swap."""
    site.bodies["/cards.json"] = site.bodies["/rulings.json"]

    with pytest.raises(UpdateFailed, match="not a card"):
        run()
    assert open_library(run.folder).rules_date == "2030-02-07"


@pytest.mark.parametrize("fault", ["500 once", "cut once"])
def test_a_passing_trouble_is_got_over(site, run, fault):
    """One failure is followed by another try."""
    site.faults["/cards.json"] = fault

    assert run().imported is not None
    assert site.asked["/cards.json"] == 2


def test_a_broken_download_goes_on_where_it_stopped(site, run):
    """The second update asks for the rest only, and the file is whole."""
    site.faults["/cards.json"] = "cut"
    with pytest.raises(UpdateFailed):
        run(connection=Connection(timeout=0.5, attempts=1, pause=0.01))
    site.faults.clear()

    report = run()

    assert report.imported is not None
    assert report.imported.cards == 3
    assert site.ranges
    assert int(site.ranges[0].removeprefix("bytes=").removesuffix("-")) > 100_000


def test_a_server_that_sends_no_parts_is_asked_for_the_whole(site, run):
    """What came before the break is thrown away, and not glued to the file."""
    site.faults["/cards.json"] = "cut"
    with pytest.raises(UpdateFailed):
        run(connection=Connection(timeout=0.5, attempts=1, pause=0.01))
    site.faults["/cards.json"] = "whole"

    report = run()

    assert report.imported is not None
    assert report.imported.cards == 3
    assert not site.ranges


@pytest.mark.parametrize("path", ["/rules", "/bulk", "/rules.txt", "/cards.json", "/rulings.json"])
@pytest.mark.parametrize("fault", ["packed", "moved"])
def test_what_a_server_may_do_is_no_trouble(site, run, path, fault):
    """A gzipped answer is unpacked, a redirect on the same safe address is followed."""
    site.faults[path] = fault

    report = run()

    assert report.imported is not None
    assert (report.imported.cards, report.imported.rulings) == (3, 3)


@pytest.mark.parametrize("link", ["/The%20Rules%2020310101.txt", "/The Rules 20310101.txt"])
def test_the_link_to_the_rules_may_have_spaces(site, run, link):
    """Spelled out or not, as the publisher's file names have them."""
    site.link = link
    site.bodies["/The%20Rules%2020310101.txt"] = site.bodies["/rules.txt"]

    assert run().imported is not None


def test_a_packed_answer_that_is_damaged_is_trouble(site, run):
    """And so is one that unpacks to far more than such an answer can be."""
    site.bodies["/bulk.json"] = b"\x1f\x8brubbish"
    with pytest.raises(DownloadFailed, match="broke off"):
        Connection(attempts=1).read(f"{site.address}/bulk.json", ("application/json",))
    site.bodies["/bulk.json"] = gzip.compress(b" " * 2_000_000)
    with pytest.raises(DownloadFailed, match="far more"):
        Connection(attempts=1).read(f"{site.address}/bulk.json", ("application/json",), most=1_000_000)


def test_a_download_of_another_file_is_not_continued(site, run, tmp_path):
    """When the server has a new file, its start is not glued to the old part."""
    downloads = run.folder / "downloads"
    downloads.mkdir()
    (downloads / "cards.part").write_bytes(b"x" * 50)
    (downloads / "cards.part.json").write_text(json.dumps({"url": f"{site.address}/cards.json", "tag": '"old"'}))

    assert run().imported is not None


def test_no_network_is_said_plainly(run):
    """A closed port is what a player without network sees."""
    with pytest.raises(UpdateFailed, match=r"no connection to 127\.0\.0\.1"):
        update(
            data_folder=run.folder,
            rules_page="http://127.0.0.1:9/rules",
            connection=Connection(timeout=0.5, attempts=2, pause=0.01),
        )


@pytest.mark.parametrize("address", ["http://example.org/rules", "ftp://example.org/rules", "file:///etc/hosts"])
def test_only_https_is_used(address):
    """Addresses that could be changed on the way are refused before anything is sent."""
    with pytest.raises(DownloadFailed, match="Only https"):
        Connection(attempts=1).read(address, ("text/html",))


def test_a_page_without_the_rules_says_so(site, run):
    """The rules page may change; that is told, not guessed around."""
    with pytest.raises(UpdateFailed, match="links to no text file"):
        update(
            data_folder=run.folder,
            rules_page=f"{site.address}/bulk".replace("/bulk", "/rules"),
            bulk_data=f"{site.address}/bulk",
            connection=_PageOf(b"<html>moved</html>"),
            least=LEAST,
        )


class _PageOf(Connection):
    """A connection whose pages are all the same."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self._page = page

    def read(self, url: str, types: tuple[str, ...], most: int = 8 << 20) -> bytes:
        return self._page
