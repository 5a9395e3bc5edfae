"""Sources cut into what is found: some whole sentences each, with exact places."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from server.domain.sources import Block, BlockKind, Source
from server.engine.notebooks.speakers import full_names
from server.engine.notebooks.terms import asks

TARGET = 500
"""Characters of a chunk, about."""
LONGEST_UNIT = 900
"""Characters of one unit; what is longer is cut at white space. A citation must stay under 1,000."""
LEAD = 200
"""Characters of a line above a table that is taken for its caption."""
LONGEST_PART = 1_500
"""Characters of a paragraph that are split into sentences at a time."""
_PLACES = ("page", "slide", "sheet", "row", "time_ms", "speaker")
LONGEST_QUESTION = 160
"""Characters of a question of the source's own that begins a chunk: its reply is found with it."""
LONGEST_LABEL = 60
"""Characters of a line that stands over a list without being a heading ("Actions")."""
_SHORTEST_UNIT = 4
"""Characters below which a sentence is none ("I." of "I. Olsen"), and belongs to the next one."""
_RUN_IN = re.compile(r"(?:\d+(?:\.\d+)*[.)]|\(\d+\)|[A-Z][.)]|§\s*\d+\.?)\s+(?P<title>[^.:?!]{2,60})[.:]?$")
"""A numbered title in the same paragraph as what it stands over: "6. Roof garden."."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence, a list item or a table row: code points `start` to `end` of the source's text."""

    start: int
    end: int
    kind: BlockKind


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of a source that is found as a whole."""

    start: int
    end: int
    text: str
    """The source's own words from `start` to `end`."""
    context: str
    """Headings above it; for a row of a table also the names of its columns. Searched, never quoted."""
    units: tuple[Unit, ...]
    cells: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    """The columns of a table's row."""
    speaker: str = ""
    page: int | None = None
    slide: int | None = None
    row: int | None = None
    time_ms: int | None = None
    sheet: str | None = None

    def said(self, start: int, end: int) -> str:
        """Its words between two places of the source."""
        return self.text[start - self.start : end - self.start]


def chunks_of(source: Source) -> tuple[Chunk, ...]:
    """Every chunk of a source, in reading order; headings are context, and chunks where nothing stands under them."""
    chunker = _Chunker(source)
    blocks = _told(source)
    for place, block in enumerate(blocks):
        match block.kind:
            case BlockKind.HEADING:
                chunker.heading(block)
            case BlockKind.TABLE_ROW:
                chunker.row(block)
            case _:
                chunker.words(block, blocks[place + 1 : place + 2])
    chunker.close()
    return tuple(chunker.found)


class _Chunker:
    """Gathers sentences into chunks, block by block."""

    def __init__(self, source: Source) -> None:
        self.found: list[Chunk] = []
        self._source = source
        self._headings: list[tuple[int, str]] = []
        self._header: tuple[str, ...] = ()
        self._gathered: list[tuple[Block, Unit]] = []
        self._label = ""
        self._bare: Block | None = None
        """A heading under which nothing stands so far."""
        self._lead = ""
        """The line above a table says what its figures are."""
        labels = {block.speaker for block in source.blocks if block.speaker}
        self._names = full_names(labels, source.title, source.text)

    def close(self) -> None:
        """End the chunk that is being gathered."""
        if self._gathered:
            path = (_path(self._headings), self._label[:120])
            self.found.append(
                _chunk(self._source, self._gathered, " / ".join(part for part in path if part), self._names)
            )
            self._gathered.clear()

    def heading(self, block: Block) -> None:
        """What follows stands under it."""
        self.close()
        if self._bare is not None:
            self.found.append(_alone(self._source, self._bare, _path(self._headings[:-1])))
        level = max(block.level, 1)
        above = [each for each in self._headings if each[0] < level]
        self._headings = [*above, (level, self._source.block_text(block))]
        self._label, self._header, self._lead = "", (), ""
        self._bare = block if block.level > 1 else None

    def row(self, block: Block) -> None:
        """A row of a table: a chunk of its own."""
        self._bare = None
        self.close()
        if block.is_header:
            self._header = block.cells
        else:
            above = " / ".join(part for part in (_path(self._headings), self._lead) if part)
            self.found.append(_row(self._source, block, above, self._header))

    def words(self, block: Block, follows: Sequence[Block]) -> None:
        """A block of sentences, and the block that follows it."""
        self._bare = None
        text = self._source.block_text(block)
        self._lead = text if len(text) <= LEAD else ""
        if block.kind is not BlockKind.CAPTION:
            self._header = ()
        units = tuple(_units(text, block))
        if block.kind is BlockKind.PARAGRAPH:
            own, alone = _label(self._source, units, follows)
            if own or self._label:
                self.close()
                self._label = own
            if alone:
                return
        if _opens(self._source, units, block):
            self.close()
        for unit in units:
            self._gather(block, unit)

    def _gather(self, block: Block, unit: Unit) -> None:
        size = unit.end - self._gathered[0][1].start if self._gathered else 0
        if self._gathered and _elsewhere(self._gathered[-1][0], block):
            self.close()
        elif size > TARGET:
            # A question of the source's own stands with what is said to it.
            asked = len(self._gathered) > 1 and asks(_said(self._source, self._gathered[-1][1]))
            asking = [self._gathered.pop()] if asked else []
            self.close()
            self._gathered += asking
        self._gathered.append((block, unit))


