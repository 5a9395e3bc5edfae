"""Drafts through the real stages: one changed line is one spoken line, and everything else stays to the sample."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from inline_workers import InlineWorkers
from numpy.typing import NDArray

from server.domain.episode_drafts import CastMember, DraftChapter, DraftLine, EpisodeDraft, Mixing, MusicUse
from server.domain.requests import OutputType
from server.domain.sources import SourceKind
from server.engine.audio.decoding import decode
from server.engine.audio.inspecting import inspect
from server.engine.audio.joining import FRAME, crc16
from server.engine.audio.signals import EPISODE_RATE
from server.engine.audio.tagging import read_tags
from server.engine.jobs import RenderResult
from server.engine.making.episodes import make_episode
from server.engine.specs import RenderSpec, SourceSpec
from server.engine.stages.context import Context
from server.engine.workers import Supervision
from server.engine.workfolders import WorkFolder

LINES = (
    "The tide comes in twice a day at this harbour.",
    "And why is that so?",
    "Because the moon pulls at the sea, and the earth turns under it.",
    "Right.",
    "So the water rises on two sides of the earth at once, and falls between them.",
)


def a_draft(**changes: object) -> EpisodeDraft:
    lines = tuple(DraftLine(f"l{n}", n % 2, text) for n, text in enumerate(LINES, 1))
    cast = (CastMember(0, 101), CastMember(1, 102))
    return replace(EpisodeDraft("Tides", "en", lines, cast, (DraftChapter("All", "l1"),)), **changes)  # type: ignore[arg-type]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., RenderResult]:
    """Makes a draft in one work folder; `make.spoken` keeps what the voices were asked to say."""
    import server.engine.speech.synthesis as synthesis

    spoken: list[tuple[str, float]] = []

    def speak(text: str, voice: object, *, speed: float = 1.0, **_: object) -> NDArray[np.float32]:
        spoken.append((text, speed))
        seconds = 0.06 * len(text) / speed
        t = np.arange(int(seconds * 24_000)) / 24_000
        rng = np.random.default_rng(len(text))
        syllables = np.abs(np.sin(np.pi * 4 * t)) ** (9.0 if text.endswith("!") else 0.6)
        return (0.12 * syllables * (np.sin(2 * np.pi * 150 * t) + 0.3 * rng.standard_normal(len(t)))).astype(np.float32)

    monkeypatch.setattr(synthesis, "speak", speak)

    def made(draft: EpisodeDraft, before: RenderResult | None = None, **more: object) -> RenderResult:
        kept = {take.key: take.path for take in before.takes if take.path != Path()} if before else {}
        spec = RenderSpec(
            OutputType.AUDIO,
            (),
            language="en",
            draft=draft,
            keeps_takes=True,
            takes=tuple(kept.items()),
            levels=before.mix.levels if before and before.mix else None,
            **more,  # type: ignore[arg-type]
        )
        work = WorkFolder(tmp_path / "work")
        work.prepare()
        workers = InlineWorkers()
        context = Context(spec, work, tmp_path, workers, Supervision(), lambda *_: None)  # type: ignore[arg-type]
        return make_episode(context)

    workers_retire = lambda _self, _kind: None  # noqa: E731
    monkeypatch.setattr(InlineWorkers, "retire", workers_retire, raising=False)
    made.spoken = spoken  # type: ignore[attr-defined]
    return made


def heard(result: RenderResult) -> NDArray[np.float32]:
    return np.concatenate([block[0] for block in decode(result.artefacts[0].path, rate=EPISODE_RATE)])


def sound_of(result: RenderResult, line: int) -> NDArray[np.float32]:
    """The samples of a line as they are heard, away from the frames that it shares with its neighbours."""
    assert result.recording is not None
    start, end = result.recording.line_times_ms[line]
    first, last = (round(ms * EPISODE_RATE / 1000 / FRAME) * FRAME for ms in (start, end))
    return heard(result)[first + FRAME : last]


def test_one_changed_line_is_spoken_and_all_else_stays_to_the_sample(make: Callable[..., RenderResult]) -> None:
    first = make(a_draft())
    said = len(make.spoken)  # type: ignore[attr-defined]
    assert said == len(LINES)
    lines = list(a_draft().lines)
    lines[2] = replace(lines[2], text="Because of the moon, which pulls at every drop of the sea.")
    second = make(a_draft(lines=tuple(lines)), first)
    assert [text for text, _ in make.spoken[said:]] == [lines[2].text]  # type: ignore[attr-defined]
    for line in (0, 1, 3, 4):
        one, other = sound_of(first, line), sound_of(second, line)
        assert np.array_equal(one, other), line
        assert float(np.abs(one).max()) > 0.05
    assert first.recording and second.recording
    assert first.recording.line_times_ms[1] == second.recording.line_times_ms[1]
    assert first.recording.line_times_ms[3] != second.recording.line_times_ms[3]


def test_the_file_of_parts_is_what_a_podcast_app_takes(make: Callable[..., RenderResult]) -> None:
    result = make(a_draft())
    path = result.artefacts[0].path
    found = inspect(path)
    assert result.recording and result.mix
    assert (found.head.codec, found.head.rate, found.head.channels) in {("mp3float", 44_100, 1), ("mp3", 44_100, 1)}
    assert found.duration_s == pytest.approx(result.recording.duration_s, abs=0.001)
    assert found.loudness == pytest.approx(-16, abs=0.5)
    assert found.loudness == pytest.approx(result.mix.after.integrated, abs=0.15)
    assert found.true_peak < -1
    assert found.true_peak == pytest.approx(result.mix.after.true_peak, abs=0.2)
    tags = read_tags(path)
    assert (tags.title, [chapter.title for chapter in tags.chapters]) == ("Tides", ["All"])
    assert tags.cover
    sound, (start, end) = heard(result), result.recording.line_times_ms[4]
    spoken = sound[int(start * 44.1) : int(end * 44.1)]
    assert float(np.sqrt(np.mean(spoken**2))) > 0.03
    assert float(np.abs(sound[int(end * 44.1) + 2000 :]).max()) < 0.001


def test_a_voice_of_high_peaks_comes_to_its_target_too(make: Callable[..., RenderResult]) -> None:
    lines = tuple(replace(line, text=f"{line.text[:-1]}!") for line in a_draft().lines)
    result = make(a_draft(lines=lines))
    assert result.mix
    assert result.mix.before.true_peak - result.mix.before.integrated > 16
    assert result.mix.after.integrated == pytest.approx(-16, abs=0.41)
    assert inspect(result.artefacts[0].path).true_peak < -1


def test_pauses_levels_mute_and_target_are_heard(make: Callable[..., RenderResult]) -> None:
    plain = make(a_draft())
    lines = list(a_draft().lines)
    lines[0] = replace(lines[0], pause_ms=3_000)
    cast = (CastMember(0, 101), CastMember(1, 102, muted=True))
    other = make(a_draft(lines=tuple(lines), cast=cast, mixing=Mixing(target_lufs=-19.0)), plain)
    assert other.recording and other.mix
    (_, end), (start, _) = other.recording.line_times_ms[:2]
    assert start - end == pytest.approx(3_000, abs=30)
    assert float(np.abs(sound_of(other, 2)).max()) < 0.001, "muted"
    assert other.mix.after.integrated == pytest.approx(-19, abs=0.5)


def test_a_take_is_another_way_of_saying_the_same(make: Callable[..., RenderResult]) -> None:
    first = make(a_draft())
    lines = list(a_draft().lines)
    lines[0] = replace(lines[0], take=1)
    lines[1] = replace(lines[1], pace=1.25)
    second = make(a_draft(lines=tuple(lines)), first)
    # Lines are spoken side by side: which one comes first is not ours to say.
    assert sorted(make.spoken[len(LINES) :]) == sorted([(LINES[0], 0.96), (LINES[1], 1.25)])  # type: ignore[attr-defined]
    assert len({take.key for take in (*first.takes, *second.takes)}) == len(LINES) + 2
    assert sum(take.path != Path() for take in second.takes) == 2, "only what is new is handed over"


@pytest.mark.parametrize("use", [MusicUse.INTRO, MusicUse.BED])
def test_music_lies_where_it_was_asked_for(make: Callable[..., RenderResult], tmp_path: Path, use: MusicUse) -> None:
    from server.engine.audio.stems import write_wav

    tune = tmp_path / "tune.wav"
    t = np.arange(EPISODE_RATE * 12) / EPISODE_RATE
    write_wav([(0.2 * np.sin(2 * np.pi * 440 * t)).astype(np.float32)], tune, samples=len(t))
    music = SourceSpec(SourceKind.FILE, path=tune, name="tune.wav")
    mixing = Mixing(music=use, music_file="f", music_db=-6.0, fade_out_s=1.0)
    result = make(a_draft(mixing=mixing), intro_music=music, stems=True)
    assert result.recording
    start = result.recording.line_times_ms[0][0]
    assert start > 4_000
    sound = heard(result)
    alone = sound[EPISODE_RATE : 4 * EPISODE_RATE]
    assert float(np.sqrt(np.mean(alone**2))) > 0.02
    assert [each.name for each in result.artefacts] == ["audio", "stem_00", "stem_01", "stem_music"]
    assert abs(inspect(result.artefacts[0].path).loudness + 16) < 0.6


def test_the_checksum_of_many_lanes_is_that_of_one() -> None:
    def plainly(data: bytes) -> int:
        crc = 0
        for byte in data:
            crc ^= byte
            for _ in range(8):
                crc = crc >> 1 ^ (0xA001 if crc & 1 else 0)
        return crc

    data = np.random.default_rng(3).integers(0, 256, 9_001, np.uint8).tobytes()
    assert crc16(data) == plainly(data)
    assert crc16(data[:100]) == plainly(data[:100])
    assert crc16(b"123456789") == 0xBB3D
