"""What can be typed behind `judgecall`. Apart from what the commands do, because argparse takes long to import and to set up."""

from __future__ import annotations

import argparse

_EPILOG = """exit status: 0 answered (or it depends), 3 no ruling, 2 bad usage"""


def parser() -> argparse.ArgumentParser:
    """The commands and their arguments."""
    parser = argparse.ArgumentParser(
        prog="judgecall",
        description="Rulings on Magic: The Gathering, computed and proved. Without a command, opens the app.",
        epilog=_EPILOG,
    )
    parser.add_argument("--version", action="store_true", help="print the version and stop")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    ask = commands.add_parser("ask", help="answer a question", epilog=_EPILOG)
    ask.add_argument("question", nargs="*", metavar="QUESTION", help="in your own words; - reads standard input")
    ask.add_argument(
        "--batch",
        metavar="FILE",
        help='a question a line, as JSON: {"id": …, "question": …, "after": the question, or the id of the line, that it goes on '
        "from, if any}; - is standard input",
    )
    ask.add_argument(
        "--after",
        metavar="QUESTION",
        action="append",
        default=[],
        help="the question before it, that this one goes on from; give it again for each further one, in order",
    )
    ask.add_argument("--json", action="store_true", help="print the answer as one line of JSON")
    ask.add_argument("--position", action="store_true", help="QUESTION is a line of the position notation")

    lookup = commands.add_parser("lookup", help="look up a card, a rule number, a term or a phrase", epilog=_EPILOG)
    lookup.add_argument("text", nargs="+", metavar="TEXT")
    lookup.add_argument("--json", action="store_true", help="print what was found as one line of JSON")

    serve = commands.add_parser("serve", help="open the app in a browser")
    serve.add_argument(
        "--host", default="localhost", help="the address to listen on (default: localhost, this machine alone)"
    )
    serve.add_argument("--port", type=_port, default=8000, help="the port to listen on (default: 8000)")

    corpus = commands.add_parser("corpus", help="the source text: what is there, importing more")
    actions = corpus.add_subparsers(dest="action", metavar="ACTION", required=True)
    status = actions.add_parser("status", help="what source text there is, and of which date")
    status.add_argument("--json", action="store_true")
    coverage = actions.add_parser("coverage", help="which seed passages rules, worked questions and tests reach")
    coverage.add_argument("--json", action="store_true")
    coverage.add_argument(
        "--cards",
        metavar="SOURCE",
        nargs="?",
        const="",
        help="instead: how many lines of each concept the compiler reads, in the imported cards or those of a file",
    )
    bring = actions.add_parser("import", help="import the full rules, cards and rulings from files of yours")
    bring.add_argument("--rules", metavar="FILE", help="the text file of the Comprehensive Rules")
    bring.add_argument(
        "--cards", metavar="FILE", help="Scryfall's oracle-cards, MTGJSON's AtomicCards, or a card a line"
    )
    bring.add_argument("--rulings", metavar="FILE", help="Scryfall's rulings, or a ruling a line")
    update = actions.add_parser("update", help="fetch the full rules, cards and rulings from their publishers")
    update.add_argument("--force", action="store_true", help="fetch everything again, even what is current")
    return parser


def _port(text: str) -> int:
    try:
        port = int(text)
    except ValueError:
        port = -1
    if not 0 < port < 65536:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: give a number from 1 to 65535")
    return port
