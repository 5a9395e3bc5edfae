"""In a window from right to left, what is painted by hand begins at the right as everything else does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.models.pages import Moment
from app.theme import Theme
from app.widgets.scenes import SceneCard
from app.widgets.timelines import SIDE, STEP, TimelineBand


@pytest.fixture
def mirrored(theme: Theme) -> Iterator[None]:
    """The application from right to left."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    application.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    application.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def painted(widget: QWidget, place: QRect) -> int:
    """How many colours are seen in a part of a widget: one where nothing is painted."""
    image = widget.grab(place).toImage().convertToFormat(QImage.Format.Format_RGB32)
    return len({image.pixel(x, y) for x in range(image.width()) for y in range(image.height())})


@pytest.mark.usefixtures("mirrored")
@pytest.mark.parametrize("can_change", [True, False])
def test_the_words_of_a_scene_stand_left_of_its_picture(qtbot: QtBot, can_change: bool) -> None:
    card = SceneCard(is_upright=False, can_change=can_change)
    qtbot.addWidget(card)
    card.resize(520, card.height())
    card.show_scene(1, kind="Title", head="The lake", said="It fell in one summer.", time="0:04", is_changed=False)
    card.show()
    room = card._room()

    assert room.right() < card.picture.geometry().left()
    assert room.width() > 200
    nearest = QRect(room.right() - 60, room.top(), 60, room.height())
    assert painted(card, nearest) > 10
    assert painted(card, QRect(room.left(), room.top(), 30, room.height())) == 1


@pytest.mark.usefixtures("mirrored")
def test_a_timeline_begins_at_the_right(qtbot: QtBot) -> None:
    band = TimelineBand()
    qtbot.addWidget(band)
    band.resize(900, band.height())
    band.show_moments([Moment("1931", "The river was dammed."), Moment("1968", "The station took up its work.")])
    band.show()
    chosen: list[int] = []
    band.chosen.connect(chosen.append)
    second = QRect(900 - SIDE - 2 * STEP, 14, STEP, 100)

    assert painted(band.viewport(), QRect(900 - SIDE - STEP, 14, STEP, 100)) > 10
    assert painted(band.viewport(), second) > 10
    assert painted(band.viewport(), QRect(0, 80, 300, 60)) == 1
    QTest.mouseClick(band.viewport(), Qt.MouseButton.LeftButton, pos=second.center())
    QTest.keyClick(band, Qt.Key.Key_Right)
    QTest.keyClick(band, Qt.Key.Key_Left)
    assert chosen == [1, 0, 1]
