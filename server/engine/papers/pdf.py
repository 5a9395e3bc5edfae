"""A sheet as a PDF, drawn by typst from one template.

Words reach typst as JSON and are set as text; its root is an empty folder, and it sees no fonts but the given ones.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from server.engine.papers.compiling import compiled
from server.engine.papers.glyphs import families, showable
from server.engine.papers.labels import labels_of
from server.engine.papers.markdown import header, is_numeric, when
from server.engine.papers.palettes import Palette, light_palette
from server.engine.papers.plotting import Bars, Lines, Shares, plotted
from server.engine.papers.references import clipped, in_ranges, joined
from server.engine.papers.sheets import (
    AnswerKey,
    Answers,
    Block,
    Callout,
    Cards,
    Choice,
    Choices,
    Graph,
    Grid,
    Heading,
    Moments,
    Points,
    Prose,
    Run,
    Runs,
    Sheet,
    Terms,
)

TEMPLATE = Path(__file__).resolve().parents[3] / "resources" / "papers" / "paper.typ"
LEAD_CHARACTERS = 600
"""A longer summary stands under the cover, not on it."""
TITLE_CHARACTERS = 260
QUOTE_CHARACTERS = 100
WHOLE_CHARACTERS = 600
"""Up to this length an entry is kept on one page; longer ones may go on on the next."""
NARROW_CHARACTERS = 10
"""A word of so many fits even the narrowest place but a table's cell, however wide its letters."""
WHOLE_ROWS = 14
ROW_CHARACTERS = 112
"""What a table's row holds side by side at 8.5 points; measured with Inter."""
_TRACKED = frozenset("en de fr es it pt nl pl sv da nb fi cs ro hu tr ca hr sk id vi el ru uk bg".split())


@dataclass(frozen=True, slots=True)
class Drawing:
    """A PDF, and the characters that it could not show."""

    pdf: bytes
    missing: str
    warnings: tuple[str, ...] = ()
    """What typst found odd, for example that the layout did not settle."""


def draw(sheet: Sheet, *, palette: Palette | None = None, logo: bytes = b"", logo_name: str = "") -> Drawing:
    """Draw a sheet.

    Args:
        logo: a PNG to stand on the cover, in a space of 200×50.

    Raises:
        RenderingFailed: typst could not draw it; the sentence says what it said.
    """
    missing: dict[str, None] = {}
    data = _data(sheet, palette or light_palette(), missing, logo=logo, logo_name=logo_name)
    pages, warnings = _compiled(data, "pdf")
    return Drawing(pages[0], "".join(missing), warnings)


def draw_pages(sheet: Sheet, *, palette: Palette | None = None, logo: bytes = b"", ppi: float = 96.0) -> list[bytes]:
    """The pages as PNG pictures."""
    pages, _ = _compiled(_data(sheet, palette or light_palette(), {}, logo=logo, logo_name=""), "png", ppi=ppi)
    return pages


def _compiled(data: dict[str, Any], kind: Any, *, ppi: float | None = None) -> tuple[list[bytes], tuple[str, ...]]:
    return compiled(TEMPLATE, "paper", data, form=kind, ppi=ppi, what="The PDF", otherwise="try the HTML format")


def _data(sheet: Sheet, palette: Palette, missing: dict[str, None], *, logo: bytes, logo_name: str) -> dict[str, Any]:
    code = sheet.language.split("-", maxsplit=1)[0].lower()
    blocks, lead = _with_lead(sheet.blocks)
    data: dict[str, Any] = {
        "title": clipped(sheet.title, TITLE_CHARACTERS),
        "kind": sheet.kind,
        "lang": code if code.isascii() and code.isalpha() and len(code) in {2, 3} else "en",
        "rtl": sheet.is_right_to_left,
        "tracked": code in _TRACKED,
        "lead": [_run(run) for run in lead],
        "facts": list(sheet.facts),
        "footer": " · ".join(filter(None, (sheet.kind, clipped(sheet.title, 72)))),
        "written_by": sheet.written_by,
        "sources_heading": sheet.sources_heading,
        "sources": [
            {
                "title": clipped(cited.source.title, 200),
                "facts": " · ".join(
                    clipped(fact, 160)
                    for fact in (cited.source.author, cited.source.published, cited.source.address)
                    if fact
                ),
                "notes": [
                    {"number": note.number, "place": note.place, "quote": clipped(note.quote, QUOTE_CHARACTERS)}
                    for note in cited.notes
                ],
            }
            for cited in sheet.sources
        ],
        "blocks": [part for block in blocks if (part := _block(block, sheet.language)) is not None],
    }
    if sheet.remarks:
        label = sheet.remarks_heading
        data["blocks"].append(_block(Callout(label, tuple((Run(r),) for r in sheet.remarks)), sheet.language))
    shown: dict[str, Any] = _shown(data, missing)
    shown |= {
        "fonts": list(families(sheet.language)),
        "palette": asdict(palette),
        "logo": list(logo) if logo else None,
        "logo_alt": logo_name or "Logo",
    }
    return shown


