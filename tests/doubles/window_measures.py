"""What can be measured of a shown window: names, words that are cut, contrast, and the way of the Tab key.

Each function answers sentences, one a fault, the same for the same fault wherever it is met.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QWidget,
)

from app.theme.contrasts import contrast
from app.widgets.buttons import Switch
from app.widgets.cards import ElidedLabel

LEAST_CONTRAST = 4.5
LEAST_OF_MARKS = 4.2
"""What the strongest pixel of thin letters must reach: smoothing keeps it below the colour itself."""
SLACK = 2
BESIDE_ICON = 24
PADDING = 8
COMBO = 30
MOST_STOPS = 200
"""So many presses may one widget take: the links of a long page."""


def faults(window: QWidget, *, catalogue: frozenset[str], tabs: bool = True, mirrored: bool = False) -> list[str]:
    """Everything that is wrong with the window as it is shown.

    `catalogue` holds the words that are not a person's; without `tabs` the Tab key is not pressed.
    """
    image = window.grab().toImage()
    found = [*unnamed(window), *cut(window, catalogue), *overlapping(window), *faint(window, image)]
    if tabs:
        found += tabbing(window, mirrored=mirrored)
    return list(dict.fromkeys(found))


def shown(window: QWidget) -> Iterator[QWidget]:
    """The widgets of which something can be seen."""
    for widget in window.findChildren(QWidget):
        if widget.isVisible() and not widget.visibleRegion().isEmpty():
            yield widget


def called(widget: QWidget) -> str:
    """Enough to find a widget by."""
    words = widget.accessibleName() or (widget.text() if hasattr(widget, "text") else "")
    owner = widget.parentWidget()
    while owner is not None and type(owner).__module__.startswith("PySide6"):
        owner = owner.parentWidget()
    return f"{type(owner).__name__}/{type(widget).__name__} {str(words)[:60]!r}"


def tabbed(window: QWidget) -> list[QWidget]:
    """What the Tab key must reach, as Qt's own rules have it."""
    return [
        widget
        for widget in window.findChildren(QWidget)
        if widget.isVisible()
        and widget.isEnabled()
        and bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        and widget.focusProxy() is None
        and widget.window() is window
    ]


def unnamed(window: QWidget) -> Iterator[str]:
    """What takes the keyboard and has no name for a screen reader."""
    for widget in tabbed(window):
        interface = QAccessible.queryAccessibleInterface(widget)
        name = interface.text(QAccessible.Text.Name) if interface is not None else widget.accessibleName()
        if not name.strip():
            yield f"no accessible name: {called(widget)}"


def cut(window: QWidget, catalogue: frozenset[str]) -> Iterator[str]:
    """Words that do not fit their place."""
    for widget in shown(window):
        rect, seen = widget.rect(), widget.visibleRegion().boundingRect()
        wordy = isinstance(widget, QLabel | QAbstractButton) and bool(widget.text())
        if wordy and seen.width() < rect.width() - SLACK and not isinstance(widget.parentWidget(), QAbstractItemView):
            yield f"cut at the side: {called(widget)}"
        yield from (f"{how}: {called(widget)}" for how in _cut(widget, catalogue))


def _cut(widget: QWidget, catalogue: frozenset[str]) -> Iterator[str]:
    wide = widget.fontMetrics().horizontalAdvance
    room = widget.contentsRect().width()
    if isinstance(widget, ElidedLabel):
        if widget.text() in catalogue and wide(widget.text()) > widget.width() + SLACK:
            yield "ends in dots"
    elif isinstance(widget, QLabel) and widget.text() and widget.textFormat() != Qt.TextFormat.RichText:
        if widget.wordWrap():
            if widget.heightForWidth(widget.width()) > widget.height() + SLACK:
                yield "cut below"
        elif max(map(wide, widget.text().split("\n"))) > room + SLACK:
            yield "cut"
    elif isinstance(widget, Switch):
        if widget.text() and widget.width() < widget.sizeHint().width() - SLACK:
            yield "cut"
    elif isinstance(widget, QPushButton | QToolButton) and widget.text().strip():
        alone = isinstance(widget, QToolButton) and widget.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly
        icon = 0 if widget.icon().isNull() else BESIDE_ICON
        needed = wide(widget.text().replace("&", "").strip()) + icon + PADDING
        if isinstance(widget, QToolButton):
            needed = widget.sizeHint().width()
        if not alone and needed > widget.width() + SLACK:
            yield "cut"
    elif isinstance(widget, QLineEdit):
        words = "" if widget.text() else widget.placeholderText()
        if words in catalogue and wide(words) > room - PADDING:
            yield f"placeholder {words!r} cut"
    elif isinstance(widget, QPlainTextEdit):
        words = "" if widget.toPlainText() else widget.placeholderText()
        area = widget.viewport().rect()
        needed = widget.fontMetrics().boundingRect(QRect(0, 0, area.width() - 12, 9999), _WRAPPED, words)
        if words and needed.height() > area.height():
            yield f"placeholder {words!r} cut"
    elif isinstance(widget, QComboBox):
        if widget.currentText() in catalogue and wide(widget.currentText()) > widget.width() - COMBO:
            yield f"choice {widget.currentText()!r} cut"
    elif isinstance(widget, QHeaderView):
        yield from _cut_heads(widget)
    elif isinstance(widget, QListWidget):
        for place in range(widget.count()):
            item = widget.item(place)
            icon = 0 if item.icon().isNull() else widget.iconSize().width() + PADDING
            if item.text() in catalogue and wide(item.text()) + icon + 2 * PADDING > widget.viewport().width():
                yield f"item {item.text()!r} cut"


