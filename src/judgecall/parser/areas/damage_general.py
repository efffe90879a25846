"""Questions about the rules of damage in general: keywords against keywords, acting between the damage steps, trample on defence."""

from __future__ import annotations

from collections.abc import Callable

from judgecall.cards.abilities import Keyword
from judgecall.parser.reading import Candidate
from judgecall.parser.talk import Talk
from judgecall.scenario.model import Event, GameObject, Query, Scenario

_SHIELDS = ("indestructible", "hexproof", "shroud")
_KILLING = ("survive", "kill", "die", "regenerate", "deal")
_STOPPING = frozenset(
    {"stop", "stops", "save", "saves", "protect", "protects", "help", "helps", "against", "prevent", "prevents", "from"}
)
_ACTING = frozenset({"window", "respond", "act", "instants", "instant", "something", "cast", "bolt", "pump", "kill", "spells", "chance",
                     "react", "removal", "tricks", "trick", "anything"})  # fmt: skip


class _Part:
    """One question of the text: a span of words that ends in a question mark, or the whole."""

    def __init__(self, talk: Talk, span: range, before: list[str]) -> None:
        self.talk = talk
        self.span = span
        self.before = before
        """Keywords spoken of before, which "it" may stand for."""
        self.used: set[int] = set()
        self.keywords = [s.value for i in span for s in talk.words[i].senses if s.kind == "keyword"]
        self.lowers = [talk.lowers[i] for i in span]

    def has(self, kind: str, *values: str) -> bool:
        return any(self.talk.words[i].is_(kind, *values) for i in self.span)

    def says(self, *words: str) -> bool:
        return bool(set(words) & set(self.lowers))

    def use(self, test: Callable[[int], bool]) -> None:
        self.used |= {i for i in self.span if test(i)}

    def use_common(self) -> None:
        def common(i: int) -> bool:
            word = self.talk.words[i]
            return (
                word.is_("keyword") or word.is_("verb", *_KILLING, "fight", "block") or word.is_("noun", "creature", "damage", "blocker", "attacker")
                or word.is_("modal_can") or word.is_("whether") or word.lower in _STOPPING | {"it", "one", "still", "lethal", "matter", "work", "works"}
            )  # fmt: skip

        self.use(common)


def general(talk: Talk) -> Candidate | None:
    """A question about rules in general, or None when it is about objects of its own."""
    if any(m.power is not None or m.cards or m.subtypes or m.colors or m.protection for m in talk.mentions) or any(
        w.kind in {"size", "change", "card", "number", "xis"} and w.lower != "one" for w in talk.words
    ):
        return None
    builder = _Builder(talk)
    before: list[str] = []
    for span in _parts(talk):
        part = _Part(talk, span, before)
        if not any(read(builder, part) for read in (_priority, _fight, _trample_defends, _against_deathtouch)):
            if part.keywords and not any(talk.lowers[i] == "?" for i in span) and part.span.stop < len(talk.words):
                before += part.keywords
                builder.used |= {i for i in span if talk.words[i].is_("keyword")}
                continue
            if builder.queries or part.keywords:
                return None
        before += part.keywords
    if not builder.queries:
        return None
    scenario = Scenario(
        tuple(builder.objects), events=tuple(builder.events), queries=tuple(builder.queries), active=builder.active
    )
    return Candidate(scenario, "damage", builder.used)


def _parts(talk: Talk) -> list[range]:
    parts: list[range] = []
    start = 0
    for i, lower in enumerate(talk.lowers):
        if lower in {"?", ":", "."} or i == len(talk.lowers) - 1:
            if i + 1 - start > 1:
                parts.append(range(start, i + 1))
            start = i + 1
    return parts


class _Builder:
    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.objects: list[GameObject] = []
        self.events: list[Event] = []
        self.queries: list[Query] = []
        self.active = "you"
        self.used: set[int] = set()

    def creature(self, keyword: str, owner: str, size: tuple[int, int] | None = None) -> str:
        """A creature with this keyword (or none)."""
        said = f"creature with {keyword}" if keyword else "creature"
        base = said.replace(" ", "-") if keyword else "creature"
        id, n = base, 2
        while any(o.id == id for o in self.objects):
            id, n = f"{base}-{n}", n + 1
        self.objects.append(GameObject(id, said=said, types=("creature",), controller=owner, abilities=(Keyword(keyword),) if keyword else (),
                                       power=size[0] if size else None, toughness=size[1] if size else None))  # fmt: skip
        return id

    def ask(self, part: _Part, *queries: Query) -> bool:
        """Queries of one part of the question."""
        self.queries += queries
        self.used |= part.used
        return True


