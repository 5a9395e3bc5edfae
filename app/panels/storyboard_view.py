"""The storyboard of a video: its scenes as cards, one of them changed beside them, and the changes rendered."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.client.events import Event
from app.client.storyboards import Storyboard
from app.language import tr, trn
from app.models import phrases
from app.models.storyboards import EditedBoard, EditedScene, kind_words
from app.panels.panel import Desk
from app.panels.scene_form import SceneForm
from app.tasks import Tasks
from app.widgets.buttons import button
from app.widgets.cards import WrappedLabel, card, label, row, scrolled
from app.widgets.progress import ProgressLine
from app.widgets.scenes import SceneCard

FORM_WIDTH = 372
PAUSE_MS = 700


class StoryboardView(QWidget):
    """The storyboard of one request. `approved` tells that one that waited goes on."""

    approved = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.tasks = Tasks(self)
        self.tasks.failed.connect(desk.bar.complain)
        self.edited = EditedBoard(Storyboard(""))
        self.cards: list[SceneCard] = []
        self._pictures: dict[int, bytes] = {}
        self._place = 0
        self._version = ""
        self.note = WrappedLabel("", "muted")
        self.undo_button = button(tr("Undo all"), self._undo, icon="undo")
        self.render_button = button("", self._render, icon="movie-open-outline", kind="main")
        self.progress, self.told = ProgressLine(), label("", "muted")
        self.form = SceneForm()
        self._build()
        self.form.changed.connect(self._form_changed)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._ask_preview)

    def show_board(self, board: Storyboard) -> None:
        """Show a storyboard; changes to the same one that are not rendered yet stay."""
        if board == self.edited.board:
            return
        self.edited = EditedBoard(board)
        self._pictures, self._place, self._version = {}, 0, ""
        self._tell("")
        self._show_scenes()
        self.tasks.start(self._load_pictures(board), replacing="pictures")

    def take(self, event: Event) -> None:
        """How far the new version is; once it is done it is opened."""
        if not self._version or event.subject != self._version:
            return
        if event.name == "request.progress":
            percent = int(event.data.get("status") or 0)
            self._tell(tr("The new version is made: {percent} %", percent=percent), percent / 100)
        elif event.name == "request.completed":
            version, self._version = self._version, ""
            self._tell("")
            self._desk.go("reader", version)
        elif event.name in ("request.failed", "request.cancelled", "request.deleted"):
            self._version = ""
            self._tell("")
            self._show_changes()

    def _build(self) -> None:
        self._list = QVBoxLayout()
        self._list.setContentsMargins(2, 2, 8, 2)
        self._list.setSpacing(8)
        self._list.addStretch(1)
        content = QWidget()
        content.setLayout(self._list)
        left = QVBoxLayout()
        left.setSpacing(10)
        self._scroll = scrolled(content)
        left.addWidget(self._scroll, 1)
        left.addWidget(self.progress)
        left.addWidget(self.told)
        left.addLayout(row(self.note, self.undo_button, self.render_button, stretch_at=0))
        frame, column = card(padding=14, spacing=8)
        frame.setFixedWidth(FORM_WIDTH)
        column.addWidget(scrolled(self.form))
        whole = QHBoxLayout(self)
        whole.setContentsMargins(6, 6, 6, 6)
        whole.setSpacing(14)
        whole.addLayout(left, 1)
        whole.addWidget(frame)

    def _show_scenes(self) -> None:
        for old in self.cards:
            self._list.removeWidget(old)
            old.hide()
            old.deleteLater()
        board = self.edited.board
        self.cards = []
        for place, scene in enumerate(self.edited.scenes):
            made = SceneCard(is_upright=board.format == "short", can_change=board.can_change)
            made.clicked.connect(partial(self._choose, place))
            made.moved.connect(partial(self._move, place))
            made.removed.connect(partial(self._take_out, place))
            made.added.connect(partial(self._add, place))
            if scene.was.number in self._pictures and not scene.is_new:
                made.picture.show_picture(self._pictures[scene.was.number])
            self._list.insertWidget(place, made)
            self.cards.append(made)
            self._show_card(place)
        if self.cards:
            self.setFocusProxy(self.cards[0])
        self._choose(min(self._place, len(self.cards) - 1))
        self._show_changes()

    def _show_card(self, place: int) -> None:
        scene = self.edited.scenes[place]
        was = scene.was
        time = (
            ""
            if was.start_ms is None or was.end_ms is None
            else (f"{phrases.clock(was.start_ms / 1000)} – {phrases.clock(was.end_ms / 1000)}")
        )
        head = (
            scene.shown_text if scene.shown_kind == "title" else scene.shown_heading or scene.shown_text or was.figure
        )
        self.cards[place].show_scene(
            place + 1,
            kind=kind_words(scene.shown_kind),
            head=head,
            said=" ".join(scene.shown_lines),
            time=time,
            is_changed=scene.is_changed,
        )

    def _show_changes(self) -> None:
        board, edited = self.edited.board, self.edited
        can_change = board.can_change and not self._version
        self.undo_button.setVisible(board.can_change and edited.is_changed)
        self.render_button.setVisible(board.is_waiting or (board.can_change and edited.is_changed))
        self.render_button.setEnabled(can_change and edited.unsaid < 0)
        words = tr("Make the video") if board.is_waiting else tr("Render the changes")
        self.render_button.setText(f" {words}")
        self.render_button.setAccessibleName(words)
        told = [trn("{count} scene changed", "{count} scenes changed", edited.changed)] if edited.changed else []
        told += [tr("another order")] if edited.is_reordered else []
        if not told:
            told = [trn("{count} scene", "{count} scenes", len(edited.scenes))]
        if edited.unsaid >= 0:
            told.append(tr("scene {place} says nothing yet", place=edited.unsaid + 1))
        elif board.is_waiting:
            told.append(tr("nothing is spoken or painted yet"))
        elif edited.is_changed:
            told.append(tr("rendered as a new version"))
        self.note.setText(" · ".join(told))

    def _choose(self, place: int) -> None:
        if not 0 <= place < len(self.cards):
            return
        self._place = place
        for number, each in enumerate(self.cards):
            each.setChecked(number == place)
        scene = self.edited.scenes[place]
        self.form.show_scene(
            scene,
            is_upright=self.edited.board.format == "short",
            can_change=self.edited.board.can_change,
            picture=b"" if scene.is_new else self._pictures.get(scene.was.number, b""),
        )
        if scene.is_changed:
            self._ask_preview()

    def _form_changed(self, scene: EditedScene) -> None:
        self.edited.put(self._place, scene)
        self._show_card(self._place)
        self._show_changes()
        self._pause.start()

    def _move(self, place: int, by: int) -> None:
        self._place = self.edited.move(place, by)
        self._show_scenes()
        self.cards[self._place].setFocus()
        self._scroll.ensureWidgetVisible(self.cards[self._place])

    def _take_out(self, place: int) -> None:
        self.edited.take_out(place)
        self._place = min(place, len(self.edited.scenes) - 1)
        self._show_scenes()

    def _add(self, after: int) -> None:
        self._place = self.edited.insert(after)
        self._show_scenes()
        self._scroll.ensureWidgetVisible(self.cards[self._place])
        self.form.lines[0].setFocus()

    def _undo(self) -> None:
        self.edited = EditedBoard(self.edited.board)
        self._show_scenes()

    def _ask_preview(self) -> None:
        if self._desk.client is not None and self._place < len(self.edited.scenes):
            scene = self.edited.scenes[self._place]
            if scene.is_unsaid:
                return
            self.tasks.start(self._paint(scene), replacing="preview", on_error=self.form.not_shown)

    async def _paint(self, scene: EditedScene) -> None:
        client = self._desk.client
        assert client is not None
        picture = await client.storyboards.preview(self.edited.board.request_id, scene.change())
        if self.edited.scenes[self._place] == scene:
            self.form.show_picture(picture)

    async def _load_pictures(self, board: Storyboard) -> None:
        client = self._desk.client
        assert client is not None
        for scene in board.scenes:
            picture = await client.storyboards.picture(board.request_id, scene.number)
            self._pictures[scene.number] = picture
            for place, each in enumerate(self.edited.scenes):
                if each.was.number == scene.number and not each.is_new:
                    self.cards[place].picture.show_picture(picture)
                    if place == self._place and not each.is_changed:
                        self.form.show_picture(picture)

    def _render(self) -> None:
        if self._desk.client is not None:
            work = self._approve() if self.edited.board.is_waiting else self._order()
            self.render_button.setEnabled(False)
            self.tasks.start(work, replacing="render", on_error=self._refused)

    async def _order(self) -> None:
        client = self._desk.client
        assert client is not None
        self._version = await client.storyboards.version(self.edited.board.request_id, self.edited.changes())
        self._tell(tr("The new version waits for its turn"))
        self._show_changes()

    async def _approve(self) -> None:
        client = self._desk.client
        assert client is not None
        request_id = self.edited.board.request_id
        if self.edited.is_changed:
            await client.storyboards.change(request_id, self.edited.changes())
        await client.requests.approve(request_id)
        self.approved.emit()

    def _tell(self, words: str, fraction: float = 0.0) -> None:
        for shown in (self.progress, self.told):
            shown.setVisible(bool(words))
        self.told.setText(words)
        self.progress.show_fraction(fraction)

    def _refused(self, error: Exception) -> None:
        self.render_button.setEnabled(True)
        self._desk.bar.complain(error)
