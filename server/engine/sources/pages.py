"""Lines with their place and size on a page, put together to headings, paragraphs, tables and notes."""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from server.domain.sources import BlockKind
from server.engine.sources.clutter import is_caption
from server.engine.sources.documents import Part, row_part
from server.engine.sources.hyphenation import hyphenated_words, joined

_MARGIN = 0.12
"""Share of the page's height, at its head and its foot, in which running lines stand."""

_PAGE_NUMBER = re.compile(
    r"[-–—|\s]*(?:(?:page|seite|p\.|s\.|página|pagina|pág\.)\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:/|of|von|de|di|sur)\s*\d{1,4})?[-–—|\s]*",
    re.IGNORECASE,
)
_BULLET = re.compile(r"(?:[•‣◦▪●○■–*-]|\(?\d{1,2}[.)]|\([a-z]\)|[a-z]\))\s+(?=\S)")
_FOOTNOTE = re.compile(r"(?:\d{1,3}|[*†‡§]+|[¹²³⁴-⁹]+)[.)]?\s*(?=[^\W\d])")
_ENDS = (".", "!", "?", ":", "”", "»", "…", '"', "’")


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of a page. Distances are in points from the page's left and top edge."""

    text: str
    page: int
    left: float
    right: float
    top: float
    bottom: float
    size: float
    is_bold: bool
    page_height: float
    cells: tuple[str, ...] = ()
    """What wide gaps set apart, when there are any."""

    @property
    def is_marginal(self) -> bool:
        """Whether it stands where running heads and feet do."""
        return self.top < _MARGIN * self.page_height or self.bottom > (1 - _MARGIN) * self.page_height


def parts_of(lines: list[TextLine], *, pages: int = 1) -> list[Part]:
    """The parts of lines in reading order, without what is repeated at the head or foot of so many pages."""
    return list(_parts(_tables_only(_without_running_lines(lines, pages))))


def _without_running_lines(lines: list[TextLine], pages: int) -> list[TextLine]:
    """The lines without page numbers and what is repeated at the head or foot of the pages."""
    seen: Counter[str] = Counter()
    for _, key in {(line.page, _key(line)) for line in lines if line.is_marginal}:
        seen[key] += 1
    often = max(3, round(0.2 * pages)) if pages > 3 else 2
    result = []
    for line in lines:
        if line.is_marginal and (_PAGE_NUMBER.fullmatch(line.text) or seen[_key(line)] >= often):
            continue
        result.append(line)
    return result


def _key(line: TextLine) -> str:
    """A line without its figures, and without the side of the page it stands on."""
    return re.sub(r"[\d\s]+", "", line.text.casefold())[:120] or "#"


def _parts(lines: list[TextLine]) -> Iterator[Part]:
    if not lines:
        return
    weights: Counter[float] = Counter()
    for line in lines:
        weights[round(line.size * 2) / 2] += len(line.text)
    body = weights.most_common(1)[0][0] or 10.0
    sizes = sorted({round(line.size) for line in lines if line.size > 1.12 * body}, reverse=True)
    compounds = hyphenated_words(line.text for line in lines)
    pending: Part | None = None
    for group in _grouped(lines, body):
        if group[0].cells:
            if pending is not None:
                yield pending
                pending = None
            yield from _rows(group)
            continue
        part = _part(group, body, sizes, compounds)
        if pending is not None and _goes_on(pending, part):
            pending = Part(
                pending.kind, joined([pending.text, part.text], compounds), level=pending.level, page=pending.page
            )
            continue
        if (
            part.kind in (BlockKind.NOTE, BlockKind.CAPTION)
            and pending is not None
            and not pending.text.endswith(_ENDS)
        ):
            yield part  # a footnote between the two halves of a paragraph
            continue
        if pending is not None:
            yield pending
        pending = part
    if pending is not None:
        yield pending


def _grouped(lines: list[TextLine], body: float) -> Iterator[list[TextLine]]:
    """The lines of each paragraph."""
    gaps = [b.top - a.bottom for a, b in pairwise(lines) if a.page == b.page and 0 <= b.top - a.bottom < 2 * body]
    usual = statistics.median(gaps) if gaps else 0.3 * body
    rights = [line.right for line in lines if len(line.text) > 40]
    edge = statistics.quantiles(rights, n=10)[-2] if len(rights) >= 5 else max(line.right for line in lines)
    group: list[TextLine] = []
    for line in lines:
        if group and _begins_new(group, line, usual=usual, edge=edge, body=body):
            yield group
            group = []
        group.append(line)
    yield group


