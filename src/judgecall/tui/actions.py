"""Everything that can be done: bindings, footer, palette, help and the config file's keys are made from this list."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from textual.binding import Binding, BindingType
from textual.keys import format_key

Place = Literal["anywhere", "question", "conversation", "facts", "steps", "text", "look-up", "reader", "history"]
"""Where an action can be used: the widget or screen that has the binding."""

PLACES: dict[Place, str] = {
    "anywhere": "Anywhere",
    "question": "Typing a question",
    "conversation": "Conversation",
    "facts": "Facts, for a what-if",
    "steps": "Steps",
    "text": "Source text",
    "look-up": "Look-up",
    "reader": "Reading a source",
    "history": "History",
}
"""The places in the order in which help shows them, with their headings."""


@dataclass(frozen=True)
class Action:
    """Something that can be done.

    `name` is the action method; `palette` is what the command palette calls it, empty where it is not offered there.
    An action without keys has none until the config file gives it some.
    """

    id: str
    place: Place
    keys: str
    name: str
    label: str
    help: str
    palette: str = ""
    footer: bool = False
    priority: bool = False


ACTIONS: tuple[Action, ...] = (
    Action("home", "anywhere", "escape", "home", "Back", "One step closer to the question you type.", "", True),
    Action("help", "anywhere", "f1", "help", "Help", "Help for where you are, and all keys.",
           "Help: keys and how it works", True, True),
    Action("look-up", "anywhere", "slash,f2,ctrl+l", "open_look_up", "Look up",
           "Look up a card, a rule, a term or a phrase; / does it where no text is being typed.",
           "Look up: card, rule, term or phrase", True),
    Action("history", "anywhere", "f4,ctrl+r", "open_history", "History", "Search all questions asked so far.",
           "History: search what was asked", True, True),
    Action("jump", "anywhere", "ctrl+o", "jump", "Jump", "Put a key on everything that can be gone to.",
           "Jump: go somewhere by one key", priority=True),
    Action("palette", "anywhere", "ctrl+p", "command_palette", "Commands", "Open the command palette.", "", True, True),
    Action("theme", "anywhere", "f5", "change_theme", "Theme", "Choose colours; there are a high-contrast and two ANSI themes.",
           "Theme: choose colours", priority=True),
    Action("import", "anywhere", "f9", "import_texts", "Import", "Import the full rules, cards and rulings.",
           "Import: full rules, cards and rulings", priority=True),
    Action("quit", "anywhere", "ctrl+q", "quit", "Quit", "Leave Judgecall; the conversation is there again next time.",
           "Quit", priority=True),
    Action("ask", "question", "enter", "ask", "Ask", "Ask the question. It goes on from the answer that is selected."),
    Action("recall-before", "question", "up", "cursor_up", "Earlier", "On the first line: the question asked before."),
    Action("recall-after", "question", "down", "cursor_down", "Later", "On the last line: the question asked after."),
    Action("clear", "question", "ctrl+u", "clear", "Clear", "Empty the box."),
    Action("to-answer", "question", "tab", "to_answer", "To the answer", "From the question to the selected answer."),
    Action("details", "conversation", "f3", "toggle_details", "Details",
           "Show or hide how the question was read, the facts, the steps and the sources.", "Details: show or hide", True, True),
    Action("open-details", "conversation", "enter", "enter_details", "Into details", "From a selected answer into its details."),
    Action("choose", "conversation", "1,2,3,4,5,6,7,8,9", "choose", "Choose", "Take the choice with this number (from the question: tab first)."),
    Action("undo-what-ifs", "conversation", "ctrl+z", "undo_what_ifs", "As asked", "Turn all facts back to what was asked.",
           "What-if: back to what was asked"),
    Action("previous-answer", "conversation", "alt+up", "previous_block", "Previous answer", "Select the answer before.",
           "Answers: select the one before", priority=True),
    Action("next-answer", "conversation", "alt+down", "next_block", "Next answer", "Select the answer after.",
           "Answers: select the one after", priority=True),
    Action("copy", "conversation", "y,alt+y", "copy_answer", "Copy", "Copy the selected answer (alt+y while typing).",
           "Copy: answer", True),
    Action("copy-cited", "conversation", "Y,alt+shift+y", "copy_cited", "Copy cited",
           "Copy the selected answer with its steps and sources.", "Copy: answer with citations"),
    Action("copy-position", "conversation", "alt+p", "copy_position", "Copy position",
           "Copy the selected answer's position notation.", "Copy: position notation"),
    Action("export", "conversation", "ctrl+e", "export", "Export", "Write the conversation to a Markdown file.",
           "Export: conversation as Markdown", priority=True),
    Action("export-json", "conversation", "f7", "export_json", "Export JSON", "Write the conversation to a JSON file.",
           "Export: conversation as JSON", priority=True),
    Action("report", "conversation", "f8", "report", "Report",
           "Write a file about a wrong ruling: question, position, answer and versions.", "Report: this ruling is wrong",
           priority=True),
    Action("new", "conversation", "ctrl+n", "new_conversation", "New",
           "Begin a new conversation: nothing asked so far is gone on from.", "Conversation: begin a new one", priority=True),
    Action("flip", "facts", "space,enter,right", "flip", "What if", "The fact the other way, or one more.", "", True),
    Action("flip-back", "facts", "left,minus", "flip_back", "One less", "One less, or the fact as it was.", "", True),
    Action("fold", "steps", "space,enter", "fold", "Fold", "Fold or unfold what a step rests on.", "", True),
    Action("fold-step", "steps", "left", "fold_step", "Fold", "Fold what a step rests on, or go to the step above it."),
    Action("unfold-step", "steps", "right", "unfold_step", "Unfold", "Unfold what a step rests on."),
    Action("deciding", "steps", "d", "only_deciding", "What decided",
           "Only the steps that decided; once more for all of them.", "", True),
    Action("open-step", "steps", "o", "open_rule", "Open rule", "Read the rule of the step.", "", True),
    Action("link-before", "text", "left", "link(-1)", "Link before", "Go to the rule number before."),
    Action("link-after", "text", "right", "link(1)", "Link after", "Go to the next rule number."),
    Action("open-link", "text", "enter,o", "open", "Open", "Read the rule that is chosen, or else the whole source.", "", True),
    Action("copy-text", "text", "y", "copy_text", "Copy", "Copy the text with its title.", "", True),
    Action("into-results", "look-up", "down", "into_results", "Results", "From what you type into what was found."),
    Action("into-history", "history", "down", "into_results", "Into the list", "From what you type into the list."),
    Action("open-result", "look-up", "enter", "open_result", "Open", "Read what is chosen.", "", True),
    Action("back", "reader", "alt+left,backspace", "back", "Back", "What was read before.", "Reading: back", True),
    Action("forward", "reader", "alt+right", "forward", "Forward", "What was read after.", "Reading: forward"),
    Action("section", "reader", "s", "section", "Section", "The whole section around the rule.",
           "Reading: the section around the rule", True),
    Action("rulings", "reader", "r", "rulings", "Rulings", "All rulings on the card.", "Reading: all rulings on the card", True),
    Action("reopen", "history", "enter", "reopen", "Bring back", "Bring the answer into the conversation.", "", True),
)  # fmt: skip


def bindings(*places: Place) -> list[BindingType]:
    """The key bindings of places."""
    return [
        Binding(
            key,
            action.name if action.name != "choose" else f"choose({key[-1]})",
            action.label,
            show=action.footer and not number,
            priority=action.priority,
            tooltip=action.help,
            id=binding_id(action, number),
            key_display=None,
        )
        for action in ACTIONS
        if action.place in places
        for number, key in enumerate(action.keys.split(","))
        if key
    ]


def closing() -> list[BindingType]:
    """The binding of a screen that lies over another: a modal screen does not get to those of the app."""
    return [
        replace(each, action="app.home")
        for each in bindings("anywhere")
        if isinstance(each, Binding) and each.id == "home"
    ]


def binding_id(action: Action, number: int) -> str:
    """The id of the binding of an action's nth key. Choices are apart from one another, other keys are alike."""
    return f"{action.id}-{number + 1}" if action.name == "choose" else action.id


