"""An episode's chapters, on the waveform and in a list; both show the same."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QVBoxLayout, QWidget

from app.client.episodes import Episode
from app.language import tr
from app.models.chapter_rows import LINK, START, TITLE, ChapterRows
from app.panels.panel import Desk
from app.theme import look
from app.widgets.buttons import button
from app.widgets.cards import WrappedLabel, card, row
from app.widgets.chapter_wave import ChapterWave
from app.widgets.tables import ROW_HEIGHT
from app.widgets.transport import Transport


class EpisodeChapters(QWidget):
    """The editor. `changed` tells of every change."""

    changed = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._length = 0
        self.rows = ChapterRows(self)
        self.wave = ChapterWave()
        self.transport = Transport(desk.playback, skip_seconds=int(desk.values.get("playback.skip")))
        self.table = QTableView()
        self.table.setModel(self.rows)
        self.add_button = button(
            tr("Begin a chapter here"), self._add_here, icon="bookmark-plus-outline", tip=tr("Key: Insert")
        )
        self.remove_button = button(tr("Remove"), self._remove, icon="delete-outline", tip=tr("Key: Delete"))
        self.play_button = button(tr("Hear it"), self._hear, icon="play")
        self._build()
        self._listen()

    def fill(self, episode: Episode, peaks: Sequence[float]) -> None:
        """Edit the chapters of this episode."""
        self._length = episode.duration * 1000
        self.rows.show(episode.chapters, length_ms=self._length)
        self.wave.show_sound(peaks, length_ms=self._length)
        self.transport.attach(episode.audio_url, length_ms=self._length)
        if self.rows.rowCount():
            self.table.setCurrentIndex(self.rows.index(0, TITLE))
        self._show_marks()

    def show_peaks(self, peaks: Sequence[float]) -> None:
        """Show how loud the recording is, once that is known."""
        position = self.wave.position
        self.wave.show_sound(peaks, length_ms=self._length)
        self.wave.set_position(position)

    def arrive(self) -> None:
        """The keys go to the waveform."""
        self.wave.setFocus()

    def _listen(self) -> None:
        self.wave.sought.connect(self.transport.seek)
        self.transport.sought.connect(self.wave.set_position)
        self.wave.dragged.connect(self.rows.move)
        self.wave.added.connect(self._add)
        self.wave.taken.connect(lambda place: self.table.setCurrentIndex(self.rows.index(place, TITLE)))
        self.rows.edited.connect(self._edited)
        self.table.selectionModel().currentRowChanged.connect(lambda _now, _before: self._show_marks())
        for keys, does in (("Delete", self._remove), ("Insert", self._add_here), ("Ctrl+Space", self._hear)):
            shortcut = QShortcut(QKeySequence(keys), self.table)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(does)

    def _edited(self) -> None:
        self._show_marks()
        self.changed.emit()

    def _show_marks(self) -> None:
        place = self.table.currentIndex().row()
        self.wave.show_marks(self.rows.starts_ms, chosen=place)
        for made in (self.remove_button, self.play_button):
            made.setEnabled(place >= 0)

    def _add_here(self) -> None:
        self._add(self.wave.position)

    def _add(self, moment_ms: int) -> None:
        place = self.rows.add(moment_ms)
        if place < 0:
            self._desk.bar.tell(tr("Another chapter begins here."))
            return
        index: QModelIndex = self.rows.index(place, TITLE)
        self.table.setCurrentIndex(index)
        self.table.setFocus()
        self.table.edit(index)

    def _remove(self) -> None:
        place = self.table.currentIndex().row()
        self.rows.remove(place)
        if self.rows.rowCount():
            self.table.setCurrentIndex(self.rows.index(min(place, self.rows.rowCount() - 1), TITLE))
        self._show_marks()

    def _hear(self) -> None:
        place = self.table.currentIndex().row()
        if 0 <= place < len(self.rows.starts_ms):
            start = self.rows.starts_ms[place]
            self.wave.set_position(start)
            self.transport.seek(start)
            if not self._desk.playback.is_playing:
                self._desk.playback.play()

    def _build(self) -> None:
        table = self.table
        look(table, "cells")
        table.setAccessibleName(tr("Chapters"))
        table.setAccessibleDescription(tr("F2 edits, Delete removes, Insert begins a chapter at the position."))
        table.setShowGrid(False)
        table.setTabKeyNavigation(False)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumHeight(40)
        header.setSectionResizeMode(TITLE, QHeaderView.ResizeMode.Stretch)
        table.setColumnWidth(START, 110)
        table.setColumnWidth(LINK, 260)
        sound, wave = card(padding=16, spacing=8)
        wave.addWidget(self.wave)
        wave.addWidget(self.transport)
        frame, listed = card(padding=14, spacing=10)
        listed.addWidget(
            WrappedLabel(
                tr(
                    "Drag a flag, or double-click the waveform to begin a chapter there. F2 changes a "
                    "time, a title or a link."
                ),
                "muted",
            )
        )
        listed.addWidget(table, 1)
        for made in (self.add_button, self.remove_button, self.play_button):
            made.setMinimumHeight(36)
        listed.addLayout(row(self.add_button, self.play_button, None, self.remove_button))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        column.addWidget(sound)
        column.addWidget(frame, 1)
