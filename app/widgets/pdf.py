"""A PDF to read: pages under each other, zoom, a page to go to, and a search."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QEvent, QIODevice, QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QPalette, QShortcut, QShowEvent
from PySide6.QtPdf import QPdfDocument, QPdfSearchModel
from PySide6.QtPdfWidgets import QPdfView
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from app.language import tr
from app.theme import colour
from app.widgets.buttons import icon_button
from app.widgets.cards import label, row
from app.widgets.pdf_pages import PageList
from app.widgets.search import SearchField

STEPS = (0.5, 0.67, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0)
SMALL = QSize(32, 32)


class PdfView(QWidget):
    """One PDF. `failed` carries a sentence when it can't be shown."""

    failed = Signal(str)

    def __init__(self, *, narrow: bool = False) -> None:
        super().__init__()
        self._narrow = narrow
        self._wanted_page: int | None = None
        self.document = QPdfDocument(self)
        self.view = QPdfView(self)
        self.view.setAccessibleName("PDF")
        self.view.setPageMode(QPdfView.PageMode.MultiPage)
        self.view.setZoomMode(QPdfView.ZoomMode.FitToWidth)
        self.view.setFrameShape(QPdfView.Shape.NoFrame)
        self.view.setDocument(self.document)
        self._found = QPdfSearchModel(self)
        self._found.setDocument(self.document)
        self.view.setSearchModel(self._found)
        self._bytes = QBuffer(self)
        self._fitting = QPdfView.ZoomMode.FitToWidth
        self.slides = PageList(self.document)
        self.slides.hide()
        self.page = QSpinBox()
        self.page.setAccessibleName(tr("Page"))
        self.page.setFixedWidth(58)
        self.page.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages = label("", "muted")
        self._zoom = label("", "muted")
        self._zoom.setFixedWidth(48)
        self._zoom.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.search = SearchField(tr("Search in the PDF…"))
        self.search.setFixedWidth(220)
        self.hits = QLabel()
        self.hits.setAccessibleName(tr("Places found"))
        self._build()
        self._recolour()
        self._listen()

    def show_pdf(self, content: bytes, *, slides: bool = False) -> None:
        """Show another document, from its first page; `slides` as a whole each, with a list of them beside it."""
        self.document.close()
        self._bytes.close()
        self._bytes.setData(QByteArray(content))
        self._bytes.open(QIODevice.OpenModeFlag.ReadOnly)
        self.document.load(self._bytes)
        if self.document.status() is not QPdfDocument.Status.Ready:
            self.failed.emit(tr("This PDF can't be shown here: save it and open it in another program."))
            return
        self.search.clear()
        self.page.setRange(1, max(self.document.pageCount(), 1))
        self.page.setValue(1)
        self._pages.setText(tr("of {pages}", pages=self.document.pageCount()))
        self._fitting = QPdfView.ZoomMode.FitInView if slides else QPdfView.ZoomMode.FitToWidth
        self.view.setZoomMode(self._fitting)
        self.slides.setVisible(slides)
        if slides:
            self.slides.show_pages()
        self._show_zoom()

    def close_pdf(self) -> None:
        """Let go of the document."""
        self.slides.clear()
        self.document.close()
        self._bytes.close()

    def zoom(self, direction: int) -> None:
        """One step closer (1) or farther (-1); 0 fits the width, or a whole slide."""
        if direction == 0:
            self.view.setZoomMode(self._fitting)
        else:
            now = self.zoom_factor
            fitting = [s for s in STEPS if (s > now + 0.01 if direction > 0 else s < now - 0.01)]
            if fitting:
                self.view.setZoomMode(QPdfView.ZoomMode.Custom)
                self.view.setZoomFactor(fitting[0] if direction > 0 else fitting[-1])
        self._show_zoom()

    @property
    def zoom_factor(self) -> float:
        """How large the pages are shown; 1 is their own size on this screen."""
        if self.view.zoomMode() == QPdfView.ZoomMode.Custom or not self.document.pageCount():
            return self.view.zoomFactor()
        size, dots = self.document.pagePointSize(0), self.logicalDpiX() / 72
        margins, room = self.view.documentMargins(), self.view.viewport().size()
        across = (room.width() - margins.left() - margins.right()) / max(size.width() * dots, 1)
        if self.view.zoomMode() == QPdfView.ZoomMode.FitToWidth:
            return across
        return min(across, (room.height() - margins.top() - margins.bottom()) / max(size.height() * dots, 1))

    def go_to_place(self, direction: int = 1) -> None:
        """Go to the next place (1) or the one before (-1) where the searched words stand."""
        count = self._found.rowCount(self._found.index(-1, 0))
        if count:
            here = self.view.currentSearchResultIndex()
            place = (here + direction) % count if here >= 0 else 0
            self.view.setCurrentSearchResultIndex(place)
            link = self._found.resultAtIndex(place)
            self.view.pageNavigator().jump(link.page(), link.location())
        self._show_hits()

    def show_passage(self, page: int, words: str) -> None:
        """Go to a page, counted from 1, and mark these words on it where they stand there in one piece."""
        self.page.setValue(page)
        self._wanted_page = page - 1
        self.view.setCurrentSearchResultIndex(-1)
        self._found.setSearchString(words)

    def go_to_search(self) -> None:
        """Go to the search field."""
        self.search.setFocus()
        self.search.selectAll()

    def _build(self) -> None:
        before = icon_button("chevron-up", tr("Page before"), lambda: self.page.stepBy(-1))
        after = icon_button("chevron-down", tr("Next page"), lambda: self.page.stepBy(1))
        out = icon_button("magnify-minus-outline", tr("Smaller (Ctrl+−)"), lambda: self.zoom(-1))
        closer = icon_button("magnify-plus-outline", tr("Larger (Ctrl++)"), lambda: self.zoom(1))
        fit = icon_button("arrow-expand-horizontal", tr("Fit (Ctrl+0)"), lambda: self.zoom(0))
        back = icon_button("arrow-up", tr("Place before (Shift+F3)"), lambda: self.go_to_place(-1))
        on = icon_button("arrow-down", tr("Next place (F3)"), self.go_to_place)
        for made in (before, after, out, closer, fit, back, on):
            made.setFixedSize(SMALL)
        for high in (self.page, self.search):
            high.setFixedHeight(SMALL.height() + 2)
        bar = row(
            before,
            after,
            self.page,
            self._pages,
            None,
            out,
            self._zoom,
            closer,
            fit,
            None,
            self.hits,
            self.search,
            back,
            on,
            spacing=6,
        )
        bar.setContentsMargins(6, 4, 6, 8)
        for wide in (self.hits, self.search, back, on) if self._narrow else ():
            wide.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        beside = QHBoxLayout()
        beside.setSpacing(8)
        beside.addWidget(self.slides)
        beside.addWidget(self.view, 1)
        column.addLayout(beside, 1)

    def _listen(self) -> None:
        self.page.valueChanged.connect(self._go)
        self.slides.chosen.connect(lambda place: self._go(place + 1))
        self.view.pageNavigator().currentPageChanged.connect(self._page_changed)
        self.search.searched.connect(self._searched)
        self.search.returnPressed.connect(self.go_to_place)
        self._found.modelReset.connect(self._show_hits)
        self._found.rowsInserted.connect(lambda *_news: self._hits_came())
        keys = {
            "Ctrl++": lambda: self.zoom(1),
            "Ctrl+=": lambda: self.zoom(1),
            "Ctrl+-": lambda: self.zoom(-1),
            "Ctrl+0": lambda: self.zoom(0),
            "F3": self.go_to_place,
            "Shift+F3": lambda: self.go_to_place(-1),
        }
        for sequence, does in keys.items():
            shortcut = QShortcut(QKeySequence(sequence), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(does)

    def _go(self, page: int) -> None:
        navigator = self.view.pageNavigator()
        if navigator.currentPage() != page - 1:
            navigator.jump(page - 1, QPointF())

    def _page_changed(self, page: int) -> None:
        self.page.blockSignals(True)
        self.page.setValue(page + 1)
        self.page.blockSignals(False)
        self.slides.follow(page)

    def _searched(self, text: str) -> None:
        self._wanted_page = None
        self._found.setSearchString(text.strip())
        self.view.setCurrentSearchResultIndex(-1)
        self._show_hits()

    def _hits_came(self) -> None:
        """The first place is gone to as soon as it is known; pages are searched one after the other."""
        if self._wanted_page is not None:
            self._show_place_on(self._wanted_page)
            return
        if self.view.currentSearchResultIndex() < 0:
            self.go_to_place()
        self._show_hits()

    def _show_place_on(self, page: int) -> None:
        for place in range(self._found.rowCount(self._found.index(-1, 0))):
            link = self._found.resultAtIndex(place)
            if link.page() == page and self.view.currentSearchResultIndex() != place:
                self._wanted_page = None
                self.view.setCurrentSearchResultIndex(place)
                self.view.pageNavigator().jump(page, link.location())
                return

    def _show_hits(self) -> None:
        words = self.search.text().strip()
        count = self._found.rowCount(self._found.index(-1, 0))
        here = self.view.currentSearchResultIndex()
        if not words:
            self.hits.setText("")
        elif not count:
            self.hits.setText(tr("Nothing found"))
        else:
            self.hits.setText(
                tr("{here} of {count}", here=here + 1, count=count) if here >= 0 else tr("{count} found", count=count)
            )

    def _show_zoom(self) -> None:
        self._zoom.setText(f"{self.zoom_factor:.0%}")

    def showEvent(self, event: QShowEvent) -> None:
        """It may have been hidden while the palette changed."""
        super().showEvent(event)
        self._recolour()

    def changeEvent(self, event: QEvent) -> None:
        """The ground around the pages follows the palette."""
        super().changeEvent(event)
        kinds = (QEvent.Type.PaletteChange, QEvent.Type.StyleChange, QEvent.Type.ApplicationPaletteChange)
        if event.type() in kinds:
            # The style sheet that comes with another palette sets the view's own back: ours comes after it.
            QTimer.singleShot(0, self, self._recolour)

    def _recolour(self) -> None:
        palette = self.view.palette()
        if palette.color(QPalette.ColorRole.Dark) != colour("window"):
            palette.setColor(QPalette.ColorRole.Dark, colour("window"))
            self.view.setPalette(palette)
