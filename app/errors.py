"""The one place where errors become sentences, and the bar that shows them."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from app.client.faults import ApiError
from app.language import tr
from app.theme import look, mark
from app.widgets.buttons import button, flat_button
from app.widgets.cards import Glyph, WrappedLabel

log = logging.getLogger(__name__)

NOTICE_MS = 8_000
"""How long a notice stays; errors stay until they are closed."""


def sentence(error: Exception) -> str:
    """What a person reads of an error. An error that nobody foresaw goes to the log whole."""
    if isinstance(error, ApiError):
        return error.message
    log.error("unforeseen error", exc_info=error)
    return tr("Something went wrong in the window; the log has the details. Try again, or restart the program.")


class CannotStart(Exception):
    """The program can't run here; its sentence goes to stderr and `exit_code` to the shell."""

    def __init__(self, message: str, *, exit_code: int = 1, copy: str = "") -> None:
        super().__init__(message)
        self.exit_code = exit_code
        self.copy = copy
        """The newest sound copy of a damaged database; empty where nothing is damaged, or there is none."""


class MessageBar(QWidget):
    """One message at a time, with at most one thing to do about it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._frame = QFrame()
        look(self._frame, "message")
        self._glyph = Glyph("information-outline", size=18)
        self._text = WrappedLabel("")
        self._action = button("", self._act, kind="link")
        self._close = flat_button("close", tr("Close the message"), self.dismiss)
        self._todo: Callable[[], object] | None = None
        self._otherwise: Callable[[], object] | None = None
        self._leave = QTimer(self)
        self._leave.setSingleShot(True)
        self._leave.timeout.connect(self.dismiss)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(26, 0, 26, 20)
        outer.addWidget(self._frame)
        layout = QHBoxLayout(self._frame)
        layout.setContentsMargins(14, 8, 8, 8)
        layout.setSpacing(10)
        layout.addWidget(self._glyph, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._action)
        layout.addWidget(self._close)
        self.setAccessibleName(tr("Message"))
        self.hide()

    def tell(
        self,
        text: str,
        *,
        action: str = "",
        todo: Callable[[], object] | None = None,
        otherwise: Callable[[], object] | None = None,
    ) -> None:
        """Say that something happened; with an action to take it back or go on.

        `otherwise` is called when the message goes and the action was not taken.
        """
        self._let_go()
        self._show(text, tone="plain", icon="check-circle-outline", action=action, todo=todo)
        self._otherwise = otherwise
        self._leave.start(NOTICE_MS)

    def complain(self, error: Exception, *, action: str = "", todo: Callable[[], object] | None = None) -> None:
        """Say what went wrong; stays until it is closed."""
        self.warn(sentence(error), action=action, todo=todo)

    def warn(self, text: str, *, action: str = "", todo: Callable[[], object] | None = None) -> None:
        """Say what went wrong, in words that are ready."""
        self._leave.stop()
        self._let_go()
        self._show(text, tone="bad", icon="alert-circle-outline", action=action, todo=todo)

    def dismiss(self) -> None:
        """Take the message away."""
        self._leave.stop()
        self._todo = None
        self.hide()
        self._let_go()

    @property
    def text(self) -> str:
        """The message that is shown; empty when there is none."""
        return "" if self.isHidden() else self._text.text()

    def act(self) -> bool:
        """Do what the message offers; False when it offers nothing."""
        if self.isHidden() or self._todo is None:
            return False
        self._act()
        return True

    def _act(self) -> None:
        todo, self._otherwise = self._todo, None
        self.dismiss()
        if todo is not None:
            todo()

    def _let_go(self) -> None:
        otherwise, self._otherwise = self._otherwise, None
        if otherwise is not None:
            otherwise()

    def _show(self, text: str, *, tone: str, icon: str, action: str, todo: Callable[[], object] | None) -> None:
        self._todo = todo
        self._glyph.set(icon, "bad" if tone == "bad" else "good")
        self._text.setText(text)
        self.setAccessibleDescription(text)
        self._action.setText(action)
        self._action.setVisible(bool(action))
        mark(self._frame, "tone", tone)
        self.show()
