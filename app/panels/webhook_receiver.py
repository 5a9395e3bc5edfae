"""A receiver on this computer: started here, registered as a webhook, and every message verified and shown."""

from __future__ import annotations

from urllib.parse import urlsplit

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.client import Client
from app.client.faults import ApiError
from app.client.receiver import TAKEN, Received, Receiver
from app.language import mark, told, tr, trn
from app.models import webhooks
from app.models.webhooks import ReceivedRows
from app.panels.panel import Desk
from app.tasks import Tasks
from app.theme import look
from app.widgets.buttons import Segments, button
from app.widgets.cards import ElidedLabel, Glyph, WrappedLabel, card, label, row, rule
from app.widgets.codes import CodeView
from app.widgets.empty import EmptyState
from app.widgets.page_stack import PageStack
from app.widgets.tables import Pill, PillDelegate, Table

MOST_SHOWN = 200
ANSWERS = ((str(TAKEN), mark("Takes it (204)")), ("500", mark("Fails (500)")), ("410", mark("Wants no more (410)")))
LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
NOT_ALLOWED = mark(
    "This server takes no webhooks on its own machine. Switch on “Local webhooks” in "
    "Settings, Server, and start the server again; then try it here."
)
ELSEWHERE = mark("The server runs on another machine and can't reach this one. Use a receiver that it can reach.")


