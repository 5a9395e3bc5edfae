"""What shall be made of a recording: the recording itself, and what each task wants to know."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtWidgets import QFileDialog, QFrame, QVBoxLayout, QWidget

from app.client.languages import Language
from app.client.requests import Row
from app.language import tr, trn
from app.models import phrases, recordings
from app.models.recordings import REVOICE, SEPARATE, TRANSCRIBE, Recorded
from app.models.voices import Entry, accent
from app.theme import look
from app.widgets.buttons import Segments, button
from app.widgets.cards import ElidedLabel, Glyph, WrappedLabel, label, row, scrolled
from app.widgets.drops import DropArea
from app.widgets.forms import Choice, Faults, Field, Line, Paragraph

WIDTH = 392


class RecordingForm(QFrame):
    """One form for the three tasks. `ordered` asks to send it."""

    ordered = Signal()

    def __init__(self) -> None:
        super().__init__()
        look(self, "card")
        self.setFixedWidth(WIDTH)
        self.task = TRANSCRIBE
        self._file: Path | None = None
        self.ways = Segments(
            (("file", tr("File")), ("address", tr("Address")), ("episode", tr("Episode"))), name=tr("Recording")
        )
        self.drop_area = DropArea(tr("Drop a recording"), tr("MP3 or WAV, up to 50 MB."), icon="file-music-outline")
        self.file_name = ElidedLabel("", middle=True)
        self.other = button(tr("Other file"), self._browse, kind="link")
        self.address = Line("https://…/talk.mp3")
        self.episode = Choice()
        self.speakers, self.language = Choice(), Choice()
        self.voice1, self.voice2 = Choice(), Choice()
        self.instructions = Paragraph(tr("For example: slower, and leave out filler words"), lines=3)
        self.music = Line("https://…/music.mp3")
        self.send = button(tr("Transcribe"), self.ordered.emit, icon="check", kind="main", keys="Ctrl+Return")
        self.price = label("", "small")
        self.tells = WrappedLabel("", "muted")
        self._title = label("", "heading")
        source = QWidget()
        self._source_column = QVBoxLayout(source)
        self.fields = {
            "audioFile": Field("", source),
            "audioUrl": Field(tr("Address"), self.address, help_text=tr("A public address of an MP3 or WAV file.")),
            "episodeId": Field(tr("Episode"), self.episode, help_text=tr("What was made here; newest first.")),
            "speakers": Field(tr("Speakers"), self.speakers),
            "language": Field(tr("Language"), self.language),
            "voice1": Field(tr("First voice"), self.voice1),
            "voice2": Field(tr("Second voice"), self.voice2),
            "instructions": Field(tr("Instructions"), self.instructions),
            "backgroundMusicUrl": Field(
                tr("Background music"), self.music, help_text=tr("A public address; optional.")
            ),
        }
        self.faults = Faults(self.fields)
        self._build()
        self.show_task(TRANSCRIBE)

    @property
    def recorded(self) -> Recorded:
        """The recording that is given."""
        way = self.ways.value()
        if way == "file":
            return Recorded(file=self._file)
        if way == "address":
            return Recorded(address=self.address.text().strip())
        return Recorded(episode=str(self.episode.currentData() or ""))

    @property
    def voices(self) -> tuple[int, int]:
        """The two voices; 0 where none is chosen."""
        return int(self.voice1.currentData() or 0), int(self.voice2.currentData() or 0)

    def show_task(self, task: str) -> None:
        """Show the fields of a task; the recording stays."""
        self.task = task
        self.faults.clear()
        self._title.setText(tr(dict(recordings.TASKS)[task]))
        self.tells.setText(tr(recordings.TELLS[task]))
        shown = {
            TRANSCRIBE: {"speakers", "language"},
            SEPARATE: {"speakers"},
            REVOICE: {"voice1", "voice2", "instructions", "backgroundMusicUrl"},
        }[task]
        for name in ("speakers", "language", "voice1", "voice2", "instructions", "backgroundMusicUrl"):
            self.fields[name].setVisible(name in shown)
        self.send.setText(f" {tr(recordings.DOES[task])}")
        self.send.setAccessibleName(tr(recordings.DOES[task]))
        self.price.setText(tr("{prices} credits, taken back if it fails", prices=recordings.PRICES[task]))

    def offer(self, entries: tuple[Entry, ...], languages: tuple[Language, ...], episodes: tuple[Row, ...]) -> None:
        """Offer voices, languages and episodes."""
        voices = [(e.voice.id, f"{e.voice.name} · {e.language}, {accent(e)}") for e in entries if e.voice.available]
        first = self.voice1.count() == 0
        self.voice1.offer(voices)
        self.voice2.offer(voices)
        if first and len(voices) > 1:
            self.voice2.setCurrentIndex(1)
        self.language.offer([("", tr("As it is heard")), *((each.name, each.name) for each in languages)])
        listed = [
            (r.id, tr("{title} · {clock}", title=r.title or tr("Untitled"), clock=phrases.clock(r.duration)))
            for r in episodes
        ]
        self.episode.offer(listed or [("", tr("No episode is finished yet"))])

    def arrive(self) -> None:
        """The keys go to the recording."""
        way = self.ways.value()
        if way == "file":
            (self.drop_area if self._file is None else self.other).setFocus()
        else:
            (self.address if way == "address" else self.episode).setFocus()

    def check(self) -> bool:
        """Tell what is missing; whether nothing is."""
        faults = []
        if not self.recorded.given:
            names = {"file": "audioFile", "address": "audioUrl", "episode": "episodeId"}
            told = {
                "file": tr("choose a recording"),
                "address": tr("give an address"),
                "episode": tr("choose an episode"),
            }
            faults.append((names[self.ways.value()], told[self.ways.value()]))
        if self.task == REVOICE:
            faults += [
                (name, tr("choose a voice"))
                for name, voice in zip(("voice1", "voice2"), self.voices, strict=True)
                if not voice
            ]
            if len(self.instructions.toPlainText()) > recordings.LONGEST_INSTRUCTIONS:
                faults.append(("instructions", tr("at most 5,000 characters")))
        self.faults.clear()
        if faults:
            self.faults.show(faults)
        return not faults

    def take(self, data: QMimeData) -> bool:
        """Take a file or an address that was dropped anywhere."""
        return self.drop_area.take(data)

    def take_files(self, paths: list[Path]) -> None:
        """Take the first of these files; refuse what the server would."""
        if not paths:
            return
        path = paths[0]
        self.ways.choose("file")
        self._way_chosen("file")
        if path.suffix.lower() not in recordings.ENDINGS:
            self.faults.show([("audioFile", tr("{name} is neither an MP3 nor a WAV file", name=path.name))])
            return
        size = path.stat().st_size
        if not 0 < size <= recordings.LARGEST:
            told = tr("is empty") if not size else tr("has {size}; up to 50 MB are taken", size=phrases.size(size))
            self.faults.show([("audioFile", f"{path.name} {told}")])
            return
        self.faults.clear()
        self._file = path
        self.file_name.setText(f"{path.name} · {phrases.size(size)}")
        self._way_chosen("file")

    def clear(self) -> None:
        """Forget the recording that was sent."""
        self._file = None
        self.address.clear()
        self._way_chosen(self.ways.value())

    def _build(self) -> None:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(12)
        column.addWidget(self._title)
        column.addWidget(self.tells)
        self.ways.setFixedHeight(38)
        column.addWidget(self.ways)
        self._source_column.setContentsMargins(0, 0, 0, 0)
        self._source_column.addWidget(self.drop_area)
        self._chosen = QFrame()
        look(self._chosen, "well")
        line = row(Glyph("file-music-outline", tone="accent"), self.file_name, self.other, stretch_at=1)
        line.setContentsMargins(12, 8, 8, 8)
        self._chosen.setLayout(line)
        self._source_column.addWidget(self._chosen)
        self.fields["audioFile"].caption_hidden()
        counts = [
            (number, trn("{count} speaker", "{count} speakers", number))
            for number in range(1, recordings.MOST_SPEAKERS + 1)
        ]
        self.speakers.offer([(0, tr("Find out how many")), *counts])
        for field in self.fields.values():
            column.addWidget(field)
        column.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(20, 20, 12, 20)
        outer.setSpacing(10)
        outer.addWidget(scrolled(content, apart=8), 1)
        self.send.setMinimumHeight(38)
        last = QVBoxLayout()
        last.setContentsMargins(0, 0, 8, 0)
        last.setSpacing(10)
        last.addWidget(self.send)
        last.addWidget(self.price)
        outer.addLayout(last)
        self.ways.chosen.connect(self._way_chosen)
        self.drop_area.files.connect(self.take_files)
        self.drop_area.words.connect(self._take_words)
        self.drop_area.browse.connect(self._browse)
        self._way_chosen("file")

    def _way_chosen(self, way: str) -> None:
        self.fields["audioFile"].setVisible(way == "file")
        self.fields["audioUrl"].setVisible(way == "address")
        self.fields["episodeId"].setVisible(way == "episode")
        self.drop_area.setVisible(self._file is None)
        self._chosen.setVisible(self._file is not None)

    def _take_words(self, text: str) -> None:
        self.ways.choose("address")
        self._way_chosen("address")
        self.address.setText(text.split(maxsplit=1)[0])

    def _browse(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, tr("Choose a recording"), "", tr("Recordings (*.mp3 *.wav)"))
        if name:
            self.take_files([Path(name)])
