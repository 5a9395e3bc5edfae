"""One call on its way through a handler."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from urllib.parse import unquote

from aiohttp import hdrs, web

from server.domain.accounts import Account
from server.domain.errors import Unauthorised
from server.domain.notebooks import checked_key
from server.http.bodies import BodyReader
from server.http.logs import TRACE
from server.services import Services

X_REQUEST_ID = "X-Request-Id"
X_CONTENT_TYPE_OPTIONS = "X-Content-Type-Options"
IDEMPOTENCY_KEY = "Idempotency-Key"


def sign(response: web.StreamResponse, request_id: str) -> None:
    """Put on an answer what every answer carries."""
    response.headers[X_REQUEST_ID] = request_id
    response.headers[hdrs.SERVER] = "Quillcast"
    response.headers[X_CONTENT_TYPE_OPTIONS] = "nosniff"


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
    bodies: BodyReader
    """For handlers that read the body themselves."""
    digest: str = ""
    """Of the body's JSON value, where the operation is done once under a key."""
    status: int = 0
    """The answer's status where it is not the route's; 0 for the route's."""
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
    def key(self) -> str:
        """The call's Idempotency-Key. Raises `Invalid` when there is none or it is no good."""
        return checked_key(self.request.headers.get(IDEMPOTENCY_KEY))

    @property
    def input(self) -> str:
        """What an Idempotency-Key stands for: a digest of method, path and the body's JSON value."""
        sent = f"{self.request.method} {unquote(self.request.rel_url.raw_path).rstrip('/').lower()} {self.digest}"
        return hashlib.sha256(sent.encode("utf-8", "replace")).hexdigest()

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

    async def send(self, response: web.StreamResponse, pieces: AsyncIterator[bytes]) -> web.StreamResponse:
        """Send an answer piece by piece; `response`, at its end.

        The first piece is there before the headers go out: what fails at once is still told as an error. HEAD asks
        for none.

        Raises:
            ConnectionError: the server ends before the last piece.
        """
        async with aclosing(pieces) as source:  # type: ignore[type-var]
            first = await anext(source, b"") if self.wants_body else b""
            await self.start(response)
            if first:
                await response.write(first)
                async for piece in source:
                    if self.closing.is_set():
                        raise ConnectionError("the server is closing")
                    await response.write(piece)
        await response.write_eof()
        return response
