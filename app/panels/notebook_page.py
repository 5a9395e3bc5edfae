"""One notebook, opened: sources on the left, the conversation in the middle, what comes out of it on the right."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.client.events import Event
from app.client.faults import ApiError
from app.client.notebooks import Allowance, Answer, AnswerCitation, Note, Notebook
from app.language import tr, trn
from app.models import phrases
from app.models.notebooks import SourceEntry
from app.models.places import SourcePassage
from app.panels.notebook_conversation import ConversationColumn
from app.panels.notebook_source import SourceView
from app.panels.notebook_sources import SourcesColumn
from app.panels.notebook_studio import StudioColumn
from app.panels.panel import Desk
from app.tasks import Tasks
from app.widgets.buttons import icon_button
from app.widgets.cards import ElidedLabel
from app.widgets.page_stack import PageStack
from app.widgets.titles import EditableTitle

SOURCES_WIDTH, NARROW_SOURCES = 248, 212
STUDIO_WIDTH = 282
LONGEST_TITLE = 500
ROOMY = 1000
"""Width of the page from which on the columns take their full width."""
WIDE = 1420
"""Width from which on the studio stays beside an opened source."""


class NotebookPage(QWidget):
    """A notebook. `left` goes back to the list, `changed` tells that it holds something else now."""

    left = Signal()
    changed = Signal()
    spent = Signal()

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self.notebook: Notebook | None = None
        self._suggested_for = ("", 0)
        """The notebook and its number of sources that the suggestions were made for."""
        self.heading = EditableTitle(name=tr("Name of the notebook"), most=LONGEST_TITLE)
        self.title = self.heading.label
        self.subtitle = ElidedLabel("", "muted")
        self.back_button = icon_button("arrow-left", tr("Back to the notebooks (Alt+Left)"), self.left.emit)
        self.sources = SourcesColumn(desk, tasks)
        self.source = SourceView(desk, tasks, self.sources.originals)
        self.conversation = ConversationColumn(desk, tasks)
        self.studio = StudioColumn(desk, tasks)
        self._build()
        self._listen()

    async def load(self, notebook_id: str) -> None:
        """Read a notebook with everything beside it. What it suggests comes later: it takes a moment."""
        client = self._desk.client
        assert client is not None
        notebook = await client.notebooks.one(notebook_id)
        other = self.notebook is None or self.notebook.id != notebook.id
        self.notebook = notebook
        if other:
            self.close_source()
        self._show(notebook)
        await self.studio.refresh()
        self.conversation.show_earlier(await client.notebooks.conversations(notebook_id))
        held = (notebook.id, notebook.source_count)
        if held != self._suggested_for and not self.sources.reading:
            self._suggested_for = held
            self._tasks.start(self._suggest(notebook), replacing="suggest", on_error=self._not_suggested)

    async def _suggest(self, notebook: Notebook) -> None:
        client = self._desk.client
        assert client is not None
        suggested = await client.notebooks.suggestions(notebook.id) if notebook.source_count else ()
        if self.notebook is not None and self.notebook.id == notebook.id:
            self.conversation.suggest(suggested)

    def _not_suggested(self, error: Exception) -> None:
        """Nothing is missed without them: they are asked for again with the next source, or when it is opened again."""
        self._suggested_for = ("", 0)
        self._unless_refused(error)

    def show_allowances(self, allowances: Mapping[str, Allowance]) -> None:
        """Show what is left to use."""
        self.conversation.show_allowances(allowances)
        self.studio.show_allowances(allowances)

    def take_event(self, event: Event) -> None:
        """Something changed on the server."""
        self.sources.take_event(event)
        self.studio.take_event(event)

    def arrive(self) -> None:
        """The keys go to the question, or to where sources come in."""
        if self.notebook is not None and self.notebook.source_count:
            self.conversation.field.setFocus()
        else:
            self.sources.drop_area.setFocus()

    def drop(self, data: QMimeData) -> bool:
        """What is dropped anywhere becomes a source."""
        return self.notebook is not None and self.sources.take(data)

    def open_citation(self, said: Answer | Note, marker: str) -> None:
        """Show the passage that a citation names."""
        citation = said.citations.get(marker)
        if citation is None:
            return
        answer = (
            said if isinstance(said, Answer) else Answer(said.id, "", said.question, said.text, True, said.citations)
        )
        self._show_source(citation.source_id)
        self.source.open(citation.source_id, answer=answer, marker=marker)
        self.conversation.light(answer, marker)

    def open_source(self, entry: SourceEntry) -> None:
        """Show a source."""
        self._show_source(entry.key)
        self.source.open(entry.key)
        self.source.views.setFocus()

    def open_passage(self, passage: SourcePassage) -> None:
        """Show a source at a passage that was found elsewhere."""
        cited = AnswerCitation(
            passage.source_id,
            passage.source,
            passage.text,
            passage.start,
            passage.end,
            page=passage.page,
            time_ms=passage.time_ms,
        )
        self._show_source(passage.source_id)
        self.source.open(passage.source_id, answer=Answer("", "", "", "", True, {"1": cited}), marker="1")

    def close_source(self) -> None:
        """Back to the list of sources."""
        self._columns.setCurrentWidget(self.sources)
        self.sources.list.show_open("")
        self.conversation.light(None, "")
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the columns the room there is."""
        super().resizeEvent(event)
        self._arrange()

    def _build(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(self.heading)
        words.addWidget(self.subtitle)
        top = QHBoxLayout()
        top.setSpacing(12)
        self.back_button.setFixedSize(38, 38)
        top.addWidget(self.back_button)
        top.addLayout(words, 1)
        self._columns = PageStack()
        self._left = QWidget()
        self._left.setLayout(self._columns)
        self._columns.addWidget(self.sources)
        self._columns.addWidget(self.source)
        body = QHBoxLayout()
        body.setSpacing(14)
        body.addWidget(self._left)
        body.addWidget(self.conversation, 1)
        body.addWidget(self.studio)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(14)
        column.addLayout(top)
        column.addLayout(body, 1)
        self._arrange()

    def _listen(self) -> None:
        self.heading.renamed.connect(self._rename)
        self.sources.opened.connect(self.open_source)
        self.sources.grown.connect(self.changed)
        self.sources.ticks_changed.connect(self._ticked)
        self.source.left.connect(self._source_left)
        self.conversation.cited.connect(self.open_citation)
        self.conversation.noted.connect(self._keep)
        self.conversation.asked.connect(self._asked)
        self.studio.cited.connect(self.open_citation)
        self.studio.spent.connect(self.spent)
        keys = {
            "Alt+Left": self.left.emit,
            "Ctrl+Shift+N": self.conversation.begin,
            "Ctrl+S": self.conversation.ask_export,
            "Ctrl+L": self.conversation.field.setFocus,
            "F2": self.heading.begin,
        }
        for sequence, does in keys.items():
            shortcut = QShortcut(QKeySequence(sequence), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(lambda does=does: does())

    def _show(self, notebook: Notebook) -> None:
        self.heading.show_title(notebook.title)
        held = (
            trn("{count} source", "{count} sources", notebook.source_count)
            if notebook.source_count
            else tr("No source yet")
        )
        changed = phrases.ago(notebook.updated_on)
        self.subtitle.setText(
            " · ".join(filter(None, (held, tr("changed {changed}", changed=changed) if changed else "")))
        )
        self.sources.show_notebook(notebook)
        self.conversation.show_notebook(notebook)
        self.studio.show_notebook(notebook)
        self._ticked()

    def _ticked(self) -> None:
        if self.notebook is None:
            return
        chosen, ready = self.sources.chosen, len(self.sources.entries.ready)
        why_not = ""
        if not ready:
            why_not = tr("Your sources are being read") if self.sources.reading else tr("Add a source to ask about")
        elif self.sources.none_chosen:
            why_not = tr("Tick at least one source")
        words = tr("Answers from {count} of {ready} sources", count=len(chosen), ready=ready) if chosen else ""
        self.conversation.show_choice(chosen, words=words, why_not=why_not)

    def _show_source(self, source_id: str) -> None:
        self._columns.setCurrentWidget(self.source)
        self.sources.list.show_open(source_id)
        self._arrange()

    def _source_left(self) -> None:
        self.close_source()
        self.sources.list.setFocus()

    def _arrange(self) -> None:
        wide = self.width()
        reading = self._columns.currentWidget() is self.source
        self.studio.setVisible(not reading or wide >= WIDE)
        self.studio.setFixedWidth(STUDIO_WIDTH)
        if reading:
            room = wide - (STUDIO_WIDTH + 14 if wide >= WIDE else 0)
            self._left.setFixedWidth(max(int(room * 0.47), 320))
        else:
            self._left.setFixedWidth(SOURCES_WIDTH if wide >= ROOMY else NARROW_SOURCES)

    def _rename(self, title: str) -> None:
        if self.notebook is not None:
            self._tasks.start(self._renamed(self.notebook.id, title), replacing="rename")

    async def _renamed(self, notebook_id: str, title: str) -> None:
        client = self._desk.client
        assert client is not None
        renamed = await client.notebooks.rename(notebook_id, title)
        if self.notebook is not None and self.notebook.id == notebook_id:
            self.notebook = renamed
            self.heading.show_title(renamed.title)
        self.changed.emit()

    def _keep(self, answer: Answer) -> None:
        if self.notebook is not None:
            self._tasks.start(self.studio.keep(self.notebook.id, question_id=answer.id))

    def _asked(self) -> None:
        self.spent.emit()
        if self.notebook is not None:
            self._tasks.start(self._read_earlier(self.notebook.id), replacing="earlier", on_error=self._unless_refused)

    async def _read_earlier(self, notebook_id: str) -> None:
        client = self._desk.client
        assert client is not None
        self.conversation.show_earlier(await client.notebooks.conversations(notebook_id))

    def _unless_refused(self, error: Exception) -> None:
        """What the server refuses here is read again with the next change."""
        if not isinstance(error, ApiError):
            self._desk.bar.complain(error)
