"""Ways that end in something to read: a table, an answer with its passage, a briefing, a message to another program."""

from __future__ import annotations

import csv
from collections.abc import Awaitable, Callable
from pathlib import Path

import openpyxl
import pytest
from open_reader import CANAL
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.client import Client
from app.models.webhooks import event_in
from app.panels import downloads
from app.panels.notebooks import NotebooksPanel
from app.panels.reader import ReaderPanel
from app.panels.webhooks import WebhooksPanel
from app.window import Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]
Ordered = Callable[..., Awaitable[str]]
TEXTS = Path(__file__).resolve().parents[2] / "data" / "texts"

pytestmark = pytest.mark.usefixtures("loop_never_held")


async def read(desk: Window, request: str, until: Until, idle: Idle) -> ReaderPanel:
    """Open a result in the reader."""
    desk.show_panel("reader", request)
    reader = desk.panels["reader"]
    assert isinstance(reader, ReaderPanel)
    await until(lambda: reader.detail is not None and reader.detail.row.id == request, lambda: desk.bar.text)
    await idle(desk)
    return reader


async def test_two_texts_become_a_table_and_the_table_files(
    desk: Window,
    client: Client,
    ordered: Ordered,
    until: Until,
    idle: Idle,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    request = await ordered("datatable", (TEXTS / "comparison_trailers.md").read_text("utf-8"), title="Trailers")
    reader = await read(desk, request, until, idle)
    shown = reader.table_view.cells
    assert shown.rowCount() >= 3 and shown.columnCount() >= 3

    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    reader.saving.ask_all()
    await until(lambda: "Saved" in desk.bar.text, lambda: desk.bar.text)
    await idle(desk)
    assert first_cells(tmp_path) == [shown.headerData(0, Qt.Orientation.Horizontal)] * 2

    target = tmp_path / "episodes.csv"
    monkeypatch.setattr(downloads, "ask_target", lambda *_: target)
    desk.file_menu.save_csv()
    await until(target.exists, lambda: desk.bar.text)
    await idle(desk)
    assert target.read_text("utf-8").startswith("id,audioUrl,title,requestedOn")


def first_cells(folder: Path) -> list[str]:
    """The first heading of the workbook in a folder, and that of the CSV."""
    (workbook,), (table,) = list(folder.glob("*.xlsx")), list(folder.glob("*.csv"))
    with table.open(encoding="utf-8-sig", newline="") as file:
        heading = next(csv.reader(file))
    sheet = openpyxl.load_workbook(workbook, read_only=True).worksheets[0]
    return [str(next(sheet.iter_rows())[0].value), heading[0]]


@pytest.mark.slow
async def test_a_notebook_answers_and_its_answer_becomes_a_note_and_a_briefing(
    desk: Window, until: Until, idle: Idle, qtbot: QtBot
) -> None:
    desk.show_panel("notebooks")
    panel = desk.panels["notebooks"]
    assert isinstance(panel, NotebooksPanel)
    await idle(desk)
    panel.list.name.setText("Canals")
    panel.list.new_button.click()
    await idle(desk)
    page = panel.notebook
    page.sources.paste.setPlainText(CANAL * 3)
    page.sources.add_button.click()
    await until(lambda: page.sources.entries.rows and page.sources.entries.rows[0].stage.name == "READY", "the source")
    await idle(desk)

    page.conversation.field.setPlainText("When was the canal opened?")
    qtbot.keyClick(page.conversation.field, Qt.Key.Key_Return)
    await until(lambda: page.conversation.turns and page.conversation.turns[0].answer, lambda: desk.bar.text)
    await idle(desk)
    (turn,) = page.conversation.turns
    assert turn.answer is not None and turn.answer.citations
    turn.chips[0].click()
    await idle(desk)
    assert page.source.text.marked.split() == turn.answer.citations[turn.chips[0].marker].text.split()
    page.source.back_button.click()
    turn.keep_button.click()
    await until(lambda: page.studio.notes.cards, "the note")

    page.studio.cards["briefing_doc"].click()
    page.studio.form.make_button.click()
    await until(lambda: page.studio.rows.rows and page.studio.rows.rows[0].ended, lambda: f"it ({desk.bar.text})")
    await idle(desk)
    reader = await read(desk, page.studio.rows.rows[0].id, until, idle)
    assert reader.detail is not None
    reader.views.choose("pdf")
    reader._view_chosen("pdf")
    await until(lambda: reader.pdf_view.document.pageCount() > 0, lambda: f"the pages ({desk.bar.text})")
    await idle(desk)


@pytest.mark.slow
async def test_another_program_hears_that_a_piece_is_done(
    desk: Window, ordered: Ordered, until: Until, idle: Idle
) -> None:
    desk.show_panel("webhooks")
    panel = desk.panels["webhooks"]
    assert isinstance(panel, WebhooksPanel)
    panel.show_page("try")
    page = panel.receiver
    page.start_button.click()
    await until(lambda: page.state.text() == "Listening", lambda: f"the receiver ({desk.bar.text})")

    request = await ordered("text", (TEXTS / "news_ferry.md").read_text("utf-8"), title="The ferry")
    desk.show_panel("webhooks")
    await until(lambda: any(request.encode() in each.body for each in page.rows.rows), "the message")
    (came,) = [each for each in page.rows.rows if request.encode() in each.body]
    assert (came.fault, came.status) == ("", 204)
    assert event_in(came.body) == "request.completed"

    panel.show_page("webhooks")
    panel.reload()
    card = panel.hooks.card
    await until(lambda: any(row.state == "delivered" for row in card.rows.rows), "the log")
    page.stop_button.click()
    await until(lambda: not page.receiver.is_open, "the end")
    await idle(desk)
