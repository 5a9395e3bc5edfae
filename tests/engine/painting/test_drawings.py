"""Drawings in scenes: every icon has strokes within its field; what a scene speaks of stands beside its words."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtGui import QPainterPath
from sample_storyboards import scenes, timed_scene

from server.domain.storyboards import Scene, SceneKind, VideoFormat
from server.engine.films.looks import LOOKS
from server.engine.films.plans import SIZES
from server.engine.painting.boards import Board
from server.engine.painting.canvas import application, painter_on, picture
from server.engine.painting.drawings import FIELD, read_path, strokes_of
from server.engine.painting.layouts import composed
from server.engine.painting.medallions import medallion
from server.engine.painting.strokes import sketch
from server.engine.plates.icons import FOLDER, icon_meant

pytestmark = pytest.mark.usefixtures("qapp")

KELP = "The kelp farm needs no feed."


def board_of(scene: Scene, film: VideoFormat = VideoFormat.EXPLAINER, *, has_presenter: bool = False) -> Board:
    application()
    return composed(
        timed_scene(scene),
        LOOKS["classic"],
        size=SIZES[film],
        film=film,
        language="en",
        seed=3,
        has_presenter=has_presenter,
    )


def test_every_icon_is_drawn_whole_on_its_field() -> None:
    for path in sorted(FOLDER.glob("*.svg")):
        strokes = strokes_of(path.stem)
        assert strokes, path.stem
        whole = QPainterPath()
        for stroke in strokes:
            whole.addPath(stroke)
        box = whole.boundingRect()
        assert box.left() >= 0, path.stem
        assert box.top() >= 0, path.stem
        assert box.right() <= FIELD, path.stem
        assert box.bottom() <= FIELD, path.stem
        assert max(box.width(), box.height()) > FIELD * 0.5, path.stem


@pytest.mark.parametrize(
    ("turn", "left", "right"), [("0 0 1", 12.0, 22.0), ("0 0 0", 2.0, 12.0), ("0 1 1", 12.0, 22.0)]
)
def test_arcs_go_round_their_side(turn: str, left: float, right: float) -> None:
    (half,) = read_path(ElementTree.fromstring(f'<path d="M12 2a10 10 {turn} 0 20"/>'))
    box = half.boundingRect()
    assert (round(box.left(), 1), round(box.right(), 1)) == (left, right)
    assert (half.currentPosition().x(), half.currentPosition().y()) == (12.0, 22.0)
    assert half.length() == pytest.approx(31.4, abs=0.1)


def test_a_scene_shows_what_it_speaks_of_and_its_words_make_room() -> None:
    (statement,) = (s for s in scenes() if s.kind is SceneKind.STATEMENT and not s.items)
    lines = tuple(replace(line, text="Nobody knew why.") for line in statement.lines)
    plain = board_of(replace(statement, text="Nobody knew why.", lines=lines))
    drawn = board_of(replace(statement, text=KELP, lines=lines))
    assert icon_meant(KELP) == "sprout"
    assert icon_meant("Nobody knew why.") == ""
    assert len(drawn.marks) == len(plain.marks) + 2
    ((_, wide, _),), ((_, narrow, _),) = plain.texts, drawn.texts
    assert narrow.width() < 0.8 * wide.width()


@pytest.mark.parametrize("film", [VideoFormat.EXPLAINER, VideoFormat.SHORT])
@pytest.mark.parametrize("kind", [SceneKind.TITLE, SceneKind.STATEMENT, SceneKind.NUMBER])
def test_a_drawing_covers_no_text(film: VideoFormat, kind: SceneKind) -> None:
    of_kind = [s for s in scenes(KELP) if s.kind is kind and not s.items]
    for scene in (s for s in of_kind if s.figure is None or s.figure.unit != "%"):  # a share is a ring of its own
        board = board_of(scene, film)
        medallions = [m.box for m in board.marks if m.box.width() == m.box.height() and m.box.width() > board.unit / 5]
        places = [m.box for m in board.marks if m.box.width() != m.box.height() and m.box.height() > 0]
        assert medallions
        for disc in medallions:
            assert board.area.adjusted(-1, -1, 1, 1).contains(disc)
            for place in places:
                shared = disc.intersected(place)
                assert shared.width() * shared.height() < 0.02 * disc.width() * disc.height(), kind


def test_beside_a_presenter_and_in_a_cinematic_film_nothing_is_drawn() -> None:
    title = scenes(KELP)[0]
    usual = len(board_of(title).marks)
    assert len(board_of(title, has_presenter=True).marks) == usual - 2
    assert not board_of(title, VideoFormat.CINEMATIC).has_drawings


def test_discs_differ_from_look_to_look() -> None:
    application()
    seen = {}
    for name, look in LOOKS.items():
        image = medallion(60, look, 300, tone=look.accents[1], seed=2)
        pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4).astype(float)
        seen[name] = pixels
    for (one, first), (other, second) in combinations(seen.items(), 2):
        assert np.abs(first - second).mean() > 6, (one, other)


def test_once_a_drawing_is_there_no_pen_is_left_on_it() -> None:
    application()
    look = LOOKS["whiteboard"]
    for name in ("recycle", "clock", "waves"):
        paths = [path.translated(0, 0) for path in strokes_of(name)]
        seen = []
        for share in (1.0, 1.5):
            image = picture(64, 64)
            painter = painter_on(image)
            sketch(paths, "#bf2424", 1.0, look, seed=4)(painter, share)
            painter.end()
            seen.append(bytes(image.constBits()))
        reach = np.frombuffer(seen[0], np.uint8).reshape(64, 64, 4)[..., 3]
        assert seen[0] == seen[1]
        assert reach[:, 28:].max() == 0, name
