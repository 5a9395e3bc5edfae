"""What documents keep of texts that people who knew no rule wrote and marked as siblings of the others."""

from __future__ import annotations

import pytest
from sibling_measures import SIBLINGS, kept_of


@pytest.mark.slow
@pytest.mark.parametrize("name", SIBLINGS)
def test_dates_and_facts_of_siblings_are_kept(name: str) -> None:
    kept = kept_of(name)
    assert kept.marked > 130
    assert kept.dates >= 0.85
    assert kept.faq >= 0.6
    assert kept.briefing >= 0.75
