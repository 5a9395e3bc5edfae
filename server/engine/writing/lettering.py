"""How a line begins, in any language that has capitals."""

from __future__ import annotations


def capital(text: str) -> str:
    """The first letter large; marks in front of it are passed over, and a figure is a beginning of its own."""
    for i, c in enumerate(text):
        if c.isalpha():
            return text[:i] + c.upper() + text[i + 1 :]
        if c.isdigit():
            return text
    return text
