"""Voices and recordings."""

from __future__ import annotations

from pathlib import Path

import example_studio
import example_voices
from camera import settled, until


async def draw(window, api, shot) -> None:
    """Draw all of them."""
    await voice_screens(window, shot)
    await recording_screens(window, api, shot)


async def voice_screens(window, shot) -> None:
    """The catalogue, a blend, a match and the pronunciation book."""
    from app.models.speech_checks import SpeechChecks
    from app.panels.voices import VoicesPanel

    window.show_panel("voices")
    panel = window.panels["voices"]
    assert isinstance(panel, VoicesPanel)
    await until(lambda: panel.book.rows.rows, "voices")
    panel.catalogue.select(1)
    panel.catalogue.toggle_favourite()
    panel.catalogue.select(3)
    panel.catalogue.toggle_favourite()
    panel.catalogue.select(1001)
    await shot("voices")
    panel.catalogue.select(42)
    await shot("voices-needs")
    panel.show_page("blend")
    panel.blend.parts[0].voice.choose(1)
    panel.blend.parts[0].weight.setValue(70)
    panel.blend.parts[1].voice.choose(4)
    panel.blend.parts[1].weight.setValue(40)
    panel.blend.name.setText("Late evening")
    await shot("voices-blend")
    panel.show_page("match")
    match = panel.match
    match.ways.choose("microphone")
    match._way_chosen("microphone")
    match._checks = SpeechChecks(peaks=[0.02, 0.4, 0.55, 0.3, 0.45, 0.02, 0.35, 0.6, 0.5, 0.28] * 9)
    for level in (0.2, 0.5, 0.42, 0.5):
        match.meter.show_level(level)
    match._show_time()
    match._show_checks(ended=False)
    match.name.setText("Ada")
    match.consent.setChecked(True)
    await shot("voices-match")
    match._checks = SpeechChecks(peaks=match._checks.peaks * 2)
    match._show_time()
    match._show_checks(ended=True)
    match._ended(example_voices.MATCHED)
    match.result.show_outcome(example_voices.MATCHED)
    await shot("voices-matched")
    panel.show_page("book")
    panel.book.table.selectRow(next(n for n, r in enumerate(panel.book.rows.rows) if r.entry.word == "Siobhan"))
    await shot("voices-book")
    panel.book._show_view("scan")
    panel.book.scan.script.setPlainText(
        "\n".join(f"SPEAKER_{line[0]:02d}: {line[1]}" for line in example_studio.SCRIPT[:7])
    )
    panel.book.scan.look()
    await until(lambda: panel.book.scan.rows.rows, "doubts")
    await shot("voices-scan")


async def recording_screens(window, api, shot) -> None:
    """The forms, a transcript and separated speakers."""
    from app.panels.recordings import RecordingsPanel

    window.show_panel("recordings")
    panel = window.panels["recordings"]
    assert isinstance(panel, RecordingsPanel)
    await until(lambda: panel.rows.rows and panel.form.episode.count() > 1, "recordings")
    interview = Path(window.values._file).parent / "lock-keeper.wav"
    spans = [(s["startTime"], s["endTime"]) for s in example_voices.segments(60.0)]
    interview.write_bytes(example_voices.track(spans, 60.0))
    panel.form.take_files([interview])
    await shot("recordings")
    panel._choose("revoice")
    panel.form.instructions.setPlainText("A little slower, and leave out the filler words.")
    await shot("recordings-revoice")
    wanted = next(row for row in panel.rows.rows if row.title.startswith("Interview with"))
    await panel.transcript.remember(wanted.id, interview)
    api.contents.requests[:] = [r | {"order": {}} if r["id"] == wanted.id else r for r in api.contents.requests]
    window.show_panel("recordings", wanted.id)
    await until(panel.transcript.lines.rowCount, "the transcript")
    await settled(window)
    panel.transcript.lines.rename("SPEAKER_00", "Maud Ferris")
    panel.transcript.lines.rename("SPEAKER_01", "Ada Brook")
    panel.transcript.speakers.show_names()
    panel.transcript.view.setCurrentIndex(panel.transcript.lines.index(2, 0))
    panel.transcript.transport.seek(19_000)
    panel.transcript._moved(19_000)
    await shot("recordings-transcript")
    tracks = next(row for row in panel.rows.rows if row.title.startswith("Two voices"))
    window.show_panel("recordings", tracks.id)
    await until(lambda: panel.tracks.tracks, "the tracks")
    await settled(window)
    panel.tracks.tracks[0].name.setText("Lock keeper")
    panel.tracks.tracks[1].mute.setChecked(True)
    panel.tracks.player.seek(21_000)
    await shot("recordings-tracks")
    panel._leave()
