"""Dates of catalogues, lives, tables, memories, programmes and plans that came to nothing, in words of their own."""

from __future__ import annotations

import pytest
from told_timelines import told

NEWS = "# The mill newsletter\n\n*Friday 14 November 2025*\n\n"
OF_ISSUE = "2025-11-14"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The century of a decade or year that leaves it out.
        ("The shed was built in 1960. It was lifted to its new place in the seventies.", {"1960", "1970/1979"}),
        ("The shed was built in 1960. It was lifted to its new place in '84.", {"1960", "1984"}),
        ("The shed was built in 1990. It had been lifted to its place in the seventies.", {"1970/1979", "1990"}),
        ("The shed was built in 1890. It was lifted to its new place in the seventies.", {"1890"}),
        ("The shed was built in 1960. The water in it was in the seventies, 74 degrees at noon.", {"1960"}),
        # What counts from a date told.
        ("The mill burned in 1787. It took four years to build it again.", {"1787", "1791"}),
        ("The tower fell in 1901. Two summers later nobody knew where it had stood.", {"1901", "1903"}),
        ("The tower fell in 1901. It was carried away three months earlier than the parish had hoped.", {"1901"}),
        ("The tower fell in 1901. The mason had worked for twenty years on the same wall.", {"1901"}),
        ("The tower fell in 1901. By the end of the year nothing was left of it.", {"1901"}),
        # What came to nothing, was denied or only supposed.
        ("The roof was to have been finished in 1911. It never was.", set()),
        ("The roof was finished in 1911. It is still good.", {"1911"}),
        ("The bridge was opened not in 1911, as many think, but in 1913.", {"1913"}),
        ("Had it been refused in 1950, the society would have closed.", set()),
        ("The grant was refused in 1950, and the society closed.", {"1950"}),
        ("The crown may have been lost in 1950. Nobody looked for it.", set()),
        ("The crown was lost in 1950, and nobody looked for it.", {"1950"}),
        ("Ms Rell moved that a pump be bought in 1950, and this was rejected.", set()),
        ("There were two choices: to heat the hall, or to shut it from June to August 1950.", set()),
        # What something is compared with, when it was not, and how old a thing is.
        ("A ticket costs three pounds, as in 1950.", set()),
        ("The harvest was the smallest that we have seen since 1950.", set()),
        ("The hives were compared with empty ones from May to July 1950.", {"1950-05/1950-07"}),
        ("The children had to read a drawing of 1894.", set()),
        ("The right to it goes back to a charter of 1316, and has been used since.", {"1316"}),
        ("The uncle gave her the register for 1957 and said nothing about it.", set()),
        ("The night after the storm of 2 June 1950 was the worst.", set()),
        ("It was not until 1903 that the road came.", {"1903"}),
        ("The fair began in 1950, and only one was missed, that of 1956.", {"1950", "1956"}),
        ("The lease was signed in 1950 by the miller, who has a boat, and it runs on.", {"1950"}),
        ("Rents rose in 1950 under the lease with the miller, which runs until March 1962.", {"1950", "1962-03"}),
        ("This holds for every loan made on or after 1 March 1950.", {"1950-03-01"}),
        # Words in -ed and passives that tell nothing of what was.
        (
            "The reed is cut in the marsh. In 1990 the marsh was wet. In July of '94 it was drained.",
            {"1990", "1994-07"},
        ),
        # Stretches that a number and "on" only seem to count.
        ("The pump was sold in 1950. Three years on the motor, one year on the rest.", {"1950"}),
        ("The pump was sold in 1950. Three years on the owners bought it back.", {"1950", "1953"}),
        ("The field was sown in 1950. Most of it was lost in the first two years after the sowing.", {"1950"}),
        ("The bell hung here until the middle of the last century.", set()),
        ("Income and spending for the season of 1950:", set()),
        # Who outlives whom counts from a death.
        ("Jonas died in 1901. The mill was sold in 1905. Ada outlived him by nine years.", {"1901", "1905", "1910"}),
        ("Jonas died in 1901. Paul died in 1904. Ada outlived him by nine years.", {"1901", "1904"}),
        ("The mill was built in 1901. Ada outlived it by nine years.", {"1901"}),
        (
            "Jonas died in 1901. Ada, who outlived him by nine years, sold the mill in the following spring.",
            {"1901", "1910", "1902-03/1902-05"},
        ),
        # Counts of things, numbers by which things go, and years.
        ("The battery is good for 1500 charges and the case for rather more than that.", set()),
        ("Machines with serial numbers between 1500 and 1999 have another valve.", set()),
        ("Machines that were made between 1910 and 1919 had another valve.", {"1910/1919"}),
        ("Cider jar, 1829, stoneware with a brown glaze. Given by the brewer's sons, 1931.", {"1829", "1931"}),
        ("The great flood, 1887, drowned nine people.", {"1887"}),
        ("The shop sold 1850 loaves that week.", set()),
        # Relative clauses.
        ("The pump stood in the yard, which froze in 1962, and was sold in 1970.", {"1962", "1970"}),
        ("The pump, which had been made in 1962, was sold in 1970.", {"1962", "1970"}),
        ("The pump, which looks like those of 1962, was sold in 1970.", {"1970"}),
        (
            "The clock was made in 1900. She lived in the house in which her aunt had been born in 1850.",
            {"1900", "1850"},
        ),
        ("The mill, whose owner had baked there since 1922, was sold in 1970.", {"1922", "1970"}),
        ("The mill, which is the best of them since 1922, was sold in 1970.", {"1970"}),
        # N-th weekdays, weeks and lists.
        ("The race was run on the last Sunday of May 1985 by sixty-one people.", {"1985-05-26"}),
        ("The race was run on the second Tuesday in May 1985 by sixty-one people.", {"1985-05-14"}),
        ("The founders took the bells down in the week of 13 September 2023.", {"2023-09-11/2023-09-17"}),
        ("The founders took the bells down in the week beginning 13 September 2023.", {"2023-09-13/2023-09-19"}),
        ("The founders took the bells down on 13 September 2023.", {"2023-09-13"}),
        ("Version 1, 4 May 2020: emergency arrangements for everybody who works here.", {"2020-05-04"}),
        (
            "The output grew. In 1800 it was 190 tonnes, in 1825 it was 455 and in 1841 it was 640.",
            {"1800", "1825", "1841"},
        ),
    ],
)
def test_dates_in_many_words(text: str, expected: set[str]) -> None:
    assert set(told(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The gate will be opened a fortnight today.", {"2025-11-28"}),
        ("The gate will be opened a week tomorrow.", {"2025-11-22"}),
        ("The gate will be opened a week on Tuesday.", {"2025-11-25"}),
        ("It is a fortnight today since the gate was shut.", set()),
        ("The gate is shut for a week on Friday mornings.", set()),
        ("Nothing on the bank will be touched before 15 March.", {"2026-03-15"}),
        ("Nothing on the bank grows before April.", set()),
        ("A roost of bats was found, so no work may be done between May and the end of August.", set()),
        ("The survey was held between May and the end of August.", {"2025-05/2025-08"}),
        ("The mill burned in 1901. In October the roof was mended.", {"1901"}),
        ("The council should have met in June.", set()),
        ("The market is held on the first Sunday of every month.", set()),
    ],
)
def test_days_that_count_from_the_day_of_an_issue(text: str, expected: set[str]) -> None:
    assert set(told(text, head=NEWS)) - {OF_ISSUE} == expected


