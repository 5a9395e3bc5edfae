"""Dates that a layout gives: versions, lists under a year, due columns, issues; and figures that are hours or years."""

from __future__ import annotations

import pytest
from told_timelines import told

PAGE = "# The rowing club\n\n"
ISSUE = "# The Oar\n\nNewsletter of the Reed Boat Club, number 12, autumn 2021\n\n"
REPORT = "# The footbridge\n\nReport issued on 3 March 2020.\n\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The boat was built in 1931. She left the quay at 1130 and reached the island at 1645.", {"1931"}),
        ("The mill opened in 1921. In 1922 its sales stood at a third of the year before.", {"1921", "1922"}),
        ("The shed was lifted to its place in nineteen sixty-two.", {"1962"}),
        ("Nineteen oh four was the year of the great frost, and the river stood still.", {"1904"}),
        ("The shed was built in 1931. Nineteen forty watt lamps were bought for it.", {"1931"}),
        (
            "## Days in 2026\n\n- 3 May: first race\n- **7 June**: regatta for children\n",
            {"2026-05-03", "2026-06-07"},
        ),
        ("## Days\n\n- 3 May: first race\n- **7 June**: regatta for children\n", set()),
    ],
)
def test_hours_shares_spelled_years_and_headed_lists(text: str, expected: set[str]) -> None:
    assert set(told(text, head=PAGE)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "### 2.1 (3 March 2021)\n\n- Oars can be counted.\n\n### 2.0 (4 May 2020)\n\n- Boats can be lent.",
            {"2021-03-03": "Release 2.1: Oars can be counted.", "2020-05-04": "Release 2.0: Boats can be lent."},
        ),
        (
            "## [1.2.0] - 2021-03-03\n\n- Oars can be counted.\n\n## [1.1.0] - 2020-05-04\n\n- Boats can be lent.",
            {"2021-03-03": "Release 1.2.0: Oars can be counted.", "2020-05-04": "Release 1.1.0: Boats can be lent."},
        ),
        ("## 1.1 The frost\n\nIt was cold.\n\n## 1.2 The flood (May 1964)\n\nIt was wet.", {}),
    ],
)
def test_headings_with_a_version_and_its_day(text: str, expected: dict[str, str]) -> None:
    assert told(text, head=PAGE) == expected


def test_what_is_to_be_done_names_its_part() -> None:
    rows = "| North pier | Two stones loose | 31 May 2020 |\n| South pier | Rust on the bolts | 30 June 2021 |\n"
    found = told(f"| Part | Observation | Action by |\n|---|---|---|\n{rows}", head=REPORT)
    assert found["2020-05-31"] == "North pier: Two stones loose."
    assert found["2021-06-30"] == "South pier: Rust on the bolts."


def test_days_of_a_newsletter_are_of_its_season() -> None:
    found = told("On 4 July nine of us rowed over. On 2 September the committee voted to buy a boat.", head=ISSUE)
    assert set(found) == {"2021-07-04", "2021-09-02"}
