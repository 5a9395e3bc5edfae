"""A scan of a script for words that a voice may say wrongly."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from server.domain.pronunciations import Doubt, Pronunciation
from server.domain.script_marks import plain
from server.engine.speech.normalise import grammar_of, spoken
from server.engine.speech.phonemes import english, phonemes

MOST = 200
"""Doubts that are told."""

_SENTENCE = re.compile(r"[^.!?…\n]+[.!?…]*")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_ACRONYM = re.compile(r"[A-ZÀ-Þ]{2,6}s?")
_MIXED = re.compile(r"(?=.*\d)(?=.*[^\W\d_]).+")
_ORDINARY_MIX = re.compile(
    r"\d+(?:st|nd|rd|th|s|e|er|re|h|ª|º)|\d+(?:[.,]\d+)?[A-Za-z°µ]{1,3}|\d{1,2}[ap]m", re.IGNORECASE
)
_LETTERS = {
    "en": "",
    "de": "äöüß",
    "fr": "àâæçéèêëîïôœùûüÿ",
    "es": "áéíñóúü",
    "it": "àèéìíîòóùú",
    "pt": "àáâãçéêíóôõúü",
}
_ORDER = ("name", "acronym", "mixed", "foreign", "unknown")


def doubts_about(
    text: str, language: str, *, book: Sequence[Pronunciation] = (), phonemic: Sequence[str] = ("en", "es", "fr", "it")
) -> tuple[Doubt, ...]:
    """Words of a script (marks and labels allowed) that deserve a look, the most frequent first; at most `MOST`.

    English words are looked up in the lexicon that the voices use. In other languages the rules of spelling say
    nearly every word, so that only names, acronyms, letters with digits and letters of other languages are doubted.
    What the book already says is left out.
    """
    code = language.partition("-")[0]
    text = re.sub(r"^\s*SPEAKER_\d\d\s*:\s*", "", text, flags=re.MULTILINE)
    known = {entry.word.casefold() for entry in book if not entry.language or entry.language.startswith(code)}
    counts: Counter[str] = Counter()
    facts: dict[str, tuple[str, str]] = {}
    for sentence in _SENTENCE.findall(plain(text)):
        shown = " ".join(sentence.split())
        for place, found in enumerate(_WORD.finditer(shown)):
            word = re.sub(r"['’]s$", "", found[0])
            if word.casefold() in known:
                continue
            counts[word] += 1
            if word not in facts:
                facts[word] = (_reason(word, code, begins=place == 0), shown[:200])
    doubted = [word for word in facts if facts[word][0]]
    doubted.sort(key=lambda word: (_ORDER.index(facts[word][0]), -counts[word], word))
    return tuple(
        Doubt(word, facts[word][0], counts[word], facts[word][1], _guess(word, code, phonemic))
        for word in doubted[:MOST]
    )


def _reason(word: str, code: str, *, begins: bool) -> str:  # noqa: PLR0911
    if _ACRONYM.fullmatch(word):
        return "" if word.rstrip("s") in grammar_of(code).acronym_words.split() else "acronym"
    if _MIXED.fullmatch(word):
        return "" if _ORDINARY_MIX.fullmatch(word) else "mixed"
    if word.isdecimal() or len(word) < 2:
        return ""
    strange = {letter for letter in word.lower() if letter > "\x7f" and letter != "’"}
    if code in _LETTERS and strange - set(_LETTERS[code]):
        return "" if code == "en" and _is_english(word) else "foreign"
    if code == "en":
        if all(_is_english(part) for part in re.split(r"['’-]", word) if part):
            return ""
        return "name" if word[0].isupper() else "unknown"
    inner = word[1:] != word[1:].lower()
    return "name" if inner or (word[0].isupper() and not begins and code != "de") else ""


def _is_english(word: str) -> bool:
    lexicon = english(british=False).lexicon
    forms = {word, word.lower(), word.capitalize()}
    lower = word.lower()
    for ending, stem in (("s", ""), ("es", ""), ("ed", ""), ("ed", "e"), ("d", ""), ("ing", ""), ("ing", "e"),
                         ("ly", ""), ("er", ""), ("er", "e"), ("est", ""), ("ies", "y"), ("ied", "y")):  # fmt: skip
        if lower.endswith(ending) and len(lower) > len(ending) + 2:
            forms.add(lower[: -len(ending)] + stem)
            if not stem and ending in ("ed", "ing", "er") and lower[-len(ending) - 1] == lower[-len(ending) - 2]:
                forms.add(lower[: -len(ending) - 1])
    return any(form in lexicon.golds or form in lexicon.silvers for form in forms)


def _guess(word: str, code: str, phonemic: Sequence[str]) -> str:
    said = spoken(word, code)
    if code not in phonemic:
        return said if said != word else ""
    return f"/{phonemes(said, language=code)}/"
