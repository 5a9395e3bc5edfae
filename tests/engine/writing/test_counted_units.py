"""The unit behind a number is a noun: no verb, no preposition, no adverb."""

from __future__ import annotations

import pytest

from server.engine.writing.quantities import quantities


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("It costs 38 until the end of February.", ""),
        ("We send nothing by post, as 63 went missing.", ""),
        ("A sports drink is served from 9 onwards.", ""),
        ("Income was 21,000 below plan.", ""),
        ("Of these 118 attended the meeting.", ""),
        ("The barn has 38 beds.", "beds"),
        ("They sowed 40 seeds a row.", "seeds"),
        ("It carries 63 people.", "people"),
    ],
)
def test_the_unit_is_what_is_counted(text: str, unit: str) -> None:
    assert [q.unit for q in quantities(text, "en")] == [unit]
