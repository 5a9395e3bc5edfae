"""Webhooks: who is told of the end of requests, how a message is verified, and a receiver to try."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QKeySequence, QShortcut, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.client.events import Event
from app.language import mark, told, tr, trn
from app.panels.panel import Desk, Panel
from app.panels.webhook_receiver import ReceiverPage
from app.panels.webhook_signatures import SignatureHelp
from app.panels.webhooks_page import WebhooksPage
from app.settings.session import Shown
from app.widgets.buttons import Segments
from app.widgets.cards import label
from app.widgets.page_stack import PageStack

TABS = (("webhooks", mark("Webhooks")), ("signatures", mark("Signatures")), ("try", mark("Try it")))
LOOK_MS = 2_000
"""How often the log is read anew while it is in sight: the event stream does not tell of messages."""
SETTLE_MS = 300


class WebhooksPanel(Panel):
    """Three pages under one heading. It opens with the name of a page."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.summary = label("", "muted")
        self.tabs = Segments(told(TABS), name=tr("Page"))
        self.tabs.chosen.connect(self.show_page)
        self.hooks = WebhooksPage(desk, self.tasks)
        self.signatures = SignatureHelp(desk)
        self.receiver = ReceiverPage(desk, self.tasks)
        self._pages: dict[str, WebhooksPage | SignatureHelp | ReceiverPage] = {
            "webhooks": self.hooks,
            "signatures": self.signatures,
            "try": self.receiver,
        }
        self._look = QTimer(self)
        self._look.setInterval(LOOK_MS)
        self._look.timeout.connect(self._look_again)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self.reload)
        for page in (self.hooks, self.receiver):
            page.changed.connect(self.reload)
        self._build()

    async def refresh(self) -> None:
        """Read the webhooks and the log of the one that is selected."""
        found = await self.client.webhooks.all()
        self.hooks.show_webhooks(found)
        failing = sum(each.health in ("failing", "disabled") for each in found)
        given_up = sum(each.given_up for each in found)
        said = [trn("{count} webhook", "{count} webhooks", len(found))]
        if failing:
            said.append(tr("{failing} failing", failing=failing))
        if given_up:
            said.append(trn("{count} message given up", "{count} messages given up", given_up))
        self.summary.setText(" · ".join(said))
        await self.hooks.load()

    def take(self, event: Event) -> None:
        """A request that ended is told to webhooks."""
        if event.name in ("request.completed", "request.failed", "request.cancelled"):
            self._settle.start()

    def state(self) -> Shown:
        """The page."""
        return {"page": self.tabs.value()}

    def resume(self, state: Shown) -> None:
        """Turn to it again."""
        page = str(state.get("page") or "")
        if page:
            self.tabs.choose(page)
            self.tabs.chosen.emit(self.tabs.value())

    def open(self, payload: object) -> None:
        """Show a page."""
        self.show_page(str(payload))
        self.reload()

    def show_page(self, name: str) -> None:
        """Turn to a page."""
        self.tabs.choose(name)
        self._stack.setCurrentWidget(self._pages[self.tabs.value()])
        self.arrive()

    def arrive(self) -> None:
        """The keyboard goes to the page; the log is kept fresh while it is in sight."""
        self._pages[self.tabs.value()].arrive()
        self._look.start()

    async def leave(self) -> None:
        """The receiver on this computer goes with the window."""
        self._look.stop()
        await self.receiver.end()

    def _look_again(self) -> None:
        if not self.isVisible():
            self._look.stop()
        elif self.tabs.value() == "webhooks" and not self.tasks.running:
            self.reload()

    def _build(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label(tr("Webhooks"), "title"))
        words.addWidget(self.summary)
        top = QHBoxLayout()
        top.addLayout(words)
        top.addStretch(1)
        self.tabs.setFixedHeight(38)
        top.addWidget(self.tabs, 0, Qt.AlignmentFlag.AlignVCenter)
        self.page.addLayout(top)
        self._stack = PageStack()
        for page in self._pages.values():
            self._stack.addWidget(page)
        holder = QWidget()
        holder.setLayout(self._stack)
        self.page.addWidget(holder, 1)
        refresh = QShortcut(QKeySequence("F5"), self)
        refresh.activated.connect(self.reload)
