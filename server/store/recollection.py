"""What was read a moment ago, for whoever asks again and again: kept until anything is committed."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

MOST = 4_096
"""Answers kept; with more, all are forgotten."""


class Recollection:
    """Answers by what was asked, each with the number of commits before it was read. For one thread."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[int, Any]] = {}

    def of(self, asked: Hashable, commits: int) -> Any | None:
        """The answer, when nothing was committed since it was read; None otherwise."""
        kept = self._kept.get(asked)
        return kept[1] if kept is not None and kept[0] == commits else None

    def keep(self, asked: Hashable, commits: int, answer: object) -> None:
        """Keep what was read when there were `commits`."""
        if len(self._kept) >= MOST:
            self._kept.clear()
        self._kept[asked] = (commits, answer)
