"""The languages that can be asked for, by their own names."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from server.domain.errors import InvalidField


@dataclass(frozen=True, slots=True)
class Language:
    """`name` is what the wire takes, exactly; `code` is ISO 639-1 (with region where that changes the speech)."""

    name: str
    code: str


LANGUAGES = (
    Language("English", "en"),
    Language("Deutsch", "de"),
    Language("Français", "fr"),
    Language("Español", "es"),
    Language("Italiano", "it"),
    Language("Português", "pt"),
    Language("हिन्दी", "hi"),
    Language("Nederlands", "nl"),
    Language("Polski", "pl"),
    Language("Svenska", "sv"),
    Language("Dansk", "da"),
    Language("Norsk", "nb"),
    Language("Suomi", "fi"),
    Language("Čeština", "cs"),
    Language("Română", "ro"),
    Language("Magyar", "hu"),
    Language("Ελληνικά", "el"),
    Language("Türkçe", "tr"),
    Language("Русский", "ru"),
    Language("Українська", "uk"),
    Language("Català", "ca"),
    Language("Hrvatski", "hr"),
    Language("Slovenčina", "sk"),
    Language("Български", "bg"),
    Language("Bahasa Indonesia", "id"),
    Language("Tiếng Việt", "vi"),
)
_BY_NAME = {language.name: language for language in LANGUAGES}
_BY_CODE = {language.code: language for language in LANGUAGES}


def language_by_name(name: str, *, field: str = "language") -> Language:
    """The language with exactly this name.

    Raises:
        InvalidField: no language has it; the sentence names the nearest.
    """
    found = _BY_NAME.get(name)
    if found is not None:
        return found
    near = difflib.get_close_matches(name, _BY_NAME, n=1, cutoff=0.0)
    folded = {language.name.casefold(): language.name for language in LANGUAGES}
    nearest = folded.get(name.strip().casefold()) or (near[0] if near else "English")
    raise InvalidField(field, f"there is no language {name[:60]!r}; the nearest is {nearest!r}")


def language_by_code(code: str) -> Language | None:
    """The language of an ISO code, if it is one of ours."""
    return _BY_CODE.get(code.lower()) or _BY_CODE.get(code.lower().split("-")[0])
