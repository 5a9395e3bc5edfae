"""The pictures of one scene, frame by frame, and the piece of film they are written to."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from server.domain.storyboards import VideoFormat
from server.engine.films.captions import Caption, moving
from server.engine.films.plans import FPS
from server.engine.painting.boards import Board
from server.engine.painting.canvas import application, color, painter_on, picture
from server.engine.painting.company import Company
from server.engine.painting.covers import COVER_S, cover
from server.engine.painting.grounds import backdrop, ground, layers, stir
from server.engine.painting.layouts import composed
from server.engine.painting.marks import Mark
from server.engine.painting.specs import PieceSpec
from server.engine.painting.subtitles import MovingCaptions

LETTERBOX = 2.39
STILL_LONGEST, STILL_QUALITY = 640, 82
"""Pixels of the longer side of a scene's small picture, and how well it is kept."""


class ScenePainter:
    """Paints a scene. What has settled is painted once; only what moves is painted again for each frame.

    Nothing depends on where in the film the scene stands: a piece that is kept can be put anywhere.
    """

    def __init__(self, spec: PieceSpec) -> None:
        application()
        self.spec = spec
        width, height = spec.size
        self.board: Board = composed(
            spec.timed,
            spec.look,
            size=spec.size,
            film=spec.film,
            language=spec.language,
            seed=spec.seed,
            has_presenter=spec.presenter > 0,
        )
        self._company = Company(spec)
        self.seconds = spec.timed.frames / FPS
        self._settled = picture(width, height)
        self._waiting = list(self.board.marks)
        self._frame = QImage(width, height, QImage.Format.Format_RGB32)
        self._is_moving_camera = spec.film is VideoFormat.CINEMATIC
        if self._is_moving_camera:
            self._back, self._ridges = layers(spec.look, width, height, spec.seed)
        else:
            self._back = ground(spec.look, width, height, spec.seed)
            self._ridges = ()
        if spec.backdrop is not None:
            self._back = backdrop(spec.look, self._back.width(), self._back.height(), spec.backdrop)
            self._ridges = ()
        texts = [line.text for line in spec.timed.scene.lines]
        self._captions: MovingCaptions | None = None
        if spec.film is VideoFormat.SHORT:
            self._captions = MovingCaptions(moving(texts, spec.timed.lines), spec.look, spec.size, spec.language)

    @property
    def captions(self) -> tuple[Caption, ...]:
        """The moving captions of the scene."""
        return self._captions.captions if self._captions else ()

    def frames(self) -> Iterator[QImage]:
        """Every frame in order; each is only good until the next one."""
        for number in range(self.spec.timed.frames):
            yield self.frame(number)

    def frame(self, number: int) -> QImage:
        """One frame; numbers only go up."""
        spec, (width, height) = self.spec, self.spec.size
        seconds = number / FPS
        stepped = math.floor(seconds * spec.look.fps) / spec.look.fps if spec.look.fps < FPS else seconds
        painter = painter_on(self._frame)
        if self._is_moving_camera:
            self._far(painter, seconds)
        else:
            painter.drawImage(0, 0, self._back)
            stir(painter, spec.look, width, height, seconds)
        self._settle(stepped)
        if self._is_moving_camera:
            grown = 1 + 0.022 * seconds / max(1.0, self.seconds)
            painter.save()
            painter.translate(width / 2, height / 2)
            painter.scale(grown, grown)
            painter.translate(-width / 2, -height / 2)
        painter.drawImage(0, 0, self._settled)
        for mark in self._waiting:
            if mark.enter <= stepped:
                painter.save()
                mark.paint(painter, min(0.999, (stepped - mark.enter) / mark.seconds))
                painter.restore()
        if self._is_moving_camera:
            painter.restore()
            self._bars(painter)
        self._company.draw(painter, number)
        self._meet(painter, seconds)
        if self._captions is not None:
            self._captions.draw(painter, seconds)
        if not self._is_moving_camera and spec.film is VideoFormat.EXPLAINER:
            self._advance(painter, number)
        painter.end()
        return self._frame

    def _settle(self, seconds: float) -> None:
        ready: list[Mark] = []
        while self._waiting and self._waiting[0].done <= seconds:
            ready.append(self._waiting.pop(0))
        if ready:
            painter = painter_on(self._settled)
            for mark in ready:
                painter.save()
                mark.paint(painter, 1.0)
                painter.restore()
            painter.end()

    def _far(self, painter: QPainter, seconds: float) -> None:
        """The ground and what floats before it, at different paces."""
        width, height = self.spec.size
        share = seconds / max(1.0, self.seconds)
        side = 1 if self.spec.seed % 2 else -1
        spare_x, spare_y = self._back.width() - width, self._back.height() - height
        x = spare_x * (0.5 + side * 0.42 * (share - 0.5))
        painter.drawImage(QPointF(-x, -spare_y * (0.5 - 0.3 * (share - 0.5))), self._back)
        for layer, ridge in enumerate(self._ridges):
            x = (ridge.width() - width) * (0.5 + side * (0.5 + 0.15 * layer) * (share - 0.5))
            painter.drawImage(QPointF(-x, height * 0.885 - ridge.height()), ridge)

    def _bars(self, painter: QPainter) -> None:
        width, height = self.spec.size
        tall = round((height - width / LETTERBOX) / 2)
        painter.fillRect(0, 0, width, tall, Qt.GlobalColor.black)
        painter.fillRect(0, height - tall, width, tall, Qt.GlobalColor.black)

    def _meet(self, painter: QPainter, seconds: float) -> None:
        spec, (width, height) = self.spec, self.spec.size
        length = COVER_S * (2.2 if self._is_moving_camera else 0.55 if spec.film is VideoFormat.SHORT else 1.0)
        left = self.seconds - (seconds + 1 / FPS)
        if seconds < length and not spec.is_first:
            share, leaving = 1 - seconds / length, True
        elif left < length and not spec.is_last:
            share, leaving = 1 - left / length, False
        else:
            return
        if self._is_moving_camera:
            painter.fillRect(0, 0, width, height, color("#000000", min(1.0, share)))
        else:
            cover(painter, spec.look, width, height, share, leaving=leaving)

    def _advance(self, painter: QPainter, number: int) -> None:
        """A thin line at the foot that grows with the scene."""
        width, height = self.spec.size
        share = (number + 1) / self.spec.timed.frames
        thick = max(2.0, height * 0.004)
        painter.fillRect(QRectF(0, height - thick, width * share, thick), color(self.spec.look.accents[0]))


