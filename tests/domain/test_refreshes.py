"""How often a stranger's feed is read."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.domain.refreshes import LONGEST, SHORTEST, Rhythm, bar_of, max_age_of, next_read, next_try

NOW = datetime(2026, 5, 4, 22, 30, tzinfo=UTC)  # a Monday
RHYTHMS = st.builds(
    Rhythm,
    st.none() | st.integers(0, 10**7),
    st.none() | st.integers(0, 10**9),
    st.frozensets(st.integers(0, 23), max_size=23),
    st.frozensets(st.integers(0, 6), max_size=6),
)


@pytest.mark.parametrize(
    ("rhythm", "minutes"),
    [
        (Rhythm(), 60),
        (Rhythm(interval_minutes=5), 15),
        (Rhythm(interval_minutes=180), 180),
        (Rhythm(interval_minutes=100_000), 1440),
        (Rhythm(max_age_s=0), 15),
        (Rhythm(max_age_s=1800), 30),
        (Rhythm(max_age_s=7200), 120),
        (Rhythm(interval_minutes=30, max_age_s=7200), 120),
        (Rhythm(skip_hours=frozenset({23, 0})), 150),
        (Rhythm(skip_days=frozenset({0, 1})), 60 * 25 + 30),
    ],
)
def test_a_feed_is_read_as_often_as_it_asks_for(rhythm: Rhythm, minutes: int) -> None:
    assert next_read(NOW, rhythm) - NOW == timedelta(minutes=minutes)


@given(RHYTHMS, st.floats(0, 1), st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1)))  # noqa: DTZ001
@settings(deadline=None)
def test_any_feed_is_read_again_in_time_and_never_too_soon(rhythm: Rhythm, jitter: float, moment: datetime) -> None:
    now = moment.replace(tzinfo=UTC)
    due = next_read(now, rhythm, jitter=jitter)

    assert SHORTEST <= due - now <= LONGEST * 1.1 + timedelta(days=8)
    assert due.hour not in rhythm.skip_hours
    assert due.weekday() not in rhythm.skip_days


@given(st.integers(0, 10_000), st.floats(0, 1))
@settings(deadline=None)
def test_every_failure_waits_longer_up_to_a_day(failures: int, jitter: float) -> None:
    wait = next_try(NOW, failures=failures, jitter=jitter) - NOW

    assert timedelta(minutes=10) <= wait <= LONGEST * 1.1
    assert next_try(NOW, failures=failures + 1) >= next_try(NOW, failures=failures)


def test_a_bar_is_kept() -> None:
    assert next_try(NOW, failures=1, barred_until=NOW + timedelta(hours=5)) == NOW + timedelta(hours=5)


@pytest.mark.parametrize(
    ("said", "wait"),
    [
        ("120", timedelta(minutes=2)),
        ("Mon, 04 May 2026 23:30:00 GMT", timedelta(hours=1)),
        ("99999999999999999999", timedelta(days=7)),
        ("Fri, 01 Jan 2100 00:00:00 GMT", timedelta(days=7)),
        ("Mon, 04 May 2020 23:30:00 GMT", None),
        ("0", None),
        ("", None),
        ("soon", None),
        ("-5", None),
    ],
)
def test_retry_after(said: str, wait: timedelta | None) -> None:
    assert bar_of(said, now=NOW) == (None if wait is None else NOW + wait)


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("max-age=600", 600),
        ("public, MAX-AGE = 60", 60),
        ("no-cache, max-age=60", None),
        ("s-maxage=60", None),
        ("", None),
    ],
)
def test_cache_control(said: str, seconds: int | None) -> None:
    assert max_age_of({"cache-control": said}) == seconds
