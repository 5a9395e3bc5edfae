"""Recordings: transcribed, taken apart by speaker, spoken again; the list of them, and their results."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.client.events import Event
from app.client.faults import ApiError
from app.client.outcomes import Kind
from app.client.requests import Row, State, changed_by
from app.language import told, tr, trn
from app.models import recordings, voices
from app.models.places import Moment
from app.models.recordings import SEPARATE, TRANSCRIBE, Recorded
from app.panels.panel import Desk, Panel
from app.panels.queue import SETTLE_MS, pill_of
from app.panels.recording_form import RecordingForm
from app.panels.tracks_page import TracksPage
from app.panels.transcript_page import TranscriptPage
from app.widgets.buttons import Segments
from app.widgets.cards import card, label
from app.widgets.empty import EmptyState
from app.widgets.page_stack import PageStack
from app.widgets.tables import PillDelegate, Table, ToneDelegate

LISTED = 200


class RecordingsPanel(Panel):
    """The form and the list; a result takes their place."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._wanted = ""
        self.summary = label("", "muted")
        self.views = Segments(told(recordings.TASKS), name=tr("Task"))
        self.form = RecordingForm()
        self.rows = recordings.recording_rows(self)
        self.table = Table(name=tr("Recordings"), widths={1: 124, 2: 124, 3: 158}, optional=1, below=560)
        self.table.setModel(self.rows)
        self.table.setItemDelegateForColumn(2, PillDelegate(self.table, pill_of))
        self.table.setItemDelegateForColumn(3, ToneDelegate(self.table, _now_tone))
        self.table.quiet(1)
        self.empty = EmptyState(
            "microphone-outline",
            tr("No recording yet"),
            tr("Transcripts, separated speakers and re-voiced recordings appear here while they are made."),
            width=300,
        )
        self.transcript = TranscriptPage(desk, self.tasks)
        self.tracks = TracksPage(desk, self.tasks)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self.reload)
        self._build()
        self._listen()

    async def refresh(self) -> None:
        """Read the list and what the form offers."""
        wanted, self._wanted = self._wanted, ""
        page = await self.client.requests.page(limit=LISTED)
        listed = [row for row in page.rows if recordings.is_recording(row)]
        selected = self.table.current()
        if [row.id for row in listed] == [row.id for row in self.rows.rows]:
            for row in listed:
                self.rows.update(row)
        else:
            self.rows.replace(listed)
            place = self.rows.place_of(selected.id) if selected is not None else 0
            if listed:
                self.table.selectRow(max(place, 0))
        self._show_counts(listed)
        if wanted:
            await self._show_result(wanted)
        spoken = [row for row in page.rows if row.state is State.DONE and row.duration and not _is_result(row)]
        catalogue = await self.client.voices.catalogue()
        languages = await self.client.languages.all()
        names = {language.code: language.name for language in languages}
        self.form.offer(voices.entries_of(catalogue, names, frozenset()), languages, tuple(spoken))

    def take(self, event: Event) -> None:
        """A recording's request changed, came or went."""
        if event.noun != "request":
            return
        before = self.rows.row_of(event.subject)
        if before is None or event.name == "request.deleted":
            self._settle.start()
            return
        row = changed_by(before, event.data)
        self.rows.update(row)
        if row.state is not before.state:
            self._settle.start()

    def open(self, payload: object) -> None:
        """Show the result of a request, or a task by its name."""
        if payload in dict(recordings.TASKS):
            self._leave()
            self._choose(str(payload))
        else:
            self._wanted = payload.request_id if isinstance(payload, Moment) else str(payload or "")
            self.transcript.search.setText(payload.words if isinstance(payload, Moment) else "")
            self.reload()

    def arrive(self) -> None:
        """The keys go to what is shown."""
        shown = self._stack.currentWidget()
        if isinstance(shown, TranscriptPage | TracksPage):
            shown.arrive()
        else:
            self.form.arrive()

    def go_to_search(self) -> None:
        """Go to the search in the transcript."""
        if self._stack.currentWidget() is self.transcript:
            self.transcript.search.setFocus()
            self.transcript.search.selectAll()

    def drop(self, data: QMimeData) -> bool:
        """A recording that is dropped while the form is shown is for it."""
        return self._stack.currentWidget() is self._home and self.form.take(data)

    def _build(self) -> None:
        self._home = QWidget()
        column = QVBoxLayout(self._home)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label(tr("Recordings"), "title"))
        words.addWidget(self.summary)
        top = QHBoxLayout()
        top.addLayout(words)
        top.addStretch(1)
        self.views.setFixedHeight(38)
        top.addWidget(self.views, 0, Qt.AlignmentFlag.AlignVCenter)
        column.addLayout(top)
        frame, inner = card(padding=6, spacing=0)
        self._lists = PageStack()
        holder = QWidget()
        holder.setLayout(self._lists)
        self._lists.addWidget(self.empty)
        self._lists.addWidget(self.table)
        inner.addWidget(holder)
        body = QHBoxLayout()
        body.setSpacing(16)
        body.addWidget(self.form)
        body.addWidget(frame, 1)
        column.addLayout(body, 1)
        self._stack = PageStack()
        for page in (self._home, self.transcript, self.tracks):
            self._stack.addWidget(page)
        self.page.addLayout(self._stack, 1)

    def _listen(self) -> None:
        self.views.chosen.connect(self._choose)
        self.form.ordered.connect(self._order)
        self.table.opened.connect(self._open_row)
        self.table.deleted.connect(lambda row: self.tasks.start(self._delete(row)))
        self.transcript.left.connect(self._leave)
        self.tracks.left.connect(self._leave)

    def _choose(self, task: str) -> None:
        self.views.choose(task)
        self.form.show_task(task)

    def _leave(self) -> None:
        self.tracks.hide_sound()
        self._stack.setCurrentWidget(self._home)
        self.table.setFocus()

    def _order(self) -> None:
        if self.desk.client is None or not self.form.check():
            return
        self.form.send.setEnabled(False)
        self.tasks.start(
            self._send(self.form.task, self.form.recorded),
            on_error=self._refused,
            on_end=lambda: self.form.send.setEnabled(True),
        )

    async def _send(self, task: str, recorded: Recorded) -> None:
        calls, form = self.client.recordings, self.form
        speakers = int(form.speakers.currentData() or 0) or None
        if task == TRANSCRIBE:
            source: Path | str = recorded.file or recorded.address or recorded.episode
            language = str(form.language.currentData() or "")
            request_id = await calls.transcribe(
                source, speakers=speakers, language=language, episode=bool(recorded.episode)
            )
        else:
            source = recorded.file or recorded.address or await self._address_of(recorded.episode)
            if task == SEPARATE:
                request_id = await calls.separate(source, speakers=speakers)
            else:
                instructions = form.instructions.toPlainText().strip()
                request_id = await calls.revoice(
                    source, form.voices, instructions=instructions, music=form.music.text().strip()
                )
        if recorded.file is not None:
            await self.transcript.remember(request_id, recorded.file)
        form.clear()
        self.desk.bar.tell(
            tr("{does}: it is in the queue.", does=tr(recordings.DOES[task])),
            action=tr("Go to the queue"),
            todo=lambda: self.desk.go("queue", request_id),
        )
        await self.refresh()

    async def _address_of(self, request_id: str) -> str:
        return (await self.client.requests.detail(request_id)).audio_url

    def _refused(self, error: Exception) -> None:
        homeless = None
        if isinstance(error, ApiError) and error.fields:
            homeless = self.form.faults.show([(fault.field, fault.message) for fault in error.fields])
        if homeless is None:
            self.desk.bar.complain(error)
        elif homeless:
            self.desk.bar.warn(" ".join(homeless))

    def _open_row(self, row: Row) -> None:
        if row.state is State.DONE:
            self.tasks.start(self._show_result(row.id), replacing="result")
        else:
            self.desk.go("queue", row.id)

    async def _show_result(self, request_id: str) -> None:
        outcome = await self.client.outcomes.of(request_id)
        if outcome.kind == Kind.SEPARATED and outcome.done:
            self._stack.setCurrentWidget(self.tracks)
            self.tracks.arrive()
            await self.tracks.load(outcome)
        elif outcome.kind == Kind.TRANSCRIBED and outcome.done:
            turns = await self.client.recordings.transcript(request_id)
            await self.transcript.load(outcome, turns, address=await self._sound_of(request_id))
            self._stack.setCurrentWidget(self.transcript)
            self.transcript.arrive()
        elif outcome.kind == Kind.MATCHED and outcome.voice_id:
            self.desk.go("voices", outcome.voice_id)
        elif outcome.kind == Kind.REVOICED and outcome.done:
            self.desk.go("player", request_id)
        else:
            self.desk.go("queue", request_id)

    async def _sound_of(self, request_id: str) -> str:
        """Where the recording of a transcript is: its address, or the episode's."""
        order = (await self.client.requests.detail(request_id)).order
        address, episode = str(order.get("audioUrl") or ""), str(order.get("episodeId") or "")
        if address or not episode:
            return address
        try:
            return await self._address_of(episode)
        except ApiError:
            # The episode may be gone; its transcript is still there to be read.
            return ""

    async def _delete(self, row: Row) -> None:
        await self.client.requests.delete(row.id)
        self.desk.bar.tell(
            tr("Deleted “{title}”.", title=row.title or tr("Untitled")),
            action=tr("Undo"),
            todo=lambda: self.tasks.start(self._restore(row)),
        )
        await self.refresh()

    async def _restore(self, row: Row) -> None:
        await self.client.requests.restore(row.id)
        await self.refresh()

    def _show_counts(self, listed: list[Row]) -> None:
        running = sum(not row.ended for row in listed)
        done = sum(row.state is State.DONE for row in listed)
        told = [trn("{count} recording", "{count} recordings", len(listed))]
        if running:
            told.append(tr("{running} under way", running=running))
        if done:
            told.append(tr("{done} done", done=done))
        self.summary.setText(" · ".join(told) if listed else tr("Write down, take apart, speak again."))
        self._lists.setCurrentWidget(self.table if listed else self.empty)


def _is_result(row: Row) -> bool:
    return row.kind in (Kind.SEPARATED, Kind.TRANSCRIBED, Kind.MATCHED) or row.output_type not in ("audio", "")


def _now_tone(row: Row) -> str:
    return "bad" if row.state is State.FAILED else "muted"
