"""Documents as Markdown, pages, workbooks and CSV, read back by parsers that are not ours."""

from __future__ import annotations

import csv
import io
import json
from datetime import date, datetime

import pytest
from lxml import html as lxml_html
from markdown_it import MarkdownIt
from openpyxl import load_workbook
from sample_documents import EVERY, ORIGINS, briefing, canals, data_table, events, faq, quiz, said

from server.domain.documents import Cell, Column, DataTable, Faq, QuestionAnswer, Table, Timeline
from server.domain.errors import RenderingFailed
from server.domain.scripts import Statement
from server.domain.sources import Block, BlockKind, Passage, Source, SourceKind
from server.engine.papers.checking import check_xlsx
from server.engine.papers.composing import compose
from server.engine.papers.html import as_html
from server.engine.papers.labels import LANGUAGES, day_in, labels_of
from server.engine.papers.markdown import as_markdown, as_quiz_json, as_table_markdown, escaped
from server.engine.papers.plotting import Bars, Lines, Shares, grouped, nice_ticks, plotted
from server.engine.papers.references import References, clock, origin_of
from server.engine.papers.tables import as_csv, as_xlsx, neutral

EVIL = '<script>alert(1)</script><img src=x onerror="x()"> & "q" \'s\' </style>'


@pytest.mark.parametrize("make", EVERY)
def test_a_page_is_whole_loads_nothing_and_leads_to_its_notes(make) -> None:
    text = as_html(compose(make(), origins=ORIGINS))
    page = lxml_html.fromstring(text)
    assert not page.xpath("//script | //link | //iframe | //*[@style] | //*[starts-with(name(@*), 'on')]")
    assert len(page.xpath("//style")) == len(page.xpath("//h1")) == 1
    assert all(a.get("href").startswith(("#", "https://example.org/")) for a in page.xpath("//a"))
    ids = page.xpath("//@id")
    assert len(ids) == len(set(ids))
    assert {a.get("href")[1:] for a in page.xpath("//a[starts-with(@href, '#')]")} <= set(ids)
    assert "@media print" in text
    assert "prefers-color-scheme:dark" in text


def test_words_of_a_page_are_never_markup() -> None:
    document = Faq(title=EVIL, language="en", entries=(QuestionAnswer(EVIL, (said(EVIL),)),))
    page = lxml_html.fromstring(as_html(compose(document, origins=ORIGINS)))
    assert not page.xpath("//script | //img | //*[@onerror]")
    assert page.xpath("//h1")[0].text_content() == page.xpath("//h3")[0].text_content() == EVIL


def test_an_address_that_is_no_web_address_is_no_link() -> None:
    source = Source("s0", SourceKind.TEXT, "T", "javascript:alert(1)", "en", "abc", ())
    text = as_html(compose(faq(), origins=(origin_of(source),)))
    assert 'href="javascript' not in text


@pytest.mark.parametrize(
    "text", ["# no", "1. no", "- no", "*a* _b_ `c`", "[a](b)", "<b>x</b>", "> q", "a|b", "&amp;", "---"]
)
def test_words_of_markdown_come_out_as_they_went_in(text: str) -> None:
    inline = MarkdownIt("commonmark").parse(escaped(text))
    assert [t.type for t in inline] == ["paragraph_open", "inline", "paragraph_close"]
    assert "".join(child.content for child in inline[1].children or ()) == text


def test_markdown_has_the_whole_briefing_and_notes_where_they_are_wanted() -> None:
    sheet = compose(briefing(), origins=ORIGINS)
    plain, noted = as_markdown(sheet), as_markdown(sheet, with_notes=True)
    for part in (
        "## Summary",
        "## Key figures",
        "**1.2 million tonnes**",
        "### Keepers were paid by the lock",
        "| Northern |",
    ):
        assert part in plain
    assert "[1]" not in plain
    assert "- [1] p. 2: “Two canals" in noted


def test_headings_speak_the_language_of_the_document() -> None:
    document = Timeline(title="Kanäle", language="de", events=events())
    assert "etwa 1834" in as_markdown(compose(document))
    assert day_in("de", date(2026, 11, 21)) == "21. November 2026"
    assert {labels_of(code).sources for code in LANGUAGES} == {
        "Sources", "Quellen", "Fuentes", "Fonti", "Fontes", "Bronnen", "Źródła",
    }  # fmt: skip
    assert labels_of("xx") is labels_of("en")


def test_a_quiz_is_the_wire_s_json() -> None:
    told = json.loads(as_quiz_json(quiz()))
    assert set(told) == {"title", "difficulty", "questions"}
    assert set(told["questions"][0]) == {"question", "options", "answerIndex", "explanation"}
    assert len(told["questions"][0]["options"]) == 4


def test_a_table_s_markdown_is_the_table() -> None:
    document = DataTable(title="T", language="en", tables=(canals(),))
    tokens = MarkdownIt("commonmark").enable("table").parse(as_table_markdown(compose(document)))
    assert tokens[0].type == "table_open"
    assert sum(token.type == "tr_open" for token in tokens) == 4


