"""Webhooks: register, list and remove."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET
from pydantic import Field

from server.fetch.addresses import mask
from server.http.calls import Call
from server.http.registry import Routes
from server.http.replies import Done, Removed, WebhookReply
from server.http.wire import HttpAddress, Order, RequiredId

routes = Routes("Webhooks")


class WebhookAddress(Order):
    """Where messages go."""

    url: Annotated[HttpAddress, Field(description="An https address.")]


class WebhookId(Order):
    """The webhook that is meant."""

    id: RequiredId


@routes.post(
    "/content/Webhook",
    body=WebhookAddress,
    replies=(WebhookReply,),
    example={"url": "https://example.com/hooks/quillcast"},
    leads_to={"post_content_RemoveWebhook": "id"},
)
async def register(call: Call, body: WebhookAddress) -> WebhookReply:
    """Register an address that is told the end of every request; the answer holds its signing secret, this once.

    The same address again answers the same id.
    """
    webhook = await call.services.webhooks.register(body.url, by=call.by)
    return WebhookReply(webhook.id, mask(webhook.url), webhook.secret or UNSET)


@routes.get("/content/Webhooks", replies=(list[WebhookReply],))
async def every(call: Call) -> list[WebhookReply]:
    """List the webhooks."""
    return [WebhookReply(webhook.id, mask(webhook.url)) for webhook in await call.services.webhooks.every(by=call.by)]


@routes.post("/content/RemoveWebhook", body=WebhookId, replies=(Removed,), errors=(404,))
async def remove(call: Call, body: WebhookId) -> Removed:
    """Remove a webhook; what was still owed to it is dropped."""
    await call.services.webhooks.remove(body.id, by=call.by)
    return Removed(success=True)


@routes.post("/studio/webhooks/{id}", body=WebhookAddress, replies=(Done,), errors=(404, 409))
async def change(call: Call, body: WebhookAddress) -> Done:
    """Call another address: the webhook keeps its id, its secret and its log."""
    await call.services.webhooks.change(call.params["id"], url=body.url, by=call.by)
    return Done(success=True, message="Messages go to the new address from now on.")


@routes.post("/studio/webhooks/{id}/restore", replies=(Done,), errors=(404, 409))
async def restore(call: Call) -> Done:
    """Put a webhook back that was removed while this server ran: with its secret, its log and what was owed."""
    webhook_id = call.params["id"]
    await call.services.webhooks.restore(webhook_id, by=call.by)
    call.services.deliveries.wake()
    return Done(success=True, message="The webhook is there again.")
