"""Researches: requests of type 19, with their topics and reports."""

# ruff: noqa: S608 - statements are put together from constants of this module only

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson

from server.domain.pages import Page
from server.domain.requests import Citation, State
from server.domain.researches import Research
from server.domain.times import from_ms
from server.store.artefacts import Content
from server.store.transactions import Reading

_COLUMNS = (
    "r.seq, r.id, coalesce(o.body ->> '$.topic', ''), r.state, r.status, r.requested_on,"
    " coalesce(s.response_text, ''), coalesce(s.citations, '[]'), r.title, r.error_code, r.error_message"
)
_STANDING = "r.type_id = 19 AND r.deleted_on IS NULL"
_FROM = (
    " FROM requests r JOIN request_orders o ON o.seq = r.seq"
    " LEFT JOIN request_results s ON s.seq = r.seq AND r.state = 'completed'"
    f" WHERE {_STANDING}"
)


def find(reading: Reading, research_id: str, client_id: str) -> Research | None:
    """A client's research."""
    row = reading.execute(
        f"SELECT {_COLUMNS}{_FROM} AND r.id = ? AND r.client_id = ?", (research_id, client_id)
    ).fetchone()
    return _research(row) if row else None


def page(reading: Reading, client_id: str, number: int, limit: int) -> Page[Research]:
    """A numbered page of a client's researches, newest first."""
    total = reading.execute(
        f"SELECT count(*) FROM requests r WHERE {_STANDING} AND r.client_id = ?", (client_id,)
    ).fetchone()[0]
    rows = reading.execute(
        f"SELECT {_COLUMNS}{_FROM} AND r.client_id = ? ORDER BY r.seq DESC LIMIT ? OFFSET ?",
        (client_id, limit, (number - 1) * limit),
    )
    return Page(tuple(_research(row) for row in rows), total, number, limit)


def portion(reading: Reading, client_id: str, before: int, limit: int) -> tuple[tuple[Research, ...], int | None]:
    """The next `limit` researches before a place, newest first, and where to go on; None at the end."""
    rows = reading.execute(
        f"SELECT {_COLUMNS}{_FROM} AND r.client_id = ? AND r.seq < ? ORDER BY r.seq DESC LIMIT ?",
        (client_id, before, limit),
    ).fetchall()
    return tuple(_research(row) for row in rows), rows[-1][0] if len(rows) == limit else None


def imported(reading: Reading, client_id: str, limit: int) -> tuple[Content, ...]:
    """What a client's completed requests were made of, the newest first, each once."""
    rows = reading.execute(
        "SELECT b.sha256, b.size FROM requests r JOIN request_results s ON s.seq = r.seq"
        " JOIN blobs b ON b.sha256 = s.imported"
        " WHERE r.client_id = ? AND r.deleted_on IS NULL AND r.state = 'completed'"
        " GROUP BY b.sha256 ORDER BY max(r.seq) DESC LIMIT ?",
        (client_id, limit),
    )
    return tuple(Content(*row) for row in rows)


def _research(row: Sequence[Any]) -> Research:
    citations = tuple(Citation(*each) for each in orjson.loads(row[7]))
    return Research(row[1], row[2], State(row[3]), row[4], from_ms(row[5]), row[6], citations, *row[8:11])
