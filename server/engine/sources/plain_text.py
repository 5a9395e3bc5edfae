"""Plain text: paragraphs, headings, lists and tables by their layout alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from server.domain.sources import BlockKind
from server.engine.sources import markdown, saved_pages, webpages
from server.engine.sources.bylines import read_byline
from server.engine.sources.contents import Content
from server.engine.sources.documents import Document, Part, row_part
from server.engine.sources.hyphenation import hyphenated_words, joined
from server.engine.sources.saved_pages import Line

_BULLET = re.compile(r"(?P<indent>\s*)(?:[-*•‣◦▪–]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+(?=\S)")
_UNDERLINE = re.compile(r"(={3,}|-{3,}|~{3,})\s*")
_NUMBERED_HEADING = re.compile(r"\d{1,3}[.)] \S.{0,80}[^.!?;,:\s]")
_SEPARATOR = re.compile(r"[\s|+:=-]+")
_LABEL = re.compile(r"[^\s:][^:]{0,40}:\s")
_MARKDOWN_HEADING = re.compile(r"^#{1,6} \S", re.MULTILINE)
_SENTENCE_END = (".", ":", ";", ",", "…")
_CLOSING = "\"”’»“'"


def read(content: Content) -> Document:
    """The document of a plain text, which may turn out to be Markdown, a web page's source, or a page saved as text."""
    text = content.text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n")
    if webpages.looks_like_html(text):
        return webpages.read(content)
    is_markdown = markdown.looks_like_markdown(text)
    if is_markdown and _MARKDOWN_HEADING.search(text):
        return markdown.parse(text)
    lines = _ungrouped([Line(part, group) for group, block in enumerate(_groups(text)) for part in _parts(block)])
    is_page = saved_pages.is_saved_page(lines)
    if is_markdown and not is_page:  # the rules and quotes of a page are those of its menus
        return markdown.parse(text)
    parts = saved_pages.article_of(lines) if is_page else _with_headings(lines)
    title = next((part.text for part in parts if part.kind is BlockKind.HEADING), "")
    return Document(parts=parts, title=title)


def _groups(text: str) -> Iterator[list[str]]:
    """The lines between blank lines, with broken lines put together."""
    compounds = hyphenated_words(text.split("\n"))
    for block in re.split(r"\n[ \t\u00a0]*(?:\n[ \t\u00a0]*)+", text):
        lines = [line.rstrip() for line in block.split("\n") if line.strip()]
        for chunk in _indented_apart(lines):
            yield [joined(chunk, compounds)] if _is_wrapped(chunk) else chunk


def _indented_apart(lines: list[str]) -> list[list[str]]:
    """Paragraphs that are told apart by an indented first line instead of a blank one."""
    indented = [index for index, line in enumerate(lines) if line[:2].isspace() and not _BULLET.match(line)]
    if len(lines) < 3 or not 0 < len(indented) <= len(lines) / 2:
        return [lines]
    starts = sorted({0, *indented})
    chunks = [lines[start:end] for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)]
    return chunks if any(_is_wrapped(chunk) for chunk in chunks) else [lines]


def _is_wrapped(lines: list[str]) -> bool:
    """Whether the lines are one paragraph, broken at a fixed width."""
    if len(lines) < 2 or any(_BULLET.match(line) or "\t" in line.strip() or "|" in line for line in lines[:50]):
        return False
    widths = [len(line) for line in lines]
    width = max(widths)
    if not 40 <= width <= 130 or min(widths[:-1]) < 0.6 * width:
        return False
    continued = sum(1 for line in lines[1:] if line.lstrip()[:1].islower())
    return continued >= 0.4 * (len(lines) - 1)


def _parts(lines: list[str]) -> Iterator[Part]:
    """The parts of one group of lines."""
    if len(lines) >= 2 and _UNDERLINE.fullmatch(lines[1]) and len(lines[0].split()) <= 20:
        yield Part(BlockKind.HEADING, lines[0], level=1 if lines[1][0] == "=" else 2)
        lines = lines[2:]
    table = _table(lines)
    if table is not None:
        yield from table
        return
    for line in lines:
        bullet = _BULLET.match(line)
        if bullet is not None and not (len(lines) == 1 and _NUMBERED_HEADING.fullmatch(line)):
            level = 1 + min(len(bullet["indent"].expandtabs(4)) // 2, 3)
            yield Part(BlockKind.LIST_ITEM, line[bullet.end() :], level=level)
        elif not _UNDERLINE.fullmatch(line):
            yield Part(BlockKind.PARAGRAPH, line.strip())


def _table(lines: list[str]) -> list[Part] | None:
    """Rows of cells that are separated by tabs or bars, at least two and all of one width."""
    rows = [line for line in lines if not _SEPARATOR.fullmatch(line)]
    for mark in ("\t", "|"):
        cells = [re.split(r"\t+" if mark == "\t" else r"\|", line.strip().strip("|")) for line in rows]
        if len(rows) >= 2 and len(cells[0]) >= 2 and all(len(row) == len(cells[0]) for row in cells):
            header = not any(char.isdigit() for cell in cells[0][1:] for char in cell)
            return [row_part(row, is_header=header and at == 0, row=at + 1) for at, row in enumerate(cells)]
    return None


def _ungrouped(lines: list[Line]) -> list[Line]:
    """Without blank lines between paragraphs, standing together means nothing: each line is its own group."""
    prose: dict[int, int] = {}
    for line in lines:
        prose[line.group] = prose.get(line.group, 0) + line.is_prose
    result = []
    group = 0
    before = -1
    for line in lines:
        if line.group != before or prose[line.group] >= 2:
            group += 1
        before = line.group
        result.append(Line(line.part, group))
    return result


def _with_headings(lines: list[Line]) -> list[Part]:
    """The parts, with the title and the lone short lines above running text as headings."""
    parts = []
    sizes: dict[int, int] = {}
    for line in lines:
        sizes[line.group] = sizes.get(line.group, 0) + 1
    for index, line in enumerate(lines):
        part = line.part
        if part.kind is BlockKind.PARAGRAPH:
            below = lines[index + 1].part if index + 1 < len(lines) else None
            if index == 0 and below is not None and _is_title(part):
                part = Part(BlockKind.HEADING, part.text, level=1)
            elif sizes[line.group] == 1 and below is not None and _is_heading(part, below):
                part = Part(BlockKind.HEADING, part.text, level=2)
            elif bullet := _NUMBERED_HEADING.fullmatch(part.text) and _BULLET.match(part.text):
                part = Part(BlockKind.LIST_ITEM, part.text[bullet.end() :], level=1)
        parts.append(part)
    return parts


def _is_title(part: Part) -> bool:
    text = part.text.rstrip(_CLOSING)
    return part.words <= 20 and not text.endswith(_SENTENCE_END) and not _LABEL.match(part.text[:14])


def _is_heading(part: Part, below: Part) -> bool:
    text = part.text
    if read_byline(text) is not None:
        return False
    if part.words > 12 or text.rstrip(_CLOSING).endswith((*_SENTENCE_END, "!")) or not any(map(str.isalpha, text)):
        return False
    if text.endswith("?") and part.words > 8:
        return False
    first = text.lstrip('"“„«‘¿0123456789.() ')[:1]
    if not (first.isupper() or text[0].isdigit()) or re.match(r"[^\s:]{1,30}:\s", text) or text[0] in '"“„«':
        return text.isupper() and part.words >= 2 and below.words > part.words
    return below.kind is BlockKind.LIST_ITEM or below.words > 12 or below.text.endswith(":")
