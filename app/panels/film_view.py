"""A film watched: its picture with captions over it, its controls, and the chapters to go to."""

from __future__ import annotations

from bisect import bisect_right

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QHideEvent, QImage, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.client.requests import SpokenScript
from app.language import tr
from app.models import phrases
from app.models.subtitles import cues
from app.panels.panel import Desk
from app.theme import look
from app.widgets.buttons import Switch, icon_button
from app.widgets.cards import label, row
from app.widgets.films import FilmSurface
from app.widgets.transport import Transport

CHAPTERS_WIDTH = 236
CHAPTER_HIGH = 32


class FilmView(QWidget):
    """One film."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._script = SpokenScript("")
        self._starts: list[int] = []
        self._cues: list[tuple[str, int, int, str]] = []
        self.surface = FilmSurface(desk.playback)
        self.transport = Transport(desk.playback, skip_seconds=int(desk.values.get("playback.skip")), whole=True)
        self.captions = Switch(tr("Captions"))
        self.chapters = QListWidget()
        self.chapters.setAccessibleName(tr("Chapters"))
        look(self.chapters, "lines")
        self.chapters.setFrameShape(QListWidget.Shape.NoFrame)
        self._full = icon_button("fullscreen", tr("Whole screen (F)"), self._fill_screen)
        self._full.setFixedSize(42, 36)
        self._build()
        self._listen()

    def show_film(self, address: str, script: SpokenScript, *, length_ms: int, is_upright: bool) -> None:
        """Show another film, from its beginning; an upright one has captions of its own in its picture."""
        if address == self.transport.address:
            return
        if self.transport.mine:
            self._desk.playback.stop()
        self._script = script
        self._cues = [cue for line in script.lines for cue in cues(line)]
        self._starts = [start for _speaker, start, _end, _words in self._cues]
        self.captions.setVisible(bool(self._cues))
        self.captions.setChecked(bool(self._cues) and not is_upright)
        self.chapters.clear()
        for chapter in script.chapters:
            item = QListWidgetItem(f"{phrases.clock(chapter.start_ms / 1000)}   {chapter.title}")
            item.setData(Qt.ItemDataRole.UserRole, chapter.start_ms)
            item.setSizeHint(QSize(0, CHAPTER_HIGH))
            item.setToolTip(chapter.title)
            self.chapters.addItem(item)
        self._side.setVisible(bool(script.chapters))
        self.surface.show_still(QImage())
        self.transport.attach(address, length_ms=length_ms)
        self._show_moment(0)

    def show_still(self, content: bytes) -> None:
        """Show a picture until the film plays."""
        self.surface.show_still(QImage.fromData(content))

    def close_film(self) -> None:
        """Let go of the film."""
        if self.transport.mine:
            self._desk.playback.stop()
        self.transport.attach("", length_ms=0)

    def hideEvent(self, event: QHideEvent) -> None:
        """What isn't seen doesn't play."""
        super().hideEvent(event)
        if self.transport.mine and not self.surface.isFullScreen():
            self._desk.playback.pause()

    def _build(self) -> None:
        self._place = QVBoxLayout()
        self._place.setContentsMargins(0, 0, 0, 0)
        self._place.addWidget(self.surface)
        controls = row(self.captions, None, self._full)
        controls.setContentsMargins(0, 0, 0, 0)
        left = QVBoxLayout()
        left.setSpacing(8)
        left.addLayout(self._place, 1)
        left.addWidget(self.transport)
        left.addLayout(controls)
        self._side = QWidget()
        self._side.setFixedWidth(CHAPTERS_WIDTH)
        side = QVBoxLayout(self._side)
        side.setContentsMargins(0, 4, 0, 0)
        side.setSpacing(8)
        side.addWidget(label(tr("Chapters"), "heading"))
        side.addWidget(self.chapters, 1)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(6, 6, 6, 6)
        whole.setSpacing(14)
        whole.addLayout(left, 1)
        whole.addWidget(self._side)
        self.setFocusProxy(self.surface)

    def _listen(self) -> None:
        self.surface.pressed.connect(self.transport.toggle)
        self.surface.left.connect(self._leave_screen)
        self.transport.sought.connect(self._show_moment)
        self.transport.chapter.connect(self._go_chapter)
        self.transport.volume.setValue(int(self._desk.values.get("playback.volume")))
        self.transport.volume_changed.connect(lambda percent: self._desk.values.keep("playback.volume", percent))
        self.captions.toggled.connect(lambda _on: self._show_moment(self._position))
        self.chapters.itemActivated.connect(self._go_to)
        self.chapters.itemClicked.connect(self._go_to)
        self._desk.playback.playing.connect(lambda _on: self._show_moment(self._position))
        self._desk.playback.failed.connect(self._failed)
        keys = {
            "Space": self.transport.toggle,
            "K": self.transport.toggle,
            "J": lambda: self.transport.skip(-1),
            "L": lambda: self.transport.skip(1),
            "M": self.transport.toggle_mute,
            "C": self.captions.toggle,
            "F": self._fill_screen,
            "PgUp": lambda: self._go_chapter(-1),
            "PgDown": lambda: self._go_chapter(1),
        }
        for sequence, does in keys.items():
            shortcut = QShortcut(QKeySequence(sequence), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(does)

    @property
    def _position(self) -> int:
        return self._desk.playback.position if self.transport.mine else 0

    def _show_moment(self, position_ms: int) -> None:
        self.surface.is_mine = self.transport.mine
        place = bisect_right(self._starts, position_ms) - 1
        words = ""
        if place >= 0 and self.captions.isChecked() and self.transport.mine:
            _speaker, _start, end, said = self._cues[place]
            words = said if position_ms < end else ""
        self.surface.show_caption(words)
        self.surface.update()
        starts = [chapter.start_ms for chapter in self._script.chapters]
        self.chapters.setCurrentRow(max(bisect_right(starts, position_ms) - 1, 0) if starts else -1)

    def _go_to(self, item: QListWidgetItem) -> None:
        self.transport.seek(int(item.data(Qt.ItemDataRole.UserRole)))
        if not self._desk.playback.is_playing:
            self._desk.playback.play()

    def _go_chapter(self, direction: int) -> None:
        target = self._script.chapter_beside(self._position, direction)
        if target is not None:
            self.transport.seek(target)

    def _fill_screen(self) -> None:
        if self.surface.isFullScreen():
            self._leave_screen()
            return
        self.surface.setWindowFlag(Qt.WindowType.Window)
        self.surface.showFullScreen()
        self.surface.setFocus()

    def _leave_screen(self) -> None:
        self.surface.setWindowFlag(Qt.WindowType.Window, False)
        self._place.addWidget(self.surface)
        self.surface.show()
        self.surface.setFocus()

    def _failed(self, reason: str) -> None:
        if self.transport.mine:
            self._desk.bar.warn(
                tr("This film can't be played: {reason}.", reason=reason.rstrip(".") or tr("it could not be read"))
            )
