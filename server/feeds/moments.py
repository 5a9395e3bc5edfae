"""When something was published, however a feed writes it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_EARLIEST, _LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
_FORMS = ("%d %b %Y", "%d %B %Y", "%B %d, %Y", "%b %d, %Y", "%Y/%m/%d", "%d.%m.%Y", "%Y-%m-%d %H:%M:%S %z")
_LONG_FRACTION = re.compile(r"(\.\d{6})\d+")
_YEAR_MONTH = re.compile(r"\d{4}(?:-\d{2})?")


def moment_of(text: str) -> datetime | None:
    """The moment in UTC; None for what is no date or lies outside 1970 to 2199. Without a zone it is UTC."""
    text = " ".join(text.split())[:80]
    if not text:
        return None
    found = _iso(text) or _mail(text) or _other(text)
    if found is None:
        return None
    try:
        moment = found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except (OverflowError, ValueError):
        return None
    return moment if _EARLIEST <= moment < _LATEST else None


def _iso(text: str) -> datetime | None:
    if _YEAR_MONTH.fullmatch(text):
        text = f"{text}-01" if len(text) == 7 else f"{text}-01-01"
    try:
        return datetime.fromisoformat(_LONG_FRACTION.sub(r"\1", text))
    except ValueError:
        return None


def _mail(text: str) -> datetime | None:
    try:
        return parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _other(text: str) -> datetime | None:
    for form in _FORMS:
        try:
            return datetime.strptime(text, form)  # noqa: DTZ007 - without a zone it is taken for UTC above
        except ValueError:
            continue
    return None
