"""One family of errors. Their sentences are shown to people: they say what is wrong and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum


@dataclass(frozen=True, slots=True)
class FieldFault:
    """One fault of one field: the field's wire name (``resources[0].content``) and a sentence."""

    field: str
    message: str


class DomainError(Exception):
    """Something that a person can act on. `code` is stable and in snake case."""

    code = "internal_error"

    def __init__(self, message: str, *, code: str | None = None, details: Sequence[FieldFault] = ()) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code
        self.details = tuple(details)

    def __reduce__(self) -> tuple[object, ...]:
        # Exceptions cross process borders: keyword-only state must survive pickling.
        return (_rebuild, (type(self), self.message, self.code, self.details, dict(self.__dict__)))


def _rebuild(
    kind: type[DomainError],
    message: str,
    code: str,
    details: tuple[FieldFault, ...],
    state: dict[str, object],
) -> DomainError:
    error = kind.__new__(kind)
    Exception.__init__(error, message)
    error.message, error.code, error.details = message, code, details
    error.__dict__.update(state)
    return error


class Invalid(DomainError):
    """The order cannot be taken as it is (HTTP 400)."""

    code = "invalid_request"


class InvalidField(Invalid):
    """One field of the order is at fault (HTTP 400); the sentence names it."""

    code = "invalid_field"

    def __init__(self, field: str, message: str, *, code: str | None = None) -> None:
        super().__init__(f"{field}: {message}", code=code, details=(FieldFault(field, message),))


class Unauthorised(DomainError):
    """No valid token came with the call (HTTP 401)."""

    code = "unauthorized"


class Forbidden(DomainError):
    """The caller is known and may not do this (HTTP 403)."""

    code = "forbidden"


class NotFound(DomainError):
    """There is no such record, or it belongs to someone else (HTTP 404)."""

    code = "not_found"


class Conflict(DomainError):
    """The record's present state does not allow this (HTTP 409)."""

    code = "conflict"


class CapacityReached(DomainError):
    """A limit over time or in number is used up (HTTP 429)."""

    code = "capacity_reached"

    def __init__(self, message: str, *, code: str | None = None, retry_after_s: int | None = None) -> None:
        super().__init__(message, code=code)
        self.retry_after_s = retry_after_s


class Unavailable(DomainError):
    """The store or the engine can't take the call now (HTTP 503)."""

    code = "unavailable"

    def __init__(self, message: str, *, code: str | None = None, retry_after_s: int = 5) -> None:
        super().__init__(message, code=code)
        self.retry_after_s = retry_after_s


class ErrorCode(IntEnum):
    """What `error_code` of a request says; 0 stands for no error."""

    CANCELLED = 499
    SOURCE_NOT_IMPORTED = 1001
    NOTHING_USABLE = 1002
    UNAVAILABLE = 1003
    REFUSED = 1004
    RENDERING_FAILED = 1005
    WORKER_LOST = 1006
    PUBLISHING_FAILED = 1007
    INTERNAL = 1099


class GenerationError(DomainError):
    """A generation ended without a result; `error_code` says which kind of failure it was."""

    code = "generation_failed"
    error_code = ErrorCode.INTERNAL


class SourceNotImported(GenerationError):
    """A source could not be fetched or read (1001)."""

    code = "source_not_imported"
    error_code = ErrorCode.SOURCE_NOT_IMPORTED

    def __init__(self, message: str, *, source: str = "", code: str | None = None) -> None:
        super().__init__(message, code=code)
        self.source = source


class Paywalled(SourceNotImported):
    """The page shows only its beginning to those who have not paid (1001)."""

    code = "paywalled"


class NothingUsable(GenerationError):
    """The sources arrived and hold too little to work with (1002)."""

    code = "nothing_usable"
    error_code = ErrorCode.NOTHING_USABLE


class CannotProduce(GenerationError):
    """The writer, voice or model in use can't do this; the sentence says what would (1003)."""

    code = "cannot_produce"
    error_code = ErrorCode.UNAVAILABLE


class Refused(GenerationError):
    """A provider would not do it: a wrong key, no credit, or its own rules (1004)."""

    code = "refused"
    error_code = ErrorCode.REFUSED


class RenderingFailed(GenerationError):
    """The artefact could not be made or did not pass its check (1005)."""

    code = "rendering_failed"
    error_code = ErrorCode.RENDERING_FAILED


class WorkerLost(GenerationError):
    """The worker process ended without a result (1006)."""

    code = "worker_lost"
    error_code = ErrorCode.WORKER_LOST
    was_slow = False
    """Whether it was ended because it took too long, and would take so again."""


class Cancelled(GenerationError):
    """Somebody asked to stop (499)."""

    code = "cancelled"
    error_code = ErrorCode.CANCELLED


class PublishingFailed(GenerationError):
    """What was made could not be brought to where it was to be published; it stays here (1007)."""

    code = "publishing_failed"
    error_code = ErrorCode.PUBLISHING_FAILED

    def __init__(self, message: str, *, for_good: bool = False, code: str | None = None) -> None:
        super().__init__(message, code=code)
        self.for_good = for_good
        """Whether trying again would end the same way."""
