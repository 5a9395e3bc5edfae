"""Icons by meaning: the first picture whose words a text has, in six languages, coloured as it is drawn.

The pictures are Lucide's (`resources/icons/lucide`, with its licence).
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[3] / "resources" / "icons" / "lucide"

MEANINGS = FOLDER.parent / "meanings.txt"
_GENERAL = 7
"""The last so many meanings are of words that stand in any text: another icon goes before them."""
FALLBACKS = ("lightbulb", "target", "flag", "star", "globe", "layers", "compass")


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    rows = (row.partition("\t") for row in MEANINGS.read_text("utf-8").splitlines() if "\t" in row)
    return tuple((name, re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)) for name, _, words in rows)


def icon_for(text: str, *, taken: frozenset[str] = frozenset()) -> str:
    """The name of the icon that fits a text best: of what it names first, one that is not taken where it can be."""
    found = icon_meant(text, taken=taken)
    return found or next((name for name in FALLBACKS if name not in taken), FALLBACKS[0])


def icon_meant(text: str, *, taken: frozenset[str] = frozenset()) -> str:
    """The icon of what a text names first; empty where it names nothing that there is an icon of."""
    patterns = _patterns()
    found = sorted(
        (match.start() + 60 * (order >= len(patterns) - _GENERAL), order, name)
        for order, (name, pattern) in enumerate(patterns)
        if (match := pattern.search(text))
    )
    return next((name for _, _, name in found if name not in taken), "")


def svg_of(name: str, *, color: str) -> bytes:
    """An icon in a colour, as an SVG."""
    return (FOLDER / f"{name}.svg").read_text("utf-8").replace("currentColor", color).encode()