def _shown(value: Any, missing: dict[str, None]) -> Any:
    """The same data with every text as the fonts can show it."""
    match value:
        case str():
            found = showable(value)
            missing.update(dict.fromkeys(found.missing))
            return found.text
        case list():
            return [_shown(each, missing) for each in value]
        case dict():
            return {name: _shown(each, missing) for name, each in value.items()}
        case _:
            return value


def _with_lead(blocks: tuple[Block, ...]) -> tuple[tuple[Block, ...], Runs]:
    """Takes the summary off the blocks when it is short enough to stand on the cover."""
    for index, block in enumerate(blocks):
        if isinstance(block, Prose) and block.is_lead and len(joined(block.runs)) <= LEAD_CHARACTERS:
            start = index - 1 if index and isinstance(blocks[index - 1], Heading) else index
            return (*blocks[:start], *blocks[index + 1 :]), block.runs
    return blocks, ()


def _run(run: Run, characters: int = NARROW_CHARACTERS) -> dict[str, Any]:
    """A run for the template, to be measured when a word of it has more than that many characters."""
    return {"t": run.text, "n": _marks(run.notes), "m": any(len(word) > characters for word in run.text.split())}


def _marks(notes: tuple[int, ...]) -> list[dict[str, Any]]:
    return [{"to": first, "as": shown} for first, shown in in_ranges(notes)]


def _runs(runs: Runs) -> list[dict[str, Any]]:
    return [_run(run) for run in runs]


def _is_long(*texts: str) -> bool:
    return sum(len(text) for text in texts) > WHOLE_CHARACTERS


def _block(block: Block, language: str) -> dict[str, Any] | None:  # noqa: PLR0911 - one of each kind
    match block:
        case Heading(text, level):
            return {"type": "heading", "text": clipped(text, TITLE_CHARACTERS), "level": min(level, 3)}
        case Prose(runs):
            return {"type": "prose", "runs": _runs(runs)}
        case Points(items):
            return {"type": "points", "items": [_runs(item) for item in items]}
        case Callout(label, items):
            return {"type": "callout", "label": label, "items": [_runs(item) for item in items]}
        case Terms(entries) | Answers(entries):
            return {
                "type": "terms" if isinstance(block, Terms) else "answers",
                "entries": [
                    {"head": head, "runs": _runs(runs), "long": _is_long(head, joined(runs))} for head, runs in entries
                ],
            }
        case Cards(entries):
            return {
                "type": "cards",
                "entries": [
                    {
                        "value": clipped(card.value, 60),
                        "unit": clipped(card.unit, 60),
                        "label": clipped(card.label, 180),
                        "n": _marks(card.notes),
                    }
                    for card in entries
                ],
            }
        case Graph():
            return _graph(block)
        case Grid():
            return _grid(block)
        case Moments(entries, is_strip):
            about = labels_of(language).approximate
            is_strip = is_strip and all(len(entry.run.text) <= 420 for entry in entries)
            return {
                "type": "strip" if is_strip else "rail",
                "entries": [
                    {
                        "label": clipped(when(entry, about), 80),
                        "run": _run(entry.run),
                        "long": _is_long(entry.run.text),
                    }
                    for entry in entries
                ],
            }
        case Choices(entries):
            return {"type": "choices", "entries": [_choice(choice) for choice in entries]}
        case AnswerKey(heading, entries):
            return {"type": "key", "title": heading, "entries": [_answer(choice) for choice in entries]}


def _choice(choice: Choice) -> dict[str, Any]:
    return {
        "question": choice.question,
        "options": list(choice.options),
        "long": _is_long(choice.question, *choice.options),
    }


