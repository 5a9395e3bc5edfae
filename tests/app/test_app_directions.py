"""Words of sources keep their own direction in a window that runs from right to left."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.language import isolated
from app.language.isolates import FIRST_STRONG, POP
from app.models.datatables import CellTable
from app.models.pages import PageTable, TableCell

SAID = "The lake fell. (Twice.)"


@pytest.fixture
def mirrored(qapp: QApplication) -> Iterator[None]:
    """The window from right to left."""
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


@pytest.mark.usefixtures("qapp")
def test_nothing_is_added_where_words_run_as_the_window_does() -> None:
    assert isolated(SAID) == SAID


@pytest.mark.usefixtures("mirrored")
def test_each_line_is_kept_apart_from_what_is_around_it() -> None:
    assert isolated(f"{SAID}\n\nMore.") == f"{FIRST_STRONG}{SAID}{POP}\n\n{FIRST_STRONG}More.{POP}"


@pytest.mark.usefixtures("mirrored")
def test_a_cell_is_drawn_so_and_copied_as_it_came() -> None:
    table = CellTable()
    table.show(PageTable("", ("Lake",), (False,), ((TableCell(SAID),),)), {})

    assert table.data(table.index(0, 0)) == f"{FIRST_STRONG}{SAID}{POP}"
    assert table.as_tsv([(0, 0)]) == f"{SAID}\n"
    assert table.data(table.index(0, 0), Qt.ItemDataRole.AccessibleTextRole) == f"Lake: {SAID}"
