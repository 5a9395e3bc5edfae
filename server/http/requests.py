"""Requests: order, quote, follow, stop, delete and bring back."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from server.domain.requests import Request
from server.domain.times import wire_time
from server.http.calls import Call
from server.http.orders import ContentRequest, cautions, keyed_of, to_order
from server.http.records import status_record
from server.http.registry import LARGE_JSON_LIMIT, Routes
from server.http.replies import (
    AcceptedReply,
    ActionReply,
    CancelReply,
    Done,
    QuoteReply,
    RecurringReply,
    RequestProgress,
    RequestResult,
    TemplateFacts,
    TemplateReply,
)
from server.http.spooled import unpacked
from server.http.wire import Moment, Order, Query, RequiredId, Switch

routes = Routes("Requests")


class RequestId(Order):
    """The request that is meant."""

    id: RequiredId


class NewTime(Order):
    """When a request is to start instead."""

    scheduledOn: Annotated[Moment, Field(description="A time in the future.")]  # noqa: N815 - the wire's name


class CreateQuery(Query):
    """Create's only parameter."""

    quote: Annotated[Switch, Field(description="Answer what it would cost, and do nothing else.")] = False


@routes.post(
    "/content/Create",
    body=ContentRequest,
    query=CreateQuery,
    replies=(AcceptedReply, RecurringReply, TemplateReply, QuoteReply),
    errors=(403, 404, 409, 429),
    keyed=True,
    limit=LARGE_JSON_LIMIT,
    spooled=True,
    example={
        "outputType": "audio",
        "resources": [{"type": "text", "content": "The words that the episode is made of."}],
        "language": "English",
        "duration": "short",
    },
    leads_to=dict.fromkeys(
        (
            "get_content_Status_id",
            "post_content_CancelRequest",
            "post_content_DeleteRequest",
            "post_studio_requests_id_retry",
            "post_studio_requests_id_restore",
            "post_studio_requests_id_approve",
            "post_studio_requests_id_schedule",
            "get_studio_requests_id",
            "get_studio_requests_id_script",
        ),
        "request_id",
    ),
)
async def create(call: Call, query: CreateQuery) -> AcceptedReply | RecurringReply | TemplateReply | QuoteReply:
    """Order a generation.

    The answer comes when the order is safe on disk and its credits are reserved. With `isScheduled` or `templateMode`
    the order is kept and runs later. With `quote=true` the answer only tells what the order would cost and take.
    """
    async with unpacked(call, ContentRequest) as (body, files):
        order = to_order(body)
        call.warnings.extend(cautions(body))
        if query.quote:
            quote = await call.services.requests.quote(order, by=call.by, files=files)
            return QuoteReply(quote.credits, round(quote.estimated_seconds, 1), quote.estimated_bytes)
        accepted = await call.services.requests.submit(order, by=call.by, keyed=keyed_of(call, body), files=files)
    if order.is_scheduled:
        count = order.daily_count or 1
        return RecurringReply(
            schedule_id=accepted.id,
            request_id=accepted.id,
            status=accepted.status,
            message=f"The schedule is kept and runs {'once' if count == 1 else f'{count} times'} a day.",
            dailyCount=count,
            endDate=wire_time(order.schedule_end_date) if order.schedule_end_date else None,
        )
    if order.template_mode is not None:
        facts = TemplateFacts(order.template_mode.type, order.template_mode.name)
        return TemplateReply(accepted.id, accepted.id, accepted.status, facts)
    return AcceptedReply(accepted.id, accepted.status)


@routes.get("/content/Status/{id}", replies=(RequestResult, RequestProgress))
async def status(call: Call) -> RequestResult | RequestProgress:
    """Tell how far a request is, and its result once it is completed."""
    request = await call.services.requests.get(call.params["id"], by=call.by)
    return status_record(request, call.services.media)


@routes.post("/content/CancelRequest", body=RequestId, replies=(CancelReply,), errors=(404, 409))
async def cancel(call: Call, body: RequestId) -> CancelReply:
    """Stop a waiting or running request and give its credits back; repeating it is no error."""
    request = await call.services.requests.cancel(body.id, by=call.by)
    return CancelReply(
        success=True,
        message="The request is cancelled.",
        id=request.id,
        status=request.status,
        error_code=request.error_code,
        cancelled=request.is_cancelled,
    )


@routes.post("/content/DeleteRequest", body=RequestId, replies=(Done,), errors=(404, 409))
async def delete(call: Call, body: RequestId) -> Done:
    """Delete a request; a running one is cancelled first. It can be restored for 30 days."""
    await call.services.requests.delete(body.id, by=call.by)
    return Done(success=True, message="The request is deleted.")


@routes.post("/studio/requests/{id}/retry", replies=(ActionReply,), errors=(409,))
async def retry(call: Call) -> ActionReply:
    """Run a failed or cancelled request again from where it had come to."""
    return _moved(await call.services.requests.retry(call.params["id"], by=call.by), "The request runs again.")


@routes.post("/studio/requests/{id}/restore", replies=(ActionReply,), errors=(409,))
async def restore(call: Call) -> ActionReply:
    """Bring back a request deleted less than 30 days ago."""
    return _moved(await call.services.requests.restore(call.params["id"], by=call.by), "The request is back.")


@routes.post("/studio/requests/{id}/approve", replies=(ActionReply,), errors=(409,))
async def approve(call: Call) -> ActionReply:
    """Let a request go on whose script waits for approval."""
    return _moved(await call.services.requests.approve(call.params["id"], by=call.by), "The request goes on.")


@routes.post("/studio/requests/{id}/schedule", body=NewTime, replies=(ActionReply,), errors=(404, 409))
async def reschedule(call: Call, body: NewTime) -> ActionReply:
    """Move a request that waits for its `scheduledOn` to another time; one whose time has come stays where it is."""
    moved = await call.services.requests.reschedule(call.params["id"], body.scheduledOn, by=call.by)
    return _moved(moved, "The request starts at the new time.")


def _moved(request: Request, message: str) -> ActionReply:
    return ActionReply(success=True, message=message, request_id=request.id, status=request.status)
