"""The pages beside the list of shows, each made when it is first asked for, and the ways between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from app.client.episodes import Episode
from app.client.events import Event
from app.client.shows import Show
from app.models.show_places import FromArticles, ShowPlace
from app.panels.article_episode import ArticleEpisode
from app.panels.episode_page import EpisodePage
from app.panels.feed_check import FeedCheckPage
from app.panels.ideas_page import IdeasPage
from app.panels.order_page import OrderPage
from app.panels.panel import Desk
from app.panels.show_import import ShowImport
from app.panels.site_export import SiteExport
from app.panels.unallocated import UnallocatedPage
from app.tasks import Tasks

Page = TypeVar("Page", bound=QWidget)


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is selected among the shows: all of them, the one, and its episodes."""

    shows: tuple[Show, ...]
    show: Show | None
    episodes: tuple[Episode, ...]


class ShowPages(QObject):
    """Makes the pages and goes from one to the next.

    `closed` asks for the selected show, `opened` for a show by its id, `edit_asked` for a show's form (None for a new
    one); `changed` tells that the selected show has other episodes.
    """

    closed = Signal()
    opened = Signal(str)
    edit_asked = Signal(object)
    changed = Signal()

    def __init__(self, desk: Desk, tasks: Tasks, stack: QStackedLayout, chosen: Callable[[], Chosen]) -> None:
        super().__init__()
        self._desk, self._tasks, self._stack, self._chosen = desk, tasks, stack, chosen
        self._made: dict[type[QWidget], QWidget] = {}

    def go_to(self, asked: object) -> None:
        """Show what another place of the window asked for."""
        match asked:
            case FromArticles(items=items):
                chosen = self._chosen()
                self.article.begin(chosen.shows, show_id=chosen.show.id if chosen.show else "", items=items)
                self.show_page(self.article)
            case ShowPlace.NEW:
                self.edit_asked.emit(None)
            case ShowPlace.IMPORT | ShowPlace.LIST:
                self.start_import("")
                self.importing.show_view("list" if asked is ShowPlace.LIST else "one")
            case ShowPlace.UNALLOCATED:
                self.show_unallocated()
            case ShowPlace():
                self.turn(asked.value)

    def turn(self, name: str) -> None:
        """Show a page about the selected show."""
        chosen = self._chosen()
        show = chosen.show
        if show is None or self._desk.client is None:
            return
        match name:
            case "check":
                self.check.check_show(show)
                self.show_page(self.check)
            case "site":
                self.site.begin(show)
                self.show_page(self.site)
            case "ideas":
                self.ideas.begin(show)
                self.show_page(self.ideas)
            case "order":
                self.order.begin(show, chosen.episodes)
                self.show_page(self.order)
            case "article":
                self.go_to(FromArticles(()))

    def start_import(self, address: str) -> None:
        """Begin an import, perhaps of this feed."""
        if self._desk.client is not None:
            self.importing.begin(address)
            self.show_page(self.importing)

    def show_unallocated(self) -> None:
        """Show the episodes that no show holds."""
        if self._desk.client is not None:
            self.unallocated.show_shows(self._chosen().shows)
            self._tasks.start(self.unallocated.load(), replacing="unallocated")
            self.show_page(self.unallocated)

    def edit_episode(self, episode: Episode) -> None:
        """Show all of an episode."""
        self.episode.begin(episode)
        self.show_page(self.episode)

    def put_into(self, show_id: str, episodes: Sequence[int]) -> None:
        """Put episodes into a show."""
        self.unallocated.put_into(show_id, episodes)

    async def refresh(self, shows: Sequence[Show]) -> None:
        """Read anew what no show holds, where that was looked at."""
        page = self.made(UnallocatedPage)
        if page is not None:
            page.show_shows(shows)
            await page.load()

    def take(self, event: Event) -> None:
        """An import, or what is made of articles, went on."""
        if event.noun == "import" and (importing := self.made(ShowImport)) is not None:
            importing.take(event)
        if (article := self.made(ArticleEpisode)) is not None:
            article.take(event)

    def show_page(self, page: QWidget) -> None:
        """Show one of the pages."""
        self._stack.setCurrentWidget(page)
        page.arrive()  # type: ignore[attr-defined]

    def _check_feed(self, address: str) -> None:
        self.check.check_feed(address)
        self.show_page(self.check)

    def _mend(self, what: str) -> None:
        """Go where a failed rule can be put right."""
        if what == "edit_show":
            self.edit_asked.emit(self._chosen().show)
        elif what == "set_public_address":
            self.turn("site")
        else:
            self.closed.emit()

    def _met(self, page: QWidget) -> None:
        """Hear a page that was just made."""
        page.left.connect(self.closed)  # type: ignore[attr-defined]
        match page:
            case FeedCheckPage():
                page.mend_asked.connect(self._mend)
                page.import_asked.connect(self.start_import)
            case ShowImport():
                page.check_asked.connect(self._check_feed)
                page.open_asked.connect(self.opened)
            case OrderPage() | EpisodePage():
                page.kept.connect(self.changed)
            case ArticleEpisode():
                page.open_asked.connect(self.opened)

    @property
    def check(self) -> FeedCheckPage:
        """The feed check."""
        return self._page(FeedCheckPage)

    @property
    def importing(self) -> ShowImport:
        """The import."""
        return self._page(ShowImport)

    @property
    def unallocated(self) -> UnallocatedPage:
        """Episodes in no show."""
        return self._page(UnallocatedPage)

    @property
    def site(self) -> SiteExport:
        """The website of a show."""
        return self._page(SiteExport)

    @property
    def order(self) -> OrderPage:
        """The order of episodes."""
        return self._page(OrderPage)

    @property
    def ideas(self) -> IdeasPage:
        """Ideas for a show."""
        return self._page(IdeasPage)

    @property
    def episode(self) -> EpisodePage:
        """All of an episode."""
        return self._page(EpisodePage)

    @property
    def article(self) -> ArticleEpisode:
        """From articles to an episode."""
        return self._page(ArticleEpisode)

    def made(self, kind: type[Page]) -> Page | None:
        """A page of this kind, if it was made already."""
        found = self._made.get(kind)
        return found if isinstance(found, kind) else None

    def _page(self, kind: type[Page]) -> Page:
        found = self.made(kind)
        if found is None:
            found = kind(self._desk, self._tasks)  # type: ignore[arg-type]
            self._made[kind] = found
            self._stack.addWidget(found)
            self._met(found)
        return found
