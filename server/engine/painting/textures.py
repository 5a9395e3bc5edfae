"""Materials that are computed: grain of paper, clouds, pools of watercolour, and the shadow under cut paper."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath

from server.engine.painting.canvas import color

Bytes = NDArray[np.uint8]


def cut_out(painter: QPainter, path: QPainterPath, fill: str, *, layers: int, step: QPointF, strength: float) -> None:
    """A piece of paper on what lies below: `layers` shadows of `strength` (0 to 1), each a `step` of pixels further.

    The painter has no pen.
    """
    painter.setBrush(color("#10242c", strength))
    for n in range(layers, 0, -1):
        painter.drawPath(path.translated(step * n))
    painter.setBrush(color(fill))
    painter.drawPath(path)


def grain(width: int, height: int, seed: int, *, strength: float, coarse: int = 2) -> QImage:
    """Specks of light and dark like those of paper, to be laid over a picture."""
    made = np.random.default_rng(seed).normal(0, 1, (-(-height // coarse), -(-width // coarse)))
    alpha = np.clip(np.abs(made) * strength * 255, 0, 255).astype(np.uint8)
    shade = np.where(made > 0, alpha, 0).astype(np.uint8)
    pixels = np.stack([shade, shade, shade, alpha], axis=-1)
    image = _image(pixels)
    return image if coarse == 1 else image.scaled(width, height)


def _image(pixels: Bytes) -> QImage:
    """BGRA, premultiplied, as a picture of its own memory."""
    height, width, _ = pixels.shape
    data = np.ascontiguousarray(pixels).tobytes()
    return QImage(data, width, height, width * 4, QImage.Format.Format_ARGB32_Premultiplied).copy()


def clouds(height: int, width: int, seed: int, cells: int) -> NDArray[np.float32]:
    """Soft clouds of 0 to 1."""
    rng = np.random.default_rng(seed)
    total = np.zeros((height, width), np.float32)
    for octave, weight in ((1, 0.55), (2, 0.28), (4, 0.17)):
        rows, columns = cells * octave + 2, max(3, cells * octave * width // height + 2)
        grid = rng.random((rows, columns)).astype(np.float32)
        y = np.linspace(0, rows - 1.001, height)
        x = np.linspace(0, columns - 1.001, width)
        y0, x0 = y.astype(int), x.astype(int)
        fy = (y - y0)[:, None].astype(np.float32)
        fx = (x - x0)[None, :].astype(np.float32)
        fy, fx = fy * fy * (3 - 2 * fy), fx * fx * (3 - 2 * fx)
        a, b = grid[y0][:, x0], grid[y0][:, x0 + 1]
        c, d = grid[y0 + 1][:, x0], grid[y0 + 1][:, x0 + 1]
        total += weight * ((a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy)
    return total


def wash(size: int, tone: str, seed: int, *, stretch: float = 1.0) -> QImage:
    """A pool of watercolour: an uneven rim where the pigment gathered, light in the middle."""
    small_w, small_h = max(40, int(size * stretch) // 3), max(40, size // 3)
    cloud = clouds(small_h, small_w, seed, 4)
    y, x = np.mgrid[-1 : 1 : small_h * 1j, -1 : 1 : small_w * 1j]
    far = np.sqrt(x * x + y * y) + (cloud - 0.5) * 0.75
    body = np.clip((0.82 - far) / 0.05, 0, 1)
    rim = np.exp(-(((far - 0.78) / 0.035) ** 2))
    alpha = np.clip(body * (0.22 + 0.42 * clouds(small_h, small_w, seed + 1, 6)) + rim * body * 0.28, 0, 0.8)
    return toned(alpha, tone).scaled(
        int(size * stretch), size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    )


def toned(alpha: NDArray[np.float64] | NDArray[np.float32], tone: str) -> QImage:
    """One colour ("#rrggbb") as strong as `alpha` (0 to 1) says."""
    parts = [int(tone[n : n + 2], 16) for n in (5, 3, 1)]
    pixels = np.empty((*alpha.shape, 4), np.uint8)
    for n, part in enumerate(parts):
        pixels[..., n] = (alpha * part).astype(np.uint8)
    pixels[..., 3] = (alpha * 255).astype(np.uint8)
    return _image(pixels)
