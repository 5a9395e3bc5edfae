"""A source, opened: what it is about, its text with the cited passage, its PDF at the page, its sound at the time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices, QKeySequence, QShortcut, Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.client.notebooks import Answer, AnswerCitation, SourceOverview, SourceText
from app.language import language_named, mark, told, tr, trn
from app.models import phrases
from app.models.notebook_answers import cited, place_of
from app.panels.panel import Desk
from app.settings.originals import Originals
from app.tasks import Tasks
from app.theme import look
from app.widgets.buttons import Segments, button, icon_button
from app.widgets.cards import ElidedLabel, WrappedLabel, label, row, scrolled
from app.widgets.chips import Flow
from app.widgets.page_stack import PageStack
from app.widgets.pdf import PdfView
from app.widgets.source_text import SourceTextView
from app.widgets.transport import Transport

VIEWS = (("about", mark("About")), ("text", mark("Text")), ("pdf", "PDF"))
FIRST_WORDS = 4
SOUNDS = (".mp3", ".wav", ".m4a")


class SourceView(QFrame):
    """One source. `left` asks to go back to the list."""

    left = Signal()

    def __init__(self, desk: Desk, tasks: Tasks, originals: Originals) -> None:
        super().__init__()
        look(self, "card")
        self._desk, self._tasks, self._originals = desk, tasks, originals
        self.source: SourceText | None = None
        self.path: Path | None = None
        self._wanted = ""
        self._pdf_of = ""
        self._overview_shown = False
        self.title = ElidedLabel("", "heading")
        self.facts = ElidedLabel("", "small")
        self.back_button = icon_button("arrow-left", tr("Back to the sources (Esc)"), self.left.emit)
        self.page_button = icon_button("open-in-new", tr("Open the page in the browser"), self._open_page)
        self.views = Segments(told(VIEWS), name=tr("View"))
        self.quote = ElidedLabel("", "small")
        self.text = SourceTextView()
        self.pdf = PdfView(narrow=True)
        self.transport = Transport(desk.playback, skip_seconds=int(desk.values.get("playback.skip")))
        self.summary = QWidget()
        self._build()
        self.views.chosen.connect(self._view_chosen)
        self.pdf.failed.connect(self._pdf_failed)
        escape = QShortcut(QKeySequence("Escape"), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.left)

    def open(self, source_id: str, *, answer: Answer | None = None, marker: str = "") -> None:
        """Show a source; with an answer, at the passage that its `marker` names."""
        self._wanted = source_id
        self._tasks.start(self._load(source_id, answer, marker), replacing="source")

    async def _load(self, source_id: str, answer: Answer | None, marker: str) -> None:
        client = self._desk.client
        assert client is not None
        if self.source is None or self.source.id != source_id:
            self._blank()
            source = await client.notebooks.source(source_id)
            self.path = await asyncio.to_thread(self._originals.path, source_id)
            self.source = source
            await self._show(source)
        citation = answer.citations.get(marker) if answer is not None else None
        if citation is not None and answer is not None:
            await self.show_citation(answer, citation)
        elif answer is None:
            self.quote.hide()
            self._choose("about")
        if not self._overview_shown:
            self._overview_shown = True
            try:
                overview = await client.notebooks.overview(source_id)
            except BaseException:
                self._overview_shown = False
                raise
            self._show_overview(overview)

    async def show_citation(self, answer: Answer, citation: AnswerCitation) -> None:
        """Go to a passage of the source that is shown: to its page, to its time, and to its words."""
        assert self.source is not None
        others = [
            (each.start, each.end)
            for each in answer.citations.values()
            if each.source_id == citation.source_id and each is not citation
        ]
        in_pdf = self._is_pdf and citation.page is not None
        self._choose("pdf" if in_pdf else "text")
        self.text.show_passage((citation.start, citation.end), others)
        self.quote.setText(tr("Cited passage · {place_of}", place_of=place_of(citation) or tr("in the text")))
        self.quote.show()
        if in_pdf and citation.page is not None:
            await self._load_pdf()
            self.pdf.show_passage(citation.page, first_words(citation.text))
        if citation.time_ms is not None and self.transport.isVisibleTo(self):
            self.transport.seek(citation.time_ms)
        self.setAccessibleDescription(cited(citation))

    @property
    def _is_pdf(self) -> bool:
        return self.path is not None and self.path.suffix.lower() == ".pdf"

    def _build(self) -> None:
        self._overview_shown = False
        about = QWidget()
        self._about = QVBoxLayout(about)
        self._about.setContentsMargins(8, 4, 8, 8)
        self._about.setSpacing(12)
        self._pages = PageStack()
        holder = QWidget()
        holder.setLayout(self._pages)
        self._shown = {"about": scrolled(about), "text": self.text, "pdf": self.pdf}
        for page in self._shown.values():
            self._pages.addWidget(page)
        for made in (self.back_button, self.page_button):
            made.setFixedSize(34, 32)
        names = QVBoxLayout()
        names.setSpacing(1)
        names.addWidget(self.title)
        names.addWidget(self.facts)
        top = row(self.back_button, spacing=10)
        top.addLayout(names, 1)
        top.addWidget(self.page_button)
        self.views.setMaximumWidth(300)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(10)
        column.addLayout(top)
        column.addWidget(self.views, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.quote)
        column.addWidget(self.transport)
        column.addWidget(holder, 1)
        self._blank()

    def _blank(self) -> None:
        self.source, self.path, self._pdf_of, self._overview_shown = None, None, "", False
        self.title.setText("")
        self.facts.setText(tr("Opening…"))
        self.quote.hide()
        self.transport.hide()
        self.page_button.hide()
        self.text.show_text("", ())
        self._fill_about((tr("Reading what it is about…"),), ())

    async def _show(self, source: SourceText) -> None:
        self.title.setText(source.title or tr("Untitled"))
        self.setAccessibleName(tr("Source: {title}", title=source.title))
        words = trn("{count} character", "{count} characters", len(source.text))
        self.facts.setText(" · ".join(filter(None, (language_named(source.language), words))))
        self.page_button.setVisible(source.address.startswith(("http://", "https://")))
        self.text.show_text(source.text, source.sections)
        self.views.offer(["about", "text", *(["pdf"] if self._is_pdf else [])])
        sound = self.path if self.path is not None and self.path.suffix.lower() in SOUNDS else None
        self.transport.setVisible(sound is not None)
        if sound is not None:
            address = QUrl.fromLocalFile(str(sound)).toString()
            last = max((each.time_ms or 0 for each in source.sections), default=0)
            self.transport.attach(address, length_ms=last)

    def _show_overview(self, overview: SourceOverview) -> None:
        pages = trn("{count} page", "{count} pages", overview.pages) if overview.pages else ""
        words = trn("{count} word", "{count} words", overview.words)
        reading = tr("{span} to read", span=phrases.span(overview.words / 230 * 60))
        language = language_named(overview.language)
        self.facts.setText(" · ".join(filter(None, (language, pages, words, reading))))
        self._fill_about(overview.summary or (tr("It is too short to be summed up."),), overview.key_terms)

    def _fill_about(self, summary: Sequence[str], terms: Sequence[str]) -> None:
        while (item := self._about.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._about.addWidget(label(tr("In its own words"), "strong"))
        for said in summary:
            self._about.addWidget(WrappedLabel(said))
        if terms:
            self._about.addSpacing(4)
            self._about.addWidget(label(tr("Key terms"), "strong"))
            holder = QWidget()
            flow = Flow(holder, spacing=6)
            for term in terms:
                made = button(term, partial(self._find, term), tip=tr("Finds “{term}” in the text", term=term))
                look(made, "cite")
                flow.addWidget(made)
            self._about.addWidget(holder)
        self._about.addStretch(1)

    def _find(self, term: str) -> None:
        self._choose("text")
        if not self.text.find_term(term):
            self._desk.bar.tell(tr("“{term}” does not stand in the text in this form.", term=term))

    def _choose(self, view: str) -> None:
        self.views.choose(view)
        self._view_chosen(view)

    def _view_chosen(self, view: str) -> None:
        self._pages.setCurrentWidget(self._shown[view])
        if view == "pdf":
            self._tasks.start(self._load_pdf(), replacing="pdf")

    async def _load_pdf(self) -> None:
        if self.path is None or self.source is None or self._pdf_of == self.source.id:
            return
        self._pdf_of = self.source.id
        try:
            content = await asyncio.to_thread(self.path.read_bytes)
        except OSError as error:
            self._pdf_failed(tr("{name} can't be read: {reason}.", name=self.path.name, reason=error.strerror or error))
            return
        self.pdf.show_pdf(content)

    def _pdf_failed(self, words: str) -> None:
        self._desk.bar.warn(words)
        self._choose("text")

    def _open_page(self) -> None:
        if self.source is not None:
            QDesktopServices.openUrl(QUrl(self.source.address))


def first_words(text: str) -> str:
    """So many words of a passage as a line of a page holds: a PDF is searched line by line."""
    return " ".join(text.split()[:FIRST_WORDS])
