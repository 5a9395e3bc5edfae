"""A board: the place of one scene, where texts, panels, strokes and figures are put up one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QTransform

from server.engine.films.looks import BUSY, Look
from server.engine.painting.canvas import (
    Lettering,
    color,
    is_rightward,
    lettering,
    painter_on,
    picture,
    text_picture,
)
from server.engine.painting.drawings import FIELD, strokes_of
from server.engine.painting.entrances import coming_in
from server.engine.painting.marks import Mark, eased
from server.engine.painting.medallions import REACH, medallion
from server.engine.painting.panels import panel_picture
from server.engine.painting.strokes import sketch, stroke
from server.engine.papers.palettes import best_on

LABEL_SHARE = 0.3
"""Of a card's height, for the label over its text."""
LARGEST_RATIO = 1.25
"""Of the letters of cards that belong together, the largest against the smallest."""
_READ_AT_ONCE = 0.6
"""Where the smallest letters are this share of what was wished at least, all cards take them."""


@dataclass
class Board:
    """Collects the marks of a scene. Lengths are pixels; `unit` is the shorter side of the frame."""

    look: Look
    area: QRectF
    """Where things may stand."""
    unit: float
    language: str
    seed: int
    marks: list[Mark] = field(default_factory=list)
    texts: list[tuple[Lettering, QRectF, str]] = field(default_factory=list)
    """Every text with the box it was measured for and the ground it is read on."""
    has_drawings: bool = True
    """Whether there is room for a drawing beside what is read."""

    @property
    def is_upright(self) -> bool:
        """Whether there is more height than width."""
        return self.area.height() > self.area.width() * 0.8

    def accent(self, number: int) -> str:
        """One of the accents and the ink, in turn."""
        return (*self.look.accents, self.look.ink)[number % 4]

    def letters(self, text: str, box: QRectF, size: float, *, head: bool = False, bold: bool = True) -> Lettering:
        """A text measured for a box; `size` is the largest, as a share of the unit."""
        look = self.look
        return lettering(
            text,
            look.head if head else look.body,
            width=box.width(),
            height=box.height(),
            largest=size * self.unit * (look.head_scale if head else 1.0),
            bold=bold,
            language=self.language,
            capitals=head and look.capitals,
        )

    def text(
        self,
        text: str,
        box: QRectF,
        size: float,
        enter: float,
        *,
        head: bool = False,
        ink: str = "",
        align: str = "start",
        valign: float = 0.5,
        emphasis: tuple[str, ...] = (),
        seconds: float = 0.5,
        on_panel: bool = False,
    ) -> QRectF:
        """Put up a text in a box; where it stands. `valign` is 0 for the top of the box, 1 for its bottom."""
        if not text.strip():
            return QRectF(box.left(), box.top(), 0, 0)
        letters = self.letters(text, box, size, head=head)
        ink = ink or self.look.ink
        x = {"start": box.left(), "center": box.center().x() - letters.width / 2, "end": box.right() - letters.width}[
            align
        ]
        if align == "start" and not is_rightward(letters.text):
            x = box.right() - letters.width
        y = box.top() + (box.height() - letters.height) * valign
        pad = 10
        if not on_panel and self.look.ground in BUSY:
            grow = self.unit * 0.016
            plate = QRectF(x - grow * 1.4, y - grow, letters.width + grow * 2.8, letters.height + grow * 2)
            if letters.natural < letters.width * 0.9:
                spare = letters.width - letters.natural
                lost = spare / 2 if align == "center" else 0.0 if is_rightward(letters.text) else spare
                plate = QRectF(plate.left() + lost, plate.top(), letters.natural + grow * 2.8, plate.height())
            self.panel(plate, max(0.0, enter - 0.12), tone=1, seconds=0.35)
            on_panel = True
        image = text_picture(letters, ink, align=align, emphasis=emphasis, accent=self.accent(0), pad=pad)
        place = QRectF(x, y, letters.width, letters.height)
        paint = coming_in(
            image,
            QPointF(x - pad, y - pad),
            self.look,
            min(self.unit, letters.height * (6 if head else 9) / letters.lines),
            seed=self.seed + len(self.marks),
            lines=letters.lines,
        )
        long = 0.014 * len(text) if self.look.entrance == "draw" else 0.0
        self.marks.append(Mark(enter, seconds + min(1.6, long), paint, place))
        self.texts.append((letters, box, self.look.panel if on_panel else self.look.background[0]))
        return place

    def panel(self, box: QRectF, enter: float, *, tone: int = 0, seconds: float = 0.45) -> None:
        """Put up what a text stands on."""
        image, pad = panel_picture(
            box.width(), box.height(), self.look, self.unit, tone=self.accent(tone), seed=self.seed + len(self.marks)
        )
        at = QPointF(box.left() - pad, box.top() - pad)
        paint = coming_in(image, at, self.look, self.unit, seed=self.seed + len(self.marks), lines=0)
        self.marks.append(Mark(enter, seconds, paint, box))

    def card(
        self, text: str, box: QRectF, size: float, enter: float, *, tone: int = 0, label: str = "", align: str = "start"
    ) -> None:
        """A panel with a text, and a label over it where there is one."""
        self.panel(box, enter, tone=tone)
        inner = self._inside(box)
        if label:
            share = LABEL_SHARE if text else 1.0
            top = QRectF(inner.left(), inner.top(), inner.width(), inner.height() * share)
            self.text(
                label, top, size * 1.15, enter + 0.12, head=True, ink=self.accent(tone), align=align, on_panel=True
            )
            inner = QRectF(inner.left(), top.bottom(), inner.width(), inner.height() * (1 - share))
        self.text(text, inner, size, enter + 0.18, align=align, on_panel=True)

    def common_size(
        self, texts: Sequence[str], boxes: Sequence[QRectF], size: float, *, is_labelled: bool = False
    ) -> float:
        """The size for cards that belong together: where one needs small letters, the others are not much larger."""
        smallest = size * self.unit
        for text, box in zip(texts, boxes, strict=False):
            inner = self._inside(box)
            if is_labelled:
                inner.setTop(inner.top() + inner.height() * LABEL_SHARE)
            smallest = min(smallest, self.letters(text, inner, size).font.pixelSize())
        together = 1.0 if smallest > _READ_AT_ONCE * size * self.unit else LARGEST_RATIO
        return min(size, smallest * together / self.unit)

    def _inside(self, box: QRectF) -> QRectF:
        rim = min(self.unit * 0.02, box.height() * 0.13)
        return box.adjusted(self.unit * 0.028, rim, -self.unit * 0.026, -rim)

    def line(
        self,
        points: list[QPointF],
        enter: float,
        *,
        tone: int = 0,
        width: float = 0.005,
        arrow: bool = False,
        seconds: float = 0.5,
    ) -> None:
        """Draw a line through points, with a head at its end if it is an arrow."""
        path = QPainterPath(points[0])
        for point in points[1:]:
            path.lineTo(point)
        thick = width * self.unit
        paint = stroke(path, self.accent(tone), thick, self.look, seed=self.seed + len(self.marks))
        tone_ink = self.accent(tone)

        def with_head(painter: QPainter, share: float) -> None:
            paint(painter, share)
            if arrow and share > 0.85:
                painter.save()
                painter.translate(points[-1])
                painter.rotate(-path.angleAtPercent(1))
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(color(tone_ink))
                size = thick * 3.4
                painter.drawPolygon(
                    [QPointF(size, 0), QPointF(-size * 0.6, -size * 0.7), QPointF(-size * 0.6, size * 0.7)]
                )
                painter.restore()

        self.marks.append(Mark(enter, seconds, with_head, path.boundingRect()))

    def badge(self, text: str, center: QPointF, radius: float, enter: float, *, tone: int = 0) -> None:
        """A disc with a number or a sign in it."""
        size = radius * 2 + 12
        image = picture(size, size)
        painter = painter_on(image)
        middle = QPointF(size / 2, size / 2)
        if self.look.line == "marker":
            painter.setBrush(color(self.look.panel))
            painter.setPen(QPen(color(self.accent(tone)), self.unit * 0.005))
            ink = self.accent(tone)
        else:
            painter.setBrush(color(self.accent(tone)))
            edge = QPen(color("#10121a"), self.unit * 0.005) if self.look.line == "ink" else QPen(Qt.PenStyle.NoPen)
            painter.setPen(edge)
            ink = best_on(self.accent(tone))
        painter.drawEllipse(middle, radius, radius)
        box = QRectF(middle.x() - radius * 0.74, middle.y() - radius * 0.74, radius * 1.48, radius * 1.48)
        letters = self.letters(text, box, 0.8 * radius / self.unit * 1.5)
        letters.draw(
            painter,
            QPointF(box.center().x() - letters.width / 2, box.center().y() - letters.height / 2),
            ink,
            align="center",
        )
        painter.end()
        at = center - QPointF(size / 2, size / 2)
        paint = coming_in(image, at, self.look, self.unit, seed=self.seed + len(self.marks), lines=0)
        box = QRectF(center.x() - radius, center.y() - radius, 2 * radius, 2 * radius)
        self.marks.append(Mark(enter, 0.35, paint, box))

    def drawing(self, name: str, center: QPointF, radius: float, enter: float, *, tone: int = 0) -> None:
        """What an icon shows, drawn stroke by stroke on a disc of the look; `radius` is the disc's."""
        ink, seed = self.accent(tone), self.seed + len(self.marks)
        image = medallion(radius, self.look, self.unit, tone=ink, seed=seed)
        at = center - QPointF(image.width() / 2, image.height() / 2)
        paint = coming_in(image, at, self.look, self.unit, seed=seed, lines=0)
        reach = REACH * radius
        self.marks.append(Mark(enter, 0.4, paint, QRectF(center.x() - reach, center.y() - reach, 2 * reach, 2 * reach)))
        scale = radius * 1.02 / FIELD
        place = QTransform(scale, 0, 0, scale, center.x() - FIELD / 2 * scale, center.y() - FIELD / 2 * scale)
        paths = [place.map(path) for path in strokes_of(name)]
        box = QRectF(center.x() - radius / 2, center.y() - radius / 2, radius, radius)
        self.marks.append(Mark(enter + 0.25, 1.1, sketch(paths, ink, radius * 0.075, self.look, seed=seed), box))

    def tick(self, center: QPointF, size: float, enter: float, *, tone: int = 0) -> None:
        """A tick, drawn."""
        points = [center + QPointF(-size, 0), center + QPointF(-size * 0.25, size * 0.7), center + QPointF(size, -size)]
        self.line(points, enter, tone=tone, width=0.0085, seconds=0.35)

    def grown(self, paint: Callable[[QPainter, float], None], box: QRectF, enter: float, seconds: float) -> None:
        """Anything else that grows; `paint` is told the eased share."""
        self.marks.append(Mark(enter, seconds, lambda painter, share: paint(painter, eased(share)), box))
