"""Settings, Storage: what uses the disk, and cleaning up with a look before."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.client import Client
from app.client.storage import Cleaned, Disk
from app.language import tr
from app.models import phrases, storage
from app.panels.panel import Desk
from app.panels.settings_rows import headed
from app.tasks import Tasks
from app.theme import colour, look
from app.widgets.buttons import button
from app.widgets.cards import Glyph, WrappedLabel, label, row, rule


class StorageCard(QWidget):
    """Two cards: the kinds of data with their share, and cleaning up."""

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self.room = WrappedLabel("", "muted")
        self.shortage = WrappedLabel("")
        self.look_button = button(tr("See what would go"), lambda: self._begin(dry_run=True), icon="magnify")
        self.clean_button = button(tr("Clean up"), lambda: self._begin(dry_run=False), icon="broom", kind="main")
        self.clean_button.setEnabled(False)
        self.verdict = WrappedLabel("", "muted")
        self.bars: dict[str, Share] = {}
        self._build()

    async def refresh(self) -> None:
        """Read what takes how much."""
        self._show(await self._client.storage.disk())

    @property
    def _client(self) -> Client:
        assert self._desk.client is not None
        return self._desk.client

    def _build(self) -> None:
        frame, column = headed(tr("What uses the disk"), tr("Each file counts once."))
        column.addWidget(self.room)
        self._notice = QFrame()
        look(self._notice, "notice")
        inside = QHBoxLayout(self._notice)
        inside.setContentsMargins(12, 9, 12, 9)
        inside.setSpacing(10)
        inside.addWidget(Glyph("alert-circle-outline", tone="warning"), 0, Qt.AlignmentFlag.AlignTop)
        inside.addWidget(self.shortage, 1)
        self._notice.hide()
        column.addWidget(self._notice)
        column.addWidget(rule())
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(18)
        self._grid.setVerticalSpacing(12)
        self._grid.setColumnStretch(1, 1)
        column.addLayout(self._grid)
        below, clean = headed(
            tr("Clean up"),
            tr(
                "Removes what nothing refers to any more: contents of records that are gone, and "
                "checkpoints of work that has ended. What was touched within a day stays."
            ),
        )
        clean.addWidget(rule())
        clean.addWidget(self.verdict)
        clean.addLayout(row(self.look_button, self.clean_button, None))
        self.verdict.setText(tr("Look first: nothing goes before you have seen how much it is."))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(16)
        outer.addWidget(frame)
        outer.addWidget(below)

    def _show(self, disk: Disk) -> None:
        self.room.setText(storage.room_of(disk))
        self.shortage.setText(storage.shortage(disk))
        self._notice.setVisible(bool(self.shortage.text()))
        while (item := self._grid.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self.bars = {}
        most = max((space.size for space in disk.spaces), default=1) or 1
        for place, space in enumerate(space for space in disk.spaces if space.size):
            name = QWidget()
            words = QVBoxLayout(name)
            words.setContentsMargins(0, 0, 0, 0)
            words.setSpacing(1)
            words.addWidget(label(storage.title_of(space.kind)))
            words.addWidget(label(storage.words_of(space.kind), "small"))
            bar = self.bars[space.kind] = Share(space.size / most)
            size = label(phrases.size(space.size), "muted")
            size.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            bar.setAccessibleName(f"{storage.title_of(space.kind)}: {phrases.size(space.size)}")
            self._grid.addWidget(name, place, 0)
            self._grid.addWidget(bar, place, 1)
            self._grid.addWidget(size, place, 2)

    def _begin(self, *, dry_run: bool) -> None:
        for made in (self.look_button, self.clean_button):
            made.setEnabled(False)
        self.verdict.setText(tr("Looking…") if dry_run else tr("Cleaning up…"))
        self._tasks.start(self._clean(dry_run=dry_run), replacing="clean", on_error=self._failed)

    async def _clean(self, *, dry_run: bool) -> None:
        found = await self._client.storage.clean(dry_run=dry_run)
        self._tell(found)
        if not dry_run:
            await self.refresh()

    def _tell(self, found: Cleaned) -> None:
        self.verdict.setText(storage.cleaned(found))
        self.look_button.setEnabled(True)
        self.clean_button.setEnabled(found.dry_run and found.files > 0)

    def _failed(self, error: Exception) -> None:
        self.verdict.setText(tr("Nothing was removed."))
        self.look_button.setEnabled(True)
        self._desk.bar.complain(error)


class Share(QWidget):
    """A bar as long as its share."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self.share = share
        self.setMinimumWidth(120)
        self.setFixedHeight(8)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The track and the share."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("raised"))
        painter.drawRoundedRect(QRectF(self.rect()), 4, 4)
        painter.setBrush(colour("accent"))
        painter.drawRoundedRect(QRectF(0, 0, max(self.width() * self.share, 8.0), self.height()), 4, 4)
        painter.end()
