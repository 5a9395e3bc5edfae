"""The transcript view: names as wide as they are, within a third of the view."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics
from pytestqt.qtbot import QtBot

from app.client.requests import SpokenLine, SpokenScript
from app.models.edited_lines import EditedLines
from app.models.transcripts import TranscriptLines
from app.widgets.transcript_editor import TranscriptEditor
from app.widgets.transcripts import SIDE, WIDEST_SIDE, LineDelegate, TranscriptView

SCRIPT = SpokenScript(
    "Talk", (SpokenLine("SPEAKER_00", "Good day.", 0, 900), SpokenLine("SPEAKER_01", "Hello.", 900, 1800))
)


def side_of(view: TranscriptView) -> int:
    delegate = view.itemDelegate()
    assert isinstance(delegate, LineDelegate)
    return delegate.side(view.font())


def shown(view: TranscriptView, qtbot: QtBot, *, width: int = 900) -> None:
    qtbot.addWidget(view)
    view.resize(width, 300)
    view.show()


def test_short_names_take_the_usual_room_and_long_ones_what_they_need(qtbot: QtBot) -> None:
    lines = TranscriptLines()
    view = TranscriptView(lines)
    shown(view, qtbot)
    lines.show(SCRIPT, voices=("Eva", "Max"))
    usual = side_of(view)

    lines.show(SCRIPT, voices=("Alex Montgomery", "Max"))

    bold = QFont(view.font())
    bold.setWeight(QFont.Weight.DemiBold)
    assert usual == SIDE
    assert SIDE < side_of(view) <= WIDEST_SIDE
    assert side_of(view) - 18 >= QFontMetrics(bold).horizontalAdvance("Alex Montgomery")


def test_a_narrow_view_keeps_two_thirds_for_the_words_and_tells_the_name(qtbot: QtBot) -> None:
    lines = TranscriptLines()
    view = TranscriptView(lines)
    shown(view, qtbot, width=420)

    lines.show(SCRIPT, voices=("Professor Alexandra Montgomery-Featherstonehaugh", "Max"))

    assert side_of(view) <= max(SIDE, view.viewport().width() // 3)
    assert lines.index(0).data(Qt.ItemDataRole.ToolTipRole) == "Professor Alexandra Montgomery-Featherstonehaugh"
    assert lines.index(1).data(Qt.ItemDataRole.ToolTipRole) is None


def test_a_new_name_is_measured_anew(qtbot: QtBot) -> None:
    lines = EditedLines()
    view = TranscriptEditor(lines)
    shown(view, qtbot)
    lines.show_heard(SCRIPT, words={}, names={})
    before = side_of(view)

    lines.rename("SPEAKER_01", "Alexandra Montgomery")

    assert side_of(view) > before
