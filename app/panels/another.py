"""Make another from this: other output types of the same sources."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu, QPushButton

from app.client.requests import Detail
from app.language import tr
from app.models import orders, outputs
from app.panels.panel import Desk
from app.tasks import Tasks
from app.theme import icons
from app.widgets.buttons import button

REPURPOSE = "/content/Repurpose"


class Another:
    """A button whose menu holds every type that this server makes.

    What the server makes of the result's own checked sources is ordered at once; the rest is opened in Create with
    the same sources.
    """

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        self._desk = desk
        self._tasks = tasks
        self._detail: Detail | None = None
        self.button: QPushButton = button(
            tr("Make another"), self._ask, icon="creation", tip=tr("Makes something else from the same sources")
        )

    def show_for(self, detail: Detail) -> None:
        """Offer it for this request."""
        self._detail = detail
        self.button.setVisible(bool(self.kinds()))

    def kinds(self) -> tuple[tuple[outputs.Output, bool], ...]:
        """What is offered, and whether it is ordered at once."""
        detail = self._detail
        if detail is None:
            return ()
        at_once = outputs.REPURPOSED if REPURPOSE in self._desk.offered else frozenset()
        from_order = bool(detail.order.get("outputType"))
        return tuple(
            (each, each.kind in at_once)
            for each in outputs.offered(self._desk.makes)
            if each.kind != detail.row.output_type and (each.kind in at_once or from_order)
        )

    def menu(self) -> QMenu:
        """The menu, made anew."""
        menu = QMenu(self.button)
        menu.setAccessibleName(tr("Make another from this"))
        for each, at_once in self.kinds():
            text = tr(each.title) if at_once else f"{tr(each.title)}…"
            action = menu.addAction(icons.icon(each.icon), text)
            action.triggered.connect(lambda _on=False, kind=each.kind, now=at_once: self.make(kind, at_once=now))
        if self._detail is not None and self._detail.order.get("outputType"):
            menu.addSeparator()
            menu.addAction(icons.icon("content-duplicate"), tr("The same, changed…")).triggered.connect(
                lambda _on=False: self.make(self._detail.row.output_type if self._detail else "", at_once=False)
            )
        return menu

    def make(self, kind: str, *, at_once: bool) -> None:
        """Order a type at once, or fill the form in with it."""
        if self._detail is None:
            return
        if at_once:
            self._tasks.start(self._repurpose(self._detail.row.id, kind), replacing="another")
        else:
            self._desk.go("create", replace(orders.order_from(self._detail.order), output_type=kind, title=""))

    def _ask(self) -> None:
        menu = self.menu()
        menu.exec(self.button.mapToGlobal(QPoint(0, self.button.height() + 4)))
        menu.deleteLater()

    async def _repurpose(self, request_id: str, kind: str) -> None:
        client = self._desk.client
        assert client is not None
        accepted = await client.requests.repurpose(request_id, {"outputType": kind})
        self._desk.go("queue", accepted.id)
