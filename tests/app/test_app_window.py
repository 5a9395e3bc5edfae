"""The window: everywhere by keyboard, one message bar, honest about the server, one for each data directory."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QDir, QMimeData, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QWidget,
)
from pytestqt.qtbot import QtBot
from stub_api import TOKEN, StubApi, a_request

from app.client import Client
from app.client.events import Link
from app.instances import Doorkeeper, call_first
from app.settings import Values
from app.theme import Theme
from app.window import PANELS, Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]
OPERATED = (QAbstractButton, QLineEdit, QPlainTextEdit, QComboBox, QAbstractItemView, QAbstractSlider)


def say(widget: QWidget) -> str:
    """What a screen reader says of a widget."""
    if widget.accessibleName():
        return widget.accessibleName()
    return widget.text().strip() if isinstance(widget, QAbstractButton) else ""


def takes_tab(made: QAbstractButton) -> bool:
    """Whether Tab goes to a button, or to the one of its group from which the arrow keys go on."""
    group = [made] if made.group() is None else made.group().buttons()
    return any(each.focusPolicy() & Qt.FocusPolicy.TabFocus for each in group)


def of_qt(widget: QWidget) -> bool:
    """Whether Qt made a widget as a part of another one."""
    parent = widget.parentWidget()
    return widget.objectName().startswith("qt_") or isinstance(parent, QComboBox | QLineEdit | QAbstractItemView)


async def test_every_panel_opens_by_its_key(connected: Window, idle: Idle, until: Until, qtbot: QtBot) -> None:
    keys = [(Qt.Key(Qt.Key.Key_0 + place), entry) for place, entry in enumerate(PANELS[:9], 1)]
    for key, entry in (*keys, (Qt.Key.Key_Comma, PANELS[-1])):
        connected.activateWindow()
        await until(connected.isActiveWindow, "activation")
        qtbot.keyClick(connected, key, Qt.KeyboardModifier.ControlModifier)
        assert connected.current is connected.panels[entry.name]
        await idle(connected)


async def test_panels_are_built_when_they_are_first_shown(window: Window) -> None:
    assert window.panels == {}
    window.show_panel("settings")
    assert set(window.panels) == {"settings"}


@pytest.mark.parametrize("name", [entry.name for entry in PANELS])
async def test_everything_that_is_operated_has_words(connected: Window, idle: Idle, name: str) -> None:
    connected.show_panel(name)
    await idle(connected)

    silent = [
        widget
        for widget in connected.findChildren(QWidget)
        if isinstance(widget, OPERATED)
        and not isinstance(widget, QScrollBar)
        and not of_qt(widget)
        and widget.window() is connected
        and widget.isVisibleTo(connected)
        and not say(widget)
    ]

    assert silent == []


@pytest.mark.parametrize("name", [entry.name for entry in PANELS])
async def test_the_whole_panel_is_reached_by_tab(connected: Window, idle: Idle, name: str) -> None:
    connected.show_panel(name)
    await idle(connected)
    panel = connected.panels[name]

    reached = {panel.nextInFocusChain()}
    widget = panel.nextInFocusChain()
    while (widget := widget.nextInFocusChain()) not in reached:
        reached.add(widget)
    buttons = [
        b for b in panel.findChildren(QAbstractButton) if b.isVisibleTo(panel) and b.isEnabled() and not of_qt(b)
    ]

    assert all(b in reached and takes_tab(b) for b in buttons)


async def test_what_is_dropped_anywhere_becomes_a_source(connected: Window, idle: Idle) -> None:
    connected.show_panel("settings")
    data = QMimeData()
    data.setText("https://vell.example")

    connected._take(data)
    await idle(connected)

    assert connected.current is connected.panels["create"]
    assert [source.label for source in connected.panels["create"].sources.sources] == ["vell.example"]  # type: ignore[attr-defined]


async def test_the_server_is_told_at_the_bottom(api: StubApi, connected: Window, until: Until, idle: Idle) -> None:
    place = api.address.removeprefix("http://")
    await until(lambda: connected.side.status.text() == f"Server {place}", "the address")

    api.drop_streams()
    await until(lambda: connected.side.status.text() == "Server lost, trying again…", "the loss")
    await until(lambda: connected.side.status.text() == f"Server {place}", "the return")


async def test_a_refused_token_leads_to_the_settings(api: StubApi, window: Window, until: Until) -> None:
    window.show_link(Link.REFUSED, "The token is not valid.")

    assert window.bar.text == "The token is not valid. Give a valid token in the settings."
    window.bar.act()
    assert window.current is window.panels["settings"]


async def test_a_wrong_token_is_told_at_connection(api: StubApi, window: Window, until: Until) -> None:
    window.connect_to(Client(api.address, "wrong"))

    await until(lambda: "refused the token" in window.side.status.text(), "the refusal")


async def test_a_server_that_comes_late_is_found(api: StubApi, window: Window, until: Until, idle: Idle) -> None:
    window.show_panel("queue")
    a_request(api.contents, "Lake Vell")

    window.connect_to(Client(api.address, TOKEN))
    await until(lambda: window.panels["queue"].rows.rows, "the rows")  # type: ignore[attr-defined]
    await idle(window)


async def test_both_palettes_reach_what_is_shown(connected: Window, idle: Idle, theme: Theme, until: Until) -> None:
    connected.show_panel("queue")
    await idle(connected)
    dark = connected.grab().toImage().pixelColor(240, 5)

    theme.choose("light")
    await until(connected.updatesEnabled, "the new colours")
    light = connected.grab().toImage().pixelColor(240, 5)
    theme.choose("dark")

    assert dark.lightness() < 60 < 200 < light.lightness()


async def test_place_and_panel_are_remembered(values: Values, theme: Theme, window: Window) -> None:
    window.resize(1024, 700)
    window.close()

    again = Window(values, theme)

    assert (again.width(), again.height()) == (1024, 700)
    again.deleteLater()
    await asyncio.sleep(0)


async def test_a_second_start_finds_the_first(qapp: object, tmp_path: Path, until: Until) -> None:
    assert not call_first(tmp_path)
    keeper = Doorkeeper(tmp_path)
    knocks: list[int] = []
    keeper.knocked.connect(lambda: knocks.append(1))

    found = await asyncio.to_thread(call_first, tmp_path)
    await until(lambda: knocks, "the knock")
    keeper.close()

    assert found
    assert not call_first(tmp_path)
    assert not call_first(tmp_path / "other")


async def test_a_door_left_by_a_killed_program_is_taken_over(qapp: object, tmp_path: Path) -> None:
    from PySide6.QtNetwork import QLocalServer

    from app.instances import door

    left = Path(QDir.tempPath()) / door(tmp_path)
    left.touch()

    keeper = Doorkeeper(tmp_path)

    assert keeper.listening
    keeper.close()
    assert QLocalServer.removeServer(door(tmp_path)) in (True, False)
