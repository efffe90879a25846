"""Where the shipped knowledge lies: inside the wheel, or beside the source tree in a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def corpus_folder() -> Path:
    """The folder with rules, rulings, cards, lexicon and questions.

    Raises:
        FileNotFoundError: neither an installed wheel nor a checkout holds it.
    """
    for folder in (_PACKAGE / "_corpus", _PACKAGE.parent.parent / "corpus"):
        if (folder / "rules").is_dir():
            return folder
    raise FileNotFoundError(
        "The corpus folder is missing from this installation of judgecall. Install it again with pip."
    )
