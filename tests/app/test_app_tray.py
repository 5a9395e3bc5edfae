"""The tray and notifications: what goes on is seen and told outside the window, as the settings want it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMenu, QSystemTrayIcon
from stub_api import StubApi, a_request

from app.client.events import GAP, Event
from app.panels.tray import Tray
from app.window import Window

Idle = Callable[[Window], Awaitable[None]]


class DrawnIcon(QObject):
    """What the platform would show."""

    activated = Signal(object)
    messageClicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.tip, self.visible = "", False
        self.messages: list[tuple[str, str]] = []
        self.icons: list[QIcon] = []

    def setIcon(self, icon: QIcon) -> None:
        self.icons.append(icon)

    def setToolTip(self, tip: str) -> None:
        self.tip = tip

    def setContextMenu(self, menu: QMenu | None) -> None:
        assert menu is not None

    def setVisible(self, visible: bool) -> None:
        self.visible = visible

    def showMessage(self, title: str, text: str, icon: QIcon, ms: int) -> None:
        assert not icon.isNull() and ms
        self.messages.append((title, text))


@pytest.fixture
def icon() -> DrawnIcon:
    return DrawnIcon()


@pytest.fixture
async def tray(window: Window, icon: DrawnIcon, monkeypatch: pytest.MonkeyPatch) -> Tray:
    made = Tray(window.desk, window.deeds, window, icon=icon)
    monkeypatch.setattr(made, "_in_front", lambda: False)
    return made


def told(name: str, subject: str = "r1", **data: Any) -> Event:
    return Event(f"request.{name}", {"subject": subject, "audio_title": "Lake Vell", **data})


def running(percent: int, subject: str = "r1") -> Event:
    return told("progress", subject, status=percent, stage="voicing", progress_text="Voicing")


async def test_it_shows_how_far_things_are(tray: Tray, icon: DrawnIcon) -> None:
    assert icon.visible and icon.tip == "Quillcast · Nothing is under way"
    tray.take(running(40))
    tray.take(running(80, "r2"))
    assert icon.tip == "Quillcast · 2 under way · 60 %"
    drawn = len(icon.icons)
    tray.take(running(80, "r2"))
    assert len(icon.icons) == drawn
    tray.fill()
    texts = [action.text() for action in tray.menu.actions()]
    assert "40 %  Lake Vell" in texts and "80 %  Lake Vell" in texts
    tray.take(told("completed"))
    tray.take(told("cancelled", "r2"))
    assert icon.tip == "Quillcast · Nothing is under way"


@pytest.mark.parametrize(
    ("name", "setting", "title"),
    [
        ("completed", "notices.done", "Ready: Lake Vell"),
        ("failed", "notices.failed", "Failed: Lake Vell"),
        ("waiting", "notices.waiting", "Lake Vell"),
    ],
)
async def test_what_happened_is_told_as_wanted(
    tray: Tray, icon: DrawnIcon, window: Window, name: str, setting: str, title: str
) -> None:
    tray.take(told(name, error_message="The page is gone."))
    assert [message[0] for message in icon.messages] == [title]
    window.values.keep(setting, False)
    tray.take(told(name))
    assert len(icon.messages) == 1


async def test_nothing_is_told_to_who_looks(tray: Tray, icon: DrawnIcon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tray, "_in_front", lambda: True)
    tray.take(told("completed"))
    assert icon.messages == []


async def test_a_click_opens_what_was_told(tray: Tray, icon: DrawnIcon, connected: Window, idle: Idle) -> None:
    shown: list[int] = []
    tray.shown.connect(lambda: shown.append(1))
    tray.take(told("completed"))
    icon.messageClicked.emit()
    await idle(connected)
    assert shown and connected.current is connected.panels["queue"]
    icon.activated.emit(QSystemTrayIcon.ActivationReason.Trigger)
    icon.activated.emit(QSystemTrayIcon.ActivationReason.Context)
    assert len(shown) == 2


async def test_what_runs_is_read_after_a_gap(
    api: StubApi, tray: Tray, icon: DrawnIcon, connected: Window, idle: Idle
) -> None:
    a_request(api.contents, "Harbour", status=30, stage="voicing")
    tray.take(GAP)
    await idle(connected)
    assert icon.tip.startswith("Quillcast · 1 under way")


async def test_closing_hides_only_where_that_is_wanted(tray: Tray, icon: DrawnIcon, window: Window) -> None:
    assert not tray.keeps
    window.values.keep("notices.keep", True)
    assert tray.keeps
    window.stays_in_tray = tray.keeps
    closed: list[int] = []
    window.closed.connect(lambda: closed.append(1))
    window.hidden.connect(tray.tell_that_it_stays)
    window.close()
    assert not window.isVisible() and not closed
    assert [title for title, _ in icon.messages] == ["Quillcast is in the tray"]
    window.show()
    window.close()
    assert len(icon.messages) == 1
    window.leave()
    assert closed
    window.values.keep("notices.tray", False)
    assert not tray.keeps and not icon.visible


async def test_without_a_tray_the_window_asks_for_attention(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Tray(window.desk, window.deeds, window)
    monkeypatch.setattr(made, "_in_front", lambda: False)
    alerted: list[object] = []
    monkeypatch.setattr("app.panels.tray.QApplication.alert", alerted.append)
    window.values.keep("notices.keep", True)
    assert not made.keeps
    made.take(told("completed"))
    assert alerted == [window]
    made.close()
