"""Adding an episode: finished audio that no show holds yet, its title and its description."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.client.episodes import Episode
from app.client.shows import Show
from app.language import tr
from app.models.episodes import candidate_rows
from app.panels.panel import Desk
from app.tasks import Tasks
from app.widgets.buttons import button, icon_button
from app.widgets.cards import card, label, row
from app.widgets.empty import EmptyState
from app.widgets.forms import Faults, Field, Line, Paragraph
from app.widgets.page_stack import PageStack
from app.widgets.tables import Table


class EpisodeChoice(QWidget):
    """Chooses what to add to a show. `added` tells when it is in the feed, `left` when nothing was chosen."""

    added = Signal()
    left = Signal()

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._show: Show | None = None
        self.heading = label("", "heading")
        self.candidates = candidate_rows(self)
        self.table = Table(name=tr("Completed audio"), widths={1: 120, 2: 84}, optional=1, below=460)
        self.table.setModel(self.candidates)
        self.table.quiet(1, 2)
        self.table.current_changed.connect(self._chosen)
        self.table.opened.connect(lambda _episode: self._add())
        self.none = EmptyState(
            "headphones",
            tr("No finished episode to add"),
            tr("Everything you have made is in a show already, or still in the queue."),
            action=tr("Create an episode"),
            clicked=lambda: desk.go("create"),
        )
        self.title, self.description = Line(), Paragraph(lines=5)
        self._fields = {
            "title": Field(tr("Title"), self.title),
            "description": Field(tr("Description"), self.description),
        }
        self.faults = Faults(self._fields)
        self.add_button = button(tr("Add to the show"), self._add, kind="main", icon="playlist-plus")
        self._build()

    def begin(self, show: Show) -> None:
        """Choose for this show."""
        self._show = show
        self.heading.setText(tr("Add an episode to {name}", name=show.name))
        self.faults.clear()
        self._tasks.start(self._load(), replacing="candidates")

    async def _load(self) -> None:
        client = self._desk.client
        assert client is not None
        self.candidates.replace(await client.episodes.unallocated())
        self._pages.setCurrentIndex(0 if self.candidates.rows else 1)
        self.add_button.setEnabled(bool(self.candidates.rows))
        if self.candidates.rows:
            self.table.selectRow(0)
            self.table.setFocus()

    def _chosen(self, episode: Episode | None) -> None:
        self.title.setText(episode.title if episode else "")
        self.description.setPlainText(episode.description if episode else "")

    def _add(self) -> None:
        episode = self.table.current()
        if episode is not None and self._show is not None and self.add_button.isEnabled():
            self._tasks.start(self._put_in(self._show, episode), replacing="add", on_error=self._failed)

    async def _put_in(self, show: Show, episode: Episode) -> None:
        client = self._desk.client
        assert client is not None
        self.add_button.setEnabled(False)
        title, description = self.title.text().strip(), self.description.toPlainText().strip()
        await client.episodes.add(show.id, episode.request_id, title=title, description=description)
        self.add_button.setEnabled(True)
        self._desk.bar.tell(tr("“{title}” is in the feed of {name}.", title=title or episode.title, name=show.name))
        self.added.emit()

    def _failed(self, error: Exception) -> None:
        self.add_button.setEnabled(True)
        self._desk.complain_at(self.faults, error)

    def _build(self) -> None:
        frame, column = card(spacing=14)
        back = icon_button("arrow-left", tr("Back to the show"), self.left.emit)
        back.setFixedSize(34, 34)
        column.addLayout(row(back, self.heading, None))
        self._pages = PageStack()
        body = QWidget()
        line = QHBoxLayout(body)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(20)
        line.addWidget(self.table, 1)
        side = QVBoxLayout()
        side.setSpacing(12)
        for field in self._fields.values():
            field.setFixedWidth(280)
            side.addWidget(field, 0, Qt.AlignmentFlag.AlignTop)
        side.addStretch(1)
        self.add_button.setMinimumHeight(38)
        side.addWidget(self.add_button)
        line.addLayout(side)
        self._pages.addWidget(body)
        self._pages.addWidget(self.none)
        column.addLayout(self._pages, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)
