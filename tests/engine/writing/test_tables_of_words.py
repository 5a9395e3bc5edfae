"""Tables without figures, and columns of years, as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from server.domain.sources import Block, BlockKind
from server.engine.writing.english.tables import sentences


def rows(*cells: Sequence[str]) -> list[Block]:
    return [
        Block(BlockKind.TABLE_ROW, at * 100, at * 100 + 50, cells=tuple(row), is_header=at == 0)
        for at, row in enumerate(cells)
    ]


def test_rows_of_words_are_told_cell_by_cell() -> None:
    told = sentences(
        rows(
            ("Risk", "Owner", "Likelihood", "Mitigation"),
            ("Ramp freezes", "Bo Lind", "High", "The ramp is salted before the first crossing."),
            ("Chain breaks", "", "Low", ""),
        )
    )

    assert [(each.text, each.rows) for each in told] == [
        ("Ramp freezes: owner Bo Lind and likelihood High.", (0, 1)),
        ("Ramp freezes, mitigation: The ramp is salted before the first crossing.", (0, 1)),
        ("Chain breaks: likelihood Low.", (0, 2)),
    ]


def test_a_column_of_years_has_an_earliest_and_a_latest() -> None:
    told = sentences(rows(("Harbour", "Opened"), ("Sele", "1836"), ("Orm", "1961"), ("Firth", "1972")))

    assert told[0].text == "Opened: the earliest is Sele, 1836, and the latest Firth, 1972."


def test_sums_of_money_with_their_sign_behind_are_figures() -> None:
    told = sentences(rows(("Route", "Revenue"), ("Sele", "400,000.00 €"), ("Orm", "99,999.99 €")))

    assert told[0].text == "Sele has the highest revenue, 400,000.00 €, and Orm the lowest, 99,999.99 €."
