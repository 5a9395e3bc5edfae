"""Models of voices, pronunciations, transcripts and speech: filters, corrections, files, checks."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
from example_voices import track
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from app.client.languages import Language, automatic
from app.client.outcomes import Kind
from app.client.pronunciations import Doubt, Pronunciation
from app.client.requests import Row, SpokenLine, SpokenScript
from app.client.voices import Voice, voice_of
from app.models import phrases, pronunciations, recordings, sound_files, subtitles, voices
from app.models.edited_lines import EditedLines
from app.models.sound_files import NotReadable, Tracks
from app.models.speech_checks import SpeechChecks, Verdict
from app.models.tables import Rows
from app.settings.drafts import Draft, Drafts

VOICES = (
    Voice(1, "Heart", language="en", accent="US", sex="female", grade="A", engine="kokoro"),
    Voice(2, "Michael", language="en", accent="US", sex="male", grade="C+", engine="kokoro"),
    Voice(5, "Siwis", language="fr", sex="female", grade="B-", engine="kokoro"),
    Voice(42, "Alpha", language="ja", grade="C", available=False, needs="a Japanese phonemiser", engine="kokoro"),
    Voice(60, "Deutsch", language="de", grade="basic", engine="espeak"),
    Voice(1001, "Morning", language="en", origin="blend", parts=((1, 2.0), (2, 1.0)), engine="kokoro"),
    Voice(1002, "Nova", origin="endpoint", engine="endpoint"),
)
NAMES = {"en": "English", "fr": "Français", "de": "Deutsch"}
SCRIPT = SpokenScript(
    "A talk",
    (
        SpokenLine("SPEAKER_00", "Good day & welcome.", 0, 1500),
        SpokenLine("SPEAKER_01", "Fourty centimetres.", 1600, 3000),
        SpokenLine("SPEAKER_00", "Is that much?", 3661, 3_723_004),
    ),
)


def entries() -> tuple[voices.Entry, ...]:
    return voices.entries_of(VOICES, NAMES, frozenset({2}))


def watched(model: Rows[object] | EditedLines) -> QAbstractItemModelTester:
    return QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)


def test_the_catalogue_goes_by_language_and_the_best_come_first() -> None:
    found = [(entry.language, entry.voice.name) for entry in entries()]

    assert found[:3] == [("English", "Michael"), ("English", "Heart"), ("English", "Morning")]
    assert found[-1] == ("Japanese", "Alpha")


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ({"search": "female us"}, ["Heart"]),
        ({"search": "male"}, ["Michael"]),
        ({"language": "Français"}, ["Siwis"]),
        ({"kind": "favourite"}, ["Michael"]),
        ({"kind": "missing"}, ["Alpha"]),
        ({"kind": "mine"}, ["Morning"]),
        ({"kind": "endpoint"}, ["Nova"]),
        ({"search": "basic"}, ["Deutsch"]),
        ({"search": "nobody"}, []),
    ],
)
def test_voices_are_searched_and_filtered(asked: dict[str, str], names: list[str]) -> None:
    assert [entry.voice.name for entry in voices.chosen(entries(), **asked)] == names


def test_a_row_tells_grade_needs_and_favourite() -> None:
    by_name = {entry.voice.name: entry for entry in entries()}

    assert [by_name[name].tone for name in ("Heart", "Michael", "Alpha", "Deutsch", "Morning")] == [
        "good",
        "muted",
        "bad",
        "warning",
        "accent",
    ]
    assert "needs a Japanese phonemiser" in voices.spoken(by_name["Alpha"])
    assert [e.voice.name for e in entries() if e.blendable] == ["Michael", "Heart", "Siwis"]
    assert [e.voice.name for e in entries() if e.removable] == ["Morning"]
    assert voices.favourites_of(voices.kept_of({7, 2})) == {2, 7}
    assert voices.favourites_of("7, x,") == {7}


def test_voices_beyond_the_default_ones_show_their_word_errors() -> None:
    records = [
        {"id": 29, "name": "Dora", "language": "es", "sex": "female", "wordErrors": 0.0625, "offeredByDefault": False},
        {"id": 1, "name": "Heart", "language": "en", "accent": "US", "wordErrors": 0.0158, "offeredByDefault": True},
        {"id": 1001, "name": "Morning", "origin": "blend", "wordErrors": None, "offeredByDefault": False},
    ]
    read = [voice_of(record) for record in records]
    dora, heart, morning = (voices.Entry(voice, "") for voice in read)

    assert voices.offered(read) == [
        (1, "Heart · US"),
        (29, "Dora · female, 6.2 % word errors"),
        (1001, "Morning · word errors not measured"),
    ]
    assert [each for each, _ in voices.offered(read, language="es")] == [29, 1001]
    assert [entry.errors for entry in (dora, heart, morning)] == ["6.2 %", "1.6 %", "—"]
    assert "6.2 % word errors" in voices.spoken(dora)


def test_automatic_tells_the_word_errors_of_those_who_speak_then() -> None:
    assert automatic(None) == "Automatic"
    assert automatic(Language("English", "en", 32, 0.0253, by_default=True)) == "Automatic"
    assert automatic(Language("Español", "es", 5, 0.0729, by_default=False)) == "Automatic · 7.3 % word errors"
    assert automatic(Language("Klingon", "x", 1, None, by_default=False)) == "Automatic · word errors not measured"


def test_every_table_obeys_qt(qapp: object) -> None:
    catalogue, book, doubts = voices.voice_rows(), pronunciations.book_rows(), pronunciations.doubt_rows()
    orders = recordings.recording_rows()
    watchers = [watched(model) for model in (catalogue, book, doubts, orders)]  # type: ignore[arg-type]

    catalogue.replace(entries())
    catalogue.remove(5)
    entry = pronunciations.named(
        Pronunciation("Siobhan", "/ʃɪvˈɔn/", "e", "en", "show", 9), languages=NAMES, shows={"show": "Notes"}, voices={}
    )
    book.replace([entry])
    book.remove("e")
    doubts.replace([Doubt("SQL", "acronym", 2, "One SQL query.", "")])
    orders.replace([Row("r", "Talk", kind=Kind.TRANSCRIBED), Row("s", "Talk", kind=Kind.SEPARATED)])
    orders.update(Row("r", "A talk", status=40, stage="writing", kind=Kind.TRANSCRIBED))

    assert len(watchers) == 4
    assert catalogue.data(catalogue.index(0, 0)) == "★ Michael"
    assert (entry.scope, entry.language) == ("Notes · A voice that is gone", "English")
    assert doubts.data(doubts.index(0, 1)) == "Letters or a word?"
    assert [orders.data(orders.index(row, 1)) for row in (0, 1)] == ["Transcript", "Tracks"]


def test_a_row_that_is_no_operation_says_its_format() -> None:
    assert phrases.made(Row("r", output_type="text")) == "Article"
    assert not recordings.is_recording(Row("r", kind=1))


def test_words_are_corrected_and_speakers_named(qapp: object) -> None:
    lines = EditedLines()
    watcher = watched(lines)
    told: list[int] = []
    lines.edited.connect(lambda: told.append(1))
    lines.show_heard(SCRIPT, words={2: "Is it much?"}, names={"SPEAKER_00": "Maud", "SPEAKER_07": "Nobody"})

    assert lines.setData(lines.index(1, 0), "Forty  centimetres.")
    assert not lines.setData(lines.index(0, 0), "   ")
    assert not lines.setData(QModelIndex(), "Words")
    lines.rename("SPEAKER_01", " Ada ")
    lines.rename("SPEAKER_01", "")

    assert watcher.model() is lines
    assert lines.corrections() == {1: "Forty centimetres.", 2: "Is it much?"}
    assert lines.names == {"SPEAKER_00": "Maud", "SPEAKER_01": "Ada"}
    assert lines.data(lines.index(1, 0), Qt.ItemDataRole.EditRole) == "Forty centimetres."
    assert len(told) == 2
    lines.take_back()
    assert lines.lines == SCRIPT.lines
    assert not lines.changed


NAMED = {"SPEAKER_00": "Maud <F>", "SPEAKER_01": "Ada"}


def test_subtitles_carry_names_and_times() -> None:
    srt = subtitles.written(SCRIPT.lines[:2], NAMED, "srt")
    vtt = subtitles.written(SCRIPT.lines[:2], NAMED, "vtt")

    assert srt.startswith("1\n00:00:00,000 --> 00:00:01,500\nMaud <F>: Good day & welcome.\n\n2\n")
    assert "00:00:00.000 --> 00:00:01.500\n<v Maud F>Good day &amp; welcome.\n\n" in vtt
    assert subtitles.written(SCRIPT.lines[:1], NAMED, "txt") == "Maud <F>: Good day & welcome.\n"
    document = json.loads(subtitles.written(SCRIPT.lines, NAMED, "json"))
    assert document["segments"][1] == {
        "speaker": "Ada",
        "startTime": 1.6,
        "endTime": 3.0,
        "body": "Fourty centimetres.",
    }


def test_a_long_turn_becomes_cues_that_can_be_read() -> None:
    words = " ".join(f"word{number}" for number in range(80))
    line = SpokenLine("SPEAKER_00", words, 1000, 31_000)

    cues = subtitles.written([line], {}, "srt").strip().split("\n\n")

    texts = [cue.splitlines()[2].removeprefix("SPEAKER_00: ") for cue in cues]
    times = [cue.splitlines()[1].split(" --> ") for cue in cues]
    assert " ".join(texts) == words
    assert max(len(text) for text in texts) <= subtitles.LONGEST_CUE + 8
    assert times[0][0] == "00:00:01,000"
    assert times[-1][1] == "00:00:31,000"
    assert all(ends == begins for (_, ends), (begins, _) in itertools.pairwise(times))


def test_corrections_are_kept_on_this_computer(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path / "transcripts")
    draft = Draft({3: "Words."}, {"SPEAKER_00": "Maud"}, "file:///talk.mp3")

    drafts.keep("../request", draft)

    assert drafts.read("../request") == draft
    assert [path.parent for path in tmp_path.rglob("*.json")] == [tmp_path / "transcripts"]
    drafts.keep("../request", Draft())
    assert not list(tmp_path.rglob("*.json"))
    (tmp_path / "transcripts" / "broken.json").write_text("{", encoding="utf-8")
    assert drafts.read("broken") == Draft()


def verdicts(peaks: list[float], *, ended: bool = True) -> dict[str, Verdict]:
    return {check.name: check.verdict for check in SpeechChecks(peaks=peaks).verdicts(ended=ended)}


SPEECH = [0.02, 0.4, 0.5, 0.3, 0.4, 0.35, 0.5, 0.6, 0.4, 0.3]


@pytest.mark.parametrize(
    ("peaks", "bad"),
    [
        (SPEECH * 12, set()),
        (SPEECH * 5, {"Length", "Speech"}),
        (SPEECH * 700, {"Length"}),
        ([0.01] * 200, {"Level", "Speech"}),
        ([0.02, 1.0, *SPEECH[2:]] * 12, {"Level"}),
        ([0.3, *SPEECH[1:]] * 12, {"Background", "Speech"}),
    ],
)
def test_speech_is_checked_while_it_comes(peaks: list[float], bad: set[str]) -> None:
    assert {name for name, verdict in verdicts(peaks).items() if verdict is Verdict.BAD} == bad
    assert SpeechChecks(peaks=peaks).fits() is not bool(bad)


def test_nothing_is_bad_before_it_could_be_good() -> None:
    assert set(verdicts([], ended=False).values()) == {Verdict.OPEN}


def test_sound_files_are_checked_and_become_mp3(tmp_path: Path) -> None:
    talk = tmp_path / "talk.wav"
    talk.write_bytes(track([(0.5, 5.0), (6.0, 11.5)], 12.0))

    checks = sound_files.checked(talk)
    sound_files.as_mp3(talk, tmp_path / "talk.mp3")
    sound_files.write_mp3(bytes(44_100), tmp_path / "silence.mp3", rate=44_100)

    assert checks.seconds == pytest.approx(12.0, abs=0.2)
    assert 7 < checks.spoken < 11
    assert sound_files.peaks_of(tmp_path / "talk.mp3")[1] == pytest.approx(12.0, abs=0.1)
    assert max(sound_files.peaks_of(tmp_path / "silence.mp3")[0]) < 0.01
    (tmp_path / "fake.mp3").write_bytes(b"MZ" * 500)
    for does in (sound_files.checked, sound_files.peaks_of):
        with pytest.raises(NotReadable, match=r"fake\.mp3"):
            does(tmp_path / "fake.mp3")
    with pytest.raises(NotReadable):
        sound_files.as_mp3(tmp_path / "fake.mp3", tmp_path / "out.mp3")


def test_tracks_are_mixed_by_their_gains(tmp_path: Path) -> None:
    paths = [tmp_path / "0.wav", tmp_path / "1.wav"]
    paths[0].write_bytes(track([(0.0, 1.0)], 2.0))
    paths[1].write_bytes(track([(1.0, 2.0)], 2.0, seed=1))
    tracks = Tracks(paths)

    tracks.gains[:] = [1.0, 0.0]
    first, second = tracks.read(8000), tracks.read(8000)
    ended = tracks.read(8000)
    tracks.seek(8000)
    tracks.gains[:] = [0.0, 1.0]
    again = tracks.read(4000)
    tracks.close()

    assert (tracks.rate, tracks.frames) == (8000, 16_000)
    assert sound_files.peak_of(first) > 0.1
    assert sound_files.peak_of(second) == 0
    assert ended == b""
    assert sound_files.peak_of(again) > 0.1
    (tmp_path / "2.wav").write_bytes(b"no sound")
    with pytest.raises(NotReadable):
        Tracks([paths[0], tmp_path / "2.wav"])
