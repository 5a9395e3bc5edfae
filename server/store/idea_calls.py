"""Who asked for ideas in the last 24 hours; callers are kept as keyed hashes."""

from __future__ import annotations

from server.store.transactions import Reading, Transaction


def moments(reading: Reading, caller: str = "") -> list[int]:
    """When a caller asked, or everybody, oldest first (Unix milliseconds)."""
    rows = reading.execute(
        "SELECT created_on FROM idea_calls WHERE ?1 = '' OR caller = ?1 ORDER BY created_on", (caller,)
    )
    return [row[0] for row in rows]


def add(transaction: Transaction, call_id: str, caller: str, now_ms: int) -> None:
    """Count a call."""
    transaction.execute("INSERT INTO idea_calls VALUES (?, ?, ?)", (call_id, caller, now_ms))


def forget(transaction: Transaction, before_ms: int) -> None:
    """Let go of calls that count no more."""
    transaction.execute("DELETE FROM idea_calls WHERE created_on <= ?", (before_ms,))
