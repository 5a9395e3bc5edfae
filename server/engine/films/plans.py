"""When each scene of a film is seen: worked out from where its lines are heard.

Every scene begins with a picture of the film, so that within a scene nothing depends on where in the film it stands:
what is painted and heard of it stays the same when scenes before it change, come or go.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from server.domain.storyboards import Scene, Storyboard, VideoFormat
from server.engine.audio.assembling import TAIL_MS as END_MS
from server.engine.audio.assembling import Placement, Timeline
from server.engine.audio.signals import VOICE_RATE

FPS = 25
LEAD_MS = {VideoFormat.EXPLAINER: 520, VideoFormat.SHORT: 160, VideoFormat.CINEMATIC: 1100}
"""From the beginning of a scene to its first word."""
TAIL_MS = {VideoFormat.EXPLAINER: 560, VideoFormat.SHORT: 260, VideoFormat.CINEMATIC: 900}
"""From a scene's last word to its end."""
OPENING_MS = {VideoFormat.EXPLAINER: 1200, VideoFormat.SHORT: 160, VideoFormat.CINEMATIC: 3000}
"""From the beginning of the film to its first word; an upright film has to catch at once."""
SIZES = {
    VideoFormat.EXPLAINER: (1920, 1080),
    VideoFormat.SHORT: (1080, 1920),
    VideoFormat.CINEMATIC: (1920, 1080),
}


@dataclass(frozen=True, slots=True)
class TimedScene:
    """A scene with its times: `frames` long, its lines at ``(start, end)`` milliseconds from its own beginning."""

    scene: Scene
    first_frame: int
    frames: int
    lines: tuple[tuple[int, int], ...]


def pauses(storyboard: Storyboard) -> tuple[int | None, ...]:
    """Milliseconds of silence after each line: None within a scene, where punctuation rules."""
    between = TAIL_MS[storyboard.format] + LEAD_MS[storyboard.format]
    out: list[int | None] = []
    for scene in storyboard.scenes:
        out += [None] * (len(scene.lines) - 1) + [between]
    return (*out[:-1], None)


def on_pictures(timeline: Timeline, storyboard: Storyboard) -> Timeline:
    """The lines moved so that every scene begins with a picture, the first with the film."""
    one = VOICE_RATE // FPS
    moved: list[Placement] = []
    begin = at = 0
    for n, scene in enumerate(storyboard.scenes):
        own = timeline.placements[at : at + len(scene.lines)]
        at += len(own)
        is_last = n == len(storyboard.scenes) - 1
        lead_ms = (LEAD_MS if n else OPENING_MS)[storyboard.format]
        tail_ms = END_MS if is_last else TAIL_MS[storyboard.format]
        shift = begin + lead_ms * VOICE_RATE // 1000 - own[0].start
        moved += [replace(each, start=each.start + shift) for each in own]
        begin += -(-(moved[-1].end - begin + tail_ms * VOICE_RATE // 1000) // one) * one
    return Timeline(tuple(moved), begin)


def timed(storyboard: Storyboard, line_times: Sequence[tuple[int, int]], *, duration_ms: int) -> tuple[TimedScene, ...]:
    """The scenes one after the other without a gap, from the first frame to the last.

    Args:
        line_times: start and end of every line, in milliseconds of the film.
    """
    starts: list[int] = []
    at = 0
    for n, scene in enumerate(storyboard.scenes):
        first_ms = line_times[at][0]
        starts.append(0 if n == 0 else _frame(first_ms - LEAD_MS[storyboard.format]))
        at += len(scene.lines)
    ends = [*starts[1:], -(-duration_ms * FPS // 1000)]
    out: list[TimedScene] = []
    at = 0
    for scene, first, end in zip(storyboard.scenes, starts, ends, strict=True):
        own = line_times[at : at + len(scene.lines)]
        offset = first * 1000 // FPS
        out.append(TimedScene(scene, first, end - first, tuple((a - offset, b - offset) for a, b in own)))
        at += len(scene.lines)
    return tuple(out)


def without_weakest(storyboard: Storyboard) -> Storyboard | None:
    """The storyboard with one scene less: the longest in the middle. None where only three are left."""
    if len(storyboard.scenes) <= 3:
        return None
    middle = range(1, len(storyboard.scenes) - 1)
    gone = max(middle, key=lambda n: sum(len(line.text) for line in storyboard.scenes[n].lines))
    return replace(storyboard, scenes=tuple(s for n, s in enumerate(storyboard.scenes) if n != gone))


def _frame(milliseconds: int) -> int:
    return max(0, round(milliseconds * FPS / 1000))
