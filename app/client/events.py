"""The event stream: what changed on the server, as it changes.

Server-sent events with ids that only grow. After a break the stream goes on behind the last id it saw; where the
server can't go back that far it says so with a ``refresh`` event, and everything has to be read again.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from app.client.connection import Connection
from app.client.faults import ApiError
from app.language import tr

FIRST_WAIT = 0.25
LONGEST_WAIT = 15.0
"""Seconds between two tries to reach the server again; doubled from the first to the longest."""


class Link(StrEnum):
    """How things stand with the server."""

    CONNECTING = "connecting"
    LIVE = "live"
    LOST = "lost"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Event:
    """One event: its name (``request.progress``, ``show.changed`` …) and its data, in the wire's names."""

    name: str
    data: dict[str, Any] = field(default_factory=dict)
    id: str = ""

    @property
    def subject(self) -> str:
        """Id of the record that it is about."""
        return str(self.data.get("subject", ""))

    @property
    def noun(self) -> str:
        """What it is about: ``request``, ``file``, ``show``, ``episode``, ``usage``."""
        return self.name.split(".", 1)[0]


GAP = Event("refresh")
"""Some events were missed: read everything again."""


class EventStream:
    """Follows the stream of one server until it is cancelled."""

    def __init__(
        self,
        connection: Connection,
        *,
        on_event: Callable[[Event], None],
        on_link: Callable[[Link, str], None],
        first_wait: float = FIRST_WAIT,
    ) -> None:
        self._connection = connection
        self._on_event = on_event
        self._on_link = on_link
        self._first_wait = first_wait
        self._last_id = ""
        self._was_lost = False

    async def follow(self) -> None:
        """Hand over events for ever. Ends only when cancelled, or when the server refuses the token."""
        wait = self._first_wait
        self._on_link(Link.CONNECTING, "")
        while True:
            try:
                async for event in self._opened():
                    wait = self._first_wait
                    self._take(event)
                    # A burst lies in the buffer and is read without a pause: let the window paint between two events.
                    await asyncio.sleep(0)
                reason = tr("The server closed the event stream.")
            except ApiError as error:
                if error.status in (401, 403):
                    self._on_link(Link.REFUSED, error.message)
                    return
                reason = error.message
            self._was_lost = True
            self._on_link(Link.LOST, reason)
            await asyncio.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)

    def _take(self, event: Event) -> None:
        if event.id:
            before, self._last_id = self._last_id, event.id
            # Ids that start over belong to another run of the server: what lies between is unknown.
            if _falls(before, event.id):
                self._on_event(GAP)
        self._on_event(event)

    async def _opened(self) -> AsyncIterator[Event]:
        headers = {"Accept": "text/event-stream"}
        if self._last_id:
            headers["Last-Event-ID"] = self._last_id
        lines = self._connection.lines("/studio/events", headers=headers, opened=self._live)
        async for event in parsed(lines):
            if event.name:
                yield event

    def _live(self) -> None:
        self._on_link(Link.LIVE, "")
        if self._was_lost and not self._last_id:
            self._on_event(GAP)
        self._was_lost = False


async def parsed(lines: AsyncIterator[str]) -> AsyncIterator[Event]:
    """The events that these lines spell. A comment (a heartbeat) comes as an event without a name."""
    name, identity = "message", ""
    data: list[str] = []
    async for line in lines:
        if line.startswith(":"):
            yield Event("")
        elif line:
            key, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if key == "event":
                name = value
            elif key == "id":
                identity = value
            elif key == "data":
                data.append(value)
        elif data or identity or name != "message":
            yield Event(name, _record("\n".join(data)), identity)
            name, identity = "message", ""
            data.clear()


def _record(raw: str) -> dict[str, Any]:
    try:
        value = json.loads(raw) if raw else {}
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _falls(before: str, after: str) -> bool:
    return before.isdigit() and after.isdigit() and int(after) <= int(before)
