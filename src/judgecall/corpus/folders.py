"""Where a user's own data lies, damaged files of it too. Imports next to nothing: the app asks before its first paint."""

from __future__ import annotations

import os
from pathlib import Path

DATA_FOLDER_VARIABLE = "JUDGECALL_DATA_FOLDER"
"""Environment variable that moves the folder of imported data."""
CORPUS_FILE_NAME = "corpus.sqlite"
"""The file of imported texts in that folder."""


def data_folder_for(data_folder: Path | None = None) -> Path:
    """The folder of imported data: the one given, else $JUDGECALL_DATA_FOLDER, else the user's data folder."""
    if data_folder:
        return data_folder
    moved = os.environ.get(DATA_FOLDER_VARIABLE)
    if moved:
        return Path(moved)
    from platformdirs import user_data_path  # imported late: it costs more than opening the library

    return user_data_path("judgecall", appauthor=False)


def has_imported_texts() -> bool:
    """Whether there is a file of imported texts; whether they can be used shows when it is opened."""
    return (data_folder_for() / CORPUS_FILE_NAME).is_file()


def name_for_damaged(path: Path) -> Path:
    """A name that is free yet for a damaged file that is set aside: in the same folder, with the time in it."""
    from datetime import datetime  # hardly ever needed

    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    number = 1
    while True:
        aside = path.with_stem(f"{path.stem}-damaged-{stamp}{'' if number == 1 else f'-{number}'}")
        if not aside.exists():
            return aside
        number += 1
