"""Calls about notebooks. What changes or asks something goes out under an Idempotency-Key and is safe to repeat."""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, TypeGuard, TypeVar

from app.client.connection import Connection
from app.client.events import parsed
from app.client.faults import ApiError, Unreachable, from_reply
from app.client.readings import Record, flag, moment, number, records, sentence, sentences, text

NOTEBOOKS = "/dedicated-account/notebooks"
STUDIO = "/studio/notebooks"
IN_FLIGHT = "operation_in_flight"
TRIES = 60
"""How often an operation goes out again under its key while the server says that it still runs."""
PAUSE_S = 2.0

T = TypeVar("T")


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
    slide: int | None = None
    row: int | None = None
    sheet: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What the sources say; citations by the marker in the answer. `source_ids` are those that counted, () for all."""

    id: str
    conversation_id: str
    question: str
    answer: str
    is_grounded: bool
    citations: Mapping[str, AnswerCitation] = field(default_factory=dict)
    source_ids: tuple[str, ...] = ()
    written_by: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation: what it began with, and how many turns it has."""

    id: str
    question: str
    turns: int = 0
    updated_on: datetime | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a source's text by its code points, and where it stood."""

    kind: str
    start: int
    end: int
    level: int = 0
    page: int | None = None
    slide: int | None = None
    time_ms: int | None = None
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class SourceText:
    """A source's whole text. All places count code points of it."""

    id: str
    title: str
    text: str
    language: str = ""
    type: str = ""
    address: str = ""
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceOverview:
    """What a source is about."""

    id: str
    title: str
    language: str
    words: int
    summary: tuple[str, ...] = ()
    key_terms: tuple[str, ...] = ()
    pages: int = 0


@dataclass(frozen=True, slots=True)
class Note:
    """A note; one kept from an answer has its question, and the answer's citations by the markers in the text."""

    id: str
    text: str
    created_on: datetime | None = None
    question: str = ""
    question_id: str = ""
    citations: Mapping[str, AnswerCitation] = field(default_factory=dict, hash=False)


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


async def once(call: Callable[[], Awaitable[T]]) -> T:
    """Make a call under its key; again when no answer came, and while the server says that it is still at it."""
    lost = 0
    for _ in range(TRIES):
        try:
            return await call()
        except Unreachable:
            # The key makes it safe: what was done is told again, what was not is done now.
            lost += 1
            if lost > 1:
                raise
        except ApiError as error:
            if error.code != IN_FLIGHT:
                raise
        await asyncio.sleep(PAUSE_S)
    return await call()


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

    async def ask(
        self,
        notebook_id: str,
        question: str,
        *,
        conversation_id: str = "",
        source_ids: Sequence[str] = (),
        key: str,
        hear: Callable[[str], None] | None = None,
    ) -> Answer:
        """Ask all sources, or those of `source_ids`; with a conversation the question may lean on its turns.

        `hear` takes each sentence as it is written; the answer that is handed back counts.
        """
        body: dict[str, Any] = {"question": question, "sourceIds": list(source_ids)}
        if conversation_id:
            body["conversationId"] = conversation_id
        path = f"{STUDIO}/{notebook_id}/questions"
        if hear is None:
            return answer_of(await self._connection.post_once(path, body, key=key))
        async for event in parsed(self._connection.lines_once(f"{path}/stream", body, key=key)):
            if event.name == "sentence":
                hear(text(event.data, "text"))
            elif event.name == "answer":
                return answer_of(event.data)
            elif event.name == "problem":
                status = number(event.data, "status") or 500
                raise from_reply(status, event.data, address=self._connection.base_url)
        raise Unreachable(self._connection.base_url)

    async def remove(self, notebook_id: str, *, key: str) -> None:
        """Delete a notebook with everything in it."""
        await self._connection.delete_once(f"{NOTEBOOKS}/{notebook_id}", key=key)

    async def rename(self, notebook_id: str, title: str) -> Notebook:
        """Give a notebook another title."""
        return notebook_of(await self._connection.post(f"{STUDIO}/{notebook_id}", {"title": title}))

    async def remove_source(self, notebook_id: str, source_id: str, *, key: str) -> None:
        """Take a source out of a notebook."""
        await self._connection.delete_once(f"{STUDIO}/{notebook_id}/sources/{source_id}", key=key)

    async def usage(self) -> dict[str, Allowance]:
        """What is used of the licence, by capability."""
        told = await self._connection.get("/dedicated-account/usage")
        named = told.get("capabilities") if _is(told) else None
        return {str(name): _allowance(each) for name, each in named.items()} if _is(named) else {}

    async def source(self, source_id: str) -> SourceText:
        """A source's text."""
        told = await self._connection.get(f"/studio/sources/{source_id}")
        return SourceText(
            id=text(told, "sourceId"),
            title=text(told, "title"),
            text=text(told, "text"),
            language=text(told, "language"),
            type=text(told, "type"),
            address=text(told, "address"),
            sections=tuple(_section(record) for record in records(told.get("sections"))),
        )

    async def overview(self, source_id: str) -> SourceOverview:
        """What a source is about."""
        told = await self._connection.get_long(f"/studio/sources/{source_id}/overview")
        return SourceOverview(
            id=text(told, "sourceId"),
            title=text(told, "title"),
            language=text(told, "language"),
            words=number(told, "words"),
            summary=_strings(told, "summary"),
            key_terms=_strings(told, "keyTerms"),
            pages=number(told, "pages"),
        )

    async def suggestions(self, notebook_id: str) -> tuple[str, ...]:
        """Questions that the notebook answers."""
        return _strings(await self._connection.get_long(f"{STUDIO}/{notebook_id}/suggestions"), "questions")

    async def notes(self, notebook_id: str) -> tuple[Note, ...]:
        """The notes of a notebook, newest first."""
        told = await self._connection.get(f"{STUDIO}/{notebook_id}/notes")
        return tuple(_note(record) for record in records(told.get("notes") if _is(told) else None))

    async def add_note(self, notebook_id: str, words: str = "", *, question_id: str = "") -> Note:
        """Keep a note; without words of its own the answer to a question."""
        body = {"text": words, **({"questionId": question_id} if question_id else {})}
        return _note(await self._connection.post(f"{STUDIO}/{notebook_id}/notes", body))

    async def remove_note(self, notebook_id: str, note_id: str) -> None:
        """Delete a note."""
        await self._connection.delete(f"{STUDIO}/{notebook_id}/notes/{note_id}")

    async def conversations(self, notebook_id: str) -> tuple[Conversation, ...]:
        """The conversations with a notebook, the one asked in last first."""
        told = await self._connection.get(f"{STUDIO}/{notebook_id}/conversations")
        return tuple(
            Conversation(
                text(record, "conversationId"),
                text(record, "question"),
                number(record, "turns"),
                moment(record, "updatedOn"),
            )
            for record in records(told.get("conversations") if _is(told) else None)
        )

    async def turns(self, notebook_id: str, conversation_id: str) -> tuple[Answer, ...]:
        """A conversation's questions and answers, oldest first."""
        told = await self._connection.get(f"{STUDIO}/{notebook_id}/conversations/{conversation_id}/turns")
        return tuple(answer_of(record) for record in records(told.get("turns") if _is(told) else None))

    async def conversation(self, notebook_id: str, conversation_id: str) -> str:
        """A conversation as Markdown, with footnotes."""
        return await self._connection.text(f"{STUDIO}/{notebook_id}/conversations/{conversation_id}")


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
        citations=_citations(cited),
        source_ids=_strings(record, "sourceIds"),
        written_by=text(record, "writtenBy"),
        notes=sentences(record, "notes"),
    )


