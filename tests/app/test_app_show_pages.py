"""The pages about shows against the real server: edited, checked, moved in, exported, ordered, filled."""

from __future__ import annotations

import csv
import json
import zipfile
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import pytest
from fake_engine import SILENT_FRAME
from feed_server import FeedServer, feed_server, item, rss
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.client import Client
from app.client.channels import Channel, Video
from app.client.episodes import Episode
from app.client.imports import ListedFeed
from app.client.recordings import SaidTurn
from app.models.show_places import FromArticles, ShowPlace
from app.panels import downloads
from app.panels.planning import PlanningPanel
from app.panels.shows import ShowsPanel
from app.panels.unallocated import episodes_in
from app.window import Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]
PATIENCE_S = 30.0
FIELDS = {
    "name": "Field Notes",
    "description": "Places that changed.",
    "author": "Ada Brook",
    "link": "https://fieldnotes.example",
    "email": "ada@fieldnotes.example",
    "language": "English",
}
NAMESPACES = (
    'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"'
)


def audio(frames: int = 800) -> bytes:
    """An MP3 of silence, 26 ms a frame."""
    return SILENT_FRAME * frames


def named(folder: Path, pattern: str) -> list[Path]:
    """The files of a folder whose names fit."""
    return list(folder.glob(pattern))


def feed(web: FeedServer, *, name: str = "Harbour Hours", locked: bool = False, count: int = 3) -> bytes:
    """A show as another host serves it."""
    sound = web.put("/sound.mp3", audio(100))
    head = (
        "<itunes:author>Bo</itunes:author><itunes:owner><itunes:email>bo@harbour.example</itunes:email></itunes:owner>"
        + ("<podcast:locked>yes</podcast:locked>" if locked else "")
    )
    items = [
        item(n, more=f"<enclosure url={quoteattr(f'{sound}?n={n}')} length='41700' type='audio/mpeg'/>")
        for n in range(1, count + 1)
    ]
    return rss(*items, title=name, head=head).replace(
        b'<rss version="2.0">', f'<rss version="2.0" {NAMESPACES}>'.encode()
    )


@pytest.fixture
def reaches_this_machine() -> bool:
    """Feeds of this machine may be read."""
    return True


@pytest.fixture
def client(real: Window) -> Client:  # type: ignore[override]
    """The client of the real server."""
    assert real.desk.client is not None
    return real.desk.client


async def uploaded(client: Client, title: str, *, show: str = "", description: str = "Words.") -> int:
    """An episode of an uploaded recording."""
    reply = await client.connection.upload(
        "/podcast/episodes/upload",
        field="audioFile",
        file_name="a.mp3",
        content=audio() + title.encode(),
        fields={"title": title, "description": description, "podcastId": show},
    )
    return int(reply["episodeId"])


@pytest.fixture
async def shows(real: Window, client: Client, until: Until, idle: Idle) -> ShowsPanel:
    """The panel with a show of two episodes, and one that no show holds."""
    show = await client.shows.create(FIELDS)
    for title in ("Lake Vell", "Night trains"):
        await uploaded(client, title, show=show)
    await uploaded(client, "Left over")
    real.show_panel("shows")
    panel = real.panels["shows"]
    assert isinstance(panel, ShowsPanel)
    await until(lambda: len(panel.show_page.episodes.rows) == 2, lambda: f"episodes ({real.bar.text})")
    await idle(real)
    return panel


