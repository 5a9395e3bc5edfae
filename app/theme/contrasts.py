"""What can be said of a project's colours: whether its text can be read."""

from __future__ import annotations

from app.language import number, tr
from app.theme.palettes import contrast

READABLE, LARGE_ONLY = 4.5, 3.0
"""WCAG 2.2: contrast that text needs, and that large text needs (success criterion 1.4.3)."""


def contrast_hint(*, text: str, ground: str, brand: str) -> str:
    """One or two sentences on how well text and headings can be read; colours as ``#rrggbb`` or empty."""
    if not text or not ground:
        return tr("Give a text and a background colour to see how well they go together.")
    ratio = contrast(text, ground)
    said = [
        tr(
            "Text on the background: contrast {ratio}, {verdict}.",
            ratio=number(ratio, places=1),
            verdict=_verdict(ratio),
        )
    ]
    if brand:
        ratio = contrast(brand, ground)
        good = ratio >= LARGE_ONLY
        verdict = tr("good for headings") if good else tr("too weak for headings: at least 3 is needed")
        said.append(tr("Brand colour: {ratio}, {verdict}.", ratio=number(ratio, places=1), verdict=verdict))
    return " ".join(said)


def _verdict(ratio: float) -> str:
    if ratio >= READABLE:
        return tr("easy to read")
    if ratio >= LARGE_ONLY:
        return tr("for large text only: 4.5 is needed for the rest")
    return tr("hard to read: at least 4.5 is needed")
