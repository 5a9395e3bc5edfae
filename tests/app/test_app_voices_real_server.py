"""The Voices panel against the real server: blends, what is said at once, the pronunciation book."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import example_voices
import pytest

from app.client.outcomes import Kind
from app.panels.recordings import RecordingsPanel
from app.panels.voices import VoicesPanel
from app.window import Window

pytest.importorskip("server.embedded", reason="the server is not part of this tree")

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]


async def test_a_blend_and_a_word_go_to_the_server_and_back(
    real: Window, until: Until, idle: Idle, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[bytes] = []
    monkeypatch.setattr(real.desk.playback, "play_bytes", played.append)
    real.show_panel("voices")
    panel = real.panels["voices"]
    assert isinstance(panel, VoicesPanel)
    await until(lambda: len(panel.catalogue.rows.rows) == 3, "the voices")
    await idle(real)
    assert panel.catalogue.folder_path.text().endswith("voices")
    assert panel.catalogue.entries[-1].grade == "Missing"

    panel.show_page("blend")
    panel.blend.parts[0].voice.choose(1)
    panel.blend.parts[1].voice.choose(2)
    panel.blend.hear()
    await until(lambda: played, lambda: f"the blend ({real.bar.text})")
    panel.blend.name.setText("Evening")
    panel.blend.save.click()
    await until(lambda: len(panel.catalogue.rows.rows) == 4, lambda: f"the new voice ({real.bar.text})")
    await idle(real)
    assert panel.catalogue.table.current().voice.parts == ((1, 5.0), (2, 5.0))
    panel.catalogue.card.remove.click()
    await until(lambda: len(panel.catalogue.rows.rows) == 3, "its removal")
    await idle(real)

    panel.show_page("book")
    panel.book.begin()
    panel.book.form.word.setText("Siobhan")
    panel.book.form.said.setText("Shiv-awn")
    panel.book.form.keep_button.click()
    await until(lambda: panel.book.rows.rows, lambda: f"the entry ({real.bar.text})")
    await idle(real)
    panel.book._show_view("scan")
    panel.book.scan.script.setPlainText("SPEAKER_00: With Siobhan to Wexcombe.")
    panel.book.scan.look()
    await until(lambda: panel.book.scan.rows.rows, lambda: f"the doubts ({real.bar.text})")
    await idle(real)
    words = [doubt.word.strip(".") for doubt in panel.book.scan.rows.rows]
    assert "Wexcombe" in words
    assert "Siobhan" not in words


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """A recording of somebody who speaks for twelve seconds."""
    path = tmp_path / "talk.wav"
    path.write_bytes(example_voices.track([(0.5, 6.0), (7.0, 13.0)], 14.0))
    return path


async def test_a_recording_is_transcribed_and_taken_apart(real: Window, talk: Path, until: Until, idle: Idle) -> None:
    real.show_panel("recordings")
    panel = real.panels["recordings"]
    assert isinstance(panel, RecordingsPanel)
    await idle(real)

    for task in ("transcribe", "separate"):
        panel._choose(task)
        panel.form.take_files([talk])
        panel.form.send.click()
        await until(lambda: panel.form.recorded.file is None, lambda: f"the order ({real.bar.text})")
        await idle(real)
    await until(lambda: [row.status for row in panel.rows.rows] == [100, 100], "both results")
    await idle(real)
    assert sorted(row.kind for row in panel.rows.rows) == [Kind.SEPARATED, Kind.TRANSCRIBED]

    panel._open_row(next(row for row in panel.rows.rows if row.kind == Kind.TRANSCRIBED))
    await until(panel.transcript.isVisible, lambda: f"the transcript ({real.bar.text})")
    await idle(real)
    assert [line.text for line in panel.transcript.lines.lines] == ["Good day."]
    assert panel.transcript.transport.isVisible()


async def test_a_voice_match_is_made_shown_and_removed(real: Window, talk: Path, until: Until, idle: Idle) -> None:
    real.show_panel("voices", "match")
    panel = real.panels["voices"]
    assert isinstance(panel, VoicesPanel)
    await idle(real)
    match = panel.match
    match.take_files([talk])
    await until(match.name.text, "the checks")
    match.name.setText("Maud")
    match.consent.setChecked(True)

    match.make_button.click()
    await until(lambda: match.result.title.text() == "Maud is there", lambda: f"the voice ({real.bar.text})")
    assert match.result.told.text() == "Maud is a voice match."
    match.result.use.click()
    await until(lambda: panel.catalogue.card.entry and panel.catalogue.card.entry.voice.name == "Maud", "the voice")
    await idle(real)
    assert panel.catalogue.card.entry is not None
    assert panel.catalogue.card.entry.voice.origin == "own"

    panel.catalogue.card.remove.click()
    await until(lambda: len(panel.catalogue.rows.rows) == 3, "its removal")
    await idle(real)
