"""aiohttp's connection, with its own answers put in our shape.

What never becomes a call (a malformed request line, an oversized header) is answered below any handler; aiohttp would
answer it as plain text.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from aiohttp import web
from aiohttp.http_exceptions import LineTooLong

from server.http.calls import sign
from server.http.edge import Edge
from server.http.logs import TRACE, AccessLog
from server.http.problems import UNEXPECTED, Problem, answer

LOG = logging.getLogger(__name__)
KEEP_ALIVE_S = 75.0
LINGER_S = 5.0
"""How long the rest of a refused body is read and dropped, so that the caller gets to see the answer."""
MAX_LINE = 16_384
"""Bytes of a request line or header."""


class EdgeConnection(web.RequestHandler):
    """One connection; a fault below the handlers is told like any other."""

    __slots__ = ("edge",)

    def __init__(self, manager: web.Server, *, edge: Edge, **settings: Any) -> None:
        super().__init__(manager, **settings)
        self.edge = edge

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,  # noqa: ARG002 - aiohttp calls it so
    ) -> web.StreamResponse:
        """The answer to what no handler saw; the connection ends after it."""
        trace = request.get(TRACE)
        request_id = trace.id if trace is not None else self.edge.name(request)
        if request.writer.output_size > 0:
            raise ConnectionError("an answer is already on its way")
        if isinstance(exc, LineTooLong):
            problem = Problem(431, "headers_too_large", "The request line or a header is too long.")
        elif status < 500 or isinstance(exc, ConnectionError):
            problem = Problem(400, "bad_request", "This is not a well-formed HTTP request.")
        else:
            LOG.error("unexpected fault", exc_info=exc)
            problem = Problem(500, "internal_error", UNEXPECTED)
        response = answer(problem)
        sign(response, request_id)
        response.force_close()
        return response


class EdgeServer(web.Server):
    """Makes a connection's protocol; give it to `web.ServerRunner`."""

    def __init__(self, edge: Edge) -> None:
        super().__init__(edge.handle, loop=asyncio.get_running_loop())
        self.edge = edge

    def __call__(self) -> EdgeConnection:
        """A protocol for a new connection."""
        return EdgeConnection(
            self,
            edge=self.edge,
            loop=asyncio.get_running_loop(),
            keepalive_timeout=KEEP_ALIVE_S,
            lingering_time=LINGER_S,
            max_line_size=MAX_LINE,
            max_field_size=MAX_LINE,
            access_log_class=AccessLog,
            # Bodies are decompressed where their size is counted: aiohttp answers a damaged one with a 500.
            auto_decompress=False,
        )
