"""The lines of a draft: words that can be written over, and below them what is special about each."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from app.language import isolated, tr
from app.models.episode_drafts import DraftLines
from app.theme import colour
from app.widgets.transcript_editor import TranscriptEditor, WordsDelegate
from app.widgets.transcripts import MARK, PAD, WRAP, words_room

SMALL_PX = 12
NOTE_HEIGHT = 20


class ScriptDelegate(WordsDelegate):
    """A line with a row of notes below its words, where there are any."""

    def __init__(self, parent: TranscriptEditor, lines: DraftLines) -> None:
        super().__init__(parent, lines)
        self._draft = lines

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one line."""
        super().paint(painter, option, index)
        notes = self._draft.facts(index.row()).notes
        finding = self._draft.finding(index.row())
        if not notes and not finding:
            return
        rect = option.rect
        painter.save()
        font = QFont(option.font)
        font.setPixelSize(SMALL_PX)
        painter.setFont(font)
        metrics = QFontMetrics(font)
        room = self.side(option.font)
        place = QRect(rect.left() + room, rect.bottom() - NOTE_HEIGHT - 6, rect.width() - room - MARK, NOTE_HEIGHT)
        said = " · ".join(notes)
        painter.setPen(colour("muted"))
        middle = int(Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(QStyle.visualRect(option.direction, rect, place), middle, isolated(said))
        if finding:
            taken = metrics.horizontalAdvance(f"{said}   ") if said else 0
            place.setLeft(place.left() + taken)
            painter.setPen(colour("warning"))
            shown = metrics.elidedText(finding, Qt.TextElideMode.ElideRight, place.width())
            painter.drawText(QStyle.visualRect(option.direction, rect, place), middle, isolated(shown))
        painter.restore()

    def has_notes(self, place: int) -> bool:
        """Whether there is something to tell below a line."""
        return bool(self._draft.facts(place).notes or self._draft.finding(place))

    def height(self, option: QStyleOptionViewItem, width: int, text: str, notes: bool) -> int:
        """With room for the notes."""
        least = super().height(option, width, text, notes)
        if not notes:
            return least
        metrics: QFontMetrics = option.fontMetrics
        words = words_room(QRect(0, 0, width, 100_000), self.side(option.font))
        # Beside the time there is room for one line of words and one of notes.
        return max(least, metrics.boundingRect(words, WRAP, text).height() + NOTE_HEIGHT + 2 * PAD + 2)


class ScriptLines(TranscriptEditor):
    """The view. A click selects, F2 or a double click writes over."""

    def __init__(self, lines: DraftLines) -> None:
        super().__init__(lines)
        self.setAccessibleName(tr("Lines of the script"))
        self._delegate = ScriptDelegate(self, lines)
        self.setItemDelegate(self._delegate)

    def go_to(self, place: int) -> None:
        """Select a line and bring it into sight."""
        index = self.model().index(place, 0)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index, self.ScrollHint.PositionAtCenter)
