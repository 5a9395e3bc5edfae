"""One call on its way through a handler."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from aiohttp import hdrs, web

from server.domain.accounts import Account
from server.domain.errors import Unauthorised
from server.http.logs import TRACE
from server.services import Services

X_REQUEST_ID = "X-Request-Id"


def sign(response: web.StreamResponse, request_id: str) -> None:
    """Put on an answer what every answer carries."""
    response.headers[X_REQUEST_ID] = request_id
    response.headers[hdrs.SERVER] = "Quillcast"


@dataclass(slots=True, kw_only=True)
class Call:
    """What a handler gets: the call itself, who makes it, and the services it may ask."""

    request: web.BaseRequest
    services: Services
    account: Account | None
    params: Mapping[str, str]
    id: str
    """Stands in the answer's `X-Request-Id` and in every log line of this call."""
    limit: int
    """Bytes of transport that the route takes."""
    closing: asyncio.Event
    """Set when the server ends: a streaming answer stops then."""
    headers: dict[str, str] = field(default_factory=dict)
    """Headers that the answer carries beside its own."""
    warnings: list[str] = field(default_factory=list)
    """Sentences that go out as `warnings`, such as fields nobody knows."""

    @property
    def by(self) -> Account:
        """The caller; on a public route only there when a valid token came along."""
        if self.account is None:
            raise Unauthorised("This operation needs a bearer token.")
        return self.account

    @property
    def address(self) -> str:
        """The caller's address; a proxy's word for it counts only when the proxy is the trusted one."""
        return self.request[TRACE].address

    @property
    def wants_body(self) -> bool:
        """Whether the answer's body is sent; HEAD asks for the headers only."""
        return self.request.method != hdrs.METH_HEAD

    async def start(self, response: web.StreamResponse) -> None:
        """Send the headers of an answer that the handler writes itself."""
        response.headers.update(self.headers)
        sign(response, self.id)
        await response.prepare(self.request)
