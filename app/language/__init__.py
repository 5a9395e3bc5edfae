"""The window's words in the language of its reader: gettext catalogues, with English in the code.

Words are looked up when they are shown, never when a module is loaded: the language is known only then. Words that are
declared as data are marked with `mark` and looked up with `tr` where they are shown. Catalogues are extracted with
Babel (`tr`, `trn:1,2`, `mark`) and lie beside this module, one folder for each language.
"""

from __future__ import annotations

import gettext
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
DOMAIN = "quillcast"

_catalogue: list[gettext.NullTranslations] = [gettext.NullTranslations()]


def use(language: str) -> None:
    """Show words in `language` (`de`, `en` …) from now on; English where there is no catalogue of it."""
    _catalogue[0] = gettext.translation(DOMAIN, FOLDER, [language], fallback=True)


def tr(words: str, /, **values: object) -> str:
    """`words` in the reader's language, with `values` in the places that `{name}` marks."""
    told = _catalogue[0].gettext(words)
    return told.format(**values) if values else told


def trn(one: str, many: str, count: int, /, **values: object) -> str:
    """The form of `one` or `many` that `count` asks for, with `values` and `{count}` in their places."""
    return _catalogue[0].ngettext(one, many, count).format(count=count, **values)


def mark(words: str) -> str:
    """Unchanged; says that these words are shown through `tr` later."""
    return words
