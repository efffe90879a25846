"""Everything that keys and the command palette can do: bindings, footer, palette and help are made from this list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from textual.binding import Binding, BindingType

Place = Literal["anywhere", "conversation", "question", "details", "look-up", "text", "help"]
"""Where an action can be used: the widget or screen that has the binding."""

PLACES: dict[Place, str] = {
    "anywhere": "Anywhere",
    "question": "Typing a question",
    "conversation": "Conversation",
    "details": "Reading, steps and sources",
    "look-up": "Look-up",
    "text": "Source text",
}
"""The places in the order in which help shows them, with their headings."""


@dataclass(frozen=True)
class Action:
    """Something that can be done.

    `name` is the action method, empty where the widget itself handles the key and the entry only explains it;
    `palette` is what the command palette calls it, empty where it is not offered there.
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
    Action("help", "anywhere", "f1", "help", "Help", "Show this help.", "Help: keys and how it works", True, True),
    Action(
        "look-up",
        "anywhere",
        "f2,ctrl+l",
        "open_look_up",
        "Look up",
        "Look up a card, a rule, a term or a phrase.",
        "Look up: card, rule, term or phrase",
        True,
        True,
    ),
    Action("palette", "anywhere", "ctrl+p", "", "Commands", "Open the command palette."),
    Action("home", "anywhere", "escape", "", "Back", "One step closer to the question you type."),
    Action("quit", "anywhere", "ctrl+q", "", "Quit", "Leave Judgecall."),
    Action("ask", "question", "enter", "", "Ask", "Ask the question. It goes on from the answer that is selected."),
    Action("recall", "question", "up,down", "", "History", "Earlier questions, also those of earlier sessions."),
    Action(
        "details",
        "conversation",
        "f3",
        "toggle_details",
        "Details",
        "Show or hide how the question was read, the steps and the sources.",
        "Details: show or hide",
        True,
        True,
    ),
    Action(
        "previous-answer",
        "conversation",
        "alt+up",
        "previous_block",
        "Previous answer",
        "Select the answer before.",
        "Answers: select the one before",
        priority=True,
    ),
    Action(
        "next-answer",
        "conversation",
        "alt+down",
        "next_block",
        "Next answer",
        "Select the answer after.",
        "Answers: select the one after",
        priority=True,
    ),
    Action("open-details", "conversation", "enter", "", "Go to details", "From a selected answer into its details."),
    Action("copy", "conversation", "y", "copy_answer", "Copy", "Copy the selected answer.", "Copy: answer", True),
    Action(
        "copy-cited",
        "conversation",
        "Y",
        "copy_cited",
        "Copy cited",
        "Copy the selected answer with its steps and sources.",
        "Copy: answer with citations",
        True,
    ),
    Action(
        "export",
        "conversation",
        "ctrl+e",
        "export",
        "Export",
        "Write the conversation to a Markdown file.",
        "Export: conversation as Markdown",
        True,
        True,
    ),
    Action(
        "copy-position",
        "conversation",
        "",
        "copy_position",
        "Copy position",
        "Copy the selected answer's position notation.",
        "Copy: position notation",
    ),
    Action(
        "new",
        "conversation",
        "ctrl+n",
        "new_conversation",
        "New",
        "Begin a new conversation: nothing asked so far is gone on from.",
        "Conversation: begin a new one",
        priority=True,
    ),
    Action(
        "what-if", "details", "enter", "", "What if", "On an assumed fact: answer again with that fact the other way."
    ),
    Action("fold", "details", "enter,space", "", "Fold", "On a step: fold or unfold what it rests on."),
    Action("open-step", "details", "o", "open_rule", "Open rule", "On a step: look its rule up.", footer=True),
    Action("link-before", "text", "left", "link(-1)", "Link before", "Go to the rule number before."),
    Action("link-after", "text", "right", "link(1)", "Link after", "Go to the next rule number."),
    Action("open-link", "text", "enter,o", "open", "Open", "Look up the rule number, or else the passage.", "", True),
    Action("result", "look-up", "down", "", "Results", "From what you type into what was found; tab goes on."),
    Action("back", "look-up", "alt+left", "back", "Back", "What was looked up before.", "Look-up: go back", True, True),
    Action(
        "forward",
        "look-up",
        "alt+right",
        "forward",
        "Forward",
        "What was looked up after.",
        "Look-up: go forward",
        priority=True,
    ),
    Action("copy-text", "look-up", "y", "copy_text", "Copy", "Copy the text with its title.", "Copy: text"),
)


def bindings(place: Place) -> list[BindingType]:
    """The key bindings of a place."""
    return [
        Binding(
            action.keys,
            action.name,
            action.label,
            show=action.footer,
            priority=action.priority,
            tooltip=action.help,
            id=action.id,
        )
        for action in ACTIONS
        if action.place == place and action.name and action.keys
    ]


def commands(*places: Place) -> list[Action]:
    """What the command palette offers in these places."""
    return [action for action in ACTIONS if action.place in places and action.palette and action.name]


def key_names(keys: str) -> str:
    """Keys as people write them."""
    return " or ".join(
        key if len(key) == 1 else "+".join(part if len(part) == 1 else part.capitalize() for part in key.split("+"))
        for key in keys.split(",")
        if key
    )
