"""A list of things to choose from, with the found words marked: what the palette and the search show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.language import isolated
from app.theme import colour, icons

Span = tuple[int, int]
Index = QModelIndex | QPersistentModelIndex
ROLE = int(Qt.ItemDataRole.UserRole)
HEIGHT, HEADING, LINE = 42, 34, 24
SIDE = 12
ICON = 18


@dataclass(frozen=True, slots=True)
class FindRow:
    """One line: a heading, a thing, or (with `under`) words in the thing above it.

    `marks` are spans of `text`; `detail` stands at the other end; `subject` is what the line stands for.
    """

    text: str
    icon: str = ""
    marks: tuple[Span, ...] = ()
    detail: str = ""
    keys: str = ""
    heading: bool = False
    under: bool = False
    enabled: bool = True
    subject: object = field(default=None, compare=False)

    @property
    def said(self) -> str:
        """What a screen reader says of it."""
        return ", ".join(filter(None, (self.text, self.detail, self.keys)))


class FindRows(QAbstractListModel):
    """The lines."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[FindRow, ...] = ()

    def show_rows(self, rows: Sequence[FindRow]) -> None:
        """Show these instead."""
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """How many lines there are."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = 0) -> object:
        """The line itself, and what is said of it."""
        row = self.rows[index.row()]
        if role == ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.said
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Headings can't be chosen."""
        row = self.rows[index.row()]
        if row.heading:
            return Qt.ItemFlag.NoItemFlags
        chosen = Qt.ItemFlag.ItemIsSelectable
        return chosen | Qt.ItemFlag.ItemIsEnabled if row.enabled else chosen


