"""Feeds and schedules: what comes in by itself, what runs when, and what both work with."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QTimer
from PySide6.QtGui import QKeySequence, QShortcut, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.client.events import Event
from app.client.requests import State, row_of
from app.language import mark, told, tr, trn
from app.panels.calendar_page import CalendarPage
from app.panels.channels_page import ChannelsPage
from app.panels.feeds_page import FeedsPage
from app.panels.panel import Desk, Panel
from app.panels.projects_page import ProjectsPage
from app.panels.templates_page import TemplatesPage
from app.settings.session import Shown
from app.widgets.buttons import Segments
from app.widgets.cards import label
from app.widgets.page_stack import PageStack

SETTLE_MS = 300
"""How long the pages wait for more news before they are read anew."""
TABS = (
    ("feeds", mark("Feeds")),
    ("channels", mark("Channels")),
    ("calendar", mark("Calendar")),
    ("templates", mark("Templates")),
    ("projects", mark("Projects")),
)
NOUNS = frozenset({"feed", "channel", "schedule", "project"})
CHANNELS = "/channels"
REQUEST_NEWS = frozenset({"request.queued", "request.deleted", "request.restored", "request.cancelled"})


class PlanningPanel(Panel):
    """Five pages under one heading. It opens with the name of a page, or with that and the id of what to show."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.summary = label("", "muted")
        self.tabs = Segments(told(TABS), name=tr("Page"))
        self.tabs.chosen.connect(self._turn)
        self.feeds = FeedsPage(desk, self.tasks)
        self.channels = ChannelsPage(desk, self.tasks)
        self.calendar = CalendarPage(desk, self.tasks)
        self.templates = TemplatesPage(desk, self.tasks)
        self.projects = ProjectsPage(desk, self.tasks)
        self.templates.restored.connect(self.reload)
        self._wanted: tuple[str, str] | None = None
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self.reload)
        self._build()

    async def refresh(self) -> None:
        """Read all that the pages show."""
        client = self.client
        feeds = await client.subscribed_feeds.all()
        subscriptions = await client.subscribed_feeds.subscriptions()
        templates = await client.templates.all()
        self.feeds.show_feeds(feeds, subscriptions, templates)
        self.templates.show_templates(templates, feeds)
        if CHANNELS in self.desk.offered:
            self.channels.show_channels(await client.channels.all())
        schedules = await client.schedules.all()
        self.calendar.show_plans(schedules, await client.requests.waiting())
        if self._wanted is not None and self._wanted[0] == "calendar":
            self.calendar.open(self._wanted[1])
        self._wanted = None
        active = sum(schedule.status == "active" for schedule in schedules)
        told = trn(
            "{count} feed · {active} active · {number}",
            "{count} feeds · {active} active · {number}",
            len(feeds),
            active=trn("{count} schedule", "{count} schedules", active),
            number=trn("{count} template", "{count} templates", len(templates)),
        )
        anything = feeds or active or templates
        self.summary.setText(told if anything else tr("What Quillcast makes by itself, and when."))
        await self.projects.show_projects(await client.projects.all())

    def take(self, event: Event) -> None:
        """Something that these pages show has changed."""
        if event.noun in NOUNS or event.name in REQUEST_NEWS or self._left_the_calendar(event):
            self._settle.start()

    def state(self) -> Shown:
        """The page."""
        return {"page": self.tabs.value()}

    def resume(self, state: Shown) -> None:
        """Turn to it again."""
        page = str(state.get("page") or "")
        if page:
            self.tabs.choose(page)
            self.tabs.chosen.emit(self.tabs.value())

    def open(self, payload: object) -> None:
        """Show a page, and there what the payload names."""
        page, subject = payload if isinstance(payload, tuple) else (str(payload), "")
        self.tabs.choose(str(page))
        self._turn(str(page))
        self._wanted = (str(page), str(subject))
        if page == "templates":
            self.templates.open(str(subject))
        self.reload()

    def arrive(self) -> None:
        """The keyboard goes to the page."""
        self._page().arrive()

    def go_to_search(self) -> None:
        """Go to the search among a feed's items."""
        if self._page() is self.feeds:
            self.feeds.go_to_search()

    def drop(self, data: QMimeData) -> bool:
        """A picture dropped on the projects becomes a logo."""
        return self._page() is self.projects and self.projects.drop(data)

    def _build(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label(tr("Feeds and schedules"), "title"))
        words.addWidget(self.summary)
        top = QHBoxLayout()
        top.addLayout(words)
        top.addStretch(1)
        self.tabs.setFixedHeight(38)
        top.addWidget(self.tabs, 0, Qt.AlignmentFlag.AlignVCenter)
        self.page.addLayout(top)
        self._stack = PageStack()
        for page in (self.feeds, self.channels, self.calendar, self.templates, self.projects):
            self._stack.addWidget(page)
        holder = QWidget()
        holder.setLayout(self._stack)
        self.page.addWidget(holder, 1)
        refresh = QShortcut(QKeySequence("F5"), self)
        refresh.activated.connect(self.reload)

    def _page(self) -> FeedsPage | ChannelsPage | CalendarPage | TemplatesPage | ProjectsPage:
        pages: dict[str, FeedsPage | ChannelsPage | CalendarPage | TemplatesPage | ProjectsPage] = {
            "feeds": self.feeds,
            "channels": self.channels,
            "calendar": self.calendar,
            "templates": self.templates,
            "projects": self.projects,
        }
        return pages[self.tabs.value()]

    def _turn(self, name: str) -> None:
        self._stack.setCurrentIndex([tab for tab, _ in TABS].index(name))
        self._page().arrive()

    def _left_the_calendar(self, event: Event) -> bool:
        """Whether a request that waited has begun."""
        if event.noun != "request":
            return False
        waits = any(row.id == event.subject for row in self.calendar.waiting)
        return waits and row_of(event.data).state is not State.QUEUED
