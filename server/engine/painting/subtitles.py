"""Large captions that move with the speech, for upright films."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from server.engine.films.captions import Caption
from server.engine.films.looks import Look
from server.engine.painting.canvas import lettering, painter_on, picture
from server.engine.painting.marks import sprung
from server.engine.painting.panels import panel_picture

_POP_S = 0.16


class MovingCaptions:
    """A few words at a time, on a panel of the look, each coming in with a small jump; the word said stands out."""

    def __init__(self, captions: tuple[Caption, ...], look: Look, size: tuple[int, int], language: str) -> None:
        self.captions = captions
        self._look = look
        self._language = language
        self._unit = min(size)
        width, height = size
        self.box = QRectF(width * 0.07, height * 0.655, width * 0.86, height * 0.14)
        self._made: dict[tuple[int, int], QImage] = {}

    def draw(self, painter: QPainter, seconds: float) -> None:
        """The caption of that moment."""
        now = seconds * 1000
        for n, caption in enumerate(self.captions):
            until = self.captions[n + 1].start_ms if n + 1 < len(self.captions) else caption.end_ms + 250
            if caption.start_ms <= now < min(until, caption.end_ms + 250):
                share = (now - caption.start_ms) / max(1, caption.end_ms - caption.start_ms)
                image = self._image(n, _word_at(caption.text, share))
                scale = 0.82 + 0.18 * sprung((now - caption.start_ms) / 1000 / _POP_S)
                painter.save()
                painter.translate(self.box.center())
                painter.scale(scale, scale)
                painter.drawImage(QPointF(-image.width() / 2, -image.height() / 2), image)
                painter.restore()
                return

    def _image(self, number: int, word: int) -> QImage:
        key = (number, word)
        if key not in self._made:
            self._made = {k: v for k, v in self._made.items() if k[0] == number}
            self._made[key] = self._painted(self.captions[number].text, word)
        return self._made[key]

    def _painted(self, text: str, word: int) -> QImage:
        unit, look = self._unit, self._look
        letters = lettering(
            text,
            look.head,
            width=self.box.width() - unit * 0.09,
            height=self.box.height() - unit * 0.05,
            largest=0.105 * unit * look.head_scale,
            language=self._language,
            capitals=look.capitals,
        )
        wide, tall = letters.width + unit * 0.09, letters.height + unit * 0.05
        panel, pad = panel_picture(wide, tall, look, unit, tone=look.accents[0], seed=7)
        image = picture(panel.width(), panel.height())
        painter = painter_on(image)
        painter.drawImage(0, 0, panel)
        words = letters.text.split(" ")
        said = words[min(word, len(words) - 1)]
        letters.draw(
            painter,
            QPointF(pad + unit * 0.045, pad + unit * 0.025),
            look.ink,
            align="center",
            emphasis=(said,) if len(words) > 1 else (),
            accent=look.accents[0],
        )
        painter.end()
        return image


def _word_at(text: str, share: float) -> int:
    """Which word is said when `share` of a caption has passed, by length."""
    return text[: max(1, int(len(text) * min(0.999, max(0.0, share))))].count(" ")
