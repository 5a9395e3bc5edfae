"""A picture to look at: fitted into the window, closer or farther, moved with the mouse."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QBrush, QImage, QKeySequence, QPainter, QPixmap, QResizeEvent, QShortcut, QWheelEvent
from PySide6.QtWidgets import QGraphicsPixmapItem, QGraphicsScene, QGraphicsView, QVBoxLayout, QWidget

from app.language import tr
from app.theme import colour
from app.widgets.buttons import icon_button
from app.widgets.cards import label, row
from app.widgets.pdf import SMALL, STEPS

CLOSER_STEPS = (0.1, 0.2, 0.33, *STEPS)


class _Canvas(QGraphicsView):
    """The picture on its ground; `turned` carries 1 or -1 for the wheel with Ctrl."""

    turned = Signal(int)
    resized = Signal()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """With Ctrl closer or farther, else up and down."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.turned.emit(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            super().wheelEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A picture that is fitted stays so."""
        super().resizeEvent(event)
        self.resized.emit()


class PictureView(QWidget):
    """One picture. `failed` carries a sentence when it can't be shown."""

    failed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._fits = True
        self._item = QGraphicsPixmapItem()
        self._item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        self._scene = QGraphicsScene(self)
        self._scene.addItem(self._item)
        self.view = _Canvas(self._scene)
        self.view.setAccessibleName(tr("Picture"))
        self.view.setFrameShape(QGraphicsView.Shape.NoFrame)
        self.view.setRenderHints(QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing)
        self.view.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.view.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setFocusProxy(self.view)
        self._zoom = label("", "muted")
        self._zoom.setFixedWidth(52)
        self._zoom.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._size = label("", "small")
        out = icon_button("magnify-minus-outline", tr("Smaller (Ctrl+−)"), lambda: self.zoom(-1))
        closer = icon_button("magnify-plus-outline", tr("Larger (Ctrl++)"), lambda: self.zoom(1))
        fit = icon_button("arrow-expand-all", tr("Fit (Ctrl+0)"), lambda: self.zoom(0))
        for made in (out, closer, fit):
            made.setFixedSize(SMALL)
        bar = row(out, self._zoom, closer, fit, None, self._size, spacing=6)
        bar.setContentsMargins(6, 4, 6, 8)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(self.view, 1)
        self.view.turned.connect(self.zoom)
        self.view.resized.connect(self._refit)
        for keys, direction in (("Ctrl++", 1), ("Ctrl+=", 1), ("Ctrl+-", -1), ("Ctrl+0", 0)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(lambda direction=direction: self.zoom(direction))
        self._recolour()

    def show_picture(self, content: bytes, *, words: str = "") -> None:
        """Show another picture, fitted; `words` say what it is."""
        image = QImage.fromData(content)
        self._item.setPixmap(QPixmap.fromImage(image))
        self._scene.setSceneRect(self._item.boundingRect())
        self.view.setAccessibleDescription(words)
        self._size.setText(
            "" if image.isNull() else tr("{width} × {height} pixels", width=image.width(), height=image.height())
        )
        self.zoom(0)
        if image.isNull():
            self.failed.emit(tr("This picture can't be shown here: save it and open it in another program."))

    @property
    def zoom_factor(self) -> float:
        """How large it is shown; 1 is a pixel of the picture on one of the window."""
        return self.view.transform().m11()

    def zoom(self, direction: int) -> None:
        """One step closer (1) or farther (-1); 0 fits the whole picture into the window."""
        self._fits = direction == 0
        now = self.zoom_factor
        wanted = [s for s in CLOSER_STEPS if (s > now + 0.01 if direction > 0 else s < now - 0.01)]
        if direction and wanted:
            factor = (wanted[0] if direction > 0 else wanted[-1]) / now
            self.view.scale(factor, factor)
        self._refit()
        self._zoom.setText(f"{self.zoom_factor:.0%}")

    def changeEvent(self, event: QEvent) -> None:
        """The ground around the picture follows the palette."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self._recolour()

    def _refit(self) -> None:
        if self._fits and not self._item.pixmap().isNull():
            self.view.fitInView(self._item, Qt.AspectRatioMode.KeepAspectRatio)
            self._zoom.setText(f"{self.zoom_factor:.0%}")

    def _recolour(self) -> None:
        self.view.setBackgroundBrush(QBrush(colour("window")))
