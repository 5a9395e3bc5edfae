"""A transcript as files: Podcasting 2.0 JSON, SubRip, WebVTT and plain text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from app.client.requests import SpokenLine
from app.language import mark

FORMS = (("srt", "SubRip (SRT)"), ("vtt", "WebVTT"), ("txt", mark("Plain text")), ("json", "JSON"))
LONGEST_CUE_MS = 7_000
LONGEST_CUE = 84
"""A subtitle shows at most so long and so many characters: two lines of 42."""


def written(lines: Sequence[SpokenLine], names: Mapping[str, str], form: str) -> str:
    """The transcript in one of `FORMS`; `names` tells what people call each speaker."""
    if form == "json":
        return _json(lines, names)
    if form == "txt":
        return "\n".join(f"{names.get(line.speaker, line.speaker)}: {line.text}" for line in lines) + "\n"
    pieces = [cue for line in lines for cue in cues(line)]
    if form == "vtt":
        body = "".join(
            f"{_time(start, '.')} --> {_time(end, '.')}\n<v {_plain(names.get(speaker, speaker))}>{_escaped(text)}\n\n"
            for speaker, start, end, text in pieces
        )
        return f"WEBVTT\n\n{body}"
    before, parts = "", []
    for number, (speaker, start, end, text) in enumerate(pieces, 1):
        shown = text if speaker == before else f"{names.get(speaker, speaker)}: {text}"
        before = speaker
        parts.append(f"{number}\n{_time(start, ',')} --> {_time(end, ',')}\n{shown}\n")
    return "\n".join(parts)


def _json(lines: Sequence[SpokenLine], names: Mapping[str, str]) -> str:
    segments = [
        {
            "speaker": names.get(line.speaker, line.speaker),
            "startTime": line.start_ms / 1000,
            "endTime": line.end_ms / 1000,
            "body": line.text,
        }
        for line in lines
    ]
    return json.dumps({"version": "1.0.0", "segments": segments}, ensure_ascii=False, indent=1) + "\n"


def cues(line: SpokenLine) -> list[tuple[str, int, int, str]]:
    """One turn in pieces that can be read on a screen; time is shared out by characters."""
    words = line.text.split()
    length = line.end_ms - line.start_ms
    count = max(-(-len(line.text) // LONGEST_CUE), -(-length // LONGEST_CUE_MS), 1)
    count = min(count, max(len(words), 1))
    share = sum(len(word) + 1 for word in words) / count
    pieces: list[list[str]] = [[] for _ in range(count)]
    done = 0
    for word in words:
        pieces[min(int(done / share), count - 1)].append(word)
        done += len(word) + 1
    made, at, total = [], 0, max(done, 1)
    for piece in pieces:
        if not piece:
            continue
        ends = at + sum(len(word) + 1 for word in piece)
        start, end = (line.start_ms + round(length * place / total) for place in (at, ends))
        made.append((line.speaker, start, end, " ".join(piece)))
        at = ends
    return made


def _time(milliseconds: int, point: str) -> str:
    seconds, rest = divmod(max(milliseconds, 0), 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02d}:{minutes:02d}:{seconds:02d}{point}{rest:03d}"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _plain(name: str) -> str:
    return name.replace("<", "").replace(">", "").replace("&", "and")
