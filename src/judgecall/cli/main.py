"""The command line. Imports what a command needs only when that command runs, so that each starts fast."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Sequence

from judgecall.cli.status import ANSWERED, BROKEN_PIPE, INTERRUPTED, USAGE, complain


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status. Whatever comes in, no traceback goes out."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace" if stream is sys.stdout else "backslashreplace")
    try:
        status = _run(sys.argv[1:] if argv is None else argv)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        complain("Interrupted.")
        return INTERRUPTED
    except BrokenPipeError:
        _forget_stdout()
        return BROKEN_PIPE
    except OSError as error:
        complain(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}")
        _forget_stdout()
        return USAGE
    return status


def _forget_stdout() -> None:
    """Point standard output at nothing, so that Python's own flush at the end doesn't fail again."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        sys.stdout = None


def _run(argv: Sequence[str]) -> int:
    if argv[:1] == ["lookup"] and argv[1:] and not any(word.startswith("-") for word in argv[1:]):
        # Nothing here for argparse, which takes longer to set up than the look-up itself.
        return _look_up(argv[1:], as_json=False)
    if not argv:
        return _app()
    from judgecall.cli.arguments import parser

    try:
        given = parser().parse_args(argv)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else USAGE
    if given.version:
        return _version()
    if given.command is None:
        return _app()
    if given.command == "ask":
        from judgecall.cli import ask

        return ask.run(given)
    if given.command == "lookup":
        return _look_up(given.text, as_json=given.json)
    if given.command == "serve":
        from judgecall.cli import serve

        return serve.run(given)
    from judgecall.cli import corpus

    return corpus.run(given)


def _look_up(words: Sequence[str], *, as_json: bool) -> int:
    from judgecall.cli import lookup

    return lookup.run(" ".join(words), as_json=as_json)


def _app() -> int:
    # Served in a browser the app talks to the server, and not to a terminal.
    served = "TEXTUAL_DRIVER" in os.environ
    if not served and (not sys.stdin or not sys.stdin.isatty() or not sys.stdout or not sys.stdout.isatty()):
        complain(
            'The app needs a terminal. Without one: judgecall ask "QUESTION", or judgecall ask - for standard input.'
        )
        return USAGE
    # Nothing is garbage before the first paint; the app has it collected from then on.
    gc.disable()
    from judgecall.tui.app import run

    return int(run() or 0)


def _version() -> int:
    from importlib.metadata import PackageNotFoundError, version

    try:
        print(f"judgecall {version('judgecall')}")
    except PackageNotFoundError:
        print("judgecall (not installed)")
    return ANSWERED


if __name__ == "__main__":
    sys.exit(main())
