"""The pronunciation book: entries for the installation, a show or a voice; heard at once; a scan of a script."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.client.languages import Language
from app.client.pronunciations import Doubt, Pronunciation
from app.client.shows import Show
from app.language import tr, trn
from app.models import pronunciations
from app.models.pronunciations import BookEntry
from app.models.voices import Entry
from app.panels.panel import Desk
from app.panels.pronunciation_form import PronunciationForm
from app.panels.script_scan import ScriptScan
from app.tasks import Tasks
from app.widgets.buttons import Segments, button
from app.widgets.cards import card, label, row
from app.widgets.empty import EmptyState
from app.widgets.page_stack import PageStack
from app.widgets.search import SearchField
from app.widgets.tables import Table


class PronunciationBook(QWidget):
    """The book on the left, one entry or a scan beside it."""

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._entries: tuple[BookEntry, ...] = ()
        self.rows = pronunciations.book_rows(self)
        self.table = Table(name=tr("Pronunciation book"), widths={1: 170, 2: 110, 3: 140}, optional=2, below=560)
        self.table.setModel(self.rows)
        self.table.quiet(2, 3)
        self.search = SearchField(tr("Search words…"))
        self.search.setFixedWidth(220)
        self.search.searched.connect(lambda _text: self._filter())
        self.views = Segments((("book", tr("Book")), ("scan", tr("Check a script"))), name=tr("View"))
        self.views.chosen.connect(self._view_chosen)
        self.new_button = button(tr("New word"), self.begin, icon="plus", keys="Ctrl+Shift+N")
        self.count = label("", "muted")
        self.empty = EmptyState(
            "book-alphabet",
            tr("No word is written down yet"),
            tr("Names and acronyms that a voice says wrongly: write how they are said, and every voice says them so."),
            action=tr("Write the first word"),
            clicked=self.begin,
        )
        self.form = PronunciationForm(desk, tasks)
        self.scan = ScriptScan(desk, tasks)
        self._build()
        self.table.current_changed.connect(self._selected)
        self.table.opened.connect(lambda _entry: self.form.hear())
        self.table.deleted.connect(lambda entry: self._tasks.start(self._remove(entry)))
        self.form.kept.connect(self._kept)
        self.form.removed.connect(lambda entry: self._tasks.start(self._remove(entry)))
        self.scan.add_asked.connect(self._from_scan)

    async def load(self, entries: tuple[Entry, ...], languages: tuple[Language, ...], shows: tuple[Show, ...]) -> None:
        """Read the book; the rest gives names."""
        client = self._desk.client
        assert client is not None
        found = await client.pronunciations.all()
        codes = {language.code: language.name for language in languages}
        names = {entry.voice.id: entry.voice.name for entry in entries}
        titles = {show.id: show.name for show in shows}
        self._entries = tuple(pronunciations.named(each, languages=codes, shows=titles, voices=names) for each in found)
        self.form.offer(entries, languages, shows)
        self.scan.offer(languages)
        self.scan.know({each.word.casefold() for each in found})
        self._filter()

    def begin(self) -> None:
        """Begin a new entry."""
        self._show_view("book")
        self.table.clearSelection()
        self.table.setCurrentIndex(self.rows.index(-1, 0))
        self._pages.setCurrentWidget(self._list)
        self.form.begin()

    def arrive(self) -> None:
        """The keys go to what is shown."""
        if self.views.value() == "scan":
            self.scan.arrive()
        else:
            (self.table if self.rows.rows else self.empty).setFocus()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        for made in (self.views, self.search, self.new_button):
            made.setFixedHeight(38)
        column.addLayout(row(self.views, self.search, None, self.count, self.new_button, spacing=12))
        frame, inner = card(padding=6, spacing=0)
        inner.addWidget(self.table)
        self._list = QWidget()
        line = QHBoxLayout(self._list)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(16)
        line.addWidget(frame, 1)
        line.addWidget(self.form)
        self._pages = PageStack()
        for page in (self._list, self.empty, self.scan):
            self._pages.addWidget(page)
        column.addLayout(self._pages, 1)

    def _view_chosen(self, _view: str) -> None:
        self._show()
        self.arrive()

    def _show_view(self, view: str) -> None:
        self.views.choose(view)
        self._show()

    def _show(self) -> None:
        scan = self.views.value() == "scan"
        self.search.setVisible(not scan)
        self.count.setVisible(not scan)
        if scan:
            self._pages.setCurrentWidget(self.scan)
        else:
            self._pages.setCurrentWidget(self._list if self._entries else self.empty)

    def _filter(self) -> None:
        wanted = self.search.text().strip().casefold()
        selected = self.form.entry.id if self.form.entry else ""
        found = [e for e in self._entries if wanted in f"{e.entry.word} {e.entry.said} {e.entry.note}".casefold()]
        self.rows.replace(found)
        self.count.setText(trn("{count} word", "{count} words", len(found)))
        if not self.form.dirty:
            place = self.rows.place_of(selected) if selected else 0
            if found:
                self.table.selectRow(max(place, 0))
            else:
                self.form.begin(focus=False)
        self._show()

    def _selected(self, entry: BookEntry | None) -> None:
        if entry is not None:
            self.form.show_entry(entry.entry)

    def _kept(self, entry: Pronunciation) -> None:
        self._desk.bar.tell(tr("“{word}” is in the book.", word=entry.word))
        self._tasks.start(self._reread(entry.id))

    async def _reread(self, selected: str = "") -> None:
        client = self._desk.client
        assert client is not None
        found = await client.pronunciations.all()
        self._entries = tuple(self.form.named(each) for each in found)
        self.scan.know({each.word.casefold() for each in found})
        self._filter()
        place = self.rows.place_of(selected)
        if place >= 0:
            self.table.selectRow(place)

    async def _remove(self, row: BookEntry | Pronunciation) -> None:
        entry = row.entry if isinstance(row, BookEntry) else row
        client = self._desk.client
        assert client is not None
        await client.pronunciations.remove(entry.id)
        self._desk.bar.tell(
            tr("“{word}” is out of the book.", word=entry.word),
            action=tr("Undo"),
            todo=lambda: self._tasks.start(self._put_back(entry)),
        )
        self.form.begin(focus=False)
        await self._reread()

    async def _put_back(self, entry: Pronunciation) -> None:
        client = self._desk.client
        assert client is not None
        back = await client.pronunciations.add(entry, language=self.form.language_name(entry.language))
        await self._reread(back.id)

    def _from_scan(self, doubt: Doubt, language: str) -> None:
        self._tasks.start(self._add_doubt(doubt, language))

    async def _add_doubt(self, doubt: Doubt, language: str) -> None:
        """One click: as it is said now, to be corrected in the form."""
        client = self._desk.client
        assert client is not None
        said = doubt.guess or doubt.word
        made = await client.pronunciations.add(Pronunciation(doubt.word, said), language=language)
        await self._reread(made.id)
        self._desk.bar.tell(
            tr("“{word}” is in the book as it is said now.", word=doubt.word),
            action=tr("Change how it is said"),
            todo=lambda: self._change(made),
        )

    def _change(self, entry: Pronunciation) -> None:
        self._show_view("book")
        place = self.rows.place_of(entry.id)
        if place >= 0:
            self.table.selectRow(place)
        self.form.said.setFocus(Qt.FocusReason.OtherFocusReason)
        self.form.said.selectAll()
