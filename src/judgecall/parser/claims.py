"""What somebody says, when the question is whether that is right: "my opp says walls can't block it. is he right?".

Such a question is put as the question that the claim answers ("can walls block it?"), and the answer is turned round where
the claim is in the negative.
"""

from __future__ import annotations

import re

import msgspec

_SAYS = (
    r"(?:says?|said|claims?|claimed|claiming|insists?|insisted|insisting|thinks?|argues?|argued|arguing|swears?|swore|believes?|reckons?|"
    r"saying|(?:told|tells|is telling|telling)(?: me| us)?)"
)
_SAYER = (
    r"(?:(?:my|the|our|his|a|another|one|this)\s+)?(?:\w+\s+)?(?:opp(?:onent)?s?|friend|buddy|mate|judge|guy|dude|brother|roommate|he|she|they|"
    r"client|app|arena|mtgo|forge|xmage|i|player|table|someone|somebody|cousin|wife|husband|kid|neighbou?r)"
)
_CLAIM = re.compile(
    rf"(?:(?:^|(?<=[.,;!?(])\s*|\s(?:and|but|so|then|now)\s+){_SAYER}\s+|\s(?:and|but|then)\s+)"
    rf"(?:just |also |now |is |was |keeps |kept |always )*{_SAYS}\s+(?:that\s+)?",
    re.IGNORECASE,
)
_HE = r"(?:he|she|they|my opp(?:onent)?|my friend|my buddy|the judge|opp)"
_TAIL = re.compile(
    rf"[\s.,;:!?-]+(?:so |and |but )?(?:(?:is|was|are) (?:{_HE}|that|this|it)(?: really| actually| even)? (?P<a>right|correct|true|wrong|accurate|mistaken)"
    rf"(?: about (?:that|this|it))?|(?:was|am) i (?P<b>right|correct|wrong|mistaken)|(?P<c>true|true or false|correct))\s*[?.!]*\s*$",
    re.IGNORECASE,
)
_MODAL = re.compile(
    r"\b(?P<can>can|could|may)(?P<cannot>\s?not|['’]?t)?\b|(?<!\w)(?:(?P<no>do(?:es)?n['’]?t|do(?:es)? not)\s+)?(?P<must>have to|has to|must|need to|needs to|gotta)\b",
    re.IGNORECASE,
)
_WRONG = frozenset({"wrong", "mistaken"})
_REASON = re.compile(r"[,\s]+(?:because|since|cause|bc)\s+(?P<why>.*)$", re.IGNORECASE)
_TELLING = re.compile(
    r"\d|\b(?:this turn|tapped|untapped|has|have|had|is|was|are|were|came|entered|cast|controls?|no|one|two|three)\b|['’]s\b",
    re.IGNORECASE,
)
_STOPS = re.compile(
    r"[.;:?!()]|,(?!\s*(?:and\b|the\b|an?\b))|\b(?:if|because|since|cause|when|unless)\b", re.IGNORECASE
)


class Restated(msgspec.Struct, frozen=True):
    """A question put in other words."""

    question: str
    turned: bool
    """The answer to it is the other way round than the answer to what was asked."""


