"""The window's side: the brand with the File menu, the navigation, and how things stand with the server."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QMenu, QSizePolicy, QToolButton, QVBoxLayout

from app.language import tr
from app.panels.navigation import PANELS, Entry
from app.theme import icons, look
from app.widgets.cards import ElidedLabel, Glyph, label

WIDE, NARROW = 216, 68
GROUP_GAP = 8
LAST_DIGIT = 9
"""So many panels are reached by Ctrl and a digit."""


class Side(QFrame):
    """The side of the window. `chosen` carries the name of the panel that was asked for."""

    chosen = Signal(str)

    def __init__(self, file_menu: QMenu) -> None:
        super().__init__()
        look(self, "side")
        self.setFixedWidth(WIDE)
        self._buttons: dict[str, QToolButton] = {}
        self._group = QButtonGroup(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 18, 14, 16)
        column.setSpacing(4)
        column.addLayout(self._head(file_menu))
        column.addSpacing(18)
        for place, entry in enumerate(PANELS, 1):
            if entry.begins:
                column.addSpacing(GROUP_GAP)
            column.addWidget(self._way_to(entry, place))
        column.addStretch(1)
        column.addLayout(self._foot())

    def choose(self, name: str) -> None:
        """Mark the panel that is shown."""
        self._buttons[name].setChecked(True)

    def show_state(self, words: str, tone: str, reason: str) -> None:
        """Show how things stand with the server; the reason is told in the tip."""
        self.status.setText(words)
        self.status.setToolTip(reason or words)
        self._dot.set("circle-medium", tone)
        self._dot.setToolTip(words)
        self._dot.setAccessibleName(words)

    def make_narrow(self, narrow: bool) -> None:
        """Show icons only, or with their words."""
        if narrow == (self.width() == NARROW):
            return
        self.setFixedWidth(NARROW if narrow else WIDE)
        for shown in (self._sign, self._brand, self.status):
            shown.setVisible(not narrow)
        alone, words = Qt.ToolButtonStyle.ToolButtonIconOnly, Qt.ToolButtonStyle.ToolButtonTextOnly
        for made in self._buttons.values():
            made.setToolButtonStyle(alone if narrow else Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._file_button.setToolButtonStyle(alone if narrow else words)

    def _way_to(self, entry: Entry, place: int) -> QToolButton:
        made = QToolButton()
        title = tr(entry.title)
        made.setText(f"  {title}")
        made.setIcon(icons.icon(entry.icon))
        made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        made.setCheckable(True)
        made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        made.setMinimumHeight(38)
        made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        made.setAccessibleName(title)
        made.setToolTip(tr("{title} (Ctrl+{place})", title=title, place=place) if place <= LAST_DIGIT else title)
        look(made, "nav")
        made.clicked.connect(lambda _on=False, name=entry.name: self.chosen.emit(name))
        self._group.addButton(made)
        self._buttons[entry.name] = made
        return made

    def _head(self, file_menu: QMenu) -> QHBoxLayout:
        brand = QHBoxLayout()
        brand.setContentsMargins(4, 0, 0, 0)
        brand.setSpacing(8)
        self._sign = Glyph("waveform", size=24, tone="accent")
        brand.addWidget(self._sign)
        self._brand = label("Quillcast", "brand")
        brand.addWidget(self._brand, 1)
        made = self._file_button = QToolButton()
        made.setText(tr("File"))
        made.setAccessibleName(tr("File menu"))
        made.setIcon(icons.icon("menu"))
        made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        made.setToolTip(tr("Shows and recordings in and out (Alt+F)"))
        made.setShortcut(QKeySequence("Alt+F"))
        made.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        made.setMenu(file_menu)
        made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        look(made, "menu")
        brand.addWidget(made)
        return brand

    def _foot(self) -> QHBoxLayout:
        foot = QHBoxLayout()
        foot.setSpacing(4)
        self._dot = Glyph("circle-medium", size=20, tone="warning")
        self.status = ElidedLabel("", "muted")
        foot.addWidget(self._dot)
        foot.addWidget(self.status, 1)
        return foot
