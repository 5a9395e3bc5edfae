"""Files and addresses that are opened with the program become sources, whoever hands them over."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QUrl
from PySide6.QtGui import QFileOpenEvent
from stub_api import TOKEN, StubApi

from app.application import asked_for
from app.client import Client
from app.embedded import Embedded
from app.instances import Doorkeeper, call_first
from app.window import Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]


def labels(window: Window) -> list[str]:
    panel: Any = window.panels["create"]
    return [source.label for source in panel.sources.sources]


def test_the_command_line_takes_files_and_addresses(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    made = Embedded.from_options(["--data-dir", str(tmp_path / "d"), "a.md", "https://vell.example/x"])
    assert made.given == (str(tmp_path / "a.md"), "https://vell.example/x")


async def test_they_wait_for_the_server_and_become_sources(
    api: StubApi, window: Window, until: Until, idle: Idle, tmp_path: Path
) -> None:
    file = tmp_path / "notes.md"
    file.write_text("# Notes\n\nWords of them.")
    window.given.take([str(file), str(tmp_path / "missing.md")])
    window.given.take(["https://vell.example"])
    assert "create" not in window.panels
    window.connect_to(Client(api.address, TOKEN))
    await until(lambda: "create" in window.panels, "the panel")
    await idle(window)
    await until(lambda: len(labels(window)) == 2, "the sources")
    assert window.current is window.panels["create"]
    assert set(labels(window)) == {"notes.md", "vell.example"}
    assert window.bar.text == f"There is no file {tmp_path / 'missing.md'}."


async def test_a_second_start_hands_them_over(qapp: object, until: Until, tmp_path: Path) -> None:
    keeper = Doorkeeper(tmp_path)
    handed: list[list[str]] = []
    keeper.handed.connect(handed.append)
    assert await asyncio.to_thread(call_first, tmp_path, ["/a b.md", "https://ü.example"])
    await until(lambda: handed, "the files")
    keeper.close()
    assert handed == [["/a b.md", "https://ü.example"]]


def test_the_desktop_environment_asks_by_an_event() -> None:
    assert asked_for(QFileOpenEvent(QUrl.fromLocalFile("/tmp/a.md"))) == "/tmp/a.md"
    assert asked_for(QFileOpenEvent(QUrl("https://vell.example/a"))) == "https://vell.example/a"
    assert asked_for(QEvent(QEvent.Type.Show)) == ""


async def test_an_action_asks_for_files(connected: Window, idle: Idle) -> None:
    connected.show_panel("create")
    await idle(connected)
    create: Any = connected.panels["create"]
    asked: list[int] = []
    create.sources.drop_area.browse.disconnect()
    create.sources.drop_area.browse.connect(lambda: asked.append(1))
    connected.deeds.run("open-files")
    await idle(connected)
    assert asked == [1] and connected.current is create


async def test_a_bundle_becomes_an_episode_and_no_source(
    api: StubApi, window: Window, until: Until, idle: Idle, tmp_path: Path, monkeypatch: Any
) -> None:
    taken: list[Path] = []
    monkeypatch.setattr(window.file_menu.bundles, "take", taken.append)
    window.connect_to(Client(api.address, TOKEN))
    await until(lambda: window.desk.offered, "what the server offers")
    window.given.take([str(tmp_path / "lake.quillcast")])
    assert taken == [tmp_path / "lake.quillcast"]
    assert "create" not in window.panels or not labels(window)
