"""The example script desk: the conversation about the lake, some lines under work, its mix and two versions."""

from __future__ import annotations

from typing import Any

import stub_desk
from example_studio import CHAPTERS, SCRIPT
from stub_api import StubApi

Record = dict[str, Any]
TITLE = "Lake Vell, three years on"
VOICES = (1, 2)
WRITTEN = "So what is it that makes the difference here?"
"""A line that was written over and is not spoken yet."""


def a_desk(api: StubApi, *, title: str = TITLE, measured: bool = True) -> Record:
    """Put the desk of the finished episode of this title into the stub."""
    row = next(each for each in api.contents.requests if each["title"] == title)
    lines = [_line(number) for number in range(len(SCRIPT))]
    lines[3]["pauseMs"] = 900
    lines[4]["pace"] = 0.95
    lines[4]["takes"] = [_take(4), _take(4, take=1), _take(4, pace=0.95)]
    lines[5]["text"] = WRITTEN
    lines[7]["voice"] = 4
    lines[7]["takes"] = [_take(7), stub_desk.a_take(7, SCRIPT[7][1], 4)]
    desk = stub_desk.a_desk(row["id"], row["title"], lines, voices=VOICES)
    desk["chapters"] = [{"title": name, "line": f"l{line}"} for line, name in CHAPTERS]
    desk["cast"][1]["levelDb"] = 1.5
    desk["targetMinutes"] = 1.5
    desk["mixing"] |= {"music": "bed", "musicFile": "f1", "musicName": "evening-by-the-weir.mp3"}
    desk["versions"] = [_version(number, row["id"], api, measured=measured) for number in (2, 1)]
    api.contents.desks[row["id"]] = desk
    api.contents.findings = [
        {
            "kind": "long_turn",
            "line": "l6",
            "message": "62 words without a word of anybody else; let another speaker ask or react.",
            "other": "",
        },
        {"kind": "repeated", "line": "l7", "message": "It says the same as line 6.", "other": "l6"},
        {"kind": "unsupported", "line": "l9", "message": "It rests on no passage of the sources.", "other": ""},
    ]
    return desk


def _line(number: int) -> Record:
    speaker, text, *cited = SCRIPT[number]
    passages = [{"text": cited[0], "source": cited[1], **({"page": cited[2]} if cited[2] else {})}] if cited else []
    return stub_desk.a_line(number, speaker, text, VOICES[speaker], passages=passages)


def _take(number: int, **more: Any) -> Record:
    speaker, text, *_cited = SCRIPT[number]
    return stub_desk.a_take(number, text, VOICES[speaker], **more)


def _version(number: int, request_id: str, api: StubApi, *, measured: bool) -> Record:
    before = {"integrated": -21.4, "loudestShortTerm": -17.8, "range": 6.9, "truePeak": -4.2}
    after = {"integrated": -16.0, "loudestShortTerm": -13.9, "range": 4.8, "truePeak": -1.6}
    older = {"integrated": -16.1, "loudestShortTerm": -13.6, "range": 5.3, "truePeak": -1.5}
    return {
        "number": number,
        "audioUrl": api.serve(request_id, f"version-{number}.mp3", api.contents.sound, "audio/mpeg"),
        "duration": 79.0 + number,
        "beforeMastering": before if measured else None,
        "loudness": (after if number == 2 else older) if measured else None,
    }
