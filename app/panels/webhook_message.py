"""One message to a webhook: its attempts, what was sent and what was answered."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.client.webhooks import Attempt, Delivery, Webhook
from app.language import mark, told, tr
from app.models import webhooks
from app.models.webhooks import AttemptRows
from app.panels.panel import Desk
from app.widgets.buttons import Segments, button, icon_button
from app.widgets.cards import ElidedLabel, WrappedLabel, row, rule
from app.widgets.codes import CodeView
from app.widgets.tables import ROW_HEIGHT, Pill, PillDelegate, Table

HEADER_HEIGHT = 40
MOST_SHOWN = 3
"""Attempts that are shown without scrolling."""
VIEWS = (("request", mark("Request")), ("response", mark("Response")))


class WebhookMessage(QWidget):
    """Shows a message. `left` asks for the log again, `resend_asked` for another sending."""

    left = Signal()
    resend_asked = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._webhook = Webhook("", "")
        self.delivery: Delivery | None = None
        self.title = ElidedLabel("", "heading")
        self.about = ElidedLabel("", "muted")
        self.step = WrappedLabel("")
        self.back_button = icon_button("arrow-left", tr("Back to the log"), self.left.emit, keys="Alt+Left")
        self.open_button = button(tr("Open the request"), self._open_request, kind="link")
        self.resend_button = button(tr("Send again"), self.resend_asked.emit, icon="send-outline", kind="main")
        self.rows = AttemptRows(self)
        self.table = Table(name=tr("Attempts"), widths={1: 150, 2: 110})
        self.table.setItemDelegateForColumn(
            1, PillDelegate(self.table, lambda each: Pill("good" if webhooks.is_taken(each) else "bad"))
        )
        self.table.setModel(self.rows)
        self.table.quiet(2)
        self.table.current_changed.connect(self._show_attempt)
        self.views = Segments(told(VIEWS), name=tr("What is shown"))
        self.views.chosen.connect(lambda _view: self._show_text())
        self.copy_button = icon_button("content-copy", tr("Copy what is shown"), self._copy)
        self.text = CodeView(tr("Message"))
        self._build()

    def show_message(self, webhook: Webhook, delivery: Delivery) -> None:
        """Show a message with its body and attempts; the selected attempt stays selected."""
        selected = self.table.current() if self.delivery and self.delivery.id == delivery.id else None
        self._webhook, self.delivery = webhook, delivery
        self.title.setText(webhooks.event_of(delivery))
        self.about.setText(delivery.id)
        self.step.setText(webhooks.next_step(delivery))
        self.open_button.setVisible(bool(delivery.request_id))
        self.resend_button.setEnabled(delivery.state != "pending" or delivery.attempts > 0)
        newest_first = tuple(reversed(delivery.tried))
        if tuple(self.rows.rows) != newest_first:
            self.rows.replace(newest_first)
        self.table.setFixedHeight(HEADER_HEIGHT + ROW_HEIGHT * min(len(newest_first), MOST_SHOWN) + 2)
        self.table.setVisible(bool(newest_first))
        place = self.rows.place_of(selected.on) if isinstance(selected, Attempt) else 0
        if newest_first:
            self.table.selectRow(max(place, 0))
        self._show_text()

    @property
    def attempt(self) -> Attempt | None:
        """The attempt that is shown."""
        chosen = self.table.current()
        return chosen if isinstance(chosen, Attempt) else None

    def _build(self) -> None:
        for made in (self.back_button, self.copy_button):
            made.setFixedSize(QSize(36, 36))
        self.resend_button.setMinimumHeight(36)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.title)
        words.addWidget(self.about)
        top = row(self.back_button, spacing=12)
        top.addLayout(words, 1)
        top.addWidget(self.open_button)
        top.addWidget(self.resend_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(rule())
        column.addLayout(top)
        column.addWidget(self.step)
        column.addWidget(self.table)
        column.addLayout(row(self.views, None, self.copy_button))
        column.addWidget(self.text, 1)

    def _show_attempt(self, _attempt: object) -> None:
        self._show_text()

    def _show_text(self) -> None:
        if self.delivery is None:
            return
        if self.views.value() == "request":
            self.text.show_text(webhooks.request_text(self._webhook, self.delivery, self.attempt))
        elif self.attempt is None:
            self.text.show_text(tr("Nothing was answered yet."))
        else:
            self.text.show_text(webhooks.response_text(self.attempt))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self._desk.bar.tell(tr("What is shown is on the clipboard."))

    def _open_request(self) -> None:
        if self.delivery is not None:
            self._desk.go("queue", self.delivery.request_id)
