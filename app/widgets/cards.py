"""The grid's pieces: cards, headings, labels, rules and lists of facts."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from app.theme import colour, icons, look
from app.widgets.sight import come_in_sight

GAP = 16
"""Between cards, in pixels; half of it between the parts of a card."""
PADDING = 20


def card(*, padding: int = PADDING, spacing: int = 10) -> tuple[QFrame, QVBoxLayout]:
    """A card and the column inside it."""
    frame = QFrame()
    look(frame, "card")
    column = QVBoxLayout(frame)
    column.setContentsMargins(padding, padding, padding, padding)
    column.setSpacing(spacing)
    return frame, column


def label(text: str = "", kind: str = "", *, wrap: bool = False) -> QLabel:
    """A label in one of the style sheet's looks; its text is never taken for markup."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    if kind:
        look(made, kind)
    made.setWordWrap(wrap)
    if wrap:
        made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.MinimumExpanding)
    return made


def rule() -> QFrame:
    """A line that divides."""
    line = QFrame()
    look(line, "rule")
    return line


def row(*widgets: QWidget | None, spacing: int = 8, stretch_at: int | None = None) -> QHBoxLayout:
    """Widgets side by side; None is a gap that takes what is left."""
    layout = QHBoxLayout()
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(spacing)
    for place, widget in enumerate(widgets):
        if widget is None:
            layout.addStretch(1)
        else:
            layout.addWidget(widget, 1 if place == stretch_at else 0)
    return layout


class Column(QScrollArea):
    """A column that scrolls up and down only, and takes what it holds when it is dressed itself.

    Taken while a panel is built, Qt would dress and measure all of it for a place that it does not have yet, and do
    both again in its place.
    """

    def __init__(self, content: QWidget, *, apart: int = 0) -> None:
        super().__init__()
        self._content, self._apart = content, apart
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        look(content, "clear")
        content.setParent(self.viewport())
        layout = content.layout()
        self._beside = 0 if layout is None else layout.contentsMargins().right()
        self._make_room(0, 0)
        self.verticalScrollBar().rangeChanged.connect(self._make_room)

    def event(self, event: QEvent) -> bool:
        """Take it in before it is itself asked for its size."""
        if event.type() == QEvent.Type.Polish and self.widget() is None:
            come_in_sight(self._content)
            self.setWidget(self._content)
        return super().event(event)

    def _make_room(self, _least: int, most: int) -> None:
        layout = self._content.layout()
        if layout is not None:
            margins = layout.contentsMargins()
            margins.setRight(self._beside if most else self._apart)
            layout.setContentsMargins(margins)


def scrolled(content: QWidget, *, apart: int = 0) -> QScrollArea:
    """A column that scrolls.

    The right margin of what it holds stands beside the bar; while there is nothing to scroll it is `apart`, so that
    cards end where those above them do.
    """
    return Column(content, apart=apart)


