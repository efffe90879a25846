"""Mana: what could be produced, what is produced, and which abilities are mana abilities (CR 106, 605)."""
