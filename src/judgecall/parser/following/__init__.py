"""Questions that go on from the one before: what they change in its scenario, and what they ask of it."""
