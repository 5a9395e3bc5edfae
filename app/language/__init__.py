"""The window's words in the language of its reader: gettext catalogues, with English in the code.

Words are looked up when they are shown, never when a module is loaded: the language is known only then. Words that are
declared as data are marked with `mark` and looked up with `tr` where they are shown, lists of choices with `told`.
Catalogues are extracted with `packaging/catalogues` and lie beside this module, one folder for each language.
Numbers, dates and times are written by `formats`; what the server says in sentences is told by `served`.
"""

from __future__ import annotations

from app.language.catalogue import ENGLISH, current, locale, mark, offered, told, tr, trn, use, wanted
from app.language.formats import dated, language_named, number, short
from app.language.isolates import isolated
from app.language.served import known, said

__all__ = [
    "ENGLISH",
    "current",
    "dated",
    "isolated",
    "known",
    "language_named",
    "locale",
    "mark",
    "number",
    "offered",
    "said",
    "short",
    "told",
    "tr",
    "trn",
    "use",
    "wanted",
]
