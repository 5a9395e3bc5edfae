"""A feed held against the rules, as far as its bytes tell.

Pure; strangers' feeds are checked in a process of its own.
"""

from __future__ import annotations

import io
import re
import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit

from lxml import etree

from server.domain.artwork import MAX_BYTES, MAX_PIXELS, MAX_SIDE, MIN_SIDE
from server.domain.categories import TAXONOMY
from server.domain.episodes import EXTENSIONS
from server.domain.shows import MEDIA, looks_like_email, looks_like_url
from server.feeds.rss import ATOM, CONTENT, ITUNES, PODCAST

MOST_DETAILS = 10
"""Places named for each rule."""
_NS = {"i": ITUNES, "p": PODCAST, "a": ATOM, "c": CONTENT, "fh": "http://purl.org/syndication/history/1.0"}
_CHANNEL = frozenset(
    "title link description language copyright managingEditor webMaster pubDate lastBuildDate category generator docs "
    "cloud ttl image rating textInput skipHours skipDays item".split()
)
_ITEM = frozenset("title link description author category comments enclosure guid pubDate source".split())
_TAGS = frozenset(
    "alternateEnclosure block chapters chat contentLink episode funding guid image images integrity license liveItem "
    "location locked medium person podping podroll publisher remoteItem season socialInteract soundbite source trailer "
    "transcript txt updateFrequency value valueRecipient valueTimeSplit".split()
)
_TYPES = {name: {media_type} for name, media_type in EXTENSIONS.items()}
_TYPES["m4a"] |= {"audio/mp4", "audio/m4a"}
_TYPES["mp4"] |= {"audio/mp4"}
_TYPES["m4v"] |= {"video/m4v", "video/mp4"}
_ANY_TYPE = set().union(*_TYPES.values())
_TRANSCRIPTS = frozenset(
    {"text/plain", "text/html", "text/vtt", "application/json", "application/x-subrip", "application/srt"}
)
_SIMPLE = frozenset("p ol ul li a b i strong em br".split())
_DATE = re.compile(
    r"(?:(Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} "
    r"\d\d:\d\d(?::\d\d)? (?:[+-]\d{4}|GMT|UT|EST|EDT|CST|CDT|MST|MDT|PST|PDT)"
)
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_ESCAPED = re.compile(
    r"&(?:amp|lt|gt|quot|apos|nbsp|#\d+|#x[0-9a-fA-F]+);|</?(?:p|b|i|em|strong|br|a|span|div)\b[^>]*>"
)
_ACTIVE = re.compile(
    r"<\s*(?:script|iframe|object|embed|form|style)\b|<[^>]*\son\w+\s*=|"
    r"(?:href|src)\s*=\s*[\"']?\s*(?:javascript|data|vbscript):",
    re.IGNORECASE,
)
_TWICE = re.compile(r"&lt;/?(?:p|a|br|b|i|ul|li)\b")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
_PLAIN_OF_SHOW = ("title", "language", "copyright", "link", "i:author", "i:type", "i:explicit", "p:guid", "p:locked",
                  "i:owner/i:name", "i:owner/i:email")  # fmt: skip
_PLAIN_OF_ITEM = ("title", "guid", "pubDate", "link", "i:author", "i:title", "i:duration", "i:season", "i:episode",
                  "i:episodeType", "i:explicit")  # fmt: skip


@dataclass(slots=True)
class Findings:
    """How often each rule was looked at, and where it did not hold."""

    looked: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    places: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def see(self, rule: str, holds: object, place: str = "") -> None:
        """Note whether a rule held in a place."""
        self.looked[rule] += 1
        if not holds:
            self.failed[rule] += 1
            if place and len(self.places[rule]) < MOST_DETAILS:
                self.places[rule].append(" ".join(place.split())[:200])


@dataclass(slots=True)
class Checked:
    """What was found, and what the feed points to."""

    findings: Findings = field(default_factory=Findings)
    title: str = ""
    artwork: str = ""
    enclosures: list[tuple[str, str, str]] = field(default_factory=list)
    """Address, length and type, as written."""
    files: list[tuple[str, str]] = field(default_factory=list)
    """Transcripts and chapters: address and type."""
    items: int = 0


