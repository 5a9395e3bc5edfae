"""The left column of a notebook: its sources, which of them count, and new ones by dropping, pasting or choosing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, Signal
from PySide6.QtWidgets import QFileDialog, QFrame, QMenu, QVBoxLayout, QWidget

from app.client.events import Event
from app.client.notebooks import Notebook, new_key, once, source_of_file
from app.errors import sentence
from app.language import tr, trn
from app.models import orders, phrases
from app.models.notebooks import ENDINGS, Given, SourceEntries, SourceEntry, Stage, entry_on_its_way, failed
from app.panels.later import Later
from app.panels.panel import Desk
from app.settings.originals import Originals
from app.tasks import Tasks
from app.theme import icons, look
from app.widgets.buttons import button
from app.widgets.cards import label, row
from app.widgets.drops import DropArea
from app.widgets.empty import EmptyState
from app.widgets.forms import Paragraph
from app.widgets.page_stack import PageStack
from app.widgets.source_list import SourceList

AT_ONCE = 3
"""Sources that are sent at a time."""


class SourcesColumn(QFrame):
    """The sources. `opened` carries the one to be read, `grown` tells that a source came in or went."""

    opened = Signal(object)
    grown = Signal()
    ticks_changed = Signal()

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        look(self, "card")
        self._desk, self._tasks = desk, tasks
        self._notebook_id = ""
        self._waiting: dict[str, dict[str, SourceEntry]] = {}
        self._places = asyncio.Semaphore(AT_ONCE)
        self.originals = Originals(desk.values.folder)
        self.entries = SourceEntries(self)
        self.list = SourceList(self.entries)
        self.drop_area = DropArea(
            tr("Drop files here"),
            tr("PDF, office files, pictures, recordings, text: up to 50 MB each."),
            narrow=True,
        )
        self.paste = Paragraph(tr("Or paste text or an address"), lines=2)
        self.paste.setAccessibleName(tr("Text or addresses"))
        self.add_button = button(tr("Add"), self.add_typed, icon="plus")
        self.count = label("", "small")
        self.all_button = button(
            tr("None"), self.entries.tick_all, kind="link", tip=tr("Which sources count for questions")
        )
        self.empty = EmptyState(
            "file-plus-outline",
            tr("Begin with a source"),
            tr("Drop a paper, a page or a recording. Every answer comes from what you put in here."),
            width=190,
        )
        self.later = Later(desk, tasks)
        self._build()
        self._listen()

    @property
    def chosen(self) -> tuple[str, ...]:
        """The ids of the sources that count; empty while all do that the notebook holds."""
        return () if self.entries.all_count and not self.entries.hidden else self.entries.chosen

    @property
    def reading(self) -> bool:
        """Whether a source is still on its way."""
        return any(entry.stage is Stage.READING for entry in self.entries.rows)

    @property
    def none_chosen(self) -> bool:
        """Whether there are sources, but none of them counts."""
        return bool(self.entries.ready) and not self.entries.chosen

    def show_notebook(self, notebook: Notebook) -> None:
        """Show a notebook's sources, with those that are still on their way."""
        if notebook.id != self._notebook_id:
            self._notebook_id = notebook.id
            self.entries.begin()
            self.entries.append(self._waiting.get(notebook.id, {}).values())
        self.entries.show_sources(notebook.sources)
        self._show_count()

    def take(self, data: QMimeData) -> bool:
        """Take what was dropped or pasted elsewhere in the window."""
        return self.drop_area.take(data)

    def take_event(self, event: Event) -> None:
        """Show how far a source is."""
        key = str(event.data.get("key", ""))
        if event.name != "notebook.progress" or not key:
            return
        fraction = event.data.get("source_fraction", event.data.get("fraction", 0.0))
        words = phrases.progress(str(event.data.get("progress_text") or ""), "importing")
        entry = self._waiting.get(event.subject, {}).get(key)
        if entry is not None and event.subject == self._notebook_id:
            self.entries.progress(key, float(fraction), words)

    def add_files(self, paths: list[Path]) -> None:
        """Send files, each on its own."""
        for path in paths:
            self.add(Given(path=path))

    def add_words(self, text: str) -> None:
        """Send pasted text, or the addresses it holds."""
        for source in orders.sources_in(text):
            self.add(Given(source=source))

    def add_typed(self) -> None:
        """Send what stands in the field."""
        self.add_words(self.paste.toPlainText())
        self.paste.clear()
        self.paste.setFocus()

    def add(self, given: Given) -> None:
        """Send one source."""
        if not self._notebook_id:
            return
        key = new_key()
        entry = entry_on_its_way(key, given)
        self._waiting.setdefault(self._notebook_id, {})[key] = entry
        self.entries.append([entry])
        self._ticked()
        self._tasks.start(self._send(self._notebook_id, key, given))

    def retry(self, entry: SourceEntry) -> None:
        """Send a source again that was not read."""
        self.dismiss(entry)
        if entry.given is not None:
            self.add(entry.given)

    def dismiss(self, entry: SourceEntry) -> None:
        """Take a source out of sight that was not read."""
        if entry.stage is Stage.FAILED:
            self._waiting.get(self._notebook_id, {}).pop(entry.key, None)
            self.entries.remove(entry.key)
            self._show_count()

    def take_out(self, entry: SourceEntry) -> None:
        """Take a source out once that can't be taken back any more; one that was not read just goes."""
        if entry.stage is not Stage.READY:
            self.dismiss(entry)
            return
        self.entries.hide(entry)
        notebook_id = self._notebook_id
        self.later.put_off(
            tr(
                "“{title}” is taken out. Answers and notes that quote it stay; it can't be asked any more.",
                title=entry.title,
            ),
            lambda: self._removed(notebook_id, entry),
            undo=lambda: self._put_back(entry),
        )
        self._ticked()
        self.list.setFocus()

    def _put_back(self, entry: SourceEntry) -> None:
        self.entries.hidden.discard(entry.key)
        self.grown.emit()

    async def _removed(self, notebook_id: str, entry: SourceEntry) -> None:
        client, key = self._desk.client, new_key()
        assert client is not None
        try:
            await once(lambda: client.notebooks.remove_source(notebook_id, entry.key, key=key))
        finally:
            self._put_back(entry)

    def _build(self) -> None:
        self._pages = PageStack()
        holder = QWidget()
        holder.setLayout(self._pages)
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self.list)
        self.add_button.setEnabled(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 14, 10, 12)
        column.setSpacing(8)
        heading = row(label(tr("Sources"), "heading"), None, self.count, self.all_button, spacing=4)
        heading.setContentsMargins(6, 0, 0, 0)
        column.addLayout(heading)
        column.addWidget(holder, 1)
        column.addWidget(self.drop_area)
        column.addWidget(self.paste)
        column.addWidget(self.add_button)

    def _listen(self) -> None:
        self.drop_area.files.connect(self.add_files)
        self.drop_area.words.connect(self.add_words)
        self.drop_area.browse.connect(self._browse)
        self.paste.textChanged.connect(lambda: self.add_button.setEnabled(bool(self.paste.toPlainText().strip())))
        self.list.opened.connect(self._opened)
        self.list.dropped.connect(self.take_out)
        self.list.menu_asked.connect(self._menu)
        self.entries.ticks_changed.connect(self._ticked)

    async def _send(self, notebook_id: str, key: str, given: Given) -> None:
        async with self._places:
            try:
                fault = await asyncio.to_thread(given.fault)
                if fault:
                    self._failed(notebook_id, key, fault)
                    return
                if given.path is not None:
                    wire = await asyncio.to_thread(source_of_file, given.path)
                else:
                    assert given.source is not None
                    wire = given.source.wire
                add = self._adding(notebook_id, [wire], key)
                filled = await once(add)
            except OSError as error:
                self._failed(notebook_id, key, tr("The file can't be read: {reason}.", reason=error.strerror or error))
                return
            except Exception as error:
                self._failed(notebook_id, key, sentence(error))
                return
        [result] = filled.sources[:1]
        if result.fault:
            self._failed(notebook_id, key, result.fault)
            return
        if given.path is not None:
            await asyncio.to_thread(self.originals.keep, result.id, given.path)
        self._waiting.get(notebook_id, {}).pop(key, None)
        if notebook_id == self._notebook_id:
            self.entries.remove(key)
        self.grown.emit()

    def _adding(self, notebook_id: str, wire: list[dict[str, str]], key: str) -> Callable[[], Awaitable[Notebook]]:
        client = self._desk.client
        assert client is not None
        return lambda: client.notebooks.add(notebook_id, wire, key=key)

    def _failed(self, notebook_id: str, key: str, words: str) -> None:
        waiting = self._waiting.get(notebook_id, {})
        entry = waiting.get(key)
        if entry is None:
            return
        waiting[key] = failed(entry, words)
        if notebook_id == self._notebook_id:
            self.entries.update(waiting[key])
            self._ticked()

    def _opened(self, entry: SourceEntry) -> None:
        if entry.stage is Stage.READY:
            self.opened.emit(entry)

    def _ticked(self) -> None:
        self._show_count()
        self.ticks_changed.emit()

    def _show_count(self) -> None:
        ready, chosen = len(self.entries.ready), len(self.entries.chosen)
        self._pages.setCurrentWidget(self.list if self.entries.rows else self.empty)
        self.all_button.setVisible(ready > 1)
        self.all_button.setText(tr("None") if chosen == ready else tr("All"))
        self.all_button.setAccessibleName(tr("Count no source") if chosen == ready else tr("Count all sources"))
        self.count.setText(str(ready) if chosen == ready else tr("{chosen} of {ready}", chosen=chosen, ready=ready))
        self.count.setVisible(ready > 0)
        self.count.setAccessibleName(trn("{count} source counts", "{count} sources count", chosen))

    def _menu(self, entry: SourceEntry, place: QPoint) -> None:
        menu = self.menu(entry)
        menu.exec(place)
        menu.deleteLater()

    def menu(self, entry: SourceEntry) -> QMenu:
        """What can be done with a source."""
        menu = QMenu(self)
        if entry.stage is Stage.READY:
            menu.addAction(icons.icon("book-open-outline"), tr("Open")).triggered.connect(
                lambda _on=False: self.opened.emit(entry)
            )
            words = tr("Leave out of answers") if self.entries.counts(entry) else tr("Use for answers")
            place = self.entries.place_of(entry.key)
            menu.addAction(icons.icon("checkbox-marked-outline"), words).triggered.connect(
                lambda _on=False: self.list.toggle(self.entries.index(place, 0))
            )
            menu.addAction(icons.icon("delete-outline"), tr("Remove")).triggered.connect(
                lambda _on=False: self.take_out(entry)
            )
        elif entry.stage is Stage.FAILED:
            menu.addAction(icons.icon("refresh"), tr("Try again")).triggered.connect(
                lambda _on=False: self.retry(entry)
            )
            menu.addAction(icons.icon("close"), tr("Remove")).triggered.connect(lambda _on=False: self.dismiss(entry))
        return menu

    def _browse(self) -> None:
        kinds = " ".join(f"*{ending}" for ending in ENDINGS)
        names, _ = QFileDialog.getOpenFileNames(
            self, tr("Choose sources"), "", tr("Sources ({kinds});;All files (*)", kinds=kinds)
        )
        self.add_files([Path(name) for name in names])
