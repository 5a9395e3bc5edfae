"""Storyboards of videos: read, seen scene by scene, changed, made into another version."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.client.connection import Connection
from app.client.readings import Record, flag, number, records, text

Change = Mapping[str, Any]
"""A scene of a changed storyboard, under the wire's names."""


@dataclass(frozen=True, slots=True)
class BoardItem:
    """One of the things that a scene puts up."""

    text: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class BoardScene:
    """A scene as it stands. `kinds` are those that its content can carry; times are None until it is voiced."""

    number: int
    kind: str
    kinds: tuple[str, ...] = ()
    heading: str = ""
    text: str = ""
    items: tuple[BoardItem, ...] = ()
    figure: str = ""
    chapter: str = ""
    lines: tuple[str, ...] = ()
    start_ms: int | None = None
    end_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Storyboard:
    """The storyboard of one request."""

    request_id: str
    title: str = ""
    format: str = "explainer"
    is_waiting: bool = False
    can_change: bool = False
    scenes: tuple[BoardScene, ...] = ()


class Storyboards:
    """Calls about storyboards."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def of(self, request_id: str) -> Storyboard:
        """The storyboard of a request."""
        return storyboard_of(await self._connection.get(_address(request_id)))

    async def picture(self, request_id: str, scene: int) -> bytes:
        """A scene as it is, as JPEG."""
        return await self._connection.read(f"{_address(request_id)}/{scene}/picture")

    async def preview(self, request_id: str, change: Change) -> bytes:
        """A scene as it would be with a change, as JPEG."""
        return await self._connection.made(f"{_address(request_id)}/preview", change)

    async def change(self, request_id: str, changes: Sequence[Change]) -> Storyboard:
        """Change the storyboard of a request that waits for approval."""
        return storyboard_of(await self._connection.post(_address(request_id), {"scenes": list(changes)}))

    async def version(self, request_id: str, changes: Sequence[Change]) -> str:
        """Order a completed video again with a changed storyboard; the new request's id."""
        reply = await self._connection.post(f"{_address(request_id)}/versions", {"scenes": list(changes)})
        return text(reply, "request_id")


def storyboard_of(record: Record) -> Storyboard:
    """Read a storyboard."""
    return Storyboard(
        request_id=text(record, "request_id"),
        title=text(record, "title"),
        format=text(record, "format") or "explainer",
        is_waiting=flag(record, "isWaiting"),
        can_change=flag(record, "canChange"),
        scenes=tuple(_scene(each) for each in records(record.get("scenes"))),
    )


def _scene(record: Record) -> BoardScene:
    kinds = record.get("kinds")
    return BoardScene(
        number=number(record, "scene"),
        kind=text(record, "kind"),
        kinds=tuple(map(str, kinds)) if isinstance(kinds, list) else (),
        heading=text(record, "heading"),
        text=text(record, "text"),
        items=tuple(BoardItem(text(each, "text"), text(each, "label")) for each in records(record.get("items"))),
        figure=text(record, "figure"),
        chapter=text(record, "chapter"),
        lines=tuple(text(each, "text") for each in records(record.get("lines"))),
        start_ms=_time(record, "startMs"),
        end_ms=_time(record, "endMs"),
    )


def _time(record: Record, name: str) -> int | None:
    return None if record.get(name) is None else number(record, name)


def _address(request_id: str) -> str:
    return f"/studio/requests/{request_id}/storyboard"
