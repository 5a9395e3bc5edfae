"""Requests taken in: paid for, queued and kept with all that they bring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import orjson

from server.config.faults import fault
from server.domain.events import EventKind
from server.domain.notebooks import CAPABILITY_OF
from server.domain.requests import OutputType, RequestType, State
from server.store import allowances, clients, contents, operations, versions
from server.store.clients import Reservation
from server.store.contents import SourceContent
from server.store.operations import Operation
from server.store.requests import family_of, folded
from server.store.transactions import Transaction
from server.store.versions import NewVersion


@dataclass(frozen=True, slots=True)
class NewRequest:
    """A request about to be taken in. `order` is the order as JSON."""

    id: str
    client_id: str
    type: RequestType
    output_type: OutputType | None
    order: str
    reservation: Reservation
    requested_ms: int
    scheduled_ms: int | None = None
    title: str = ""
    callback_data: str | None = None
    related_id: str = ""
    language: str = ""
    include_citations: bool = False
    approve_script: bool = False
    sources: tuple[SourceContent, ...] = ()
    run_key: str | None = None
    """A run of a template or a recurring schedule: taken in once."""
    kept: State | None = None
    """SCHEDULE or TEMPLATE for what is kept and never queued itself."""
    notebook_id: str = ""
    """The notebook that it is made from: it takes a place in a window instead of credits."""
    version: NewVersion | None = None
    """What it is a changed version of."""


def accept(transaction: Transaction, new: NewRequest) -> str:
    """Reserve what it costs and queue it; its id. A run that is there already stays as it is and costs nothing more.

    Raises:
        Invalid: the client can't pay for it.
    """
    if new.run_key is not None:
        known = transaction.execute(
            "SELECT id FROM requests WHERE client_id = ? AND run_key = ?", (new.client_id, new.run_key)
        ).fetchone()
        if known is not None:
            return str(known[0])
    clients.reserve(transaction, new.client_id, new.reservation)
    if new.notebook_id and new.output_type is not None:
        capability = CAPABILITY_OF[new.output_type]
        allowances.admit(
            transaction, new.client_id, capability, new.requested_ms, owner=new.id, notebook_id=new.notebook_id
        )
    state = new.kept or State.QUEUED
    cursor = transaction.execute(
        "INSERT INTO requests (id, client_id, type_id, family, output_type, state, open, stage, status, title,"
        " folded_title,"
        " requested_on, updated_on, due_on, scheduled_on, callback_data, related_id, language, include_citations,"
        " approve_script, credits, charged, podcast_day, run_key)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)",
        (
            new.id,
            new.client_id,
            new.type.value,
            family_of(new.type),
            new.output_type.value if new.output_type else None,
            state.value,
            int(state.is_open),
            state.value,
            new.title,
            folded(new.title),
            new.requested_ms,
            new.requested_ms,
            new.requested_ms if new.scheduled_ms is None else new.scheduled_ms,
            new.scheduled_ms,
            new.callback_data,
            new.related_id,
            new.language,
            new.include_citations,
            new.approve_script,
            new.reservation.credits,
            new.reservation.day,
            new.run_key,
        ),
    )
    seq = cursor.lastrowid
    assert seq is not None
    transaction.execute("INSERT INTO request_orders (seq, body) VALUES (?, ?)", (seq, new.order))
    for source in new.sources:
        contents.keep_source(transaction, seq, source, new.requested_ms)
    if new.version is not None:
        versions.add(transaction, seq, new.version)
    transaction.emit(
        new.client_id,
        EventKind.QUEUED,
        new.requested_ms,
        subject=new.id,
        data={"status": 0, "stage": state.value, "request_type_id": new.type.value, "audio_title": new.title},
    )
    fault("before-accept-commit")
    return new.id


def accept_all(transaction: Transaction, every: Sequence[NewRequest], once: Operation | None = None) -> tuple[str, ...]:
    """`accept` for each, all of them or none.

    Args:
        once: the operation that this is, where it is done under a key; what was accepted under it before is answered.

    Raises:
        Invalid: the client can't pay for all of them.
        CapacityReached: a window is full.
        KeyReused: the key had another input.
    """
    if once is not None:
        if (known := operations.earlier(transaction, once)) is not None:
            return tuple(orjson.loads(known.reply))
        operations.add(transaction, replace(once, done=True, reply=orjson.dumps([new.id for new in every]).decode()))
    if len(every) > 1:
        # So that the sentence tells what all of them cost.
        clients.require_credits(transaction, every[0].client_id, sum(new.reservation.credits for new in every))
    return tuple(accept(transaction, new) for new in every)
