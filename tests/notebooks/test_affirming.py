"""A yes or no before the evidence: where a sentence says just what was asked, and nowhere else."""

from __future__ import annotations

import pytest

from server.engine.notebooks.affirming import leading


@pytest.mark.parametrize(
    ("question", "sentence", "lead"),
    [
        ("Can an upgrade be undone?", "An upgrade can't be undone.", "No. "),
        ("Are dogs allowed in the hall?", "Dogs are not allowed in the hall.", "No. "),
        ("Is the museum open on Mondays?", "The museum is open on Mondays.", "Yes. "),
        ("Was the bridge built in 1934?", "The Ostra bridge was built in 1934, of steel.", "Yes. "),
        # Another word, and so perhaps the contrary.
        ("Is the museum open on Mondays?", "The museum is closed on Mondays.", ""),
        # Not of that day.
        ("Is the museum open on Mondays?", "The museum is open daily except Mondays.", ""),
        ("Was the bridge built in 1934?", "The bridge was built in 1935.", ""),
        # Another time.
        ("Is the bridge closed to lorries?", "The bridge was closed to lorries.", ""),
        # The other way about.
        ("Did the club sell the house to the town?", "The town sold the house to the club.", ""),
        # Somebody says so.
        ("Is the dune silent in winter?", "She says that the dune is silent in winter.", ""),
        ("Are all rooms heated?", "The rooms are heated.", ""),
        ("Is it open?", "It is open.", ""),
        ("Is the tea or the coffee hot?", "The tea is hot, the coffee is hot.", ""),
        ("When is the museum open?", "The museum is open on Mondays.", ""),
        # It is said already.
        ("Is the museum open on Mondays?", "Yes. The museum is open on Mondays.", ""),
    ],
)
def test_yes_or_no_is_said_only_for_what_the_sentence_says(question: str, sentence: str, lead: str) -> None:
    assert leading(question, sentence, sentence) == lead


def test_what_goes_on_with_a_but_is_no_plain_yes() -> None:
    sentence = "Dogs are allowed in the garden."
    assert leading("Are dogs allowed in the garden?", sentence, sentence) == "Yes. "
    assert leading("Are dogs allowed in the garden?", sentence, f"{sentence} But not in May.") == ""
