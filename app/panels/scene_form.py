"""A scene that is changed: how it looks, what it is, what it shows and what is said over it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.client.storyboards import BoardScene
from app.language import tr
from app.models.storyboards import WITH_HEADING, WITH_ITEMS, WITH_TEXT, EditedScene, kind_words
from app.widgets.cards import WrappedLabel
from app.widgets.forms import Choice, Field, Line, Paragraph
from app.widgets.scenes import ScenePicture

WIDE, UPRIGHT = 318, 150
"""Pixels of the picture's width."""


class SceneForm(QWidget):
    """The editors of one scene. `changed` carries the scene as it is wanted now."""

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._scene = EditedScene(BoardScene(0, ""))
        self._is_filling = False
        self.picture = ScenePicture()
        self.fault = WrappedLabel("", "fault")
        self.kind = Choice()
        self.heading = Line()
        self.text = Paragraph(lines=2)
        self.items: list[Line] = []
        self.lines: list[Paragraph] = []
        self._fields = {
            "kind": Field(tr("Kind"), self.kind, help_text=tr("The kinds that its content can carry.")),
            "heading": Field(tr("Heading"), self.heading),
            "text": Field(tr("Text"), self.text),
        }
        self._more = QVBoxLayout()
        self._more.setSpacing(8)
        self._holders: list[QWidget] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 6, 0)
        column.setSpacing(10)
        column.addWidget(self.picture)
        column.addWidget(self.fault)
        for field in self._fields.values():
            column.addWidget(field)
        column.addLayout(self._more)
        column.addStretch(1)
        self.fault.hide()
        self.kind.picked.connect(self._changed)
        self.heading.textEdited.connect(lambda _text: self._changed())
        self.text.textChanged.connect(self._changed)

    def show_scene(self, scene: EditedScene, *, is_upright: bool, can_change: bool, picture: bytes) -> None:
        """Show a scene; `picture` is a JPEG of it as it was, empty while there is none."""
        self._is_filling = True
        self._scene = scene
        self._reshape(is_upright=is_upright)
        self.show_picture(picture)
        self.kind.offer([(kind, kind_words(kind)) for kind in scene.was.kinds], keep=False)
        self.kind.choose(scene.shown_kind)
        self.heading.setText(scene.shown_heading)
        self.heading.setCursorPosition(0)
        self.text.setPlainText(scene.shown_text)
        for old in self._holders:
            self._more.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.items = [Line(text=text) for text in scene.shown_items]
        self.lines = [Paragraph(lines=3) for _ in scene.shown_lines]
        self._holders = []
        for number, (item, was) in enumerate(zip(self.items, scene.was.items, strict=True), 1):
            self._add(was.label or tr("Item {number}", number=number), item)
            item.setCursorPosition(0)
            item.textEdited.connect(lambda _text: self._changed())
        for number, (line, text) in enumerate(zip(self.lines, scene.shown_lines, strict=True), 1):
            self._add(tr("Spoken") if len(self.lines) == 1 else tr("Spoken, line {number}", number=number), line)
            line.setPlainText(text)
            line.textChanged.connect(self._changed)
        for editor in (self.kind, self.heading, self.text, *self.items, *self.lines):
            editor.setEnabled(can_change)
        self._show_fields()
        self._is_filling = False

    def show_picture(self, content: bytes) -> None:
        """Show how the scene looks."""
        self.fault.hide()
        self.picture.show_picture(content)

    def not_shown(self, error: Exception) -> None:
        """Say why the scene can't be shown as it is wanted."""
        self.fault.setText(str(error))
        self.fault.show()

    def _reshape(self, *, is_upright: bool) -> None:
        width = UPRIGHT if is_upright else WIDE
        shape = 9 / 16 if is_upright else 16 / 9
        self.picture.set_shape(shape)
        self.picture.setFixedSize(WIDE, round(width / shape))

    def _add(self, caption: str, editor: QWidget) -> None:
        field = Field(caption, editor)
        self._holders.append(field)
        self._more.addWidget(field)

    def _show_fields(self) -> None:
        kind = self.kind.currentData() or self._scene.shown_kind
        self._fields["heading"].setVisible(kind in WITH_HEADING)
        self._fields["text"].setVisible(kind in WITH_TEXT)
        for field in self._holders[: len(self.items)]:
            field.setVisible(kind in WITH_ITEMS)

    def _changed(self) -> None:
        if self._is_filling:
            return
        self._show_fields()
        was = self._scene.was
        self._scene = EditedScene(
            was,
            kind=str(self.kind.currentData() or was.kind),
            heading=self.heading.text(),
            text=self.text.toPlainText(),
            items=tuple(item.text() for item in self.items),
            lines=tuple(line.toPlainText() for line in self.lines),
            is_new=self._scene.is_new,
        ).settled()
        self.changed.emit(self._scene)
