"""Notebooks: the list of them, and the one that is open."""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QWidget

from app.client.events import Event
from app.client.faults import ApiError
from app.client.notebooks import Notebook, new_key, once
from app.language import mark, tr, trn
from app.models.places import SourcePassage
from app.panels.later import Later
from app.panels.notebook_list import NotebookList
from app.panels.notebook_page import NotebookPage
from app.panels.panel import Desk, Panel
from app.settings.session import Shown
from app.widgets.asking import LONGEST
from app.widgets.empty import EmptyState
from app.widgets.page_stack import PageStack

USAGE = "/dedicated-account/usage"
REFUSED = 403
GONE = 404
UNTITLED = mark("Untitled notebook")


class NotebooksPanel(Panel):
    """The list, or one notebook."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.list = NotebookList()
        self.notebook = NotebookPage(desk, self.tasks)
        self.refused = EmptyState(
            "notebook-outline",
            tr("No notebooks here"),
            tr("Notebooks need an active licence on this server: ask its owner for one."),
        )
        self._wanted = ""
        self._conversation = self._question = ""
        self._leaving: set[str] = set()
        """Notebooks that are deleted as soon as that can't be taken back any more."""
        self._later = Later(desk, self.tasks)
        self._passage: SourcePassage | None = None
        self._pages = PageStack()
        for page in (self.list, self.notebook, self.refused):
            self._pages.addWidget(page)
        holder = QWidget()
        holder.setLayout(self._pages)
        self.page.addWidget(holder, 1)
        self.list.made.connect(lambda title: self.tasks.start(self._make(title), replacing="make"))
        self.list.opened.connect(self._open)
        self.list.removed.connect(self._ask_to_remove)
        self.notebook.left.connect(self._leave)
        self.notebook.changed.connect(self.reload)
        self.notebook.spent.connect(lambda: self.tasks.start(self._read_usage(), replacing="usage"))

    @property
    def is_open(self) -> bool:
        """Whether a notebook is open."""
        return bool(self._wanted)

    async def refresh(self) -> None:
        """Read the notebooks, what is left to use, and the one that is open."""
        try:
            await self._read_usage()
            await self._list_notebooks()
        except ApiError as error:
            if error.status != REFUSED:
                raise
            self.refused.say(tr("No notebooks here"), error.message)
            self._pages.setCurrentWidget(self.refused)
            return
        self._show()
        if self._wanted:
            await self._load(self._wanted)
        voices = await self.client.voices.catalogue()
        self.notebook.studio.offer(await self.client.languages.all(), voices)

    def state(self) -> Shown:
        """The notebook, the conversation with it, and a question that is half written."""
        asking = self.notebook.conversation
        return {
            "open": self._wanted,
            "conversation": asking.conversation_id,
            "question": asking.field.toPlainText()[:LONGEST],
        }

    def resume(self, state: Shown) -> None:
        """Open it again."""
        self._wanted = str(state.get("open") or "")
        self._conversation = str(state.get("conversation") or "")
        self._question = str(state.get("question") or "")

    def open(self, payload: object) -> None:
        """Open a notebook by its id, perhaps at a passage of one of its sources."""
        self._passage = payload if isinstance(payload, SourcePassage) else None
        self._wanted = payload.notebook_id if isinstance(payload, SourcePassage) else str(payload)
        self.reload()

    def take(self, event: Event) -> None:
        """Something changed on the server."""
        self.notebook.take_event(event)
        if event.noun == "notebook" and event.name != "notebook.progress":
            self.reload()

    def arrive(self) -> None:
        """The keys go to what is shown."""
        (self.notebook if self.is_open else self.list).arrive()

    def go_to_search(self) -> None:
        """Go to the question, the one field that finds something here."""
        self.arrive()

    def drop(self, data: QMimeData) -> bool:
        """What is dropped becomes a source of the notebook that is open."""
        return self.is_open and self.desk.client is not None and self.notebook.drop(data)

    async def _load(self, notebook_id: str) -> None:
        try:
            await self.notebook.load(notebook_id)
            conversation, self._conversation = self._conversation, ""
            if conversation:
                await self.notebook.conversation.resume(conversation)
            question, self._question = self._question, ""
            if question:
                self.notebook.conversation.field.setPlainText(question)
            passage, self._passage = self._passage, None
            if passage is not None:
                self.notebook.open_passage(passage)
        except ApiError as error:
            if error.status != GONE:
                raise
            self._wanted = ""
            self._show()
            self.desk.bar.tell(tr("This notebook is deleted."))

    async def _read_usage(self) -> None:
        allowances = await self.client.notebooks.usage()
        self.list.show_allowances(allowances)
        self.notebook.show_allowances(allowances)

    async def _make(self, title: str) -> None:
        key = new_key()
        made = await once(lambda: self.client.notebooks.create(title or tr(UNTITLED), (), key=key))
        self.list.name.clear()
        self._open(made)

    async def _remove(self, notebook: Notebook) -> None:
        key = new_key()
        try:
            await once(lambda: self.client.notebooks.remove(notebook.id, key=key))
        finally:
            self._leaving.discard(notebook.id)
        await self._list_notebooks()

    async def _list_notebooks(self) -> None:
        kept = [each for each in await self.client.notebooks.all() if each.id not in self._leaving]
        self.list.show_notebooks(kept)

    def _ask_to_remove(self, notebook: Notebook) -> None:
        self._leaving.add(notebook.id)
        held = trn("{count} source", "{count} sources", notebook.source_count)
        words = tr(
            "“{title}” with its {held}, conversations and notes is deleted for good in a moment.",
            title=notebook.title,
            held=held,
        )
        self._later.put_off(words, lambda: self._remove(notebook), undo=lambda: self._put_back(notebook))
        self.reload()
        self.list.arrive()

    def _put_back(self, notebook: Notebook) -> None:
        self._leaving.discard(notebook.id)
        self.reload()

    async def leave(self) -> None:
        """What was deleted is deleted before the server is left."""
        await self._later.settle()
        await self.notebook.sources.later.settle()

    def _open(self, notebook: Notebook) -> None:
        self._wanted = notebook.id
        self._show()
        self.tasks.start(self._opened(notebook.id), replacing="load")

    async def _opened(self, notebook_id: str) -> None:
        await self._load(notebook_id)
        if self.is_open and self.isVisible():
            self.notebook.arrive()

    def _leave(self) -> None:
        self._wanted = ""
        self._show()
        self.reload()
        self.list.arrive()

    def _show(self) -> None:
        self._pages.setCurrentWidget(self.notebook if self._wanted else self.list)
