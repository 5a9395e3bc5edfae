"""Stretches worth quoting, from what is really heard."""

from __future__ import annotations

from server.domain.scripts import Chapter, Line, LineKind
from server.feeds.soundbites import soundbites

Q, S, R, F = LineKind.QUESTION, LineKind.STATEMENT, LineKind.REACTION, LineKind.FRAME
KINDS = (F, S, R, Q, S, S, F, S, Q, S, R, F)
LINES = tuple(Line(n % 2, f"Turn {n}.", kind) for n, kind in enumerate(KINDS))
CHAPTERS = (Chapter("The start", 0), Chapter("The & end", 6))


def every(length_ms: int) -> tuple[tuple[int, int], ...]:
    return tuple((n * length_ms + 250, (n + 1) * length_ms) for n in range(len(LINES)))


def test_a_question_is_quoted_with_its_answer_and_ends_before_the_talk_moves_on() -> None:
    found = soundbites(LINES, every(10_000), CHAPTERS)

    assert [(bite.start_s, bite.duration_s, bite.title) for bite in found] == [
        (30.2, 29.7, "The start"),
        (80.2, 29.7, "The & end"),
    ]


def test_without_chapters_the_turn_that_opens_it_is_the_title() -> None:
    (bite,) = soundbites(LINES, every(10_000))

    assert bite.title == "Turn 3."


def test_what_is_short_or_cannot_be_cut_well_gives_none() -> None:
    assert soundbites(LINES, every(5_000), CHAPTERS) == ()  # a minute in all
    assert soundbites(LINES, every(70_000), CHAPTERS) == ()  # every turn is too long
    assert soundbites((), ()) == ()


def test_never_more_than_three() -> None:
    lines = LINES * 6
    times = tuple((n * 10_000, (n + 1) * 10_000) for n in range(len(lines)))
    chapters = tuple(Chapter(f"Part {n}", n * 12) for n in range(6))

    found = soundbites(lines, times, chapters)

    assert len({bite.title for bite in found}) == len(found) == 3
    assert list(found) == sorted(found, key=lambda bite: bite.start_s)
    assert all(15 <= bite.duration_s <= 60 for bite in found)
