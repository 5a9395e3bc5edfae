"""Which chunks come to the front: those of the source that a question points to, read with what they stand in."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.domain.notebooks import Notebook
from server.domain.sources import BlockKind, SourceKind
from server.engine.notebooks.chunks import Chunk, Unit
from server.engine.notebooks.files import fill, opened
from server.engine.notebooks.indexing import prepare
from server.engine.notebooks.retrieval import find, pointed_to, spoken, titles_of
from server.engine.sources import import_source
from server.engine.specs import SourceSpec

PILOT = "The Marle\n\nThe river is watched from a station. Nineteen of us bring ships in. The mud moves every year."
FERRY = "The Ostra\n\nThe river is crossed by a ferry. How many of its ships sail is told by the company every year."
MILL = "The mill\n\nThe old mill stands at the weir. Its wheel was repaired in 1951."


@pytest.fixture
def notebook(tmp_path: Path) -> Path:
    path = tmp_path / "notebook.db"
    items: list[tuple[Path | None, str]] = []
    for number, text in enumerate((PILOT, FERRY, MILL)):
        target = tmp_path / f"{number}.prepared"
        prepare(import_source(SourceSpec(SourceKind.TEXT, text, name="text")), target)
        items.append((target, ""))
    fill(path, items, notebook=Notebook("n", "Rivers", 0, 0), operation_id="o", now_ms=0)
    return path


def test_the_words_that_few_sources_have_point_to_them(notebook: Path) -> None:
    with opened(notebook) as db:
        # "river" stands in two of three sources, "Marle" in one.
        leanings = pointed_to(db, "How deep is the river Marle?")
        first, second, third = (seq for (seq,) in db.execute("SELECT seq FROM sources ORDER BY seq"))
        assert leanings[first] == 1.0
        assert 0.0 < leanings[second] < 0.5
        assert third not in leanings
        assert pointed_to(db, "How deep is the river Marle?", among=[second]) == {second: 1.0}
        assert pointed_to(db, "Xylophones?") == {}


def test_what_is_found_tells_how_much_points_to_its_source(notebook: Path) -> None:
    question = "How many pilots are there on the Marle?"
    with opened(notebook) as db:
        found = find(db, notebook, question, [question])
        leanings = pointed_to(db, question)
        titles = titles_of(db, {each.source for each in found})
    assert {titles[each.source]: each.leaning for each in found if each.leaning == 1.0} == {
        titles[found[0].source]: 1.0
    }
    assert all(each.leaning == leanings.get(each.source, 0.0) for each in found)


def chunk(text: str, *, context: str = "", speaker: str = "") -> Chunk:
    return Chunk(0, len(text), text, context, (Unit(0, len(text), BlockKind.PARAGRAPH),), speaker=speaker)


@pytest.mark.parametrize(
    ("one", "title", "read"),
    [
        (chunk("I broke two ribs.", speaker="SOLLIS"), "On the Marle", "On the Marle, SOLLIS: I broke two ribs."),
        (chunk("It is mown.", context="Guide / Grass"), "Guide", "Guide, Grass: It is mown."),
        (chunk("Guide to grass.", context="Guide"), "Guide", "Guide to grass."),
        (chunk("It is mown.", context="Guide / " + "x" * 90), "Guide", "Guide: It is mown."),
    ],
)
def test_a_chunk_is_read_with_its_title_its_heading_and_who_speaks(one: Chunk, title: str, read: str) -> None:
    assert spoken(one, title) == read
