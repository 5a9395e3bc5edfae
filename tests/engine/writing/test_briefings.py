"""Briefings: facts by weight, nothing said twice, figures, charts, dates and open questions."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from document_measures import ALL, OTHERS, expected, facts, lines, other_source, text_source, words, writer_of
from plain_sources import TEXTS, source_of

from server.domain.documents import Briefing, ChartKind
from server.domain.requests import Duration
from server.domain.sources import Source
from server.engine.writing.rules import rules_for
from server.engine.writing.tasks import BriefingTask


def write(*sources: Source, duration: Duration = Duration.DEFAULT, instructions: str = "") -> Briefing:
    task = BriefingTask(sources=sources, language=sources[0].language, duration=duration, instructions=instructions)
    return writer_of(*sources).write(task)


QUICK = ("news_ferry.md", "comparison_trailers.md", "annual_report_reuse.md", "biography_lisk.md", "stadtbaeume_de.md")


@pytest.mark.parametrize("name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in ALL])
def test_facts_by_weight_and_nothing_unsupported(name: str) -> None:
    source = text_source(name)
    briefing = write(source)
    assert facts(briefing, name) >= 0.75, name
    rules = rules_for(source.language)
    for statement in briefing.statements:
        assert statement.passages, (name, statement.text)
        assert all(source.text[p.start : p.end] == p.text for p in statement.passages)
        assert not rules.unsupported(statement.text, passages=[p.text for p in statement.passages])
    findings = [s.text for x in briefing.findings for p in x.paragraphs for s in p]
    assert len(findings) == len(set(findings)), name
    assert not set(findings) & {s.text for s in briefing.summary}, name
    assert 1 <= len(briefing.summary) <= 4, name
    assert all(section.heading for section in briefing.findings), name


@pytest.mark.parametrize("stem", OTHERS)
def test_texts_that_nothing_was_tuned_on(stem: str) -> None:
    want = expected(stem)
    briefing = write(other_source(stem))
    read = " ".join(lines(briefing))
    assert [group for group in want["facts"] if not all(f in read for f in group)] == []  # type: ignore[attr-defined]
    questions = " ".join(s.text for s in briefing.open_questions)
    assert all(word in questions for word in want.get("open", ()))  # type: ignore[attr-defined]
    if "series" in want:
        assert any(list(values) == want["series"] for c in briefing.charts for _, values in c.series)


@pytest.mark.slow
def test_lengths_differ() -> None:
    source = text_source("canal_history.md")
    counts = [words(write(source, duration=d)) for d in (Duration.SHORT, Duration.DEFAULT, Duration.LONG)]
    assert counts[0] < 1_100 < counts[1] < counts[2]


def test_instructions_steer_the_findings() -> None:
    source = text_source("biography_lisk.md")
    plain = write(source, duration=Duration.SHORT)
    steered = write(source, duration=Duration.SHORT, instructions="the mercury and the illness of the keepers")
    assert " ".join(lines(steered)).lower().count("mercury") > " ".join(lines(plain)).lower().count("mercury")


def test_charts_come_from_numbers_that_belong_together() -> None:
    briefing = write(text_source("annual_report_reuse.md"))
    line = next(c for c in briefing.charts if c.kind is ChartKind.LINE)
    assert line.labels == ("2021", "2022", "2023", "2024")
    assert line.unit == "tonnes"
    assert ("North", (410.0, 436.0, 471.0, 528.0)) in line.series
    for chart in briefing.charts:
        assert chart.passages
        assert all(len(values) == len(chart.labels) for _, values in chart.series)
        assert all(name.lower() != "total" for name in (*chart.labels, *(n for n, _ in chart.series)))


def test_shares_of_a_whole_are_drawn_as_shares() -> None:
    filler = "The board talked about the figures for a long time and came to no conclusion that anybody remembers. "
    source = source_of(
        f"# Where the money comes from\n\n{filler * 4}\n\n"
        "| Source | Share (percent) |\n|---|---|\n| Members | 55 |\n| Town | 30 |\n| Sales | 15 |"
    )
    chart = write(source).charts[0]
    assert (chart.kind, chart.series) == (ChartKind.SHARES, (("", (55.0, 30.0, 15.0)),))


def test_sources_are_listed_and_told_once() -> None:
    ferry = text_source("news_ferry.md")
    second = source_of(
        "# Brannock ferry: what commuters say\n\n"
        "The chain ferry between Brannock and Sele will stop running on Monday 20 March and is not expected "
        "back before June. About 2,300 people and 640 vehicles use the ferry on a weekday. Nadia Orrin, a "
        "nurse from Sele, will sleep at the hospital in Brannock on four nights a week. The bus company has "
        "offered a night bus for 3.20, which would leave the hospital at half past ten. The taxi drivers have "
        "agreed on a fixed price of 38 for the way round the inlet.",
        id="second",
    )
    briefing = write(ferry, second)
    assert [n.id for n in briefing.sources] == [ferry.id, "second"]
    said = " ".join(s.text for s in (*briefing.summary, *briefing.open_questions)) + " ".join(
        s.text for x in briefing.findings for p in x.paragraphs for s in p
    )
    assert said.count("640 vehicles") <= 1
    assert "Nadia Orrin" in said


LONG = """
import resource, sys
from document_measures import long_source
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.tasks import BriefingTask, DataTableTask, TimelineTask
writer, source = BuiltInWriter(), long_source(200_000)
for kind in (TimelineTask, BriefingTask, DataTableTask):
    assert writer.write(kind(sources=(source,), language="en")).statements
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


@pytest.mark.slow
def test_two_hundred_thousand_words_fit_in_memory() -> None:
    root = TEXTS.parent.parent.parent
    path = os.pathsep.join((str(root), str(root / "tests" / "doubles")))
    run = subprocess.run(
        [sys.executable, "-c", LONG], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=True
    )
    assert float(run.stdout) < 1536


HARBOUR = """# The harbour of Ennis

## What was lost

The harbour of Ennis is a fishing harbour on the west coast with room for 90 boats. It was built between 1881 and 1889 \
by the county, and it takes boats of up to 24 metres.

At 22:40 on 3 May 2024 a barge tore the eastern gate from its hinges. The landings fell from 4,100 tonnes in 2019 to \
2,300 tonnes in 2024. Between 1991 and 2021 its population fell from 7,000 to 3,800.

## What comes next

The county will spend 12.5 million euros on a new gate. What counts for the fishermen is the depth at low tide. It was \
3.1 metres before the accident. The work begins in March 2027, and the old gate stays in the museum of the town.
"""


def test_a_briefing_begins_with_what_its_source_opens_with_and_keeps_its_order() -> None:
    briefing = write(source_of(HARBOUR))
    assert briefing.summary[0].text.startswith("The harbour of Ennis is a fishing harbour")
    assert [s.heading for s in briefing.findings][-1] == "What comes next"


def test_cards_show_where_a_figure_got_to_and_no_clock() -> None:
    shown = {f.value: f.label for f in write(source_of(HARBOUR), duration=Duration.LONG).figures}
    assert "2,300" in shown and not {"4,100", "40", "22", "7,000"} & set(shown)
    assert not [label for label in shown.values() if " its population" in label]
