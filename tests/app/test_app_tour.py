"""The way to a first episode: offered once, walked by keyboard, left and taken up again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from example_studio import script
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from stub_api import StubApi, a_request

from app.client.events import Event
from app.panels.tour import SAMPLE, WALKED, Step
from app.window import Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]


def happened(name: str, subject: str, **data: Any) -> Event:
    return Event(f"request.{name}", {"subject": subject, "audio_title": "The lake", **data})


async def at_making(window: Window, api: StubApi, until: Until, idle: Idle, qtbot: QtBot) -> str:
    window.tour.begin()
    await until(window.tour.isVisible, "the offer")
    window.tour.action.setFocus()
    qtbot.keyClick(window.tour.action, Qt.Key.Key_Space)
    await until(lambda: window.tour.step is Step.ORDER, "the sample")
    await idle(window)
    create: Any = window.panels["create"]
    await until(create.create_button.isEnabled, "a price")
    qtbot.keyClick(window.tour.action, Qt.Key.Key_Space)
    await until(lambda: window.tour.step is Step.MAKING, "the order")
    await idle(window)
    return str(api.contents.requests[0]["id"])


async def test_it_ends_with_a_real_episode(
    api: StubApi, connected: Window, until: Until, idle: Idle, qtbot: QtBot
) -> None:
    made = await at_making(connected, api, until, idle, qtbot)
    assert connected.current is connected.panels["queue"]
    tour = connected.tour
    tour.take(happened("progress", made, status=40, progress_text="Voicing line 3 of 9"))
    assert tour.text.text().startswith("Voicing line 3 of 9.")
    api.contents.requests[0].update(status=100, stage="completed")
    api.contents.scripts[made] = script("The lake", 60.0)
    tour.take(happened("completed", made))
    assert (tour.step, tour.title.text()) == (Step.READY, "Your episode is ready")
    tour.action.click()
    await until(lambda: tour.step is Step.LISTEN, "the player")
    await idle(connected)
    assert connected.current is connected.panels["player"]
    tour.action.click()
    await until(lambda: not tour.isVisible(), "the end")
    assert connected.values.get("tour.step") == "left"


async def test_it_is_offered_only_to_who_has_made_nothing(api: StubApi, connected: Window, idle: Idle) -> None:
    a_request(api.contents, "Lake Vell")
    connected.tour.begin()
    await idle(connected)
    assert not connected.tour.isVisible()
    connected.deeds.run("tour")
    assert connected.tour.isVisible() and connected.tour.step is Step.WELCOME


async def test_it_is_left_for_good_and_comes_back_by_its_name(
    connected: Window, until: Until, idle: Idle, qtbot: QtBot
) -> None:
    connected.tour.begin()
    await until(connected.tour.isVisible, "the offer")
    connected.tour.close_button.setFocus()
    qtbot.keyClick(connected.tour.close_button, Qt.Key.Key_Space)
    assert not connected.tour.isVisible()
    connected.tour.begin()
    await idle(connected)
    assert not connected.tour.isVisible()


async def test_it_goes_on_where_it_was(api: StubApi, connected: Window, until: Until, idle: Idle, qtbot: QtBot) -> None:
    made = await at_making(connected, api, until, idle, qtbot)
    connected.tour.hide()
    api.contents.requests[0].update(status=100, stage="completed")
    connected.tour.begin()
    await until(lambda: connected.tour.step is Step.READY, "what happened meanwhile")
    connected.values.keep("tour.step", "making")
    api.contents.requests.clear()
    connected.tour.begin()
    await until(lambda: connected.tour.step is Step.WELCOME, "the beginning")
    assert made


async def test_a_failure_is_told_and_tried_again(
    api: StubApi, connected: Window, until: Until, idle: Idle, qtbot: QtBot
) -> None:
    made = await at_making(connected, api, until, idle, qtbot)
    connected.tour.take(happened("failed", made, error_message="The disk is full."))
    assert (connected.tour.title.text(), connected.tour.text.text()) == ("It was not made", "The disk is full.")
    assert connected.tour.action.text() == "Try again"


def test_the_sample_carries_an_episode() -> None:
    assert len(SAMPLE.read_text("utf-8").split()) > 300
    assert len(WALKED) == 5
