"""Calls about notebooks. What changes or asks something goes out under an Idempotency-Key and is safe to repeat."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, TypeGuard

from app.client.connection import Connection
from app.client.readings import Record, flag, moment, number, records, text

NOTEBOOKS = "/dedicated-account/notebooks"


@dataclass(frozen=True, slots=True)
class NotebookSource:
    """A source of a notebook, or why there is none (`fault`)."""

    id: str
    type: str = ""
    title: str = ""
    characters: int = 0
    pages: int = 0
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Notebook:
    """A notebook; after adding, `sources` are those of the call."""

    id: str
    title: str
    source_count: int = 0
    sources: tuple[NotebookSource, ...] = ()
    updated_on: datetime | None = None


@dataclass(frozen=True, slots=True)
class AnswerCitation:
    """Words of a source: code points `start` to `end` of its text. Times are in milliseconds."""

    source_id: str
    source: str
    text: str
    start: int
    end: int
    page: int | None = None
    time_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What the sources say; citations by the marker in the answer."""

    id: str
    conversation_id: str
    question: str
    answer: str
    is_grounded: bool
    citations: Mapping[str, AnswerCitation] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SourceText:
    """A source's whole text."""

    id: str
    title: str
    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class SourceOverview:
    """What a source is about."""

    id: str
    title: str
    language: str
    words: int
    summary: tuple[str, ...] = ()
    key_terms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """A note."""

    id: str
    text: str
    created_on: datetime | None = None


@dataclass(frozen=True, slots=True)
class Allowance:
    """A window of 24 hours; without a limit `limit` is None."""

    limit: int | None
    used: int
    resets_on: datetime | None = None


def new_key() -> str:
    """A key for one operation; the same one goes out with every repetition of it."""
    return secrets.token_urlsafe(24)


def source_of_file(path: Path) -> dict[str, str]:
    """A file as the body's source. Blocks."""
    return {"type": "file", "fileName": path.name, "content": base64.b64encode(path.read_bytes()).decode("ascii")}