_WRAPPED = int(Qt.TextFlag.TextWordWrap)


def _cut_heads(header: QHeaderView) -> Iterator[str]:
    if header.orientation() != Qt.Orientation.Horizontal:
        return
    for section in range(header.count()):
        words = str(header.model().headerData(section, Qt.Orientation.Horizontal) or "")
        if not header.isSectionHidden(section) and words:
            room = header.sectionSize(section)
            if header.fontMetrics().horizontalAdvance(words) + 2 * PADDING > room:
                yield f"heading {words!r} cut"


def overlapping(window: QWidget) -> Iterator[str]:
    """What stands over its neighbour."""
    beside: dict[QWidget, list[QWidget]] = {}
    for widget in shown(window):
        empty = isinstance(widget, QLabel) and not widget.text()
        if isinstance(widget, QLabel | QAbstractButton | QComboBox | QLineEdit) and not empty:
            beside.setdefault(widget.parentWidget(), []).append(widget)
    for widgets in beside.values():
        for first, second in itertools.combinations(widgets, 2):
            both = first.geometry().intersected(second.geometry())
            if both.width() > SLACK and both.height() > SLACK:
                yield f"overlap: {called(first)} and {called(second)}"


def faint(window: QWidget, image: QImage) -> Iterator[str]:
    """Words that are hard to read: letters against the ground they stand on, as painted."""
    ratio = image.devicePixelRatio()
    for widget in shown(window):
        if not widget.isEnabled() or not isinstance(widget, QLabel | QAbstractButton):
            continue
        words = widget.text()
        if not words.strip() or any(isinstance(each, QLabel) for each in widget.children()):
            continue
        seen = widget.visibleRegion().boundingRect()
        if seen.height() < widget.height() or seen.width() < widget.width():
            continue
        corner = widget.mapTo(window, QPoint(0, 0))
        area = QRect(corner * ratio, widget.size() * ratio).intersected(image.rect())
        best = strongest(image.copy(area))
        if best < LEAST_OF_MARKS:
            yield f"contrast {best:.1f}: {called(widget)}"


def strongest(image: QImage) -> float:
    """The contrast of the strongest mark against the colour that most of a picture has."""
    if image.isNull():
        return 21.0
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(plain.constBits(), np.uint32).reshape(plain.height(), plain.bytesPerLine() // 4)
    colours, counts = np.unique(pixels[:, : plain.width()] & 0xFFFFFF, return_counts=True)
    ground = f"#{colours[counts.argmax()]:06x}"
    return max(contrast(f"#{each:06x}", ground) for each in colours)


def tabbing(window: QWidget, *, mirrored: bool) -> Iterator[str]:
    """Where the Tab key goes: to everything once and round again, down the page and not up."""
    wanted = tabbed(window)
    if not wanted:
        return
    window.activateWindow()
    QApplication.processEvents()
    wanted[0].setFocus(Qt.FocusReason.TabFocusReason)
    start = here = QApplication.focusWidget()
    if start is None:
        return
    way: list[QWidget] = []
    for _step in range(3 * len(wanted) + 10):
        way.append(here)
        # Inside a date it goes from part to part first, and in a page from link to link.
        for _press in range(MOST_STOPS):
            QTest.keyClick(here, Qt.Key.Key_Tab)
            there = QApplication.focusWidget()
            if there is not here:
                break
        if there is here or there is None:
            yield f"the Tab key stays in {called(here)}"
            break
        if there is start or there in way:
            break
        here = there
    reached = set(way)
    for widget in wanted:
        inside = any(widget.isAncestorOf(each) for each in reached)
        group = isinstance(widget, QAbstractButton) and widget.group() is not None and widget.group().exclusive()
        if widget not in reached and not inside and not group:
            yield f"the Tab key never comes to {called(widget)}"
    yield from _jumps(window, way, mirrored=mirrored)


def _jumps(window: QWidget, way: list[QWidget], *, mirrored: bool) -> Iterator[str]:
    for first, second in itertools.pairwise(way):
        one, two = (_place(each, window, mirrored=mirrored) for each in (first, second))
        level = min(one.bottom(), two.bottom()) - max(one.top(), two.top()) > min(one.height(), two.height()) / 2
        back = level and two.right() <= one.left()
        up = two.bottom() < one.top() and two.left() < one.right() - SLACK
        if (back or up) and _column(first) is _column(second):
            yield f"the Tab key goes back from {called(first)} to {called(second)}"


def _place(widget: QWidget, window: QWidget, *, mirrored: bool) -> QRect:
    """Where a widget stands in the window; seen in a mirror where words run from right to left."""
    place = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())
    if mirrored:
        place.moveLeft(window.width() - place.right())
    return place


def _column(widget: QWidget) -> QWidget | None:
    """The card or the row that a widget stands in."""
    at = widget.parentWidget()
    while at is not None and at.property("look") not in ("card", "page", "side"):
        at = at.parentWidget()
    return at
