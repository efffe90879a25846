"""What opens and closes a question for politeness' sake and says nothing of the game: "quick question: …", "… thanks"."""

from __future__ import annotations

import re

_GREETING = r"(?:hi|hey|hello|yo|ok|okay|sup|greetings)(?: (?:all|guys|everyone|judges?|there|folks))?\s*[,.!:-]+\s*"
_HEADING = (
    r"(?:(?:just )?(?:a |an |my |one |another )?(?:quick|dumb|noob|stupid|silly|rules?|simple|easy|weird)? ?(?:rules? )?"
    r"question(?: for (?:you|the judges?|judges?)| here)?\s*[:,.!-]+\s*)"
)
_OPENING = re.compile(rf"^\s*(?:{_GREETING})?(?:{_HEADING}|{_GREETING})", re.IGNORECASE)
_CLOSING = re.compile(
    r"(?<=[\w?.!)])[\s,.!-]+(?:many )?(?:thanks|thank you|thank u|thx|tyvm|ty|cheers|tia|plz help|pls help|please help|help please)"
    r"(?: (?:in advance|so much|a lot|very much|guys|all|everyone|you|judge))*[\s.!:)]*$",
    re.IGNORECASE,
)


def without_courtesies(question: str) -> str:
    """The question itself; all of it where nothing else would be left."""
    text = _CLOSING.sub("", _OPENING.sub("", question))
    return text if any(c.isalnum() for c in text) else question
