"""Columns with their units, and cells as they are told."""

from __future__ import annotations

import pytest

from server.engine.notebooks.table_rows import column_words, figure, name_and_unit, with_unit


@pytest.mark.parametrize(
    ("header", "cell", "name", "said"),
    [
        ("Price £", "119", "Price", "£119"),
        ("Weight kg", "2.10", "Weight", "2.10 kg"),
        ("Grinder, seconds", "412", "Grinder", "412 seconds"),
        ("Waste per pupil (g)", "97", "Waste per pupil", "97 g"),
        ("Taste, out of 10", "8.1", "Taste", "8.1 out of 10"),
        ("H1 2024, £m", "24.1", "H1 2024", "£24.1m"),
        ("2023/24 (£)", "–1,400", "2023/24", "–£1,400"),
        ("On time (%)", "94", "On time", "94%"),
        # What stands behind is no unit of the figures.
        ("Stitches per 10 cm", "72", "Stitches per 10 cm", "72"),
        ("Hatch on day", "30", "Hatch on day", "30"),
        ("Shoe size (EU)", "42", "Shoe size (EU)", "42"),
        ("Half board (extra)", "44", "Half board (extra)", "44"),
        # A cell with its own unit, or of words, stays.
        ("Weight (kg)", "205 g", "Weight", "205 g"),
        ("Season (£)", "free", "Season", "free"),
    ],
)
def test_a_unit_stands_with_the_figure(header: str, cell: str, name: str, said: str) -> None:
    own, unit = name_and_unit(header)
    assert (own, with_unit(cell, unit)) == (name, said)


def test_units_are_known_by_their_full_names() -> None:
    assert "centimetres" in column_words("Stitches per 10 cm")
    assert "price" in column_words("Season (£)")
    assert "seconds" not in column_words("New Year's Dip (£)")


@pytest.mark.parametrize(
    ("cell", "number"),
    [("1,418", 1418), ("2,5", 2.5), ("–3", -3), ("£9.50", 9.5), ("3 × 10 min", None), ("none", None)],
)
def test_a_cell_of_one_figure_is_a_number(cell: str, number: float | None) -> None:
    assert figure(cell) == number
