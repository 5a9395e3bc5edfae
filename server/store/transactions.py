"""What a write function is given: one transaction on the writer's connection."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence

import orjson
from peewee import Query

from server.domain.events import EventKind, StudioEvent
from server.domain.times import from_ms

EVENTS_KEPT = 20_000
"""Events kept, of all clients together, give or take a thousand."""

Value = str | int | float | bytes | None
Parameters = Sequence[Value] | Mapping[str, Value]


class Transaction:
    """One call's share of a commit. Events that it emits are told once everything is on disk."""

    __slots__ = ("connection", "events", "forgets")

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.events: list[StudioEvent] = []
        self.forgets = False
        """Whether what it deletes must be gone from the log of writes too, once it is on disk."""

    def execute(self, sql: str, parameters: Parameters = ()) -> sqlite3.Cursor:
        """Run one statement."""
        return self.connection.execute(sql, parameters)

    def run(self, query: Query) -> sqlite3.Cursor:
        """Run a query built from the models; its rows are plain tuples."""
        sql, parameters = query.sql()
        return self.connection.execute(sql, parameters)

    def emit(
        self,
        client_id: str,
        kind: EventKind,
        now_ms: int,
        *,
        subject: str = "",
        data: Mapping[str, object] | None = None,
    ) -> None:
        """Keep an event of a client and tell it after the commit."""
        told = dict(data or {})
        cursor = self.connection.execute(
            "INSERT INTO events (client_id, kind, subject, data, created_on) VALUES (?, ?, ?, ?, ?)",
            (client_id, kind.value, subject, orjson.dumps(told).decode(), now_ms),
        )
        assert cursor.lastrowid is not None
        if cursor.lastrowid % 1_000 == 0:
            self.connection.execute("DELETE FROM events WHERE id <= ?", (cursor.lastrowid - EVENTS_KEPT,))
        self.events.append(StudioEvent(cursor.lastrowid, client_id, kind, from_ms(now_ms), subject, told))


class Snapshot:
    """What a read function is given: a connection that can't write."""

    __slots__ = ("connection",)

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def execute(self, sql: str, parameters: Parameters = ()) -> sqlite3.Cursor:
        """Run one query."""
        return self.connection.execute(sql, parameters)

    def run(self, query: Query) -> sqlite3.Cursor:
        """Run a query built from the models; its rows are plain tuples."""
        sql, parameters = query.sql()
        return self.connection.execute(sql, parameters)


Reading = Transaction | Snapshot
"""A function that only reads takes either."""
