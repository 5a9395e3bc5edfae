"""A measured figure and the limit it is held against."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """`limit` is the most that `value` may be, or the least where `at_least`; None where there is no promise."""

    what: str
    value: float
    unit: str
    limit: float | None = None
    at_least: bool = False

    @property
    def held(self) -> bool | None:
        """Whether the limit is kept."""
        if self.limit is None:
            return None
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    @property
    def limit_text(self) -> str:
        """The limit as a reader sees it."""
        return "" if self.limit is None else f"{'≥' if self.at_least else '≤'} {self.limit:g}"

    @property
    def held_text(self) -> str:
        """Yes, no or nothing."""
        return {True: "yes", False: "**no**", None: ""}[self.held]
