"""Researches: a topic in, a cited report out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.client.connection import Connection
from app.client.readings import Record, moment, number, records, sentence, text


@dataclass(frozen=True, slots=True)
class ResearchCitation:
    """Words of a source that the report rests on."""

    text: str
    source: str
    page: int | None = None
    time_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Research:
    """One research; `text` is the report in Markdown, empty until `status` is 100."""

    id: str
    topic: str
    status: int = 0
    text: str = ""
    citations: tuple[ResearchCitation, ...] = ()
    created_on: datetime | None = None
    title: str = ""
    error_code: int = 0
    error_message: str = ""


class Researches:
    """Calls about researches."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def all(self) -> tuple[Research, ...]:
        """Every research of the caller, newest first."""
        return tuple(research_of(record) for record in records(await self._connection.get("/deep-research/research")))

    async def one(self, research_id: str) -> Research:
        """One research with its report."""
        return research_of(await self._connection.get(f"/deep-research/research/{research_id}"))

    async def create(self, topic: str, *, sources: Sequence[tuple[str, str]] = (), language: str = "") -> str:
        """Have a topic researched in sources (their types and contents), or in what is found; answers its id."""
        body: dict[str, Any] = {"topic": topic}
        if sources:
            body["sources"] = [{"type": kind, "content": content} for kind, content in sources]
        if language:
            body["language"] = language
        return text(await self._connection.post("/deep-research/research", body), "request_id")


def research_of(record: Record) -> Research:
    """Read one research record."""
    cited = record.get("citations")
    return Research(
        id=text(record, "id"),
        topic=text(record, "topic"),
        status=number(record, "status"),
        text=text(record, "text"),
        citations=tuple(_citation(each) for each in cited if isinstance(each, dict)) if isinstance(cited, list) else (),
        created_on=moment(record, "createdOn"),
        title=text(record, "title"),
        error_code=number(record, "error_code"),
        error_message=sentence(record, "error_message"),
    )


def _citation(record: Record) -> ResearchCitation:
    page, time_ms = record.get("page"), record.get("timeMs")
    return ResearchCitation(
        text(record, "text"),
        text(record, "source"),
        page if isinstance(page, int) else None,
        time_ms if isinstance(time_ms, int) else None,
    )
