"""Shows: the list, and beside it one show, its form, or the choice of an episode."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QStackedLayout, QVBoxLayout, QWidget

from app.client.events import Event
from app.client.faults import ApiError
from app.client.shows import Show
from app.panels.episode_choice import EpisodeChoice
from app.panels.panel import Desk, Panel
from app.panels.show_form import ShowForm
from app.panels.show_page import ShowPage
from app.widgets.artwork import Cover
from app.widgets.buttons import button
from app.widgets.cards import ElidedLabel, card, label
from app.widgets.empty import EmptyState

LIST_WIDTH = 232
COVER_FILE = "cover.jpg"
ROLE = int(Qt.ItemDataRole.UserRole)


class ShowsPanel(Panel):
    """Every show of the account."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._shows: tuple[Show, ...] = ()
        self._covers: dict[str, bytes] = {}
        self._wanted = ""
        self.list = QListWidget()
        self.list.setAccessibleName("Shows")
        self.list.setSpacing(2)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(self._selected)
        self.summary = label("", "muted")
        self.new_button = button("New show", lambda: self._edit(None), icon="plus", kind="main", keys="Ctrl+Shift+N")
        self.show_page = ShowPage(desk, self.tasks)
        self.form = ShowForm(desk)
        self.choice = EpisodeChoice(desk, self.tasks)
        self.empty = EmptyState(
            "podcast",
            "No show yet",
            "A show gathers episodes under one feed that podcast apps subscribe to.",
            action="Create your first show",
            clicked=lambda: self._edit(None),
        )
        self._build()
        self._listen()

    @property
    def current(self) -> Show | None:
        """The show that is selected."""
        item = self.list.currentItem()
        found = item.data(ROLE) if item is not None else None
        return found if isinstance(found, Show) else None

    async def refresh(self) -> None:
        """Read the shows, then the one that is selected."""
        selected = self._wanted or (self.current.id if self.current else "")
        self._wanted = ""
        shows = await self.client.shows.all()
        if shows != self._shows:
            self._fill(shows, selected)
        elif selected:
            self._select(selected)
        languages = await self.client.languages.all()
        self.form.offer_languages([language.name for language in languages])
        for show in shows:
            if show.id not in self._covers:
                await self._load_cover(show)
        if self.current is not None:
            await self.show_page.load()

    def take(self, event: Event) -> None:
        """A show or an episode changed."""
        if event.noun in ("show", "episode"):
            self._covers.pop(event.subject, None)
            self.reload()

    def open(self, payload: object) -> None:
        """Select a show."""
        self._wanted = str(payload)
        self.reload()

    def arrive(self) -> None:
        """The arrow keys go from show to show."""
        self.list.setFocus()

    def _build(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label("Shows", "title"))
        words.addWidget(self.summary)
        top = QHBoxLayout()
        top.addLayout(words)
        top.addStretch(1)
        self.new_button.setFixedHeight(38)
        top.addWidget(self.new_button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.page.addLayout(top)
        body = QHBoxLayout()
        body.setSpacing(16)
        self._list_card, column = card(padding=8, spacing=0)
        self._list_card.setFixedWidth(LIST_WIDTH)
        column.addWidget(self.list)
        body.addWidget(self._list_card)
        self._stack = QStackedLayout()
        for page in (self.empty, self.show_page, self.form, self.choice):
            self._stack.addWidget(page)
        holder = QWidget()
        holder.setLayout(self._stack)
        body.addWidget(holder, 1)
        self.page.addLayout(body, 1)
        self._list_card.hide()

    def _listen(self) -> None:
        self.show_page.edit_asked.connect(lambda: self._edit(self.current))
        self.show_page.add_asked.connect(self._choose_episode)
        self.form.kept.connect(lambda: self.tasks.start(self._keep(), on_error=self._not_kept))
        self.form.left.connect(self._show_current)
        self.choice.left.connect(self._show_current)
        self.choice.added.connect(self._added)

    def _fill(self, shows: tuple[Show, ...], selected: str) -> None:
        self._shows = shows
        self.list.blockSignals(True)
        self.list.clear()
        for show in shows:
            item = QListWidgetItem()
            item.setData(ROLE, show)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{show.name}, by {show.author}")
            item.setSizeHint(QSize(0, 64))
            self.list.addItem(item)
            self.list.setItemWidget(item, _ShowRow(show, self._covers.get(show.id, b"")))
        self.list.blockSignals(False)
        self._list_card.setVisible(bool(shows))
        self.summary.setText("One feed for each show, made by the rules of podcast directories.")
        if not shows:
            self._stack.setCurrentWidget(self.empty)
            return
        if not self._select(selected):
            self.list.setCurrentRow(0)

    def _select(self, show_id: str) -> bool:
        for place, show in enumerate(self._shows):
            if show.id == show_id:
                if self.list.currentRow() != place:
                    self.list.setCurrentRow(place)
                elif self.current is not None:
                    self.show_page.show_show(show, self._covers.get(show.id, b""))
                return True
        return False

    async def _load_cover(self, show: Show) -> None:
        try:
            content = await self.client.shows.artwork(show)
        except ApiError:
            # A missing cover is no reason to stop: the sign stands in its place.
            content = b""
        self._covers[show.id] = content
        for place in range(self.list.count()):
            item = self.list.item(place)
            row = self.list.itemWidget(item)
            if item.data(ROLE).id == show.id and isinstance(row, _ShowRow):
                row.cover.show_bytes(content)
        if self.current is not None and self.current.id == show.id:
            self.show_page.show_show(self.current, content)

    def _selected(self) -> None:
        self._show_current()
        if self.current is not None and self.desk.client is not None:
            self.tasks.start(self.show_page.load(), replacing="show")

    def _show_current(self) -> None:
        show = self.current
        if show is None:
            self._stack.setCurrentWidget(self.empty)
            return
        self.show_page.show_show(show, self._covers.get(show.id, b""))
        self._stack.setCurrentWidget(self.show_page)

    def _edit(self, show: Show | None) -> None:
        if self.desk.client is None:
            return
        self.form.fill(show, self._covers.get(show.id, b"") if show else b"")
        self._stack.setCurrentWidget(self.form)
        self.form.arrive()

    def _choose_episode(self) -> None:
        if self.current is not None:
            self.choice.begin(self.current)
            self._stack.setCurrentWidget(self.choice)

    def _added(self) -> None:
        self._show_current()
        self.tasks.start(self.show_page.load(), replacing="show")

    async def _keep(self) -> None:
        fields, image, show = self.form.values, self.form.artwork, self.form.editing
        self.form.working(True)
        if show is not None:
            await self.client.shows.change(show.id, fields)
            if image:
                await self.client.shows.change_artwork(show.id, image=image, file_name=COVER_FILE)
                self._covers.pop(show.id, None)
            shown = show.id
        elif image:
            shown = await self.client.shows.create_with_image(fields, image=image, file_name=COVER_FILE)
        else:
            shown = await self.client.shows.create(fields)
        self.form.working(False)
        self._wanted = shown
        self._shows = ()
        await self.refresh()
        self._show_current()
        self.desk.bar.tell("The show is kept." if show else "The show is there. Add its first episode.")

    def _not_kept(self, error: Exception) -> None:
        self.form.working(False)
        homeless = self.form.show_faults(error) if isinstance(error, ApiError) else None
        if homeless is None:
            self.desk.bar.complain(error)
        elif homeless:
            self.desk.bar.warn(" ".join(homeless))


class _ShowRow(QWidget):
    """A show in the list: cover, name, author."""

    def __init__(self, show: Show, artwork: bytes) -> None:
        super().__init__()
        self.cover = Cover(44)
        self.cover.show_bytes(artwork)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addStretch(1)
        words.addWidget(ElidedLabel(show.name))
        words.addWidget(ElidedLabel(show.author, "small"))
        words.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(12)
        layout.addWidget(self.cover)
        layout.addLayout(words, 1)