class ReceiverPage(QWidget):
    """Starts and stops the receiver. `changed` tells that a webhook came or went."""

    changed = Signal()

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self.receiver = Receiver(came=self._came)
        self._webhook_id = ""
        self.state = label(tr("Not running"), "strong")
        self.address = ElidedLabel("", "muted")
        self.start_button = button(tr("Start the receiver"), self._start, icon="play-circle-outline", kind="main")
        self.test_button = button(tr("Send a test"), self._test, icon="send-outline")
        self.stop_button = button(tr("Stop"), self._stop, icon="stop")
        self.answers = Segments(told(ANSWERS), name=tr("How it answers"))
        self.answers.chosen.connect(self._answer)
        self.rows = ReceivedRows(self)
        self.table = Table(name=tr("Messages that came"), widths={1: 132, 2: 96, 3: 100})
        self.table.setItemDelegateForColumn(
            1, PillDelegate(self.table, lambda each: Pill("bad" if each.fault else "good"))
        )
        self.table.setModel(self.rows)
        self.table.quiet(2, 3)
        self.table.current_changed.connect(self._show)
        self.verdict = WrappedLabel("")
        self.text = CodeView(tr("The message"))
        self.empty = EmptyState("webhook", "", "")
        self.settings_button = button(tr("Open Settings"), lambda: desk.go("settings", "server"))
        self._build()
        self._stand()

    def arrive(self) -> None:
        """The keyboard goes to what comes next."""
        (self.test_button if self.receiver.is_open else self.start_button).setFocus()

    async def end(self) -> None:
        """Stop listening and take the webhook out again."""
        webhook_id, self._webhook_id = self._webhook_id, ""
        await self.receiver.close()
        client = self._desk.client
        if webhook_id and client is not None:
            await client.webhooks.remove(webhook_id)

    def _build(self) -> None:
        for made in (self.start_button, self.test_button, self.stop_button):
            made.setMinimumHeight(36)
        top, column = card(spacing=12)
        self._glyph = Glyph("access-point", size=22)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.state)
        words.addWidget(self.address)
        line = row(self._glyph, spacing=12)
        line.addLayout(words, 1)
        for made in (self.test_button, self.stop_button, self.start_button):
            line.addWidget(made)
        column.addLayout(line)
        self._notice = QFrame()
        look(self._notice, "notice")
        self._fault = WrappedLabel("")
        inside = QHBoxLayout(self._notice)
        inside.setContentsMargins(12, 9, 12, 9)
        inside.setSpacing(10)
        inside.addWidget(Glyph("alert-circle-outline", tone="warning"), 0, Qt.AlignmentFlag.AlignTop)
        inside.addWidget(self._fault, 1)
        inside.addWidget(self.settings_button)
        self._notice.hide()
        column.addWidget(self._notice)
        self._ways = QWidget()
        ways = QVBoxLayout(self._ways)
        ways.setContentsMargins(0, 0, 0, 0)
        ways.setSpacing(12)
        ways.addWidget(rule())
        self.answers.setMaximumWidth(520)
        ways.addLayout(row(label(tr("It answers"), "muted"), self.answers, None, spacing=12))
        column.addWidget(self._ways)
        left, listed = card(padding=6, spacing=0)
        self._pages = PageStack()
        listed.addLayout(self._pages)
        for page in (self.table, self.empty):
            self._pages.addWidget(page)
        right, shown = card(spacing=10)
        shown.addWidget(label(tr("The message"), "heading"))
        shown.addWidget(self.verdict)
        shown.addWidget(self.text, 1)
        self._right = right
        below = QHBoxLayout()
        below.setSpacing(16)
        below.addWidget(left, 1)
        below.addWidget(right, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(16)
        layout.addWidget(top)
        layout.addLayout(below, 1)

    def _stand(self) -> None:
        """Show whether it runs, and what that means."""
        runs = self.receiver.is_open
        self._glyph.set("access-point", "good" if runs else "muted")
        self.start_button.setVisible(not runs)
        for made in (self.test_button, self.stop_button, self._ways):
            made.setVisible(runs)
        if not runs:
            self.state.setText(tr("A receiver on this computer"))
            self.address.setText(tr("It listens on loopback only, verifies every signature and shows what came."))
        self._right.setVisible(bool(self.rows.rows))
        self._pages.setCurrentWidget(self.table if self.rows.rows else self.empty)
        if runs:
            self.empty.say(tr("Waiting for a message"), tr("Send a test, or let a request end."), icon="access-point")
        else:
            self.empty.say(
                tr("See what your program would get"),
                tr("Start the receiver: it registers itself as a webhook, and goes again when you stop it."),
                icon="webhook",
            )

    def _start(self) -> None:
        client = self._desk.client
        if client is None:
            return
        if (urlsplit(client.base_url).hostname or "") not in LOOPBACK:
            self._complain(tr(ELSEWHERE), settings=False)
            return
        self.start_button.setEnabled(False)
        self._tasks.start(self._open(client), on_error=self._not_started)

    async def _open(self, client: Client) -> None:
        self._notice.hide()
        address = await self.receiver.open()
        made = await client.webhooks.add(address)
        self._webhook_id = made.id
        # An address that is known from an earlier run does not tell its secret: it gets a new one.
        self.receiver.secret = made.secret or await client.webhooks.rotate(made.id)
        self.start_button.setEnabled(True)
        self.state.setText(tr("Listening"))
        self.address.setText(address)
        self._stand()
        self.test_button.setFocus()
        self.changed.emit()

    def _not_started(self, error: Exception) -> None:
        self.start_button.setEnabled(True)
        self._tasks.start(self.receiver.close())
        if isinstance(error, ApiError) and any(fault.field == "url" for fault in error.fields):
            self._complain(tr(NOT_ALLOWED), settings=True)
        else:
            self._desk.bar.complain(error)

    def _complain(self, words: str, *, settings: bool) -> None:
        self._fault.setText(words)
        self.settings_button.setVisible(settings)
        self._notice.show()

    def _stop(self) -> None:
        self._tasks.start(self._stopped())

    async def _stopped(self) -> None:
        await self.end()
        self._stand()
        self._desk.bar.tell(tr("The receiver is stopped, and its webhook is gone."))
        self.changed.emit()

    def _test(self) -> None:
        if self._webhook_id and self._desk.client is not None:
            self._tasks.start(self._send(self._desk.client, self._webhook_id))

    async def _send(self, client: Client, webhook_id: str) -> None:
        await client.webhooks.test(webhook_id)

    def _answer(self, status: str) -> None:
        self.receiver.answer = int(status)

    def _came(self, received: Received) -> None:
        self.rows.put_first(received)
        while len(self.rows.rows) > MOST_SHOWN:
            self.rows.remove(self.rows.rows[-1].number)
        self._stand()
        self.table.selectRow(0)
        self.state.setText(trn("Listening · {count} message", "Listening · {count} messages", len(self.rows.rows)))

    def _show(self, received: Received | None) -> None:
        if received is None:
            return
        said = received.fault or tr("The signature fits the secret: Quillcast sent this, and nobody changed it.")
        self.verdict.setText(said)
        look(self.verdict, "bad" if received.fault else "good")
        self.verdict.style().unpolish(self.verdict)
        self.verdict.style().polish(self.verdict)
        self.text.show_text(webhooks.received_text(received))
