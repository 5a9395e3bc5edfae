"""Settings, Shortcuts: what the keyboard does, by panel."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from app.language import mark, tr
from app.panels.settings_rows import headed
from app.settings.shortcuts import SHORTCUTS, Shortcut
from app.widgets.cards import WrappedLabel, label, rule

PLACES = {
    "": (mark("Everywhere"), mark("In every panel.")),
    "create": (mark("Create"), mark("While an order is written.")),
    "queue": (mark("Queue"), mark("Enter opens a request, Delete deletes it.")),
    "player": (mark("Player"), mark("While an episode is open.")),
    "desk": (mark("Script desk"), mark("While an episode is edited.")),
    "reader": (mark("Reader"), mark("While a document is open.")),
    "notebooks": (mark("Notebooks"), mark("While a notebook is open.")),
    "shows": (mark("Shows"), mark("While a show is seen or edited.")),
    "planning": (mark("Feeds and schedules"), mark("On its pages.")),
    "voices": (mark("Voices"), mark("In the catalogue, Space plays a voice and F makes it a favourite.")),
    "recordings": (mark("Recordings"), mark("While a recording is seen or ordered.")),
    "webhooks": (mark("Webhooks"), mark("In the log of messages.")),
    "search": (mark("Search"), mark("While words are written.")),
}


class ShortcutsCard(QWidget):
    """A card for each place."""

    def __init__(self) -> None:
        super().__init__()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(16)
        for place, (title, words) in PLACES.items():
            outer.addWidget(_card(tr(title), tr(words), [each for each in SHORTCUTS if each.place == place]))


def _card(title: str, words: str, shortcuts: Sequence[Shortcut]) -> QWidget:
    frame, column = headed(title, words)
    column.addWidget(rule())
    grid = QGridLayout()
    grid.setHorizontalSpacing(18)
    grid.setVerticalSpacing(10)
    grid.setColumnStretch(0, 1)
    for place, shortcut in enumerate(shortcuts):
        keys = label(keys_of(shortcut.keys), "keys")
        grid.addWidget(WrappedLabel(tr(shortcut.does)), place, 0)
        grid.addWidget(keys, place, 1, Qt.AlignmentFlag.AlignRight)
    column.addLayout(grid)
    return frame


def keys_of(keys: str) -> str:
    """Keys as this system writes them, each end of a span of keys."""
    return " … ".join(QKeySequence(each).toString(QKeySequence.SequenceFormat.NativeText) for each in keys.split(" … "))
