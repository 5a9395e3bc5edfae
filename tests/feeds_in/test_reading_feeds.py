"""Other people's feeds: every dialect and encoding, what is broken, and what means harm."""

from __future__ import annotations

import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.domain.errors import DomainError, Invalid
from server.domain.read_feeds import Dialect, Enclosure, ReadFeed
from server.feeds.documents import NotAFeed, children, name_of, parsed, text_of
from server.feeds.moments import moment_of
from server.feeds.reading import read_feed
from server.services.quarantine import Quarantine, reader_of

DATA = Path(__file__).parent.parent / "data" / "feeds_in"
URL = "https://news.example/feeds/all.xml"


def read(document: str | bytes, *, content_type: str = "", url: str = URL) -> ReadFeed:
    data = document.encode() if isinstance(document, str) else document
    return read_feed(data, headers={"content-type": content_type}, url=url)


def channel(inner: str, *, attributes: str = "") -> str:
    return f"<rss version='2.0'{attributes}><channel><title>T</title>{inner}</channel></rss>"


def test_rss_two_with_full_text_and_enclosure() -> None:
    feed = read(
        """<?xml version="1.0"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel><title>Lakes &amp;amp; Rivers</title><link>https://news.example/</link><description>All of them</description>
<language>en-us</language><ttl>90</ttl><skipHours><hour>3</hour><hour>24</hour></skipHours>
<skipDays><day>Sunday</day></skipDays><image><url>/logo.png</url></image>
<item><title>One</title><link>/one</link><guid isPermaLink="false">g1</guid><dc:creator>Ann</dc:creator>
<pubDate>Tue, 03 Mar 2026 10:00:00 +0100</pubDate><description>Short</description>
<content:encoded><![CDATA[<p>First &eacute;.</p><p>Second &lt;b&gt;.</p><script>x()</script>]]></content:encoded>
<enclosure url="https://cdn.example/a.mp3" type="audio/mpeg" length="123"/></item></channel></rss>"""
    )

    assert (feed.dialect, feed.title, feed.language) == (Dialect.RSS, "Lakes & Rivers", "en-us")
    assert (feed.interval_minutes, feed.skip_hours, feed.skip_days) == (90, {3, 0}, {6})
    assert feed.image_url == "https://news.example/logo.png"
    (item,) = feed.items
    assert (item.key, item.title, item.link, item.author) == ("g1", "One", "https://news.example/one", "Ann")
    assert (item.summary, item.text) == ("Short", "First é.\n\nSecond <b>.")
    assert item.published == datetime(2026, 3, 3, 9, tzinfo=UTC)
    assert item.enclosures == (Enclosure("https://cdn.example/a.mp3", "audio/mpeg", 123),)


def test_rss_one() -> None:
    feed = read(
        """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">
<channel rdf:about="https://news.example/"><title>Old</title><link>https://news.example/</link>
<sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency></channel>
<item rdf:about="https://news.example/1"><title>One</title><link>https://news.example/1</link>
<dc:date>2026-03-03</dc:date></item></rdf:RDF>"""
    )

    assert (feed.dialect, feed.title, feed.interval_minutes) == (Dialect.RDF, "Old", 360)
    assert (feed.items[0].guid, feed.items[0].published) == ("https://news.example/1", datetime(2026, 3, 3, tzinfo=UTC))


def test_atom() -> None:
    feed = read(
        """<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/b/" xml:lang="de">
<title type="html">Seen &amp;amp; Fl&amp;uuml;sse</title><link rel="self" href="feed.xml"/><link href="."/>
<entry><id>urn:1</id><title>One</title><link rel="alternate" href="one"/><link rel="enclosure" href="a.m4a"
 type="audio/mp4" length="5"/><author><name>Ann</name></author><updated>2026-03-03T10:00:00.1234567Z</updated>
<published>2026-03-02T10:00:00Z</published><summary type="text">1 &lt; 2</summary>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Whole text,</p><p>in two paragraphs</p></div>
</content></entry></feed>"""
    )

    assert (feed.dialect, feed.title, feed.link, feed.language) == (
        Dialect.ATOM, "Seen & Flüsse", "https://a.example/b/", "de",
    )  # fmt: skip
    (item,) = feed.items
    assert (item.link, item.author, item.summary) == ("https://a.example/b/one", "Ann", "1 < 2")
    assert item.text == "Whole text,\n\nin two paragraphs"
    assert item.published == datetime(2026, 3, 2, 10, tzinfo=UTC)
    assert item.enclosures == (Enclosure("https://a.example/b/a.m4a", "audio/mp4", 5),)


