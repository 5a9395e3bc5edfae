"""Tables as text (.csv, .tsv): the separator is found by what makes the rows equally long."""

from __future__ import annotations

import csv
import io
from collections import Counter

from server.domain.errors import SourceNotImported
from server.engine.sources import plain_text
from server.engine.sources.contents import Content
from server.engine.sources.documents import Document
from server.engine.sources.tables import MAX_COLUMNS, Numbered, tables, titled, too_many_columns

MAX_ROWS = 200_000
_SEPARATORS = (",", ";", "\t", "|")
_SAMPLE = 60
_CELL = 1_000_000
"""Characters that a cell may have; an open quotation mark would swallow the rest of the file."""


def read(content: Content) -> Document:
    """The table of a file; every row knows its number. A file of one column is read as text.

    Raises:
        SourceNotImported: it has too many columns or rows, or can't be taken apart.
    """
    text = content.text.replace("\0", "")
    separator = separator_of(text)
    if not separator:
        return plain_text.read(content)
    rows: list[Numbered] = []
    csv.field_size_limit(_CELL)
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
            if not rows and len(row) == 2 and row[0].lower() == "sep=" and not row[1]:
                row = [""]  # noqa: PLW2901 - the line is for spreadsheet programs
            if len(row) > MAX_COLUMNS:
                raise too_many_columns(len(row), name=content.name)
            if len(rows) >= MAX_ROWS:
                raise SourceNotImported(
                    f"{content.name} has more than {MAX_ROWS:,} rows; keep the rows that matter or split it",
                    source=content.name,
                )
            rows.append((len(rows) + 1, row))
    except csv.Error as error:
        raise SourceNotImported(
            f"{content.name} can't be taken apart into rows: a quotation mark is not closed; save it again as CSV",
            source=content.name,
        ) from error
    return Document(parts=list(tables(rows)), title=titled(content.name))


def separator_of(text: str) -> str:
    """What stands between the cells of a table, or empty where a text is none."""
    start = text.lstrip("\ufeff\r\n")
    if start[:4].lower() == "sep=" and start[4:5] in _SEPARATORS:
        return start[4]
    best, best_score = "", 0.0
    for separator in _SEPARATORS:
        lengths = _lengths(text, separator)
        counts = Counter(length for length in lengths if length > 1)
        if not counts:
            continue
        width, often = max(counts.items(), key=lambda item: (item[1], item[0]))
        score = often / len(lengths) + min(width, 20) / 100
        if score > best_score and (often >= max(2.0, 0.5 * len(lengths)) or often >= 3):
            best, best_score = separator, score
    return best


def looks_separated(text: str) -> bool:
    """Whether a text that no name calls a table is one beyond doubt: all lines have as many cells, at least three."""
    for separator in _SEPARATORS:
        lengths = _lengths(text, separator)
        if len(lengths) >= 4 and min(lengths) == max(lengths) >= 3:
            return True
    return False


def _lengths(text: str, separator: str) -> list[int]:
    """How many cells each of the first rows has."""
    lengths: list[int] = []
    try:
        for row in csv.reader(io.StringIO(text[:200_000], newline=""), delimiter=separator):
            if any(cell.strip() for cell in row):
                lengths.append(len(row))
            if len(lengths) >= _SAMPLE:
                break
    except csv.Error:
        pass
    return lengths
