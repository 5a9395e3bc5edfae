"""The looks of a film: colours, type, line work, grounds and motion of each, and how one is chosen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from server.domain.storyboards import SceneKind, Storyboard
from server.engine.films.colors import WORDS, luminance
from server.engine.papers.palettes import TEXT_CONTRAST, contrast, mixed, readable

BUSY = frozenset({"sky", "halftone", "hills"})
"""Grounds on which no text can be read without a panel under it."""


@dataclass(frozen=True, slots=True)
class Look:
    """How everything in a film is drawn. Colours are ``#rrggbb``."""

    name: str
    ground: str
    """What lies behind everything: the name of a ground in `painting.grounds`."""
    line: str
    """Line work of panels and strokes: clean, marker, round, ink, brush, print, engraved, cut."""
    entrance: str
    """How things come in: rise, draw, pop, slam, bleed, press, fade, drop."""
    cover: str
    """How scenes meet: slide, wipe, circle, burst, bleed, roll, fade, sheet."""
    head: str
    """Family of headings and figures."""
    body: str
    background: tuple[str, str]
    """From top to bottom."""
    ink: str
    panel: str
    """Under texts; they are read on it."""
    accents: tuple[str, str, str]
    """Readable on panel and ground alike."""
    shade: str
    """What covers the picture between scenes."""
    fps: int = 25
    """Pictures a second that things move at; fewer look like stop motion."""
    capitals: bool = False
    head_scale: float = 1.0


LOOKS: Mapping[str, Look] = {
    "classic": Look(
        "classic",
        "gradient",
        "clean",
        "rise",
        "slide",
        "Inter",
        "Inter",
        ("#14264a", "#0b1429"),
        "#f5f8ff",
        "#1a2f58",
        ("#ffb454", "#7fc0ff", "#7ee0b8"),
        "#ffb454",
    ),
    "whiteboard": Look(
        "whiteboard",
        "board",
        "marker",
        "draw",
        "wipe",
        "Amatic SC",
        "Comic Neue",
        ("#fdfdfb", "#f1f3f3"),
        "#1d2430",
        "#fcfcfa",
        ("#1a56b8", "#bf2424", "#1a7038"),
        "#e9ecec",
        head_scale=1.3,
    ),
    "kawaii": Look(
        "kawaii",
        "dots",
        "round",
        "pop",
        "circle",
        "Fredoka One",
        "Quicksand",
        ("#ffe4f0", "#ffd3e6"),
        "#5b2a4e",
        "#ffffff",
        ("#b01e52", "#6741b8", "#09625e"),
        "#ff9cc2",
    ),
    "anime": Look(
        "anime",
        "sky",
        "ink",
        "slam",
        "burst",
        "Bebas Neue",
        "Dosis",
        ("#1c63d6", "#9fdcff"),
        "#10121a",
        "#ffffff",
        ("#d11149", "#1446a0", "#6a1b9a"),
        "#ffe14d",
        capitals=True,
        head_scale=1.18,
    ),
    "watercolour": Look(
        "watercolour",
        "washes",
        "brush",
        "bleed",
        "bleed",
        "Lobster Two",
        "Averia Serif GWF",
        ("#fdfaf3", "#f8f2e6"),
        "#26384a",
        "#fcf8ef",
        ("#17616a", "#9c3b32", "#6e520e"),
        "#bcd9d6",
    ),
    "retro print": Look(
        "retro print",
        "halftone",
        "print",
        "press",
        "roll",
        "League Spartan",
        "League Spartan",
        ("#f4e7c9", "#eedcb4"),
        "#22201c",
        "#f6ebd2",
        ("#b8281a", "#0d5c5e", "#7c4a03"),
        "#d9482b",
        fps=12,
        capitals=True,
        head_scale=0.92,
    ),
    "heritage": Look(
        "heritage",
        "vellum",
        "engraved",
        "fade",
        "fade",
        "Old Standard TT",
        "EB Garamond 12",
        ("#efe4cb", "#e2d2ae"),
        "#2f2418",
        "#f2e8d2",
        ("#7a1f1f", "#234236", "#614210"),
        "#3a2c1c",
    ),
    "paper-craft": Look(
        "paper-craft",
        "hills",
        "cut",
        "drop",
        "sheet",
        "Dosis ExtraBold",
        "Dosis",
        ("#bfe3e0", "#f9dcb4"),
        "#2b2b33",
        "#fffaf0",
        ("#b53a22", "#1a625e", "#7d5206"),
        "#e8694a",
        fps=12,
    ),
}
AUTO = "auto-select"

