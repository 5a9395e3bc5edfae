"""What an order goes by beside its sources: projects, and an earlier request that it must not repeat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from app.client.projects import Project
from app.client.requests import Row
from app.language import tr
from app.models import phrases
from app.theme import look
from app.widgets.buttons import button
from app.widgets.cards import label, row
from app.widgets.chips import Chip, Flow
from app.widgets.forms import Choice, Field


class ContextCard(QFrame):
    """`changed` tells whenever it does, `projects_asked` that somebody wants to see the projects."""

    changed = Signal()
    projects_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        look(self, "card")
        self._names: dict[str, str] = {}
        self._taken: list[str] = []
        self._related = ""
        self.project = Choice()
        self.related = Choice()
        self.fields = {
            "projects": Field(
                tr("Projects"), self.project, help_text=tr("Background, colours and logo of each are used.")
            ),
            "relatedId": Field(
                tr("Goes on from"), self.related, help_text=tr("What that one has said is not repeated.")
            ),
        }
        self.manage_button = button(tr("Projects…"), self.projects_asked.emit, kind="link")
        self._holder = QWidget()
        self._flow = Flow(self._holder)
        self.chips: tuple[Chip, ...] = ()
        self._build()
        self.project.picked.connect(self._picked)
        self.related.picked.connect(self._related_picked)
        self._show()

    @property
    def projects(self) -> tuple[str, ...]:
        """Ids of the chosen projects, in order."""
        return tuple(self._taken)

    @property
    def related_id(self) -> str:
        """Id of the request that this one goes on from; empty for none."""
        return self._related

    def offer(self, projects: Sequence[Project], done: Sequence[Row]) -> None:
        """Offer these; what is chosen stays chosen."""
        self._names = {project.id: project.name for project in projects}
        known = [
            (row.id, tr("{title} · {ago}", title=row.title or tr("Untitled"), ago=phrases.ago(row.requested_on)))
            for row in done
        ]
        if self._related and self._related not in {request for request, _ in known}:
            known.append((self._related, tr("An earlier request")))
        self.related.offer([("", tr("Nothing")), *known])
        self.related.choose(self._related)
        self._show()

    def choose(self, projects: Sequence[str], related_id: str) -> None:
        """Choose these instead."""
        self._taken = list(projects)
        self._related = related_id
        if related_id and self.related.findData(related_id) < 0:
            self.related.addItem(tr("An earlier request"), related_id)
        self.related.choose(related_id)
        self._show()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 20)
        column.setSpacing(12)
        column.addLayout(row(label(tr("What it goes by"), "heading"), None, self.manage_button))
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        for place, field in enumerate(self.fields.values()):
            grid.addWidget(field, 0, place, Qt.AlignmentFlag.AlignTop)
            grid.setColumnStretch(place, 1)
        column.addLayout(grid)
        column.addWidget(self._holder)

    def _picked(self) -> None:
        chosen = str(self.project.currentData() or "")
        if chosen and chosen not in self._taken:
            self._taken.append(chosen)
            self._tell()

    def _related_picked(self) -> None:
        self._related = str(self.related.currentData() or "")
        self.changed.emit()

    def _remove(self, project: str) -> None:
        self._taken.remove(project)
        self._tell()

    def _tell(self) -> None:
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        for chip in self.chips:
            self._flow.removeWidget(chip)
            chip.deleteLater()
        made = []
        for project in self._taken:
            chip = Chip(self._names.get(project, tr("A project")), icon="folder-star-outline")
            chip.removed.connect(partial(self._remove, project))
            self._flow.addWidget(chip)
            chip.show()
            made.append(chip)
        self.chips = tuple(made)
        self._holder.setVisible(bool(made))
        self._holder.updateGeometry()
        free = [(project, name) for project, name in self._names.items() if project not in self._taken]
        first = tr("Choose a project") if free else tr("All are chosen") if self._names else tr("No project yet")
        self.project.offer([("", first), *free], keep=False)
        self.project.setEnabled(bool(free))
