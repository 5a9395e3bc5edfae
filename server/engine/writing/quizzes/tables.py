"""Quiz questions that compare the rows of a source's own table."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from server.domain.scripts import Statement
from server.domain.sources import Block, BlockKind, Passage, Source
from server.engine.writing.analysis import Analysis
from server.engine.writing.quizzes.items import Item, is_fair
from server.engine.writing.quizzes.words import QuizWords

_TOTAL = re.compile(
    r"(?i)^(total|sum|all|overall|gesamt|insgesamt|summe|ensemble|totale|average|mean|mittel|media|moyenne)\b"
)
_FIGURE = re.compile(r"[-–−]?\d[\d.,\u00a0\u202f ]*(?!.*\d)")
"""A single figure of a cell: "10 x 20 m" and "6-7" can't be set in an order."""


@dataclass(slots=True)
class TableMaker:
    """Makes items out of numeric columns whose highest or lowest value is clear."""

    analysis: Analysis
    chance: random.Random
    words: QuizWords

    def items(self, *, most: int) -> list[Item]:
        """Which row has the highest, which the lowest figure, column by column."""
        out: list[Item] = []
        for source in self.analysis.sources:
            for header, rows in _tables(source):
                out += self._columns(source, header, rows, highest=len(out) % 2 == 0)
        return out[:most]

    def cells(self, *, most: int) -> list[Item]:
        """What stands in one cell of a row; the other options are the other rows' cells of its column."""
        out: list[Item] = []
        for source in self.analysis.sources:
            for header, rows in _tables(source):
                of_table = [
                    item
                    for column in range(1, len(header.cells))
                    if (item := self._cell(source, header, rows, column)) is not None
                ]
                out += of_table[: max(2, most // 2)]
        return out[:most]

    def _cell(self, source: Source, header: Block, rows: Sequence[Block], column: int) -> Item | None:
        """A question for one cell, of another row from column to column."""
        at = _naming(header, rows)
        named = [r for r in rows if r.cells[at].strip() and r.cells[column].strip() and not _TOTAL.match(r.cells[at])]
        right = named[column % len(named)] if named and column > at else None
        what = _heading(header.cells[column])
        if right is None or not what or not self.words.given:
            return None
        said = right.cells[column].strip()
        others = list(dict.fromkeys(c for r in named if (c := r.cells[column].strip()) != said))
        if len(others) < 3 or sum(r.cells[at] == right.cells[at] for r in named) > 1:
            return None
        row = _row_name(header, right, at)
        item = Item(
            self.words.given.format(row=row, what=what),
            said,
            tuple(self.chance.sample(others, 3)),
            Statement(f"{row}: {what} {said}.", _passages(source, header, right)),
            (),
            1.2,
            "cell",
        )
        return item if is_fair(item) else None

    def _columns(self, source: Source, header: Block, rows: Sequence[Block], *, highest: bool) -> list[Item]:
        out: list[Item] = []
        for column in range(1, len(header.cells)):
            figures = [(r, _figure(r.cells[column])) for r in rows if not _TOTAL.match(r.cells[0])]
            known = [(r, f) for r, f in figures if f is not None]
            names = {r.cells[0].strip() for r, _ in known}
            if len(known) < 4 or len(known) < len(figures) or len(names) < len(known) or not self.words.highest:
                continue
            if all(re.fullmatch(r"[\d.,% ]+", r.cells[0]) for r, _ in known):
                continue
            ordered = sorted(known, key=lambda rf: -rf[1] if highest else rf[1])
            if ordered[0][1] == ordered[1][1]:
                continue
            others = ordered[1:]
            if len(others) > 3:
                others = [others[0], *self.chance.sample(others[1:], 2)]
            what = _heading(header.cells[column])
            right = ordered[0][0]
            text = f"{right.cells[0].strip()}: {what} {right.cells[column].strip()}"
            asked = _inside(what) if self.analysis.rules.code == "en" else what
            question = (self.words.highest if highest else self.words.lowest).format(what=asked)
            item = Item(
                question,
                _row_name(header, right, 0),
                tuple(_row_name(header, r, 0) for r, _ in others),
                Statement(f"{text}.", _passages(source, header, right)),
                (),
                1.6,
                "table",
            )
            if is_fair(item):
                out.append(item)
                highest = not highest
        return out


def _naming(header: Block, rows: Sequence[Block]) -> int:
    """The column that names the rows: the second where the first only counts them."""
    first = [r.cells[0].strip(" .)") for r in rows]
    counts = len(header.cells) > 2 and first == [str(n + 1) for n in range(len(rows))]
    return 1 if counts else 0


def _row_name(header: Block, row: Block, at: int) -> str:
    """A row's name; a bare figure says with its column's name what it is."""
    name, head = row.cells[at].strip(), re.sub(r"\s+", " ", header.cells[at]).strip(" *")
    return f"{head} {name}" if re.fullmatch(r"[\d.,–-]+(?: to \d+)?|[A-Z]|[IVX]+", name) and head else name


def _heading(cell: str) -> str:
    """A column's name without its unit."""
    return re.sub(r"\s*[\[(][^)\]]*[)\]]", "", re.sub(r"\s+", " ", cell).strip(" *"))


def _passages(source: Source, header: Block, row: Block) -> tuple[Passage, ...]:
    return source.passage(header.start, header.end), source.passage(row.start, row.end)


def _inside(heading: str) -> str:
    first = heading.split(maxsplit=1)[0] if heading.split() else heading
    return heading if first[1:] != first[1:].lower() or first.isupper() else heading[0].lower() + heading[1:]


def _figure(cell: str) -> float | None:
    text = cell.strip(" *~≈<>")
    match = _FIGURE.match(text)
    if match is None or not match[0].strip(" .,"):
        return None
    digits = re.sub(r"[ \u00a0\u202f]", "", match[0].replace("−", "-").replace("–", "-")).strip(".,")
    if re.fullmatch(r"-?\d{1,3}(?:[.,]\d{3})+", digits):
        digits = re.sub(r"[.,]", "", digits)
    digits = digits.replace(",", ".")
    try:
        return float(digits)
    except ValueError:
        return None


def _tables(source: Source) -> list[tuple[Block, list[Block]]]:
    out: list[tuple[Block, list[Block]]] = []
    header: Block | None = None
    for block in source.blocks:
        if block.kind is not BlockKind.TABLE_ROW:
            header = None
        elif block.is_header:
            header = block
            out.append((block, []))
        elif header is not None and len(block.cells) == len(header.cells):
            out[-1][1].append(block)
    return out
