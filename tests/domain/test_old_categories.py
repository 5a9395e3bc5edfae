"""Categories of old feeds lead to those of today."""

from __future__ import annotations

import pytest

from server.domain import categories, old_categories
from server.domain.categories import ALL


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Government & Organizations", "Government"),
        ("government and organisations > Non-Profit", "Business > Non-Profit"),
        ("Business > Business News", "News > Business News"),
        ("News & Politics", "News"),
        ("Science & Medicine > Medicine", "Health & Fitness > Medicine"),
        ("Sports & Recreation > Baseball", "Sports > Baseball"),
        ("Technology > Something", "Technology"),
        ("Tech News", "News > Tech News"),
        ("arts/BOOKS", "Arts > Books"),
        ("TV &amp; Film", "TV & Film"),
        ("Society & Culture > History", "History"),
    ],
)
def test_old_names_have_a_place_today(old: str, new: str) -> None:
    assert str(old_categories.mapped(old)) == new


def test_names_of_today_stay() -> None:
    assert all(old_categories.mapped(str(category)) == category for category in ALL)


def test_every_place_they_lead_to_exists() -> None:
    for target in old_categories._OLD.values():
        assert categories.parse(target) in ALL


@pytest.mark.parametrize("nothing", ["", " > ", "Nonsense", "<b></b>"])
def test_what_is_no_category_has_none(nothing: str) -> None:
    assert old_categories.mapped(nothing) is None
