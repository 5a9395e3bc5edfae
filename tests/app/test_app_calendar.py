"""The calendar: what runs when, by pointer and by keys; moved, paused, deleted and brought back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from pytestqt.qtbot import QtBot
from stub_api import StubApi, a_request, refusal
from stub_planning import a_schedule, wire_time

from app.models.occasions import Occasion
from app.panels.calendar_page import CalendarPage
from app.panels.planning import PlanningPanel
from app.widgets.calendar import Calendar, today
from app.widgets.calendar_layout import Span
from app.window import Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]
ALT = Qt.KeyboardModifier.AltModifier


def morning(days: int) -> datetime:
    """Ten o'clock here, so many days from now."""
    return (datetime.now().astimezone() + timedelta(days=days)).replace(hour=10, minute=0, second=0, microsecond=0)


@pytest.fixture
async def page(api: StubApi, connected: Window, idle: Idle) -> CalendarPage:
    """The calendar with a daily schedule and one request for the day after tomorrow."""
    a_schedule(api.contents, "Morning", morning(1), runs=3)
    a_request(api.contents, "Once", status=0, stage="queued", scheduled_on=wire_time(morning(2)), duration=0)
    a_request(api.contents, "Waits for nothing", status=0, stage="queued", duration=0)
    connected.show_panel("planning", ("calendar", api.contents.requests[0]["id"]))
    panel = connected.panels["planning"]
    assert isinstance(panel, PlanningPanel)
    await idle(connected)
    return panel.calendar


def once(page: CalendarPage) -> Occasion:
    """The request that can be moved."""
    found = page.calendar.current
    assert found is not None
    assert found.can_move
    return found


async def test_it_opens_at_what_was_asked_for(page: CalendarPage) -> None:
    assert once(page).title == "Once"
    assert page.calendar.day == morning(2).date()
    assert page.card.list.count() == 2
    assert page.card.name.text() == "Once"
    assert not page.card.switch_button.isVisible()
    assert "Once" in page.calendar.accessibleDescription()
    assert "Waits for nothing" not in page.calendar.accessibleDescription()


async def test_keys_go_through_days_periods_and_entries(page: CalendarPage, qtbot: QtBot) -> None:
    calendar = page.calendar
    start = calendar.day
    for key, days in (
        (Qt.Key.Key_Right, 1),
        (Qt.Key.Key_Down, 8),
        (Qt.Key.Key_Up, 1),
        (Qt.Key.Key_Left, 0),
    ):
        qtbot.keyClick(calendar, key)
        assert calendar.day == start + timedelta(days=days)
    chosen = []
    for _ in range(3):
        qtbot.keyClick(calendar, Qt.Key.Key_Return)
        assert calendar.current is not None
        chosen.append(calendar.current.title)
    assert chosen in (["Morning", "Once", "Morning"], ["Once", "Morning", "Once"])

    title = page.title.text()
    qtbot.keyClick(calendar, Qt.Key.Key_PageDown)
    assert page.title.text() != title
    assert calendar.day.month != start.month
    qtbot.keyClick(calendar, Qt.Key.Key_Home)
    assert calendar.day == today()


async def test_a_month_without_that_day_ends_at_its_last(qtbot: QtBot) -> None:
    calendar = Calendar()
    qtbot.addWidget(calendar)
    calendar.go_to(today().replace(year=2027, month=1, day=31))

    calendar.page(1)
    assert (calendar.day.month, calendar.day.day) == (2, 28)
    calendar.page(-2)
    assert (calendar.day.year, calendar.day.month) == (2026, 12)


async def test_an_entry_is_dragged_to_another_day_and_back(
    page: CalendarPage, connected: Window, idle: Idle, qtbot: QtBot
) -> None:
    calendar, layout = page.calendar, page.calendar.layout_now()
    block = next(block for block in layout.blocks if block.occasion.can_move)
    target = morning(2).date() + timedelta(days=1 if (morning(2).date() + timedelta(days=1)) in layout.days else -1)
    start, end = block.area.center().toPoint(), layout.days[target].center().toPoint()

    qtbot.mousePress(calendar, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(calendar, start + QPoint(12, 12))
    qtbot.mouseMove(calendar, end)
    assert calendar.grab().width() == calendar.width()
    qtbot.mouseRelease(calendar, Qt.MouseButton.LeftButton, pos=end)
    await idle(connected)

    assert once(page).moment.astimezone() == morning(2) + timedelta(days=(target - morning(2).date()).days)
    assert calendar.day == target
    assert "starts" in connected.bar.text
    connected.bar.act()
    await idle(connected)
    assert once(page).moment == morning(2)


async def test_escape_drops_what_is_carried_where_it_was(page: CalendarPage, api: StubApi, qtbot: QtBot) -> None:
    calendar, layout = page.calendar, page.calendar.layout_now()
    block = next(block for block in layout.blocks if block.occasion.can_move)
    qtbot.mousePress(calendar, Qt.MouseButton.LeftButton, pos=block.area.center().toPoint())
    qtbot.mouseMove(calendar, next(iter(layout.days.values())).center().toPoint())

    qtbot.keyClick(calendar, Qt.Key.Key_Escape)
    qtbot.mouseRelease(calendar, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))

    assert not any(path.endswith("/schedule") for _, path, _ in api.contents.calls)


async def test_keys_move_an_entry_by_days_and_by_quarters_of_an_hour(
    page: CalendarPage, connected: Window, idle: Idle, qtbot: QtBot
) -> None:
    qtbot.keyClick(page.calendar, Qt.Key.Key_Right, ALT)
    await idle(connected)
    assert once(page).moment == morning(3)

    page.spans.chosen.emit("week")
    assert page.calendar.span is Span.WEEK
    qtbot.keyClick(page.calendar, Qt.Key.Key_Down, ALT)
    await idle(connected)
    assert once(page).moment == morning(3) + timedelta(minutes=15)


