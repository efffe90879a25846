"""What importing the app loads."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("heavy", ["spacy", "highspy", "judgecall.parser", "rapidfuzz"])
def test_importing_the_app_leaves_the_heavy_things_alone(heavy: str) -> None:
    code = f"import sys; import judgecall.tui.app; sys.exit({heavy!r} in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
