"""The queue follows the server, and every intention reaches it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from stub_api import StubApi, a_request, refusal

from app.client.requests import State
from app.models import phrases
from app.panels.queue import QueuePanel, actions_for
from app.window import Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]


@pytest.fixture
async def queue(api: StubApi, connected: Window, until: Until, idle: Idle) -> QueuePanel:
    """The queue panel, shown and loaded, with one request in each of three states."""
    a_request(api.contents, "Lake Vell", status=40, stage="writing", minutes_ago=1)
    a_request(api.contents, "Night trains", minutes_ago=5)
    a_request(api.contents, "The pump manual", status=17, error_code=1001, error="It wants a login.", minutes_ago=9)
    connected.show_panel("queue")
    panel = connected.panels["queue"]
    assert isinstance(panel, QueuePanel)
    await until(lambda: panel.rows.rows, "rows")
    await idle(connected)
    return panel


def select(queue: QueuePanel, title: str) -> dict[str, Any]:
    place = next(n for n, row in enumerate(queue.rows.rows) if row.title == title)
    queue.table.selectRow(place)
    return {"id": queue.rows.rows[place].id}


async def test_it_shows_what_the_server_has(queue: QueuePanel) -> None:
    assert [row.title for row in queue.rows.rows] == ["Lake Vell", "Night trains", "The pump manual"]
    assert queue.summary.text() == "1 running · 0 waiting · 1 done · 1 failed"
    assert queue.card.row is not None
    assert queue.card.row.title == "Lake Vell"


async def test_progress_arrives_by_itself(api: StubApi, queue: QueuePanel, until: Until) -> None:
    row = queue.rows.rows[0]

    api.move(row.id, status=63, stage="voicing", progress_text="Voicing line 14 of 38", seconds_left=70)
    await until(lambda: queue.rows.rows[0].status == 63, "progress")

    assert queue.rows.index(0, 3).data() == "Voicing · 1 min left"
    assert queue.card._now.text() == "Voicing line 14 of 38 · 1 min left"


async def test_a_new_request_of_another_client_program_appears(
    api: StubApi, connected: Window, queue: QueuePanel, until: Until, idle: Idle
) -> None:
    row = a_request(api.contents, "From a script", status=0, stage="queued")
    api.contents.requests.insert(0, api.contents.requests.pop())
    api.emit("request.queued", row["id"], status=0, stage="queued")

    await until(lambda: queue.rows.rows[0].title == "From a script", "the new row")
    await idle(connected)

    assert queue.summary.text().startswith("1 running · 1 waiting")


async def test_the_selection_survives_a_refresh(
    api: StubApi, connected: Window, queue: QueuePanel, until: Until, idle: Idle
) -> None:
    select(queue, "Night trains")
    row = a_request(api.contents, "New", status=0, stage="queued")
    api.contents.requests.insert(0, api.contents.requests.pop())

    api.emit("request.queued", row["id"])
    await until(lambda: len(queue.rows.rows) == 4, "the new row")
    await idle(connected)

    assert queue.table.current().title == "Night trains"


async def test_search_and_filter_ask_the_server(
    api: StubApi, connected: Window, queue: QueuePanel, until: Until, idle: Idle, qtbot: QtBot
) -> None:
    qtbot.keyClicks(queue.search, "night")
    await until(lambda: len(queue.rows.rows) == 1, "the search")
    queue.search.clear()
    queue.search.returnPressed.emit()
    await until(lambda: len(queue.rows.rows) == 3, "everything")
    queue.filter._buttons["failed"].click()
    await until(lambda: len(queue.rows.rows) == 1, "the failed one")
    await idle(connected)

    assert queue.rows.rows[0].state is State.FAILED


async def test_nothing_found_and_nothing_there_are_told_apart(
    api: StubApi, connected: Window, queue: QueuePanel, until: Until, idle: Idle
) -> None:
    queue.search.setText("no such thing")
    queue.search.returnPressed.emit()
    await until(lambda: queue.empty.isVisible() and queue.empty.title == "Nothing found", "the words")
    api.contents.requests.clear()
    queue.search.clear()
    queue.search.returnPressed.emit()
    await until(lambda: queue.empty.title == "Nothing here yet", "the words")
    await idle(connected)

    assert queue.empty.action is not None
    assert queue.empty.action.isVisible()


async def test_cancel_retry_and_approve(
    api: StubApi, connected: Window, queue: QueuePanel, until: Until, idle: Idle
) -> None:
    lake = select(queue, "Lake Vell")["id"]
    queue.card._main.click()
    await until(lambda: (row := queue.rows.row_of(lake)) and row.state is State.CANCELLED, "the cancellation")
    await idle(connected)
    queue.card._main.click()
    await until(lambda: (row := queue.rows.row_of(lake)) and not row.ended, "the retry")
    await idle(connected)
    api.move(lake, status=55, stage="waiting_for_approval")
    await until(lambda: (row := queue.rows.row_of(lake)) and row.state is State.WAITING, "the script")
    queue.card._main.click()
    await until(lambda: ("POST", f"/studio/requests/{lake}/approve", {}) in api.contents.calls, "the approval")
    await idle(connected)

    assert queue.card._main.text() == "Cancel"


async def test_a_deleted_request_comes_back_by_undo(
    api: StubApi, connected: Window, queue: QueuePanel, until: Until, idle: Idle, qtbot: QtBot
) -> None:
    gone = select(queue, "Night trains")["id"]

    qtbot.keyClick(queue.table, Qt.Key.Key_Delete)
    await until(lambda: queue.rows.row_of(gone) is None, "the deletion")
    await until(lambda: connected.bar.text == "Deleted “Night trains”.", lambda: connected.bar.text)
    await idle(connected)
    assert gone in api.contents.deleted
    connected.bar.act()
    await until(lambda: queue.rows.row_of(gone) is not None, "the return")
    await idle(connected)

    assert queue.table.current().id == gone


async def test_a_failure_says_what_to_do(queue: QueuePanel) -> None:
    select(queue, "The pump manual")

    assert queue.card._now.text() == "It wants a login."
    assert queue.card._advice.text() == phrases.ADVICE[1001]
    assert queue.card._main.text() == "Retry"


async def test_a_finished_one_is_heard_beside_the_list(
    api: StubApi, connected: Window, queue: QueuePanel, until: Until, idle: Idle
) -> None:
    done = select(queue, "Night trains")["id"]
    api.contents.scripts[done] = {"title": "Night trains", "lines": [], "peaks": [0.5], "chapters": []}
    select(queue, "Lake Vell")
    select(queue, "Night trains")
    await until(queue.card.wave.isVisible, "the waveform")
    await idle(connected)

    assert queue.card.transport.length_label.text() == "12:40"


async def test_enter_opens_the_player(
    api: StubApi, connected: Window, queue: QueuePanel, until: Until, idle: Idle, qtbot: QtBot
) -> None:
    done = select(queue, "Night trains")["id"]
    api.contents.scripts[done] = {"title": "Night trains", "lines": [], "peaks": [], "chapters": []}

    qtbot.keyClick(queue.table, Qt.Key.Key_Return)
    await until(lambda: connected.current is connected.panels.get("player"), "the player")
    await idle(connected)
    queue.card._tasks.cancel()


async def test_a_refusal_is_told_and_changes_nothing(
    api: StubApi, connected: Window, queue: QueuePanel, until: Until, idle: Idle
) -> None:
    api.contents.faults["/content/CancelRequest"] = (409, refusal("conflict", "Its results are being stored."))
    select(queue, "Lake Vell")

    queue.card._main.click()
    await until(lambda: connected.bar.text == "Its results are being stored.", "the sentence")
    await idle(connected)

    assert queue.rows.rows[0].state is State.PROCESSING


async def test_more_rows_come_as_the_view_reaches_its_end(
    api: StubApi, connected: Window, queue: QueuePanel, until: Until, idle: Idle
) -> None:
    for number in range(450):
        a_request(api.contents, f"Episode {number}", minutes_ago=20 + number)
    queue.reload()
    await until(lambda: len(queue.rows.rows) == 200, "the first page")

    queue.table.scrollToBottom()
    await until(lambda: len(queue.rows.rows) >= 400, "the second page")
    queue.table.scrollToBottom()
    await until(lambda: queue.rows.complete, "the last page")
    await idle(connected)

    assert len({row.id for row in queue.rows.rows}) == 453


async def test_a_gap_reads_everything_anew(
    api: StubApi, connected: Window, queue: QueuePanel, until: Until, idle: Idle
) -> None:
    api.contents.requests[0]["title"] = "Renamed elsewhere"

    api.emit("refresh", "")
    await until(lambda: queue.rows.rows[0].title == "Renamed elsewhere", "the new title")
    await idle(connected)


async def test_what_is_offered_fits_the_state(queue: QueuePanel) -> None:
    offered = {row.title: [name for name, _text, _icon in actions_for(row)] for row in queue.rows.rows}

    assert offered == {
        "Lake Vell": ["cancel", "duplicate", "delete"],
        "Night trains": ["open", "duplicate", "delete"],
        "The pump manual": ["retry", "duplicate", "delete"],
    }
