"""Dates whose year a text leaves open though another was told before, and years that only say which thing is meant."""

from __future__ import annotations

import pytest
from told_timelines import told


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A year that belongs to something else.
        ("The baker was born on 11 January 1941, and died on 2 September.", {"1941-01-11"}),
        ("The shop opened in 1908 and shut on the last day of July.", {"1908"}),
        ("The shop, built in 1908, was shut in the war. It was sold in 1920.", {"1908", "1920"}),
        ("In 1908 the shop was painted and on 4 July it was shut.", {"1908-07-04"}),
        ("The miller was arrested on 2 February 1945, and freed on 17 April.", {"1945-02-02", "1945-04-17"}),
        ("Speaker: Ann Rell, born 1938. Recorded in her kitchen on 6 November.", {"1938"}),
        ("The tapir came in 2010; they have had five young, the last in March.", {"2010"}),
        # A year that stays open comes between.
        ("The mill was built in 1950. Last year it had 700 sacks and sold out by 9 February.", {"1950"}),
        ("There was a small strike in 1961. You mean the long one, '70. It went on from 9 March.", {"1961"}),
        # An aside from which nothing surely counts.
        ("The mill burned in 1911. The hall, built in 1890, was sold. The following year it fell.", {"1911", "1890"}),
        ("The mill burned in 1911. The hall was sold. The following year it fell.", {"1911", "1912"}),
        # What stands between tells how things are, or nobody can have been there.
        ("The song was written in 1936. It lasts an hour. Two were seen in November.", {"1936"}),
        ("The song was written in 1936. Two were sung in November.", {"1936", "1936-11"}),
        ("The tin was thought up in 1931. Our tins sold out on 2 December. A prize came in 2021.", {"1931", "2021"}),
        ("The zoo opened in 1931. On 24 December we shut at noon. A hare came in 2019.", {"1931", "2019"}),
        ("Agnes joined in 1967 as a clerk.\n\nGethin was married on 3 August in the van.", {"1967"}),
        # How long something went on counts from no habit, no birth and no age.
        ("The cello was bought in 1969. The widow played it every day for fifty years.", {"1969"}),
        ("The widow was elected in 1974. The widow sat for twenty years.", {"1974", "1974/1994"}),
        ("Ann Brisk was born on 3 May 1934. A fever at nine kept her in bed for two years.", {"1934-05-03"}),
        ("The club was founded in 2022. Its teller was a midwife for twenty years.", {"2022"}),
        # What is only claimed, and what is only supposed.
        ("The club's claim that the wharf was promised to it in 1994 couldn't be borne out.", set()),
        ("The pits were dug in 1950. They gave four tonnes, if they burned from May to September.", {"1950"}),
        # Years that only say which thing is meant.
        ("Nobody would guess that the bridge from 1582 is the cheapest.", set()),
        ("The miller lived here from 1582.", {"1582"}),
        ("Thirty new benches of the 1964 model were put up.", set()),
        ("The widow won in the end thanks to a bill of 1791.", set()),
        ("The widow lost it all in the fire of 1791.", {"1791"}),
        ("The flood stood in the boathouse, far above the brass mark of 1953.", set()),
        ("The middle part, with graves of 1900 to 1940, was mown in paths in 2019.", {"1900", "2019"}),
        ("The flood ruined the parish registers from 1810 to 1837.", set()),
        ("Most asked for were A Day in 1910 and Make a Brush.", set()),
        ("The workshop found out why the combs from the twenties fell to pieces.", set()),
        ("The miller died of a heart that he'd been told about in 1990.", set()),
        # Short years a little behind the last one told in full, and stretches before Christ.
        ("The pump was bought in 1967. Nobody liked it. It leaked. It froze. It was sold in '78.", {"1967", "1978"}),
        ("The hearths were lit from about 350 to 100 BC.", {"-0349/-0099"}),
    ],
)
def test_a_year_that_a_text_leaves_open_is_not_lent_by_another(text: str, expected: set[str]) -> None:
    assert set(told(text)) == expected


def test_the_age_of_another_than_the_one_named_last_counts_from_no_birth() -> None:
    head = "# Life of Jonas Brand\n\n"
    born = "Jonas Brand was born on 12 April 1846 over a shop. People went to Martha for advice. "
    hers = told(f"{born}Martha was the eldest of all. At eighteen he went to sea.", head=head)
    his = told(f"{born}Jonas was the eldest of all. At eighteen he went to sea.", head=head)
    assert set(hers) == {"1846-04-12"}
    assert set(his) == {"1846-04-12", "1864"}


