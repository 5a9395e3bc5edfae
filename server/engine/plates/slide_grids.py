"""The one grid of 960 by 540 points that every slide stands on, and what slides share."""

from __future__ import annotations

from collections.abc import Sequence

from server.domain.decks import Deck, Slide
from server.engine.papers.labels import Labels
from server.engine.papers.palettes import best_on, mixed, readable
from server.engine.papers.references import clean, clipped
from server.engine.plates.brands import Brand
from server.engine.plates.headlines import headline
from server.engine.plates.marks import Align, Mark, Part, Picture, Plate, Shape
from server.engine.plates.setting import line_width, spaced, steps_down, words
from server.engine.plates.words import said

WIDTH, HEIGHT = 960.0, 540.0
MARGIN = 56.0
FULL = WIDTH - 2 * MARGIN
TOP, BOTTOM = 150.0, 488.0
GAP = 18.0
TITLE = 300
"""Characters of a title at most."""
BAR = 4.0


class Grid:
    """A deck on its grid; the parts that it has had so far are counted."""

    def __init__(self, deck: Deck, brand: Brand, labels: Labels, day: str) -> None:
        self.deck, self.brand, self.labels, self.day = deck, brand, labels, day
        self.palette = brand.palette
        self.ground = mixed(brand.palette.tint, "#ffffff", 0.35)
        self.parts = 0

    def heading_of(self, slide: Slide) -> str:
        """What the slide is called in an agenda."""
        return clean(slide.heading) or said(slide.theme, self.deck.language)

    def plate(self, marks: Sequence[Mark], *, name: str, cover: bool = False) -> Plate:
        """A plate of the marks, on the deck's ground or on its cover's."""
        palette = self.palette
        ground, end = (palette.cover, palette.cover_end) if cover else (self.ground, "")
        return Plate(name=name, width=WIDTH, height=HEIGHT, ground=ground, ground_end=end, marks=tuple(marks))

    def head(self, slide: Slide, *, cover: bool = False, part: str = "", line: str = "") -> list[Mark]:
        """The label and the heading that stand over a slide: `line`, or what its numbers say, or what it is called."""
        palette = self.palette
        line = line or headline(slide, self.deck.language)
        name = self.heading_of(slide)
        label = said(slide.theme, self.deck.language) if slide.heading else ""
        if line and line_width(name.upper(), size=10.5, weight=600) + 1.1 * len(name) < FULL - 120:
            label = name
        heading = clipped(line or name or clean(self.deck.title), TITLE) + part
        on = palette.cover if cover else self.ground
        out: list[Mark] = []
        room = FULL if not self.brand.is_own or cover else FULL - 110
        if label and label != heading:
            color = palette.on_cover_soft if cover else readable(palette.primary, on=on)
            out.append(spaced(label, at=(MARGIN, 44, room, 14), size=10.5, color=color, on=on))
        out.append(
            words(
                heading,
                at=(MARGIN, 62, room, 72),
                sizes=steps_down(30, 11),
                weight=700,
                color=palette.on_cover if cover else palette.ink,
                on=on,
                part=Part.TITLE,
            )
        )
        if self.brand.logo and self.brand.is_own and not cover:
            out.append(self.logo(WIDTH - MARGIN - 88, 40, 88, 22))
        return out

    def logo(self, x: float, y: float, w: float, h: float) -> Picture:
        """The brand's logo at a place."""
        return Picture(x=x, y=y, w=w, h=h, content=self.brand.logo, alt=self.brand.logo_name)

    def chip(self, text: str, x: float, y: float, d: float) -> list[Mark]:
        """A number in a disc."""
        fill = self.palette.primary
        return [
            Shape(x=x, y=y, w=d, h=d, fill=fill, is_ellipse=True),
            words(
                text,
                at=(x, y, d, d),
                sizes=(d * 0.44, d * 0.3),
                weight=700,
                color=best_on(fill),
                on=fill,
                align=Align.CENTER,
                is_middle=True,
            ),
        ]

    def readable(self, index: int) -> str:
        """The colour of the n-th of several, readable on white."""
        palette = self.palette
        return readable((palette.primary, palette.accent, palette.series[2])[index % 3], on="#ffffff")
