"""Work of the window's loop that would hold it for too long in one turn, taken in several."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

TURN_S = 0.008
"""A turn of the loop dresses no other widget after so long."""


class Turns(QObject):
    """Goes on with one piece of work at each turn of the loop, from one `yield` to the next.

    A key that is pressed meanwhile is meant for what is being made: all that is left is done before it goes anywhere.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._work: Iterator[None] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._turn)

    @property
    def busy(self) -> bool:
        """Whether something is left to do."""
        return self._work is not None

    def begin(self, work: Iterator[None]) -> None:
        """Do this, its first piece now; what was under way is ended before."""
        self.finish()
        self._work = work
        if handle := self._window.windowHandle():
            handle.installEventFilter(self)
        self._turn()

    def finish(self) -> None:
        """Do all that is left, at once."""
        while self.busy:
            self._turn()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Be done before a key is pressed."""
        if event.type() == QEvent.Type.KeyPress:
            self.finish()
        return False

    def _turn(self) -> None:
        work = self._work
        if work is None:
            return
        # Ended unless there is more: a piece may fail, or ask for other work.
        self._work = None
        try:
            next(work)
        except StopIteration:
            pass
        else:
            self._work = self._work or work
        finally:
            if self._work is not None:
                # Not before: it would be due already, ahead of all that has waited meanwhile.
                self._timer.start()
            else:
                self._timer.stop()
                if handle := self._window.windowHandle():
                    handle.removeEventFilter(self)


def dressed(part: QWidget) -> Iterator[None]:
    """Give all that a part holds the looks of its window's style sheet, some at each turn.

    What holds others comes after them: Qt goes from a widget to all that is in it, and passes over what has its looks.
    """
    begun = perf_counter()
    for each in reversed([part, *part.findChildren(QWidget)]):
        if not isValid(each):
            continue
        each.ensurePolished()
        if perf_counter() - begun > TURN_S:
            yield
            begun = perf_counter()
