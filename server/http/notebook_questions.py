"""Questions to a notebook as the dedicated account asks them, and answers on the way out."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType
from pydantic import Field

from server.domain.notebooks import MAX_QUESTION, Answer, AnswerCitation
from server.domain.times import from_ms, wire_time
from server.http.calls import Call
from server.http.notebook_sources import KEYED, keyed
from server.http.registry import Routes
from server.http.wire import Order, RequiredId, WireTime

# ruff: noqa: N815 - the wire's names
routes = Routes("Notebooks")


class Question(Order):
    """What is asked; `conversationId` of an earlier answer goes on with its conversation."""

    question: Annotated[str, Field(min_length=1, max_length=MAX_QUESTION)]
    conversationId: RequiredId | None = None

    def is_keyed(self) -> bool:
        """See `server.http.bodies.Once`."""
        return True


class AnswerCitationRecord(msgspec.Struct, kw_only=True):
    """Words of a source: code points `start` to `end` of the text under `/studio/sources/{sourceId}`."""

    sourceId: str
    source: str
    text: str
    page: int | UnsetType = UNSET
    timeMs: int | UnsetType = UNSET
    slide: int | UnsetType = UNSET
    sheet: str | UnsetType = UNSET
    row: int | UnsetType = UNSET
    start: int
    end: int


class AnswerRecord(msgspec.Struct, kw_only=True):
    """What the sources say to a question. `citations` are keyed by the markers in the answer."""

    success: bool
    replay: bool
    questionId: str
    conversationId: str
    notebookId: str
    question: str
    answer: str
    grounded: bool
    citations: dict[str, AnswerCitationRecord]
    createdOn: WireTime


@routes.post(
    "/dedicated-account/notebooks/{id}/questions",
    body=Question,
    replies=(AnswerRecord,),
    example={"question": "When was the canal opened?"},
    **KEYED,
)
async def ask(call: Call, body: Question) -> AnswerRecord:
    """Answer a question from the notebook's sources, with citations; `grounded` is false when they don't say."""
    answered = await call.services.notebook_questions.ask(
        call.params["id"],
        body.question,
        conversation_id=body.conversationId or "",
        keyed=keyed(call),
        by=call.by,
    )
    return answer_record(answered.value, replay=answered.replay)


def answer_record(answer: Answer, *, replay: bool) -> AnswerRecord:
    """An answer on the way out."""
    return AnswerRecord(
        success=True,
        replay=replay,
        questionId=answer.id,
        conversationId=answer.conversation_id,
        notebookId=answer.notebook_id,
        question=answer.question,
        answer=answer.answer,
        grounded=answer.grounded,
        citations={marker: citation_record(each) for marker, each in answer.citations.items()},
        createdOn=wire_time(from_ms(answer.created_ms)),
    )


def citation_record(citation: AnswerCitation) -> AnswerCitationRecord:
    """A citation on the way out."""
    return AnswerCitationRecord(
        sourceId=citation.source_id,
        source=citation.source,
        text=citation.text,
        page=UNSET if citation.page is None else citation.page,
        timeMs=UNSET if citation.time_ms is None else citation.time_ms,
        slide=UNSET if citation.slide is None else citation.slide,
        sheet=UNSET if citation.sheet is None else citation.sheet,
        row=UNSET if citation.row is None else citation.row,
        start=citation.start,
        end=citation.end,
    )
