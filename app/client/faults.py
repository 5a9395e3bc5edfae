"""What can go wrong with a call, as one family the window knows how to show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.language import said, tr


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of one field, by the field's wire name (``resources[0].content``)."""

    field: str
    message: str


class ApiError(Exception):
    """The server refused or failed. `message` is a sentence for people; `status` is 0 when no answer came."""

    def __init__(self, status: int, code: str, message: str, fields: Sequence[Fault] = ()) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.fields = tuple(fields)


class Unreachable(ApiError):
    """No answer came: the server is not there, or it went away in the middle."""

    def __init__(self, address: str) -> None:
        words = tr("The server at {address} doesn't answer. Check that it runs and try again.", address=address)
        super().__init__(0, "unreachable", words)


def from_reply(status: int, body: object, *, address: str) -> ApiError:
    """The error that a refusing reply describes; a reply in another shape still gives a sentence."""
    if not isinstance(body, Mapping):
        words = tr("The server at {address} answered {status} without an explanation.", address=address, status=status)
        return ApiError(status, "http_error", words)
    sentence = body.get("error") or body.get("errorMessage")
    if not sentence:
        sentence = tr("The server at {address} answered {status}.", address=address, status=status)
    code, faults = str(body.get("code") or "http_error"), _faults(body.get("details"))
    if not faults:
        return ApiError(status, code, said(str(sentence)), faults)
    told = [Fault(fault.field, said(fault.message)) for fault in faults]
    if sentence == f"{faults[0].field}: {faults[0].message}":
        sentence = f"{told[0].field}: {told[0].message}"
    else:
        sentence = said(str(sentence))
    return ApiError(status, code, sentence, told)


def _faults(details: Any) -> list[Fault]:
    if not isinstance(details, list):
        return []
    return [
        Fault(str(entry["field"]), str(entry.get("message", "")))
        for entry in details
        if isinstance(entry, Mapping) and "field" in entry
    ]
