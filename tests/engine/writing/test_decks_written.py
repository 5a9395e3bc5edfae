"""Decks and infographics as they are written: lengths, formats, gates, figures, steering."""

from __future__ import annotations

import re

import pytest
from document_measures import text_source, writer_of
from plain_sources import source_of

from server.domain.decks import Deck, DeckFormat, SlideKind
from server.domain.infographics import Detail, Infographic, PanelKind
from server.domain.requests import Duration
from server.engine.writing.decks.writing import spread
from server.engine.writing.rules import rules_for
from server.engine.writing.tasks import BriefingTask, DeckTask, InfographicTask

DATA, NARRATIVE = "annual_report_reuse.md", "biography_lisk.md"


def deck(name: str, **wishes: object) -> Deck:
    source = text_source(name)
    return writer_of(source).write(DeckTask(sources=(source,), language=source.language, **wishes))


def infographic(name: str, **wishes: object) -> Infographic:
    source = text_source(name)
    return writer_of(source).write(InfographicTask(sources=(source,), language=source.language, **wishes))


@pytest.mark.parametrize("name", [DATA, NARRATIVE, "stadtbaeume_de.md"])
@pytest.mark.parametrize("form", list(DeckFormat))
def test_every_statement_is_carried_by_its_passages(name: str, form: DeckFormat) -> None:
    source = text_source(name)
    rules = rules_for(source.language)
    made = deck(name, format=form)
    points = [p for slide in made.slides for p in slide.points]
    assert made.passages
    for text, passages in [
        *((s.text, s.passages) for s in made.statements),
        *((p.text, p.statement.passages) for p in points),
    ]:
        assert passages, text
        assert all(source.text[p.start : p.end] == p.text for p in passages)
        assert not rules.unsupported(text, passages=[p.text for p in passages]), text


@pytest.mark.parametrize("form", list(DeckFormat))
@pytest.mark.parametrize(("duration", "about"), [(Duration.SHORT, 6), (Duration.DEFAULT, 10), (Duration.LONG, 16)])
def test_lengths_are_about_what_is_promised(duration: Duration, about: int, form: DeckFormat) -> None:
    slides = deck(DATA, duration=duration, format=form).slides
    assert abs(len(slides) - about) <= 1
    assert (slides[0].kind, slides[-1].kind) == (SlideKind.TITLE, SlideKind.SOURCES)


def test_a_presenter_has_few_words_on_the_slides_and_the_talk_in_the_notes() -> None:
    told = deck(NARRATIVE, format=DeckFormat.PRESENTER)
    read = deck(NARRATIVE, format=DeckFormat.DETAILED)
    for slide in told.slides:
        if slide.kind is SlideKind.POINTS:
            assert all(len(point.text.split()) <= 12 for point in slide.points)
            assert slide.talk
    words = [sum(len(p.text.split()) for s in d.slides for p in s.points) for d in (told, read)]
    talk = [sum(len(t.text.split()) for s in d.slides for t in s.talk) for d in (told, read)]
    assert words[0] < words[1]
    assert talk[0] > talk[1]


def test_no_event_is_told_by_what_leads_up_to_its_date() -> None:
    events = [event for form in DeckFormat for slide in deck(NARRATIVE, format=form).slides for event in slide.events]
    panels = [event for panel in infographic(NARRATIVE).panels for event in panel.events]
    assert events and panels
    for event in (*events, *panels):
        years = set(re.findall(r"\b1[89]\d\d\b", event.text.text))
        assert not years or event.date[:4] in years, (event.date, event.text.text)


def test_the_first_few_of_many_lie_evenly() -> None:
    assert spread(5) == [0, 4, 2, 1, 3]
    assert sorted(spread(9)[:3]) == [0, 4, 8]
    assert spread(0) == []


def test_a_long_source_is_told_from_its_beginning_to_its_end() -> None:
    source = text_source("canal_history.md")
    made = deck("canal_history.md")
    told = [s for s in made.slides if s.kind is SlideKind.POINTS]
    places = [max(q.start for p in s.points for q in p.statement.passages) / len(source.text) for s in told]
    assert min(places) < 0.25
    assert max(places) > 0.8


def test_charts_hold_the_figures_of_the_source() -> None:
    source = text_source(DATA)
    known = writer_of(source).write(BriefingTask(sources=(source,), language="en")).charts
    charts = [s.chart for s in deck(DATA).slides if s.chart]
    charts += [p.chart for p in infographic(DATA).panels if p.chart]
    assert charts
    assert all(chart in known for chart in charts)


def test_text_steers() -> None:
    plain, steered = deck(NARRATIVE), deck(NARRATIVE, instructions="the mercury and the illness of the keepers")
    count = [" ".join(s.text for s in d.statements).lower().count("mercury") for d in (plain, steered)]
    assert count[1] > count[0]


def test_an_infographic_shows_what_the_source_has() -> None:
    assert {p.kind for p in infographic(DATA).panels} >= {PanelKind.FIGURES, PanelKind.CHART}
    assert PanelKind.STEPS in {p.kind for p in infographic("manual_pump.md").panels}
    sizes = [len(infographic(DATA, detail=detail).panels) for detail in Detail]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[-1]


@pytest.mark.parametrize("length", [2, 12])
def test_a_text_without_paragraphs_has_its_infographic(length: int) -> None:
    told = [
        "Coffee is a drink that is made of the roasted seeds of a plant which grows in more than seventy countries.",
        "The ripe berries are picked by hand, freed of their flesh and dried in the sun until nothing in them is wet.",
        "Dried seeds are roasted to varying degrees which decides about the flavour and how bitter the drink will be.",
        "The roasted beans are ground and brewed with water that has almost come to the boil.",
    ]
    source = source_of(" ".join((told * 3)[:length]) + " Coffee keeps people awake." * (length == 2) * 12)
    made = writer_of(source).write(InfographicTask(sources=(source,), language="en"))
    assert [p for panel in made.panels for p in panel.points]
