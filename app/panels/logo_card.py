"""The logo of a project: the one that stands, or a new one, checked before it is sent."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QVBoxLayout

from app.language import mark, tr
from app.theme import look
from app.widgets.buttons import button
from app.widgets.cards import WrappedLabel, label, row
from app.widgets.drops import local_files
from app.widgets.logos import MAX_BYTES, LogoView, read_logo

HINT = mark("An opaque PNG or JPG of at most 5 MB. It is laid into a strip of 200 × 50 pixels.")


class LogoCard(QFrame):
    """`changed` tells when another logo is chosen. `chosen` holds its file; empty while the old one stands."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        look(self, "drop")
        self.setAcceptDrops(True)
        self.chosen = b""
        self.view = LogoView()
        self.choose_button = button(tr("Choose logo…"), self._browse, icon="image-outline")
        self._fault = WrappedLabel("", "fault")
        self._hint = WrappedLabel(tr(HINT), "small")
        words = QVBoxLayout()
        words.setSpacing(6)
        words.addLayout(row(label(tr("Logo")), None, self.choose_button))
        words.addWidget(self._hint)
        words.addWidget(self._fault)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 14, 14, 14)
        layout.setSpacing(16)
        layout.addWidget(self.view)
        layout.addLayout(words, 1)
        self.show_fault("")

    def begin(self, logo: bytes) -> None:
        """Start with the logo that stands; empty for none."""
        self.chosen = b""
        self.view.show_bytes(logo)
        self.show_fault("")

    def show_fault(self, message: str) -> None:
        """Say what is wrong with the picture; an empty one clears it."""
        self._fault.setText(message[:1].upper() + message[1:])
        self._fault.setVisible(bool(message))
        self._hint.setVisible(not message)
        self.choose_button.setAccessibleDescription(message)

    @property
    def fault(self) -> str:
        """The fault that is shown."""
        return "" if self._fault.isHidden() else self._fault.text()

    def take(self, content: bytes) -> None:
        """Check a picture and show it."""
        logo = read_logo(content)
        self.show_fault(logo.fault)
        if not logo.fault:
            self.chosen = content
            self.view.show_image(logo.image)
            self.changed.emit()

    def drop(self, data: QMimeData) -> bool:
        """Take the first file of what was dropped."""
        files = local_files(data)
        if files:
            self._read(files[0])
        return bool(files)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """A picture file can be dropped."""
        if local_files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take the first file."""
        if self.drop(event.mimeData()):
            event.acceptProposedAction()

    def _browse(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, tr("Choose a logo"), "", tr("Pictures (*.png *.jpg *.jpeg)"))
        if name:
            self._read(Path(name))

    def _read(self, path: Path) -> None:
        try:
            with path.open("rb") as file:
                # One byte more than is allowed tells that there is more.
                content = file.read(MAX_BYTES + 1)
        except OSError as error:
            self.show_fault(tr("{name} can't be read: {reason}.", name=path.name, reason=error.strerror or error))
        else:
            self.take(content)
