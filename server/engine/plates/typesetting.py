"""Plates as a PDF or a picture, drawn by typst from one template in an empty folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any, Literal

from server.engine.papers.compiling import compiled
from server.engine.papers.glyphs import families, showable
from server.engine.papers.palettes import Palette
from server.engine.plates.charts import drawn_chart
from server.engine.plates.marks import Mark, Matrix, Path, Picture, Plate, Plot, Shape, Words
from server.engine.plates.tables import drawn_table

TEMPLATE = FilePath(__file__).resolve().parents[3] / "resources" / "plates" / "plate.typ"
TRACKING = 0.09
"""Of spaced words, in sizes of the type."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """The files of the plates (one for a PDF), and the characters that could not be shown."""

    files: tuple[bytes, ...]
    missing: str


_CHARTS = 1.3
"""How much larger a chart's type is on a slide than on a page."""


def flattened(plate: Plate, palette: Palette) -> tuple[Mark, ...]:
    """The plate's marks with charts and tables taken apart into shapes, words and lines."""
    out: list[Mark] = []
    for mark in plate.marks:
        match mark:
            case Plot():
                out += drawn_chart(mark, palette, is_right_to_left=plate.is_right_to_left, scale=_CHARTS)
            case Matrix():
                out += drawn_table(mark, palette, is_right_to_left=plate.is_right_to_left)
            case _:
                out.append(mark)
    return tuple(out)


def draw(
    plates: Sequence[Plate],
    *,
    palette: Palette,
    language: str,
    title: str,
    form: Literal["pdf", "png"] = "pdf",
    ppi: float = 96.0,
) -> Drawing:
    """Draw plates.

    Args:
        form: ``pdf``, or ``png`` for a picture of each plate.
        ppi: pixels an inch of 72 points, for pictures.

    Raises:
        RenderingFailed: typst could not draw them.
    """
    missing: dict[str, None] = {}
    code = language.split("-", maxsplit=1)[0].lower()
    data = {
        "title": showable(title).text,
        "lang": code if code.isascii() and code.isalpha() and len(code) in {2, 3} else "en",
        "rtl": any(plate.is_right_to_left for plate in plates),
        "fonts": list(families(language)),
        "pages": [
            {
                "w": plate.width,
                "h": plate.height,
                "fill": plate.ground,
                "end": plate.ground_end,
                "marks": [_data(mark, missing) for mark in flattened(plate, palette)],
            }
            for plate in plates
        ],
    }
    files, _ = compiled(
        TEMPLATE, "plates", data, form=form, ppi=ppi, what="The pages", otherwise="try another kind of result"
    )
    return Drawing(tuple(files), "".join(missing))


def _data(mark: Mark, missing: dict[str, None]) -> dict[str, Any]:
    place: dict[str, Any] = {"x": mark.x, "y": mark.y, "w": mark.w, "h": mark.h}
    match mark:
        case Shape():
            return place | {
                "type": "shape",
                "fill": mark.fill,
                "end": mark.fill_end,
                "r": min(mark.radius, mark.w / 2, mark.h / 2),
                "round": mark.is_ellipse,
            }
        case Words():
            lines = []
            for line in mark.setting.lines:
                shown = showable(line)
                missing.update(dict.fromkeys(shown.missing))
                lines.append(shown.text)
            return place | {
                "type": "words",
                "y": mark.top,
                "lines": lines,
                "size": mark.setting.size,
                "lh": mark.line_height,
                "weight": mark.weight,
                "fill": mark.color,
                "align": mark.align.value,
                "tracking": mark.setting.size * TRACKING if mark.is_tracked else 0.0,
            }
        case Path():
            return place | {
                "type": "path",
                "points": [list(p) for p in mark.points],
                "fill": mark.color,
                "thick": mark.thickness,
            }
        case Picture():
            return place | {
                "type": "picture",
                "content": list(mark.content),
                "alt": mark.alt,
                "format": "svg" if mark.is_svg else "png",
            }
        case _:
            raise TypeError(f"{type(mark).__name__} can't be drawn")
