"""What can be measured of plates: words that are too wide, too high, off the page, over each other, or hard to read."""

from __future__ import annotations

from server.engine.papers.palettes import Palette, contrast
from server.engine.plates.marks import Align, Plate, Words
from server.engine.plates.measuring import width
from server.engine.plates.typesetting import flattened

SLACK = 1.0


def words_of(plate: Plate, palette: Palette) -> list[Words]:
    """All words, those of charts and tables too."""
    return [m for m in flattened(plate, palette) if isinstance(m, Words) and any(m.setting.lines)]


def ink(mark: Words) -> list[tuple[float, float, float, float]]:
    """The boxes of its lines: left, top, right, bottom, without the air between lines."""
    boxes = []
    for number, line in enumerate(mark.setting.lines):
        w = width(line, size=mark.setting.size, weight=mark.weight)
        if mark.is_tracked:
            w += 0.09 * mark.setting.size * len(line)
        left = {Align.START: mark.x, Align.END: mark.x + mark.w - w, Align.CENTER: mark.x + (mark.w - w) / 2}
        top = mark.top + number * mark.line_height
        size = mark.setting.size
        boxes.append((left[mark.align], top + 0.2 * size, left[mark.align] + w, top + 1.1 * size))
    return boxes


def faults(plate: Plate, palette: Palette, *, margin: float = 20.0) -> list[str]:
    """Everything that is wrong with how the words of a plate stand."""
    out: list[str] = []
    marks = words_of(plate, palette)
    placed = []
    for mark in marks:
        said = f"{mark.text[:30]!r} at {mark.setting.size}"
        for left, top, right, bottom in ink(mark):
            if right - left > mark.w + SLACK:
                out.append(f"{plate.kind}: {said} is {right - left - mark.w:.1f} too wide")
            if left < margin - SLACK or right > plate.width - margin + SLACK or bottom > plate.height or top < 0:
                out.append(f"{plate.kind}: {said} stands off the page")
            placed.append((mark, left, top, right, bottom))
        if mark.setting.height > mark.h + SLACK and len(mark.setting.lines) > 1:
            out.append(f"{plate.kind}: {said} is {mark.setting.height - mark.h:.1f} too high")
        if mark.setting.is_cut:
            out.append(f"{plate.kind}: {said} is cut")
        if contrast(mark.color, mark.on) < 4.5:
            out.append(f"{plate.kind}: {said} has a contrast of {contrast(mark.color, mark.on):.2f}")
    for n, (one, left, top, right, bottom) in enumerate(placed):
        for other, left2, top2, right2, bottom2 in placed[n + 1 :]:
            if one is other:
                continue
            wide, tall = min(right, right2) - max(left, left2), min(bottom, bottom2) - max(top, top2)
            if wide > SLACK and tall > SLACK:
                out.append(f"{plate.kind}: {one.text[:30]!r} and {other.text[:30]!r} overlap")
    return out
