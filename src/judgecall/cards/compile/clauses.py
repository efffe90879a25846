"""Sentences: effects in a row, "you may", "if", what is done later (CR 608.2c)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import (
    Amount,
    AnyEffect,
    Become,
    Condition,
    Cost,
    CreateTokens,
    Delayed,
    EnterAsCopy,
    ExileAndReturn,
    Filter,
    IfDo,
    Lasting,
    May,
    MayCast,
    ModifyPT,
    Move,
    Named,
    PutCounters,
    PutOntoBattlefield,
)
from judgecall.cards.compile.asked import unless_one_does
from judgecall.cards.compile.combat import Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.instead import so_much_at_first
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
    targets = {msgspec.json.encode(of): of for effect in r for of in filters_within(effect) if of.target}
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
    targets = [of for effect in r for inner in filters_within(effect) if (of := inner).target or of.attached]
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


def filters_within(effect: AnyEffect) -> list[Filter]:
    """The objects that an effect, or what it holds, is about."""
    of = getattr(effect, "of", None)
    inner = [found for row in getattr(effect, "effects", ()) for found in filters_within(row)]
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
    return mapped(o, lambda item: so_much_at_first(item, amount)) if said else o


def _or_else(c: Condition, r: Effects, o: Effects) -> Effects:
    """ "If it's a land card, you may put it onto the battlefield. Otherwise": also where one chose not to."""
    last = r[-1]
    if c.kind == "is" and isinstance(last, May) and not last.otherwise:
        return (*r[:-1], msgspec.structs.replace(last, otherwise=o))
    return r


@production("sentence", "<e:exile_return> . If you do , <r:row>", "<e:effect> . If you do , <r:row>")
def _done_then(e: Effects, r: Effects) -> Effects:
    return _if_done(e, r)


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
    if any(of.target or of.count is not None for effect in c for of in filters_within(effect)):
        return None  # "its power": of what is named in the sentence, or of what was named before it
    return (*said, *first, *with_x_said(rest))


@production("sentences", "<e:row> . When you do , <c:row_x> , where X is <q:quantity> . [Then] <rest:sentences>")
def _x_after_reflexive(e: Effects, c: Effects, q: Amount, rest: Effects) -> Effects | None:
    """What X is belongs to what was done, and so does what is said of X after it."""
    if not (has_stray_x((rest,)) or still_x(rest) or asks_x(rest)):
        return None
    first = where_x(c, q)
    if first is None or any(of.target for effect in c for of in filters_within(effect)):
        return None
    return _if_done(e, (x_is(q), *first, *with_x_said(rest)))


@production("sentences", "<e:row> . When you do , <r:row> . If <c:conditions> , <q:row>")
def _asked_after_reflexive(e: Effects, r: Effects, c: Condition, q: Effects) -> Effects | None:
    """What follows "when you do" is part of that ability (CR 603.12)."""
    return None if (c.counter or "").startswith("did so") else _if_done(e, (*r, IfDo(c, q)))


@production("body", "<s:sentences> [.]", "<s:modal>")
def _body(s: Effects) -> Effects | None:
    """ "If …, … instead" behind several sentences is not read: instead of which of them it is, the words don't tell."""
    return None if any(isinstance(effect, IfDo) and effect.instead for effect in s[1:]) else s
