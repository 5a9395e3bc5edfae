"""The palette and the search: a few letters lead everywhere, by keyboard, and finds open where the words are."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from example_studio import script
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from stub_api import StubApi, a_request

from app.models import recents
from app.models.ranking import ranked
from app.settings.actions import ACTIONS, BY_NAME
from app.settings.shortcuts import SHORTCUTS
from app.widgets.finds import FindRow, shown_from
from app.window import PANELS, Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]


def a_find(kind: str = "episode", **fields: Any) -> dict[str, Any]:
    excerpt = {"text": "Its towpath was laid.", "marks": [[4, 11]], "timeMs": 61_000, "start": None, "end": None}
    return {"kind": kind, "title": "Lake Vell", "titleMarks": [], "excerpts": [excerpt], **fields}


def names(window: Window) -> list[str]:
    return [row.text for row in window.finder.list.rows.rows if not row.heading]


async def typed(window: Window, words: str) -> FindRow:
    if not window.finder.isVisible():
        window.finder.open()
    window.finder.field.setText(words)
    row = window.finder.list.current()
    assert row is not None, names(window)
    return row


async def test_it_opens_and_closes_by_its_key_and_gives_the_keys_back(
    connected: Window, idle: Idle, until: Until, qtbot: QtBot
) -> None:
    connected.show_panel("queue")
    await idle(connected)
    connected.activateWindow()
    await until(connected.isActiveWindow, "activation")
    before = connected.panels["queue"].search  # type: ignore[attr-defined]
    before.setFocus()
    qtbot.keyClick(connected, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert connected.finder.isVisible() and connected.finder.field.hasFocus()
    await idle(connected)
    qtbot.keyClick(connected.finder.field, Qt.Key.Key_Escape)
    assert not connected.finder.isVisible() and before.hasFocus()


async def test_every_panel_and_action_is_found_by_its_name(connected: Window, idle: Idle) -> None:
    await idle(connected)
    for entry in PANELS:
        assert (await typed(connected, entry.title)).text == entry.title
    for action in connected.deeds.offered:
        if action.name != "palette":
            await typed(connected, action.title)
            assert action.title in names(connected)[:3], names(connected)[:5]
    connected.finder.close_again()


@pytest.mark.parametrize(
    ("letters", "name"),
    [
        ("drk", "Dark colours"),
        ("opml", "Save the list of shows (OPML)…"),
        ("backup", "Backups"),
        ("setings", "Settings"),
        ("hgh contrast", "High contrast"),
        ("quueue", "Queue"),
        ("theme", "Dark colours"),
    ],
)
async def test_letters_may_be_missing_or_too_many(connected: Window, idle: Idle, letters: str, name: str) -> None:
    await idle(connected)
    await typed(connected, letters)
    assert name in names(connected)[:4]
    connected.finder.close_again()


async def test_the_keyboard_chooses_and_does(connected: Window, idle: Idle, qtbot: QtBot) -> None:
    connected.finder.open()
    await idle(connected)
    field = connected.finder.field
    first = connected.finder.list.current()
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert connected.finder.list.current() != first
    qtbot.keyClick(field, Qt.Key.Key_Up)
    assert connected.finder.list.current() == first
    qtbot.keyClicks(field, "reader")
    assert "Reader" in field.accessibleDescription()
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert connected.current is connected.panels["reader"]
    assert not connected.finder.isVisible()
    await idle(connected)


async def test_what_needs_a_server_waits_for_one(window: Window) -> None:
    window.finder.open("New show…")
    row = next(row for row in window.finder.list.rows.rows if row.text == "New show…")
    assert not row.enabled
    window.deeds.run("new-show")
    assert "shows" not in window.panels
    window.finder.close_again()


async def test_things_worked_with_lately_come_first(api: StubApi, connected: Window, idle: Idle) -> None:
    for title in ("Lake Vell", "Harbour", "Weir"):
        a_request(api.contents, title, status=100)
    wanted = api.contents.requests[-1]["id"]
    connected.show_panel("player", wanted)
    await idle(connected)
    connected.finder.open()
    await idle(connected)
    assert connected.finder.list.rows.rows[0] == FindRow("Lately", heading=True)
    first = connected.finder.list.rows.rows[1]
    assert first.text == api.contents.requests[-1]["title"]
    assert (await typed(connected, "harbor")).text == "Harbour"
    connected.finder.close_again()


async def test_words_are_searched_everywhere_and_open_at_their_time(
    api: StubApi, connected: Window, idle: Idle, until: Until, qtbot: QtBot
) -> None:
    a_request(api.contents, "Lake Vell", status=100)
    wanted = api.contents.requests[0]["id"]
    api.contents.scripts[wanted] = script("Lake Vell", 120.0)
    api.contents.found.append(a_find(requestId=wanted, outputType="audio"))
    await typed(connected, "towpath")
    await until(lambda: any("Its towpath" in name for name in names(connected)), "the find")
    row = next(row for row in connected.finder.list.rows.rows if "Its towpath" in row.text)
    assert row.detail == "Lake Vell · Episode · 01:01"
    assert [row.text[start:end] for start, end in row.marks] == ["towpath"]
    connected.finder._choose(row)
    await idle(connected)
    player: Any = connected.panels["player"]
    assert connected.current is player
    assert player.detail.row.id == wanted
    assert player.transcript.currentIndex().row() == player.script.line_at(61_000)


async def test_the_search_lists_every_place_and_filters(api: StubApi, connected: Window, idle: Idle) -> None:
    a_request(api.contents, "Lake Vell", status=100)
    wanted = api.contents.requests[0]["id"]
    api.contents.found += [
        a_find(requestId=wanted, outputType="audio"),
        a_find("show", podcastId="s1", excerpts=[], title="Towpath tales", titleMarks=[[0, 7]]),
    ]
    connected.show_panel("search", "towpath")
    await idle(connected)
    panel: Any = connected.panels["search"]
    assert [row.text for row in panel.list.rows.rows] == ["Lake Vell", "Its towpath was laid.", "Towpath tales"]
    assert panel.summary.text() == "2 results"
    panel.filter.choose("shows")
    panel.filter.chosen.emit("shows")
    await idle(connected)
    assert [row.text for row in panel.list.rows.rows] == ["Towpath tales"]
    panel.open("nowhere")
    await idle(connected)
    assert panel.empty.title == "Nothing holds these words"


def test_every_action_is_declared_soundly() -> None:
    assert len({action.name for action in ACTIONS}) == len(ACTIONS) == len(BY_NAME)
    listed = {each.keys for each in SHORTCUTS if not each.place}
    assert {action.keys for action in ACTIONS if action.keys} <= listed


def test_ranking_takes_names_before_further_words() -> None:
    assert ranked("shows", ["a", "b"], names=["Feeds", "Shows"], words=["shows", ""], most=5) == ["b", "a"]
    assert ranked("", ["a", "b"], names=["x", "y"], words=["", ""], most=1) == ["a"]


def test_what_was_opened_is_kept_in_order_and_survives_nonsense() -> None:
    kept = recents.with_opened(recents.with_opened("", "player", "1"), "shows", "2")
    assert recents.opened(recents.with_opened(kept, "player", "1")) == [("player", "1"), ("shows", "2")]
    assert recents.opened("nonsense") == recents.opened("[1]") == []


def test_the_first_mark_is_in_sight() -> None:
    text, marks = shown_from("word " * 40 + "towpath", ((200, 207),))
    assert text.startswith("…") and text[slice(*marks[0])] == "towpath" and len(text) < 60
