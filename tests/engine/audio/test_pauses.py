from __future__ import annotations

from dataclasses import dataclass

import pytest

from server.domain.scripts import LineKind
from server.engine.audio.pauses import pause_between


@dataclass(frozen=True)
class Said:
    text: str
    speaker: int = 0
    kind: LineKind = LineKind.STATEMENT


ANSWER = Said("It melts.", speaker=1)


def test_a_new_chapter_takes_longest_and_a_reaction_comes_at_once() -> None:
    line = Said("That was the first part.")
    reaction = Said("Right.", speaker=1, kind=LineKind.REACTION)
    chapter = pause_between(line, ANSWER, new_chapter=True)
    statement = pause_between(line, ANSWER, new_chapter=False)
    at_once = pause_between(line, reaction, new_chapter=False)
    assert chapter > 2 * statement > 2 * at_once > 0


def test_an_answer_comes_sooner_than_a_new_thought() -> None:
    question = pause_between(Said("Does it melt?"), ANSWER, new_chapter=False)
    assert question < 0.85 * 430 * 1.05
    assert 280 <= question <= 380


@pytest.mark.parametrize("ending", ["…", "...", "...”"])
def test_a_trailing_thought_hangs(ending) -> None:
    assert pause_between(Said(f"And then{ending}"), ANSWER, new_chapter=False) > 550


def test_pauses_vary_from_place_to_place_but_not_from_time_to_time() -> None:
    lines = [Said(f"Point number {n}.") for n in range(30)]
    pauses = [pause_between(line, ANSWER, new_chapter=False) for line in lines]
    assert len(set(pauses)) > 15
    assert all(365 <= pause <= 495 for pause in pauses)
    assert pauses == [pause_between(line, ANSWER, new_chapter=False) for line in lines]
