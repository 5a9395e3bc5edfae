"""One shape for everything that goes wrong, whoever noticed it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus

import msgspec
from aiohttp import hdrs, web

from server.domain.errors import (
    CapacityReached,
    Conflict,
    DomainError,
    FieldFault,
    Forbidden,
    Invalid,
    NotFound,
    Unauthorised,
    Unavailable,
)

MAX_DETAILS = 100
"""Faults listed in one answer; more would help nobody."""

_STATUS_OF: tuple[tuple[type[DomainError], int], ...] = (
    (Invalid, HTTPStatus.BAD_REQUEST),
    (Unauthorised, HTTPStatus.UNAUTHORIZED),
    (Forbidden, HTTPStatus.FORBIDDEN),
    (NotFound, HTTPStatus.NOT_FOUND),
    (Conflict, HTTPStatus.CONFLICT),
    (CapacityReached, HTTPStatus.TOO_MANY_REQUESTS),
    (Unavailable, HTTPStatus.SERVICE_UNAVAILABLE),
)
UNEXPECTED = "The server met a fault of its own. It is in the log under the id of this answer."


class Detail(msgspec.Struct, frozen=True):
    """One fault of one field; `field` is its wire name, with indexes (`resources[0].content`)."""

    field: str
    message: str


class ErrorReply(msgspec.Struct, frozen=True, omit_defaults=True):
    """What every failed call answers. `code` is stable; `error` is one sentence for a person."""

    success: bool
    code: str
    error: str
    errorMessage: str  # noqa: N815 - the wire's name
    details: tuple[Detail, ...] = ()


class Problem(Exception):
    """A failure that HTTP itself knows (405, 413, 421 …) or that the edge found before any service was asked."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        details: Sequence[FieldFault] = (),
        headers: Mapping[str, str] | None = None,
        close: bool = False,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.details = tuple(details)
        self.headers = dict(headers or {})
        self.close = close
        """End the connection after the answer: the rest of the call can't be read any more."""


def status_of(error: DomainError) -> int:
    """The HTTP status of an error, by its family; what belongs to no family is a fault of ours (500)."""
    return next((status for family, status in _STATUS_OF if isinstance(error, family)), 500)


def as_problem(error: DomainError) -> Problem:
    """A service's error as the edge answers it, with the headers its status calls for."""
    status = status_of(error)
    headers: dict[str, str] = {}
    if status == HTTPStatus.UNAUTHORIZED:
        headers[hdrs.WWW_AUTHENTICATE] = "Bearer"
    retry_after: object = getattr(error, "retry_after_s", None)
    if isinstance(retry_after, int):
        headers[hdrs.RETRY_AFTER] = str(max(retry_after, 1))
    if status == HTTPStatus.INTERNAL_SERVER_ERROR:
        return Problem(status, "internal_error", UNEXPECTED)
    return Problem(status, error.code, error.message, details=error.details, headers=headers)


def answer(problem: Problem) -> web.Response:
    """The answer that tells a problem."""
    details = tuple(Detail(_printable(f.field), _printable(f.message)) for f in problem.details[:MAX_DETAILS])
    sentence = _printable(problem.message)
    body = msgspec.json.encode(ErrorReply(False, problem.code, sentence, sentence, details))
    response = web.Response(
        status=problem.status, body=body, content_type="application/json", headers=problem.headers or None
    )
    if problem.close:
        response.force_close()
    return response


def invalid(faults: Sequence[FieldFault]) -> Problem:
    """A 400 that names every fault at once."""
    if len(faults) == 1:
        sentence = f"{faults[0].field}: {faults[0].message}" if faults[0].field else faults[0].message
    else:
        names = list(dict.fromkeys(fault.field for fault in faults))
        shown = ", ".join(names[:8]) + (" …" if len(names) > 8 else "")
        sentence = f"{len(faults)} faults, in {shown}"
    return Problem(HTTPStatus.BAD_REQUEST, "invalid_field", sentence, details=faults)


def _printable(text: str) -> str:
    """Text that may quote a caller, safe to encode: lone surrogates can't stand in UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")[:2000]
