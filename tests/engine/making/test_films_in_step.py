"""What is heard, what the captions say and what is seen begin together, within 80 milliseconds."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from film_rooms import SMALL, film_room
from sample_storyboards import small_board

from server.domain.scripts import Line
from server.domain.storyboards import VideoFormat
from server.engine.films.plans import FPS

pytestmark = pytest.mark.usefixtures("qapp")
"""The process has one application, made and ended as the window's tests do it."""

SAID = ("The hives stand high.", "They need water.", "They need shade.")
NEAR_MS = 80
LOUD = 0.05
REST_MS = 150
"""Silence that parts two lines; captions stay for longer than a word's end."""


def onsets(path: Path) -> list[float]:
    """When sound begins after silence, in milliseconds, as a player hears it."""
    with av.open(str(path)) as film:
        first = None
        blocks = []
        for frame in film.decode(audio=0):
            first = float(frame.pts * frame.time_base) if first is None else first
            blocks.append(np.abs(frame.to_ndarray()[0]))
    assert first is not None
    loud = np.flatnonzero(np.concatenate(blocks) > LOUD) / 44.1 + first * 1000
    return [float(loud[0]), *(float(b) for a, b in pairwise(loud) if b - a > REST_MS)]


def cues(path: Path) -> list[float]:
    """When the soft captions come, in milliseconds."""
    with av.open(str(path)) as film:
        return [float(p.pts * p.time_base) * 1000 for p in film.demux(subtitles=0) if p.pts is not None and p.size > 2]


def comings(path: Path, area: tuple[slice, slice]) -> list[float]:
    """When something comes into an empty part of the picture, in milliseconds."""
    with av.open(str(path)) as film:
        shown = [frame.to_ndarray(format="gray")[area].astype(float) for frame in film.decode(video=0)]
    there = [float(np.abs(each - shown[0]).mean()) > 6 for each in shown]
    return [n * 1000 / FPS for n in range(1, len(there)) if there[n] and not there[n - 1]]


def test_captions_pictures_and_sound_begin_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make = film_room(tmp_path, monkeypatch)
    board = small_board(VideoFormat.SHORT)
    scene = replace(board.scenes[1], lines=tuple(Line(0, text) for text in SAID))
    result, _ = make(replace(board, scenes=(scene,)), format="short", avatar_id=2)
    path, (width, height) = result.artefacts[0].path, SMALL[VideoFormat.SHORT]
    heard = onsets(path)
    assert len(heard) == len(SAID)
    for start, cue, caption in zip(
        heard,
        cues(path),
        comings(path, (slice(round(height * 0.68), round(height * 0.77)), slice(width // 3, width * 2 // 3))),
        strict=True,
    ):
        assert abs(cue - start) < NEAR_MS
        assert abs(caption - start) < NEAR_MS
    (spoken,) = (tmp_path / "work").glob("spoken-*.json")
    mouths = json.loads(spoken.read_bytes())["mouths"]
    opened = [n * 1000 / FPS for n in range(1, len(mouths)) if mouths[n] and not mouths[n - 1]]
    for start, mouth in zip(heard, opened, strict=True):
        assert abs(mouth - start) < NEAR_MS


def test_what_is_measured_is_what_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make: Any = film_room(tmp_path, monkeypatch)
    result, _ = make()
    path = result.artefacts[0].path
    starts = [start for start, _ in result.recording.line_times_ms]
    for start, sound, cue in zip(starts, onsets(path), sorted({c for c in cues(path) if c in starts}), strict=True):
        assert abs(sound - start) < NEAR_MS
        assert abs(cue - sound) < NEAR_MS
