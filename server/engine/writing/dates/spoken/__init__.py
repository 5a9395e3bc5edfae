"""How each language speaks of dates: lists and patterns, no code."""