@pytest.mark.parametrize(("title", "expected"), [("Annual Report 2022", {"2023"}), ("Annual Report 2022/23", set())])
def test_the_next_year_of_a_report_on_parts_of_two_is_left_open(title: str, expected: set[str]) -> None:
    text = "Next year will see the centenary of the works."
    head = f"# {title}\n\n*Published 30 September 2022*\n\n"
    assert set(told(text, head=head)) - {"2022-09-30"} == expected


LIFE = (
    "# Winifred Tallow, beekeeper\n\nFew people knew bees as Winifred Tallow did. She was born by the river on 2 June "
    "1931, the youngest of five. Her father, a quarryman, was killed when she was six. At fourteen she left school to "
    "work in the dairy. She kept forty hives and she never wore a veil. Her honey went to the market with her eggs. "
)


def test_ages_count_from_the_birth_of_the_one_they_are_told_of() -> None:
    assert set(told(LIFE, head="")) == {"1931-06-02", "1937", "1945"}


def test_an_age_of_somebody_else_counts_from_no_birth() -> None:
    events = told(LIFE + "She took on the hives when her uncle was seventy.", head="")
    assert set(events) == {"1931-06-02", "1937", "1945"}


def test_an_age_later_than_all_years_of_a_memory_counts_from_no_other_age() -> None:
    memory = (
        "I came to the kitchen in 1965. I was nineteen. I left it in 2005. When I was thirty we had gas. He wrote to "
        "me when I was eighty and enclosed a drawing."
    )
    assert set(told(memory)) == {"1965", "1976", "2005"}


