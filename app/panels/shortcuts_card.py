"""Settings, Shortcuts: what the keyboard does, by panel."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from app.panels.settings_rows import headed
from app.settings.shortcuts import SHORTCUTS, Shortcut
from app.widgets.cards import label, rule

PLACES = {
    "": ("Everywhere", "In every panel."),
    "create": ("Create", "While an order is written."),
    "queue": ("Queue", "Enter opens a request, Delete deletes it."),
    "player": ("Player", "While an episode is open."),
    "desk": ("Script desk", "While an episode is edited."),
    "reader": ("Reader", "While a document is open."),
    "notebooks": ("Notebooks", "While a notebook is open."),
    "shows": ("Shows", "While a show is seen or edited."),
    "planning": ("Feeds and schedules", "On its pages."),
    "voices": ("Voices", "In the catalogue, Space plays a voice and F makes it a favourite."),
    "recordings": ("Recordings", "While a recording is seen or ordered."),
    "webhooks": ("Webhooks", "In the log of messages."),
}


class ShortcutsCard(QWidget):
    """A card for each place."""

    def __init__(self) -> None:
        super().__init__()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(16)
        for place, (title, words) in PLACES.items():
            outer.addWidget(_card(title, words, [each for each in SHORTCUTS if each.place == place]))


def _card(title: str, words: str, shortcuts: Sequence[Shortcut]) -> QWidget:
    frame, column = headed(title, words)
    column.addWidget(rule())
    grid = QGridLayout()
    grid.setHorizontalSpacing(18)
    grid.setVerticalSpacing(10)
    grid.setColumnStretch(0, 1)
    for place, shortcut in enumerate(shortcuts):
        keys = label(keys_of(shortcut.keys), "keys")
        grid.addWidget(label(shortcut.does), place, 0)
        grid.addWidget(keys, place, 1, Qt.AlignmentFlag.AlignRight)
    column.addLayout(grid)
    return frame


def keys_of(keys: str) -> str:
    """Keys as this system writes them; a span of keys as it stands."""
    if "…" in keys:
        return keys
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
