"""The date grammar: what a sentence names, what follows from another date, and how it is written."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_sources import source_of

from server.engine.writing.analysis import analyse
from server.engine.writing.dates.labels import label
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Moment, moved, next_season
from server.engine.writing.dates.resolving import dated
from server.engine.writing.dates.text_days import day_of
from server.engine.writing.rules import rules_for


def said(text: str, code: str = "en") -> list[str]:
    """The dates of a sentence that have a year, ranges with a slash."""
    found = [m for m in mentions(text, code) if m.first.year is not None]
    return [m.first.iso + (f"/{m.last.iso}" if m.last else "") for m in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It began on 3 May 1897.", ["1897-05-03"]),
        ("On June 5, 2021 at 2:30 pm it opened.", ["2021-06-05T14:30"]),
        ("Work lasted from March 1764 to May 1765.", ["1764-03/1765-05"]),
        ("It runs from 3 May to 27 September 2025.", ["2025-05-03/2025-09-27"]),
        ("The fair of 14–16 June 2020 was cancelled.", ["2020-06-14/2020-06-16"]),
        ("Between 1884 and 1891 she repaired clocks.", ["1884/1891"]),
        ("Caesar died in 44 BC.", ["-0043"]),
        ("It stood in the 3rd century BC.", ["-0299"]),
        ("In the late 1880s it closed.", ["1880"]),
        ("In the second quarter of 2023 sales fell.", ["2023-04/2023-06"]),
        ("The war (1914–18) stopped it.", ["1914/1918"]),
        ("It was proposed in 1892, 1893 and 1895.", ["1892/1895"]),
        ("The paper of 2021-03-05 says so.", ["2021-03-05"]),
        ("It was signed on 25/12/2021.", ["2021-12-25"]),
        ("It was signed on 03/04/2021.", ["2021"]),
        ("They built in 1200 homes a new kitchen.", []),
        ("It cost 1999 euros and weighs 1850 kg.", []),
        ("On 31 February 1900 nothing happened.", ["1900-02"]),
        ("You may call 1800 times.", []),
    ],
)
def test_english_dates(text: str, expected: list[str]) -> None:
    assert said(text) == expected


@pytest.mark.parametrize(
    ("code", "text", "expected"),
    [
        ("de", "Am 3. Mai 1924 begann es.", ["1924-05-03"]),
        ("de", "Die Linde wurde 1763 gepflanzt.", ["1763"]),
        ("de", "In den 1920er Jahren stand es leer.", ["1920"]),
        ("de", "Im 19. Jahrhundert kam die Bahn.", ["1801"]),
        ("de", "Der Ort mit 1500 Einwohnern liegt am Fluss.", []),
        ("fr", "Le 1er mai 1886, on ferma.", ["1886-05-01"]),
        ("fr", "Au XIXe siècle, tout changea.", ["1801"]),
        ("es", "El 2 de mayo de 1808 empezó.", ["1808-05-02"]),
        ("es", "Entre 2019 y 2023 llovió poco.", ["2019/2023"]),
        ("it", "Nel gennaio del 2008 la vendette.", ["2008-01"]),
        ("it", "Nel XIX secolo nacque il porto.", ["1801"]),
        ("pt", "Em 2 de dezembro de 2001 afundou.", ["2001-12-02"]),
        ("pt", "Ficava a sessenta metros acima do mar.", []),
        ("nl", "Op 3 mei 1945 was het voorbij.", ["1945-05-03"]),
    ],
)
def test_dates_of_other_languages(code: str, text: str, expected: list[str]) -> None:
    assert said(text, code) == expected


def worked_out(text: str, *, language: str = "en") -> list[str]:
    source = source_of(text, language=language)
    return [d.first.iso for d in dated(analyse((source,), rules_for(language))) if d.is_resolved]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A fire took the mill on 14 June 1932. Two days after the fire, work began again.", ["1932-06-16"]),
        ("The hall opened in 1949. The following spring the roof fell in.", ["1950"]),
        ("The law passed in November 1965. In May of that year nobody had heard of it.", ["1965-05"]),
        ("Ada Fenn was born in 1861. When Ada Fenn was twelve, her father left.", ["1873"]),
        ("She died in 1938. The lamp had been changed the year before.", ["1937"]),
        ("The canal was bought in 1947, and that came to an end seven years later.", ["1954"]),
        ("Coal was dear before the opening. Five years later it was cheap.", []),
        ("The first oak is from a wood of 1871. Nobody counts them.", []),
    ],
)
def test_dates_that_follow_from_others(text: str, expected: list[str]) -> None:
    assert worked_out(text) == expected


def test_a_month_without_a_year_takes_the_year_of_the_news() -> None:
    text = "# A bridge closes\n\n*By Ann Orr, 14 March 2023*\n\n{}"
    past = "The cracks were noticed on 9 March during a check."
    future = "The report will be published in May."
    assert worked_out(text.format(f"{past} {future}")) == ["2023-03-09", "2023-05"]
    assert worked_out(f"# A bridge closes\n\n{past} {future}") == []


def test_the_day_of_a_text() -> None:
    source = source_of("# Minutes\n\n**Held in the hall on Tuesday 8 October 2024**\n\nAll members came.")
    assert day_of(source, "en").iso == "2024-10-08"
    assert day_of(source_of("# Annual report 2024\n\nAll went well."), "en").iso == "2024"
    assert day_of(source_of("# A tale\n\nAll went well."), "en").year is None


@pytest.mark.parametrize(
    ("code", "first", "last", "bound", "expected"),
    [
        ("en", Moment(1861, 2, 3), None, "", "3 February 1861"),
        ("en", Moment(1884, part="spring"), None, "", "Spring 1884"),
        ("en", Moment(1764, 3), Moment(1765, 5), "", "March 1764 – May 1765"),
        ("en", Moment(2024, 4), Moment(2024, 10), "", "April – October 2024"),
        ("en", Moment(2020, 6, 14), Moment(2020, 6, 16), "", "14–16 June 2020"),
        ("en", Moment(1880, width=10), None, "", "1880s"),
        ("en", Moment(-299, width=100), None, "", "3rd century BC"),
        ("en", Moment(-43), None, "", "44 BC"),
        ("en", Moment(2031), None, "by", "By 2031"),
        ("de", Moment(1924, 5, 3), None, "", "3. Mai 1924"),
        ("fr", Moment(1801, width=100), None, "", "XIXe siècle"),
        ("es", Moment(2022, 8), None, "", "agosto de 2022"),
    ],
)
def test_labels(code: str, first: Moment, last: Moment | None, bound: str, expected: str) -> None:
    assert label(first, last, code=code, bound=bound) == expected


def test_seasons_and_steps() -> None:
    assert next_season(Moment(1947, 11), "spring").iso == "1948"
    assert next_season(Moment(2001, 3), "summer").iso == "2001"
    assert moved(Moment(2020, 1, 31), 1, "month").iso == "2020-02"
    assert moved(Moment(2024, 2, 28), 2, "day").iso == "2024-03-01"
    assert moved(Moment(1900), 3, "day").year is None


@settings(max_examples=40, deadline=None)
@given(st.dates())
def test_every_day_is_found_as_it_is_labelled(day: object) -> None:
    year, month, number = (int(p) for p in str(day).split("-"))
    if year < 1000 or year > 2099:
        return
    moment = Moment(year, month, number)
    for code in ("en", "de", "fr", "es", "it", "pt"):
        text = f"x {label(moment, code=code)}."
        assert said(text, code) == [moment.iso], text


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200))
def test_no_text_breaks_the_grammar(text: str) -> None:
    for code in ("en", "de", "fr"):
        for m in mentions(text, code):
            assert 0 <= m.start <= m.core <= m.end <= len(text)
