"""The feed that directories read."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from email.utils import format_datetime

import feedparser
import pytest
from lxml import etree

from server.domain.categories import Category
from server.domain.episodes import ChapterMark, Enclosure, Episode, EpisodeType, Soundbite, Transcript
from server.domain.shows import Funding, Person, Show, ShowType
from server.feeds import rss

BASE = "http://127.0.0.1:8787"
NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
Shows = Callable[..., Show]
Episodes = Callable[..., Episode]
Faults = Callable[..., list[str]]
NS = {"i": rss.ITUNES, "p": rss.PODCAST, "a": rss.ATOM, "c": rss.CONTENT}


def rendered(show: Show, *episodes: Episode, page: rss.FeedPage | None = None) -> bytes:
    return rss.render(show, episodes, base=BASE, changed_on=NOW, page=page)


def test_a_plain_show_breaks_no_rule(a_show: Shows, an_episode: Episodes, faults: Faults) -> None:
    assert faults(rendered(a_show(), an_episode(3), an_episode(2), an_episode(1))) == []


def test_everything_at_once_breaks_no_rule(a_show: Shows, an_episode: Episodes, faults: Faults) -> None:
    show = a_show(
        description="<p>Hello <b>there</b></p>",
        categories=(Category("Arts", "Books"), Category("Technology")),
        type=ShowType.SERIAL,
        copyright="© 2026 Marit & Co",
        owner_name="Lisk Media",
        funding=(Funding("https://example.com/give", "Give"),),
        persons=(Person("Ann", "host", "cast", "https://example.com/a.jpg", "https://example.com/a"),),
        locked=True,
        new_feed_url="https://example.com/new.rss",
        hidden=True,
        explicit=True,
        language="pt-BR",
    )
    episode = an_episode(
        2,
        season=1,
        number=2,
        episode_type=EpisodeType.FULL,
        explicit=False,
        image="/media/i/cover.jpg",
        transcripts=(
            Transcript("/media/t/t.vtt", "text/vtt", "pt-BR"),
            Transcript("/media/t/t.json", "application/json"),
        ),
        chapters_address="/media/t/chapters.json",
        soundbites=(Soundbite(1.5, 20, "Best & worst"),),
        persons=(Person("Bo"),),
        content_html="<h2>Long</h2>",
    )

    data = rendered(show, episode, an_episode(1, episode_type=EpisodeType.TRAILER))

    assert faults(data) == []
    channel = etree.fromstring(data).find("channel")
    assert channel.find("i:category/i:category", NS).get("text") == "Books"
    assert channel.findtext("i:block", None, NS) == "Yes"
    assert channel.findtext("i:new-feed-url", None, NS) == "https://example.com/new.rss"
    assert channel.find("p:locked", NS).attrib == {"owner": "marit@example.com"}
    assert channel.findtext("item/c:encoded", None, NS) == "<h2>Long</h2>"


def test_chapters_stand_in_the_feed_too(a_show: Shows, an_episode: Episodes, faults: Faults) -> None:
    marks = (
        ChapterMark(0.0, "The & start\x00", url="/share/x"),
        ChapterMark(61.5, "Not listed", toc=False),
        ChapterMark(3725.25, "Late", img="https://example.com/late.jpg"),
    )

    data = rendered(a_show(), an_episode(2, chapters=marks), an_episode(1))

    assert faults(data) == []
    items = etree.fromstring(data).findall("channel/item")
    assert [dict(each.attrib) for each in items[0].iterfind(f"{{{rss.PSC}}}chapters[@version='1.2']/*")] == [
        {"start": "00:00:00.000", "title": "The & start", "href": f"{BASE}/share/x"},
        {"start": "01:02:05.250", "title": "Late", "image": "https://example.com/late.jpg"},
    ]
    assert items[1].find(f"{{{rss.PSC}}}chapters") is None
    read = feedparser.parse(data).entries[0]
    assert [mark["title"] for mark in read["psc_chapters"]["chapters"]] == ["The & start", "Late"]


HOSTILE = "  <script>alert(1)</script> A &amp;amp; B\x00\x0b\ud800 \ufffd<b>bold</b> ]]> &#39;x&#39;  "


def test_hostile_words_come_out_as_plain_text(a_show: Shows, an_episode: Episodes, faults: Faults) -> None:
    show = a_show(name=HOSTILE, author=HOSTILE, description=HOSTILE, copyright=HOSTILE, owner_name=HOSTILE)
    data = rendered(show, an_episode(title=HOSTILE, persons=(Person(HOSTILE),)))

    assert faults(data) == []
    assert etree.fromstring(data).findtext("channel/copyright") == "<script>alert(1)</script> A & B bold ]]> 'x'"


def test_a_long_description_is_cut_in_whole_words(a_show: Shows, an_episode: Episodes, faults: Faults) -> None:
    data = rendered(a_show(description="wörd " * 2000), an_episode())

    assert faults(data) == []
    assert etree.fromstring(data).findtext("channel/description").endswith("wörd…")


def test_bytes_depend_on_the_show_alone(a_show: Shows, an_episode: Episodes) -> None:
    assert rendered(a_show(), an_episode()) == rendered(a_show(), an_episode())


def test_feedparser_reads_what_was_said(a_show: Shows, an_episode: Episodes) -> None:
    parsed = feedparser.parse(io.BytesIO(rendered(a_show(), an_episode(7))))

    assert not parsed.bozo
    assert parsed.feed.title == "Ferries & Piers"
    assert parsed.feed.language == "en"
    entry = parsed.entries[0]
    assert (entry.title, entry.id, entry.link) == ("Episode 7", "guid-7", f"{BASE}/share/e7")
    enclosure = entry.enclosures[0]
    assert (enclosure.href, enclosure.length, enclosure.type) == (
        f"{BASE}/media/e7/episode%207.mp3",
        "4321",
        "audio/mpeg",
    )
    assert entry.itunes_duration == "61"


def test_an_address_elsewhere_stays_as_it_came(a_show: Shows, an_episode: Episodes) -> None:
    there = Enclosure("https://cdn.example.com/a%20b.mp3?x=1&y=2", "audio/mpeg", 9, 1.0)
    root = etree.fromstring(
        rendered(a_show(), an_episode(enclosure=there, guid_is_permalink=True, guid="https://e.org/1"))
    )

    assert root.find("channel/item/enclosure").get("url") == there.address
    assert root.find("channel/item/guid").get("isPermaLink") == "true"


def test_a_public_address_with_a_path_leads_every_link(a_show: Shows, an_episode: Episodes) -> None:
    data = rss.render(a_show(), [an_episode()], base="https://pod.example/cast/", changed_on=NOW)
    root = etree.fromstring(data)

    assert root.find("channel/a:link", NS).get("href") == "https://pod.example/cast/podcast/rss/0199-show"
    assert root.find("channel/item/enclosure").get("url").startswith("https://pod.example/cast/media/")
    assert b"127.0.0.1" not in data


def test_what_xml_cannot_hold_is_left_out(a_show: Shows, an_episode: Episodes, faults: Faults) -> None:
    data = rendered(a_show(copyright="a\x02b"), an_episode(guid="g\x00\ud8001", description_html="w\x1fords"))

    assert faults(data) == []
    assert etree.fromstring(data).findtext("channel/item/guid") == "g1"


def test_dates_are_what_mail_writes() -> None:
    berlin = timezone(timedelta(hours=2))

    for moment in (
        NOW,
        datetime(999, 1, 2, 3, 4, 5, tzinfo=UTC),
        datetime(2024, 2, 29, 23, 59, 59, 999999, tzinfo=berlin),
    ):
        assert rss.rfc2822(moment) == format_datetime(moment.astimezone(UTC), usegmt=True)


def test_pages_are_linked_both_ways(a_show: Shows, an_episode: Episodes, faults: Faults) -> None:
    data = rendered(a_show(), an_episode(), page=rss.FeedPage(2, 3))
    links = {link.get("rel"): link.get("href") for link in etree.fromstring(data).findall("channel/a:link", NS)}

    feed = f"{BASE}/podcast/rss/0199-show"
    assert links == {
        "self": f"{feed}?page=2",
        "first": feed,
        "previous": feed,
        "next": f"{feed}?page=3",
        "last": f"{feed}?page=3",
    }
    assert faults(data, feed_url=f"{feed}?page=2", guid_seed=feed) == []


class Sink(io.RawIOBase):
    """Counts what it swallows."""

    written = 0

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self.written += len(data)
        return len(data)


def test_ten_thousand_episodes_are_written_as_they_come(a_show: Shows, an_episode: Episodes) -> None:
    first = an_episode()
    sink = Sink()
    waiting: list[int] = []

    def many() -> Iterator[Episode]:
        for n in range(10_000):
            waiting.append(n * 400 - sink.written)
            yield replace(first, id=n, guid=f"g{n}")

    rss.write(sink, a_show(), many(), base=BASE, changed_on=NOW)  # type: ignore[arg-type]

    assert sink.written > 10_000 * 400
    assert max(waiting) < 100_000


@pytest.mark.parametrize("explicit", [True, False])
def test_explicit_is_said_in_words(a_show: Shows, explicit: bool) -> None:
    root = etree.fromstring(rendered(a_show(explicit=explicit)))

    assert root.findtext("channel/i:explicit", None, NS) == ("true" if explicit else "false")