def test_notes_say_where_in_a_source() -> None:
    blocks = (Block(BlockKind.PARAGRAPH, 0, 10, slide=1), Block(BlockKind.PARAGRAPH, 10, 20, slide=2))
    source = Source("s", SourceKind.FILE, "Deck", "deck.pptx", "en", "x" * 20, blocks)
    references = References((origin_of(source),), labels_of("en"))
    run = references.run("A.", (Passage("s", 12, 15, "x"), Passage("s", 0, 3, "y"), Passage("t", 0, 1, "z", 4)))
    assert run.notes == (1, 2, 3)
    assert [(n.number, n.place) for n in references.listed()[0].notes] == [(1, "slide 2"), (2, "slide 1")]
    assert references.listed()[1].notes[0].place == "p. 4"
    assert references.run("B.", (Passage("s", 12, 15, "x"),)).notes == (1,)
    assert clock(3_723_000) == "1:02:03"


def workbook(document: DataTable):
    return load_workbook(io.BytesIO(as_xlsx(document, origins=ORIGINS)))


def test_a_workbook_has_typed_cells_filters_and_a_frozen_header() -> None:
    book = workbook(data_table())
    assert book.sheetnames == ["The three canals compared", "The three canals compared (2)"[:31], "Sources"]
    sheet = book.worksheets[0]
    assert [cell.value for cell in sheet[1]] == ["Canal", "Length (km)", "Opened", "Cost (EUR)", "Share (%)"]
    assert sheet["B2"].value == 48.2
    assert sheet["C2"].value == "1821-05-03"
    assert sheet["C3"].value == datetime(1934, 7, 1)  # noqa: DTZ001 - a calendar day of a spreadsheet
    assert (sheet["D2"].value, sheet["D2"].number_format) == (1_200_000, "#,##0")
    assert (sheet["E3"].value, sheet["E3"].number_format) == (0.125, "0.0%")
    assert sheet["D4"].value is None
    assert sheet.freeze_panes == "B2"
    assert sheet.auto_filter.ref == "A1:E4"
    assert book["Sources"].max_row > 10


def test_no_cell_is_a_formula() -> None:
    book = workbook(data_table())
    assert all(cell.data_type != "f" for sheet in book for row in sheet for cell in row)
    assert book.worksheets[0]["A4"].value == "=HYPERLINK(1)"
    read = list(csv.reader(io.StringIO(as_csv(data_table()).decode("utf-8"), newline="")))
    assert ["'=HYPERLINK(1)", "12.5", "1790", "", "24"] in read
    assert [neutral(t) for t in ("-12.5", "+3 %", "-1+cmd|x", "@SUM(1)", "−5")] == [
        "-12.5",
        "+3 %",
        "'-1+cmd|x",
        "'@SUM(1)",
        "−5",
    ]


def test_csv_is_as_rfc_4180_says() -> None:
    table = Table("T", (Column('a "b"'), Column("c,d")), ((Cell("x\ny"), Cell("1,5")),))
    content = as_csv(DataTable(title="T", language="en", tables=(table,)))
    assert content == b'"a ""b""","c,d"\r\nx y,"1,5"\r\n'


def test_odd_tables_make_a_workbook_all_the_same() -> None:
    tables = (
        Table("", (), ()),
        Table("a/b:c*?[d]\\" + "e" * 40, (Column("x"),), ((),)),
        Table("History", (Column("x" * 300),), ((Cell("y" * 40_000),),)),
    )
    document = DataTable(title="T", language="en", tables=tables)
    content = as_xlsx(document)
    check_xlsx(content, tables=3)
    assert all(0 < len(name) <= 31 for name in load_workbook(io.BytesIO(content)).sheetnames)
    with pytest.raises(RenderingFailed):
        check_xlsx(content, tables=4)
    with pytest.raises(RenderingFailed):
        check_xlsx(content[:200], tables=1)


def test_charts_become_what_they_can_be() -> None:
    bars, line, shares, several = (plotted(chart) for chart in briefing().charts)
    assert isinstance(bars, Bars)
    assert bars.rows[0][1][0].end == 1.0
    assert isinstance(line, Lines)
    assert [text for text, _ in line.ticks] == ["0", "20", "40", "60", "80"]
    assert isinstance(shares, Shares)
    assert sum(share for _, _, share in shares.parts) == pytest.approx(1)
    assert isinstance(several, Bars)
    assert several.rows[1][1][1].start == 0
    assert grouped(1_234_567.5) == "1\u2009234\u2009567.5"
    assert nice_ticks(97, 103)[0] > 0


def test_a_statement_without_passages_has_no_note() -> None:
    document = Faq(title="T", language="en", entries=(QuestionAnswer("Q?", (Statement("A."),)),))
    assert "[1]" not in as_markdown(compose(document), with_notes=True)
