"""Data tables: the things and properties that the sources compare, from their tables, lists and sentences."""
