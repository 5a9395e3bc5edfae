"""Names, as a question has them."""

from __future__ import annotations

import pytest

from server.engine.notebooks.terms import names


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("What were Kit Bellamy-Roe's three proposals?", ["Kit Bellamy-Roe's"]),
        ("When did Ada Quist leave Saint-Malo?", ["Ada Quist", "Saint-Malo"]),
        ("Was the well-known Mr Stott there?", ["Mr Stott"]),
        ("Who drew the Ferry - Anna or Bruno?", ["Ferry", "Anna", "Bruno"]),
    ],
)
def test_a_name_with_a_hyphen_is_one_name(question: str, found: list[str]) -> None:
    assert names(question) == found
