"""Transcripts with times: WebVTT, SubRip and the Podcasting 2.0 JSON form.

Sources: W3C WebVTT, the Podcasting 2.0 transcript page (SubRip: at most two lines of 32 characters a cue).
"""

from __future__ import annotations

import html
import json
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from server.domain.plaintext import plain
from server.domain.scripts import Line

VTT = "text/vtt"
SRT = "application/x-subrip"
JSON = "application/json"

_SRT_WIDTH = 32
_VTT_WIDTH = 42
_LINES = 2


@dataclass(frozen=True, slots=True)
class Word:
    """A word and when it is heard, in milliseconds from the start."""

    start_ms: int
    end_ms: int
    text: str


@dataclass(frozen=True, slots=True)
class Cue:
    """A turn of one speaker and when it is heard, in milliseconds from the start."""

    start_ms: int
    end_ms: int
    speaker: str
    text: str
    words: tuple[Word, ...] = ()


def cues(lines: Sequence[Line], times_ms: Sequence[tuple[int, int]], names: Sequence[str] = ()) -> tuple[Cue, ...]:
    """The lines of a script as they were voiced; `times_ms` holds start and end of each.

    `names` are the speakers' names by number; without one a speaker is ``SPEAKER_00``.

    Raises:
        ValueError: there are not as many times as lines.
    """
    if len(lines) != len(times_ms):
        raise ValueError(f"{len(lines)} lines and {len(times_ms)} times")
    return tuple(
        Cue(
            start_ms=start,
            end_ms=max(end, start + 1),
            speaker=names[line.speaker] if line.speaker < len(names) and names[line.speaker] else line.label,
            text=plain(line.text),
        )
        for line, (start, end) in zip(lines, times_ms, strict=True)
    )


def vtt(spoken: Iterable[Cue]) -> str:
    """WebVTT with a voice span for each speaker; long turns become several cues."""
    parts = ["WEBVTT\n"]
    for start, end, speaker, text in _captions(spoken, _VTT_WIDTH):
        voice = html.escape(plain(speaker).replace(">", ""), quote=False)
        said = html.escape(text, quote=False).replace("-->", "--&gt;")
        parts.append(f"{_clock(start, '.')} --> {_clock(end, '.')}\n<v {voice}>{said}\n")
    return "\n".join(parts)


def srt(spoken: Iterable[Cue]) -> str:
    """SubRip; the speaker's name opens the first caption of a turn."""
    parts = [
        f"{number}\n{_clock(start, ',')} --> {_clock(end, ',')}\n{text}\n"
        for number, (start, end, _, text) in enumerate(_captions(spoken, _SRT_WIDTH, named=True), 1)
    ]
    return "\n".join(parts)


def podcast_json(spoken: Iterable[Cue]) -> str:
    """``{version, segments: [{speaker, startTime, endTime, body, words?}]}`` with times in seconds."""
    segments = []
    for cue in spoken:
        segment: dict[str, object] = {
            "speaker": cue.speaker,
            "startTime": cue.start_ms / 1000,
            "endTime": cue.end_ms / 1000,
            "body": cue.text,
        }
        if cue.words:
            segment["words"] = [
                {"startTime": w.start_ms / 1000, "endTime": w.end_ms / 1000, "body": w.text} for w in cue.words
            ]
        segments.append(segment)
    return json.dumps({"version": "1.0.0", "segments": segments}, ensure_ascii=False)


def from_json(document: str | bytes) -> tuple[Cue, ...]:
    """The turns that `podcast_json` wrote."""
    return tuple(
        Cue(
            start_ms=round(segment["startTime"] * 1000),
            end_ms=round(segment["endTime"] * 1000),
            speaker=segment["speaker"],
            text=segment["body"],
            words=tuple(
                Word(round(word["startTime"] * 1000), round(word["endTime"] * 1000), word["body"])
                for word in segment.get("words", ())
            ),
        )
        for segment in json.loads(document)["segments"]
    )


def _captions(spoken: Iterable[Cue], width: int, *, named: bool = False) -> Iterable[tuple[int, int, str, str]]:
    """Captions ``(start_ms, end_ms, speaker, text)`` of at most two lines; a turn's time goes by characters."""
    before = None
    for cue in spoken:
        text = f"{cue.speaker}: {cue.text}" if named and cue.speaker != before else cue.text
        before = cue.speaker
        lines = textwrap.wrap(text, width, break_on_hyphens=False) or [""]
        pairs = [lines[n : n + _LINES] for n in range(0, len(lines), _LINES)]
        total = sum(sum(map(len, pair)) for pair in pairs) or 1
        spent, start = 0, cue.start_ms
        for pair in pairs:
            spent += sum(map(len, pair))
            end = cue.start_ms + (cue.end_ms - cue.start_ms) * spent // total
            yield start, max(end, start + 1), cue.speaker, "\n".join(pair)
            start = max(end, start + 1)


def _clock(ms: int, sign: str) -> str:
    seconds, milliseconds = divmod(ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02d}:{minutes:02d}:{seconds:02d}{sign}{milliseconds:03d}"
