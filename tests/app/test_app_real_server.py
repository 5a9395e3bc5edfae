"""The desktop against the real server, embedded as in the product, with the fast engine of the tests."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import pytest
from example_plans import logo
from example_studio import wide
from PySide6.QtCore import QMimeData

from app.client import Client
from app.client.events import Event, EventStream, Link
from app.panels.create import CreatePanel
from app.panels.planning import PlanningPanel
from app.panels.player import PlayerPanel
from app.panels.queue import QueuePanel
from app.panels.reader import ReaderPanel
from app.panels.search import SearchPanel
from app.panels.settings import SettingsPanel
from app.panels.shows import ShowsPanel
from app.window import Window

pytest.importorskip("server.embedded", reason="the server is not part of this tree")

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]
WORDS = "The lake fell by forty centimetres in the first dry summer and came back within five months. " * 20


@pytest.fixture
async def create(real: Window, until: Until, idle: Idle) -> CreatePanel:
    """The Create panel with a source."""
    real.show_panel("create")
    panel = real.panels["create"]
    assert isinstance(panel, CreatePanel)
    await until(lambda: panel.voice1.count() > 1, "voices")
    data = QMimeData()
    data.setText(WORDS)
    panel.drop(data)
    await until(lambda: "10" in panel.price.price.text(), "a price")
    await idle(real)
    return panel


async def finished(client: Client, until: Until, order: dict[str, object]) -> str:
    """Make something and wait, by the event stream, until it is done."""
    names: list[str] = []
    gone = asyncio.Event()

    def take(event: Event) -> None:
        names.append(event.name)
        if event.name == "request.completed":
            gone.set()

    live = asyncio.Event()
    stream = EventStream(
        client.connection, on_event=take, on_link=lambda link, _r: live.set() if link is Link.LIVE else None
    )
    follower = asyncio.create_task(stream.follow())
    await asyncio.wait_for(live.wait(), 10)
    accepted = await client.requests.create(order)
    await asyncio.wait_for(gone.wait(), 10)
    follower.cancel()
    await asyncio.gather(follower, return_exceptions=True)
    assert names[0] == "request.queued"
    return accepted.id


async def test_an_order_goes_from_the_form_to_its_result(real: Window, create: CreatePanel, until: Until) -> None:
    client = real.desk.client
    assert client is not None

    request_id = await finished(client, until, create.order.wire)
    script = await client.requests.script(request_id)
    await client.requests.delete(request_id)
    await client.requests.restore(request_id)

    assert script.lines
    assert (await client.accounts.usage()).used == 10


async def test_faults_stand_at_their_fields(real: Window, create: CreatePanel, until: Until, idle: Idle) -> None:
    create.intro.setText("ftp://fieldnotes.example/intro.mp3")

    await until(lambda: create.fields["introMusicUrl"].fault, "the fault")
    await idle(real)


async def test_a_show_with_artwork_gets_an_episode_and_a_feed(
    real: Window, create: CreatePanel, until: Until, idle: Idle
) -> None:
    client = real.desk.client
    assert client is not None
    if "/podcast/shows" not in real.desk.offered:
        pytest.skip("this server has no shows")
    await finished(client, until, create.order.wire)
    real.show_panel("shows")
    shows = real.panels["shows"]
    assert isinstance(shows, ShowsPanel)
    await idle(real)
    shows.new_button.click()
    shows.form.name.setText("Field Notes")
    shows.form.author.setText("Ada Brook")
    shows.form.description.setPlainText("Places that changed.")
    shows.form.link.setText("https://fieldnotes.example")
    shows.form.email.setText("ada@fieldnotes.example")
    shows.form.art.take(wide())
    await idle(real)

    shows.form.keep_button.click()
    await until(shows.show_page.isVisible, lambda: f"the show ({real.bar.text})")
    await idle(real)
    shows.show_page.add_button.click()
    await until(lambda: shows.choice.candidates.rows, "the finished episode")
    shows.choice.title.setText("Lake Vell")
    shows.choice.add_button.click()
    await until(lambda: shows.show_page.episodes.rows, lambda: f"the episode ({real.bar.text})")
    shows.show_page.views._buttons["preview"].click()
    await until(lambda: shows.show_page.preview.feed is not None, "the feed")
    await idle(real)

    feed = shows.show_page.preview.feed
    assert feed is not None
    assert (feed.title, feed.author, [item.title for item in feed.items]) == ("Field Notes", "Ada Brook", ["Lake Vell"])
    assert shows.show_page.notice.isVisible()
    assert not shows.show_page.cover._picture.isNull()


async def test_a_written_result_is_made_read_and_made_into_another(
    real: Window, create: CreatePanel, until: Until, idle: Idle
) -> None:
    client = real.desk.client
    assert client is not None
    assert {"faq", "briefing_doc", "quiz"} <= real.desk.makes
    create.output.card("faq").click()
    create.options.citations.setChecked(True)
    await idle(real)
    request_id = await finished(client, until, create.order.wire)

    real.show_panel("reader", request_id)
    reader = real.panels["reader"]
    assert isinstance(reader, ReaderPanel)
    await until(lambda: reader.detail is not None, lambda: f"the result ({real.bar.text})")
    await idle(real)
    assert "What the source says." in reader.page_view.toPlainText()
    assert {file.ending for file in reader.result.files} == {".md", ".html"}
    assert [citation.text for citation in reader.result.citations] == ["What the source says."]

    reader.another.make("quiz", at_once=True)
    await until(lambda: real.current is real.panels.get("queue"), lambda: f"the queue ({real.bar.text})")
    queue = real.panels["queue"]
    assert isinstance(queue, QueuePanel)
    await until(
        lambda: any(row.output_type == "quiz" and row.ended for row in queue.rows.rows),
        lambda: f"the quiz ({real.bar.text})",
    )
    await idle(real)
    queue._open_row(next(row for row in queue.rows.rows if row.output_type == "quiz"))
    await until(reader.quiz_view.isVisible, lambda: f"the quiz ({real.bar.text})")
    await idle(real)
    assert reader.quiz_view.question.text() == "What?"


async def test_the_owner_sees_who_writes(real: Window, until: Until, idle: Idle) -> None:
    real.show_panel("settings")
    settings = real.panels["settings"]
    assert isinstance(settings, SettingsPanel)
    settings.show_section("writing")
    await until(settings.writing.isVisible, lambda: f"the card ({real.bar.text})")
    await idle(real)

    settings.writing.writer._buttons["gguf"].click()
    settings.writing.gguf.setText("/nowhere/model.gguf")
    settings.writing.save_button.click()

    await until(lambda: settings.writing.fields["gguf"].fault, lambda: settings.writing.verdict.text() or "the fault")


async def test_plans_are_kept_by_the_server_and_moved_in_the_calendar(
    real: Window, create: CreatePanel, until: Until, idle: Idle
) -> None:
    real.show_panel("planning", "projects")
    planning = real.panels["planning"]
    assert isinstance(planning, PlanningPanel)
    await idle(real)
    planning.projects._begin()
    planning.projects.form.name.setText("Lake Vell")
    planning.projects.form.colours["brandColor"].setText("teal?")
    planning.projects.form.logo.take(logo("Lake Vell", "#1d6f5c"))
    planning.projects.form.keep_button.click()
    await until(lambda: planning.projects.form.fields["brandColor"].fault, "the fault")
    planning.projects.form.colours["brandColor"].setText("#1d6f5c")
    planning.projects.form.keep_button.click()
    await until(lambda: planning.projects.list.count() == 1, lambda: f"the project ({real.bar.text})")
    await idle(real)
    planning.feeds.address.setText("http://localhost/feed.xml")
    planning.feeds.add_button.click()
    await until(lambda: planning.feeds.field.fault, lambda: f"the refusal ({real.bar.text})")

    real.show_panel("create")
    create.reload()
    await until(lambda: create.context.project.count() > 1, "the project")
    create.context.project.setCurrentIndex(1)
    create.context.project.picked.emit()
    create.title.setText("Once")
    create.timing.when.choose("at")
    create.timing.when.chosen.emit("at")
    start = datetime.now().astimezone().replace(minute=0, second=0, microsecond=0) + timedelta(days=1)
    create.timing.at.show_moment(start)
    order = create.order
    create.create_button.click()
    await until(lambda: real.current is real.panels.get("queue"), lambda: f"the queue ({real.bar.text})")
    for when, name in (("repeat", "Again"), ("template", "Brief")):
        create.open(order)
        create.timing.when.choose(when)
        create.title.setText(name)
        create.create_button.click()
        await until(lambda: real.current is planning, lambda: f"the plans ({real.bar.text})")
        await idle(real)
        real.show_panel("create")

    real.show_panel("planning", "calendar")
    await idle(real)
    page = planning.calendar
    await until(lambda: page.waiting and page.schedules.schedules, "the plans")
    assert [template.name for template in planning.templates.rows.rows] == ["Brief"]
    page.open(page.waiting[0].id)
    once = page.calendar.current
    assert once is not None
    assert (once.title, once.moment) == ("Once", start)
    page.calendar.moved.emit(once, start + timedelta(days=1, hours=2))
    await until(
        lambda: page.calendar.current and page.calendar.current.moment == start + timedelta(days=1, hours=2),
        lambda: f"the move ({real.bar.text})",
    )
    page.schedules.switched.emit(page.schedules.schedules[0])
    await until(lambda: page.schedules.schedules[0].status == "paused", "the pause")
    await idle(real)


@pytest.mark.parametrize("kind", ["video", "infographic", "slide_deck"])
async def test_what_is_looked_at_is_ordered_in_the_form_and_opened(
    real: Window, create: CreatePanel, until: Until, idle: Idle, kind: str
) -> None:
    client = real.desk.client
    assert client is not None
    create.output.card(kind).click()
    create.options.look.cards["kawaii"].click()
    create.options.detail.choose("concise")
    create.options.deck_format.choose("presenter")

    request_id = await finished(client, until, create.order.wire)
    detail = await client.requests.detail(request_id)
    result = await client.results.of(request_id)

    chosen = {"video": ("style", "kawaii"), "infographic": ("infographicDetail", "concise")}
    name, value = chosen.get(kind, ("slideDeckFormat", "presenter"))
    assert detail.order[name] == value
    assert {"video": result.video_url, "infographic": result.image_url, "slide_deck": result.pdf_url}[kind]


async def test_what_was_made_is_found_and_opened(real: Window, create: CreatePanel, until: Until, idle: Idle) -> None:
    client = real.desk.client
    assert client is not None
    request_id = await finished(client, until, create.order.wire)

    real.show_panel("search", "source says")
    panel = real.panels["search"]
    assert isinstance(panel, SearchPanel)
    await until(lambda: panel.finds.found, "what was found")
    await idle(real)
    found = next(each for each in panel.finds.found if each.kind == "episode")
    assert (found.request_id, found.output_type) == (request_id, "audio")
    assert [found.excerpts[0].text[start:end] for start, end in found.excerpts[0].marks] == ["source", "says"]
    row = next(row for row in panel.list.rows.rows if row.under and row.detail)
    panel.list.chosen.emit(row)
    await until(lambda: "player" in real.panels, "the player")
    player = real.panels["player"]
    assert isinstance(player, PlayerPanel)
    await until(lambda: player.detail is not None, "the episode")
    assert player.transcript.currentIndex().row() == 1
    await idle(real)
