"""From a feed's bytes to its elements: read as a browser would, mended where that is safe, nothing fetched or expanded.

The mending: what stands before the first tag is dropped, a document type with it (so that no entity of its own exists),
HTML's names for characters become those characters, signs that open nothing are escaped, and prefixes that were never
declared get their usual namespace.
"""

from __future__ import annotations

import codecs
import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from lxml import etree

from server.domain.errors import Invalid
from server.domain.read_feeds import Dialect

MAX_BYTES = 10_000_000
"""Of a feed that is read for its items; an import of a whole show may allow more."""

ATOM = "http://www.w3.org/2005/Atom"
NAMESPACES = {
    "atom": ATOM,
    "content": "http://purl.org/rss/1.0/modules/content/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "dcterms": "http://purl.org/dc/terms/",
    "fh": "http://purl.org/syndication/history/1.0",
    "googleplay": "http://www.google.com/schemas/play-podcasts/1.0",
    "itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
    "media": "http://search.yahoo.com/mrss/",
    "podcast": "https://podcastindex.org/namespace/1.0",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "sy": "http://purl.org/rss/1.0/modules/syndication/",
    "xhtml": "http://www.w3.org/1999/xhtml",
    "yt": "http://www.youtube.com/xml/schemas/2015",
}
"""The prefix by which the reader knows each namespace, whatever the document calls it."""
_KNOWN = {uri.lower().rstrip("/#"): prefix for prefix, uri in NAMESPACES.items()} | {
    "http://purl.org/rss/1.0": "",
    "http://my.netscape.com/rdf/simple/0.9": "",
    "http://channel.netscape.com/rdf/simple/0.9": "",
    "http://backend.userland.com/rss2": "",
    "http://backend.userland.com/rss": "",
    "http://blogs.law.harvard.edu/tech/rss": "",
    "http://purl.org/atom/ns": "atom",
    "http://search.yahoo.com/mrss": "media",
    "https://github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md": "podcast",
}

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WIDE = ((b"<\0\0\0", "utf-32-le"), (b"\0\0\0<", "utf-32-be"), (b"<\0", "utf-16-le"), (b"\0<", "utf-16-be"))
_DECLARED = re.compile(rb"""<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']""")
_DECLARATION = re.compile(r"<\?xml\b[^>]*\?>")
_DOCTYPE = re.compile(r"<!DOCTYPE\b[^\[>]*(?:\[.*?\]\s*)?>", re.IGNORECASE | re.DOTALL)
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_VERBATIM = re.compile(r"(<!\[CDATA\[.*?\]\]>|<!--.*?-->)", re.DOTALL)
_REFERENCE = re.compile(r"&(#\d{1,7};|#[xX][0-9a-fA-F]{1,6};|[A-Za-z][A-Za-z0-9]{0,31};)?")
_OWN = frozenset(("&amp;", "&lt;", "&gt;", "&quot;", "&apos;"))
_ROOT = re.compile(r"<([A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*(?=[\s/>])")
_PREFIX = re.compile(r"(?:</?|\s)([A-Za-z_][\w.-]{0,40}):[A-Za-z_][\w.-]*(?=[\s=/>])")
_ATTRIBUTE_PREFIX = re.compile(r"\sxmlns:([A-Za-z_][\w.-]*)\s*=")


class NotAFeed(Invalid):
    """What was read is no feed. `found` is the address of one that the page names, if it does."""

    code = "not_a_feed"

    def __init__(self, message: str, *, found: str = "") -> None:
        super().__init__(message)
        self.found = found


@dataclass(frozen=True, slots=True)
class FeedDocument:
    """A feed as elements. `name_of` names them; the import of a show reads what `ReadFeed` leaves out from here."""

    dialect: Dialect
    channel: etree._Element
    """The `channel` of RSS, the `feed` of Atom."""
    items: tuple[etree._Element, ...]
    warnings: tuple[str, ...] = ()