class Ground(QWidget):
    """What everything stands on, in the palette's colour at that moment: it never waits for a style sheet."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill it."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), colour("window"))
        painter.end()


class ElidedLabel(QLabel):
    """One line that ends in … where there is no room, and tells the whole in its tip."""

    def __init__(self, text: str = "", kind: str = "", *, middle: bool = False) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._mode = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
        self._whole = ""
        if kind:
            look(self, kind)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Show another text."""
        self._whole = " ".join(text.split())
        self.setAccessibleName(self._whole)
        self._fit()

    def text(self) -> str:
        """The whole text, also where it is cut."""
        return self._whole

    def minimumSizeHint(self) -> QSize:
        """As high as a line, as narrow as need be."""
        return QSize(20, self.fontMetrics().height())

    def sizeHint(self) -> QSize:
        """As wide as the whole text."""
        return QSize(self.fontMetrics().horizontalAdvance(self._whole) + 2, self.fontMetrics().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut anew."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        shown = self.fontMetrics().elidedText(self._whole, self._mode, max(self.width(), 20))
        super().setText(shown)
        self.setToolTip(self._whole if shown != self._whole else "")


class Glyph(QWidget):
    """An icon that keeps to the palette, also when it changes."""

    def __init__(self, name: str, *, size: int = 18, tone: str = "muted") -> None:
        super().__init__()
        self._icon = icons.icon(name, tone=tone)
        self._side = size
        self.setFixedSize(size, size)

    def set(self, name: str, tone: str) -> None:
        """Show another icon."""
        self._icon = icons.icon(name, tone=tone)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the glyph over the whole widget."""
        painter = QPainter(self)
        self._icon.paint(painter, self.rect())
        painter.end()


class Dot(QWidget):
    """A dot in a colour of the palette, by its name there."""

    def __init__(self, tone: str) -> None:
        super().__init__()
        self._tone = tone
        self.setFixedSize(12, 12)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the dot."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(self._tone))
        painter.drawEllipse(self.rect().adjusted(1, 1, -1, -1))
        painter.end()


class Facts(QWidget):
    """Names on the left, values on the right."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(10)
        self._grid.setHorizontalSpacing(16)
        self._grid.setColumnStretch(1, 1)
        self._pairs: list[tuple[QLabel, ElidedLabel]] = []

    def show_facts(self, facts: Iterable[tuple[str, str]]) -> None:
        """Show these pairs; those without a value are left out."""
        given = [(name, value) for name, value in facts if value]
        while len(self._pairs) < len(given):
            name, value = label("", "muted"), ElidedLabel()
            value.setAlignment(Qt.AlignmentFlag.AlignRight)
            place = len(self._pairs)
            self._grid.addWidget(name, place, 0)
            self._grid.addWidget(value, place, 1)
            self._pairs.append((name, value))
        # Each part that comes or goes in sight would have the whole card laid out anew.
        hidden = self.isHidden()
        self.hide()
        for place, (name, value) in enumerate(self._pairs):
            shown = place < len(given)
            name.setVisible(shown)
            value.setVisible(shown)
            if shown:
                name.setText(given[place][0])
                value.setText(given[place][1])
        self.setVisible(not hidden)


class WrappedLabel(QLabel):
    """Several lines of text whose height follows its width, also inside a scroll area."""

    def __init__(self, text: str = "", kind: str = "") -> None:
        # Layouts ask for the height at the same few widths again and again. The font is a part of the question: an
        # override of `changeEvent` would be called some ten times before the label is seen.
        self._heights: dict[tuple[int, str], int] = {}
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        if kind:
            look(self, kind)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the height that the text needs at this width."""
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """By now it has the font of its style, which it may not have had when it got its place."""
        super().showEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        """As high as the text at the present width; Qt's own guess is made for a narrower one."""
        asked = super().sizeHint()
        width = self.width()
        return QSize(asked.width(), self._needed(width)) if width > 100 and self._has_place else asked

    def heightForWidth(self, width: int) -> int:
        """The height of the wrapped text; Qt's own answer never falls below the minimum height."""
        return self._needed(width)

    def setText(self, text: str) -> None:
        """Show another text."""
        if text != self.text():
            self._heights.clear()
        super().setText(text)
        self._fit()

    @property
    def _has_place(self) -> bool:
        return self.testAttribute(Qt.WidgetAttribute.WA_WState_Created)

    def _fit(self) -> None:
        if not self._has_place:
            return  # its first place comes with a resize
        needed = self._needed(self.width())
        if self.width() > 0 and needed != self.minimumHeight():
            self.setMinimumHeight(needed)

    def _needed(self, width: int) -> int:
        key = (width, self.font().key())
        known = self._heights.get(key)
        if known is None:
            area = QRect(0, 0, max(width, 1), 100_000)
            known = self.fontMetrics().boundingRect(area, int(Qt.TextFlag.TextWordWrap), self.text()).height()
            self._heights[key] = known
        return known
