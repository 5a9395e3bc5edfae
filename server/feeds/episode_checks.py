"""The rules of a feed's episodes."""

from __future__ import annotations

import re
from collections import Counter
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit

from server.domain.episodes import EXTENSIONS
from server.domain.shows import looks_like_url
from server.feeds.findings import NAMESPACES, Checked, date_of, once_each, one_of, text_of

_TYPES = {name: {media_type} for name, media_type in EXTENSIONS.items()}
_TYPES["m4a"] |= {"audio/mp4", "audio/m4a"}
_TYPES["mp4"] |= {"audio/mp4"}
_TYPES["m4v"] |= {"video/m4v", "video/mp4"}
_ANY_TYPE = set().union(*_TYPES.values())
_TRANSCRIPTS = frozenset(
    {"text/plain", "text/html", "text/vtt", "application/json", "application/x-subrip", "application/srt"}
)
_SIMPLE = frozenset("p ol ul li a b i strong em br".split())
_ACTIVE = re.compile(
    r"<\s*(?:script|iframe|object|embed|form|style)\b|<[^>]*\son\w+\s*=|"
    r"(?:href|src)\s*=\s*[\"']?\s*(?:javascript|data|vbscript):",
    re.IGNORECASE,
)
_TWICE = re.compile(r"&lt;/?(?:p|a|br|b|i|ul|li)\b")


def check_episodes(checked: Checked, channel: Any, items: list[Any], now: datetime) -> None:
    """Hold the items against the rules, each alone and all together."""
    see = checked.findings.see
    see("I01", items, "the feed is empty")
    is_serial = channel.findtext("i:type", "", NAMESPACES) == "serial"
    guids: list[str] = []
    dates: list[datetime] = []
    numbers: list[tuple[str, str]] = []
    for item in items:
        title = text_of(item.find("title")).strip()
        place = f"“{title[:60]}”" if title else "an episode without a title"
        one_of(lambda rule, holds, why, at=place: see(rule, holds, f"{at}: {why}"), item, "title", "I02")
        _enclosure(checked, item, place)
        found = item.findall("guid")
        guid = text_of(found[0]).strip() if found else ""
        see("I07", len(found) == 1 and guid, place)
        if guid:
            guids.append(guid)
            is_link = found[0].get("isPermaLink")
            see("I09", is_link == "false" or (is_link in {None, "true"} and looks_like_url(guid)), f"{place}: {guid}")
        written = item.findall("pubDate")
        see("I10", len(written) == 1, place)
        for each in written[:1]:
            is_sound, moment = date_of(text_of(each))
            see("I10b", is_sound, f"{place}: {text_of(each)}")
            if moment is not None:
                dates.append(moment)
                see("I10c", moment <= now + timedelta(minutes=5), f"{place}: {text_of(each)}")
        _words(see, channel, item, place)
        _numbers(see, item, place, numbers, is_serial=is_serial)
        _attached(checked, item, place)
    for rule, values in (("I08", guids), ("I08b", [each[0] for each in checked.enclosures])):
        if items:
            twice = [value for value, count in Counter(values).items() if count > 1]
            see(rule, not twice, ", ".join(twice[:3]))
    if numbers:
        twice_used = [f"season {s or 'none'}, {n}" for (s, n), count in Counter(numbers).items() if count > 1]
        see("I19", not twice_used, "; ".join(twice_used[:3]))
    if len(dates) > 1:
        see("I21", all(one >= two for one, two in pairwise(dates)))


def _enclosure(checked: Checked, item: Any, place: str) -> None:
    see = checked.findings.see
    found = item.findall("enclosure")
    see("I03", len(found) == 1 and all(found[0].get(name) for name in ("url", "length", "type")), place)
    if not found:
        return
    url, length, kind = ((found[0].get(name) or "") for name in ("url", "length", "type"))
    parts = urlsplit(url) if looks_like_url(url) else urlsplit("")
    see("I04", looks_like_url(url), f"{place}: {url}")
    is_local = parts.hostname in {"127.0.0.1", "localhost", "::1"}
    see("I04b", parts.scheme == "https" or is_local, f"{place}: {url}")
    ending = parts.path.rsplit(".", 1)[-1].lower()
    see("I04c", ending in _TYPES, f"{place}: {url}")
    see("I05", re.fullmatch(r"[1-9]\d*", length), f"{place}: {length or 'none'}")
    see("I06", kind in _TYPES.get(ending, _ANY_TYPE), f"{place}: {kind}")
    checked.enclosures.append((url, length, kind))


