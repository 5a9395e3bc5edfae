"""The notebook panel as a person works with it: real widgets against the whole server, read and answered in-process."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from open_reader import CANAL, Reader, opened
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QFileDialog, QLineEdit, QPlainTextEdit
from pytestqt.qtbot import QtBot

from app.client import Client
from app.client.notebooks import Answer, AnswerCitation, Section, SourceText
from app.models.notebooks import Stage
from app.models.outputs import offered
from app.panels.notebook_page import NotebookPage
from app.panels.notebook_source import SourceView
from app.panels.notebooks import NotebooksPanel
from app.settings.originals import Originals
from app.window import Window

Wait = Callable[[Callable[[], object], str], Awaitable[None]]
PATIENCE_S = 90.0
"""Models are loaded for the first answer, on a machine that may have other things to do."""


@pytest.fixture
def wait() -> Wait:
    """Lets the loop work until a condition holds."""

    async def until(condition: Callable[[], object], what: str) -> None:
        ends = asyncio.get_running_loop().time() + PATIENCE_S
        while not condition():
            assert asyncio.get_running_loop().time() < ends, f"{what} never happened"
            await asyncio.sleep(0.01)

    return until


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    """The whole server on a thread of its own, with a client that has a licence."""
    ready, ended = threading.Event(), threading.Event()
    made: list[Reader] = []

    async def serve() -> None:
        async with opened(tmp_path / "data") as running:
            made.append(running)
            ready.set()
            await asyncio.to_thread(ended.wait)

    def run() -> None:
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
            runner.run(serve())

    thread = threading.Thread(target=run, name="server")
    thread.start()
    assert ready.wait(PATIENCE_S)
    yield made[0]
    ended.set()
    thread.join(PATIENCE_S)


@pytest.fixture
async def panel(window: Window, reader: Reader, wait: Wait) -> AsyncIterator[NotebooksPanel]:
    """The panel, shown, with nothing in it."""
    window.connect_to(Client(reader.address, reader.token))
    await wait(lambda: window.desk.offered, "a connection")
    window.show_panel("notebooks")
    shown = window.panels["notebooks"]
    assert isinstance(shown, NotebooksPanel)
    await rest(shown, wait)
    yield shown
    await window.leave_server()


async def rest(panel: NotebooksPanel, wait: Wait) -> None:
    """Wait until nothing is under way."""
    await asyncio.sleep(0)
    await wait(lambda: not panel.tasks.running, "rest")


async def a_notebook(panel: NotebooksPanel, wait: Wait, *texts: str) -> NotebookPage:
    """Make a notebook through the panel, and paste texts into it."""
    panel.list.name.setText("Canals")
    panel.list.new_button.click()
    await rest(panel, wait)
    page = panel.notebook
    for text in texts:
        page.sources.paste.setPlainText(text)
        page.sources.add_button.click()
    await rest(panel, wait)
    return page


async def asked(panel: NotebooksPanel, wait: Wait, question: str, qtbot: QtBot) -> None:
    """Ask with the keyboard."""
    field = panel.notebook.conversation.field
    field.setPlainText(question)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    await rest(panel, wait)


async def test_from_nothing_to_a_cited_answer_a_note_and_markdown(
    panel: NotebooksPanel, window: Window, wait: Wait, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert panel.list.empty.isVisible()
    page = await a_notebook(panel, wait)
    assert page.sources.empty.isVisible()
    assert page.conversation.empty.isVisible()
    assert "Add a source" in page.conversation.hint.text()
    page.sources.paste.setPlainText(CANAL)
    assert not page.sources.reading
    page.sources.add_button.click()
    await rest(panel, wait)
    assert [entry.stage for entry in page.sources.entries.rows] == [Stage.READY]
    await asked(panel, wait, "When was the canal opened?", qtbot)
    [turn] = page.conversation.turns
    assert turn.answer is not None
    assert "1794" in turn.answer.answer
    assert "199 of 200 questions left" in page.conversation.hint.text()
    assert page.studio.meters.meters["questions"].count.text() == "1 of 200 used"

    turn.chips[0].click()
    await rest(panel, wait)
    cited = turn.answer.citations[turn.chips[0].marker]
    assert page.source.isVisible()
    assert page.source.views.value() == "text"
    assert page.source.text.marked.split() == cited.text.split()
    assert turn.texts[0].lit == turn.chips[0].marker
    assert not page.studio.isVisible()
    page.source.back_button.click()
    assert page.studio.isVisible()
    assert turn.texts[0].lit == ""

    turn.keep_button.click()
    await rest(panel, wait)
    [card] = page.studio.notes.cards
    assert card.note.question == "When was the canal opened?"
    card.text.opened.emit(turn.chips[0].marker)
    await rest(panel, wait)
    assert page.source.text.marked.split() == cited.text.split()
    page.close_source()
    card.remove_button.click()
    await rest(panel, wait)
    assert page.studio.notes.cards == []
    window.bar.act()
    await rest(panel, wait)
    assert len(page.studio.notes.cards) == 1

    await asked(panel, wait, "Who planned it?", qtbot)
    follow_up = page.conversation.turns[1].answer
    assert follow_up is not None
    assert follow_up.conversation_id == turn.answer.conversation_id
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "talk.md"), ""))
    window.file_menu.fill()
    (save,) = [each for each in window.file_menu.actions() if each.text() == "Save the conversation as Markdown…"]
    assert save.isEnabled()
    save.trigger()
    await rest(panel, wait)
    written = (tmp_path / "talk.md").read_text("utf-8")
    assert "## When was the canal opened?" in written
    assert "[^1]:" in written
    page.conversation.turns[0].copy_button.click()
    assert "[1] " in QGuiApplication.clipboard().text()

    page.conversation.begin()
    assert page.conversation.turns == []
    [action] = page.conversation.history().actions()
    action.trigger()
    await rest(panel, wait)
    assert [each.question for each in page.conversation.turns] == ["When was the canal opened?", "Who planned it?"]
    assert page.conversation.conversation_id == follow_up.conversation_id


async def test_only_ticked_sources_count_and_refusals_say_so(panel: NotebooksPanel, wait: Wait, qtbot: QtBot) -> None:
    page = await a_notebook(panel, wait, CANAL, "Pumps move water. The pump at Ledder lifts nine litres a second.")
    listed = page.sources.list
    place = next(n for n, each in enumerate(page.sources.entries.rows) if "Canal" in each.title or n == 0)
    listed.setCurrentIndex(page.sources.entries.index(place, 0))
    qtbot.keyClick(listed, Qt.Key.Key_Space)
    assert page.sources.count.text() == "1 of 2"
    assert "1 of 2 sources" in page.conversation.hint.text()

    left_out = page.sources.entries.rows[place].key
    question = "When was the canal opened?" if "Aldwater" in await text_of(panel, left_out) else "What lifts water?"
    await asked(panel, wait, question, qtbot)
    answer = page.conversation.turns[0].answer
    assert answer is not None
    assert not answer.is_grounded
    assert page.conversation.turns[0].chips == []
    assert answer.source_ids == page.sources.chosen

    qtbot.keyClick(listed, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(listed, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    page.conversation.field.setPlainText("When?")
    assert "Tick at least one source" in page.conversation.hint.text()
    assert not page.conversation.send_button.isEnabled()


async def text_of(panel: NotebooksPanel, source_id: str) -> str:
    """The text of a source."""
    return (await panel.client.notebooks.source(source_id)).text


async def test_a_source_that_cannot_be_read_says_why_and_the_others_come(
    panel: NotebooksPanel, wait: Wait, tmp_path: Path, qtbot: QtBot
) -> None:
    page = await a_notebook(panel, wait)
    good, broken, program = tmp_path / "canal.md", tmp_path / "book.pdf", tmp_path / "run.exe"
    good.write_text(f"# The canal\n\n{CANAL}", "utf-8")
    broken.write_bytes(b"%PDF-1.7\nnothing")
    program.write_bytes(b"MZ")
    data = QMimeData()
    data.setUrls([path.as_uri() for path in (good, broken, program)])

    assert panel.drop(data)
    await rest(panel, wait)

    entries = page.sources.entries
    assert [entry.stage for entry in entries.rows] == [Stage.READY, Stage.FAILED, Stage.FAILED]
    sentences = [entry.words for entry in entries.rows[1:]]
    assert any("PDF" in words for words in sentences)
    assert any("Files of this kind" in words for words in sentences)
    assert [action.text() for action in page.sources.menu(entries.rows[1]).actions()] == ["Try again", "Remove"]
    page.sources.list.setCurrentIndex(entries.index(2, 0))
    page.sources.list.setFocus()
    qtbot.keyClick(page.sources.list, Qt.Key.Key_Delete)
    assert len(entries.rows) == 2
    broken.write_bytes(a_pdf(tmp_path))
    page.sources.retry(entries.rows[1])
    await rest(panel, wait)
    assert [entry.stage for entry in entries.rows] == [Stage.READY, Stage.READY]

    pdf = next(entry for entry in entries.rows if "page" in entry.words)
    qtbot.keyClick(page.sources.list, Qt.Key.Key_Home)
    page.open_source(pdf)
    await rest(panel, wait)
    assert page.source.views.value() == "about"
    assert "2 pages" in page.source.facts.text()
    await asked(panel, wait, "How many litres does the pump at Ledder lift?", qtbot)
    turn = page.conversation.turns[0]
    marker = next(m for m, each in turn.answer.citations.items() if each.page == 2)  # type: ignore[union-attr]
    page.open_citation(turn.answer, marker)  # type: ignore[arg-type]
    await rest(panel, wait)
    assert page.source.views.value() == "pdf"
    assert page.source.pdf.page.value() == 2
    page.source.pdf.close_pdf()


def a_pdf(folder: Path) -> bytes:
    """Two pages."""
    import typst

    source = folder / "pages.typ"
    source.write_text(
        "The first page says little of use to anyone who reads it.\n#pagebreak()\n"
        "The pump at Ledder lifts nine litres a second. It was built in 1912 by two brothers.",
        "utf-8",
    )
    return bytes(typst.compile(source))


async def test_things_are_made_from_a_notebook_and_opened(
    panel: NotebooksPanel, window: Window, wait: Wait, qtbot: QtBot
) -> None:
    page = await a_notebook(panel, wait, CANAL * 3)
    assert len(page.studio.cards) == 11
    assert page.studio.cards["quiz"].words.text() == "20 left"

    page.studio.cards["quiz"].click()
    form = page.studio.form
    assert form.isVisible()
    assert form.fields["quizDifficulty"].isVisibleTo(form)
    assert not form.fields["voice1"].isVisibleTo(form)
    form.text.setPlainText("Ask about the dates.")
    form.make_button.click()
    await rest(panel, wait)
    await wait(lambda: page.studio.rows.rows and page.studio.rows.rows[0].status == 100, "a result")
    await rest(panel, wait)
    assert page.studio.cards["quiz"].words.text() == "19 left"
    assert page.studio.results.isVisible()
    assert (await panel.client.requests.page(notebook_id="another-notebook")).rows == ()

    gone: list[tuple[str, object]] = []
    window.desk.went.disconnect(window.show_panel)
    window.desk.went.connect(lambda name, payload: gone.append((name, payload)))
    page.studio.results.setCurrentIndex(page.studio.rows.index(0, 0))
    qtbot.keyClick(page.studio.results, Qt.Key.Key_Return)
    assert gone == [("reader", page.studio.rows.rows[0].id)]
    podcast = next(each for each in offered(window.desk.makes) if each.kind == "audio")
    page.studio.choose(podcast)
    form.back_button.click()
    assert not form.isVisible()


async def test_a_notebook_is_renamed_and_a_source_taken_out_and_brought_back(
    panel: NotebooksPanel, wait: Wait, qtbot: QtBot
) -> None:
    page = await a_notebook(panel, wait, CANAL, "The ferry was opened in 1931 by Ada Quist.")
    page.heading.pencil.click()
    page.heading.field.setText("Left again")
    qtbot.keyClick(page.heading.field, Qt.Key.Key_Escape)
    before = page.title.text()
    page.heading.begin()
    page.heading.field.setText("Ways over water")
    qtbot.keyClick(page.heading.field, Qt.Key.Key_Return)
    await wait(lambda: page.title.text() == "Ways over water", "the new title")
    assert before != "Left again" and page.title.isVisible() and not page.heading.field.isVisible()

    rows = tuple(page.sources.entries.rows)
    page.sources.take_out(rows[1])
    assert len(page.sources.entries.rows) == 1 and rows[1].title in panel.desk.bar.text
    assert page.sources.chosen == (rows[0].key,), "a question does not reach what is about to go"
    panel.reload()
    await rest(panel, wait)
    assert len(page.sources.entries.rows) == 1
    assert panel.desk.bar.act()
    await wait(lambda: len(page.sources.entries.rows) == 2, "the source to come back")
    assert page.sources.chosen == ()

    page.sources.take_out(rows[1])
    panel.desk.bar.dismiss()
    await rest(panel, wait)
    (notebook,) = await panel.client.notebooks.all()
    assert notebook.source_count == 1 and len(page.sources.entries.rows) == 1


async def test_everything_has_a_name_and_a_deleted_notebook_comes_back(
    panel: NotebooksPanel, wait: Wait, qtbot: QtBot
) -> None:
    page = await a_notebook(panel, wait, CANAL)
    kinds = (QAbstractButton, QLineEdit, QPlainTextEdit, QAbstractItemView)
    reached = [w for kind in kinds for w in page.findChildren(kind) if w.isVisible() and w.objectName() == ""]
    reached = [w for w in reached if w.parent() and w.focusPolicy() != Qt.FocusPolicy.NoFocus]

    assert len(reached) > 20
    assert [type(w).__name__ for w in reached if not w.accessibleName()] == []

    page.back_button.click()
    await rest(panel, wait)
    table = panel.list.table
    assert table.model().rowCount() == 1
    qtbot.keyClick(table, Qt.Key.Key_Delete)
    await rest(panel, wait)
    assert panel.list.empty.isVisible()
    assert "deleted for good in a moment" in panel.desk.bar.text
    assert panel.desk.bar.act()
    await rest(panel, wait)
    assert table.model().rowCount() == 1

    qtbot.keyClick(table, Qt.Key.Key_Delete)
    await rest(panel, wait)
    assert len(await panel.client.notebooks.all()) == 1
    panel.desk.bar.dismiss()
    await rest(panel, wait)
    assert await panel.client.notebooks.all() == ()
    assert panel.list.empty.isVisible()


async def test_a_passage_of_a_recording_is_gone_to_by_its_time(window: Window, tmp_path: Path) -> None:
    sound = tmp_path / "talk.wav"
    sound.write_bytes(b"RIFF")
    text = "Good evening. The seeds lay in the vault for thirty years."
    passage = AnswerCitation("s1", "Talk", text[14:], 14, len(text), time_ms=61_000)
    view = SourceView(window.desk, window.tasks, Originals(tmp_path))
    view.path = sound
    view.source = SourceText("s1", "Talk", text, sections=(Section("speech", 14, 58, time_ms=61_000),))
    await view._show(view.source)

    await view.show_citation(Answer("q", "c", "How long?", text, True, {"1": passage}), passage)

    assert view.transport.isVisibleTo(view)
    assert window.desk.playback.position == 61_000
    assert view.text.marked == text[14:]
    assert "01:01" in view.quote.text()
    view.deleteLater()


async def test_the_path_of_a_file_is_kept_while_it_lies_there(tmp_path: Path) -> None:
    file = tmp_path / "a.pdf"
    file.write_bytes(b"%PDF")
    kept = Originals(tmp_path / "settings")
    kept.keep("s1", file)

    assert Originals(tmp_path / "settings").path("s1") == file
    assert kept.path("s2") is None
    file.unlink()
    assert kept.path("s1") is None
