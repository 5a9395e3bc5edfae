"""A voice match: a person's speech from a file or the microphone, checked as it comes, made into a voice."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.client.events import Event
from app.client.faults import ApiError
from app.client.outcomes import Outcome
from app.errors import sentence
from app.language import mark, tr
from app.models import phrases, sound_files
from app.models.sound_files import NotReadable
from app.models.speech_checks import LONGEST_S, Check, SpeechChecks, Verdict
from app.panels.match_result import MatchResult
from app.panels.panel import Desk
from app.tasks import Tasks
from app.theme import even_figures, icons, look
from app.widgets.buttons import Segments, Switch, button
from app.widgets.cards import ElidedLabel, Glyph, WrappedLabel, card, label, row
from app.widgets.drops import DropArea
from app.widgets.forms import Faults, Field, Line
from app.widgets.meters import CheckList, LevelMeter
from app.widgets.recorder import RATE, Recorder

WIDTH = 360
LARGEST = 10 * 1024 * 1024
PRICE = 200
CONSENT = mark("This is my own voice, or its owner agreed")
WHAT_IT_IS = mark(
    "A voice match finds the packaged voice or blend that is nearest to a person's and "
    "shapes it towards the recording. It is close in pitch and colour, but it is not the "
    "person's own voice."
)
READ_THIS = mark(
    "Read aloud, as you would to a friend: “When the sunlight strikes raindrops in the "
    "air, they act as a prism and form a rainbow. People look for it after every storm, "
    "and nobody has ever reached its end.”"
)


class MatchPage(QWidget):
    """Recording on the left, checks and consent on the right. `made` carries the new voice's id."""

    made = Signal(int)

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._request = ""
        self._file: Path | None = None
        self._checks = SpeechChecks()
        self._loose = b""
        self.ways = Segments((("file", tr("File")), ("microphone", tr("Microphone"))), name=tr("Speech"))
        self.drop_area = DropArea(
            tr("Drop a recording of one person"), tr("10 seconds to 10 minutes of speech: MP3, WAV or FLAC."),
            icon="file-music-outline", action=tr("Choose a file…"),
        )  # fmt: skip
        self.recorder = Recorder(longest_s=LONGEST_S, parent=self)
        self.record_button = button(tr("Record"), self._record, icon="record-circle-outline", kind="main")
        self.meter = LevelMeter()
        self.time = label("00:00", "figure")
        self.chosen = ElidedLabel("", "muted", middle=True)
        self.again = button(tr("Start over"), self.clear, icon="refresh")
        self.device = WrappedLabel("", "fault")
        self.checks = CheckList()
        self.name = Line(tr("Name of the voice"))
        self.name_field = Field(tr("Name"), self.name)
        self.consent = Switch(tr(CONSENT))
        self.make_button = button(tr("Match the voice"), self._make, icon="account-voice", kind="main")
        self.faults = Faults({"name": self.name_field})
        self.result = MatchResult(desk)
        self._build()
        self._listen()
        self.clear()

    def arrive(self) -> None:
        """The keys go to where speech is given."""
        (self.record_button if self.ways.value() == "microphone" else self.drop_area).setFocus()

    def take_files(self, paths: list[Path]) -> None:
        """Listen through the first of these files."""
        if paths:
            self.ways.choose("file")
            self._way_chosen("file")
            self._tasks.start(self._listen_through(paths[0]), replacing="check", on_error=self._not_read)

    def drop(self, data: QMimeData) -> bool:
        """Take a file that was dropped anywhere."""
        return self.drop_area.take(data) if data.hasUrls() else False

    def clear(self) -> None:
        """Begin anew."""
        self.recorder.stop()
        self._file, self._checks, self._loose = None, SpeechChecks(), b""
        self.chosen.setText("")
        self.meter.clear()
        self._show_time()
        self._show_checks(ended=False)

    def take(self, event: Event) -> None:
        """The match went on."""
        if event.subject == self._request and self._request:
            self._tasks.start(self._look(self._request), replacing="match")

    def _build(self) -> None:
        body = QHBoxLayout(self)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(16)
        frame, left = card(spacing=14)
        self.ways.setFixedHeight(38)
        left.addLayout(row(label(tr("Speech"), "heading"), None, self.ways))
        left.addWidget(WrappedLabel(tr(WHAT_IT_IS), "muted"))
        left.addWidget(self.drop_area)
        self._mic = QFrame()
        look(self._mic, "well")
        inner = QVBoxLayout(self._mic)
        inner.setContentsMargins(16, 14, 16, 14)
        inner.setSpacing(12)
        inner.addWidget(WrappedLabel(tr(READ_THIS)))
        self.record_button.setMinimumHeight(38)
        self.record_button.setMinimumWidth(120)
        self.time.setFont(even_figures(self.time.font()))
        inner.addLayout(row(self.record_button, self.time, self.meter, spacing=14, stretch_at=2))
        inner.addWidget(self.device)
        left.addWidget(self._mic)
        self._given = QWidget()
        line = row(Glyph("file-music-outline", tone="accent"), self.chosen, self.again, stretch_at=1)
        line.setContentsMargins(0, 0, 0, 0)
        self._given.setLayout(line)
        left.addWidget(self._given)
        left.addSpacing(4)
        left.addWidget(label(tr("Checks"), "heading"))
        left.addWidget(self.checks)
        left.addStretch(1)
        side, right = card(spacing=14)
        side.setFixedWidth(WIDTH)
        right.addWidget(label(tr("The voice"), "heading"))
        right.addWidget(self.name_field)
        right.addWidget(self.consent)
        right.addWidget(
            WrappedLabel(tr("It belongs to you alone. Removing it removes the recording with it."), "small")
        )
        self.make_button.setMinimumHeight(38)
        right.addWidget(self.make_button)
        right.addWidget(label(tr("{price} credits", price=PRICE), "small"))
        right.addWidget(self.result, 1)
        body.addWidget(frame, 1)
        body.addWidget(side)

    def _listen(self) -> None:
        self.ways.chosen.connect(self._way_chosen)
        self.drop_area.files.connect(self.take_files)
        self.drop_area.browse.connect(self._browse)
        self.recorder.heard.connect(self._heard)
        self.recorder.running.connect(self._running)
        self.recorder.failed.connect(self._no_microphone)
        self.consent.toggled.connect(lambda _on: self._show_ready())
        self.name.textChanged.connect(lambda _text: self._show_ready())
        self.result.use_asked.connect(self.made)
        self._way_chosen("file")

    def _way_chosen(self, way: str) -> None:
        self.drop_area.setVisible(way == "file" and self._file is None)
        self._mic.setVisible(way == "microphone")
        self.device.setVisible(bool(self.device.text()))
        if way == "file":
            self.recorder.stop()

    def _browse(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, tr("Choose a recording"), "", tr("Recordings (*.mp3 *.wav *.flac *.ogg);;All files (*)")
        )
        if name:
            self.take_files([Path(name)])

    async def _listen_through(self, path: Path) -> None:
        self.clear()
        self.chosen.setText(tr("Listening to {name}…", name=path.name))
        self._checks = await asyncio.to_thread(sound_files.checked, path)
        self._file = path
        length = phrases.clock(self._checks.seconds)
        self.chosen.setText(f"{path.name} · {length}")
        if not self.name.text():
            self.name.setText(path.stem[:60])
        self._show_time()
        self._show_checks(ended=True)
        self._way_chosen("file")

    def _not_read(self, error: Exception) -> None:
        self.clear()
        told = str(error) if isinstance(error, NotReadable) else sentence(error)
        self._desk.bar.warn(told)

    def _record(self) -> None:
        if self.recorder.is_running:
            self.recorder.stop()
        else:
            self.clear()
            self.device.setText("")
            self.device.hide()
            self._desk.playback.stop()
            self.recorder.start()

    def _heard(self, sound: bytes) -> None:
        block = int(RATE * self._checks.block_s) * 2
        self._loose += sound
        while len(self._loose) >= block:
            peak = sound_files.peak_of(self._loose[:block])
            self._loose = self._loose[block:]
            self._checks.add(peak)
            self.meter.show_level(peak)
        self._show_time()
        self._show_checks(ended=False)

    def _running(self, on: bool) -> None:
        self.record_button.setText(tr(" Stop") if on else tr(" Record again") if self._checks.peaks else tr(" Record"))
        self.record_button.setAccessibleName(tr("Stop recording") if on else tr("Record"))
        self.record_button.setIcon(icons.icon("stop" if on else "record-circle-outline", tone="on_accent"))
        if not on:
            self.meter.clear()
            self._show_checks(ended=True)

    def _no_microphone(self, reason: str) -> None:
        self.device.setText(reason)
        self.device.show()

    def _show_time(self) -> None:
        self.time.setText(phrases.clock(self._checks.seconds))
        self._given.setVisible(bool(self.chosen.text()))

    def _show_checks(self, *, ended: bool) -> None:
        self.checks.show_checks(self._checks.verdicts(ended=ended and bool(self._checks.peaks)))
        self._show_ready()

    def _show_ready(self) -> None:
        recorded = bool(self._checks.peaks) and not self.recorder.is_running
        missing = []
        if not (recorded and self._checks.fits()):
            missing.append(tr("speech that passes every check"))
        if not self.name.text().strip():
            missing.append(tr("a name"))
        if not self.consent.isChecked():
            missing.append(tr("the consent"))
        ready = not missing and not self._request
        self.make_button.setEnabled(ready)
        self.make_button.setToolTip("" if not missing else tr("Still needed: {listed}.", listed=", ".join(missing)))

    def _make(self) -> None:
        if self._desk.client is None or not self.consent.isChecked():
            return
        self.faults.clear()
        self.make_button.setEnabled(False)
        self.result.begin()
        self._tasks.start(self._send(self.name.text().strip()), replacing="send", on_error=self._refused)

    async def _send(self, name: str) -> None:
        client = self._desk.client
        assert client is not None
        folder = await asyncio.to_thread(tempfile.mkdtemp, prefix="quillcast-")
        target = Path(folder) / "speech.mp3"
        try:
            if self._file is None:
                await asyncio.to_thread(sound_files.write_mp3, self.recorder.sound, target, rate=RATE)
            elif self._file.suffix.lower() != ".mp3":
                await asyncio.to_thread(sound_files.as_mp3, self._file, target)
            else:
                target = self._file
            size = (await asyncio.to_thread(target.stat)).st_size
            if size > LARGEST:
                raise ApiError(
                    0,
                    "too_large",
                    tr("{name} has {size}; at most 10 MB are taken.", name=target.name, size=phrases.size(size)),
                )
            self._request = await client.recordings.match_voice(target, name=name)
        finally:
            await asyncio.to_thread(_forget, Path(folder))
        await self._look(self._request)

    async def _look(self, request_id: str) -> None:
        client = self._desk.client
        assert client is not None
        outcome = await client.outcomes.of(request_id)
        if request_id != self._request:
            return
        self.result.show_outcome(outcome)
        if outcome.done or outcome.error_code:
            self._request = ""
            self._ended(outcome)

    def _ended(self, outcome: Outcome) -> None:
        passed = [Check(c.name, c.verdict, c.text) for c in self.checks.checks]
        verdict = Verdict.BAD if outcome.error_code else Verdict.GOOD
        told = outcome.error or tr("One person speaks, without music behind")
        self.checks.show_checks((*passed, Check(tr("Listened to"), verdict, told)))
        self.consent.setChecked(False)
        self._show_ready()
        if outcome.voice_id:
            self.made.emit(0)

    def _refused(self, error: Exception) -> None:
        self._request = ""
        self.result.clear()
        fields = [(fault.field, fault.message) for fault in error.fields] if isinstance(error, ApiError) else []
        homeless = self.faults.show(fields) if fields else None
        if homeless is None:
            self._desk.bar.warn(str(error) if isinstance(error, NotReadable) else sentence(error))
        elif homeless:
            self._desk.bar.warn(" ".join(homeless))
        self._show_ready()


def _forget(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
