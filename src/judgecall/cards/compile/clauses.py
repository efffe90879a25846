"""Sentences: effects in a row, "you may", "if", what is done later (CR 608.2c)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from judgecall.cards.abilities import (
    AddMana,
    Amount,
    AnyEffect,
    Become,
    Condition,
    CopySpell,
    Cost,
    CounterSpell,
    CreateTokens,
    Damage,
    DamageRule,
    Delayed,
    EnterAsCopy,
    Event,
    ExileAndReturn,
    Filter,
    Grant,
    IfDo,
    Lasting,
    May,
    MayCast,
    Mill,
    ModifyPT,
    Move,
    Named,
    PutCounters,
    PutOntoBattlefield,
    SetPT,
)
from judgecall.cards.compile.asked import EACH, unless_one_does
from judgecall.cards.compile.characteristics import keeping_types
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.references import fill, has_reference, mapped
from judgecall.cards.compile.subjects import counts_beside_unknown
from judgecall.cards.compile.walking import any_filter
from judgecall.cards.compile.x_left import asks_x, has_granted_x, has_stray_x, replace_x, still_x, with_x_said

# ------------------------------------------------------------------ clauses


@production("clause", "<e:effect>", "you <e:effect>", "then <e:effect>")
def _clause(e: Effects) -> Effects:
    return e


def done_by(effects: Effects, who: str) -> Effects:
    """ "that player may gain 2 life", "any player may sacrifice a land": who may do it is who gains, and who chooses."""
    return tuple(_by(effect, who) for effect in effects)


def _by(effect: AnyEffect, who: str) -> AnyEffect:
    if getattr(effect, "who", None) == "you":
        return msgspec.structs.replace(effect, who=who)
    if who == "you" or not isinstance(effect, Move) or effect.how != "sacrifice":
        return effect
    some = effect.of.count is not None and not effect.of.target and not effect.of.chosen_by
    return msgspec.structs.replace(effect, of=msgspec.structs.replace(effect.of, chosen_by=who)) if some else effect


for _phrase, _who in (("you", "you"), ("that player", "that_player"), ("its controller", "its_controller")):
    production("clause", f"{_phrase} may <e:effect>")(lambda e, w=_who: (May(done_by(e, w), who=w),))


@production("clause", "you may <a:effect> and <b:effect>", "you may <a:effect> , then <b:effect>")
def _may_two(a: Effects, b: Effects) -> Effects:
    if all(isinstance(effect, Named) and effect.action.startswith("put_rest") for effect in b):
        return (May(a), *b)  # what is left of the cards goes there whatever one chooses
    return (May(a + b),)


@production("row", "<c:row_x> , where X is <q:quantity>")
def where_x(c: Effects, q: Amount) -> Effects | None:
    """First, so that it says what every X of the sentence is."""
    if has_granted_x(c):
        return None
    found = replace_x(c, q)
    if any(counts_beside_unknown((e,), e.of) for e in found if isinstance(e, ModifyPT)):
        return None
    # Where X is how many are chosen, or a bound, it stays X, and what it is is said beside.
    left = [still_x(effect) for effect in found]
    if not any(left):
        return found
    # Targets are chosen beforehand; any other X is counted when it is needed, after what is done before (CR 608.2h).
    aimed = any_filter(found, lambda of: of.target)
    at = 0 if aimed else left.index(True)
    return (*found[:at], x_is(q), *found[at:])


def x_is(q: Amount) -> AnyEffect:
    """What X is, said beside the effects that still have it."""
    return Named("x_is", amount=q)


@production("row", "<c:row_x> , where X is <q:quantity> , (then|and then) <rest:row>")
def _where_x_then(c: Effects, q: Amount, rest: Effects) -> Effects | None:
    found = where_x(c, q)
    return None if found is None or has_stray_x(rest) else found + rest


@production(
    "row_x",
    "<c:clause>",
    "<c:clause> (and|, and|, then|then|and then|, and then) <rest:row_x>",
    "<c:clause> , <d:clause> , and <e:clause>",
)
def _row_x(c: Effects, rest: Effects = (), d: Effects = (), e: Effects = ()) -> Effects:
    return c + rest + d + e


@production("row", "<c:clause>", "<c:clause> <t:joined_by> <rest:row>", "<c:clause> , <rest:row_of_more>")
def _row(c: Effects, rest: Effects = (), t: bool = False) -> Effects | None:
    copied = isinstance(c[-1], CreateTokens) and c[-1].copy_of is not None
    if copied and rest and isinstance(rest[0], Lasting) and any(isinstance(e, Become) for e in rest[0].effects):
        return None  # "… a copy, except it isn't legendary and it's a 3/3": an exception of the copy, nothing done to it since
    if any_filter(c, lambda of: "one_of_each_player" in of.state) and any(
        getattr(e, "who", "") == "that_player" for e in rest
    ):
        return None  # "For each opponent, exile target creature that player controls and that player …": each for that one's creature
    later = c[-1]
    if t and isinstance(later, Delayed):
        # "Exile it at end of combat, then return it": what comes then isn't done before what waits.
        return (*c[:-1], msgspec.structs.replace(later, effects=_returned_at_once(later.effects + rest)))
    return c + rest


def _returned_at_once(e: Effects) -> Effects:
    """ "Exile it, then return it to the battlefield": one effect, which knows what it exiled (CR 400.7)."""
    first, back = e[0], e[-1]
    if len(e) != 2 or not isinstance(first, Move) or not isinstance(back, PutOntoBattlefield):
        return e
    if first.how != "exile" or back.of != Filter(ref="earlier"):
        return e
    return (ExileAndReturn(first.of, transformed=back.transformed, tapped=back.tapped, under=back.under),)


production("joined_by", "and", ", and")(lambda: False)
production("joined_by", ", then", "and then", ", and then")(lambda: True)


@production("clause", "<w:later> , <e:effect> and <f:effect>")
def _both_later(w: Event, e: Effects, f: Effects) -> Effects | None:
    """ "At the beginning of the next end step, you lose 1 life and return ~ to your hand": both then."""
    return (Delayed(w, (*e, *f)),)


@production("clause", "<w:later> , <e:effect>")
def _later(e: Effects, w: Event) -> Effects:
    return (Delayed(w, e),)


_TARGETED: dict[str, Literal["any", "opponent"]] = {"target_player": "any", "target_opponent": "opponent"}


@production("clause", "<e:effect> <w:later>")
def _done_later(e: Effects, w: Event) -> Effects:
    """ "Exile it. Return it to the battlefield at …": exiled now, and returned then."""
    first = e[0]
    of = getattr(first, "of", None)
    if len(e) == 1 and isinstance(of, Filter) and of.target and not isinstance(first, ExileAndReturn):
        # "Destroy target blocking creature at end of combat": the target is chosen now (CR 601.2c).
        return (Named("choose", of=of), Delayed(w, (msgspec.structs.replace(first, of=Filter(ref="earlier")),)))
    if len(e) == 1 and getattr(first, "who", "") in _TARGETED and of is None:
        # "Target player draws a card at the beginning of the next turn's upkeep": so is the player.
        player = Filter(types=("player",), controller=_TARGETED[first.who], target=True)  # type: ignore[union-attr]
        return (Named("choose", of=player), Delayed(w, (msgspec.structs.replace(first, who="that_player"),)))
    if not isinstance(first, ExileAndReturn):
        return (Delayed(w, e),)
    back = PutOntoBattlefield(
        Filter(ref="earlier"), transformed=first.transformed, tapped=first.tapped, under=first.under
    )
    return (Move(first.of, "exile"), Delayed(w, (back, *e[1:])))


@production("later", "at end of combat")
def _end_of_combat() -> Event:
    return Event("end_of_combat", whose="each")


@production("later", "at the beginning of the next end step", "at the beginning of the next turn 's end step")
def _next_end_step() -> Event:
    return Event("beginning_of_end_step", whose="each")


@production("later", "at the beginning of the next upkeep")
def _next_any_upkeep() -> Event:
    return Event("beginning_of_upkeep", whose="each")


@production("later", "at the beginning of your next upkeep")
def _next_upkeep() -> Event:
    return Event("beginning_of_upkeep")


@production("later", "at the beginning of the next turn 's upkeep")
def _next_turns_upkeep() -> Event:
    return Event("beginning_of_upkeep", whose="each")


@production("later", "at the beginning of your next end step")
def _your_next_end_step() -> Event:
    return Event("beginning_of_end_step")


@production("sentence", "When <e:event> this turn , <r:row>")
def _once_this_turn(e: Event, r: Effects) -> Effects:
    return (Delayed(e, r, until_end_of_turn=True),)


@production("sentence", "until end of turn , <w:trigger_word> , <r:row>", "<w:trigger_word> this turn , <r:row>")
def _until(w: Event, r: Effects) -> Effects:
    return (Delayed(w, r, each_time=True, until_end_of_turn=True),)


@production("row_of_more", "<c:clause> , (and|then|and then) <rest:row>", "<c:clause> , <rest:row_of_more>")
def _row_of_more(c: Effects, rest: Effects) -> Effects:
    return c + rest


@production(
    "clause",
    "<e:effect> with (a|an) <k:counter_kind> counter on it",
    "<e:effect> with an additional <k:counter_kind> counter on it",
)
def _with_counter(e: Effects, k: str) -> Effects | None:
    """ "return it to the battlefield with a +1/+1 counter on it"."""
    if len(e) != 1 or not isinstance(e[0], (PutOntoBattlefield, ExileAndReturn)):
        return None
    return (*e, PutCounters(Filter(ref="earlier"), k))


@production("sentence", "<r:row>")
def _sentence(r: Effects) -> Effects:
    return r


@production("paid", "you may <c:cost> . If you do , <r:row>", "you may <c:cost> . When you do , <r:row>")
def _may_pay(c: Cost, r: Effects) -> Effects:
    return (May(r, cost=c),)


@production("paid", "you may <e:effect> . If you do , <r:row>", "you may <e:effect> . When you do , <r:row>")
def _may_then(e: Effects, r: Effects) -> Effects:
    return (May(_if_done(e, r) if isinstance(e[-1], Delayed) else e + r),)


@production(
    "paid",
    "you may <e:effect> , where X is <q:quantity> . (If|When) you do , <r:row>",
    "you may <c:cost> , where X is <q:quantity> . (If|When) you do , <r:row>",
)
def _may_so_many(q: Amount, r: Effects, e: Effects = (), c: Cost | None = None) -> Effects | None:
    """The cost, or what is done, is as much as X: {X} of mana would be chosen."""
    if c is not None and ("{X}" in c.mana or still_x(c)):
        return None
    whole = (May(e + r, cost=c),)
    found = replace_x(whole, q)
    return (Named("x_is", amount=q), *found) if still_x(found) else found


@production("paid", "you may <c:cost> . If you do , <r:row> . (If you don't|Otherwise) , <o:row>")
def _may_pay_or(c: Cost, r: Effects, o: Effects) -> Effects:
    """ "If you do, target creature gets +3/+3. Otherwise, that creature gets +1/+1": the one target in either case."""
    targets = {msgspec.json.encode(of): of for effect in r for of in _within(effect) if of.target}
    if len(targets) == 1:
        (target,) = targets.values()
        o = mapped(o, lambda item: fill(item, target))
    return (May(r, cost=c, otherwise=o),)


@production("paid", "you may <e:effect> (and|, then) <f:effect> . (If|When) you do , <r:row>")
def _may_two_then(e: Effects, f: Effects, r: Effects) -> Effects:
    return (May(e + f + r),)


@production("sentence", "<e:row> . When you do , <r:row>", "<e:row> . When you do , <r:modal>")
def _when_done(e: Effects, r: Effects) -> Effects:
    """A reflexive triggered ability (CR 603.12): only if it was done."""
    return _if_done(e, r)


def _if_done(e: Effects, r: Effects) -> Effects:
    """What happens only if the last of the effects was done: later, where that one is done later."""
    last = e[-1]
    if isinstance(last, Delayed):
        return (*e[:-1], msgspec.structs.replace(last, effects=_if_done(last.effects, r)))
    return (*e, IfDo(Condition("other", counter="did so"), r))


@production("paid", "<e:effect> unless you <c:cost>")
def _unless_you_pay(e: Effects, c: Cost) -> Effects:
    return (May((), cost=c, otherwise=e),)


@production("paid", "<e:effect> unless (its controller|that player|they) (pays|pay) <c:cost>")
def _unless_they_pay(e: Effects, c: Cost) -> Effects:
    return (unless_one_does(e, cost=c),)


@production("sentence", "<p:paid>")
def _paid(p: Effects) -> Effects:
    return p


@production("sentence", "if <c:conditions> , <r:row>", "if <c:conditions> , <r:paid>")
def _if(c: Condition, r: Effects) -> Effects:
    if c.of is not None and (c.counter or "").endswith("put into that graveyard this way"):
        # "If one or more creature cards were put into that graveyard this way, put one of them …": one of those.
        said = {"types": c.of.types, "subtypes": c.of.subtypes, "not_types": c.of.not_types}
        r = mapped(r, lambda item: msgspec.structs.replace(item, **said) if item == _ONE_OF_THEM else item)
    return (IfDo(c, r),)


_ONE_OF_THEM = Filter(types=("card",), zone="library", count=1)


@production("sentence", "<r:row> if <c:conditions>")
def _row_if(c: Condition, r: Effects) -> Effects | None:
    """ "Exile target creature if it attacked this turn": "it" is what the words before have named."""
    as_spell = _cast_as_such(r, c)
    if as_spell is not None:
        return as_spell
    if isinstance(r[-1], EnterAsCopy) and msgspec.structs.replace(r[-1], of=Filter()) != EnterAsCopy(Filter()):
        return None  # "Becomes a copy of it, except it isn't legendary if …": asked of what is excepted only
    if len(r) == 1 and isinstance(r[0], Delayed):
        # "Destroy it at the beginning of the next end step if it didn't attack": asked then.
        return (msgspec.structs.replace(r[0], effects=(IfDo(c, r[0].effects),)),)
    if any(isinstance(effect, MayCast) and effect.until for effect in r) and c.kind != "is":
        return None  # "For as long as they remain exiled, you may play them if you control a Wizard": asked each time
    targets = [of for effect in r for inner in _within(effect) if (of := inner).target or of.attached]
    if targets and c.kind == "in_zone" and c.of is None:
        return None  # "if it's on the battlefield": of what was targeted, which the condition has no word for
    if targets:
        c = mapped(c, lambda item: fill(item, targets[0]))
    return (IfDo(c, r),)


def _cast_as_such(r: Effects, c: Condition) -> Effects | None:
    """ "You may cast it if it's an instant or sorcery spell": asked as it is cast, not of the card where it lies.

    It may be the other part of the card, or the other face, that is one.
    """
    if len(r) == 1 and isinstance(r[0], May) and r[0].cost is None:
        inner = _cast_as_such(r[0].effects, c)
        return None if inner is None else (msgspec.structs.replace(r[0], effects=inner),)
    cast = r[0]
    of = c.of
    asked = c.kind == "is" and not c.negated and c.is_a is not None and c.is_a.zone == "stack"
    if len(r) != 1 or not isinstance(cast, MayCast) or not asked or of is None or c.is_a is None:
        return None
    if of.ref not in ("earlier", "that") or cast.of.ref not in ("earlier", "that"):
        return None
    said = {
        n: value for n in of.__struct_fields__ if n != "zone" and (value := getattr(c.is_a, n)) != getattr(Filter(), n)
    }
    if any(getattr(cast.of, n) != getattr(Filter(), n) for n in said if n != "types"):
        return None
    return (msgspec.structs.replace(cast, of=msgspec.structs.replace(cast.of, **said)),)


def _within(effect: AnyEffect) -> list[Filter]:
    """The objects that an effect, or what it holds, is about."""
    of = getattr(effect, "of", None)
    inner = [found for row in getattr(effect, "effects", ()) for found in _within(row)]
    return [of, *inner] if isinstance(of, Filter) else inner


@production("sentence", "if <c:conditions> , <r:paid_more>")
def _if_more(c: Condition, r: Effects) -> Effects:
    return (IfDo(c, r),)


@production("paid_more", "you may <e:effect>", "<e:row> and you may <f:effect>")
def _may_more(e: Effects, f: Effects = ()) -> Effects:
    return (*e, May(f)) if f else (May(e),)


@production("sentence", "if <c:conditions> , <r:row> . Otherwise , <o:row>")
def _if_else(c: Condition, r: Effects, o: Effects) -> Effects:
    o = _as_much_otherwise(r, o)
    return (IfDo(c, _or_else(c, r, o), o),)


@production("sentence", "<r:row> if <c:conditions> . Otherwise , <o:row>")
def _if_else_after(c: Condition, r: Effects, o: Effects) -> Effects:
    o = _as_much_otherwise(r, o)
    return (IfDo(c, _or_else(c, r, o), o),)


def _as_much_otherwise(r: Effects, o: Effects) -> Effects:
    """ "You lose life equal to its mana value if …. Otherwise, each opponent loses that much life": as the words before say."""
    amount = getattr(r[0], "amount", None)
    said = isinstance(amount, Amount) and amount.per not in (None, "that_much")
    return mapped(o, lambda item: _so_much_at_first(item, amount)) if said else o


def _or_else(c: Condition, r: Effects, o: Effects) -> Effects:
    """ "If it's a land card, you may put it onto the battlefield. Otherwise": also where one chose not to."""
    last = r[-1]
    if c.kind == "is" and isinstance(last, May) and not last.otherwise:
        return (*r[:-1], msgspec.structs.replace(last, otherwise=o))
    return r


@production("sentence", "<e:exile_return> . If you do , <r:row>", "<e:effect> . If you do , <r:row>")
def _done_then(e: Effects, r: Effects) -> Effects:
    return _if_done(e, r)


@production(
    "sentence",
    "if <c:conditions> , <r:row> instead",
    "<r:row> instead if <c:conditions>",
    "if <c:conditions> , instead <r:row>",
)
def _replaces_line(c: Condition, r: Effects) -> Effects:
    """On a line of its own: instead of what the line before says."""
    return (IfDo(c, r, instead=True),)


@production("instead", "<a:mana_effect> . If <c:conditions> , add <n:number> mana of that type instead")
def _more_of_that_type(a: AddMana, c: Condition, n: Amount) -> Effects:
    return (IfDo(c, (msgspec.structs.replace(a, amount=n),), (a,)),)


@production(
    "instead",
    "<a:effect> . If <c:conditions> , (it|~) deals <n:number> damage instead",
    "<a:effect> . (it|~) deals <n:number> damage instead if <c:conditions>",
)
def _more_damage(a: Effects, c: Condition, n: Amount) -> Effects | None:
    """ "It deals 4 damage instead": to the same target."""
    if len(a) != 1 or not isinstance(a[0], Damage):
        return None
    return (IfDo(c, (msgspec.structs.replace(a[0], amount=n),), a),)


def _so_much_at_first(item: object, amount: object) -> object:
    """ "Twice that many cards instead": than the first sentence says, since only one of the two is done."""
    if not isinstance(item, Amount) or item.per != "that_much" or not isinstance(amount, Amount):
        return item
    return msgspec.structs.replace(amount, times=amount.times * item.times, base=amount.base * item.times + item.base)


def _as_at_first(item: object, first: AnyEffect) -> object:
    """ "Prevent the next 4 damage that would be dealt to that permanent or player instead": to what the first sentence says."""
    if (
        isinstance(item, Damage)
        and isinstance(first, Damage)
        and item.of in (Filter(ref="earlier"), Filter(ref="that"))
    ):
        return msgspec.structs.replace(item, of=None, players=first.players) if first.players == "any_target" else item
    if not isinstance(item, Named) or not isinstance(first, Named) or item.action != first.action.partition(":")[0]:
        return item
    return msgspec.structs.replace(item, action=first.action) if item.of == first.of else item


def _that_player_at_first(b: Effects, first: AnyEffect) -> Effects:
    """ "That player discards three cards instead": the target player or opponent that the first sentence says."""
    who = getattr(first, "who", None)
    if who not in ("target_player", "target_opponent"):
        return b
    return tuple(
        msgspec.structs.replace(effect, who=who) if getattr(effect, "who", None) == "that_player" else effect
        for effect in b
    )


@production(
    "instead",
    "<a:row> . If <c:conditions> , <b:row> instead",
    "<a:row> . <b:row> instead if <c:conditions>",
)
def _may_be_instead(a: Effects, c: Condition, b: Effects) -> Effects | None:
    """ "You may put it on top of its owner's library instead": where one chooses not to, the first sentence is done.

    "You may untap a land. You may untap two instead": to do neither is a choice either way.
    """
    found = _instead(a, c, b)
    if (
        found is None
        or not isinstance(found[-1], IfDo)
        or all(isinstance(effect, May) for effect in found[-1].otherwise)
    ):
        return found
    replaced = found[-1]
    if not any(isinstance(effect, May) and not effect.otherwise for effect in replaced.effects):
        return found
    if len(replaced.effects) > 1:
        return None
    may = msgspec.structs.replace(replaced.effects[0], otherwise=replaced.otherwise)
    return (*found[:-1], msgspec.structs.replace(replaced, effects=(may,)))


@production("instead", "<a:row> . If <c:conditions> , instead <b:row>")
def _instead(a: Effects, c: Condition, b: Effects) -> Effects | None:
    objects = [of for effect in a if isinstance(of := getattr(effect, "of", None), Filter)]
    group = bool(objects) and not any(of.target or of.this or of.attached or of.ref for of in objects)
    if group and any(isinstance(effect, ModifyPT) and effect.of.ref == "that" for effect in b):
        return None  # "Those creatures get +2/+0 instead": the same group, which "that" can't be told from
    if objects and objects[0].target and all(of in (objects[0], Filter(ref="earlier")) for of in objects):
        # "… on that creature instead", "it gets … instead": the target that the first sentence chose.
        if any(isinstance(effect, Damage) and effect.source is not None for effect in b):
            # What deals it may be this object or that one.
            b = mapped(
                b, lambda item: fill(item, objects[0]) if isinstance(item, Filter) and item.ref == "that" else item
            )
        else:
            b = mapped(b, lambda item: _as_at_first(fill(item, objects[0]), a[0]))
            c = mapped(c, lambda item: fill(item, objects[0]))
    elif objects and all(of == Filter(attached=True) for of in objects):
        # "Put a counter on equipped creature. If equipped creature is a Vampire, put two on it instead".
        b = mapped(b, lambda item: objects[0] if item == Filter(ref="earlier") else item)
        c = mapped(c, lambda item: objects[0] if item == Filter(ref="earlier") else item)
    elif not objects:
        b = mapped(b, lambda item: _as_at_first(item, a[0]))
    b = mapped(b, lambda item: _so_much_at_first(item, getattr(a[0], "amount", None)))
    b = _sized_otherwise(a, _that_player_at_first(b, a[0]))
    if (c.counter or "").startswith(("won ", "lost ")):
        return (a[0], IfDo(c, b, a[1:])) if len(a) > 1 else None  # what is won or lost happens either way
    return (IfDo(c, b, a),)


def _sized_otherwise(a: Effects, b: Effects) -> Effects:
    """ "… becomes a 4/3 artifact creature. If …, it has base power and toughness 1/1 instead": it becomes one all the same."""
    first, other = a[0], b[0]
    if len(a) != 1 or len(b) != 1 or not isinstance(first, Become) or not isinstance(other, SetPT):
        return b
    if first.of != other.of or first.power is None or other.power.per or other.toughness.per:
        return b
    return (msgspec.structs.replace(first, power=other.power.base, toughness=other.toughness.base),)


@production("sentence", "then <s:conditional_sentence>")
def _then(s: Effects) -> Effects:
    return s


@production("conditional_sentence", "if <c:conditions> , <r:row>")
def _then_if(c: Condition, r: Effects) -> Effects:
    return (IfDo(c, r),)


@production("sentence", "<i:instead>")
def _instead_sentence(i: Effects) -> Effects:
    return i


@production("sentence", "<r:row> unless <c:conditions>")
def _unless(c: Condition, r: Effects) -> Effects:
    if len(r) == 1 and isinstance(r[0], Delayed):
        # "At the beginning of the next end step, exile it unless you control a Goblin": asked then.
        return (msgspec.structs.replace(r[0], effects=(IfDo(c, (), r[0].effects),)),)
    return (IfDo(c, (), r),)


@production("sentences", "<c:row_x> , where X is <q:quantity> . [Then] <rest:sentences>")
def _x_in_later_sentences(c: Effects, q: Amount, rest: Effects) -> Effects | None:
    """X is the same number in all sentences of an ability (CR 107.3i)."""
    if not (has_stray_x((rest,)) or still_x(rest) or asks_x(rest)):
        return None
    first = where_x(c, q)
    if first is None:
        return None
    said = () if x_is(q) in first else (x_is(q),)
    if not has_reference(q):
        later = replace_x(rest, q)
        return first + later if not still_x(rest) and not asks_x(rest) else (*said, *first, *later)
    if any(of.target or of.count is not None for effect in c for of in _within(effect)):
        return None  # "its power": of what is named in the sentence, or of what was named before it
    return (*said, *first, *with_x_said(rest))


@production("sentences", "<e:row> . When you do , <c:row_x> , where X is <q:quantity> . [Then] <rest:sentences>")
def _x_after_reflexive(e: Effects, c: Effects, q: Amount, rest: Effects) -> Effects | None:
    """What X is belongs to what was done, and so does what is said of X after it."""
    if not (has_stray_x((rest,)) or still_x(rest) or asks_x(rest)):
        return None
    first = where_x(c, q)
    if first is None or any(of.target for effect in c for of in _within(effect)):
        return None
    return _if_done(e, (x_is(q), *first, *with_x_said(rest)))


@production("sentences", "<e:row> . When you do , <r:row> . If <c:conditions> , <q:row>")
def _asked_after_reflexive(e: Effects, r: Effects, c: Condition, q: Effects) -> Effects | None:
    """What follows "when you do" is part of that ability (CR 603.12)."""
    return None if (c.counter or "").startswith("did so") else _if_done(e, (*r, IfDo(c, q)))


_DID_SO = Condition("other", counter="did so")


@production("sentences", "<s:sentence>", "<s:sentence> . <rest:sentences>", "<s:sentence> . Then <rest:sentences>")
def _sentences(s: Effects, rest: Effects = ()) -> Effects | None:
    if rest[:1] == (Named("keeps_types"),):
        # "It's still a land" belongs to what it became (CR 205.1b).
        return keeping_types(s) + rest[1:]
    if getattr(s[-1], "action", "") == "choose_among":
        rest = mapped(rest, _of_those_chosen)
    held, rest = _held_too(s[-1], rest)
    s = (*s[:-1], held)
    later, then = held, rest[0] if rest else None
    if then is not None and _prevents(later) and _of_what_is_prevented(then):
        # "Prevent all damage … this turn. You gain life equal to the damage prevented this way": as it is prevented.
        if any_filter(then, lambda of: of.target) or _harms_target(then):
            return None  # the target is chosen now, and hurt then
        done = then.effects if isinstance(then, IfDo) and not then.otherwise else (then,)
        by = then.condition.of if isinstance(then, IfDo) else None
        event = Event("damage_prevented_this_way", by=by or Filter(), whose="each")
        return (*s, Delayed(event, done, each_time=True, until_end_of_turn=True), *rest[1:])
    if isinstance(later, May) and later.who in EACH and isinstance(then, IfDo) and then.condition == _DID_SO:
        # "Each opponent may discard a card. If they don't, …": each of those who don't.
        if later.otherwise:
            return None
        both = msgspec.structs.replace(later, effects=(*later.effects, *then.effects), otherwise=then.otherwise)
        return (*s[:-1], both, *rest[1:])
    if isinstance(later, Delayed) and then == Named("new_targets") and isinstance(later.effects[-1], CopySpell):
        # "When you next cast an instant spell, copy it twice. You may choose new targets for the copies": as they are made.
        return (*s[:-1], msgspec.structs.replace(later, effects=(*later.effects, then)), *rest[1:])
    returned = then is not None and _of_returned(then) and _with_returned(later, then)
    if returned:
        return _sentences((*s[:-1], returned), rest[1:])
    if isinstance(later, Delayed) and isinstance(then, IfDo) and _is_outcome(then.condition):
        # "At the beginning of the next end step, flip a coin. If you lose the flip, …": then too.
        return (*s[:-1], msgspec.structs.replace(later, effects=(*later.effects, then)), *rest[1:])
    if isinstance(later, Delayed) and later.each_time and _ends_tokens(then, later.effects[-1]):
        # "Whenever you attack this turn, create a token. Sacrifice it at the beginning of the next end step": each time.
        return (*s[:-1], msgspec.structs.replace(later, effects=(*later.effects, then)), *rest[1:])
    if isinstance(later, CounterSpell) and later.unless_paid and isinstance(then, IfDo) and then.condition == _DID_SO:
        # "Counter target spell unless its controller pays {2}. If they do, …": if it was paid, and so not countered.
        return (*s, msgspec.structs.replace(then, condition=Condition("other", counter="that was paid")), *rest[1:])
    if (
        isinstance(later, Delayed)
        and isinstance(then, IfDo)
        and _asks_how_it_entered(then.condition, later.effects[-1])
    ):
        # "Return it at the beginning of the next end step. If it entered under your control, …": it enters only then.
        return (*s[:-1], msgspec.structs.replace(later, effects=(*later.effects, then)), *rest[1:])
    if isinstance(later, Delayed) and then is not None and _speaks_of_watched(later, then):
        # "Whenever a creature attacks this turn, put a counter on it. It gains trample until end of turn": each that attacks.
        return (*s[:-1], msgspec.structs.replace(later, effects=(*later.effects, then)), *rest[1:])
    if isinstance(later, Delayed) and isinstance(then, MayCast) and _speaks_of_exiled(then, later.effects[-1]):
        # "Whenever it deals combat damage this turn, exile the top card. You may play that card": each time.
        return (*s[:-1], msgspec.structs.replace(later, effects=(*later.effects, then)), *rest[1:])
    return s + rest


_SEEN = Filter(types=("card",), zone="library", state=("seen",))


def _of_those_chosen(item: Any) -> Any:
    """ "Choose a creature card from among them. Put that card into your hand and the rest …": what was chosen, not all that was seen."""
    return msgspec.structs.replace(item, state=("chosen",)) if item == _SEEN else item


_PREVENTED = "damage prevented this way"


def _prevents(effect: AnyEffect) -> bool:
    """Whether it prevents damage that is dealt later."""
    if isinstance(effect, Lasting):
        return all(map(_prevents, effect.effects))
    return (
        "prevent" in effect.rule
        if isinstance(effect, DamageRule)
        else getattr(effect, "action", "").startswith("prevent_")
    )


def _of_what_is_prevented(then: AnyEffect) -> bool:
    """Whether it speaks of the damage that is prevented, so that it happens as that is."""
    if isinstance(then, IfDo):
        return then.condition.counter == _PREVENTED and not then.otherwise
    amounts = [getattr(then, name, None) for name in ("amount", "power", "toughness")]
    return any(isinstance(amount, Amount) and amount.counter == _PREVENTED for amount in amounts)


def _harms_target(effect: AnyEffect) -> bool:
    """Whether a player, or any target, is chosen to be dealt damage."""
    inner = getattr(effect, "effects", ())
    return "target" in getattr(effect, "players", "") or any(map(_harms_target, inner))


def _of_returned(then: AnyEffect) -> bool:
    """Whether it changes what was spoken of before, and nothing else."""
    if isinstance(then, Lasting):
        return then.condition is None and all(map(_of_returned, then.effects))
    if not isinstance(then, (Grant, Become, ModifyPT, PutCounters)):
        return False
    return then.of in (Filter(ref="earlier"), Filter(ref="that"))


def _with_returned(last: AnyEffect, then: AnyEffect) -> AnyEffect | None:
    """ "Return it at the beginning of the next end step. It gains haste": what is returned then gains it."""
    if isinstance(last, IfDo) and last.condition == _DID_SO and not last.otherwise:
        inner = _with_returned(last.effects[-1], then)
        return inner and msgspec.structs.replace(last, effects=(*last.effects[:-1], inner))
    if not isinstance(last, Delayed) or not any(isinstance(effect, PutOntoBattlefield) for effect in last.effects):
        return None
    return msgspec.structs.replace(last, effects=(*last.effects, then))


def _ends_tokens(then: AnyEffect | None, last: AnyEffect) -> bool:
    """Whether it is what is done later to the tokens that the instruction before it makes."""
    if not isinstance(then, Delayed) or not isinstance(last, CreateTokens):
        return False
    return all(of == Filter(ref="earlier") for effect in then.effects for of in _within(effect))


def _held_too(last: AnyEffect, rest: Effects) -> tuple[AnyEffect, Effects]:
    """ "If you do, look at the top two cards. Put one of them into your hand": only if you do, as what was done is spoken of."""
    if not isinstance(last, May | IfDo) or not last.effects or last.otherwise or getattr(last, "instead", False):
        return last, rest
    count = 0
    while count < len(rest) and _goes_on(last, rest[count]):
        count += 1
    return msgspec.structs.replace(last, effects=(*last.effects, *rest[:count])), rest[count:]


_SHOWN = ("look_at_top", "reveal_top", "reveal_until")


def _goes_on(last: May | IfDo, then: AnyEffect) -> bool:
    """Whether the sentence after "you may …" or "if …" is about what is done only there.

    Cards that are looked at, the colour that is chosen; after "if you do" or "when you do", the target.
    """
    inner = last.effects
    if any(isinstance(e, Mill) or getattr(e, "action", "").startswith(_SHOWN) for e in inner) and _of_shown(then):
        return True
    if getattr(inner[-1], "action", "").startswith(_SHOWN) and _asks_of_it(then):
        return True
    came = [e for e in inner if not getattr(e, "action", "").startswith("enters")]  # "… face down. It's a Forest land"
    if (
        isinstance(last, May)
        and came
        and isinstance(came[-1], PutOntoBattlefield | CreateTokens)
        and _of_what_came(then)
    ):
        return True
    if getattr(inner[-1], "action", "").startswith("reveal_until") and _moves_it(then):
        return True
    if getattr(inner[-1], "action", "") == "choose_color":
        return any_filter(then, lambda of: of.chosen == "color")
    asked = isinstance(last, May) and last.cost is not None
    if not asked and not (isinstance(last, IfDo) and last.condition == Condition("other", counter="did so")):
        return False
    if isinstance(then, IfDo) and _is_outcome(then.condition):
        return False
    return any_filter(inner, lambda of: of.target) and has_reference(then)


def _asks_of_it(then: AnyEffect) -> bool:
    """Whether it asks what sort of card it is that was spoken of last."""
    return isinstance(then, IfDo) and then.condition.kind == "is" and then.condition.of == Filter(ref="earlier")


def _of_what_came(then: AnyEffect) -> bool:
    """Whether it is about the token that was made, or what came onto the battlefield, and nothing else."""
    if _asks_of_it(then) and isinstance(then, IfDo):
        return not then.otherwise and all(map(_of_returned, then.effects))
    if isinstance(then, Delayed):
        within = [of for effect in then.effects for of in _within(effect)]
        return has_reference(then.effects) and all(of.ref in ("earlier", "that") for of in within)
    if isinstance(then, Named) and then.action == "exile_if_it_would_leave":
        return then.of is not None and then.of.ref in ("earlier", "that")
    return _of_returned(then)


def _moves_it(then: AnyEffect) -> bool:
    """Whether it puts somewhere what was spoken of last."""
    return isinstance(then, (PutOntoBattlefield, Move)) and then.of.ref in ("earlier", "that")


def _of_shown(then: AnyEffect) -> bool:
    """Whether it puts some of the cards somewhere that were shown, or the rest of them."""
    if isinstance(then, May):
        return then.who == "you" and then.cost is None and all(map(_of_shown, then.effects))
    return getattr(then, "action", "").startswith(("put_from_among", "put_rest"))


def _speaks_of_watched(later: Delayed, then: AnyEffect) -> bool:
    """Whether it speaks of the object of the event that is waited for, of which the effects before it speak too."""
    of = later.event.of
    described = of is not None and not (of.this or of.attached or of.ref)
    if not described or not has_reference(later.effects) or not isinstance(then, (Grant, ModifyPT, PutCounters)):
        return False
    return then.of == Filter(ref="earlier") and not any(effect_of.target for effect_of in _within(later.effects[-1]))


def _speaks_of_exiled(then: MayCast, last: AnyEffect) -> bool:
    """Whether it allows to play the cards that the instruction before it exiled from a library."""
    exiled = isinstance(last, Named) and last.action.startswith("exile_top")
    return exiled and then.of.zone == "exile" and then.of.ref == "earlier"


def _asks_how_it_entered(c: Condition, last: AnyEffect) -> bool:
    """Whether it asks of what the instruction before it puts onto the battlefield what that is there."""
    back = isinstance(last, PutOntoBattlefield) and last.of.ref in ("earlier", "that")
    return back and c.kind == "is" and c.of == Filter(ref="earlier")


def _is_outcome(c: Condition) -> bool:
    """Whether it asks how the instruction before it came out."""
    name = c.counter or ""
    return c.kind == "other" and (name.startswith(("did so", "you did so", "won ", "lost ")) or "this way" in name)


@production("body", "<s:sentences> [.]", "<s:modal>")
def _body(s: Effects) -> Effects | None:
    """ "If …, … instead" behind several sentences is not read: instead of which of them it is, the words don't tell."""
    return None if any(isinstance(effect, IfDo) and effect.instead for effect in s[1:]) else s
