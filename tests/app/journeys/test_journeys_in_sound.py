"""Ways that end in something to hear or to watch, and in shows."""

from __future__ import annotations

import asyncio
import zipfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from xml.sax.saxutils import quoteattr

import pytest
from example_studio import wide
from fake_engine import SILENT_FRAME
from feed_server import feed_server, item, rss

from app.client import Client
from app.client.requests import Row, State
from app.panels import downloads
from app.panels.create import CreatePanel
from app.panels.planning import PlanningPanel
from app.panels.player import PlayerPanel
from app.panels.queue import QueuePanel
from app.panels.reader import ReaderPanel
from app.panels.recordings import RecordingsPanel
from app.panels.shows import ShowsPanel
from app.window import Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]
Ordered = Callable[..., Awaitable[str]]
TEXTS = Path(__file__).resolve().parents[2] / "data" / "texts"

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("loop_never_held")]


def short_text() -> str:
    """The beginning of an article: enough for an episode of a few lines."""
    return "\n".join((TEXTS / "news_ferry.md").read_text("utf-8").splitlines()[:9])


async def shows_panel(desk: Window, idle: Idle) -> ShowsPanel:
    """The shows, shown."""
    desk.show_panel("shows")
    shows = desk.panels["shows"]
    assert isinstance(shows, ShowsPanel)
    await idle(desk)
    return shows


