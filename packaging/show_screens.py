"""The pages about shows for `packaging/screenshots`, drawn with the real server behind them.

What these pages show (checks, categories, imports, websites) is the server's own, so a stand-in would only repeat it.
The engine is the tests' fast one; recordings are made here, with the loudness of speech.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from xml.sax.saxutils import quoteattr

import example_studio
import numpy as np
import soundfile
from camera import Camera, Shot, patiently, settled, until
from fake_engine import FakeEngine
from feed_server import FeedServer, feed_server, item, rss
from live_server import FewVoices, judge
from PySide6.QtWidgets import QApplication

from app.client import Client
from app.client.channels import Channel, Video
from app.client.recordings import SaidTurn
from app.models.show_places import FromArticles
from app.panels.planning import PlanningPanel
from app.panels.shows import ShowsPanel
from app.window import Window
from server.config.settings import ServerConfig
from server.embedded import EmbeddedServer

RATE = 22_050
LENGTH_S = 754
SHOW = {
    "name": "Field Notes",
    "description": "Places that changed, and the people who measured it. Two voices, one source at a time.",
    "author": "Ada Brook",
    "link": "https://fieldnotes.example",
    "email": "ada@fieldnotes.example",
    "language": "English",
}
WORDS = (
    "<p>Three years of measurements at <b>Lake Vell</b>: how far the level fell, and why it came back.</p>"
    "<ul><li>The wetland on the northern shore</li><li>What it cost, and what pumping costs</li>"
    '<li>Pike, counted twice</li></ul><p>The report: <a href="https://vellwater.example/report">vellwater.example</a></p>'
)
CHAPTERS = ((0, "Forty centimetres"), (148, "The wetland"), (329, "What it costs"), (506, "Pike"), (662, "Next year"))
EPISODES = ("Lake Vell", "Night trains are back", "The ferry nobody wanted", "A bridge for otters", "Salt, again")


async def draw(application: QApplication, data: Path, camera: Camera) -> None:
    """Draw every page about shows, and the share page."""
    config = ServerConfig(data_dir=data / "server", port=0, allow_private_urls=True)
    server = EmbeddedServer(config, engine=FakeEngine, catalogue=FewVoices(), judge=judge)
    access = await asyncio.to_thread(server.start)
    window, shot = camera.open(application, data / "settings")
    client = Client(access.address, access.token)
    window.connect_to(client)
    await until(lambda: window.desk.offered, "a connection")
    try:
        async with feed_server() as web:
            await fill(client, data)
            await screens(window, client, web, shot, data=data)
            if camera.wants("share-page"):
                await share_page(client, camera.folder)
                camera.made.append("share-page")
    finally:
        await window.leave_server()
        window.deleteLater()
        await asyncio.to_thread(server.stop)


async def fill(client: Client, data: Path) -> None:
    """Two shows, five episodes and two that no show holds."""
    sound = await asyncio.to_thread(speech, data / "speech.mp3")
    notes = await client.shows.create_with_image(
        SHOW, image=example_studio.cover("F", "#12304f", "#2f7f86"), file_name="cover.png"
    )
    await client.shows.change(
        notes, {"categories": ["Science > Nature", "News"], "persons": [{"name": "Ada Brook", "role": "host"}]}
    )
    await client.shows.create_with_image(
        SHOW | {"name": "Harbour Hours", "description": "An hour by the water.", "author": "Bo Lind"},
        image=example_studio.cover("H", "#3a1f4d", "#b25b6e"),
        file_name="cover.png",
    )
    for number, title in enumerate(reversed(EPISODES), 1):
        episode = await uploaded(client, title, sound, number, show=notes)
        first = title == EPISODES[0]
        said = {"season": 2 if number > 3 else 1, "number": number - 3 if number > 3 else number}
        if first:
            said |= {"chapters": [{"startTime": start, "title": name} for start, name in CHAPTERS]}
            said |= {"persons": [{"name": "Maud Ferris", "role": "guest", "href": "https://vellwater.example/maud"}]}
        await client.episodes.change(
            episode, title=title, description=WORDS if first else f"{title}, told twice.", **said
        )
        if first:
            await client.episodes.correct(episode, turns())
    for number, title in enumerate(("Six rooms, one kitchen", "The last lock keeper"), 7):
        await uploaded(client, title, sound, number)


async def screens(window: Window, client: Client, web: FeedServer, shot: Shot, *, data: Path) -> None:
    """The pages, in the order a person meets them."""
    window.show_panel("shows")
    shows = window.panels["shows"]
    assert isinstance(shows, ShowsPanel)
    await until(lambda: shows.list.count() == 2, "the shows")
    shows.list.setCurrentRow(1)
    await until(lambda: shows.show_page.episodes.rows, "episodes")
    await shot("show-page")
    shows.show_page.edit_asked.emit()
    area = shows.form.details.parentWidget().parentWidget().parentWidget().parentWidget()
    await shot("show-editor-words")
    area.verticalScrollBar().setValue(430)  # type: ignore[attr-defined]
    await shot("show-editor")
    shows.show_page.table.selectRow(0)
    shows.show_page._whole_episode()
    page = shows.pages.episode
    await until(lambda: page.transcript.lines.rowCount() and any(page.chapters.wave._peaks), "the episode")
    await shot("episode")
    page.show_view("chapters")
    page.chapters.table.setCurrentIndex(page.chapters.rows.index(2, 1))
    page.chapters.transport.seek(402_000)
    page.chapters.wave.set_position(402_000)
    await shot("episode-chapters")
    page.show_view("transcript")
    lines = page.transcript.lines
    lines.rename("SPEAKER_00", "Maud Ferris")
    lines.setData(lines.index(1, 0), "Three years is not long for a lake. What can be said after so short a time?")
    page.transcript.speakers.show_names()
    page.transcript.view.setCurrentIndex(lines.index(1, 0))
    await shot("episode-transcript")
    page.left.emit()
    await checks(window, shows, web, shot)
    await moves(window, shows, client, web, shot, data=data)
    await articles(window, shows, client, web, shot)
    await channels(window, shot)


async def channels(window: Window, shot: Shot) -> None:
    """A channel with its newest videos. The server can't reach any here, so that the page is filled by hand."""
    window.show_panel("planning", "channels")
    planning = window.panels["planning"]
    assert isinstance(planning, PlanningPanel)
    await settled(window)
    now = datetime.now(UTC)
    titles = ("Dredging the northern shore", "A year of the wetland in ten minutes", "How to count a pike")
    videos = tuple(
        Video(f"https://www.youtube.com/watch?v=lakevell{n:03d}", title, now - timedelta(days=3 * n + 1))
        for n, title in enumerate(titles)
    )
    address = "https://www.youtube.com/@lakevell"
    planning.channels.show_channels([Channel("c1", "", address, "Lake Vell Trust", is_connected=True, videos=videos)])
    planning.channels.rows.tick(videos[1], True)
    await shot("channels")


