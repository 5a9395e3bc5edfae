"""The owner's settings of writing: who writes, what it may cost, and what is found on this machine."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from pydantic import AfterValidator, Field

from server.domain.writing import MAX_CONTEXT, MIN_CONTEXT, WriterChoice
from server.http.calls import Call
from server.http.registry import Routes, Scope
from server.http.wire import Order, no_nul
from server.services.writing_settings import WritingChange, WritingState

# ruff: noqa: N815 - the wire's names
routes = Routes("Settings")
PATH = "/studio/settings/writing"
Words = Annotated[str, Field(max_length=2_000), AfterValidator(no_nul)]
Tokens = Annotated[int, Field(ge=0, le=10**12)]


class WritingOrder(Order):
    """What to set; what is left out stays."""

    writer: Literal["built_in", "endpoint", "gguf"] | None = None
    endpoint: Annotated[
        Words | None, Field(description="Base address of an OpenAI-compatible service, with its /v1.")
    ] = None
    model: Annotated[Words | None, Field(description="Empty takes the first that the endpoint lists.")] = None
    key: Annotated[
        Words | None, Field(description="The endpoint's key: kept apart and never told; an empty one is forgotten.")
    ] = None
    gguf: Annotated[Words | None, Field(description="Path of a model file on the server's machine.")] = None
    contextTokens: Annotated[int, Field(ge=MIN_CONTEXT, le=MAX_CONTEXT)] | None = None
    requestTokens: Annotated[Tokens | None, Field(description="Most tokens of a request, 0 for no limit.")] = None
    dayTokens: Annotated[Tokens | None, Field(description="Most tokens of a day (UTC), 0 for no limit.")] = None
    timeoutSeconds: Annotated[int, Field(ge=5, le=3_600)] | None = None
    fallsBack: Annotated[
        bool | None, Field(description="Let the built-in writer write where the model can't; the result says so.")
    ] = None
    encyclopaedia: Annotated[
        Words | None, Field(description="Path of a ZIM file that topics are looked up in; empty for none.")
    ] = None


class EndpointOrder(Order):
    """An endpoint to be asked."""

    endpoint: Annotated[Words, Field(min_length=1)]
    key: Annotated[Words | None, Field(description="Instead of the one that is kept for this host.")] = None


class WritingReply(msgspec.Struct):
    """The settings. The key itself is never told."""

    writer: Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["built_in", "endpoint", "gguf"]})]
    endpoint: str
    model: str
    hasKey: bool
    gguf: str
    contextTokens: int
    requestTokens: int
    dayTokens: int
    spentToday: int
    timeoutSeconds: int
    fallsBack: bool
    encyclopaedia: str


class WritingTestReply(msgspec.Struct):
    """What a test found. `structuredOutput` is json_schema, json_object or prompt; `error` says what is wrong."""

    reachable: bool
    model: str
    models: list[str]
    structuredOutput: str
    error: str | None


class ModelsReply(msgspec.Struct):
    """The models of an endpoint."""

    models: list[str]


class FoundEndpoint(msgspec.Struct):
    """Something that answers on this machine; it is used only once it is chosen."""

    endpoint: str
    name: str
    models: list[str]
    needsKey: bool


@routes.get(PATH, replies=(WritingReply,), scope=Scope.OWNER)
async def settings(call: Call) -> WritingReply:
    """Tell who writes."""
    return writing_reply(await call.services.writing.get(by=call.by))


@routes.post(PATH, body=WritingOrder, replies=(WritingReply,), scope=Scope.OWNER, example={"writer": "built_in"})
async def save(call: Call, body: WritingOrder) -> WritingReply:
    """Choose who writes."""
    return writing_reply(await call.services.writing.save(change_of(body), by=call.by))


@routes.post(f"{PATH}/test", body=WritingOrder, replies=(WritingTestReply,), scope=Scope.OWNER)
async def test(call: Call, body: WritingOrder) -> WritingTestReply:
    """Ask the model of the settings, with what is sent in their place, for one word. Nothing is kept."""
    found = await call.services.writing.test(change_of(body), by=call.by)
    return WritingTestReply(not found.fault, found.model, list(found.models), found.form, found.fault or None)


@routes.post(f"{PATH}/models", body=EndpointOrder, replies=(ModelsReply,), scope=Scope.OWNER)
async def models(call: Call, body: EndpointOrder) -> ModelsReply:
    """List the models of an endpoint."""
    return ModelsReply(list(await call.services.writing.models(body.endpoint, key=body.key or "", by=call.by)))


@routes.get(f"{PATH}/found", replies=(list[FoundEndpoint],), scope=Scope.OWNER)
async def found(call: Call) -> list[FoundEndpoint]:
    """Look for models on this machine's usual ports. They are offered, and never used unasked."""
    return [
        FoundEndpoint(each.base_url, each.name, list(each.models), each.needs_key)
        for each in await call.services.writing.found(by=call.by)
    ]


def change_of(body: WritingOrder) -> WritingChange:
    """What a body sets."""
    return WritingChange(
        writer=WriterChoice(body.writer) if body.writer else None,
        endpoint=body.endpoint,
        model=body.model,
        gguf=body.gguf,
        context_tokens=body.contextTokens,
        request_tokens=body.requestTokens,
        day_tokens=body.dayTokens,
        timeout_s=body.timeoutSeconds,
        falls_back=body.fallsBack,
        encyclopaedia=body.encyclopaedia,
        key=body.key,
    )


def writing_reply(state: WritingState) -> WritingReply:
    """The settings on the way out."""
    kept = state.settings
    return WritingReply(
        writer=kept.writer.value,
        endpoint=kept.endpoint,
        model=kept.model,
        hasKey=state.has_key,
        gguf=kept.gguf,
        contextTokens=kept.context_tokens,
        requestTokens=kept.request_tokens,
        dayTokens=kept.day_tokens,
        spentToday=state.spent_today,
        timeoutSeconds=kept.timeout_s,
        fallsBack=kept.falls_back,
        encyclopaedia=kept.encyclopaedia,
    )
