"""Pages taken apart, quizzes in play, tables sorted: what the readers show, without a window."""

from __future__ import annotations

import json

import pytest
from example_results import forms_of
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from app.client.requests import Passage
from app.client.results import ending_of, result_of
from app.models.datatables import NOTES_ROLE, CellTable, number_in
from app.models.notes import MomentRows, NoteRows
from app.models.pages import Note, Page, PageTable, TableCell, page_of, page_of_markdown, spelled_out
from app.models.quizzes import Game, quiz_of
from app.theme import DARK
from app.widgets.typesetting import Typesetter, pieces
from server.engine.stages.drawing import Form


def drawn_page(kind: str) -> Page:
    return page_of(forms_of(kind)[1][Form.HTML].decode())


def test_a_drawn_page_gives_its_notes_with_source_and_place() -> None:
    page = drawn_page("briefing_doc")

    assert (page.title, page.kind) == ("Lake Vell, three years on", "Briefing")
    first = page.notes[1]
    assert (
        first.quote == "Between May and September the level fell by 40 centimetres; by February it had fully recovered."
    )
    assert first.where == "Lake Vell: three years of measurements · p. 12"
    assert page.notes[2].source == "The northern wetland"
    assert not any(child.has("sources") for child in page.body)


def test_a_timeline_gives_its_moments_in_order() -> None:
    page = drawn_page("timeline")

    assert [moment.when for moment in page.moments][:3] == ["1931", "May 1968", "about 1994"]
    assert page.moments[3].what == "The council voted for the restoration with eleven votes to four."
    assert [page.notes[n].place for n in page.moments[3].notes] == ["p. 8"]


def test_a_data_table_gives_typed_columns_and_the_cells_notes() -> None:
    page = drawn_page("datatable")
    table = page.tables[0]

    assert table.title == "How five lakes recovered"
    assert table.columns == ("Lake", "Area (km²)", "Fall (cm)", "Recovery (months)", "Restored", "Fed by")
    assert table.numeric == (False, True, True, True, False, False)
    assert table.rows[0][1].text == "4.8"
    assert page.notes[table.rows[0][1].notes[0]].quote == "4.8 is the figure of the report."
    assert table.rows[4][3] == TableCell()
    assert len(page.tables) == 2


def test_markdown_is_read_with_its_tables_and_its_citations() -> None:
    text = "# Notes\n\nA line with **weight**.\n\n| A | B |\n| --- | ---: |\n| x | 2 |\n\n<script>alert(1)</script>\n"
    page = page_of_markdown(
        text, (Passage("Said so.", "report.pdf", page=3), Passage("Heard.", "talk.mp3", None, 65_000))
    )

    assert page.title == "Notes"
    assert [note.where for note in page.listed] == ["report.pdf · page 3", "talk.mp3 · 01:05"]
    assert page.tables[0].rows == ((TableCell("x"), TableCell("2")),)
    assert page.tables[0].numeric == (False, True)
    assert not any(node.name == "script" or node.first("script") for node in page.body)


def test_words_that_stand_alone_are_read_too() -> None:
    page = page_of("<html><body><main>Only words</main></body></html>")

    assert [node.words for node in page.body] == ["Only words"]


@pytest.mark.parametrize("html", ["", "<p", "<ul><li>one<li>two</ul></b>", "<b>" * 5000, "</div></div><p>x", "\0<p>\0"])
def test_broken_markup_is_read_as_far_as_it_goes(html: str) -> None:
    page = page_of(html)

    assert page.notes == {}
    assert all(isinstance(node.words, str) for node in page.body)


@pytest.mark.parametrize(
    ("shown", "numbers"), [("3", (3,)), ("3–5", (3, 4, 5)), ("5–3", (5,)), ("1–999999", (1,)), ("x", ()), ("", ())]
)
def test_ranges_of_notes_are_spelled_out(shown: str, numbers: tuple[int, ...]) -> None:
    assert spelled_out(shown) == numbers


@pytest.mark.parametrize("kind", ["briefing_doc", "faq", "study_guide", "timeline", "quiz", "datatable"])
def test_every_page_is_set_with_an_anchor_for_each_note(kind: str, qapp: QApplication) -> None:
    page = drawn_page(kind)
    document = QTextDocument()
    setter = Typesetter(document, DARK)
    for piece in pieces(page):
        setter.put(piece)

    text = document.toPlainText()
    assert set(setter.anchors) == set(page.notes)
    for block in page.body:
        heading = block.first("h2") if block.name not in ("h2", "h3") else block
        assert heading is None or heading.words in text
    assert "\u2022 \n" not in text


