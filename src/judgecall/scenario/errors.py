"""The ways in which a question, or a line of the position notation, can fail to become a scenario.

They hold a code of the message catalogue and what fills it, so that reasons can be counted and put into words by the
answer room. `str()` of one is for logs and tests.
"""

from __future__ import annotations

WHICH_THING = "which_thing"
"""A follow-up could be about more than one thing; each choice is the whole question with one of them named."""


class QuestionError(Exception):
    """No scenario can be made of this text.

    Attributes:
        code: the message's code in the catalogue ("unreadable", "notation").
        args_: what fills the message.
        cards: full names of the cards that were recognised in the text all the same.
    """

    default_code = "unreadable"

    def __init__(self, code: str = "", **args: object) -> None:
        self.cards: tuple[str, ...] = ()
        self.code = code or self.default_code
        self.args_: tuple[tuple[str, str], ...] = tuple((name, str(value)) for name, value in args.items())
        filled = ", ".join(f"{name} {value}" for name, value in self.args_)
        super().__init__(f"{self.code}: {filled}" if filled else self.code)


class Unreadable(QuestionError):
    """No reading was found."""


class Impossible(QuestionError):
    """There is a reading, but no game could reach it."""

    default_code = "impossible"


class Ambiguous(QuestionError):
    """There is more than one reading, or more than one card that could be meant.

    Attributes:
        choices: what could be meant, for the player to choose from.
    """

    default_code = "ambiguous"

    def __init__(self, code: str = "", choices: tuple[str, ...] = (), **args: object) -> None:
        super().__init__(code, **args)
        self.choices = choices
