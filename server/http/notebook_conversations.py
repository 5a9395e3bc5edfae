"""Questions from the desktop, with a choice of sources, and the conversations that they make."""

from __future__ import annotations

from typing import Annotated

import msgspec
from aiohttp import web
from pydantic import Field

from server.domain.notebooks import MAX_SOURCES, Answer, Conversation, Keyed
from server.domain.times import from_ms, wire_time
from server.http.calls import Call
from server.http.notebook_questions import AnswerRecord, Question, answer_record
from server.http.notebook_sources import KEYED
from server.http.registry import Routes
from server.http.wire import RequiredId, WireTime
from server.services.conversations import markdown_of

# ruff: noqa: N815 - the wire's names
routes = Routes("Notebooks")


class ChosenQuestion(Question):
    """What is asked, and of which sources."""

    sourceIds: Annotated[
        list[RequiredId],
        Field(
            max_length=MAX_SOURCES,
            default_factory=list,
            description="The sources that count; empty or left out for all.",
        ),
    ]


class StudioAnswer(AnswerRecord, kw_only=True):
    """What the sources say to a question. `writtenBy` names the connected model; empty for the built-in writer."""

    sourceIds: list[str]
    writtenBy: str
    notes: list[str]


class ConversationRecord(msgspec.Struct, kw_only=True):
    """A conversation: the question it began with, and how many turns it has."""

    conversationId: str
    question: str
    turns: int
    createdOn: WireTime
    updatedOn: WireTime


class ConversationList(msgspec.Struct):
    """The conversations with a notebook, the one asked in last first."""

    conversations: list[ConversationRecord]


class ConversationTurns(msgspec.Struct):
    """The turns of a conversation, oldest first."""

    conversationId: str
    turns: list[StudioAnswer]


@routes.post(
    "/studio/notebooks/{id}/questions",
    body=ChosenQuestion,
    replies=(StudioAnswer,),
    example={"question": "When was the canal opened?"},
    **KEYED,
)
async def ask(call: Call, body: ChosenQuestion) -> StudioAnswer:
    """Answer a question from all or some sources of a notebook.

    As the dedicated account's questions: it takes an Idempotency-Key and counts in the same window.
    """
    answered = await call.services.notebook_questions.ask(
        call.params["id"],
        body.question,
        conversation_id=body.conversationId or "",
        source_ids=body.sourceIds,
        keyed=Keyed(key=call.key, input=call.input),
        by=call.by,
    )
    return studio_answer(answered.value, replay=answered.replay)


@routes.get("/studio/notebooks/{id}/conversations", replies=(ConversationList,), errors=(403, 404))
async def conversations(call: Call) -> ConversationList:
    """List the conversations with a notebook."""
    found = await call.services.notebook_pages.conversations(call.params["id"], by=call.by)
    return ConversationList([_record(each) for each in found])


@routes.get("/studio/notebooks/{id}/conversations/{conversationId}", media_type="text/markdown", errors=(403, 404))
async def conversation(call: Call) -> web.Response:
    """Read a conversation as Markdown, with its citations as footnotes."""
    turns = await call.services.notebook_pages.conversation(
        call.params["id"], call.params["conversationId"], by=call.by
    )
    return web.Response(
        text=markdown_of(turns), content_type="text/markdown", headers={"Cache-Control": "no-store", **call.headers}
    )


@routes.get(
    "/studio/notebooks/{id}/conversations/{conversationId}/turns", replies=(ConversationTurns,), errors=(403, 404)
)
async def turns(call: Call) -> ConversationTurns:
    """Read a conversation's questions and answers with their citations."""
    conversation_id = call.params["conversationId"]
    told = await call.services.notebook_pages.conversation(call.params["id"], conversation_id, by=call.by)
    return ConversationTurns(conversation_id, [studio_answer(each, replay=False) for each in told])


def studio_answer(answer: Answer, *, replay: bool) -> StudioAnswer:
    """An answer on the way out."""
    return StudioAnswer(
        **msgspec.structs.asdict(answer_record(answer, replay=replay)),
        sourceIds=list(answer.source_ids),
        writtenBy=answer.written_by,
        notes=list(answer.notes),
    )


def _record(conversation: Conversation) -> ConversationRecord:
    return ConversationRecord(
        conversationId=conversation.id,
        question=conversation.question,
        turns=conversation.turns,
        createdOn=wire_time(from_ms(conversation.began_ms)),
        updatedOn=wire_time(from_ms(conversation.updated_ms)),
    )
