"""Costs: the tap and untap symbols, summoning sickness, activating abilities, tapping things to pay (CR 107.5-6, 302.6, 602)."""
