"""Draws the program's icon: a quill whose barbs are the bars of a waveform, on the dark of the default look.

Run from the repository's root: python packaging/app_icon.py. Writes resources/icons/app/quillcast.svg and the sizes
that desktops ask for; small ones have fewer and thicker bars.
"""

from __future__ import annotations

import math
import os
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

FOLDER = Path(__file__).resolve().parents[1] / "resources" / "icons" / "app"
SIZES = {16: 6, 22: 7, 24: 7, 32: 8, 48: 11, 64: 13, 128: 15, 256: 15, 512: 15}
"""Pixels, and how many bars that size carries."""
BARS = 15
START, BEND, END = (112.0, 424.0), (236.0, 330.0), (412.0, 96.0)
HEIGHTS = (0.34, 0.62, 0.48, 0.84, 1.0, 0.72, 0.94, 0.66, 0.88, 0.58, 0.76, 0.46, 0.6, 0.36, 0.24)
"""Of the bars, from the nib to the tip, as shares of the longest."""


def along(at: float) -> tuple[float, float, float]:
    """A point of the shaft, from 0 (the nib) to 1, and the angle there."""
    a, b, c = (1 - at) ** 2, 2 * (1 - at) * at, at**2
    x, y = (a * s + b * m + c * e for s, m, e in zip(START, BEND, END, strict=True))
    dx, dy = (2 * (1 - at) * (m - s) + 2 * at * (e - m) for s, m, e in zip(START, BEND, END, strict=True))
    return x, y, math.atan2(dy, dx)


def drawing(bars: int) -> str:
    """The icon as SVG, 512 by 512."""
    width = 150 / bars
    lines = []
    for place in range(bars):
        share = place / (bars - 1)
        x, y, angle = along(0.27 + 0.7 * share)
        height = HEIGHTS[round(share * (len(HEIGHTS) - 1))] * 138
        for side, reach in ((-1, height), (1, height * 0.82)):
            lean = angle + side * math.radians(58)
            end = x + reach * math.cos(lean), y + reach * math.sin(lean)
            lines.append(f'<path d="M{x:.1f} {y:.1f}L{end[0]:.1f} {end[1]:.1f}"/>')
    nib = along(0.16)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">\n'
        "<title>Quillcast</title>\n"
        '<defs><linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#243b5e"/>'
        '<stop offset="1" stop-color="#101a2c"/></linearGradient>'
        '<linearGradient id="feather" x1="0" y1="1" x2="1" y2="0"><stop offset="0" stop-color="#4fd1c5"/>'
        '<stop offset="1" stop-color="#9ae6ff"/></linearGradient></defs>\n'
        '<rect x="16" y="16" width="480" height="480" rx="112" fill="url(#ground)"/>\n'
        f'<g fill="none" stroke="url(#feather)" stroke-width="{width:.1f}" stroke-linecap="round">\n'
        + "\n".join(lines)
        + "\n</g>\n"
        f'<path d="M{START[0]} {START[1]}Q{BEND[0]} {BEND[1]} {END[0]} {END[1]}" fill="none" stroke="#f4f8ff"'
        f' stroke-width="{max(13.0, width * 0.9):.1f}" stroke-linecap="round"/>\n'
        f'<path d="M88 446L{nib[0] - 7:.1f} {nib[1] - 5:.1f}L{nib[0] + 5:.1f} {nib[1] + 9:.1f}Z" fill="#f4f8ff"'
        ' stroke="#f4f8ff" stroke-width="12" stroke-linejoin="round"/>\n'
        "</svg>\n"
    )


def main() -> None:
    """Write the drawing and its sizes."""
    application = QGuiApplication.instance() or QGuiApplication([])
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "quillcast.svg").write_text(drawing(BARS), encoding="utf-8")
    for size, bars in SIZES.items():
        picture = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        QSvgRenderer(QByteArray(drawing(bars).encode())).render(painter, QRectF(0, 0, size, size))
        painter.end()
        picture.save(str(FOLDER / f"quillcast-{size}.png"))
    del application


if __name__ == "__main__":
    main()
