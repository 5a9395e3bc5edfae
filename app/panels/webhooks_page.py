"""The webhooks: the list with a field to add one, and beside it the one that is selected."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal

from app.client import Client
from app.client.webhooks import Webhook
from app.language import tr
from app.models import webhooks
from app.panels.panel import Desk
from app.panels.webhook_card import WebhookCard
from app.tasks import Tasks
from app.widgets.address_list import AddressList, Entry
from app.widgets.empty import EmptyState
from app.widgets.forms import Field, Line


class WebhooksPage(AddressList):
    """Every webhook of the account. `changed` asks for them to be read anew."""

    changed = Signal()

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        self.card = WebhookCard(desk, tasks)
        super().__init__(
            tr("Webhooks"),
            Field(tr("Address of your receiver"), Line("https://example.com/hook")),
            add=tr("Add webhook"),
            ask=tr("Give the address of your receiver."),
            wire=("url",),
            shown=self.card,
            empty=EmptyState(
                "webhook",
                tr("No webhook yet"),
                tr(
                    "Give the address of a program of yours: it is told when a request completes, fails "
                    "or is cancelled. Or try it on this computer first."
                ),
            ),
        )
        self._desk, self._tasks = desk, tasks
        self._webhooks: tuple[Webhook, ...] = ()
        self._wanted = ""
        self.card.remove_asked.connect(self._remove)
        self.card.changed.connect(self.changed.emit)
        self.chosen.connect(self._turned)
        self.added.connect(self._add)

    @property
    def current(self) -> Webhook | None:
        """The webhook that is selected."""
        return self.selected if isinstance(self.selected, Webhook) else None

    def show_webhooks(self, found: Sequence[Webhook]) -> None:
        """Show these; the selected one stays selected."""
        selected = self._wanted or (self.current.id if self.current else "")
        if tuple(found) != self._webhooks or self._wanted:
            self._webhooks, self._wanted = tuple(found), ""
            self.show_entries([_entry(each) for each in found], selected)
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

    @property
    def _client(self) -> Client:
        assert self._desk.client is not None
        return self._desk.client

    def _turned(self) -> None:
        if self.current is not None and self._desk.client is not None:
            self.card.show_webhook(self.current)
            self._tasks.start(self.card.load(), replacing="log")

    def _add(self, address: str) -> None:
        self._tasks.start(self._put_in(address), on_error=self._not_added)

    async def _put_in(self, address: str) -> None:
        made = await self._client.webhooks.add(address)
        self.done()
        self._wanted = made.id
        self.show_webhooks(await self._client.webhooks.all())
        await self.load()
        if made.secret:
            self.card.show_secret(made.secret)
        else:
            self._desk.bar.tell(tr("This address was registered before; it keeps its secret."))
        self.changed.emit()

    def _not_added(self, error: Exception) -> None:
        self.rest_over()
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


def _entry(webhook: Webhook) -> Entry:
    icon, tone = webhooks.ICONS[webhook.health], webhooks.TONES[webhook.health]
    return Entry(webhook.id, webhook, icon, webhooks.name_of(webhook), webhooks.state_of(webhook), tone)
