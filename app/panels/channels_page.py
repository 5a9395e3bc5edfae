"""Channels of the video site: connected by their address, their newest videos taken as sources."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.client.channels import Channel
from app.language import tr, trn
from app.models import channels, orders
from app.panels.panel import Desk
from app.tasks import Tasks
from app.widgets.buttons import button, icon_button
from app.widgets.cards import ElidedLabel, WrappedLabel, card, label, row
from app.widgets.empty import EmptyState
from app.widgets.forms import Faults, Field, Line
from app.widgets.list_rows import ListRow
from app.widgets.page_stack import PageStack
from app.widgets.ticks import TickTable

LIST_WIDTH = 276
ROLE = int(Qt.ItemDataRole.UserRole)


class ChannelsPage(QWidget):
    """Every channel of the account."""

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._channels: tuple[Channel, ...] = ()
        self.address = Line("https://www.youtube.com/@…")
        self.address.returnPressed.connect(self._connect)
        self.field = Field(tr("Address of a channel"), self.address)
        self.faults = Faults({"url": self.field, "name": self.field})
        self.add_button = button(tr("Connect channel"), self._connect, icon="plus", kind="main")
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Channels"))
        self.list.setSpacing(2)
        self.list.currentItemChanged.connect(lambda _now, _before: self._selected())
        self.name = ElidedLabel("", "heading")
        self.about = ElidedLabel("", "muted")
        self.fault = WrappedLabel("", "fault")
        self.rows = channels.video_rows(self)
        self.rows.ticks_changed.connect(self._show_ticks)
        self.table = TickTable(name=tr("Newest videos"), widths={1: 132})
        self.table.setModel(self.rows)
        self.table.quiet(1)
        self.told = label("", "muted")
        self.make_button = button(tr("Make from these"), self._make, icon="creation", kind="main")
        self.remove_button = icon_button("delete-outline", tr("Disconnect this channel"), self._remove)
        self.empty = EmptyState(
            "youtube",
            tr("No channel yet"),
            tr("Connect a channel by its address. What is said in its newest videos can be a source then."),
        )
        self._build()

    @property
    def current(self) -> Channel | None:
        """The channel that is selected."""
        item = self.list.currentItem()
        found = item.data(ROLE) if item is not None else None
        return found if isinstance(found, Channel) else None

    def show_channels(self, listed: Sequence[Channel]) -> None:
        """Show these; the selected one stays selected."""
        if tuple(listed) == self._channels:
            return
        selected = self.current.id if self.current else ""
        self._channels = tuple(listed)
        self.list.blockSignals(True)
        self.list.clear()
        for channel in listed:
            name, state = channels.name_of(channel), channels.state_of(channel)
            item = QListWidgetItem()
            item.setData(ROLE, channel)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{name}, {state}")
            item.setSizeHint(QSize(0, 56))
            self.list.addItem(item)
            tone = "bad" if channel.error else "good"
            self.list.setItemWidget(item, ListRow("youtube", name, state, tone=tone))
        self.list.blockSignals(False)
        places = [place for place, channel in enumerate(listed) if channel.id == selected]
        if listed:
            self.list.setCurrentRow(places[0] if places else 0)
        self._selected()

    def arrive(self) -> None:
        """The arrow keys go from channel to channel."""
        (self.list if self._channels else self.address).setFocus()

    def _selected(self) -> None:
        channel = self.current
        self._pages.setCurrentIndex(0 if channel is None else 1)
        if channel is None:
            return
        self.name.setText(channels.name_of(channel))
        self.about.setText(f"{channel.url} · {channels.state_of(channel)}")
        self.fault.setText(channel.error)
        self.fault.setVisible(bool(channel.error))
        self.rows.clear_ticks()
        self.rows.replace(channel.videos)
        self._show_ticks()

    def _show_ticks(self) -> None:
        count = len(self.rows.ticked)
        self.told.setText(
            trn("{count} video ticked", "{count} videos ticked", count) if count else tr("Tick videos to use them")
        )
        self.make_button.setEnabled(bool(count))

    def _make(self) -> None:
        sources = channels.sources_of(self.rows.ticked)
        self.rows.clear_ticks()
        self._desk.go("create", orders.MoreSources(sources))

    def _connect(self) -> None:
        address = self.address.text().strip()
        if address and self.add_button.isEnabled():
            self.faults.clear()
            self.add_button.setEnabled(False)
            self._tasks.start(self._connected(address), replacing="connect", on_error=self._refused)

    async def _connected(self, address: str) -> None:
        client = self._desk.client
        assert client is not None
        await client.channels.connect(address)
        self.add_button.setEnabled(True)
        self.address.clear()
        self.show_channels(await client.channels.all())
        self._desk.bar.tell(tr("The channel is connected; its videos come in a moment."))

    def _refused(self, error: Exception) -> None:
        self.add_button.setEnabled(True)
        self._desk.complain_at(self.faults, error)

    def _remove(self) -> None:
        if self.current is not None:
            self._tasks.start(self._removed(self.current))

    async def _removed(self, channel: Channel) -> None:
        client = self._desk.client
        assert client is not None
        await client.channels.remove(channel.id)
        self.show_channels(await client.channels.all())
        self._desk.bar.tell(
            tr("{name} is disconnected.", name=channels.name_of(channel)),
            action=tr("Undo"),
            todo=lambda: self._tasks.start(self._connected(channel.url)),
        )

    def _build(self) -> None:
        left, column = card(padding=14, spacing=12)
        left.setFixedWidth(LIST_WIDTH)
        self.add_button.setMinimumHeight(36)
        column.addWidget(self.field)
        column.addWidget(self.add_button)
        column.addWidget(self.list, 1)
        none, middle = card(padding=0, spacing=0)
        middle.addWidget(self.empty)
        frame, inside = card(spacing=12)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.name)
        words.addWidget(self.about)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addLayout(words, 1)
        self.remove_button.setFixedSize(QSize(36, 36))
        top.addWidget(self.remove_button)
        inside.addLayout(top)
        inside.addWidget(self.fault)
        inside.addWidget(self.table, 1)
        self.make_button.setMinimumHeight(36)
        inside.addLayout(row(self.told, None, self.make_button))
        holder = QWidget()
        self._pages = PageStack(holder)
        self._pages.addWidget(none)
        self._pages.addWidget(frame)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(16)
        layout.addWidget(left)
        layout.addWidget(holder, 1)
