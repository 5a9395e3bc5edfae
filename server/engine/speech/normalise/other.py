"""Languages without rules of their own: figures, units and percentages by num2words and CLDR, the rest as it is."""

from __future__ import annotations

from babel import Locale
from babel.numbers import get_decimal_symbol, get_group_symbol
from num2words import CONVERTER_CLASSES

from server.engine.speech.normalise.grammar import Grammar

_NUM2WORDS = {"nb": "no"}
_POINT = {
    "nl": "komma",
    "pl": "przecinek",
    "sv": "komma",
    "da": "komma",
    "nb": "komma",
    "fi": "pilkku",
    "cs": "celá",
    "ro": "virgulă",
    "hu": "egész",
    "tr": "virgül",
    "ru": "запятая",
    "uk": "кома",
    "ca": "coma",
    "sk": "celá",
    "id": "koma",
    "vi": "phẩy",
}
_TO = {
    "nl": "tot",
    "pl": "do",
    "sv": "till",
    "da": "til",
    "nb": "til",
    "fi": "viiva",
    "cs": "až",
    "ro": "până la",
    "hu": "és",
    "ru": "до",
    "uk": "до",
    "ca": "a",
    "sk": "až",
    "id": "sampai",
    "vi": "đến",
    "tr": "ila",
}
_PERCENT = {
    "nl": "procent",
    "pl": "procent",
    "sv": "procent",
    "da": "procent",
    "nb": "prosent",
    "fi": "prosenttia",
    "cs": "procent",
    "ro": "la sută",
    "hu": "százalék",
    "ru": "процентов",
    "uk": "відсотків",
    "ca": "per cent",
    "sk": "percent",
    "id": "persen",
    "vi": "phần trăm",
}


def grammar_for(language: str) -> Grammar:
    """The grammar of a language as far as Babel and num2words know it."""
    name = _NUM2WORDS.get(language, language)
    if name not in CONVERTER_CLASSES or language not in _POINT:
        # espeak-ng reads figures in every language; half a rule would be worse than none.
        return Grammar(locale="en", numbers="", decimal=".", grouping=",")
    locale = Locale.parse(language)
    group = get_group_symbol(locale)
    return Grammar(
        locale=language,
        numbers=name,
        decimal=get_decimal_symbol(locale),
        grouping="\u202f" + (group if group in ".," else ""),
        point=_POINT[language],
        minus="minus",
        to=_TO[language],
        percent=_PERCENT.get(language, ""),
    )
