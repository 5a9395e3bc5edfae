"""One run of the desktop: Qt and asyncio on one loop, the server beside it, the window in front.

Only this module knows qasync.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

import qasync
from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QLibraryInfo,
    QLocale,
    QMessageLogContext,
    QObject,
    QTimer,
    QtMsgType,
    QTranslator,
    Signal,
    qInstallMessageHandler,
)
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from app import language
from app.client import Client
from app.client.events import GAP, Event, Link
from app.errors import CannotStart
from app.instances import Doorkeeper, call_first
from app.language import dated, tr
from app.loading import Loader
from app.panels.tray import Tray
from app.settings import Values
from app.theme import Theme
from app.window import PANELS, Window, dress

log = logging.getLogger(__name__)

EXIT_TAKEN = 3
COLLECT_MS = 50


class Server(Protocol):
    """The server inside this program. Both calls block and are made off the window's loop."""

    def start(self) -> tuple[str, str]:
        """Start; answers base address and owner token. Raises `CannotStart`."""

    def watch(self, on_death: Callable[[str], None]) -> None:
        """Tell, on any thread, why it ended where nobody asked it to."""

    def put_back(self, copy: str) -> str:
        """Make a copy of the database the database again; where the damaged one is kept. Raises `CannotStart`."""

    def stop(self) -> None:
        """End it, if it runs."""


def run(*, data_dir: Path, server: Server, given: Sequence[str] = ()) -> int:
    """Show the window until it is closed, with files and addresses to begin with; the exit code is the process's."""
    log_qt_messages()
    QCoreApplication.setApplicationName("Quillcast")
    QCoreApplication.setOrganizationName("Quillcast")
    values = Values(data_dir)
    scale(values)
    application = QApplication.instance() or Application(sys.argv[:1])
    assert isinstance(application, QApplication)
    speak(application, language.wanted(str(values.get("appearance.language"))))
    application.setQuitOnLastWindowClosed(False)
    application.setDesktopFileName("quillcast")
    if call_first(data_dir, given):
        sys.stderr.write(f"Quillcast is open already on {data_dir}; its window was brought to the front.\n")
        return EXIT_TAKEN
    loop = qasync.QEventLoop(application)
    desktop = Desktop(application, data_dir=data_dir, server=server)
    desktop.window.given.take(given)
    with loop:
        try:
            loop.run_until_complete(desktop.live())
        except CannotStart as reason:
            sys.stderr.write(f"{reason}\n")
            return reason.exit_code
    return 0


def scale(values: Values) -> None:
    """Have Qt draw everything larger, as the settings say; what the environment says counts more.

    Qt reads it when the application is made.
    """
    percent = int(values.get("appearance.scale"))
    if percent != 100:
        os.environ.setdefault("QT_SCALE_FACTOR", f"{percent / 100:g}")


