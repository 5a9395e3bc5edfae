"""Separated speakers: a track for each, heard together or alone, saved one by one."""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtCore import QStandardPaths, QTemporaryDir, Signal
from PySide6.QtGui import QKeySequence, QShortcut, Qt
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.client.outcomes import Outcome, SpeakerTrack
from app.language import tr, trn
from app.models import phrases, sound_files
from app.models.sound_files import NotReadable
from app.panels.panel import Desk
from app.tasks import Tasks
from app.theme import even_figures, icons, look
from app.widgets.buttons import button, icon_button
from app.widgets.cards import Dot, ElidedLabel, WrappedLabel, card, label, row, scrolled
from app.widgets.forms import Line
from app.widgets.heads import page_head
from app.widgets.progress import ProgressLine
from app.widgets.tracks import TrackPlayer, open_tracks
from app.widgets.transcripts import SPEAKER_TONES
from app.widgets.waveform import Waveform

SKIP_MS = 10_000


class TrackRow(QFrame):
    """One speaker: name, waveform, silent, alone, save."""

    changed = Signal()
    sought = Signal(int)
    save_asked = Signal()

    def __init__(self, place: int, track: SpeakerTrack) -> None:
        super().__init__()
        look(self, "card")
        self.track = track
        self.name = Line(text=tr("Speaker {place}", place=place + 1))
        self.name.setAccessibleName(tr("Name of speaker {place}", place=place + 1))
        self.name.setFixedWidth(170)
        self.wave = Waveform(height=54)
        self.wave.setAccessibleName(tr("Position in the track of speaker {place}", place=place + 1))
        self.wave.sought.connect(self.sought)
        self.mute = _toggle("volume-off", tr("Silence speaker {place}", place=place + 1))
        self.solo = _toggle("headphones", tr("Hear speaker {place} alone", place=place + 1))
        self.save = icon_button(
            "download-outline", tr("Save the track of speaker {place}", place=place + 1), self.save_asked.emit
        )
        for made in (self.mute, self.solo):
            made.toggled.connect(lambda _on: self.changed.emit())
        share = track.spoken / track.duration if track.duration else 0.0
        words = tr(
            "Speaks {span}, {share} of the time",
            span=phrases.span(track.spoken),
            share=phrases.percent(round(share * 100)),
        )
        left = QVBoxLayout()
        left.setSpacing(6)
        tone = SPEAKER_TONES[place % len(SPEAKER_TONES)]
        left.addLayout(row(Dot(tone), self.name, spacing=10))
        left.addWidget(label(words, "small"))
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 12, 12, 12)
        line.setSpacing(14)
        line.addLayout(left)
        line.addWidget(self.wave, 1)
        for button_made in (self.mute, self.solo, self.save):
            button_made.setFixedSize(38, 36)
            line.addWidget(button_made)


