"""A transcript that can be corrected: words changed, speakers named."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal

from app.client.requests import SpokenLine, SpokenScript
from app.models.tables import Index
from app.models.transcripts import TranscriptLines


class EditedLines(TranscriptLines):
    """Lines whose words can be changed. `edited` tells of every change that is to be kept."""

    edited = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heard: tuple[SpokenLine, ...] = ()

    @property
    def lines(self) -> tuple[SpokenLine, ...]:
        """The lines as they are now."""
        return self._script.lines

    @property
    def changed(self) -> bool:
        """Whether words differ from what was heard."""
        return self._script.lines != self._heard

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every line can be edited."""
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable if index.isValid() else super().flags(index)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Take other words for a line; nothing but spaces is refused."""
        words = " ".join(str(value).split())
        line = self.line(index.row()) if index.isValid() else None
        if role != Qt.ItemDataRole.EditRole or line is None or not words:
            return False
        if words != line.text:
            self._put(index.row(), dataclasses.replace(line, text=words))
            self.edited.emit()
        return True

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """As in any transcript; an editor begins with the words."""
        return super().data(index, Qt.ItemDataRole.DisplayRole if role == Qt.ItemDataRole.EditRole else role)

    def show_heard(self, script: SpokenScript, *, words: Mapping[int, str], names: Mapping[str, str]) -> None:
        """Show what was heard with the corrections that were kept: words by line, names by speaker."""
        self._heard = script.lines
        lines = tuple(
            dataclasses.replace(line, text=words[place]) if words.get(place) else line
            for place, line in enumerate(script.lines)
        )
        self.show(dataclasses.replace(script, lines=lines))
        for speaker, name in names.items():
            if speaker in self._names and name:
                self._names[speaker] = name

    def rename(self, speaker: str, name: str) -> None:
        """Call a speaker by another name; an empty one is not taken."""
        wanted = " ".join(name.split())
        if not wanted or self._names.get(speaker) in (None, wanted):
            return
        self._names[speaker] = wanted
        if self._script.lines:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._script.lines) - 1, 0))
        self.edited.emit()

    def take_back(self) -> None:
        """Show what was heard again."""
        self.beginResetModel()
        self._script = dataclasses.replace(self._script, lines=self._heard)
        self.endResetModel()
        self.edited.emit()

    def corrections(self) -> dict[int, str]:
        """The words that were changed, by line."""
        pairs = zip(self._heard, self._script.lines, strict=True)
        return {place: now.text for place, (before, now) in enumerate(pairs) if now.text != before.text}

    def _put(self, place: int, line: SpokenLine) -> None:
        lines = (*self._script.lines[:place], line, *self._script.lines[place + 1 :])
        self._script = dataclasses.replace(self._script, lines=lines)
        index = self.index(place, 0, QModelIndex())
        self.dataChanged.emit(index, index)
