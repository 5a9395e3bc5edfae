"""Turns of talk and who takes them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from server.domain.sources import BlockKind, Source

Read = Callable[[str], Source]

TURNS = """Q: How did it begin?

A: With a mistake, as most things do.

It was a large one.

Q: And then?

A: Then nobody asked for six years."""


def speakers(source: Source) -> list[str]:
    return [block.speaker for block in source.blocks if block.kind is BlockKind.SPEECH]


def test_the_names_come_from_the_introduction(read_file: Callable[[Path], Source], data: Path) -> None:
    source = read_file(data / "texts" / "interview_seedbank.txt")

    assert source.title == '"A SEED IS A LETTER WITH NO RETURN ADDRESS"'
    assert speakers(source) == ["Jonas Ebbing", "Petra Solheim-Akande"] * 18
    assert not any(source.block_text(block).startswith(("Q:", "A:")) for block in source.blocks)


@pytest.mark.parametrize(
    ("introduction", "asker", "guest"),
    [
        (
            "Petra Solheim has kept the bank for years. She talked to Jonas Ebbing about peas.",
            "Jonas Ebbing",
            "Petra Solheim",
        ),
        ("Petra Solheim keeps seeds. Interview: Jonas Ebbing", "Jonas Ebbing", "Petra Solheim"),
        ("Petra Solheim leitet die Bank. Sie sprach mit Jonas Ebbing über Erbsen.", "Jonas Ebbing", "Petra Solheim"),
        (
            "By Jonas Ebbing\n\nPetra Solheim has kept the seed bank for twenty-two years.",
            "Jonas Ebbing",
            "Petra Solheim",
        ),
        ("A conversation about peas that were thought to be lost.", "Q", "A"),
    ],
)
def test_who_asks_and_who_answers(read_text: Read, introduction: str, asker: str, guest: str) -> None:
    source = read_text(f"Seeds and letters\n\n{introduction}\n\n{TURNS}")

    assert speakers(source) == [asker, guest, guest, asker, guest]


def test_lines_with_names(read_text: Read) -> None:
    source = read_text(
        "Two boats\n\nHarriet Ruddock met Caleb Winslet at the lock.\n\nRUDDOCK: How long did it take?\n\n"
        "WINSLET: Nine years.\n\nRUDDOCK: And the cost?\n\nWINSLET: More than we said.\n"
    )

    assert speakers(source) == ["Harriet Ruddock", "Caleb Winslet"] * 2


def test_a_name_in_the_head_of_a_transcript_ends_with_its_line(read_text: Read) -> None:
    source = read_text(
        "Sound archive of Tern\n\nSpeaker: Hetty Glaze\nInterviewer: Ivor Quill\nRecorded on 4 May 2001 at the pier\n\n"
        "QUILL: What did you sell?\n\nGLAZE: Whelks, by the pint.\n\nQUILL: To whom?\n\nGLAZE: To all who were cold.\n"
    )

    assert speakers(source) == ["Ivor Quill", "Hetty Glaze"] * 2


def test_transcripts_with_numbered_speakers(read_text: Read) -> None:
    lines = "\n".join(f"SPEAKER_0{number % 2}: This is line {number} of the talk." for number in range(6))

    assert speakers(read_text(lines)) == ["SPEAKER_00", "SPEAKER_01"] * 3


@pytest.mark.parametrize(
    "text",
    [
        "Present: J. Amberley, D. Bessant.\n\nApologies: K. Whitlow.\n\nThe minutes were approved.\n\n"
        "Motion: be it so.\n\nVote: seven to two.",
        "Note: close the valve.\n\nNote: open the valve.\n\nStep: wait.\n\nStep: go on.",
        "New: a list of guests.\n\nFixed: the bell rang twice.\n\nNew: a map of the rooms.\n\n"
        "Fixed: the lift stopped.\n\nNew: a clock.",
        "Q: How?\n\n" + "A long report follows that is no conversation at all and goes on for a while. " * 20,
    ],
)
def test_other_labels_are_no_speakers(read_text: Read, text: str) -> None:
    assert speakers(read_text(text)) == []
