"""How a video would begin: its first scene in the style that is chosen, painted by the server while one chooses."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.language import tr
from app.models.orders import Order
from app.panels.panel import Desk
from app.tasks import Tasks
from app.widgets.cards import WrappedLabel, card, label

PREVIEW = "/studio/preview"
PAUSE_MS = 600
MOST_TEXT = 20_000
HIGHEST = 300


class LookPreview(QWidget):
    """A card with the picture. Shown for videos, where the server paints previews."""

    def __init__(self, desk: Desk, tasks: Tasks, *, width: int) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._wide = width - 34
        self._wish: dict[str, Any] = {}
        self._asked: dict[str, Any] = {}
        self.picture = QLabel()
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.picture.setAccessibleName(tr("The first scene in this style"))
        self.note = WrappedLabel("", "small")
        frame, column = card(padding=17, spacing=10)
        column.addWidget(label(tr("How it begins"), "heading"))
        column.addWidget(self.picture)
        column.addWidget(self.note)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(frame)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._ask)
        self.hide()

    def show_for(self, order: Order) -> None:
        """Follow an order; it is painted once nothing has changed for a moment."""
        shown = order.output_type == "video" and PREVIEW in self._desk.offered
        self.setVisible(shown)
        text = "\n\n".join(source.content for source in order.sources if source.type == "text")[:MOST_TEXT]
        self._wish = {"style": order.look or "classic", "format": order.video_format}
        self._wish |= {"text": text} if text else {}
        self._wish |= {"title": order.title[:500]} if order.title else {}
        if not shown or not (text or order.title):
            self._pause.stop()
            self._asked = {}
            self.picture.hide()
            self._say(tr("Paste a text or give a title, to see it in this style here."))
        elif self._wish != self._asked:
            if not self._asked:
                self._say(tr("Painting…"))
            self._pause.start()

    def _ask(self) -> None:
        if self._desk.client is not None:
            self._asked = dict(self._wish)
            self._tasks.start(self._paint(self._asked), replacing="preview", on_error=self._failed)

    async def _paint(self, wish: dict[str, Any]) -> None:
        client = self._desk.client
        assert client is not None
        image = QImage.fromData(await client.requests.preview(wish))
        ratio = self.devicePixelRatioF()
        box = QSize(round(self._wide * ratio), round(HIGHEST * ratio))
        how = (Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
        shown = QPixmap.fromImage(image.scaled(box, *how))
        shown.setDevicePixelRatio(ratio)
        self.picture.setPixmap(shown)
        self.picture.show()
        self._say("" if "text" in wish else tr("With a pasted text, its own first scene is shown."))

    def _failed(self, error: Exception) -> None:
        self._asked = {}
        self.picture.hide()
        self._say(str(error))

    def _say(self, words: str) -> None:
        self.note.setText(words)
        self.note.setVisible(bool(words))
