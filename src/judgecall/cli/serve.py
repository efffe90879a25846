"""`judgecall serve`: the same app in a browser, through textual-serve."""

from __future__ import annotations

import argparse
import ipaddress
import logging
import shlex
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from judgecall.cli.status import ANSWERED, FAILED, USAGE, complain

if TYPE_CHECKING:
    from aiohttp import web

_PAGE = Path(__file__).with_name("browser")
"""The page that the app is shown on; textual-serve's own fetches a font from the network."""


def run(given: argparse.Namespace) -> int:
    """Serve until interrupted; returns the exit status."""
    try:
        from aiohttp import web
        from textual_serve.server import Server
    except ImportError:
        complain("Serving needs textual-serve, which is not installed: pip install textual-serve")
        return FAILED
    if problem := _taken(given.host, given.port):
        complain(problem)
        return USAGE

    class LocalServer(Server):  # type: ignore[misc,unused-ignore]  # textual-serve's classes are not typed
        """Shows our page, and talks to no other page than that."""

        def initialize_logging(self) -> None:
            logging.basicConfig(level=logging.WARNING, format="%(message)s")

        async def on_startup(self, app: web.Application) -> None:
            print(f"Judgecall is at {self.public_url} (ctrl+c stops it)", flush=True)

        async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
            if not _may_drive(request.headers.get("Origin"), request.host, given.host):
                raise web.HTTPForbidden(text="This page may not use Judgecall.")
            answer: web.WebSocketResponse = await super().handle_websocket(request)
            return answer

    if not _is_local(given.host):
        complain(f"Listening on {given.host}: everyone who can reach this machine can use the app and see its history.")
    command = shlex.join([sys.executable, "-m", "judgecall.cli.main"])
    LocalServer(command, host=given.host, port=given.port, title="Judgecall", templates_path=_PAGE).serve()
    return ANSWERED


def _may_drive(origin: str | None, asked: str, listening: str) -> bool:
    """Whether a page may drive the app: not one of somebody else that is open in the same browser.

    Nor one whose own name was made to lead to this machine: where only this machine is served, only its names will do.

    Args:
        origin: where the page came from, as the browser says; None for a program that is no browser.
        asked: the host that was asked, with its port.
        listening: the host that is listened on.
    """
    if origin is not None and urlsplit(origin).netloc != asked:
        return False
    return not _is_local(listening) or _is_local(urlsplit(f"//{asked}").hostname or "")


def _is_local(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _taken(host: str, port: int) -> str:
    """Why the address can't be listened on, or empty."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        return f"{host}:{port} can't be listened on ({error.strerror or error}); choose another with --port."
    return ""
