"""The Voices panel with real widgets: catalogue, blends, voice matches, pronunciation book."""

from __future__ import annotations

from array import array
from collections.abc import Awaitable, Callable
from pathlib import Path

import example_voices
import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from pytestqt.qtbot import QtBot
from stub_api import StubApi, a_request, refusal

from app.models.speech_checks import Verdict
from app.panels.voices import VoicesPanel
from app.widgets.recorder import NO_DEVICE, RATE
from app.window import Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]


@pytest.fixture
async def voices(api: StubApi, connected: Window, until: Until, idle: Idle) -> VoicesPanel:
    """The panel with a whole catalogue."""
    example_voices.catalogue(api)
    connected.show_panel("voices")
    panel = connected.panels["voices"]
    assert isinstance(panel, VoicesPanel)
    await until(lambda: panel.book.rows.rows, "the voices")
    await idle(connected)
    return panel


def names(panel: VoicesPanel) -> list[str]:
    return [entry.voice.name for entry in panel.catalogue.rows.rows]


def heard(panel: VoicesPanel, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    played: list[bytes] = []
    monkeypatch.setattr(panel.desk.playback, "play_bytes", played.append)
    return played


async def test_the_catalogue_is_searched_filtered_and_counted(voices: VoicesPanel, qtbot: QtBot) -> None:
    catalogue = voices.catalogue
    assert voices.summary.text() == "21 voices · 4 languages · 2 of your own"

    qtbot.keyClicks(catalogue.search, "british female")
    qtbot.keyClick(catalogue.search, Qt.Key.Key_Return)
    assert sorted(names(voices)) == ["Emma", "Isabella"]
    assert catalogue.count.text() == "2 matches"

    catalogue.search.clear()
    catalogue.kind.choose("missing")
    catalogue.kind.picked.emit()
    qtbot.keyClick(catalogue.search, Qt.Key.Key_Return)
    assert names(voices) == ["Alpha (Japanese)"]
    assert "needs a Japanese phonemiser" in catalogue.card._needs.text()
    assert not catalogue.card.play.isEnabled()

    catalogue.language.choose("Deutsch")
    catalogue.language.picked.emit()
    assert catalogue.none.isVisible()
    assert catalogue.select(1001)
    assert catalogue.card.entry is not None
    assert catalogue.card.entry.voice.name == "Morning"


async def test_a_sample_plays_and_stops_by_the_keyboard(
    voices: VoicesPanel, qtbot: QtBot, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = heard(voices, monkeypatch)
    catalogue = voices.catalogue
    catalogue.select(2)
    catalogue.table.setFocus()

    qtbot.keyClick(catalogue.table, Qt.Key.Key_Space)
    await until(lambda: played, "the sample")
    assert catalogue.card.play.accessibleName() == "Stop the sample"
    qtbot.keyClick(catalogue.table, Qt.Key.Key_Space)
    assert catalogue.card.play.accessibleName() == "Hear it"

    catalogue.card.play.click()
    await until(lambda: len(played) == 2, "the sample again")
    voices.desk.playback.ended.emit()
    assert catalogue.card.samples.current == ""


async def test_favourites_come_first_and_are_kept(voices: VoicesPanel, qtbot: QtBot) -> None:
    catalogue = voices.catalogue
    catalogue.select(12)
    catalogue.table.setFocus()

    qtbot.keyClick(catalogue.table, Qt.Key.Key_F)

    assert names(voices)[0] == "Lewis"
    assert voices.desk.values.get("voices.favourites") == "12"
    assert catalogue.card.favourite.accessibleName() == "Remove from favourites"
    catalogue.card.favourite.click()
    assert voices.desk.values.get("voices.favourites") == ""


async def test_a_blend_goes_and_comes_back(
    api: StubApi, voices: VoicesPanel, connected: Window, qtbot: QtBot, until: Until, idle: Idle
) -> None:
    voices.catalogue.select(1001)

    qtbot.keyClick(voices.catalogue.table, Qt.Key.Key_Delete)
    await until(lambda: "Morning" not in names(voices), "its removal")
    await until(lambda: "Morning is removed" in connected.bar.text, "the news")
    connected.bar.act()
    await until(lambda: "Morning" in names(voices), "its return")
    await idle(connected)

    parts = [{"voice": 1, "share": 2.0}, {"voice": 3, "share": 1.0}]
    assert ("POST", "/studio/voices", {"name": "Morning", "parts": parts}) in api.contents.calls


async def test_only_own_voices_are_removed(
    api: StubApi, voices: VoicesPanel, connected: Window, until: Until, idle: Idle
) -> None:
    voices.catalogue.select(1002)
    voices.catalogue._remove(voices.catalogue.table.current())
    assert "take the file out and scan again" in connected.bar.text

    voices.catalogue.select(2_000_001)
    voices.catalogue.card.remove.click()
    await until(lambda: "Ada" not in names(voices), "its removal")
    await idle(connected)

    assert ("POST", "/content/RemoveVoice", {"id": 2_000_001}) in api.contents.calls


async def test_the_folder_is_shown_and_looked_at_again(
    api: StubApi, voices: VoicesPanel, connected: Window, until: Until, idle: Idle
) -> None:
    catalogue = voices.catalogue
    assert catalogue.folder_path.text() == "/home/ada/quillcast/voices"
    assert catalogue.faults.text().startswith("narrator.onnx gives no voice: the file")
    api.contents.unusable.clear()
    api.contents.dropped.append(example_voices.a_voice(1009, "Lena", "de", engine="piper", origin="file"))

    catalogue.scan_button.click()
    await until(lambda: "Lena" in names(voices), "the new voice")
    await idle(connected)

    assert connected.bar.text == "1 new voice in the folder."
    assert not catalogue.faults.isVisible()
    assert catalogue.table.current().voice.name == "Lena"


async def test_a_voice_is_used_in_a_new_episode(
    voices: VoicesPanel, connected: Window, until: Until, idle: Idle
) -> None:
    voices.catalogue.select(4)

    voices.catalogue.card.use.click()
    await until(lambda: "create" in connected.panels, "the form")
    await idle(connected)

    assert connected.current is connected.panels["create"]


async def test_a_blend_is_heard_named_and_saved(
    api: StubApi, voices: VoicesPanel, connected: Window, until: Until, idle: Idle, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = heard(voices, monkeypatch)
    voices.views._buttons["blend"].click()
    blend = voices.blend
    first, second, third = blend.parts
    first.voice.choose(1)
    second.voice.choose(4)
    first.weight.setValue(60)
    second.weight.setValue(20)

    blend.play.click()
    await until(lambda: played, "the blend")
    said = next(body for method, path, body in api.contents.calls if path == "/studio/say")
    assert said["parts"] == [{"voice": 1, "share": 6.0}, {"voice": 4, "share": 2.0}]
    assert third.voice_id == 0
    assert "75%" in blend.summary.text()

    blend.save.click()
    assert blend.name_field.fault == "Give the voice a name"
    blend.name.setText("Morning")
    blend.save.click()
    await until(lambda: "another voice" in blend.name_field.fault.lower(), "the fault")
    blend.name.setText("Late evening")
    blend.save.click()
    await until(lambda: "Late evening" in names(voices), "the new voice")
    await idle(connected)

    assert voices.views.value() == "catalogue"
    assert voices.catalogue.table.current().voice.name == "Late evening"


async def test_one_voice_is_no_blend(api: StubApi, voices: VoicesPanel) -> None:
    voices.show_page("blend")
    first, second, _third = voices.blend.parts
    first.voice.choose(1)
    second.voice.choose(1)

    voices.blend.play.click()

    assert voices.blend.parts_field.fault.startswith("Choose two different voices")
    assert not [call for call in api.contents.calls if call[1] == "/studio/say"]


async def test_a_voice_match_from_a_file(
    api: StubApi, voices: VoicesPanel, connected: Window, tmp_path: Path, until: Until, idle: Idle
) -> None:
    talk = tmp_path / "Maud.wav"
    talk.write_bytes(example_voices.track([(0.5, 6.0), (7.0, 13.0)], 14.0))
    voices.views._buttons["match"].click()
    match = voices.match
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(talk))])

    assert voices.drop(data)
    await until(match.name.text, "the checks")
    assert {check.verdict for check in match.checks.checks} == {Verdict.GOOD}
    assert not match.make_button.isEnabled()
    assert match.make_button.toolTip() == "Still needed: the consent."
    match.consent.click()
    match.make_button.click()
    await until(lambda: match._request, "the request")
    path, fields, sent = api.contents.uploads[0]
    assert (path, fields) == ("/content/CloneVoice", {"name": "Maud"})
    assert sent[:1] == b"\xff" or sent[:3] == b"ID3"

    request_id = match._request
    api.move(request_id, status=45, stage="voicing", progress_text="Finding the nearest voice")
    await until(lambda: match.result.title.text() == "Finding the nearest voice", "its progress")
    told = "Maud is a voice match, not a clone. Its likeness to the recording is 0.64 of 1."
    api.contents.voices.append(example_voices.a_voice(2_000_002, "Maud", origin="own", clientId="owner"))
    api.move(request_id, status=100, stage="completed", title="Maud", response_text=told, voice_id=2_000_002)
    await until(lambda: match.result.figure.text() == "0.64", "the figure")
    await idle(connected)

    assert match.result.told.text() == told
    assert not match.consent.isChecked()
    match.result.use.click()
    await until(lambda: voices.views.value() == "catalogue", "the catalogue")
    await idle(connected)
    assert voices.catalogue.table.current().voice.name == "Maud"