def check_feed(data: bytes, *, url: str, now: datetime) -> Checked:
    """Hold a feed's bytes against the rules; `url` is where it is public."""
    checked = Checked()
    see = checked.findings.see
    see("X01", re.match(rb"(?:\xef\xbb\xbf)?<(?:\?xml|rss)", data), data[:30].decode("utf-8", "replace"))
    see("X01b", not data.startswith(b"\xef\xbb\xbf"))
    see("X04", not re.search(rb"<!(?:DOCTYPE|ENTITY)", data[:4096]))
    declared = re.match(rb"(?:\xef\xbb\xbf)?<\?xml[^>]*encoding=[\"']([^\"']+)", data)
    try:
        text, is_utf8 = data.decode(), declared is None or declared[1].lower() in (b"utf-8", b"utf8")
    except UnicodeDecodeError:
        text, is_utf8 = data.decode("utf-8", "replace"), False
    see("X03", is_utf8, declared[1].decode("latin-1") if declared else "")
    try:
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True)
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        see("X02", False, str(error))
        return checked
    see("X02", True)
    see("X05", not re.search("[\ufffd\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", text))
    wrong = re.search("\u00c3[\x80-\u00bf]|\u00e2\u20ac[\u2122\u0153\x9d\u201c\u201d]|\u00c2[\xa0-\u00bf]", text)
    see("X05b", wrong is None, text[max(wrong.start() - 20, 0) : wrong.end() + 20] if wrong else "")
    channels = root.findall("channel")
    see("X08", root.tag == "rss" and root.get("version") == "2.0" and len(channels) == 1, str(root.tag))
    if not channels:
        return checked
    channel = channels[0]
    items = channel.findall("item")
    checked.items = len(items)
    _namespaces(see, root, data)
    _order(see, root, channel, items)
    _channel(checked, channel, url)
    _podcasting(see, root, channel)
    _paging(see, channel, len(data))
    _items(checked, channel, items, now)
    return checked


