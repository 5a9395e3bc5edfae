"""Words and voices brought together, without any model."""

from __future__ import annotations

import json

from server.domain.transcripts import SpokenWord, Transcript, Turn
from server.engine.listening.diarising import Stretch
from server.engine.listening.remote import words_of
from server.engine.listening.transcribe import Word, whole_words
from server.engine.listening.turns import turns


def spoken(text: str, *, start: float, each: float = 0.3) -> list[Word]:
    return [Word(start + n * each, start + (n + 1) * each, word) for n, word in enumerate(text.split())]


def test_a_change_of_speaker_moves_to_the_end_of_the_sentence() -> None:
    words = [*spoken("So that is how it works.", start=0.0), *spoken("And why is that so?", start=2.3)]
    # The voices were told apart two words too late.
    heard = (Stretch(0.0, 2.9, 0), Stretch(2.9, 4.0, 1))

    found = turns(words, heard, language="en")

    assert [(turn.speaker, turn.text) for turn in found] == [
        (0, "So that is how it works."),
        (1, "And why is that so?"),
    ]
    assert found[1].start_ms == 2300
    assert [word.text for word in found[1].words] == ["And", "why", "is", "that", "so?"]


def test_a_word_alone_in_another_voice_stays_with_its_sentence() -> None:
    words = spoken("we went down to the old harbour together", start=0.0)
    heard = (Stretch(0.0, 0.9, 0), Stretch(0.9, 1.2, 1), Stretch(1.2, 3.0, 0))

    assert len(turns(words, heard, language="en")) == 1


def test_a_short_answer_of_its_own_stays_one() -> None:
    words = [
        *spoken("Did they really win?", start=0.0),
        Word(1.6, 1.9, "Yes."),
        *spoken("And then they went home again.", start=2.4),
    ]
    heard = (Stretch(0.0, 1.3, 0), Stretch(1.5, 2.0, 1), Stretch(2.3, 4.5, 0))

    assert [turn.text for turn in turns(words, heard, language="en")][1] == "Yes."


def test_a_question_written_as_the_beginning_of_its_answer_stays_its_own() -> None:
    words = [
        *spoken("It cost more than the journey itself.", start=0.0),
        *spoken("And afterwards,", start=2.5),
        *spoken("afterwards the price fell by half.", start=3.5),
    ]
    heard = (Stretch(0.0, 2.1, 0), Stretch(2.4, 3.2, 1), Stretch(3.4, 5.5, 0))

    assert [turn.speaker for turn in turns(words, heard, language="en")] == [0, 1, 0]


def test_speakers_are_numbered_by_their_first_word() -> None:
    words = [*spoken("First of all.", start=0.0), *spoken("Second of all.", start=3.0)]
    heard = (Stretch(0.0, 1.0, 4), Stretch(3.0, 4.0, 2))

    assert [turn.label for turn in turns(words, heard, language="en")] == ["SPEAKER_00", "SPEAKER_01"]


def test_pieces_of_a_figure_are_one_word() -> None:
    pieces = [Word(0, 1, " $0"), Word(1, 1.5, ".16"), Word(1.5, 2, " 90"), Word(2, 2.2, "%")]

    assert [word.text for word in whole_words(pieces, language="en")] == ["$0.16", "90%"]
    assert whole_words(pieces, language="en")[0].end == 1.5


def test_an_endpoint_that_sends_segments_only_gives_words_with_their_share_of_the_time() -> None:
    words = words_of({"segments": [{"start": 1.0, "end": 3.0, "text": " one three "}]}, seconds=2.5)

    assert [word.text for word in words] == ["one", "three"]
    assert words[0].start == 1.0
    assert 1.5 < words[0].end < 2.0
    assert words[-1].end == 2.5


def test_an_endpoints_own_word_times_count_where_they_agree() -> None:
    told = {
        "segments": [{"start": 0.0, "end": 1.0, "text": "Hello, you."}],
        "words": [{"word": "Hello", "start": 0.1, "end": 0.4}, {"word": "you", "start": 0.5, "end": 0.9}],
    }

    assert [(w.text, w.start) for w in words_of(told, seconds=1.0)] == [("Hello,", 0.1), ("you.", 0.5)]


def test_a_transcript_reads_as_text_and_as_the_podcasting_form() -> None:
    turn = Turn(1, 1200, 2000, "Good day.", (SpokenWord(1200, 1500, "Good"), SpokenWord(1500, 2000, "day.")))
    transcript = Transcript("en", 3000, (turn,))

    assert transcript.as_text() == "SPEAKER_01: Good day."
    document = json.loads(transcript.as_json())
    assert document["version"] == "1.0.0"
    assert document["segments"][0]["startTime"] == 1.2
    assert document["segments"][0]["words"][1] == {"startTime": 1.5, "endTime": 2.0, "body": "day."}
