"""What static abilities give to spells, and what they cost (CR 601.2f, 702)."""

from __future__ import annotations

from judgecall.cards.abilities import Ability, Amount, Condition, CostChange, Filter, Grant, Keyword, Static
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields
from judgecall.cards.compile.x_left import replace_x


@production("static_clause", "<s:spells_cast> (have|has) <g:granted>", "each <s:spells_cast> has <g:granted>")
def _spells_have(s: Filter, g: tuple[Ability, ...]) -> Effects | None:
    keywords = all(isinstance(ability, Keyword) for ability in g)
    return (Grant(s, g),) if keywords and s.controller != "any" else None


for _zone, _phrase in (
    ("graveyard", "from your graveyard"),
    ("exile", "from exile"),
    ("hand", "from your hand"),
    ("not_hand", "from anywhere other than your hand"),
    ("library", "from the top of your library"),
):
    production("spells_cast", f"<c:core> you cast {_phrase}")(
        lambda c, z=_zone: (
            Filter(**(c | {"controller": "you", "state": (*c.get("state", ()), f"cast_from_{z}")}))
            if c.get("zone") == "stack"
            else None
        )
    )


def _ordinal_state(c: Fields, ordinal: str) -> str:
    """Of "the first spell" no spell was cast before; of "the first artifact spell" no artifact spell."""
    plain = set(c) <= {"types", "zone"} and c.get("types") == ("spell",)
    return f"{ordinal}_cast_this_turn" if plain else f"{ordinal}_such_cast_this_turn"


for _ordinal in ("first", "second", "third"):
    production("spells_cast", f"the {_ordinal} <c:core> you cast each turn")(
        lambda c, n=_ordinal: (
            Filter(**(c | {"controller": "you", "state": (*c.get("state", ()), _ordinal_state(c, n))}))
            if c.get("zone") == "stack"
            else None
        )
    )


@production("spells_cast", "<c:core> you cast of the chosen type")
def _chosen_type(c: Fields) -> Filter | None:
    return Filter(**(c | {"controller": "you", "chosen": "type"})) if c.get("zone") == "stack" else None


@production("static_clause", "<s:spells_targeting> cost* <m:mana_cost> more to cast")
def _targeting_cost_more(s: tuple[Filter, Filter], m: str) -> Effects:
    return (CostChange(s[0], m, increase=True, if_targets=s[1]),)


@production("static_clause", "<s:spells_targeting> cost* <m:mana_cost> less to cast")
def _targeting_cost_less(s: tuple[Filter, Filter], m: str) -> Effects:
    return (CostChange(s[0], m, if_targets=s[1]),)


@production(
    "spells_targeting",
    "<c:core> (your opponents|opponents) cast that target* <o:targeted_by>",
    "<c:core> (your opponents|opponents) cast that target* <g:group>",
)
def _opponents_targeting(c: Fields, o: Filter | None = None, g: Filter | None = None) -> tuple[Filter, Filter] | None:
    at = o or g
    return (Filter(**(c | {"controller": "opponent"})), at) if c.get("zone") == "stack" and at else None


@production(
    "spells_targeting", "<c:core> you cast that target* <o:targeted_by>", "<c:core> you cast that target* <g:group>"
)
def _yours_targeting(c: Fields, o: Filter | None = None, g: Filter | None = None) -> tuple[Filter, Filter] | None:
    at = o or g
    return (Filter(**(c | {"controller": "you"})), at) if c.get("zone") == "stack" and at else None


@production("static_clause", "<a:core> and <b:core> you cast cost <m:mana_cost> less to cast")
def _two_kinds_less(a: Fields, b: Fields, m: str) -> Effects | None:
    if a.get("zone") != "stack" or b.get("zone") != "stack":
        return None
    kinds = tuple(Filter(**c) for c in (a, b))
    return (CostChange(Filter(zone="stack", controller="you", alternatives=kinds), m),)


_NUMBERS_OF_A_SPELL = frozenset({"mana_value", "mana_value_of", "power", "power_of", "toughness", "toughness_of"})


@production("spells_cast", "<c:core> you cast <q:quality>", "<c:core> you cast from your <h:hand_word> <q:quality>")
def _of_some_size(c: Fields, q: Fields, h: bool = False) -> Filter | None:
    """ "Spells you cast with mana value 4 or greater"."""
    if c.get("zone") != "stack" or not set(q) <= _NUMBERS_OF_A_SPELL or set(q) & set(c):
        return None
    state = (*c.get("state", ()), "cast_from_hand") if h else c.get("state", ())
    return Filter(**(c | q | {"controller": "you", "state": state}))


for _ordinal in ("first", "second", "third"):
    production("spells_cast", f"the {_ordinal} <c:core> you cast with {{X}} in its mana cost each turn")(
        lambda c, n=_ordinal: (
            Filter(
                **(c | {"controller": "you", "state": (*c.get("state", ()), "x_in_cost", f"{n}_such_cast_this_turn")})
            )
            if c.get("zone") == "stack"
            else None
        )
    )


@production("static_clause", "<s:spells_cast> cost* <m:mana_cost> less to cast <e:each>")
def _less_for_each(s: Filter, m: str, e: Amount) -> Effects | None:
    return (CostChange(s, m, per=e),) if s.controller == "you" else None


@production("static_line", "During your turn , <c:static_clauses> , where X is <q:quantity> [.]")
def _in_your_turn(c: Effects, q: Amount) -> Static:
    return Static(replace_x(c, q), condition=Condition("your_turn"))
