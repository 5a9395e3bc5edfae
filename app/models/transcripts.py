"""The transcript as a list that knows which line sounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from app.client.requests import SpokenLine, SpokenScript
from app.language import tr
from app.models import phrases
from app.models.tables import ROW_ROLE, Index

SOUNDING_ROLE = ROW_ROLE + 1
"""Whether a line is the one that sounds."""
SPEAKER_ROLE = ROW_ROLE + 2
"""The speaker's number, from 0 in order of appearance."""
LONG_NAME = 16
"""A name of more letters is told when the pointer rests on its line: it may be cut off."""


class TranscriptLines(QAbstractListModel):
    """The lines of one script."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._script = SpokenScript("")
        self._speakers: dict[str, int] = {}
        self._names: dict[str, str] = {}
        self._sounding = -1

    def rowCount(self, parent: Index | None = None) -> int:
        """How many lines there are."""
        return 0 if parent is not None and parent.isValid() else len(self._script.lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A line's words, for screen readers with speaker and time, or its parts by role."""
        if not index.isValid() or index.row() >= len(self._script.lines):
            return None
        line = self._script.lines[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return line.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self.name_of(line.speaker)}, {phrases.clock(line.start_ms / 1000)}: {line.text}"
        if role == Qt.ItemDataRole.ToolTipRole:
            name = self.name_of(line.speaker)
            return name if len(name) > LONG_NAME else None
        own = {ROW_ROLE: line, SOUNDING_ROLE: index.row() == self._sounding, SPEAKER_ROLE: self._speakers[line.speaker]}
        return own.get(role)

    def show(self, script: SpokenScript, *, voices: tuple[str, ...] = ()) -> None:
        """Show another script; `voices` are the names of its speakers, in their order."""
        self.beginResetModel()
        self._script, self._sounding = script, -1
        labels = sorted({line.speaker for line in script.lines})
        self._speakers = {label: place for place, label in enumerate(labels)}
        self._names = {
            label: voices[place].partition(" (")[0] if place < len(voices) else tr("Speaker {place}", place=place + 1)
            for label, place in self._speakers.items()
        }
        self.endResetModel()

    def line(self, row: int) -> SpokenLine | None:
        """The line at this place, if there is one."""
        return self._script.lines[row] if 0 <= row < len(self._script.lines) else None

    @property
    def names(self) -> Mapping[str, str]:
        """What people call each speaker, in the order of their labels."""
        return dict(self._names)

    def name_of(self, speaker: str) -> str:
        """What people call a speaker."""
        return self._names.get(speaker, speaker)

    def follow(self, position_ms: int) -> int | None:
        """Mark the line that sounds at a position; answers its place when it is another one than before."""
        place = self._script.line_at(position_ms)
        if place == self._sounding:
            return None
        before, self._sounding = self._sounding, place
        for changed in (before, place):
            if changed >= 0:
                index = self.index(changed, 0, QModelIndex())
                self.dataChanged.emit(index, index, [SOUNDING_ROLE])
        return place
