"""What can be said of a project's colours: whether its text can be read."""

from __future__ import annotations

from app.theme.palettes import contrast

READABLE, LARGE_ONLY = 4.5, 3.0
"""WCAG 2.2: contrast that text needs, and that large text needs (success criterion 1.4.3)."""


def contrast_hint(*, text: str, ground: str, brand: str) -> str:
    """One or two sentences on how well text and headings can be read; colours as ``#rrggbb`` or empty."""
    if not text or not ground:
        return "Give a text and a background colour to see how well they go together."
    said = [f"Text on the background: contrast {contrast(text, ground):.1f}, {_verdict(contrast(text, ground))}."]
    if brand:
        ratio = contrast(brand, ground)
        words = "good for headings" if ratio >= LARGE_ONLY else "too weak for headings: at least 3 is needed"
        said.append(f"Brand colour: {ratio:.1f}, {words}.")
    return " ".join(said)


def _verdict(ratio: float) -> str:
    if ratio >= READABLE:
        return "easy to read"
    if ratio >= LARGE_ONLY:
        return "for large text only: 4.5 is needed for the rest"
    return "hard to read: at least 4.5 is needed"
