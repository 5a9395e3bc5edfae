"""What every panel shows while there is nothing on the server, and that nothing moves when it should not."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import window_pages
from PySide6.QtCore import QAbstractAnimation
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QPlainTextEdit
from stub_api import StubApi

from app.theme import Theme
from app.widgets.buttons import Segments, Switch
from app.widgets.drops import DropArea
from app.widgets.empty import EmptyState
from app.window import PANELS, Window

Idle = Callable[[Window], Awaitable[None]]
APP = Path(__file__).resolve().parents[2] / "app"
NEVER_EMPTY = {"create", "settings", "voices"}
"""Forms, and what comes with the program."""
CALENDAR = "planning-calendar"
"""Days are shown whether anything is planned or not; what says so stands beside them."""
ASKS_FOR_INPUT = (QLineEdit, QPlainTextEdit, QComboBox, DropArea, QAbstractButton)


def begins_with(state: EmptyState) -> list[str]:
    """What a person can do about it: its own button, or what stands beside it on the same page."""
    if state.action is not None and state.action.isVisible():
        return [state.action.text()]
    panel = state
    while panel.parentWidget() is not None and panel.property("look") != "page":
        panel = panel.parentWidget()
    turning = [button for segments in panel.findChildren(Segments) for button in segments.findChildren(QAbstractButton)]
    return [
        each.accessibleName() or type(each).__name__
        for kind in ASKS_FOR_INPUT
        for each in panel.findChildren(kind)
        if each.isVisible() and each.isEnabled() and each not in turning
    ]


async def test_every_empty_page_says_what_it_is_for_and_how_to_begin(connected: Window, api: StubApi) -> None:
    told: dict[str, list[EmptyState]] = {}
    dumb: list[str] = []
    async for page in window_pages.empty_pages(connected):
        told[page] = [each for each in connected.findChildren(EmptyState) if each.isVisible()]
        for state in told[page]:
            words = state._text.text()
            if not re.search(r"\w+ \w+ .*[.!]$", words) or not state.title:
                dumb.append(f"{page}: {state.title!r} says {words!r}")
            if not begins_with(state):
                dumb.append(f"{page}: {state.title!r} leads nowhere")

    panels = {entry.name for entry in PANELS} - NEVER_EMPTY
    assert {panel for panel in panels if not told[panel]} == set()
    silent = [page for page, states in told.items() if not states and page.split("-")[0] not in NEVER_EMPTY]
    assert set(silent) <= {CALENDAR, "webhooks-signatures"}
    assert dumb == []


async def test_nothing_moves_while_nothing_should(connected: Window, theme: Theme, idle: Idle) -> None:
    theme.calm(True)
    try:
        for entry in PANELS:
            connected.show_panel(entry.name)
            await idle(connected)
            for switch in connected.panels[entry.name].findChildren(Switch):
                if switch.isVisible() and switch.isEnabled():
                    for _turn in range(2):
                        theme.calm(True)  # one of them is the setting itself
                        switch.click()
                        assert moving() == []
            assert moving() == []
        connected.values.keep("appearance.theme", "light")
        assert moving() == []
    finally:
        connected.values.keep("appearance.theme", "dark")
        theme.calm(False)


def moving() -> list[str]:
    """The animations of the application that run."""
    return [
        f"{type(each.parent()).__name__} {type(each).__name__}"
        for widget in QApplication.allWidgets()
        for each in widget.findChildren(QAbstractAnimation)
        if each.state() == QAbstractAnimation.State.Running
    ]


def test_whatever_animates_asks_whether_it_may() -> None:
    animates = re.compile(r"Q(Property|Variant)Animation\(|QTimeLine\(|QMovie\(")
    found = {
        path.name: path.read_text("utf-8") for path in APP.rglob("*.py") if animates.search(path.read_text("utf-8"))
    }
    assert "buttons.py" in found
    assert [name for name, text in found.items() if "calm()" not in text] == []
