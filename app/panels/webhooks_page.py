"""The webhooks: the list with a field to add one, and beside it the one that is selected."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QWidget

from app.client import Client
from app.client.webhooks import Webhook
from app.language import tr
from app.models import webhooks
from app.panels.panel import Desk
from app.panels.webhook_card import WebhookCard
from app.tasks import Tasks
from app.widgets.buttons import button
from app.widgets.cards import card
from app.widgets.empty import EmptyState
from app.widgets.forms import Faults, Field, Line
from app.widgets.list_rows import ListRow
from app.widgets.page_stack import PageStack

LIST_WIDTH = 276
ROLE = int(Qt.ItemDataRole.UserRole)


class WebhooksPage(QWidget):
    """Every webhook of the account. `changed` asks for them to be read anew."""

    changed = Signal()

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._webhooks: tuple[Webhook, ...] = ()
        self._wanted = ""
        self.address = Line("https://example.com/hook")
        self.address.returnPressed.connect(self._add)
        self.field = Field(tr("Address of your receiver"), self.address)
        self.faults = Faults({"url": self.field})
        self.add_button = button(tr("Add webhook"), self._add, icon="plus", kind="main")
        self.add_button.setMinimumHeight(36)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Webhooks"))
        self.list.setSpacing(2)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(lambda _now, _before: self._selected())
        self.card = WebhookCard(desk, tasks)
        self.card.remove_asked.connect(self._remove)
        self.card.changed.connect(self.changed.emit)
        self.empty = EmptyState(
            "webhook",
            tr("No webhook yet"),
            tr(
                "Give the address of a program of yours: it is told when a request completes, fails "
                "or is cancelled. Or try it on this computer first."
            ),
        )
        self._build()

    @property
    def current(self) -> Webhook | None:
        """The webhook that is selected."""
        item = self.list.currentItem()
        found = item.data(ROLE) if item is not None else None
        return found if isinstance(found, Webhook) else None

    def show_webhooks(self, found: Sequence[Webhook]) -> None:
        """Show these; the selected one stays selected."""
        selected = self._wanted or (self.current.id if self.current else "")
        if tuple(found) != self._webhooks or self._wanted:
            self._webhooks, self._wanted = tuple(found), ""
            self._fill(selected)
        if self.current is not None:
            self.card.show_webhook(self.current)

    async def load(self) -> None:
        """Read the log of the selected webhook."""
        if self.current is not None:
            await self.card.load()

    def select(self, webhook_id: str) -> None:
        """Select a webhook, now or once it is listed."""
        self._wanted = webhook_id
        self.show_webhooks(self._webhooks)

    def arrive(self) -> None:
        """The arrow keys go from webhook to webhook."""
        (self.list if self._webhooks else self.address).setFocus()

    @property
    def _client(self) -> Client:
        assert self._desk.client is not None
        return self._desk.client

    def _build(self) -> None:
        left, column = card(padding=14, spacing=12)
        left.setFixedWidth(LIST_WIDTH)
        column.addWidget(self.field)
        column.addWidget(self.add_button)
        column.addWidget(self.list, 1)
        self._pages = PageStack()
        holder = QWidget()
        holder.setLayout(self._pages)
        self._none, inside = card(padding=0, spacing=0)
        inside.addWidget(self.empty)
        self._pages.addWidget(self._none)
        self._pages.addWidget(self.card)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(16)
        layout.addWidget(left)
        layout.addWidget(holder, 1)

    def _fill(self, selected: str) -> None:
        self.list.blockSignals(True)
        self.list.clear()
        for each in self._webhooks:
            item = QListWidgetItem()
            item.setData(ROLE, each)
            said = f"{webhooks.name_of(each)}, {webhooks.state_of(each)}"
            item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
            item.setSizeHint(QSize(0, 56))
            self.list.addItem(item)
            self.list.setItemWidget(item, _row(each))
        ids = [each.id for each in self._webhooks]
        if ids:
            self.list.setCurrentRow(ids.index(selected) if selected in ids else 0)
        self.list.blockSignals(False)
        self._pages.setCurrentWidget(self.card if self._webhooks else self._none)

    def _selected(self) -> None:
        if self.current is not None and self._desk.client is not None:
            self.card.show_webhook(self.current)
            self._tasks.start(self.card.load(), replacing="log")

    def _add(self) -> None:
        address = self.address.text().strip()
        if not address:
            self.faults.show([("url", tr("Give the address of your receiver."))])
        elif self._desk.client is not None and self.add_button.isEnabled():
            self.add_button.setEnabled(False)
            self._tasks.start(self._put_in(address), on_error=self._not_added)

    async def _put_in(self, address: str) -> None:
        self.faults.clear()
        made = await self._client.webhooks.add(address)
        self.add_button.setEnabled(True)
        self.address.clear()
        self._wanted = made.id
        self.show_webhooks(await self._client.webhooks.all())
        await self.load()
        if made.secret:
            self.card.show_secret(made.secret)
        else:
            self._desk.bar.tell(tr("This address was registered before; it keeps its secret."))
        self.changed.emit()

    def _not_added(self, error: Exception) -> None:
        self.add_button.setEnabled(True)
        self._desk.complain_at(self.faults, error)

    def _remove(self) -> None:
        if self.current is not None:
            self._tasks.start(self._take_out(self.current))

    async def _take_out(self, webhook: Webhook) -> None:
        await self._client.webhooks.remove(webhook.id)
        self.show_webhooks(await self._client.webhooks.all())
        self._desk.bar.tell(
            tr("Removed {name}: nothing more is sent to it.", name=webhooks.name_of(webhook)),
            action=tr("Undo"),
            todo=lambda: self._tasks.start(self._bring_back(webhook)),
        )
        self.changed.emit()

    async def _bring_back(self, webhook: Webhook) -> None:
        await self._client.webhooks.restore(webhook.id)
        self._wanted = webhook.id
        self.changed.emit()


def _row(webhook: Webhook) -> ListRow:
    icon, tone = webhooks.ICONS[webhook.health], webhooks.TONES[webhook.health]
    return ListRow(icon, webhooks.name_of(webhook), webhooks.state_of(webhook), tone=tone)
