"""From a question to a scenario. Knows nothing of the engine."""
