"""The transcript that is published with an episode: heard, and put right where it is wrong."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut, Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.client.episodes import Episode
from app.client.recordings import SaidTurn
from app.language import tr, trn
from app.models.edited_lines import EditedLines
from app.panels.panel import Desk
from app.panels.transcript_page import script_of
from app.widgets.buttons import button
from app.widgets.cards import WrappedLabel, card, label, row, rule
from app.widgets.empty import EmptyState
from app.widgets.page_stack import PageStack
from app.widgets.speaker_names import SpeakerNames
from app.widgets.transcript_editor import TranscriptEditor
from app.widgets.transport import Transport

SIDE_WIDTH = 260
UNNAMED = "SPEAKER_"
"""How labels begin that nobody has given a name."""


class EpisodeTranscript(QWidget):
    """The editor. `changed` tells of every correction, `write_asked` that there is nothing to correct yet."""

    changed = Signal()
    write_asked = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._turns: tuple[SaidTurn, ...] = ()
        self._shown: dict[str, str] = {}
        self.lines = EditedLines(self)
        self.view = TranscriptEditor(self.lines)
        self.transport = Transport(desk.playback, skip_seconds=int(desk.values.get("playback.skip")))
        self.speakers = SpeakerNames(self.lines)
        self.edit_button = button(tr("Correct the line"), self.view.edit_current, icon="pencil-outline", tip="F2")
        self.back_button = button(tr("Undo all corrections"), self.lines.take_back, kind="link")
        self.told = label("", "muted")
        self.none = EmptyState(
            "text-box-outline",
            tr("No transcript"),
            tr(
                "Nobody has written down what is said here. A recording can be transcribed; its "
                "transcript is published with the episode once you keep it."
            ),
            action=tr("Transcribe the recording"),
            clicked=self.write_asked.emit,
        )
        self._build()
        self._listen()

    def fill(self, episode: Episode, turns: tuple[SaidTurn, ...]) -> None:
        """Correct what is said in this episode."""
        self._turns = turns
        named = {turn.speaker: turn.speaker for turn in turns if not turn.speaker.startswith(UNNAMED)}
        self.lines.show_heard(script_of(episode.title, turns), words={}, names=named)
        self._shown = dict(self.lines.names)
        self.transport.attach(episode.audio_url, length_ms=episode.duration * 1000)
        self._pages.setCurrentIndex(0 if turns else 1)
        self.speakers.show_names()
        self._show_count()

    @property
    def is_changed(self) -> bool:
        """Whether words or names differ from what is published."""
        return bool(self.lines.corrections()) or self.lines.names != self._shown

    @property
    def corrected(self) -> tuple[SaidTurn, ...]:
        """The turns as they stand now."""
        names = self.lines.names
        called = {speaker: name for speaker, name in names.items() if name != self._shown.get(speaker)}
        pairs = zip(self._turns, self.lines.lines, strict=True)
        return tuple(SaidTurn(called.get(t.speaker, t.speaker), t.start, t.end, line.text) for t, line in pairs)

    def arrive(self) -> None:
        """The arrow keys go from line to line."""
        (self.view if self._turns else self.none).setFocus()

    def _listen(self) -> None:
        self.lines.edited.connect(self._edited)
        self.transport.sought.connect(self._moved)
        self.view.sought.connect(self._play_from)
        shortcut = QShortcut(QKeySequence("Space"), self.view)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        shortcut.activated.connect(self.transport.toggle)

    def _edited(self) -> None:
        self._show_count()
        self.changed.emit()

    def _show_count(self) -> None:
        count = len(self.lines.corrections())
        self.told.setText(trn("{count} line is corrected", "{count} lines are corrected", count) if count else "")
        self.back_button.setVisible(bool(count))

    def _moved(self, position_ms: int) -> None:
        place = self.lines.follow(position_ms)
        if place is not None and place >= 0 and self._desk.values.get("playback.follow"):
            self.view.follow(place)

    def _play_from(self, position_ms: int) -> None:
        self.transport.seek(position_ms)
        if not self._desk.playback.is_playing:
            self._desk.playback.play()

    def _build(self) -> None:
        body = QWidget()
        across = QHBoxLayout(body)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(16)
        frame, left = card(padding=10, spacing=8)
        tools = row(self.told, self.back_button, None, self.edit_button)
        tools.setContentsMargins(8, 2, 4, 0)
        left.addLayout(tools)
        left.addWidget(self.view, 1)
        left.addWidget(rule())
        left.addWidget(self.transport)
        across.addWidget(frame, 1)
        side, right = card(padding=18, spacing=12)
        side.setFixedWidth(SIDE_WIDTH)
        right.addWidget(label(tr("Speakers"), "heading"))
        right.addWidget(WrappedLabel(tr("Names stand in the published transcript."), "muted"))
        right.addLayout(self.speakers)
        right.addStretch(1)
        across.addWidget(side)
        none, middle = card(padding=0, spacing=0)
        middle.addWidget(self.none)
        self._pages = PageStack(self)
        self._pages.addWidget(body)
        self._pages.addWidget(none)
