"""Words and addresses of other people's feeds, made fit to keep, and how much of them is kept."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

from server.domain.plaintext import printable, shortened
from server.feeds.markup import as_text, content, is_html

MAX_ITEMS = 2_000
MAX_TITLE = 500
MAX_SUMMARY = 2_000
MAX_TEXT = 400_000
"""Characters of one item's text."""
MAX_ADDRESS = 2_000
_WHOLE = re.compile(r"https?://[a-zA-Z0-9][a-zA-Z0-9.-]*(?::[0-9]{1,5})?(?:[/?#].*)?")
"""What is whole already; most addresses, and taking them apart takes time."""


def whole_address(base: str, address: str) -> str:
    """An http(s) address, made whole; empty for anything else."""
    address = "".join(printable(address).split())[:MAX_ADDRESS]
    if not address or _WHOLE.fullmatch(address):
        return address
    try:
        whole = urljoin(base, address)
        parts = urlsplit(whole)
        return whole if parts.scheme in ("http", "https") and parts.hostname else ""
    except ValueError:
        return ""


def plain_words(text: str, limit: int) -> str:
    """Plain text of `text`, plain or HTML, in at most `limit` characters; paragraphs are set apart by blank lines."""
    text = printable(text[: limit * 6]).strip()
    if not text:
        return ""
    if is_html(text) or re.search(r"&(?:#?\w+);", text):
        lines = as_text(content(text)).splitlines()
        said = "\n\n".join(line.strip() for line in lines if line.strip())
    else:
        paragraphs = re.split(r"\n[ \t]*\n\s*", text.replace("\r\n", "\n").replace("\r", "\n"))
        said = "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs if paragraph.strip())
    return shortened(said, limit)
