"""What the desktop shows of notebooks beyond the contract: texts, overviews, suggestions, notes, conversations."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from server.domain.accounts import Account
from server.domain.errors import InvalidField, NotFound
from server.domain.identifiers import new_id
from server.domain.notebooks import Answer, Conversation, Note
from server.domain.sources import Source
from server.domain.times import Clock, to_ms, utc_now
from server.engine.notebooks import conversations, files, notes, pieces
from server.services.notebook_work import NotebookWork
from server.services.notebooks import Notebooks


class NotebookPages:
    """The pages of the caller's notebooks."""

    def __init__(self, notebooks: Notebooks, work: NotebookWork, *, clock: Clock = utc_now) -> None:
        self._notebooks = notebooks
        self._work = work
        self._clock = clock

    async def source(self, source_id: str, *, by: Account) -> tuple[str, Source]:
        """A source with its text, and the id of its notebook. Raises `NotFound`."""
        paths = await self._notebooks.paths(by=by)
        notebook_id = await asyncio.to_thread(files.holder_of, paths, source_id)
        found = (
            await self._notebooks.operations.opened(files.source_of, notebook_id, source_id) if notebook_id else None
        )
        if found is None:
            raise NotFound("There is no such source.", code="source_not_found")
        return notebook_id, found

    async def overview(self, notebook_id: str, source: Source) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """A source's most telling sentences, and its key terms."""
        return await self._work.run(pieces.overview, self._notebooks.operations.path(notebook_id), source)

    async def suggestions(self, notebook_id: str, *, by: Account) -> tuple[str, ...]:
        """Questions that the sources answer. Whoever asks for them will ask others: the notebook is made ready."""
        await self._notebooks.require(notebook_id, by=by)
        path = self._notebooks.operations.path(notebook_id)
        self._work.get_ready(path)
        return await self._work.run(pieces.suggested, path)

    async def notes(self, notebook_id: str, *, by: Account) -> tuple[Note, ...]:
        """Every note of a notebook, newest first."""
        await self._notebooks.require(notebook_id, by=by)
        return await self._notebooks.operations.opened(notes.notes_of, notebook_id)

    async def add_note(self, notebook_id: str, text: str, *, question_id: str, by: Account) -> Note:
        """Keep a note: words of one's own, an answer, or words about an answer.

        Raises:
            InvalidField: there is no text, or no such question in the notebook.
        """
        await self._notebooks.require(notebook_id, by=by)
        answer = await self._answer(notebook_id, question_id) if question_id else None
        if not text.strip() and answer is None:
            raise InvalidField("text", "write something, or name the question whose answer is to be kept")
        note = Note(
            id=new_id(),
            text=text if text.strip() or answer is None else answer.answer,
            created_ms=to_ms(self._clock()),
            question_id=question_id,
            question=answer.question if answer else "",
            citations=answer.citations if answer else {},
        )
        await self._notebooks.operations.opened(notes.add_note, notebook_id, note)
        return note

    async def remove_note(self, notebook_id: str, note_id: str, *, by: Account) -> None:
        """Delete a note. Raises `NotFound`."""
        await self._notebooks.require(notebook_id, by=by)
        if not await self._notebooks.operations.opened(notes.remove_note, notebook_id, note_id):
            raise NotFound("There is no such note.", code="note_not_found")

    async def conversations(self, notebook_id: str, *, by: Account) -> tuple[Conversation, ...]:
        """The conversations with a notebook, the one asked in last first."""
        await self._notebooks.require(notebook_id, by=by)
        return await self._notebooks.operations.opened(conversations.conversations_of, notebook_id)

    async def conversation(self, notebook_id: str, conversation_id: str, *, by: Account) -> tuple[Answer, ...]:
        """The turns of a conversation, oldest first. Raises `NotFound`."""
        await self._notebooks.require(notebook_id, by=by)
        turns = await self._notebooks.operations.opened(files.conversation, notebook_id, conversation_id)
        if not turns:
            raise NotFound("There is no such conversation.", code="conversation_not_found")
        return turns

    async def passages(self, notebook_id: str, source_id: str, question_id: str) -> Sequence[tuple[str, int, int]]:
        """Marker, start and end of what an answer cites of a source, in the source's order. Raises `InvalidField`."""
        answer = await self._answer(notebook_id, question_id)
        cited = [(marker, each.start, each.end) for marker, each in answer.citations.items()
                 if each.source_id == source_id]  # fmt: skip
        return sorted(cited, key=lambda each: each[1:])

    async def _answer(self, notebook_id: str, question_id: str) -> Answer:
        found = await self._notebooks.operations.opened(conversations.answer_with_id, notebook_id, question_id)
        if found is None:
            raise InvalidField("questionId", "this notebook has no such question")
        return found
