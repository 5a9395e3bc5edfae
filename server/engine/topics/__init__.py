"""A topic and nothing else: what there is to read about it here."""
