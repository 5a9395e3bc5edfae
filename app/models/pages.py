"""A document as the server drew it, taken apart: what is read, and the numbered notes that it rests on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from app.client.requests import Passage
from app.language import tr
from app.models import phrases
from app.models.markup import Node, tree_of

_RANGE = re.compile(r"(\d+)(?:\s*[–-]\s*(\d+))?")
WIDEST = 1000
"""Numbers that one range may stand for."""


@dataclass(frozen=True, slots=True)
class Note:
    """Words of a source under the number that the text names them by; `place` is a page, a slide or a time."""

    number: int
    quote: str
    source: str
    place: str = ""

    @property
    def where(self) -> str:
        """The source and the place in it."""
        return " · ".join(filter(None, (self.source, self.place)))


@dataclass(frozen=True, slots=True)
class Moment:
    """A dated event."""

    when: str
    what: str
    notes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell and the notes that it rests on."""

    text: str = ""
    notes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table: its columns' names, which of them hold numbers, and its rows, each as wide as the columns."""

    title: str
    columns: tuple[str, ...]
    numeric: tuple[bool, ...]
    rows: tuple[tuple[TableCell, ...], ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A document. `body` is what is read, without its cover and its list of sources."""

    title: str = ""
    kind: str = ""
    facts: str = ""
    body: tuple[Node, ...] = ()
    notes: Mapping[int, Note] = field(default_factory=dict)
    moments: tuple[Moment, ...] = ()
    tables: tuple[PageTable, ...] = ()
    answers: tuple[tuple[int, ...], ...] = ()
    """The notes that each answer of a quiz rests on."""
    right_to_left: bool = False

    @property
    def listed(self) -> tuple[Note, ...]:
        """The notes by their numbers."""
        return tuple(self.notes[number] for number in sorted(self.notes))


def page_of(html: str) -> Page:
    """Read a drawn page. What it doesn't have is left empty; a page of another make is read as plain text and tables.

    Takes some milliseconds for a hundred kilobytes: call it off the window's loop.
    """
    tree = tree_of(html)
    root = tree.first("html") or tree
    body = root.first("main") or root.first("body") or root
    cover = root.first("header")
    title = cover.first("h1") if cover else None
    kind, facts = (cover.first("p", name) if cover else None for name in ("kind", "facts"))
    sources = next((s for s in body.every("section") if s.has("sources")), None)
    key = body.first("ol", "key")
    return Page(
        title=title.words if title else "",
        kind=kind.words if kind else "",
        facts=facts.words if facts else "",
        body=tuple(child for child in _blocks(body) if child is not sources and child.name != "head"),
        notes={note.number: note for note in _notes(sources)} if sources else {},
        moments=tuple(_moments(body)),
        tables=tuple(_tables(body)),
        answers=tuple(numbers_of(item) for item in key.elements) if key else (),
        right_to_left=root.attributes.get("dir") == "rtl",
    )


def page_of_markdown(text: str, citations: tuple[Passage, ...] = ()) -> Page:
    """Read Markdown as a page; its citations become the notes, numbered in their order."""
    from markdown_it import MarkdownIt

    tree = tree_of(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))
    body = list(tree.elements)
    title = body.pop(0).words if body and body[0].name == "h1" else ""
    notes = {
        number: Note(number, passage.text, passage.source, place_of(passage))
        for number, passage in enumerate(citations, 1)
    }
    return Page(title=title, body=tuple(body), notes=notes, tables=tuple(_tables(tree)))


def place_of(passage: Passage) -> str:
    """Where in its source a passage stands."""
    if passage.page is not None:
        return tr("page {page}", page=passage.page)
    return phrases.clock(passage.time_ms / 1000) if passage.time_ms is not None else ""


def numbers_of(node: Node) -> tuple[int, ...]:
    """The notes that an element names, ranges spelled out, each once and in order."""
    numbers: dict[int, None] = {}
    for mark in node.every("sup"):
        for link in mark.every("a"):
            numbers.update(dict.fromkeys(spelled_out(link.words)))
    return tuple(numbers)


def spelled_out(shown: str) -> tuple[int, ...]:
    """``3–5`` as 3, 4, 5."""
    found = _RANGE.fullmatch(shown.strip())
    if found is None:
        return ()
    first, last = int(found[1]), int(found[2] or found[1])
    return tuple(range(first, last + 1)) if first <= last < first + WIDEST else (first,)


def _blocks(body: Node) -> Iterator[Node]:
    """The elements directly in it; words that stand alone become paragraphs."""
    for child in body.children:
        if isinstance(child, Node):
            yield child
        elif child.strip():
            yield Node("p", {}, [child])


def _notes(sources: Node) -> Iterator[Note]:
    source = ""
    for child in sources.elements:
        if child.name == "h3":
            source = child.words
        for item in child.elements if child.name == "ol" else ():
            number, quote, place = item.attributes.get("value", ""), item.first("q"), item.first("span", "place")
            if number.isdecimal() and quote is not None:
                yield Note(int(number), quote.words, source, place.words if place else "")


def _moments(body: Node) -> Iterator[Moment]:
    for listed in body.every("ol", "moments"):
        for item in listed.elements:
            when, what = item.first("span", "when"), item.first("span", "what")
            if when is not None and what is not None:
                yield Moment(when.words, what.words, numbers_of(what))


def _tables(body: Node) -> Iterator[PageTable]:
    for table in body.every("table"):
        if table.has("bars") or (head := table.first("thead")) is None:
            continue
        names = [cell for row in head.elements for cell in row.elements]
        caption, filled = table.first("caption"), table.first("tbody")
        rows = []
        for row in filled.elements if filled else ():
            cells = [TableCell(cell.words, numbers_of(cell)) for cell in row.elements][: len(names)]
            rows.append(tuple(cells + [TableCell()] * (len(names) - len(cells))))
        yield PageTable(
            title=caption.words if caption else "",
            columns=tuple(cell.words for cell in names),
            numeric=tuple(cell.has("n") or "right" in cell.attributes.get("style", "") for cell in names),
            rows=tuple(rows),
        )