def test_brackets_tell_of_births_and_deaths() -> None:
    events = told("Amos Keel (1799–1871) sold saddles from a loft. His widow Martha (d. 1880) sold the loft.")
    assert events == {"1799": "Amos Keel was born.", "1871": "Amos Keel died.", "1880": "Martha died."}


@pytest.mark.parametrize(
    "text",
    [
        "The Salt War (1799–1871) left the valley poor.",
        "The Keel Company (1799–1850) sold saddles.",
        "Amos (1799–1871) is the name on the stone.",
    ],
)
def test_brackets_of_wars_companies_and_bare_names_are_no_lives(text: str) -> None:
    assert not [t for t in told(text).values() if "born" in t or "died" in t]


def test_a_death_that_is_told_is_not_told_again_from_the_brackets() -> None:
    events = told("Amos Keel (1799–1871) sold saddles from a loft. Keel died in the great frost of 1871.")
    assert events["1799"] == "Amos Keel was born."
    assert events["1871"] == "Keel died in the great frost of 1871."


def test_the_rows_of_a_table_are_dated_by_any_of_its_first_columns() -> None:
    events = told(
        "| Revision | Date | Changes |\n|---|---|---|\n"
        "| 1.0 | March 2016 | First issue of the manual |\n"
        "| 1.1 | 12 Sept 2017 | Torque values in chapter 4 corrected |"
    )
    assert events == {"2016-03": "First issue of the manual.", "2017-09-12": "Torque values in chapter 4 corrected."}


def test_the_rows_of_a_table_without_a_column_of_dates_are_not_dated() -> None:
    events = told(
        "| Part | Number | Remarks |\n|---|---|---|\n"
        "| valve | 1950 or later | fits only the newer of the two pumps |\n| ring | any | fits every pump we sell |"
    )
    assert events == {}


PROGRAMME = (
    "| Day | Time | Event |\n|---|---|---|\n| Friday | 5 pm | Lighting of the fire |\n"
    "| Saturday | 7.30 pm | Songs from the harbour |\n|  | 9 pm | Supper in the loft |\n"
    "| Sunday | noon | Raft race and prizes |\n\n"
    "Menus have to be ordered by 12 September. Cars cannot be driven on the quay from noon on Friday until eight on "
    "Sunday evening. The ferry makes an additional crossing on Saturday. Dogs cannot be left there on Monday."
)


def test_the_weekdays_of_a_programme_are_those_of_its_event() -> None:
    events = told(PROGRAMME, head="# Smoke weekend\n\n**Friday 19 to Sunday 21 September 2025, on the quay**\n\n")
    assert events == {
        "2025-09-12": "Menus have to be ordered by 12 September.",
        "2025-09-19/2025-09-21": "Cars cannot be driven on the quay from noon on Friday until eight on Sunday evening.",
        "2025-09-19T17:00": "Lighting of the fire.",
        "2025-09-20": "The ferry makes an additional crossing on Saturday.",
        "2025-09-20T19:30": "Songs from the harbour.",
        "2025-09-20T21:00": "Supper in the loft.",
        "2025-09-21T12:00": "Raft race and prizes.",
    }


NUMBERED_DAYS = (
    "| Day | Time | Event |\n|---|---|---|\n| Fri 19 | 5 pm | Lighting of the fire |\n"
    "| Sat 20 | 7.30 pm | Songs from the harbour |\n| Sun 28 | noon | Raft race and prizes |\n"
)


def test_a_weekday_with_the_number_of_its_day_is_that_of_the_event() -> None:
    events = told(NUMBERED_DAYS, head="# Smoke weekend 2025\n\n**Friday 19 to Sunday 21 September, on the quay**\n\n")
    assert events == {
        "2025-09-19T17:00": "Lighting of the fire.",
        "2025-09-20T19:30": "Songs from the harbour.",
    }


def test_an_event_named_by_its_year_is_in_that_year() -> None:
    events = told(
        "The harbour chapel handed out candles in 1983. Smoke Week 2026 will be held from 7 to 13 September.",
        head="# Smoke Week 2025\n\n**Monday 8 to Sunday 14 September**\n\n",
    )
    assert events["2026-09-07/2026-09-13"] == "Smoke Week 2026 will be held from 7 to 13 September."


