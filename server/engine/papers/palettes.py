"""The colours of a document: a brand's own, moved just far enough to be readable.

Contrast is that of WCAG 2.2 (relative luminance of sRGB); text keeps 4.5 on everything it stands on.
"""

from __future__ import annotations

import colorsys
import re
from dataclasses import dataclass

TEXT_CONTRAST = 4.5
SHAPE_CONTRAST = 3.0
"""Bars, lines and dots against what is behind them."""

INDIGO = "#4f46e5"
AMBER = "#b45309"
WHITE = "#ffffff"
INK = "#111827"
SOFT = "#5b6472"
LINE = "#e5e7eb"
NIGHT = "#14171f"
PALE = "#e8ebf0"

_COLOR = re.compile(r"#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as ``#rrggbb``."""

    ground: str
    ink: str
    soft: str
    """Small print."""
    line: str
    primary: str
    """Headings, numbers, the first series."""
    tint: str
    """Behind cards; ink, soft and primary are readable on it."""
    accent: str
    accent_tint: str
    cover: str
    cover_end: str
    """The cover's colour runs from `cover` to here."""
    on_cover: str
    on_cover_soft: str
    series: tuple[str, ...]
    """For several series, each distinct from the ground."""


_INTO_BRAND = 0.16
"""Part of the brand's colour that a cover without a hue runs to; darkened white would be a dull grey."""
_GREY_SPREAD = 12
"""Between the strongest and the weakest of a grey's three channels, of 255."""


def light_palette(*, brand: str = "", accent: str = "", background: str = "", text: str = "") -> Palette:
    """The colours on white paper.

    Args:
        brand: the main colour, ``#rrggbb`` or ``#rgb``; what is empty or no colour is the house's own.
        accent: the second colour.
        background: the cover's colour.
        text: the colour of words on the cover.
    """
    chosen = _parsed(brand) or _parsed(accent) or INDIGO
    tint = mixed(chosen, WHITE, 0.91)
    primary = readable(chosen, on=tint, also=WHITE)
    second = readable(_parsed(accent) or AMBER, on=WHITE)
    accent_tint = mixed(second, WHITE, 0.92)
    cover = _parsed(background) or readable(chosen, on=WHITE)
    end = mixed(cover, chosen, _INTO_BRAND) if _is_grey(cover) else _shifted(cover)
    on_cover = readable(_parsed(text) or best_on(cover), on=cover, also=end)
    if contrast(on_cover, cover) < TEXT_CONTRAST or contrast(on_cover, end) < TEXT_CONTRAST:
        end = cover
        on_cover = readable(best_on(cover), on=cover)
    on_cover_soft = mixed(on_cover, cover, 0.12)
    if min(contrast(on_cover_soft, cover), contrast(on_cover_soft, end)) < TEXT_CONTRAST:
        on_cover_soft = on_cover
    return Palette(
        ground=WHITE,
        ink=INK,
        soft=readable(SOFT, on=tint, also=accent_tint),
        line=LINE,
        primary=primary,
        tint=tint,
        accent=readable(second, on=accent_tint),
        accent_tint=accent_tint,
        cover=cover,
        cover_end=end,
        on_cover=on_cover,
        on_cover_soft=on_cover_soft,
        series=_series(primary, second, ground=WHITE),
    )


def dark_palette(*, brand: str = "", accent: str = "", background: str = "", text: str = "") -> Palette:
    """The same colours for a dark screen."""
    day = light_palette(brand=brand, accent=accent, background=background, text=text)
    chosen = _parsed(brand) or _parsed(accent) or INDIGO
    tint = mixed(chosen, NIGHT, 0.85)
    primary = readable(mixed(chosen, WHITE, 0.35), on=tint, also=NIGHT)
    second = _parsed(accent) or AMBER
    accent_tint = mixed(second, NIGHT, 0.87)
    return Palette(
        ground=NIGHT,
        ink=PALE,
        soft=readable("#a3acba", on=tint, also=accent_tint),
        line="#2c323d",
        primary=primary,
        tint=tint,
        accent=readable(mixed(second, WHITE, 0.4), on=accent_tint),
        accent_tint=accent_tint,
        cover=day.cover,
        cover_end=day.cover_end,
        on_cover=day.on_cover,
        on_cover_soft=day.on_cover_soft,
        series=_series(primary, readable(mixed(second, WHITE, 0.4), on=NIGHT), ground=NIGHT),
    )


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21 (WCAG 2.2, 1.4.3)."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def readable(color: str, *, on: str, also: str = "", ratio: float = TEXT_CONTRAST) -> str:
    """The colour, made darker or lighter until it has that contrast on one ground (or two)."""
    grounds = [ground for ground in (on, also) if ground]
    goal = max(("#000000", WHITE), key=lambda end: min(contrast(end, ground) for ground in grounds))
    for step in range(51):
        candidate = mixed(color, goal, step / 50)
        if min(contrast(candidate, ground) for ground in grounds) >= ratio:
            return candidate
    return goal


def best_on(ground: str) -> str:
    """White or ink, whichever is more readable; white where it will do."""
    return WHITE if contrast(WHITE, ground) >= TEXT_CONTRAST else max((WHITE, INK), key=lambda c: contrast(c, ground))


def mixed(color: str, other: str, share: float) -> str:
    """`share` of the other colour (0 to 1) mixed into a colour, in sRGB."""
    pairs = zip(_channels(color), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _series(primary: str, second: str, *, ground: str) -> tuple[str, ...]:
    hue, lightness, saturation = colorsys.rgb_to_hls(*(c / 255 for c in _channels(primary)))
    turned = [second]
    for turn in (0.5, 0.12, 0.38, 0.78):
        rgb = colorsys.hls_to_rgb((hue + turn) % 1, max(0.3, min(0.6, lightness)), max(0.35, saturation * 0.8))
        turned.append("#" + "".join(f"{round(c * 255):02x}" for c in rgb))
    return (primary, *(readable(color, on=ground, ratio=SHAPE_CONTRAST) for color in turned))


def _is_grey(color: str) -> bool:
    """Whether a colour has no hue to speak of: white, black and what lies between."""
    return max(_channels(color)) - min(_channels(color)) <= _GREY_SPREAD


def _shifted(color: str) -> str:
    """A neighbour on the colour wheel, a little darker: where a cover's colour runs to."""
    hue, lightness, saturation = colorsys.rgb_to_hls(*(c / 255 for c in _channels(color)))
    rgb = colorsys.hls_to_rgb((hue - 0.07) % 1, lightness * 0.72, saturation)
    return "#" + "".join(f"{round(c * 255):02x}" for c in rgb)


def _parsed(color: str) -> str:
    found = _COLOR.fullmatch(color.strip())
    if not found:
        return ""
    digits = found[1].lower()
    return "#" + (digits if len(digits) == 6 else "".join(d * 2 for d in digits))


def _channels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def _luminance(color: str) -> float:
    linear = [
        value / 12.92 if (value := channel / 255) <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for channel in _channels(color)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
