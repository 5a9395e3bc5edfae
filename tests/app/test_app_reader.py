"""The reader: documents with their passages, PDFs, quizzes, tables and timelines, saved, shared and made anew."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from example_results import a_result, forms_of
from example_studio import ARTICLE
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QToolTip
from pytestqt.qtbot import QtBot
from stub_api import StubApi, a_request

from app.models.pages import page_of_markdown
from app.panels.create import CreatePanel
from app.panels.reader import ReaderPanel
from app.widgets.reading import SLICE_S, tip_of
from app.window import Window
from server.engine.stages.drawing import Form

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]
Opened = Callable[..., Awaitable[ReaderPanel]]


@pytest.fixture
def opened(api: StubApi, connected: Window, until: Until, idle: Idle) -> Opened:
    """Opens a result of an output type in the reader."""

    async def open_result(kind: str, **fields: object) -> ReaderPanel:
        row = a_result(api, kind, **fields)
        connected.show_panel("reader", row["id"])
        panel = connected.panels["reader"]
        assert isinstance(panel, ReaderPanel)
        await until(lambda: panel.detail is not None and panel.detail.row.id == row["id"], "the result")
        await idle(connected)
        connected.activateWindow()
        await until(connected.isActiveWindow, "activation")
        panel.arrive()
        return panel

    return open_result


async def test_a_document_is_read_with_its_passages_beside_it(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = await opened("faq")

    assert reader.page_view.isVisible() and reader.page_view.hasFocus()
    assert "How did the fish take it?" in reader.page_view.toPlainText()
    assert reader.notes.rowCount() == 6
    reader.page_view.anchorClicked.emit(QUrl("note:3"))
    assert reader.note_list.currentIndex().row() == 2
    assert "The northern wetland" in tip_of([reader.document.notes[3]])
    shown: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, _widget: shown.append(text))
    reader.page_view.highlighted.emit(QUrl("note:2"))
    assert "nine to eleven months" in shown[0]


async def test_a_passage_leads_to_where_it_is_named(opened: Opened, qtbot: QtBot) -> None:
    reader = await opened("faq")

    reader.note_list.select(5)
    qtbot.keyClick(reader.note_list, Qt.Key.Key_Return)

    [marked] = reader.page_view.extraSelections()
    assert "survey is due in spring" in marked.cursor.selectedText()


async def test_the_queue_opens_written_results_here(
    api: StubApi, connected: Window, until: Until, idle: Idle, qtbot: QtBot
) -> None:
    a_result(api, "study_guide")
    connected.show_panel("queue")
    queue = connected.panels["queue"]
    await until(lambda: queue.rows.rows, "the request")  # type: ignore[attr-defined]
    await idle(connected)

    queue._asked("open")  # type: ignore[attr-defined]

    reader = connected.panels["reader"]
    assert isinstance(reader, ReaderPanel)
    await until(lambda: reader.title.text() == "Lake Vell: a study guide", "the guide")
    await idle(connected)


async def test_a_pdf_is_shown_searched_and_zoomed(opened: Opened, connected: Window, until: Until, idle: Idle) -> None:
    reader = await opened("briefing_doc")
    reader.views._buttons["pdf"].click()
    await until(lambda: reader.pdf_view.document.pageCount() > 0, "the PDF")
    await idle(connected)
    pdf = reader.pdf_view

    assert pdf.view.isVisible() and not reader.note_list.isVisible()
    before = pdf.zoom_factor
    pdf.zoom(1)
    assert pdf.zoom_factor > before
    pdf.zoom(0)
    assert pdf.zoom_factor == pytest.approx(before)
    pdf.page.setValue(2)
    assert pdf.view.pageNavigator().currentPage() == 1
    reader.go_to_search()
    assert pdf.search.hasFocus()
    pdf.search.setText("wetland")
    pdf.search.returnPressed.emit()
    await until(lambda: pdf.hits.text().startswith("1 of"), pdf.hits.text)
    pdf.go_to_place()
    assert pdf.hits.text().startswith("2 of")
    pdf.search.setText("zeppelin")
    pdf.search.returnPressed.emit()
    await until(lambda: pdf.hits.text() == "Nothing found", pdf.hits.text)


async def test_a_pdf_that_is_none_is_told(opened: Opened, connected: Window) -> None:
    reader = await opened("faq")

    reader.pdf_view.show_pdf(b"not a PDF")

    assert "can't be shown" in connected.bar.text


async def test_a_quiz_is_played_with_the_keys(opened: Opened, qtbot: QtBot) -> None:
    reader = await opened("quiz")
    quiz = reader.quiz_view
    assert quiz.hasFocus()

    qtbot.keyClick(quiz, Qt.Key.Key_3)
    assert quiz.verdict.text() == "Not quite: B is right"
    assert "Between May and September" in quiz.passage.text()
    assert quiz.options[2].accessibleName() == "C: 90 centimetres, your answer, wrong"
    for key in (Qt.Key.Key_3, Qt.Key.Key_1, Qt.Key.Key_4):
        qtbot.keyClick(quiz, Qt.Key.Key_Return)
        qtbot.keyClick(quiz, key)
        assert quiz.verdict.text() == "Right"
    qtbot.keyClick(quiz, Qt.Key.Key_Return)
    assert quiz.result.text() == "3 of 4 right"
    assert not reader.note_list.isVisible(), "the passages would give the answers away"

    qtbot.keyClick(quiz, Qt.Key.Key_R)
    assert quiz.counter.text() == "Mistake 1 of 1"
    qtbot.keyClick(quiz, Qt.Key.Key_2)
    qtbot.keyClick(quiz, Qt.Key.Key_Return)
    assert quiz.result.text() == "1 of 1 right"
    qtbot.keyClick(quiz, Qt.Key.Key_A)
    assert quiz.counter.text() == "Question 1 of 4"


async def test_a_quiz_that_cant_be_read_is_told_and_its_page_shown(opened: Opened, connected: Window) -> None:
    reader = await opened("quiz", response_text='{"questions": 3}')

    assert "can't be read" in connected.bar.text
    assert reader.page_view.isVisible()


async def test_a_table_is_sorted_copied_and_led_to_its_passages(opened: Opened, qtbot: QtBot) -> None:
    reader = await opened("datatable")
    table = reader.table_view
    assert table.size_label.text() == "5 rows × 6 columns"

    table.sort_choice.choose(2)
    table.sort_choice.picked.emit()
    assert table.cells.index(0, 0).data() == "Saltholm"
    table.view.setCurrentIndex(table.cells.index(0, 2))
    assert reader.notes.rows[reader.note_list.currentIndex().row()].quote == "22.5 is the figure of the report."
    qtbot.keyClick(table.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text().splitlines()
    assert copied[0].split("\t")[:2] == ["Lake", "Area (km²)"]
    assert copied[1].split("\t")[0] == "Saltholm"
    table.choice.choose(1)
    table.choice.picked.emit()
    assert table.cells.index(0, 0).data() == "Digging"


async def test_band_and_list_of_a_timeline_go_together(opened: Opened, qtbot: QtBot) -> None:
    reader = await opened("timeline")
    view = reader.timeline_view

    view.band.setFocus()
    qtbot.keyClick(view.band, Qt.Key.Key_Right)
    qtbot.keyClick(view.band, Qt.Key.Key_Right)
    assert view.list.currentIndex().row() == 2
    assert reader.note_list.currentIndex().row() == 2
    assert view.band.accessibleDescription() == "about 1994: The northern shore was drained for grazing."
    qtbot.keyClick(view.list, Qt.Key.Key_End)
    assert view.band.place == 8
    qtbot.mouseClick(view.band.viewport(), Qt.MouseButton.LeftButton, pos=view.band.viewport().rect().center())
    assert view.list.currentIndex().row() == view.band.place


async def test_an_article_comes_as_markdown_with_its_citations(
    api: StubApi, connected: Window, until: Until, idle: Idle
) -> None:
    row = a_request(
        api.contents,
        "Notes",
        output_type="text",
        duration=0,
        response_text=ARTICLE,
        citations=[{"text": "4,120 devices", "source": "report.pdf", "page": 2}],
    )
    connected.show_panel("reader", row["id"])
    reader = connected.panels["reader"]
    assert isinstance(reader, ReaderPanel)
    await until(lambda: reader.detail is not None, "the article")
    await idle(connected)

    assert "What is repaired" in reader.page_view.toPlainText()
    assert reader.notes.rows[0].where == "report.pdf · page 2"
    assert not reader.views.isVisible()


async def test_all_files_are_saved_and_nothing_is_written_over(
    opened: Opened, connected: Window, until: Until, idle: Idle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = await opened("datatable")
    (tmp_path / "Lakes compared.csv").write_text("mine")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: str(tmp_path))

    reader.saving.ask_all()
    await until(lambda: "Saved 5 files" in connected.bar.text, "the bar")
    await idle(connected)

    made = forms_of("datatable")[1]
    assert (tmp_path / "Lakes compared.xlsx").read_bytes() == made[Form.WORKBOOK]
    assert (tmp_path / "Lakes compared (2).csv").read_bytes() == made[Form.CSV]
    assert (tmp_path / "Lakes compared.csv").read_text() == "mine"
    assert (tmp_path / "Lakes compared.md").read_text(encoding="utf-8") == made[Form.MARKDOWN].decode()


async def test_one_file_is_saved_under_the_name_that_was_chosen(
    opened: Opened, connected: Window, until: Until, idle: Idle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = await opened("briefing_doc")
    target = tmp_path / "paper.pdf"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(target), ""))

    assert [action.text() for action in reader.saving.menu().actions() if action.text()] == [
        "PDF (pdf)…",
        "Web page (html)…",
        "Markdown (md)…",
        "All files into a folder…",
    ]
    reader.saving.ask()
    await until(lambda: connected.bar.text == "Saved paper.pdf.", "the bar")
    await idle(connected)

    assert target.read_bytes().startswith(b"%PDF")


async def test_links_go_to_the_clipboard(opened: Opened, api: StubApi) -> None:
    reader = await opened("briefing_doc")
    assert reader.detail is not None

    reader.link_button.click()
    assert QGuiApplication.clipboard().text().endswith("briefing_doc.pdf")
    reader.share_button.click()
    assert QGuiApplication.clipboard().text() == f"{api.address}/share/{reader.detail.row.id}"


async def test_another_is_made_at_once_where_the_server_can(
    opened: Opened, api: StubApi, connected: Window, until: Until, idle: Idle
) -> None:
    reader = await opened("briefing_doc")
    offered = {each.kind: at_once for each, at_once in reader.another.kinds()}
    assert offered == {
        "audio": True,
        "text": False,
        "faq": False,
        "study_guide": False,
        "timeline": False,
        "quiz": True,
        "datatable": True,
    }

    reader.another.make("quiz", at_once=True)
    await until(lambda: api.contents.requests[0]["output_type"] == "quiz", "the order")
    await until(lambda: connected.current is connected.panels.get("queue"), "the queue")
    await idle(connected)

    assert reader.detail is not None
    call = next(body for method, path, body in api.contents.calls if path == "/content/Repurpose")
    assert call == {"requestId": reader.detail.row.id, "outputType": "quiz"}


async def test_another_opens_the_form_with_the_same_sources(opened: Opened, connected: Window, idle: Idle) -> None:
    reader = await opened("briefing_doc")

    reader.another.make("faq", at_once=False)
    create = connected.panels["create"]
    assert isinstance(create, CreatePanel)
    await idle(connected)

    assert create.order.output_type == "faq"
    assert [source.content for source in create.order.sources] == ["https://vellwater.example/report"]


async def test_a_deleted_result_is_closed(opened: Opened, api: StubApi, until: Until) -> None:
    reader = await opened("faq")
    assert reader.detail is not None

    api.emit("request.deleted", reader.detail.row.id)

    await until(reader.empty.isVisible, "the empty state")


async def test_another_palette_sets_the_text_anew(opened: Opened, theme: object, until: Until) -> None:
    reader = await opened("faq")
    before = reader.page_view.document()

    theme.choose("light")  # type: ignore[attr-defined]
    await until(lambda: reader.page_view.document() is not before, "the new text")

    theme.choose("dark")  # type: ignore[attr-defined]


async def test_a_long_document_does_not_hold_the_window(
    opened: Opened, watchdog: object, until: Until, idle: Idle, connected: Window
) -> None:
    reader = await opened("faq")
    words = "\n\n".join(f"## Part {n}\n\n{'The level fell by forty centimetres. ' * 12}" for n in range(400))
    page = page_of_markdown(words)
    set_before: list[bool] = []
    reader.page_view.ready.connect(lambda: set_before.append(True))

    with watchdog as dog:  # type: ignore[attr-defined]
        reader.page_view.show_page(page)
        await until(lambda: set_before, "the text")

    assert dog.worst < 0.25 + SLICE_S
    assert "Part 399" in reader.page_view.toPlainText()
