"""A language's words for dates."""

from __future__ import annotations

from functools import cache

from server.engine.writing.dates.spoken.english import english
from server.engine.writing.dates.spoken.french import french
from server.engine.writing.dates.spoken.german import german
from server.engine.writing.dates.spoken.italian import italian
from server.engine.writing.dates.spoken.portuguese import portuguese
from server.engine.writing.dates.spoken.spanish import spanish
from server.engine.writing.dates.vocabulary import DateWords, calendar_names

_KNOWN = {"en": english, "de": german, "fr": french, "es": spanish, "it": italian, "pt": portuguese}


@cache
def date_words(code: str) -> DateWords:
    """A language's way of dates; of those without words here only names of months and figures are known."""
    make = _KNOWN.get(code)
    if make is not None:
        return make()
    months, days = calendar_names(code)
    return DateWords(code=code, months=months, days=days)