def parsed(data: bytes, *, charset: str = "", max_bytes: int = MAX_BYTES) -> FeedDocument:
    """The elements of a feed.

    Args:
        data: the bytes of the document.
        charset: what the HTTP header says of them.
        max_bytes: the most that is read.

    Raises:
        NotAFeed: it is too large, empty, a web page, or XML of another kind.
    """
    if len(data) > max_bytes:
        raise NotAFeed(f"The feed is larger than {max_bytes // 1_000_000} MB.")
    text = decoded(data, charset=charset)
    if not text.strip():
        raise NotAFeed("There is nothing at this address: the answer was empty.")
    root, warnings = _elements(text)
    found = _recognised(root)
    if found is None:
        raise _not_a_feed(text)
    dialect, channel, items = found
    return FeedDocument(dialect, channel, items, warnings)


def decoded(data: bytes, *, charset: str = "") -> str:
    """The characters of a document.

    A byte-order mark decides; then bytes that are sound UTF-8 are UTF-8, whatever header and declaration say, since
    text of another encoding hardly ever reads so by chance; then the header, the declaration, and Windows-1252.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    head = data.lstrip()[:4]
    for start, encoding in _WIDE:
        if head.startswith(start):
            return data.decode(encoding, "replace")
    if not data.isascii():
        sound = _strictly(data, "utf-8")
        if sound is not None:
            return sound
    declared = _DECLARED.search(data[:1000])
    for name in (charset, declared[1].decode("ascii") if declared else ""):
        text = _strictly(data, _codec(name))
        if text is not None:
            return text
    mostly = data.decode("utf-8", "replace")
    wide = sum(1 for char in mostly if char > "\x7f" and char != "\ufffd")
    return mostly if mostly.count("\ufffd") * 3 < wide else data.decode("cp1252", "replace")


def name_of(element: etree._Element) -> str:
    """An element's name with the reader's own prefix: `title`, `itunes:author`; empty for comments.

    Elements without a namespace and those of RSS 1.0 have no prefix, Atom's have `atom:` everywhere.
    """
    tag: object = element.tag
    return _named(tag, element.prefix) if isinstance(tag, str) else ""


@lru_cache(maxsize=4096)
def _named(tag: str, own_prefix: str | None) -> str:
    if not tag.startswith("{"):
        return tag
    uri, _, local = tag[1:].partition("}")
    prefix = _KNOWN.get(uri.lower().rstrip("/#"))
    if prefix is None:
        prefix = own_prefix or "unknown"
    return f"{prefix}:{local}" if prefix else local


def children(element: etree._Element, *names: str) -> Iterator[etree._Element]:
    """The element's own children of these names, in the order of `names`, then of the document."""
    named = by_name(element)
    for name in names:
        yield from named.get(name, ())


@lru_cache(maxsize=4)
def by_name(element: etree._Element) -> Mapping[str, Sequence[etree._Element]]:
    """An element's children by their names. An item is asked for some forty names, one after the other; whoever reads
    a document clears the cache, which would keep it, and changes none of its elements while it reads."""
    named: dict[str, list[etree._Element]] = {}
    for child in element:
        named.setdefault(name_of(child), []).append(child)
    return named


def text_of(element: etree._Element, *names: str) -> str:
    """The words of the first child of these names that has any, without white space around them."""
    for child in children(element, *names):
        words = "".join(map(str, child.itertext())).strip()
        if words:
            return words
    return ""


def _strictly(data: bytes, encoding: str) -> str | None:
    if not encoding:
        return None
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None


def _codec(name: str) -> str:
    try:
        found = codecs.lookup(name.strip().strip("'\"")).name if name.strip() else ""
        "".encode(found or "utf-8")  # not every codec makes text of bytes
    except (LookupError, ValueError):
        return ""
    if found in ("iso8859-1", "ascii"):
        return "cp1252"  # as browsers read it
    # UTF-16 without a mark or zeros was said by mistake.
    return "" if found.startswith(("utf-16", "utf-32", "utf-7")) else found


