"""The rules of a feed as a whole, and of its show."""

from __future__ import annotations

import re
import uuid
from typing import Any
from urllib.parse import urlsplit

from lxml import etree

from server.domain.categories import TAXONOMY
from server.domain.shows import MEDIA, looks_like_email, looks_like_url
from server.feeds.findings import NAMESPACES, Checked, date_of, once_each, one_of, text_of
from server.feeds.rss import ATOM, CONTENT, ITUNES, PODCAST

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
_ESCAPED = re.compile(
    r"&(?:amp|lt|gt|quot|apos|nbsp|#\d+|#x[0-9a-fA-F]+);|</?(?:p|b|i|em|strong|br|a|span|div)\b[^>]*>"
)
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
_PLAIN_OF_SHOW = ("title", "language", "copyright", "link", "i:author", "i:type", "i:explicit", "p:guid", "p:locked",
                  "i:owner/i:name", "i:owner/i:email")  # fmt: skip
_PLAIN_OF_ITEM = ("title", "guid", "pubDate", "link", "i:author", "i:title", "i:duration", "i:season", "i:episode",
                  "i:episodeType", "i:explicit")  # fmt: skip


def check_show(checked: Checked, root: Any, channel: Any, *, data: bytes, url: str) -> None:
    """Hold everything but the items against the rules."""
    see = checked.findings.see
    items = channel.findall("item")
    _namespaces(see, root, data)
    _order(see, root, channel, items)
    _said(checked, channel)
    _found(checked, channel, url)
    _beside(see, channel)
    _podcasting(see, root, channel)
    _paging(see, channel, len(data))


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
            for element in parent.findall(path, NAMESPACES):
                value = text_of(element)
                see("X06", not _ESCAPED.search(value), f"{path}: {value[:80]}")
                see("X07", value == value.strip(), f"{path}: {value.strip()[:80]}")
                if path in {"title", "i:author", "i:title"}:
                    see("X13", len(value) <= 255, f"{path} of {len(value)} characters: {value[:60]}…")


def _said(checked: Checked, channel: Any) -> None:
    see = checked.findings.see
    checked.title = one_of(see, channel, "title", "C01")
    link = one_of(see, channel, "link", "C02")
    see("C02b", looks_like_url(link), link)
    said = one_of(see, channel, "description", "C03")
    see("C03b", len(said.encode()) <= 4000, f"{len(said.encode()):,} bytes")
    language = one_of(see, channel, "language", "C04")
    see("C04b", _LANGUAGE.fullmatch(language), language)
    groups = channel.findall("i:category", NAMESPACES)
    see("C05", groups)
    for group in groups:
        name = group.get("text", "")
        see("C05b", name in TAXONOMY, name)
        for sub in group.findall("i:category", NAMESPACES):
            see("C05c", sub.get("text") in TAXONOMY.get(name, ()), f"{name} > {sub.get('text')}")
    explicit = one_of(see, channel, "i:explicit", "C06")
    see("C06b", explicit in {"true", "false"}, explicit)


def _found(checked: Checked, channel: Any, url: str) -> None:
    see = checked.findings.see
    pictures = channel.findall("i:image", NAMESPACES)
    checked.artwork = (pictures[0].get("href") or "") if pictures else ""
    see("C07", len(pictures) == 1 and looks_like_url(checked.artwork), checked.artwork)
    see("C07b", urlsplit(checked.artwork).path.lower().endswith((".jpg", ".jpeg", ".png")), checked.artwork)
    one_of(see, channel, "i:author", "C08")
    emails = [text_of(each).strip() for each in channel.findall("i:owner/i:email", NAMESPACES)]
    see("C09", len(emails) == 1 and looks_like_email(emails[0]), ", ".join(emails) or "there is none")
    own = [each for each in channel.findall("a:link", NAMESPACES) if each.get("rel") == "self"]
    address = own[0].get("href", "") if own else ""
    fits = len(own) == 1 and own[0].get("type") == "application/rss+xml" and looks_like_url(address)
    see("C10", fits, f"there are {len(own)}" if len(own) != 1 else f"{address} {own[0].get('type')}")
    if address and url:
        see("C10b", address == url, f"{address} is not {url}")
    kind = one_of(see, channel, "i:type", "C11")
    if kind:
        see("C11b", kind in {"episodic", "serial"}, kind)


