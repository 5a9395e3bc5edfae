"""The queue: everything that was asked for, live, and what can be done about each."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtGui import QKeySequence, QShortcut, Qt
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from app.client.events import Event
from app.client.outcomes import Kind
from app.client.requests import Row, RowPage, State, changed_by
from app.language import number, told, tr, trn
from app.models import orders, outputs, requests
from app.models.requests import QueueRows
from app.panels.panel import Desk, Panel
from app.panels.request_card import RequestCard
from app.settings.session import Shown
from app.theme import icons
from app.widgets.buttons import Segments, button
from app.widgets.cards import ElidedLabel, card, label
from app.widgets.empty import EmptyState
from app.widgets.page_stack import PageStack
from app.widgets.search import SearchField
from app.widgets.tables import Pill, PillDelegate, Table, ToneDelegate

PAGE = 200
SETTLE_MS = 300
"""How long the list waits for more news before it is read anew."""

TONES = {
    State.QUEUED: "muted",
    State.PROCESSING: "accent",
    State.WAITING: "warning",
    State.DONE: "good",
    State.FAILED: "bad",
    State.CANCELLED: "muted",
}

PLACES = {int(kind): "recordings" for kind in (Kind.SEPARATED, Kind.MATCHED, Kind.TRANSCRIBED)}
"""Where results are opened that the player has no view for."""


def pill_of(row: Row) -> Pill:
    """The pill of a row."""
    return Pill(TONES[row.state], row.status / 100 if row.state is State.PROCESSING else None)


class QueuePanel(Panel):
    """Search, filter, a table, and the selected request beside it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.rows = QueueRows(self)
        self.rows.wanted.connect(lambda after: self.tasks.start(self._more(after), on_error=self._more_failed))
        self.search = SearchField(tr("Search requests…"))
        self.search.setFixedWidth(210)
        self.search.searched.connect(lambda _text: self._start_over())
        self.filter = Segments(told(requests.FILTERS), name=tr("Shown"))
        self.filter.chosen.connect(lambda _value: self._start_over())
        self.summary = ElidedLabel("", "muted")
        self.table = Table(name=tr("Requests"), widths={1: 100, 2: 118, 3: 152, 4: 66}, optional=1, below=640)
        self.table.setModel(self.rows)
        self.table.setItemDelegateForColumn(2, PillDelegate(self.table, pill_of))
        self.table.setItemDelegateForColumn(3, ToneDelegate(self.table, _now_tone))
        self.table.quiet(1, 4)
        self.empty = EmptyState(
            "playlist-play",
            tr("Nothing here yet"),
            tr("What you create appears here while it is made, and stays until you delete it."),
            action=tr("Create an episode"),
            clicked=lambda: desk.go("create"),
        )
        self.card = RequestCard(desk)
        self._wanted = ""
        self._counts: dict[str, int] = {}
        self._build()
        self._listen()
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self.reload)

    def state(self) -> Shown:
        """The filter, the words that are searched for, and the request."""
        selected = self.table.current()
        return {"filter": self.filter.value(), "search": self.search.text(), "open": selected.id if selected else ""}

    def resume(self, state: Shown) -> None:
        """Take them again."""
        self.filter.choose(str(state.get("filter") or ""))
        self.search.begin_with(str(state.get("search") or ""))
        self._wanted = str(state.get("open") or "")

    async def refresh(self) -> None:
        """Read the first page for this filter and search."""
        page = await self.client.requests.page(search=self.search.text().strip(), state=self.filter.value(), limit=PAGE)
        selected = self.table.current()
        keep = self._wanted or (selected.id if selected else "")
        self.rows.refresh_page(page)
        self._counts = dict(page.counts)
        self._show_counts(page.total)
        self._show_empty()
        self._select(keep)

    def take(self, event: Event) -> None:
        """A request changed, came or went."""
        if event.noun != "request":
            return
        if event.name == "request.deleted":
            self._forget(event.subject)
            self._settle.start()
            return
        before = self.rows.row_of(event.subject)
        if before is None:
            # A new one: whether it belongs here, and where, is the server's to tell, once things settle.
            self._settle.start()
            return
        row = changed_by(before, event.data)
        self.rows.update(row)
        if self.card.row is not None and self.card.row.id == row.id:
            self.card.show_row(row)
            self.desk.note_episode(row)
        if row.state is not before.state:
            self._settle.start()

    def open(self, payload: object) -> None:
        """Select a request, once it is listed."""
        self._wanted = str(payload or "")
        self.reload()

    def arrive(self) -> None:
        """The arrow keys go to the table."""
        self.table.setFocus()
        if self.table.current() is None:
            self._select("")

    def go_to_search(self) -> None:
        """Go to the search field."""
        self.search.setFocus()
        self.search.selectAll()

    def _build(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label(tr("Queue"), "title"))
        words.addWidget(self.summary)
        create = button(tr("Create"), lambda: self.desk.go("create"), icon="plus", kind="main")
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addLayout(words, 1)
        for made in (self.filter, self.search, create):
            made.setFixedHeight(38)
            top.addWidget(made, 0, Qt.AlignmentFlag.AlignVCenter)
        self.page.addLayout(top)
        frame, column = card(padding=6, spacing=0)
        self._pages = PageStack()
        holder = QWidget()
        holder.setLayout(self._pages)
        self._pages.addWidget(self.table)
        self._pages.addWidget(self.empty)
        column.addWidget(holder)
        body = QHBoxLayout()
        body.setSpacing(16)
        body.addWidget(frame, 1)
        body.addWidget(self.card)
        self.page.addLayout(body, 1)

    def _listen(self) -> None:
        self.table.current_changed.connect(self.card.show_row)
        self.table.current_changed.connect(self.desk.note_episode)
        self.table.opened.connect(self._open_row)
        self.table.deleted.connect(self.delete)
        self.table.menu_asked.connect(self._menu)
        self.card.asked.connect(self._asked)
        refresh = QShortcut(QKeySequence("F5"), self)
        refresh.activated.connect(self.reload)

    def _start_over(self) -> None:
        self._wanted = ""
        self.rows.replace_page(RowPage(()))
        self.reload()

    async def _more(self, after: str) -> None:
        page = await self.client.requests.page(
            search=self.search.text().strip(), state=self.filter.value(), after=after, limit=PAGE
        )
        self.rows.append_page(page)

    def _more_failed(self, error: Exception) -> None:
        self.rows.give_up()
        self.desk.bar.complain(error)

    def _select(self, request_id: str) -> None:
        place = self.rows.place_of(request_id)
        if place >= 0 and request_id == self._wanted:
            self._wanted = ""
        if place < 0 and self.table.currentIndex().isValid():
            place = self.table.currentIndex().row()
        if place < 0 and self.rows.rows:
            place = 0
        if place >= 0:
            self.table.selectRow(place)
            self.card.show_row(self.rows.rows[place])
            self.desk.note_episode(self.rows.rows[place])
        else:
            self.card.show_row(None)

    def _show_counts(self, total: int) -> None:
        counts = self._counts
        if counts and not any(counts.values()):
            self.summary.setText(tr("What is being made, and what came of it."))
            return
        said = [
            tr("{number} running", number=counts.get("processing", 0)),
            tr("{number} waiting", number=counts.get("queued", 0)),
            tr("{number} done", number=number(counts.get("done", 0))),
        ]
        if counts.get("failed"):
            said.append(tr("{number} failed", number=counts["failed"]))
        self.summary.setText(" · ".join(said) if counts else trn("{count} request", "{count} requests", total))

    def _show_empty(self) -> None:
        none = not self.rows.rows
        self._pages.setCurrentWidget(self.empty if none else self.table)
        if not none:
            return
        if self.search.text().strip() or self.filter.value() != "all":
            self.empty.say(
                tr("Nothing found"), tr("No request fits this search and filter."), action=False, icon="magnify"
            )
        else:
            self.empty.say(
                tr("Nothing here yet"),
                tr("What you create appears here while it is made, and stays until you delete it."),
                icon="playlist-play",
            )

    def _open_row(self, row: Row) -> None:
        if row.state in (State.DONE, State.WAITING):
            usual = "reader" if row.output_type in outputs.READ else "player"
            if row.state is State.WAITING:
                usual = "desk"
            self.desk.go(PLACES.get(row.kind, usual), row.id)

    def _asked(self, what: str) -> None:
        row = self.card.row
        if row is None:
            return
        calls: dict[str, Callable[[Row], Coroutine[Any, Any, None]]] = {
            "cancel": self._cancel,
            "retry": self._retry,
            "approve": self._approve,
            "duplicate": self._duplicate,
            "delete": self._delete,
        }
        if what == "open":
            self._open_row(row)
        else:
            self.tasks.start(calls[what](row))

    def delete(self, row: Row) -> None:
        """Delete a request; the message bar takes it back."""
        self.tasks.start(self._delete(row))

    async def _cancel(self, row: Row) -> None:
        await self.client.requests.cancel(row.id)
        await self.refresh()

    async def _retry(self, row: Row) -> None:
        await self.client.requests.retry(row.id)
        await self.refresh()

    async def _approve(self, row: Row) -> None:
        await self.client.requests.approve(row.id)
        await self.refresh()

    async def _duplicate(self, row: Row) -> None:
        detail = await self.client.requests.detail(row.id)
        self.desk.go("create", orders.order_from(detail.order))

    async def _delete(self, row: Row) -> None:
        place = self.rows.place_of(row.id)
        await self.client.requests.delete(row.id)
        self._forget(row.id)
        if self.rows.rows:
            self.table.selectRow(min(max(place, 0), len(self.rows.rows) - 1))
        self.desk.bar.tell(
            tr("Deleted “{title}”.", title=row.title or tr("Untitled")),
            action=tr("Undo"),
            todo=lambda: self.tasks.start(self._restore(row)),
        )
        await self.refresh()

    async def _restore(self, row: Row) -> None:
        await self.client.requests.restore(row.id)
        self._wanted = row.id
        await self.refresh()

    def _forget(self, request_id: str) -> None:
        if self.rows.remove(request_id) is not None:
            self._show_empty()

    def _menu(self, row: Row, place: QPoint) -> None:
        menu = QMenu(self)
        for what, text, icon in actions_for(row):
            menu.addAction(icons.icon(icon), text).triggered.connect(lambda _on=False, what=what: self._asked(what))
        menu.exec(place)
        menu.deleteLater()


def actions_for(row: Row) -> list[tuple[str, str, str]]:
    """What can be done with a request now: name, words, icon."""
    state = row.state
    offered = []
    if state is State.DONE:
        offered.append(("open", tr("Open"), "play"))
    if state is State.WAITING:
        offered += [("open", tr("Edit the script"), "text-box-edit-outline"), ("approve", tr("Approve"), "check")]
    if not row.ended:
        offered.append(("cancel", tr("Cancel"), "stop-circle-outline"))
    if state in (State.FAILED, State.CANCELLED):
        offered.append(("retry", tr("Retry"), "refresh"))
    return [*offered, ("duplicate", tr("Duplicate…"), "content-duplicate"), ("delete", tr("Delete"), "delete-outline")]


def _now_tone(row: Row) -> str:
    return "bad" if row.state is State.FAILED else "muted"
