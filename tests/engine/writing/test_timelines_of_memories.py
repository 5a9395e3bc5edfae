"""Dates of diaries, letters, talks and interviews, in which people tell of their lives."""

from __future__ import annotations

import pytest
from told_timelines import told

_DIARY = "# The journal of a cook\n\n## Monday, 7 June 1920\n\nWe baked all day.\n\n## Saturday, 12 June 1920\n\n{}"
_LETTER = "Hallow, 3 May 2010\n\nDear Ann,\n\n{}\n\nYour aunt"
_TALK = "# Of mills\n\nA talk given by Ann Rell in the mill hall on the evening of 16 October 2019\n\n{}"


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("The baker mended his oven the day before yesterday.", {"1920-06-10"}),
        ("The miller comes home the day after tomorrow.", {"1920-06-14"}),
        ("Sold the first two sacks on Wednesday. Rani did it herself, and would have no help.", {"1920-06-09"}),
        ("Nobody minded but the cat.", set()),
        ("Note by the editor: Rani never baked again.", set()),
        ("[Nothing was written for some days.]", set()),
        ("The boat is expected on the twentieth and will take us home.", {"1920-06-20"}),
    ],
)
def test_a_diary_tells_what_was_on_its_days(entry: str, expected: set[str]) -> None:
    assert set(told(_DIARY.format(entry))) - {"1920-06-07"} == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We left in May 1952. The mill was cold. In July it burned.", {"1952-05", "1952-07"}),
        (
            "The dam was shut in February 1952. It took from March until June. In April the mill stood in it.",
            {"1952-04"},
        ),
        ("We left in May 1952. It is cold here. In March the cat died.", {"1952-05", "2010-03"}),
    ],
)
def test_a_letter_goes_on_in_the_year_that_it_tells_of(text: str, expected: set[str]) -> None:
    assert expected <= set(told(_LETTER.format(text)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is a hundred and twenty-five years ago today that this mill was opened.", "1894-10-16"),
        (
            "You will want to hear about 2011. On Saturday the nineteenth of February you came in and sat down.",
            "2011-02-19",
        ),
        ("In May 1926 the mill stood still. Nobody was paid. The oven was lit again in the December.", "1926-12"),
        ("In May 1926 the mill stood still. It had burned in the June.", "1925-06"),
    ],
)
def test_a_talk_tells_of_the_years_before_its_day(text: str, expected: str) -> None:
    assert expected in told(_TALK.format(text))


def test_somebody_who_is_asked_tells_of_the_last_months_again() -> None:
    old = "In 1987 I baked my first loaf. It burnt. I ate it. Nobody minded. It was bread. The cat sat. It ate some."
    turns = ("OWEN: When did you begin?", f"ANN: {old}", "OWEN: And now?", "ANN: I turned fifty in January.")
    assert "2019-01" in told("\n\n".join(("Recorded on 12 April 2019 in the mill.", *turns)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "It was 1963. The mill had been bought in 1926 by my aunt. My mother came three years after that.",
            "1929",
        ),
        ("The mill was sold in August 2004. My mother lived six years more, and saw it every day.", "2010"),
        ("The halt was closed in 1974. The porter lived for another seven years, in a flat.", "1981"),
        ("The mill was built in 1794. A hundred and twenty years later it burned.", "1914"),
    ],
)
def test_years_count_from_what_was_told_just_before(text: str, expected: str) -> None:
    assert expected in told(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Jonas Rell was born in 1846 in a mill. He was nineteen when he came off the boat at Hull.", "1865"),
        ("Jonas Rell was born in 1846 in a mill. By twenty-six he had both boots and a shop of his own.", "1872"),
    ],
)
def test_ages_count_from_the_birth_told_just_before(text: str, expected: str) -> None:
    assert expected in told(text, head="# The house of Rell\n\n")


_SCENE = "Nobody was hurt. The roof had been of straw. The sacks were safe. "


@pytest.mark.parametrize(
    ("text", "day"),
    [
        (
            f"The mill burned down in May 1909. {_SCENE}The horses stood in the lane. Ada Rell died that November.",
            "1909-11",
        ),
        (f"The mill was sold on 4 March 1985.\n\n{_SCENE * 4}\n\nThe last sack left on 25 May.", "1985-05-25"),
        ("## 1938: the first tent\n\nTwenty were sold. One of them went to the hills in the following year.", "1939"),
    ],
)
def test_a_telling_goes_on_from_its_last_date(text: str, day: str) -> None:
    assert day in told(text, head="# The house of Rell\n\n")