async def test_a_refused_recording_says_why(
    api: StubApi, voices: VoicesPanel, connected: Window, tmp_path: Path, until: Until, idle: Idle
) -> None:
    talk = tmp_path / "talk.wav"
    talk.write_bytes(example_voices.track([(0.5, 12.0)], 13.0))
    voices.show_page("match")
    match = voices.match
    match.take_files([talk])
    await until(match.name.text, "the checks")
    match.consent.setChecked(True)
    api.contents.faults["/content/CloneVoice"] = (403, refusal("pro_required", "CloneVoice needs the PRO plan."))
    match.make_button.click()
    await until(lambda: "PRO" in connected.bar.text, "the refusal")
    assert match.make_button.isEnabled()
    api.contents.faults.clear()

    match.make_button.click()
    await until(lambda: match._request, "the request")
    api.move(match._request, status=10, error_code=1002, error="More than one person speaks in speech.mp3.")
    await until(lambda: match.result.title.text() == "It can't be matched", "the end")
    await idle(connected)

    assert match.checks.checks[-1].verdict is Verdict.BAD
    assert match.result.told.text().startswith("More than one person")


async def test_what_is_no_speech_is_not_sent(
    api: StubApi, voices: VoicesPanel, connected: Window, tmp_path: Path, until: Until
) -> None:
    (tmp_path / "fake.mp3").write_bytes(b"MZ" * 400)
    (tmp_path / "short.wav").write_bytes(example_voices.track([(0.0, 3.0)], 3.0))
    match = voices.match
    voices.show_page("match")

    match.take_files([tmp_path / "fake.mp3"])
    await until(lambda: "fake.mp3 can't be read" in connected.bar.text, "the sentence")
    match.take_files([tmp_path / "short.wav"])
    await until(match.name.text, "the checks")
    match.consent.setChecked(True)

    assert not match.make_button.isEnabled()
    assert match.checks.checks[0].text == "3 of at least 10 seconds"
    assert not api.contents.uploads


