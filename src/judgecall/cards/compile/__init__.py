"""The compiler from Oracle text to the vocabulary of abilities."""
