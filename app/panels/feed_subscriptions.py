"""The templates that run for each new item of a feed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.client.faults import ApiError
from app.client.subscribed_feeds import SubscribedFeed, Subscription
from app.client.templates import Template
from app.language import tr
from app.panels.panel import Desk
from app.tasks import Tasks
from app.widgets.buttons import button
from app.widgets.cards import WrappedLabel, label, row
from app.widgets.chips import Chip, Flow
from app.widgets.forms import Choice, Faults, Field


class FeedSubscriptions(QWidget):
    """Lists a feed's subscriptions as chips, adds one for a template, and ends them."""

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._feed: SubscribedFeed | None = None
        self.template = Choice()
        self.field = Field(tr("Template for new items"), self.template)
        self.field.caption_hidden()
        self.faults = Faults({"requestId": self.field, "feedId": self.field})
        self.add_button = button(tr("Run for new items"), self._add, icon="lightning-bolt-outline")
        self.save_button = button(tr("Save a template…"), lambda: desk.go("create"), kind="link")
        self._none = WrappedLabel("", "small")
        self._holder = QWidget()
        self._flow = Flow(self._holder)
        self.chips: tuple[Chip, ...] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addLayout(row(label(tr("Runs by itself"), "heading"), None, self.save_button))
        column.addWidget(self._holder)
        column.addWidget(self._none)
        column.addLayout(row(self.field, self.add_button, stretch_at=0))

    def show_feed(
        self, feed: SubscribedFeed, subscriptions: Sequence[Subscription], templates: Sequence[Template]
    ) -> None:
        """Show what runs for a feed."""
        if self._feed is None or self._feed.id != feed.id:
            self.faults.clear()
        self._feed = feed
        held = [each for each in subscriptions if each.feed_id == feed.id]
        names = {template.id: template.name or tr("Untitled template") for template in templates}
        for chip in self.chips:
            self._flow.removeWidget(chip)
            chip.deleteLater()
        self.chips = tuple(self._chip(each, names.get(each.template_id, tr("A template"))) for each in held)
        self._holder.setVisible(bool(held))
        taken = {each.template_id for each in held}
        free = [template for template in templates if template.id not in taken]
        self.template.offer((template.id, names[template.id]) for template in free)
        for made in (self.field, self.add_button):
            made.setVisible(bool(free))
        self._none.setVisible(not held)
        self._none.setText(
            tr("Choose a template: it runs for each item that the feed brings from then on.")
            if templates
            else tr("Save an order as a template in Create: it can then run for each new item of this feed.")
        )
        self._holder.updateGeometry()

    def _chip(self, subscription: Subscription, name: str) -> Chip:
        chip = Chip(name, icon="lightning-bolt-outline", tip=tr("{name} runs for each new item", name=name))
        if subscription.error:
            chip.set_fault(tr("The last run was refused: {error}", error=subscription.error))
        chip.removed.connect(partial(self._end, subscription, name))
        self._flow.addWidget(chip)
        chip.show()
        return chip

    def _add(self) -> None:
        template = self.template.currentData()
        if self._feed is not None and template:
            self._tasks.start(self._subscribe(self._feed.id, str(template)), on_error=self._failed)

    async def _subscribe(self, feed_id: int, template_id: str) -> None:
        assert self._desk.client is not None
        self.faults.clear()
        await self._desk.client.subscribed_feeds.subscribe(feed_id, template_id)

    def _failed(self, error: Exception) -> None:
        homeless = [str(error)]
        if isinstance(error, ApiError) and error.fields:
            homeless = self.faults.show((fault.field, fault.message) for fault in error.fields)
        if homeless:
            self._desk.bar.warn(" ".join(homeless))

    def _end(self, subscription: Subscription, name: str) -> None:
        self._tasks.start(self._unsubscribe(subscription, name))

    async def _unsubscribe(self, subscription: Subscription, name: str) -> None:
        assert self._desk.client is not None
        await self._desk.client.subscribed_feeds.unsubscribe(subscription.id)
        again = partial(self._subscribe, subscription.feed_id, subscription.template_id)
        self._desk.bar.tell(
            tr("“{name}” no longer runs for new items.", name=name),
            action=tr("Undo"),
            todo=lambda: self._tasks.start(again()),
        )
