"""Orders, and feeds as a podcast app reads them: plain values in and out."""

from __future__ import annotations

import pytest

from app.models.feeds import only_local, read_feed
from app.models.orders import Order, Source, address, order_from, pasted_text, sources_in

# ruff: noqa: E501 - a feed as it comes
FEED = """<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
<title>Field Notes</title><description>Places &amp; reports</description><language>en</language>
<image><title>not the show's</title><url>https://x.example/i.png</url></image>
<itunes:author>Ada Brook</itunes:author><itunes:category text="Science"><itunes:category text="Nature"/></itunes:category>
<itunes:image href="https://x.example/cover.jpg"/>
<item><title>Lake Vell</title><description>Three years.</description><pubDate>Fri, 20 Nov 2026 08:00:00 GMT</pubDate>
<itunes:duration>312</itunes:duration><enclosure url="https://x.example/1.mp3" length="5" type="audio/mpeg"/></item>
<item><title>Night trains</title></item></channel></rss>"""


def test_addresses_become_one_source_each() -> None:
    found = sources_in("https://vell.example/wetland\nhttps://www.youtube.com/watch?v=1  http://youtu.be/2")

    assert [(source.type, source.label) for source in found] == [
        ("website", "vell.example/wetland"),
        ("video_site", "youtube.com/watch"),
        ("video_site", "youtu.be/2"),
    ]


def test_text_with_an_address_in_it_stays_one_text() -> None:
    [source] = sources_in("  Read https://vell.example before the meeting about the lake.  ")

    assert source.type == "text"
    assert source.content == "Read https://vell.example before the meeting about the lake."
    assert source.label == "“Read https://vell.example before the meeting about…” · 8 words"


def test_nothing_pasted_is_no_source() -> None:
    assert sources_in(" \n ") == ()


def test_an_empty_form_leaves_choices_to_the_server() -> None:
    wire = Order(sources=(pasted_text("Words"),)).wire

    assert wire == {
        "outputType": "audio",
        "resources": [{"type": "text", "content": "Words"}],
        "style": "deep dive",
        "duration": "default",
        "quality": "final",
    }


def test_everything_that_was_chosen_is_sent() -> None:
    order = Order(
        sources=(address("https://x.example"),),
        voice1=1,
        voice2=2,
        title="Lake Vell",
        text="Stress the wetland.",
        intro_music="https://x.example/a.mp3",
        language="English",
        approve_script=True,
        show_id="s1",
    )

    assert (
        order.wire.items()
        >= {
            "voice1": 1,
            "voice2": 2,
            "title": "Lake Vell",
            "text": "Stress the wetland.",
            "introMusicUrl": "https://x.example/a.mp3",
            "language": "English",
            "approveScript": True,
            "podcastId": "s1",
            "episodeTitle": "Lake Vell",
        }.items()
    )


def test_an_article_sends_nothing_that_only_sound_has() -> None:
    wire = Order(output_type="text", voice1=1, intro_music="https://x/a.mp3", approve_script=True, show_id="s").wire

    assert not {"voice1", "introMusicUrl", "approveScript", "podcastId"} & set(wire)


def test_a_bed_needs_its_music_and_both_come_back() -> None:
    alone = Order(sources=(address("https://x.example"),), music_bed=True, stems=True)

    assert "musicBed" not in alone.wire
    again = order_from(Order(intro_music="https://x.example/a.mp3", music_bed=True, stems=True).wire)
    assert (again.music_bed, again.stems, again.kept) == (True, True, {})


def test_a_second_voice_needs_a_first() -> None:
    assert "voice2" not in Order(voice2=2).wire


def test_a_duplicate_keeps_what_the_form_does_not_show() -> None:
    wire = {
        "outputType": "audio",
        "resources": [{"type": "file", "content": "f1", "fileName": "report.pdf"}],
        "voice1": 3,
        "callbackData": "42",
        "scheduledOn": "2027-01-01T00:00:00Z",
        "episodeTitle": "Lake Vell",
    }

    order = order_from(wire)

    assert order.sources == (Source("file", "f1", "report.pdf"),)
    assert (order.voice1, order.title) == (3, "Lake Vell")
    assert order.wire["callbackData"] == "42"
    assert "scheduledOn" not in order.wire


def test_a_feed_is_read_as_an_app_reads_it() -> None:
    feed = read_feed(FEED)

    assert (feed.title, feed.author, feed.category) == ("Field Notes", "Ada Brook", "Science")
    assert feed.description == "Places & reports"
    assert [(item.title, item.length, item.audio_url) for item in feed.items] == [
        ("Lake Vell", "312", "https://x.example/1.mp3"),
        ("Night trains", "", ""),
    ]


def test_a_long_feed_is_cut_and_a_broken_one_told() -> None:
    assert len(read_feed(FEED, limit=1).items) == 1
    with pytest.raises(ValueError, match="The feed can't be read"):
        read_feed("<rss><channel><title>x</channel>")


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://127.0.0.1:8787/podcast/rss/1", True),
        ("http://[::1]:8787/podcast/rss/1", True),
        ("http://192.168.1.4/podcast/rss/1", True),
        ("http://studio/podcast/rss/1", True),
        ("http://studio.local/podcast/rss/1", True),
        ("https://studio.example/podcast/rss/1", False),
        ("https://93.184.216.34/podcast/rss/1", False),
    ],
)
def test_addresses_that_nobody_else_can_reach_are_known(url: str, local: bool) -> None:
    assert only_local(url) is local
