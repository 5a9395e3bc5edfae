"""Charts taken apart into bars, lines and words at measured places."""

from __future__ import annotations

from collections.abc import Sequence

from server.engine.papers.palettes import Palette, mixed
from server.engine.papers.plotting import Bars, Lines, Shares, plotted
from server.engine.plates.marks import Align, Mark, Path, Plot, Shape, Words
from server.engine.plates.measuring import LEADING, fitted, width
from server.engine.plates.setting import shown

_TEXT = 11.0
_GAP = 8.0


def drawn_chart(plot: Plot, palette: Palette, *, is_right_to_left: bool = False, scale: float = 1.0) -> list[Mark]:
    """A chart's marks within its place."""
    made = plotted(plot.chart)
    match made:
        case Bars():
            return _bars(plot, made, palette, scale, is_right_to_left=is_right_to_left)
        case Lines():
            return _lines(plot, made, palette, scale)
        case Shares():
            return _shares(plot, made, palette, scale)
        case _:
            return []


def height_wished(plot: Plot, *, scale: float = 1.0) -> float:
    """Points of height at which a chart is easily read."""
    match plotted(plot.chart):
        case Bars(names, rows):
            legend = 26.0 if len(names) > 1 else 0.0
            return (legend + len(rows) * (16.0 + 13.0 * max(0, len(names) - 1) + 10.0)) * scale
        case Lines(names):
            return (190.0 + (26.0 if len(names) > 1 else 0.0)) * scale
        case Shares(parts):
            return (44.0 + 24.0 * len(parts)) * scale
        case _:
            return 40.0 * scale


def _words(
    text: str,
    x: float,
    y: float,
    w: float,
    h: float,
    *,
    size: float,
    color: str,
    on: str,
    weight: int = 400,
    align: Align = Align.START,
) -> Words:
    said = shown(text)
    smaller = [size * share for share in (1.0, 0.92, 0.85, 0.78, 0.7)]
    setting = fitted(said, room=max(4.0, w), height=max(h, smaller[-1] * LEADING), sizes=smaller, weight=weight)
    return Words(
        x=x, y=y, w=w, h=h, setting=setting, color=color, on=on, text=said, weight=weight, align=align, is_middle=True
    )


def _legend(plot: Plot, names: Sequence[str], palette: Palette, scale: float, y: float) -> list[Mark]:
    size = _TEXT * scale
    room = plot.w / len(names)
    x = plot.x
    out: list[Mark] = []
    for index, name in enumerate(names):
        wished = width(shown(name), size=size) + 2 * size
        w = min(wished + size, room)
        color = palette.series[index % len(palette.series)]
        out.append(Shape(x=x, y=y + size * 0.35, w=size * 0.75, h=size * 0.75, fill=color, radius=2))
        out.append(
            _words(name, x + size * 1.15, y, w - size * 1.3, size * 1.45, size=size, color=palette.soft, on="#ffffff")
        )
        x += w + size * 0.4 if wished + size < room else w
    return out


def _bars(plot: Plot, bars: Bars, palette: Palette, scale: float, *, is_right_to_left: bool) -> list[Mark]:
    out: list[Mark] = []
    top = plot.y
    if len(bars.names) > 1:
        out += _legend(plot, bars.names, palette, scale, top)
        top += 24 * scale
    row = (plot.y + plot.h - top) / max(1, len(bars.rows))
    each = min(30 * scale, row * 0.74 / max(1, len(bars.names)))
    size = max(4.0, min(12 * scale, each * 0.95 if len(bars.names) > 1 else each * 0.8, row / LEADING))
    values = [bar.text for _, some in bars.rows for bar in some]
    vw = min(plot.w * 0.25, max(width(shown(v), size=size, weight=600) for v in values) + 4)
    lw = min(plot.w * 0.36, max(width(shown(label), size=size) for label, _ in bars.rows) + 4)
    bw = plot.w - lw - vw - 2 * _GAP
    start = plot.x + (vw + _GAP if is_right_to_left else lw + _GAP)
    for index, (label, some) in enumerate(bars.rows):
        y = top + index * row
        lx = plot.x + plot.w - lw if is_right_to_left else plot.x
        out.append(_words(label, lx, y, lw, row, size=size, color=palette.ink, on="#ffffff", align=Align.START))
        block = each * len(some)
        for n, bar in enumerate(some):
            by = y + (row - block) / 2 + n * each
            if not bar.text:
                continue
            left, right = bar.start * bw, bar.end * bw
            x = start + (bw - right if is_right_to_left else left)
            color = palette.series[n % len(palette.series)]
            out.append(Shape(x=x, y=by + each * 0.08, w=max(1.5, right - left), h=each * 0.84, fill=color, radius=2.5))
            vx = x - _GAP - vw if is_right_to_left else x + max(1.5, right - left) + _GAP * 0.75
            vx = max(plot.x, min(vx, plot.x + plot.w - vw))
            out.append(_words(bar.text, vx, by, vw, each, size=size, color=palette.ink, on="#ffffff", weight=600))
    return out