def _rows(group: list[TextLine]) -> Iterator[Part]:
    """The rows of a table."""
    header = not any(char.isdigit() for cell in group[0].cells[1:] for char in cell)
    for number, line in enumerate(group, 1):
        yield row_part(list(line.cells), is_header=header and number == 1, page=line.page, row=number)


def _tables_only(lines: list[TextLine]) -> list[TextLine]:
    """The lines, where only those keep cells that stand under or over another row with as many."""
    result = []
    for index, line in enumerate(lines):
        near = [*lines[max(index - 1, 0) : index], *lines[index + 1 : index + 2]]
        is_row = any(len(other.cells) == len(line.cells) and other.page == line.page for other in near)
        result.append(line if is_row or not line.cells else replace(line, cells=()))
    return result


def _begins_new(group: list[TextLine], line: TextLine, *, usual: float, edge: float, body: float) -> bool:
    before = group[-1]
    if line.cells or before.cells:
        return len(line.cells) != len(before.cells) or line.page != before.page
    if line.page != before.page or abs(line.size - before.size) > 0.08 * body:
        return True
    if line.is_bold != before.is_bold and (len(group) == 1 or before.text.endswith(_ENDS)):
        return True
    gap = line.top - before.bottom
    if gap > max(usual + 0.35 * body, 0.6 * line.size if line.size > 1.12 * body else 0.0) or gap < -3 * body:
        return True
    if _BULLET.match(line.text) and (_BULLET.match(group[0].text) or before.text.endswith(_ENDS)):
        return True
    ended = before.text.endswith(_ENDS)
    indented = line.left > before.left + 0.8 * body and len(group) > 1
    short = before.right < min(edge, max(other.right for other in [*group, line])) - 4 * body
    return ended and (indented or short)


def _part(group: list[TextLine], body: float, sizes: list[int], compounds: frozenset[str]) -> Part:
    text = joined((line.text for line in group), compounds)
    first, words = group[0], len(text.split())
    bullet = _BULLET.match(text)
    large = first.size > 1.12 * body
    numbered = bullet is not None and bullet[0][0].isdigit() and (large or first.is_bold)
    alone = first.is_bold and not text.rstrip().endswith((".", ",", ";"))
    if (
        words <= 30
        and (numbered or not bullet)
        and (large or (alone and words <= 14))
        and any(char.isalpha() for char in text)
    ):
        level = min(1 + sizes.index(round(first.size)), 6) if large and round(first.size) in sizes else len(sizes) + 1
        return Part(BlockKind.HEADING, text, level=max(1, min(level, 6)), page=first.page)
    aside = _aside(group, text, is_small=first.size < 0.92 * body)
    if aside is BlockKind.NOTE:
        text = re.sub(r"^(\d{1,3}|[*†‡])(?=[^\W\d])", r"\1 ", text)
    if aside is not None:
        return Part(aside, text, page=first.page)
    if bullet is not None:
        return Part(BlockKind.LIST_ITEM, text[bullet.end() :], level=1, page=first.page)
    return Part(BlockKind.PARAGRAPH, text, page=first.page)


def _aside(group: list[TextLine], text: str, *, is_small: bool) -> BlockKind | None:
    """NOTE or CAPTION for what stands beside the running text, by its size and place."""
    first = group[0]
    if is_small and _FOOTNOTE.match(text) and first.top > 0.5 * first.page_height:
        return BlockKind.NOTE
    if (is_small or len(text.split()) <= 30) and is_caption(text):
        return BlockKind.CAPTION
    return BlockKind.NOTE if is_small and first.is_marginal and len(group) <= 2 else None


def _goes_on(before: Part, part: Part) -> bool:
    """Whether a paragraph continues on the next page or column."""
    if before.kind not in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM) or part.kind is not BlockKind.PARAGRAPH:
        return False
    if before.text.endswith(_ENDS) or before.words < 4:
        return False
    return part.text[:1].islower() or before.text.endswith(("-", ","))