def test_a_speaker_who_tells_of_long_ago_means_no_day_of_the_year_of_the_recording() -> None:
    head = "# The cable\n\nPublished 22 May 2025.\n\n"
    asked = "PELL: Which one was the worst of them all?\n\nRELL: "
    old = told(f"{asked}The break of 9 August 2007. The rope parted on the second of October.", head=head)
    new = told(f"{asked}The last of them, and I was there. The rope parted on the second of May.", head=head)
    assert "2024-10-02" not in old
    assert "2025-05-02" in new


def test_weekdays_of_a_text_about_days_long_before_it_are_not_of_its_own_week() -> None:
    day = "*Health Board, 28 November 2024.*\n\n"
    text = "Boxes that arrived on Friday had been stacked up to the ceiling. Nobody saw them."
    assert "2024-11-22" not in told(text, head=f"# Loss of vaccine, 19–22 July 2024\n\n{day}")
    assert "2024-11-22" in told(text, head=f"# Loss of vaccine\n\n{day}")


def test_minutes_with_a_day_but_no_year_tell_no_day_of_a_year_that_somebody_named() -> None:
    head = "# Parents' forum\n\nThursday 6 February, 19.00, school library\n\n"
    text = "Mrs Achebe answered that she had asked in 2019.\n\nThe new caterer began in September."
    assert set(told(text, head=head)) == {"2019"}


def test_letters_without_a_comma_before_their_day_have_it_too() -> None:
    letters = "\n\n".join(
        f"Workshop {place}\n{day}\n\nDear Colonel,\n\nI played it yesterday, as it happened."
        for place, day in (("Weisz", "11 January 1987"), ("Pell", "19 March 1987"), ("Weisz", "2 May 1987"))
    )
    assert {"1987-01-10", "1987-03-18"} <= set(told(letters))


@pytest.mark.parametrize(
    ("text", "date", "expected"),
    [
        (
            "My daughter will not have one in her house. Then, in the spring of 1971, a doctor wrote from the clinic.",
            "1971-03/1971-05",
            "In the spring of 1971, a doctor wrote from the clinic.",
        ),
        (
            "Rani hadn't seen it. The miller praised her. The best single day was the fair of 1928, and on that day "
            "she danced.",
            "1928",
            "The best single day was the fair of 1928, and on that day she danced.",
        ),
        (
            "I have four ledgers still. The other seven went into the stove in the bad winter of 1931.",
            "1931",
            "I have four ledgers still. The other seven went into the stove in the bad winter of 1931.",
        ),
        (
            "After Weyl was killed in a crash in 1913 she gave up flying. She married his brother in 1915.",
            "1915",
            "After Weyl was killed in a crash in 1913 she gave up flying. She married his brother in 1915.",
        ),
    ],
)
def test_an_entry_tells_no_more_before_its_sentence_than_it_needs(text: str, date: str, expected: str) -> None:
    assert told(text)[date] == expected


def test_an_entry_takes_nothing_from_before_a_signature() -> None:
    text = "The watch came at last. It has run slow ever since.\n\nL.\n\nIt was they who put in a machine in 1974."
    assert "watch" not in told(text)["1974"]


def test_a_heading_of_years_at_a_firm_is_no_life() -> None:
    text = "### Velten Glassworks (1915–1927)\n\nShe was employed there at half the salary of the men, and said so."
    assert told(text) == {}


def test_rows_say_what_they_are_about() -> None:
    built = "| Bridge | Built | Material |\n|---|---|---|\n| Old Bridge | 1582 | Red sandstone blocks |\n"
    made = "| Lock | Year | Maker |\n|---|---|---|\n| Invictus | 1847 | Dunmore and Pyle |\n"
    assert told(f"{built}| Mill Bridge | 1961 | Concrete, once tarred |")["1582"] == "Built: Old Bridge."
    count = "| Year | People | Event |\n|---|---|---|\n| 1851 | 640 | Railway opens (1848) |\n"
    assert "1851" not in told(f"{count}| 1891 | 990 | Pier is finished (1886) |")
    assert told(f"{made}| Citadel | 1934 | Marten and Sons |")["1847"] == "Invictus: Dunmore and Pyle."
