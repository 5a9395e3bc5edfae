"""Pages of which one is seen at a time."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedLayout, QWidget

from app.widgets.sight import come_in_sight


class PageStack(QStackedLayout):
    """A stack of pages that may be filled and turned before it has its place.

    Qt shows the first page as it comes in, and each that is turned to. Without a place around it that page would become
    a window of its own for a moment, with all its parts dressed and laid out: most of what building a panel took.
    """

    def __init__(self, holder: QWidget | None = None) -> None:
        if holder is None:
            super().__init__()
        else:
            super().__init__(holder)
        self._lodging = QWidget()

    def addWidget(self, page: QWidget) -> int:  # type: ignore[override]
        """Add a page; where it is in the stack."""
        if page.parentWidget() is None:
            page.setParent(self.parentWidget() or self._lodging)
        if not self.count():
            come_in_sight(page)
        return super().addWidget(page)

    def setCurrentWidget(self, page: QWidget) -> None:
        """Turn to a page."""
        come_in_sight(page)
        super().setCurrentWidget(page)

    def setCurrentIndex(self, place: int) -> None:
        """Turn to a page, by where it is in the stack."""
        page = self.widget(place)
        if page is not None:
            come_in_sight(page)
        super().setCurrentIndex(place)
