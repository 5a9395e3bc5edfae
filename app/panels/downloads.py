"""Downloads that go on while a person does something else: shown below the panels, each can be stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtCore import QStandardPaths, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

from app.client import Client
from app.language import tr
from app.panels.panel import Desk
from app.widgets.transfers import TransferRow

Progress = Callable[[int, int], None]
Work = Callable[[Path, Progress], Awaitable[object]]
"""Writes to a path and tells the bytes that are done and those in all; may answer a sentence to say at the end."""
Fetch = Callable[[Client, Path, Progress], Awaitable[object]]
"""`Work` that asks the server."""


def ask_target(owner: QWidget, title: str, file_name: str) -> Path | None:
    """Ask where to save a file; None when nobody wants to."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DownloadLocation)
    name, _ = QFileDialog.getSaveFileName(owner, title, str(Path(folder) / file_name))
    return Path(name) if name else None


def file_name_of(title: str, rest: str) -> str:
    """A title as the beginning of a file's name."""
    words = "".join(each if each.isalnum() or each in " -_" else " " for each in title)
    return f"{' '.join(words.split())[:80] or tr('Show')} {rest}"


def save(desk: Desk, owner: QWidget, *, asked: str, name: str, what: str, fetch: Fetch) -> None:
    """Ask, under the title `asked`, where to save `what` from the server, and save it."""
    client = desk.client
    target = ask_target(owner, asked, name)
    if target is not None and client is not None:
        start(desk, what, target, lambda path, progress: fetch(client, path, progress))


def start(desk: Desk, name: str, target: Path, work: Work) -> None:
    """Do `work` under a row of its own; `name` is what is saved."""
    row = desk.transfers.begin(name)
    task = desk.tasks.start(_run(desk, row, target, work))
    if task is None:
        desk.transfers.end(row)
        return
    # Not in the work itself: work that is stopped before it began never runs.
    task.add_done_callback(lambda ended: _ended(desk, row, ended))
    row.stopped.connect(task.cancel)


def _ended(desk: Desk, row: TransferRow, task: asyncio.Task[None]) -> None:
    desk.transfers.end(row)
    if task.cancelled():
        desk.bar.tell(tr("Saving {name} was stopped; nothing half-written is left.", name=row.name))


async def _run(desk: Desk, row: TransferRow, target: Path, work: Work) -> None:
    told = await work(target, row.show_bytes)
    sentence = told if isinstance(told, str) else tr("Saved {name}.", name=target.name)
    desk.bar.tell(sentence, action=tr("Show in folder"), todo=lambda: _show(desk, target))


def _show(desk: Desk, target: Path) -> None:
    folder = target if target.is_dir() else target.parent
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        desk.bar.tell(tr("It is in {folder}.", folder=folder))
