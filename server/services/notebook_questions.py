"""Questions to a notebook: each answered once under its key, by the built-in writer or a connected model."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from server.config.faults import fault
from server.domain.accounts import Account
from server.domain.errors import InvalidField
from server.domain.identifiers import new_id
from server.domain.notebooks import MAX_QUESTION, Answer, Keyed, require_licence
from server.domain.times import Clock, to_ms, utc_now
from server.engine.notebooks import files
from server.engine.specs import WriterSpec
from server.services.notebook_operations import NotebookOperations, Replayable
from server.services.notebook_work import Asked, NotebookWork
from server.store import notebooks, operations
from server.store.database import Store
from server.store.operations import Operation


class NotebookQuestions:
    """What is asked of the caller's notebooks.

    Args:
        spool: where the sentences of an answer lie while it is written.
        writer: the connected model; None for the built-in writer.
    """

    def __init__(
        self,
        store: Store,
        work: NotebookWork,
        begun: NotebookOperations,
        *,
        spool: Path,
        writer: Callable[[], Awaitable[WriterSpec | None]],
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._work = work
        self._begun = begun
        self._spool = spool
        self._writer = writer
        self._clock = clock

    async def ask(
        self,
        notebook_id: str,
        question: str,
        *,
        conversation_id: str,
        keyed: Keyed,
        by: Account,
        source_ids: Sequence[str] = (),
        hear: Callable[[str], None] | None = None,
    ) -> Replayable[Answer]:
        """Answer a question from a notebook's sources.

        Args:
            source_ids: the sources that count; empty for all.
            hear: takes each sentence that a connected model writes, once it is checked.

        Raises:
            InvalidField: the question is empty or too long, or there is no such conversation or source.
            NotFound, KeyReused, InFlight, CapacityReached: as `add`; of the questions of 24 hours.
        """
        require_licence(by)
        by.require_subscription(self._clock())
        if not question.strip():
            raise InvalidField("question", "ask something")
        if len(question) > MAX_QUESTION:
            raise InvalidField("question", f"must have at most {MAX_QUESTION:,} characters")
        operation = self._begun.new("ask", notebook_id, keyed, by)
        refers = bool(conversation_id or source_ids)
        if refers and await self._store.read(operations.find, by.id, keyed.key, to_ms(self._clock())) is None:
            await self._check_asked(notebook_id, conversation_id, source_ids, by)
        earlier = await self._begun.begin(notebooks.begin_asking, operation)
        if earlier is not None:
            kept = await self._begun.kept(files.answer_of, earlier)
            return Replayable(kept, replay=True)
        blank = Answer(
            id=new_id(),
            notebook_id=notebook_id,
            conversation_id=conversation_id or new_id(),
            question=question,
            answer="",
            grounded=False,
            citations={},
            created_ms=operation.created_ms,
            source_ids=tuple(dict.fromkeys(source_ids)),
        )
        return Replayable(await self._begun.carry(operation, self._asked(operation, blank, hear)), replay=False)

    async def _check_asked(
        self, notebook_id: str, conversation_id: str, source_ids: Sequence[str], by: Account
    ) -> None:
        """Raise what is wrong with what a question refers to."""
        await self._store.read(notebooks.find, notebook_id, by.id)
        if conversation_id and not await self._begun.opened(files.conversation, notebook_id, conversation_id, most=1):
            raise InvalidField("conversationId", "this notebook has no such conversation")
        if source_ids:
            known = {source.id for source in (await self._begun.opened(files.notebook_of, notebook_id)).sources}
            for place, source_id in enumerate(source_ids):
                if source_id not in known:
                    raise InvalidField(f"sourceIds[{place}]", "this notebook has no such source")

    async def _asked(self, operation: Operation, blank: Answer, hear: Callable[[str], None] | None) -> Answer:
        path = self._begun.path(operation.notebook_id)
        writer = await self._writer()
        if writer is None:
            answer = await self._work.answer(path, blank.question, answer=blank, operation_id=operation.id)
        else:
            loop = asyncio.get_running_loop()

            def said(sentence: str) -> None:
                if hear is not None:
                    loop.call_soon_threadsafe(hear, sentence)

            asked = Asked(said, self._spool / operation.id)
            answer = await self._work.worded(
                path, blank.question, answer=blank, operation_id=operation.id, writer=writer, asked=asked
            )
        fault("after-notebook-file-commit")
        await self._store.write(operations.finish, operation.id)
        return answer
