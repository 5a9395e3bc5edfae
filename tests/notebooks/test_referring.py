"""What "it", "he" and "there" mean after an answer."""

from __future__ import annotations

import pytest
from open_notebook import turn

from server.engine.notebooks.followups import whole


@pytest.mark.parametrize(
    ("before", "said", "asked", "made"),
    [
        (
            "Which kettle came first in the test?",
            "Results: Brenner K2, Score: 88. [1]",
            "And how long is its guarantee?",
            "How long is Brenner K2's guarantee?",
        ),
        (
            "Who follows the founder of the mill?",
            "Edith Lorne told the board in May 2020 of her wish to retire. She will be followed by Casper Wade,"
            " now the head miller. Mrs Lorne will stay as an adviser. [1]",
            "And when does he begin?",
            "When does Casper Wade begin?",
        ),
        (
            "Where can the band of Ossel play while its hall is shut?",
            "The hall is shut until May. The band may play at Upper Crane, where there is a barn with four stoves. [1]",
            "And how many stoves are there?",
            "How many stoves are at Upper Crane?",
        ),
        (
            "I have a narrow kitchen. Which kettle should I buy?",
            "Take the low one. [1]",
            "How heavy is it?",
            "How heavy is kettle?",
        ),
    ],
)
def test_what_was_told_is_meant(before: str, said: str, asked: str, made: str) -> None:
    assert whole(asked, [turn(before, said)]).text == made
