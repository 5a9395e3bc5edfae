"""The form of a project: what it is about, its logo, and its four colours with a word on their contrast."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from app.client.faults import ApiError
from app.client.projects import Project
from app.language import mark, tr
from app.panels.logo_card import LogoCard
from app.theme.contrasts import contrast_hint
from app.widgets.buttons import button
from app.widgets.cards import WrappedLabel, card, label, row, scrolled
from app.widgets.colours import ColourLine
from app.widgets.forms import Faults, Field, Line, Paragraph
from app.widgets.specimen import Specimen

COLOURS = (
    ("textColor", mark("Text colour"), "#1b1f27"),
    ("backgroundColor", mark("Background colour"), "#ffffff"),
    ("brandColor", mark("Brand colour"), "#2f4bd6"),
    ("accentColor", mark("Accent colour"), "#f2a33a"),
)
"""Wire name, what people call it, and an example."""


class ProjectForm(QWidget):
    """Makes a project, or changes one. `kept` asks to send it, `left` to go back, `remove_asked` to delete it."""

    kept = Signal()
    left = Signal()
    remove_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.editing: Project | None = None
        self.heading = label("", "heading")
        self.notes = WrappedLabel("", "bad")
        self.name = Line(tr("Lake Vell"))
        self.description = Paragraph(tr("What it is about, for whom, and what must never be said"), lines=5)
        self.url = Line("https://…")
        self.logo = LogoCard()
        self.colours = {wire: ColourLine(tr(name), placeholder=example) for wire, name, example in COLOURS}
        self.specimen = Specimen()
        self.contrast = WrappedLabel("", "small")
        self.fields = {
            "name": Field(tr("Name"), self.name),
            "description": Field(
                tr("Background"), self.description, help_text=tr("Writers are told this, and the page's text.")
            ),
            "url": Field(
                tr("Page about it"), self.url, help_text=tr("Its text is read once, when you keep the project.")
            ),
            **{
                wire: Field(tr(name), self.colours[wire], beside=self.colours[wire].swatch) for wire, name, _ in COLOURS
            },
        }
        self.faults = Faults(self.fields)
        self.keep_button = button("", self._keep, kind="main", keys="Ctrl+S")
        self.cancel_button = button(tr("Cancel"), self.left.emit)
        self.remove_button = button(tr("Delete"), self.remove_asked.emit, icon="delete-outline")
        self._build()
        for line in self.colours.values():
            line.textChanged.connect(lambda _text: self._show_contrast())

    def fill(self, project: Project | None, logo: bytes) -> None:
        """Start with a project's values, or empty."""
        self.editing = project
        self.heading.setText(project.name if project else tr("New project"))
        self.keep_button.setText(tr("Save changes") if project else tr("Create project"))
        self.remove_button.setVisible(project is not None)
        self.cancel_button.setVisible(project is None)
        self.name.setText(project.name if project else "")
        self.description.setPlainText(project.description if project else "")
        self.url.setText(project.url if project else "")
        values = _colours_of(project)
        for wire, line in self.colours.items():
            line.setText(values[wire])
        self.logo.begin(logo)
        self.faults.clear()
        self.show_notes(project)
        self._show_contrast()

    def show_notes(self, project: Project | None) -> None:
        """Say what the server could not fetch."""
        self.notes.setText(" ".join(project.notes) if project else "")
        self.notes.setVisible(bool(project and project.notes))

    def arrive(self) -> None:
        """Type at once."""
        self.name.setFocus()

    @property
    def values(self) -> dict[str, str]:
        """The fields as the call takes them; of a project that stands only those that changed."""
        said = {
            "name": self.name.text().strip(),
            "description": self.description.toPlainText().strip(),
            "url": self.url.text().strip(),
            **{wire: line.text().strip() for wire, line in self.colours.items()},
        }
        if self.editing is None:
            return {name: value for name, value in said.items() if value}
        before = {
            "name": self.editing.name,
            "description": self.editing.description,
            "url": self.editing.url,
            **_colours_of(self.editing),
        }
        return {name: value for name, value in said.items() if value != before[name]}

    def working(self, on: bool) -> None:
        """Rest while the call is under way."""
        self.keep_button.setEnabled(not on)

    def show_faults(self, error: ApiError) -> list[str] | None:
        """Show a refusal's faults at their fields; the sentences that have none. None when it names no field."""
        return self.faults.show_all(error.fields, self.logo.show_fault, ("imageData", "imageUrl"))

    def _keep(self) -> None:
        if not self.name.text().strip():
            self.faults.show([("name", tr("A project needs a name."))])
        else:
            self.faults.clear()
            self.kept.emit()

    def _show_contrast(self) -> None:
        text, ground, brand, accent = (self.colours[wire].colour for wire, _, _ in COLOURS)
        self.specimen.show_colours(text=text, ground=ground, brand=brand, accent=accent)
        self.contrast.setText(contrast_hint(text=text, ground=ground, brand=brand))

    def _build(self) -> None:
        frame, column = card(spacing=14)
        column.addLayout(row(self.heading, None, self.remove_button))
        column.addWidget(self.notes)
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(14)
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(self.fields["name"], 0, 0, 1, 2, top)
        grid.addWidget(self.fields["url"], 0, 2, 1, 2, top)
        grid.addWidget(self.fields["description"], 1, 0, 1, 4)
        grid.addWidget(self.logo, 2, 0, 1, 4)
        for place, (wire, _, _) in enumerate(COLOURS):
            grid.addWidget(self.fields[wire], 3, place, top)
            grid.setColumnStretch(place, 1)
        column.addLayout(grid)
        column.addWidget(self.specimen)
        column.addWidget(self.contrast)
        column.addStretch(1)
        for made in (self.cancel_button, self.keep_button):
            made.setMinimumHeight(38)
        column.addLayout(row(None, self.cancel_button, self.keep_button))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        holder = QWidget()
        around = QVBoxLayout(holder)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(frame)
        outer.addWidget(scrolled(holder))


def _colours_of(project: Project | None) -> dict[str, str]:
    if project is None:
        return {wire: "" for wire, _, _ in COLOURS}
    return {
        "textColor": project.text_color,
        "backgroundColor": project.background_color,
        "brandColor": project.brand_color,
        "accentColor": project.accent_color,
    }
