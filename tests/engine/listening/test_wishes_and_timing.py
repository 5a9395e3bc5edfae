"""What instructions mean, and when each utterance is spoken again."""

from __future__ import annotations

import numpy as np
import pytest

from server.domain.transcripts import SpokenWord, Turn
from server.engine.listening.utterances import (
    BETWEEN_MS,
    LONGEST_PAUSE_MS,
    Utterance,
    pressed,
    speed_for,
    starts,
    utterances,
)
from server.engine.listening.wishes import read_wishes, without_fillers


@pytest.mark.parametrize(
    ("asked", "pace", "fillers"),
    [
        ("", 1.0, False),
        ("a bit slower please", 0.94, False),
        ("Speak 10% faster and leave out filler words.", 1.1, True),
        ("etwas langsamer, ohne Füllwörter", 0.94, True),
        ("without ums and uhs", 1.0, True),
    ],
)
def test_wishes_are_read(asked: str, pace: float, fillers: bool) -> None:
    wishes = read_wishes(asked)
    assert wishes.pace == pytest.approx(pace)
    assert wishes.leave_out_fillers is fillers


def test_what_no_rule_knows_is_told_back() -> None:
    assert read_wishes("much faster, with a pirate accent").not_understood == ("with a pirate accent",)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Um, we went home.", "We went home."),
        ("It was, uh, a long day. Um, and cold.", "It was, a long day. And cold."),
        ("It is, you know, an umbrella.", "It is, an umbrella."),
        ("Uhm.", ""),
    ],
)
def test_fillers_go_and_words_stay(said: str, kept: str) -> None:
    assert without_fillers(said, "en") == kept


def a_turn(*words: tuple[int, int, str], speaker: int = 0) -> Turn:
    spoken = tuple(SpokenWord(*word) for word in words)
    return Turn(speaker, spoken[0].start_ms, spoken[-1].end_ms, " ".join(w.text for w in spoken), spoken)


def test_a_turn_is_cut_where_a_pause_follows_a_sentence() -> None:
    turn = a_turn((0, 300, "One."), (400, 700, "Two"), (1500, 1800, "more."), (2400, 2700, "Three."))

    assert [u.text for u in utterances([turn], language="en")] == ["One. Two more.", "Three."]


def test_utterances_begin_where_the_original_did_unless_the_one_before_still_speaks() -> None:
    said = [Utterance(0, 500, 1500, "a"), Utterance(1, 1600, 2600, "b"), Utterance(0, 6000, 7000, "c")]

    assert starts(said, [1000, 1000, 1000], keeps_pauses=True) == (500, 1600, 6000)
    assert starts(said, [1400, 1000, 1000], keeps_pauses=True) == (500, 500 + 1400 + BETWEEN_MS, 6000)


def test_a_long_pause_is_cut_where_no_music_plays() -> None:
    said = [Utterance(0, 0, 1000, "a"), Utterance(1, 31_000, 32_000, "b")]

    assert starts(said, [1000, 1000], keeps_pauses=False)[1] == 1000 + LONGEST_PAUSE_MS
    assert starts(said, [1000, 1000], keeps_pauses=True)[1] == 31_000


def test_speeds_stay_within_what_a_voice_can_do() -> None:
    assert speed_for(1000, 1000) == 1.0
    assert speed_for(4000, 1000) == 1.3
    assert speed_for(100, 1000) == 0.85
    assert speed_for(100, 1000, pace=0.8) == pytest.approx(0.68)


def test_what_would_run_over_is_pressed_by_a_quarter_at_most() -> None:
    tone = np.sin(np.arange(24_000) / 20).astype(np.float32)

    assert pressed(tone, room_ms=1200, rate=24_000) is tone
    assert len(pressed(tone, room_ms=900, rate=24_000)) == pytest.approx(21_600, rel=0.03)
    assert len(pressed(tone, room_ms=300, rate=24_000)) == pytest.approx(19_200, rel=0.03)
