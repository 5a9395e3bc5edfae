"""The selected request beside the queue: what it is, how it goes, and the next thing to do."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from app.client.faults import ApiError
from app.client.requests import Detail, Row, SpokenScript, State
from app.language import number, tr
from app.models import phrases
from app.panels.panel import Desk
from app.tasks import Tasks
from app.theme import look
from app.widgets.buttons import button, icon_button
from app.widgets.cards import ElidedLabel, Facts, WrappedLabel, row
from app.widgets.empty import EmptyState
from app.widgets.progress import ProgressLine
from app.widgets.transport import Transport
from app.widgets.waveform import Waveform

WIDTH = 308
GONE = 404


class RequestCard(QFrame):
    """One request. `asked` names what a person wants done with it."""

    asked = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        look(self, "card")
        self.setFixedWidth(WIDTH)
        self._desk = desk
        self._tasks = Tasks(self)
        self._tasks.failed.connect(desk.bar.complain)
        self.row: Row | None = None
        self._loaded = ""
        self._title = WrappedLabel("", "heading")
        self._subtitle = ElidedLabel("", "muted")
        self._now = WrappedLabel("")
        self._progress = ProgressLine()
        self._advice = WrappedLabel("", "muted")
        self.wave = Waveform()
        self.transport = Transport(desk.playback, skip_seconds=int(desk.values.get("playback.skip")))
        self.transport.sought.connect(self.wave.set_position)
        self.wave.sought.connect(self.transport.seek)
        self._facts = Facts()
        self._main = button("", lambda: self.asked.emit(self._main_action), kind="main")
        self._main_action = "open"
        self._second = button("", lambda: self.asked.emit(self._second_action))
        self._second_action = "cancel"
        self._duplicate = icon_button("content-duplicate", tr("Duplicate"), lambda: self.asked.emit("duplicate"))
        self._delete = icon_button("delete-outline", tr("Delete"), lambda: self.asked.emit("delete"))
        self._empty = EmptyState(
            "cursor-default-click-outline", tr("No request selected"), tr("Choose one to see how it goes."), width=240
        )
        self._body = QWidget()
        self._build()
        self.show_row(None)

    def show_row(self, row: Row | None) -> None:
        """Show a request, or that none is selected."""
        self.row = row
        self._body.setVisible(row is not None)
        self._empty.setVisible(row is None)
        if row is None:
            self._loaded = ""
            return
        state = row.state
        self._title.setText(row.title or tr("Untitled"))
        self._subtitle.setText(" · ".join(filter(None, (phrases.made(row), row.show, phrases.ago(row.requested_on)))))
        running = state in (State.PROCESSING, State.WAITING)
        self._now.setText(phrases.happening(row) if state is not State.QUEUED else tr("Waiting for its turn"))
        self._now.setVisible(state not in (State.DONE, State.CANCELLED))
        self._progress.setVisible(running)
        self._progress.show_fraction(row.status / 100)
        advice = tr(phrases.ADVICE.get(row.error_code, "")) if state is State.FAILED else ""
        if state is State.CANCELLED:
            advice = tr("You cancelled this. Retry goes on from where it stopped.")
        self._advice.setText(advice)
        self._advice.setVisible(bool(advice))
        self._show_buttons(state)
        done = state is State.DONE
        if not done:
            self._show_sound(None, None)
            self._facts.show_facts(())
            self._loaded = ""
        elif self._loaded != row.id and self._desk.client is not None:
            self._loaded = row.id
            self._facts.show_facts(((tr("Length"), phrases.clock(row.duration) if row.duration else ""),))
            self._show_sound(None, None)
            self._tasks.start(self._load(row), replacing="load", on_error=self._not_loaded)

    def _build(self) -> None:
        body = QVBoxLayout(self._body)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(10)
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(self._title)
        words.addWidget(self._subtitle)
        body.addLayout(words)
        body.addSpacing(4)
        for made in (self._now, self._progress, self._advice, self.wave, self.transport):
            body.addWidget(made)
        body.addSpacing(6)
        body.addWidget(self._facts)
        body.addStretch(1)
        for small in (self._duplicate, self._delete):
            small.setFixedSize(38, 38)
        self._main.setMinimumHeight(38)
        self._second.setMinimumHeight(38)
        body.addLayout(row(self._delete, self._duplicate, self._second, self._main, stretch_at=3))
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 20)
        column.addWidget(self._body, 1)
        column.addWidget(self._empty, 1)

    def _show_buttons(self, state: State) -> None:
        main = {
            State.DONE: ("open", tr("Open")),
            State.WAITING: ("approve", tr("Approve")),
            State.FAILED: ("retry", tr("Retry")),
            State.CANCELLED: ("retry", tr("Retry")),
            State.QUEUED: ("cancel", tr("Cancel")),
            State.PROCESSING: ("cancel", tr("Cancel")),
        }[state]
        self._main_action, text = main
        self._main.setText(text)
        destructive = self._main_action == "cancel"
        _restyle(self._main, "" if destructive else "main")
        self._second.setVisible(state is State.WAITING)
        self._second_action = "open"
        self._second.setText(tr("Read script"))

    async def _load(self, row: Row) -> None:
        client = self._desk.client
        assert client is not None
        detail = await client.requests.detail(row.id)
        script = await client.requests.script(row.id) if detail.audio_url else None
        self._show_sound(detail, script)
        self._facts.show_facts(facts_of(detail, script))

    def _not_loaded(self, error: Exception) -> None:
        """A request that went away meanwhile is no news here; the list tells of it."""
        if not (isinstance(error, ApiError) and error.status == GONE):
            self._desk.bar.complain(error)

    def _show_sound(self, detail: Detail | None, script: SpokenScript | None) -> None:
        heard = detail is not None and bool(detail.audio_url)
        self.wave.setVisible(heard)
        self.transport.setVisible(heard)
        if detail is None or not heard:
            self.transport.attach("", length_ms=0)
            return
        length = int(detail.row.duration * 1000)
        chapters = tuple(chapter.start_ms for chapter in script.chapters) if script else ()
        self.wave.show_sound(script.peaks if script else (), length_ms=length, chapters=chapters)
        self.transport.attach(detail.audio_url, length_ms=length)
        if self.transport.mine:
            self.wave.set_position(self._desk.playback.position)


def facts_of(detail: Detail, script: SpokenScript | None = None) -> list[tuple[str, str]]:
    """A finished request's facts."""
    return [
        (tr("Voices"), ", ".join(detail.voices)),
        (tr("Language"), detail.language),
        (
            tr("Loudness"),
            f"{number(detail.loudness, places=1)} LUFS" if detail.loudness is not None else "",
        ),
        (tr("Chapters"), str(len(script.chapters)) if script and script.chapters else ""),
        (tr("Size"), phrases.size(detail.file_size) if detail.file_size else ""),
        (tr("Written by"), tr(detail.written_by)),
    ]


def _restyle(made: QPushButton, kind: str) -> None:
    look(made, kind)
    made.style().unpolish(made)
    made.style().polish(made)