async def checks(window: Window, shows: ShowsPanel, web: FeedServer, shot: Shot) -> None:
    """The feed check of a show of ours and of another host's."""
    check = shows.pages.check
    shows.pages.turn("check")
    await until(lambda: check.check is not None, "the check")
    await shot("feed-check")
    check.kinds.choose("all")
    check._fill()
    await shot("feed-check-all")
    shows.pages.start_import("")
    elsewhere = web.put("/tides/feed.xml", other_host(web))
    await patiently(
        window,
        lambda: shows.pages.importing.check_asked.emit(elsewhere),
        lambda: check.check is not None and shows.pages.check.import_button.isVisible(),
        "the other check",
    )
    await shot("feed-check-elsewhere")


async def moves(
    window: Window,
    shows: ShowsPanel,
    client: Client,
    web: FeedServer,
    shot: Shot,
    *,
    data: Path,
) -> None:
    """Import, OPML, website, unallocated episodes, order, ideas."""
    importing = shows.pages.importing
    shows.pages.start_import(web.put("/tides/feed.xml", other_host(web)))
    await patiently(window, importing._import, importing._locked.isVisible, "the lock")
    await shot("show-import-locked")
    importing.is_owner.setChecked(True)
    await patiently(window, importing._import, lambda: importing.result is not None, "the import")
    await shot("show-import-done")
    document = data / "shows.opml"
    shown = (("Night Lines", "https://nightlines.example/feed.xml"), ("Kitchen Table", "https://kitchen.example/rss"))
    outlines = "".join(f'<outline type="rss" text="{name}" xmlUrl="{url}"/>' for name, url in shown)
    document.write_text(f'<opml version="2.0"><body>{outlines}</body></opml>', encoding="utf-8")
    importing.show_view("list")
    await patiently(window, lambda: importing.list.read(document), lambda: importing.list.rows.rows, "the list")
    window.bar.dismiss()
    await shot("show-import-list")
    notes = next(show for show in await client.shows.all() if show.name == SHOW["name"])
    shows.open(notes.id)
    await until(lambda: shows.current is not None and shows.current.id == notes.id, "the show")
    await settled(window)
    shows.pages.turn("site")
    site = shows.pages.site
    site.base.setText("https://fieldnotes.example/podcast")
    site.folder.setText(str(data / "field-notes"))
    site._export()
    await until(site._done.isVisible, "the website")
    site.folder.setText("/home/ada/field-notes")
    await shot("show-website")
    shows.pages.show_unallocated()
    await until(lambda: len(shows.pages.unallocated.rows.rows) == 2, "what is in no show")
    shows.pages.unallocated.table.selectAll()
    await shot("show-unallocated")
    shows.pages.turn("order")
    shows.pages.order.shift(1)
    await shot("show-order")
    shows.pages.turn("ideas")
    shows.pages.ideas.topic.setText("Rivers and lakes")
    shows.pages.ideas._ask()
    await until(lambda: shows.pages.ideas.ideas, "ideas")
    await shot("show-ideas")