@pytest.mark.parametrize("head", ["# Smoke weekends", "# Smoke weekends\n\n**1 June to 30 September 2025**"])
def test_weekdays_of_a_programme_that_names_no_few_days_are_left_open(head: str) -> None:
    table = PROGRAMME.split("\n\n", maxsplit=1)[0]
    assert set(told(table, head=f"{head}\n\n")) <= {"2025-06-01/2025-09-30"}


def test_the_line_of_an_issue_is_told_after_the_title() -> None:
    events = told(
        "The theatre was built in 1890 by a cooper who had no use for a house.",
        head="# Give us back the interval\n\n*Published in The Wenlow Review, Friday 14 November 2025*\n\n",
    )
    assert list(events.items())[-1] == (
        "2025-11-14",
        "“Give us back the interval”: Published in The Wenlow Review, Friday 14 November 2025.",
    )


def test_the_line_that_dates_a_letter_is_no_entry_of_its_own() -> None:
    events = told("The theatre was built in 1890.", head="# To my brother\n\nAshby, 14 November 2025\n\n")
    assert "2025-11-14" not in events


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The kiln was lit in March 1950. In the autumn it burst.", {"1950-03", "1950-09/1950-11"}),
        ("The kiln was lit in March 1950. In the winter it burst.", {"1950-03"}),
        ("The kiln was lit in March 1950. In the autumn it would be cleaned.", {"1950-03"}),
    ],
)
def test_a_season_is_of_the_year_told_just_before(text: str, expected: set[str]) -> None:
    assert set(told(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The choir would sing on 3 May 2026 or not at all. The fence would be painted in March.",
            {"2026-05-03", "2026-03"},
        ),
        ("Ms Rell would write to the county on Monday.", {"2025-11-17"}),
        ("The seeds had to be paid for. The county required an answer by 28 November.", {"2025-11-28"}),
        # What comes again every year.
        ("We are shut between Christmas Eve and 3 January.", set()),
        ("Keep the gate shut between April and June.", set()),
        ("No dogs from 1 March to 31 July.", set()),
        ("On twelve nights of each season, from April to June, volunteers count the toads.", set()),
        ("Please return the form by 1 December.", {"2025-12-01"}),
        # What a thing of last year is like now.
        ("Last year's early swim is dropped, as nobody came.", set()),
        ("Tickets are ten pounds, as last year.", set()),
    ],
)
def test_plans_reported_and_days_that_come_again(text: str, expected: set[str]) -> None:
    assert set(told(text, head=NEWS)) - {OF_ISSUE} == expected


@pytest.mark.parametrize(
    ("text", "told_whole"),
    [
        (
            "In 1893 a beam shifted while Ada was clearing it, and crushed her hand, and in 1895 she left the mill.",
            True,
        ),
        ("A beam that shifted in 1893, while Ada was clearing it, crushed her hand in 1894.", True),
        ("Silas died in 1893, and Job, who was gentle, lost the shop in 1901.", True),
        ("The mill burned in 1893, was built again and stood empty until 1912.", False),
    ],
)
def test_a_predicate_behind_an_aside_keeps_its_subject(text: str, told_whole: bool) -> None:
    events = told(text)
    assert len(events) == 2
    assert all((t == text) is told_whole for t in events.values())


def test_the_first_sentence_of_a_section_may_mean_the_one_of_whom_a_life_tells() -> None:
    events = told(
        "Ada Mary Rell was born on 3 May 1868. She was a clerk. She liked bells. She had a good ear.\n\n"
        "The works of Jonas Till stood near the church.\n\n## The works\n\n"
        "She left school in 1881 and kept the books. She stayed. She was never late.",
        head="# Ada Rell, tuner of bells\n\n",
    )
    assert events["1881"].startswith("Ada Mary Rell left school")


def test_a_street_of_the_title_is_nobody() -> None:
    events = told(
        "Jonas Till had a shop in Mill Lane and two sons. He was slow. He was kind. He sang. He drank.\n\n"
        "His son was called Amos. He died in 1926 of a chill.",
        head="# The Tills of Mill Lane\n\n",
    )
    assert not any(t.startswith("Mill Lane") for t in events.values())


def test_the_end_of_the_year_of_a_report_is_that_of_its_title() -> None:
    report = "By the end of the year 3,412 ropes had come back to the shop."
    title = "Report to the members for the year 2024"
    assert set(told(report, head=f"# {title}\n\n", title=title)) == {"2024"}


def test_the_end_of_the_month_may_be_told_ahead() -> None:
    text = "Mr Till would write to the county before the end of the month."
    assert set(told(text, head=NEWS)) - {OF_ISSUE} == {"2025-11"}
