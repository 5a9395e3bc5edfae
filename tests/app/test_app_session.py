"""The next start shows what the last one showed: the panel's thing, filters, drafts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from example_studio import script
from stub_api import TOKEN, StubApi, a_request

from app.client import Client
from app.models.orders import Order, source_from
from app.settings import Values
from app.settings.session import Session
from app.theme import Theme
from app.window import PANELS, Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]


@pytest.fixture
async def next_start(api: StubApi, values: Values, theme: Theme, until: Until) -> AsyncIterator[Callable[[], Any]]:
    made: list[Window] = []

    async def start() -> Window:
        window = Window(values, theme)
        window.show()
        made.append(window)
        window.connect_to(Client(api.address, TOKEN))
        await until(lambda: window.desk.offered, "a connection")
        return window

    yield start
    for window in made:
        window.hide()
        await window.leave_server()
        window.deleteLater()


async def test_the_episode_the_filter_and_the_words_are_there_again(
    api: StubApi, connected: Window, idle: Idle, next_start: Any
) -> None:
    for title in ("Lake Vell", "Harbour"):
        a_request(api.contents, title, status=100)
    wanted = api.contents.requests[1]["id"]
    api.contents.scripts[wanted] = script("Lake Vell", 120.0)
    connected.show_panel("player", wanted)
    connected.show_panel("queue")
    await idle(connected)
    queue: Any = connected.panels["queue"]
    queue.filter.choose("done")
    queue.search.setText("ha")
    connected.show_panel("search", "towpath")
    await idle(connected)
    connected.close()

    window = await next_start()
    for name in ("player", "queue", "search"):
        window.show_panel(name)
    await idle(window)
    player: Any = window.panels["player"]
    assert player.detail.row.id == wanted
    again: Any = window.panels["queue"]
    assert (again.filter.value(), again.search.text()) == ("done", "ha")
    assert [row.title for row in again.rows.rows] == ["Harbour"]
    assert window.panels["search"].search.text() == "towpath"  # type: ignore[attr-defined]


async def test_a_draft_of_an_order_is_there_again(api: StubApi, connected: Window, idle: Idle, next_start: Any) -> None:
    connected.show_panel("create")
    await idle(connected)
    create: Any = connected.panels["create"]
    create.open(
        Order(
            sources=(
                source_from({"type": "text", "content": "Words of a source. " * 9}),
                source_from({"type": "file", "content": "f1", "fileName": "notes.md"}),
            ),
            title="Lake Vell",
            text="Stress the weir.",
            duration="short",
        )
    )
    connected.close()

    window = await next_start()
    window.show_panel("create")
    await idle(window)
    again: Any = window.panels["create"]
    assert (again.title.text(), again.text.toPlainText(), again.duration.value()) == (
        "Lake Vell",
        "Stress the weir.",
        "short",
    )
    assert [source.label for source in again.sources.sources][1:] == ["notes.md"]


async def test_every_panel_resumes_what_it_told(connected: Window, idle: Idle, next_start: Any) -> None:
    for entry in PANELS:
        connected.show_panel(entry.name)
    await idle(connected)
    connected.show_panel("settings", "shortcuts")
    told = {name: panel.state() for name, panel in connected.panels.items()}
    connected.close()
    window = await next_start()
    for entry in PANELS:
        window.show_panel(entry.name)
    await idle(window)
    assert {name: panel.state() for name, panel in window.panels.items()} == told


def test_what_cannot_be_read_is_begun_anew(tmp_path: Path) -> None:
    for nonsense in ("", "[]", '{"queue": 3}', "\0"):
        (tmp_path / "session.json").write_text(nonsense)
        assert Session(tmp_path).of("queue") == {}
    session = Session(tmp_path)
    session.keep({"queue": {"filter": "done"}})
    session.keep({"create": {"order": {"text": "x" * 3_000_000}}})
    assert Session(tmp_path).of("queue") == {"filter": "done"}
    assert Session(tmp_path).of("create") == {}
