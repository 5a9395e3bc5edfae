"""Pages of which one is seen at a time."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedLayout, QWidget


class PageStack(QStackedLayout):
    """A stack of pages that may be filled before it has its place.

    Qt shows the first page as it comes in. Without a place around it that page would become a window of its own for a
    moment, with all its parts dressed and laid out: most of what building a panel took.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lodging = QWidget()

    def addWidget(self, page: QWidget) -> int:  # type: ignore[override]
        """Add a page; where it is in the stack."""
        if self.parentWidget() is None and page.parentWidget() is None:
            page.setParent(self._lodging)
        return super().addWidget(page)
