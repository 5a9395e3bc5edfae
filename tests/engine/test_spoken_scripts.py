"""Given scripts through the real engine: marks, speakers, stems, and voices that are not there."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.domain.errors import CannotProduce
from server.domain.pronunciations import Pronunciation
from server.domain.requests import OutputType, Quality
from server.domain.scripts import Line, Script
from server.domain.voices import SpeechEngine, Voice
from server.engine.jobs import Event, Failed, Finished, Job, Progressed
from server.engine.pool import ProcessEngine
from server.engine.specs import RenderSpec
from server.engine.stages.voicing import choose_voices, said_by, voice_by_speaker


def spec(**more: object) -> RenderSpec:
    return RenderSpec(output_type=OutputType.AUDIO, sources=(), **more)  # type: ignore[arg-type]


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[ProcessEngine]:
    made = ProcessEngine(cache=tmp_path / "models", cores=2, idle_s=0.0)
    yield made
    made.stop()


def outcome(engine: ProcessEngine, order: RenderSpec, work: Path) -> Event:
    ended = threading.Event()
    heard: list[Event] = []

    def hear(event: Event) -> None:
        if not isinstance(event, Progressed):
            heard.append(event)
            ended.set()

    engine.listen(hear)
    engine.submit(Job("job", 1, order, work))
    assert ended.wait(600)
    return heard[0]


def test_a_script_of_three_with_marks_becomes_an_episode_with_stems(engine: ProcessEngine, tmp_path: Path) -> None:
    script = (
        "SPEAKER_00: Guten *Morgen*. [pause 2s]\n"
        "SPEAKER_02: Es ist [pause 500ms] acht Uhr.\n"
        "SPEAKER_01: Ja."
    )  # fmt: skip

    ended = outcome(engine, spec(script=script, language="de", stems=True, title="T"), tmp_path / "work")

    assert isinstance(ended, Finished), ended
    result = ended.result
    assert result.response_text == ("SPEAKER_00: Guten Morgen.\nSPEAKER_02: Es ist acht Uhr.\nSPEAKER_01: Ja.")
    assert [artefact.name for artefact in result.artefacts] == ["audio", "stem_00", "stem_01", "stem_02"]
    assert result.details["stems"][2] == {"speaker": "SPEAKER_02", "artefact": "stem_02"}
    assert result.recording is not None
    (_, first_end), (second_start, _), _ = result.recording.line_times_ms
    assert second_start - first_end == pytest.approx(2000, abs=5)
    assert len(result.recording.voices) == 3


def test_a_voice_that_was_removed_is_told_as_unavailable(engine: ProcessEngine, tmp_path: Path) -> None:
    ended = outcome(engine, spec(script="SPEAKER_00: Hello.", language="en", voices=(99_999,)), tmp_path / "work")

    assert isinstance(ended, Failed)
    assert int(ended.error.error_code) == 1003
    assert "99999" in ended.error.message


def test_own_voices_are_taken_and_speakers_keep_their_places() -> None:
    own = Voice(10_001, "Mine", SpeechEngine.PIPER, "mine", "en", source="/mine.onnx")
    order = spec(voices=(1, 10_001, 3, 2), own_voices=(own,))
    script = Script("T", "en", (Line(0, "A."), Line(3, "B."), Line(1, "C.")))

    chosen = choose_voices(order, "en", speakers=4)

    assert {n: v.name for n, v in voice_by_speaker(script, chosen).items()} == {0: "Heart", 1: "Mine", 3: "Michael"}


def test_missing_voices_are_filled_without_naming_one_twice() -> None:
    chosen = choose_voices(spec(voices=(2,)), "en", speakers=4)

    assert chosen[0].name == "Michael"
    assert chosen[1].sex == "female"
    assert len(set(chosen)) == 4


def test_a_language_that_no_voice_speaks_is_told() -> None:
    with pytest.raises(CannotProduce, match="zu"):
        choose_voices(spec(), "zu")
    with pytest.raises(CannotProduce, match="speaks English"):
        choose_voices(spec(voices=(1,)), "fr")


def test_a_voice_of_an_endpoint_speaks_every_language() -> None:
    nova = Voice(10_002, "Nova", SpeechEngine.ENDPOINT, "nova", "")

    assert choose_voices(spec(voices=(10_002,), own_voices=(nova,)), "zu", speakers=1) == (nova,)


def test_a_draft_keeps_to_the_fast_voices() -> None:
    chosen = choose_voices(spec(voices=(5, 6), quality=Quality.DRAFT), "en")

    assert {voice.engine for voice in chosen} == {SpeechEngine.HIBARI}


def test_the_book_is_applied_before_the_voice() -> None:
    heart = choose_voices(spec(voices=(1,)), "en", speakers=1)[0]
    book = (Pronunciation("1", "Quill", "/kwˈɪl/", "en"),)
    line = Line(0, "A Quill.", markup="A *Quill*.")

    assert said_by(spec(pronunciations=book), Script("T", "en", (line,)), line, heart) == "A *[Quill](/kwˈɪl/)*."
