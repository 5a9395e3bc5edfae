"""The window's own modules, loaded ahead of the panels that need them: a module at a turn of the loop.

A panel that is the first to need a dozen modules would hold the loop for as long as all of them take.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections import deque

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QScrollArea

import app

PACKAGES = ("client", "settings", "models", "widgets", "panels")
"""In the order in which they build on each other."""
OTHERS = ("rapidfuzz.utils", "rapidfuzz.fuzz", "rapidfuzz.process")
"""Of libraries: what the palette needs at the first letter that is typed into it."""
PAUSE_MS = 10


class Loader(QObject):
    """Loads what is not loaded yet, once it is begun, until nothing is left."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: deque[str] = deque()
        self._timer = QTimer(self)
        self._timer.setInterval(PAUSE_MS)
        self._timer.timeout.connect(self.load_one)

    def begin(self) -> None:
        """Load from now on."""
        know_widgets()
        self._waiting = deque(unloaded())
        self._timer.start()

    def load_one(self) -> None:
        """Load the next one."""
        while self._waiting and self._waiting[0] in sys.modules:
            self._waiting.popleft()
        if self._waiting:
            importlib.import_module(self._waiting.popleft())
        else:
            self._timer.stop()


def know_widgets() -> None:
    """Have PySide find out of which kind a widget is that Qt made.

    The first time it makes all kinds of widgets known, with their enumerations: a third of what the panel that first
    asked took to be built.
    """
    QScrollArea().viewport()


def unloaded() -> list[str]:
    """The modules that the window will need and that are not loaded."""
    own = (f"app.{package}.{each.name}" for package in PACKAGES for each in _modules(package))
    return [name for name in (*own, *OTHERS) if name not in sys.modules]


def _modules(package: str) -> list[pkgutil.ModuleInfo]:
    return [each for each in pkgutil.iter_modules([f"{path}/{package}" for path in app.__path__]) if not each.ispkg]
