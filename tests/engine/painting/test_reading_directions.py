"""Texts of other scripts: broken where they may be, and beginning at the side where they are begun."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF

from server.engine.films.looks import LOOKS
from server.engine.painting.boards import LARGEST_RATIO, Board
from server.engine.painting.canvas import application, lettering, unbroken

pytestmark = pytest.mark.usefixtures("qapp")

JAPANESE = "画面にソフトウェアの版が五秒間表示され、その後メニューが現れます"
ARABIC = "أغلق الغطاء وشغّل التيار"
BOX = QRectF(100, 100, 400, 160)


def board(language: str) -> Board:
    application()
    return Board(LOOKS["heritage"], QRectF(0, 0, 1600, 800), 1080, language, 3)


def test_a_text_without_spaces_is_broken_instead_of_made_small() -> None:
    application()
    assert unbroken("版 of 2") == ["版", "of", "2"]
    letters = lettering(JAPANESE, "Inter", width=400, height=200, largest=44, language="ja")
    assert letters.lines > 1
    assert letters.font.pixelSize() >= 36


def test_a_text_from_right_to_left_begins_at_the_right() -> None:
    placed = board("ar").text(ARABIC, BOX, 0.05, 0.0)
    assert placed.right() == pytest.approx(BOX.right())
    assert board("en").text("Close the cover", BOX, 0.05, 0.0).left() == pytest.approx(BOX.left())


def test_cards_that_belong_together_are_set_in_about_one_size() -> None:
    made = board("en")
    texts = ["Press START", "The display shows the version of the software for five seconds, and then the menu. " * 2]
    size = made.common_size(texts, [BOX, BOX], 0.05)
    sizes = [made.letters(text, made._inside(BOX), size).font.pixelSize() for text in texts]
    assert max(sizes) <= min(sizes) * LARGEST_RATIO + 1
