"""The list of a notebook's sources: a tick, a sign, a name, what it is, how far it is, or why it is not there."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.language import isolated, tr
from app.models.notebooks import SourceEntries, SourceEntry, Stage
from app.models.tables import ROW_ROLE
from app.theme import colour, icons
from app.widgets.ticks import paint_tick

PAD = 9
BOX = 18
LEFT = 40
"""Room for the sign, left of the words."""
RIGHT = 34
"""Room for the tick, right of them."""
WRAP = int(Qt.TextFlag.TextWordWrap)
SMALL_PX = 12
MOST_LINES = 5
"""Of a sentence about what went wrong."""


class SourceDelegate(QStyledItemDelegate):
    """Paints one source."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.open_key = ""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint sign, words, and tick or progress."""
        entry: SourceEntry = index.data(ROW_ROLE)
        rect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, option, is_open=entry.key == self.open_key)
        failed, reading = entry.stage is Stage.FAILED, entry.stage is Stage.READING
        tone = "bad" if failed else "muted" if reading else "accent"
        icons.draw(painter, QRectF(rect.left() + 11, rect.top() + PAD + 1, 18, 18), entry.icon, colour(tone))
        words = self._words(rect, entry)
        painter.setFont(option.font)
        painter.setPen(colour("muted" if reading else "text"))
        name = option.fontMetrics.elidedText(entry.title, Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, int(Qt.AlignmentFlag.AlignTop), isolated(name))
        small = _small(option.font)
        painter.setFont(small)
        painter.setPen(colour("bad" if failed else "muted"))
        below = words.adjusted(0, option.fontMetrics.height() + 2, 0, 0)
        if failed:
            painter.drawText(below, WRAP, isolated(entry.words))
        else:
            said = QFontMetrics(small).elidedText(entry.words, Qt.TextElideMode.ElideRight, below.width())
            painter.drawText(below, int(Qt.AlignmentFlag.AlignTop), isolated(said))
        if reading:
            self._progress(painter, QRectF(words.left(), rect.bottom() - 8, words.width(), 4), entry.fraction)
        elif not failed:
            on = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
            paint_tick(painter, box_of(rect), on=on)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Two lines; more for a sentence about what went wrong."""
        entry: SourceEntry = index.data(ROW_ROLE)
        view = self.parent()
        width = view.viewport().width() if isinstance(view, QListView) else 240
        metrics, small = option.fontMetrics, QFontMetrics(_small(option.font))
        high = small.height()
        if entry.stage is Stage.FAILED:
            inside = self._words(QRect(0, 0, width, 0), entry).width()
            needed = small.boundingRect(QRect(0, 0, max(inside, 60), 10_000), WRAP, isolated(entry.words)).height()
            high = min(needed, MOST_LINES * small.lineSpacing())
        extra = 8 if entry.stage is Stage.READING else 0
        return QSize(width, 2 * PAD + metrics.height() + 2 + high + extra)

    def _words(self, rect: QRect, entry: SourceEntry) -> QRect:
        return rect.adjusted(LEFT, PAD, -10 if entry.stage is Stage.FAILED else -RIGHT, -PAD + 2)

    @staticmethod
    def _ground(painter: QPainter, option: QStyleOptionViewItem, *, is_open: bool) -> None:
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if not (selected or hovered or is_open):
            return
        painter.setBrush(colour("raised"))
        focused = selected and bool(option.state & QStyle.StateFlag.State_HasFocus)
        painter.setPen(QPen(colour("accent"), 1.4) if focused else Qt.PenStyle.NoPen)
        painter.drawRoundedRect(QRectF(option.rect).adjusted(1, 1, -1, -1), 8, 8)

    @staticmethod
    def _progress(painter: QPainter, area: QRectF, fraction: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("wave"))
        painter.drawRoundedRect(area, 2, 2)
        painter.setBrush(colour("accent"))
        area.setWidth(max(area.width() * min(fraction, 1.0), 6))
        painter.drawRoundedRect(area, 2, 2)


class SourceList(QListView):
    """The sources. A click on the tick or Space has one count; Enter or a click opens it; Delete asks to drop it."""

    opened = Signal(object)
    dropped = Signal(object)
    menu_asked = Signal(object, QPoint)

    def __init__(self, entries: SourceEntries) -> None:
        super().__init__()
        self.setAccessibleName(tr("Sources"))
        self.setAccessibleDescription(tr("Enter opens a source, Space has it count for questions, Ctrl+A all of them."))
        self._delegate = SourceDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setModel(entries)
        self._entries = entries
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setSpacing(0)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._menu)
        drop = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self)
        drop.setContext(Qt.ShortcutContext.WidgetShortcut)
        drop.activated.connect(self._drop)

    def show_open(self, key: str) -> None:
        """Mark the source that is open elsewhere; empty for none."""
        self._delegate.open_key = key
        self.viewport().update()

    def current(self) -> SourceEntry | None:
        """The source that is selected."""
        found = self.currentIndex().data(ROW_ROLE) if self.currentIndex().isValid() else None
        return found if isinstance(found, SourceEntry) else None

    def toggle(self, index: QModelIndex) -> None:
        """Have a source count, or leave it out."""
        on = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
        wanted = Qt.CheckState.Unchecked if on else Qt.CheckState.Checked
        self._entries.setData(index, wanted, Qt.ItemDataRole.CheckStateRole)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, Space ticks, Ctrl+A ticks all."""
        entry = self.current()
        key = Qt.Key(event.key())
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self._entries.tick_all()
        elif entry is not None and key == Qt.Key.Key_Space:
            self.toggle(self.currentIndex())
        elif entry is not None and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(entry)
        else:
            super().keyPressEvent(event)

    def _drop(self) -> None:
        if (entry := self.current()) is not None:
            self.dropped.emit(entry)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on the tick has the source count; anywhere else it opens it."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if not index.isValid() or event.button() != Qt.MouseButton.LeftButton:
            return
        if box_of(self.visualRect(index)).adjusted(-8, -12, 10, 12).contains(event.position()):
            self.toggle(index)
        else:
            self.opened.emit(index.data(ROW_ROLE))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Sentences wrap anew."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def _menu(self, place: QPoint) -> None:
        index = self.indexAt(place)
        if not index.isValid():
            index = self.currentIndex()
            place = self.visualRect(index).center()
        if index.isValid():
            self.menu_asked.emit(index.data(ROW_ROLE), self.viewport().mapToGlobal(place))


def box_of(rect: QRect) -> QRectF:
    """Where the tick of a source is."""
    return QRectF(rect.right() - BOX - 9, rect.center().y() - BOX / 2 + 0.5, BOX, BOX)


def _small(font: QFont) -> QFont:
    small = QFont(font)
    small.setPixelSize(SMALL_PX)
    return small
