"""The right column of a notebook: what can be made from it, what was made, its notes, and what is left to use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from app.client.events import Event
from app.client.faults import ApiError
from app.client.notebooks import Allowance, Note, Notebook, new_key, once
from app.client.requests import Row, State, changed_by
from app.language import mark, told, tr
from app.models import outputs
from app.models.notebook_results import Wish, result_rows
from app.models.notebooks import left_of, remaining_of, used_up
from app.models.outputs import Output
from app.panels.notebook_form import NotebookForm
from app.panels.output_choice import OutputCard
from app.panels.panel import Desk
from app.tasks import Tasks
from app.widgets.allowances import AllowanceMeters
from app.widgets.buttons import Segments, button
from app.widgets.cards import WrappedLabel, card, label, scrolled
from app.widgets.empty import EmptyState
from app.widgets.forms import Paragraph
from app.widgets.note_cards import NoteCards
from app.widgets.page_stack import PageStack
from app.widgets.result_list import ResultList

PAGES = (("make", mark("Make")), ("notes", mark("Notes")), ("usage", mark("Usage")))
A_ROW = 2
MOST_RESULTS = 100
SETTLE_MS = 300
"""How long the list waits for more news before it is read anew."""


class StudioColumn(QWidget):
    """What comes out of a notebook. `cited` carries a note and the marker of a citation in it."""

    cited = Signal(object, str)
    spent = Signal()
    notes_changed = Signal()

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._notebook: Notebook | None = None
        self._allowances: Mapping[str, Allowance] = {}
        self.cards: dict[str, OutputCard] = {}
        self.rows = result_rows(self)
        self.results = ResultList(self.rows)
        self.notes = NoteCards()
        self.note_field = Paragraph(tr("Write a note of your own"), lines=3)
        self.note_field.setAccessibleName(tr("A note of your own"))
        self.note_button = button(tr("Save note"), self._write_note, icon="bookmark-plus-outline")
        self.meters = AllowanceMeters()
        self.pages = Segments(told(PAGES), name=tr("Studio"))
        self.form = NotebookForm()
        self._reading = False
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(lambda: self._tasks.start(self.refresh(), replacing="studio"))
        self._build()
        self._listen()

    def show_notebook(self, notebook: Notebook) -> None:
        """Show what can be made from a notebook."""
        if self._notebook is None or self._notebook.id != notebook.id:
            self.rows.replace(())
            self.notes.show_notes(())
            self._turn("make")
            self._stack.setCurrentWidget(self._studio)
        self._notebook = notebook
        self._offer()
        self._show_results()

    async def refresh(self) -> None:
        """Read what was made from the notebook, and its notes."""
        client, notebook = self._desk.client, self._notebook
        if notebook is None or client is None:
            return
        self._reading = True
        try:
            page = await client.requests.page(notebook_id=notebook.id, limit=MOST_RESULTS)
        finally:
            self._reading = False
        notes = await client.notebooks.notes(notebook.id)
        if self._notebook is None or self._notebook.id != notebook.id:
            return
        if list(page.rows) != list(self.rows.rows):
            self.rows.replace(page.rows)
        self._show_results()
        self.notes.show_notes(notes)
        self._show_note_count()

    def offer(self, languages: Sequence[object], voices: Sequence[object]) -> None:
        """Offer these languages and voices in the forms."""
        self.form.offer(languages, voices)  # type: ignore[arg-type]
        self._offer()

    def show_allowances(self, allowances: Mapping[str, Allowance]) -> None:
        """Show what is left."""
        self._allowances = allowances
        self.meters.show_allowances(allowances)
        self._offer()

    def take_event(self, event: Event) -> None:
        """A request changed, came or went."""
        if event.noun != "request":
            return
        before = self.rows.row_of(event.subject)
        if before is None or self._reading:
            # It may be a new one, or the list that is read just now may not know of this yet.
            self._settle.start()
        if before is None:
            return
        if event.name == "request.deleted":
            self.rows.remove(event.subject)
            self._show_results()
            return
        row = changed_by(before, event.data)
        self.rows.update(row)
        if row.state is not before.state and row.ended:
            self.spent.emit()

    async def keep(self, notebook_id: str, *, question_id: str = "", words: str = "") -> None:
        """Keep an answer, or words of one's own, as a note."""
        client = self._desk.client
        assert client is not None
        await client.notebooks.add_note(notebook_id, words, question_id=question_id)
        await self.refresh()
        if question_id:
            self._desk.bar.tell(tr("Kept as a note."), action=tr("Show it"), todo=lambda: self._turn("notes"))

    def _build(self) -> None:
        self._grid = QGridLayout()
        self._grid.setSpacing(8)
        for place in range(A_ROW):
            self._grid.setColumnStretch(place, 1)
        self._made_heading = label(tr("Made from this notebook"), "strong")
        self._nothing = WrappedLabel(
            tr("What you make appears here while it is made; open it from here when it is done."), "small"
        )
        make = QWidget()
        making = QVBoxLayout(make)
        making.setContentsMargins(0, 0, 4, 0)
        making.setSpacing(12)
        making.addLayout(self._grid)
        for part in (self._made_heading, self._nothing):
            making.addWidget(part)
        making.addWidget(self.results)
        making.addStretch(1)
        noted = QWidget()
        noting = QVBoxLayout(noted)
        noting.setContentsMargins(0, 0, 0, 0)
        noting.setSpacing(10)
        self._no_notes = EmptyState(
            "bookmark-outline",
            tr("No note yet"),
            tr("Save an answer with “Save as note”, or write one below. Its citations stay with it."),
            width=200,
        )
        self._note_pages = PageStack()
        holder = QWidget()
        holder.setLayout(self._note_pages)
        self._note_area = scrolled(self.notes)
        self._note_pages.addWidget(self._no_notes)
        self._note_pages.addWidget(self._note_area)
        noting.addWidget(holder, 1)
        noting.addWidget(self.note_field)
        noting.addWidget(self.note_button)
        used = QWidget()
        using = QVBoxLayout(used)
        using.setContentsMargins(0, 0, 6, 0)
        using.setSpacing(14)
        using.addWidget(WrappedLabel(tr("What your licence allows in any 24 hours, and when it comes back."), "small"))
        using.addWidget(self.meters)
        using.addStretch(1)
        self._turning = PageStack()
        turning = QWidget()
        turning.setLayout(self._turning)
        self._by_name = {"make": scrolled(make), "notes": noted, "usage": scrolled(used)}
        for page in self._by_name.values():
            self._turning.addWidget(page)
        self._studio, column = card(padding=12, spacing=12)
        column.addWidget(self.pages)
        column.addWidget(turning, 1)
        self._stack = PageStack(self)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self._stack.addWidget(self._studio)
        self._stack.addWidget(self.form)
        self.note_button.setEnabled(False)
        self._show_note_count()

    def _listen(self) -> None:
        self.pages.chosen.connect(self._turn)
        self.form.left.connect(self._leave_form)
        self.form.wished.connect(self._make)
        self.results.opened.connect(self._open)
        self.notes.cited.connect(self.cited)
        self.notes.removed.connect(lambda note: self._tasks.start(self._remove_note(note)))
        self.notes.copied.connect(self._copy_note)
        self.note_field.textChanged.connect(
            lambda: self.note_button.setEnabled(bool(self.note_field.toPlainText().strip()))
        )

    def _turn(self, page: str) -> None:
        self.pages.choose(page)
        self._turning.setCurrentWidget(self._by_name[page])

    def _offer(self) -> None:
        kinds = outputs.offered(self._desk.makes)
        if [each.kind for each in kinds] != list(self.cards):
            for old in self.cards.values():
                self._grid.removeWidget(old)
                old.hide()
                old.deleteLater()
            self.cards = {}
            for place, each in enumerate(kinds):
                made = OutputCard(each, small=True)
                made.clicked.connect(lambda _on=False, each=each: self.choose(each))
                self._grid.addWidget(made, place // A_ROW, place % A_ROW)
                self.cards[each.kind] = made
        usable = self._notebook is not None and self._notebook.source_count > 0
        for each in kinds:
            made = self.cards[each.kind]
            left = left_of(self._allowances, each.kind)
            remaining = remaining_of(self._allowances, each.kind)
            unlimited = tr("No limit") if self._allowances else tr(each.words)
            made.words.setText(unlimited if remaining is None else tr("{number} left", number=remaining))
            made.setToolTip(". ".join(filter(None, (tr(each.words), left))))
            made.setEnabled(usable and not used_up(self._allowances, each.kind))
            made.setAccessibleDescription(left)

    def choose(self, output: Output) -> None:
        """Show the choices of a type."""
        assert self._notebook is not None
        count = self._notebook.source_count
        sources = tr("its source") if count == 1 else tr("all {count} sources", count=count)
        self.form.show_output(output, sources=sources, left=left_of(self._allowances, output.kind))
        self._stack.setCurrentWidget(self.form)
        self.form.make_button.setFocus()

    def _leave_form(self) -> None:
        self._stack.setCurrentWidget(self._studio)
        if self.form.output is not None and self.form.output.kind in self.cards:
            self.cards[self.form.output.kind].setFocus()

    def _make(self, wish: Wish) -> None:
        assert self._notebook is not None
        self._tasks.start(self._send(self._notebook.id, wish, new_key()), on_error=self._not_made)

    async def _send(self, notebook_id: str, wish: Wish, key: str) -> None:
        client = self._desk.client
        assert client is not None
        await once(lambda: client.requests.create(wish.wire(notebook_id), key=key))
        self._leave_form()
        self.spent.emit()
        await self.refresh()

    def _not_made(self, error: Exception) -> None:
        self.form.make_button.setEnabled(True)
        if isinstance(error, ApiError) and error.fields:
            homeless = self.form.show_faults(error.fields)
            if homeless:
                self._desk.bar.warn(" ".join(homeless))
        else:
            self._desk.bar.complain(error)

    def _open(self, row: Row) -> None:
        if row.state not in (State.DONE, State.WAITING):
            self._desk.go("queue", row.id)
        elif row.output_type in outputs.READ:
            self._desk.go("reader", row.id)
        else:
            self._desk.go("player", row.id)

    def _show_results(self) -> None:
        self._nothing.setVisible(not self.rows.rows)
        self.results.setVisible(bool(self.rows.rows))
        self.results.fit()

    def _write_note(self) -> None:
        words = self.note_field.toPlainText().strip()
        if words and self._notebook is not None:
            self.note_field.clear()
            self._tasks.start(self.keep(self._notebook.id, words=words))

    async def _remove_note(self, note: Note) -> None:
        client, notebook = self._desk.client, self._notebook
        assert client is not None
        if notebook is None:
            return
        await client.notebooks.remove_note(notebook.id, note.id)
        await self.refresh()
        self._desk.bar.tell(
            tr("Deleted the note."),
            action=tr("Undo"),
            todo=lambda: self._tasks.start(self._restore_note(notebook.id, note)),
        )

    async def _restore_note(self, notebook_id: str, note: Note) -> None:
        client = self._desk.client
        assert client is not None
        await client.notebooks.add_note(notebook_id, note.text, question_id=note.question_id)
        await self.refresh()

    def _copy_note(self, note: Note) -> None:
        QGuiApplication.clipboard().setText("\n".join(filter(None, (note.question, note.text))))
        self._desk.bar.tell(tr("The note is on the clipboard."))

    def _show_note_count(self) -> None:
        count = len(self.notes.cards)
        self.pages.caption("notes", tr("Notes {count}", count=count) if count else tr("Notes"))
        self._note_pages.setCurrentWidget(self._note_area if count else self._no_notes)
