"""Transcripts that were ordered for an episode."""

from __future__ import annotations

from server.domain.requests import RequestType
from server.store.transactions import Reading


def newest_of_episode(reading: Reading, named: tuple[str, str], client_id: str) -> str | None:
    """The id of a client's newest finished transcript of an episode, which an order may name in two ways."""
    row = reading.execute(
        "SELECT r.id FROM requests r JOIN request_orders o ON o.seq = r.seq"
        " WHERE r.client_id = ? AND r.type_id = ? AND r.state = 'completed' AND r.deleted_on IS NULL"
        " AND json_extract(o.body, '$.episode_id') IN (?, ?) AND json_extract(o.body, '$.episode_id') <> ''"
        " ORDER BY r.seq DESC LIMIT 1",
        (client_id, int(RequestType.TRANSCRIPT), *named),
    ).fetchone()
    return str(row[0]) if row else None
