"""Search over everything that the caller made and read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.client.connection import Connection
from app.client.readings import Record, flag, moment, number, records, text

PATH = "/studio/search"
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Words around what was found; `marks` are spans of them. What does not apply is None."""

    text: str
    marks: tuple[Span, ...] = ()
    time_ms: int | None = None
    start: int | None = None
    end: int | None = None
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that was found: its kind as the wire names it, the best places in it, and the ids it is opened by."""

    kind: str
    title: str
    title_marks: tuple[Span, ...] = ()
    excerpts: tuple[Excerpt, ...] = ()
    updated_on: datetime | None = None
    request_id: str = ""
    output_type: str = ""
    episode_id: int = 0
    show_id: str = ""
    notebook_id: str = ""
    source_id: str = ""


@dataclass(frozen=True, slots=True)
class Finds:
    """What a search found, the best first; `more` tells that there are others."""

    found: tuple[Found, ...] = ()
    more: bool = False


class Search:
    """Calls about searching."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find(self, words: str, *, kinds: Sequence[str] = (), limit: int = 20) -> Finds:
        """What carries all of these words; the last may be the beginning of one."""
        reply = await self._connection.get(PATH, q=words, kinds=",".join(kinds) or None, limit=limit)
        return Finds(tuple(_found(each) for each in records(reply.get("results"))), flag(reply, "more"))


def _found(record: Record) -> Found:
    return Found(
        kind=text(record, "kind"),
        title=text(record, "title"),
        title_marks=_spans(record.get("titleMarks")),
        excerpts=tuple(_excerpt(each) for each in records(record.get("excerpts"))),
        updated_on=moment(record, "updatedOn"),
        request_id=text(record, "requestId"),
        output_type=text(record, "outputType"),
        episode_id=number(record, "episodeId"),
        show_id=text(record, "podcastId"),
        notebook_id=text(record, "notebookId"),
        source_id=text(record, "sourceId"),
    )


def _excerpt(record: Record) -> Excerpt:
    def place(name: str) -> int | None:
        value = record.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    return Excerpt(
        text=text(record, "text"),
        marks=_spans(record.get("marks")),
        time_ms=place("timeMs"),
        start=place("start"),
        end=place("end"),
        page=place("page"),
    )


def _spans(value: Any) -> tuple[Span, ...]:
    if not isinstance(value, list):
        return ()
    return tuple((int(each[0]), int(each[1])) for each in value if isinstance(each, list) and len(each) == 2)
