"""The reader with what is looked at: a film with captions and chapters, a picture, slides."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from example_pictures import CHAPTERS, LINES, a_film, an_infographic, slides
from example_results import forms_of
from example_studio import cover
from PySide6.QtCore import Qt
from PySide6.QtPdfWidgets import QPdfView
from pytestqt.qtbot import QtBot
from stub_api import StubApi

from app.panels.reader import ReaderPanel
from app.window import Window
from server.engine.stages.drawing import Form

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]
Opened = Callable[[dict[str, object]], Awaitable[ReaderPanel]]


@pytest.fixture
def opened(connected: Window, until: Until, idle: Idle) -> Opened:
    """Opens a result in the reader."""

    async def open_result(row: dict[str, object]) -> ReaderPanel:
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


async def test_a_film_is_watched_with_its_captions_and_chapters(
    api: StubApi, opened: Opened, until: Until, qtbot: QtBot
) -> None:
    reader = await opened(a_film(api))
    film = reader.film_view

    assert film.isVisible() and not reader._side_card.isVisible()
    assert [film.chapters.item(n).text().split("   ")[1] for n in range(2)] == list(CHAPTERS)
    assert film.captions.isChecked() and film.surface.caption == ""
    still = film.surface.grab().toImage()
    qtbot.keyClick(film.surface, Qt.Key.Key_Space)
    await until(lambda: film.surface.caption == LINES[0], "a caption")
    await until(lambda: reader.desk.playback.picture is not None, "a picture")
    assert film.surface.grab().toImage() != still
    film._go_to(film.chapters.item(1))
    await until(lambda: film.surface.caption == LINES[1], "the second caption")
    assert film.chapters.currentRow() == 1
    qtbot.keyClick(film.surface, Qt.Key.Key_C)
    assert film.surface.caption == ""
    reader.views.choose("page")
    reader._view_chosen("page")
    await until(lambda: not reader.desk.playback.is_playing, "silence")
    assert LINES[1] in reader.page_view.toPlainText()


async def test_an_upright_film_has_its_captions_in_the_picture(api: StubApi, opened: Opened) -> None:
    reader = await opened(a_film(api, form="short"))

    assert reader.film_view.captions.isVisible() and not reader.film_view.captions.isChecked()


async def test_a_film_without_a_kept_script_is_still_watched(api: StubApi, opened: Opened) -> None:
    row = a_film(api)
    del api.contents.scripts[str(row["id"])]
    reader = await opened(row)

    assert reader.film_view.isVisible() and not reader.film_view.captions.isVisible()


async def test_what_cannot_be_played_is_said(api: StubApi, opened: Opened, until: Until) -> None:
    reader = await opened(a_film(api))
    reader.film_view.transport.toggle()

    reader.desk.playback.failed.emit("no such format.")

    assert "This film can't be played: no such format." in reader.desk.bar.text
    # It was only just being opened: FFmpeg's threads end before the window does.
    reader.desk.playback.stop()
    player = reader.desk.playback._player
    assert player is not None
    await until(lambda: player.source().isEmpty() and not player.isPlaying(), "the end of playing")


async def test_a_picture_is_seen_whole_and_close(api: StubApi, opened: Opened, qtbot: QtBot) -> None:
    reader = await opened(an_infographic(api, content=cover("Lake", "#123456", "#345678", side=1600)))
    view = reader.picture_view

    assert view.isVisible() and reader._side_card.isVisible()
    whole = view.zoom_factor
    assert 0 < whole < 0.6
    qtbot.keyClick(view.view, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert view.zoom_factor > whole
    assert view._zoom.text() == f"{view.zoom_factor:.0%}"
    qtbot.keyClick(view.view, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert view.zoom_factor == pytest.approx(whole)
    assert view._size.text() == "1600 × 1600 pixels"
    assert [file.ending for file in reader.saving.files] == [".png", ".md"]


async def test_slides_are_seen_through_their_pdf_with_a_list_of_them(
    api: StubApi, opened: Opened, until: Until
) -> None:
    reader = await opened(slides(api, pdf=forms_of("briefing_doc")[1][Form.PDF]))
    view = reader.pdf_view

    assert reader.views.value() == "slides"
    assert view.view.zoomMode() == QPdfView.ZoomMode.FitInView
    assert view.slides.isVisible() and view.slides.count() == view.document.pageCount() > 1
    await until(lambda: not view.slides._next.isActive(), "every page's picture")
    view.slides.setCurrentRow(1)
    await until(lambda: view.page.value() == 2, "the second page")
    view.page.setValue(1)
    await until(lambda: view.slides.currentRow() == 0, "the first page in the list")
    assert {file.ending for file in reader.saving.files} == {".pptx", ".pdf", ".md"}