async def test_a_week_takes_an_entry_to_another_time(
    page: CalendarPage, connected: Window, idle: Idle, qtbot: QtBot
) -> None:
    calendar = page.calendar
    calendar.show_span(Span.WEEK)
    block = next(block for block in calendar.layout_now().blocks if block.occasion.can_move)
    start = block.area.center()
    hour = calendar.layout_now().height_of(60) - calendar.layout_now().height_of(0)
    end = start + QPointF(0, 5 * hour)

    qtbot.mousePress(calendar, Qt.MouseButton.LeftButton, pos=start.toPoint())
    qtbot.mouseMove(calendar, (start + QPointF(0, 40)).toPoint())
    qtbot.mouseMove(calendar, end.toPoint())
    qtbot.mouseRelease(calendar, Qt.MouseButton.LeftButton, pos=end.toPoint())
    await idle(connected)

    assert once(page).moment == morning(2) + timedelta(hours=5)


async def test_nothing_is_moved_into_the_past(page: CalendarPage, connected: Window, api: StubApi) -> None:
    page.calendar.moved.emit(once(page), datetime.now(UTC) - timedelta(hours=1))

    assert "can't start in the past" in connected.bar.text
    assert not any(path.endswith("/schedule") for _, path, _ in api.contents.calls)


async def test_the_field_moves_it_too_and_shows_a_refusal(
    page: CalendarPage, connected: Window, idle: Idle, api: StubApi
) -> None:
    page.card.moment.show_moment(morning(5))
    page.card.move_button.click()
    await idle(connected)
    assert once(page).moment == morning(5)

    path = f"/studio/requests/{once(page).id}/schedule"
    api.contents.faults[path] = (400, refusal("x", "No.", ("scheduledOn", "is too late")))
    page.card.moment.show_moment(morning(6))
    page.card.move_button.click()
    await idle(connected)
    assert page.card.move_field.fault == "Is too late"


async def test_a_schedule_is_paused_and_resumed(
    page: CalendarPage, connected: Window, idle: Idle, api: StubApi, qtbot: QtBot
) -> None:
    run = next(each for each in page.calendar.of_day(page.calendar.day) if not each.can_move)
    page.calendar.choose(run)
    assert page.card.switch_button.text() == " Pause"
    assert "every day at 10:00" in page.card.about.text()

    page.card.switch_button.click()
    await idle(connected)
    assert api.contents.plans.schedules[0]["status"] == "paused"
    assert page.calendar.current is not None
    assert page.calendar.current.is_paused
    assert page.card.switch_button.text() == " Resume"

    shown = page.schedules.list.itemWidget(page.schedules.list.item(0))
    shown.switch.click()  # type: ignore[attr-defined]
    await idle(connected)
    assert api.contents.plans.schedules[0]["status"] == "active"


async def test_a_run_of_a_schedule_stays_where_it_is(
    page: CalendarPage, connected: Window, idle: Idle, api: StubApi, qtbot: QtBot
) -> None:
    run = next(each for each in page.calendar.of_day(page.calendar.day) if not each.can_move)
    page.calendar.choose(run)

    qtbot.keyClick(page.calendar, Qt.Key.Key_Right, ALT)
    await idle(connected)

    assert not any(path.endswith("/schedule") for _, path, _ in api.contents.calls)


async def test_a_schedule_is_deleted_and_brought_back(
    page: CalendarPage, connected: Window, idle: Idle, api: StubApi, qtbot: QtBot
) -> None:
    page.schedules.list.setCurrentRow(0)
    qtbot.keyClick(page.schedules.list, Qt.Key.Key_Delete)
    await idle(connected)
    assert api.contents.plans.schedules == []
    assert page.schedules.none.isVisible()

    connected.bar.act()
    await idle(connected)
    assert len(api.contents.plans.schedules) == 1


async def test_a_request_is_deleted_and_ordered_again_for_its_time(
    page: CalendarPage, connected: Window, idle: Idle, api: StubApi, qtbot: QtBot
) -> None:
    qtbot.keyClick(page.calendar, Qt.Key.Key_Delete)
    await idle(connected)
    assert all(row["title"] != "Once" for row in api.contents.requests)

    connected.bar.act()
    await idle(connected)
    assert datetime.fromisoformat(api.contents.requests[0]["scheduled_on"]) == morning(2)


async def test_the_queue_tells_when_it_starts(page: CalendarPage, connected: Window, idle: Idle) -> None:
    page.card.open_button.click()
    await idle(connected)

    queue = connected.panels["queue"]
    assert connected.current is queue
    rows = queue.rows  # type: ignore[attr-defined]
    assert (
        rows.index(rows.place_of(page.waiting[0].id if page.waiting[0].scheduled_on else page.waiting[1].id), 3)
        .data()
        .startswith("Starts ")
    )


async def test_what_is_moved_elsewhere_moves_here(
    page: CalendarPage, connected: Window, until: Until, idle: Idle, api: StubApi
) -> None:
    row = api.contents.requests[0]
    row["scheduled_on"] = wire_time(morning(4))
    api.emit("request.queued", row["id"], status=0, stage="queued")

    await until(lambda: once(page).moment == morning(4), "the move")
    await idle(connected)


async def test_what_has_begun_leaves_the_calendar(
    page: CalendarPage, until: Until, idle: Idle, connected: Window, api: StubApi
) -> None:
    api.move(api.contents.requests[0]["id"], status=5, stage="importing")

    await until(lambda: all(each.title != "Once" for each in page.calendar.of_day(morning(2).date())), "its leave")
    await idle(connected)
