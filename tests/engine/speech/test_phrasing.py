"""Long phonemes are cut where the sense allows."""

from __future__ import annotations

from server.engine.speech.phrasing import phrases


def test_a_short_line_is_one_phrase_without_rest() -> None:
    (only,) = phrases("həlˈO ðˈɛɹ. ɡˈʊd dˈA.")

    assert (only.phonemes, only.rest) == ("həlˈO ðˈɛɹ. ɡˈʊd dˈA.", 0.0)


def test_sentences_are_kept_whole_where_they_fit() -> None:
    first, second = "a" * 60 + " bcd, " + "e" * 30 + ".", "f" * 70 + "."

    said = phrases(f"{first} {second}", longest=150)

    assert [phrase.phonemes for phrase in said] == [first, second]
    assert said[0].rest > 0.3
    assert said[1].rest == 0.0


def test_a_long_sentence_is_cut_at_a_comma_rather_than_between_words() -> None:
    text = ("ab " * 30).strip() + ", " + ("cd " * 30).strip() + "."

    said = phrases(text, longest=120)

    assert [phrase.phonemes[-1] for phrase in said] == [",", "."]


def test_nothing_is_lost_and_nothing_is_too_long() -> None:
    text = "ab cde " * 200 + "x" * 400 + ". " + "f" * 10

    said = phrases(text, longest=150)

    assert "".join(phrase.phonemes.replace(" ", "") for phrase in said) == text.replace(" ", "")
    assert max(len(phrase.phonemes) for phrase in said) <= 150


def test_no_phonemes_are_no_phrases() -> None:
    assert phrases("  ") == ()
