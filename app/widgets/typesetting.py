"""Sets a page's blocks into a text document, in the palette's colours, piece by piece."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from PySide6.QtGui import (
    QColor,
    QFont,
    Qt,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextImageFormat,
    QTextLength,
    QTextListFormat,
    QTextTableCellFormat,
    QTextTableFormat,
)

from app.models.markup import Node
from app.models.pages import Page, spelled_out
from app.theme.palettes import Palette, mixed
from app.widgets.charting import Picture, bar_picture, chart_pictures

LINE_HEIGHT = 150
NOTE = "note:"
SPACE = re.compile(r"\s+")
SIZES = {"h1": 24, "h2": 19, "h3": 15, "h4": 14, "h5": 14, "h6": 14}
BODY_PX, LEAD_PX, SMALL_PX = 14, 16, 12
CARDS_A_ROW = 3
LETTERS = "ABCDEFGH"
_GROUPS = {("div", "answers"), ("div", ""), ("section", "quiz-key"), ("section", ""), ("ol", "moments"), ("ol", "quiz")}
_GROUPS |= {("ol", "key"), ("dl", "")}


def pieces(page: Page) -> Iterator[Node]:
    """The blocks of a page, those that hold many taken apart, so that none takes long to set."""
    for block in page.body:
        yield from _taken_apart(block)


def _taken_apart(block: Node) -> Iterator[Node]:
    if (block.name, block.attributes.get("class", "")) not in _GROUPS:
        yield block
        return
    kind = block.attributes.get("class", "")
    for number, child in enumerate(block.elements, 1):
        if child.name == "li":
            yield Node("li", {"class": f"in-{kind}", "value": str(number)}, child.children)
        else:
            yield from _taken_apart(child)


class Typesetter:
    """Writes at the end of a document; charts are `wide` pixels across.

    `anchors` tells at which position each note is named first.
    """

    def __init__(self, document: QTextDocument, palette: Palette, *, wide: int = 600, ratio: float = 1.0) -> None:
        self.anchors: dict[int, int] = {}
        self._palette = palette
        self._wide = wide
        self._ratio = ratio
        self._document = document
        self._cursor = QTextCursor(document)
        self._fresh = True
        self._pictures = 0
        self._body = self._letters(BODY_PX)
        self._ways: dict[str, Callable[[Node], None]] = {
            "ul": self._list,
            "ol": self._list,
            "table": self._table,
            "figure": self._figure,
            "section": self._callout,
            "dt": lambda node: self._paragraph(node, self._letters(BODY_PX, bold=True), above=10, below=2),
            "dd": lambda node: self._paragraph(node, self._body, left=18),
            "pre": self._verbatim,
            "blockquote": lambda node: self._paragraph(node, self._letters(BODY_PX, tone="muted"), left=18),
            "hr": lambda _node: None,
        }

    def put(self, node: Node) -> None:
        """Set one block."""
        if node.name in SIZES:
            size = SIZES[node.name]
            self._paragraph(node, self._letters(size, bold=True), above=22 if size > 15 else 14, below=6, line=120)
        elif node.has("lead"):
            for child in node.elements:
                self._paragraph(child, self._letters(LEAD_PX))
        elif node.has("cards"):
            self._cards(node)
        elif node.has("wide"):
            for child in node.elements:
                self._table(child)
        elif node.name == "li":
            self._item(node)
        else:
            self._ways.get(node.name, self._plain)(node)

    def _plain(self, node: Node) -> None:
        self._paragraph(node, self._body)

    def _letters(self, size: int, *, bold: bool = False, tone: str = "text") -> QTextCharFormat:
        letters = QTextCharFormat()
        font = QFont(self._document.defaultFont())
        font.setPixelSize(size)
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        letters.setFont(font)
        letters.setForeground(QColor(getattr(self._palette, tone)))
        return letters

    def _start(self, *, above: int = 0, below: int = 10, left: int = 0, line: int = LINE_HEIGHT) -> None:
        block = QTextBlockFormat()
        block.setTopMargin(0 if self._fresh else above)
        block.setBottomMargin(below)
        block.setLeftMargin(left)
        block.setLineHeight(line, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        if self._fresh:
            self._cursor.setBlockFormat(block)
            self._fresh = False
        else:
            self._cursor.insertBlock(block, self._body)

    def _paragraph(
        self,
        node: Node,
        letters: QTextCharFormat,
        *,
        above: int = 0,
        below: int = 10,
        left: int = 0,
        line: int = LINE_HEIGHT,
    ) -> None:
        self._start(above=above, below=below, left=left, line=line)
        self._inline(node, letters)

    def _inline(self, node: Node, letters: QTextCharFormat) -> None:
        for child in node.children:
            if isinstance(child, str):
                at_start = self._cursor.atBlockStart()
                words = SPACE.sub(" ", child)
                self._cursor.insertText(words.lstrip() if at_start else words, letters)
            elif child.name == "sup":
                self._marks(child, letters)
            elif child.name == "br":
                self._cursor.insertText("\u2028", letters)
            elif child.name == "svg":
                continue
            else:
                self._inline(child, self._bent(child, letters))

    def _bent(self, node: Node, letters: QTextCharFormat) -> QTextCharFormat:
        bent = QTextCharFormat(letters)
        if node.name in ("b", "strong"):
            bent.setFontWeight(QFont.Weight.DemiBold)
        elif node.name in ("i", "em"):
            bent.setFontItalic(True)
        elif node.name == "small":
            bent.setForeground(QColor(self._palette.muted))
        elif node.name == "code":
            bent.setFontFixedPitch(True)
            bent.setBackground(QColor(self._palette.raised))
        elif node.name == "a" and node.attributes.get("href", "").startswith(("https://", "http://")):
            bent.setAnchor(True)
            bent.setAnchorHref(node.attributes["href"])
            bent.setForeground(QColor(self._palette.accent))
        return bent

    def _marks(self, node: Node, letters: QTextCharFormat) -> None:
        for place, link in enumerate(node.every("a")):
            shown = link.words
            numbers = spelled_out(shown)
            if not numbers:
                continue
            mark = QTextCharFormat(letters)
            mark.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSuperScript)
            mark.setFontItalic(False)
            mark.setFontWeight(QFont.Weight.DemiBold)
            mark.setForeground(QColor(self._palette.accent))
            mark.setAnchor(True)
            mark.setAnchorHref(f"{NOTE}{shown}")
            for number in numbers:
                self.anchors.setdefault(number, self._cursor.position())
            self._cursor.insertText(f"{'' if place else chr(0x2009)}{shown}", mark)
            plain = QTextCharFormat(letters)
            self._cursor.insertText("\u2009", plain)

    def _list(self, node: Node) -> None:
        style = QTextListFormat()
        ordered = node.name == "ol"
        style.setStyle(QTextListFormat.Style.ListDecimal if ordered else QTextListFormat.Style.ListDisc)
        style.setIndent(1)
        made = None
        for item in node.elements:
            self._start(below=6)
            if made is None:
                made = self._cursor.createList(style)
            else:
                made.add(self._cursor.block())
            self._inline(item, self._body)
        if made is not None:
            self._cursor.block().blockFormat().setBottomMargin(12)

    def _item(self, node: Node) -> None:
        """An item of a list that was taken apart."""
        number = node.attributes.get("value", "")
        if node.has("in-moments"):
            when, what = node.first("span", "when"), node.first("span", "what")
            if when is not None and what is not None:
                self._paragraph(when, self._letters(BODY_PX, bold=True, tone="accent"), above=6, below=1, line=130)
                self._paragraph(what, self._body, below=8)
        elif node.has("in-quiz"):
            question, options = node.first("span", "question"), node.first("ol")
            self._start(above=12, below=4)
            self._cursor.insertText(f"{number}. ", self._letters(BODY_PX, bold=True, tone="muted"))
            if question is not None:
                self._inline(question, self._letters(BODY_PX, bold=True))
            for letter, option in zip(LETTERS, options.elements if options else (), strict=False):
                self._start(below=3, left=22)
                self._cursor.insertText(f"{letter})  ", self._letters(BODY_PX, tone="muted"))
                self._inline(option, self._body)
        else:
            self._start(below=8)
            self._cursor.insertText(f"{number}. ", self._letters(BODY_PX, tone="muted"))
            self._inline(node, self._body)

    def _verbatim(self, node: Node) -> None:
        letters = self._letters(SMALL_PX + 1)
        letters.setFontFixedPitch(True)
        self._start(left=12)
        self._cursor.insertText("\u2028".join(_verbatim_text(node).rstrip().splitlines()), letters)

    def _table(self, node: Node) -> None:
        """Rows under a header, each divided from the next by a line."""
        if (caption := node.first("caption")) is not None:
            self._paragraph(caption, self._letters(BODY_PX, bold=True), above=12, below=6)
        rows = list(node.every("tr"))
        width = max((sum(1 for _ in row.elements) for row in rows), default=0)
        if not width:
            return
        style = self._frame(QTextTableFormat(), padding=6)
        style.setHeaderRowCount(1 if node.first("thead") else 0)
        self._start(below=0)
        table = self._cursor.insertTable(len(rows), width, style)
        for line, row in enumerate(rows):
            head = line < style.headerRowCount()
            for place, cell in enumerate(row.elements):
                at = table.cellAt(line, place)
                ruled = QTextTableCellFormat()
                ruled.setBottomBorder(1)
                ruled.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
                ruled.setBottomBorderBrush(QColor(self._palette.edge if head else self._palette.line))
                ruled.setPadding(6)
                at.setFormat(ruled)
                self._cursor = at.firstCursorPosition()
                if cell.has("n") or "right" in cell.attributes.get("style", ""):
                    block = QTextBlockFormat()
                    block.setAlignment(Qt.AlignmentFlag.AlignRight)
                    self._cursor.setBlockFormat(block)
                bold = cell.name == "th" and not head
                self._inline(cell, self._letters(SMALL_PX + 1, bold=bold, tone="muted" if head else "text"))
        self._after()

    def _cards(self, node: Node) -> None:
        cards = list(node.elements)
        style = self._frame(QTextTableFormat(), padding=0)
        style.setCellSpacing(10)
        self._start(below=0)
        rows = -(-len(cards) // CARDS_A_ROW)
        columns = min(len(cards), CARDS_A_ROW)
        style.setColumnWidthConstraints([QTextLength(QTextLength.Type.PercentageLength, 100 / columns)] * columns)
        table = self._cursor.insertTable(rows, columns, style)
        for place, card in enumerate(cards):
            at = table.cellAt(place // columns, place % columns)
            ground = QTextTableCellFormat()
            ground.setBackground(QColor(mixed(self._palette.accent, self._palette.card, 0.10)))
            ground.setPadding(14)
            at.setFormat(ground)
            self._cursor, self._fresh = at.firstCursorPosition(), True
            value, unit, words = card.first("b"), card.first("i"), card.first("span")
            self._start(below=2, line=110)
            if value is not None:
                self._inline(value, self._letters(22, bold=True, tone="accent"))
            if unit is not None:
                self._cursor.insertText(f"  {unit.words}", self._letters(BODY_PX, bold=True, tone="accent"))
            if words is not None:
                self._paragraph(words, self._letters(SMALL_PX + 1, tone="muted"), below=0, line=135)
        self._after()

    def _callout(self, node: Node) -> None:
        style = self._frame(QTextTableFormat(), padding=0)
        self._start(below=0, above=8)
        table = self._cursor.insertTable(1, 1, style)
        at = table.cellAt(0, 0)
        ground = QTextTableCellFormat()
        ground.setBackground(QColor(mixed(self._palette.warning, self._palette.card, 0.09)))
        ground.setPadding(14)
        ground.setLeftBorder(3)
        ground.setLeftBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        ground.setLeftBorderBrush(QColor(self._palette.warning))
        at.setFormat(ground)
        self._cursor, self._fresh = at.firstCursorPosition(), True
        for child in node.elements:
            if child.name in SIZES:
                self._paragraph(child, self._letters(BODY_PX, bold=True, tone="warning"), below=4)
            else:
                self.put(child)
        self._after()

    def _figure(self, node: Node) -> None:
        caption = node.first("figcaption")
        if caption is not None:
            self._paragraph(caption, self._letters(BODY_PX, bold=True), above=14, below=6)
        if (bars := node.first("table", "bars")) is not None:
            self._bars(bars)
        else:
            for picture in chart_pictures(node, self._palette, width=self._wide, ratio=self._ratio):
                self._start(below=10, line=100)
                self._picture(picture)
            for table in (child for child in node.elements if child.name == "table"):
                self._table(table)

    def _bars(self, node: Node) -> None:
        rows = list(node.every("tr"))
        style = self._frame(QTextTableFormat(), padding=3)
        percent = QTextLength.Type.PercentageLength
        style.setColumnWidthConstraints([QTextLength(percent, share) for share in (30, 54, 16)])
        self._start(below=0)
        table = self._cursor.insertTable(len(rows), 3, style)
        for line, row in enumerate(rows):
            name, svg = row.first("th"), row.first("svg")
            number = row.first("td", "n")
            if name is not None:
                self._cursor = table.cellAt(line, 0).firstCursorPosition()
                self._inline(name, self._letters(SMALL_PX + 1))
            if svg is not None:
                self._cursor = table.cellAt(line, 1).firstCursorPosition()
                self._picture(bar_picture(svg, self._palette, width=self._wide, ratio=self._ratio))
            if number is not None:
                self._cursor = table.cellAt(line, 2).firstCursorPosition()
                self._inline(number, self._letters(SMALL_PX + 1, bold=True))
        self._after()

    def _picture(self, picture: Picture) -> None:
        self._pictures += 1
        address = f"picture:{self._pictures}"
        self._document.addResource(QTextDocument.ResourceType.ImageResource.value, address, picture.image)
        shown = QTextImageFormat()
        shown.setName(address)
        shown.setWidth(picture.width)
        shown.setHeight(picture.height)
        self._cursor.insertImage(shown)

    @staticmethod
    def _frame(style: QTextTableFormat, *, padding: int) -> QTextTableFormat:
        style.setBorder(0)
        style.setCellPadding(padding)
        style.setCellSpacing(0)
        style.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        style.setBorderCollapse(False)
        return style

    def _after(self) -> None:
        """Go on below a table: the block after it is the next one."""
        self._cursor = QTextCursor(self._document)
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        self._fresh = False


def _verbatim_text(node: Node) -> str:
    return "".join(child if isinstance(child, str) else _verbatim_text(child) for child in node.children)
