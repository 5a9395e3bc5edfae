"""Several things in one English phrase."""

from __future__ import annotations

from collections.abc import Sequence


def enumerated(parts: Sequence[str]) -> str:
    """One part, or several with commas and "and": "a, b and c".

    Raises:
        IndexError: there is none.
    """
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