def write_piece(spec: PieceSpec, path: Path, picture_path: Path | None = None) -> None:
    """Write a scene as H.264 in MP4, without sound: the first frame a key frame, no frame depends on another scene.

    A small picture of it with everything there goes to `picture_path`, as JPEG, where one is named.
    """
    import av

    width, height = spec.size
    painter = ScenePainter(spec)
    part, shown = path.with_name(f".part-{path.name}"), _shown(spec)
    with av.open(str(part), "w", format="mp4") as out:
        stream = out.add_stream("libx264", rate=FPS)
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.time_base = Fraction(1, FPS)
        stream.codec_context.time_base = Fraction(1, FPS)
        stream.codec_context.options = {
            "preset": "veryfast",
            "crf": "20",
            "bf": "0",
            "tune": "animation",
            "x264-params": "keyint=125:min-keyint=1:threads=1:colorprim=bt709:transfer=bt709:colormatrix=bt709",
        }
        for number, image in enumerate(painter.frames()):
            if number == shown and picture_path is not None:
                _write_still(image, picture_path)
            view = np.frombuffer(image.constBits(), np.uint8).reshape(height, width, 4)
            frame = av.VideoFrame.from_ndarray(view, format="bgra")
            frame = frame.reformat(format="yuv420p", dst_colorspace="ITU709")
            frame.pts, frame.time_base = number, Fraction(1, FPS)
            for packet in stream.encode(frame):
                out.mux(packet)
        for packet in stream.encode(None):
            out.mux(packet)
    part.replace(path)


def _shown(spec: PieceSpec) -> int:
    """The number of the picture that has everything, before the cover comes."""
    last = spec.timed.frames - 1
    return max(0, last - round(COVER_S * FPS * 2.4))


def _write_still(image: QImage, path: Path) -> None:
    part = path.with_name(f".part-{path.name}")
    part.write_bytes(_as_jpeg(image, longest=STILL_LONGEST, quality=STILL_QUALITY))
    part.replace(path)


def still(spec: PieceSpec, *, seconds: float | None = None) -> QImage:
    """The picture of a scene at a moment, or with everything there."""
    painter = ScenePainter(spec)
    last = spec.timed.frames - 1
    number = _shown(spec) if seconds is None else min(last, round(seconds * FPS))
    return painter.frame(number).copy()


def png_of(spec: PieceSpec) -> bytes:
    """The picture of a scene with everything there, as PNG."""
    from PySide6.QtCore import QBuffer, QIODevice

    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    still(spec).save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def jpeg_of(spec: PieceSpec, *, longest: int, quality: int) -> bytes:
    """The picture of a scene with everything there, as JPEG; `longest` are the pixels of its longer side."""
    return _as_jpeg(still(spec), longest=longest, quality=quality)


def _as_jpeg(image: QImage, *, longest: int, quality: int) -> bytes:
    from PySide6.QtCore import QBuffer, QIODevice

    how = (Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.scaled(longest, longest, *how).save(buffer, "JPG", quality)  # type: ignore[call-overload]
    return bytes(buffer.data().data())


__all__ = ["PieceSpec", "ScenePainter", "jpeg_of", "png_of", "still", "write_piece"]
