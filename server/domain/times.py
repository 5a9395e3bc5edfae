"""Time as the contract writes it: UTC, milliseconds, ``Z``."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Clock = Callable[[], datetime]
"""Answers the present moment, with a time zone."""


def utc_now() -> datetime:
    """The present moment in UTC."""
    return datetime.now(UTC)


def wire_time(moment: datetime) -> str:
    """The wire's form: ``2026-01-02T03:04:05.678Z``."""
    utc = moment if moment.tzinfo is UTC else moment.astimezone(UTC)
    return utc.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def to_ms(moment: datetime) -> int:
    """Whole milliseconds since 1970; a moment without a zone is UTC."""
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return (aware - EPOCH) // timedelta(milliseconds=1)


def from_ms(milliseconds: int) -> datetime:
    """The moment of `to_ms`, in UTC."""
    return EPOCH + timedelta(milliseconds=milliseconds)


def utc_day(moment: datetime) -> date:
    """The UTC day that daily allowances are counted by."""
    return moment.astimezone(UTC).date()


def moment(milliseconds: int | None) -> datetime | None:
    """`from_ms` for what may not have happened."""
    return None if milliseconds is None else from_ms(milliseconds)
