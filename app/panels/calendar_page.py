"""What runs when: the calendar, the day that is chosen, and every recurring schedule."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.client.requests import Row
from app.client.schedules import Schedule
from app.language import dated, tr
from app.models import occasions, phrases
from app.models.occasions import Occasion, OccasionKind
from app.panels.occasion_card import OccasionCard
from app.panels.panel import Desk
from app.panels.schedules_card import SchedulesCard
from app.tasks import Tasks
from app.widgets.buttons import Segments, button, icon_button
from app.widgets.calendar import Calendar, today
from app.widgets.calendar_layout import Span
from app.widgets.cards import card, label, row

SIDE_WIDTH = 308
MINUTE_MS = 60_000


class CalendarPage(QWidget):
    """A month or a week, and what can be done about what is chosen in it."""

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._schedules: tuple[Schedule, ...] = ()
        self.waiting: tuple[Row, ...] = ()
        self.calendar = Calendar()
        self.title = label("", "heading")
        self.spans = Segments(
            [(Span.MONTH.value, tr("Month")), (Span.WEEK.value, tr("Week"))], name=tr("Calendar shows")
        )
        self.spans.chosen.connect(lambda value: self.calendar.show_span(Span(value)))
        self.today_button = button(tr("Today"), lambda: self.calendar.go_to(today()))
        self.back = icon_button("chevron-left", tr("Before"), lambda: self.calendar.page(-1))
        self.on = icon_button("chevron-right", tr("After"), lambda: self.calendar.page(1))
        self.card = OccasionCard()
        self.schedules = SchedulesCard()
        self._build()
        self._listen()
        self._show_period()
        self._minute = QTimer(self)
        self._minute.setInterval(MINUTE_MS)
        self._minute.timeout.connect(self._show_period)
        self._minute.start()

    def show_plans(self, schedules: Sequence[Schedule], waiting: Sequence[Row]) -> None:
        """Show what these bring."""
        self._schedules, self.waiting = tuple(schedules), tuple(waiting)
        self.schedules.show_schedules(self._schedules)
        self._show_period()

    def open(self, schedule_id: str) -> None:
        """Choose the next run of a schedule, or a request, once it is there."""
        now = datetime.now(UTC)
        found = occasions.occasions(self._schedules, self.waiting, after=now, until=now + timedelta(days=366))
        wanted = next((each for each in found if each.id == schedule_id), None)
        if wanted is not None:
            self.calendar.choose(wanted)

    def arrive(self) -> None:
        """The keys work the calendar."""
        self.calendar.setFocus()

    def _build(self) -> None:
        for made in (self.today_button, self.back, self.on):
            made.setFixedHeight(34)
        self.spans.setFixedWidth(170)
        frame, column = card(padding=14, spacing=10)
        column.addLayout(row(self.title, None, self.back, self.today_button, self.on, self.spans))
        column.addWidget(self.calendar, 1)
        side = QVBoxLayout()
        side.setSpacing(16)
        for part in (self.card, self.schedules):
            part.setFixedWidth(SIDE_WIDTH)
        side.addWidget(self.card, 3)
        side.addWidget(self.schedules, 2)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(16)
        layout.addWidget(frame, 1)
        layout.addLayout(side)

    def _listen(self) -> None:
        calendar, side = self.calendar, self.card
        calendar.period_changed.connect(self._show_period)
        calendar.day_changed.connect(lambda _day: self._show_day())
        calendar.picked.connect(lambda _occasion: self._show_day())
        calendar.moved.connect(self._move)
        calendar.removed.connect(self._remove)
        side.chosen.connect(calendar.choose)
        side.moved.connect(self._move)
        side.removed.connect(self._remove)
        side.switched.connect(self._switch)
        side.opened.connect(lambda occasion: self._desk.go("queue", occasion.id))
        self.schedules.switched.connect(self._switch)
        self.schedules.removed.connect(self._remove_schedule)
        self.schedules.opened.connect(self.open)

    def _show_period(self) -> None:
        days = self.calendar.days
        start = datetime(days[0].year, days[0].month, days[0].day).astimezone()
        until = datetime(days[-1].year, days[-1].month, days[-1].day).astimezone() + timedelta(days=1, hours=1)
        after = max(start, datetime.now().astimezone())
        found = occasions.occasions(self._schedules, self.waiting, after=after, until=until)
        self.calendar.show_occasions([each for each in found if each.day <= days[-1]])
        month = self.calendar.day if self.calendar.span is Span.MONTH else days[0]
        self.title.setText(dated(month, "MMMM yyyy"))
        if self.calendar.span is Span.WEEK and days[0].month != days[-1].month:
            self.title.setText(f"{dated(days[0], 'MMMM')} – {dated(days[-1], 'MMMM yyyy')}")
        self._show_day()

    def _show_day(self) -> None:
        current = self.calendar.current
        self.card.show_day(
            self.calendar.day, self.calendar.of_day(self.calendar.day), current, self._schedule_of(current)
        )

    def _schedule_of(self, occasion: Occasion | None) -> Schedule | None:
        if occasion is None or occasion.kind is not OccasionKind.RUN:
            return None
        return next((each for each in self._schedules if each.id == occasion.id), None)

    def _move(self, occasion: Occasion, moment: datetime) -> None:
        if moment <= datetime.now(UTC):
            self._desk.bar.warn(tr("“{title}” can't start in the past: choose a later time.", title=occasion.title))
        elif occasion.can_move:
            self._tasks.start(self._moving(occasion, moment, undo=True), replacing="move", on_error=self._not_moved)

    async def _moving(self, occasion: Occasion, moment: datetime, *, undo: bool) -> None:
        assert self._desk.client is not None
        await self._desk.client.requests.move(occasion.id, moment)
        self._desk.bar.tell(
            tr("“{title}” starts {soon}.", title=occasion.title, soon=phrases.soon(moment)),
            action=tr("Undo") if undo else "",
            todo=lambda: self._tasks.start(self._moving(occasion, occasion.moment, undo=False)),
        )
        await self._read()
        self.open(occasion.id)

    def _not_moved(self, error: Exception) -> None:
        if not self.card.show_fault(error):
            self._desk.bar.complain(error)

    def _switch(self, schedule: Schedule) -> None:
        self._tasks.start(self._switching(schedule), replacing="switch")

    async def _switching(self, schedule: Schedule) -> None:
        assert self._desk.client is not None
        calls = self._desk.client.schedules
        await (calls.resume if schedule.status == "paused" else calls.pause)(schedule.id)
        await self._read()

    def _remove(self, occasion: Occasion) -> None:
        schedule = self._schedule_of(occasion)
        if schedule is not None:
            self._remove_schedule(schedule)
        else:
            self._tasks.start(self._removing(occasion))

    async def _removing(self, occasion: Occasion) -> None:
        client = self._desk.client
        assert client is not None
        order = dict((await client.requests.detail(occasion.id)).order)
        await client.requests.delete(occasion.id)
        await self._read()
        again = {**order, "scheduledOn": occasion.moment.astimezone(UTC).isoformat()}
        can_return = "outputType" in order and "script" not in order
        self._desk.bar.tell(
            tr("Deleted “{title}”.", title=occasion.title),
            action=tr("Undo") if can_return else "",
            todo=lambda: self._tasks.start(self._ordering(again)),
        )

    async def _ordering(self, order: dict[str, object]) -> None:
        assert self._desk.client is not None
        await self._desk.client.requests.create(order)
        await self._read()

    def _remove_schedule(self, schedule: Schedule) -> None:
        self._tasks.start(self._removing_schedule(schedule))

    async def _removing_schedule(self, schedule: Schedule) -> None:
        assert self._desk.client is not None
        await self._desk.client.schedules.remove(schedule.id)
        await self._read()
        self._desk.bar.tell(
            tr("Deleted the schedule of “{title}”.", title=schedule.title or tr("Untitled")),
            action=tr("Undo"),
            todo=lambda: self._tasks.start(self._restoring(schedule)),
        )

    async def _restoring(self, schedule: Schedule) -> None:
        assert self._desk.client is not None
        await self._desk.client.requests.restore(schedule.id)
        await self._read()

    async def _read(self) -> None:
        client = self._desk.client
        assert client is not None
        self.show_plans(await client.schedules.all(), await client.requests.waiting())
