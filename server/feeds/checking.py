"""A feed held against the rules, as far as its bytes tell.

Pure; strangers' feeds are checked in a process of its own.
"""

from __future__ import annotations

import io
import re
from datetime import datetime

from lxml import etree

from server.domain.artwork import MAX_BYTES, MAX_PIXELS, MAX_SIDE, MIN_SIDE
from server.feeds.episode_checks import check_episodes
from server.feeds.findings import Checked, Findings
from server.feeds.show_checks import check_show


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
    check_show(checked, root, channel, data=data, url=url)
    check_episodes(checked, channel, items, now)
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
