"""An answer as text: as high as its words, with citations as small marks that can be reached by Tab and opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QCursor,
    QFont,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QToolTip

from app.client.notebooks import AnswerCitation
from app.models.notebook_answers import Piece, cited
from app.theme import colour, current
from app.widgets.tables import pill_colours

CITED = "cited:"
LINE_HEIGHT = 145
BODY_PX, MARK_PX = 14, 11
BETWEEN = 8
"""Pixels between two paragraphs."""


class AnswerText(QTextBrowser):
    """Paragraphs with citations. `cited` carries the marker of the citation that was opened."""

    opened = Signal(str)

    def __init__(self, *, name: str, tone: str = "text") -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("look", "inline")
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        self._tone = tone
        self._paragraphs: tuple[tuple[Piece, ...], ...] = ()
        self._citations: Mapping[str, AnswerCitation] = {}
        self._marks: list[tuple[int, int, str]] = []
        self._palette = ""
        self.lit = ""
        """The marker of the citation whose passage is shown elsewhere."""
        self.anchorClicked.connect(self._clicked)
        self.highlighted.connect(self._hovered)

    def show_answer(
        self, paragraphs: Sequence[Sequence[Piece]], citations: Mapping[str, AnswerCitation] | None = None
    ) -> None:
        """Show these paragraphs."""
        self._paragraphs = tuple(tuple(pieces) for pieces in paragraphs)
        self._citations = citations or {}
        said = " ".join("".join(p.text for p in pieces if not p.is_citation) for pieces in self._paragraphs)
        self.setAccessibleDescription(said[:2_000])
        self._set()

    def light(self, marker: str) -> None:
        """Show which citation is open; empty for none."""
        if marker != self.lit:
            self.lit = marker
            self._set()

    def _set(self) -> None:
        self._palette = current().name
        self.document().clear()
        self._marks.clear()
        cursor = QTextCursor(self.document())
        body = QTextCharFormat()
        font = QFont(self.font())
        font.setPixelSize(BODY_PX)
        body.setFont(font)
        body.setForeground(colour(self._tone))
        for place, pieces in enumerate(self._paragraphs):
            block = QTextBlockFormat()
            block.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            block.setTopMargin(BETWEEN if place else 0)
            if place:
                cursor.insertBlock(block, body)
            else:
                cursor.setBlockFormat(block)
            for piece in pieces:
                if piece.is_citation:
                    self._put_mark(cursor, piece.text, body)
                else:
                    cursor.insertText(piece.text, body)
        self._fit()

    def _put_mark(self, cursor: QTextCursor, marker: str, body: QTextCharFormat) -> None:
        cursor.insertText("\u00a0", body)
        shown = QTextCharFormat(body)
        font = QFont(body.font())
        font.setPixelSize(MARK_PX)
        font.setWeight(QFont.Weight.DemiBold)
        shown.setFont(font)
        lit = marker == self.lit
        shown.setForeground(colour("on_accent") if lit else QColor(pill_colours("accent")[0]))
        shown.setAnchor(True)
        shown.setAnchorHref(f"{CITED}{marker}")
        shown.setFontUnderline(False)
        citation = self._citations.get(marker)
        if citation is not None:
            shown.setToolTip(cited(citation))
        start = cursor.position()
        cursor.insertText(f"\u2060\u202f{marker}\u2060\u2009", shown)
        self._marks.append((start, cursor.position(), marker))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the marks' grounds, then the words."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        cursor = QTextCursor(self.document())
        for start, end, marker in self._marks:
            cursor.setPosition(start)
            first = self.cursorRect(cursor)
            cursor.setPosition(end)
            last = self.cursorRect(cursor)
            if last.left() <= first.left():
                continue
            painter.setBrush(colour("accent") if marker == self.lit else QColor(pill_colours("accent")[1]))
            wide = last.left() - first.left() + 6
            area = QRectF(first.left() - 3, 0, max(wide, 18), 17)
            area.moveCenter(QRectF(first.left() - 3, first.top(), wide, first.height()).center())
            painter.drawRoundedRect(area, 5, 5)
        painter.end()
        super().paintEvent(event)

    def sizeHint(self) -> QSize:
        """As high as the words."""
        return QSize(200, self.height())

    def minimumSizeHint(self) -> QSize:
        """As high as the words."""
        return QSize(80, self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Words wrap anew."""
        super().resizeEvent(event)
        self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()

    def changeEvent(self, event: QEvent) -> None:
        """Another palette: other inks."""
        super().changeEvent(event)
        restyled = event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange)
        if restyled and self._palette and self._palette != current().name:
            self._set()

    def _fit(self) -> None:
        self.document().setTextWidth(max(self.viewport().width(), 40))
        high = round(self.document().size().height()) + 2
        if high != self.minimumHeight() or high != self.maximumHeight():
            self.setFixedHeight(high)
            self.updateGeometry()

    def _clicked(self, address: QUrl) -> None:
        text = address.toString()
        if text.startswith(CITED):
            self.opened.emit(text.removeprefix(CITED))

    def _hovered(self, address: QUrl) -> None:
        citation = self._citations.get(address.toString().removeprefix(CITED))
        if citation is not None:
            QToolTip.showText(QCursor.pos(), tip_of(citation), self)
        elif address.isEmpty():
            QToolTip.hideText()


def tip_of(citation: AnswerCitation) -> str:
    """A passage as a tip: its words, then where they stand."""
    from html import escape

    words = citation.text if len(citation.text) <= 400 else f"{citation.text[:400]}…"
    return f"<qt><p>“{escape(words)}”<br><i>{escape(cited(citation))}</i></p></qt>"


__all__ = ["AnswerText", "tip_of"]
