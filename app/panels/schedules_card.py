"""Every recurring schedule: how often it runs, when next, and a switch to pause it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.client.schedules import Schedule
from app.language import tr, trn
from app.models import occasions, phrases
from app.theme import look
from app.widgets.buttons import flat_button
from app.widgets.cards import ElidedLabel, Glyph, WrappedLabel, label, row

ROLE = int(Qt.ItemDataRole.UserRole)
SIGNS = {"active": ("repeat", "good"), "paused": ("pause-circle-outline", "muted"), "ended": ("check", "muted")}


class SchedulesCard(QFrame):
    """`switched` and `removed` carry a schedule, `opened` the id of one to be shown in the calendar."""

    switched = Signal(object)
    removed = Signal(object)
    opened = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        look(self, "card")
        self.schedules: tuple[Schedule, ...] = ()
        self.count = label("", "muted")
        self.none = WrappedLabel(tr("An order that runs again and again is made in Create."), "muted")
        self.list = _List()
        self.list.setAccessibleName(tr("Recurring schedules"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemActivated.connect(lambda item: self.opened.emit(item.data(ROLE).id))
        self.list.itemClicked.connect(lambda item: self.opened.emit(item.data(ROLE).id))
        self.list.delete_asked.connect(self.removed)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 14)
        column.setSpacing(10)
        column.addLayout(row(label(tr("Schedules"), "heading"), None, self.count))
        column.addWidget(self.none)
        column.addWidget(self.list, 1)
        column.addStretch(0)

    def show_schedules(self, schedules: Sequence[Schedule]) -> None:
        """Show these; the selected one stays selected."""
        if tuple(schedules) == self.schedules and self.list.count():
            return
        self.schedules = tuple(schedules)
        chosen = self.list.currentItem().data(ROLE).id if self.list.currentItem() else ""
        self.list.clear()
        for schedule in schedules:
            item = QListWidgetItem()
            item.setData(ROLE, schedule)
            said = tr(
                "{title}, {rhythm}, {state}",
                title=schedule.title or tr("Untitled"),
                rhythm=occasions.rhythm(schedule),
                state=_state(schedule),
            )
            item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
            item.setSizeHint(QSize(0, 50))
            self.list.addItem(item)
            shown = _ScheduleRow(schedule)
            shown.switch.clicked.connect(partial(self.switched.emit, schedule))
            self.list.setItemWidget(item, shown)
            if schedule.id == chosen:
                self.list.setCurrentItem(item)
        running = sum(schedule.status == "active" for schedule in schedules)
        self.count.setText(tr("{running} active", running=running) if schedules else "")
        self.none.setVisible(not schedules)
        self.list.setVisible(bool(schedules))


class _List(QListWidget):
    delete_asked = Signal(object)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.currentItem() is not None:
            self.delete_asked.emit(self.currentItem().data(ROLE))
        else:
            super().keyPressEvent(event)


class _ScheduleRow(QWidget):
    """A schedule: its sign, title, rhythm, and the button that pauses or resumes it."""

    def __init__(self, schedule: Schedule) -> None:
        super().__init__()
        sign, tone = SIGNS.get(schedule.status, SIGNS["active"])
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(ElidedLabel(schedule.title or tr("Untitled")))
        words.addWidget(ElidedLabel(_state(schedule), "small"))
        name = schedule.title or tr("the schedule")
        paused = schedule.status == "paused"
        does = tr("Resume {name}", name=name) if paused else tr("Pause {name}", name=name)
        self.switch = flat_button("play" if paused else "pause", does)
        self.switch.setVisible(schedule.status != "ended")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.setSpacing(8)
        layout.addWidget(Glyph(sign, tone="bad" if schedule.error else tone))
        layout.addLayout(words, 1)
        layout.addWidget(self.switch)


def _state(schedule: Schedule) -> str:
    if schedule.status == "paused":
        return tr("Paused · {rhythm}", rhythm=occasions.rhythm(schedule))
    if schedule.status == "ended":
        return trn("Ended after {count} run", "Ended after {count} runs", schedule.runs)
    if schedule.error:
        return tr("Last run refused: {error}", error=schedule.error)
    return (
        tr("Next {soon}", soon=phrases.soon(schedule.next_run_on))
        if schedule.next_run_on
        else occasions.rhythm(schedule)
    )
