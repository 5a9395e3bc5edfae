"""Templates: requests that keep an order until a feed brings something."""

# ruff: noqa: S608 - statements are put together from constants of this module only

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson

from server.domain.pages import Page
from server.domain.requests import OutputType
from server.domain.templates import Template
from server.domain.times import from_ms
from server.store.transactions import Reading

_COLUMNS = (
    "r.seq, r.id, r.client_id, coalesce(nullif(o.body ->> '$.template_mode.name', ''), r.title),"
    " coalesce(o.body ->> '$.template_mode.type', 'feed'), r.output_type, r.requested_on,"
    " (SELECT json_group_array(s.feed_id) FROM feed_subscriptions s WHERE s.template_id = r.id)"
)
# The second condition on the state is the index's own: without it SQLite does not see that the index fits.
_STANDING = "r.state = 'template' AND r.state IN ('schedule', 'template') AND r.deleted_on IS NULL"
_FROM = f" FROM requests r JOIN request_orders o ON o.seq = r.seq WHERE {_STANDING}"


def find(reading: Reading, template_id: str, client_id: str) -> Template | None:
    """A client's template."""
    row = reading.execute(
        f"SELECT {_COLUMNS}{_FROM} AND r.id = ? AND r.client_id = ?", (template_id, client_id)
    ).fetchone()
    return _template(row) if row else None


def page(reading: Reading, client_id: str, number: int, limit: int) -> Page[Template]:
    """A numbered page of a client's templates, newest first."""
    total = reading.execute(
        f"SELECT count(*) FROM requests r WHERE {_STANDING} AND r.client_id = ?",
        (client_id,),
    ).fetchone()[0]
    rows = reading.execute(
        f"SELECT {_COLUMNS}{_FROM} AND r.client_id = ? ORDER BY r.seq DESC LIMIT ? OFFSET ?",
        (client_id, limit, (number - 1) * limit),
    )
    return Page(tuple(_template(row) for row in rows), total, number, limit)


def portion(reading: Reading, client_id: str, before: int, limit: int) -> tuple[tuple[Template, ...], int | None]:
    """The next `limit` templates before a place, newest first, and where to go on; None at the end."""
    rows = reading.execute(
        f"SELECT {_COLUMNS}{_FROM} AND r.client_id = ? AND r.seq < ? ORDER BY r.seq DESC LIMIT ?",
        (client_id, before, limit),
    ).fetchall()
    return tuple(_template(row) for row in rows), rows[-1][0] if len(rows) == limit else None


def _template(row: Sequence[Any]) -> Template:
    return Template(
        id=row[1],
        client_id=row[2],
        name=row[3],
        type=row[4],
        output_type=OutputType(row[5]) if row[5] else None,
        created_on=from_ms(row[6]),
        feed_ids=tuple(orjson.loads(row[7])),
    )