def _told(source: Source) -> list[Block]:
    """The blocks with words, but for a title that stands below itself once more, as on many a slide."""
    out: list[Block] = []
    for block in source.blocks:
        text = source.block_text(block).strip()
        above = out[-1] if out else None
        twice = (
            above is not None
            and above.kind is BlockKind.HEADING
            and block.kind in {BlockKind.HEADING, BlockKind.PARAGRAPH}
            and (block.kind, block.level) != (BlockKind.HEADING, 1)
            and text.casefold() == source.block_text(above).strip().casefold()
        )
        if text and not twice:
            out.append(block)
    return out


def _label(source: Source, units: Sequence[Unit], follows: Sequence[Block]) -> tuple[str, bool]:
    """The title that a paragraph runs into, or that it is for the list below it; whether it is nothing else."""
    first = _said(source, units[0]).strip()
    over_list = len(units) == 1 and bool(follows) and follows[0].kind is BlockKind.LIST_ITEM
    run_in = _RUN_IN.match(first)
    if run_in and (len(units) > 1 or over_list):
        return run_in["title"].strip(), over_list
    # A line with a colon announces its list: it is told with it.
    is_line = over_list and len(first) <= LONGEST_LABEL and first[-1:] not in ".:;,?!"
    return (first, True) if is_line else ("", False)


def _opens(source: Source, units: Sequence[Unit], block: Block) -> bool:
    """Whether a question of the source's own begins here: of a list of questions, or of who leads an interview."""
    unit = units[-1] if block.kind is BlockKind.SPEECH else units[0]
    size = unit.end - (block.start if block.kind is BlockKind.SPEECH else unit.start)
    return asks(_said(source, unit)) and size <= LONGEST_QUESTION


def _said(source: Source, unit: Unit) -> str:
    return source.text[unit.start : unit.end]


def _units(text: str, block: Block) -> Iterator[Unit]:
    from server.engine.writing.english.splitting import split

    spans = [(at + start, at + end) for at, part in _parts(text) for start, end in split(part) or [(0, len(part))]]
    for start, end in _joined(spans):
        while end - start > LONGEST_UNIT:
            cut = text.rfind(" ", start + LONGEST_UNIT // 2, start + LONGEST_UNIT)
            cut = cut if cut > 0 else start + LONGEST_UNIT
            yield Unit(block.start + start, block.start + cut, block.kind)
            start = cut + 1 if text[cut : cut + 1] == " " else cut  # noqa: PLW2901 - the rest of the span
        if text[start:end].strip():
            yield Unit(block.start + start, block.start + end, block.kind)


def _joined(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans of sentences; what is too short to be one begins the next."""
    out: list[tuple[int, int]] = []
    for start, end in spans:
        joins = bool(out) and out[-1][1] - out[-1][0] < _SHORTEST_UNIT
        out.append((out.pop()[0] if joins else start, end))
    return out


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """A text in parts that a splitter can take (its work grows with the square), with where each begins."""
    at = 0
    while len(text) - at > LONGEST_PART:
        cut = max(text.rfind(mark, at + LONGEST_PART // 2, at + LONGEST_PART) for mark in (". ", "? ", "! "))
        cut = cut + 2 if cut > 0 else at + LONGEST_PART
        yield at, text[at:cut]
        at = cut
    yield at, text[at:]


def _elsewhere(before: Block, block: Block) -> bool:
    if block.kind is BlockKind.SPEECH and before.kind is BlockKind.SPEECH:
        return before.time_ms != block.time_ms and block.time_ms is not None
    return any(getattr(before, name) != getattr(block, name) for name in _PLACES)


def _chunk(source: Source, gathered: list[tuple[Block, Unit]], context: str, names: Mapping[str, str]) -> Chunk:
    first = gathered[0][0]
    told: Counter[str] = Counter()
    for block, unit in gathered:
        told[block.speaker] += unit.end - unit.start
    start, end = gathered[0][1].start, gathered[-1][1].end
    ((speaker, _),) = told.most_common(1)
    return Chunk(
        start=start,
        end=end,
        text=source.text[start:end],
        context=context,
        units=tuple(unit for _, unit in gathered),
        # Of a question and its reply it is who replies that speaks.
        speaker=names.get(speaker, speaker),
        page=first.page,
        slide=first.slide,
        row=first.row,
        time_ms=first.time_ms,
        sheet=first.sheet,
    )


def _row(source: Source, block: Block, context: str, header: tuple[str, ...]) -> Chunk:
    end = min(block.end, block.start + LONGEST_UNIT)
    return Chunk(
        start=block.start,
        end=end,
        text=source.text[block.start : end],
        context=" / ".join(part for part in (context, " ".join(header)) if part),
        units=(Unit(block.start, end, block.kind),),
        cells=block.cells,
        header=header,
        page=block.page,
        slide=block.slide,
        row=block.row,
        sheet=block.sheet,
    )


def _alone(source: Source, block: Block, context: str) -> Chunk:
    end = min(block.end, block.start + LONGEST_UNIT)
    unit = Unit(block.start, end, block.kind)
    return Chunk(block.start, end, source.text[block.start : end], context, (unit,), page=block.page, slide=block.slide)


def _path(headings: list[tuple[int, str]]) -> str:
    return " / ".join(re.sub(r"\s+", " ", text)[:120] for _, text in headings)
