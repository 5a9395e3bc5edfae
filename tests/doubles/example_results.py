"""Written results about one lake, drawn by the product's own code: what the desktop's readers are shown."""

from __future__ import annotations

import functools
from datetime import date
from itertools import count
from typing import Any

from stub_api import StubApi, a_request

from server.domain.documents import (
    Briefing,
    Cell,
    Chart,
    ChartKind,
    Column,
    ColumnType,
    DataTable,
    Difficulty,
    Document,
    Faq,
    Figure,
    KeyTerm,
    QuestionAnswer,
    Quiz,
    QuizQuestion,
    SourceNote,
    StudyGuide,
    Table,
    Timeline,
    TimelineEvent,
)
from server.domain.scripts import Section, Statement
from server.domain.sources import Passage
from server.engine.papers.references import Origin
from server.engine.specs import Brand
from server.engine.stages.drawing import MEDIA_TYPES, Form, Look, drawn

REPORT, WETLAND = "s0", "s1"
ORIGINS = (
    Origin(
        SourceNote(
            REPORT, "Lake Vell: three years of measurements", "https://vellwater.example/report", "", "2026-03-02"
        )
    ),
    Origin(SourceNote(WETLAND, "The northern wetland", "https://vellwater.example/wetland")),
)
_places = count()


def said(text: str, quote: str = "", *, source: str = REPORT, page: int | None = None) -> Statement:
    """A statement and the words it rests on."""
    start = next(_places) * 1000
    return Statement(text, (Passage(source, start, start + len(quote or text), quote or text, page, None),))


FELL = said(
    "The level fell by 40 centimetres between May and September and had fully recovered by February.",
    "Between May and September the level fell by 40 centimetres; by February it had fully recovered.",
    page=12,
)
COMPARED = said(
    "Comparable lakes with a single inflow needed nine to eleven months for a similar deficit.",
    "Comparable single-inflow lakes needed nine to eleven months to recover a similar deficit.",
    page=13,
)
HELD = said(
    "The northern wetland, restored in 2021, held back an estimated 1.2 million cubic metres in the January flood.",
    "The northern wetland, restored in 2021, retained an estimated 1.2 million cubic metres during the January flood.",
    source=WETLAND,
)
COST = said(
    "The restoration cost less than one year of pumping had cost before.",
    "Annual pumping costs before the restoration exceeded the total construction budget.",
    page=31,
)
PIKE = said(
    "Pike counts fell from 312 to 241 in the first season and stood at 318 in the second.",
    page=44,
)
OPEN = said("The third year has not been counted yet; the survey is due in spring.", page=45)


def briefing() -> Briefing:
    """Everything a briefing can have."""
    return Briefing(
        title="Lake Vell, three years on",
        language="en",
        summary=(FELL, HELD),
        figures=(
            Figure("40", "cm", "lost in the first dry summer", FELL),
            Figure("5", "months", "until the level was back", FELL),
            Figure("1.2 million", "m³", "held back by the wetland in one flood", HELD),
        ),
        findings=(
            Section("The lake comes back faster than its neighbours", ((FELL, COMPARED),)),
            Section("The wetland does the work", ((HELD, COST),)),
            Section("Not everyone gained at once", ((PIKE, OPEN),)),
        ),
        charts=(
            Chart(
                ChartKind.BARS,
                "Pike counted by season",
                "fish",
                ("Before", "First season", "Second season"),
                (("", (312.0, 241.0, 318.0)),),
                PIKE.passages,
            ),
            Chart(
                ChartKind.LINE,
                "Water level against the mean",
                "cm",
                ("May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb"),
                (("", (0.0, -9.0, -21.0, -33.0, -40.0, -36.0, -27.0, -18.0, -6.0, 0.0)),),
                FELL.passages,
            ),
        ),
        open_questions=(OPEN,),
        sources=tuple(origin.note for origin in ORIGINS),
    )


def faq() -> Faq:
    """Questions and answers."""
    return Faq(
        title="Lake Vell: what people ask",
        language="en",
        entries=(
            QuestionAnswer("How far did the lake fall, and how long did it need to recover?", (FELL, COMPARED)),
            QuestionAnswer("Why did it recover so quickly?", (HELD,)),
            QuestionAnswer("What did the restoration cost?", (COST,)),
            QuestionAnswer("How did the fish take it?", (PIKE, OPEN)),
        ),
    )


def study_guide() -> StudyGuide:
    """Terms, an outline, questions."""
    return StudyGuide(
        title="Lake Vell: a study guide",
        language="en",
        terms=(KeyTerm("Deficit", COMPARED), KeyTerm("Wetland", HELD)),
        outline=(Section("A summer without rain", ((FELL, COMPARED),)), Section("The wetland", ((HELD, COST),))),
        questions=faq().entries,
    )


EVENTS = (
    ("1931", "1931", "The river was dammed, and the first level was written down.", False),
    ("1968-05", "May 1968", "The pumping station took up its work on the southern shore.", False),
    ("1994", "1994", "The northern shore was drained for grazing.", True),
    ("2019-09-12", "12 September 2019", "The council voted for the restoration with eleven votes to four.", False),
    ("2021-04-03", "3 April 2021", "The wetland was flooded again after fourteen months of digging.", False),
    ("2023-05", "May to September 2023", "The level fell by 40 centimetres in the first dry summer.", False),
    (
        "2024-01-18",
        "18 January 2024",
        "The wetland held back an estimated 1.2 million cubic metres of the flood.",
        False,
    ),
    ("2024-02", "February 2024", "The level had fully recovered.", False),
    ("2025-06", "June 2025", "The anglers counted 318 pike, six more than before the works.", False),
)


