"""Data tables: the marked cells, comparisons in sentences and lists, merging, instructions."""

from __future__ import annotations

import pytest
from document_measures import OTHERS, TABLED, cells, expected, other_source, text_source, writer_of
from plain_sources import source_of

from server.domain.documents import ColumnType, DataTable, Table
from server.domain.errors import NothingUsable
from server.domain.sources import Source
from server.engine.writing.quantities import number_of, quantities, value_of
from server.engine.writing.tasks import DataTableTask


def write(*sources: Source, instructions: str = "") -> DataTable:
    task = DataTableTask(sources=sources, language=sources[0].language, instructions=instructions)
    return writer_of(*sources).write(task)


@pytest.mark.parametrize("name", TABLED)
def test_marked_cells(name: str) -> None:
    right, marked = cells(write(text_source(name)), name)
    assert right >= 0.8 * marked


def test_columns_have_types_and_units() -> None:
    table = write(text_source("comparison_trailers.md")).tables[0]
    by_name = {c.name: c for c in table.columns}
    assert (by_name["Weight"].type, by_name["Weight"].unit) == (ColumnType.NUMBER, "kg")
    assert by_name["Hitch"].type is ColumnType.TEXT
    assert (by_name["Stopping distance"].type, by_name["Stopping distance"].unit) == (ColumnType.NUMBER, "metres")
    folded = [row[[c.name for c in table.columns].index("Folded height")] for row in table.rows]
    assert folded[3].text == "not foldable"
    assert folded[3].value is None
    assert all(cell.passages for row in table.rows for cell in row if cell.text)


@pytest.mark.parametrize("stem", [s for s in OTHERS if "cells" in expected(s)])
def test_texts_that_nothing_was_tuned_on(stem: str) -> None:
    tables = write(other_source(stem)).tables
    for thing, column, value in expected(stem)["cells"]:  # type: ignore[attr-defined]
        assert any(
            row[0].text == thing and cell.value == value and column in c.name.lower()
            for t in tables
            for row in t.rows
            for c, cell in zip(t.columns, row, strict=True)
        ), (thing, column, value)


def test_a_list_of_names_and_figures_is_a_table() -> None:
    source = source_of(
        "# Schools of the valley\n\nThe county counted its schools in autumn. It found that most of them are small "
        "and that some will be closed soon because too few children live nearby and the buses are full already.\n\n"
        "- Sele: 118 pupils, 9 teachers\n- Brannock: 240 pupils, 17 teachers\n- Harl: 64 pupils, 5 teachers\n\n"
        "The council will decide in spring what happens to the smallest, and the parents have collected signatures."
    )
    table = write(source).tables[0]
    assert [row[0].text for row in table.rows] == ["Sele", "Brannock", "Harl"]
    assert {c.name for c in table.columns[1:]} == {"Pupils", "Teachers"}


PROSE = "The two papers were sent to the council in spring, and it will talk about them when all members are back. "


def lamps(rows: str, *, id: str) -> Source:
    return source_of(f"# Lamps\n\n{PROSE * 4}\n\n| Lamp | Price (EUR) | Weight (g) |\n|---|---|---|\n{rows}", id=id)


def test_tables_of_one_kind_are_merged_and_contradictions_stay() -> None:
    first = lamps("| Ember | 39 | 120 |\n| Halden | 65 | 145 |", id="a")
    second = lamps("| Halden | 69 | 145 |\n| Pico | 24 | 60 |", id="b")
    tables = write(first, second).tables
    assert len(tables) == 1
    rows = {row[0].text: row for row in tables[0].rows}
    assert set(rows) == {"Ember", "Halden", "Pico"}
    assert rows["Halden"][1].text == "65 / 69"
    assert {p.source_id for p in rows["Halden"][1].passages} == {"a", "b"}
    assert rows["Halden"][2].value == 145


def test_figures_where_nothing_is_compared() -> None:
    table = write(text_source("news_ferry.md"))
    assert table.notes
    assert any(cell.text == "385,000" for row in table.tables[0].rows for cell in row)


@pytest.mark.parametrize("name", ["canal_history.md", "biography_lisk.md", "company_scales.md", "biblioteca_it.md"])
def test_cells_are_values_and_no_sentences(name: str) -> None:
    tables = write(text_source(name)).tables
    # A table of dates says in a clause what happened.
    most = {t: 14 if t.columns[0].type is ColumnType.DATE else 8 for t in tables}
    assert all(len(cell.text.split()) <= most[t] for t in tables for row in t.rows for cell in row)
    assert max(len(t.rows) for t in tables) <= 16
    assert not [row for t in tables for row in t.rows if row[1].text.split()[-1] in {"not", "and", "from"}]


def test_a_text_with_few_figures_is_refused_a_table() -> None:
    with pytest.raises(NothingUsable, match="compare nothing"):
        write(text_source("travel_essay.md"))


