"""Words in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app import language


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    language.use("en")


def test_words_without_a_catalogue_are_english_with_their_values() -> None:
    language.use("tlh")
    assert language.tr("{name} was removed", name="Ada {x}") == "Ada {x} was removed"
    assert language.tr("Braces {stay} where no value is given") == "Braces {stay} where no value is given"
    assert language.mark("later") == "later"


@pytest.mark.parametrize(("count", "told"), [(0, "0 episodes"), (1, "one episode"), (2, "2 episodes")])
def test_counts_choose_their_form(count: int, told: str) -> None:
    assert language.trn("one episode", "{count} episodes", count) == told