def _words(see: Any, channel: Any, item: Any, place: str) -> None:
    found = item.findall("description")
    size = len(text_of(found[0]).encode()) if found else 0
    see("I11", len(found) == 1 and 0 < size <= 4000, f"{place}: {size:,} bytes")
    for each in (*found, *item.findall("c:encoded", NAMESPACES), *channel.findall("description")):
        words = text_of(each)
        see("I20", not _ACTIVE.search(words), place)
        if each.tag == "description":
            tags = {name.lower() for name in re.findall(r"<\s*/?\s*([A-Za-z][A-Za-z0-9]*)", words)} - _SIMPLE
            see("I20b", not tags, f"{place}: {', '.join(sorted(tags))}")
            see("I20c", not _TWICE.search(words), place)


def _numbers(see: Any, item: Any, place: str, used: list[tuple[str, str]], *, is_serial: bool) -> None:
    lasting = [text_of(each) for each in item.findall("i:duration", NAMESPACES)]
    see("I12", len(lasting) == 1, place)
    for value in lasting:
        see("I12b", re.fullmatch(r"[1-9]\d*", value), f"{place}: {value}")
    for path in ("i:season", "i:episode"):
        found = [text_of(each) for each in item.findall(path, NAMESPACES)]
        for value in found:
            see("I13", re.fullmatch(r"[1-9]\d*", value) and len(found) == 1, f"{place}: {path} {value}")
    season, number = item.findtext("i:season", "", NAMESPACES), item.findtext("i:episode", "", NAMESPACES)
    kind = item.findtext("i:episodeType", None, NAMESPACES)
    if kind is not None:
        see("I14", kind in {"full", "trailer", "bonus"}, f"{place}: {kind}")
    if kind in {None, "full"}:
        if is_serial:
            see("C11c", number, place)
        if number:
            used.append((season, number))
    explicit = item.findtext("i:explicit", None, NAMESPACES)
    if explicit is not None:
        see("I15", explicit in {"true", "false"}, f"{place}: {explicit}")
    for name, path, agrees, rule in (("name", "p:season", season, "P12"), ("display", "p:episode", number, "P12b")):
        for each in item.findall(path, NAMESPACES):
            value, room = text_of(each), 128 if rule == "P12" else 32
            form = r"\d+" if rule == "P12" else r"\d+(?:\.\d+)?"
            same = not agrees or value.split(".")[0] == agrees or "." in value
            see(rule, re.fullmatch(form, value) and len(each.get(name) or "") <= room and same, f"{place}: {value}")
    once_each(see, item, "I22", place, {"category"}, {"chapters", "season", "episode"})


def _attached(checked: Checked, item: Any, place: str) -> None:
    see = checked.findings.see
    for each in item.findall("i:image", NAMESPACES):
        see("I16", looks_like_url(each.get("href", "")), f"{place}: {each.get('href')}")
    for each in item.findall("link"):
        see("I18", looks_like_url(text_of(each)), f"{place}: {text_of(each)}")
    for each in item.findall("p:transcript", NAMESPACES):
        whole = looks_like_url(each.get("url", "")) and each.get("type") in _TRANSCRIPTS
        see("P09", whole, f"{place}: {each.get('url')} {each.get('type')}")
        checked.files.append((each.get("url", ""), each.get("type", "")))
    for each in item.findall("p:chapters", NAMESPACES):
        kind = each.get("type", "")
        whole = looks_like_url(each.get("url", "")) and kind in {"application/json+chapters", "application/json"}
        see("P10", whole, f"{place}: {each.get('url')} {kind}")
        checked.files.append((each.get("url", ""), kind))
    lasts = item.findtext("i:duration", "", NAMESPACES)
    for each in item.findall("p:soundbite", NAMESPACES):
        try:
            start, length = float(each.get("startTime", "")), float(each.get("duration", ""))
        except ValueError:
            see("P11", False, place)
            continue
        inside = not lasts.isdigit() or start + length <= int(lasts) + 1
        see("P11", start >= 0 and length > 0 and inside, f"{place}: {start:g} + {length:g} s")
