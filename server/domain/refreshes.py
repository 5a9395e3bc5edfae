"""How often a stranger's feed is read: as often as it asks for, never more than it bears, later with every failure.

Pure: `jitter` is a number from 0 to 1 that the caller draws, so that many feeds do not come due together. It only
makes a wait longer, by at most a tenth.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

SHORTEST = timedelta(minutes=15)
USUAL = timedelta(hours=1)
LONGEST = timedelta(days=1)
FIRST_RETRY = timedelta(minutes=10)
LONGEST_BAR = timedelta(days=7)
"""How long a server's own word for when to come back is believed."""
_MAX_AGE = re.compile(r"(?:^|[,\s])max-age\s*=\s*\"?(\d{1,9})", re.IGNORECASE)
_NO_CACHE = re.compile(r"(?:^|[,\s])(?:no-cache|no-store)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Rhythm:
    """What a feed and its server say of how often it changes; None and empty where they say nothing."""

    interval_minutes: int | None = None
    max_age_s: int | None = None
    skip_hours: frozenset[int] = frozenset()
    skip_days: frozenset[int] = frozenset()


def next_read(now: datetime, rhythm: Rhythm, *, jitter: float = 0.0) -> datetime:
    """When to read a feed again that was just read.

    Its own interval counts, else the usual hour; what its server lets be kept for longer makes it longer. Hours and
    days in which the feed says that nothing comes are waited out.
    """
    asked = USUAL if rhythm.interval_minutes is None else timedelta(minutes=rhythm.interval_minutes)
    if rhythm.max_age_s is not None:
        kept = timedelta(seconds=rhythm.max_age_s)
        asked = max(asked, kept) if rhythm.interval_minutes is not None or kept > USUAL else max(kept, SHORTEST)
    wait = min(max(asked, SHORTEST), LONGEST)
    moment = now + wait * (1 + _share(jitter) / 10)
    for _ in range(24 * 8):
        utc = moment.astimezone(UTC)
        if utc.hour not in rhythm.skip_hours and utc.weekday() not in rhythm.skip_days:
            break
        moment = utc.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1, minutes=10 * _share(jitter))
    return moment


def next_try(now: datetime, *, failures: int, barred_until: datetime | None = None, jitter: float = 0.0) -> datetime:
    """When to try a feed again that has failed `failures` times in a row: each wait is twice the one before."""
    wait: timedelta = min(FIRST_RETRY * (1 << min(max(failures - 1, 0), 12)), LONGEST) * (1 + _share(jitter) / 10)
    return max(now + wait, barred_until or now)


def bar_of(retry_after: str, *, now: datetime) -> datetime | None:
    """Until when a server wants to be left alone (RFC 9110, Retry-After); None when it doesn't say."""
    said = retry_after.strip()
    if not said:
        return None
    if said.isascii() and said.isdecimal():
        wait = timedelta(seconds=min(int(said[:12]), int(LONGEST_BAR.total_seconds())))
        return now + wait if wait else None
    try:
        moment = parsedate_to_datetime(said)
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return min(moment, now + LONGEST_BAR) if moment > now else None


def max_age_of(headers: Mapping[str, str]) -> int | None:
    """Seconds for which an answer may be kept; None when its server doesn't say. Names of headers in lower case."""
    said = headers.get("cache-control", "")
    if _NO_CACHE.search(said):
        return None
    found = _MAX_AGE.search(said)
    return int(found[1]) if found else None


def _share(jitter: float) -> float:
    return min(max(jitter, 0.0), 1.0)
