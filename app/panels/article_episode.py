"""From articles of a feed to an episode in a show, step by step: choose, order, wait, there."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.client.events import Event
from app.client.faults import ApiError
from app.client.requests import Row, State, changed_by
from app.client.shows import Show
from app.client.subscribed_feeds import FeedItem, SubscribedFeed
from app.language import mark, tr, trn
from app.models import orders, phrases, subscribed_feeds
from app.models.orders import Order
from app.models.subscribed_feeds import ItemRows
from app.panels.article_steps import Articles, Wishes
from app.panels.panel import Desk
from app.tasks import Tasks
from app.theme import look
from app.widgets.buttons import button, icon_button
from app.widgets.cards import Facts, Glyph, WrappedLabel, card, label, row
from app.widgets.page_stack import PageStack
from app.widgets.progress import ProgressLine

STEPS = (mark("Articles"), mark("Episode"), mark("Show"), mark("Done"))


class ArticleEpisode(QWidget):
    """The steps. `left` asks to go back, `open_asked` for the show at the end."""

    left = Signal()
    open_asked = Signal(str)

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._step = 0
        self._row: Row | None = None
        self.items = ItemRows(self)
        self.articles = Articles(self.items)
        self.articles.feed_chosen.connect(self._feed_chosen)
        self.wishes = Wishes()
        self.summary = Facts()
        self.now = WrappedLabel("", "muted")
        self.line = ProgressLine()
        self.outcome = label("", "heading")
        self.open_button = button(tr("Open the show"), self._open, kind="main")
        self.back_button = button(tr("Back"), self._back)
        self.next_button = button(tr("Next"), self._next, kind="main", keys="Ctrl+Return")
        self.items.ticks_changed.connect(self._show_step)
        self.wishes.changed.connect(self._show_step)
        self._build()

    def begin(self, shows: Sequence[Show], *, show_id: str = "", items: Sequence[FeedItem] = ()) -> None:
        """Start anew, perhaps for a show, and with articles that are chosen already."""
        self._row = None
        self.items.begin()
        self.wishes.begin(shows, show_id)
        self._step = 0
        self._tasks.start(self._load(tuple(items)), replacing="articles")
        self._show_step()

    def arrive(self) -> None:
        """The keys go to the articles."""
        self.articles.table.setFocus()

    def take(self, event: Event) -> None:
        """What is made went on."""
        if self._row is None or event.subject != self._row.id or event.noun != "request":
            return
        self._row = changed_by(self._row, event.data)
        self._show_progress(self._row)

    @property
    def order(self) -> Order:
        """What is asked for."""
        return self.wishes.order(subscribed_feeds.sources_of(self.items.ticked))

    async def _load(self, items: tuple[FeedItem, ...]) -> None:
        client = self._desk.client
        assert client is not None
        feeds = await client.subscribed_feeds.all()
        self.wishes.offer(await client.languages.all(), await client.voices.catalogue())
        self.articles.offer(feeds)
        if items:
            self.articles.choose(items[0].feed_id)
        feed = self.articles.feed
        if feed is not None:
            await self._read(feed)
            for item in items:
                self.items.tick(item, True)
        if items and self.items.ticked:
            self._go(1)

    def _feed_chosen(self) -> None:
        feed = self.articles.feed
        if feed is not None:
            self.items.begin()
            self._tasks.start(self._read(feed), replacing="articles")

    async def _read(self, feed: SubscribedFeed) -> None:
        client = self._desk.client
        assert client is not None
        found: list[FeedItem] = []
        async for page in client.subscribed_feeds.every_item(feed.id):
            found.extend(page)
            self.items.show_items(found)
        self.items.show_items(found)

    def _back(self) -> None:
        self._go(self._step - 1)

    def _next(self) -> None:
        if not self.next_button.isEnabled():
            return
        if self._step == 0 and not self.wishes.title.text().strip():
            self.wishes.title.setText(self.items.ticked[0].title)
        if self._step < 2:
            self._go(self._step + 1)
        else:
            self.next_button.setEnabled(False)
            self._tasks.start(self._make(), replacing="make", on_error=self._refused)

    async def _make(self) -> None:
        client = self._desk.client
        assert client is not None
        order = self.order
        accepted = await client.requests.create(order.wire)
        self._row = Row(accepted.id, title=order.title)
        self._go(3)
        # It may have gone on before its id was here.
        self._row = (await client.requests.detail(accepted.id)).row
        self._show_progress(self._row)

    def _refused(self, error: Exception) -> None:
        self._show_step()
        if isinstance(error, ApiError) and error.fields:
            homeless = self.wishes.faults.show((fault.field, fault.message) for fault in error.fields)
            if homeless:
                self._desk.bar.warn(" ".join(homeless))
            else:
                self._go(1)
        else:
            self._desk.bar.complain(error)

    def _go(self, step: int) -> None:
        self._step = step
        if step == 2:
            self._tasks.start(self._price(), replacing="price", on_error=self._refused)
        self._show_step()
        page = self._pages.currentWidget()
        if page is not None:
            page.setFocus()

    async def _price(self) -> None:
        client = self._desk.client
        assert client is not None
        order = self.order
        quote = await client.requests.quote(order.wire)
        articles = [source.label for source in order.sources]
        self.summary.show_facts(
            (
                (
                    tr("Articles"),
                    articles[0] if len(articles) == 1 else trn("{count} article", "{count} articles", len(articles)),
                ),
                (tr("Title"), order.title),
                (tr("Style"), f"{tr(dict(orders.STYLES)[order.style])}, {tr(dict(orders.DURATIONS)[order.duration])}"),
                (tr("Costs"), trn("{count} credit", "{count} credits", quote.credits)),
                (tr("Ready in about"), phrases.span(quote.seconds)),
            )
        )

    def _show_progress(self, request: Row) -> None:
        state = request.state
        done = state is State.DONE
        failed = state in (State.FAILED, State.CANCELLED)
        self.line.show_fraction(1.0 if done else request.status / 100)
        self.line.setVisible(not failed)
        show = self.wishes.show_name
        if done:
            self.outcome.setText(tr("The episode is in the show"))
            self.now.setText(
                tr(
                    "“{title}” is in the feed of {show} already. Give it a description there.",
                    title=request.title,
                    show=show,
                )
            )
        elif failed:
            self.outcome.setText(tr("It did not work out"))
            self.now.setText(request.error or tr("It was stopped."))
        else:
            self.outcome.setText(tr("It is being made"))
            self.now.setText(
                tr(
                    "{happening}. You can leave this page: the episode goes into {show} by itself.",
                    happening=phrases.happening(request),
                    show=show,
                )
            )
        self._sign.set(*_SIGNS.get(state, ("progress-clock", "accent")))
        self.open_button.setVisible(done)

    def _show_step(self) -> None:
        self._pages.setCurrentIndex(self._step)
        for place, shown in enumerate(self._steps):
            look(shown, "strong" if place == self._step else "muted")
            shown.style().polish(shown)
        self.back_button.setVisible(0 < self._step < 3)
        self.next_button.setVisible(self._step < 3)
        self.next_button.setText(tr("Make the episode") if self._step == 2 else tr("Next"))
        ready = (bool(self.items.ticked), bool(self.wishes.title.text().strip()), bool(self.wishes.show_id), False)
        self.next_button.setEnabled(ready[self._step])
        count = len(self.items.ticked)
        self.told.setText(
            trn("{count} article ticked", "{count} articles ticked", count) if count and self._step == 0 else ""
        )

    def _open(self) -> None:
        self.open_asked.emit(self.wishes.show_id)

    def _build(self) -> None:
        frame, column = card(padding=18, spacing=14)
        back = icon_button("arrow-left", tr("Back to the show"), self.left.emit, keys="Alt+Left")
        back.setFixedSize(34, 34)
        column.addLayout(row(back, label(tr("From an article to an episode"), "heading"), None))
        trail = QHBoxLayout()
        trail.setSpacing(8)
        self._steps: list[QLabel] = []
        for place, name in enumerate(STEPS):
            if place:
                trail.addWidget(Glyph("chevron-right", size=16))
            shown = label(f"{place + 1}  {tr(name)}", "muted")
            self._steps.append(shown)
            trail.addWidget(shown)
        trail.addStretch(1)
        column.addLayout(trail)
        holder = QWidget()
        self._pages = PageStack(holder)
        for page in (self.articles, self.wishes.words, self._last(), self._end()):
            self._pages.addWidget(page)
        column.addWidget(holder, 1)
        self.told = label("", "muted")
        for made in (self.back_button, self.next_button, self.open_button):
            made.setMinimumHeight(38)
        column.addLayout(row(self.told, None, self.back_button, self.next_button, self.open_button))
        self.open_button.hide()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)

    def _last(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        column.addWidget(self.wishes.fields["podcastId"])
        column.addWidget(self.summary)
        column.addStretch(1)
        page.setMaximumWidth(560)
        return page

    def _end(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(14)
        self._sign = Glyph("progress-clock", size=32, tone="accent")
        column.addLayout(row(self._sign, self.outcome, None, spacing=12))
        column.addWidget(self.now)
        column.addWidget(self.line)
        column.addStretch(1)
        return page


_SIGNS = {
    State.DONE: ("check-circle", "good"),
    State.FAILED: ("close-circle", "bad"),
    State.CANCELLED: ("close-circle", "muted"),
}
