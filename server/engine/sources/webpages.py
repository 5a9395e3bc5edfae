"""Web pages: the article that trafilatura finds, with its structure, title, author and date."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from typing import Any

from server.domain.errors import NothingUsable, Paywalled, SourceNotImported
from server.domain.sources import BlockKind
from server.engine.sources import paywalls
from server.engine.sources.clutter import Clutter, clutter_of
from server.engine.sources.contents import Content
from server.engine.sources.documents import TOLD, Document, Part, row_part

MAX_CHARACTERS = 20_000_000
_MAX_ELEMENTS = 100_000
"""A long book has twenty thousand; trafilatura takes 0.13 ms for each."""

_LOOKS_LIKE = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_DECLARED = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w-]{2,40})", re.IGNORECASE)
_XML_DECLARED = re.compile(rb"<\?xml[^>]{0,100}encoding\s*=\s*[\"']([\w-]{2,40})", re.IGNORECASE)
_HIDDEN = (
    "//*[@hidden or @aria-hidden='true' or contains(translate(@style,' ',''),'display:none')]"
    "[not(self::html or self::body)]"
    "|//script[not(contains(@type,'ld+json'))]|//style|//template|//svg|//iframe|//object|//button|//select|//noscript"
)
_SITE = re.compile(r"\s+(?:[|·–—•»]|-)\s+[^|·–—•»]{1,40}$")
_RAISED = str.maketrans("0123456789+-=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ")
_LOWERED = str.maketrans("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎")


def looks_like_html(text: str) -> bool:
    """Whether a text begins as an HTML page does."""
    return bool(_LOOKS_LIKE.match(text[:4000]))


def declared_charset(data: bytes) -> str:
    """The encoding that a page names in its head, or empty."""
    found = _XML_DECLARED.match(data[:200].lstrip()) or _DECLARED.search(data[:8192])
    return found[1].decode("ascii") if found else ""


def read(content: Content) -> Document:
    """The article of a page.

    Raises:
        Paywalled: the page withholds it.
        NothingUsable: the page has menus and links, but no running text.
        SourceNotImported: it is a login form, or can't be parsed.
    """
    name = content.name
    if len(content.text) > MAX_CHARACTERS:
        raise SourceNotImported(f"the page {name} is larger than {MAX_CHARACTERS / 1e6:.0f} MB", source=name)
    page = _parsed(content.text, name)
    try:
        document = _extracted(page, content.address)
    except RecursionError as error:
        raise SourceNotImported(f"the page {name} is nested too deeply to be read", source=name) from error
    told = [part for part in document.parts if part.kind in TOLD]
    words = sum(part.words for part in told if _is_running(part))
    if paywalls.is_walled(page, article_words=words, article_end=told[-1].text[-200:] if told else ""):
        raise Paywalled(
            f"{name} shows its article only to subscribers; open it with your subscription, save it and add the file",
            source=name,
        )
    if paywalls.is_login(page, article_words=words):
        raise SourceNotImported(
            f"{name} asks for a login; sign in with a browser, save the page as a file and add that", source=name
        )
    if not words:
        raise NothingUsable(
            f"there is no article at {name}, only menus and links: {sum(part.words for part in told)} words were found"
        )
    return document


def _parsed(text: str, name: str) -> Any:
    from lxml import etree, html

    parser = html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=False)
    try:
        page = html.document_fromstring(text.encode("utf-8", "replace"), parser=parser)
    except (etree.LxmlError, ValueError) as error:
        raise SourceNotImported(f"the page {name} is empty or damaged", source=name) from error
    if sum(1 for _ in page.iter()) > _MAX_ELEMENTS:
        raise SourceNotImported(f"the page {name} has too many elements to be read", source=name)
    return page


def _extracted(page: Any, url: str) -> Document:
    import copy

    import trafilatura

    for library in ("trafilatura", "htmldate", "courlan", "justext"):
        logging.getLogger(library).setLevel(logging.CRITICAL)
    tree = copy.deepcopy(page)
    for element in tree.xpath(_HIDDEN):
        if element.getparent() is not None:
            element.drop_tree()
    found: Any = trafilatura.bare_extraction(
        tree,
        url=url or None,
        include_comments=False,
        include_formatting=True,
        with_metadata=True,
        date_extraction_params={"extensive_search": False, "original_date": True},
    )
    language = str(page.get("lang") or page.get("{http://www.w3.org/XML/1998/namespace}lang") or "")
    if found is None:
        return Document(parts=[], language=language)
    title = _SITE.sub("", str(found.title or ""))
    parts = [
        part
        for part in _parts(found.body)
        if part.kind in (BlockKind.HEADING, BlockKind.TABLE_ROW) or clutter_of(part.text) is not Clutter.LINE
    ]
    if title and not any(part.kind is BlockKind.HEADING and part.text == title for part in parts[:3]):
        first = next((part for part in parts[:2] if part.kind is BlockKind.HEADING and part.level == 1), None)
        if first is None:
            parts.insert(0, Part(BlockKind.HEADING, title, level=1))
        else:
            title = first.text
    return Document(
        parts=parts,
        title=title,
        author=str(found.author or "").replace("; ", ", "),
        published=str(found.date or ""),
        language=language,
    )


def _parts(body: Any) -> Iterator[Part]:
    for element in body:
        match element.tag:
            case "head":
                level = str(element.get("rend") or "h2")[-1]
                yield Part(BlockKind.HEADING, _words(element), level=int(level) if level.isdigit() else 2)
            case "list":
                yield from _items(element, 1)
            case "quote":
                paragraphs = element.findall(".//p") or [element]
                yield from (Part(BlockKind.QUOTATION, _words(paragraph)) for paragraph in paragraphs)
            case "table":
                for number, row in enumerate(element.iter("row"), 1):
                    cells = row.findall("cell")
                    is_header = bool(cells) and all(cell.get("role") == "head" for cell in cells)
                    yield row_part([_words(cell) for cell in cells], is_header=is_header, row=number)
            case "code":
                yield Part(BlockKind.NOTE, _words(element))
            case "graphic":
                continue
            case _:
                yield from (Part(BlockKind.PARAGRAPH, text) for text in _words(element).split("\n"))


def _items(element: Any, level: int) -> Iterator[Part]:
    for item in element.findall("item"):
        nested = item.findall("list")
        for inner in nested:
            tail = inner.tail
            item.remove(inner)
            if tail and len(item):
                item[-1].tail = (item[-1].tail or "") + tail
        yield Part(BlockKind.LIST_ITEM, _words(item).replace("\n", " "), level=level)
        for inner in nested:
            yield from _items(inner, level + 1)


def _words(element: Any) -> str:
    """The words of an element; line breaks as newlines, raised and lowered figures as such."""
    pieces = [re.sub(r"\s+", " ", element.text or "")]
    for child in element:
        if child.tag == "lb":
            pieces.append("\n")
        elif child.tag == "hi" and child.get("rend") == "#sup":
            pieces.append(_script(child, _RAISED))
        elif child.tag == "hi" and child.get("rend") == "#sub":
            pieces.append(_script(child, _LOWERED))
        elif child.tag not in ("graphic", "list"):
            pieces.append(_words(child))
        pieces.append(re.sub(r"\s+", " ", child.tail or ""))
    return "".join(pieces).strip(" ") if element.tag not in ("hi", "ref") else "".join(pieces)


def _script(child: Any, table: dict[int, int]) -> str:
    text = "".join(child.itertext()).strip()
    return text if text.startswith("[") else text.translate(table)


def _is_running(part: Part) -> bool:
    """Whether a part is running text rather than a menu's entry."""
    return (
        part.words >= 5
        and (part.kind is not BlockKind.LIST_ITEM or part.words >= 8)
        and bool(re.search(r"[.!?…。।:;»”\"')]\s*$|[.!?] ", part.text))
    )
