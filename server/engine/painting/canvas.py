"""What every painting starts from: Qt without a screen, the fonts, pictures in memory, and text that fits its place."""

from __future__ import annotations

import os
import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QGuiApplication,
    QImage,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)

from server.engine.papers.glyphs import families, folders, showable

RESOURCES = Path(__file__).resolve().parents[3] / "resources"
_ANYWHERE = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")
"""Characters that a line may be broken before and after: Chinese and Japanese."""
_LEAST_PX = 11


@cache
def application() -> QGuiApplication:
    """Qt's one application of this process, with the project's fonts and no others asked for."""
    app = QGuiApplication.instance() or QGuiApplication(["films"])
    assert isinstance(app, QGuiApplication)
    for folder in (RESOURCES / "film_fonts", *folders()):
        for path in sorted((*folder.glob("*.ttf"), *folder.glob("*.otf"), *folder.glob("*.ttc"))):
            QFontDatabase.addApplicationFont(str(path))
    return app


def picture(width: float, height: float) -> QImage:
    """An empty, transparent picture."""
    image = QImage(max(1, int(width)), max(1, int(height)), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    return image


def painter_on(image: QImage) -> QPainter:
    """A painter with soft edges."""
    painter = QPainter(image)
    painter.setRenderHints(
        QPainter.RenderHint.Antialiasing
        | QPainter.RenderHint.SmoothPixmapTransform
        | QPainter.RenderHint.TextAntialiasing
    )
    return painter


def color(value: str, alpha: float = 1.0) -> QColor:
    """``#rrggbb`` as Qt has it; `alpha` from 0 to 1."""
    made = QColor(value)
    made.setAlphaF(alpha)
    return made


@lru_cache(maxsize=512)
def font(family: str, pixels: int, *, bold: bool = True, language: str = "en") -> QFont:
    """A font of the look with the Noto families behind it for what it has no letters for."""
    made = QFont()
    made.setFamilies([family.removesuffix(" ExtraBold"), *families(language)])
    made.setPixelSize(max(_LEAST_PX, pixels))
    if family.endswith("ExtraBold"):
        made.setWeight(QFont.Weight.ExtraBold)
    elif family in {"League Spartan", "Inter"}:
        made.setWeight(QFont.Weight.ExtraBold if bold else QFont.Weight.DemiBold)
    elif family == "EB Garamond 12":
        made.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
    elif family == "Dosis":
        made.setWeight(QFont.Weight.DemiBold)
    else:
        made.setWeight(QFont.Weight.Bold)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


def is_rightward(text: str) -> bool:
    """Whether a text runs from left to right; Arabic and Hebrew don't."""
    for character in text:
        direction = unicodedata.bidirectional(character)
        if direction in {"R", "AL"}:
            return False
        if direction == "L":
            return True
    return True


@dataclass(frozen=True, slots=True)
class Lettering:
    """A text that was measured: how it is set so that it fits."""

    text: str
    font: QFont
    width: float
    """Pixels that its lines may take."""
    height: float
    natural: float
    """Pixels that its longest line takes."""
    lines: int

    def draw(
        self,
        painter: QPainter,
        at: QPointF,
        ink: str,
        *,
        align: str = "start",
        emphasis: tuple[str, ...] = (),
        accent: str = "",
    ) -> None:
        """Set the text with its upper left corner at `at`; words of `emphasis` stand in `accent`."""
        layout, _, _ = _laid(self.text, self.font, self.width, align)
        formats: list[QTextLayout.FormatRange] = []
        for words in emphasis if accent else ():
            start = self.text.find(words)
            if start >= 0 and words:
                marked = QTextLayout.FormatRange()
                marked.start, marked.length = start, len(words)
                marked.format = QTextCharFormat()
                marked.format.setForeground(color(accent))
                formats.append(marked)
        painter.setPen(color(ink))
        layout.draw(painter, at, formats)


def _laid(text: str, face: QFont, width: float, align: str) -> tuple[QTextLayout, float, float]:
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    rightward = is_rightward(text)
    option.setTextDirection(Qt.LayoutDirection.LeftToRight if rightward else Qt.LayoutDirection.RightToLeft)
    flags = {
        "start": Qt.AlignmentFlag.AlignLeft if rightward else Qt.AlignmentFlag.AlignRight,
        "center": Qt.AlignmentFlag.AlignHCenter,
        "end": Qt.AlignmentFlag.AlignRight if rightward else Qt.AlignmentFlag.AlignLeft,
    }
    option.setAlignment(flags[align] | Qt.AlignmentFlag.AlignAbsolute)
    layout = QTextLayout(text, face)
    layout.setTextOption(option)
    layout.beginLayout()
    y = natural = 0.0
    while True:
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        line.setPosition(QPointF(0, y))
        y += line.height() * (1.06 if len(text) > 24 else 1.0)
        natural = max(natural, line.naturalTextWidth())
    layout.endLayout()
    return layout, y, natural


def lettering(
    text: str,
    family: str,
    *,
    width: float,
    height: float,
    largest: float,
    bold: bool = True,
    language: str = "en",
    capitals: bool = False,
    balanced: bool = True,
) -> Lettering:
    """A text in the largest size up to `largest` pixels at which it fits `width` × `height` and breaks no word.

    Where even the smallest size is too large, the text ends with an ellipsis.
    """
    shown = showable(" ".join(text.split())).text
    shown = shown.upper() if capitals else shown
    low, high = _LEAST_PX, max(_LEAST_PX, int(largest))

    def fits(pixels: int, *, whole_words: bool) -> bool:
        face = font(family, pixels, bold=bold, language=language)
        if whole_words:
            metrics = QFontMetricsF(face)
            if max((metrics.horizontalAdvance(word) for word in unbroken(shown)), default=0) > width * 0.99:
                return False
        _, tall, natural = _laid(shown, face, width, "start")
        return tall <= height and natural <= width + 0.5

    for whole_words in (True, False):
        first, last = low, high
        while first < last:
            middle = (first + last + 1) // 2
            first, last = (middle, last) if fits(middle, whole_words=whole_words) else (first, middle - 1)
        if fits(first, whole_words=whole_words):
            break
    face = font(family, first, bold=bold, language=language)
    while not fits(first, whole_words=False) and len(shown) > 2:
        shown = shown[: max(1, int(len(shown) * 0.9) - 1)].rstrip() + "…"
    _, tall, natural = _laid(shown, face, width, "start")
    lines = max(1, round(tall / (QFontMetricsF(face).height() * 1.06)))
    if balanced and lines > 1:
        narrow, wide = width * 0.4, width
        for _ in range(7):
            middle_width = (narrow + wide) / 2
            widest_word = max(QFontMetricsF(face).horizontalAdvance(word) for word in unbroken(shown) or [""])
            _, t, n = _laid(shown, face, middle_width, "start")
            good = t <= tall + 0.5 and n <= middle_width + 0.5 and (widest_word <= middle_width or widest_word > width)
            narrow, wide = (narrow, middle_width) if good else (middle_width, wide)
        width = wide
        _, tall, natural = _laid(shown, face, width, "start")
    return Lettering(shown, face, width, tall, natural, lines)


def unbroken(text: str) -> list[str]:
    """What no line of a text may break: words, but single characters of scripts that are set without spaces."""
    return _ANYWHERE.sub(lambda found: f" {found[0]} ", text).split()


def text_picture(
    letters: Lettering,
    ink: str,
    *,
    align: str = "start",
    emphasis: tuple[str, ...] = (),
    accent: str = "",
    pad: int = 8,
) -> QImage:
    """A text as a picture with `pad` pixels around it."""
    image = picture(letters.width + 2 * pad, letters.height + 2 * pad)
    painter = painter_on(image)
    letters.draw(painter, QPointF(pad, pad), ink, align=align, emphasis=emphasis, accent=accent)
    painter.end()
    return image


def inside(outer: QRectF, margin: float) -> QRectF:
    """A rectangle without its margin."""
    return outer.adjusted(margin, margin, -margin, -margin)
