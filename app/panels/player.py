"""The player: an episode heard and read, line by line with the passages it rests on."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QStandardPaths, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QKeySequence, QShortcut, Qt
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.client.events import Event
from app.client.requests import Detail, SpokenLine, SpokenScript, State
from app.language import tr
from app.models import phrases
from app.models.places import Moment
from app.models.recents import place_of_row
from app.models.transcripts import TranscriptLines
from app.panels.another import Another
from app.panels.latest import Latest
from app.panels.panel import Desk, Panel
from app.panels.request_card import facts_of
from app.panels.saving import free_name
from app.panels.stems import StemSaving
from app.settings.session import Shown
from app.theme import even_figures, look
from app.widgets.buttons import button, icon_button
from app.widgets.cards import ElidedLabel, Facts, WrappedLabel, card, label, row, rule, scrolled
from app.widgets.heads import page_head
from app.widgets.page_stack import PageStack
from app.widgets.transcripts import TranscriptView
from app.widgets.transport import Transport
from app.widgets.waveform import Waveform

SIDE_WIDTH = 308


class PlayerPanel(Panel):
    """One finished request, opened."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.detail: Detail | None = None
        self.script = SpokenScript("")
        self._saved: Path | None = None
        self._wanted = ""
        self._moment: int | None = None
        self._looked_at: SpokenLine | None = None
        self.title = ElidedLabel("", "title")
        self.subtitle = ElidedLabel("", "muted")
        self.wave = Waveform(height=96)
        self.transport = Transport(desk.playback, skip_seconds=int(desk.values.get("playback.skip")), whole=True)
        self.lines = TranscriptLines(self)
        self.transcript = TranscriptView(self.lines)
        self.passages = QWidget()
        self._passage_column = QVBoxLayout(self.passages)
        self._passage_column.setContentsMargins(0, 0, 0, 0)
        self._passage_column.setSpacing(10)
        self._chapters = QWidget()
        self._chapter_column = QVBoxLayout(self._chapters)
        self._chapter_column.setContentsMargins(0, 0, 0, 0)
        self._chapter_column.setSpacing(2)
        self._facts = Facts()
        self.save_button = button(tr("Save as…"), self._save_as, icon="download-outline", keys="Ctrl+S")
        self.link_button = button(
            tr("Copy link"), self._copy_link, icon="link-variant", tip=tr("Copies the file's address")
        )
        self.share_button = button(
            tr("Share"), self._share, icon="share-variant-outline", tip=tr("Copies the address of the public page")
        )
        self.reveal_button = icon_button("folder-open-outline", tr("Show in folder"), self._reveal)
        self.edit_button = button(
            tr("Edit"), self._edit, icon="text-box-edit-outline", tip=tr("Edit the episode line by line")
        )
        self.another = Another(desk, self.tasks)
        self.stems = StemSaving(desk, self.tasks, self)
        self.approve_button = button(tr("Approve"), self._approve, icon="check", kind="main")
        self.empty = Latest(
            desk,
            "player",
            "headphones",
            tr("No episode open"),
            tr("Hear an episode, follow its lines, and read the passage that each of them rests on."),
            fits=lambda row: row.state is State.DONE and place_of_row(row)[0] == "player",
        )
        self._build()
        self._listen()

    def open(self, payload: object) -> None:
        """Open a request by its id, perhaps at a time."""
        self._wanted = payload.request_id if isinstance(payload, Moment) else str(payload)
        self._moment = payload.time_ms if isinstance(payload, Moment) else None
        self.reload()

    def state(self) -> Shown:
        """The episode, and where in it one is."""
        here = self.desk.playback.position if self.transport.mine else None
        return {"open": self._wanted, "at": here}

    def resume(self, state: Shown) -> None:
        """Open it again."""
        self._wanted = str(state.get("open") or "")
        here = state.get("at")
        self._moment = here if isinstance(here, int) and here > 0 else None

    async def refresh(self) -> None:
        """Read the open request."""
        if not self._wanted:
            await self.empty.refresh()
            return
        detail = await self.client.requests.detail(self._wanted)
        self._show(detail, await self.client.requests.script(self._wanted))

    def take(self, event: Event) -> None:
        """The open request went away, or went on."""
        if self.detail is None or event.subject != self.detail.row.id:
            return
        if event.name == "request.deleted":
            self._close()
        elif not self.detail.row.ended or event.data.get("rebuilt"):
            self.reload()

    def arrive(self) -> None:
        """The keys go to the transcript."""
        if self.detail is None:
            self.empty.setFocus()
        else:
            self.transcript.setFocus()

    def _build(self) -> None:
        self._content = QWidget()
        self._pages = PageStack()
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self._content)
        self.page.addLayout(self._pages, 1)
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        head = page_head(
            icon_button("arrow-left", tr("Back to the queue"), lambda: self.desk.go("queue")),
            (self.title, self.subtitle),
            self.edit_button,
            self.save_button,
            self.link_button,
            self.share_button,
            self.reveal_button,
            self.stems.button,
            self.another.button,
            self.approve_button,
            squares=(self.reveal_button, self.stems.button),
        )
        column.addLayout(head)
        self._sound, sound = card(padding=16, spacing=8)
        sound.addWidget(self.wave)
        sound.addWidget(self.transport)
        column.addWidget(self._sound)
        body = QHBoxLayout()
        body.setSpacing(16)
        frame, left = card(padding=10, spacing=8)
        left.addWidget(self.transcript, 1)
        body.addWidget(frame, 1)
        body.addWidget(self._side())
        column.addLayout(body, 1)

    def _side(self) -> QWidget:
        frame, outer = card(padding=20, spacing=0)
        frame.setFixedWidth(SIDE_WIDTH)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        self._passage_title = label(tr("This line rests on"), "heading")
        column.addWidget(self._passage_title)
        column.addWidget(self.passages)
        self._chapter_rule = rule()
        self._chapter_title = label(tr("Chapters"), "heading")
        self._fact_rule = rule()
        for made in (self._chapter_rule, self._chapter_title, self._chapters, self._fact_rule, self._facts):
            column.addWidget(made)
        column.addStretch(1)
        outer.addWidget(scrolled(content))
        return frame

    def _listen(self) -> None:
        self.wave.sought.connect(self.transport.seek)
        self.transport.sought.connect(self._moved)
        self.transport.chapter.connect(self._go_chapter)
        self.transport.volume.setValue(int(self.desk.values.get("playback.volume")))
        self.transport.volume_changed.connect(lambda percent: self.desk.values.keep("playback.volume", percent))
        self.transcript.sought.connect(self._play_from)
        self.transcript.looked_at.connect(self._show_passages)
        self.desk.playback.failed.connect(self._playback_failed)
        keys = {
            "Space": self.transport.toggle,
            "J": lambda: self.transport.skip(-1),
            "L": lambda: self.transport.skip(1),
            "K": self.transport.toggle,
            "M": self.transport.toggle_mute,
            ",": lambda: self.transport.change_speed(-1),
            ".": lambda: self.transport.change_speed(1),
            "+": lambda: self.transport.change_volume(5),
            "-": lambda: self.transport.change_volume(-5),
            "PgUp": lambda: self._go_chapter(-1),
            "PgDown": lambda: self._go_chapter(1),
            "Ctrl+Shift+C": self._copy_link,
        }
        for sequence, does in keys.items():
            shortcut = QShortcut(QKeySequence(sequence), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(does)

    def _show(self, detail: Detail, script: SpokenScript) -> None:
        other = self.detail is None or self.detail.row.id != detail.row.id
        self.detail, self.script = detail, script
        if other:
            self._saved = None
        request = detail.row
        self.desk.note_episode(request)
        self.title.setText(request.title or script.title or tr("Untitled"))
        length = phrases.clock(request.duration) if request.duration else ""
        parts = (phrases.output(request.output_type), request.show, length, phrases.ago(request.requested_on))
        self.subtitle.setText(" · ".join(filter(None, parts)))
        heard = bool(detail.audio_url)
        self._sound.setVisible(heard)
        self.lines.show(script, voices=detail.voices)
        length_ms = int(request.duration * 1000)
        self.wave.show_sound(
            script.peaks, length_ms=length_ms, chapters=[chapter.start_ms for chapter in script.chapters]
        )
        self.transport.attach(detail.audio_url, length_ms=length_ms)
        if other and heard and not self.transport.mine:
            self.desk.playback.set_speed(float(self.desk.values.get("playback.speed")))
            self.transport.speed.choose(self.desk.playback.speed)
        if self.transport.mine:
            self.wave.set_position(self.desk.playback.position)
        for made in (self.save_button, self.reveal_button):
            made.setVisible(heard)
        self.another.show_for(detail)
        self.stems.show_for(detail)
        self.another.button.setVisible(heard and bool(self.another.kinds()))
        self.link_button.setVisible(heard)
        self.edit_button.setVisible(bool(script.lines) and request.output_type == "audio")
        self.share_button.setVisible(bool(detail.share_url))
        self.approve_button.setVisible(request.state is State.WAITING)
        self._facts.show_facts(facts_of(detail))
        self._show_chapters()
        self._show_passages(script.lines[0] if script.lines else None)
        self._pages.setCurrentWidget(self._content)
        if other and self.isVisible():
            self.arrive()
        moment, self._moment = self._moment, None
        if moment is not None:
            self._look_at(moment)

    def _close(self) -> None:
        if self.transport.mine:
            self.desk.playback.stop()
        self.detail, self._wanted = None, ""
        self._pages.setCurrentWidget(self.empty)

    def _show_chapters(self) -> None:
        _clear(self._chapter_column)
        chapters = self.script.chapters
        for made in (self._chapter_rule, self._chapter_title, self._chapters):
            made.setVisible(bool(chapters))
        for chapter in chapters[:12]:
            made = _ChapterButton(phrases.clock(chapter.start_ms / 1000), chapter.title)
            made.clicked.connect(lambda _on=False, start=chapter.start_ms: self._play_from(start))
            self._chapter_column.addWidget(made)

    def _show_passages(self, line: SpokenLine | None) -> None:
        if line is self._looked_at and line is not None and self._passage_column.count():
            return
        self._looked_at = line
        _clear(self._passage_column)
        if line is None:
            return
        if not line.passages:
            self._passage_column.addWidget(
                WrappedLabel(tr("This line leads over or asks; it says nothing of its own."), "muted")
            )
        for passage in line.passages:
            quote = QWidget()
            column = QVBoxLayout(quote)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(4)
            frame, inner = card(padding=12, spacing=0)
            look(frame, "quote")
            inner.addWidget(WrappedLabel(passage.text))
            column.addWidget(frame)
            where = [passage.source]
            if passage.page is not None:
                where.append(tr("page {page}", page=passage.page))
            if passage.time_ms is not None:
                where.append(phrases.clock(passage.time_ms / 1000))
            column.addWidget(ElidedLabel(" · ".join(where), "small", middle=True))
            self._passage_column.addWidget(quote)

    def _moved(self, position_ms: int) -> None:
        self.wave.set_position(position_ms)
        place = self.lines.follow(position_ms)
        if place is None or place < 0:
            return
        if self.desk.values.get("playback.follow"):
            self.transcript.follow(place)
        self._show_passages(self.lines.line(place))

    def _look_at(self, position_ms: int) -> None:
        """Make ready to play from there, with the line that is said then in sight."""
        place = self.script.line_at(position_ms)
        if place >= 0:
            self.transcript.setCurrentIndex(self.lines.index(place, 0))
            self._show_passages(self.script.lines[place])
        if self.detail is not None and self.detail.audio_url:
            self.transport.seek(position_ms)

    def _play_from(self, position_ms: int) -> None:
        self.transport.seek(position_ms)
        if not self.desk.playback.is_playing:
            self.desk.playback.play()

    def _go_chapter(self, direction: int) -> None:
        here = self.desk.playback.position if self.transport.mine else 0
        target = self.script.chapter_beside(here, direction)
        if target is not None:
            self.transport.seek(target)

    def _playback_failed(self, reason: str) -> None:
        self.desk.bar.warn(
            tr("This can't be played: {reason}.", reason=reason.rstrip(".") or tr("the sound could not be read"))
        )

    def _file_name(self) -> str:
        assert self.detail is not None
        title = re.sub(r"[^\w\- ]+", "", self.detail.row.title).strip() or tr("Episode")
        return f"{title[:80]}.mp3"

    def _save_as(self) -> None:
        if self.detail is None:
            return
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DownloadLocation)
        name, _ = QFileDialog.getSaveFileName(self, tr("Save as"), str(Path(folder) / self._file_name()))
        if name:
            self.tasks.start(self._save(Path(name)))

    async def _save(self, target: Path, *, reveal: bool = False) -> None:
        assert self.detail is not None
        await self.client.connection.save(self.detail.audio_url, target)
        self._saved = target
        if reveal:
            self._show_folder(target)
        else:
            self.desk.bar.tell(
                tr("Saved {name}.", name=target.name),
                action=tr("Show in folder"),
                todo=lambda: self._show_folder(target),
            )

    def _reveal(self) -> None:
        if self.detail is None:
            return
        if self._saved is not None and self._saved.exists():
            self._show_folder(self._saved)
            return
        folder = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DownloadLocation))
        folder.mkdir(parents=True, exist_ok=True)
        self.tasks.start(self._save(free_name(folder / self._file_name()), reveal=True))

    def _show_folder(self, target: Path) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(target.parent))):
            self.desk.bar.tell(tr("It is in {parent}.", parent=target.parent))

    def _copy_link(self) -> None:
        if self.detail is not None and self.detail.audio_url:
            QGuiApplication.clipboard().setText(self.detail.audio_url)
            self.desk.bar.tell(tr("The link is on the clipboard."))

    def _share(self) -> None:
        if self.detail is not None and self.detail.share_url:
            address = self.detail.share_url
            QGuiApplication.clipboard().setText(address)
            self.desk.bar.tell(
                tr("The address of the public page is on the clipboard."),
                action=tr("Open it"),
                todo=lambda: QDesktopServices.openUrl(QUrl(address)),
            )

    def _edit(self) -> None:
        if self.detail is not None:
            self.desk.go("desk", self.detail.row.id)

    def _approve(self) -> None:
        if self.detail is not None:
            self.tasks.start(self._approved(self.detail.row.id))

    async def _approved(self, request_id: str) -> None:
        await self.client.requests.approve(request_id)
        self.desk.go("queue", request_id)


class _ChapterButton(QPushButton):
    """A chapter's time and title, as one row to press."""

    def __init__(self, time: str, title: str) -> None:
        super().__init__()
        look(self, "chapter")
        self.setAutoDefault(False)
        self.setAccessibleName(f"{title}, {time}")
        start = label(time, "muted")
        start.setFont(even_figures(start.font()))
        layout = row(start, ElidedLabel(title), spacing=10, stretch_at=1)
        layout.setContentsMargins(8, 5, 8, 5)
        self.setLayout(layout)
        for child in self.findChildren(QWidget):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setMinimumHeight(30)


def _clear(column: QVBoxLayout) -> None:
    while (item := column.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
