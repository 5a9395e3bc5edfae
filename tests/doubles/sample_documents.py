"""Hand-made documents of every kind and shape, and random ones for properties of what is drawn."""

from __future__ import annotations

import random
from itertools import count

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

ORIGINS = (
    Origin(SourceNote("s0", "A history of the canals", "https://example.org/canals", "A. Writer", "2021-03-04")),
    Origin(SourceNote("s1", "Minutes of the valley council"), slides=((0, 400, 1), (400, 900, 2))),
)
_numbers = count()
STONE = "The canal carried 1.2 million tonnes of stone in 1897, more than any other waterway of the region."
KEEPERS = "Its keepers were paid by the lock and not by the day, which led to the strike of the following spring."


def passage(text: str, *, page: int | None = None, time_ms: int | None = None) -> Passage:
    number = next(_numbers)
    return Passage(f"s{number % 2}", number * 100, number * 100 + len(text), text, page, time_ms)


def said(text: str, *, page: int | None = None) -> Statement:
    return Statement(text, (passage(text, page=page),))


def cell(text: str, value: float | str | None = None) -> Cell:
    return Cell(text, value, (passage(text),) if text else ())


def canals() -> Table:
    rows = (
        ("Northern canal", ("48.2", 48.2), "1821-05-03", ("1,200,000", 1_200_000.0), ("46", 46.0)),
        ("Eastern canal", ("31", 31.0), "1934-07-01", ("640,000", 640_000.0), ("12.5", 12.5)),
        ("=HYPERLINK(1)", ("12.5", 12.5), "1790", ("", None), ("24", 24.0)),
    )
    return Table(
        "The three canals compared",
        (
            Column("Canal"),
            Column("Length", ColumnType.NUMBER, "km"),
            Column("Opened", ColumnType.DATE),
            Column("Cost", ColumnType.MONEY, "EUR"),
            Column("Share", ColumnType.PERCENT),
        ),
        tuple((cell(a), cell(*b), cell(c, c), cell(*d), cell(*e)) for a, b, c, d, e in rows),
    )


def charts() -> tuple[Chart, ...]:
    years = tuple(str(year) for year in range(1890, 1902))
    boats = (10.0, 14.0, 22.0, 31.0, 28.0, 40.0, 44.0, 52.0, 49.0, 61.0, 70.0, 66.0)
    return (
        Chart(
            ChartKind.BARS, "Stone by canal", "t", ("Northern", "Eastern"), (("", (1200.0, 640.0)),), (passage("b"),)
        ),
        Chart(ChartKind.LINE, "Boats per year", "boats", years, (("", boats),), (passage("l"),)),
        Chart(ChartKind.SHARES, "Cargo", "%", ("Stone", "Coal", "Other"), (("", (46.0, 30.0, 24.0)),), (passage("s"),)),
        Chart(
            ChartKind.BARS,
            "Wages",
            "shillings",
            ("Keepers", "Clerks"),
            (("1890", (12.0, 20.0)), ("1900", (18.0, -4.0))),
            (passage("w"),),
        ),
    )


def events() -> tuple[TimelineEvent, ...]:
    return (
        TimelineEvent("1790", "1790", said("The old navigation was dug by hand.")),
        TimelineEvent("1821-05-03", "3 May 1821", said("The Northern canal opened with forty boats.")),
        TimelineEvent("1834", "1834", said("Parliament passed the act after two days."), is_approximate=True),
    )


def briefing() -> Briefing:
    return Briefing(
        title="How two canals and a railway divided the stone trade",
        language="en",
        notes=("The sources carried less than was asked.",),
        summary=(
            said("Two canals carried most of the stone until 1901.", page=2),
            said("A strike decided the matter."),
        ),
        figures=(
            Figure("1.2 million", "tonnes", "stone carried in 1897", said(STONE, page=3)),
            Figure("11", "weeks", "length of the strike", said(KEEPERS)),
        ),
        findings=tuple(
            Section(heading, ((said(STONE), said(KEEPERS)), (said(KEEPERS),)))
            for heading in ("The canals carried more than the railway", "Keepers were paid by the lock")
        ),
        charts=charts(),
        tables=(canals(),),
        events=events(),
        open_questions=(said("Whether the railway had promised the old wages is disputed."),),
        sources=tuple(origin.note for origin in ORIGINS),
    )


def faq() -> Faq:
    entries = tuple(
        QuestionAnswer(f"Why did the keepers strike in {y}?", (said(KEEPERS), said(STONE))) for y in (1898, 1899)
    )
    return Faq(title="The canals: what people ask", language="en", entries=entries)


def study_guide() -> StudyGuide:
    return StudyGuide(
        title="The canals",
        language="en",
        terms=(KeyTerm("Lock", said("A lock lifts boats.")), KeyTerm("Towpath", said("A towpath is for horses."))),
        outline=(Section("Building", ((said(STONE),),)), Section("", ((said(KEEPERS),),))),
        questions=faq().entries,
    )


def timeline() -> Timeline:
    return Timeline(title="Two centuries of canals", language="en", events=events() * 4)


