"""The way of the Tab key: as things stand on the page.

Qt goes in the order in which widgets were made, so that what a page makes later (cards that follow the server, rows
that come and go) would lie behind everything else. Here the layouts are read when the key is pressed.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QGridLayout, QLayout, QWidget


def go(window: QWidget, *, forward: bool) -> bool:
    """Move the focus to the next or the previous place of a window, round and round; False where there is none."""
    places = [widget for widget in reading_order(window) if takes_tab(widget)]
    if not places:
        return False
    here = QApplication.focusWidget()
    at = next((n for n, widget in enumerate(places) if widget is here), None)
    if at is None and here is not None:
        at = next((n for n, widget in enumerate(places) if widget.isAncestorOf(here)), None)
    step = 1 if forward else -1
    target = places[(at + step) % len(places)] if at is not None else places[0 if forward else -1]
    target.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    return True


def takes_tab(widget: QWidget) -> bool:
    """Whether the Tab key stops here. Of buttons that exclude each other it stops at the one that is taken."""
    if not widget.isVisible() or not widget.isEnabled() or widget.focusProxy() is not None:
        return False
    if isinstance(widget, QAbstractButton) and (group := widget.group()) is not None and group.exclusive():
        taken = group.checkedButton()
        if taken is not None and taken.isVisible():
            return widget is taken
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


def reading_order(owner: QWidget) -> Iterator[QWidget]:
    """All widgets below one, as its layouts have them; what stands in no layout comes last, from the top down."""
    layout = owner.layout()
    laid = list(_of_layout(layout)) if layout is not None else []
    known = set(laid)
    free = [each for each in _children(owner) if each not in known and not each.isWindow()]
    for widget in (*laid, *sorted(free, key=lambda each: (each.y(), each.x()))):
        if widget.isVisible():
            yield widget
            yield from reading_order(widget)


def _children(owner: QObject) -> Iterator[QWidget]:
    for child in owner.children():
        if isinstance(child, QWidget):
            yield child


def _of_layout(layout: QLayout) -> Iterator[QWidget]:
    places = list(range(layout.count()))
    if isinstance(layout, QGridLayout):
        places.sort(key=lambda place: _row_and_column(layout, place))
    for item in map(layout.itemAt, places):
        if item is None:
            continue
        if (widget := item.widget()) is not None:
            yield widget
        elif (inner := item.layout()) is not None:
            yield from _of_layout(inner)


def _row_and_column(grid: QGridLayout, place: int) -> tuple[int, int]:
    position: tuple[int, int, int, int] = grid.getItemPosition(place)  # type: ignore[assignment]
    return position[:2]
