"""Protection from qualities that are looked up elsewhere, and landwalk of a chosen type (CR 702.14, 702.16)."""

from __future__ import annotations

from judgecall.cards.abilities import Filter, Grant, Keyword, Named
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

for _what, _phrases in {
    "its_own_colors": ("its colors", "each of its colors"),
    "color_of_your_permanents": ("the colors of permanents you control",),
    "color_of_target": ("each of that creature 's colors",),
    "color_of_that_spell": ("each of that spell 's colors",),
    "mana_value_other_than_number": ("each mana value other than the chosen number",),
    "mana_value_of_quality": ("each mana value of the chosen quality",),
    "mana_value_among_yours": ("each mana value among (artifacts|creatures|permanents) you control",),
    "card_type_of_exiled": ("each of the exiled card 's card types",),
    "your_choice_card_type": ("the card type of your choice",),
    "card_type": ("the chosen card type",),
    "name": ("the chosen card name",),
    "player": ("that player",),
    "not_commanders_colors": ("each color that 's not in your commander 's color identity",),
    "most_voted": ("each color with the most votes or tied for most votes",),
}.items():
    production("from_what", *_phrases)(lambda w=_what: Filter(chosen=w))


@production("effect", "<o:group> gain protection from the colors of <t:chosen> until end of turn")
def _from_colors_of_target(o: Filter, t: Filter) -> Effects:
    protection = Keyword("protection", of=Filter(chosen="color_of_target"))
    return Named("choose", of=t), Grant(o, (protection,), until_end_of_turn=True)


@production("keyword", "landwalk of the chosen type", "landwalk of that type", "landwalk of the last chosen type")
def _chosen_landwalk() -> Keyword:
    return Keyword("landwalk", of=Filter(types=("land",), chosen="type"))


@production("keyword", "snow landwalk of the chosen type")
def _snow_landwalk() -> Keyword:
    return Keyword("landwalk", of=Filter(types=("land",), supertypes=("snow",), chosen="type"))


@production("keyword", "landwalk of your choice")
def _landwalk_of_choice() -> Keyword:
    return Keyword("landwalk", of=Filter(types=("land",), chosen="your_choice_type"))


@production("keyword", "landwalk of each of the land types of the sacrificed land")
def _landwalk_of_sacrificed() -> Keyword:
    return Keyword("landwalk", of=Filter(types=("land",), chosen="type_of_sacrificed"))


@production("quality", "(that share|that shares) a creature type with (it|him|her)")
def _sharing() -> Fields:
    return {"state": ("shares_creature_type_with_it",)}
