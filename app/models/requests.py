"""The queue's rows: loaded page by page from the server as the view scrolls."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, Signal

from app.client.requests import Row, RowPage, State
from app.language import mark, tr
from app.models import phrases
from app.models.tables import Column, Index, Rows


def status_text(row: Row) -> str:
    """The pill's words: the state, or how far a running request is."""
    return phrases.percent(row.status) if row.state is State.PROCESSING else phrases.state(row.state)


def now_text(row: Row) -> str:
    """What happens now, or when it was asked for once nothing does."""
    return phrases.briefly(row) or phrases.ago(row.requested_on)


QUEUE: tuple[Column[Row], ...] = (
    Column(mark("Title"), lambda r: r.title or tr("Untitled"), tip=lambda r: r.title),
    Column(mark("Format"), phrases.made),
    Column(mark("Status"), status_text, tip=phrases.happening),
    Column(mark("Now"), now_text, tip=phrases.happening),
    Column(mark("Length"), lambda r: phrases.clock(r.duration) if r.duration else "—"),
)

FILTERS = (
    ("all", mark("All")),
    ("active", mark("Active")),
    ("done", mark("Done")),
    ("failed", mark("Failed")),
)
"""The queue's filters: what the server calls them, and what people do."""


class QueueRows(Rows[Row]):
    """The queue. Asks for the next page through `wanted`; pages come in by `append_page`."""

    wanted = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(QUEUE, key=lambda row: row.id, parent=parent)
        self._next_after = ""
        self._asked = False

    def canFetchMore(self, parent: Index) -> bool:
        """Whether the server has more than is loaded."""
        return not parent.isValid() and bool(self._next_after) and not self._asked

    def fetchMore(self, parent: Index) -> None:
        """Ask for the next page, once."""
        if self.canFetchMore(parent):
            self._asked = True
            self.wanted.emit(self._next_after)

    def replace_page(self, page: RowPage) -> None:
        """Start over with the first page."""
        self._next_after, self._asked = page.next_after, False
        self.replace(page.rows)

    def refresh_page(self, page: RowPage) -> None:
        """Bring a fresh first page in without losing the place: in full when it is all that was loaded."""
        if [row.id for row in self.rows[: len(page.rows)]] == [row.id for row in page.rows]:
            for row in page.rows:
                self.update(row)
        else:
            self.replace_page(page)

    def append_page(self, page: RowPage) -> None:
        """Add the page that was asked for."""
        self._next_after, self._asked = page.next_after, False
        self.append(page.rows)

    def give_up(self) -> None:
        """The page that was asked for did not come: it may be asked for again."""
        self._asked = False

    @property
    def complete(self) -> bool:
        """Whether everything is loaded."""
        return not self._next_after

    def first_index(self) -> QModelIndex:
        """The cell to select first."""
        return self.index(0, 0)
