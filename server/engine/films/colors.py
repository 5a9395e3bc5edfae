"""The words that people name colours by."""

from __future__ import annotations

from collections.abc import Mapping

from server.engine.papers.palettes import contrast

WORDS: Mapping[str, str] = {
    **dict.fromkeys(("red", "rot", "rouge", "rojo", "rosso", "crimson", "scarlet"), "#d6293e"),
    **dict.fromkeys(("orange", "naranja", "arancione", "amber"), "#e8761e"),
    **dict.fromkeys(("yellow", "gelb", "jaune", "amarillo", "gold", "golden"), "#e8b923"),
    **dict.fromkeys(("green", "grün", "vert", "verde", "emerald", "olive"), "#2f9e56"),
    **dict.fromkeys(("teal", "turquoise", "türkis", "cyan", "mint"), "#159a9c"),
    **dict.fromkeys(("blue", "blau", "bleu", "azul", "blu", "navy", "indigo"), "#2b62d9"),
    **dict.fromkeys(("purple", "violet", "lila", "morado", "viola", "lavender"), "#7b4fd0"),
    **dict.fromkeys(("pink", "rosa", "rose", "magenta"), "#e0508f"),
    **dict.fromkeys(("brown", "braun", "marron", "marrón", "sepia", "earth"), "#8a5a2b"),
    **dict.fromkeys(("grey", "gray", "grau", "gris", "silver"), "#6b7280"),
}
"""In English and the nearest languages, each with the colour that is meant."""


def luminance(color: str) -> float:
    """Relative luminance of ``#rrggbb``, 0 to 1 (WCAG 2.2)."""
    return contrast(color, "#000000") * 0.05 - 0.05
