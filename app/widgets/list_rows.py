"""What stands in a line of a list: an icon, a name, and how it does."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.widgets.cards import ElidedLabel, Glyph


class ListRow(QWidget):
    """One line, for `QListWidget.setItemWidget`; the icon's tone tells its health."""

    def __init__(self, icon: str, name: str, state: str, *, tone: str = "muted") -> None:
        super().__init__()
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addStretch(1)
        words.addWidget(ElidedLabel(name))
        words.addWidget(ElidedLabel(state, "small"))
        words.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 4)
        layout.setSpacing(8)
        layout.addWidget(Glyph(icon, tone=tone))
        layout.addLayout(words, 1)
