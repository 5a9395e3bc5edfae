"""The reader: a result read, watched, looked through, played or sorted, with the passages that it rests on."""

from __future__ import annotations

import asyncio
from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.client.events import Event
from app.client.faults import ApiError
from app.client.requests import Detail, SpokenScript, State
from app.client.results import Result
from app.client.storyboards import Storyboard
from app.language import mark, told, tr, trn
from app.models import phrases
from app.models.notes import NoteRows
from app.models.pages import Note, Page, page_of, page_of_markdown
from app.models.places import Moment
from app.models.quizzes import quiz_of
from app.models.recents import place_of_row
from app.panels.another import Another
from app.panels.film_view import FilmView
from app.panels.latest import Latest
from app.panels.panel import Desk, Panel
from app.panels.quiz_view import QuizView
from app.panels.saving import Saving
from app.panels.storyboard_view import StoryboardView
from app.panels.table_view import TableView
from app.panels.timeline_view import TimelineView
from app.settings.session import Shown
from app.widgets.buttons import Segments, button, icon_button
from app.widgets.cards import ElidedLabel, Facts, WrappedLabel, card, label, rule
from app.widgets.heads import page_head
from app.widgets.page_stack import PageStack
from app.widgets.passages import note_list
from app.widgets.pdf import PdfView
from app.widgets.pictures import PictureView
from app.widgets.reading import PageView

SIDE_WIDTH = 308
STORYBOARD = "/studio/requests/{}/storyboard"
VIEWS = (
    *(
        ("film", mark("Watch")),
        ("storyboard", mark("Storyboard")),
        ("picture", mark("Picture")),
        ("slides", mark("Slides")),
    ),
    *(
        ("quiz", mark("Take the quiz")),
        ("table", mark("Table")),
        ("timeline", mark("Timeline")),
        ("page", mark("Read")),
        ("pdf", "PDF"),
    ),
)
BARE = frozenset({"film", "storyboard", "slides", "pdf", "quiz"})
"""What has its own notes or its own list beside it; beside a quiz the passages would give the answers away."""


