"""Table views of one look: quiet header, whole rows, pills with progress."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.language import isolated
from app.models.tables import ROW_ROLE, Rows
from app.theme import colour, current, even_figures, faded
from app.theme.palettes import PALETTES, mixed

ROW_HEIGHT = 44
CELL_PADDING = 12
PILL_WIDTH, PILL_SIDES = 100, 34
"""A pill is so wide, wider where its words and the room at their sides need more."""
CUT_TEXTS = 4_000
MIDDLE = int(Qt.AlignmentFlag.AlignVCenter)
SELECTED, HOVERED = QStyle.StateFlag.State_Selected.value, QStyle.StateFlag.State_MouseOver.value
"""As numbers: Python's flag arithmetic costs more than painting the cell."""
TINT = 0.14
PROGRESS_TINT = 0.40
"""How strongly a pill's ground, and the done part of it, is tinted with its colour."""


@dataclass(frozen=True, slots=True)
class Pill:
    """A pill: a palette colour's name, and how much is done (0 to 1), if that can be told."""

    tone: str
    done: float | None = None


class CellDelegate(QStyledItemDelegate):
    """Paints a cell: ground, line below, text with an ellipsis; `quiet` columns are muted."""

    def __init__(self, parent: QWidget, *, quiet: bool = False) -> None:
        super().__init__(parent)
        self._quiet = quiet
        self._figures: QFont | None = None
        self._cut: dict[tuple[str, int], str] = {}

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one cell."""
        ground(painter, option)
        view = self.parent()
        if index.column() == 0 and isinstance(view, QWidget) and view.hasFocus():
            _mark_focus(painter, option)
        area = self.text_area(option.rect)
        value, text, alignment = cell_of(index)
        painter.setPen(self._ink(value))
        text = self._fitted(text, area.width(), option.fontMetrics)
        if not self._quiet:
            painter.setFont(option.font)
        else:
            if self._figures is None:
                self._figures = even_figures(option.font)
            painter.setFont(self._figures)
        painter.drawText(area, alignment, isolated(text))

    def text_area(self, rect: QRect) -> QRect:
        """Where in a cell its text stands."""
        return rect.adjusted(CELL_PADDING, 0, -CELL_PADDING, 0)

    def _fitted(self, text: str, width: int, metrics: QFontMetrics) -> str:
        """The text cut to a width; measured once, for the same texts are painted again and again."""
        known = self._cut.get((text, width))
        if known is None:
            if len(self._cut) > CUT_TEXTS:
                self._cut.clear()
            known = self._cut[(text, width)] = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
        return known

    def _ink(self, _value: Any) -> QColor:
        return colour("muted") if self._quiet else colour("text")

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Rows are of one height."""
        return QSize(super().sizeHint(option, index).width() + CELL_PADDING, ROW_HEIGHT)


class PillDelegate(CellDelegate):
    """Paints a cell as a pill."""

    def __init__(self, parent: QWidget, pill_of: Callable[[Any], Pill]) -> None:
        super().__init__(parent)
        self._pill_of = pill_of

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one pill."""
        ground(painter, option)
        value, text, _alignment = cell_of(index)
        rect = option.rect
        mirrored = option.direction == Qt.LayoutDirection.RightToLeft
        wanted = painter.fontMetrics().horizontalAdvance(text) + PILL_SIDES
        width = max(PILL_WIDTH, min(wanted, rect.width() - CELL_PADDING))
        left = rect.right() - CELL_PADDING - width if mirrored else rect.left() + CELL_PADDING
        area = QRectF(left, rect.center().y() - 10.5, width, 22)
        paint_pill(painter, area, self._pill_of(value), text)


class ToneDelegate(CellDelegate):
    """A cell whose ink follows its row."""

    def __init__(self, parent: QWidget, tone_of: Callable[[Any], str]) -> None:
        super().__init__(parent)
        self._tone_of = tone_of

    def _ink(self, value: Any) -> QColor:
        return colour(self._tone_of(value))


def cell_of(index: QModelIndex | QPersistentModelIndex) -> tuple[Any, str, int]:
    """A cell's row, text and alignment, straight from our model: by roles each costs a way through Qt and back."""
    model = index.model()
    assert isinstance(model, Rows)
    return model.cell(index.row(), index.column())


@functools.cache
def _pill_colours(palette_name: str, tone: str) -> tuple[str, str, str]:
    palette = PALETTES[palette_name]
    base = getattr(palette, tone)
    ink = palette.text if tone == "accent" else base
    return ink, mixed(base, palette.card, TINT), mixed(base, palette.card, PROGRESS_TINT if palette.dark else 0.30)


