"""Several things in one phrase."""

from __future__ import annotations

import pytest

from server.domain.enumerations import enumerated


@pytest.mark.parametrize(("parts", "said"), [(["a"], "a"), (["a", "b"], "a and b"), (("a", "b", "c"), "a, b and c")])
def test_the_last_part_stands_behind_and(parts: list[str], said: str) -> None:
    assert enumerated(parts) == said
