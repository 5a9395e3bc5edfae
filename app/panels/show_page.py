"""One show: its feed's address, its episodes, and the feed as a podcast app shows it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from app.client.episodes import Episode
from app.client.shows import Show
from app.language import mark, tr
from app.models import feeds
from app.models.episodes import episode_rows
from app.panels.episode_card import EpisodeEditor
from app.panels.feed_preview import FeedView
from app.panels.panel import Desk
from app.tasks import Tasks
from app.theme import icons, look
from app.widgets.artwork import Cover
from app.widgets.buttons import Segments, button, icon_button
from app.widgets.cards import ElidedLabel, Glyph, WrappedLabel, card, row, scrolled
from app.widgets.empty import EmptyState
from app.widgets.forms import Line
from app.widgets.page_stack import PageStack
from app.widgets.tables import Table

EDITOR_WIDTH = 272
PLAYS = "/studio/shows/{}/plays"
LOCAL_NOTICE = mark(
    "Podcast apps elsewhere can't reach this address. Give Quillcast a public one in Settings → Server."
)


class ShowPage(QWidget):
    """The selected show. `edit_asked`, `add_asked` and `page_asked` ask for other pages.

    `episode_asked` asks for all of an episode, `remove_asked` to take the show away.
    """

    edit_asked = Signal()
    add_asked = Signal()
    page_asked = Signal(str)
    episode_asked = Signal(object)
    remove_asked = Signal()

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self.wanted = 0
        """An episode to select once it is listed."""
        self._desk, self._tasks = desk, tasks
        self._show: Show | None = None
        self._artwork = b""
        self.cover = Cover(88)
        self.name = ElidedLabel("", "heading")
        self.author = ElidedLabel("", "muted")
        self.description = ElidedLabel("", "muted")
        self.address = Line()
        self.address.setReadOnly(True)
        self.address.setAccessibleName(tr("Feed address"))
        self.copy_button = button(tr("Copy address"), self._copy, icon="content-copy", keys="Ctrl+Shift+C")
        self.notice = QFrame()
        look(self.notice, "notice")
        self.views = Segments((("episodes", tr("Episodes")), ("preview", tr("In a podcast app"))), name=tr("View"))
        self.views.chosen.connect(self._view_chosen)
        self.add_button = button(tr("Add episode"), self.add_asked.emit, icon="playlist-plus", kind="main")
        self.episodes = episode_rows(self)
        self.article_button = button(
            tr("From an article"), partial(self.page_asked.emit, "article"), icon="newspaper-variant-outline"
        )
        self.check_button = button(
            tr("Check feed"), partial(self.page_asked.emit, "check"), icon="clipboard-check-outline"
        )
        self.more_button = icon_button("dots-horizontal", tr("More about this show"))
        self.publish_button = button(tr("How to publish it"), partial(self.page_asked.emit, "site"), kind="link")
        widths = {1: 108, 2: 80, 3: 82, 4: 70}
        self.table = Table(name=tr("Episodes"), widths=widths, optional=4, below=620, more={3: 440})
        self.table.setModel(self.episodes)
        self.table.quiet(1, 2, 3, 4)
        rename = QShortcut(QKeySequence("F2"), self.table)
        rename.setContext(Qt.ShortcutContext.WidgetShortcut)
        rename.activated.connect(self._whole_episode)
        self.table.current_changed.connect(self._episode_chosen)
        self.table.deleted.connect(self._remove)
        self.table.opened.connect(lambda episode: self._desk.go("player", episode.request_id))
        self.none = EmptyState(
            "playlist-plus",
            tr("No episode yet"),
            tr("Add a finished episode from your queue; it appears in the feed at once."),
            action=tr("Add episode"),
            clicked=self.add_asked.emit,
        )
        self.editor = EpisodeEditor()
        self.editor.kept.connect(lambda: self._tasks.start(self._keep_episode()))
        self.editor.removed.connect(lambda: self._remove(self.editor.episode))
        self.editor.whole_asked.connect(self._whole_episode)
        self.preview = FeedView()
        self._build()

    def show_show(self, show: Show, artwork: bytes) -> None:
        """Show another show's name and address; its episodes come by `load`."""
        if self._show is None or self._show.id != show.id:
            self.episodes.replace(())
            self.editor.show_episode(None)
            self.preview.clear()
        self._show, self._artwork = show, artwork
        self.cover.show_bytes(artwork)
        self.name.setText(show.name)
        self.author.setText(" · ".join(filter(None, (show.author, show.language))))
        self.description.setText(show.description)
        self.address.setText(show.rss_url)
        self.address.setCursorPosition(0)
        self.notice.setVisible(feeds.only_local(show.rss_url))

    async def load(self) -> None:
        """Read the show's episodes, and its feed while it is looked at."""
        show, client = self._show, self._desk.client
        if show is None or client is None:
            return
        selected = self.editor.episode.id if self.editor.episode else 0
        episodes = await client.episodes.of_show(show.id)
        if PLAYS in self._desk.offered:
            plays = await client.imports.plays(show.id)
            episodes = tuple(replace(episode, plays=plays.get(episode.id, 0)) for episode in episodes)
        if self._show is None or self._show.id != show.id:
            return
        wanted, self.wanted = self.wanted, 0
        if list(episodes) != list(self.episodes.rows):
            self.episodes.replace(episodes)
            place = max(self.episodes.place_of(selected), 0)
            if episodes:
                self.table.selectRow(place)
        if wanted and self.episodes.place_of(wanted) >= 0:
            self.table.selectRow(self.episodes.place_of(wanted))
        self._lists.setCurrentWidget(self._list if episodes else self.none)
        if not episodes:
            self.editor.show_episode(None)
        self.views.caption("episodes", tr("Episodes · {count}", count=len(episodes)))
        if self.views.value() == "preview":
            await self._load_preview()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        head, inner = card(padding=16, spacing=12)
        edit = button(tr("Edit"), self.edit_asked.emit, icon="pencil-outline")
        self.more_button.setMenu(self._menu())
        for made in (self.check_button, edit, self.more_button):
            made.setFixedHeight(36)
        words = QVBoxLayout()
        words.setSpacing(3)
        words.addLayout(row(self.name, self.check_button, edit, self.more_button, stretch_at=0))
        words.addWidget(self.author)
        words.addWidget(self.description)
        words.addStretch(1)
        top = row(self.cover, spacing=16)
        top.addLayout(words, 1)
        inner.addLayout(top)
        inner.addLayout(row(Glyph("rss", tone="accent"), self.address, self.copy_button, stretch_at=1))
        notice = QHBoxLayout(self.notice)
        notice.setContentsMargins(12, 10, 12, 10)
        notice.setSpacing(10)
        notice.addWidget(Glyph("lan-disconnect", tone="warning"), 0, Qt.AlignmentFlag.AlignTop)
        notice.addWidget(WrappedLabel(tr(LOCAL_NOTICE)), 1)
        notice.addWidget(self.publish_button, 0, Qt.AlignmentFlag.AlignTop)
        inner.addWidget(self.notice)
        column.addWidget(head)
        self.views.setFixedHeight(38)
        for made in (self.add_button, self.article_button):
            made.setFixedHeight(38)
        column.addLayout(row(self.views, None, self.article_button, self.add_button))
        self._list = QWidget()
        list_row = QHBoxLayout(self._list)
        list_row.setContentsMargins(0, 0, 0, 0)
        list_row.setSpacing(16)
        frame, table = card(padding=6, spacing=0)
        table.addWidget(self.table)
        list_row.addWidget(frame, 1)
        # In a low window it scrolls: nothing is pressed together.
        held = QWidget()
        around = QHBoxLayout(held)
        around.setContentsMargins(0, 0, 4, 0)
        around.addWidget(self.editor)
        area = scrolled(held)
        area.setFixedWidth(EDITOR_WIDTH)
        list_row.addWidget(area)
        self._lists = PageStack()
        for page in (self.none, self._list):
            self._lists.addWidget(page)
        holder = QWidget()
        holder.setLayout(self._lists)
        self._views = PageStack()
        self._views.addWidget(holder)
        self._views.addWidget(self.preview)
        column.addLayout(self._views, 1)

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAccessibleName(tr("More about this show"))
        pages = (
            ("ideas", "lightbulb-on-outline", tr("Ideas for episodes…")),
            ("order", "sort-numeric-ascending", tr("Seasons, order and numbers…")),
            ("site", "web", tr("Website for any host…")),
        )
        for name, icon, text in pages:
            menu.addAction(icons.icon(icon), text).triggered.connect(
                lambda _on=False, name=name: self.page_asked.emit(name)
            )
        menu.addSeparator()
        remove = menu.addAction(icons.icon("delete-outline"), tr("Remove the show"))
        remove.triggered.connect(lambda _on=False: self.remove_asked.emit())
        return menu

    def _whole_episode(self) -> None:
        if self.editor.episode is not None:
            self.episode_asked.emit(self.editor.episode)

    def _view_chosen(self, view: str) -> None:
        self._views.setCurrentIndex(1 if view == "preview" else 0)
        if view == "preview":
            self._tasks.start(self._load_preview(), replacing="preview")

    async def _load_preview(self) -> None:
        show, client = self._show, self._desk.client
        if show is None or client is None:
            return
        xml = await client.shows.feed(show.id)
        try:
            self.preview.show_feed(feeds.read_feed(xml), self._artwork)
        except ValueError as error:
            self._desk.bar.warn(str(error))

    def _copy(self) -> None:
        if self._show is not None:
            QGuiApplication.clipboard().setText(self._show.rss_url)
            self._desk.bar.tell(tr("The feed's address is on the clipboard: add it in a podcast app."))

    def _episode_chosen(self, episode: Episode | None) -> None:
        self.editor.show_episode(episode)

    async def _keep_episode(self) -> None:
        episode, client = self.editor.episode, self._desk.client
        if episode is None or client is None:
            return
        await client.episodes.change(episode.id, title=self.editor.title_text, description=self.editor.description_text)
        self._desk.bar.tell(tr("The episode is kept; the feed has it already."))
        await self.load()

    def _remove(self, episode: Episode | None) -> None:
        if episode is not None and self._show is not None:
            self._tasks.start(self._removed(self._show, episode))

    async def _removed(self, show: Show, episode: Episode) -> None:
        client = self._desk.client
        assert client is not None
        await client.episodes.remove(episode.id)
        self._desk.bar.tell(
            tr("“{title}” is out of the feed.", title=episode.title),
            action=tr("Undo"),
            todo=lambda: self._tasks.start(self._put_back(show, episode)),
        )
        await self.load()

    async def _put_back(self, show: Show, episode: Episode) -> None:
        client = self._desk.client
        assert client is not None
        if episode.request_id:
            await client.episodes.add(show.id, episode.request_id, title=episode.title, description=episode.description)
        else:
            await client.episodes.put(show.id, episode.id)
        await self.load()