async def test_an_article_becomes_an_episode_of_a_show_with_a_feed_and_a_bundle(
    desk: Window,
    client: Client,
    ordered: Ordered,
    until: Until,
    idle: Idle,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    request = await ordered("audio", short_text(), title="The chain ferry")
    desk.show_panel("player", request)
    player = desk.panels["player"]
    assert isinstance(player, PlayerPanel)
    await until(lambda: player.detail is not None and player.detail.row.id == request, lambda: desk.bar.text)
    await idle(desk)
    assert len(player.script.lines) >= 4

    shows = await shows_panel(desk, idle)
    art = await asyncio.to_thread(wide)
    shows.new_button.click()
    await idle(desk)
    for field, words in (("name", "Harbour Hours"), ("author", "Orla Tennick"), ("email", "orla@harbour.example")):
        getattr(shows.form, field).setText(words)
    shows.form.link.setText("https://harbour.example")
    shows.form.description.setPlainText("News of the coast.")
    shows.form.art.take(art)
    await idle(desk)
    shows.form.keep_button.click()
    await until(lambda: shows.current is not None and shows.current.name == "Harbour Hours", lambda: desk.bar.text)
    await idle(desk)
    shows.show_page.add_button.click()
    await until(lambda: shows.choice.candidates.rows, "the finished episode")
    shows.choice.add_button.click()
    await until(lambda: shows.show_page.episodes.rows, lambda: desk.bar.text)
    shows.show_page.views._buttons["preview"].click()
    await until(lambda: shows.show_page.preview.feed is not None, "the feed")
    await idle(desk)
    feed = shows.show_page.preview.feed
    assert feed is not None and [each.title for each in feed.items] == ["The chain ferry"]

    saved = {"zip": tmp_path / "all.zip", "quillcast": tmp_path / "ferry.quillcast"}
    monkeypatch.setattr(downloads, "ask_target", lambda *_: saved["zip"])
    desk.file_menu.save_zip(shows.current)
    await until(saved["zip"].exists, lambda: desk.bar.text)
    monkeypatch.setattr(downloads, "ask_target", lambda *_: saved["quillcast"])
    desk.file_menu.bundles.save()
    await until(saved["quillcast"].exists, lambda: desk.bar.text)
    desk.file_menu.bundles.take(saved["quillcast"])
    await until(lambda: player.detail is not None and player.detail.row.id not in ("", request), lambda: desk.bar.text)
    await idle(desk)
    with zipfile.ZipFile(saved["zip"]) as archive:
        assert archive.namelist() == ["001 The chain ferry.mp3"]


async def test_a_recording_is_written_down_corrected_and_saved_as_captions(
    desk: Window, client: Client, ordered: Ordered, until: Until, idle: Idle, tmp_path: Path
) -> None:
    request = await ordered("audio", short_text(), title="To be heard")
    talk = tmp_path / "talk.mp3"
    await client.connection.save((await client.requests.detail(request)).audio_url, talk)
    desk.show_panel("recordings")
    panel = desk.panels["recordings"]
    assert isinstance(panel, RecordingsPanel)
    await idle(desk)
    panel._choose("transcribe")
    panel.form.take_files([talk])
    panel.form.send.click()
    await until(lambda: panel.rows.rows and panel.rows.rows[0].state is State.DONE, lambda: desk.bar.text)
    await idle(desk)
    panel._open_row(panel.rows.rows[0])
    page = panel.transcript
    await until(lambda: page.isVisible() and page.lines.rowCount(), lambda: desk.bar.text)
    await idle(desk)
    assert "ferry" in " ".join(line.text.casefold() for line in page.lines.lines)

    page.lines.setData(page.lines.index(0, 0), "Corrected by hand.")
    name, field = next(iter(page.speakers.fields.items()))
    field.setText("Ada")
    field.editingFinished.emit()
    await idle(desk)
    assert name.startswith("SPEAKER_")
    for form in ("srt", "vtt"):
        await page.write(tmp_path / f"talk.{form}", form)
    # What was a long line is shown in more than one caption.
    captions = (tmp_path / "talk.srt").read_text("utf-8")
    assert "Ada: Corrected" in captions and "by hand." in captions
    assert (tmp_path / "talk.vtt").read_text("utf-8").startswith("WEBVTT")


async def test_a_new_item_of_a_feed_becomes_an_episode_by_a_template(
    desk: Window, client: Client, ordered: Ordered, until: Until, idle: Idle
) -> None:
    async with feed_server() as web:
        old = item(1, words=90)
        address = web.put("/valley/feed.xml", rss(old, title="Valley News"))

        def kept(create: CreatePanel) -> None:
            create.timing.when.choose("template")
            create.timing.when.chosen.emit("template")

        await ordered("audio", title="From the valley", fill=kept)
        planning = desk.panels["planning"]
        assert isinstance(planning, PlanningPanel)
        planning.tabs.choose("feeds")
        planning._turn("feeds")
        await idle(desk)
        page = planning.feeds
        page.address.setText(address)
        page.add_button.click()
        await until(lambda: len(page.card.items.rows) == 1, lambda: desk.bar.text)
        await idle(desk)
        page.card.subscriptions.add_button.click()
        await until(lambda: len(page.card.subscriptions.chips) == 1, lambda: desk.bar.text)

        before = {row.id for row in (await client.requests.page()).rows}
        words = short_text().replace("&", "and").replace("<", "")
        new = item(2).replace("<pubDate>", f"<description>{words}</description><pubDate>")
        web.put("/valley/feed.xml", rss(new, old, title="Valley News"))
        page.card.refresh_button.click()
        desk.show_panel("queue")
        queue = desk.panels["queue"]
        assert isinstance(queue, QueuePanel)

        def ran() -> list[Row]:
            return [row for row in queue.rows.rows if row.kind == 1 and row.ended and row.id not in before]

        await until(ran, lambda: f"the run ({desk.bar.text})")
        made = ran()[0].id
        await idle(desk)
        detail = await client.requests.detail(made)
        assert (detail.row.state, detail.row.kind) == (State.DONE, 1), detail.row
        assert detail.audio_url


async def test_a_show_of_another_host_moves_in_is_edited_and_becomes_a_website(
    desk: Window, client: Client, until: Until, idle: Idle, tmp_path: Path
) -> None:
    async with feed_server() as web:
        sound = web.put("/sound.mp3", SILENT_FRAME * 200)
        head = (
            "<itunes:author>Bo</itunes:author><itunes:owner><itunes:email>bo@tides.example</itunes:email>"
            "</itunes:owner>"
        )
        items = [
            item(n, more=f"<enclosure url={quoteattr(f'{sound}?n={n}')} length='83400' type='audio/mpeg'/>")
            for n in (1, 2)
        ]
        spaces = 'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"'
        document = rss(*items, title="Tides", head=head).replace(b"<rss ", f"<rss {spaces} ".encode())
        address = web.put("/tides/feed.xml", document)
        shows = await shows_panel(desk, idle)
        shows.pages.start_import(address)
        importing = shows.pages.importing
        importing._import()
        await until(lambda: importing.result is not None, lambda: f"the import ({desk.bar.text})")
        await idle(desk)
        importing.open_button.click()
        await until(lambda: shows.current is not None and shows.current.name == "Tides", lambda: desk.bar.text)
        await until(lambda: len(shows.show_page.episodes.rows) == 2, "its episodes")
        await idle(desk)

        shows.show_page.table.selectRow(0)
        shows.show_page._whole_episode()
        page = shows.pages.episode
        await idle(desk)
        page.about.title.setText("High water")
        page.keep_button.click()
        await until(shows.show_page.isVisible, lambda: desk.bar.text)
        await idle(desk)
        assert "High water" in {each.title for each in shows.show_page.episodes.rows}

        folder = tmp_path / "site"
        shows.pages.turn("site")
        site = shows.pages.site
        site.base.setText("https://static.example/tides")
        site.folder.setText(str(folder))
        site.export_button.click()
        await until(site._done.isVisible, lambda: f"the website ({desk.bar.text})")
        await idle(desk)
    feed = (folder / "feed.xml").read_text("utf-8")
    assert "<title>High water</title>" in feed and "https://static.example/tides/" in feed


async def test_a_video_with_a_look_is_watched_with_captions_and_chapters(
    desk: Window, ordered: Ordered, until: Until, idle: Idle
) -> None:
    def looked(create: CreatePanel) -> None:
        create.options.video_format.choose("short")
        create.options.look.cards["watercolour"].click()

    request = await ordered("video", short_text(), title="The ferry, painted", fill=looked)
    desk.show_panel("reader", request)
    reader = desk.panels["reader"]
    assert isinstance(reader, ReaderPanel)
    await until(lambda: reader.detail is not None and reader.detail.row.id == request, lambda: desk.bar.text)
    await idle(desk)
    film = reader.film_view
    assert film.isVisible() and film.chapters.count() >= 1
    # An upright film has captions in its picture; those over it come when they are asked for.
    assert not film.captions.isChecked()
    film.captions.click()
    film.transport.toggle()
    await until(lambda: film.surface.caption, lambda: f"a caption ({desk.bar.text})")
    await until(lambda: desk.desk.playback.picture is not None, "a picture")
    desk.desk.playback.stop()
