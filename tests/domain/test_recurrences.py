"""Recurring work: any start, count, end, sleep, clock and zone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from server.domain.recurrences import LATENESS, Recurrence

DAY = timedelta(days=1)
EARLIEST, LATEST = (datetime(year, 1, 1) for year in (2000, 2090))  # noqa: DTZ001 - the zones are drawn
ZONES = st.builds(lambda minutes: timezone(timedelta(minutes=minutes)), st.integers(-14 * 60, 14 * 60))
MOMENTS = st.datetimes(EARLIEST, LATEST, timezones=ZONES)
SPANS = st.timedeltas(timedelta(0), timedelta(days=400))


@st.composite
def recurrences(draw: st.DrawFn) -> Recurrence:
    start = draw(MOMENTS)
    end = start + draw(SPANS) if draw(st.booleans()) else None
    return Recurrence(start, draw(st.integers(1, 24)), end)


class Runner:
    """What the service does: look, start what is due and was not started, sleep."""

    def __init__(self, recurrence: Recurrence) -> None:
        self.recurrence = recurrence
        self.started: list[tuple[datetime, datetime]] = []
        self.known: set[datetime] = set()

    def look(self, now: datetime) -> None:
        moment = self.recurrence.due_at(now)
        if moment is not None and moment not in self.known:
            self.known.add(moment)
            self.started.append((moment, now))


@given(recurrences(), st.integers(0, 5000))
@settings(deadline=None)
def test_a_day_holds_as_many_runs_as_were_asked_for(recurrence: Recurrence, day: int) -> None:
    moments = [recurrence.moment_of(day * recurrence.daily_count + run) for run in range(recurrence.daily_count + 1)]

    assert moments[-1] - moments[0] == DAY
    gaps = {after - before for before, after in pairwise(moments)}
    assert max(gaps) - min(gaps) <= timedelta(milliseconds=1)


@given(recurrences(), SPANS)
@settings(deadline=None)
def test_the_run_at_a_moment_is_the_last_that_has_come(recurrence: Recurrence, passed: timedelta) -> None:
    now = recurrence.start + passed
    run = recurrence.run_at(now)

    assert run is not None
    assert recurrence.moment_of(run) <= now or recurrence.moment_of(run) - now < timedelta(milliseconds=1)
    assert recurrence.moment_of(run + 1) > now - timedelta(milliseconds=1)


@given(recurrences(), MOMENTS)
@settings(deadline=None)
def test_what_comes_next_lies_ahead_and_before_the_end(recurrence: Recurrence, now: datetime) -> None:
    following = recurrence.next_after(now)
    if following is None:
        assert recurrence.end is not None
        return
    assert following > now - timedelta(milliseconds=1)
    assert following >= recurrence.start - timedelta(milliseconds=1)
    assert recurrence.end is None or following <= recurrence.end
    assert recurrence.due_at(following) == following


@given(recurrences())
@settings(deadline=None)
def test_nothing_is_due_before_the_start(recurrence: Recurrence) -> None:
    before = recurrence.start - timedelta(milliseconds=2)

    assert recurrence.due_at(before) is None
    assert recurrence.due_at(recurrence.start) is not None
    assert recurrence.next_after(before) == recurrence.moment_of(0)


@given(recurrences(), st.lists(st.timedeltas(timedelta(seconds=1), timedelta(days=9)), max_size=60))
@settings(deadline=None)
def test_after_any_sleep_at_most_one_run_starts_and_none_is_made_up(
    recurrence: Recurrence, sleeps: list[timedelta]
) -> None:
    runner, now = Runner(recurrence), recurrence.start
    for sleep in sleeps:
        before = len(runner.started)
        runner.look(now)
        assert len(runner.started) - before <= 1
        now += sleep

    moments = [moment for moment, _ in runner.started]
    assert moments == sorted(set(moments))
    for moment, started in runner.started:
        assert timedelta(milliseconds=-1) < started - moment <= LATENESS
        assert recurrence.end is None or moment <= recurrence.end


@given(recurrences(), st.lists(st.timedeltas(timedelta(days=-30), timedelta(days=30)), max_size=60))
@settings(deadline=None)
def test_a_clock_that_jumps_starts_nothing_twice(recurrence: Recurrence, jumps: list[timedelta]) -> None:
    runner, now = Runner(recurrence), recurrence.start
    for jump in jumps:
        runner.look(now)
        now += jump

    moments = [moment for moment, _ in runner.started]
    assert len(moments) == len(set(moments))


@given(st.integers(1, 24), MOMENTS)
@settings(max_examples=25, deadline=None)
def test_a_clock_that_was_wrong_for_a_while_costs_no_later_run(count: int, start: datetime) -> None:
    recurrence = Recurrence(start, count)
    runner = Runner(recurrence)
    runner.look(recurrence.moment_of(0))
    runner.look(recurrence.moment_of(count * 4000))

    for run in range(1, 2 * count + 1):
        runner.look(recurrence.moment_of(run))

    assert [moment for moment, _ in runner.started if moment <= recurrence.moment_of(2 * count)] == [
        recurrence.moment_of(run) for run in range(2 * count + 1)
    ]


@given(recurrences(), st.integers(1, 900))
@settings(max_examples=15, deadline=None)
def test_who_looks_every_half_minute_misses_nothing(recurrence: Recurrence, offset: int) -> None:
    runner = Runner(recurrence)
    now = recurrence.start - timedelta(seconds=offset % 30)
    while now < recurrence.start + DAY:
        runner.look(now)
        now += timedelta(seconds=30)

    moments = [recurrence.moment_of(run) for run in range(recurrence.daily_count)]
    expected = [moment for moment in moments if recurrence.end is None or moment <= recurrence.end]
    assert [moment for moment, _ in runner.started][: recurrence.daily_count] == expected


@given(recurrences(), MOMENTS, ZONES)
@settings(deadline=None)
def test_the_zone_that_a_moment_is_told_in_changes_nothing(
    recurrence: Recurrence, now: datetime, zone: timezone
) -> None:
    elsewhere = Recurrence(
        recurrence.start.astimezone(zone),
        recurrence.daily_count,
        recurrence.end.astimezone(UTC) if recurrence.end else None,
    )

    assert elsewhere.due_at(now) == recurrence.due_at(now.astimezone(zone))
    assert elsewhere.next_after(now) == recurrence.next_after(now)


def test_what_came_due_while_it_was_paused_is_not_made_up() -> None:
    recurrence = Recurrence(datetime(2026, 5, 4, 8, tzinfo=UTC), 24)
    resumed = datetime(2026, 5, 4, 10, 1, tzinfo=UTC)

    assert recurrence.due_at(resumed, since=resumed) is None
    assert recurrence.due_at(datetime(2026, 5, 4, 11, tzinfo=UTC), since=resumed) == datetime(
        2026, 5, 4, 11, tzinfo=UTC
    )
