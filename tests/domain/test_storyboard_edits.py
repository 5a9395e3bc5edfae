"""Changed storyboards: only what is asked for differs, and no kind is offered that a scene has nothing to show for."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sample_storyboards import SAID, scenes, small_board

from server.domain.errors import InvalidField
from server.domain.scripts import Line
from server.domain.sources import Passage
from server.domain.storyboard_edits import ItemEdit, SceneEdit, as_kind, edited, kinds_of, new_scenes
from server.domain.storyboards import Scene, SceneItem, SceneKind, VideoFormat

WIDE = VideoFormat.EXPLAINER


def scene_of(kind: SceneKind) -> Scene:
    return next(scene for scene in scenes() if scene.kind is kind)


def test_what_is_not_changed_stays_the_same() -> None:
    board = small_board()
    assert edited(board, [SceneEdit(scene=n) for n in range(3)]) == board
    changed = edited(board, [SceneEdit(scene=0), SceneEdit(scene=1, lines=("Another thing.",)), SceneEdit(scene=2)])
    assert (changed.scenes[0], changed.scenes[2]) == (board.scenes[0], board.scenes[2])
    assert changed.scenes[1].lines[0].text == "Another thing."
    assert new_scenes(board, changed) == 1
    moved = edited(board, [SceneEdit(scene=n) for n in (2, 0)], title="Bees")
    assert [scene.kind for scene in moved.scenes] == [SceneKind.NUMBER, SceneKind.TITLE]
    assert (new_scenes(board, moved), moved.title) == (0, "Bees")


@pytest.mark.parametrize("film", list(VideoFormat))
def test_every_kind_that_is_offered_can_be_had(film: VideoFormat) -> None:
    for scene in scenes():
        offered = kinds_of(scene, film)
        assert scene.kind in offered
        for kind in offered:
            made = as_kind(scene, kind, film)
            assert made is not None
            assert made.kind is kind
            assert made.lines == scene.lines


def test_a_kind_needs_what_it_shows() -> None:
    assert SceneKind.CHART not in kinds_of(scene_of(SceneKind.LIST), WIDE)
    assert SceneKind.NUMBER not in kinds_of(scene_of(SceneKind.STATEMENT), WIDE)
    assert {SceneKind.STEPS, SceneKind.RECAP} <= set(kinds_of(replace(scene_of(SceneKind.RECAP), text=""), WIDE))
    assert SceneKind.COMPARISON in kinds_of(scene_of(SceneKind.COMPARISON), WIDE)
    undated = replace(scene_of(SceneKind.STEPS), items=(SceneItem("One"), SceneItem("Two")))
    assert SceneKind.TIMELINE not in kinds_of(undated, WIDE)
    dated = replace(undated, items=(SceneItem("One", "1900"), SceneItem("Two", "1910")))
    assert SceneKind.TIMELINE in kinds_of(dated, WIDE)


def test_only_what_a_passage_says_is_a_quotation() -> None:
    said = Line(0, "The hives came back.", passages=(Passage("s1", 0, 40, "He said: The hives came back."),))
    quoted = as_kind(Scene(kind=SceneKind.STATEMENT, lines=(said,), text="Hives"), SceneKind.QUOTATION, WIDE)
    assert quoted is not None
    assert quoted.text == "The hives came back."
    own = replace(said, text="The hives came back with honey.")
    assert as_kind(Scene(kind=SceneKind.STATEMENT, lines=(own,), text="Hives"), SceneKind.QUOTATION, WIDE) is None


def test_a_chart_becomes_a_list_of_its_own_values() -> None:
    listed = as_kind(scene_of(SceneKind.CHART), SceneKind.LIST, WIDE)
    assert listed is not None
    chart = listed.chart
    assert chart is not None
    values = chart.series[0][1]
    for item, label, value in zip(listed.items, chart.labels, values, strict=True):
        assert item.text.startswith(f"{label}: {value:g}")


def test_lines_and_items_are_taken_away_by_emptying_them() -> None:
    scene = replace(
        scene_of(SceneKind.LIST),
        lines=(Line(0, "One."), Line(0, "Two."), Line(0, "Three.")),
        items=(SceneItem("a", line=0), SceneItem("b", line=1), SceneItem("c", line=2)),
    )
    board = replace(small_board(), scenes=(scene,))
    (shorter,) = edited(board, [SceneEdit(scene=0, lines=("One.", " ", "Three."))]).scenes
    assert [line.text for line in shorter.lines] == ["One.", "Three."]
    assert [item.line for item in shorter.items] == [0, 0, 1]
    (fewer,) = edited(board, [SceneEdit(scene=0, items=(ItemEdit(), ItemEdit(text=""), ItemEdit(text="see")))]).scenes
    assert [item.text for item in fewer.items] == ["a", "see"]


@pytest.mark.parametrize(
    ("edit", "field"),
    [
        (SceneEdit(scene=9), "scenes[0].scene"),
        (SceneEdit(scene=1, kind=SceneKind.CHART), "scenes[0].kind"),
        (SceneEdit(scene=1, lines=()), "scenes[0].lines"),
        (SceneEdit(scene=1, lines=("",)), "scenes[0].lines"),
        (SceneEdit(scene=1, items=(ItemEdit(),)), "scenes[0].items"),
        (SceneEdit(scene=1, text=" "), "scenes[0].text"),
    ],
)
def test_what_cannot_be_is_refused_by_field(edit: SceneEdit, field: str) -> None:
    with pytest.raises(InvalidField) as refused:
        edited(small_board(), [edit])
    assert [each.field for each in refused.value.details] == [field]
    with pytest.raises(InvalidField, match="at least one scene"):
        edited(small_board(), [])


def test_a_film_whose_first_scene_is_gone_still_begins_with_a_chapter() -> None:
    changed = edited(small_board(), [SceneEdit(scene=1), SceneEdit(scene=2)])
    assert [scene.chapter for scene in changed.scenes] == ["Bees in the city", "In numbers"]
    assert SAID[0] not in changed.script().as_text()


def test_a_further_scene_rests_on_the_one_that_it_is_put_beside() -> None:
    board = small_board()
    edits = [SceneEdit(scene=n) for n in range(len(board.scenes))]
    edits.insert(1, SceneEdit(scene=0, lines=("Said anew.", " "), heading="", is_new=True))
    made = edited(board, edits)
    new = made.scenes[1]
    assert (new.kind, new.text, [line.text for line in new.lines]) == (
        SceneKind.STATEMENT,
        "Said anew.",
        ["Said anew."],
    )
    assert new.lines[0].passages == board.scenes[0].lines[0].passages
    assert new_scenes(board, made) == 1
    edits[1] = SceneEdit(scene=0, lines=("",), is_new=True)
    with pytest.raises(InvalidField) as refused:
        edited(board, edits)
    assert [each.field for each in refused.value.details] == ["scenes[1].lines"]