def check_picture(findings: Findings, data: bytes) -> None:
    """Hold a picture against the rules."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(data), formats=("JPEG", "PNG")) as image:
            width, height, mode = image.width, image.height, image.mode
            if width * height <= MAX_PIXELS:
                image.load()
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        findings.see("B02", False, "It is no JPEG or PNG that can be read.")
        return
    findings.see("B02", True)
    findings.see("B03", width == height and MIN_SIDE <= width <= MAX_SIDE, f"{width} by {height} pixels")
    findings.see("B04", mode == "RGB", mode)
    findings.see("B05", len(data) <= MAX_BYTES, f"{len(data):,} bytes")


def fits_type(head: bytes, media_type: str) -> bool:
    """Whether the first bytes of a recording fit its media type; types that are not known fit everything."""
    if media_type in {"audio/mpeg", "audio/mp3"}:
        return head.startswith(b"ID3") or (len(head) > 1 and head[0] == 0xFF and head[1] & 0xE0 == 0xE0)
    if media_type in {"audio/x-m4a", "audio/mp4", "audio/m4a", "video/mp4", "video/x-m4v", "video/quicktime"}:
        return head[4:8] in {b"ftyp", b"moov", b"mdat", b"wide", b"free"}
    if media_type == "application/pdf":
        return head.startswith(b"%PDF")
    return True


def _text(element: Any) -> str:
    return "".join(map(str, element.itertext())) if element is not None else ""


def _one(see: Any, parent: Any, path: str, rule: str) -> str:
    found = parent.findall(path, _NS)
    value = _text(found[0]).strip() if found else ""
    see(rule, len(found) == 1 and value, f"there are {len(found)}" if len(found) != 1 else "it is empty")
    return value


def _namespaces(see: Any, root: Any, data: bytes) -> None:
    known = {uri for element in root.iter() for uri in element.nsmap.values()}
    for rule, uri in (("X09a", ITUNES), ("X09b", PODCAST), ("X09c", ATOM)):
        near = [each for each in known if each != uri and each.lower().rstrip("/") == uri.lower()]
        see(rule, uri in known and not near, near[0] if near else "it is not declared")
    if b":encoded" in data:
        see("X09d", CONTENT in known)


def _order(see: Any, root: Any, channel: Any, items: list[Any]) -> None:
    tags = [child.tag for child in channel if isinstance(child.tag, str)]
    first = tags.index("item") if "item" in tags else len(tags)
    late = [tag for tag in tags[first:] if tag not in {"item", f"{{{PODCAST}}}liveItem"}]
    see("X10", not late, ", ".join(dict.fromkeys(late)))
    odd = [tag for tag in tags if "{" not in tag and tag not in _CHANNEL]
    odd += [c.tag for i in items for c in i if isinstance(c.tag, str) and "{" not in c.tag and c.tag not in _ITEM]
    see("X11", not odd, ", ".join(dict.fromkeys(odd)))
    unknown = {etree.QName(each).localname for each in root.iter(f"{{{PODCAST}}}*")} - _TAGS
    see("X12", not unknown, ", ".join(sorted(unknown)))
    for parent, paths in ((channel, _PLAIN_OF_SHOW), *((item, _PLAIN_OF_ITEM) for item in items)):
        for path in paths:
            for element in parent.findall(path, _NS):
                value = _text(element)
                see("X06", not _ESCAPED.search(value), f"{path}: {value[:80]}")
                see("X07", value == value.strip(), f"{path}: {value.strip()[:80]}")
                if path in {"title", "i:author", "i:title"}:
                    see("X13", len(value) <= 255, f"{path} of {len(value)} characters: {value[:60]}…")


def _channel(checked: Checked, channel: Any, url: str) -> None:  # noqa: PLR0912 - one rule after the other
    see = checked.findings.see
    checked.title = _one(see, channel, "title", "C01")
    link = _one(see, channel, "link", "C02")
    see("C02b", looks_like_url(link), link)
    said = _one(see, channel, "description", "C03")
    see("C03b", len(said.encode()) <= 4000, f"{len(said.encode()):,} bytes")
    language = _one(see, channel, "language", "C04")
    see("C04b", _LANGUAGE.fullmatch(language), language)
    groups = channel.findall("i:category", _NS)
    see("C05", groups)
    for group in groups:
        name = group.get("text", "")
        see("C05b", name in TAXONOMY, name)
        for sub in group.findall("i:category", _NS):
            see("C05c", sub.get("text") in TAXONOMY.get(name, ()), f"{name} > {sub.get('text')}")
    explicit = _one(see, channel, "i:explicit", "C06")
    see("C06b", explicit in {"true", "false"}, explicit)
    pictures = channel.findall("i:image", _NS)
    checked.artwork = (pictures[0].get("href") or "") if pictures else ""
    see("C07", len(pictures) == 1 and looks_like_url(checked.artwork), checked.artwork)
    see("C07b", urlsplit(checked.artwork).path.lower().endswith((".jpg", ".jpeg", ".png")), checked.artwork)
    _one(see, channel, "i:author", "C08")
    emails = [_text(each).strip() for each in channel.findall("i:owner/i:email", _NS)]
    see("C09", len(emails) == 1 and looks_like_email(emails[0]), ", ".join(emails) or "there is none")
    own = [each for each in channel.findall("a:link", _NS) if each.get("rel") == "self"]
    address = own[0].get("href", "") if own else ""
    fits = len(own) == 1 and own[0].get("type") == "application/rss+xml" and looks_like_url(address)
    see("C10", fits, f"there are {len(own)}" if len(own) != 1 else f"{address} {own[0].get('type')}")
    if address and url:
        see("C10b", address == url, f"{address} is not {url}")
    kind = _one(see, channel, "i:type", "C11")
    if kind:
        see("C11b", kind in {"episodic", "serial"}, kind)
    for parent in (channel, *channel.findall("item")):
        for path in ("i:block", "i:complete"):
            for each in parent.findall(path, _NS):
                see("C13", _text(each).strip() in {"Yes", "yes"}, _text(each))
    for each in channel.findall("i:new-feed-url", _NS):
        see("C14", looks_like_url(_text(each)), _text(each))
    for each in channel.findall("image"):
        whole = all(each.findtext(name) for name in ("url", "title", "link"))
        see("C15", whole and looks_like_url(each.findtext("url")))
    for path in ("lastBuildDate", "pubDate"):
        for each in channel.findall(path):
            see("C16", _date(_text(each))[0], _text(each))
    see("C16b", channel.find("lastBuildDate") is not None)
    for name in ("managingEditor", "webMaster"):
        for each in channel.findall(name):
            see("C19", re.fullmatch(r"[^@\s]+@[^@\s]+(?: \(.*\))?", _text(each)), _text(each))
    _once(see, channel, "C18", "the show", {"category", "item"}, {"guid", "locked", "medium", "location", "license"})


def _once(  # noqa: PLR0917
    see: Any, parent: Any, rule: str, place: str, many: set[str], podcast: set[str]
) -> None:
    for tag, count in Counter(child.tag for child in parent if isinstance(child.tag, str)).items():
        name = etree.QName(tag)
        single = (name.namespace in {None, ITUNES} and name.localname not in many) or (
            name.namespace == PODCAST and name.localname in podcast
        )
        if single:
            see(rule, count == 1, f"{place}: {name.localname} stands there {count} times")


def _podcasting(see: Any, root: Any, channel: Any) -> None:
    guids = [_text(each).strip() for each in channel.findall("p:guid", _NS)]
    see("P01", len(guids) == 1, f"there are {len(guids)}")
    for guid in guids:
        try:
            parsed = uuid.UUID(guid)
            see("P01b", parsed.version == 5 and str(parsed) == guid, guid)
        except ValueError:
            see("P01b", False, guid)
    for each in channel.findall("p:locked", _NS):
        owner = each.get("owner")
        see("P03", _text(each).strip() in {"yes", "no"} and (owner is None or looks_like_email(owner)), _text(each))
    for each in channel.findall("p:medium", _NS):
        see("P04", _text(each).strip() in MEDIA, _text(each))
    for each in root.iter(f"{{{PODCAST}}}txt"):
        see("P05", 0 < len(_text(each)) <= 4000 and len(each.get("purpose") or "") <= 128, _text(each))
        if each.get("purpose") == "ai-content":
            see("P05b", _text(each) in {"true", "false"}, _text(each))
    see("P05c", root.find(".//p:txt[@purpose='ai-content']", _NS) is not None, "nothing is marked as generated")
    for each in root.iter(f"{{{PODCAST}}}funding"):
        see("P06", looks_like_url(each.get("url", "")) and len(_text(each)) <= 128, each.get("url", ""))
    for each in root.iter(f"{{{PODCAST}}}person"):
        whole = all(looks_like_url(each.get(name)) for name in ("img", "href") if each.get(name) is not None)
        see("P07", 0 < len(_text(each).strip()) <= 128 and whole, _text(each))
    for each in root.iter(f"{{{PODCAST}}}value"):
        receivers = each.findall("p:valueRecipient", _NS)
        known = all(r.get("type") and r.get("address") and (r.get("split") or "").isdigit() for r in receivers)
        see("P08", bool(each.get("type") and each.get("method") and receivers and known), each.get("type", ""))


def _paging(see: Any, channel: Any, size: int) -> None:
    links = {each.get("rel", ""): each.get("href", "") for each in channel.findall("a:link", _NS)}
    paged = links.keys() & {"next", "previous", "prev", "first", "last"}
    if paged:
        see("R01", all(looks_like_url(links[name]) for name in paged), ", ".join(links[name] for name in paged))
        see("R02", "prev" not in links and channel.find("fh:complete", _NS) is None)
    see("I23", size < 1_000_000 or paged, f"{size:,} bytes")


def _items(checked: Checked, channel: Any, items: list[Any], now: datetime) -> None:
    see = checked.findings.see
    see("I01", items, "the feed is empty")
    is_serial = channel.findtext("i:type", "", _NS) == "serial"
    guids: list[str] = []
    dates: list[datetime] = []
    numbers: list[tuple[str, str]] = []
    for item in items:
        title = _text(item.find("title")).strip()
        place = f"“{title[:60]}”" if title else "an episode without a title"
        _one(lambda rule, holds, why, at=place: see(rule, holds, f"{at}: {why}"), item, "title", "I02")
        _enclosure(checked, item, place)
        found = item.findall("guid")
        guid = _text(found[0]).strip() if found else ""
        see("I07", len(found) == 1 and guid, place)
        if guid:
            guids.append(guid)
            is_link = found[0].get("isPermaLink")
            see("I09", is_link == "false" or (is_link in {None, "true"} and looks_like_url(guid)), f"{place}: {guid}")
        written = item.findall("pubDate")
        see("I10", len(written) == 1, place)
        for each in written[:1]:
            is_sound, moment = _date(_text(each))
            see("I10b", is_sound, f"{place}: {_text(each)}")
            if moment is not None:
                dates.append(moment)
                see("I10c", moment <= now + timedelta(minutes=5), f"{place}: {_text(each)}")
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
    size = len(_text(found[0]).encode()) if found else 0
    see("I11", len(found) == 1 and 0 < size <= 4000, f"{place}: {size:,} bytes")
    for each in (*found, *item.findall("c:encoded", _NS), *channel.findall("description")):
        words = _text(each)
        see("I20", not _ACTIVE.search(words), place)
        if each.tag == "description":
            tags = {name.lower() for name in re.findall(r"<\s*/?\s*([A-Za-z][A-Za-z0-9]*)", words)} - _SIMPLE
            see("I20b", not tags, f"{place}: {', '.join(sorted(tags))}")
            see("I20c", not _TWICE.search(words), place)


def _numbers(see: Any, item: Any, place: str, used: list[tuple[str, str]], *, is_serial: bool) -> None:
    lasting = [_text(each) for each in item.findall("i:duration", _NS)]
    see("I12", len(lasting) == 1, place)
    for value in lasting:
        see("I12b", re.fullmatch(r"[1-9]\d*", value), f"{place}: {value}")
    for path in ("i:season", "i:episode"):
        found = [_text(each) for each in item.findall(path, _NS)]
        for value in found:
            see("I13", re.fullmatch(r"[1-9]\d*", value) and len(found) == 1, f"{place}: {path} {value}")
    season, number = item.findtext("i:season", "", _NS), item.findtext("i:episode", "", _NS)
    kind = item.findtext("i:episodeType", None, _NS)
    if kind is not None:
        see("I14", kind in {"full", "trailer", "bonus"}, f"{place}: {kind}")
    if kind in {None, "full"}:
        if is_serial:
            see("C11c", number, place)
        if number:
            used.append((season, number))
    explicit = item.findtext("i:explicit", None, _NS)
    if explicit is not None:
        see("I15", explicit in {"true", "false"}, f"{place}: {explicit}")
    for name, path, agrees, rule in (("name", "p:season", season, "P12"), ("display", "p:episode", number, "P12b")):
        for each in item.findall(path, _NS):
            value, room = _text(each), 128 if rule == "P12" else 32
            form = r"\d+" if rule == "P12" else r"\d+(?:\.\d+)?"
            same = not agrees or value.split(".")[0] == agrees or "." in value
            see(rule, re.fullmatch(form, value) and len(each.get(name) or "") <= room and same, f"{place}: {value}")
    _once(see, item, "I22", place, {"category"}, {"chapters", "season", "episode"})


def _attached(checked: Checked, item: Any, place: str) -> None:
    see = checked.findings.see
    for each in item.findall("i:image", _NS):
        see("I16", looks_like_url(each.get("href", "")), f"{place}: {each.get('href')}")
    for each in item.findall("link"):
        see("I18", looks_like_url(_text(each)), f"{place}: {_text(each)}")
    for each in item.findall("p:transcript", _NS):
        whole = looks_like_url(each.get("url", "")) and each.get("type") in _TRANSCRIPTS
        see("P09", whole, f"{place}: {each.get('url')} {each.get('type')}")
        checked.files.append((each.get("url", ""), each.get("type", "")))
    for each in item.findall("p:chapters", _NS):
        kind = each.get("type", "")
        whole = looks_like_url(each.get("url", "")) and kind in {"application/json+chapters", "application/json"}
        see("P10", whole, f"{place}: {each.get('url')} {kind}")
        checked.files.append((each.get("url", ""), kind))
    lasts = item.findtext("i:duration", "", _NS)
    for each in item.findall("p:soundbite", _NS):
        try:
            start, length = float(each.get("startTime", "")), float(each.get("duration", ""))
        except ValueError:
            see("P11", False, place)
            continue
        inside = not lasts.isdigit() or start + length <= int(lasts) + 1
        see("P11", start >= 0 and length > 0 and inside, f"{place}: {start:g} + {length:g} s")


def _date(text: str) -> tuple[bool, datetime | None]:
    """Whether a date is written as it should be, and what it means."""
    found = _DATE.fullmatch(text)
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return False, None
    moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
    return found is not None and (not found[1] or _DAYS[moment.weekday()] == found[1]), moment


def results_of(findings: Findings, rules: Iterable[str]) -> Iterator[tuple[str, str, int, list[str]]]:
    """For each rule its state (``pass``, ``fail``, ``not_applicable``), how often it failed, and where."""
    for rule in rules:
        looked, failed = findings.looked[rule], findings.failed[rule]
        state = "fail" if failed else "pass" if looked else "not_applicable"
        yield rule, state, failed, list(findings.places[rule])
