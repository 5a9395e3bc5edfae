"""The chosen day of the calendar: what starts on it, and what can be done about one of these."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.client.faults import ApiError
from app.client.schedules import Schedule
from app.language import dated, tr, trn
from app.models import occasions, phrases
from app.models.occasions import Occasion
from app.theme import icons, look
from app.widgets.buttons import button, icon_button
from app.widgets.cards import ElidedLabel, WrappedLabel, label, row, rule
from app.widgets.forms import Faults, Field
from app.widgets.moments import MomentEdit

ROLE = int(Qt.ItemDataRole.UserRole)


class OccasionCard(QFrame):
    """A day's occasions, and the chosen one.

    `chosen`, `removed` and `opened` carry an occasion, `moved` one with its new moment, `switched` a schedule to be
    paused or resumed.
    """

    chosen = Signal(object)
    moved = Signal(object, object)
    removed = Signal(object)
    opened = Signal(object)
    switched = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        look(self, "card")
        self.occasion: Occasion | None = None
        self._schedule: Schedule | None = None
        self.heading = label("", "heading")
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Starts on this day"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMinimumHeight(60)
        self.list.setIconSize(QSize(16, 16))
        self.list.currentItemChanged.connect(self._picked)
        self.none = WrappedLabel(tr("Nothing starts on this day."), "muted")
        self.name = ElidedLabel("")
        self.about = WrappedLabel("", "small")
        self.moment = MomentEdit(tr("Starts"))
        self.move_field = Field(tr("Starts"), self.moment)
        self.faults = Faults({"scheduledOn": self.move_field})
        self.move_button = icon_button("check", tr("Move"), self._move)
        self.switch_button = button("", self._switch)
        self.open_button = button(tr("In the queue"), lambda: self.opened.emit(self.occasion), icon="playlist-play")
        self.delete_button = button(tr("Delete"), lambda: self.removed.emit(self.occasion), icon="delete-outline")
        self._build()

    def show_day(
        self, day: date, found: Sequence[Occasion], chosen: Occasion | None, schedule: Schedule | None
    ) -> None:
        """Show a day, one of its occasions chosen, with the schedule that it is a run of."""
        self.heading.setText(dated(day, "dddd, d MMMM"))
        self._fill(found, chosen)
        self.none.setVisible(not found)
        self.list.setVisible(bool(found))
        if chosen != self.occasion:
            self.faults.clear()
        self.occasion, self._schedule = chosen, schedule
        self._detail.setVisible(chosen is not None)
        if chosen is None:
            return
        self.name.setText(chosen.title)
        if schedule is not None:
            self.about.setText(_about(schedule))
            paused = schedule.status == "paused"
            self.switch_button.setText(tr(" Resume") if paused else tr(" Pause"))
            self.switch_button.setAccessibleName(tr("Resume the schedule") if paused else tr("Pause the schedule"))
            self.switch_button.setIcon(icons.icon("play" if paused else "pause", tone="text"))
        else:
            self.about.setText(
                tr(
                    "{output}, once. Drag it to another day, or move it here.",
                    output=phrases.output(chosen.output_type),
                )
            )
        self.switch_button.setVisible(schedule is not None)
        for made in (self.move_field, self.move_button, self.open_button):
            made.setVisible(chosen.can_move)
        self.moment.show_moment(chosen.moment)

    def show_fault(self, error: Exception) -> bool:
        """Show a refusal at its field; False when it names none that is here."""
        if not isinstance(error, ApiError) or not error.fields:
            return False
        return not self.faults.show((fault.field, fault.message) for fault in error.fields)

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 18)
        column.setSpacing(10)
        column.addWidget(self.heading)
        column.addWidget(self.none)
        column.addWidget(self.list, 1)
        self._detail = QWidget()
        inside = QVBoxLayout(self._detail)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(10)
        inside.addWidget(rule())
        inside.addWidget(self.name)
        inside.addWidget(self.about)
        line = row(self.move_field, self.move_button, stretch_at=0)
        line.setAlignment(self.move_button, Qt.AlignmentFlag.AlignBottom)
        inside.addLayout(line)
        inside.addLayout(row(self.switch_button, self.open_button, None, self.delete_button))
        column.addWidget(self._detail)
        column.addStretch(0)
        self._detail.hide()

    def _fill(self, found: Sequence[Occasion], chosen: Occasion | None) -> None:
        self.list.blockSignals(True)
        self.list.clear()
        for occasion in found:
            item = QListWidgetItem(f"{phrases.time(occasion.moment)}   {occasion.title}")
            item.setData(ROLE, occasion)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, occasion.spoken)
            item.setToolTip(occasion.spoken)
            sign = "pause" if occasion.is_paused else "clock-outline" if occasion.can_move else "repeat"
            tone = "muted" if occasion.is_paused else "accent" if occasion.can_move else "good"
            item.setIcon(icons.icon(sign, tone=tone, checked=tone))
            item.setSizeHint(QSize(0, 34))
            self.list.addItem(item)
            if chosen is not None and occasion.key == chosen.key:
                self.list.setCurrentItem(item)
        self.list.blockSignals(False)

    def _picked(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(item.data(ROLE))

    def _move(self) -> None:
        if self.occasion is not None:
            moment: datetime = self.moment.moment
            if moment != self.occasion.moment:
                self.moved.emit(self.occasion, moment)

    def _switch(self) -> None:
        if self._schedule is not None:
            self.switched.emit(self._schedule)


def _about(schedule: Schedule) -> str:
    said = [f"{phrases.output(schedule.output_type)}, {occasions.rhythm(schedule)[:1].lower()}"]
    said[0] += occasions.rhythm(schedule)[1:] + "."
    if schedule.runs:
        said.append(trn("It has run {count} time.", "It has run {count} times.", schedule.runs))
    if schedule.status == "paused":
        said.append(tr("It is paused."))
    if schedule.error:
        said.append(tr("The last run was refused: {error}", error=schedule.error))
    return " ".join(said)
