"""The contract between the parser and the engine: objects, players, events, queries."""
