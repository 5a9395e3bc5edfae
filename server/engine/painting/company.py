"""Who and what stands beside a scene: the presenter in a corner, and the logo."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath

from server.domain.presenters import PRESENTERS
from server.domain.storyboards import VideoFormat
from server.engine.painting.presenters import draw_presenter, face_at, window_of
from server.engine.painting.specs import PieceSpec


class Company:
    """Draws presenter and logo over the frames of a scene, each where nothing else stands."""

    def __init__(self, spec: PieceSpec) -> None:
        self._spec = spec
        self.presenter_box = presenter_box(spec.film, spec.size)
        self.logo_box = logo_box(spec.film, spec.size)
        self._presenter = PRESENTERS[spec.presenter - 1] if spec.presenter else None
        self._logo = self._scaled(spec)

    def draw(self, painter: QPainter, number: int) -> None:
        """Draw them as they are in the scene's picture of this number."""
        if self._logo is not None:
            painter.drawImage(self.logo_box.topLeft(), self._logo)
        if self._presenter is None:
            return
        spec = self._spec
        mouth = spec.mouth[number] if number < len(spec.mouth) else 0
        face = face_at(mouth, number, spec.presenter)
        rim, ground = window_of(spec.look, self._presenter)
        draw_presenter(painter, self._presenter, self.presenter_box, face, rim=rim, ground=ground)

    def _scaled(self, spec: PieceSpec) -> QImage | None:
        if spec.logo is None:
            return None
        width, height = round(self.logo_box.width()), round(self.logo_box.height())
        found = QImage(str(spec.logo)).scaled(
            width, height, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
        image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(0, 0, width, height), height * 0.16, height * 0.16)
        painter.setClipPath(outline)
        painter.drawImage(0, 0, found)
        painter.end()
        return image


def presenter_box(film: VideoFormat, size: tuple[int, int]) -> QRectF:
    """Where the presenter stands: beside the scene in a wide film, below the captions in an upright one."""
    width, height = size
    if film is VideoFormat.SHORT:
        side = height * 0.155
        return QRectF(width * 0.92 - side, height * 0.975 - side, side, side)
    side = width * 0.15
    return QRectF(width * 0.965 - side, height * 0.94 - side, side, side)


def logo_box(film: VideoFormat, size: tuple[int, int]) -> QRectF:
    """Where the logo stands, four times as wide as high: below the scene, above it in an upright film."""
    width, height = size
    if film is VideoFormat.SHORT:
        tall = height * 0.033
        return QRectF(width * 0.08, height * 0.055, tall * 4, tall)
    tall = height * 0.0463
    left = width * 0.07 if film is VideoFormat.EXPLAINER else width * 0.93 - tall * 4
    return QRectF(left, height * 0.915, tall * 4, tall)
