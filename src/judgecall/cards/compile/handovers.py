"""Instructions on players, spells on the stack and cards from elsewhere: who gains control, what is copied, sought, conjured (CR 608.2)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    Ability,
    Amount,
    Comparison,
    Condition,
    CopySpell,
    Cost,
    CreateTokens,
    Delayed,
    Draw,
    Event,
    Filter,
    GainControl,
    IfDo,
    Lasting,
    Life,
    May,
    MayCast,
    Move,
    Named,
    PutOntoBattlefield,
    SubstituteMana,
)
from judgecall.cards.compile.amounts import attached_to
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.conditions import fact
from judgecall.cards.compile.deeds import described, unless_this
from judgecall.cards.compile.digging import to_cast
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields

_ONE = Amount(base=1)
_EARLIER = Filter(ref="earlier")
_ABILITY = Filter(types=("activated_ability",), zone="stack", ref="event")

# ------------------------------------------------------------------ players

for _who, _phrases in {
    "any_opponent": ("any opponent",),
    "that_player": ("that player", "the attacking player", "that attacking player", "that opponent"),
    "player_with_most_life": ("the player with the most life",),
    "player_with_most_cards": ("the player who has the most cards in hand",),
    "its_controller": ("that creature 's controller",),
}.items():
    production("receiver", *_phrases)(lambda w=_who: w)
production("player", "any opponent")(lambda: "any_opponent")
production("player", "the attacking player", "that attacking player")(lambda: "that_player")


production("receiver", "the player who controls the most <c:core>")(
    lambda c: f"player_with_most_{described(Filter(**c))}"
)


@production("effect", "<w:receiver> gains control of <o:object>")
def _gains_control(w: str, o: Filter) -> Effects:
    return (Named(f"gains_control:{w}", of=o),)


@production(
    "effect",
    "<w:receiver> gains control of <o:object> until end of combat",
    "have <w:receiver> gain control of <o:object> until end of combat",
)
def _gains_control_this_combat(w: str, o: Filter) -> Effects:
    return (Lasting(_gains_control(w, o), until="end_of_combat"),)


@production("effect", "gain control of <o:object> until the end of your next turn")
def _gain_longer(o: Filter) -> Effects:
    return (Lasting((GainControl(o),), until="end_of_your_next_turn"),)


@production("effect", "<w:receiver> becomes the monarch", "<w:player> becomes the monarch")
def _monarch(w: str) -> Effects:
    return (Named(f"become_monarch:{w}"),)


@production("effect", "they lose the game")
def _they_lose() -> Effects:
    return (Named("that_player_loses"),)


@production("effect", "<w:player> takes an extra turn after this one")
def _extra_turn(w: str) -> Effects:
    return (Named(f"extra_turn:{w}"),)


@production("effect", "(your life total|it) becomes <n:digits>")
def _life_becomes(n: int) -> Effects:
    return (Named("life_becomes", amount=Amount(base=n)),)


@production("effect", "(your life total|it) becomes equal to your starting life total")
def _life_starts_again() -> Effects:
    return (Named("life_becomes", amount=Amount(per="history", counter="your starting life total")),)


for _way in ("up", "down"):
    production("player_act", f"lose* half (their|your) life , rounded {_way}")(
        lambda w=_way: (Life(Amount(per="history", counter=f"half their life, rounded {w}"), gain=False, who="?"),)
    )


@production("player_act", "draw* an additional card")
def _additional_card() -> Effects:
    return (Draw(who="?"),)


@production("effect", "draw an additional card")
def _draw_additional() -> Effects:
    return (Draw(),)


@production("effect", "(get|gets) <n:number> {E}")
def _energy(n: Amount) -> Effects:
    return (Named("energy", amount=n),)


@production("player_act", "get* (an|a|<n:number>) experience counter*")
def _experience(n: Amount = _ONE) -> Effects:
    return (Named("experience", amount=n),)


@production("effect", "(you get|get) an experience counter")
def _experience_one() -> Effects:
    return (Named("experience"),)


@production("sentence", "If no one does , <r:row>", "If the player doesn't , <r:row>")
def _if_no_one(r: Effects) -> Effects:
    return (IfDo(Condition("other", counter="did so"), (), r),)


@production("sentence", "If the player does , <r:row>")
def _if_the_player(r: Effects) -> Effects:
    return (IfDo(Condition("other", counter="did so"), r),)


@production("paid", "<e:effect> unless (that creature|that permanent|that spell) 's controller pays <c:cost>")
def _unless_its_controller(e: Effects, c: Cost) -> Effects:
    return (May((), cost=c, otherwise=e, who="that_player"),)


@production(
    "effect",
    "each player sacrifices all other <c:core> they control",
    "each player sacrifices all <d:core> they control",
)
def _all_sacrificed(c: Fields | None = None, d: Fields | None = None) -> Effects:
    of = Filter(**(c | {"other": True})) if c is not None else Filter(**(d or {}))
    return (Move(of, "sacrifice"),)


@production("effect", "each player returns all <k:kind_of_card> [named ~] from their graveyard to the battlefield")
def _all_returned(k: Fields) -> Effects:
    return (PutOntoBattlefield(Filter(**(k | {"zone": "graveyard"})), under="owner"),)


@production("effect", "put <o:before> into your graveyard")
def _into_graveyard(o: Filter) -> Effects:
    return (Move(o, "graveyard"),)


for _owner in ("target opponent", "target player", "that player"):
    production("effect", f"exile all cards from {_owner} 's hand")(
        lambda w=_owner: (Named("exile_hand:" + w.replace(" ", "_")),)
    )


@production("effect", "shuffle your hand and graveyard into your library")
def _shuffle_all() -> Effects:
    return (Named("shuffle_hand_and_graveyard"),)


@production("effect", "abandon ~")
def _abandon() -> Effects:
    return (Named("abandon"),)


# ------------------------------------------------------------------ while something lasts


@production("sentence", "until your next turn , <w:trigger_word> , <r:row>")
def _until_next_turn(w: Event, r: Effects) -> Effects:
    return (Lasting((Delayed(w, r, each_time=True),), until="your_next_turn"),)


@production("sentence", "When <f:before> leaves the battlefield , <r:row>")
def _when_it_leaves(f: Filter, r: Effects) -> Effects:
    return (Delayed(Event("leaves", of=f), r),)


@production("clause", "<e:effect> when you lose control of ~")
def _when_control_is_lost(e: Effects) -> Effects:
    return (Delayed(Event("control_lost", of=Filter(this=True)), e),)


# ------------------------------------------------------------------ copies and casting


@production("copied_once", "copy that ability")
def _copy_ability() -> Effects:
    return (CopySpell(_ABILITY),)


@production("copied_once", "copy that spell or ability")
def _copy_either() -> Effects:
    return (CopySpell(Filter(zone="stack", ref="event")),)


@production("copied_once", "copy <o:this>")
def _copy(o: Filter) -> Effects:
    return (CopySpell(o),)


@production("effect", "<c:copied_once>")
def _copied(c: Effects) -> Effects:
    return c


@production(
    "effect",
    "<c:copied_once> . You may choose new targets for the copy",
    "<c:copied_once> and may choose new targets for the copy",
)
def _copy_aimed_anew(c: Effects) -> Effects:
    return (*c, Named("new_targets"))


@production("effect", "copy <o:on_stack> X times", "copy <o:chosen> X times", "copy <o:before> X times")
def _copy_x(o: Filter) -> Effects:
    return (CopySpell(o, Amount(per="x")),)


@production("effect", "cast <:this> from your graveyard")
def _cast_this() -> Effects:
    return (MayCast(Filter(this=True, zone="graveyard")),)


@production(
    "effect",
    "cast (a|an) <c:core> from your hand without paying (its|their) mana cost*",
    "cast <m:any_number> of <c:core> from your hand without paying their mana costs",
)
def _cast_from_hand(c: Fields, m: bool = False) -> Effects | None:
    if c.get("zone") != "stack":
        return None
    many = {"count": 99 if m else 1, "up_to": m}
    return (MayCast(Filter(**(c | many | {"zone": "hand", "controller": "you"})), free=True),)


@production(
    "effect",
    "<v:play_or_cast> (one|<m:any_number>) of (them|those cards|the exiled cards) without paying (its|their) mana cost*",
)
def _cast_one_of_them(v: str, m: bool = False) -> Effects:
    of = Filter(types=("card",), zone="exile", state=("exiled_with_this",), count=99 if m else 1, up_to=m)
    return (MayCast(to_cast(of, v), free=True),)


production("any_number", "any number")(lambda: True)


@production("effect", "choose <n:int> of (them|those cards) [<r:by_chance>]")
def _choose_among(n: int, r: bool = False) -> Effects:
    return (Named("choose_among:at_random" if r else "choose_among", amount=Amount(base=n)),)


@production("impulse_until", "until you exile another card with ~")
def _until_another() -> str:
    return "another_exiled_with_this"


# ------------------------------------------------------------------ cards from outside, by chance, and from the library


@production("effect", "seek (a|an|<n:int>) <c:kind_of_card>")
def _seek(c: Fields, n: int = 1) -> Effects:
    return (Named("seek", amount=Amount(base=n), of=Filter(**(c | {"zone": "library"}))),)


@production(
    "effect",
    "conjure a (card|duplicate) named (~|<m:proper_name>) <w:conjured_to>",
    "conjure a duplicate of <o:object> <w:conjured_to>",
)
def _conjure(w: str, m: str = "", o: Filter | None = None) -> Effects:
    return (Named(f"conjure:{w}", of=o or Filter(names=(m or "~",), zone="outside")),)


for _where, _phrase in {
    "hand": "into your hand", "battlefield": "onto the battlefield", "graveyard": "into your graveyard",
    "library": "into your library", "top": "on top of your library",
}.items():  # fmt: skip
    production("conjured_to", _phrase)(lambda w=_where: w)


@production("chance_card", "(a|an|<n:int>) <c:kind_of_card> at random from your graveyard")
def _by_chance(c: Fields, n: int = 1) -> Filter:
    return Filter(**(c | {"zone": "graveyard", "controller": "you"}), count=n, chosen_by="chance")


@production("effect", "return <o:chance_card> to your hand", "exile <x:chance_card>")
def _chance(o: Filter | None = None, x: Filter | None = None) -> Effects | None:
    what = o or x
    return None if what is None else (Move(what, "hand" if o else "exile"),)


@production("effect", "return <o:chance_card> to the battlefield")
def _chance_to_battlefield(o: Filter) -> Effects:
    return (PutOntoBattlefield(o),)


# ------------------------------------------------------------------ tokens

for _role in ("Cursed", "Monster", "Wicked", "Royal", "Sorcerer", "Virtuous", "Young Hero", "Questing"):
    production("effect", f"create (a|an|<n:int>) {_role} Role token* attached to <o:object>",
               f"<w:player> creates a {_role} Role token attached to <o:object>")(
        lambda o, n=1, w="you", r=_role: (Named(f"create_role:{r}", amount=Amount(base=n), of=o),)
    )  # fmt: skip


@production("tokens", "<n:number> tapped and attacking <k:token_kind> [with <g:granted>]",
            "<n:number> <k:token_kind> [with <g:granted>] that (are|'s) tapped and attacking")  # fmt: skip
def _attacking_tokens(n: Amount, k: Fields, g: tuple[Ability, ...] = ()) -> CreateTokens:
    return CreateTokens(n, abilities=g, tapped=True, attacking=True, **k)


@production("effect", "create <k:tokens+>")
def _several_tokens(k: tuple[CreateTokens, ...]) -> Effects | None:
    return k if len(k) > 2 else None


@production("effect", "have <a:object> fight <b:object>")
def _have_fight(a: Filter, b: Filter) -> Effects:
    return (Named("fight", of=Filter(alternatives=(a, b))),)


@production("effect", "return <o:group> to their owners ' hands except for <s:subtype+>",
            "return <o:group> to their owners ' hands except for <s:subtype+> , and <t:type>")  # fmt: skip
def _all_but(o: Filter, s: tuple[str, ...], t: str = "") -> Effects:
    not_types = (*o.not_types, t) if t else o.not_types
    return (Move(msgspec.structs.replace(o, not_subtypes=(*o.not_subtypes, *s), not_types=not_types), "hand"),)


# ------------------------------------------------------------------ facts about the turn, and numbers

for _name, _phrase in (
    ("was put into your hand from the battlefield", "(was|were) put into your hand from the battlefield"),
    ("was dealt excess damage", "(was|were) dealt excess damage"),
    (
        "was put into your graveyard from outside the battlefield",
        "(was|were) put into your graveyard from anywhere other than the battlefield",
    ),
):
    production("befell", _phrase)(lambda n=_name: n)

production("whose", "you controlled")(lambda: {"controller": "you"})
production("whose", "an opponent controlled")(lambda: {"controller": "opponent"})

for _name, _phrase in (
    ("drew more than one card this turn", "you've drawn more than one card this turn"),
    ("put a card into your hand this way", "you put a card into your hand this way"),
    ("damage prevented this way", "damage is prevented this way"),
    ("a creature was exiled this way", "a creature is put into exile this way"),
    ("that player is below half of their starting life", "that player has less than half their starting life total"),
    ("the Ring has tempted you twice", "the Ring has tempted you two or more times this game"),
):
    fact(_name, _phrase)

production(
    "condition",
    "you don't put (the|a) card (onto the battlefield|into your hand) [this way]",
    "you don't draw a card this way",
)(lambda: Condition("other", counter="did so", negated=True))
production("condition", "it 's on the battlefield")(lambda: Condition("in_zone", counter="battlefield"))


@production("condition", "<f:one_object> has toughness <c:comparison>")
def _toughness(f: Filter, c: tuple[Comparison, int]) -> Condition:
    return Condition("toughness", of=unless_this(f), compare=c[0], n=c[1])


@production(
    "quantity",
    "the number of (Auras|<s:subtype>) attached to <o:host>",
)
def _attached_to(o: Filter, s: str = "Aura") -> Amount:
    return attached_to(o, s)


@production("each", "for each <k:counter_kind> counter removed this way")
def _each_removed(k: str) -> Amount:
    return Amount(per="history", counter=f"{k} counters removed this way")


# ------------------------------------------------------------------ costs and mana


@production("cost_part", "Remove X [<k:counter_kind>] counter* from among <c:core>")
def _remove_among(c: Fields, k: str = "") -> Fields:
    return {"other": (f"remove X {k} counters from among {_of_whom(c)}".replace("  ", " "),)}


@production("cost_part", "Remove X [<k:counter_kind>] counter* from (a|an|<o:another>) <c:core>")
def _remove_from_one(c: Fields, k: str = "", o: bool = False) -> Fields:
    return {"other": (f"remove X {k} counters from 1 {'other ' if o else ''}{_of_whom(c)}".replace("  ", " "),)}


production("another", "another")(lambda: True)


@production("cost_part", "Untap <n:int> tapped <c:core>", "Untap a tapped <c:core>")
def _untap_others(c: Fields, n: int = 1) -> Fields:
    return {"other": (f"untap {n} tapped {_of_whom(c)}",)}


def _of_whom(c: Fields) -> str:
    whose = {"you": " you control", "opponent": " an opponent controls"}
    return described(Filter(**c)) + whose.get(c.get("controller", ""), "")


production("cost_part", "Remove <n:number> <k:counter_kind> counter* from ~ and exile it")(
    lambda n, k: {"remove_counters": (n, k), "exile": (_ONE, Filter(this=True))}
)

production("mana_quality", "of any type that artifact token produced")(lambda: {"options": ("any_type_produced",)})
production("quality", "with the same name as it")(lambda: {"state": ("named_like_it",)})
production("quality", "that could produce any type of mana that land could produce")(
    lambda: {"state": ("could_produce_the_same",)}
)


@production("produces", "<s:subtype> produce <m:mana_letter>")
def _produces(s: str, m: str) -> SubstituteMana:
    return SubstituteMana(Filter(types=("land",), subtypes=(s,)), (m,), keep_amount=True)


@production("static_clause", "If tapped for mana , <p:produces+> instead of any other type")
def _all_produce(p: tuple[SubstituteMana, ...]) -> Effects:
    return p
