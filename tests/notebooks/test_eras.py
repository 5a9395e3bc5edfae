"""Times with a name, told by their years."""

from __future__ import annotations

import pytest

from server.engine.notebooks.eras import told_by_years


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("Second World War", "In 1942 the windows were boarded up.", True),
        ("First World War", "In 1942 the windows were boarded up.", False),
        ("Harbour Trust", "In 1942 the windows were boarded up.", False),
        ("Second World War", "The windows were boarded up.", False),
    ],
)
def test_a_time_is_told_by_one_of_its_years(name: str, text: str, told: bool) -> None:
    assert told_by_years(name, text) is told
