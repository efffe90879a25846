"""Imports every module that registers rules or answers, so that the registries are full."""

import judgecall.engine.legs
import judgecall.engine.x.mana_value
import judgecall.engine.x.value  # noqa: F401
