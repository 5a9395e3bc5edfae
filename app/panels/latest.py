"""An empty panel that offers the newest things it could show."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt

from app.client.requests import Row
from app.language import tr
from app.models import recents
from app.panels.panel import Desk
from app.widgets.cards import card, label
from app.widgets.empty import EmptyState
from app.widgets.finds import HEIGHT, FindList, FindRow

SHOWN, LOOKED_AT = 5, 60
WIDTH = 480


class Latest(EmptyState):
    """What `panel` shows while nothing is open: what is done there, and the newest requests that it `fits`."""

    def __init__(
        self, desk: Desk, panel: str, icon: str, title: str, text: str, *, fits: Callable[[Row], bool]
    ) -> None:
        super().__init__(icon, title, text, action=tr("Go to the queue"), clicked=lambda: desk.go("queue"))
        self._desk, self._panel, self._fits = desk, panel, fits
        self._frame, column = card(padding=8, spacing=2)
        self._frame.setFixedWidth(WIDTH)
        heading = label(tr("Lately made"), "small")
        heading.setContentsMargins(12, 6, 0, 2)
        self.list = FindList(tr("Lately made"))
        self.list.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.chosen.connect(lambda row: desk.go(panel, row.subject))
        column.addWidget(heading)
        column.addWidget(self.list)
        self._frame.hide()
        self.add_below(self._frame)

    async def refresh(self) -> None:
        """Read what there is."""
        client = self._desk.client
        if client is None:
            return
        rows = [row for row in (await client.requests.page(limit=LOOKED_AT)).rows if row.title and self._fits(row)]
        things = [(recents.of_row(row), row.id) for row in rows[:SHOWN]]
        self.list.show_rows([FindRow(thing.title, thing.icon, detail=thing.about, subject=i) for thing, i in things])
        self.list.setFixedHeight(HEIGHT * len(things) + 4)
        has_focus = self.hasFocus()
        self._frame.setVisible(bool(things))
        if things:
            self.setFocusProxy(self.list)
        elif self.action is not None:
            self.setFocusProxy(self.action)
        if has_focus:
            self.setFocus()
