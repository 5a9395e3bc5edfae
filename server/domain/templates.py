"""Templates: an order that waits for what a feed brings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from server.domain.requests import OutputType


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """A template of one client; its id is that of the request that keeps its order."""

    id: str
    client_id: str
    name: str
    type: str
    output_type: OutputType | None
    created_on: datetime
    feed_ids: tuple[int, ...] = ()
    """The feeds whose new items it runs for."""
