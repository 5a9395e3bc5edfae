"""What sums a conversation up: short statements of the text's own, or nothing."""

from __future__ import annotations

from plain_sources import source_of

from server.engine.writing.analysis import Analysis, analyse
from server.engine.writing.recaps import statements
from server.engine.writing.rules import rules_for


def _read(markdown: str) -> Analysis:
    return analyse([source_of(markdown)], rules_for("en"))


def test_short_statements_about_the_title_sum_up() -> None:
    analysis = _read(
        "# Copper roofs over Vale Street\n\n"
        "The covered market of Alder Quay lost its glass roof in a storm. Copper cost more than glass. The architect "
        "Ines Duarte had proposed it in 2003, and the council had been slow to answer her letters. Copper roofs need "
        "no cleaning. The traders paid for forty skylights themselves, because the hall had become too dark to sell "
        "flowers in. Vale Street reopened in May.\n"
    )
    points = statements(analysis, range(len(analysis.sentences)))
    assert [text for text, _ in points] == [
        "Copper cost more than glass",
        "Copper roofs need no cleaning",
        "Vale Street reopened in May",
    ]
    assert all(text in analysis.sentences[i].told for text, i in points)


def test_a_text_without_short_statements_has_no_recap() -> None:
    analysis = _read(
        "# Copper roofs over Vale Street\n\n"
        "The covered market of Alder Quay lost its glass roof in a storm of that January, and the traders worked on "
        "under tarpaulins. It reopened in May. The architect Ines Duarte had proposed a roof of copper in 2003, and "
        "the council had been slow to answer her letters.\n"
    )
    assert statements(analysis, range(len(analysis.sentences))) == []