def speak(application: QApplication, code: str) -> None:
    """Have the window and Qt's own parts speak a language, and write numbers and dates as it does."""
    language.use(code)
    QLocale.setDefault(language.locale())
    translator = QTranslator(application)
    if translator.load(f"qtbase_{code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        application.installTranslator(translator)


def log_qt_messages() -> None:
    """Take Qt's messages into the log: a normal run prints none of them on stderr."""
    levels = {
        QtMsgType.QtDebugMsg: logging.DEBUG,
        QtMsgType.QtInfoMsg: logging.INFO,
        QtMsgType.QtWarningMsg: logging.WARNING,
        QtMsgType.QtCriticalMsg: logging.ERROR,
        QtMsgType.QtFatalMsg: logging.CRITICAL,
    }
    for name in ("qt", "app"):
        logging.getLogger(name).addHandler(logging.NullHandler())
    into = logging.getLogger("qt")

    def take(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        into.log(levels.get(kind, logging.WARNING), "%s: %s", context.category, message)

    qInstallMessageHandler(take)


class Collector(QObject):
    """Collects garbage on the window's thread only.

    The server's thread shares the interpreter: a collection there would end Qt objects that are caught in a cycle on
    a thread that isn't theirs. The generations are asked as Python asks them.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self.settle()
        self._timer = QTimer(self)
        self._timer.setInterval(COLLECT_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def settle(self) -> None:
        """Take what is loaded by now as there for good: looking through it again would hold the window for nothing."""
        gc.freeze()

    def collect(self) -> None:
        """Collect the oldest generation that is due."""
        due = [
            place
            for place, (count, limit) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True))
            if count > limit
        ]
        if due:
            gc.collect(max(due))

    def close(self) -> None:
        """Leave the collection to Python again."""
        self._timer.stop()
        gc.enable()
        gc.unfreeze()


class Application(QApplication):
    """Takes what the desktop environment asks the program to open while it runs. `asked` carries a path or URL.

    Not by a filter: one on the application sees every event of every widget.
    """

    asked = Signal(str)

    def event(self, event: QEvent) -> bool:
        """A file or an address."""
        asked = asked_for(event)
        if asked:
            self.asked.emit(asked)
        return bool(asked) or super().event(event)


def asked_for(event: QEvent) -> str:
    """The path or URL that an event asks to open; empty for other events."""
    if event.type() == QEvent.Type.FileOpen and isinstance(event, QFileOpenEvent):
        return event.file() or event.url().toString()
    return ""


def _on_loop(loop: asyncio.AbstractEventLoop, does: Callable[[str], None], reason: str) -> None:
    with contextlib.suppress(RuntimeError):  # the window has gone too
        loop.call_soon_threadsafe(does, reason)


class Desktop:
    """The window and the server it works with, from start to end."""

    def __init__(self, application: QApplication, *, data_dir: Path, server: Server) -> None:
        self._application = application
        self._server = server
        self._data_dir = data_dir
        self._ended = asyncio.Event()
        self._connecting: asyncio.Task[None] | None = None
        self._collector: Collector | None = None
        self._loader = Loader(application)
        self._unmended: CannotStart | None = None
        self.values = Values(data_dir)
        self.theme = Theme(application)
        dress(self.theme, self.values)
        self.window = Window(self.values, self.theme)
        self.tray = Tray(self.window.desk, self.window.deeds, self.window)

    async def live(self) -> None:
        """Show the window, connect it, and wait until it is closed or a signal comes."""
        loop = asyncio.get_running_loop()
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(name, self._ended.set)
        self._collector = Collector(self.window)
        keeper = Doorkeeper(self._data_dir)
        keeper.knocked.connect(self.window.to_front)
        keeper.handed.connect(self.window.given.take)
        if isinstance(self._application, Application):
            self._application.asked.connect(lambda address: self.window.given.take([address]))
            self._application.asked.connect(lambda _address: self.window.to_front())
        self.window.closed.connect(self._ended.set)
        self.window.hidden.connect(self.tray.tell_that_it_stays)
        self.window.heard.connect(self.tray.take)
        self.window.heard.connect(self._begin_tour)
        self.tray.shown.connect(self.window.to_front)
        self.window.stays_in_tray = self.tray.keeps
        self.values.changed.connect(self._setting_changed)
        self.window.desk.restart_asked.connect(self._restart)
        self.window.show()
        first = str(self.values.get("window.panel"))
        self.window.show_panel(first if first in {entry.name for entry in PANELS} else "create")
        self._watch()
        self._connecting = loop.create_task(self._connect())
        ended = loop.create_task(self._ended.wait())
        try:
            await asyncio.wait({ended, self._connecting}, return_when=asyncio.FIRST_EXCEPTION)
            if self._connecting.done() and not self._connecting.cancelled() and self._connecting.exception():
                await self._connecting
            await ended
            if self._unmended is not None:
                raise self._unmended
        finally:
            ended.cancel()
            self._connecting.cancel()
            await asyncio.gather(ended, self._connecting, return_exceptions=True)
            keeper.close()
            await self._close()
            self._collector.close()

    def _watch(self) -> None:
        """Hear of it on the window's loop when the server of this program ends."""
        loop = asyncio.get_running_loop()
        self._server.watch(lambda reason: _on_loop(loop, self._server_died, reason))

    async def _connect(self) -> None:
        """Connect to the server that the settings name, or to the one inside this program."""
        address = str(self.values.get("server.address"))
        self.window.desk.restarts = not address
        if address:
            # Off the loop: a keyring may ask its daemon, which takes its time.
            token = str(await asyncio.to_thread(self.values.get, "server.token"))
        else:
            address, token = await self._started()
            if self._collector is not None:
                self._collector.settle()  # the server's modules are as large as the window's
        self.window.connect_to(Client(address, token))
        self._loader.begin()

    async def _started(self) -> tuple[str, str]:
        """Start the server; where the database is damaged, offer the newest sound copy of it first."""
        try:
            return await asyncio.to_thread(self._server.start)
        except CannotStart as reason:
            if not reason.copy:
                raise
            self._unmended = reason
        wanted = asyncio.Event()
        copy = Path(self._unmended.copy)
        made = datetime.fromtimestamp((await asyncio.to_thread(copy.stat)).st_mtime, UTC).astimezone()
        self.window.bar.warn(
            tr(
                "The database is damaged; nothing was written to it. There is a sound copy of {moment}. The damaged "
                "file is kept when the copy is put back.",
                moment=dated(made, "d MMMM yyyy, HH:mm"),
            ),
            action=tr("Put the copy back"),
            todo=wanted.set,
        )
        await wanted.wait()
        await asyncio.to_thread(self._server.put_back, str(copy))
        self._unmended = None
        return await asyncio.to_thread(self._server.start)

    async def _close(self) -> None:
        name = next((n for n, panel in self.window.panels.items() if panel is self.window.current), "create")
        self.values.keep("window.panel", name)
        self.window.keep_session()
        self.window.hide()
        self.tray.close()
        await self.window.leave_server()
        await asyncio.to_thread(self._server.stop)
        self.window.deleteLater()

    def _setting_changed(self, key: str) -> None:
        if key.startswith("notices."):
            self.window.stays_in_tray = self.tray.keeps
        if key == "server.address" or (key == "server.token" and self.values.get("server.address")):
            self._reconnect()

    def _reconnect(self, *, anew: bool = False) -> None:
        if self._connecting is not None:
            self._connecting.cancel()
        self._connecting = asyncio.get_running_loop().create_task(self._again(anew=anew))

    def _server_died(self, reason: str) -> None:
        """Say it, and offer to start it again: what it kept is on the disk."""
        if self._ended.is_set() or self.values.get("server.address"):
            return
        log.error("the server inside this program has ended: %s", reason)
        told = tr("The server inside this program has ended. What was ordered is kept and goes on once it runs again.")
        self.window.server_ended()
        self.window.bar.warn(f"{told} ({reason})" if reason else told, action=tr("Start again"), todo=self._restart)

    def _begin_tour(self, event: Event) -> None:
        """Once the server is there."""
        if event.name == GAP.name and not self.window.tour.isVisible():
            self.window.tour.begin()

    def _restart(self) -> None:
        """End the server of this program and start it with what its settings say now."""
        if self.window.desk.restarts:
            self._reconnect(anew=True)

    async def _again(self, *, anew: bool) -> None:
        self.window.show_link(Link.CONNECTING, "")
        await self.window.leave_server()
        if anew:
            await asyncio.to_thread(self._server.stop)
        try:
            await self._connect()
        except CannotStart as reason:
            self.window.server_ended()
            self.window.bar.warn(str(reason), action=tr("Start again"), todo=self._restart)
