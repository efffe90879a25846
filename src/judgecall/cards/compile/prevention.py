"""Preventing damage by what deals it, or to players (CR 615)."""

from __future__ import annotations

from judgecall.cards.abilities import DamageRule, Filter
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

_NOTHING = Filter(types=("none",))


@production("prevented_kind", "Prevent all combat damage that would be dealt")
def _combat() -> bool:
    return True


@production("prevented_kind", "Prevent all damage that would be dealt")
def _any() -> bool:
    return False


@production("prevented_source", "by <g:group>")
def _by_group(g: Filter) -> Filter:
    return g


@production("prevented_source", "by <c:source_words>")
def _by_sources(c: Filter) -> Filter:
    return c


@production("source_words", "<t:type> sources")
def _typed_sources(t: str) -> Filter:
    return Filter(types=(t,))


@production("source_words", "<c:colorish> sources")
def _colored_sources(c: str) -> Filter:
    return Filter(colors=(c,))


@production("source_words", "sources of the chosen color")
def _chosen_sources() -> Filter:
    return Filter(chosen="color")


@production("source_words", "sources you don't control")
def _their_sources() -> Filter:
    return Filter(controller="opponent")


@production("source_words", "sources of the color of your choice")
def _sources_of_choice() -> Filter:
    return Filter(chosen="your_choice_color")


@production("static_clause", "<k:prevented_kind> to <o:subject> <s:prevented_source>")
def _to_from(k: bool, o: Filter, s: Filter) -> Effects:
    return (DamageRule(o, "prevent_to_from", combat_only=k, by=s),)


@production(
    "turn_clause",
    "<k:prevented_kind> to <o:object> this turn <s:prevented_source>",
    "<k:prevented_kind> to <o:object> <s:prevented_source> this turn",
)
def _to_from_this_turn(k: bool, o: Filter, s: Filter) -> Effects:
    return (DamageRule(o, "prevent_to_from", combat_only=k, by=s, until_end_of_turn=True),)


@production("turn_clause", "<k:prevented_kind> to and dealt by <o:object> this turn")
def _to_and_by_this_turn(k: bool, o: Filter) -> Effects:
    rules = ("prevent_all_to", "prevent_all_by")
    return tuple(DamageRule(o, rule, combat_only=k, until_end_of_turn=True) for rule in rules)


@production("protected", "you")
def _you() -> tuple[str, Filter]:
    return "you", _NOTHING


@production("protected", "players")
def _players() -> tuple[str, Filter]:
    return "each_player", _NOTHING


@production("protected", "you and <c:core>")
def _you_and(c: Fields) -> tuple[str, Filter]:
    return "you", Filter(**c)


@production("static_clause", "<k:prevented_kind> to <p:protected> [<s:prevented_source>]")
def _to_player(k: bool, p: tuple[str, Filter], s: Filter | None = None) -> Effects:
    return (DamageRule(p[1], "prevent_to_players", combat_only=k, by=s, players=p[0]),)


@production("turn_clause", "<k:prevented_kind> to <p:protected> this turn [<s:prevented_source>]")
def _to_player_this_turn(k: bool, p: tuple[str, Filter], s: Filter | None = None) -> Effects:
    return (DamageRule(p[1], "prevent_to_players", combat_only=k, by=s, players=p[0], until_end_of_turn=True),)
