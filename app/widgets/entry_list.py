"""A few short records in lines: people, places to give; each can be taken out, one more put in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.language import tr
from app.widgets.buttons import button, icon_button
from app.widgets.forms import Line

HEIGHT = 36
PAIR = 2


class EntryList(QWidget):
    """Lines of named texts. `names` are the fields with what stands in an empty one, the first is needed."""

    changed = Signal()

    def __init__(self, name: str, names: Sequence[tuple[str, str, int]], *, add: str) -> None:
        super().__init__()
        self._name = name
        self._names = tuple(names)
        self._rows: list[tuple[QWidget, tuple[Line, ...]]] = []
        self._column = QVBoxLayout()
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self.add_button = button(add, self._add_one, icon="plus", kind="link")
        foot = QHBoxLayout()
        foot.setContentsMargins(0, 0, 0, 0)
        foot.addWidget(self.add_button)
        foot.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(6)
        outer.addLayout(self._column)
        outer.addLayout(foot)

    def show_entries(self, entries: Iterable[Sequence[str]]) -> None:
        """Show these instead; each holds the texts of the fields in their order."""
        for holder, _ in self._rows:
            holder.hide()
            holder.deleteLater()
        self._rows = []
        for texts in entries:
            self._put(texts)

    @property
    def entries(self) -> tuple[tuple[str, ...], ...]:
        """What stands there; lines without anything in the first field are left out."""
        read = (tuple(line.text().strip() for line in lines) for _, lines in self._rows)
        return tuple(texts for texts in read if texts[0])

    def _add_one(self) -> None:
        self._put([""] * len(self._names))
        self._rows[-1][1][0].setFocus()

    def _put(self, texts: Sequence[str]) -> None:
        holder = QWidget()
        layout = QGridLayout(holder)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        # Side by side more than two are too narrow to be read.
        across = min(len(self._names), PAIR)
        lines = []
        for place, ((name, placeholder, share), text) in enumerate(zip(self._names, texts, strict=True)):
            line = Line(placeholder, text=text)
            line.setAccessibleName(f"{name}, {self._name} {len(self._rows) + 1}")
            line.setMinimumWidth(56)
            line.setCursorPosition(0)
            line.textEdited.connect(lambda _text: self.changed.emit())
            layout.addWidget(line, place // across, place % across)
            layout.setColumnStretch(place % across, max(share, layout.columnStretch(place % across)))
            lines.append(line)
        out = icon_button(
            "close",
            tr("Remove {name} {count}", name=self._name, count=len(self._rows) + 1),
            lambda: self._take_out(holder),
        )
        out.setFixedSize(HEIGHT, HEIGHT)
        layout.addWidget(out, 0, across)
        self._column.addWidget(holder)
        self._rows.append((holder, tuple(lines)))

    def _take_out(self, holder: QWidget) -> None:
        self._rows = [kept for kept in self._rows if kept[0] is not holder]
        holder.hide()
        holder.deleteLater()
        self.changed.emit()