_MEDIA: tuple[tuple[str, str], ...] = (
    (r"white ?board|marker|hand[- ]?drawn|sketch|doodle|tafel|dessin|pizarra|chalk|pencil", "whiteboard"),
    (r"kawaii|cute|pastel|child|kids|playful|sweet|niedlich|mignon|tierno|bubble", "kawaii"),
    (r"anime|manga|comic|action|superhero|hero|speed|cartoon|energetic|bold", "anime"),
    (r"water ?colou?r|aquarell|aquarelle|acuarela|paint|brush|dream|gentle|soft|calm|poetic|nature", "watercolour"),
    (
        r"retro|print|halftone|riso|poster|pop art|sixties|seventies|1950s|1960s|1970s|vintage ad|screen ?print",
        "retro print",
    ),
    (r"heritage|antique|vintage|old|engrav|museum|history|historic|victorian|sepia|parchment|classical", "heritage"),
    (r"paper|cut[- ]?out|collage|origami|craft|layered|stop[- ]?motion|diorama", "paper-craft"),
    (r"modern|clean|minimal|corporate|business|tech|flat|sleek|professional|neon|futur", "classic"),
)
_DARK = re.compile(r"\b(?:dark|night|noir|black|midnight|moody|dunkel|sombre|oscuro)\b", re.IGNORECASE)
_LIGHT = re.compile(r"\b(?:light|bright|white|airy|hell|clair|claro)\b", re.IGNORECASE)


def look_of(style: str, storyboard: Storyboard) -> tuple[Look, str]:
    """The look that a style asks for, and a note where words of it say nothing to a drawing program."""
    asked = " ".join(style.lower().split()) or "classic"
    if asked in LOOKS:
        return LOOKS[asked], ""
    if asked in {AUTO, "auto", "auto select"}:
        return LOOKS[suited(storyboard)], ""
    return _read(asked)


def suited(storyboard: Storyboard) -> str:
    """The look that goes with what a film tells."""
    kinds = [scene.kind for scene in storyboard.scenes]
    words = " ".join(line.text for scene in storyboard.scenes for line in scene.lines).lower()
    years = [int(year) for year in re.findall(r"\b1[0-9]{3}\b|\b20[0-9]{2}\b", words)]
    scores = {
        "classic": 0.8 + 0.7 * kinds.count(SceneKind.CHART) + 0.15 * kinds.count(SceneKind.NUMBER),
        "whiteboard": 1.2 * kinds.count(SceneKind.STEPS) + 0.4 * kinds.count(SceneKind.TERMS),
        "heritage": 0.45 * sum(year < 1940 for year in years),
        "retro print": 0.5 * sum(1940 <= year < 1985 for year in years),
        "kawaii": 0.8 * _count(words, "child|children|toy|kitten|puppy|baby|babies|cake|candy|kindergarten"),
        "watercolour": 0.6 * _count(words, "river|forest|garden|bird|sea|flower|rain|tree|island|mountain|meadow"),
        "anime": 0.7 * _count(words, "game|robot|race|battle|rocket|player|championship|speed"),
        "paper-craft": 0.6 * _count(words, "paper|recycl|craft|community|neighbour|village|school|reuse|repair"),
    }
    return max(scores, key=lambda name: scores[name])


