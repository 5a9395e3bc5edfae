"""What a person wishes for a re-voicing, read by rules: the pace and what to leave out.

What no rule knows is told back word for word, never guessed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_SLOWER = re.compile(
    r"\b(slow(?:er|ly| down)?|calm(?:er|ly)?|langsam(?:er)?|plus lente?(?:ment)?|más (?:lento|despacio)|più lent[oa]|"
    r"mais devagar)\b",
    re.IGNORECASE,
)
_FASTER = re.compile(
    r"\b(fast(?:er)?|quick(?:er|ly)?|speed (?:it )?up|brisk(?:er|ly)?|schneller|plus (?:vite|rapide)|más rápido|"
    r"più veloce|mais rápido)\b",
    re.IGNORECASE,
)
_A_LITTLE = re.compile(r"\b(a (?:little|bit)|slightly|etwas|ein wenig|un peu|un poco|um pouco)\b", re.IGNORECASE)
_MUCH = re.compile(r"\b(much|a lot|far|very|viel|beaucoup|mucho|molto|muito)\b", re.IGNORECASE)
_PERCENT = re.compile(r"(\d{1,2})\s*(?:%|percent|per cent|prozent)", re.IGNORECASE)
_FILLERS = re.compile(
    r"\b(fill(?:er|ed)(?: word| sound| pause)?s?|um+s?|uh+s?|er+ms?|hesitations?|füllwörter|ähs?|muletillas)\b",
    re.IGNORECASE,
)
_REMOVING = re.compile(
    r"\b(no|without|remove|leave out|cut|drop|skip|omit|delete|get rid of|clean up|strip|ohne|entferne|weg|sin|sans)\b",
    re.IGNORECASE,
)
_PARTS = re.compile(r"(?:[.;\n]+|,?\s+\band\b\s+|,\s+|\s+und\s+)", re.IGNORECASE)

_STEP, _LITTLE_STEP, _BIG_STEP = 0.12, 0.06, 0.2
_SLOWEST, _FASTEST = 0.75, 1.3

_FILLER_WORDS = {
    "en": r"u+h*m+|u+h+|e+r+m*|a+h+m+|h+m+|mm+|uh[- ]?huh",
    "de": r"ä+h+m*|e+h+m+|h+m+|mm+",
    "fr": r"e+u+h+|hum+|heu+",
    "es": r"e+h+|e+m+|mmm+",
    "it": r"e+h+m*|m+h+",
    "pt": r"e+h+|h+u+m+|ahn?",
}
_ANY = r"u+h*m+|u+h+|e+h+m+|h+m+"
_EMPTY_PHRASES = {"en": r"you know|I mean"}


@dataclass(frozen=True, slots=True)
class Wishes:
    """`pace` is a factor on the speed; `not_understood` are the parts that no rule knows."""

    pace: float = 1.0
    leave_out_fillers: bool = False
    not_understood: tuple[str, ...] = ()


def read_wishes(instructions: str) -> Wishes:
    """The wishes in a person's words."""
    pace, fillers, unknown = 1.0, False, []
    for part in filter(None, (part.strip() for part in _PARTS.split(instructions))):
        known = False
        if _FILLERS.search(part) and (_REMOVING.search(part) or fillers):
            fillers = known = True
        if _SLOWER.search(part) or _FASTER.search(part):
            slower = bool(_SLOWER.search(part))
            pace *= 1.0 - _step(part) if slower else 1.0 + _step(part)
            known = True
        if not known:
            unknown.append(part[:200])
    return Wishes(min(max(pace, _SLOWEST), _FASTEST), fillers, tuple(unknown))


def without_fillers(text: str, language: str) -> str:
    """The text without hesitations; where one opened a sentence the next word gets its capital."""
    words = _FILLER_WORDS.get(language, _ANY)
    phrases = _EMPTY_PHRASES.get(language)
    kept = text
    if phrases:
        kept = re.sub(rf",\s*(?:{phrases})\s*,", ",", kept, flags=re.IGNORECASE)
    kept = re.sub(rf"(^|[\s(\"“])(?:{words})\b(?:…|\.{{3}}|[,.!?-])?(?=\s|$)", r"\1", kept, flags=re.IGNORECASE)
    kept = re.sub(r"\s+", " ", kept).strip(" ,")
    kept = re.sub(r"\s+([,.;:?!])", r"\1", kept)
    if not re.search(r"\w", kept):
        return ""
    first_was_capital = text.strip()[:1].isupper()
    kept = kept[0].upper() + kept[1:] if first_was_capital else kept
    return re.sub(r"([.?!]\s+)([^\W\d_])", lambda found: found[1] + found[2].upper(), kept)


def _step(part: str) -> float:
    asked = _PERCENT.search(part)
    if asked:
        return int(asked[1]) / 100
    if _A_LITTLE.search(part):
        return _LITTLE_STEP
    return _BIG_STEP if _MUCH.search(part) else _STEP
