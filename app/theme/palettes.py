"""The palettes, light and dark, each with a sister of high contrast: every colour the window uses has a name here."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as ``#rrggbb``. Text colours reach a contrast of 4.5 on every surface they are used on."""

    name: str
    dark: bool
    window: str
    """Behind the cards."""
    side: str
    """Behind the navigation."""
    card: str
    raised: str
    """Hovered and selected rows, buttons, chips."""
    line: str
    """Borders that only divide."""
    edge: str
    """Borders that say 'this can be operated'."""
    text: str
    muted: str
    accent: str
    """The one accent: selection, progress, the main button."""
    accent_hover: str
    on_accent: str
    good: str
    warning: str
    bad: str
    wave: str
    """The part of a waveform that is still to come."""


DARK = Palette(
    name="dark",
    dark=True,
    window="#0f1218",
    side="#0b0e13",
    card="#171c25",
    raised="#1f2632",
    line="#262e3b",
    edge="#3a4557",
    text="#e6eaf2",
    muted="#98a2b3",
    accent="#8b99ff",
    accent_hover="#a3aeff",
    on_accent="#0b0e13",
    good="#3ddc97",
    warning="#ffb454",
    bad="#ff8295",
    wave="#39445a",
)

LIGHT = Palette(
    name="light",
    dark=False,
    window="#f4f5f9",
    side="#e9ebf2",
    card="#ffffff",
    raised="#eef0f7",
    line="#dfe2ea",
    edge="#b9c0cf",
    text="#171b24",
    muted="#545d70",
    accent="#4150d0",
    accent_hover="#3340b4",
    on_accent="#ffffff",
    good="#0b6b40",
    warning="#7d4a00",
    bad="#b01c3c",
    wave="#c3c9d8",
)

HIGH_DARK = replace(
    DARK,
    name="dark-contrast",
    window="#000000",
    side="#000000",
    card="#000000",
    raised="#1c2230",
    line="#7d8799",
    edge="#c3cad8",
    text="#ffffff",
    muted="#d4dae6",
    accent="#b3bcff",
    accent_hover="#ccd2ff",
    on_accent="#000000",
    good="#5ff0b0",
    warning="#ffc876",
    bad="#ff9fae",
    wave="#7d8799",
)

HIGH_LIGHT = replace(
    LIGHT,
    name="light-contrast",
    window="#ffffff",
    side="#ffffff",
    card="#ffffff",
    raised="#e6e9f5",
    line="#6b7385",
    edge="#3c4353",
    text="#000000",
    muted="#2c3342",
    accent="#1f2ca8",
    accent_hover="#141e80",
    good="#00452a",
    warning="#553200",
    bad="#7d0c26",
    wave="#6b7385",
)

PALETTES = {palette.name: palette for palette in (DARK, LIGHT, HIGH_DARK, HIGH_LIGHT)}
SISTERS = {DARK.name: HIGH_DARK, LIGHT.name: HIGH_LIGHT}
"""The palette of high contrast of each of the others, by its name."""


def contrast(first: str, second: str) -> float:
    """The contrast ratio of two ``#rrggbb`` colours, 1 to 21, as WCAG 2.2 defines it."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def mixed(colour: str, ground: str, share: float) -> str:
    """`colour` laid over `ground` with the opacity `share` (0 to 1)."""
    pairs = zip(_channels(colour), _channels(ground), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    def linear(channel: int) -> float:
        value = channel / 255
        return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)

    red, green, blue = _channels(colour)
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
