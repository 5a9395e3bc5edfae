"""Episodes that no show holds: dragged onto a show in the list, or put into one by button and key."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QMimeData, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QDrag, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QMenu, QVBoxLayout, QWidget

from app.client.episodes import Episode
from app.client.shows import Show
from app.language import tr, trn
from app.models.episodes import candidate_rows
from app.models.tables import ROW_ROLE
from app.panels.panel import Desk
from app.tasks import Tasks
from app.widgets.buttons import button, icon_button
from app.widgets.cards import WrappedLabel, card, label, row
from app.widgets.empty import EmptyState
from app.widgets.forms import Choice
from app.widgets.page_stack import PageStack
from app.widgets.tables import Table

MIME = "application/x-quillcast-episodes"


class EpisodeTable(Table):
    """A table whose rows can be dragged out; Ctrl and Shift choose several."""

    put_asked = Signal()

    def __init__(self, name: str) -> None:
        super().__init__(name=name, widths={1: 140, 2: 90})
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragEnabled(True)

    def chosen(self) -> tuple[Episode, ...]:
        """The selected episodes, from top to bottom."""
        indexes: Sequence[QModelIndex] = self.selectionModel().selectedRows()
        return tuple(index.data(ROW_ROLE) for index in sorted(indexes, key=lambda index: index.row()))

    def dragged(self) -> QMimeData:
        """What a drag carries: the episodes' numbers."""
        data = QMimeData()
        chosen = self.chosen()
        data.setData(MIME, "\n".join(str(episode.id) for episode in chosen).encode())
        return data

    def startDrag(self, _actions: Qt.DropAction) -> None:
        """Take the selected rows along."""
        if not self.chosen():
            return
        drag = QDrag(self)
        drag.setMimeData(self.dragged())
        drag.exec(Qt.DropAction.CopyAction)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter puts the selected ones into the chosen show."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.put_asked.emit()
        else:
            super().keyPressEvent(event)


class UnallocatedPage(QWidget):
    """The list. `left` asks to go back, `put` tells that a show has more episodes now."""

    left = Signal()
    put = Signal(str)

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._shows: tuple[Show, ...] = ()
        self.rows = candidate_rows(self)
        self.table = EpisodeTable(tr("Episodes in no show"))
        self.table.setModel(self.rows)
        self.table.quiet(1, 2)
        self.table.put_asked.connect(self._put_chosen)
        self.table.opened.connect(lambda episode: desk.go("player", episode.request_id))
        self.table.menu_asked.connect(self._menu)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._show_count())
        self.show_choice = Choice()
        self.show_choice.setAccessibleName(tr("Show"))
        self.show_choice.setMinimumWidth(200)
        self.put_button = button(tr("Put into the show"), self._put_chosen, icon="playlist-plus", kind="main")
        self.told = label("", "muted")
        self.none = EmptyState(
            "check-circle-outline",
            tr("Every episode is in a show"),
            tr("Finished audio that no show holds appears here."),
        )
        self._build()

    def show_shows(self, shows: Sequence[Show]) -> None:
        """Offer these shows."""
        self._shows = tuple(shows)
        self.show_choice.offer([(show.id, show.name) for show in shows])

    async def load(self) -> None:
        """Read the list."""
        client = self._desk.client
        if client is None:
            return
        found = await client.episodes.every_unallocated()
        if list(found) != list(self.rows.rows):
            self.rows.replace(found)
            if found:
                self.table.selectRow(0)
        self._pages.setCurrentIndex(0 if found else 1)
        self._show_count()

    def arrive(self) -> None:
        """The arrow keys go from row to row."""
        self.table.setFocus()

    def put_into(self, show_id: str, episodes: Sequence[int]) -> None:
        """Put episodes into a show."""
        if show_id and episodes:
            self._tasks.start(self._put(show_id, tuple(episodes)))

    def _put_chosen(self) -> None:
        show = self.show_choice.currentData()
        self.put_into(str(show or ""), [episode.id for episode in self.table.chosen()])

    async def _put(self, show_id: str, episodes: Sequence[int]) -> None:
        client = self._desk.client
        assert client is not None
        # Oldest first: an episode's date in the feed is when it came into the show.
        for episode in reversed(episodes):
            await client.episodes.put(show_id, episode)
        name = next((show.name for show in self._shows if show.id == show_id), tr("the show"))
        self._desk.bar.tell(
            trn("{count} episode is in {name} now.", "{count} episodes are in {name} now.", len(episodes), name=name),
            action=tr("Open the show"),
            todo=lambda: self._desk.go("shows", show_id),
        )
        await self.load()
        self.put.emit(show_id)

    def _menu(self, _episode: Episode, place: QPoint) -> None:
        menu = QMenu(self)
        for show in self._shows:
            menu.addAction(tr("Put into {name}", name=show.name)).triggered.connect(
                lambda _on=False, show=show: self.put_into(show.id, [e.id for e in self.table.chosen()])
            )
        menu.popup(place)

    def _show_count(self) -> None:
        count = len(self.table.chosen())
        self.told.setText(
            trn("{count} episode selected", "{count} episodes selected", count) if count else tr("Select episodes")
        )
        self.put_button.setEnabled(bool(count) and bool(self._shows))

    def _build(self) -> None:
        frame, column = card(padding=16, spacing=12)
        back = icon_button("arrow-left", tr("Back to the show"), self.left.emit, keys="Alt+Left")
        back.setFixedSize(34, 34)
        column.addLayout(row(back, label(tr("Episodes in no show"), "heading"), None))
        column.addWidget(
            WrappedLabel(
                tr(
                    "Drag them onto a show at the left, or choose a show below and press Enter. Ctrl and "
                    "Shift select several."
                ),
                "muted",
            )
        )
        holder = QWidget()
        self._pages = PageStack(holder)
        self._pages.addWidget(self.table)
        self._pages.addWidget(self.none)
        column.addWidget(holder, 1)
        for made in (self.show_choice, self.put_button):
            made.setFixedHeight(38)
        column.addLayout(row(self.told, None, self.show_choice, self.put_button))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)
        self._show_count()


def episodes_in(data: QMimeData) -> tuple[int, ...]:
    """The numbers of the episodes that a drag carries."""
    if not data.hasFormat(MIME):
        return ()
    return tuple(int(each) for each in bytes(data.data(MIME).data()).decode().split("\n") if each)
