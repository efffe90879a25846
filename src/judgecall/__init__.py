"""Judgecall: Magic: The Gathering rules questions, computed and proved, in a terminal."""