class ReaderPanel(Panel):
    """One result that is read or looked at, opened."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.detail: Detail | None = None
        self.result = Result("")
        self.document = Page()
        self._wanted = ""
        self._words = ""
        self._loaded: dict[str, str] = {}
        self.title = ElidedLabel("", "title")
        self.subtitle = ElidedLabel("", "muted")
        self.views = Segments(told(VIEWS), name=tr("View"))
        self.page_view, self.pdf_view = PageView(), PdfView()
        self.quiz_view, self.table_view, self.timeline_view = QuizView(), TableView(), TimelineView()
        self.film_view, self.picture_view = FilmView(desk), PictureView()
        self.storyboard_view = StoryboardView(desk)
        self.notes = NoteRows(self)
        self.note_list = note_list(self.notes)
        self._remarks = WrappedLabel("", "muted")
        self._facts = Facts()
        self.saving = Saving(desk, self.tasks, self)
        self.another = Another(desk, self.tasks)
        self.save_button = button(tr("Save as…"), self._ask_save, icon="download-outline", tip=tr("Save as (Ctrl+S)"))
        self.link_button = button(
            tr("Copy link"), self._copy_link, icon="link-variant", tip=tr("Copies the file's address")
        )
        self.share_button = button(
            tr("Share"), self._share, icon="share-variant-outline", tip=tr("Copies the address of the public page")
        )
        self.empty = Latest(
            desk,
            "reader",
            "book-open-page-variant-outline",
            tr("Nothing open"),
            tr("Read documents, watch videos, take quizzes; every number leads to the words that it rests on."),
            fits=lambda row: row.state is State.DONE and place_of_row(row)[0] == "reader",
        )
        self._build()
        self._listen()

    def open(self, payload: object) -> None:
        """Open a completed request by its id, perhaps where it holds some words."""
        self._wanted = payload.request_id if isinstance(payload, Moment) else str(payload)
        self._words = payload.words if isinstance(payload, Moment) else ""
        self.reload()

    def state(self) -> Shown:
        """The document."""
        return {"open": self._wanted}

    def resume(self, state: Shown) -> None:
        """Open it again."""
        self._wanted = str(state.get("open") or "")

    async def refresh(self) -> None:
        """Read the open request, its result and its document."""
        if not self._wanted:
            await self.empty.refresh()
            return
        wanted = self._wanted
        detail = await self.client.requests.detail(wanted)
        result = await self.client.results.of(wanted)
        html = result.html or (await self.client.connection.text(result.html_url) if result.html_url else "")
        if html:
            document = await asyncio.to_thread(page_of, html)
        else:
            words = "" if detail.row.output_type == "quiz" else result.text
            document = await asyncio.to_thread(page_of_markdown, words, result.citations)
        script = await self._script(wanted) if result.video_url else SpokenScript("")
        board = await self._board(detail)
        self._show(detail, result, document, script, board)

    async def _script(self, request_id: str) -> SpokenScript:
        """What a film says; nothing where that was not kept."""
        try:
            return await self.client.requests.script(request_id)
        except ApiError as error:
            if error.status not in (404, 409):
                raise
            return SpokenScript("")

    async def _board(self, detail: Detail) -> Storyboard | None:
        """A video's storyboard; None where that was not kept."""
        if detail.row.output_type != "video" or STORYBOARD not in self.desk.offered:
            return None
        try:
            return await self.client.storyboards.of(detail.row.id)
        except ApiError as error:
            if error.status != 404:
                raise
            return None

    def take(self, event: Event) -> None:
        """The open request went away or went on, or a version of its video did."""
        self.storyboard_view.take(event)
        if self.detail is not None and event.subject == self.detail.row.id and event.name == "request.completed":
            self.reload()
        if self.detail is not None and event.subject == self.detail.row.id and event.name == "request.deleted":
            self.detail, self._wanted = None, ""
            self.pdf_view.close_pdf()
            self.film_view.close_film()
            self._pages.setCurrentWidget(self.empty)

    def arrive(self) -> None:
        """The keys go to what is shown."""
        if self.detail is None:
            self.empty.setFocus()
        else:
            (self.pdf_view.view if self._is_pdf else self._shown[self.views.value()]).setFocus()

    def go_to_search(self) -> None:
        """Search in the PDF, the one view that has words to find beyond what is in sight."""
        if self._is_pdf:
            self.pdf_view.go_to_search()

    @property
    def _is_pdf(self) -> bool:
        return self.views.value() in ("pdf", "slides")

    def _build(self) -> None:
        content = QWidget()
        self._pages = PageStack()
        self._pages.addWidget(self.empty)
        self._pages.addWidget(content)
        self.page.addLayout(self._pages, 1)
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        head = page_head(
            icon_button("arrow-left", tr("Back to the queue"), lambda: self.desk.go("queue")),
            (self.title, self.subtitle),
            *(self.save_button, self.link_button, self.share_button, self.another.button),
        )
        column.addLayout(head)
        body = QHBoxLayout()
        body.setSpacing(16)
        frame, left = card(padding=10, spacing=8)
        self.views.setMaximumWidth(420)
        left.addWidget(self.views, 0, Qt.AlignmentFlag.AlignLeft)
        self._stack = PageStack()
        self._shown = {
            "film": self.film_view,
            "storyboard": self.storyboard_view,
            "picture": self.picture_view,
            "slides": self.pdf_view,
            "page": self.page_view,
            "pdf": self.pdf_view,
            "quiz": self.quiz_view,
            "table": self.table_view,
            "timeline": self.timeline_view,
        }
        for view in dict.fromkeys(self._shown.values()):
            self._stack.addWidget(view)
        left.addLayout(self._stack, 1)
        body.addWidget(frame, 1)
        body.addWidget(self._side())
        column.addLayout(body, 1)

    def _side(self) -> QWidget:
        self._side_card, column = card(padding=16, spacing=10)
        self._side_card.setFixedWidth(SIDE_WIDTH)
        self._passages_title = label(tr("Passages"), "heading")
        self._no_passages = WrappedLabel(
            tr("This result came without its passages. Ask for citations when you make it, to see them here."), "muted"
        )
        column.addWidget(self._passages_title)
        column.addWidget(self._no_passages)
        column.addWidget(self.note_list, 1)
        column.addStretch(0)
        for made in (rule(), self._remarks, self._facts):
            column.addWidget(made)
        return self._side_card

    def _listen(self) -> None:
        self.page_view.ready.connect(self._go_to_words)
        self.views.chosen.connect(self._view_chosen)
        for view in (self.page_view, self.quiz_view, self.table_view, self.timeline_view):
            view.noted.connect(self._show_note)
        self.note_list.opened.connect(self._note_opened)
        self.storyboard_view.approved.connect(lambda: self.desk.go("queue", self._wanted))
        self.table_view.told.connect(self.desk.bar.tell)
        self.pdf_view.failed.connect(self.desk.bar.warn)
        self.picture_view.failed.connect(self.desk.bar.warn)
        keys = {"Ctrl+S": self.saving.ask, "Ctrl+Shift+C": self._copy_link}
        for sequence, does in keys.items():
            shortcut = QShortcut(QKeySequence(sequence), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(partial(does))

    def _show(
        self, detail: Detail, result: Result, document: Page, script: SpokenScript, board: Storyboard | None
    ) -> None:
        other = self.detail is None or self.detail.row.id != detail.row.id
        self.detail, self.result, self.document, self.saving.result = detail, result, document, result
        kind = detail.row.output_type
        self.title.setText(detail.row.title or document.title or tr("Untitled"))
        length = phrases.clock(detail.row.duration) if result.video_url and detail.row.duration else ""
        facts = document.facts.split(" · ") if document.facts else []
        self.subtitle.setText(
            " · ".join(filter(None, (phrases.output(kind), length, *facts[:1], phrases.ago(detail.row.requested_on))))
        )
        self.another.show_for(detail)
        self.link_button.setVisible(result.main is not None)
        self.share_button.setVisible(bool(result.share_url or detail.share_url))
        self.notes.replace(document.listed)
        count = len(document.notes)
        self._passages_title.setText(trn("{count} passage", "{count} passages", count) if count else tr("Passages"))
        self._no_passages.setVisible(not count)
        self.note_list.setVisible(bool(count))
        self._remarks.setText(" ".join(result.notes))
        self._remarks.setVisible(bool(result.notes))
        self._facts.show_facts(
            [
                (tr("Language"), detail.language),
                (tr("Size"), phrases.size(detail.file_size) if detail.file_size else ""),
                (tr("Files"), str(len(self.saving.files))),
                (tr("Written by"), tr(detail.written_by)),
            ]
        )
        if result.video_url:
            is_upright = detail.order.get("format") == "short"
            self.film_view.show_film(
                result.video_url, script, length_ms=int(detail.row.duration * 1000), is_upright=is_upright
            )
        else:
            self.film_view.close_film()
        self._fill(kind, board)
        self._pages.setCurrentIndex(1)
        if self._words and self.document.body:
            self.views.choose("page")
            self._view_chosen("page")
        if other and self.isVisible():
            self.arrive()

    def _fill(self, kind: str, board: Storyboard | None) -> None:
        views = ["page"] if self.document.body else []
        if self.result.video_url:
            views.append("film")
        elif self.result.image_url:
            views.append("picture")
        if board is not None:
            views.append("storyboard")
            self.storyboard_view.show_board(board)
        if kind == "quiz":
            try:
                quiz = quiz_of(self.result.text, self.document.answers)
            except ValueError as fault:
                self.desk.bar.warn(str(fault))
            else:
                views.append("quiz")
                self.quiz_view.show_quiz(quiz, self.document.notes)
        if kind == "datatable" and self.document.tables:
            views.append("table")
            self.table_view.show_page(self.document)
        if kind == "timeline" and self.document.moments:
            views.append("timeline")
            self.timeline_view.show_page(self.document)
        if self.result.pdf_url:
            views.append("slides" if kind == "slide_deck" else "pdf")
        self.page_view.show_page(self.document)
        self._loaded = {}
        self.views.offer(views)
        self.views.setVisible(len(views) > 1)
        first = next((name for name, _words in VIEWS if name in views), "page")
        self.views.choose(first)
        self._view_chosen(first)

    def _view_chosen(self, name: str) -> None:
        self._stack.setCurrentWidget(self._shown[name])
        self._side_card.setVisible(name not in BARE)
        loads = {
            "pdf": self._load_pdf,
            "slides": self._load_pdf,
            "film": self._load_still,
            "picture": self._load_picture,
        }
        if name in loads and self._loaded.get(name) != self.result.id:
            self._loaded[name] = self.result.id
            self.tasks.start(loads[name](self.result), replacing="view")

    async def _load_pdf(self, result: Result) -> None:
        content = await self.client.connection.read(result.pdf_url)
        self.pdf_view.show_pdf(content, slides=result.file(".pptx") is not None)

    async def _load_still(self, result: Result) -> None:
        if result.image_url:
            self.film_view.show_still(await self.client.connection.read(result.image_url))

    async def _load_picture(self, result: Result) -> None:
        self.picture_view.show_picture(await self.client.connection.read(result.image_url), words=result.title)

    def _show_note(self, number: int) -> None:
        self.note_list.select(self.notes.place_of(number))

    def _note_opened(self, note: Note) -> None:
        if self.views.value() == "page":
            self.page_view.show_note(note.number)

    def _go_to_words(self) -> None:
        words, self._words = self._words, ""
        if words:
            self.page_view.find(words)

    def _ask_save(self) -> None:
        if len(self.saving.files) < 2:
            self.saving.ask()
            return
        menu = self.saving.menu()
        menu.exec(self.save_button.mapToGlobal(QPoint(0, self.save_button.height() + 4)))
        menu.deleteLater()

    def _copy_link(self) -> None:
        if self.result.main is not None:
            QGuiApplication.clipboard().setText(self.result.main.address)
            self.desk.bar.tell(tr("The link is on the clipboard."))

    def _share(self) -> None:
        if self.detail is not None:
            QGuiApplication.clipboard().setText(self.result.share_url or self.detail.share_url)
            self.desk.bar.tell(tr("The address of the public page is on the clipboard."))
