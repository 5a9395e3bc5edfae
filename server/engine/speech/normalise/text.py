"""What comes before and after the numbers in every language: odd characters, addresses, initials, signs, marks."""

from __future__ import annotations

import re
import unicodedata

from server.engine.speech.normalise.grammar import Grammar

_SPACES = re.compile(r"[\u00a0\u2000-\u200a\u202f\u205f\u3000\t]")
_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u2060\ufeff\ufe00-\ufe0f\U000e0000-\U000e007f]")
_MARKUP = re.compile(r"^\s{0,3}(?:#{1,6}\s+|[-*•‣◦]\s+|>\s+)", re.MULTILINE)
_EMPHASIS = re.compile(r"(?<!\w)(\*{1,3}|_{1,3}|`+)(?=\S)(.+?)(?<=\S)\1(?!\w)")
_NOTE_MARK = re.compile(r"\[\d{1,3}(?:\s?[,–-]\s?\d{1,3})*\]")
_TLD = (
    "com|org|net|edu|gov|info|app|dev|museum|eu|uk|de|fr|es|it|pt|br|nl|pl|ch|at|be|us|ca|au|ie|se|dk|no|fi|cz|ro|"
    "hu|gr|io|ai|tv|example|test"
)
_HOST = rf"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:{_TLD})"
_ADDRESS = re.compile(
    rf"(?<![\w@.])(?:https?://|ftp://)?(?:www\.)?({_HOST})\b(/[^\s,;:!?()<>\"”]*)?(?:[?#][^\s,;()<>\"”]+)?",
    re.IGNORECASE,
)
_MAIL = re.compile(rf"(?<![\w.])([a-z0-9][\w.+-]*)@({_HOST})\b", re.IGNORECASE)
_ACRONYM = re.compile(r"(?<![\w-])([A-ZÄÖÜÉÈÀÇÑ]{2,6})(?![\w]|['’-][A-Z]|-[A-Z]\b)")
_DOTTED = re.compile(r"(?<![\w.])((?:[A-Z]\.){2,})(?!\w)")
_TYPED_SIGNS = ((">=", "≥"), ("<=", "≤"), ("!=", "≠"), ("<->", "↔"), ("->", "→"))
_WORDLIKE = 4
_UNSPEAKABLE = re.compile(
    r"(?!(?:[BCDFGKPTV][RL]|S[CHKLMNPQTW]|[CGPTRKW]H|KN|PN|PS|QU|TW|DW|TS)[AEIOUYÄÖÜÉÈÀ])[^AEIOUYÄÖÜÉÈÀ]{2}"
)
"""No word of any of the languages begins with these two consonants: CGIL, BNDES, HDMI."""
_VOWELS = frozenset("AEIOUYÄÖÜÉÈÀ")
_KEPT_SYMBOLS = frozenset("°№™")


def cleaned(text: str) -> str:
    """`text` in composed characters, without invisible ones, emoji, marks of Markdown and numbers of notes."""
    text = unicodedata.normalize("NFC", text.replace("\r", ""))
    text = _INVISIBLE.sub("", _SPACES.sub(" ", text))
    for typed, sign in _TYPED_SIGNS:
        text = text.replace(typed, sign)
    text = _EMPHASIS.sub(r"\2", _EMPHASIS.sub(r"\2", _MARKUP.sub("", text)))
    text = _NOTE_MARK.sub("", text)
    return "".join(character for character in text if not _is_pictorial(character))


def _is_pictorial(character: str) -> bool:
    if character in _KEPT_SYMBOLS or ord(character) < 0x80:
        return False
    category = unicodedata.category(character)
    return category in ("So", "Co", "Cn", "Cs") or 0x1F3FB <= ord(character) <= 0x1F3FF


