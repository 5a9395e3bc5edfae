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
