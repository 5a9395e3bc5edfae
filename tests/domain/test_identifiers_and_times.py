"""Ids that grow, and time as the contract writes it."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.domain import identifiers
from server.domain.identifiers import new_id, new_public_key
from server.domain.pages import Page
from server.domain.times import from_ms, moment, to_ms, utc_day, wire_time


def test_ids_are_uuids_of_version_7_and_only_grow() -> None:
    made = [new_id() for _ in range(5_000)]

    assert made == sorted(set(made))
    assert {(uuid.UUID(each).version, uuid.UUID(each).variant) for each in made} == {(7, uuid.RFC_4122)}


def test_no_two_threads_get_the_same_id() -> None:
    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(lambda _: new_id(), range(4_000)))

    assert len(set(made)) == 4_000


def test_a_clock_that_runs_back_is_stepped_over(monkeypatch) -> None:
    first = new_id()
    monkeypatch.setattr(identifiers.time, "time_ns", lambda: 0)

    assert new_id() > first


def test_public_keys_can_not_be_guessed_and_fit_a_link() -> None:
    made = {new_public_key() for _ in range(1_000)}

    assert len(made) == 1_000
    assert all(len(key) >= 22 and key.replace("-", "").replace("_", "").isalnum() for key in made)


@pytest.mark.parametrize(
    ("time", "text"),
    [
        (datetime(2026, 1, 2, 3, 4, 5, 678_999, tzinfo=UTC), "2026-01-02T03:04:05.678Z"),
        (datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone(timedelta(hours=2))), "2026-01-02T01:04:05.000Z"),
    ],
)
def test_times_go_out_in_utc_with_milliseconds(time: datetime, text: str) -> None:
    assert wire_time(time) == text


@given(st.integers(0, 4_102_444_800_000))
def test_milliseconds_survive_both_ways(milliseconds: int) -> None:
    assert to_ms(from_ms(milliseconds)) == milliseconds


def test_what_has_not_happened_has_no_time() -> None:
    assert moment(None) is None
    assert moment(0) == datetime(1970, 1, 1, tzinfo=UTC)


def test_the_day_is_that_of_utc() -> None:
    late = datetime(2026, 5, 4, 23, 30, tzinfo=timezone(timedelta(hours=-2)))

    assert utc_day(late).isoformat() == "2026-05-05"


@pytest.mark.parametrize(("total", "pages"), [(0, 0), (1, 1), (50, 1), (51, 2)])
def test_pages_are_counted_whole(total: int, pages: int) -> None:
    assert Page((), total, 1, 50).total_pages == pages
