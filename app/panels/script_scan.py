"""A script looked through for words that a voice may say wrongly: each heard, and added with one click."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.client.languages import Language
from app.client.pronunciations import Doubt
from app.client.requests import State
from app.language import number, tr, trn
from app.models import pronunciations
from app.panels.panel import Desk
from app.panels.samples import Samples
from app.tasks import Tasks
from app.theme import icons
from app.widgets.buttons import button
from app.widgets.cards import WrappedLabel, card, label, row
from app.widgets.empty import EmptyState
from app.widgets.forms import Choice, Paragraph
from app.widgets.page_stack import PageStack
from app.widgets.tables import Table

LONGEST = 200_000
OFFERED = 50
"""Newest requests whose script can be taken."""


class ScriptScan(QWidget):
    """Paste a script or take a request's. `add_asked` carries a doubt and the language's own name."""

    add_asked = Signal(object, str)

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._known: set[str] = set()
        self._found: tuple[Doubt, ...] = ()
        self.samples = Samples(desk, self)
        self.samples.playing.connect(self._show_play)
        self.script = Paragraph(tr("Paste a script, or take the one of a request"), lines=6, grows=True)
        self.script.setAccessibleName(tr("Script"))
        self.request, self.language = Choice(), Choice()
        self.request.setAccessibleName(tr("Take the script of"))
        self.language.setAccessibleName(tr("Language"))
        self.request.offer([("", tr("Take the script of a request…"))])
        self.request.picked.connect(self._take_request)
        self.start = button(tr("Look through it"), self.look, icon="text-search", kind="main", keys="Ctrl+Return")
        self.rows = pronunciations.doubt_rows(self)
        self.table = Table(name=tr("Unsure words"), widths={1: 150, 2: 130, 3: 64}, optional=2, below=430)
        self.table.setModel(self.rows)
        self.table.quiet(1, 2, 3)
        self.table.opened.connect(lambda _doubt: self.add())
        self.table.current_changed.connect(self._selected)
        self.example = WrappedLabel("", "muted")
        self.say = button(tr("Say it"), self._say, icon="play")
        self.add_button = button(tr("Add to the book"), self.add, icon="plus", tip=tr("Adds the selected word (Enter)"))
        self.told = EmptyState(
            "text-search",
            tr("Nothing looked through yet"),
            tr("Names, acronyms, words with figures and foreign words are listed here, with how they would be said."),
            width=280,
        )
        self._build()

    def offer(self, languages: tuple[Language, ...]) -> None:
        """Offer the languages a script can be in."""
        self.language.offer([(language.name, language.name) for language in languages])
        if self._desk.client is not None:
            self._tasks.start(self._offer_requests(), replacing="scripts")

    def know(self, words: set[str]) -> None:
        """Leave out these words: they are in the book."""
        self._known = words
        self._show_found()

    def arrive(self) -> None:
        """The keys go to the script."""
        self.script.setFocus()

    def look(self) -> None:
        """Look the script through."""
        script = self.script.toPlainText().strip()
        if not script:
            self._desk.bar.warn(tr("Paste a script first, or take the one of a request."))
            self.script.setFocus()
            return
        if len(script) > LONGEST:
            self._desk.bar.warn(
                tr(
                    "The script has {count} characters; at most {longest} are looked through.",
                    count=number(len(script)),
                    longest=number(LONGEST),
                )
            )
            return
        if self._desk.client is not None:
            self.start.setEnabled(False)
            self._tasks.start(
                self._look(script, str(self.language.currentData() or "English")),
                on_end=lambda: self.start.setEnabled(True),
            )

    def add(self) -> None:
        """Add the selected word."""
        doubt = self.table.current()
        if doubt is not None:
            self.add_asked.emit(doubt, str(self.language.currentData() or ""))

    def _build(self) -> None:
        column = QHBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        frame, left = card(spacing=12)
        left.addLayout(row(label(tr("Script"), "heading"), None, self.language))
        self.language.setFixedWidth(150)
        left.addWidget(self.request)
        left.addWidget(self.script, 1)
        self.start.setMinimumHeight(38)
        left.addWidget(self.start)
        side, right = card(padding=6, spacing=0)
        self._pages = PageStack()
        holder = QWidget()
        holder.setLayout(self._pages)
        listed = QWidget()
        inner = QVBoxLayout(listed)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(10)
        inner.addWidget(self.table, 1)
        last = QVBoxLayout()
        last.setContentsMargins(14, 0, 14, 14)
        last.setSpacing(10)
        last.addWidget(self.example)
        for made in (self.say, self.add_button):
            made.setMinimumHeight(38)
        last.addLayout(row(self.say, self.add_button, stretch_at=1))
        inner.addLayout(last)
        self._listed = listed
        self._pages.addWidget(self.told)
        self._pages.addWidget(listed)
        right.addWidget(holder)
        column.addWidget(frame, 1)
        column.addWidget(side, 1)

    async def _offer_requests(self) -> None:
        client = self._desk.client
        assert client is not None
        page = await client.requests.page(state="all", limit=OFFERED)
        spoken = [r for r in page.rows if r.output_type == "audio" and r.state in (State.DONE, State.WAITING)]
        self.request.offer(
            [
                ("", tr("Take the script of a request…")),
                *((r.id, r.title or tr("Untitled")) for r in spoken if r.kind < 14),
            ]
        )

    def _take_request(self) -> None:
        request_id = str(self.request.currentData() or "")
        if request_id and self._desk.client is not None:
            self._tasks.start(self._take(request_id), replacing="take")

    async def _take(self, request_id: str) -> None:
        client = self._desk.client
        assert client is not None
        script = await client.requests.script(request_id)
        self.script.setPlainText("\n".join(f"{line.speaker}: {line.text}" for line in script.lines))

    async def _look(self, script: str, language: str) -> None:
        client = self._desk.client
        assert client is not None
        self._found = await client.pronunciations.scan(script, language=language)
        self._show_found()
        if not self.rows.rows:
            self.told.say(
                tr("Nothing to doubt"), tr("Every word is known, or stands in the book."), icon="check-circle-outline"
            )

    def _show_found(self) -> None:
        place = max(self.table.currentIndex().row(), 0)
        self.rows.replace(doubt for doubt in self._found if doubt.word.casefold() not in self._known)
        self._pages.setCurrentWidget(self._listed if self.rows.rows else self.told)
        if self.rows.rows:
            self.table.selectRow(min(place, len(self.rows.rows) - 1))
            self._selected(self.table.current())
        elif self._found:
            self.told.say(
                tr("All of them are in the book"),
                trn(
                    "{count} word was unsure; each is written down now.",
                    "{count} words were unsure; each is written down now.",
                    len(self._found),
                ),
                icon="check-circle-outline",
            )

    def _selected(self, doubt: Doubt | None) -> None:
        self.example.setText(f"“{doubt.example}”" if doubt is not None and doubt.example else "")
        self.example.setAlignment(Qt.AlignmentFlag.AlignTop)

    def _say(self) -> None:
        doubt: Doubt | None = self.table.current()
        if doubt is None:
            return
        language = str(self.language.currentData() or "")

        async def fetch() -> bytes:
            client = self._desk.client
            assert client is not None
            return await client.voices.say(doubt.word, language=language)

        self.samples.toggle(f"say {doubt.word} {language}", fetch)

    def _show_play(self, on: bool) -> None:
        self.say.setText(tr(" Stop") if on else tr(" Say it"))
        self.say.setIcon(icons.icon("stop" if on else "play", tone="text"))