def _beside(see: Any, channel: Any) -> None:
    for parent in (channel, *channel.findall("item")):
        for path in ("i:block", "i:complete"):
            for each in parent.findall(path, NAMESPACES):
                see("C13", text_of(each).strip() in {"Yes", "yes"}, text_of(each))
    for each in channel.findall("i:new-feed-url", NAMESPACES):
        see("C14", looks_like_url(text_of(each)), text_of(each))
    for each in channel.findall("image"):
        whole = all(each.findtext(name) for name in ("url", "title", "link"))
        see("C15", whole and looks_like_url(each.findtext("url")))
    for path in ("lastBuildDate", "pubDate"):
        for each in channel.findall(path):
            see("C16", date_of(text_of(each))[0], text_of(each))
    see("C16b", channel.find("lastBuildDate") is not None)
    for name in ("managingEditor", "webMaster"):
        for each in channel.findall(name):
            see("C19", re.fullmatch(r"[^@\s]+@[^@\s]+(?: \(.*\))?", text_of(each)), text_of(each))
    podcast = {"guid", "locked", "medium", "location", "license"}
    once_each(see, channel, "C18", "the show", {"category", "item"}, podcast)


def _podcasting(see: Any, root: Any, channel: Any) -> None:
    guids = [text_of(each).strip() for each in channel.findall("p:guid", NAMESPACES)]
    see("P01", len(guids) == 1, f"there are {len(guids)}")
    for guid in guids:
        try:
            parsed = uuid.UUID(guid)
            see("P01b", parsed.version == 5 and str(parsed) == guid, guid)
        except ValueError:
            see("P01b", False, guid)
    for each in channel.findall("p:locked", NAMESPACES):
        owner = each.get("owner")
        see("P03", text_of(each).strip() in {"yes", "no"} and (owner is None or looks_like_email(owner)), text_of(each))
    for each in channel.findall("p:medium", NAMESPACES):
        see("P04", text_of(each).strip() in MEDIA, text_of(each))
    for each in root.iter(f"{{{PODCAST}}}txt"):
        see("P05", 0 < len(text_of(each)) <= 4000 and len(each.get("purpose") or "") <= 128, text_of(each))
        if each.get("purpose") == "ai-content":
            see("P05b", text_of(each) in {"true", "false"}, text_of(each))
    see("P05c", root.find(".//p:txt[@purpose='ai-content']", NAMESPACES) is not None, "nothing is marked as generated")
    for each in root.iter(f"{{{PODCAST}}}funding"):
        see("P06", looks_like_url(each.get("url", "")) and len(text_of(each)) <= 128, each.get("url", ""))
    for each in root.iter(f"{{{PODCAST}}}person"):
        whole = all(looks_like_url(each.get(name)) for name in ("img", "href") if each.get(name) is not None)
        see("P07", 0 < len(text_of(each).strip()) <= 128 and whole, text_of(each))
    for each in root.iter(f"{{{PODCAST}}}value"):
        receivers = each.findall("p:valueRecipient", NAMESPACES)
        known = all(r.get("type") and r.get("address") and (r.get("split") or "").isdigit() for r in receivers)
        see("P08", bool(each.get("type") and each.get("method") and receivers and known), each.get("type", ""))


def _paging(see: Any, channel: Any, size: int) -> None:
    links = {each.get("rel", ""): each.get("href", "") for each in channel.findall("a:link", NAMESPACES)}
    paged = links.keys() & {"next", "previous", "prev", "first", "last"}
    if paged:
        see("R01", all(looks_like_url(links[name]) for name in paged), ", ".join(links[name] for name in paged))
        see("R02", "prev" not in links and channel.find("fh:complete", NAMESPACES) is None)
    see("I23", size < 1_000_000 or paged, f"{size:,} bytes")
