"""Texts as they are said: a table of (written, spoken) per language in tests/data/normalisation."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.domain.languages import LANGUAGES
from server.engine.speech.normalise import spoken

DATA = Path(__file__).parents[2] / "data"
CODES = ("en", "de", "fr", "es", "it", "pt")
CASES = [
    (code, *line.split("\t"))
    for code in CODES
    for line in (DATA / "normalisation" / f"{code}.tsv").read_text("utf-8").splitlines()
]
TEXTS = sorted(
    path for path in (DATA / "texts").iterdir() if path.suffix in (".md", ".txt") and path.name != "README.md"
)


@pytest.mark.parametrize(("language", "written", "said"), CASES)
def test_is_said_as_a_person_says_it(language: str, written: str, said: str) -> None:
    assert spoken(written, language) == said


@pytest.mark.parametrize(("language", "written", "said"), CASES)
def test_saying_it_again_changes_nothing(language: str, written: str, said: str) -> None:
    assert spoken(said, language) == said


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_real_texts_come_out_in_words(path: Path) -> None:
    language = path.stem[-2:] if path.stem[-3] == "_" and path.stem[-2:] in CODES else "en"

    for paragraph in path.read_text("utf-8").split("\n\n"):
        said = spoken(paragraph, language)

        assert not any(character.isdigit() or character in "$€£%°§=+<>{}[]()#|" for character in said), said
        assert spoken(said, language) == said


def test_a_given_pronunciation_stays() -> None:
    text = "Say [Wexcombe](/wˈɛkskum/) 3 times."

    assert spoken(text, "en") == "Say [Wexcombe](/wˈɛkskum/) three times."


@pytest.mark.parametrize("language", [language.code for language in LANGUAGES])
def test_every_language_keeps_its_words(language: str) -> None:
    assert spoken("Alfa beta, gamma.", language) == "Alfa beta, gamma."


@pytest.mark.parametrize(
    ("language", "said"), [("nl", "drie"), ("pl", "trzy"), ("tr", "üç"), ("ru", "три"), ("sv", "tre"), ("vi", "ba")]
)
def test_languages_without_rules_still_say_numbers(language: str, said: str) -> None:
    assert spoken("3", language) == said


@pytest.mark.parametrize("text", ["", "   ", "🎉", "***", "\x1a", "[1]"])
def test_nothing_to_say_is_nothing(text: str) -> None:
    assert spoken(text, "en") == ""
