"""Mana: adding it, spending it, and what changes it (CR 106, 605)."""

from __future__ import annotations

from typing import Any

import msgspec

from judgecall.cards.abilities import AddMana, Amount, Filter, MultiplyMana, SubstituteMana
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields


@production("mana_options", "<m:mana_letters>")
def _letters(m: str) -> tuple[str, ...]:
    return (m,)


@production(
    "mana_options",
    "<a:mana_letters> or <b:mana_letters>",
    "<a:mana_letters> , <b:mana_letters> , or <c:mana_letters>",
    "<a:mana_letters> , <b:mana_letters> , <c:mana_letters> , or <d:mana_letters>",
    "<a:mana_letters> , <b:mana_letters> , <c:mana_letters> , <d:mana_letters> , or <e:mana_letters>",
)
def _either(a: str, b: str, c: str = "", d: str = "", e: str = "") -> tuple[str, ...]:
    return tuple(x for x in (a, b, c, d, e) if x)


# ------------------------------------------------------------------ "one mana of any color", and its kin


@production("mana_quality", "of a color of your choice")
def _color_of_choice() -> Fields:
    return {"options": ("any_color",)}


@production("mana_quality", "of any [one] color")
def _any_color() -> Fields:
    return {"options": ("any_color",)}


@production("mana_quality", "in any combination of colors")
def _any_combination() -> Fields:
    return {"options": ("any_combination",)}


@production(
    "mana_quality",
    "in any combination of <a:mana_letter> and/or <b:mana_letter>",
    "in any combination of <a:mana_letter> , <c:mana_letter> , and/or <b:mana_letter>",
)
def _some_combination(a: str, b: str, c: str = "") -> Fields:
    return {"options": (f"any_combination:{a}{c}{b}",)}


@production("mana_quality", "of the chosen color", "of that color")
def _chosen() -> Fields:
    return {"options": ("chosen_color",)}


@production(
    "mana_quality",
    "of any color in your commander 's color identity",
    "of any color in your commanders ' color identity",
)
def _identity() -> Fields:
    return {"options": ("any_color_identity",)}


@production("mana_quality", "of any type that a land you control could produce")
def _type_yours() -> Fields:
    return {"options": ("any_type_yours",)}


@production("mana_quality", "of any color that a land you control could produce")
def _color_yours() -> Fields:
    return {"options": ("any_color_yours",)}


@production("mana_quality", "of any color that a land an opponent controls could produce")
def _color_opponents() -> Fields:
    return {"options": ("any_color_opponents",)}


@production("mana_quality", "of any type that a land an opponent controls could produce")
def _type_opponents() -> Fields:
    return {"options": ("any_type_opponents",)}


@production("mana_quality", "of any color that <o:some_source> could produce")
def _color_of_some(o: Filter) -> Fields:
    return {"options": ("any_color_could",), "among": o}


@production("mana_quality", "of any type that <o:some_source> could produce")
def _type_of_some(o: Filter) -> Fields:
    return {"options": ("any_type_could",), "among": o}


@production("mana_quality", "of any type the sacrificed land could produce")
def _type_of_sacrificed() -> Fields:
    return {"options": ("any_type_could",), "among": Filter(types=("land",), ref="cost")}


@production("some_source", "(a|an) <c:core>")
def _some_source(c: Fields) -> Filter:
    return Filter(**c)


@production("mana_quality", "of any [one] color among <o:group>")
def _among(o: Filter) -> Fields:
    return {"options": ("any_color_among",), "among": o}


@production("mana_quality", "of any type that (land|permanent) produced", "of any type (it|~) produced")
def _produced() -> Fields:
    return {"options": ("any_type_produced",)}


@production("mana_quality", "of any of the exiled card 's colors", "of any of the exiled cards ' colors")
def _imprinted() -> Fields:
    return {
        "options": ("any_color_among",),
        "among": Filter(types=("card",), zone="exile", state=("exiled_with_this",)),
    }


@production("add_what", "<n:number> mana <q:mana_quality>")
def _mana_of(n: Amount, q: Fields) -> Fields:
    return q | {"amount": n}


@production("add_what", "an amount of mana <q:mana_quality> equal to <n:quantity>")
def _mana_amount(n: Amount, q: Fields) -> Fields:
    return q | {"amount": n}


@production("add_what", "<o:mana_options>")
def _symbols(o: tuple[str, ...]) -> Fields:
    return {"options": o}


@production("add_what", "<o:mana_options> or one mana <q:mana_quality>")
def _symbols_or(o: tuple[str, ...], q: Fields) -> Fields | None:
    return {"options": (*o, *q["options"])} if set(q) == {"options"} else None


