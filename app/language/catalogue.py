"""The catalogue in use, and the look-ups in it."""

from __future__ import annotations

import gettext
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QLocale

FOLDER = Path(__file__).resolve().parent
DOMAIN = "quillcast"
ENGLISH = "en"
SYSTEM = "system"
Value = TypeVar("Value")

_catalogue: list[gettext.NullTranslations] = [gettext.NullTranslations()]
_locale: list[QLocale] = [QLocale(QLocale.Language.English)]
_code: list[str] = [ENGLISH]


def offered() -> tuple[str, ...]:
    """The codes of the languages that the window can speak, English first."""
    return (ENGLISH, *sorted(path.parent.parent.name for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")))


def wanted(choice: str, spoken: Iterable[str] | None = None) -> str:
    """The code for a choice of the settings: ``system`` is the first language of the system that there is.

    `spoken` are the system's languages (``de-AT``, ``en``), best first; Qt is asked where they are not given.
    """
    there = offered()
    if choice in there:
        return choice
    for each in QLocale.system().uiLanguages() if spoken is None else spoken:
        code = each.replace("_", "-").split("-")[0].lower()
        if code in there:
            return code
    return ENGLISH


def use(code: str) -> None:
    """Show words in a language (`de`, `en` …) from now on; English where there is no catalogue of it.

    Where the system speaks that language, numbers and dates are written as in its country.
    """
    _catalogue[0] = gettext.translation(DOMAIN, FOLDER, [code], fallback=True)
    _code[0] = code
    system = QLocale.system()
    _locale[0] = system if system.name().split("_")[0] == code else QLocale(code)


def current() -> str:
    """The code of the language in use."""
    return _code[0]


def locale() -> QLocale:
    """How the language in use writes numbers and dates."""
    return _locale[0]


def tr(words: str, /, **values: object) -> str:
    """`words` in the reader's language, with `values` in the places that `{name}` marks."""
    found = _catalogue[0].gettext(words) if words else ""
    return found.format(**values) if values else found


def trn(one: str, many: str, count: int, /, **values: object) -> str:
    """The form of `one` or `many` that `count` asks for, with `values` and `{count}` in their places."""
    return _catalogue[0].ngettext(one, many, count).format(count=_locale[0].toString(count), **values)


def mark(words: str) -> str:
    """Unchanged; says that these words are shown through `tr` later."""
    return words


def told(choices: Iterable[tuple[Value, str]]) -> list[tuple[Value, str]]:
    """Choices that were declared as values and marked words, in the reader's language."""
    return [(value, tr(words)) for value, words in choices]
