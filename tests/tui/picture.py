"""Makes the picture for the README with the app itself, on the shipped corpus: python -m tests.tui.picture (from the checkout)."""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from pathlib import Path

from judgecall.tui.app import JudgecallApp
from judgecall.tui.backend import CorpusBackend
from judgecall.tui.config import Config
from judgecall.tui.facts import FactList
from judgecall.tui.history import History

PICTURE = Path(__file__).with_name("judgecall.svg")


async def main() -> None:
    """Ask two questions, turn a fact of the second, and keep what is on the screen."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["JUDGECALL_DATA_FOLDER"] = folder
        app = JudgecallApp(CorpusBackend(), History(None), config=Config())
        async with app.run_test(size=(128, 34)) as pilot:
            while not app.conversation.loaded:
                await asyncio.sleep(0.05)
            for question in (
                "five creatures block my Ochran Assassin, how many of them die?",
                "can a 3/3 block my 2/2 skulk?",
            ):
                app.conversation.enter(question)
                while app.conversation.exchanges[-1].waiting:
                    await asyncio.sleep(0.05)
                await pilot.pause(0.3)
            facts = app.conversation.query_one(FactList)
            facts.focus()
            facts.highlighted = next(i for i, row in enumerate(facts.rows) if row.key.endswith("skulk size"))
            await pilot.press("right")
            await pilot.pause(0.6)
            await app.workers.wait_for_complete()
            await pilot.pause(0.3)
            svg = app.export_screenshot(title="Judgecall")
    # A picture of one's own: no fonts are fetched to show it.
    PICTURE.write_text(re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.S), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
