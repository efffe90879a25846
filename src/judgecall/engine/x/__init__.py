"""X and the numbers that hang on it: mana value, counters, what a mana value stops (CR 107.3, 202.3)."""
