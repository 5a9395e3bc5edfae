"""Projects: the list, and beside it the one that is selected, ready to be changed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QMimeData, QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.client.faults import ApiError
from app.client.projects import Project
from app.language import tr
from app.panels.panel import Desk
from app.panels.project_form import ProjectForm
from app.tasks import Tasks
from app.widgets.buttons import button
from app.widgets.cards import ElidedLabel, card
from app.widgets.empty import EmptyState
from app.widgets.logos import LogoView
from app.widgets.page_stack import PageStack

LIST_WIDTH = 276
ROLE = int(Qt.ItemDataRole.UserRole)


class ProjectsPage(QWidget):
    """Every project of the account."""

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._projects: tuple[Project, ...] = ()
        self._logos: dict[str, bytes] = {}
        self._wanted = ""
        self.new_button = button(tr("New project"), self._begin, icon="plus", kind="main")
        self.new_button.setMinimumHeight(36)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Projects"))
        self.list.setSpacing(2)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(lambda _now, _before: self._show_current())
        self.form = ProjectForm()
        self.form.kept.connect(lambda: self._tasks.start(self._keep(), replacing="keep", on_error=self._not_kept))
        self.form.left.connect(self._show_current)
        self.form.remove_asked.connect(self._remove)
        self.empty = EmptyState(
            "folder-star-outline",
            tr("No project yet"),
            tr("A project gives what you make the same background, colours and logo."),
            action=tr("Create your first project"),
            clicked=self._begin,
        )
        self._build()

    @property
    def current(self) -> Project | None:
        """The project that is selected."""
        item = self.list.currentItem()
        found = item.data(ROLE) if item is not None else None
        return found if isinstance(found, Project) else None

    async def show_projects(self, projects: Sequence[Project]) -> None:
        """Show these; what is being typed into the form stays."""
        if tuple(projects) != self._projects or self._wanted:
            self._take(projects)
        for project in projects:
            if project.logo_url and project.logo_url not in self._logos:
                await self._load_logo(project)

    def arrive(self) -> None:
        """The arrow keys go from project to project."""
        (self.list if self._projects else self.new_button).setFocus()

    def drop(self, data: QMimeData) -> bool:
        """A picture becomes the logo while the form is shown."""
        return self.form.isVisible() and self.form.logo.drop(data)

    def _build(self) -> None:
        self._left, column = card(padding=14, spacing=12)
        self._left.setFixedWidth(LIST_WIDTH)
        column.addWidget(self.new_button)
        column.addWidget(self.list, 1)
        none, inside = card(padding=0)
        inside.addWidget(self.empty)
        self._none = none
        self._pages = PageStack()
        for page in (none, self.form):
            self._pages.addWidget(page)
        holder = QWidget()
        holder.setLayout(self._pages)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(16)
        layout.addWidget(self._left)
        layout.addWidget(holder, 1)
        self._left.hide()

    def _take(self, projects: Sequence[Project]) -> None:
        selected = self._wanted or (self.current.id if self.current else "")
        editing, fresh = self.form.editing, bool(self._wanted)
        began = self.form.isVisibleTo(self) and editing is None and not fresh
        before = {project.id: project for project in self._projects}
        self._projects, self._wanted = tuple(projects), ""
        self.list.blockSignals(True)
        self.list.clear()
        for project in projects:
            item = QListWidgetItem()
            item.setData(ROLE, project)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{project.name}, {_about(project)}")
            item.setSizeHint(QSize(0, 60))
            self.list.addItem(item)
            self.list.setItemWidget(item, _ProjectRow(project, self._logos.get(project.logo_url, b"")))
        ids = [project.id for project in projects]
        if ids and not began:
            self.list.setCurrentRow(ids.index(selected) if selected in ids else 0)
        self.list.blockSignals(False)
        self._left.setVisible(bool(projects))
        now = self.current
        if began and self._pages.currentWidget() is self.form:
            return
        same = now is not None and editing is not None and editing.id == now.id and not fresh
        if same and now is not None and _typed_same(before.get(now.id), now):
            # Only what the server found out has changed: what is being typed stays.
            self.form.editing = now
            self.form.show_notes(now)
        else:
            self._show_current()

    async def _load_logo(self, project: Project) -> None:
        assert self._desk.client is not None
        try:
            self._logos[project.logo_url] = await self._desk.client.projects.logo(project)
        except ApiError:
            # A missing logo is no reason to stop: the sign stands in its place.
            self._logos[project.logo_url] = b""
        for place in range(self.list.count()):
            item = self.list.item(place)
            shown = self.list.itemWidget(item)
            if item.data(ROLE).id == project.id and isinstance(shown, _ProjectRow):
                shown.logo.show_bytes(self._logos[project.logo_url])
        editing = self.form.editing
        if editing is not None and editing.id == project.id and not self.form.logo.chosen:
            self.form.logo.view.show_bytes(self._logos[project.logo_url])

    def _begin(self) -> None:
        if self._desk.client is None:
            return
        self.list.setCurrentRow(-1)
        self.form.fill(None, b"")
        self._pages.setCurrentWidget(self.form)
        self.form.arrive()

    def _show_current(self) -> None:
        project = self.current
        if project is None and self._projects:
            self.list.setCurrentRow(0)
            return
        if project is None:
            self.form.editing = None
            self._pages.setCurrentWidget(self._none)
            return
        self.form.fill(project, self._logos.get(project.logo_url, b""))
        self._pages.setCurrentWidget(self.form)

    async def _keep(self) -> None:
        client = self._desk.client
        assert client is not None
        form, project = self.form, self.form.editing
        form.working(True)
        if project is not None:
            await client.projects.change(project.id, form.values, image=form.logo.chosen)
            self._wanted = project.id
        else:
            self._wanted = await client.projects.create(form.values, image=form.logo.chosen)
        form.working(False)
        await self.show_projects(await client.projects.all())
        self._desk.bar.tell(tr("The project is kept.") if project else tr("The project is there. Choose it in Create."))

    def _not_kept(self, error: Exception) -> None:
        self.form.working(False)
        homeless = self.form.show_faults(error) if isinstance(error, ApiError) else None
        if homeless is None:
            self._desk.bar.complain(error)
        elif homeless:
            self._desk.bar.warn(" ".join(homeless))

    def _remove(self) -> None:
        if self.form.editing is not None:
            self._tasks.start(self._take_out(self.form.editing))

    async def _take_out(self, project: Project) -> None:
        client = self._desk.client
        assert client is not None
        logo = self._logos.get(project.logo_url, b"")
        await client.projects.remove(project.id)
        await self.show_projects(await client.projects.all())
        self._desk.bar.tell(
            tr("Deleted “{name}”.", name=project.name),
            action=tr("Undo"),
            todo=lambda: self._tasks.start(self._bring_back(project, logo)),
        )

    async def _bring_back(self, project: Project, logo: bytes) -> None:
        client = self._desk.client
        assert client is not None
        self._wanted = await client.projects.create(_fields_of(project), image=logo)
        await self.show_projects(await client.projects.all())


class _ProjectRow(QWidget):
    """A project in the list: logo, name, what it is about."""

    def __init__(self, project: Project, logo: bytes) -> None:
        super().__init__()
        self.logo = LogoView(width=64, height=28)
        self.logo.show_bytes(logo)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addStretch(1)
        words.addWidget(ElidedLabel(project.name))
        words.addWidget(ElidedLabel(_about(project), "small"))
        words.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.setSpacing(10)
        layout.addWidget(self.logo)
        layout.addLayout(words, 1)


def _about(project: Project) -> str:
    if project.is_pending:
        return tr("Its page is being read")
    return project.description or project.url or tr("No background yet")


def _fields_of(project: Project) -> dict[str, str]:
    fields = {
        "name": project.name,
        "description": project.description,
        "url": project.url,
        "textColor": project.text_color,
        "backgroundColor": project.background_color,
        "brandColor": project.brand_color,
        "accentColor": project.accent_color,
    }
    return {name: value for name, value in fields.items() if value}


def _typed_same(before: Project | None, now: Project) -> bool:
    return before is not None and _fields_of(before) == _fields_of(now)