def _answer(choice: Choice) -> dict[str, Any]:
    return {
        "answer": choice.answer,
        "option": choice.options[choice.answer],
        "explanation": _run(choice.explanation),
        "long": _is_long(choice.explanation.text, choice.options[choice.answer]),
    }


def _graph(graph: Graph) -> dict[str, Any] | None:
    chart = graph.chart
    plot = plotted(chart)
    shared: dict[str, Any] = {
        "title": clipped(chart.title, 160),
        "unit": "" if chart.unit == "%" else clipped(chart.unit, 60),
        "n": _marks(graph.notes),
    }
    match plot:
        case Bars(names, rows):
            return shared | {
                "type": "bars",
                "names": [clipped(name, 60) for name in names],
                "rows": [
                    {
                        "label": label,
                        "values": [{"text": bar.text, "from": bar.start, "to": bar.end} for bar in values],
                    }
                    for label, values in rows
                ],
            }
        case Lines(names, labels, ticks, points, places):
            return shared | {
                "type": "lines",
                "names": [clipped(name, 60) for name in names],
                "labels": list(labels),
                "ticks": [{"text": text, "at": at} for text, at in ticks],
                "places": list(places),
                "points": [[{"x": p.x, "y": p.y, "text": p.text} for p in line] for line in points],
            }
        case Shares(parts):
            return shared | {
                "type": "shares",
                "parts": [{"label": label, "text": text, "share": share} for label, text, share in parts],
            }
        case _:
            return None


def _grid(grid: Grid) -> dict[str, Any] | None:
    if not grid.columns:
        return None
    names = [clipped(header(column), 120) for column in grid.columns]
    width = len(names)
    rows = [[*row, *(Run("") for _ in range(width - len(row)))] for row in grid.rows]
    needs = [_need(names[i], [row[i].text for row in rows]) for i in range(width)]
    parts = []
    for group in _groups(needs):
        size, widths = _widths([needs[i] for i in group])
        parts.append(
            {
                "size": size,
                "columns": [
                    {"name": names[i], "right": is_numeric(grid.columns[i]), "width": share}
                    for i, share in zip(group, widths, strict=True)
                ],
                "whole": _is_whole(rows, group, widths),
                "rows": [
                    [_run(row[i], int(share * ROW_CHARACTERS / 2)) for i, share in zip(group, widths, strict=True)]
                    for row in rows
                ],
            }
        )
    return {"type": "table", "title": clipped(grid.title, 160), "level": 2, "parts": parts}


def _is_whole(rows: list[list[Run]], group: list[int], widths: list[float]) -> bool:
    """Whether a table is low enough to be kept on one page, by an estimate of its lines."""
    lines = sum(
        max(1 + len(row[i].text) // max(1, int(share * ROW_CHARACTERS)) for i, share in zip(group, widths, strict=True))
        for row in rows
    )
    return lines <= WHOLE_ROWS


def _need(name: str, cells: list[str]) -> tuple[float, float]:
    """The least and the best width of a column in characters: its longest word, its longest cell."""
    words = [len(word) for text in (name, *cells) for word in text.split()] or [1]
    longest = max((len(text) for text in (name, *cells)), default=1)
    return min(max(words), 18) + 4.5, min(max(longest, 4), 46) + 4.5


def _groups(needs: list[tuple[float, float]]) -> list[list[int]]:
    """Columns that stand side by side; a table too wide is cut, and each part begins with the first column."""
    groups: list[list[int]] = [[0]]
    for index in range(1, len(needs)):
        least = sum(needs[i][0] for i in groups[-1]) + needs[index][0]
        if least > ROW_CHARACTERS * 1.1 and len(groups[-1]) > 1:
            groups.append([0])
        groups[-1].append(index)
    return groups


def _widths(needs: list[tuple[float, float]]) -> tuple[float, list[float]]:
    """Size of the type in points, and each column's share of the width."""
    least, best = sum(n[0] for n in needs), sum(n[1] for n in needs)
    size = 8.5 if least <= ROW_CHARACTERS else 7.5
    if best <= ROW_CHARACTERS:
        return size, [n[1] / best for n in needs]
    spare = max(0.0, ROW_CHARACTERS - least)
    wished = (best - least) or 1.0
    widths = [low + (high - low) * spare / wished for low, high in needs]
    return size, [width / sum(widths) for width in widths]
