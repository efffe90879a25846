"""The source text: passages of the rules, rulings, and how to find them."""