class Notebooks:
    """Calls about notebooks."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def all(self) -> tuple[Notebook, ...]:
        """Every notebook of the caller, newest first."""
        told = await self._connection.get(NOTEBOOKS)
        return tuple(notebook_of(record) for record in records(told.get("notebooks") if _is(told) else None))

    async def one(self, notebook_id: str) -> Notebook:
        """One notebook."""
        return notebook_of(await self._connection.get(f"{NOTEBOOKS}/{notebook_id}"))

    async def create(self, title: str, sources: Sequence[Mapping[str, str]], *, key: str) -> Notebook:
        """Make a notebook with up to 20 sources, each as the wire takes it."""
        body = {"title": title, "sources": [dict(source) for source in sources]}
        return notebook_of(await self._connection.post_once(NOTEBOOKS, body, key=key))

    async def add(self, notebook_id: str, sources: Sequence[Mapping[str, str]], *, key: str) -> Notebook:
        """Add up to 20 sources."""
        body = {"sources": [dict(source) for source in sources]}
        return notebook_of(await self._connection.post_once(f"{NOTEBOOKS}/{notebook_id}/sources", body, key=key))

    async def ask(self, notebook_id: str, question: str, *, conversation_id: str = "", key: str) -> Answer:
        """Ask; with the id of a conversation the question may lean on its turns."""
        body = {"question": question, **({"conversationId": conversation_id} if conversation_id else {})}
        return answer_of(await self._connection.post_once(f"{NOTEBOOKS}/{notebook_id}/questions", body, key=key))

    async def remove(self, notebook_id: str, *, key: str) -> None:
        """Delete a notebook with everything in it."""
        await self._connection.delete_once(f"{NOTEBOOKS}/{notebook_id}", key=key)

    async def usage(self) -> dict[str, Allowance]:
        """What is used of the licence, by capability."""
        told = await self._connection.get("/dedicated-account/usage")
        named = told.get("capabilities") if _is(told) else None
        return {str(name): _allowance(each) for name, each in named.items()} if _is(named) else {}

    async def source(self, source_id: str) -> SourceText:
        """A source's text."""
        told = await self._connection.get(f"/studio/sources/{source_id}")
        return SourceText(text(told, "sourceId"), text(told, "title"), text(told, "text"), text(told, "language"))

    async def overview(self, source_id: str) -> SourceOverview:
        """What a source is about."""
        told = await self._connection.get(f"/studio/sources/{source_id}/overview")
        return SourceOverview(
            id=text(told, "sourceId"),
            title=text(told, "title"),
            language=text(told, "language"),
            words=number(told, "words"),
            summary=_strings(told, "summary"),
            key_terms=_strings(told, "keyTerms"),
        )

    async def suggestions(self, notebook_id: str) -> tuple[str, ...]:
        """Questions that the notebook answers."""
        return _strings(await self._connection.get(f"/studio/notebooks/{notebook_id}/suggestions"), "questions")

    async def notes(self, notebook_id: str) -> tuple[Note, ...]:
        """The notes of a notebook, newest first."""
        told = await self._connection.get(f"/studio/notebooks/{notebook_id}/notes")
        return tuple(_note(record) for record in records(told.get("notes") if _is(told) else None))

    async def add_note(self, notebook_id: str, words: str, *, question_id: str = "") -> Note:
        """Keep a note."""
        body = {"text": words, **({"questionId": question_id} if question_id else {})}
        return _note(await self._connection.post(f"/studio/notebooks/{notebook_id}/notes", body))

    async def remove_note(self, notebook_id: str, note_id: str) -> None:
        """Delete a note."""
        await self._connection.delete(f"/studio/notebooks/{notebook_id}/notes/{note_id}")

    async def conversation(self, notebook_id: str, conversation_id: str) -> str:
        """A conversation as Markdown, with footnotes."""
        return await self._connection.text(f"/studio/notebooks/{notebook_id}/conversations/{conversation_id}")


def notebook_of(record: Record) -> Notebook:
    """A notebook as it came in."""
    return Notebook(
        id=text(record, "notebookId"),
        title=text(record, "title"),
        source_count=number(record, "sourceCount"),
        sources=tuple(_source(source) for source in records(record.get("sources"))),
        updated_on=moment(record, "updatedOn"),
    )


def answer_of(record: Record) -> Answer:
    """An answer as it came in."""
    cited = record.get("citations")
    return Answer(
        id=text(record, "questionId"),
        conversation_id=text(record, "conversationId"),
        question=text(record, "question"),
        answer=text(record, "answer"),
        is_grounded=flag(record, "grounded"),
        citations={str(marker): _citation(each) for marker, each in cited.items()} if _is(cited) else {},
    )


def _source(record: Record) -> NotebookSource:
    return NotebookSource(
        id=text(record, "sourceId"),
        type=text(record, "type"),
        title=text(record, "title"),
        characters=number(record, "characters"),
        pages=number(record, "pages"),
        fault=text(record, "errorMessage"),
    )


def _citation(record: Record) -> AnswerCitation:
    return AnswerCitation(
        source_id=text(record, "sourceId"),
        source=text(record, "source"),
        text=text(record, "text"),
        start=number(record, "start"),
        end=number(record, "end"),
        page=number(record, "page") if "page" in record else None,
        time_ms=number(record, "timeMs") if "timeMs" in record else None,
    )


def _note(record: Record) -> Note:
    return Note(text(record, "noteId"), text(record, "text"), moment(record, "createdOn"))


def _allowance(record: Record) -> Allowance:
    limit = record.get("limit")
    return Allowance(limit if isinstance(limit, int) else None, number(record, "used"), moment(record, "resetsOn"))


def _strings(record: Record, name: str) -> tuple[str, ...]:
    value = record.get(name) if _is(record) else None
    return tuple(str(each) for each in value) if isinstance(value, list) else ()


def _is(value: Any) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(value, Mapping)
