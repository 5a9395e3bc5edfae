"""Descriptions made safe to publish: HTML that no reader runs, with the few tags that podcast apps show."""

from __future__ import annotations

import html
import re

from lxml import etree
from lxml import html as lxml_html
from lxml_html_clean import Cleaner

from server.domain.plaintext import printable

DESCRIPTION_BYTES = 4000
"""The most that directories take of a `description`."""

_SIMPLE = frozenset(("p", "ol", "ul", "li", "a", "b", "i", "strong", "em", "br"))
_HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
_TABLES = frozenset(("table", "tr", "th", "td", "dl", "dt", "dd"))
_RICH = (
    _SIMPLE
    | _HEADINGS
    | _TABLES
    | frozenset(("blockquote", "pre", "code", "hr", "img", "thead", "tbody", "u", "s", "sub", "sup"))
)
_BLOCKS = (
    _HEADINGS | _TABLES | frozenset(("p", "ol", "ul", "li", "blockquote", "pre", "hr", "div", "section", "article"))
)

_TAG = re.compile(
    r"<(?:/?(?:p|a|br|b|i|u|s|ul|ol|li|em|strong|div|span|img|h[1-6]|blockquote|pre|code|hr|table|tr|td|th|font|center"
    r"|script|style|iframe|object|embed|form|input|button|svg|math|video|audio|link|meta|base)\b|!--)[^<>]*>",
    re.IGNORECASE,
)
_RICHER = re.compile(r"(?:<|&lt;)(?:h[1-6]|blockquote|pre|code|hr|img|table|d[ltd]|u|s|su[bp])\b", re.IGNORECASE)
_ESCAPED_TAG = re.compile(r"&lt;/?(?:p|a|br|b|i|ul|li|ol|em|strong|div|span)\b", re.IGNORECASE)
_LOOKS_ESCAPED = re.compile(r"&lt;(?=/?(?:p|a|br|b|i|ul|li)\b)", re.IGNORECASE)
_SCHEME = re.compile(r"""((?:href|src)\s*=[\s"']*(?:javascript|vbscript|data)):""", re.IGNORECASE)
_SAFE_LINK = re.compile(r"(?:https?://|mailto:)", re.IGNORECASE)
_BARE_AND = re.compile(r"&(?!#\d+;|#[xX][0-9a-fA-F]+;|[A-Za-z][A-Za-z0-9]*;)")
_PARAGRAPHS = re.compile(r"\n[ \t]*\n\s*")


def _cleaner(tags: frozenset[str], attributes: frozenset[str]) -> Cleaner:
    return Cleaner(
        allow_tags=tags,
        remove_unknown_tags=False,
        safe_attrs_only=True,
        safe_attrs=attributes,
        kill_tags={
            "script",
            "style",
            "iframe",
            "object",
            "embed",
            "form",
            "svg",
            "math",
            "template",
            "noscript",
            "title",
        },
        page_structure=False,
        add_nofollow=False,
    )


_CLEAN_SIMPLE = _cleaner(_SIMPLE, frozenset({"href"}))
_CLEAN_RICH = _cleaner(_RICH, frozenset({"href", "src", "alt", "width", "height", "colspan", "rowspan"}))


def is_html(text: str) -> bool:
    """Whether `text` holds a tag that a reader would take for markup."""
    return _TAG.search(text) is not None


def description(text: str) -> str:
    """`text`, plain or HTML, as a feed's `description` may hold it.

    Plain text stays as it is but for signs that would open a tag; its line breaks become paragraphs and breaks, and
    character references in it are taken as such. HTML keeps ``p ol ul li a b i strong em br``.
    HTML that came escaped is resolved once.
    """
    return _safe(text, _CLEAN_SIMPLE, _SIMPLE)


def content(text: str) -> str:
    """`text` as ``content:encoded`` may hold it: with headings, pictures, tables and quotations too."""
    return _safe(text, _CLEAN_RICH, _RICH)


def is_rich(text: str) -> bool:
    """Whether `text` holds what only ``content:encoded`` can show: headings, pictures, tables, quotations."""
    return _RICHER.search(text) is not None


def publishable(text: str) -> tuple[str, str]:
    """What a feed holds of a description: ``(description, content)``.

    The description has at most 4,000 bytes; the content is empty unless it says or shows more than that.
    """
    short = description(text)
    fits = len(short.encode()) <= DESCRIPTION_BYTES
    if fits and not _RICHER.search(text):
        return short, ""
    long = content(text)
    return short if fits else clipped(short), long if long != short or not fits else ""


