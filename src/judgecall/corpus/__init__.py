"""The source text: passages of the rules, rulings, and how to find them.

`library.open_library` gives the text, `lookup.look_up` what a player typed, `importer.import_data` and
`update.update` the exact words in place of summaries.
"""
