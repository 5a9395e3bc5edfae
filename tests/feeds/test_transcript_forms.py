"""Transcripts and chapters as players read them."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest

from server.domain.episodes import ChapterMark
from server.domain.scripts import Chapter, Line
from server.feeds import chapters, transcripts

LINES = (
    Line(0, "Hello & <welcome> to the show."),
    Line(
        1, "Thanks --> it is good to be here, and this turn is long enough to need more than one caption on a screen."
    ),
)
TIMES = ((0, 2500), (2700, 3_605_250))


def test_vtt_is_timed_and_escaped() -> None:
    text = transcripts.vtt(transcripts.cues(LINES, TIMES, ("Ann", "Bo>")))

    assert text.startswith("WEBVTT\n\n00:00:00.000 --> 00:00:02.500\n<v Ann>Hello &amp; &lt;welcome&gt;")
    assert "<v Bo>Thanks --&gt;" in text
    assert "01:00:05.250\n" in text


def test_captions_of_a_turn_follow_each_other_without_a_gap() -> None:
    text = transcripts.srt(transcripts.cues(LINES, TIMES))
    times = re.findall(r"(\S+) --> (\S+)", re.sub(r"\nSPEAKER.*|\n[^\d\n].*", "", text))

    assert text.startswith("1\n00:00:00,000 --> ")
    assert all(end == start for (_, end), (start, _) in pairwise(times[1:]))
    assert times[-1][1] == "01:00:05,250"
    assert all(len(line) <= 32 for line in text.splitlines())
    assert text.count("SPEAKER_01:") == 1


def test_the_json_form_keeps_turns_and_words() -> None:
    word = transcripts.Word(0, 400, "Hello")
    cue = transcripts.Cue(0, 2500, "Ann", "Hello", (word,))

    assert json.loads(transcripts.podcast_json([cue])) == {
        "version": "1.0.0",
        "segments": [
            {
                "speaker": "Ann",
                "startTime": 0.0,
                "endTime": 2.5,
                "body": "Hello",
                "words": [{"startTime": 0.0, "endTime": 0.4, "body": "Hello"}],
            }
        ],
    }


def test_lines_without_times_are_refused() -> None:
    with pytest.raises(ValueError, match="2 lines and 1 times"):
        transcripts.cues(LINES, TIMES[:1])


def test_chapters_start_where_their_first_line_is_heard() -> None:
    found = chapters.marks(
        (Chapter("Start", 0), Chapter("Guest", 1), Chapter("Never voiced", 9)), ((120, 900), (2700, 5000))
    )

    assert found == (ChapterMark(0.0, "Start"), ChapterMark(2.7, "Guest"))


def test_the_chapters_file_is_in_order_and_absolute() -> None:
    marks = (ChapterMark(5, "B", img="/media/x.jpg", toc=False), ChapterMark(0, "A"))

    assert json.loads(chapters.chapters_json(marks, title="T", show="S", base="https://p.example")) == {
        "version": "1.2.0",
        "title": "T",
        "podcastName": "S",
        "chapters": [
            {"startTime": 0, "title": "A"},
            {"startTime": 5, "title": "B", "img": "https://p.example/media/x.jpg", "toc": False},
        ],
    }
