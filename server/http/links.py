"""Public links taken back."""

from __future__ import annotations

import msgspec

from server.http.calls import Call
from server.http.registry import Routes

routes = Routes("Media")


class RenewedLinks(msgspec.Struct):
    """Where the share page is now; Status tells the other links."""

    success: bool
    share_url: str


@routes.post("/studio/requests/{id}/links/renew", replies=(RenewedLinks,), errors=(404, 409))
async def renew(call: Call) -> RenewedLinks:
    """Take back the public links of a completed request: all that were handed out lead nowhere, new ones replace them.

    What a show publishes keeps its address until the episode is taken out of it (409).
    """
    request = await call.services.requests.renew_links(call.params["id"], by=call.by)
    return RenewedLinks(True, call.services.media.share_url(request.share_key))
