"""Saving a result's files, and its addresses on the clipboard."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QStandardPaths, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from app.client.results import Result, ResultFile
from app.language import tr
from app.panels.panel import Desk
from app.tasks import Tasks
from app.theme import icons

_ICONS = {
    ".pdf": "file-pdf-box",
    ".html": "web",
    ".md": "language-markdown-outline",
    ".xlsx": "file-excel-outline",
    ".csv": "file-delimited-outline",
    ".json": "code-json",
    ".mp4": "filmstrip",
    ".png": "file-image-outline",
    ".pptx": "file-powerpoint-outline",
}


class Saving:
    """Saves the files of the result that is shown. What came with the answer as text is saved as a file too."""

    def __init__(self, desk: Desk, tasks: Tasks, owner: QWidget) -> None:
        self._desk = desk
        self._tasks = tasks
        self._owner = owner
        self.result = Result("")

    @property
    def files(self) -> tuple[ResultFile, ...]:
        """Every file of the result, the main one first; without an address: the text that came with the answer."""
        files = self.result.files
        is_quiz = self.result.text.startswith("{")
        own = ResultFile(tr("Quiz data") if is_quiz else "Markdown", "", ".json" if is_quiz else ".md")
        if self.result.text and not any(file.ending == own.ending for file in files):
            files = (*files, own)
        return files

    def menu(self) -> QMenu:
        """A menu of the files, and all of them at once."""
        menu = QMenu(self._owner)
        menu.setAccessibleName(tr("Save as"))
        files = self.files
        for file in files:
            text = f"{tr(file.name)} ({file.ending.lstrip('.')})…"
            action = menu.addAction(icons.icon(_ICONS.get(file.ending, "file-outline")), text)
            action.triggered.connect(lambda _on=False, file=file: self.ask(file))
        if len(files) > 1:
            menu.addSeparator()
            menu.addAction(icons.icon("folder-download-outline"), tr("All files into a folder…")).triggered.connect(
                lambda _on=False: self.ask_all()
            )
        return menu

    def ask(self, file: ResultFile | None = None) -> None:
        """Ask where to save a file (the main one), then do it."""
        chosen = file or next(iter(self.files), None)
        if chosen is None:
            return
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DownloadLocation)
        name, _ = QFileDialog.getSaveFileName(self._owner, tr("Save as"), str(Path(folder) / self.name_of(chosen)))
        if name:
            self._tasks.start(self._save([(chosen, Path(name))]))

    def ask_all(self) -> None:
        """Ask for a folder, then save every file in it; nothing that is there is written over."""
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DownloadLocation)
        chosen = QFileDialog.getExistingDirectory(self._owner, tr("Save all files"), folder)
        if chosen:
            self._tasks.start(
                self._save([(file, Path(chosen) / self.name_of(file)) for file in self.files], fresh=True)
            )

    def name_of(self, file: ResultFile) -> str:
        """What a file is called on disk."""
        title = re.sub(r"[^\w\- ]+", "", self.result.title).strip() or tr("Result")
        return f"{title[:80]}{file.ending}"

    async def _save(self, targets: Sequence[tuple[ResultFile, Path]], *, fresh: bool = False) -> None:
        client = self._desk.client
        assert client is not None
        text = self.result.text
        for file, wanted in targets:
            target = await asyncio.to_thread(free_name, wanted) if fresh else wanted
            if file.address:
                await client.connection.save(file.address, target)
            else:
                await asyncio.to_thread(target.write_text, text, encoding="utf-8")
        last = targets[-1][1]
        said = (
            tr("Saved {name}.", name=last.name)
            if len(targets) == 1
            else tr("Saved {count} files in {name}.", count=len(targets), name=last.parent.name)
        )
        self._desk.bar.tell(said, action=tr("Show in folder"), todo=lambda: self.show_folder(last))

    def show_folder(self, target: Path) -> None:
        """Open the folder that a file is in, or say which it is."""
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(target.parent))):
            self._desk.bar.tell(tr("It is in {parent}.", parent=target.parent))


def free_name(path: Path) -> Path:
    """`path`, or the same name with a number where a file of that name is there already."""
    candidate, number = path, 2
    while candidate.exists():
        candidate = path.with_stem(f"{path.stem} ({number})")
        number += 1
    return candidate
