"""Cells of tables that people open in a spreadsheet."""

from __future__ import annotations

FORMULA_BEGINS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet takes for the beginning of a formula, in narrow and wide forms."""


def harmless(text: str) -> str:
    """`text` so that no spreadsheet runs it: what would begin a formula gets an apostrophe before it (OWASP)."""
    return f"'{text}" if text.startswith(FORMULA_BEGINS) or text.lstrip().startswith(FORMULA_BEGINS) else text
