"""Palettes can be read, and a change of them reaches everything that is shown."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QFontDatabase
from PySide6.QtWidgets import QApplication, QLabel

from app.theme import DARK, HIGH_DARK, HIGH_LIGHT, LIGHT, Palette, Theme, calm, current, icons
from app.theme.palettes import contrast, mixed
from app.theme.stylesheet import stylesheet
from app.widgets.buttons import Switch
from app.widgets.tables import pill_colours

LOWEST = 4.5
BOTH = pytest.mark.parametrize("palette", [DARK, LIGHT, HIGH_DARK, HIGH_LIGHT], ids=lambda p: p.name)
USED = [
    *((ink, ground) for ink in ("text", "muted") for ground in ("window", "side", "card", "raised")),
    *((ink, ground) for ink in ("accent", "good", "warning", "bad") for ground in ("window", "card")),
    ("on_accent", "accent"),
    ("on_accent", "accent_hover"),
]


@BOTH
@pytest.mark.parametrize(("ink", "ground"), USED)
def test_text_can_be_read(palette: Palette, ink: str, ground: str) -> None:
    assert contrast(getattr(palette, ink), getattr(palette, ground)) >= LOWEST


@BOTH
@pytest.mark.parametrize("tone", ["accent", "good", "warning", "bad", "muted"])
def test_pills_can_be_read_on_both_of_their_grounds(theme: Theme, palette: Palette, tone: str) -> None:
    theme.choose(palette.name)
    ink, base, strong = pill_colours(tone)
    theme.choose("dark")

    assert contrast(ink, base) >= LOWEST
    if tone == "accent":
        assert contrast(ink, strong) >= LOWEST


@BOTH
def test_notices_and_messages_can_be_read(palette: Palette) -> None:
    assert contrast(palette.text, mixed(palette.warning, palette.card, 0.10)) >= LOWEST
    assert contrast(palette.text, mixed(palette.bad, palette.card, 0.12)) >= LOWEST


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@BOTH
def test_the_style_sheet_has_no_gap(palette: Palette) -> None:
    sheet = stylesheet(palette, chevron="c.svg")

    assert "{" in sheet
    assert "{text}" not in sheet
    assert palette.accent in sheet


def test_the_system_is_followed_until_a_palette_is_chosen(theme: Theme) -> None:
    told: list[None] = []
    theme.changed.connect(lambda: told.append(None))

    theme.choose("light")
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    light = application.palette().window().color()
    theme.choose("system")
    theme.choose("dark")

    assert light == QColor(LIGHT.window)
    assert application.palette().window().color() == QColor(DARK.window)
    assert len(told) == 3


def test_inter_is_there(theme: Theme) -> None:
    assert "Inter" in QFontDatabase.families()
    assert QApplication.font().family() == "Inter"


def test_icons_take_the_palettes_colour(theme: Theme) -> None:
    theme.choose("dark")
    icon = icons.icon("plus", tone="accent")
    dark = icon.pixmap(32, 32).toImage().pixelColor(16, 16).name()
    theme.choose("light")
    light = icon.pixmap(32, 32).toImage().pixelColor(16, 16).name()
    theme.choose("dark")

    assert (dark, light) == (DARK.accent, LIGHT.accent)


def test_twenty_thousand_calls_survive(qapp: object) -> None:
    """PySide6 6.12.0 gives up one reference to None at every call of a void method and aborts after some 5,000."""
    label = QLabel()
    for number in range(20_000):
        label.setText(str(number))

    assert label.text() == "19999"


@pytest.mark.parametrize("palette", [HIGH_DARK, HIGH_LIGHT], ids=lambda p: p.name)
def test_high_contrast_goes_further_than_is_asked(palette: Palette) -> None:
    assert min(contrast(getattr(palette, ink), palette.card) for ink in ("text", "muted", "accent", "good", "bad")) >= 7
    assert contrast(palette.edge, palette.card) >= 4.5
    assert contrast(palette.line, palette.card) >= 3


def test_high_contrast_and_calm_are_chosen_beside_the_colours(theme: Theme) -> None:
    theme.choose("light", contrast=True)
    assert current() == HIGH_LIGHT
    theme.calm(True)
    switch = Switch("On")
    switch.show()
    switch.click()
    assert (calm(), switch.at) == (True, 1.0)
    theme.calm(False)
    theme.choose("dark")
    assert current() == DARK
