"""A data folder for tests of what is imported."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgecall.corpus.importer import import_data

from . import samples


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with the samples imported."""
    folder = tmp_path / "data"
    import_data(
        samples.rules_file(tmp_path),
        samples.scryfall_cards(tmp_path),
        samples.scryfall_rulings(tmp_path),
        data_folder=folder,
    )
    return folder
