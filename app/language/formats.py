"""Numbers, dates and times as the reader's language writes them."""

from __future__ import annotations

from datetime import date, datetime

from PySide6.QtCore import QDate, QDateTime, QLocale, QTime

from app.language.catalogue import locale, tr

MINUS = "\u2212"
OWN_NAMES = {
    "de": "Deutsch",
    "en": "English",
    "es": "Español",
    "fr": "Français",
    "hi": "हिन्दी",
    "it": "Italiano",
    "ja": "日本語",
    "pt": "Português",
    "zh": "中文",
}


def number(value: float, *, places: int = 0) -> str:
    """A number with its groups parted and so many places behind the point: ``1,200``, ``12.4``, ``−3``."""
    told = locale().toString(float(value), "f", places) if places else locale().toString(round(value))
    return told.replace("-", MINUS)


def short(value: float) -> str:
    """A number with no more places than it needs: ``1.25``, ``2``."""
    return f"{value:g}".replace(".", locale().decimalPoint())


def dated(moment: date | datetime, pattern: str) -> str:
    """A day or moment as a pattern of Qt says, in this computer's time: ``dated(moment, "d MMM yyyy")``.

    The pattern is looked up like words: languages order day and month in their own ways.
    """
    if isinstance(moment, datetime):
        here = moment.astimezone()
        at = QDateTime(QDate(here.year, here.month, here.day), QTime(here.hour, here.minute, here.second))
        return locale().toString(at, tr(pattern))
    return locale().toString(QDate(moment.year, moment.month, moment.day), tr(pattern))


def language_named(code: str) -> str:
    """What a language is called, by its code: in its own words where it is offered, else in English."""
    base = code.strip().replace("_", "-").split("-")[0].lower()
    if not base or base in OWN_NAMES:
        return OWN_NAMES.get(base, "")
    found = QLocale(base).language()
    return QLocale.languageToString(found) if found != QLocale.Language.C else code
