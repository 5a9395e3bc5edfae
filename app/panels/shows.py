"""Shows: the list, and beside it one show, its form, or the choice of an episode."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.client.events import Event
from app.client.faults import ApiError
from app.client.shows import Show
from app.language import tr
from app.models.places import EpisodeOfShow
from app.models.show_places import FromArticles, ShowPlace
from app.panels.episode_choice import EpisodeChoice
from app.panels.later import Later
from app.panels.panel import Desk, Panel
from app.panels.show_form import ShowForm
from app.panels.show_list import ShowList
from app.panels.show_page import ShowPage
from app.panels.show_pages import Chosen, ShowPages
from app.settings.session import Shown
from app.widgets.artwork import thumbnail
from app.widgets.buttons import button
from app.widgets.cards import card, label, rule
from app.widgets.empty import EmptyState
from app.widgets.page_stack import PageStack

LIST_WIDTH = 232
COVER_FILE = "cover.jpg"
CATEGORIES = "/studio/categories"


class ShowsPanel(Panel):
    """Every show of the account."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._shows: tuple[Show, ...] = ()
        self._filed = False
        self._covers: dict[str, bytes] = {}
        self._wanted = ""
        self._leaving: set[str] = set()
        """Shows that are removed as soon as that can't be taken back any more."""
        self._later = Later(desk, self.tasks)
        self._asked: object = None
        self.list = ShowList()
        self.list.currentItemChanged.connect(self._selected)
        self.summary = label("", "muted")
        self.new_button = button(
            tr("New show"), lambda: self._edit(None), icon="plus", kind="main", keys="Ctrl+Shift+N"
        )
        self.import_button = button(tr("Import…"), lambda: self.pages.start_import(""), icon="import")
        self.unallocated_button = button(tr("Episodes in no show"), icon="tray-full", kind="link")
        self.show_page = ShowPage(desk, self.tasks)
        self.form = ShowForm(desk)
        self.choice = EpisodeChoice(desk, self.tasks)
        self.empty = EmptyState(
            "podcast",
            tr("No show yet"),
            tr("A show gathers episodes under one feed that podcast apps subscribe to."),
            action=tr("Create your first show"),
            clicked=lambda: self._edit(None),
        )
        self._build()
        self._listen()

    @property
    def current(self) -> Show | None:
        """The show that is selected."""
        return self.list.current

    async def refresh(self) -> None:
        """Read the shows, then the one that is selected."""
        selected = self._wanted or (self.current.id if self.current else "")
        self._wanted = ""
        shows = tuple(show for show in await self.client.shows.all() if show.id not in self._leaving)
        if shows != self._shows:
            self._fill(shows, selected)
        elif selected:
            self._select(selected)
        languages = await self.client.languages.all()
        self.form.offer_languages([language.name for language in languages])
        for show in shows:
            if show.id not in self._covers:
                await self._load_cover(show)
        self.unallocated_button.setText(
            tr(" Episodes in no show · {number}", number=await self.client.episodes.count_unallocated())
        )
        if CATEGORIES in self.desk.offered and not self._filed:
            self._filed = True
            self.form.offer_categories(await self.client.shows.taxonomy())
        if self.current is not None:
            await self.show_page.load()
        await self.pages.refresh(shows)
        asked, self._asked = self._asked, None
        if asked is not None:
            self.pages.go_to(asked)

    def state(self) -> Shown:
        """The show."""
        return {"open": self.current.id if self.current is not None else ""}

    def resume(self, state: Shown) -> None:
        """Select it again."""
        self._wanted = str(state.get("open") or "")

    def take(self, event: Event) -> None:
        """A show or an episode changed, an import or what is made of articles went on."""
        self.pages.take(event)
        if event.noun in ("show", "episode"):
            self._covers.pop(event.subject, None)
            self.reload()

    def open(self, payload: object) -> None:
        """Select a show by its id, an episode of one, or go to another page."""
        if isinstance(payload, EpisodeOfShow):
            self.show_page.wanted = payload.episode_id
            payload = payload.show_id
        if isinstance(payload, ShowPlace | FromArticles):
            self._asked = payload
        else:
            self._wanted = str(payload)
            self._show_current()
        self.reload()

    def arrive(self) -> None:
        """The arrow keys go from show to show."""
        self.list.setFocus()

    def _build(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label(tr("Shows"), "title"))
        words.addWidget(self.summary)
        top = QHBoxLayout()
        top.addLayout(words)
        top.addStretch(1)
        self.new_button.setFixedHeight(38)
        self.import_button.setFixedHeight(38)
        top.addWidget(self.import_button, 0, Qt.AlignmentFlag.AlignVCenter)
        top.addWidget(self.new_button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.page.addLayout(top)
        body = QHBoxLayout()
        body.setSpacing(16)
        self._list_card, column = card(padding=8, spacing=0)
        self._list_card.setFixedWidth(LIST_WIDTH)
        column.addWidget(self.list, 1)
        column.addWidget(rule())
        column.addSpacing(6)
        column.addWidget(self.unallocated_button, 0, Qt.AlignmentFlag.AlignLeft)
        body.addWidget(self._list_card)
        self._stack = PageStack()
        for page in (self.empty, self.show_page, self.form, self.choice):
            self._stack.addWidget(page)
        self.pages = ShowPages(self.desk, self.tasks, self._stack, self._chosen)
        holder = QWidget()
        holder.setLayout(self._stack)
        body.addWidget(holder, 1)
        self.page.addLayout(body, 1)
        self._list_card.hide()

    def _listen(self) -> None:
        self.show_page.edit_asked.connect(lambda: self._edit(self.current))
        self.show_page.add_asked.connect(self._choose_episode)
        self.show_page.page_asked.connect(self.pages.turn)
        self.show_page.episode_asked.connect(self.pages.edit_episode)
        self.show_page.remove_asked.connect(self._ask_to_remove)
        self.unallocated_button.clicked.connect(lambda _on=False: self.pages.show_unallocated())
        self.list.dropped.connect(self.pages.put_into)
        self.form.kept.connect(lambda: self.tasks.start(self._keep(), on_error=self._not_kept))
        self.form.left.connect(self._show_current)
        self.choice.left.connect(self._show_current)
        self.pages.closed.connect(self._show_current)
        self.pages.opened.connect(self.open)
        self.pages.edit_asked.connect(self._edit)
        self.pages.changed.connect(self._added)
        self.choice.added.connect(self._added)

    def _fill(self, shows: tuple[Show, ...], selected: str) -> None:
        self._shows = shows
        self.list.fill(shows, self._covers)
        staying = self._stack.currentWidget() not in (self.show_page, self.empty)
        self._list_card.setVisible(bool(shows))
        self.summary.setText(tr("One feed for each show, made by the rules of podcast directories."))
        if not shows:
            if not staying:
                self._stack.setCurrentWidget(self.empty)
            return
        # What a person is at stays on the screen, whatever changes on the server.
        self.list.blockSignals(staying)
        if not self._select(selected):
            self.list.setCurrentRow(0)
        self.list.blockSignals(False)
        if staying and self.current is not None:
            self.desk.show = self.current
            self.show_page.show_show(self.current, self._covers.get(self.current.id, b""))

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
            content = await asyncio.to_thread(thumbnail, await self.client.shows.artwork(show))
        except ApiError:
            # A missing cover is no reason to stop: the sign stands in its place.
            content = b""
        self._covers[show.id] = content
        self.list.show_cover(show.id, content)
        if self.current is not None and self.current.id == show.id:
            self.show_page.show_show(self.current, content)

    def _selected(self) -> None:
        self._show_current()
        if self.current is not None and self.desk.client is not None:
            self.tasks.start(self.show_page.load(), replacing="show")

    def _show_current(self) -> None:
        show = self.desk.show = self.current
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
        fields, show, further = self.form.values, self.form.editing, self.form.further
        self.form.working(True)
        image = await self.form.artwork()
        if show is not None:
            await self.client.shows.change(show.id, fields | further)
            if image:
                await self.client.shows.change_artwork(show.id, image=image, file_name=COVER_FILE)
                self._covers.pop(show.id, None)
            shown = show.id
        elif image:
            shown = await self.client.shows.create_with_image(fields, image=image, file_name=COVER_FILE)
            if further:
                await self.client.shows.change(shown, further)
        else:
            shown = await self.client.shows.create(fields | further)
        self.form.working(False)
        self._wanted = shown
        self._shows = ()
        await self.refresh()
        self._show_current()
        self.desk.bar.tell(tr("The show is kept.") if show else tr("The show is there. Add its first episode."))

    def _not_kept(self, error: Exception) -> None:
        self.form.working(False)
        homeless = self.form.show_faults(error) if isinstance(error, ApiError) else None
        if homeless is None:
            self.desk.bar.complain(error)
        elif homeless:
            self.desk.bar.warn(" ".join(homeless))

    def _chosen(self) -> Chosen:
        return Chosen(self._shows, self.current, tuple(self.show_page.episodes.rows))

    def _ask_to_remove(self) -> None:
        show = self.current
        if show is None:
            return
        self._leaving.add(show.id)
        words = tr("“{name}” and its feed are removed; its episodes stay.", name=show.name)
        self._later.put_off(words, lambda: self._remove(show), undo=lambda: self._put_back(show))
        self.reload()

    def _put_back(self, show: Show) -> None:
        self._leaving.discard(show.id)
        self._wanted = show.id
        self.reload()

    async def _remove(self, show: Show) -> None:
        try:
            await self.client.shows.remove(show.id)
        finally:
            self._leaving.discard(show.id)
        await self.refresh()
        self._show_current()

    async def leave(self) -> None:
        """What was removed is removed before the server is left."""
        await self._later.settle()
