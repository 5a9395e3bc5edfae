"""A field for a day and a time, in the time of this computer."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QDateTime
from PySide6.QtGui import Qt, QWheelEvent
from PySide6.QtWidgets import QDateTimeEdit

from app.language import tr


class MomentEdit(QDateTimeEdit):
    """Day and time to the minute. The wheel scrolls the page, not the time."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setDisplayFormat(tr("d MMM yyyy  HH:mm"))
        self.setCalendarPopup(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.show_moment(datetime.now().astimezone().replace(minute=0, second=0, microsecond=0))

    @property
    def moment(self) -> datetime:
        """What the field says, with the zone of this computer."""
        return datetime.fromtimestamp(self.dateTime().toSecsSinceEpoch()).astimezone()

    def show_moment(self, moment: datetime) -> None:
        """Show a moment; what lies below the minute is cut off."""
        seconds = int(moment.timestamp())
        self.setDateTime(QDateTime.fromSecsSinceEpoch(seconds - seconds % 60))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()