def _lines(plot: Plot, lines: Lines, palette: Palette, scale: float) -> list[Mark]:
    out: list[Mark] = []
    size = 10.5 * scale
    top = plot.y + 6 * scale
    if len(lines.names) > 1:
        out += _legend(plot, lines.names, palette, scale, plot.y)
        top += 26 * scale
    tw = min(plot.w * 0.26, max(width(shown(t), size=size) for t, _ in lines.ticks) + 6)
    left, right = plot.x + tw + 10 * scale, plot.x + plot.w - 26 * scale
    bottom = plot.y + plot.h - size * LEADING - 6 * scale
    tall, wide = bottom - top, right - left
    for text, at in lines.ticks:
        y = bottom - at * tall
        out.append(
            Path(x=left, y=y, w=right - left, h=0, points=((0, 0), (wide, 0)), color=palette.line, thickness=0.8)
        )
        out.append(
            _words(
                text,
                plot.x,
                y - size * LEADING / 2,
                tw,
                size * LEADING,
                size=size,
                color=palette.soft,
                on="#ffffff",
                align=Align.END,
            )
        )
    count = len(lines.labels)
    most = max((width(shown(p.text), size=size, weight=600) for points in lines.points for p in points), default=0.0)
    aside = min(wide * 0.12, most / 2 + 4)
    run = wide - aside
    step = run / max(1, count - 1)
    lw = max((width(shown(label), size=size) for label in lines.labels), default=1) + 6
    every = max(1, -(-int(lw) // max(1, int(step))))
    for index in range(0, count, every):
        x = left + aside + lines.places[index] * run
        w = min(lw, 2 * min(x - plot.x, plot.x + plot.w - x))
        out.append(
            _words(
                lines.labels[index],
                x - w / 2,
                bottom + 4 * scale,
                w,
                size * LEADING,
                size=size,
                color=palette.soft,
                on="#ffffff",
                align=Align.CENTER,
            )
        )
    placed: list[tuple[float, float, float]] = []
    for number, points in enumerate(lines.points):
        color = palette.series[number % len(palette.series)]
        path = tuple((left + aside + lines.places[p.x] * run, bottom - p.y * tall) for p in points)
        if len(path) > 1:
            out.append(
                Path(
                    x=plot.x,
                    y=plot.y,
                    w=plot.w,
                    h=plot.h,
                    color=color,
                    thickness=2.4 * scale,
                    points=tuple((x - plot.x, y - plot.y) for x, y in path),
                )
            )
        for index, (x, y) in enumerate(path):
            r = 3.4 * scale
            out.append(Shape(x=x - r, y=y - r, w=2 * r, h=2 * r, fill=color, is_ellipse=True))
            text = points[index].text
            vw = width(shown(text), size=size, weight=600) + 4
            vx = min(max(plot.x, x - vw / 2), plot.x + plot.w - vw)
            vy = y - size * LEADING - 5 * scale
            if every > 1 and index % every and index != len(path) - 1:
                continue
            if vy < plot.y or any(abs(vx - a) < max(vw, c) and abs(vy - b) < size * 1.2 for a, b, c in placed):
                continue
            near = [q for other in lines.points if other is not points for q in other if q.x == points[index].x]
            if any(abs((bottom - q.y * tall) - (vy + size * 0.6)) < size for q in near):
                continue
            placed.append((vx, vy, vw))
            ink = color if _reads(color) else palette.ink
            out.append(
                _words(
                    text, vx, vy, vw, size * LEADING, size=size, color=ink, on="#ffffff", weight=600, align=Align.CENTER
                )
            )
    return out


def _reads(color: str) -> bool:
    from server.engine.papers.palettes import TEXT_CONTRAST, contrast

    return contrast(color, "#ffffff") >= TEXT_CONTRAST


def _shares(plot: Plot, shares: Shares, palette: Palette, scale: float) -> list[Mark]:
    """One bar of the parts, and under it each part with its share."""
    out: list[Mark] = []
    strip = min(30 * scale, plot.h * 0.2)
    colors = [*palette.series, *(mixed(c, "#ffffff", 0.35) for c in palette.series)]
    x = plot.x
    for index, (_, _, share) in enumerate(shares.parts):
        w = share * plot.w
        if w > 0.3:
            out.append(Shape(x=x, y=plot.y, w=max(0.3, w - 1.5), h=strip, fill=colors[index % len(colors)], radius=2))
        x += w
    top = plot.y + strip + 10 * scale
    row = min(30 * scale, (plot.y + plot.h - top) / len(shares.parts))
    size = max(4.0, min(13 * scale, row / LEADING))
    vw = min(plot.w * 0.3, max(width(shown(t), size=size, weight=600) for _, t, _ in shares.parts) + 4)
    for index, (label, text, _) in enumerate(shares.parts):
        y = top + index * row
        dot = size * 0.75
        fill = colors[index % len(colors)]
        out.append(Shape(x=plot.x, y=y + (row - dot) / 2, w=dot, h=dot, fill=fill, radius=2))
        out.append(
            _words(
                label, plot.x + size * 1.3, y, plot.w - vw - size * 1.6, row, size=size, color=palette.ink, on="#ffffff"
            )
        )
        out.append(
            _words(
                text,
                plot.x + plot.w - vw,
                y,
                vw,
                row,
                size=size,
                color=palette.ink,
                on="#ffffff",
                weight=600,
                align=Align.END,
            )
        )
    return out
