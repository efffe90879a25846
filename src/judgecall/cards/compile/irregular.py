"""Plurals that follow no rule, of the words on cards."""

from __future__ import annotations

PLURALS: dict[str, str] = {
    "Ally": "Allies", "Cyclops": "Cyclopes", "Djinn": "Djinn", "Dwarf": "Dwarves", "Elf": "Elves", "Elk": "Elk",
    "Fish": "Fish", "Fungus": "Fungi", "Hero": "Heroes", "Homunculus": "Homunculi", "Kithkin": "Kithkin", "Merfolk": "Merfolk",
    "Moose": "Moose", "Mouse": "Mice", "Octopus": "Octopuses", "Ox": "Oxen", "Pegasus": "Pegasi", "Plains": "Plains",
    "Samurai": "Samurai", "Sheep": "Sheep", "Thief": "Thieves", "Treefolk": "Treefolk", "Werewolf": "Werewolves",
    "Wolf": "Wolves",
}  # fmt: skip