async def test_a_show_says_everything_that_a_feed_can(
    real: Window, shows: ShowsPanel, client: Client, until: Until, idle: Idle
) -> None:
    shows.show_page.edit_asked.emit()
    details = shows.form.details
    assert details.changed == {}
    assert len(details._paths) > 100
    details.categories[0].choose("Science > Nature")
    details.categories[1].choose("Education")
    details.kind.choose("serial")
    details.explicit.setChecked(True)
    details.copyright.setText("© Ada Brook")
    details.owner.setText("Brook Media")
    details.persons.show_entries([("Maud Ferris", "guest", "https://maud.example", "")])
    details.funding.show_entries([("https://give.example", "Support us")])
    details.locked.setChecked(True)
    details.pages.choose(250)
    details.new_address.setText("nowhere")

    shows.form.keep_button.click()
    await until(lambda: details.fields["newFeedUrl"].fault, lambda: f"the fault ({real.bar.text})")
    details.new_address.setText("https://new.example/feed.xml")
    shows.form.keep_button.click()
    await until(shows.show_page.isVisible, lambda: f"the show ({real.bar.text})")
    await idle(real)

    show = await client.shows.one(shows.show_page._show.id if shows.show_page._show else "")
    assert show.categories == ("Science > Nature", "Education")
    assert (show.type, show.explicit, show.locked, show.medium) == ("serial", True, True, "podcast")
    assert (show.copyright, show.owner_name) == ("© Ada Brook", "Brook Media")
    assert [(p.name, p.role, p.href) for p in show.persons] == [("Maud Ferris", "guest", "https://maud.example")]
    assert [(f.url, f.text) for f in show.funding] == [("https://give.example", "Support us")]
    assert (show.new_feed_url, show.per_page) == ("https://new.example/feed.xml", 250)
    shows.show_page.edit_asked.emit()
    assert details.changed == {}


