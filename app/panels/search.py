"""Search: words of everything that was made and read, with the places where they stand."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.client.events import Event
from app.client.search import PATH, Finds, Found
from app.language import mark, tr, trn
from app.models import phrases, places
from app.panels.panel import Desk, Panel
from app.settings.session import Shown
from app.widgets.buttons import Segments
from app.widgets.cards import card, label
from app.widgets.empty import EmptyState
from app.widgets.finds import FindList, FindRow, shown_from
from app.widgets.page_stack import PageStack
from app.widgets.search import SearchField

FILTERS = (
    ("", mark("Everything"), ()),
    ("heard", mark("Episodes"), ("episode", "video", "script", "transcript")),
    ("read", mark("Documents"), ("document",)),
    ("sources", mark("Sources"), ("source", "notebook")),
    ("shows", mark("Shows"), ("show",)),
)
"""The filters: key, words, and the kinds that they leave."""
MOST = 50


class SearchPanel(Panel):
    """A field, a filter, and what was found. It opens with words to look for."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.finds = Finds()
        self._asked = ""
        self.search = SearchField(tr("Words of scripts, transcripts, documents and sources…"))
        self.filter = Segments([(key, tr(words)) for key, words, _ in FILTERS], name=tr("Search in"))
        self.list = FindList(tr("What was found"))
        self.summary = label("", "muted")
        self.empty = EmptyState("text-search", "", "")
        self._build()
        self.search.searched.connect(self._search)
        self.filter.chosen.connect(lambda _key: self._search(self._asked))
        self.list.chosen.connect(self._open)

    def state(self) -> Shown:
        """The words and the filter."""
        return {"words": self._asked, "filter": self.filter.value()}

    def resume(self, state: Shown) -> None:
        """Look for them again."""
        self._asked = str(state.get("words") or "")
        self.search.begin_with(self._asked)
        self.filter.choose(str(state.get("filter") or ""))

    def open(self, payload: object) -> None:
        """Look for these words."""
        self.search.setText(str(payload))
        self._search(str(payload).strip())

    def arrive(self) -> None:
        """Ready to type."""
        self.search.setFocus()
        self.search.selectAll()

    def go_to_search(self) -> None:
        """Go to the field."""
        self.arrive()

    def take(self, event: Event) -> None:
        """What is deleted is not shown any more."""
        if event.name.endswith(("deleted", "restored", "completed")) or event.name == "notebook.changed":
            self.reload()

    async def refresh(self) -> None:
        """Look again."""
        if self._asked and PATH in self.desk.offered:
            kinds = next(kinds for key, _, kinds in FILTERS if key == self.filter.value())
            words = self._asked
            finds = await self.client.search.find(words, kinds=kinds, limit=MOST)
            if words == self._asked:
                self._show(finds)
        else:
            self._show(Finds())

    def _search(self, words: str) -> None:
        self._asked = words
        self._tell_empty(looking=bool(words))
        self.reload()

    def _show(self, finds: Finds) -> None:
        self.finds = finds
        rows: list[FindRow] = []
        for found in finds.found:
            rows += self._rows_of(found)
        self.list.show_rows(rows, keep=True)
        count = len(finds.found)
        told = trn("{count} result", "{count} results", count)
        self.summary.setText(tr("The first {things}", things=told) if finds.more else told if count else "")
        self._tell_empty()
        self._pages.setCurrentIndex(1 if rows else 0)

    def _rows_of(self, found: Found) -> list[FindRow]:
        _, icon = places.KINDS.get(found.kind, ("", "file-outline"))
        parts = [places.where(found) if not found.excerpts else tr(places.KINDS[found.kind][0])]
        if found.updated_on is not None:
            parts.append(phrases.ago(found.updated_on))
        go = partial(self.desk.go, *places.place_of(found))
        rows = [FindRow(found.title or tr("Untitled"), icon, found.title_marks, " · ".join(parts), subject=go)]
        for excerpt in found.excerpts:
            text, marks = shown_from(excerpt.text, excerpt.marks)
            at = ""
            if excerpt.time_ms is not None and found.kind != "source":
                at = phrases.clock(excerpt.time_ms / 1000)
            elif excerpt.page is not None:
                at = tr("page {number}", number=excerpt.page)
            go = partial(self.desk.go, *places.place_of(found, excerpt))
            rows.append(FindRow(text, "", marks, at, under=True, subject=go))
        return rows

    def _open(self, row: FindRow) -> None:
        if callable(row.subject):
            row.subject()

    def _tell_empty(self, *, looking: bool = False) -> None:
        if self.desk.client is not None and PATH not in self.desk.offered:
            self.empty.say(tr("This server can't search"), tr("It is of an older version."))
        elif looking:
            self.empty.say(tr("Looking…"), "")
        elif self._asked:
            self.empty.say(
                tr("Nothing holds these words"),
                tr("All words have to be in one thing. Try fewer, or the beginning of one."),
            )
        else:
            self.empty.say(
                tr("Search everything you made"),
                tr(
                    "Episodes open at the second where the words are said, sources at the passage. "
                    "Words between quotation marks are looked for as they stand."
                ),
            )

    def _build(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label(tr("Search"), "title"))
        words.addWidget(self.summary)
        self.page.addLayout(words)
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(self.search, 1)
        line.addWidget(self.filter)
        self.page.addLayout(line)
        frame, column = card(padding=6, spacing=0)
        holder = QWidget()
        self._pages = PageStack(holder)
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self.list)
        column.addWidget(holder)
        self.page.addWidget(frame, 1)
        down = QShortcut(QKeySequence("Down"), self.search)
        down.setContext(Qt.ShortcutContext.WidgetShortcut)
        down.activated.connect(self.list.setFocus)
        self._tell_empty()
