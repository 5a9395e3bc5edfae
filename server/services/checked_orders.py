"""Orders that have passed, and the requests that they are taken in as."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from server.domain.accounts import Account
from server.domain.identifiers import new_id
from server.domain.orders import Order
from server.domain.requests import PODCAST_TYPES, OutputType, RequestType, State
from server.domain.times import to_ms, utc_day
from server.services.specs import encoded
from server.store.acceptance import NewRequest
from server.store.clients import Reservation
from server.store.contents import SourceContent
from server.store.versions import NewVersion


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """An order of any kind that has passed every check but that of the balance.

    `order` names no bulky content any more: that lies in `sources`.
    """

    order: Order
    kind: RequestType
    credits: int
    output_type: OutputType | None = None
    title: str = ""
    sources: tuple[SourceContent, ...] = ()
    callback_data: str | None = None
    related_id: str = ""
    language: str = ""
    include_citations: bool = False
    approve_script: bool = False
    scheduled_on: datetime | None = None
    run_key: str | None = None
    """A run of a template or schedule: accepted once, however often it is submitted."""
    kept: State | None = None
    """SCHEDULE or TEMPLATE for what is kept and never queued itself."""
    version: NewVersion | None = None
    """The storyboard that a video is made from, and the request that it is changed from."""


def new_request(checked: Checked, *, by: Account, now: datetime) -> NewRequest:
    """What the store takes in. What is made from a notebook does not count as a podcast of the day."""
    notebook_id = getattr(checked.order, "notebook_id", "")
    counts = checked.kind in PODCAST_TYPES and not notebook_id
    return NewRequest(
        id=new_id(),
        client_id=by.id,
        type=checked.kind,
        output_type=checked.output_type,
        order=encoded(checked.order),
        reservation=Reservation(checked.credits, utc_day(now).isoformat() if counts else None),
        requested_ms=to_ms(now),
        scheduled_ms=to_ms(checked.scheduled_on) if checked.scheduled_on is not None else None,
        title=checked.title,
        callback_data=checked.callback_data,
        related_id=checked.related_id,
        language=checked.language,
        include_citations=checked.include_citations,
        approve_script=checked.approve_script,
        sources=checked.sources,
        run_key=checked.run_key,
        kept=checked.kept,
        notebook_id=notebook_id,
        version=checked.version,
    )
