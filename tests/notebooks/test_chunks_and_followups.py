"""Chunks with exact places, and questions made whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from open_notebook import asked, filled, turn

from server.domain.notebooks import Notebook
from server.domain.sources import SourceKind
from server.engine.notebooks.chunks import LONGEST_UNIT, chunks_of
from server.engine.notebooks.files import fill, opened
from server.engine.notebooks.followups import Whole, whole
from server.engine.notebooks.indexing import prepare
from server.engine.notebooks.retrieval import holders
from server.engine.sources import import_source
from server.engine.specs import SourceSpec

TEXTS = Path(__file__).parents[1] / "data" / "texts"


@pytest.mark.parametrize("name", ["annual_report_reuse.md", "stadtbaeume_de.md", "interview_seedbank.txt"])
def test_every_chunk_stands_where_it_says(name: str) -> None:
    source = import_source(SourceSpec(SourceKind.FILE, path=TEXTS / name, name=name))
    chunks = chunks_of(source)
    assert chunks
    for chunk in chunks:
        assert source.text[chunk.start : chunk.end] == chunk.text
        assert all(chunk.start <= unit.start < unit.end <= chunk.end for unit in chunk.units)
        assert all(unit.end - unit.start <= LONGEST_UNIT for unit in chunk.units)


def test_a_question_of_the_source_begins_the_chunk_of_its_reply() -> None:
    filling = "The lido has four lanes, two slides and a lawn. " * 11
    text = f"{filling}Who may come in for nothing? Children under four may. {filling}"
    chunks = chunks_of(import_source(SourceSpec(SourceKind.TEXT, text, name="text")))
    assert not any(chunk.text.rstrip().endswith("?") for chunk in chunks)
    assert any("Who may come in for nothing? Children under four may." in chunk.text for chunk in chunks)


@pytest.mark.parametrize(
    ("before", "said", "asked", "made"),
    [
        (
            "Who finished the sums?",
            "Harriet Ruddock finished them. [1]",
            "And when did she leave?",
            "Harriet Ruddock leave",
        ),
        ("How much did Valley take in?", "496. [1]", "What about Coast?", "How much did Coast take in?"),
        ("What did Valley take in in 2023?", "455. [1]", "And in 2024?", "What did Valley take in in 2024?"),
        ("How long is the canal?", "118 kilometres. [1]", "Who built it?", "Who built the canal?"),
        (
            "Who inherited the mill?",
            "Mrs Ada Quist died in 1799. Her nephew Carl Drey, who inherited, liked horses. [1]",
            "And what made him sell?",
            "What made Carl Drey sell?",
        ),
        ("What did the lock cost?", "4 pounds. [1]", "And in which year was that?", "In which year was that: What did"),
        ("What is Quist's theory?", "It is a drum. [1]", "And who disagreed with her?", "disagreed with Quist?"),
        ("How long is the Karst tunnel?", "14.8 kilometres. [1]", "And how deep?", "How deep is the Karst tunnel?"),
        ("What do adults pay?", "6.50. [1]", "And what was it before it shut?", "What do adults pay before it shut?"),
        (
            "How much did Brook Road cost?",
            "4. [1]",
            "And how much was the other one, the FR1?",
            "How much did FR1 cost?",
        ),
        (
            "Which is longer, the bell tower or the mill?",
            "The longer of the two is the mill: 9 metres against 8 metres. [1][2]",
            "When was it built?",
            "When was the mill built?",
        ),
        (
            "Which is longer, the bell tower or the mill?",
            "The longer of the two is the mill: 9 metres against 8 metres. [1][2]",
            "How old is the other one?",
            "How old is the bell tower?",
        ),
        ("Which is longer, the bell tower or the mill?", "", "How old is the second one?", "How old is the mill?"),
        (
            "Who planted the yard?",
            "It was planted at Hale Moss by Edmund Farr. [1]",
            "When did he die?",
            "did Edmund Farr",
        ),
        (
            "When was the old bridge at Tarn opened?",
            "In 1871. [1]",
            "Who built it?",
            "Who built the old bridge at Tarn?",
        ),
        (
            "What percentage of the Karst's guests wanted to keep the break?",
            "71 percent. [1]",
            "And what percentage were against it?",
            "What percentage were against the break?",
        ),
        (
            "Which bicycle lock won the test in Spoke?",
            "",
            "How long did the grinder need to get through it?",
            "get through the bicycle lock that won the test in Spoke?",
        ),
        ("Which dog found Tom Hale?", "", "How old is it?", "How old is the dog that found Tom Hale?"),
        (
            "What was Edmund Thrale paid in all?",
            "",
            "And how much did he have at the station in Porto Almas?",
            "How much did Edmund Thrale have at the station in Porto Almas?",
        ),
        (
            "Who will lead the mill after Ian Pettit?",
            "Ian Pettit retires in March. His successor is Dora Moreland, now with Cold Spring. [1]",
            "And where does she work now?",
            "Where does Dora Moreland work now?",
        ),
        ("What does Ostra pay per mile for one's own car?", "22. [1]", "And by bike?", "pay per mile by bike?"),
        ("How much is a ticket for adults?", "5. [1]", "And with a railcard?", "How much is a ticket with a railcard?"),
        (
            "How much wool do I need for slippers in size 42?",
            "160 g. [1]",
            "And how long does the pattern have to be?",
            "(slippers in size 42)",
        ),
        ("How is the Karst tunnel lit?", "By gas. [1]", "And which firm pays for it?", "firm pays for Karst?"),
    ],
)
def test_a_question_that_leans_is_made_whole(before: str, said: str, asked: str, made: str) -> None:
    assert made in whole(asked, [turn(before, said)]).text


def chunked(text: str) -> list[tuple[str, str]]:
    """Chunks of a text: the last heading of each, and its words."""
    source = import_source(SourceSpec(SourceKind.TEXT, text, name="text"))
    return [(chunk.context.rpartition(" / ")[2], chunk.text) for chunk in chunks_of(source)]


def test_a_question_of_a_source_is_found_with_its_reply() -> None:
    text = "# The pool\n\n**When are you open?**\nFrom May on.\n\n**What does it cost?**\nAdults pay 6.50 a day."
    assert [words.partition("?")[0] for _, words in chunked(text)] == ["When are you open", "What does it cost"]


def test_an_item_of_minutes_and_a_list_have_the_title_that_stands_before_them() -> None:
    text = (
        "# Minutes\n\n**1. Boiler.** The boiler dates from 1994 and failed four times last winter.\n\n"
        "Nothing else was said about it.\n\nActions\n\n- I. Olsen: letters about rents\n- P. Quist: drawings\n"
    )
    found = chunked(text)
    assert [heading for heading, _ in found] == ["Boiler", "Minutes", "Actions"]
    assert "I. Olsen" in found[2][1]


def test_a_question_that_stands_alone_stays() -> None:
    asked = "When was the Bank of Castrel founded?"
    assert whole(asked, [turn("Who was Ada Quist?", "A printer. [1]")]) == Whole(asked)


def test_sources_that_contradict_each_other_are_both_told(tmp_path: Path) -> None:
    file = filled(
        tmp_path,
        "The old bridge at Tarn. The bridge at Tarn was opened in 1871 by the mayor.",
        "A guide to Tarn. The bridge at Tarn was opened in 1874 after long delays.",
    )
    told = asked(file, "When was the bridge at Tarn opened?")
    assert told.answer.startswith("The sources differ.")
    assert "1871" in told.answer and "1874" in told.answer
    assert len({cited.source_id for cited in told.citations.values()}) == 2
    assert told.answer.count("A guide to Tarn") == 1


def test_numbers_of_another_thing_are_no_contradiction(tmp_path: Path) -> None:
    file = filled(
        tmp_path,
        "The walk at Tarn lasts two hours. It costs nothing.",
        "The guarantee of the torch lasts for three years, and people walk into the shop at 9.",
    )
    assert not asked(file, "How long does the walk last?").answer.startswith("The sources differ.")


def test_a_word_is_known_by_the_sources_that_it_stands_in(tmp_path: Path) -> None:
    file = filled(tmp_path, "The boathouse has three bays.", "The boat is insured.", "Boathouses stand at the water.")
    with opened(file) as db:
        assert holders(db, "boathouse") == {1, 3}
        assert holders(db, "insured") == {2}
        assert holders(db, "regatta") == frozenset()
        assert holders(db, "boathouse", most=2) is None


def test_a_passage_does_not_run_over_the_end_of_its_paragraph(tmp_path: Path) -> None:
    file = filled(
        tmp_path,
        "The drain of the bakery at Sexton Row is made of clay and was laid in 1905 by the father of the baker, who dug"
        " the trench himself. It held for a hundred years.\n\nThe lime tree in the yard is eighteen metres tall.",
    )
    told = asked(file, "When was the drain of the bakery laid?")
    assert "1905" in told.answer and "lime tree" not in told.answer


def test_a_list_is_told_whole_and_a_table_by_row_and_column(tmp_path: Path) -> None:
    file = filled(
        tmp_path,
        "# Packing\n\nFor the walk bring these four things:\n\n- a lamp\n- two ropes\n- a tin of soup\n- dry socks\n\n"
        "# Intake in tonnes\n\n| Region | 2023 | 2024 |\n|-|-|-|\n| Valley | 455 | 496 |\n| Coast | 640 | 587 |\n",
    )
    told = asked(file, "What things should I bring for the walk?")
    assert all(item in told.answer for item in ("lamp", "two ropes", "tin of soup", "dry socks")), told
    assert len(told.answer) < 1_200
    told = asked(file, "What was the intake of Coast in 2024?")
    assert "587" in told.answer and "640" not in told.answer, told


def test_a_list_that_only_its_heading_announces_is_told_whole(tmp_path: Path) -> None:
    file = filled(
        tmp_path,
        "# The otters of the Lenn\n\nThe river was walked in May.\n\n## What the report recommends\n\n"
        "- Build a ledge into the culvert.\n- Leave the fallen willows.\n- Repeat the survey in 2028.\n",
    )
    told = asked(file, "What does the report recommend?")
    assert all(item in told.answer for item in ("ledge", "willows", "2028")), told
    (cited,) = told.citations.values()
    assert cited.text.startswith("Build") and cited.text.rstrip(".").endswith("2028")


def test_a_table_without_a_heading_is_answered_from_too(tmp_path: Path) -> None:
    table = tmp_path / "locks.csv"
    table.write_text("Lock,Rise in metres\nTolley,4.2\nHollin,3.7\n", "utf-8")
    target = tmp_path / "prepared"
    prepare(import_source(SourceSpec(SourceKind.FILE, path=table, name="locks.csv")), target)
    file = tmp_path / "notebook.db"
    fill(file, [(target, "")], notebook=Notebook("n", "N", 0, 0), operation_id="o", now_ms=0)
    told = asked(file, "What is the rise in metres of the lock Tolley?")
    assert told.grounded and "4.2" in told.answer, told
