"""The middle of a notebook: questions and answers, what to begin with, earlier conversations, and their export."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QPoint, QStandardPaths, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QFrame, QMenu, QVBoxLayout, QWidget

from app.client.notebooks import Allowance, Answer, Conversation, Notebook, new_key, once
from app.errors import sentence
from app.language import mark, tr, trn
from app.models import phrases
from app.models.notebook_answers import plain
from app.models.notebooks import resets, used_up
from app.panels.panel import Desk
from app.tasks import Tasks
from app.theme import icons, look
from app.widgets.asking import AskField, Suggestions
from app.widgets.buttons import icon_button
from app.widgets.cards import ElidedLabel, WrappedLabel, label, row, scrolled
from app.widgets.empty import EmptyState
from app.widgets.page_stack import PageStack
from app.widgets.turns import TurnView

FIRST_SUGGESTIONS = 5
MOST_EARLIER = 30
NOTHING = (mark("Nothing to ask yet"), mark("Add a source on the left; then ask about it."))


class ConversationColumn(QFrame):
    """A conversation. `cited` carries an answer and the marker of a citation; `noted` an answer to be kept."""

    cited = Signal(object, str)
    noted = Signal(object)
    asked = Signal()

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        look(self, "card")
        self._desk, self._tasks = desk, tasks
        self._notebook_id = ""
        self.conversation_id = ""
        self.turns: list[TurnView] = []
        self._earlier: tuple[Conversation, ...] = ()
        self._source_ids: tuple[str, ...] = ()
        self._why_not = ""
        self.title = ElidedLabel(tr("New conversation"), "heading")
        self.history_button = icon_button("history", tr("Earlier conversations"), self._ask_history)
        self.new_button = icon_button("chat-plus-outline", tr("New conversation (Ctrl+Shift+N)"), self.begin)
        self.export_button = icon_button("export-variant", tr("Export as Markdown… (Ctrl+S)"), self.ask_export)
        self.field = AskField(tr("Ask your sources"))
        self.send_button = icon_button("arrow-up", tr("Ask (Enter)"), self.ask, kind="main")
        self.hint = ElidedLabel("", "small")
        self.suggestions = Suggestions()
        self.empty = EmptyState("comment-question-outline", *map(tr, NOTHING), width=300)
        self._greeting = WrappedLabel("", "muted")
        self._build()
        self._listen()

    @property
    def busy(self) -> bool:
        """Whether an answer is awaited."""
        return bool(self.turns) and self.turns[-1].is_open

    def show_notebook(self, notebook: Notebook) -> None:
        """Show a notebook; the conversation goes on where it is the same one."""
        if notebook.id != self._notebook_id:
            self._notebook_id = notebook.id
            self.show_earlier(())
            self.suggest(())
            self.begin()
        held = trn("{count} source", "{count} sources", notebook.source_count)
        self._greeting.setText(
            tr(
                "Ask anything about this source. Each statement of an answer names the passage it "
                "comes from; what the sources don't say is not made up."
            )
            if notebook.source_count == 1
            else tr(
                "Ask anything about these {held}. Each statement of an answer names the passage it "
                "comes from; what the sources don't say is not made up.",
                held=held,
            )
        )
        if not notebook.source_count and not self.turns:
            self._pages.setCurrentWidget(self.empty)
        elif not self.turns:
            self._pages.setCurrentWidget(self._first)
        self._can_ask()

    def suggest(self, questions: tuple[str, ...]) -> None:
        """Offer these questions to begin with."""
        self.suggestions.show_questions(questions[:FIRST_SUGGESTIONS])
        self._can_ask()

    def show_earlier(self, conversations: tuple[Conversation, ...]) -> None:
        """Offer these conversations to go on with."""
        self._earlier = conversations
        self.history_button.setEnabled(bool(conversations))

    def show_choice(self, source_ids: tuple[str, ...], *, words: str, why_not: str) -> None:
        """Ask these sources from now on, () for all; `why_not` says why nothing can be asked."""
        self._source_ids, self._why_not, self._choice_words = source_ids, why_not, words
        if why_not == tr("Your sources are being read"):
            self.empty.say(
                tr("Reading your sources"), tr("Ask as soon as the first of them is there."), icon="book-clock-outline"
            )
        else:
            self.empty.say(*map(tr, NOTHING), icon="comment-question-outline")
        self._can_ask()

    def show_allowances(self, allowances: Mapping[str, Allowance]) -> None:
        """Show how many questions are left."""
        found = allowances.get("questions")
        self._left = ""
        if found is not None and found.limit is not None:
            left = max(found.limit - found.used, 0)
            self._left = tr("{left} of {limit} questions left", left=left, limit=found.limit)
        if found is not None and used_up(allowances, "questions"):
            self._left = tr("No question left, {resets}", resets=resets(found))
        self._can_ask()

    def begin(self) -> None:
        """A new conversation; an answer that is on its way is no longer waited for."""
        self._tasks.start(_nothing(), replacing="ask")
        self._clear()
        if self.isVisible():
            self.field.setFocus()

    def _clear(self) -> None:
        self.conversation_id = ""
        self.title.setText(tr("New conversation"))
        for turn in self.turns:
            self._column.removeWidget(turn)
            turn.hide()
            turn.deleteLater()
        self.turns = []
        self._pages.setCurrentWidget(self._first)
        self._offer_export(offered=False)
        self._can_ask()

    def ask(self) -> None:
        """Ask what stands in the field."""
        words = self.field.words
        if words and self.send_button.isEnabled():
            self.field.clear()
            self.put(words)

    def put(self, question: str) -> None:
        """Ask this."""
        if self._why_not or self.busy:
            return
        turn = self._add(question)
        key = new_key()
        self._can_ask()
        self._tasks.start(self._answer(turn, key), replacing="ask", on_error=lambda error: self._failed(turn, error))

    def light(self, answer: Answer | None, marker: str) -> None:
        """Show which citation is open; none where `answer` is None."""
        for turn in self.turns:
            same = answer is not None and turn.answer is not None and turn.answer.id == answer.id
            turn.light(marker if same else "")

    async def go_on(self, conversation: Conversation) -> None:
        """Show an earlier conversation, to go on with it."""
        client = self._desk.client
        assert client is not None
        turns = await client.notebooks.turns(self._notebook_id, conversation.id)
        self._clear()
        self.conversation_id = conversation.id
        for answer in turns:
            self._add(answer.question).show_answer(answer)
        self._offer_export(offered=bool(turns))
        self._can_ask()

    async def resume(self, conversation_id: str) -> None:
        """Show the conversation that was shown when the program ended, if it is still there."""
        found = next((each for each in self._earlier if each.id == conversation_id), None)
        if found is not None:
            await self.go_on(found)

    def ask_export(self) -> None:
        """Ask where to keep the conversation as Markdown, then do it."""
        if not self.conversation_id:
            return
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        name = re.sub(r"[^\w\- ]+", "", self.title.text()).strip()[:80] or tr("Conversation")
        chosen, _ = QFileDialog.getSaveFileName(
            self, tr("Export the conversation"), str(Path(folder) / f"{name}.md"), tr("Markdown (*.md)")
        )
        if chosen:
            self._tasks.start(self.export(Path(chosen)))

    def _offer_export(self, *, offered: bool) -> None:
        self.export_button.setEnabled(offered)
        self._desk.save_conversation = self.ask_export if offered else None

    async def export(self, target: Path) -> None:
        """Keep the conversation as Markdown, with footnotes."""
        client = self._desk.client
        assert client is not None
        words = await client.notebooks.conversation(self._notebook_id, self.conversation_id)
        try:
            await asyncio.to_thread(target.write_text, words, encoding="utf-8")
        except OSError as error:
            self._desk.bar.warn(
                tr("{name} can't be written: {reason}.", name=target.name, reason=error.strerror or error)
            )
            return
        self._desk.bar.tell(tr("Saved {name}.", name=target.name))

    def _build(self) -> None:
        self._left, self._choice_words = "", ""
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(18, 6, 14, 10)
        self._column.setSpacing(12)
        self._column.addStretch(1)
        self._area = scrolled(content, apart=18)
        inside = QWidget()
        first = QVBoxLayout(inside)
        first.setContentsMargins(18, 12, 18, 12)
        first.setSpacing(14)
        first.addWidget(label(tr("Ask your sources"), "question"))
        first.addWidget(self._greeting)
        first.addWidget(self.suggestions)
        first.addStretch(1)
        self._first = scrolled(inside, apart=18)
        self._pages = PageStack()
        holder = QWidget()
        holder.setLayout(self._pages)
        for page in (self._first, self._area, self.empty):
            self._pages.addWidget(page)
        for made in (self.history_button, self.new_button, self.export_button):
            made.setFixedSize(34, 32)
        self.history_button.setEnabled(False)
        self.export_button.setEnabled(False)
        top = row(self.title, self.history_button, self.new_button, self.export_button, spacing=6, stretch_at=0)
        top.setContentsMargins(18, 0, 12, 0)
        self.send_button.setFixedSize(40, 40)
        asking = row(self.field, self.send_button, stretch_at=0)
        asking.setContentsMargins(14, 0, 14, 0)
        below = row(self.hint, stretch_at=0)
        below.setContentsMargins(18, 0, 18, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 12)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(holder, 1)
        column.addLayout(asking)
        column.addLayout(below)

    def _listen(self) -> None:
        self.field.sent.connect(self.ask)
        self.field.textChanged.connect(self._can_ask)
        self.suggestions.chosen.connect(self.put)

    def _add(self, question: str) -> TurnView:
        turn = TurnView(question)
        turn.cited.connect(lambda made, marker: self.cited.emit(made.answer, marker))
        turn.kept.connect(self.noted)
        turn.copied.connect(self._copy)
        turn.again.connect(lambda words, turn=turn: self._again(turn, words))
        if not self.turns:
            self.title.setText(question)
        self.turns.append(turn)
        self._column.insertWidget(self._column.count() - 1, turn)
        self._pages.setCurrentWidget(self._area)
        self._show_last()
        return turn

    async def _answer(self, turn: TurnView, key: str) -> None:
        client = self._desk.client
        assert client is not None
        notebook_id, chosen, conversation_id = self._notebook_id, self._source_ids, self.conversation_id
        answer = await once(
            lambda: client.notebooks.ask(
                notebook_id,
                turn.question,
                conversation_id=conversation_id,
                source_ids=chosen,
                key=key,
                hear=turn.hear,
            )
        )
        turn.show_answer(answer)
        self.conversation_id = answer.conversation_id
        self._offer_export(offered=True)
        self._can_ask()
        self._show_last()
        self.asked.emit()

    def _failed(self, turn: TurnView, error: Exception) -> None:
        turn.show_fault(sentence(error))
        self._can_ask()
        self._show_last()
        self.asked.emit()

    def _again(self, turn: TurnView, words: str) -> None:
        self.turns.remove(turn)
        self._column.removeWidget(turn)
        turn.hide()
        turn.deleteLater()
        self.put(words)

    def _copy(self, answer: Answer) -> None:
        QGuiApplication.clipboard().setText(plain(answer))
        self._desk.bar.tell(tr("The answer is on the clipboard, with its sources."))

    def _can_ask(self) -> None:
        usable = not self._why_not and not self.busy and self._pages.currentWidget() is not self.empty
        self.send_button.setEnabled(usable and bool(self.field.words))
        for made in self.suggestions.buttons:
            made.setEnabled(usable)
        self.hint.setText(" · ".join(filter(None, (self._why_not or self._choice_words, self._left))))

    def _show_last(self) -> None:
        """Bring the newest turn's beginning in sight, once it has its height."""

        def go() -> None:
            if self.turns:
                bar = self._area.verticalScrollBar()
                bar.setValue(min(self.turns[-1].y() - 6, bar.maximum()))

        QTimer.singleShot(30, self, go)

    def _ask_history(self) -> None:
        menu = self.history()
        menu.exec(self.history_button.mapToGlobal(QPoint(0, self.history_button.height() + 4)))
        menu.deleteLater()

    def history(self) -> QMenu:
        """The earlier conversations."""
        menu = QMenu(self)
        menu.setAccessibleName(tr("Earlier conversations"))
        for each in self._earlier[:MOST_EARLIER]:
            words = each.question if len(each.question) <= 60 else f"{each.question[:58]}…"
            action = menu.addAction(
                icons.icon("comment-text-outline"), f"{words.replace('&', '&&')}    {phrases.ago(each.updated_on)}"
            )
            action.triggered.connect(lambda _on=False, each=each: self._tasks.start(self.go_on(each), replacing="ask"))
        return menu


async def _nothing() -> None:
    """Takes the place of an answer that is no longer waited for."""
