"""Keyword abilities (CR 702): the lists of names, and lines made only of keywords."""

from __future__ import annotations

from judgecall.cards.abilities import Cost, Filter, Keyword
from judgecall.cards.compile.grammar import production, word_rule
from judgecall.cards.compile.nouns import Fields
from judgecall.cards.compile.text import Word

PLAIN = (
    "deathtouch", "defender", "double strike", "first strike", "flash", "flying", "haste", "hexproof", "indestructible",
    "intimidate", "lifelink", "reach", "shroud", "trample", "vigilance", "banding", "flanking", "phasing", "shadow",
    "horsemanship", "fear", "provoke", "storm", "sunburst", "epic", "convoke", "haunt", "split second", "delve", "gravestorm",
    "changeling", "hideaway", "conspire", "persist", "wither", "retrace", "exalted", "cascade", "rebound", "umbra armor",
    "totem armor", "infect", "battle cry", "living weapon", "undying", "soulbond", "unleash", "cipher", "evolve", "extort", "fuse",
    "dethrone", "hidden agenda", "double agenda", "prowess", "exploit", "menace", "devoid", "ingest", "myriad", "skulk", "melee",
    "partner", "undaunted", "improvise", "aftermath", "ascend", "assist", "jump-start", "mentor", "riot", "demonstrate",
    "daybound", "nightbound", "decayed", "training", "compleated", "enlist", "read ahead", "ravenous", "space sculptor",
    "living metal", "for mirrodin!", "bargain", "spree", "start your engines!", "job select", "tiered", "station",
    "increment", "paradigm", "choose a background", "doctor's companion", "friends forever", "persevere", "delirious",
    "infinity", "umbra", "trample over planeswalkers", "double team", "storied", "mayhem", "vanishing", "partner — friends forever", "partner — character select",
    "partner — survivors", "champion", "offering", "landwalk", "nonbasic landwalk", "poisonous", "gift",
)  # fmt: skip
"""Keywords that can stand alone."""

NUMBERED = (
    "rampage", "fading", "amplify", "modular", "bushido", "soulshift", "dredge", "bloodthirst", "graft", "ripple", "vanishing",
    "absorb", "frenzy", "poisonous", "hideaway", "devour", "annihilator", "tribute", "renown", "crew", "fabricate", "afflict",
    "afterlife", "casualty", "toxic", "backup", "saddle", "mobilize", "firebending", "starting intensity", "ravenous", "teamwork",
)  # fmt: skip
"""Keywords with a number."""

COSTED = (
    "equip", "ward", "cumulative upkeep", "buyback", "cycling", "echo", "kicker", "multikicker", "flashback", "madness", "morph",
    "megamorph", "entwine", "ninjutsu", "commander ninjutsu", "transmute", "replicate", "forecast", "recover", "aura swap", "fortify",
    "transfigure", "evoke", "prowl", "unearth", "level up", "miracle", "overload", "scavenge", "bestow", "outlast", "dash", "surge",
    "emerge", "escalate", "embalm", "eternalize", "spectacle", "escape", "encore", "foretell", "disturb", "cleave", "reconfigure",
    "blitz", "squad", "prototype", "more than meets the eye", "disguise", "plot", "freerunning", "offspring", "harmonize", "warp",
    "mayhem", "web-slinging", "sneak", "mutate", "basic landcycling", "landcycling", "specialize", "craft", "augment",
)  # fmt: skip
"""Keywords with a cost."""

NUMBER_AND_COST = ("suspend", "reinforce", "awaken", "impending")

_LANDWALKS = {"plainswalk": "Plains", "islandwalk": "Island", "swampwalk": "Swamp", "mountainwalk": "Mountain", "forestwalk": "Forest", "desertwalk": "Desert"}  # fmt: skip


def _phrase(name: str) -> str:
    return name.replace("'s", " 's")


for _name in PLAIN:
    production("keyword_name", _phrase(_name))(lambda n=_name: "umbra armor" if n == "totem armor" else n)
    production("keyword", _phrase(_name))(lambda n=_name: Keyword("umbra armor" if n == "totem armor" else n))

for _name in NUMBERED:
    production("keyword", f"{_name} <n:digits>")(lambda n, k=_name: Keyword(k, n=n))
    production("keyword", f"{_name} X")(lambda k=_name: Keyword(k, n=None, cost="X"))

for _name in COSTED:
    production("keyword", f"{_name} <m:mana_cost>")(lambda m, k=_name: Keyword(k, cost=m))
    production("keyword_line", f"{_name} — <c:cost> [.]")(lambda c, k=_name: _costed(k, c))

