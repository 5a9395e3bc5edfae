"""Lists of podcasts as OPML 2.0, in and out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lxml import etree

from server.domain.errors import Invalid
from server.domain.plaintext import plain
from server.feeds.contents import whole_address
from server.feeds.documents import decoded

MEDIA_TYPE = "text/x-opml; charset=utf-8"
MOST_OUTLINES = 5_000


@dataclass(frozen=True, slots=True)
class Outline:
    """One feed of a list."""

    title: str
    feed_url: str
    link: str = ""


def written(title: str, outlines: Iterable[Outline]) -> bytes:
    """A list of feeds as OPML."""
    root = etree.Element("opml", version="2.0")
    etree.SubElement(etree.SubElement(root, "head"), "title").text = plain(title)
    body = etree.SubElement(root, "body")
    for outline in outlines:
        said = {"type": "rss", "text": plain(outline.title), "title": plain(outline.title), "xmlUrl": outline.feed_url}
        etree.SubElement(body, "outline", said | ({"htmlUrl": outline.link} if outline.link else {}))
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", pretty_print=True))


def read(data: bytes) -> tuple[Outline, ...]:
    """The feeds that an OPML document lists, at any depth, each once.

    Raises:
        Invalid: it is no OPML (``not_opml``).
    """
    text = decoded(data)
    start = text.find("<opml")
    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True, load_dtd=False)
    try:
        root = etree.fromstring(text[max(start, 0) :].encode("utf-8", "replace"), parser) if start >= 0 else None
    except (etree.XMLSyntaxError, ValueError):
        root = None
    if root is None or str(root.tag).lower() != "opml":
        raise Invalid("This is no list of feeds: an OPML document is wanted.", code="not_opml")
    found: dict[str, Outline] = {}
    for element in root.iter("outline"):
        said = {str(name).lower(): str(value) for name, value in element.attrib.items()}
        url = whole_address("", said.get("xmlurl", ""))
        if url and url not in found and len(found) < MOST_OUTLINES:
            title = plain(said.get("title") or said.get("text", ""))
            found[url] = Outline(title or url, url, whole_address("", said.get("htmlurl", "")))
    return tuple(found.values())
