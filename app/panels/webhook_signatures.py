"""How a receiver tells genuine messages: the headers, and code to copy."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from app.language import tr
from app.models.signature_samples import FACTS, SAMPLES
from app.panels.panel import Desk
from app.widgets.buttons import Segments, button
from app.widgets.cards import WrappedLabel, card, label, row, rule
from app.widgets.codes import CodeView

FACTS_WIDTH = 330


class SignatureHelp(QWidget):
    """The rules on the left, code on the right."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.languages = Segments([(each.key, each.title) for each in SAMPLES], name=tr("Language"))
        self.languages.chosen.connect(lambda _key: self._show())
        self.words = WrappedLabel("", "small")
        self.code = CodeView(tr("Code that verifies a signature"))
        self.copy_button = button(tr("Copy the code"), self.copy, icon="content-copy", kind="main")
        self._build()
        self._show()

    def arrive(self) -> None:
        """The keyboard goes to the languages."""
        self.languages.setFocus()

    def copy(self) -> None:
        """Put the code that is shown on the clipboard."""
        QGuiApplication.clipboard().setText(self.code.toPlainText())
        self._desk.bar.tell(tr("The code is on the clipboard."))

    def _build(self) -> None:
        left, facts = card(spacing=12)
        left.setFixedWidth(FACTS_WIDTH)
        facts.addWidget(label(tr("Is it genuine?"), "heading"))
        facts.addWidget(
            WrappedLabel(
                tr("Messages are signed as Standard Webhooks says. Check the signature before you believe a message."),
                "muted",
            )
        )
        grid = QGridLayout()
        grid.setVerticalSpacing(4)
        for place, (header, meaning) in enumerate(FACTS):
            grid.addWidget(rule(), place * 3, 0)
            grid.addWidget(label(header, "strong"), place * 3 + 1, 0)
            grid.addWidget(WrappedLabel(tr(meaning), "small"), place * 3 + 2, 0)
            grid.setRowMinimumHeight(place * 3, 14)
        facts.addLayout(grid)
        facts.addWidget(rule())
        facts.addWidget(label(tr("Answer quickly"), "strong"))
        facts.addWidget(
            WrappedLabel(
                tr(
                    "2xx within 15 seconds is delivered. Anything else, redirects too, is tried again "
                    "ten times over three days. 410 stops the webhook. The order of messages is not "
                    "promised."
                ),
                "small",
            )
        )
        facts.addStretch(1)
        right, column = card(spacing=12)
        self.copy_button.setMinimumHeight(36)
        self.languages.setMaximumSize(QSize(420, 38))
        column.addLayout(row(self.languages, None, self.copy_button))
        column.addWidget(self.words)
        column.addWidget(self.code, 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(16)
        layout.addWidget(left)
        layout.addWidget(right, 1)

    def _show(self) -> None:
        sample = next(each for each in SAMPLES if each.key == self.languages.value())
        self.words.setText(tr(sample.words))
        self.code.show_text(sample.code)
