"""The rules of the game. Knows nothing of questions."""