@pytest.mark.parametrize(
    ("encoding", "declared", "content_type"),
    [
        ("utf-8", "", ""),
        ("utf-8-sig", "iso-8859-1", "text/xml; charset=iso-8859-1"),
        ("utf-8", "iso-8859-1", "text/xml; charset=iso-8859-1"),
        ("utf-16", "utf-16", ""),
        ("utf-16-le", "", ""),
        ("cp1252", "iso-8859-1", ""),
        ("cp1252", "", ""),
        ("cp1252", "utf-8", "text/xml; charset=utf-8"),
        ("iso-8859-2", "utf-8", "text/xml; charset=iso-8859-2"),
        ("iso-8859-2", "iso-8859-2", "text/xml"),
        ("cp1252", "nonsense", "text/xml; charset=hex"),
    ],
)
def test_encodings(encoding: str, declared: str, content_type: str) -> None:
    declaration = f'<?xml version="1.0" encoding="{declared}"?>' if declared else ""
    words = "Šťáva" if encoding == "iso-8859-2" else "Café “é”"
    data = (declaration + channel(f"<item><title>{words}</title></item>")).encode(encoding)

    assert read(data, content_type=content_type).items[0].title == words


@pytest.mark.parametrize(
    "document",
    [
        "\n \t <?xml version='1.0'?>" + channel("<item><title>A</title></item>"),
        "Warning: mysql failed in line 3<br/>"[:-5] + channel("<item><title>A</title></item>"),
        channel("<item><title>A</title><itunes:author>x</itunes:author><foo:bar>y</foo:bar></item>"),
        channel("<item><title>A</title><description>a &nbsp; b &unknown; c & d &#0; &#8;</description></item>"),
        channel("<item><title>A</title></item>").replace("</channel></rss>", ""),
        channel("<item><title>A</title>\x0b\x00</item>"),
        channel("<item><title>A</title><description><b>torn</description></item>"),
    ],
)
def test_what_is_broken_is_mended(document: str) -> None:
    (item,) = read(document).items
    assert item.title == "A"


def test_entities_are_characters_and_never_declarations() -> None:
    feed = read(
        '<!DOCTYPE rss [<!ENTITY a "evil"><!ENTITY b SYSTEM "file:///etc/passwd">]>'
        + channel("<item><title>&a; &b; &eacute; &amp;lt;</title></item>")
    )
    assert feed.items[0].title == "&a; &b; é <"


@pytest.mark.parametrize(
    ("name", "items", "dialect"),
    [
        ("37_de_grote_undeclared_ns", 12, Dialect.RSS),
        ("44_broken_channel", 4, Dialect.RSS),
        ("40_atom_enclosures", 10, Dialect.ATOM),
        ("33_series_i_cinema_latin1", 50, Dialect.RSS),
        ("46_news_rss_no_enclosure", 9, Dialect.RSS),
    ],
)
def test_real_feeds(name: str, items: int, dialect: Dialect) -> None:
    feed = read((DATA / f"{name}.xml").read_bytes())
    assert (len(feed.items), feed.dialect) == (items, dialect)
    assert "\ufffd" not in feed.title + "".join(item.title + item.text for item in feed.items)
    if name.startswith("33"):
        assert feed.title == "Sèries i Cinema"


