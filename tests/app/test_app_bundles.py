"""Episode bundles from the File menu, against the real server with the fast engine of the tests."""

from __future__ import annotations

import zipfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from app.panels import downloads
from app.panels.player import PlayerPanel
from app.panels.queue import QueuePanel
from app.window import Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]
ORDER = {"outputType": "audio", "title": "The lake", "resources": [{"type": "text", "content": "The lake fell. " * 40}]}


async def test_an_episode_is_saved_as_a_bundle_and_comes_back(
    real: Window, until: Until, idle: Idle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    menu, client = real.file_menu, real.desk.client
    assert client is not None
    menu.fill()
    (save,) = [action for action in menu.actions() if action.text() == "Save a bundle…"]
    assert not save.isEnabled()

    real.show_panel("queue")
    queue = real.panels["queue"]
    assert isinstance(queue, QueuePanel)
    await client.connection.post("/content/Create", ORDER)
    await until(lambda: any(row.status == 100 for row in queue.rows.rows), "an episode")
    queue.table.selectRow(0)
    menu.fill()
    (save,) = [action for action in menu.actions() if action.text() == "Save “The lake” as a bundle…"]
    target = tmp_path / "lake.quillcast"
    monkeypatch.setattr(downloads, "ask_target", lambda *_: target)
    save.trigger()
    await until(target.exists, lambda: f"the bundle ({real.bar.text})")
    assert zipfile.ZipFile(target).testzip() is None

    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(target), ""))
    menu.bundles.ask()
    await until(lambda: "player" in real.panels and real.panels["player"].isVisible(), lambda: real.bar.text)
    player = real.panels["player"]
    assert isinstance(player, PlayerPanel)
    await until(lambda: player.detail is not None and player.detail.row.title == "The lake", "the episode")
    await idle(real)
    assert real.bar.text == "“The lake” is here, with everything it was made of."

    target.write_bytes(b"something else")
    menu.bundles.take(target)
    await until(lambda: "no episode bundle" in real.bar.text, lambda: real.bar.text)
