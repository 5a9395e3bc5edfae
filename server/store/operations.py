"""Operations that are done once, however often they are sent: each under a key of its client."""

from __future__ import annotations

from dataclasses import dataclass

from server.domain.notebooks import KEY_KEPT, InFlight, KeyReused
from server.store.transactions import Reading, Transaction

KEPT_MS = int(KEY_KEPT.total_seconds() * 1000)
_COLUMNS = "id, client_id, key, input, kind, notebook_id, reserved, done, reply, created_on"


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation. `input` is a digest of method, path and body; `reply` (JSON) holds no words of a source."""

    id: str
    client_id: str
    key: str
    input: str
    kind: str
    notebook_id: str
    reserved: int = 0
    """Sources that it may add."""
    done: bool = False
    reply: str = ""
    created_ms: int = 0


def find(reading: Reading, client_id: str, key: str, now_ms: int) -> Operation | None:
    """The operation of a key, while it is kept."""
    row = reading.execute(
        f"SELECT {_COLUMNS} FROM operations WHERE client_id = ? AND key = ? AND (done = 0 OR created_on > ?)",  # noqa: S608
        (client_id, key, now_ms - KEPT_MS),
    ).fetchone()
    return _operation(row) if row else None


def earlier(reading: Reading, wanted: Operation) -> Operation | None:
    """The operation that was done under this key before; None when there is none.

    Raises:
        KeyReused: it had another input.
        InFlight: it still runs.
    """
    known = find(reading, wanted.client_id, wanted.key, wanted.created_ms)
    if known is None:
        return None
    if known.input != wanted.input:
        raise KeyReused
    if not known.done:
        raise InFlight
    return known


def add(transaction: Transaction, operation: Operation) -> None:
    """Keep an operation, running or done."""
    transaction.execute(
        "DELETE FROM operations WHERE client_id = ? AND key = ? AND done = 1", (operation.client_id, operation.key)
    )
    transaction.execute(
        f"INSERT INTO operations ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
        (
            operation.id,
            operation.client_id,
            operation.key,
            operation.input,
            operation.kind,
            operation.notebook_id,
            operation.reserved,
            int(operation.done),
            operation.reply,
            operation.created_ms,
        ),
    )


def finish(transaction: Transaction, operation_id: str, reply: str = "") -> None:
    """It is done."""
    transaction.execute("UPDATE operations SET done = 1, reply = ? WHERE id = ?", (reply, operation_id))


def withdraw(transaction: Transaction, operation_id: str) -> None:
    """It came to nothing: its key may be used again."""
    transaction.execute("DELETE FROM operations WHERE id = ?", (operation_id,))


def running(reading: Reading) -> tuple[Operation, ...]:
    """Operations that were begun and not ended."""
    rows = reading.execute(f"SELECT {_COLUMNS} FROM operations WHERE done = 0")  # noqa: S608
    return tuple(_operation(row) for row in rows)


def is_running(reading: Reading, notebook_id: str) -> bool:
    """Whether anything is being done with a notebook."""
    row = reading.execute("SELECT 1 FROM operations WHERE notebook_id = ? AND done = 0", (notebook_id,)).fetchone()
    return row is not None


def forget(transaction: Transaction, now_ms: int) -> None:
    """Forget what is kept no longer."""
    transaction.execute("DELETE FROM operations WHERE done = 1 AND created_on <= ?", (now_ms - KEPT_MS,))


def _operation(row: tuple[object, ...]) -> Operation:
    values = list(row)
    values[7] = bool(values[7])
    return Operation(*values)  # type: ignore[arg-type]
