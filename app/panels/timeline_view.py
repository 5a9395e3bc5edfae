"""A timeline: a band to scroll, and the same events as a list."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.models.notes import MomentRows
from app.models.pages import Moment, Page
from app.widgets.cards import rule
from app.widgets.passages import moment_list
from app.widgets.timelines import TimelineBand


class TimelineView(QWidget):
    """Band and list go together. `noted` carries the first note of the event that is looked at."""

    noted = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.rows = MomentRows(self)
        self.band = TimelineBand()
        self.list = moment_list(self.rows)
        self.setFocusProxy(self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.band)
        column.addWidget(rule())
        column.addWidget(self.list, 1)
        self.band.chosen.connect(self._chosen)
        self.list.looked_at.connect(self._looked_at)

    def show_page(self, page: Page) -> None:
        """Show the events of a page, the first one looked at."""
        self.rows.show(page.moments)
        self.band.show_moments(page.moments)
        self.list.select(0)

    def _chosen(self, place: int) -> None:
        self.list.select(place)

    def _looked_at(self, row: tuple[int, Moment]) -> None:
        place, moment = row
        self.band.choose(place)
        if moment.notes:
            self.noted.emit(moment.notes[0])
