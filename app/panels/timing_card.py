"""When an order runs: now, at a time, again and again, or as a template."""

from __future__ import annotations

from datetime import datetime, timedelta

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QSpinBox, QVBoxLayout, QWidget

from app.language import mark, tr
from app.models import timings
from app.models.timings import Timing, When
from app.theme import look
from app.widgets.buttons import Segments, Switch
from app.widgets.cards import WrappedLabel, label
from app.widgets.forms import Field, Line
from app.widgets.moments import MomentEdit

NOTES = {
    When.NOW: "",
    When.AT: mark("It waits in the queue until then; in the calendar you can move it."),
    When.REPEAT: mark("Addresses are fetched anew for each run. What is missed while nothing runs is not made up."),
    When.TEMPLATE: mark("Nothing is made now. Run it by hand, or choose it at a feed: each new item runs it."),
}


class TimingCard(QFrame):
    """`changed` tells whenever it does. `fields` are named as on the wire."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        look(self, "card")
        self.when = Segments([(when.value, tr(words)) for when, words in timings.CHOICES], name=tr("When to make it"))
        self.at = MomentEdit(tr("Start"))
        self.count = Count()
        self.ends = Switch(tr("It ends"))
        self.until = MomentEdit(tr("Last day"))
        self.template_name = Line(tr("The order's title"))
        self.fields = {
            "scheduledOn": Field(tr("Start"), self.at),
            "dailyCount": Field(tr("Times a day"), self.count, help_text=tr("1 to 24, evenly spread.")),
            "scheduleEndDate": Field(tr("Until"), self.until),
            "templateMode": Field(tr("Name of the template"), self.template_name),
        }
        self.note = WrappedLabel("", "small")
        self._build()
        self._listen()
        self.show_timing(Timing())

    @property
    def timing(self) -> Timing:
        """What is chosen."""
        when = When(self.when.value())
        repeats = when is When.REPEAT
        return Timing(
            when=when,
            at=self.at.moment if when in (When.AT, When.REPEAT) else None,
            daily_count=self.count.value() if repeats else 1,
            until=self.until.moment if repeats and self.ends.isChecked() else None,
            template_name=self.template_name.text().strip() if when is When.TEMPLATE else "",
        )

    def show_timing(self, timing: Timing) -> None:
        """Show a choice; what it leaves open starts an hour from now and ends a month later."""
        self.when.choose(timing.when.value)
        soon = datetime.now().astimezone().replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
        self.at.show_moment(timing.at or soon)
        self.count.setValue(timing.daily_count)
        self.ends.setChecked(timing.until is not None)
        self.until.show_moment(timing.until or soon + timedelta(days=30))
        self.template_name.setText(timing.template_name)
        self._show()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 20)
        column.setSpacing(14)
        column.addWidget(label(tr("When"), "heading"))
        column.addWidget(self.when)
        self._grid = QWidget()
        grid = QGridLayout(self._grid)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(14)
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(self.fields["scheduledOn"], 0, 0, top)
        grid.addWidget(self.fields["dailyCount"], 0, 1, top)
        grid.addWidget(self.ends, 1, 0, Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(self.fields["scheduleEndDate"], 1, 1, top)
        grid.addWidget(self.fields["templateMode"], 2, 0, 1, 2, top)
        for place in (0, 1):
            grid.setColumnStretch(place, 1)
        column.addWidget(self._grid)
        column.addWidget(self.note)

    def _listen(self) -> None:
        self.when.chosen.connect(lambda _value: self._tell())
        for moment in (self.at, self.until):
            moment.dateTimeChanged.connect(lambda _moment: self.changed.emit())
        self.count.valueChanged.connect(lambda _count: self.changed.emit())
        self.template_name.textChanged.connect(lambda _text: self.changed.emit())
        self.ends.toggled.connect(lambda _on: self._tell())

    def _tell(self) -> None:
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        when = When(self.when.value())
        repeats = when is When.REPEAT
        self._grid.setVisible(when is not When.NOW)
        self.fields["scheduledOn"].setVisible(when in (When.AT, When.REPEAT))
        self.fields["dailyCount"].setVisible(repeats)
        self.ends.setVisible(repeats)
        self.fields["scheduleEndDate"].setVisible(repeats)
        self.until.setEnabled(self.ends.isChecked())
        self.fields["templateMode"].setVisible(when is When.TEMPLATE)
        self.note.setText(tr(NOTES[when]))
        self.note.setVisible(bool(NOTES[when]))


class Count(QSpinBox):
    """How often a day; the wheel scrolls the page."""

    def __init__(self) -> None:
        super().__init__()
        self.setRange(1, timings.MOST_A_DAY)
        self.setAccessibleName(tr("Times a day"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # A style sheet's padding is lost on a spin box without arrows.
        self.lineEdit().setTextMargins(10, 0, 0, 0)

    def wheelEvent(self, event: object) -> None:
        """Leave the wheel to the page."""
        event.ignore()  # type: ignore[attr-defined]
