"""The last gate: a recording that fails it is never handed on as finished."""

from __future__ import annotations

from pathlib import Path

from server.domain.errors import RenderingFailed
from server.engine.audio.inspecting import Inspection
from server.engine.audio.mastering import CEILING_DBTP, TARGET_LUFS, TOLERANCE_LU
from server.engine.audio.signals import EPISODE_RATE
from server.engine.audio.tagging import Tags, read_tags

LARGEST_SILENT_SHARE = 0.5
LONGEST_SILENCE_S = 6.0
_DURATION_TOLERANCE_S = 0.25
_FRAMING_S = 1.5
"""Silence before the first word and after the last; in a recording of one short line it is most of the time."""


def check(
    path: Path,
    found: Inspection,
    *,
    expected_s: float,
    tags: Tags,
    asked_silence_s: float = 0.0,
    target_lufs: float = TARGET_LUFS,
) -> None:
    """Compare a finished file with what it should be; `asked_silence_s` is the longest pause somebody ordered.

    Raises:
        RenderingFailed: with the first thing that is wrong.
    """
    if (found.head.codec, found.head.rate, found.head.channels) not in {
        (codec, EPISODE_RATE, 1) for codec in ("mp3", "mp3float")
    }:
        raise _failed("is not in the form that podcast apps take")
    if abs(found.duration_s - expected_s) > _DURATION_TOLERANCE_S:
        raise _failed(f"plays {found.duration_s:.1f} seconds instead of {expected_s:.1f}")
    if abs(found.head.duration_s - found.duration_s) > _DURATION_TOLERANCE_S:
        raise _failed("says that it is longer or shorter than it is")
    if found.longest_silence_s > max(LONGEST_SILENCE_S, asked_silence_s + 1.0):
        raise _failed(f"is silent for {found.longest_silence_s:.0f} seconds on end")
    silent_s = found.silent_share * found.duration_s - _FRAMING_S
    if silent_s > LARGEST_SILENT_SHARE * found.duration_s and not asked_silence_s:
        raise _failed(f"is silent for {found.silent_share:.0%} of its time")
    if abs(found.loudness - target_lufs) > TOLERANCE_LU:
        raise _failed(f"has a loudness of {found.loudness:.1f} LUFS instead of {target_lufs:.0f}")
    if found.true_peak >= CEILING_DBTP:
        raise _failed(f"peaks at {found.true_peak:.1f} dBTP, so that it would distort in some players")
    written = read_tags(path)
    title_kept = written.title.split() == tags.title.replace("\0", " ").split()
    if not title_kept or len(written.chapters) != len(tags.chapters) or bool(written.cover) != bool(tags.cover):
        raise _failed("lost its title, cover or chapters")


def _failed(what: str) -> RenderingFailed:
    return RenderingFailed(f"The finished recording {what}; make the episode again or choose other voices.")
