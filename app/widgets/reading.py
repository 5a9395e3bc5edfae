"""A document to read: its notes come up under the pointer, and a click hands their number on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping

from PySide6.QtCore import QEvent, QUrl, Signal
from PySide6.QtGui import QCursor, QDesktopServices, QResizeEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QTextEdit, QToolTip

from app.language import tr
from app.models.pages import Note, Page, spelled_out
from app.tasks import Tasks
from app.theme import current, faded
from app.widgets.charting import WIDEST
from app.widgets.typesetting import NOTE, Typesetter, pieces

WIDEST_TEXT = 720
NARROWEST = 320
SLICE_S = 0.012
"""How long the loop is held at a time while a document is set."""
TIP_NOTES = 6


class PageView(QTextBrowser):
    """A page of the server's. `noted` carries the number of a note that was clicked; `ready` tells that all is set."""

    noted = Signal(int)
    ready = Signal()

    def __init__(self, *, name: str = "") -> None:
        super().__init__()
        self.setAccessibleName(name or tr("Document"))
        self.setOpenLinks(False)
        self.page = Page()
        self._anchors: Mapping[int, int] = {}
        self._palette = ""
        self._set_in: QTextDocument | None = None
        self._tasks = Tasks(self)
        self.anchorClicked.connect(self._clicked)
        self.highlighted.connect(self._hovered)

    def show_page(self, page: Page) -> None:
        """Show another page, from its beginning."""
        self.page = page
        self._tasks.start(self._set(page, at=0), replacing="set")

    def show_note(self, number: int) -> None:
        """Go to where a note is named first, and mark the sentence's end there."""
        place = self._anchors.get(number)
        if place is None:
            return
        cursor = QTextCursor(self.document())
        cursor.setPosition(place)
        self.setTextCursor(cursor)
        self.ensureCursorVisible()
        cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        marked = QTextEdit.ExtraSelection()
        marked.cursor = cursor
        marked.format.setBackground(faded("accent", 0.14))
        self.setExtraSelections([marked])

    async def _set(self, page: Page, *, at: int) -> None:
        palette = current()
        self._palette = palette.name
        document = QTextDocument(self)
        document.setDefaultFont(self.font())
        document.setDocumentMargin(14)
        wide = min(WIDEST, max(self.viewport().width() - 56, NARROWEST))
        setter = Typesetter(document, palette, wide=wide, ratio=max(self.devicePixelRatioF(), 2.0))
        began = time.monotonic()
        for piece in pieces(page):
            setter.put(piece)
            if time.monotonic() - began > SLICE_S:
                await asyncio.sleep(0)
                began = time.monotonic()
        before, self._set_in = self._set_in, document
        self.setExtraSelections([])
        self.setDocument(document)
        if before is not None:
            before.deleteLater()
        self._anchors = setter.anchors
        self.verticalScrollBar().setValue(at)
        self.ready.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the lines short enough to read."""
        super().resizeEvent(event)
        side = max((self.width() - WIDEST_TEXT) // 2, 0)
        if self.viewportMargins().left() != side:
            self.setViewportMargins(side, 0, side, 0)

    def changeEvent(self, event: QEvent) -> None:
        """Another palette: the text is set anew, at the same place."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange) and self._palette:
            self._recolour()

    def _recolour(self) -> None:
        if self._palette != current().name and self.page.body:
            self._tasks.start(self._set(self.page, at=self.verticalScrollBar().value()), replacing="set")

    def _clicked(self, address: QUrl) -> None:
        numbers = _numbers(address)
        if numbers:
            self.noted.emit(numbers[0])
        elif address.scheme() in ("http", "https"):
            QDesktopServices.openUrl(address)

    def _hovered(self, address: QUrl) -> None:
        found = [self.page.notes[n] for n in _numbers(address) if n in self.page.notes]
        if found:
            QToolTip.showText(QCursor.pos(), tip_of(found), self)
        elif address.isEmpty():
            QToolTip.hideText()


def tip_of(notes: list[Note]) -> str:
    """The passages as a tip: words first, then where they stand."""
    from html import escape

    shown = [f"<p>“{escape(n.quote)}”<br><i>{escape(n.where)}</i></p>" for n in notes[:TIP_NOTES]]
    return f"<qt>{''.join(shown)}</qt>"


def _numbers(address: QUrl) -> tuple[int, ...]:
    text = address.toString()
    return spelled_out(text.removeprefix(NOTE)) if text.startswith(NOTE) else ()


__all__ = ["PageView", "tip_of"]
