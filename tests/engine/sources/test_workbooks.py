# ruff: noqa: DTZ001 - the times of a spreadsheet have no zone
"""Excel workbooks and CSV files: sheets, rows, headers, and cells as a person sees them."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from pathlib import Path

import pytest
import xlsxwriter

from server.domain.errors import SourceNotImported
from server.domain.sources import BlockKind, Source
from server.engine.sources import tables, workbooks
from server.engine.sources.cells import shown

ReadFile = Callable[[Path], Source]


@pytest.mark.parametrize(
    ("value", "number_format", "seen"),
    [
        (None, "General", ""),
        (True, "General", "TRUE"),
        ("  words ", "0.00", "  words "),
        (412000, "General", "412000"),
        (0.1 + 0.2, "General", "0.3"),
        (1234567.5, "#,##0.00", "1,234,567.50"),
        (1234567.5, '#,##0.00 "€"', "1,234,567.50 €"),
        (1234.5, '"$"#,##0', "$1,235"),
        (1234.5, "[$£-809]#,##0.0", "£1,234.5"),
        (-1234.5, "#,##0.00;[Red](#,##0.00)", "(1,234.50)"),
        (-0.256, "0.0%", "-25.6%"),
        (0.005, "0%", "1%"),
        (7, "000", "007"),
        (2.5, "0.##", "2.5"),
        (2, "0.##", "2"),
        (12345.678, "0.00E+00", "1.23E+4"),
        (5_000_000, '#,##0,,"M"', "5M"),
        (0, '0;-0;"none"', "none"),
        (3.25, "# ?/?", "3.25"),
        (42, "@", "42"),
        (2.5, '0.0 "kg"', "2.5 kg"),
        (datetime(2024, 3, 9), "d mmmm yyyy", "9 March 2024"),
        (datetime(2024, 3, 9), "dd/mm/yy", "09/03/24"),
        (datetime(2024, 3, 9), "mmm d", "Mar 9"),
        (datetime(2024, 3, 9), "dddd", "Saturday"),
        (datetime(2024, 3, 9, 14, 5), "yyyy-mm-dd hh:mm", "2024-03-09 14:05"),
        (datetime(2024, 3, 9, 14, 5), "h:mm AM/PM", "2:05 PM"),
        (time(7, 5, 9), "mm:ss", "05:09"),
        (datetime(2024, 3, 9), "General", "2024-03-09"),
        (date(2024, 3, 9), "General", "2024-03-09"),
        (timedelta(hours=30, minutes=5), "[h]:mm", "30:05:00"),
        (float("nan"), "0", ""),
    ],
)
def test_cells_are_shown_as_a_person_sees_them(value: object, number_format: str, seen: str) -> None:
    assert shown(value, number_format) == seen


def book(path: Path) -> None:
    """Two sheets and a hidden one."""
    made = xlsxwriter.Workbook(path)
    money = made.add_format({"num_format": '#,##0.00 "€"'})
    day = made.add_format({"num_format": "d mmmm yyyy"})
    sheet = made.add_worksheet("Traffic")
    sheet.write(0, 0, "Ferry traffic by route")
    sheet.write_row(2, 1, ["Route", "Opened", "Revenue"])
    for at, (route, opened, revenue) in enumerate(
        [("Brannock", datetime(1957, 5, 2), 1234567.5), ("Sele", datetime(1988, 6, 30), 400000)], 3
    ):
        sheet.write(at, 1, route)
        sheet.write_datetime(at, 2, opened, day)
        sheet.write(at, 3, revenue, money)
    sheet.write(5, 1, "Total")
    sheet.write_formula(5, 3, "=SUM(D4:D5)", money, 1634567.5)
    crew = made.add_worksheet("Crew")
    crew.write_row(0, 0, ["Name", "Role"])
    crew.write_row(1, 0, ["Ada", "Captain"])
    secret = made.add_worksheet("Secret")
    secret.write(0, 0, "hidden")
    secret.hide()
    made.close()


def test_sheets_and_rows_keep_their_places(tmp_path: Path, read_file: ReadFile) -> None:
    book(tmp_path / "ferry_figures.xlsx")

    source = read_file(tmp_path / "ferry_figures.xlsx")

    assert [(b.kind, b.sheet, b.row, b.is_header, b.cells or source.block_text(b)) for b in source.blocks] == [
        (BlockKind.HEADING, "Traffic", None, False, "Traffic"),
        (BlockKind.CAPTION, "Traffic", 1, False, "Ferry traffic by route"),
        (BlockKind.TABLE_ROW, "Traffic", 3, True, ("Route", "Opened", "Revenue")),
        (BlockKind.TABLE_ROW, "Traffic", 4, False, ("Brannock", "2 May 1957", "1,234,567.50 €")),
        (BlockKind.TABLE_ROW, "Traffic", 5, False, ("Sele", "30 June 1988", "400,000.00 €")),
        (BlockKind.TABLE_ROW, "Traffic", 6, False, ("Total", "", "1,634,567.50 €")),
        (BlockKind.HEADING, "Crew", None, False, "Crew"),
        (BlockKind.TABLE_ROW, "Crew", 1, True, ("Name", "Role")),
        (BlockKind.TABLE_ROW, "Crew", 2, False, ("Ada", "Captain")),
    ]
    assert source.title == "ferry figures"
    assert source.warnings == ("ferry_figures.xlsx: hidden sheets were left out: Secret",)
    place = source.text.index("Sele |")
    assert (source.passage(place, place + 4).sheet, source.passage(place, place + 4).row) == ("Traffic", 5)


def test_what_a_sheet_says_of_its_size_is_not_believed(tmp_path: Path, read_file: ReadFile) -> None:
    path = tmp_path / "a.xlsx"
    book(path)
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(tmp_path / "b.xlsx", "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, part.replace(b'ref="A1:D6"', b'ref="A1:XFD1048576"'))

    assert len(read_file(tmp_path / "b.xlsx").blocks) == 9


def test_too_many_rows_are_refused(tmp_path: Path, read_file: ReadFile, monkeypatch: pytest.MonkeyPatch) -> None:
    book(tmp_path / "a.xlsx")
    monkeypatch.setattr(workbooks, "MAX_ROWS", 3)

    with pytest.raises(SourceNotImported, match=r"a\.xlsx has more rows than can be read \(3 at most\)"):
        read_file(tmp_path / "a.xlsx")


@pytest.mark.parametrize("entry", ["xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"])
def test_a_damaged_workbook_is_named(tmp_path: Path, read_file: ReadFile, entry: str) -> None:
    book(tmp_path / "a.xlsx")
    with (
        zipfile.ZipFile(tmp_path / "a.xlsx") as old,
        zipfile.ZipFile(tmp_path / "b.xlsx", "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            new.writestr(name, old.read(name)[:200] if name == entry else old.read(name))

    with pytest.raises(SourceNotImported, match=r"b\.xlsx is damaged: it can't be opened as an Excel workbook"):
        read_file(tmp_path / "b.xlsx")


# Text


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_separator_is_found(tmp_path: Path, read_file: ReadFile, separator: str) -> None:
    rows = [["Town", "People", "Founded by"], ["Brannock", "12400", "monks, it is said"], ["Sele", "8100", "sailors"]]
    text = "\n".join(separator.join(f'"{cell}"' if "," in cell else cell for cell in row) for row in rows)
    (tmp_path / "a.csv").write_text(text)

    source = read_file(tmp_path / "a.csv")

    assert [list(block.cells) for block in source.blocks] == rows
    assert [(block.row, block.is_header) for block in source.blocks] == [(1, True), (2, False), (3, False)]


def test_a_table_without_a_header_has_none(tmp_path: Path, read_file: ReadFile) -> None:
    (tmp_path / "a.csv").write_text("Brannock,12400\nSele,8100\nOrm,2300\n")

    assert not any(block.is_header for block in read_file(tmp_path / "a.csv").blocks)


def test_a_table_is_known_without_a_name_for_it(tmp_path: Path, read_file: ReadFile) -> None:
    (tmp_path / "export").write_text("town;people;ferries\nBrannock;12400;2\nSele;8100;1\nOrm;2300;0\n")

    assert [block.kind for block in read_file(tmp_path / "export").blocks] == [BlockKind.TABLE_ROW] * 4


def test_prose_with_a_wrong_name_stays_prose(tmp_path: Path, read_file: ReadFile) -> None:
    prose = "The ferry runs again, the office said. It is full.\n\nNobody knows why it stopped in the first place."
    (tmp_path / "a.csv").write_text(prose)

    assert {block.kind for block in read_file(tmp_path / "a.csv").blocks} == {BlockKind.PARAGRAPH}


def test_ten_thousand_columns_are_refused(tmp_path: Path, read_file: ReadFile) -> None:
    row = ",".join(f"c{at}" for at in range(10_000))
    (tmp_path / "wide.csv").write_text(f"{row}\n{row}\n")

    with pytest.raises(SourceNotImported, match=r"wide\.csv has 10,000 columns and at most 500 can be read"):
        read_file(tmp_path / "wide.csv")


def test_an_open_quotation_mark_is_said(tmp_path: Path, read_file: ReadFile) -> None:
    (tmp_path / "a.csv").write_text("a,b,c\n1,2,3\n" * 5 + '"open,' + "x" * 1_100_000)

    with pytest.raises(
        SourceNotImported, match=r"a\.csv can't be taken apart into rows: a quotation mark is not closed"
    ):
        read_file(tmp_path / "a.csv")


def test_other_encodings_of_tables_are_read(tmp_path: Path, read_file: ReadFile) -> None:
    text = "Ort;Größe;Fähren\nKöln;groß;4\nMünchen;größer;0\nNürnberg;mäßig;1\n"
    (tmp_path / "a.csv").write_bytes(text.encode("cp1252"))

    assert read_file(tmp_path / "a.csv").blocks[1].cells == ("Köln", "groß", "4")


def test_titles_empty_columns_and_notes_are_set_apart() -> None:
    rows = [
        (1, ["Catch by year", "", ""]),
        (2, []),
        (3, ["", "Year", "Boats"]),
        (4, ["", "1791", "38"]),
        (5, ["", "1792", "41"]),
        (6, []),
        (7, ["A second table follows, and it is about the crew of the ferry alone.", ""]),
        (8, ["Name", "Role"]),
        (9, ["Ada", "Captain"]),
    ]

    parts = list(tables.tables(rows))

    assert [(part.kind, part.row, part.is_header) for part in parts] == [
        (BlockKind.CAPTION, 1, False),
        (BlockKind.TABLE_ROW, 3, True),
        (BlockKind.TABLE_ROW, 4, False),
        (BlockKind.TABLE_ROW, 5, False),
        (BlockKind.PARAGRAPH, 7, False),
        (BlockKind.TABLE_ROW, 8, True),
        (BlockKind.TABLE_ROW, 9, False),
    ]
    assert parts[1].cells == ("Year", "Boats")
