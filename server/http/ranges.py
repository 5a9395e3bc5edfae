"""Which bytes of a file a call gets (RFC 9110, sections 13 and 14), as plain functions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_SPEC = re.compile(r"(?i)bytes\s*=\s*(?P<first>[0-9]{0,19})\s*-\s*(?P<last>[0-9]{0,19})")
_TAG = re.compile(r'(?:W/)?"[^"]*"')


@dataclass(frozen=True, slots=True)
class Slice:
    """Bytes `start` up to, not including, `end`."""

    start: int
    end: int

    @property
    def length(self) -> int:
        """How many bytes that is."""
        return self.end - self.start


class Unsatisfiable(Exception):
    """The range lies outside the file: 416."""


def is_unchanged(headers: Mapping[str, str], *, etag: str, modified: datetime) -> bool:
    """Whether the caller already has this content: 304. `If-None-Match` stands above `If-Modified-Since`."""
    given = headers.get("If-None-Match")
    if given is not None:
        return given.strip() == "*" or etag in [tag.removeprefix("W/") for tag in _TAG.findall(given)]
    since = _date(headers.get("If-Modified-Since"))
    return since is not None and modified.replace(microsecond=0) <= since


def slice_of(headers: Mapping[str, str], *, size: int, etag: str, modified: datetime) -> Slice | None:
    """The one range asked for; None stands for the whole file.

    The whole file is also the answer to several ranges, to a unit we don't know, to a malformed header, and when
    `If-Range` names content other than ours.

    Raises:
        Unsatisfiable: the range begins behind the end of the file.
    """
    spec = _SPEC.fullmatch(headers.get("Range", "").strip())
    if spec is None or not _still_stands(headers.get("If-Range"), etag=etag, modified=modified):
        return None
    first, last = spec["first"], spec["last"]
    if not first:
        if not last:
            return None
        if int(last) == 0 or size == 0:
            raise Unsatisfiable
        return Slice(max(size - int(last), 0), size)
    start = int(first)
    if last and int(last) < start:
        return None
    if start >= size:
        raise Unsatisfiable
    return Slice(start, min(int(last) + 1, size) if last else size)


def _still_stands(condition: str | None, *, etag: str, modified: datetime) -> bool:
    if condition is None:
        return True
    condition = condition.strip()
    if condition.startswith(('"', "W/")):
        # A weak tag never matches here: ranges need the very same bytes.
        return condition == etag
    moment = _date(condition)
    return moment is not None and modified.replace(microsecond=0) == moment


def _date(text: str | None) -> datetime | None:
    if not text:
        return None
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, OverflowError):
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
