"""Words of sources keep their own direction: their full stop stays at their end in a window that runs the other way."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

FIRST_STRONG, POP = "\u2068", "\u2069"
"""The Unicode isolates: what lies between runs as its first letter does, whatever is around it."""


def isolated(text: str) -> str:
    """The text to be drawn in a line of the window; it is the text itself where the window runs from left to right."""
    if QGuiApplication.layoutDirection() != Qt.LayoutDirection.RightToLeft:
        return text
    return "\n".join(f"{FIRST_STRONG}{line}{POP}" if line else "" for line in text.split("\n"))
