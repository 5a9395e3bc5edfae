"""Settings, Speech: the folder that voice files are put into."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.client.voices import VoiceFolder
from app.language import tr, trn
from app.panels.panel import Desk
from app.panels.settings_rows import headed
from app.widgets.buttons import button
from app.widgets.cards import ElidedLabel, row, rule


class VoiceFolderCard(QWidget):
    """Tells where the folder is, and leads to it and to the voices."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._place = ""
        self.place = ElidedLabel("", middle=True)
        self.about = ElidedLabel("", "muted")
        self.open_button = button(tr("Open the folder"), self._open, icon="folder-open-outline")
        self.voices_button = button(tr("See the voices"), lambda: desk.go("voices"), kind="link")
        frame, column = headed(
            tr("Folder of voices"),
            tr("Kokoro packs (.npz, .bin) and Piper voices (.onnx with .onnx.json) that lie here become voices."),
        )
        column.addWidget(rule())
        column.addWidget(self.place)
        column.addWidget(self.about)
        column.addLayout(row(self.open_button, self.voices_button, None))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)

    async def refresh(self) -> None:
        """Ask where the folder is."""
        assert self._desk.client is not None
        self._show(await self._desk.client.voices.folder())

    def _show(self, folder: VoiceFolder) -> None:
        self._place = folder.place
        self.place.setText(folder.place or tr("On the server's machine"))
        unusable = len(folder.unusable)
        self.about.setText(
            trn(
                "{count} file there can't be used; Voices says why.",
                "{count} files there can't be used; Voices says why.",
                unusable,
            )
            if unusable
            else ""
        )
        self.about.setVisible(bool(unusable))
        self.open_button.setEnabled(bool(folder.place))

    def _open(self) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(self._place)):
            QGuiApplication.clipboard().setText(self._place)
            self._desk.bar.tell(tr("The folder is {place}; its path is on the clipboard.", place=self._place))
