"""Facts about cards, and the compiler from Oracle text to abilities."""
