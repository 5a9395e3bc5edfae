"""Whatever the Tab key reaches looks different while it has the keys, in every set of colours."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QDateTime, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QApplication,
    QDateTimeEdit,
    QListWidget,
    QPushButton,
    QSlider,
    QTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.client.avatars import Avatar
from app.models.datatables import CellTable
from app.models.pages import PageTable, TableCell
from app.panels.settings_rows import number_box
from app.panels.table_view import CellView
from app.theme import Theme, look
from app.widgets.buttons import Segments, Switch, button, flat_button, icon_button
from app.widgets.calendar import Calendar
from app.widgets.chips import Chip
from app.widgets.drops import DropArea
from app.widgets.forms import Choice, Line, Paragraph
from app.widgets.looks import LookCard
from app.widgets.presenters import PresenterCard
from app.widgets.waveform import Waveform

CARET = 20
"""Points that a caret alone may change."""
THEMES = [("light", False), ("dark", False), ("light", True), ("dark", True)]


def dressed(widget: QWidget, name: str, **properties: object) -> QWidget:
    look(widget, name)
    for key, value in properties.items():
        widget.setProperty(key, value)
    return widget


def checked(widget: QWidget) -> QWidget:
    widget.setCheckable(True)  # type: ignore[attr-defined]
    widget.setChecked(True)  # type: ignore[attr-defined]
    return widget


def a_line(**properties: object) -> QWidget:
    return dressed(Line("", text="Lake Vell"), "", **properties)


def a_choice() -> QWidget:
    made = Choice()
    made.offer([("a", "One"), ("b", "Two")])
    return made


def a_list(name: str) -> QWidget:
    made = QListWidget()
    made.addItems(["One", "Two"])
    made.setCurrentRow(0)
    return dressed(made, name)


def cells() -> QWidget:
    table = CellTable()
    made = CellView(table)
    table.setParent(made)
    table.show(PageTable("", ("Lake", "cm"), (False, True), ((TableCell("Vell"), TableCell("40")),)), {})
    made.setCurrentIndex(table.index(0, 0))
    return made


KINDS: dict[str, Callable[[], QWidget]] = {
    "button": lambda: button("Save", print),
    "main button": lambda: button("Save", print, kind="main"),
    "link": lambda: button("Save", print, kind="link"),
    "icon button": lambda: icon_button("import", "Import", print),
    "flat button": lambda: flat_button("close", "Close", print),
    "flat button, on": lambda: checked(flat_button("close", "Close", print)),
    "navigation": lambda: checked(dressed(QToolButton(), "nav")),
    "segments": lambda: Segments((("a", "One"), ("b", "Two")), name="Page"),
    "switch": lambda: Switch("Keep"),
    "switch, on": lambda: checked(Switch("Keep")),
    "option": lambda: dressed(QPushButton("A"), "option"),
    "option, right": lambda: dressed(QPushButton("A"), "option", state="right"),
    "option, wrong": lambda: dressed(QPushButton("A"), "option", state="wrong"),
    "output": lambda: checked(dressed(QPushButton("Video"), "choice")),
    "citation": lambda: checked(dressed(QPushButton("1"), "cite")),
    "chapter": lambda: dressed(QPushButton("1"), "chapter"),
    "line": a_line,
    "faulty line": lambda: a_line(faulty="true"),
    "paragraph": Paragraph,
    "faulty paragraph": lambda: dressed(Paragraph(), "", faulty="true"),
    "rich text": lambda: dressed(QTextEdit(), "rich"),
    "choice": a_choice,
    "faulty choice": lambda: dressed(a_choice(), "", faulty="true"),
    "number": lambda: number_box(0, 9),
    "faulty number": lambda: dressed(number_box(0, 9), "", faulty="true"),
    "moment": lambda: QDateTimeEdit(QDateTime(2026, 3, 2, 9, 0, 0)),
    "slider": lambda: QSlider(Qt.Orientation.Horizontal),
    "look": lambda: checked(LookCard("classic", "Classic")),
    "presenter": lambda: checked(PresenterCard(Avatar(1, "Ada"))),
    "sections": lambda: a_list("lines"),
    "data table": cells,
    "drop area": lambda: DropArea("Drop a file", "Or choose one."),
    "waveform": Waveform,
    "calendar": Calendar,
    "chip": lambda: Chip("report.pdf", icon="file-outline"),
}


@pytest.mark.parametrize(("colours", "contrast"), THEMES)
def test_focus_shows(qtbot: QtBot, theme: Theme, colours: str, contrast: bool) -> None:
    theme.choose(colours, contrast=contrast)
    window = QWidget()
    theme.adopt(window)
    column = QVBoxLayout(window)
    elsewhere = QPushButton("Elsewhere")
    column.addWidget(elsewhere)
    made = {kind: make() for kind, make in KINDS.items()}
    for each in made.values():
        column.addWidget(each)
    window.show()
    window.activateWindow()
    QApplication.processEvents()
    without = {kind: drawn(each) for kind, each in made.items()}
    faint = []
    for kind, each in made.items():
        each.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        if differing(without[kind], drawn(each)) <= CARET:
            faint.append(kind)
    window.hide()
    window.deleteLater()
    theme.choose("dark")

    assert faint == []


def drawn(widget: QWidget) -> QImage:
    return widget.grab().toImage()


def differing(first: QImage, second: QImage) -> int:
    """How many points differ."""
    one, other = (each.convertToFormat(QImage.Format.Format_RGB32) for each in (first, second))
    return int((np.frombuffer(one.constBits(), np.uint32) != np.frombuffer(other.constBits(), np.uint32)).sum())
