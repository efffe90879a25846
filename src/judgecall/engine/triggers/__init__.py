"""Triggered and activated abilities from their event to their resolution (CR 603, 608.2)."""
