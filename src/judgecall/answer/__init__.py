"""From a judgement to a ruling that a player can read, with its sources."""
