"""What was made from a notebook, as a short list: its sign, its name, how it goes."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.client.requests import Row, State
from app.language import isolated, tr
from app.models import phrases
from app.models.outputs import output
from app.models.tables import ROW_ROLE, Rows
from app.theme import colour, icons

HEIGHT = 50
TONES = {State.DONE: "accent", State.FAILED: "bad", State.WAITING: "warning"}


class _ResultDelegate(QStyledItemDelegate):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one result."""
        row: Row = index.data(ROW_ROLE)
        rect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        state = option.state
        if state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            focused = state & QStyle.StateFlag.State_Selected and state & QStyle.StateFlag.State_HasFocus
            painter.setPen(QPen(colour("accent"), 1.4) if focused else Qt.PenStyle.NoPen)
            painter.setBrush(colour("raised"))
            painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), 8, 8)
        painter.setPen(Qt.PenStyle.NoPen)
        tone = colour(TONES.get(row.state, "muted"))
        icons.draw(painter, QRectF(rect.left() + 8, rect.top() + 8, 18, 18), icon_of(row), tone)
        words = rect.adjusted(36, 7, -8, -7)
        painter.setFont(option.font)
        painter.setPen(colour("text"))
        name = option.fontMetrics.elidedText(title_of(row), Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, int(Qt.AlignmentFlag.AlignTop), isolated(name))
        small = QFont(option.font)
        small.setPixelSize(12)
        painter.setFont(small)
        painter.setPen(colour("bad" if row.state is State.FAILED else "muted"))
        said = QFontMetrics(small).elidedText(about(row), Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, int(Qt.AlignmentFlag.AlignBottom), isolated(said))
        if row.state is State.PROCESSING:
            area = QRectF(words.left(), rect.bottom() - 3, words.width(), 3)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour("wave"))
            painter.drawRoundedRect(area, 1.5, 1.5)
            area.setWidth(area.width() * row.status / 100)
            painter.setBrush(colour("accent"))
            painter.drawRoundedRect(area, 1.5, 1.5)
        painter.restore()

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        """All of one height."""
        return QSize(100, HEIGHT)


class ResultList(QListView):
    """Results, newest first, as high as they need. A click or Enter opens one."""

    opened = Signal(object)

    def __init__(self, rows: Rows[Row]) -> None:
        super().__init__()
        self.setAccessibleName(tr("Made from this notebook"))
        self.setItemDelegate(_ResultDelegate(self))
        self.setModel(rows)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        self.clicked.connect(lambda index: self.opened.emit(index.data(ROW_ROLE)))
        self._rows = rows

    def fit(self) -> None:
        """Take the height that the rows need."""
        self.setFixedHeight(HEIGHT * len(self._rows.rows) + 4)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens."""
        index = self.currentIndex()
        if index.isValid() and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(index.data(ROW_ROLE))
        else:
            super().keyPressEvent(event)


def title_of(row: Row) -> str:
    """What a result is called."""
    return row.title or phrases.made(row)


def about(row: Row) -> str:
    """What it is and how it goes."""
    kind = phrases.made(row)
    if row.state is State.DONE:
        long = phrases.clock(row.duration) if row.duration else ""
        return " · ".join(filter(None, (kind, long, phrases.ago(row.requested_on))))
    if row.state is State.PROCESSING:
        return f"{kind} · {phrases.percent(row.status)}"
    if row.state is State.FAILED:
        return row.error or tr("Failed")
    return f"{kind} · {phrases.state(row.state)}"


def icon_of(row: Row) -> str:
    """The sign of a result's type."""
    known = output(row.output_type)
    return known.icon if known else "creation"