async def test_without_a_microphone_it_says_so(voices: VoicesPanel) -> None:
    voices.show_page("match")
    voices.match.ways._buttons["microphone"].click()

    voices.match.record_button.click()

    assert voices.match.device.text() == NO_DEVICE
    assert not voices.match.recorder.is_running


async def test_checks_come_while_somebody_speaks(
    api: StubApi, voices: VoicesPanel, connected: Window, until: Until, idle: Idle
) -> None:
    voices.show_page("match")
    match = voices.match
    match.ways._buttons["microphone"].click()
    loud = array("h", [9000, -9000] * (RATE * 4 // 10)).tobytes()
    pause = bytes(RATE * 4 // 10)

    match.recorder.take(loud)
    assert match.meter.level > 0.5
    assert match.checks.checks[0].text == "1 of at least 10 seconds"
    for _ in range(13):
        match.recorder.take(pause)
        match.recorder.take(loud)
    match.name.setText("Ada")
    match.consent.setChecked(True)
    assert match.time.text() == "00:13"
    assert match.make_button.isEnabled()
    match.make_button.click()
    await until(lambda: api.contents.uploads, "the upload")
    await idle(connected)


async def test_a_word_is_written_heard_changed_and_removed(
    api: StubApi, voices: VoicesPanel, connected: Window, until: Until, idle: Idle, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = heard(voices, monkeypatch)
    voices.views._buttons["book"].click()
    book, form = voices.book, voices.book.form
    book.new_button.click()
    form.keep_button.click()
    assert form.fields["word"].fault == "Is needed"
    form.word.setText("Quill")
    form.said.setText("/kwˈɪl/")
    form.language.choose("en")
    form.voice.choose(3)

    form.play.click()
    await until(lambda: played, "the word")
    said = next(body for _method, path, body in api.contents.calls if path == "/studio/say")
    assert (said["text"], said["voice"], said["language"]) == ("[Quill](/kwˈɪl/)", 3, "English")
    form.keep_button.click()
    await until(lambda: any(row.entry.word == "Quill" for row in book.rows.rows), "the entry")
    await idle(connected)
    assert book.table.current().scope == "Emma"

    form.said.setText("kwill")
    form.keep_button.click()
    await until(lambda: book.table.current().entry.said == "kwill", "the change")
    await idle(connected)
    form.remove_button.click()
    await until(lambda: not any(row.entry.word == "Quill" for row in book.rows.rows), "its removal")
    connected.bar.act()
    await until(lambda: any(row.entry.word == "Quill" for row in book.rows.rows), "its return")
    await idle(connected)


async def test_a_word_that_is_there_stays_in_the_form(voices: VoicesPanel, until: Until) -> None:
    voices.show_page("book")
    form = voices.book.form
    form.begin()
    form.word.setText("GIF")
    form.said.setText("ghif")

    form.keep_button.click()

    await until(lambda: form.fields["word"].fault == "Is in the book already", "the fault")


async def test_a_script_is_looked_through_and_words_are_added(
    api: StubApi, voices: VoicesPanel, connected: Window, until: Until, idle: Idle
) -> None:
    request = a_request(api.contents, "Lake Vell")
    lines = [{"speaker": "SPEAKER_00", "text": "To Wexcombe.", "startMs": 0, "endMs": 900, "passages": []}]
    api.contents.scripts[request["id"]] = {"title": "Lake Vell", "lines": lines}
    voices.reload()
    await idle(connected)
    voices.views._buttons["book"].click()
    voices.book.views._buttons["scan"].click()
    scan = voices.book.scan
    scan.request.choose(request["id"])
    scan.request.picked.emit()
    await until(lambda: scan.script.toPlainText() == "SPEAKER_00: To Wexcombe.", "the script")

    scan.start.click()
    await until(lambda: scan.rows.rows, "the doubts")
    assert "Siobhan" not in [doubt.word for doubt in scan.rows.rows]
    count = len(scan.rows.rows)
    scan.add_button.click()
    await until(lambda: len(scan.rows.rows) == count - 1, "the word in the book")
    await idle(connected)

    assert [e["said"] for e in api.contents.pronunciations if e["word"] == "Wexcombe"] == ["/wˈɛkskəm/"]
    connected.bar.act()
    assert voices.book.views.value() == "book"
    assert voices.book.form.word.text() == "Wexcombe"
