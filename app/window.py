"""The main window: navigation, one panel at a time, the message bar, and how things stand with the server."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import QByteArray, QMimeData, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMainWindow, QStackedWidget, QVBoxLayout

from app.client import Client
from app.client.events import GAP, Event, EventStream, Link
from app.client.faults import ApiError
from app.errors import MessageBar
from app.language import tr
from app.models import recents
from app.models.places import Moment
from app.panels.actions import Actions
from app.panels.file_menu import FileMenu
from app.panels.given import Given
from app.panels.navigation import PANELS
from app.panels.panel import Desk, Panel
from app.panels.side import LAST_DIGIT, Side
from app.panels.updates import Updates
from app.settings import Values
from app.settings.session import Session
from app.tasks import Tasks
from app.theme import Theme, icons
from app.widgets import tab_order
from app.widgets.by_turns import Turns, dressed
from app.widgets.cards import Ground

if TYPE_CHECKING:
    from app.panels.palette import Palette
    from app.panels.tour import Tour

__all__ = ["PANELS", "SMALLEST", "Window", "dress"]

NARROW_BELOW = 1180
"""Below this width of the window the navigation shows icons only, to leave the room to the panel."""
UNAUTHORIZED = 401
SMALLEST = (1024, 700)
FIRST_SIZE = (1280, 780)
THEMES = ("light", "dark", "system")
REMEMBERED = frozenset({"player", "reader", "notebooks", "shows", "recordings"})
"""Panels whose things the palette offers again."""


def dress(theme: Theme, values: Values) -> None:
    """Apply what the settings say of the window's looks."""
    theme.calm(bool(values.get("appearance.motion")))
    theme.choose(str(values.get("appearance.theme")), contrast=bool(values.get("appearance.contrast")))


