"""Combat: declaring attackers and blockers, and what becomes of them (CR 506-511)."""