@production("add_what", "<o:mana_letters> <e:each>")
def _symbols_each(o: str, e: Amount) -> Fields:
    return {"options": (o,), "amount": e}


@production("add_what", "one mana <q:mana_quality> <e:each>")
def _quality_each(q: Fields, e: Amount) -> Fields:
    """ "One mana of any color for each …": each of any color, not all of one."""
    several = {"options": ("any_combination",)} if q == {"options": ("any_color",)} else q
    return several | {"amount": e}


@production(
    "add_what",
    "an amount of <o:mana_letter> equal to <n:quantity>",
    "X mana of <o:mana_letter> , where X is <n:quantity>",
)
def _equal(o: str, n: Amount) -> Fields:
    return {"options": (o,), "amount": n}


@production("add_what", "an additional <o:mana_options>", "an additional <w:add_what>")
def _additional(o: tuple[str, ...] = (), w: Fields | None = None) -> Fields:
    return w or {"options": o}


@production("add_what", "one additional mana <q:mana_quality>", "<n:int> additional mana <q:mana_quality>")
def _additional_of(q: Fields, n: int = 1) -> Fields:
    return q | {"amount": Amount(base=n)}


@production("add_what", "<n:number> additional <o:mana_letter>")
def _additional_number(n: Amount, o: str) -> Fields:
    return {"options": (o,), "amount": n}


@production("adds", "add <w:add_what>")
def _adds(w: Fields) -> Fields:
    return w


@production("adds", "that player adds <w:add_what>")
def _that_player_adds(w: Fields) -> Fields:
    return w | {"who": "that_player"}


@production("adds", "its controller adds <w:add_what>", "(enchanted|equipped) creature 's controller adds <w:add_what>")
def _controller_adds(w: Fields) -> Fields:
    return w | {"who": "its_controller"}


@production("adds", "target player adds <w:add_what>")
def _target_adds(w: Fields) -> Fields:
    return w | {"who": "target_player"}


@production("adds", "you add <w:add_what>")
def _you_add(w: Fields) -> Fields:
    return w


# ------------------------------------------------------------------ what it may be spent on (CR 106.6)


@production("spend_on", "<w:spend_words>")
def _spend_on(w: str) -> str:
    return w


@production("spend_words", "<w:spend_word>", "<w:spend_word> <rest:spend_words>")
def _spend_words(w: str, rest: str = "") -> str:
    return f"{w} {rest}".strip()


def _spend_word(word: Any) -> str | None:
    return None if word.low in (".", '"', ":") else str(word.text)


from judgecall.cards.compile.grammar import word_rule as _word_rule  # noqa: E402

_word_rule("spend_word")(_spend_word)


@production("mana_tail", ". Spend this mana only <w:spend_words>", ". This mana can be spent only <w:spend_words>")
def _spend_only(w: str) -> Fields:
    for lead in ("to cast ", "on ", "to activate "):
        if w.startswith(lead):
            return {"spend_only": w.removeprefix("to cast ").removeprefix("on ")}
    return {"spend_only": w}


@production("mana_tail", ". (If that|When that|Whenever that|When you spend this) mana <w:spend_words>")
def _rider(w: str) -> Fields:
    return {"rider": w}


@production(
    "mana_tail",
    ". (If that|When that|When you spend this) mana <w:spend_words> . You may choose new targets for (the copy|that copy)",
)
def _rider_copy(w: str) -> Fields | None:
    """The copy is made as the mana is spent, so that its targets are chosen then too."""
    return {"rider": f"{w} , with new targets if you like"} if ", copy that " in w else None


@production("mana_tail", ", and that spell can't be countered")
def _uncounterable() -> Fields:
    return {"rider": "can't be countered"}


@production(
    "mana_tail",
    ". (Until end of turn|Until end of combat) , you don't lose this mana as steps and phases end",
    ". This mana doesn't empty from your mana pool until end of turn",
)
def _keep() -> Fields:
    return {"keep": True}


@production("mana_effect", "<a:adds>", "<a:adds> <t:mana_tail>", "<a:adds> <t:mana_tail> <u:mana_tail>")
def _mana_effect(a: Fields, t: Fields | None = None, u: Fields | None = None) -> AddMana:
    return AddMana(**(a | (t or {}) | (u or {})))


@production(
    "mana_effect",
    "choose a color . Add one mana of that color <e:each>",
    "choose a color . Add an amount of mana of that color equal to <e:color_quantity>",
)
def _one_color_each(e: Amount) -> AddMana:
    return AddMana(options=("any_color",), amount=e)


