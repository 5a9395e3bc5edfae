"""The order of a show's episodes: seasons and numbers, by dragging or by keys."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QSpinBox, QVBoxLayout, QWidget

from app.client.episodes import Episode
from app.client.shows import Show
from app.language import tr, trn
from app.models.episode_order import OrderedEpisodes
from app.models.tables import ROW_ROLE
from app.panels.panel import Desk
from app.tasks import Tasks
from app.theme import look
from app.widgets.buttons import button, icon_button
from app.widgets.cards import WrappedLabel, card, label, row
from app.widgets.forms import Field

LARGEST_SEASON = 999


class OrderList(QListView):
    """The list; Alt and an arrow key ask to move the selected row."""

    moved = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Alt with up or down moves."""
        by = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if by is not None and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.moved.emit(by)
        else:
            super().keyPressEvent(event)


class OrderPage(QWidget):
    """The page. `left` asks to go back, `kept` tells that numbers have changed."""

    left = Signal()
    kept = Signal()

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._show: Show | None = None
        self.heading = label("", "heading")
        self.rows = OrderedEpisodes(self)
        self.list = OrderList()
        self.list.setAccessibleName(tr("Episodes in order"))
        self.list.setAccessibleDescription(tr("Alt with up and down moves the episode."))
        look(self.list, "lines")
        self.list.setModel(self.rows)
        self.list.setUniformItemSizes(True)
        self.list.setSpacing(3)
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.list.selectionModel().currentChanged.connect(lambda now, _before: self._chosen(now))
        self.up_button = icon_button("arrow-up", tr("Earlier (Alt+Up)"), lambda: self.shift(-1))
        self.down_button = icon_button("arrow-down", tr("Later (Alt+Down)"), lambda: self.shift(1))
        self.season = QSpinBox()
        self.season.setRange(0, LARGEST_SEASON)
        self.season.setSpecialValueText(tr("None"))
        self.season.setFixedWidth(110)
        # A style sheet's padding is lost on a spin box without arrows.
        self.season.lineEdit().setTextMargins(10, 0, 0, 0)
        self.season.editingFinished.connect(self._set_season)
        self.told = label("", "muted")
        self.keep_button = button(tr("Save the numbers"), self._keep, kind="main", keys="Ctrl+S")
        self.list.moved.connect(self.shift)
        self.rows.edited.connect(self._show_count)
        self._build()

    def begin(self, show: Show, episodes: tuple[Episode, ...]) -> None:
        """Order these episodes of a show."""
        self._show = show
        self.heading.setText(tr("Order of {name}", name=show.name))
        self.rows.show(episodes)
        if self.rows.rowCount():
            self.list.setCurrentIndex(self.rows.index(0, 0))
        self._show_count()

    def arrive(self) -> None:
        """The arrow keys go from episode to episode."""
        self.list.setFocus()

    def shift(self, by: int) -> None:
        """Move the selected episode by so many places."""
        place = self.list.currentIndex().row()
        if self.rows.move(place, place + by):
            self.list.setCurrentIndex(self.rows.index(place + by, 0))

    def _chosen(self, index: QModelIndex) -> None:
        episode = index.data(ROW_ROLE)
        if isinstance(episode, Episode):
            self.season.setValue(episode.season)

    def _set_season(self) -> None:
        self.rows.set_season(self.list.currentIndex().row(), self.season.value())

    def _show_count(self) -> None:
        count = len(self.rows.changed)
        self.told.setText(
            trn("{count} episode gets another number", "{count} episodes get another number", count) if count else ""
        )
        self.keep_button.setEnabled(bool(count))

    def _keep(self) -> None:
        self.keep_button.setEnabled(False)
        self._tasks.start(self._kept(), replacing="order")

    async def _kept(self) -> None:
        client = self._desk.client
        assert client is not None
        changed = self.rows.changed
        for episode, season, number in changed:
            await client.episodes.change(
                episode.id, title=episode.title, description=episode.description, season=season, number=number
            )
        self._desk.bar.tell(
            trn("{count} episode has another number.", "{count} episodes have another number.", len(changed))
        )
        self.kept.emit()

    def _build(self) -> None:
        frame, column = card(padding=16, spacing=12)
        back = icon_button("arrow-left", tr("Back to the show"), self.left.emit, keys="Alt+Left")
        back.setFixedSize(34, 34)
        column.addLayout(row(back, self.heading, None))
        column.addWidget(
            WrappedLabel(
                tr(
                    "Drag an episode, or move it with Alt and the arrow keys; each season counts from 1. "
                    "Directories show a serial show in this order, an episodic one by date. Trailers and "
                    "bonus episodes have no number."
                ),
                "muted",
            )
        )
        column.addWidget(self.list, 1)
        for made in (self.up_button, self.down_button):
            made.setFixedSize(38, 38)
        self.keep_button.setMinimumHeight(38)
        season = Field(tr("Season from here on"), self.season)
        season.caption_hidden()
        words = label(tr("Season from here on"), "muted")
        column.addLayout(row(self.up_button, self.down_button, words, season, None, self.told, self.keep_button))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)
