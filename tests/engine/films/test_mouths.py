"""Mouths follow the sound: open while it is loud, shut in pauses, broader for bright sounds, and in time with it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from server.engine.audio.assembling import LineTime
from server.engine.films.mouths import RATE, STEPS, mouth_track
from server.engine.films.plans import FPS


def spoken(path: Path, parts: list[tuple[float, float, float]]) -> Path:
    """Tones of ``(seconds, hertz, loudness)`` one after the other, as a voiced line."""
    pieces = [
        loud * np.sin(2 * np.pi * hertz * np.arange(round(seconds * RATE)) / RATE) for seconds, hertz, loud in parts
    ]
    np.concatenate(pieces).astype("<f4").tofile(path)
    return path


def test_a_mouth_opens_with_the_sound_and_shuts_in_pauses(tmp_path: Path) -> None:
    line = spoken(tmp_path / "a.f32", [(0.4, 200, 0.3), (0.4, 200, 0.0), (0.4, 200, 0.3)])
    track = [each // 10 for each in mouth_track([line], [LineTime(1000, 2200)], duration_ms=3000)]
    assert len(track) == 3 * FPS
    heard = [n * 1000 / FPS for n, opened in enumerate(track) if opened > STEPS // 2]
    assert abs(min(heard) - 1000) <= 80
    assert abs(max(heard) - 2200) <= 80
    pause = [opened for n, opened in enumerate(track) if 1450 <= n * 1000 / FPS <= 1750]
    assert pause
    assert max(pause) == 0
    assert max(track[: FPS - 2]) == 0
    assert max(track[-FPS // 2 :]) == 0


def test_silence_that_is_left_out_at_a_lines_head_is_no_silence_of_the_mouth(tmp_path: Path) -> None:
    line = spoken(tmp_path / "a.f32", [(0.6, 200, 0.0), (0.4, 200, 0.3)])
    track = [each // 10 for each in mouth_track([line], [LineTime(1000, 1400, 600)], duration_ms=2000)]
    heard = [n * 1000 / FPS for n, opened in enumerate(track) if opened > STEPS // 2]
    assert abs(min(heard) - 1000) <= 80
    assert abs(max(heard) - 1400) <= 80


def test_loudness_opens_it_further_and_bright_sounds_make_it_broader(tmp_path: Path) -> None:
    line = spoken(tmp_path / "a.f32", [(0.5, 150, 0.3), (0.5, 150, 0.06), (0.5, 4500, 0.3)])
    track = mouth_track([line], [LineTime(0, 1500)], duration_ms=1500)
    loud, soft, bright = track[6], track[18], track[31]
    assert loud // 10 > soft // 10 > 0
    assert bright % 10 > loud % 10 + 4


def test_silence_keeps_it_shut(tmp_path: Path) -> None:
    line = spoken(tmp_path / "a.f32", [(0.5, 150, 0.0)])
    assert set(mouth_track([line], [LineTime(0, 500)], duration_ms=1000)) == {0}
