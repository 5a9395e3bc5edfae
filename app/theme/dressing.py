"""Brings a window into the style sheet of another palette part by part, so that no turn of its loop takes long.

Qt gives a style sheet to a widget and to all that it holds in one go, some 0.15 ms each: more than half a second for a
window whose panels are all built. Here each part carries the new sheet itself, and the nearest sheet counts: first the
parts that are seen, while the window keeps its picture, then the others one after the other. A part that comes into
sight before its turn is dressed before it is painted.
"""

from __future__ import annotations

from time import perf_counter

from PySide6.QtCore import QChildEvent, QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QMainWindow, QScrollArea, QStackedWidget, QWidget
from shiboken6 import isValid

PART = 120
"""What holds at most so many widgets is dressed in one go, and what paints something itself, whatever it holds."""
TURN_S = 0.008
"""A turn of the loop begins no other part after so long."""
HOLDERS = (QWidget, QMainWindow, QStackedWidget, QScrollArea)
"""Widgets that paint nothing by themselves when they have none of the style sheet's looks, or one of these."""
CLEAR_LOOKS = frozenset({None, "", "page", "clear"})
_HOLDS = "dressedInParts"


class Dresser(QObject):
    """Dresses one window. What its window holds never carries a style sheet of anybody else."""

    def __init__(self, window: QWidget, sheet: str) -> None:
        super().__init__(window)
        self._window = window
        self._sheet = self._first = sheet
        self._waiting: list[QWidget] = []
        self._keeps_picture = False
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._turn)
        window.setStyleSheet(sheet)

    @property
    def busy(self) -> bool:
        """Whether some part still waits for its turn."""
        return bool(self._waiting)

    def change(self, sheet: str) -> None:
        """Dress everything in this sheet, what is seen first."""
        if sheet == self._sheet:
            return
        self._sheet = sheet
        if not self._window.testAttribute(Qt.WidgetAttribute.WA_WState_Created):
            # Nothing was dressed yet: all of it will be when it is first shown.
            self._first = sheet
            self._window.setStyleSheet(sheet)
            return
        self._waiting = []
        self._wait(self._window)
        self._keep_picture()
        self._timer.start()

    def join(self, part: QWidget) -> None:
        """Dress a part that has just come to the window and was not shown yet."""
        if self._first != self._sheet:
            part.setStyleSheet(self._sheet)

    def finish(self) -> None:
        """Dress all that still waits, at once."""
        while (part := self._next()) is not None:
            self._take(part)
        self._timer.stop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Dress what comes to a holder later, and let nothing be seen that is not dressed."""
        kind = event.type()
        if kind == QEvent.Type.Show:
            if watched in self._waiting:
                self._keep_picture()
        elif kind == QEvent.Type.ChildPolished and isinstance(event, QChildEvent):
            child = event.child()
            if isinstance(child, QWidget) and not child.styleSheet() and not child.property(_HOLDS):
                child.setStyleSheet(self._sheet)
        return False

    def _wait(self, part: QWidget) -> None:
        part.installEventFilter(self)
        self._waiting.append(part)

    def _turn(self) -> None:
        begun = perf_counter()
        while (part := self._next()) is not None:
            self._take(part)
            if perf_counter() - begun > TURN_S:
                return
        self._timer.stop()

    def _next(self) -> QWidget | None:
        """The next part: one that is seen, as long as there is one."""
        self._waiting = [part for part in self._waiting if isValid(part)]
        seen = next((place for place, part in enumerate(self._waiting) if part.isVisible()), None)
        if seen is not None:
            return self._waiting.pop(seen)
        if self._keeps_picture:
            self._keeps_picture = False
            self._window.setUpdatesEnabled(True)
        return self._waiting.pop(0) if self._waiting else None

    def _take(self, part: QWidget) -> None:
        """Dress a part; of one that only holds others, let those wait."""
        if not part.property(_HOLDS) and not (_only_holds(part) and _is_large(part)):
            self._dress(part)
            return
        # It stays watched for what comes to it later.
        part.setProperty(_HOLDS, True)
        # Nothing of its own looks changes, but what it has written into what it holds may.
        QCoreApplication.sendEvent(part, QEvent(QEvent.Type.StyleChange))
        for child in part.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            self._wait(child)

    def _dress(self, part: QWidget) -> None:
        part.removeEventFilter(self)
        part.setStyleSheet(self._sheet)
        for each in part.findChildren(QWidget):
            # A part of its own when it stood somewhere else.
            if each.styleSheet():
                each.setStyleSheet(self._sheet)

    def _keep_picture(self) -> None:
        """Paint nothing until all that is seen is dressed."""
        if self._window.isVisible() and not self._keeps_picture:
            self._keeps_picture = True
            self._window.setUpdatesEnabled(False)


def _only_holds(widget: QWidget) -> bool:
    made_of = next(kind for kind in type(widget).__mro__ if kind.__module__.startswith("PySide6"))
    return made_of in HOLDERS and widget.property("look") in CLEAR_LOOKS


def _is_large(widget: QWidget) -> bool:
    """Whether it holds more than one part may."""
    found, waiting = 0, [widget]
    while waiting:
        held = [each for each in waiting.pop().children() if isinstance(each, QWidget)]
        found += len(held)
        if found >= PART:
            return True
        waiting += held
    return False