def keymap(keys: dict[str, str]) -> dict[str, str]:
    """What the config file says of keys, by ids of bindings."""
    found: dict[str, str] = {}
    for action in ACTIONS:
        if action.id not in keys:
            continue
        if action.name == "choose":
            found |= {f"{action.id}-{n}": key for n, key in enumerate(keys[action.id].split(","), 1)}
        else:
            found[action.id] = keys[action.id]
    return found


def commands(*places: Place) -> list[Action]:
    """What the command palette offers in these places."""
    return [action for action in ACTIONS if action.place in places and action.palette]


def action_called(id: str) -> Action:
    """The action with this id.

    Raises:
        KeyError: there is none.
    """
    for action in ACTIONS:
        if action.id == id:
            return action
    raise KeyError(id)


def key_names(keys: str) -> str:
    """Keys as people write them."""
    named = [_key_name(key) for key in keys.split(",") if key]
    if len(named) > 4:
        named = [f"{named[0]}…{named[-1]}"]
    return " or ".join(named)


def first_key(keys: str) -> str:
    """The first of some keys as it stands in the middle of a sentence; empty if there is none."""
    first = keys.partition(",")[0]
    return first if first == "enter" else _key_name(first).lower() if first else ""


def _key_name(key: str) -> str:
    *held, last = key.split("+")
    sign = format_key(last)
    return "+".join([*(part.capitalize() for part in held), sign if len(sign) == 1 else last.capitalize()])
