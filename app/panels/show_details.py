"""What a show says of itself beyond its words: where it is filed, who makes it, who may take it elsewhere."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.client.shows import Funding, Person, Show, Taxonomy
from app.language import mark, number, tr
from app.widgets.buttons import Segments, Switch
from app.widgets.cards import WrappedLabel, label, rule
from app.widgets.entry_list import EntryList
from app.widgets.forms import Choice, Field, Line
from app.widgets.pairs import Pairs

PLACES = 3
"""How many categories a show can be filed under here; directories show the first."""
PER_PAGE = (50, 100, 250, 500, 1000)
NEW = Show("", "")

MEDIA = {
    "podcast": mark("Podcast"),
    "music": mark("Music"),
    "video": mark("Video"),
    "film": mark("Film"),
    "audiobook": mark("Audiobook"),
    "newsletter": mark("Newsletter"),
    "blog": mark("Blog"),
    "publisher": mark("Publisher"),
    "course": mark("Course"),
}
"""What the media of Podcasting 2.0 are called."""


class ShowDetails(QWidget):
    """The further fields of a show, named as on the wire."""

    def __init__(self) -> None:
        super().__init__()
        self._show = NEW
        self.categories = tuple(Choice() for _ in range(PLACES))
        self.kind = Segments((("episodic", tr("Episodic")), ("serial", tr("Serial"))), name=tr("Type"))
        self.explicit = Switch(tr("Explicit"))
        self.medium = Choice()
        self.copyright = Line("© 2026 …")
        self.owner = Line(tr("As the author"))
        self.persons = EntryList(
            "person",
            (
                (tr("Name"), tr("Name"), 3),
                (tr("Role"), tr("host, guest …"), 2),
                (tr("Website"), "https://…", 3),
                (tr("Picture"), "https://…", 3),
            ),
            add=tr("Add a person"),
        )
        self.funding = EntryList(
            tr("place to give"),
            ((tr("Address"), "https://…", 3), (tr("Link text"), tr("Support the show"), 3)),
            add=tr("Add a place to give"),
        )
        self.locked = Switch(tr("Locked against being moved"))
        self.hidden = Switch(tr("Hidden: asks not to be listed"))
        self.pages = Choice()
        self.new_address = Line("https://…/feed.xml")
        self.redirects = Switch(tr("Redirect readers of the feed there"))
        filed = QWidget()
        choices = QVBoxLayout(filed)
        choices.setContentsMargins(0, 0, 0, 0)
        choices.setSpacing(8)
        for place, choice in enumerate(self.categories, 1):
            choice.setAccessibleName(tr("Category {place}", place=place))
            choices.addWidget(choice)
        self.fields = {
            "categories": Field(tr("Categories"), filed, help_text=tr("Apple's list; directories show the first one.")),
            "type": Field(tr("Type"), self.kind, help_text=tr("Serial shows are heard from the first episode on.")),
            "medium": Field(tr("Medium"), self.medium),
            "copyright": Field(tr("Copyright"), self.copyright),
            "owner": Field(tr("Owner's name"), self.owner),
            "persons": Field(
                tr("People"), self.persons, help_text=tr("Hosts and others; guests stand with their episode.")
            ),
            "funding": Field(tr("Where listeners can give"), self.funding),
            "episodesPerPage": Field(
                tr("Length of the feed"),
                self.pages,
                help_text=tr("Some directories read the first page of a feed alone."),
            ),
            "newFeedUrl": Field(
                tr("New feed address"),
                self.new_address,
                help_text=tr("Says in the feed where the show moves; leave it for four weeks at least."),
            ),
        }
        self._build()
        self.offer(Taxonomy())

    def offer(self, taxonomy: Taxonomy) -> None:
        """Offer what the server knows a show can be filed under."""
        self._paths = taxonomy.paths
        for choice in self.categories:
            choice.offer([("", tr("None")), *((path, _filed(path)) for path in self._paths)])
        self.medium.offer([(medium, _spelt(medium)) for medium in taxonomy.media or ("podcast",)])
        self._show_chosen()

    def fill(self, show: Show | None) -> None:
        """Start with a show's values, or with those of a new one."""
        self._show = show or NEW
        self.kind.choose(self._show.type)
        self.explicit.setChecked(self._show.explicit)
        self.copyright.setText(self._show.copyright)
        self.owner.setText(self._show.owner_name if self._show.owner_name != self._show.author else "")
        self.persons.show_entries([(p.name, p.role, p.href, p.img) for p in self._show.persons])
        self.funding.show_entries([(f.url, f.text) for f in self._show.funding])
        self.locked.setChecked(self._show.locked)
        self.hidden.setChecked(self._show.hidden)
        self._offer_pages()
        self.new_address.setText(self._show.new_feed_url)
        self.redirects.setChecked(self._show.redirects)
        self._show_chosen()

    @property
    def changed(self) -> dict[str, Any]:
        """The fields that differ from the show's, as the call takes them."""
        show = self._show
        said: dict[str, tuple[Any, Any]] = {
            "categories": (self._categories(), show.categories),
            "type": (self.kind.value(), show.type),
            "explicit": (self.explicit.isChecked(), show.explicit),
            "medium": (str(self.medium.currentData() or show.medium), show.medium),
            "copyright": (self.copyright.text().strip(), show.copyright),
            "owner": (self.owner.text().strip() or show.author, show.owner_name or show.author),
            "persons": (self._persons(), show.persons),
            "funding": (tuple(Funding(url, text) for url, text in self.funding.entries), show.funding),
            "locked": (self.locked.isChecked(), show.locked),
            "hidden": (self.hidden.isChecked(), show.hidden),
            "episodesPerPage": (self.pages.currentData() or 0, show.per_page),
            "newFeedUrl": (self.new_address.text().strip(), show.new_feed_url),
            "redirectFeed": (self.redirects.isChecked(), show.redirects),
        }
        if not self._paths:
            del said["categories"], said["medium"]
        return {name: _wired(now) for name, (now, before) in said.items() if now != before}

    def _categories(self) -> tuple[str, ...]:
        chosen = (str(choice.currentData() or "") for choice in self.categories)
        # More than fit here stay behind those that do.
        return (*dict.fromkeys(filter(None, chosen)), *self._show.categories[PLACES:])

    def _persons(self) -> tuple[Person, ...]:
        groups = {person.name: person.group for person in self._show.persons}
        return tuple(
            Person(name, role, groups.get(name, ""), href, img) for name, role, href, img in self.persons.entries
        )

    def _show_chosen(self) -> None:
        for place, choice in enumerate(self.categories):
            choice.choose(self._show.categories[place] if place < len(self._show.categories) else "")
        self.medium.choose(self._show.medium)

    def _offer_pages(self) -> None:
        kept = self._show.per_page
        numbers = sorted({*PER_PAGE, *((kept,) if kept else ())})
        self.pages.offer(
            [(0, tr("Whole")), *((n, tr("Pages of {n} episodes", n=number(n))) for n in numbers)], keep=False
        )
        self.pages.choose(kept)

    def _build(self) -> None:
        right = QWidget()
        beside = QVBoxLayout(right)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(14)
        for each in (self.fields["type"], self.fields["medium"], self.explicit):
            beside.addWidget(each)
        beside.addStretch(1)
        words = tr("A show that moves here or away keeps its listeners: both addresses name each other for a while.")
        lines: tuple[tuple[QWidget, ...], ...] = (
            (rule(),),
            (label(tr("In directories"), "heading"),),
            (self.fields["categories"], right),
            (self.fields["owner"], self.fields["copyright"]),
            (self.fields["persons"],),
            (self.fields["funding"],),
            (rule(),),
            (label(tr("Moving"), "heading"),),
            (WrappedLabel(words, "muted"),),
            (self.locked,),
            (self.fields["newFeedUrl"],),
            (self.redirects,),
            (self.hidden,),
            (self.fields["episodesPerPage"],),
        )
        self.pairs = Pairs(lines, self)


def _filed(path: str) -> str:
    """``Arts > Books`` in the reader's language."""
    return "  ›  ".join(tr(name) for name in path.split(" > "))


def _spelt(medium: str) -> str:
    """``podcastL`` is a list of podcasts."""
    name = medium.removesuffix("L")
    words = tr(MEDIA[name]) if name in MEDIA else name.capitalize()
    return tr("List: {medium}", medium=words) if name != medium else words


def _wired(value: Any) -> Any:
    if isinstance(value, tuple):
        return [each.wire if isinstance(each, Person | Funding) else each for each in value]
    return value
