"""The player: heard, read, followed, saved and shared."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from example_studio import script
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QLabel
from pytestqt.qtbot import QtBot
from stub_api import StubApi, a_request, tone

from app.models.transcripts import SOUNDING_ROLE
from app.panels.player import PlayerPanel
from app.panels.saving import free_name
from app.window import Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]
SECONDS = 312.0


@pytest.fixture
async def player(api: StubApi, connected: Window, until: Until, idle: Idle) -> PlayerPanel:
    """The player with an episode open."""
    row = a_request(api.contents, "Lake Vell, three years on", duration=SECONDS, voices=["Heart", "Michael"])
    api.contents.scripts[row["id"]] = script(row["title"], SECONDS)
    connected.show_panel("player", row["id"])
    panel = connected.panels["player"]
    assert isinstance(panel, PlayerPanel)
    await until(lambda: panel.detail is not None, "the episode")
    await idle(connected)
    # Each start of the loop leaves the offscreen window inactive; keys go to the active one.
    connected.activateWindow()
    await until(connected.isActiveWindow, "activation")
    panel.arrive()
    return panel


def passages(player: PlayerPanel) -> list[str]:
    return [label.text() for label in player.passages.findChildren(QLabel) if label.isVisibleTo(player)]


async def test_the_episode_is_there_with_its_lines_and_chapters(player: PlayerPanel) -> None:
    assert player.title.text() == "Lake Vell, three years on"
    assert player.lines.rowCount() == 13
    assert player.transport.length_label.text() == "05:12"
    assert player.script.chapters[0].title == "Three years of measurements"
    assert "Heart, Michael" in [value.text() for _name, value in player._facts._pairs]


async def test_the_transcript_follows_the_sound(player: PlayerPanel, until: Until) -> None:
    line = player.script.lines[4]

    player.transport.seek(line.start_ms + 10)

    assert player.lines.index(4).data(SOUNDING_ROLE) is True
    assert player.wave.position == line.start_ms + 10
    await until(lambda: any("nine to eleven months to recover" in text for text in passages(player)), "the passage")
    await until(lambda: any("lake-vell-report.pdf · page 13" in text for text in passages(player)), "the passage")


async def test_a_click_on_a_line_plays_from_there(player: PlayerPanel, until: Until, qtbot: QtBot) -> None:
    rect = player.transcript.visualRect(player.lines.index(2))

    qtbot.mouseClick(player.transcript.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    await until(lambda: player.desk.playback.is_playing, "sound")

    assert player.transport.mine
    player.desk.playback.stop()


async def test_a_line_that_rests_on_nothing_says_so(player: PlayerPanel, until: Until) -> None:
    player.transport.seek(player.script.lines[1].start_ms)

    await until(lambda: any("says nothing of its own" in text for text in passages(player)), "the passage")


async def test_everything_has_a_key(connected: Window, player: PlayerPanel, until: Until, qtbot: QtBot) -> None:
    connected.activateWindow()
    await until(player.transcript.hasFocus, "focus")
    keys = player.transcript
    player.transport.seek(60_000)
    qtbot.keyClick(keys, Qt.Key.Key_L)
    assert player.desk.playback.position == 70_000
    qtbot.keyClick(keys, Qt.Key.Key_J)
    assert player.desk.playback.position == 60_000
    qtbot.keyClick(keys, Qt.Key.Key_M)
    assert player.desk.playback.muted
    qtbot.keyClick(keys, Qt.Key.Key_Period)
    assert player.desk.playback.speed == 1.25
    qtbot.keyClick(keys, Qt.Key.Key_PageDown)
    assert player.desk.playback.position == player.script.chapters[2].start_ms
    qtbot.keyClick(keys, Qt.Key.Key_PageUp)
    assert player.desk.playback.position == player.script.chapters[1].start_ms
    qtbot.keyClick(keys, Qt.Key.Key_Minus)
    assert player.transport.volume.value() == 85
    assert player.desk.values.get("playback.volume") == 85


async def test_enter_on_a_line_seeks_and_arrows_only_look(player: PlayerPanel, until: Until, qtbot: QtBot) -> None:
    player.transcript.setCurrentIndex(player.lines.index(5))
    qtbot.keyClick(player.transcript, Qt.Key.Key_Down)
    assert not player.transport.mine
    await until(lambda: any("restored in 2021" in text for text in passages(player)), "the passage")

    qtbot.keyClick(player.transcript, Qt.Key.Key_Return)

    await until(lambda: player.desk.playback.is_playing, "sound")
    player.desk.playback.stop()


async def test_it_plays_and_the_lines_go_along(api: StubApi, player: PlayerPanel, until: Until) -> None:
    api.contents.sound = tone(5)
    positions: list[int] = []
    player.transport.sought.connect(positions.append)

    player.transport.toggle()
    await until(lambda: len(positions) > 5 and positions[-1] > 200, "movement")
    assert player.transport.play.accessibleName() == "Pause"
    player.transport.toggle()
    await until(lambda: not player.desk.playback.is_playing, "silence")

    assert player.wave.position > 200
    player.desk.playback.stop()


async def test_save_as_writes_the_file(
    api: StubApi,
    connected: Window,
    player: PlayerPanel,
    until: Until,
    idle: Idle,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    target = tmp_path / "lake.mp3"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(target), ""))

    player.save_button.click()
    await until(lambda: connected.bar.text == "Saved lake.mp3.", "the bar")
    await idle(connected)

    assert target.read_bytes() == api.contents.sound


async def test_the_stems_go_into_a_folder(
    api: StubApi, connected: Window, until: Until, idle: Idle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    addresses = {
        name: api.serve(name, f"{name}.wav", name.encode(), "audio/wav")
        for name in ("SPEAKER_00", "SPEAKER_01", "music")
    }
    stems = [{"speaker": name, "audio_url": address} for name, address in addresses.items()]
    row = a_request(api.contents, "Scales", order={"outputType": "audio", "stems": True}, stems=stems)
    api.contents.scripts[row["id"]] = script(row["title"], SECONDS)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: str(tmp_path))
    connected.show_panel("player", row["id"])
    panel = connected.panels["player"]
    assert isinstance(panel, PlayerPanel)
    await until(lambda: panel.detail is not None, "the episode")

    panel.stems.button.click()
    await until(lambda: "Saved 3 stems" in connected.bar.text, "the bar")
    await idle(connected)

    for name in addresses:
        assert (tmp_path / f"Scales - {name}.wav").read_text() == name


async def test_an_episode_without_stems_has_no_button_for_them(player: PlayerPanel) -> None:
    assert player.stems.button.isHidden()


async def test_links_go_to_the_clipboard(player: PlayerPanel, api: StubApi) -> None:
    assert player.detail is not None
    player.link_button.click()
    assert QGuiApplication.clipboard().text() == player.detail.audio_url
    player.share_button.click()
    assert QGuiApplication.clipboard().text() == f"{api.address}/share/{player.detail.row.id}"


async def test_a_deleted_episode_is_closed(api: StubApi, connected: Window, player: PlayerPanel, until: Until) -> None:
    assert player.detail is not None
    api.emit("request.deleted", player.detail.row.id)

    await until(player.empty.isVisible, "the empty state")

    assert player.detail is None


async def test_a_script_that_waits_can_be_approved_here(
    api: StubApi, connected: Window, player: PlayerPanel, until: Until, idle: Idle
) -> None:
    row = a_request(api.contents, "Scales", status=55, stage="waiting_for_approval", duration=0)
    api.contents.scripts[row["id"]] = script("Scales", SECONDS)
    player.open(row["id"])
    await until(player.approve_button.isVisible, "the button")
    await idle(connected)

    player.approve_button.click()
    await until(lambda: connected.current is connected.panels.get("queue"), "the queue")
    await idle(connected)

    assert ("POST", f"/studio/requests/{row['id']}/approve", {}) in api.contents.calls


def test_a_name_that_is_taken_gets_a_number(tmp_path: Path) -> None:
    (tmp_path / "a.mp3").touch()
    (tmp_path / "a (2).mp3").touch()

    assert free_name(tmp_path / "a.mp3").name == "a (3).mp3"
    assert free_name(tmp_path / "b.mp3").name == "b.mp3"
