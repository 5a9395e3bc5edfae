"""How often episodes were played, by day. Who played them is not kept."""

from __future__ import annotations

from collections.abc import Mapping

from server.store.transactions import Reading, Transaction


def episode_of(reading: Reading, key: str) -> int | None:
    """The episode whose recording has this public key."""
    row = reading.execute(
        "SELECT episode_id FROM podcast_media WHERE key = ? AND episode_id IS NOT NULL", (key,)
    ).fetchone()
    return row[0] if row else None


def add(transaction: Transaction, counts: Mapping[tuple[int, str], int]) -> None:
    """Add plays to episodes and days (`YYYY-MM-DD`)."""
    for (episode_id, day), count in counts.items():
        transaction.execute(
            "INSERT INTO plays (episode_id, day, count) VALUES (?1, ?2, ?3)"
            " ON CONFLICT (episode_id, day) DO UPDATE SET count = count + ?3",
            (episode_id, day, count),
        )


def of_show(reading: Reading, show_id: str, *, since: str) -> tuple[tuple[int, str, int], ...]:
    """Episode, day and plays of a show since a day, the newest episode first."""
    rows = reading.execute(
        "SELECT p.episode_id, p.day, p.count FROM shows w JOIN show_episodes h ON h.show_seq = w.seq"
        " JOIN plays p ON p.episode_id = h.episode_id JOIN episodes e ON e.id = p.episode_id"
        " WHERE w.id = ? AND e.deleted_on IS NULL AND p.day >= ? ORDER BY p.episode_id DESC, p.day",
        (show_id, since),
    )
    return tuple(rows)
