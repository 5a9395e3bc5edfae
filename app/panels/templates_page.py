"""Templates: what each makes and for which feeds it runs; run one now, delete one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from app.client.subscribed_feeds import SubscribedFeed
from app.client.templates import Template
from app.language import mark, tr
from app.models import phrases, subscribed_feeds
from app.models.templates import feeds_of, template_rows
from app.panels.panel import Desk
from app.tasks import Tasks
from app.theme import icons
from app.widgets.buttons import button
from app.widgets.cards import ElidedLabel, Facts, WrappedLabel, card, row, rule
from app.widgets.empty import EmptyState
from app.widgets.page_stack import PageStack
from app.widgets.tables import Table

SIDE_WIDTH = 308
RUNS = mark("Runs now with what is new in its feeds, and for each new item by itself.")
RESTS = mark("Choose it at a feed, and it runs for each new item there.")


class TemplatesPage(QWidget):
    """Every template of the account. `restored` tells that one is back, with its subscriptions."""

    restored = Signal()

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._feeds: dict[int, str] = {}
        self._wanted = ""
        self.rows = template_rows(self)
        self.table = Table(name=tr("Templates"), widths={1: 110, 2: 110, 3: 116}, optional=3, below=560)
        self.table.setModel(self.rows)
        self.table.quiet(1, 2, 3)
        self.table.current_changed.connect(self._show)
        self.table.deleted.connect(self.delete)
        self.table.menu_asked.connect(self._menu)
        self.empty = EmptyState(
            "file-refresh-outline",
            tr("No template yet"),
            tr("A template is an order that waits. It runs when you want, or for each new item of a feed."),
            action=tr("Make one in Create"),
            clicked=lambda: desk.go("create"),
        )
        self.name = ElidedLabel("", "heading")
        self.note = WrappedLabel("", "muted")
        self.facts = Facts()
        self.delete_button = button(tr("Delete"), self._delete_current, icon="delete-outline")
        self.run_button = button(tr("Run now"), self._run_current, icon="play", kind="main")
        self._build()

    def show_templates(self, templates: Sequence[Template], feeds: Sequence[SubscribedFeed]) -> None:
        """Show these; the selected one stays selected."""
        self._feeds = {feed.id: subscribed_feeds.name_of(feed) for feed in feeds}
        selected = self._wanted or (self.table.current().id if self.table.current() else "")
        place = max(self.table.currentIndex().row(), 0)
        if list(self.rows.rows) != list(templates):
            self.rows.replace(templates)
        if self.rows.place_of(self._wanted) >= 0:
            self._wanted = ""
        self._choose(selected, place)

    def open(self, template_id: str) -> None:
        """Select a template once it is listed."""
        self._wanted = template_id

    def arrive(self) -> None:
        """The arrow keys go to the table."""
        self.table.setFocus()

    def delete(self, template: Template) -> None:
        """Delete a template; the message bar takes it back."""
        self._tasks.start(self._delete(template))

    def _build(self) -> None:
        body = QWidget()
        line = QHBoxLayout(body)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(16)
        frame, column = card(padding=6, spacing=0)
        column.addWidget(self.table)
        line.addWidget(frame, 1)
        side, inside = card(spacing=12)
        side.setFixedWidth(SIDE_WIDTH)
        inside.addWidget(self.name)
        inside.addWidget(self.note)
        inside.addWidget(rule())
        inside.addWidget(self.facts)
        inside.addStretch(1)
        for made in (self.delete_button, self.run_button):
            made.setMinimumHeight(38)
        inside.addLayout(row(self.delete_button, self.run_button, stretch_at=1))
        line.addWidget(side)
        none, middle = card(padding=0)
        middle.addWidget(self.empty)
        self._pages = PageStack(self)
        self._pages.setContentsMargins(0, 0, 0, 0)
        self._pages.addWidget(body)
        self._pages.addWidget(none)

    def _choose(self, selected: str = "", place: int = 0) -> None:
        count = len(self.rows.rows)
        self._pages.setCurrentIndex(0 if count else 1)
        if count:
            found = self.rows.place_of(selected)
            self.table.selectRow(found if found >= 0 else min(place, count - 1))
        self._show(self.table.current())

    def _show(self, template: Template | None) -> None:
        if template is None:
            return
        self.name.setText(template.name or tr("Untitled template"))
        self.note.setText(tr(RUNS) if template.feed_ids else tr(RESTS))
        self.facts.show_facts(
            [
                (tr("Makes"), phrases.output(template.output_type) if template.output_type else ""),
                (tr("Runs for"), feeds_of(template, self._feeds) or tr("No feed yet")),
                (tr("Saved"), phrases.ago(template.created_on)),
            ]
        )

    def _menu(self, template: Template, place: QPoint) -> None:
        menu = QMenu(self)
        menu.addAction(icons.icon("play"), tr("Run now")).triggered.connect(lambda: self._run(template))
        menu.addAction(icons.icon("delete-outline"), tr("Delete")).triggered.connect(lambda: self.delete(template))
        menu.exec(place)
        menu.deleteLater()

    def _run_current(self) -> None:
        if self.table.current() is not None:
            self._run(self.table.current())

    def _run(self, template: Template) -> None:
        self.run_button.setEnabled(False)
        self._tasks.start(self._start(template), on_error=self._not_run)

    async def _start(self, template: Template) -> None:
        assert self._desk.client is not None
        request_id = await self._desk.client.templates.run(template.id)
        self.run_button.setEnabled(True)
        self._desk.bar.tell(
            tr("“{name}” runs.", name=template.name or tr("Untitled template")),
            action=tr("Show it"),
            todo=lambda: self._desk.go("queue", request_id),
        )

    def _not_run(self, error: Exception) -> None:
        self.run_button.setEnabled(True)
        self._desk.bar.complain(error)

    def _delete_current(self) -> None:
        if self.table.current() is not None:
            self.delete(self.table.current())

    async def _delete(self, template: Template) -> None:
        client = self._desk.client
        assert client is not None
        await client.templates.remove(template.id)
        self.rows.remove(template.id)
        self._choose()
        self._desk.bar.tell(
            tr("Deleted “{name}”.", name=template.name or tr("Untitled template")),
            action=tr("Undo"),
            todo=lambda: self._tasks.start(self._restore(template)),
        )

    async def _restore(self, template: Template) -> None:
        client = self._desk.client
        assert client is not None
        await client.requests.restore(template.id)
        self._wanted = template.id
        self.restored.emit()
