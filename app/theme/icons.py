"""Icons: glyphs of the Material Design font that QtAwesome carries, drawn in the palette's colours.

The font is read as a file: importing QtAwesome costs a third of a second and loads eleven fonts, of which one is used.
"""

from __future__ import annotations

import functools
import importlib.util
import json
from pathlib import Path

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QIcon,
    QIconEngine,
    QPainter,
    QPainterPath,
    QPixmap,
    QRawFont,
    QTransform,
)

from app.theme.palettes import DARK, Palette

APPLICATION = Path(__file__).resolve().parents[2] / "resources" / "icons" / "app"
BASELINE = 0.875
"""Where the baseline of the icon font lies in its square, from the top."""

_current: list[Palette] = [DARK]


def use(palette: Palette) -> None:
    """Draw every icon, those already shown too, in this palette from now on."""
    _current[0] = palette


def application() -> QIcon:
    """The program's own icon, in every size there is."""
    made = QIcon()
    for picture in sorted(APPLICATION.glob("quillcast-*.png")):
        made.addFile(str(picture))
    return made


@functools.cache
def icon(name: str, *, tone: str = "muted", checked: str = "accent") -> QIcon:
    """The icon `name` in a palette colour; `checked` is its colour while its button is checked.

    Each is made once and kept: an engine written in Python may be collected before the last copy of its icon lets go
    of it, and Qt then calls what is no more.
    """
    return QIcon(_GlyphEngine(name, tone, checked))


def pixmap(name: str, size: int, *, tone: str = "muted", ratio: float = 1.0) -> QPixmap:
    """The icon `name` as a picture of `size` pixels a side at a screen ratio."""
    picture = QPixmap(QSize(size, size) * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    draw(painter, QRectF(0, 0, size, size), name, QColor(getattr(_current[0], tone)))
    painter.end()
    return picture


def draw(painter: QPainter, area: QRectF, name: str, colour: QColor) -> None:
    """Paint the glyph `name` centred in `area`, filling it."""
    side = min(area.width(), area.height())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(area.center() - QPointF(side / 2, side / 2))
    painter.scale(side, side)
    painter.fillPath(_outline(name), colour)
    painter.restore()


class _GlyphEngine(QIconEngine):
    """Paints one glyph in the colour that the palette has at that moment."""

    def __init__(self, name: str, tone: str, checked: str) -> None:
        super().__init__()
        self._name, self._tone, self._checked = name, tone, checked

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        palette = _current[0]
        tone = self._checked if state == QIcon.State.On else self._tone
        if mode == QIcon.Mode.Disabled and tone == "on_accent":
            # A button that rests has lost its accent: what was drawn on it would vanish.
            tone = "muted"
        colour = QColor(getattr(palette, tone))
        if mode == QIcon.Mode.Disabled:
            colour.setAlphaF(0.45)
        draw(painter, QRectF(rect), self._name, colour)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        picture = QPixmap(size)
        if picture.isNull():
            # Qt asks for icons of buttons that have no room yet.
            return picture
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        self.paint(painter, QRect(0, 0, size.width(), size.height()), mode, state)
        painter.end()
        return picture

    def clone(self) -> QIconEngine:
        return _GlyphEngine(self._name, self._tone, self._checked)


@functools.cache
def _outline(name: str) -> QPainterPath:
    """The glyph as a path in the unit square, as the font's 24-pixel grid has it."""
    font = _font()
    glyphs = font.glyphIndexesForString(chr(int(_charmap()[name], 16)))
    outline = font.pathForGlyph(glyphs[0])
    size = font.pixelSize()
    fitted = QTransform().translate(0, BASELINE).scale(1 / size, 1 / size).map(outline)
    fitted.setFillRule(Qt.FillRule.WindingFill)
    return fitted


@functools.cache
def _font() -> QRawFont:
    return QRawFont(str(_file("ttf")), 240.0, QFont.HintingPreference.PreferNoHinting)


@functools.cache
def _charmap() -> dict[str, str]:
    names: dict[str, str] = json.loads(_file("json").read_text(encoding="utf-8"))
    return names


def _file(ending: str) -> Path:
    spec = importlib.util.find_spec("qtawesome")
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError("QtAwesome is not installed: install the packages of packaging/constraints.txt.")
    folder = Path(spec.submodule_search_locations[0]) / "fonts"
    return next(iter(sorted(folder.glob(f"materialdesignicons6-*.{ending}"))))


def load_text_fonts(folder: Path) -> None:
    """Make the fonts of a folder known to Qt."""
    for file in sorted(folder.glob("*.ttf")):
        QFontDatabase.addApplicationFont(str(file))
