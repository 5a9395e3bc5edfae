"""The server's thread dies under the window: it is said, started again by a press, and what was ordered goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from fake_engine import FakeEngine, Hold, Succeed
from inline_checker import InlineChecker
from live_server import FewVoices, judge
from PySide6.QtWidgets import QApplication

from app.application import Desktop
from app.client.events import Link
from app.client.requests import State
from app.panels.queue import QueuePanel
from app.theme import Theme
from app.window import Window
from server.config.settings import ServerConfig
from server.domain.requests import Stage
from server.embedded import EmbeddedServer

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]
WORDS = "The lake fell by forty centimetres in the first dry summer and came back within five months. " * 20


class Mortal:
    """The server of this program, with the tests' engine: the first one holds its work, those after it finish it."""

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        self._on_death: Callable[[str], None] = lambda _reason: None
        self.made: list[EmbeddedServer] = []

    def start(self) -> tuple[str, str]:
        plan = Succeed() if self.made else Hold(Stage.WRITING)
        made = EmbeddedServer(
            ServerConfig(data_dir=self._data_dir, port=0),
            engine=lambda: FakeEngine(lambda _job: plan),
            catalogue=FewVoices(),
            judge=judge,
            on_death=lambda failure: self._on_death(str(failure or "")),
        )
        self.made.append(made)
        access = made.start()
        return access.address, access.token

    def watch(self, on_death: Callable[[str], None]) -> None:
        self._on_death = on_death

    def put_back(self, copy: str) -> str:
        return copy

    def stop(self) -> None:
        self.made[-1].stop()

    def die(self) -> None:
        """What no handler of the server takes: its loop ends at once."""

        def broken() -> None:
            raise SystemExit("The loop broke.")

        loop = self.made[-1]._loop
        assert loop is not None
        loop.call_soon_threadsafe(broken)


async def test_the_queue_lives_again_and_what_was_ordered_is_made(
    tmp_path: Path, until: Until, idle: Idle, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.bootstrap.WorkerChecker", InlineChecker)
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    server = Mortal(tmp_path / "data")
    desktop = Desktop(application, data_dir=tmp_path / "settings", server=server)
    window = desktop.window
    window.show()
    desktop._watch()
    await desktop._connect()
    await until(lambda: window._link is Link.LIVE and window.desk.offered, "a connection")
    window.show_panel("queue")
    queue = window.panels["queue"]
    assert isinstance(queue, QueuePanel)
    assert window.desk.client is not None
    order = {"outputType": "text", "resources": [{"type": "text", "content": WORDS}]}
    ordered = {(await window.desk.client.requests.create(order)).id for _ in range(3)}
    await until(lambda: {row.id for row in queue.rows.rows} == ordered, "the orders")
    await until(lambda: any(row.state is State.PROCESSING for row in queue.rows.rows), "work")

    server.die()
    await until(lambda: window.side.status.text() == "The server has ended", "its end")
    assert "What was ordered is kept" in window.bar.text and "(The loop broke.)" in window.bar.text
    assert {row.id for row in queue.rows.rows} == ordered, "what is shown stays"
    assert window.bar._action.text() == "Start again" and window.bar._action.isVisible()

    window.bar._action.click()
    await until(lambda: window._link is Link.LIVE, "a connection again")
    await until(
        lambda: {row.id for row in queue.rows.rows if row.state is State.DONE} == ordered,
        lambda: f"the end of what was ordered ({[(row.id, row.state) for row in queue.rows.rows]}, {window.bar.text})",
    )
    await idle(window)
    assert len(server.made) == 2
    await window.leave_server()
    await asyncio.to_thread(server.stop)
    window.hide()
    window.deleteLater()
    theme.choose("dark")
