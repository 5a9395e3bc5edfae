"""Charts of an office presentation, native: their numbers can be edited."""

from __future__ import annotations

import math
from typing import Any

from server.domain.documents import ChartKind
from server.engine.papers.palettes import Palette
from server.engine.papers.plotting import is_even, nice_ticks
from server.engine.papers.plotting import shown as said
from server.engine.papers.references import clipped
from server.engine.plates.marks import Plot
from server.engine.plates.office_units import FONT, describe, emu, rgb
from server.engine.plates.setting import shown

_MOST_LABELS = 16
"""Values that stand beside their points; more would lie on each other."""


def add_chart(slide: Any, mark: Plot, palette: Palette) -> None:
    """A chart on a slide."""
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE

    chart = mark.chart
    is_line = chart.kind is ChartKind.LINE and len(chart.labels) > 1
    if is_line and not is_even(chart.labels):
        _scatter(slide, mark, palette)
        return
    data: Any = CategoryChartData(number_format="General")
    data.categories = [clipped(shown(label), 60) or "–" for label in chart.labels]
    numbers: list[float] = []
    for name, values in chart.series:
        cells = [v if math.isfinite(v) else None for v in values[: len(chart.labels)]]
        numbers += [v for v in cells if v is not None]
        data.add_series(clipped(shown(name), 60) or clipped(shown(chart.title), 60) or "–", cells)
    kind = XL_CHART_TYPE.LINE_MARKERS if is_line else XL_CHART_TYPE.BAR_CLUSTERED
    frame = slide.shapes.add_chart(kind, emu(mark.x), emu(mark.y), emu(mark.w), emu(mark.h), data)
    describe(frame, mark.alt)
    _dressed(frame.chart, mark, numbers, palette, is_line=is_line)


def _scatter(slide: Any, mark: Plot, palette: Palette) -> None:
    """A line over numbers that are not evenly far apart: its points stand at their numbers."""
    from pptx.chart.data import XyChartData
    from pptx.enum.chart import XL_CHART_TYPE, XL_LABEL_POSITION
    from pptx.util import Pt

    chart = mark.chart
    data: Any = XyChartData(number_format="General")
    numbers: list[float] = []
    for name, values in chart.series:
        series = data.add_series(clipped(shown(name), 60) or clipped(shown(chart.title), 60) or "–")
        for label, value in zip(chart.labels, values, strict=False):
            if math.isfinite(value):
                series.add_data_point(float(label), value)
                numbers.append(value)
    frame = slide.shapes.add_chart(
        XL_CHART_TYPE.XY_SCATTER_LINES, emu(mark.x), emu(mark.y), emu(mark.w), emu(mark.h), data
    )
    describe(frame, mark.alt)
    _dressed(frame.chart, mark, numbers, palette, is_line=True)
    if len(chart.series) == 1 and len(numbers) <= _MOST_LABELS:
        for point, value in zip(_points(frame.chart.plots[0].series[0], len(numbers)), numbers, strict=True):
            label = point.data_label
            label.position = XL_LABEL_POSITION.ABOVE
            label.text_frame.text = said(value, chart.unit)
            label.text_frame.paragraphs[0].runs[0].font.size = Pt(12)
    axis = frame.chart.category_axis
    axis.tick_labels.number_format, axis.tick_labels.number_format_is_linked = "General", False
    first, last = float(chart.labels[0]), float(chart.labels[-1])
    aside = (last - first) * 0.06
    axis.minimum_scale, axis.maximum_scale = math.floor(first - aside), math.ceil(last + aside)


def _points(series: Any, count: int) -> list[Any]:
    return [series.points[n] for n in range(count)]


def _dressed(drawn: Any, mark: Plot, numbers: list[float], palette: Palette, *, is_line: bool) -> None:
    """A chart in the deck's type and colours, with its axes and labels."""
    from pptx.enum.chart import XL_LABEL_POSITION, XL_LEGEND_POSITION, XL_TICK_LABEL_POSITION
    from pptx.util import Pt

    chart = mark.chart
    drawn.font.size, drawn.font.name = Pt(13), FONT
    drawn.font.color.rgb = rgb(palette.ink)
    drawn.has_title = False
    drawn.has_legend = len(chart.series) > 1
    if drawn.has_legend:
        drawn.legend.position, drawn.legend.include_in_layout = XL_LEGEND_POSITION.TOP, False
        drawn.legend.font.size = Pt(13)
    values, categories = drawn.value_axis, drawn.category_axis
    values.has_major_gridlines = is_line
    values.visible = is_line
    categories.format.line.color.rgb = rgb(palette.line)
    categories.has_major_gridlines = False
    categories.tick_label_position = XL_TICK_LABEL_POSITION.LOW
    if is_line and numbers:
        ticks = nice_ticks(min(numbers), max(numbers))
        values.minimum_scale, values.maximum_scale = ticks[0], ticks[-1]
        values.major_unit = ticks[1] - ticks[0] if len(ticks) > 1 else None
        values.major_gridlines.format.line.color.rgb = rgb(palette.line)
        values.format.line.fill.background()
    else:
        categories.reverse_order = True
        if numbers and min(numbers) >= 0:
            values.minimum_scale = 0
    plot = drawn.plots[0]
    if is_line and not is_even(chart.labels):
        _colored(plot, palette, is_line=True)
        return
    if not is_line:
        plot.gap_width, plot.overlap = 45, -5
    plot.has_data_labels = not is_line or (len(chart.series) == 1 and len(numbers) <= _MOST_LABELS)
    if plot.has_data_labels:
        labels = plot.data_labels
        labels.show_value, labels.number_format_is_linked = True, False
        decimals = any(v != round(v) for v in numbers)
        labels.number_format = ("#,##0.0##" if decimals else "#,##0") + ('" %"' if chart.unit == "%" else "")
        labels.position = XL_LABEL_POSITION.ABOVE if is_line else XL_LABEL_POSITION.OUTSIDE_END
        labels.font.size = Pt(12 if len(numbers) <= 16 else 10 if len(numbers) <= 24 else 8)
    _colored(plot, palette, is_line=is_line)


def _colored(plot: Any, palette: Palette, *, is_line: bool) -> None:
    from pptx.util import Pt

    for index, series in enumerate(plot.series):
        color = rgb(palette.series[index % len(palette.series)])
        if is_line:
            series.smooth = False
            series.format.line.color.rgb, series.format.line.width = color, Pt(2.5)
            series.marker.format.fill.solid()
            series.marker.format.fill.fore_color.rgb = color
            series.marker.format.line.color.rgb = color
        else:
            series.invert_if_negative = False
            series.format.fill.solid()
            series.format.fill.fore_color.rgb = color