for _name in NUMBER_AND_COST:
    production("keyword", f"{_name} <n:digits> — <m:mana_cost>")(lambda n, m, k=_name: Keyword(k, n=n, cost=m))
    production("keyword", f"{_name} X — <m:mana_cost>")(lambda m, k=_name: Keyword(k, cost=m))


def _costed(name: str, cost: Cost) -> Keyword:
    if cost == Cost(mana=cost.mana):
        return Keyword(name, cost=cost.mana)
    return Keyword(name, cost=cost.mana, full_cost=cost)


@production("keyword_names", "<k:keyword_name>", "<k:keyword_name> and <j:keyword_name>")
def _keyword_names(k: str, j: str = "") -> tuple[str, ...]:
    return (k, j) if j else (k,)


@word_rule("landwalk")
def _landwalk(word: Word) -> str | None:
    return _LANDWALKS.get(word.low)


@production("keyword", "<l:landwalk>")
def _plain_landwalk(l: str) -> Keyword:  # noqa: E741
    return Keyword("landwalk", of=Filter(types=("land",), subtypes=(l,)))


@production("keyword_name", "<l:landwalk>")
def _landwalk_name(l: str) -> str:  # noqa: E741
    return l.lower() + "walk" if l != "Plains" else "plainswalk"


@production("keyword", "nonbasic landwalk")
def _nonbasic_landwalk() -> Keyword:
    return Keyword("landwalk", of=Filter(types=("land",), not_supertypes=("basic",)))


@production("keyword", "legendary landwalk")
def _legendary_landwalk() -> Keyword:
    return Keyword("landwalk", of=Filter(types=("land",), supertypes=("legendary",)))


for _kind in ("artifact", "enchantment"):
    production("keyword", f"{_kind} landwalk")(
        lambda k=_kind: Keyword("landwalk", of=Filter(types=("land",), and_types=(k,)))
    )


@production("keyword", "snow landwalk")
def _snow_landwalk() -> Keyword:
    return Keyword("landwalk", of=Filter(types=("land",), supertypes=("snow",)))


@production("keyword", "snow <l:landwalk>")
def _snow_typed_landwalk(l: str) -> Keyword:  # noqa: E741
    return Keyword("landwalk", of=Filter(types=("land",), subtypes=(l,), supertypes=("snow",)))


# ------------------------------------------------------------------ protection and hexproof from (CR 702.11, 702.16)


@production("from_what", "<c:colorish>")
def _from_color(c: str) -> Filter:
    return Filter(colors=(c,))


@production("from_what", "each color", "all colors")
def _from_all_colors() -> Filter:
    return Filter(colors=("W", "U", "B", "R", "G"))


@production("from_what", "each of (your opponents|its controller 's opponents)", "each opponent", "your opponents")
def _from_opponents() -> Filter:
    return Filter(controller="opponent")


@production("from_what", "everything")
def _from_everything() -> Filter:
    return Filter()


@production("from_what", "the chosen <c:chosen_quality>")
def _from_chosen(c: str) -> Filter:
    return Filter(chosen=c)


for _quality in ("color", "type", "name", "player"):
    production("chosen_quality", _quality)(lambda q=_quality: q)


@production("from_what", "<c:core>")
def _from_core(c: Fields) -> Filter:
    return Filter(**c)


@production("from_what", "the color of your choice")
def _from_choice() -> Filter:
    return Filter(chosen="your_choice_color")


@production("keyword", "protection from <w:from_what>")
def _protection(w: Filter) -> Keyword:
    return Keyword("protection", of=w)


@production("keyword", "hexproof from <w:from_what>")
def _hexproof_from(w: Filter) -> Keyword:
    return Keyword("hexproof", of=w)


@production(
    "keywords",
    "protection from <a:from_what> and from <b:from_what>",
    "protection from <a:from_what> , from <c:from_what> , and from <b:from_what>",
)
def _protections(a: Filter, b: Filter, c: Filter | None = None) -> tuple[Keyword, ...]:
    return tuple(Keyword("protection", of=w) for w in (a, c, b) if w is not None)


@production("keywords", "hexproof from <a:from_what> and from <b:from_what>")
def _hexproofs(a: Filter, b: Filter) -> tuple[Keyword, ...]:
    return (Keyword("hexproof", of=a), Keyword("hexproof", of=b))


# ------------------------------------------------------------------ keywords that name objects


@production("keyword", "affinity for <c:core>")
def _affinity(c: Fields) -> Keyword:
    return Keyword("affinity", of=Filter(**c))


@production("keyword", "enchant <c:core>")
def _enchant(c: Fields) -> Keyword:
    return Keyword("enchant", of=Filter(**c))


@production("keyword", "enchant <c:core_elsewhere>", "enchant <c:kind_of_card> in a graveyard")
def _enchant_card(c: Fields) -> Keyword:
    return Keyword("enchant", of=Filter(**(c | {"zone": "graveyard"})))


