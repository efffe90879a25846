"""What the lexicon's ability terms are, in the vocabulary of abilities."""

from __future__ import annotations

from typing import cast

from judgecall.cards.abilities import (
    Ability,
    BlockAdditional,
    CanBlockAsThough,
    CantAttack,
    CantBeBlocked,
    CantBlock,
    Card,
    Comparison,
    Filter,
    ForceAttack,
    ForceBlock,
    Keyword,
    Static,
)

_BY_POWER = "not blocked by power "
_BY_KIND = "not blocked "
_THIS = Filter(this=True)
_LANDWALKS = {
    "islandwalk": "Island",
    "swampwalk": "Swamp",
    "mountainwalk": "Mountain",
    "forestwalk": "Forest",
    "plainswalk": "Plains",
    "desertwalk": "Desert",
}
_SPELLED: dict[str, Ability] = {
    "unblockable": Static((CantBeBlocked(of=_THIS),)),
    "unblockable by rule": Static((CantBeBlocked(of=_THIS),)),
    "lure": Static((ForceBlock(attacker=_THIS),)),
    "must be blocked": Static((ForceBlock(attacker=_THIS, at_least=1),)),
    "blocks if able": Static((ForceBlock(blockers=_THIS),)),
    "attacks if able": Static((ForceAttack(of=_THIS),)),
    "attacks despite defender": Static((CanBlockAsThough(of=_THIS, what="no_defender"),)),
    "cant attack alone": Static((CantAttack(of=_THIS, alone=True),)),
    "cant block alone": Static((CantBlock(of=_THIS, alone=True),)),
    "blocks additional": Static((BlockAdditional(of=_THIS),)),
    "blocks any number": Static((BlockAdditional(of=_THIS, n=None),)),
    "three or more blockers": Static((CantBeBlocked(of=_THIS, fewer_than=3),)),
    "blocks only flyers": Static((CantBlock(of=_THIS, only=Filter(keywords=("flying",))),)),
    "goaded": Static((ForceAttack(of=_THIS, goad=True, whom="not:opp"),)),
    "two or more blockers": Static((CantBeBlocked(of=_THIS, fewer_than=2),)),
    "one blocker at most": Static((CantBeBlocked(of=_THIS, more_than=1),)),
    "nonbasic landwalk": Keyword("landwalk", of=Filter(types=("land",), not_supertypes=("basic",))),
    "legendary landwalk": Keyword("landwalk", of=Filter(types=("land",), supertypes=("legendary",))),
}


def ability(term: str) -> Ability:
    """The ability that a term of the lexicon's keywords.toml stands for."""
    if term.startswith(_BY_POWER):
        how, n = term.removeprefix(_BY_POWER).split()
        by = Filter(types=("creature",), power=(cast(Comparison, how), int(n)))
        return Static((CantBeBlocked(of=_THIS, by=by),))
    if term.startswith(_BY_KIND):
        how, what, value = term.removeprefix(_BY_KIND).split(maxsplit=2)
        kinds = {
            "subtype": Filter(types=("creature",), subtypes=(value,)),
            "keyword": Filter(types=("creature",), keywords=(value,)),
            "color": Filter(types=("creature",), colors=(value,)),
            "type": Filter(types=("creature",), and_types=(value,)),
        }
        kind = kinds[what]
        return Static((CantBeBlocked(_THIS, except_by=kind) if how == "except" else CantBeBlocked(_THIS, by=kind),))
    if term in _SPELLED:
        return _SPELLED[term]
    if term in _LANDWALKS:
        return Keyword("landwalk", of=Filter(subtypes=(_LANDWALKS[term],)))
    return Keyword(term)


def under_condition(card: Card | None, told: Ability) -> bool:
    """Whether the card itself has such an ability as long as something is so ("… unless you control another Ally"): its own text decides."""
    return (
        card is not None
        and isinstance(told, Static)
        and any(
            isinstance(own, Static) and own.condition is not None and set(told.effects) & set(own.effects)
            for face in card.faces
            for own in face.abilities
        )
    )


def protection(quality: str) -> Ability:
    """Protection from a colour (its letter), from creatures, artifacts ("type artifact"), everything, or from something that wasn't said ("?") (CR 702.16)."""
    if quality == "?":
        return Keyword("protection")
    if quality == "creature":
        return Keyword("protection", of=Filter(types=("creature",)))
    if quality == "everything":
        return Keyword("protection", of=Filter())
    kind, _, named = quality.partition(" ")
    if kind == "type":
        return Keyword("protection", of=Filter(types=(named,)))
    if kind == "subtype":
        return Keyword("protection", of=Filter(subtypes=(named,)))
    return Keyword("protection", of=Filter(colors=(named or quality,)))
