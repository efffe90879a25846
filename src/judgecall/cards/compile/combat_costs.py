"""Costs to attack and to block (CR 508.1g-h, 509.1d)."""

from __future__ import annotations

import msgspec

from judgecall.cards.abilities import Amount, CombatTax, Cost, Filter, Lasting
from judgecall.cards.compile.combat import HERE, Effects
from judgecall.cards.compile.grammar import production
from judgecall.cards.compile.nouns import Fields
from judgecall.cards.compile.subjects import this_turn

_ONE = Amount(base=1)
_CREATURES = Filter(types=("creature",))


@production("taxed", "can't attack")
def _attack_taxed() -> tuple[bool, bool]:
    return True, False


@production("taxed", "can't block")
def _block_taxed() -> tuple[bool, bool]:
    return False, True


@production("taxed", "can't attack or block")
def _both_taxed() -> tuple[bool, bool]:
    return True, True


# ------------------------------------------------------------------ one creature


@production(
    "predicate",
    "<t:taxed> [you] unless (its controller|you|their controller|they) (pays|pay) <c:cost>",
    "<t:taxed> unless (its controller|you|their controller) (pays|pay) <m:mana_cost> <e:each>",
)
def _taxed_this(t: tuple[bool, bool], c: Cost | None = None, m: str = "", e: Amount | None = None) -> Effects:
    tax = CombatTax(HERE, c or Cost(mana=m), attack=t[0], block=t[1])
    return (tax if e is None else msgspec.structs.replace(tax, per=e),)


@production("predicate", "can't attack unless you <c:cost_parts>")
def _attack_cost(c: Fields) -> Effects:
    return (CombatTax(HERE, Cost(**c), attack=True),)


@production("predicate", "can't block <a:group> unless (its controller|you|their controller) (pays|pay) <m:mana_cost>")
def _block_cost_against(a: Filter, m: str) -> Effects:
    return (CombatTax(HERE, Cost(mana=m), attack=False, block=True, attackers=a),)


@production(
    "static_clause",
    "<a:subject> can't be blocked unless defending player pays <m:mana_cost> for each creature they control that 's blocking it",
)
def _cost_to_block_it(a: Filter, m: str) -> Effects:
    return (CombatTax(_CREATURES, Cost(mana=m), attack=False, block=True, attackers=a),)


# ------------------------------------------------------------------ for each creature of a group


@production("toll", "pays <m:mana_cost>")
def _mana_toll(m: str) -> Cost:
    return Cost(mana=m)


@production("toll", "pays <n:number> life")
def _life_toll(n: Amount) -> Cost:
    return Cost(life=n)


@production("attacked_side", "you")
def _you() -> str:
    return "you"


@production("attacked_side", "you or (planeswalkers|a planeswalker) you control")
def _you_or_yours() -> str:
    return "you_or_yours"


@production("attacked_side", "planeswalkers you control")
def _your_planeswalkers() -> str:
    return "your_planeswalkers"


def _times(cost: Cost) -> Amount:
    """How often a cost is paid; with {X} in it, what X is, which "where X is …" then says (CR 107.3k)."""
    return Amount(per="x") if "{X}" in cost.mana else _ONE


@production(
    "toll_clause",
    "<f:group> can't attack <w:attacked_side> unless their controller <c:toll> for each (of those creatures|creature they control that 's attacking (you|a planeswalker you control))",
)
def _propaganda(f: Filter, w: str, c: Cost) -> Effects:
    return (CombatTax(f, c, per=_times(c), whom=w),)


@production(
    "toll_clause",
    "<f:group> can't attack <w:attacked_side> unless their controller pays <m:mana_cost> for each of those creatures , where X is <q:quantity>",
    "<f:group> can't attack <w:attacked_side> unless their controller pays X for each creature they control that 's attacking you , where X is <q:quantity>",
)
def _propaganda_x(f: Filter, w: str, q: Amount, m: str = "{X}") -> Effects | None:
    return (CombatTax(f, Cost(mana="{1}"), per=q, whom=w),) if m == "{X}" else None


@production(
    "toll_clause",
    "<f:group> <t:taxed> unless their controller <c:toll> for each (attacking|blocking|attacking or blocking|of those) creature* [they control]",
    "<f:group> <t:taxed> unless their controller <c:toll> for each creature they control that 's (attacking|blocking|attacking or blocking)",
)
def _war_tax(f: Filter, t: tuple[bool, bool], c: Cost) -> Effects:
    return (CombatTax(f, c, per=_times(c), attack=t[0], block=t[1]),)


@production(
    "toll_clause",
    "<f:group> can't block <a:group> unless their controller <c:toll> for each (of those creatures|blocking creature they control)",
)
def _war_tax_against(f: Filter, a: Filter, c: Cost) -> Effects:
    return (CombatTax(f, c, per=_times(c), attack=False, block=True, attackers=a),)


@production(
    "toll_clause",
    "<f:group> can't attack <w:attacked_side> unless its controller pays <m:mana_cost> , where X is the number of counters on (that creature|it)",
)
def _own_counters(f: Filter, w: str, m: str) -> Effects | None:
    counters = Amount(per="counters", counter="any", of=Filter(ref="set"))
    return (CombatTax(f, Cost(mana="{1}"), per=counters, whom=w),) if m == "{X}" else None


@production("static_clause", "<t:toll_clause>")
def _static_toll(t: Effects) -> Effects:
    return t


@production("effect", "this turn , <t:toll_clause>")
def _toll_this_turn(t: Effects) -> Effects | None:
    return this_turn(t)


@production("effect", "until your next turn , <t:toll_clause>")
def _toll_until_your_next_turn(t: Effects) -> Effects:
    return (Lasting(t, until="your_next_turn"),)
