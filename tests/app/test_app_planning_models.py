"""What the panel of feeds and schedules shows: items with ticks, occasions, timings, presets, colours."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, QSizeF, Qt
from pytestqt.modeltest import ModelTester

from app.client.requests import Row
from app.client.schedules import Schedule
from app.client.subscribed_feeds import FeedItem, SubscribedFeed
from app.client.templates import Template
from app.models import occasions, orders, presets, subscribed_feeds
from app.models.occasions import Occasion, OccasionKind
from app.models.orders import Order, Source
from app.models.subscribed_feeds import ItemRows
from app.models.templates import template_rows
from app.models.timings import Timing, When
from app.theme.contrasts import contrast_hint
from app.widgets.calendar_layout import HEADER, Span, days_of, laid_out
from server.domain.recurrences import Recurrence

START = datetime(2026, 11, 23, 8, 0, tzinfo=UTC)
CHECKED = Qt.CheckState.Checked
ROLE = Qt.ItemDataRole.CheckStateRole


def item(number: int, title: str = "", **fields: str) -> FeedItem:
    return FeedItem(f"i{number}", 7, title or f"Item {number}", **fields)  # type: ignore[arg-type]


def test_items_keep_to_the_rules_of_models_while_they_come_and_go(qtmodeltester: ModelTester) -> None:
    rows = ItemRows()
    qtmodeltester.check(rows)
    rows.show_items(item(n) for n in range(5))
    rows.search("item 3")
    rows.tick(rows.rows[0], True)
    rows.search("")
    rows.show_items(item(n) for n in range(3, 9))
    qtmodeltester.check(rows)
    assert rows.setData(rows.index(2, 0), CHECKED, ROLE)
    rows.begin()
    qtmodeltester.check(rows)


def test_templates_keep_to_the_rules_of_models(qtmodeltester: ModelTester) -> None:
    rows = template_rows()
    qtmodeltester.check(rows)
    rows.replace([Template("a", "Brief", "feed", "audio", START, (7,)), Template("b", "")])
    qtmodeltester.check(rows)
    assert rows.index(0, 2).data() == "1 feed"
    assert [rows.index(1, column).data() for column in range(4)] == ["Untitled template", "—", "No feed yet", "—"]


def test_ticks_stay_while_something_else_is_searched_for() -> None:
    rows = ItemRows()
    rows.show_items([item(1, "Pike"), item(2, "Reeds"), item(3, "Pike again", text="reeds")])
    rows.setData(rows.index(0, 0), CHECKED, ROLE)

    rows.search("REEDS")

    assert [each.id for each in rows.rows] == ["i2", "i3"]
    assert [each.id for each in rows.ticked] == ["i1"]
    assert rows.index(0, 0).data(ROLE) == Qt.CheckState.Unchecked
    assert rows.index(0, 1).data(ROLE) is None
    assert not rows.setData(rows.index(0, 1), CHECKED, ROLE)
    assert rows.data(QModelIndex(), ROLE) is None


def test_a_tick_goes_with_its_item() -> None:
    rows = ItemRows()
    rows.show_items([item(1), item(2)])
    rows.tick(rows.rows[0], True)

    rows.show_items([item(2), item(3)])

    assert rows.ticked == ()


def test_items_become_sources_by_feed() -> None:
    sources = subscribed_feeds.sources_of([item(1, "Pike"), item(2)])
    order = Order(sources=(Source("text", "Words", "Words"), *sources, orders.feed_item(8, "x", "")))

    assert order.wire["resources"] == [{"type": "text", "content": "Words"}]
    assert order.wire["feedSelections"] == [
        {"feedId": 7, "feedItemIds": ["i1", "i2"]},
        {"feedId": 8, "feedItemIds": ["x"]},
    ]
    again = orders.order_from(order.wire)
    assert [source.content for source in again.sources if source.feed] == ["i1", "i2", "x"]
    assert "feedSelections" not in again.kept


def test_a_fault_of_a_resource_finds_its_place_among_items() -> None:
    order = Order(sources=(orders.feed_item(1, "a", ""), Source("text", "b", "b"), Source("text", "c", "c")))

    assert [order.place_of_resource(number) for number in range(3)] == [1, 2, 2]


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("new", "Not read yet"),
        ("gone", "Paused: its server says it is gone"),
        ("failing", "Last reading failed"),
        ("active", "Read already"),
    ],
)
def test_a_feed_says_how_it_does(status: str, words: str) -> None:
    assert subscribed_feeds.state_of(SubscribedFeed(1, "", "https://a.example", status=status)) == words


def schedule(**fields: object) -> Schedule:
    given_fields = {"id": "s", "title": "Morning", "status": "active", "start_on": START} | fields
    return Schedule(**given_fields)  # type: ignore[arg-type]


@given(
    count=st.integers(1, 24),
    start_ms=st.integers(0, 86_400_000),
    ahead_h=st.integers(-200, 400),
    span_h=st.integers(1, 300),
    ends_h=st.none() | st.integers(0, 500),
)
def test_runs_are_those_that_the_server_makes(
    count: int, start_ms: int, ahead_h: int, span_h: int, ends_h: int | None
) -> None:
    first = START + timedelta(milliseconds=start_ms)
    end = first + timedelta(hours=ends_h) if ends_h is not None else None
    after, until = first + timedelta(hours=ahead_h), first + timedelta(hours=ahead_h + span_h)
    recurrence = Recurrence(first, count, end)

    found = occasions.runs_of(schedule(start_on=first, daily_count=count, end_on=end), after=after, until=until)

    expected, moment = [], recurrence.next_after(after)
    while moment is not None and moment < until:
        expected.append(moment)
        moment = recurrence.next_after(moment)
    assert [each.moment for each in found] == expected


def test_occasions_are_runs_and_requests_in_order_of_time() -> None:
    waiting = [
        Row("late", "Late", scheduled_on=START + timedelta(days=9)),
        Row("once", "Once", scheduled_on=START + timedelta(hours=30)),
        Row("now", "Now"),
    ]

    found = occasions.occasions(
        [schedule(), schedule(id="p", status="paused", daily_count=2), schedule(id="e", status="ended")],
        waiting,
        after=START,
        until=START + timedelta(days=2),
    )

    assert [(each.id, each.is_paused) for each in found] == [
        ("p", True),
        ("p", True),
        ("s", False),
        ("once", False),
        ("p", True),
    ]
    assert [each.can_move for each in found] == [False, False, False, True, False]
    assert found[3].kind is OccasionKind.REQUEST
    assert "once" in found[3].spoken


def test_a_moved_occasion_keeps_its_time_of_day() -> None:
    once = Occasion(OccasionKind.REQUEST, "a", "A", START)
    day = date(2026, 12, 24)

    kept, set_anew = occasions.moved_to(once, day), occasions.moved_to(once, day, minute=9 * 60 + 15)

    assert (kept.date(), kept.timetz().replace(tzinfo=None)) == (day, once.here.time())
    assert f"{set_anew:%H:%M}" == "09:15"


@pytest.mark.parametrize(
    ("anchor", "weeks"), [(date(2026, 11, 21), 6), (date(2027, 2, 10), 4), (date(2026, 12, 31), 5)]
)
def test_a_month_is_shown_in_whole_weeks(anchor: date, weeks: int) -> None:
    days = days_of(anchor, Span.MONTH, first_weekday=0)

    assert len(days) == weeks * 7
    assert days[0].weekday() == 0
    assert {day for day in days if day.month == anchor.month} >= {anchor, anchor.replace(day=1)}


def test_what_has_no_room_on_a_day_is_counted_and_what_can_move_is_seen() -> None:
    day = date(2026, 11, 23)
    many = [
        Occasion(OccasionKind.RUN if n else OccasionKind.REQUEST, f"o{n}", "O", START + timedelta(minutes=9 - n))
        for n in range(8)
    ]
    days = days_of(day, Span.MONTH, first_weekday=0)

    layout = laid_out(days, {day: sorted(many, key=lambda each: each.moment)}, span=Span.MONTH, size=QSizeF(700, 600))

    assert "o0" in {block.occasion.id for block in layout.blocks}
    assert len(layout.blocks) + layout.more[day][1] == 8
    assert all(layout.days[day].contains(block.area) for block in layout.blocks)


@given(st.lists(st.integers(0, 1439), max_size=40), st.integers(360, 1200))
def test_a_week_paints_nothing_over_another(minutes: list[int], height: int) -> None:
    day = date(2026, 11, 23)
    wall = datetime(2026, 11, 23).astimezone()
    held = [Occasion(OccasionKind.RUN, str(n), "O", wall + timedelta(minutes=m)) for n, m in enumerate(sorted(minutes))]
    days = days_of(day, Span.WEEK, first_weekday=0)

    layout = laid_out(days, {day: held}, span=Span.WEEK, size=QSizeF(900, height))

    areas = [block.area for block in layout.blocks]
    assert len(areas) == len(held)
    for place, area in enumerate(areas):
        assert area.top() >= HEADER - 1
        assert area.bottom() <= height + 1
        for other in areas[place + 1 :]:
            shared = area.intersected(other)
            assert shared.width() <= 0.5 or shared.height() <= 2.5 or area.bottom() >= height - 25


def test_timings_say_what_the_call_takes() -> None:
    later = START + timedelta(days=30)

    assert Timing().wire == {}
    assert Timing(When.AT, START).wire == {"scheduledOn": "2026-11-23T08:00:00+00:00"}
    assert Timing(When.REPEAT, START, 3, later).wire == {
        "isScheduled": True,
        "dailyCount": 3,
        "scheduledOn": "2026-11-23T08:00:00+00:00",
        "scheduleEndDate": "2026-12-23T08:00:00+00:00",
    }
    assert Timing(When.TEMPLATE).wire == {"templateMode": {"type": "feed"}}
    assert Timing(When.TEMPLATE, template_name="Brief").wire["templateMode"]["name"] == "Brief"
    assert Order(timing=Timing(When.TEMPLATE)).wire.get("resources") is None


def test_presets_keep_options_and_nothing_of_one_order() -> None:
    full = Order(
        sources=(Source("text", "a", "a"),),
        style="debate",
        title="One title",
        voice1=3,
        projects=("p",),
        related_id="r",
        timing=Timing(When.REPEAT, daily_count=4),
    )
    kept = presets.with_preset((), presets.preset_of("Evening", full))

    again = presets.read(presets.written(kept))
    mine = Order(sources=(Source("text", "b", "b"),), title="Another", style="brief")
    used = presets.applied(again[0], mine)

    assert (used.style, used.voice1, used.projects) == ("debate", 3, ("p",))
    assert (used.sources, used.title, used.timing, used.related_id) == (mine.sources, "Another", Timing(), "")


def test_a_preset_of_the_same_name_is_replaced() -> None:
    first, second = presets.preset_of("Evening", Order()), presets.preset_of("evening", Order(style="brief"))

    kept = presets.with_preset(presets.with_preset((), first), second)

    assert [each.name for each in kept] == ["evening"]
    assert [each.name for each in presets.with_preset(kept, presets.preset_of("Dawn", Order()))] == ["Dawn", "evening"]


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"name": "a"}', '[{"name": "", "options": {}}]'])
def test_presets_that_cannot_be_read_are_none(text: str) -> None:
    assert presets.read(text) == ()


@pytest.mark.parametrize(
    ("text", "ground", "brand", "words"),
    [
        ("", "#ffffff", "", "Give a text"),
        ("#000000", "#ffffff", "", "21.0, easy to read"),
        ("#888888", "#ffffff", "#dddddd", "for large text only"),
        ("#888888", "#ffffff", "#dddddd", "too weak for headings"),
        ("#cccccc", "#ffffff", "#004400", "hard to read"),
        ("#cccccc", "#ffffff", "#004400", "good for headings"),
    ],
)
def test_colours_are_judged_by_their_contrast(text: str, ground: str, brand: str, words: str) -> None:
    assert words in contrast_hint(text=text, ground=ground, brand=brand)