class TracksPage(QWidget):
    """The speakers of one recording. `left` asks to go back."""

    left = Signal()

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._outcome: Outcome | None = None
        self._folder: QTemporaryDir | None = None
        self.tracks: list[TrackRow] = []
        self.player = TrackPlayer(self)
        self.title = ElidedLabel("", "title")
        self.subtitle = ElidedLabel("", "muted")
        self.progress = ProgressLine()
        self.loading = label("", "muted")
        self.play = icon_button("play", tr("Play"), self.player.toggle, kind="main")
        self.back = icon_button("rewind-10", tr("Back 10 s"), lambda: self.skip(-1))
        self.forward = icon_button("fast-forward-10", tr("Forward 10 s"), lambda: self.skip(1))
        self.time = label("00:00", "muted")
        self.time.setFont(even_figures(self.time.font()))
        self.everyone = button(tr("Hear all"), self.hear_all, icon="account-multiple-outline")
        self.save_all = button(tr("Save all tracks…"), self._save_all, icon="download-outline")
        self.notes = WrappedLabel("", "muted")
        self._build()
        self._listen()

    async def load(self, outcome: Outcome) -> None:
        """Show the tracks; they are fetched, and can be heard once all are here."""
        if self._outcome is not None and self._outcome.id == outcome.id and self._folder is not None:
            return
        await self._forget()
        self._outcome = outcome
        self.title.setText(outcome.title or tr("Separated speakers"))
        length = max((track.duration for track in outcome.speakers), default=0.0)
        people = trn("{count} speaker", "{count} speakers", len(outcome.speakers))
        self.subtitle.setText(f"{phrases.clock(length)} · {people}")
        self.notes.setText(" ".join(outcome.notes))
        self.notes.setVisible(bool(outcome.notes))
        self._show_rows(outcome)
        await self._fetch(outcome)

    def hide_sound(self) -> None:
        """The page is left: silence."""
        self.player.pause()

    def arrive(self) -> None:
        """The keys go to Play."""
        self.play.setFocus()

    def skip(self, direction: int) -> None:
        """Ten seconds back (-1) or forward (1)."""
        self.player.seek(max(self.player.position + direction * SKIP_MS, 0))

    def hear_all(self) -> None:
        """No track is silent or alone any more."""
        for made in self.tracks:
            made.mute.setChecked(False)
            made.solo.setChecked(False)

    @property
    def gains(self) -> list[float]:
        """How loud each track is: those alone are heard, else all that are not silent."""
        alone = any(made.solo.isChecked() for made in self.tracks)
        return [float(made.solo.isChecked() if alone else not made.mute.isChecked()) for made in self.tracks]

    async def save(self, made: TrackRow, target: Path) -> None:
        """Save one track."""
        client = self._desk.client
        assert client is not None
        await client.connection.save(made.track.audio_url, target)
        self._desk.bar.tell(tr("Saved {name}.", name=target.name))

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(14)
        back = icon_button("arrow-left", tr("Back to the recordings"), self.left.emit, keys="Alt+Left")
        column.addLayout(page_head(back, (self.title, self.subtitle), self.save_all))
        frame, inner = card(padding=14, spacing=8)
        for made in (self.back, self.play, self.forward):
            made.setFixedSize(52 if made is self.play else 46, 36)
        self.everyone.setFixedHeight(36)
        inner.addLayout(row(self.back, self.play, self.forward, self.time, None, self.loading, self.everyone))
        inner.addWidget(self.progress)
        column.addWidget(frame)
        content = QWidget()
        self._rows = QVBoxLayout(content)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(10)
        column.addWidget(scrolled(content), 1)
        column.addWidget(self.notes)

    def _listen(self) -> None:
        self.player.moved.connect(self._moved)
        self.player.playing.connect(self._show_play)
        self.player.failed.connect(self._desk.bar.warn)
        space = QShortcut(QKeySequence("Space"), self)
        space.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        space.activated.connect(self.player.toggle)

    def _show_rows(self, outcome: Outcome) -> None:
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.tracks = []
        for place, track in enumerate(outcome.speakers):
            made = TrackRow(place, track)
            made.changed.connect(lambda: self.player.hear(self.gains))
            made.sought.connect(self.player.seek)
            made.save_asked.connect(lambda made=made: self._save_one(made))
            self.tracks.append(made)
            self._rows.addWidget(made)
        self._rows.addStretch(1)

    async def _fetch(self, outcome: Outcome) -> None:
        client = self._desk.client
        assert client is not None
        # It goes with the page, whatever happens.
        self._folder = QTemporaryDir()
        folder = Path(self._folder.path())
        self._ready(on=False)
        paths = []
        count = len(self.tracks)
        for place, made in enumerate(tuple(self.tracks)):
            self.loading.setText(tr("Fetching track {place} of {count}…", place=place + 1, count=count))
            path = folder / f"{place}.wav"

            def progress(done: int, whole: int, place: int = place) -> None:
                self.progress.show_fraction((place + (done / whole if whole else 0.0)) / count)

            await client.connection.save(made.track.audio_url, path, progress=progress)
            peaks, seconds = await asyncio.to_thread(sound_files.peaks_of, path)
            made.wave.show_sound(peaks, length_ms=int(seconds * 1000))
            paths.append(path)
        try:
            self.player.load(await asyncio.to_thread(open_tracks, paths))
        except NotReadable as error:
            self._desk.bar.warn(str(error))
            return
        if self._outcome is outcome:
            self._ready(on=True)

    def _ready(self, *, on: bool) -> None:
        for made in (self.play, self.back, self.forward, self.everyone):
            made.setEnabled(on)
        self.progress.setVisible(not on)
        self.loading.setVisible(not on)

    async def _forget(self) -> None:
        self.player.load(None)
        folder, self._folder = self._folder, None
        if folder is not None:
            await asyncio.to_thread(folder.remove)

    def _moved(self, position_ms: int) -> None:
        text = phrases.clock(position_ms / 1000)
        if self.time.text() != text:
            self.time.setText(text)
        for made in self.tracks:
            made.wave.set_position(position_ms)

    def _show_play(self, on: bool) -> None:
        if on:
            self._desk.playback.stop()
        self.play.setIcon(icons.icon("pause" if on else "play", tone="on_accent"))
        self.play.setAccessibleName(tr("Pause") if on else tr("Play"))

    def _name(self, made: TrackRow) -> str:
        title = self._outcome.title if self._outcome else ""
        words = f"{title} - {made.name.text()}" if title else made.name.text()
        return "".join(c for c in words if c.isalnum() or c in " -_").strip()[:100] or tr("Track")

    def _save_one(self, made: TrackRow) -> None:
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DownloadLocation)
        name, _ = QFileDialog.getSaveFileName(self, tr("Save the track"), str(Path(folder) / f"{self._name(made)}.wav"))
        if name:
            self._tasks.start(self.save(made, Path(name)))

    def _save_all(self) -> None:
        name = QFileDialog.getExistingDirectory(self, tr("Save all tracks to"))
        if name:
            self._tasks.start(self._saved_all(Path(name)))

    async def _saved_all(self, folder: Path) -> None:
        for made in self.tracks:
            await self.save(made, folder / f"{self._name(made)}.wav")
        self._desk.bar.tell(
            trn("Saved {count} track to {name}.", "Saved {count} tracks to {name}.", len(self.tracks), name=folder.name)
        )


def _toggle(icon: str, name: str) -> QPushButton:
    made = icon_button(icon, name)
    made.setIcon(icons.icon(icon, tone="muted", checked="accent"))
    made.setCheckable(True)
    return made