def pill_colours(tone: str) -> tuple[str, str, str]:
    """Ink, ground and the ground of the done part of a pill, as ``#rrggbb`` on a card of the palette in use."""
    return _pill_colours(current().name, tone)


def paint_pill(painter: QPainter, area: QRectF, pill: Pill, text: str) -> None:
    """Paint one pill: tinted ground, the done part stronger, a dot and the words."""
    ink, base, strong = pill_colours(pill.tone)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(base))
    radius = area.height() / 2
    painter.drawRoundedRect(area, radius, radius)
    if pill.done:
        painter.setClipRect(QRectF(area.left(), area.top(), area.width() * min(pill.done, 1.0), area.height()))
        painter.setBrush(QColor(strong))
        painter.drawRoundedRect(area, radius, radius)
        painter.setClipping(False)
    painter.setBrush(colour(pill.tone))
    mirrored = painter.layoutDirection() == Qt.LayoutDirection.RightToLeft
    painter.drawEllipse(QRectF(area.right() - 15 if mirrored else area.left() + 9, area.center().y() - 3, 6, 6))
    painter.setPen(QColor(ink))
    room = area.adjusted(6, 0, -22, 0) if mirrored else area.adjusted(22, 0, -6, 0)
    fitted = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(room.width()))
    painter.drawText(room, MIDDLE, isolated(fitted))
    painter.restore()


def ground(painter: QPainter, option: QStyleOptionViewItem) -> None:
    """The ground of a cell: selected, hovered or plain, with the line below it."""
    rect, state = option.rect, option.state.value
    if state & SELECTED:
        painter.fillRect(rect, colour("raised"))
    elif state & HOVERED:
        painter.fillRect(rect, faded("raised", 0.5))
    painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, colour("line"))


def _mark_focus(painter: QPainter, option: QStyleOptionViewItem) -> None:
    """A bar at the left of the selected row while its table has the keyboard."""
    if option.state.value & SELECTED:
        rect = option.rect
        left = rect.right() - 2 if option.direction == Qt.LayoutDirection.RightToLeft else rect.left()
        painter.fillRect(left, rect.top() + 9, 3, rect.height() - 19, colour("accent"))


class Table(QTableView):
    """A table of whole rows. Enter and double click open one, Delete asks to delete it, the menu key opens its menu.

    The `optional` column is left out while the table is narrower than `below` pixels, `more` columns while it is
    narrower than theirs.
    """

    opened = Signal(object)
    deleted = Signal(object)
    menu_asked = Signal(object, QPoint)
    current_changed = Signal(object)

    def __init__(
        self,
        *,
        name: str,
        widths: Mapping[int, int],
        stretch: int = 0,
        optional: int | None = None,
        below: int = 0,
        more: Mapping[int, int] | None = None,
    ) -> None:
        super().__init__()
        self._below = {**({} if optional is None else {optional: below}), **(more or {})}
        self.setAccessibleName(name)
        self._widths, self._stretch = dict(widths), stretch
        self.setItemDelegate(CellDelegate(self))
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumHeight(40)
        header.setSectionsClickable(False)
        self.doubleClicked.connect(lambda index: self.opened.emit(index.data(ROW_ROLE)))
        self.customContextMenuRequested.connect(self._menu)

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Show a model, its columns as wide as this table was told."""
        super().setModel(model)
        if model is None:
            return
        header = self.horizontalHeader()
        for column, width in self._widths.items():
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            self.setColumnWidth(column, width)
        header.setSectionResizeMode(self._stretch, QHeaderView.ResizeMode.Stretch)
        self.selectionModel().currentRowChanged.connect(
            lambda index, _before: self.current_changed.emit(index.data(ROW_ROLE) if index.isValid() else None)
        )

    def quiet(self, *columns: int) -> None:
        """Mute the text of these columns."""
        for column in columns:
            self.setItemDelegateForColumn(column, CellDelegate(self, quiet=True))

    def current(self) -> Any:
        """The whole row that is selected, or None."""
        index = self.currentIndex()
        return index.data(ROW_ROLE) if index.isValid() else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, Delete deletes; the rest moves."""
        row = self.current()
        if row is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(row)
        elif row is not None and event.key() == Qt.Key.Key_Delete:
            self.deleted.emit(row)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the optional columns out where there is no room."""
        for column, below in self._below.items():
            self.setColumnHidden(column, self.width() < below)
        super().resizeEvent(event)

    def _menu(self, place: QPoint) -> None:
        index = self.indexAt(place)
        if not index.isValid():
            index = self.currentIndex()
            place = self.visualRect(index).center()
        if index.isValid():
            self.selectRow(index.row())
            self.menu_asked.emit(index.data(ROW_ROLE), self.viewport().mapToGlobal(place))