def clipped(safe: str, limit: int = DESCRIPTION_BYTES) -> str:
    """Safe HTML in at most `limit` bytes of UTF-8: whole paragraphs while they fit, then plain words of the next."""
    if len(safe.encode()) <= limit:
        return safe
    kept = ""
    if is_html(safe):
        root = lxml_html.fragment_fromstring(safe, create_parent="div")
        pieces = [html.escape(root.text or "", quote=False)] + [_serial(child) for child in root]
    else:
        pieces = [safe]
    for piece in pieces:
        if len((kept + piece).encode()) > limit:
            words = " ".join(_words(piece).split())
            room = limit - len(kept.encode()) - len("…".encode())
            return kept + _cut(words, room)
        kept += piece
    return kept


def _cut(text: str, room: int) -> str:
    """Words of plain `text`, escaped, in `room` bytes, and an ellipsis."""
    safe = _plain_to_html(text)
    if len(safe.encode()) <= room:
        return safe
    head = safe.encode()[: max(room, 0)].decode("utf-8", "ignore")
    head = head[: head.rfind(" ")] if " " in head else re.sub(r"&[#\w]*$", "", head)
    return f"{head.rstrip(' ,;:–—-')}…" if head else ""


def as_text(safe: str) -> str:
    """The words of safe HTML, blocks on lines of their own: for titles, meta tags and plain listings."""
    if not safe:
        return ""
    return _words(safe) if "<" in safe or "&" in safe else safe


def _words(safe: str) -> str:
    try:
        root = lxml_html.fragment_fromstring(safe, create_parent="div")
    except etree.ParserError:
        return ""
    for element in root.iter():
        if element.tag in _BLOCKS or element.tag == "br":
            element.tail = "\n" + (element.tail or "")
    lines = (" ".join(line.split()) for line in root.text_content().splitlines())
    return "\n".join(line for line in lines if line)


def _safe(text: str, cleaner: Cleaner, tags: frozenset[str]) -> str:
    text = printable(text).replace("\r\n", "\n").replace("\r", "\n").strip()
    if not is_html(text) and _ESCAPED_TAG.search(text):
        text = html.unescape(text)
        text = printable(text)
    if is_html(text):
        safe = _clean(text, cleaner, tags)
        safe = safe if is_html(safe) else " ".join(safe.split())
    else:
        safe = _plain_to_html(text)
    # Words that only look dangerous or escaped are told apart by character references: a reader shows the same.
    safe = _SCHEME.sub(lambda found: f"{found[1]}&#58;", safe)
    return _LOOKS_ESCAPED.sub("&#60;", safe)


def _plain_to_html(text: str) -> str:
    text = text.replace("<", "&lt;")
    if "\n" not in text:
        return text
    text = _BARE_AND.sub("&amp;", text).replace(">", "&gt;")
    paragraphs = ("<br>".join(line.strip() for line in p.split("\n")) for p in _PARAGRAPHS.split(text))
    return "".join(f"<p>{p}</p>" for p in paragraphs if p)


def _clean(text: str, cleaner: Cleaner, tags: frozenset[str]) -> str:
    try:
        root = lxml_html.fragment_fromstring(text, create_parent="div")
    except (etree.ParserError, ValueError):
        return _plain_to_html(re.sub(r"<[^>]*>?", " ", text))
    for element in root.iter(*(_BLOCKS - tags)):
        element.tail = f" {element.tail or ''}"  # words of neighbouring blocks must not run together
    cleaner(root)
    for element in list(root.iter()):
        if not isinstance(element.tag, str) or (element is not root and element.tag not in tags):
            if isinstance(element.tag, str):
                element.drop_tag()
            else:
                element.drop_tree()
            continue
        for name in ("href", "src"):
            address = re.sub(r"\s+", "", element.get(name, ""))
            if address and not _SAFE_LINK.match(address):
                del element.attrib[name]
            elif address:
                element.set(name, address)
    for link in [a for a in root.iter("a") if not a.get("href")]:
        link.drop_tag()
    for picture in [i for i in root.iter("img") if not i.get("src")]:
        picture.drop_tree()
    inner = html.escape(root.text or "", quote=False) + "".join(_serial(child) for child in root)
    return inner.strip()


def _serial(element: lxml_html.HtmlElement) -> str:
    return str(lxml_html.tostring(element, encoding="unicode", with_tail=True))
