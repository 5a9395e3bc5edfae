"""Lines that say who wrote a piece and when."""

from __future__ import annotations

import pytest

from server.domain.sources import BlockKind
from server.engine.sources.bylines import Byline, iso_date, read_byline, set_bylines_apart
from server.engine.sources.documents import Document, Part


@pytest.mark.parametrize(
    ("line", "author", "published"),
    [
        ("By Orla Tennick, regional desk, 14 March 2023", "Orla Tennick", "2023-03-14"),
        ("By ORLA TENNICK", "ORLA TENNICK", ""),
        ("By Orla Tennick and Piers Abelow", "Orla Tennick and Piers Abelow", ""),
        ("Guest column by Leonora Quist", "Leonora Quist", ""),
        ("Von Hedwig Ostrowka", "Hedwig Ostrowka", ""),
        ("Par Maryvonne Lestrade, le 3 mai 2024", "Maryvonne Lestrade", "2024-05-03"),
        ("Por Eulalia Requejo", "Eulalia Requejo", ""),
        ("Valdemorga, 9 de noviembre", "", ""),
        ("Published 2 November 2024, 06:00 | Updated 3 November 2024, 09:14 | 37 comments", "", "2024-11-02"),
        ("March 3, 2022", "", "2022-03-03"),
        ("Posted on March 3, 2022 by Ada Winslet", "Ada Winslet", "2022-03-03"),
        ("Stand: 14.03.2024, 09:12 Uhr | Lesezeit: 3 Min.", "", "2024-03-14"),
        ("BY ADA WINSLET   JAN 12, 2023  5 MIN READ", "ADA WINSLET", "2023-01-12"),
        ("Tuesday, 8 October 2024", "", "2024-10-08"),
    ],
)
def test_a_byline_is_read(line: str, author: str, published: str) -> None:
    found = read_byline(line)

    assert found is not None
    assert (found.author, found.published) == (author, published)


def test_counts_are_cut_off() -> None:
    assert read_byline("By Ada Winslet | 4 min read | 37 comments") == Byline("By Ada Winslet", "Ada Winslet", "")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "By 1800 the canal had made its owners rich.",
        "By Friday the ferry will be back.",
        "By the time she came, the bread was gone.",
        "The ferry closes on 20 March 2023.",
        "In May she will open a second shop",
        "Why copper?",
        "37 comments",
        "Copper roofs over Vale Street",
    ],
)
def test_other_lines_are_no_bylines(line: str) -> None:
    assert read_byline(line) is None


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2024-05-06T10:00:00Z", "2024-05-06"),
        ("6 May 2024", "2024-05-06"),
        ("6th of nothing", ""),
        ("6. Mai 2024", "2024-05-06"),
        ("6 de mayo de 2024", "2024-05-06"),
        ("6 maggio 2024", "2024-05-06"),
        ("06/05/2024", "2024-05-06"),
        ("31/02/2024", ""),
        ("6 May", ""),
    ],
)
def test_dates(text: str, iso: str) -> None:
    assert iso_date(text) == iso


def test_an_agency_line_is_set_apart() -> None:
    words = "The ferry will stop running on Monday, the harbour office said on Tuesday, and it may take until June."
    document = Document(
        [Part(BlockKind.HEADING, "Ferry", level=1), Part(BlockKind.PARAGRAPH, f"OSTREY (Reuters) — {words}")]
    )

    parts = set_bylines_apart(document).parts

    assert [(part.kind, part.text) for part in parts[1:]] == [
        (BlockKind.BYLINE, "OSTREY (Reuters)"),
        (BlockKind.PARAGRAPH, words),
    ]


def test_the_author_s_life_at_the_end_is_a_note() -> None:
    texts = ("By Ada Winslet", "The ferry runs again.", "Ada Winslet is a staff writer. She lives on a boat.")
    document = Document([Part(BlockKind.PARAGRAPH, text) for text in texts])

    kinds = [part.kind for part in set_bylines_apart(document).parts]

    assert kinds == [BlockKind.BYLINE, BlockKind.PARAGRAPH, BlockKind.NOTE]


def test_a_byline_far_down_is_text() -> None:
    long = Part(BlockKind.PARAGRAPH, "The boats were already out. " * 12)
    document = Document([long, Part(BlockKind.PARAGRAPH, "By Orla Tennick")])

    assert set_bylines_apart(document).author == ""
