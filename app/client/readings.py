"""Reading of wire records: every field may be missing or null, and times are ISO 8601."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from app.language import said

Record = Mapping[str, Any]


def text(record: Record, *names: str) -> str:
    """The first of `names` that holds something, as text; else an empty string."""
    for name in names:
        value = record.get(name)
        if value not in (None, ""):
            return str(value)
    return ""


def sentence(record: Record, *names: str) -> str:
    """The first of `names` that holds something the server says to people, in the window's language."""
    return said(text(record, *names))


def sentences(record: Record, name: str) -> tuple[str, ...]:
    """A list of sentences that the server says to people, in the window's language; empty where there is none."""
    listed = record.get(name)
    return tuple(said(str(each)) for each in listed) if isinstance(listed, list | tuple) else ()


def number(record: Record, *names: str) -> int:
    """The first of `names` that holds a number, rounded down; else 0."""
    return int(real(record, *names))


def real(record: Record, *names: str) -> float:
    """The first of `names` that holds a number; else 0."""
    for name in names:
        value = record.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
    return 0.0


def flag(record: Record, name: str) -> bool:
    """Whether `name` is true."""
    return record.get(name) is True


def moment(record: Record, *names: str) -> datetime | None:
    """The first of `names` that holds a time, in UTC; None when there is none."""
    for name in names:
        value = record.get(name)
        if isinstance(value, str) and value:
            try:
                read = datetime.fromisoformat(value)
            except ValueError:
                continue
            return read if read.tzinfo else read.replace(tzinfo=UTC)
    return None


def records(value: object) -> list[Record]:
    """The records of a list; anything else reads as none."""
    return [entry for entry in value if isinstance(entry, Mapping)] if isinstance(value, list) else []