async def articles(
    window: Window,
    shows: ShowsPanel,
    client: Client,
    web: FeedServer,
    shot: Shot,
) -> None:
    """From articles to an episode, step by step."""
    titles = ("The wetland held back the flood", "Pike are back, says the association", "What pumping costs the valley")
    items = [
        item(n, words=320).replace(f"<title>Item {n}</title>", f"<title>{t}</title>") for n, t in enumerate(titles, 1)
    ]
    feed_id = await client.subscribed_feeds.add(
        web.put("/valley.xml", rss(*items, title="Valley News")), name="Valley News"
    )
    while (await client.subscribed_feeds.one(feed_id)).items < len(titles):
        await client.subscribed_feeds.refresh(feed_id)
    shows.pages.go_to(FromArticles(()))
    article = shows.pages.article
    await until(lambda: article.items.rows, "articles")
    for row in article.items.rows[:2]:
        article.items.tick(row, True)
    await shot("article-articles")
    article._next()
    await settled(window)
    await shot("article-episode")
    article._next()
    await until(lambda: article.summary._pairs, "the price")
    await shot("article-show")
    article._next()
    await until(article.open_button.isVisible, "the episode")
    window.bar.dismiss()
    await shot("article-done")


async def share_page(client: Client, folder: Path) -> None:
    """The public page of an episode as a browser draws it."""
    notes = next(show for show in await client.shows.all() if show.name == SHOW["name"])
    episode = next(e for e in await client.episodes.of_show(notes.id) if e.title == EPISODES[0])
    for palette in ("light", "dark"):
        command = [sys.executable, str(Path(__file__).with_name("web_camera.py")), episode.share_url]
        await asyncio.to_thread(
            subprocess.run,
            [*command, str(folder / f"share-page-{palette}.png"), palette],
            check=True,
            stderr=subprocess.DEVNULL,
            timeout=120,
        )


async def uploaded(client: Client, title: str, sound: Path, number: int, *, show: str = "") -> int:
    """An episode of a recording of its own."""
    own = sound.with_name(f"{number}.mp3")
    await asyncio.to_thread(shutil.copyfile, sound, own)
    reply = await client.connection.upload(
        "/podcast/episodes/upload",
        field="audioFile",
        file_name=own.name,
        content=own,
        fields={"title": title, "description": title, "podcastId": show},
    )
    return int(reply["episodeId"])


def turns() -> tuple[SaidTurn, ...]:
    """What is said in the first episode."""
    length = LENGTH_S / len(example_studio.SCRIPT)
    return tuple(
        SaidTurn(f"SPEAKER_{line[0]:02d}", place * length, (place + 1) * length, line[1])
        for place, line in enumerate(example_studio.SCRIPT)
    )


def other_host(web: FeedServer) -> bytes:
    """A locked show as another host serves it, with a few things amiss."""
    web.put("/sound.mp3", b"\xff\xfb\x90\x64" + bytes(413))
    spaces = (
        'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" '
        'xmlns:podcast="https://podcastindex.org/namespace/1.0"'
    )
    head = (
        "<itunes:author>Noor Haan</itunes:author><podcast:locked>yes</podcast:locked>"
        "<itunes:explicit>clean</itunes:explicit>"
        "<itunes:owner><itunes:email>noor@tides.example</itunes:email></itunes:owner>"
        '<itunes:category text="Arts"><itunes:category text="Literature"/></itunes:category>'
    )
    items = [
        item(n, more=f"<enclosure url={quoteattr(web.url('/sound.mp3') + f'?e={n}')} length='0' type='audio/mpeg'/>")
        for n in range(1, 25)
    ]
    return rss(*items, title="Tide Tables", head=head).replace(b"<rss ", f"<rss {spaces} ".encode(), 1)


def speech(target: Path) -> Path:
    """Noise that rises and falls as two people who talk."""
    draws = np.random.default_rng(7)
    steps = LENGTH_S * 4
    turn = np.repeat(draws.uniform(0.35, 0.9, steps // 24 + 1), 24)[:steps]
    level = turn * draws.uniform(0.25, 1.0, steps) * (draws.uniform(size=steps) > 0.12)
    envelope = np.interp(np.arange(LENGTH_S * RATE), np.linspace(0, LENGTH_S * RATE, steps), level)
    sound = (envelope * draws.normal(0, 0.22, LENGTH_S * RATE)).clip(-1, 1).astype(np.float32)
    soundfile.write(target, sound, RATE, format="MP3", subtype="MPEG_LAYER_III")
    return target
