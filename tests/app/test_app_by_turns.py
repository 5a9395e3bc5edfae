"""What is shown for the first time comes in several turns of the loop; nothing is dressed before it has its place."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget
from stub_api import StubApi, a_request

from app.client.episode_drafts import CastMember, DeskState, Draft, DraftLine
from app.panels.script_desk import ScriptDeskPanel
from app.panels.search import SearchPanel
from app.panels.settings import SettingsPanel
from app.panels.shortcuts_card import ShortcutsCard
from app.settings.sections import SECTIONS
from app.widgets.by_turns import Turns, dressed
from app.widgets.cards import scrolled
from app.widgets.page_stack import PageStack
from app.widgets.sight import set_seen
from app.window import Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]


def is_polished(widget: QWidget) -> bool:
    """Whether Qt has given it the looks of a style."""
    return widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished)


async def test_a_new_panel_comes_when_it_is_ready_and_what_was_shown_stays_until_then(
    connected: Window, idle: Idle
) -> None:
    connected.show_panel("queue")
    await idle(connected)
    queue = connected.panels["queue"]

    connected.show_panel("search")

    search = connected.panels["search"]
    assert connected.current is search
    assert queue.isVisible() and not search.isVisible()
    await idle(connected)
    assert search.isVisible() and not queue.isVisible()
    assert isinstance(search, SearchPanel) and connected.focusWidget() is search.search


async def test_the_first_panel_is_there_with_the_window(window: Window) -> None:
    window.show_panel("queue")

    assert window.panels["queue"].isVisible()
    assert window.settled


async def test_a_panel_that_was_shown_before_comes_at_once(connected: Window, idle: Idle) -> None:
    for name in ("queue", "search"):
        connected.show_panel(name)
        await idle(connected)

    connected.show_panel("queue")

    assert connected.panels["queue"].isVisible()


async def test_a_key_that_is_pressed_meanwhile_goes_to_the_new_panel(connected: Window, idle: Idle) -> None:
    connected.show_panel("queue")
    await idle(connected)
    connected.show_panel("search")
    search = connected.panels["search"]
    assert isinstance(search, SearchPanel) and not search.isVisible()
    pressed = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_L, Qt.KeyboardModifier.NoModifier, "l")

    QCoreApplication.sendEvent(connected.windowHandle(), pressed)

    assert search.isVisible()
    assert connected.focusWidget() is search.search


async def test_who_asks_for_two_new_panels_at_once_sees_the_second_and_the_first_has_opened(
    connected: Window, api: StubApi, until: Until
) -> None:
    request = a_request(api.contents, "The lake")["id"]
    connected.show_panel("search")

    connected.show_panel("queue", request)
    connected.show_panel("webhooks")

    await until(lambda: connected.settled, "the panels")
    assert connected.current is connected.panels["webhooks"]
    assert connected.panels["webhooks"].isVisible()
    queue = connected.panels["queue"]
    await until(lambda: queue.table.current() is not None, "the rows")  # type: ignore[attr-defined]
    assert queue.table.current().id == request  # type: ignore[attr-defined]


async def test_work_is_done_a_piece_at_a_turn_and_what_fails_ends_it(window: Window) -> None:
    turns, done = Turns(window), list[int]()

    def work() -> Iterator[None]:
        for place in range(3):
            done.append(place)
            yield

    turns.begin(work())
    assert (done, turns.busy) == ([0], True)
    turns.finish()
    assert (done, turns.busy) == ([0, 1, 2], False)

    def fails() -> Iterator[None]:
        yield
        raise ValueError("no such panel")

    turns.begin(fails())
    with pytest.raises(ValueError, match="no such panel"):
        turns.finish()
    assert not turns.busy


async def test_a_page_that_is_built_is_dressed_only_in_its_place(window: Window) -> None:
    first, second, help_text = QLabel("One"), QLabel("Two"), QLabel("Help")
    content, page = QWidget(), QWidget()
    column = QVBoxLayout(content)
    for each in (first, help_text):
        column.addWidget(each)
    set_seen(help_text, True)
    around, stack = QVBoxLayout(page), PageStack()
    stack.addWidget(scrolled(content))
    stack.addWidget(second)
    stack.setCurrentIndex(1)
    stack.setCurrentIndex(0)
    around.addLayout(stack)

    assert not any(is_polished(each) for each in (first, second, help_text))

    page.setParent(window)
    for _turn in dressed(page):
        pass
    assert all(is_polished(each) for each in (first, second, help_text))
    page.show()
    assert first.isVisible() and help_text.isVisible() and not second.isVisible()
    assert first.height() > 0
    stack.setCurrentIndex(1)
    assert second.isVisible() and not first.isVisible()


async def test_a_section_that_is_turned_to_while_it_is_made_is_made_once(window: Window) -> None:
    window.show_panel("settings")
    settings = window.panels["settings"]
    assert isinstance(settings, SettingsPanel)
    shortcuts = next(each for each in SECTIONS if each.key == "shortcuts")
    pieces = settings._filling(shortcuts)
    next(pieces)

    settings.show_section("shortcuts")

    assert list(pieces) == []
    (made,) = settings.area.findChildren(ShortcutsCard)
    assert made.isVisible()


async def test_a_desk_that_is_read_shows_its_line_once(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    window.show_panel("desk")
    desk = window.panels["desk"]
    assert isinstance(desk, ScriptDeskPanel)
    draft = Draft(
        "The lake",
        (DraftLine("l0", 0, "It came back."), DraftLine("l1", 1, "Why?")),
        (CastMember(0, 1), CastMember(1, 2)),
    )
    told, show = list[str](), desk.card.show_line

    def noted(state: DeskState, of: Draft, line: DraftLine, **rest: Any) -> None:
        told.append(line.id)
        show(state, of, line, **rest)

    monkeypatch.setattr(desk.card, "show_line", noted)

    desk._read(DeskState("episode", 0, waiting=False, draft=draft))

    assert told == ["l0"]
    assert desk.view.isVisible()
    desk.view.go_to(1)
    assert told == ["l0", "l1"]
