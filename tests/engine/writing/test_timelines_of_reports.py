"""Reports that tell by the clock, under days and of days, and what comes again in them."""

from __future__ import annotations

import pytest
from told_timelines import told

NEWS = "# The mill burns\n\n*Mill Courier, Tuesday 21 November 2017. By Ann Rell*\n\n"
OF_ISSUE = "2017-11-21"
LOSS = "# The loss of the barge *Tern*\n\n## Summary\n\nOn 4 March 2019 the barge *Tern* sank off the quay.\n\n"


def test_a_report_tells_by_the_clock_under_its_days() -> None:
    report = "## 2 and 3 March\n\nThe crew slept badly. The barge was loaded at 15.20 on 2 March.\n\n## 4 March\n\n"
    report += "At 03.58 the mate answered a call. The office raised an alarm at 04.29; the clerk, who had been busy, "
    report += "saw it later. The tug is kept at 05.10 metres.\n\n## Later\n\nThe cook died on 6 March.\n"
    events = set(told(report, head=LOSS))
    assert events == {"2019-03-02T15:20", "2019-03-04", "2019-03-04T03:58", "2019-03-04T04:29", "2019-03-06"}


def test_an_hour_is_of_the_day_told_before_it() -> None:
    text = "The roof fell on 3 May 1954. The driver raised the alarm at 7.50 p.m. The gate opens at 9.30.\n\n"
    assert set(told(f"{text}The shop was shut at 6 p.m. in those days.")) == {"1954-05-03", "1954-05-03T19:50"}


def test_when_a_meeting_closed_is_no_event() -> None:
    text = "The rent rose on 11 March 2025, and the chair thanked Mr Till. The meeting closed at 9.40 p.m."
    assert set(told(text)) == {"2025-03-11"}


def test_the_number_of_a_report_is_no_month() -> None:
    assert not told("The reader will find more of it. Report 11/2020 was read by nobody.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("On the fourteenth of this month the council will vote on the shop.", {"2017-11-14"}),
        ("Next week, on the twenty-eighth, the club will speak of rent.", {"2017-11-28"}),
        ("A belt of ice has come in since Thursday.", {"2017-11-16"}),
        ("Ann was to have gone, but she put an axe into her boot on Monday.", {"2017-11-20"}),
        ("Died: Arthur Rell, on 29 September, aged 93, of a chill.", {"2017-09-29"}),
        ("Till was in hospital for most of March 2015 and stayed away until the end of April.", {"2015-03", "2015-04"}),
        ("In 2014 the rise stopped, since it was dry for most of June.", {"2014-06"}),
        ("Ms Bevan undertook to have it done by the end of February.", {"2018-02"}),
        ("The cook left at Easter to train as a clerk.", {"2017-04"}),
        # What comes again, or is only a measure or a thing.
        ("Fires are lit on the first Saturday of November, December and January only.", set()),
        ("In October the bank helped 37 people, in the same month of last year 22.", {"2017-10"}),
        ("The judges are Ben Okoro and last year's winner, Jo Tennant.", set()),
        ("The bell was mended, and it is rung once a year, at dawn on St John's Day.", set()),
        ("The boat had hung there since the fair thirty years ago last June.", set()),
        ("The council will look at this again two years after the opening. It was opened in 2010.", {"2010"}),
        ("Mr Quist said that he would stand for one last year, as he had in 2012.", {"2012"}),
        ("The council hopes for 45,000 this year.", set()),
        ("It was done once a year by adding to what had been done the year before.", set()),
        ("Open from Tuesday to Sunday, 10 am to 5 pm, closed in January.", set()),
        ("The grey seals on the rocks have pups in November.", set()),
        ("Members read each line; in July and August it may take longer.", set()),
    ],
)
def test_days_of_news(text: str, expected: set[str]) -> None:
    assert set(told(text, head=NEWS)) - {OF_ISSUE} == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("At Easter 2016 Ann Rell opened the hall.", {"2016-03"}),
        ("By the Christmas of 1895 the club had two hundred members.", {"1895-12"}),
        ("The dam was planned in 1947. At Easter the year after, it was read out in church.", {"1947", "1948-03"}),
        ("Before 1789 there was a farm. In that year the company decided to dig a canal.", {"1789"}),
        ("Mr Gough, caretaker since 1999, would retire in July.", {"1999"}),
        ("In the winter of 1930 to 1931 the boat could not come.", {"1930-12/1931-02"}),
        (
            "From 22 April to 10 June 2014 Ann Rell mowed with four mowers, sold in 2019. On 21 May she found a frog.",
            {"2014-04-22/2014-06-10", "2014-05-21", "2019"},
        ),
        (
            "Work began on 4 October 2011. Up to March 2012 Ann built 640 dams. The storms of that February broke 71.",
            {"2011-10-04", "2012-02", "2012-03"},
        ),
        ("The ice works are gone. Closed in 1978, on a Friday, the twenty-ninth of September.", {"1978-09-29"}),
        # What a clause tells that had been done.
        ("Ann Till, by then 57, remembered a drawing that she had made in 1961 for a pump.", {"1961"}),
        ("In 1983 the line, of which he had become head in 1974, brought in a computer.", {"1974", "1983"}),
        ("A dryer is planned for the second half of 2025.", {"2025-07/2025-12"}),
        (
            "Ann Till died on 9 May 2019. By the end of the month the men had collected 412 birds.",
            {"2019-05-09", "2019-05"},
        ),
        ("In the fifties some 140 people were killed every year at the gate.", set()),
    ],
)
def test_feasts_and_years_of_histories(text: str, expected: set[str]) -> None:
    assert set(told(text)) == expected


