"""The area that takes files, addresses and text by dropping or pasting."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from app.language import tr
from app.theme import look, mark
from app.widgets.buttons import button
from app.widgets.cards import Glyph, WrappedLabel


class DropArea(QFrame):
    """Tells of files through `files` (a list of paths), of words through `words`, and of a wish to browse."""

    files = Signal(list)
    words = Signal(str)
    browse = Signal()

    def __init__(
        self,
        title: str,
        hint: str,
        *,
        icon: str = "tray-arrow-down",
        action: str = "",
        narrow: bool = False,
    ) -> None:
        super().__init__()
        action = action or tr("Choose files…")
        look(self, "drop")
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(title)
        self.setAccessibleDescription(hint)
        if narrow:
            self._build_narrow(title, hint, icon, action)
            return
        words = QVBoxLayout()
        words.setSpacing(3)
        words.addWidget(WrappedLabel(title, "heading"))
        words.addWidget(WrappedLabel(hint, "muted"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 18)
        layout.setSpacing(16)
        layout.addWidget(Glyph(icon, size=32, tone="accent"))
        layout.addLayout(words, 1)
        layout.addWidget(button(action, self.browse.emit))

    def _build_narrow(self, title: str, hint: str, icon: str, action: str) -> None:
        """For a narrow column: the button below the words."""
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 12)
        column.setSpacing(6)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(Glyph(icon, size=20, tone="accent"))
        line.addWidget(WrappedLabel(title, "strong"), 1)
        column.addLayout(line)
        column.addWidget(WrappedLabel(hint, "small"))
        column.addWidget(button(action, self.browse.emit))

    def take(self, data: QMimeData) -> bool:
        """Tell of what this data holds; False when there is nothing to use."""
        paths = local_files(data)
        if paths:
            self.files.emit(paths)
            return True
        text = "\n".join(url.toString() for url in data.urls()) if data.hasUrls() else data.text()
        if text.strip():
            self.words.emit(text)
            return True
        return False

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Show that this can be dropped here."""
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            mark(self, "hot", True)
            event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Back to normal."""
        mark(self, "hot", False)
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Take what was dropped."""
        mark(self, "hot", False)
        if self.take(event.mimeData()):
            event.acceptProposedAction()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click anywhere browses."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.browse.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space browse."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and not event.modifiers():
            self.browse.emit()
        else:
            super().keyPressEvent(event)


def local_files(data: QMimeData) -> list[Path]:
    """The files of this computer that the data names; folders are left out."""
    if not data.hasUrls():
        return []
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return [path for path in paths if path.is_file()]
