"""Lists of words with something at their side: a note's number, an event's date."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.language import isolated, tr
from app.models.notes import MomentRows, NoteRows
from app.models.pages import Moment, Note
from app.models.tables import ROW_ROLE
from app.theme import colour, even_figures
from app.widgets.tables import pill_colours

PAD = 10
WRAP = int(Qt.TextFlag.TextWordWrap)
BADGE_WIDTH = 40
DATE_WIDTH = 150
LINE_X = 14


class _WordsDelegate(QStyledItemDelegate):
    """Words in as many lines as they need, right of a side of fixed width."""

    side = BADGE_WIDTH

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._heights: dict[tuple[int, int], int] = {}

    def forget(self) -> None:
        """Measure anew."""
        self._heights.clear()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """The height that the words need at the view's width; measured once for each width."""
        view = self.parent()
        width = view.viewport().width() if isinstance(view, QListView) else 300
        height = self._heights.get((width, index.row()))
        if height is None:
            height = self._needed(index.data(ROW_ROLE), width, option.font)
            self._heights[(width, index.row())] = height
        return QSize(width, height)

    def _words(self, rect: QRect) -> QRect:
        return rect.adjusted(self.side, PAD, -PAD, -PAD)

    def _needed(self, row: Any, width: int, font: QFont) -> int:
        raise NotImplementedError

    def _ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not option.state & QStyle.StateFlag.State_Selected:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("raised"))
        painter.drawRoundedRect(QRectF(option.rect).adjusted(0, 1, -2, -1), 8, 8)


def _seen(option: QStyleOptionViewItem, place: QRect) -> QRect:
    """A place of a row counted from where reading begins, as it is painted."""
    return QStyle.visualRect(option.direction, option.rect, place)


def _height(text: str, font: QFont, width: int) -> int:
    return QFontMetrics(font).boundingRect(QRect(0, 0, max(width, 20), 100_000), WRAP, text).height()


def _small(font: QFont) -> QFont:
    small = QFont(font)
    small.setPixelSize(12)
    return small


class NoteDelegate(_WordsDelegate):
    """A note: its number, its words, its source."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one note."""
        note: Note = index.data(ROW_ROLE)
        painter.save()
        self._ground(painter, option)
        ink, base, _ = pill_colours("accent")
        badge = _seen(option, QRect(option.rect.left() + 6, option.rect.top() + PAD, 28, 20))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(base)
        painter.drawRoundedRect(QRectF(badge), 6, 6)
        painter.setFont(even_figures(_small(option.font)))
        painter.setPen(ink)
        painter.drawText(badge, int(Qt.AlignmentFlag.AlignCenter), str(note.number))
        words = _seen(option, self._words(option.rect))
        painter.setFont(option.font)
        painter.setPen(colour("text"))
        painter.drawText(words, WRAP, isolated(note.quote))
        small = _small(option.font)
        painter.setFont(small)
        painter.setPen(colour("muted"))
        where = QFontMetrics(small).elidedText(note.where, Qt.TextElideMode.ElideMiddle, words.width())
        painter.drawText(words, int(Qt.AlignmentFlag.AlignBottom), isolated(where))
        painter.restore()

    def _needed(self, row: Note, width: int, font: QFont) -> int:
        words = self._words(QRect(0, 0, width, 0)).width()
        return _height(row.quote, font, words) + QFontMetrics(_small(font)).height() + 4 + 2 * PAD


class MomentDelegate(_WordsDelegate):
    """An event: a line of time with a dot, its date, what happened."""

    side = DATE_WIDTH + 2 * LINE_X + 6

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one event."""
        place, moment = index.data(ROW_ROLE)
        rect = option.rect
        painter.save()
        self._ground(painter, option)
        x, dot = rect.left() + LINE_X, rect.top() + PAD + 9
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("line"))
        top = dot if place == 0 else rect.top()
        bottom = dot if place == index.model().rowCount() - 1 else rect.bottom() + 1
        painter.drawRect(_seen(option, QRect(x - 1, top, 2, bottom - top)))
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.setBrush(colour("accent"))
        wide = 12 if selected else 9
        painter.drawEllipse(_seen(option, QRect(x - wide // 2, dot - wide // 2, wide, wide)))
        bold = QFont(option.font)
        bold.setWeight(QFont.Weight.DemiBold)
        painter.setFont(bold)
        painter.setPen(colour("accent"))
        area = QRect(rect.left() + 2 * LINE_X, rect.top() + PAD, DATE_WIDTH - 8, rect.height() - 2 * PAD)
        painter.drawText(_seen(option, area), WRAP, isolated(moment.when))
        painter.setFont(option.font)
        painter.setPen(colour("text"))
        painter.drawText(_seen(option, self._words(rect)), WRAP, isolated(moment.what))
        painter.restore()

    def _needed(self, row: tuple[int, Moment], width: int, font: QFont) -> int:
        words = self._words(QRect(0, 0, width, 0)).width()
        return max(_height(row[1].what, font, words), _height(row[1].when, font, DATE_WIDTH - 8)) + 2 * PAD + 6


class WordList(QListView):
    """A list of words. `looked_at` carries the row that is selected, `opened` the one that was clicked or entered."""

    looked_at = Signal(object)
    opened = Signal(object)

    def __init__(self, model: QAbstractItemModel, delegate: Callable[[QWidget], _WordsDelegate], *, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._delegate = delegate(self)
        self.setItemDelegate(self._delegate)
        self.setModel(model)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(100)
        self.verticalScrollBar().setSingleStep(24)
        model.modelReset.connect(self._delegate.forget)
        self.clicked.connect(lambda index: self.opened.emit(index.data(ROW_ROLE)))
        self.activated.connect(lambda index: self.opened.emit(index.data(ROW_ROLE)))
        self.selectionModel().currentChanged.connect(
            lambda index, _before: self.looked_at.emit(index.data(ROW_ROLE)) if index.isValid() else None
        )

    def select(self, place: int) -> None:
        """Select a row and bring it in sight."""
        index = self.model().index(place, 0)
        if index.isValid() and index != self.currentIndex():
            self.setCurrentIndex(index)
            self.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Words wrap anew."""
        self._delegate.forget()
        super().resizeEvent(event)


def note_list(rows: NoteRows) -> WordList:
    """The list of a document's notes."""
    return WordList(rows, NoteDelegate, name=tr("Passages"))


def moment_list(rows: MomentRows) -> WordList:
    """The list of a timeline's events."""
    return WordList(rows, MomentDelegate, name=tr("Events"))
