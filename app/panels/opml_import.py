"""A list of shows (OPML) from another program: which of them to import, and how far each is."""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from app.client.faults import ApiError
from app.client.imports import ListedFeed
from app.errors import sentence
from app.language import tr, trn
from app.models.listed_feeds import ListedRows
from app.panels.panel import Desk
from app.tasks import Tasks
from app.widgets.buttons import button
from app.widgets.cards import label, row
from app.widgets.drops import DropArea
from app.widgets.ticks import TickTable

LARGEST = 2_000_000
"""Characters of a document that the server reads."""


class OpmlImport(QWidget):
    """The list. A show that fails is told in its row; the others go on."""

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self.drop = DropArea(
            tr("Choose or drop an OPML file"),
            tr("Podcast apps and hosts export the list of shows as .opml or .xml."),
            icon="playlist-plus",
            action=tr("Choose a file…"),
        )
        self.drop.browse.connect(self._browse)
        self.drop.files.connect(lambda paths: self.read(paths[0]))
        self.rows = ListedRows(self)
        self.rows.ticks_changed.connect(self._show_count)
        self.table = TickTable(name=tr("Shows of the list"), widths={1: 210, 2: 150}, optional=1, below=520)
        self.table.setModel(self.rows)
        self.table.quiet(1, 2)
        self.told = label("", "muted")
        self.import_button = button(tr("Import the ticked"), self.import_ticked, kind="main", icon="import")
        self.import_button.setMinimumHeight(38)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self.drop)
        self.table.setMinimumHeight(280)
        column.addWidget(self.table, 1)
        column.addLayout(row(self.told, None, self.import_button))
        self._show_count()

    def read(self, path: Path) -> None:
        """Read the list of a file."""
        self._tasks.start(self._read(path), replacing="opml")

    def import_ticked(self) -> None:
        """Import the ticked shows, one after the other."""
        self.import_button.setEnabled(False)
        self._tasks.start(self._import(self.rows.ticked), replacing="import")

    async def _read(self, path: Path) -> None:
        client = self._desk.client
        assert client is not None
        try:
            document = await asyncio.to_thread(path.read_text, encoding="utf-8", errors="replace")
        except OSError as error:
            self._desk.bar.warn(tr("{name} can't be read: {reason}.", name=path.name, reason=error.strerror or error))
            return
        if len(document) > LARGEST:
            self._desk.bar.warn(tr("{name} is too large for a list of shows.", name=path.name))
            return
        self.rows.show(await client.imports.feeds_of_opml(document))
        if not self.rows.rows:
            self._desk.bar.tell(tr("{name} lists no feed.", name=path.name))

    async def _import(self, feeds: tuple[ListedFeed, ...]) -> None:
        client = self._desk.client
        assert client is not None
        done = 0
        for feed in feeds:
            self.rows.say(feed, tr("Importing…"))
            try:
                came = await client.imports.show(feed.feed_url)
            except ApiError as error:
                self.rows.say(feed, _why(error))
                continue
            done += 1
            self.rows.say(feed, tr("{added} new", added=came.added) if came.is_new or came.added else tr("Up to date"))
        self.import_button.setEnabled(True)
        self._desk.bar.tell(
            trn("{done} of {count} show is here.", "{done} of {count} shows are here.", len(feeds), done=done)
        )

    def _browse(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, tr("Choose a list of shows"), "", tr("Lists (*.opml *.xml)"))
        if name:
            self.read(Path(name))

    def _show_count(self) -> None:
        ticked = len(self.rows.ticked)
        self.told.setText(
            trn("{ticked} of {count} show", "{ticked} of {count} shows", len(self.rows.rows), ticked=ticked)
            if self.rows.rows
            else ""
        )
        self.import_button.setEnabled(bool(ticked))


def _why(error: ApiError) -> str:
    if error.code == "show_locked":
        return tr("Locked: import it by itself")
    return error.fields[0].message if error.fields else sentence(error)
