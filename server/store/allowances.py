"""What is used of a licence in the last 24 hours, counted in the transaction that admits it."""

from __future__ import annotations

from datetime import timedelta

from server.domain.errors import CapacityReached
from server.domain.notebooks import ALLOWANCES, MAX_NOTEBOOKS, WINDOW, Allowance, Capability, NotebookUsage, used_up
from server.domain.times import from_ms
from server.store.transactions import Reading, Transaction

WINDOW_MS = int(WINDOW.total_seconds() * 1000)


def admit(
    transaction: Transaction,
    client_id: str,
    capability: Capability,
    now_ms: int,
    *,
    owner: str,
    notebook_id: str,
) -> None:
    """Take a place in a window for `owner`, an operation or a request.

    Raises:
        CapacityReached: the window is full.
    """
    limit = ALLOWANCES[capability]
    if limit is not None:
        since = now_ms - WINDOW_MS
        count, oldest = transaction.execute(
            "SELECT count(*), min(used_on) FROM notebook_uses WHERE client_id = ? AND capability = ? AND used_on > ?",
            (client_id, capability.value, since),
        ).fetchone()
        if count >= limit:
            raise used_up(capability, limit, from_ms(oldest) + WINDOW, from_ms(now_ms))
    transaction.execute(
        "INSERT INTO notebook_uses (client_id, capability, used_on, owner, notebook_id) VALUES (?, ?, ?, ?, ?)",
        (client_id, capability.value, now_ms, owner, notebook_id),
    )


def give_back(transaction: Transaction, owner: str) -> None:
    """Free the place of an operation or a request that came to nothing. It stays known which notebook it used."""
    transaction.execute("UPDATE notebook_uses SET used_on = 0 WHERE owner = ?", (owner,))


def admit_again(transaction: Transaction, owner: str, now_ms: int) -> bool:
    """Take a place anew for a request that is tried again; False when it has nothing to do with a notebook.

    Raises:
        CapacityReached: the window is full.
    """
    row = transaction.execute(
        "SELECT client_id, capability, notebook_id FROM notebook_uses WHERE owner = ?", (owner,)
    ).fetchone()
    if row is None:
        return False
    transaction.execute("DELETE FROM notebook_uses WHERE owner = ?", (owner,))
    admit(transaction, row[0], Capability(row[1]), now_ms, owner=owner, notebook_id=row[2])
    return True


def notebook_of(reading: Reading, owner: str) -> str:
    """The notebook that a request is made from; empty for others."""
    row = reading.execute("SELECT notebook_id FROM notebook_uses WHERE owner = ?", (owner,)).fetchone()
    return str(row[0]) if row else ""


def owners(reading: Reading, notebook_id: str) -> tuple[str, ...]:
    """What has used a notebook: ids of operations and requests."""
    rows = reading.execute("SELECT owner FROM notebook_uses WHERE notebook_id = ?", (notebook_id,))
    return tuple(row[0] for row in rows)


def usage(reading: Reading, client_id: str, now_ms: int) -> NotebookUsage:
    """What a client has used."""
    (count,) = reading.execute("SELECT count(*) FROM notebooks WHERE client_id = ?", (client_id,)).fetchone()
    rows = reading.execute(
        "SELECT capability, count(*), min(used_on) FROM notebook_uses WHERE client_id = ? AND used_on > ?"
        " GROUP BY capability",
        (client_id, now_ms - WINDOW_MS),
    ).fetchall()
    used = {Capability(row[0]): (row[1], from_ms(row[2]) + timedelta(milliseconds=WINDOW_MS)) for row in rows}
    return NotebookUsage(
        notebooks=count,
        capabilities={
            capability: Allowance(limit, *used.get(capability, (0, None))) for capability, limit in ALLOWANCES.items()
        },
    )


def forget(transaction: Transaction, before_ms: int) -> None:
    """Forget uses of notebooks that are gone, once they count no more."""
    transaction.execute(
        "DELETE FROM notebook_uses WHERE used_on < ?"
        " AND NOT EXISTS (SELECT 1 FROM notebooks n WHERE n.id = notebook_uses.notebook_id)",
        (before_ms,),
    )


def require_place(reading: Reading, client_id: str) -> None:
    """Raise `CapacityReached` when a client has as many notebooks as there can be."""
    (count,) = reading.execute("SELECT count(*) FROM notebooks WHERE client_id = ?", (client_id,)).fetchone()
    if count >= MAX_NOTEBOOKS:
        raise CapacityReached(
            f"You have {MAX_NOTEBOOKS} notebooks, the most there can be: delete one to make another.",
            code="notebooks_reached",
        )
