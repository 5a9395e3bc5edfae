"""Quiz questions that compare the rows of a source's own table."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from server.domain.scripts import Statement
from server.domain.sources import Block, BlockKind, Source
from server.engine.writing.analysis import Analysis
from server.engine.writing.quizzes.items import Item, is_fair
from server.engine.writing.quizzes.words import QuizWords

_TOTAL = re.compile(
    r"(?i)^(total|sum|all|overall|gesamt|insgesamt|summe|ensemble|totale|average|mean|mittel|media|moyenne)\b"
)
_FIGURE = re.compile(r"[-–−]?\d[\d.,\u00a0\u202f ]*")


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
            what = re.sub(r"\s+", " ", header.cells[column]).strip(" *")
            what = re.sub(r"\s*[\[(][^)\]]*[)\]]", "", what)
            right = ordered[0][0]
            text = f"{right.cells[0].strip()}: {what} {right.cells[column].strip()}"
            passages = (source.passage(header.start, header.end), source.passage(right.start, right.end))
            question = (self.words.highest if highest else self.words.lowest).format(what=_inside(what))
            item = Item(
                question,
                right.cells[0].strip(),
                tuple(r.cells[0].strip() for r, _ in others),
                Statement(f"{text}.", passages),
                (),
                1.6,
                "table",
            )
            if is_fair(item):
                out.append(item)
                highest = not highest
        return out


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
