"""What the window shows of notebooks: sources with ticks, answers taken apart, what is left of the licence."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from app.client.notebooks import Allowance, Answer, AnswerCitation, Notebook, NotebookSource
from app.client.requests import Row
from app.models import notebook_answers as answers
from app.models import notebook_results as results
from app.models import notebooks, outputs
from app.models.notebook_answers import Piece, Verdict, told
from app.models.notebooks import Given, SourceEntries, entry_on_its_way, failed, notebook_rows
from app.models.orders import pasted_text

ROLE = Qt.ItemDataRole.CheckStateRole
NOW = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
CITED = AnswerCitation("s1", "The canal", "It was opened in 1794.", 10, 32, page=3)


def sources(*names: str) -> list[NotebookSource]:
    return [NotebookSource(name, "file", name.title(), 100) for name in names]


def an_answer(text: str, *markers: str, is_grounded: bool = True) -> Answer:
    return Answer("q", "c", "When?", text, is_grounded, dict.fromkeys(markers, CITED))


def test_sources_keep_to_the_rules_of_models_while_they_come_and_fail(qtmodeltester: ModelTester) -> None:
    rows = SourceEntries()
    qtmodeltester.check(rows)
    entry = entry_on_its_way("k1", Given(source=pasted_text("Some words.")))
    rows.append([entry])
    rows.progress("k1", 0.5, "Reading page 3")
    assert rows.row_of("k1").fraction == 0.5  # type: ignore[union-attr]
    rows.show_sources(sources("a", "b"))
    rows.setData(rows.index(0, 0), Qt.CheckState.Unchecked, ROLE)
    qtmodeltester.check(rows)
    rows.update(failed(entry, "it is encrypted"))
    qtmodeltester.check(rows)
    assert [row.key for row in rows.rows] == ["a", "b", "k1"]
    assert rows.rows[2].words == "It is encrypted."
    assert not rows.setData(rows.index(2, 0), Qt.CheckState.Checked, ROLE)
    rows.begin()
    qtmodeltester.check(rows)


def test_lists_of_notebooks_and_results_keep_to_the_rules_of_models(qtmodeltester: ModelTester) -> None:
    books = notebook_rows()
    made = results.result_rows()
    for model in (books, made):
        qtmodeltester.check(model)
    books.replace([Notebook("a", "Canals", 4, updated_on=NOW), Notebook("b", "")])
    made.replace([Row("r", output_type="quiz"), Row("s", "Gates", status=40)])
    for model in (books, made):
        qtmodeltester.check(model)
    assert books.index(0, 1).data() == "4 sources"
    assert books.index(1, 0).data() == "Untitled notebook"
    assert made.index(0, 0).data() == "Quiz"


def test_what_is_not_ticked_does_not_count_and_that_outlives_a_reading() -> None:
    rows = SourceEntries()
    rows.show_sources(sources("a", "b", "c"))
    assert rows.all_count
    rows.setData(rows.index(1, 0), Qt.CheckState.Unchecked, ROLE)
    rows.show_sources(sources("a", "b", "c", "d"))

    assert rows.chosen == ("a", "c", "d")
    rows.tick_all()
    assert rows.all_count
    rows.tick_all()
    assert rows.chosen == ()
    assert rows.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole).endswith("does not count")


def test_long_statements_stand_apart_and_short_ones_run_on() -> None:
    long = "The canal was opened throughout on 22 September 1791, with salt, coal, two bands and the proprietors."
    apart = told(an_answer(f"{long} [1] {long} [2]", "1", "2"))
    on = told(an_answer("It is long [1]. It is old [2].", "1", "2"))

    assert [pieces[-1] for pieces in apart.paragraphs] == [Piece("1", True), Piece("2", True)]
    assert len(on.paragraphs) == 1
    assert [piece.text for piece in on.paragraphs[0]] == ["It is long", "1", ". It is old", "2", "."]


def test_a_marker_that_cites_nothing_stays_as_it_was_written() -> None:
    assert told(an_answer("Volume [7] is lost.", "1")).paragraphs == ((Piece("Volume [7] is lost."),),)


def test_sources_that_differ_are_told_one_by_one() -> None:
    shown = told(an_answer("The sources differ. In 1791. [1] In 1794. [2]", "1", "2"))

    assert shown.verdict is Verdict.DIFFER
    assert ["".join(p.text for p in pieces if not p.is_citation) for pieces in shown.paragraphs] == [
        "In 1791.",
        "In 1794.",
    ]


def test_a_refusal_is_told_with_what_stands_nearby() -> None:
    near = told(an_answer("The sources do not say. Nearest to it, A says: “B.”", is_grounded=False))
    bare = told(an_answer("Die Quellen sagen es nicht.", is_grounded=False))

    assert near.verdict is bare.verdict is Verdict.NOT_SAID
    assert near.paragraphs == ((Piece("The sources do not say."),),)
    assert near.near == ((Piece("Nearest to it, A says: “B.”"),),)
    assert bare.paragraphs == ((Piece("Die Quellen sagen es nicht."),),)
    assert bare.near == ()


@settings(max_examples=40, deadline=None)
@given(st.text(alphabet=st.sampled_from("aé中😀🜂"), max_size=30), st.integers(0, 30))
def test_code_points_are_found_among_utf_16_units(text: str, place: int) -> None:
    place = min(place, len(text))
    assert answers.position(text, place) == len(text[:place].encode("utf-16-le")) // 2


@pytest.mark.parametrize(
    ("citation", "words"),
    [
        (CITED, "The canal · page 3"),
        (AnswerCitation("s", "Talk", "", 0, 1, time_ms=281_000), "Talk · 04:41"),
        (AnswerCitation("s", "Deck", "", 0, 1, slide=2), "Deck · slide 2"),
        (AnswerCitation("s", "Sheet", "", 0, 1, row=7), "Sheet · row 7"),
        (AnswerCitation("s", "Book", "", 0, 1, row=7, sheet="Costs"), "Book · sheet Costs, row 7"),
        (AnswerCitation("s", "Note", "", 0, 1), "Note"),
    ],
)
def test_a_citation_names_its_place(citation: AnswerCitation, words: str) -> None:
    assert answers.cited(citation) == words


def test_what_cannot_be_sent_says_why(tmp_path: Path) -> None:
    program, empty = tmp_path / "run.exe", tmp_path / "empty.pdf"
    for path in (program, empty):
        path.write_bytes(b"")

    assert "Files of this kind" in Given(path=program).fault()
    assert Given(path=empty).fault() == "The file is empty."
    assert "500,000" in Given(source=pasted_text("a" * 500_001)).fault()
    assert Given(source=pasted_text("Words.")).fault() == ""


def test_what_is_left_is_told_with_when_it_comes_back() -> None:
    full = {"audio": Allowance(6, 6, NOW), "infographics": Allowance(None, 3)}

    assert notebooks.left_of(full, "audio") == "0 of 6 left"
    assert notebooks.used_up(full, "audio")
    assert notebooks.left_of(full, "infographic") == ""
    assert not notebooks.used_up(full, "infographic")
    assert notebooks.resets(full["audio"]).startswith("next free at ")


def test_every_output_type_can_be_made_from_a_notebook() -> None:
    kinds = [each.kind for each in outputs.offered(frozenset(notebooks.CAPABILITY_OF))]
    assert sorted(kinds) == sorted(notebooks.CAPABILITY_OF)
    assert len(kinds) == 11


def test_a_wish_carries_only_what_belongs_to_its_type() -> None:
    video = next(each for each in outputs.offered({"video"}) if each.kind == "video")
    wish = results.Wish(video, text="Short.", choices={"videoFormat": "short", "quizDifficulty": "easy"})

    assert wish.wire("n1") == {"outputType": "video", "notebookId": "n1", "text": "Short.", "format": "short"}
