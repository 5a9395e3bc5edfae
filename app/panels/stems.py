"""The stems of an episode, where it was ordered with them: a file for each speaker and the music, saved together."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from PySide6.QtCore import QStandardPaths, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

from app.client.requests import Detail
from app.language import tr, trn
from app.panels.panel import Desk
from app.panels.saving import free_name
from app.tasks import Tasks
from app.widgets.buttons import icon_button


class StemSaving:
    """A button that is there while an episode with stems is open, and what it does."""

    def __init__(self, desk: Desk, tasks: Tasks, owner: QWidget) -> None:
        self._desk = desk
        self._tasks = tasks
        self._owner = owner
        self._open: tuple[str, str] | None = None
        self.button = icon_button("layers-outline", tr("Save the stems…"), self.ask)

    def show_for(self, detail: Detail) -> None:
        """The episode that is open now."""
        has_stems = bool(detail.audio_url) and detail.order.get("stems") is True
        self._open = (detail.row.id, detail.row.title) if has_stems else None
        self.button.setVisible(has_stems)

    def ask(self) -> None:
        """Ask for a folder, then save every stem in it; nothing that is there is written over."""
        if self._open is None:
            return
        request_id, title = self._open
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DownloadLocation)
        chosen = QFileDialog.getExistingDirectory(self._owner, tr("Save the stems"), folder)
        if chosen:
            self._tasks.start(self._save(request_id, title, Path(chosen)), replacing="stems")

    async def _save(self, request_id: str, title: str, folder: Path) -> None:
        client = self._desk.client
        assert client is not None
        stems = [stem for stem in (await client.outcomes.of(request_id)).stems if stem.audio_url]
        name = re.sub(r"[^\w\- ]+", "", title).strip()[:80] or tr("Episode")
        for stem in stems:
            target = await asyncio.to_thread(free_name, folder / f"{name} - {stem.speaker}.wav")
            await client.connection.save(stem.audio_url, target)
        self._desk.bar.tell(
            trn("Saved one stem in {folder}.", "Saved {count} stems in {folder}.", len(stems), folder=folder.name),
            action=tr("Show in folder"),
            todo=lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))),
        )
