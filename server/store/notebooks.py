"""Which notebooks there are and whose they are. What they hold lies in files (`server.store.notebook_files`)."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

from server.domain.errors import CapacityReached, Conflict, DomainError, NotFound
from server.domain.events import EventKind
from server.domain.notebooks import MAX_SOURCES, Capability, SourceProgress
from server.store import allowances, operations, requests
from server.store.operations import Operation
from server.store.transactions import Reading, Transaction

GONE = "There is no such notebook."


@dataclass(frozen=True, slots=True)
class NotebookRow:
    """A notebook's entry."""

    id: str
    client_id: str
    created_ms: int
    sources: int


def find(reading: Reading, notebook_id: str, client_id: str) -> NotebookRow:
    """A client's notebook. Raises `NotFound`."""
    row = reading.execute(
        "SELECT id, client_id, created_on, sources FROM notebooks WHERE id = ? AND client_id = ? AND ready = 1",
        (notebook_id, client_id),
    ).fetchone()
    if row is None:
        raise NotFound(GONE, code="notebook_not_found")
    return NotebookRow(*row)


def every(reading: Reading, client_id: str) -> tuple[NotebookRow, ...]:
    """A client's notebooks, newest first."""
    rows = reading.execute(
        "SELECT id, client_id, created_on, sources FROM notebooks WHERE client_id = ? AND ready = 1 ORDER BY seq DESC",
        (client_id,),
    )
    return tuple(NotebookRow(*row) for row in rows)


def ids(reading: Reading) -> frozenset[str]:
    """The ids of all notebooks of all clients."""
    return frozenset(row[0] for row in reading.execute("SELECT id FROM notebooks"))


def begin_making(transaction: Transaction, operation: Operation) -> Operation | None:
    """Take a notebook's place; None, or what was done under this key before.

    Raises:
        KeyReused, InFlight: as `operations.earlier`.
        CapacityReached: there are as many notebooks as there can be.
    """
    if (known := operations.earlier(transaction, operation)) is not None:
        return known
    allowances.require_place(transaction, operation.client_id)
    transaction.execute(
        "INSERT INTO notebooks (id, client_id, ready, sources, created_on) VALUES (?, ?, 0, ?, ?)",
        (operation.notebook_id, operation.client_id, operation.reserved, operation.created_ms),
    )
    operations.add(transaction, operation)
    return None


def begin_adding(transaction: Transaction, operation: Operation) -> Operation | None:
    """Take places for sources; as `begin_making`. Raises `NotFound` too."""
    if (known := operations.earlier(transaction, operation)) is not None:
        return known
    find(transaction, operation.notebook_id, operation.client_id)
    changed = transaction.execute(
        "UPDATE notebooks SET sources = sources + ? WHERE id = ? AND sources + ? <= ?",
        (operation.reserved, operation.notebook_id, operation.reserved, MAX_SOURCES),
    ).rowcount
    if not changed:
        raise CapacityReached(
            f"A notebook holds at most {MAX_SOURCES} sources: send fewer, or make another notebook.",
            code="sources_reached",
        )
    operations.add(transaction, operation)
    return None


def begin_asking(transaction: Transaction, operation: Operation) -> Operation | None:
    """Take a question's place; as `begin_making`. Raises `NotFound` too."""
    if (known := operations.earlier(transaction, operation)) is not None:
        return known
    find(transaction, operation.notebook_id, operation.client_id)
    allowances.admit(
        transaction,
        operation.client_id,
        Capability.QUESTIONS,
        operation.created_ms,
        owner=operation.id,
        notebook_id=operation.notebook_id,
    )
    operations.add(transaction, operation)
    return None


def begin_dropping(transaction: Transaction, operation: Operation) -> Operation | None:
    """Begin to take a source out; as `begin_making`.

    Raises:
        NotFound: the client has no such notebook.
        Conflict: something else is being done with it.
    """
    if (known := operations.earlier(transaction, operation)) is not None:
        return known
    find(transaction, operation.notebook_id, operation.client_id)
    _require_rest(transaction, operation.notebook_id)
    operations.add(transaction, operation)
    return None