@pytest.mark.parametrize(
    "document", ["", "  ", "{}", "plain words", "<html><body>hello", "<a/>", "<rss/>", "\x89PNG\r\n"]
)
def test_what_is_no_feed_is_told(document: str) -> None:
    with pytest.raises(NotAFeed):
        read(document)


def test_a_page_names_its_feed() -> None:
    with pytest.raises(NotAFeed) as told:
        read("<!DOCTYPE html><html><link type='application/atom+xml' rel=alternate href='../a.xml?x=1&amp;y=2'>")
    assert told.value.found == "https://news.example/a.xml?x=1&y=2"


def test_the_same_item_is_read_once_and_one_without_anything_never() -> None:
    same = "<item><title>A</title><guid>g</guid></item>"
    assert len(read(channel(same + same + "<item/>" + "<item><link>javascript:alert(1)</link></item>")).items) == 1


def test_sizes_are_bounded() -> None:
    item = f"<item><title>{'t' * 5000}</title><description>{'word ' * 200_000}</description></item>"
    (read_item,) = read(channel(item)).items
    assert (len(read_item.title), len(read_item.text) <= 400_000, len(read_item.summary) <= 2_000) == (500, True, True)
    with pytest.raises(NotAFeed, match="larger"):
        read_feed(b"<rss>" + b" " * 2000, headers={}, url=URL, max_bytes=1000)
    many = read(channel("".join(f"<item><guid>{n}</guid></item>" for n in range(2100))))
    assert (len(many.items), len(many.warnings)) == (2000, 1)


def test_elements_can_be_read_beyond_what_a_feed_tells() -> None:
    document = parsed(
        channel("<podcast:locked owner='a@b.example'>yes</podcast:locked><itunes:author>Ann</itunes:author>").encode()
    )
    (locked,) = children(document.channel, "podcast:locked")
    assert (name_of(locked), locked.get("owner"), text_of(document.channel, "itunes:author")) == (
        "podcast:locked", "a@b.example", "Ann",
    )  # fmt: skip


@given(st.binary(max_size=300))
@settings(max_examples=80, deadline=None)
def test_no_bytes_do_more_than_be_refused(data: bytes) -> None:
    for document in (data, b"<rss><channel>" + data + b"<item><title>A</title></item></channel></rss>"):
        try:
            read(document)
        except DomainError as error:
            assert error.message


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("Tue, 03 Mar 2026 10:00:00 GMT", datetime(2026, 3, 3, 10, tzinfo=UTC)),
        ("3 Mar 2026 10:00 EST", datetime(2026, 3, 3, 15, tzinfo=UTC)),
        ("2026-03-03T10:00:00+02:00", datetime(2026, 3, 3, 8, tzinfo=UTC)),
        ("2026-03", datetime(2026, 3, 1, tzinfo=UTC)),
        ("March 3, 2026", datetime(2026, 3, 3, tzinfo=UTC)),
        ("yesterday", None),
        ("0000-00-00", None),
        ("9999-12-31T23:59:59-14:00", None),
        ("Mon, 99 Foo 99999", None),
    ],
)
def test_moments(text: str, moment: datetime | None) -> None:
    assert moment_of(text) == moment


def hang() -> None:
    """A document that never ends."""
    threading.Event().wait()


def devour() -> int:
    """A document that needs all memory."""
    return len(b"x" * 4_000_000_000)


async def test_reading_happens_in_a_process_with_limits() -> None:
    quarantine = Quarantine(timeout_s=2.0, memory_mib=300)
    try:
        reading = reader_of(quarantine)
        feed = await reading(channel("<item><title>A</title></item>").encode(), headers={}, url=URL)
        assert feed.items[0].title == "A"
        with pytest.raises(NotAFeed, match="RSS and Atom"):
            await reading(b"{}", headers={}, url=URL)
        for harm in (hang, devour):
            with pytest.raises(Invalid, match="too long or too much memory"):
                await quarantine.run(harm)
        assert (await reading(b"<rss><channel><title>T</title></channel></rss>", headers={}, url=URL)).items == ()
    finally:
        await quarantine.close()
