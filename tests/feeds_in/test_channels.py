"""Channels of the video site: their addresses, and connecting them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest

from server.domain.accounts import Account
from server.domain.channels import channel_address, is_video_address
from server.domain.errors import InvalidField
from server.domain.read_feeds import ReadFeed
from server.domain.sources import SourceKind
from server.feeds.reading import read_feed
from server.fetch import Fetched, FetchFailed
from server.services.channels import Channels
from server.store.database import Store

ALICE = Account("alice")
ID = "UC" + "a1_-" * 5 + "bc"
SITE = "https://www.youtube.com"
FEED = f"{SITE}/feeds/videos.xml?channel_id={ID}"
NOW = datetime(2026, 5, 4, 22, tzinfo=UTC)


def feed_of(count: int) -> bytes:
    entries = "".join(
        f"<entry><id>yt:video:v{n}</id><title>Video {n}</title><link rel='alternate' href='{SITE}/watch?v=v{n}'/>"
        f"<published>2026-03-{n + 1:02d}T10:00:00+00:00</published></entry>"
        for n in range(count)
    )
    return f"<feed xmlns='http://www.w3.org/2005/Atom'><title>Lakes</title>{entries}</feed>".encode()


class Site:
    """The video site as far as these tests need it."""

    def __init__(self) -> None:
        self.pages = {FEED: feed_of(8)}
        self.asked: list[str] = []

    async def fetch(self, url: str, **_: object) -> Fetched:
        self.asked.append(url)
        if url not in self.pages:
            raise FetchFailed("there is nothing at this address", url=url, status=404)
        return Fetched(url, 200, "text/xml", "", len(self.pages[url]), self.pages[url])


async def read(data: bytes, *, headers: Mapping[str, str], url: str) -> ReadFeed:
    return read_feed(data, headers=headers, url=url)


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def clock() -> list[datetime]:
    return [NOW]


@pytest.fixture
def channels(store: Store, site: Site, clock: list[datetime]) -> Channels:
    return Channels(store, fetch=site.fetch, read=read, clock=lambda: clock[0], jitter=lambda: 0.0)


@pytest.mark.parametrize(
    ("url", "kept", "feed"),
    [
        (f"http://youtube.com/channel/{ID}/videos?x=1", f"{SITE}/channel/{ID}", FEED),
        (FEED, f"{SITE}/channel/{ID}", FEED),
        (f"{SITE}/@Lakes/featured", f"{SITE}/@lakes", ""),
        (f"{SITE}/c/Lakes", f"{SITE}/c/Lakes", ""),
        (f"{SITE}/user/Lakes", f"{SITE}/user/Lakes", ""),
        (
            f"{SITE}/playlist?list=PLabcdefghijk",
            f"{SITE}/playlist?list=PLabcdefghijk",
            f"{SITE}/feeds/videos.xml?playlist_id=PLabcdefghijk",
        ),
    ],
)
def test_an_address_has_one_spelling_and_tells_its_feed(url: str, kept: str, feed: str) -> None:
    assert (channel_address(url).url, channel_address(url).feed_url) == (kept, feed)


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/@lakes", f"{SITE}/watch?v=abc", SITE, f"{SITE}/channel/UCshort", f"{SITE}:8443/@lakes",
        "https://user@www.youtube.com/@lakes", "https://www.youtube.com.evil.example/@lakes", "youtube.com/@lakes", "",
        "https://[", "file:///@lakes",
    ],
)  # fmt: skip
def test_other_addresses_are_refused_at_once(url: str) -> None:
    with pytest.raises(InvalidField, match="url"):
        channel_address(url)


def test_addresses_of_videos_are_told_from_others() -> None:
    videos = (f"{SITE}/watch?v=abc", "https://youtu.be/abc", f"{SITE}/shorts/abc", "https://m.youtube.com/live/abc")
    others = (f"{SITE}/@lakes", SITE, "https://example.org/watch?v=abc", "https://youtu.be/", f"{SITE}/watch")
    assert [is_video_address(url) for url in videos + others] == [True] * 4 + [False] * 5


async def test_a_channel_is_connected_once_its_feed_was_read(channels: Channels, site: Site) -> None:
    added = await channels.add(f"{SITE}/channel/{ID}", by=ALICE)
    assert (added.connected_on, site.asked) == (None, [])
    with pytest.raises(InvalidField, match="video_siteChannels"):
        await channels.newest([added.id], count=5, field="video_siteChannels", by=ALICE)

    await channels.read_due()

    (channel,) = await channels.every(by=ALICE)
    assert (channel.title, channel.connected_on, len(channel.videos)) == ("Lakes", NOW, 5)
    materials = await channels.newest([channel.id], count=5, field="video_siteChannels", by=ALICE)
    assert [each.content for each in materials] == [f"{SITE}/watch?v=v{n}" for n in (7, 6, 5, 4, 3)]
    assert {each.type for each in materials} == {SourceKind.VIDEO_SITE}
    with pytest.raises(InvalidField):
        await channels.newest([channel.id], count=5, field="video_siteChannels", by=Account("bob"))


async def test_a_name_leads_to_the_feed_by_its_page(channels: Channels, site: Site) -> None:
    await channels.add(f"{SITE}/@lakes", by=ALICE)
    site.pages[f"{SITE}/@lakes"] = f'<html><link rel="alternate" href="{FEED}"></html>'.encode()

    await channels.read_due()

    (channel,) = await channels.every(by=ALICE)
    assert (channel.feed_url, bool(channel.connected_on)) == (FEED, True)


async def test_a_channel_that_fails_is_tried_later_and_stays_as_it_was(
    channels: Channels, site: Site, clock: list[datetime]
) -> None:
    await channels.add(f"{SITE}/channel/{ID}", by=ALICE)
    await channels.read_due()
    del site.pages[FEED]
    clock[0] += timedelta(hours=1)
    await channels.read_due()
    await channels.read_due()

    (channel,) = await channels.every(by=ALICE)
    assert (len(channel.videos), channel.failures, bool(channel.fault)) == (5, 1, True)
    assert len(site.asked) == 2
    site.pages[FEED] = feed_of(2)
    clock[0] += timedelta(minutes=10)
    await channels.read_due()
    (channel,) = await channels.every(by=ALICE)
    assert (len(channel.videos), channel.failures, channel.fault) == (2, 0, "")
