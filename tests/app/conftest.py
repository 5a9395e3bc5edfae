"""Real widgets on the loop that the desktop uses, against a small server of the API in another thread."""

from __future__ import annotations

import asyncio
import gc
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "qt.multimedia.*=false")

import pytest
import qasync
from PySide6.QtWidgets import QApplication
from stub_api import TOKEN, StubApi

from app.client import Client
from app.client.events import Link
from app.settings import Values
from app.settings.secrets import Secrets
from app.tasks import Tasks
from app.theme import Theme
from app.window import Window

Until = Callable[..., Awaitable[None]]
HERE = Path(__file__).parent
PATIENCE_S = 10.0
BLOCKED_S = 0.25
"""Longest time that the window's loop may be held in the ordinary run."""


def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Asynchronous tests in this folder run on Qt's loop."""
    return {"qt": lambda: qasync.QEventLoop(QApplication.instance() or QApplication([]))}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A Qt warning fails the test, but for what the offscreen platform says of itself."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.qt_log_level_fail("WARNING"))
            # aiohttp's multipart reader warns of its own call where a boundary falls between two chunks.
            item.add_marker(pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"))
            item.add_marker(
                pytest.mark.qt_log_ignore(
                    *("propagateSizeHints", "PulseAudioService", "No audio device", "No RHI backend"), extend=True
                )
            )


@pytest.fixture(scope="session", autouse=True)
def collected_here() -> Iterator[None]:
    """Garbage is collected on this thread only: Qt objects must not end on the stub's."""
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


@pytest.fixture(autouse=True)
def collected_after_each_test() -> Iterator[None]:
    """Each test leaves nothing for the next one's."""
    yield
    gc.collect()


class NoKeyring(Secrets):
    """Secrets in the file only: a test must not ask the machine's keyring."""

    def _keyring(self) -> None:
        return None


@pytest.fixture
async def until() -> Until:
    """Lets the loop work until a condition holds; fails with its name when it never does."""

    async def wait(condition: Callable[[], object], what: str = "what was waited for") -> None:
        ends = asyncio.get_running_loop().time() + PATIENCE_S
        while not condition():
            assert asyncio.get_running_loop().time() < ends, f"{what() if callable(what) else what} never happened"
            await asyncio.sleep(0.005)

    return wait


@pytest.fixture
def api() -> Iterator[StubApi]:
    """A running stub of the API."""
    with StubApi().running() as running:
        yield running


@pytest.fixture
async def client(api: StubApi) -> AsyncIterator[Client]:
    """A client of the stub."""
    made = Client(api.address, TOKEN)
    yield made
    await made.close()


@pytest.fixture
def values(tmp_path: Path) -> Values:
    """Settings in a folder of the test's own."""
    return Values(tmp_path / "settings", secrets=NoKeyring(tmp_path / "settings"))


@pytest.fixture(scope="session")
def theme() -> Theme:
    """The theme of the one application; each test may choose a palette."""
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    made = Theme(application)
    made.choose("dark")
    return made


@pytest.fixture
async def window(values: Values, theme: Theme) -> AsyncIterator[Window]:
    """The window, shown, without a server."""
    theme.choose("dark")
    made = Window(values, theme)
    made.show()
    yield made
    made.hide()
    await made.leave_server()
    made.deleteLater()
    await asyncio.sleep(0)


@pytest.fixture
async def connected(window: Window, api: StubApi, until: Until) -> Window:
    """The window with the stub as its server."""
    window.connect_to(Client(api.address, TOKEN))
    await until(lambda: window.desk.offered, "a connection")
    return window


@pytest.fixture
def reaches_this_machine() -> bool:
    """Whether the real server may read addresses of this machine; a module of tests may say so."""
    return False


@pytest.fixture
async def real(
    window: Window, tmp_path: Path, until: Until, monkeypatch: pytest.MonkeyPatch, reaches_this_machine: bool
) -> AsyncIterator[Window]:
    """The window, connected to a real server in a thread of this process, with the fast engine and fast checks."""
    from fake_desk import FakeDesk
    from fake_engine import FakeEngine
    from inline_checker import InlineChecker
    from live_server import FewVoices, judge

    from server.config.settings import ServerConfig
    from server.embedded import EmbeddedServer

    monkeypatch.setattr("server.bootstrap.SpeechDesk", lambda _models: FakeDesk())
    monkeypatch.setattr("server.bootstrap.WorkerChecker", InlineChecker)
    config = ServerConfig(data_dir=tmp_path / "data", port=0, allow_private_urls=reaches_this_machine)
    server = EmbeddedServer(config, engine=FakeEngine, catalogue=FewVoices(), judge=judge)
    access = await asyncio.to_thread(server.start)
    window.connect_to(Client(access.address, access.token))
    await until(lambda: window._link is Link.LIVE and window.desk.offered, "a connection")
    yield window
    await window.leave_server()
    await asyncio.to_thread(server.stop)


@pytest.fixture
def idle(until: Until) -> Callable[[Window], Awaitable[None]]:
    """Waits until no panel has anything to do."""

    async def wait(window: Window) -> None:
        def resting() -> bool:
            # The window's own work never rests: it follows the event stream.
            calls = any(tasks.running for tasks in window.findChildren(Tasks) if tasks is not window.tasks)
            return window.settled and not calls

        await asyncio.sleep(0)
        await until(resting, "rest")

    return wait


class Watchdog:
    """Measures how late the loop comes to what it should do: what held it was not split up."""

    def __init__(self) -> None:
        self.worst = 0.0
        self._task: asyncio.Task[None] | None = None

    def __enter__(self) -> Watchdog:
        self._task = asyncio.get_running_loop().create_task(self._watch())
        return self

    def __exit__(self, *_error: object) -> None:
        assert self._task is not None
        self._task.cancel()

    async def _watch(self) -> None:
        """The processor time of this thread between two ticks: other programs on the machine don't count."""
        while True:
            before = time.thread_time()
            await asyncio.sleep(0.005)
            self.worst = max(self.worst, time.thread_time() - before)


@pytest.fixture
def watchdog() -> Watchdog:
    """A watchdog for the loop of this test."""
    return Watchdog()
