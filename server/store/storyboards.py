"""Storyboards that are changed while their request waits for approval."""

from __future__ import annotations

from server.domain.errors import Conflict
from server.domain.events import EventKind
from server.domain.requests import State
from server.store import requests, versions
from server.store.transactions import Transaction


def change(
    transaction: Transaction, request_id: str, client_id: str, *, body: str, script: str, was: str, now_ms: int
) -> None:
    """Another storyboard and script for a request that waits for approval.

    Raises:
        NotFound: there is none of the client.
        Conflict: it does not wait any more (``not_waiting``), or its storyboard is not `was` (``changed_meanwhile``).
    """
    request = requests.find(transaction, request_id, client_id)
    if request.state is not State.WAITING:
        raise Conflict("Its storyboard does not wait for approval any more.", code="not_waiting")
    now, _pieces = versions.of_request(transaction, request_id)
    if now != was:
        raise Conflict("The storyboard was changed meanwhile: read it again.", code="changed_meanwhile")
    (seq,) = transaction.execute("SELECT seq FROM requests WHERE id = ?", (request_id,)).fetchone()
    versions.keep(transaction, seq, body)
    transaction.execute("UPDATE request_results SET script = ? WHERE seq = ?", (script, seq))
    transaction.execute("UPDATE requests SET updated_on = ? WHERE seq = ?", (now_ms, seq))
    transaction.emit(client_id, EventKind.WAITING, now_ms, subject=request_id, data=requests.told_of(request))