class Window(QMainWindow):
    """The window of one program run.

    `closed` tells that it is going, `hidden` that it only hides; `heard` carries what happens on the server.
    """

    closed = Signal()
    hidden = Signal()
    heard = Signal(object)

    def __init__(self, values: Values, theme: Theme) -> None:
        super().__init__()
        theme.adopt(self)
        self.setWindowTitle("Quillcast")
        self.setWindowIcon(icons.application())
        self.setMinimumSize(*SMALLEST)
        self.resize(*FIRST_SIZE)
        self.setAcceptDrops(True)
        self.values = values
        self.session = Session(values.folder)
        self._theme = theme
        self.bar = MessageBar()
        self.desk = Desk(values=values, bar=self.bar, parent=self)
        self.desk.went.connect(self.show_panel)
        self.deeds = Actions(self.desk)
        self.given = Given(self.desk, self._take_bundle)
        self.updates = Updates(self.desk)
        self.tasks = Tasks(self)
        self.tasks.failed.connect(self.bar.complain)
        self.panels: dict[str, Panel] = {}
        self._stack = QStackedWidget()
        self._turns = Turns(self)
        self._next: Panel | None = None
        self._link = Link.CONNECTING
        self._leaving = self._has_ended = False
        self._finder: Palette | None = None
        self._tour: Tour | None = None
        self.stays_in_tray = False
        """Whether closing only hides it."""
        self._build()
        self._shortcuts()
        self._restore()
        theme.changed.connect(self._recoloured)
        values.changed.connect(self._setting_changed)
        self.show_link(Link.CONNECTING, "")

    def show_panel(self, name: str, payload: object = None) -> None:
        """Show a panel and hand it what to open.

        One that was not shown before is built now, and comes in the next turns of the loop: until then what was shown
        stays.
        """
        self._turns.begin(self._coming(name, payload))
        if not self._stack.count():
            # The first one comes with the window: there is nothing else to show meanwhile.
            self.settle()

    @property
    def finder(self) -> Palette:
        """The palette, built when it is first asked for."""
        if self._finder is None:
            from app.panels.palette import Palette

            panels = [(entry.name, tr(entry.title), entry.icon) for entry in PANELS]
            self._finder = Palette(self.desk, self.deeds, self._root, panels=panels)
        return self._finder

    @property
    def tour(self) -> Tour:
        """The first steps, built when they are first asked for."""
        if self._tour is None:
            from app.panels.tour import Tour

            self._tour = Tour(self.desk)
            self._content.insertWidget(1, self._tour)
        return self._tour

    @property
    def current(self) -> Panel | None:
        """The panel that is shown, or that is about to be."""
        shown = self._next or self._stack.currentWidget()
        return shown if isinstance(shown, Panel) else None

    @property
    def settled(self) -> bool:
        """Whether the panel that was asked for is there, and everything wears the present colours."""
        return not self._turns.busy and self._theme.settled

    def settle(self) -> None:
        """Have the panel that was asked for there at once."""
        self._turns.finish()

    def connect_to(self, client: Client) -> None:
        """Work with this server from now on."""
        self._has_ended = False
        self.desk.client = client
        self.tasks.start(self._follow(client), replacing="follow")

    async def leave_server(self) -> None:
        """End all work with the server."""
        self.settle()
        for panel in self.panels.values():
            with contextlib.suppress(ApiError):
                await panel.leave()
        for tasks in self.findChildren(Tasks):
            await tasks.close()
        client, self.desk.client = self.desk.client, None
        if client is not None:
            await client.close()

    def show_link(self, link: Link, reason: str) -> None:
        """Show how things stand with the server."""
        self._link = link
        client = self.desk.client
        place = urlsplit(client.base_url).netloc if client else ""
        words, tone = {
            Link.CONNECTING: (
                tr("Starting the server…") if not place else tr("Connecting to {place}…", place=place),
                "warning",
            ),
            Link.LIVE: (tr("Server {place}", place=place), "good"),
            Link.LOST: (tr("The server has ended") if self._has_ended else tr("Server lost, trying again…"), "bad"),
            Link.REFUSED: (tr("{place} refused the token", place=place), "bad"),
        }[link]
        self.side.show_state(words, tone, reason)
        if link is Link.REFUSED:
            self.bar.warn(
                tr("{reason} Give a valid token in the settings.", reason=reason),
                action=tr("Settings"),
                todo=lambda: self.show_panel("settings"),
            )

    def server_ended(self) -> None:
        """The server inside this program is gone, and nobody tries to reach it until it is started again."""
        self._has_ended = True
        self.show_link(Link.LOST, "")

    def to_front(self) -> None:
        """Bring the window before the others."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the navigation narrow where the panel needs the room."""
        super().resizeEvent(event)
        self.side.make_narrow(self.width() < NARROW_BELOW)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files, text and addresses can be dropped anywhere."""
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """What is dropped becomes a source."""
        self._take(event.mimeData())
        event.acceptProposedAction()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """The Tab key goes as things stand on the page."""
        return tab_order.go(self, forward=forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A paste that no field took becomes a source."""
        if event.matches(QKeySequence.StandardKey.Paste):
            self._take(QApplication.clipboard().mimeData())
        else:
            super().keyPressEvent(event)

    def leave(self) -> None:
        """Close it for good, also where closing only hides it."""
        self._leaving = True
        self.close()

    def keep_session(self) -> None:
        """Remember where the window stands and what its panels show."""
        self.values.keep("window.geometry", bytes(self.saveGeometry().toBase64().data()).decode())
        self.session.keep({name: panel.state() for name, panel in self.panels.items()})

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember place and panel, then go; or hide, where the tray keeps the program."""
        if self.stays_in_tray and not self._leaving:
            event.ignore()
            self.hide()
            self.hidden.emit()
            return
        self.keep_session()
        self.desk.playback.stop()
        super().closeEvent(event)
        self.closed.emit()

    def _coming(self, name: str, payload: object) -> Iterator[None]:
        """Show a panel: a new one is built, then put in its place, then dressed, then seen, each in its own turns."""
        panel = self.panels.get(name)
        self.side.choose(name)
        if panel is None:
            entry = next(entry for entry in PANELS if entry.name == name)
            panel = self._next = self.panels[name] = entry.build(self.desk)
            yield
            self._stack.addWidget(panel)
            self._theme.dress(panel)
            panel.resume(self.session.of(name))
            if payload is None:
                panel.reload()
            yield
            yield from dressed(panel)
        self._stack.setCurrentWidget(panel)
        self._next = None
        if payload is not None:
            self._remember(name, payload)
            panel.open(payload)
            if name == "create":
                panel.reload()
        panel.arrive()

    def _take(self, data: QMimeData) -> None:
        panel = self.current
        if panel is not None and panel.drop(data):
            return
        self.show_panel("create")
        self.panels["create"].drop(data)

    async def _follow(self, client: Client) -> None:
        try:
            self.desk.makes = await client.accounts.makes()
        except ApiError as refused:
            # A refused token is told by the event stream, which also tries again.
            if refused.status != UNAUTHORIZED:
                raise
        self.desk.offered = await client.accounts.offered()
        for panel in self.panels.values():
            panel.reload()
        self.updates.look_by_itself()
        self.given.take()
        self.heard.emit(GAP)
        await EventStream(client.connection, on_event=self._event, on_link=self.show_link).follow()

    def _event(self, event: Event) -> None:
        self.heard.emit(event)
        if self._tour is not None:
            self._tour.take(event)
        for panel in self.panels.values():
            if event.name == GAP.name:
                panel.reload()
            else:
                panel.take(event)

    def _build(self) -> None:
        root = Ground()
        layout = QHBoxLayout(root)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self.file_menu = FileMenu(self.desk, self, self.deeds)
        self.side = Side(self.file_menu)
        self.side.chosen.connect(self.show_panel)
        layout.addWidget(self.side)
        content = QVBoxLayout()
        content.setContentsMargins(0, 0, 0, 0)
        content.setSpacing(0)
        content.addWidget(self._stack, 1)
        self._content = content
        content.addWidget(self.desk.transfers)
        content.addWidget(self.bar)
        layout.addLayout(content, 1)
        self.setCentralWidget(root)
        self._root = root

    def _shortcuts(self) -> None:
        bound: dict[str, Callable[[], object]] = {
            "palette": lambda: self.finder.open(),  # noqa: PLW0108 - built only then
            "find": self._find,
            "take-back": self._take_back,
            "close": self.close,
            "quit": self.leave,
            "tour": lambda: self.tour.start(),  # noqa: PLW0108 - built only then
            "check-updates": self.updates.look,
            "restart-server": self.desk.restart_asked.emit,
            **{f"colours-{each}": partial(self.values.keep, "appearance.theme", each) for each in THEMES},
        }
        for name, act in bound.items():
            self.deeds.bind(name, act)
        does = {action.keys: partial(self.deeds.run, action.name) for action in self.deeds.offered if action.keys}
        for place, entry in enumerate(PANELS[:LAST_DIGIT], 1):
            does[f"Ctrl+{place}"] = partial(self.show_panel, entry.name)
        for keys, act in does.items():
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.activated.connect(act)

    def _take_back(self) -> None:
        """What was done last: on a panel that knows its steps, else what the message bar tells of."""
        if self.current is None or not self.current.take_back():
            self.bar.act()

    def _remember(self, panel: str, payload: object) -> None:
        """What was opened comes first in the palette."""
        subject = payload.request_id if isinstance(payload, Moment) else payload
        if panel in REMEMBERED and type(subject) is str:
            kept = str(self.values.get("recent.opened"))
            self.values.keep("recent.opened", recents.with_opened(kept, panel, subject))

    def _take_bundle(self, bundle: Path) -> None:
        self.file_menu.bundles.take(bundle)

    def _find(self) -> None:
        self.settle()
        panel = self.current
        if panel is not None:
            panel.go_to_search()

    def _restore(self) -> None:
        geometry = str(self.values.get("window.geometry"))
        if geometry:
            self.restoreGeometry(QByteArray.fromBase64(geometry.encode()))

    def _setting_changed(self, key: str) -> None:
        if key in ("appearance.theme", "appearance.contrast", "appearance.motion"):
            dress(self._theme, self.values)

    def _recoloured(self) -> None:
        self.update()
