"""The gate: a statement's numbers and names must stand in the passages it names, in whatever language it is written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from server.domain.errors import CannotProduce
from server.domain.sources import Passage
from server.engine.writing.rules import rules_for

_DIGITS = re.compile(r"\d+(?:[.,\u00a0\u202f ]\d{3})*(?:[.,]\d+)?")
_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_ADDRESS = re.compile(r"(?i)\b(?:https?://|www\.)\S+|\b\S+@\S+\.\w{2,}|\b[\w-]+\.(?:com|org|net|io|example|info)\b")
_SHORT = 3
_CAPITALISES_NOUNS = {"de", "lb"}
_STARTS = ".!?:…¿¡«»„“”\"'‘–—(;"


def unsupported(text: str, passages: Sequence[Passage], *, language: str, spoken: str) -> list[str]:
    """What a text says and its passages don't: numbers, names, addresses.

    Args:
        language: of the text.
        spoken: of the passages.
    """
    carried = " ".join(passage.text for passage in passages)
    missing = [match[0] for match in _ADDRESS.finditer(text) if match[0].lower() not in carried.lower()]
    if language == spoken:
        try:
            missing += rules_for(language).unsupported(text, passages=[passage.text for passage in passages])
        except CannotProduce:
            missing += _numbers(text, carried, language=language, spoken=spoken)
        missing += _double_names(text, carried)
    else:
        missing += _numbers(text, carried, language=language, spoken=spoken)
        missing += _translated_names(text, carried, language=language, spoken=spoken)
    return list(dict.fromkeys(missing))


def _numbers(text: str, carried: str, *, language: str, spoken: str) -> list[str]:
    known = _numerals(carried, spoken) | _numerals(carried, language)
    bare = {_plain(match[0]) for match in _DIGITS.finditer(carried)}
    return sorted(n for n in _numerals(text, language) if n not in known and _plain(n) not in bare)


def _numerals(text: str, language: str) -> frozenset[str]:
    try:
        return rules_for(language).numerals(text)
    except CannotProduce:
        return frozenset(_plain(match[0]) for match in _DIGITS.finditer(text)) - {"1"}


def _plain(figure: str) -> str:
    """A figure's digits alone: 1.340, 1,340 and 1 340 are one number in different languages."""
    return re.sub(r"\D", "", figure)


def _double_names(text: str, carried: str) -> list[str]:
    """Names of two words and more, wherever they stand: the rules of a language leave out how a sentence begins."""
    low = carried.lower()
    out = []
    for run in _runs(text):
        if len(run) > 1 and _begins(text, run[0]) and not any(word.lower() in low for word, _ in run):
            out += [word for word, _ in run]
    return out


def _translated_names(text: str, carried: str, *, language: str, spoken: str) -> list[str]:
    known = [match[0] for match in _WORD.finditer(carried)]
    common = _calendar(language)
    places, said = _territories(language), _territories(spoken)
    by_code = {code: name for name, code in said.items()}
    out = []
    for run in _runs(text):
        words = [
            word
            for word, _ in run
            if word.lower() not in common
            and len(word) >= _SHORT
            and not _akin(word, known)
            and by_code.get(places.get(word.lower(), ""), "\0") not in carried.lower()
        ]
        if language in _CAPITALISES_NOUNS:
            # Any noun has a capital there: only a run of them is a name, and then a part of it must be known.
            if len(run) > 1 and len(words) == len(run):
                out += words
        elif len(run) > 1 or not _begins(text, run[0]):
            out += words
    return out


def _runs(text: str) -> list[list[tuple[str, int]]]:
    """Capitalised words that stand next to each other, with their places."""
    runs: list[list[tuple[str, int]]] = []
    end = -9
    for match in _WORD.finditer(text):
        if match[0][0].isupper():
            if runs and text[end : match.start()] in {" ", "\u00a0"}:
                runs[-1].append((match[0], match.start()))
            else:
                runs.append([(match[0], match.start())])
            end = match.end()
    return runs


def _begins(text: str, word: tuple[str, int]) -> bool:
    before = text[: word[1]].rstrip(" \u00a0")
    return not before or before[-1] in _STARTS


def _akin(word: str, known: Sequence[str]) -> bool:
    """Whether a name is spelt much like one that is known: languages bend and end names.

    A word that is no name there must be closer: it is the word for the thing in both languages.
    """
    low = word.lower()
    for other in known:
        seen = other.lower()
        shared = next((i for i, (a, b) in enumerate(zip(low, seen, strict=False)) if a != b), min(len(low), len(seen)))
        least, ending = (_SHORT, 3) if other[0].isupper() else (_SHORT + 1, 2)
        if shared >= max(least, min(len(low), len(seen)) - ending):
            return True
    return False


@cache
def _calendar(language: str) -> frozenset[str]:
    """Names of months and days, which some languages capitalise."""
    from babel import Locale, UnknownLocaleError

    try:
        locale = Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        return frozenset()
    words = [*locale.months["format"]["wide"].values(), *locale.days["format"]["wide"].values()]
    words += [*locale.months["stand-alone"]["wide"].values()]
    return frozenset(str(word).lower() for word in words)


@cache
def _territories(language: str) -> dict[str, str]:
    """Codes of countries by their names of one word."""
    from babel import Locale, UnknownLocaleError

    try:
        locale = Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        return {}
    return {str(name).lower(): str(code) for code, name in locale.territories.items() if " " not in str(name)}
