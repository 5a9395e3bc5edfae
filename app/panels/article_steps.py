"""The steps from articles to an episode: which articles, and what to make of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from app.client.languages import Language, automatic
from app.client.shows import Show
from app.client.subscribed_feeds import SubscribedFeed
from app.client.voices import Voice
from app.language import told, tr
from app.models import orders, subscribed_feeds
from app.models.orders import Order, Source
from app.models.subscribed_feeds import ItemRows
from app.models.voices import offered
from app.widgets.cards import WrappedLabel
from app.widgets.empty import EmptyState
from app.widgets.forms import Choice, Faults, Field, Line, Paragraph
from app.widgets.search import SearchField
from app.widgets.ticks import TickTable


class Articles(QWidget):
    """The items of one of the feeds, to be ticked."""

    feed_chosen = Signal()

    def __init__(self, items: ItemRows) -> None:
        super().__init__()
        self._items = items
        self._feeds: tuple[SubscribedFeed, ...] = ()
        self.choice = Choice()
        self.choice.setAccessibleName(tr("Feed"))
        self.choice.picked.connect(self.feed_chosen)
        self.search = SearchField(tr("Search articles…"))
        self.search.searched.connect(items.search)
        self.table = TickTable(name=tr("Articles"), widths={1: 132, 2: 116}, optional=1, below=560)
        self.table.setModel(items)
        self.table.quiet(1, 2)
        self.none = EmptyState(
            "rss",
            tr("No feed yet"),
            tr("Add the feed of a site under “Feeds and schedules”; its articles appear here."),
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        for part in (self.choice, self.search, self.table, self.none):
            column.addWidget(part, 1 if part in (self.table, self.none) else 0)
        self.offer(())

    def offer(self, feeds: Sequence[SubscribedFeed]) -> None:
        """Offer these feeds."""
        self._feeds = tuple(feeds)
        self.choice.offer([(feed.id, subscribed_feeds.name_of(feed)) for feed in feeds])
        for part in (self.choice, self.search, self.table):
            part.setVisible(bool(feeds))
        self.none.setVisible(not feeds)

    def choose(self, feed_id: int) -> None:
        """Show the articles of this feed."""
        self.choice.choose(feed_id)

    @property
    def feed(self) -> SubscribedFeed | None:
        """The feed that is chosen."""
        chosen = self.choice.currentData()
        return next((feed for feed in self._feeds if feed.id == chosen), None)


class Wishes(QObject):
    """What to make: title, style, length, voices; and for which show. Fields are named as on the wire."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title = Line(tr("What the episode is called"))
        self.style, self.duration, self.language = Choice(), Choice(), Choice()
        self.voice1, self.voice2, self.show = Choice(), Choice(), Choice()
        self.text = Paragraph(tr("What the hosts should stress, or leave out"), lines=4)
        self.style.offer(told(orders.STYLES))
        self.duration.offer(told(orders.DURATIONS))
        self.duration.choose("default")
        self.fields = {
            "title": Field(tr("Title"), self.title),
            "style": Field(tr("Style"), self.style),
            "duration": Field(tr("Length"), self.duration),
            "language": Field(tr("Language"), self.language),
            "voice1": Field(tr("First voice"), self.voice1),
            "voice2": Field(tr("Second voice"), self.voice2),
            "text": Field(tr("Instructions"), self.text),
            "podcastId": Field(
                tr("Show"), self.show, help_text=tr("The episode appears in its feed as soon as it has been made.")
            ),
        }
        self.faults = Faults(self.fields)
        self.words = self._page()
        self._voices: tuple[Voice, ...] = ()
        self._languages: tuple[Language, ...] = ()
        self.language.picked.connect(self._offer_voices)
        self.title.textChanged.connect(self.changed)
        self.show.picked.connect(self.changed)
        self.voice1.picked.connect(self._voice_picked)

    def begin(self, shows: Sequence[Show], show_id: str) -> None:
        """Start anew, for one of these shows."""
        self.title.clear()
        self.text.clear()
        self.faults.clear()
        self.show.offer([(show.id, show.name) for show in shows], keep=False)
        self.show.choose(show_id)
        chosen = next((show for show in shows if show.id == self.show_id), None)
        self._language = chosen.language if chosen is not None else ""
        self.language.choose(self._language)

    _language = ""

    def offer(self, languages: Sequence[Language], voices: Sequence[Voice]) -> None:
        """Offer these languages and voices."""
        self._voices, self._languages = tuple(voices), tuple(languages)
        self.language.offer([(language.name, language.name) for language in languages])
        self.language.choose(self._language)
        self._offer_voices()

    @property
    def show_id(self) -> str:
        """The show that it is for."""
        return str(self.show.currentData() or "")

    @property
    def show_name(self) -> str:
        """What that show is called."""
        return self.show.currentText()

    def order(self, sources: tuple[Source, ...]) -> Order:
        """The order of these articles."""
        return Order(
            sources=sources,
            title=self.title.text().strip(),
            style=str(self.style.currentData()),
            duration=str(self.duration.currentData()),
            language=str(self.language.currentData() or ""),
            voice1=self.voice1.currentData(),
            voice2=self.voice2.currentData(),
            text=self.text.toPlainText().strip(),
            show_id=self.show_id,
        )

    def _offer_voices(self) -> None:
        asked = next((each for each in self._languages if each.name == self.language.currentData()), None)
        fitting = offered(self._voices, language=asked.code if asked else "")
        for choice in (self.voice1, self.voice2):
            choice.offer([(None, automatic(asked)), *fitting])
        self._voice_picked()

    def _voice_picked(self) -> None:
        self.voice2.setEnabled(self.voice1.currentData() is not None)

    def _page(self) -> QWidget:
        page = QWidget()
        grid = QGridLayout(page)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(14)
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(WrappedLabel(tr("Two hosts talk about what the articles say."), "muted"), 0, 0, 1, 2)
        grid.addWidget(self.fields["title"], 1, 0, 1, 2)
        for place, name in enumerate(("style", "duration", "voice1", "voice2", "language")):
            grid.addWidget(self.fields[name], 2 + place // 2, place % 2, top)
        grid.addWidget(self.fields["text"], 5, 0, 1, 2)
        grid.setRowStretch(6, 1)
        for column in (0, 1):
            grid.setColumnStretch(column, 1)
        page.setMaximumWidth(720)
        return page
