"""Recurring schedules end to end, but for the engine: each moment once, whatever clock and computer do."""

from __future__ import annotations

from datetime import timedelta

import pytest

from server.domain.errors import NotFound, Unavailable
from server.domain.orders import ContentOrder
from server.domain.requests import OutputType, RequestType, State
from server.domain.schedules import ScheduleStatus
from server.domain.times import to_ms
from server.services.specs import decoded, encoded

# Once before the guard against blocking calls stands: the decoder is made at its first use, which reads a file.
decoded(encoded(ContentOrder(output_type=OutputType.TEXT)), RequestType.SCHEDULE)


async def scheduled(studio, an_order, **more) -> str:
    """Make a schedule of four runs a day; gives its id, after its first run."""
    accepted = await studio.services.requests.submit(
        an_order(is_scheduled=True, **({"daily_count": 4} | more)), by=studio.owner
    )
    await studio.services.recurring.run_due()
    return accepted.id


async def made(studio) -> int:
    """Requests that came of it: everything but the schedule."""
    page = await studio.services.requests.page(1, 100, by=studio.owner)
    return page.total - 1


async def test_the_first_run_is_at_once_and_the_others_are_spread_over_the_day(studio, an_order) -> None:
    schedule_id = await scheduled(studio, an_order)
    assert await made(studio) == 1

    counts = []
    for _ in range(24):
        studio.clock.advance(hours=1)
        await studio.services.recurring.run_due()
        counts.append(await made(studio))

    assert counts == [1] * 5 + [2] * 6 + [3] * 6 + [4] * 6 + [5]
    schedule = await studio.services.schedules.get(schedule_id, by=studio.owner)
    assert (schedule.runs, schedule.last_run_on) == (5, studio.clock())
    assert schedule.next_after(studio.clock()) == studio.clock() + timedelta(hours=6)


async def test_looking_again_and_again_runs_nothing_twice(studio, an_order) -> None:
    await scheduled(studio, an_order)
    for _ in range(5):
        studio.clock.advance(seconds=20)
        await studio.services.recurring.run_due()

    assert await made(studio) == 1


async def test_a_clock_set_back_runs_nothing_twice(studio, an_order) -> None:
    await scheduled(studio, an_order)
    studio.clock.advance(hours=6)
    await studio.services.recurring.run_due()

    for _ in range(14):
        studio.clock.advance(minutes=-30)
        await studio.services.recurring.run_due()
    studio.clock.advance(hours=7)
    await studio.services.recurring.run_due()

    assert await made(studio) == 2


async def test_after_a_week_off_nothing_is_made_up(opener, clock, an_order) -> None:
    async with opener.open() as studio:
        schedule_id = await scheduled(studio, an_order)
    clock.advance(days=7, hours=1)

    async with opener.open() as studio:
        await studio.services.recurring.run_due()
        assert await made(studio) == 1
        clock.advance(hours=5)
        await studio.services.recurring.run_due()
        assert await made(studio) == 2
        schedule = await studio.services.schedules.get(schedule_id, by=studio.owner)
        assert schedule.last_run_on == clock()


async def test_a_restart_right_after_a_run_does_not_repeat_it(opener, clock, an_order) -> None:
    async with opener.open() as studio:
        await scheduled(studio, an_order)
    for _ in range(2):
        clock.advance(seconds=30)
        async with opener.open() as studio:
            await studio.services.recurring.run_due()
            assert await made(studio) == 1


async def test_a_run_that_was_taken_in_before_a_crash_is_not_taken_in_again(studio, an_order) -> None:
    schedule_id = await scheduled(studio, an_order)
    studio.clock.advance(hours=6)
    first = await studio.services.requests.submit_run(
        schedule_id, client_id=studio.owner.id, run_key=f"{schedule_id}@{to_ms(studio.clock())}"
    )

    await studio.services.recurring.run_due()

    schedule = await studio.services.schedules.get(schedule_id, by=studio.owner)
    assert (schedule.last_request_id, await made(studio)) == (first.id, 2)


async def test_a_paused_schedule_waits_and_makes_nothing_up(studio, an_order) -> None:
    schedule_id = await scheduled(studio, an_order)
    paused = await studio.services.schedules.pause(schedule_id, by=studio.owner)
    assert (paused.status_at(studio.clock()), paused.next_after(studio.clock())) == (ScheduleStatus.PAUSED, None)

    studio.clock.advance(hours=6)
    await studio.services.recurring.run_due()
    studio.clock.advance(minutes=1)
    await studio.services.schedules.resume(schedule_id, by=studio.owner)
    await studio.services.recurring.run_due()
    assert await made(studio) == 1

    studio.clock.advance(hours=6)
    await studio.services.recurring.run_due()
    assert await made(studio) == 2


async def test_no_run_comes_after_the_end(studio, an_order) -> None:
    end = studio.clock() + timedelta(hours=7)
    schedule_id = await scheduled(studio, an_order, schedule_end_date=end)
    for _ in range(3):
        studio.clock.advance(hours=6)
        await studio.services.recurring.run_due()

    assert await made(studio) == 2
    schedule = await studio.services.schedules.get(schedule_id, by=studio.owner)
    assert schedule.status_at(studio.clock()) is ScheduleStatus.ENDED


async def test_without_a_count_it_runs_once_a_day(studio, an_order) -> None:
    await scheduled(studio, an_order, daily_count=None)
    studio.clock.advance(hours=12)
    await studio.services.recurring.run_due()
    assert await made(studio) == 1
    studio.clock.advance(hours=12)
    await studio.services.recurring.run_due()
    assert await made(studio) == 2


async def test_a_refused_run_is_told_and_not_tried_again(studio, an_order) -> None:
    poor = await studio.client("poor", credits=10)
    accepted = await studio.services.requests.submit(an_order(is_scheduled=True, daily_count=24), by=poor)
    await studio.services.recurring.run_due()
    for _ in range(3):
        studio.clock.advance(minutes=30)
        await studio.services.recurring.run_due()

    schedule = await studio.services.schedules.get(accepted.id, by=poor)
    assert schedule.runs == 1
    assert "credits" in schedule.fault


async def test_a_run_that_could_not_be_kept_is_tried_again(studio, an_order, monkeypatch: pytest.MonkeyPatch) -> None:
    await scheduled(studio, an_order)
    studio.clock.advance(hours=6)

    async def closed(*_: object, **__: object) -> None:
        raise Unavailable("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(studio.services.requests, "submit_run", closed)
        with pytest.raises(Unavailable):
            await studio.services.recurring.run_due()
    studio.clock.advance(minutes=2)
    await studio.services.recurring.run_due()

    assert await made(studio) == 2


async def test_a_removed_schedule_runs_no_more_and_its_runs_stay(studio, an_order) -> None:
    schedule_id = await scheduled(studio, an_order)
    await studio.services.schedules.remove(schedule_id, by=studio.owner)
    studio.clock.advance(hours=6)
    await studio.services.recurring.run_due()

    page = await studio.services.requests.page(1, 100, by=studio.owner)
    assert page.total == 1
    done = await studio.ended(page.items[0].id, by=studio.owner)
    assert done.state is State.COMPLETED
    with pytest.raises(NotFound):
        await studio.services.schedules.get(schedule_id, by=studio.owner)
