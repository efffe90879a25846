"""What is to be looked up, without the words of a request around it: "what does deathtouch do?" is about deathtouch."""

from __future__ import annotations

import re

_BEFORE = re.compile(
    r"(?:what(?:['’]?s| is| are| does| do)?|how (?:does|do|is|are)|who is|explain|define|(?:definition|meaning|text) of"
    r"|tell me about|look ?up|show(?: me)?|search(?: for)?|(?:the )?(?:glossary|keyword|card|rules?|rulings?)(?: (?:for|on|of|about))?"
    r"|for|on|about|the|an?)\s+",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"(?<=\S)\s+(?:do(?:es)?|works?|means?|rules?|rulings?|text|oracle|definition|meaning|keyword|card|mtg|in (?:magic|mtg))\Z",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)


def unwrapped(text: str) -> tuple[str, ...]:
    """The text, and what is left of it when first what stands behind and then what stands before is taken away.

    Whoever looks something up takes the first that is there: "Rule of Law" is a card, and "rules of trample" about trample.
    """
    found = [text.rstrip(" ?!.,;:") or text]
    while (behind := _AFTER.sub("", found[-1])) != found[-1]:
        found.append(behind)
    found.append(_ARTICLE.sub("", found[-1]))
    while (before := _BEFORE.match(found[-1])) is not None and found[-1][before.end() :]:
        found.append(found[-1][before.end() :])
    return tuple(dict.fromkeys(one for one in found if one))
