"""The transcript view: follows the sound, seeks on click, marks lines that rest on a source."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.client.requests import SpokenLine
from app.language import isolated, tr
from app.models import phrases
from app.models.tables import ROW_ROLE
from app.models.transcripts import SOUNDING_ROLE, SPEAKER_ROLE, TranscriptLines
from app.theme import colour, faded, icons

SPEAKER_TONES = ("accent", "good", "warning", "bad")
SIDE, WIDEST_SIDE = 92, 208
"""Room for speaker and time, left of the words, in pixels: as the names need, within these and a third of the view."""
MARK = 26
"""Room for the mark of a source, right of the words."""
PAD = 9
WRAP = int(Qt.TextFlag.TextWordWrap)


class LineDelegate(QStyledItemDelegate):
    """Paints one line: speaker and time, the words, a quotation mark where it rests on a source."""

    def __init__(self, parent: QWidget, lines: TranscriptLines) -> None:
        super().__init__(parent)
        self._lines = lines
        self._heights: dict[tuple[int, int, str, bool], int] = {}
        self._side = 0
        self._names: Mapping[str, str] = {}
        lines.modelReset.connect(self.forget)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one line."""
        line: SpokenLine = index.data(ROW_ROLE)
        sounding = bool(index.data(SOUNDING_ROLE))
        tone = colour(SPEAKER_TONES[int(index.data(SPEAKER_ROLE)) % len(SPEAKER_TONES)])
        rect, state = option.rect, option.state
        font: QFont = option.font
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(rect).adjusted(0, 1, -6, -1)
        ground = _ground(sounding=sounding, selected=bool(state & QStyle.StateFlag.State_Selected))
        if ground is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawRoundedRect(box, 8, 8)
        if sounding:
            painter.setBrush(colour("accent"))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(QRectF(box.left(), box.top() + 8, 3, box.height() - 16), 1.5, 1.5)

        def seen(place: QRect) -> QRect:
            """Where it stands for the reader: mirrored where words run from right to left."""
            return QStyle.visualRect(option.direction, rect, place)

        room = self.side(font)
        side = QRect(rect.left() + 14, rect.top() + PAD, room - 18, rect.height() - 2 * PAD)
        bold = _bold(font)
        painter.setFont(bold)
        painter.setPen(tone)
        name = QFontMetrics(bold).elidedText(
            self._lines.name_of(line.speaker), Qt.TextElideMode.ElideRight, side.width()
        )
        painter.drawText(seen(side), int(Qt.AlignmentFlag.AlignTop), isolated(name))
        painter.setFont(font)
        painter.setPen(colour("muted"))
        painter.drawText(
            seen(side.translated(0, QFontMetrics(font).lineSpacing() + 2)),
            int(Qt.AlignmentFlag.AlignTop),
            phrases.clock(line.start_ms / 1000),
        )
        painter.setPen(colour("text"))
        painter.drawText(seen(words_room(rect, room)), WRAP, isolated(line.text))
        if line.passages:
            place = QRect(rect.right() - MARK - 2, rect.top() + PAD, 16, 16)
            icons.draw(painter, QRectF(seen(place)), "format-quote-close", colour("muted"))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """The height that a line needs at the view's width; measured once for each width."""
        view = self.parent()
        width = view.viewport().width() if isinstance(view, QListView) else 400
        line = self._lines.line(index.row())
        text, notes = line.text if line is not None else "", self.has_notes(index.row())
        key = (width, self.side(option.font), text, notes)
        height = self._heights.get(key)
        if height is None:
            height = self._heights[key] = self.height(option, width, text, notes)
        return QSize(width, height)

    def has_notes(self, _place: int) -> bool:
        """Whether a row of notes stands below a line's words."""
        return False

    def height(self, option: QStyleOptionViewItem, width: int, text: str, _notes: bool) -> int:
        """What these words take, beside speaker and time."""
        metrics: QFontMetrics = option.fontMetrics
        bounds = metrics.boundingRect(words_room(QRect(0, 0, width, 100_000), self.side(option.font)), WRAP, text)
        return max(bounds.height(), 2 * metrics.lineSpacing() + 2) + 2 * PAD + 2

    def side(self, font: QFont) -> int:
        """The room that speaker and time take, left of the words; measured once for the names that there are."""
        names = self._lines.names
        if not self._side or names != self._names:
            view = self.parent()
            width = view.viewport().width() if isinstance(view, QListView) else 400
            metrics = QFontMetrics(_bold(font))
            needed = max((metrics.horizontalAdvance(name) for name in names.values()), default=0) + 24
            self._side, self._names = max(SIDE, min(needed, WIDEST_SIDE, width // 3)), names
        return self._side

    def forget(self) -> None:
        """Measure anew: the width, the names or the text have changed."""
        self._heights.clear()
        self._side = 0


class TranscriptView(QListView):
    """The lines of an episode. `sought` carries a line's start in milliseconds, `looked_at` the line itself."""

    sought = Signal(int)
    looked_at = Signal(object)

    def __init__(self, lines: TranscriptLines) -> None:
        super().__init__()
        self.setAccessibleName(tr("Transcript"))
        self._delegate = LineDelegate(self, lines)
        self.setItemDelegate(self._delegate)
        self.setModel(lines)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(200)
        self.verticalScrollBar().setSingleStep(24)
        self.clicked.connect(self._seek)
        self.selectionModel().currentChanged.connect(
            lambda index, _before: self.looked_at.emit(index.data(ROW_ROLE)) if index.isValid() else None
        )

    def follow(self, place: int) -> None:
        """Keep the sounding line in sight, without moving the selection."""
        index = self.model().index(place, 0)
        if index.isValid():
            self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter plays from the selected line; the arrows only look."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._seek(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Words wrap anew."""
        self._delegate.forget()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Letters of another size wrap anew."""
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._delegate.forget()
        super().changeEvent(event)

    def _seek(self, index: QModelIndex) -> None:
        line: SpokenLine | None = index.data(ROW_ROLE)
        if line is not None:
            self.sought.emit(line.start_ms)


def _bold(font: QFont) -> QFont:
    bold = QFont(font)
    bold.setWeight(QFont.Weight.DemiBold)
    return bold


def words_room(rect: QRect, side: int) -> QRect:
    """Where the words of a line stand in its place; `side` is the room left of them."""
    return rect.adjusted(side, PAD, -MARK - 12, -PAD)


def _ground(*, sounding: bool, selected: bool) -> QColor | None:
    if sounding:
        return faded("accent", 0.13)
    return colour("raised") if selected else None