def _require_rest(reading: Reading, notebook_id: str) -> None:
    if operations.is_running(reading, notebook_id):
        busy = Conflict("Something is being done with this notebook: wait and send it again.", code="notebook_busy")
        busy.retry_after_s = 2  # type: ignore[attr-defined]
        raise busy


def announce(transaction: Transaction, notebook_id: str, client_id: str, now_ms: int) -> None:
    """Tell that a notebook has changed otherwise than by its sources."""
    transaction.emit(client_id, EventKind.NOTEBOOK_CHANGED, now_ms, subject=notebook_id, data={})


def finish_filling(transaction: Transaction, operation: Operation, now_ms: int, *, added: int) -> None:
    """The notebook's file holds the sources that could be read; places of the others are free again.

    Args:
        added: sources that it holds more than before; -1 where one was taken out.
    """
    transaction.execute(
        "UPDATE notebooks SET ready = 1, sources = sources - ? WHERE id = ?",
        (operation.reserved - added, operation.notebook_id),
    )
    operations.finish(transaction, operation.id)
    transaction.emit(
        operation.client_id,
        EventKind.NOTEBOOK_CHANGED,
        now_ms,
        subject=operation.notebook_id,
        data={"added": added, "failed": max(operation.reserved - added, 0) if operation.reserved else 0},
    )


def withdraw(transaction: Transaction, operation: Operation) -> None:
    """An operation came to nothing: its places are free, its key may be used again."""
    if operation.kind == "create":
        transaction.execute("DELETE FROM notebooks WHERE id = ? AND ready = 0", (operation.notebook_id,))
    elif operation.reserved:
        transaction.execute(
            "UPDATE notebooks SET sources = sources - ? WHERE id = ?", (operation.reserved, operation.notebook_id)
        )
    transaction.execute("DELETE FROM notebook_uses WHERE owner = ?", (operation.id,))
    operations.withdraw(transaction, operation.id)


def remove(transaction: Transaction, operation: Operation, now_ms: int) -> Operation | None:
    """Delete a notebook and keep the reply, together; None, or what was done under this key before.

    Raises:
        KeyReused, InFlight: as `operations.earlier`.
        NotFound: there is none of the client.
        Conflict: something is being done with it.
    """
    if (known := operations.earlier(transaction, operation)) is not None:
        return known
    find(transaction, operation.notebook_id, operation.client_id)
    _require_rest(transaction, operation.notebook_id)
    transaction.execute("DELETE FROM notebooks WHERE id = ?", (operation.notebook_id,))
    for owner in allowances.owners(transaction, operation.notebook_id):
        # What has ended stays as it is; what has not would have nothing left to be made from.
        with contextlib.suppress(DomainError):
            requests.cancel(transaction, owner, operation.client_id, now_ms)
        requests.forget_written(transaction, owner)
    operations.add(transaction, operation)
    transaction.forgets = True
    transaction.emit(
        operation.client_id,
        EventKind.NOTEBOOK_CHANGED,
        now_ms,
        subject=operation.notebook_id,
        data={"deleted": True},
    )
    return None


def tell(
    transaction: Transaction, operation: Operation, now_ms: int, *, done: float, text: str, source: SourceProgress
) -> None:
    """Say how far reading the sources of a call is: `done` from 0 to 1, and how far one of them is."""
    transaction.emit(
        operation.client_id,
        EventKind.NOTEBOOK_PROGRESS,
        now_ms,
        subject=operation.notebook_id,
        data={
            "fraction": round(done, 3),
            "progress_text": text,
            "key": operation.key,
            "source": source.number,
            "source_state": source.state,
            "source_fraction": round(source.fraction, 3),
        },
    )