def quiz() -> Quiz:
    questions = tuple(
        QuizQuestion(
            f"How many weeks did the strike of {1898 + n} last?",
            ("eleven weeks", "nine weeks", "two weeks", "a year"),
            n % 4,
            said("The keepers struck for eleven weeks."),
        )
        for n in range(9)
    )
    return Quiz(title="Do you know the canals?", language="en", difficulty=Difficulty.MEDIUM, questions=questions)


def data_table() -> DataTable:
    return DataTable(title="Canals compared", language="en", tables=(canals(), canals()))


EVERY = (briefing, faq, study_guide, timeline, quiz, data_table)

WORDS = {
    "en": "The canal carried stone and coal for eleven weeks before winter closed the locks again".split(),
    "de": "Die Donaudampfschifffahrtsgesellschaft verzeichnete Geschwindigkeitsbegrenzungen im Jahr".split(),
    "hi": "नहर ने पत्थर और कोयला ग्यारह सप्ताह तक ढोया".split(),
    "ar": "حملت القناة الحجر والفحم لمدة أحد عشر أسبوعا".split(),
    "he": "התעלה נשאה אבן ופחם".split(),
    "ja": ["運河は石と石炭を運んだ", "十一週間", "閘門番は賃金を"],
    "ru": "Канал перевозил камень и уголь в течение одиннадцати недель".split(),
    "th": ["คลองนี้ขนหินและถ่านหินเป็นเวลาสิบเอ็ดสัปดาห์"],
    "emoji": ["canal", "🚢🚢", "👩‍👩‍👧", "stone", "✅"],
    "long": ["x" * 90, "https://example.org/" + "a" * 120, "W" * 44],
}


def random_document(seed: int) -> Document:
    """A document of any kind, length, language and script, the same for the same seed."""
    r = random.Random(seed)
    main, other = r.choice(list(WORDS)), r.choice(list(WORDS))
    language = main if main in {"de", "hi", "ar", "he", "ja", "ru", "th"} else "en"
    many = r.choice((1, 1, 2))

    def words(low: int, high: int) -> str:
        kind = r.choice((main, main, other))
        return " ".join(r.choice(WORDS[kind]) for _ in range(r.randint(low, high)))

    def state() -> Statement:
        return said(words(3, 30), page=r.choice((None, 3, 120)))

    def chart() -> Chart:
        points, lines, kind = r.randint(1, 12), r.randint(1, 3), r.choice(list(ChartKind))
        values = lambda: tuple(r.choice((0.0, -3.5, 12.0, 1e9, 123456.789, 0.00012)) for _ in range(points))  # noqa: E731
        series = tuple((words(1, 3), values()) for _ in range(lines))
        return Chart(kind, words(1, 10), r.choice(("%", "t")), tuple(words(1, 4) for _ in range(points)), series, ())

    def table() -> Table:
        width = r.randint(1, 11)
        columns = tuple(Column(words(1, 3), r.choice(list(ColumnType)), r.choice(("", "km"))) for _ in range(width))
        rows = tuple(tuple(cell(words(0, r.choice((1, 2, 9)))) for _ in columns) for _ in range(r.randint(0, 6) * many))
        return Table(words(0, 8), columns, rows)

    def moments() -> tuple[TimelineEvent, ...]:
        return tuple(
            TimelineEvent("1897", words(1, r.choice((1, 3, 8))), state(), is_approximate=r.random() < 0.3)
            for _ in range(r.randint(0, 6 * many))
        )

    def sections() -> tuple[Section, ...]:
        return tuple(
            Section(words(0, 12), tuple(tuple(state() for _ in range(r.randint(1, 4))) for _ in range(2)))
            for _ in range(r.randint(0, 3 * many))
        )

    def answers() -> tuple[QuestionAnswer, ...]:
        return tuple(QuestionAnswer(words(3, 20), (state(), state())) for _ in range(r.randint(0, 5 * many)))

    title = words(1, r.choice((4, 14, 50)))
    match seed % 6:
        case 0:
            return Briefing(
                title=title,
                language=language,
                summary=tuple(state() for _ in range(r.randint(0, 5))),
                figures=tuple(
                    Figure(r.choice(("3.2×", "1,234,567.89 billion", words(1, 3))), words(0, 2), words(1, 15), state())
                    for _ in range(r.randint(0, 8))
                ),
                findings=sections(),
                charts=tuple(chart() for _ in range(r.randint(0, 3))),
                tables=tuple(table() for _ in range(r.randint(0, 1))),
                events=moments(),
                open_questions=tuple(state() for _ in range(r.randint(0, 4))),
                notes=(words(3, 15),),
            )
        case 1:
            return Faq(title=title, language=language, entries=answers())
        case 2:
            terms = tuple(KeyTerm(words(1, 4), state()) for _ in range(r.randint(0, 6 * many)))
            return StudyGuide(title=title, language=language, terms=terms, outline=sections(), questions=answers())
        case 3:
            return Timeline(title=title, language=language, events=moments())
        case 4:
            questions = tuple(
                QuizQuestion(
                    words(3, 20), (words(1, 3), words(1, 15), words(1, 1), words(1, 6)), r.randint(0, 3), state()
                )
                for _ in range(r.randint(0, 5 * many))
            )
            return Quiz(title=title, language=language, difficulty=Difficulty.HARD, questions=questions)
        case _:
            return DataTable(title=title, language=language, tables=tuple(table() for _ in range(r.randint(0, 2))))
