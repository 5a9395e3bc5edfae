"""One episode, all of it: words, chapters, transcript, recording. One button keeps what was changed."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from app.client import Client
from app.client.episodes import Episode
from app.client.faults import ApiError
from app.client.recordings import SaidTurn
from app.language import mark, told, tr
from app.models import phrases, sound_files
from app.models.sound_files import NotReadable
from app.panels.episode_about import EpisodeAbout
from app.panels.episode_chapters import EpisodeChapters
from app.panels.episode_transcript import EpisodeTranscript
from app.panels.panel import Desk
from app.tasks import Tasks
from app.widgets.buttons import Segments, button, icon_button
from app.widgets.cards import ElidedLabel, row
from app.widgets.forms import Faults
from app.widgets.page_stack import PageStack

VIEWS = (("about", mark("About")), ("chapters", mark("Chapters")), ("transcript", mark("Transcript")))
LISTENED_TO = 200_000_000
"""Bytes of a recording that is read only to draw how loud it is."""
SOUNDS = mark("Recordings (*.mp3 *.m4a *.wav *.flac *.ogg *.opus)")
HEIGHT = 38


class EpisodePage(QWidget):
    """The page. `left` asks to go back, `kept` tells that the episode is another one now."""

    left = Signal()
    kept = Signal()

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self.episode: Episode | None = None
        self.heading = ElidedLabel("", "title")
        self.facts = ElidedLabel("", "muted")
        self.views = Segments(told(VIEWS), name=tr("Part of the episode"))
        self.views.chosen.connect(self.show_view)
        self.about = EpisodeAbout()
        self._peaks: tuple[float, ...] = ()
        self._turns: tuple[SaidTurn, ...] = ()
        self._chapters: EpisodeChapters | None = None
        self._transcript: EpisodeTranscript | None = None
        self.faults = Faults(self.about.fields)
        self.audio_button = button(
            tr("Replace audio…"),
            self._browse,
            icon="swap-horizontal",
            tip=tr("Another recording; apps keep it as the same episode"),
        )
        self.keep_button = button(tr("Save"), self.keep, kind="main", keys="Ctrl+S")
        self._build()

    @property
    def chapters(self) -> EpisodeChapters:
        """Its chapters, made when they are first asked for: all parts at once would hold the window."""
        if self._chapters is None:
            self._chapters = made = EpisodeChapters(self._desk)
            self._add(made)
            if self.episode is not None:
                made.fill(self.episode, self._peaks)
        return self._chapters

    @property
    def transcript(self) -> EpisodeTranscript:
        """What is said in it, made when it is first asked for."""
        if self._transcript is None:
            self._transcript = made = EpisodeTranscript(self._desk)
            made.write_asked.connect(lambda: self._desk.go("recordings"))
            self._add(made)
            if self.episode is not None:
                made.fill(self.episode, self._turns)
        return self._transcript

    def _add(self, part: EpisodeAbout | EpisodeChapters | EpisodeTranscript) -> None:
        self._stack.addWidget(part)
        part.changed.connect(self._show_changed)

    def begin(self, episode: Episode, view: str = "about") -> None:
        """Edit this episode."""
        self.episode = episode
        self.faults.clear()
        self._peaks, self._turns = (), ()
        self.about.fill(episode)
        if self._chapters is not None:
            self._chapters.fill(episode, ())
        if self._transcript is not None:
            self._transcript.fill(episode, ())
        self._show_heading(episode)
        self.show_view(view)
        self._show_changed()
        self._tasks.start(self._load(episode), replacing="episode")

    def show_view(self, view: str) -> None:
        """Show a part of the episode."""
        self.views.choose(view)
        self._stack.setCurrentWidget(self._part(view))

    def arrive(self) -> None:
        """The keys go to what is shown."""
        part = self._part(self.views.value())
        if isinstance(part, EpisodeAbout):
            part.title.setFocus()
        else:
            part.arrive()

    def _part(self, view: str) -> EpisodeAbout | EpisodeChapters | EpisodeTranscript:
        match view:
            case "chapters":
                return self.chapters
            case "transcript":
                return self.transcript
        return self.about

    def keep(self) -> None:
        """Keep what was changed."""
        if self.keep_button.isEnabled() and self.episode is not None:
            self.keep_button.setEnabled(False)
            self._tasks.start(self._keep(self.episode), replacing="keep", on_error=self._failed)

    def replace_audio(self, recording: Path) -> None:
        """Give the episode another recording."""
        if self.episode is not None:
            self.audio_button.setEnabled(False)
            self._desk.bar.tell(tr("{name} is on its way…", name=recording.name))
            work = self._replace(self.episode, recording)
            self._tasks.start(work, replacing="audio", on_error=self._not_replaced)

    async def _load(self, episode: Episode) -> None:
        client = self._desk.client
        assert client is not None
        turns: tuple[SaidTurn, ...] = ()
        try:
            turns = await client.recordings.transcript(str(episode.id))
        except ApiError as error:
            # None is no fault: the page says so.
            if error.status not in (400, 404):
                raise
        written = self._transcript
        if self.episode is not None and self.episode.id == episode.id and not (written and written.is_changed):
            self._turns = turns
            if written is not None:
                written.fill(episode, turns)
        peaks = await _peaks(client, episode)
        if self.episode is not None and self.episode.id == episode.id and peaks:
            self._peaks = peaks
            if self._chapters is not None:
                self._chapters.show_peaks(peaks)

    async def _keep(self, episode: Episode) -> None:
        client = self._desk.client
        assert client is not None
        self.faults.clear()
        said = self.about.said
        chapters, written = self._chapters, self._transcript
        if chapters is not None and chapters.rows.marks != episode.chapters:
            said["chapters"] = [mark.wire for mark in chapters.rows.marks]
        title, description = self.about.words
        if said or (title, description) != (episode.title, episode.description.strip()):
            await client.episodes.change(episode.id, title=title, description=description, **said)
        if written is not None and written.is_changed:
            await client.episodes.correct(episode.id, written.corrected)
        self._desk.bar.tell(tr("The episode is kept; the feed has it already."))
        self.kept.emit()

    async def _replace(self, episode: Episode, recording: Path) -> None:
        client = self._desk.client
        assert client is not None
        await client.episodes.change_audio(episode.id, recording)
        self.audio_button.setEnabled(True)
        self._desk.bar.tell(tr("The episode has another recording; apps keep it as the same episode."))
        self.kept.emit()

    def _not_replaced(self, error: Exception) -> None:
        self.audio_button.setEnabled(True)
        if isinstance(error, ApiError) and error.fields:
            self._desk.bar.warn(tr("The recording was refused: it {message}.", message=error.fields[0].message))
        else:
            self._desk.bar.complain(error)

    def _failed(self, error: Exception) -> None:
        self._show_changed()
        if isinstance(error, ApiError) and error.fields:
            homeless = self.faults.show((fault.field, fault.message) for fault in error.fields)
            chapters = any(fault.field.startswith("chapters") for fault in error.fields)
            self.show_view("chapters" if chapters else "about")
            if homeless:
                self._desk.bar.warn(" ".join(homeless))
        else:
            self._desk.bar.complain(error)

    def _show_changed(self) -> None:
        episode = self.episode
        title, description = self.about.words
        self.about.fields["title"].set_fault("" if title else tr("An episode needs a title."))
        made, written = self._chapters, self._transcript
        chapters = episode is not None and made is not None and made.rows.marks != episode.chapters
        changed = self.about.is_changed or chapters or (written is not None and written.is_changed)
        self.keep_button.setEnabled(changed and bool(title) and bool(description))

    def _show_heading(self, episode: Episode) -> None:
        self.heading.setText(episode.title)
        length = phrases.clock(episode.duration) if episode.duration else ""
        size = phrases.size(episode.size) if episode.size else ""
        self.facts.setText(" · ".join(filter(None, (length, size))))
        self.facts.setToolTip(tr("Identity in the feed: {guid}", guid=episode.guid) if episode.guid else "")

    def _browse(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, tr("Another recording"), "", tr(SOUNDS))
        if name:
            self.replace_audio(Path(name))

    def _build(self) -> None:
        back = icon_button("arrow-left", tr("Back to the show"), self.left.emit, keys="Alt+Left")
        back.setFixedSize(HEIGHT, HEIGHT)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.heading)
        words.addWidget(self.facts)
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(back)
        top.addLayout(words, 1)
        for made in (self.audio_button, self.keep_button):
            made.setFixedHeight(HEIGHT)
            top.addWidget(made)
        self.views.setFixedHeight(HEIGHT)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(14)
        column.addLayout(top)
        column.addLayout(row(self.views, None))
        holder = QWidget()
        column.addWidget(holder, 1)
        self._stack = PageStack(holder)
        self._add(self.about)


async def _peaks(client: Client, episode: Episode) -> tuple[float, ...]:
    """How loud an episode is: as its request tells, else from its recording where that lies on our server."""
    if episode.request_id:
        try:
            return (await client.requests.script(episode.request_id)).peaks
        except ApiError:
            # The request may be gone; the recording is not.
            pass
    ours = urlsplit(episode.audio_url).netloc == urlsplit(client.base_url).netloc
    if not ours or not 0 < episode.size <= LISTENED_TO:
        return ()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"recording{Path(urlsplit(episode.audio_url).path).suffix}"
        try:
            await client.connection.save(episode.audio_url, file)
            peaks, _ = await asyncio.to_thread(sound_files.peaks_of, file)
        except (ApiError, NotReadable):
            return ()
    return peaks