@production("color_quantity", "your devotion to that color")
def _devotion_to_chosen() -> Amount:
    """`*` stands for the colour of the mana itself."""
    return Amount(per="devotion", colors="*")


@production("mana_effect", "Add X mana <q:mana_quality> , where X is <n:quantity>")
def _x_mana(q: Fields, n: Amount) -> AddMana:
    return AddMana(**(q | {"amount": n}))


@production(
    "mana_effect",
    "double the amount of each type of unspent mana you have",
    "for each type of unspent mana you have , add one mana of that type",
)
def _double_pool() -> AddMana:
    return AddMana(options=("same_type",))


# ------------------------------------------------------------------ replacements (CR 106.12b)


@production("mana_static", "If you tap <w:watched> for mana , it produces <n:multiple> as much [of that mana] instead")
def _multiplied(w: Filter, n: int) -> MultiplyMana | None:
    return MultiplyMana(of=_yours(w), times=n)


@production(
    "mana_static", "If <w:watched> is tapped for mana , it produces <n:multiple> as much [of that mana] instead"
)
def _multiplied_any(w: Filter, n: int) -> MultiplyMana:
    return MultiplyMana(of=w, times=n)


@production("multiple", "twice")
def _twice() -> int:
    return 2


@production("multiple", "three times")
def _thrice() -> int:
    return 3


def _yours(w: Filter) -> Filter:
    return msgspec.structs.replace(w, controller="you") if w.controller == "any" else w


@production(
    "mana_static",
    "If <w:watched> is tapped for mana , it produces <o:mana_options> instead [of any other type and amount]",
)
def _substituted(w: Filter, o: tuple[str, ...]) -> SubstituteMana:
    return SubstituteMana(of=w, options=o)


@production("mana_static", "If <w:watched> is tapped for mana , it produces <o:mana_options> instead of any other type")
def _substituted_type(w: Filter, o: tuple[str, ...]) -> SubstituteMana:
    return SubstituteMana(of=w, options=o, keep_amount=True)


@production(
    "mana_static",
    "If <w:watched> is tapped for two or more mana , it produces <o:mana_options> instead of any other type and amount",
)
def _damped(w: Filter, o: tuple[str, ...]) -> SubstituteMana:
    return SubstituteMana(of=w, options=o, if_amount=2)


@production("mana_static", "If <w:watched> is tapped for mana , it produces <a:adds_quality> instead of any other type")
def _substituted_quality(w: Filter, a: Fields) -> SubstituteMana:
    return SubstituteMana(of=w, options=a["options"], keep_amount=True)


@production("adds_quality", "mana <q:mana_quality>", "<n:int> mana <q:mana_quality>")
def _adds_quality(q: Fields, n: int = 1) -> Fields:
    return q


@production(
    "mana_static",
    "If <w:watched> would produce mana , it produces <o:mana_letter> instead [of any other type]",
    "<w:watched> produce <o:mana_letter> instead of any other type",
)
def _contaminated(w: Filter, o: str) -> SubstituteMana:
    return SubstituteMana(of=w, options=(o,), keep_amount=True)


@production("mana_tapped", "if you tap <w:watched> for mana")
def _if_you_tap(w: Filter) -> Filter:
    return _yours(w)


@production("mana_tapped", "if a player taps <w:watched> for mana", "if <w:watched> is tapped for mana")
def _if_tapped(w: Filter) -> Filter:
    return w


@production("mana_turn", "until end of turn , <w:mana_tapped> , it produces <o:mana_letter> instead of any other type")
def _substituted_this_turn(w: Filter, o: str) -> SubstituteMana:
    return SubstituteMana(of=w, options=(o,), keep_amount=True, until_end_of_turn=True)


@production("mana_turn", "until end of turn , <w:mana_tapped> , it produces colorless mana instead of any other type")
def _colorless_this_turn(w: Filter) -> SubstituteMana:
    return SubstituteMana(of=w, options=("C",), keep_amount=True, until_end_of_turn=True)


@production(
    "mana_turn",
    "until end of turn , <w:mana_tapped> , it produces one mana <q:mana_quality> instead of any other type and amount",
)
def _one_of_this_turn(w: Filter, q: Fields) -> SubstituteMana:
    return SubstituteMana(of=w, options=q["options"], until_end_of_turn=True)


@production("mana_static", "<w:mana_tapped> , it produces colorless mana instead of any other type")
def _colorless(w: Filter) -> SubstituteMana:
    return SubstituteMana(of=w, options=("C",), keep_amount=True)


@production("add_what", "<n:number> <o:mana_letter>")
def _number_of_symbols(n: Amount, o: str) -> Fields:
    """ "six {G}"."""
    return {"options": (o,), "amount": n}