class FindDelegate(QStyledItemDelegate):
    """Paints a line: icon, words with marks, what stands at the end, keys."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one."""
        row: FindRow = index.data(ROLE)
        area = QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        state = option.state
        if state & QStyle.StateFlag.State_Selected and not row.heading:
            _ground(painter, area, colour("raised"), edge=bool(state & QStyle.StateFlag.State_HasFocus))
        elif state & QStyle.StateFlag.State_MouseOver and not row.heading and row.enabled:
            _ground(painter, area, colour("window"), edge=False)
        inner = area.adjusted(SIDE, 0, -SIDE, 0)
        font = QFont(option.font)
        end = inner.right()

        def seen(place: QRect) -> QRect:
            """Where it stands for the reader: mirrored where words run from right to left."""
            return QStyle.visualRect(option.direction, area, place)

        if row.keys:
            box = _keys_box(font, inner, row.keys)
            _keys(painter, font, seen(box), row.keys)
            end = box.left() - 10
        if row.detail:
            room = QRect(inner.left(), inner.top(), end - inner.left(), inner.height())
            end = room.right() - _detail(painter, font, seen(room), row) - 12
        begin = inner.left()
        if row.icon and not row.heading:
            tone = "text" if row.enabled else "muted"
            place = QRect(begin, inner.center().y() + 2 - ICON // 2, ICON, ICON)
            icons.icon(row.icon, tone=tone).paint(painter, seen(place))
        if not row.heading:
            begin += ICON + 12
        if row.heading:
            font.setWeight(QFont.Weight.DemiBold)
            font.setPixelSize(max(font.pixelSize() - 1, 11))
        ink = colour("muted") if row.heading or row.under or not row.enabled else colour("text")
        words = seen(QRect(begin, inner.top(), max(end - begin, 10), inner.height()))
        _words(painter, font, words, row, ink, direction=option.direction)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as what it is."""
        del option
        row: FindRow = index.data(ROLE)
        return QSize(100, HEADING if row.heading else LINE + 6 if row.under else HEIGHT)


class FindList(QListView):
    """The list. `chosen` carries the line that Enter or a click takes."""

    chosen = Signal(object)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.rows = FindRows(self)
        self.setModel(self.rows)
        self.setItemDelegate(FindDelegate(self))
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.clicked.connect(self._take)
        self.activated.connect(self._take)

    def show_rows(self, rows: Sequence[FindRow], *, keep: bool = False) -> None:
        """Show these, the first that can be chosen taken; with `keep` the one that was, where it is still there."""
        before = self.current() if keep else None
        self.rows.show_rows(rows)
        places = [place for place, row in enumerate(rows) if not row.heading and row.enabled]
        same = next((place for place in places if rows[place] == before), None)
        if places:
            self.setCurrentIndex(self.rows.index(places[0] if same is None else same, 0))
        if same is None:
            self.scrollToTop()

    def current(self) -> FindRow | None:
        """The line that is taken."""
        index = self.currentIndex()
        return self.rows.rows[index.row()] if index.isValid() else None

    def step(self, by: int) -> None:
        """Go so many lines on, past headings; from the last to the first."""
        places = [place for place, row in enumerate(self.rows.rows) if not row.heading and row.enabled]
        if not places:
            return
        here = self.currentIndex().row()
        at = places.index(here) if here in places else -1
        to = (at + by) % len(places) if abs(by) == 1 else min(max(at + by, 0), len(places) - 1)
        self.setCurrentIndex(self.rows.index(places[to], 0))
        self.scrollTo(self.currentIndex())

    def take(self) -> None:
        """Take the current line."""
        if self.currentIndex().isValid():
            self._take(self.currentIndex())

    def _take(self, index: QModelIndex) -> None:
        row = self.rows.rows[index.row()]
        if row.enabled and not row.heading:
            self.chosen.emit(row)


def _ground(painter: QPainter, area: QRect, fill: QColor, *, edge: bool) -> None:
    painter.setPen(QPen(colour("accent"), 1) if edge else Qt.PenStyle.NoPen)
    painter.setBrush(fill)
    painter.drawRoundedRect(QRectF(area).adjusted(2.5, 1.5, -2.5, -1.5), 7, 7)


def _small(font: QFont, by: int, least: int) -> QFont:
    small = QFont(font)
    small.setPixelSize(max(font.pixelSize() - by, least))
    return small


def _keys_box(font: QFont, area: QRect, keys: str) -> QRect:
    """Where keys stand at the end of the line."""
    width = QFontMetrics(_small(font, 2, 10)).horizontalAdvance(keys) + 16
    return QRect(area.right() - width, area.center().y() - 10, width, 21)


def _keys(painter: QPainter, font: QFont, box: QRect, keys: str) -> None:
    painter.setFont(_small(font, 2, 10))
    painter.setPen(QPen(colour("line"), 1))
    painter.setBrush(colour("window"))
    painter.drawRoundedRect(QRectF(box), 5, 5)
    painter.setPen(colour("muted"))
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), keys)


def _detail(painter: QPainter, font: QFont, area: QRect, row: FindRow) -> int:
    """What stands at the end, on at most 45 % of the line; how wide it is."""
    painter.setFont(_small(font, 1, 11))
    painter.setPen(colour("muted"))
    most = int(area.width() * 0.45)
    text = painter.fontMetrics().elidedText(row.detail, Qt.TextElideMode.ElideRight, most)
    painter.drawText(area, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), isolated(text))
    return painter.fontMetrics().horizontalAdvance(text)


def _words(
    painter: QPainter, font: QFont, area: QRect, row: FindRow, ink: QColor, *, direction: Qt.LayoutDirection
) -> None:
    painter.setFont(font)
    text = painter.fontMetrics().elidedText(row.text, Qt.TextElideMode.ElideRight, area.width())
    kept = len(text) if text == row.text else len(text) - 1
    layout = QTextLayout(text, font)
    side = Qt.AlignmentFlag.AlignRight if direction == Qt.LayoutDirection.RightToLeft else Qt.AlignmentFlag.AlignLeft
    layout.setTextOption(QTextOption(side | Qt.AlignmentFlag.AlignAbsolute))
    formats = []
    for start, end in row.marks:
        if start < kept:
            marked = QTextLayout.FormatRange()
            marked.start, marked.length = start, min(end, kept) - start
            shape = QTextCharFormat()
            shape.setForeground(colour("accent"))
            shape.setFontWeight(QFont.Weight.DemiBold)
            marked.format = shape
            formats.append(marked)
    layout.setFormats(formats)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(area.width())
    layout.endLayout()
    painter.setPen(ink)
    layout.draw(painter, QPointF(area.left(), area.center().y() - line.height() / 2 + 1))


def shown_from(text: str, marks: Sequence[Span], *, before: int = 36) -> tuple[str, tuple[Span, ...]]:
    """`text` cut in front, so that the first mark is in sight on one line."""
    if not marks or marks[0][0] <= before:
        return text, tuple(marks)
    cut = text.find(" ", marks[0][0] - before) + 1
    if not 0 < cut <= marks[0][0]:
        cut = marks[0][0] - before
    return "…" + text[cut:], tuple((start - cut + 1, end - cut + 1) for start, end in marks)