def test_what_is_said_in_brackets_is_not_gone_on_from() -> None:
    text = (
        "The firm began with tents in 1938. (The first of them was sewn for a bet in 1931 and leaked.) "
        "One of them went to the hills in the following year."
    )
    days = told(text, head="# Tents\n\n")
    assert "1939" in days
    assert "1932" not in days


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I came to this mill thirteen years ago this month.", "2006-10"),
        ("A hundred years ago tomorrow the first sack was filled here.", "1919-10-17"),
    ],
)
def test_a_talk_counts_back_from_its_month_and_from_the_day_after(text: str, expected: str) -> None:
    assert expected in told(_TALK.format(text))


def test_a_year_of_birth_in_a_heading_is_no_year_that_is_told() -> None:
    text = "## Ann Rell (b. 1958): a symphony\n\nIt was played. In the following year it was printed."
    assert set(told(text)) == {"1958"}


def test_what_went_on_at_an_age_is_no_event() -> None:
    assert "1858" not in told("Jonas Rell was born in 1846 in a mill. At twelve he was carrying sacks before lessons.")


_ONE_YEAR = (
    "# The year of the mill\n\nIn the spring of 1931 the mill at Hallow had two wheels and one miller.\n\n{}\n\n"
    "In June the race ran dry. Nobody swept the yard.\n\nThe wheel was sold in the last days of August.\n\n"
    "By October the rats had left.\n\nIn January the roof fell. It was rebuilt in 1958."
)


def test_a_telling_goes_through_its_year_from_month_to_month() -> None:
    found = set(told(_ONE_YEAR.format("On the second of May the miller, who had come in 1919, broke his arm.")))
    assert {"1931-05-02", "1931-06", "1931-08", "1931-10", "1932-01", "1958"} <= found


@pytest.mark.parametrize(
    "before",
    [
        "The mill stood still for the first time since 1931, and the miller swore.",
        "In December 1931 it burned. In November the miller was born. In March his wife was.",
    ],
)
def test_months_that_follow_no_one_year_stay_without_it(before: str) -> None:
    text = _ONE_YEAR.replace("In the spring of 1931 the mill at Hallow had two wheels and one miller.", before)
    assert not {"1931-08", "1931-10"} & set(told(text.format("Nobody wept.")))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Jonas Rell was born in 1846 in a mill. At nine he was put to a baker to learn.", {"1846", "1855"}),
        ("The mill had one heir. His son Edwin, born in 1871, took charge at the age of thirty.", {"1871", "1901"}),
        (
            "The mill had one heir. His son, born in 1871, was weak, and Ann took charge of it at the age of thirty.",
            {"1871"},
        ),
        ("The mill ran from 1978 to 1983. In that last year the men were cut to nine.", {"1978/1983", "1983"}),
        ("The stone was put up in 1921, and the men still stop the mill at noon every 11 November.", {"1921"}),
        ("The clock stopped in 1941, and was not started again until VE Day.", {"1941", "1945-05-08"}),
        ("From 1915 until the Armistice the mill made flour for the men.", {"1915/1918-11-11"}),
        ("The street was shut on VE Day 2020 and the clock was wound.", set()),
        ("It snowed in the winter of 1940 to '41, and the mill stood still.", {"1940-12/1941-02"}),
    ],
)
def test_ages_and_years_told_in_the_same_sentence(text: str, expected: set[str]) -> None:
    assert set(told(text, head="# The house of Rell\n\n")) == expected


def test_the_dates_below_a_name_are_of_the_one_whom_the_title_names() -> None:
    head = "# Ferrand Till, who built lutes\n\nBuilder and teacher, born 1 May 1931, died 2 June 2016.\n\n"
    text = "At the age of six he was sent to the coast. An aunt took him to the fair for his eleventh birthday."
    assert {"1937", "1942-05-01"} <= set(told(text, head=head, title="Ferrand Till, who built lutes"))


def test_who_is_asked_when_he_was_born_gives_his_birth() -> None:
    turns = ("OWEN: When were you born?", "ANN: Here. The second of May 1922, and it snowed.", "OWEN: And then?")
    more = ("ANN: I left school at fourteen. I'd sat in the box since I was nine.", "OWEN: When did you stop?")
    last = "ANN: On my sixtieth birthday, they made me. I got a clock."
    events = told("\n\n".join(("Recorded on 6 June 2003 in the mill.", *turns, *more, last)))
    assert {"1936", "1931", "1982-05-02"} <= set(events)
