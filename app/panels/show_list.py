"""The shows at the left; episodes can be dropped on them."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.client.shows import Show
from app.language import tr
from app.panels.unallocated import episodes_in
from app.theme import mark
from app.widgets.artwork import Cover
from app.widgets.cards import ElidedLabel

ROLE = int(Qt.ItemDataRole.UserRole)
ROW = 64


class ShowList(QListWidget):
    """The list. `dropped` carries a show's id and the numbers of the episodes that were dropped on it."""

    dropped = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Shows"))
        self.setSpacing(2)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DropOnly)
        self.setDropIndicatorShown(False)

    @property
    def current(self) -> Show | None:
        """The show that is selected."""
        return self._show_of(self.currentItem())

    def fill(self, shows: Iterable[Show], covers: dict[str, bytes]) -> None:
        """List these shows, and tell nobody of it."""
        self.blockSignals(True)
        self.clear()
        for show in shows:
            item = QListWidgetItem()
            item.setData(ROLE, show)
            item.setData(
                Qt.ItemDataRole.AccessibleTextRole, tr("{name}, by {author}", name=show.name, author=show.author)
            )
            item.setSizeHint(QSize(0, ROW))
            self.addItem(item)
            self.setItemWidget(item, _ShowRow(show, covers.get(show.id, b"")))
        self.blockSignals(False)

    def show_cover(self, show_id: str, content: bytes) -> None:
        """Show the cover of a show."""
        for place in range(self.count()):
            item = self.item(place)
            row = self.itemWidget(item)
            if item.data(ROLE).id == show_id and isinstance(row, _ShowRow):
                row.cover.show_bytes(content)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Episodes can be dropped here."""
        if episodes_in(event.mimeData()):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Mark the show under the pointer."""
        item = self.itemAt(event.position().toPoint())
        self._mark(self._show_of(item))
        event.setAccepted(item is not None and bool(episodes_in(event.mimeData())))

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Back to normal."""
        self._mark(None)
        event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        """Tell which episodes were dropped on which show."""
        self._mark(None)
        show = self._show_of(self.itemAt(event.position().toPoint()))
        episodes = episodes_in(event.mimeData())
        if show is None or not episodes:
            event.ignore()
            return
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.dropped.emit(show.id, episodes)

    def _mark(self, show: Show | None) -> None:
        for place in range(self.count()):
            row = self.itemWidget(self.item(place))
            if row is not None:
                mark(row, "hot", show is not None and self.item(place).data(ROLE).id == show.id)

    @staticmethod
    def _show_of(item: QListWidgetItem | None) -> Show | None:
        found = item.data(ROLE) if item is not None else None
        return found if isinstance(found, Show) else None


class _ShowRow(QWidget):
    """A show in the list: cover, name, author."""

    def __init__(self, show: Show, artwork: bytes) -> None:
        super().__init__()
        self.setObjectName("show-row")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.cover = Cover(44)
        self.cover.show_bytes(artwork)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addStretch(1)
        words.addWidget(ElidedLabel(show.name))
        words.addWidget(ElidedLabel(show.author, "small"))
        words.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(12)
        layout.addWidget(self.cover)
        layout.addLayout(words, 1)
