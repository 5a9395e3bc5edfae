"""A search field that waits until typing pauses."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, Qt
from PySide6.QtWidgets import QLineEdit

from app.theme import icons

PAUSE_MS = 250


class SearchField(QLineEdit):
    """Tells what to search for through `searched`, once typing pauses or at Enter. Escape empties it."""

    searched = Signal(str)

    def __init__(self, placeholder: str) -> None:
        super().__init__()
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder.rstrip("…"))
        self.setClearButtonEnabled(True)
        clearing = self.findChild(QAction, "_q_qlineeditclearaction")
        if isinstance(clearing, QAction):
            clearing.setIcon(icons.icon("close"))
        self.addAction(icons.icon("magnify"), QLineEdit.ActionPosition.LeadingPosition)
        self._told = ""
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._tell)
        self.textChanged.connect(lambda _text: self._pause.start())
        self.returnPressed.connect(self._tell)

    def begin_with(self, words: str) -> None:
        """Show words that are searched for already."""
        self.setText(words)
        self._pause.stop()
        self._told = words.strip()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape empties the field first."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            self._tell()
            return
        super().keyPressEvent(event)

    def _tell(self) -> None:
        self._pause.stop()
        wanted = self.text().strip()
        if wanted != self._told:
            self._told = wanted
            self.searched.emit(wanted)