def test_instructions_choose_the_table() -> None:
    source = text_source("annual_report_reuse.md")
    assert write(source, instructions="employees by region").tables[0].title == "Employees at year end"
    assert write(source, instructions="zeppelins").notes


def test_nothing_to_compare_is_said_plainly() -> None:
    with pytest.raises(NothingUsable, match="compare nothing"):
        write(source_of("# Rain\n\n" + "It rains on the hills and nobody minds the rain much. " * 12))


def test_dates_where_there_is_nothing_else() -> None:
    story = (
        "Augustus became the first emperor of the Romans in 27 BC. The town on the river was burnt down in 410. "
        "It was built again by its own people, who used the stones of the old theatre and never paid for them. "
        "The last of the walls fell in May 1453. Nobody has rebuilt them since, and the hill is a meadow today, where "
        "sheep graze and visitors look for coins that the rain has washed out of the earth."
    )
    made = write(source_of(story))
    table = made.tables[0]
    assert table.columns[0].type is ColumnType.DATE
    assert [row[0].value for row in table.rows] == ["-0026", "1453-05"]
    assert all(cell.passages for row in table.rows for cell in row)
    assert "dates" in made.notes[0]


@pytest.mark.parametrize(
    ("figure", "code", "number"),
    [
        ("1,200", "en", 1200.0),
        ("1.340", "de", 1340.0),
        ("1.340", "en", 1.34),
        ("3,1", "de", 3.1),
        ("12.6", "de", 12.6),
        ("4 100", "fr", 4100.0),
        ("−15", "en", -15.0),
        ("1.234,5", "es", 1234.5),
        ("twelve", "en", None),
    ],
)
def test_numbers_by_language(figure: str, code: str, number: float | None) -> None:
    assert number_of(figure, code) == number


@pytest.mark.parametrize(
    ("cell", "kind", "unit"),
    [
        ("12 kg", ColumnType.NUMBER, "kg"),
        ("45 %", ColumnType.PERCENT, "%"),
        ("€300", ColumnType.MONEY, "EUR"),
        ("3 May 2021", ColumnType.DATE, ""),
        ("not foldable", ColumnType.TEXT, ""),
    ],
)
def test_cells_by_type(cell: str, kind: ColumnType, unit: str) -> None:
    value = value_of(cell, "en")
    assert (value.kind, value.unit) == (kind, unit)


def test_dates_and_parts_of_numbers_are_no_quantities() -> None:
    assert quantities("In 1962 it closed.", "en") == ()
    assert quantities("Un accordéon en compte quatre cent quarante.", "fr") == ()
    assert [q.number for q in quantities("It cost 1.2 million euros.", "en")] == [1_200_000.0]


def table_of(rows: str, heading: str = "Prices of the house") -> Table:
    told = (
        "The house by the weir has been let to guests for many years, and whoever comes once mostly comes again, since "
        "the rooms look out on the water and the bread is baked in the yard every day. In winter it is closed, and the "
        "owner repairs what the summer has left behind."
    )
    return write(source_of(f"# The house by the weir\n\n{told}\n\n## {heading}\n\n{rows}\n")).tables[0]


def test_pence_and_pounds_stay_as_they_are_written() -> None:
    table = table_of("| Dish | Cost |\n|---|---|\n| Soup | 74p |\n| Pie | £1.12 |\n| Bread | 68p |")
    assert [row[1].text for row in table.rows] == ["74p", "£1.12", "68p"]
    assert table.columns[1].type is ColumnType.TEXT


def test_sums_among_other_figures_keep_their_mark() -> None:
    table = table_of("| What | Last year |\n|---|---|\n| Guests | 4,100 |\n| Rents | £172,000 |\n| Rooms | 12 |")
    assert [row[1].text for row in table.rows] == ["4,100", "£172,000", "12"]
    assert [row[1].value for row in table.rows] == [4100, 172000, 12]


def test_a_scale_in_brackets_is_no_unit() -> None:
    head = "| Room | Quiet (40) | Light (1–8) | Size (m²) |\n|---|---|---|---|\n"
    table = table_of(f"{head}| Mill | 33 | 4 | 18 |\n| Weir | 27 | 7 | 21 |")
    assert [(c.name, c.unit) for c in table.columns[1:]] == [("Quiet (40)", ""), ("Light (1–8)", ""), ("Size", "m²")]


def test_a_mark_behind_a_column_is_its_unit() -> None:
    table = table_of("| Room | Price, € | Deposit £ |\n|---|---|---|\n| Mill | 90 | 20 |\n| Weir | 120 | 30 |")
    assert [(c.name, c.unit) for c in table.columns[1:]] == [("Price", "€"), ("Deposit", "£")]


def test_a_list_in_a_heading_ends_with_no_unit() -> None:
    table = table_of(
        "| Thing | Lost |\n|---|---|\n| Bench | 45 |\n| Glass | 4 |", heading="7. Tables, chairs, crockery"
    )
    assert table.title == "Tables, chairs, crockery"
    assert table.columns[1].unit == ""