def test_a_memory_sets_the_year_of_which_it_tells() -> None:
    text = "That was in the year of which I want to tell, 1932. The fog came down and stayed. The men took turns.\n\n"
    text += "The boat was late. Ann wept. The inquiry was held on the rock, on the nineteenth of April.\n\n"
    assert set(told(f"{text}In June the letter came.")) == {"1932-04-19", "1932-06"}


def test_a_clause_that_looks_back_is_not_told_of_another() -> None:
    text = (
        "The Otter was the work of Ruth Till, who had come as a clerk in 1942, aged sixteen, and became head in 1963."
    )
    assert told(text) == {"1942": text, "1963": text}


def test_a_version_may_have_a_season() -> None:
    notes = "## 6.6 – 4 March 2023\n\nThe map is new.\n\n## 6.5 – autumn 2022\n\nThe button is back.\n"
    assert set(told(notes)) == {"2023-03-04", "2022-09/2022-11"}


@pytest.mark.parametrize(
    ("head", "text", "expected"),
    [
        (
            "# The mill: Annual Report 2023\n\n",
            "A second wheel will be set up on 8 January. The first broke on 3 May.",
            {"2023-05-03", "2024-01-08"},
        ),
        (
            "# The mill must stay\n\n",
            "On Tuesday, 20 May 2025, the council will vote on the mill. Last August I ground rye in it. In March the "
            "roof fell in.",
            {"2024-08", "2025-03", "2025-05-20"},
        ),
        (
            "# The mill\n\nBy Ada Rell | 14 September 2024, 7.30 am\n\n",
            "The mill burned on 3 May. It will open again in January. A sack filled on 12 August will be sold for it.",
            {"2024-05-03", "2024-08-12", "2025-01"},
        ),
    ],
)
def test_the_day_of_a_text_is_that_of_its_report_its_byline_or_what_it_announces(
    head: str, text: str, expected: set[str]
) -> None:
    assert expected <= set(told(text, head=head))


_DATED = "# The mill\n\n*Mill Courier, Wednesday 6 November 2024. By Ann Rell*\n\n"


@pytest.mark.parametrize(
    ("text", "expected", "wrong"),
    [
        ("From Friday the council will bring bread to the doors.", {"2024-11-08"}, set()),
        (
            "The clerk reported that the county had put off its decision from May to 17 December.",
            {"2024-12-17"},
            {"2024-05", "2023-05/2023-12-17"},
        ),
        (
            "Ada Rell died on 2 January 1949. Her last letter, which she had written in May, was short.",
            {"1948-05"},
            {"1949-05"},
        ),
        ("The miller has booked a cruise in March.", {"2025-03"}, {"2024-03"}),
        ("The fire service wants to present its report in January.", {"2025-01"}, {"2024-01"}),
        ("The council has called the firm to a public hearing on 20 November.", {"2024-11-20"}, set()),
        ("From Saturday the town is going to wash for the mill.", {"2024-11-09"}, set()),
        ("The ban applies from 1 May to 30 September.", set(), {"2024-05-01", "2024-05-01/2024-09-30"}),
        ("Most of them don't know where they will be next summer.", set(), {"2025-06/2025-08"}),
        ("Mr Rell appealed for helpers to carry the seats into the hall on 12 March.", {"2025-03-12"}, {"2024-03-12"}),
        ("Visitors are surprised by May. They come back in July.", set(), {"2024-07", "2025-05", "2025-07"}),
        ("On 14 June 1853 the mill burned. In the next week Ada Rell went from door to door.", set(), {"1853-06-21"}),
        ("In the 1990s the wheel was stopped on 12 July on average.", set(), {"1990-07-12"}),
        (
            "The river froze on 2 March 1967. The gauge showed the same figure as the reading one week earlier.",
            {"1967-03-02"},
            {"1967-02-23"},
        ),
    ],
)
def test_stretches_averages_and_comparisons_are_no_days(text: str, expected: set[str], wrong: set[str]) -> None:
    found = set(told(text, head=_DATED))
    assert expected <= found
    assert not wrong & found
