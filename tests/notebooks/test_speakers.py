"""Who speaks in a conversation, by the full name."""

from __future__ import annotations

from pathlib import Path

import pytest
from open_notebook import asked, filled

from server.domain.sources import SourceKind
from server.engine.notebooks.chunks import chunks_of
from server.engine.notebooks.speakers import full_names
from server.engine.sources import import_source
from server.engine.specs import SourceSpec

TALK = (
    "HANDS AT WORK, episode 12\nRecorded on 4 March 2023\nGuest: Wilma Tarrant, saddler\nHost: Joris Pell\n\n"
    "PELL: Thank you for having us in your workshop.\n\n"
    "TARRANT: Mind the glue.\n\n"
    "PELL: You came to leather late.\n\n"
    "TARRANT: I was a tram driver until I was thirty. Then my knee went, and my aunt left me her awls.\n\n"
    "PELL: And the royal order?\n\n"
    "TARRANT: In 1999. Eleven bridles, and nobody told me that it was for the palace until they had paid.\n\n"
    "PELL: What is the hardest part?\n\n"
    "TARRANT: Waiting. Leather that has been wetted wants two days, and people want one.\n"
)


@pytest.mark.parametrize("label", ["Wilma", "Tarrant", "TARRANT", "WT"])
def test_a_label_is_part_of_a_name_of_the_opening_or_its_initials(label: str) -> None:
    text = "My guest today is Dr Wilma Tarrant, a saddler. I'm glad that she came."
    assert full_names({label}, "Hands at Work", text) == {label: "Wilma Tarrant"}


def test_a_label_that_two_names_share_stays_as_it_is() -> None:
    assert full_names({"Tarrant"}, "Wilma Tarrant and Ewan Tarrant at home", "") == {}


def test_each_part_of_a_talk_has_the_full_name_of_who_speaks() -> None:
    chunks = chunks_of(import_source(SourceSpec(SourceKind.TEXT, TALK, name="talk")))
    assert "Wilma Tarrant" in {chunk.speaker for chunk in chunks}


def test_what_is_asked_of_somebody_by_name_is_found_where_she_speaks(tmp_path: Path) -> None:
    notebook = filled(tmp_path, TALK)
    assert "tram driver" in asked(notebook, "What was Wilma Tarrant's job before she made saddles?").answer
