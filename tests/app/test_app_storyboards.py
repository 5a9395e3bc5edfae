"""The storyboard of a video: scenes as cards, one changed beside them, the changes rendered as a version."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable

import pytest
from PIL import Image
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from stub_api import StubApi, a_request
from stub_storyboards import a_scene, a_storyboard

from app.client.storyboards import BoardItem, BoardScene, Storyboard
from app.models.orders import order_from
from app.models.storyboards import EditedBoard, EditedScene
from app.panels.create import CreatePanel
from app.panels.reader import ReaderPanel
from app.panels.storyboard_view import StoryboardView
from app.window import Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]
Opened = Callable[..., Awaitable[StoryboardView]]

SCENES = (
    a_scene(0, "title", "Between May and September the level fell.", text="The lake"),
    a_scene(1, "list", "Three things.", heading="Why", items=[{"text": t, "label": ""} for t in ("Heat", "Wind")]),
    a_scene(2, "number", "Forty centimetres.", figure="40 cm"),
)


def painted() -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (160, 90), "#205080").save(made, "JPEG")
    return made.getvalue()


def scene(number: int, **more: object) -> BoardScene:
    return BoardScene(number, "list", ("list", "steps"), lines=("Said.",), items=(BoardItem("a"),), **more)  # type: ignore[arg-type]


def test_only_what_differs_is_sent() -> None:
    board = EditedBoard(Storyboard("r", scenes=(scene(0), scene(1))))
    board.put(0, EditedScene(scene(0), kind="list", heading="", text="", items=("a",), lines=("Said.",)))
    assert not board.is_changed
    board.put(1, EditedScene(scene(1), kind="steps", heading="", text="", items=("b",), lines=("Said.",)))
    assert (board.changed, board.is_reordered) == (1, False)
    assert board.changes() == [{"scene": 0}, {"scene": 1, "kind": "steps", "items": [{"text": "b"}]}]
    assert board.move(1, -1) == 0
    assert board.move(0, -1) == 0
    assert [each["scene"] for each in board.changes()] == [1, 0]
    board.take_out(1)
    board.take_out(0)
    assert len(board.scenes) == 1


def test_a_new_scene_has_words_of_its_own() -> None:
    board = EditedBoard(Storyboard("r", scenes=(scene(0), scene(1))))
    assert board.insert(0) == 1
    assert (board.unsaid, board.is_changed, board.is_reordered) == (1, True, False)
    new = board.scenes[1]
    assert (new.shown_kind, new.shown_lines, new.shown_items) == ("statement", ("",), ())
    board.put(1, EditedScene(new.was, text="Shown.", lines=("Spoken.",), is_new=True))
    assert board.unsaid == -1
    assert board.changes()[1] == {"scene": 0, "text": "Shown.", "lines": ["Spoken."], "isNew": True}
    board.take_out(1)
    assert not board.is_changed


@pytest.fixture
def opened(api: StubApi, connected: Window, until: Until, idle: Idle) -> Opened:
    """Opens the storyboard of a video in the reader."""

    async def open_board(*, waiting: bool = False) -> StoryboardView:
        stage = {"status": 55, "stage": "waiting_for_approval"} if waiting else {}
        row = a_request(api.contents, title="The lake", output_type="video", **stage)
        api.contents.preview = painted()
        api.contents.storyboards[row["id"]] = a_storyboard(row["id"], *SCENES, waiting=waiting)
        connected.show_panel("reader", row["id"])
        panel = connected.panels["reader"]
        assert isinstance(panel, ReaderPanel)
        await until(lambda: panel.detail is not None and panel.detail.row.id == row["id"], "the result")
        panel.views.choose("storyboard")
        panel._view_chosen("storyboard")
        await idle(connected)
        return panel.storyboard_view

    return open_board


async def test_a_changed_scene_is_seen_and_rendered_as_a_version(
    api: StubApi, opened: Opened, connected: Window, until: Until, idle: Idle, qtbot: QtBot
) -> None:
    view = await opened()
    assert [card.isVisible() for card in view.cards] == [True] * 3
    assert not view.cards[0].picture.image.isNull()
    assert not view.render_button.isVisible()
    assert view.form.kind.count() == 3
    qtbot.mouseClick(view.cards[1], Qt.MouseButton.LeftButton)
    assert [item.text() for item in view.form.items] == ["Heat", "Wind"]
    view.form.lines[0].setPlainText("Two things.")
    assert view.render_button.isVisible()
    assert "1 scene changed" in view.note.text()
    await until(lambda: any(call[1].endswith("/preview") for call in api.contents.calls), "a preview")
    await idle(connected)
    qtbot.mouseClick(view.render_button, Qt.MouseButton.LeftButton)
    await until(lambda: any(call[1].endswith("/versions") for call in api.contents.calls), "a version")
    sent = next(call[2] for call in api.contents.calls if call[1].endswith("/versions"))
    assert sent == {"scenes": [{"scene": 0}, {"scene": 1, "lines": ["Two things."]}, {"scene": 2}]}
    await idle(connected)
    assert not view.render_button.isEnabled()
    api.emit("request.progress", "version-2", status=60, stage="drawing")
    await until(lambda: "60 %" in view.told.text(), "progress")
    went: list[object] = []
    view._desk.went.connect(lambda _panel, payload: went.append(payload))
    api.emit("request.completed", "version-2", status=100, stage="completed")
    await until(lambda: "version-2" in went, "the new version")


async def test_scenes_are_moved_and_taken_out_by_keys_and_all_of_it_undone(opened: Opened, qtbot: QtBot) -> None:
    view = await opened()
    qtbot.keyClick(view.cards[2], Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert [each.was.number for each in view.edited.scenes] == [0, 2, 1]
    qtbot.keyClick(view.cards[0], Qt.Key.Key_Delete)
    assert [each.was.number for each in view.edited.scenes] == [2, 1]
    assert view.render_button.isVisible()
    qtbot.mouseClick(view.undo_button, Qt.MouseButton.LeftButton)
    assert [each.was.number for each in view.edited.scenes] == [0, 1, 2]
    assert not view.undo_button.isVisible()


async def test_a_scene_is_added_after_another_and_needs_words(opened: Opened, qtbot: QtBot) -> None:
    view = await opened()
    view.cards[0].setFocus()
    qtbot.keyClick(view.cards[0], Qt.Key.Key_Insert)
    assert len(view.cards) == 4
    assert "2" in view.note.text()
    assert not view.render_button.isEnabled()
    view.form.lines[0].setPlainText("It came back in February.")
    assert view.render_button.isEnabled()
    assert [each.get("isNew") for each in view.edited.changes()] == [None, True, None, None]
    view.cards[1].out.click()
    assert len(view.cards) == 3


async def test_a_storyboard_that_waits_is_changed_and_approved(
    api: StubApi, opened: Opened, until: Until, qtbot: QtBot
) -> None:
    view = await opened(waiting=True)
    assert view.render_button.isVisible()
    qtbot.mouseClick(view.cards[2].out, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(view.render_button, Qt.MouseButton.LeftButton)
    await until(lambda: any(call[1].endswith("/approve") for call in api.contents.calls), "approval")
    changed = next(call[2] for call in api.contents.calls if call[1].endswith("/storyboard") and call[0] == "POST")
    assert changed == {"scenes": [{"scene": 0}, {"scene": 1}]}


async def test_a_presenter_and_a_background_are_chosen_for_a_video(
    api: StubApi, connected: Window, idle: Idle, qtbot: QtBot
) -> None:
    api.contents.makes = (*api.contents.makes, "video")
    connected.show_panel("create")
    await idle(connected)
    form = connected.panels["create"]
    assert isinstance(form, CreatePanel)
    form.output.offer(("audio", "video"))
    assert not form.options.presenter_field.isVisible()
    qtbot.mouseClick(form.output.card("video"), Qt.MouseButton.LeftButton)
    assert form.options.presenter_field.isVisible()
    assert "avatarId" not in form.order.wire
    form.options.presenter.cards[0].setFocus()
    qtbot.keyClick(form.options.presenter.cards[0], Qt.Key.Key_Right)
    form.options.background.setText("https://example.com/a.png")
    assert (form.order.wire["avatarId"], form.order.wire["backgroundImageUrl"]) == (1, "https://example.com/a.png")
    again = order_from(form.order.wire)
    assert (again.avatar, again.background, again.kept) == (1, "https://example.com/a.png", {})