def _source(record: Record) -> NotebookSource:
    return NotebookSource(
        id=text(record, "sourceId"),
        type=text(record, "type"),
        title=text(record, "title"),
        characters=number(record, "characters"),
        pages=number(record, "pages"),
        fault=sentence(record, "errorMessage"),
    )


def _citation(record: Record) -> AnswerCitation:
    return AnswerCitation(
        source_id=text(record, "sourceId"),
        source=text(record, "source"),
        text=text(record, "text"),
        start=number(record, "start"),
        end=number(record, "end"),
        page=_maybe(record, "page"),
        time_ms=_maybe(record, "timeMs"),
        slide=_maybe(record, "slide"),
        row=_maybe(record, "row"),
        sheet=text(record, "sheet") or None,
    )


def _citations(cited: Any) -> dict[str, AnswerCitation]:
    return {str(marker): _citation(each) for marker, each in cited.items()} if _is(cited) else {}


def _section(record: Record) -> Section:
    return Section(
        kind=text(record, "kind"),
        start=number(record, "start"),
        end=number(record, "end"),
        level=number(record, "level"),
        page=_maybe(record, "page"),
        slide=_maybe(record, "slide"),
        time_ms=_maybe(record, "timeMs"),
        speaker=text(record, "speaker"),
    )


def _note(record: Record) -> Note:
    return Note(
        id=text(record, "noteId"),
        text=text(record, "text"),
        created_on=moment(record, "createdOn"),
        question=text(record, "question"),
        question_id=text(record, "questionId"),
        citations=_citations(record.get("citations")),
    )


def _maybe(record: Record, name: str) -> int | None:
    value = record.get(name)
    return value if isinstance(value, int) else None


def _allowance(record: Record) -> Allowance:
    limit = record.get("limit")
    return Allowance(limit if isinstance(limit, int) else None, number(record, "used"), moment(record, "resetsOn"))


def _strings(record: Record, name: str) -> tuple[str, ...]:
    value = record.get(name) if _is(record) else None
    return tuple(str(each) for each in value) if isinstance(value, list) else ()


def _is(value: Any) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(value, Mapping)