def test_quiz_play_counts_each_question_once() -> None:
    page = drawn_page("quiz")
    game = Game(quiz_of(forms_of("quiz")[1][Form.QUIZ].decode(), page.answers))

    assert game.question is not None and game.question.notes
    game.go_on()
    assert game.at == 0, "an unanswered question is not left"
    assert not game.answer(0)
    assert not game.answer(1), "a second answer changes nothing"
    game.go_on()
    for option in (2, 0, 3):
        assert game.answer(option)
        game.go_on()

    assert game.is_over
    assert (game.right, game.mistakes) == (3, (0,))
    review = game.review()
    assert review.question == game.quiz.questions[0]
    assert review.answer(1)
    review.go_on()
    assert review.is_over and review.mistakes == ()
    assert game.again().given == {}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"questions": [{"question": "x"}]}',
        json.dumps({"questions": [{"question": "x", "options": ["a"], "answerIndex": 4}]}),
    ],
)
def test_a_text_that_is_no_quiz_says_so(text: str) -> None:
    with pytest.raises(ValueError, match="can't be read"):
        quiz_of(text)


TABLE = PageTable(
    "",
    ("Name", "Cost"),
    (False, True),
    tuple(
        (TableCell(a), TableCell(b, (1,) if b else ()))
        for a, b in (("b", "1,200"), ("a", ""), ("C", "98.5"), ("d", "640,000"))
    ),
)


def column(cells: CellTable, place: int) -> list[str]:
    return [cells.index(row, place).data() for row in range(cells.rowCount())]


def test_tables_sort_by_number_and_keep_empty_cells_last(qapp: QApplication) -> None:
    cells = CellTable()
    QAbstractItemModelTester(cells, QAbstractItemModelTester.FailureReportingMode.Fatal)
    cells.show(TABLE, {1: Note(1, "It cost that.", "report", "p. 2")})

    cells.sort(1, Qt.SortOrder.AscendingOrder)
    assert column(cells, 1) == ["98.5", "1,200", "640,000", "—"]
    cells.sort(1, Qt.SortOrder.DescendingOrder)
    assert column(cells, 1) == ["640,000", "1,200", "98.5", "—"]
    cells.sort(0)
    assert column(cells, 0) == ["a", "b", "C", "d"]
    cells.sort(-1)
    assert column(cells, 0) == ["b", "a", "C", "d"]
    assert cells.index(0, 1).data(Qt.ItemDataRole.ToolTipRole) == "“It cost that.” report · p. 2"
    assert cells.index(0, 1).data(NOTES_ROLE) == (1,)


def test_a_selected_row_stays_the_same_while_sorted(qapp: QApplication) -> None:
    from PySide6.QtCore import QPersistentModelIndex

    cells = CellTable()
    cells.show(TABLE, {})
    kept = QPersistentModelIndex(cells.index(2, 0))
    cells.sort(1)

    assert kept.data() == "C"


def test_tables_are_copied_as_tab_separated_text(qapp: QApplication) -> None:
    cells = CellTable()
    cells.show(PageTable("", ("A\tb", "C"), (False, False), ((TableCell("x\ny"), TableCell("2")),)), {})

    assert cells.as_tsv() == "A b\tC\nx y\t2\n"
    assert cells.as_tsv([(0, 1)]) == "2\n"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1,200", 1200.0),
        ("1.200,5", 1200.5),
        ("98.5", 98.5),
        ("98,5", 98.5),
        ("\u22123", -3.0),
        ("12 %", 12.0),
        ("1,234,567", 1_234_567.0),
        ("none", None),
        ("1.2.3", 123.0),
        ("", None),
    ],
)
def test_numbers_are_read_with_either_mark(text: str, number: float | None) -> None:
    assert number_in(text) == number


def test_the_lists_beside_obey_qt(qapp: QApplication) -> None:
    page = drawn_page("timeline")
    for model in (NoteRows(), MomentRows()):
        QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
        if isinstance(model, NoteRows):
            model.replace(page.listed)
        else:
            model.show(page.moments)
        assert model.rowCount() == 9
        model.replace(())


def test_a_status_record_gives_every_file_once() -> None:
    pdf = "http://127.0.0.1/media/k/briefing.pdf"
    result = result_of(
        {
            "id": "1",
            "briefing_doc_url": pdf,
            "document_url": pdf,
            "document_html_url": "http://127.0.0.1/media/k/page.html?x=1",
            "document_format": "pdf",
            "notes": ["Short."],
        }
    )

    assert [(file.name, file.ending) for file in result.files] == [("PDF", ".pdf"), ("Web page", ".html")]
    assert (result.pdf_url, result.html_url, result.html) == (pdf, "http://127.0.0.1/media/k/page.html?x=1", "")
    assert result.main is not None and result.main.address == pdf
    assert ending_of("http://x/y/.hidden") == ""