def _priority(builder: _Builder, part: _Part) -> bool:
    """ "is there a window to act after first strike damage but before normal damage?"."""
    at = next((step for i in part.span if (step := _step_named(part.talk, i)) is not None), None)
    if (
        at is None
        and part.has("noun", "damage")
        and "between" in part.lowers
        and (part.says("regular", "normal") or "first strike" in part.keywords)
    ):
        at = "first_strike_damage"
    acting = part.says(*_ACTING) or part.has("concept", "priority") or part.has("verb", "cast", "activate", "respond")
    if (
        at is None
        or not acting
        or not (part.has("modal_can") or part.says("is", "do", "does", "are"))
        or part.has("verb", "attack", "block")
    ):
        return False
    part.use(lambda i: (w := part.talk.words[i]).is_("moment") or w.is_("concept") or w.is_("keyword") or w.is_("noun", "damage", "step") or w.is_("verb")
             or w.is_("modal_can") or w.lower in _ACTING | {"between", "regular", "normal", "there", "players", "player", "save", "guy"})  # fmt: skip
    return builder.ask(part, Query("gets_priority", at=at))  # type: ignore[arg-type]


def _step_named(talk: Talk, i: int) -> str | None:
    sense = talk.words[i].sense("moment")
    entry = talk.lexicon.moments.get(sense.value) if sense is not None else None
    step = entry.get("step") if entry else None
    return str(step) if step == "first_strike_damage" else None


def _fight(builder: _Builder, part: _Part) -> bool:
    """ "does first strike matter in a fight?", "does deathtouch work when fighting": two creatures that show the rule."""
    if (
        not part.has("verb", "fight")
        or len(set(part.keywords)) != 1
        or not part.says("work", "works", "matter", "matters", "help", "helps", "apply", "count", "do", "does")
    ):
        return False
    keyword = part.keywords[0]
    if keyword not in {"first strike", "double strike", "deathtouch", "lifelink", "trample", "indestructible"}:
        return False
    mine = builder.creature(keyword, "you", (2, 2) if keyword != "double strike" else (2, 5))
    theirs = builder.creature(
        "", "opp", (2, 2) if keyword in {"first strike", "lifelink"} else (1, 1) if keyword == "trample" else (3, 4)
    )
    builder.events.append(Event("fight", (mine,), (theirs,)))
    query = {
        "first strike": Query("survives", (mine,)), "double strike": Query("dies", (theirs,)), "deathtouch": Query("dies", (theirs,)),
        "lifelink": Query("life_gained", (mine,), n=2), "trample": Query("damage_to_player", (mine,), n=1, who="opp", bound="at_most"),
        "indestructible": Query("survives", (mine,)),
    }[keyword]  # fmt: skip
    part.use_common()
    part.use(lambda i: part.talk.words[i].is_("verb"))
    return builder.ask(part, query)


def _trample_defends(builder: _Builder, part: _Part) -> bool:
    """ "trample on my blocker, excess to the attacker's controller?"."""
    if set(part.keywords) != {"trample"} or part.says("blocked", "its", "removed", "killed", "dies", "sacrificed"):
        return False
    defends = (
        part.has("noun", "blocker")
        or part.says("blocking", "defense", "defence", "defending")
        or (part.has("verb", "block") and not part.has("noun", "attacker") and not part.says("blocked"))
    )
    beyond = (
        part.has("noun", "excess", "damage")
        or part.has("to_player")
        or part.says("work", "works", "over", "through", "anything")
        or part.has("verb", "trample_over")
    )
    if not defends or not beyond or part.says("assign", "each", "all"):
        return False
    builder.active = "opp"
    attacker = builder.creature("", "opp")
    blocker = builder.creature("trample", "you")
    builder.events += [Event("attack", (attacker,)), Event("block", (blocker,), (attacker,))]
    part.use_common()
    part.use(lambda i: (w := part.talk.words[i]).is_("noun") or w.is_("to_player") or w.is_("verb", "trample_over", "block", "assign") or w.lower in {
        "blocking", "defense", "defence", "defending", "controller"})  # fmt: skip
    return builder.ask(part, Query("may_assign", (blocker,), ("opp",), value="rest_to_player"))


def _against_deathtouch(builder: _Builder, part: _Part) -> bool:
    """ "does indestructible survive deathtouch", "can you regenerate a creature hit by deathtouch"."""
    names = part.keywords
    touch = (
        "deathtouch" in names
        or "deathtouch" in part.before
        or any(o.id.startswith("creature-with-deathtouch") for o in builder.objects)
    )
    regenerate = part.has("verb", "regenerate") or part.says("regeneration")
    shield = next((k for k in names if k in _SHIELDS), None)
    odd = [k for k in names if k not in {*_SHIELDS, "deathtouch"}]
    if not touch or odd or (shield is None and not regenerate):
        return False
    if part.has("negation") or not (part.has("verb", *_KILLING) or part.says(*_STOPPING)):
        return False
    source = next(
        (o.id for o in builder.objects if o.id.startswith("creature-with-deathtouch")), None
    ) or builder.creature("deathtouch", "opp")
    victim = builder.creature(shield or "", "you")
    builder.events.append(Event("damage", (victim,), by=source))
    part.use_common()
    if regenerate:
        return builder.ask(part, Query("can_regenerate", (victim,), (source,)))
    if part.says(*_STOPPING) or part.has("verb", "survive"):
        return builder.ask(part, Query("survives", (victim,), (source,)))
    if part.has("verb", "die"):
        return builder.ask(part, Query("dies", (victim,), (source,)))
    return builder.ask(part, Query("destroys", (victim,), (source,)))
