"""The way of every call: name, host, route, caller, order, handler, answer. Each failure leaves in one shape."""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import re
from functools import cache
from typing import Any

import msgspec
from aiohttp import hdrs, web
from multidict import MultiMapping
from pydantic import BaseModel, ValidationError

from server.domain.accounts import Account
from server.domain.errors import DomainError, Unauthorised
from server.http.arrivals import Arrivals
from server.http.bodies import BodyReader
from server.http.calls import X_REQUEST_ID, Call, sign
from server.http.faults import faults_of
from server.http.hosts import Callers, Hosts
from server.http.logs import REQUEST_ID, TRACE, LogFile, Trace
from server.http.problems import UNEXPECTED, Problem, answer, as_problem, invalid, status_of
from server.http.registry import JSON_LIMIT, Route, Scope, Table
from server.http.transfers import check_length
from server.services import Services

LOG = logging.getLogger(__name__)
_GIVEN_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
_ENCODER = msgspec.json.Encoder()
_NOT_KEPT: dict[str, str] = {hdrs.CACHE_CONTROL: "no-store"}


class Edge:
    """Answers calls to the routes of its table."""

    def __init__(
        self,
        services: Services,
        table: Table,
        *,
        hosts: Hosts,
        callers: Callers,
        bodies: BodyReader,
        log: LogFile | None = None,
        arrivals: Arrivals | None = None,
    ) -> None:
        self._services = services
        self._table = table
        self._hosts = hosts
        self._callers = callers
        self._bodies = bodies
        self._log = log
        self._arrivals = arrivals or Arrivals()
        self._prefix = os.urandom(6).hex()
        self._count = itertools.count(1)
        self.closing = asyncio.Event()

    async def handle(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer one call; only a broken connection or the end of the server raises."""
        request_id = self.name(request)
        try:
            return await self._handle(request, request_id)
        except ConnectionError:
            raise
        except Exception as error:
            # Headers are out already: all that is left to tell is that the answer broke off.
            LOG.exception("an answer broke off", exc_info=error)
            raise ConnectionError("the answer broke off") from error

    async def _handle(self, request: web.BaseRequest, request_id: str) -> web.StreamResponse:
        try:
            response = await self._answer(request, request_id)
        except Exception as error:
            if _has_started(request) or (isinstance(error, ConnectionError) and _is_gone(request)):
                raise
            response = self._told(error)
        if not response.prepared:
            sign(response, request_id)
        return response

    def _told(self, error: Exception) -> web.Response:
        """The answer that tells a failure."""
        match error:
            case Problem():
                return answer(error)
            case DomainError():
                if status_of(error) == 500:
                    LOG.exception("fault of no family", exc_info=error)
                return answer(as_problem(error))
            case web.HTTPException():
                return answer(Problem(error.status, "http_error", f"{error.reason}."))
        LOG.exception("unexpected fault", exc_info=error)
        return answer(Problem(500, "internal_error", UNEXPECTED))

    def name(self, request: web.BaseRequest) -> str:
        """Give the call its id (the caller's own, where that is a decent one) and what the log needs."""
        given = request.headers.get(X_REQUEST_ID)
        request_id = given if given and _GIVEN_ID.fullmatch(given) else f"{self._prefix}-{next(self._count):x}"
        request[TRACE] = Trace(request_id, self._log, self._callers.address_of(request))
        REQUEST_ID.set(request_id)
        return request_id

    async def _answer(self, request: web.BaseRequest, request_id: str) -> web.StreamResponse:
        self._hosts.check(request)
        match = self._table.find(request.method, request.rel_url.raw_path)
        route = match.route
        account = await self._authenticate(request, route)
        if account is None:
            self._arrivals.admit(request[TRACE].address)
        if match.fault is not None:
            raise match.fault
        call = Call(
            request=request,
            services=self._services,
            account=account,
            params=match.params,
            id=request_id,
            limit=route.limit,
            closing=self.closing,
            bodies=self._bodies,
        )
        arguments: list[BaseModel | None] = []
        if route.query is not None:
            arguments.append(read_query(request.query, route.query) if request.query_string else _unasked(route.query))
        is_form = route.form is not None and (route.body is None or request.content_type.startswith("multipart/"))
        if route.body is not None and is_form:
            check_length(request, limit=route.limit)
            arguments.insert(0, None)
        elif route.body is not None and not route.spooled:
            limit = JSON_LIMIT if route.form is not None else route.limit
            parsed = await self._bodies.read(request, route.body, limit=limit)
            call.warnings.extend(parsed.warnings)
            call.digest = parsed.digest
            arguments.insert(0, parsed.order)
        elif route.form is not None:
            check_length(request, limit=route.limit)
        reply = await route.handler(call, *arguments)
        if isinstance(reply, web.StreamResponse):
            return reply
        return web.Response(
            status=call.status or route.status,
            body=encoded(reply, call.warnings),
            content_type="application/json",
            headers=_NOT_KEPT | call.headers,
        )

    async def _authenticate(self, request: web.BaseRequest, route: Route) -> Account | None:
        header = request.headers.get(hdrs.AUTHORIZATION)
        if route.scope is Scope.PUBLIC and header is None:
            return None
        try:
            account = await self._services.accounts.authenticate(_token(header))
        except Unauthorised:
            if route.scope is Scope.PUBLIC:
                return None
            raise
        request[TRACE].client = account.id
        if route.scope is Scope.OWNER:
            account.require_owner()
        return account


def read_query(given: MultiMapping[str], model: type[BaseModel]) -> BaseModel:
    """The query string as its model.

    Raises:
        Problem: 400 naming every parameter at fault.
    """
    names = {field.validation_alias or name for name, field in model.model_fields.items()}
    values: dict[str, Any] = {name: given[name] for name in names if isinstance(name, str) and name in given}
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise invalid(faults_of(error)) from error


@cache
def _unasked(model: type[BaseModel]) -> BaseModel:
    return model.model_validate({})


def encoded(reply: object, warnings: list[str]) -> bytes:
    """A reply as JSON; warnings join the object as its last member."""
    body = _ENCODER.encode(reply)
    if not warnings or not body.endswith(b"}"):
        return body
    comma = b"" if body == b"{}" else b","
    return body[:-1] + comma + b'"warnings":' + _ENCODER.encode(warnings) + b"}"


def _token(header: str | None) -> str:
    scheme, _, token = (header or "").partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token:
        raise Unauthorised("Send your token in the header: Authorization: Bearer <token>.")
    if not token.isascii() or len(token) > 4096:
        raise Unauthorised("The token is not valid.")
    return token


def _is_gone(request: web.BaseRequest) -> bool:
    return request.transport is None or request.transport.is_closing()


def _has_started(request: web.BaseRequest) -> bool:
    return bool(request.writer.output_size > 0)