def put_claim_as_question(question: str) -> Restated | None:
    """The question that a claim answers; None when no claim is what is asked about."""
    tail = _TAIL.search(question)
    if tail is None:
        return None
    claims = list(_CLAIM.finditer(question, 0, tail.start()))
    if not claims:
        return None
    claim = claims[-1]
    said = question[claim.end() : tail.start()].strip()
    modal = _MODAL.search(said)
    if modal is None:
        return None
    subject, rest = said[: modal.start()].strip(), said[modal.end() :].strip(" ,.")
    if not subject or not rest or len(subject.split()) > 12 or _STOPS.search(subject) or re.search(r"[.?!;]", rest):
        return None
    denied = bool(modal["cannot"] or modal["no"])
    after = re.match(r"(?:not|never)\s+", rest, re.IGNORECASE)
    if after:
        denied, rest = not denied, rest[after.end() :]
    reason = _REASON.search(rest)
    if reason is not None and not _TELLING.search(reason["why"]):
        rest = rest[: reason.start()]  # an argument, and no fact of the game
    judged = (tail["a"] or tail["b"] or tail["c"]).lower()
    head = question[: claim.start()].strip().rstrip(",;")
    if head and head[-1] not in ".!?":
        head += "."
    verb = "can" if modal["can"] else "do" if subject.lower() in {"i", "you", "we", "they"} else "does"
    must = "" if modal["can"] else "have to "
    return Restated(f"{head} {verb} {subject} {must}{rest}?".strip(), denied != (judged in _WRONG))


_GRANTING = re.compile(
    r"^(?P<lead>(?:(?:so|hey|wait|judge|quick question|question|ok|does anyone know)[,:;.!]*\s+)*)(?:does|do|will|would|can)\s+"
    r"(?:having\s+)?(?P<keyword>[a-z][a-z ]{2,24}?)\s+(?:let|lets|allow|allows|enable)\s+(?P<who>.+?)\s+(?:to\s+)?(?P<verb>block|attack)\b(?P<rest>[^?.]*)[?.]*\s*$",
    re.IGNORECASE,
)
_STOPPING = re.compile(
    r"^(?P<lead>(?:(?:so|hey|wait|judge|quick question|question|ok)[,:;.!]*\s+)*)(?:does|do|will|would|can)\s+(?:having\s+)?(?P<keyword>[a-z][a-z ]{2,24}?)\s+"
    r"(?:stop|stops|prevent|prevents|keep|keeps)\s+(?P<who>.+?)\s+from\s+(?P<verb>blocking|attacking)\b(?P<rest>[^?.]*)[?.]*\s*$",
    re.IGNORECASE,
)
_NOBODY = frozenset({"", "it", "that", "that creature", "it at all", "at all", "this"})
_GIVEN = frozenset({"deathtouch", "menace", "reach", "vigilance", "first strike", "double strike", "trample", "flying", "skulk", "shadow", "fear",
                    "intimidate", "horsemanship", "defender", "haste", "lifelink", "indestructible", "hexproof", "shroud", "islandwalk",
                    "swampwalk", "forestwalk", "mountainwalk", "plainswalk", "protection from red", "protection from blue",
                    "protection from black", "protection from white", "protection from green", "protection from artifacts"})  # fmt: skip


def put_keyword_as_question(question: str) -> Restated | None:
    """ "does menace stop my lone wall from blocking?": what a creature may do that has the keyword, or that meets it."""
    granting = _GRANTING.match(question.strip())
    if granting is not None and granting["keyword"].lower() in _GIVEN:
        who, rest = granting["who"], granting["rest"].strip()
        if who.lower() in {"it", "them", "me", "you", "him"}:
            return None
        return Restated(f"{granting['lead']}can {who} with {granting['keyword']} {granting['verb']} {rest}?", False)
    stopping = _STOPPING.match(question.strip())
    if stopping is None or stopping["keyword"].lower() not in _GIVEN:
        return None
    who, rest, keyword = stopping["who"], stopping["rest"].strip().lower(), stopping["keyword"]
    if who.lower() in {"it", "them", "me", "you", "him"}:
        return None
    if stopping["verb"].lower() == "attacking":
        return Restated(f"{stopping['lead']}can {who} with {keyword} attack {rest}?", True) if rest in _NOBODY else None
    met = "a creature" if rest in _NOBODY else stopping["rest"].strip()
    return Restated(f"{stopping['lead']}can {who} block {met} with {keyword}?", True)


def restate(question: str) -> Restated | None:
    """A question put as the plain one behind it; None when it is plain already."""
    return put_claim_as_question(question) or put_keyword_as_question(question)
