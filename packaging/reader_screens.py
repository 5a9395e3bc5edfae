"""The reader with each kind of result."""

from __future__ import annotations

import asyncio

import example_pictures
from camera import settled, until


async def draw(window, api, shot) -> None:
    """Draw all of them."""
    from app.panels.reader import ReaderPanel

    example_pictures.a_film(api, seconds=3.0, size=(960, 540), look="watercolour")
    example_pictures.an_infographic(api)
    example_pictures.slides(api)
    window.show_panel("reader")
    await shot("reader-empty")
    reader = window.panels["reader"]
    assert isinstance(reader, ReaderPanel)

    async def opened(kind: str) -> None:
        row = next(r for r in api.contents.requests if r["output_type"] == kind and r["status"] == 100)
        window.show_panel("reader", row["id"])
        await until(lambda: reader.detail is not None and reader.detail.row.id == row["id"], kind)
        await settled(window)

    async def view(name: str) -> None:
        reader.views.choose(name)
        reader._view_chosen(name)
        await settled(window)

    await opened("video")
    reader.film_view.transport.seek(1500)
    reader.film_view.transport.toggle()
    await until(lambda: reader.desk.playback.position > 1600, "the film")
    reader.desk.playback.pause()
    reader.film_view.transport.seek(2600)
    await until(lambda: 2500 < reader.desk.playback.position < 2700, "the place")
    await asyncio.sleep(1.0)
    await shot("reader-film")
    await opened("infographic")
    await shot("reader-infographic")
    await opened("slide_deck")
    await until(lambda: not reader.pdf_view.slides._next.isActive(), "every slide")
    await shot("reader-slides")
    await opened("briefing_doc")
    await shot("reader-briefing")
    reader.page_view.show_note(5)
    reader._show_note(5)
    reader.page_view.verticalScrollBar().setValue(560)
    await shot("reader-briefing-charts")
    await view("pdf")
    await shot("reader-pdf")
    await opened("faq")
    await shot("reader-faq")
    await opened("text")
    await shot("reader-article")
    await opened("timeline")
    reader.timeline_view.band.choose(3)
    reader.timeline_view.list.select(3)
    await shot("reader-timeline")
    await opened("quiz")
    await shot("reader-quiz")
    reader.quiz_view._answer(2)
    await shot("reader-quiz-answered")
    for option in (0, 2, 0, 3):
        reader.quiz_view._answer(option)
        reader.quiz_view._go_on()
    await shot("reader-quiz-score")
    await opened("datatable")
    await shot("reader-table")