def timeline() -> Timeline:
    """Dated events."""
    return Timeline(
        title="Lake Vell, year by year",
        language="en",
        events=tuple(
            TimelineEvent(d, label, said(text, page=5 + n), is_approximate=about)
            for n, (d, label, text, about) in enumerate(EVENTS)
        ),
    )


def quiz() -> Quiz:
    """Four questions."""
    asked = (
        (
            "By how much did the level fall in the first dry summer?",
            ("12 centimetres", "40 centimetres", "90 centimetres", "1.2 metres"),
            1,
            FELL,
        ),
        (
            "How long did comparable lakes need to recover?",
            ("two to three months", "five months", "nine to eleven months", "two years"),
            2,
            COMPARED,
        ),
        (
            "What held back the January flood?",
            ("the northern wetland", "the pumping station", "the dam's new gate", "the southern shore"),
            0,
            HELD,
        ),
        ("How many pike were counted in the second season?", ("241", "276", "312", "318"), 3, PIKE),
    )
    return Quiz(
        title="Do you know Lake Vell?",
        language="en",
        difficulty=Difficulty.MEDIUM,
        questions=tuple(QuizQuestion(q, options, right, why) for q, options, right, why in asked),
    )


LAKES = (
    ("Lake Vell", 4.8, 40.0, 5.0, "2021-04-03", "one river and a wetland"),
    ("Tarn Orrow", 3.1, 38.0, 9.0, "1998", "one river"),
    ("Grey Mere", 12.6, 44.0, 11.0, "", "one river"),
    ("Saltholm", 7.4, 22.5, 6.5, "2012-10-20", "two rivers"),
    ("Low Anser", 1.9, 51.0, None, "", "springs"),
)


def data_table() -> DataTable:
    """Five lakes compared, and what the works cost."""

    def number(value: float | None, text: str = "") -> Cell:
        return (
            Cell(text or f"{value:g}", value, said(f"{value:g} is the figure of the report.").passages)
            if value is not None
            else Cell()
        )

    rows = tuple(
        (
            Cell(name, name, said(f"{name} is one of the five.").passages),
            number(area),
            number(fall),
            number(months),
            Cell(day, day or None),
            Cell(inflow, inflow),
        )
        for name, area, fall, months, day, inflow in LAKES
    )
    costs = tuple(
        (Cell(name, name), number(cost, f"{cost:,.0f}"), number(share))
        for name, cost, share in (
            ("Digging", 1_240_000.0, 52.0),
            ("Paths", 410_000.0, 17.0),
            ("Monitoring", 735_000.0, 31.0),
        )
    )
    return DataTable(
        title="Lakes compared",
        language="en",
        tables=(
            Table(
                "How five lakes recovered",
                (
                    Column("Lake"),
                    Column("Area", ColumnType.NUMBER, "km²"),
                    Column("Fall", ColumnType.NUMBER, "cm"),
                    Column("Recovery", ColumnType.NUMBER, "months"),
                    Column("Restored", ColumnType.DATE),
                    Column("Fed by"),
                ),
                rows,
            ),
            Table(
                "What the works cost",
                (Column("Part"), Column("Cost", ColumnType.MONEY, "EUR"), Column("Share", ColumnType.PERCENT)),
                costs,
            ),
        ),
    )


FILES: dict[str, tuple[Any, dict[Form, str]]] = {
    "faq": (faq, {Form.MARKDOWN: "document_url", Form.HTML: "document_html_url", Form.PDF: "document_pdf_url"}),
    "study_guide": (
        study_guide,
        {Form.MARKDOWN: "document_url", Form.HTML: "document_html_url", Form.PDF: "document_pdf_url"},
    ),
    "timeline": (
        timeline,
        {Form.MARKDOWN: "document_url", Form.HTML: "document_html_url", Form.PDF: "document_pdf_url"},
    ),
    "briefing_doc": (briefing, {Form.PDF: "briefing_doc_url", Form.HTML: "document_html_url", Form.MARKDOWN: ""}),
    "quiz": (quiz, {Form.QUIZ: "", Form.HTML: "document_html_url", Form.PDF: "document_pdf_url"}),
    "datatable": (
        data_table,
        {
            Form.WORKBOOK: "datatable_url",
            Form.CSV: "datatable_csv_url",
            Form.MARKDOWN: "",
            Form.HTML: "document_html_url",
            Form.PDF: "document_pdf_url",
        },
    ),
}


@functools.cache
def forms_of(kind: str) -> tuple[str, dict[Form, bytes]]:
    """Title and drawn forms of an output type's example."""
    make, files = FILES[kind]
    document: Document = make()
    made, _missing = drawn(document, Look(ORIGINS, Brand(), None, date(2026, 11, 20), with_notes=False), tuple(files))
    return document.title, made


def a_result(api: StubApi, kind: str, **fields: Any) -> dict[str, Any]:
    """Put a completed request of an output type into the stub, its files served as the product serves them."""
    title, made = forms_of(kind)
    words = made[Form.QUIZ if kind == "quiz" else Form.MARKDOWN].decode()
    row = a_request(
        api.contents,
        title,
        **{
            "output_type": kind,
            "duration": 0,
            "language": "English",
            "response_text": words,
            "file_size": len(next(iter(made.values()))),
            "order": {
                "outputType": kind,
                "resources": [{"type": "website", "content": "https://vellwater.example/report"}],
            },
        }
        | fields,
    )
    links = {}
    for form, name in FILES[kind][1].items():
        if name:
            links[name] = api.serve(row["id"], f"{kind}.{form}", made[form], MEDIA_TYPES[form])
    if "briefing_doc_url" in links:
        links["document_url"] = links["briefing_doc_url"]
        row["document_format"] = "pdf"
    row["links"] = links
    return row