@production("core_elsewhere", "<c:kind_of_card> in your graveyard")
def _core_in_graveyard(c: Fields) -> Fields:
    return c | {"controller": "you"}


@production("keyword", "enchant player")
def _enchant_player() -> Keyword:
    return Keyword("enchant", of=Filter(types=("player",)))


@production("keyword", "enchant opponent")
def _enchant_opponent() -> Keyword:
    return Keyword("enchant", of=Filter(types=("player",), controller="opponent"))


@production("keyword", "equip <c:core> <m:mana_cost>")
def _equip_some(c: Fields, m: str) -> Keyword:
    return Keyword("equip", cost=m, of=Filter(**c))


@production("keyword", "<s:subtype> offering")
def _offering(s: str) -> Keyword:
    return Keyword("offering", of=Filter(subtypes=(s,)))


@production("keyword", "champion (a|an) <c:core>")
def _champion(c: Fields) -> Keyword:
    return Keyword("champion", of=Filter(**c))


@production("keyword", "partner with <n:proper_name>", "partner — <n:proper_name>")
def _partner_with(n: str) -> Keyword:
    return Keyword("partner with", of=Filter(names=(n,)))


@production("keyword", "splice onto Arcane <m:mana_cost>")
def _splice(m: str) -> Keyword:
    return Keyword("splice", cost=m, of=Filter(subtypes=("Arcane",)))


@production("keyword", "splice onto instant or sorcery <m:mana_cost>")
def _splice_more(m: str) -> Keyword:
    return Keyword("splice", cost=m, of=Filter(types=("instant", "sorcery")))


@production("keyword", "kicker <a:mana_cost> and/or <b:mana_cost>")
def _two_kickers(a: str, b: str) -> Keyword:
    return Keyword("kicker", cost=a + " and/or " + b)


@production("keyword", "<s:subtype> 's prize", "suspend")
def _bare_suspend(s: str = "") -> Keyword | None:
    return None if s else Keyword("suspend")


@word_rule("typecycling")
def _typecycling(word: Word) -> str | None:
    low = word.low
    return low if low.endswith("cycling") and low not in ("cycling", "landcycling") else None


@production("keyword", "<t:typecycling> <m:mana_cost>", "artifact landcycling <m:mana_cost>")
def _type_cycling(m: str, t: str = "artifact landcycling") -> Keyword:
    return Keyword(t, cost=m)


@production(
    "keyword",
    "gift a <g:any_word>",
    "gift a <h:any_word> <g:any_word>",
    "gift an <h:any_word> <g:any_word>",
    "gift a tapped Fish",
)
def _gift(g: str = "tapped fish", h: str = "") -> Keyword:
    return Keyword(f"gift a {h} {g}".replace("  ", " "))


@production(
    "keyword_line",
    "craft with <c:core> <m:mana_cost>",
    "craft with <n:int> <c:core> <m:mana_cost>",
    "craft with <n:int> or more <c:core> <m:mana_cost>",
)
def _craft(c: Fields, m: str, n: int = 1) -> Keyword:
    return Keyword("craft", n=n, cost=m, of=Filter(**c))


@production("keyword_line", "companion — <:spend_words> [.]")
def _companion() -> Keyword:
    return Keyword("companion")


@production("keyword_line", "strive — ~ costs <m:mana_cost> more to cast for each target beyond the first [.]")
def _strive(m: str) -> Keyword:
    return Keyword("strive", cost=m)


@production("keyword_line", "prototype <m:mana_cost> — <p:base_pt>")
def _prototype(m: str, p: tuple[str, str]) -> Keyword:
    return Keyword("prototype", cost=m, pt="/".join(p))


@production("keyword_line", "bands with other <c:core>")
def _bands(c: Fields) -> Keyword:
    return Keyword("bands with other", of=Filter(**c))


@production("keywords", "<k:keyword>")
def _one(k: Keyword) -> tuple[Keyword, ...]:
    return (k,)


@production("keyword_row", "<k:keywords>", "<k:keywords> (,|;|, and|and) <rest:keyword_row>")
def _row(k: tuple[Keyword, ...], rest: tuple[Keyword, ...] = ()) -> tuple[Keyword, ...]:
    """ "Flying, vigilance": as on a line of its own, or granted ("has flying and haste")."""
    return k + rest


@production("keywords_line", "<k:keyword_row> [.]")
def _line(k: tuple[Keyword, ...]) -> tuple[Keyword, ...]:
    return k


@production("keywords_line", "<k:keyword_line>", "<row:keyword_row> (,|;) <k:keyword_line>")
def _costed_line(k: Keyword, row: tuple[Keyword, ...] = ()) -> tuple[Keyword, ...]:
    return (*row, k)
