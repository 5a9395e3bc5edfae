"""The sources of a new order: dropped, pasted or chosen, shown as chips that can be taken out."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtWidgets import QFileDialog, QFrame, QVBoxLayout, QWidget

from app.client.faults import ApiError
from app.client.files import Files
from app.errors import sentence
from app.language import tr, trn
from app.models import orders, phrases
from app.models.orders import Source
from app.tasks import Tasks
from app.theme import look
from app.widgets.buttons import button
from app.widgets.cards import WrappedLabel, label, row
from app.widgets.chips import Chip, Flow
from app.widgets.drops import DropArea
from app.widgets.forms import Paragraph

ICONS = {
    "text": "text-box-outline",
    "website": "web",
    "video_site": "youtube",
    "feed_item": "rss",
    "pdf": "file-document-outline",
    "file": "file-document-outline",
}
UPLOAD_LIMIT = 200_000_000
"""Bytes of one file that the server takes."""


class _Held:
    """A chip and the source it stands for; None while its file is on the way."""

    def __init__(self, chip: Chip, source: Source | None) -> None:
        self.chip = chip
        self.source = source


class SourcesCard(QFrame):
    """Sources as chips. `changed` tells whenever they do."""

    changed = Signal()

    def __init__(self, tasks: Tasks, files: Files | None = None) -> None:
        super().__init__()
        look(self, "card")
        self._tasks = tasks
        self.files = files
        self._held: dict[int, _Held] = {}
        self._numbers = itertools.count()
        self.drop_area = DropArea(
            tr("Drop files here"),
            tr("Documents, slides, tables, pictures and recordings. Or paste text or an address anywhere."),
        )
        self.drop_area.files.connect(self.add_files)
        self.drop_area.words.connect(self.add_words)
        self.drop_area.browse.connect(self._browse)
        self.paste_field = Paragraph(tr("Write or paste text, or one or more addresses"), lines=2)
        self.paste_field.setAccessibleName(tr("Text or addresses"))
        self.add_button = button(tr("Add"), self._add_typed, icon="plus")
        self.paste_field.textChanged.connect(self._show_add)
        self._chips = QWidget()
        self._flow = Flow(self._chips)
        self._chips.hide()
        self._fault = WrappedLabel("", "fault")
        self._fault.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 20)
        column.setSpacing(12)
        self._count = label("", "muted")
        column.addLayout(row(label(tr("Sources"), "heading"), None, self._count))
        column.addWidget(self.drop_area)
        column.addLayout(row(self.paste_field, self.add_button, stretch_at=0))
        column.addWidget(self._chips)
        column.addWidget(self._fault)
        self._show_add()

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources that are ready, in order."""
        return tuple(held.source for held in self._held.values() if held.source is not None)

    @property
    def uploading(self) -> bool:
        """Whether a file is still on its way."""
        return any(held.source is None for held in self._held.values())

    @property
    def chips(self) -> tuple[Chip, ...]:
        """The chips, in order."""
        return tuple(held.chip for held in self._held.values())

    def take(self, data: QMimeData) -> bool:
        """Take what was dropped or pasted elsewhere in the window."""
        return self.drop_area.take(data)

    def add_words(self, text: str) -> None:
        """Add pasted text, or the addresses it holds."""
        self.add_sources(orders.sources_in(text))

    def add_sources(self, sources: tuple[Source, ...]) -> None:
        """Add sources that are not there yet."""
        for source in sources:
            if source not in self.sources:
                self._add(source)
        self.changed.emit()

    def add_files(self, paths: list[Path]) -> None:
        """Upload files; each shows its chip at once."""
        for path in paths:
            self._tasks.start(self._upload(path))

    def show_sources(self, sources: tuple[Source, ...]) -> None:
        """Show these sources instead."""
        for number in tuple(self._held):
            self._remove(number)
        for source in sources:
            self._add(source)
        self.changed.emit()

    def show_fault(self, message: str, *, place: int | None = None) -> None:
        """Show a fault of all sources, or of the one at a place; an empty one clears all."""
        chips = self.chips
        if not message:
            for chip in chips:
                chip.set_fault("")
        elif place is not None and place < len(chips):
            chips[place].set_fault(message)
        self._fault.setText(message[:1].upper() + message[1:])
        self._fault.setVisible(bool(message))

    @property
    def fault(self) -> str:
        """The fault that is shown."""
        return "" if self._fault.isHidden() else self._fault.text()

    def _add(self, source: Source) -> int:
        number = next(self._numbers)
        tip = source.label if source.type in ("file", "feed_item") else source.content[:400]
        chip = Chip(source.label, icon=ICONS.get(source.type, "file-document-outline"), tip=tip)
        return self._hold(number, chip, source)

    def _hold(self, number: int, chip: Chip, source: Source | None) -> int:
        chip.removed.connect(lambda: self._removed(number))
        self._held[number] = _Held(chip, source)
        self._flow.addWidget(chip)
        chip.show()
        self._show_count()
        return number

    async def _upload(self, path: Path) -> None:
        assert self.files is not None
        size = (await asyncio.to_thread(path.stat)).st_size
        if size > UPLOAD_LIMIT:
            raise ApiError(
                0,
                "too_large",
                tr("{name} has {size}; a source may have up to 200 MB.", name=path.name, size=phrases.size(size)),
            )
        if size == 0:
            raise ApiError(0, "empty_file", tr("{name} is empty.", name=path.name))
        chip = Chip(tr("{name} · uploading", name=path.name), icon="progress-upload")
        number = self._hold(next(self._numbers), chip, None)
        self.changed.emit()
        try:
            stored = await self.files.add(path)
        except Exception as error:
            chip.set_text(tr("{name} · not uploaded", name=path.name))
            chip.set_fault(sentence(error))
            self._held.pop(number, None)
            self._flow.removeWidget(chip)
            chip.deleteLater()
            self._show_count()
            self.changed.emit()
            raise
        held = self._held.get(number)
        if held is None:
            await self.files.delete(stored.id)
            return
        held.source = orders.uploaded(stored.id, path)
        chip.set_text(f"{path.name} · {phrases.size(stored.size)}")
        self.changed.emit()

    def _removed(self, number: int) -> None:
        self._remove(number)
        self.changed.emit()

    def _remove(self, number: int) -> None:
        held = self._held.pop(number, None)
        if held is None:
            return
        self._flow.removeWidget(held.chip)
        held.chip.deleteLater()
        self.show_fault("")
        self._show_count()

    def _show_count(self) -> None:
        self._chips.setVisible(bool(self._held))
        self._count.setText(trn("{count} source", "{count} sources", len(self._held)) if self._held else "")
        self._chips.updateGeometry()

    def _show_add(self) -> None:
        self.add_button.setEnabled(bool(self.paste_field.toPlainText().strip()))

    def _add_typed(self) -> None:
        self.add_words(self.paste_field.toPlainText())
        self.paste_field.clear()
        self.paste_field.setFocus()

    def commit_typed(self) -> None:
        """Add what stands in the field and was not added yet."""
        if self.paste_field.toPlainText().strip():
            self._add_typed()

    def _browse(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(self, tr("Choose sources"))
        self.add_files([Path(name) for name in names])
