"""Looks: every text can be read, presets are told apart, free words are read."""

from __future__ import annotations

import pytest
from sample_storyboards import small_board

from server.engine.films.colors import WORDS
from server.engine.films.looks import AUTO, LOOKS, Look, look_of, recolored
from server.engine.papers.palettes import contrast

PRESETS = ["classic", "whiteboard", "kawaii", "anime", "watercolour", "retro print", "heritage", "paper-craft"]


def readable(look: Look) -> None:
    grounds = {look.panel}
    if look.ground not in {"sky", "halftone", "hills"}:  # on these every text has a panel
        grounds |= set(look.background)
    for ground in grounds:
        for ink in (look.ink, *look.accents):
            assert contrast(ink, ground) >= 4.5, (look.name, ink, ground)


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_chosen_by_its_name_and_can_be_read(name: str) -> None:
    look, note = look_of(name.upper(), small_board())
    assert look is LOOKS[name]
    assert not note
    readable(look)


def test_presets_share_neither_ground_nor_line_work_nor_motion() -> None:
    assert list(LOOKS) == PRESETS
    for field in ("ground", "line", "entrance", "cover", "background"):
        assert len({getattr(look, field) for look in LOOKS.values()}) == len(PRESETS)


@pytest.mark.parametrize(
    ("style", "ground"),
    [
        ("a gentle aquarelle in green", "washes"),
        ("dark moody engraving of an old museum", "vellum"),
        ("origami collage in pink and gold", "hills"),
        ("blue", "gradient"),
        ("night", "gradient"),
    ],
)
def test_free_words_are_read_for_medium_colour_and_light(style: str, ground: str) -> None:
    look, note = look_of(style, small_board())
    assert look.ground == ground
    assert not note


def test_words_that_say_nothing_to_a_drawing_program_are_told() -> None:
    look, note = look_of("like my uncle would", small_board())
    assert look.ground == "gradient"
    assert "classic" in note


@pytest.mark.parametrize("color", sorted(set(WORDS.values())))
@pytest.mark.parametrize("dark", [True, False])
def test_whatever_colour_is_named_texts_stay_readable(color: str, dark: bool) -> None:
    for look in (LOOKS["classic"], LOOKS["watercolour"]):
        readable(recolored(look, [color], dark=dark, light=not dark))


def test_auto_select_takes_a_preset() -> None:
    look, _ = look_of(AUTO, small_board())
    assert look.name in PRESETS
