"""Requests that keep an order for later (schedules, templates), as lists of one client."""

# ruff: noqa: S608 - statements are put together from constants of the modules that ask

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from server.domain.pages import Page
from server.domain.requests import State
from server.store.transactions import Reading

T = TypeVar("T")


class KeptOrders(Generic[T]):
    """Reads the requests of one state as values.

    Args:
        columns: what `made` gets, `r.seq` first. `r` is the request, `o` its order.
        joins: what else the columns come from.
        made: a row as its value.
    """

    def __init__(self, state: State, *, columns: str, made: Callable[[Sequence[Any]], T], joins: str = "") -> None:
        self._made = made
        # The second condition on the state is the index's own: without it SQLite does not see that the index fits.
        standing = f"r.state = '{state.value}' AND r.state IN ('schedule', 'template') AND r.deleted_on IS NULL"
        self._counted = f"SELECT count(*) FROM requests r WHERE {standing} AND r.client_id = ?"
        self._every = (
            f"SELECT {columns} FROM requests r JOIN request_orders o ON o.seq = r.seq {joins} WHERE {standing}"
        )

    def where(self, reading: Reading, condition: str = "") -> tuple[T, ...]:
        """Everybody's that meet a condition (``AND …``), the oldest first."""
        return tuple(self._made(row) for row in reading.execute(f"{self._every} {condition} ORDER BY r.seq"))

    def find(self, reading: Reading, request_id: str, client_id: str) -> T | None:
        """A client's own by its id."""
        row = reading.execute(f"{self._every} AND r.id = ? AND r.client_id = ?", (request_id, client_id)).fetchone()
        return self._made(row) if row else None

    def page(self, reading: Reading, client_id: str, number: int, limit: int) -> Page[T]:
        """A numbered page of a client's, newest first."""
        total = reading.execute(self._counted, (client_id,)).fetchone()[0]
        rows = reading.execute(
            f"{self._every} AND r.client_id = ? ORDER BY r.seq DESC LIMIT ? OFFSET ?",
            (client_id, limit, (number - 1) * limit),
        )
        return Page(tuple(self._made(row) for row in rows), total, number, limit)

    def portion(self, reading: Reading, client_id: str, before: int, limit: int) -> tuple[tuple[T, ...], int | None]:
        """The next `limit` before a place, newest first, and where to go on; None at the end."""
        rows = reading.execute(
            f"{self._every} AND r.client_id = ? AND r.seq < ? ORDER BY r.seq DESC LIMIT ?", (client_id, before, limit)
        ).fetchall()
        return tuple(self._made(row) for row in rows), rows[-1][0] if len(rows) == limit else None
