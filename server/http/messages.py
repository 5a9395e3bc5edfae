"""The bodies of messages to webhooks: what Status returns at that moment, and what happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from server.domain.requests import Request
from server.http.records import status_record
from server.services.media import MediaLinks


def composer(links: MediaLinks) -> Callable[[Request | None, str], bytes]:
    """Makes bodies: the Status record with `event` and `request_id`; a test has only those two."""

    def compose(request: Request | None, event: str) -> bytes:
        body: dict[str, Any] = {"event": event, "request_id": request.id if request else ""}
        if request is not None:
            body |= msgspec.to_builtins(status_record(request, links))
        return msgspec.json.encode(body)

    return compose
