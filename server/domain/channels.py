"""Channels of the video site: which addresses are ones, and where their feeds of videos are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import parse_qs, quote, urlsplit

from server.domain.errors import InvalidField

VIDEOS = 5
"""The newest videos that a channel stands for."""
_SITE = "youtube.com"
_HOSTS = frozenset((_SITE, f"www.{_SITE}", f"m.{_SITE}", f"music.{_SITE}"))
_SHORT_HOSTS = frozenset(("youtu.be", "www.youtu.be"))
_FEEDS = f"https://www.{_SITE}/feeds/videos.xml"
_ID = re.compile(r"UC[A-Za-z0-9_-]{22}")
_LIST = re.compile(r"[A-Za-z0-9_-]{10,64}")
_NAME = re.compile(r"[^\s/?#@]{1,100}")
_NAMED_ID = re.compile(
    r"""(?:/feeds/videos\.xml\?channel_id=|["']?externalId["']?\s*:\s*["']|itemprop=["']identifier["']\s+content=["'])"""
    r"(UC[A-Za-z0-9_-]{22})"
)


@dataclass(frozen=True, slots=True)
class Video:
    """One video of a channel."""

    url: str
    title: str = ""
    published: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """A channel of one client. It is connected once its feed of videos was read."""

    id: str
    client_id: str
    name: str
    url: str
    """As every spelling of its address is kept."""
    feed_url: str
    """Empty until its page has told it."""
    created_on: datetime
    title: str = ""
    videos: tuple[Video, ...] = ()
    """The newest ones, newest first."""
    connected_on: datetime | None = None
    read_on: datetime | None = None
    due_on: datetime | None = None
    failures: int = 0
    fault: str = ""
    """Why the last try failed, in one sentence."""


@dataclass(frozen=True, slots=True)
class ChannelAddress:
    """An address of a channel, in one spelling, and its feed where the address tells it."""

    url: str
    feed_url: str = ""


def channel_address(url: str, *, field: str = "url") -> ChannelAddress:
    """The channel, or the play list, that an address leads to. Nothing is asked of the network.

    Raises:
        InvalidField: it is no address of the video site, or none of a channel.
    """
    try:
        parts = urlsplit(url.strip())
        host, port = (parts.hostname or "").lower(), parts.port
    except ValueError:
        host, port = "", None
    if host not in _HOSTS or parts.scheme not in ("http", "https") or port not in (None, 80, 443) or parts.username:
        raise InvalidField(field, f"must be the address of a channel on www.{_SITE}")
    path = [part for part in parts.path.split("/") if part]
    query = parse_qs(parts.query)
    if path[:2] == ["feeds", "videos.xml"]:
        for name in ("channel_id", "playlist_id"):
            if found := _fit(_ID if name == "channel_id" else _LIST, query.get(name)):
                return _by_id(found) if name == "channel_id" else _by_list(found)
    if len(path) >= 2 and path[0].lower() == "channel" and _ID.fullmatch(path[1]):
        return _by_id(path[1])
    if path[:1] == ["playlist"] and (found := _fit(_LIST, query.get("list"))):
        return _by_list(found)
    if path and path[0].startswith("@") and _NAME.fullmatch(path[0][1:]):
        return ChannelAddress(f"https://www.{_SITE}/{quote(path[0].lower(), safe='@%.-_')}")
    if len(path) >= 2 and path[0].lower() in ("c", "user") and _NAME.fullmatch(path[1]):
        return ChannelAddress(f"https://www.{_SITE}/{path[0].lower()}/{quote(path[1], safe='%.-_')}")
    raise InvalidField(field, f"must be the address of a channel, such as https://www.{_SITE}/@name")


def feed_named_in(page: str) -> str:
    """The address of the feed that a channel's page names; empty when it names none."""
    found = _NAMED_ID.search(page)
    return f"{_FEEDS}?channel_id={found[1]}" if found else ""


def is_video_address(url: str) -> bool:
    """Whether an address leads to one video of the site."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").lower()
    except ValueError:
        return False
    path = [part for part in parts.path.split("/") if part]
    if host in _SHORT_HOSTS:
        return len(path) == 1
    if host not in _HOSTS or not path:
        return False
    return (path[0] == "watch" and bool(parse_qs(parts.query).get("v"))) or (
        path[0] in ("shorts", "live", "embed") and len(path) == 2
    )


def _fit(pattern: re.Pattern[str], values: list[str] | None) -> str:
    return values[0] if values and pattern.fullmatch(values[0]) else ""


def _by_id(channel_id: str) -> ChannelAddress:
    return ChannelAddress(f"https://www.{_SITE}/channel/{channel_id}", f"{_FEEDS}?channel_id={channel_id}")


def _by_list(list_id: str) -> ChannelAddress:
    return ChannelAddress(f"https://www.{_SITE}/playlist?list={list_id}", f"{_FEEDS}?playlist_id={list_id}")
