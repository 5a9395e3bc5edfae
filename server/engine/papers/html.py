"""A sheet as one page that needs nothing else: one inline style, no script, nothing loaded, everything escaped."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import urlsplit

from server.engine.papers.charts import bars, legend, lines, shares
from server.engine.papers.labels import Labels, labels_of
from server.engine.papers.markdown import header, is_numeric, when
from server.engine.papers.palettes import Palette, dark_palette, light_palette
from server.engine.papers.plotting import Bars, Lines, Shares, plotted
from server.engine.papers.references import in_ranges
from server.engine.papers.sheets import (
    AnswerKey,
    Answers,
    Block,
    Callout,
    Cards,
    Choices,
    CitedSource,
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

STYLE = Path(__file__).resolve().parents[3] / "resources" / "papers" / "paper.css"
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


def as_html(
    sheet: Sheet,
    *,
    light: Palette | None = None,
    dark: Palette | None = None,
    logo: bytes = b"",
    logo_name: str = "",
) -> str:
    """The whole page, for screens (light and dark) and for paper.

    Args:
        logo: a PNG to stand on the cover at 200×50.
    """
    page = _Page(sheet)
    title, language = escape(sheet.title), escape(sheet.language or "en", quote=True)
    direction = ' dir="rtl"' if sheet.is_right_to_left else ""
    style = _style(light or light_palette(), dark or dark_palette())
    return (
        f'<!doctype html>\n<html lang="{language}"{direction}><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="generator" content="Quillcast"><title>{title}</title><style>{style}</style></head>\n'
        f"<body>{_cover(sheet, logo=logo, logo_name=logo_name)}\n<main>\n{chr(10).join(page.body())}\n</main>\n"
        f"<footer><p>{escape(sheet.written_by)}</p></footer></body></html>\n"
    )


@cache
def _rules() -> str:
    return STYLE.read_text("utf-8")


def _style(light: Palette, dark: Palette) -> str:
    return (
        f":root{{{_variables(light)}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{_variables(dark)}}}}}\n"
        f"{_rules()}"
    )


def _variables(palette: Palette) -> str:
    named = {name.replace("_", "-"): value for name, value in asdict(palette).items() if isinstance(value, str)}
    series = {f"series-{index}": color for index, color in enumerate(palette.series)}
    return "".join(f"--{name}:{value};" for name, value in (named | series).items())


def _cover(sheet: Sheet, *, logo: bytes, logo_name: str) -> str:
    kind = f'<p class="kind">{escape(sheet.kind)}</p>' if sheet.kind else ""
    picture = ""
    if logo:
        alt = escape(logo_name or "Logo", quote=True)
        picture = f'<img alt="{alt}" width="200" height="50" src="data:image/png;base64,{b64encode(logo).decode()}">'
    facts = f'<p class="facts">{escape(" · ".join(sheet.facts))}</p>' if sheet.facts else ""
    return (
        f'<header class="cover"><div><div class="top">{kind}{picture}</div>'
        f"<h1>{escape(sheet.title)}</h1>{facts}</div></header>"
    )


class _Page:
    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._labels: Labels = labels_of(sheet.language)
        self._used: set[int] = set()

    def body(self) -> Iterator[str]:
        for block in self._sheet.blocks:
            yield from self._block(block)
        if self._sheet.remarks:
            items = "".join(f"<li>{escape(remark)}</li>" for remark in self._sheet.remarks)
            heading = escape(self._sheet.remarks_heading)
            yield f'<section class="callout"><h2>{heading}</h2><ul>{items}</ul></section>'
        if self._sheet.sources:
            listed = "".join(self._source(cited) for cited in self._sheet.sources)
            yield f'<section class="sources"><h2>{escape(self._sheet.sources_heading)}</h2>{listed}</section>'

    def _block(self, block: Block) -> Iterator[str]:
        match block:
            case Heading(text, level):
                rank = min(level + 1, 6)
                yield f"<h{rank}>{escape(text)}</h{rank}>"
            case Prose(runs, is_lead):
                paragraph = f"<p>{self._runs(runs)}</p>"
                yield f'<div class="lead">{paragraph}</div>' if is_lead else paragraph
            case Points(items):
                yield f'<ul class="points">{self._items(items)}</ul>'
            case Callout(label, items):
                yield f'<section class="callout"><h2>{escape(label)}</h2><ul>{self._items(items)}</ul></section>'
            case Terms(entries):
                pairs = (f"<dt>{escape(term)}</dt><dd>{self._runs(runs)}</dd>" for term, runs in entries)
                yield f"<dl>{''.join(pairs)}</dl>"
            case Answers(entries):
                pairs = (f"<h3>{escape(question)}</h3><p>{self._runs(runs)}</p>" for question, runs in entries)
                yield f'<div class="answers">{"".join(pairs)}</div>'
            case Cards(entries):
                cards = (
                    f"<li><b>{escape(card.value)}</b>{f'<i>{escape(card.unit)}</i>' if card.unit else ''}"
                    f"<span>{escape(card.label)}{self._marks(card.notes)}</span></li>"
                    for card in entries
                )
                yield f'<ul class="cards">{"".join(cards)}</ul>'
            case Graph():
                yield from self._graph(block)
            case Grid():
                yield from self._grid(block)
            case Moments(entries):
                moments = (
                    f'<li><span class="when">{escape(when(entry, self._labels.approximate))}</span>'
                    f'<span class="what">{self._run(entry.run)}</span></li>'
                    for entry in entries
                )
                yield f'<ol class="moments">{"".join(moments)}</ol>'
            case Choices(entries):
                asked = (
                    f'<li><span class="question">{escape(choice.question)}</span>'
                    f"<ol>{''.join(f'<li>{escape(option)}</li>' for option in choice.options)}</ol></li>"
                    for choice in entries
                )
                yield f'<ol class="quiz">{"".join(asked)}</ol>'
            case AnswerKey(heading, entries):
                answers = (
                    f"<li><b>{'ABCDEFGH'[choice.answer]}) {escape(choice.options[choice.answer])}</b>"
                    f"<small>{self._run(choice.explanation)}</small></li>"
                    for choice in entries
                )
                listed = f'<ol class="key">{"".join(answers)}</ol>'
                yield f'<section class="quiz-key"><h2>{escape(heading)}</h2>{listed}</section>'

    def _items(self, items: tuple[Runs, ...]) -> str:
        return "".join(f"<li>{self._runs(item)}</li>" for item in items)

    def _runs(self, runs: Runs) -> str:
        return " ".join(self._run(run) for run in runs)

    def _run(self, run: Run) -> str:
        return f"{escape(run.text)}{self._marks(run.notes)}"

    def _marks(self, notes: tuple[int, ...]) -> str:
        links = []
        for number, shown in in_ranges(notes):
            anchor = "" if number in self._used else f' id="ref-{number}"'
            self._used.add(number)
            links.append(
                f'<a href="#note-{number}"{anchor} aria-label="{escape(self._labels.source)} {shown}">{shown}</a>'
            )
        return f"<sup>{', '.join(links)}</sup>" if links else ""

    def _grid(self, grid: Grid) -> Iterator[str]:
        if not grid.columns:
            return
        sides = [' class="n"' if is_numeric(column) else "" for column in grid.columns]
        head = "".join(
            f'<th scope="col"{side}>{escape(header(column))}</th>'
            for column, side in zip(grid.columns, sides, strict=True)
        )
        body = []
        for row in grid.rows:
            cells = [*row, *(Run("") for _ in range(len(grid.columns) - len(row)))]
            named = f'<th scope="row">{self._run(cells[0])}</th>'
            rest = "".join(f"<td{side}>{self._run(cell)}</td>" for cell, side in zip(cells[1:], sides[1:], strict=True))
            body.append(f"<tr>{named}{rest}</tr>")
        caption = f"<caption>{escape(grid.title)}</caption>" if grid.title else ""
        inside = f"{caption}<thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody>"
        yield f'<div class="wide"><table>{inside}</table></div>'

    def _graph(self, graph: Graph) -> Iterator[str]:
        chart, plot = graph.chart, plotted(graph.chart)
        unit = f" <small>{escape(chart.unit)}</small>" if chart.unit and chart.unit != "%" else ""
        caption = f"<figcaption>{escape(chart.title)}{self._marks(graph.notes)}{unit}</figcaption>"
        match plot:
            case Bars():
                yield f"<figure>{caption}{legend(plot.names)}{bars(plot)}</figure>"
            case Lines():
                yield f"<figure>{caption}{legend(plot.names)}{lines(plot)}{self._numbers(plot)}</figure>"
            case Shares():
                yield f"<figure>{caption}{shares(plot)}</figure>"

    def _numbers(self, plot: Lines) -> str:
        """What a line shows, for those who don't see it."""
        values = [{point.x: point.text for point in line} for line in plot.points]
        head = "".join(f'<th scope="col" class="n">{escape(name)}</th>' for name in plot.names)
        rows = "".join(
            f'<tr><th scope="row">{escape(label)}</th>{"".join(_cell(line.get(index)) for line in values)}</tr>'
            for index, label in enumerate(plot.labels)
        )
        top = f"<thead><tr><td></td>{head}</tr></thead>" if any(plot.names) else ""
        return (
            f"<details><summary>{escape(self._labels.data)}</summary>"
            f'<div class="wide"><table>{top}<tbody>{rows}</tbody></table></div></details>'
        )

    def _source(self, cited: CitedSource) -> str:
        source = cited.source
        facts = [escape(fact) for fact in (source.author, source.published) if fact]
        if source.address:
            facts.append(_address(source.address))
        about = f'<p class="about">{" · ".join(facts)}</p>' if facts else ""
        notes = "".join(
            f'<li id="note-{note.number}" value="{note.number}">'
            f"{f'<span class=place>{escape(note.place)}</span> ' if note.place else ''}<q>{escape(note.quote)}</q>"
            f"{self._back(note.number)}</li>"
            for note in cited.notes
        )
        return f"<h3>{escape(source.title)}</h3>{about}{f'<ol>{notes}</ol>' if notes else ''}"

    def _back(self, number: int) -> str:
        return f' <a href="#ref-{number}" aria-label="↑ {number}">↑</a>' if number in self._used else ""


def _cell(text: str | None) -> str:
    return f'<td class="n">{escape(text or "")}</td>'


def _address(address: str) -> str:
    safe = escape(address, quote=True)
    try:
        is_web = urlsplit(address).scheme in {"http", "https"}
    except ValueError:
        is_web = False
    return f'<a href="{safe}" rel="noopener noreferrer">{safe}</a>' if is_web else safe
