"""The episodes of a show in the order in which they count: moved by hand, numbered from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, Signal

from app.client.episodes import Episode
from app.language import tr
from app.models.tables import ROW_ROLE

Index = QModelIndex | QPersistentModelIndex
MIME = "application/x-quillcast-row"
ROW_HEIGHT = 38
_BEGINNING = datetime.min.replace(tzinfo=UTC)


class OrderedEpisodes(QAbstractListModel):
    """Full episodes, the first one first. `edited` tells that the order or a season has changed."""

    edited = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._episodes: list[Episode] = []
        self._before: dict[int, tuple[int, int]] = {}

    def show(self, episodes: Iterable[Episode]) -> None:
        """Show a show's episodes: by season and number, those without one by date behind them."""
        self.beginResetModel()
        full = [episode for episode in episodes if episode.type == "full"]
        self._episodes = sorted(
            full, key=lambda e: (e.season or 10**6, e.number or 10**6, e.published_on or _BEGINNING, e.id)
        )
        self._before = {episode.id: (episode.season, episode.number) for episode in full}
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """How many episodes there are."""
        return 0 if parent is not None and parent.isValid() else len(self._episodes)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Season, number and title."""
        if not index.isValid() or index.row() >= len(self._episodes):
            return None
        episode = self._episodes[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            number = self._numbers()[index.row()]
            title = episode.title or tr("Untitled")
            if episode.season:
                return tr("Season {season} · {number}   {title}", season=episode.season, number=number, title=title)
            return f"{number}   {title}"
        if role == Qt.ItemDataRole.SizeHintRole:
            return QSize(0, ROW_HEIGHT)
        return episode if role == ROW_ROLE else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Rows can be dragged, and dropped between rows."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else flags | Qt.ItemFlag.ItemIsDropEnabled

    def supportedDropActions(self) -> Qt.DropAction:
        """Rows are moved."""
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:
        """Rows of this list only."""
        return [MIME]

    def mimeData(self, indexes: Iterable[QModelIndex]) -> QMimeData:
        """The row that is dragged."""
        data = QMimeData()
        data.setData(MIME, str(next(iter(indexes)).row()).encode())
        return data

    def dropMimeData(self, data: QMimeData, action: Qt.DropAction, row: int, _column: int, parent: Index) -> bool:
        """Move the dragged row before the one it was dropped on. Answers no, so that the view removes nothing."""
        if action == Qt.DropAction.MoveAction and data.hasFormat(MIME):
            target = row if row >= 0 else (parent.row() if parent.isValid() else len(self._episodes))
            source = int(bytes(data.data(MIME).data()).decode())
            self.move(source, target - 1 if target > source else target)
        return False

    def move(self, source: int, target: int) -> bool:
        """Put a row where another one is; it joins that one's season."""
        count = len(self._episodes)
        if source == target or not (0 <= source < count and 0 <= target < count):
            return False
        self.beginMoveRows(QModelIndex(), source, source, QModelIndex(), target + (target > source))
        season = self._episodes[target].season
        episode = self._episodes.pop(source)
        self._episodes.insert(target, replace(episode, season=season))
        self.endMoveRows()
        self._tell()
        return True

    def set_season(self, row: int, season: int) -> bool:
        """Say which season begins or goes on here; the rows behind it that were in the same one follow."""
        if not 0 <= row < len(self._episodes) or self._episodes[row].season == season:
            return False
        before = self._episodes[row].season
        for place in range(row, len(self._episodes)):
            if self._episodes[place].season != before:
                break
            self._episodes[place] = replace(self._episodes[place], season=season)
        self._tell()
        return True

    @property
    def changed(self) -> tuple[tuple[Episode, int, int], ...]:
        """The episodes whose season or number is to become another: with season and number."""
        pairs = zip(self._episodes, self._numbers(), strict=True)
        return tuple((e, e.season, n) for e, n in pairs if self._before[e.id] != (e.season, n))

    def _numbers(self) -> list[int]:
        """Each season counts from 1."""
        counted: dict[int, int] = {}
        numbers = []
        for episode in self._episodes:
            counted[episode.season] = counted.get(episode.season, 0) + 1
            numbers.append(counted[episode.season])
        return numbers

    def _tell(self) -> None:
        self.dataChanged.emit(self.index(0, 0), self.index(len(self._episodes) - 1, 0))
        self.edited.emit()
