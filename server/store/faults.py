"""What the database says, as the product says it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import peewee

from server.domain.errors import DomainError, Invalid, Unavailable


class DamagedDatabase(DomainError):
    """The database file can't be read; nothing was written to it."""

    code = "damaged_database"

    def __init__(self, message: str, *, copy: Path | None = None) -> None:
        super().__init__(message)
        self.copy = copy
        """The newest sound copy, if there is one."""


class NewerDatabase(DomainError):
    """The data directory was written by a newer version."""

    code = "newer_database"


class MigrationFailed(DomainError):
    """The database could not be brought up to date and is as it was before."""

    code = "migration_failed"


UNSTORABLE = "A number is too large, or a text has characters that can't be stored."
CLOSED = "The server is closing: try again when it is back."


def translated(error: BaseException) -> BaseException:
    """The error that a caller should see: the disk's faults and unstorable values as ours, everything else as it is."""
    if isinstance(error, (OverflowError, UnicodeEncodeError)):
        return Invalid(UNSTORABLE, code="unstorable_value")
    if isinstance(error, (sqlite3.OperationalError, peewee.OperationalError)):
        said = str(error)
        if "full" in said:
            return Unavailable("The disk is full: free some space and try again.", code="disk_full", retry_after_s=60)
        if any(word in said for word in ("locked", "busy", "I/O", "readonly", "unable to open", "interrupted")):
            return Unavailable(f"The database can't take the call now ({said}): try again.", code="store_unavailable")
    return error
