"""The Recordings panel with real widgets: the forms, transcripts that are corrected, tracks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import example_voices
import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot
from stub_api import Record, StubApi, a_request, refusal

from app.panels.recordings import RecordingsPanel
from app.widgets.tracks import NO_DEVICE
from app.window import Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]
SEGMENTS = [
    {"speaker": "SPEAKER_00", "startTime": 0.0, "endTime": 1.5, "body": "Good day."},
    {"speaker": "SPEAKER_01", "startTime": 1.6, "endTime": 3.0, "body": "Fourty centimetres."},
    {"speaker": "SPEAKER_00", "startTime": 3.2, "endTime": 4.0, "body": "Is that much?"},
]


def an_order(api: StubApi, kind: int, title: str = "The weir", **fields: object) -> Record:
    known = {"output_type": "", "request_type_id": kind, "duration": 0, "order": {}}
    return a_request(api.contents, title, **(known | fields))


async def shown(connected: Window, idle: Idle) -> RecordingsPanel:
    connected.show_panel("recordings")
    panel = connected.panels["recordings"]
    assert isinstance(panel, RecordingsPanel)
    await idle(connected)
    return panel


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """A short recording."""
    path = tmp_path / "talk.wav"
    path.write_bytes(example_voices.track([(0.1, 1.5), (1.6, 3.0)], 4.0))
    return path


def sent(api: StubApi, path: str) -> list[Record]:
    return [body for method, called, body in api.contents.calls if called == path and method == "POST"]


async def test_a_file_is_transcribed(api: StubApi, connected: Window, talk: Path, until: Until, idle: Idle) -> None:
    panel = await shown(connected, idle)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(talk))])
    assert panel.empty.isVisible()

    assert panel.drop(data)
    panel.form.speakers.choose(2)
    panel.form.language.choose("Deutsch")
    panel.form.send.click()
    await until(lambda: panel.rows.rows, "the request")
    await idle(connected)

    path, fields, content = api.contents.uploads[0]
    assert (path, fields) == ("/content/GetTranscript", {"speakers": "2", "language": "Deutsch"})
    assert content[:4] == b"RIFF"
    assert "in the queue" in connected.bar.text
    assert panel.form.recorded.file is None
    api.move(panel.rows.rows[0].id, status=40, stage="writing", progress_text="Listening")
    await until(lambda: panel.rows.rows[0].status == 40, "its progress")


async def test_an_address_is_taken_apart_by_speaker(api: StubApi, connected: Window, until: Until, idle: Idle) -> None:
    panel = await shown(connected, idle)
    panel.views._buttons["separate"].click()
    data = QMimeData()
    data.setText("https://example.org/talk.mp3")

    assert panel.drop(data)
    panel.form.send.click()
    await until(lambda: panel.rows.rows, "the request")
    await idle(connected)

    assert sent(api, "/content/SeparateSpeakersAudio") == [{"audioUrl": "https://example.org/talk.mp3"}]
    assert panel.form.price.text() == "200 credits, given back if it fails"


async def test_an_episode_is_spoken_again(api: StubApi, connected: Window, until: Until, idle: Idle) -> None:
    episode = a_request(api.contents, "Lake Vell")
    panel = await shown(connected, idle)
    panel.views._buttons["revoice"].click()
    panel.form.ways._buttons["episode"].click()
    panel.form.episode.choose(episode["id"])
    panel.form.voice1.choose(2)
    panel.form.voice2.choose(3)
    panel.form.instructions.setPlainText("slower")

    panel.form.send.click()
    await until(lambda: panel.rows.rows, "the request")
    await idle(connected)

    [order] = sent(api, "/content/ModifyPodcast")
    assert (order["voice1"], order["voice2"], order["instructions"]) == (2, 3, "slower")
    assert order["audioUrl"] == f"{api.address}/media/{episode['id']}/episode.mp3"


async def test_faults_stand_at_their_fields(
    api: StubApi, connected: Window, tmp_path: Path, until: Until, idle: Idle
) -> None:
    panel = await shown(connected, idle)
    form = panel.form
    form.send.click()
    assert form.fields["audioFile"].fault == "Choose a recording"
    (tmp_path / "notes.txt").write_text("Words.", encoding="utf-8")
    form.take_files([tmp_path / "notes.txt"])
    assert form.fields["audioFile"].fault.endswith("is neither an MP3 nor a WAV file")
    (tmp_path / "empty.mp3").touch()
    form.take_files([tmp_path / "empty.mp3"])
    assert form.fields["audioFile"].fault == "Empty.mp3 is empty"

    form.ways._buttons["address"].click()
    form.address.setText("ftp://example.org/talk.mp3")
    told = refusal("invalid_field", "audioUrl: wrong.", ("audioUrl", "the address must start with http"))
    api.contents.faults["/content/GetTranscript"] = (400, told)
    form.send.click()
    await until(lambda: form.fields["audioUrl"].fault, "the fault")
    await idle(connected)
    assert form.fields["audioUrl"].fault == "The address must start with http"
    assert not api.contents.uploads


@pytest.fixture
async def transcript(api: StubApi, connected: Window, talk: Path, until: Until, idle: Idle) -> RecordingsPanel:
    """The panel with a transcript open whose recording is a file of this computer."""
    row = an_order(api, 18)
    api.contents.transcripts[row["id"]] = SEGMENTS
    panel = await shown(connected, idle)
    await panel.transcript.remember(row["id"], talk)
    connected.show_panel("recordings", row["id"])
    await until(panel.transcript.lines.rowCount, "the transcript")
    await idle(connected)
    return panel


async def test_a_transcript_is_heard_from_any_line(transcript: RecordingsPanel, talk: Path, qtbot: QtBot) -> None:
    page = transcript.transcript
    assert page.isVisible()
    assert page.subtitle.text() == "00:04 · 2 speakers · 7 words"
    page.view.setCurrentIndex(page.lines.index(1, 0))

    qtbot.keyClick(page.view, Qt.Key.Key_Return)

    assert transcript.desk.playback.address == QUrl.fromLocalFile(str(talk)).toString()
    assert transcript.desk.playback.position == 1600
    page._moved(3300)
    assert page.lines.follow(3300) is None
    transcript.desk.playback.stop()


async def test_words_and_names_are_corrected_kept_and_exported(
    transcript: RecordingsPanel, connected: Window, tmp_path: Path, qtbot: QtBot, idle: Idle
) -> None:
    page = transcript.transcript
    page.view.setCurrentIndex(page.lines.index(1, 0))
    page.edit_button.click()
    editor = page.view.findChild(QPlainTextEdit)
    assert editor is not None
    assert editor.toPlainText() == "Fourty centimetres."
    editor.setPlainText("Forty centimetres.")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    field = page.speakers.fields["SPEAKER_01"]
    field.setText("Ada")
    field.editingFinished.emit()
    await idle(connected)
    assert page.back_button.isVisible()

    for form in ("srt", "vtt", "txt", "json"):
        await page.write(tmp_path / f"talk.{form}", form)
    assert "Ada: Forty centimetres." in (tmp_path / "talk.srt").read_text(encoding="utf-8")
    assert (tmp_path / "talk.vtt").read_text(encoding="utf-8").startswith("WEBVTT")
    await page.write(tmp_path / "missing" / "talk.srt", "srt")
    assert "can't be written" in connected.bar.text

    transcript._leave()
    connected.show_panel("recordings", transcript.rows.rows[0].id)
    await idle(connected)
    assert page.lines.lines[1].text == "Forty centimetres."
    assert page.speakers.fields["SPEAKER_01"].text() == "Ada"
    page.back_button.click()
    await idle(connected)
    assert page.lines.lines[1].text == "Fourty centimetres."


async def test_words_are_found_round_and_round(transcript: RecordingsPanel, connected: Window) -> None:
    page = transcript.transcript
    transcript.go_to_search()
    page.search.setText("good")

    for _ in range(2):
        page.find_next()
        assert page.view.currentIndex().row() == 0
    page.search.setText("nowhere")
    page.find_next()

    assert connected.bar.text == "“nowhere” is not said here."


async def test_a_transcript_without_its_recording_is_read_all_the_same(
    api: StubApi, connected: Window, until: Until, idle: Idle
) -> None:
    row = an_order(api, 18, order={"episodeId": "gone"})
    api.contents.transcripts[row["id"]] = SEGMENTS
    panel = await shown(connected, idle)

    panel.table.opened.emit(panel.rows.rows[0])
    await until(panel.transcript.isVisible, "the transcript")
    await idle(connected)

    assert panel.transcript.no_sound.isVisible()
    assert panel.transcript.choose_button.isVisible()
    assert not panel.transcript._player.isVisible()


@pytest.fixture
async def tracks(api: StubApi, connected: Window, until: Until, idle: Idle) -> RecordingsPanel:
    """The panel with two separated speakers."""
    row = an_order(api, 16, speakers=example_voices.speakers(api, seconds=3.0), notes=["Both are heard in one."])
    panel = await shown(connected, idle)
    connected.show_panel("recordings", row["id"])
    await until(lambda: panel.tracks.play.isEnabled() and panel.tracks.tracks, "the tracks")
    await idle(connected)
    return panel


async def test_speakers_are_silenced_and_heard_alone(tracks: RecordingsPanel, connected: Window) -> None:
    page = tracks.tracks
    first, second = page.tracks
    assert page.subtitle.text() == "00:03 · 2 speakers"
    assert page.notes.text() == "Both are heard in one."

    first.mute.click()
    assert page.gains == [0.0, 1.0]
    first.solo.click()
    assert page.gains == [1.0, 0.0]
    second.solo.click()
    assert page.gains == [1.0, 1.0]
    page.everyone.click()
    assert page.gains == [1.0, 1.0]
    assert not first.mute.isChecked()
    assert page.player._tracks is not None
    assert page.player._tracks.gains == [1.0, 1.0]

    second.wave.sought.emit(1000)
    assert (first.wave.position, page.time.text()) == (1000, "00:01")
    page.skip(-1)
    assert first.wave.position == 0


async def test_without_a_loudspeaker_it_says_so(tracks: RecordingsPanel, connected: Window) -> None:
    tracks.tracks.play.click()

    assert connected.bar.text == NO_DEVICE
    assert not tracks.tracks.player.is_playing


async def test_a_track_is_saved_under_its_speakers_name(
    api: StubApi, tracks: RecordingsPanel, connected: Window, tmp_path: Path, until: Until, idle: Idle
) -> None:
    page = tracks.tracks
    page.tracks[1].name.setText("Lock keeper")
    folder = tmp_path / "out"
    folder.mkdir()

    await page._saved_all(folder)

    saved = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert sorted(saved) == ["The weir - Lock keeper.wav", "The weir - Speaker 1.wav"]
    assert saved["The weir - Lock keeper.wav"] == api.contents.sounds["track1.wav"]
    assert connected.bar.text == "Saved 2 tracks to out."


async def test_results_are_opened_where_they_belong(api: StubApi, connected: Window, until: Until, idle: Idle) -> None:
    revoiced = an_order(api, 15, "Spoken again", duration=12.0)
    api.contents.scripts[revoiced["id"]] = {"title": "Spoken again", "lines": []}
    waiting = an_order(api, 18, "Not yet", status=20, stage="writing")
    matched = an_order(api, 17, "Ada", voice_id=2)
    panel = await shown(connected, idle)
    by_id = {row.id: row for row in panel.rows.rows}

    for row, place in ((waiting, "queue"), (matched, "voices"), (revoiced, "player")):
        connected.show_panel("recordings")
        panel._open_row(by_id[row["id"]])
        await until(lambda place=place: connected.current is connected.panels.get(place), place)
        await idle(connected)


async def test_the_queue_opens_recordings(api: StubApi, connected: Window, until: Until, idle: Idle) -> None:
    row = an_order(api, 18)
    api.contents.transcripts[row["id"]] = SEGMENTS
    connected.show_panel("queue")
    await idle(connected)
    queue = connected.panels["queue"]

    queue.table.opened.emit(queue.rows.rows[0])  # type: ignore[attr-defined]
    await until(lambda: "recordings" in connected.panels, "the recordings")
    await idle(connected)

    assert connected.panels["recordings"].transcript.isVisible()  # type: ignore[attr-defined]


async def test_a_recording_is_deleted_and_comes_back(
    api: StubApi, connected: Window, qtbot: QtBot, until: Until, idle: Idle
) -> None:
    an_order(api, 16, "Two voices", speakers=[])
    panel = await shown(connected, idle)
    panel.table.selectRow(0)

    qtbot.keyClick(panel.table, Qt.Key.Key_Delete)
    await until(lambda: not panel.rows.rows, "its removal")
    connected.bar.act()
    await until(lambda: panel.rows.rows, "its return")
    await idle(connected)


async def test_a_big_transcript_never_holds_the_window(
    api: StubApi, connected: Window, watchdog: object, until: Until, idle: Idle
) -> None:
    row = an_order(api, 18)
    api.contents.transcripts[row["id"]] = [
        {"speaker": f"SPEAKER_0{n % 3}", "startTime": n * 5.0, "endTime": n * 5.0 + 4, "body": "So many words. " * 5}
        for n in range(700)
    ]
    panel = await shown(connected, idle)

    with watchdog:  # type: ignore[attr-defined]
        panel._open_row(panel.rows.rows[0])
        await until(panel.transcript.isVisible, "the transcript")
        await idle(connected)

    assert watchdog.worst < 0.25  # type: ignore[attr-defined]
