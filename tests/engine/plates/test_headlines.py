"""Headlines: what numbers and dates say in one line, never more than they show."""

from __future__ import annotations

from dataclasses import replace

import pytest
from plate_measures import words_of
from sample_plates import random_deck

from server.domain.decks import Point, Slide, SlideKind, Theme
from server.domain.documents import Chart, ChartKind, TimelineEvent
from server.domain.scripts import Statement
from server.engine.papers.palettes import light_palette
from server.engine.papers.plotting import is_even, places_of
from server.engine.plates.brands import Brand
from server.engine.plates.headlines import headline
from server.engine.plates.marks import Part, Plate, Words
from server.engine.plates.slides import laid_out
from server.engine.plates.tellings import as_drawn, quoted

PALETTE = light_palette()
TEXTS = ("The rope yields 900 kilograms", "Nothing is fed to it, and nothing is sprayed", "A calm winter costs a third")


def charted(kind: ChartKind, labels: tuple[str, ...], *series: tuple[str, tuple[float, ...]], unit: str = "") -> Slide:
    return Slide(kind=SlideKind.CHART, heading="Sold", chart=Chart(kind, "Sold", unit, labels, series, ()))


def points(count: int) -> tuple[Point, ...]:
    return tuple(Point(text, Statement(text, ())) for text in TEXTS[:count])


def plates_of(slide: Slide) -> list[Plate]:
    return laid_out(replace(random_deck(1), language="en", slides=(slide,)), brand=Brand(PALETTE))


def title_of(plate: Plate) -> str:
    return next(mark.text for mark in words_of(plate, PALETTE) if mark.part is Part.TITLE)


@pytest.mark.parametrize(
    ("slide", "language", "said"),
    [
        (charted(ChartKind.LINE, ("2016", "2024"), ("", (3, 210)), unit="t"), "en", "From 3 t (2016) to 210 t (2024)"),
        (charted(ChartKind.LINE, ("2016", "2024"), ("", (3, 210)), unit="t"), "de", "Von 3 t (2016) auf 210 t (2024)"),
        (charted(ChartKind.SHARES, ("Noodles", "Feed"), ("", (45, 30)), unit="%"), "fr", "En tête : Noodles, 45 %"),
        (charted(ChartKind.BARS, ("A", "B"), ("2023", (1, 9)), ("2024", (8, 2))), "en", "At the top: A, 8 (2024)"),
        (charted(ChartKind.BARS, ("A", "B"), ("", (4, 4))), "en", ""),
        (charted(ChartKind.BARS, ("A", "B"), ("", (-4, -5))), "en", ""),
        (charted(ChartKind.BARS, ("A", "B"), ("", (4, 5))), "ja", ""),
    ],
)
def test_a_chart_is_headed_by_what_its_numbers_say(slide: Slide, language: str, said: str) -> None:
    assert headline(slide, language) == said


def test_dates_are_headed_by_the_first_and_the_last_year() -> None:
    events = tuple(TimelineEvent(day, day, Statement("It began.", ())) for day in ("2015-05", "2016", "2029"))
    slide = Slide(kind=SlideKind.TIMELINE, theme=Theme.DATES, events=events)
    assert headline(slide, "de") == "Von 2015 bis 2029"
    assert headline(replace(slide, events=events[:1]), "de") == ""
    assert headline(replace(slide, events=events[::-1]), "de") == ""


def test_the_recap_counts_its_points() -> None:
    recap = Slide(kind=SlideKind.RECAP, theme=Theme.RECAP, points=points(2))
    assert headline(recap, "pt") == "Duas ideias para recordar"
    assert title_of(plates_of(recap)[0]) == "Two things to remember"


def test_a_leading_point_stands_over_the_others_and_is_said_once() -> None:
    slide = Slide(kind=SlideKind.POINTS, theme=Theme.FINDINGS, heading="How it grows", points=points(3), has_lead=True)
    plate = plates_of(slide)[0]
    said = [mark.text for mark in words_of(plate, PALETTE)]
    assert title_of(plate) == TEXTS[0]
    assert said.count(TEXTS[0]) == 1
    assert "HOW IT GROWS" in said
    assert title_of(plates_of(replace(slide, has_lead=False))[0]) == "How it grows"


def test_entries_that_need_two_slides_go_on_counting() -> None:
    text = "Connect the delivery hose of the filling pump to the lower valve and the return hose to the upper one. " * 2
    steps = tuple(Point(text, Statement(text, ())) for _ in range(12))
    plates = plates_of(Slide(kind=SlideKind.STEPS, theme=Theme.STEPS, heading="Filling", points=steps))
    assert len(plates) > 1
    numbers = [m.text for p in plates for m in p.marks if isinstance(m, Words) and m.text.isdigit() and m.weight == 700]
    assert numbers == [str(n) for n in range(1, 13)]


def test_numbers_of_an_axis_stand_as_far_apart_as_they_are() -> None:
    assert places_of(("1970", "1980", "1995")) == (0.0, 0.4, 1.0)
    assert places_of(("a", "b", "c")) == (0.0, 0.5, 1.0)
    assert is_even(("2017", "2019", "2021"))
    assert not is_even(("1970", "1980", "1995"))
    assert places_of(("1900", "2023", "2024")) == ()
    crowded = Chart(ChartKind.LINE, "", "", ("1900", "2023", "2024"), (("", (1.0, 2.0, 3.0)),), ())
    assert as_drawn(crowded).kind is ChartKind.BARS


def test_a_native_line_over_uneven_years_has_its_points_at_their_years() -> None:
    import io

    from pptx import Presentation

    from server.engine.plates.office import as_pptx

    slide = charted(ChartKind.LINE, ("1970", "1980", "1995"), ("", (240.0, 2900.0, 7400.0)))
    content = as_pptx(plates_of(slide), palette=PALETTE, title="t", language="en")
    frame = next(shape for shape in Presentation(io.BytesIO(content)).slides[0].shapes if shape.has_chart)
    series = frame.chart.plots[0].series[0]
    assert list(series.values) == [240.0, 2900.0, 7400.0]
    assert [float(v.text) for v in series._element.xpath("c:xVal//c:v")] == [1970.0, 1980.0, 1995.0]


def test_words_are_quoted_as_their_language_does() -> None:
    assert quoted("So ist es", "de") == "„So ist es“"
    assert quoted("C'est ainsi", "fr") == "«\u00a0C'est ainsi\u00a0»"
    assert quoted("So it is", "en-GB") == "“So it is”"
    assert quoted('He said "so"', "en") == 'He said "so"'
