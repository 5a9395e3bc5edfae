"""One webhook: how it does, its secret, and the log of what was sent to it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.client import Client
from app.client.faults import ApiError
from app.client.webhooks import Delivery, Webhook
from app.language import mark, tr
from app.models import webhooks
from app.models.webhooks import DeliveryRows
from app.panels.panel import Desk
from app.panels.webhook_message import WebhookMessage
from app.tasks import Tasks
from app.theme import look
from app.widgets.buttons import button, icon_button
from app.widgets.cards import ElidedLabel, Glyph, WrappedLabel, card, row
from app.widgets.codes import OnceShown
from app.widgets.empty import EmptyState
from app.widgets.forms import Faults, Field, Line
from app.widgets.page_stack import PageStack
from app.widgets.tables import Pill, PillDelegate, Table

PAGE = 50
KEEP_WORDS = mark("Shown this once. Keep it where your receiver can read it: messages are signed with it.")
CHANGE_WORDS = mark("Shown this once. For a day messages carry two signatures, so that your receiver can change over.")


class WebhookCard(QWidget):
    """Shows a webhook. `remove_asked` and `changed` tell the list beside it."""

    remove_asked = Signal()
    changed = Signal()

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self.webhook: Webhook | None = None
        self.name = ElidedLabel("", "heading", middle=True)
        self.about = ElidedLabel("", "muted")
        self.test_button = button(tr("Send a test"), self._test, icon="send-outline")
        self.rotate_button = icon_button("key-change", tr("Make a new secret"), self._rotate)
        self.edit_button = icon_button("pencil-outline", tr("Change the address"), self._edit)
        self.remove_button = icon_button("delete-outline", tr("Remove this webhook"), self.remove_asked.emit)
        self.address = Line()
        self.address.returnPressed.connect(self._save)
        self.save_button = button(tr("Save"), self._save, kind="main")
        self.cancel_button = button(tr("Cancel"), self._stop_editing)
        self.field = Field(tr("Address"), self.address)
        self.faults = Faults({"url": self.field})
        self.once = OnceShown()
        self.enable_button = button(tr("Switch on"), self._enable)
        self.rows = DeliveryRows(self)
        self.table = Table(
            name=tr("Messages"), widths={0: 160, 1: 128, 3: 64, 4: 116}, stretch=2, optional=3, below=620
        )
        self.table.setItemDelegateForColumn(1, PillDelegate(self.table, _pill))
        self.table.setModel(self.rows)
        self.table.quiet(2, 3, 4)
        self.table.opened.connect(self.open_message)
        self.table.clicked.connect(lambda _index: self.open_message(self.table.current()))
        self.more_button = button(tr("Show older messages"), self._older, kind="link")
        self.message = WebhookMessage(desk)
        self.message.left.connect(self.close_message)
        self.message.resend_asked.connect(self._resend)
        self.empty = EmptyState(
            "send-clock-outline",
            tr("Nothing was sent yet"),
            tr("A message goes out when a request ends. Send a test to see whether your receiver answers."),
        )
        self._build()

    def show_webhook(self, webhook: Webhook) -> None:
        """Show a webhook; its log comes with `load`."""
        if self.webhook is None or self.webhook.id != webhook.id:
            self.once.put_away()
            self.rows.replace(())
            self.close_message()
            self._stop_editing()
            self._show_log()
        self.webhook = webhook
        self.name.setText(webhook.url)
        self.about.setText(webhooks.counts_of(webhook))
        said = webhooks.advice(webhook)
        self._notice.setVisible(bool(said))
        self._advice.setText(said)
        self.enable_button.setVisible(webhook.health == "disabled")

    def show_secret(self, secret: str, *, rotated: bool = False) -> None:
        """Show a secret, this once."""
        title = tr("The new secret") if rotated else tr("The secret of this webhook")
        self.once.tell(secret, title=title, words=tr(CHANGE_WORDS) if rotated else tr(KEEP_WORDS))

    async def load(self) -> None:
        """Read the newest part of the log, and the message that is open."""
        webhook = self.webhook
        if webhook is None:
            return
        newest = await self._client.webhooks.log(webhook.id, limit=PAGE)
        if self.webhook is None or self.webhook.id != webhook.id:
            return
        self.rows.show_newest(newest)
        self._show_log()
        self.more_button.setVisible(len(newest) == PAGE and len(self.rows.rows) == PAGE)
        opened = self.message.delivery
        if opened is not None and self._pages.currentWidget() is self.message:
            known = self.rows.row_of(opened.id)
            if known is None or (known.state, known.attempts) != (opened.state, opened.attempts):
                await self._read_message(opened.id)

    def open_message(self, delivery: Delivery | None) -> None:
        """Show a message."""
        if delivery is not None:
            self._tasks.start(self._read_message(delivery.id), replacing="message")

    def close_message(self) -> None:
        """Back to the log."""
        self.message.delivery = None
        self._pages.setCurrentWidget(self._log)
        self.table.setFocus()

    @property
    def _client(self) -> Client:
        assert self._desk.client is not None
        return self._desk.client

    def _build(self) -> None:
        for made in (self.rotate_button, self.edit_button, self.remove_button):
            made.setFixedSize(QSize(36, 36))
        for wide in (self.test_button, self.save_button, self.cancel_button):
            wide.setMinimumHeight(36)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.name)
        words.addWidget(self.about)
        self._heading = QWidget()
        top = row(spacing=8)
        top.addLayout(words, 1)
        for made in (self.test_button, self.rotate_button, self.edit_button, self.remove_button):
            top.addWidget(made)
        self._heading.setLayout(top)
        self._editor = QWidget()
        line = row(spacing=8)
        line.addWidget(self.field, 1)
        for made in (self.save_button, self.cancel_button):
            line.addWidget(made, 0, Qt.AlignmentFlag.AlignBottom)
        self._editor.setLayout(line)
        self._editor.hide()
        self._notice = QFrame()
        look(self._notice, "notice")
        self._advice = WrappedLabel("")
        inside = QHBoxLayout(self._notice)
        inside.setContentsMargins(12, 9, 12, 9)
        inside.setSpacing(10)
        inside.addWidget(Glyph("alert-circle-outline", tone="warning"), 0, Qt.AlignmentFlag.AlignTop)
        inside.addWidget(self._advice, 1)
        inside.addWidget(self.enable_button)
        self._log = QWidget()
        log = QVBoxLayout(self._log)
        log.setContentsMargins(0, 0, 0, 0)
        log.addWidget(self.table, 1)
        log.addLayout(row(None, self.more_button, None))
        self._pages = PageStack()
        for page in (self._log, self.empty, self.message):
            self._pages.addWidget(page)
        frame, column = card(spacing=12)
        for part in (self._heading, self._editor, self.once, self._notice):
            column.addWidget(part)
        column.addLayout(self._pages, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)

    def _show_log(self) -> None:
        if self._pages.currentWidget() is not self.message:
            self._pages.setCurrentWidget(self._log if self.rows.rows else self.empty)

    async def _read_message(self, message_id: str) -> None:
        webhook = self.webhook
        found = await self._client.webhooks.delivery(message_id)
        if webhook is not None and self.webhook is not None and self.webhook.id == found.webhook_id:
            self.message.show_message(self.webhook, found)
            if self._pages.currentWidget() is not self.message:
                self._pages.setCurrentWidget(self.message)
                self.message.back_button.setFocus()

    def _test(self) -> None:
        if self.webhook is not None:
            self._tasks.start(self._send_test(self.webhook))

    async def _send_test(self, webhook: Webhook) -> None:
        await self._client.webhooks.test(webhook.id)
        self.close_message()
        self._desk.bar.tell(tr("A test is on its way to {name}.", name=webhooks.name_of(webhook)))
        self.changed.emit()

    def _resend(self) -> None:
        if self.message.delivery is not None:
            self._tasks.start(self._send_again(self.message.delivery.id))

    async def _send_again(self, message_id: str) -> None:
        await self._client.webhooks.resend(message_id)
        self._desk.bar.tell(tr("The message is sent again, under its own id."))
        await self._read_message(message_id)
        self.changed.emit()

    def _rotate(self) -> None:
        if self.webhook is not None:
            self._tasks.start(self._new_secret(self.webhook))

    async def _new_secret(self, webhook: Webhook) -> None:
        self.show_secret(await self._client.webhooks.rotate(webhook.id), rotated=True)

    def _enable(self) -> None:
        if self.webhook is not None:
            self._tasks.start(self._switch_on(self.webhook))

    async def _switch_on(self, webhook: Webhook) -> None:
        await self._client.webhooks.enable(webhook.id)
        self._desk.bar.tell(tr("Messages go to {name} again.", name=webhooks.name_of(webhook)))
        self.changed.emit()

    def _older(self) -> None:
        if self.webhook is not None and self.rows.rows:
            self._tasks.start(self._load_older(self.webhook, self.rows.rows[-1].id), replacing="older")

    async def _load_older(self, webhook: Webhook, before: str) -> None:
        older = await self._client.webhooks.log(webhook.id, before=before, limit=PAGE)
        self.rows.append(older)
        self.more_button.setVisible(len(older) == PAGE)

    def _edit(self) -> None:
        if self.webhook is None:
            return
        # A masked address can't be sent back: its credentials would be lost.
        masked = "***@" in self.webhook.url
        self.address.setText("" if masked else self.webhook.url)
        self.address.setPlaceholderText(self.webhook.url)
        self.faults.clear()
        self._heading.hide()
        self._editor.show()
        self.address.setFocus()
        self.address.selectAll()

    def _stop_editing(self) -> None:
        self._editor.hide()
        self._heading.show()

    def _save(self) -> None:
        address = self.address.text().strip()
        if self.webhook is None or not address or address == self.webhook.url:
            self._stop_editing()
            return
        self._tasks.start(self._move(self.webhook, address), on_error=self._not_moved)

    async def _move(self, webhook: Webhook, address: str) -> None:
        await self._client.webhooks.change(webhook.id, address)
        self._stop_editing()
        known = "***@" not in webhook.url
        self._desk.bar.tell(
            tr("Messages go to the new address."),
            action=tr("Undo") if known else "",
            todo=(lambda: self._tasks.start(self._move_back(webhook))) if known else None,
        )
        self.changed.emit()

    async def _move_back(self, webhook: Webhook) -> None:
        await self._client.webhooks.change(webhook.id, webhook.url)
        self.changed.emit()

    def _not_moved(self, error: Exception) -> None:
        if isinstance(error, ApiError) and error.fields:
            homeless = self.faults.show((fault.field, fault.message) for fault in error.fields)
            if homeless:
                self._desk.bar.warn(" ".join(homeless))
        elif isinstance(error, ApiError) and error.code == "webhook_exists":
            self.field.set_fault(error.message)
        else:
            self._desk.bar.complain(error)


def _pill(delivery: Delivery) -> Pill:
    return Pill(webhooks.STATE_TONES.get(delivery.state, "muted"))