def addresses_spoken(text: str, grammar: Grammar) -> str:
    """Mail and web addresses as a person reads them out: no scheme, no query, at most two steps of the path."""
    if not grammar.dot:
        return text

    def host(name: str) -> str:
        parts = name.lower().split(".")
        ending = parts[-1].upper() if len(parts[-1]) == 2 else parts[-1]
        return f" {grammar.dot} ".join([*(_dashed(part, grammar) for part in parts[:-1]), _letters(ending)])

    def mail(match: re.Match[str]) -> str:
        named = match[1].replace("_", f" {grammar.underscore} ") if grammar.underscore else match[1]
        name = f" {grammar.dot} ".join(_dashed(part, grammar) for part in named.split("."))
        return f"{name} {grammar.at} {host(match[2])}"

    def site(match: re.Match[str]) -> str:
        path = (match[2] or "").split("?")[0].split("#")[0]
        ended = "." if path.endswith(".") else ""
        steps = [step for step in path.strip("./").split("/") if step]
        said = host(match[1])
        if 0 < len(steps) <= 2 and all(len(step) <= 30 for step in steps):
            said += "".join(f" {grammar.slash} {_dashed(step, grammar)}" for step in steps)
        return said + ended

    return _ADDRESS.sub(site, _MAIL.sub(mail, text))


def _dashed(part: str, grammar: Grammar) -> str:
    return re.sub(r"[_%~]+", " ", part).replace("-", f" {grammar.hyphen} ").replace(".", f" {grammar.dot} ")


def _letters(ending: str) -> str:
    return "-".join(ending) if ending.isupper() else ending


def initials_spelt(text: str, grammar: Grammar) -> str:
    """Initials as letters: ``BBC`` → ``B-B-C``; those said as a word (``NASA``) and shouting stay as they are."""
    text = _DOTTED.sub(lambda match: "-".join(match[1].replace(".", "")) + _full_stop(match), text)

    words = grammar.acronym_words.split()

    def spell(match: re.Match[str]) -> str:
        word = match[1]
        vowels = sum(letter in _VOWELS for letter in word)
        speakable = len(word) >= _WORDLIKE and 0 < vowels < len(word) and not _UNSPEAKABLE.match(word)
        said_as_word = word in words or speakable
        return word if said_as_word or _shouted(match) else "-".join(word)

    return _ACRONYM.sub(spell, text)


def _full_stop(match: re.Match[str]) -> str:
    return (
        "."
        if match.end() == len(match.string) or re.match(r"\s+[A-Z][a-z]+\s[a-z]", match.string[match.end() :])
        else ""
    )


def _shouted(match: re.Match[str]) -> bool:
    """Whether the words around are in capitals too."""
    before = re.search(r"([^\W\d_]{2,})\s*$", match.string[: match.start()])
    after = re.match(r"\s*([^\W\d_]{2,})", match.string[match.end() :])
    around = [found[1].isupper() for found in (before, after) if found]
    return bool(around) and all(around) and (len(around) == 2 or len(match.string.split()) <= 4)


def signs_spoken(text: str, grammar: Grammar) -> str:
    """Signs as words where they stand for one, else dropped."""
    for sign, word in grammar.signs.items():
        text = re.sub(rf"\s*{re.escape(sign)}(?!\w*['’])\s*", f" {word} ", text)
    text = re.sub(r"(?<=\w)/(?=\w)", f" {grammar.slash} " if grammar.slash else " ", text)
    text = re.sub(r"\s*\|(?:\s*\|)*\s*", ", ", text)
    return re.sub(r"[\\^~*_#<>{}=§©®™°№`•·†‡¶@/]", " ", text)


def brackets_opened(text: str) -> str:
    """What stands in brackets set off by commas."""
    text = re.sub(r"\s*[(\[]\s*", ", ", text)
    return re.sub(r"\s*[)\]]\s*(?=\w|[\"“‘])", ", ", text).translate({ord(")"): None, ord("]"): None})


def tidied(text: str) -> str:
    """Spaces and marks as print has them: one space, none before a mark, no doubled commas."""
    text = re.sub(r"(?<=\w)\s*\n\s*\n\s*", ". ", text.strip())
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"\s+([.,;:!?…])", r"\1", text)
    text = re.sub(r"(?:,\s*)+(?=[.,;:!?…])", "", text)
    text = re.sub(r"([;:!?…]|(?<!\.m)(?<!-[A-Z])\.)(?:\s*,)+", r"\1", text)
    text = re.sub(r"(?<!\.)\.\.(?!\.)", ".", text).replace("...", "…")
    return re.sub(r"^[\s,;:.]+|[\s,]+$", "", text)
