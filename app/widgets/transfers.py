"""Downloads under way: what is saved, how much of it is there, and a way to stop it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.language import tr
from app.models import phrases
from app.theme import look
from app.widgets.buttons import button
from app.widgets.cards import ElidedLabel, Glyph, label
from app.widgets.progress import ProgressLine


class TransferRow(QFrame):
    """One download. `stopped` asks to end it."""

    stopped = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        look(self, "message")
        self.name = name
        self.setAccessibleName(tr("Saving {name}", name=name))
        self.line = ProgressLine()
        self.facts = label(tr("Starting…"), "muted")
        self.stop_button = button(tr("Cancel"), self.stopped.emit)
        words = QHBoxLayout()
        words.setSpacing(12)
        words.addWidget(ElidedLabel(tr("Saving {name}", name=name)), 1)
        words.addWidget(self.facts)
        column = QVBoxLayout()
        column.setSpacing(6)
        column.addLayout(words)
        column.addWidget(self.line)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 8, 10, 8)
        layout.setSpacing(14)
        layout.addWidget(Glyph("download-outline", tone="accent"))
        layout.addLayout(column, 1)
        layout.addWidget(self.stop_button)

    def show_bytes(self, done: int, expected: int) -> None:
        """Show how much is there; `expected` is 0 where nobody knows, and may be a guess."""
        of = tr(" of about {size}", size=phrases.size(expected)) if expected > done else ""
        self.facts.setText(f"{phrases.size(done)}{of}")
        self.line.show_fraction(min(done / expected, 1.0) if expected else 0.0)


class TransferList(QWidget):
    """The downloads under way, below one another; takes no room without any."""

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(26, 0, 26, 12)
        self._column.setSpacing(8)
        self.rows: list[TransferRow] = []
        self.setAccessibleName(tr("Downloads"))
        self.hide()

    def begin(self, name: str) -> TransferRow:
        """Show one more."""
        row = TransferRow(name)
        self.rows.append(row)
        self._column.addWidget(row)
        self.show()
        return row

    def end(self, row: TransferRow) -> None:
        """Show it no more."""
        self.rows.remove(row)
        row.hide()
        row.deleteLater()
        self.setVisible(bool(self.rows))
