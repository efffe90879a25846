"""`judgecall lookup`: a card, a rule number, a term or a phrase. Loads neither the parser nor the app."""

from __future__ import annotations

import shlex

import msgspec

from judgecall.answer.lookup import Entry, FaceForm, Found, find, further
from judgecall.cards.store import CardStore
from judgecall.cli.page import Page
from judgecall.cli.status import ANSWERED, NO_RULING, USAGE, complain
from judgecall.corpus.library import open_library


def run(text: str, *, as_json: bool) -> int:
    """Look it up; returns the exit status."""
    if not any(character.isalnum() for character in text):
        complain("There is nothing to look up: give a card, a rule number, a term or a few words.")
        return USAGE
    library = open_library()
    found = find(text, library, CardStore())
    if library.notice:
        complain(library.notice)
    if as_json:
        import json  # seldom asked for

        print(json.dumps(msgspec.to_builtins(found)))
    else:
        print(shown(found))
    return NO_RULING if found.kind == "nothing" else ANSWERED


def shown(found: Found, page: Page | None = None) -> str:
    """What was found, as text."""
    page = page or Page()
    if found.note:
        page.text(found.note, "")
    for face in found.card:
        _face(page, face)
    if found.choices:
        page.head("Which one?" if found.kind == "choices" else "Cards with a name like this")
        for choice in found.choices:
            page.text(f"- {choice.name} ({choice.kind}): judgecall lookup {shlex.quote(choice.query)}", "  ", "    ")
    for group in found.groups:
        if group.heading:
            page.head(group.heading)
        for source in group.sources:
            date = source.date if isinstance(source, Entry) else ""
            page.source(source, "  " if group.heading else "", date, further(source))
    page.lines.extend(["", page.faint(f"Rules of {found.rules_date}.")])
    return str(page)


def _face(page: Page, face: FaceForm) -> None:
    page.head(" ".join(filter(None, [face.name, face.mana_cost])))
    page.text("  ".join(filter(None, [face.type_line, face.size])))
    for line in face.text.splitlines():
        page.text(line)
    if not face.text:
        if face.keywords:
            page.text(", ".join(face.keywords))
        if face.other_abilities:
            page.text(
                f"{face.other_abilities} more abilit{'y' if face.other_abilities == 1 else 'ies'} known as facts."
            )
    if face.unread:
        page.text(f"{face.unread} line{'' if face.unread == 1 else 's'} of its text that I can't carry out.")
