"""Imports every module that registers rules or answers, so that the registries are full."""

import judgecall.engine.combat.attack_counts
import judgecall.engine.combat.attack_queries
import judgecall.engine.combat.block_queries
import judgecall.engine.combat.must_queries
import judgecall.engine.combat.status
import judgecall.engine.costs.activation
import judgecall.engine.costs.casting
import judgecall.engine.costs.may_activate
import judgecall.engine.costs.sickness_questions
import judgecall.engine.costs.tapping
import judgecall.engine.costs.total_cost
import judgecall.engine.damage.dividing
import judgecall.engine.damage.dying
import judgecall.engine.damage.life
import judgecall.engine.damage.totals
import judgecall.engine.faces.answers
import judgecall.engine.faces.lasting
import judgecall.engine.faces.searching
import judgecall.engine.legs
import judgecall.engine.mana.answers_abilities
import judgecall.engine.mana.answers_amounts
import judgecall.engine.mana.answers_tapping
import judgecall.engine.mana.answers_types
import judgecall.engine.mana.spending
import judgecall.engine.mana.tap_damage
import judgecall.engine.mana.untapping
import judgecall.engine.triggers.answers
import judgecall.engine.triggers.board_as_asked
import judgecall.engine.x.amounts
import judgecall.engine.x.countering
import judgecall.engine.x.counters
import judgecall.engine.x.found_value
import judgecall.engine.x.mana_value
import judgecall.engine.x.targets
import judgecall.engine.x.value  # noqa: F401
