"""What every panel is given, and what the window may expect of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.client import Client
from app.client.events import Event
from app.client.faults import ApiError
from app.client.requests import Row, State
from app.client.shows import Show
from app.errors import MessageBar
from app.settings import Values
from app.settings.session import Shown
from app.tasks import Tasks
from app.theme import look
from app.widgets.forms import Faults
from app.widgets.playback import Playback
from app.widgets.transfers import TransferList

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData

MARGIN = 26
PODCASTS = frozenset({1, 13, 14, 15})
"""The wire's types of requests that become episodes."""


class Desk(QObject):
    """What the panels share: the server's client, the settings, the player, the message bar, and the way to each other.

    `show` is the one selected among the shows, `episode` the finished one that was selected or opened last,
    `conversation` saves the one that is open with a notebook;
    `transfers` lists the downloads under way, `tasks` runs them.
    `client` is None until a server is there. `offered` holds the paths that it has, `makes` the output types.
    `restarts` tells whether this program started the server and can start it again; `restart_asked` asks for that.
    """

    went = Signal(str, object)
    restart_asked = Signal()

    def __init__(self, *, values: Values, bar: MessageBar, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.values = values
        self.bar = bar
        self.playback = Playback(self)
        self.transfers = TransferList()
        self.tasks = Tasks(self)
        self.tasks.failed.connect(bar.complain)
        self.show: Show | None = None
        self.episode: Row | None = None
        self.conversation: Callable[[], None] | None = None
        self.client: Client | None = None
        self.offered: frozenset[str] = frozenset()
        self.makes: frozenset[str] = frozenset()
        self.restarts = False

    def go(self, panel: str, payload: object = None) -> None:
        """Show another panel, with something to open there."""
        self.went.emit(panel, payload)

    def note_episode(self, row: Row | None) -> None:
        """A request was selected or opened: a finished episode is what the File menu saves."""
        if row is not None and row.state is State.DONE and row.kind in PODCASTS:
            self.episode = row

    def complain_at(self, faults: Faults, error: Exception) -> None:
        """Say what went wrong at the fields of a form that it is about; the rest goes to the message bar."""
        if isinstance(error, ApiError) and error.fields:
            homeless = faults.show((fault.field, fault.message) for fault in error.fields)
            if homeless:
                self.bar.warn(" ".join(homeless))
        else:
            self.bar.complain(error)


class Panel(QWidget):
    """One page of the window. Built when it is first shown."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        look(self, "page")
        self.desk = desk
        self.tasks = Tasks(self)
        self.tasks.failed.connect(desk.bar.complain)
        self.page = QVBoxLayout(self)
        self.page.setContentsMargins(MARGIN, 22, MARGIN, MARGIN)
        self.page.setSpacing(16)

    @property
    def client(self) -> Client:
        """The server's client. Panels ask for it only once a server is there."""
        assert self.desk.client is not None
        return self.desk.client

    def run_to_the_end(self) -> None:
        """Let what scrolls run out of the window's lower end; what it holds keeps the margin."""
        self.page.setContentsMargins(MARGIN, 22, MARGIN, 0)

    def reload(self) -> None:
        """Read everything anew, when there is a server to read from."""
        if self.desk.client is not None:
            self.tasks.start(self.refresh(), replacing="refresh")

    async def refresh(self) -> None:
        """Read what the panel shows."""

    def take(self, event: Event) -> None:
        """Something changed on the server."""

    def open(self, payload: object) -> None:
        """Show one thing, handed over by another panel."""

    def arrive(self) -> None:
        """The panel is shown now."""

    async def leave(self) -> None:
        """The server is left: take back what was only lent to it."""

    def take_back(self) -> bool:
        """Undo the last step; False where there is none."""
        return False

    def go_to_search(self) -> None:
        """Go to the search field, where there is one."""

    def state(self) -> Shown:
        """What is shown, to be shown again by `resume` when the program starts the next time."""
        return {}

    def resume(self, state: Shown) -> None:
        """Show what `state` told; asked of a panel that was just built, before it reads anything."""

    def drop(self, data: QMimeData) -> bool:
        """Take what was dropped or pasted anywhere in the window; False when it is not for this panel."""
        del data
        return False