async def test_all_of_an_episode_is_edited(
    real: Window, shows: ShowsPanel, client: Client, until: Until, idle: Idle, qtbot: QtBot, tmp_path: Path
) -> None:
    shows.show_page._whole_episode()
    page = shows.pages.episode
    await idle(real)
    episode = page.episode
    assert episode is not None
    about = page.about
    about.season.setValue(2)
    about.number.setValue(7)
    about.kind.choose("bonus")
    about.hidden.setChecked(True)
    about.timed.setChecked(True)
    about.persons.show_entries([("Maud Ferris", "guest", "", "")])
    about.description.edit.selectAll()
    about.description._make_bold()
    page.show_view("chapters")
    page.chapters.rows.add(0, "Opening")
    page.chapters._add(9_000)
    page.chapters.rows.setData(page.chapters.rows.index(1, 1), "The lake")
    qtbot.keyClick(page.chapters.wave, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert page.chapters.wave._bars

    page.keep_button.click()
    await until(shows.show_page.isVisible, lambda: f"the show ({real.bar.text})")
    await idle(real)

    kept = next(e for e in shows.show_page.episodes.rows if e.id == episode.id)
    assert (kept.season, kept.number, kept.type, kept.hidden) == (2, 7, "bonus", True)
    assert kept.description == "<p><b>Words.</b></p>"
    assert [(mark.start, mark.title) for mark in kept.chapters] == [(0.0, "Opening"), (10.0, "The lake")]
    assert kept.publish_on is not None
    assert [person.name for person in kept.persons] == ["Maud Ferris"]

    about.fill(replace(kept, explicit=True))
    assert about.said == {}
    about.timed.setChecked(False)
    about.explicit.choose(None)
    assert about.said == {"publishOn": None, "explicit": None}

    other = tmp_path / "other.mp3"
    other.write_bytes(audio(1600))
    shows.pages.episode.begin(kept)
    shows.pages.episode.replace_audio(other)
    await until(lambda: "another recording" in real.bar.text, lambda: f"the recording ({real.bar.text})")
    await idle(real)
    replaced = next(e for e in shows.show_page.episodes.rows if e.id == episode.id)
    assert (replaced.guid, replaced.duration) == (kept.guid, 2 * kept.duration)


async def test_a_transcript_is_put_right(
    real: Window, shows: ShowsPanel, client: Client, until: Until, idle: Idle
) -> None:
    episode = shows.show_page.episodes.rows[0]
    turns = (SaidTurn("SPEAKER_00", 0.0, 4.0, "Welcom to the lake."), SaidTurn("SPEAKER_01", 4.0, 8.0, "Thank you."))
    await client.episodes.correct(episode.id, turns)
    shows.show_page._whole_episode()
    page = shows.pages.episode
    page.show_view("transcript")
    await until(page.transcript.lines.rowCount, "the transcript")
    assert not page.transcript.is_changed
    page.transcript.lines.setData(page.transcript.lines.index(0, 0), "Welcome to the lake.")
    page.transcript.lines.rename("SPEAKER_01", "Maud Ferris")

    page.keep_button.click()
    await until(shows.show_page.isVisible, lambda: f"the show ({real.bar.text})")
    await idle(real)

    said = await client.recordings.transcript(str(episode.id))
    assert [(t.speaker, t.body) for t in said] == [
        ("SPEAKER_00", "Welcome to the lake."),
        ("Maud Ferris", "Thank you."),
    ]


async def test_the_feed_check_tells_what_is_wrong_and_mends_it(
    real: Window, shows: ShowsPanel, until: Until, idle: Idle
) -> None:
    shows.show_page.check_button.click()
    page = shows.pages.check
    await until(lambda: page.check is not None, lambda: f"the check ({real.bar.text})")
    await idle(real)
    assert page.check is not None
    first = page.rows.rows[0]
    assert first.status == "fail"
    assert page.rule.text().startswith(first.text)
    page.kinds._buttons["all"].click()
    assert len(page.rows.rows) == len(page.check.rules) > 100

    address = next(n for n, r in enumerate(page.rows.rows) if r.mend == "set_public_address" and r.status == "fail")
    page.table.selectRow(address)
    page.mend_button.click()
    assert shows.pages.site.isVisible()

    cover = replace(page.check.rules[0], id="B03", status="fail", level="MUST", mend="draw_cover", count=1)
    shows.pages.show_page(page)
    page.check = replace(page.check, rules=(cover,))
    page._fill()
    page.mend_button.click()
    await until(lambda: "drawn cover" in real.bar.text, lambda: f"the mending ({real.bar.text})")
    await idle(real)
    assert len(page.check.rules) > 100


async def test_a_show_moves_in_from_another_host(
    real: Window, shows: ShowsPanel, client: Client, until: Until, idle: Idle
) -> None:
    async with feed_server() as web:
        address = web.put("/feed.xml", feed(web, locked=True))
        shows.import_button.click()
        page = shows.pages.importing
        page.address.setText(address)
        page.check_button.click()
        check = shows.pages.check
        await until(lambda: check.check is not None, lambda: f"the check ({real.bar.text})")
        assert check.check is not None
        assert (check.check.title, check.check.items) == ("Harbour Hours", 3)
        assert check.nobody.isVisibleTo(check)
        check.import_button.click()
        assert page.address.text() == address

        page.import_button.click()
        await until(page._locked.isVisible, lambda: f"the lock ({real.bar.text})")
        assert not page.import_button.isEnabled()
        page.is_owner.setChecked(True)
        page.import_button.click()
        await until(lambda: page.result is not None, lambda: f"the import ({real.bar.text})")
        await idle(real)
        assert page.result is not None
        assert page.result.added == 3
        assert page.warnings.text().startswith("•  ")
        assert page.line._fraction > 0.04
        assert page.stage.text() != "Asking for the feed"
        page.open_button.click()
        await until(lambda: shows.current is not None and shows.current.name == "Harbour Hours", "the show")
        await idle(real)
        assert len(shows.show_page.episodes.rows) == 3


@pytest.mark.slow
async def test_a_list_of_shows_is_imported_and_saved(
    real: Window, shows: ShowsPanel, client: Client, until: Until, idle: Idle, tmp_path: Path, monkeypatch: Any
) -> None:
    async with feed_server() as web:
        good = web.put("/feed.xml", feed(web))
        gone = web.url("/gone/feed.xml")
        document = tmp_path / "shows.opml"
        outlines = "".join(
            f'<outline type="rss" text="{n}" xmlUrl="{u}"/>' for n, u in (("Good", good), ("Gone", gone))
        )
        document.write_text(f'<opml version="2.0"><body>{outlines}</body></opml>', encoding="utf-8")
        real.show_panel("shows", ShowPlace.LIST)
        await idle(real)
        opml = shows.pages.importing.list
        opml.read(document)
        await until(lambda: len(opml.rows.rows) == 2, lambda: f"the list ({real.bar.text})")
        opml.import_ticked()
        await until(lambda: "1 of 2 shows" in real.bar.text, lambda: f"the end ({real.bar.text})")
        await idle(real)
    states = [opml.rows.data(opml.rows.index(n, 2)) for n in range(2)]
    assert states[0] == "3 new"
    assert "404" in states[1] or "reach" in states[1] or "answer" in states[1]
    assert opml.rows.ticked == (ListedFeed("Good", good), ListedFeed("Gone", gone))

    saved = tmp_path / "out.opml"
    monkeypatch.setattr(downloads, "ask_target", lambda *_: saved)
    real.file_menu.save_opml()
    await until(saved.exists, lambda: f"the file ({real.bar.text})")
    await idle(real)
    assert "Harbour Hours" in saved.read_text("utf-8")


async def test_episodes_are_dragged_or_put_into_a_show(
    real: Window, shows: ShowsPanel, until: Until, idle: Idle, qtbot: QtBot
) -> None:
    assert shows.unallocated_button.text().endswith("· 1")
    shows.unallocated_button.click()
    page = shows.pages.unallocated
    await until(lambda: page.rows.rows, lambda: f"the list ({real.bar.text})")
    left_over = page.rows.rows[0]
    assert episodes_in(page.table.dragged()) == (left_over.id,)

    qtbot.keyClick(page.table, Qt.Key.Key_Return)
    await until(lambda: not page.rows.rows, lambda: f"the move ({real.bar.text})")
    await idle(real)
    assert real.bar.text == "1 episode is in Field Notes now."
    shows.pages.unallocated.left.emit()
    assert shows.show_page.episodes.rows[0].title == "Left over"

    shows.show_page._remove(shows.show_page.episodes.rows[0])
    await until(lambda: "out of the feed" in real.bar.text, lambda: f"the removal ({real.bar.text})")
    await idle(real)
    show = shows.current
    assert show is not None
    shows.list.dropped.emit(show.id, (left_over.id,))
    await until(lambda: len(shows.show_page.episodes.rows) == 3, lambda: f"the drop ({real.bar.text})")
    await idle(real)


@pytest.mark.slow
async def test_seasons_and_numbers_follow_the_order(
    real: Window, shows: ShowsPanel, until: Until, idle: Idle, qtbot: QtBot
) -> None:
    shows.pages.turn("order")
    page = shows.pages.order
    titles = [page.rows.data(page.rows.index(n, 0)) for n in range(2)]
    assert titles == ["1   Lake Vell", "2   Night trains"]
    qtbot.keyClick(page.list, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    page.list.setCurrentIndex(page.rows.index(0, 0))
    page.season.setValue(3)
    page._set_season()

    page.keep_button.click()
    await until(shows.show_page.isVisible, lambda: f"the show ({real.bar.text})")
    await until(lambda: all(e.season == 3 for e in shows.show_page.episodes.rows), "the numbers")
    await idle(real)

    assert {e.title: e.number for e in shows.show_page.episodes.rows} == {"Night trains": 1, "Lake Vell": 2}


async def test_a_show_becomes_a_website_in_a_folder(
    real: Window, shows: ShowsPanel, until: Until, idle: Idle, tmp_path: Path
) -> None:
    shows.show_page.publish_button.click()
    page = shows.pages.site
    page.export_button.click()
    assert page.fields["base"].fault
    folder = tmp_path / "site"
    page.base.setText("https://static.example/notes")
    page.folder.setText(str(folder))
    for written in ("5", "0"):
        page._done.hide()
        page.export_button.click()
        await until(page._done.isVisible, lambda: f"the website ({real.bar.text})")
        await idle(real)
        assert page.facts._pairs[0][1].text() == written
        assert page.facts._pairs[4][1].text() == "Every rule that must hold holds."
    assert sorted(p.name for p in folder.iterdir()) == ["artwork", "feed.xml", "index.html", "media"]
    assert "https://static.example/notes/media/" in (folder / "feed.xml").read_text("utf-8")
    page.begin(shows.current)  # type: ignore[arg-type]
    assert page.base.text() == "https://static.example/notes"


async def test_the_file_menu_saves_lists_and_recordings(
    real: Window, shows: ShowsPanel, client: Client, until: Until, idle: Idle, tmp_path: Path, monkeypatch: Any
) -> None:
    targets = iter([tmp_path / "all.csv", tmp_path / "show.zip", tmp_path / "never.zip"])
    monkeypatch.setattr(downloads, "ask_target", lambda *_: next(targets))
    real.file_menu.fill()
    names = [action.text() for action in real.file_menu.actions() if action.text()]
    assert "All recordings as ZIP…" in names
    assert "Field Notes" in names
    real.file_menu.save_csv()
    real.file_menu.save_zip(shows.current)
    await until((tmp_path / "show.zip").exists, lambda: f"the files ({real.bar.text})")
    await idle(real)
    with (tmp_path / "all.csv").open(encoding="utf-8") as file:
        assert {line["title"] for line in csv.DictReader(file)} == {"Lake Vell", "Night trains", "Left over"}
    with zipfile.ZipFile(tmp_path / "show.zip") as archive:
        assert sorted(archive.namelist()) == ["001 Lake Vell.mp3", "002 Night trains.mp3"]

    real.file_menu.save_zip()
    [row] = real.desk.transfers.rows
    row.stop_button.click()
    await idle(real)
    assert real.bar.text == "Saving all recordings was stopped; nothing half-written is left."
    assert not real.desk.transfers.rows
    assert not named(tmp_path, "*never*")


@pytest.mark.slow
async def test_ideas_become_orders(real: Window, shows: ShowsPanel, until: Until, idle: Idle) -> None:
    shows.pages.turn("ideas")
    page = shows.pages.ideas
    page.topic.setText("Lakes and rivers")
    page.ask_button.click()
    await until(lambda: page.ideas, lambda: f"ideas ({real.bar.text})")
    await idle(real)
    title = page.ideas[0].episodes[0]
    page._make(title)
    create = real.current
    assert create is real.panels["create"]
    await idle(real)
    assert create.title.text() == title  # type: ignore[union-attr]


async def test_an_article_becomes_an_episode_in_a_show(
    real: Window, shows: ShowsPanel, client: Client, until: Until, idle: Idle
) -> None:
    async with feed_server() as web:
        address = web.put("/news.xml", rss(item(1, words=300), item(2, words=300)))
        feed_id = await client.subscribed_feeds.add(address)
        while not (await client.subscribed_feeds.one(feed_id)).items:
            await client.subscribed_feeds.refresh(feed_id)
        items = [each async for page in client.subscribed_feeds.every_item(feed_id) for each in page]
        real.show_panel("shows", FromArticles((items[0],)))
        await until(lambda: shows.pages.article._step == 1, lambda: f"the second step ({real.bar.text})")
        page = shows.pages.article
        await idle(real)
        page.wishes.title.setText("What the news say")
        page.next_button.click()
        await until(lambda: page.summary._pairs, lambda: f"the price ({real.bar.text})")
        await idle(real)
        page.next_button.click()
        await until(page.open_button.isVisible, lambda: f"the episode ({real.bar.text} {page.now.text()})")
        await idle(real)
        page.open_button.click()
        await idle(real)
    titles = [episode.title for episode in shows.show_page.episodes.rows]
    assert titles[0] == "What the news say"


def test_every_word_of_an_episode_record_is_read() -> None:
    from app.client.episodes import episode_of

    record = {"id": 4, "requestId": "", "title": "T", "explicit": False, "chapters": [{"startTime": 1, "title": "C"}]}
    read = episode_of(json.loads(json.dumps(record)))
    assert isinstance(read, Episode)
    assert (read.explicit, read.chapters[0].listed, read.type) == (False, True, "full")


async def test_a_channel_that_cannot_be_is_refused_in_place(real: Window, until: Until, idle: Idle) -> None:
    real.show_panel("planning", "channels")
    planning = real.panels["planning"]
    assert isinstance(planning, PlanningPanel)
    await idle(real)
    page = planning.channels
    assert page.empty.isVisible()
    page.address.setText("https://example.org/somebody")
    page.add_button.click()
    await until(lambda: page.field.fault, lambda: f"the fault ({real.bar.text})")
    await idle(real)

    videos = (Video("https://www.youtube.com/watch?v=abcdefghijk", "On lakes"),)
    page.show_channels([Channel("c1", "", "https://www.youtube.com/@lakes", "Lakes", is_connected=True, videos=videos)])
    page.rows.tick(page.rows.rows[0], True)
    page.make_button.click()
    create = real.current
    assert create is real.panels["create"]
    await idle(real)
    assert [source.content for source in create.sources.sources] == [videos[0].url]  # type: ignore[union-attr]