def _elements(text: str) -> tuple[etree._Element | None, tuple[str, ...]]:
    mended = _mended(text)
    try:
        return etree.fromstring(mended, _parser(recover=False)), ()
    except (etree.XMLSyntaxError, ValueError):
        pass
    try:
        root = etree.fromstring(mended, _parser(recover=True))
    except (etree.XMLSyntaxError, ValueError):
        return None, ()
    return root, ("The feed is not well-formed XML; what could be read of it was taken.",)


def _parser(*, recover: bool) -> etree.XMLParser:
    return etree.XMLParser(
        recover=recover,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )


def _mended(text: str) -> bytes:
    text = _FORBIDDEN.sub("", text)
    text = text[max(text.find("<"), 0) :]
    text = _DECLARATION.sub("", text, count=1)
    head, rest = text[:100_000], text[100_000:]
    text = (_DOCTYPE.sub("", head, count=1) + rest).lstrip()
    parts = _VERBATIM.split(text)
    parts[::2] = [_REFERENCE.sub(_character, part) for part in parts[::2]]
    return _with_prefixes("".join(parts)).encode()


def _character(found: re.Match[str]) -> str:
    reference = found[0]
    if reference in _OWN:
        return reference
    if len(reference) == 1:
        return "&amp;"
    meant = html.unescape(reference)
    if meant == reference:
        return f"&amp;{reference[1:]}"
    if _FORBIDDEN.search(meant):
        return ""
    return meant.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _with_prefixes(text: str) -> str:
    """`text` with every prefix declared at its root."""
    root = _ROOT.search(text)
    if root is None:
        return text
    tag_end = text.find(">", root.start())
    declared = {*_ATTRIBUTE_PREFIX.findall(text[root.start() : tag_end]), "xml", "xmlns"}
    used = dict.fromkeys(_PREFIX.findall(_VERBATIM.sub("", text)))
    missing = "".join(
        f' xmlns:{prefix}="{NAMESPACES.get(prefix.lower(), "urn:undeclared:" + prefix)}"'
        for prefix in used
        if prefix not in declared
    )
    return text[: root.end()] + missing + text[root.end() :] if missing else text


def _recognised(root: etree._Element | None) -> tuple[Dialect, etree._Element, tuple[etree._Element, ...]] | None:
    if root is None:
        return None
    name = name_of(root)
    if name.lower() == "rss":
        channel = next(children(root, "channel"), None)
        outer = tuple(children(root, "item"))
        if channel is None:  # its start tag may be missing
            return (Dialect.RSS, root, outer) if outer else None
        # Some old feeds have their items beside the channel.
        return Dialect.RSS, channel, (*children(channel, "item"), *outer)
    if name == "rdf:RDF":
        channel = next(children(root, "channel"), None)
        return (
            None if channel is None else (Dialect.RDF, channel, (*children(root, "item"), *children(channel, "item")))
        )
    if name in ("atom:feed", "feed"):
        return Dialect.ATOM, root, tuple(children(root, "atom:entry", "entry"))
    return None


def _not_a_feed(text: str) -> NotAFeed:
    head = text[:200_000]
    if not re.search(r"<(?:!doctype\s+html|html|head|body)\b", head, re.IGNORECASE):
        return NotAFeed("This is not a feed that can be read: RSS and Atom are.")
    for link in re.findall(r"<link\b[^>]*>", head, re.IGNORECASE):
        kind = re.search(r"""type\s*=\s*["']?application/(?:rss|atom)\+xml""", link, re.IGNORECASE)
        place = re.search(r"""href\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s>]+))""", link, re.IGNORECASE)
        if kind and place:
            address = html.unescape(next(filter(None, place.groups())))
            return NotAFeed("This is a web page, not a feed.", found=address)
    return NotAFeed("This is a web page, not a feed; give the address of its RSS or Atom feed.")
