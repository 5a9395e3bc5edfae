"""Charts as HTML and inline SVG that takes its colours from the page's style."""

from __future__ import annotations

from html import escape

from server.engine.papers.plotting import Bars, Lines, Shares
from server.engine.papers.references import clipped

_COLORS = 6


def _swatch(index: int) -> str:
    return (
        '<svg aria-hidden="true" width="12" height="12" viewBox="0 0 10 10">'
        f'<rect width="10" height="10" rx="2" class="s{index % _COLORS}"/></svg>'
    )


def legend(names: tuple[str, ...]) -> str:
    """The colours of several series; nothing for a single one."""
    if len(names) < 2:
        return ""
    items = (f"<li>{_swatch(i)}{escape(name)}</li>" for i, name in enumerate(names))
    return f'<ul class="legend">{"".join(items)}</ul>'


def bars(plot: Bars) -> str:
    """A table whose middle column is drawn."""
    rows = []
    for label, values in plot.rows:
        for index, bar in enumerate(values):
            span = f' rowspan="{len(values)}"' if len(values) > 1 else ""
            name = f'<th scope="row"{span}>{escape(label)}</th>' if index == 0 else ""
            mark = (
                f'<rect x="{100 * bar.start:.2f}%" width="{100 * (bar.end - bar.start):.2f}%" height="100%" rx="3" '
                f'class="s{index % _COLORS}"/>'
            )
            rail = '<rect width="100%" height="100%" rx="3" class="rail"/>'
            drawn = f'<svg aria-hidden="true">{rail}{mark if bar.text else ""}</svg>'
            rows.append(f'<tr>{name}<td>{drawn}</td><td class="n">{escape(bar.text)}</td></tr>')
    return f'<table class="bars"><tbody>{"".join(rows)}</tbody></table>'


def lines(plot: Lines) -> str:
    """A picture of 720×260 whose words are few and short."""
    left, right, top, bottom = 64.0, 700.0, 14.0, 226.0
    count = len(plot.labels)

    def x(index: int) -> float:
        return left + 8 + (right - left - 16) * (plot.places[index] if count > 1 else 0.5)

    def y(share: float) -> float:
        return bottom - (bottom - top) * share

    marks = [
        f'<line x1="{left:g}" x2="{right:g}" y1="{y(at):.1f}" y2="{y(at):.1f}"/>'
        f'<text x="{left - 8:g}" y="{y(at) + 4:.1f}" text-anchor="end">{escape(text)}</text>'
        for text, at in plot.ticks
    ]
    longest = max((len(label) for label in plot.labels), default=1)
    step = max(1, -(-count * (longest * 7 + 14) // int(right - left)))
    for index in range(0, count, step):
        anchor = "end" if index == count - 1 else "middle"
        marks.append(
            f'<text x="{x(index):.1f}" y="248" text-anchor="{anchor}">{escape(clipped(plot.labels[index], 16))}</text>'
        )
    for series, points in enumerate(plot.points):
        places = " ".join(f"{x(point.x):.1f},{y(point.y):.1f}" for point in points)
        marks.append(f'<polyline class="s{series % _COLORS}" points="{places}" fill="none"/>')
        marks += [f'<circle class="s{series % _COLORS}" cx="{x(p.x):.1f}" cy="{y(p.y):.1f}" r="3"/>' for p in points]
    return f'<svg class="lines" viewBox="0 0 720 260" aria-hidden="true">{"".join(marks)}</svg>'


def shares(plot: Shares) -> str:
    """One bar of all parts, and what each is."""
    at, rects, rows = 0.0, [], []
    for index, (label, text, share) in enumerate(plot.parts):
        color = f"s{index % _COLORS}"
        rects.append(f'<rect x="{100 * at:.3f}%" width="{100 * share:.3f}%" height="100%" class="{color}"/>')
        rows.append(f'<tr><th scope="row">{_swatch(index)} {escape(label)}</th><td class="n">{escape(text)}</td></tr>')
        at += share
    return f'<svg class="whole" aria-hidden="true">{"".join(rects)}</svg><table><tbody>{"".join(rows)}</tbody></table>'
