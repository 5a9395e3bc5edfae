"""Whole ways through the window: real widgets, the real server inside this process, and the real engine behind it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from loop_watch import LoopWatch
from PySide6.QtCore import QMimeData

from app.client import Client
from app.client.events import Link
from app.panels.create import CreatePanel
from app.tasks import Tasks
from app.window import PANELS, Window
from server.config.settings import ServerConfig
from server.embedded import Access, EmbeddedServer
from server.installation import PackagedVoices, engine_of, judge, picture_fetcher

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]
Ordered = Callable[..., Awaitable[str]]
PATIENCE_S = 900.0
"""Models speak and draw here, on a machine that may have other things to do."""
BLOCKED_S = 0.25
TEXTS = Path(__file__).resolve().parents[2] / "data" / "texts"


@pytest.fixture(scope="session")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Access]:
    """The server as the desktop starts it; it may reach this machine, where the journeys' other hosts are."""
    config = ServerConfig(
        data_dir=tmp_path_factory.mktemp("studio"), port=0, allow_private_urls=True, allow_local_webhooks=True
    )
    server = EmbeddedServer(
        config,
        engine=engine_of(config),
        catalogue=PackagedVoices(),
        judge=judge,
        fetch_picture=picture_fetcher(config),
    )
    yield server.start()
    server.stop()


@pytest.fixture
async def until() -> Until:
    """Lets the loop work until a condition holds, for as long as making something takes."""

    async def wait(condition: Callable[[], object], what: object = "what was waited for") -> None:
        ends = asyncio.get_running_loop().time() + PATIENCE_S
        while not condition():
            assert asyncio.get_running_loop().time() < ends, f"{what() if callable(what) else what} never happened"
            await asyncio.sleep(0.01)

    return wait


@pytest.fixture
async def desk(window: Window, studio: Access, until: Until, idle: Idle) -> AsyncIterator[Window]:
    """The window at work with the studio, all its panels seen once."""
    window.connect_to(Client(studio.address, studio.token))
    await until(lambda: window._link is Link.LIVE and window.desk.offered, "a connection")
    # As after a morning's work: what a panel takes to be built is measured elsewhere.
    for entry in PANELS:
        window.show_panel(entry.name)
        await idle(window)
    yield window
    await window.leave_server()


@pytest.fixture
def client(desk: Window) -> Client:  # type: ignore[override]
    """The window's own client."""
    assert desk.desk.client is not None
    return desk.desk.client


@pytest.fixture
def idle(until: Until) -> Idle:  # type: ignore[override]
    """Waits until no panel has anything to do."""

    async def wait(window: Window) -> None:
        await asyncio.sleep(0)
        await until(
            lambda: (
                window.settled
                and not any(tasks.running for tasks in window.findChildren(Tasks) if tasks is not window.tasks)
            ),
            "rest",
        )

    return wait


@pytest.fixture
async def loop_never_held(
    desk: Window, watchdog: Any, record_property: Callable[[str, object], None]
) -> AsyncIterator[None]:
    """The window's loop answers all the way; the longest that it was held is told, with what held it."""
    with watchdog, LoopWatch() as looks:
        yield
        hold = looks.take()
    held_ms = round(watchdog.worst * 1000, 1)
    record_property("loop held ms", held_ms)
    told = f"the window's loop was held for {held_ms} ms at most"
    print(told, *hold.culprits, sep="\n")  # noqa: T201 - shown with -rP
    assert watchdog.worst < BLOCKED_S, "\n".join((told, *hold.seen))


@pytest.fixture
def ordered(desk: Window, client: Client, until: Until, idle: Idle) -> Ordered:
    """Fills in Create with words and orders through its button; answers the request once it is completed."""

    async def order(kind: str, *texts: str, title: str = "", fill: Callable[[CreatePanel], object] = bool) -> str:
        desk.show_panel("create")
        create = desk.panels["create"]
        assert isinstance(create, CreatePanel)
        await until(lambda: create.voice1.count() > 1, "voices")
        create._reset()
        for text in texts:
            data = QMimeData()
            data.setText(text)
            assert create.drop(data)
        create.output.card(kind).click()
        create.quality.choose("draft")
        create.duration.choose("short")
        create.title.setText(title)
        fill(create)
        create._changed()
        await until(lambda: create.price.price.text() not in ("", "—"), lambda: f"a price ({desk.bar.text})")
        await idle(desk)
        known = {row.id for row in (await client.requests.page()).rows}
        create.create_button.click()
        await until(lambda: desk.current is not create, lambda: f"the queue ({desk.bar.text})")
        (request,) = [row.id for row in (await client.requests.page()).rows if row.id not in known]
        queue = desk.panels.get("queue")
        if desk.current is queue:
            await until(
                lambda: any(row.id == request and row.ended for row in queue.rows.rows),  # type: ignore[union-attr]
                lambda: f"the end of it ({desk.bar.text})",
            )
            row = next(row for row in (await client.requests.page()).rows if row.id == request)
            assert row.status == 100, row
        await idle(desk)
        return request

    return order
