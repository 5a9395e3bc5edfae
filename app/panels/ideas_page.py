"""Ideas for a show: titles of episodes for a topic, each a beginning for the Create form."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.client.ideas import Idea
from app.client.shows import Show
from app.language import tr
from app.models.orders import Order
from app.panels.panel import Desk
from app.tasks import Tasks
from app.widgets.buttons import button, icon_button
from app.widgets.cards import ElidedLabel, WrappedLabel, card, label, row, scrolled
from app.widgets.forms import Field, Line


class IdeasPage(QWidget):
    """The page. `left` asks to go back."""

    left = Signal()

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._show: Show | None = None
        self.ideas: tuple[Idea, ...] = ()
        self.heading = label("", "heading")
        self.topic = Line(tr("What an episode could be about; empty for topics of your own episodes"))
        self.topic.returnPressed.connect(self._ask)
        self.ask_button = button(tr("Propose"), self._ask, kind="main", icon="lightbulb-on-outline")
        self._build()

    def begin(self, show: Show) -> None:
        """Look for ideas for this show."""
        if self._show is None or self._show.id != show.id:
            self._fill(())
            self.topic.clear()
        self._show = show
        self.heading.setText(tr("Ideas for {name}", name=show.name))

    def arrive(self) -> None:
        """Type at once."""
        self.topic.setFocus()

    def _ask(self) -> None:
        if self.ask_button.isEnabled():
            self.ask_button.setEnabled(False)
            self._tasks.start(self._load(), replacing="ideas", on_error=self._failed)

    async def _load(self) -> None:
        client = self._desk.client
        assert client is not None
        self._fill(await client.ideas.propose(self.topic.text().strip()))
        self.ask_button.setEnabled(True)

    def _failed(self, error: Exception) -> None:
        self.ask_button.setEnabled(True)
        self._desk.bar.complain(error)

    def _fill(self, ideas: tuple[Idea, ...]) -> None:
        self.ideas = ideas
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for idea in ideas:
            self._column.addWidget(self._card(idea))
        self._column.addStretch(1)

    def _card(self, idea: Idea) -> QWidget:
        frame, column = card(padding=16, spacing=8)
        column.addWidget(label(idea.name, "heading", wrap=True))
        column.addWidget(WrappedLabel(idea.description, "muted"))
        for title in idea.episodes:
            make = button(tr("Create"), partial(self._make, title), tip=tr("Create an episode “{title}”", title=title))
            make.setAccessibleName(tr("Create {title}", title=title))
            line = QWidget()
            line.setLayout(row(ElidedLabel(title), make, stretch_at=0))
            column.addWidget(line)
        return frame

    def _make(self, title: str) -> None:
        self._desk.go("create", Order(title=title, show_id=self._show.id if self._show else ""))

    def _build(self) -> None:
        frame, column = card(padding=16, spacing=12)
        back = icon_button("arrow-left", tr("Back to the show"), self.left.emit, keys="Alt+Left")
        back.setFixedSize(34, 34)
        column.addLayout(row(back, self.heading, None))
        self.ask_button.setMinimumHeight(36)
        field = Field(
            tr("Topic"), self.topic, beside=self.ask_button, help_text=tr("The server answers two such calls a day.")
        )
        column.addWidget(field)
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(0, 0, 8, 0)
        self._column.setSpacing(12)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(16)
        outer.addWidget(frame)
        outer.addWidget(scrolled(content), 1)
