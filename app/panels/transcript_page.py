"""A transcript: heard and read, its words corrected, its speakers named, exported."""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtCore import QStandardPaths, QUrl, Signal
from PySide6.QtGui import QKeySequence, QShortcut, Qt
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from app.client.outcomes import Outcome
from app.client.recordings import SaidTurn
from app.client.requests import SpokenLine, SpokenScript
from app.language import told, tr, trn
from app.models import phrases, sound_files, subtitles
from app.models.edited_lines import EditedLines
from app.models.sound_files import NotReadable
from app.panels.panel import Desk
from app.settings.drafts import Draft, Drafts
from app.tasks import Tasks
from app.widgets.buttons import button, icon_button
from app.widgets.cards import ElidedLabel, Facts, WrappedLabel, card, label, row, rule, scrolled
from app.widgets.forms import Choice
from app.widgets.heads import page_head
from app.widgets.search import SearchField
from app.widgets.speaker_names import SpeakerNames
from app.widgets.transcript_editor import TranscriptEditor
from app.widgets.transport import Transport
from app.widgets.waveform import Waveform

SIDE_WIDTH = 308


class TranscriptPage(QWidget):
    """One transcript. `left` asks to go back."""

    left = Signal()

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._drafts = Drafts(desk.values.folder / "transcripts")
        self._id = ""
        self._sound = ""
        self.title = ElidedLabel("", "title")
        self.subtitle = ElidedLabel("", "muted")
        self.form = Choice()
        self.form.setAccessibleName(tr("Export as"))
        self.form.offer(told(subtitles.FORMS))
        self.export_button = button(tr("Export…"), self._export, icon="download-outline", kind="main", keys="Ctrl+S")
        self.lines = EditedLines(self)
        self.view = TranscriptEditor(self.lines)
        self.wave = Waveform(height=56)
        self.transport = Transport(desk.playback, skip_seconds=int(desk.values.get("playback.skip")), whole=False)
        self.search = SearchField(tr("Find words…"))
        self.search.searched.connect(lambda _text: self.find_next())
        self.edit_button = button(tr("Correct the line"), self.view.edit_current, icon="pencil-outline", tip="F2")
        self.back_button = button(tr("Undo all corrections"), self.lines.take_back, kind="link")
        self.choose_button = button(tr("Choose the recording…"), self._choose_sound, icon="file-music-outline")
        self.no_sound = WrappedLabel(
            tr("The recording was sent from elsewhere. Choose its file to hear the lines."), "muted"
        )
        self.facts = Facts()
        self.speakers = SpeakerNames(self.lines)
        self._build()
        self._listen()

    async def load(self, outcome: Outcome, turns: tuple[SaidTurn, ...], *, address: str) -> None:
        """Show a transcript; `address` is where its recording is, empty when nobody knows."""
        script = script_of(outcome.title, turns)
        draft = await asyncio.to_thread(self._drafts.read, outcome.id)
        self._id, self._sound = outcome.id, address or draft.sound
        self.lines.show_heard(script, words=draft.words, names=draft.names)
        length = int(max((turn.end for turn in turns), default=0.0) * 1000)
        words = sum(len(turn.body.split()) for turn in turns)
        self.title.setText(outcome.title or tr("Transcript"))
        self.speakers.show_names()
        people = trn("{count} speaker", "{count} speakers", len(self.lines.names))
        self.subtitle.setText(
            " · ".join((phrases.clock(length / 1000), people, trn("{count} word", "{count} words", words)))
        )
        self.facts.show_facts(
            ((tr("Length"), phrases.clock(length / 1000)), (tr("Lines"), str(len(turns))), (tr("Words"), str(words)))
        )
        self._show_edited()
        await self._attach(length)

    async def remember(self, request_id: str, sound: Path) -> None:
        """Keep where the recording of a request lies on this computer."""
        draft = Draft(sound=QUrl.fromLocalFile(str(sound)).toString())
        await asyncio.to_thread(self._drafts.keep, request_id, draft)

    def arrive(self) -> None:
        """The keys go to the lines."""
        self.view.setFocus()

    def find_next(self) -> None:
        """Go to the next line that holds what is searched for."""
        wanted = self.search.text().strip().casefold()
        lines = self.lines.lines
        if not wanted or not lines:
            return
        here = max(self.view.currentIndex().row(), -1)
        places = [*range(here + 1, len(lines)), *range(here + 1)]
        found = next((place for place in places if wanted in lines[place].text.casefold()), None)
        if found is None:
            self._desk.bar.tell(tr("“{search}” is not said here.", search=self.search.text().strip()))
        else:
            self.view.setCurrentIndex(self.lines.index(found, 0))

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(14)
        back = icon_button("arrow-left", tr("Back to the recordings"), self.left.emit, keys="Alt+Left")
        self.form.setFixedWidth(150)
        column.addLayout(page_head(back, (self.title, self.subtitle), self.form, self.export_button))
        self._player, inner = card(padding=14, spacing=6)
        inner.addWidget(self.wave)
        inner.addWidget(self.transport)
        column.addWidget(self._player)
        body = QHBoxLayout()
        body.setSpacing(16)
        frame, left = card(padding=10, spacing=8)
        tools = row(self.search, None, self.back_button, self.edit_button)
        tools.setContentsMargins(4, 2, 4, 0)
        self.search.setFixedWidth(220)
        left.addLayout(tools)
        left.addWidget(self.view, 1)
        body.addWidget(frame, 1)
        body.addWidget(self._side())
        column.addLayout(body, 1)

    def _side(self) -> QWidget:
        frame, outer = card(padding=20, spacing=0)
        frame.setFixedWidth(SIDE_WIDTH)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(12)
        column.addWidget(label(tr("Speakers"), "heading"))
        column.addWidget(WrappedLabel(tr("Names go into every export."), "muted"))
        column.addLayout(self.speakers)
        column.addWidget(rule())
        column.addWidget(self.facts)
        column.addWidget(self.no_sound)
        column.addWidget(self.choose_button)
        column.addStretch(1)
        self._told = WrappedLabel("", "small")
        column.addWidget(self._told)
        outer.addWidget(scrolled(content))
        return frame

    def _listen(self) -> None:
        self.wave.sought.connect(self.transport.seek)
        self.transport.sought.connect(self._moved)
        self.view.sought.connect(self._play_from)
        self.lines.edited.connect(self._edited)
        for keys, does in {"Space": self.transport.toggle, "Ctrl+G": self.find_next}.items():
            shortcut = QShortcut(QKeySequence(keys), self.view)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(does)

    def _edited(self) -> None:
        self._show_edited()
        self._tasks.start(self._keep(), replacing="keep")

    async def _keep(self) -> None:
        draft = Draft(self.lines.corrections(), self.lines.names, self._sound if "file:" in self._sound else "")
        await asyncio.to_thread(self._drafts.keep, self._id, draft)

    def _show_edited(self) -> None:
        count = len(self.lines.corrections())
        self.back_button.setVisible(bool(count))
        told = trn("{count} line is corrected. ", "{count} lines are corrected. ", count) if count else ""
        self._told.setText(tr("{told}Corrections stay on this computer.", told=told))

    async def _attach(self, length: int) -> None:
        there = bool(self._sound)
        self._player.setVisible(there)
        self.no_sound.setVisible(not there)
        self.choose_button.setVisible(not there)
        self.transport.attach(self._sound, length_ms=length)
        self.wave.show_sound((), length_ms=length)
        path = QUrl(self._sound).toLocalFile()
        if there and path:
            try:
                peaks, seconds = await asyncio.to_thread(sound_files.peaks_of, Path(path))
            except NotReadable:
                self._sound = ""
                await self._attach(length)
                return
            self.wave.show_sound(peaks, length_ms=int(seconds * 1000))
            self.transport.attach(self._sound, length_ms=int(seconds * 1000))

    def _choose_sound(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, tr("Choose the recording"), "", tr("Recordings (*.mp3 *.wav)"))
        if name:
            self._sound = QUrl.fromLocalFile(name).toString()
            self._tasks.start(self._chosen())

    async def _chosen(self) -> None:
        await self._attach(self.lines.lines[-1].end_ms if self.lines.lines else 0)
        await self._keep()

    def _moved(self, position_ms: int) -> None:
        self.wave.set_position(position_ms)
        place = self.lines.follow(position_ms)
        if place is not None and place >= 0 and self._desk.values.get("playback.follow"):
            self.view.follow(place)

    def _play_from(self, position_ms: int) -> None:
        self.wave.set_position(position_ms)
        if self._sound:
            self.transport.seek(position_ms)
            if not self._desk.playback.is_playing:
                self._desk.playback.play()

    def _export(self) -> None:
        form = str(self.form.currentData())
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DownloadLocation)
        title = "".join(c for c in self.title.text() if c.isalnum() or c in " -_").strip() or tr("Transcript")
        name, _ = QFileDialog.getSaveFileName(self, tr("Export"), str(Path(folder) / f"{title[:80]}.{form}"))
        if name:
            self._tasks.start(self.write(Path(name), form))

    async def write(self, target: Path, form: str) -> None:
        """Write the transcript as it is now."""
        text = subtitles.written(self.lines.lines, self.lines.names, form)
        try:
            await asyncio.to_thread(target.write_text, text, encoding="utf-8")
        except OSError as error:
            self._desk.bar.warn(
                tr("{name} can't be written: {reason}.", name=target.name, reason=error.strerror or error)
            )
        else:
            self._desk.bar.tell(tr("Saved {name}.", name=target.name))


def script_of(title: str, turns: tuple[SaidTurn, ...]) -> SpokenScript:
    """A transcript as the lines that the view shows."""
    return SpokenScript(
        title,
        tuple(SpokenLine(turn.speaker, turn.body, int(turn.start * 1000), int(turn.end * 1000)) for turn in turns),
    )