def _count(words: str, pattern: str) -> int:
    return min(6, len(re.findall(rf"\b(?:{pattern})", words)))


def _read(asked: str) -> tuple[Look, str]:
    """A look of free words: the medium they name, in the colours and the light they name."""
    medium = next((name for pattern, name in _MEDIA if re.search(rf"\b(?:{pattern})", asked)), "")
    found = list(dict.fromkeys(color for word, color in WORDS.items() if re.search(rf"\b{word}\b", asked)))
    look = replace(LOOKS[medium or "classic"], name="custom")
    is_dark, is_light = bool(_DARK.search(asked)), bool(_LIGHT.search(asked))
    if found or is_dark or is_light:
        look = recolored(look, found, dark=is_dark, light=is_light)
    if medium or found or is_dark or is_light:
        return look, ""
    return look, (
        "The words of the style name no colour, mood or medium that can be drawn here, so the classic look was taken; "
        "name a colour or one of the eight looks."
    )


def recolored(look: Look, colors: list[str], *, dark: bool = False, light: bool = False) -> Look:
    """A look in other colours, moved until every text can be read."""
    top, bottom = look.background
    was_dark = luminance(top) < 0.3 and look.ground == "gradient"
    is_dark = dark or (was_dark and not light)
    accents = [*colors, *look.accents][:3]
    if colors:
        top = mixed(colors[0], "#05070d" if is_dark else "#ffffff", 0.84 if is_dark else 0.8)
        bottom = mixed(colors[-1], "#05070d" if is_dark else "#ffffff", 0.9 if is_dark else 0.68)
    elif is_dark:
        top, bottom = mixed(top, "#05070d", 0.88), mixed(bottom, "#05070d", 0.92)
    elif was_dark:
        top, bottom = "#fbfcff", "#e8edf7"
    panel = mixed(top, "#ffffff", 0.1) if is_dark else mixed(top, "#ffffff", 0.65)
    ink = "#f6f7fb" if is_dark else "#191b22"
    ends = (panel, top, bottom)
    moved = [_on_all(color, ends) for color in accents]
    return replace(
        look,
        background=(top, bottom),
        panel=panel,
        ink=_on_all(ink, ends),
        accents=(moved[0], moved[1], moved[2]),
        shade=colors[0] if colors else look.shade,
    )


def grounded(look: Look, ground: str, text: str = "") -> Look:
    """A look on a ground of the asker's own colour; ink and accents are moved until they can be read on it."""
    is_dark = contrast("#ffffff", ground) > contrast("#000000", ground)
    away = "#05070d" if is_dark else "#ffffff"
    bottom, panel = mixed(ground, away, 0.3), mixed(ground, away, 0.2 if is_dark else 0.65)
    farthest = bottom if is_dark else panel
    first, second, third = (readable(each, on=ground, also=farthest) for each in look.accents)
    return replace(
        look,
        background=(ground, bottom),
        panel=panel,
        ink=readable(text or ("#f6f7fb" if is_dark else "#191b22"), on=ground, also=farthest),
        accents=(first, second, third),
    )


def veil_of(look: Look) -> float:
    """The share of its own ground that a look lays over a picture, so that text keeps a contrast of 4.5 on any of them.

    Where every text has a panel, little is enough.
    """
    if look.ground in BUSY:
        return 0.25
    for hundredths in range(45, 96):
        share = hundredths / 100
        seen = [mixed(end, ground, share) for end in ("#000000", "#ffffff") for ground in look.background]
        if min(contrast(ink, ground) for ink in (look.ink, *look.accents) for ground in seen) >= TEXT_CONTRAST:
            return share
    return 0.95


def _on_all(color: str, grounds: tuple[str, ...]) -> str:
    hardest = min(grounds, key=lambda ground: contrast(color, ground))
    return readable(color, on=hardest)
