"""A numbered page of anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Page `page` (from 1) of a list of `total` items, `page_size` a page."""

    items: tuple[T, ...]
    total: int
    page: int
    page_size: int

    @property
    def total_pages(self) -> int:
        """Pages in all; 0 for an empty list."""
        return -(-self.total // self.page_size)
